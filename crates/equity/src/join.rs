//! What players may hold at the showdown, joined: every way in which no card is held twice, counted by who wins.

use crate::crowd::Crowd;
use crate::sweep::Sweep;
use crate::tally::{BestRank, Tally, outcome};
use cards::CardSet;

/// Cards that a player may hold, and what they make. A rank of zero is no hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Holding {
    pub(crate) cards: CardSet,
    pub(crate) high: u32,
    pub(crate) low: u32,
}

/// Joins hands over and over, keeping its lists.
pub(crate) struct Joiner {
    has_low: bool,
    sweep: Sweep,
    crowd: Crowd,
    pool: usize,
}

impl Joiner {
    /// For hands made of the cards of a pool.
    pub(crate) fn new(pool: CardSet, has_low: bool) -> Joiner {
        Joiner { has_low, sweep: Sweep::new(pool), crowd: Crowd::new(pool), pool: pool.len() }
    }

    /// Counts every way to give each player one of their hands, so many times each.
    pub(crate) fn join(&mut self, players: &[&[Holding]], times: u64, tally: &mut Tally) {
        match *players {
            [a, b] if self.sweep.pays(a, b) => self.sweep.count(a, b, self.has_low, times, tally),
            _ => {
                // The longest list goes last, where it is gone through at one go or not at all.
                let mut seats: Vec<(usize, &[Holding])> = players.iter().copied().enumerate().collect();
                seats.sort_by_key(|(_, list)| list.len());
                if !self.has_low && self.crowd_pays(&seats) {
                    return self.crowd.count(&seats, times, tally);
                }
                let nest = NestedCount { players: players.len(), times };
                nest.count(&seats, CardSet::EMPTY, [BestRank::default(); 2], tally);
            }
        }
    }

    fn crowd_pays(&self, seats: &[(usize, &[Holding])]) -> bool {
        let counts: Vec<u64> = seats.iter().map(|(_, list)| list.len() as u64).collect();
        let last = seats.last().and_then(|(_, list)| list.first());
        let cards = last.map_or(0, |held| held.cards.len());
        Crowd::cost(&counts, cards, self.pool) < nested(&counts)
    }

    /// About how long it takes, in nanoseconds.
    pub(crate) fn cost(counts: &[u64], cards: usize, pool: usize, low_classes: u64) -> u64 {
        let mut counts = counts.to_vec();
        counts.sort_unstable();
        nested(&counts).min(match counts[..] {
            [a, b] => Sweep::cost(a, b, cards, pool, low_classes),
            _ if low_classes == 1 => Crowd::cost(&counts, cards, pool),
            _ => u64::MAX,
        })
    }
}

/// Nanoseconds to try every way.
fn nested(counts: &[u64]) -> u64 {
    counts.iter().fold(2u64, |product, &count| product.saturating_mul(count))
}

/// One player after another.
struct NestedCount {
    players: usize,
    times: u64,
}

impl NestedCount {
    fn count(&self, seats: &[(usize, &[Holding])], taken: CardSet, best: [BestRank; 2], tally: &mut Tally) {
        let Some((&(player, list), rest)) = seats.split_first() else { return };
        let with = |held: &Holding| [best[0].with(player, held.high), best[1].with(player, held.low)];
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Draws;
    use cards::{ShuffleKey, Shuffler};

    fn sorted(tally: &Tally) -> Vec<(u32, u64)> {
        let mut found = Vec::new();
        tally.each(|outcome, deals| found.push((outcome, deals)));
        found.sort_unstable();
        found
    }

    /// However hands are joined, the same ways are counted. Ranks are few, so that many tie.
    #[test]
    fn all_joins_agree() {
        let pool: CardSet = "As Kd Qh Jc Ts 2c 2d 9h 5c 6d 7s".parse().unwrap();
        let mut shuffler = Shuffler::new(&ShuffleKey::from_seed(5));
        for round in 0..200 {
            let players = 2 + round % 3;
            let lists: Vec<Vec<Holding>> = (0..players)
                .map(|_| {
                    let draws = Draws::new(pool, shuffler.below(if players == 2 { 5 } else { 4 }));
                    let all: Vec<CardSet> = draws.from(0).collect();
                    let wanted = shuffler.below(all.len().min(60)) + 1;
                    let mut held = |cards| {
                        let (high, low) = (1 + shuffler.below(9) as u32, shuffler.below(4) as u32);
                        Holding { cards, high, low }
                    };
                    all.into_iter().step_by(2).take(wanted).map(&mut held).collect()
                })
                .collect();
            let mut seats: Vec<(usize, &[Holding])> = lists.iter().map(Vec::as_slice).enumerate().collect();
            for has_low in [false, true] {
                let plain: Vec<Vec<Holding>> = (lists.iter())
                    .map(|list| {
                        list.iter()
                            .map(|held| Holding { low: if has_low { held.low } else { 0 }, ..*held })
                            .collect()
                    })
                    .collect();
                let slices: Vec<&[Holding]> = plain.iter().map(Vec::as_slice).collect();
                let mut nested = Tally::new(players, has_low);
                let by_player: Vec<(usize, &[Holding])> = slices.iter().copied().enumerate().collect();
                NestedCount { players, times: 3 }.count(
                    &by_player,
                    CardSet::EMPTY,
                    [BestRank::default(); 2],
                    &mut nested,
                );
                let mut other = Tally::new(players, has_low);
                if let [a, b] = slices[..] {
                    Sweep::new(pool).count(a, b, has_low, 3, &mut other);
                } else if !has_low {
                    seats.sort_by_key(|(_, list)| list.len());
                    Crowd::new(pool).count(&seats, 3, &mut other);
                } else {
                    Joiner::new(pool, true).join(&slices, 3, &mut other);
                }
                assert_eq!(sorted(&nested), sorted(&other), "round {round}");
            }
        }
    }
}
