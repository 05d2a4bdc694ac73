//! A batch of appends: decided on the rows that are locked for it, and written by a handful of statements.

use crate::chain::{Hash, chained};
use crate::log::StoreError;
use crate::record::{Answered, Append, Command, Head, Kept, Stream};
use bytes::BytesMut;
use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, accepts, to_sql_checked};

/// The id of a command, as PostgreSQL keeps sixteen bytes best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Id(pub(super) [u8; 16]);

impl ToSql for Id {
    fn to_sql(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        out.extend_from_slice(&self.0);
        Ok(IsNull::No)
    }
    accepts!(UUID);
    to_sql_checked!();
}

impl<'a> FromSql<'a> for Id {
    fn from_sql(_: &Type, raw: &'a [u8]) -> Result<Id, Box<dyn Error + Sync + Send>> {
        Ok(Id(raw.try_into()?))
    }
    accepts!(UUID);
}

/// What is known of the streams and commands of a batch, once their rows are locked.
#[derive(Default)]
pub(super) struct Known {
    /// Every stream of the batch, with its number.
    pub(super) streams: HashMap<Stream, (i64, Head)>,
    /// The commands of the batch that were kept before.
    pub(super) commands: HashMap<Command, (Stream, Answered)>,
}

/// The rows to be written, column by column, as the statements take them.
#[derive(Default)]
pub(super) struct Rows<'a> {
    pub(super) streams: StreamRows,
    pub(super) commands: CommandRows,
    pub(super) events: EventRows<'a>,
}

#[derive(Default)]
pub(super) struct StreamRows {
    pub(super) number: Vec<i64>,
    pub(super) was: Vec<i64>,
    pub(super) epoch: Vec<i64>,
    pub(super) version: Vec<i64>,
    pub(super) head: Vec<Vec<u8>>,
}

#[derive(Default)]
pub(super) struct CommandRows {
    pub(super) id: Vec<Id>,
    pub(super) stream: Vec<i64>,
    pub(super) first: Vec<i64>,
    pub(super) last: Vec<i64>,
}

#[derive(Default)]
pub(super) struct EventRows<'a> {
    pub(super) stream: Vec<i64>,
    pub(super) version: Vec<i64>,
    pub(super) clock_ms: Vec<i64>,
    pub(super) moment: Vec<i64>,
    pub(super) command: Vec<Option<Id>>,
    pub(super) encoding: Vec<i32>,
    pub(super) hash: Vec<Vec<u8>>,
    pub(super) by: Vec<&'a [u8]>,
    pub(super) open: Vec<&'a [u8]>,
    pub(super) sealed: Vec<Option<&'a [u8]>>,
}

/// What each append is answered once the rows are durable, in the order of the batch.
pub(super) type Answers = Vec<Result<Kept, StoreError>>;

/// Decides every append of a batch in its order. One that is refused leaves no trace in the rows.
pub(super) fn decide<'a>(appends: &[&'a Append], mut known: Known) -> (Answers, Rows<'a>) {
    let mut rows = Rows::default();
    // What the streams were before the batch, of those that it moves.
    let mut moved: BTreeMap<i64, (Head, Stream)> = BTreeMap::new();
    let answers = appends
        .iter()
        .map(|append| {
            let (number, before) = look(append, &known)?;
            let (number, before) = match (number, before) {
                (number, Ahead::Free(head)) => (number, head),
                (_, Ahead::Repeat(answered)) => return Ok(Kept::Repeat(answered)),
            };
            let last = before.version + append.events.len() as u64;
            let head = push(&mut rows.events, append, number, before);
            moved.entry(number).or_insert_with(|| (before, append.stream.clone()));
            known
                .streams
                .insert(append.stream.clone(), (number, Head { version: last, hash: head, ..before }));
            let first = before.version + 1;
            if let Some(command) = append.command {
                known.commands.insert(command, (append.stream.clone(), Answered { first, last }));
                rows.commands.id.push(Id(command.0));
                rows.commands.stream.push(number);
                rows.commands.first.push(first.cast_signed());
                rows.commands.last.push(last.cast_signed());
            }
            Ok(Kept::New { first, last, head })
        })
        .collect();
    for (number, (was, stream)) in moved {
        let (_, now) = known.streams[&stream];
        rows.streams.number.push(number);
        rows.streams.was.push(was.version.cast_signed());
        rows.streams.epoch.push(was.epoch.0.cast_signed());
        rows.streams.version.push(now.version.cast_signed());
        rows.streams.head.push(now.hash.0.to_vec());
    }
    (answers, rows)
}

enum Ahead {
    Free(Head),
    Repeat(Answered),
}

/// Whether an append may be written after what is known, and where. A repeat gets its first answer even where the
/// stream has been taken over since.
fn look(append: &Append, known: &Known) -> Result<(i64, Ahead), StoreError> {
    let stream = || append.stream.clone();
    if append.events.is_empty() {
        return Err(StoreError::Nothing);
    }
    let Some(&(number, head)) = known.streams.get(&append.stream) else {
        return Err(StoreError::Unavailable(format!(
            "the row of {} is gone from the database",
            append.stream
        )));
    };
    if let Some((kept_in, answered)) = append.command.and_then(|command| known.commands.get(&command)) {
        return if *kept_in == append.stream {
            Ok((number, Ahead::Repeat(*answered)))
        } else {
            Err(StoreError::CommandElsewhere { stream: kept_in.clone() })
        };
    }
    if append.epoch != head.epoch {
        return Err(StoreError::Fenced { stream: stream(), epoch: head.epoch });
    }
    if append.after != head.version {
        return Err(StoreError::Conflict { stream: stream(), is: head.version });
    }
    Ok((number, Ahead::Free(head)))
}

/// Chains the events of an append to the head of its stream; the hash of the last.
fn push<'a>(rows: &mut EventRows<'a>, append: &'a Append, number: i64, before: Head) -> Hash {
    let mut hash = before.hash;
    for (version, event) in (before.version + 1..).zip(&append.events) {
        hash = chained(hash, append, version, event);
        rows.stream.push(number);
        rows.version.push(version.cast_signed());
        rows.clock_ms.push(append.when.clock_ms);
        rows.moment.push(append.when.moment.cast_signed());
        rows.command.push(append.command.map(|command| Id(command.0)));
        rows.encoding.push(event.encoding.into());
        rows.hash.push(hash.0.to_vec());
        rows.by.push(append.by.as_bytes());
        rows.open.push(&event.open);
        rows.sealed.push(event.sealed.as_deref());
    }
    hash
}
