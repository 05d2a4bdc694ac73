//! The commands that are kept and not yet in their index.
//!
//! Ids of commands are random, so an index that takes each as it comes would write a page of the file for each. They
//! are gathered here, sorted, and go into the index a slice of neighbours at a time. The records say what is missing
//! when the file is opened again.

use super::fault::fault;
use super::reads;
use crate::log::StoreError;
use crate::record::{Answered, CommandId, OrderDigest, Stream};
use rusqlite::{Connection, Statement, params};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// So many are gathered before they are sorted.
const GATHERED: usize = 1 << 16;
/// So many go into the index at a time, when as many new ones have come.
const SLICE: usize = 1 << 10;

/// Where the events of a command stand: the number of the stream in the file, the versions. There are very many of them.
#[derive(Clone, Copy)]
pub(super) struct RecentCommand {
    pub(super) id: i64,
    pub(super) answered: Answered,
}

/// The commands that are not all in the index, for the writer and for those who ask it.
pub(super) struct RecentCommands(Mutex<Commands>);

/// Those of the last group stand apart until it is answered: to put each in its place takes time that nobody should
/// wait for.
pub(super) struct Commands {
    last: HashMap<CommandId, RecentCommand>,
    all: HashMap<CommandId, RecentCommand>,
    /// The streams that have a command here, by their numbers.
    streams: HashMap<i64, Stream>,
}

impl Commands {
    fn get(&self, command: CommandId) -> Option<RecentCommand> {
        self.last.get(&command).or_else(|| self.all.get(&command)).copied()
    }
}

impl Default for RecentCommands {
    /// With room for all that can gather, so that no group waits until they have moved to a larger one.
    fn default() -> RecentCommands {
        let (last, all, streams) = (HashMap::new(), HashMap::with_capacity(2 * GATHERED), HashMap::new());
        RecentCommands(Mutex::new(Commands { last, all, streams }))
    }
}

impl RecentCommands {
    fn lock(&self) -> MutexGuard<'_, Commands> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn get(&self, command: CommandId) -> Option<RecentCommand> {
        self.lock().get(command)
    }

    /// The same, with the stream by its name.
    pub(super) fn answered(&self, command: CommandId) -> Option<(Stream, Answered)> {
        let commands = self.lock();
        let known = commands.get(command)?;
        Some((commands.streams.get(&known.id)?.clone(), known.answered))
    }

    /// The stream of that number, where it was named.
    pub(super) fn stream(&self, id: i64) -> Option<Stream> {
        self.lock().streams.get(&id).cloned()
    }

    /// Takes note of the number of a stream, before a command of it is kept.
    pub(super) fn name(&self, id: i64, stream: &Stream) {
        self.lock().streams.insert(id, stream.clone());
    }

    /// Takes the commands of a group that is kept, and leaves an empty map with room for the next.
    pub(super) fn keep(&self, fresh: &mut HashMap<CommandId, RecentCommand>) {
        std::mem::swap(&mut self.lock().last, fresh);
    }
}

/// How far the writer is with them.
#[derive(Default)]
pub(super) struct IndexProgress {
    gathered: Vec<CommandId>,
    /// Those of an earlier time, sorted, the next slice last; none of the records up to `moving_to` has another.
    moving: Vec<CommandId>,
    moving_to: i64,
    /// How many came since the last slice.
    since: usize,
}

/// Finds the commands that the index has not reached, in the records.
pub(super) fn load(file: &Connection, lately: &RecentCommands) -> Result<IndexProgress, StoreError> {
    let lines = reads::lines(file)?;
    let sealed: HashMap<i64, u64> = lines.iter().map(|(_, line)| (line.id, line.sealed_to)).collect();
    let names = lines.into_iter().map(|(stream, line)| (line.id, stream)).collect::<HashMap<_, _>>();
    let query = "SELECT stream, version, command, form FROM records
        WHERE seq > (SELECT commands_to FROM state) AND command IS NOT NULL ORDER BY seq";
    let mut find = file.prepare(query).map_err(fault)?;
    let mut rows = find.query([]).map_err(fault)?;
    let mut gathering = IndexProgress::default();
    let mut commands = lately.lock();
    let Commands { all, streams, .. } = &mut *commands;
    while let Some(row) = rows.next().map_err(fault)? {
        let read = || {
            Ok((row.get(0)?, row.get::<_, i64>(1)? as u64, CommandId(row.get(2)?), reads::order_of(row, 3)?))
        };
        let (id, version, command, order): (i64, u64, CommandId, Option<OrderDigest>) =
            read().map_err(fault)?;
        if !names.contains_key(&id) {
            continue;
        }
        if let Some(known) = all.get_mut(&command) {
            known.answered.last = version;
            continue;
        }
        let mut answered = Answered { first: version, last: version, order };
        // The first events of this command may lie in a segment; then the index was told when they went there.
        if sealed.get(&id) == Some(&version.wrapping_sub(1))
            && let Some((_, whole)) = reads::answered(file, command)?
        {
            answered = whole;
        }
        all.insert(command, RecentCommand { id, answered });
        gathering.gathered.push(command);
    }
    *streams = names;
    Ok(gathering)
}

impl IndexProgress {
    /// Puts the commands of the last group in their places, once it is answered.
    pub(super) fn settle(&mut self, lately: &RecentCommands) {
        let mut commands = lately.lock();
        let Commands { last, all, .. } = &mut *commands;
        self.since += last.len();
        self.gathered.extend(last.keys());
        all.extend(last.drain());
    }

    /// Whether it is time for a slice.
    pub(super) fn is_due(&self) -> bool {
        self.since >= SLICE && (!self.moving.is_empty() || self.gathered.len() >= GATHERED)
    }

    /// Writes a slice into the index, inside a transaction; `last` is the place of the last record that is kept. How
    /// many there were.
    pub(super) fn write(
        &mut self,
        file: &Connection,
        lately: &RecentCommands,
        last: i64,
    ) -> rusqlite::Result<usize> {
        self.since = 0;
        if self.moving.is_empty() {
            self.moving = std::mem::take(&mut self.gathered);
            self.moving.sort_unstable_by_key(|command| std::cmp::Reverse(*command));
            self.moving_to = last;
        }
        let left = self.moving.len().saturating_sub(SLICE);
        let slice = &self.moving[left..];
        let mut words = file.prepare_cached(INSERT)?;
        // Upwards, as the pages of the index like it.
        for command in slice.iter().rev() {
            if let Some(known) = lately.get(*command) {
                insert(&mut words, *command, known)?;
            }
        }
        drop(words);
        if left == 0 {
            file.prepare_cached("UPDATE state SET commands_to = ?")?.execute([self.moving_to])?;
        }
        Ok(slice.len())
    }

    /// The slice is in the index.
    pub(super) fn written(&mut self, lately: &RecentCommands, slice: usize) {
        let left = self.moving.len().saturating_sub(slice);
        let mut commands = lately.lock();
        for command in self.moving.drain(left..) {
            commands.all.remove(&command);
        }
    }
}

/// Puts a command into the index, where it is not there already.
pub(super) const INSERT: &str = "INSERT OR IGNORE INTO commands VALUES (?, ?, ?, ?, ?)";

/// Says [`INSERT`] for a command.
pub(super) fn insert(
    words: &mut Statement<'_>,
    command: CommandId,
    RecentCommand { id, answered }: RecentCommand,
) -> rusqlite::Result<()> {
    let order = answered.order.map(|order| order.0);
    words.execute(params![command.0, id, answered.first as i64, answered.last as i64, order]).map(drop)
}
