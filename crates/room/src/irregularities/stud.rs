//! Stud: cards that face the wrong way, the last card exposed, the deck running out in the middle of a street.

use super::RuleResult;
use super::matching::MatchedRow;
use super::refuse;
use super::reports::{CardPlace, IrregularityEvent, NotRuled, Reshuffle};
use crate::event::Event;
use crate::hand::{AfterShuffle, Due, Hand};
use crate::hand_rules::HandRules;
use cards::CardSet;
use engine::{Hidden, Sink};
use rulebook::Ruled;
use rulebook::room::Remedy;

impl HandRules<'_> {
    /// A card came up that should have come down: the next one comes down instead (14.4.1, 14.5.1, 14.6.1).
    pub(super) fn next_card_down(
        &self,
        hand: &mut Hand,
        matched: &MatchedRow<'_>,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> RuleResult {
        let cite = matched.cite();
        let seat = matched.live_seat(hand)?;
        let now = hand.street == 0 && self.in_round(hand) && hand.acted.is_empty();
        self.only_when(hand, now, cite)?;
        let card = matched.card(0)?;
        self.holds(hand, seat, card)?;
        if hand.up[seat].contains(card) {
            return refuse(NotRuled::CannotBe, cite);
        }
        self.ruled(hand, matched, out);
        let (down, up) = (CardPlace::Down(seat as u8), CardPlace::Up(seat as u8));
        for other in hand.up[seat].iter() {
            self.carry(hand, out, Some(other), up, down, cite);
        }
        self.carry(hand, out, Some(card), down, up, cite);
        self.opens_anew(hand, out, cite);
        Ok(())
    }

    /// The first of the last cards came up: so do all, and who opened the round before opens (14.5.6, 14.6.6).
    pub(super) fn all_last_cards_up(
        &self,
        hand: &mut Hand,
        matched: &MatchedRow<'_>,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> RuleResult {
        let cite = matched.cite();
        let seat = matched.seat(hand)?;
        let last = hand.street + 1 >= self.streets;
        let others_wait =
            (0..hand.players()).all(|other| other == seat || !hand.live.has(other) || hand.owed[other] > 0);
        self.only_when(hand, last && hand.due == Due::Hole && others_wait, cite)?;
        // Recorded before it was told, the card is turned; otherwise it is still to be dealt.
        let turned = matched.report.cards.known() & hand.down[seat];
        if hand.owed[seat] == 0 && turned == CardSet::default() {
            return refuse(NotRuled::WhichCards, cite);
        }
        self.ruled(hand, matched, out);
        self.note(hand, out, IrregularityEvent::LastCardsUp { row: matched.at }, cite);
        if let Some(card) = turned.iter().next().filter(|_| hand.owed[seat] == 0) {
            self.carry(hand, out, Some(card), CardPlace::Down(seat as u8), CardPlace::Up(seat as u8), cite);
        }
        Ok(())
    }

    /// A later last card came up: its player is all-in for what is in, by choice or because others have acted (J62).
    pub(super) fn treat_all_in(
        &self,
        hand: &mut Hand,
        matched: &MatchedRow<'_>,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> RuleResult {
        let cite = matched.cite();
        let seat = matched.live_seat(hand)?;
        let last = hand.street + 1 >= self.streets;
        self.only_when(hand, last && self.in_round(hand), cite)?;
        let card = matched.card(0)?;
        self.holds(hand, seat, card)?;
        if hand.up[seat].contains(card) {
            return refuse(NotRuled::CannotBe, cite);
        }
        let all_in = match (matched.row.ruling, matched.report.takes_all_in) {
            (Remedy::AllIn, _) => true,
            (_, Some(chosen)) => chosen,
            (_, None) => return refuse(NotRuled::Choose, cite),
        };
        self.ruled(hand, matched, out);
        self.carry(hand, out, Some(card), CardPlace::Down(seat as u8), CardPlace::Up(seat as u8), cite);
        if all_in && hand.able.has(seat) {
            self.note(hand, out, IrregularityEvent::TreatedAllIn { seat: seat as u8 }, cite);
            self.pass_on(hand, out);
        }
        Ok(())
    }

    /// The last street had begun when the deck ran short: the stub is dealt out, then the burns (14.7.1).
    pub(super) fn deal_stub_out(
        &self,
        hand: &mut Hand,
        matched: &MatchedRow<'_>,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> RuleResult {
        let cite = matched.cite();
        let last = hand.street + 1 >= self.streets;
        let short = hand.due == Due::Shuffle
            && hand.remedies.pooling.is_none()
            && matches!(hand.resume, AfterShuffle::Hole | AfterShuffle::Community);
        self.only_when(hand, last && short, cite)?;
        let owed: usize = hand.owed.iter().map(|&owed| usize::from(owed)).sum();
        if hand.stub.len() + usize::from(hand.burned) < owed {
            // Not even the burns go round: no clause says what then.
            return self.stub_has(hand, owed);
        }
        self.ruled(hand, matched, out);
        self.note(hand, out, IrregularityEvent::DealBegun, cite);
        self.burn(hand, out);
        let up = self.plan(hand).up & 1 == 1;
        while let Some(card) = hand.stub.top() {
            let Some(seat) = hand.owed.iter().position(|&owed| owed > 0) else { break };
            self.say(hand, out, Event::Dealt { seat: seat as u8, card: Hidden::new(Some(card)), up }, cite);
        }
        let event = IrregularityEvent::ReshuffleDue { of: Reshuffle::Burns, row: Some(matched.at) };
        self.note(hand, out, event, cite);
        Ok(())
    }
}
