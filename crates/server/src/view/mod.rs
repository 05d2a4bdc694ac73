//! What somebody may see, built by adding it: a card that nobody may see yet never enters a view, whoever looks.

mod actions;
mod fair;
mod hand;
mod leaving;
mod meter;
mod notice;
mod table;

pub use actions::{ActionButton, Blocked, PlayerAction, WagerSpot};
pub use fair::{CommitmentView, ReceiptView, SeedView};
pub use hand::{Face, in_words};
pub use leaving::{LeavingView, Removal};
pub use meter::MeterView;
pub use notice::NoticeView;
pub use table::{
    AbsenceView, AutoDealerView, BotNames, Eyes, LimitShortView, LimitView, ResultView, SeatView, SignView,
    SpotView, TableView,
};
