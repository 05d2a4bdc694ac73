//! A sealed segment: consecutive records of one stream, compressed. Both stores on disk keep the same bytes.

use crate::frame;
use crate::log::StoreError;
use crate::record::{Record, Stream};

/// How many records a segment holds at most: enough to compress well, few enough to open for one of them.
pub(crate) const LONGEST: usize = 1024;

const FORMAT: u8 = 1;
const LEVEL: i32 = 6;
/// The records of a segment are no more than this when they are opened, so that damaged bytes cannot fill the memory.
const WIDEST: usize = 1 << 30;

/// The records as the bytes of a segment.
pub(crate) fn encode(records: &[Record]) -> Result<Vec<u8>, StoreError> {
    let mut plain = Vec::new();
    for record in records {
        frame::put(&mut plain, record);
    }
    if plain.len() > WIDEST {
        return Err(StoreError::Unavailable(
            "a segment of more than 1 GiB; seal fewer records at a time".into(),
        ));
    }
    let packed = zstd::bulk::compress(&plain, LEVEL).map_err(|e| StoreError::Unavailable(e.to_string()))?;
    let mut bytes = vec![FORMAT];
    bytes.extend((plain.len() as u32).to_le_bytes());
    bytes.extend(packed);
    Ok(bytes)
}

/// The records of a segment that begins with the version `first` and ends with `last`.
pub(crate) fn decode(
    stream: &Stream,
    first: u64,
    last: u64,
    bytes: &[u8],
) -> Result<Vec<Record>, StoreError> {
    let damaged = |version, how: &str| {
        let how = format!("the segment {first} to {last} {how}");
        StoreError::Damaged { stream: Some(stream.clone()), version, how }
    };
    let mut packed = bytes;
    let Some([format]) = frame::take_array(&mut packed) else { return Err(damaged(first, "is empty")) };
    if format != FORMAT {
        return Err(damaged(first, "is of a format that this program does not know"));
    }
    let length = frame::take_array(&mut packed).map(|bytes| u32::from_le_bytes(bytes) as usize);
    let Some(length) = length.filter(|&length| length <= WIDEST) else {
        return Err(damaged(first, "has no length"));
    };
    let plain = zstd::bulk::decompress(packed, length).map_err(|_| damaged(first, "does not decompress"))?;
    let mut left = &plain[..];
    let mut records = Vec::new();
    for version in first..=last {
        match frame::take(&mut left, stream).filter(|record| record.version == version) {
            Some(record) => records.push(record),
            None => return Err(damaged(version, "does not hold the record")),
        }
    }
    if plain.len() != length || !left.is_empty() {
        return Err(damaged(last, "holds more than its records"));
    }
    Ok(records)
}
