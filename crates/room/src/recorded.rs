//! Cards as they were recorded: a file or a person says which fell.

use crate::event::Event;
use crate::hand::{Due, Hand};
use crate::hand_rules::HandRules;
use crate::reason::Reason;
use crate::stub::Stub;
use cards::{Card, CardSet, FewCards as Cards};
use engine::{Hidden, Refusal, Sink};
use rulebook::Ruled;
use rulebook::room::Point;

impl HandRules<'_> {
    /// A card that is named must be in the deck and not out.
    pub(crate) fn free(&self, hand: &Hand, card: Card) -> Result<(), Refusal<Reason>> {
        if !self.game.deck.value.0.cards().contains(card) {
            return Err(Refusal::new(Reason::NoSuchCard(card), self.game.deck.cite));
        }
        if hand.out.contains(card) { self.no(Reason::CardTwice(card), Point::CardTwice) } else { Ok(()) }
    }

    /// Cards are recorded as they fall, unless the order of the stub is known: then they are dealt from it.
    pub(crate) fn recorded(&self, hand: &Hand, is_due: bool) -> Result<(), Refusal<Reason>> {
        self.expect(hand, is_due && !hand.stub.is_known())
    }

    pub(crate) fn all_free(&self, hand: &Hand, cards: &Cards) -> Result<(), Refusal<Reason>> {
        if let Some(card) = cards.twice() {
            return self.no(Reason::CardTwice(card), Point::CardTwice);
        }
        cards.iter().flatten().try_for_each(|card| self.free(hand, card))
    }

    /// Private cards as they were recorded: those of a street, or replacements.
    pub(crate) fn hole(
        &self,
        hand: &mut Hand,
        seat: usize,
        cards: &Cards,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), Refusal<Reason>> {
        self.recorded(hand, matches!(hand.due, Due::Hole | Due::Replace))?;
        if seat >= hand.players() {
            return self.no(Reason::NoSuchPlayer, Point::Deal);
        }
        let owed = hand.owed[seat];
        if cards.is_empty() || cards.len() > usize::from(owed) {
            return self.no(Reason::WrongCards { due: owed }, Point::WrongCardCount);
        }
        let replacing = hand.due == Due::Replace;
        if let Some(card) = cards.twice() {
            return self.no(Reason::CardTwice(card), Point::CardTwice);
        }
        // Where the deck runs out under these cards, what was discarded before may come again after its last card.
        let from_stub = hand.stub.len().saturating_sub(self.burn_due(hand));
        let mut again = CardSet::default();
        if replacing && from_stub < cards.len() {
            let pool = self.pool(hand);
            if pool.count + from_stub < cards.len() {
                return self.no(Reason::StubShort { runs: 0 }, Point::DeckShort);
            }
            again = pool.cards;
        }
        for (at, card) in cards.iter().enumerate() {
            let Some(card) = card else { continue };
            if at < from_stub || !again.contains(card) {
                self.free(hand, card)?;
            }
        }
        if hand.due == Due::Hole {
            self.need(hand, self.burn_due(hand) + cards.len())?;
        }
        self.burn(hand, out);
        let cite = self.hole_cite(hand);
        let plan = *self.plan(hand);
        for card in cards.iter() {
            if replacing && hand.stub.is_empty() {
                self.say(hand, out, Event::ShuffleDue, self.cite(Point::DrawReshuffle));
                let stub = Stub::unseen(self.pool(hand).count);
                self.say(hand, out, Event::Shuffled(stub), self.cite(Point::DrawReshuffle));
            }
            let up =
                !replacing && (hand.remedies.last_up || plan.up >> (plan.hole - hand.owed[seat]) & 1 == 1);
            self.say(hand, out, Event::Dealt { seat: seat as u8, card: Hidden::new(card), up }, cite);
        }
        self.go_on(hand, out);
        Ok(())
    }

    /// Cards of the next board as they were recorded.
    pub(crate) fn board(
        &self,
        hand: &mut Hand,
        cards: &Cards,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), Refusal<Reason>> {
        if hand.due == Due::Community && cards.len() == 1 {
            return self.community(hand, cards.iter().next().flatten(), out);
        }
        self.recorded(hand, hand.due == Due::Board)?;
        if cards.is_empty() || cards.len() > usize::from(hand.board_owed) {
            let due = Reason::WrongCards { due: hand.board_owed };
            return Err(Refusal::new(due, self.board_cite(hand)));
        }
        self.all_free(hand, cards)?;
        if hand.remedies.short_runs {
            return self.record_short(hand, cards, out);
        }
        self.need(hand, self.burn_due(hand) + cards.len())?;
        self.burn(hand, out);
        for card in cards.iter() {
            let board = hand.board_at;
            self.say(hand, out, Event::ToBoard { board, card }, self.board_cite(hand));
        }
        self.go_on(hand, out);
        Ok(())
    }

    /// The Kitty as it was recorded.
    pub(crate) fn kitty(
        &self,
        hand: &mut Hand,
        cards: &Cards,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), Refusal<Reason>> {
        self.recorded(hand, hand.due == Due::Kitty)?;
        let Some(kitty) = &self.game.kitty else { return self.no(Reason::NoKitty, Point::KittyOnly) };
        if cards.len() != usize::from(kitty.cards.value) {
            return Err(Refusal::new(Reason::WrongCards { due: kitty.cards.value }, kitty.cards.cite));
        }
        self.all_free(hand, cards)?;
        self.need(hand, cards.len())?;
        for card in cards.iter() {
            self.say(hand, out, Event::ToKitty(Hidden::new(card)), kitty.cards.cite);
        }
        self.go_on(hand, out);
        Ok(())
    }

    /// The shared card of a stud hand as it was recorded.
    pub(crate) fn community(
        &self,
        hand: &mut Hand,
        card: Option<Card>,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), Refusal<Reason>> {
        self.recorded(hand, hand.due == Due::Community)?;
        card.map_or(Ok(()), |card| self.free(hand, card))?;
        self.need(hand, self.burn_due(hand) + 1)?;
        self.burn(hand, out);
        self.say(hand, out, Event::Community(card), self.cite(Point::StudCommunity));
        self.go_on(hand, out);
        Ok(())
    }
}
