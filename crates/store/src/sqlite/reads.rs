//! Reading the file: lines of the table of streams, and records wherever they lie.

use super::fault::{damaged, fault};
use crate::chain::Hash;
use crate::heads::{Authority, HeadKey, HeadMac, Heads};
use crate::log::{StoreError, stray_snapshot};
use crate::record::{
    Answered, CommandId, Epoch, Head, OrderDigest, Record, RecordForm, Snapshot, Stream, When,
};
use crate::segment;
use crate::verify::Damage;
use rusqlite::types::{Type, ValueRef};
use rusqlite::{Connection, OptionalExtension, Row, Statement, params};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A stream as its row says.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StreamRow {
    pub(super) id: i64,
    pub(super) head: Head,
    /// The place of its last record.
    pub(super) last: i64,
    /// Up to which version the places are in `runs`.
    pub(super) run_to: u64,
    /// Up to which version the records are in `segments`.
    pub(super) sealed_to: u64,
    /// What authenticates its head.
    pub(super) mac: Option<HeadMac>,
}

const LINE: &str = "SELECT id, version, hash, epoch, last, run_to, sealed_to, name, mac FROM streams";

fn line_of(row: &Row<'_>) -> rusqlite::Result<StreamRow> {
    let number = |column| row.get::<_, i64>(column).map(|n| n as u64);
    Ok(StreamRow {
        id: row.get(0)?,
        head: Head { version: number(1)?, hash: Hash(row.get(2)?), epoch: Epoch(number(3)?) },
        last: row.get(4)?,
        run_to: number(5)?,
        sealed_to: number(6)?,
        // One of another length authenticates nothing, and neither does zeros.
        mac: row.get_ref(8)?.as_blob_or_null()?.map(|mac| mac.try_into().unwrap_or_default()),
    })
}

/// The row of a stream.
pub(super) fn line(file: &Connection, stream: &Stream) -> Result<Option<StreamRow>, StoreError> {
    let mut find = file.prepare_cached(&format!("{LINE} WHERE name = ?")).map_err(fault)?;
    find.query_row([stream.name()], line_of).optional().map_err(fault)
}

/// All streams, by name.
pub(super) fn lines(file: &Connection) -> Result<Vec<(Stream, StreamRow)>, StoreError> {
    let mut find = file.prepare_cached(&format!("{LINE} ORDER BY name")).map_err(fault)?;
    let mut rows = find.query([]).map_err(fault)?;
    let mut lines = Vec::new();
    while let Some(row) = rows.next().map_err(fault)? {
        let line = line_of(row).map_err(fault)?;
        let name = row.get_ref(7).map_err(fault)?.as_str().ok();
        let stream =
            name.and_then(Stream::new).ok_or_else(|| damaged(&format!("stream {} has no name", line.id)))?;
        lines.push((stream, line));
    }
    Ok(lines)
}

/// The authority that a key has in this file.
pub(super) fn authority(file: &Connection, key: Option<&HeadKey>) -> Result<Option<Authority>, StoreError> {
    let Some(key) = key else { return Ok(None) };
    let read = |row: &Row<'_>| Ok((row.get::<_, Option<[u8; 16]>>(0)?, row.get::<_, Option<Vec<u8>>>(1)?));
    let (id, mark) = file.query_row("SELECT id, mark FROM state", [], read).map_err(fault)?;
    let store = id.unwrap_or_default();
    if mark.as_ref().is_some_and(|mark| *mark != key.mark(store)) {
        return Err(damaged(crate::heads::OTHER_KEY));
    }
    Ok(Some(Authority { key: key.clone(), store, marked: mark.is_some() }))
}

/// Whether the heads are what the holder of the key wrote.
pub(super) fn heads(file: &Connection, key: Option<&HeadKey>) -> Result<Heads, StoreError> {
    let Some(authority) = authority(file, key)? else { return Ok(Heads::NotChecked) };
    if !authority.marked {
        return Ok(Heads::Unmarked);
    }
    wrong_heads(file, &authority).map(Heads::Checked)
}

/// The heads that are not of this authority.
pub(super) fn wrong_heads(file: &Connection, authority: &Authority) -> Result<Vec<Damage>, StoreError> {
    let wrong = |(stream, line): (Stream, StreamRow)| {
        authority.wrong(&stream, line.head.version, line.head.hash, line.mac.as_ref().map(|mac| &mac[..]))
    };
    Ok(lines(file)?.into_iter().filter_map(wrong).collect())
}

/// The columns that [`record_of`] reads, after `seq`, `stream` and `version`.
const RECORD: &str =
    "SELECT stream, version, command, by, clock_ms, moment, encoding, open, sealed, hash, form FROM records";

/// The record of a row; `by` is shared with the record before where it is the same, as it mostly is.
fn record_of(row: &Row<'_>, stream: &Stream, before: &mut Arc<str>) -> rusqlite::Result<Record> {
    let by = row.get_ref(3)?.as_str()?;
    if **before != *by {
        *before = by.into();
    }
    let command = match row.get_ref(2)? {
        ValueRef::Null => None,
        _ => Some(CommandId(row.get(2)?)),
    };
    let sealed = match row.get_ref(8)? {
        ValueRef::Null => None,
        sealed => Some(sealed.as_blob()?.to_vec()),
    };
    let form = RecordForm::of_column(row.get_ref(10)?.as_blob_or_null()?);
    let (form, order) =
        form.ok_or_else(|| rusqlite::Error::InvalidColumnType(10, "form".into(), Type::Blob))?;
    Ok(Record {
        stream: stream.clone(),
        version: row.get::<_, i64>(1)? as u64,
        command,
        order,
        form,
        by: Arc::clone(before),
        when: When { clock_ms: row.get(4)?, moment: row.get::<_, i64>(5)? as u64 },
        encoding: row.get(6)?,
        open: row.get_ref(7)?.as_blob()?.to_vec(),
        sealed,
        hash: Hash(row.get(9)?),
    })
}

/// Records of a stream from one version to another, in one view of the file.
pub(super) fn read(
    file: &Connection,
    stream: &Stream,
    line: &StreamRow,
    from: u64,
    to: u64,
) -> Result<Vec<Record>, StoreError> {
    let mut records = Vec::new();
    if from <= line.sealed_to {
        segments(file, stream, line.id, (from, to), &mut |opened| {
            records.extend(opened.into_iter().filter(|record| (from..=to).contains(&record.version)));
            ControlFlow::Continue(())
        })?;
    }
    let mut by: Arc<str> = "".into();
    let mut find = file.prepare_cached(&format!("{RECORD} WHERE seq = ?")).map_err(fault)?;
    let from_here = from.max(line.sealed_to + 1);
    let places = if from_here <= to { places(file, stream, line, from_here, to)? } else { Vec::new() };
    for (place, version) in places.into_iter().zip(from_here..) {
        let found = find.query_row([place], |row| {
            Ok((row.get::<_, i64>(0)? == line.id).then_some(record_of(row, stream, &mut by)?))
        });
        match found.optional().map_err(fault)?.flatten().filter(|record| record.version == version) {
            Some(record) => records.push(record),
            None => return Err(missing(stream, version)),
        }
    }
    if records.iter().map(|record| record.version).ne(from..=to) {
        Err(missing(stream, from + records.len() as u64))
    } else {
        Ok(records)
    }
}

fn missing(stream: &Stream, version: u64) -> StoreError {
    let how = "the record is not where it should be".into();
    StoreError::Damaged { stream: Some(stream.clone()), version, how }
}

/// The records of the sealed segments that hold versions from one to another, a segment at a time.
fn segments(
    file: &Connection,
    stream: &Stream,
    id: i64,
    (from, to): (u64, u64),
    each: &mut dyn FnMut(Vec<Record>) -> ControlFlow<()>,
) -> Result<(), StoreError> {
    let query = "SELECT first, last, bytes FROM segments WHERE stream = ?1 AND first <= ?3 AND last >= ?2 ORDER BY first";
    let mut find = file.prepare_cached(query).map_err(fault)?;
    let mut rows = find.query(params![id, from as i64, to as i64]).map_err(fault)?;
    while let Some(row) = rows.next().map_err(fault)? {
        let (first, last) = (row.get::<_, i64>(0).map_err(fault)?, row.get::<_, i64>(1).map_err(fault)?);
        let bytes = row.get_ref(2).map_err(fault)?;
        let bytes = bytes.as_blob().map_err(|_| missing(stream, first as u64))?;
        if each(segment::decode(stream, first as u64, last as u64, bytes)?).is_break() {
            break;
        }
    }
    Ok(())
}

/// The places of records that are not sealed.
pub(super) fn places(
    file: &Connection,
    stream: &Stream,
    line: &StreamRow,
    from: u64,
    to: u64,
) -> Result<Vec<i64>, StoreError> {
    let mut places = Vec::new();
    if from <= line.run_to {
        let query =
            "SELECT first, places FROM runs WHERE stream = ?1 AND first <= ?3 AND last >= ?2 ORDER BY first";
        let mut find = file.prepare_cached(query).map_err(fault)?;
        let mut rows = find.query(params![line.id, from as i64, to as i64]).map_err(fault)?;
        while let Some(row) = rows.next().map_err(fault)? {
            let first = row.get::<_, i64>(0).map_err(fault)? as u64;
            let run = row.get_ref(1).map_err(fault)?;
            let run = run.as_blob().ok().and_then(unpacked).ok_or_else(|| missing(stream, first))?;
            let wanted = (first..).zip(run).filter(|(version, _)| (from..=to).contains(version));
            places.extend(wanted.map(|(_, place)| place));
        }
    }
    if to > line.run_to {
        let from = from.max(line.run_to + 1);
        let tail = tail(file, stream, line, from)?;
        places.extend(tail.into_iter().take((to + 1 - from) as usize));
    }
    Ok(places)
}

/// The places of the records from a version to the end of the stream, found by going back from the last.
pub(super) fn tail(
    file: &Connection,
    stream: &Stream,
    line: &StreamRow,
    from: u64,
) -> Result<Vec<i64>, StoreError> {
    let mut find =
        file.prepare_cached("SELECT stream, version, prev FROM records WHERE seq = ?").map_err(fault)?;
    let mut places = Vec::new();
    let mut place = line.last;
    for version in (from..=line.head.version).rev() {
        let said =
            find.query_row([place], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?, row.get(2)?)));
        match said.optional().map_err(fault)? {
            Some((id, is, prev)) if id == line.id && is as u64 == version => {
                places.push(place);
                place = prev;
            }
            _ => return Err(missing(stream, version)),
        }
    }
    places.reverse();
    Ok(places)
}

/// Every record: the sealed ones of each stream, then the others in the order of their arrival.
pub(super) fn scan(
    file: &Connection,
    each: &mut dyn FnMut(Record) -> ControlFlow<()>,
) -> Result<(), StoreError> {
    let lines = lines(file)?;
    for (stream, line) in lines.iter().filter(|(_, line)| line.sealed_to > 0) {
        let (mut next, mut flow) = (1, ControlFlow::Continue(()));
        segments(file, stream, line.id, (1, line.sealed_to), &mut |opened| {
            if opened.first().is_some_and(|record| record.version == next) {
                next += opened.len() as u64;
                flow = opened.into_iter().try_for_each(&mut *each);
                return flow;
            }
            ControlFlow::Break(())
        })?;
        if flow.is_break() {
            return Ok(());
        }
        if next != line.sealed_to + 1 {
            return Err(missing(stream, next));
        }
    }
    let names: HashMap<i64, &Stream> = lines.iter().map(|(stream, line)| (line.id, stream)).collect();
    let mut by: Arc<str> = "".into();
    let mut find = file.prepare_cached(&format!("{RECORD} ORDER BY seq")).map_err(fault)?;
    let mut rows = find.query([]).map_err(fault)?;
    while let Some(row) = rows.next().map_err(fault)? {
        let id = row.get(0).map_err(fault)?;
        let stream =
            names.get(&id).ok_or_else(|| damaged(&format!("a record of stream {id}, which is not there")))?;
        if each(record_of(row, stream, &mut by).map_err(fault)?).is_break() {
            break;
        }
    }
    Ok(())
}

/// Finds a command in the index.
pub(super) const ANSWERED: &str = "SELECT c.first, c.last, s.name, c.digest FROM commands c JOIN streams s ON s.id = c.stream WHERE c.command = ?";

/// Where a command stands, by the index.
pub(super) fn answered(
    file: &Connection,
    command: CommandId,
) -> Result<Option<(Stream, Answered)>, StoreError> {
    let mut find = file.prepare_cached(ANSWERED).map_err(fault)?;
    answered_by(&mut find, command)
}

/// The same, by [`ANSWERED`] made ready.
pub(super) fn answered_by(
    find: &mut Statement<'_>,
    command: CommandId,
) -> Result<Option<(Stream, Answered)>, StoreError> {
    find.query_row([&command.0[..]], answered_of).optional().map_err(fault)?.transpose()
}

/// Where a command stands whose records the index has not reached.
pub(super) fn answered_lately(
    file: &Connection,
    command: CommandId,
) -> Result<Option<(Stream, Answered)>, StoreError> {
    let query =
        "SELECT min(r.version), max(r.version), s.name, max(r.form) FROM records r JOIN streams s ON s.id = r.stream
        WHERE r.seq > (SELECT commands_to FROM state) AND r.command = ? GROUP BY r.stream";
    let mut find = file.prepare_cached(query).map_err(fault)?;
    find.query_row([&command.0[..]], answered_of).optional().map_err(fault)?.transpose()
}

/// The index of commands, and what it has not reached, which is in the records.
pub(super) fn commands(
    file: &Connection,
    each: &mut dyn FnMut(CommandId, &Stream, Answered),
) -> Result<(), StoreError> {
    let names: HashMap<i64, Stream> =
        lines(file)?.into_iter().map(|(stream, line)| (line.id, stream)).collect();
    let read = |row: &Row<'_>| {
        let (first, last) = (row.get::<_, i64>(2)? as u64, row.get::<_, i64>(3)? as u64);
        let answered = Answered { first, last, order: order_of(row, 4)? };
        Ok((row.get::<_, i64>(0)?, CommandId(row.get(1)?), answered))
    };
    let queries = [
        "SELECT stream, command, first, last, digest FROM commands",
        "SELECT stream, command, min(version), max(version), max(form) FROM records
            WHERE seq > (SELECT commands_to FROM state) AND command IS NOT NULL
            AND command NOT IN (SELECT command FROM commands) GROUP BY stream, command",
    ];
    for query in queries {
        let mut find = file.prepare_cached(query).map_err(fault)?;
        let mut rows = find.query([]).map_err(fault)?;
        while let Some(row) = rows.next().map_err(fault)? {
            let (id, command, answered) = read(row).map_err(fault)?;
            let stream = names
                .get(&id)
                .ok_or_else(|| damaged(&format!("a command of stream {id}, which is not there")))?;
            each(command, stream, answered);
        }
    }
    Ok(())
}

/// What SQLite finds wrong with its pages, and whether the places of all records are where reading looks for them.
pub(super) fn check(file: &Connection) -> Result<(), StoreError> {
    let found: String = file.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(fault)?;
    if found != "ok" {
        return Err(damaged(&found));
    }
    let query = "SELECT first, last, places FROM runs WHERE stream = ? ORDER BY first";
    let mut find = file.prepare_cached(query).map_err(fault)?;
    for (stream, line) in lines(file)? {
        let mut next = line.sealed_to + 1;
        let mut rows = find.query([line.id]).map_err(fault)?;
        while let Some(row) = rows.next().map_err(fault)? {
            let number = |column| row.get::<_, i64>(column).map(|n| n as u64).map_err(fault);
            let (first, last) = (number(0)?, number(1)?);
            let run = row.get_ref(2).map_err(fault)?;
            let count = run.as_blob().ok().and_then(unpacked).map(|places| places.len() as u64);
            if first > next || last < next || count != Some(last + 1 - first) {
                return Err(missing(&stream, next));
            }
            next = last + 1;
        }
        if next != line.run_to + 1 {
            return Err(missing(&stream, next));
        }
        tail(file, &stream, &line, next)?;
        if let Some(snapshot) = kept_snapshot(file, &stream, &line)?
            && !is_of_this_past(file, &line, &snapshot)?
        {
            return Err(stray_snapshot(&stream, snapshot.version));
        }
    }
    Ok(())
}

/// The digest of an order, by the column of a command or by the greatest `form` of its records: only the first has one.
pub(super) fn order_of(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<OrderDigest>> {
    match row.get_ref(column)?.as_blob_or_null()? {
        None | Some([]) => Ok(None),
        Some(_) => row.get(column).map(|digest| Some(OrderDigest(digest))),
    }
}

fn answered_of(row: &Row<'_>) -> rusqlite::Result<Result<(Stream, Answered), StoreError>> {
    let (first, last) = (row.get::<_, i64>(0)? as u64, row.get::<_, i64>(1)? as u64);
    let answered = Answered { first, last, order: order_of(row, 3)? };
    let stream = Stream::new(row.get_ref(2)?.as_str()?);
    Ok(stream.map(|stream| (stream, answered)).ok_or_else(|| damaged("a command of a stream without a name")))
}

/// The snapshot of a stream, where its past is that of the stream.
pub(super) fn snapshot(file: &Connection, stream: &Stream) -> Result<Option<Snapshot>, StoreError> {
    let Some(line) = line(file, stream)? else { return Ok(None) };
    let Some(snapshot) = kept_snapshot(file, stream, &line)? else { return Ok(None) };
    Ok(is_of_this_past(file, &line, &snapshot)?.then_some(snapshot))
}

/// The snapshot of a stream as it stands there, of whatever past.
fn kept_snapshot(
    file: &Connection,
    stream: &Stream,
    line: &StreamRow,
) -> Result<Option<Snapshot>, StoreError> {
    let query = "SELECT version, hash, encoding, bytes FROM snapshots WHERE stream = ?";
    let mut find = file.prepare_cached(query).map_err(fault)?;
    let found = find.query_row([line.id], |row| {
        Ok(Snapshot {
            stream: stream.clone(),
            version: row.get::<_, i64>(0)? as u64,
            hash: Hash(row.get(1)?),
            encoding: row.get(2)?,
            bytes: row.get(3)?,
        })
    });
    found.optional().map_err(fault)
}

/// Whether the stream has the record that a snapshot was made after.
pub(super) fn is_of_this_past(
    file: &Connection,
    line: &StreamRow,
    snapshot: &Snapshot,
) -> Result<bool, StoreError> {
    let version = snapshot.version;
    if version == 0 || version > line.head.version {
        return Ok(version == 0 && snapshot.hash == Hash::default());
    }
    let records = read(file, &snapshot.stream, line, version, version)?;
    Ok(records.iter().all(|record| record.hash == snapshot.hash))
}

/// The places of a run, each as the difference to the one before, seven bits a byte.
pub(super) fn packed(places: &[i64]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(places.len() * 2 + 8);
    let mut before = 0;
    for &place in places {
        let mut step = place.wrapping_sub(before) as u64;
        before = place;
        while step >= 0x80 {
            bytes.push(step as u8 | 0x80);
            step >>= 7;
        }
        bytes.push(step as u8);
    }
    bytes
}

fn unpacked(bytes: &[u8]) -> Option<Vec<i64>> {
    let (mut places, mut place, mut step, mut shift) = (Vec::new(), 0_i64, 0_u64, 0);
    for byte in bytes {
        step |= u64::from(byte & 0x7f).checked_shl(shift)?;
        shift += 7;
        if byte & 0x80 == 0 {
            place = place.wrapping_add(step as i64);
            places.push(place);
            (step, shift) = (0, 0);
        }
    }
    (shift == 0).then_some(places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_packed_and_unpacked() {
        for places in [vec![], vec![1], vec![1, 2, 3, 130, 131, 1 << 40], vec![i64::MAX - 1, i64::MAX]] {
            assert_eq!(unpacked(&packed(&places)), Some(places));
        }
        assert_eq!(unpacked(&[0x80]), None);
        assert_eq!(unpacked(&[0xff; 30]), None);
    }
}
