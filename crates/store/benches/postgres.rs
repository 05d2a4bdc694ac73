//! How fast events become durable on PostgreSQL: `scripts/postgres run -- cargo bench -p cardroom-store --bench postgres`.
//!
//! Beside the store stands the bare limit of the same server: the same rows, committed in groups of as many as there are
//! producers by one connection that does nothing else.

use std::ops::ControlFlow;
use std::process::{Command as Process, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier};
use std::time::{Duration, Instant};
use store::{Append, CommandId, Epoch, NewEvent, PostgresStore, RecordForm, Store, Stream, When};

const PRODUCERS: usize = 64;
const TIME: Duration = Duration::from_secs(6);

fn main() {
    let url = std::env::var("CARDROOM_TEST_POSTGRES").unwrap_or_else(|_| {
        eprintln!("bench: CARDROOM_TEST_POSTGRES is not set; scripts/postgres run -- cargo bench -p cardroom-store --bench postgres");
        std::process::exit(2);
    });
    let schema = format!("bench_{}", std::process::id());
    let at = format!("{url}?schema={schema}");
    let args: Vec<String> = std::env::args().collect();
    if let [_, role, at, name] = &args[..]
        && role == "--produce"
    {
        println!("{}", produce(at, name, 1));
        return;
    }
    PostgresStore::init(&at).expect("a schema for the benchmark");
    let bare = bare(&url, &format!("bare_{}", std::process::id()));
    println!("| the store on PostgreSQL | events/s | p50 | p99 |");
    println!("|---|--:|--:|--:|");
    println!("| bare limit, groups of {PRODUCERS} | {bare} | | |");
    println!("| {PRODUCERS} producers, one event each {}", produce(&at, "one", 1));
    println!("| {PRODUCERS} producers, four events each {}", produce(&at, "four", 4));
    let program = std::env::current_exe().expect("the path of the benchmark");
    let both: Vec<_> = ["left", "right"]
        .map(|name| {
            Process::new(&program)
                .args(["--produce", &at, name])
                .stdout(Stdio::piped())
                .spawn()
                .expect("a process")
        })
        .into_iter()
        .map(|child| child.wait_with_output().expect("its report"))
        .collect();
    for output in both {
        print!(
            "| one of two processes, {PRODUCERS} producers each {}",
            String::from_utf8_lossy(&output.stdout)
        );
    }
    let store = PostgresStore::connect(&at, "reader").expect("the store");
    let begun = Instant::now();
    let mut records = 0_u64;
    store
        .scan(&mut |_| {
            records += 1;
            ControlFlow::Continue(())
        })
        .expect("a scan");
    let took = begun.elapsed();
    println!(
        "| scan of {records} records | {} | | |",
        u128::from(records) * 1_000_000 / took.as_micros().max(1)
    );
}

/// Producers that wait for each answer before the next append, one stream each.
fn produce(url: &str, name: &str, each: u64) -> String {
    let store = Arc::new(PostgresStore::connect(url, name).expect("the store"));
    let stop = Arc::new(AtomicBool::new(false));
    let ready = Arc::new(Barrier::new(PRODUCERS + 1));
    let threads: Vec<_> = (0..PRODUCERS)
        .map(|producer| {
            let (store, stop, ready) = (store.clone(), stop.clone(), ready.clone());
            let stream = Stream::new(&format!("table/{name}-{producer}")).expect("a name");
            std::thread::spawn(move || {
                let epoch = store.claim(&stream).expect("a claim");
                let mut after = store.head(&stream).expect("a head").version;
                let mut times = Vec::new();
                ready.wait();
                while !stop.load(Ordering::Relaxed) {
                    let begun = Instant::now();
                    store.append(append(&stream, after, epoch, producer, each)).expect("an append");
                    times.push(begun.elapsed());
                    after += each;
                }
                times
            })
        })
        .collect();
    ready.wait();
    let begun = Instant::now();
    std::thread::sleep(TIME);
    stop.store(true, Ordering::Relaxed);
    let mut times: Vec<Duration> =
        threads.into_iter().flat_map(|thread| thread.join().expect("a producer")).collect();
    let took = begun.elapsed();
    times.sort_unstable();
    let at = |hundredth: usize| times[(times.len() - 1) * hundredth / 100];
    let rate = times.len() as u128 * u128::from(each) * 1_000_000 / took.as_micros();
    format!("| {rate} | {:.2?} | {:.2?} |", at(50), at(99))
}

fn append(stream: &Stream, after: u64, epoch: Epoch, producer: usize, each: u64) -> Append {
    let mut id = [0; 16];
    // As random as the ids that clients make: where it lands in the index decides what it costs.
    let mixed = (after.wrapping_add(1) << 8 | producer as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    id[..8].copy_from_slice(&(mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9).to_be_bytes());
    for (place, byte) in id[8..].iter_mut().zip(stream.rest().bytes()) {
        *place = byte;
    }
    let event = NewEvent { encoding: 1, open: vec![7; 160], sealed: None };
    Append {
        stream: stream.clone(),
        after,
        epoch,
        command: Some(CommandId(id)),
        order: None,
        form: RecordForm::Two,
        by: "staff/12".into(),
        when: When { clock_ms: 1_700_000_000_000, moment: after },
        events: vec![event; usize::try_from(each).unwrap_or(1)],
    }
}

/// One connection that inserts rows of the same size and an id each, and commits; nothing is decided or chained.
fn bare(url: &str, schema: &str) -> u128 {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await.expect("a connection");
        tokio::spawn(async move { drop(connection.await) });
        client
            .batch_execute(&format!(
                "CREATE SCHEMA {schema}; SET search_path = {schema};
                 CREATE TABLE events (stream bigint, version bigint, hash bytea, by text, open bytea, PRIMARY KEY (stream, version));
                 CREATE TABLE commands (id bytea PRIMARY KEY, stream bigint, version bigint)"
            ))
            .await
            .expect("tables");
        let insert = client
            .prepare(
                "WITH given AS (SELECT * FROM unnest($1::bigint[], $2::bytea[]) AS g (stream, id)),
                 noted AS (INSERT INTO commands SELECT id, stream, $3::bigint FROM given)
                 INSERT INTO events SELECT stream, $3::bigint, $4::bytea, 'staff/12', $5::bytea FROM given",
            )
            .await
            .expect("a statement");
        let streams: Vec<i64> = (0..PRODUCERS as i64).collect();
        let (hash, open) = (vec![9_u8; 32], vec![7_u8; 160]);
        let begun = Instant::now();
        let mut version = 0_i64;
        while begun.elapsed() < TIME {
            version += 1;
            let ids: Vec<Vec<u8>> = streams
                .iter()
                .map(|stream| {
                    let mixed = (version << 8 | stream).cast_unsigned().wrapping_mul(0x9e37_79b9_7f4a_7c15);
                    [mixed.to_be_bytes(), mixed.to_le_bytes()].concat()
                })
                .collect();
            client.execute(&insert, &[&streams, &ids, &version, &hash, &open]).await.expect("a commit");
        }
        version.unsigned_abs() as u128 * PRODUCERS as u128 * 1_000_000 / begun.elapsed().as_micros()
    })
}
