//! A table for tests: hands of the poker room, played by acts and gestures.

#![allow(dead_code, reason = "each test uses its part")]

use cards::{CardSet, Pack, parse_cards};
use engine::Refusal;
use room::{
    Act, BettingOptions, ChipAmount, Command, Due, Event, Gesture, GestureRuling, Hand, HandRules, Reason,
    Structure, Stub, Terms,
};
use rulebook::Ruled;
use rulebook::room::RoomBook;
use std::sync::OnceLock;

/// The book.
pub(crate) fn book() -> &'static RoomBook {
    static BOOK: OnceLock<RoomBook> = OnceLock::new();
    BOOK.get_or_init(|| {
        RoomBook::open("crown-melbourne-poker-13.0").unwrap_or_else(|error| panic!("{error}"))
    })
}

/// A hand and its machine.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) room: HandRules<'static>,
    pub(crate) hand: Hand,
    pub(crate) told: Vec<Ruled<Event>>,
}

/// These cards on top, then the rest of the pack.
pub(crate) fn stub(pack: Pack, top: &str) -> Stub {
    let top = parse_cards(top).unwrap_or_else(|error| panic!("{error}"));
    let first: CardSet = top.iter().copied().collect();
    Stub::of(top.into_iter().chain((pack.cards() - first).iter()))
}

impl Table {
    /// A game with 52 cards, dealt to its first decision.
    pub(crate) fn new(game: &str, terms: Terms, stacks: &[ChipAmount], top: &str) -> Table {
        let game = book().game(game, 52).unwrap_or_else(|| panic!("no game {game}"));
        let room = HandRules::new(book(), game, terms);
        let hand = Hand::new(stacks, stub(Pack::OF_52, top));
        let mut table = Table { room, hand, told: Vec::new() };
        table.tell(Command::Post).expect("posts");
        while matches!(table.hand.due(), Due::Hole | Due::Kitty | Due::Board) {
            table.tell(Command::Deal).expect("cards");
        }
        table
    }

    /// Hold'em with blinds of 5 and 10.
    pub(crate) fn holdem(structure: Structure, stacks: &[ChipAmount]) -> Table {
        let mut terms = Terms::blinds(5, 10);
        terms.structure = structure;
        Table::new("holdem", terms, stacks, "")
    }

    /// The same, checked and called to a later street: 10 each in the middle.
    pub(crate) fn on_street(structure: Structure, stacks: &[ChipAmount], street: usize) -> Table {
        let mut table = Table::holdem(structure, stacks);
        while table.hand.street() < street {
            match table.hand.due() {
                Due::Act(seat) => table.act(usize::from(seat), Act::Call),
                _ => table.tell(Command::Deal).expect("cards"),
            }
        }
        if table.hand.due() == Due::Board {
            table.tell(Command::Deal).expect("cards");
        }
        table
    }

    pub(crate) fn tell(&mut self, command: Command) -> Result<(), Refusal<Reason>> {
        let (before, told) = (self.hand, self.told.len());
        let result = self.room.tell(&mut self.hand, &command, &mut self.told);
        if result.is_err() {
            assert_eq!(self.hand, before, "refused, and changed all the same: {command:?}");
            assert_eq!(self.told.len(), told, "refused, and events told: {command:?}");
        }
        // Events alone lead to the same state.
        let mut again = before;
        for event in &self.told[told..] {
            engine::Machine::evolve(&self.room, &mut again, &event.value);
        }
        assert_eq!(again, self.hand, "{command:?}");
        result
    }

    /// An act in turn, which is accepted.
    pub(crate) fn act(&mut self, seat: usize, act: Act) {
        let told = self.tell(Command::Act { seat: seat as u8, act });
        told.unwrap_or_else(|no| panic!("p{} {act:?}: {}", seat + 1, no.reason));
    }

    /// An act that is refused: why, and by which clause.
    pub(crate) fn refused(&mut self, command: Command) -> (Reason, &'static str) {
        let no = self.tell(command).expect_err("to be refused");
        (no.reason, book().label(no.cite))
    }

    /// How a gesture is ruled, and its clause; then it happens.
    pub(crate) fn gesture(&mut self, gesture: Gesture) -> (GestureRuling, &'static str) {
        let ruling = self.room.rule_gesture(&self.hand, &gesture);
        let ruling = ruling.unwrap_or_else(|no| panic!("{gesture:?}: {}", no.reason));
        self.tell(Command::Gesture(gesture)).expect("what was ruled happens");
        (ruling, book().label(ruling.cite))
    }

    pub(crate) fn options(&self) -> BettingOptions {
        self.room.options(&self.hand).expect("a decision is due")
    }

    /// The least and the most to raise to.
    pub(crate) fn range(&self) -> Option<(ChipAmount, ChipAmount)> {
        self.options().raise.map(|raise| (raise.least, raise.most))
    }

    /// The last event and its clause.
    pub(crate) fn last(&self) -> (Event, &'static str) {
        let last = self.told.last().expect("something happened");
        (last.value, book().label(last.cite))
    }

    /// The clause of the last event of a kind.
    pub(crate) fn clause_of(&self, is: impl Fn(&Event) -> bool) -> &'static str {
        let found = self.told.iter().rev().find(|event| is(&event.value)).expect("such an event");
        book().label(found.cite)
    }
}

/// The structures of betting with a least wager of 10.
pub(crate) const NO_LIMIT: Structure = Structure::NoLimit { least: 10 };
pub(crate) const POT: Structure = Structure::Pot { least: 10 };
pub(crate) const LIMIT: Structure = Structure::Fixed { small: 10, big: 20, small_rounds: 2 };
