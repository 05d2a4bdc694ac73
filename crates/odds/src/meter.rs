//! The life of a meter: how often it is hit, how high it stands then, and what the house must put in.
//!
//! All amounts are multiples of one wager. Between two hits the meter grows by the increment of each wager, so by a
//! geometrically distributed number of equal steps. What stays on average follows from what flows in and out and is an
//! exact fraction, except where a book keeps the meter from falling below its seed, or guarantees a least award: those
//! depend on how the meter is distributed at a hit.

use crate::fixed::Fixed;
use money::Fraction;

/// The chances of a wager to take from the meter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chances {
    /// All of it.
    pub(crate) royal: Fraction,
    /// A part.
    pub(crate) flush: Fraction,
    /// That part.
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
    /// below. None where nothing is taken from it or nothing is put onto it.
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
        let floor = match floored && increment > Fraction::ZERO && chances.flush > Fraction::ZERO {
            true => floor_rate(&chances, increment, seed)?,
            false => Fraction::ZERO,
        };
        // What flows in flows out: the increment, the seed after royals and what the floor takes, against all of the
        // meter at a royal and a part of it at a straight flush.
        let flows_in = increment.checked_add(seed.checked_mul(chances.royal)?)?.checked_add(floor)?;
        let taken = chances.royal.checked_add(chances.share.checked_mul(chances.flush)?)?;
        let mean_at_hit = flows_in.checked_div(taken)?;
        let guarantee = match guaranteed {
            Some(least) => guarantee_rate(&chances, increment, seed, least),
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

/// What the house adds for each wager to awards below their guaranteed least: the distribution of the meter at a hit is
/// worked out on a grid, again and again until it stays. Good to about six digits.
fn guarantee_rate(
    chances: &Chances,
    increment: Fraction,
    seed: Fraction,
    (royal_least, flush_least): (Fraction, Fraction),
) -> Fraction {
    let grid = || {
        let hit = chances.royal.checked_add(chances.flush)?;
        let left = Fraction::ONE.checked_sub(chances.share)?;
        let growth = increment.checked_div(hit)?;
        let top = seed.checked_add(growth.checked_mul(Fraction::from(30))?)?;
        let step = cut(top.checked_div(Fraction::from(GRID as i128))?);
        let share = Fixed::of(chances.flush.checked_div(hit)?);
        let meter = at_hits(step, growth, (seed, false), left, share)?;
        let mut royal = Fixed::ZERO;
        let mut flush = Fixed::ZERO;
        let steps = |amount: Fraction| amount.checked_div(step).map(Fixed::of);
        let (royal_least, flush_least) = (steps(royal_least)?, steps(flush_least)?);
        let share_taken = Fixed::of(chances.share);
        for (at, mass) in meter.iter().enumerate() {
            let at = Fixed::of(Fraction::from(at as i128));
            let add = |sum: &mut Fixed, short: Fixed| {
                if !short.is_below_zero() {
                    *sum = sum.plus(mass.times(short));
                }
            };
            add(&mut royal, royal_least.minus(at));
            add(&mut flush, flush_least.minus(at.times(share_taken)));
        }
        let royal = royal.to_fraction().checked_mul(step).map(cut)?.checked_mul(chances.royal).map(cut)?;
        let flush = flush.to_fraction().checked_mul(step).map(cut)?.checked_mul(chances.flush).map(cut)?;
        royal.checked_add(flush)
    };
    grid().unwrap_or(Fraction::ZERO)
}

/// Points of the grid.
const GRID: usize = 20_000;

/// The distribution of the meter at a hit, by steps of the grid.
fn at_hits(
    step: Fraction,
    growth: Fraction,
    (seed, floored): (Fraction, bool),
    left: Fraction,
    flush: Fixed,
) -> Option<Vec<Fixed>> {
    let steps = |amount: Fraction| amount.checked_div(step).map(Fixed::of);
    let (seed, left) = (steps(seed)?, Fixed::of(left));
    let growth = steps(growth)?;
    // An exponential growth, whose every piece between two points is shared out between them.
    let one_step = Fixed::ONE.over(growth);
    let fade = one_step.exp_of_minus();
    let mean_piece = Fixed::ONE.minus(fade).over(one_step);
    let (near, far) = (Fixed::ONE.minus(mean_piece), mean_piece.minus(fade));
    let put = |cells: &mut [Fixed], at: Fixed, mass: Fixed| {
        let whole = at.to_fraction().floor();
        let part = at.minus(Fixed::of(Fraction::from(whole)));
        let whole = (whole as usize).min(GRID - 1);
        cells[whole] = cells[whole].plus(mass.times(Fixed::ONE.minus(part)));
        cells[whole + 1] = cells[whole + 1].plus(mass.times(part));
    };
    let mut meter = vec![Fixed::ZERO; GRID + 1];
    meter[GRID / 30] = Fixed::ONE;
    // Where each point goes when a straight flush takes its part.
    let goes: Vec<(usize, Fixed)> = (0..=GRID)
        .map(|at| {
            let to = Fixed::of(Fraction::from(at as i128)).times(left);
            let to = if floored { to.max(seed) } else { to };
            let whole = to.to_fraction().floor();
            (whole as usize, to.minus(Fixed::of(Fraction::from(whole))))
        })
        .collect();
    for _ in 0..250 {
        let mut after = vec![Fixed::ZERO; GRID + 2];
        put(&mut after, seed, Fixed::ONE.minus(flush));
        for (mass, (whole, part)) in meter.iter().zip(&goes).filter(|(mass, _)| **mass != Fixed::ZERO) {
            let mass = mass.times(flush);
            let high = mass.times(*part);
            after[*whole] = after[*whole].plus(mass.minus(high));
            after[whole + 1] = after[whole + 1].plus(high);
        }
        let mut growing = Fixed::ZERO;
        for (at, cell) in meter.iter_mut().enumerate() {
            let before = growing;
            growing = before.times(fade).plus(after[at]);
            *cell = growing.times(near).plus(before.times(far));
        }
    }
    Some(meter)
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
            let growth = increment.checked_div(hit).unwrap();
            let top = seed.checked_add(growth.checked_mul(Fraction::from(30)).unwrap()).unwrap();
            let step = cut(top.checked_div(Fraction::from(GRID as i128)).unwrap());
            let meter =
                at_hits(step, growth, (seed, true), fraction(9, 10), Fixed::of(fraction(9, 10))).unwrap();
            let seed_steps = Fixed::of(seed.checked_div(step).unwrap());
            let mut short = Fixed::ZERO;
            for (at, mass) in meter.iter().enumerate() {
                let left = Fixed::of(fraction(9 * at as i128, 10));
                if left < seed_steps {
                    short = short.plus(mass.times(seed_steps.minus(left)));
                }
            }
            let grid = short.to_fraction().checked_mul(step).unwrap();
            let grid = cut(grid).checked_mul(chances.flush).unwrap();
            // The grid is coarse: one part in five hundred.
            let off = cut(grid).checked_sub(series).unwrap();
            let most = series.checked_div(Fraction::from(500)).unwrap();
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
    fn nothing_taken_is_no_life() {
        let never = Chances { royal: Fraction::ZERO, flush: Fraction::ZERO, share: Fraction::ZERO };
        assert_eq!(Life::of(never, Fraction::ONE, Fraction::ONE, true, None), None);
    }
}
