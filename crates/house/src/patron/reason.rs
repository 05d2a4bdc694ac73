//! Why a patron's file may refuse.

use super::link::FileName;
use crate::date::Date;
use crate::person::Barred;
use engine::TableNumber;
use money::Money;
use std::fmt;

/// The fact that stands in the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatronReason {
    Barred(Barred),
    NotRegistered,
    AlreadyRegistered,
    NameMissing,
    HasCard,
    CardUsedBefore,
    NoCard,
    CardNotValid,
    AmountOutOfRange,
    NothingChanges,
    NoIncreaseAsked,
    TooEarly { hours: u32 },
    OverDepositLimit { left: Money },
    MoreThanThereIs { left: Money },
    Excluded { own: bool, until: Option<Date>, from: String },
    NotExcluded,
    WouldShorten,
    DateNotLater,
    Paused,
    NotPaused,
    PlaysAlready { table: TableNumber },
    NotPlaying,
    AtLimit,
    RoundRecorded,
    LinkUnderWay,
    NoLinkUnderWay,
    LinkedAlready,
    SameFile,
    GoesOnIn { file: FileName },
}

impl PatronReason {
    /// The same for the patron's own eyes: what staff read of them is told to them in the second person.
    pub fn to_patron(&self) -> String {
        match self {
            PatronReason::Excluded { own, until, from } => {
                let whose = if *own { "You have excluded yourself" } else { "You are excluded" };
                excluded(whose, *until, from)
            }
            PatronReason::PlaysAlready { table } => {
                format!("You are playing at table {table}; leave that table first")
            }
            PatronReason::Paused => "You are paused; a supervisor lets you play on".into(),
            PatronReason::NoCard => "You have no card, or showed none".into(),
            PatronReason::CardNotValid => "This is not your own valid card".into(),
            other => other.to_string(),
        }
    }
}

fn excluded(who: &str, until: Option<Date>, from: &str) -> String {
    match until {
        Some(until) => format!("{who} from every table of {from}, at least until {until}"),
        None => format!("{who} from every table of {from}, for good"),
    }
}

/// As staff and logs read it.
impl fmt::Display for PatronReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PatronReason::Barred(barred) => return barred.fmt(f),
            PatronReason::TooEarly { hours } => {
                return write!(f, "a higher limit waits {hours} hours from when it was asked for");
            }
            PatronReason::OverDepositLimit { left } => {
                return write!(f, "this passes the deposit limit; {left} are left today");
            }
            PatronReason::MoreThanThereIs { left } => return write!(f, "the account holds {left}"),
            PatronReason::Excluded { own, until, from } => {
                let who = if *own { "the patron has excluded themselves" } else { "the patron is excluded" };
                return f.write_str(&excluded(who, *until, from));
            }
            PatronReason::GoesOnIn { file } => {
                return write!(f, "this file was linked and goes on in {file}");
            }
            PatronReason::PlaysAlready { table } => {
                return write!(f, "the patron plays at table {table}, and has to leave it first");
            }
            PatronReason::NotRegistered => "there is no file of this patron; register first",
            PatronReason::AlreadyRegistered => "the patron has a file",
            PatronReason::NameMissing => "a name of 1 to 200 characters was expected",
            PatronReason::HasCard => "the patron has a card; one a patron",
            PatronReason::CardUsedBefore => "the patron had this card before; take a new one",
            PatronReason::NoCard => "the patron has no card, or showed none",
            PatronReason::CardNotValid => "this is not the patron's own valid card",
            PatronReason::AmountOutOfRange => "the amount is not one that can be",
            PatronReason::NothingChanges => "the limit is that already",
            PatronReason::NoIncreaseAsked => "no higher limit was asked for",
            PatronReason::NotExcluded => "the patron is not excluded",
            PatronReason::WouldShorten => "an exclusion can be made longer, and never shorter",
            PatronReason::DateNotLater => "the date must be later than the day of the file",
            PatronReason::Paused => "the patron is paused; a supervisor lets play go on",
            PatronReason::NotPaused => "the patron is not paused",
            PatronReason::NotPlaying => "the patron does not play there",
            PatronReason::AtLimit => "the loss limit is used up",
            PatronReason::LinkUnderWay => "a file of this person is just being linked; try again in a moment",
            PatronReason::NoLinkUnderWay => "no link with that file is under way",
            PatronReason::LinkedAlready => "that file is linked already",
            PatronReason::SameFile => "a file cannot be linked with itself",
            PatronReason::RoundRecorded => "this round or a later one was recorded already",
        })
    }
}
