//! Every way to draw cards from a pool, numbered, so that the work can begin anywhere in the list.

use cards::CardSet;

/// How many ways there are to choose so many (up to seven) of so many (up to 52).
static CHOOSE: [[u64; 8]; 53] = {
    let mut table = [[0; 8]; 53];
    let mut n = 0;
    while n <= 52 {
        table[n][0] = 1;
        let mut k = 1;
        while k < 8 && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// Ways to choose `count` of `from`.
pub(crate) const fn choose(from: usize, count: usize) -> u64 {
    CHOOSE[from][count]
}

/// All ways to draw so many cards from a pool.
pub(crate) struct Draws {
    cards: Vec<u64>,
    count: usize,
}

impl Draws {
    pub(crate) fn new(pool: CardSet, count: usize) -> Draws {
        Draws { cards: one_by_one(pool).collect(), count }
    }

    pub(crate) fn total(&self) -> u64 {
        choose(self.cards.len(), self.count)
    }

    /// The ways from this one on: those that leave the last cards of the pool alone come first.
    pub(crate) fn from(&self, start: u64) -> impl Iterator<Item = CardSet> {
        let count = self.count;
        let mut at = [0usize; 8];
        let mut left = start;
        let mut done = start >= self.total();
        for place in (0..count).rev() {
            // The highest card such that the ways before it have all been counted.
            let fits = |card: &usize| choose(*card, place + 1) <= left;
            at[place] = (0..self.cards.len()).rev().find(fits).unwrap_or(0);
            left -= choose(at[place], place + 1);
        }
        at[count] = self.cards.len();
        std::iter::from_fn(move || {
            if done {
                return None;
            }
            let drawn = at[..count].iter().fold(0, |set, &card| set | self.cards[card]);
            match (0..count).find(|&place| at[place] + 1 < at[place + 1]) {
                Some(place) => {
                    at[place] += 1;
                    (0..place).for_each(|below| at[below] = below);
                }
                None => done = true,
            }
            Some(set_of(drawn))
        })
    }
}

/// The cards of a set, each as a word of its own, suit by suit.
pub(crate) fn one_by_one(cards: CardSet) -> impl Iterator<Item = u64> {
    let mut left = cards.bits();
    std::iter::from_fn(move || {
        let lowest = left & left.wrapping_neg();
        left ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// The set with these bits, which came out of sets.
#[inline(always)]
pub(crate) fn set_of(bits: u64) -> CardSet {
    CardSet::from_bits(bits).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_way_comes_once_wherever_one_begins() {
        let pool: CardSet = "As Kd Qh Jc Ts 2c 2d 9h".parse().unwrap();
        for count in 0..=5 {
            let draws = Draws::new(pool, count);
            let all: Vec<CardSet> = draws.from(0).collect();
            assert_eq!(all.len() as u64, draws.total());
            assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
            assert!(all.iter().all(|drawn| drawn.len() == count && pool.contains_all(*drawn)));
            for start in 0..all.len() {
                assert!(draws.from(start as u64).eq(all[start..].iter().copied()), "{count} {start}");
            }
        }
        assert_eq!(Draws::new(pool, 2).from(28).count(), 0);
        assert_eq!(choose(52, 5), 2_598_960);
    }
}
