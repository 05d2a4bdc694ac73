//! The hash chain: each record's hash is over all it says and over the hash of the one before.

use crate::record::{Append, CommandId, NewEvent, OrderDigest, Record, RecordForm, When};
use sha2::{Digest, Sha256};
use std::fmt;

/// A SHA-256.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// Reads what [`fmt::Display`] writes: 64 hexadecimal digits.
    pub fn parse(text: &str) -> Option<Hash> {
        let digit = |c: u8| (c as char).to_digit(16).filter(|_| !c.is_ascii_uppercase());
        let mut hash = [0; 32];
        if text.len() != 64 {
            return None;
        }
        for (byte, pair) in hash.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            *byte = (digit(pair[0])? * 16 + digit(pair[1])?) as u8;
        }
        Some(Hash(hash))
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The hash of the record that an event of this append becomes as `version`, after a record with the hash `before`
/// (zeros at the beginning of a stream). The events of `append` are not looked at, only what they have in common.
///
/// Every field is of fixed length or preceded by its length, so that no two records have the same bytes.
pub fn chained(before: Hash, append: &Append, version: u64, event: &NewEvent) -> Hash {
    RecordContent {
        stream: append.stream.name(),
        version,
        command: append.command,
        order: append.order_at(version),
        form: append.form,
        by: &append.by,
        when: append.when,
        encoding: event.encoding,
        open: &event.open,
        sealed: event.sealed.as_deref(),
    }
    .after(before)
}

impl Record {
    /// What the hash of this record should be, after a record with the hash `before`.
    pub fn rehashed(&self, before: Hash) -> Hash {
        RecordContent {
            stream: self.stream.name(),
            version: self.version,
            command: self.command,
            order: self.order,
            form: self.form,
            by: &self.by,
            when: self.when,
            encoding: self.encoding,
            open: &self.open,
            sealed: self.sealed.as_deref(),
        }
        .after(before)
    }
}

/// All that a record says.
struct RecordContent<'a> {
    stream: &'a str,
    version: u64,
    command: Option<CommandId>,
    order: Option<OrderDigest>,
    form: RecordForm,
    by: &'a str,
    when: When,
    encoding: u16,
    open: &'a [u8],
    sealed: Option<&'a [u8]>,
}

impl RecordContent<'_> {
    fn after(&self, before: Hash) -> Hash {
        let mut sha = HashBuffer { sha: Sha256::new(), bytes: [0; GATHERED], filled: 0 };
        sha.put(match self.form {
            RecordForm::One => b"cardroom record 1\0",
            RecordForm::Two => b"cardroom record 2\0",
        });
        sha.put(&before.0);
        sha.text(self.stream.as_bytes());
        sha.put(&self.version.to_le_bytes());
        sha.put(&[u8::from(self.command.is_some())]);
        sha.put(&self.command.map_or([0; 16], |command| command.0));
        if self.form == RecordForm::Two {
            sha.put(&[u8::from(self.order.is_some())]);
            sha.put(&self.order.map_or([0; 16], |order| order.0));
        }
        sha.text(self.by.as_bytes());
        sha.put(&self.when.clock_ms.to_le_bytes());
        sha.put(&self.when.moment.to_le_bytes());
        sha.put(&self.encoding.to_le_bytes());
        sha.text(self.open);
        sha.put(&[u8::from(self.sealed.is_some())]);
        sha.text(self.sealed.unwrap_or_default());
        sha.flush();
        Hash(sha.sha.finalize().into())
    }
}

/// How many bytes are gathered: most records as a whole.
const GATHERED: usize = 512;

/// Gathers the many short parts of a record before they are hashed, which is faster than one by one.
struct HashBuffer {
    sha: Sha256,
    bytes: [u8; GATHERED],
    filled: usize,
}

impl HashBuffer {
    fn put(&mut self, part: &[u8]) {
        if self.filled + part.len() > GATHERED {
            self.flush();
            if part.len() > GATHERED {
                return self.sha.update(part);
            }
        }
        self.bytes[self.filled..][..part.len()].copy_from_slice(part);
        self.filled += part.len();
    }

    fn text(&mut self, text: &[u8]) {
        self.put(&(text.len() as u64).to_le_bytes());
        self.put(text);
    }

    fn flush(&mut self) {
        self.sha.update(&self.bytes[..self.filled]);
        self.filled = 0;
    }
}
