//! `--report` and `--csv`: the mathematics report of a game, as a page or as its tables.

use super::{OddsArgs, json, open, text};
use crate::sorry::Sorry;
use ::odds::report::{Report, Subject};
use ::odds::what_if::Signs;
use ::odds::{Answer, Unsolved, Watch};
use rulebook::{Rulebook, Variant};
use std::sync::Arc;

/// Writes the page where it was asked for. Standard output holds the tables with `--csv`, else the usual answer and,
/// for people, what was written.
pub(super) fn answer(
    args: &OddsArgs,
    (book, game): (&Rulebook, &Variant),
    signs: &Signs,
) -> Result<String, Sorry> {
    let approved = open(args)?;
    let (sign, jackpot) = (&signs.sign, signs.jackpot.as_ref());
    let subject = Subject { approved: &approved, book, game, sign, jackpot };
    let watch = Arc::new(Watch::default());
    let unsolved = |error: Unsolved| Sorry::Usage(format!("{error} [{}]", book.label(game.clause)));
    let report = super::watched(&watch, || Report::new(&subject, &watch)).map_err(unsolved)?;
    let mut written = String::new();
    if let Some(file) = &args.report {
        let page = report.html();
        let cannot = |error| Sorry::Usage(format!("cannot write the report to {}: {error}", file.display()));
        std::fs::write(file, &page).map_err(cannot)?;
        let tables = report.tables().count();
        let changed = if report.changes.is_empty() { "" } else { ", of changed rules" };
        written = format!(
            "\nmathematics report{changed}: {} ({tables} tables, {} bytes)\n",
            file.display(),
            page.len()
        );
    }
    if args.csv {
        return Ok(report.csv());
    }
    let advice = if args.strategy { report.advice } else { Vec::new() };
    let answer = Answer { study: report.study, jackpot: report.asked, advice, changes: report.changes };
    Ok(if args.json {
        json::print(args, &answer)
    } else {
        text::print(book, game, sign, &answer) + &super::strategies(&answer.advice) + &written
    })
}
