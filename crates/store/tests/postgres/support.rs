//! A schema for each test, and appends that tell one from another.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use store::{
    Append, Command, Epoch, Hash, NewEvent, PostgresSettings, PostgresStore, Record, Store, Stream, When,
    chained,
};

/// The address of the server that the tests run on.
pub(crate) fn server() -> String {
    std::env::var("CARDROOM_TEST_POSTGRES").expect(
        "CARDROOM_TEST_POSTGRES is not set, and these tests need a PostgreSQL server: ./check starts one; \
         scripts/postgres run -- cargo test --release -p store --test postgres does by hand",
    )
}

/// An empty cardroom in a schema that no other test uses.
pub(crate) fn cardroom() -> String {
    cardroom_on(&server())
}

pub(crate) fn cardroom_on(server: &str) -> String {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let url = format!("{server}?schema=test_{}_{number}", std::process::id());
    PostgresStore::init(&url).expect("a schema for the test");
    url
}

pub(crate) fn connect(url: &str, name: &str, patience: Duration, beats: bool) -> PostgresStore {
    PostgresStore::connect_with(url, name, PostgresSettings { patience, beats }).expect("the store")
}

pub(crate) fn stream(name: &str) -> Stream {
    Stream::new(name).expect("a good name")
}

/// An append of one event that says what it says.
pub(crate) fn append(stream: &Stream, after: u64, epoch: Epoch, command: u128, said: &str) -> Append {
    Append {
        stream: stream.clone(),
        after,
        epoch,
        command: Some(Command(command.to_be_bytes())),
        by: "staff/12".into(),
        when: When { clock_ms: 1_700_000_000_000, moment: after },
        events: vec![NewEvent { encoding: 1, open: said.into(), sealed: None }],
    }
}

/// Everything that is kept, after checking that versions have no gap, no command stands twice, and every hash is over
/// its record and the one before.
pub(crate) fn whole(store: &dyn Store) -> Vec<Record> {
    let mut records: Vec<Record> = Vec::new();
    store
        .scan(&mut |record| {
            records.push(record);
            ControlFlow::Continue(())
        })
        .expect("a scan");
    let mut commands = HashSet::new();
    let (mut at, mut version, mut head) = (None, 0, Hash::default());
    for record in &records {
        if at.as_ref() != Some(&record.stream) {
            (at, version, head) = (Some(record.stream.clone()), 0, Hash::default());
        }
        version += 1;
        assert_eq!(record.version, version, "{} has a gap", record.stream);
        let append = Append {
            stream: record.stream.clone(),
            after: version - 1,
            epoch: Epoch(0),
            command: record.command,
            by: record.by.clone(),
            when: record.when,
            events: Vec::new(),
        };
        let event =
            NewEvent { encoding: record.encoding, open: record.open.clone(), sealed: record.sealed.clone() };
        head = chained(head, &append, version, &event);
        assert_eq!(record.hash, head, "{} is not chained at {version}", record.stream);
        assert!(commands.insert(record.command.expect("every command of these tests has an id")));
    }
    for (stream, head) in store.streams().expect("the streams") {
        let last = records.iter().rfind(|record| record.stream == stream);
        assert_eq!(head.version, last.map_or(0, |record| record.version), "{stream}");
        assert_eq!(head.hash, last.map_or_else(Hash::default, |record| record.hash), "{stream}");
    }
    records
}

pub(crate) fn said(records: &[Record]) -> Vec<String> {
    records.iter().map(|record| String::from_utf8_lossy(&record.open).into_owned()).collect()
}
