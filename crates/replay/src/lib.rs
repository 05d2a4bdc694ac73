//! Hand histories played through the room.
//!
//! A file's hand becomes a game, terms and commands; the machine of `room` rules on each. Without `_rulebook` the
//! conventions of the open standard apply, which are a book of their own: one engine, two rulebooks.

mod books;
mod check;
mod deal;
mod play;
mod record;
mod setup;
mod wrong;

pub use books::{Books, STANDARD};
pub use deal::{MOST_SEATS, Wanted, deal};
pub use play::{Replayed, replay, replay_with};
pub use record::Recorder;
pub use setup::{Bets, codes};
pub use wrong::Wrong;
