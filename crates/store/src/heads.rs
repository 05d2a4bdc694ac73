//! The authentication of where streams end: whoever can write the tables, and has not the key, cannot say that a stream
//! ends otherwise, and by the chain cannot change anything before.

use crate::chain::Hash;
use crate::record::Stream;
use crate::verify::Damage;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use zeroize::Zeroizing;

/// Said where the mark of a store was made with another key, or changed.
pub(crate) const OTHER_KEY: &str = "its mark is not of this key: it belongs to another house, its mark was changed, or \
    it is a backup from before the key was changed, which 'cardroom floor rotate-key --accept-restored' takes over; \
    else use the key that this store was last left with";
/// Said where heads are to be authenticated and there is no key.
pub(crate) const NO_KEY: &str = "the store was opened without the key that authenticates it";

/// Said where a key is to be changed of a store that was never begun with one.
pub(crate) const NOT_MARKED: &str = "its ends are not authenticated yet; start the floor once with its key";

/// The random name of a store, so that what is said of one is not true of another under the same key.
pub(crate) type StoreId = [u8; 16];

/// An authentication of one head, or of the mark of a store: the first half of an HMAC-SHA-256.
pub(crate) type HeadMac = [u8; 16];

/// The key for heads, made by [`Vault::head_key`](crate::Vault::head_key). It is part of no record: it can be changed
/// without changing the log.
#[derive(Clone)]
pub struct HeadKey(Hmac<Sha256>);

impl HeadKey {
    pub(crate) fn new(secret: &[u8; 32]) -> HeadKey {
        // A key is as long as a block of the hash; a shorter one is followed by zeros.
        let mut block = Zeroizing::new([0; 64]);
        block[..32].copy_from_slice(secret);
        HeadKey(Hmac::new(&(*block).into()))
    }

    /// What says that a stream ends so.
    pub(crate) fn head(&self, store: StoreId, stream: &Stream, version: u64, hash: Hash) -> HeadMac {
        let name = stream.name().as_bytes();
        let mac = self.0.clone().chain_update(b"head 1\0").chain_update(store);
        let mac = mac.chain_update((name.len() as u64).to_le_bytes()).chain_update(name);
        half(mac.chain_update(version.to_le_bytes()).chain_update(hash.0))
    }

    /// What says that every head of a store has been authenticated, so that one without is no old one.
    pub(crate) fn mark(&self, store: StoreId) -> HeadMac {
        half(self.0.clone().chain_update(b"mark 1\0").chain_update(store))
    }
}

fn half(mac: Hmac<Sha256>) -> HeadMac {
    let whole: [u8; 32] = mac.finalize().into_bytes().into();
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
        self.key.head(self.store, stream, version, hash)
    }

    /// What is wrong with the authentication of a head; nothing where the store is not marked yet.
    pub(crate) fn wrong(
        &self,
        stream: &Stream,
        version: u64,
        hash: Hash,
        mac: Option<&[u8]>,
    ) -> Option<Damage> {
        if !self.marked || version == 0 || mac == Some(&self.head(stream, version, hash)) {
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
