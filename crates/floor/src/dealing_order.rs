//! The order in which the places of a committed deck are dealt: worked out from the commitment and from seeds of the players,
//! so that neither a house that tries many decks before it commits to one, nor a player who sends a seed last, chooses a card.
//!
//! The recipe, for anybody who wants to check it (docs/FLOOR.md says it with an example):
//!
//! ```text
//! key      = SHA-256("cardroom order 1\0" ‖ stream ‖ "\0" ‖ root ‖ round, 8 bytes ‖ (place ‖ seed) for every seed)
//! block(i) = SHA-256("cardroom block 1\0" ‖ key ‖ i, 4 bytes)
//! ```
//!
//! Numbers have their highest byte first; places of players count from 1, and seeds stand in the order of the places. The bytes
//! of block 0, block 1, … are read one by one. The order begins as 0, 1, 2, …; for `last` from the last place down to 1, a byte
//! below the greatest multiple of `last + 1` within 256 is taken (others are passed over), and `order[last]` changes places with
//! `order[byte mod (last + 1)]`. Where there is no seed the deck is dealt as it lies.

use sha2::{Digest, Sha256};
use store::Hash;

/// A seed of a player, as the order is made from it: the player's place, from 0, and 32 bytes.
pub type PlaceSeed = (u8, [u8; 32]);

/// Which deal of which deck: the stream of the table, the commitment, the number of the round from 1.
#[derive(Clone, Copy, Debug)]
pub struct DealOf<'a> {
    /// The name of the table's stream.
    pub stream: &'a str,
    /// The commitment to the deck.
    pub root: Hash,
    pub round: u64,
}

/// In which order the places of a committed deck of so many cards are dealt. Seeds stand in the order of the players' places.
///
/// ```
/// use floor::{DealOf, dealing_order};
///
/// let deal = DealOf { stream: "table/book/game/1", root: store::Hash([7; 32]), round: 12 };
/// assert_eq!(dealing_order(5, deal, &[]), [0, 1, 2, 3, 4]);
/// let order = dealing_order(52, deal, &[(0, [1; 32]), (2, [2; 32])]);
/// assert!((0..52).all(|place| order.contains(&place)));
/// ```
pub fn dealing_order(cards: u8, deal: DealOf<'_>, seeds: &[PlaceSeed]) -> Vec<u8> {
    let mut order: Vec<u8> = (0..cards).collect();
    if seeds.is_empty() {
        return order;
    }
    let mut bytes = Bytes::new(deal, seeds);
    for last in (1..order.len()).rev() {
        order.swap(last, bytes.below(last + 1));
    }
    order
}

/// The promise of a seed: it binds whoever makes it, and says nothing of the seed.
pub fn promise_of(seed: &[u8; 32]) -> [u8; 32] {
    Sha256::new().chain_update(b"cardroom promise 1\0").chain_update(seed).finalize().into()
}

/// SHA-256 in counter mode, byte by byte.
struct Bytes {
    key: [u8; 32],
    block: [u8; 32],
    used: usize,
    next: u32,
}

impl Bytes {
    fn new(DealOf { stream, root, round }: DealOf<'_>, seeds: &[PlaceSeed]) -> Bytes {
        let mut sha = Sha256::new();
        sha.update(b"cardroom order 1\0");
        sha.update(stream);
        sha.update([0]);
        sha.update(root.0);
        sha.update(round.to_be_bytes());
        for (place, seed) in seeds {
            sha.update([place.saturating_add(1)]);
            sha.update(seed);
        }
        Bytes { key: sha.finalize().into(), block: [0; 32], used: 32, next: 0 }
    }

    fn byte(&mut self) -> usize {
        if self.used == self.block.len() {
            let sha = Sha256::new().chain_update(b"cardroom block 1\0").chain_update(self.key);
            self.block = sha.chain_update(self.next.to_be_bytes()).finalize().into();
            (self.used, self.next) = (0, self.next + 1);
        }
        self.used += 1;
        usize::from(self.block[self.used - 1])
    }

    /// A number below `end`, each as likely as the others; `end` is 256 at most.
    fn below(&mut self, end: usize) -> usize {
        let fair = 256 - 256 % end;
        loop {
            let byte = self.byte();
            if byte < fair {
                return byte % end;
            }
        }
    }
}
