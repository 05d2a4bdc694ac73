//! `cardroom serve` as a user runs it: it says where it is, answers, stops when told to, and leaves a store that is whole.

mod common;

use common::{complaint, said};
use house::Person;
use server::door::Door;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
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

/// A server that runs, and the address that it has printed.
struct Running(Child, String);

impl Running {
    fn start(data: &Path, arguments: &[&str]) -> Running {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cardroom"))
            .args(arguments)
            .env("XDG_DATA_HOME", data)
            .env_remove("CARDROOM_STORE")
            .env_remove("CARDROOM_KEY")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = lines.next().expect("it says where it is").unwrap();
        // Whatever else it prints is read, so that it never waits for a reader.
        std::thread::spawn(move || lines.for_each(drop));
        let address = first.split("http://").nth(1).unwrap_or_else(|| panic!("{first}")).to_string();
        Running(child, address)
    }

    fn ask(&self, line: &str, head: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.1).unwrap();
        let (host, length) = (&self.1, body.len());
        let always = format!("Host: {host}\r\nConnection: close\r\nContent-Length: {length}");
        write!(stream, "{line} HTTP/1.1\r\n{always}\r\n{head}\r\n\r\n{body}").unwrap();
        let mut heard = String::new();
        stream.read_to_string(&mut heard).unwrap();
        heard
    }

    fn stop(mut self) {
        let told = Command::new("kill").args(["-TERM", &self.0.id().to_string()]).status().unwrap();
        assert!(told.success());
        let ended = self.0.wait().unwrap();
        assert!(ended.success(), "{ended}");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
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
    assert_eq!(account(&store, &["close", "bob"], ""), "bob may log in no more.\n");
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
    running.stop();

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
    let door = Door::open(kept, vault, Arc::new(floor::SystemClock::start())).unwrap();
    assert_eq!(door.session(&token).map(|session| session.person), Some(Person::Staff(1)));
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
    let line = complaint(&["serve", "--set", "colour=green"]);
    assert!(line.starts_with("--set: there is no setting 'colour'"), "{line}");
    let file = folder.path("cardroom.toml");
    std::fs::write(&file, "\nport = 80\n").unwrap();
    let line = complaint(&["serve", "--config", &file]);
    assert!(line.starts_with(&format!("{file}:2: there is no setting 'port'")), "{line}");
    assert!(said(&["serve", "--help"]).contains("connections-per-address"));
}
