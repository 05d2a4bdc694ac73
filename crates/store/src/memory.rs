//! The store in memory: for tests, demonstrations and simulations. It keeps nothing beyond the process.

use crate::log::{AppendCallback, Holding, Shares, Store, StoreError};
use crate::record::{Answered, Append, AppendOutcome, CommandId, Epoch, Head, Record, Snapshot, Stream};
use crate::verdict::{AppendVerdict, judge};
use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A holder of streams on a memory that it may share with others ([`MemoryStore::another`]).
pub struct MemoryStore {
    memory: Arc<Mutex<Memory>>,
    me: usize,
}

#[derive(Default)]
struct Memory {
    lines: BTreeMap<Stream, MemoryStream>,
    commands: HashMap<CommandId, (Stream, Answered)>,
    /// Of each holder, whether it is dead to the others.
    dead: Vec<bool>,
    /// And whether it takes part.
    part: Vec<bool>,
    /// And where others reach it.
    reached_at: HashMap<usize, String>,
}

/// One stream.
#[derive(Default)]
struct MemoryStream {
    head: Head,
    records: Vec<Record>,
    holder: Option<usize>,
    snapshot: Option<Snapshot>,
}

impl Default for MemoryStore {
    fn default() -> MemoryStore {
        MemoryStore::new()
    }
}

impl MemoryStore {
    /// The first holder on an empty memory.
    pub fn new() -> MemoryStore {
        MemoryStore {
            memory: Arc::new(Mutex::new(Memory {
                dead: vec![false],
                part: vec![false],
                ..Memory::default()
            })),
            me: 0,
        }
    }

    /// One more holder on the same memory, as another process would be.
    pub fn another(&self) -> MemoryStore {
        let mut memory = self.memory();
        memory.dead.push(false);
        memory.part.push(false);
        MemoryStore { memory: Arc::clone(&self.memory), me: memory.dead.len() - 1 }
    }

    /// Makes this holder dead to the others, as if it had not beaten for longer than they wait; the next
    /// [`Store::beat`] revives it.
    pub fn die(&self) {
        self.memory().dead[self.me] = true;
    }

    /// Nothing in here can be left half done by a panic, for nothing in here panics.
    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The same for what another store would have to wait for.
    fn wait(&self) -> MutexGuard<'_, Memory> {
        crate::blocking::may_wait("the store in memory");
        self.memory()
    }
}

impl Drop for MemoryStore {
    fn drop(&mut self) {
        self.die();
    }
}

impl Memory {
    fn append(&mut self, append: Append) -> Result<AppendOutcome, StoreError> {
        let head = self.lines.get(&append.stream).map_or_else(Head::default, |line| line.head);
        let known = append.command.and_then(|command| self.commands.get(&command));
        let judged = judge(&append, &head, known.map(|(stream, answered)| (stream, *answered)))?;
        let kept = judged.kept(&append);
        if let AppendVerdict::Write(hashes) = judged {
            self.write(append, &hashes);
        }
        Ok(kept)
    }

    fn write(&mut self, append: Append, hashes: &[crate::chain::Hash]) {
        let answered = append.answered(append.after + hashes.len() as u64);
        let Append { stream, after, command, form, by, when, events, .. } = append;
        let line = self.lines.entry(stream.clone()).or_default();
        for ((event, &hash), version) in events.into_iter().zip(hashes).zip(after + 1..) {
            line.head = Head { version, hash, ..line.head };
            line.records.push(Record {
                stream: stream.clone(),
                version,
                command,
                order: answered.order.filter(|_| version == answered.first),
                form,
                by: Arc::clone(&by),
                when,
                encoding: event.encoding,
                open: event.open,
                sealed: event.sealed,
                hash,
            });
        }
        if let Some(command) = command {
            self.commands.insert(command, (stream, answered));
        }
    }
}

impl Store for MemoryStore {
    fn submit(&self, append: Append, done: AppendCallback) {
        let answer = self.memory().append(append);
        done(answer);
    }

    fn head(&self, stream: &Stream) -> Result<Head, StoreError> {
        Ok(self.wait().lines.get(stream).map_or_else(Head::default, |line| line.head))
    }

    fn streams(&self) -> Result<Vec<(Stream, Head)>, StoreError> {
        Ok(self.wait().lines.iter().map(|(stream, line)| (stream.clone(), line.head)).collect())
    }

    fn read(&self, stream: &Stream, from: u64, most: usize) -> Result<Vec<Record>, StoreError> {
        let before = usize::try_from(from.max(1) - 1).unwrap_or(usize::MAX);
        let memory = self.wait();
        let records = memory.lines.get(stream).map_or(&[][..], |line| &line.records);
        Ok(records.iter().skip(before).take(most).cloned().collect())
    }

    fn scan(&self, each: &mut dyn FnMut(Record) -> ControlFlow<()>) -> Result<(), StoreError> {
        let all: Vec<Record> = self.wait().lines.values().flat_map(|line| line.records.clone()).collect();
        let _ = all.into_iter().try_for_each(each);
        Ok(())
    }

    fn answered(&self, command: CommandId) -> Result<Option<(Stream, Answered)>, StoreError> {
        Ok(self.wait().commands.get(&command).cloned())
    }

    fn commands(&self, each: &mut dyn FnMut(CommandId, &Stream, Answered)) -> Result<(), StoreError> {
        let all = self.wait().commands.clone();
        all.iter().for_each(|(command, (stream, answered))| each(*command, stream, *answered));
        Ok(())
    }

    fn keep_snapshot(&self, snapshot: Snapshot) -> Result<(), StoreError> {
        let mut memory = self.wait();
        let conflict = |is| Err(StoreError::Conflict { stream: snapshot.stream.clone(), is });
        let Some(line) = memory.lines.get_mut(&snapshot.stream) else { return conflict(0) };
        let hash = match usize::try_from(snapshot.version) {
            Ok(0) => Some(crate::chain::Hash::default()),
            version => {
                version.ok().and_then(|version| line.records.get(version - 1)).map(|record| record.hash)
            }
        };
        if hash != Some(snapshot.hash) {
            return conflict(line.head.version);
        }
        if line.snapshot.as_ref().is_none_or(|kept| kept.version <= snapshot.version) {
            line.snapshot = Some(snapshot);
        }
        Ok(())
    }

    fn snapshot(&self, stream: &Stream) -> Result<Option<Snapshot>, StoreError> {
        Ok(self.wait().lines.get(stream).and_then(|line| line.snapshot.clone()))
    }

    fn seal(&self, stream: &Stream, up_to: u64) -> Result<(), StoreError> {
        let head = self.head(stream)?;
        if up_to == 0 || up_to > head.version { Err(StoreError::Nothing) } else { Ok(()) }
    }

    fn claim(&self, stream: &Stream) -> Result<Epoch, StoreError> {
        let mut memory = self.wait();
        let memory = &mut *memory;
        let line = memory.lines.entry(stream.clone()).or_default();
        if let Some(other) = line.holder.filter(|&holder| holder != self.me && !memory.dead[holder]) {
            return Err(StoreError::Held { stream: stream.clone(), by: format!("holder {other}") });
        }
        line.holder = Some(self.me);
        line.head.epoch = Epoch(line.head.epoch.0 + 1);
        Ok(line.head.epoch)
    }

    fn release(&self, stream: &Stream, epoch: Epoch) -> Result<(), StoreError> {
        if let Some(line) = self.wait().lines.get_mut(stream)
            && line.holder == Some(self.me)
            && line.head.epoch == epoch
        {
            line.holder = None;
        }
        Ok(())
    }

    fn beat(&self) -> Result<(), StoreError> {
        self.wait().dead[self.me] = false;
        Ok(())
    }

    fn take_part(&self, part: bool) -> Result<usize, StoreError> {
        let mut memory = self.wait();
        memory.dead[self.me] = false;
        memory.part[self.me] = part;
        Ok(memory.dead.iter().zip(&memory.part).filter(|&(dead, part)| *part && !*dead).count())
    }

    fn be_reached_at(&self, address: &str) -> Result<(), StoreError> {
        self.wait().reached_at.insert(self.me, address.into());
        Ok(())
    }

    fn holding(&self, stream: &Stream) -> Result<Holding, StoreError> {
        let memory = self.wait();
        let Some(line) = memory.lines.get(stream) else { return Ok(Holding::Unknown) };
        Ok(match line.holder {
            Some(holder) if holder == self.me => Holding::Ours,
            Some(holder) if !memory.dead[holder] => Holding::Other(memory.reached_at.get(&holder).cloned()),
            _ => Holding::Nobody,
        })
    }

    fn shares(&self, kind: &str) -> Result<Shares, StoreError> {
        let memory = self.wait();
        let mut shares = Shares::default();
        for (stream, line) in memory.lines.iter().filter(|(stream, _)| stream.kind() == kind) {
            let open = line.holder.is_none_or(|holder| holder == self.me || memory.dead[holder]);
            let list = if open { &mut shares.open } else { &mut shares.held };
            list.push((stream.clone(), line.head));
        }
        Ok(shares)
    }
}
