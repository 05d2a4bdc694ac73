//! How far a solution is: counted here, shown by whoever has a clock and a screen.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Pieces of work: how many are known of, and how many are done.
#[derive(Debug, Default)]
pub struct Watch {
    known: AtomicUsize,
    done: AtomicUsize,
}

impl Watch {
    /// So many pieces more to do.
    pub(crate) fn expect(&self, pieces: usize) {
        self.known.fetch_add(pieces, Ordering::Relaxed);
    }

    /// So many more are done.
    pub(crate) fn did(&self, pieces: usize) {
        self.done.fetch_add(pieces, Ordering::Relaxed);
    }

    /// Pieces done, and pieces known of.
    pub fn progress(&self) -> (usize, usize) {
        (self.done.load(Ordering::Relaxed), self.known.load(Ordering::Relaxed))
    }
}
