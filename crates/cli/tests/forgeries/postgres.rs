//! The same forgeries by somebody who can write the database and has not the key.

use crate::common::server::Running;
use crate::common::{Folder, said};
use crate::forgeries::{ends_are_found, is_found, wait};
use floor::table::Event;
use floor::{EventSide, Reading};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use store::{Hash, PostgresSettings, PostgresStore, Record, Store, Stream, Vault};

/// A floor on PostgreSQL whose bots have played.
struct House {
    folder: Folder,
    server: String,
    schema: String,
    store: String,
    key: String,
}

impl House {
    fn played(name: &str) -> House {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let server = std::env::var("CARDROOM_TEST_POSTGRES").expect(
            "CARDROOM_TEST_POSTGRES is not set, and this test needs a PostgreSQL server: ./check starts one; \
             by hand: scripts/attack forgeries",
        );
        let folder = Folder::new(&format!("forgery-postgres-{name}"));
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let schema = format!("forgery_{}_{number}", std::process::id());
        let joint = if server.contains('?') { '&' } else { '?' };
        let store = format!("{server}{joint}schema={schema}");
        let key = folder.0.join("house.key").display().to_string();
        let house = House { folder, server, schema, store, key };
        said(
            &[&["floor"], &house.on()[..], &["demo", "--rounds", "3", "--seats", "2", "--book", "star"]]
                .concat(),
        );
        house
    }

    fn on(&self) -> [&str; 4] {
        ["--store", &self.store, "--key", &self.key]
    }

    /// Has the bots of a demonstration play on.
    fn play(&self) {
        let how = ["--demo", "--address", "127.0.0.1:0", "--set", "betting-seconds=1"];
        let running = Running::start(&self.folder.0, &[&["serve"], &self.on()[..], &how[..]].concat());
        let played = || -> u64 {
            let streams = self.open().streams().unwrap().into_iter();
            streams.filter(|(stream, _)| stream.kind() == "table").map(|(_, head)| head.version).sum()
        };
        let before = played();
        wait("the bots play", || (played() > before + 20).then_some(()));
        running.stop();
    }

    fn vault(&self) -> Vault {
        Vault::open(Path::new(&self.key)).unwrap()
    }

    fn open(&self) -> PostgresStore {
        let (settings, key) = (PostgresSettings::default(), Some(self.vault().head_key()));
        PostgresStore::connect_keyed(&self.store, "reader", settings, key).unwrap()
    }

    /// What somebody with the password of the database does.
    fn sql(&self, words: &str) {
        let words = format!("SET search_path = {}; {words}", self.schema);
        let mut psql = Command::new("psql");
        let asked = psql.args(["--no-psqlrc", "--quiet", "--set", "ON_ERROR_STOP=1", &self.server]);
        let output = asked.args(["--command", &words]).output().expect("psql comes with PostgreSQL");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    fn is_found(&self) -> String {
        is_found(&self.folder, &self.on())
    }

    fn ends_are_found(&self) -> String {
        ends_are_found(&self.folder, &self.on())
    }

    fn table(&self) -> Stream {
        let mut tables = self.open().streams().unwrap();
        tables.retain(|(stream, _)| stream.kind() == "table");
        tables.swap_remove(0).0
    }
}

fn bytes(bytes: &[u8]) -> String {
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("decode('{hex}', 'hex')")
}

#[test]
fn an_old_deck_put_in_the_place_of_the_one_in_play_is_refused() {
    let house = House::played("deck");
    let (table, store) = (house.table(), house.open());
    let mut decks = Vec::new();
    let mut note = |side, record: &Record, event: &rulebook::Ruled<Event<engine::banked::Event>>, _: &_| {
        if side == EventSide::After && matches!(event.value, Event::DeckCommitted { .. }) {
            decks.push(record.version as usize - 1);
        }
    };
    Reading::new(&table).unwrap().read_to(&store, &house.vault(), u64::MAX, &mut note).unwrap();
    let records = store.read(&table, 1, usize::MAX).unwrap();
    drop(store);
    let (old, now) = (decks[0], *decks.last().unwrap());
    assert_ne!(old, now);
    let mut forged = records[now..].to_vec();
    (forged[0].open, forged[0].sealed) = (records[old].open.clone(), records[old].sealed.clone());
    let (mut before, mut words): (Hash, String) = (records[now - 1].hash, String::new());
    let stream = format!("(SELECT number FROM streams WHERE name = '{}')", table.name());
    for record in &forged {
        before = record.rehashed(before);
        let sealed = record.sealed.as_ref().map_or("NULL".to_string(), |sealed| bytes(sealed));
        words += &format!(
            "UPDATE events SET open = {}, sealed = {sealed}, hash = {} WHERE stream = {stream} AND version = {};",
            bytes(&record.open),
            bytes(&before.0),
            record.version
        );
    }
    words += &format!("UPDATE streams SET head = {} WHERE number = {stream};", bytes(&before.0));
    words += &format!("DELETE FROM snapshots WHERE stream = {stream}");
    house.sql(&words);
    let wrong = house.ends_are_found();
    assert!(wrong.contains(table.name()), "{wrong}");
}

#[test]
fn an_old_snapshot_called_the_latest_is_refused() {
    let house = House::played("snapshot");
    let (store, vault) = (Arc::new(house.open()), Arc::new(house.vault()));
    let floor = floor::Floor::open(store, vault, floor::Options::default()).unwrap();
    floor.tables().iter().for_each(|table| table.keep_snapshot().unwrap());
    floor.close();
    drop(floor);
    house.play();
    house.sql(
        "UPDATE snapshots SET version = s.version, hash = s.head FROM streams s
         WHERE s.number = snapshots.stream AND snapshots.version < s.version AND s.name LIKE 'table/%'",
    );
    let wrong = house.is_found();
    assert!(wrong.contains("snapshot"), "{wrong}");
    // And one of a record that is not there.
    house.sql("UPDATE snapshots SET version = version + 1000");
    let wrong = house.is_found();
    assert!(wrong.contains("a record that the stream does not have"), "{wrong}");
}

#[test]
fn a_store_stripped_of_its_mark_is_refused() {
    let house = House::played("stripped");
    house.sql("UPDATE format SET mark = NULL; UPDATE streams SET mac = NULL");
    let wrong = house.ends_are_found();
    assert!(wrong.contains("authenticated"), "{wrong}");
}

#[test]
fn a_stream_cut_back_to_an_end_that_it_once_had_is_refused() {
    let house = House::played("cut");
    house.sql("CREATE TABLE old AS TABLE streams");
    house.play();
    let table = house.table();
    house.sql(&format!(
        "CREATE TABLE cut AS SELECT * FROM old WHERE name = '{}';
         DELETE FROM snapshots WHERE stream = (SELECT number FROM cut);
         DELETE FROM events WHERE stream = (SELECT number FROM cut) AND version > (SELECT version FROM cut);
         DELETE FROM commands WHERE stream = (SELECT number FROM cut) AND last > (SELECT version FROM cut);
         UPDATE streams SET version = cut.version, head = cut.head, mac = cut.mac FROM cut
             WHERE streams.number = cut.number;
         DROP TABLE cut; DROP TABLE old",
        table.name()
    ));
    let wrong = house.ends_are_found();
    assert!(wrong.contains("was cut off") && wrong.contains(table.name()), "{wrong}");
}

#[test]
fn a_command_taken_out_of_the_index_is_refused() {
    let house = House::played("index");
    house.sql("DELETE FROM commands WHERE id = (SELECT id FROM commands ORDER BY id DESC LIMIT 1)");
    let wrong = house.is_found();
    assert!(wrong.contains("index of commands"), "{wrong}");
}
