//! How many five-card flushes of a suit hold a given card and rank below a threshold, and what the same ranks would be
//! without the flush.
//!
//! Counting a dealer's hands by ranks alone takes every flush for what its ranks would be in mixed suits. This says how
//! many must be taken away below a threshold, and how many put back.

use crate::setup::Unsolved;
use crate::strength::{choose, flushes, rainbow};
use cards::{Evaluator, HandOrder, HandRank};

/// The flushes of a suit, sorted both ways.
pub(crate) struct FlushCounts {
    /// Ranks in sequence, as sets of five ranks.
    straights: Vec<u16>,
    /// Which straights lie within each set of ranks.
    straights_in: Vec<u16>,
    /// Every set of five ranks that is no straight, lowest first, with its rank without a flush and with one.
    others: Vec<(u16, HandRank, HandRank)>,
    /// The same two ranks of the straights.
    straight_ranks: Vec<(HandRank, HandRank)>,
}

/// What lies below a threshold, first without the flush, then with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Below {
    mixed: Part,
    suited: Part,
}

/// Sets of five ranks below a threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    bound: Bound,
    /// The straights that are below.
    straights: u16,
    /// The straights that the bound takes in as mere sets of ranks.
    straights_in_bound: u16,
}

/// Which sets of five ranks, as binary numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    None,
    /// Those less than this one.
    LessThan(u16),
    All,
}

impl FlushCounts {
    /// # Errors
    /// If the order does not compare flushes, and hands of five different ranks, rank by rank from the top.
    pub(crate) fn new(order: &HandOrder) -> Result<FlushCounts, Unsolved> {
        let suited = flushes(order, 5);
        let fives = || (0..1u16 << 13).filter(|ranks| ranks.count_ones() == 5);
        let mixed = |ranks: u16| {
            let counts = std::array::from_fn(|rank| u8::from(ranks & 1 << rank != 0));
            order.slow().rank(rainbow(&counts))
        };
        let ranked = fives().map(|ranks| (ranks, mixed(ranks), suited[usize::from(ranks)]));
        let (straights, others): (Vec<_>, Vec<_>) =
            ranked.partition(|(_, mixed, _)| order.category(*mixed) == Some(cards::Category::Straight));
        let rising = others.windows(2).all(|two| two[0].1 < two[1].1 && two[0].2 < two[1].2);
        if !rising {
            return Err(Unsolved(format!("flushes of the order {} are not counted here", order.name())));
        }
        let within = |set: u16| {
            let inside = straights.iter().enumerate().filter(|(_, (straight, ..))| straight & !set == 0);
            inside.map(|(at, _)| 1u16 << at).sum()
        };
        Ok(FlushCounts {
            straights_in: (0..1u16 << 13).map(within).collect(),
            straight_ranks: straights.iter().map(|&(_, mixed, suited)| (mixed, suited)).collect(),
            straights: straights.into_iter().map(|(ranks, ..)| ranks).collect(),
            others,
        })
    }

    /// What lies below a rank.
    pub(crate) fn below(&self, rank: HandRank) -> Below {
        Below {
            mixed: self.part(self.others.partition_point(|other| other.1 < rank), |ranks| ranks.0 < rank),
            suited: self.part(self.others.partition_point(|other| other.2 < rank), |ranks| ranks.1 < rank),
        }
    }

    fn part(&self, below: usize, is_below: impl Fn((HandRank, HandRank)) -> bool) -> Part {
        let bound = match self.others.get(below) {
            None => Bound::All,
            Some(_) if below == 0 => Bound::None,
            Some((ranks, ..)) => Bound::LessThan(*ranks),
        };
        let bits = |keep: &dyn Fn(usize) -> bool| {
            (0..self.straights.len()).filter(|&at| keep(at)).map(|at| 1u16 << at).sum()
        };
        Part {
            bound,
            straights: bits(&|at| is_below(self.straight_ranks[at])),
            straights_in_bound: bits(&|at| match bound {
                Bound::None => false,
                Bound::LessThan(ranks) => self.straights[at] < ranks,
                Bound::All => true,
            }),
        }
    }

    /// The straights within a set of ranks that hold one of them.
    #[inline]
    fn straights_with(&self, ranks: u16, held: u16) -> u16 {
        self.straights_in[usize::from(ranks)] & !self.straights_in[usize::from(ranks & !held)]
    }

    /// By how many hands a count by ranks alone must be corrected below a threshold, where the dealer holds a card of
    /// a suit of which these ranks are left, its own included.
    #[inline]
    pub(crate) fn correction(&self, below: &Below, ranks: u16, held: u16) -> i64 {
        let straights = self.straights_with(ranks, held);
        below.suited.count(ranks, held, straights) - below.mixed.count(ranks, held, straights)
    }
}

impl Part {
    #[inline]
    fn count(&self, ranks: u16, held: u16, straights: u16) -> i64 {
        let sets = match self.bound {
            Bound::None => 0,
            Bound::All => CHOOSE[4][ranks.count_ones() as usize - 1],
            Bound::LessThan(bound) => sets_below(ranks, held, bound),
        };
        sets - i64::from((straights & self.straights_in_bound).count_ones())
            + i64::from((straights & self.straights).count_ones())
    }
}

/// Ways to choose so many of so many ranks.
const CHOOSE: [[i64; 14]; 6] = {
    let mut table = [[0; 14]; 6];
    let mut k = 0;
    while k < 6 {
        let mut n = 0;
        while n < 14 {
            table[k][n] = choose(n as i64, k as i64);
            n += 1;
        }
        k += 1;
    }
    table
};

/// How many sets of five of these ranks, the held one among them, are less than the bound as binary numbers: they agree
/// with it down to some rank, have a lower one there, and anything below.
fn sets_below(ranks: u16, held: u16, bound: u16) -> i64 {
    let mut count = 0;
    let mut left = bound;
    let mut agreed = 0u16;
    for open in (1..=5).rev() {
        let top = 1u16 << (15 - left.leading_zeros());
        let lower = ranks & (top - 1);
        let free = lower.count_ones() as usize;
        // The held rank is among those agreed on, or must be one of the open ones, or cannot be there.
        count += match () {
            () if agreed & held != 0 => CHOOSE[open][free],
            () if lower & held != 0 => CHOOSE[open - 1][free - 1],
            () => 0,
        };
        if ranks & top == 0 {
            break;
        }
        agreed |= top;
        left &= !top;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::{CardSet, orders};

    #[test]
    fn corrections_are_what_listing_finds() {
        let order = orders::high_52();
        let counts = FlushCounts::new(order).unwrap();
        let suited = flushes(order, 5);
        let thresholds: Vec<HandRank> =
            CardSet::ALL.choose(5).step_by(4_999).map(|hand| order.slow().rank(hand)).collect();
        for ranks in (0..1u16 << 13).filter(|ranks| ranks.count_ones() >= 8).step_by(37) {
            let above = (0..ranks % 5).fold(ranks, |left, _| left & (left - 1));
            let held = above & above.wrapping_neg();
            let fives: Vec<u16> = (0..1u16 << 13)
                .filter(|five| five.count_ones() == 5 && five & !ranks == 0 && five & held != 0)
                .collect();
            for &threshold in &thresholds {
                let expected: i64 = fives
                    .iter()
                    .map(|&five| {
                        let flat = std::array::from_fn(|rank| u8::from(five & 1 << rank != 0));
                        let mixed = order.slow().rank(rainbow(&flat));
                        i64::from(suited[usize::from(five)] < threshold) - i64::from(mixed < threshold)
                    })
                    .sum();
                let below = counts.below(threshold);
                assert_eq!(counts.correction(&below, ranks, held), expected, "{ranks:b} {held:b}");
            }
        }
    }
}
