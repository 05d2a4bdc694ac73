//! Hands without suits: the 6,175 combinations of ranks that five board cards can show, and what two hole cards
//! make with each of them as long as nobody holds a flush.
//!
//! A row of ranks belongs to an order of hands and the ranks of two hole cards. Rows are made when first asked for.

use crate::draws::choose;
use cards::{CardSet, Evaluator, HandOrder, HandRank, orders};
use std::sync::{LazyLock, OnceLock};

/// Combinations of ranks on a board of five cards.
pub(crate) const BOARDS: usize = 6_175;
/// Combinations of two ranks.
pub(crate) const PAIRS: usize = 91;

/// The place of two ranks among all pairs.
pub(crate) const fn pair(a: usize, b: usize) -> usize {
    let (high, low) = if a > b { (a, b) } else { (b, a) };
    high * (high + 1) / 2 + low
}

/// Goes through all boards in the order in which rows list them: `value` takes up one rank after another, so many
/// cards of it at a time.
#[inline(always)]
pub(crate) fn each_board<T: Copy>(start: T, take: &impl Fn(T, usize, usize) -> T, visit: &mut impl FnMut(T)) {
    ranks_from(0, 5, start, take, visit);
}

fn ranks_from<T: Copy>(
    next: usize,
    left: usize,
    value: T,
    take: &impl Fn(T, usize, usize) -> T,
    visit: &mut impl FnMut(T),
) {
    if left == 1 {
        return (next..13).for_each(|rank| visit(take(value, rank, 1)));
    }
    for rank in next..13 {
        for count in 1..=left.min(4) {
            let value = take(value, rank, count);
            match left - count {
                0 => visit(value),
                left => ranks_from(rank + 1, left, value, take, visit),
            }
        }
    }
}

/// Where the boards with three, four or five cards of one suit stand in a row: for the ranks of that suit, the
/// places by the ranks of the other cards.
pub(crate) struct Layout {
    counts: Vec<[u8; 13]>,
    /// Where each five ranks stand, by their number.
    places: Vec<u16>,
    five: OnceLock<Vec<(u16, [u16; 1])>>,
    four: OnceLock<Vec<(u16, [u16; 13])>>,
    three: OnceLock<Vec<(u16, [u16; PAIRS])>>,
}

pub(crate) static LAYOUT: LazyLock<Layout> = LazyLock::new(|| {
    let mut counts = Vec::with_capacity(BOARDS);
    let count = |mut counts: [u8; 13], rank: usize, cards: usize| {
        counts[rank] = cards as u8;
        counts
    };
    each_board([0u8; 13], &count, &mut |board| counts.push(board));
    let mut places = vec![0u16; number([12; 5]) + 1];
    for (place, board) in counts.iter().enumerate() {
        places[number_of_counts(board)] = place as u16;
    }
    Layout { counts, places, five: OnceLock::new(), four: OnceLock::new(), three: OnceLock::new() }
});

impl Layout {
    pub(crate) fn five(&self) -> &[(u16, [u16; 1])] {
        self.five.get_or_init(|| masks(5).map(|mask| (mask, [self.place(mask, &[])])).collect())
    }

    pub(crate) fn four(&self) -> &[(u16, [u16; 13])] {
        let places = |mask| (mask, std::array::from_fn(|rank| self.place(mask, &[rank])));
        self.four.get_or_init(|| masks(4).map(places).collect())
    }

    pub(crate) fn three(&self) -> &[(u16, [u16; PAIRS])] {
        let places = |mask| {
            let mut found = [0; PAIRS];
            for a in 0..13 {
                (0..=a).for_each(|b| found[pair(a, b)] = self.place(mask, &[a, b]));
            }
            (mask, found)
        };
        self.three.get_or_init(|| masks(3).map(places).collect())
    }

    /// Where the board with these ranks of one suit and these others stands.
    fn place(&self, mask: u16, others: &[usize]) -> u16 {
        let mut ranks = [0; 5];
        let mut left = mask;
        for slot in &mut ranks[..5 - others.len()] {
            *slot = left.trailing_zeros() as usize;
            left &= left - 1;
        }
        ranks[5 - others.len()..].copy_from_slice(others);
        ranks.sort_unstable();
        self.places[number(ranks)]
    }
}

/// All sets of so many ranks.
fn masks(cards: u32) -> impl Iterator<Item = u16> {
    (0..8192).filter(move |mask: &u16| mask.count_ones() == cards)
}

/// A number for five ranks, lowest first, that no other five have.
fn number(ranks: [usize; 5]) -> usize {
    ranks.iter().enumerate().map(|(i, rank)| choose(rank + i, i + 1) as usize).sum()
}

fn number_of_counts(counts: &[u8; 13]) -> usize {
    let mut ranks = [0; 5];
    let held = (0..13).flat_map(|rank| std::iter::repeat_n(rank, usize::from(counts[rank])));
    ranks.iter_mut().zip(held).for_each(|(slot, rank)| *slot = rank);
    number(ranks)
}

/// The rows of one order, and what a suit held is worth.
pub(crate) struct Rows {
    order: &'static HandOrder,
    rows: [OnceLock<Box<[u32]>>; PAIRS],
    suited: OnceLock<Box<[u32]>>,
}

static ROWS: LazyLock<Vec<Rows>> = LazyLock::new(|| {
    let rows = |order| Rows { order, rows: [const { OnceLock::new() }; PAIRS], suited: OnceLock::new() };
    orders::all().iter().map(rows).collect()
});

impl Rows {
    /// The rows of a known order.
    pub(crate) fn of(order: &'static HandOrder) -> &'static Rows {
        ROWS.iter().find(|rows| std::ptr::eq(rows.order, order)).expect("games use known orders")
    }

    /// What these hole cards make with every board, flushes aside. Boards that need a card five times have some
    /// rank that means nothing.
    pub(crate) fn row(&self, hole: CardSet) -> &[u32] {
        let ranks: Vec<usize> = hole.iter().map(|card| card.rank().index()).collect();
        let (a, b) = (ranks[0], ranks[1]);
        self.rows[pair(a, b)].get_or_init(|| {
            let pack = self.order.pack().cards().ranks();
            let any = CardSet::from_suits([0x1f00, 0, 0x0c00, 0]);
            let hands: Vec<CardSet> = (LAYOUT.counts.iter())
                .map(|board| {
                    let mut counts = *board;
                    counts[a] += 1;
                    counts[b] += 1;
                    let in_pack = (0..13).all(|rank| counts[rank] == 0 || pack >> rank & 1 == 1);
                    let fits = in_pack && counts.iter().all(|&count| count <= 4);
                    if fits { unsuited(&counts) } else { any }
                })
                .collect();
            rank_all(self.order, &hands).iter().map(|rank| rank.code()).collect()
        })
    }

    /// The best hand of one suit by the ranks held in it; zero where there are fewer than five, or flushes do not
    /// count.
    pub(crate) fn suited(&self) -> &[u32] {
        self.suited.get_or_init(|| {
            let pack = self.order.pack().cards().ranks();
            let mut suited = vec![0; 8192].into_boxed_slice();
            if !self.order.counts(cards::Category::Flush) {
                return suited;
            }
            for cards in 5..=7 {
                let held: Vec<u16> =
                    (0..8192).filter(|held: &u16| held.count_ones() == cards && held & !pack == 0).collect();
                let hands: Vec<CardSet> =
                    held.iter().map(|&held| CardSet::from_suits([held, 0, 0, 0])).collect();
                for (held, rank) in held.iter().zip(rank_all(self.order, &hands)) {
                    suited[usize::from(*held)] = rank.code();
                }
            }
            suited
        })
    }
}

/// Seven cards of these ranks, none of whose suits has more than two.
fn unsuited(counts: &[u8; 13]) -> CardSet {
    let mut suits = [0u16; 4];
    let held = (0..13).flat_map(|rank| std::iter::repeat_n(rank, usize::from(counts[rank])));
    held.enumerate().for_each(|(i, rank)| suits[i % 4] |= 1 << rank);
    CardSet::from_suits(suits)
}

/// As many hands as any batch kernel takes at once.
const LANES: usize = 64;

/// Ranks hands in a batch. Filled up to whole vectors: the tables for single hands are then never needed.
pub(crate) fn rank_all(order: &HandOrder, hands: &[CardSet]) -> Vec<HandRank> {
    let mut ranks = Vec::new();
    let mut hands = hands.to_vec();
    rank_into(order, &mut hands, &mut ranks);
    ranks
}

/// As [`rank_all`], reusing the lists. The hands must all have the same number of cards.
pub(crate) fn rank_into(order: &HandOrder, hands: &mut Vec<CardSet>, ranks: &mut Vec<HandRank>) {
    let wanted = fill_up(hands);
    ranks.resize(hands.len(), HandRank::NONE);
    order.batch().rank_all(hands, ranks);
    hands.truncate(wanted);
    ranks.truncate(wanted);
}

/// Ranks exactly two of each hole with three of its board.
pub(crate) fn rank_two_into(
    order: &HandOrder,
    holes: &mut Vec<CardSet>,
    boards: &mut Vec<CardSet>,
    ranks: &mut Vec<HandRank>,
) {
    let wanted = fill_up(holes);
    fill_up(boards);
    ranks.resize(holes.len(), HandRank::NONE);
    order.batch().rank_all_exactly_two(holes, boards, ranks);
    holes.truncate(wanted);
    boards.truncate(wanted);
    ranks.truncate(wanted);
}

/// Repeats the last set until whole vectors are full; says how many there were.
fn fill_up(sets: &mut Vec<CardSet>) -> usize {
    let wanted = sets.len();
    if let Some(&last) = sets.last() {
        sets.resize(wanted.next_multiple_of(LANES), last);
    }
    wanted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_hold_what_the_definition_says() {
        assert_eq!(LAYOUT.counts.len(), BOARDS);
        for order in [orders::high_52(), orders::high_36(), orders::eight_or_better()] {
            for hole in ["Ts Th", "As 9d", "Kc Qd"] {
                let hole: CardSet = hole.parse().unwrap();
                let row = Rows::of(order).row(hole);
                for (counts, &code) in LAYOUT.counts.iter().zip(row).step_by(29) {
                    let mut held = *counts;
                    hole.iter().for_each(|card| held[card.rank().index()] += 1);
                    let cards = unsuited(&held);
                    if order.accepts(cards).is_ok() && cards.len() == 7 {
                        assert_eq!(code, order.slow().rank(cards).code(), "{cards} {}", order.name());
                    }
                }
            }
        }
    }
}
