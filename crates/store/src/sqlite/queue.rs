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
    pub(super) fn tell(self, answer: Result<Kept, StoreError>) {
        match self {
            // A listener that panics harms itself and not those who wait behind it.
            Listener::Done(done) => drop(catch_unwind(AssertUnwindSafe(|| done(answer)))),
            Listener::Waiting(waiting) => waiting.slot.put(answer),
        }
    }
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
    answer: Mutex<Option<Result<Kept, StoreError>>>,
    thread: Thread,
}

impl Slot {
    /// A slot for this thread, and the listener that fills it.
    pub(super) fn new() -> (Arc<Slot>, Listener) {
        let slot = Arc::new(Slot { answer: Mutex::new(None), thread: std::thread::current() });
        (Arc::clone(&slot), Listener::Waiting(Waiting { slot }))
    }

    /// Puts the answer; what comes after the first is not heard.
    fn put(&self, answer: Result<Kept, StoreError>) {
        let mut slot = self.answer.lock().unwrap_or_else(PoisonError::into_inner);
        if slot.is_none() {
            *slot = Some(answer);
            drop(slot);
            self.thread.unpark();
        }
    }

    /// Waits for the answer, on the thread that made the slot.
    pub(super) fn wait(&self) -> Result<Kept, StoreError> {
        loop {
            if let Some(answer) = self.answer.lock().unwrap_or_else(PoisonError::into_inner).clone() {
                return answer;
            }
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
