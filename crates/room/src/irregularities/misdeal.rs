//! Misdeals and hands that do not count (14.1.1).

use super::RuleResult;
use super::matching::MatchedRow;
use super::refuse;
use super::reports::{IrregularityEvent, NotRuled};
use crate::event::Event;
use crate::hand::{Due, Hand};
use crate::hand_rules::HandRules;
use crate::terms::ChipAmount;
use engine::Sink;
use rulebook::room::IrregularityKind;
use rulebook::{Cite, Ruled};

impl HandRules<'_> {
    /// What a player has posted: ante, and blind. Nothing has been won or lost yet.
    pub(super) fn posted(&self, hand: &Hand, seat: usize) -> (ChipAmount, ChipAmount) {
        if hand.remedies.voided.has(seat) {
            return (0, 0);
        }
        let start = hand.stacks[seat] + hand.staked[seat];
        let ante = self.terms.antes[seat].clamp(0, start);
        (ante, self.terms.blinds[seat].abs().min(start - ante))
    }

    /// All is dealt anew: wagers go back, posts stay, the same player is first to receive (J31).
    pub(super) fn misdeal(
        &self,
        hand: &mut Hand,
        matched: &MatchedRow<'_>,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> RuleResult {
        let cite = matched.cite();
        let dealt = hand.due != Due::Hole || hand.stub.len() < self.game.deck.value.len();
        // Cards are exposed in cutting before any is dealt, and nothing is before the posts.
        let enough = crate::Seats::first(hand.players()).less(hand.remedies.voided).len() > 1;
        let untouched = hand.street == 0 || self.deal_open(hand) && hand.remedies.played.is_empty();
        let now = untouched && enough && !matches!(hand.due, Due::Posts | Due::Shuffle);
        self.only_when(hand, now && (matched.row.what != IrregularityKind::ExposedInCut || !dealt), cite)?;
        self.ruled(hand, matched, out);
        for seat in 0..hand.players() {
            let (ante, blind) = self.posted(hand, seat);
            let chips = hand.staked[seat] - ante - blind;
            if chips > 0 {
                self.note(hand, out, IrregularityEvent::Refunded { seat: seat as u8, chips }, cite);
            }
        }
        self.note(hand, out, IrregularityEvent::Misdealt { row: matched.at }, cite);
        self.go_on(hand, out);
        Ok(())
    }

    /// Every chip goes back to whose it was, and the hand is over.
    pub(super) fn refund_all(
        &self,
        hand: &mut Hand,
        matched: &MatchedRow<'_>,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> RuleResult {
        let cite = matched.cite();
        self.only_when(hand, hand.due != Due::Posts, cite)?;
        if matched.row.what == IrregularityKind::WrongCountAtEnd {
            // He who is left, or who would take all that there is (J51).
            let seat = matched.live_seat(hand)?;
            self.only_when(hand, hand.due == Due::Pay, cite)?;
            if self.winners(hand).without(seat) != crate::Seats::NONE
                || !self.wins_as_it_stands(hand, seat as u8)
                || usize::from(matched.report.count) == hand.card_count(seat)
            {
                return refuse(NotRuled::CannotBe, cite);
            }
        }
        self.ruled(hand, matched, out);
        self.void(hand, cite, out);
        Ok(())
    }

    /// Gives every chip back and ends the hand.
    pub(super) fn void(&self, hand: &mut Hand, cite: Cite, out: &mut impl Sink<Ruled<Event>>) {
        for seat in 0..hand.players() {
            let chips = hand.staked[seat];
            if chips > 0 {
                self.note(hand, out, IrregularityEvent::Refunded { seat: seat as u8, chips }, cite);
            }
        }
        self.note(hand, out, IrregularityEvent::Voided, cite);
        self.say(hand, out, Event::Ended, cite);
    }
}
