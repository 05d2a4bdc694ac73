//! Sealed records leave room in the file, which is given back to the disk; nothing else changes by that.

use crate::support;

use std::path::Path;
use store::contract::{append, command, stream, whole};
use store::{Epoch, Record, SqliteStore, Store};
use support::Folder;

const TABLES: [&str; 3] = ["table/1", "table/2", "table/3"];

/// Three tables that play side by side.
fn play(store: &dyn Store, from: u64, to: u64) {
    for n in from..to {
        for (table, name) in TABLES.into_iter().enumerate() {
            let id = command(u128::from(n) << 8 | table as u128);
            store.append(append(name, n * 9, Epoch::default(), Some(id), 9)).expect("kept");
        }
    }
}

fn everything(store: &dyn Store) -> Vec<Vec<Record>> {
    TABLES.map(|name| store.read(&stream(name), 1, usize::MAX).expect("read")).into()
}

fn size(path: &Path) -> u64 {
    std::fs::metadata(path).expect("a file").len()
}

#[test]
fn old_records_are_compacted_and_the_file_shrinks_while_others_write() {
    let folder = Folder::new();
    let path = folder.file("floor.db");
    let store = SqliteStore::create(&path).expect("a store");
    play(&store, 0, 1_000);
    let before = everything(&store);
    drop(store);
    let full = size(&path);
    let store = SqliteStore::open(&path).expect("opened");
    for name in TABLES {
        store.seal(&stream(name), 8_900).expect("sealed");
    }
    let mut pages = 0;
    loop {
        match store.give_back(Some(64)).expect("given back") {
            0 => break,
            some => {
                // A page that says where others were may go with them.
                assert!(some <= 66, "no more at a time than was asked for: {some}");
                pages += some;
            }
        }
        let next = store.head(&stream("house")).expect("a head").version;
        store.append(append("house", next, Epoch::default(), None, 1)).expect("others write meanwhile");
    }
    assert!(pages * 4096 > full / 2, "{pages} pages of {full} bytes");
    assert_eq!(everything(&store), before, "everything is read as before");
    whole(&store);
    drop(store);
    assert!(size(&path) < full / 2, "{} bytes of {full}", size(&path));
    let store = SqliteStore::open(&path).expect("opened again");
    play(&store, 1_000, 1_010);
    whole(&store);
    assert_eq!(store.answered(command(5 << 8 | 1)).expect("found").expect("known").1.first, 46);
}

#[test]
fn a_file_that_cannot_give_back_a_little_at_a_time_is_written_anew() {
    let folder = Folder::new();
    let path = folder.file("old.db");
    let store = SqliteStore::create(&path).expect("a store");
    play(&store, 0, 500);
    let before = everything(&store);
    drop(store);
    let old = rusqlite::Connection::open(&path).expect("opened");
    old.execute_batch("PRAGMA journal_mode = DELETE; PRAGMA auto_vacuum = NONE; VACUUM;")
        .expect("as it was once");
    drop(old);
    let full = size(&path);
    let store = SqliteStore::open(&path).expect("opened");
    for name in TABLES {
        store.seal(&stream(name), 4_400).expect("sealed");
    }
    assert_eq!(store.give_back(Some(64)), Ok(0), "not while others write");
    assert!(store.give_back(None).expect("written anew") * 4096 > full / 2);
    assert!(size(&path) < full / 2, "{} bytes of {full}", size(&path));
    assert_eq!(everything(&store), before);
    whole(&store);
    play(&store, 500, 600);
    for name in TABLES {
        store.seal(&stream(name), 5_300).expect("sealed");
    }
    assert!(store.give_back(Some(64)).expect("given back") > 0, "from now on a little at a time");
    whole(&store);
}
