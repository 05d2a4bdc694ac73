//! A line on a terminal that says how far long work is. Where standard error is no terminal there is none.

use std::io::{IsTerminal, Write as _};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Work that takes longer than this shows a bar.
const LONG: Duration = Duration::from_millis(500);
/// It is drawn anew no sooner than this.
const PAUSE: Duration = Duration::from_millis(100);

/// How far it is, told from any thread.
pub(crate) struct Bar {
    total: u64,
    label: String,
    began: Instant,
    shown: Mutex<Option<Instant>>,
    terminal: bool,
}

impl Bar {
    /// For so many things to do: "of 1000 rounds".
    pub(crate) fn new(total: u64, what: &str) -> Bar {
        Bar::labelled(total, format!("of {total} {what}"))
    }

    /// With words of its own behind the percentage.
    pub(crate) fn labelled(total: u64, label: String) -> Bar {
        let terminal = std::io::stderr().is_terminal();
        Bar { total, label, began: Instant::now(), shown: Mutex::new(None), terminal }
    }

    /// So many are done.
    pub(crate) fn show(&self, done: u64) {
        self.show_of(done, self.total);
    }

    /// So many are done of a total that is not known beforehand.
    pub(crate) fn show_of(&self, done: u64, total: u64) {
        if !self.terminal || self.began.elapsed() < LONG {
            return;
        }
        let Ok(mut shown) = self.shown.try_lock() else { return };
        if shown.is_some_and(|last| last.elapsed() < PAUSE) {
            return;
        }
        *shown = Some(Instant::now());
        let percent = u128::from(done.min(total)) * 100 / u128::from(total.max(1));
        let filled = (percent / 4) as usize;
        let bar = format!("{}{}", "#".repeat(filled), ".".repeat(25 - filled));
        let _ = write!(std::io::stderr(), "\r[{bar}] {percent}% {}", self.label);
    }

    /// Wipes the line off the terminal.
    pub(crate) fn clear(&self) {
        if self.shown.lock().is_ok_and(|shown| shown.is_some()) {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
