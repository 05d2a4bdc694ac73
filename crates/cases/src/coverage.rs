//! Which clauses the engine cites while the case files of a book are ruled: counted from what it says, not from comments.

use crate::{CaseFile, Heard};
use rulebook::{Clause, ClauseId, Kind, LoadError, Rulebook, library};

/// What the cases of a book made the engine cite.
#[derive(Clone, Debug)]
pub struct Coverage {
    /// The book.
    pub book: String,
    /// Case files ruled.
    pub cases: usize,
    /// Case files that differ from what they expect, or cannot be ruled.
    pub failed: Vec<String>,
    /// Clauses that are the engine's to obey.
    pub engine: Vec<ClauseId>,
    /// Those of them that were cited.
    pub cited: Vec<ClauseId>,
    /// Those that were not.
    pub missing: Vec<ClauseId>,
    /// Engine clauses declared outside, and why.
    pub outside: Vec<(ClauseId, String)>,
    /// Clauses of other kinds that were cited too.
    pub others: usize,
}

/// Rules every case of a book and counts.
///
/// # Errors
/// If the book cannot be loaded.
pub fn coverage(id: &str) -> Result<(Rulebook, Coverage), LoadError> {
    let book = library::open(id)?;
    let mut heard = Heard::default();
    let mut failed = Vec::new();
    let mut cases = 0;
    for (path, text) in library::cases(id) {
        cases += 1;
        match CaseFile::read(text).and_then(|case| case.check(&book)) {
            Ok((differences, said)) => {
                heard.add(&said);
                failed.extend((!differences.is_empty()).then(|| path.to_string()));
            }
            Err(_) => failed.push(path.to_string()),
        }
    }
    let said = heard.clauses(&book);
    let mut counted = Coverage {
        book: id.to_string(),
        cases,
        failed,
        engine: Vec::new(),
        cited: Vec::new(),
        missing: Vec::new(),
        outside: Vec::new(),
        others: 0,
    };
    for (clause, row) in book.register.iter() {
        let cited = said.binary_search(&clause).is_ok();
        if row.kind != Kind::Engine {
            counted.others += usize::from(cited);
            continue;
        }
        counted.engine.push(clause);
        match (outside(row), cited) {
            (Some(why), false) => counted.outside.push((clause, why)),
            (_, true) => counted.cited.push(clause),
            (None, false) => counted.missing.push(clause),
        }
    }
    Ok((book, counted))
}

/// Why an engine clause is not the table's or the meter's.
fn outside(row: &Clause) -> Option<String> {
    match row.game.as_str() {
        "tournament" => Some("tournaments have tables and chips of their own".into()),
        "promotion" => Some("promotions are not played at a table".into()),
        _ => None,
    }
}
