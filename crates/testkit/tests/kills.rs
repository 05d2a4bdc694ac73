//! A floor with a table of every game is killed a few hundred times, at any moment and at every named point of writing,
//! and goes on each time with what it left: nothing acknowledged is lost, nothing stands twice, all money agrees.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use testkit::dice::Dice;
use testkit::torture::{Death, Victim, furnish, gathered, points, random_death};

/// The program that dies.
const PROGRAM: &str = env!("CARGO_BIN_EXE_testkit");
/// Deaths at random moments.
const KILLS: u64 = 240;
/// After so many a floor begins anew, so that reading all of its log stays cheap.
const EACH: u64 = 12;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("cardroom-kills-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// A copy of a closed store.
    fn copy(&self, of: &Path, name: &str) -> String {
        let path = self.0.join(name);
        std::fs::copy(of, &path).unwrap();
        path.to_str().unwrap().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Works through numbered pieces on two threads.
fn on_two_threads(pieces: u64, work: impl Fn(u64) + Sync) {
    let next = AtomicU64::new(0);
    let work = || {
        loop {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            if piece >= pieces {
                return;
            }
            work(piece);
        }
    };
    std::thread::scope(|scope| {
        let threads = [scope.spawn(work), scope.spawn(work)];
        threads.into_iter().for_each(|thread| thread.join().unwrap());
    });
}

#[test]
fn at_random_moments() {
    let folder = Folder::new("random");
    let made = folder.0.join("furnished.db");
    furnish(&made).unwrap();
    let (acknowledged, with_calls) = (AtomicU64::new(0), AtomicU64::new(0));
    on_two_threads(KILLS / EACH, |seed| {
        let mut victim = Victim::new(Path::new(PROGRAM), &folder.copy(&made, &format!("{seed}.db")), seed);
        let mut dice = Dice::new(seed);
        for kill in 0..EACH {
            let death = random_death(&mut dice, Duration::from_millis(80));
            // Some lives are examined by opening the floor, which does what is due; the others leave that to the next.
            victim.live_and_die(&death, kill % 3 == 2).unwrap();
        }
        acknowledged.fetch_add(victim.acknowledged() as u64, Ordering::Relaxed);
        with_calls.fetch_add(victim.died_with_calls, Ordering::Relaxed);
    });
    let (acknowledged, with_calls) = (acknowledged.into_inner(), with_calls.into_inner());
    println!("{KILLS} kills, {acknowledged} commands acknowledged; {with_calls} died with calls due");
    assert!(acknowledged > KILLS * 10, "{acknowledged}");
    assert!(with_calls > KILLS / 20, "{with_calls}");
}

#[test]
fn at_every_point() {
    let folder = Folder::new("points");
    let made = folder.0.join("furnished.db");
    furnish(&made).unwrap();
    let all: Vec<&str> = points().collect();
    on_two_threads(all.len() as u64, |at| {
        let point = all[at as usize];
        let store = folder.copy(&made, &format!("{at}.db"));
        let mut victim = Victim::new(Path::new(PROGRAM), &store, 1_000 + at);
        // Early in a life, and in the middle of one; each goes on with what the one before has left. Nobody is told that
        // they sit before their file has agreed, so that some appends go by before the first acknowledgement.
        for count in [1, 2, 23, 60] {
            let count = if point.starts_with("checkpoint") { 1 } else { count };
            victim.live_and_die(&Death::At(point.to_string(), count), count != 2).unwrap();
        }
        assert!(victim.acknowledged() > 0, "{point}");
    });
}

#[test]
fn while_the_index_of_commands_is_written() {
    let folder = Folder::new("index");
    let made = folder.0.join("furnished.db");
    furnish(&made).unwrap();
    gathered(&made).unwrap();
    for (at, point) in ["commands/begin", "commands/committing", "commands/committed"].into_iter().enumerate()
    {
        let store = folder.copy(&made, &format!("{at}.db"));
        let mut victim = Victim::new(Path::new(PROGRAM), &store, 2_000 + at as u64);
        victim.live_and_die(&Death::At(point.to_string(), 1), true).unwrap();
        assert!(victim.acknowledged() > 0, "{point}");
    }
}
