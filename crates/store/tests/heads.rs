//! Where streams end is authenticated: who can write the tables without the key cannot say that a stream ends otherwise.
//! And a store from before that is read, verified, and marked in place.

use crate::support;

use rusqlite::Connection;
use std::path::{Path, PathBuf};
use store::contract::{append, command, stream, whole};
use store::export::{export, import};
use store::{Epoch, Heads, HeadsVerified, Record, RecordForm, SqliteStore, Store, StoreError, Vault, verify};
use support::Folder;

fn vault() -> Vault {
    Vault::from_bytes([42; 32])
}

fn opened(path: &Path) -> Result<SqliteStore, StoreError> {
    SqliteStore::open_with(path, Some(vault().head_key()))
}

fn made(path: &Path) {
    let store = SqliteStore::create_with(path, Some(vault().head_key())).expect("a store");
    for n in 0..20 {
        for name in ["house", "table/1"] {
            let id = command(u128::from(n) << 1 | u128::from(name == "house"));
            store.append(append(name, n * 3, Epoch::default(), Some(id), 3)).expect("kept");
        }
    }
    assert_eq!(store.heads(), Ok(Heads::Checked(vec![])));
}

fn sql(path: &Path, words: &str) {
    Connection::open(path).expect("the file").execute_batch(words).expect("changed");
}

/// Changes the last record of table/1 and hashes it again, as somebody would who can write the file.
fn rewrite_the_last(path: &Path) {
    let reader = SqliteStore::open_read_only(path).expect("a reader");
    let records = reader.read(&stream("table/1"), 59, 2).expect("read");
    drop(reader);
    let (before, mut last) = (records[0].hash, records[1].clone());
    last.open = b"something else".to_vec();
    last.hash = last.rehashed(before);
    let file = Connection::open(path).expect("the file");
    let words = "UPDATE records SET open = ?1, hash = ?2
        WHERE version = 60 AND stream = (SELECT id FROM streams WHERE name = 'table/1')";
    file.execute(words, (&last.open, last.hash.0)).expect("changed");
    file.execute("UPDATE streams SET hash = ? WHERE name = 'table/1'", [last.hash.0]).expect("changed");
}

#[test]
fn a_log_hashed_again_without_the_key_is_found_and_not_written_to() {
    let folder = Folder::new();
    let path = folder.file("floor.db");
    made(&path);
    rewrite_the_last(&path);

    let stranger = SqliteStore::open_read_only(&path).expect("a reader");
    let found = verify(&stranger, &mut |_| {}).expect("verified");
    assert_eq!((found.damages, found.heads), (vec![], HeadsVerified::NoKey), "the chain alone is whole");
    drop(stranger);

    let store = opened(&path).expect("opens");
    let found = verify(&store, &mut |_| {}).expect("verified");
    assert_eq!(found.heads, HeadsVerified::Compared);
    assert_eq!(found.damages.len(), 1, "{:?}", found.damages);
    assert_eq!(found.damages[0].stream, Some(stream("table/1")));
    assert!(found.damages[0].how.contains("key of the house"), "{}", found.damages[0].how);
    let refused = store.append(append("table/1", 60, Epoch::default(), None, 1));
    assert!(matches!(refused, Err(StoreError::Damaged { .. })), "{refused:?}");
    store.append(append("house", 60, Epoch::default(), None, 1)).expect("other streams go on");
    assert!(matches!(store.heads(), Ok(Heads::Checked(wrong)) if wrong.len() == 1));
}

#[test]
fn an_end_without_authentication_is_no_old_one_once_the_store_is_marked() {
    for words in [
        "UPDATE streams SET mac = NULL WHERE name = 'house'",
        "UPDATE streams SET mac = zeroblob(16) WHERE name = 'house'",
        "UPDATE streams SET mac = x'11' WHERE name = 'house'",
        "UPDATE streams SET mac = (SELECT mac FROM streams WHERE name = 'table/1') WHERE name = 'house'",
    ] {
        let folder = Folder::new();
        let path = folder.file("floor.db");
        made(&path);
        sql(&path, words);
        let found = verify(&opened(&path).expect("opens"), &mut |_| {}).expect("verified");
        assert_eq!(found.damages.len(), 1, "{words}: {:?}", found.damages);
        assert_eq!(found.damages[0].stream, Some(stream("house")), "{words}");
    }
    // Written by somebody without the key, through the store itself.
    let folder = Folder::new();
    let path = folder.file("floor.db");
    made(&path);
    let without = SqliteStore::open(&path).expect("opens");
    without.append(append("house", 60, Epoch::default(), None, 1)).expect("kept");
    drop(without);
    assert!(matches!(opened(&path).expect("opens").heads(), Ok(Heads::Checked(wrong)) if wrong.len() == 1));
}

#[test]
fn a_mark_of_another_key_or_store_is_refused() {
    let folder = Folder::new();
    let (one, two) = (folder.file("one.db"), folder.file("two.db"));
    made(&one);
    made(&two);
    let other = SqliteStore::open_with(&one, Some(Vault::from_bytes([1; 32]).head_key()));
    assert!(matches!(other.err(), Some(StoreError::Damaged { how, .. }) if how.contains("another house")));
    // The same records under the same key are not the same store.
    sql(
        &two,
        &format!("ATTACH '{}' AS one; UPDATE state SET id = (SELECT id FROM one.state)", one.display()),
    );
    assert!(opened(&two).is_err());
}

fn old(folder: &Folder) -> PathBuf {
    let path = folder.file("old.db");
    let packed = &include_bytes!("old/format-1.db.zst")[..];
    std::fs::write(&path, zstd::decode_all(packed).expect("unpacked")).expect("written");
    path
}

fn old_vault(folder: &Folder) -> Vault {
    let text = include_str!("old/house.key");
    let secret = store::Hash::parse(text.lines().nth(1).expect("a secret")).expect("a secret");
    assert!(folder.path().exists());
    Vault::from_bytes(secret.0)
}

fn all(store: &dyn Store) -> Vec<Record> {
    let mut all = Vec::new();
    let streams = store.streams().expect("streams");
    for (stream, _) in streams {
        all.extend(store.read(&stream, 1, usize::MAX).expect("read"));
    }
    all
}

#[test]
fn a_file_of_format_1_is_read_without_being_changed() {
    let folder = Folder::new();
    let path = old(&folder);
    let was = std::fs::read(&path).expect("bytes");
    let key = old_vault(&folder).head_key();
    let store = SqliteStore::open_read_only_with(&path, Some(key)).expect("a reader");
    whole(&store);
    let found = verify(&store, &mut |_| {}).expect("verified");
    assert_eq!((found.damages, found.heads), (vec![], HeadsVerified::Unmarked));
    assert_eq!((found.streams, found.records, found.commands), (32, 996, 375));
    assert!(all(&store).iter().all(|record| record.form == RecordForm::One && record.order.is_none()));
    drop(store);
    assert_eq!(std::fs::read(&path).expect("bytes"), was);
}

#[test]
fn a_file_of_format_1_is_taken_on_in_place_and_marked() {
    let folder = Folder::new();
    let path = old(&folder);
    let key = || Some(old_vault(&folder).head_key());
    let before = all(&SqliteStore::open_read_only(&path).expect("a reader"));
    let store = SqliteStore::open_with(&path, key()).expect("taken on");
    assert_eq!(all(&store), before, "no record changes");
    assert_eq!(store.heads(), Ok(Heads::Unmarked));
    store.mark_heads().expect("marked");
    store.mark_heads().expect("twice is once");
    assert_eq!(store.heads(), Ok(Heads::Checked(vec![])));
    let table = stream("table/1");
    let head = store.head(&table).expect("head");
    store.append(append("table/1", head.version, head.epoch, Some(command(1)), 2)).expect("kept");
    store.seal(&table, head.version + 1).expect("sealed across the forms");
    drop(store);
    let store = SqliteStore::open_with(&path, key()).expect("opens again");
    whole(&store);
    let found = verify(&store, &mut |_| {}).expect("verified");
    assert_eq!((found.damages, found.heads), (vec![], HeadsVerified::Compared));
    assert_eq!(store.read(&table, head.version + 1, 1).expect("read")[0].form, RecordForm::Two);
    // And it can be carried, both forms in one file.
    let mut file = Vec::new();
    export(&store, &old_vault(&folder), 1, &mut file).expect("exported");
    let to = SqliteStore::create_with(&folder.file("to.db"), key()).expect("a store");
    import(&to, None, &mut std::io::Cursor::new(&file)).expect("imported");
    assert_eq!(all(&to), all(&store));
    assert_eq!(to.heads(), Ok(Heads::Checked(vec![])));
}

#[test]
fn a_file_that_claims_to_be_of_an_older_format_is_refused_in_words() {
    let folder = Folder::new();
    let path = folder.file("new.db");
    drop(SqliteStore::create_with(&path, Some(vault().head_key())).expect("a store"));
    let file = rusqlite::Connection::open(&path).expect("the file");
    file.execute_batch("PRAGMA user_version = 1").expect("a lie");
    drop(file);
    for refused in [SqliteStore::open(&path).map(drop), SqliteStore::open_read_only(&path).map(drop)] {
        let told = refused.expect_err("refused").to_string();
        assert!(told.contains("says that it is of format 1"), "{told}");
    }
}

#[test]
fn an_export_of_before_is_taken() {
    let folder = Folder::new();
    let to = SqliteStore::create_with(&folder.file("to.db"), Some(vault().head_key())).expect("a store");
    let file = &include_bytes!("old/export-1")[..];
    let house = old_vault(&folder);
    let carried = import(&to, Some(&house), &mut std::io::Cursor::new(file)).expect("imported");
    assert_eq!(carried.records, 996);
    assert_eq!(all(&to), all(&SqliteStore::open_read_only(&old(&folder)).expect("a reader")));
    whole(&to);
}

#[test]
fn a_record_does_not_go_back_to_an_older_form() {
    let folder = Folder::new();
    let store = SqliteStore::create(&folder.file("floor.db")).expect("a store");
    store.append(append("house", 0, Epoch::default(), None, 1)).expect("kept");
    let older = store::Append { form: RecordForm::One, ..append("house", 1, Epoch::default(), None, 1) };
    store.append(older).expect("kept");
    let found = verify(&store, &mut |_| {}).expect("verified");
    assert_eq!(found.damages.len(), 1);
    assert_eq!((found.damages[0].version, found.damages[0].how.contains("older form")), (2, true));
}
