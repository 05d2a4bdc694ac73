//! Settlement of one wager as a rule rather than an event: which case decides, and what it pays for a unit staked.
//!
//! The table settles through this, and so does whoever works out a game's odds: there is one settlement.

use super::Banked;
use crate::sign::Sign;
use cards::HandRank;
use money::{Fraction, Odds};
use rulebook::{Against, Case, Cite, Facts, MethodFact, Outcome, PayLine, PayTable, Pays, Place, WagerRules};

/// What is known of a hand when its wagers are settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandFacts {
    /// How the hand was given up, where it was.
    pub folded: Option<Fold>,
    /// The dealer qualifies.
    pub qualifies: bool,
    /// The hand against the dealer's.
    pub against: Against,
    /// How the table deals.
    pub method: MethodFact,
}

/// How a hand was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// The step; none at settlement.
    pub step: Option<u8>,
    /// Whether its side wagers went with it.
    pub whole: bool,
}

/// How a wager is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payoff {
    /// What happens to it.
    pub result: Outcome,
    /// What a win pays; a part of the meter is not said here.
    pub odds: Option<Odds>,
    /// The place of the jackpot prize that it wins, best first.
    pub prize: Option<usize>,
    /// The clause that decides.
    pub cite: Cite,
}

impl Payoff {
    /// What a player gains on a stake of one. A payment without a stake of its own loses nothing.
    pub fn gain(&self) -> Fraction {
        match (self.result, self.odds) {
            (Outcome::Lose, _) => Fraction::from(-1),
            (Outcome::Win, Some(Odds::To(ratio))) => fraction(ratio.num().into(), ratio.den().into()),
            (Outcome::Win, Some(Odds::For(ratio))) => {
                fraction(i128::from(ratio.num()) - i128::from(ratio.den()), ratio.den().into())
            }
            _ => Fraction::ZERO,
        }
    }
}

fn fraction(num: i128, den: i128) -> Fraction {
    Fraction::new(num, den).expect("odds have no zero below the line")
}

impl Banked<'_> {
    /// How a wager is settled on a hand of that rank, whatever was staked: before rounding to chips and before any
    /// maximum payout of the sign.
    pub fn payoff(&self, sign: &Sign, wager: usize, known: &HandFacts, rank: HandRank) -> Payoff {
        let rules = &self.game.wager[wager];
        let prize = match rules.place {
            Place::Jackpot => self.prize(sign, rank),
            _ => None,
        };
        let case = self.case(rules, known, rank, prize.is_some());
        let wins = case.result == Outcome::Win;
        let odds = match &case.pays {
            Some(Pays::Odds(odds)) if wins => Some(*odds),
            Some(Pays::Table(id)) if wins => match prize {
                Some((_, prize)) => match prize.pays {
                    rulebook::PrizeAmount::For(odds) => Some(odds),
                    _ => None,
                },
                None => self.line(sign, id, rank).map(|(_, line)| line.pays.0),
            },
            _ => None,
        };
        let prize = prize.filter(|_| wins).map(|(place, _)| usize::from(place));
        Payoff { result: case.result, odds, prize, cite: case.clause }
    }

    /// The line of a pay table that a hand reaches.
    pub(super) fn line(&self, sign: &Sign, id: &str, rank: HandRank) -> Option<(&PayTable, &PayLine)> {
        let table = self.paytable(sign, id)?;
        table.lines.iter().find(|line| rank >= line.from).map(|line| (table, line))
    }

    /// The first case that fits.
    pub(super) fn case<'v>(
        &self,
        rules: &'v WagerRules,
        known: &HandFacts,
        rank: HandRank,
        pays_jackpot: bool,
    ) -> &'v Case {
        let fits = |when: &Facts| {
            when.folded.is_none_or(|folded| folded == known.folded.is_some())
                && when.folded_whole.is_none_or(|whole| whole == known.folded.is_some_and(|fold| fold.whole))
                && (when.folded_at.is_none()
                    || known.folded.is_some_and(|fold| fold.step.is_some() && fold.step == when.step))
                && when.qualifies.is_none_or(|qualifies| qualifies == known.qualifies)
                && when.against.is_none_or(|against| against == known.against)
                && (when.at_least.is_none() || rank >= when.floor)
                && when.method.is_none_or(|method| method == known.method)
                && when.pays_jackpot.is_none_or(|pays| pays == pays_jackpot)
        };
        let found = rules.case.iter().find(|case| fits(&case.when));
        found.unwrap_or_else(|| rules.case.last().expect("the loader wants a last case without conditions"))
    }
}
