//! A small floor that can be played, with its pages: for those who look at walls, at past rounds and at the log.

#![allow(dead_code, reason = "every test uses a part of it")]

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode, header};
use engine::banked;
use engine::{Actor, Machine, Moment, Who};
use floor::demo::{Chance, Croupier, DEALER};
use floor::table::{Command, State};
use floor::{By, Clock, CommandOutcome, Floor, Options, StreamWriter, SystemClock};
use house::Person;
use server::accounts::Accounts;
use server::app::App;
use server::auto_dealer::{AutoDealer, Timing};
use server::demo::{self, DemoFloorSize, both_managers};
use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use store::{MemoryStore, Store, Stream, Vault};
use tokio::sync::watch;
use tower::ServiceExt;

/// A floor with its pages.
pub(crate) struct Scene {
    pub(crate) app: Arc<App>,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) vault: Arc<Vault>,
    pub(crate) chance: Mutex<Chance>,
    tokens: Mutex<HashMap<String, String>>,
    router: Router,
    _closing: watch::Sender<bool>,
}

impl Scene {
    /// Furnished in memory; the automatic dealer does not work.
    pub(crate) fn new(bots: u32) -> Scene {
        Scene::on(Arc::new(MemoryStore::new()), bots)
    }

    /// Furnished where there is nothing yet.
    pub(crate) fn on(store: Arc<dyn Store>, bots: u32) -> Scene {
        let vault = Arc::new(Vault::from_bytes([7; 32]));
        let clock: Arc<dyn Clock> = Arc::new(SystemClock::start());
        demo::furnish(&store, &vault, &*clock, DemoFloorSize { tables: 1, bots, live: 1 }).unwrap();
        Scene::open(store, vault, clock)
    }

    /// The same after a restart: all that was in memory is gone.
    pub(crate) fn again(self) -> Scene {
        self.app.floor.close();
        let Scene { store, vault, chance, .. } = self;
        // Ids of commands go on: one that comes again is a repeat.
        Scene { chance, ..Scene::open(store, vault, Arc::new(SystemClock::start())) }
    }

    fn open(store: Arc<dyn Store>, vault: Arc<Vault>, clock: Arc<dyn Clock>) -> Scene {
        let drawn = AtomicU64::new(1);
        let keys = move || Ok(*cards::ShuffleKey::from_seed(drawn.fetch_add(1, Ordering::Relaxed)).reveal());
        let options = Options { clock: Arc::clone(&clock), keys: Arc::new(keys), ..Options::default() };
        let floor = Floor::open(Arc::clone(&store), Arc::clone(&vault), options).unwrap();
        let door = Accounts::open(Arc::clone(&store), Arc::clone(&vault), Arc::clone(&clock)).unwrap();
        demo::open_door(&door).unwrap();
        let pace = AutoDealer::new(Timing::default(), Arc::clone(&clock));
        let (closing, closes) = watch::channel(false);
        let parts = (floor, Arc::clone(&store), Arc::clone(&vault));
        let (floor, kept, opened) = parts;
        let mut app = App::new(floor, kept, opened, Arc::new(door));
        (app.clock, app.dealer, app.closing) = (clock, pace, closes);
        let app = app.begin();
        let router = pages::site().routes.with_state(Arc::clone(&app));
        let chance = Mutex::new(Chance::new(0x100c));
        Scene { app, store, vault, chance, tokens: Mutex::default(), router, _closing: closing }
    }

    pub(crate) fn id(&self) -> store::CommandId {
        self.chance.lock().unwrap().id()
    }

    /// A session of a log-in, opened once: that is slow on purpose.
    fn token(&self, who: &str) -> String {
        let mut tokens = self.tokens.lock().unwrap();
        let open = || {
            let from = IpAddr::V4(Ipv4Addr::LOCALHOST);
            self.app.user_accounts.log_in(who, demo::SECRET, from).unwrap().0
        };
        tokens.entry(who.to_string()).or_insert_with(open).clone()
    }

    /// Asks; nobody where no log-in is named.
    pub(crate) async fn ask(&self, who: &str, request: Request<Body>) -> (StatusCode, HeaderMap, Vec<u8>) {
        let mut request = request;
        if !who.is_empty() {
            let cookie = format!("cardroom={}", self.token(who)).parse().unwrap();
            request.headers_mut().insert(header::COOKIE, cookie);
        }
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        (parts.status, parts.headers, to_bytes(body, usize::MAX).await.unwrap().to_vec())
    }

    pub(crate) async fn get(&self, who: &str, path: &str) -> (StatusCode, String) {
        let request = Request::get(path).body(Body::empty()).unwrap();
        let (status, _, body) = self.ask(who, request).await;
        (status, String::from_utf8(body).unwrap())
    }

    /// A page that is there, and no larger than a page may be.
    pub(crate) async fn page(&self, who: &str, path: &str) -> String {
        let (status, text) = self.get(who, path).await;
        assert_eq!(status, StatusCode::OK, "{path}: {text}");
        assert!(text.len() < 150_000, "{path} has {} bytes", text.len());
        text
    }

    pub(crate) async fn post(&self, who: &str, path: &str, form: &str) -> (StatusCode, String) {
        let kind = "application/x-www-form-urlencoded";
        let request = Request::post(path).header(header::CONTENT_TYPE, kind);
        let (status, _, body) = self.ask(who, request.body(Body::from(form.to_string())).unwrap()).await;
        (status, String::from_utf8(body).unwrap())
    }

    /// The first virtual table of a game.
    pub(crate) fn table(&self, game: &str) -> (u32, Stream) {
        let tables = self.app.tables();
        let is_virtual = |number| {
            let mode = self.app.table(number).unwrap().1.with_state(|state| state.mode);
            mode == Some(floor::table::DealingMode::Virtual)
        };
        let found = tables.iter().find(|table| table.name.game == game && is_virtual(table.name.number));
        let name = &found.unwrap().name;
        (name.number.0, name.stream().unwrap())
    }

    pub(crate) fn desk(&self, table: &Stream) -> Arc<StreamWriter<floor::BankedTable>> {
        self.app.floor.table(table).unwrap()
    }

    pub(crate) fn with_state<T>(&self, table: &Stream, at: impl FnOnce(&State<banked::Table>) -> T) -> T {
        self.desk(table).with_state(at)
    }

    /// Somebody who plays rounds by themselves; ids of commands come from the seed, so each has its own.
    pub(crate) fn croupier(&self, table: &Stream, seed: u64) -> Croupier {
        Croupier::new(Arc::clone(&self.app.floor), table.clone(), DEALER, both_managers(), seed).unwrap()
    }

    pub(crate) fn tell(&self, table: &Stream, by: By, command: Command<banked::Command>) {
        let said = format!("{command:?}");
        let answer = self.app.floor.ask_table(table, (self.id(), by), command).unwrap();
        assert!(matches!(answer, CommandOutcome::Done(_)), "{said}: {answer:?}");
    }

    pub(crate) fn meter(&self, book: &str, by: By, command: engine::jackpot::Command) {
        let said = format!("{command:?}");
        let answer = self.app.floor.ask_meter(book, (self.id(), by), command).unwrap();
        assert!(matches!(answer, CommandOutcome::Done(_)), "{said}: {answer:?}");
    }

    pub(crate) fn offers(&self, table: &Stream, seat: usize) -> Vec<banked::Offer> {
        let desk = self.desk(table);
        desk.with_state(|state| desk.machine().offers(state, Actor { who: Who::Seat(seat), at: Moment(0) }))
    }
}

pub(crate) fn game(command: banked::Command) -> Command<banked::Command> {
    Command::Game { command, next_key: None }
}

pub(crate) fn dealer() -> By {
    By::alone(Person::Staff(DEALER))
}

pub(crate) const SYSTEM: By = By { person: Person::System, second: None };
