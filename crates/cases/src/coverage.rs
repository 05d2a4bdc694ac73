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
    /// The clauses of other kinds that the machines must cite: authority, notice, record.
    pub people: Vec<Kinds>,
    /// Clauses of the rest (definitions and the like) that were cited too.
    pub others: usize,
}

/// The clauses of one kind that the engine and the house act on together.
#[derive(Clone, Debug)]
pub struct Kinds {
    /// Which kind.
    pub kind: Kind,
    /// All of them, promotions and tournaments aside.
    pub clauses: Vec<ClauseId>,
    /// Those of them that a machine cited.
    pub cited: Vec<ClauseId>,
    /// Those that none did.
    pub missing: Vec<ClauseId>,
}

/// The kinds that people bring about: who may do it, what is announced, what is kept.
const PEOPLE: [Kind; 3] = [Kind::Authority, Kind::Notice, Kind::Record];

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
    // What people do is the engine's at a table, and the house's away from one.
    house::cited(&book).into_iter().for_each(|cite| heard.note(cite));
    let by_all = heard.clauses(&book);
    let mut counted = Coverage {
        book: id.to_string(),
        cases,
        failed,
        engine: Vec::new(),
        cited: Vec::new(),
        missing: Vec::new(),
        outside: Vec::new(),
        people: PEOPLE.map(|kind| Kinds::of(&book, kind, &by_all)).into(),
        others: 0,
    };
    for (clause, row) in book.register.iter() {
        let cited = said.binary_search(&clause).is_ok();
        if row.kind != Kind::Engine {
            counted.others += usize::from(cited && !PEOPLE.contains(&row.kind));
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

impl Kinds {
    fn of(book: &Rulebook, kind: Kind, said: &[ClauseId]) -> Kinds {
        let rows = book.register.iter().filter(|(_, row)| row.kind == kind && outside(row).is_none());
        let clauses: Vec<ClauseId> = rows.map(|(clause, _)| clause).collect();
        let (cited, missing) = clauses.iter().partition(|clause| said.binary_search(clause).is_ok());
        Kinds { kind, clauses, cited, missing }
    }
}

/// Why an engine clause is not the table's or the meter's.
fn outside(row: &Clause) -> Option<String> {
    match row.game.as_str() {
        "tournament" => Some("tournaments have tables and chips of their own".into()),
        "promotion" => Some("promotions are not played at a table".into()),
        _ => None,
    }
}
