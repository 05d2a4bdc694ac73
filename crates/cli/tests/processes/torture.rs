//! Three processes on one PostgreSQL behind nginx, under load, one killed every twenty seconds: nothing that was acknowledged
//! is lost, every table plays on, and no request fails for longer than ten seconds. A minute of it by default;
//! `CARDROOM_TORTURE_SECONDS=600` is the long form.

use crate::common::server::Running;
use crate::processes::House;
use crate::processes::proxy::{Proxy, free_port};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use store::{CommandId as Id, PostgresStore, Store};

const PROCESSES: usize = 3;
const TABLES: u32 = 50;
/// So many that those who wait for a takeover do not keep the others from asking.
const THREADS: u64 = 200;
/// Orders a second, of all threads.
const RATE: u64 = 200;
const KILL_EVERY: Duration = Duration::from_secs(20);
/// No request may fail for longer.
const LONGEST: Duration = Duration::from_secs(10);

/// An order that was acknowledged.
struct Acknowledged {
    id: u128,
    table: u64,
    first: u64,
    /// From the first try to the acknowledgement.
    took: Duration,
    tries: u32,
    at: Duration,
}

/// What is heard from an address; nothing where nobody answers.
fn ask(address: &str, line: &str, token: &str, body: &str) -> Option<(u16, Value)> {
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(15))).ok()?;
    let head = format!(
        "Host: {address}\r\nConnection: close\r\nContent-Length: {}\r\nContent-Type: application/json\r\n\
         Authorization: Bearer {token}",
        body.len()
    );
    write!(stream, "{line} HTTP/1.1\r\n{head}\r\n\r\n{body}").ok()?;
    let mut heard = String::new();
    stream.read_to_string(&mut heard).ok()?;
    let status = heard.split(' ').nth(1)?.parse().ok()?;
    let body = serde_json::from_str(heard.split("\r\n\r\n").nth(1)?).unwrap_or(Value::Null);
    Some((status, body))
}

/// Gives one order until it is acknowledged.
fn give(proxy: &str, token: &str, id: u128, table: u64, began: Instant) -> Acknowledged {
    let order = json!({ "id": format!("{id:032x}"), "command": { "do": "post-notice", "of": "closing" } });
    let first_try = Instant::now();
    for tries in 1.. {
        let line = format!("POST /api/tables/{table}/commands");
        match ask(proxy, &line, token, &order.to_string()) {
            Some((200, kept)) => {
                let first = kept["first"].as_u64().unwrap();
                let (took, at) = (first_try.elapsed(), began.elapsed());
                return Acknowledged { id, table, first, took, tries, at };
            }
            Some((500..=599, _)) | None => {}
            Some((status, what)) => panic!("table {table}: {status} {what}"),
        }
        assert!(first_try.elapsed() < LONGEST * 3, "table {table}: an order fails for good");
        std::thread::sleep(Duration::from_millis(50));
    }
    unreachable!("it is tried until it is done")
}

fn rounds(address: &str, token: &str) -> Option<BTreeMap<u64, u64>> {
    let (200, heard) = ask(address, "GET /api/tables", token, "")? else { return None };
    let tables = heard["tables"].as_array()?.iter();
    Some(tables.filter_map(|table| Some((table["table"].as_u64()?, table["round"].as_u64()?))).collect())
}

#[test]
fn three_processes_lose_nothing_while_one_after_another_is_killed() {
    let seconds = std::env::var("CARDROOM_TORTURE_SECONDS").ok().and_then(|text| text.parse().ok());
    let whole = Duration::from_secs(seconds.unwrap_or(60));
    let house = House::furnished("torture", TABLES);
    let addresses: Vec<String> = (0..PROCESSES).map(|_| format!("127.0.0.1:{}", free_port())).collect();
    let mut running: Vec<Running> = addresses.iter().map(|address| house.start_behind(address)).collect();
    let proxy = Proxy::start("torture", &addresses);
    let token = running[0].token("manager");
    let all: Vec<u64> = rounds(&proxy.address, &token).unwrap().into_keys().collect();
    assert!(all.len() >= TABLES as usize, "{all:?}");
    std::thread::sleep(Duration::from_secs(5));
    let (began, stop, next) = (Instant::now(), AtomicBool::new(false), AtomicU64::new(1));
    let acknowledged: Mutex<Vec<Acknowledged>> = Mutex::default();
    let before = rounds(&proxy.address, &token).unwrap();
    let mut kills = 0;
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let (token, all, proxy) = (&token, &all, &proxy.address);
            let (stop, next, acknowledged) = (&stop, &next, &acknowledged);
            scope.spawn(move || {
                let pause = Duration::from_micros(1_000_000 * THREADS / RATE);
                let mut due = Instant::now() + pause / (thread as u32 + 1);
                while !stop.load(Ordering::Relaxed) {
                    std::thread::sleep(due.saturating_duration_since(Instant::now()));
                    due = (due + pause).max(Instant::now());
                    let id = next.fetch_add(1, Ordering::Relaxed);
                    let table =
                        all[usize::try_from(id.wrapping_mul(0x9e37_79b9) % all.len() as u64).unwrap()];
                    let kept = give(proxy, token, (0x70_u128 << 120) | u128::from(id), table, began);
                    acknowledged.lock().unwrap().push(kept);
                }
            });
        }
        let mut at = 0;
        while began.elapsed() + KILL_EVERY / 2 < whole {
            std::thread::sleep(KILL_EVERY / 2);
            running[at].0.kill().unwrap();
            running[at].0.wait().unwrap();
            kills += 1;
            std::thread::sleep(KILL_EVERY / 4);
            running[at] = house.start_behind(&addresses[at]);
            std::thread::sleep(KILL_EVERY / 4);
            at = (at + 1) % PROCESSES;
        }
        stop.store(true, Ordering::Relaxed);
    });
    let acknowledged = acknowledged.into_inner().unwrap();
    let longest = acknowledged.iter().max_by_key(|kept| kept.took).unwrap();
    let again = acknowledged.iter().filter(|kept| kept.tries > 1).count();
    let mut gaps: Vec<Duration> = acknowledged.iter().map(|kept| kept.took).collect();
    gaps.sort_unstable();
    println!(
        "{} orders acknowledged in {:?} ({} a second), {kills} kills, {again} given more than once; median {:?}, \
         99% {:?}, longest {:?} (table {}, at {:?})",
        acknowledged.len(),
        began.elapsed(),
        acknowledged.len() as u64 / began.elapsed().as_secs().max(1),
        gaps[gaps.len() / 2],
        gaps[gaps.len() * 99 / 100],
        longest.took,
        longest.table,
        longest.at,
    );
    assert!(kills >= 2 && longest.took < LONGEST, "table {}: {:?}", longest.table, longest.took);
    // Every table plays on: those with somebody at them have played since the load began.
    crate::processes::until("every table plays on", Duration::from_secs(60), || {
        let now = rounds(&proxy.address, &token).unwrap_or_default();
        before.iter().all(|(table, round)| now.get(table).is_some_and(|now| now > round))
    });
    let store = PostgresStore::connect(&house.store, "looks").unwrap();
    for kept in &acknowledged {
        let found = store.answered(Id(kept.id.to_be_bytes())).unwrap();
        let (stream, answered) = found.unwrap_or_else(|| panic!("an order of table {} is lost", kept.table));
        assert!(stream.name().ends_with(&format!("/{}", kept.table)), "{stream}");
        assert_eq!(answered.first, kept.first, "{stream}");
    }
    drop((store, proxy));
    running.into_iter().for_each(Running::stop);
    house.is_whole();
}
