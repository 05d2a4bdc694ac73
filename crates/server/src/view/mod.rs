//! What somebody may see, built by adding it: a card that nobody may see yet never enters a view, whoever looks.

mod actions;
mod hand;
mod meter;
mod table;

pub use actions::{Action, Blocked, Choice, WagerSpot};
pub use hand::{Face, in_words};
pub use meter::MeterView;
pub use table::{BotNames, Eyes, PaceView, SeatView, SignView, SpotView, TableView};
