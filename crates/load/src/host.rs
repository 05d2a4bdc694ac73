//! A floor to put load on, and its server as a process of its own, so that what it takes can be told from what the load takes.

use crate::sorry::wrong;
use crate::{LoadError, Progress};
use floor::table::DealingMode;
use floor::{Clock, Floor, Options};
use server::accounts::Accounts;
use server::app::App;
use server::auto_dealer::{AutoDealer, Timing};
use server::config::{Settings, StoreLocation};
use server::demo::{self, DemoFloorSize};
use server::guard::rate_limit;
use server::{logs, router, serve};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{SqliteStore, Store, Vault};
use tokio::net::TcpListener;
use tokio::sync::watch;

/// A server is given so long to play its first rounds, and to stop when it is told to.
const PATIENCE: Duration = Duration::from_secs(20);

/// A folder of its own, gone with its owner.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// Below the folder for temporary files, or below another.
    pub(crate) fn new(below: Option<&Path>) -> Result<Folder, LoadError> {
        let below = below.map_or_else(std::env::temp_dir, Path::to_path_buf);
        // Several floors of one process have folders of their own.
        for number in 0..1000 {
            let path = below.join(format!("cardroom-load-{}-{number}", std::process::id()));
            match std::fs::create_dir(&path) {
                Ok(()) => return Ok(Folder(path)),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(LoadError(format!("{} cannot be made: {error}", path.display()))),
            }
        }
        Err(LoadError(format!("{} is full of old floors; remove them", below.display())))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed stays among the temporary files.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// All games that can be played, of all books.
pub fn games() -> usize {
    let books = rulebook::library::house_banked();
    books.filter_map(|id| floor::book(id).ok()).map(|book| book.variants.len()).sum()
}

/// A floor in a new store on disk, as safe as one of a casino, with patrons who play by themselves.
pub(crate) fn open(
    folder: &Folder,
    size: DemoFloorSize,
    tempo: impl FnOnce(&Floor) -> Timing,
    settings: Settings,
) -> Result<App, LoadError> {
    let vault = Arc::new(Vault::create(&folder.0.join("floor.db.key")).map_err(wrong)?);
    let store: Arc<dyn Store> = Arc::new(SqliteStore::create(&folder.0.join("floor.db")).map_err(wrong)?);
    let options = Options::default();
    let clock: Arc<dyn Clock> = Arc::clone(&options.clock);
    demo::furnish(&store, &vault, &*clock, size).map_err(wrong)?;
    let door =
        Accounts::open_with(Arc::clone(&store), Arc::clone(&vault), Arc::clone(&clock), settings.log_in);
    let door = Arc::new(door.map_err(wrong)?);
    demo::open_door(&door).map_err(wrong)?;
    let floor = Floor::open(Arc::clone(&store), Arc::clone(&vault), options).map_err(wrong)?;
    // Nobody is in the pit: awards are determined at once, so that no table waits.
    let deputy = Some((demo::both_managers(), Duration::ZERO));
    let pace = AutoDealer::new(Timing { deputy, ..tempo(&floor) }, Arc::clone(&clock));
    demo::bots(&floor).into_iter().for_each(|(patron, bot)| pace.add_bot(patron, bot));
    let mut app = App::with(floor, store, vault, door, settings);
    (app.dealer, app.clock) = (pace, clock);
    Ok(app)
}

/// A server to put load on.
#[derive(Clone, Debug)]
pub struct Host {
    /// Automatic players at each table of one table of every game.
    pub bots: u32,
    /// The first meter changes about so often in a minute, by rounds that are played.
    pub changes: u32,
    /// The most connections.
    pub connections: usize,
    /// Below which folder the store is put; that for temporary files where none is named.
    pub folder: Option<PathBuf>,
}

/// Serves until standard input ends; prints where it is.
///
/// # Errors
/// If it cannot.
pub fn host(asked: &Host) -> Result<(), LoadError> {
    let usual = Settings::default();
    logs::start(usual.log);
    let folder = Folder::new(asked.folder.as_deref())?;
    // Those who measure ask more often than people may.
    let often = rate_limit::RateLimit::per_second(1_000_000, 4_000_000);
    let settings = Settings {
        store: StoreLocation::File(folder.0.join("floor.db")),
        key: folder.0.join("floor.db.key"),
        connections: asked.connections,
        session_pace: often,
        address_pace: often,
        ..usual
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(wrong)?;
    let size = DemoFloorSize { tables: 1, bots: asked.bots, live: 1 };
    let changes = asked.changes.max(1);
    let mut app = open(&folder, size, |floor| tempo(floor, changes), settings)?;
    let (closing, closes) = watch::channel(false);
    app.closing = closes;
    let app = app.begin();
    runtime.block_on(async move {
        let listener = TcpListener::bind("127.0.0.1:0").await.map_err(wrong)?;
        let address = listener.local_addr().map_err(wrong)?;
        app.floor.look_after();
        app.dealer.start(&app.floor, &app.broadcaster);
        warm(&app.floor).await;
        let router = router::with_layers(&app, pages::site());
        let mut out = std::io::stdout();
        writeln!(out, "http://{address}").and_then(|()| out.flush()).map_err(wrong)?;
        let (tell, told) = tokio::sync::oneshot::channel::<()>();
        std::thread::spawn(move || {
            // Whatever it is, whoever has started this is gone.
            let _ = std::io::stdin().read_to_end(&mut Vec::new());
            drop(tell);
        });
        serve::serve(app, router, listener, closing, async { drop(told.await) }).await;
        Ok(())
    })
}

/// Waits until every table has played: what is made once, such as the solution of a game, is no part of what is measured.
async fn warm(floor: &Floor) {
    let began = Instant::now();
    let played = |desk: &Arc<floor::StreamWriter<floor::BankedTable>>| {
        desk.with_state(|state| state.mode != Some(DealingMode::Virtual) || state.game.rounds >= 2)
    };
    while began.elapsed() < PATIENCE && !floor.tables().iter().all(played) {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Each table that is linked to the first meter plays a round when it is its turn.
fn tempo(floor: &Floor, changes: u32) -> Timing {
    let linked = floor.meters().first().map_or(0, |desk| {
        desk.with_state(|state| state.meters.first().map_or(0, |meter| meter.tables.len()))
    });
    // Live tables are linked, too, and nobody deals there.
    let tables = u64::try_from(linked).unwrap_or(0).div_ceil(2).max(1);
    Timing::at_once(Duration::from_millis(tables * 60_000 / u64::from(changes)))
}

/// A server that runs as a process of its own.
pub(crate) struct Running {
    child: Child,
    pub(crate) url: String,
}

impl Running {
    /// Starts the same program as a server.
    pub(crate) fn start(program: &Path, asked: &Host, progress: Progress<'_>) -> Result<Running, LoadError> {
        progress("furnishing a floor", 0, 1);
        let mut command = Command::new(program);
        command.args(["load", "host", "--bots", &asked.bots.to_string()]);
        command.args(["--changes", &asked.changes.to_string()]);
        command.args(["--connections", &asked.connections.to_string()]);
        if let Some(folder) = &asked.folder {
            command.arg("--folder").arg(folder);
        }
        Running::begin(command)
    }

    /// Starts the program as anybody would to show it, with the usual limits: the demonstration, with a store of its own.
    pub(crate) fn serve(program: &Path, folder: &Folder) -> Result<Running, LoadError> {
        let mut command = Command::new(program);
        command.args(["serve", "--demo", "--address", "127.0.0.1:0"]);
        command.arg("--store").arg(folder.0.join("floor.db"));
        Running::begin(command)
    }

    fn begin(mut command: Command) -> Result<Running, LoadError> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(LoadError::of("the server cannot be started"))?;
        let mut first = String::new();
        if let Some(out) = child.stdout.take() {
            // What cannot be read is empty, and said below.
            let _ = BufReader::new(out).read_line(&mut first);
        }
        // "Cardroom 0.1.0 is open: http://…", or the address alone.
        let url = first.trim().rsplit(' ').next().unwrap_or_default().to_string();
        let running = Running { child, url };
        if running.url.starts_with("http://") {
            Ok(running)
        } else {
            Err(LoadError("the server did not start; try 'cardroom load host' to see why".to_string()))
        }
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        // Whoever does not read its standard input is told.
        let _ = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            if matches!(self.child.try_wait(), Ok(Some(_)) | Err(_)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
