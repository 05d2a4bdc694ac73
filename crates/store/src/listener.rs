//! Who waits for an answer, and how they are told: all of a group at once, without keeping the writer.

use crate::log::{AppendCallback, StoreError};
use crate::record::AppendOutcome;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Thread;

/// Who is told whether an append is kept.
pub(crate) enum Listener {
    Done(AppendCallback),
    Waiting(AppendWaiter),
}

impl Listener {
    /// Tells one that its append is not kept.
    pub(crate) fn refuse(self, error: StoreError) {
        match self {
            Listener::Done(done) => call(done, Err(error)),
            Listener::Waiting(waiting) => waiting.slot.put(Err(error)),
        }
    }

    /// Tells many. Threads that wait are woken by each other, as a tree: to wake a thread takes as long as to write a
    /// record, and the writer has better things to do.
    pub(crate) fn tell_all(told: Vec<(Listener, Result<AppendOutcome, StoreError>)>) {
        let mut waiting = Vec::with_capacity(told.len());
        for (listener, answer) in told {
            match listener {
                Listener::Done(done) => call(done, answer),
                Listener::Waiting(thread) => waiting.push((thread, answer)),
            }
        }
        let slots: Vec<Arc<Slot>> = waiting.iter().map(|(thread, _)| Arc::clone(&thread.slot)).collect();
        // From the leaves up, so that whoever finds its answer before it is woken can wake those below it.
        for (at, (thread, answer)) in waiting.into_iter().enumerate().rev() {
            let below = slots.iter().skip(2 * at + 1).take(2).cloned().collect();
            thread.slot.fill(answer, below);
        }
        if let Some(first) = slots.first() {
            first.thread.unpark();
        }
    }
}

/// A listener that panics harms itself and not those who wait behind it.
fn call(done: AppendCallback, answer: Result<AppendOutcome, StoreError>) {
    drop(catch_unwind(AssertUnwindSafe(|| done(answer))));
}

/// A thread that waits for its answer; it is told also when the writer dies.
pub(crate) struct AppendWaiter {
    slot: Arc<Slot>,
}

impl Drop for AppendWaiter {
    fn drop(&mut self) {
        self.slot.put(Err(StoreError::Doubtful("the writer stopped before it answered".into())));
    }
}

/// Where a thread finds its answer: lighter than a channel, for there is one answer and one who waits.
pub(crate) struct Slot {
    found: Mutex<SlotState>,
    thread: Thread,
}

#[derive(Default)]
struct SlotState {
    answer: Option<Result<AppendOutcome, StoreError>>,
    /// Whom this thread is to wake.
    below: Vec<Arc<Slot>>,
    filled: bool,
}

impl Slot {
    /// A slot for this thread, and the listener that fills it.
    pub(crate) fn new() -> (Arc<Slot>, Listener) {
        let slot = Arc::new(Slot { found: Mutex::default(), thread: std::thread::current() });
        (Arc::clone(&slot), Listener::Waiting(AppendWaiter { slot }))
    }

    /// Puts the answer where there is none yet; whether there was none.
    fn fill(&self, answer: Result<AppendOutcome, StoreError>, below: Vec<Arc<Slot>>) -> bool {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if found.filled {
            return false;
        }
        *found = SlotState { answer: Some(answer), below, filled: true };
        true
    }

    fn put(&self, answer: Result<AppendOutcome, StoreError>) {
        if self.fill(answer, Vec::new()) {
            self.thread.unpark();
        }
    }

    /// Waits for the answer, on the thread that made the slot.
    pub(crate) fn wait(&self) -> Result<AppendOutcome, StoreError> {
        loop {
            let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(answer) = found.answer.take() {
                let below = std::mem::take(&mut found.below);
                drop(found);
                below.iter().for_each(|slot| slot.thread.unpark());
                return answer;
            }
            drop(found);
            std::thread::park();
        }
    }
}
