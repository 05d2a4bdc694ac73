//! The authentication of heads: compared all at once, and written for a store from before there was one.

use super::schema;
use super::session::Session;
use super::sql_fault::SqlFault;
use super::writer_session::head;
use crate::failpoints::hit;
use crate::heads::{Authority, HeadKey, Heads, NO_KEY, NOT_MARKED};
use crate::log::StoreError;
use crate::record::Stream;
use crate::verify::Damage;

const ROWS: &str = "SELECT number, name, version, head, epoch, mac FROM streams WHERE version > 0";

/// Whether the heads are what the holder of the key wrote.
pub(super) fn compare(session: &Session, key: Option<&HeadKey>) -> Result<Heads, SqlFault> {
    let Some(authority) = schema::authority(session, key)? else { return Ok(Heads::NotChecked) };
    if !authority.marked {
        return Ok(Heads::Unmarked);
    }
    wrong(session, &authority).map(Heads::Checked)
}

/// The heads that are not of this authority.
fn wrong(session: &Session, authority: &Authority) -> Result<Vec<Damage>, SqlFault> {
    let rows = session.run(session.client.query(ROWS, &[]))?;
    let wrong = rows.iter().filter_map(|row| {
        let (stream, head) = (Stream::new(row.get(1))?, head(row, 2));
        authority.wrong(&stream, head.version, head.hash, row.get(5))
    });
    Ok(wrong.collect())
}

/// Authenticates every head as it is, while nobody writes, and says that this was done.
pub(super) fn mark(session: &Session, key: Option<&HeadKey>) -> Result<(), SqlFault> {
    alone(session, || {
        let authority = schema::authority(session, key)?.ok_or_else(|| refused(NO_KEY.into()))?;
        if authority.marked { Ok(()) } else { write(session, &authority) }
    })
}

/// Authenticates every head with another key, after a look whether every head is of the present one. Claims go, so that a
/// process that slept through it writes no more; and so do the snapshots, which the present key has sealed.
pub(super) fn change_key(
    session: &Session,
    (from, to): (Option<&HeadKey>, &HeadKey),
    others: &[String],
) -> Result<(), SqlFault> {
    if !others.is_empty() {
        let what = format!("other processes work on it: {}; stop them first", others.join(", "));
        return Err(refused(what));
    }
    hit("key/changing");
    alone(session, || {
        let from = schema::authority(session, from)?.ok_or_else(|| refused(NO_KEY.into()))?;
        if !from.marked {
            return Err(refused(NOT_MARKED.into()));
        }
        if let Some(wrong) = wrong(session, &from)?.into_iter().next() {
            return Err(SqlFault::Refused(wrong.into()));
        }
        let words =
            "DELETE FROM snapshots; UPDATE streams SET epoch = epoch + 1, holder = NULL WHERE epoch > 0";
        session.run(session.client.batch_execute(words))?;
        write(session, &Authority { key: to.clone(), ..from })?;
        hit("key/committing");
        Ok(())
    })?;
    hit("key/changed");
    Ok(())
}

fn refused(what: String) -> SqlFault {
    SqlFault::Refused(StoreError::Unavailable(what))
}

/// Does something in one transaction while nobody writes.
fn alone(session: &Session, work: impl FnOnce() -> Result<(), SqlFault>) -> Result<(), SqlFault> {
    let client = &session.client;
    session.run(client.batch_execute("BEGIN; LOCK TABLE streams IN SHARE ROW EXCLUSIVE MODE"))?;
    match work() {
        Ok(()) => session.run(client.batch_execute("COMMIT")),
        Err(trouble) => {
            // A connection that is lost has undone it by itself.
            let _ = session.run(client.batch_execute("ROLLBACK"));
            Err(trouble)
        }
    }
}

fn write(session: &Session, authority: &Authority) -> Result<(), SqlFault> {
    let client = &session.client;
    let rows = session.run(client.query(ROWS, &[]))?;
    let (mut numbers, mut macs): (Vec<i64>, Vec<Vec<u8>>) = (Vec::new(), Vec::new());
    for row in &rows {
        let (Some(stream), head) = (Stream::new(row.get(1)), head(row, 2)) else { continue };
        numbers.push(row.get(0));
        macs.push(authority.head(&stream, head.version, head.hash).to_vec());
    }
    let words = "UPDATE streams s SET mac = g.mac FROM unnest($1::bigint[], $2::bytea[]) AS g (number, mac)
        WHERE s.number = g.number";
    session.run(client.execute(words, &[&numbers, &macs]))?;
    let mark = authority.key.mark(authority.store);
    session.run(client.execute("UPDATE format SET mark = $1", &[&&mark[..]])).map(drop)
}
