//! What must be so after everything: nothing lost, nothing twice, one writer at a time, and the figures agree.

use crate::house::{BOOK, Cardroom, vault};
use crate::process::{Acknowledged, Process};
use engine::{TableNumber, jackpot};
use floor::recall::recall;
use floor::reconcile::reconcile;
use floor::{Floor, Game, Options};
use rulebook::Ruled;
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::sync::Arc;
use store::{Store, Stream};

/// The tables on which a round is under way, with its number.
pub(crate) fn rounds_under_way(room: &Cardroom, store: &dyn Store) -> Vec<(Stream, u64)> {
    let of = |table: &Stream| {
        let state = recall(store, &vault(), table, 1).expect("a table").state;
        state.game.is_in_round().then(|| (table.clone(), state.sheet.rounds))
    };
    room.tables.iter().filter_map(of).collect()
}

/// Lets the processes finish their rounds and what they owe each other.
pub(crate) fn settle(room: &Cardroom, store: &dyn Store, processes: &mut [&mut Process]) {
    processes.iter_mut().for_each(|process| process.tell("pause"));
    let mut open = None;
    for _ in 0..600 {
        // Asked first: whoever plays no more leaves nothing behind that the log does not show.
        let idle = processes.iter().all(|process| process.with_state(|said| said.paused));
        let under_way = rounds_under_way(room, store).len();
        let found = reconcile(store, &vault(), None).expect("figures");
        open = Some((under_way, found.open_calls));
        if open == Some((0, 0)) && idle {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    let stopped: Vec<String> = processes.iter().flat_map(|process| process.said().stopped).collect();
    panic!("rounds under way and calls open: {open:?}; {:?}", stopped.last());
}

/// Everything that is to be so when nobody plays any more.
pub(crate) fn whole(room: &Cardroom, acknowledged: &[Acknowledged]) {
    let store = Arc::new(room.store());
    // Chained, each record once, and each command where the index says.
    let found = store::verify(&*store, &mut |_| {}).expect("a log");
    assert!(found.damages.is_empty(), "{:?}", found.damages);
    let mut index = HashMap::new();
    let each = &mut |id, stream: &Stream, at: store::Answered| {
        assert!(index.insert(id, (stream.clone(), at.first, at.last)).is_none(), "a command kept twice");
    };
    store.commands(each).expect("the index");
    for known in acknowledged {
        let kept = (known.table.clone(), known.first, known.last);
        assert_eq!(index.get(&known.id), Some(&kept), "acknowledged and not there");
    }
    one_writer_at_a_time(&*store);
    gapless(&*store);
    let found = reconcile(&*store, &vault(), None).expect("figures");
    assert!(found.agrees(), "{found:?}");
    assert_eq!(found.open_calls, 0);
    assert_eq!(found.tables.len(), room.tables.len());
    assert!(found.meters.iter().all(|meter| meter.seq > 0), "nobody spoke to the meter");
    as_folded(room, store);
}

/// Commands of players come in runs: whoever has lost a table never writes there again without beginning anew.
fn one_writer_at_a_time(store: &dyn Store) {
    let mut before: Option<(Stream, Vec<u8>)> = None;
    let mut seen: BTreeSet<(Stream, Vec<u8>)> = BTreeSet::new();
    let each = &mut |record: store::Record| {
        let of_player = |by: &str| by.starts_with("patron/") || by.starts_with("staff/");
        let Some(command) =
            record.command.filter(|_| record.stream.kind() == "table" && of_player(&record.by))
        else {
            return ControlFlow::Continue(());
        };
        let writer = (record.stream.clone(), command.0[..8].to_vec());
        if before.as_ref() != Some(&writer) {
            assert!(
                seen.insert(writer.clone()),
                "{}: an old owner wrote record {}",
                writer.0,
                record.version
            );
            before = Some(writer);
        }
        ControlFlow::Continue(())
    };
    store.scan(each).expect("a scan");
}

/// The numbers of the meter, from 1 without a gap.
fn gapless(store: &dyn Store) {
    let meter = floor::meter_stream(BOOK).expect("a meter");
    let numbers: Vec<u64> = events(store, &meter).iter().filter_map(|event| number(&event.value)).collect();
    assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<u64>>());
}

/// What the meter has recorded.
pub(crate) fn events(store: &dyn Store, meter: &Stream) -> Vec<Ruled<jackpot::Event>> {
    let book = floor::book(BOOK).expect("the book");
    let records = store.read(meter, 1, usize::MAX).expect("records");
    let event =
        |record: &store::Record| engine::stored::decode_value(&record.open, None, book).expect("an event");
    records.iter().map(event).collect()
}

fn number(event: &jackpot::Event) -> Option<u64> {
    match event {
        jackpot::Event::WagersRegistered { seq, .. }
        | jackpot::Event::WagersCancelled { seq, .. }
        | jackpot::Event::OutcomeRecorded { seq, .. } => Some(*seq),
        _ => None,
    }
}

/// The tables whose wagers are on the meter.
pub(crate) fn registered(store: &dyn Store) -> BTreeSet<TableNumber> {
    let meter = floor::meter_stream(BOOK).expect("a meter");
    let table = |event: &Ruled<jackpot::Event>| match event.value {
        jackpot::Event::WagersRegistered { table, .. } => Some(table),
        _ => None,
    };
    events(store, &meter).iter().filter_map(table).collect()
}

/// A floor opened from the snapshots that the processes left is what the log alone leads to.
fn as_folded(room: &Cardroom, store: Arc<store::PostgresStore>) {
    let log: Arc<dyn Store> = Arc::clone(&store) as _;
    let floor = Floor::open(log, vault(), Options::default()).expect("a floor");
    assert_eq!(floor.tables().len(), room.tables.len());
    for table in &room.tables {
        let desk = floor.table(table).expect("a table");
        let folded = recall(&*store, &vault(), table, 1).expect("a table").state;
        desk.with_state(|state| {
            assert_eq!(*state, folded, "{table}");
            assert!(!desk.machine().game.is_in_deal(&state.game));
            assert_eq!(state.holds(floor::Account::Layout), desk.machine().game.on_layout(&state.game));
        });
    }
    floor.close();
}
