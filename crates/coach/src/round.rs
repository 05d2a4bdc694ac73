//! A practice round as it was played: what was seen, what was decided, how it was settled.

use crate::advice::Advice;
use crate::sight::Sight;
use engine::banked::SettledWager;
use money::{Fraction, Money};
use odds::Choice;
use rulebook::Cite;

/// A decision that was taken, against the best one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marked {
    /// The decision, as the book calls it.
    pub name: String,
    /// What was chosen.
    pub chosen: Choice,
    /// What the choice cost on average: in cents, exactly.
    pub cost: Fraction,
    /// What the coach would have said.
    pub advice: Advice,
    /// The coach had been asked.
    pub helped: bool,
}

/// A wager as it was settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    pub settled: SettledWager,
    /// The clause that says so.
    pub cite: Cite,
}

/// A round that was played to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// Its number, from 1.
    pub number: u64,
    /// The cards when all was decided and shown.
    pub sight: Sight,
    /// The hand was given up.
    pub folded: bool,
    /// Whether the dealer qualified, where a dealer must.
    pub qualified: Option<bool>,
    pub marked: Vec<Marked>,
    /// The wagers, in the book's order of settling.
    pub lines: Vec<Line>,
    /// What the player won or lost.
    pub net: Money,
}
