//! A batch of appends: decided on the rows that are locked for it, and written by a handful of statements.

use crate::chain::Hash;
use crate::heads::Authority;
use crate::log::StoreError;
use crate::record::{Answered, Append, AppendOutcome, CommandId, Head, Stream};
use crate::verdict::{AppendVerdict, judge};
use crate::verify::Damage;
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

/// The number and the head of streams.
pub(super) type Heads = HashMap<Stream, (i64, Head)>;

/// What is known of the streams and commands of a batch, once their rows are locked.
#[derive(Default)]
pub(super) struct LockedRows {
    /// Every stream of the batch, with its number.
    pub(super) streams: Heads,
    /// The commands of the batch that were kept before.
    pub(super) commands: HashMap<CommandId, (Stream, Answered)>,
    /// The streams whose heads the key did not write: nothing is built upon them.
    pub(super) wrong: HashMap<Stream, Damage>,
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
    pub(super) was_head: Vec<Vec<u8>>,
    pub(super) epoch: Vec<i64>,
    pub(super) version: Vec<i64>,
    pub(super) head: Vec<Vec<u8>>,
    pub(super) mac: Vec<Option<Vec<u8>>>,
}

#[derive(Default)]
pub(super) struct CommandRows {
    pub(super) id: Vec<Id>,
    pub(super) stream: Vec<i64>,
    pub(super) first: Vec<i64>,
    pub(super) last: Vec<i64>,
    pub(super) digest: Vec<Option<Id>>,
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
    pub(super) form: Vec<Option<Vec<u8>>>,
}

/// What each append is answered once the rows are durable, in the order of the batch.
pub(super) type Answers = Vec<Result<AppendOutcome, StoreError>>;

/// A batch as it is to be written.
pub(super) struct DecidedBatch<'a> {
    pub(super) answers: Answers,
    pub(super) rows: Rows<'a>,
    /// Where its streams end afterwards.
    pub(super) heads: Heads,
}

/// Decides every append of a batch in its order. One that is refused leaves no trace in the rows.
pub(super) fn decide<'a>(
    appends: &[&'a Append],
    mut known: LockedRows,
    authority: Option<&Authority>,
) -> DecidedBatch<'a> {
    let mut rows = Rows::default();
    // The streams that the batch moves, and what they were before.
    let mut moved: BTreeMap<i64, (Head, &Stream)> = BTreeMap::new();
    let mut decide = |append: &'a Append| {
        let Some(&(number, head)) = known.streams.get(&append.stream) else {
            let gone = format!("the row of {} is gone from the database", append.stream);
            return Err(StoreError::Unavailable(gone));
        };
        let before = append.command.and_then(|command| known.commands.get(&command));
        let judged = judge(append, &head, before.map(|(stream, answered)| (stream, *answered)))?;
        if let AppendVerdict::Write(hashes) = &judged {
            if let Some(wrong) = known.wrong.get(&append.stream) {
                return Err(wrong.clone().into());
            }
            let (first, last) = (head.version + 1, head.version + hashes.len() as u64);
            let now = Head { version: last, hash: hashes.last().copied().unwrap_or(head.hash), ..head };
            rows.events.push(append, number, first, hashes);
            moved.entry(number).or_insert((head, &append.stream));
            known.streams.insert(append.stream.clone(), (number, now));
            if let Some(command) = append.command {
                let answered = append.answered(last);
                rows.commands.push(command, number, answered);
                known.commands.insert(command, (append.stream.clone(), answered));
            }
        }
        Ok(judged.kept(append))
    };
    let answers = appends.iter().map(|append| decide(append)).collect();
    for (number, (was, stream)) in moved {
        let (_, now) = known.streams[stream];
        rows.streams.number.push(number);
        rows.streams.was.push(was.version.cast_signed());
        rows.streams.was_head.push(was.hash.0.to_vec());
        rows.streams.epoch.push(was.epoch.0.cast_signed());
        rows.streams.version.push(now.version.cast_signed());
        rows.streams.head.push(now.hash.0.to_vec());
        let mac = authority.map(|authority| authority.head(stream, now.version, now.hash).to_vec());
        rows.streams.mac.push(mac);
    }
    DecidedBatch { answers, rows, heads: known.streams }
}

impl CommandRows {
    fn push(&mut self, command: CommandId, stream: i64, answered: Answered) {
        self.id.push(Id(command.0));
        self.stream.push(stream);
        self.first.push(answered.first.cast_signed());
        self.last.push(answered.last.cast_signed());
        self.digest.push(answered.order.map(|order| Id(order.0)));
    }
}

impl<'a> EventRows<'a> {
    fn push(&mut self, append: &'a Append, stream: i64, first: u64, hashes: &[Hash]) {
        for ((version, event), hash) in (first..).zip(&append.events).zip(hashes) {
            self.stream.push(stream);
            self.version.push(version.cast_signed());
            self.clock_ms.push(append.when.clock_ms);
            self.moment.push(append.when.moment.cast_signed());
            self.command.push(append.command.map(|command| Id(command.0)));
            self.encoding.push(event.encoding.into());
            self.hash.push(hash.0.to_vec());
            self.by.push(append.by.as_bytes());
            self.open.push(&event.open);
            self.sealed.push(event.sealed.as_deref());
            let order = append.order_at(version);
            self.form.push(append.form.column(order.as_ref()).map(<[u8]>::to_vec));
        }
    }
}
