//! What can be said to the house: staff, days, disputes, breaches, wrong payments, duties. Disputes and the like count from 1.

use crate::names::person_name;
use crate::schema::commands;
use crate::{CommandError, Dollars};
use ::house::{Command, Date, Mispaid, MispaidOn, Month, OutsiderId, Person, StaffId};
use engine::{PatronId, TableNumber};
use rulebook::{BreachKind, DirectionKind, NotifyOf, RoleId, Rulebook, SanctionKind};

commands! {
    /// A command for the house of a book. Roles and places outside the ladder are named as the book's files write them.
    pub enum HouseCommand {
        /// Take somebody on. For two persons together.
        Hire {
            id: StaffId as Staff,
            name: String as Words,
            role: String as Role,
        },
        /// Give a member of staff another role. For two persons together.
        ChangeRole {
            id: StaffId as Staff,
            role: String as Role,
        },
        /// Dismiss a member of staff. For two persons together.
        Dismiss { id: StaffId as Staff },
        /// Enrol somebody from outside the ladder. For two persons together.
        Enrol {
            id: OutsiderId as Staff,
            name: String as Words,
            place: String as Outsider,
        },
        /// Discharge somebody from outside. For two persons together.
        Discharge { id: OutsiderId as Staff },
        /// Open a gaming day. For the pit.
        OpenDay { date: String as Date },
        /// Call the last round of the gaming day. For the pit.
        CallLastRound {},
        /// Take back that the last round was called. For the pit.
        PlayOn {},
        /// Close the gaming day, over tables that are closed or counted. For two persons together.
        CloseDay {
            /// The day that is open, said again.
            date: String as Date,
        },
        /// Raise a dispute about a round. For the patron and the staff.
        RaiseDispute {
            table: TableNumber as Table,
            round: u64 as Round,
            /// Whose it is; a patron's own need not be named.
            #[serde(default)]
            patron: Option<PatronId>,
            what: String as Words,
        },
        /// Rule on a dispute. For the pit.
        RuleDispute {
            dispute: usize as Numbered,
            ruling: String as Words,
        },
        /// Take a dispute to the next instance. For the patron and the staff.
        Escalate { dispute: usize as Numbered },
        /// Tell the patron that an inspector can be asked. For the pit.
        TellOfInspector { dispute: usize as Numbered },
        /// Take a dispute to an inspector. For the patron and the staff.
        TakeToInspector { dispute: usize as Numbered },
        /// Record what the inspector found. For inspectors.
        RecordFinding {
            dispute: usize as Numbered,
            finding: String as Words,
        },
        /// Close a dispute. For the pit.
        CloseDispute {
            dispute: usize as Numbered,
            #[serde(default)]
            content: bool,
        },
        /// Record that somebody broke a rule. For the staff.
        RecordBreach {
            of: String as PersonName,
            #[serde(default)]
            table: Option<TableNumber> as Table,
            kind: BreachKind,
            what: String as Words,
        },
        /// Do something about a breach. For the pit.
        Sanction {
            breach: usize as Numbered,
            kind: SanctionKind,
            #[serde(default)]
            amount: Option<Dollars>,
        },
        /// Release winnings that were withheld. For the pit.
        ReleaseWithheld {
            breach: usize as Numbered,
            #[serde(default)]
            to_patron: bool,
        },
        /// Record that a payment was wrong. For the staff.
        RecordMispayment {
            table: TableNumber as Table,
            round: u64 as Round,
            #[serde(default)]
            patron: Option<PatronId>,
            #[serde(default)]
            over: bool,
            amount: Dollars,
            of: MispaidOn,
            #[serde(default)]
            suspected: bool,
        },
        /// Record what an enquiry into a wrong payment found. For the pit.
        Enquire {
            mispayment: usize as Numbered,
            #[serde(default)]
            suspected: bool,
            note: String as Words,
        },
        /// Say to whom a wrong payment was made. For the pit.
        IdentifyPatron {
            mispayment: usize as Numbered,
            #[serde(default)]
            patron: Option<PatronId>,
        },
        /// Record an attempt to correct a payment. For the pit.
        AttemptCorrection {
            mispayment: usize as Numbered,
            note: String as Words,
        },
        /// Correct a payment. For the pit.
        Correct {
            mispayment: usize as Numbered,
            amount: Dollars,
        },
        /// Tell the regulator of a wrong payment. For the pit.
        TellRegulator { mispayment: usize as Numbered },
        /// Report the wrong payments of a month. For the pit.
        ReportMonth { month: String as Month },
        /// Give somebody the rules. For the staff.
        SupplyRules { to: String as PersonName },
        /// Record that somebody must be notified. For the staff.
        OweDuty {
            of: NotifyOf,
            table: TableNumber as Table,
            round: u64 as Round,
        },
        /// Record who was notified. For the pit.
        Notify {
            duty: usize as Numbered,
            person: OutsiderId as Staff,
        },
        /// Direct suspects at a table. For the pit.
        Direct {
            table: TableNumber as Table,
            patrons: Vec<PatronId>,
            direction: DirectionKind,
        },
    }
}

/// The longest that somebody may write.
const LONGEST: usize = 2_000;

impl HouseCommand {
    /// As a command of the house, for whoever speaks.
    ///
    /// # Errors
    /// If it names what the book does not have.
    pub fn command(&self, book: &Rulebook, by: Person) -> Result<Command, CommandError> {
        let ladder = &book.ladder;
        let role = |id: &str| {
            ladder.role(id).ok_or_else(|| {
                let known: Vec<&str> = ladder.roles.iter().map(|role| role.id.as_str()).collect();
                CommandError::new(format!("this book has no such role; it has {}", known.join(", ")))
            })
        };
        Ok(match self {
            HouseCommand::Hire { id, name, role: rung } => {
                Command::Hire { id: *id, name: person_name(name)?, role: role(rung)? }
            }
            HouseCommand::ChangeRole { id, role: rung } => {
                let role: RoleId = role(rung)?;
                Command::ChangeRole { id: *id, role }
            }
            HouseCommand::Dismiss { id } => Command::Dismiss { id: *id },
            HouseCommand::Enrol { id, name, place } => {
                let place = ladder.outside(place).ok_or_else(|| {
                    let known: Vec<&str> = ladder.outside.iter().map(|role| role.id.as_str()).collect();
                    CommandError::new(format!(
                        "this book knows nobody outside like that; it knows {}",
                        known.join(", ")
                    ))
                })?;
                Command::Enrol { id: *id, name: person_name(name)?, place }
            }
            HouseCommand::Discharge { id } => Command::Discharge { id: *id },
            HouseCommand::OpenDay { date: day } => Command::OpenDay { date: date(day)? },
            HouseCommand::CallLastRound {} => Command::CallLastRound,
            HouseCommand::PlayOn {} => Command::PlayOn,
            // How the tables stand is found by the floor.
            HouseCommand::CloseDay { date: day } => {
                Command::CloseDay { date: date(day)?, tables: Vec::new() }
            }
            HouseCommand::RaiseDispute { table, round, patron, what } => {
                let own = if let Person::Patron(own) = by { Some(own) } else { None };
                let patron = patron
                    .or(own)
                    .ok_or_else(|| CommandError::new("whose dispute is it? name the patron"))?;
                Command::RaiseDispute { table: *table, round: *round, patron, what: written(what)? }
            }
            HouseCommand::RuleDispute { dispute, ruling } => {
                Command::RuleDispute { dispute: place(*dispute)?, ruling: written(ruling)? }
            }
            HouseCommand::Escalate { dispute } => Command::Escalate { dispute: place(*dispute)? },
            HouseCommand::TellOfInspector { dispute } => {
                Command::TellOfInspector { dispute: place(*dispute)? }
            }
            HouseCommand::TakeToInspector { dispute } => {
                Command::TakeToInspector { dispute: place(*dispute)? }
            }
            HouseCommand::RecordFinding { dispute, finding } => {
                Command::RecordFinding { dispute: place(*dispute)?, finding: written(finding)? }
            }
            HouseCommand::CloseDispute { dispute, content } => {
                Command::CloseDispute { dispute: place(*dispute)?, content: *content }
            }
            HouseCommand::RecordBreach { of, table, kind, what } => {
                Command::RecordBreach { of: person(of)?, table: *table, kind: *kind, what: written(what)? }
            }
            HouseCommand::Sanction { breach, kind, amount } => Command::Sanction {
                breach: place(*breach)?,
                kind: *kind,
                amount: amount.map(|amount| amount.0),
                // Found at the table.
                round: None,
            },
            HouseCommand::ReleaseWithheld { breach, to_patron } => {
                Command::ReleaseWithheld { breach: place(*breach)?, to_patron: *to_patron }
            }
            HouseCommand::RecordMispayment { table, round, patron, over, amount, of, suspected } => {
                Command::RecordMispayment(Mispaid {
                    table: *table,
                    round: *round,
                    patron: *patron,
                    over: *over,
                    amount: amount.0,
                    of: *of,
                    suspected: *suspected,
                })
            }
            HouseCommand::Enquire { mispayment, suspected, note } => Command::Enquire {
                mispayment: place(*mispayment)?,
                suspected: *suspected,
                note: written(note)?,
            },
            HouseCommand::IdentifyPatron { mispayment, patron } => {
                Command::IdentifyPatron { mispayment: place(*mispayment)?, patron: *patron }
            }
            HouseCommand::AttemptCorrection { mispayment, note } => {
                Command::AttemptCorrection { mispayment: place(*mispayment)?, note: written(note)? }
            }
            HouseCommand::Correct { mispayment, amount } => {
                Command::Correct { mispayment: place(*mispayment)?, amount: amount.0 }
            }
            HouseCommand::TellRegulator { mispayment } => {
                Command::TellRegulator { mispayment: place(*mispayment)? }
            }
            HouseCommand::ReportMonth { month } => Command::ReportMonth { month: read_month(month)? },
            HouseCommand::SupplyRules { to } => Command::SupplyRules { to: person(to)? },
            HouseCommand::OweDuty { of, table, round } => {
                Command::OweDuty { of: *of, table: *table, round: *round }
            }
            HouseCommand::Notify { duty, person } => Command::Notify { duty: place(*duty)?, person: *person },
            HouseCommand::Direct { table, patrons, direction } => {
                Command::Direct { table: *table, patrons: patrons.clone(), direction: *direction }
            }
        })
    }
}

/// Something that a person wrote: not empty, and no longer than anybody reads.
pub(crate) fn written(text: &str) -> Result<String, CommandError> {
    match text.trim() {
        "" => Err(CommandError::new("something must be written here")),
        text if text.chars().count() > LONGEST => Err(CommandError::new("this is longer than 2,000 letters")),
        text => Ok(text.to_string()),
    }
}

/// A place in a list, from 0; people count from 1.
pub(crate) fn place(number: usize) -> Result<usize, CommandError> {
    number.checked_sub(1).ok_or_else(|| CommandError::new("these are counted from 1"))
}

/// A day of the calendar: "2026-11-15".
pub(crate) fn date(text: &str) -> Result<Date, CommandError> {
    let mut parts = text.trim().splitn(3, '-');
    let mut next = || parts.next().filter(|part| part.bytes().all(|digit| digit.is_ascii_digit()));
    let read = || {
        let (year, month, day) = (next()?, next()?, next()?);
        Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?)
    };
    let mut read = read;
    read().ok_or_else(|| {
        CommandError::new("a day is written such as 2026-11-15, and the calendar must have it")
    })
}

fn read_month(text: &str) -> Result<Month, CommandError> {
    let read = text.trim().split_once('-').and_then(|(year, month)| {
        let digits = |part: &&str| part.bytes().all(|digit| digit.is_ascii_digit());
        Month::new(Some(year).filter(digits)?.parse().ok()?, Some(month).filter(digits)?.parse().ok()?)
    });
    read.ok_or_else(|| CommandError::new("a month is written such as 2026-11"))
}

/// A person as people write them: "patron/12", "staff/3", "outside/7".
pub fn person(text: &str) -> Result<Person, CommandError> {
    let read = text.trim().split_once('/').and_then(|(kind, number)| {
        let number =
            Some(number).filter(|text| text.bytes().all(|digit| digit.is_ascii_digit()))?.parse().ok()?;
        match kind {
            "patron" => Some(Person::Patron(PatronId(number))),
            "staff" => Some(Person::Staff(StaffId(number))),
            "outside" => Some(Person::Outside(OutsiderId(number))),
            _ => None,
        }
    });
    read.ok_or_else(|| CommandError::new("a person is written such as patron/12 or staff/3"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_months_and_people_are_read_exactly() {
        assert_eq!(date("2026-11-15").unwrap().to_string(), "2026-11-15");
        for wrong in ["", "2026-2-30", "2026-11", "15.11.2026", "2026-11-15-1", "+2026-1-1"] {
            assert!(date(wrong).is_err(), "{wrong}");
        }
        assert_eq!(read_month("2026-11").unwrap().to_string(), "2026-11");
        assert!(read_month("2026-13").is_err() && read_month("2026").is_err());
        assert_eq!(person("staff/3").unwrap(), Person::Staff(StaffId(3)));
        for wrong in ["system/1", "staff", "staff/", "staff/-1", "patron/99999999999"] {
            assert!(person(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_counts_from_one_reaches_the_house_from_nothing() {
        let book = &rulebook::Rulebook::open("crown-sydney-poker-minors-3.3").unwrap();
        let say = |text: &str| {
            let said: HouseCommand = serde_json::from_str(text).unwrap();
            said.command(book, Person::Patron(PatronId(7)))
        };
        assert_eq!(say(r#"{"do":"escalate","dispute":1}"#).unwrap(), Command::Escalate { dispute: 0 });
        assert!(say(r#"{"do":"escalate","dispute":0}"#).is_err());
        let raised = say(r#"{"do":"raise-dispute","table":3,"round":9,"what":" short paid "}"#).unwrap();
        let what = "short paid".to_string();
        assert_eq!(
            raised,
            Command::RaiseDispute { table: TableNumber(3), round: 9, patron: PatronId(7), what }
        );
        let hired = say(r#"{"do":"hire","id":40,"name":"Eve","role":"emperor"}"#).unwrap_err();
        assert!(hired.what.contains(&book.ladder.roles[0].id), "{}", hired.what);
    }
}
