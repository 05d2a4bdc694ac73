//! An up card: hands that are always played or never, and a chart of those between against each up card.

use super::rules::{Order, Positions, Sayings, find};
use super::three_card::hand_words;
use super::{Grid, PointAdvice, Rule};
use crate::caribbean::Caribbean;
use crate::choice::{Choice, Manner};
use crate::setup::Setup;
use crate::solve::in_parts;
use cards::{CardSet, HandRank, Rank};
use money::Fraction;
use std::collections::BTreeMap;

/// What is done with a rank of hands against each rank of up card: how many deals bet.
#[derive(Default, Clone)]
struct Row {
    hand: Option<CardSet>,
    deals: u64,
    /// By up card: deals, and deals that are played.
    by_up: [(u64, u64); 13],
}

pub(super) fn points(setup: &Setup<'_>, game: &Caribbean<'_, '_>) -> Vec<PointAdvice> {
    let parts = in_parts(&setup.watch, game.ways(), 32, BTreeMap::<HandRank, Row>::new, |rows, range| {
        game.each(range, |case| {
            let played = game.choose(case, Manner::Best) != Choice::Fold;
            let row = rows.entry(case.rank).or_default();
            // Of all hands of a rank the one that looks plainest is shown.
            row.hand = Some(case.hand);
            row.deals += case.weight;
            let (deals, bets) = &mut row.by_up[case.up as usize];
            *deals += case.weight;
            *bets += if played { case.weight } else { 0 };
        });
    });
    let mut rows: BTreeMap<HandRank, Row> = BTreeMap::new();
    for (rank, part) in parts.into_iter().flatten() {
        let row = rows.entry(rank).or_default();
        row.hand = row.hand.or(part.hand);
        row.deals += part.deals;
        for (mine, theirs) in row.by_up.iter_mut().zip(part.by_up) {
            *mine = (mine.0 + theirs.0, mine.1 + theirs.1);
        }
    }
    vec![point(setup, &rows)]
}

fn point(setup: &Setup<'_>, rows: &BTreeMap<HandRank, Row>) -> PointAdvice {
    let all: u64 = rows.values().map(|row| row.deals).sum();
    let share = |deals: u64| Fraction::new(deals.into(), all.into()).unwrap_or(Fraction::ZERO);
    let always = |row: &Row| row.by_up.iter().all(|(deals, bets)| deals == bets);
    let never = |row: &Row| row.by_up.iter().all(|(_, bets)| *bets == 0);
    let bet = Choice::Bet(setup.decisions[0].least as u8);
    let strong: Vec<&Row> = rows.values().rev().take_while(|row| always(row)).collect();
    let weak: Vec<&Row> = rows.values().take_while(|row| never(row)).collect();
    let mut point = PointAdvice {
        name: setup.decisions[0].name.clone(),
        rules: Vec::new(),
        grids: Vec::new(),
        notes: Vec::new(),
    };
    let deals = |rows: &[&Row]| rows.iter().map(|row| row.deals).sum();
    if let Some(hand) = strong.last().and_then(|row| row.hand) {
        let when = format!("with {} or better", hand_words(hand));
        point.rules.push(Rule { when, choice: bet, share: share(deals(&strong)) });
    }
    if let Some(hand) = weak.last().and_then(|row| row.hand) {
        let when = format!("with {} or worse", hand_words(hand));
        point.rules.push(Rule { when, choice: Choice::Fold, share: share(deals(&weak)) });
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
        for (up, &(deals, bets)) in row.by_up.iter().enumerate().filter(|(_, (deals, _))| *deals > 0) {
            let said = sayings.of(&Between::new(hand, up));
            for (choice, weight) in
                [(bet, bets), (Choice::Fold, deals - bets)].into_iter().filter(|(_, n)| *n > 0)
            {
                positions.add(said, choice, weight.into());
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
        let mut ups = row.by_up.iter().enumerate().filter(|(_, (deals, _))| *deals > 0);
        ups.any(|(up, _)| !found.decides(&sayings.of(&Between::new(hand, up))))
    };
    let open: Vec<&Row> = between.iter().copied().filter(|row| open(row)).collect();
    if !open.is_empty() {
        point.grids.push(chart(&open));
        point.notes.push("Where no rule fits the chart decides; the suits do where it has a star: ask with --seen \"CARDS@UP\".".into());
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
        for least in 4..12 {
            let letter = Rank::ALL[least].letter();
            sayings.say(
                format!("with a hand between, where {words} and your third is {letter} or higher"),
                move |b| holds(b) && b.ranks[2] >= least,
            );
            sayings.say(
                format!("with a hand between, where {words} and your third is {letter} or lower"),
                move |b| holds(b) && b.ranks[2] <= least,
            );
            sayings.say(
                format!("with a hand between, where {words} and your fourth is {letter} or higher"),
                move |b| holds(b) && b.ranks[3] >= least,
            );
            sayings.say(
                format!("with a hand between, where {words} and your fourth is {letter} or lower"),
                move |b| holds(b) && b.ranks[3] <= least,
            );
        }
    }
    sayings
}

/// Hands between, best first, against each up card; hands one after another with the same row are one.
fn chart(between: &[&Row]) -> Grid {
    let mut rows: Vec<(CardSet, CardSet, Vec<String>)> = Vec::new();
    for row in between {
        let Some(hand) = row.hand else { continue };
        let mark = |(deals, bets): &(u64, u64)| match (bets, deals) {
            (0, _) => "·",
            (bets, deals) if bets == deals => "B",
            _ => "*",
        };
        let marks: Vec<String> = row.by_up.iter().map(|cell| mark(cell).to_string()).collect();
        match rows.last_mut() {
            Some((_, weakest, last)) if *last == marks => *weakest = hand,
            _ => rows.push((hand, hand, marks)),
        }
    }
    let named = rows.into_iter().map(|(best, weakest, marks)| match best == weakest {
        true => (hand_words(best), marks),
        false => (format!("{} to {}", hand_words(best), hand_words(weakest)), marks),
    });
    let ups = Rank::ALL.iter().map(|rank| rank.letter().to_string());
    Grid {
        title: "Your hand against the dealer's up card".into(),
        columns: std::iter::once("hand".to_string()).chain(ups).collect(),
        rows: named.collect(),
        legend: "B bet, · fold, * the suits decide".into(),
    }
}
