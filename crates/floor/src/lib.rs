//! Runs a casino floor: tables, linked meters, patrons' files and the house, each a desk that is the only writer of its
//! stream. The rules are the machines' and the log is the store's; here are time, keys for shuffles, threads, recovery,
//! and who may speak for whom.

mod account;
mod acting_role;
mod any_table;
pub mod authority;
mod clock;
mod confirmed;
mod day;
mod deal_proof;
mod dealing_order;
mod deck_commitment;
pub mod demo;
mod equipment;
mod file_answers;
mod files;
mod floor;
mod game;
mod hosted;
mod house_to_tables;
pub mod integrity;
mod linking;
pub mod log;
mod meter_history;
mod mirror;
mod names;
mod orders;
mod ownership;
mod people;
pub mod recall;
pub mod reconcile;
mod remote;
mod round_facts;
mod router;
mod seat_refusal;
mod seed_receipt;
pub mod snapshot_view;
mod stream_writer;
pub mod table;
mod table_reader;
pub mod words;
mod worker_pool;
mod zone;

/// The points at which a test can make the process die here, beside those of the store (`store::points`).
pub const POINTS: &[&str] =
    &["desk/kept", "desk/applied", "desk/snapshot", "call/due", "call/kept", "call/answered"];

pub use account::Account;
pub use acting_role::ActingRole;
pub use any_table::HostedGame;
pub use clock::{Clock, HandClock, StreamTime, SystemClock};
pub use deal_proof::{DealProof, holder_word};
pub use dealing_order::{DealOf, PlaceSeed, dealing_order, promise_of};
pub use deck_commitment::{Opening, Shuffled};
pub use files::{Operator, operator, operators, patrons_machine};
pub use floor::{Floor, FloorError, Keys, Options, os_keys};
pub use game::{Effect, Game, HouseBanked, LinkedToMeter, MeterCall, Seat, Standing};
pub use hosted::{BankedTable, book};
pub use meter_history::{AsAt, MeterValue, recent_meter_events};
pub use mirror::{Mirror, StreamHandle};
pub use names::{Keeper, TableName, book_file, file_of, house_stream, meter_stream, operator_file};
pub use orders::{AuthorityRuling, By};
pub use seat_refusal::KeptOut;
pub use seed_receipt::SeedReceipt;
pub use stream_writer::{
    CommandOutcome, CommandRecords, EventListener, EventSide, Hosted, OrderId, RecordVisitor, Reply, Request,
    StreamWriter,
};
pub use table_reader::Reading;
pub use zone::Zone;
