//! Work shared out among threads, watched by somebody who may stop it.

use crate::tally::Tally;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Is told how much is done of how much, and says whether to go on. It has the clock that we have not.
pub struct Watch<'a>(&'a (dyn Fn(u64, u64) -> bool + Sync));

impl<'a> Watch<'a> {
    /// Nobody watches: the work is done to its end.
    pub const NONE: Watch<'static> = Watch(&|_, _| true);

    /// A watch that is called with what is done and what there is to do, from any thread.
    pub fn new(go_on: &'a (dyn Fn(u64, u64) -> bool + Sync)) -> Watch<'a> {
        Watch(go_on)
    }

    pub(crate) fn go_on(&self, done: u64, total: u64) -> bool {
        (self.0)(done, total)
    }
}

impl fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watch")
    }
}

/// Does every unit of work once, each worker with a desk of its own; gives the desks back, and whether all was done.
pub(crate) fn share_out<D: Send>(
    threads: usize,
    units: u64,
    watch: &Watch<'_>,
    desk: impl Fn() -> D + Sync,
    work: impl Fn(&mut D, u64) + Sync,
) -> (Vec<D>, bool) {
    let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
    let stopped = AtomicBool::new(false);
    let worker = || {
        let mut desk = desk();
        while !stopped.load(Ordering::Relaxed) {
            let unit = next.fetch_add(1, Ordering::Relaxed);
            if unit >= units {
                return desk;
            }
            work(&mut desk, unit);
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            if done < units && !watch.go_on(done, units) {
                stopped.store(true, Ordering::Relaxed);
            }
        }
        desk
    };
    let threads = threads.clamp(1, 1024).min(usize::try_from(units).unwrap_or(usize::MAX)).max(1);
    let desks = if threads == 1 {
        vec![worker()]
    } else {
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(worker)).collect();
            let mut desks = vec![worker()];
            desks.extend(others.into_iter().map(|other| other.join().expect("a worker does not panic")));
            desks
        })
    };
    (desks, !stopped.into_inner())
}

/// Work that counts deals.
pub(crate) trait Counts {
    fn into_tally(self) -> Tally;
}

/// What all have counted together, if all was done.
pub(crate) fn add_up<D: Counts>((desks, finished): (Vec<D>, bool)) -> Option<Tally> {
    let mut tallies = desks.into_iter().map(Counts::into_tally);
    let mut tally = tallies.next()?;
    tallies.for_each(|other| tally.add_all(&other, 1));
    finished.then_some(tally)
}
