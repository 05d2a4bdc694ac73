//! Games between players: deals, rules and settles every hand of a poker room.
//!
//! [`Room`] is the machine for one game of one book on given terms, [`Hand`] all that it knows of a hand: small and
//! copied at will. Told a [`Command`], it refuses with the clause or says what has happened, each [`Event`] with its
//! clause. Clocks, shuffles and disks stay outside: cards come in as a shuffled [`Pile`] or as they were recorded.

mod actor;
mod announce;
mod apply;
mod betting;
mod chinese;
mod commission;
mod deal;
mod event;
mod hand;
mod human;
mod offers;
mod opens;
mod pile;
mod pots;
mod reason;
mod recorded;
mod room;
pub mod royal;
mod seats;
mod settle;
mod show;
pub mod sim;
mod streets;
pub mod table;
mod terms;
mod trouble;
mod trouble_words;
mod wagers;
mod words;

pub use announce::Spoken;
pub use betting::{Options, Raises};
pub use cards::FewCards as Cards;
pub use deal::{MOST_CHIPS, Pool};
pub use event::{Act, Command, Done, Event, Post};
pub use hand::{BOARDS, Due, Hand};
pub use human::{
    Clock, ClockCommand, ClockEvent, ClockOffer, ClockReason, ExtraTime, Gesture, Put, Ruling, Said, Stands,
    TimeSign, Timekeeper, Watched,
};
pub use offers::Offer;
pub use pile::Pile;
pub use pots::{Pot, Pots};
pub use reason::{Reason, in_words};
pub use room::Room;
pub use seats::Seats;
pub use terms::{Chips, Commission, MOST, Structure, Terms};
pub use trouble::{
    Ahead, Cause, Mishap, NotRuled, Place, Reshuffle, Sanction, Trouble, TroubleCommand, TroubleEvent,
};
pub use words::{Names, Plain, plainly, words};
