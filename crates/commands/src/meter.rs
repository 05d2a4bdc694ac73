//! What can be said to the meters of a book. Meters count from 1; what rounds tell a meter is not for people to say.

use crate::house::written;
use crate::schema::{commands, record};
use crate::{CommandError, Dollars, JackpotText};
use engine::jackpot::{Command, MeterNotice};
use engine::{MeterIndex, MeterNumber, Method, SignJackpot, TableNumber};
use money::MicroCents;
use rulebook::Rulebook;

commands! {
    /// A command for the meters of a book.
    pub enum MeterCommand {
        /// Open a meter. For the pit.
        Open {
            terms: JackpotText,
            /// What it stands at; its seed where nothing is said.
            #[serde(default)]
            amount: Option<Dollars>,
            #[serde(default)]
            method_b: bool,
            /// One that is found stands where it stands, even below its seed.
            #[serde(default)]
            found: bool,
        },
        /// Link a table to a meter. For the pit.
        Link {
            meter: usize as Numbered,
            table: TableNumber as Table,
        },
        /// Take a table off a meter. For the pit.
        Unlink {
            meter: usize as Numbered,
            table: TableNumber as Table,
        },
        /// Move a table to another meter. For the pit.
        Move {
            table: TableNumber as Table,
            to: usize as Numbered,
        },
        /// Announce a change at the meter's tables. For the pit.
        PostNotice {
            meter: usize as Numbered,
            of: MeterNotice,
            #[serde(default)]
            table: Option<TableNumber> as Table,
        },
        /// Close a meter. For the pit.
        Close {
            meter: usize as Numbered,
            /// Who takes what is above the seed.
            #[serde(default)]
            into: Vec<MeterShare>,
        },
        /// Say whether the equipment works. For the staff.
        Equipment {
            meter: usize as Numbered,
            #[serde(default)]
            works: bool,
            #[serde(default)]
            manual: bool,
        },
        /// Change a meter's terms. For the pit.
        ChangeTerms {
            meter: usize as Numbered,
            terms: JackpotText,
        },
        /// Correct a meter's value upwards. For the pit.
        Correct {
            meter: usize as Numbered,
            /// Up, or down below zero.
            amount: Dollars,
            why: String as Words,
        },
        /// Say where a meter is displayed. For the pit.
        ShowOnDisplay {
            meter: usize as Numbered,
            place: String as Words,
        },
    }
}

record! {
    /// What another meter takes of one that closes.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct MeterShare {
        pub meter: usize as Numbered,
        /// How much; the first without an amount takes the rest.
        #[serde(default)]
        pub amount: Option<Dollars>,
    }
}

/// The meter that somebody means by a number.
///
/// # Errors
/// If no book can have it.
pub fn meter_at(number: usize) -> Result<MeterIndex, CommandError> {
    let number = u32::try_from(number).map_err(|_| CommandError::new("no book has so many meters"))?;
    let number = MeterNumber::new(number).ok_or_else(|| CommandError::new("meters count from 1"))?;
    Ok(number.meter())
}

/// The jackpot on the sign of a table.
pub type SignOf<'s> = &'s dyn Fn(TableNumber) -> Option<SignJackpot>;

impl MeterCommand {
    /// As a command of the meters; a table that joins brings the terms of its sign along.
    ///
    /// # Errors
    /// If it names what there is not.
    pub fn command(&self, book: &Rulebook, sign_of: SignOf<'_>) -> Result<Command, CommandError> {
        let signed = |table: TableNumber| {
            sign_of(table).ok_or_else(|| {
                CommandError::new(format!("table {table} is not open here, or its sign shows no jackpot"))
                    .next("open the table with the jackpot on its sign first")
            })
        };
        Ok(match self {
            MeterCommand::Open { terms, amount, method_b, found } => {
                let terms = terms.terms()?;
                let value = amount.map_or_else(|| terms.seed_value(book), |amount| amount.0);
                let method = if *method_b { Method::B } else { Method::A };
                Command::Open { terms, value: MicroCents::from(value), method, new: !found }
            }
            MeterCommand::Link { meter, table } => {
                Command::Link { meter: meter_at(*meter)?, table: *table, terms: signed(*table)?, hands: true }
            }
            MeterCommand::Unlink { meter, table } => {
                Command::Unlink { meter: meter_at(*meter)?, table: *table }
            }
            MeterCommand::Move { table, to } => {
                Command::Move { table: *table, to: meter_at(*to)?, terms: signed(*table)? }
            }
            MeterCommand::PostNotice { meter, of, table } => {
                Command::PostNotice { meter: meter_at(*meter)?, of: *of, table: *table }
            }
            MeterCommand::Close { meter, into } => {
                let part = |share: &MeterShare| {
                    Ok((meter_at(share.meter)?, share.amount.map(|amount| MicroCents::from(amount.0))))
                };
                let into = into.iter().map(part).collect::<Result<_, CommandError>>()?;
                Command::Close { meter: meter_at(*meter)?, into }
            }
            MeterCommand::Equipment { meter, works, manual } => {
                Command::Equipment { meter: meter_at(*meter)?, works: *works, manual: *manual }
            }
            MeterCommand::ChangeTerms { meter, terms } => {
                Command::ChangeTerms { meter: meter_at(*meter)?, terms: terms.terms()? }
            }
            MeterCommand::Correct { meter, amount, why } => Command::Correct {
                meter: meter_at(*meter)?,
                by: MicroCents::from(amount.0),
                why: written(why)?,
            },
            MeterCommand::ShowOnDisplay { meter, place: at } => {
                Command::ShowOnDisplay { meter: meter_at(*meter)?, place: written(at)? }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::OnceLock;

    fn book() -> &'static Rulebook {
        static BOOK: OnceLock<Rulebook> = OnceLock::new();
        BOOK.get_or_init(|| Rulebook::open("crown-sydney-poker-minors-3.3").unwrap())
    }

    #[test]
    fn a_table_joins_with_the_terms_of_its_sign_or_not_at_all() {
        let terms = JackpotText { option: 1, seed: 50_000, ..JackpotText::default() }.terms().unwrap();
        let known = terms.clone();
        let sign_of = move |table| (table == TableNumber(4)).then(|| known.clone());
        let link: MeterCommand = serde_json::from_str(r#"{"do":"link","meter":1,"table":4}"#).unwrap();
        let linked = link.command(book(), &sign_of).unwrap();
        assert_eq!(linked, Command::Link { meter: MeterIndex(0), table: TableNumber(4), terms, hands: true });
        let other: MeterCommand = serde_json::from_str(r#"{"do":"link","meter":1,"table":5}"#).unwrap();
        assert!(other.command(book(), &sign_of).is_err());
    }

    #[test]
    fn what_rounds_tell_a_meter_people_cannot_say() {
        for system in ["register", "cancel", "record", "determine", "call"] {
            let said = format!(r#"{{"do":"{system}","meter":1,"table":1,"wagers":1}}"#);
            assert!(serde_json::from_str::<MeterCommand>(&said).is_err(), "{system}");
        }
        let none = |_| None;
        let open: MeterCommand = serde_json::from_str(r#"{"do":"close","meter":0}"#).unwrap();
        assert!(open.command(book(), &none).is_err(), "meters count from 1");
    }
}
