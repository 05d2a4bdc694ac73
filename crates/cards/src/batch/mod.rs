//! Many hands at a time: one kernel for each shape of order, written once and run on whatever vector
//! instructions the processor has.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod draw;
mod kernel;
mod lanes;
mod packed;
mod plain;
mod two;

use crate::evaluator::{Evaluator, assert_exactly_two, assert_rankable};
use crate::order::{Better, Form, HandOrder};
use crate::rank::HandRank;
use crate::set::CardSet;
use draw::{BLOCK, Draws, Outer, OuterDraws, Ranks, held_times};
use kernel::{Counts, High, Kernel, Ladder, LowAce, Qualified, Three, Turned};
use lanes::{Job, Lanes};
pub use packed::PackedHand;

/// Vector instructions that the batch evaluator can use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InstructionSet {
    /// Those that the program was compiled for.
    Plain,
    /// AVX2: sixteen hands at a time.
    Avx2,
    /// AVX-512 with bit counting (Ice Lake, Zen 4 and later): thirty-two hands at a time.
    Avx512,
}

impl InstructionSet {
    /// Those that this processor has, best first.
    pub fn available() -> Vec<InstructionSet> {
        let mut sets = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            sets.extend(avx512::detect().map(|_| InstructionSet::Avx512));
            sets.extend(avx2::detect().map(|_| InstructionSet::Avx2));
        }
        sets.push(InstructionSet::Plain);
        sets
    }

    /// Does the work with these instructions, or with plain ones where the processor lacks them.
    fn run(self, job: impl Job) {
        match self {
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => {
                if let Some(set) = avx512::detect() {
                    return avx512::run(set, job);
                }
            }
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => {
                if let Some(set) = avx2::detect() {
                    return avx2::run(set, job);
                }
            }
            _ => {}
        }
        plain::run(job);
    }
}

/// The evaluator for many hands.
///
/// ```
/// use cards::{CardSet, Evaluator, HandRank, orders};
/// let order = orders::high_52();
/// let hands: Vec<CardSet> = CardSet::ALL.choose(5).step_by(1_000).collect();
/// let mut ranks = vec![HandRank::NONE; hands.len()];
/// order.batch().rank_all(&hands, &mut ranks);
/// assert_eq!(ranks[7], order.slow().rank(hands[7]));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Batch<'o> {
    order: &'o HandOrder,
    instructions: InstructionSet,
}

impl HandOrder {
    /// The batch evaluator of this order, with the best instructions that the processor has.
    pub fn batch(&self) -> Batch<'_> {
        self.batch_with(InstructionSet::available()[0])
    }

    /// The batch evaluator with these instructions, or with plain ones where the processor lacks them.
    pub fn batch_with(&self, instructions: InstructionSet) -> Batch<'_> {
        Batch { order: self, instructions }
    }
}

/// Thirty-two ranks, of which the first `live` are of hands and the rest [`HandRank::NONE`].
///
/// The codes of ranks come in halves, side by side, so that whoever adds them up or counts them can do so
/// many at a time.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Block {
    /// The upper halves of the codes.
    pub high: [u16; BLOCK],
    /// The lower halves.
    pub low: [u16; BLOCK],
    /// How many are ranks of hands.
    pub live: usize,
}

impl Block {
    /// The ranks of the hands.
    pub fn ranks(&self) -> impl Iterator<Item = HandRank> {
        let code = |i: usize| u32::from(self.high[i]) << 16 | u32::from(self.low[i]);
        (0..self.live).map(move |i| HandRank::from_code(code(i)))
    }
}

/// Which kernel ranks so many cards under an order.
#[derive(Clone, Copy)]
enum Shape {
    High5,
    Low5,
    High6,
    High7,
    Three,
    LowAce,
    Qualified,
    /// None does: one hand after another.
    Single,
}

impl Shape {
    fn of(order: &HandOrder, cards: usize) -> Shape {
        match (order.form(), cards) {
            (Form::Three, _) => Shape::Three,
            (Form::Five, _) if Qualified::<plain::Plain>::fits(order) => Shape::Qualified,
            (Form::Five, _) if LowAce::<plain::Plain>::fits(order) => Shape::LowAce,
            (Form::Five, 5) if High::<(), 5>::fits(order) => match order.rules().better {
                Better::Higher => Shape::High5,
                Better::Lower => Shape::Low5,
            },
            (Form::Five, 6) if High::<(), 6>::fits(order) => Shape::High6,
            (Form::Five, 7) if High::<(), 7>::fits(order) => Shape::High7,
            _ => Shape::Single,
        }
    }
}

/// Calls a generic function with the kernel of a shape; `single` is what to do where there is none.
macro_rules! with_kernel {
    ($shape:expr, $order:expr, $lanes:ident, $set:expr, |$kernel:ident| $work:expr, single $single:expr) => {
        match $shape {
            Shape::High5 => {
                let $kernel = High::<$lanes, 5>(Ladder::new($set, $order));
                $work
            }
            Shape::Low5 => {
                let $kernel = Turned(High::<$lanes, 5>(Ladder::new($set, $order)), $lanes::splat($set, u16::MAX));
                $work
            }
            Shape::High6 => {
                let $kernel = High::<$lanes, 6>(Ladder::new($set, $order));
                $work
            }
            Shape::High7 => {
                let $kernel = High::<$lanes, 7>(Ladder::new($set, $order));
                $work
            }
            Shape::Three => {
                let $kernel = Three::<$lanes>(Ladder::new($set, $order));
                $work
            }
            Shape::LowAce => {
                let $kernel = LowAce::<$lanes>(Ladder::new($set, $order));
                $work
            }
            Shape::Qualified => {
                let $kernel = Qualified::<$lanes>::new($set, $order);
                $work
            }
            Shape::Single => $single,
        }
    };
}

impl Evaluator for Batch<'_> {
    fn order(&self) -> &HandOrder {
        self.order
    }

    /// One hand costs as much as thirty-two: for single hands there is [`HandOrder::fast`].
    fn rank(&self, cards: CardSet) -> HandRank {
        let mut ranks = [HandRank::NONE];
        self.rank_all(&[cards], &mut ranks);
        ranks[0]
    }

    fn rank_exactly_two(&self, hole: CardSet, board: CardSet) -> HandRank {
        let mut ranks = [HandRank::NONE];
        self.rank_all_exactly_two(&[hole], &[board], &mut ranks);
        ranks[0]
    }

    /// Fastest where all hands have the same number of cards.
    fn rank_all(&self, hands: &[CardSet], ranks: &mut [HandRank]) {
        assert_eq!(hands.len(), ranks.len(), "a rank for each hand");
        self.instructions.run(RankSets { order: self.order, hands, ranks });
    }

    /// Fastest where all deals have the same number of hole cards and of cards on the board.
    fn rank_all_exactly_two(&self, holes: &[CardSet], boards: &[CardSet], ranks: &mut [HandRank]) {
        assert_eq!(holes.len(), boards.len(), "a board for each hole");
        assert_eq!(holes.len(), ranks.len(), "a rank for each hole");
        self.instructions.run(RankTwoAndThree { order: self.order, holes, boards, ranks });
    }
}

impl Batch<'_> {
    /// Ranks the held cards with every way to draw so many more from the pool, and calls with a block of ranks
    /// after another. Each way comes once; the order of the ways is not told.
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
    pub fn each_draw(
        &self,
        held: CardSet,
        pool: CardSet,
        draw: usize,
        mut call: impl FnMut(&Block),
    ) {
        assert_rankable(self.order, held.len() + draw);
        assert!(!held.overlaps(pool), "a held card is also in the pool");
        let draws = Draws::new(pool, draw);
        let mut filling = Filling { held, draws: &draws, outer: draws.outer(), at: None };
        let empty = Block { high: [0; BLOCK], low: [0; BLOCK], live: 0 };
        let mut blocks = [empty; BLOCKS_AT_ONCE];
        loop {
            let mut filled = 0;
            let fill = Fill {
                order: self.order,
                cards: held.len() + draw,
                filling: &mut filling,
                blocks: &mut blocks,
                filled: &mut filled,
            };
            self.instructions.run(fill);
            if filled == 0 {
                return;
            }
            // Run with the same instructions, so that what the caller does with a block can use them too.
            self.instructions.run(Use { blocks: &blocks[..filled], call: &mut call });
        }
    }
}

struct RankSets<'a> {
    order: &'a HandOrder,
    hands: &'a [CardSet],
    ranks: &'a mut [HandRank],
}

impl Job for RankSets<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self, set: L::Set) {
        let RankSets { order, hands, ranks } = self;
        let Some(first) = hands.first() else { return };
        let cards = first.len();
        assert_rankable(order, cards);
        with_kernel!(Shape::of(order, cards), order, L, set, |kernel| rank_sets::<L, _>(
            set, &kernel, order, cards, hands, ranks
        ), single rank_singly(order, hands, ranks));
    }
}

fn rank_singly(order: &HandOrder, hands: &[CardSet], ranks: &mut [HandRank]) {
    let fast = order.fast();
    for (&hand, rank) in hands.iter().zip(ranks) {
        *rank = fast.rank(hand);
    }
}

#[inline(always)]
fn rank_sets<L: Lanes, K: Kernel<L>>(
    set: L::Set,
    kernel: &K,
    order: &HandOrder,
    cards: usize,
    hands: &[CardSet],
    ranks: &mut [HandRank],
) {
    let expected = L::splat(set, cards as u16);
    let whole = hands.len() - hands.len() % L::WIDTH;
    for start in (0..whole).step_by(L::WIDTH) {
        let (hands, ranks) = (&hands[start..start + L::WIDTH], &mut ranks[start..start + L::WIDTH]);
        let suits = L::split(set, bits_of(hands));
        let [c, d, h, s] = suits.map(L::bits);
        if !L::all(c.add(d).add(h).add(s).equals(expected)) {
            rank_singly(order, hands, ranks);
            continue;
        }
        let (high, low) = kernel.rank(Counts::of(suits), suits);
        L::join(high, low, ranks);
    }
    rank_singly(order, &hands[whole..], &mut ranks[whole..]);
}

/// The words of the sets.
#[inline(always)]
fn bits_of(hands: &[CardSet]) -> &[u64] {
    // SAFETY: `CardSet` is a transparent wrapper of `u64`.
    unsafe { std::slice::from_raw_parts(hands.as_ptr().cast(), hands.len()) }
}

struct RankTwoAndThree<'a> {
    order: &'a HandOrder,
    holes: &'a [CardSet],
    boards: &'a [CardSet],
    ranks: &'a mut [HandRank],
}

impl Job for RankTwoAndThree<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self, set: L::Set) {
        match Shape::of(self.order, 5) {
            Shape::High5 | Shape::Low5 => {
                let kernel = two::WithSuits::<L>::new(set, self.order);
                self.rank_with::<L, _>(set, &kernel);
            }
            Shape::Qualified => {
                let kernel = Qualified::<L>::new(set, self.order);
                self.rank_with::<L, _>(set, &kernel);
            }
            _ => self.order.fast().rank_all_exactly_two(self.holes, self.boards, self.ranks),
        }
    }
}

impl RankTwoAndThree<'_> {
    #[inline(always)]
    fn rank_with<L: Lanes, K: two::TwoAndThree<L>>(self, set: L::Set, kernel: &K) {
        let RankTwoAndThree { order, holes, boards, ranks } = self;
        let (Some(hole), Some(board)) = (holes.first(), boards.first()) else { return };
        assert_exactly_two(order, *hole, *board);
        let (hole_cards, board_cards) = (hole.len(), board.len());
        let alike = |holes: &[CardSet], boards: &[CardSet]| {
            let mut deals = holes.iter().zip(boards);
            deals.all(|(&hole, &board)| {
                hole.len() == hole_cards && board.len() == board_cards && !hole.overlaps(board)
            })
        };
        let whole = holes.len() - holes.len() % L::WIDTH;
        let nothing = [L::splat(set, 0); 4];
        for start in (0..whole).step_by(L::WIDTH) {
            let end = start + L::WIDTH;
            let (holes, boards, ranks) =
                (&holes[start..end], &boards[start..end], &mut ranks[start..end]);
            if !alike(holes, boards) {
                order.fast().rank_all_exactly_two(holes, boards, ranks);
                continue;
            }
            let (mut hole, mut board) = ([nothing; 5], [nothing; 5]);
            one_by_one::<L>(set, bits_of(holes), &mut hole[..hole_cards]);
            one_by_one::<L>(set, bits_of(boards), &mut board[..board_cards]);
            let (high, low) = two::best(kernel, &hole[..hole_cards], &board[..board_cards]);
            L::join(high, low, ranks);
        }
        let (holes, boards) = (&holes[whole..], &boards[whole..]);
        order.fast().rank_all_exactly_two(holes, boards, &mut ranks[whole..]);
    }
}

/// Takes `WIDTH` hands apart: all first cards, all second cards and so on.
#[inline(always)]
fn one_by_one<L: Lanes>(set: L::Set, hands: &[u64], cards: &mut [[L; 4]]) {
    let mut left = [0u64; 64];
    left[..L::WIDTH].copy_from_slice(&hands[..L::WIDTH]);
    for card in cards {
        let mut lowest = [0u64; 64];
        for (lowest, left) in lowest[..L::WIDTH].iter_mut().zip(&mut left[..L::WIDTH]) {
            *lowest = *left & left.wrapping_neg();
            *left ^= *lowest;
        }
        *card = L::split(set, &lowest);
    }
}

/// So many blocks are ranked before they are handed over: few enough to stay close by, enough that neither
/// waits for the other.
const BLOCKS_AT_ONCE: usize = 32;

/// How far the ranking of draws has got.
struct Filling<'a> {
    held: CardSet,
    draws: &'a Draws,
    outer: OuterDraws,
    /// The outer cards being dealt with, and the next block of inner ways.
    at: Option<(Outer, usize)>,
}

impl Filling<'_> {
    /// The outer cards to deal with next, and from which block on.
    fn next(&mut self) -> Option<(Outer, usize)> {
        self.at.take().or_else(|| self.outer.next(self.draws).map(|outer| (outer, 0)))
    }
}

/// Fills blocks with the ranks of the next draws.
struct Fill<'a, 'd> {
    order: &'a HandOrder,
    cards: usize,
    filling: &'a mut Filling<'d>,
    blocks: &'a mut [Block; BLOCKS_AT_ONCE],
    filled: &'a mut usize,
}

impl Job for Fill<'_, '_> {
    #[inline(always)]
    fn run<L: Lanes>(self, set: L::Set) {
        let order = self.order;
        with_kernel!(Shape::of(order, self.cards), order, L, set, |kernel| self.rank_with::<L, _>(
            set, &kernel
        ), single self.rank_singly());
    }
}

impl Fill<'_, '_> {
    #[inline(always)]
    fn rank_with<L: Lanes, K: Kernel<L>>(self, set: L::Set, kernel: &K) {
        let size = self.order.form().size();
        let draws = self.filling.draws;
        let numbers: [u16; BLOCK] = std::array::from_fn(|lane| lane as u16);
        let mut room = self.blocks.iter_mut();
        while let (false, Some((outer, from))) = (room.len() == 0, self.filling.next()) {
            let held = (self.filling.held | outer.cards).suits();
            let [one, two, three, four] = held_times(held);
            let paired = two != 0;
            let [one, two, three, four] = [one, two, three, four].map(|ranks| L::splat(set, ranks));
            let counts = Counts { one, two, three, four };
            // Only a suit that can still grow long enough for a flush needs looking at.
            let can_grow = |suit: u32| {
                let cards = held[suit as usize].count_ones() as usize + draws.inner_cards;
                u32::from(cards >= size) << suit
            };
            let growing = can_grow(0) | can_grow(1) | can_grow(2) | can_grow(3);
            let first = growing.trailing_zeros() as usize % 4;
            let last = growing.checked_ilog2().unwrap_or(0) as usize;
            let held = held.map(|ranks| L::splat(set, ranks));
            let end = outer.ways.div_ceil(BLOCK).min(from + room.len());
            let [counts_1, counts_2, counts_3] = [0, 1, 2].map(|times| &draws.inner.counts[times][from..end]);
            let suits = [0, 1, 2, 3].map(|suit| &draws.inner.suits[suit][from..end]);
            for (i, block) in (0..end - from).zip(&mut room) {
                block.live = BLOCK.min(outer.ways - (from + i) * BLOCK);
                for lane in (0..BLOCK).step_by(L::WIDTH) {
                    let lanes = lane..lane + L::WIDTH;
                    let drawn = |ranks: &Ranks| L::load(set, &ranks.0[lanes.clone()]);
                    let suit = |suit: usize| drawn(&suits[suit][i]).or(held[suit]);
                    let (one, two, three) = (drawn(&counts_1[i]), drawn(&counts_2[i]), drawn(&counts_3[i]));
                    // The branches are the same for all ways of one outer draw, so they cost nothing.
                    let times = match paired {
                        true => counts.with(one, two, three),
                        false => counts.unpaired_with(one, two, three),
                    };
                    let (mut high, mut low) = match growing.count_ones() {
                        0 => kernel.rank(times, []),
                        1 => kernel.rank(times, [suit(first)]),
                        2 => kernel.rank(times, [suit(first), suit(last)]),
                        _ => kernel.rank(times, [suit(0), suit(1), suit(2), suit(3)]),
                    };
                    if block.live < BLOCK {
                        let number = L::load(set, &numbers[lanes.clone()]);
                        let live = L::splat(set, block.live as u16).exceeds(number);
                        (high, low) = (high.only(live), low.only(live));
                    }
                    high.store(&mut block.high[lanes.clone()]);
                    low.store(&mut block.low[lanes]);
                }
            }
            self.filling.at = (end * BLOCK < outer.ways).then_some((outer, end));
            *self.filled += end - from;
        }
    }

    fn rank_singly(self) {
        let fast = self.order.fast();
        let draws = self.filling.draws;
        let mut room = self.blocks.iter_mut();
        while let (false, Some((outer, from))) = (room.len() == 0, self.filling.next()) {
            let held = self.filling.held | outer.cards;
            let end = outer.ways.div_ceil(BLOCK).min(from + room.len());
            for (i, block) in (from..end).zip(&mut room) {
                let live = BLOCK.min(outer.ways - i * BLOCK);
                *block = Block { high: [0; BLOCK], low: [0; BLOCK], live };
                for lane in 0..live {
                    let code = fast.rank(held | draws.inner.cards(i * BLOCK + lane)).code();
                    (block.high[lane], block.low[lane]) = ((code >> 16) as u16, code as u16);
                }
            }
            self.filling.at = (end * BLOCK < outer.ways).then_some((outer, end));
            *self.filled += end - from;
        }
    }
}

/// Hands blocks to the caller.
struct Use<'a, F> {
    blocks: &'a [Block],
    call: &'a mut F,
}

impl<F: FnMut(&Block)> Job for Use<'_, F> {
    #[inline(always)]
    fn run<L: Lanes>(self, _: L::Set) {
        for block in self.blocks {
            (self.call)(block);
        }
    }
}
