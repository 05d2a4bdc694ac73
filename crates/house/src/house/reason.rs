//! Why the house may refuse.

use super::command::{ClosingStage, TableAtClose};
use crate::date::Date;
use crate::person::{Barred, Person};
use engine::TableNumber;
use std::collections::BTreeMap;
use std::fmt;

/// The fact that stands in the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    Barred(Barred),
    AlreadyFounded,
    NumberUsed,
    NameUsed { of: Person },
    NoSuchPerson,
    NoSuchRole,
    SameRole,
    TooFewLeft,
    TextMissing,
    TextTooLong,
    DayOpen,
    NoDayOpen,
    DateNotLater,
    DayAhead { today: Date },
    AnotherDay { open: Date },
    AtTable { table: Option<TableNumber>, why: String },
    LastRoundCalled,
    LastRoundNotCalled,
    TablesNotReady { tables: Vec<TableAtClose> },
    NoSuchDispute,
    DisputeOver,
    NotRuledYet,
    AlreadyRuled,
    RuledBefore,
    NoInstanceAbove,
    FinalRulingMissing,
    InspectorNotTold,
    AlreadyTold,
    WithTheInspector,
    NotWithTheInspector,
    NoSuchBreach,
    NotABreachHere,
    Exempt,
    NotASanctionHere,
    NotForThisBreach,
    OnlyPatrons,
    AlreadySanctioned,
    NothingWithheld,
    AmountOutOfRange,
    NoSuchMispayment,
    PatronKnown,
    PatronUnknown,
    MoreThanOwed,
    AlreadyDone,
    MonthNotOver,
    AlreadyReported,
    NoSuchDuty,
    NotTheOneToTell,
    NotADirectionHere,
    NobodyNamed,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Barred(barred) => return barred.fmt(f),
            Reason::AnotherDay { open } => return write!(f, "the day that is open is {open}"),
            Reason::AtTable { table: Some(table), why } => return write!(f, "table {table}: {why}"),
            Reason::AtTable { table: None, why } => return f.write_str(why),
            Reason::TablesNotReady { tables } => return not_ready(f, tables),
            Reason::LastRoundCalled => "the last round of the day was called already",
            Reason::LastRoundNotCalled => {
                "tables are open: call the last round first, then close each table or count its float"
            }
            Reason::AlreadyFounded => "the house has its first member of staff already",
            Reason::NumberUsed => "this number was given before; take another",
            Reason::NameUsed { of } => return name_used(f, *of),
            Reason::NoSuchPerson => "nobody with this number is on the roster",
            Reason::NoSuchRole => "the book has no such role",
            Reason::SameRole => "this is their role already",
            Reason::TooFewLeft => "two of the highest role must remain; take on another first",
            Reason::TextMissing => "say what it is about; the text is empty",
            Reason::TextTooLong => "the text is too long; keep it to 2,000 characters",
            Reason::DayOpen => "a gaming day is open; close it first",
            Reason::NoDayOpen => "no gaming day is open; open it first",
            Reason::DayAhead { today } => {
                return write!(
                    f,
                    "by the clock today is {today}: a gaming day is opened no earlier than six hours before its date begins"
                );
            }
            Reason::DateNotLater => "the date must be later than that of the last gaming day",
            Reason::NoSuchDispute => "there is no dispute with this number",
            Reason::DisputeOver => "the dispute is closed",
            Reason::NotRuledYet => "nobody has ruled on it yet",
            Reason::AlreadyRuled => "this instance has ruled; the patron may ask for the next",
            Reason::RuledBefore => "it must be somebody who has not ruled on it before",
            Reason::NoInstanceAbove => "that ruling is final here; there is the inspector",
            Reason::FinalRulingMissing => "the patron is not content, and the final instance has not ruled",
            Reason::InspectorNotTold => "the patron must be told of the inspector first",
            Reason::AlreadyTold => "the patron was told already",
            Reason::WithTheInspector => "it is with the inspector, whose finding is not recorded",
            Reason::NotWithTheInspector => "it was not taken to the inspector",
            Reason::NoSuchBreach => "there is no breach with this number",
            Reason::NotABreachHere => "this book does not forbid that",
            Reason::Exempt => "people on duty are exempt from this",
            Reason::NotASanctionHere => "this book does not have that sanction",
            Reason::NotForThisBreach => "this book does not have that sanction for such a breach",
            Reason::OnlyPatrons => "sanctions are for patrons",
            Reason::AlreadySanctioned => "this sanction was given already",
            Reason::NothingWithheld => "no winnings are held back",
            Reason::AmountOutOfRange => {
                "the amount must be above zero, and no more than a table can take"
            }
            Reason::NoSuchMispayment => "there is no wrong payment with this number",
            Reason::PatronKnown => "the patron is known",
            Reason::PatronUnknown => "try to identify the patron first",
            Reason::MoreThanOwed => "this is more than is left to correct",
            Reason::AlreadyDone => "this was done already",
            Reason::MonthNotOver => "the month is not over, or lies before the first gaming day",
            Reason::AlreadyReported => "the list of this month was reported",
            Reason::NoSuchDuty => "there is no duty to notify with this number, or none in this book",
            Reason::NotTheOneToTell => "it is somebody else who must be told",
            Reason::NotADirectionHere => "this book does not have that direction",
            Reason::NobodyNamed => "name the patrons whom it concerns",
        })
    }
}

fn name_used(f: &mut fmt::Formatter<'_>, of: Person) -> fmt::Result {
    let who = match of {
        Person::Staff(number) => format!("staff/{number}"),
        Person::Outside(number) => format!("outside/{number}"),
        Person::Patron(number) => format!("patron/{number}"),
        Person::System => "system".to_string(),
    };
    write!(
        f,
        "this is the name of {who}, who works here; add a second name or an initial that tells the two apart"
    )
}

/// What stands in the way at which tables.
fn not_ready(f: &mut fmt::Formatter<'_>, tables: &[TableAtClose]) -> fmt::Result {
    let mut by_stage: BTreeMap<ClosingStage, Vec<String>> = BTreeMap::new();
    for table in tables {
        by_stage.entry(table.stage).or_default().push(table.table.to_string());
    }
    f.write_str("close these tables or count their floats first: ")?;
    for (at, (stage, numbers)) in by_stage.iter().enumerate() {
        let (gap, kind) =
            (if at > 0 { "; " } else { "" }, if numbers.len() == 1 { "table" } else { "tables" });
        write!(f, "{gap}{kind} {}, {}", numbers.join(", "), stage.words())?;
    }
    Ok(())
}
