//! Rounds on a floor: money, meters and patrons' files agree, and the log alone leads to the same floor again.

use engine::{PatronId, TableNumber};
use floor::demo::{Croupier, DEALER, Furnished, MANAGERS, furnish};
use floor::table::{Command, Link};
use floor::{Account, By, CommandOutcome, Floor, Game, HandClock, Options};
use house::Person;
use money::Money;
use std::sync::Arc;
use std::time::Duration;
use store::{MemoryStore, Store, Vault};

const BOOKS: [&str; 4] = [
    "crown-sydney-poker-minors-3.3",
    "star-sydney-mississippi-stud-4",
    "crown-melbourne-mississippi-stud-3.0",
    "crown-melbourne-three-card-poker-5.1",
];

fn options(clock: &Arc<HandClock>) -> Options {
    let drawn = std::sync::atomic::AtomicU64::new(1);
    Options {
        clock: Arc::clone(clock) as _,
        keys: Arc::new(move || {
            let seed = drawn.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            Ok(*cards::ShuffleKey::from_seed(seed).reveal())
        }),
        ..Options::default()
    }
}

fn manager() -> By {
    By { person: Person::Staff(MANAGERS[0]), second: Some(MANAGERS[1]) }
}

/// Waits until no table waits for anybody.
fn quiet(floor: &Floor) {
    for _ in 0..5_000 {
        if floor.tables().iter().all(|table| table.with_state(|state| state.due.is_empty())) {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("calls stay due");
}

fn play(book: &str, store: &Arc<dyn Store>, vault: &Arc<Vault>, rounds: usize) -> (Arc<Floor>, Furnished) {
    let clock = Arc::new(HandClock::default());
    let floor = Floor::open(Arc::clone(store), Arc::clone(vault), options(&clock)).unwrap();
    let furnished = furnish(&floor, (book, TableNumber(1)), (2, 3), &|time| clock.pass(time)).unwrap();
    for (at, table) in furnished.tables.iter().enumerate() {
        let mut croupier =
            Croupier::new(Arc::clone(&floor), table.clone(), DEALER, manager(), at as u64 + 1).unwrap();
        croupier.seat(&furnished.patrons[at], Money::from_cents(200_000)).unwrap();
        for _ in 0..rounds {
            croupier.round().unwrap();
        }
    }
    quiet(&floor);
    (floor, furnished)
}

/// A player whose chips are gone brings more, from an account that is filled up in turn: a long demonstration does not end
/// because nobody can wager.
#[test]
fn a_demonstration_goes_on_when_chips_run_out() {
    for book in BOOKS {
        let (store, clock) = (Arc::new(MemoryStore::new()), Arc::new(HandClock::default()));
        let floor = Floor::open(store, Arc::new(Vault::from_bytes([7; 32])), options(&clock)).unwrap();
        let furnished = furnish(&floor, (book, TableNumber(1)), (1, 2), &|time| clock.pass(time)).unwrap();
        let (table, patrons) = (&furnished.tables[0], &furnished.patrons[0]);
        let mut croupier = Croupier::new(Arc::clone(&floor), table.clone(), DEALER, manager(), 1).unwrap();
        croupier.seat(patrons, Money::from_cents(30_00)).unwrap();
        // Most of what is in the account is paid out: it has to be filled up, too.
        for (patron, _) in patrons {
            let take = house::PatronCommand::Withdraw { amount: Money::from_cents(995_000) };
            let by = By { person: Person::Patron(*patron), second: None };
            let taken = floor.ask_patron((book, *patron), (croupier_id(*patron), by), take).unwrap();
            assert!(matches!(taken, CommandOutcome::Done(_)), "{taken:?}");
        }
        for round in 0..12 {
            croupier.round().unwrap_or_else(|stopped| panic!("{book}, round {round}: {stopped}"));
        }
        floor.close();
    }
}

fn croupier_id(patron: PatronId) -> store::CommandId {
    store::CommandId((u128::from(patron.0) | 1 << 100).to_be_bytes())
}

/// Keys of zeros are nobody's draw: no deck is shuffled from them.
#[test]
fn a_source_of_keys_that_gives_zeros_deals_nothing() {
    let (store, clock) = (Arc::new(MemoryStore::new()), Arc::new(HandClock::default()));
    let zeros = Options { keys: Arc::new(|| Ok([0; 32])), ..options(&clock) };
    let floor = Floor::open(store, Arc::new(Vault::from_bytes([7; 32])), zeros).unwrap();
    let stopped =
        furnish(&floor, (BOOKS[1], TableNumber(1)), (1, 1), &|time| clock.pass(time)).err().unwrap();
    assert!(stopped.to_string().contains("zeros"), "{stopped}");
    floor.close();
}

/// What a patron's file says that its rounds came to.
fn nets(store: &Arc<dyn Store>, book: &str, patron: PatronId) -> Money {
    let operator = floor::operator(book).unwrap().unwrap();
    let stream = floor::operator_file(&operator.slug, patron).unwrap();
    let records = store.read(&stream, 1, usize::MAX).unwrap();
    let net = |record: &store::Record| {
        let book = floor::book(house::named_book(&record.open).unwrap().unwrap()).unwrap();
        let event: rulebook::Ruled<<house::Patrons<'static> as engine::Machine>::Event> =
            engine::stored::decode_value(&record.open, None, book).unwrap();
        match event.value.what {
            house::PatronEvent::PlayRecorded { net, .. } => Some(net),
            _ => None,
        }
    };
    records.iter().filter_map(net).sum()
}

#[test]
fn money_is_where_the_rounds_left_it() {
    for book in BOOKS {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let vault = Arc::new(Vault::from_bytes([7; 32]));
        let (floor, furnished) = play(book, &store, &vault, 40);
        let mut wagers = 0;
        for table in &furnished.tables {
            let desk = floor.table(table).unwrap();
            desk.with_state(|state| {
                assert!(state.ledger.total().is_zero());
                assert_eq!(state.holds(Account::Layout), desk.machine().game.on_layout(&state.game));
                assert_eq!(state.holds(Account::Float), state.sheet.expected_float());
                assert_eq!(state.sheet.rounds, 40);
                assert!(!state.sheet.staked.is_zero());
                // What the rounds won and lost stands in the files of those who played.
                for (seat, patron) in state.patrons.iter().enumerate() {
                    let Some(patron) = *patron else { continue };
                    let told = nets(&store, book, patron);
                    assert_eq!(
                        told,
                        state.rack(seat as u8) - Money::from_cents(200_000),
                        "{book}: patron {patron}"
                    );
                }
                wagers += u32::from(state.link == Link::Live);
            });
        }
        if let Some(meter) = floor.meters().first() {
            meter.with_state(|state| {
                let meter = &state.meters[0];
                assert!(wagers > 0);
                assert!(meter.totals.wagers > 0, "{book}: {:?}", meter.tables);
                assert_eq!(meter.totals.value(), meter.value);
            });
        }
        floor.close();
    }
}

#[test]
fn every_round_is_counted_in_the_files_of_its_players() {
    for book in BOOKS {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let vault = Arc::new(Vault::from_bytes([7; 32]));
        let (floor, furnished) = play(book, &store, &vault, 20);
        let mut moved = 0;
        for (table, patrons) in furnished.tables.iter().zip(&furnished.patrons) {
            for (seat, (patron, _)) in patrons.iter().enumerate() {
                let desk = floor.table(table).unwrap();
                let carried = desk.with_state(|state| state.game.seats[seat].carried);
                let rack = desk.with_state(|state| state.rack(seat as u8)) + carried;
                let file = floor.patron(book, *patron).unwrap().with_state(Clone::clone);
                // What came with the player, less what is there now, is what the file says was lost.
                assert_eq!(file.net[0], rack - Money::from_cents(200_000), "{book} {patron}");
                moved += usize::from(!file.net[0].is_zero());
            }
        }
        assert!(moved > 3, "{moved}");
        floor.close();
    }
}

#[test]
fn money_and_play_are_recorded_by_tables_alone() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let vault = Arc::new(Vault::from_bytes([7; 32]));
    let (floor, furnished) = play(BOOKS[0], &store, &vault, 1);
    let (patron, _) = furnished.patrons[0][0];
    let before = floor.patron(BOOKS[0], patron).unwrap().version();
    let amount = Money::from_cents(1_000_000);
    let orders = [
        house::PatronCommand::BringBack { table: TableNumber(1), amount },
        house::PatronCommand::TakeToTable { table: TableNumber(1), amount },
        house::PatronCommand::RecordPlay { table: TableNumber(1), round: 99, net: amount },
        house::PatronCommand::EndPlay,
    ];
    for (at, what) in orders.into_iter().enumerate() {
        for by in [manager(), By::alone(Person::Staff(DEALER)), By::alone(Person::Patron(patron))] {
            let id = store::CommandId([at as u8; 16]);
            let told = floor.ask_patron((BOOKS[0], patron), (id, by), what.clone());
            assert!(matches!(told, Ok(CommandOutcome::Refused(_))), "{what:?}: {told:?}");
        }
    }
    assert_eq!(floor.patron(BOOKS[0], patron).unwrap().version(), before);
    floor.close();
}

#[test]
fn the_log_alone_leads_to_the_same_floor() {
    for book in BOOKS {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let vault = Arc::new(Vault::from_bytes([7; 32]));
        let (floor, furnished) = play(book, &store, &vault, 10);
        let before: Vec<_> = furnished
            .tables
            .iter()
            .map(|table| floor.table(table).unwrap().with_state(Clone::clone))
            .collect();
        let meters: Vec<_> = floor.meters().iter().map(|meter| meter.with_state(Clone::clone)).collect();
        // One table from a snapshot, the other from the beginning.
        floor.table(&furnished.tables[0]).unwrap().keep_snapshot().unwrap();
        floor.close();
        drop(floor);
        let clock = Arc::new(HandClock::default());
        let floor = Floor::open(store, vault, options(&clock)).unwrap();
        for (table, before) in furnished.tables.iter().zip(before) {
            assert_eq!(floor.table(table).unwrap().with_state(Clone::clone), before, "{table}");
        }
        assert_eq!(
            floor.meters().iter().map(|meter| meter.with_state(Clone::clone)).collect::<Vec<_>>(),
            meters
        );
        floor.close();
    }
}

#[test]
fn a_repeat_gets_the_first_answer() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let vault = Arc::new(Vault::from_bytes([7; 32]));
    let (floor, furnished) = play(BOOKS[0], &store, &vault, 1);
    let table = &furnished.tables[0];
    let id = store::CommandId([7; 16]);
    let fill = || Command::Fill { amount: Money::from_cents(5_00) };
    let CommandOutcome::Done(first) = floor.ask_table(table, (id, manager()), fill()).unwrap() else {
        panic!("refused")
    };
    let version = floor.table(table).unwrap().version();
    let CommandOutcome::Done(again) = floor.ask_table(table, (id, manager()), fill()).unwrap() else {
        panic!("refused")
    };
    assert_eq!((first.first, first.last, first.again), (again.first, again.last, false));
    assert!(again.again);
    assert_eq!(first.events, again.events);
    assert_eq!(floor.table(table).unwrap().version(), version);
    // The same id for another stream is an error, and nothing happens.
    let other = floor.ask_table(&furnished.tables[1], (id, manager()), fill()).unwrap();
    assert!(matches!(other, CommandOutcome::Failed(store::StoreError::CommandElsewhere { .. })), "{other:?}");
    floor.close();
}
