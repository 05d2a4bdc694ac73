//! No page, socket or order waits for the store on a thread that drives others: every route of the program is asked by every
//! kind of person, with the check on that finds it.

use crate::common;

use common::player::{Player, QUIET, TABLE, id};
use common::{Server, furnished};
use serde_json::{Value, json};
use server::config::Settings;
use server::guard::rate_limit::RateLimit;
use std::collections::BTreeSet;
use std::path::Path;

const BOOK: &str = "crown-sydney-poker-minors-3.3";
const GAME: &str = "caribbean-stud";

/// Every address in the sources of the server.
fn routes() -> BTreeSet<String> {
    fn files(folder: &Path, text: &mut String) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                files(&path, text)
            } else {
                text.push_str(&std::fs::read_to_string(&path).unwrap())
            }
        }
    }
    let mut text = String::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut text);
    text.split(".route(\"").skip(1).filter_map(|rest| Some(rest.split('"').next()?.to_string())).collect()
}

/// An address with something in its gaps.
fn filled(route: &str) -> String {
    let gaps = [
        ("{book}", BOOK),
        ("{game}", GAME),
        ("{number}", "4"),
        ("{table}", "4"),
        ("{round}", "1"),
        ("{meter}", "1"),
        ("{*label}", "8.4"),
        ("{tag}/{name}", "x/table.js"),
    ];
    let address = gaps.iter().fold(route.to_string(), |address, (gap, with)| address.replace(gap, with));
    assert!(!address.contains('{'), "{route} has a gap that this test cannot fill");
    address
}

fn commands() -> Vec<Value> {
    vec![
        json!({}),
        json!({ "do": "place", "wager": "ante", "amount": "10.00" }),
        json!({ "do": "post-notice", "meter": 1, "of": "tables" }),
        json!({ "do": "supply-rules", "to": "patron/1" }),
        json!({ "do": "set-limit", "limit": "deposit", "amount": "50000.00" }),
        json!({ "seat": 2, "amount": "100.00" }),
        json!({ "by-hand": true }),
        json!({ "book": BOOK, "game": GAME, "number": 4001 }),
    ]
}

/// Forms of the pit and of plain pages.
fn forms() -> Vec<String> {
    let to = |to: &str, command: Value| format!("to={to}&form=x&seen=1&command={command}");
    vec![
        "form=x&seen=1".to_string(),
        to("table/4", json!({ "do": "post-notice", "of": "closing" })),
        to(&format!("house/{BOOK}"), json!({ "do": "supply-rules", "to": "patron/1" })),
        to(&format!("meter/{BOOK}"), json!({ "do": "post-notice", "meter": 1, "of": "tables" })),
        to(&format!("patron/{BOOK}/1"), json!({ "do": "set-limit", "limit": "deposit", "amount": "1.00" })),
        to(&format!("new-table/{BOOK}"), json!({ "game": GAME, "number": 4002 })),
        to("pace/4", json!({ "by-hand": false })),
        to(&format!("as-at/{BOOK}"), json!({ "meter": 1, "seq": 1 })),
        to(&format!("clock/{BOOK}"), json!({})),
        format!("meter={BOOK}%2F1&book={BOOK}&seq=1"),
        "seat=2&amount=100".to_string(),
    ]
}

/// Asks one address in every way there is.
fn visit(server: &Server, address: &str, bearer: Option<&str>) {
    let head: Vec<&str> = bearer.into_iter().collect();
    if address.ends_with("/live") {
        let upgrade = [
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ];
        let more: String = head.iter().chain(&upgrade).map(|line| format!("{line}\r\n")).collect();
        let mut stream = server.connect();
        let asked = format!("GET {address} HTTP/1.1\r\nHost: {}\r\n{more}\r\n", server.address);
        std::io::Write::write_all(&mut stream, asked.as_bytes()).unwrap();
        let mut some = [0; 512];
        assert!(std::io::Read::read(&mut stream, &mut some).unwrap() > 0);
        return;
    }
    // Read as bytes: an export is no text.
    let more: String = head.iter().map(|line| format!("{line}\r\n")).collect();
    let mut stream = server.connect();
    let asked =
        format!("GET {address} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{more}\r\n", server.address);
    std::io::Write::write_all(&mut stream, asked.as_bytes()).unwrap();
    let _ = std::io::Read::read_to_end(&mut stream, &mut Vec::new());
    for command in commands() {
        let order = json!({ "id": id(), "command": command, "second": null }).to_string();
        let json = [&head[..], &["Content-Type: application/json"]].concat();
        let heard = server.ask(&format!("POST {address}"), &json, &order);
        if heard.status == 405 {
            return;
        }
    }
    for form in forms() {
        let form_head = [&head[..], &["Content-Type: application/x-www-form-urlencoded"]].concat();
        server.ask(&format!("POST {address}"), &form_head, &form);
    }
}

#[test]
fn nothing_waits_for_the_store_on_a_thread_that_drives_others() {
    let pace = RateLimit::per_second(100_000, 100_000);
    let server = furnished(Settings { session_pace: pace, address_pace: pace, ..Settings::default() });
    let player = Player::new(&server, "player");
    player.join(TABLE, 1, "200.00");
    player.round(TABLE);
    let who = ["alex", "dealer", "supervisor", "manager", "inspector"];
    let mut bearers = vec![None, Some(player.bearer())];
    bearers.extend(who.map(|name| Some(Player::new(&server, name).bearer())));
    let routes = routes();
    assert!(routes.len() > 80, "{routes:?}");
    // Log-outs end the sessions that the others need; the log-in has its own limits, and was asked above.
    let kept = |route: &&String| !route.ends_with("/log-out") && !route.ends_with("/log-in");
    for bearer in &bearers {
        for route in routes.iter().filter(kept) {
            visit(&server, &filled(route), bearer.as_deref());
        }
    }
    player.until(QUIET, "a look", |view| view["table"] == QUIET);
    for route in ["/log-out", "/api/log-out"] {
        server.ask(&format!("POST {route}"), &[&player.bearer()], "");
    }
    let found = store::blocking::found();
    let ours = |trace: &String| -> String {
        let frames = trace.lines().filter(|line| line.contains("server::") && !line.contains("guard"));
        let first = trace.lines().next().unwrap_or_default();
        format!("{first} {}", frames.take(4).collect::<Vec<_>>().join(" <"))
    };
    let told: BTreeSet<String> = found.iter().map(ours).collect();
    assert!(told.is_empty(), "{} places:\n{}", told.len(), told.into_iter().collect::<Vec<_>>().join("\n"));
}
