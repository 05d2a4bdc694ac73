//! A desk: one machine, its state, and the only right to write its stream. It decides a command, has the events kept,
//! and only then applies and announces them.

mod lease;
mod past;

pub use past::{EventSide, RecordVisitor};
pub(crate) use past::{Past, open, snapshot_is_ours};

use crate::clock::{Clock, StreamTime};
use crate::worker_pool::{Worker, WorkerPool};
use engine::stored::{ENCODING, Encoded, Storable, encode_value, pad_sealed};
use engine::{Actor, Machine, Moment, Refusal, Who};
use past::{catch_up, snapshot_bytes};
use rulebook::{BookText, Ruled};
use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use store::blocking::may_wait;
use store::failpoints::hit;
use store::{
    Append, CommandId as Id, Epoch, Hash, OrderDigest, PlainEvent, RecordForm, SealedPlace, Snapshot, Store,
    StoreError, Stream, Vault,
};

/// A machine that a desk can run: any of the engine's kind whose events and state have a stored form.
pub trait Hosted:
    Machine<
        State: Storable + Send,
        Command: Send,
        Event: Storable + Clone + Send + Sync,
        Reason: fmt::Display + Clone + Send,
    > + Send
    + Sync
    + Sized
    + 'static
{
    /// The book it goes by.
    fn book(&self) -> &'static BookText;
    /// The book that an event cites: a file that is kept for several books names it in each.
    fn book_of(&self, _: &Self::Event) -> &'static BookText {
        self.book()
    }
    /// The same of an event in its stored form, before it can be read; none where it names a book that is not here.
    fn book_in(&self, _: &[u8]) -> Option<&'static BookText> {
        Some(self.book())
    }
    /// What it knows before anything has happened.
    fn start(&self) -> Self::State;
    /// Whether another process may go on from here without anybody noticing.
    fn is_quiet(&self, _: &Self::State) -> bool {
        true
    }
    /// Whether a refusal may be another answer in a moment, to the same command: it is not remembered.
    fn is_for_now(&self, _: &Self::Reason) -> bool {
        false
    }
}

/// The client's id of a command and, where somebody gave it, what it stands for: an id is for one order, and another order
/// that comes with it is refused rather than taken for a repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderId {
    /// The client's id.
    pub id: Id,
    /// Who ordered what. None where this process speaks to itself: it makes ids of its own.
    pub digest: Option<OrderDigest>,
}

impl From<Id> for OrderId {
    fn from(id: Id) -> OrderId {
        OrderId { id, digest: None }
    }
}

impl OrderId {
    /// The id is another order's, where what was kept under it was another.
    fn check(self, stream: &Stream, before: Option<OrderDigest>) -> Result<(), StoreError> {
        match (self.digest, before) {
            (Some(now), Some(then)) if now != then => Err(StoreError::OtherOrder { stream: stream.clone() }),
            _ => Ok(()),
        }
    }
}

/// A command on its way to a desk.
pub struct Request<M: Hosted> {
    /// The client's id of it.
    pub id: Id,
    /// The person, as the log names them: "staff/12".
    pub by: Arc<str>,
    /// In which capacity.
    pub who: Who,
    /// What is to be done.
    pub command: M::Command,
    /// A digest of who gave which order, kept with the id: another order under the same id is no repeat.
    pub order: Option<OrderDigest>,
    /// Who wants to know.
    pub reply: Reply<M>,
}

/// Is told the answer, once.
pub type Reply<M> = Box<dyn FnOnce(CommandOutcome<M>) + Send>;

/// What became of a command.
pub enum CommandOutcome<M: Hosted> {
    /// It is done and kept.
    Done(CommandRecords<M::Event>),
    /// The rules say no.
    Refused(Refusal<M::Reason>),
    /// It was not kept, or nobody can tell yet: nothing was acknowledged.
    Failed(StoreError),
}

impl<M: Hosted> fmt::Debug for CommandOutcome<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandOutcome::Done(done) => write!(f, "done, records {} to {}", done.first, done.last),
            CommandOutcome::Refused(refusal) => write!(f, "refused: {}", refusal.reason),
            CommandOutcome::Failed(error) => write!(f, "failed: {error}"),
        }
    }
}

/// What a command led to.
#[derive(Clone, Debug)]
pub struct CommandRecords<E> {
    /// The first record of it.
    pub first: u64,
    /// The last; below `first` where nothing had to be recorded.
    pub last: u64,
    /// What has happened.
    pub events: Vec<Ruled<E>>,
    /// Whether this is the first answer given again.
    pub again: bool,
}

/// Is called after every command that was kept, with the state that it led to.
pub type EventListener<M> =
    Box<dyn Fn(&<M as Machine>::State, &CommandRecords<<M as Machine>::Event>) + Send + Sync>;

/// What desks share: where they keep things, who encrypts, what time it is, where they work.
#[derive(Clone)]
pub(crate) struct Tools {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) vault: Arc<Vault>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) pit: Arc<WorkerPool>,
    /// A snapshot is taken every so many events.
    pub(crate) snapshot_every: u64,
}

/// One machine at work.
pub struct StreamWriter<M: Hosted> {
    stream: Stream,
    machine: M,
    tools: Tools,
    tray: Mutex<Inbox<M>>,
    inside: Mutex<WriterState<M>>,
    queued: AtomicBool,
    watches: Mutex<Vec<EventListener<M>>>,
    /// The stream is claimed only while there is something to write, so that other processes may write there too.
    lent: bool,
    /// How often somebody looked for rest since it was last used.
    idle: AtomicU32,
    /// It gives the stream up as soon as it is quiet.
    leaving: AtomicBool,
    /// Another process has the stream, or may have it.
    gone: AtomicBool,
    instance: u64,
}

struct Inbox<M: Hosted> {
    told: VecDeque<Request<M>>,
    kept: Option<Result<store::AppendOutcome, StoreError>>,
}

struct WriterState<M: Hosted> {
    state: M::State,
    version: u64,
    head: Hash,
    /// None while the stream is not claimed.
    epoch: Option<Epoch>,
    time: StreamTime,
    waiting: Option<PendingAppend<M>>,
    /// The log must be read again before anything is decided: an answer of the store was doubtful.
    doubtful: bool,
    /// Another process has the stream now.
    fenced: Option<StoreError>,
    snapshot_at: u64,
    /// Refusals are not recorded, so the last of them are remembered: a repeat gets the first answer.
    refused: VecDeque<(OrderId, Refusal<M::Reason>)>,
}

/// A past that somebody has read before, and the version of the snapshot that it began with.
pub(crate) struct KnownPast<M: Hosted> {
    pub(crate) past: Past<M>,
    pub(crate) snapshot_at: u64,
}

impl<M: Hosted> KnownPast<M> {
    fn of(past: Past<M>) -> KnownPast<M> {
        KnownPast { snapshot_at: past.version, past }
    }
}

struct PendingAppend<M: Hosted> {
    id: OrderId,
    events: Vec<Ruled<M::Event>>,
    reply: Reply<M>,
}

/// What is sealed: what one was meant for does not open as the other.
const EVENT: &str = "event";
const SNAPSHOT: &str = "snapshot";
/// How many refusals are remembered.
const REFUSALS: usize = 256;

impl<M: Hosted> StreamWriter<M> {
    /// Claims the stream and reads what has happened there; from where it was followed, where it was.
    ///
    /// # Errors
    /// If another process holds it, or the log cannot be read.
    pub(crate) fn open(
        stream: Stream,
        machine: M,
        tools: Tools,
        known: Option<KnownPast<M>>,
    ) -> Result<Arc<StreamWriter<M>>, StoreError> {
        let epoch = tools.store.claim(&stream)?;
        StreamWriter::start(stream.clone(), machine, tools.clone(), Some(epoch), known).inspect_err(|_| {
            // Whoever can read it may have it.
            let _ = tools.store.release(&stream, epoch);
        })
    }

    /// Reads what has happened, and claims the stream when there is something to write.
    ///
    /// # Errors
    /// If the log cannot be read.
    pub(crate) fn lent(stream: Stream, machine: M, tools: Tools) -> Result<Arc<StreamWriter<M>>, StoreError> {
        StreamWriter::start(stream, machine, tools, None, None)
    }

    fn start(
        stream: Stream,
        machine: M,
        tools: Tools,
        epoch: Option<Epoch>,
        known: Option<KnownPast<M>>,
    ) -> Result<Arc<StreamWriter<M>>, StoreError> {
        let KnownPast { past, snapshot_at } = match known {
            Some(known) => known,
            None => KnownPast::of(Past::latest(&*tools.store, &tools.vault, &stream, &machine)?),
        };
        let mut inside = WriterState {
            state: past.state,
            version: past.version,
            head: past.head,
            epoch,
            time: StreamTime::resume(past.moment, &*tools.clock),
            waiting: None,
            doubtful: false,
            fenced: None,
            snapshot_at,
            refused: VecDeque::new(),
        };
        catch_up(&stream, &machine, &tools, &mut inside, &mut |_, _| {})?;
        Ok(Arc::new(StreamWriter {
            stream,
            machine,
            tools,
            tray: Mutex::new(Inbox { told: VecDeque::new(), kept: None }),
            inside: Mutex::new(inside),
            queued: AtomicBool::new(false),
            watches: Mutex::new(Vec::new()),
            lent: epoch.is_none(),
            idle: AtomicU32::new(0),
            leaving: AtomicBool::new(false),
            gone: AtomicBool::new(false),
            instance: crate::mirror::instance(),
        }))
    }

    /// Its stream.
    pub fn stream(&self) -> &Stream {
        &self.stream
    }

    /// Its machine.
    pub fn machine(&self) -> &M {
        &self.machine
    }

    /// Like no other desk there has been in this process.
    pub fn instance(&self) -> u64 {
        self.instance
    }

    /// Hands it a command; the reply comes when it is kept or refused.
    pub fn tell(self: &Arc<Self>, told: Request<M>) {
        self.idle.store(0, Ordering::Release);
        lock(&self.tray).told.push_back(told);
        self.wake();
    }

    /// Hands it a command and waits.
    pub fn ask(
        self: &Arc<Self>,
        id: impl Into<OrderId>,
        by: &str,
        who: Who,
        command: M::Command,
    ) -> CommandOutcome<M> {
        may_wait("a desk's answer");
        let (tell, told) = std::sync::mpsc::sync_channel(1);
        let reply = Box::new(move |answer| drop(tell.send(answer)));
        let OrderId { id, digest: order } = id.into();
        self.tell(Request { id, by: by.into(), who, command, order, reply });
        told.recv().unwrap_or_else(|_| {
            CommandOutcome::Failed(StoreError::Unavailable("the floor is closing".into()))
        })
    }

    /// Looks at the state.
    pub fn with_state<T>(&self, at: impl FnOnce(&M::State) -> T) -> T {
        // It may just be reading the log.
        may_wait("a desk at work");
        at(&lock(&self.inside).state)
    }

    /// The number of records that the state stands on.
    pub fn version(&self) -> u64 {
        lock(&self.inside).version
    }

    /// The recorded time of the stream.
    pub fn now(&self) -> Moment {
        Moment(lock(&self.inside).time.now(&*self.tools.clock).moment)
    }

    /// Goes on from a later moment, where a second source confirms that so much time has passed. Never back.
    pub(crate) fn count_to(&self, moment: Moment) {
        let mut inside = lock(&self.inside);
        let now = inside.time.now(&*self.tools.clock).moment;
        inside.time = StreamTime::resume(now.max(moment.0), &*self.tools.clock);
    }

    /// Has every kept command announced.
    pub fn watch(&self, watch: EventListener<M>) {
        lock(&self.watches).push(watch);
    }

    /// Keeps a snapshot, so that the next start is short.
    ///
    /// # Errors
    /// If it is not kept.
    pub fn keep_snapshot(&self) -> Result<(), StoreError> {
        let mut inside = lock(&self.inside);
        self.snapshot(&mut inside)
    }

    fn snapshot(&self, inside: &mut WriterState<M>) -> Result<(), StoreError> {
        let kept = encode_value(&inside.state, self.machine.book());
        let moment = inside.time.now(&*self.tools.clock).moment;
        // What was known at one version is not what is known at another.
        let place = SealedPlace { stream: &self.stream, version: inside.version, after: inside.head };
        let sealed = self.tools.vault.seal_at(&place, SNAPSHOT, &snapshot_bytes(&kept, moment));
        let bytes = sealed.map_err(|error| StoreError::Unavailable(error.to_string()))?;
        inside.snapshot_at = inside.version;
        hit("desk/snapshot");
        self.tools.store.keep_snapshot(Snapshot {
            stream: self.stream.clone(),
            version: inside.version,
            hash: inside.head,
            encoding: ENCODING,
            bytes,
        })
    }

    fn wake(self: &Arc<Self>) {
        let desk: Arc<dyn Worker> = Arc::<StreamWriter<M>>::clone(self);
        self.tools.pit.wake(desk);
    }

    /// Answers one command, or sends its events to the store. The answer is given when the desk is free again.
    fn serve(
        self: &Arc<Self>,
        inside: &mut WriterState<M>,
        told: Request<M>,
    ) -> Option<(Reply<M>, CommandOutcome<M>)> {
        let give = |reply, answer| Some((reply, answer));
        let id = OrderId { id: told.id, digest: told.order };
        if let Some(fenced) = &inside.fenced {
            return give(told.reply, CommandOutcome::Failed(fenced.clone()));
        }
        let epoch = match inside.epoch {
            Some(epoch) => epoch,
            None => match self.tools.store.claim(&self.stream) {
                Ok(epoch) => {
                    inside.doubtful = true;
                    *inside.epoch.insert(epoch)
                }
                Err(error) => return give(told.reply, CommandOutcome::Failed(error)),
            },
        };
        if inside.doubtful
            && let Err(error) = self.read_again(inside)
        {
            return give(told.reply, CommandOutcome::Failed(error));
        }
        if let Some((before, refusal)) = inside.refused.iter().find(|(before, _)| before.id == id.id) {
            let same = id.check(&self.stream, before.digest);
            let answer =
                same.map_or_else(CommandOutcome::Failed, |()| CommandOutcome::Refused(refusal.clone()));
            return give(told.reply, answer);
        }
        let when = inside.time.now(&*self.tools.clock);
        let actor = Actor { who: told.who, at: Moment(when.moment) };
        let mut events = Vec::new();
        let decided = self.machine.decide(&inside.state, actor, &told.command, &mut events);
        if let Err(refusal) = decided {
            // It may be a repeat of something that has changed the state since.
            match self.first_answer(id) {
                Ok(Some(done)) => return give(told.reply, CommandOutcome::Done(done)),
                Err(error) => return give(told.reply, CommandOutcome::Failed(error)),
                Ok(None) => {}
            }
            if !self.machine.is_for_now(&refusal.reason) {
                if inside.refused.len() == REFUSALS {
                    inside.refused.pop_front();
                }
                inside.refused.push_back((id, refusal.clone()));
            }
            return give(told.reply, CommandOutcome::Refused(refusal));
        }
        if events.is_empty() {
            // Nothing now, and perhaps something then.
            match self.first_answer(id) {
                Ok(Some(done)) => return give(told.reply, CommandOutcome::Done(done)),
                Err(error) => return give(told.reply, CommandOutcome::Failed(error)),
                Ok(None) => {}
            }
            let done =
                CommandRecords { first: inside.version + 1, last: inside.version, events, again: false };
            return give(told.reply, CommandOutcome::Done(done));
        }
        let mut append = Append {
            stream: self.stream.clone(),
            after: inside.version,
            epoch,
            command: Some(id.id),
            order: id.digest,
            form: RecordForm::Two,
            by: told.by,
            when,
            events: Vec::with_capacity(events.len()),
        };
        let plain = events.iter().map(|event| self.plain(event)).collect();
        if let Err(error) = self.tools.vault.seal_events(&mut append, inside.head, EVENT, plain) {
            return give(told.reply, CommandOutcome::Failed(StoreError::Unavailable(error.to_string())));
        }
        inside.waiting = Some(PendingAppend { id, events, reply: told.reply });
        let desk = Arc::clone(self);
        self.tools.store.submit(
            append,
            Box::new(move |kept| {
                lock(&desk.tray).kept = Some(kept);
                desk.wake();
            }),
        );
        None
    }

    fn plain(&self, event: &Ruled<M::Event>) -> PlainEvent {
        let Encoded { open, sealed } = encode_value(event, self.machine.book_of(&event.value));
        PlainEvent { encoding: ENCODING, open, secret: sealed.map(pad_sealed) }
    }

    /// The store has answered: what the command's answer is.
    fn finish(
        &self,
        inside: &mut WriterState<M>,
        waiting: &mut PendingAppend<M>,
        kept: Result<store::AppendOutcome, StoreError>,
    ) -> CommandOutcome<M> {
        match kept {
            Ok(store::AppendOutcome::New { first, last, head }) => {
                hit("desk/kept");
                let events = std::mem::take(&mut waiting.events);
                for event in &events {
                    self.machine.evolve(&mut inside.state, &event.value);
                }
                inside.version = last;
                inside.head = head;
                let done = CommandRecords { first, last, events, again: false };
                for watch in lock(&self.watches).iter() {
                    watch(&inside.state, &done);
                }
                hit("desk/applied");
                if last - inside.snapshot_at >= self.tools.snapshot_every {
                    // A snapshot saves time at the next start and nothing else; the next one will do.
                    let _ = self.snapshot(inside);
                }
                CommandOutcome::Done(done)
            }
            Ok(store::AppendOutcome::Repeat(_)) => match self.first_answer(waiting.id) {
                Ok(Some(done)) => CommandOutcome::Done(done),
                Ok(None) => {
                    CommandOutcome::Failed(StoreError::Doubtful("the first answer is not to be found".into()))
                }
                Err(error) => CommandOutcome::Failed(error),
            },
            Err(error) => {
                match &error {
                    StoreError::Fenced { .. } | StoreError::Held { .. } => self.lose(inside, error.clone()),
                    // Nothing was written, and the state is as it was.
                    StoreError::Full(_)
                    | StoreError::ReadOnly(_)
                    | StoreError::CommandElsewhere { .. }
                    | StoreError::OtherOrder { .. } => {}
                    _ => inside.doubtful = true,
                }
                // In doubt the log is asked: it was kept, or it was not.
                if inside.doubtful
                    && self.read_again(inside).is_ok()
                    && let Ok(Some(done)) = self.first_answer(waiting.id)
                {
                    return CommandOutcome::Done(done);
                }
                CommandOutcome::Failed(error)
            }
        }
    }

    /// The first answer to a command of the same person: what they may do now does not change what they have done.
    pub(crate) fn given_before(&self, id: impl Into<OrderId>, by: &str) -> Option<CommandOutcome<M>> {
        let id = id.into();
        let (stream, answered) = self.tools.store.answered(id.id).ok().flatten()?;
        let record = self.tools.store.read(&stream, answered.first, 1).ok()?.into_iter().next()?;
        let theirs = stream == self.stream && *record.by == *by;
        if !theirs && id.digest.is_none() {
            return None;
        }
        match self.first_answer(id) {
            Err(taken @ (StoreError::OtherOrder { .. } | StoreError::CommandElsewhere { .. })) => {
                Some(CommandOutcome::Failed(taken))
            }
            first => first.ok().flatten().filter(|_| theirs).map(CommandOutcome::Done),
        }
    }

    /// What a command led to when it was first given.
    fn first_answer(&self, id: OrderId) -> Result<Option<CommandRecords<M::Event>>, StoreError> {
        let Some((stream, answered)) = self.tools.store.answered(id.id)? else { return Ok(None) };
        if stream != self.stream {
            return Err(StoreError::CommandElsewhere { stream });
        }
        id.check(&stream, answered.order)?;
        let most = usize::try_from(answered.last + 1 - answered.first).unwrap_or(usize::MAX);
        let records = self.tools.store.read(&self.stream, answered.first, most)?;
        let events = records.iter().map(|record| open(&self.machine, &self.tools.vault, record));
        let events = events.collect::<Result<Vec<_>, _>>()?;
        Ok(Some(CommandRecords { first: answered.first, last: answered.last, events, again: true }))
    }

    /// Reads what the log has beyond what the desk knows: after a doubtful answer.
    fn read_again(&self, inside: &mut WriterState<M>) -> Result<(), StoreError> {
        let watches = lock(&self.watches);
        catch_up(&self.stream, &self.machine, &self.tools, inside, &mut |state, done| {
            watches.iter().for_each(|watch| watch(state, done));
        })?;
        inside.doubtful = false;
        Ok(())
    }
}

impl<M: Hosted> Worker for StreamWriter<M> {
    fn work(self: Arc<Self>) {
        loop {
            let mut inside = lock(&self.inside);
            let answered = if let Some(mut waiting) = inside.waiting.take() {
                let Some(kept) = lock(&self.tray).kept.take() else {
                    inside.waiting = Some(waiting);
                    return;
                };
                let answer = self.finish(&mut inside, &mut waiting, kept);
                Some((waiting.reply, answer))
            } else {
                let leaves = self.is_leaving() && !inside.doubtful && inside.fenced.is_none();
                if leaves && self.machine.is_quiet(&inside.state) {
                    self.hand_over(&mut inside);
                }
                let Some(told) = lock(&self.tray).told.pop_front() else { return };
                self.serve(&mut inside, told)
            };
            drop(inside);
            // Given while nobody is locked out: whoever hears it may look at any desk.
            if let Some((reply, answer)) = answered {
                reply(answer);
            }
        }
    }

    fn queued(&self) -> &AtomicBool {
        &self.queued
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A desk that panicked has acknowledged nothing since; what it holds is still the fold of the log.
    mutex.lock().unwrap_or_else(|broken| broken.into_inner())
}
