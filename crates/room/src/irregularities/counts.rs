//! Hands with the wrong number of cards, cards in the wrong order, boxed cards.

use super::matching::MatchedRow;
use super::reports::{CardPlace, IrregularityEvent, NotRuled};
use super::{RuleResult, refuse};
use crate::event::Event;
use crate::hand::{Due, Hand};
use crate::hand_rules::HandRules;
use crate::reason::Reason;
use cards::Card;
use cards::FewCards as Cards;
use engine::{Refusal, Sink};
use rulebook::Ruled;
use rulebook::room::{Family, IrregularityKind};

impl HandRules<'_> {
    /// The fault is put right. What the machine has dealt is the right order; where two cards were recorded with the
    /// wrong players, these change them.
    pub(super) fn correct(
        &self,
        hand: &mut Hand,
        matched: &MatchedRow<'_>,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> RuleResult {
        let (cite, report) = (matched.cite(), matched.report);
        self.only_when(hand, hand.street == 0 && hand.due != Due::Posts, cite)?;
        let mut seats = report.seats.iter();
        let pair = match (report.what, seats.next(), seats.next(), seats.next()) {
            (IrregularityKind::OutOfOrder, Some(one), Some(other), None) if report.cards.len() == 2 => {
                Some((one, other))
            }
            _ => None,
        };
        let Some((one, other)) = pair else {
            self.ruled(hand, matched, out);
            return Ok(());
        };
        let (first, second) = (matched.card(0)?, matched.card(1)?);
        self.held_by(hand, one, first)?;
        self.held_by(hand, other, second)?;
        self.ruled(hand, matched, out);
        let faces = |hand: &Hand, seat: usize, card: Card| {
            if hand.up[seat].contains(card) { CardPlace::Up(seat as u8) } else { CardPlace::Down(seat as u8) }
        };
        let (here, there) = (faces(hand, one, first), faces(hand, other, second));
        self.carry(hand, out, Some(first), here, there, cite);
        self.carry(hand, out, Some(second), there, here, cite);
        self.opens_anew(hand, out, cite);
        Ok(())
    }

    fn held_by(&self, hand: &Hand, seat: usize, card: Card) -> RuleResult {
        if seat < hand.players() && hand.held(seat).contains(card) {
            Ok(())
        } else {
            self.no(Reason::NotHeld(card), rulebook::room::Point::Deal)
        }
    }

    /// A hand with the wrong number of cards is void, its wagers returned, or dead, and they stay.
    pub(super) fn hand_goes(
        &self,
        hand: &mut Hand,
        matched: &MatchedRow<'_>,
        void: bool,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> RuleResult {
        let (cite, report) = (matched.cite(), matched.report);
        let seat = matched.live_seat(hand)?;
        self.only_when(hand, !matches!(hand.due, Due::Posts | Due::Shuffle), cite)?;
        if hand.live.len() < 2 {
            // The last player's wrong hand is another row.
            return Err(Refusal::new(Reason::NotNow(hand.due), cite));
        }
        let has = hand.card_count(seat);
        let should = usize::from(report.count);
        let (mut extra, mut lacking) = (0, Cards::default());
        if matched.row.what == IrregularityKind::NoDiscard {
            if !hand.remedies.undiscarded.has(seat) {
                return refuse(NotRuled::CannotBe, cite);
            }
        } else if should == has {
            return refuse(NotRuled::CannotBe, cite);
        } else if should > has {
            // The cards too many came from the stub.
            extra = should - has;
            self.stub_has(hand, extra)?;
        } else if report.count > 0 {
            lacking = report.cards;
            let unknown = lacking.iter().filter(Option::is_none).count();
            let named = lacking.len() == has - should && unknown <= usize::from(hand.unseen[seat]);
            if !named || lacking.twice().is_some() {
                return refuse(NotRuled::WhichCards, cite);
            }
            lacking.iter().flatten().try_for_each(|card| self.holds(hand, seat, card))?;
        }
        self.ruled(hand, matched, out);
        for _ in 0..extra {
            let card = hand.stub.top();
            self.carry(hand, out, card, CardPlace::Stub, CardPlace::Down(seat as u8), cite);
        }
        for card in lacking.iter() {
            self.carry(hand, out, card, CardPlace::Down(seat as u8), CardPlace::Stub, cite);
        }
        if !void && hand.out_of_turn.has(seat) {
            let to = hand.out_of_turn_to[seat];
            self.note(hand, out, IrregularityEvent::WagerStays { seat: seat as u8, to }, cite);
        }
        let chips = hand.staked[seat];
        if void && chips > 0 {
            self.note(hand, out, IrregularityEvent::Refunded { seat: seat as u8, chips }, cite);
        }
        self.note(hand, out, IrregularityEvent::HandGone { seat: seat as u8, void }, cite);
        self.pass_on(hand, out);
        Ok(())
    }

    /// A boxed card does not exist: it goes to the muck, and the next card takes its place (14.2.5).
    pub(super) fn muck_boxed(
        &self,
        hand: &mut Hand,
        matched: &MatchedRow<'_>,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> RuleResult {
        let cite = matched.cite();
        self.only_when(hand, !matches!(hand.due, Due::Posts | Due::Over), cite)?;
        let mut cards = matched.report.cards;
        if cards.is_empty() {
            let count = usize::from(matched.report.count.max(1));
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
            let place = card.map_or(Some(CardPlace::Stub), |card| self.lies(hand, card));
            match place {
                None | Some(CardPlace::Muck | CardPlace::Aside) => {
                    return refuse(NotRuled::CannotBe, cite);
                }
                // A Chinese hand that is laid is locked, and so is what several runs of the board share.
                Some(CardPlace::Down(seat)) if hand.set.has(usize::from(seat)) => {
                    return refuse(NotRuled::CannotBe, cite);
                }
                Some(CardPlace::Board(_)) if self.boards_with(hand, card) > 1 => {
                    return refuse(NotRuled::CannotBe, cite);
                }
                // Gone from the stub, or replaced out of it.
                Some(_) => needs += 1,
            }
        }
        self.stub_has(hand, needs)?;
        let named = super::IrregularityReport { cards, ..*matched.report };
        self.ruled(hand, &MatchedRow { report: &named, ..*matched }, out);
        let mut showing = false;
        for card in cards.iter() {
            let from = card.and_then(|card| self.lies(hand, card)).unwrap_or(CardPlace::Stub);
            self.carry(hand, out, card, from, CardPlace::Muck, cite);
            if from != CardPlace::Stub {
                showing |= matches!(from, CardPlace::Up(_));
                let next = hand.stub.top();
                self.carry(hand, out, next, CardPlace::Stub, from, cite);
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
    fn lies(&self, hand: &Hand, card: Card) -> Option<CardPlace> {
        for seat in hand.live.iter() {
            if hand.down[seat].contains(card) {
                return Some(CardPlace::Down(seat as u8));
            }
            if hand.up[seat].contains(card) {
                return Some(CardPlace::Up(seat as u8));
            }
        }
        let boards = usize::from(self.boards) * hand.runs();
        if let Some(board) = hand.boards[..boards].iter().position(|board| board.contains(card)) {
            return Some(CardPlace::Board(board as u8));
        }
        match () {
            () if hand.kitty.contains(card) => Some(CardPlace::Kitty),
            () if hand.burns.contains(card) => Some(CardPlace::Burns),
            () if hand.muck.contains(card) => Some(CardPlace::Muck),
            () if hand.remedies.aside.contains(card) => Some(CardPlace::Aside),
            () => self.free(hand, card).is_ok().then_some(CardPlace::Stub),
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
            self.note(hand, out, IrregularityEvent::OpensAgain, cite);
            self.go_on(hand, out);
        }
    }
}
