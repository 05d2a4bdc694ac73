//! `cardroom floor rotate-key`: the house has another key, everything from before is still read, and whatever breaks the
//! change off, the same command finishes it. In a file and on PostgreSQL.

use crate::common;

use common::server::Running;
use common::{Folder, cardroom, complaint, said};
use std::path::Path;
use std::process::Command;
use store::failpoints::{CHANGING_KEY, VARIABLE};

/// A floor that was played a little and left in the middle of a round.
struct House {
    folder: Folder,
    store: String,
    key: String,
}

impl House {
    fn in_a_file(name: &str) -> House {
        let folder = Folder::new(&format!("rotate-{name}"));
        let store = folder.0.join("casino.db").display().to_string();
        House::played(folder, store)
    }

    fn on_postgres(name: &str) -> House {
        let server = std::env::var("CARDROOM_TEST_POSTGRES").expect(
            "CARDROOM_TEST_POSTGRES is not set, and this test needs a PostgreSQL server: ./check starts one; \
             by hand: scripts/postgres run -- cargo test --release -p cardroom --test integration rotate_key::",
        );
        let joint = if server.contains('?') { '&' } else { '?' };
        let store = format!("{server}{joint}schema=rotate_{name}_{}", std::process::id());
        House::played(Folder::new(&format!("rotate-postgres-{name}")), store)
    }

    fn played(folder: Folder, store: String) -> House {
        let key = folder.0.join("house.key").display().to_string();
        let house = House { folder, store, key };
        house.at(&["demo", "--rounds", "3", "--seats", "2", "--book", "star"]);
        house
    }

    fn asked<'a>(&'a self, more: &[&'a str]) -> Vec<&'a str> {
        [&["floor", "--store", &self.store, "--key", &self.key], more].concat()
    }

    fn at(&self, more: &[&str]) -> String {
        said(&self.asked(more))
    }

    fn refused(&self, more: &[&str]) -> String {
        complaint(&self.asked(more))
    }

    fn path(&self, name: &str) -> String {
        self.folder.0.join(name).display().to_string()
    }

    fn serve(&self) -> Running {
        let how = ["--no-demo", "--address", "127.0.0.1:0"];
        Running::start(
            &self.folder.0,
            &[&["serve", "--store", &self.store, "--key", &self.key], &how[..]].concat(),
        )
    }

    fn is_whole(&self) {
        assert!(self.at(&["verify"]).ends_with("whole\n"));
        assert!(self.at(&["reconcile"]).ends_with("everything agrees\n"));
    }
}

/// The key changes, and all of the log is read, proved and served as before.
fn a_key_is_changed(house: &House) {
    let (anchor, kept) = (house.path("before.anchor"), house.path("before.key"));
    house.at(&["anchor", &anchor]);
    std::fs::copy(&house.key, &kept).unwrap();
    let proofs = house.at(&["recall", "1", "--proof"]);
    let running = house.serve();
    let told = house.refused(&["rotate-key"]);
    assert!(!told.contains("postgres://"), "{told}");
    assert!(!Path::new(&house.path("house.key.next")).exists(), "{told}");
    running.stop();

    let told = house.at(&["rotate-key", "--by", "staff/1"]);
    assert!(told.contains("a new key"), "{told}");
    house.is_whole();
    assert_eq!(house.at(&["recall", "1", "--proof"]), proofs, "the old key's deck opens");
    let log = house.at(&["account", "log"]);
    assert!(log.contains("the key of the house was changed") && log.contains("staff/1"), "{log}");
    let told = house.at(&["verify", "--anchor", &anchor]);
    assert!(told.contains("a key that this house had before") && told.ends_with("whole\n"), "{told}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::metadata(&house.key).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let told = complaint(&["floor", "--store", &house.store, "--key", &kept, "seal"]);
    assert!(told.contains("its mark is not of this key"), "the old key opens nothing for writing: {told}");

    // The server goes on in the middle of the round, and the key is changed a second time.
    house.serve().stop();
    house.at(&["rotate-key"]);
    house.is_whole();
    assert_eq!(house.at(&["recall", "1", "--proof"]), proofs);
    house.serve().stop();
}

/// Killed at every point of the change: until it is finished nobody works with either key, and then all is there.
fn a_broken_change_is_finished(house: &House) {
    for point in CHANGING_KEY {
        let before = std::fs::read(&house.key).unwrap();
        let died = Command::new(env!("CARGO_BIN_EXE_cardroom"))
            .args(house.asked(&["rotate-key"]))
            .env(VARIABLE, format!("{point}:1"))
            .output()
            .unwrap();
        assert_eq!(died.status.code(), None, "{point}: it dies there");
        assert_eq!(std::fs::read(&house.key).unwrap(), before, "{point}: the key is as it was");
        let told = house.refused(&["seal"]);
        assert!(told.contains("rotate-key"), "{point}: {told}");
        // On PostgreSQL whoever died counts as there until its claims lapse, and that is waited for.
        house.at(&["rotate-key"]);
        house.is_whole();
    }
    let log = house.at(&["account", "log"]);
    assert_eq!(log.matches("the key of the house was changed").count(), CHANGING_KEY.len(), "{log}");
}

#[test]
fn a_key_is_changed_in_a_file() {
    a_key_is_changed(&House::in_a_file("changed"));
}

#[test]
fn a_key_is_changed_on_postgres() {
    a_key_is_changed(&House::on_postgres("changed"));
}

#[test]
fn a_broken_change_is_finished_in_a_file() {
    a_broken_change_is_finished(&House::in_a_file("broken"));
}

#[test]
fn a_broken_change_is_finished_on_postgres() {
    a_broken_change_is_finished(&House::on_postgres("broken"));
}

/// A thief of the old key puts the store of before back: refused, unless somebody says that it is a backup.
#[test]
fn a_store_from_before_the_change_is_not_taken_by_itself() {
    let house = House::in_a_file("backup");
    let backup = house.path("backup.db");
    house.at(&["verify"]);
    std::fs::copy(&house.store, &backup).unwrap();
    house.at(&["rotate-key"]);
    for file in ["casino.db", "casino.db-wal", "casino.db-shm"] {
        let _ = std::fs::remove_file(house.path(file));
    }
    std::fs::copy(&backup, &house.store).unwrap();
    assert!(house.refused(&["seal"]).contains("from before the key was changed"));
    let told = house.refused(&["rotate-key"]);
    assert!(told.contains("--accept-restored"), "{told}");
    // Broken off once the store has the present key, it is finished by the same command.
    let take_over = ["--accept-restored", "rotate-key", "--by", "staff/1"];
    let died = Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args(house.asked(&take_over))
        .env(VARIABLE, "key/changed:1")
        .output()
        .unwrap();
    assert_eq!(died.status.code(), None);
    let taken = cardroom(&house.asked(&take_over));
    let told = String::from_utf8(taken.stdout).unwrap();
    assert!(taken.status.success() && told.contains("taken over with the present key"), "{told}");
    house.is_whole();
    assert!(!Path::new(&house.path("house.key.next")).exists());
    let log = house.at(&["account", "log"]);
    for said in ["accepted as restored", "the key of the house was changed"] {
        let line = log.lines().find(|line| line.contains(said)).unwrap_or_else(|| panic!("{said}: {log}"));
        assert!(line.contains(" staff/1 "), "{log}");
    }
    assert_eq!(log.matches("the key of the house was changed").count(), 1, "{log}");
    house.serve().stop();
}

/// Whoever begins a change and whoever finishes it are both in the log, and both are people of the house.
#[test]
fn the_log_names_who_began_and_who_finished() {
    let house = House::in_a_file("two-people");
    let told = house.refused(&["rotate-key", "--by", "staff/999"]);
    assert!(told.contains("staff/999") && told.contains("roster"), "{told}");
    assert!(!Path::new(&house.path("house.key.next")).exists());
    let died = Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args(house.asked(&["rotate-key", "--by", "staff/1"]))
        .env(VARIABLE, "key/changed:1")
        .output()
        .unwrap();
    assert_eq!(died.status.code(), None);
    let told = house.refused(&["rotate-key", "--by", "staff/999"]);
    assert!(told.contains("roster"), "{told}");
    house.at(&["rotate-key", "--by", "staff/10"]);
    let log = house.at(&["account", "log"]);
    let line = |said: &str| log.lines().find(|line| line.contains(said)).unwrap_or_else(|| panic!("{log}"));
    assert!(line("was begun").contains(" staff/1 "), "{log}");
    assert!(line("was changed").contains(" staff/10 "), "{log}");
    house.is_whole();
}

/// A key may be a link to where it really lies: that file is changed, and the link stays.
#[cfg(unix)]
#[test]
fn a_key_behind_a_link_is_changed_where_it_lies() {
    let house = House::in_a_file("link");
    let real = house.path("secrets.key");
    std::fs::rename(&house.key, &real).unwrap();
    std::os::unix::fs::symlink(&real, &house.key).unwrap();
    let before = std::fs::read(&real).unwrap();
    house.at(&["rotate-key"]);
    assert!(std::fs::symlink_metadata(&house.key).unwrap().is_symlink());
    assert_ne!(std::fs::read(&real).unwrap(), before);
    house.is_whole();
    // A change that was begun is known behind the link, too; what is no file is not waited for.
    let next = house.path("secrets.key.next");
    assert!(Command::new("mkfifo").arg(&next).status().unwrap().success());
    assert!(house.refused(&["seal"]).contains("rotate-key"));
    assert!(house.refused(&["rotate-key"]).contains("not a file"));
    std::fs::remove_file(next).unwrap();
    house.is_whole();
}

#[test]
fn a_key_that_does_not_come_after_this_one_is_refused() {
    let (house, other) = (House::in_a_file("stray"), House::in_a_file("other"));
    std::fs::copy(&other.key, house.path("house.key.next")).unwrap();
    let told = house.refused(&["rotate-key"]);
    assert!(told.contains("is not the next key after"), "{told}");
    std::fs::write(house.path("house.key.next"), "cardroom vault 2\nnot a key\n").unwrap();
    assert!(house.refused(&["rotate-key"]).contains("not a key file"));
    std::fs::remove_file(house.path("house.key.next")).unwrap();
    house.is_whole();
}
