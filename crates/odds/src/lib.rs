//! House-banked games solved exactly: every deal counted in whole numbers, best play found from the counts.
#![deny(unsafe_op_in_unsafe_fn)]

mod caribbean;
mod choice;
mod classes;
mod ending;
mod flush_counts;
mod mississippi;
mod setup;
mod solve;
mod strength;
mod three_card;
mod ultimate;

pub use choice::{Choice, Manner, Seen, Worth};
pub use classes::Classes;
pub use ending::{DECISIONS, Ending, Endings, Line, Moments};
pub use setup::{Decision, Setup, Situation, Unsolved};
use solve::worth_of;
pub use solve::{Main, Solved};
