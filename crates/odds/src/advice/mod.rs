//! Best play in a form that a person can use: a short rule where one is exact, a chart where none is.

mod caribbean;
mod mississippi;
mod rules;
mod three_card;
mod two_cards;
mod ultimate;

use crate::choice::{Choice, Seen};
use crate::solve::{How, Solved};
use cards::HandRank;
use money::Fraction;

/// Best play at every point of decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// In the order of the game.
    pub points: Vec<PointAdvice>,
}

/// Best play at one point of decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointAdvice {
    /// How the book calls it: "pre-flop".
    pub name: String,
    /// The first rule that fits decides. Rules are exact: they hold for every hand that they fit.
    pub rules: Vec<Rule>,
    /// What the rules leave open, or the same at a glance.
    pub grids: Vec<Grid>,
    /// What else there is to say.
    pub notes: Vec<String>,
}

/// A rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// When it fits, in words: "with a pair or better"; empty where it always does.
    pub when: String,
    /// What to do.
    pub choice: Choice,
    /// How often it is the rule that decides, of all hands that come to this decision.
    pub share: Fraction,
    /// The hand from which on it fits, where that is all that it asks.
    pub bound: Option<Bound>,
}

/// A hand from which on a rule fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It and every better one.
    AtLeast(HandRank),
    /// It and every worse one.
    AtMost(HandRank),
}

/// A chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// What it shows.
    pub title: String,
    /// Headings of the columns; the first is that of the rows.
    pub columns: Vec<String>,
    /// Rows: a heading and a short mark for each column ("B" bet, "4" bet four times, "-" check, "·" fold, "*" it
    /// depends), or a share.
    pub rows: Vec<(String, Vec<String>)>,
    /// What the marks mean.
    pub legend: String,
}

impl Solved<'_, '_> {
    /// Best play for people.
    pub fn advice(&self) -> Advice {
        let points = match &self.how {
            How::ThreeCard(game) => three_card::points(self.setup(), game),
            How::Caribbean(game) => caribbean::points(self.setup(), game),
            How::Mississippi(game) => mississippi::points(self.setup(), game),
            How::Ultimate(game) => ultimate::points(self.setup(), game),
        };
        Advice { points }
    }

    /// The rule that decides for a player who sees this, of the advice of this game; none where its rules leave the
    /// hand open. Rules are for hands that best play has brought to the decision; another may be an exception to them.
    pub fn rule<'a>(&self, advice: &'a Advice, seen: &Seen) -> Option<&'a Rule> {
        // What is not dealt in this game, nothing can be said of.
        if self.worths(seen).is_empty() {
            return None;
        }
        let said = match &self.how {
            How::ThreeCard(_) => Vec::new(),
            How::Caribbean(_) => caribbean::said(seen),
            How::Mississippi(_) => mississippi::said(self.setup(), seen),
            How::Ultimate(_) => ultimate::said(seen),
        };
        let fits = |rule: &&Rule| match rule.bound {
            Some(Bound::AtLeast(least)) => self.setup().game().order(0).rank(seen.own) >= least,
            Some(Bound::AtMost(most)) => self.setup().game().order(0).rank(seen.own) <= most,
            None => rule.when.is_empty() || said.contains(&rule.when),
        };
        advice.points.get(seen.decision)?.rules.iter().find(fits)
    }
}
