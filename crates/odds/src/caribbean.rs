//! Five cards against the dealer's five, one of them turned up: one decision.
//!
//! For a player's ranks and the rank of the up card the dealer's other four are counted by ranks alone, in the order of
//! strength, with as many cards of each rank as are left; flushes, which need the up card's suit, are then put where
//! they belong. Suits that hold the same of the player's cards count as one.

use crate::choice::{Choice, Manner, Seen, Worth};
use crate::ending::{Ending, Endings};
use crate::flush_counts::{Below, FlushCounts};
use crate::setup::{SITUATIONS, Setup, Situation, Unsolved};
use crate::solve::{Solver, in_parts};
use crate::strength::{RankCounts, Ranker, choose, rainbow, rank_counts};
use crate::three_card::{choices_once, choose_once, line_of, situations};
use crate::worth_of;
use cards::{Card, CardSet, HandRank, Rank};

/// The dealer's hands that the player's five cards and the up card leave.
const DEALS: i64 = 163_185;

/// A game with an up card.
pub(crate) struct Caribbean<'s, 'b> {
    setup: &'s Setup<'b>,
    flushes: FlushCounts,
    /// By the rank of the up card: the dealer's hands by ranks, weakest first.
    dealers: Vec<Dealers>,
    /// Every way to hold five ranks, with its rank in mixed suits.
    ranks: Vec<(RankCounts, HandRank)>,
    short: HandRank,
    /// What flushes change in the count of hands short of qualifying, by the ranks left in a suit and the up card's.
    short_of_qualifying: Vec<[i32; 13]>,
}

/// The dealer's hands with an up card of one rank.
struct Dealers {
    /// Their ranks, weakest first.
    ranks: Vec<HandRank>,
    runs: Vec<Run>,
    /// The run of each hand.
    run_of: Vec<u16>,
}

/// Hands one after another in strength that differ only in the rank of one card, which rises from one to the next.
struct Run {
    /// Where in the list it begins.
    from: u16,
    /// Where to look up the ways to hold what all of them hold.
    same: [u8; 3],
    /// The lowest rank of the card in which they differ, and how many there are.
    lowest: u8,
    hands: u8,
}

/// Ways to hold cards that are left: five to a rank, "none of it" first, which is one way.
struct Ways {
    of: [i32; 256],
    /// Single cards below each rank.
    below: [i32; 14],
}

impl Ways {
    fn new(held: &RankCounts, up: usize) -> Ways {
        let mut ways = Ways { of: [1; 256], below: [0; 14] };
        for (rank, &count) in held.iter().enumerate() {
            let left = i64::from(4 - count) - i64::from(rank == up);
            for k in 1..=4 {
                ways.of[usize::from(place(rank, k))] = choose(left, k.into()) as i32;
            }
            ways.below[rank + 1] = ways.below[rank] + left as i32;
        }
        ways
    }
}

/// The place of so many cards of a rank among the ways.
fn place(rank: usize, count: u8) -> u8 {
    rank as u8 * 5 + count
}

impl Dealers {
    /// From hands by their ranks besides the up card.
    fn new(mut hands: Vec<(HandRank, RankCounts)>) -> Dealers {
        hands.sort_unstable();
        let mut runs: Vec<Run> = Vec::new();
        let mut run_of = Vec::with_capacity(hands.len());
        for (at, (_, four)) in hands.iter().enumerate() {
            let next = runs.last().is_some_and(|run| {
                let rank = usize::from(run.lowest + run.hands);
                rank < 13 && four[rank] == 1 && same_besides(four, rank) == run.same
            });
            match runs.last_mut().filter(|_| next) {
                Some(run) => run.hands += 1,
                None => {
                    // The lowest single card is the one that will rise; a hand without one is a run by itself.
                    let lowest = four.iter().position(|count| *count == 1);
                    let (same, lowest) = match lowest {
                        Some(lowest) => (same_besides(four, lowest), lowest as u8),
                        None => (same_besides(four, 13), 13),
                    };
                    runs.push(Run { from: at as u16, same, lowest, hands: 1 });
                }
            }
            run_of.push(runs.len() as u16 - 1);
        }
        Dealers { ranks: hands.into_iter().map(|(rank, _)| rank).collect(), runs, run_of }
    }

    /// In how many ways the dealer can hold one of these hands, given by their places in the list.
    fn ways(&self, hands: std::ops::Range<usize>, ways: &Ways) -> i64 {
        let (Some(&first), Some(last)) = (self.run_of.get(hands.start), hands.end.checked_sub(1)) else {
            return 0;
        };
        if hands.is_empty() {
            return 0;
        }
        let (first, last) = (usize::from(first), usize::from(self.run_of[last]));
        let part = |run: &Run, from: usize, to: usize| -> i64 {
            let [a, b, c] = run.same.map(|at| ways.of[usize::from(at)]);
            let one = match run.lowest {
                13 => 1,
                lowest => ways.below[usize::from(lowest) + to] - ways.below[usize::from(lowest) + from],
            };
            i64::from(a * b * (c * one))
        };
        let (begin, end) = (&self.runs[first], &self.runs[last]);
        let skipped = hands.start - usize::from(begin.from);
        let taken = hands.end - usize::from(end.from);
        if first == last {
            return part(begin, skipped, taken);
        }
        let whole = |run: &Run| part(run, 0, run.hands.into());
        part(begin, skipped, begin.hands.into())
            + self.runs[first + 1..last].iter().map(whole).sum::<i64>()
            + part(end, 0, taken)
    }
}

/// Where to look up the ways to hold all but one card of this rank.
fn same_besides(four: &RankCounts, rank: usize) -> [u8; 3] {
    let mut same = [0; 3];
    let held = four.iter().enumerate().filter(|(at, count)| **count > 0 && *at != rank);
    same.iter_mut().zip(held).for_each(|(same, (rank, &count))| *same = place(rank, count));
    same
}

impl<'s, 'b> Caribbean<'s, 'b> {
    pub(crate) fn new(setup: &'s Setup<'b>) -> Result<Self, Unsolved> {
        let order = setup.game().order(0);
        let mut ranker = Ranker::new(order);
        let fours = rank_counts(4);
        let dealers = (0..13).map(|up| {
            let with_up = |four: &RankCounts| {
                let mut five = *four;
                five[up] += 1;
                five
            };
            let fours: Vec<&RankCounts> = fours.iter().filter(|four| four[up] < 4).collect();
            let ranks = ranker.rank(fours.iter().map(|four| rainbow(&with_up(four))));
            Dealers::new(ranks.iter().copied().zip(fours.into_iter().copied()).collect())
        });
        let dealers = dealers.collect();
        let fives = rank_counts(5);
        let ranks = ranker.rank(fives.iter().map(rainbow)).to_vec();
        let flushes = FlushCounts::new(order)?;
        let short = setup.game().qualifying_rank;
        let below = flushes.below(short);
        let correction = |left: u16| {
            std::array::from_fn(|up| match left & 1 << up {
                0 => 0,
                held => flushes.correction(&below, left, held) as i32,
            })
        };
        // A player holds at most five cards of a suit.
        let lefts =
            (0..1u16 << 13).map(|left| if left.count_ones() >= 8 { correction(left) } else { [0; 13] });
        let short_of_qualifying = lefts.collect();
        Ok(Caribbean {
            setup,
            flushes,
            dealers,
            ranks: fives.into_iter().zip(ranks).collect(),
            short,
            short_of_qualifying,
        })
    }

    /// The dealer's hands below a rank, up to it and short of qualifying, by ranks alone.
    fn by_ranks(&self, held: &RankCounts, rank: HandRank, up: usize) -> [i64; 3] {
        let ways = Ways::new(held, up);
        let dealers = &self.dealers[up];
        let place = |rank: HandRank| dealers.ranks.partition_point(|dealer| *dealer < rank);
        let (below, short) = (place(rank), place(self.short));
        let equal = dealers.ranks[below..].iter().take_while(|dealer| **dealer == rank).count();
        let up_to = below + equal;
        let equal = dealers.ways(below..up_to, &ways);
        let unqualified = dealers.ways(0..short, &ways);
        if rank < self.short {
            let below = dealers.ways(0..below, &ways);
            return [below, below + equal, unqualified];
        }
        // Strong hands are quicker to count from above.
        let below = if dealers.ranks.len() - up_to < below - short {
            DEALS - dealers.ways(up_to..dealers.ranks.len(), &ways) - equal
        } else {
            unqualified + dealers.ways(short..below, &ways)
        };
        [below, below + equal, unqualified]
    }

    /// The situations of a hand against an up card of a suit of which these ranks are left.
    #[inline]
    fn faced(
        &self,
        rank: HandRank,
        [below, up_to, short]: [i64; 3],
        threshold: &Threshold,
        (left, up): (u16, usize),
    ) -> [i64; SITUATIONS] {
        let less = self.flushes.correction(&threshold.below, left, 1 << up);
        let no_more = match &threshold.up_to {
            Some(up_to) => self.flushes.correction(up_to, left, 1 << up),
            None => less,
        };
        let unqualified = short + i64::from(self.short_of_qualifying[usize::from(left)][up]);
        situations([below + less, up_to + no_more, unqualified], DEALS, rank >= self.short)
    }

    fn threshold(&self, rank: HandRank) -> Threshold {
        let (below, up_to) = (self.flushes.below(rank), self.flushes.below(rank.next_up()));
        Threshold { below, up_to: Some(up_to).filter(|up_to| *up_to != below) }
    }

    /// A single hand against a single up card: its class and its situations.
    fn look(&self, own: CardSet, up: Card) -> (usize, [i64; SITUATIONS]) {
        let order = self.setup.game().order(0);
        let rank = order.rank(own);
        let mut held = [0; 13];
        own.iter().for_each(|card| held[card.rank() as usize] += 1);
        let at = up.rank() as usize;
        let left = 0x1fff & !own.suit(up.suit());
        let by_ranks = self.by_ranks(&held, rank, at);
        let deals = self.faced(rank, by_ranks, &self.threshold(rank), (left, at));
        (self.setup.classes.of(rank), deals)
    }

    /// Calls with every suit-canonical hand, the rank and suit-mate cards of an up card, how many deals that stands
    /// for, and the situations.
    pub(crate) fn each(&self, ranks: std::ops::Range<usize>, mut call: impl FnMut(&Case)) {
        let order = self.setup.game().order(0);
        let suited = crate::strength::flushes(order, 5);
        for (held, mixed) in &self.ranks[ranks] {
            let mixed_counts: [[i64; 3]; 13] = std::array::from_fn(|up| match held[up] {
                4 => [0; 3],
                _ => self.by_ranks(held, *mixed, up),
            });
            let mixed_threshold = self.threshold(*mixed);
            let class = self.setup.classes.of(*mixed);
            for (hand, orbit) in suit_patterns(held) {
                let suits = hand.suits();
                let flush = suits.into_iter().map(|suit| suited[usize::from(suit)]).max();
                let flush = flush.filter(|rank| !rank.is_none());
                let rank = flush.unwrap_or(*mixed);
                let (class, threshold) = match flush {
                    Some(rank) => (self.setup.classes.of(rank), self.threshold(rank)),
                    None => (class, mixed_threshold),
                };
                let mut at = 0;
                while at < 4 {
                    let same = suits[at..].iter().take_while(|suit| **suit == suits[at]).count();
                    let left = 0x1fff & !suits[at];
                    for up in (0..13).filter(|up| left & 1 << up != 0) {
                        let by_ranks = match flush {
                            None => mixed_counts[up],
                            Some(rank) => self.by_ranks(held, rank, up),
                        };
                        let deals = self.faced(rank, by_ranks, &threshold, (left, up));
                        let weight = u64::from(orbit) * same as u64;
                        call(&Case { hand, rank, class, up: Rank::ALL[up], weight, deals });
                    }
                    at += same;
                }
            }
        }
    }

    pub(crate) fn choose(&self, case: &Case, manner: Manner) -> Choice {
        choose_once(self.setup, manner, (case.rank, case.class), &case.deals, DEALS)
    }

    /// How many ways there are to hold five ranks.
    pub(crate) fn ways(&self) -> usize {
        self.ranks.len()
    }
}

/// What flushes lie below a hand, and where that differs, not above it.
#[derive(Clone, Copy)]
struct Threshold {
    below: Below,
    up_to: Option<Below>,
}

/// A hand against an up card.
pub(crate) struct Case {
    pub(crate) hand: CardSet,
    pub(crate) rank: HandRank,
    pub(crate) class: usize,
    pub(crate) up: Rank,
    pub(crate) weight: u64,
    pub(crate) deals: [i64; SITUATIONS],
}

impl Solver for Caribbean<'_, '_> {
    fn endings(&self, manner: Manner) -> Endings {
        self.setup.watch.begin(self.ways());
        let classes = self.setup.classes.len();
        // One decision: folded, or the stakes this manner may take.
        let mut lines = vec![Choice::Fold];
        lines.extend(manner.stakes(&self.setup.decisions[0]).map(Choice::Bet));
        let none = || vec![[0u64; SITUATIONS]; lines.len() * classes];
        let parts = in_parts(&self.setup.watch, self.ways(), 32, none, |counts, range| {
            self.each(range, |case| {
                let choice = self.choose(case, manner);
                let line = lines.iter().position(|line| *line == choice).unwrap_or(0);
                let row = &mut counts[line * classes + case.class];
                row.iter_mut()
                    .zip(case.deals)
                    .for_each(|(count, deals)| *count += case.weight * deals as u64);
            });
        });
        let mut endings = Endings::default();
        for (at, row) in parts.iter().flat_map(|part| part.iter().enumerate()) {
            for (situation, &deals) in Situation::all().zip(row) {
                let ending = Ending { line: line_of(lines[at / classes]), situation, class: at % classes };
                endings.add(ending, deals.into());
            }
        }
        endings
    }

    fn worths(&self, seen: &Seen) -> Vec<Worth> {
        let Some(up) = seen.up.filter(|up| !seen.own.contains(*up)) else { return Vec::new() };
        if seen.decision != 0 || seen.own.len() != 5 {
            return Vec::new();
        }
        let (class, deals) = self.look(seen.own, up);
        choices_once(self.setup, Manner::Best, class, &deals, DEALS)
            .map(|(choice, gain)| worth_of(self.setup, choice, gain.into(), DEALS.into()))
            .collect()
    }
}

/// The suit-canonical hands with these ranks, and how many hands each stands for.
fn suit_patterns(held: &RankCounts) -> impl Iterator<Item = (CardSet, u32)> {
    let mut hands = vec![[0u16; 4]];
    for (rank, &count) in held.iter().enumerate().filter(|(_, count)| **count > 0) {
        let suits = (0u16..16).filter(|suits| suits.count_ones() == u32::from(count));
        let longer = |hand: &[u16; 4]| {
            let hand = *hand;
            suits
                .clone()
                .map(move |suits| std::array::from_fn(|suit| hand[suit] | (suits >> suit & 1) << rank))
        };
        hands = hands.iter().flat_map(longer).collect();
    }
    hands.into_iter().filter(|hand| hand.is_sorted_by(|a, b| a >= b)).map(|hand| {
        let mut unmoved = 1;
        for alike in hand.chunk_by(|a, b| a == b) {
            unmoved *= (1..=alike.len() as u32).product::<u32>();
        }
        (CardSet::from_suits(hand), 24 / unmoved)
    })
}
