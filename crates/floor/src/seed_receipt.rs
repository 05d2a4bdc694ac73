//! The signed acknowledgement of a player's seed. It names the record that has the seed, so that a round whose record lacks it is
//! proved wrong by the receipt. A signature of Ed25519 over the same words is always the same, so it need not be kept.

use crate::table::GivenSeed;
use store::{Hash, PublicKey, Stream, Vault};

/// A receipt for a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeedReceipt {
    /// The record that has the seed.
    pub record: u64,
    /// The place, from 0.
    pub seat: u8,
    /// The key of the house, with which the signature is checked.
    pub key: PublicKey,
    pub signature: [u8; 64],
}

impl SeedReceipt {
    /// Signs for a seed of this deck.
    pub fn sign(vault: &Vault, stream: &Stream, root: Hash, given: &GivenSeed) -> SeedReceipt {
        let signature = vault.sign(&message(stream.name(), root, given));
        SeedReceipt { record: given.record, seat: given.seat, key: vault.verifying_key(), signature }
    }

    /// Whether the house signed for this seed.
    pub fn is_for(&self, stream: &Stream, root: Hash, given: &GivenSeed) -> bool {
        self.key.verifies(&message(stream.name(), root, given), &self.signature)
    }
}

/// `"cardroom seed receipt 1\0" ‖ stream ‖ "\0" ‖ record, 8 bytes ‖ root ‖ place from 1 ‖ seed`.
fn message(stream: &str, root: Hash, given: &GivenSeed) -> Vec<u8> {
    let mut message = b"cardroom seed receipt 1\0".to_vec();
    message.extend(stream.as_bytes());
    message.push(0);
    message.extend(given.record.to_be_bytes());
    message.extend(root.0);
    message.push(given.seat.saturating_add(1));
    message.extend(given.seed.0);
    message
}
