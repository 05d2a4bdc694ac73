//! A demonstration of its own for each attack, in a file or on PostgreSQL, which is killed and started again.

use crate::common::server::Running;
use crate::common::{Folder, said};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU32, Ordering};

/// Where a floor is kept while it is attacked.
pub(crate) struct Place {
    folder: Folder,
    store: String,
    key: String,
}

/// Both kinds of store, each with a floor of its own.
pub(crate) fn places(name: &str) -> [Place; 2] {
    [Place::file(name), Place::postgres(name)]
}

impl Place {
    pub(crate) fn file(name: &str) -> Place {
        let folder = Folder::new(&format!("attack-{name}"));
        let store = folder.0.join("floor.db").display().to_string();
        Place::new(folder, store)
    }

    fn new(folder: Folder, store: String) -> Place {
        let key = folder.0.join("key").display().to_string();
        Place { folder, store, key }
    }

    pub(crate) fn postgres(name: &str) -> Place {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let server = std::env::var("CARDROOM_TEST_POSTGRES").expect(
            "CARDROOM_TEST_POSTGRES is not set, and this test needs a PostgreSQL server: ./check starts one; \
             by hand: scripts/attack",
        );
        let folder = Folder::new(&format!("attack-{name}-postgres"));
        let joint = if server.contains('?') { '&' } else { '?' };
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let store = format!("{server}{joint}schema=attack_{}_{number}", std::process::id());
        Place::new(folder, store)
    }

    /// An empty place of the same kind for the same key.
    pub(crate) fn with_key_of(other: &Place, name: &str) -> Place {
        let place = if other.is_file() { Place::file(name) } else { Place::postgres(name) };
        std::fs::copy(&other.key, &place.key).unwrap();
        place
    }

    fn is_file(&self) -> bool {
        !self.store.starts_with("postgres")
    }

    /// The arguments that name the store and its key.
    pub(crate) fn on(&self) -> [&str; 4] {
        ["--store", &self.store, "--key", &self.key]
    }

    /// Starts the program on this store, with a floor where there is none yet.
    pub(crate) fn start(&self) -> Running {
        if !self.is_file() && !std::path::Path::new(&self.key).exists() {
            said(&[&["floor"], &self.on()[..], &["init"]].concat());
        }
        self.serve(&[])
    }

    /// Starts it on a store that was put back from an export, knowingly.
    pub(crate) fn start_restored(&self) -> Running {
        self.serve(&["--accept-restored"])
    }

    fn serve(&self, more: &[&str]) -> Running {
        let how = ["--demo", "--address", "127.0.0.1:0", "--bots", "0"];
        Running::start(&self.folder.0, &[&["serve"], &self.on()[..], &how[..], more].concat())
    }

    /// Kills it as a power cut would, and starts it again.
    pub(crate) fn kill_and_restart(&self, running: Running) -> Running {
        running.kill();
        self.start()
    }
}

/// A table of the demonstration that the player may sit down at.
pub(crate) const TABLE: &str = "/api/tables/4";

/// The patron's file that a log-in of the demonstration plays with, by the table's book.
pub(crate) fn file(client: &Client<'_>) -> String {
    let (status, table) = client.get(TABLE);
    assert_eq!(status, 200, "{table}");
    let (_, account) = client.get("/api/session");
    format!("/api/patrons/{}/{}", table["book"].as_str().unwrap(), account["number"])
}

/// Somebody who is logged in, speaking to the API.
pub(crate) struct Client<'a> {
    running: &'a Running,
    token: String,
}

impl<'a> Client<'a> {
    pub(crate) fn log_in(running: &'a Running, name: &str) -> Client<'a> {
        Client { running, token: running.token(name) }
    }

    fn ask(&self, line: &str, body: &str) -> (u16, Value) {
        let head = format!("Authorization: Bearer {}\r\nContent-Type: application/json", self.token);
        let heard = self.running.ask(line, &head, body);
        let status = heard.split(' ').nth(1).and_then(|status| status.parse().ok());
        let body = heard.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        (status.unwrap_or_else(|| panic!("{heard}")), serde_json::from_str(body).unwrap_or(Value::Null))
    }

    pub(crate) fn get(&self, path: &str) -> (u16, Value) {
        self.ask(&format!("GET {path}"), "")
    }

    /// Gives an order with an id.
    pub(crate) fn order(&self, path: &str, id: u128, command: Value) -> (u16, Value) {
        self.ask(
            &format!("POST {path}"),
            &json!({ "id": format!("{id:032x}"), "command": command }).to_string(),
        )
    }
}
