//! A server on a port of its own, and a client that says exactly what it is told to.

#![allow(dead_code, reason = "each test file uses what it needs")]

pub(crate) mod player;

use axum::Router;
use floor::{Clock, Floor, HandClock, Options, SystemClock};
use house::{Person, StaffId};
use server::accounts::Accounts;
use server::app::App;
use server::auto_dealer::{AutoDealer, Timing};
use server::config::Settings;
use server::{demo, router, serve};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::Duration;
use store::{MemoryStore, Store, Vault};
use tokio::runtime::Runtime;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;

pub(crate) const SECRET: &str = "a long enough secret";

pub(crate) struct Server {
    pub(crate) app: Arc<App>,
    pub(crate) clock: Arc<HandClock>,
    pub(crate) address: SocketAddr,
    runtime: Runtime,
    stop: Option<oneshot::Sender<()>>,
    running: Option<JoinHandle<()>>,
}

/// With an account "ada" of staff 12.
pub(crate) fn start(settings: Settings, more: Router<Arc<App>>) -> Server {
    let clock = Arc::new(HandClock::default());
    clock.jump(1_700_000_000_000);
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let vault = Arc::new(Vault::from_bytes([7; 32]));
    let floor = Floor::open(Arc::clone(&store), Arc::clone(&vault), Options::default()).unwrap();
    let hand: Arc<dyn floor::Clock> = Arc::clone(&clock) as _;
    let door = Accounts::open_with(Arc::clone(&store), Arc::clone(&vault), hand, settings.log_in).unwrap();
    door.open_account("ada", SECRET, Person::Staff(StaffId(12)), "Ada Lane").unwrap();
    open(App::with(floor, store, vault, Arc::new(door), settings), clock, more, Arc::new)
}

/// With the floor of a demo, its log-ins, and an automatic dealer who does not wait: what there is by default, without
/// patrons who play by themselves.
pub(crate) fn furnished(settings: Settings) -> Server {
    furnished_at(settings, Timing::at_once(Duration::ZERO))
}

/// The same with clocks of its own.
pub(crate) fn furnished_at(settings: Settings, tempo: Timing) -> Server {
    let (store, vault) = prepared();
    reopened(&store, &vault, settings, tempo)
}

/// The log of such a floor, with nobody working on it yet.
pub(crate) fn prepared() -> (Arc<dyn Store>, Arc<Vault>) {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let vault = Arc::new(Vault::from_bytes([7; 32]));
    let size = demo::DemoFloorSize { bots: 0, ..demo::DemoFloorSize::default() };
    demo::furnish(&store, &vault, &SystemClock::start(), size).unwrap();
    (store, vault)
}

/// A server on a log, as after a restart.
pub(crate) fn reopened(
    store: &Arc<dyn Store>,
    vault: &Arc<Vault>,
    settings: Settings,
    tempo: Timing,
) -> Server {
    let (store, vault) = (Arc::clone(store), Arc::clone(vault));
    let system: Arc<dyn Clock> = Arc::new(SystemClock::start());
    let options = Options { clock: Arc::clone(&system), ..Options::default() };
    let floor = Floor::open(Arc::clone(&store), Arc::clone(&vault), options).unwrap();
    let clock = Arc::new(HandClock::default());
    clock.jump(system.wall_ms());
    let hand: Arc<dyn Clock> = Arc::clone(&clock) as _;
    let door = Accounts::open_with(Arc::clone(&store), Arc::clone(&vault), hand, settings.log_in).unwrap();
    demo::open_door(&door).unwrap();
    let mut app = App::with(floor, store, vault, Arc::new(door), settings);
    app.dealer = AutoDealer::new(tempo, Arc::clone(&system));
    app.clock = system;
    open(app, clock, Router::new(), |app| {
        let app = app.begin();
        app.dealer.start(&app.floor, &app.broadcaster);
        app
    })
}

fn open(
    mut app: App,
    clock: Arc<HandClock>,
    more: Router<Arc<App>>,
    begin: impl FnOnce(App) -> Arc<App>,
) -> Server {
    let (closing, closes) = watch::channel(false);
    app.closing = closes;
    let app = begin(app);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap();
    let address = listener.local_addr().unwrap();
    let mut site = pages::site();
    site.routes = site.routes.merge(more);
    let router = router::with_layers(&app, site);
    let (stop, stopped) = oneshot::channel::<()>();
    let until = async move { drop(stopped.await) };
    let running = runtime.spawn(serve::serve(Arc::clone(&app), router, listener, closing, until));
    Server { app, clock, address, runtime, stop: Some(stop), running: Some(running) }
}

impl Server {
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    }

    /// Says this and hears everything until the connection closes.
    pub(crate) fn say(&self, request: &str) -> Heard {
        self.say_bytes(request.as_bytes())
    }

    /// The same for what may be no text.
    pub(crate) fn say_bytes(&self, request: &[u8]) -> Heard {
        let mut stream = self.connect();
        // Whoever is refused early may find the line closed.
        let _ = stream.write_all(request);
        hear(&mut stream)
    }

    /// A request with these lines in its head, and a body.
    pub(crate) fn ask(&self, line: &str, head: &[&str], body: &str) -> Heard {
        let more: String = head.iter().map(|line| format!("{line}\r\n")).collect();
        let (host, length) = (self.address, body.len());
        self.say(&format!(
            "{line} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n{more}\r\n{body}"
        ))
    }

    pub(crate) fn get(&self, path: &str, head: &[&str]) -> Heard {
        self.ask(&format!("GET {path}"), head, "")
    }

    /// A form as a page of this server sends it, with a browser's cookie.
    pub(crate) fn form(&self, path: &str, token: &str, fields: &[(&str, &str)]) -> Heard {
        let encode = pages::layout::encode;
        let body: Vec<String> =
            fields.iter().map(|(name, value)| format!("{}={}", encode(name), encode(value))).collect();
        let kind = "Content-Type: application/x-www-form-urlencoded";
        let (origin, cookie) =
            (format!("Origin: http://{}", self.address), format!("Cookie: cardroom={token}"));
        self.ask(&format!("POST {path}"), &[kind, &origin, &cookie], &body.join("&"))
    }

    /// A program's token.
    pub(crate) fn token(&self) -> String {
        self.log_in("ada", SECRET)
    }

    /// A program's token for somebody.
    pub(crate) fn log_in(&self, name: &str, secret: &str) -> String {
        let given = format!("{{\"name\":\"{name}\",\"secret\":\"{secret}\"}}");
        let heard = self.ask("POST /api/log-in", &["Content-Type: application/json"], &given);
        assert_eq!(heard.status, 200, "{}", heard.body);
        let told: serde_json::Value = serde_json::from_str(&heard.body).unwrap();
        told["token"].as_str().unwrap().to_string()
    }

    /// Tells the server to stop.
    pub(crate) fn stop(&mut self) {
        self.stop.take().unwrap().send(()).unwrap();
    }

    /// Waits until it has stopped.
    pub(crate) fn wait(&mut self) {
        self.runtime.block_on(self.running.take().unwrap()).unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            running.abort();
        }
        self.app.dealer.stop();
        self.app.floor.close();
    }
}

pub(crate) struct Heard {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Heard {
    /// A line of the head, by its name.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.into_iter().find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// What a refusal says.
    pub(crate) fn what(&self) -> String {
        assert_eq!(self.header("content-type"), Some("application/problem+json"), "{}", self.body);
        let problem: serde_json::Value = serde_json::from_str(&self.body).unwrap();
        assert_eq!(problem["status"], self.status);
        problem["what"].as_str().unwrap().to_string()
    }
}

/// Hears everything until the connection closes.
pub(crate) fn hear(stream: &mut TcpStream) -> Heard {
    let mut bytes = Vec::new();
    // A connection may be cut after the answer; what was heard before counts.
    let _ = stream.read_to_end(&mut bytes);
    // An export is no text; whoever hears it wants its head.
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((text.as_str(), ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    Heard { status: status.unwrap_or(0), head: head.to_string(), body: body.to_string() }
}
