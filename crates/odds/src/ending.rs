//! How rounds end: every deal counted under what was staked, how the hands compared and what the hand was.

use crate::setup::{Setup, Situation, Unsolved, sum};
use money::Fraction;
use std::collections::BTreeMap;

/// The most points of decision that a game has.
pub const DECISIONS: usize = 3;

/// What a player did in a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    /// What was staked at each decision, in Antes.
    pub stakes: [u8; DECISIONS],
    /// The decision at which the hand was given up.
    pub folded: Option<u8>,
}

/// A way in which rounds end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ending {
    /// What the player did.
    pub line: Line,
    /// How the hands compared; meaningless where the hand was given up before they did.
    pub situation: Situation,
    /// The class of the player's hand.
    pub class: usize,
}

/// Every deal of a game, counted by how it ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Endings {
    counts: BTreeMap<Ending, u128>,
}

impl Endings {
    /// Adds so many deals.
    pub(crate) fn add(&mut self, ending: Ending, deals: u128) {
        if deals > 0 {
            *self.counts.entry(ending).or_default() += deals;
        }
    }

    /// All of them, with the number of deals.
    pub fn iter(&self) -> impl Iterator<Item = (&Ending, u128)> {
        self.counts.iter().map(|(ending, deals)| (ending, *deals))
    }

    /// All deals.
    pub fn deals(&self) -> u128 {
        self.counts.values().sum()
    }

    /// The mean and the variance of what is gained.
    ///
    /// # Errors
    /// If the numbers do not fit.
    pub fn moments(&self, gain: impl Fn(&Ending) -> Fraction) -> Result<Moments, Unsolved> {
        Moments::of(self.iter().map(|(ending, deals)| (gain(ending), deals)))
    }
}

/// The mean and the variance of a gain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moments {
    pub mean: Fraction,
    /// The mean of its square, less the square of its mean.
    pub variance: Fraction,
}

impl Moments {
    /// Of gains with the number of deals that bring each.
    ///
    /// # Errors
    /// If the numbers do not fit.
    pub fn of(gains: impl Iterator<Item = (Fraction, u128)>) -> Result<Moments, Unsolved> {
        // Deals with the same gain together: few sums, and small ones.
        let mut by_gain: BTreeMap<Fraction, u128> = BTreeMap::new();
        for (gain, deals) in gains {
            *by_gain.entry(gain).or_default() += deals;
        }
        let deals: u128 = by_gain.values().sum();
        let too_large = || Unsolved("the sums over all deals do not fit: the odds are too large".into());
        let part = |deals_so: u128| {
            let (above, below) = (i128::try_from(deals_so).ok()?, i128::try_from(deals.max(1)).ok()?);
            Fraction::new(above, below).ok()
        };
        let mean = by_gain.iter().map(|(gain, deals)| gain.checked_mul(part(*deals)?));
        let mean = sum(mean.collect::<Option<Vec<_>>>().ok_or_else(too_large)?.into_iter())?;
        let square = by_gain.iter().map(|(gain, deals)| gain.checked_mul(*gain)?.checked_mul(part(*deals)?));
        let square = sum(square.collect::<Option<Vec<_>>>().ok_or_else(too_large)?.into_iter())?;
        let of_mean = mean.checked_mul(mean).ok_or_else(too_large)?;
        Ok(Moments { mean, variance: square.checked_sub(of_mean).ok_or_else(too_large)? })
    }
}

impl Setup<'_> {
    /// What the main play gains in such an ending, for an Ante of one.
    pub fn main_gain(&self, ending: &Ending) -> Fraction {
        let payoffs = &self.payoffs;
        let at = ending.situation.index();
        let staked = ending.line.stakes.iter().enumerate().filter(|(_, stake)| **stake > 0);
        let whole: i64 = match ending.line.folded {
            Some(folded) => {
                let later = &payoffs.folded_later[usize::from(folded)];
                payoffs.folded[usize::from(folded)]
                    + staked.map(|(decision, &stake)| i64::from(stake) * later[decision]).sum::<i64>()
            }
            None => {
                let later = |decision: usize| payoffs.later[decision][ending.class][at];
                payoffs.first[ending.class][at]
                    + staked.map(|(decision, &stake)| i64::from(stake) * later(decision)).sum::<i64>()
            }
        };
        Fraction::new(whole.into(), payoffs.unit.into()).expect("the unit is above zero")
    }

    /// What one of its wagers gains in such an ending, for an Ante of one: what it was staked, times what one unit gains.
    pub fn gain_on(&self, wager: usize, ending: &Ending) -> Fraction {
        let folded = ending.line.folded.map(usize::from);
        let one = self.gain(wager, folded, ending.situation, ending.class);
        let staked: i128 = if self.first.contains(&wager) || self.bonuses.contains(&wager) {
            1
        } else {
            let decisions = self.decisions.iter().zip(&ending.line.stakes);
            decisions
                .filter(|(decision, _)| decision.wager == wager)
                .map(|(_, stake)| i128::from(*stake))
                .sum()
        };
        one.checked_mul(Fraction::from(staked)).unwrap_or(Fraction::ZERO)
    }

    /// What the main play stakes in such an ending, for an Ante of one.
    pub fn main_stake(&self, ending: &Ending) -> Fraction {
        let later: usize = ending.line.stakes.iter().map(|stake| usize::from(*stake)).sum();
        Fraction::from((self.first.len() + later) as i128)
    }
}
