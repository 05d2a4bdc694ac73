//! A floor for tests: people of every role, patrons with money, a clock that is set by hand, a store that can refuse.

#![allow(dead_code, reason = "every test uses a part of it")]

pub(crate) mod ledger;

use engine::banked::{self, Decision, Phase};
use engine::jackpot::{self, MeterNotice};
use engine::{Actor, Machine, MeterIndex, Method, Moment, PatronId, SignJackpot, TableNumber, Who};
use floor::authority::{OTHER_PATRON, PATRON};
use floor::demo::{Chance, sign, terms};
use floor::table::{Command, DealingMode, State};
use floor::{
    BankedTable, By, CommandOutcome, Floor, FloorError, HandClock, Options, StreamWriter, TableName, book,
};
use house::{Date, OutsiderId, PatronCommand, Person, Source, StaffId};
use money::{MicroCents, Money};
use rulebook::{RoleId, Rulebook};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use store::{
    Answered, Append, AppendCallback, CommandId as Id, Epoch, Head, MemoryStore, Record, Snapshot, Store,
    StoreError, Stream, Vault,
};

pub(crate) const BOOKS: [&str; 4] = [
    "crown-sydney-poker-minors-3.3",
    "star-sydney-mississippi-stud-4",
    "crown-melbourne-mississippi-stud-3.0",
    "crown-melbourne-three-card-poker-5.1",
];

/// A store that can be full, as a whole or for one stream.
pub(crate) struct Shut {
    pub(crate) inner: MemoryStore,
    pub(crate) full: AtomicBool,
    pub(crate) lost: Mutex<Option<Stream>>,
    /// What a clock of its own shows, where it has one, as a database has.
    pub(crate) own_clock: Mutex<Option<i64>>,
    /// How often all streams were listed.
    pub(crate) listed: AtomicUsize,
    /// How many more appends are kept before everything stops, as in a crash.
    pub(crate) left: AtomicI64,
}

impl Shut {
    pub(crate) fn new() -> Arc<Shut> {
        Arc::new(Shut {
            inner: MemoryStore::new(),
            full: AtomicBool::new(false),
            lost: Mutex::new(None),
            own_clock: Mutex::default(),
            listed: AtomicUsize::new(0),
            left: AtomicI64::new(i64::MAX),
        })
    }
}

impl Store for Shut {
    fn submit(&self, append: Append, done: AppendCallback) {
        if self.full.load(Ordering::SeqCst) {
            return done(Err(StoreError::Full("shut for a test".into())));
        }
        if self.lost.lock().unwrap().as_ref() == Some(&append.stream) {
            return done(Err(StoreError::Full("this stream cannot be reached".into())));
        }
        if self.left.fetch_sub(1, Ordering::SeqCst) <= 0 {
            return done(Err(StoreError::Full("everything has stopped".into())));
        }
        self.inner.submit(append, done);
    }
    fn head(&self, stream: &Stream) -> Result<Head, StoreError> {
        self.inner.head(stream)
    }
    fn clock_ms(&self) -> Result<Option<i64>, StoreError> {
        Ok(*self.own_clock.lock().unwrap())
    }
    fn streams(&self) -> Result<Vec<(Stream, Head)>, StoreError> {
        self.listed.fetch_add(1, Ordering::SeqCst);
        self.inner.streams()
    }
    fn read(&self, stream: &Stream, from: u64, most: usize) -> Result<Vec<Record>, StoreError> {
        self.inner.read(stream, from, most)
    }
    fn scan(&self, each: &mut dyn FnMut(Record) -> ControlFlow<()>) -> Result<(), StoreError> {
        self.inner.scan(each)
    }
    fn answered(&self, command: Id) -> Result<Option<(Stream, Answered)>, StoreError> {
        self.inner.answered(command)
    }
    fn keep_snapshot(&self, snapshot: Snapshot) -> Result<(), StoreError> {
        self.inner.keep_snapshot(snapshot)
    }
    fn snapshot(&self, stream: &Stream) -> Result<Option<Snapshot>, StoreError> {
        self.inner.snapshot(stream)
    }
    fn seal(&self, stream: &Stream, up_to: u64) -> Result<(), StoreError> {
        self.inner.seal(stream, up_to)
    }
    fn claim(&self, stream: &Stream) -> Result<Epoch, StoreError> {
        self.inner.claim(stream)
    }
    fn release(&self, stream: &Stream, epoch: Epoch) -> Result<(), StoreError> {
        self.inner.release(stream, epoch)
    }
    fn beat(&self) -> Result<(), StoreError> {
        self.inner.beat()
    }
}

/// A floor under one book.
pub(crate) struct Scene {
    pub(crate) floor: Arc<Floor>,
    pub(crate) store: Arc<Shut>,
    pub(crate) vault: Arc<Vault>,
    pub(crate) clock: Arc<HandClock>,
    pub(crate) id: &'static str,
    pub(crate) book: &'static Rulebook,
    pub(crate) chance: Mutex<Chance>,
}

pub(crate) fn dollars(dollars: i64) -> Money {
    Money::from_cents(dollars * 100)
}

pub(crate) fn date(month: u8, day: u8) -> Date {
    Date::new(2026, month, day).unwrap()
}

/// A member of staff with that role, with one of the highest beside them.
pub(crate) fn rung(role: RoleId) -> By {
    By { person: Person::Staff(StaffId(10 + u32::from(role.0))), second: Some(StaffId(2)) }
}

/// Two who may do everything.
pub(crate) fn both() -> By {
    By { person: Person::Staff(StaffId(1)), second: Some(StaffId(2)) }
}

pub(crate) fn dealer() -> By {
    By::alone(Person::Staff(StaffId(10)))
}

pub(crate) fn patron(number: PatronId) -> By {
    By::alone(Person::Patron(number))
}

/// 31 October 2026, in UTC.
const FIRST_DAY_MS: i64 = 1_793_404_800_000;

pub(crate) const SYSTEM: By = By { person: Person::System, second: None };

/// A table on a meter, with somebody at it.
pub(crate) fn linked(id: &'static str) -> (Scene, Stream) {
    let scene = Scene::new(id);
    scene.open_meter(dollars(5));
    scene.notice(MeterIndex(0), MeterNotice::Tables);
    scene.pass_minutes(20);
    let table = scene.open_table(TableNumber(1), DealingMode::Virtual);
    scene.link(&table, TableNumber(1));
    scene.seat(&table, 0, PATRON);
    (scene, table)
}

pub(crate) fn game(command: banked::Command) -> Command<banked::Command> {
    Command::Game { command, next_key: None }
}

fn options(clock: &Arc<HandClock>) -> Options {
    let drawn = std::sync::atomic::AtomicU64::new(1);
    let keys = move || {
        let seed = drawn.fetch_add(1, Ordering::Relaxed);
        Ok(*cards::ShuffleKey::from_seed(seed).reveal())
    };
    Options { clock: Arc::clone(clock) as _, keys: Arc::new(keys), ..Options::default() }
}

impl Scene {
    /// Nobody is there yet.
    pub(crate) fn empty(id: &'static str) -> Scene {
        let (store, clock) = (Shut::new(), Arc::new(HandClock::default()));
        let vault = Arc::new(Vault::from_bytes([7; 32]));
        let floor = Floor::open(Arc::clone(&store) as _, Arc::clone(&vault), options(&clock)).unwrap();
        let chance = Mutex::new(Chance::new(77));
        Scene { floor, store, vault, clock, id, book: book(id).unwrap(), chance }
    }

    /// Those, and three patrons with money.
    pub(crate) fn new(id: &'static str) -> Scene {
        let scene = Scene::people(id);
        for number in [PATRON, OTHER_PATRON, PatronId(PATRON.0 + 2)] {
            scene.welcome(number);
        }
        scene
    }

    /// One of every role, somebody who was dismissed, everybody from outside, an open day.
    pub(crate) fn people(id: &'static str) -> Scene {
        let scene = Scene::empty(id);
        let name = |id: u32| format!("Somebody {id}");
        let hire = |id, role| house::Command::Hire { id: StaffId(id), name: name(id), role };
        let top = scene.book.ladder.highest();
        scene.house(SYSTEM, house::Command::Found { id: StaffId(1), name: name(1) });
        scene.house(By::alone(Person::Staff(StaffId(1))), hire(2, top));
        for role in 0..=top.0 {
            scene.house(both(), hire(10 + u32::from(role), RoleId(role)));
        }
        scene.house(both(), hire(80, RoleId(0)));
        scene.house(both(), hire(90, top));
        scene.house(both(), house::Command::Dismiss { id: StaffId(90) });
        for place in 0..scene.book.ladder.outside.len() as u8 {
            let id = 100 + u32::from(place);
            scene.house(both(), house::Command::Enrol { id: OutsiderId(id), name: name(id), place });
        }
        // The first day is opened by the clock, which goes back then: the days of the tests do not depend on it.
        scene.clock.jump(FIRST_DAY_MS);
        scene.house(both(), house::Command::OpenDay { date: date(10, 31) });
        scene.clock.jump(-FIRST_DAY_MS);
        scene.close_day(date(10, 31));
        scene.house(both(), house::Command::OpenDay { date: date(11, 15) });
        scene
    }

    /// A patron with a file, a card where the book wants one, and $10,000.
    pub(crate) fn welcome(&self, number: PatronId) {
        let register = PatronCommand::Register { number, name: "Pat".into(), day: date(11, 15) };
        self.file(number, both(), register);
        if let Some(card) = self.card(number) {
            self.file(number, both(), PatronCommand::IssueCard { card });
        }
        let from = Source::Cash;
        self.file(number, both(), PatronCommand::Deposit { amount: dollars(10_000), from });
    }

    pub(crate) fn card(&self, number: PatronId) -> Option<u64> {
        self.book.table.patrons.as_ref().map(|_| u64::from(number.0))
    }

    pub(crate) fn next(&self) -> Id {
        self.chance.lock().unwrap().id()
    }

    pub(crate) fn house(&self, by: By, what: house::Command) {
        let said = format!("{what:?}");
        let answer = self.floor.ask_house(self.id, (self.next(), by), what).unwrap();
        assert!(matches!(answer, CommandOutcome::Done(_)), "{said}: {answer:?}");
    }

    /// Two close a day over tables that are ready.
    pub(crate) fn close_day(&self, date: Date) {
        self.house(both(), house::Command::CloseDay { date, tables: Vec::new() });
    }

    /// The refusal of the house, in words, with its clause.
    pub(crate) fn house_refuses(&self, by: By, what: house::Command) -> (String, String) {
        match self.floor.ask_house(self.id, (self.next(), by), what).unwrap() {
            CommandOutcome::Refused(refusal) => {
                (refusal.reason.to_string(), self.book.label(refusal.cite).to_string())
            }
            other => panic!("{other:?}"),
        }
    }

    pub(crate) fn file(&self, number: PatronId, by: By, what: PatronCommand) {
        let said = format!("{what:?}");
        let answer = self.floor.ask_patron((self.id, number), (self.next(), by), what).unwrap();
        assert!(matches!(answer, CommandOutcome::Done(_)), "{said}: {answer:?}");
    }

    pub(crate) fn try_meter(
        &self,
        by: By,
        what: jackpot::Command,
    ) -> Result<CommandOutcome<jackpot::Meters<'static>>, FloorError> {
        self.floor.ask_meter(self.id, (self.next(), by), what)
    }

    pub(crate) fn meter(&self, by: By, what: jackpot::Command) {
        let said = format!("{what:?}");
        let answer = self.try_meter(by, what).unwrap();
        assert!(matches!(answer, CommandOutcome::Done(_)), "{said}: {answer:?}");
    }

    pub(crate) fn try_table(
        &self,
        table: &Stream,
        by: By,
        what: Command<banked::Command>,
    ) -> CommandOutcome<BankedTable> {
        self.floor.ask_table(table, (self.next(), by), what).unwrap()
    }

    pub(crate) fn table(&self, table: &Stream, by: By, what: Command<banked::Command>) {
        let said = format!("{what:?}");
        let answer = self.try_table(table, by, what);
        assert!(matches!(answer, CommandOutcome::Done(_)), "{said}: {answer:?}");
    }

    /// The refusal of a table, in words, with its clause.
    pub(crate) fn refused(&self, table: &Stream, by: By, what: Command<banked::Command>) -> (String, String) {
        match self.try_table(table, by, what) {
            CommandOutcome::Refused(refusal) => {
                (refusal.reason.to_string(), self.book.label(refusal.cite).to_string())
            }
            other => panic!("{other:?}"),
        }
    }

    pub(crate) fn desk(&self, table: &Stream) -> Arc<StreamWriter<BankedTable>> {
        self.floor.table(table).unwrap()
    }

    pub(crate) fn with_state<T>(&self, table: &Stream, at: impl FnOnce(&State<banked::Table>) -> T) -> T {
        self.desk(table).with_state(at)
    }

    pub(crate) fn pass_minutes(&self, minutes: u64) {
        self.clock.pass(Duration::from_secs(minutes * 60));
    }

    /// A table of the book's first game that is not set up.
    pub(crate) fn new_table(&self, number: TableNumber) -> Stream {
        let game = self.book.variants[0].game.clone();
        let name = TableName { book: self.id.to_string(), game, number };
        self.floor.new_table(&name).unwrap().stream().clone()
    }

    pub(crate) fn sign(&self) -> engine::Sign {
        sign(self.book, &self.book.variants[0])
    }

    /// … set up, with a float, and open.
    pub(crate) fn open_table(&self, number: TableNumber, mode: DealingMode) -> Stream {
        let table = self.new_table(number);
        self.table(&table, both(), Command::SetUp(mode));
        self.table(&table, both(), Command::Fill { amount: dollars(100_000) });
        self.table(&table, both(), game(banked::Command::Open(Box::new(self.sign()))));
        table
    }

    /// A patron sits down, with $2,000 from the account.
    pub(crate) fn seat(&self, table: &Stream, seat: u8, number: PatronId) {
        self.table(table, patron(number), Command::AskSeat { seat, patron: number, card: self.card(number) });
        self.until(table, |state| state.patrons[usize::from(seat)] == Some(number));
        let with = floor::table::Tender::Account;
        self.table(table, patron(number), Command::BuyIn { seat, amount: dollars(2_000), with });
        self.until(table, |state| !state.rack(seat).is_zero());
    }

    /// Waits until a table has come so far.
    pub(crate) fn until(&self, table: &Stream, so_far: impl Fn(&State<banked::Table>) -> bool) {
        self.wait(|| self.with_state(table, &so_far));
    }

    pub(crate) fn wait(&self, so_far: impl Fn() -> bool) {
        for _ in 0..10_000 {
            if so_far() {
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        panic!("it does not come to that");
    }

    /// Waits until nobody waits for anybody.
    pub(crate) fn quiet(&self) {
        self.wait(|| self.floor.tables().iter().all(|table| table.with_state(|state| state.due.is_empty())));
    }

    pub(crate) fn terms(&self) -> SignJackpot {
        terms(self.book)
    }

    /// A meter with the usual terms, whose tables may change.
    pub(crate) fn open_meter(&self, wager: Money) {
        let terms = SignJackpot { wager, ..self.terms() };
        let value = MicroCents::from(terms.seed_value(self.book));
        let method = if self.book.table.methods.is_some() { Method::B } else { Method::A };
        self.meter(both(), jackpot::Command::Open { terms, value, method, new: true });
    }

    pub(crate) fn notice(&self, meter: MeterIndex, of: MeterNotice) {
        self.meter(both(), jackpot::Command::PostNotice { meter, of, table: None });
    }

    /// The table goes onto the first meter.
    pub(crate) fn link(&self, table: &Stream, number: TableNumber) {
        let link =
            jackpot::Command::Link { meter: MeterIndex(0), table: number, terms: self.terms(), hands: true };
        self.meter(both(), link);
        self.table(table, both(), Command::Link { meter: MeterIndex(0) });
    }

    /// A patron lays this on every spot for first wagers.
    pub(crate) fn lays(&self, table: &Stream, (seat, number): (usize, PatronId), amount: i64) {
        let first = self.desk(table).machine().game.game().wager.iter().enumerate();
        for (wager, _) in first.filter(|(_, wager)| wager.place == rulebook::Place::First) {
            let (amount, medium) = (dollars(amount), rulebook::Medium::Chips);
            let place = banked::Command::Place { seat, wager, amount, medium, proxy: false, checked: true };
            self.table(table, patron(number), game(place));
        }
    }

    pub(crate) fn deals(&self, table: &Stream) {
        self.table(table, dealer(), game(banked::Command::CallNoMoreBets));
        self.table(table, dealer(), Command::Deal { next_key: None });
    }

    /// The least that a place may bet now.
    pub(crate) fn least_bet(&self, table: &Stream, seat: usize) -> Option<Money> {
        let desk = self.desk(table);
        let actor = Actor { who: Who::Seat(seat), at: Moment(0) };
        let least = |offer| match offer {
            banked::Offer::Bet { seat: at, from, only, .. } if at == seat => {
                Some(only.into_iter().min().unwrap_or(from))
            }
            _ => None,
        };
        desk.with_state(|state| desk.machine().game.offers(&state.game, actor).into_iter().find_map(least))
    }

    /// The round goes to its end; at every decision each player does this.
    pub(crate) fn plays_out(
        &self,
        table: &Stream,
        players: &[(usize, PatronId)],
        decides: impl Fn(&Scene, usize) -> Decision,
    ) {
        for _ in 0..40 {
            match self.with_state(table, |state| state.game.phase) {
                Phase::Betting => return self.quiet(),
                Phase::Deciding(_) => {
                    for (seat, number) in players {
                        let decision = decides(self, *seat);
                        let decide = banked::Command::Decide { seat: *seat, decision };
                        self.try_table(table, patron(*number), game(decide));
                    }
                    self.try_table(table, dealer(), game(banked::Command::Proceed));
                }
                _ => self.table(table, dealer(), game(banked::Command::Settle)),
            }
        }
        panic!("the round does not end");
    }

    /// A round of one player who folds.
    pub(crate) fn round(&self, table: &Stream, player: (usize, PatronId), amount: i64) {
        self.lays(table, player, amount);
        self.deals(table);
        self.plays_out(table, &[player], |_, _| Decision::Fold);
    }

    /// The same of one who stakes the least at every decision.
    pub(crate) fn staked_round(&self, table: &Stream, player: (usize, PatronId), amount: i64) {
        self.lays(table, player, amount);
        self.deals(table);
        self.plays_out(table, &[player], |scene, seat| match scene.least_bet(table, seat) {
            Some(amount) => Decision::Bet { amount, checked: true, token: false },
            None => Decision::Check,
        });
    }

    /// Everything ends and begins again from the log.
    pub(crate) fn restart(&mut self) {
        self.floor.close();
        let store = Arc::clone(&self.store) as _;
        // A machine that was off has counted nothing.
        self.clock = Arc::new(HandClock::default());
        self.floor = Floor::open(store, Arc::clone(&self.vault), options(&self.clock)).unwrap();
    }

    pub(crate) fn has_meter(&self) -> bool {
        self.sign().jackpot.is_some()
    }
}
