//! `cardroom rules coverage`: which clauses the engine cites while the cases are ruled, and which on authority, notices
//! and records the engine or the house cites.

use super::{id, loading};
use crate::sorry::Sorry;
use cases::coverage;
use rulebook::library;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

#[derive(Serialize)]
struct Counted {
    book: String,
    cases: usize,
    failed: Vec<String>,
    engine_clauses: usize,
    outside: BTreeMap<String, Vec<String>>,
    cited: usize,
    missing: Vec<String>,
    percent: String,
    /// Clauses of these kinds, by kind.
    people: BTreeMap<&'static str, KindCounted>,
    other_clauses_cited: usize,
}

#[derive(Serialize)]
struct KindCounted {
    clauses: usize,
    cited: usize,
    missing: Vec<String>,
    percent: String,
}

/// Cut, not rounded: 100.0 means all of them.
fn percent(cited: usize, of: usize) -> String {
    match of {
        0 => "100.0".to_string(),
        of => format!("{}.{}", cited * 100 / of, cited * 1000 / of % 10),
    }
}

pub(super) fn answer(books: &[String], json: bool, missing: bool) -> Result<(String, bool), Sorry> {
    let chosen: Vec<&str> = if books.is_empty() {
        // A convention of files has no cases: its recorded hands are its proof.
        library::ids().filter(|id| library::cases(id).next().is_some()).collect()
    } else {
        books.iter().map(|name| id(name)).collect::<Result<_, _>>()?
    };
    let mut all = Vec::new();
    let mut without = Vec::new();
    for book in chosen {
        if library::cases(book).next().is_none() {
            without.push(book);
            continue;
        }
        let (book, counted) = coverage(book).map_err(|error| loading(&error))?;
        let label = |clause: &rulebook::ClauseId| book.register.get(*clause).label.clone();
        let mut outside: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (clause, why) in &counted.outside {
            outside.entry(why.clone()).or_default().push(label(clause));
        }
        let within = counted.engine.len() - counted.outside.len();
        let cited = counted.cited.len();
        let of_kind = |kinds: &cases::KindCoverage| {
            let (clauses, cited) = (kinds.clauses.len(), kinds.cited.len());
            let missing = kinds.missing.iter().map(label).collect();
            (kinds.kind.word(), KindCounted { clauses, cited, missing, percent: percent(cited, clauses) })
        };
        let people = counted.people.iter().map(of_kind).collect();
        all.push(Counted {
            book: counted.book,
            cases: counted.cases,
            failed: counted.failed,
            engine_clauses: counted.engine.len(),
            outside,
            cited,
            missing: counted.missing.iter().map(label).collect(),
            percent: percent(cited, within),
            people,
            other_clauses_cited: counted.others,
        });
    }
    let complete = all.iter().all(|book| {
        let people = book.people.values().all(|kind| kind.missing.is_empty());
        people && book.missing.is_empty() && book.failed.is_empty()
    });
    if json {
        return Ok((
            format!(
                "{}\n",
                serde_json::to_string_pretty(&told(&all, &without)).expect("plain data becomes JSON")
            ),
            complete,
        ));
    }
    let mut text = String::new();
    for book in &all {
        let outside: usize = book.outside.values().map(Vec::len).sum();
        let within = book.engine_clauses - outside;
        let _ = writeln!(
            text,
            "{}: {}% ({} of {within} engine clauses cited by the engine over {} cases; {} clauses of other kinds too)",
            book.book, book.percent, book.cited, book.cases, book.other_clauses_cited
        );
        for (word, kind) in &book.people {
            let _ = writeln!(
                text,
                "    {word}: {}% ({} of {} cited by the engine or the house)",
                kind.percent, kind.cited, kind.clauses
            );
            if !kind.missing.is_empty() || missing {
                let list = kind.missing.join(", ");
                let _ = writeln!(text, "    {word} missing, {}: {list}", kind.missing.len());
            }
        }
        for (why, clauses) in &book.outside {
            let _ = writeln!(text, "    outside, {}: {} ({why})", clauses.len(), clauses.join(", "));
        }
        if !book.missing.is_empty() || missing {
            let _ = writeln!(text, "    missing, {}: {}", book.missing.len(), book.missing.join(", "));
        }
        for case in &book.failed {
            let _ = writeln!(text, "    differs: {case}");
        }
    }
    for book in without {
        let _ = writeln!(text, "{book}: {NO_CASES}");
    }
    Ok((text, complete))
}

/// A convention of files has no cases to be counted over.
const NO_CASES: &str =
    "it has no case files, so there is nothing to count; recorded hands test it, and each replay cites it";

/// A book's line of JSON.
#[derive(Serialize)]
#[serde(untagged)]
enum Told<'a> {
    Counted(&'a Counted),
    Without { book: &'a str, cases: usize, note: &'static str },
}

fn told<'a>(all: &'a [Counted], without: &[&'a str]) -> Vec<Told<'a>> {
    let none = without.iter().map(|&book| Told::Without { book, cases: 0, note: NO_CASES });
    all.iter().map(Told::Counted).chain(none).collect()
}
