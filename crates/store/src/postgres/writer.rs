//! The one writer of a store: whatever is queued becomes one transaction, and is answered when that is durable.

use super::address::Address;
use super::batch::{Answers, DecidedBatch, Heads, LockedRows, decide};
use super::sql_fault::SqlFault;
use super::writer_session::WriterSession;
use crate::failpoints::hit;
use crate::group_commit::Returning;
use crate::heads::Authority;
use crate::listener::Listener;
use crate::log::StoreError;
use crate::record::{Append, Stream};
use std::collections::HashMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// An append and who waits for it.
pub(super) struct QueuedAppend {
    pub(super) append: Append,
    pub(super) listener: Listener,
}

/// How many appends and bytes one transaction takes at most.
const MOST: usize = 1024;
const MOST_BYTES: usize = 8 << 20;

/// How often a batch is tried that the server undoes for the sake of others.
const TRIES: usize = 4;

pub(super) struct Writer {
    address: Address,
    /// Who writes, among all holders; also the key of the lock that only one session of ours can have.
    holder: i64,
    patience: Duration,
    desk: Option<WriterSession>,
    /// Since when there is no connection.
    lost: Option<Instant>,
    /// The numbers of streams, which never change.
    numbers: HashMap<Stream, i64>,
    /// Where we left the streams, if nobody else has written to them since.
    heads: Heads,
    /// The number of the last batch that was sent: the database keeps the number of the last that it kept.
    batch: i64,
    /// What heads are authenticated with.
    authority: Option<Authority>,
}

impl Writer {
    pub(super) fn new(
        address: Address,
        holder: i64,
        patience: Duration,
        authority: Option<Authority>,
    ) -> Result<Writer, StoreError> {
        let desk = WriterSession::open(&address, holder).map_err(SqlFault::unavailable)?;
        let (numbers, heads) = (HashMap::new(), HashMap::new());
        let desk = Some(desk);
        Ok(Writer { address, holder, patience, desk, lost: None, numbers, heads, batch: 0, authority })
    }

    /// Writes until nobody can queue any more.
    pub(super) fn run(mut self, queue: &Receiver<QueuedAppend>) {
        let (mut returning, mut groups) = (Returning::default(), HashMap::new());
        while let Some(batch) = gather(queue, &mut returning, &mut groups) {
            returning.committing();
            let answers = {
                let appends: Vec<&Append> = batch.iter().map(|waiting| &waiting.append).collect();
                self.answers(&appends)
            };
            hit("append/committed");
            returning.committed();
            let listeners = batch.into_iter().map(|waiting| waiting.listener);
            Listener::tell_all(listeners.zip(answers).collect());
            hit("append/answered");
        }
    }

    /// Keeps a batch, or as much of it as can be kept; what each is answered.
    fn answers(&mut self, appends: &[&Append]) -> Answers {
        match self.try_keep(appends) {
            Ok(answers) => answers,
            // What one append does to the server must not hurt the others: each for itself.
            Err(StoreError::Unavailable(_)) if appends.len() > 1 && self.desk.is_some() => {
                appends.iter().flat_map(|append| self.answers(&[append])).collect()
            }
            Err(error) => vec![Err(error); appends.len()],
        }
    }

    /// All in one transaction. An error means that nothing of it is kept, save for a doubtful one.
    fn try_keep(&mut self, appends: &[&Append]) -> Result<Answers, StoreError> {
        let mut trouble = String::new();
        for _ in 0..TRIES {
            self.connected()?;
            match self.attempt(appends) {
                Ok(answers) => return Ok(answers),
                Err(SqlFault::Refused(error)) => {
                    self.undo();
                    return Err(error);
                }
                Err(SqlFault::Again(why)) => {
                    self.undo();
                    trouble = why;
                }
                Err(SqlFault::Lost(why)) => {
                    self.drop_connection();
                    trouble = why;
                }
            }
        }
        Err(StoreError::Unavailable(trouble))
    }

    fn attempt(&mut self, appends: &[&Append]) -> Result<Answers, SqlFault> {
        hit("append/begin");
        self.number(appends)?;
        if let Some(decided) = self.expected(appends) {
            hit("append/between");
            match self.write(decided, true) {
                // Somebody else has written, claimed or kept the same command: now by what the rows say.
                Err(SqlFault::Again(_)) => self.undo(),
                done => return done,
            }
        }
        let Some(desk) = &self.desk else { return Err(SqlFault::Lost("not connected".into())) };
        let known = desk.lock(appends, &self.numbers, self.authority.as_ref())?;
        hit("append/between");
        let decided = decide(appends, known, self.authority.as_ref());
        if decided.rows.events.stream.is_empty() {
            desk.session.run(desk.session.client.batch_execute("COMMIT"))?;
            return Ok(decided.answers);
        }
        self.write(decided, false)
    }

    /// Decides by where we left the streams. Most often nobody else has written to them, and then a batch takes one
    /// exchange with the server instead of two; the statements hold only if all is as expected. What would be refused is
    /// left to the rows themselves.
    fn expected<'a>(&self, appends: &[&'a Append]) -> Option<DecidedBatch<'a>> {
        let streams =
            appends.iter().map(|append| Some((append.stream.clone(), *self.heads.get(&append.stream)?)));
        let known = LockedRows { streams: streams.collect::<Option<_>>()?, ..LockedRows::default() };
        let decided = decide(appends, known, self.authority.as_ref());
        Some(decided).filter(|decided| decided.answers.iter().all(Result::is_ok))
    }

    fn write(&mut self, decided: DecidedBatch<'_>, whole: bool) -> Result<Answers, SqlFault> {
        let DecidedBatch { answers, rows, heads } = decided;
        for stream in heads.keys() {
            self.heads.remove(stream);
        }
        let Some(desk) = &self.desk else { return Err(SqlFault::Lost("not connected".into())) };
        self.batch += 1;
        hit("append/committing");
        match desk.write(&rows, self.holder, self.batch, whole) {
            Err(SqlFault::Lost(why)) => self.doubt(&why)?,
            written => written?,
        }
        self.heads.extend(heads);
        Ok(answers)
    }

    /// The connection went while a batch was being committed: once we have a session again, and the old one is
    /// certainly over, the number of the last batch says whether this one is kept.
    fn doubt(&mut self, why: &str) -> Result<(), SqlFault> {
        self.drop_connection();
        let doubtful = || SqlFault::Refused(StoreError::Doubtful(why.into()));
        loop {
            self.connected().map_err(|_| doubtful())?;
            let Some(desk) = &self.desk else { return Err(doubtful()) };
            let client = &desk.session.client;
            match desk
                .session
                .run(client.query_opt("SELECT batch FROM batches WHERE holder = $1", &[&self.holder]))
            {
                Ok(row) if row.as_ref().is_some_and(|row| row.get::<_, i64>(0) == self.batch) => {
                    return Ok(());
                }
                Ok(_) => return Err(SqlFault::Again(why.into())),
                Err(SqlFault::Lost(_)) => self.drop_connection(),
                Err(_) => return Err(doubtful()),
            }
        }
    }

    fn drop_connection(&mut self) {
        self.desk = None;
        self.lost.get_or_insert_with(Instant::now);
    }

    /// Leaves a transaction that the server has given up.
    fn undo(&mut self) {
        let undone = self.desk.as_ref().is_some_and(|desk| {
            let client = &desk.session.client;
            desk.session.run(client.batch_execute("ROLLBACK")).is_ok()
        });
        if !undone {
            self.drop_connection();
        }
    }

    /// Connects again where the connection is gone, and goes on trying for as long as a claim would stand.
    fn connected(&mut self) -> Result<(), StoreError> {
        let mut pause = Duration::from_millis(20);
        while self.desk.is_none() {
            match WriterSession::open(&self.address, self.holder) {
                Ok(desk) => (self.desk, self.lost) = (Some(desk), None),
                Err(trouble) => {
                    if self.lost.get_or_insert_with(Instant::now).elapsed() >= self.patience {
                        return Err(trouble.unavailable());
                    }
                    std::thread::sleep(pause);
                    pause = (pause * 2).min(Duration::from_millis(500));
                }
            }
        }
        Ok(())
    }

    /// Finds the numbers of streams not met before, and gives one to those that are new.
    fn number(&mut self, appends: &[&Append]) -> Result<(), SqlFault> {
        let mut new: Vec<&str> = appends
            .iter()
            .filter(|append| !self.numbers.contains_key(&append.stream))
            .map(|append| append.stream.name())
            .collect();
        if new.is_empty() {
            return Ok(());
        }
        new.sort_unstable();
        new.dedup();
        let Some(desk) = &self.desk else { return Err(SqlFault::Lost("not connected".into())) };
        let (session, client) = (&desk.session, &desk.session.client);
        session.run(client.execute(
            "INSERT INTO streams (name) SELECT unnest($1::text[]) EXCEPT SELECT name FROM streams ORDER BY 1
             ON CONFLICT DO NOTHING",
            &[&new],
        ))?;
        let rows =
            session.run(client.query("SELECT name, number FROM streams WHERE name = ANY($1)", &[&new]))?;
        self.numbers.extend(rows.iter().filter_map(|row| Some((Stream::new(row.get(0))?, row.get(1)))));
        Ok(())
    }
}

/// Takes what is queued, and waits a little for those who were just answered; nothing, once nobody can queue any more.
/// `groups` has the last group of each stream.
fn gather(
    queue: &Receiver<QueuedAppend>,
    returning: &mut Returning,
    groups: &mut HashMap<Stream, u64>,
) -> Option<Vec<QueuedAppend>> {
    let mut next = queue.recv().ok()?;
    returning.begin();
    let (mut bytes, mut batch) = (0, Vec::with_capacity(64));
    loop {
        let Append { stream, events, .. } = &next.append;
        let size = |sealed: &Option<Vec<u8>>| sealed.as_ref().map_or(0, Vec::len);
        bytes += events.iter().map(|event| 100 + event.open.len() + size(&event.sealed)).sum::<usize>();
        match groups.get_mut(stream) {
            Some(group) => returning.came(group),
            None => returning.came(groups.entry(stream.clone()).or_default()),
        }
        batch.push(next);
        if batch.len() == MOST || bytes >= MOST_BYTES {
            break;
        }
        next = match queue.try_recv() {
            Ok(next) => next,
            Err(_) if returning.missing() == 0 => break,
            Err(_) => match queue.recv_timeout(returning.until().saturating_duration_since(Instant::now())) {
                Ok(next) => next,
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
            },
        };
    }
    Some(batch)
}
