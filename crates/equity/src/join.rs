//! What players may hold at the showdown, joined: every way in which no card is held twice, counted by who wins.

use crate::sweep::Sweep;
use crate::tally::{Best, Tally, outcome};
use cards::CardSet;

/// Cards that a player may hold, and what they make. A rank of zero is no hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Held {
    pub(crate) cards: CardSet,
    pub(crate) high: u32,
    pub(crate) low: u32,
}

/// Joins hands over and over, keeping its lists.
pub(crate) struct Joiner {
    has_low: bool,
    sweep: Sweep,
}

impl Joiner {
    /// For hands made of the cards of a pool.
    pub(crate) fn new(pool: CardSet, has_low: bool) -> Joiner {
        Joiner { has_low, sweep: Sweep::new(pool) }
    }

    /// Counts every way to give each player one of their hands, so many times each.
    pub(crate) fn join(&mut self, players: &[&[Held]], times: u64, tally: &mut Tally) {
        match *players {
            [a, b] if self.sweep.pays(a, b) => self.sweep.count(a, b, self.has_low, times, tally),
            _ => {
                // The longest list goes innermost, where it is gone through at one go.
                let mut seats: Vec<(usize, &[Held])> = players.iter().copied().enumerate().collect();
                seats.sort_by_key(|(_, list)| list.len());
                let nest = Nest { players: players.len(), times };
                nest.count(&seats, CardSet::EMPTY, [Best::default(); 2], tally);
            }
        }
    }

    /// About how long it takes, in nanoseconds.
    pub(crate) fn cost(counts: &[u64], cards: usize, pool: usize, low_classes: u64) -> u64 {
        let nested = counts.iter().fold(2u64, |product, &count| product.saturating_mul(count));
        match *counts {
            [a, b] => nested.min(Sweep::cost(a, b, cards, pool, low_classes)),
            _ => nested,
        }
    }
}

/// One player after another.
struct Nest {
    players: usize,
    times: u64,
}

impl Nest {
    fn count(&self, seats: &[(usize, &[Held])], taken: CardSet, best: [Best; 2], tally: &mut Tally) {
        let Some((&(player, list), rest)) = seats.split_first() else { return };
        let with = |held: &Held| [best[0].with(player, held.high), best[1].with(player, held.low)];
        let free = list.iter().filter(|held| !held.cards.overlaps(taken));
        if rest.is_empty() {
            for held in free {
                let [high, low] = with(held);
                tally.add(outcome(self.players, high, low), self.times);
            }
            return;
        }
        for held in free {
            self.count(rest, taken | held.cards, with(held), tally);
        }
    }
}
