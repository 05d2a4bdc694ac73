//! The boxes of a random round: wagers, decisions, and what was found wrong with them.

use super::Pair;
use crate::dice::Dice;
use crate::naive::{Seat, Sign};

/// An amount for a table where an Ante is about this many cents.
fn amount(dice: &mut Dice, about: i64) -> i64 {
    let cents = match dice.below(100) {
        0..50 => about,
        50..80 => about * dice.from_to(1, 12) / 4,
        80..92 => about + dice.from_to(-150, 150),
        92..97 => dice.from_to(1, 99),
        _ => about * dice.from_to(2, 60),
    };
    cents.max(1)
}

/// A box with its wagers and decisions, still without cards.
pub(super) fn seat(dice: &mut Dice, pair: Pair, sign: &Sign, about: i64) -> Seat {
    let mut seat = Seat::default();
    let ante = amount(dice, about);
    let mut put = |on: &str, cents: i64| seat.wagers.push((on.to_string(), cents));
    let mut has_ante = true;
    match pair {
        Pair::UltimateHoldem => {
            let unlike = dice.chance(15);
            put("ante", ante);
            put("blind", if unlike { (ante * dice.from_to(1, 12) / 4).max(1) } else { ante });
            if dice.chance(60) {
                put("trips", amount(dice, about));
            }
        }
        Pair::ThreeCard => {
            has_ante = dice.chance(80);
            if has_ante {
                put("ante", ante);
            }
            let pair_plus = dice.chance(60);
            if pair_plus {
                put("pair-plus", amount(dice, about));
            }
            if dice.chance(60) || !has_ante && !pair_plus {
                put("six-card-bonus", amount(dice, about));
            }
        }
        _ => put("ante", ante),
    }
    if let Some(jackpot) = sign.jackpot.as_ref().filter(|_| has_ante && dice.chance(80)) {
        put("jackpot", jackpot.wager);
    }
    seat.decisions = match pair {
        Pair::CaribbeanStud => vec![follow_up(dice, ante, "bet", 2, "bet").unwrap_or("fold".into())],
        Pair::UltimateHoldem => holdem(dice, sign, ante),
        Pair::ThreeCard if !has_ante => Vec::new(),
        Pair::ThreeCard => vec![
            follow_up(dice, ante, "play", 1, "play")
                .unwrap_or_else(|| if dice.chance(50) { "fold".into() } else { "fold ante".into() }),
        ],
        _ => streets(dice, ante),
    };
    vanish(dice, &mut seat.decisions);
    extras(dice, pair, &mut seat);
    seat
}

/// Some of those who check or fold are not there at all.
fn vanish(dice: &mut Dice, decisions: &mut [String]) {
    for decision in
        decisions.iter_mut().filter(|made| ["check", "fold", "fold ante"].contains(&made.as_str()))
    {
        if dice.chance(30) {
            *decision = "absent".to_string();
        }
    }
}

/// The word for a later wager, sometimes with an amount that is short or in excess; none for a fold.
fn follow_up(dice: &mut Dice, ante: i64, word: &str, times: i64, found: &str) -> Option<String> {
    match dice.below(100) {
        0..15 => None,
        15..70 => Some(word.to_string()),
        _ => Some(format!("{found}={}", dollars(wrong(dice, ante, times)))),
    }
}

/// An amount around so many times the Ante.
fn wrong(dice: &mut Dice, ante: i64, times: i64) -> i64 {
    let right = ante * times;
    let cents = match dice.below(8) {
        0 => right,
        1 => right - 1,
        2 => right + 1,
        3 => right / 2,
        4 => right * 2,
        5 => dice.from_to(1, ante),
        6 => dice.from_to(ante, 3 * ante),
        _ => dice.from_to(1, 12 * ante),
    };
    cents.max(1)
}

fn streets(dice: &mut Dice, ante: i64) -> Vec<String> {
    let mut decisions = Vec::new();
    for _ in 0..3 {
        match dice.below(100) {
            0..7 => {
                decisions.push("fold".to_string());
                break;
            }
            7..40 => decisions.push("1x".to_string()),
            40..55 => decisions.push("2x".to_string()),
            55..75 => decisions.push("3x".to_string()),
            _ => {
                let times = dice.pick(&[1, 3, 3]);
                decisions.push(format!("bet={}", dollars(wrong(dice, ante, times))));
            }
        }
    }
    decisions
}

fn holdem(dice: &mut Dice, sign: &Sign, ante: i64) -> Vec<String> {
    let mut decisions = Vec::new();
    for (stage, multiples) in sign.multiples.iter().enumerate() {
        let passes = if stage == 2 { 20 } else { 55 };
        if dice.chance(passes) {
            decisions.push(if stage == 2 { "fold" } else { "check" }.to_string());
            continue;
        }
        let times = dice.pick(multiples);
        let right = dice.chance(70);
        let found = |dice: &mut Dice| format!("bet={}", dollars(wrong(dice, ante, times)));
        decisions.push(if right { format!("bet {times}x") } else { found(dice) });
        break;
    }
    decisions
}

/// Tokens, warnings and a loss limit, where the book knows them.
fn extras(dice: &mut Dice, pair: Pair, seat: &mut Seat) {
    match pair {
        Pair::MelbourneMississippi | Pair::ThreeCard => {
            seat.warned_under_minimum = dice.chance(30);
            seat.warned_short = pair == Pair::MelbourneMississippi && dice.chance(30);
        }
        _ if dice.chance(25) => {
            // On any later wager, and on the first ones that were made.
            let lies = |on: &str| on != "trips" || seat.wagers.iter().any(|(spot, _)| spot == on);
            let spots = pair.spots().iter().map(|(on, _)| on.to_string()).filter(|on| lies(on));
            seat.tokens = spots.filter(|_| dice.chance(50)).collect();
        }
        _ => {}
    }
    if pair == Pair::StarMississippi && dice.chance(35) {
        let ante = seat.wagers[0].1;
        let headroom = dice.from_to(-ante, 12 * ante);
        let net_loss = if dice.chance(50) { 0 } else { dice.from_to(-50_00, 50_000) };
        seat.loss_limit = Some(((headroom + net_loss).max(0), net_loss));
    }
}

/// Cents as files write them.
pub(crate) fn dollars(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", cents.abs() / 100, cents.abs() % 100)
}
