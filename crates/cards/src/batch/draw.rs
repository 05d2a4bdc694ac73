//! Every way to draw cards from a pool, in blocks that the kernels take at one gulp.

use crate::deck::Pack;
use crate::set::CardSet;
use std::sync::{Arc, OnceLock};

/// How many hands are ranked together, whatever the processor.
pub(super) const BLOCK: usize = 32;

/// All ways to draw so many cards from a pool: a few cards one way after another, and for each of them all ways
/// to draw up to three more from the cards that come earlier in the pool, which are the beginning of one list.
/// Or rather of two: ways in which all ranks differ need fewer steps to rank.
pub(super) struct Draws {
    pub(super) inner: Arc<Inner>,
    outer_cards: usize,
}

/// All ways to draw the inner cards from a pool.
pub(super) struct Inner {
    pub(super) unpaired: Ways,
    pub(super) paired: Ways,
    pub(super) cards: usize,
    pool: Vec<CardSet>,
}

/// Ways to draw the inner cards, those from the first cards of the pool first. In blocks, and each list on its
/// own, since seldom all are read.
pub(super) struct Ways {
    /// The ranks drawn once at least, twice, three times.
    pub(super) counts: [Vec<Ranks>; 3],
    /// The ranks drawn in each suit.
    pub(super) suits: [Vec<Ranks>; 4],
    /// How many ways draw from the first none, one, two and so on of the pool's cards only.
    within: Vec<usize>,
}

/// A block of sets of ranks.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Ranks(pub(super) [u16; BLOCK]);

/// One way to draw the outer cards, and how many of the inner ways go with it.
#[derive(Clone, Copy)]
pub(super) struct Outer {
    pub(super) cards: CardSet,
    pub(super) unpaired: usize,
    pub(super) paired: usize,
}

impl Draws {
    pub(super) fn new(pool: CardSet, cards: usize) -> Draws {
        let inner = Inner::of(pool, cards.min(3));
        Draws { outer_cards: cards - inner.cards, inner }
    }

    /// Every way to draw the outer cards, with the inner ways that go with it.
    pub(super) fn outer(&self) -> OuterDraws {
        let least = self.inner.cards;
        let at: Vec<usize> = (least..least + self.outer_cards).collect();
        let done = least + self.outer_cards > self.inner.pool.len();
        let mut outer = OuterDraws { at, below: CardSet::EMPTY, done };
        if !done {
            outer.gather(self);
        }
        outer
    }
}

impl Inner {
    /// Those of a whole pack are kept: they are asked for again and again.
    fn of(pool: CardSet, cards: usize) -> Arc<Inner> {
        static OF_PACKS: [OnceLock<Arc<Inner>>; Pack::ALL.len()] =
            [const { OnceLock::new() }; Pack::ALL.len()];
        match Pack::ALL.iter().position(|pack| pack.cards() == pool) {
            Some(pack) if cards == 3 => {
                OF_PACKS[pack].get_or_init(|| Arc::new(Inner::new(pool, cards))).clone()
            }
            _ => Arc::new(Inner::new(pool, cards)),
        }
    }

    fn new(pool: CardSet, cards: usize) -> Inner {
        // Suit by suit: what depends on the suits of the outer cards then changes seldom.
        let pool: Vec<CardSet> = pool.one_by_one().collect();
        let mut lists = Lists::default();
        for (last, &last_card) in pool.iter().enumerate() {
            lists.next_card();
            match cards {
                0 => {}
                1 => lists.push_each(CardSet::EMPTY, &[last_card]),
                2 => lists.push_each(last_card, &pool[..last]),
                _ => {
                    for (second, &second_card) in pool[..last].iter().enumerate() {
                        lists.push_each(last_card | second_card, &pool[..second]);
                    }
                }
            }
        }
        if cards == 0 {
            lists.push_each(CardSet::EMPTY, &[CardSet::EMPTY]);
        }
        lists.next_card();
        let Lists { unpaired, paired } = lists;
        Inner { unpaired: unpaired.in_blocks(), paired: paired.in_blocks(), cards, pool }
    }
}

/// Walks through the ways to draw the outer cards. The first of them, before which the inner cards come, moves
/// least often: so the same inner ways are gone through again and again while they are close by.
pub(super) struct OuterDraws {
    /// Places of the outer cards in the pool, lowest first.
    at: Vec<usize>,
    /// All of them but the last.
    below: CardSet,
    done: bool,
}

impl OuterDraws {
    #[inline]
    pub(super) fn next(&mut self, draws: &Draws) -> Option<Outer> {
        if self.done {
            return None;
        }
        let inner = &*draws.inner;
        let pool = &inner.pool[..];
        let before = self.at.first().copied().unwrap_or(pool.len());
        let (unpaired, paired) = (inner.unpaired.within[before], inner.paired.within[before]);
        let Some(last) = self.at.last_mut() else {
            self.done = true;
            return Some(Outer { cards: CardSet::EMPTY, unpaired, paired });
        };
        let cards = self.below | pool[*last];
        if *last + 1 < pool.len() {
            *last += 1;
        } else {
            self.carry(draws);
        }
        Some(Outer { cards, unpaired, paired })
    }

    /// The last card cannot move up: the next one that can does, and those after it follow close.
    #[cold]
    fn carry(&mut self, draws: &Draws) {
        let (count, pool) = (self.at.len(), draws.inner.pool.len());
        match (0..count).rev().find(|&i| self.at[i] < pool - (count - i)) {
            Some(i) => {
                let start = self.at[i] + 1;
                for (place, at) in (start..).zip(&mut self.at[i..]) {
                    *at = place;
                }
                self.gather(draws);
            }
            None => self.done = true,
        }
    }

    fn gather(&mut self, draws: &Draws) {
        let below = self.at.len().saturating_sub(1);
        let cards = self.at[..below].iter().map(|&place| draws.inner.pool[place]);
        self.below = cards.fold(CardSet::EMPTY, |set, card| set | card);
    }
}

impl Ways {
    /// The cards of one way.
    pub(super) fn cards(&self, way: usize) -> CardSet {
        CardSet::from_suits(std::array::from_fn(|suit| self.suits[suit][way / BLOCK].0[way % BLOCK]))
    }
}

/// Both kinds of ways as they are listed.
#[derive(Default)]
struct Lists {
    unpaired: List,
    paired: List,
}

impl Lists {
    /// All ways within the cards so far are listed.
    fn next_card(&mut self) {
        self.unpaired.next_card();
        self.paired.next_card();
    }

    /// Adds the same cards with each of the others.
    fn push_each(&mut self, same: CardSet, others: &[CardSet]) {
        let ranks = same.ranks();
        if ranks.count_ones() as usize == same.len() {
            let is_alike = |other: &&CardSet| other.ranks() & ranks != 0;
            let (alike, unlike): (Vec<CardSet>, Vec<CardSet>) = others.iter().partition(is_alike);
            self.unpaired.push_each(same, &unlike);
            self.paired.push_each(same, &alike);
        } else {
            self.paired.push_each(same, others);
        }
    }
}

/// The lists of [`Ways`], one value after another.
#[derive(Default)]
struct List {
    counts: [Vec<u16>; 3],
    suits: [Vec<u16>; 4],
    within: Vec<usize>,
}

impl List {
    fn next_card(&mut self) {
        self.within.push(self.counts[0].len());
    }

    fn push_each(&mut self, same: CardSet, others: &[CardSet]) {
        let [one, two, ..] = held_times(same.suits());
        let [once, twice, thrice] = &mut self.counts;
        once.extend(others.iter().map(|other| one | other.ranks()));
        twice.extend(others.iter().map(|other| two | one & other.ranks()));
        thrice.extend(others.iter().map(|other| two & other.ranks()));
        for (suit, list) in self.suits.iter_mut().enumerate() {
            list.extend(others.iter().map(|&other| (same | other).suits()[suit]));
        }
    }

    fn in_blocks(self) -> Ways {
        let in_blocks = |list: Vec<u16>| -> Vec<Ranks> {
            let block = |ranks: &[u16]| {
                let mut block = Ranks([0; BLOCK]);
                block.0[..ranks.len()].copy_from_slice(ranks);
                block
            };
            list.chunks(BLOCK).map(block).collect()
        };
        Ways { counts: self.counts.map(in_blocks), suits: self.suits.map(in_blocks), within: self.within }
    }
}

/// The ranks held at least once, twice, three times and four times.
#[inline]
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
        let pool: CardSet = "As Kd 2c 3h 9s Tc 5d 5h 5c".parse().unwrap();
        for cards in 0..=9 {
            let draws = Draws::new(pool, cards);
            let mut seen = BTreeSet::new();
            let mut count = 0;
            let mut all = draws.outer();
            while let Some(outer) = all.next(&draws) {
                let unpaired = (0..outer.unpaired).map(|way| draws.inner.unpaired.cards(way));
                let unpaired =
                    unpaired.inspect(|way| assert_eq!(way.ranks().count_ones() as usize, way.len()));
                let paired = (0..outer.paired).map(|way| draws.inner.paired.cards(way));
                for inner in unpaired.chain(paired) {
                    assert!(!inner.overlaps(outer.cards));
                    seen.insert(inner | outer.cards);
                    count += 1;
                }
            }
            assert_eq!(seen, pool.choose(cards).collect());
            assert_eq!(seen.len(), count);
        }
        let too_many = Draws::new(pool, 10);
        assert!(too_many.outer().next(&too_many).is_none());
    }
}
