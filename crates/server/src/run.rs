//! The server from its settings to its end: the store and its key, the floor, the door, the pages.

use crate::accounts::Accounts;
use crate::app::App;
use crate::auto_dealer::{AutoDealer, Timing, UnwatchedTiming};
use crate::config::{Settings, StoreLocation};
use crate::demo::DemoLogIn;
use crate::integrity::{self, Integrity};
use crate::site::Site;
use crate::{compaction, demo, forward, logs, router, serve};
use floor::integrity::AnchorFiles;
use floor::{Clock, Floor, Options};
use std::fmt;
use std::io::{ErrorKind, Write as _};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use store::blocking::Driven;
use store::{PostgresSettings, PostgresStore, SqliteStore, Store, Vault};
use tokio::net::TcpListener;
use tokio::sync::watch;

/// Why the server does not start: one line, what is wrong and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunError(pub String);

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RunError {}

fn wrong(error: impl fmt::Display) -> RunError {
    RunError(error.to_string())
}

/// Runs until somebody stops it (SIGTERM, SIGINT).
///
/// # Errors
/// If it cannot start.
pub fn run(settings: Settings, site: Site) -> Result<(), RunError> {
    let _last_lines = logs::start(settings.log);
    store::blocking::report_to(|found| {
        tracing::error!(found, "a mistake in the program: others wait for this")
    });
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(wrong)?;
    runtime.block_on(Driven::new(open_and_serve(settings, site)))
}

async fn open_and_serve(settings: Settings, site: Site) -> Result<(), RunError> {
    // First, so that nothing is made where nobody can listen.
    let listener = listen(settings.address).await?;
    let bound = listener.local_addr().map_err(wrong)?;
    let inner = inner(&settings, bound).await?;
    let (opening, reached_at) = (settings.clone(), inner.as_ref().map(|(_, told)| told.clone()));
    let (closing, closes) = watch::channel(false);
    // All that reads the store, on a thread that drives nobody.
    let opened = tokio::task::spawn_blocking(move || {
        let (mut app, shared) = open(opening, reached_at.as_deref())?;
        app.closing = closes;
        let app = app.begin();
        app.floor.look_after();
        compaction::start(&app);
        app.dealer.start(&app.floor, &app.broadcaster);
        Ok::<_, RunError>((app, shared))
    });
    let (app, shared) = opened.await.map_err(wrong)??;
    // Ready for the signal before anybody can be told where to go.
    let until = told_to_stop()?;
    greet(&settings, bound, &app);
    tracing::info!(address = %bound, store = ?settings.store, demo = settings.demo, "open");
    let keeping = [
        tokio::spawn(Driven::new(keep_door(Arc::clone(&app.user_accounts), shared))),
        tokio::spawn(Driven::new(keep_up(Arc::clone(&app)))),
        tokio::spawn(Driven::new(integrity::watch(Arc::clone(&app)))),
    ];
    let warm_site = site.warm;
    let router = router::with_layers(&app, site);
    tokio::spawn(Driven::new(warm(Arc::clone(&app), router.clone(), warm_site)));
    if let Some((listener, _)) = inner {
        tokio::spawn(forward::serve(router.clone(), listener, app.closing.clone()));
    }
    serve::serve(Arc::clone(&app), router, listener, closing, until).await;
    keeping.iter().for_each(tokio::task::JoinHandle::abort);
    let _ = tokio::task::spawn_blocking(move || integrity::write_anchors(&app)).await;
    Ok(())
}

async fn listen(address: SocketAddr) -> Result<TcpListener, RunError> {
    TcpListener::bind(address).await.map_err(|error| match error.kind() {
        ErrorKind::AddrInUse => RunError(format!(
            "{address} is taken by another program, or by another cardroom; stop it, or take another port: \
             --address {}:{}",
            address.ip(),
            address.port().checked_add(1).unwrap_or(8080)
        )),
        ErrorKind::PermissionDenied => RunError(format!(
            "nobody but the system's administrator may listen on {address}; take a port from 1024 on, such as \
             --address {}:8080",
            address.ip()
        )),
        _ => RunError(format!("cannot listen on {address}: {error}")),
    })
}

/// Where other processes reach this one, on a store that they may share.
async fn inner(settings: &Settings, bound: SocketAddr) -> Result<Option<(TcpListener, String)>, RunError> {
    if !matches!(settings.store, StoreLocation::Postgres(_)) {
        return Ok(None);
    }
    let said = settings.inner_address.as_deref();
    let listens = forward::bind(said, bound).await.map_err(|error| {
        let at = said.unwrap_or("this machine");
        RunError(format!("inner-address: nobody can listen on {at}: {error}"))
    })?;
    if listens.is_none() {
        tracing::warn!(
            "other processes on the same database cannot reach this one: where there are some, set inner-address \
             to an address of this machine that they can reach and visitors cannot"
        );
    }
    Ok(listens)
}

/// The floor and the door on their store. Whether other processes may write there, too.
fn open(settings: Settings, reached_at: Option<&str>) -> Result<(App, bool), RunError> {
    let (store, vault) = store_and_key(&settings)?;
    let integrity = Integrity::check(&settings, &store, &vault)?;
    let shared = matches!(settings.store, StoreLocation::Postgres(_));
    if let Some(address) = reached_at {
        store.be_reached_at(address).map_err(wrong)?;
    }
    let options = Options { shared, zone: settings.time_zone.clone(), ..Options::default() };
    let clock: Arc<dyn Clock> = Arc::clone(&options.clock);
    let accounts =
        Accounts::open_with(Arc::clone(&store), Arc::clone(&vault), Arc::clone(&clock), settings.log_in);
    let accounts = Arc::new(accounts.map_err(wrong)?);
    integrity.begin(&accounts, &store, &vault)?;
    let (betting, decide) = (settings.betting_time, settings.decision_time);
    let mut tempo = Timing { betting, decide, ..Timing::default() };
    let mut log_ins = Vec::new();
    if !settings.demo {
        demo::refuse_log_ins(&accounts);
    }
    if settings.demo {
        if store.streams().map_err(wrong)?.iter().all(|(stream, _)| stream.kind() != "house") {
            let size = demo::DemoFloorSize { bots: settings.bots, ..demo::DemoFloorSize::default() };
            demo::furnish_in(&store, &vault, (&*clock, settings.time_zone.clone()), size).map_err(wrong)?;
        }
        demo::open_door(&accounts).map_err(wrong)?;
        log_ins.extend(demo::LOG_INS.map(|log_in| DemoLogIn {
            name: log_in.name.into(),
            secret: demo::SECRET.into(),
            shown: log_in.shown.into(),
            what: log_in.role.into(),
        }));
        // Nobody may be in the pit; then awards are determined after a while all the same.
        tempo.deputy = Some((demo::both_managers(), Duration::from_secs(90)));
        // Nobody may look at all; then hardly anything is written.
        tempo.quiet = Some(UnwatchedTiming::default());
    }
    let floor = Floor::open(Arc::clone(&store), Arc::clone(&vault), options).map_err(wrong)?;
    let pace = AutoDealer::new(tempo, Arc::clone(&clock));
    if settings.demo {
        // Where a day cannot be closed yet, the tables play on under it; it is tried again every minute.
        if let Err(stopped) = demo::roll_day(&floor) {
            tracing::warn!(%stopped, "the gaming day of the demonstration");
        }
        demo::bots(&floor).into_iter().for_each(|(patron, bot)| pace.add_bot(patron, bot));
    }
    let peers = shared.then(|| forward::Peers::new(&vault));
    let mut app = App::with(floor, store, vault, accounts, settings);
    app.peers = peers;
    (app.demo, app.dealer, app.clock) = (log_ins, pace, clock);
    app.integrity = integrity;
    Ok((app, shared))
}

/// Works out what the first visitor would wait for: the index of the rules, the coach's games, the odds. It takes some
/// seconds of one core.
async fn warm(app: Arc<App>, router: axum::Router, warm_site: fn()) {
    let solved = tokio::task::spawn_blocking(move || {
        warm_site();
        app.practice.warm();
    });
    if solved.await.is_err() {
        tracing::warn!("not everything could be worked out ahead");
    }
    // The odds page keeps what it has solved; it is asked as anybody would.
    let mut request = axum::extract::Request::new(axum::body::Body::empty());
    *request.uri_mut() = axum::http::Uri::from_static("/odds");
    request.extensions_mut().insert(crate::guard::PeerAddr(std::net::Ipv4Addr::LOCALHOST.into()));
    request.extensions_mut().insert(crate::guard::OwnRequest);
    let Ok(_) = tower::ServiceExt::oneshot(router, request).await;
}

/// Follows tables that come from other processes or are new; in a demonstration nobody who plays by itself runs out of money,
/// and the gaming day is today.
async fn keep_up(app: Arc<App>) {
    // Tables come from other processes at any moment, and somebody may be waiting for them.
    let every = if app.peers.is_some() { 5 } else { 1 };
    for ticks in 0u64.. {
        tokio::time::sleep(Duration::from_millis(1_000 / every)).await;
        let own = Arc::clone(&app);
        // Opening a house or a file may read the store.
        let work = move || {
            own.follow_new_streams();
            if own.settings.demo && ticks.is_multiple_of(60 * every) {
                if let Err(stopped) = demo::top_up(&own.floor) {
                    tracing::warn!(%stopped, "the patrons of the demonstration");
                }
                if let Err(stopped) = demo::roll_day(&own.floor) {
                    tracing::warn!(%stopped, "the gaming day of the demonstration");
                }
            }
        };
        let _ = tokio::task::spawn_blocking(work).await;
    }
}

/// Opens the store with its key. The demo's is made where there is none; a floor of one's own is made by hand.
fn store_and_key(settings: &Settings) -> Result<(Arc<dyn Store>, Arc<Vault>), RunError> {
    let key = |error: store::VaultError| RunError(format!("the key {error}"));
    match &settings.store {
        StoreLocation::File(path) if !path.exists() => {
            let shown = path.display();
            if !settings.demo {
                return Err(RunError(format!(
                    "there is no store {shown}; 'cardroom floor --store {shown} init' makes one"
                )));
            }
            if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                make_private(folder)
                    .map_err(|error| RunError(format!("{} cannot be made: {error}", folder.display())))?;
            }
            let vault =
                if settings.key.exists() { Vault::open(&settings.key) } else { Vault::create(&settings.key) };
            let vault = vault.map_err(key)?;
            let store = SqliteStore::create_with(path, Some(vault.head_key())).map_err(wrong)?;
            // A new store is no older one put back.
            AnchorFiles::new(&settings.key, &settings.anchors).forget(&vault).map_err(wrong)?;
            Ok((Arc::new(store), Arc::new(vault)))
        }
        StoreLocation::File(path) => {
            let vault = Vault::open(&settings.key).map_err(key)?;
            let store = SqliteStore::open_with(path, Some(vault.head_key())).map_err(wrong)?;
            Ok((Arc::new(store), Arc::new(vault)))
        }
        StoreLocation::Postgres(url) => {
            let vault = Vault::open(&settings.key).map_err(key)?;
            if let Some(caution) = PostgresStore::caution(url) {
                tracing::warn!("{caution}");
            }
            let holder = format!("cardroom {}", std::process::id());
            let (patient, heads) = (PostgresSettings::default(), Some(vault.head_key()));
            let store = PostgresStore::connect_keyed(url, &holder, patient, heads).map_err(wrong)?;
            Ok((Arc::new(store), Arc::new(vault)))
        }
    }
}

/// A folder that only its owner may look into.
fn make_private(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Writes down now and then who was here, and reads what other processes have written.
async fn keep_door(accounts: Arc<Accounts>, shared: bool) {
    let every = Duration::from_millis(if shared { 500 } else { 60_000 });
    let mut ticks: u64 = 0;
    loop {
        tokio::time::sleep(every).await;
        ticks += 1;
        let tidy = !shared || ticks.is_multiple_of(120);
        let work = move |accounts: &Accounts| {
            if tidy { accounts.tidy() } else { accounts.refresh().map_err(Into::into) }
        };
        if let Err(error) = accounts.on_blocking_thread(work).await {
            tracing::warn!(%error, "the door");
        }
    }
}

/// Ends when somebody says stop.
fn told_to_stop() -> Result<impl Future<Output = ()>, RunError> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate()).map_err(wrong)?;
    let mut interrupt = signal(SignalKind::interrupt()).map_err(wrong)?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// What whoever has started it wants to know.
fn greet(settings: &Settings, bound: SocketAddr, app: &App) {
    let demo = &app.demo;
    let mut text = format!("Cardroom {} is open: {}\n", env!("CARGO_PKG_VERSION"), settings.shown_url(bound));
    text += &match &settings.store {
        StoreLocation::File(path) => format!("The floor is kept in {}.\n", path.display()),
        StoreLocation::Postgres(_) => "The floor is kept in PostgreSQL.\n".to_string(),
    };
    if !demo.is_empty() {
        text += "Log in as\n";
        let longest = demo.iter().map(|log_in| log_in.name.len()).max().unwrap_or(0);
        for DemoLogIn { name, secret, what, .. } in demo {
            text += &format!("  {name:longest$}  {secret}  {what}\n");
        }
    }
    if let Some(refused) = demo::refused_log_ins(&app.user_accounts, &settings.store) {
        tracing::warn!("{refused}");
        text += &format!("{refused}\n");
    }
    text += "Ctrl-C stops it. 'cardroom --help' shows what else there is.\n";
    // Somebody who closed standard output does not want to know.
    let _ = std::io::stdout().write_all(text.as_bytes());
}
