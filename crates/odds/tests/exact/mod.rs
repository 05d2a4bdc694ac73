//! The exact solution of the house games, held against what it does not know of itself: the table's own settlement,
//! plain enumeration, published totals, and what must be true of any best play.
//!
//! One program, so that each game is solved once and all tests ask the same solution.

mod common;
mod deals;
mod holdem;
mod limits;
mod positions;
mod properties;
mod rules;
mod settlement;
mod streets;
mod totals;
