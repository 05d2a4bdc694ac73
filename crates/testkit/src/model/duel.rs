//! A real floor and the model, told the same and held against each other after every order.

use super::compare::{Place, places};
use super::{Model, NextDoor, Order, PlainHouse, Speaker, Staff, Verdict};
use crate::dice::Dice;
use engine::TableNumber;
use floor::{By, CommandOutcome, Floor, FloorError, HandClock, Options, TableName, book};
use house::{Command as H, Date, OutsiderId, Person, StaffId};
use rulebook::{RoleId, Rulebook};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use store::{CommandId as Id, MemoryStore, Store, StoreError, Stream, Vault};

/// How often what happened.
#[derive(Clone, Copy, Debug, Default)]
pub struct Done {
    /// Orders that were done.
    pub done: u64,
    pub refused: u64,
    /// … given again and answered as before.
    pub again: u64,
    /// … with an id of another stream.
    pub elsewhere: u64,
    pub rounds: u64,
    /// Outcomes that meters recorded with an award.
    pub awards: u64,
    /// Of what was refused, what the table did and a patron's file refused in the end.
    pub denied: u64,
    /// What reached from one house to another of the same operator.
    pub next_door: NextDoor,
}

impl Done {
    /// All orders.
    pub fn orders(&self) -> u64 {
        self.done + self.refused + self.again + self.elsewhere
    }

    /// Adds another's.
    pub fn add(&mut self, other: &Done) {
        self.done += other.done;
        self.refused += other.refused;
        self.again += other.again;
        self.elsewhere += other.elsewhere;
        self.rounds += other.rounds;
        self.awards += other.awards;
        self.denied += other.denied;
        self.next_door.shut_out += other.next_door.shut_out;
        self.next_door.limited += other.next_door.limited;
        self.next_door.sent_away += other.next_door.sent_away;
        self.next_door.busy += other.next_door.busy;
        self.next_door.linked += other.next_door.linked;
    }
}

/// What was given, so that it can be given again: with the records that the first answer named.
type Given = (Id, Speaker, Order, Option<(u64, u64)>);

/// A floor and its model.
pub struct Duel {
    pub(super) floor: Arc<Floor>,
    clock: Arc<HandClock>,
    key: Arc<Mutex<[u8; 32]>>,
    pub(super) books: &'static [&'static str],
    pub(super) model: Model,
    dice: Dice,
    seed: u64,
    threads: bool,
    pub(super) streams: Vec<Stream>,
    /// All that is compared, and the versions at which it was.
    pub(super) places: Vec<Place>,
    pub(super) versions: Vec<u64>,
    given: VecDeque<Given>,
    ids: u64,
    trail: VecDeque<String>,
    /// How often what happened.
    pub done: Done,
}

/// How much is remembered to be given again, and to be shown when something differs.
const REMEMBERED: usize = 120;

pub(super) fn words<E: std::fmt::Display>(error: E) -> String {
    error.to_string()
}

impl Duel {
    /// A floor with a house for each book on a memory of its own, with this many threads, and its model.
    ///
    /// # Errors
    /// If the floor cannot be opened.
    pub fn new(books: &'static [&'static str], seed: u64, threads: usize) -> Result<Duel, String> {
        let clock = Arc::new(HandClock::default());
        let key = Arc::new(Mutex::new([0; 32]));
        let shown = Arc::clone(&key);
        let options = Options {
            threads,
            snapshot_every: 5_000,
            keys: Arc::new(move || Ok(*shown.lock().unwrap_or_else(|broken| broken.into_inner()))),
            clock: Arc::clone(&clock) as _,
            zone: floor::Zone::default(),
            shared: false,
            games: Vec::new(),
        };
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let floor = Floor::open(store, Arc::new(Vault::from_bytes([7; 32])), options).map_err(words)?;
        let (mut houses, mut games) = (Vec::new(), Vec::new());
        // The first day of the houses is opened by the clock.
        clock.jump(FIRST_DAY_MS);
        for (at, id) in books.iter().enumerate() {
            let book: &'static Rulebook = book(id).map_err(words)?;
            houses.push(PlainHouse::new(book, &book.front.operator, hire(&floor, (at, id), book)?));
            // One table of every game, and one more that is live.
            let all = book.variants.iter().chain(book.variants.first());
            games.extend(all.map(|game| (at, game.game.as_str())));
        }
        clock.jump(-FIRST_DAY_MS);
        let numbered: Vec<(TableNumber, usize, &str)> =
            games.iter().zip(1..).map(|(&(at, game), number)| (TableNumber(number), at, game)).collect();
        let mut streams = Vec::new();
        for &(number, at, game) in &numbered {
            let name = TableName { book: books[at].into(), game: game.into(), number };
            streams.push(floor.new_table(&name).map_err(words)?.stream().clone());
        }
        let model = Model::new(houses, &numbered);
        let places = places(&floor, &model)?;
        Ok(Duel {
            floor,
            clock,
            key,
            books,
            model,
            dice: Dice::new(seed),
            seed,
            threads: threads > 0,
            streams,
            versions: places.iter().map(Place::version).collect(),
            places,
            given: VecDeque::new(),
            ids: 0,
            trail: VecDeque::new(),
            done: Done::default(),
        })
    }

    /// Gives so many orders.
    ///
    /// # Errors
    /// What differs, and what led there.
    pub fn fight(&mut self, orders: u64) -> Result<(), String> {
        let until = self.done.orders() + orders;
        while self.done.orders() < until {
            let order = self.done.orders();
            self.order().map_err(|what| {
                let trail: Vec<&str> = self.trail.iter().map(String::as_str).collect();
                format!("{:?} seed {}, order {order}: {what}\n{}", self.books, self.seed, trail.join("\n"))
            })?;
        }
        self.comes_to_rest().map_err(|what| {
            let trail: Vec<&str> = self.trail.iter().map(String::as_str).collect();
            format!("{:?} seed {}, with everybody gone: {what}\n{}", self.books, self.seed, trail.join("\n"))
        })?;
        self.everything()?;
        self.done.next_door = self.model.next_door;
        self.done.rounds = self.model.tables.iter().map(|table| table.game.rounds).sum();
        let meters = self.model.houses.iter().flat_map(|house| &house.meter_state.meters);
        self.done.awards = meters.map(|meter| meter.totals.royals + meter.totals.flushes).sum();
        Ok(())
    }

    fn order(&mut self) -> Result<(), String> {
        if self.dice.chance(10) {
            let seconds = if self.dice.chance(3) { 90_000 } else { self.dice.below(400) };
            self.clock.pass(Duration::from_secs(seconds));
            self.model.now += seconds;
            // Somebody moves the clock on the wall: nobody minds.
            self.clock.jump(self.dice.from_to(-4_000_000, 4_000_000));
        }
        let old = (!self.given.is_empty() && self.dice.chance(4)).then(|| {
            let at = self.dice.below(self.given.len() as u64) as usize;
            self.given[at].clone()
        });
        let (id, by, order, first) = match old {
            // The same again; or its id for something else.
            Some((id, by, order, first)) if self.dice.chance(90) => (id, by, order, first),
            old => {
                let (by, order) = self.model.next(&mut self.dice);
                match old {
                    Some((id, ..)) if self.model.seen.get(&id) != Some(&self.model.stream(&order)) => {
                        (id, by, order, None)
                    }
                    _ => (self.id(), by, order, None),
                }
            }
        };
        if by.is_system() && is_for_tables(&order) {
            // The floor says that to files itself, when a table has it due: nobody else speaks as the floor.
            return Ok(());
        }
        let verdict = self.tell((id, by, order, first))?;
        match verdict {
            Verdict::Done => self.done.done += 1,
            Verdict::Again => self.done.again += 1,
            Verdict::Refused => {
                self.done.refused += 1;
                self.done.denied += u64::from(self.model.denied.contains(&id));
            }
            Verdict::Elsewhere => self.done.elsewhere += 1,
        }
        Ok(())
    }

    /// One order more, to the floor and to the model.
    pub(super) fn give_both(&mut self, by: Speaker, order: Order) -> Result<Verdict, String> {
        let id = self.id();
        self.tell((id, by, order, None))
    }

    fn tell(&mut self, (id, by, order, first): Given) -> Result<Verdict, String> {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&self.dice.any().to_le_bytes());
        *self.key.lock().unwrap_or_else(|broken| broken.into_inner()) = key;
        let admitted = self.admitted(by.0, &order)?;
        let expected = self.model.told(id, by, &order, key, admitted);
        self.trail.push_back(format!("  {:?} {} -> {expected:?}", by.0, short(&order)));
        if self.trail.len() > 30 {
            self.trail.pop_front();
        }
        let (verdict, records) = self.give(id, by.0, &order)?;
        if verdict != expected {
            return Err(format!("the floor says {verdict:?}"));
        }
        if verdict == Verdict::Again && first.is_some() && records != first {
            return Err(format!("first it stood at {first:?}, now at {records:?}"));
        }
        self.given.push_back((id, by, order.clone(), records));
        if self.given.len() > REMEMBERED {
            self.given.pop_front();
        }
        self.wait();
        self.compare(&order, verdict == Verdict::Done)?;
        Ok(verdict)
    }

    fn id(&mut self) -> Id {
        self.ids += 1;
        Id(u128::from(self.ids).to_be_bytes())
    }

    /// Whether they may say so at all.
    fn admitted(&self, by: By, order: &Order) -> Result<bool, String> {
        let judged = match order {
            Order::Table(at, command) => self.floor.judge_table(&self.streams[*at], by, command),
            Order::Meter(at, command) => self.floor.judge_meter(self.books[*at], by, command),
            // The house judges for itself.
            Order::House(..) => return Ok(true),
            Order::Patron(at, number, what) => self.floor.judge_patron((self.books[*at], *number), by, what),
        };
        judged.map(|judged| judged.is_ok()).map_err(words)
    }

    /// Gives the floor the order.
    fn give(&self, id: Id, by: By, order: &Order) -> Result<(Verdict, Option<(u64, u64)>), String> {
        let told = match order {
            Order::Table(at, command) => {
                let stream = &self.streams[*at];
                self.floor.ask_table(stream, (id, by), command.clone()).map(heard)
            }
            Order::Meter(at, command) => {
                self.floor.ask_meter(self.books[*at], (id, by), command.clone()).map(heard)
            }
            Order::House(at, command) => {
                self.floor.ask_house(self.books[*at], (id, by), command.clone()).map(heard)
            }
            Order::Patron(at, number, command) => {
                self.floor.ask_patron((self.books[*at], *number), (id, by), command.clone()).map(heard)
            }
        };
        match told {
            Ok(heard) => heard,
            Err(FloorError::Nobody(_) | FloorError::Barred { .. } | FloorError::Refused { .. }) => {
                Ok((Verdict::Refused, None))
            }
            Err(error) => Err(format!("the floor fails: {error}")),
        }
    }

    /// Waits until the floor has done all that follows.
    fn wait(&self) {
        let versions = || self.floor.tables().iter().map(|table| table.version()).collect::<Vec<_>>();
        for _ in 0..20_000 {
            let before = versions();
            if self.floor.tables().iter().all(|table| table.with_state(|state| state.due.is_empty())) {
                if !self.threads {
                    return;
                }
                // What a file tells its table is on no list; it comes in a moment.
                std::thread::sleep(Duration::from_micros(300));
                if versions() == before {
                    return;
                }
            }
            std::thread::sleep(Duration::from_micros(50));
        }
    }
}

fn heard<M: floor::Hosted>(answer: CommandOutcome<M>) -> Result<(Verdict, Option<(u64, u64)>), String> {
    match answer {
        CommandOutcome::Done(done) if done.again => Ok((Verdict::Again, Some((done.first, done.last)))),
        CommandOutcome::Done(done) => Ok((Verdict::Done, Some((done.first, done.last)))),
        CommandOutcome::Refused(_) => Ok((Verdict::Refused, None)),
        CommandOutcome::Failed(StoreError::CommandElsewhere { .. }) => Ok((Verdict::Elsewhere, None)),
        CommandOutcome::Failed(error) => Err(format!("the floor fails: {error}")),
    }
}

/// What tables alone tell files: money and play.
fn is_for_tables(order: &Order) -> bool {
    use house::PatronCommand as P;
    matches!(
        order,
        Order::Patron(
            _,
            _,
            P::StartPlay { .. }
                | P::EndPlay
                | P::RecordPlay { .. }
                | P::TakeToTable { .. }
                | P::BringBack { .. }
        )
    )
}

fn short(order: &Order) -> String {
    format!("{order:?}").chars().take(300).collect()
}

/// 1 January 2026, in UTC.
const FIRST_DAY_MS: i64 = 1_767_225_600_000;

/// A member of staff of every role, two of the highest first, the dealer third; and somebody from outside.
fn hire(floor: &Arc<Floor>, (at, book_id): (usize, &str), book: &Rulebook) -> Result<Staff, String> {
    let top = book.ladder.highest();
    let both = By { person: Person::Staff(StaffId(1)), second: Some(StaffId(2)) };
    let mut staff = Staff::default();
    let mut number = 0;
    let mut tell = |by: By, what: H| -> Result<(), String> {
        number += 1;
        let mut id = [0xdd; 16];
        (id[14], id[15]) = (at as u8, number);
        match floor.ask_house(book_id, (Id(id), by), what).map_err(words)? {
            CommandOutcome::Done(_) => Ok(()),
            other => Err(format!("the house: {other:?}")),
        }
    };
    let name = |id: StaffId| format!("Somebody {id}");
    tell(By::alone(Person::System), H::Found { id: StaffId(1), name: name(StaffId(1)) })?;
    tell(
        By::alone(Person::Staff(StaffId(1))),
        H::Hire { id: StaffId(2), name: name(StaffId(2)), role: top },
    )?;
    staff.roles.extend([(StaffId(1), top), (StaffId(2), top)]);
    for role in 0..=top.0 {
        let id = StaffId(3 + u32::from(role));
        tell(both, H::Hire { id, name: name(id), role: RoleId(role) })?;
        staff.roles.insert(id, RoleId(role));
    }
    if !book.ladder.outside.is_empty() {
        tell(both, H::Enrol { id: OutsiderId(1), name: "Somebody from outside".into(), place: 0 })?;
        staff.outside.insert(OutsiderId(1), 0);
    }
    // Nobody plays without a day; it lies before all that files count.
    let date = Date::new(2026, 1, 1).ok_or("no such day")?;
    tell(both, H::OpenDay { date })?;
    Ok(staff)
}
