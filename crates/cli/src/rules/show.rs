//! `cardroom rules show`: a clause, its readings, where it is enforced, and the cases that show it.

use super::{id, loading};
use crate::sorry::Sorry;
use cases::Evidence;
use rulebook::{Register, library, places};
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
    let book = id(book)?;
    let register = library::register(book).map_err(|error| loading(&error))?;
    let Some(clause) = register.id(label) else {
        if let Some(reading) = reading(book, label)? {
            return Ok(reading_text(book, &reading, json));
        }
        return match super::game::answer(book, label, json)? {
            Some(game) => Ok(game),
            None => Err(unknown(book, &register, label)),
        };
    };
    let row = register.get(clause);
    let evidence = match library::is_room(book) {
        true => Evidence::of_room(&library::open_room(book).map_err(|error| loading(&error))?),
        false => Evidence::of(&library::open(book).map_err(|error| loading(&error))?),
    };
    let mut enforced: Vec<String> = places(book, label)
        .into_iter()
        .map(|place| format!("{}:{} {}", place.path, place.line, place.written))
        .collect();
    // Clauses about people are also the house's, which a day of it shows.
    if evidence.house(clause) {
        enforced.push("the house: its people, disputes, payments and patrons' files cite it".to_string());
    }
    let shown = Shown {
        book,
        clause: row.label.clone(),
        kind: row.kind.word(),
        game: row.game.clone(),
        effect: row.effect.clone(),
        readings: readings(book, label)?,
        enforced,
        cases: evidence.cases(clause).iter().map(|case| format!("{}  {}", case.path, case.about)).collect(),
    };
    if json {
        return Ok(format!("{}\n", serde_json::to_string_pretty(&shown).expect("plain data becomes JSON")));
    }
    let mut text =
        format!("{} of {} ({}, {})\n  {}\n", shown.clause, book, shown.kind, shown.game, shown.effect);
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
fn unknown(book: &str, register: &Register, label: &str) -> Sorry {
    let label = label.trim();
    let fits: Vec<&str> = register.near(label).take(6).collect();
    let hint = match fits.is_empty() {
        true => String::new(),
        false => format!("; did you mean {}?", fits.join(", ")),
    };
    Sorry::Usage(format!("{book} has no clause '{}'{hint}", crate::sorry::short(label)))
}

/// A reading asked for by its id.
fn reading(book: &str, name: &str) -> Result<Option<rulebook::Reading>, Sorry> {
    let readings = library::readings(book).map_err(|error| loading(&error))?;
    Ok(readings.into_iter().find(|reading| reading.name == name))
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

fn readings(book: &str, label: &str) -> Result<Vec<ReadingShown>, Sorry> {
    let readings = library::readings(book).map_err(|error| loading(&error))?;
    let about = readings.into_iter().filter(|reading| reading.clauses.iter().any(|clause| clause == label));
    Ok(about
        .map(|reading| ReadingShown { id: reading.name, question: reading.question, taken: reading.taken })
        .collect())
}
