//! Hands with the wrong number of cards, cards in the wrong order, boxed cards.

use super::find::Found;
use super::told::{NotRuled, Place, TroubleEvent};
use super::{Told, refuse};
use crate::event::Event;
use crate::hand::{Due, Hand};
use crate::reason::Reason;
use crate::room::HandRules;
use cards::Card;
use cards::FewCards as Cards;
use engine::{Refusal, Sink};
use rulebook::Ruled;
use rulebook::room::{Family, Situation};

impl HandRules<'_> {
    /// The fault is put right. What the machine has dealt is the right order; where two cards were recorded with the
    /// wrong players, these change them.
    pub(super) fn correct(
        &self,
        hand: &mut Hand,
        found: &Found<'_>,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Told {
        let (cite, trouble) = (found.cite(), found.trouble);
        self.only_when(hand, hand.street == 0 && hand.due != Due::Posts, cite)?;
        let mut seats = trouble.seats.iter();
        let pair = match (trouble.what, seats.next(), seats.next(), seats.next()) {
            (Situation::OutOfOrder, Some(one), Some(other), None) if trouble.cards.len() == 2 => {
                Some((one, other))
            }
            _ => None,
        };
        let Some((one, other)) = pair else {
            self.ruled(hand, found, out);
            return Ok(());
        };
        let (first, second) = (found.card(0)?, found.card(1)?);
        self.held_by(hand, one, first)?;
        self.held_by(hand, other, second)?;
        self.ruled(hand, found, out);
        let faces = |hand: &Hand, seat: usize, card: Card| match hand.up[seat].contains(card) {
            true => Place::Up(seat as u8),
            false => Place::Down(seat as u8),
        };
        let (here, there) = (faces(hand, one, first), faces(hand, other, second));
        self.carry(hand, out, Some(first), (here, there), cite);
        self.carry(hand, out, Some(second), (there, here), cite);
        self.opens_anew(hand, out, cite);
        Ok(())
    }

    fn held_by(&self, hand: &Hand, seat: usize, card: Card) -> Told {
        match seat < hand.players() && hand.held(seat).contains(card) {
            true => Ok(()),
            false => self.no(Reason::NotHeld(card), rulebook::room::Point::Deal),
        }
    }

    /// A hand with the wrong number of cards is void, its wagers returned, or dead, and they stay.
    pub(super) fn hand_goes(
        &self,
        hand: &mut Hand,
        found: &Found<'_>,
        void: bool,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Told {
        let (cite, trouble) = (found.cite(), found.trouble);
        let seat = found.live_seat(hand)?;
        self.only_when(hand, !matches!(hand.due, Due::Posts | Due::Shuffle), cite)?;
        if hand.live.len() < 2 {
            // The last player's wrong hand is another row.
            return Err(Refusal::new(Reason::NotNow(hand.due), cite));
        }
        let has = hand.card_count(seat);
        let should = usize::from(trouble.count);
        let (mut extra, mut lacking) = (0, Cards::default());
        if found.row.what == Situation::NoDiscard {
            if !hand.mend.undiscarded.has(seat) {
                return refuse(NotRuled::CannotBe, cite);
            }
        } else if should == has {
            return refuse(NotRuled::CannotBe, cite);
        } else if should > has {
            // The cards too many came from the stub.
            extra = should - has;
            self.stub_has(hand, extra)?;
        } else if trouble.count > 0 {
            lacking = trouble.cards;
            let unknown = lacking.iter().filter(Option::is_none).count();
            let named = lacking.len() == has - should && unknown <= usize::from(hand.unseen[seat]);
            if !named || lacking.twice().is_some() {
                return refuse(NotRuled::WhichCards, cite);
            }
            lacking.iter().flatten().try_for_each(|card| self.holds(hand, seat, card))?;
        }
        self.ruled(hand, found, out);
        for _ in 0..extra {
            let card = hand.stub.top();
            self.carry(hand, out, card, (Place::Stub, Place::Down(seat as u8)), cite);
        }
        for card in lacking.iter() {
            self.carry(hand, out, card, (Place::Down(seat as u8), Place::Stub), cite);
        }
        if !void && hand.ahead.has(seat) {
            let to = hand.ahead_to[seat];
            self.note(hand, out, TroubleEvent::WagerStays { seat: seat as u8, to }, cite);
        }
        let chips = hand.staked[seat];
        if void && chips > 0 {
            self.note(hand, out, TroubleEvent::Refunded { seat: seat as u8, chips }, cite);
        }
        self.note(hand, out, TroubleEvent::HandGone { seat: seat as u8, void }, cite);
        self.pass_on(hand, out);
        Ok(())
    }

    /// A boxed card does not exist: it goes to the muck, and the next card takes its place (14.2.5).
    pub(super) fn muck_boxed(
        &self,
        hand: &mut Hand,
        found: &Found<'_>,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Told {
        let cite = found.cite();
        self.only_when(hand, !matches!(hand.due, Due::Posts | Due::Over), cite)?;
        let mut cards = found.trouble.cards;
        if cards.is_empty() {
            let count = usize::from(found.trouble.count.max(1));
            let mut rest = hand.stub.rest();
            for _ in 0..count {
                cards.push(rest.next());
            }
        }
        if let Some(card) = cards.twice() {
            return self.no(Reason::CardTwice(card), rulebook::room::Point::CardTwice);
        }
        let mut needs = 0;
        for card in cards.iter() {
            let place = card.map_or(Some(Place::Stub), |card| self.lies(hand, card));
            match place {
                None | Some(Place::Muck | Place::Aside) => {
                    return refuse(NotRuled::CannotBe, cite);
                }
                // A Chinese hand that is laid is locked, and so is what several runs of the board share.
                Some(Place::Down(seat)) if hand.set.has(usize::from(seat)) => {
                    return refuse(NotRuled::CannotBe, cite);
                }
                Some(Place::Board(_)) if self.boards_with(hand, card) > 1 => {
                    return refuse(NotRuled::CannotBe, cite);
                }
                // Gone from the stub, or replaced out of it.
                Some(_) => needs += 1,
            }
        }
        self.stub_has(hand, needs)?;
        let named = super::Trouble { cards, ..*found.trouble };
        self.ruled(hand, &Found { trouble: &named, ..*found }, out);
        let mut showing = false;
        for card in cards.iter() {
            let from = card.and_then(|card| self.lies(hand, card)).unwrap_or(Place::Stub);
            self.carry(hand, out, card, (from, Place::Muck), cite);
            if from != Place::Stub {
                showing |= matches!(from, Place::Up(_));
                let next = hand.stub.top();
                self.carry(hand, out, next, (Place::Stub, from), cite);
            }
        }
        if showing {
            self.opens_anew(hand, out, cite);
        }
        self.go_on(hand, out);
        Ok(())
    }

    /// On how many boards a card lies.
    fn boards_with(&self, hand: &Hand, card: Option<Card>) -> usize {
        let boards = usize::from(self.boards) * hand.runs();
        hand.boards[..boards].iter().filter(|board| card.is_some_and(|card| board.contains(card))).count()
    }

    /// Where a card lies.
    fn lies(&self, hand: &Hand, card: Card) -> Option<Place> {
        for seat in hand.live.iter() {
            if hand.down[seat].contains(card) {
                return Some(Place::Down(seat as u8));
            }
            if hand.up[seat].contains(card) {
                return Some(Place::Up(seat as u8));
            }
        }
        let boards = usize::from(self.boards) * hand.runs();
        if let Some(board) = hand.boards[..boards].iter().position(|board| board.contains(card)) {
            return Some(Place::Board(board as u8));
        }
        match () {
            () if hand.kitty.contains(card) => Some(Place::Kitty),
            () if hand.burns.contains(card) => Some(Place::Burns),
            () if hand.muck.contains(card) => Some(Place::Muck),
            () if hand.mend.aside.contains(card) => Some(Place::Aside),
            () => self.free(hand, card).is_ok().then_some(Place::Stub),
        }
    }

    /// Where up cards decide and nobody has acted, it is looked anew who opens.
    pub(super) fn opens_anew(
        &self,
        hand: &mut Hand,
        out: &mut impl Sink<Ruled<Event>>,
        cite: rulebook::Cite,
    ) {
        if self.game.family == Family::Stud && self.in_round(hand) && hand.acted.is_empty() {
            self.note(hand, out, TroubleEvent::OpensAgain, cite);
            self.go_on(hand, out);
        }
    }
}
