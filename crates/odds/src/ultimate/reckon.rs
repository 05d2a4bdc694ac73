//! One board, every pair of cards a player may hold on it: how the dealer's pairs compare with each.

use super::kinds::{Kinds, MOST};
use crate::setup::SITUATIONS;
use crate::three_card::situations;
use cards::HandRank;

/// The dealer's pairs that a board and a player's two cards leave.
pub(super) const DEALS: i64 = 990;

/// Goes through the pairs on a board from the weakest up, counting as they pass how many hold a card of each kind.
pub(super) struct Reckoner {
    sorted: Vec<(HandRank, u16)>,
    below: Vec<i32>,
    up_to: Vec<i32>,
    short: Passed,
}

#[derive(Clone, Copy)]
struct Passed {
    all: i32,
    /// Pairs that hold one given card of a kind.
    with: [i32; MOST],
}

impl Passed {
    const NONE: Passed = Passed { all: 0, with: [0; MOST] };

    #[inline]
    fn pass(&mut self, [a, b]: [usize; 2], left: &[i32; MOST]) {
        if a == b {
            self.all += left[a] * (left[a] - 1) / 2;
            self.with[a] += left[a] - 1;
        } else {
            self.all += left[a] * left[b];
            self.with[a] += left[b];
            self.with[b] += left[a];
        }
    }

    /// Those that hold neither of two given cards of these kinds; the two themselves, once passed, are taken away
    /// twice, and the caller puts them back.
    #[inline]
    fn apart_from(&self, [a, b]: [usize; 2]) -> i32 {
        self.all - self.with[a] - self.with[b]
    }
}

impl Reckoner {
    pub(super) fn new() -> Reckoner {
        Reckoner { sorted: Vec::new(), below: Vec::new(), up_to: Vec::new(), short: Passed::NONE }
    }

    /// Reckons a board: `ranks` are those of every pair of kinds with the board, `left` the cards of each kind it
    /// leaves.
    pub(super) fn reckon(
        &mut self,
        kinds: &Kinds,
        left: &[i32; MOST],
        ranks: &[HandRank],
        qualifying: HandRank,
    ) {
        self.sorted.clear();
        let pairs = kinds.pairs.iter().zip(ranks).enumerate();
        let there = pairs.filter(|(_, ([a, b], _))| match a == b {
            true => left[usize::from(*a)] >= 2,
            false => left[usize::from(*a)] >= 1 && left[usize::from(*b)] >= 1,
        });
        self.sorted.extend(there.map(|(at, (_, rank))| (*rank, at as u16)));
        self.sorted.sort_unstable();
        self.below.clear();
        self.below.resize(kinds.pairs.len(), -1);
        self.up_to.clear();
        self.up_to.resize(kinds.pairs.len(), -1);
        let mut passed = Passed::NONE;
        let mut short = None;
        let mut start = 0;
        while start < self.sorted.len() {
            let rank = self.sorted[start].0;
            if rank >= qualifying && short.is_none() {
                short = Some(passed);
            }
            let mut end = start;
            while end < self.sorted.len() && self.sorted[end].0 == rank {
                let at = usize::from(self.sorted[end].1);
                self.below[at] = passed.apart_from(kinds.pairs[at].map(usize::from));
                end += 1;
            }
            for (_, at) in &self.sorted[start..end] {
                passed.pass(kinds.pairs[usize::from(*at)].map(usize::from), left);
            }
            for (_, at) in &self.sorted[start..end] {
                let at = usize::from(*at);
                self.up_to[at] = passed.apart_from(kinds.pairs[at].map(usize::from)) + 1;
            }
            start = end;
        }
        self.short = short.unwrap_or(passed);
    }

    /// How the dealer's pairs compare with a pair; nothing where the board leaves no such cards.
    #[inline]
    pub(super) fn compared(&self, kinds: &Kinds, at: usize, class: usize, would_qualify: bool) -> Compared {
        if self.up_to[at] < 0 {
            return Compared::NOT_THERE;
        }
        let own = i32::from(!would_qualify);
        let short = self.short.apart_from(kinds.pairs[at].map(usize::from)) + own;
        Compared {
            below: self.below[at] as u16,
            up_to: self.up_to[at] as u16,
            short: short as u16,
            class: class as u8,
            qualifies: would_qualify,
        }
    }
}

/// How the dealer's pairs compare with a player's pair on a board.
#[derive(Clone, Copy)]
pub(super) struct Compared {
    below: u16,
    up_to: u16,
    short: u16,
    pub(super) class: u8,
    /// The player's hand would qualify.
    pub(super) qualifies: bool,
}

impl Compared {
    /// The board leaves no such cards.
    pub(super) const NOT_THERE: Compared =
        Compared { below: 0, up_to: 0, short: 0, class: u8::MAX, qualifies: false };

    pub(super) fn is_there(&self) -> bool {
        self.class != u8::MAX
    }

    /// Dealer's pairs by situation.
    #[inline]
    pub(super) fn situations(&self) -> [i64; SITUATIONS] {
        situations([self.below, self.up_to, self.short].map(i64::from), DEALS, self.qualifies)
    }
}
