//! What a group does inside its transaction: each append judged and written, each claim counted.

use super::fault::fault;
use super::reads::{self, StreamRow};
use super::recent::{RecentCommand, RecentCommands};
use crate::failpoints::hit;
use crate::group_commit::Returning;
use crate::heads::{Authority, StreamHeadKey};
use crate::log::StoreError;
use crate::record::{Append, AppendOutcome, CommandId, Epoch, Stream};
use crate::verdict::{AppendVerdict, judge};
use rusqlite::{CachedStatement, Connection, params};
use std::collections::HashMap;

/// How many records in a row have their places written into one row of `runs`.
const RUN: usize = 64;

/// Writes the row of a stream.
pub(super) const KEEP: &str = "UPDATE streams SET version = ?2, hash = ?3, epoch = ?4, last = ?5, run_to = ?6, sealed_to = ?7, mac = ?8 WHERE id = ?1";

/// A stream as the writer knows it.
pub(super) struct Open {
    pub(super) line: StreamRow,
    /// The places of the records after `line.run_to`.
    pub(super) places: Vec<i64>,
    /// The last group that it was in.
    group: u64,
    /// What authenticates its head.
    key: Option<StreamHeadKey>,
    /// Whether those who ask for commands know its number.
    named: bool,
}

/// The streams that the writer knows, and the place of the next record.
#[derive(Default)]
pub(super) struct Streams {
    pub(super) lines: HashMap<Stream, Open>,
    pub(super) next: i64,
    /// What the writer authenticates heads with.
    pub(super) authority: Option<Authority>,
}

impl Streams {
    /// The stream, from memory or from the file; made where it is new.
    pub(super) fn open(&mut self, file: &Connection, stream: &Stream) -> Result<&mut Open, StoreError> {
        if !self.lines.contains_key(stream) {
            return open(&mut self.lines, self.authority.as_ref(), file, stream);
        }
        self.lines.get_mut(stream).ok_or(StoreError::Nothing)
    }
}

/// Reads a stream from the file, or makes it where it is new. A head that the key did not write is not built upon.
fn open<'a>(
    lines: &'a mut HashMap<Stream, Open>,
    authority: Option<&Authority>,
    file: &Connection,
    stream: &Stream,
) -> Result<&'a mut Open, StoreError> {
    let line = match reads::line(file, stream)? {
        Some(line) => line,
        None => {
            let words = "INSERT INTO streams VALUES (NULL, ?, 0, zeroblob(32), 0, 0, 0, 0, NULL)";
            cached(file, words)?.execute([stream.name()]).map_err(fault)?;
            StreamRow { id: file.last_insert_rowid(), ..StreamRow::default() }
        }
    };
    let (head, mac) = (line.head, line.mac.as_ref().map(|mac| &mac[..]));
    if let Some(wrong) = authority.and_then(|authority| authority.wrong(stream, head.version, head.hash, mac))
    {
        return Err(wrong.into());
    }
    let places = reads::tail(file, stream, &line, line.run_to.max(line.sealed_to) + 1)?;
    let key = authority.map(|authority| authority.of_stream(stream));
    Ok(lines
        .entry(stream.clone())
        .insert_entry(Open { line, places, group: 0, key, named: false })
        .into_mut())
}

/// The statements of a group, looked up once.
pub(super) struct GroupStatements<'file> {
    insert: CachedStatement<'file>,
    keep: CachedStatement<'file>,
    answered: CachedStatement<'file>,
}

impl<'file> GroupStatements<'file> {
    pub(super) fn new(file: &'file Connection) -> Result<GroupStatements<'file>, StoreError> {
        Ok(GroupStatements {
            insert: cached(file, "INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")?,
            keep: cached(file, KEEP)?,
            answered: cached(file, reads::ANSWERED)?,
        })
    }
}

/// A group that is being written.
pub(super) struct Group<'a> {
    pub(super) file: &'a Connection,
    pub(super) words: GroupStatements<'a>,
    pub(super) known: &'a mut Streams,
    pub(super) lately: &'a RecentCommands,
    pub(super) returning: &'a mut Returning,
    /// The commands of this group.
    pub(super) fresh: &'a mut HashMap<CommandId, RecentCommand>,
}

impl Group<'_> {
    /// What an append is to be told, after it is written in the transaction. An error is one of the file.
    pub(super) fn append(
        &mut self,
        append: &Append,
    ) -> Result<Result<AppendOutcome, StoreError>, StoreError> {
        let before = match append.command {
            None => None,
            Some(command) => match self.fresh.get(&command).copied().or_else(|| self.lately.get(command)) {
                Some(known) => {
                    Some((self.lately.stream(known.id).ok_or(StoreError::Nothing)?, known.answered))
                }
                None => reads::answered_by(&mut self.words.answered, command)?,
            },
        };
        let before = before.as_ref().map(|(stream, answered)| (stream, *answered));
        let Streams { lines, next: known_next, authority } = &mut *self.known;
        let found = match lines.get_mut(&append.stream) {
            Some(found) => found,
            None => {
                // A stream that nobody has written to is not made for an append that is refused.
                let head = reads::line(self.file, &append.stream)?.unwrap_or_default().head;
                match judge(append, &head, before) {
                    Ok(AppendVerdict::Write(_)) => {
                        open(lines, authority.as_ref(), self.file, &append.stream)?
                    }
                    judged => return Ok(judged.map(|judged| judged.kept(append))),
                }
            }
        };
        let judged = match judge(append, &found.line.head, before) {
            Ok(judged) => judged,
            Err(refused) => return Ok(Err(refused)),
        };
        if let AppendVerdict::Write(hashes) = &judged {
            let Open { line, places, group, key, named } = found;
            self.returning.came(group);
            let mut next = *known_next;
            for (event, hash) in append.events.iter().zip(hashes) {
                line.head.version += 1;
                line.head.hash = *hash;
                let order = append.order_at(line.head.version);
                let values = params![
                    next,
                    line.id,
                    line.head.version as i64,
                    line.last,
                    append.command.as_ref().map(|command| &command.0[..]),
                    &*append.by,
                    append.when.clock_ms,
                    append.when.moment as i64,
                    event.encoding,
                    event.open,
                    event.sealed,
                    hash.0,
                    append.form.column(order.as_ref()),
                ];
                self.words.insert.execute(values).map_err(fault)?;
                line.last = next;
                places.push(next);
                next += 1;
            }
            hit("append/inserted");
            *known_next = next;
            if places.len() >= RUN {
                let values = params![
                    line.id,
                    (line.run_to + 1) as i64,
                    line.head.version as i64,
                    reads::packed(places)
                ];
                cached(self.file, "INSERT INTO runs VALUES (?, ?, ?, ?)")?.execute(values).map_err(fault)?;
                line.run_to = line.head.version;
                places.clear();
            }
            line.mac = key.as_ref().map(|key| key.head(line.head.version, line.head.hash));
            keep(&mut self.words.keep, line)?;
            if let Some(command) = append.command {
                if !*named {
                    self.lately.name(line.id, &append.stream);
                    *named = true;
                }
                let answered = append.answered(line.head.version);
                let known = RecentCommand { id: line.id, answered };
                self.fresh.insert(command, known);
            }
        }
        Ok(Ok(judged.kept(append)))
    }

    /// A claim is counted in the row of the stream.
    pub(super) fn claim(&mut self, stream: &Stream) -> Result<Epoch, StoreError> {
        let line = &mut self.known.open(self.file, stream)?.line;
        line.head.epoch = Epoch(line.head.epoch.0 + 1);
        keep(&mut self.words.keep, line)?;
        Ok(line.head.epoch)
    }
}

pub(super) fn cached<'file>(
    file: &'file Connection,
    words: &str,
) -> Result<CachedStatement<'file>, StoreError> {
    file.prepare_cached(words).map_err(fault)
}

/// Writes the row of a stream.
pub(super) fn keep(words: &mut CachedStatement<'_>, line: &StreamRow) -> Result<(), StoreError> {
    let values = params![
        line.id,
        line.head.version as i64,
        line.head.hash.0,
        line.head.epoch.0 as i64,
        line.last,
        line.run_to as i64,
        line.sealed_to as i64,
        line.mac,
    ];
    words.execute(values).map_err(fault).map(drop)
}
