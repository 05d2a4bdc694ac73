//! How a meter is distributed at a hit, on a grid of which each point is a straight flush away from another.
//!
//! Points are spaced evenly in proportion, and so closely that a straight flush takes the meter from one point exactly
//! to another, a fixed number of points lower; the seed is one of them. Only growth between two hits has to be shared
//! out between neighbouring points.

use crate::fixed::Fixed;
use money::Fraction;

/// Points that a straight flush takes the meter down.
const DROP: usize = 150;
/// More points than any meter needs.
const MOST: usize = 60_000;
/// Hits after which the start is forgotten: of ten hits, nine are straight flushes at most.
const HITS: usize = 300;

/// What is known of a meter.
pub(crate) struct Meter {
    /// What it starts from again, in wagers.
    pub(crate) seed: Fraction,
    /// It is put back there also where a straight flush leaves less.
    pub(crate) floored: bool,
    /// By how much it grows between two hits, on average.
    pub(crate) growth: Fraction,
    /// What a straight flush leaves of it.
    pub(crate) left: Fraction,
    /// The part of the hits that are straight flushes.
    pub(crate) flushes: Fraction,
}

impl Meter {
    /// The chance of each value of the meter at a hit, values in multiples of the seed, from the lowest that matters up.
    /// None where it does not grow or starts from nothing.
    pub(crate) fn at_hits(&self, lowest: Fraction) -> Option<Vec<(Fixed, Fixed)>> {
        if self.growth <= Fraction::ZERO || self.seed <= Fraction::ZERO || lowest <= Fraction::ZERO {
            return None;
        }
        let in_seeds = |amount: Fraction| amount.checked_div(self.seed).map(Fixed::of);
        let growth = in_seeds(self.growth)?;
        let step = root(Fixed::of(self.left), DROP);
        // From the seed down to the lowest, and up to where hardly any meter comes.
        let lowest = in_seeds(lowest)?;
        let top = Fixed::ONE.plus(growth.times(Fixed::of(Fraction::from(60))));
        let mut down = Vec::new();
        let mut value = Fixed::ONE;
        while value > lowest && down.len() < MOST / 2 {
            value = value.times(step);
            down.push(value);
        }
        let seed = down.len();
        let mut values: Vec<Fixed> = down.into_iter().rev().chain([Fixed::ONE]).collect();
        while values[values.len() - 1] < top && values.len() < MOST {
            values.push(values[values.len() - 1].over(step));
        }
        let shares =
            values.windows(2).map(|pair| Share::new(pair[1].minus(pair[0]).over(growth))).collect::<Vec<_>>();
        let flushes = Fixed::of(self.flushes);
        let mut at_hit = vec![Fixed::ZERO; values.len()];
        at_hit[seed] = Fixed::ONE;
        for _ in 0..HITS {
            let mut after = vec![Fixed::ZERO; values.len()];
            after[seed] = Fixed::ONE.minus(flushes);
            for (at, chance) in at_hit.iter().enumerate() {
                let to = at.saturating_sub(DROP);
                let to = if self.floored { to.max(seed) } else { to };
                after[to] = after[to].plus(chance.times(flushes));
            }
            at_hit.fill(Fixed::ZERO);
            let mut growing = Fixed::ZERO;
            for (at, share) in shares.iter().enumerate() {
                growing = growing.plus(after[at]);
                at_hit[at] = at_hit[at].plus(growing.times(share.near));
                at_hit[at + 1] = growing.times(share.far);
                growing = growing.times(share.on);
            }
            let last = values.len() - 1;
            at_hit[last] = at_hit[last].plus(growing).plus(after[last]);
        }
        Some(values.into_iter().zip(at_hit).collect())
    }
}

/// An exponential growth between two neighbouring points: what ends there is shared out between them so that its mean
/// stays, the rest goes on.
struct Share {
    near: Fixed,
    far: Fixed,
    on: Fixed,
}

impl Share {
    /// For points so far apart, in mean growths.
    fn new(apart: Fixed) -> Share {
        let on = apart.exp_of_minus();
        let half = Fixed::of(Fraction::new(1, 2).unwrap_or(Fraction::ZERO));
        if apart < Fixed::of(Fraction::new(1, 4_096).unwrap_or(Fraction::ZERO)) {
            // Quotients of small numbers lose digits, their series does not.
            let third = Fixed::ONE.over(Fixed::of(Fraction::from(3)));
            let far = apart.times(half.minus(apart.times(third)));
            return Share { near: Fixed::ONE.minus(on).minus(far), far, on };
        }
        let mean = Fixed::ONE.minus(on).over(apart);
        Share { near: Fixed::ONE.minus(mean), far: mean.minus(on), on }
    }
}

/// The number that, taken so many times, makes this one; of a number between nothing and one.
fn root(of: Fixed, times: usize) -> Fixed {
    let (mut low, mut high) = (Fixed::ZERO, Fixed::ONE);
    for _ in 0..60 {
        let middle = low.plus(high).halved();
        let power = (0..times).fold(Fixed::ONE, |power, _| power.times(middle));
        if power < of { low = middle } else { high = middle }
    }
    high
}
