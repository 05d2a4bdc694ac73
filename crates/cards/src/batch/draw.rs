//! Every way to draw cards from a pool, in blocks that the kernels take at one gulp.

use crate::set::CardSet;

/// How many hands are ranked together, whatever the processor.
pub(super) const BLOCK: usize = 32;

/// All ways to draw so many cards from a pool: a few cards one way after another, and for each of them all ways
/// to draw up to three more from the cards that come earlier in the pool, which are the beginning of one list.
pub(super) struct Draws {
    /// Every way to draw the inner cards, those from the first cards of the pool first.
    pub(super) inner: Ways,
    pub(super) inner_cards: usize,
    outer_cards: usize,
    pool: Vec<CardSet>,
}

/// Ways to draw the inner cards, block by block; each list on its own, since seldom all are read.
#[derive(Default)]
pub(super) struct Ways {
    /// The ranks drawn once at least, twice, three times.
    pub(super) counts: [Vec<Ranks>; 3],
    /// The ranks drawn in each suit.
    pub(super) suits: [Vec<Ranks>; 4],
    len: usize,
}

/// A block of sets of ranks.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Ranks(pub(super) [u16; BLOCK]);

/// One way to draw the outer cards, and how many of the inner ways go with it.
#[derive(Clone, Copy)]
pub(super) struct Outer {
    pub(super) cards: CardSet,
    pub(super) ways: usize,
}

impl Draws {
    pub(super) fn new(pool: CardSet, cards: usize) -> Draws {
        // Suit by suit: what depends on the suits of the outer cards then changes seldom.
        let mut pool: Vec<CardSet> = pool.iter().map(CardSet::of).collect();
        pool.sort_unstable();
        let inner_cards = cards.min(3);
        let mut inner = Ways::default();
        // Sorted by the last card drawn: the ways within the first cards of the pool come first.
        match inner_cards {
            0 => inner.push_each(CardSet::EMPTY, &[CardSet::EMPTY]),
            1 => inner.push_each(CardSet::EMPTY, &pool),
            2 => {
                for (a, &first) in pool.iter().enumerate() {
                    inner.push_each(first, &pool[..a]);
                }
            }
            _ => {
                for (a, &first) in pool.iter().enumerate() {
                    for (b, &second) in pool[..a].iter().enumerate() {
                        inner.push_each(first | second, &pool[..b]);
                    }
                }
            }
        }
        Draws { inner, inner_cards, outer_cards: cards - inner_cards, pool }
    }

    #[inline]
    fn ways(&self, among: usize) -> usize {
        match self.inner_cards {
            0 => 1,
            1 => among,
            2 => among * among.saturating_sub(1) / 2,
            _ => among * among.saturating_sub(1) * among.saturating_sub(2) / 6,
        }
    }

    /// Every way to draw the outer cards, with the inner ways that go with it.
    pub(super) fn outer(&self) -> OuterDraws {
        let at: Vec<usize> = (0..self.outer_cards).rev().map(|i| i + self.inner_cards).collect();
        let done = self.inner_cards + self.outer_cards > self.pool.len();
        let mut outer = OuterDraws { at, above: CardSet::EMPTY, done };
        if !done {
            outer.gather(self);
        }
        outer
    }
}

/// Walks through the ways to draw the outer cards.
pub(super) struct OuterDraws {
    /// Places of the outer cards in the pool, highest first; the inner cards come before the last of them.
    at: Vec<usize>,
    /// All of them but the last.
    above: CardSet,
    done: bool,
}

impl OuterDraws {
    #[inline]
    pub(super) fn next(&mut self, draws: &Draws) -> Option<Outer> {
        if self.done {
            return None;
        }
        let pool = draws.pool.len();
        let Some((last, above)) = self.at.split_last_mut() else {
            self.done = true;
            return Some(Outer { cards: CardSet::EMPTY, ways: draws.ways(pool) });
        };
        let outer = Outer { cards: self.above | draws.pool[*last], ways: draws.ways(*last) };
        if *last + 1 < above.last().copied().unwrap_or(pool) {
            *last += 1;
        } else {
            self.carry(draws);
        }
        Some(outer)
    }

    /// The last place cannot move up: the next one that can does, and those below it start again.
    #[cold]
    fn carry(&mut self, draws: &Draws) {
        let (count, at) = (self.at.len(), &mut self.at);
        let limit = |at: &[usize], i: usize| if i == 0 { draws.pool.len() } else { at[i - 1] };
        match (0..count - 1).rev().find(|&i| at[i] + 1 < limit(at, i)) {
            Some(i) => {
                at[i] += 1;
                for below in i + 1..count {
                    at[below] = draws.inner_cards + count - 1 - below;
                }
                self.gather(draws);
            }
            None => self.done = true,
        }
    }

    fn gather(&mut self, draws: &Draws) {
        let above = self.at.len().saturating_sub(1);
        let cards = self.at[..above].iter().map(|&place| draws.pool[place]);
        self.above = cards.fold(CardSet::EMPTY, |set, card| set | card);
    }
}

impl Ways {
    /// Adds the same cards with each of the others.
    fn push_each(&mut self, same: CardSet, others: &[CardSet]) {
        let suits = same.suits();
        let [one, two, ..] = held_times(suits);
        for other in others {
            let (block, lane) = (self.len / BLOCK, self.len % BLOCK);
            let lists = self.counts.iter_mut().chain(&mut self.suits);
            if lane == 0 {
                lists.for_each(|list| list.push(Ranks([0; BLOCK])));
            }
            let rank = other.ranks();
            let counts = [one | rank, two | one & rank, two & rank];
            for (list, ranks) in self.counts.iter_mut().zip(counts) {
                list[block].0[lane] = ranks;
            }
            for ((list, held), other) in self.suits.iter_mut().zip(suits).zip(other.suits()) {
                list[block].0[lane] = held | other;
            }
            self.len += 1;
        }
    }

    /// The cards of one way.
    pub(super) fn cards(&self, way: usize) -> CardSet {
        CardSet::from_suits(std::array::from_fn(|suit| self.suits[suit][way / BLOCK].0[way % BLOCK]))
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
            let mut all = draws.outer();
            while let Some(outer) = all.next(&draws) {
                for way in 0..outer.ways {
                    let inner = draws.inner.cards(way);
                    assert!(!inner.overlaps(outer.cards));
                    seen.insert(inner | outer.cards);
                    count += 1;
                }
            }
            assert_eq!(seen, pool.choose(cards).collect());
            assert_eq!(seen.len(), count);
        }
        let too_many = Draws::new(pool, 9);
        assert!(too_many.outer().next(&too_many).is_none());
    }
}
