//! Hands as eight bytes, for callers that hold cards one by one and many hands at a time.

use super::Batch;
use super::lanes::{Job, Lanes};
use crate::card::Card;
use crate::evaluator::Evaluator;
use crate::rank::HandRank;
use crate::set::CardSet;

/// Up to seven cards, a byte each, in one word.
///
/// ```
/// use cards::{HandRank, PackedHand, orders, parse_cards};
/// let hand = PackedHand::new(&parse_cards("As Ad 7h 7c Qs 3d 2c")?).unwrap();
/// let mut ranks = [HandRank::NONE];
/// orders::high_52().batch().rank_all_packed(&[hand], &mut ranks);
/// assert_eq!(orders::high_52().words(ranks[0]), "two pair, aces and sevens, queen kicker");
/// # Ok::<(), cards::CardsError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub struct PackedHand(u64);

/// A byte without a card: the place of a bit that no card has.
const NO_CARD: u8 = 63;

impl PackedHand {
    /// Packs cards; none where there are more than seven.
    #[inline]
    pub fn new(cards: &[Card]) -> Option<PackedHand> {
        let mut bytes = [NO_CARD; 8];
        let (held, _) = bytes.split_at_mut(7);
        let held = held.get_mut(..cards.len())?;
        for (byte, card) in held.iter_mut().zip(cards) {
            *byte = card.suit() as u8 * 16 + card.rank() as u8;
        }
        Some(PackedHand(u64::from_le_bytes(bytes)))
    }

    /// The cards as a set.
    #[inline]
    pub fn cards(self) -> CardSet {
        let bit = |&place: &u8| 1u64 << (place & 63);
        CardSet::from_places(self.0.to_le_bytes().iter().map(bit).fold(0, |set, bit| set | bit))
    }
}

/// So many hands are unpacked before they are ranked: enough to be worth it, few enough to stay close by.
const CHUNK: usize = 256;

impl Batch<'_> {
    /// Ranks hands that come as packed bytes.
    ///
    /// # Panics
    /// If there are not as many places as hands, or the order does not rank so many cards.
    pub fn rank_all_packed(&self, hands: &[PackedHand], ranks: &mut [HandRank]) {
        assert_eq!(hands.len(), ranks.len(), "a rank for each hand");
        let mut sets = [CardSet::EMPTY; CHUNK];
        for (hands, ranks) in hands.chunks(CHUNK).zip(ranks.chunks_mut(CHUNK)) {
            let sets = &mut sets[..hands.len()];
            self.instructions.run(Unpack { hands, sets });
            self.rank_all(sets, ranks);
        }
    }
}

struct Unpack<'a> {
    hands: &'a [PackedHand],
    sets: &'a mut [CardSet],
}

impl Job for Unpack<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self, set: L::Set) {
        let Unpack { hands, sets } = self;
        let whole = hands.len() - hands.len() % L::WIDTH;
        for start in (0..whole).step_by(L::WIDTH) {
            L::unpack(set, &hands[start..start + L::WIDTH], &mut sets[start..start + L::WIDTH]);
        }
        for (hand, set) in hands[whole..].iter().zip(&mut sets[whole..]) {
            *set = hand.cards();
        }
    }
}
