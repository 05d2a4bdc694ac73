//! What the tests of evaluators share.

use cards::{Batch, Card, CardSet, Evaluator, HandOrder, HandRank, InstructionSet, Pack};

/// The batch evaluator with every instruction set that this processor has.
pub(crate) fn batches(order: &HandOrder) -> Vec<(InstructionSet, Batch<'_>)> {
    InstructionSet::available().into_iter().map(|set| (set, order.batch_with(set))).collect()
}

/// Compares fast and batch with what the slow definition said.
pub(crate) fn assert_agree(order: &HandOrder, hands: &[CardSet], expected: &[HandRank]) {
    let fast = order.fast();
    for (&hand, &rank) in hands.iter().zip(expected) {
        assert!(fast.rank(hand) == rank, "fast, {}: {hand}", order.name());
    }
    let mut ranks = vec![HandRank::NONE; hands.len()];
    for (set, batch) in batches(order) {
        batch.rank_all(hands, &mut ranks);
        if ranks != expected {
            let wrong = (0..hands.len()).find(|&i| ranks[i] != expected[i]).unwrap();
            let (found, right) = (order.words(ranks[wrong]), order.words(expected[wrong]));
            panic!("{set:?}, {}: {} is {right}, not {found}", order.name(), hands[wrong]);
        }
    }
}

/// A small random source, the same on every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(x ^ (x >> 31)) * bound as u128) >> 64) as usize
    }

    /// Different cards of a pack.
    pub(crate) fn cards<const N: usize>(&mut self, pack: Pack) -> [Card; N] {
        let mut deck: Vec<Card> = pack.cards().iter().collect();
        std::array::from_fn(|_| deck.swap_remove(self.below(deck.len())))
    }
}

/// Numbers the sets of `k` cards of a pool from zero: the sum of binomials of the cards' places, as the
/// combinatorial number system has it.
pub(crate) struct Numbered {
    place: [usize; 64],
    choose: [[usize; 8]; 53],
}

impl Numbered {
    pub(crate) fn new(pool: CardSet) -> Numbered {
        let mut choose = [[0; 8]; 53];
        for n in 0..53 {
            choose[n][0] = 1;
            for k in 1..8 {
                choose[n][k] = if n == 0 { 0 } else { choose[n - 1][k] + choose[n - 1][k - 1] };
            }
        }
        let mut place = [0; 64];
        let bits = (0..64).filter(|bit| pool.bits() >> bit & 1 != 0);
        bits.enumerate().for_each(|(number, bit)| place[bit] = number);
        Numbered { place, choose }
    }

    pub(crate) fn count(&self, cards: usize, of: usize) -> usize {
        self.choose[cards][of]
    }

    pub(crate) fn number(&self, set: CardSet) -> usize {
        let (mut left, mut number, mut k) = (set.bits(), 0, 1);
        while left != 0 {
            number += self.choose[self.place[left.trailing_zeros() as usize]][k];
            left &= left - 1;
            k += 1;
        }
        number
    }
}

/// The ranks of all hands of one more card: the best of what is left when any one card is put aside. Starting
/// from the five-card hands as the slow definition ranks them, this is the definition for six and seven.
pub(crate) fn with_one_more(
    numbered: &Numbered,
    pool: CardSet,
    cards: usize,
    fewer: &[HandRank],
    mut each: impl FnMut(CardSet, HandRank),
) {
    for hand in pool.choose(cards) {
        let bits = hand.bits();
        let mut left = bits;
        let mut best = HandRank::NONE;
        while left != 0 {
            let without = CardSet::from_bits(bits ^ (left & left.wrapping_neg())).unwrap();
            best = best.max(fewer[numbered.number(without)]);
            left &= left - 1;
        }
        each(hand, best);
    }
}
