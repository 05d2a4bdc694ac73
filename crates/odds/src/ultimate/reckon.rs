//! One board, every pair of cards a player may hold on it: how the dealer's pairs compare with each.

use super::kinds::{Kinds, MOST};
use crate::setup::SITUATIONS;
use cards::HandRank;

/// The dealer's pairs that a board and a player's two cards leave.
pub(super) const DEALS: i64 = 990;

/// Situations that a hand can be in, once it is known whether it would qualify.
pub(super) const COMPARED: usize = 4;

/// Goes through the pairs on a board from the weakest up, counting as they pass how many hold a card of each kind.
pub(super) struct Reckoner {
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
        Reckoner { below: Vec::new(), up_to: Vec::new(), short: Passed::NONE }
    }

    /// Reckons a board: `sorted` are the pairs that can be held on it by rank, weakest first, `left` the cards of each
    /// kind it leaves.
    pub(super) fn reckon(
        &mut self,
        kinds: &Kinds,
        left: &[i32; MOST],
        sorted: &[(HandRank, u16)],
        qualifying: HandRank,
    ) {
        self.below.clear();
        self.below.resize(kinds.pairs.len(), -1);
        self.up_to.clear();
        self.up_to.resize(kinds.pairs.len(), -1);
        let mut passed = Passed::NONE;
        let mut short = None;
        let mut start = 0;
        while start < sorted.len() {
            let rank = sorted[start].0;
            if rank >= qualifying && short.is_none() {
                short = Some(passed);
            }
            let mut end = start;
            while end < sorted.len() && sorted[end].0 == rank {
                let at = usize::from(sorted[end].1);
                self.below[at] = passed.apart_from(kinds.pairs[at].map(usize::from));
                end += 1;
            }
            for (_, at) in &sorted[start..end] {
                passed.pass(kinds.pairs[usize::from(*at)].map(usize::from), left);
            }
            for (_, at) in &sorted[start..end] {
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

    /// The situations that a hand can be in, by whether it would qualify itself: a dealer who is short of qualifying is
    /// lower than a hand that is not, and one who qualifies is higher than a hand that would not.
    pub(super) fn order(qualifies: bool) -> [usize; COMPARED] {
        if qualifies { [2, 3, 4, 5] } else { [0, 1, 2, 3] }
    }

    /// The dealer's pairs in each of them.
    #[inline]
    pub(super) fn counts(&self) -> [i32; COMPARED] {
        let [below, up_to, short] = [self.below, self.up_to, self.short].map(i32::from);
        let all = DEALS as i32;
        if self.qualifies {
            [short, all - up_to, up_to - below, below - short]
        } else {
            [short - up_to, up_to - below, below, all - short]
        }
    }

    /// The dealer's pairs by situation.
    #[inline]
    pub(super) fn situations(&self) -> [u64; SITUATIONS] {
        let mut situations = [0; SITUATIONS];
        for (at, count) in Compared::order(self.qualifies).into_iter().zip(self.counts()) {
            situations[at] = count as u64;
        }
        situations
    }
}
