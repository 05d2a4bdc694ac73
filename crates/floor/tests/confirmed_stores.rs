//! Who vouches for the clock on the stores that casinos run: on PostgreSQL the database, on SQLite two persons.

use engine::{PatronId, TableNumber};
use floor::demo::{Chance, MANAGERS, furnish};
use floor::{By, Clock, CommandOutcome, Floor, HandClock, Options, SystemClock};
use house::{ClockSource, LimitOf, PatronCommand, Period, Person};
use money::Money;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use store::{PostgresStore, SqliteStore, Store, Vault};

const BOOK: &str = "crown-melbourne-three-card-poker-5.1";
/// The first patron of the first table.
const PATRON: PatronId = PatronId(100);
const LIMIT: LimitOf = LimitOf::Loss(Period::Day);

fn both() -> By {
    By { person: Person::Staff(MANAGERS[0]), second: Some(MANAGERS[1]) }
}

struct House {
    floor: Arc<Floor>,
    chance: Mutex<Chance>,
}

impl House {
    /// Furnished, with a clock that shows the true time and that much more.
    fn new(store: Arc<dyn Store>, wrong_ms: i64) -> (House, Arc<HandClock>) {
        let clock = Arc::new(HandClock::default());
        clock.jump(SystemClock::start().wall_ms() + wrong_ms);
        let vault = Arc::new(Vault::from_bytes([7; 32]));
        let options = Options { clock: Arc::clone(&clock) as _, ..Options::default() };
        let floor = Floor::open(store, vault, options).unwrap();
        (House { floor, chance: Mutex::new(Chance::new(91 + wrong_ms.unsigned_abs())) }, clock)
    }

    fn ask(&self, what: PatronCommand) -> bool {
        let id = self.chance.lock().unwrap().id();
        let by = By::alone(Person::Patron(PATRON));
        matches!(self.floor.ask_patron((BOOK, PATRON), (id, by), what).unwrap(), CommandOutcome::Done(_))
    }

    fn limit(&self, dollars: i64) {
        let to = Some(Money::from_cents(dollars * 100));
        assert!(self.ask(PatronCommand::SetLimit { of: LIMIT, to }));
    }

    fn confirmed_ms(&self) -> Option<i64> {
        self.floor
            .patron(BOOK, PATRON)
            .unwrap()
            .with_state(|file| file.confirmed.map(|(_, clock_ms)| clock_ms))
    }

    fn until_confirmed(&self) -> i64 {
        let since = Instant::now();
        loop {
            if let Some(clock_ms) = self.confirmed_ms() {
                return clock_ms;
            }
            assert!(since.elapsed() < Duration::from_secs(20), "nobody has confirmed it");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

fn furnished(house: &House, clock: &HandClock) {
    furnish(&house.floor, (BOOK, TableNumber(1)), (1, 1), &|time| clock.pass(time)).unwrap();
    // Furnishing let time pass: back to the true time.
    clock.jump(SystemClock::start().wall_ms() - clock.wall_ms());
}

#[test]
fn the_clock_of_postgresql_vouches_for_the_machines() {
    let server = std::env::var("CARDROOM_TEST_POSTGRES").expect(
        "CARDROOM_TEST_POSTGRES is not set, and this test needs a PostgreSQL server: ./check starts one; \
         by hand: scripts/postgres run -- cargo test --release -p cardroom-floor --test integration confirmed_stores::",
    );
    let joint = if server.contains('?') { '&' } else { '?' };
    let url = format!("{server}{joint}schema=confirmed_{}", std::process::id());
    PostgresStore::init(&url).unwrap();
    let store: Arc<dyn Store> = Arc::new(PostgresStore::connect(&url, "one").unwrap());
    let apart = store.clock_ms().unwrap().unwrap().abs_diff(SystemClock::start().wall_ms());
    assert!(apart < 5_000, "its clock is {apart} ms from this machine's");

    let (house, clock) = House::new(Arc::clone(&store), 0);
    furnished(&house, &clock);
    house.limit(100);
    assert_eq!(house.confirmed_ms(), None, "nothing waits");
    house.limit(500);
    let known = house.until_confirmed();
    assert!(matches!(house.floor.confirmed_clock(), Some((_, ClockSource::Database))));
    assert!(known.abs_diff(SystemClock::start().wall_ms()) < 20_000);
    house.floor.close();

    // A process whose clock is three days ahead: the database does not agree, and neither do two persons count.
    let (house, _) = House::new(store, 3 * 86_400_000);
    house.floor.confirm_clock(BOOK, both()).unwrap();
    assert!(house.floor.confirmed_clock().is_none());
    assert!(!house.ask(PatronCommand::TakeEffect { of: LIMIT }), "three days have not passed");
    assert_eq!(house.confirmed_ms(), Some(known));
    house.floor.close();
}

#[test]
fn on_sqlite_two_persons_vouch_for_it_after_every_start() {
    let folder = std::env::temp_dir().join(format!("cardroom-confirmed-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("casino.db");
    let store: Arc<dyn Store> = Arc::new(SqliteStore::create(&path).unwrap());
    let (house, clock) = House::new(Arc::clone(&store), 0);
    furnished(&house, &clock);
    house.limit(100);
    house.limit(500);
    assert!(house.floor.confirmed_clock().is_none(), "a file has no clock");
    assert_eq!(house.confirmed_ms(), None);
    house.floor.confirm_clock(BOOK, both()).unwrap();
    house.until_confirmed();
    house.floor.close();

    // Three days later: at first nobody has said so.
    let three_days = 3 * 86_400_000;
    let (house, _) = House::new(store, three_days);
    let effect = || PatronCommand::TakeEffect { of: LIMIT };
    assert!(!house.ask(effect()));
    house.floor.confirm_clock(BOOK, both()).unwrap();
    let since = Instant::now();
    while !house.ask(effect()) {
        assert!(since.elapsed() < Duration::from_secs(20), "three days have passed, and two persons say so");
        std::thread::sleep(Duration::from_millis(10));
    }
    house.floor.close();
    std::fs::remove_dir_all(folder).unwrap();
}
