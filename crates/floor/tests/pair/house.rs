//! A cardroom for a test: a schema of its own, with open tables of one book on one meter.

use engine::TableNumber;
use floor::demo::{Croupier, DEALER, MANAGERS, furnish};
use floor::{By, Floor, HandClock, Options};
use house::Person;
use money::Money;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use store::{PostgresStore, Store, Stream, Vault};

/// The book of all tables.
pub(crate) const BOOK: &str = "crown-melbourne-three-card-poker-5.1";

/// Tables of each of its games, and players at each.
pub(crate) const TABLES: u32 = 8;
const PLAYERS: u32 = 2;

pub(crate) fn vault() -> Arc<Vault> {
    Arc::new(Vault::from_bytes([7; 32]))
}

/// Who may do everything.
pub(crate) fn manager() -> By {
    By { person: Person::Staff(MANAGERS[0]), second: Some(MANAGERS[1]) }
}

/// The server that the tests run on.
pub(crate) fn server() -> String {
    std::env::var("CARDROOM_TEST_POSTGRES").expect(
        "CARDROOM_TEST_POSTGRES is not set, and these tests need a PostgreSQL server: ./check starts one; \
         scripts/postgres run -- cargo test --release -p cardroom-floor --test pair does by hand",
    )
}

/// A furnished cardroom.
pub(crate) struct Cardroom {
    pub(crate) url: String,
    pub(crate) tables: Vec<Stream>,
}

impl Cardroom {
    pub(crate) fn on(server: &str) -> Cardroom {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let url = format!("{server}?schema=pair_{}_{number}", std::process::id());
        PostgresStore::init(&url).expect("a schema for the test");
        let store: Arc<dyn Store> = Arc::new(PostgresStore::connect(&url, "furnisher").expect("the store"));
        let clock = Arc::new(HandClock::default());
        let options = Options { clock: Arc::clone(&clock) as _, ..Options::default() };
        let floor = Floor::open(store, vault(), options).expect("a floor");
        let furnished = furnish(&floor, (BOOK, TableNumber(1)), (TABLES, PLAYERS), &|time| clock.pass(time));
        let furnished = furnished.unwrap_or_else(|stopped| panic!("{stopped}"));
        for (at, table) in furnished.tables.iter().enumerate() {
            let croupier =
                Croupier::new(Arc::clone(&floor), table.clone(), DEALER, manager(), 1000 + at as u64);
            let seated = croupier.expect("a table").seat(&furnished.patrons[at], Money::from_cents(900_000));
            seated.unwrap_or_else(|stopped| panic!("{stopped}"));
        }
        floor.close();
        Cardroom { url, tables: furnished.tables }
    }

    /// For looking, beside those who play.
    pub(crate) fn store(&self) -> PostgresStore {
        PostgresStore::connect(&self.url, "onlooker").expect("the store")
    }
}

/// Waits until something is so.
pub(crate) fn wait_until(what: &str, mut so: impl FnMut() -> bool) {
    for _ in 0..6_000 {
        if so() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("waited a minute in vain until {what}");
}
