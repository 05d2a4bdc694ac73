//! A commitment to a shuffled deck before it is dealt, openable card by card afterwards.
//!
//! The recipe is short so that anyone can check it: leaf `i` is the SHA-256 of `"cardroom card 1\0"`, the place `i`, the
//! card's number and a salt of 32 bytes; 64 leaves, those beyond the last card of zeros, are hashed in pairs, six times, up to
//! the root. The root is published before the deal. Opening a card shows its salt and the six hashes beside its way up: it
//! proves this card at this place and says nothing about any other. In which order the places are dealt is `dealing_order`'s.

use cards::{CardId, Deck, Pack, ShuffleKey};
use sha2::{Digest, Sha256};
use store::Hash;

/// The places in the tree of hashes: more than any pack has cards.
const PLACES: usize = 64;
const STEPS: usize = 6;

/// A shuffled deck, with all that is needed to open it.
pub struct Shuffled {
    deck: Vec<CardId>,
    salts: Vec<[u8; 32]>,
    /// The tree, root first: the children of `n` are `2n` and `2n + 1`.
    tree: Vec<Hash>,
}

/// A card of a committed deck, shown, with the proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Its place, from 0, the top of the deck.
    pub place: u8,
    pub card: CardId,
    /// What hid it.
    pub salt: [u8; 32],
    /// The hashes beside its way up to the root, lowest first.
    pub beside: [Hash; STEPS],
}

impl Shuffled {
    /// The deck of 52 that this key shuffles.
    pub fn new(key: &ShuffleKey) -> Shuffled {
        Shuffled::of(Pack::OF_52, key)
    }

    /// The deck of this pack that this key shuffles.
    pub fn of(pack: Pack, key: &ShuffleKey) -> Shuffled {
        let deck = cards_of(pack, key);
        let salt = |place: usize| -> [u8; 32] {
            let mut sha = Sha256::new();
            sha.update(b"cardroom salt 1\0");
            sha.update(key.reveal());
            sha.update([place as u8]);
            sha.finalize().into()
        };
        let salts: Vec<[u8; 32]> = (0..deck.len()).map(salt).collect();
        let mut tree = vec![Hash::default(); 2 * PLACES];
        for (place, (card, salt)) in deck.iter().zip(&salts).enumerate() {
            tree[PLACES + place] = leaf(place as u8, *card, salt);
        }
        for node in (1..PLACES).rev() {
            tree[node] = parent(tree[2 * node], tree[2 * node + 1]);
        }
        Shuffled { deck, salts, tree }
    }

    /// The commitment.
    pub fn root(&self) -> Hash {
        self.tree[1]
    }

    /// The deck as it lies, top first.
    pub fn deck(&self) -> &[CardId] {
        &self.deck
    }

    /// Opens every card, in the order of the places.
    pub fn open_all(&self) -> Vec<Opening> {
        (0..self.deck.len() as u8).filter_map(|place| self.open(place)).collect()
    }

    /// Opens one card.
    pub fn open(&self, place: u8) -> Option<Opening> {
        let at = usize::from(place);
        let card = *self.deck.get(at)?;
        let mut node = PLACES + at;
        let beside = std::array::from_fn(|_| {
            let hash = self.tree[node ^ 1];
            node /= 2;
            hash
        });
        Some(Opening { place, card, salt: self.salts[at], beside })
    }
}

impl Opening {
    /// Whether this card lay at this place of the deck that was committed to.
    pub fn proves(&self, root: Hash) -> bool {
        if usize::from(self.place) >= PLACES {
            return false;
        }
        let mut node = PLACES + usize::from(self.place);
        let mut hash = leaf(self.place, self.card, &self.salt);
        for beside in self.beside {
            hash = if node.is_multiple_of(2) { parent(hash, beside) } else { parent(beside, hash) };
            node /= 2;
        }
        hash == root
    }
}

/// The cards of a pack as a key shuffles them, top first.
pub(crate) fn cards_of(pack: Pack, key: &ShuffleKey) -> Vec<CardId> {
    Deck::shuffled(pack, key).stub().iter().map(|card| card.id()).collect()
}

fn leaf(place: u8, card: CardId, salt: &[u8; 32]) -> Hash {
    let mut sha = Sha256::new();
    sha.update(b"cardroom card 1\0");
    sha.update([place, card.number() as u8]);
    sha.update(salt);
    Hash(sha.finalize().into())
}

fn parent(left: Hash, right: Hash) -> Hash {
    let mut sha = Sha256::new();
    sha.update(b"cardroom pair 1\0");
    sha.update(left.0);
    sha.update(right.0);
    Hash(sha.finalize().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_opens_and_nothing_else_does() {
        let shuffled = Shuffled::new(&ShuffleKey::from_seed(7));
        let other = Shuffled::new(&ShuffleKey::from_seed(8));
        assert_ne!(shuffled.root(), other.root());
        for place in 0..52 {
            let opening = shuffled.open(place).unwrap();
            assert!(opening.proves(shuffled.root()));
            assert!(!opening.proves(other.root()));
            let wrong_card = shuffled.open((place + 1) % 52).unwrap().card;
            assert!(!Opening { card: wrong_card, ..opening.clone() }.proves(shuffled.root()));
            assert!(!Opening { place: (place + 1) % 52, ..opening.clone() }.proves(shuffled.root()));
            let mut salt = opening.salt;
            salt[0] ^= 1;
            assert!(!Opening { salt, ..opening }.proves(shuffled.root()));
        }
        assert!(shuffled.open(52).is_none());
        for beyond in [52, 63, 64, 255] {
            assert!(!Opening { place: beyond, ..shuffled.open(0).unwrap() }.proves(shuffled.root()));
        }
    }

    #[test]
    fn every_pack_is_committed_to_and_opened() {
        for pack in Pack::ALL {
            let shuffled = Shuffled::of(pack, &ShuffleKey::from_seed(7));
            let openings = shuffled.open_all();
            assert_eq!(openings.len(), pack.len());
            assert!(openings.iter().all(|opening| opening.proves(shuffled.root())), "{}", pack.len());
            let shown: cards::CardSet = openings.iter().map(|opening| opening.card.card()).collect();
            assert_eq!(shown, pack.cards());
            assert!(shuffled.open(pack.len() as u8).is_none());
        }
    }
}
