//! Why a jackpot refuses.

use std::fmt;

/// The fact that stands in the way.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the meaning")]
pub enum Reason {
    NoSuchJackpot,
    NoSuchTable,
    NoSuchGame,
    TableHasOne,
    WrongGame,
    ShortDeck { one_in: u64 },
    EquipmentMissing { what: &'static str },
    NoDisplay,
    OutOfRange,
    RoundUnderWay,
    NoRound,
    AlreadyCounted,
    WinsPending,
    NotRoyal,
    NotFirstFlop,
    Folded,
    NotExposed,
    CardsMissing,
    FlopWasCorrected,
    OthersPlay,
    NotEligible,
    RecordedAlready,
    NothingRecorded,
    NotFirstRecorded { first: u32 },
    DeckNotCounted,
    NotConfirmed,
    RoleTooLow { needs: String },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::NoSuchJackpot => f.write_str("there is no such jackpot"),
            Reason::NoSuchTable => f.write_str("that table has no jackpot"),
            Reason::NoSuchGame => f.write_str("the book has no such game"),
            Reason::TableHasOne => f.write_str("the table has a jackpot already"),
            Reason::WrongGame => f.write_str("the game needs two cards each and a flop of three"),
            Reason::ShortDeck { one_in } => write!(
                f,
                "with this deck one hand in {one_in} is a royal flush on the flop: the house must want it"
            ),
            Reason::EquipmentMissing { what } => write!(f, "the table has no {what}"),
            Reason::NoDisplay => f.write_str("no display shows the jackpot at the table or close to it"),
            Reason::OutOfRange => f.write_str("that is more, or less, than a jackpot can be"),
            Reason::RoundUnderWay => f.write_str("a round is being played there"),
            Reason::NoRound => f.write_str("no round is being played there"),
            Reason::AlreadyCounted => f.write_str("the round is in the jackpot already"),
            Reason::WinsPending => f.write_str("a royal flush of that table waits to be paid"),
            Reason::NotRoyal => f.write_str("the first two cards and the flop are no royal flush"),
            Reason::NotFirstFlop => f.write_str("only the first flop counts"),
            Reason::Folded => f.write_str("the hand was folded"),
            Reason::NotExposed => f.write_str("the cards are not open and flat on the table"),
            Reason::CardsMissing => f.write_str("two cards and a flop of three are needed, none twice"),
            Reason::FlopWasCorrected => f.write_str("the flop was corrected, and only that counts"),
            Reason::OthersPlay => f.write_str("not all others have folded before the flop"),
            Reason::NotEligible => f.write_str("these two cards cannot become a royal flush"),
            Reason::RecordedAlready => f.write_str("a royal flush of this round is recorded"),
            Reason::NothingRecorded => f.write_str("no royal flush of that table is recorded"),
            Reason::NotFirstRecorded { first } => {
                write!(f, "table {first} was recorded first, and is settled first")
            }
            Reason::DeckNotCounted => f.write_str("the rest of the deck has to be sorted and counted"),
            Reason::NotConfirmed => f.write_str("it has not been confirmed"),
            Reason::RoleTooLow { needs } => write!(f, "this needs the role {needs} or above"),
        }
    }
}
