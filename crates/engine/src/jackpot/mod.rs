//! Linked jackpot meters: what goes on, what is awarded, what is left. One writer for each meter, in the order in which
//! dealers record their outcomes.

mod award;
mod meter;
mod meters;

pub use award::{Award, awards};
pub use meter::{Command, Event, Linked, Meter, MeterNotice, Offer, Reason, State};
pub use meters::Meters;
