//! The score against perfect play: exact sums.

use crate::round::Marked;
use money::{Fraction, Money};

/// How somebody has played so far, against perfect play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// Rounds played to their end.
    pub rounds: u64,
    /// Decisions taken alone.
    pub decisions: u64,
    /// How many of them were best.
    pub best: u64,
    /// Decisions taken after the coach was asked: they are not counted above.
    pub helped: u64,
    /// What the others cost on average, in cents, exactly.
    pub cost: Fraction,
    /// What was won and lost, in play money.
    pub net: Money,
    /// The last mistakes, the latest first.
    pub mistakes: Vec<Marked>,
}

/// Mistakes that are kept.
const MISTAKES: usize = 5;

impl Default for Score {
    fn default() -> Score {
        Score {
            rounds: 0,
            decisions: 0,
            best: 0,
            helped: 0,
            cost: Fraction::ZERO,
            net: Money::ZERO,
            mistakes: Vec::new(),
        }
    }
}

impl Score {
    /// Counts a decision.
    pub(crate) fn mark(&mut self, marked: &Marked) {
        if marked.helped {
            self.helped += 1;
            return;
        }
        self.decisions += 1;
        if marked.is_best() {
            self.best += 1;
            return;
        }
        // Denominators of one game divide one number, so that the sum stays small for more rounds than anybody plays.
        self.cost = self.cost.checked_add(marked.cost).expect("costs of one game have a common denominator");
        self.mistakes.insert(0, marked.clone());
        self.mistakes.truncate(MISTAKES);
    }

    /// The part of the decisions that were best, in whole per cent, rounded down: 100 only without a mistake.
    pub fn best_per_cent(&self) -> Option<u64> {
        (self.decisions > 0).then(|| self.best * 100 / self.decisions)
    }
}

impl Marked {
    /// Whether it cost nothing: the best choice, or one that is as good.
    pub fn is_best(&self) -> bool {
        self.cost == Fraction::ZERO
    }
}
