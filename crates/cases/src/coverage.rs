//! Which clauses the engine cites while the case files of a book are ruled: counted from what it says, not from comments.

use crate::CitedClauses;
use crate::evidence::check;
use rulebook::{Book, BookText, Clause, ClauseId, Kind, LoadError, library};

/// What the cases of a book made the engine cite.
#[derive(Clone, Debug)]
pub struct Coverage {
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
    pub people: Vec<KindCoverage>,
    /// Clauses of the rest (definitions and the like) that were cited too.
    pub others: usize,
}

/// The clauses of one kind that the engine and the house act on together.
#[derive(Clone, Debug)]
pub struct KindCoverage {
    pub kind: Kind,
    /// All of them, promotions and tournaments aside.
    pub clauses: Vec<ClauseId>,
    /// Those of them that a machine cited.
    pub cited: Vec<ClauseId>,
    /// Those that none did.
    pub missing: Vec<ClauseId>,
}

/// The kinds that people bring about: who may do it, what is announced, what is kept.
const PEOPLE: &[Kind] = &[Kind::Authority, Kind::Notice, Kind::Record];

/// The same for games between players, whose records no machine keeps.
const ROOM_PEOPLE: &[Kind] = &[Kind::Authority, Kind::Notice];

/// Rules every case of a book and counts.
///
/// # Errors
/// If the book cannot be loaded.
pub fn coverage(id: &str) -> Result<(Book, Coverage), LoadError> {
    let book = library::open(id)?;
    let mut ruled = CaseTotals::cases(id, &book);
    let said = ruled.heard.clauses(&book);
    let people = match &book {
        Book::HouseBanked(banked) => {
            // What people do is the engine's at a table, and the house's away from one.
            house::cited(banked).into_iter().for_each(|cite| ruled.heard.note(cite));
            PEOPLE
        }
        Book::BetweenPlayers(_) => ROOM_PEOPLE,
    };
    let counted = ruled.count(&book, people, &said);
    Ok((book, counted))
}

/// The cases of a book after they were ruled.
#[derive(Default)]
struct CaseTotals {
    cases: usize,
    failed: Vec<String>,
    heard: CitedClauses,
}

impl CaseTotals {
    fn cases(id: &str, book: &Book) -> CaseTotals {
        let mut ruled = CaseTotals::default();
        for (path, text) in library::cases(id) {
            ruled.cases += 1;
            match check(book, text) {
                Ok((differences, said)) => {
                    ruled.heard.add(&said);
                    ruled.failed.extend((!differences.is_empty()).then(|| path.to_string()));
                }
                Err(_) => ruled.failed.push(path.to_string()),
            }
        }
        ruled
    }

    /// Counts the clauses that the engine `said`, and those that people bring about and any machine cited.
    fn count(self, book: &BookText, people: &[Kind], said: &[ClauseId]) -> Coverage {
        let by_all = self.heard.clauses(book);
        let mut counted = Coverage {
            book: book.front.id.clone(),
            cases: self.cases,
            failed: self.failed,
            engine: Vec::new(),
            cited: Vec::new(),
            missing: Vec::new(),
            outside: Vec::new(),
            people: people.iter().map(|&kind| KindCoverage::of(book, kind, &by_all)).collect(),
            others: 0,
        };
        for (clause, row) in book.register.iter() {
            let cited = said.binary_search(&clause).is_ok();
            if row.kind != Kind::Engine {
                counted.others += usize::from(cited && !people.contains(&row.kind));
                continue;
            }
            counted.engine.push(clause);
            match (outside(row), cited) {
                (Some(why), false) => counted.outside.push((clause, why)),
                (_, true) => counted.cited.push(clause),
                (None, false) => counted.missing.push(clause),
            }
        }
        counted
    }
}

impl KindCoverage {
    fn of(book: &BookText, kind: Kind, said: &[ClauseId]) -> KindCoverage {
        let rows = book.register.iter().filter(|(_, row)| row.kind == kind && outside(row).is_none());
        let clauses: Vec<ClauseId> = rows.map(|(clause, _)| clause).collect();
        let (cited, missing) = clauses.iter().partition(|clause| said.binary_search(clause).is_ok());
        KindCoverage { kind, clauses, cited, missing }
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
