//! Where streams end is authenticated by every process that has the key, and a schema of format 1 is taken on in place.

use crate::postgres::support::{cardroom, schema, sql};
use store::contract::{append, command, stream, whole};
use store::{
    Append, Epoch, Heads, HeadsVerified, PostgresSettings, PostgresStore, RecordForm, Store, StoreError,
    Vault, verify,
};

fn keyed(url: &str, name: &str) -> PostgresStore {
    let key = Vault::from_bytes([5; 32]).head_key();
    PostgresStore::connect_keyed(url, name, PostgresSettings::default(), Some(key)).expect("the store")
}

fn change(url: &str, words: &str) {
    sql(url, &format!("SET search_path = {}; {words}", schema(url)));
}

#[test]
fn processes_that_share_a_store_authenticate_it_together() {
    let url = cardroom();
    let (one, two) = (keyed(&url, "one"), keyed(&url, "two"));
    assert_eq!(one.heads(), Ok(Heads::Unmarked));
    one.append(append("house", 0, Epoch(0), Some(command(1)), 3)).unwrap();
    one.mark_heads().unwrap();
    two.mark_heads().unwrap();
    two.append(append("house", 3, Epoch(0), Some(command(2)), 3)).unwrap();
    one.append(append("house", 6, Epoch(0), Some(command(3)), 3)).unwrap();
    two.claim(&stream("table/1")).unwrap();
    two.append(append("table/1", 0, Epoch(1), Some(command(4)), 3)).unwrap();
    for store in [&one, &two] {
        assert_eq!(store.heads(), Ok(Heads::Checked(vec![])));
        let found = verify(store, &mut |_| ()).unwrap();
        assert_eq!((found.damages, found.heads), (vec![], HeadsVerified::Compared));
    }
}

#[test]
fn an_end_that_the_key_did_not_write_is_found_and_not_built_upon() {
    let url = cardroom();
    let store = keyed(&url, "one");
    store.mark_heads().unwrap();
    for name in ["house", "table/1"] {
        store.append(append(name, 0, Epoch(0), None, 3)).unwrap();
    }
    drop(store);
    for words in [
        "UPDATE streams SET head = decode(repeat('11', 32), 'hex') WHERE name = 'house'",
        "UPDATE streams SET mac = NULL WHERE name = 'house'",
        "UPDATE streams SET mac = (SELECT mac FROM streams WHERE name = 'table/1') WHERE name = 'house'",
    ] {
        change(&url, words);
        let store = keyed(&url, "two");
        assert!(matches!(store.heads(), Ok(Heads::Checked(wrong)) if wrong.len() == 1), "{words}");
        let refused = store.append(append("house", 3, Epoch(0), None, 1));
        assert!(matches!(refused, Err(StoreError::Damaged { .. })), "{words}: {refused:?}");
    }
    let store = keyed(&url, "three");
    store.append(append("table/1", 3, Epoch(0), None, 1)).expect("other streams go on");
    let other = Vault::from_bytes([6; 32]).head_key();
    let refused = PostgresStore::connect_keyed(&url, "four", PostgresSettings::default(), Some(other));
    assert!(matches!(refused.err(), Some(StoreError::Damaged { how, .. }) if how.contains("another house")));
}

#[test]
fn a_schema_of_format_1_is_taken_on_in_place() {
    let url = cardroom();
    let store = keyed(&url, "old");
    for n in 0..5 {
        let form_1 = append("house", n * 3, Epoch(0), Some(command(n.into())), 3);
        store.append(Append { form: RecordForm::One, order: None, ..form_1 }).unwrap();
    }
    store.seal(&stream("house"), 6).unwrap();
    drop(store);
    change(
        &url,
        "ALTER TABLE streams DROP COLUMN mac; ALTER TABLE events DROP COLUMN form;
         ALTER TABLE commands DROP COLUMN digest; ALTER TABLE format DROP COLUMN id, DROP COLUMN mark;
         ALTER TABLE batches RENAME TO writers; UPDATE format SET version = 1",
    );
    let store = keyed(&url, "new");
    whole(&store);
    assert_eq!(store.heads(), Ok(Heads::Unmarked));
    store.mark_heads().unwrap();
    store.append(append("house", 15, Epoch(0), Some(command(9)), 2)).unwrap();
    let found = verify(&store, &mut |_| ()).unwrap();
    assert_eq!((found.damages, found.heads), (vec![], HeadsVerified::Compared));
    let forms: Vec<RecordForm> =
        store.read(&stream("house"), 15, 2).unwrap().iter().map(|record| record.form).collect();
    assert_eq!(forms, [RecordForm::One, RecordForm::Two]);
}
