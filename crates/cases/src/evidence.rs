//! What shows a clause at work: the cases in which the engine cites it, and whether the house does.

use crate::{CaseError, CaseFile, CitedClauses, Difference, RoomCase};
use rulebook::{Book, BookText, ClauseId, library};
use std::collections::{BTreeMap, BTreeSet};

/// A case file of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaseReference {
    /// Its path below the book's folder.
    pub path: &'static str,
    /// What it shows, from its first line.
    pub about: &'static str,
}

/// What shows the clauses of a book at work.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    cases: BTreeMap<ClauseId, Vec<CaseReference>>,
    house: BTreeSet<ClauseId>,
}

/// Rules a case and compares it with what it expects.
pub(crate) fn check(book: &Book, text: &str) -> Result<(Vec<Difference>, CitedClauses), CaseError> {
    match book {
        Book::HouseBanked(book) => CaseFile::read(text)?.check(book),
        Book::BetweenPlayers(book) => RoomCase::read(text)?.check(book),
    }
}

impl Evidence {
    /// Rules every case of a book, goes through a day of its house where it has one, and listens.
    pub fn of(book: &Book) -> Evidence {
        let mut evidence = Evidence::in_cases(book, |text| check(book, text));
        for cite in book.house_banked().map(house::cited).unwrap_or_default() {
            let citation = book.citation(cite);
            evidence.house.insert(citation.clause);
            evidence.house.extend(&citation.also);
        }
        evidence
    }

    fn in_cases(
        book: &BookText,
        check: impl Fn(&str) -> Result<(Vec<Difference>, CitedClauses), CaseError>,
    ) -> Evidence {
        let mut evidence = Evidence::default();
        for (path, text) in library::cases(&book.front.id) {
            let Ok((_, heard)) = check(text) else { continue };
            let about = text.lines().next().unwrap_or_default().trim_start_matches("# ");
            for clause in heard.clauses(book) {
                evidence.cases.entry(clause).or_default().push(CaseReference { path, about });
            }
        }
        evidence
    }

    /// The cases in which the engine cites a clause.
    pub fn cases(&self, clause: ClauseId) -> &[CaseReference] {
        self.cases.get(&clause).map_or(&[], Vec::as_slice)
    }

    /// Whether the house cites it: people, disputes, payments, patrons' files.
    pub fn house(&self, clause: ClauseId) -> bool {
        self.house.contains(&clause)
    }
}
