//! The hash chain: each record's hash is over all it says and over the hash of the one before.

use crate::record::{Append, NewEvent};
use sha2::{Digest, Sha256};
use std::fmt;

/// A SHA-256.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash(pub [u8; 32]);

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
    let mut sha = Sha256::new();
    let mut put = |bytes: &[u8]| sha.update(bytes);
    put(b"cardroom record 1\0");
    put(&before.0);
    let text = |put: &mut dyn FnMut(&[u8]), text: &[u8]| {
        put(&(text.len() as u64).to_le_bytes());
        put(text);
    };
    text(&mut put, append.stream.name().as_bytes());
    put(&version.to_le_bytes());
    put(&[u8::from(append.command.is_some())]);
    put(&append.command.map_or([0; 16], |command| command.0));
    text(&mut put, append.by.as_bytes());
    put(&append.when.clock_ms.to_le_bytes());
    put(&append.when.moment.to_le_bytes());
    put(&event.encoding.to_le_bytes());
    text(&mut put, &event.open);
    put(&[u8::from(event.sealed.is_some())]);
    text(&mut put, event.sealed.as_deref().unwrap_or_default());
    Hash(sha.finalize().into())
}
