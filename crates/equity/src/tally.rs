//! Deals counted by who wins them: a bit a player for the high hand, and above them a bit a player for the low.

use std::collections::HashMap;

/// Who wins a deal. With no low half, or no low that qualifies, no upper bit is set.
pub(crate) type Outcome = u32;

/// Up to so many bits there is a counter for every outcome; beyond, few of them ever come.
const MOST_BITS: usize = 12;

#[derive(Clone, Debug)]
pub(crate) struct Tally {
    players: usize,
    every: Vec<u64>,
    some: HashMap<Outcome, u64>,
}

impl Tally {
    pub(crate) fn new(players: usize, has_low: bool) -> Tally {
        let bits = if has_low { 2 * players } else { players };
        let every = if bits <= MOST_BITS { vec![0; 1 << bits] } else { Vec::new() };
        Tally { players, every, some: HashMap::new() }
    }

    /// Counts deals. Numbers may wrap on the way: what is taken off again was counted before or will be.
    #[inline(always)]
    pub(crate) fn add(&mut self, outcome: Outcome, deals: u64) {
        match self.every.get_mut(outcome as usize) {
            Some(count) => *count = count.wrapping_add(deals),
            None => {
                let count = self.some.entry(outcome).or_default();
                *count = count.wrapping_add(deals);
            }
        }
    }

    /// Counts all of another tally so many times.
    pub(crate) fn add_all(&mut self, other: &Tally, times: u64) {
        other.each(|outcome, deals| self.add(outcome, deals * times));
    }

    pub(crate) fn clear(&mut self) {
        self.every.fill(0);
        self.some.clear();
    }

    /// Calls with every outcome that came.
    pub(crate) fn each(&self, mut call: impl FnMut(Outcome, u64)) {
        let every = self.every.iter().enumerate().map(|(outcome, &deals)| (outcome as Outcome, deals));
        let some = self.some.iter().map(|(&outcome, &deals)| (outcome, deals));
        every.chain(some).filter(|&(_, deals)| deals > 0).for_each(|(outcome, deals)| call(outcome, deals));
    }

    pub(crate) fn players(&self) -> usize {
        self.players
    }
}

/// The winners of a deal, hand by hand.
#[derive(Clone, Copy, Default)]
pub(crate) struct BestRank {
    rank: u32,
    winners: Outcome,
}

impl BestRank {
    /// After one more player's hand. A rank of zero is no hand and never wins.
    #[inline(always)]
    pub(crate) fn with(self, player: usize, rank: u32) -> BestRank {
        // Without branches: who is ahead changes too often to be guessed.
        let bit = u32::from(rank > 0 && rank >= self.rank) << player;
        let others = if rank > self.rank { 0 } else { self.winners };
        BestRank { rank: rank.max(self.rank), winners: others | bit }
    }

    #[inline(always)]
    pub(crate) fn winners(self) -> Outcome {
        self.winners
    }
}

/// High and low winners together.
#[inline(always)]
pub(crate) fn outcome(players: usize, high: BestRank, low: BestRank) -> Outcome {
    high.winners() | low.winners() << players
}
