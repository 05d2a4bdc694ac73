//! The work that is measured: producers that wait for each answer, settlements at a steady rate, a large store.

use crate::Run;
use std::path::Path;
use std::sync::{Arc, OnceLock, mpsc};
use std::time::{Duration, Instant};
use store::{
    Append, AppendOutcome, CommandId, Epoch, NewEvent, OrderDigest, RecordForm, SqliteStore, Store, Stream,
    Vault, When,
};

pub(crate) const BY: &str = "staff/12";

/// An event's bytes, about as long as those of a table.
pub(crate) fn body() -> Vec<u8> {
    (0..200_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect()
}

/// Ids as clients make them: spread all over.
pub(crate) fn command(number: u128) -> CommandId {
    CommandId(store::contract::command(number).0)
}

pub(crate) fn append(stream: &Stream, after: u64, id: u128, events: usize) -> Append {
    static BODY: OnceLock<Vec<u8>> = OnceLock::new();
    static SAID: OnceLock<Arc<str>> = OnceLock::new();
    let event = NewEvent { encoding: 1, open: BODY.get_or_init(body).clone(), sealed: None };
    Append {
        stream: stream.clone(),
        after,
        epoch: Epoch(0),
        command: Some(command(id)),
        order: Some(OrderDigest([7; 16])),
        form: RecordForm::Two,
        by: Arc::clone(SAID.get_or_init(|| BY.into())),
        when: When { clock_ms: 0, moment: after },
        events: vec![event; events],
    }
}

/// Each submits one event to its own stream, waits for the answer, and goes on.
pub(crate) fn producers(path: &Path, producers: u64, events: u64) -> Run {
    let store =
        SqliteStore::create_with(path, Some(Vault::from_bytes([7; 32]).head_key())).expect("a new store");
    let begun = Instant::now();
    let waits: Vec<Vec<Duration>> = std::thread::scope(|scope| {
        let work = |producer: u64| {
            let store = &store;
            scope.spawn(move || {
                let stream = Stream::new(&format!("table/{producer}")).expect("a name");
                let mut waits = Vec::new();
                for after in 0..events / producers {
                    let job = append(&stream, after, u128::from(producer << 40 | after), 1);
                    let asked = Instant::now();
                    assert!(matches!(store.append(job), Ok(AppendOutcome::New { .. })));
                    waits.push(asked.elapsed());
                }
                waits
            })
        };
        let threads: Vec<_> = (0..producers).map(work).collect();
        threads.into_iter().map(|thread| thread.join().expect("a producer")).collect()
    });
    Run { events: events / producers * producers, took: begun.elapsed(), waits: waits.concat() }
}

/// The same producers as tasks, as a floor runs its tables: each waits for its answer, and no thread waits for each.
pub(crate) fn tasks(path: &Path, producers: u64, events: u64) -> Run {
    let store =
        SqliteStore::create_with(path, Some(Vault::from_bytes([7; 32]).head_key())).expect("a new store");
    let streams: Vec<Stream> = (0..producers).filter_map(|n| Stream::new(&format!("table/{n}"))).collect();
    let (tell, told) = mpsc::channel();
    let submit = |producer: u64, after: u64| {
        let job = append(&streams[producer as usize], after, u128::from(producer << 40 | after), 1);
        let (tell, asked) = (tell.clone(), Instant::now());
        let done = move |answer| drop(tell.send((producer, answer, asked.elapsed())));
        store.submit(job, Box::new(done));
    };
    let (each, mut waits, begun) = (events / producers, Vec::new(), Instant::now());
    (0..producers).for_each(|producer| submit(producer, 0));
    for _ in 0..each * producers {
        match told.recv() {
            Ok((producer, Ok(AppendOutcome::New { last, .. }), waited)) => {
                waits.push(waited);
                if last < each {
                    submit(producer, last);
                }
            }
            other => panic!("{other:?}"),
        }
    }
    Run { events: each * producers, took: begun.elapsed(), waits }
}

/// Appends of 30 events, a hundred a second, over many tables.
pub(crate) fn settlements(path: &Path, count: u64) -> Run {
    let store =
        SqliteStore::create_with(path, Some(Vault::from_bytes([7; 32]).head_key())).expect("a new store");
    let streams: Vec<Stream> = (0..100).filter_map(|n| Stream::new(&format!("table/{n}"))).collect();
    let (mut waits, begun) = (Vec::new(), Instant::now());
    for n in 0..count {
        let due = begun + Duration::from_millis(10) * n as u32;
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
        let stream = &streams[n as usize % streams.len()];
        let asked = Instant::now();
        store.append(append(stream, n / 100 * 30, n.into(), 30)).expect("kept");
        waits.push(asked.elapsed());
    }
    Run { events: count * 30, took: begun.elapsed(), waits }
}

/// A store of so many records, written as fast as it goes.
pub(crate) fn fill(path: &Path, events: u64) {
    let store =
        SqliteStore::create_with(path, Some(Vault::from_bytes([7; 32]).head_key())).expect("a new store");
    let (tell, told) = mpsc::channel();
    for n in 0..events / 10 {
        let stream = Stream::new(&format!("table/{}", n % 100)).expect("a name");
        let tell = tell.clone();
        let done = move |answer: Result<AppendOutcome, _>| tell.send(answer.is_ok()).unwrap_or_default();
        store.submit(append(&stream, n / 100 * 10, n.into(), 10), Box::new(done));
        if n % 1000 == 999 {
            assert!(told.iter().take(1000).all(|kept| kept), "all are kept");
        }
    }
}
