//! Snapshots: one row a stream, of a past that the stream has.

use super::reading;
use super::session::Session;
use super::sql_fault::SqlFault;
use super::writer_session::{hash, unsigned};
use crate::chain::Hash;
use crate::failpoints::hit;
use crate::log::{StoreError, stray_snapshot};
use crate::record::{Snapshot, Stream};

/// Keeps a snapshot unless there is a newer one. Records never change, so that the look and the writing need not be one.
pub(super) fn keep(session: &Session, snapshot: &Snapshot) -> Result<Result<(), StoreError>, SqlFault> {
    let client = &session.client;
    let Snapshot { stream, version, hash, encoding, bytes } = snapshot;
    let found = session
        .run(client.query_opt("SELECT number, version FROM streams WHERE name = $1", &[&stream.name()]))?;
    let (number, is) = found.map_or((None, 0), |row| (Some(row.get::<_, i64>(0)), unsigned(&row, 1)));
    let past = if *version == 0 { Ok(Some(Hash::default())) } else { hash_at(session, stream, *version)? };
    let number = match (number, past) {
        (_, Err(error)) => return Ok(Err(error)),
        (Some(number), Ok(past)) if past == Some(*hash) => number,
        _ => return Ok(Err(StoreError::Conflict { stream: stream.clone(), is })),
    };
    hit("snapshot/begin");
    session.run(client.execute(
        "INSERT INTO snapshots AS kept (stream, version, hash, encoding, bytes) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (stream) DO UPDATE SET version = EXCLUDED.version, hash = EXCLUDED.hash,
             encoding = EXCLUDED.encoding, bytes = EXCLUDED.bytes
         WHERE kept.version <= EXCLUDED.version",
        &[&number, &version.cast_signed(), &&hash.0[..], &i32::from(*encoding), bytes],
    ))?;
    hit("snapshot/committed");
    Ok(Ok(()))
}

/// The latest snapshot, where it is one of the past that the stream has.
pub(super) fn latest(
    session: &Session,
    stream: &Stream,
) -> Result<Result<Option<Snapshot>, StoreError>, SqlFault> {
    let row = session.run(session.client.query_opt(
        "SELECT version, hash, encoding, bytes FROM snapshots
         WHERE stream = (SELECT number FROM streams WHERE name = $1)",
        &[&stream.name()],
    ))?;
    let Some(row) = row else { return Ok(Ok(None)) };
    let Ok(encoding) = u16::try_from(row.get::<_, i32>(2)) else { return Ok(Ok(None)) };
    let snapshot = Snapshot {
        stream: stream.clone(),
        version: unsigned(&row, 0),
        hash: hash(row.get(1)),
        encoding,
        bytes: row.get(3),
    };
    let past = match snapshot.version {
        0 => Ok(Some(Hash::default())),
        version => hash_at(session, stream, version)?,
    };
    Ok(past.map(|past| (past == Some(snapshot.hash)).then_some(snapshot)))
}

/// Finds a snapshot of a past that its stream does not have. Most are compared by the database; where the record is in a
/// segment, it is read.
pub(super) fn check(session: &Session) -> Result<Result<(), StoreError>, SqlFault> {
    let rows = session.run(session.client.query(
        "SELECT streams.name, kept.version, kept.version <= streams.version AND events.hash IS NULL, kept.hash
         FROM snapshots kept JOIN streams ON streams.number = kept.stream
             LEFT JOIN events ON events.stream = kept.stream AND events.version = kept.version
         WHERE events.hash IS DISTINCT FROM kept.hash",
        &[],
    ))?;
    for row in rows {
        let (Some(stream), version, kept) = (Stream::new(row.get(0)), unsigned(&row, 1), hash(row.get(3)))
        else {
            continue;
        };
        let past = match (version, row.get::<_, bool>(2)) {
            (0, _) => Ok(Some(Hash::default())),
            (_, true) => hash_at(session, &stream, version)?,
            (_, false) => Ok(None),
        };
        match past {
            Ok(past) if past == Some(kept) => {}
            Ok(_) => return Ok(Err(stray_snapshot(&stream, version))),
            Err(error) => return Ok(Err(error)),
        }
    }
    Ok(Ok(()))
}

fn hash_at(
    session: &Session,
    stream: &Stream,
    version: u64,
) -> Result<Result<Option<Hash>, StoreError>, SqlFault> {
    let records = reading::read(session, stream, version, 1)?;
    Ok(records
        .map(|records| records.first().filter(|record| record.version == version).map(|record| record.hash)))
}
