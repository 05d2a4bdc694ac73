//! Many hands at a time: one kernel for each shape of order, written once and run on whatever vector
//! instructions the processor has.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod count;
mod draw;
mod each;
mod kernel;
mod lanes;
mod packed;
mod plain;
mod two;

use crate::evaluator::{Evaluator, assert_rankable};
use crate::order::{Better, Form, HandOrder};
use crate::rank::HandRank;
use crate::set::CardSet;
pub use each::Block;
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
            (Form::Three, _) if Three::<()>::fits(order) => Shape::Three,
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

use with_kernel;

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
        self.instructions.run(two::RankTwoAndThree { order: self.order, holes, boards, ranks });
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
    // Whole vectors leave nothing over, and then there is no need for tables.
    if hands.is_empty() {
        return;
    }
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
