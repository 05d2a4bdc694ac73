//! Whoever can write the store and has not the key: what they put there is refused when the server starts, and
//! `cardroom floor verify` names it.

use crate::common;
mod postgres;

use common::server::Running;
use common::{Folder, cardroom, cardroom_with, said};
use floor::table::Event;
use floor::{EventSide, Reading};
use rusqlite::{Connection, params};
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
use store::{Hash, Record, SqliteStore, Store, Stream, Vault};

/// A floor that was played a little, and its key.
struct House {
    folder: Folder,
    store: String,
}

impl House {
    fn played(name: &str) -> House {
        let folder = Folder::new(&format!("forgery-{name}"));
        let store = folder.0.join("casino.db").display().to_string();
        said(&["floor", "--store", &store, "demo", "--rounds", "3", "--seats", "2", "--book", "star"]);
        House { folder, store }
    }

    /// One whose bots play while the server runs.
    fn with_bots(name: &str) -> House {
        let folder = Folder::new(&format!("forgery-{name}"));
        let store = folder.0.join("casino.db").display().to_string();
        let house = House { folder, store };
        house.play();
        house
    }

    fn play(&self) {
        let address = ["--address", "127.0.0.1:0", "--set", "betting-seconds=1"];
        let running = Running::start(
            &self.folder.0,
            &[&["serve", "--demo", "--store", &self.store], &address[..]].concat(),
        );
        let played = || {
            let streams = self.reader().streams().unwrap().into_iter();
            let tables = streams.filter(|(stream, _)| stream.kind() == "table");
            tables.map(|(_, head)| head.version).sum::<u64>()
        };
        let before = played();
        wait("the bots play", || (played() > before + 20).then_some(()));
        running.stop();
    }

    fn vault(&self) -> Vault {
        Vault::open(Path::new(&format!("{}.key", self.store))).unwrap()
    }

    fn reader(&self) -> SqliteStore {
        SqliteStore::open_read_only(Path::new(&self.store)).unwrap()
    }

    fn file(&self) -> Connection {
        Connection::open(&self.store).unwrap()
    }

    fn table(&self) -> Stream {
        let streams = self.reader().streams().unwrap();
        streams.into_iter().map(|(stream, _)| stream).find(|stream| stream.kind() == "table").unwrap()
    }

    fn is_found(&self) -> String {
        is_found(&self.folder, &["--store", &self.store])
    }

    fn ends_are_found(&self) -> String {
        ends_are_found(&self.folder, &["--store", &self.store])
    }
}

/// What the server says instead of starting.
fn refused(folder: &Folder, on: &[&str]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args([&["serve", "--no-demo", "--address", "127.0.0.1:0"], on].concat())
        .env("XDG_DATA_HOME", &folder.0)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    if !first.is_empty() {
        child.kill().unwrap();
    }
    let ended = child.wait_with_output().unwrap();
    let said = String::from_utf8(ended.stderr).unwrap();
    assert!(first.is_empty() && ended.status.code() == Some(2), "it must not start: {first}{said}");
    said
}

/// Is refused when the server starts and found by verify; what verify says.
fn is_found(folder: &Folder, on: &[&str]) -> String {
    let refused = refused(folder, on);
    assert!(refused.contains("backup") || refused.contains("--accept-restored"), "what to do: {refused}");
    let output = cardroom(&[&["floor"], on, &["verify"]].concat());
    let wrong = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "verify says that it is whole: {wrong}");
    wrong
}

/// The same, and nothing else that reads the floor calls it well either.
fn ends_are_found(folder: &Folder, on: &[&str]) -> String {
    for question in ["reconcile", "status"] {
        let output = cardroom(&[&["floor"], on, &[question]].concat());
        let wrong = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && !wrong.is_empty(), "{question} finds nothing: {wrong}");
    }
    is_found(folder, on)
}

fn wait<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    for _ in 0..1200 {
        if let Some(found) = look() {
            return found;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("{what}: not in a minute");
}

/// Writes records anew from one on, each hashed after the one before, up to the head: all that can be done without the key.
fn hash_again(house: &House, stream: &Stream, mut before: Hash, records: &[Record]) {
    let file = house.file();
    let id: i64 =
        file.query_row("SELECT id FROM streams WHERE name = ?", [stream.name()], |row| row.get(0)).unwrap();
    for record in records {
        let hash = record.rehashed(before);
        let words = "UPDATE records SET open = ?1, sealed = ?2, hash = ?3 WHERE stream = ?4 AND version = ?5";
        let values = params![record.open, record.sealed, hash.0, id, record.version as i64];
        assert_eq!(file.execute(words, values).unwrap(), 1);
        before = hash;
    }
    file.execute("UPDATE streams SET hash = ? WHERE id = ?", params![before.0, id]).unwrap();
    file.execute("DELETE FROM snapshots WHERE stream = ?", [id]).unwrap();
}

#[test]
fn an_old_deck_put_in_the_place_of_the_one_in_play_is_refused() {
    let house = House::played("deck");
    let (table, store) = (house.table(), house.reader());
    let mut decks = Vec::new();
    let mut note = |side, record: &Record, event: &rulebook::Ruled<Event<engine::banked::Event>>, _: &_| {
        if side == EventSide::After && matches!(event.value, Event::DeckCommitted { .. }) {
            decks.push(record.version);
        }
    };
    Reading::new(&table).unwrap().read_to(&store, &house.vault(), u64::MAX, &mut note).unwrap();
    let records = store.read(&table, 1, usize::MAX).unwrap();
    drop(store);
    let (old, now) = (decks[0] as usize - 1, *decks.last().unwrap() as usize - 1);
    assert_ne!(old, now);
    let mut forged = records[now..].to_vec();
    (forged[0].open, forged[0].sealed) = (records[old].open.clone(), records[old].sealed.clone());
    hash_again(&house, &table, records[now - 1].hash, &forged);
    let wrong = house.ends_are_found();
    assert!(wrong.contains(table.name()), "{wrong}");
}

#[test]
fn an_old_snapshot_called_the_latest_is_refused() {
    let house = House::with_bots("snapshot");
    let key = house.vault().head_key();
    let store = Arc::new(SqliteStore::open_with(Path::new(&house.store), Some(key)).unwrap());
    let floor = floor::Floor::open(store, Arc::new(house.vault()), floor::Options::default()).unwrap();
    floor.tables().iter().for_each(|table| table.keep_snapshot().unwrap());
    floor.close();
    drop(floor);
    house.play();
    let words = "UPDATE snapshots SET version = s.version, hash = s.hash FROM streams s
        WHERE s.id = snapshots.stream AND snapshots.version < s.version AND s.name LIKE 'table/%'";
    assert!(house.file().execute(words, []).unwrap() > 0, "the bots have played");
    let wrong = house.is_found();
    assert!(wrong.contains("snapshot"), "{wrong}");
    // And one of a record that is not there.
    let words = "UPDATE snapshots SET version = version + 1000";
    assert!(house.file().execute(words, []).unwrap() > 0);
    let wrong = house.is_found();
    assert!(wrong.contains("a record that the stream does not have"), "{wrong}");
}

#[test]
fn a_command_taken_out_of_the_index_is_refused() {
    let house = House::played("index");
    said(&["floor", "--store", &house.store, "seal", "--keep", "5"]);
    let file = house.file();
    let gone = "DELETE FROM commands WHERE command = (SELECT max(command) FROM commands)";
    assert_eq!(file.execute(gone, []).unwrap(), 1);
    drop(file);
    let wrong = house.is_found();
    assert!(wrong.contains("index of commands"), "{wrong}");
}

#[test]
fn a_stream_cut_back_to_an_end_that_it_once_had_is_refused() {
    let house = House::with_bots("cut");
    let old = house.folder.0.join("old.db").display().to_string();
    std::fs::copy(&house.store, &old).unwrap();
    house.play();
    let file = house.file();
    file.execute("ATTACH ? AS old", [&old]).unwrap();
    let grown = "SELECT s.id, s.name FROM streams s JOIN old.streams o ON o.id = s.id
        WHERE o.version < s.version AND s.name LIKE 'table/%'";
    let (id, table): (i64, String) =
        file.query_row(grown, [], |row| Ok((row.get(0)?, row.get(1)?))).expect("the bots have played");
    for words in [
        "DELETE FROM records WHERE stream = ?1 AND version > (SELECT version FROM old.streams WHERE id = ?1)",
        "DELETE FROM runs WHERE stream = ?1",
        "INSERT INTO runs SELECT * FROM old.runs WHERE stream = ?1",
        "DELETE FROM commands WHERE stream = ?1",
        "INSERT INTO commands SELECT * FROM old.commands WHERE stream = ?1",
        "DELETE FROM snapshots WHERE stream = ?1",
        "DELETE FROM streams WHERE id = ?1",
        "INSERT INTO streams SELECT * FROM old.streams WHERE id = ?1",
    ] {
        file.execute(words, [id]).unwrap();
    }
    drop(file);
    let wrong = house.ends_are_found();
    assert!(wrong.contains("was cut off") && wrong.contains(&table), "{wrong}");
}

#[test]
fn a_store_stripped_of_its_mark_is_refused() {
    let house = House::played("stripped");
    house.file().execute_batch("UPDATE state SET mark = NULL; UPDATE streams SET mac = NULL").unwrap();
    let wrong = house.ends_are_found();
    assert!(wrong.contains("authenticated"), "{wrong}");
}

#[test]
fn an_old_file_put_back_is_refused_unless_somebody_says_so() {
    let house = House::with_bots("old-file");
    let old = house.folder.0.join("old.db").display().to_string();
    std::fs::copy(&house.store, &old).unwrap();
    house.play();
    std::fs::copy(&old, &house.store).unwrap();
    let wrong = house.ends_are_found();
    assert!(wrong.contains("was cut off"), "{wrong}");
    let accepted = ["serve", "--no-demo", "--store", &house.store, "--accept-restored"];
    Running::start(&house.folder.0, &[&accepted[..], &["--address", "127.0.0.1:0"]].concat()).stop();
    let usual = ["serve", "--no-demo", "--store", &house.store, "--address", "127.0.0.1:0"];
    Running::start(&house.folder.0, &usual).stop();
    assert!(said(&["floor", "--store", &house.store, "verify"]).ends_with("whole\n"));
    let log = said(&["floor", "--store", &house.store, "account", "log"]);
    assert!(log.contains("accepted as restored") && log.contains("was cut off"), "{log}");
    // What the anchor said before is kept: it is the proof of what is missing.
    assert!(Path::new(&format!("{}.key.anchor.old", house.store)).exists());
}

/// Whoever can write the folder of the key can put back the anchor there too, but not the one that is kept elsewhere.
#[test]
fn an_old_file_put_back_with_its_anchor_is_refused_by_the_anchor_elsewhere() {
    let house = House::played("elsewhere");
    let elsewhere = house.folder.0.join("elsewhere");
    std::fs::create_dir(&elsewhere).unwrap();
    let elsewhere = elsewhere.display().to_string();
    let anchors = format!("anchors={elsewhere}");
    let usual =
        ["serve", "--no-demo", "--store", &house.store, "--address", "127.0.0.1:0", "--set", &anchors];
    let own = format!("{}.key.anchor", house.store);
    let old: Vec<_> = [&house.store, &own].map(|path| (path, std::fs::read(path).unwrap())).into();
    let opened = ["floor", "--store", &house.store, "account", "open", "ada", "--as", "staff/1"];
    assert!(cardroom_with(&opened, "a long enough secret\n").status.success());
    Running::start(&house.folder.0, &usual).stop();
    for (path, bytes) in &old {
        std::fs::write(path, bytes).unwrap();
    }
    let on = ["--store", &house.store, "--set", &anchors];
    let wrong = refused(&house.folder, &on);
    assert!(wrong.contains("was cut off") && wrong.contains(&elsewhere), "{wrong}");
    let verified = cardroom(&["floor", "--store", &house.store, "verify", "--anchor", &elsewhere]);
    assert_eq!(verified.status.code(), Some(1));
}

/// What is changed while the server runs is found by the next look at the whole log, and told to whoever must know.
#[test]
fn a_record_changed_under_a_running_server_raises_an_alarm() {
    let house = House::with_bots("alarm");
    let how = ["--address", "127.0.0.1:0", "--set", "log-check-seconds=30"];
    let running =
        Running::start(&house.folder.0, &[&["serve", "--demo", "--store", &house.store], &how[..]].concat());
    let health = || running.ask("GET /health", "Accept: */*", "");
    assert!(health().starts_with("HTTP/1.1 200"), "{}", health());
    let changed = "UPDATE records SET open = zeroblob(length(open))
        WHERE seq = (SELECT min(seq) FROM records) AND length(open) > 0";
    assert_eq!(house.file().execute(changed, []).unwrap(), 1);
    let health = wait("the alarm", || Some(health()).filter(|health| health.contains("\"log_whole\":false")));
    assert!(
        health.starts_with("HTTP/1.1 503") && health.contains("the log is not as it was written"),
        "{health}"
    );
    let metrics = running.ask("GET /metrics", "Accept: */*", "");
    assert!(metrics.lines().any(|line| line == "cardroom_log_damaged 1"), "{metrics}");
    let token = running.token("manager");
    let pit = running.ask("GET /pit", &format!("Cookie: cardroom={token}"), "");
    assert!(pit.contains("data-alarm=\"log\""), "{pit}");
    // Whoever plays goes on: nothing is decided on what was changed.
    assert!(running.ask("GET /api/tables", "Accept: */*", "").starts_with("HTTP/1.1 200"));
    running.stop();
    assert!(house.is_found().contains("record 1"));
}

/// What is refused changes nothing: the anchor of the store that is there stays in its place.
#[test]
fn a_refused_import_leaves_the_anchor_where_it_is() {
    let house = House::played("import");
    let (key, anchor) = (format!("{}.key", house.store), format!("{}.key.anchor", house.store));
    let carried = house.folder.0.join("carried").display().to_string();
    said(&["floor", "--store", &house.store, "export", &carried]);
    let before = std::fs::read(&anchor).unwrap();
    let mut bytes = std::fs::read(&carried).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    let broken = house.folder.write("broken", &bytes);
    let other = house.folder.0.join("other.db").display().to_string();
    let refused = cardroom(&["floor", "--store", &other, "--key", &key, "import", &broken]);
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(std::fs::read(&anchor).unwrap(), before);
    assert!(!Path::new(&format!("{anchor}.old")).exists());
    assert!(!Path::new(&other).exists());
    said(&["floor", "--store", &other, "--key", &key, "import", &carried]);
    assert_eq!(std::fs::read(format!("{anchor}.old")).unwrap(), before);
}

/// A store of the format before, with its key, as an older program left it.
#[test]
fn a_store_of_the_format_before_is_taken_on_and_authenticated() {
    let folder = Folder::new("forgery-format-1");
    let store = folder.0.join("casino.db");
    let packed = std::fs::read("../store/tests/old/format-1.db.zst").unwrap();
    std::fs::write(&store, zstd::decode_all(&packed[..]).unwrap()).unwrap();
    let key = folder.write("casino.db.key", std::fs::read("../store/tests/old/house.key").unwrap());
    let private = std::os::unix::fs::PermissionsExt::from_mode(0o600);
    std::fs::set_permissions(&key, private).unwrap();
    let house = House { store: store.display().to_string(), folder };
    let verified = said(&["floor", "--store", &house.store, "verify"]);
    assert!(verified.contains("never opened with its key") && verified.ends_with("whole\n"), "{verified}");
    let usual = ["serve", "--no-demo", "--store", &house.store, "--address", "127.0.0.1:0"];
    Running::start(&house.folder.0, &usual).stop();
    let verified = said(&["floor", "--store", &house.store, "verify"]);
    assert!(verified.contains("end: authenticated") && verified.ends_with("whole\n"), "{verified}");
    // And from now on it cannot be called an old one any more.
    house.file().execute_batch("UPDATE state SET mark = NULL; UPDATE streams SET mac = NULL").unwrap();
    house.is_found();
}

/// Names and balances stand in the log in plain text: its files are the owner's alone, under the usual umask too, and those
/// of before are taken from the others.
#[test]
fn nobody_else_on_the_machine_may_read_the_files() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("forgery-modes");
    let store = folder.0.join("casino.db").display().to_string();
    let carried = folder.0.join("carried").display().to_string();
    let with_umask = |arguments: &str| {
        let words = format!("umask 022; exec {} {arguments}", env!("CARGO_BIN_EXE_cardroom"));
        let output = Command::new("sh").args(["-c", &words]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    with_umask(&format!("floor --store {store} demo --rounds 1 --book star"));
    with_umask(&format!("floor --store {store} export {carried}"));
    let open = || -> Vec<String> {
        let files = std::fs::read_dir(&folder.0).unwrap().map(|file| file.unwrap());
        let open = files.filter(|file| file.metadata().unwrap().permissions().mode() & 0o077 != 0);
        open.map(|file| file.file_name().into_string().unwrap()).collect()
    };
    assert_eq!(open(), [""; 0]);
    for name in [&store, &format!("{store}.lock")] {
        std::fs::set_permissions(name, std::fs::Permissions::from_mode(0o644)).unwrap();
    }
    assert_eq!(open().len(), 2);
    with_umask(&format!("floor --store {store} seal --keep 5"));
    assert_eq!(open(), [""; 0]);
}
