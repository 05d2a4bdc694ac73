//! `cardroom rules show`: a clause, its readings, where it is enforced, and the cases that show it.

use super::{id, open};
use crate::sorry::Sorry;
use cases::Evidence;
use rulebook::{Book, citing_lines};
use serde::Serialize;
use std::fmt::Write as _;

#[derive(Serialize)]
struct Shown {
    book: &'static str,
    clause: String,
    kind: &'static str,
    game: String,
    effect: String,
    readings: Vec<ReadingShown>,
    enforced: Vec<String>,
    cases: Vec<String>,
}

#[derive(Serialize)]
struct ReadingShown {
    id: String,
    question: String,
    taken: String,
}

pub(super) fn answer(book: &str, label: &str, json: bool) -> Result<String, Sorry> {
    let (id, book) = (id(book)?, open(book)?);
    let Some(clause) = book.register.id(label) else {
        if let Some(reading) = book.readings().find(|reading| reading.name == label) {
            return Ok(reading_text(id, reading, json));
        }
        return match super::game::answer(&book, label, json)? {
            Some(game) => Ok(game),
            None => Err(unknown(&book, label)),
        };
    };
    let row = book.register.get(clause);
    let evidence = Evidence::of(&book);
    let mut enforced: Vec<String> = citing_lines(id, label)
        .into_iter()
        .map(|place| format!("{}:{} {}", place.path, place.line, place.written))
        .collect();
    // Clauses about people are also the house's, which a day of it shows.
    if evidence.house(clause) {
        enforced.push("the house: its people, disputes, payments and patrons' files cite it".to_string());
    }
    let shown = Shown {
        book: id,
        clause: row.label.clone(),
        kind: row.kind.word(),
        game: row.game.clone(),
        effect: row.effect.clone(),
        readings: readings(&book, label),
        enforced,
        cases: evidence.cases(clause).iter().map(|case| format!("{}  {}", case.path, case.about)).collect(),
    };
    if json {
        return Ok(format!("{}\n", serde_json::to_string_pretty(&shown).expect("plain data becomes JSON")));
    }
    let mut text =
        format!("{} of {} ({}, {})\n  {}\n", shown.clause, id, shown.kind, shown.game, shown.effect);
    for reading in &shown.readings {
        let _ = writeln!(text, "Reading {}: {}\n  {}", reading.id, reading.question, reading.taken);
    }
    section(&mut text, "Enforced by", &shown.enforced, usize::MAX);
    section(&mut text, "Cases that show it", &shown.cases, 12);
    Ok(text)
}

fn section(text: &mut String, title: &str, lines: &[String], most: usize) {
    if lines.is_empty() {
        let _ = writeln!(text, "{title}: none");
        return;
    }
    let _ = writeln!(text, "{title}: {}", lines.len());
    lines.iter().take(most).for_each(|line| {
        let _ = writeln!(text, "  {line}");
    });
    if lines.len() > most {
        let _ = writeln!(text, "  … and {} more (--json lists them all)", lines.len() - most);
    }
}

/// What was meant may be a clause below or above.
fn unknown(book: &Book, label: &str) -> Sorry {
    let label = label.trim();
    let fits: Vec<&str> = book.register.near(label).take(6).collect();
    let hint = if fits.is_empty() { String::new() } else { format!("; did you mean {}?", fits.join(", ")) };
    let book = &book.front.id;
    Sorry::Usage(format!("{book} has no clause '{}'{hint}", crate::sorry::short(label)))
}

fn reading_text(book: &str, reading: &rulebook::Reading, json: bool) -> String {
    if json {
        let all = serde_json::json!({
            "book": book,
            "reading": reading.name,
            "clauses": reading.clauses,
            "question": reading.question,
            "taken": reading.taken,
        });
        return format!("{}\n", serde_json::to_string_pretty(&all).expect("plain data becomes JSON"));
    }
    let clauses = if reading.clauses.is_empty() { "-".to_string() } else { reading.clauses.join(", ") };
    format!("Reading {} of {book}, on {clauses}\n  {}\n  {}\n", reading.name, reading.question, reading.taken)
}

fn readings(book: &Book, label: &str) -> Vec<ReadingShown> {
    let about = book.readings().filter(|reading| reading.clauses.iter().any(|clause| clause == label));
    about
        .cloned()
        .map(|reading| ReadingShown { id: reading.name, question: reading.question, taken: reading.taken })
        .collect()
}
