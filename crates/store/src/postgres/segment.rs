//! Old records of a stream, compressed into one row.

use super::reading;
use super::session::Session;
use super::sql_fault::SqlFault;
use super::writer_session::unsigned;
use crate::failpoints::hit;
use crate::log::StoreError;
use crate::record::Stream;
use crate::segment::{LONGEST, encode};

/// Seals the next records of a stream, as many as a segment holds; whether there are more to seal up to that version.
///
/// The segment comes and its records go in one transaction. Two that seal the same stream begin with the same record, and
/// the key of the segment lets one of them in.
pub(super) fn seal(
    session: &Session,
    stream: &Stream,
    up_to: u64,
) -> Result<Result<bool, StoreError>, SqlFault> {
    let client = &session.client;
    let found = session.run(client.query_opt(
        "SELECT number, version, (SELECT coalesce(max(last), 0) FROM segments WHERE stream = number)
         FROM streams WHERE name = $1",
        &[&stream.name()],
    ))?;
    let Some(row) = found.filter(|row| up_to > 0 && up_to <= unsigned(row, 1)) else {
        return Ok(Err(StoreError::Nothing));
    };
    let (number, first) = (row.get::<_, i64>(0), unsigned(&row, 2) + 1);
    let last = up_to.min(first + LONGEST as u64 - 1);
    if first > last {
        return Ok(Ok(false));
    }
    hit("seal/begin");
    let count = usize::try_from(last - first + 1).unwrap_or(LONGEST);
    let records = match reading::read(session, stream, first, count)? {
        Ok(records) => records,
        Err(error) => return Ok(Err(error)),
    };
    let gap = (first..=last).zip(records.iter().map(|record| record.version)).find(|(due, is)| due != is);
    if let Some(version) = gap.map(|(due, _)| due).or((records.len() < count).then_some(last)) {
        let how = "the record is missing, and what is damaged is not sealed".into();
        return Ok(Err(StoreError::Damaged { stream: Some(stream.clone()), version, how }));
    }
    let bytes = match encode(&records) {
        Ok(bytes) => bytes,
        Err(error) => return Ok(Err(error)),
    };
    let (from, to) = (first.cast_signed(), last.cast_signed());
    session.run(client.batch_execute("BEGIN"))?;
    session.run(client.execute(
        "INSERT INTO segments (stream, first, last, bytes) VALUES ($1, $2, $3, $4)",
        &[&number, &from, &to, &bytes],
    ))?;
    hit("seal/segment");
    let gone = session.run(client.execute(
        "DELETE FROM events WHERE stream = $1 AND version BETWEEN $2 AND $3",
        &[&number, &from, &to],
    ))?;
    hit("seal/deleted");
    if gone != count as u64 {
        session.run(client.batch_execute("ROLLBACK"))?;
        return Err(SqlFault::Again(format!("the records of {stream} changed while they were sealed")));
    }
    hit("seal/committing");
    session.run(client.batch_execute("COMMIT"))?;
    hit("seal/committed");
    Ok(Ok(last < up_to))
}
