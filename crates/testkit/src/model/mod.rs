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
use rulebook::{Act, Rulebook};
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
    pub fn told(&mut self, id: Id, by: Speaker, order: &Order, key: [u8; 32]) -> Verdict {
        // Those who are not let in are not even heard.
        if !self.staff.knows(by) || !self.admitted(by, order) {
            return Verdict::Refused;
        }
        let stream = self.stream(order);
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

    /// Where the book wants two persons there are two; files hear of play and money from tables alone.
    fn admitted(&self, by: Speaker, order: &Order) -> bool {
        let act = match order {
            Order::Table(_, Command::Fill { .. } | Command::Credit { .. }) => Act::FillFloat,
            Order::Table(
                _,
                Command::CountFloat { .. } | Command::CountDrop { .. } | Command::CloseDay { .. },
            ) => Act::CountFloat,
            Order::Table(_, Command::DetermineAwards { .. }) => Act::DetermineTopJackpot,
            Order::Meter(jackpot::Command::Correct { .. }) => {
                return by.is_system() || self.staff.may(self.book, by, Act::CorrectMeter);
            }
            Order::Meter(_) => return by.patron().is_none(),
            Order::Patron(
                _,
                PatronCommand::StartPlay { .. }
                | PatronCommand::EndPlay
                | PatronCommand::RecordPlay { .. }
                | PatronCommand::TakeToTable { .. }
                | PatronCommand::BringBack { .. },
            ) => return false,
            _ => return true,
        };
        by.is_system() || self.book.house.second(act).is_none() || self.staff.may(self.book, by, act)
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
        true
    }
}
