//! Linked jackpot meters: what goes on, what is awarded, what is left. One writer for each meter, in the order in which
//! dealers record their outcomes.

mod award;
mod changes;
mod evolve;
mod meter;
mod meters;
mod reason;
mod sequence;
mod totals;

pub use award::{Award, awards};
pub use meter::{Command, Event, Linked, Meter, MeterNotice, Offer, State};
pub use meters::Meters;
pub use reason::Reason;
pub use totals::Totals;
