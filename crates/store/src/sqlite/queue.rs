//! What waits for the writer: everything that is queued is taken at once and made durable together.

use crate::log::{Done, StoreError};
use crate::record::{Append, Command, Epoch, Kept, Snapshot, Stream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Thread;
use std::time::{Duration, Instant};

/// Where an answer goes.
pub(super) type Reply<T> = SyncSender<Result<T, StoreError>>;

/// Who is told whether an append is kept.
pub(super) enum Listener {
    Done(Done),
    Waiting(Waiting),
}

impl Listener {
    /// Tells one that its append is not kept.
    pub(super) fn refuse(self, error: StoreError) {
        match self {
            Listener::Done(done) => call(done, Err(error)),
            Listener::Waiting(waiting) => waiting.slot.put(Err(error)),
        }
    }

    /// Tells many. Threads that wait are woken by each other, as a tree: to wake a thread takes as long as to write a
    /// record, and the writer has better things to do.
    pub(super) fn tell_all(told: Vec<(Listener, Result<Kept, StoreError>)>) {
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
fn call(done: Done, answer: Result<Kept, StoreError>) {
    drop(catch_unwind(AssertUnwindSafe(|| done(answer))));
}

/// A thread that waits for its answer; it is told also when the writer dies.
pub(super) struct Waiting {
    slot: Arc<Slot>,
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.slot.put(Err(StoreError::Doubtful("the writer stopped before it answered".into())));
    }
}

/// Where a thread finds its answer: lighter than a channel, for there is one answer and one who waits.
pub(super) struct Slot {
    found: Mutex<Found>,
    thread: Thread,
}

#[derive(Default)]
struct Found {
    answer: Option<Result<Kept, StoreError>>,
    /// Whom this thread is to wake.
    below: Vec<Arc<Slot>>,
    filled: bool,
}

impl Slot {
    /// A slot for this thread, and the listener that fills it.
    pub(super) fn new() -> (Arc<Slot>, Listener) {
        let slot = Arc::new(Slot { found: Mutex::default(), thread: std::thread::current() });
        (Arc::clone(&slot), Listener::Waiting(Waiting { slot }))
    }

    /// Puts the answer where there is none yet; whether there was none.
    fn fill(&self, answer: Result<Kept, StoreError>, below: Vec<Arc<Slot>>) -> bool {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if found.filled {
            return false;
        }
        *found = Found { answer: Some(answer), below, filled: true };
        true
    }

    fn put(&self, answer: Result<Kept, StoreError>) {
        if self.fill(answer, Vec::new()) {
            self.thread.unpark();
        }
    }

    /// Waits for the answer, on the thread that made the slot.
    pub(super) fn wait(&self) -> Result<Kept, StoreError> {
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

/// A segment made ready outside the writer.
pub(super) struct Segment {
    pub(super) stream: Stream,
    pub(super) first: u64,
    pub(super) last: u64,
    pub(super) bytes: Vec<u8>,
    /// Where its records lie until now.
    pub(super) places: Vec<i64>,
    pub(super) commands: Vec<Command>,
}

/// Something to be written.
pub(super) enum Job {
    Append(Append, Listener),
    Claim(Stream, Reply<Epoch>),
    Snapshot(Snapshot, Reply<()>),
    Seal(Box<Segment>, Reply<()>),
    Limit(u32, Reply<()>),
}

pub(super) struct Queue {
    state: Mutex<State>,
    ready: Condvar,
}

#[derive(Default)]
struct State {
    jobs: Vec<Job>,
    /// The writer wants to be woken when there are so many.
    wanted: usize,
    closed: bool,
}

impl Queue {
    pub(super) fn new() -> Queue {
        Queue { state: Mutex::new(State::default()), ready: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a job; gives it back where the writer has stopped.
    pub(super) fn push(&self, job: Job) -> Option<Job> {
        let mut state = self.state();
        if state.closed {
            return Some(job);
        }
        state.jobs.push(job);
        let wake = state.jobs.len() == state.wanted;
        drop(state);
        if wake {
            self.ready.notify_one();
        }
        None
    }

    /// No more is taken; what is queued is still written.
    pub(super) fn close(&self) {
        self.state().closed = true;
        self.ready.notify_one();
    }

    /// Everything that is queued, or nothing where the queue is closed and empty; waits for the first as long as it
    /// takes.
    pub(super) fn take(&self) -> Vec<Job> {
        let mut state = self.state();
        state.wanted = 1;
        while state.jobs.is_empty() && !state.closed {
            state = self.ready.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.wanted = 0;
        let room = Vec::with_capacity(state.jobs.len());
        std::mem::replace(&mut state.jobs, room)
    }

    /// What has come since, waiting a little for as many as are hoped for: those who were just answered tend to come
    /// again.
    pub(super) fn take_more(&self, hoped: usize, patience: Duration) -> Vec<Job> {
        let mut state = self.state();
        if state.jobs.is_empty() && hoped > 0 && !state.closed {
            let until = Instant::now() + patience;
            // Half of them are worth waking up for: the others come while these are written.
            state.wanted = hoped.div_ceil(2);
            while state.jobs.len() < state.wanted && !state.closed {
                let left = until.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    break;
                }
                state = self.ready.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
            }
            state.wanted = 0;
        }
        let room = Vec::with_capacity(state.jobs.len());
        std::mem::replace(&mut state.jobs, room)
    }
}
