//! Somebody changes the tables by hand: verification finds it. And a log is carried to another store and back.

use crate::postgres::support::{cardroom, connect, schema, sql};
use std::io::Cursor;
use std::sync::mpsc;
use std::time::Duration;
use store::contract::{append, command, stream, whole};
use store::{Epoch, MemoryStore, PostgresStore, Store, Vault, export, verify};

const PATIENCE: Duration = Duration::from_secs(5);

/// Three streams, one of them partly sealed.
fn filled(url: &str) -> PostgresStore {
    let store = connect(url, "test", PATIENCE, true);
    let (tell, told) = mpsc::channel();
    for (number, name) in (0_u128..).zip(["house", "meter/1", "table/1"]) {
        for n in 0..20 {
            let id = Some(command(number << 32 | u128::from(n)));
            let tell = tell.clone();
            store
                .submit(append(name, n * 3, Epoch(0), id, 3), Box::new(move |kept| tell.send(kept).unwrap()));
        }
    }
    assert!(told.iter().take(60).all(|kept| kept.is_ok()));
    store.seal(&stream("house"), 45).unwrap();
    store
}

#[test]
fn what_is_changed_by_hand_is_found() {
    let of = |name: &str| format!("stream = (SELECT number FROM streams WHERE name = '{name}')");
    let (table, house) = (of("table/1"), of("house"));
    let tampered = [
        (format!("UPDATE events SET open = 'more' WHERE {table} AND version = 7"), Some("table/1"), 7),
        (format!("UPDATE events SET sealed = NULL WHERE {table} AND version = 8"), Some("table/1"), 8),
        (format!("UPDATE events SET by = 'staff/13' WHERE {table} AND version = 9"), Some("table/1"), 9),
        (
            format!("UPDATE events SET moment = 1 + moment WHERE {table} AND version = 10"),
            Some("table/1"),
            10,
        ),
        (format!("UPDATE events SET hash = 'short' WHERE {table} AND version = 11"), Some("table/1"), 11),
        // A record that is gone is missed first by its command, which began two records before.
        (format!("DELETE FROM events WHERE {table} AND version = 12"), Some("table/1"), 10),
        (format!("DELETE FROM events WHERE {table} AND version = 60"), Some("table/1"), 58),
        (
            "UPDATE streams SET head = decode(repeat('11', 32), 'hex') WHERE name = 'table/1'".into(),
            Some("table/1"),
            60,
        ),
        (format!("DELETE FROM segments WHERE {house}"), Some("house"), 1),
        (
            format!("UPDATE segments SET bytes = substr(bytes, 1, length(bytes) / 2) WHERE {house}"),
            Some("house"),
            1,
        ),
        (format!("UPDATE commands SET last = last + 1 WHERE {table} AND first = 4"), Some("table/1"), 4),
        (format!("DELETE FROM commands WHERE {table} AND first = 4"), Some("table/1"), 4),
        (format!("UPDATE events SET stream = 999 WHERE {table} AND version = 59"), None, 0),
    ];
    let url = cardroom();
    let store = filled(&url);
    let found = verify(&store, &mut |_| ()).unwrap();
    assert!(found.is_whole(), "{found:?}");
    assert_eq!((found.streams, found.records, found.commands), (3, 180, 60));
    for (change, name, version) in &tampered {
        let url = cardroom();
        let store = filled(&url);
        sql(&url, &format!("SET search_path = {}; {change}", schema(&url)));
        let found = verify(&store, &mut |_| ()).unwrap();
        assert!(!found.is_whole(), "{change}");
        if let Some(name) = name {
            let at: Vec<_> =
                found.damages.iter().map(|damage| (damage.stream.clone(), damage.version)).collect();
            assert_eq!(at, [(Some(stream(name)), *version)], "{change}: {found:?}");
        }
    }
}

#[test]
fn a_log_is_carried_to_another_store_and_back() {
    let vault = Vault::from_bytes([5; 32]);
    let (from, memory) = (filled(&cardroom()), MemoryStore::new());
    let back = connect(&cardroom(), "test", PATIENCE, true);
    let carry = |from: &dyn Store, to: &dyn Store| {
        let mut file = Vec::new();
        let out = export::export(from, &vault, 1_700_000_000_000, &mut file).unwrap();
        let into = export::import(to, Some(&vault), &mut Cursor::new(&file)).unwrap();
        assert_eq!((out.records, into.records), (180, 180));
    };
    carry(&from, &memory);
    carry(&memory, &back);
    for name in ["house", "meter/1", "table/1"].map(stream) {
        assert_eq!(from.read(&name, 1, 99), back.read(&name, 1, 99));
    }
    whole(&back);
}
