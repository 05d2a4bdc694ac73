//! What somebody may see, built by adding it: a card that nobody may see yet never enters a view, whoever looks.

mod actions;
mod fair;
mod hand;
mod leaving;
mod meter;
mod notice;
mod table;

pub use actions::{Action, Blocked, Choice, WagerSpot};
pub use fair::{FairView, ReceiptView, SeedView};
pub use hand::{Face, in_words};
pub use leaving::{LeavingView, Removal};
pub use meter::MeterView;
pub use notice::NoticeView;
pub use table::{
    AbsenceView, BotNames, Eyes, LimitShortView, LimitView, PaceView, SeatView, SignView, SpotView, TableView,
};
