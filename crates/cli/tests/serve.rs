//! `cardroom serve` as a user runs it: it says where it is, answers, stops when told to, and leaves a store that is whole.

use crate::common;

use common::server::Running;
use common::{complaint, said};
use floor::Zone;
use house::{Person, StaffId};
use server::accounts::Accounts;
use std::io::{BufRead, BufReader, Read as _, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use store::{SqliteStore, Vault};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("cardroom-serve-{}-{name}", std::process::id()));
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

#[test]
fn without_anything_a_demo_in_the_data_directory() {
    let data = Folder::new("demo");
    let running = Running::start(&data.0, &["serve", "--address", "127.0.0.1:0"]);
    assert!(running.ask("GET /health", "Accept: */*", "").starts_with("HTTP/1.1 200 OK"));
    running.stop();
    assert!(data.0.join("cardroom/demo.db").exists() && data.0.join("cardroom/demo.db.key").exists());
    // Again, on what is there.
    let running = Running::start(&data.0, &["serve", "--address", "127.0.0.1:0", "--log", "json"]);
    assert!(running.ask("GET /health", "Accept: */*", "").contains("\"status\":\"well\""));
    running.stop();
}

#[test]
fn a_floor_of_ones_own_with_a_door_is_proved_carried_and_added_up() {
    let folder = Folder::new("own");
    let (store, key) = (folder.path("casino.db"), folder.path("casino.db.key"));
    said(&["floor", "--store", &store, "demo", "--rounds", "2", "--tables", "1", "--seats", "2"]);
    let ada = account(&store, &["open", "Ada", "--as", "staff/1", "--shown", "Ada Lane"], "another secret\n");
    assert_eq!(ada, "Ada Lane may log in as Ada.\n");
    assert_eq!(account(&store, &["password", "ada"], "a long enough secret\n"), "ada has a new password.\n");
    account(&store, &["open", "bob", "--as", "patron/7"], "a long enough secret");
    assert_eq!(account(&store, &["close", "bob"], ""), "bob can no longer log in.\n");
    let listed = account(&store, &["list"], "");
    assert_eq!(listed, "ada  staff/1  Ada Lane\nbob  patron/7  bob, closed\n");

    let running = Running::start(&folder.0, &["serve", "--store", &store, "--address", "127.0.0.1:0"]);
    let heard = running.ask(
        "POST /api/log-in",
        "Content-Type: application/json",
        "{\"name\":\"ada\",\"secret\":\"a long enough secret\"}",
    );
    let token = heard.split("\"token\":\"").nth(1).and_then(|rest| rest.split('"').next());
    let token = token.unwrap_or_else(|| panic!("{heard}")).to_string();
    running.stop();
    let running = Running::start(&folder.0, &["serve", "--store", &store, "--address", "127.0.0.1:0"]);
    let heard = running.ask("GET /api/session", &format!("Authorization: Bearer {token}"), "");
    assert!(heard.contains("\"shown\":\"Ada Lane\""), "a restart ends no session: {heard}");
    for _ in 0..5 {
        let wrong = "{\"name\":\"ada\",\"secret\":\"not the password\"}";
        running.ask("POST /api/log-in", "Content-Type: application/json", wrong);
    }
    let listed = account(&store, &["list"], "");
    assert!(listed.contains("ada  staff/1  Ada Lane, locked for 127.0.0.1 until "), "{listed}");
    running.stop();
    assert_eq!(account(&store, &["unlock", "ada", "--by", "staff/1"], ""), "ada may try again.\n");
    assert!(!account(&store, &["list"], "").contains("locked"));
    let help = said(&["floor", "account", "unlock", "--help"]);
    assert!(help.contains("stop the server") && help.contains("/pit/people"), "{help}");

    let status = said(&["floor", "--store", &store, "status", "--heads"]);
    assert!(status.contains("door/main"), "{status}");
    assert!(said(&["floor", "--store", &store, "verify"]).ends_with("whole\n"));
    said(&["floor", "--store", &store, "reconcile"]);
    let (file, copy) = (folder.path("carried"), folder.path("copy.db"));
    said(&["floor", "--store", &store, "export", &file]);
    let carried = std::fs::read(&file).unwrap();
    let holds = |what: &str| carried.windows(what.len()).any(|part| part == what.as_bytes());
    assert!(!holds(&token) && !holds("a long enough secret"));
    said(&["floor", "--store", &copy, "--key", &key, "import", &file]);
    assert!(said(&["floor", "--store", &copy, "--key", &key, "verify"]).ends_with("whole\n"));
    let vault = Arc::new(Vault::open(Path::new(&key)).unwrap());
    let kept = Arc::new(SqliteStore::open(Path::new(&copy)).unwrap());
    let door = Accounts::open(kept, vault, Arc::new(floor::SystemClock::start())).unwrap();
    assert_eq!(door.session(&token).map(|session| session.person), Some(Person::Staff(StaffId(1))));
}

/// A log pipe that dies must not take the casino with it: `cardroom serve 2>&1 | head -3`.
#[test]
fn finding_09_the_server_plays_on_when_nobody_reads_its_log() {
    for format in ["text", "json"] {
        let data = Folder::new(&format!("pipe-{format}"));
        let arguments = ["serve", "--address", "127.0.0.1:0", "--log", format];
        let mut running = Running::start_logging(&data.0, &arguments, Stdio::piped());
        // Both ends of the log are gone before the next line is written.
        drop(running.0.stderr.take());
        for _ in 0..20 {
            // Every refused log-in is a line of the log.
            let body = "{\"name\":\"nobody\",\"secret\":\"not the password\"}";
            running.ask("POST /api/log-in", "Content-Type: application/json", body);
        }
        assert!(running.ask("GET /health", "Accept: */*", "").starts_with("HTTP/1.1 200 OK"), "{format}");
        // Stopping writes lines, too.
        running.stop();
    }
}

/// A reader of the log who is there and reads nothing fills the pipe, and nobody waits for them.
#[test]
fn the_server_plays_on_when_its_log_is_not_read() {
    let data = Folder::new("full-pipe");
    let (reader, writer) = std::io::pipe().unwrap();
    let arguments = ["serve", "--address", "127.0.0.1:0"];
    let running = Running::start_logging(&data.0, &arguments, writer.into());
    for _ in 0..1500 {
        // Each is a line of the log; a pipe holds some hundred.
        let mut asking = TcpStream::connect(&running.1).unwrap();
        asking.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let host = &running.1;
        write!(asking, "GET /api/meters HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
        let mut heard = String::new();
        asking.read_to_string(&mut heard).expect("it answers, read or not");
    }
    assert!(running.ask("GET /health", "Accept: */*", "").starts_with("HTTP/1.1 200 OK"));
    // Whoever reads on has the lines that waited.
    let mut lines = BufReader::new(reader).lines();
    assert!(lines.find(|line| line.as_ref().is_ok_and(|line| line.contains("/api/meters"))).is_some());
    std::thread::spawn(move || lines.for_each(drop));
    running.stop();
}

/// Everything into one pipe, of which somebody reads a line: `cardroom serve 2>&1 | head -1`.
#[test]
fn the_server_plays_on_when_everything_it_prints_goes_into_a_pipe_that_closes() {
    let data = Folder::new("one-pipe");
    let (reader, writer) = std::io::pipe().unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args(["serve", "--address", "127.0.0.1:0"])
        .env("XDG_DATA_HOME", &data.0)
        .env("RUST_LOG", "debug")
        .stdin(Stdio::null())
        .stdout(writer.try_clone().unwrap())
        .stderr(writer)
        .spawn()
        .unwrap();
    let mut running = Running(child, String::new());
    let mut lines = BufReader::new(reader).lines();
    let address = lines.find_map(|line| Some(line.unwrap().split_once("is open: http://")?.1.to_string()));
    running.1 = address.expect("it says where it is");
    drop(lines);
    for _ in 0..20 {
        assert!(running.ask("GET /", "Accept: */*", "").starts_with("HTTP/1.1 200 OK"));
    }
    assert!(running.0.try_wait().unwrap().is_none(), "it goes on");
    running.stop();
}

/// The demo's gaming day is the date where the house stands, and so are the times that people are told.
#[test]
fn finding_26_the_demos_gaming_day_is_today_in_its_time_zone() {
    // Places whose dates differ for most of the day: at any time at least one of them has another than UTC.
    for name in ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"] {
        let zone = Zone::parse(name).unwrap();
        let data = Folder::new(&format!("day-{}", name.replace('/', "-")));
        let now =
            || i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis()).unwrap();
        let before = zone.date(now()).unwrap();
        let arguments = ["serve", "--address", "127.0.0.1:0", "--bots", "0", "--time-zone", name];
        let running = Running::start(&data.0, &arguments);
        let bearer = format!("Authorization: Bearer {}", running.token("manager"));
        let told = running.ask("GET /api/houses/star-sydney-mississippi-stud-4", &bearer, "");
        // Midnight may have passed in between.
        let today = [before, zone.date(now()).unwrap()];
        let shown = today.iter().any(|day| told.contains(&format!("\"day\":\"{day}\"")));
        assert!(shown, "{name}: {today:?} in {told}");
        let page = running.ask("GET /inspector", &format!("{bearer}\r\nAccept: text/html"), "");
        assert!(page.contains(&format!("From ({name})")), "{name}: {page}");
        running.stop();
        // The same times on the command line, with the zone beside them.
        let store = data.path("cardroom/demo.db");
        let recalled = said(&["floor", "--store", &store, "--time-zone", name, "recall", "1"]);
        let written = zone.time(now());
        let (date, abbreviation) = (&written[..10], written.rsplit(' ').next().unwrap());
        assert!(
            recalled.contains(date) && recalled.contains(&format!(" {abbreviation}  ")),
            "{name}: {recalled}"
        );
    }
    let line = complaint(&["serve", "--time-zone", "Melbourne"]);
    assert_eq!(line, "--time-zone: 'Melbourne' is not a time zone such as Australia/Melbourne or UTC");
    let line = complaint(&["floor", "--time-zone", "+10:00", "status"]);
    assert!(line.starts_with("--time-zone: '+10:00' is not a time zone"), "{line}");
}

/// Whoever had looked at the demo could manage the floor that it became.
#[test]
fn the_passwords_of_the_demo_do_not_outlive_it() {
    let folder = Folder::new("outlived");
    let store = folder.path("casino.db");
    let on = |more: &[&str]| {
        let at = ["serve", "--store", &store, "--address", "127.0.0.1:0", "--bots", "0"];
        Running::start(&folder.0, &[&at[..], more].concat())
    };
    let enter = |running: &Running, name: &str, secret: &str| {
        let given = format!("{{\"name\":\"{name}\",\"secret\":\"{secret}\"}}");
        let heard = running.ask("POST /api/log-in", "Content-Type: application/json", &given);
        heard.split(' ').nth(1).unwrap_or_default().to_string()
    };
    let demo = on(&["--demo"]);
    assert_eq!(enter(&demo, "manager", "cardroom"), "200");
    let session = demo.log_in("manager");
    demo.stop();
    account(&store, &["password", "manager2"], "a password of its own\n");
    let own = on(&["--no-demo"]);
    assert_eq!(enter(&own, "manager", "cardroom"), "401");
    assert_eq!(enter(&own, "player", "cardroom"), "401");
    let before = own.ask("GET /api/session", &format!("Authorization: Bearer {session}"), "");
    assert!(before.starts_with("HTTP/1.1 401"), "{before}");
    assert_eq!(enter(&own, "manager2", "a password of its own"), "200");
    own.stop();
    let again = on(&["--demo"]);
    assert_eq!(enter(&again, "manager", "cardroom"), "200", "the demo is as it was");
    again.stop();
}

/// What `cardroom floor account` prints when it is given a password.
fn account(store: &str, arguments: &[&str], password: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args([&["floor", "--store", store, "account"], arguments].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(password.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn what_stands_in_the_way_is_said_on_one_line() {
    let folder = Folder::new("wrong");
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let address = format!("127.0.0.1:{port}");
    let line = complaint(&["serve", "--store", "nowhere.db", "--address", &address]);
    assert!(line.starts_with(&format!("{address} is taken by another program")), "{line}");
    assert!(line.contains("--address 127.0.0.1:"), "{line}");
    let missing = folder.path("missing.db");
    let line = complaint(&["serve", "--store", &missing, "--address", "127.0.0.1:0"]);
    assert!(
        line.starts_with(&format!("there is no store {missing}")) && line.contains("floor --store"),
        "{line}"
    );
    let line = complaint(&["serve", "--demo", "--address", "0.0.0.0:0", "--store", &missing]);
    assert!(line.starts_with("--address: the demo's log-ins are for all to see"), "{line}");
    for name in ["--public-url", "--hosts"] {
        let name = if name == "--hosts" {
            ["--set", "hosts=cards.example"]
        } else {
            [name, "https://cards.example"]
        };
        let line = complaint(&[&["serve", "--demo", "--store", &missing][..], &name].concat());
        assert!(line.contains("the demo's log-ins are for all to see"), "{line}");
    }
    let line = complaint(&["serve", "--set", "colour=green"]);
    assert!(line.starts_with("--set: there is no setting 'colour'"), "{line}");
    let file = folder.path("cardroom.toml");
    std::fs::write(&file, "\nport = 80\n").unwrap();
    let line = complaint(&["serve", "--config", &file]);
    assert!(line.starts_with(&format!("{file}:2: there is no setting 'port'")), "{line}");
    assert!(said(&["serve", "--help"]).contains("connections-per-address"));
}

impl Running {
    fn json(&self, line: &str, token: &str, body: &str) -> (String, serde_json::Value) {
        let head = format!("Authorization: Bearer {token}\r\nContent-Type: application/json");
        let heard = self.ask(line, &head, body);
        let (head, body) = heard.split_once("\r\n\r\n").unwrap_or((&heard, ""));
        let status = head.split(' ').nth(1).unwrap_or_default().to_string();
        (status, serde_json::from_str(body).unwrap_or_else(|_| panic!("{line}: {heard}")))
    }

    fn log_in(&self, name: &str) -> String {
        let body = format!("{{\"name\":\"{name}\",\"secret\":\"cardroom\"}}");
        let (_, heard) = self.json("POST /api/log-in", "-", &body);
        heard["token"].as_str().unwrap_or_else(|| panic!("{heard}")).to_string()
    }

    /// Takes a free place at a table: how it was answered.
    fn join(&self, table: u64, token: &str, id: u64) -> (String, serde_json::Value) {
        let (_, view) = self.json(&format!("GET /api/tables/{table}"), token, "");
        let seats = view["seats"].as_array().unwrap();
        let free = seats.iter().rposition(|seat| seat["taken"] == false).unwrap() + 1;
        let command = format!("{{\"seat\":{free},\"amount\":\"100.00\"}}");
        let order = format!("{{\"id\":\"{id:032x}\",\"command\":{command}}}");
        self.json(&format!("POST /api/tables/{table}/join"), token, &order)
    }
}

/// Who excludes himself in one game of an operator is refused at each of its tables, in words and with the clause, and
/// at no other operator's; before that, one who plays at one of them is told where.
#[test]
fn finding_02_self_exclusion_holds_at_every_table_of_the_operator() {
    let data = Folder::new("exclusion");
    let running = Running::start(&data.0, &["serve", "--address", "127.0.0.1:0"]);
    let (alex, sam) = (running.log_in("alex"), running.log_in("sam"));
    let (_, listed) = running.json("GET /api/tables", &alex, "");
    let tables = listed["tables"].as_array().unwrap().iter().filter(|table| table["mode"] == "virtual");
    let tables: Vec<(u64, String)> = tables
        .map(|table| (table["table"].as_u64().unwrap(), table["book"].as_str().unwrap().into()))
        .collect();
    let of = |word: &str| tables.iter().filter(|(_, book)| book.contains(word)).collect::<Vec<_>>();
    let melbourne = of("crown-melbourne");
    let books: std::collections::BTreeSet<&str> = melbourne.iter().map(|(_, book)| book.as_str()).collect();
    assert_eq!(books.len(), 2, "{tables:?}");
    let book = &melbourne[0].1;

    // Sam plays at one table of the operator, and so not at another, under whichever book.
    let (status, heard) = running.join(melbourne[0].0, &sam, 1);
    assert_eq!(status, "200", "{heard}");
    let (other, _) = **melbourne.iter().find(|(_, other)| other != book).as_ref().unwrap();
    let (status, heard) = running.join(*other, &sam, 2);
    assert_eq!(status, "409", "{heard}");
    let words = format!("You are playing at table {}", melbourne[0].0);
    assert!(heard["what"].as_str().unwrap().starts_with(&words), "{heard}");

    let exclude = format!("{{\"id\":\"{:032x}\",\"command\":{{\"do\":\"exclude\"}}}}", 3);
    let to = format!("POST /api/patrons/{book}/2/commands");
    assert_eq!(running.json(&to, &alex, &exclude).0, "200");
    let (status, again) = running.json(&to, &alex, &exclude);
    assert_eq!((status.as_str(), &again["again"]), ("200", &serde_json::Value::Bool(true)), "pressed twice");
    for (at, (table, book)) in melbourne.iter().enumerate() {
        let (status, heard) = running.join(*table, &alex, 100 + at as u64);
        assert_eq!(status, "409", "table {table}: {heard}");
        let what = heard["what"].as_str().unwrap();
        assert!(
            what.starts_with("You have excluded yourself from every table of Crown Melbourne Limited"),
            "{what}"
        );
        assert_eq!(heard["clause"]["book"].as_str(), Some(book.as_str()));
        assert!(heard["clause"]["label"].is_string());
    }
    let star = of("star-sydney")[0].0;
    let (status, heard) = running.join(star, &alex, 200);
    assert_eq!(status, "200", "{heard}");
    let page = running.ask("GET /account", &format!("Authorization: Bearer {alex}"), "");
    assert_eq!(
        page.matches("<h2>Crown Melbourne Limited</h2>").count(),
        1,
        "one file, not one for each book"
    );
    running.stop();
    let store = data.0.join("cardroom/demo.db").to_str().unwrap().to_string();
    said(&["floor", "--store", &store, "reconcile"]);
    assert!(said(&["floor", "--store", &store, "verify"]).ends_with("whole\n"));
}
