//! What comes from outside, good and bad: a clear refusal each, and the server goes on.

use crate::common;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::{Message, WebSocketUpgrade};
use axum::response::Response;
use axum::routing::{get, post};
use common::{SECRET, hear, start};
use server::app::App;
use server::config::Settings;
use server::guard::rate_limit::RateLimit;
use std::io::{Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const JSON: &str = "Content-Type: application/json";
const PAGES: &str = "Accept: text/html,application/xhtml+xml,*/*;q=0.8";

#[test]
fn a_body_that_is_not_understood() {
    let server = start(Settings::default(), Router::new());
    for (body, status) in
        [("{\"name\":", 400), ("[", 400), ("{}", 422), ("{\"name\":7,\"secret\":\"x\"}", 422)]
    {
        let heard = server.ask("POST /api/log-in", &[JSON], body);
        assert_eq!(heard.status, status, "{body}");
        assert!(heard.what().starts_with("this request cannot be understood: "), "{}", heard.body);
    }
    let heard = server.ask("POST /api/log-in", &["Content-Type: text/plain"], "{}");
    assert_eq!((heard.status, heard.what().contains("not of the kind")), (415, true));
    assert_eq!(server.get("/health", &[]).status, 200);
}

#[test]
fn what_is_not_there_and_what_cannot_be_asked() {
    let server = start(Settings::default(), Router::new());
    let heard = server.get("/nowhere?token=f00d", &[]);
    assert_eq!((heard.status, heard.what().as_str()), (404, "there is nothing at this address"));
    let heard = server.ask("DELETE /health", &[], "");
    assert_eq!((heard.status, heard.header("allow")), (405, Some("GET,HEAD")));
    assert_eq!(heard.what(), "this address cannot be asked in that way");
    let heard = server.get("/nowhere", &[PAGES]);
    assert_eq!((heard.status, heard.header("content-type")), (404, Some("text/html; charset=utf-8")));
    assert!(heard.body.contains("<main") && heard.body.contains("There is nothing at this address."));
    let policy = "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";
    assert_eq!(heard.header("content-security-policy"), Some(policy));
    assert_eq!(heard.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(heard.header("referrer-policy"), Some("same-origin"));
    assert_eq!(heard.header("cache-control"), Some("no-cache"));
}

#[test]
fn a_request_from_another_site() {
    let server = start(Settings::default(), Router::new());
    let (evil, own) = ("Origin: https://evil.example", format!("Origin: http://{}", server.address));
    let given = format!("name=ada&secret={}", SECRET.replace(' ', "+"));
    let form = "Content-Type: application/x-www-form-urlencoded";
    let heard = server.ask("POST /log-in", &[form, evil], &given);
    assert_eq!((heard.status, heard.header("set-cookie")), (403, None));
    assert_eq!(heard.what(), "this request comes from a page of another site");
    assert_eq!(server.app.user_accounts.sessions(), 0);
    let token = server.token();
    let cookie = format!("Cookie: cardroom={token}");
    assert_eq!(server.ask("POST /log-out", &[&cookie, evil], "").status, 403);
    let heard = server.ask("POST /log-out", &[&cookie], "");
    assert_eq!((heard.status, heard.what().contains("no Origin")), (403, true));
    let socket =
        ["Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="];
    for origin in [evil, "Origin: null"] {
        let head = [&socket[..], &[&cookie, origin]].concat();
        assert_eq!(server.get("/log-in", &head).status, 403, "{origin}");
    }
    assert_eq!(server.app.user_accounts.sessions(), 1, "nothing was done");
    assert_eq!(server.ask("POST /log-out", &[&cookie, &own], "").status, 303);
    assert_eq!(server.app.user_accounts.sessions(), 0);
}

#[test]
fn in_by_the_form_and_out_again() {
    let server = start(Settings::default(), Router::new());
    let own = format!("Origin: http://{}", server.address);
    let head = ["Content-Type: application/x-www-form-urlencoded", &own, PAGES];
    let secret = SECRET.replace(' ', "+");
    let heard = server.get("/log-in?next=/tables/7", &[PAGES]);
    assert!(heard.status == 200 && heard.body.contains("value=\"/tables/7\""), "{}", heard.body);
    let wrong = server.ask("POST /log-in", &head, "name=ada&secret=nothing+like+it&next=/tables/7");
    assert_eq!((wrong.status, wrong.header("set-cookie")), (401, None));
    assert!(
        wrong.body.contains("The name or the password is wrong.") && !wrong.body.contains("nothing like it")
    );
    let unknown = server.ask("POST /log-in", &head, "name=bob&secret=nothing+like+it&next=/tables/7");
    assert_eq!(unknown.body.replace("bob", "ada"), wrong.body, "which of them is not said");
    let evil = server.ask("POST /log-in", &head, &format!("name=ada&secret={secret}&next=//evil.example"));
    assert_eq!((evil.status, evil.header("location")), (303, Some("/")));
    let heard = server.ask("POST /log-in", &head, &format!("name=ada&secret={secret}&next=/tables/7"));
    assert_eq!((heard.status, heard.header("location")), (303, Some("/tables/7")));
    let cookie = heard.header("set-cookie").unwrap();
    let (token, rest) = cookie.split_once("; ").unwrap();
    assert_eq!(rest, "HttpOnly; SameSite=Strict; Path=/; Max-Age=604800");
    let known = format!("Cookie: {token}");
    let session = server.get("/api/session", &[&known]);
    let told = "{\"account\":\"ada\",\"kind\":\"staff\",\"number\":12,\"shown\":\"Ada Lane\"}";
    assert_eq!((session.status, session.body.as_str()), (200, told));
    assert_eq!(session.header("cache-control"), Some("no-store"));
    // In again from the same browser: the session before has ended.
    let again =
        server.ask("POST /log-in", &[&head[..], &[&known]].concat(), &format!("name=ada&secret={secret}"));
    assert_eq!((again.status, server.get("/api/session", &[&known]).status), (303, 401));
    let second = format!("Cookie: {}", again.header("set-cookie").unwrap().split_once("; ").unwrap().0);
    let out = server.ask("POST /log-out", &[&second, &own], "");
    assert!(out.status == 303 && out.header("set-cookie").unwrap().contains("Max-Age=0"), "{}", out.head);
    assert_eq!(server.get("/api/session", &[&second]).status, 401);
    let https = Settings { public_url: Some("https://cards.example".into()), ..Settings::default() };
    let server = start(https, Router::new());
    let head = ["Content-Type: application/x-www-form-urlencoded", "Origin: https://cards.example"];
    let heard = server.ask("POST /log-in", &head, &format!("name=ada&secret={secret}"));
    assert!(heard.header("set-cookie").unwrap().ends_with("; Secure"), "{}", heard.head);
    assert_eq!(heard.header("strict-transport-security"), Some("max-age=31536000"));
}

#[test]
fn a_session_that_has_ended() {
    let server = start(Settings::default(), Router::new());
    let cookie = format!("Cookie: cardroom={}", server.token());
    assert_eq!(server.get("/api/session", &[&cookie]).status, 200);
    server.clock.pass(Duration::from_secs(12 * 3600));
    let heard = server.get("/api/session", &[&cookie]);
    assert_eq!((heard.status, heard.what().contains("session has ended")), (401, true));
    assert!(heard.header("set-cookie").unwrap().starts_with("cardroom=; "), "the cookie is taken away");
    let heard = server.get("/api/session?a=b", &[&cookie, PAGES]);
    assert!(
        heard.status == 401 && heard.body.contains("/log-in?next=%2Fapi%2Fsession%3Fa%3Db"),
        "{}",
        heard.body
    );
    for nonsense in ["Cookie: cardroom=nonsense", "Authorization: Bearer nonsense", "Cookie: ;;=;cardroom"] {
        assert_eq!(server.get("/api/session", &[nonsense]).status, 401, "{nonsense}");
    }
}

#[test]
fn a_body_of_a_hundred_megabytes() {
    let server = start(Settings::default(), Router::new());
    let read = server.app.metrics.render(&[]);
    assert!(read.contains("cardroom_refused_total{kind=\"body\"} 0"));
    for head in ["Content-Length: 104857600", "Transfer-Encoding: chunked"] {
        let mut stream = server.connect();
        let begin =
            format!("POST /api/log-in HTTP/1.1\r\nHost: {}\r\n{JSON}\r\n{head}\r\n\r\n", server.address);
        stream.write_all(begin.as_bytes()).unwrap();
        let piece = [b' '; 8192];
        let chunk = [format!("{:x}\r\n", piece.len()).as_bytes(), &piece, b"\r\n"].concat();
        let bytes = if head.starts_with("Transfer") { &chunk[..] } else { &piece };
        // Sends on blindly, as some programs do, until the server has closed.
        let most = 104_857_600 / piece.len();
        let sent = (0..most).take_while(|_| stream.write_all(bytes).is_ok()).count();
        let heard = hear(&mut stream);
        assert_eq!(heard.status, 413, "{head}, after {sent} pieces");
        assert_eq!(heard.what(), "this is more than the 64 kB that a request may hold; it was not read");
    }
    let full = " ".repeat(64 * 1024);
    assert_eq!(server.ask("POST /api/log-in", &[JSON], &full).status, 400, "64 kB may be sent");
    assert_eq!(server.ask("POST /api/log-in", &[JSON], &format!("{full} ")).status, 413);
    assert!(server.app.metrics.render(&[]).contains("cardroom_refused_total{kind=\"body\"} 3"));
}

#[test]
fn more_connections_than_an_address_may_have() {
    let settings = Settings { connections_per_address: 3, connections: 5, ..Settings::default() };
    let server = start(settings, Router::new());
    // Taken, because they are answered.
    let taken = |_| {
        let mut stream = server.connect();
        stream
            .write_all(format!("GET /health HTTP/1.1\r\nHost: {}\r\n\r\n", server.address).as_bytes())
            .unwrap();
        let mut first = [0; 15];
        stream.read_exact(&mut first).unwrap();
        assert_eq!(&first, b"HTTP/1.1 200 OK");
        stream
    };
    let mut open: Vec<_> = (0..3).map(taken).collect();
    let heard = server.get("/health", &[]);
    assert_eq!((heard.status, heard.header("retry-after")), (429, Some("5")));
    assert_eq!(heard.what(), "there are 3 connections from this address, and no more are taken");
    // Another address has room, until there is none at all.
    let from = |last: u8| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let stream = runtime.block_on(async {
            let socket = tokio::net::TcpSocket::new_v4().unwrap();
            socket.bind(([127, 0, 0, last], 0).into()).unwrap();
            socket.connect(server.address).await.unwrap().into_std().unwrap()
        });
        stream.set_nonblocking(false).unwrap();
        stream
    };
    let ask = |stream: &mut std::net::TcpStream| {
        stream
            .write_all(format!("GET /health HTTP/1.1\r\nHost: {}\r\n\r\n", server.address).as_bytes())
            .unwrap();
        let mut first = [0; 12];
        stream.read_exact(&mut first).unwrap();
        String::from_utf8(first.to_vec()).unwrap()
    };
    let mut others: Vec<_> = [2, 3].map(from).into();
    for other in &mut others {
        assert_eq!(ask(other), "HTTP/1.1 200");
    }
    assert_eq!(ask(&mut from(4)), "HTTP/1.1 503");
    // Whoever leaves makes room.
    drop(open.pop());
    drop(others);
    let mut tries = 0;
    while server.get("/health", &[]).status != 200 {
        tries += 1;
        assert!(tries < 1_000, "no room was made");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn more_requests_than_one_may_send() {
    let pace = RateLimit { burst: 4, pause_micros: 3_600_000_000 };
    let settings = Settings { session_pace: pace, address_pace: pace, ..Settings::default() };
    let server = start(settings, Router::new());
    let token = format!("Authorization: Bearer {}", server.token());
    for _ in 0..3 {
        assert_eq!(server.get("/log-in", &[]).status, 200);
    }
    let heard = server.get("/log-in", &[]);
    assert_eq!((heard.status, heard.what().as_str()), (429, "these are more requests than one may send"));
    let seconds: u64 = heard.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=3_601).contains(&seconds));
    for _ in 0..4 {
        assert_eq!(server.get("/api/session", &[&token]).status, 200, "a session counts for itself");
    }
    assert_eq!(server.get("/api/session", &[&token]).status, 429);
    assert_eq!(server.get("/health", &[]).status, 200, "whoever watches over it still may");
}

#[test]
fn something_broken_says_nothing_and_breaks_nothing_else() {
    async fn broken() -> &'static str {
        let secret = String::from("the king of hearts");
        assert!(secret.is_empty(), "{secret}");
        "never"
    }
    let server = start(Settings::default(), Router::new().route("/broken", get(broken)));
    let heard = server.get("/broken", &[]);
    assert_eq!(heard.status, 500);
    assert_eq!(heard.what(), "something is broken in the program; it has been written down");
    let heard = server.get("/broken", &[PAGES]);
    assert!(heard.status == 500 && !heard.body.contains("king"), "{}", heard.body);
    assert_eq!(server.get("/health", &[]).status, 200);
}

#[test]
fn what_is_under_way_is_finished_when_the_server_stops() {
    let (arrived, may_go) = (Arc::new(AtomicBool::new(false)), Arc::new(tokio::sync::Notify::new()));
    let (arrives, goes) = (Arc::clone(&arrived), Arc::clone(&may_go));
    let slow = move || async move {
        arrives.store(true, Ordering::SeqCst);
        goes.notified().await;
        "done"
    };
    let mut server = start(Settings::default(), Router::new().route("/slow", post(slow)));
    let mut stream = server.connect();
    let mut idle = server.connect();
    let slow = format!("POST /slow HTTP/1.1\r\nHost: {}\r\nContent-Length: 0\r\n\r\n", server.address);
    stream.write_all(slow.as_bytes()).unwrap();
    while !arrived.load(Ordering::SeqCst) {
        std::thread::yield_now();
    }
    server.stop();
    let mut closing = server.app.closing.clone();
    while !*closing.borrow_and_update() {
        std::thread::yield_now();
    }
    assert!(std::net::TcpStream::connect(server.address).is_err(), "nobody new comes in");
    assert!(!server.app.floor.is_closed());
    may_go.notify_one();
    let heard = hear(&mut stream);
    assert_eq!((heard.status, heard.body.as_str()), (200, "done"));
    assert_eq!(hear(&mut idle).status, 0, "whoever says nothing is not waited for");
    drop((stream, idle));
    server.wait();
    assert!(server.app.floor.is_closed());
}

/// A socket that waits for the end, as live views do.
async fn live(State(app): State<Arc<App>>, socket: WebSocketUpgrade) -> Response {
    socket.on_upgrade(|mut socket| async move {
        let _counted = app.metrics.socket();
        let mut closing = app.closing.clone();
        drop(closing.wait_for(|closing| *closing).await);
        socket.send(Message::Close(None)).await.unwrap();
    })
}

#[test]
fn sockets_count_as_connections_and_are_told_of_the_end() {
    let settings = Settings { connections_per_address: 1, ..Settings::default() };
    let mut server = start(settings, Router::new().route("/live", get(live)));
    let mut socket =
        tokio_tungstenite::tungstenite::client(format!("ws://{}/live", server.address), server.connect())
            .map(|(socket, _)| socket)
            .unwrap_or_else(|error| panic!("{error}"));
    while server.app.metrics.sockets() == 0 {
        std::thread::yield_now();
    }
    assert_eq!(server.get("/health", &[]).status, 429, "the socket has the place of its connection");
    server.stop();
    assert!(socket.read().unwrap().is_close());
    drop(socket);
    server.wait();
    assert_eq!((server.app.metrics.sockets(), server.app.floor.is_closed()), (0, true));
}

#[test]
fn health_and_figures() {
    let server = start(Settings::default(), Router::new());
    let heard = server.get("/health", &[]);
    let told: serde_json::Value = serde_json::from_str(&heard.body).unwrap();
    assert_eq!((heard.status, &told["status"], &told["store_writable"]), (200, &"well".into(), &true.into()));
    assert_eq!((&told["tables"], &told["version"]), (&0.into(), &env!("CARGO_PKG_VERSION").into()));
    let token = server.token();
    // A connection that its client has closed is counted until the server has read that.
    let alone = |text: &str| text.lines().any(|found| found == "cardroom_connections 1");
    let mut heard = server.get("/metrics", &[]);
    for _ in 0..200 {
        if alone(&heard.body) {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
        heard = server.get("/metrics", &[]);
    }
    assert_eq!(heard.status, 200);
    for line in [
        "cardroom_requests_total{route=\"/api/log-in\",method=\"POST\",status=\"200\"} 1",
        "cardroom_sessions 1",
        "cardroom_store_records_total 2",
        "cardroom_connections 1",
    ] {
        assert!(heard.body.lines().any(|found| found == line), "{line} is not in\n{}", heard.body);
    }
    assert!(!heard.body.contains("ada") && !heard.body.contains(&token));
    let nobody = Settings { metrics_from: Vec::new(), ..Settings::default() };
    assert_eq!(start(nobody, Router::new()).get("/metrics", &[]).status, 403);
}
