//! What no well-behaved client sends: a clear refusal each, nothing is lost, and the floor plays on.

use crate::common;

use common::player::{Player, QUIET, TABLE, id};
use common::{Heard, Server, furnished, hear};
use serde_json::{Value, json};
use server::config::Settings;
use server::guard::rate_limit::RateLimit;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

const JSON: &str = "Content-Type: application/json";
const FORM: &str = "Content-Type: application/x-www-form-urlencoded";

fn unhurried() -> Settings {
    let pace = RateLimit::per_second(100_000, 100_000);
    Settings { session_pace: pace, address_pace: pace, ..Settings::default() }
}

/// A floor on which somebody sits with chips at a quiet table, and somebody else plays at another.
struct Scene<'s> {
    server: &'s Server,
    sam: Player<'s>,
    player: Player<'s>,
    quiet: Value,
}

/// The quiet table as whoever sits there sees it. Its meter is that of the other table, too.
fn still(sam: &Player<'_>) -> Value {
    let mut view = sam.look(QUIET);
    view["meter"].take();
    view
}

impl Scene<'_> {
    fn on(server: &Server) -> Scene<'_> {
        let (sam, player) = (Player::new(server, "sam"), Player::new(server, "player"));
        sam.join(QUIET, 2, "100.00");
        player.join(TABLE, 1, "2000.00");
        player.round(TABLE);
        let quiet = still(&sam);
        assert_eq!(quiet["seats"][1]["chips"], "100.00");
        Scene { server, sam, player, quiet }
    }

    /// Nothing has changed where it was tried, and a round can be played.
    fn goes_on(&self, after: &str) {
        assert_eq!(still(&self.sam), self.quiet, "after {after}");
        self.player.round(TABLE);
    }

    /// Something that is refused in words.
    fn refused(&self, what: &str, heard: &Heard, statuses: &[u16]) {
        assert!(statuses.contains(&heard.status), "{what}: {} {}", heard.status, heard.body);
        assert!(heard.what().len() > 10, "{what}: {}", heard.body);
        let problem: Value = serde_json::from_str(&heard.body).unwrap();
        let helps = |name: &str| problem[name].is_string() || problem[name].is_object();
        assert!(helps("next") || helps("clause"), "{what}: {}", heard.body);
        assert!(heard.body.len() < 4_000, "{what} is not repeated: {} bytes", heard.body.len());
        self.goes_on(what);
    }

    /// A body for the quiet table from whoever sits there.
    fn body(&self, what: &str, body: &[u8], statuses: &[u16]) {
        let head = format!(
            "POST /api/tables/{QUIET}/commands HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{JSON}\r\n{}\r\nContent-Length: {}\r\n\r\n",
            self.server.address,
            self.sam.bearer(),
            body.len()
        );
        self.refused(what, &self.server.say_bytes(&[head.as_bytes(), body].concat()), statuses);
    }

    fn command(&self, who: &Player<'_>, command: &Value, statuses: &[u16]) {
        let heard = who.post((QUIET, "commands"), &json!({ "id": id(), "command": command }).to_string());
        self.refused(&command.to_string(), &heard, statuses);
    }
}

#[test]
fn bodies_that_are_not_understood() {
    let server = furnished(unhurried());
    let scene = Scene::on(&server);
    let order = |command: &str| format!("{{\"id\":\"{}\",\"command\":{command}}}", id());
    for (what, body) in [
        ("nothing", String::new()),
        ("half of it", "{\"id\":".into()),
        ("no object", "[]".into()),
        ("a number", "7".into()),
        ("two values", format!("{0} {0}", order("{\"do\":\"leave\"}"))),
        ("no command", format!("{{\"id\":\"{}\"}}", id())),
        ("no id", "{\"command\":{\"do\":\"leave\"}}".into()),
        ("an id of another form", "{\"id\":\"17\",\"command\":{\"do\":\"leave\"}}".into()),
        ("an unknown command", order("{\"do\":\"win\"}")),
        ("an unknown field", order("{\"do\":\"leave\",\"quietly\":true}")),
        ("a field twice", order("{\"do\":\"leave\",\"seat\":2,\"seat\":3}")),
        ("deep nesting", "[".repeat(60_000)),
        ("deep nesting inside", order(&format!("{{\"do\":{}", "{\"a\":".repeat(10_000)))),
        ("a huge place", order("{\"do\":\"leave\",\"seat\":99999999999999999999999999}")),
        ("an endless place", order("{\"do\":\"leave\",\"seat\":1e400}")),
        ("a place below nought", order("{\"do\":\"leave\",\"seat\":-1}")),
        ("place nought", order("{\"do\":\"leave\",\"seat\":0}")),
        ("place 17", order("{\"do\":\"leave\",\"seat\":17}")),
        ("a huge amount", order(&format!("{{\"do\":\"cash-out\",\"amount\":\"{}\"}}", "9".repeat(5_000)))),
        ("an amount below nought", order("{\"do\":\"cash-out\",\"amount\":\"-5.00\"}")),
        ("an amount that is a number", order("{\"do\":\"cash-out\",\"amount\":5.5}")),
        ("an amount that is none", order("{\"do\":\"cash-out\",\"amount\":\"NaN\"}")),
        ("a NUL in a wager", order("{\"do\":\"place\",\"wager\":\"\\u0000\",\"amount\":\"10.00\"}")),
        ("half a letter", order("{\"do\":\"place\",\"wager\":\"\\ud800\",\"amount\":\"10.00\"}")),
        ("a bare NUL", "\0".into()),
    ] {
        scene.body(what, body.as_bytes(), &[400]);
    }
    scene.body("no UTF-8", b"{\"id\":\"\xff\xfe\xc3\x28\"}", &[400]);
    scene.body("no UTF-8 in a name", b"{\"\xff\":1}", &[400]);
    let order = order("{\"do\":\"leave\"}");
    let path = format!("POST /api/tables/{QUIET}/commands");
    for kind in ["Content-Type: text/plain", "Content-Type: \u{e9}", "X-None: 1"] {
        let heard = server.ask(&path, &[kind, &scene.sam.bearer()], &order);
        scene.refused(kind, &heard, &[415]);
    }
    let heard = server.ask(&path, &[JSON, &scene.sam.bearer(), "Content-Encoding: gzip"], "\u{1f}\u{8b}");
    scene.refused("a packed body", &heard, &[400, 415]);
}

#[test]
fn people_who_may_not() {
    let server = furnished(unhurried());
    let scene = Scene::on(&server);
    let order = json!({ "id": id(), "command": { "do": "leave" } }).to_string();
    let path = format!("POST /api/tables/{QUIET}/commands");
    let bearer = scene.sam.bearer();
    for origin in ["Origin: https://evil.example", "Origin: null", "Origin: http://127.0.0.1:1"] {
        scene.refused(origin, &server.ask(&path, &[JSON, &bearer, origin], &order), &[403]);
    }
    let cookie = format!("Cookie: cardroom={}", scene.sam.token);
    scene.refused("a cookie without an origin", &server.ask(&path, &[JSON, &cookie], &order), &[403]);
    scene.refused("nobody", &server.ask(&path, &[JSON], &order), &[401]);
    for nonsense in
        ["Authorization: Bearer nonsense", "Authorization: Basic c2FtOmNhcmRyb29t", "Cookie: cardroom="]
    {
        scene.refused(nonsense, &server.ask(&path, &[JSON, nonsense], &order), &[401, 403]);
    }
    // Somebody else's place, whoever names it.
    let dealer = Player::new(&server, "dealer");
    for command in [
        json!({ "do": "place", "wager": "ante", "amount": "10.00", "seat": 2 }),
        json!({ "do": "cash-out", "amount": "10.00", "seat": 2 }),
        json!({ "do": "leave", "seat": 2 }),
        json!({ "do": "decide", "decision": "fold", "seat": 2 }),
        json!({ "do": "sit", "seat": 3, "patron": 3 }),
        json!({ "do": "deal" }),
        json!({ "do": "fill", "amount": "10.00" }),
        json!({ "do": "close" }),
    ] {
        scene.command(&scene.player, &command, &[403, 409]);
    }
    // One's own place, and what the table does not have.
    scene.command(&scene.sam, &json!({ "do": "place", "wager": "ante", "amount": "999999999.99" }), &[409]);
    scene.command(&scene.sam, &json!({ "do": "place", "wager": "ante", "amount": "0.00" }), &[409]);
    scene.command(&scene.sam, &json!({ "do": "place", "wager": "luck", "amount": "10.00" }), &[400]);
    scene.command(&scene.sam, &json!({ "do": "decide", "decision": "bet" }), &[400]);
    scene.command(&scene.sam, &json!({ "do": "decide", "decision": "fold", "amount": "10.00" }), &[400]);
    scene.command(&dealer, &json!({ "do": "link", "meter": 0 }), &[400]);
    scene.command(&dealer, &json!({ "do": "record-next", "card": "Kh Kh" }), &[400]);
    scene.command(
        &dealer,
        &json!({ "do": "record-cards", "of": "dealer", "cards": "Zz", "from": 0 }),
        &[400],
    );
    let from = json!({ "do": "record-cards", "of": "dealer", "cards": "Kh", "from": u64::MAX });
    scene.command(&dealer, &from, &[400, 409]);
    scene.command(&dealer, &json!({ "do": "rule", "what": "bad-luck" }), &[400]);
    scene.command(&dealer, &json!({ "do": "sit", "seat": 3 }), &[400]);
    // A second person who is not who they say.
    let order = json!({ "id": id(), "second": { "badge": "manager2", "pin": "guessed" }, "command": { "do": "close" } });
    let manager = Player::new(&server, "manager");
    scene.refused("a wrong PIN", &manager.post((QUIET, "commands"), &order.to_string()), &[401, 403]);
    // A session that has ended.
    let over = Player::new(&server, "alex");
    server.clock.pass(Duration::from_secs(12 * 3600));
    let heard = over.post(
        (QUIET, "join"),
        &json!({ "id": id(), "command": { "seat": 4, "amount": "10.00" } }).to_string(),
    );
    assert_eq!((heard.status, heard.what().contains("session has ended")), (401, true), "{}", heard.body);
    let again = Scene { sam: Player::new(&server, "sam"), player: Player::new(&server, "player"), ..scene };
    again.goes_on("an ended session");
}

#[test]
fn an_id_counts_once() {
    let server = furnished(unhurried());
    let scene = Scene::on(&server);
    let say = |who: &Player<'_>, table: u32, id: &str, command: &Value| {
        let heard = who.post((table, "commands"), &json!({ "id": id, "command": command }).to_string());
        let body: Value = serde_json::from_str(&heard.body).unwrap();
        (heard.status, body)
    };
    let (own, wager) = (id(), json!({ "do": "place", "wager": "ante", "amount": "10.00", "seat": 1 }));
    let (status, first) = say(&scene.player, TABLE, &own, &wager);
    assert_eq!((status, &first["again"]), (200, &false.into()));
    let laid = scene.player.look(TABLE);
    let same = |what: &str| {
        let now = scene.player.look(TABLE);
        assert_eq!((&now["version"], &now["seats"]), (&laid["version"], &laid["seats"]), "{what}");
    };
    for _ in 0..3 {
        let (status, again) = say(&scene.player, TABLE, &own, &wager);
        assert_eq!((status, &again["first"], &again["last"]), (200, &first["first"], &first["last"]));
        assert_eq!(again["again"], true, "the first answer is given again");
        same("the same order again");
    }
    let other = json!({ "do": "top-up", "wager": "ante", "amount": "10.00", "seat": 1 });
    let more = json!({ "do": "place", "wager": "ante", "amount": "20.00", "seat": 1 });
    for (what, who, table, command) in [
        ("another command", &scene.player, TABLE, &other),
        ("another amount", &scene.player, TABLE, &more),
        ("another table", &scene.player, QUIET, &wager),
        ("another person", &scene.sam, TABLE, &wager),
        ("another person at another table", &scene.sam, QUIET, &wager),
    ] {
        let (status, problem) = say(who, table, &own, command);
        assert_eq!(status, 409, "{what}: {problem}");
        assert!(problem["what"].as_str().unwrap().contains("used for another command"), "{what}: {problem}");
        assert!(problem["next"].is_string(), "{what}: {problem}");
        same(what);
        assert_eq!(still(&scene.sam), scene.quiet, "{what}");
    }
    // The round goes on as if nothing had been said.
    scene.player.tell((TABLE, "ready"), &json!({}));
    scene.player.until(TABLE, "the deal", |view| view["phase"] == "deciding");
    scene.player.tell((TABLE, "commands"), &json!({ "do": "decide", "decision": "fold" }));
    scene.player.until(TABLE, "the end", |view| view["over"] == true && view["phase"] == "betting");
    scene.goes_on("ids used twice");
    // Chips are bought once, however often it is said; and the next id that somebody counts is a new one.
    let alex = Player::new(&server, "alex");
    let join =
        json!({ "id": "000000000000000000000000000000a0", "command": { "seat": 5, "amount": "50.00" } })
            .to_string();
    assert_eq!(alex.post((TABLE, "join"), &join).status, 200);
    let chips = |amount: &str| {
        let amount = Value::from(amount);
        alex.until(TABLE, "the chips", |view| view["seats"][4]["chips"] == amount);
    };
    chips("50.00");
    let again: Value = serde_json::from_str(&alex.post((TABLE, "join"), &join).body).unwrap();
    assert_eq!(again["again"], true);
    chips("50.00");
    let (status, next) = say(
        &alex,
        TABLE,
        "000000000000000000000000000000a1",
        &json!({ "do": "cash-out", "amount": "20.00" }),
    );
    assert_eq!((status, &next["again"]), (200, &false.into()), "{next}");
    chips("30.00");
}

#[test]
fn addresses_that_are_not_there() {
    let server = furnished(unhurried());
    let scene = Scene::on(&server);
    let bearer = scene.sam.bearer();
    let order = json!({ "id": id(), "command": { "do": "leave" } }).to_string();
    for (line, statuses) in [
        ("POST /api/tables/9999/commands", &[404][..]),
        ("POST /api/tables/4294967296/commands", &[400]),
        ("POST /api/tables/-1/commands", &[400]),
        ("POST /api/tables/%00/commands", &[400]),
        ("POST /api/tables/%ff/join", &[400]),
        ("POST /api/tables/5/commands/more", &[404]),
        ("POST /api/nothing", &[404]),
        ("GET /api/tables/5/commands", &[405]),
        ("DELETE /api/tables/5", &[405]),
        ("PUT /api/tables/5/commands", &[405]),
        ("BREW /api/tables", &[405]),
        ("GET /web/../../../etc/passwd", &[404]),
        ("GET /web/%2e%2e/%2e%2e%2f%2e%2e%2fetc%2fpasswd", &[404]),
        ("GET /web/x/..%2f..%2f..%2fCargo.toml", &[404]),
        ("GET /api/rules/..%2f..%2fetc/passwd", &[404]),
        ("GET /api/rules/%00", &[404]),
        ("GET /api/rules/%ff", &[400, 404]),
        ("GET /api/odds/x/y?pay=%ff%00", &[400, 404]),
        ("GET /api/rules?page=99999999999999999999", &[400]),
        ("GET /api/rounds?page=0&won=NaN", &[400, 403]),
        ("GET /api/tables/5/rounds/18446744073709551616", &[400, 404]),
        ("GET /api/tables/5/rounds/18446744073709551615", &[404]),
    ] {
        scene.refused(line, &server.ask(line, &[JSON, &bearer], &order), statuses);
    }
}

/// Refused before there is a request at all: the line says why, or closes.
#[test]
fn what_is_no_request() {
    let server = furnished(unhurried());
    let scene = Scene::on(&server);
    let host = format!("Host: {}\r\nConnection: close\r\n", server.address);
    // Three who say something and then nothing more; they have ten seconds.
    let slow: Vec<TcpStream> = (0..3)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(format!("GET /api/tables/{QUIET} HTTP/1.1\r\nX-Slow: ").as_bytes()).unwrap();
            stream
        })
        .collect();
    let many: String = (0..500).map(|at| format!("X-{at}: 1\r\n")).collect();
    for (what, said, statuses) in [
        ("another protocol", "\u{16}\u{3}\u{1}\u{2}\r\n\r\n".to_string(), &[400][..]),
        ("another version", format!("GET / HTTP/9.9\r\n{host}\r\n"), &[400, 505]),
        (
            "a long line in the head",
            format!("GET / HTTP/1.1\r\n{host}X-Long: {}\r\n\r\n", "a".repeat(40_000)),
            &[431],
        ),
        ("many lines in the head", format!("GET / HTTP/1.1\r\n{host}{many}\r\n"), &[431]),
        ("a long address", format!("GET /{} HTTP/1.1\r\n{host}\r\n", "a".repeat(70_000)), &[414, 431]),
        ("a blank in a name", format!("GET / HTTP/1.1\r\n{host}X Y: 1\r\n\r\n"), &[400]),
        ("a NUL in the head", format!("GET / HTTP/1.1\r\n{host}X: \0\r\n\r\n"), &[400]),
        (
            "two lengths",
            format!("POST /api/log-in HTTP/1.1\r\n{host}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{{}}"),
            &[400],
        ),
        (
            "a length that is none",
            format!("POST /api/log-in HTTP/1.1\r\n{host}Content-Length: -2\r\n\r\n{{}}"),
            &[400],
        ),
        (
            "a chunk that is none",
            format!("POST /api/log-in HTTP/1.1\r\n{host}{JSON}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
            &[400],
        ),
    ] {
        let heard = server.say(&said);
        assert!(statuses.contains(&heard.status), "{what}: {}\n{}", heard.status, heard.head);
        scene.goes_on(what);
    }
    // A body that breaks off in the middle.
    let mut stream = server.connect();
    let head = format!(
        "POST /api/tables/{QUIET}/commands HTTP/1.1\r\n{host}{JSON}\r\n{}\r\nContent-Length: 500\r\n\r\n{{\"id\"",
        scene.sam.bearer()
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream.shutdown(std::net::Shutdown::Write).unwrap();
    let heard = hear(&mut stream);
    assert!(matches!(heard.status, 0 | 400), "{}", heard.head);
    scene.goes_on("a body that breaks off");
    // A hundred megabytes are announced, and refused before they are sent.
    let mut stream = server.connect();
    let head = format!(
        "POST /api/tables/{QUIET}/commands HTTP/1.1\r\n{host}{JSON}\r\n{}\r\nContent-Length: 104857600\r\n\r\n",
        scene.sam.bearer()
    );
    stream.write_all(head.as_bytes()).unwrap();
    scene.refused("a hundred megabytes", &hear(&mut stream), &[413]);
    // Whoever was slow has been let go, and nobody waited for them.
    for mut stream in slow {
        let mut rest = Vec::new();
        stream.read_to_end(&mut rest).unwrap();
        let said = String::from_utf8_lossy(&rest).into_owned();
        assert!(rest.is_empty() || said.starts_with("HTTP/1.1 408"), "{said}");
    }
    scene.goes_on("those who are slow");
}

#[test]
fn connections_without_end() {
    let server = furnished(Settings { connections_per_address: 5, ..unhurried() });
    let scene = Scene::on(&server);
    // From another address, so that its limit is not the player's.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let from_two = || {
        let stream = runtime.block_on(async {
            let socket = tokio::net::TcpSocket::new_v4().unwrap();
            socket.bind(([127, 0, 0, 2], 0).into()).unwrap();
            socket.connect(server.address).await.unwrap().into_std().unwrap()
        });
        stream.set_nonblocking(false).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    };
    let open: Vec<TcpStream> = (0..5)
        .map(|_| {
            let mut stream = from_two();
            stream
                .write_all(format!("GET /health HTTP/1.1\r\nHost: {}\r\n\r\n", server.address).as_bytes())
                .unwrap();
            let mut first = [0; 12];
            stream.read_exact(&mut first).unwrap();
            assert_eq!(&first, b"HTTP/1.1 200");
            stream
        })
        .collect();
    for _ in 0..20 {
        scene.refused("one connection more", &hear(&mut from_two()), &[429]);
    }
    drop(open);
    scene.goes_on("connections without end");
}

#[test]
fn sockets_that_say_nonsense() {
    let server = furnished(unhurried());
    let scene = Scene::on(&server);
    let path = format!("/tables/{QUIET}/live");
    let origin = format!("Origin: http://{}", server.address);
    let key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
    let full = ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", key];
    // What is no upgrade, or one from elsewhere.
    for (what, head, statuses) in [
        ("no upgrade", vec![], &[400, 426][..]),
        ("no key", vec![full[0], full[1], full[2], &origin], &[400]),
        ("another version", vec![full[0], full[1], "Sec-WebSocket-Version: 7", key, &origin], &[400]),
        ("another protocol", vec!["Upgrade: h2c", full[1], full[2], key, &origin], &[400, 426]),
        ("another site", [&full[..], &["Origin: https://evil.example"]].concat(), &[403]),
    ] {
        let lines: String = head.iter().map(|line| format!("{line}\r\n")).collect();
        let close = if head.is_empty() { "Connection: close\r\n" } else { "" };
        let mut stream = server.connect();
        stream
            .write_all(
                format!("GET {path} HTTP/1.1\r\nHost: {}\r\n{close}{lines}\r\n", server.address).as_bytes(),
            )
            .unwrap();
        // The line stays open for a next request; what is said until then counts.
        let heard = one_answer(&mut stream);
        scene.refused(what, &heard, statuses);
    }
    let frames: [(&str, Vec<u8>); 7] = [
        ("text without a mask", [&[0x81, 5][..], b"hello"].concat()),
        ("bits that mean nothing", vec![0xf1, 0x80, 1, 2, 3, 4]),
        ("an unknown kind", vec![0x8b, 0x80, 1, 2, 3, 4]),
        ("a frame that is too long", [&[0x81, 0xfe, 0x20, 0x00, 1, 2, 3, 4][..], &[b'a'; 0x2000]].concat()),
        (
            "a frame of 2^63 bytes",
            vec![0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4],
        ),
        ("a ping that is too long", [&[0x89, 0xfe, 0x00, 0xc8, 0, 0, 0, 0][..], &[b'a'; 200]].concat()),
        ("text that is no UTF-8", vec![0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28]),
    ];
    for (what, frame) in frames {
        let mut stream = watching(&server, &path, &[&full[..], &[origin.as_str()]].concat());
        let _ = stream.write_all(&frame);
        // Whoever speaks no WebSocket is let go.
        let mut rest = Vec::new();
        if let Err(error) = stream.read_to_end(&mut rest) {
            assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset, "{what}");
        }
        scene.goes_on(what);
    }
    // Whoever speaks it and has nothing to say here is heard out, and watches on.
    let mut stream = watching(&server, &path, &[&full[..], &[origin.as_str()]].concat());
    for _ in 0..50 {
        stream.write_all(&[0x81, 0x83, 0, 0, 0, 0, b'h', b'e', b'y']).unwrap();
    }
    stream.write_all(&[0x89, 0x80, 0, 0, 0, 0]).unwrap();
    let mut byte = [0; 1];
    let mut last = [0; 2];
    while last != [0x8a, 0] {
        stream.read_exact(&mut byte).unwrap();
        last = [last[1], byte[0]];
    }
    scene.goes_on("idle talk");
}

/// A socket that is open.
fn watching(server: &Server, path: &str, head: &[&str]) -> TcpStream {
    let lines: String = head.iter().map(|line| format!("{line}\r\n")).collect();
    let mut stream = server.connect();
    stream
        .write_all(format!("GET {path} HTTP/1.1\r\nHost: {}\r\n{lines}\r\n", server.address).as_bytes())
        .unwrap();
    let mut head = Vec::new();
    let mut byte = [0; 1];
    while !head.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte).unwrap();
        head.push(byte[0]);
    }
    assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
    stream
}

/// One answer on a line that stays open.
fn one_answer(stream: &mut TcpStream) -> Heard {
    let mut bytes = Vec::new();
    let mut byte = [0; 1];
    while !bytes.ends_with(b"\r\n\r\n") && stream.read_exact(&mut byte).is_ok() {
        bytes.push(byte[0]);
    }
    let head = String::from_utf8(bytes).unwrap();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let mut heard = Heard { status, head: head.trim_end().to_string(), body: String::new() };
    let length = heard.header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    stream.read_exact(&mut body).unwrap();
    heard.body = String::from_utf8(body).unwrap();
    heard
}

#[test]
fn forms_that_are_empty_or_broken() {
    let server = furnished(unhurried());
    let scene = Scene::on(&server);
    let origin = format!("Origin: http://{}", server.address);
    let cookie = format!("Cookie: cardroom={}", scene.sam.token);
    let head = [FORM, &origin, &cookie];
    for (line, form) in [
        ("POST /tables/5/act", ""),
        ("POST /tables/5/act", "command="),
        ("POST /tables/5/act", "command=%5B"),
        ("POST /tables/5/act", "command=%7B%22do%22%3A%22win%22%7D"),
        ("POST /tables/5/act", "command=%ff%00"),
        ("POST /tables/5/act", "command=%7B%22do%22%3A1%7D&do.x=1"),
        ("POST /tables/5/join", ""),
        ("POST /tables/5/join", "seat=2"),
        ("POST /tables/5/join", "seat=99&amount=10"),
        ("POST /tables/5/join", "seat=3&amount=much"),
        ("POST /log-in", ""),
        ("POST /log-in", "name=sam"),
        ("POST /practice/crown-sydney-poker-minors-3.3/caribbean-stud/deal", "ante=%00"),
    ] {
        let heard = server.ask(line, &head, form);
        scene.refused(&format!("{line} {form}"), &heard, &[400, 409, 422]);
    }
    let nested = format!("{}=1", ["a"; 20_000].join("."));
    scene.refused("a name of 20,000 parts", &server.ask("POST /tables/5/act", &head, &nested), &[400]);
    scene.refused("no form", &server.ask("POST /tables/5/act", &[JSON, &origin, &cookie], "{}"), &[415]);
    let player = format!("Cookie: cardroom={}", scene.player.token);
    let heard = server.ask("POST /tables/5/ready", &[FORM, &origin, &player], "");
    scene.refused("ready without a place", &heard, &[403]);
}

/// Chips of a demonstration begin at a dollar: what they cannot make is refused where it is laid, and the words say why.
#[test]
fn finding_12_an_amount_that_chips_cannot_make_is_refused_in_words() {
    let server = furnished(unhurried());
    let scene = Scene::on(&server);
    for amount in ["33.33", "12.34", "10.50"] {
        let command = json!({ "do": "place", "wager": "ante", "amount": amount });
        let order = json!({ "id": id(), "command": command }).to_string();
        let heard = scene.sam.post((QUIET, "commands"), &order);
        assert_eq!(heard.status, 409, "{}", heard.body);
        assert_eq!(heard.what(), "chips cannot make that amount: the smallest is 1.00");
        let refused: Value = serde_json::from_str(&heard.body).unwrap();
        assert!(refused["clause"].is_object() || refused["clause"].is_string(), "{}", heard.body);
        scene.goes_on(amount);
    }
}
