//! A floor in one piece: plain lists, one thing after another, no desks, no log, no calls on their way. The games and
//! the meters decide by their own rules; where money goes, who may speak and what a patron's file says is worked out
//! here a second time. [`Duel`] tells a real floor and the model the same and holds them against each other.

mod chance;
mod duel;
mod files;
mod people;
mod table;

pub use duel::{Done, Duel};
pub use people::{Speaker, Staff};
pub use table::PlainTable;

use engine::banked::{Banked, Command as GameCommand};
use engine::jackpot::{self, Meters};
use engine::{Actor, Machine, Moment, Who};
use files::File;
use floor::table::Command;
use house::{PatronCommand, Person};
use rulebook::Rulebook;
use std::collections::{BTreeMap, HashMap, VecDeque};
use store::Command as Id;

/// Somebody tells somebody something.
#[derive(Clone, Debug)]
pub enum Order {
    /// A table, by its place in the list.
    Table(usize, Command<GameCommand>),
    /// The meters.
    Meter(jackpot::Command),
    /// A patron's file.
    Patron(u32, PatronCommand),
}

/// What becomes of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is done.
    Done,
    /// It was done before, and is not done again.
    Again,
    /// The rules say no, or nobody knows who speaks.
    Refused,
    /// The id is another stream's.
    Elsewhere,
}

/// How many refusals a desk remembers.
const REFUSALS: usize = 256;

/// The model.
pub struct Model {
    book: &'static Rulebook,
    meters: Meters<'static>,
    /// The tables.
    pub tables: Vec<PlainTable>,
    /// The meters.
    pub meter_state: jackpot::State,
    files: BTreeMap<u32, File>,
    staff: Staff,
    /// Seconds since everything was opened.
    pub now: u64,
    /// Where a command stands that was done.
    seen: HashMap<Id, String>,
    /// … and who gave it.
    givers: HashMap<Id, floor::By>,
    refused: HashMap<String, VecDeque<Id>>,
}

impl Model {
    /// A floor under a book with these tables and people.
    pub fn new(book: &'static Rulebook, staff: Staff, games: &[(u32, &str)]) -> Model {
        let table = |(number, game): &(u32, &str)| {
            Some(PlainTable::new(*number, Banked::new(book, book.variant(game)?)))
        };
        Model {
            book,
            meters: Meters::new(book),
            tables: games.iter().filter_map(table).collect(),
            meter_state: jackpot::State::default(),
            files: BTreeMap::new(),
            staff,
            now: 0,
            seen: HashMap::new(),
            givers: HashMap::new(),
            refused: HashMap::new(),
        }
    }

    /// Of one stream: all were opened at the beginning.
    fn moment(&self, _stream: &str) -> Moment {
        Moment(self.now)
    }

    fn file(&mut self, patron: u32) -> &mut File {
        self.files.entry(patron).or_default()
    }

    /// The name by which ids are kept apart.
    fn stream(&self, order: &Order) -> String {
        match order {
            Order::Table(at, _) => format!("table {at}"),
            Order::Meter(_) => "meter".into(),
            Order::Patron(number, _) => format!("patron {number}"),
        }
    }

    /// Somebody tells somebody something; `key` is for the next deck.
    /// Who may say it at all is judged elsewhere, and tried cell by cell: here is what follows.
    pub fn told(&mut self, id: Id, by: Speaker, order: &Order, key: [u8; 32], admitted: bool) -> Verdict {
        let stream = self.stream(order);
        if !self.staff.knows(by) || !admitted {
            // What they may do now does not change what they have done.
            let before = self.seen.get(&id) == Some(&stream) && self.givers.get(&id) == Some(&by.0);
            return if before { Verdict::Again } else { Verdict::Refused };
        }
        if self.refused.get(&stream).is_some_and(|refused| refused.contains(&id)) {
            return Verdict::Refused;
        }
        match self.seen.get(&id) {
            Some(known) if *known == stream => return Verdict::Again,
            Some(_) => return Verdict::Elsewhere,
            None => {}
        }
        let now = self.moment(&stream);
        let done = match order {
            Order::Table(at, command) => self.table_told(*at, by, command, key, now),
            Order::Meter(command) => self.meter_told(by, command),
            Order::Patron(number, command) => {
                let (book, staff) = (self.book, self.staff.clone());
                self.file(*number).told(book, &staff, by, now.0, command)
            }
        };
        if done {
            self.givers.insert(id, by.0);
            self.seen.insert(id, stream);
            return Verdict::Done;
        }
        let refused = self.refused.entry(stream).or_default();
        if refused.len() == REFUSALS {
            refused.pop_front();
        }
        refused.push_back(id);
        Verdict::Refused
    }

    /// Whether a patron plays somewhere.
    fn file_plays(&self, patron: u32) -> bool {
        self.files.get(&patron).is_some_and(|file| file.plays.is_some())
    }

    fn meter_told(&mut self, by: Speaker, command: &jackpot::Command) -> bool {
        let who = match by.0.person {
            Person::System => floor::table::SYSTEM,
            Person::Staff(_) => Who::Staff(self.staff.role(by).unwrap_or_default()),
            _ => Who::Outside(self.staff.place(by).unwrap_or_default()),
        };
        let mut said = Vec::new();
        let actor = Actor { who, at: self.moment("meter") };
        if self.meters.decide(&self.meter_state, actor, command, &mut said).is_err() {
            return false;
        }
        said.iter().for_each(|event| self.meters.evolve(&mut self.meter_state, &event.value));
        self.follow_meters();
        true
    }
}
