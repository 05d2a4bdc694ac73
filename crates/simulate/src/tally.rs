//! What a simulation adds up, in whole cents: sums and sums of squares, so that blocks can be added in any order.

use money::Money;

/// What one wager did over many rounds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub on: String,
    /// Rounds (times seats) in which it was staked or paid.
    pub count: u64,
    /// What was staked, in cents.
    pub staked: i128,
    /// What players gained over it, in cents; below zero where the house did.
    pub net: i128,
    /// Sum of the squares of the gains.
    pub squares: u128,
    /// How often it won.
    pub wins: u64,
    /// How often it lost.
    pub losses: u64,
    /// How often the stake simply went back.
    pub pushes: u64,
}

/// Everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    pub rounds: u64,
    /// Hands played: rounds times seats.
    pub hands: u64,
    /// Events that the engine said.
    pub events: u64,
    /// By wager, in the order of the game.
    pub wagers: Vec<Tally>,
    /// All wagers of a hand together, its Ante as what it is measured by.
    pub whole: Tally,
}

/// An estimate and its 95% confidence interval, in parts per million.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    pub ppm: i64,
    /// Half the width of the interval.
    pub margin: i64,
}

impl Tally {
    /// Adds one settled wager.
    pub(crate) fn add(&mut self, staked: Money, net: Money) {
        let net = i128::from(net.cents());
        self.count += 1;
        self.staked += i128::from(staked.cents());
        self.net += net;
        self.squares += net.unsigned_abs() * net.unsigned_abs();
        match net {
            1.. => self.wins += 1,
            0 => self.pushes += 1,
            _ => self.losses += 1,
        }
    }

    /// Adds another.
    pub(crate) fn merge(&mut self, other: &Tally) {
        self.count += other.count;
        self.staked += other.staked;
        self.net += other.net;
        self.squares += other.squares;
        self.wins += other.wins;
        self.losses += other.losses;
        self.pushes += other.pushes;
    }

    /// The players' gain as a part of what this wager, or another measure, was staked: by the normal approximation,
    /// in whole numbers throughout. None where nothing was staked.
    pub fn gain(&self, measure: i128) -> Option<Interval> {
        if measure <= 0 || self.count == 0 {
            return None;
        }
        let count = i128::from(self.count);
        let ppm = self.net * 1_000_000 / measure;
        // Sum of squared deviations = squares - net^2 / count; its root over the measure is one standard error.
        let squares = i128::try_from(self.squares).unwrap_or(i128::MAX);
        let deviations = (squares - self.net * self.net / count).max(0).unsigned_abs();
        let error = deviations.isqrt();
        let margin = error.saturating_mul(1_960_000) / measure.unsigned_abs();
        let narrow = |wide: i128| i64::try_from(wide).unwrap_or(i64::MAX);
        Some(Interval { ppm: narrow(ppm), margin: narrow(i128::try_from(margin).unwrap_or(i128::MAX)) })
    }
}

impl Totals {
    /// Adds another block.
    pub(crate) fn merge(&mut self, other: &Totals) {
        self.rounds += other.rounds;
        self.hands += other.hands;
        self.events += other.events;
        self.whole.merge(&other.whole);
        if self.wagers.is_empty() {
            self.wagers = other.wagers.clone()
        } else {
            self.wagers.iter_mut().zip(&other.wagers).for_each(|(mine, theirs)| mine.merge(theirs))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fair_coin_has_its_textbook_interval() {
        let mut tally = Tally::default();
        for toss in 0..10_000 {
            let net = if toss % 2 == 0 { 1_00 } else { -1_00 };
            tally.add(Money::from_cents(1_00), Money::from_cents(net));
        }
        // One standard error of a mean of +1 and -1 over 10,000 tosses is 1%: 1.96 of them are 1.96%.
        assert_eq!(tally.gain(tally.staked), Some(Interval { ppm: 0, margin: 19_600 }));
        assert_eq!((tally.wins, tally.losses, tally.pushes), (5_000, 5_000, 0));
    }

    #[test]
    fn nothing_staked_is_nothing_to_measure() {
        assert_eq!(Tally::default().gain(0), None);
    }
}
