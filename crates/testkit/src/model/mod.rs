//! A floor in one piece: plain lists, one thing after another, no desks, no log, no calls on their way. The games and
//! the meters decide by their own rules; where money goes, who may speak and what a patron's file says is worked out
//! here a second time. [`Duel`] tells a real floor and the model the same and holds them against each other.
//!
//! A floor has tables under several books. A person has one file with each operator: whatever it holds is asked at every
//! table of that operator and at no other's.

mod chance;
mod chips;
mod compare;
mod duel;
mod files;
mod houses;
mod people;
mod persons;
mod rest;
mod table;

pub use duel::{Done, Duel};
pub use houses::PlainHouse;
pub use people::{Speaker, Staff};
pub use table::PlainTable;

/// The floors that are played on: an operator with two books, alone and beside others.
pub const FLOORS: [&[&str]; 4] = [
    &[
        "crown-melbourne-mississippi-stud-3.0",
        "crown-melbourne-three-card-poker-5.1",
        "star-sydney-mississippi-stud-4",
    ],
    &["crown-sydney-poker-minors-3.3", "star-sydney-mississippi-stud-4"],
    &["crown-melbourne-three-card-poker-5.1", "crown-melbourne-mississippi-stud-3.0"],
    &[
        "crown-sydney-poker-minors-3.3",
        "crown-melbourne-mississippi-stud-3.0",
        "crown-melbourne-three-card-poker-5.1",
    ],
];

use engine::banked::Command as GameCommand;
use engine::{Moment, PatronId, TableNumber, jackpot};
use files::File;
use floor::table::Command;
use house::PatronCommand;
use persons::Person;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use store::CommandId as Id;

/// Somebody tells somebody something.
#[derive(Clone, Debug)]
pub enum Order {
    /// A table, by its place in the list.
    Table(usize, Command<GameCommand>),
    /// The meters of a house, by its place in the list.
    Meter(usize, jackpot::Command),
    House(usize, house::Command),
    /// A patron's file, asked at a house under a number.
    Patron(usize, PatronId, PatronCommand),
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

/// How often what one house was told decided something at another of the same operator.
#[derive(Clone, Copy, Debug, Default)]
pub struct NextDoor {
    /// Somebody excluded at one house was not seated at another.
    pub shut_out: u64,
    /// Somebody sat down with what a limit set at another house left.
    pub limited: u64,
    /// Somebody who sat at one house had to leave by an exclusion at another.
    pub sent_away: u64,
    /// Somebody who sat at one house was not seated at another too.
    pub busy: u64,
    pub linked: u64,
}

/// The model.
pub struct Model {
    /// The houses, one for each book.
    pub houses: Vec<PlainHouse>,
    /// The tables of all houses.
    pub tables: Vec<PlainTable>,
    files: BTreeMap<Person, File>,
    /// Seconds since everything was opened.
    pub now: u64,
    /// Where a command stands that was done.
    seen: HashMap<Id, String>,
    /// … and which of them a patron's file refused in the end: that they were asked stands in the log.
    denied: HashSet<Id>,
    /// Whether the file or the game refused what was just asked for.
    file_refused: bool,
    /// … and who gave it.
    givers: HashMap<Id, floor::By>,
    refused: HashMap<String, VecDeque<Id>>,
    /// What reached from one house to another.
    pub next_door: NextDoor,
}

impl Model {
    /// A floor with these houses and tables: of each its number, its house and its game.
    pub fn new(houses: Vec<PlainHouse>, games: &[(TableNumber, usize, &str)]) -> Model {
        let table = |&(number, house, game): &(TableNumber, usize, &str)| {
            PlainTable::new((number, house), houses.get(house)?.book, game)
        };
        Model {
            tables: games.iter().filter_map(table).collect(),
            houses,
            files: BTreeMap::new(),
            now: 0,
            seen: HashMap::new(),
            denied: HashSet::new(),
            file_refused: false,
            givers: HashMap::new(),
            refused: HashMap::new(),
            next_door: NextDoor::default(),
        }
    }

    /// Of one stream: all were opened at the beginning.
    fn moment(&self) -> Moment {
        Moment(self.now)
    }

    /// The house of an order.
    fn house(&self, order: &Order) -> usize {
        match *order {
            Order::Table(at, _) => self.tables[at].home,
            Order::Meter(at, _) | Order::House(at, _) | Order::Patron(at, ..) => at,
        }
    }

    /// The name by which ids are kept apart.
    fn stream(&self, order: &Order) -> String {
        match order {
            Order::Table(at, _) => format!("table {at}"),
            Order::Meter(at, _) => format!("meter {at}"),
            Order::House(at, _) => format!("house {at}"),
            Order::Patron(at, number, _) => self.person(*at, *number).to_string(),
        }
    }

    /// Somebody tells somebody something; `key` is for the next deck.
    /// Who may say it at all is judged elsewhere, and tried cell by cell: here is what follows.
    pub fn told(&mut self, id: Id, by: Speaker, order: &Order, key: [u8; 32], admitted: bool) -> Verdict {
        let stream = self.stream(order);
        let unknown = !self.houses[self.house(order)].staff.knows(by);
        // The house judges for itself, and asks before it refuses whether the id is known.
        if unknown && matches!(order, Order::House(..)) {
            return self.once(id, by, stream, |_| false);
        }
        if unknown || !admitted {
            let again = self.gave_before(id, by, &stream) && !self.denied.contains(&id);
            return if again { Verdict::Again } else { Verdict::Refused };
        }
        if let Order::Patron(house, number, PatronCommand::Link { other }) = order {
            return self.link(id, by, (*house, *number), other);
        }
        self.once(id, by, stream, |model| match order {
            Order::Table(at, command) => model.table_told(*at, by, command, key),
            Order::Meter(at, command) => model.meter_told(*at, by, command),
            Order::House(at, command) => model.house_told(*at, by, command),
            Order::Patron(at, number, command) => model.file_told((*at, *number), by, command),
        })
    }

    /// What they may do now does not change what they have done.
    fn gave_before(&self, id: Id, by: Speaker, stream: &str) -> bool {
        self.seen.get(&id).is_some_and(|seen| seen == stream) && self.givers.get(&id) == Some(&by.0)
    }

    /// Does something that a stream is told, unless it was done or refused there before.
    fn once(
        &mut self,
        id: Id,
        by: Speaker,
        stream: String,
        does: impl FnOnce(&mut Model) -> bool,
    ) -> Verdict {
        if self.refused.get(&stream).is_some_and(|refused| refused.contains(&id)) {
            return Verdict::Refused;
        }
        match self.seen.get(&id) {
            Some(known) if *known == stream && self.denied.contains(&id) => return Verdict::Refused,
            Some(known) if *known == stream => return Verdict::Again,
            Some(_) => return Verdict::Elsewhere,
            None => {}
        }
        self.file_refused = false;
        let done = does(self);
        if done || self.file_refused {
            self.givers.insert(id, by.0);
            self.seen.insert(id, stream.clone());
        }
        if done {
            return Verdict::Done;
        }
        if self.file_refused {
            self.denied.insert(id);
            return Verdict::Refused;
        }
        let refused = self.refused.entry(stream).or_default();
        if refused.len() == REFUSALS {
            refused.pop_front();
        }
        refused.push_back(id);
        Verdict::Refused
    }
}
