//! The authentication of heads: compared all at once, and written for a store from before there was one.

use super::desk::head;
use super::schema;
use super::session::Session;
use super::trouble::Trouble;
use crate::heads::{Authority, HeadKey, Heads, NO_KEY};
use crate::log::StoreError;
use crate::record::Stream;

const ROWS: &str = "SELECT number, name, version, head, epoch, mac FROM streams WHERE version > 0";

/// Whether the heads are what the holder of the key wrote.
pub(super) fn compare(session: &Session, key: Option<&HeadKey>) -> Result<Heads, Trouble> {
    let Some(authority) = schema::authority(session, key)? else { return Ok(Heads::NotChecked) };
    if !authority.marked {
        return Ok(Heads::Unmarked);
    }
    let rows = session.run(session.client.query(ROWS, &[]))?;
    let wrong = rows.iter().filter_map(|row| {
        let (stream, head) = (Stream::new(row.get(1))?, head(row, 2));
        authority.wrong(&stream, head.version, head.hash, row.get(5))
    });
    Ok(Heads::Checked(wrong.collect()))
}

/// Authenticates every head as it is, while nobody writes, and says that this was done.
pub(super) fn mark(session: &Session, key: Option<&HeadKey>) -> Result<(), Trouble> {
    let client = &session.client;
    session.run(client.batch_execute("BEGIN; LOCK TABLE streams IN SHARE ROW EXCLUSIVE MODE"))?;
    let Some(authority) = schema::authority(session, key)? else {
        session.run(client.batch_execute("ROLLBACK"))?;
        return Err(Trouble::Refused(StoreError::Unavailable(NO_KEY.into())));
    };
    if !authority.marked {
        write(session, &authority)?;
    }
    session.run(client.batch_execute("COMMIT"))
}

fn write(session: &Session, authority: &Authority) -> Result<(), Trouble> {
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
