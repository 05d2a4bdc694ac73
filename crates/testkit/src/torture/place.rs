//! Where a tortured floor is kept: a file, or a PostgreSQL server; and how it is furnished.

use cards::ShuffleKey;
use engine::TableNumber;
use floor::demo::furnish;
use floor::{Floor, HandClock, Options, SystemClock};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use store::{PostgresSettings, PostgresStore, SqliteStore, Store, StoreError, Vault};

/// The books whose tables are played at.
pub const BOOKS: [&str; 4] = [
    "crown-sydney-poker-minors-3.3",
    "star-sydney-mississippi-stud-4",
    "crown-melbourne-mississippi-stud-3.0",
    "crown-melbourne-three-card-poker-5.1",
];

/// Players at every table.
pub const SEATS: u32 = 2;

/// Whether an address is a server's.
pub fn is_server(at: &str) -> bool {
    at.starts_with("postgres://") || at.starts_with("postgresql://")
}

/// Opens the store at a path or an address.
///
/// # Errors
/// If it cannot be opened.
pub fn open(at: &str) -> Result<Arc<dyn Store>, StoreError> {
    if is_server(at) {
        // A killed holder's claims outlive it by this: the next life waits for it.
        let settings = PostgresSettings { patience: Duration::from_millis(400), beats: true };
        let store = PostgresStore::connect_with(at, &format!("torture-{}", std::process::id()), settings)?;
        std::thread::sleep(Duration::from_millis(450));
        return Ok(Arc::new(store));
    }
    Ok(Arc::new(SqliteStore::open(Path::new(at))?))
}

/// The vault of every tortured floor.
pub fn vault() -> Arc<Vault> {
    Arc::new(Vault::from_bytes([7; 32]))
}

/// A floor's options: keys that a seed repeats, and snapshots often.
pub fn options(seed: u64) -> Options {
    // From 1: seed 0 is a key of zeros, which no floor takes.
    let drawn = AtomicU64::new((seed << 20) + 1);
    Options {
        threads: 2,
        snapshot_every: 97,
        keys: Arc::new(move || Ok(*ShuffleKey::from_seed(drawn.fetch_add(1, Ordering::Relaxed)).reveal())),
        clock: Arc::new(SystemClock::start()),
        zone: floor::Zone::default(),
        shared: false,
        games: Vec::new(),
    }
}

/// Furnishes a floor in an empty store: every game of every book, one table each, patrons with money, meters.
///
/// # Errors
/// What stood in the way.
pub fn furnished(store: Arc<dyn Store>) -> Result<(), String> {
    let clock = Arc::new(HandClock::default());
    let options = Options { clock: Arc::clone(&clock) as _, ..options(1) };
    let floor = Floor::open(Arc::clone(&store), vault(), options).map_err(|error| error.to_string())?;
    for (at, book) in BOOKS.iter().enumerate() {
        let made =
            furnish(&floor, (book, TableNumber(1 + 10 * at as u32)), (1, SEATS), &|time| clock.pass(time));
        made.map_err(|error| format!("{book}: {error}"))?;
    }
    floor.close();
    drop(floor);
    let_go(&store);
    Ok(())
}

/// Waits until nobody else holds the store: an answer on its way may, for a moment.
pub fn let_go(store: &Arc<dyn Store>) {
    while Arc::strong_count(store) > 1 {
        std::thread::sleep(Duration::from_micros(100));
    }
}
