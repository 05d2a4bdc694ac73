//! The blocks of an export: packed, hashed, one after the other.

use super::{ExportError, OLD_TITLE, TITLE};
use crate::chain::Hash;
use sha2::{Digest, Sha256};
use std::io::{ErrorKind, Read, Write};

const LEVEL: i32 = 6;
/// No block is longer, so that a damaged length cannot fill the memory.
const LONGEST: u32 = 1 << 30;

/// What a block holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Records,
    Anchor,
}

impl Kind {
    fn letter(self) -> u8 {
        match self {
            Kind::Records => b'R',
            Kind::Anchor => b'A',
        }
    }
}

fn chained(before: Hash, kind: Kind, plain: u32, packed: &[u8]) -> Hash {
    let sha =
        Sha256::new().chain_update(before.0).chain_update([kind.letter()]).chain_update(plain.to_le_bytes());
    Hash(sha.chain_update((packed.len() as u32).to_le_bytes()).chain_update(packed).finalize().into())
}

/// Writes blocks.
pub(super) struct Sink<'a> {
    out: &'a mut dyn Write,
    before: Hash,
}

impl<'a> Sink<'a> {
    pub(super) fn new(out: &'a mut dyn Write) -> Result<Sink<'a>, ExportError> {
        out.write_all(TITLE)?;
        Ok(Sink { out, before: Hash::default() })
    }

    pub(super) fn write(&mut self, kind: Kind, plain: &[u8]) -> Result<(), ExportError> {
        let packed = zstd::bulk::compress(plain, LEVEL)?;
        let length = u32::try_from(plain.len()).ok().filter(|length| *length <= LONGEST);
        let length = length.ok_or_else(|| std::io::Error::other("a block of more than 1 GiB"))?;
        self.before = chained(self.before, kind, length, &packed);
        self.out.write_all(&[kind.letter()])?;
        self.out.write_all(&length.to_le_bytes())?;
        self.out.write_all(&(packed.len() as u32).to_le_bytes())?;
        self.out.write_all(&self.before.0)?;
        Ok(self.out.write_all(&packed)?)
    }
}

/// Reads blocks and checks their hashes.
pub(super) struct Source<'a> {
    from: &'a mut dyn Read,
    before: Hash,
    /// Where the next block begins.
    pub(super) at: u64,
}

impl<'a> Source<'a> {
    pub(super) fn new(from: &'a mut dyn Read) -> Result<Source<'a>, ExportError> {
        let mut source = Source { from, before: Hash::default(), at: 0 };
        let mut title = [0; TITLE.len()];
        source.fill(&mut title)?;
        if title != *TITLE && title != *OLD_TITLE {
            return Err(source.damaged("this is not an export that this program knows"));
        }
        source.at = TITLE.len() as u64;
        Ok(source)
    }

    pub(super) fn damaged(&self, how: &str) -> ExportError {
        ExportError::Damaged { at: self.at, how: how.into() }
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), ExportError> {
        self.from.read_exact(bytes).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => self.damaged("the file ends too early"),
            _ => error.into(),
        })
    }

    /// The next block, and the byte at which it begins.
    pub(super) fn next(&mut self) -> Result<(u64, Kind, Vec<u8>), ExportError> {
        let mut header = [0; 41];
        self.fill(&mut header)?;
        let kind = match header[0] {
            b'R' => Kind::Records,
            b'A' => Kind::Anchor,
            _ => return Err(self.damaged("no block begins here")),
        };
        let number =
            |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        let (length, packed_length) = (number(1), number(5));
        if length > LONGEST || packed_length > LONGEST {
            return Err(self.damaged("the block claims an impossible length"));
        }
        let mut packed = Vec::new();
        let taken = std::io::Read::take(&mut *self.from, packed_length.into()).read_to_end(&mut packed)?;
        if taken != packed_length as usize {
            return Err(self.damaged("the file ends in the middle of this block"));
        }
        let hash = chained(self.before, kind, length, &packed);
        if hash.0 != header[9..] {
            return Err(self.damaged("the block was changed: its hash is another"));
        }
        let plain = zstd::bulk::decompress(&packed, length as usize)
            .map_err(|_| self.damaged("the block does not decompress"))?;
        if plain.len() != length as usize {
            return Err(self.damaged("the block is not as long as it says"));
        }
        let began = self.at;
        self.before = hash;
        self.at += (header.len() + packed.len()) as u64;
        Ok((began, kind, plain))
    }

    /// Whether the file ends here.
    pub(super) fn is_at_end(&mut self) -> Result<bool, ExportError> {
        Ok(self.from.read(&mut [0])? == 0)
    }
}
