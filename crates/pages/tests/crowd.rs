//! One visitor takes no more than a visitor's share of the room, also behind a proxy; whoever takes up room and does not
//! listen loses it.

use crate::common;

use axum::Router;
use axum::routing::get;
use common::{Server, furnished, start};
use server::config::Settings;
use server::guard::net::Net;
use server::guard::rate_limit::RateLimit;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Behind a proxy on this machine.
fn proxied(connections: usize, each: usize) -> Settings {
    Settings {
        trusted_proxies: vec![Net::parse("127.0.0.1").unwrap()],
        connections,
        connections_per_address: each,
        address_pace: RateLimit::per_second(10_000, 10_000),
        ..Settings::default()
    }
}

/// Opens a live view of the lobby as a proxy passes it on; the status, and the line.
fn watch(server: &Server, head: &str) -> (u16, TcpStream) {
    let mut stream = server.connect();
    let request = format!(
        "GET /lobby/live HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: Y2FyZHJvb20gbG9hZCAgIA==\r\n{head}\r\n",
        server.address
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut first = [0; 12];
    stream.read_exact(&mut first).unwrap();
    (String::from_utf8_lossy(&first[9..]).parse().unwrap(), stream)
}

fn until(what: &str, mut is: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is() {
        assert!(began.elapsed() < Duration::from_secs(20), "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn one_visitor_behind_the_proxy_takes_no_more_than_a_share_of_the_places() {
    let server = furnished(proxied(500, 64));
    let mut held = Vec::new();
    let mut taken = 0;
    for _ in 0..600 {
        let (status, stream) = watch(&server, "X-Forwarded-For: 9.9.9.9\r\n");
        match status {
            101 => taken += 1,
            429 => {}
            other => panic!("{other}"),
        }
        held.push(stream);
    }
    assert_eq!(taken, 64, "a live view is one of a visitor's places");
    let heard = server.get("/", &["X-Forwarded-For: 9.9.9.9"]);
    assert_eq!((heard.status, heard.header("retry-after")), (429, Some("5")));
    assert_eq!(
        heard.what(),
        "64 requests and live views are under way from this address, and no more are taken"
    );
    let page = server.get("/log-in", &["X-Forwarded-For: 9.9.9.9", "Accept: text/html"]);
    assert!(page.status == 429 && page.body.contains("<html"), "people are shown a page: {}", page.body);
    for other in ["8.8.8.8", "2001:db8::1", "9.9.9.8"] {
        let (status, stream) = watch(&server, &format!("X-Forwarded-For: {other}\r\n"));
        assert_eq!(status, 101, "{other} has room");
        held.push(stream);
        let heard = server.get("/log-in", &[&format!("X-Forwarded-For: {other}")]);
        assert_eq!(heard.status, 200, "{other} is served: {}", heard.body);
    }
    assert_eq!(server.get("/health", &[]).status, 200, "the proxy itself may look whether anybody is there");
    // Whoever leaves has room again.
    drop(held);
    until("no room was made", || server.get("/log-in", &["X-Forwarded-For: 9.9.9.9"]).status == 200);
}

#[test]
fn a_household_behind_the_proxy_is_one_visitor() {
    let server = furnished(proxied(500, 3));
    let mut held = Vec::new();
    for last in 1..=3 {
        let (status, stream) = watch(&server, &format!("X-Forwarded-For: 2001:db8:1:2::{last}\r\n"));
        assert_eq!(status, 101);
        held.push(stream);
    }
    assert_eq!(watch(&server, "X-Forwarded-For: 2001:db8:1:2:ffff::9\r\n").0, 429);
    assert_eq!(watch(&server, "X-Forwarded-For: 2001:db8:1:3::1\r\n").0, 101);
}

#[test]
fn connections_that_the_proxy_keeps_open_count_for_nobody() {
    let server = start(proxied(500, 2), Router::new());
    let ask = |stream: &mut TcpStream, from: &str| {
        let host = server.address;
        let asked = format!("GET /health HTTP/1.1\r\nHost: {host}\r\nX-Forwarded-For: {from}\r\n\r\n");
        stream.write_all(asked.as_bytes()).unwrap();
        let (mut heard, mut some) = (Vec::new(), [0; 1024]);
        while !heard.ends_with(b"}") {
            let count = stream.read(&mut some).unwrap();
            assert!(count > 0, "{}", String::from_utf8_lossy(&heard));
            heard.extend_from_slice(&some[..count]);
        }
        String::from_utf8_lossy(&heard[9..12]).into_owned()
    };
    let mut lines: Vec<_> = (0..20).map(|_| server.connect()).collect();
    for _ in 0..3 {
        for line in &mut lines {
            assert_eq!(ask(line, "9.9.9.9"), "200", "one after the other, through twenty connections");
        }
    }
}

#[test]
fn requests_under_way_behind_the_proxy_are_a_visitors_places() {
    async fn slow() -> &'static str {
        tokio::time::sleep(Duration::from_secs(3)).await;
        "done"
    }
    let server = start(proxied(500, 4), Router::new().route("/slow", get(slow)));
    let ask = || {
        let mut stream = server.connect();
        let (line, host) = ("GET /slow HTTP/1.1\r\nConnection: close", server.address);
        write!(stream, "{line}\r\nHost: {host}\r\nX-Forwarded-For: 9.9.9.9\r\n\r\n").unwrap();
        stream
    };
    let mut asked: Vec<_> = (0..8).map(|_| ask()).collect();
    let mut heard: Vec<u16> = asked.iter_mut().map(|stream| common::hear(stream).status).collect();
    heard.sort_unstable();
    assert_eq!(heard, [200, 200, 200, 200, 429, 429, 429, 429]);
    assert_eq!(server.get("/health", &["X-Forwarded-For: 9.9.9.9"]).status, 200, "afterwards there is room");
}

#[test]
fn a_watcher_that_gives_no_sign_of_life_is_cut_off() {
    let settings = Settings { ping_time: Duration::from_millis(300), ..Settings::default() };
    let server = furnished(settings);
    let (status, silent) = watch(&server, "");
    assert_eq!((status, server.app.broadcaster.watchers()), (101, 1));
    // Reads nothing, says nothing, and the line stays open as far as it is concerned.
    until("whoever never answers holds the place", || server.app.broadcaster.watchers() == 0);
    drop(silent);
    let url = format!("ws://{}/lobby/live", server.address);
    let stream = server.connect();
    stream.set_read_timeout(Some(Duration::from_millis(50))).unwrap();
    let (mut socket, _) = tokio_tungstenite::tungstenite::client(url, stream).unwrap();
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(2) {
        // A client that reads answers by itself.
        let _ = socket.read();
    }
    assert_eq!(server.app.broadcaster.watchers(), 1, "whoever answers stays");
}

#[test]
fn whoever_takes_nothing_of_an_answer_is_cut_off() {
    async fn long() -> String {
        "x".repeat(32 << 20)
    }
    let settings = Settings { write_timeout: Duration::from_millis(500), ..Settings::default() };
    let server = start(settings, Router::new().route("/long", get(long)));
    let mut stream = server.connect();
    write!(stream, "GET /long HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.address).unwrap();
    let open =
        |count: u8| server.app.metrics.render(&[]).contains(&format!("\ncardroom_connections {count}\n"));
    until("nobody came in", || open(1));
    until("the connection of a reader who takes nothing stays open", || open(0));
    let began = Instant::now();
    let mut whole = Vec::new();
    let _ = stream.read_to_end(&mut whole);
    assert!(whole.len() < 32 << 20, "the answer broke off");
    assert!(began.elapsed() < Duration::from_secs(10));
}

#[test]
fn an_inspector_exports_once_at_a_time_and_a_slow_one_keeps_nobody_waiting() {
    let settings = Settings { write_timeout: Duration::from_secs(3), ..Settings::default() };
    let server = furnished(settings);
    // More than the buffers of a connection hold, and nothing that could be packed.
    let mut bytes = vec![0; 1 << 20];
    for n in 0..24 {
        getrandom::fill(&mut bytes).unwrap();
        let mut junk = store::contract::append("junk/1", n, store::Epoch::default(), None, 1);
        junk.events[0].open.clone_from(&bytes);
        server.app.store.append(junk).unwrap();
    }
    let token = format!("Authorization: Bearer {}", server.log_in("inspector", server::demo::SECRET));
    let ask = || {
        let mut stream = server.connect();
        let (line, host) = ("GET /inspector/export HTTP/1.1\r\nConnection: close", server.address);
        write!(stream, "{line}\r\nHost: {host}\r\n{token}\r\n\r\n").unwrap();
        let mut first = [0; 12];
        stream.read_exact(&mut first).unwrap();
        (String::from_utf8_lossy(&first[9..]).into_owned(), stream)
    };
    let slow = ask();
    assert_eq!(slow.0, "200");
    for _ in 0..30 {
        assert_eq!(ask().0, "429", "one export a person");
    }
    assert_eq!(server.get("/inspector/streams", &[&token]).status, 200, "other pages are read meanwhile");
    // Whoever takes nothing is cut off, and it is the next one's turn.
    until("a slow reader keeps the turn", || ask().0 == "200");
    drop(slow);
}
