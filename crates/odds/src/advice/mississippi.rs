//! Streets: a chart of two cards, and rules by points, pairs, suits and sequences for three and four.

use super::rules::{Order, Positions, Sayings, find};
use super::{Grid, PointAdvice, two_cards};
use crate::choice::{Choice, Seen};
use crate::mississippi::Mississippi;
use crate::setup::Setup;
use cards::{CardSet, Rank};
use money::Fraction;
use rulebook::Outcome;

/// What a player sees, and the most that was staked before.
struct Street {
    /// How many cards of each rank.
    ranks: [u8; 13],
    suited: bool,
    most_staked: u8,
    /// The lowest rank of which a pair wins, and of which it stands off.
    high: usize,
    middle: usize,
}

impl Street {
    fn new(cards: CardSet, stakes: &[u8], (high, middle): (usize, usize)) -> Street {
        let mut ranks = [0; 13];
        cards.iter().for_each(|card| ranks[card.rank() as usize] += 1);
        let suited = cards.suits().iter().any(|suit| suit.count_ones() as usize == cards.len());
        let most_staked = stakes.iter().copied().max().unwrap_or(0);
        Street { ranks, suited, most_staked, high, middle }
    }
    fn count(&self, from: usize, below: usize) -> usize {
        self.ranks[from..below].iter().map(|n| usize::from(*n)).sum()
    }
    fn highs(&self) -> usize {
        self.count(self.high, 13)
    }
    fn middles(&self) -> usize {
        self.count(self.middle, self.high)
    }
    /// Two for a high card, one for a middling one.
    fn points(&self) -> usize {
        2 * self.highs() + self.middles()
    }
    fn pair_in(&self, from: usize, below: usize) -> bool {
        self.ranks[from..below].iter().any(|n| *n >= 2)
    }
    fn has_pair(&self) -> bool {
        self.pair_in(0, 13)
    }
    /// A hand that cannot lose any more.
    fn is_made(&self) -> bool {
        let pairs = self.ranks.iter().filter(|n| **n >= 2).count();
        pairs >= 2 || self.ranks.iter().any(|n| *n >= 3) || self.pair_in(self.middle, 13)
    }
    /// Ranks missing for a sequence, the ace high or low, whichever is better; none where it cannot be one.
    fn gaps(&self) -> Option<usize> {
        let held: Vec<usize> = (0..13).filter(|rank| self.ranks[*rank] > 0).collect();
        if self.has_pair() || held.is_empty() {
            return None;
        }
        let span = |ranks: &[usize]| ranks[ranks.len() - 1] + 1 - ranks[0];
        let high = span(&held) - held.len();
        let low = (held[held.len() - 1] == 12).then(|| {
            let wheel: Vec<usize> =
                std::iter::once(0).chain(held[..held.len() - 1].iter().map(|r| r + 1)).collect();
            span(&wheel) - held.len()
        });
        Some(low.map_or(high, |low| low.min(high))).filter(|gaps| gaps + held.len() <= 5)
    }
    /// A sequence that both ends can lengthen.
    fn is_open(&self) -> bool {
        self.gaps() == Some(0) && self.ranks[12] == 0
    }
    fn lowest(&self) -> usize {
        self.ranks.iter().position(|n| *n > 0).unwrap_or(0)
    }
    fn highest(&self) -> usize {
        self.ranks.iter().rposition(|n| *n > 0).unwrap_or(0)
    }
}

pub(super) fn points(setup: &Setup<'_>, game: &Mississippi<'_, '_>) -> Vec<PointAdvice> {
    (0..3).map(|street| point(setup, game, street)).collect()
}

/// What can be said of a street.
pub(super) fn said(setup: &Setup<'_>, seen: &Seen) -> Vec<String> {
    let (high, middle) = bounds(setup);
    let street = Street::new(seen.own | seen.board, &seen.stakes[..seen.decision], (high, middle));
    sayings(seen.decision, high, middle).words_of(&street)
}

fn point(setup: &Setup<'_>, game: &Mississippi<'_, '_>, street: usize) -> PointAdvice {
    let (high, middle) = bounds(setup);
    let chart = game.chart(street);
    let before = game.stakes_before(street);
    let sayings = sayings(street, high, middle);
    let mut positions = Positions::default();
    for (cards, choices) in &chart {
        for (stakes, (choice, ways)) in before.iter().zip(choices).filter(|(_, (_, ways))| *ways > 0) {
            let seen = Street::new(*cards, stakes, (high, middle));
            positions.add(sayings.of(&seen), *choice, u128::from(*ways));
        }
    }
    let found = find(&sayings, positions, Order::AsSaid, 5_000);
    let mut notes = Vec::new();
    let letter = |rank: usize| Rank::ALL[rank].letter();
    if street == 0 {
        notes.push(format!(
            "High cards are {} or higher, middling ones {} to {}. Points: two for a high card, one for a middling one.",
            letter(high),
            letter(middle),
            letter(high.saturating_sub(1))
        ));
    }
    if found.open != Fraction::ZERO {
        let hundred = found.open.checked_mul(Fraction::from(100)).unwrap_or(Fraction::ZERO);
        notes.push(format!("The rules leave {}% of hands open: ask with --seen.", hundred.to_places(4)));
    }
    let grids = if street == 0 { vec![pairs_grid(&chart)] } else { Vec::new() };
    PointAdvice { name: setup.decisions[street].name.clone(), rules: found.rules, grids, notes }
}

/// The lowest ranks of which a pair wins and stands off, as the Ante's cases have them.
fn bounds(setup: &Setup<'_>) -> (usize, usize) {
    let first = |result: Outcome| {
        let cases = setup.game().wager[0].case.iter().filter(|case| case.result == result);
        let floors = cases.filter_map(|case| case.when.at_least.as_ref());
        floors.filter_map(|floor| floor.ranks.first()).map(|rank| *rank as usize).min()
    };
    let high = first(Outcome::Win).unwrap_or(9);
    (high, first(Outcome::StandOff).unwrap_or(high).min(high))
}

/// The chart of 3rd Street.
fn pairs_grid(chart: &[(CardSet, Vec<(Choice, u64)>)]) -> Grid {
    let hands = chart.iter().map(|(cards, choices)| {
        let mut ranks = cards.iter().map(|card| card.rank() as usize);
        let (a, b) = (ranks.next().unwrap_or(0), ranks.next().unwrap_or(0));
        let suited = cards.suits().iter().any(|suit| suit.count_ones() == 2);
        ([a.max(b), a.min(b)], suited, choices[0].0)
    });
    two_cards::grid(hands, "a number: bet so many Antes, · fold")
}

fn sayings(street: usize, high: usize, middle: usize) -> Sayings<Street> {
    let mut sayings = Sayings::new();
    let cards = ["two", "three", "four"][street];
    let name = |rank: usize| Rank::ALL[rank].letter();
    if street > 0 {
        sayings.say(format!("with a made hand: a pair of {}s or better", name(middle)), Street::is_made);
    }
    sayings.say("with any pair", Street::has_pair);
    sayings.say(format!("with a pair of {}s or better", name(high)), move |s| s.pair_in(high, 13));
    sayings.say("with a low pair", move |s| s.pair_in(0, middle));
    for points in 1..=2 * (street + 2) {
        let at_least = format!("with at least {}", counted(points, "point"));
        sayings.say(at_least.clone(), move |s| s.points() >= points);
        sayings.say(format!("with fewer than {}", counted(points, "point")), move |s| s.points() < points);
        sayings.say(format!("{at_least} and more than one Ante on an earlier street"), move |s| {
            s.points() >= points && s.most_staked > 1
        });
    }
    sayings.say(format!("with {cards} cards of one suit"), |s| s.suited);
    sayings.say(format!("with {cards} to a royal flush"), |s| s.suited && s.lowest() >= 8);
    for gaps in 0..=2 {
        let gap = ["without a gap", "with at most one gap", "with at most two gaps"][gaps];
        let in_sequence = move |s: &Street| s.gaps().is_some_and(|found| found <= gaps);
        sayings.say(format!("with {cards} to a straight flush {gap}"), move |s| s.suited && in_sequence(s));
        sayings.say(format!("with {cards} to a straight {gap}"), in_sequence);
        for highs in 1..=3 {
            sayings.say(
                format!(
                    "with {cards} to a straight flush {gap} and at least {}",
                    counted(highs, "high card")
                ),
                move |s| s.suited && in_sequence(s) && s.highs() >= highs,
            );
            sayings.say(
                format!("with {cards} to a straight {gap} and at least {}", counted(highs, "high card")),
                move |s| in_sequence(s) && s.highs() >= highs,
            );
        }
        for middles in 1..=4 {
            sayings.say(
                format!(
                    "with {cards} to a straight {gap} and at least {}",
                    counted(middles, "middling card")
                ),
                move |s| in_sequence(s) && s.middles() >= middles,
            );
        }
        for points in 1..=5 {
            sayings.say(
                format!("with {cards} to a straight {gap} and at least {}", counted(points, "point")),
                move |s| in_sequence(s) && s.points() >= points,
            );
        }
        for lowest in 1..=8 {
            let rank = name(lowest);
            sayings.say(
                format!("with {cards} to a straight flush {gap}, the lowest card {rank} or higher"),
                move |s| s.suited && in_sequence(s) && s.lowest() >= lowest,
            );
            sayings.say(
                format!("with {cards} to a straight {gap}, the lowest card {rank} or higher"),
                move |s| in_sequence(s) && s.lowest() >= lowest,
            );
        }
    }
    for highest in 3..=11 {
        sayings.say(
            format!("with {cards} in a row, open at both ends, the highest {} or higher", name(highest)),
            move |s| s.is_open() && s.highest() >= highest,
        );
    }
    for middles in 1..=4 {
        sayings.say(format!("with at least {}", counted(middles, "middling card")), move |s| {
            s.middles() >= middles
        });
        sayings.say(
            format!(
                "with at least {} and more than one Ante on an earlier street",
                counted(middles, "middling card")
            ),
            move |s| s.middles() >= middles && s.most_staked > 1,
        );
    }
    if street == 0 {
        for low in 0..12 {
            for top in low + 1..13 {
                let words = format!("with {}-{} of one suit", name(top), name(low));
                sayings.say(words, move |s| s.suited && s.ranks[low] == 1 && s.ranks[top] == 1);
            }
        }
    }
    sayings
}

/// So many of something.
fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
