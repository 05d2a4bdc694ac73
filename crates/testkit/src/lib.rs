//! Slow, obvious second opinions to test the card room against, and what it takes to ask for them by the million.
//!
//! Nothing here is used by the room itself. [`naive`] uses nothing of the room either: its answers are worth something
//! because they were reached on a way of their own. [`rounds`] throws rounds together, [`bridge`] plays them through
//! the engine, [`live`] plays them again with real cards that somebody reads, and [`case_text`] writes one down so that a person can rule it. [`commands`] says anything to a table. [`torture`]
//! kills a floor again and again, and [`model`] holds it against a plain one.

pub mod bridge;
pub mod case_text;
pub mod commands;
pub mod dice;
pub mod live;
pub mod model;
pub mod naive;
pub mod rounds;
pub mod torture;
