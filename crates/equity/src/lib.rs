//! Equity: which part of the pot hands and ranges win if no card is folded from here to the showdown.
//!
//! Every deal is counted, in whole numbers, and a share is a fraction in lowest terms. Where counting would take
//! too long, the caller may ask for a sample instead, which says how far it may be off.
//!
//! Keeps out: clocks (a [`Watch`] is told how far it is, and may stop the work), input and output, wagers.
//!
//! ```
//! use equity::{Game, Position, Watch};
//!
//! let game = Game::named("holdem").unwrap();
//! let position = Position::new(game, &["AsAh", "KsKh"], "", "")?;
//! let equities = position.exact(1, &Watch::NONE).unwrap();
//! assert_eq!(equities.deals, 1_712_304);
//! assert_eq!(equities.players[0].won, 1_410_336);
//! assert_eq!(equities.players[0].share_decimal(4), "0.8264");
//! # Ok::<(), equity::Refusal>(())
//! ```

mod boards;
mod collapse;
mod crowd;
mod draws;
mod equities;
mod game;
mod join;
mod matchups;
mod notation;
mod own;
mod plan;
mod position;
mod range;
mod refusal;
mod rows;
mod sample;
mod sets;
mod suits;
mod sweep;
mod tally;
mod workers;

pub use equities::{Equities, Equity, HiLo, Method};
pub use game::Game;
pub use plan::Estimate;
pub use position::Position;
pub use range::Range;
pub use refusal::{PositionPart, Refusal, RefusalReason};
pub use workers::Watch;
