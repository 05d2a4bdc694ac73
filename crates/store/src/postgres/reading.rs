//! Reading what is kept: rows as records, segments opened where they stand.

use super::batch::Id;
use super::session::{Session, Sessions};
use super::sql_fault::SqlFault;
use super::writer_session::{answered, hash, head, unsigned};
use crate::log::StoreError;
use crate::record::{Answered, CommandId, Head, Record, RecordForm, Stream, When};
use crate::segment::decode;
use futures_util::TryStreamExt;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

/// Rows of events and of segments in one order. A segment has no hash of its own; its last version stands in `clock_ms`
/// and its bytes in `open`.
/// Both come from one look at the database, so that sealing at the same time neither hides nor doubles a record.
fn rows(events: &str, segments: &str) -> String {
    format!(
        "SELECT stream, version, clock_ms, moment, command, encoding, hash, by, open, sealed, form FROM events {events}
         UNION ALL
         SELECT stream, first, last, NULL, NULL, NULL, NULL, NULL, bytes, NULL, NULL FROM segments {segments}
         ORDER BY stream, version"
    )
}

/// Turns rows into records; who gave a command is mostly who gave the one before.
#[derive(Default)]
struct Reader {
    by: Option<Arc<str>>,
}

impl Reader {
    fn record(&mut self, stream: &Stream, row: &Row) -> Result<Record, StoreError> {
        let version = unsigned(row, 1);
        let by: &[u8] = row.get(7);
        let by = match &self.by {
            Some(last) if last.as_bytes() == by => last.clone(),
            _ => std::str::from_utf8(by).map(Arc::from).map_err(|_| StoreError::Damaged {
                stream: Some(stream.clone()),
                version,
                how: "who gave it is not text".into(),
            })?,
        };
        self.by = Some(by.clone());
        let encoding = u16::try_from(row.get::<_, i32>(5)).map_err(|_| StoreError::Damaged {
            stream: Some(stream.clone()),
            version,
            how: "its encoding is not a number of ours".into(),
        })?;
        let form = RecordForm::of_column(row.get(10));
        let (form, order) = form.ok_or_else(|| StoreError::Damaged {
            stream: Some(stream.clone()),
            version,
            how: "its form is not one of ours".into(),
        })?;
        Ok(Record {
            stream: stream.clone(),
            version,
            command: row.get::<_, Option<Id>>(4).map(|id| CommandId(id.0)),
            order,
            form,
            by,
            when: When { clock_ms: row.get(2), moment: unsigned(row, 3) },
            encoding,
            open: row.get(8),
            sealed: row.get(9),
            hash: hash(row.get(6)),
        })
    }

    /// The records of a row, from a version on.
    fn each(
        &mut self,
        stream: &Stream,
        row: &Row,
        each: &mut dyn FnMut(Record) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, StoreError> {
        if row.get::<_, Option<&[u8]>>(6).is_some() {
            return Ok(each(self.record(stream, row)?));
        }
        for record in decode(stream, unsigned(row, 1), unsigned(row, 2), row.get(8))? {
            if each(record).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// How many rows are asked for in one statement, which has a limit of time.
const PAGE: i64 = 5000;

pub(super) fn read(
    session: &Session,
    stream: &Stream,
    from: u64,
    most: usize,
) -> Result<Result<Vec<Record>, StoreError>, SqlFault> {
    let number = "(SELECT number FROM streams WHERE name = $1)";
    let sql = rows(
        &format!("WHERE stream = {number} AND version >= $2"),
        &format!("WHERE stream = {number} AND last >= $2"),
    );
    let page = session.run(session.client.prepare(&format!("{sql} LIMIT $3")))?;
    let mut records: Vec<Record> = Vec::new();
    let mut reader = Reader::default();
    let mut next = from.max(1);
    while records.len() < most && next <= i64::MAX.cast_unsigned() {
        let limit = i64::try_from(most - records.len()).map_or(PAGE, |left| left.min(PAGE));
        let found =
            session.run(session.client.query(&page, &[&stream.name(), &next.cast_signed(), &limit]))?;
        for row in &found {
            let read = reader.each(stream, row, &mut |record| {
                if record.version >= next && records.len() < most {
                    next = record.version + 1;
                    records.push(record);
                }
                ControlFlow::Continue(())
            });
            if let Err(error) = read {
                return Ok(Err(error));
            }
        }
        if i64::try_from(found.len()).is_ok_and(|rows| rows < limit) {
            break;
        }
    }
    Ok(Ok(records))
}

/// Of streams known up to a version, those that have gone beyond it.
pub(super) fn ahead(session: &Session, known: &[(Stream, u64)]) -> Result<Vec<(Stream, Head)>, SqlFault> {
    let names: Vec<&str> = known.iter().map(|(stream, _)| stream.name()).collect();
    let versions: Vec<i64> = known.iter().map(|(_, version)| version.cast_signed()).collect();
    let rows = session.run(session.client.query(
        "SELECT s.name, s.version, s.head, s.epoch FROM unnest($1::text[], $2::bigint[]) AS k (name, version)
         JOIN streams s ON s.name = k.name COLLATE \"C\" WHERE s.version > k.version",
        &[&names, &versions],
    ))?;
    Ok(rows.iter().filter_map(|row| Some((Stream::new(row.get(0))?, head(row, 1)))).collect())
}

/// How long the server may think before the next rows of a long query, and how many are taken in one go.
const PAUSE: Duration = Duration::from_secs(60);
const CHUNK: usize = 256;

/// All records, as the server sends them. They come in the order of their key, which needs no sorting of the whole.
pub(super) fn scan(
    sessions: &Sessions,
    each: &mut dyn FnMut(Record) -> ControlFlow<()>,
) -> Result<(), StoreError> {
    let mut reader = Reader::default();
    through(sessions, &rows("", ""), "SET LOCAL enable_seqscan = off", &mut |stream, row| {
        reader.each(stream, row, each)
    })
}

/// The index of commands.
pub(super) fn commands(
    sessions: &Sessions,
    each: &mut dyn FnMut(CommandId, &Stream, Answered),
) -> Result<(), StoreError> {
    through(sessions, "SELECT stream, first, last, digest, id FROM commands", "", &mut |stream, row| {
        each(CommandId(row.get::<_, Id>(4).0), stream, answered(row, 1));
        Ok(ControlFlow::Continue(()))
    })
}

/// Is given each row of a long query, with its stream.
type EachRow<'a> = dyn FnMut(&Stream, &Row) -> Result<ControlFlow<()>, StoreError> + 'a;

/// Goes through all rows of a query as they come, never with more than a moment's worth in memory. The first column is
/// the number of a stream, the second a version.
fn through(sessions: &Sessions, sql: &str, plan: &str, each: &mut EachRow<'_>) -> Result<(), StoreError> {
    let _scan = sessions.scan()?;
    // A connection that has gone stale shows before the first row.
    sessions.work(|session| session.run(session.client.batch_execute("SELECT")))?;
    let session = sessions.take().map_err(SqlFault::unavailable)?;
    let lost = |error: tokio_postgres::Error| SqlFault::of(&error, &sessions.address).unavailable();
    session
        .run(session.client.batch_execute(&format!(
            "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0;
             SET LOCAL idle_in_transaction_session_timeout = 0; {plan}"
        )))
        .map_err(SqlFault::unavailable)?;
    let names = session.run(session.client.query("SELECT number, name FROM streams", &[]));
    let names: HashMap<i64, Stream> = names
        .map_err(SqlFault::unavailable)?
        .iter()
        .filter_map(|row| Some((row.get(0), Stream::new(row.get(1))?)))
        .collect();
    let none: [&(dyn ToSql + Sync); 0] = [];
    let found = session.wait(PAUSE, session.client.query_raw(sql, none)).map_err(SqlFault::unavailable)?;
    let mut found = pin!(found.map_err(lost)?);
    loop {
        // The clock is asked once for many rows.
        let some = session.wait(PAUSE, async {
            let mut some = Vec::with_capacity(CHUNK);
            while some.len() < CHUNK {
                match found.try_next().await {
                    Ok(Some(row)) => some.push(row),
                    Ok(None) => break,
                    Err(error) => return Err(error),
                }
            }
            Ok(some)
        });
        let some = some.map_err(SqlFault::unavailable)?.map_err(lost)?;
        for row in &some {
            let (number, version) = (row.get::<_, i64>(0), unsigned(row, 1));
            let Some(stream) = names.get(&number) else {
                let how = format!("record {version} belongs to stream number {number}, which has no name");
                return Err(StoreError::Damaged { stream: None, version, how });
            };
            // Whoever has seen enough leaves the rest with the connection, which is closed.
            if each(stream, row)?.is_break() {
                return Ok(());
            }
        }
        if some.len() < CHUNK {
            break;
        }
    }
    session.run(session.client.batch_execute("COMMIT")).map_err(SqlFault::unavailable)?;
    sessions.put_back(session);
    Ok(())
}
