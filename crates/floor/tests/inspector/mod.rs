//! An inspector's reading test: rounds of every game under every book, live and virtual, with cards recorded wrong and
//! corrected; every line of recall is compared with the values of its event by a second reader, which has no part in how the
//! program finds its words.

use crate::common;
use engine::TableNumber;
mod facts;
mod live;

use engine::banked::Event as E;
use facts::{lies, of_event};
use floor::demo::{Croupier, DEALER, MANAGERS, furnish};
use floor::recall::recall;
use floor::table::Event;
use floor::{By, EventSide, Floor, HandClock, Options, Reading};
use house::Person;
use money::Money;
use std::collections::BTreeMap;
use std::sync::Arc;
use store::{MemoryStore, Store, Stream, Vault};

/// Compares every line of a table's recall with its event. How often each kind of thing was told.
fn read_through(store: &dyn Store, vault: &Vault, table: &Stream) -> BTreeMap<&'static str, usize> {
    let recalled = recall(store, vault, table, usize::MAX).unwrap();
    let lines: BTreeMap<u64, &str> = recalled
        .rounds
        .iter()
        .flat_map(|round| &round.lines)
        .map(|line| (line.version, line.what.as_str()))
        .collect();
    // A meter may still answer a call meanwhile: what came after the recall is not read.
    let last = lines.keys().next_back().copied().unwrap();
    let mut reading = Reading::new(table).unwrap();
    let machine = Arc::clone(reading.machine());
    let (game, mut told, mut wrong) = (machine.game.game(), BTreeMap::new(), Vec::new());
    reading
        .read_to(store, vault, last, &mut |side, record, event, state| {
            if side == EventSide::Before {
                return;
            }
            let line = lines[&record.version];
            assert!(!line.is_empty() && !line.contains('?'), "record {}: '{line}'", record.version);
            if let Some(wanted) = of_event(game, state, &event.value) {
                wrong.extend(lies(&wanted, line).map(|lie| format!("record {}: {lie}", record.version)));
            }
            let kind = match &event.value {
                Event::Game(E::DealerQualified { qualifies: true, .. }) => "qualifies",
                Event::Game(E::DealerQualified { qualifies: false, .. }) => "does not qualify",
                Event::Game(E::WagerSettled { .. }) => "settled",
                Event::Game(E::Decided { .. }) => "decided",
                Event::Game(E::RoundClosed) => "rounds",
                Event::Game(E::RecordCorrected { .. }) => "corrected",
                _ => "other",
            };
            *told.entry(kind).or_insert(0) += 1;
        })
        .unwrap();
    assert!(wrong.is_empty(), "{} lines of {table} lie:\n{}", wrong.len(), wrong.join("\n"));
    told
}

/// 200 rounds of every game of every book, as the system deals them.
#[test]
fn an_inspector_reads_what_happened_at_virtual_tables() {
    for book in common::BOOKS {
        let (store, clock) = (Arc::new(MemoryStore::new()), Arc::new(HandClock::default()));
        let vault = Arc::new(Vault::from_bytes([7; 32]));
        let drawn = std::sync::atomic::AtomicU64::new(1);
        let keys = move || {
            let seed = drawn.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            Ok(*cards::ShuffleKey::from_seed(seed).reveal())
        };
        let options = Options { clock: Arc::clone(&clock) as _, keys: Arc::new(keys), ..Options::default() };
        let floor = Floor::open(Arc::clone(&store) as _, Arc::clone(&vault), options).unwrap();
        let furnished = furnish(&floor, (book, TableNumber(1)), (4, 2), &|time| clock.pass(time)).unwrap();
        let manager = By { person: Person::Staff(MANAGERS[0]), second: Some(MANAGERS[1]) };
        let mut games: BTreeMap<String, BTreeMap<&str, usize>> = BTreeMap::new();
        for (at, table) in furnished.tables.iter().enumerate() {
            let mut croupier =
                Croupier::new(Arc::clone(&floor), table.clone(), DEALER, manager, at as u64 + 1).unwrap();
            croupier.seat(&furnished.patrons[at], Money::from_cents(400_000)).unwrap();
            for _ in 0..50 {
                croupier.round().unwrap();
            }
            let game = floor::TableName::of(table).unwrap().game;
            let sum = games.entry(game).or_default();
            for (kind, count) in read_through(&*store, &vault, table) {
                *sum.entry(kind).or_default() += count;
            }
        }
        for (game, told) in games {
            assert!(
                told["rounds"] >= 200 && told["settled"] > 200 && told["decided"] > 200,
                "{game}: {told:?}"
            );
            let qualifies = floor::book(book).unwrap().variant(&game).unwrap().qualifies.is_some();
            for kind in ["qualifies", "does not qualify"] {
                assert_eq!(told.contains_key(kind), qualifies, "{game}: {told:?}");
            }
        }
        floor.close();
    }
}

/// The second reader finds a lie: a sentence with another place, amount, card or the opposite.
#[test]
fn a_planted_lie_is_found() {
    let game = floor::book(common::BOOKS[0]).unwrap().variants.first().unwrap();
    let state = floor::table::State::new(engine::banked::Table::closed());
    let rank = game.order(0).rank("Qs Jd 8h 5c 2s".parse().unwrap());
    let not = Event::Game(E::DealerQualified { rank, qualifies: false });
    let wanted = of_event(game, &state, &not).unwrap();
    let truth = format!("the dealer does not qualify with {}", game.order(0).words(rank));
    assert_eq!(lies(&wanted, &truth), None);
    assert!(lies(&wanted, &truth.replace("does not qualify", "qualifies")).is_some());
    assert!(lies(&wanted, "Dealer qualified").is_some());
    let settled = Event::Game(E::WagerSettled {
        seat: 1,
        wager: 0,
        staked: Money::from_cents(25_00),
        result: engine::banked::Settled::Lose,
        paid: Money::ZERO,
        returned: Money::ZERO,
    });
    let wanted = of_event(game, &state, &settled).unwrap();
    let truth = format!("place 2: {} $25 loses $25", game.wager[0].name);
    assert_eq!(lies(&wanted, &truth), None);
    for lie in [
        truth.replace("place 2", "place 3"),
        truth.replace("loses $25", "loses $20"),
        truth.replace("loses", "wins"),
        truth.replace(&game.wager[0].name, "Side"),
    ] {
        assert!(lies(&wanted, &lie).is_some(), "{lie}");
    }
}
