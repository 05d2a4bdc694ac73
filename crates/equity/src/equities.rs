//! What came out: deals won, shared and lost, and the share of the pot as an exact fraction.

use crate::tally::Tally;
use money::Fraction;

/// How the deals were found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Every deal there is was counted.
    Exact,
    /// Deals at random; shares have a standard error.
    Sampled,
}

/// The equities of all players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Equities {
    /// How the deals were found.
    pub method: Method,
    /// How many deals were counted.
    pub deals: u128,
    /// In hi-lo games, the deals in which nobody had a low that qualifies.
    pub without_low: Option<u128>,
    /// Player by player.
    pub players: Vec<Equity>,
}

/// The equity of one player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Equity {
    /// Deals in which the player won the whole pot.
    pub won: u128,
    /// Deals in which the player won a part of it.
    pub tied: u128,
    /// Deals in which the player won nothing.
    pub lost: u128,
    /// The tied deals by the number of players that shared equally, where there is no low half: two ways first.
    pub tied_ways: Vec<u128>,
    /// The halves, in hi-lo games.
    pub hi_lo: Option<HiLo>,
    /// The share of all pots together.
    pub share: Fraction,
    /// In samples, the standard error of the share in ten-thousand-millionths of the pot.
    pub standard_error: Option<u128>,
}

/// How a player did in the halves of a hi-lo game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HiLo {
    /// Deals in which the player alone had the best high hand.
    pub high_won: u128,
    /// Deals in which the best high hand was shared.
    pub high_tied: u128,
    /// Deals in which the player alone had the best low.
    pub low_won: u128,
    /// Deals in which the best low was shared.
    pub low_tied: u128,
}

/// A pot in parts that any number of players up to twelve can share, and two halves each.
const POT: u64 = 2 * 27_720;

impl Equities {
    pub(crate) fn new(method: Method, has_low: bool, tally: &Tally) -> Equities {
        let players = tally.players();
        let (mut deals, mut without_low) = (0u128, 0u128);
        tally.each(|outcome, count| {
            deals += u128::from(count);
            if outcome >> players == 0 {
                without_low += u128::from(count);
            }
        });
        let players = (0..players).map(|player| Equity::new(method, has_low, tally, player, deals)).collect();
        Equities { method, deals, without_low: has_low.then_some(without_low), players }
    }
}

impl Equity {
    fn new(method: Method, has_low: bool, tally: &Tally, player: usize, deals: u128) -> Equity {
        let players = tally.players();
        let (mut won, mut tied, mut hi_lo) = (0, 0, HiLo::default());
        let mut tied_ways = vec![0; players - 1];
        let (mut sum, mut squares) = (0u128, 0u128);
        tally.each(|outcome, count| {
            let count = u128::from(count);
            let (high, low) = (outcome & ((1 << players) - 1), outcome >> players);
            let ways = |winners: u32| (winners >> player & 1 == 1).then(|| winners.count_ones());
            // Without a low the high hand wins both halves.
            let halves = [ways(high), ways(if low == 0 { high } else { low })];
            let parts: u64 = halves.into_iter().flatten().map(|ways| POT / 2 / u64::from(ways)).sum();
            match (ways(high), ways(low)) {
                (Some(1), _) => hi_lo.high_won += count,
                (Some(_), _) => hi_lo.high_tied += count,
                (None, _) => {}
            }
            match ways(low) {
                Some(1) => hi_lo.low_won += count,
                Some(_) => hi_lo.low_tied += count,
                None => {}
            }
            match parts {
                0 => {}
                POT => won += count,
                _ => tied += count,
            }
            if let (Some(ways @ 2..), false) = (ways(high), has_low) {
                tied_ways[ways as usize - 2] += count;
            }
            sum += count * u128::from(parts);
            squares += count * u128::from(parts) * u128::from(parts);
        });
        let whole = deals * u128::from(POT);
        let share = Fraction::new(sum as i128, (whole as i128).max(1)).unwrap_or(Fraction::ZERO);
        Equity {
            won,
            tied,
            lost: deals - won - tied,
            tied_ways: if has_low { Vec::new() } else { tied_ways },
            hi_lo: has_low.then_some(hi_lo),
            share,
            standard_error: (method == Method::Sampled).then(|| standard_error(deals, sum, squares)),
        }
    }

    /// The share with so many significant digits, the last one rounded: "0.8264".
    pub fn share_decimal(&self, digits: usize) -> String {
        self.share.to_significant(digits)
    }

    /// The standard error as a decimal: "0.0002345678".
    pub fn standard_error_decimal(&self) -> Option<String> {
        self.standard_error.map(|error| format!("{}.{:010}", error / SCALE, error % SCALE))
    }
}

/// The parts of a pot in which standard errors are told.
const SCALE: u128 = 10_000_000_000;

/// The square root of the variance over the number of deals.
fn standard_error(deals: u128, sum: u128, squares: u128) -> u128 {
    if deals < 2 {
        return SCALE;
    }
    let spread = (squares * deals).saturating_sub(sum * sum);
    let pot = u128::from(POT);
    // Multiplied and divided in turns, so that nothing outgrows its place.
    let per_deal = spread / deals * SCALE / (pot * pot);
    (per_deal * SCALE / deals / (deals - 1)).isqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_of_a_fair_coin_is_half_over_the_root() {
        // Ten thousand deals, half of them won: 0.5 / 100, and a little more for the mean that was not known.
        let pot = u128::from(POT);
        let error = standard_error(10_000, 5_000 * pot, 5_000 * pot * pot);
        assert!((50_000_000..50_010_000).contains(&error), "{error}");
    }
}
