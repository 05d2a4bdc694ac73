//! Somebody who plays Three Card Poker through the API.

use super::{Heard, Server};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

const JSON: &str = "Content-Type: application/json";

/// A table of Three Card Poker on the floor of a demo.
pub(crate) const TABLE: u32 = 4;
/// Another.
pub(crate) const QUIET: u32 = 5;

/// A player with a session.
pub(crate) struct Player<'s> {
    server: &'s Server,
    pub(crate) token: String,
}

/// An id like no other here, counted up.
pub(crate) fn id() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    format!("{:032x}", NEXT.fetch_add(1, Ordering::Relaxed))
}

impl<'s> Player<'s> {
    pub(crate) fn new(server: &'s Server, name: &str) -> Player<'s> {
        Player::with(server, name, server::demo::SECRET)
    }

    pub(crate) fn with(server: &'s Server, name: &str, secret: &str) -> Player<'s> {
        Player { server, token: server.log_in(name, secret) }
    }

    pub(crate) fn bearer(&self) -> String {
        format!("Authorization: Bearer {}", self.token)
    }

    pub(crate) fn look(&self, table: u32) -> Value {
        let heard = self.server.get(&format!("/api/tables/{table}"), &[&self.bearer()]);
        assert_eq!(heard.status, 200, "{}", heard.body);
        serde_json::from_str(&heard.body).unwrap()
    }

    /// Posts a body to `/api/tables/TABLE/WHERE`.
    pub(crate) fn post(&self, (table, to): (u32, &str), body: &str) -> Heard {
        self.server.ask(&format!("POST /api/tables/{table}/{to}"), &[JSON, &self.bearer()], body)
    }

    /// Gives an order with a new id, which must be done.
    pub(crate) fn tell(&self, to: (u32, &str), command: &Value) -> Value {
        let heard = self.post(to, &json!({ "id": id(), "command": command }).to_string());
        assert_eq!(heard.status, 200, "{command}: {}", heard.body);
        serde_json::from_str(&heard.body).unwrap()
    }

    /// Looks until it is so.
    pub(crate) fn until(&self, table: u32, what: &str, is: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..3_000 {
            let view = self.look(table);
            if is(&view) {
                return view;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("{what} did not happen: {}", self.look(table));
    }

    /// Takes a place with chips.
    pub(crate) fn join(&self, table: u32, place: u8, amount: &str) -> Value {
        self.tell((table, "join"), &json!({ "seat": place, "amount": amount }));
        let seat = usize::from(place - 1);
        self.until(table, "the chips", |view| {
            view["seats"][seat]["chips"].as_str().is_some_and(|chips| chips != "0.00")
        })
    }

    /// Plays a round from the Ante to its settlement with these two commands. How it ended.
    pub(crate) fn round_by(&self, table: u32, wager: &Value, decide: &Value) -> Value {
        self.tell((table, "commands"), wager);
        self.tell((table, "ready"), &json!({}));
        self.until(table, "the deal", |view| view["phase"] == "deciding" && is_mine(view, "to_decide"));
        self.tell((table, "commands"), decide);
        let view =
            self.until(table, "the settlement", |view| view["over"] == true && view["phase"] == "betting");
        let mine = my_seat(&view).unwrap();
        assert!(mine["net"].is_string(), "{mine}");
        assert_eq!(mine["hand"]["cards"].as_array().unwrap().len(), 3);
        view
    }

    /// The same, with the least wagers.
    pub(crate) fn round(&self, table: u32) -> Value {
        let wager = json!({ "do": "place", "wager": "ante", "amount": "10.00" });
        self.round_by(table, &wager, &json!({ "do": "decide", "decision": "bet", "amount": "10.00" }))
    }
}

fn my_seat(view: &Value) -> Option<&Value> {
    let place = view["me"].as_u64()?;
    view["seats"].as_array()?.iter().find(|seat| seat["place"] == place)
}

fn is_mine(view: &Value, what: &str) -> bool {
    my_seat(view).is_some_and(|seat| seat[what] == true)
}
