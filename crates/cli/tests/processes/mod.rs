//! Several of the shipped program on one PostgreSQL: each starts whatever the others do, each answers for all tables, and the
//! tables of one that is killed play on at the others.

use crate::common;
mod proxy;
mod torture;

use common::server::Running;
use common::{Folder, said};
use floor::SystemClock;
use serde_json::{Value, json};
use server::demo;
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{Holding, PostgresStore, Store, Vault};

/// A floor in a schema of its own, and the processes that share it.
struct House {
    folder: Folder,
    store: String,
    key: String,
}

impl House {
    fn new(name: &str) -> House {
        let server = std::env::var("CARDROOM_TEST_POSTGRES").expect(
            "CARDROOM_TEST_POSTGRES is not set, and this test needs a PostgreSQL server: ./check starts one; \
             by hand: scripts/postgres run -- cargo test --release -p cardroom --test integration processes::",
        );
        let folder = Folder::new(&format!("processes-{name}"));
        let joint = if server.contains('?') { '&' } else { '?' };
        let store = format!("{server}{joint}schema=processes_{name}_{}", std::process::id());
        let key = folder.0.join("house.key").display().to_string();
        said(&["floor", "--store", &store, "--key", &key, "init"]);
        House { folder, store, key }
    }

    /// One with so many tables that the system deals at.
    fn furnished(name: &str, tables: u32) -> House {
        let house = House::new(name);
        let vault = Arc::new(Vault::open(Path::new(&house.key)).unwrap());
        let (settings, heads) = (store::PostgresSettings::default(), Some(vault.head_key()));
        let store = PostgresStore::connect_keyed(&house.store, "furnishes", settings, heads).unwrap();
        let store: Arc<dyn Store> = Arc::new(store);
        let games = rulebook::library::house_banked();
        let games: usize = games.map(|id| floor::book(id).unwrap().variants.len()).sum();
        let size = demo::DemoFloorSize { tables: tables.div_ceil(games as u32), bots: 1, live: 0 };
        demo::furnish(&store, &vault, &SystemClock::start(), size).unwrap();
        house
    }

    fn start(&self) -> Running {
        self.start_with("127.0.0.1:0", &[])
    }

    /// Starts one behind the proxy, which asks by its own name, without a port.
    fn start_behind(&self, address: &str) -> Running {
        let mut running = self.start_with(address, &["--public-url", "http://127.0.0.1"]);
        running.1 = address.to_string();
        running
    }

    fn start_with(&self, address: &str, how: &[&str]) -> Running {
        let arguments = [
            "serve",
            "--demo",
            "--store",
            &self.store,
            "--key",
            &self.key,
            "--address",
            address,
            "--bots",
            "1",
        ];
        let more = [
            "--set",
            "requests-per-session=10000",
            "--set",
            "requests-per-address=10000",
            "--set",
            "connections-per-address=10000",
        ];
        Running::start(&self.folder.0, &[&arguments[..], &more, how].concat())
    }

    fn is_whole(&self) {
        let at = |more: &str| said(&["floor", "--store", &self.store, "--key", &self.key, more]);
        assert!(at("verify").ends_with("whole\n"));
        // A round that is under way may have calls open; its money is in transit and agrees all the same.
        let reconciled = at("reconcile");
        let last = reconciled.lines().last().unwrap_or_default();
        assert!(last.starts_with("everything agrees"), "{reconciled}");
    }
}

fn bearer(token: &str) -> String {
    format!("Authorization: Bearer {token}\r\nContent-Type: application/json")
}

fn body(heard: &str) -> Value {
    serde_json::from_str(heard.split("\r\n\r\n").nth(1).unwrap_or_default()).unwrap_or(Value::Null)
}

fn tables(running: &Running) -> BTreeMap<u64, Value> {
    let heard = body(&running.ask("GET /api/tables", "", ""));
    let tables = heard["tables"].as_array().cloned().unwrap_or_default();
    tables.into_iter().map(|table| (table["table"].as_u64().unwrap(), table)).collect()
}

/// How many tables a process runs itself.
fn own(running: &Running) -> u64 {
    body(&running.ask("GET /health", "", ""))["tables"].as_u64().unwrap_or(0)
}

/// Waits until it is so.
fn until(what: &str, longest: Duration, mut is: impl FnMut() -> bool) -> Duration {
    let began = Instant::now();
    while !is() {
        assert!(began.elapsed() < longest, "{what}: not within {longest:?}");
        std::thread::sleep(Duration::from_millis(100));
    }
    began.elapsed()
}

/// A second process starts beside the first, both share the tables, and both answer for all of them.
#[test]
fn a_second_process_starts_and_both_answer_for_every_table() {
    let house = House::new("two");
    let one = house.start();
    let all: Vec<u64> = tables(&one).into_keys().collect();
    assert!(all.len() > 5, "{all:?}");
    let two = house.start();
    until("the tables are shared out", Duration::from_secs(30), || own(&one) > 0 && own(&two) > 0);
    until("both see all tables", Duration::from_secs(10), || {
        [&one, &two].iter().all(|process| tables(process).into_keys().eq(all.iter().copied()))
    });
    // A session is good at the other at once, and so is every table, by whichever process it is asked for.
    let token = one.token("manager");
    for (at, table) in all.iter().enumerate() {
        let process = if at % 2 == 0 { &two } else { &one };
        for page in [
            format!("/api/tables/{table}"),
            format!("/tables/{table}"),
            format!("/dealer/{table}"),
            format!("/pit/tables/{table}"),
            format!("/displays/tables/{table}"),
        ] {
            let heard = process.ask(&format!("GET {page}"), &bearer(&token), "");
            assert!(heard.starts_with("HTTP/1.1 200"), "{page} {at}: {heard}");
        }
    }
    for process in [&one, &two] {
        let meters = body(&process.ask("GET /api/meters", "", ""));
        assert!(!meters.as_array().unwrap().is_empty(), "meters are seen by both");
    }
    assert_eq!(
        body(&one.ask("GET /api/meters", "", "")).as_array().unwrap().len(),
        body(&two.ask("GET /api/meters", "", "")).as_array().unwrap().len()
    );
    plays_through_both(&one, &two);
    files_are_told_alike(&one, &two);
    sockets_through_both(&one, &two, &all);
    visitors_do_not_pass_for_processes(&house, &one);
    let nowhere = two.ask("GET /api/tables/99999", "", "");
    assert!(nowhere.starts_with("HTTP/1.1 404"), "{nowhere}");
    two.stop();
    until("the first has all again", Duration::from_secs(10), || own(&one) == all.len() as u64);
    one.stop();
    house.is_whole();
}

/// Commands of one round go to either process in turn; the same id at the other is a repeat.
fn plays_through_both(one: &Running, two: &Running) {
    let token = two.token("player");
    let mut id = 0u32;
    let mut tell = |address: &str, command: Value| {
        for _ in 0..300 {
            id += 1;
            let order = json!({ "id": format!("{id:032x}"), "command": command }).to_string();
            let (process, other) = if id.is_multiple_of(2) { (one, two) } else { (two, one) };
            let heard = process.ask(&format!("POST /api/tables/4/{address}"), &bearer(&token), &order);
            if heard.starts_with("HTTP/1.1 200") {
                let again = other.ask(&format!("POST /api/tables/4/{address}"), &bearer(&token), &order);
                let (first, second) = (body(&heard), body(&again));
                assert_eq!(first["first"], second["first"], "{heard}\n{again}");
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        panic!("{command} is refused for good");
    };
    tell("join", json!({ "seat": 9, "amount": "200.00" }));
    tell("commands", json!({ "do": "place", "wager": "ante", "amount": "10.00" }));
    // The meters of a book may be elsewhere than its tables.
    let manager = one.token("manager");
    for (process, id) in [(one, 1), (two, 2)] {
        let order = json!({ "id": format!("ff{id:030x}"),
            "command": { "do": "post-notice", "meter": 1, "of": "tables" } });
        let to = "POST /api/meters/crown-sydney-poker-minors-3.3/commands";
        let heard = process.ask(to, &bearer(&manager), &order.to_string());
        assert!(heard.starts_with("HTTP/1.1 200") || heard.starts_with("HTTP/1.1 409"), "{heard}");
    }
    for process in [one, two] {
        let heard = process.ask("GET /account", &bearer(&token), "");
        assert!(heard.starts_with("HTTP/1.1 200"), "{heard}");
    }
}

/// What one process wrote into a patron's file is told by both, whoever had it before.
fn files_are_told_alike(one: &Running, two: &Running) {
    let manager = one.token("manager");
    let file = "/api/patrons/crown-sydney-poker-minors-3.3/2";
    let told = |process: &Running| -> i64 {
        let file = body(&process.ask(&format!("GET {file}"), &bearer(&manager), ""));
        let balance = file["balance"].as_str().unwrap_or_else(|| panic!("{file}"));
        balance.replace('.', "").parse().unwrap()
    };
    let mut balance = told(one);
    for id in 1..5 {
        // Each writes after the other, and the other has looked before.
        let (writes, reads) = if id % 2 == 0 { (one, two) } else { (two, one) };
        assert_eq!(told(reads), balance);
        let pay = json!({ "do": "deposit", "amount": "250.00", "from": "bank-transfer" });
        let order = json!({ "id": format!("fe{id:030x}"), "command": pay }).to_string();
        let heard = writes.ask(&format!("POST {file}/commands"), &bearer(&manager), &order);
        assert!(heard.starts_with("HTTP/1.1 200"), "{heard}");
        balance += 25_000;
        for process in [writes, reads] {
            assert_eq!(told(process), balance, "payment {id}");
        }
    }
}

/// A live page of every table at both processes: the first frame, and a later one.
fn sockets_through_both(one: &Running, two: &Running, all: &[u64]) {
    for process in [one, two] {
        for table in all.iter().take(4) {
            let mut stream = TcpStream::connect(&process.1).unwrap();
            stream.set_read_timeout(Some(Duration::from_secs(40))).unwrap();
            let host = &process.1;
            let head = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
                        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
            write!(stream, "GET /tables/{table}/live HTTP/1.1\r\nHost: {host}\r\n{head}\r\n\r\n").unwrap();
            let mut heard = Vec::new();
            let mut part = [0; 4096];
            let holds = |heard: &[u8], words: &str| String::from_utf8_lossy(heard).contains(words);
            while !holds(&heard, "data-live=\"felt\"") {
                let count = stream.read(&mut part).unwrap();
                assert!(count > 0, "table {table}: {}", String::from_utf8_lossy(&heard));
                heard.extend_from_slice(&part[..count]);
            }
            assert!(heard.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&heard));
        }
    }
}

/// Where processes ask one another a visitor is refused; elsewhere the header of a passed-on request means nothing.
fn visitors_do_not_pass_for_processes(house: &House, one: &Running) {
    let store = PostgresStore::connect(&house.store, "looks").unwrap();
    let streams = store.streams().unwrap();
    let held = streams.iter().filter(|(stream, _)| stream.kind() == "table").find_map(|(stream, _)| {
        match store.holding(stream).unwrap() {
            Holding::Other(address) => address,
            _ => None,
        }
    });
    let inner = held.expect("a process has said where it is reached");
    let now = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().as_millis();
    let forged = format!("Cardroom-Forwarded: {now} 10.9.8.7 {}", "0".repeat(64));
    for head in ["X-Nothing: 1", &forged] {
        let mut stream = TcpStream::connect(&inner).unwrap();
        let asked =
            format!("GET /api/tables HTTP/1.1\r\nHost: {inner}\r\nConnection: close\r\n{head}\r\n\r\n");
        stream.write_all(asked.as_bytes()).unwrap();
        let mut heard = String::new();
        stream.read_to_string(&mut heard).unwrap();
        assert!(heard.starts_with("HTTP/1.1 403"), "{head}: {heard}");
    }
    // Passed on, it would count for nobody's limits and come from anywhere.
    assert!(one.ask("GET /api/tables", &forged, "").starts_with("HTTP/1.1 200"));
}

/// Killed and started again at once, many times over: it always starts, and nothing is lost.
#[test]
fn a_restart_after_a_kill_always_starts() {
    let house = House::new("restart");
    let two = house.start();
    for _ in 0..5 {
        let mut one = house.start();
        assert!(one.ask("GET /health", "", "").starts_with("HTTP/1.1 200"));
        one.0.kill().unwrap();
        one.0.wait().unwrap();
    }
    two.stop();
    house.is_whole();
}

/// The tables of a process that is killed play on at the other, and no request fails for longer than ten seconds.
#[test]
fn the_tables_of_a_killed_process_play_on_at_the_other() {
    let house = House::new("killed");
    let mut one = house.start();
    let two = house.start();
    let all: Vec<u64> = tables(&one).into_keys().collect();
    until("the tables are shared out", Duration::from_secs(30), || own(&one) > 0 && own(&two) > 0);
    until("both see all tables", Duration::from_secs(10), || tables(&two).len() == all.len());
    let token = two.token("supervisor");
    one.0.kill().unwrap();
    one.0.wait().unwrap();
    let killed = Instant::now();
    let mut longest = Duration::ZERO;
    for table in &all {
        let heard = two.ask(&format!("GET /api/tables/{table}"), &bearer(&token), "");
        assert!(heard.starts_with("HTTP/1.1 200"), "table {table} after {:?}: {heard}", killed.elapsed());
        longest = longest.max(killed.elapsed());
    }
    assert!(longest < Duration::from_secs(10), "{longest:?}");
    println!("all {} tables answered {longest:?} after the kill", all.len());
    // Dealt by the system, with somebody who plays by itself at each: rounds go on everywhere.
    let rounds = || -> BTreeMap<u64, u64> {
        let seen = tables(&two).into_iter().filter(|(_, table)| table["mode"] == "virtual");
        seen.map(|(number, table)| (number, table["round"].as_u64().unwrap_or(0))).collect()
    };
    let before = rounds();
    until("every table plays on", Duration::from_secs(120), || {
        let now = rounds();
        before.iter().all(|(number, round)| now[number] > *round)
    });
    two.stop();
    house.is_whole();
}
