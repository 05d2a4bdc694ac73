//! How fast a floor answers and starts: `cargo bench -p cardroom-floor` (under a minute).
//!
//! A real floor on SQLite with 100 virtual tables and their meters. First all tables play as fast as their croupiers are
//! answered. Then they are paced to 100 rounds a second in all: every order to settle has its moment on a schedule
//! that waits for nobody, and its latency counts from that moment to the acknowledgement, so that whoever comes late
//! because of others is counted as late. Then a log of a million events, played in memory and carried over, is opened
//! without snapshots and with them.

#![allow(clippy::float_arithmetic)] // Rates and times for people to read.

use engine::TableNumber;
use engine::banked::Phase;
use floor::demo::{Croupier, DEALER, MANAGERS, furnish};
use floor::{By, Floor, HandClock, Options};
use house::Person;
use money::Money;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use store::export::{export, import};
use store::{MemoryStore, SqliteStore, Store, Vault};

/// Books and how many tables of each of their games: 100 tables of six games.
const BOOKS: [(&str, u32); 4] = [
    ("crown-sydney-poker-minors-3.3", 17),
    ("star-sydney-mississippi-stud-4", 16),
    ("crown-melbourne-mississippi-stud-3.0", 16),
    ("crown-melbourne-three-card-poker-5.1", 17),
];
const SEATS: u32 = 3;
/// A round a second at each table.
const PERIOD: Duration = Duration::from_secs(1);

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|arg| arg.parse::<u64>().ok());
    let events = numbers.next().unwrap_or(1_000_000);
    let seconds = numbers.next().unwrap_or(10);
    let dir = std::env::var_os("CARDROOM_BENCH_DIR").map_or_else(std::env::temp_dir, PathBuf::from);
    let dir = dir.join(format!("cardroom-floor-bench-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a folder for the files");
    println!("| the floor | | |");
    println!("|---|--:|---|");
    play(&dir, Duration::from_secs(seconds));
    start(&dir, events);
    let _ = std::fs::remove_dir_all(&dir);
}

fn vault() -> Arc<Vault> {
    Arc::new(Vault::from_bytes([7; 32]))
}

fn options(clock: &Arc<HandClock>) -> Options {
    Options { clock: Arc::clone(clock) as _, snapshot_every: u64::MAX, ..Options::default() }
}

/// A floor with its tables, each with its croupier and seated patrons.
fn furnished(store: Arc<dyn Store>) -> (Arc<Floor>, Vec<Croupier>) {
    let clock = Arc::new(HandClock::default());
    let floor = Floor::open(store, vault(), options(&clock)).expect("a floor");
    let manager = By { person: Person::Staff(MANAGERS[0]), second: Some(MANAGERS[1]) };
    let mut croupiers = Vec::new();
    let mut number = 1;
    for (book, tables) in BOOKS {
        let furnished =
            furnish(&floor, (book, TableNumber(number)), (tables, SEATS), &|time| clock.pass(time))
                .expect("furniture");
        for (table, patrons) in furnished.tables.iter().zip(&furnished.patrons) {
            let mut croupier =
                Croupier::new(Arc::clone(&floor), table.clone(), DEALER, manager, u64::from(number))
                    .expect("a croupier");
            croupier.seat(patrons, Money::from_cents(900_000)).expect("seats");
            croupiers.push(croupier);
            number += 1;
        }
    }
    croupiers.truncate(100);
    (floor, croupiers)
}

/// Plays a round, once the meter and the patrons' files have answered most of what the table told them: a croupier who
/// never waits would only make their trays longer.
fn round(croupier: &mut Croupier) {
    let desk = croupier.desk().expect("its table");
    while desk.with_state(|state| state.due.len()) > 8 {
        std::thread::sleep(Duration::from_micros(500));
    }
    croupier.round().expect("a round");
}

/// How many events the log has.
fn recorded(store: &dyn Store) -> u64 {
    store.streams().expect("streams").iter().map(|(_, head)| head.version).sum()
}

/// All tables at once, each croupier on a thread of its own, for so long.
fn all_at_once(
    croupiers: Vec<Croupier>,
    lasts: Duration,
    work: impl Fn(usize, &mut Croupier) + Sync,
) -> Vec<Croupier> {
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let (over, work) = (&over, &work);
        let spawn = |(at, mut croupier): (usize, Croupier)| {
            scope.spawn(move || {
                while !over.load(Ordering::Relaxed) {
                    work(at, &mut croupier);
                }
                croupier
            })
        };
        let threads: Vec<_> = croupiers.into_iter().enumerate().map(spawn).collect();
        std::thread::sleep(lasts);
        over.store(true, Ordering::Relaxed);
        threads.into_iter().map(|thread| thread.join().expect("a croupier")).collect()
    })
}

fn play(dir: &Path, lasts: Duration) {
    let store: Arc<dyn Store> = Arc::new(SqliteStore::create(&dir.join("play.db")).expect("a store"));
    let (floor, croupiers) = furnished(Arc::clone(&store));
    let tables = croupiers.len();
    let commands = |croupiers: &[Croupier]| croupiers.iter().map(|croupier| croupier.commands).sum::<u64>();

    let (rounds, before) = (AtomicU64::new(0), (recorded(&*store), commands(&croupiers)));
    let begun = Instant::now();
    let croupiers = all_at_once(croupiers, lasts / 2, |_, croupier| {
        round(croupier);
        rounds.fetch_add(1, Ordering::Relaxed);
    });
    let took = begun.elapsed().as_secs_f64();
    let rate = |count: u64| count as f64 / took;
    println!(
        "| {tables} tables as fast as they go | {:.0} rounds/s | {:.0} commands/s, {:.0} events/s durable |",
        rate(rounds.into_inner()),
        rate(commands(&croupiers) - before.1),
        rate(recorded(&*store) - before.0)
    );

    let before = recorded(&*store);
    // Time to play the first rounds up to where they are settled.
    let schedule = Instant::now() + 2 * PERIOD;
    let waits = std::sync::Mutex::new((Vec::new(), 0_u64));
    let rounds = (0..tables).map(|_| AtomicU64::new(0)).collect::<Vec<_>>();
    all_at_once(croupiers, lasts + 2 * PERIOD, |at, croupier| {
        let desk = croupier.desk().expect("its table");
        while desk.with_state(|state| state.game.phase) != Phase::Showdown {
            croupier.step().expect("a step");
        }
        let round = rounds[at].fetch_add(1, Ordering::Relaxed) as u32;
        let due = schedule + PERIOD * round + PERIOD * at as u32 / tables as u32;
        let early = due.saturating_duration_since(Instant::now());
        std::thread::sleep(early);
        croupier.step().expect("a settlement");
        let waited = due.elapsed();
        let mut waits = waits.lock().expect("the list");
        waits.0.push(waited);
        waits.1 += u64::from(early.is_zero());
    });
    let took = schedule.elapsed().as_secs_f64();
    let (mut waits, late) = waits.into_inner().expect("the list");
    waits.sort_unstable();
    let at = |part: usize| waits[(waits.len() * part / 1000).min(waits.len() - 1)];
    println!(
        "| settlement acknowledged, {:.0} rounds/s in all | p99 {:.2?} | p50 {:.2?}, p99.9 {:.2?}, max {:.2?}; {} settlements, {late} not ready in time; {:.0} events/s |",
        waits.len() as f64 / took,
        at(990),
        at(500),
        at(999),
        at(1000),
        waits.len(),
        (recorded(&*store) - before) as f64 / took,
    );
    floor.close();
}

/// Plays so many events in memory, carries them into a file, and starts a floor from it.
fn start(dir: &Path, events: u64) {
    let memory: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let (floor, croupiers) = furnished(Arc::clone(&memory));
    let begun = Instant::now();
    let played = std::thread::scope(|scope| {
        let memory = &memory;
        let mut halves = [Vec::new(), Vec::new()];
        for (at, croupier) in croupiers.into_iter().enumerate() {
            halves[at % 2].push(croupier);
        }
        let work = |mut croupiers: Vec<Croupier>| {
            scope.spawn(move || {
                while recorded(&**memory) < events {
                    croupiers.iter_mut().for_each(round);
                }
            })
        };
        halves.map(work).into_iter().for_each(|half| half.join().expect("half of them"));
        recorded(&**memory)
    });
    let rate = |took: Duration| played as f64 / took.as_secs_f64();
    println!(
        "| {played} events played in memory | {:.2?} | {:.0} events/s |",
        begun.elapsed(),
        rate(begun.elapsed())
    );
    floor.close();
    drop(floor);

    let begun = Instant::now();
    let mut carried = std::io::Cursor::new(Vec::new());
    export(&*memory, &vault(), 0, &mut carried).expect("an export");
    println!(
        "| exported | {:.2?} | {:.0} events/s, {} bytes an event |",
        begun.elapsed(),
        rate(begun.elapsed()),
        carried.get_ref().len() as u64 / played
    );
    drop(memory);
    let path = dir.join("start.db");
    carried.set_position(0);
    let begun = Instant::now();
    {
        let store = SqliteStore::create(&path).expect("a store");
        import(&store, None, &mut carried).expect("an import");
    }
    let size = std::fs::metadata(&path).map_or(0, |about| about.len()) / played;
    println!(
        "| imported, checked before and again | {:.2?} | {:.0} events/s, {size} bytes an event in the file |",
        begun.elapsed(),
        rate(begun.elapsed())
    );
    drop(carried);

    for with in ["without snapshots", "with snapshots"] {
        let begun = Instant::now();
        let store: Arc<dyn Store> = Arc::new(SqliteStore::open(&path).expect("the store"));
        let opened = begun.elapsed();
        let floor = Floor::open(store, vault(), options(&Arc::default())).expect("the floor");
        println!(
            "| start {with} | {:.2?} | {} tables and {} meters, {played} events; {opened:.2?} of it for the file |",
            begun.elapsed(),
            floor.tables().len(),
            floor.meters().len()
        );
        let snapshots = || -> Result<(), store::StoreError> {
            floor.tables().iter().try_for_each(|desk| desk.keep_snapshot())?;
            floor.meters().iter().try_for_each(|desk| desk.keep_snapshot())
        };
        snapshots().expect("snapshots");
        floor.close();
    }
    let store = SqliteStore::open(&path).expect("the store");
    let begun = Instant::now();
    let found = store::verify(&store, &mut |_| {}).expect("verified");
    assert!(found.is_whole(), "{:?}", found.damages);
    println!("| verified | {:.2?} | {:.0} events/s |", begun.elapsed(), rate(begun.elapsed()));
}
