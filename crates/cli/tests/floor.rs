//! `cardroom floor` as a user meets it: the whole life of a store, and what may be wrong with one.

use crate::common;

use common::{cardroom, complaint, said};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A folder of its own, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("cardroom-floor-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A floor that was played a little; the answer of the command.
fn demo(store: &str, more: &[&str]) -> String {
    said(&[&["floor", "--store", store, "demo", "--rounds", "3", "--seats", "2"], more].concat())
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&said(arguments)).unwrap()
}

fn copy(from: &str, to: &str) {
    std::fs::copy(from, to).unwrap();
}

#[test]
fn the_whole_life_of_a_store() {
    let folder = Folder::new("life");
    let (store, carried, anchor) = (folder.path("a.db"), folder.path("a.export"), folder.path("a.anchor"));
    let at = |more: &[&'static str]| -> Vec<String> {
        ["floor", "--store", &store].into_iter().chain(more.iter().copied()).map(String::from).collect()
    };
    let ask = |more: &[&'static str]| {
        let all = at(more);
        said(&all.iter().map(String::as_str).collect::<Vec<_>>())
    };
    assert!(demo(&store, &[]).contains("4 houses and 6 tables of 3 rounds each"));

    let status: Value = serde_json::from_str(&ask(&["status", "--json"])).unwrap();
    let tables = status["tables"].as_array().unwrap();
    assert_eq!(tables.len(), 6);
    assert_eq!(status["houses"].as_array().unwrap().len(), 4);
    for table in &tables[..5] {
        assert_eq!(table["round"], 3, "{table}");
        assert_eq!(
            (&table["mode"], &table["players"], &table["open_calls"]),
            (&"virtual".into(), &2.into(), &0.into())
        );
        assert_eq!(table["phase"], "open for wagers");
    }
    // The last was left in the middle of a round.
    assert_eq!(tables[5]["round"], 4);
    assert_ne!(tables[5]["layout"], "0.00");
    let text = ask(&["status", "--heads"]);
    assert!(
        text.contains("LIVE") && text.contains("meter 1: ") && text.contains("3 staff, 2 patrons"),
        "{text}"
    );
    assert!(text.contains("table/star-sydney-mississippi-stud-4/mississippi-stud/"), "{text}");

    let verified = said(&["floor", "--store", &store, "anchor", &anchor]);
    assert!(verified.contains("Keep it where whoever can write the store cannot"), "{verified}");
    let verified = said(&["floor", "--store", &store, "verify", "--anchor", &anchor]);
    assert!(verified.contains("as they were at 20") && verified.ends_with("whole\n"), "{verified}");
    let reconciled: Value = serde_json::from_str(&ask(&["reconcile", "--json"])).unwrap();
    assert_eq!((&reconciled["agrees"], &reconciled["open_calls"]), (&true.into(), &0.into()));
    assert_eq!(reconciled["tables"].as_array().unwrap().len(), 6);
    assert!(ask(&["reconcile"]).ends_with("everything agrees\n"));

    // Carried to another file, it is the same to the last hash.
    assert!(said(&["floor", "--store", &store, "export", &carried]).contains("signed by"));
    let (other, key) = (folder.path("b.db"), folder.path("a.db.key"));
    said(&["floor", "--store", &other, "--key", &key, "import", &carried]);
    let heads = |store: &str| {
        let heads = json(&["floor", "--store", store, "--key", &key, "status", "--json"])["heads"].clone();
        let heads = heads.as_array().unwrap().iter();
        heads
            .map(|head| (head["stream"].clone(), head["records"].clone(), head["hash"].clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(heads(&store), heads(&other));
    let verified = said(&["floor", "--store", &other, "--key", &key, "verify", "--anchor", &anchor]);
    assert!(verified.ends_with("whole\n"), "{verified}");

    // Old records packed away are read as before.
    let before = ask(&["recall", "1", "--rounds", "3"]);
    assert!(ask(&["seal", "--keep", "10"]).contains("are sealed"));
    assert_eq!(ask(&["recall", "1", "--rounds", "3"]), before);
    assert!(said(&["floor", "--store", &store, "verify", "--anchor", &anchor]).ends_with("whole\n"));
}

#[test]
fn rounds_are_recalled_with_their_proofs_and_nothing_hidden() {
    let folder = Folder::new("recall");
    let store = folder.path("a.db");
    demo(&store, &["--book", "three-card"]);
    let at = ["floor", "--store", &store, "recall"];
    // The only table: three rounds are over, the fourth is under way.
    let all = json(&[&at[..], &["1", "--rounds", "9", "--proof", "--json"]].concat());
    let rounds = all["rounds"].as_array().unwrap();
    let numbers: Vec<_> =
        rounds.iter().map(|round| (round["number"].as_u64(), round["complete"].as_bool())).collect();
    assert_eq!(
        numbers,
        [(Some(1), Some(true)), (Some(2), Some(true)), (Some(3), Some(true)), (Some(4), Some(false))]
    );
    for round in rounds {
        let commitment = store::Hash::parse(round["commitment"].as_str().unwrap()).unwrap();
        let openings = round["openings"].as_array();
        assert_eq!(openings.map_or(0, Vec::len), if round["complete"] == true { 52 } else { 0 });
        for opening in openings.into_iter().flatten() {
            let hash = |value: &Value| store::Hash::parse(value.as_str().unwrap()).unwrap();
            let beside: Vec<_> = opening["beside"].as_array().unwrap().iter().map(hash).collect();
            let opened = floor::Opening {
                place: opening["place"].as_u64().unwrap() as u8,
                card: opening["card"].as_str().unwrap().parse::<cards::Card>().unwrap().id(),
                salt: hash(&opening["salt"]).0,
                beside: beside.try_into().unwrap(),
            };
            assert!(opened.proves(commitment));
        }
        for line in round["lines"].as_array().unwrap() {
            assert!(
                line["record"].as_u64().unwrap() > 0 && !line["clause"].as_str().unwrap().is_empty(),
                "{line}"
            );
        }
    }
    // One is one: the round under way, and no card of it.
    let last = said(&[&at[..], &["1", "--proof"]].concat());
    assert!(last.contains("Round 4, not over") && !last.contains("Round 3"), "{last}");
    assert!(last.contains("Its cards are opened when the round is over") && !last.contains("salt"), "{last}");
    assert!(!last.contains(" shows "), "{last}");
    let by_name = "table/crown-melbourne-three-card-poker-5.1/three-card-poker/1";
    assert_eq!(said(&[&at[..], &[by_name, "--proof"]].concat()), last);
}

/// The lines of a table's complete rounds: in full, and with who.
fn recalled(store: &str, table: &str) -> Vec<Vec<(String, String)>> {
    let all = json(&["floor", "--store", store, "recall", table, "--rounds", "99", "--json"]);
    let rounds = all["rounds"].as_array().unwrap().iter().filter(|round| round["complete"] == true);
    let line = |line: &Value| {
        (line["what"].as_str().unwrap().to_string(), line["who"].as_str().unwrap().to_string())
    };
    rounds.map(|round| round["lines"].as_array().unwrap().iter().map(line).collect()).collect()
}

/// Every round said "Dealer qualified", with queen high too.
#[test]
fn finding_03_the_log_says_whether_the_dealer_qualifies() {
    let folder = Folder::new("qualifies");
    let store = folder.path("a.db");
    said(&["floor", "--store", &store, "demo", "--rounds", "25", "--seats", "2", "--book", "crown-sydney"]);
    let status = json(&["floor", "--store", &store, "status", "--json"]);
    let tables = status["tables"].as_array().unwrap();
    let caribbean = tables.iter().find(|table| table["game"] == "caribbean-stud").unwrap();
    let rounds = recalled(&store, &caribbean["number"].to_string());
    assert!(rounds.len() >= 25);
    let mut seen = std::collections::BTreeSet::new();
    for round in rounds {
        let find =
            |begins: &str| round.iter().find_map(|(what, _)| what.strip_prefix(begins).map(str::to_string));
        let Some(hand) = find("the dealer's hand: ") else { continue };
        // 8.2: with an ace and a king, or better.
        let no_pair = hand.split_whitespace().nth(1).is_some_and(|word| word.starts_with("high"));
        let enough = !no_pair || hand.starts_with("ace high, king");
        let (yes, no) = (find("the dealer qualifies with "), find("the dealer does not qualify with "));
        assert_eq!((yes.is_some(), no.is_some()), (enough, !enough), "{hand}");
        assert_eq!(yes.or(no), Some(hand));
        seen.insert(enough);
    }
    assert_eq!(seen.len(), 2, "both happen in 25 rounds");
    // A summary leaves out what says nothing; every event can be had.
    let few = said(&["floor", "--store", &store, "recall", &caribbean["number"].to_string()]);
    let all = said(&["floor", "--store", &store, "recall", &caribbean["number"].to_string(), "--all"]);
    assert!(!few.contains("clause is applied") && all.contains("clause is applied"), "{few}");
    assert!(few.contains("Caribbean Stud") && few.contains("Cleo Dealer (staff 10)"), "{few}");
}

/// The commitment stood before the wagers, and "deck shuffled, deck cut" after them.
#[test]
fn finding_20_shuffle_cut_and_commitment_stand_before_the_wagers() {
    let folder = Folder::new("order");
    let store = folder.path("a.db");
    demo(&store, &[]);
    for table in ["1", "2", "3", "4", "5"] {
        let rounds = recalled(&store, table);
        assert_eq!(rounds.len(), 3);
        for round in rounds {
            let at = |begins: &str| {
                let found: Vec<usize> = round
                    .iter()
                    .enumerate()
                    .filter(|(_, (what, _))| what.starts_with(begins))
                    .map(|(at, _)| at)
                    .collect();
                assert_eq!(found.len(), 1, "'{begins}' once in {round:#?}");
                found[0]
            };
            let (shuffled, cut) = (at("the system shuffles the deck"), at("the deck is "));
            let (committed, dealt) = (
                at("the shuffled deck is committed to"),
                at("the cards are dealt from the deck that was committed to"),
            );
            let bet = round.iter().position(|(what, _)| what.contains(" bets ")).unwrap();
            let order = [shuffled, cut, committed, bet, at("no more bets: round"), dealt];
            assert!(order.is_sorted(), "table {table}: {order:?}");
        }
    }
}

/// Meters, houses and patrons' files can be read in words too, people by name.
#[test]
fn every_stream_is_told_in_words() {
    let folder = Folder::new("log");
    let store = folder.path("a.db");
    demo(&store, &["--book", "crown-sydney"]);
    let book = "crown-sydney-poker-minors-3.3";
    let log = |stream: String| said(&["floor", "--store", &store, "log", &stream]);
    let house = log(format!("house/{book}"));
    assert!(house.contains("Cleo Dealer is hired as") && house.contains("staff 10"), "{house}");
    assert!(house.contains("Ada Manager (staff 1), with Ben Manager (staff 2) beside"), "{house}");
    let meter = log(format!("meter/{book}"));
    assert!(meter.contains("a meter opens at") && meter.contains("joins meter 1"), "{meter}");
    let patron = log("patron/operator/crown-sydney-gaming-pty-ltd/100".to_string());
    assert!(
        patron.contains("is registered as patron 100") && patron.contains("plays at table 1, place 1"),
        "{patron}"
    );
    let table = log(format!("table/{book}/caribbean-stud/1"));
    assert!(table.contains("the table opens: ") && table.contains("the dealer's hand: "), "{table}");
    for text in [house, meter, patron, table] {
        assert!(!text.contains("{ ") && !text.contains("Some("), "no names of the program: {text}");
    }
    let unknown = complaint(&["floor", "--store", &store, "log", "house/none"]);
    assert!(unknown.contains("there is no stream 'house/none'"), "{unknown}");
}

/// Who opened, closed or reset a log-in stands in the log.
#[test]
fn the_log_of_the_door_names_who_ordered_it() {
    let folder = Folder::new("door");
    let store = folder.path("a.db");
    demo(&store, &["--book", "three-card"]);
    let at = ["floor", "--store", &store, "account"];
    let secret = "a long enough secret\n";
    let tell = |more: &[&str]| {
        let output = common::cardroom_with(&[&at[..], more].concat(), secret);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    tell(&["open", "eve", "--as", "staff/10", "--shown", "Eve", "--by", "staff/1"]);
    let same = common::cardroom_with(&[&at[..], &["password", "eve"]].concat(), secret);
    assert_eq!(same.status.code(), Some(2));
    let complaint_of_same = String::from_utf8_lossy(&same.stderr).into_owned();
    assert!(complaint_of_same.contains("the new password is the present one"), "{complaint_of_same}");
    let new = common::cardroom_with(
        &[&at[..], &["password", "eve", "--by", "staff/2"]].concat(),
        "another secret, as long\n",
    );
    assert!(new.status.success(), "{}", String::from_utf8_lossy(&new.stderr));
    tell(&["open", "fay", "--as", "patron/7"]);
    tell(&["close", "eve", "--by", "staff/1"]);
    let log = said(&[&at[..], &["log"]].concat());
    let line =
        |has: &str| log.lines().find(|line| line.contains(has)).unwrap_or_else(|| panic!("{has}: {log}"));
    assert!(line("log-in eve opened for Eve (staff/10)").contains(" staff/1 "), "{log}");
    assert!(line("new password for log-in eve").contains(" staff/2 "), "{log}");
    assert!(line("log-in eve closed").contains(" staff/1 "), "{log}");
    assert!(line("log-in fay opened").contains(" console "), "{log}");
    assert!(
        complaint(&[&at[..], &["close", "fay", "--by", "nobody"]].concat())
            .contains("--by: 'nobody' is not a person")
    );
}

/// A log-in of somebody whom nobody has hired speaks for whoever gets that number later.
#[test]
fn a_log_in_is_opened_for_staff_on_a_roster() {
    let folder = Folder::new("unhired");
    let store = folder.path("a.db");
    said(&["floor", "--store", &store, "init", "--book", "crown-sydney", "--founder", "Ada Lane"]);
    let open = |name: &str, person: &str| {
        let at = ["floor", "--store", &store, "account", "open", name, "--as", person];
        let output = common::cardroom_with(&at, "a long enough secret\n");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert_eq!(open("ada", "staff/1").0, Some(0));
    for person in ["staff/2", "outside/1"] {
        let (code, complaint) = open("bo", person);
        assert_eq!(code, Some(2), "{complaint}");
        assert!(complaint.contains(&format!("--as: no house of this floor has {person}")), "{complaint}");
        assert!(complaint.contains("hire or enrol them"), "{complaint}");
    }
    assert!(!said(&["floor", "--store", &store, "account", "list"]).contains("bo"));
}

#[test]
fn a_new_house_has_its_founder_and_nothing_is_written_over() {
    let folder = Folder::new("init");
    let (store, key) = (folder.path("a.db"), folder.path("a.db.key"));
    let init = [
        "floor",
        "--store",
        &store,
        "init",
        "--book",
        "crown-sydney",
        "--book",
        "star",
        "--book",
        "crown-sydney",
        "--founder",
        "Ada",
    ];
    let text = said(&init);
    assert!(text.contains("Ada is staff 1 of the house under star-sydney-mississippi-stud-4"), "{text}");
    let made = (std::fs::read(&store).unwrap(), std::fs::read(&key).unwrap());
    assert!(complaint(&init).contains("exists already and is never overwritten"));
    std::fs::rename(&store, folder.path("moved.db")).unwrap();
    assert!(complaint(&init).contains("a key is never overwritten"));
    assert!(!Path::new(&store).exists());
    std::fs::rename(folder.path("moved.db"), &store).unwrap();
    assert_eq!((std::fs::read(&store).unwrap(), std::fs::read(&key).unwrap()), made);
    let status = json(&["floor", "--store", &store, "status", "--json"]);
    let houses: Vec<_> =
        status["houses"].as_array().unwrap().iter().map(|house| house["staff"].clone()).collect();
    assert_eq!(houses, [1, 1]);
    // What is left over from another store is not touched.
    let left = folder.path("left.db-wal");
    std::fs::write(&left, "records").unwrap();
    assert!(
        complaint(&["floor", "--store", &folder.path("left.db"), "init"])
            .contains("is left over from another store")
    );
    assert!(Path::new(&left).exists() && !Path::new(&folder.path("left.db.key")).exists());
    // Demonstrations go into empty stores.
    assert!(complaint(&["floor", "--store", &store, "demo"]).contains("is not empty"));
    let empty = folder.path("empty.db");
    assert!(said(&["floor", "--store", &empty, "init"]).contains("cardroom floor"));
    assert!(said(&["floor", "--store", &empty, "status"]).contains("nothing has happened here yet"));
    assert!(demo(&empty, &["--book", "star"]).contains("1 house and 1 table"));
}

#[test]
fn what_makes_no_sense_is_said_on_one_line() {
    let folder = Folder::new("wrong");
    let store = folder.path("a.db");
    demo(&store, &["--book", "star"]);
    std::fs::write(folder.path("text.db"), "this is no store\n".repeat(1000)).unwrap();
    std::fs::write(folder.path("empty.db"), "").unwrap();
    std::fs::write(folder.path("no.key"), "cardroom vault 1\nzz\n").unwrap();
    copy(&folder.path("a.db.key"), &folder.path("text.db.key"));
    copy(&folder.path("a.db.key"), &folder.path("empty.db.key"));
    let [missing, text, empty, bad_key, here] =
        ["none.db", "text.db", "empty.db", "no.key", "."].map(|name| folder.path(name));
    let nobody = "postgres://me:hunter2@127.0.0.1:1/casino";
    let key = folder.path("a.db.key");
    let wrong: &[(&[&str], &str)] = &[
        (&["--store", &missing, "status"], "there is no store"),
        (&["--store", &missing, "verify"], "'cardroom floor init' makes one"),
        (&["--store", &missing, "seal"], "there is no store"),
        (&["--store", &here, "status"], "is not a file"),
        (&["--store", &here, "init"], "exists already"),
        (&["--store", &text, "status"], "not a"),
        (&["--store", &text, "seal"], "not a"),
        (&["--store", &text, "demo"], "not a"),
        (&["--store", &empty, "status"], "not a store of this program"),
        (&["--store", "", "status"], "--store needs the name of a file"),
        (&["--store", "mysql://host/db", "status"], "is a file or postgres://"),
        (&["--store", nobody, "--key", &key, "status"], "cannot be reached"),
        (&["--store", nobody, "--key", &key, "init"], "cannot be reached"),
        (&["--store", "postgres://me:hunter2@host", "status"], "write postgres://user@host"),
        (&["--store", &store, "--key", &missing, "status"], "No such file"),
        (&["--store", &store, "--key", &bad_key, "status"], "chmod 600"),
        (&["--store", &store, "--key", &here, "status"], "the key"),
        (&["--store", &store, "recall", "7"], "there is no table '7'; there are 1"),
        (&["--store", &store, "recall", "table/x"], "there is no table 'table/x'"),
        (&["--store", &store, "recall", "house/star-sydney-mississippi-stud-4"], "there is no table"),
        (&["--store", &store, "recall", "-1"], "there is no option '-1'"),
        (&["--store", &store, "recall", "1", "--rounds", "0"], "0 is not in 1.."),
        (&["--store", &store, "reconcile", "--day", "2026-02-30"], "is not a date"),
        (&["--store", &store, "reconcile", "--day", "2026-11-1"], "is not a date"),
        (&["--store", &store, "reconcile", "--day", "2026-11-15-"], "is not a date"),
        (&["--store", &store, "reconcile", "--day", "2031-01-01"], "no table has closed the day"),
        (&["--store", &store, "export", &store], "exists already"),
        (&["--store", &store, "export", "/nowhere/at/all"], "cannot be made"),
        (&["--store", &store, "anchor", &store], "exists already"),
        (&["--store", &store, "verify", "--anchor", &missing], "No such file"),
        (&["--store", &store, "verify", "--anchor", &text], "line 1 of the anchor"),
        (&["--store", &store, "verify", "--anchor", &store], "a.db"),
        (&["--store", &store, "import", &text], "is not empty"),
        (&["--store", &missing, "--key", &key, "import", &text], "text.db: the export is damaged at byte 0"),
        (&["--store", &missing, "--key", &key, "import", &here], "is not a file"),
        (&["--store", &missing, "import", &text], "name the key of this floor"),
        (&["--store", &missing, "init", "--book", "nowhere", "--founder", "Ada"], "there is no rulebook"),
        (
            &["--store", &missing, "init", "--book", "poker-13", "--founder", "Ada"],
            "is a book of games between players",
        ),
        (&["--store", &missing, "init", "--book", "star"], "--founder"),
        (&["--store", &missing, "init", "--founder", "Ada"], "--book"),
        (&["--store", &missing, "init", "--book", "star", "--founder", " "], "--founder needs a name"),
        (&["--store", &missing, "demo", "--rounds", "0"], "0 is not in 1.."),
        (&["--store", "/nowhere/at/all.db", "init"], "cannot be made"),
        (&["closing"], "there is no command 'closing'"),
    ];
    for (arguments, expected) in wrong {
        let line = complaint(&[&["floor"], *arguments].concat());
        assert!(line.contains(expected), "{arguments:?}: {line}");
        assert!(!line.contains("hunter2"), "{line}");
    }
    // Nothing was left where nothing could be made.
    assert!(!Path::new(&missing).exists() && !Path::new(&format!("{missing}.key")).exists());
    // A password does not show in the help either.
    let help = std::process::Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args(["floor", "--help"])
        .env("CARDROOM_STORE", nobody)
        .output()
        .unwrap();
    assert!(!String::from_utf8(help.stdout).unwrap().contains("hunter2"));
}

/// The complaints of a command that found something wrong, with status 1.
fn wrong(arguments: &[&str]) -> String {
    let output = cardroom(arguments);
    let complaints = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {complaints}");
    assert!(complaints.lines().all(|line| line.starts_with("cardroom: ")), "{complaints}");
    complaints
}

#[test]
fn a_changed_bit_is_found_and_never_applied() {
    let folder = Folder::new("flip");
    let (store, anchor) = (folder.path("a.db"), folder.path("a.anchor"));
    demo(&store, &["--book", "star"]);
    said(&["floor", "--store", &store, "anchor", &anchor]);
    // The name of whoever laid the first wager stands in a record, as plain text.
    let bytes = std::fs::read(&store).unwrap();
    let name = b"patron/101";
    let places: Vec<usize> =
        (0..bytes.len() - name.len()).filter(|at| bytes[*at..].starts_with(name)).collect();
    let mut found = 0;
    for place in [places[0], places[places.len() / 2]] {
        let mut changed = bytes.clone();
        changed[place + 9] ^= 1;
        let other = folder.path("b.db");
        std::fs::write(&other, &changed).unwrap();
        copy(&folder.path("a.db.key"), &folder.path("b.db.key"));
        let complaints = wrong(&["floor", "--store", &other, "verify", "--anchor", &anchor]);
        assert!(complaints.contains(", record "), "{complaints}");
        if complaints.contains("its hash does not fit its content") {
            found += 1;
            assert!(complaint(&["floor", "--store", &other, "reconcile"]).contains("record "));
            let export = folder.path("b.export");
            assert!(complaint(&["floor", "--store", &other, "export", &export]).contains("verify the store"));
            assert!(!Path::new(&export).exists());
        }
    }
    assert!(found > 0);
    // Nor does a floor begin with it: here in the records of the house.
    let name = b"Cleo Dealer";
    let mut changed = bytes.clone();
    // A page may hold what it no longer uses, so wherever the name stands.
    for place in (0..bytes.len() - name.len()).filter(|at| bytes[*at..].starts_with(name)) {
        changed[place] ^= 2;
    }
    assert_ne!(changed, bytes);
    let other = folder.path("d.db");
    std::fs::write(&other, &changed).unwrap();
    let vault = store::Vault::open(Path::new(&folder.path("a.db.key"))).unwrap();
    let log = store::SqliteStore::open(Path::new(&other)).unwrap();
    let floor = floor::Floor::open(Arc::new(log), Arc::new(vault), floor::Options::default()).unwrap();
    let refused = floor.house("star-sydney-mississippi-stud-4").err().unwrap().to_string();
    assert!(refused.contains("its hash does not fit its content"), "{refused}");
    floor.close();
    // A store that is cut off is no store, and nothing panics.
    for length in [100, 4096, bytes.len() / 2, bytes.len() - 4096] {
        let other = folder.path("c.db");
        std::fs::write(&other, &bytes[..length]).unwrap();
        copy(&folder.path("a.db.key"), &folder.path("c.db.key"));
        for command in [&["verify"][..], &["status"], &["recall", "1"], &["reconcile"]] {
            let output = cardroom(&[&["floor", "--store", &other], command].concat());
            let line = String::from_utf8(output.stderr).unwrap();
            assert!(matches!(output.status.code(), Some(1 | 2)), "{length} {command:?}: {line}");
            assert!(
                line.starts_with("cardroom: ") && !line.contains("panicked"),
                "{length} {command:?}: {line}"
            );
        }
    }
}

#[test]
fn another_key_opens_nothing_and_a_cut_export_is_refused() {
    let folder = Folder::new("key");
    let (store, other) = (folder.path("a.db"), folder.path("other.db"));
    demo(&store, &["--book", "star"]);
    said(&["floor", "--store", &other, "init"]);
    let (anchor, carried) = (folder.path("a.anchor"), folder.path("a.export"));
    said(&["floor", "--store", &store, "anchor", &anchor]);
    said(&["floor", "--store", &store, "export", &carried]);
    let (key, wrong_key) = (folder.path("a.db.key"), folder.path("other.db.key"));
    let with = ["floor", "--store", &store, "--key", &wrong_key];
    for command in [&["recall", "1"][..], &["reconcile"], &["status"]] {
        let line = complaint(&[&with[..], command].concat());
        assert!(line.contains("with the key of this house"), "{line}");
    }
    let complaints = wrong(&[&with[..], &["verify", "--anchor", &anchor]].concat());
    assert!(complaints.contains("is not signed with the key of this house"), "{complaints}");
    // Without any key the chain is checked all the same, and the reader is told what was not.
    let moved = folder.path("moved.key");
    std::fs::rename(&key, &moved).unwrap();
    let text = said(&["floor", "--store", &store, "verify", "--anchor", &anchor]);
    assert!(
        text.contains("the events were not read") && text.contains("somebody who knows its key"),
        "{text}"
    );
    std::fs::rename(&moved, &key).unwrap();

    let target = folder.path("new.db");
    let import = ["floor", "--store", &target, "--key", &key, "import", &carried];
    let line = complaint(&["floor", "--store", &target, "--key", &wrong_key, "import", &carried]);
    assert!(line.contains("not signed with the key of this house"), "{line}");
    let whole = std::fs::read(&carried).unwrap();
    for length in [0, 10, whole.len() / 2, whole.len() - 1] {
        std::fs::write(&carried, &whole[..length]).unwrap();
        assert!(complaint(&import).contains("damaged"), "{length}");
        assert!(!Path::new(&target).exists(), "{length}");
    }
    let mut changed = whole.clone();
    changed[whole.len() / 2] ^= 4;
    std::fs::write(&carried, changed).unwrap();
    assert!(complaint(&import).contains("damaged at byte"));
    std::fs::write(&carried, whole).unwrap();
    assert!(said(&import).contains("as they were exported"));
    assert!(complaint(&import).contains("is not empty"));
}

#[test]
fn readers_look_on_while_a_writer_writes() {
    let folder = Folder::new("beside");
    let store = folder.path("a.db");
    demo(&store, &["--book", "star"]);
    let writer = store::SqliteStore::open(Path::new(&store)).unwrap();
    let streams = json(&["floor", "--store", &store, "status", "--json"])["streams"].as_u64().unwrap();
    let stream = store::Stream::new("table/star-sydney-mississippi-stud-4/mississippi-stud/1").unwrap();
    use store::Store as _;
    let before = writer.head(&stream).unwrap();
    assert!(said(&["floor", "--store", &store, "verify"]).ends_with("whole\n"));
    // Looking claims nothing.
    assert_eq!(writer.head(&stream).unwrap(), before);
    writer.claim(&store::Stream::new("house/crown-sydney-poker-minors-3.3").unwrap()).unwrap();
    assert_eq!(json(&["floor", "--store", &store, "status", "--json"])["streams"], streams + 1);
    // Two writers there cannot be.
    assert!(complaint(&["floor", "--store", &store, "seal"]).contains("is being written by another process"));
    drop(writer);
    assert!(said(&["floor", "--store", &store, "seal", "--keep", "100"]).contains("are sealed"));
}
