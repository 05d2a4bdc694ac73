//! The tables, and the version of their format.

use super::address::Address;
use super::session::Session;
use super::sql_fault::{SqlFault, absent};
use crate::heads::{Authority, HeadKey, OTHER_KEY};
use crate::log::StoreError;

/// The format that this program writes and reads.
const FORMAT: i32 = 2;

/// Numbers are signed here and not with us: a moment or a version beyond 2^63 comes back as it went.
///
/// A row of `streams` is changed with every batch and nothing of it is in an index but what never changes, so that room
/// on its page is all that a change needs. `stream` is a number given once and means no order. `form` is absent in a
/// record of form 1, and else empty or the digest of the order; `mac` authenticates the head of a stream for the store
/// `id`, and `mark` says that every head is.
const TABLES: &str = "
CREATE TABLE format (version integer NOT NULL, id bytea, mark bytea);
CREATE TABLE streams (
    number bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    name text COLLATE \"C\" NOT NULL UNIQUE,
    version bigint NOT NULL DEFAULT 0,
    head bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex'),
    epoch bigint NOT NULL DEFAULT 0,
    holder bigint,
    mac bytea
) WITH (fillfactor = 50);
CREATE TABLE events (
    stream bigint NOT NULL,
    version bigint NOT NULL,
    clock_ms bigint NOT NULL,
    moment bigint NOT NULL,
    command uuid,
    encoding integer NOT NULL,
    hash bytea NOT NULL,
    by bytea NOT NULL,
    open bytea NOT NULL,
    sealed bytea,
    form bytea,
    PRIMARY KEY (stream, version)
);
ALTER TABLE events ALTER COLUMN open SET STORAGE EXTERNAL, ALTER COLUMN sealed SET STORAGE EXTERNAL;
CREATE TABLE commands (
    id uuid PRIMARY KEY,
    stream bigint NOT NULL,
    first bigint NOT NULL,
    last bigint NOT NULL,
    digest uuid
);
CREATE TABLE segments (
    stream bigint NOT NULL REFERENCES streams,
    first bigint NOT NULL,
    last bigint NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (stream, first)
);
ALTER TABLE segments ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE TABLE snapshots (
    stream bigint PRIMARY KEY REFERENCES streams,
    version bigint NOT NULL,
    hash bytea NOT NULL,
    encoding integer NOT NULL,
    bytes bytea NOT NULL
);
CREATE TABLE holders (
    id bigint PRIMARY KEY,
    name text NOT NULL,
    beat_at timestamptz NOT NULL,
    patience interval NOT NULL,
    part boolean NOT NULL DEFAULT false,
    address text
) WITH (fillfactor = 50);
CREATE TABLE batches (
    holder bigint PRIMARY KEY,
    batch bigint NOT NULL
) WITH (fillfactor = 50);
";

/// Makes tables of format 1 those of format 2: nothing that is kept is written again. The numbers of batches move to a
/// table of another name, so that a program of the old format that still runs cannot write.
const FROM_1: &str = "
ALTER TABLE streams ADD COLUMN mac bytea;
ALTER TABLE events ADD COLUMN form bytea;
ALTER TABLE commands ADD COLUMN digest uuid;
ALTER TABLE format ADD COLUMN id bytea, ADD COLUMN mark bytea;
ALTER TABLE writers RENAME TO batches;
UPDATE format SET version = 2, id = uuid_send(gen_random_uuid());
";

/// Makes the tables, where they are not there. All of them or none.
pub(super) fn init(address: &Address) -> Result<(), SqlFault> {
    let session = Session::open(address)?;
    if format(&session)?.is_some() {
        return check(&session, address);
    }
    begin(&session, address, &format!("CREATE SCHEMA IF NOT EXISTS \"{}\"", address.schema))?;
    if format(&session)?.is_none() {
        session.run(session.client.batch_execute(&format!(
            "{TABLES} INSERT INTO format VALUES ({FORMAT}, uuid_send(gen_random_uuid()), NULL)"
        )))?;
    }
    session.run(session.client.batch_execute("COMMIT"))?;
    check(&session, address)
}

/// Begins a change of the tables. Of two that begin at the same time the second waits, and finds it done.
fn begin(session: &Session, address: &Address, first: &str) -> Result<(), SqlFault> {
    session.run(session.client.batch_execute(&format!(
        "BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('cardroom init {schema}', 0)); {first}",
        schema = address.schema
    )))
}

/// Brings tables of an older format up to this one. What we are not allowed to change is refused by [`check`].
pub(super) fn migrate(session: &Session, address: &Address) -> Result<(), SqlFault> {
    if format(session)? != Some(1) {
        return Ok(());
    }
    begin(session, address, "")?;
    if format(session)? == Some(1) {
        session.run(session.client.batch_execute(FROM_1))?;
    }
    session.run(session.client.batch_execute("COMMIT"))
}

/// Where holders are reached came later than the rest. A program that does not know the column leaves it empty, and is not
/// reached.
pub(super) fn complete(session: &Session) -> Result<(), SqlFault> {
    let there = session.run(session.client.query_one(
        "SELECT EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'holders'::regclass AND attname = 'address')",
        &[],
    ))?;
    if there.get(0) {
        return Ok(());
    }
    session.run(session.client.batch_execute("ALTER TABLE holders ADD COLUMN IF NOT EXISTS address text"))
}

/// Refuses a database that has no cardroom, one of another format, or one that does not keep what it says it keeps.
pub(super) fn check(session: &Session, address: &Address) -> Result<(), SqlFault> {
    let refuse = |what: String| Err(SqlFault::Refused(StoreError::Unavailable(what)));
    match format(session)? {
        None => return refuse(absent(address)),
        Some(FORMAT) => {}
        Some(older) if older < FORMAT => {
            return refuse(format!(
                "{} has the old format {older}, and this cardroom writes {FORMAT}; \
                 start this program once as the owner of the tables, with no other running",
                address.said()
            ));
        }
        Some(newer) => {
            return refuse(format!(
                "{} has format {newer}, but this cardroom knows formats up to {FORMAT}; use a newer cardroom",
                address.said()
            ));
        }
    }
    let row = session.run(session.client.query_one(
        "SELECT current_setting('fsync') = 'off' OR current_setting('full_page_writes') = 'off'",
        &[],
    ))?;
    if row.get(0) {
        return refuse(format!(
            "the server of {} runs with fsync or full_page_writes off and would lose what it has acknowledged; \
             turn them on in postgresql.conf",
            address.said()
        ));
    }
    Ok(())
}

/// The authority that a key has in this database.
pub(super) fn authority(session: &Session, key: Option<&HeadKey>) -> Result<Option<Authority>, SqlFault> {
    let Some(key) = key else { return Ok(None) };
    let row = session.run(session.client.query_one("SELECT id, mark FROM format", &[]))?;
    let store = row.get::<_, Option<&[u8]>>(0).and_then(|id| id.try_into().ok()).unwrap_or_default();
    let mark: Option<&[u8]> = row.get(1);
    if mark.is_some_and(|mark| *mark != key.mark(store)) {
        return Err(SqlFault::Refused(StoreError::Damaged {
            stream: None,
            version: 0,
            how: OTHER_KEY.into(),
        }));
    }
    Ok(Some(Authority { key: key.clone(), store, marked: mark.is_some() }))
}

fn format(session: &Session) -> Result<Option<i32>, SqlFault> {
    let there = session.run(session.client.query_one("SELECT to_regclass('format') IS NOT NULL", &[]))?;
    if !there.get::<_, bool>(0) {
        return Ok(None);
    }
    let row = session.run(session.client.query_opt("SELECT max(version) FROM format", &[]))?;
    Ok(row.and_then(|row| row.get(0)))
}
