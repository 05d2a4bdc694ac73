//! The strength of a hand from its ranks alone, and of a flush from the ranks of its suit.
//!
//! A hand of five to seven cards without a flush is ranked by how many cards of each rank it holds, whatever their
//! suits; a flush by the ranks in its suit. The better of the two is the rank of the hand.

use cards::{Batch, Card, CardSet, Evaluator, HandOrder, HandRank, Rank, Suit};

/// How many cards of each rank.
pub(crate) type RankCounts = [u8; 13];

/// Cards with these ranks and no more than two of a suit: no flush among up to seven.
pub(crate) fn rainbow(counts: &RankCounts) -> CardSet {
    let mut set = CardSet::EMPTY;
    let mut next = 0;
    for (rank, &count) in Rank::ALL.into_iter().zip(counts) {
        for _ in 0..count {
            set.insert(Card::new(rank, Suit::ALL[next % 4]));
            next += 1;
        }
    }
    set
}

/// Ranks hands many at a time. Room is kept in whole blocks, so that none is ranked singly.
pub(crate) struct Ranker<'o> {
    batch: Batch<'o>,
    sets: Vec<CardSet>,
    ranks: Vec<HandRank>,
}

impl<'o> Ranker<'o> {
    pub(crate) fn new(order: &'o HandOrder) -> Ranker<'o> {
        Ranker { batch: order.batch(), sets: Vec::new(), ranks: Vec::new() }
    }

    /// The ranks of these hands, all of the same number of cards.
    pub(crate) fn rank(&mut self, hands: impl Iterator<Item = CardSet>) -> &[HandRank] {
        self.sets.clear();
        self.sets.extend(hands);
        let asked = self.sets.len();
        let Some(&last) = self.sets.last() else { return &[] };
        self.sets.resize(asked.next_multiple_of(cards::Block::LEN), last);
        self.ranks.resize(self.sets.len(), HandRank::NONE);
        self.batch.rank_all(&self.sets, &mut self.ranks);
        &self.ranks[..asked]
    }
}

/// The rank of the best flush in each set of ranks of one suit; none below five cards.
pub(crate) fn flushes(order: &HandOrder, cards: usize) -> Vec<HandRank> {
    let mut ranker = Ranker::new(order);
    let mut flushes = vec![HandRank::NONE; 1 << 13];
    for held in 5..=cards {
        let masks: Vec<u16> = (0..1u16 << 13).filter(|mask| mask.count_ones() as usize == held).collect();
        let ranks = ranker.rank(masks.iter().map(|&mask| CardSet::from_suits([mask, 0, 0, 0])));
        for (&mask, &rank) in masks.iter().zip(ranks) {
            flushes[usize::from(mask)] = rank;
        }
    }
    flushes
}

/// Every way to hold so many cards by rank, at most four of each.
pub(crate) fn rank_counts(cards: usize) -> Vec<RankCounts> {
    fn fill(from: usize, left: usize, counts: &mut RankCounts, all: &mut Vec<RankCounts>) {
        if left == 0 {
            return all.push(*counts);
        }
        for rank in from..13 {
            if counts[rank] < 4 {
                counts[rank] += 1;
                fill(rank, left - 1, counts, all);
                counts[rank] -= 1;
            }
        }
    }
    let mut all = Vec::new();
    fill(0, cards, &mut [0; 13], &mut all);
    all
}

/// Ways to choose `k` of `n`, for the small numbers that cards need.
pub(crate) const fn choose(n: i64, k: i64) -> i64 {
    if k < 0 || k > n {
        return 0;
    }
    let mut ways = 1;
    let mut i = 0;
    while i < k {
        ways = ways * (n - i) / (i + 1);
        i += 1;
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::orders;

    #[test]
    fn ranks_and_flushes_together_rank_every_hand() {
        let order = orders::high_52();
        let flushes = flushes(order, 7);
        let hands = CardSet::ALL.choose(5).step_by(97).chain(CardSet::ALL.choose(7).step_by(50_021));
        for hand in hands {
            let mut counts = [0; 13];
            hand.iter().for_each(|card| counts[card.rank() as usize] += 1);
            let plain = order.slow().rank(rainbow(&counts));
            let flush = hand.suits().map(|suit| flushes[usize::from(suit)]).into_iter().max();
            assert_eq!(Some(order.slow().rank(hand)), flush.max(Some(plain)), "{hand}");
        }
        assert_eq!(rank_counts(5).len(), 6_175);
        assert_eq!((choose(52, 5), choose(3, 4), choose(4, 0)), (2_598_960, 0, 1));
    }
}
