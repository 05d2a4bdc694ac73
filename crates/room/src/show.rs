//! The showdown: who shows, and what counts as shown.

use crate::event::Event;
use crate::hand::{Due, Hand};
use crate::hand_rules::HandRules;
use crate::reason::Reason;
use cards::FewCards as Cards;
use engine::{Refusal, Sink};
use rulebook::Ruled;
use rulebook::room::Point;

impl HandRules<'_> {
    /// A player tables his hand: cards speak (8.7).
    pub(crate) fn show(
        &self,
        hand: &mut Hand,
        seat: usize,
        cards: &Cards,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), Refusal<Reason>> {
        self.may_show(hand, seat)?;
        if !cards.is_empty() {
            self.may_be_shown(hand, seat, cards)?;
        }
        let cite = self.game.showdown.clause;
        self.say(hand, out, Event::Shown { seat: seat as u8, cards: *cards }, cite);
        self.go_on(hand, out);
        Ok(())
    }

    /// Whether these can be the player's cards.
    fn may_be_shown(&self, hand: &Hand, seat: usize, cards: &Cards) -> Result<(), Refusal<Reason>> {
        if let Some(card) = cards.twice() {
            return self.no(Reason::CardTwice(card), Point::CardTwice);
        }
        let held = hand.held(seat);
        if cards.len() != hand.card_count(seat) {
            return self.no(Reason::WrongCards { due: hand.card_count(seat) as u8 }, Point::CardsSpeak);
        }
        let new = cards.known() - held;
        if new.len() > usize::from(hand.unseen[seat]) {
            let card = new.iter().next();
            return self.no(card.map_or(Reason::NoSuchPlayer, Reason::NotHeld), Point::CardsSpeak);
        }
        for card in new.iter() {
            if !self.game.deck.value.0.cards().contains(card) {
                return Err(Refusal::new(Reason::NoSuchCard(card), self.game.deck.cite));
            }
            if hand.out.contains(card) {
                return self.no(Reason::CardTwice(card), Point::CardTwice);
            }
        }
        Ok(())
    }

    /// A player gives his hand up unseen.
    pub(crate) fn muck(
        &self,
        hand: &mut Hand,
        seat: usize,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), Refusal<Reason>> {
        self.expect(hand, matches!(hand.due, Due::Show(_)))?;
        self.may_show(hand, seat)?;
        self.say(hand, out, Event::Mucked { seat: seat as u8 }, self.cite(Point::Muck));
        self.go_on(hand, out);
        Ok(())
    }

    pub(crate) fn may_show(&self, hand: &Hand, seat: usize) -> Result<(), Refusal<Reason>> {
        if seat >= hand.players() || !hand.live.has(seat) {
            return self.no(Reason::NoSuchPlayer, Point::Turn);
        }
        match hand.due {
            Due::Show(turn) if self.policy.show_in_turn => self.in_turn(hand, seat, turn),
            Due::Show(_) if hand.to_show.has(seat) => Ok(()),
            // Who wins unseen may show all the same, and so may all once nobody can wager.
            Due::Pay => Ok(()),
            _ if !self.policy.show_in_turn && hand.able.len() <= 1 && hand.card_count(seat) > 0 => Ok(()),
            due => self.no(Reason::NotNow(due), Point::Turn),
        }
    }
}
