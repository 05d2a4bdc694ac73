//! Every way to draw cards, ranked block by block.

use super::draw::{BLOCK, Draws, Ranks, held_times};
use super::kernel::{Before, Counts, High, Kernel, Ladder, LowAce, Qualified, Three, Turned};
use super::lanes::{Job, Lanes};
use super::{Batch, Shape, with_kernel};
use crate::evaluator::{Evaluator, assert_rankable};
use crate::order::HandOrder;
use crate::rank::HandRank;
use crate::set::CardSet;

/// [`Block::LEN`] ranks, of which the first `live` are of hands and the rest [`HandRank::NONE`].
///
/// The codes of ranks come in halves, side by side, so that whoever adds them up or counts them can do so
/// many at a time.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Block {
    high: [u16; BLOCK],
    low: [u16; BLOCK],
    live: usize,
}

impl Block {
    /// How many ranks a block has room for.
    pub const LEN: usize = BLOCK;

    /// The upper halves of the codes.
    #[inline(always)]
    pub fn high(&self) -> &[u16; BLOCK] {
        &self.high
    }

    /// The lower halves.
    #[inline(always)]
    pub fn low(&self) -> &[u16; BLOCK] {
        &self.low
    }

    /// How many are ranks of hands.
    #[inline(always)]
    pub fn live(&self) -> usize {
        self.live
    }

    /// The ranks of the hands.
    pub fn ranks(&self) -> impl Iterator<Item = HandRank> {
        let code = |i: usize| u32::from(self.high[i]) << 16 | u32::from(self.low[i]);
        (0..self.live).map(move |i| HandRank::from_code(code(i)))
    }
}

impl Batch<'_> {
    /// Ranks the held cards with every way to draw so many more from the pool, and calls with a block of ranks
    /// after another. Each way comes once; the order of the ways is not told.
    ///
    /// What is done with a block becomes part of the loop that ranks it if it is short, and is then done with the
    /// same vector instructions.
    ///
    /// ```
    /// use cards::{CardSet, Category, orders};
    /// let (order, mut fours) = (orders::high_52(), 0);
    /// order.batch().each_draw(CardSet::EMPTY, CardSet::ALL, 5, |block| {
    ///     let is_four = |&rank: &_| order.category(rank) == Some(Category::FourOfAKind);
    ///     fours += block.ranks().filter(is_four).count();
    /// });
    /// assert_eq!(fours, 624);
    /// ```
    ///
    /// # Panics
    /// If the order does not rank so many cards, or a held card is also in the pool.
    pub fn each_draw(&self, held: CardSet, pool: CardSet, draw: usize, call: impl FnMut(&Block)) {
        assert_rankable(self.order, held.len().saturating_add(draw));
        assert!(!held.overlaps(pool), "a held card is also in the pool");
        let draws = Draws::new(pool, draw);
        self.instructions.run(EachDraw { order: self.order, held, draws: &draws, draw, call });
    }
}

struct EachDraw<'a, F> {
    order: &'a HandOrder,
    held: CardSet,
    draws: &'a Draws,
    draw: usize,
    call: F,
}

impl<F: FnMut(&Block)> Job for EachDraw<'_, F> {
    #[inline(always)]
    fn run<L: Lanes>(self, set: L::Set) {
        let cards = self.held.len() + self.draw;
        let order = self.order;
        with_kernel!(Shape::of(order, cards), order, L, set, |kernel| self.rank_with::<L, _>(
            set, &kernel
        ), single self.rank_singly());
    }
}

/// The suits that can still grow long enough for a flush.
enum Growing<L> {
    None,
    One(L),
    Two(L, L),
    All([L; 4]),
}

impl<L: Lanes> Growing<L> {
    #[inline(always)]
    fn rank<K: Kernel<L>>(&self, kernel: &K, counts: Counts<L>) -> (L, L) {
        match *self {
            Growing::None => kernel.rank(counts, []),
            Growing::One(suit) => kernel.rank(counts, [suit]),
            Growing::Two(first, last) => kernel.rank(counts, [first, last]),
            Growing::All(suits) => kernel.rank(counts, suits),
        }
    }
}

impl<F: FnMut(&Block)> EachDraw<'_, F> {
    #[inline(always)]
    fn rank_with<L: Lanes, K: Kernel<L>>(mut self, set: L::Set, kernel: &K) {
        let size = self.order.form().size();
        let draws = self.draws;
        let numbers: [u16; BLOCK] = std::array::from_fn(|lane| lane as u16);
        let mut block = Block { high: [0; BLOCK], low: [0; BLOCK], live: BLOCK };
        let mut outers = draws.outer();
        while let Some(outer) = outers.next(draws) {
            let held = (self.held | outer.cards).suits();
            let times = held_times(held);
            let held_twice = times[1] != 0;
            let before = Before([
                L::splat(set, times[0]),
                L::splat(set, times[1]),
                L::splat(set, times[2]),
                L::splat(set, times[3]),
            ]);
            // Only a suit that can still grow long enough for a flush needs looking at.
            let can_grow = |suit: u32| {
                let cards = held[suit as usize].count_ones() as usize + draws.inner.cards;
                u32::from(cards >= size) << suit
            };
            let growing = can_grow(0) | can_grow(1) | can_grow(2) | can_grow(3);
            let first = growing.trailing_zeros() as usize % 4;
            let last = growing.checked_ilog2().unwrap_or(0) as usize % 4;
            let (held_first, held_last) = (L::splat(set, held[first]), L::splat(set, held[last]));
            for (ways, count, paired) in
                [(&draws.inner.unpaired, outer.unpaired, false), (&draws.inner.paired, outer.paired, true)]
            {
                let blocks = count.div_ceil(BLOCK);
                let (ones, twos, threes) =
                    (&ways.counts[0][..blocks], &ways.counts[1][..blocks], &ways.counts[2][..blocks]);
                let suits = &ways.suits;
                let (firsts, lasts) = (&suits[first][..blocks], &suits[last][..blocks]);
                for i in 0..blocks {
                    block.live = BLOCK.min(count - i * BLOCK);
                    for lane in (0..BLOCK).step_by(L::WIDTH) {
                        let lanes = lane..lane + L::WIDTH;
                        let drawn = |ranks: &Ranks| L::load(set, &ranks.0[lanes.clone()]);
                        let one = drawn(&ones[i]);
                        let suit_0 = drawn(&firsts[i]).or(held_first);
                        let suit_1 = drawn(&lasts[i]).or(held_last);
                        // The branches are the same for many blocks in a row, so they cost nothing.
                        let growing = match growing.count_ones() {
                            0 => Growing::None,
                            1 => Growing::One(suit_0),
                            2 => Growing::Two(suit_0, suit_1),
                            _ => {
                                let suit = |suit: usize| drawn(&suits[suit][i]).or(L::splat(set, held[suit]));
                                Growing::All([suit(0), suit(1), suit(2), suit(3)])
                            }
                        };
                        let (mut high, mut low) = match (held_twice, paired) {
                            (false, false) => growing.rank(kernel, before.unpaired_with_unpaired(one)),
                            (true, false) => growing.rank(kernel, before.with_unpaired(one)),
                            _ => {
                                let counts = before.with_any(one, drawn(&twos[i]), drawn(&threes[i]));
                                growing.rank(kernel, counts)
                            }
                        };
                        if block.live < BLOCK {
                            let number = L::load(set, &numbers[lanes.clone()]);
                            let live = L::splat(set, block.live as u16).exceeds(number);
                            (high, low) = (high.only(live), low.only(live));
                        }
                        high.store(&mut block.high[lanes.clone()]);
                        low.store(&mut block.low[lanes]);
                    }
                    (self.call)(&block);
                }
            }
        }
    }

    fn rank_singly(mut self) {
        let fast = self.order.fast();
        let draws = self.draws;
        let mut outers = draws.outer();
        while let Some(outer) = outers.next(draws) {
            let held = self.held | outer.cards;
            for (ways, count) in
                [(&draws.inner.unpaired, outer.unpaired), (&draws.inner.paired, outer.paired)]
            {
                for start in (0..count).step_by(BLOCK) {
                    let live = BLOCK.min(count - start);
                    let mut block = Block { high: [0; BLOCK], low: [0; BLOCK], live };
                    for lane in 0..live {
                        let code = fast.rank(held | ways.cards(start + lane)).code();
                        (block.high[lane], block.low[lane]) = ((code >> 16) as u16, code as u16);
                    }
                    (self.call)(&block);
                }
            }
        }
    }
}
