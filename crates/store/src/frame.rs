//! A record as bytes, for segments and exports: fixed fields in little endian, texts preceded by their length.

use crate::chain::Hash;
use crate::record::{CommandId, OrderDigest, Record, RecordForm, Stream, When};
use std::sync::Arc;

const HAS_COMMAND: u8 = 1;
const HAS_SEALED: u8 = 2;
const FORM_TWO: u8 = 4;
const HAS_ORDER: u8 = 8;

/// Appends a record without its stream, which whoever writes many of one stream says once.
pub(crate) fn put(out: &mut Vec<u8>, record: &Record) {
    let flag = |set: bool, flag: u8| if set { flag } else { 0 };
    out.push(
        flag(record.command.is_some(), HAS_COMMAND)
            | flag(record.sealed.is_some(), HAS_SEALED)
            | flag(record.form == RecordForm::Two, FORM_TWO)
            | flag(record.order.is_some(), HAS_ORDER),
    );
    out.extend(record.version.to_le_bytes());
    if let Some(command) = record.command {
        out.extend(command.0);
    }
    if let Some(order) = record.order {
        out.extend(order.0);
    }
    put_bytes(out, record.by.as_bytes());
    out.extend(record.when.clock_ms.to_le_bytes());
    out.extend(record.when.moment.to_le_bytes());
    out.extend(record.encoding.to_le_bytes());
    put_bytes(out, &record.open);
    if let Some(sealed) = &record.sealed {
        put_bytes(out, sealed);
    }
    out.extend(record.hash.0);
}

/// Appends bytes after their length.
pub(crate) fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend((bytes.len() as u32).to_le_bytes());
    out.extend(bytes);
}

/// Takes a record of a stream off the front of the bytes; nothing where they are no record.
pub(crate) fn take(bytes: &mut &[u8], stream: &Stream) -> Option<Record> {
    let [flags] = take_array(bytes)?;
    let has = |flag| flags & flag != 0;
    if has(!(HAS_COMMAND | HAS_SEALED | FORM_TWO | HAS_ORDER)) || has(HAS_ORDER) && !has(FORM_TWO) {
        return None;
    }
    let version = u64::from_le_bytes(take_array(bytes)?);
    let command = if has(HAS_COMMAND) { Some(CommandId(take_array(bytes)?)) } else { None };
    let order = if has(HAS_ORDER) { Some(OrderDigest(take_array(bytes)?)) } else { None };
    let form = if has(FORM_TWO) { RecordForm::Two } else { RecordForm::One };
    let by: Arc<str> = std::str::from_utf8(take_bytes(bytes)?).ok()?.into();
    let when = When {
        clock_ms: i64::from_le_bytes(take_array(bytes)?),
        moment: u64::from_le_bytes(take_array(bytes)?),
    };
    let encoding = u16::from_le_bytes(take_array(bytes)?);
    let open = take_bytes(bytes)?.to_vec();
    let sealed = if has(HAS_SEALED) { Some(take_bytes(bytes)?.to_vec()) } else { None };
    let hash = Hash(take_array(bytes)?);
    Some(Record {
        stream: stream.clone(),
        version,
        command,
        order,
        form,
        by,
        when,
        encoding,
        open,
        sealed,
        hash,
    })
}

/// Takes a fixed number of bytes off the front.
pub(crate) fn take_array<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*taken)
}

/// Takes bytes after their length off the front.
pub(crate) fn take_bytes<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = u32::from_le_bytes(take_array(bytes)?);
    let (taken, rest) = bytes.split_at_checked(usize::try_from(length).ok()?)?;
    *bytes = rest;
    Some(taken)
}
