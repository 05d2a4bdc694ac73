//! A stream that another process writes, followed through the log: it can be looked at like a desk, and takes no commands.

use crate::clock::{Clock, StreamTime};
use crate::stream_writer::{CommandRecords, EventListener, EventSide, Hosted, KnownPast, Past, StreamWriter};
use engine::{Machine, Moment};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::blocking::may_wait;
use store::{CommandId as Id, Store, StoreError, Stream, Vault};

/// A number for each desk and mirror there has been: whoever follows one notices when another has come in its place.
pub(crate) fn instance() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// What another process keeps in a stream.
pub struct Mirror<M: Hosted> {
    stream: Stream,
    machine: M,
    clock: Arc<dyn Clock>,
    inside: Mutex<MirrorState<M>>,
    watches: Mutex<Vec<EventListener<M>>>,
    instance: u64,
    /// The version of the snapshot that it began with.
    snapshot_at: u64,
}

struct MirrorState<M: Hosted> {
    past: Past<M>,
    time: StreamTime,
}

impl<M: Hosted> Mirror<M> {
    /// Reads what has happened so far.
    ///
    /// # Errors
    /// If the log cannot be read.
    pub(crate) fn open(
        (store, vault): (&dyn Store, &Vault),
        stream: Stream,
        machine: M,
        clock: &Arc<dyn Clock>,
    ) -> Result<Mirror<M>, StoreError> {
        let past = Past::latest(store, vault, &stream, &machine)?;
        let time = StreamTime::resume(past.moment(), &**clock);
        let mirror = Mirror {
            snapshot_at: past.version,
            stream,
            machine,
            clock: Arc::clone(clock),
            inside: Mutex::new(MirrorState { past, time }),
            watches: Mutex::default(),
            instance: instance(),
        };
        mirror.read_on(store, vault)?;
        Ok(mirror)
    }

    /// What is known, for a desk that goes on from there.
    pub(crate) fn known(&self) -> KnownPast<M>
    where
        M::State: Clone,
    {
        KnownPast { past: lock(&self.inside).past.mark(), snapshot_at: self.snapshot_at }
    }

    /// The number of records that are known.
    pub(crate) fn version(&self) -> u64 {
        lock(&self.inside).past.version
    }

    /// Reads what the log has beyond what is known, and announces it command by command.
    ///
    /// # Errors
    /// If the log cannot be read.
    pub(crate) fn read_on(&self, store: &dyn Store, vault: &Vault) -> Result<(), StoreError> {
        let mut inside = lock(&self.inside);
        let watches = lock(&self.watches);
        let MirrorState { past, time } = &mut *inside;
        // What belongs to one command was kept together and is announced together.
        let mut under_way: Option<(Option<Id>, CommandRecords<M::Event>)> = None;
        let mut last = None;
        let announce = |state: &M::State, done: &CommandRecords<M::Event>| {
            watches.iter().for_each(|watch| watch(state, done));
        };
        let read =
            past.read_on(store, vault, &self.stream, &self.machine, &mut |side, record, event, state| {
                if side == EventSide::Before {
                    let goes_on = under_way.as_ref().is_some_and(|(command, _)| *command == record.command);
                    if let Some((_, done)) = under_way.take_if(|_| !goes_on) {
                        announce(state, &done);
                    }
                    let version = record.version;
                    let new = || {
                        let done =
                            CommandRecords { first: version, last: version, events: Vec::new(), again: true };
                        (record.command, done)
                    };
                    let (_, done) = under_way.get_or_insert_with(new);
                    done.last = version;
                    done.events.push(event.clone());
                    last = Some(record.when.moment);
                }
            });
        if let Some((_, done)) = under_way {
            announce(&past.state, &done);
        }
        if let Some(moment) = last {
            *time = StreamTime::resume(moment.max(time.now(&*self.clock).moment), &*self.clock);
        }
        read
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A stream of the floor as this process sees it: by the desk that runs it here, or by what another process has written.
pub enum StreamHandle<M: Hosted> {
    /// This process runs it.
    Here(Arc<StreamWriter<M>>),
    Elsewhere(Arc<Mirror<M>>),
}

impl<M: Hosted> Clone for StreamHandle<M> {
    fn clone(&self) -> StreamHandle<M> {
        match self {
            StreamHandle::Here(desk) => StreamHandle::Here(Arc::clone(desk)),
            StreamHandle::Elsewhere(mirror) => StreamHandle::Elsewhere(Arc::clone(mirror)),
        }
    }
}

impl<M: Hosted> StreamHandle<M> {
    /// Its stream.
    pub fn stream(&self) -> &Stream {
        match self {
            StreamHandle::Here(desk) => desk.stream(),
            StreamHandle::Elsewhere(mirror) => &mirror.stream,
        }
    }

    /// Its machine.
    pub fn machine(&self) -> &M {
        match self {
            StreamHandle::Here(desk) => desk.machine(),
            StreamHandle::Elsewhere(mirror) => &mirror.machine,
        }
    }

    /// Looks at the state.
    pub fn with_state<T>(&self, at: impl FnOnce(&<M as Machine>::State) -> T) -> T {
        match self {
            StreamHandle::Here(desk) => desk.with_state(at),
            StreamHandle::Elsewhere(mirror) => {
                may_wait("a stream that is followed");
                at(&lock(&mirror.inside).past.state)
            }
        }
    }

    /// The number of records that the state stands on.
    pub fn version(&self) -> u64 {
        match self {
            StreamHandle::Here(desk) => desk.version(),
            StreamHandle::Elsewhere(mirror) => mirror.version(),
        }
    }

    /// The recorded time of the stream; of another process's, by what it has written last.
    pub fn now(&self) -> Moment {
        match self {
            StreamHandle::Here(desk) => desk.now(),
            StreamHandle::Elsewhere(mirror) => Moment(lock(&mirror.inside).time.now(&*mirror.clock).moment),
        }
    }

    /// Has everything announced that is kept from now on.
    pub fn watch(&self, watch: EventListener<M>) {
        match self {
            StreamHandle::Here(desk) => desk.watch(watch),
            StreamHandle::Elsewhere(mirror) => lock(&mirror.watches).push(watch),
        }
    }

    /// Like no other desk or mirror there has been in this process.
    pub fn instance(&self) -> u64 {
        match self {
            StreamHandle::Here(desk) => desk.instance(),
            StreamHandle::Elsewhere(mirror) => mirror.instance,
        }
    }

    /// The desk, where this process runs it.
    pub fn desk(&self) -> Option<&Arc<StreamWriter<M>>> {
        match self {
            StreamHandle::Here(desk) => Some(desk),
            StreamHandle::Elsewhere(_) => None,
        }
    }
}
