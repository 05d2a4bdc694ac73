//! A store on PostgreSQL, for several processes on several machines.
//!
//! Each stream is a row that says how far it is; whoever appends locks that row, and streams have nothing else in
//! common, so that no writer waits for another's stream. A transaction that writes under an epoch checks it on the
//! locked row: a holder that has lost its claim cannot write, however late it finds out.
//!
//! The functions that wait must not be called on a thread that drives an async runtime; [`Store::submit`] may be.

mod address;
mod batch;
mod claims;
mod heads;
mod reading;
mod schema;
mod segment;
mod session;
mod snapshots;
mod sql_fault;
mod tls;
mod writer;
mod writer_session;

use crate::heads::{HeadKey, Heads};
use crate::listener::{Listener, Slot};
use crate::log::{AppendCallback, Holding, Shares, Store, StoreError};
use crate::record::{Answered, Append, AppendOutcome, CommandId, Epoch, Head, Record, Snapshot, Stream};
use address::Address;
use batch::Id;
use claims::Holder;
use session::{Session, Sessions};
use sql_fault::SqlFault;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use writer::{QueuedAppend, Writer};
use writer_session::head;

/// How a holder lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PostgresSettings {
    /// How long its claims outlive its last beat, and for how long it tries to reach a server that is away.
    pub patience: Duration,
    /// Whether the store beats by itself, five times in its patience, and says when it goes. A store that does not
    /// lives by [`Store::beat`] alone.
    pub beats: bool,
}

impl Default for PostgresSettings {
    fn default() -> PostgresSettings {
        PostgresSettings { patience: Duration::from_secs(5), beats: true }
    }
}

/// A store in a schema of a PostgreSQL database.
pub struct PostgresStore {
    sessions: Arc<Sessions>,
    holder: Holder,
    queue: Option<Sender<QueuedAppend>>,
    stop: Option<Sender<()>>,
    threads: Vec<JoinHandle<()>>,
    /// What the heads are authenticated with.
    key: Option<HeadKey>,
}

impl PostgresStore {
    /// Makes the tables of a cardroom, where they are not there yet: `postgres://user@host:5432/database`, with
    /// `?schema=name` where it is not "cardroom".
    ///
    /// # Errors
    /// If the database cannot be reached, does not let us, or holds a cardroom of another format.
    pub fn init(url: &str) -> Result<(), StoreError> {
        schema::init(&Address::parse(url, "init")?).map_err(SqlFault::unavailable)
    }

    /// What whoever runs this should know of the way to the database: on another machine, and nobody checks who answers there.
    pub fn caution(url: &str) -> Option<String> {
        Address::parse(url, "caution").ok()?.caution()
    }

    /// Opens a cardroom for a new holder, who calls itself so.
    ///
    /// # Errors
    /// If the database cannot be reached, there is no cardroom in it, or it would not keep what it acknowledges.
    pub fn connect(url: &str, holder: &str) -> Result<PostgresStore, StoreError> {
        PostgresStore::connect_with(url, holder, PostgresSettings::default())
    }

    /// The same, with settings.
    ///
    /// # Errors
    /// As [`PostgresStore::connect`].
    pub fn connect_with(
        url: &str,
        holder: &str,
        settings: PostgresSettings,
    ) -> Result<PostgresStore, StoreError> {
        PostgresStore::connect_keyed(url, holder, settings, None)
    }

    /// The same, with the key that authenticates where streams end: nothing is written after an end that it did not
    /// write, once the store is marked ([`Store::mark_heads`]).
    ///
    /// # Errors
    /// As [`PostgresStore::connect`], and if the store is marked with another key.
    pub fn connect_keyed(
        url: &str,
        holder: &str,
        settings: PostgresSettings,
        key: Option<HeadKey>,
    ) -> Result<PostgresStore, StoreError> {
        let address = Address::parse(url, holder)?;
        let session = Session::open(&address).map_err(SqlFault::unavailable)?;
        schema::migrate(&session, &address).map_err(SqlFault::unavailable)?;
        schema::check(&session, &address).map_err(SqlFault::unavailable)?;
        schema::complete(&session).map_err(SqlFault::unavailable)?;
        let authority = schema::authority(&session, key.as_ref()).map_err(SqlFault::unavailable)?;
        // After what may refuse: whoever is refused is not waited for.
        let holder = Holder::enter(&session, holder, settings.patience).map_err(SqlFault::unavailable)?;
        let writer = Writer::new(address.clone(), holder.id, settings.patience, authority)?;
        let sessions = Arc::new(Sessions::new(address, settings.patience));
        drop(session);
        let (queue, queued) = mpsc::channel();
        let (stop, stopped) = mpsc::channel();
        let (beating, through) = (holder.clone(), sessions.clone());
        let every = settings.beats.then_some(settings.patience / 5);
        let threads = vec![
            thread::spawn(move || writer.run(&queued)),
            thread::spawn(move || beating.beat_until(&through, every, &stopped)),
        ];
        Ok(PostgresStore { sessions, holder, queue: Some(queue), stop: Some(stop), threads, key })
    }

    fn work<T>(&self, work: impl Fn(&Session) -> Result<T, SqlFault>) -> Result<T, StoreError> {
        self.sessions.work(work)
    }

    fn push(&self, append: Append, listener: Listener) {
        let unsent = match &self.queue {
            Some(queue) => {
                queue.send(QueuedAppend { append, listener }).err().map(|unsent| unsent.0.listener)
            }
            None => Some(listener),
        };
        if let Some(listener) = unsent {
            listener.refuse(StoreError::Unavailable("the store has stopped".into()));
        }
    }
}

impl Drop for PostgresStore {
    /// Whatever is queued is still written and answered; then the holder leaves.
    fn drop(&mut self) {
        self.queue = None;
        let beats = self.threads.pop();
        // Whoever was answered last may let go of the store on the writer's own thread, which then ends by itself.
        let elsewhere = |thread: &JoinHandle<()>| thread.thread().id() != thread::current().id();
        for thread in self.threads.drain(..).filter(elsewhere) {
            let _ = thread.join();
        }
        self.stop = None;
        let _ = beats.map(JoinHandle::join);
    }
}

impl Store for PostgresStore {
    fn submit(&self, append: Append, done: AppendCallback) {
        self.push(append, Listener::Done(done));
    }

    fn append(&self, append: Append) -> Result<AppendOutcome, StoreError> {
        let (slot, listener) = Slot::new();
        self.push(append, listener);
        crate::blocking::may_wait("an append");
        slot.wait()
    }

    fn head(&self, stream: &Stream) -> Result<Head, StoreError> {
        self.work(|session| {
            let row = session.run(
                session
                    .client
                    .query_opt("SELECT version, head, epoch FROM streams WHERE name = $1", &[&stream.name()]),
            )?;
            Ok(row.map_or_else(Head::default, |row| head(&row, 0)))
        })
    }

    fn clock_ms(&self) -> Result<Option<i64>, StoreError> {
        self.work(|session| {
            let asked = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";
            let row = session.run(session.client.query_one(asked, &[]))?;
            Ok(Some(row.get(0)))
        })
    }

    fn streams(&self) -> Result<Vec<(Stream, Head)>, StoreError> {
        self.work(|session| {
            let rows = session.run(session.client.query(
                "SELECT name, version, head, epoch FROM streams WHERE version > 0 OR epoch > 0 ORDER BY name",
                &[],
            ))?;
            Ok(rows.iter().filter_map(|row| Some((Stream::new(row.get(0))?, head(row, 1)))).collect())
        })
    }

    fn read(&self, stream: &Stream, from: u64, most: usize) -> Result<Vec<Record>, StoreError> {
        self.work(|session| reading::read(session, stream, from, most))?
    }

    fn scan(&self, each: &mut dyn FnMut(Record) -> ControlFlow<()>) -> Result<(), StoreError> {
        reading::scan(&self.sessions, each)
    }

    fn answered(&self, command: CommandId) -> Result<Option<(Stream, Answered)>, StoreError> {
        self.work(|session| {
            let row = session.run(session.client.query_opt(
                "SELECT s.name, c.first, c.last, c.digest FROM commands c JOIN streams s ON s.number = c.stream
                 WHERE c.id = $1",
                &[&Id(command.0)],
            ))?;
            Ok(row.and_then(|row| Some((Stream::new(row.get(0))?, writer_session::answered(&row, 1)))))
        })
    }

    fn commands(&self, each: &mut dyn FnMut(CommandId, &Stream, Answered)) -> Result<(), StoreError> {
        reading::commands(&self.sessions, each)
    }

    fn keep_snapshot(&self, snapshot: Snapshot) -> Result<(), StoreError> {
        self.work(|session| snapshots::keep(session, &snapshot))?
    }

    fn snapshot(&self, stream: &Stream) -> Result<Option<Snapshot>, StoreError> {
        self.work(|session| snapshots::latest(session, stream))?
    }

    fn seal(&self, stream: &Stream, up_to: u64) -> Result<(), StoreError> {
        while self.work(|session| segment::seal(session, stream, up_to))?? {}
        Ok(())
    }

    fn claim(&self, stream: &Stream) -> Result<Epoch, StoreError> {
        self.work(|session| self.holder.claim(session, stream))?
    }

    fn release(&self, stream: &Stream, epoch: Epoch) -> Result<(), StoreError> {
        self.work(|session| self.holder.release(session, stream, epoch))
    }

    fn beat(&self) -> Result<(), StoreError> {
        self.work(|session| self.holder.beat(session))
    }

    fn take_part(&self, part: bool) -> Result<usize, StoreError> {
        self.work(|session| self.holder.take_part(session, part))
    }

    fn shares(&self, kind: &str) -> Result<Shares, StoreError> {
        self.work(|session| self.holder.shares(session, kind))
    }

    fn be_reached_at(&self, address: &str) -> Result<(), StoreError> {
        self.holder.be_reached_at(address);
        self.beat()
    }

    fn holding(&self, stream: &Stream) -> Result<Holding, StoreError> {
        self.work(|session| self.holder.holding(session, stream))
    }

    fn ahead(&self, known: &[(Stream, u64)]) -> Result<Vec<(Stream, Head)>, StoreError> {
        self.work(|session| reading::ahead(session, known))
    }

    fn check(&self) -> Result<(), StoreError> {
        self.work(snapshots::check)?
    }

    fn heads(&self) -> Result<Heads, StoreError> {
        self.work(|session| heads::compare(session, self.key.as_ref()))
    }

    fn mark_heads(&self) -> Result<(), StoreError> {
        self.work(|session| heads::mark(session, self.key.as_ref()))
    }

    fn other_holders(&self) -> Result<Vec<String>, StoreError> {
        self.work(|session| self.holder.others(session))
    }

    fn change_head_key(&self, to: &HeadKey) -> Result<(), StoreError> {
        self.work(|session| {
            let others = self.holder.others(session)?;
            heads::change_key(session, (self.key.as_ref(), to), &others)
        })
    }

    fn patience(&self) -> Duration {
        self.holder.patience
    }
}
