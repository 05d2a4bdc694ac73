//! Exports, anchors, the vault and verification: what is carried arrives, what is changed is found.

use crate::support;

use std::io::Cursor;
use store::contract::{append, command, stream, whole};
use store::export::{Carried, ExportError, export, import};
use store::{
    Anchor, Append, AppendOutcome, Epoch, Hash, MemoryStore, Moved, PlainEvent, Record, RecordForm,
    SealedPlace, SignedAnchor, SqliteStore, Store, Vault, VaultError, verify,
};
use support::Folder;

fn some_play(store: &dyn Store) {
    for n in 0..40_u64 {
        for (table, name) in ["house", "meter/a", "table/1", "table/2"].into_iter().enumerate() {
            let id = (n % 3 != 0).then(|| command(u128::from(n) << 8 | table as u128));
            store.append(append(name, n * 7, Epoch::default(), id, 7)).expect("kept");
        }
    }
}

fn vault() -> Vault {
    Vault::from_bytes([42; 32])
}

fn exported() -> Vec<u8> {
    let store = MemoryStore::new();
    some_play(&store);
    let mut file = Vec::new();
    let carried = export(&store, &vault(), 1_700_000_000_000, &mut file).expect("exported");
    assert_eq!(carried, Carried { streams: 4, records: 4 * 280 });
    file
}

#[test]
fn an_export_arrives_as_it_left() {
    let folder = Folder::new();
    let from = SqliteStore::create(&folder.file("from.db")).expect("a store");
    some_play(&from);
    from.seal(&stream("table/1"), 100).expect("sealed");
    from.claim(&stream("table/9")).expect("claimed and empty");
    let mut file = Vec::new();
    export(&from, &vault(), 1, &mut file).expect("exported");
    let to = SqliteStore::create(&folder.file("to.db")).expect("a store");
    let carried = import(&to, Some(&vault()), &mut Cursor::new(&file)).expect("imported");
    assert_eq!(carried, Carried { streams: 4, records: 1120 });
    whole(&to);
    for name in ["house", "meter/a", "table/1", "table/2"] {
        let read = |store: &dyn Store| store.read(&stream(name), 1, usize::MAX).expect("read");
        assert_eq!(read(&to), read(&from));
    }
    let again = import(&to, None, &mut Cursor::new(&file));
    assert!(matches!(again, Err(ExportError::NotEmpty)), "only into an empty store");
    let other = Vault::from_bytes([1; 32]);
    let refused = import(&MemoryStore::new(), Some(&other), &mut Cursor::new(&file));
    assert!(matches!(refused, Err(ExportError::OtherHouse)));
}

#[test]
fn an_export_that_is_cut_off_or_changed_is_refused_and_nothing_is_kept() {
    let file = exported();
    let refused = |bytes: &[u8], what: &str| {
        let store = MemoryStore::new();
        let answer = import(&store, None, &mut Cursor::new(bytes));
        assert!(matches!(answer, Err(ExportError::Damaged { .. })), "{what}: {answer:?}");
        assert_eq!(store.streams(), Ok(vec![]), "{what}");
    };
    for length in (0..file.len()).step_by(97).chain([file.len() - 1]) {
        refused(&file[..length], &format!("cut off at {length}"));
    }
    for at in (0..file.len()).step_by(61) {
        let mut changed = file.clone();
        changed[at] ^= 1 << (at % 8);
        refused(&changed, &format!("changed at {at}"));
    }
    let mut longer = file.clone();
    longer.push(0);
    refused(&longer, "longer");
    assert!(import(&MemoryStore::new(), None, &mut Cursor::new(&file)).is_ok());
}

#[test]
fn an_anchor_finds_what_was_cut_off_or_rewritten() {
    let store = MemoryStore::new();
    some_play(&store);
    let signed = Anchor::of(&store, 5).expect("an anchor").signed(&vault());
    let text = signed.to_string();
    let read = SignedAnchor::parse(&text).expect("read again");
    assert_eq!(read, signed);
    assert!(read.is_signed_by(&vault().verifying_key()));
    assert!(!read.is_signed_by(&Vault::from_bytes([1; 32]).verifying_key()));
    assert_eq!(read.anchor.check(&store), Ok(vec![]));
    store.append(append("house", 280, Epoch::default(), None, 1)).expect("play goes on");
    assert_eq!(read.anchor.check(&store), Ok(vec![]), "and an old anchor holds");

    let other = MemoryStore::new();
    other.append(append("house", 0, Epoch::default(), None, 280)).expect("another past");
    other.append(append("table/1", 0, Epoch::default(), None, 3)).expect("a shorter one");
    let moved = read.anchor.check(&other).expect("checked");
    assert!(matches!(&moved[0], Moved::Rewritten { version: 280, .. }), "{moved:?}");
    assert_eq!(moved.len(), 4);
    assert!(matches!(&moved[2], Moved::CutOff { was: 280, is: 3, .. }), "{moved:?}");
}

#[test]
fn an_anchor_that_was_changed_is_refused() {
    let store = MemoryStore::new();
    some_play(&store);
    let text = Anchor::of(&store, 5).expect("an anchor").signed(&vault()).to_string();
    let key = vault().verifying_key();
    for at in 0..text.len() {
        let mut changed = text.clone().into_bytes();
        changed[at] ^= 1;
        let stands = String::from_utf8(changed).ok().and_then(|text| SignedAnchor::parse(&text).ok());
        assert!(stands.is_none_or(|anchor| !anchor.is_signed_by(&key)), "changed at {at}");
        assert!(
            SignedAnchor::parse(&text[..at]).is_ok_and(|_| at == text.len() - 1) == (at == text.len() - 1)
        );
    }
}

#[test]
fn a_vault_opens_only_what_it_sealed() {
    let folder = Folder::new();
    let path = folder.file("house.key");
    let made = Vault::create(&path).expect("a key");
    assert!(matches!(Vault::create(&path), Err(VaultError::File(_))), "a key is never written over");
    let vault = Vault::open(&path).expect("opens");
    assert_eq!(vault.verifying_key(), made.verifying_key());
    let (one, two) = (stream("table/1"), stream("table/2"));
    let sealed = made.seal(&one, "deck", b"the deck").expect("sealed");
    assert_ne!(sealed, made.seal(&one, "deck", b"the deck").expect("sealed"), "never the same bytes twice");
    assert_eq!(vault.open_sealed(&one, "deck", &sealed), Ok(b"the deck".to_vec()));
    assert_eq!(vault.open_sealed(&two, "deck", &sealed), Err(VaultError::NotOurs));
    assert_eq!(vault.open_sealed(&one, "hand", &sealed), Err(VaultError::NotOurs));
    assert_eq!(vault.open_sealed(&one, "deck", &sealed[..20]), Err(VaultError::NotOurs));
    for at in 0..sealed.len() {
        let mut changed = sealed.clone();
        changed[at] ^= 4;
        assert_eq!(vault.open_sealed(&one, "deck", &changed), Err(VaultError::NotOurs));
    }
    std::fs::write(folder.file("other.key"), "hello").expect("written");
    assert!(Vault::open(&folder.file("other.key")).is_err());
    assert!(Vault::open(&folder.file("none.key")).is_err());
}

/// A deck of an earlier round, or a snapshot of an earlier version, is no other's: not in another place of the stream, not
/// at the same version of another past, not in a record that says that it is of the old form.
#[test]
fn what_is_sealed_for_a_place_opens_nowhere_else() {
    let vault = vault();
    let secret = |n: u8| PlainEvent { encoding: 1, open: vec![n], secret: Some(vec![n; 40]) };
    let store = MemoryStore::new();
    let mut first = Append { events: vec![], ..append("table/1", 0, Epoch::default(), None, 0) };
    let plain = PlainEvent { secret: None, ..secret(0) };
    vault
        .seal_events(&mut first, Hash::default(), "deck", vec![secret(1), plain, secret(3)])
        .expect("sealed");
    let Ok(AppendOutcome::New { head, .. }) = store.append(first) else { panic!("not kept") };
    let mut second = Append { events: vec![], ..append("table/1", 3, Epoch::default(), None, 0) };
    vault.seal_events(&mut second, head, "deck", vec![secret(4)]).expect("sealed");
    store.append(second).expect("kept");
    let records = store.read(&stream("table/1"), 1, 9).expect("read");
    let mut before = Hash::default();
    for record in &records {
        let wanted = record.sealed.as_ref().map(|_| vec![record.open[0]; 40]);
        assert_eq!(vault.open_record(record, "deck"), Ok(wanted));
        assert!(record.is_sealed_after(before), "record {}", record.version);
        before = record.hash;
    }
    let refused = |record: &Record| vault.open_record(record, "deck") == Err(VaultError::NotOurs);
    let moved = Record { sealed: records[0].sealed.clone(), ..records[3].clone() };
    assert!(refused(&moved), "an earlier one in a later place");
    assert!(!moved.is_sealed_after(records[2].hash));
    assert!(refused(&Record { form: RecordForm::One, ..records[3].clone() }), "as an old record");
    assert!(refused(&Record { stream: stream("table/2"), ..records[3].clone() }));
    let mut carried = records[3].clone();
    carried.sealed.as_mut().expect("sealed")[..16].copy_from_slice(&records[0].hash.0[..16]);
    assert!(refused(&carried), "what it says of the record before is bound too");
    let table = stream("table/1");
    let place = |version, after| SealedPlace { stream: &table, version, after };
    let snapshot = vault.seal_at(&place(3, head), "snapshot", b"the float").expect("sealed");
    assert_eq!(vault.open_at(&place(3, head), "snapshot", &snapshot), Ok(b"the float".to_vec()));
    for other in [place(4, head), place(4, records[3].hash), place(3, records[3].hash)] {
        assert_eq!(vault.open_at(&other, "snapshot", &snapshot), Err(VaultError::NotOurs));
    }
}

#[cfg(unix)]
#[test]
fn a_key_that_others_may_read_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let path = folder.file("house.key");
    Vault::create(&path).expect("a key");
    let mode = std::fs::metadata(&path).expect("metadata").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).expect("changed");
    let refused = Vault::open(&path).err().expect("refused");
    assert!(refused.to_string().contains("chmod 600"), "{refused}");
}

#[test]
fn a_whole_store_is_verified() {
    let folder = Folder::new();
    let store = SqliteStore::create(&folder.file("floor.db")).expect("a store");
    let empty = verify(&store, &mut |_| {}).expect("verified");
    assert!(empty.is_whole() && empty.records == 0);
    some_play(&store);
    store.seal(&stream("table/1"), 100).expect("sealed");
    let found = verify(&store, &mut |_| {}).expect("verified");
    assert_eq!(found.damages, []);
    assert_eq!((found.streams, found.records, found.commands), (4, 1120, 4 * 26));
}
