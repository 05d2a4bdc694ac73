//! Exactly two of the hole cards with three of the board, many deals side by side.

use super::kernel::{Before, Counts, Ladder, Qualified, rank_five};
use super::lanes::{Job, Lanes};
use super::{Shape, bits_of};
use crate::category::Category;
use crate::evaluator::{Evaluator, assert_exactly_two};
use crate::order::HandOrder;
use crate::rank::HandRank;
use crate::set::CardSet;

/// Ranks five cards given as two and three, so that what each part says is worked out once.
pub(super) trait TwoAndThree<L: Lanes>: Copy {
    type Part: Copy;
    fn two(&self, suits: [L; 4]) -> Self::Part;
    fn three(&self, suits: [L; 4]) -> Self::Part;
    fn rank(&self, two: &Self::Part, three: &Self::Part) -> (L, L);
}

/// Hands in which straights and flushes may count.
#[derive(Clone, Copy)]
pub(super) struct WithSuits<L> {
    ladder: Ladder<L>,
    names: [L; 4],
    nothing: L,
    one_bit: L,
    two_bits: L,
}

/// Ranks held once, twice and three times, and a name for the suit if it is only one.
#[derive(Clone, Copy)]
pub(super) struct Part<L> {
    one: L,
    two: L,
    three: L,
    suit: L,
}

impl<L: Lanes> WithSuits<L> {
    #[inline(always)]
    pub(super) fn new(set: L::Set, order: &HandOrder) -> WithSuits<L> {
        // Where flushes do not count, no part ever has enough cards of a suit.
        let most = |bits| {
            if order.counts(Category::Flush) { bits } else { 16 }
        };
        WithSuits {
            ladder: Ladder::new(set, order),
            names: [1, 2, 3, 4].map(|name| L::splat(set, name)),
            nothing: L::splat(set, 0),
            one_bit: L::splat(set, most(1)),
            two_bits: L::splat(set, most(2)),
        }
    }

    /// What the cards hold; mixed suits get a name that the other part never has.
    #[inline(always)]
    fn part(&self, suits: [L; 4], too_few: L, mixed: L) -> Part<L> {
        let held = Counts::of(suits);
        let mut suit = mixed;
        for (held, name) in suits.into_iter().zip(self.names) {
            suit = name.or_else(held.has_more_than(too_few), suit);
        }
        Part { one: held.one, two: held.two, three: held.three.unwrap_or(self.nothing), suit }
    }
}

impl<L: Lanes> TwoAndThree<L> for WithSuits<L> {
    type Part = Part<L>;

    #[inline(always)]
    fn two(&self, suits: [L; 4]) -> Part<L> {
        self.part(suits, self.one_bit, self.nothing)
    }

    #[inline(always)]
    fn three(&self, suits: [L; 4]) -> Part<L> {
        self.part(suits, self.two_bits, self.ladder.minus_one)
    }

    #[inline(always)]
    fn rank(&self, a: &Part<L>, b: &Part<L>) -> (L, L) {
        let held = Before([a.one, a.two, self.nothing, self.nothing]).with_any(b.one, b.two, b.three);
        let (high, low) = rank_five(&self.ladder, held, Some(a.suit.equals(b.suit)));
        (high.xor(self.ladder.turned), low.xor(self.ladder.turned))
    }
}

/// Qualifying lows: only the ranks matter.
impl<L: Lanes> TwoAndThree<L> for Qualified<L> {
    type Part = L;

    #[inline(always)]
    fn two(&self, [c, d, h, s]: [L; 4]) -> L {
        self.ladder.ace_low(c.or(d).or(h).or(s)).and(self.allowed)
    }

    #[inline(always)]
    fn three(&self, suits: [L; 4]) -> L {
        self.two(suits)
    }

    #[inline(always)]
    fn rank(&self, two: &L, three: &L) -> (L, L) {
        let ranks = two.or(*three);
        let qualifies = ranks.has_more_than(self.four);
        let turned = self.ladder.turned;
        (turned.only(qualifies), ranks.xor(turned).only(qualifies))
    }
}

/// The best of all pairs of hole cards with all threes of the board. Cards come as one-card hands, suit by suit.
#[inline(always)]
pub(super) fn best<L: Lanes, K: TwoAndThree<L>>(kernel: &K, hole: &[[L; 4]], board: &[[L; 4]]) -> (L, L) {
    let join = |a: [L; 4], b: [L; 4]| [0, 1, 2, 3].map(|suit| a[suit].or(b[suit]));
    let mut twos = [const { None }; 10];
    let mut count = 0;
    for i in 0..hole.len() {
        for j in 0..i {
            twos[count] = Some(kernel.two(join(hole[i], hole[j])));
            count += 1;
        }
    }
    let mut best: Option<(L, L)> = None;
    for i in 0..board.len() {
        for j in 0..i {
            for k in 0..j {
                let three = kernel.three(join(join(board[i], board[j]), board[k]));
                for two in twos[..count].iter().flatten() {
                    let (high, low) = kernel.rank(two, &three);
                    best = Some(match best {
                        None => (high, low),
                        Some((best_high, best_low)) => {
                            let lower = L::both(high.equals(best_high), low.exceeds(best_low));
                            let better = L::either(high.exceeds(best_high), lower);
                            (high.or_else(better, best_high), low.or_else(better, best_low))
                        }
                    });
                }
            }
        }
    }
    best.expect("at least two hole cards and three on the board")
}

/// Ranks deals, as many at a time as the lanes allow.
pub(super) struct RankTwoAndThree<'a> {
    pub(super) order: &'a HandOrder,
    pub(super) holes: &'a [CardSet],
    pub(super) boards: &'a [CardSet],
    pub(super) ranks: &'a mut [HandRank],
}

impl Job for RankTwoAndThree<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self, set: L::Set) {
        match Shape::of(self.order, 5) {
            Shape::High5 | Shape::Low5 => {
                let kernel = WithSuits::<L>::new(set, self.order);
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
    fn rank_with<L: Lanes, K: TwoAndThree<L>>(self, set: L::Set, kernel: &K) {
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
            let (high, low) = best(kernel, &hole[..hole_cards], &board[..board_cards]);
            L::join(high, low, ranks);
        }
        let (holes, boards) = (&holes[whole..], &boards[whole..]);
        // Whole vectors leave nothing over, and then there is no need for tables.
        if holes.is_empty() {
            return;
        }
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
