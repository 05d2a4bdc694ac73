//! Reading what is kept: rows as records, segments opened where they stand.

use super::batch::Id;
use super::session::{Session, Sessions};
use super::trouble::Trouble;
use super::writer::{hash, unsigned};
use crate::log::StoreError;
use crate::record::{Command, Record, Stream, When};
use futures_util::TryStreamExt;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

/// Rows of events and of segments in one order. A segment has no hash of its own, and its bytes stand in `open`.
/// Both come from one look at the database, so that sealing at the same time neither hides nor doubles a record.
fn rows(events: &str, segments: &str) -> String {
    format!(
        "SELECT stream, version, clock_ms, moment, command, encoding, hash, by, open, sealed FROM events {events}
         UNION ALL
         SELECT stream, first, NULL, NULL, NULL, NULL, NULL, NULL, bytes, NULL FROM segments {segments}
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
        Ok(Record {
            stream: stream.clone(),
            version,
            command: row.get::<_, Option<Id>>(4).map(|id| Command(id.0)),
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
        for record in super::segment::open(stream, unsigned(row, 1), row.get(8))? {
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
) -> Result<Result<Vec<Record>, StoreError>, Trouble> {
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

/// How long the server may think before the next records of a scan.
const PAUSE: Duration = Duration::from_secs(60);

/// All records, as the server sends them: never more than a moment's worth in memory.
pub(super) fn scan(
    sessions: &Sessions,
    each: &mut dyn FnMut(Record) -> ControlFlow<()>,
) -> Result<(), StoreError> {
    // A connection that has gone stale shows before the first record.
    sessions.work(|session| session.run(session.client.batch_execute("SELECT")))?;
    let session = sessions.take().map_err(Trouble::unavailable)?;
    let lost = |error: tokio_postgres::Error| Trouble::of(&error, &sessions.address).unavailable();
    session
        .run(session.client.batch_execute(
            "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0;
             SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL enable_sort = off;
             SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off",
        ))
        .map_err(Trouble::unavailable)?;
    let names = session.run(session.client.query("SELECT number, name FROM streams", &[]));
    let names: HashMap<i64, Stream> = names
        .map_err(Trouble::unavailable)?
        .iter()
        .filter_map(|row| Some((row.get(0), Stream::new(row.get(1))?)))
        .collect();
    let none: [&(dyn ToSql + Sync); 0] = [];
    let sql = rows("", "");
    let found = session.wait(PAUSE, session.client.query_raw(&sql, none)).map_err(Trouble::unavailable)?;
    let mut found = pin!(found.map_err(lost)?);
    let mut reader = Reader::default();
    loop {
        // Rows that are here already are taken without asking the clock.
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
        let some = some.map_err(Trouble::unavailable)?.map_err(lost)?;
        for row in &some {
            let number: i64 = row.get(0);
            let Some(stream) = names.get(&number) else {
                let how = format!(
                    "record {} belongs to stream number {number}, which has no name",
                    unsigned(row, 1)
                );
                return Err(StoreError::Damaged { stream: None, version: unsigned(row, 1), how });
            };
            // Whoever has seen enough leaves the rest with the connection, which is closed.
            if reader.each(stream, row, each)?.is_break() {
                return Ok(());
            }
        }
        if some.len() < CHUNK {
            break;
        }
    }
    session.run(session.client.batch_execute("COMMIT")).map_err(Trouble::unavailable)?;
    sessions.put_back(session);
    Ok(())
}

/// How many rows are taken from the connection in one go.
const CHUNK: usize = 256;
