//! What may go wrong around a floor: a full disk, a file that may not be written, a damaged log, a wrong key, a clock
//! that jumps, a store that comes and goes. The floor says so, acknowledges nothing that is not kept, and goes on.

use crate::support;
use engine::{MeterIndex, PatronId, TableNumber};

use engine::jackpot::{self, MeterNotice};
use floor::demo::{Croupier, DEALER, MANAGERS, Stopped, furnish, terms};
use floor::reconcile::reconcile;
use floor::{By, CommandOutcome, Floor, FloorError, HandClock, Options};
use house::{Date, LimitOf, PatronCommand, PatronReason, Period, Person};
use money::Money;
use std::sync::Arc;
use std::time::Duration;
use store::{CommandId as Id, MemoryStore, SqliteStore, Store, StoreError, Vault, verify};
use support::{Flaky, Folder};
use testkit::dice::Dice;
use testkit::torture::furnish as furnish_all;
use testkit::torture::place::{BOOKS, let_go, options, vault};

fn manager() -> By {
    By { person: Person::Staff(MANAGERS[0]), second: Some(MANAGERS[1]) }
}

fn croupier(floor: &Arc<Floor>, table: usize, seed: u64) -> Croupier {
    let stream = floor.tables()[table].stream().clone();
    Croupier::new(Arc::clone(floor), stream, DEALER, manager(), seed).unwrap()
}

/// Seats the two patrons of a table of the furnished floor.
fn seat(croupier: &mut Croupier, floor: &Floor, table: usize) -> Result<(), Stopped> {
    let name = floor::TableName::of(floor.tables()[table].stream()).unwrap();
    let cards = floor::book(&name.book).unwrap().table.patrons.is_some();
    let patrons = [0, 1].map(|seat| {
        let patron = PatronId(name.number.0 * 100 + seat);
        (patron, cards.then_some(u64::from(patron.0)))
    });
    croupier.seat(&patrons, Money::from_cents(100_000))
}

fn quiet(floor: &Floor) {
    for _ in 0..4_000 {
        if floor.tables().iter().all(|table| table.with_state(|state| state.due.is_empty())) {
            return;
        }
        floor.call_again();
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("calls stay due");
}

#[test]
fn a_full_disk_is_said_and_play_goes_on_when_there_is_room() {
    let folder = Folder::new("full");
    let path = folder.file("floor.db");
    furnish_all(&path).unwrap();
    let store = Arc::new(SqliteStore::open(&path).unwrap());
    let shared: Arc<dyn Store> = Arc::<SqliteStore>::clone(&store);
    let floor = Floor::open(Arc::clone(&shared), vault(), options(1)).unwrap();
    let mut croupier = croupier(&floor, 0, 1);
    seat(&mut croupier, &floor, 0).unwrap();
    quiet(&floor);
    // No page more than there is.
    store.limit_pages(1).unwrap();
    let stopped = (0..100_000).find_map(|_| croupier.round().err()).expect("it is full at some time");
    let Stopped::Floor(FloorError::Store(error @ StoreError::Full(_))) = &stopped else {
        panic!("{stopped}");
    };
    assert!(error.to_string().contains("full"), "{error}");
    let acknowledged = floor.tables()[0].version();
    assert_eq!(store.head(floor.tables()[0].stream()).unwrap().version, acknowledged);
    store.limit_pages(1_000_000).unwrap();
    for _ in 0..20 {
        croupier.round().unwrap();
        quiet(&floor);
    }
    assert!(floor.tables()[0].version() > acknowledged);
    let found = reconcile(&*store, &vault(), None).unwrap();
    assert!(found.agrees() && found.open_calls == 0, "{found:#?}");
    assert!(verify(&*store, &mut |_| {}).unwrap().is_whole());
    floor.close();
}

#[test]
fn a_file_that_may_not_be_written_is_read_and_not_played_on() {
    let folder = Folder::new("read-only");
    let path = folder.file("floor.db");
    furnish_all(&path).unwrap();
    let mut permissions = std::fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&path, permissions).unwrap();
    let refused = SqliteStore::open(&path).map(drop).unwrap_err();
    assert!(matches!(refused, StoreError::ReadOnly(_)), "{refused}");
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open_read_only(&path).unwrap());
    let refused = Floor::open(Arc::clone(&store), vault(), options(1)).unwrap_err();
    assert!(matches!(refused, FloorError::Store(StoreError::ReadOnly(_))), "{refused}");
    // An inspector may still look.
    assert!(reconcile(&*store, &vault(), None).unwrap().agrees());
}

#[test]
fn a_damaged_log_is_refused_or_found() {
    let folder = Folder::new("damaged");
    let path = folder.file("floor.db");
    furnish_all(&path).unwrap();
    let states = |floor: &Arc<Floor>| -> Vec<_> {
        floor.tables().iter().map(|table| table.with_state(Clone::clone)).collect()
    };
    let before = {
        let store: Arc<dyn Store> = Arc::new(SqliteStore::open(&path).unwrap());
        let floor = Floor::open(Arc::clone(&store), vault(), options(1)).unwrap();
        let before = states(&floor);
        floor.close();
        drop(floor);
        let_go(&store);
        before
    };
    let bytes = std::fs::read(&path).unwrap();
    let mut dice = Dice::new(11);
    let (mut refused, mut found, mut harmless) = (0, 0, 0);
    for turn in 0..160 {
        let damaged = folder.file("damaged.db");
        let mut changed = bytes.clone();
        let at = dice.below(bytes.len() as u64) as usize;
        match turn % 4 {
            0 => changed.truncate(at),
            _ => changed[at] ^= 1 << dice.below(8),
        }
        std::fs::write(&damaged, &changed).unwrap();
        let opened = SqliteStore::open(&damaged).map_err(FloorError::from).and_then(|store| {
            let store: Arc<dyn Store> = Arc::new(store);
            Floor::open(Arc::clone(&store), vault(), options(1)).map(|floor| (store, floor))
        });
        match opened {
            Err(error) => {
                assert!(!error.to_string().is_empty());
                refused += 1;
            }
            Ok((store, floor)) => {
                // What nobody looked at yet may be damaged; what the floor stands on is as it was, or the log says so.
                let whole = verify(&*store, &mut |_| {}).is_ok_and(|verified| verified.is_whole());
                let same = states(&floor) == before;
                assert!(same || !whole, "turn {turn}: another floor, and nobody noticed");
                *(if whole { &mut harmless } else { &mut found }) += 1;
                floor.close();
                drop(floor);
                let_go(&store);
            }
        }
        for beside in ["damaged.db", "damaged.db-wal", "damaged.db-shm"] {
            let _ = std::fs::remove_file(folder.file(beside));
        }
    }
    println!("{refused} refused, {found} found by verify, {harmless} where nothing is");
    assert!(refused > 40 && found > 10, "{refused} {found} {harmless}");
}

#[test]
fn a_wrong_key_opens_nothing_and_writes_nothing() {
    let folder = Folder::new("key");
    let path = folder.file("floor.db");
    furnish_all(&path).unwrap();
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(&path).unwrap());
    let versions = |store: &dyn Store| -> Vec<u64> {
        store.streams().unwrap().into_iter().map(|(_, head)| head.version).collect()
    };
    let before = versions(&*store);
    let wrong = Arc::new(Vault::from_bytes([8; 32]));
    let refused = Floor::open(Arc::clone(&store), wrong, options(1)).unwrap_err();
    assert!(refused.to_string().contains("key"), "{refused}");
    assert_eq!(versions(&*store), before);
    let missing = Vault::open(&folder.file("no.key")).map(drop).unwrap_err().to_string();
    assert!(missing.contains("no.key"), "{missing}");
    // With the right one all is as it was.
    let floor = Floor::open(Arc::clone(&store), vault(), options(1)).unwrap();
    let mut croupier = croupier(&floor, 0, 1);
    seat(&mut croupier, &floor, 0).unwrap();
    croupier.round().unwrap();
    floor.close();
}

#[test]
fn no_jump_of_a_clock_shortens_a_wait() {
    let book = BOOKS[0];
    let rules = floor::book(book).unwrap();
    let clock = Arc::new(HandClock::default());
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let open = || {
        let options = Options { clock: Arc::clone(&clock) as _, ..options(1) };
        Floor::open(Arc::clone(&store), vault(), options).unwrap()
    };
    let floor = open();
    let made = furnish(&floor, (book, TableNumber(1)), (1, 1), &|time| clock.pass(time)).unwrap();
    let patron = made.patrons[0][0].0;
    let mut ids = 0_u128;
    let mut id = || {
        ids += 1;
        Id((ids | 1 << 100).to_be_bytes())
    };
    let of = LimitOf::Loss(Period::Day);
    let set = |cents| PatronCommand::SetLimit { of, to: Some(Money::from_cents(cents)) };
    for cents in [10_000, 20_000] {
        let told = floor.ask_patron((book, patron), (id(), manager()), set(cents)).unwrap();
        assert!(matches!(told, CommandOutcome::Done(_)), "{told:?}");
    }
    let hours = u64::from(rules.house.patrons.increase_after_hours.value);
    let early = |floor: &Arc<Floor>, id: Id| {
        let what = PatronCommand::TakeEffect { of };
        match floor.ask_patron((book, patron), (id, manager()), what).unwrap() {
            CommandOutcome::Refused(refusal) => matches!(refusal.reason, PatronReason::TooEarly { .. }),
            _ => false,
        }
    };
    assert!(early(&floor, id()));
    clock.jump(25 * 3_600_000);
    assert!(early(&floor, id()), "the clock on the wall was moved a day ahead");
    clock.pass(Duration::from_secs(hours * 3600 / 2));
    clock.jump(-50 * 3_600_000);
    assert!(early(&floor, id()));
    // Something is recorded, so that what has passed is known; then the process is away for two days.
    let day = Date::new(2026, 11, 16).unwrap();
    let system = By::alone(Person::System);
    let told = floor.ask_patron((book, patron), (id(), system), PatronCommand::NewDay { date: day }).unwrap();
    assert!(matches!(told, CommandOutcome::Done(_)), "{told:?}");
    let notice = jackpot::Command::PostNotice { meter: MeterIndex(0), of: MeterNotice::Tables, table: None };
    assert!(matches!(floor.ask_meter(book, (id(), manager()), notice).unwrap(), CommandOutcome::Done(_)));
    floor.close();
    drop(floor);
    clock.jump(48 * 3_600_000);
    let floor = open();
    assert!(early(&floor, id()), "nobody vouches for the time in which nothing ran");
    let link = || jackpot::Command::Link {
        meter: MeterIndex(0),
        table: TableNumber(99),
        terms: terms(rules),
        hands: true,
    };
    let linked = |floor: &Arc<Floor>, id: Id| floor.ask_meter(book, (id, manager()), link()).unwrap();
    assert!(matches!(linked(&floor, id()), CommandOutcome::Refused(_)));
    clock.jump(3_600_000);
    assert!(matches!(linked(&floor, id()), CommandOutcome::Refused(_)), "the sign was not up for so long");
    clock.pass(Duration::from_secs(hours * 3600 / 2 - 1));
    assert!(early(&floor, id()));
    clock.pass(Duration::from_secs(1));
    let what = PatronCommand::TakeEffect { of };
    let told = floor.ask_patron((book, patron), (id(), manager()), what).unwrap();
    assert!(matches!(told, CommandOutcome::Done(_)), "{told:?}");
    assert!(matches!(linked(&floor, id()), CommandOutcome::Done(_)));
    floor.close();
}

#[test]
fn a_store_that_comes_and_goes_loses_nothing() {
    let (mut failed, mut done) = (0, 0);
    for seed in 0..6 {
        let book = BOOKS[seed as usize % 4];
        let flaky = Arc::new(Flaky::new(seed));
        let store: Arc<dyn Store> = Arc::<Flaky>::clone(&flaky);
        let clock = Arc::new(HandClock::default());
        let options = Options { clock: Arc::clone(&clock) as _, ..options(seed) };
        let floor = Floor::open(Arc::clone(&store), vault(), options).unwrap();
        let made = furnish(&floor, (book, TableNumber(1)), (1, 2), &|time| clock.pass(time)).unwrap();
        let last = Arc::new(std::sync::Mutex::new(None));
        let mut croupier = croupier(&floor, 0, seed);
        let sent = Arc::clone(&last);
        croupier.sending = Some(Box::new(move |id, by, command| {
            *sent.lock().unwrap() = Some((id, by, command.clone()));
        }));
        croupier.seat(&made.patrons[0], Money::from_cents(500_000)).unwrap();
        quiet(&floor);
        let stream = floor.tables()[0].stream().clone();
        flaky.fail(true);
        for _ in 0..60 {
            let Err(stopped) = croupier.round() else {
                done += 1;
                quiet(&floor);
                continue;
            };
            assert!(matches!(stopped, Stopped::Floor(FloorError::Store(_))), "{stopped}");
            failed += 1;
            // Nobody knows whether it was kept: given again with its id, it is done once.
            let (id, by, command) = last.lock().unwrap().clone().unwrap();
            while matches!(
                floor.ask_table(&stream, (id, by), command.clone()),
                Ok(CommandOutcome::Failed(_)) | Err(_)
            ) {}
            quiet(&floor);
        }
        flaky.fail(false);
        croupier.round().unwrap();
        quiet(&floor);
        let found = reconcile(&*store, &vault(), None).unwrap();
        assert!(found.agrees() && found.open_calls == 0, "{found:#?}");
        assert!(verify(&*store, &mut |_| {}).unwrap().is_whole());
        floor.close();
    }
    println!("{done} rounds, {failed} failures");
    assert!(failed > 20, "{failed}");
}
