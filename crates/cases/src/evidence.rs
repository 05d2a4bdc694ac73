//! What shows a clause at work: the cases in which the engine cites it, and whether the house does.

use crate::{CaseError, CaseFile, CitedClauses, Difference, RoomCase};
use rulebook::room::RoomBook;
use rulebook::{BookText, ClauseId, Rulebook, library};
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

impl Evidence {
    /// Rules every case of a book, goes through a day of its house, and listens.
    pub fn of(book: &Rulebook) -> Evidence {
        let mut evidence =
            Evidence::in_cases(book, |text| CaseFile::read(text).and_then(|case| case.check(book)));
        for cite in house::cited(book) {
            let citation = book.citation(cite);
            evidence.house.insert(citation.clause);
            evidence.house.extend(&citation.also);
        }
        evidence
    }

    /// Rules every case of a book of games between players, and listens.
    pub fn of_room(book: &RoomBook) -> Evidence {
        Evidence::in_cases(book, |text| RoomCase::read(text).and_then(|case| case.check(book)))
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
