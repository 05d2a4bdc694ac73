//! What goes over the wire: every page and answer as the guard lets it out, with the lines that the program logs meanwhile.

use axum::body::{Body, to_bytes};
use axum::http::{Request, header};
use server::guard::{OwnRequest, PeerAddr};
use server::wire::TableCommand;
use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex};
use tokio::runtime::Runtime;
use tower::ServiceExt;
use tracing::Dispatch;
use tracing::dispatcher::{DefaultGuard, set_default};
use tracing_subscriber::fmt::MakeWriter;

use crate::worlds::compare::{compare_stores, parted};
use crate::worlds::play::{Move, Pair};
use crate::worlds::world::{Viewer, World};

/// The lines of the log.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'w> MakeWriter<'w> for Lines {
    type Writer = Lines;

    fn make_writer(&'w self) -> Lines {
        self.clone()
    }
}

/// Asks one thing after another, and hears the log of what it led to.
pub(crate) struct Wire {
    runtime: Runtime,
    lines: Lines,
    _logs: DefaultGuard,
}

impl Wire {
    pub(crate) fn new() -> Wire {
        let lines = Lines::default();
        let logs = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).without_time();
        let logs = Dispatch::new(logs.with_ansi(false).with_writer(lines.clone()).finish());
        let theirs = logs.clone();
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        // Work that takes a moment is done on other threads: their lines count too, for as long as they live.
        let runtime = runtime.enable_all().on_thread_start(move || std::mem::forget(set_default(&theirs)));
        Wire { runtime: runtime.build().unwrap(), lines, _logs: set_default(&logs) }
    }

    /// The answer with its status, its headers and the log; only how long it took is masked.
    pub(crate) fn ask(&self, world: &World, viewer: Viewer, mut request: Request<Body>) -> String {
        request.extensions_mut().insert(PeerAddr(IpAddr::V4(Ipv4Addr::LOCALHOST)));
        // Asked of the program itself, not by any name.
        request.extensions_mut().insert(OwnRequest);
        if let Some(token) = world.token(viewer) {
            let bearer = format!("Bearer {token}").parse().unwrap();
            request.headers_mut().insert(header::AUTHORIZATION, bearer);
        }
        let timed = request.uri().path() == "/metrics";
        let signed = request.uri().path() == "/inspector/anchor";
        let router = world.router.clone();
        let (parts, body) = self.runtime.block_on(async move {
            let (parts, body) = router.oneshot(request).await.unwrap().into_parts();
            (parts, to_bytes(body, usize::MAX).await.unwrap())
        });
        let mut headers: Vec<String> =
            parts.headers.iter().map(|(name, value)| format!("{name}: {value:?}")).collect();
        headers.sort();
        // Times have more digits or fewer.
        headers.retain(|line| !timed || !line.starts_with("content-length"));
        let body = String::from_utf8_lossy(&body);
        let body = match (timed, signed) {
            // How long requests took is measured by the clock of the machine; how many there were is not.
            (true, _) => without(&body, |line| {
                line.contains("duration_microseconds_bucket") && !line.contains("+Inf")
                    || line.contains("duration_microseconds_sum")
            }),
            (_, true) => without(&body, |line| line.starts_with("signature") || line.starts_with("digest")),
            _ => body.into_owned(),
        };
        let logged = std::mem::take(&mut *self.lines.0.lock().unwrap());
        let logged = untimed(&String::from_utf8(logged).unwrap());
        format!("{}\n{}\n{body}\n{logged}", parts.status, headers.join("\n"))
    }

    pub(crate) fn get(&self, world: &World, viewer: Viewer, path: &str) -> String {
        let request = Request::get(path).header(header::ACCEPT, "text/html, application/json;q=0.5");
        self.ask(world, viewer, request.body(Body::empty()).unwrap())
    }

    /// Gives a command as programs do.
    pub(crate) fn give(
        &self,
        world: &World,
        id: store::CommandId,
        viewer: Viewer,
        say: &TableCommand,
    ) -> String {
        let id: String = id.0.iter().map(|byte| format!("{byte:02x}")).collect();
        let order = serde_json::json!({ "id": id, "command": say }).to_string();
        let request = Request::post(format!("/api/tables/{}/commands", world.number));
        let request = request.header(header::CONTENT_TYPE, "application/json");
        self.ask(world, viewer, request.body(Body::from(order)).unwrap())
    }

    /// The whole log, as an inspector carries it away.
    fn export(&self, world: &World) -> store::MemoryStore {
        let token = world.token(Viewer::Inspector).unwrap();
        let request =
            Request::get("/inspector/export").header(header::AUTHORIZATION, format!("Bearer {token}"));
        let request = request.extension(OwnRequest);
        let router = world.router.clone();
        let request = request.body(Body::empty()).unwrap();
        let body = self.runtime.block_on(async move {
            let response = router.oneshot(request).await.unwrap();
            assert!(response.status().is_success(), "{}", response.status());
            to_bytes(response.into_body(), usize::MAX).await.unwrap()
        });
        let into = store::MemoryStore::new();
        store::export::import(&into, Some(&world.vault), &mut io::Cursor::new(&body)).unwrap();
        self.lines.0.lock().unwrap().clear();
        into
    }
}

fn without(text: &str, hidden: impl Fn(&str) -> bool) -> String {
    text.lines().filter(|line| !hidden(line)).collect::<Vec<_>>().join("\n")
}

/// Log lines without how long requests took.
fn untimed(lines: &str) -> String {
    let mut out = String::new();
    for line in lines.lines() {
        match line.split_once("micros=") {
            Some((before, after)) => {
                out.push_str(before);
                out.push_str(after.trim_start_matches(|digit: char| digit.is_ascii_digit()));
            }
            None => out.push_str(line),
        }
        out.push('\n');
    }
    out
}

/// Everything that can be looked at on this floor, for a round of a table.
pub(crate) fn paths(world: &World, round: u64) -> Vec<String> {
    let (table, book) = (world.number, world.book);
    let mut all: Vec<String> = [
        "/",
        "/account",
        "/api/meters",
        "/api/rounds",
        "/api/session",
        "/api/tables",
        "/dealer",
        "/displays",
        "/displays/meters",
        "/health",
        "/inspector",
        "/inspector/anchor",
        "/inspector/meters",
        "/inspector/rounds.csv",
        "/inspector/streams",
        "/inspector/verify",
        "/metrics",
        "/pit",
        "/pit/disputes",
        "/pit/meters",
        "/pit/money",
        "/pit/patrons",
        "/pit/people",
    ]
    .map(String::from)
    .to_vec();
    for path in ["/tables/{}", "/api/tables/{}", "/dealer/{}", "/pit/tables/{}", "/displays/tables/{}"] {
        all.push(path.replace("{}", &table.to_string()));
    }
    let rounds = [format!("/tables/{table}/rounds"), format!("/api/tables/{table}/rounds")];
    for rounds in rounds {
        for round in [round.saturating_sub(1), round, round + 1] {
            all.push(format!("{rounds}/{round}"));
        }
    }
    for query in ["step=1", "step=9", "step=30"] {
        all.push(format!("/tables/{table}/rounds/{round}?{query}"));
    }
    let seated = world.patron(0);
    all.extend([
        format!("/?book={book}"),
        format!("/inspector/recall/{table}"),
        format!("/inspector/recall/{table}?rounds=5"),
        format!("/inspector?table={table}"),
        format!("/api/rounds?table={table}&patron={seated}"),
        format!("/api/rounds?table={table}&won=0.01"),
        format!("/displays/meters/{book}/1"),
        format!("/api/houses/{book}"),
        format!("/api/patrons/{book}/{seated}"),
        format!("/pit/patrons?book={book}&patron={seated}"),
    ]);
    all
}

/// Pages that every floor has; the others come with the pages that are built for them.
pub(crate) const ALWAYS: [&str; 15] = [
    "/",
    "/api/meters",
    "/api/rounds",
    "/api/tables",
    "/displays",
    "/displays/meters",
    "/health",
    "/inspector",
    "/inspector/anchor",
    "/inspector/meters",
    "/inspector/rounds.csv",
    "/inspector/streams",
    "/inspector/verify",
    "/metrics",
    "/api/session",
];

impl Pair {
    /// One page for one viewer: alike as long as what the viewer may know is.
    pub(crate) fn compare_page(&self, wire: &Wire, viewer: Viewer, path: &str) -> Result<(), String> {
        let texts = [0, 1].map(|at| wire.get(&self.worlds[at], viewer, path));
        if self.differ_at(viewer, path) {
            return Ok(());
        }
        match parted(&self.worlds, &texts) {
            Some(how) => Err(format!("{viewer:?} sees too much at {path}, {how}")),
            None => Ok(()),
        }
    }

    /// A command, as it is answered to whoever gives it.
    pub(crate) fn say_by_wire(&mut self, wire: &Wire, said: &Move) -> Result<(), String> {
        let id = self.ids.id();
        let texts = self.step(|at, world| wire.give(world, id, said.by, &said.say[at]));
        if self.differ_for(said.by) {
            return Ok(());
        }
        match parted(&self.worlds, &texts) {
            Some(how) => Err(format!("{:?} hears too much of {:?}, {how}", said.by, said.say[0])),
            None => Ok(()),
        }
    }

    /// The log as it is carried away.
    pub(crate) fn compare_exports(&self, wire: &Wire) -> Result<(), String> {
        if self.differ_for(Viewer::Nobody) {
            return Ok(());
        }
        let [one, other] = [0, 1].map(|at| wire.export(&self.worlds[at]));
        compare_stores([&one, &other], &self.roots(), &mut Vec::new())
    }
}
