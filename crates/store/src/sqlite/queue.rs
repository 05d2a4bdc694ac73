//! What waits for the writer: everything that is queued is taken at once and made durable together.

use crate::heads::HeadKey;
use crate::listener::Listener;
use crate::log::StoreError;
use crate::record::{Append, CommandId, Epoch, Snapshot, Stream};
use std::sync::mpsc::SyncSender;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// How often the writer looks for those it expects before it sleeps.
const LOOKS: usize = 100;

/// Where an answer goes.
pub(super) type Reply<T> = SyncSender<Result<T, StoreError>>;

/// A segment made ready outside the writer.
pub(super) struct Segment {
    pub(super) stream: Stream,
    pub(super) first: u64,
    pub(super) last: u64,
    pub(super) bytes: Vec<u8>,
    /// Where its records lie until now.
    pub(super) places: Vec<i64>,
    pub(super) commands: Vec<CommandId>,
}

/// Something to be written.
pub(super) enum Job {
    Append(Append, Listener),
    Claim(Stream, Reply<Epoch>),
    Snapshot(Snapshot, Reply<()>),
    Seal(Box<Segment>, Reply<()>),
    Limit(u32, Reply<()>),
    Mark(Reply<()>),
    ChangeHeadKey(HeadKey, Reply<()>),
    GiveBack(Option<u32>, Reply<u64>),
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
    /// takes. Until that moment those who were just answered are expected, and looked for before it sleeps.
    pub(super) fn take(&self, until: Instant) -> Vec<Job> {
        let mut state = self.look(until);
        state.wanted = 1;
        while state.jobs.is_empty() && !state.closed {
            state = self.ready.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.wanted = 0;
        let room = Vec::with_capacity(state.jobs.len());
        std::mem::replace(&mut state.jobs, room)
    }

    /// Looks whether something has come, again and again for a little while: to sleep and be woken takes longer than to
    /// look again, and meanwhile others may have the core.
    fn look(&self, until: Instant) -> MutexGuard<'_, State> {
        let mut state = self.state();
        for _ in 0..LOOKS {
            if !state.jobs.is_empty() || state.closed || Instant::now() >= until {
                break;
            }
            drop(state);
            std::thread::yield_now();
            state = self.state();
        }
        state
    }

    /// What has come since; waits until that moment where some are missing.
    pub(super) fn take_more(&self, missing: usize, until: Instant) -> Vec<Job> {
        let mut state = if missing > 0 { self.look(until) } else { self.state() };
        if state.jobs.is_empty() && missing > 0 {
            // Half of them are worth waking up for: the others come while these are written.
            state.wanted = missing.div_ceil(2);
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
