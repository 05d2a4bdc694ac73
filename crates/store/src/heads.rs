//! The authentication of where streams end: whoever can write the tables, and has not the key, cannot say that a stream
//! ends otherwise, and by the chain cannot change anything before.

use crate::chain::Hash;
use crate::record::Stream;
use crate::verify::Damage;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

/// Said where the mark of a store was made with another key, or changed.
pub(crate) const OTHER_KEY: &str = "its mark is not of this key: it belongs to another house, its mark was changed, or \
    it is a backup from before the key was changed, which 'cardroom floor rotate-key --accept-restored' takes over; \
    else use the key that this store was last left with";
/// Said where heads are to be authenticated and there is no key.
pub(crate) const NO_KEY: &str = "the store was opened without the key that authenticates it";

/// Said where a key is to be changed of a store that was never begun with one.
pub(crate) const NOT_MARKED: &str = "its ends are not authenticated yet; start the floor once with its key";

/// How many bytes the hash takes in at once.
const BLOCK: usize = 64;

/// The random name of a store, so that what is said of one is not true of another under the same key.
pub(crate) type StoreId = [u8; 16];

/// An authentication of one head, or of the mark of a store: the first half of a SHA-256.
pub(crate) type HeadMac = [u8; 16];

/// The key for heads, made by [`Vault::head_key`](crate::Vault::head_key). It is part of no record: it can be changed
/// without changing the log.
#[derive(Clone)]
pub struct HeadKey(Hmac<Sha256>);

impl HeadKey {
    pub(crate) fn new(secret: &[u8; 32]) -> HeadKey {
        // A key is as long as a block of the hash; a shorter one is followed by zeros.
        let mut block = Zeroizing::new([0; BLOCK]);
        block[..32].copy_from_slice(secret);
        HeadKey(Hmac::new(&(*block).into()))
    }

    /// The key for the heads of one stream.
    pub(crate) fn of_stream(&self, store: StoreId, stream: &Stream) -> StreamHeadKey {
        let secret = self.about(b"stream 2\0", store, stream).finalize().into_bytes();
        let mut block = Zeroizing::new([0; BLOCK]);
        block[..32].copy_from_slice(&secret);
        StreamHeadKey(Sha256::new_with_prefix(*block))
    }

    /// What said that a stream ends so before each stream had a key of its own. It is still believed.
    fn older_head(&self, store: StoreId, stream: &Stream, version: u64, hash: Hash) -> HeadMac {
        let mac = self.about(b"head 1\0", store, stream);
        half(mac.chain_update(version.to_le_bytes()).chain_update(hash.0).finalize().into_bytes().into())
    }

    fn about(&self, what: &[u8], store: StoreId, stream: &Stream) -> Hmac<Sha256> {
        let name = stream.name().as_bytes();
        let mac = self.0.clone().chain_update(what).chain_update(store);
        mac.chain_update((name.len() as u64).to_le_bytes()).chain_update(name)
    }

    /// What says that every head of a store has been authenticated, so that one without is no old one.
    pub(crate) fn mark(&self, store: StoreId) -> HeadMac {
        let mac = self.0.clone().chain_update(b"mark 1\0").chain_update(store);
        half(mac.finalize().into_bytes().into())
    }
}

/// The key for the heads of one stream. Every group of records ends with an authentication of each of its streams, so it
/// costs one block: the hash has taken in the key already, and what is said of a head is always equally long, so nobody
/// can go on from it to another.
#[derive(Clone)]
pub(crate) struct StreamHeadKey(Sha256);

impl StreamHeadKey {
    /// What says that the stream ends so.
    pub(crate) fn head(&self, version: u64, hash: Hash) -> HeadMac {
        let mut end = [0; 40];
        end[..8].copy_from_slice(&version.to_le_bytes());
        end[8..].copy_from_slice(&hash.0);
        half(self.0.clone().chain_update(end).finalize().into())
    }
}

fn half(whole: [u8; 32]) -> HeadMac {
    let (half, _) = whole.split_at(16);
    half.try_into().unwrap_or_default()
}

/// A key together with the store that it is for.
#[derive(Clone)]
pub(crate) struct Authority {
    pub(crate) key: HeadKey,
    pub(crate) store: StoreId,
    /// Whether the store says that every head is authenticated; where it does not, heads are taken as they are.
    pub(crate) marked: bool,
}

impl Authority {
    pub(crate) fn head(&self, stream: &Stream, version: u64, hash: Hash) -> HeadMac {
        self.of_stream(stream).head(version, hash)
    }

    /// The key for the heads of one stream, for whoever writes to it again and again.
    pub(crate) fn of_stream(&self, stream: &Stream) -> StreamHeadKey {
        self.key.of_stream(self.store, stream)
    }

    /// What is wrong with the authentication of a head; nothing where the store is not marked yet.
    pub(crate) fn wrong(
        &self,
        stream: &Stream,
        version: u64,
        hash: Hash,
        mac: Option<&[u8]>,
    ) -> Option<Damage> {
        let is_of_the_key = |mac| {
            mac == self.head(stream, version, hash)
                || mac == self.key.older_head(self.store, stream, version, hash)
        };
        if !self.marked || version == 0 || mac.is_some_and(is_of_the_key) {
            return None;
        }
        let how = match mac {
            None => "the end of the stream is not authenticated: it was written without the key of the house",
            Some(_) => "the end of the stream was not written with the key of the house",
        };
        Some(Damage { stream: Some(stream.clone()), version, how: how.into() })
    }
}

/// Whether the heads of a store are what the holder of the key wrote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Heads {
    /// The store was opened without the key, so nobody can tell.
    #[default]
    NotChecked,
    /// The store says that it is from before heads were authenticated.
    Unmarked,
    /// They were checked: those that are not.
    Checked(Vec<Damage>),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_believed_in_both_forms_and_of_its_own_key_store_stream_and_end_only() {
        let key = |byte| HeadKey::new(&[byte; 32]);
        let authority = |key, store| Authority { key, store: [store; 16], marked: true };
        let (ours, table, hash) = (authority(key(1), 7), Stream::new("table/1").unwrap(), Hash([5; 32]));
        let older = ours.key.older_head(ours.store, &table, 3, hash);
        for mac in [ours.head(&table, 3, hash), older] {
            assert_eq!(ours.wrong(&table, 3, hash, Some(&mac)), None);
            assert!(authority(key(2), 7).wrong(&table, 3, hash, Some(&mac)).is_some());
            assert!(authority(key(1), 8).wrong(&table, 3, hash, Some(&mac)).is_some());
            assert!(ours.wrong(&Stream::new("table/2").unwrap(), 3, hash, Some(&mac)).is_some());
            assert!(ours.wrong(&table, 4, hash, Some(&mac)).is_some());
            assert!(ours.wrong(&table, 3, Hash([6; 32]), Some(&mac)).is_some());
            assert!(ours.wrong(&table, 3, hash, Some(&mac[..15])).is_some());
        }
        assert!(ours.wrong(&table, 3, hash, None).is_some());
    }

    /// Stores that are kept for years hold these.
    #[test]
    fn both_forms_are_what_they_always_were() {
        let (key, table) = (HeadKey::new(&[1; 32]), Stream::new("table/1").unwrap());
        let hex = |mac: HeadMac| mac.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let (store, hash) = ([7; 16], Hash([5; 32]));
        assert_eq!(hex(key.older_head(store, &table, 3, hash)), "c32fd081edc1ff99277bc10272f9b113");
        assert_eq!(hex(key.of_stream(store, &table).head(3, hash)), "9e8fa6621c7c121f4c5848f401880246");
    }
}
