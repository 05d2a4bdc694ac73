//! Why a jackpot refuses.

use super::jackpots::MOST;
use super::words::{dollars, grouped, name};
use cards::CardSet;
use std::fmt;

/// The fact that stands in the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    NoSuchJackpot { jackpot: usize },
    NoSuchTable { table: u32 },
    NoSuchGame,
    TableHasOne { table: u32 },
    WrongGame { name: String },
    ShortDeck { one_in: u64 },
    EquipmentMissing { table: u32, what: &'static str },
    NoDisplay { table: u32 },
    WrongTerms,
    TooMuch,
    Rounds { most: u32 },
    RoundUnderWay { table: u32 },
    NoRound { table: u32 },
    AlreadyCounted { table: u32 },
    WinsPending { table: u32 },
    NotRoyal { hole: CardSet, flop: CardSet },
    NotFirstFlop,
    Folded { seat: u8 },
    NotExposed { seat: u8 },
    CardsMissing,
    FlopWasCorrected { flop: CardSet },
    PaidAlready { table: u32 },
    OthersPlay,
    FlopWasDemanded { seat: u8, hole: CardSet },
    NotEligible { hole: CardSet },
    RecordedAlready { table: u32 },
    NothingRecorded { table: u32 },
    NotFirstRecorded { first: u32, table: u32 },
    DeckNotCounted,
    NotConfirmed { seat: u8, table: u32 },
    ConfirmedAlready { seat: u8, table: u32 },
    RoleTooLow { needs: String },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Reason::NoSuchJackpot { jackpot } => {
                write!(f, "there is no jackpot {}", jackpot.saturating_add(1))
            }
            Reason::NoSuchTable { table } => write!(f, "table {table} has no jackpot"),
            Reason::NoSuchGame => f.write_str("the book has no such game"),
            Reason::TableHasOne { table } => write!(f, "table {table} has a jackpot already"),
            Reason::WrongGame { ref name } => {
                write!(
                    f,
                    "{name} has no jackpot: a game with one deals two cards each, kept, and a flop of three"
                )
            }
            Reason::ShortDeck { one_in } => write!(
                f,
                "with this deck one hand in {} is a royal flush on the flop: the house must want it",
                grouped(one_in)
            ),
            Reason::EquipmentMissing { table, what } => write!(f, "table {table} has no {what}"),
            Reason::NoDisplay { table } => {
                write!(f, "no display shows the jackpot at table {table} or close to it")
            }
            Reason::WrongTerms => write!(
                f,
                "no amount of a jackpot is below zero or above {}, and what can be paid is more than zero",
                dollars(MOST)
            ),
            Reason::TooMuch => write!(f, "a jackpot does not grow beyond {}", dollars(MOST)),
            Reason::Rounds { most } => {
                write!(f, "from 1 to {} rounds are added at once", grouped(u64::from(most)))
            }
            Reason::RoundUnderWay { table } => write!(f, "a round is being played at table {table}"),
            Reason::NoRound { table } => write!(f, "no round is being played at table {table}"),
            Reason::AlreadyCounted { table } => {
                write!(f, "the round at table {table} is in the jackpot already")
            }
            Reason::WinsPending { table } => write!(f, "a royal flush of table {table} waits to be paid"),
            Reason::NotRoyal { hole, flop } => {
                write!(f, "{hole} with the flop {flop} is no royal flush")
            }
            Reason::NotFirstFlop => f.write_str("only the first flop counts"),
            Reason::Folded { seat } => write!(f, "{} has folded the hand", name(seat)),
            Reason::NotExposed { seat } => {
                write!(f, "the cards of {} are not open and flat on the table", name(seat))
            }
            Reason::CardsMissing => f.write_str("two cards and a flop of three are needed, none twice"),
            Reason::FlopWasCorrected { flop } => {
                write!(f, "the flop was corrected to {flop}, and only that counts")
            }
            Reason::PaidAlready { table } => {
                write!(
                    f,
                    "the jackpot of this round at table {table} is settled: it was paid on the flop as it lay"
                )
            }
            Reason::OthersPlay => f.write_str("not all others have folded before the flop"),
            Reason::FlopWasDemanded { seat, hole } => write!(
                f,
                "{} was left alone and tabled {hole} for the flop: no other hand of this round counts",
                name(seat)
            ),
            Reason::NotEligible { hole } => write!(f, "{hole} cannot become a royal flush"),
            Reason::RecordedAlready { table } => {
                write!(f, "a royal flush of this round at table {table} is recorded")
            }
            Reason::NothingRecorded { table } => {
                write!(f, "no royal flush of table {table} is recorded and unpaid")
            }
            Reason::NotFirstRecorded { first, table } => {
                write!(f, "table {first} was recorded before table {table}, and is settled first")
            }
            Reason::DeckNotCounted => f.write_str("the rest of the deck has to be sorted and counted"),
            Reason::NotConfirmed { seat, table } => {
                write!(f, "the royal flush of {} at table {table} has not been confirmed", name(seat))
            }
            Reason::ConfirmedAlready { seat, table } => {
                write!(f, "the royal flush of {} at table {table} is confirmed already", name(seat))
            }
            Reason::RoleTooLow { ref needs } => write!(f, "this needs the role {needs} or above"),
        }
    }
}
