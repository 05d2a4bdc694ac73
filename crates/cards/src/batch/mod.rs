//! Many hands at a time: one kernel for each shape of order, written once and run on whatever vector
//! instructions the processor has.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod count;
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
use draw::{BLOCK, Draws, Ranks, held_times};
use kernel::{Before, Counts, High, Kernel, Ladder, LowAce, Qualified, Three, Turned};
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

/// [`Block::LEN`] ranks, of which the first `live` are of hands and the rest [`HandRank::NONE`].
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
    /// How many ranks a block has room for.
    pub const LEN: usize = BLOCK;

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
                let $kernel =
                    Turned(High::<$lanes, 5>(Ladder::new($set, $order)), $lanes::splat($set, u16::MAX));
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

    /// Meant for many hands: for single hands there is [`HandOrder::fast`].
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
    pub fn each_draw(&self, held: CardSet, pool: CardSet, draw: usize, call: impl FnMut(&Block)) {
        assert_rankable(self.order, held.len() + draw);
        assert!(!held.overlaps(pool), "a held card is also in the pool");
        let draws = Draws::new(pool, draw);
        self.instructions.run(EachDraw { order: self.order, held, draws: &draws, draw, call });
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
        let (Some(hole), Some(board)) = (holes.first(), boards.first()) else {
            return;
        };
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
            let (holes, boards, ranks) = (&holes[start..end], &boards[start..end], &mut ranks[start..end]);
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
