//! What of a wager counts when it is found at settlement, and how winnings are rounded.

use super::{Book, Line, Round, Seat};

/// A wager as it was found on its spot.
#[derive(Debug, Clone)]
pub(super) struct Stake {
    pub(super) on: String,
    /// What was put up.
    pub(super) staked: i64,
    /// What of it wins or loses; the rest goes back.
    pub(super) counts: i64,
    pub(super) fate: Fate,
    pub(super) token: bool,
}

/// Whether a wager takes part in the round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// It is settled by the cards.
    Plays,
    /// There is no such wager: it goes back whole.
    Void,
    /// It goes back whole whatever the cards say (Melbourne, after a warning).
    Returned,
}

/// What the cards say of a wager.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It wins this much.
    Wins(i64),
    Loses,
    StandsOff,
    /// The game gives it back (Caribbean Stud 8.4.4(d)).
    GoesBack,
}

impl Stake {
    /// A wager as put up, all of which counts.
    pub(super) fn plain(seat: &Seat, on: &str, staked: i64) -> Stake {
        let token = seat.tokens.iter().any(|spot| spot == on);
        Stake { on: on.to_string(), staked, counts: staked, fate: Fate::Plays, token }
    }

    /// A wager held against the limits of its spot.
    pub(super) fn found(round: &Round, seat: &Seat, on: &str, staked: i64) -> Stake {
        let mut stake = Stake::plain(seat, on, staked);
        let below = |limit: Option<&i64>| limit.is_some_and(|&limit| staked < limit);
        match round.book {
            // 7.2.2 below what the regulator approved; 7.2.3 settles what lies between that and the sign.
            Book::CrownSydney if below(round.sign.approved_min.get(on)) => stake.fate = Fate::Void,
            // 6.2.1 and 8.2.1: settled once, and after a warning returned whatever the result.
            Book::MelbourneMississippi | Book::MelbourneThreeCard
                if seat.warned_under_minimum && below(round.sign.min.get(on)) =>
            {
                stake.fate = Fate::Returned;
            }
            // The Star 6.2: valid.
            _ => {}
        }
        // 7.2.5, The Star 6.3, 6.2.2, 8.2.2: paid or collected to the maximum.
        if let Some(&max) = round.sign.max.get(on) {
            stake.at_most(max);
        }
        stake
    }

    /// No more than this of the wager counts.
    pub(super) fn at_most(&mut self, limit: i64) {
        self.counts = self.counts.min(limit);
    }

    /// What of the wager is at risk.
    pub(super) fn live(&self) -> i64 {
        if self.fate == Fate::Plays { self.counts } else { 0 }
    }

    /// The ruling on the wager.
    pub(super) fn line(&self, outcome: Outcome) -> Line {
        let rest = self.staked - self.counts;
        let (result, paid, returned) = match (self.fate, outcome) {
            (Fate::Void, _) => ("void", 0, self.staked),
            (Fate::Returned, _) => ("returned", 0, self.staked),
            (Fate::Plays, Outcome::Wins(paid)) if self.token => ("win", paid, rest),
            (Fate::Plays, Outcome::Wins(paid)) => ("win", paid, self.staked),
            (Fate::Plays, Outcome::Loses) => ("lose", 0, rest),
            (Fate::Plays, Outcome::StandsOff) => ("stand-off", 0, self.staked),
            (Fate::Plays, Outcome::GoesBack) => ("returned", 0, self.staked),
        };
        Line { on: self.on.clone(), staked: self.staked, result: result.to_string(), paid, returned }
    }
}

/// A wager at `times` to `to`: winnings on what counts, up to the next amount that can be paid in chips.
pub(super) fn odds(round: &Round, stake: &Stake, times: i64, to: i64) -> i64 {
    let unit = i128::from(unit(round));
    let exact_over = i128::from(stake.counts) * i128::from(times);
    cents(ceiling(exact_over, i128::from(to) * unit) * unit)
}

/// The same where the pay table says "up to maximum payout".
pub(super) fn capped_odds(round: &Round, stake: &Stake, times: i64, to: i64) -> i64 {
    let winnings = odds(round, stake, times, to);
    round.sign.max_payout.map_or(winnings, |most| winnings.min(most))
}

/// The smallest amount winnings are paid in: a chip (7.3, 6.2.3, 8.2.3), and the cent at The Star.
pub(super) fn unit(round: &Round) -> i64 {
    if round.book == Book::Star { 1 } else { round.sign.smallest_chip }
}

/// A whole number of times, rounded up.
pub(super) fn ceiling(number: i128, by: i128) -> i128 {
    number.div_euclid(by) + i128::from(number.rem_euclid(by) != 0)
}

/// Back from wide arithmetic to cents.
pub(super) fn cents(wide: i128) -> i64 {
    i64::try_from(wide).expect("an amount of money beyond all measure")
}

/// The Star 11.17: what goes beyond the loss limit is returned, the last bet first; a jackpot wager goes back whole
/// or not at all. `bets` stand in the order of time.
pub(super) fn within_loss_limit(seat: &Seat, bets: &mut [Stake]) {
    let Some((limit, net_loss)) = seat.loss_limit else { return };
    let headroom = limit - net_loss;
    let total: i64 = bets.iter().map(|bet| bet.staked).sum();
    let mut excess = (total - headroom).max(0);
    for bet in bets.iter_mut().rev() {
        let mut cut = bet.staked.min(excess);
        if bet.on == "jackpot" && cut > 0 {
            cut = bet.staked;
        }
        excess = (excess - cut).max(0);
        bet.at_most(bet.staked - cut);
        if cut == bet.staked {
            bet.fate = Fate::Void;
        }
    }
}

/// How many cents a decision such as `bet=45.00` or `play=8` puts up.
pub(super) fn amount_of(decision: &str) -> Option<i64> {
    let (_, dollars) = decision.split_once('=')?;
    let (whole, part) = dollars.split_once('.').unwrap_or((dollars, ""));
    assert!(part.len() <= 2, "cents are the smallest money: {decision}");
    let whole: i64 = whole.parse().unwrap_or_else(|_| panic!("no amount: {decision}"));
    let part: i64 = format!("{part:0<2}").parse().unwrap_or_else(|_| panic!("no amount: {decision}"));
    Some(whole * 100 + part)
}

/// How many times the Ante a decision such as `3x` or `bet 4x` is.
pub(super) fn times_of(decision: &str) -> Option<i64> {
    decision.strip_prefix("bet ").unwrap_or(decision).strip_suffix('x')?.parse().ok()
}
