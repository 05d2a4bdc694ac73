//! A whole log as one file, to be carried elsewhere and checked there.
//!
//! ```text
//! file    = "cardroom export 2\n" block* anchor
//! block   = "R" header bytes        records
//! anchor  = "A" header bytes        the signed anchor as text; nothing comes after it
//! header  = plain length (u32) packed length (u32) hash (32 bytes)
//! bytes   = zstd of: (stream name, count (u32), record*)*
//! ```
//!
//! Numbers are little endian, a name or text comes after its length (u32). The hash of a block is SHA-256 over the hash
//! of the block before (zeros at first), its kind, its lengths and its packed bytes, so blocks can be neither changed
//! nor moved. A record is: flags (1: has a command, 2: has a sealed part, 4: is of form 2, 8: has the digest of an order),
//! version (u64), command (16 bytes), order (16 bytes), by (text), clock in ms (i64), moment (u64), encoding (u16), open
//! part (text), sealed part (text, still encrypted), hash (32). A file of export 1 has records of form 1 only.
//! Claims and snapshots do not travel: the one belong to processes, the other can be made again.

mod blocks;
mod import;

use crate::anchor::Anchor;
use crate::chain::Hash;
use crate::frame;
use crate::log::{Store, StoreError};
use crate::record::{Record, Stream};
use crate::vault::Vault;
use blocks::{Kind, Sink};
use std::error::Error;
use std::fmt;
use std::io::Write;

pub use import::import;

/// The first line of the file.
const TITLE: &[u8; 18] = b"cardroom export 2\n";
/// That of files from before records had a second form; they are still read.
const OLD_TITLE: &[u8; 18] = b"cardroom export 1\n";
/// A block is written when it is about so long.
const BLOCK: usize = 1 << 20;
/// So many records are read at a time.
const PAGE: usize = 1024;

/// What was carried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Carried {
    /// How many streams.
    pub streams: u64,
    /// How many records.
    pub records: u64,
}

/// Why a log is not carried.
#[derive(Debug)]
pub enum ExportError {
    /// The file cannot be written or read.
    File(std::io::Error),
    /// The file is not what was exported: at which byte, and how.
    Damaged {
        /// The byte at which the block begins, from 0.
        at: u64,
        /// What is wrong.
        how: String,
    },
    /// The file is signed by another house than it should be.
    OtherHouse,
    /// There is something in the store already.
    NotEmpty,
    /// The store refuses.
    Store(StoreError),
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExportError::File(error) => write!(f, "the file of the export: {error}"),
            ExportError::Damaged { at, how } => write!(f, "the export is damaged at byte {at}: {how}"),
            ExportError::OtherHouse => f.write_str("the export is not signed with the key of this house"),
            ExportError::NotEmpty => f.write_str("the store is not empty; an export goes into a new one"),
            ExportError::Store(error) => write!(f, "{error}"),
        }
    }
}

impl Error for ExportError {}

impl From<StoreError> for ExportError {
    fn from(error: StoreError) -> ExportError {
        ExportError::Store(error)
    }
}

impl From<std::io::Error> for ExportError {
    fn from(error: std::io::Error) -> ExportError {
        ExportError::File(error)
    }
}

/// Records of one stream that are not yet in a block.
#[derive(Default)]
struct Group {
    stream: Option<Stream>,
    count: u32,
    bytes: Vec<u8>,
}

impl Group {
    /// Adds a record; what was gathered of another stream goes into the block.
    fn put(&mut self, record: &Record, block: &mut Vec<u8>) {
        if self.stream.as_ref() != Some(&record.stream) {
            self.flush(block);
            self.stream = Some(record.stream.clone());
        }
        frame::put(&mut self.bytes, record);
        self.count += 1;
    }

    /// Moves the group into a block.
    fn flush(&mut self, block: &mut Vec<u8>) {
        if let Some(stream) = self.stream.take() {
            frame::put_bytes(block, stream.name().as_bytes());
            block.extend(self.count.to_le_bytes());
            block.append(&mut self.bytes);
            self.count = 0;
        }
    }
}

/// The place after a record, which must follow from the place before.
fn follow(record: &Record, (version, before): (u64, Hash)) -> Result<(u64, Hash), StoreError> {
    if record.version == version + 1 && record.rehashed(before) == record.hash {
        return Ok((record.version, record.hash));
    }
    let how = "the record does not follow from the one before; verify the store".into();
    Err(StoreError::Damaged { stream: Some(record.stream.clone()), version: record.version, how })
}

/// Writes a log as it stands now, each record checked on the way, with an anchor of it signed by the house.
///
/// # Errors
/// If the store is damaged or the file cannot be written.
pub fn export(
    store: &dyn Store,
    vault: &Vault,
    made_ms: i64,
    out: &mut dyn Write,
) -> Result<Carried, ExportError> {
    let anchor = Anchor::of(store, made_ms)?;
    let mut carried = Carried { streams: anchor.heads.len() as u64, records: 0 };
    let mut sink = Sink::new(out)?;
    let (mut group, mut block) = (Group::default(), Vec::new());
    for (stream, version, hash) in &anchor.heads {
        let mut place = (0, Hash::default());
        // What came after the anchor was made stays behind.
        while place.0 < *version {
            // A page at a time, so that a slow reader of the export holds nothing of the store while we wait for it.
            let most = usize::try_from(version - place.0).unwrap_or(PAGE).min(PAGE);
            let page = store.read(stream, place.0 + 1, most)?;
            if page.is_empty() {
                break;
            }
            for record in page {
                place = follow(&record, place)?;
                group.put(&record, &mut block);
                carried.records += 1;
                if block.len() + group.bytes.len() >= BLOCK {
                    group.flush(&mut block);
                    sink.write(Kind::Records, &block)?;
                    block.clear();
                }
            }
        }
        if place != (*version, *hash) {
            let how = "the stream does not end as its head says; verify the store".into();
            return Err(StoreError::Damaged { stream: Some(stream.clone()), version: *version, how }.into());
        }
    }
    group.flush(&mut block);
    if !block.is_empty() {
        sink.write(Kind::Records, &block)?;
    }
    sink.write(Kind::Anchor, anchor.signed(vault).to_string().as_bytes())?;
    out.flush()?;
    Ok(carried)
}
