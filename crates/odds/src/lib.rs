//! House-banked games solved exactly: every deal counted in whole numbers, best play found from the counts.
#![deny(unsafe_op_in_unsafe_fn)]

mod advice;
mod caribbean;
mod choice;
mod classes;
mod ending;
mod fixed;
mod flush_counts;
mod jackpot;
mod meter;
mod mississippi;
pub mod report;
mod setup;
mod side;
mod solve;
mod strength;
mod study;
mod three_card;
mod ultimate;
mod watch;

pub use advice::{Advice, Grid, PointAdvice, Rule};
pub use choice::{Choice, Manner, Seen, Worth};
pub use classes::Classes;
pub use ending::{DECISIONS, Ending, Endings, Line, Moments};
pub use jackpot::{JackpotHands, JackpotReturn};
pub use meter::Life;
pub use setup::{Decision, Setup, Situation, Unsolved};
pub use side::{Side, SideHands, SideOutcome};
use solve::worth_of;
pub use solve::{Main, Solved};
pub use study::{MainStudy, SideStudy, Study};
pub use watch::Watch;
