//! Rounds and hands by the million through the whole engine: every wager placed, every card dealt, every decision taken by
//! command, every event applied. The same seed gives the same result on any number of cores.
//!
//! ```
//! use simulate::{Plan, run};
//! let book = rulebook::Rulebook::open("crown-melbourne-three-card-poker-5.1")?;
//! let game = book.variant("three-card-poker").unwrap();
//! let plan = Plan { rounds: 1_000, ..Plan::new(&book, game)? };
//! let result = run(&book, game, &plan, 2, &|_| {});
//! assert_eq!(result.rounds, 1_000);
//! assert_eq!(result.wagers[0].on, "ante");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod block;
mod plan;
mod room;
mod strategy;
mod tally;

pub use self::room::{Bot, Place, RoomPlan, RoomTotals, run_room, usual_terms};
pub use plan::{CannotPlan, Plan, run};
pub use strategy::{Decide, Rule, Strategy, decide_by_rule, strategies};
pub use tally::{Interval, Tally, Totals};
