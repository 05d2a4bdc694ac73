//! How fast the SQLite store keeps, reads and verifies, beside the bare limit of the same file in the same run.
//!
//! `cargo bench -p cardroom-store --bench store [-- EVENTS [write]]`, about a minute; with `write` only the first three rows. Files
//! go to `CARDROOM_BENCH_DIR`, or to the folder for temporary files.
//!
//! * *Bare limit*: one thread that commits groups of 64 of the same rows with the same statements, hashes and
//!   waiting for the disk. It has nobody to judge, to answer or to wait for.
//! * *Producers as tasks*: 64 producers, each with its own stream, one event of 200 bytes and a command's id at a time,
//!   the next when the last is acknowledged. One thread runs all of them on the answers, as a floor runs its tables.
//! * *A thread each*: the same producers, each a thread that sleeps until it is answered: 64 threads are put to sleep
//!   and woken for every group, on however many cores there are.
//!
//! The three take turns, so that a disk that is busy for a while is so for all of them.

#![allow(clippy::float_arithmetic)] // Rates and times for people to read.

mod bare;
mod work;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use store::{SqliteStore, Store};

/// How often the bare limit and the store take turns.
const TURNS: u64 = 5;

fn main() {
    let events = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(1_000_000_u64);
    let dir = std::env::var_os("CARDROOM_BENCH_DIR").map_or_else(std::env::temp_dir, PathBuf::from);
    let dir = dir.join(format!("cardroom-bench-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a folder for the files");
    println!("| the store on SQLite | events/s | p50 | p99 | p99.9 | of the bare limit |");
    println!("|---|--:|--:|--:|--:|--:|");
    write(&dir, events);
    if !std::env::args().any(|arg| arg == "write") {
        println!("{}|", work::producers(&dir.join("one.db"), 1, 5_000).row("1 producer"));
        let settlements = work::settlements(&dir.join("settlements.db"), 500);
        println!("{}|", settlements.row("30 events in one append, 100 times a second"));
        read(&dir);
    }
    let _ = std::fs::remove_dir_all(&dir);
}

fn write(dir: &Path, events: u64) {
    let (mut bare, mut tasks, mut threads) = (Vec::new(), Vec::new(), Vec::new());
    for turn in 0..TURNS {
        let file = |name: &str| dir.join(format!("{name}-{turn}.db"));
        bare.push(bare::group_commits(&file("bare"), events / TURNS));
        tasks.push(work::tasks(&file("tasks"), 64, events / TURNS));
        threads.push(work::producers(&file("threads"), 64, events / TURNS));
        for name in ["bare", "tasks", "threads"] {
            let _ = std::fs::remove_file(file(name));
        }
    }
    // Of each turn, since what the disk does changes between them; the middle one, and the others beside it.
    let of = |runs: &[Run]| {
        let mut parts: Vec<f64> =
            runs.iter().zip(&bare).map(|(run, bare)| run.rate() / bare.rate()).collect();
        parts.sort_by(f64::total_cmp);
        format!("{:.2} ({:.2} – {:.2})", parts[parts.len() / 2], parts[0], parts[parts.len() - 1])
    };
    let (of_tasks, of_threads) = (of(&tasks), of(&threads));
    let row = |runs: Vec<Run>, name: &str| Run::all(runs).row(name);
    println!("{}1 |", row(bare, "bare limit, groups of 64"));
    println!("{}{of_tasks} |", row(tasks, "64 producers, as tasks"));
    println!("{}{of_threads} |", row(threads, "64 producers, a thread each"));
}

fn read(dir: &Path) {
    let path = dir.join("many.db");
    work::fill(&path, 1_000_000);
    let begun = Instant::now();
    let store = SqliteStore::open(&path).expect("opens");
    println!(
        "{}|",
        Run { events: 1_000_000, took: begun.elapsed(), waits: vec![] }.row("open, 1,000,000 records")
    );
    let (begun, mut seen) = (Instant::now(), 0_u64);
    let each = &mut |_| {
        seen += 1;
        std::ops::ControlFlow::Continue(())
    };
    store.scan(each).expect("scan");
    println!("{}|", Run { events: seen, took: begun.elapsed(), waits: vec![] }.row("scan"));
    let begun = Instant::now();
    let found = store::verify(&store, &mut |_| {}).expect("verified");
    assert!(found.is_whole(), "{:?}", found.damages);
    println!("{}|", Run { events: found.records, took: begun.elapsed(), waits: vec![] }.row("verify"));
}

/// What was measured.
pub(crate) struct Run {
    pub(crate) events: u64,
    pub(crate) took: Duration,
    /// How long each answer, or each group, took.
    pub(crate) waits: Vec<Duration>,
}

impl Run {
    fn rate(&self) -> f64 {
        self.events as f64 / self.took.as_secs_f64()
    }

    fn all(runs: Vec<Run>) -> Run {
        let empty = Run { events: 0, took: Duration::ZERO, waits: Vec::new() };
        runs.into_iter().fold(empty, |mut all, run| {
            all.waits.extend(run.waits);
            Run { events: all.events + run.events, took: all.took + run.took, ..all }
        })
    }

    /// As a row of the table, without the last column.
    fn row(mut self, name: &str) -> String {
        self.waits.sort_unstable();
        let waits = &self.waits;
        let at = |part: usize| {
            if waits.is_empty() {
                String::new()
            } else {
                format!("{:.2?}", waits[(waits.len() * part / 1000).min(waits.len() - 1)])
            }
        };
        format!("| {name} | {:.0} | {} | {} | {} | ", self.rate(), at(500), at(990), at(999))
    }
}
