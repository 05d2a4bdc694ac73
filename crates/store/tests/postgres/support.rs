//! A schema for each test, and appends that tell one from another.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use store::{
    Append, CommandId, Epoch, NewEvent, PostgresSettings, PostgresStore, Record, RecordForm, Store, Stream,
    When,
};

/// The address of the server that the tests run on.
pub(crate) fn server() -> String {
    std::env::var("CARDROOM_TEST_POSTGRES").expect(
        "CARDROOM_TEST_POSTGRES is not set, and these tests need a PostgreSQL server: ./check starts one; \
         scripts/postgres run -- cargo test --release -p cardroom-store --test integration postgres:: does by hand",
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

/// Runs SQL beside the store, as somebody else with the database open would.
pub(crate) fn sql(url: &str, sql: &str) {
    let plain = url.split('?').next().unwrap_or_default();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let (client, connection) =
            tokio_postgres::connect(plain, tokio_postgres::NoTls).await.expect("a connection");
        tokio::spawn(async move { drop(connection.await) });
        // Each by itself: some may not be part of a transaction.
        for statement in sql.split_inclusive("; ").filter(|_| !sql.contains("$$")) {
            client.batch_execute(statement).await.expect(statement);
        }
        if sql.contains("$$") {
            client.batch_execute(sql).await.expect(sql);
        }
    });
}

/// The schema of an address.
pub(crate) fn schema(url: &str) -> &str {
    url.split_once("schema=").expect("an address of a test").1
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
        command: Some(CommandId(command.to_be_bytes())),
        order: None,
        form: RecordForm::Two,
        by: "staff/12".into(),
        when: When { clock_ms: 1_700_000_000_000, moment: after },
        events: vec![NewEvent { encoding: 1, open: said.into(), sealed: None }],
    }
}

/// Everything that is kept, after checking that it is whole: no gap, no command twice, every record chained.
pub(crate) fn whole(store: &dyn Store) -> Vec<Record> {
    let mut records: Vec<Record> = Vec::new();
    store
        .scan(&mut |record| {
            records.push(record);
            ControlFlow::Continue(())
        })
        .expect("a scan");
    store::contract::whole(store);
    records
}

pub(crate) fn said(records: &[Record]) -> Vec<String> {
    records.iter().map(|record| String::from_utf8_lossy(&record.open).into_owned()).collect()
}
