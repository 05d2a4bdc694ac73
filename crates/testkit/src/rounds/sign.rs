//! What the table of a random round displays.

use super::Pair;
use crate::dice::Dice;
use crate::naive::{Jackpot, Sign};
use std::collections::BTreeMap;

/// A sign for a table where an Ante is about this many cents.
pub(super) fn sign(dice: &mut Dice, pair: Pair, about: i64) -> Sign {
    let mut sign = Sign { smallest_chip: dice.pick(&[1, 1, 50, 100, 100, 250, 500]), ..Sign::default() };
    sign.method_b = pair.is_crown_sydney() && dice.chance(50);
    if dice.chance(30) {
        let odd = if dice.chance(30) { dice.from_to(0, 99) } else { 0 };
        sign.max_payout = Some(dice.pick(&[1_00, 50_00, 50_000, 100_000, 2_500_000, 10_000_000]) + odd);
    }
    if dice.chance(35) {
        limits(dice, pair, about, &mut sign);
    }
    if pair == Pair::UltimateHoldem && dice.chance(40) {
        sign.multiples = multiples(dice);
    }
    if pair == Pair::ThreeCard {
        sign.ante_bonus = dice.pick(&['A', 'B', 'C']);
        sign.pair_plus = dice.pick(&['A', 'B', 'C', 'D', 'E', 'F']);
        sign.six_card_bonus = dice.pick(&['A', 'B', 'C', 'D', 'E']);
    }
    if dice.chance(80) {
        sign.jackpot = Some(jackpot(dice, pair));
    }
    sign
}

/// Limits around the Ante, so that many a wager is at, above or below one.
fn limits(dice: &mut Dice, pair: Pair, about: i64, sign: &mut Sign) {
    let approved = pair.is_crown_sydney() || dice.chance(10);
    for &(on, times) in pair.spots() {
        if !dice.chance(50) {
            continue;
        }
        let near = |dice: &mut Dice, quarters: &[i64]| {
            let odd = dice.pick(&[0, 0, 0, 1, -1]);
            (about * times * dice.pick(quarters) / 4 + odd).max(1)
        };
        let put = |limits: &mut BTreeMap<String, i64>, amount| limits.insert(on.to_string(), amount);
        let least = near(dice, &[1, 2, 3, 4, 5]);
        let min = near(dice, &[1, 2, 3, 4, 4, 5, 8]).max(if approved { least } else { 1 });
        let max = near(dice, &[2, 3, 4, 4, 5, 6, 8, 12, 40]).max(min);
        if approved && dice.chance(60) {
            put(&mut sign.approved_min, least);
        }
        if dice.chance(60) {
            put(&mut sign.min, min);
        }
        if dice.chance(60) {
            put(&mut sign.max, max);
        }
    }
}

/// The highest of each stage is below that of the stage before.
fn multiples(dice: &mut Dice) -> [Vec<i64>; 3] {
    let first = dice.from_to(3, 10);
    let second = dice.from_to(2, first - 1);
    let third = dice.from_to(1, second - 1);
    [first, second, third].map(|highest| {
        let mut stage: Vec<i64> = (1..highest).filter(|_| dice.chance(30)).collect();
        stage.push(highest);
        if dice.chance(30) {
            stage.reverse();
        }
        stage
    })
}

fn jackpot(dice: &mut Dice, pair: Pair) -> Jackpot {
    let mut jackpot = Jackpot {
        option: 0,
        seed: 0,
        increment_ppm: 0,
        wager: dice.pick(&[5_00, 5_00, 1_00, 2_50, 10_00, 50, 37]),
        meter: 0,
        bonus_royal: None,
        bonus_straight_flush: None,
    };
    let seed_cents = if pair == Pair::StarMississippi {
        jackpot.seed = dice.pick(&[0, 0, 5_000, 12_345, 50_000, 100_000]);
        jackpot.increment_ppm = dice.pick(&[0, 100_000, 300_000, 333_333, 1_000_000, 1, 284_400]);
        let amounts = [50_00, 20_000, 1, 99_99];
        jackpot.bonus_royal = dice.chance(40).then(|| dice.pick(&amounts));
        jackpot.bonus_straight_flush = dice.chance(40).then(|| dice.pick(&amounts));
        jackpot.seed * 100
    } else if pair.is_crown_sydney() {
        jackpot.option = dice.from_to(1, 6) as u8;
        jackpot.seed = dice.pick(&[20_000, 40_000, 50_000, 60_000, 80_000, 100_000]);
        jackpot.seed * jackpot.wager
    } else {
        jackpot.option = dice.from_to(1, 2) as u8;
        jackpot.seed = dice.pick(&[10_000, 20_000, 30_000, 40_000, 50_000, 60_000, 75_000]);
        jackpot.seed * jackpot.wager
    };
    jackpot.meter = meter(dice, seed_cents);
    jackpot
}

/// Where a meter stands, in millionths of a cent: often just above or below a whole cent or dollar.
fn meter(dice: &mut Dice, seed_cents: i64) -> i128 {
    let cents = match dice.below(100) {
        0..15 => seed_cents,
        15..75 => seed_cents + dice.from_to(0, 2 * seed_cents.max(1_000_000)),
        75..85 => dice.from_to(1_00, seed_cents.max(2_00)),
        _ => dice.pick(&[10_000_000, 8_100_000, 5_000_000, 100_000_000, 500_001, 4_999_999]),
    };
    let cents = if dice.chance(40) { cents / 100 * 100 } else { cents };
    let part = match dice.below(100) {
        0..50 => 0,
        50..75 => dice.pick(&[1, 2, 499_999, 500_000, 999_998, 999_999]),
        _ => dice.from_to(0, 999_999),
    };
    i128::from(cents) * 1_000_000 + i128::from(part)
}
