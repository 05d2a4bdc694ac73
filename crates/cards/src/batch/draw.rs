//! Every way to draw cards from a pool, in blocks that the kernels take at one gulp.

use crate::set::CardSet;

/// How many hands are ranked together, whatever the processor.
pub(super) const BLOCK: usize = 32;

/// All ways to draw so many cards from a pool: a few cards one way after another, and for each of them all ways
/// to draw up to three more from the cards that come earlier in the pool, which are the beginning of one list.
pub(super) struct Draws {
    /// Every way to draw the inner cards, those from the first cards of the pool first; suit by suit.
    pub(super) inner: [Vec<u16>; 4],
    /// The same by how often ranks are drawn: once at least, twice, three times.
    pub(super) counts: [Vec<u16>; 3],
    pub(super) inner_cards: usize,
    outer_cards: usize,
    pool: Vec<CardSet>,
}

/// One way to draw the outer cards, and how many of the inner ways go with it.
pub(super) struct Outer {
    pub(super) cards: CardSet,
    pub(super) ways: usize,
}

impl Draws {
    pub(super) fn new(pool: CardSet, cards: usize) -> Draws {
        let pool: Vec<CardSet> = pool.iter().map(CardSet::of).collect();
        let inner_cards = cards.min(3);
        let mut ways = Ways::default();
        // Sorted by the last card drawn: the ways within the first cards of the pool come first.
        match inner_cards {
            0 => ways.push_each(CardSet::EMPTY, &[CardSet::EMPTY]),
            1 => ways.push_each(CardSet::EMPTY, &pool),
            2 => {
                for (a, &first) in pool.iter().enumerate() {
                    ways.push_each(first, &pool[..a]);
                }
            }
            _ => {
                for (a, &first) in pool.iter().enumerate() {
                    for (b, &second) in pool[..a].iter().enumerate() {
                        ways.push_each(first | second, &pool[..b]);
                    }
                }
            }
        }
        // Room to read a whole block from the last way on.
        ways.push_each(CardSet::EMPTY, &[CardSet::EMPTY; BLOCK]);
        let Ways { inner, counts } = ways;
        Draws { inner, counts, inner_cards, outer_cards: cards - inner_cards, pool }
    }

    fn ways(&self, among: usize) -> usize {
        match self.inner_cards {
            0 => 1,
            1 => among,
            2 => among * among.saturating_sub(1) / 2,
            _ => among * among.saturating_sub(1) * among.saturating_sub(2) / 6,
        }
    }

    /// Every way to draw the outer cards, with the inner ways that go with it.
    pub(super) fn outer(&self) -> impl Iterator<Item = Outer> {
        // Places of the outer cards in the pool, highest first; the inner cards come before the last of them.
        let (pool, count) = (self.pool.len(), self.outer_cards);
        let enough = self.inner_cards + count <= pool;
        let mut at: Vec<usize> = (0..count).rev().map(|i| i + self.inner_cards).collect();
        let mut done = !enough;
        std::iter::from_fn(move || {
            if done {
                return None;
            }
            let cards = at.iter().fold(CardSet::EMPTY, |set, &place| set | self.pool[place]);
            let ways = self.ways(at.last().copied().unwrap_or(pool));
            // The lowest place that can move up does, and those below it start again.
            let movable = (0..count).rev().find(|&i| at[i] + 1 < if i == 0 { pool } else { at[i - 1] });
            match movable {
                Some(i) => {
                    at[i] += 1;
                    for below in i + 1..count {
                        at[below] = self.inner_cards + count - 1 - below;
                    }
                }
                None => done = true,
            }
            Some(Outer { cards, ways })
        })
    }
}

/// Lists that grow together.
#[derive(Default)]
struct Ways {
    inner: [Vec<u16>; 4],
    counts: [Vec<u16>; 3],
}

impl Ways {
    /// Adds the same cards with each of the others.
    fn push_each(&mut self, same: CardSet, others: &[CardSet]) {
        for (list, held) in self.inner.iter_mut().zip(same.suits()) {
            list.extend(others.iter().map(|_| held));
        }
        let [one, two, ..] = held_times(same.suits());
        let start = self.counts[0].len();
        self.counts[0].extend(others.iter().map(|other| one | other.ranks()));
        self.counts[1].extend(others.iter().map(|other| two | one & other.ranks()));
        self.counts[2].extend(others.iter().map(|other| two & other.ranks()));
        for (suit, list) in self.inner.iter_mut().enumerate() {
            for (held, other) in list[start..].iter_mut().zip(others) {
                *held |= other.suits()[suit];
            }
        }
    }
}

/// The ranks held at least once, twice, three times and four times.
pub(super) fn held_times(suits: [u16; 4]) -> [u16; 4] {
    let mut times = [0; 4];
    for suit in suits {
        times = [
            times[0] | suit,
            times[1] | times[0] & suit,
            times[2] | times[1] & suit,
            times[3] | times[2] & suit,
        ];
    }
    times
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_draw_comes_once() {
        let pool: CardSet = "As Kd 2c 3h 9s Tc 5d 5h".parse().unwrap();
        for cards in 0..=8 {
            let draws = Draws::new(pool, cards);
            let mut seen = BTreeSet::new();
            let mut count = 0;
            for outer in draws.outer() {
                for way in 0..outer.ways {
                    let inner = CardSet::from_suits([0, 1, 2, 3].map(|suit| draws.inner[suit][way]));
                    assert!(!inner.overlaps(outer.cards));
                    seen.insert(inner | outer.cards);
                    count += 1;
                }
            }
            assert_eq!(seen, pool.choose(cards).collect());
            assert_eq!(seen.len(), count);
        }
        assert_eq!(Draws::new(pool, 9).outer().count(), 0);
    }
}
