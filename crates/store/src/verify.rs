//! Proof of a whole store: every record hashed again, every chain followed to its head, the index of commands compared.

use crate::chain::Hash;
use crate::heads::Heads;
use crate::log::{Store, StoreError};
use crate::record::{Answered, CommandId, Head, OrderDigest, Record, RecordForm, Stream};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};

/// How many records go to a thread at a time, and how often progress is told.
const CHUNK: usize = 2048;
/// How many records are read at a time where the store cannot be gone through at once.
const PAGE: usize = 4096;

/// What a verification found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// How many streams were seen.
    pub streams: u64,
    /// How many records were hashed.
    pub records: u64,
    /// How many commands were compared with their index.
    pub commands: u64,
    /// Whether the heads were authenticated.
    pub heads: HeadsVerified,
    /// The first damage of each stream, and whatever is not of one stream.
    pub damages: Vec<Damage>,
}

impl Verified {
    /// Whether the store is whole.
    pub fn is_whole(&self) -> bool {
        self.damages.is_empty()
    }
}

/// Whether a verification could tell that the heads are those that the holder of the key wrote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HeadsVerified {
    /// There was no key to tell with.
    #[default]
    NoKey,
    /// The store says that it is from before heads were authenticated.
    Unmarked,
    /// They were compared, and damage is named.
    Compared,
}

/// Something that is not as it was written.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Damage {
    /// In which stream, where it is known.
    pub stream: Option<Stream>,
    /// At which record.
    pub version: u64,
    /// What is wrong.
    pub how: String,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.stream {
            Some(stream) => write!(f, "{stream}, record {}: {}", self.version, self.how),
            None => f.write_str(&self.how),
        }
    }
}

impl From<Damage> for StoreError {
    fn from(Damage { stream, version, how }: Damage) -> StoreError {
        StoreError::Damaged { stream, version, how }
    }
}

/// A command and where its events stand.
type KnownCommand = (CommandId, Stream, Answered);

/// What a thread hashes: records, each with the hash before it, and commands.
#[derive(Default)]
struct Chunk {
    records: Vec<(Hash, Record)>,
    commands: Vec<KnownCommand>,
}

/// Verifies a store and tells how many records are done as it goes. Other processes may go on writing: what they add
/// after the beginning is checked in itself and not compared with heads and index.
///
/// # Errors
/// If the store cannot be reached; damage is not an error but what is looked for.
pub fn verify(store: &dyn Store, progress: &mut dyn FnMut(u64)) -> Result<Verified, StoreError> {
    verify_seeing(store, progress, &mut |_| None)
}

/// Is shown every record of a verification, each stream in its order, and says what is wrong with it.
pub type SeeRecord<'a> = dyn FnMut(&Record) -> Option<String> + 'a;

/// The same, showing every record to somebody who knows more of what it says.
///
/// # Errors
/// As [`verify`].
pub fn verify_seeing(
    store: &dyn Store,
    progress: &mut dyn FnMut(u64),
    see: &mut SeeRecord<'_>,
) -> Result<Verified, StoreError> {
    let heads: HashMap<Stream, Head> = match store.streams() {
        Ok(streams) => streams.into_iter().collect(),
        Err(StoreError::Damaged { stream, version, how }) => {
            let damages = vec![Damage { stream, version, how }];
            return Ok(Verified { damages, ..Verified::default() });
        }
        Err(error) => return Err(error),
    };
    let mut found = Verified { streams: heads.len() as u64, ..Verified::default() };
    let mut damages = BTreeMap::new();
    let mut note = |damage: Damage| match damages.get(&damage.stream) {
        Some((version, _)) if *version <= damage.version => {}
        _ => drop(damages.insert(damage.stream, (damage.version, damage.how))),
    };
    let threads =
        std::thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1).max(1));
    let (send, receive) = sync_channel::<Chunk>(2 * threads);
    let receive = Mutex::new(receive);
    let (walked, by_records, by_index, storage) = std::thread::scope(|scope| {
        let hashers: Vec<_> = (0..threads).map(|_| scope.spawn(|| hash_all(&receive))).collect();
        let index = scope.spawn(|| index_sum(store, &heads));
        let storage = scope.spawn(|| store.check());
        let mut walk = Walk::new(&heads, send);
        let scanned = walk.all(store, progress, see);
        let walked = scanned.map(|()| walk.end());
        let mut sum = CommandSum::default();
        let mut broken = Vec::new();
        for (part, wrong) in hashers.into_iter().filter_map(|thread| thread.join().ok()) {
            sum.merge(&part);
            broken.extend(wrong);
        }
        let walked = walked.map(|(records, mut wrong)| {
            wrong.extend(broken);
            (records, wrong)
        });
        let lost = || StoreError::Unavailable("a thread of the verification died".into());
        let index = index.join().unwrap_or_else(|_| Err(lost()));
        (walked, sum, index, storage.join().unwrap_or_else(|_| Err(lost())))
    });
    match store.heads() {
        Ok(Heads::NotChecked) => {}
        Ok(Heads::Unmarked) => found.heads = HeadsVerified::Unmarked,
        Ok(Heads::Checked(wrong)) => {
            found.heads = HeadsVerified::Compared;
            wrong.into_iter().for_each(&mut note);
        }
        Err(StoreError::Damaged { stream, version, how }) => note(Damage { stream, version, how }),
        Err(error) => return Err(error),
    }
    let (records, broken) = walked?;
    found.records = records;
    found.commands = by_records.count;
    broken.into_iter().for_each(&mut note);
    match storage {
        Ok(()) => {}
        Err(StoreError::Damaged { stream, version, how }) => note(Damage { stream, version, how }),
        Err(error) => return Err(error),
    }
    match by_index {
        Ok(sum) if sum == by_records => {}
        Ok(_) => compare_commands(store, &heads, &mut note)?,
        Err(StoreError::Damaged { stream, version, how }) => note(Damage { stream, version, how }),
        Err(error) => return Err(error),
    }
    let damages = damages.into_iter().map(|(stream, (version, how))| Damage { stream, version, how });
    found.damages = damages.collect();
    Ok(found)
}

/// The sum of the hashes of commands: two sums are equal if and only if the same commands stand in the same places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct CommandSum {
    count: u64,
    halves: [u128; 2],
}

impl CommandSum {
    fn add(&mut self, command: CommandId, stream: &Stream, answered: Answered) {
        let hash: [u8; 32] = Sha256::new()
            .chain_update(command.0)
            .chain_update(answered.first.to_le_bytes())
            .chain_update(answered.last.to_le_bytes())
            .chain_update([u8::from(answered.order.is_some())])
            .chain_update(answered.order.map_or([0; 16], |order| order.0))
            .chain_update(stream.name())
            .finalize()
            .into();
        self.count += 1;
        for (half, bytes) in self.halves.iter_mut().zip(hash.as_chunks::<16>().0) {
            *half = half.wrapping_add(u128::from_le_bytes(*bytes));
        }
    }

    fn merge(&mut self, other: &CommandSum) {
        self.count += other.count;
        self.halves = [0, 1].map(|half| self.halves[half].wrapping_add(other.halves[half]));
    }
}

fn hash_all(chunks: &Mutex<Receiver<Chunk>>) -> (CommandSum, Vec<Damage>) {
    let (mut sum, mut broken) = (CommandSum::default(), Vec::new());
    loop {
        let next = chunks.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(chunk) = next else { return (sum, broken) };
        for (before, record) in &chunk.records {
            if record.rehashed(*before) != record.hash {
                let how = "its hash does not fit its content and the record before".into();
                broken.push(Damage { stream: Some(record.stream.clone()), version: record.version, how });
            }
        }
        chunk.commands.iter().for_each(|(command, stream, answered)| sum.add(*command, stream, *answered));
    }
}

/// Whether a command was there when the heads were read.
fn is_within(heads: &HashMap<Stream, Head>, stream: &Stream, answered: Answered) -> bool {
    heads.get(stream).is_some_and(|head| answered.last <= head.version)
}

fn index_sum(store: &dyn Store, heads: &HashMap<Stream, Head>) -> Result<CommandSum, StoreError> {
    let mut sum = CommandSum::default();
    store.commands(&mut |command, stream, answered| {
        if is_within(heads, stream, answered) {
            sum.add(command, stream, answered);
        }
    })?;
    Ok(sum)
}

/// Where a stream is while its records go by.
#[derive(Default)]
struct StreamCursor {
    version: u64,
    hash: Hash,
    form: Option<RecordForm>,
    /// The command of the last record, its first, and its order.
    command: Option<(CommandId, u64, Option<OrderDigest>)>,
    head: Option<Head>,
}

impl StreamCursor {
    /// The command of the last record, and where it stands when it ends here.
    fn ended(&self) -> Option<(CommandId, Answered)> {
        self.command.map(|(command, first, order)| (command, Answered { first, last: self.version, order }))
    }
}

/// Follows every stream.
struct Walk<'a> {
    heads: &'a HashMap<Stream, Head>,
    places: HashMap<Stream, StreamCursor>,
    chunk: Chunk,
    send: SyncSender<Chunk>,
    records: u64,
    broken: Vec<Damage>,
}

impl<'a> Walk<'a> {
    fn new(heads: &'a HashMap<Stream, Head>, send: SyncSender<Chunk>) -> Walk<'a> {
        let place = |head: &Head| StreamCursor { head: Some(*head), ..StreamCursor::default() };
        let places = heads.iter().map(|(stream, head)| (stream.clone(), place(head))).collect();
        Walk { heads, places, chunk: Chunk::default(), send, records: 0, broken: Vec::new() }
    }

    /// Goes through the store at once, or stream by stream where damage stops that.
    fn all(
        &mut self,
        store: &dyn Store,
        progress: &mut dyn FnMut(u64),
        see: &mut SeeRecord<'_>,
    ) -> Result<(), StoreError> {
        let scanned = store.scan(&mut |record| {
            self.step(record, progress, see);
            ControlFlow::Continue(())
        });
        match scanned {
            Ok(()) => return Ok(()),
            Err(StoreError::Damaged { .. }) => {}
            Err(error) => return Err(error),
        }
        let mut names: Vec<&Stream> = self.heads.keys().collect();
        names.sort_unstable();
        for stream in names {
            loop {
                let from = self.places.get(stream).map_or(0, |place| place.version) + 1;
                match store.read(stream, from, PAGE) {
                    Ok(records) if records.is_empty() => break,
                    Ok(records) => records.into_iter().for_each(|record| self.step(record, progress, see)),
                    Err(StoreError::Damaged { stream: place, version, how }) => {
                        let version = if place.is_some() { version } else { from };
                        self.broken.push(Damage { stream: Some(stream.clone()), version, how });
                        // The end cannot be compared with the head, which is damage enough.
                        self.places.entry(stream.clone()).or_default().head = None;
                        break;
                    }
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(())
    }

    fn step(&mut self, record: Record, progress: &mut dyn FnMut(u64), see: &mut SeeRecord<'_>) {
        if !self.places.contains_key(&record.stream) {
            self.places.insert(record.stream.clone(), StreamCursor::default());
        }
        let Some(place) = self.places.get_mut(&record.stream) else { return };
        let mut wrong = |how: &str| {
            self.broken.push(Damage {
                stream: Some(record.stream.clone()),
                version: record.version,
                how: how.into(),
            });
        };
        if record.version != place.version + 1 {
            wrong(&format!("it comes after record {}", place.version));
        }
        if let Some(head) = place.head
            && head.version == record.version
            && head.hash != record.hash
        {
            wrong("the head of the stream has another hash");
        }
        if let Some(how) = see(&record) {
            wrong(&how);
        }
        if place.form > Some(record.form) {
            wrong("it is of an older form than the record before");
        }
        place.form = Some(record.form);
        let before = std::mem::replace(&mut place.hash, record.hash);
        if record.command != place.command.map(|(command, ..)| command) {
            if let Some((command, answered)) = place.ended()
                && is_within(self.heads, &record.stream, answered)
            {
                self.chunk.commands.push((command, record.stream.clone(), answered));
            }
            place.command = record.command.map(|command| (command, record.version, record.order));
        } else if record.command.is_some() && record.order.is_some() {
            wrong("it names an order and is not the first record of one");
        }
        place.version = record.version;
        self.chunk.records.push((before, record));
        self.records += 1;
        if self.chunk.records.len() == CHUNK {
            // Where every thread has died, the sum of commands will not be right, and that is found.
            let _ = self.send.send(std::mem::take(&mut self.chunk));
            progress(self.records);
        }
    }

    /// Compares the ends with the heads; how many records there were, and what is broken.
    fn end(mut self) -> (u64, Vec<Damage>) {
        for (stream, place) in &self.places {
            if let Some((command, answered)) = place.ended()
                && is_within(self.heads, stream, answered)
            {
                self.chunk.commands.push((command, stream.clone(), answered));
            }
            if let Some(head) = place.head.filter(|head| head.version > place.version) {
                let how = format!("it is missing: the stream should reach record {}", head.version);
                self.broken.push(Damage { stream: Some(stream.clone()), version: place.version + 1, how });
            }
        }
        let _ = self.send.send(self.chunk);
        (self.records, self.broken)
    }
}

/// Finds what is wrong between the records and the index of commands, one by one: slow, and only where it is known
/// that something is.
fn compare_commands(
    store: &dyn Store,
    heads: &HashMap<Stream, Head>,
    note: &mut dyn FnMut(Damage),
) -> Result<(), StoreError> {
    let mut seen: HashMap<CommandId, (Stream, Answered)> = HashMap::new();
    let scanned = store.scan(&mut |record| {
        let Record { stream, version, command, order, .. } = record;
        if let Some(command) =
            command.filter(|_| heads.get(&stream).is_some_and(|head| version <= head.version))
        {
            let known = seen
                .entry(command)
                .or_insert((stream.clone(), Answered { first: version, last: version, order }));
            if known.0 == stream && version <= known.1.last + 1 {
                known.1.last = version;
            } else {
                let how = format!("its command is also that of record {} of {}", known.1.first, known.0);
                note(Damage { stream: Some(stream), version, how });
            }
        }
        ControlFlow::Continue(())
    });
    if scanned.is_err() {
        // The records themselves are damaged, which has been noted where it is.
        return Ok(());
    }
    let mut extra = Vec::new();
    let listed = store.commands(&mut |command, stream, answered| {
        if is_within(heads, stream, answered)
            && seen.remove(&command).as_ref() != Some(&(stream.clone(), answered))
        {
            extra.push((stream.clone(), answered.first));
        }
    });
    match listed {
        Ok(()) => {}
        Err(StoreError::Damaged { stream, version, how }) => note(Damage { stream, version, how }),
        Err(error) => return Err(error),
    }
    for (stream, version) in extra {
        let how = "the index of commands has a command here that no record has".into();
        note(Damage { stream: Some(stream), version, how });
    }
    for (stream, answered) in seen.into_values() {
        let how = "its command is not in the index of commands, or elsewhere".into();
        note(Damage { stream: Some(stream), version: answered.first, how });
    }
    Ok(())
}
