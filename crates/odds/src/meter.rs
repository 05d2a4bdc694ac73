//! The life of a meter: how often it is hit, how high it stands then, and what the house must put in.
//!
//! All amounts are multiples of one wager. Between two hits the meter grows by the increment of each wager, so by a
//! geometrically distributed number of equal steps. What stays on average follows from what flows in and out and is an
//! exact fraction, except where a book keeps the meter from falling below its seed, or guarantees a least award: those
//! depend on how the meter is distributed at a hit.

use crate::fixed::Fixed;
use crate::grid::Meter;
use money::Fraction;

/// The chances of a wager to take from the meter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chances {
    /// All of it.
    pub(crate) royal: Fraction,
    pub(crate) flush: Fraction,
    pub(crate) share: Fraction,
}

/// How a meter fares in the long run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Life {
    /// The chance that a wager takes from the meter.
    pub hit: Fraction,
    /// The mean of the meter at a hit, this wager's own increment included.
    pub mean_at_hit: Fraction,
    /// What the house puts in for each wager where a straight flush leaves less than the seed.
    pub floor: Fraction,
    /// What the house adds for each wager to awards below their guaranteed least.
    pub guarantee: Fraction,
}

impl Life {
    /// The life of a meter that starts again from its seed after each royal; `floored`, also whenever it would fall
    /// below. None where nothing is taken from it.
    pub(crate) fn of(
        chances: Chances,
        increment: Fraction,
        seed: Fraction,
        floored: bool,
        guaranteed: Option<(Fraction, Fraction)>,
    ) -> Option<Life> {
        let hit = chances.royal.checked_add(chances.flush)?;
        if hit == Fraction::ZERO {
            return None;
        }
        let floor = if floored && increment > Fraction::ZERO && chances.flush > Fraction::ZERO {
            floor_rate(&chances, increment, seed)?
        } else {
            Fraction::ZERO
        };
        // What flows in flows out: the increment, the seed after royals and what the floor takes, against all of the
        // meter at a royal and a part of it at a straight flush.
        let flows_in = increment.checked_add(seed.checked_mul(chances.royal)?)?.checked_add(floor)?;
        let taken = chances.royal.checked_add(chances.share.checked_mul(chances.flush)?)?;
        let mean_at_hit = flows_in.checked_div(taken)?;
        let guarantee = match guaranteed {
            Some(least) => guarantee_rate(&chances, increment, seed, least).unwrap_or(Fraction::ZERO),
            None => Fraction::ZERO,
        };
        Some(Life { hit, mean_at_hit, floor, guarantee })
    }
}

/// What the house puts in for each wager where a straight flush leaves less than the seed.
///
/// The number of steps between hits is as good as an exponential time plus half a step (their means agree exactly, their
/// variances to one part in the square of a hit's rarity). The density of the meter `v` at a hit then obeys
/// `f'(v) = -λ f(v) + λ (s/a) f((v - δ)/a)` above the seed, where `a` is what a straight flush leaves, `s` its share of
/// the hits, `1/λ` the mean growth and `δ` the half step; its solution is a sum of exponentials
/// `b_k exp(-λ w / a^k)` in `w = v - δ/(1 - a)`, with `b_k = b_(k-1) (s/a) / (1 - 1/a^k)`.
fn floor_rate(chances: &Chances, increment: Fraction, seed: Fraction) -> Option<Fraction> {
    let hit = chances.royal.checked_add(chances.flush)?;
    let left = Fraction::ONE.checked_sub(chances.share)?;
    let half_step = increment.checked_div(Fraction::from(2))?;
    let growth = increment.checked_div(hit)?.checked_sub(half_step)?;
    let shift = half_step.checked_div(chances.share)?;
    // In units of the mean growth.
    let start = seed.checked_add(half_step)?.checked_sub(shift)?.checked_div(growth)?;
    let safe = seed.checked_div(left)?.checked_sub(shift)?.checked_div(growth)?;
    let (start, safe) = (Fixed::of(start), Fixed::of(safe));
    let width = safe.minus(start);
    let rising = Fixed::of(chances.flush.checked_div(hit)?.checked_div(left)?);
    let left_fixed = Fixed::of(left);
    let (mut weight, mut whole, mut short) = (Fixed::ONE, Fixed::ZERO, Fixed::ZERO);
    let mut rate = Fixed::ONE;
    for k in 0..200 {
        if k > 0 {
            rate = rate.over(left_fixed);
            weight = weight.times(rising).over(Fixed::ONE.minus(rate));
        }
        // All terms without the common factor exp(-start).
        let faded = start.times(rate.minus(Fixed::ONE)).exp_of_minus();
        let term = weight.times(faded);
        if term == Fixed::ZERO {
            break;
        }
        whole = whole.plus(term.over(rate));
        let end = Fixed::ONE.minus(width.times(rate).exp_of_minus());
        let part = width.over(rate).minus(end.over(rate).over(rate));
        short = short.plus(term.times(part));
    }
    // What is short of the seed at a straight flush, in units of growth.
    let mean = short.over(whole).times(left_fixed).to_fraction();
    mean.checked_mul(growth).map(cut)?.checked_mul(chances.flush).map(cut)
}

/// What the house adds for each wager to awards below their guaranteed least, from the distribution of the meter at a hit
/// on a grid. Good to about four digits.
fn guarantee_rate(
    chances: &Chances,
    increment: Fraction,
    seed: Fraction,
    (royal_least, flush_least): (Fraction, Fraction),
) -> Option<Fraction> {
    let hit = chances.royal.checked_add(chances.flush)?;
    let meter = Meter {
        seed,
        floored: false,
        growth: increment.checked_div(hit)?,
        left: Fraction::ONE.checked_sub(chances.share)?,
        flushes: chances.flush.checked_div(hit)?,
    };
    // Below a two-hundredth of the least awards it does not matter where the meter stands.
    let of_flush = flush_least.checked_div(chances.share)?;
    let lowest = royal_least.min(of_flush).checked_div(Fraction::from(200))?;
    let in_seeds = |amount: Fraction| amount.checked_div(seed).map(Fixed::of);
    let share = Fixed::of(chances.share);
    let at_hits = meter.at_hits(lowest)?;
    let (royal_least, flush_least) = (in_seeds(royal_least)?, in_seeds(flush_least)?);
    let (mut royal, mut flush) = (Fixed::ZERO, Fixed::ZERO);
    for (value, chance) in at_hits {
        royal = royal.plus(chance.times(royal_least.minus(value).max(Fixed::ZERO)));
        flush = flush.plus(chance.times(flush_least.minus(value.times(share)).max(Fixed::ZERO)));
    }
    let rate = |short: Fixed, chance: Fraction| {
        let in_wagers = cut(short.to_fraction().checked_mul(seed)?);
        in_wagers.checked_mul(chance).map(cut)
    };
    rate(royal, chances.royal)?.checked_add(rate(flush, chances.flush)?)
}

/// To fifteen decimals, so that fractions stay short.
fn cut(value: Fraction) -> Fraction {
    const DECIMALS: i128 = 1_000_000_000_000_000;
    let cut = || {
        let whole = value.floor();
        let rest = value.checked_sub(Fraction::from(whole))?;
        let places = rest.checked_mul(Fraction::from(DECIMALS))?.floor();
        Fraction::new(whole.checked_mul(DECIMALS)?.checked_add(places)?, DECIMALS).ok()
    };
    cut().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(num: i128, den: i128) -> Fraction {
        Fraction::new(num, den).unwrap()
    }

    /// The chances of five cards.
    const CHANCES: [(i128, i128); 2] = [(4, 2_598_960), (36, 2_598_960)];

    fn chances() -> Chances {
        let [royal, flush] = CHANCES.map(|(num, den)| fraction(num, den));
        Chances { royal, flush, share: fraction(1, 10) }
    }

    #[test]
    fn the_floor_is_what_a_grid_finds() {
        for (increment, seed) in [(3_406, 10_000), (2_790, 30_000), (1_500, 60_000)] {
            let increment = fraction(increment, 10_000);
            let seed = Fraction::from(seed);
            let chances = chances();
            let series = floor_rate(&chances, increment, seed).unwrap();
            let hit = fraction(40, 2_598_960);
            let meter = Meter {
                seed,
                floored: true,
                growth: increment.checked_div(hit).unwrap(),
                left: fraction(9, 10),
                flushes: fraction(9, 10),
            };
            let mut short = Fixed::ZERO;
            for (value, chance) in meter.at_hits(seed).unwrap() {
                let left = value.times(Fixed::of(fraction(9, 10)));
                short = short.plus(chance.times(Fixed::ONE.minus(left).max(Fixed::ZERO)));
            }
            let grid = short.to_fraction().checked_mul(seed).unwrap();
            let grid = cut(grid).checked_mul(chances.flush).unwrap();
            // Good to about four digits.
            let off = cut(grid).checked_sub(series).unwrap();
            let most = series.checked_div(Fraction::from(4_000)).unwrap();
            assert!(
                off <= most && off >= Fraction::ZERO.checked_sub(most).unwrap(),
                "{series} {}",
                grid.to_places(12)
            );
        }
    }

    #[test]
    fn without_a_floor_the_mean_follows_from_what_flows() {
        let life = Life::of(chances(), fraction(5_722, 10_000), Fraction::from(20_000), false, None).unwrap();
        // (0.5722 + 20,000 p) / (p + 0.1 * 9 p) with p = 1 / 649,740.
        let royals = fraction(5_722, 10_000).checked_mul(Fraction::from(649_740)).unwrap();
        let expected =
            royals.checked_add(Fraction::from(20_000)).unwrap().checked_div(fraction(19, 10)).unwrap();
        assert_eq!(life.mean_at_hit, expected);
        assert_eq!((life.hit, life.floor), (fraction(1, 64_974), Fraction::ZERO));
    }

    #[test]
    fn a_guarantee_adds_what_a_long_run_finds() {
        // A billion hits of a meter of The Star, seed 50,000 and a wager of 5: 1.5033 of ten million, give or take 0.005;
        // a finer grid: 1.50655.
        let least = (Fraction::from(10_000), Fraction::from(1_000));
        let found = guarantee_rate(&chances(), fraction(3, 10), Fraction::from(10_000), least).unwrap();
        let (low, high) = (fraction(15_060, 100_000_000_000), fraction(15_071, 100_000_000_000));
        assert!(found > low && found < high, "{}", found.to_significant(6));
        // The higher the seed, the less it adds; a meter that does not grow is not worked out.
        let higher = guarantee_rate(&chances(), fraction(3, 10), Fraction::from(100_000_000), least).unwrap();
        assert!(higher < found, "{}", higher.to_significant(6));
        assert_eq!(guarantee_rate(&chances(), Fraction::ZERO, Fraction::from(10_000), least), None);
    }

    #[test]
    fn nothing_taken_is_no_life() {
        let never = Chances { royal: Fraction::ZERO, flush: Fraction::ZERO, share: Fraction::ZERO };
        assert_eq!(Life::of(never, Fraction::ONE, Fraction::ONE, true, None), None);
    }
}
