//! Finds a list of rules that is exact: each thing that can be said of a hand is tried, and what decides alike for every
//! hand it fits becomes the next rule.

use super::Rule;
use crate::choice::Choice;
use money::Fraction;
use std::collections::BTreeMap;

/// The most that can be said.
const MOST: usize = 512;

/// Which of the sayings hold, a bit for each.
pub(super) type Said = [u64; MOST / 64];

fn holds(said: &Said, at: usize) -> bool {
    said[at / 64] & 1 << (at % 64) != 0
}

type Holds<T> = Box<dyn Fn(&T) -> bool + Sync>;

/// What can be said of a position: words, and whether they hold.
pub(super) struct Sayings<T> {
    words: Vec<String>,
    holds: Vec<Holds<T>>,
}

impl<T> Sayings<T> {
    pub(super) fn new() -> Sayings<T> {
        Sayings { words: Vec::new(), holds: Vec::new() }
    }

    pub(super) fn say(&mut self, words: impl Into<String>, holds: impl Fn(&T) -> bool + Sync + 'static) {
        assert!(self.words.len() < MOST, "no more can be said");
        self.words.push(words.into());
        self.holds.push(Box::new(holds));
    }

    /// The words of those that hold.
    pub(super) fn words_of(&self, position: &T) -> Vec<String> {
        let held = self.words.iter().zip(&self.holds).filter(|(_, holds)| holds(position));
        held.map(|(words, _)| words.clone()).collect()
    }

    /// Which of them hold.
    pub(super) fn of(&self, position: &T) -> Said {
        let mut said = [0; MOST / 64];
        for (at, _) in self.holds.iter().enumerate().filter(|(_, holds)| holds(position)) {
            said[at / 64] |= 1 << (at % 64);
        }
        said
    }
}

/// Positions of which the same can be said, by what best play does with them.
#[derive(Default)]
pub(super) struct Positions(BTreeMap<Said, BTreeMap<Choice, u128>>);

impl Positions {
    pub(super) fn add(&mut self, said: Said, choice: Choice, weight: u128) {
        *self.0.entry(said).or_default().entry(choice).or_default() += weight;
    }

    fn weight(&self) -> u128 {
        self.0.values().flat_map(|choices| choices.values()).sum()
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
    /// The sayings that the rules use.
    used: Vec<usize>,
    pub(super) open: Fraction,
}

impl Found {
    /// Whether the rules decide a position of which this can be said.
    pub(super) fn decides(&self, said: &Said) -> bool {
        self.open == Fraction::ZERO || self.used.iter().any(|at| holds(said, *at))
    }
}

/// Which saying becomes the next rule of those that could.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// The one that was said first.
    AsSaid,
    /// The one that decides most.
    ByShare,
}

/// Rules that hold for every position they fit. Rules that decide less than one position in `finest` are not worth
/// learning, and those without which the others come to the same are left out.
pub(super) fn find<T>(sayings: &Sayings<T>, positions: Positions, order: Order, finest: u128) -> Found {
    let all = positions.weight();
    let mut left: Vec<(&Said, &BTreeMap<Choice, u128>)> = positions.0.iter().collect();
    let mut used: Vec<(usize, Choice)> = Vec::new();
    let last = loop {
        let mut choices = left.iter().flat_map(|(_, choices)| choices.keys());
        let first = choices.next().copied();
        if first.is_none_or(|first| choices.all(|choice| *choice == first)) {
            break first;
        }
        let pure = (0..sayings.words.len())
            .filter_map(|at| decided_by(&left, at).map(|(choice, n)| (at, choice, n)));
        let mut pure = pure.filter(|(_, _, weight)| weight * finest >= all);
        let next = match order {
            Order::AsSaid => pure.next(),
            Order::ByShare => pure.max_by_key(|(at, _, weight)| (*weight, std::cmp::Reverse(*at))),
        };
        let Some((at, choice, _)) = next else { break None };
        used.push((at, choice));
        left.retain(|(said, _)| !holds(said, at));
    };
    if last.is_some() {
        prune(&positions, &mut used, last);
    }
    let mut rest: Vec<(&Said, &BTreeMap<Choice, u128>)> = positions.0.iter().collect();
    let weight = |rest: &[(&Said, &BTreeMap<Choice, u128>)]| -> u128 {
        rest.iter().flat_map(|(_, choices)| choices.values()).sum()
    };
    let share = |weight: u128| Fraction::new(weight as i128, all.max(1) as i128).unwrap_or(Fraction::ZERO);
    let mut rules = Vec::new();
    for &(at, choice) in &used {
        let before = weight(&rest);
        rest.retain(|(said, _)| !holds(said, at));
        let share = share(before - weight(&rest));
        rules.push(Rule { when: sayings.words[at].clone(), choice, share, bound: None });
    }
    let open = share(weight(&rest));
    let used = used.into_iter().map(|(at, _)| at).collect();
    match last {
        Some(choice) => {
            rules.push(Rule { when: String::new(), choice, share: open, bound: None });
            Found { rules, used, open: Fraction::ZERO }
        }
        None => Found { rules, used, open },
    }
}

/// What a saying decides for all positions it fits, and how many they are; none where it does not decide.
fn decided_by(left: &[(&Said, &BTreeMap<Choice, u128>)], at: usize) -> Option<(Choice, u128)> {
    let mut chosen = None;
    let mut weight = 0;
    for (choice, more) in
        left.iter().filter(|(said, _)| holds(said, at)).flat_map(|(_, choices)| choices.iter())
    {
        weight += more;
        if *chosen.get_or_insert(*choice) != *choice {
            return None;
        }
    }
    chosen.map(|choice| (choice, weight))
}

/// Leaves out rules, the last first, where what comes after them decides the same.
fn prune(positions: &Positions, used: &mut Vec<(usize, Choice)>, last: Option<Choice>) {
    let exact = |rules: &[(usize, Choice)]| {
        positions.0.iter().all(|(said, choices)| {
            let rule = rules.iter().find(|(at, _)| holds(said, *at)).map(|(_, choice)| *choice).or(last);
            choices.keys().all(|choice| Some(*choice) == rule)
        })
    };
    for at in (0..used.len()).rev() {
        let mut fewer = used.clone();
        fewer.remove(at);
        if exact(&fewer) {
            *used = fewer;
        }
    }
}
