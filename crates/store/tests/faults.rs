//! What goes wrong with files: the store refuses, says what is wrong, and never acknowledges what it did not keep.

use crate::support;

use std::path::Path;
use store::contract::{append, command, stream, whole};
use store::{Anchor, AppendOutcome, Epoch, Moved, Record, SqliteStore, Store, StoreError, verify};
use support::{Folder, Random};

const NAMES: [&str; 3] = ["house", "meter/a", "table/1"];

/// A closed store with sealed and open records, snapshots and commands.
fn made(path: &Path) -> Vec<Record> {
    let store = SqliteStore::create(path).expect("a store");
    for n in 0..60_u64 {
        for (at, name) in NAMES.into_iter().enumerate() {
            let id = Some(command(u128::from(n) << 8 | at as u128));
            store.append(append(name, n * 3, Epoch::default(), id, 3)).expect("kept");
        }
    }
    store.seal(&stream("house"), 90).expect("sealed");
    all(&store).expect("read")
}

fn all(store: &dyn Store) -> Result<Vec<Record>, StoreError> {
    let mut records = Vec::new();
    for name in NAMES {
        records.extend(store.read(&stream(name), 1, usize::MAX)?);
    }
    Ok(records)
}

/// Appends until the store says that it is full; what it acknowledged is there, and nothing else.
fn fill_up(store: &SqliteStore, path: &Path) -> u64 {
    let mut version = 0;
    let full = loop {
        assert!(version < 100_000, "it was never full");
        let mut job = append("table/1", version, Epoch::default(), Some(command(version.into())), 1);
        job.events[0].open = vec![9; 3000];
        match store.append(job) {
            Ok(AppendOutcome::New { last, .. }) => version = last,
            Err(error) => break error,
            other => panic!("{other:?}"),
        }
    };
    assert!(matches!(full, StoreError::Full(_)), "{full:?}");
    assert!(version > 0);
    assert_eq!(store.head(&stream("table/1")).expect("head").version, version);
    assert_eq!(store.answered(command(version.into())), Ok(None), "what was refused is not known");
    whole(&SqliteStore::open_read_only(path).expect("a reader"));
    version
}

#[test]
fn a_full_disk_is_said_and_play_goes_on_when_there_is_room() {
    let folder = Folder::new();
    let path = folder.file("floor.db");
    let store = SqliteStore::create(&path).expect("a store");
    store.limit_pages(200).expect("limited");
    let version = fill_up(&store, &path);
    // A small one may still fit beside a large one that does not.
    let (tell, told) = std::sync::mpsc::channel();
    let mut large = append("table/2", 0, Epoch::default(), None, 1);
    large.events[0].open = vec![7; 100_000];
    for (name, job) in [("large", large), ("small", append("house", 0, Epoch::default(), None, 1))] {
        let tell = tell.clone();
        store.submit(job, Box::new(move |answer| tell.send((name, answer)).unwrap_or_default()));
    }
    drop(tell);
    for (name, answer) in told {
        assert!(name == "small" || matches!(answer, Err(StoreError::Full(_))), "{name}: {answer:?}");
    }
    store.limit_pages(100_000).expect("room again");
    let again = store.append(append("table/1", version, Epoch::default(), Some(command(version.into())), 1));
    assert!(matches!(again, Ok(AppendOutcome::New { .. })), "{again:?}");
    drop(store);
    whole(&SqliteStore::open(&path).expect("opens"));
}

/// A file system of two megabytes, where this process may make one: there the disk is full in the middle of COMMIT.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_fills_up_in_commit_loses_nothing_that_was_acknowledged() {
    let folder = Folder::new();
    let mount = |words: &[&str]| {
        let done = std::process::Command::new(words[0]).args(&words[1..]).arg(folder.path()).output();
        done.is_ok_and(|done| done.status.success())
    };
    let small = mount(&["mount", "-t", "tmpfs", "-o", "size=2m", "cardroom"]);
    let path = folder.file("floor.db");
    let store = SqliteStore::create(&path).expect("a store");
    if !small {
        store.limit_pages(300).expect("limited");
    }
    let version = fill_up(&store, &path);
    drop(store);
    let reader = SqliteStore::open_read_only(&path);
    let found = reader.as_ref().ok().map(|reader| reader.head(&stream("table/1")).map(|head| head.version));
    drop(reader);
    let unmounted = !small || mount(&["umount"]);
    assert_eq!(found, Some(Ok(version)), "opened again");
    assert!(unmounted, "the small disk is gone again");
}

#[test]
fn a_read_only_file_is_read_and_not_written() {
    let folder = Folder::new();
    let path = folder.file("floor.db");
    let records = made(&path);
    let mut permissions = std::fs::metadata(&path).expect("metadata").permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&path, permissions).expect("made read-only");
    assert!(matches!(SqliteStore::open(&path), Err(StoreError::ReadOnly(_))));
    let store = SqliteStore::open_read_only(&path).expect("may be read");
    assert_eq!(all(&store), Ok(records));
    let refused = store.append(append("house", 180, Epoch::default(), None, 1));
    assert!(matches!(refused, Err(StoreError::ReadOnly(_))), "{refused:?}");
    assert!(matches!(store.claim(&stream("house")), Err(StoreError::ReadOnly(_))));
    assert!(matches!(store.seal(&stream("house"), 100), Err(StoreError::ReadOnly(_))));
    whole(&store);
}

#[test]
fn what_is_not_a_store_is_refused() {
    let folder = Folder::new();
    let refused = |path: &Path| match SqliteStore::open(path) {
        Ok(_) => panic!("{} opened", path.display()),
        Err(error) => error.to_string(),
    };
    assert!(refused(&folder.file("none.db")).contains("make a store there first"));
    std::fs::write(folder.file("text.db"), "hello ".repeat(1000)).expect("written");
    assert!(refused(&folder.file("text.db")).contains("not a database"));
    std::fs::write(folder.file("empty.db"), "").expect("written");
    assert!(refused(&folder.file("empty.db")).contains("not a store"));
    let other = rusqlite::Connection::open(folder.file("other.db")).expect("opens");
    other.execute_batch("CREATE TABLE t (x)").expect("made");
    assert!(refused(&folder.file("other.db")).contains("not a store"));
    made(&folder.file("newer.db"));
    let newer = rusqlite::Connection::open(folder.file("newer.db")).expect("opens");
    newer.execute_batch("PRAGMA user_version = 99").expect("made newer");
    drop(newer);
    assert!(refused(&folder.file("newer.db")).contains("format 99"));
    assert!(SqliteStore::create(&folder.file("text.db")).is_err(), "a file is never written over");
}

#[test]
fn one_process_writes_at_a_time() {
    let folder = Folder::new();
    let path = folder.file("floor.db");
    let store = SqliteStore::create(&path).expect("a store");
    let second = SqliteStore::open(&path).map(drop);
    let text = second.expect_err("refused").to_string();
    assert!(text.contains(&format!("process {}", std::process::id())), "{text}");
    store.append(append("house", 0, Epoch::default(), None, 1)).expect("the first is not disturbed");
    let reader = SqliteStore::open_read_only(&path).expect("readers may read");
    assert_eq!(reader.head(&stream("house")).expect("head").version, 1);
    drop(store);
    assert!(SqliteStore::open(&path).is_ok());
}

/// Opens a damaged store: it is refused, or `verify` finds the damage, or nothing that was kept has changed.
fn is_found(path: &Path, records: &[Record], what: &str) {
    for writing in [false, true] {
        let opened = if writing { SqliteStore::open(path) } else { SqliteStore::open_read_only(path) };
        let Ok(store) = opened else { continue };
        match verify(&store, &mut |_| {}) {
            Ok(found) if found.is_whole() => {
                assert_eq!(all(&store).as_deref(), Ok(records), "{what}: changed, and verify did not see it");
                assert_eq!(found.records, records.len() as u64, "{what}");
            }
            Ok(found) => assert!(found.damages.iter().all(|damage| !damage.how.is_empty())),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
        if writing {
            // Whatever comes of it, an answer comes and the writer lives.
            let answer = store.append(append("house", 180, Epoch::default(), None, 1));
            assert!(!matches!(answer, Err(StoreError::Doubtful(_))), "{what}: {answer:?}");
        }
    }
}

#[test]
fn a_truncated_file_is_found() {
    let folder = Folder::new();
    let records = made(&folder.file("floor.db"));
    let bytes = std::fs::read(folder.file("floor.db")).expect("read");
    let path = folder.file("cut.db");
    for length in (0..bytes.len()).step_by(4096 / 3 + 1) {
        std::fs::write(&path, &bytes[..length]).expect("written");
        is_found(&path, &records, &format!("cut off at {length}"));
        for beside in ["cut.db-wal", "cut.db-shm"] {
            let _ = std::fs::remove_file(folder.file(beside));
        }
    }
}

#[test]
fn flipped_bits_are_found() {
    let folder = Folder::new();
    let records = made(&folder.file("floor.db"));
    let bytes = std::fs::read(folder.file("floor.db")).expect("read");
    let path = folder.file("flipped.db");
    let mut random = Random(7);
    // Every page, and within it anywhere; the first page says what all others are and is tried more often.
    let pages = bytes.len() as u64 / 4096;
    for round in 0..pages * 4 + 200 {
        let page = if round < pages * 4 { round / 4 } else { 0 };
        let at = (page * 4096 + random.below(4096)) as usize;
        let mut changed = bytes.clone();
        changed[at] ^= 1 << random.below(8);
        std::fs::write(&path, &changed).expect("written");
        is_found(&path, &records, &format!("flipped at {at}"));
        for beside in ["flipped.db-wal", "flipped.db-shm"] {
            let _ = std::fs::remove_file(folder.file(beside));
        }
    }
}

/// SQLite takes a damaged log of writes to end before the damage: the chain is whole and shorter. An anchor sees it.
#[test]
fn a_damaged_log_of_writes_is_found_by_an_anchor() {
    let folder = Folder::new();
    let path = folder.file("floor.db");
    let store = SqliteStore::create(&path).expect("a store");
    for n in 0..40 {
        store.append(append("table/1", n, Epoch::default(), None, 1)).expect("kept");
    }
    let anchor = Anchor::of(&store, 0).expect("an anchor");
    let copy = folder.file("copy.db");
    std::fs::copy(&path, &copy).expect("copied");
    let mut log = std::fs::read(folder.file("floor.db-wal")).expect("a log of writes");
    let middle = log.len() / 2;
    log[middle] ^= 1;
    std::fs::write(folder.file("copy.db-wal"), log).expect("written");
    let cut = SqliteStore::open(&copy).expect("opens");
    let moved = anchor.check(&cut).expect("checked");
    assert!(matches!(moved[..], [Moved::CutOff { was: 40, is: 1..40, .. }]), "{moved:?}");
    assert_eq!(anchor.check(&store), Ok(vec![]));
}

#[test]
fn a_store_that_was_closed_is_one_file() {
    let folder = Folder::new();
    let (path, copy) = (folder.file("floor.db"), folder.file("copy.db"));
    let records = made(&path);
    assert!(!folder.file("floor.db-wal").exists());
    std::fs::copy(&path, &copy).expect("copied");
    let alone = SqliteStore::open_read_only(&copy).expect("a reader");
    assert_eq!(all(&alone), Ok(records));
}

#[test]
fn whoever_is_answered_may_be_the_last_to_hold_the_store() {
    let folder = Folder::new();
    let path = folder.file("floor.db");
    let store = std::sync::Arc::new(SqliteStore::create(&path).expect("a store"));
    let (tell, told) = std::sync::mpsc::channel();
    let (go, gone) = std::sync::mpsc::channel::<()>();
    let last = std::sync::Arc::clone(&store);
    let job = append("table/1", 0, Epoch::default(), None, 1);
    store.submit(
        job,
        Box::new(move |kept| {
            // On the writer's thread: nobody else holds the store any more.
            let _ = gone.recv();
            drop(last);
            let _ = tell.send(kept.is_ok());
        }),
    );
    drop(store);
    drop(go);
    assert_eq!(told.recv(), Ok(true));
    // The writer goes on to its end and lets go of the file.
    let again = (0..5_000).find_map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(1));
        SqliteStore::open(&path).ok()
    });
    assert_eq!(again.expect("opened again").head(&stream("table/1")).expect("head").version, 1);
}

#[cfg(unix)]
#[test]
fn a_second_name_of_the_file_is_no_second_lock() {
    let folder = Folder::new();
    let (path, link, beside) = (folder.file("a.db"), folder.file("link.db"), folder.file("beside.db"));
    let first = SqliteStore::create(&path).expect("a store");
    std::os::unix::fs::symlink(&path, &link).expect("a link");
    let why = SqliteStore::open(&link).err().expect("refused").to_string();
    assert!(why.contains("is being written by another process"), "{why}");
    std::fs::hard_link(&path, &beside).expect("a hard link");
    let why = SqliteStore::open(&beside).err().expect("refused").to_string();
    assert!(why.contains("a second name"), "{why}");
    drop(first);
    assert!(SqliteStore::open(&path).is_err(), "as long as there are two names");
    std::fs::remove_file(&beside).expect("removed");
    SqliteStore::open(&link).expect("through a link, where nobody else writes");
}
