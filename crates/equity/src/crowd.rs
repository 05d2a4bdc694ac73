//! Three players or more: the hands of all but one are tried one after another, and for the last, who has most, those
//! that share no card with them are counted at once, as in a sweep of two.

use crate::join::Holding;
use crate::sets::{Sets, sets_within};
use crate::sweep::{MOST_COUNTERS, RankedHand, sort};
use crate::tally::{Outcome, Tally};
use cards::CardSet;

pub(crate) struct Crowd {
    sets: Sets,
    /// Of the last player's hands that hold a set of cards: how many are below, how many not above, and all.
    counts: Vec<[u32; 3]>,
}

/// A player whose hands are tried: which, their hands sorted, and how many of them are below and not above the rank
/// that is being tried.
struct Seat<'a> {
    player: usize,
    hands: &'a [Holding],
    sorted: Vec<RankedHand>,
    below: usize,
    up_to: usize,
}

impl Crowd {
    pub(crate) fn new(pool: CardSet) -> Crowd {
        Crowd { sets: Sets::new(pool), counts: Vec::new() }
    }

    /// About how long it takes, in nanoseconds, for lists of so many hands, the longest last.
    pub(crate) fn cost(counts: &[u64], cards: usize, pool: usize) -> u64 {
        let Some((&last, others)) = counts.split_last() else { return u64::MAX };
        let counters = sets_within(pool, cards);
        if counters > MOST_COUNTERS / 4 {
            return u64::MAX;
        }
        let tried = others.iter().fold(1u64, |product, &count| product.saturating_mul(count));
        let each = 10 + 3 * sets_within((cards * others.len()).min(52), cards);
        let pass = last.saturating_mul(100 + 6 * (1 << cards));
        tried.saturating_mul(each).saturating_add(pass).saturating_add(counters)
    }

    /// Counts every way to give each player a hand; the lists come with their players, the longest last.
    pub(crate) fn count(&mut self, lists: &[(usize, &[Holding])], times: u64, tally: &mut Tally) {
        let Some((&(last, hands), others)) = lists.split_last() else { return };
        let most = hands.first().map_or(0, |held| held.cards.len());
        self.counts.clear();
        self.counts.resize(self.sets.within(most), [0; 3]);
        let mut passing = Vec::new();
        sort(hands, &mut passing);
        self.pass(hands, &passing, most, 2);
        let mut seats: Vec<Seat<'_>> = (others.iter())
            .map(|&(player, hands)| {
                let mut sorted = Vec::new();
                sort(hands, &mut sorted);
                Seat { player, hands, sorted, below: 0, up_to: 0 }
            })
            .collect();
        let mut ranks: Vec<u32> =
            seats.iter().flat_map(|seat| seat.sorted.iter().map(|hand| hand.high)).collect();
        ranks.sort_unstable();
        ranks.dedup();
        let (mut below, mut up_to) = (0, 0);
        for rank in ranks {
            let upto = |sorted: &[RankedHand], from: usize, such: &dyn Fn(u32) -> bool| {
                from + sorted[from..].iter().take_while(|hand| such(hand.high)).count()
            };
            for seat in &mut seats {
                seat.below = upto(&seat.sorted, seat.below, &|high| high < rank);
                seat.up_to = upto(&seat.sorted, seat.up_to, &|high| high <= rank);
            }
            let next = upto(&passing, below, &|high| high < rank);
            self.pass(hands, &passing[below..next], most, 0);
            below = next;
            let next = upto(&passing, up_to, &|high| high <= rank);
            self.pass(hands, &passing[up_to..next], most, 1);
            up_to = next;
            let mut found = |taken: CardSet, winners: Outcome| {
                let mut counted = [0i64; 3];
                self.sets.each(taken, most, &mut |set, odd| {
                    let sign = if odd { -1 } else { 1 };
                    let counts = self.counts[set];
                    (0..3).for_each(|i| counted[i] += sign * i64::from(counts[i]));
                });
                let [below, up_to, all] = counted.map(|count| count as u64 * times);
                tally.add(winners, below);
                tally.add(winners | 1 << last, up_to - below);
                tally.add(1 << last, all - up_to);
            };
            try_hands(&seats, CardSet::EMPTY, 0, &mut found);
        }
    }

    /// Counts hands under every set of their cards.
    fn pass(&mut self, hands: &[Holding], passing: &[RankedHand], most: usize, which: usize) {
        for hand in passing {
            let counts = &mut self.counts;
            self.sets.each(hands[hand.hand as usize].cards, most, &mut |set, _| counts[set][which] += 1);
        }
    }
}

/// Tries every way to give each seat a hand such that the best of all has the rank being tried: somebody holds it, and
/// nobody more.
fn try_hands(seats: &[Seat<'_>], taken: CardSet, winners: Outcome, found: &mut impl FnMut(CardSet, Outcome)) {
    let Some((seat, rest)) = seats.split_first() else { return found(taken, winners) };
    // The last one must hold it if nobody does yet.
    let from = if rest.is_empty() && winners == 0 { seat.below } else { 0 };
    for (i, hand) in seat.sorted[..seat.up_to].iter().enumerate().skip(from) {
        let held = &seat.hands[hand.hand as usize];
        if !held.cards.overlaps(taken) {
            let wins = u32::from(i >= seat.below) << seat.player;
            try_hands(rest, taken | held.cards, winners | wins, found);
        }
    }
}
