//! What stands at the top of a report: the game, its book, the sign, and what differs from the approved rulebook.

use super::Subject;
use super::jackpots::jackpot_words;
use super::table::{Cell, Table, grouped};
use super::words;
use engine::Method;
use rulebook::{Rulebook, Variant};

pub(super) fn table(subject: &Subject<'_>, deals: u128, changes: &[String]) -> Table {
    let Subject { book, game, sign, jackpot, .. } = subject;
    let front = &book.front;
    let mut table = Table::new("report", "What is reported on", &["Item", "Is"]);
    let mut say = |item: &str, is: String| table.row(vec![Cell::text(item), Cell::Text(is)]);
    say("game", game.name.clone());
    say("rulebook", format!("{}, version {}", front.title, front.version));
    say("operator", front.operator.clone());
    say("regulator", front.regulator.clone());
    say("approved", front.approved.clone());
    say("in force", front.effective.clone());
    say("rulebook as data", front.id.clone());
    say("SHA-256 of the approved text", front.text_sha256.clone().unwrap_or_default());
    if !sign.multiples[0].is_empty() {
        let stage = |multiples: &Vec<u32>| match (multiples.iter().min(), multiples.iter().max()) {
            (Some(low), Some(high)) if low != high => format!("{low} to {high}"),
            (Some(only), _) => only.to_string(),
            _ => "none".to_string(),
        };
        let stages: Vec<String> = sign.multiples.iter().map(stage).collect();
        say("multiples of the Ante", format!("{}, as the sign shows", stages.join(", then ")));
    }
    if book.table.methods.is_some() {
        let method = match sign.method {
            Method::A => "A: a fold ends a jackpot wager",
            Method::B => "B: a folded hand stays in for the jackpot",
        };
        say("dealing method on the sign", format!("{method} (jackpots below under both)"));
    }
    for (id, columns) in game.chosen_tables() {
        say(
            &format!("pay tables of {}", words::spaced(id)),
            format!("{}, each reported", columns.join(", ")),
        );
    }
    if let Some(jackpot) = jackpot.and_then(|sign| sign.jackpot.as_ref().map(|shown| (shown, sign.method))) {
        say("jackpot asked for", jackpot_words(jackpot.0, jackpot.1, book));
    }
    // Here too, so that CSV holds them.
    changes.iter().for_each(|change| say("changed from the approved rulebook", change.clone()));
    say("deals of the main play", format!("{}: every deal counted, nothing sampled", grouped(deals)));
    say("model", "one hand against the house from a full deck; winnings before rounding to chips and before any maximum payout of the sign".into());
    table
}

/// What differs from the approved rulebook, each with its clause.
pub fn changes(approved: &Rulebook, book: &Rulebook, game: &Variant) -> Vec<String> {
    let mut changes = Vec::new();
    let Some(before) = approved.variant(&game.game) else {
        return vec![format!("the approved rulebook has no game '{}'", game.game)];
    };
    for table in &game.paytable {
        let same = |known: &&rulebook::PayTable| known.id == table.id && known.column == table.column;
        let Some(known) = before.paytable.iter().find(same) else { continue };
        let name = match &table.column {
            Some(column) => format!("{} {column}", words::spaced(&table.id)),
            None => words::spaced(&table.id),
        };
        for line in &table.lines {
            let was = known.lines.iter().find(|known| known.hand == line.hand).map(|known| known.pays.0);
            if was != Some(line.pays.0) {
                let was = was.map_or_else(|| "nothing".to_string(), |odds| odds.to_string());
                changes.push(format!(
                    "pay table {name}: {} pays {}; approved is {was} [{}]",
                    words::hand(&line.hand),
                    line.pays.0,
                    book.label(line.clause.unwrap_or(table.clause))
                ));
            }
        }
    }
    if let (Some(now), Some(was)) = (&game.qualifies, &before.qualifies)
        && now.value != was.value
    {
        changes.push(format!(
            "the dealer qualifies with {}; approved is {} [{}]",
            words::hand(&now.value),
            words::hand(&was.value),
            book.label(now.cite)
        ));
    }
    changes
}
