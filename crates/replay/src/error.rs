//! Why a hand cannot be replayed, for people: one line.

use phh::{Action, Hand};
use room::{ChipAmount, Reason, UnfitTerms};
use std::fmt;

/// What is wrong with a hand: where, what, and by which clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// The action's number, from 1, and its text.
    pub action: Option<(usize, String)>,
    /// The line of the file.
    pub line: Option<u32>,
    /// What is wrong.
    pub what: String,
    /// The clause that says so.
    pub clause: Option<String>,
}

impl ReplayError {
    pub(crate) fn new(what: String) -> ReplayError {
        ReplayError { action: None, line: None, what, clause: None }
    }

    /// The same, said of an action of the file, counted from 0.
    pub(crate) fn at(self, file: &Hand, at: usize, action: &Action) -> ReplayError {
        let line = (action.line > 0).then_some(action.line);
        ReplayError { action: Some((at + 1, file.action_text(action))), line, ..self }
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}, ")?;
        }
        if let Some((number, text)) = &self.action {
            write!(f, "action {number}, '{text}': ")?;
        }
        f.write_str(&self.what)?;
        match &self.clause {
            Some(clause) => write!(f, " [{clause}]"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ReplayError {}

/// An amount as the file writes it.
pub(crate) fn amount(units: ChipAmount, scale: u8) -> String {
    let one = 10u64.pow(u32::from(scale.min(18)));
    let (units, sign) = (units.unsigned_abs(), if units < 0 { "-" } else { "" });
    match units % one {
        0 => format!("{sign}{}", units / one),
        rest => format!("{sign}{}.{rest:0width$}", units / one, width = usize::from(scale)),
    }
}

/// A reason with its amounts as the file writes them.
pub(crate) fn in_chips(reason: &Reason, scale: u8) -> String {
    let amount = |units: ChipAmount| amount(units, scale);
    match *reason {
        Reason::BelowLeast { least } => format!("the minimum is to {}", amount(least)),
        Reason::OnlyForced { chips } => {
            format!("the first wager is the forced one of {} and no more", amount(chips))
        }
        Reason::AboveMost { most } => format!("the maximum is to {}", amount(most)),
        Reason::OnlyExactly { least, most } if least == most => {
            format!("the only amount is to {}", amount(least))
        }
        Reason::OnlyExactly { least, most } => {
            format!("the amounts are to {} or to {}", amount(least), amount(most))
        }
        Reason::NotInChips { chip } => format!("the lowest chip is {}", amount(chip)),
        Reason::Unfit(UnfitTerms::Amount { term, chips }) => {
            format!("the {term} cannot be {}", amount(chips))
        }
        Reason::Unfit(UnfitTerms::NotInChips { term, chips, chip }) => {
            let (chips, chip) = (amount(chips), amount(chip));
            format!("the {term} of {chips} is not a multiple of the lowest chip, {chip}")
        }
        Reason::Unfit(UnfitTerms::LeastAboveMost { least, most }) => {
            format!("a minimum of {} is above its maximum of {}", amount(least), amount(most))
        }
        ref other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use room::TermName;

    #[test]
    fn amounts_are_told_as_the_file_writes_them() {
        assert_eq!(in_chips(&Reason::BelowLeast { least: 150 }, 2), "the minimum is to 1.50");
        assert_eq!(in_chips(&Reason::AboveMost { most: 400 }, 2), "the maximum is to 4");
        // Without decimals it is what the reason says itself.
        for reason in [
            Reason::BelowLeast { least: 150 },
            Reason::AboveMost { most: 150 },
            Reason::OnlyForced { chips: 5 },
            Reason::OnlyExactly { least: 2, most: 2 },
            Reason::OnlyExactly { least: 2, most: 4 },
            Reason::NotInChips { chip: 5 },
            Reason::Unfit(UnfitTerms::Amount { term: TermName::Chip, chips: 0 }),
            Reason::Unfit(UnfitTerms::NotInChips { term: TermName::Blind, chips: 7, chip: 5 }),
            Reason::Unfit(UnfitTerms::LeastAboveMost { least: 7, most: 5 }),
            Reason::NotReopened,
        ] {
            assert_eq!(in_chips(&reason, 0), reason.to_string());
        }
    }
}
