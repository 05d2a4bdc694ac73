//! A race: contenders take turns at the same hands, and the best time of each counts.

use std::hint::black_box;
use std::time::{Duration, Instant};

pub(crate) struct Size {
    pub(crate) rounds: usize,
    pub(crate) small: bool,
}

/// One way to rank the hands of a workload.
pub(crate) struct Contender<'a> {
    name: &'a str,
    ours: bool,
    run: Box<dyn FnMut() -> u64 + 'a>,
}

pub(crate) fn ours<'a>(name: &'a str, run: impl FnMut() -> u64 + 'a) -> Contender<'a> {
    Contender { name, ours: true, run: Box::new(run) }
}

pub(crate) fn peer<'a>(name: &'a str, run: impl FnMut() -> u64 + 'a) -> Contender<'a> {
    Contender { name, ours: false, run: Box::new(run) }
}

/// Lets the contenders take turns and prints the best time of each, and how many times as long the fastest
/// peer takes as each of ours.
pub(crate) fn race(size: &Size, workload: &str, hands: usize, mut contenders: Vec<Contender<'_>>) {
    let mut best = vec![Duration::MAX; contenders.len()];
    // Enough hands in one go that the clock does not matter.
    let repeats = (if size.small { 200_000 } else { 2_000_000 } / hands).max(1);
    for _ in 0..size.rounds {
        for (contender, best) in contenders.iter_mut().zip(&mut best) {
            let start = Instant::now();
            for _ in 0..repeats {
                black_box((contender.run)());
            }
            *best = (*best).min(start.elapsed());
        }
    }
    let picoseconds = |time: Duration| time.as_nanos() * 1_000 / (hands as u128 * repeats as u128);
    let peers = contenders.iter().zip(&best).filter(|(contender, _)| !contender.ours);
    let fastest = peers.map(|(_, &time)| picoseconds(time)).min();
    for (contender, &time) in contenders.iter().zip(&best) {
        let time = picoseconds(time);
        let (name, mut ratio) = (contender.name, String::new());
        if let (true, Some(fastest)) = (contender.ours, fastest) {
            let tenths = fastest * 10 / time.max(1);
            ratio = format!("{}.{} times as long", tenths / 10, tenths % 10);
        }
        println!("| {workload} | {name} | {}.{:03} | {ratio} |", time / 1_000, time % 1_000);
    }
}
