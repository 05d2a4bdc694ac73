//! An up card: hands that are always played or never, and a chart of those between against each up card.

use super::rules::{Order, Positions, Sayings, find};
use super::three_card::hand_words;
use super::two_cards::short_mark;
use super::{Bound, Grid, PointAdvice, Rule};
use crate::caribbean::Caribbean;
use crate::choice::{Choice, Manner, Seen};
use crate::setup::Setup;
use crate::solve::in_parts;
use cards::{CardSet, HandRank, Rank};
use money::Fraction;
use std::collections::BTreeMap;

/// What is done with a rank of hands against each rank of up card.
#[derive(Default, Clone)]
struct Row {
    /// One of the hands.
    hand: Option<CardSet>,
    deals: u64,
    /// By up card: deals that fold, that bet the least and that bet the most.
    by_up: [[u64; 3]; 13],
}

impl Row {
    /// What is done against every up card and with every suit, where that is the same.
    fn always(&self) -> Option<usize> {
        let done = |choice: usize| self.by_up.iter().any(|deals| deals[choice] > 0);
        let mut done = (0..3).filter(|choice| done(*choice));
        done.next().filter(|_| done.next().is_none())
    }
}

pub(super) fn points(setup: &Setup<'_>, game: &Caribbean<'_, '_>) -> Vec<PointAdvice> {
    setup.watch.begin(game.ways());
    let choices = choices(setup);
    let parts = in_parts(&setup.watch, game.ways(), 32, BTreeMap::<HandRank, Row>::new, |rows, range| {
        game.each(range, |case| {
            let choice = game.choose(case, Manner::Best);
            let place = choices.iter().position(|known| *known == choice).unwrap_or(0);
            let row = rows.entry(case.rank).or_default();
            row.hand = Some(case.hand);
            row.deals += case.weight;
            row.by_up[case.up as usize][place] += case.weight;
        });
    });
    let mut rows: BTreeMap<HandRank, Row> = BTreeMap::new();
    for (rank, part) in parts.into_iter().flatten() {
        let row = rows.entry(rank).or_default();
        row.hand = row.hand.or(part.hand);
        row.deals += part.deals;
        for (mine, theirs) in row.by_up.iter_mut().flatten().zip(part.by_up.into_iter().flatten()) {
            *mine += theirs;
        }
    }
    vec![point(setup, &choices, &rows)]
}

/// To fold, to bet the least and to bet the most.
fn choices(setup: &Setup<'_>) -> [Choice; 3] {
    let decision = &setup.decisions[0];
    [Choice::Fold, Choice::Bet(decision.least as u8), Choice::Bet(decision.most as u8)]
}

fn point(setup: &Setup<'_>, choices: &[Choice; 3], rows: &BTreeMap<HandRank, Row>) -> PointAdvice {
    let all: u64 = rows.values().map(|row| row.deals).sum();
    let share = |deals: u64| Fraction::new(deals.into(), all.into()).unwrap_or(Fraction::ZERO);
    // The strongest hands, and the weakest, with which the same is always done.
    let top = rows.values().next_back().and_then(Row::always);
    let bottom = rows.values().next().and_then(Row::always);
    let strong: Vec<&Row> =
        rows.values().rev().take_while(|row| top.is_some() && row.always() == top).collect();
    let left = rows.len() - strong.len();
    let weak: Vec<&Row> =
        rows.values().take(left).take_while(|row| bottom.is_some() && row.always() == bottom).collect();
    let mut point = PointAdvice {
        name: setup.decisions[0].name.clone(),
        rules: Vec::new(),
        grids: Vec::new(),
        notes: Vec::new(),
    };
    let deals = |rows: &[&Row]| rows.iter().map(|row| row.deals).sum();
    if let (Some(top), Some(hand)) = (top, strong.last().and_then(|row| row.hand)) {
        let when = if left == 0 { String::new() } else { format!("with {} or better", hand_words(hand)) };
        let bound = (left > 0).then(|| Bound::AtLeast(setup.game().order(0).rank(hand)));
        point.rules.push(Rule { when, choice: choices[top], share: share(deals(&strong)), bound });
    }
    if let (Some(bottom), Some(hand)) = (bottom, weak.last().and_then(|row| row.hand)) {
        let when = format!("with {} or worse", hand_words(hand));
        let bound = Some(Bound::AtMost(setup.game().order(0).rank(hand)));
        point.rules.push(Rule { when, choice: choices[bottom], share: share(deals(&weak)), bound });
    }
    let between: Vec<&Row> = rows.values().rev().skip(strong.len()).collect();
    let between = &between[..between.len().saturating_sub(weak.len())];
    if between.is_empty() {
        return point;
    }
    let sayings = sayings();
    let mut positions = Positions::default();
    let of_between: u64 = between.iter().map(|row| row.deals).sum();
    for (row, hand) in between.iter().filter_map(|row| Some((row, row.hand?))) {
        for (up, deals) in row.by_up.iter().enumerate() {
            let said = sayings.of(&Between::new(hand, up));
            for (choice, deals) in choices.iter().zip(deals).filter(|(_, deals)| **deals > 0) {
                positions.add(said, *choice, (*deals).into());
            }
        }
    }
    let found = find(&sayings, positions, Order::ByShare, 2_000);
    for rule in &found.rules {
        // Shares were of the hands between.
        let share = rule.share.checked_mul(share(of_between)).unwrap_or(Fraction::ZERO);
        point.rules.push(Rule { share, ..rule.clone() });
    }
    let open = |row: &Row| {
        let Some(hand) = row.hand else { return false };
        let mut ups = row.by_up.iter().enumerate().filter(|(_, deals)| deals.iter().any(|deals| *deals > 0));
        ups.any(|(up, _)| !found.decides(&sayings.of(&Between::new(hand, up))))
    };
    let open: Vec<&Row> = between.iter().copied().filter(|row| open(row)).collect();
    if !open.is_empty() {
        point.grids.push(chart(&open, choices));
        point.notes.push(
            "Where no rule fits the chart decides; hands that the rules decide alone are not in it. Where it has a star \
             the suits decide: ask with --seen \"CARDS@UP\"."
                .into(),
        );
    }
    point
}

/// A hand between, by ranks, against an up card.
struct Between {
    /// The ranks of the hand, highest first.
    ranks: [usize; 5],
    up: usize,
}

impl Between {
    fn new(hand: CardSet, up: usize) -> Between {
        let mut ranks = [0; 5];
        ranks.iter_mut().zip(hand.iter()).for_each(|(rank, card)| *rank = card.rank() as usize);
        Between { ranks, up }
    }
}

/// What can be said of a hand and an up card.
pub(super) fn said(seen: &Seen) -> Vec<String> {
    seen.up.map_or_else(Vec::new, |up| sayings().words_of(&Between::new(seen.own, up.rank() as usize)))
}

/// How the up card stands to a hand, alone and with how high the third and fourth cards are.
fn sayings() -> Sayings<Between> {
    type Relation = (&'static str, fn(&Between) -> bool);
    let relations: [Relation; 8] = [
        ("the up card matches one of your two highest", |b| b.ranks[..2].contains(&b.up)),
        ("the up card matches your third card", |b| b.ranks[2] == b.up),
        ("the up card matches your fourth or fifth card", |b| b.ranks[3..].contains(&b.up)),
        ("the up card matches none of your cards", |b| !b.ranks.contains(&b.up)),
        ("the up card lies between your second and third", |b| b.ranks[1] > b.up && b.up > b.ranks[2]),
        ("the up card lies between your third and fourth", |b| b.ranks[2] > b.up && b.up > b.ranks[3]),
        ("the up card lies between your fourth and fifth", |b| b.ranks[3] > b.up && b.up > b.ranks[4]),
        ("the up card is lower than all your cards", |b| b.up < b.ranks[4]),
    ];
    let mut sayings = Sayings::new();
    for (words, holds) in relations {
        sayings.say(format!("with a hand between, where {words}"), holds);
        for (place, card) in [(2, "third"), (3, "fourth")] {
            for bound in 4..12 {
                let rank = Rank::ALL[bound].letter();
                let said = |side: &str| {
                    format!("with a hand between, where {words} and your {card} is {rank} or {side}")
                };
                sayings.say(said("higher"), move |b| holds(b) && b.ranks[place] >= bound);
                sayings.say(said("lower"), move |b| holds(b) && b.ranks[place] <= bound);
            }
        }
    }
    sayings
}

/// Hands between, best first, against each up card; hands one after another with the same row are one.
fn chart(between: &[&Row], choices: &[Choice; 3]) -> Grid {
    let mut rows: Vec<(CardSet, CardSet, Vec<String>)> = Vec::new();
    for row in between {
        let Some(hand) = row.hand else { continue };
        let mark = |deals: &[u64; 3]| match deals {
            [_, 0, 0] => "·".to_string(),
            [0, _, 0] | [0, 0, _] if choices[1] == choices[2] => "B".into(),
            [0, _, 0] => short_mark(choices[1]),
            [0, 0, _] => short_mark(choices[2]),
            _ => "*".into(),
        };
        let marks: Vec<String> = row.by_up.iter().map(mark).collect();
        match rows.last_mut() {
            Some((_, weakest, last)) if *last == marks => *weakest = hand,
            _ => rows.push((hand, hand, marks)),
        }
    }
    let named = rows.into_iter().map(|(best, weakest, marks)| {
        if best == weakest {
            (hand_words(best), marks)
        } else {
            (format!("{} to {}", hand_words(best), hand_words(weakest)), marks)
        }
    });
    let ups = Rank::ALL.iter().map(|rank| rank.letter().to_string());
    Grid {
        title: "Your hand against the dealer's up card".into(),
        columns: std::iter::once("hand".to_string()).chain(ups).collect(),
        rows: named.collect(),
        legend: "B or a number: bet, · fold, * the suits decide".into(),
    }
}
