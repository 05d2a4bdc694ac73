//! Finds a list of rules that is exact: each thing that can be said of a hand is tried, and what decides alike for every
//! hand it fits becomes the next rule.

use super::Rule;
use crate::choice::Choice;
use money::Fraction;
use std::collections::BTreeMap;

/// What can be said of a position: words, and whether they hold. At most 128.
pub(super) struct Sayings<T> {
    words: Vec<String>,
    holds: Vec<Box<dyn Fn(&T) -> bool + Sync>>,
}

impl<T> Sayings<T> {
    pub(super) fn new() -> Sayings<T> {
        Sayings { words: Vec::new(), holds: Vec::new() }
    }

    pub(super) fn say(&mut self, words: impl Into<String>, holds: impl Fn(&T) -> bool + Sync + 'static) {
        assert!(self.words.len() < 128, "no more can be said");
        self.words.push(words.into());
        self.holds.push(Box::new(holds));
    }

    /// Which of them hold, a bit for each.
    pub(super) fn of(&self, position: &T) -> u128 {
        let holds = self.holds.iter().enumerate().filter(|(_, holds)| holds(position));
        holds.fold(0, |bits, (at, _)| bits | 1 << at)
    }
}

/// Positions of which the same can be said, by what best play does with them.
#[derive(Default)]
pub(super) struct Positions(BTreeMap<u128, BTreeMap<Choice, u128>>);

impl Positions {
    pub(super) fn add(&mut self, said: u128, choice: Choice, weight: u128) {
        *self.0.entry(said).or_default().entry(choice).or_default() += weight;
    }

    pub(super) fn merge(&mut self, other: Positions) {
        for (said, choices) in other.0 {
            choices.into_iter().for_each(|(choice, weight)| self.add(said, choice, weight));
        }
    }
}

/// The rules, and what share of the positions they leave open.
pub(super) struct Found {
    pub(super) rules: Vec<Rule>,
    pub(super) open: Fraction,
}

/// Rules that hold for every position they fit, those first that decide most. Rules that decide less than one position
/// in `finest` are not worth learning.
pub(super) fn find<T>(sayings: &Sayings<T>, mut positions: Positions, finest: u128) -> Found {
    let all: u128 = positions.0.values().flat_map(|choices| choices.values()).sum();
    let share = |weight: u128| Fraction::new(weight as i128, all.max(1) as i128).unwrap_or(Fraction::ZERO);
    let mut rules = Vec::new();
    loop {
        let mut left: BTreeMap<Choice, u128> = BTreeMap::new();
        for choices in positions.0.values() {
            choices.iter().for_each(|(choice, weight)| *left.entry(*choice).or_default() += weight);
        }
        if left.len() <= 1 {
            let last = left.into_iter().map(|(choice, weight)| Rule {
                when: String::new(),
                choice,
                share: share(weight),
            });
            rules.extend(last);
            return Found { rules, open: Fraction::ZERO };
        }
        let mut best: Option<(u128, usize, Choice)> = None;
        for at in 0..sayings.words.len() {
            let fitting = positions.0.iter().filter(|(said, _)| *said & 1 << at != 0);
            let mut chosen = None;
            let mut weight = 0;
            let pure = fitting.flat_map(|(_, choices)| choices).all(|(choice, more)| {
                weight += more;
                *chosen.get_or_insert(*choice) == *choice
            });
            if let (true, Some(choice)) = (pure, chosen)
                && best.is_none_or(|(most, ..)| weight > most)
            {
                best = Some((weight, at, choice));
            }
        }
        let Some((weight, at, choice)) = best.filter(|(weight, ..)| weight * finest >= all) else {
            return Found { rules, open: share(left.values().sum()) };
        };
        rules.push(Rule { when: sayings.words[at].clone(), choice, share: share(weight) });
        positions.0.retain(|said, _| said & 1 << at == 0);
    }
}
