//! Cards that the dealer or a player has shown too early.

use super::RuleResult;
use super::matching::MatchedRow;
use super::refuse;
use super::reports::{CardPlace, IrregularityEvent, NotRuled, StreetArrangement};
use crate::event::Event;
use crate::hand::{Due, Hand};
use crate::hand_rules::HandRules;
use engine::Sink;
use rulebook::Ruled;
use rulebook::room::IrregularityKind;

impl HandRules<'_> {
    /// The deal is completed, then the exposed card changes places with what would be the first burn card.
    pub(super) fn first_burn_swap(
        &self,
        hand: &mut Hand,
        matched: &MatchedRow<'_>,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> RuleResult {
        let cite = matched.cite();
        let seat = matched.live_seat(hand)?;
        let dealt = !matches!(hand.due, Due::Posts | Due::Shuffle | Due::Kitty | Due::Pay | Due::Over)
            && (hand.street > 0 || hand.due != Due::Hole);
        self.only_when(hand, dealt && self.deal_open(hand), cite)?;
        let two_up = matched.row.what == IrregularityKind::TwoUpCards;
        // Of two up cards the first stays; it is named first.
        let kept = if two_up { Some(matched.card(0)?) } else { None };
        let card = matched.card(usize::from(two_up))?;
        self.holds(hand, seat, card)?;
        if let Some(kept) = kept {
            self.holds(hand, seat, kept)?;
            if kept == card {
                return refuse(NotRuled::CannotBe, cite);
            }
        }
        self.stub_has(hand, 1)?;
        self.ruled(hand, matched, out);
        let (down, up) = (CardPlace::Down(seat as u8), CardPlace::Up(seat as u8));
        let from = if hand.up[seat].contains(card) { up } else { down };
        self.carry(hand, out, Some(card), from, CardPlace::Burns, cite);
        if let Some(kept) = kept {
            for other in (hand.up[seat] - cards::CardSet::of(kept)).iter() {
                self.carry(hand, out, Some(other), up, down, cite);
            }
            if !hand.up[seat].contains(kept) {
                self.carry(hand, out, Some(kept), down, up, cite);
            }
        }
        let burn = hand.stub.top();
        self.carry(hand, out, burn, CardPlace::Stub, down, cite);
        self.next_burn_is_made(hand, matched, out);
        self.opens_anew(hand, out, cite);
        Ok(())
    }

    /// The next burn lies there already: the street that would burn does not.
    pub(super) fn next_burn_is_made(
        &self,
        hand: &mut Hand,
        matched: &MatchedRow<'_>,
        out: &mut impl Sink<Ruled<Event>>,
    ) {
        // Where nobody could bet the next street is due already, its burn not made.
        let later = usize::from(hand.street) + usize::from(hand.burnt_street)..usize::from(self.streets);
        let again = hand.run_street.into()..usize::from(self.streets);
        let made = hand.remedies.arrangement.no_burn;
        let free = |street: &usize| self.plans[*street].burn && made >> street & 1 == 0;
        let more_runs = hand.run + 1 < hand.runs;
        let next =
            later.into_iter().find(free).or_else(|| again.into_iter().find(free).filter(|_| more_runs));
        if let Some(street) = next {
            let arrangement = StreetArrangement { no_burn: made | 1 << street, ..hand.remedies.arrangement };
            self.note(
                hand,
                out,
                IrregularityEvent::Arranged { arrangement, row: matched.at },
                matched.cite(),
            );
        }
    }

    /// The card is played as if nobody had seen it.
    pub(super) fn card_plays(
        &self,
        hand: &mut Hand,
        matched: &MatchedRow<'_>,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> RuleResult {
        let cite = matched.cite();
        self.only_when(hand, !matches!(hand.due, Due::Posts), cite)?;
        if matched.row.what == IrregularityKind::ExposedByPlayer {
            let seat = matched.live_seat(hand)?;
            matched.report.cards.iter().flatten().try_for_each(|card| self.holds(hand, seat, card))?;
        }
        self.ruled(hand, matched, out);
        Ok(())
    }

    /// The round goes no higher; the card is used in its turn (14.4.4, 14.8.2, J61).
    pub(super) fn freeze(
        &self,
        hand: &mut Hand,
        matched: &MatchedRow<'_>,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> RuleResult {
        self.only_when(hand, self.in_round(hand), matched.cite())?;
        self.ruled(hand, matched, out);
        // The forced wager that is still to come has to be made all the same.
        let forced = if matches!(hand.due, Due::BringIn(_)) { self.terms.bring_in } else { 0 };
        let at = hand.most_wagered().max(forced);
        self.note(hand, out, IrregularityEvent::Frozen { at }, matched.cite());
        Ok(())
    }
}
