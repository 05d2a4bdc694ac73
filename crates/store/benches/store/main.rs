//! How fast the SQLite store keeps, reads and verifies, beside the bare limit of the same file in the same run.
//!
//! `cargo bench -p store [-- EVENTS]`; files go to `CARDROOM_BENCH_DIR`, or to the folder for temporary files.

#![allow(clippy::float_arithmetic)] // Rates and times for people to read.

mod bare;
mod work;

use std::path::PathBuf;
use std::time::{Duration, Instant};
use store::{SqliteStore, Store};

fn main() {
    let events = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(600_000_u64);
    let dir = std::env::var_os("CARDROOM_BENCH_DIR").map_or_else(std::env::temp_dir, PathBuf::from);
    let dir = dir.join(format!("cardroom-bench-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a folder for the files");
    // In turns, so that a disk that is busy for a while is so for both.
    let rounds = 3;
    let (mut bare, mut shared) = (Vec::new(), Vec::new());
    for round in 0..rounds {
        bare.push(bare::group_commits(&dir.join(format!("bare-{round}.db")), events / rounds));
        shared.push(work::producers(&dir.join(format!("floor-{round}.db")), 64, events / rounds));
    }
    bare.iter().for_each(|run| println!("bare limit, groups of 64      {run}"));
    shared.iter().for_each(|run| println!("64 producers                  {run}"));
    let total = |runs: &[Run]| runs.iter().map(Run::rate).sum::<f64>();
    println!("64 producers / bare limit     {:.2}", total(&shared) / total(&bare));
    println!("1 producer                    {}", work::producers(&dir.join("one.db"), 1, 5_000));
    println!("30 events, 100 times a second {}", work::settlements(&dir.join("settlements.db"), 500));

    let path = dir.join("many.db");
    work::fill(&path, 1_000_000);
    let begun = Instant::now();
    let store = SqliteStore::open(&path).expect("opens");
    println!("open with 1,000,000 records   {:.0?}", begun.elapsed());
    let (begun, mut seen) = (Instant::now(), 0_u64);
    let each = &mut |_| {
        seen += 1;
        std::ops::ControlFlow::Continue(())
    };
    store.scan(each).expect("scan");
    println!("scan                          {}", Run { events: seen, took: begun.elapsed(), waits: vec![] });
    let begun = Instant::now();
    let found = store::verify(&store, &mut |_| {}).expect("verified");
    assert!(found.is_whole(), "{:?}", found.damages);
    println!(
        "verify                        {}",
        Run { events: found.records, took: begun.elapsed(), waits: vec![] }
    );
    drop(store);
    let _ = std::fs::remove_dir_all(&dir);
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
}

impl std::fmt::Display for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:>9.0} events/s", self.rate())?;
        let mut waits = self.waits.clone();
        waits.sort_unstable();
        let at = |part: usize| waits[(waits.len() * part / 1000).min(waits.len() - 1)];
        if !waits.is_empty() {
            write!(f, "  p50 {:.2?}  p99 {:.2?}  p99.9 {:.2?}", at(500), at(990), at(999))?;
        }
        Ok(())
    }
}
