//! A burn that was left out (14.2.6, 14.9.2).

use super::Told;
use super::find::Found;
use super::told::{Place, Reshuffle, Trouble, TroubleEvent};
use crate::event::Event;
use crate::hand::{Due, Hand};
use crate::room::Room;
use cards::Card;
use engine::Sink;
use rulebook::Ruled;

impl Room<'_> {
    /// Nobody has acted on a flop without a burn: it goes back, is shuffled in, a card is burned, a new flop comes.
    pub(super) fn flop_with_burn(
        &self,
        hand: &mut Hand,
        found: &Found<'_>,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Told {
        let cite = found.cite();
        let dealt = self.last_dealt(hand);
        let missed = hand.mend.missed >> dealt & 1 == 1;
        self.only_when(hand, missed && self.can_deal_again(hand), cite)?;
        self.ruled(hand, found, out);
        for board in 0..self.boards {
            for card in hand.boards[usize::from(board)].iter() {
                self.carry(hand, out, Some(card), (Place::Board(board), Place::Aside), cite);
            }
        }
        self.note(hand, out, TroubleEvent::BoardAgain { board: 0, burn: true }, cite);
        let told = TroubleEvent::ReshuffleDue { of: Reshuffle::Rest, row: found.at };
        self.note(hand, out, told, cite);
        self.go_on(hand, out);
        Ok(())
    }

    /// Whether the cards of the street, named in the order in which they fell, can be moved on by one.
    pub(super) fn can_rebuild(&self, hand: &Hand, trouble: &Trouble) -> bool {
        let dealt = self.last_dealt(hand);
        let missed = hand.mend.missed >> dealt & 1 == 1 && hand.runs == 1;
        let places = self.fell_to(hand);
        // Who has acted on cards that all see could not have, had they fallen otherwise.
        let acted = self.plans[usize::from(dealt)].up != 0 && !hand.acted.is_empty();
        let now = self.can_deal_again(hand) || hand.due == Due::Pay;
        let lies = |(place, card): (&Place, Option<Card>)| match (*place, card) {
            (Place::Board(board), Some(card)) => hand.boards[usize::from(board)].contains(card),
            // A hand that is gone lies in the muck.
            (Place::Up(seat) | Place::Down(seat), _) if !hand.live.has(usize::from(seat)) => false,
            (Place::Up(seat) | Place::Down(seat), Some(card)) => hand.held(usize::from(seat)).contains(card),
            (Place::Down(seat), None) => hand.unseen[usize::from(seat)] > 0,
            _ => false,
        };
        missed
            && now
            && !acted
            && !places.is_empty()
            && places.len() == trouble.cards.len()
            && trouble.cards.twice().is_none()
            && places.iter().zip(trouble.cards.iter()).all(lies)
            && !hand.stub.is_empty()
    }

    /// Where the cards that were dealt last fell, in order.
    fn fell_to(&self, hand: &Hand) -> Vec<Place> {
        let plan = &self.plans[usize::from(self.last_dealt(hand))];
        if plan.board > 0 {
            let boards = (0..self.boards).flat_map(|board| (0..plan.board).map(move |_| board));
            return boards.map(Place::Board).collect();
        }
        if plan.draw > 0 {
            let drawn = (0..hand.players()).flat_map(|seat| hand.discards[seat].iter().map(move |_| seat));
            return drawn.map(|seat| Place::Down(seat as u8)).collect();
        }
        let up = plan.up & 1 == 1;
        let receivers = hand.live.or(hand.ghosts);
        let face = |seat: usize| if up { Place::Up(seat as u8) } else { Place::Down(seat as u8) };
        receivers.iter().map(face).collect()
    }

    /// The first card becomes the burn, every other moves on by one, and the last place gets the next card.
    pub(super) fn rebuild(
        &self,
        hand: &mut Hand,
        found: &Found<'_>,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Told {
        let cite = found.cite();
        let places = self.fell_to(hand);
        self.ruled(hand, found, out);
        let mut to = Place::Burns;
        for (&from, card) in places.iter().zip(found.trouble.cards.iter()) {
            self.carry(hand, out, card, (from, to), cite);
            to = from;
        }
        let next = hand.stub.top();
        self.carry(hand, out, next, (Place::Stub, to), cite);
        self.opens_anew(hand, out, cite);
        Ok(())
    }
}
