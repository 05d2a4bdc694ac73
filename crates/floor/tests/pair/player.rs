//! A process that plays: it takes its part of the floor, plays at every table of it, and says what was acknowledged.
//!
//! A command's id begins with the process and with how often it has begun at a table: the log shows who wrote.

use crate::house::{manager, vault};
use floor::demo::{Croupier, DEALER, Stopped};
use floor::{CommandOutcome, Floor, FloorError, Options};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;
use store::{PostgresSettings, PostgresStore, StoreError, Stream};

/// What the threads of a playing process share.
#[derive(Default)]
struct Shared {
    out: Mutex<()>,
    rounds: AtomicU64,
    pause: AtomicBool,
    stop: AtomicBool,
}

impl Shared {
    fn say(&self, line: &str) {
        let _one = self.out.lock().unwrap_or_else(|broken| broken.into_inner());
        let mut out = std::io::stdout().lock();
        // Nobody listens any more: the test has failed, and we go too.
        if out.write_all(format!("{line}\n").as_bytes()).and_then(|()| out.flush()).is_err() {
            std::process::exit(1);
        }
    }
}

/// Plays until told to stop, or killed.
pub(crate) fn play(url: &str, name: &str, patience_ms: u64) {
    let settings = PostgresSettings { patience: Duration::from_millis(patience_ms), beats: true };
    let store = PostgresStore::connect_with(url, name, settings).expect("the store");
    let options = Options { shared: true, snapshot_every: 500, ..Options::default() };
    let floor = Floor::open(Arc::new(store), vault(), options).expect("a floor");
    let looking = floor.look_after();
    let shared = Arc::new(Shared::default());
    listen(&shared);
    shared.say("ready");
    let mut playing: BTreeMap<Stream, JoinHandle<()>> = BTreeMap::new();
    let mut begun = 0;
    while !shared.stop.load(Ordering::Acquire) {
        playing.retain(|_, player| !player.is_finished());
        let tables = floor.tables();
        for table in tables.iter().filter(|table| !table.is_fenced()) {
            if shared.pause.load(Ordering::Acquire) || playing.contains_key(table.stream()) {
                continue;
            }
            begun += 1;
            let seed = u64::from(std::process::id()) << 24 | begun;
            let (floor, shared, stream) = (Arc::clone(&floor), Arc::clone(&shared), table.stream().clone());
            let player = std::thread::spawn(move || play_at(&floor, stream, seed, &shared));
            playing.insert(table.stream().clone(), player);
        }
        if playing.is_empty() && shared.pause.load(Ordering::Acquire) {
            shared.say("paused");
        }
        let mut here = format!("here {} {}", floor.meters().len(), shared.rounds.load(Ordering::Acquire));
        for table in &tables {
            let _ = write!(here, " {}", table.stream());
        }
        shared.say(&here);
        std::thread::sleep(Duration::from_millis(50));
    }
    playing.into_values().for_each(|player| drop(player.join()));
    floor.close();
    let _ = looking.join();
    shared.say("closed");
}

/// Hears "pause", "play" and "stop".
fn listen(shared: &Arc<Shared>) {
    let shared = Arc::clone(shared);
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            match line.as_str() {
                "pause" => shared.pause.store(true, Ordering::Release),
                "play" => shared.pause.store(false, Ordering::Release),
                _ => break,
            }
        }
        shared.pause.store(true, Ordering::Release);
        shared.stop.store(true, Ordering::Release);
    });
}

/// Plays round after round until somebody else has the table.
fn play_at(floor: &Arc<Floor>, table: Stream, seed: u64, shared: &Arc<Shared>) {
    let croupier = Croupier::new(Arc::clone(floor), table.clone(), DEALER, manager(), seed);
    let mut croupier = croupier.expect("the name of a table");
    let (heard, of) = (Arc::clone(shared), table);
    croupier.heard = Some(Box::new(move |id, answer| match answer {
        CommandOutcome::Done(done) if done.last >= done.first => {
            let id: String = id.0.iter().map(|byte| format!("{byte:02x}")).collect();
            heard.say(&format!("kept {of} {id} {} {}", done.first, done.last));
        }
        CommandOutcome::Failed(StoreError::Fenced { .. }) => heard.say(&format!("fenced {of}")),
        _ => {}
    }));
    while !shared.pause.load(Ordering::Acquire) {
        match croupier.round() {
            Ok(()) => {
                shared.rounds.fetch_add(1, Ordering::AcqRel);
                // So that nobody has lost all chips before the test is over.
                std::thread::sleep(Duration::from_millis(50));
            }
            Err(Stopped::Floor(FloorError::NoTable(_) | FloorError::Store(StoreError::Fenced { .. }))) => {
                return;
            }
            Err(stopped) => {
                shared.say(&format!("stopped {stopped}"));
                std::thread::sleep(Duration::from_millis(100));
            }
        }
    }
}
