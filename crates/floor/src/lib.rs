//! Runs a casino floor: tables, linked meters, patrons' files and the house, each a desk that is the only writer of its
//! stream. The rules are the machines' and the log is the store's; here are time, keys for shuffles, threads, recovery,
//! and who may speak for whom.

mod account;
mod answers;
mod as_at;
pub mod authority;
mod clock;
mod confirmed;
mod day;
mod deal_proof;
mod dealing_order;
pub mod demo;
mod desk;
mod equipment;
mod fair;
mod files;
mod floor;
mod game;
pub mod integrity;
mod kept_out;
mod linking;
pub mod log;
mod mirror;
mod names;
mod orders;
mod people;
mod pit;
mod played;
mod posts;
mod reach;
mod reading;
pub mod recall;
pub mod reconcile;
mod remote;
mod router;
mod seed_receipt;
mod sharing;
pub mod survey;
pub mod table;
pub mod words;
mod zone;

/// The points at which a test can make the process die here, beside those of the store (`store::points`).
pub const POINTS: &[&str] =
    &["desk/kept", "desk/applied", "desk/snapshot", "call/due", "call/kept", "call/answered"];

pub use account::Account;
pub use as_at::{AsAt, MeterValue, recent_meter_events};
pub use clock::{Clock, HandClock, StreamTime, SystemClock};
pub use deal_proof::{DealProof, holder_word};
pub use dealing_order::{DealOf, PlaceSeed, dealing_order, promise_of};
pub use desk::{
    CommandOutcome, CommandRecords, EventListener, EventSide, Hosted, OrderId, RecordVisitor, Reply, Request,
    StreamWriter,
};
pub use fair::{Opening, Shuffled};
pub use files::{Operator, operator, operators, patrons_machine};
pub use floor::{Floor, FloorError, Keys, Options, os_keys};
pub use game::{Effect, Game, MeterCall, Standing};
pub use kept_out::KeptOut;
pub use mirror::{Mirror, StreamHandle};
pub use names::{Keeper, TableName, book_file, file_of, house_stream, meter_stream, operator_file};
pub use orders::{AuthorityRuling, By};
pub use posts::{BankedTable, book};
pub use reading::Reading;
pub use seed_receipt::SeedReceipt;
pub use zone::Zone;
