//! Room that sealed records have left in the file, given back to the disk: a little at a time while others write, or all of
//! it while nobody does.

use super::fault::fault;
use crate::log::StoreError;
use rusqlite::Connection;

/// `auto_vacuum` of a file that can give back a little at a time.
const INCREMENTAL: i64 = 2;

/// Lets a new file give back a little at a time. To be said before anything else is written to it.
pub(super) const FROM_THE_START: &str = "PRAGMA auto_vacuum = INCREMENTAL;";

/// Gives back about so many pages of 4 KiB, or all there are; how many that was. A file from before could not give back a
/// little at a time: it is written anew where all is asked for, and can from then on.
pub(super) fn give_back(file: &Connection, most: Option<u32>) -> Result<u64, StoreError> {
    let before = pages(file)?;
    match most {
        Some(_) if number(file, "PRAGMA auto_vacuum")? != INCREMENTAL => return Ok(0),
        // Each row is a page that was moved; all must be asked for.
        Some(most) => drain(file, &format!("PRAGMA incremental_vacuum({most})"))?,
        None => file.execute_batch(&format!("{FROM_THE_START} VACUUM;")).map_err(fault)?,
    }
    if most.is_none() {
        // Nobody else is here: what is in the log of writes goes into the file, which is cut off behind it.
        drain(file, "PRAGMA wal_checkpoint(TRUNCATE)")?;
    }
    Ok(before.saturating_sub(pages(file)?))
}

fn number(file: &Connection, pragma: &str) -> Result<i64, StoreError> {
    file.query_row(pragma, [], |row| row.get(0)).map_err(fault)
}

fn pages(file: &Connection) -> Result<u64, StoreError> {
    Ok(number(file, "PRAGMA page_count")?.unsigned_abs())
}

fn drain(file: &Connection, words: &str) -> Result<(), StoreError> {
    let mut words = file.prepare(words).map_err(fault)?;
    let mut rows = words.query([]).map_err(fault)?;
    while rows.next().map_err(fault)?.is_some() {}
    Ok(())
}
