//! Hand histories played through the room.
//!
//! A file's hand becomes a game, terms and commands; the machine of `room` rules on each. Without `_rulebook` the
//! conventions of the open standard apply, which are a book of their own: one engine, two rulebooks.

mod books;
mod check;
mod deal;
mod error;
mod play;
mod record;
mod setup;

pub use books::{Books, STANDARD};
pub use deal::{HandRequest, MOST_SEATS, deal};
pub use error::ReplayError;
pub use play::{ReplayedHand, replay, replay_with};
pub use record::Recorder;
pub use setup::{Bets, codes};
