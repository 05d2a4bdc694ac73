//! Misdeals and hands that do not count (14.1.1).

use super::Told;
use super::find::Found;
use super::refuse;
use super::told::{NotRuled, TroubleEvent};
use crate::event::Event;
use crate::hand::{Due, Hand};
use crate::room::HandRules;
use crate::terms::ChipAmount;
use engine::Sink;
use rulebook::room::Situation;
use rulebook::{Cite, Ruled};

impl HandRules<'_> {
    /// What a player has posted: ante, and blind. Nothing has been won or lost yet.
    pub(super) fn posted(&self, hand: &Hand, seat: usize) -> (ChipAmount, ChipAmount) {
        if hand.mend.voided.has(seat) {
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
        found: &Found<'_>,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Told {
        let cite = found.cite();
        let dealt = hand.due != Due::Hole || hand.stub.len() < self.game.deck.value.len();
        // Cards are exposed in cutting before any is dealt, and nothing is before the posts.
        let enough = crate::Seats::first(hand.players()).less(hand.mend.voided).len() > 1;
        let untouched = hand.street == 0 || self.deal_open(hand) && hand.mend.played.is_empty();
        let now = untouched && enough && !matches!(hand.due, Due::Posts | Due::Shuffle);
        self.only_when(hand, now && (found.row.what != Situation::ExposedInCut || !dealt), cite)?;
        self.ruled(hand, found, out);
        for seat in 0..hand.players() {
            let (ante, blind) = self.posted(hand, seat);
            let chips = hand.staked[seat] - ante - blind;
            if chips > 0 {
                self.note(hand, out, TroubleEvent::Refunded { seat: seat as u8, chips }, cite);
            }
        }
        self.note(hand, out, TroubleEvent::Misdealt { row: found.at }, cite);
        self.go_on(hand, out);
        Ok(())
    }

    /// Every chip goes back to whose it was, and the hand is over.
    pub(super) fn refund_all(
        &self,
        hand: &mut Hand,
        found: &Found<'_>,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Told {
        let cite = found.cite();
        self.only_when(hand, hand.due != Due::Posts, cite)?;
        if found.row.what == Situation::WrongCountAtEnd {
            // He who is left, or who would take all that there is (J51).
            let seat = found.live_seat(hand)?;
            self.only_when(hand, hand.due == Due::Pay, cite)?;
            if self.winners(hand).without(seat) != crate::Seats::NONE
                || !self.wins_as_it_stands(hand, seat as u8)
                || usize::from(found.trouble.count) == hand.card_count(seat)
            {
                return refuse(NotRuled::CannotBe, cite);
            }
        }
        self.ruled(hand, found, out);
        self.void(hand, cite, out);
        Ok(())
    }

    /// Gives every chip back and ends the hand.
    pub(super) fn void(&self, hand: &mut Hand, cite: Cite, out: &mut impl Sink<Ruled<Event>>) {
        for seat in 0..hand.players() {
            let chips = hand.staked[seat];
            if chips > 0 {
                self.note(hand, out, TroubleEvent::Refunded { seat: seat as u8, chips }, cite);
            }
        }
        self.note(hand, out, TroubleEvent::Voided, cite);
        self.say(hand, out, Event::Ended, cite);
    }
}
