//! The tables of the file, how it is opened, and the check that it is ours.

use super::fault::{damaged, fault};
use crate::log::StoreError;
use crate::private_files::{owner_only, tighten};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use std::path::Path;

/// "Card" in ASCII: what `file` and SQLite call the application of the file.
const APPLICATION: i32 = 0x4361_7264;
/// The format that this program writes.
const FORMAT: i32 = 2;

/// Records lie in the order of their arrival (`seq`), so that a group of them is written to a few pages at the end of
/// the file. Neither the place of a record in its stream nor its command is indexed on the way: `prev` leads back to
/// the record before in the stream, a row of `runs` holds the places of 64 or more records in a row, and commands go
/// into their index a slice at a time (`commands_to` says how far all of them are there).
///
/// `form` is absent in a record of form 1, and else empty or the digest of the order; `mac` authenticates the head of a
/// stream for the store `id`, and `mark` says that every head is.
const TABLES: &str = "
CREATE TABLE streams (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, version INTEGER NOT NULL, hash BLOB NOT NULL,
    epoch INTEGER NOT NULL, last INTEGER NOT NULL, run_to INTEGER NOT NULL, sealed_to INTEGER NOT NULL,
    mac BLOB
) STRICT;
CREATE TABLE records (
    seq INTEGER PRIMARY KEY, stream INTEGER NOT NULL, version INTEGER NOT NULL, prev INTEGER NOT NULL, command BLOB,
    by TEXT NOT NULL, clock_ms INTEGER NOT NULL, moment INTEGER NOT NULL, encoding INTEGER NOT NULL,
    open BLOB NOT NULL, sealed BLOB, hash BLOB NOT NULL, form BLOB
) STRICT;
CREATE TABLE runs (
    stream INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, places BLOB NOT NULL,
    PRIMARY KEY (stream, first)
) STRICT, WITHOUT ROWID;
CREATE TABLE commands (
    command BLOB PRIMARY KEY, stream INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, digest BLOB
) STRICT, WITHOUT ROWID;
CREATE TABLE segments (
    id INTEGER PRIMARY KEY, stream INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
    bytes BLOB NOT NULL, UNIQUE (stream, first)
) STRICT;
CREATE TABLE snapshots (
    stream INTEGER PRIMARY KEY, version INTEGER NOT NULL, hash BLOB NOT NULL, encoding INTEGER NOT NULL,
    bytes BLOB NOT NULL
) STRICT;
CREATE TABLE state (commands_to INTEGER NOT NULL, id BLOB, mark BLOB) STRICT;
INSERT INTO state VALUES (0, randomblob(16), NULL);
";

/// Makes a file of format 1 one of format 2: nothing that is kept is written again.
const FROM_1: &str = "BEGIN IMMEDIATE;
ALTER TABLE streams ADD COLUMN mac BLOB;
ALTER TABLE records ADD COLUMN form BLOB;
ALTER TABLE commands ADD COLUMN digest BLOB;
ALTER TABLE state ADD COLUMN id BLOB;
ALTER TABLE state ADD COLUMN mark BLOB;
UPDATE state SET id = randomblob(16);
PRAGMA user_version = 2; COMMIT;";

/// Shows a file of format 1 to a reader as one of format 2; the file stays as it is.
const SHOW_1: &str = "PRAGMA temp_store = MEMORY;
CREATE TEMP VIEW streams AS SELECT *, NULL AS mac FROM main.streams;
CREATE TEMP VIEW records AS SELECT *, NULL AS form FROM main.records;
CREATE TEMP VIEW commands AS SELECT *, NULL AS digest FROM main.commands;
CREATE TEMP VIEW state AS SELECT *, NULL AS id, NULL AS mark FROM main.state;";

/// A connection belongs to one thread at a time, which the compiler sees to: SQLite need not lock it at every call.
const WRITER: OpenFlags = OpenFlags::SQLITE_OPEN_READ_WRITE.union(OpenFlags::SQLITE_OPEN_NO_MUTEX);

/// Makes the tables in a new file.
pub(super) fn create(path: &Path) -> Result<Connection, StoreError> {
    // What SQLite makes beside the file may be read by whoever may read the file.
    let file = owner_only(std::fs::OpenOptions::new().write(true).create_new(true)).open(path);
    file.map_err(|e| StoreError::Unavailable(format!("{} cannot be made: {e}", path.display())))?;
    let writer = Connection::open_with_flags(path, WRITER).map_err(fault)?;
    writer.execute_batch(super::space::FROM_THE_START).map_err(fault)?;
    writing(&writer)?;
    let tables = format!(
        "BEGIN; {TABLES} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {FORMAT}; COMMIT;"
    );
    writer.execute_batch(&tables).map_err(fault)?;
    Ok(writer)
}

/// Opens the file for its one writer.
pub(super) fn open_writer(path: &Path) -> Result<Connection, StoreError> {
    tighten(path);
    let writer = Connection::open_with_flags(path, WRITER).map_err(fault)?;
    let format = check(&writer, path)?;
    if writer.is_readonly("main").map_err(fault)? {
        return Err(StoreError::ReadOnly(format!("{} may not be written by this process", path.display())));
    }
    writing(&writer)?;
    if format == 1 {
        writer.execute_batch(FROM_1).map_err(fault)?;
    }
    Ok(writer)
}

/// Opens the file for reading. It is not mapped into memory: there a failing disk would be a signal that ends the
/// process, and not an error.
pub(super) fn open_reader(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let reader = Connection::open_with_flags(path, flags).map_err(fault)?;
    steady(&reader)?;
    if check(&reader, path)? == 1 {
        reader.execute_batch(SHOW_1).map_err(fault)?;
    }
    let settings = "PRAGMA cache_size = -2048; PRAGMA query_only = ON;";
    reader.execute_batch(settings).map_err(fault)?;
    Ok(reader)
}

/// A commit is on the disk before it is answered (synchronous=FULL); readers go on while it is written (WAL). The
/// writer itself says when the log of writes goes into the file.
fn writing(writer: &Connection) -> Result<(), StoreError> {
    steady(writer)?;
    let settings = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -16384;
        PRAGMA wal_autocheckpoint = 0; PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF;";
    writer.execute_batch(settings).map_err(fault)
}

/// A statement is planned once, and not again for every value that it is asked with: that took longer than all the rest.
fn steady(connection: &Connection) -> Result<(), StoreError> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true).map_err(fault).map(drop)
}

/// Whether the file is ours and of a format that we know; which.
fn check(connection: &Connection, path: &Path) -> Result<i32, StoreError> {
    let number = |pragma| connection.query_row(pragma, [], |row| row.get::<_, i32>(0)).map_err(fault);
    let (application, format) = (number("PRAGMA application_id")?, number("PRAGMA user_version")?);
    if application != APPLICATION {
        return Err(damaged(&format!("{} is not a store of this program", path.display())));
    }
    if !(1..=FORMAT).contains(&format) {
        let path = path.display();
        let how = format!(
            "{path} is of format {format}; this program knows formats 1 to {FORMAT}: use the program that wrote it"
        );
        return Err(StoreError::Unavailable(how));
    }
    let later = "SELECT count(*) FROM pragma_table_info('streams') WHERE name = 'mac'";
    if format == 1 && number(later)? > 0 {
        let path = path.display();
        return Err(damaged(&format!("{path} says that it is of format 1, but has what only format 2 has")));
    }
    Ok(format)
}
