//! Hands that are asked for: out of the muck (14.2.7), or shown to one player only (14.2.4).

use super::RuleResult;
use super::matching::MatchedRow;
use super::refuse;
use super::reports::{IrregularityEvent, NotRuled};
use crate::event::Event;
use crate::hand::{Due, Hand};
use crate::hand_rules::HandRules;
use crate::reason::Reason;
use cards::FewCards as Cards;
use engine::{Refusal, Sink};
use rulebook::Ruled;
use rulebook::room::Remedy;

impl HandRules<'_> {
    /// A hand given up at the showdown is shown: tapped and dead, or live where a winner asks (J49).
    pub(super) fn show_mucked(
        &self,
        hand: &mut Hand,
        matched: &MatchedRow<'_>,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> RuleResult {
        let cite = matched.cite();
        let seat = matched.seat(hand)?;
        // A hand given up before the last cards came has nothing to be compared with.
        let live = matched.row.ruling == Remedy::ShowLive;
        let last = hand.street + 1 >= self.streets && hand.board_owed == 0;
        self.only_when(hand, (last || !live) && hand.due == Due::Pay, cite)?;
        let asker = matched.report.asker.map(usize::from);
        if !hand.remedies.gave_up.has(seat)
            || asker.is_none_or(|asker| asker >= hand.players() || asker == seat)
        {
            return refuse(NotRuled::CannotBe, cite);
        }
        let cards = self.whole_hand(hand, seat, matched)?;
        self.ruled(hand, matched, out);
        self.note(hand, out, IrregularityEvent::MuckShown { seat: seat as u8, cards, live }, cite);
        Ok(())
    }

    /// Who has shown his hand to one player shows it to all when the hand is over; before that he owes it.
    pub(super) fn show_all(
        &self,
        hand: &mut Hand,
        matched: &MatchedRow<'_>,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> RuleResult {
        let cite = matched.cite();
        let seat = matched.seat(hand)?;
        if !hand.is_over() {
            self.ruled(hand, matched, out);
            self.note(hand, out, IrregularityEvent::OwesShow { seat: seat as u8 }, cite);
            return Ok(());
        }
        let cards = self.whole_hand(hand, seat, matched)?;
        self.ruled(hand, matched, out);
        self.note(hand, out, IrregularityEvent::ShownToAll { seat: seat as u8, cards }, cite);
        Ok(())
    }

    /// All cards of a hand: known, or as they are named now.
    fn whole_hand(
        &self,
        hand: &Hand,
        seat: usize,
        matched: &MatchedRow<'_>,
    ) -> Result<Cards, Refusal<Reason>> {
        if hand.unseen[seat] == 0 {
            return Ok(hand.held(seat).iter().collect());
        }
        let cards = matched.report.cards;
        if cards.len() != hand.card_count(seat) || !cards.all_known() || cards.twice().is_some() {
            return refuse(NotRuled::WhichCards, matched.cite());
        }
        let held = hand.held(seat);
        if !(held - cards.known()).is_empty() {
            return refuse(NotRuled::CannotBe, matched.cite());
        }
        (cards.known() - held).iter().try_for_each(|card| self.free(hand, card))?;
        Ok(cards)
    }
}
