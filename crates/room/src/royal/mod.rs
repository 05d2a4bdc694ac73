//! The royal flush jackpot (chapter 17) and bonus prizes (chapter 16).
//!
//! The house funds a pool that grows with every round at the tables of a group. A player whose first two cards and the
//! first flop are a royal flush wins all of it: the dealer records the hand, a manager confirms, it is paid. What is
//! recorded at several tables is settled in the order of recording.

mod bonus;
mod event;
mod jackpots;
mod reason;
mod settle;
mod state;
mod witness;
mod words;

pub use bonus::{
    BonusClaim, BonusCommand, BonusEvent, BonusOffer, BonusReason, BonusState, Bonuses, Prize, PrizeOn,
    Progress,
};
pub use event::{Command, Event, Offer, PaymentMeans};
pub use jackpots::Jackpots;
pub use reason::Reason;
pub use state::{Equipment, EquipmentCheck, FlopDemand, Jackpot, Round, State, Table, Terms, Win};
pub use witness::{Claim, Witness, can_become_royal, is_royal, one_in};
pub use words::dollars;
