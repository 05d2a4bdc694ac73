//! The one writer of the file: a thread that takes everything queued, writes it in one transaction, waits for the
//! disk once, and answers each.

use super::fault::{commit_fault, fault};
use super::group::{Group, GroupStatements, KEEP, Streams, cached, keep};
use super::queue::{Job, Queue, Segment};
use super::reads;
use super::recent::{self, IndexProgress, RecentCommand, RecentCommands};
use super::space;
use crate::failpoints::hit;
use crate::group_commit::Returning;
use crate::heads::{Authority, HeadKey, NO_KEY, NOT_MARKED};
use crate::listener::Listener;
use crate::log::StoreError;
use crate::record::{AppendOutcome, CommandId, Epoch, Snapshot};
use rusqlite::{Connection, params};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many pages gather in the log of writes before they go into the file.
const PAGES: usize = 2000;
/// A group is not joined any more when it is so large.
const LARGEST: usize = 2048;

/// What a job of a group is told once the group is kept.
enum JobOutcome {
    Append(Result<AppendOutcome, StoreError>),
    Claim(Result<Epoch, StoreError>),
}

pub(super) struct Writer {
    file: Connection,
    known: Streams,
    lately: Arc<RecentCommands>,
    gathering: IndexProgress,
    returning: Returning,
    /// For the commands of a group, so that the room for them is made once.
    fresh: HashMap<CommandId, RecentCommand>,
    /// How many pages are in the log of writes.
    pages: Arc<AtomicUsize>,
}

impl Writer {
    /// Reads what it must know from the file.
    pub(super) fn new(
        mut file: Connection,
        lately: Arc<RecentCommands>,
        key: Option<&HeadKey>,
    ) -> Result<Writer, StoreError> {
        file.set_prepared_statement_cache_capacity(64);
        let pages = Arc::new(AtomicUsize::new(0));
        let told = Arc::clone(&pages);
        let hook = move |_: &mut rusqlite::hooks::Wal, pages: std::ffi::c_int| {
            told.store(usize::try_from(pages).unwrap_or(0), Ordering::Relaxed);
            Ok(())
        };
        file.wal_hook(Some(hook)).map_err(fault)?;
        let gathering = recent::load(&file, &lately)?;
        let authority = reads::authority(&file, key)?;
        let (known, returning) = (Streams { authority, ..Streams::default() }, Returning::default());
        let fresh = HashMap::new();
        let mut writer = Writer { file, known, lately, gathering, returning, fresh, pages };
        writer.forget()?;
        Ok(writer)
    }

    /// Writes what is queued until the queue is closed.
    pub(super) fn run(mut self, queue: &Queue) {
        loop {
            let jobs = queue.take(self.returning.until());
            if jobs.is_empty() {
                break;
            }
            let (mut group, mut single) = (Vec::with_capacity(jobs.len() + 64), Vec::new());
            sort(jobs, &mut group, &mut single);
            if !group.is_empty() {
                self.group(group, &mut single, Some(queue));
            }
            for job in single {
                match job {
                    Job::Snapshot(snapshot, reply) => drop(reply.send(self.snapshot(&snapshot))),
                    Job::Seal(segment, reply) => drop(reply.send(self.seal(&segment))),
                    Job::Limit(pages, reply) => drop(reply.send(self.limit(pages))),
                    Job::Mark(reply) => drop(reply.send(self.mark())),
                    Job::ChangeHeadKey(to, reply) => drop(reply.send(self.change_head_key(to))),
                    Job::GiveBack(most, reply) => drop(reply.send(space::give_back(&self.file, most))),
                    Job::Append(..) | Job::Claim(..) => {}
                }
            }
            self.tidy();
        }
    }

    /// Writes a group in one transaction, and whatever joins it from the queue while it is being written. Where that
    /// fails and surely nothing of it is kept, each is tried by itself, so that one that cannot be written does not
    /// hurt the others.
    fn group(&mut self, mut jobs: Vec<Job>, single: &mut Vec<Job>, joining: Option<&Queue>) {
        let attempted = self.attempt(&mut jobs, single, joining);
        match attempted {
            Ok(answers) => {
                tell(jobs, answers);
                self.gathering.settle(&self.lately);
            }
            Err(error) if jobs.len() == 1 || matches!(error, StoreError::Doubtful(_)) => {
                jobs.into_iter().for_each(|job| refuse(job, error.clone()));
            }
            Err(_) => jobs.into_iter().for_each(|job| self.group(vec![job], single, None)),
        }
        hit("append/answered");
    }

    fn attempt(
        &mut self,
        jobs: &mut Vec<Job>,
        single: &mut Vec<Job>,
        joining: Option<&Queue>,
    ) -> Result<Vec<JobOutcome>, StoreError> {
        hit("append/begin");
        self.returning.begin();
        let mut fresh = std::mem::take(&mut self.fresh);
        fresh.clear();
        let answers = self.transaction("append/committing", |writer| {
            let Writer { file, known, lately, returning, .. } = writer;
            let mut group = Group {
                file,
                words: GroupStatements::new(file)?,
                known,
                lately,
                returning,
                fresh: &mut fresh,
            };
            let mut answers = Vec::with_capacity(jobs.len() + 64);
            loop {
                for job in &jobs[answers.len()..] {
                    hit("append/between");
                    answers.push(match job {
                        Job::Append(append, _) => JobOutcome::Append(group.append(append)?),
                        Job::Claim(stream, _) => JobOutcome::Claim(Ok(group.claim(stream)?)),
                        Job::Snapshot(..)
                        | Job::Seal(..)
                        | Job::Limit(..)
                        | Job::Mark(..)
                        | Job::ChangeHeadKey(..)
                        | Job::GiveBack(..) => {
                            return Err(StoreError::Nothing);
                        }
                    });
                }
                let Some(queue) = joining.filter(|_| answers.len() < LARGEST) else { break };
                let more = queue.take_more(group.returning.missing(), group.returning.until());
                if more.is_empty() {
                    break;
                }
                sort(more, jobs, single);
            }
            group.returning.committing();
            Ok(answers)
        })?;
        self.returning.committed();
        hit("append/committed");
        self.lately.keep(&mut fresh);
        self.fresh = fresh;
        Ok(answers)
    }

    /// Does something in one transaction. After a failure the writer knows nothing any more and reads again.
    fn transaction<T>(
        &mut self,
        committing: &'static str,
        work: impl FnOnce(&mut Writer) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let said = |writer: &Writer, words| {
            writer.file.prepare_cached(words).and_then(|mut words| words.execute([]))
        };
        let done = said(self, "BEGIN IMMEDIATE").map_err(fault).and_then(|_| work(self));
        let kept = done.and_then(|value| {
            hit(committing);
            said(self, "COMMIT").map_err(commit_fault).map(|_| value)
        });
        kept.map_err(|error| {
            if !self.file.is_autocommit() {
                // If this fails too the file is in trouble, which the next transaction will say.
                let _ = said(self, "ROLLBACK");
            }
            self.forget().err().unwrap_or(error)
        })
    }

    /// Forgets the streams and reads where the next record goes.
    fn forget(&mut self) -> Result<(), StoreError> {
        self.known.lines.clear();
        let query = "SELECT max(coalesce((SELECT max(seq) FROM records), 0), coalesce((SELECT max(last) FROM streams), 0),
            (SELECT commands_to FROM state))";
        let last: i64 = self.file.query_row(query, [], |row| row.get(0)).map_err(fault)?;
        self.known.next = last.saturating_add(1);
        Ok(())
    }

    fn snapshot(&mut self, snapshot: &Snapshot) -> Result<(), StoreError> {
        hit("snapshot/begin");
        self.transaction("snapshot/written", |writer| {
            let line = reads::line(&writer.file, &snapshot.stream)?.unwrap_or_default();
            if !reads::is_of_this_past(&writer.file, &line, snapshot)? {
                return Err(StoreError::Conflict { stream: snapshot.stream.clone(), is: line.head.version });
            }
            let words = "INSERT INTO snapshots VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (stream) DO UPDATE
                SET version = ?2, hash = ?3, encoding = ?4, bytes = ?5 WHERE version <= ?2";
            let Snapshot { version, hash, encoding, bytes, .. } = snapshot;
            let values = params![line.id, *version as i64, hash.0, encoding, bytes];
            cached(&writer.file, words)?.execute(values).map_err(fault).map(drop)
        })?;
        hit("snapshot/committed");
        Ok(())
    }

    /// Puts a segment in the place of its records. Their commands go into the index now: the records would not say
    /// them again when the file is opened.
    fn seal(&mut self, segment: &Segment) -> Result<(), StoreError> {
        hit("seal/begin");
        self.transaction("seal/committing", |writer| {
            let mut line = writer.known.open(&writer.file, &segment.stream)?.line;
            if line.sealed_to + 1 != segment.first {
                return Ok(());
            }
            let Segment { first, last, bytes, places, commands, .. } = segment;
            let values = params![line.id, *first as i64, *last as i64, bytes];
            cached(&writer.file, "INSERT INTO segments VALUES (NULL, ?, ?, ?, ?)")?
                .execute(values)
                .map_err(fault)?;
            hit("seal/segment");
            let mut index = cached(&writer.file, recent::INSERT)?;
            for command in commands {
                if let Some(known) = writer.lately.get(*command) {
                    recent::insert(&mut index, *command, known).map_err(fault)?;
                }
            }
            drop(index);
            let mut delete = cached(&writer.file, "DELETE FROM records WHERE seq = ?")?;
            for place in places {
                delete.execute([place]).map_err(fault)?;
            }
            drop(delete);
            let values = params![line.id, *last as i64];
            cached(&writer.file, "DELETE FROM runs WHERE stream = ? AND last <= ?")?
                .execute(values)
                .map_err(fault)?;
            hit("seal/deleted");
            line.sealed_to = *last;
            let beyond = last.saturating_sub(line.run_to) as usize;
            line.run_to = line.run_to.max(*last);
            let found = writer.known.open(&writer.file, &segment.stream)?;
            found.line = line;
            found.places.drain(..beyond.min(found.places.len()));
            keep(&mut cached(&writer.file, KEEP)?, &line)
        })?;
        hit("seal/committed");
        Ok(())
    }

    /// Authenticates every head as it is and says in the file that this was done, all in one transaction.
    fn mark(&mut self) -> Result<(), StoreError> {
        let Some(authority) = &self.known.authority else {
            return Err(StoreError::Unavailable(NO_KEY.into()));
        };
        if authority.marked {
            return Ok(());
        }
        let authority = Authority { marked: true, ..authority.clone() };
        self.transaction("mark/committing", |writer| writer.authenticate(&authority))?;
        self.known.authority = Some(authority);
        // What is known of the streams has no authentication yet.
        self.forget()
    }

    /// The same with another key, after a look whether every head is of this one.
    fn change_head_key(&mut self, to: HeadKey) -> Result<(), StoreError> {
        let Some(from) = &self.known.authority else {
            return Err(StoreError::Unavailable(NO_KEY.into()));
        };
        if !from.marked {
            return Err(StoreError::Unavailable(NOT_MARKED.into()));
        }
        let (from, to) = (from.clone(), Authority { key: to, ..from.clone() });
        hit("key/changing");
        self.transaction("key/committing", |writer| {
            if let Some(wrong) = reads::wrong_heads(&writer.file, &from)?.into_iter().next() {
                return Err(wrong.into());
            }
            writer.file.execute("DELETE FROM snapshots", []).map_err(fault)?;
            writer.authenticate(&to)
        })?;
        hit("key/changed");
        self.known.authority = Some(to);
        self.forget()
    }

    /// Writes who authenticates the heads, and the mark.
    fn authenticate(&self, authority: &Authority) -> Result<(), StoreError> {
        for (stream, mut line) in reads::lines(&self.file)? {
            line.mac = Some(authority.head(&stream, line.head.version, line.head.hash));
            keep(&mut cached(&self.file, KEEP)?, &line)?;
        }
        let mark = authority.key.mark(authority.store);
        cached(&self.file, "UPDATE state SET mark = ?")?.execute([mark]).map_err(fault).map(drop)
    }

    fn limit(&self, pages: u32) -> Result<(), StoreError> {
        let words = format!("PRAGMA max_page_count = {pages}");
        self.file.query_row(&words, [], |_| Ok(())).map_err(fault)
    }

    /// What can wait until everybody is answered. A failure costs nothing but that it is tried again.
    fn tidy(&mut self) {
        if self.gathering.is_due() {
            hit("commands/begin");
            let last = self.known.next - 1;
            let slice = self.transaction("commands/committing", |writer| {
                let Writer { file, lately, gathering, .. } = writer;
                gathering.write(file, lately, last).map_err(fault)
            });
            if let Ok(slice) = slice {
                hit("commands/committed");
                self.gathering.written(&self.lately, slice);
            }
        }
        if self.pages.load(Ordering::Relaxed) >= PAGES {
            hit("checkpoint/begin");
            self.pages.store(0, Ordering::Relaxed);
            // A reader that holds on to the past makes it wait for the next time.
            let _ = self.file.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
            hit("checkpoint/done");
        }
    }
}

/// What is written in groups, and what by itself.
fn sort(jobs: Vec<Job>, group: &mut Vec<Job>, single: &mut Vec<Job>) {
    for job in jobs {
        let grouped = matches!(job, Job::Append(..) | Job::Claim(..));
        if grouped { group.push(job) } else { single.push(job) }
    }
}

/// Tells everybody; what they sent is put away only afterwards, while they make their next.
fn tell(jobs: Vec<Job>, answers: Vec<JobOutcome>) {
    let (mut told, mut sent) = (Vec::with_capacity(jobs.len()), Vec::with_capacity(jobs.len()));
    for pair in jobs.into_iter().zip(answers) {
        match pair {
            (Job::Append(append, listener), JobOutcome::Append(kept)) => {
                told.push((listener, kept));
                sent.push(append);
            }
            (Job::Claim(_, reply), JobOutcome::Claim(epoch)) => drop(reply.send(epoch)),
            (job, _) => refuse(job, StoreError::Nothing),
        }
    }
    Listener::tell_all(told);
}

/// Tells a job that it is not kept.
pub(super) fn refuse(job: Job, error: StoreError) {
    match job {
        Job::Append(_, listener) => listener.refuse(error),
        Job::Claim(_, reply) => drop(reply.send(Err(error))),
        Job::GiveBack(_, reply) => drop(reply.send(Err(error))),
        Job::Snapshot(_, reply)
        | Job::Seal(_, reply)
        | Job::Limit(_, reply)
        | Job::Mark(reply)
        | Job::ChangeHeadKey(_, reply) => {
            drop(reply.send(Err(error)));
        }
    }
}
