//! House-banked games solved exactly: every deal counted in whole numbers, best play found from the counts, a fraction
//! at the end.
//!
//! What an outcome pays is asked of the engine's own settlement, so whatever a rulebook's data says (pay lines, a
//! qualifying hand, the multiples on the sign), the solution follows.
//!
//! ```
//! use odds::{Choice, Manner, Seen, Setup, Solved};
//! let book = rulebook::Rulebook::open("crown-melbourne-three-card-poker-5.1")?;
//! let game = book.variant("three-card-poker").unwrap();
//! let setup = Setup::new(&book, game, engine::Sign::plain(&book))?;
//! let solved = Solved::new(&setup)?;
//!
//! let endings = solved.endings(Manner::Best);
//! assert_eq!(endings.deals(), 22_100 * 18_424);
//! let main = solved.main(&endings)?;
//! assert_eq!(main.gain.mean.to_string(), "-686689/20358520");
//! assert_eq!(main.gain.mean.to_significant(5), "-0.033730");
//!
//! let own = "Qs 6d 4c".parse()?;
//! let seen = Seen { decision: 0, own, up: None, board: cards::CardSet::EMPTY, stakes: [0; 3] };
//! assert_eq!(solved.decide(&seen), Some(Choice::Bet(1)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod advice;
mod answer;
mod caribbean;
mod choice;
mod classes;
mod contract;
mod ending;
mod fixed;
mod flush_counts;
mod grid;
mod jackpot;
mod meter;
mod mississippi;
pub mod report;
mod setup;
mod shape;
mod side;
mod solve;
mod strength;
mod study;
mod three_card;
mod ultimate;
mod watch;
pub mod what_if;

pub use advice::{Advice, Bound, Grid, PointAdvice, Rule};
pub use answer::Answer;
pub use choice::{Choice, Manner, Seen, Worth};
pub use classes::Classes;
pub use contract::Contract;
pub use ending::{DECISIONS, Ending, Endings, Line, Moments};
pub use jackpot::{JackpotHands, JackpotReturn};
pub use meter::Life;
pub use setup::{Decision, Setup, Situation, Unsolved};
pub use shape::Shape;
pub use side::{Side, SideHands, SideOutcome};
use solve::worth_of;
pub use solve::{Main, Solved};
pub use study::{MainStudy, SideStudy, Study};
pub use watch::Watch;
