//! What has happened, in words: for recall, logs and inspectors. Every word of an event is made of its values, and every
//! variant has its own; a card that was not shown is not in them. The one place where events become sentences.

mod amounts;
mod cards;
mod clock;
mod game;
mod others;
mod people;
mod table;

pub use amounts::dollars;
pub use cards::OpenCards;
pub use clock::clock;
pub use others::{of_house, of_meter, of_patron};
pub use people::{LogNames, Names, NumbersOnly, ordered_by, patron_name, person};

use crate::table::{CallAnswer, Event, State};
use engine::PatronId;
use engine::banked::{self, Event as E, Table};
use house::Hours;
use rulebook::{Rulebook, Ruled, Variant};
use std::fmt::Debug;

/// For whom events are told.
#[derive(Clone, Copy)]
pub enum Audience<'a> {
    /// Everybody: no names, and nothing out of patrons' files.
    Everybody,
    /// Those who answer for the table: people by name, where these are known.
    Staff(&'a dyn Names),
}

/// Tells what happened at the tables of a game.
#[derive(Clone, Copy)]
pub struct Teller<'a> {
    pub game: &'a Variant,
    pub audience: Audience<'a>,
    /// The cards that were shown. Records of real cards name no other.
    pub seen: OpenCards,
}

impl<'a> Teller<'a> {
    /// For everybody.
    pub fn new(game: &'a Variant) -> Teller<'a> {
        Teller { game, audience: Audience::Everybody, seen: OpenCards::default() }
    }

    /// What an event means. `state` is the table after the event, so that cards that were just shown are known; for the end
    /// of a round, before it.
    pub fn tell(&self, state: &State<Table>, event: &Event<E>) -> String {
        match event {
            Event::Game(event) => self.of_game(state, event),
            event => self.of_table(event),
        }
    }

    /// The same for what happened around the game, for which the table itself need not be known; none for the game's own.
    pub fn tell_around(&self, event: &Event<E>) -> Option<String> {
        (!matches!(event, Event::Game(_))).then(|| self.of_table(event))
    }

    /// A place, with its player's name for those who may know it.
    fn place(&self, state: &State<Table>, seat: u8) -> String {
        let place = format!("place {}", u16::from(seat) + 1);
        let patron = state.patrons.get(usize::from(seat)).copied().flatten();
        match (self.audience, patron) {
            (Audience::Staff(names), Some(patron)) => {
                format!("{place} ({})", person(names, house::Person::Patron(patron)))
            }
            _ => place,
        }
    }

    fn patron(&self, patron: PatronId) -> String {
        let patron = house::Person::Patron(patron);
        match self.audience {
            Audience::Staff(names) => person(names, patron),
            Audience::Everybody => person(&NumbersOnly, patron),
        }
    }
}

/// The clause of an event as it is printed. What a patron's file refused carries that file's clause; elsewhere it is the one
/// by which the table decided.
pub fn clause_of(book: &Rulebook, event: &Ruled<Event<E>>) -> String {
    match &event.value {
        Event::SeatRefused { clause, .. } => clause.clone(),
        Event::CallAnswered { answer: CallAnswer::Refused { clause, .. }, .. } => clause.clone(),
        _ => book.label(event.cite).to_string(),
    }
}

/// Whether an event is one of the many small steps that a summary leaves out. Records, exports and the API keep it.
pub fn is_detail(event: &Event<E>) -> bool {
    match event {
        Event::Game(event) => game::is_detail(event),
        event => table::is_detail(event),
    }
}

/// The name of a variant as words: `CardsShuffledAgain` is "cards shuffled again".
pub(crate) fn spaced(variant: &impl Debug) -> String {
    let all = format!("{variant:?}");
    let name = all.split([' ', '(', '{']).next().unwrap_or_default();
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}

/// How far a table has come, where the day of the house lets it: between rounds it is open for wagers only while one is open.
pub fn phase_in(table: &Table, hours: Hours) -> &'static str {
    match (table.phase, hours) {
        (banked::Phase::Betting, Hours::Closed) => "no gaming day is open",
        (banked::Phase::Betting, Hours::LastRound) => "the last round was called",
        _ => phase(table),
    }
}

/// How far a round has come.
pub fn phase(table: &Table) -> &'static str {
    match table.phase {
        banked::Phase::Closed => "closed",
        banked::Phase::Betting => "open for wagers",
        banked::Phase::Locked => "no more bets",
        banked::Phase::Deciding(_) => "players decide",
        banked::Phase::Showdown => "showdown",
        banked::Phase::Awards => "waits for a jackpot award",
    }
}
