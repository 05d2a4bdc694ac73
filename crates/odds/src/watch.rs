//! How far a solution is: counted here, shown by whoever has a clock and a screen.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Pieces of work, part by part: how many there are in a part, and how many of them are done.
#[derive(Debug, Default)]
pub struct Watch {
    known: AtomicUsize,
    done: AtomicUsize,
}

impl Watch {
    /// A new part begins, with so many pieces to do.
    pub(crate) fn begin(&self, pieces: usize) {
        self.done.store(0, Ordering::Relaxed);
        self.known.store(pieces, Ordering::Relaxed);
    }

    /// So many more are done.
    pub(crate) fn did(&self, pieces: usize) {
        self.done.fetch_add(pieces, Ordering::Relaxed);
    }

    /// Pieces done, and pieces to do, of the part that is being worked on.
    pub fn progress(&self) -> (usize, usize) {
        (self.done.load(Ordering::Relaxed), self.known.load(Ordering::Relaxed))
    }
}
