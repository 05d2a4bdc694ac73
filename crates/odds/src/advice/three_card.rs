//! Three cards: from which hand on to play.

use super::{Bound, PointAdvice, Rule};
use crate::choice::Choice;
use crate::setup::Setup;
use crate::three_card::ThreeCard;
use cards::{CardSet, HandRank};
use money::Fraction;
use std::collections::BTreeMap;

pub(super) fn points(setup: &Setup<'_>, game: &ThreeCard<'_, '_>) -> Vec<PointAdvice> {
    let mut by_rank: BTreeMap<HandRank, (CardSet, BTreeMap<Choice, u64>)> = BTreeMap::new();
    for (cards, rank, weight, choice) in game.hands() {
        let entry = by_rank.entry(rank).or_insert_with(|| (cards, BTreeMap::new()));
        *entry.1.entry(choice).or_default() += weight;
    }
    // Runs of ranks with which the same is done, best first.
    let mut runs: Vec<(Option<Choice>, CardSet, u64)> = Vec::new();
    for (cards, choices) in by_rank.values().rev() {
        let weight: u64 = choices.values().sum();
        let choice = choices.keys().next().copied().filter(|_| choices.len() == 1);
        match runs.last_mut() {
            Some(run) if run.0 == choice => (run.1, run.2) = (*cards, run.2 + weight),
            _ => runs.push((choice, *cards, weight)),
        }
    }
    let all: u64 = runs.iter().map(|(_, _, weight)| weight).sum();
    let last = runs.len().saturating_sub(1);
    let mut point = PointAdvice {
        name: setup.decisions[0].name.clone(),
        rules: Vec::new(),
        grids: Vec::new(),
        notes: Vec::new(),
    };
    for (at, (choice, weakest, weight)) in runs.iter().enumerate() {
        let hand = hand_words(*weakest);
        match choice {
            Some(choice) => {
                // The last run is whatever the others leave.
                let when = if at == last { String::new() } else { format!("with {hand} or better") };
                let share = Fraction::new((*weight).into(), all.into()).unwrap_or(Fraction::ZERO);
                let bound = (at < last).then(|| Bound::AtLeast(setup.game().order(0).rank(*weakest)));
                point.rules.push(Rule { when, choice: *choice, share, bound });
            }
            None => point
                .notes
                .push(format!("between the rules around {hand} it depends on the suits: see --seen")),
        }
    }
    vec![point]
}

/// The ranks of a hand, highest first: "Q-6-4"; what is more than its ranks is said too.
pub(super) fn hand_words(hand: CardSet) -> String {
    let mut ranks: Vec<cards::Rank> = hand.iter().map(|card| card.rank()).collect();
    ranks.sort_by_key(|rank| std::cmp::Reverse(*rank));
    let letters: Vec<String> = ranks.iter().map(|rank| rank.letter().to_string()).collect();
    let suited = hand.suits().iter().any(|suit| suit.count_ones() as usize == hand.len());
    format!("{}{}", letters.join("-"), if suited { " of one suit" } else { "" })
}
