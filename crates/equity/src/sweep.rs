//! Two players' hands joined without trying every pair: both lists are sorted, and as we go up, every set of cards
//! has a counter of the opponent's hands passed so far that hold all of it. Those that share no card with a hand
//! follow by inclusion and exclusion.

use crate::join::Holding;
use crate::sets::{Sets, sets_within};
use crate::tally::{Outcome, Tally};
use cards::CardSet;

/// Who wins between two players: a bit each.
const FIRST: Outcome = 1;
const SECOND: Outcome = 2;
const BOTH: Outcome = 3;

pub(crate) struct Sweep {
    sets: Sets,
    /// How many hands hold a set of cards: a row of lows for each set.
    counts: Vec<u32>,
    first: Vec<RankedHand>,
    second: Vec<RankedHand>,
    numbers: Vec<(usize, bool)>,
}

/// A hand to be sorted: by its high rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RankedHand {
    pub(crate) high: u32,
    pub(crate) hand: u32,
}

/// Above so many counters the lists are better joined hand by hand, or not at all.
pub(crate) const MOST_COUNTERS: u64 = 1 << 26;

impl Sweep {
    pub(crate) fn new(pool: CardSet) -> Sweep {
        let (first, second) = (Vec::new(), Vec::new());
        Sweep { sets: Sets::new(pool), counts: Vec::new(), first, second, numbers: Vec::new() }
    }

    /// About how long a sweep takes, in nanoseconds.
    pub(crate) fn cost(a: u64, b: u64, cards: usize, pool: usize, low_classes: u64) -> u64 {
        let counters = sets_within(pool, cards).saturating_mul(low_classes);
        if counters > MOST_COUNTERS {
            return u64::MAX;
        }
        let hands = a.saturating_add(b);
        let sets = 1u64 << cards;
        let sort = hands.saturating_mul(u64::from(64 - hands.leading_zeros()) * 2);
        let row = 1 + low_classes / 24;
        sort.saturating_add(hands.saturating_mul(sets * 6 * row)).saturating_add(counters / 4)
    }

    /// Whether a sweep is quicker than to try every pair.
    pub(crate) fn pays(&self, a: &[Holding], b: &[Holding]) -> bool {
        let (Some(x), Some(y)) = (a.first(), b.first()) else { return false };
        let cards = x.cards.len().min(y.cards.len());
        let pairs = a.len() as u64 * b.len() as u64;
        Sweep::cost(a.len() as u64, b.len() as u64, cards, self.sets.pool(), 1) < pairs.saturating_mul(2)
    }

    /// Counts every pair of hands without a card in common.
    pub(crate) fn count(
        &mut self,
        a: &[Holding],
        b: &[Holding],
        has_low: bool,
        times: u64,
        tally: &mut Tally,
    ) {
        let lows = Lows::of(a, b, has_low);
        let width = lows.width();
        // No more cards than a hand has can be shared.
        let shared = |list: &[Holding]| list.first().map_or(0, |held| held.cards.len());
        let most = shared(a).min(shared(b));
        self.counts.clear();
        self.counts.resize(self.sets.within(most) * width, 0);
        sort(a, &mut self.first);
        sort(b, &mut self.second);
        let mut passed = 0;
        let mut at = 0;
        // Of the second player's hands: those below, those not above, and all there are.
        let (mut below, mut up_to, mut all) = (vec![0i64; width], vec![0i64; width], vec![0i64; width]);
        let mut add = |high: Outcome, low: Outcome, deals: i64| {
            tally.add(high | low << 2, (deals as u64).wrapping_mul(times));
        };
        while at < self.first.len() {
            let rank = self.first[at].high;
            let end = at + self.first[at..].iter().take_while(|next| next.high == rank).count();
            passed = self.pass(b, &lows, most, passed, |high| high < rank);
            for i in at..end {
                let held = &a[self.first[i].hand as usize];
                self.ask(held, most, &mut below);
                lows.split(held, &below, |low, deals| {
                    add(FIRST, low, deals);
                    add(BOTH, low, -deals);
                });
            }
            passed = self.pass(b, &lows, most, passed, |high| high == rank);
            for i in at..end {
                let held = &a[self.first[i].hand as usize];
                self.ask(held, most, &mut up_to);
                lows.split(held, &up_to, |low, deals| {
                    add(BOTH, low, deals);
                    add(SECOND, low, -deals);
                });
            }
            at = end;
        }
        self.pass(b, &lows, most, passed, |_| true);
        for held in a {
            self.ask(held, most, &mut all);
            lows.split(held, &all, |low, deals| add(SECOND, low, deals));
        }
    }

    /// Counts the second player's hands from here on as long as they are such; says how far it came.
    fn pass(
        &mut self,
        b: &[Holding],
        lows: &Lows,
        most: usize,
        from: usize,
        such: impl Fn(u32) -> bool,
    ) -> usize {
        let mut at = from;
        while self.second.get(at).is_some_and(|next| such(next.high)) {
            let held = &b[self.second[at].hand as usize];
            self.sets.numbers(held.cards, most, &mut self.numbers);
            let (class, width) = (lows.class(held), lows.width());
            for &(set, _) in &self.numbers {
                self.counts[set * width + class] += 1;
            }
            at += 1;
        }
        at
    }

    /// How many of the hands passed share no card with this one, by their lows.
    fn ask(&mut self, held: &Holding, most: usize, found: &mut [i64]) {
        self.sets.numbers(held.cards, most, &mut self.numbers);
        found.fill(0);
        let width = found.len();
        for &(set, odd) in &self.numbers {
            let row = &self.counts[set * width..(set + 1) * width];
            if odd {
                found.iter_mut().zip(row).for_each(|(found, &count)| *found -= i64::from(count));
            } else {
                found.iter_mut().zip(row).for_each(|(found, &count)| *found += i64::from(count));
            }
        }
    }
}

pub(crate) fn sort(hands: &[Holding], sorted: &mut Vec<RankedHand>) {
    sorted.clear();
    sorted.extend((0..).zip(hands).map(|(hand, held)| RankedHand { high: held.high, hand }));
    sorted.sort_unstable();
}

/// The lows that there are, worst first; no low at all, where somebody has none, is the first.
struct Lows {
    has_low: bool,
    ranks: Vec<u32>,
}

impl Lows {
    fn of(a: &[Holding], b: &[Holding], has_low: bool) -> Lows {
        let mut ranks: Vec<u32> = Vec::new();
        if has_low {
            for held in a.iter().chain(b) {
                // There are few different ones, and hands next to each other often have the same.
                if ranks.last() != Some(&held.low) && !ranks.contains(&held.low) {
                    ranks.push(held.low);
                }
            }
            ranks.sort_unstable();
        }
        Lows { has_low, ranks }
    }

    fn width(&self) -> usize {
        self.ranks.len().max(1)
    }

    fn class(&self, held: &Holding) -> usize {
        if self.has_low { self.ranks.binary_search(&held.low).unwrap_or(0) } else { 0 }
    }

    /// Calls with who wins the low half against hands counted by their lows.
    fn split(&self, held: &Holding, counts: &[i64], mut call: impl FnMut(Outcome, i64)) {
        if !self.has_low {
            return call(0, counts[0]);
        }
        let own = self.class(held);
        let sum = |counts: &[i64]| counts.iter().sum::<i64>();
        call(FIRST, sum(&counts[..own]));
        call(if held.low == 0 { 0 } else { BOTH }, counts[own]);
        call(SECOND, sum(&counts[own + 1..]));
    }
}
