//! What can be said to a patron's file: limits, money, exclusion. What tables tell it is not for people to say.

use super::Dollars;
use super::house::date;
use super::person_name;
use crate::problem::Problem;
use house::{Date, FileName, LimitOf, PatronCommand, Period, Source};
use serde::{Deserialize, Serialize};

/// A command for a patron's file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum PatronFileCommand {
    Register {
        name: String,
    },
    IssueCard {
        card: u64,
    },
    ReportCardLost {},
    SetLimit {
        limit: LimitWord,
        /// How much; nothing lifts the limit.
        #[serde(default)]
        amount: Option<Dollars>,
    },
    TakeEffect {
        limit: LimitWord,
    },
    CancelIncrease {
        limit: LimitWord,
    },
    Deposit {
        amount: Dollars,
        from: SourceWord,
    },
    Withdraw {
        amount: Dollars,
    },
    Exclude {
        /// The first day on which it may be lifted; without one it is for good.
        #[serde(default)]
        until: Option<String>,
    },
    LiftExclusion {},
    Pause {},
    Resume {},
    /// Another file of the same operator is of the same person.
    Link {
        patron: u32,
        /// The book under which it has that number, where it is another than this one.
        #[serde(default)]
        book: Option<String>,
    },
}

/// Which limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LimitWord {
    Deposit,
    LossDay,
    LossWeek,
    LossMonth,
    LossYear,
}

impl LimitWord {
    /// All of them, in the order of the file.
    pub const ALL: [LimitWord; 5] = [
        LimitWord::Deposit,
        LimitWord::LossDay,
        LimitWord::LossWeek,
        LimitWord::LossMonth,
        LimitWord::LossYear,
    ];

    /// As forms and JSON write it.
    pub const fn word(self) -> &'static str {
        match self {
            LimitWord::Deposit => "deposit",
            LimitWord::LossDay => "loss-day",
            LimitWord::LossWeek => "loss-week",
            LimitWord::LossMonth => "loss-month",
            LimitWord::LossYear => "loss-year",
        }
    }

    /// As the file knows it.
    pub const fn of(self) -> LimitOf {
        match self {
            LimitWord::Deposit => LimitOf::Deposit,
            LimitWord::LossDay => LimitOf::Loss(Period::Day),
            LimitWord::LossWeek => LimitOf::Loss(Period::Week),
            LimitWord::LossMonth => LimitOf::Loss(Period::Month),
            LimitWord::LossYear => LimitOf::Loss(Period::Year),
        }
    }
}

/// Where money comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SourceWord {
    Cash,
    DebitCard,
    Eftpos,
    BankTransfer,
    Chips,
}

impl PatronFileCommand {
    /// As a command of the file with that number, on a gaming day.
    ///
    /// # Errors
    /// If it cannot be understood, or a file is to be opened before the first day.
    pub fn command(&self, number: u32, day: Option<Date>) -> Result<PatronCommand, Problem> {
        Ok(match self {
            PatronFileCommand::Register { name } => {
                let day = day.ok_or_else(|| {
                    Problem::bad_request("there is no gaming day yet")
                        .next("open the day, then register patrons")
                })?;
                PatronCommand::Register { number, name: person_name(name)?, day }
            }
            PatronFileCommand::IssueCard { card } => PatronCommand::IssueCard { card: *card },
            PatronFileCommand::ReportCardLost {} => PatronCommand::ReportCardLost,
            PatronFileCommand::SetLimit { limit, amount } => {
                PatronCommand::SetLimit { of: limit.of(), to: amount.map(|amount| amount.0) }
            }
            PatronFileCommand::TakeEffect { limit } => PatronCommand::TakeEffect { of: limit.of() },
            PatronFileCommand::CancelIncrease { limit } => PatronCommand::CancelIncrease { of: limit.of() },
            PatronFileCommand::Deposit { amount, from } => {
                let from = match from {
                    SourceWord::Cash => Source::Cash,
                    SourceWord::DebitCard => Source::DebitCard,
                    SourceWord::Eftpos => Source::Eftpos,
                    SourceWord::BankTransfer => Source::BankTransfer,
                    SourceWord::Chips => Source::Chips,
                };
                PatronCommand::Deposit { amount: amount.0, from }
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
    use money::Money;

    #[test]
    fn limits_have_one_word_each_in_the_order_of_the_file() {
        for (word, of) in LimitWord::ALL.into_iter().zip(LimitOf::ALL) {
            assert_eq!(word.of(), of);
            assert_eq!(serde_json::to_string(&word).unwrap(), format!("\"{}\"", word.word()));
        }
        let said: PatronFileCommand =
            serde_json::from_str(r#"{"do":"set-limit","limit":"loss-day","amount":"50.00"}"#).unwrap();
        let (of, to) = (LimitOf::Loss(Period::Day), Some(Money::from_cents(50_00)));
        assert_eq!(said.command(3, None).unwrap(), PatronCommand::SetLimit { of, to });
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
        assert!(register.command(3, None).is_err(), "before the first day there are no files");
    }
}
