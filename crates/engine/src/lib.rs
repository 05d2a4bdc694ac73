//! The part that decides: pure machines that take a command and answer with events or a refusal, each with the clause
//! that says so. No clock, no dice, no disk: time and shuffled decks come in as arguments.
//!
//! The machines: [`banked::Banked`], a house-banked table, and `jackpot::Meters`, the linked meters.

pub mod banked;
pub mod jackpot;
mod machine;
mod sign;

pub use machine::{Actor, Machine, Moment, Refusal, Sink, Who};
pub use sign::{Limits, Method, PayTables, SEATS, Sign, SignJackpot, SignReason, WAGERS};
