//! What can be said to the meters of a book. Meters count from 1; what rounds tell a meter is not for people to say.

use super::house::{place, written};
use super::{Dollars, JackpotText};
use crate::problem::Problem;
use engine::jackpot::{Command, MeterNotice};
use engine::{Method, SignJackpot};
use money::MicroCents;
use rulebook::Rulebook;
use serde::{Deserialize, Serialize};

/// A command for the meters of a book.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum MeterCommand {
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
    Link {
        meter: usize,
        table: u32,
    },
    Unlink {
        meter: usize,
        table: u32,
    },
    Move {
        table: u32,
        to: usize,
    },
    PostNotice {
        meter: usize,
        of: MeterNoticeWord,
        #[serde(default)]
        table: Option<u32>,
    },
    Close {
        meter: usize,
        /// Who takes what is above the seed.
        #[serde(default)]
        into: Vec<MeterShare>,
    },
    Equipment {
        meter: usize,
        #[serde(default)]
        works: bool,
        #[serde(default)]
        manual: bool,
    },
    ChangeTerms {
        meter: usize,
        terms: JackpotText,
    },
    Correct {
        meter: usize,
        /// Up, or down below zero.
        amount: Dollars,
        why: String,
    },
    ShowOnDisplay {
        meter: usize,
        place: String,
    },
}

/// What another meter takes of one that closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeterShare {
    pub meter: usize,
    /// How much; the first without an amount takes the rest.
    #[serde(default)]
    pub amount: Option<Dollars>,
}

/// What a sign at a meter's tables announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MeterNoticeWord {
    Tables,
    Closing,
    Terms,
}

/// The jackpot on the sign of a table.
pub type SignOf<'s> = &'s dyn Fn(u32) -> Option<SignJackpot>;

impl MeterCommand {
    /// As a command of the meters; a table that joins brings the terms of its sign along.
    ///
    /// # Errors
    /// If it names what there is not.
    pub fn command(&self, book: &Rulebook, sign_of: SignOf<'_>) -> Result<Command, Problem> {
        let signed = |table: u32| {
            sign_of(table).ok_or_else(|| {
                Problem::bad_request(format!("table {table} is not open here, or its sign shows no jackpot"))
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
                Command::Link { meter: place(*meter)?, table: *table, terms: signed(*table)?, hands: true }
            }
            MeterCommand::Unlink { meter, table } => Command::Unlink { meter: place(*meter)?, table: *table },
            MeterCommand::Move { table, to } => {
                Command::Move { table: *table, to: place(*to)?, terms: signed(*table)? }
            }
            MeterCommand::PostNotice { meter, of, table } => {
                let of = match of {
                    MeterNoticeWord::Tables => MeterNotice::Tables,
                    MeterNoticeWord::Closing => MeterNotice::Closing,
                    MeterNoticeWord::Terms => MeterNotice::Terms,
                };
                Command::PostNotice { meter: place(*meter)?, of, table: *table }
            }
            MeterCommand::Close { meter, into } => {
                let part = |share: &MeterShare| {
                    Ok((place(share.meter)?, share.amount.map(|amount| MicroCents::from(amount.0))))
                };
                let into = into.iter().map(part).collect::<Result<_, Problem>>()?;
                Command::Close { meter: place(*meter)?, into }
            }
            MeterCommand::Equipment { meter, works, manual } => {
                Command::Equipment { meter: place(*meter)?, works: *works, manual: *manual }
            }
            MeterCommand::ChangeTerms { meter, terms } => {
                Command::ChangeTerms { meter: place(*meter)?, terms: terms.terms()? }
            }
            MeterCommand::Correct { meter, amount, why } => {
                Command::Correct { meter: place(*meter)?, by: MicroCents::from(amount.0), why: written(why)? }
            }
            MeterCommand::ShowOnDisplay { meter, place: at } => {
                Command::ShowOnDisplay { meter: place(*meter)?, place: written(at)? }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book() -> &'static Rulebook {
        let mut playable = rulebook::library::house_banked();
        floor::book(playable.next().unwrap()).unwrap()
    }

    #[test]
    fn a_table_joins_with_the_terms_of_its_sign_or_not_at_all() {
        let terms = floor::demo::terms(book());
        let known = terms.clone();
        let sign_of = move |table| (table == 4).then(|| known.clone());
        let link: MeterCommand = serde_json::from_str(r#"{"do":"link","meter":1,"table":4}"#).unwrap();
        let linked = link.command(book(), &sign_of).unwrap();
        assert_eq!(linked, Command::Link { meter: 0, table: 4, terms, hands: true });
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
