//! What can be said to a patron's file: limits, money, exclusion. What tables tell it is not for people to say.

use crate::house::date;
use crate::names::person_name;
use crate::schema::commands;
use crate::{CommandError, Dollars};
use ::house::{Date, FileName, LimitOf, PatronCommand, Source};
use engine::PatronId;

commands! {
    /// A command for a patron's file.
    pub enum PatronFileCommand {
        /// Open the file. For the staff.
        Register { name: String as Words },
        /// Issue a player card. For the staff.
        IssueCard { card: u64 },
        /// Report the player card lost. For the patron and the staff.
        ReportCardLost {},
        /// Set a limit. A lower one holds at once, a higher one after its wait; without an amount it is lifted. For the
        /// patron and the staff.
        SetLimit {
            limit: LimitOf,
            /// How much; nothing lifts the limit.
            #[serde(default)]
            amount: Option<Dollars>,
        },
        /// Have an increase hold whose wait is over. For the patron and the staff.
        TakeEffect { limit: LimitOf },
        /// Take back an increase that was asked for. For the patron and the staff.
        CancelIncrease { limit: LimitOf },
        /// Pay money into the account. For the staff.
        Deposit {
            amount: Dollars,
            from: Source,
        },
        /// Pay money out of the account. For the patron and the staff.
        Withdraw { amount: Dollars },
        /// Exclude the patron, until a day or for good. For the patron and the staff.
        Exclude {
            /// The first day on which it may be lifted; without one it is for good.
            #[serde(default)]
            until: Option<String> as Date,
        },
        /// Lift an exclusion. For the staff.
        LiftExclusion {},
        /// Have the patron pause. For the staff.
        Pause {},
        /// Let the patron play again. For the staff.
        Resume {},
        /// Link another file of the same person with the operator; the book is the one under which it has that number. For
        /// the staff.
        Link {
            patron: PatronId,
            /// The book under which it has that number, where it is another than this one.
            #[serde(default)]
            book: Option<String> as Words,
        },
    }
}

impl PatronFileCommand {
    /// As a command of the file with that number, on a gaming day.
    ///
    /// # Errors
    /// If it cannot be understood, or a file is to be opened before the first day.
    pub fn command(&self, number: PatronId, day: Option<Date>) -> Result<PatronCommand, CommandError> {
        Ok(match self {
            PatronFileCommand::Register { name } => {
                let day = day.ok_or_else(|| {
                    CommandError::new("there is no gaming day yet")
                        .next("open the day, then register patrons")
                })?;
                PatronCommand::Register { number, name: person_name(name)?, day }
            }
            PatronFileCommand::IssueCard { card } => PatronCommand::IssueCard { card: *card },
            PatronFileCommand::ReportCardLost {} => PatronCommand::ReportCardLost,
            PatronFileCommand::SetLimit { limit, amount } => {
                PatronCommand::SetLimit { of: *limit, to: amount.map(|amount| amount.0) }
            }
            PatronFileCommand::TakeEffect { limit } => PatronCommand::TakeEffect { of: *limit },
            PatronFileCommand::CancelIncrease { limit } => PatronCommand::CancelIncrease { of: *limit },
            PatronFileCommand::Deposit { amount, from } => {
                PatronCommand::Deposit { amount: amount.0, from: *from }
            }
            PatronFileCommand::Withdraw { amount } => PatronCommand::Withdraw { amount: amount.0 },
            PatronFileCommand::Exclude { until } => {
                PatronCommand::Exclude { until: until.as_deref().map(date).transpose()? }
            }
            PatronFileCommand::LiftExclusion {} => PatronCommand::LiftExclusion,
            PatronFileCommand::Pause {} => PatronCommand::Pause,
            PatronFileCommand::Resume {} => PatronCommand::Resume,
            PatronFileCommand::Link { patron, book } => {
                let book = book.clone().filter(|book| !book.is_empty());
                PatronCommand::Link { other: FileName { book, number: *patron } }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::house::Period;
    use money::Money;

    #[test]
    fn limits_have_one_word_each_in_the_order_of_the_file() {
        for limit in LimitOf::ALL {
            let json = serde_json::to_string(&limit).unwrap();
            assert_eq!(json, format!("\"{}\"", limit.word()));
            assert_eq!(serde_json::from_str::<LimitOf>(&json).unwrap(), limit);
        }
        let said: PatronFileCommand =
            serde_json::from_str(r#"{"do":"set-limit","limit":"loss-day","amount":"50.00"}"#).unwrap();
        let (of, to) = (LimitOf::Loss(Period::Day), Some(Money::from_cents(50_00)));
        assert_eq!(said.command(PatronId(3), None).unwrap(), PatronCommand::SetLimit { of, to });
    }

    #[test]
    fn what_tables_tell_a_file_people_cannot_say() {
        for system in
            ["take-to-table", "bring-back", "start-play", "record-play", "new-day", "go-into", "join"]
        {
            let said = format!(r#"{{"do":"{system}"}}"#);
            assert!(serde_json::from_str::<PatronFileCommand>(&said).is_err(), "{system}");
        }
        let register: PatronFileCommand = serde_json::from_str(r#"{"do":"register","name":"Pat"}"#).unwrap();
        assert!(register.command(PatronId(3), None).is_err(), "before the first day there are no files");
    }
}
