//! An anchor: where every stream ended at some time, signed. Kept elsewhere, it shows that nothing before was changed
//! or cut off since: a chain alone proves nothing against somebody who can compute all of it again.

use crate::chain::Hash;
use crate::log::{Store, StoreError};
use crate::record::Stream;
use crate::vault::{PublicKey, Vault};
use sha2::{Digest, Sha256};
use std::error::Error;
use std::fmt::{self, Write};

const TITLE: &str = "cardroom anchor 1";

/// Where every stream ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// When it was made, in milliseconds since 1970.
    pub made_ms: i64,
    /// The streams that have records, by name: how many, and the hash of the last.
    pub heads: Vec<(Stream, u64, Hash)>,
}

/// An anchor with the signature of a house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedAnchor {
    /// What was signed.
    pub anchor: Anchor,
    /// Whose key goes with the signature; whether that is the right house is for the reader to say.
    pub key: PublicKey,
    signature: [u8; 64],
}

/// Why a text is no anchor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnchorError {
    /// In which line, from 1.
    pub line: usize,
    /// What is wrong.
    pub what: &'static str,
}

impl fmt::Display for AnchorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} of the anchor: {}", self.line, self.what)
    }
}

impl Error for AnchorError {}

/// A stream that is not what an anchor says it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moved {
    /// It ends before the anchor's version.
    CutOff {
        stream: Stream,
        /// How many records the anchor saw.
        was: u64,
        /// How many there are.
        is: u64,
    },
    /// It has another record at that version.
    Rewritten {
        stream: Stream,
        version: u64,
        /// The hash that the anchor saw.
        was: Hash,
        /// The hash that is there.
        is: Hash,
    },
}

impl fmt::Display for Moved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Moved::CutOff { stream, was, is } => {
                write!(f, "{stream} was cut off: the anchor saw {was} records, there are {is}")
            }
            Moved::Rewritten { stream, version, was, is } => {
                write!(f, "{stream} was rewritten: record {version} had the hash {was} and has {is}")
            }
        }
    }
}

impl Anchor {
    /// The anchor of a store as it is now.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn of(store: &dyn Store, made_ms: i64) -> Result<Anchor, StoreError> {
        let heads = store.streams()?.into_iter().filter(|(_, head)| head.version > 0);
        Ok(Anchor { made_ms, heads: heads.map(|(stream, head)| (stream, head.version, head.hash)).collect() })
    }

    /// The lines that are hashed and signed.
    fn lines(&self) -> String {
        let mut text = format!("{TITLE}\nmade {}\nstreams {}\n", self.made_ms, self.heads.len());
        for (stream, version, hash) in &self.heads {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{stream} {version} {hash}");
        }
        text
    }

    /// The SHA-256 of its lines.
    pub fn digest(&self) -> Hash {
        Hash(Sha256::digest(self.lines()).into())
    }

    /// The anchor with the signature of a house.
    pub fn signed(self, vault: &Vault) -> SignedAnchor {
        let signature = vault.sign(&self.digest().0);
        SignedAnchor { anchor: self, key: vault.verifying_key(), signature }
    }

    /// What has moved in a store since: each stream must still have that hash at that version.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn check(&self, store: &dyn Store) -> Result<Vec<Moved>, StoreError> {
        let mut moved = Vec::new();
        for (stream, version, hash) in &self.heads {
            let (stream, was) = (stream.clone(), *hash);
            let is = store.head(&stream)?.version;
            match store.read(&stream, *version, 1)?.first() {
                Some(record) if record.hash == was => {}
                Some(record) => {
                    moved.push(Moved::Rewritten { stream, version: *version, was, is: record.hash })
                }
                None => moved.push(Moved::CutOff { stream, was: *version, is }),
            }
        }
        Ok(moved)
    }
}

impl SignedAnchor {
    /// Whether the signature is that of the house whose key is given.
    pub fn is_signed_by(&self, key: &PublicKey) -> bool {
        *key == self.key && key.verifies(&self.anchor.digest().0, &self.signature)
    }

    /// Reads what [`fmt::Display`] writes. The digest in it is checked here, the signature by
    /// [`SignedAnchor::is_signed_by`].
    ///
    /// # Errors
    /// The first line that is not as it should be.
    pub fn parse(text: &str) -> Result<SignedAnchor, AnchorError> {
        let mut lines = text.lines().enumerate();
        let mut line =
            move |what| lines.next().map(|(at, line)| (at + 1, line)).ok_or(AnchorError { line: 0, what });
        fn after<'a>(
            (at, line): (usize, &'a str),
            word: &str,
            what: &'static str,
        ) -> Result<&'a str, AnchorError> {
            let rest = line.strip_prefix(word).and_then(|rest| rest.strip_prefix(' '));
            rest.ok_or(AnchorError { line: at, what })
        }
        let (_, title) = line("the anchor is empty")?;
        if title != TITLE {
            return Err(AnchorError { line: 1, what: "this is not an anchor that this program knows" });
        }
        let made = after(line("the time is missing")?, "made", "the time is missing")?;
        let made_ms = made.parse().map_err(|_| AnchorError { line: 2, what: "the time is not a number" })?;
        let count =
            after(line("the number of streams is missing")?, "streams", "the number of streams is missing")?;
        let count: usize =
            count.parse().map_err(|_| AnchorError { line: 3, what: "not a number of streams" })?;
        let mut heads: Vec<(Stream, u64, Hash)> = Vec::new();
        for _ in 0..count {
            let (at, text) = line("streams are missing")?;
            let what = "not a stream, its version and its hash";
            let head = head(text).ok_or(AnchorError { line: at, what })?;
            if heads.last().is_some_and(|before| before.0 >= head.0) {
                return Err(AnchorError { line: at, what: "the streams are not in order" });
            }
            heads.push(head);
        }
        let anchor = Anchor { made_ms, heads };
        let digest = line("the digest is missing")?;
        let said = Hash::parse(after(digest, "digest", "the digest is missing")?);
        if said != Some(anchor.digest()) {
            return Err(AnchorError {
                line: digest.0,
                what: "the digest is not that of the lines above; they were changed",
            });
        }
        let at = line("the key is missing")?;
        let key = PublicKey::parse(after(at, "key", "the key is missing")?);
        let key = key.ok_or(AnchorError { line: at.0, what: "the key is not 64 hexadecimal digits" })?;
        let at = line("the signature is missing")?;
        let signature = after(at, "signature", "the signature is missing")?.split_at_checked(64);
        let halves = signature.and_then(|(one, two)| Some((Hash::parse(one)?, Hash::parse(two)?)));
        let (one, two) =
            halves.ok_or(AnchorError { line: at.0, what: "the signature is not 128 hexadecimal digits" })?;
        let mut signature = [0; 64];
        signature[..32].copy_from_slice(&one.0);
        signature[32..].copy_from_slice(&two.0);
        Ok(SignedAnchor { anchor, key, signature })
    }
}

fn head(text: &str) -> Option<(Stream, u64, Hash)> {
    let mut words = text.split(' ');
    let head = (Stream::new(words.next()?)?, words.next()?.parse().ok()?, Hash::parse(words.next()?)?);
    words.next().is_none().then_some(head)
}

impl fmt::Display for SignedAnchor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}digest {}\nkey {}", self.anchor.lines(), self.anchor.digest(), self.key)?;
        f.write_str("signature ")?;
        self.signature.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_char('\n')
    }
}
