//! Every clause and reading that the report cites, gathered as it is written, and explained at its end.

use super::section::{Block, Section};
use super::table::{Cell, Cited, Table};
use rulebook::{Cite, ClauseId, ReadingId, Rulebook};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Writes citations and remembers them.
pub(super) struct Cites<'b> {
    book: &'b Rulebook,
    clauses: RefCell<BTreeSet<ClauseId>>,
    readings: RefCell<BTreeSet<ReadingId>>,
}

impl<'b> Cites<'b> {
    pub(super) fn new(book: &'b Rulebook) -> Cites<'b> {
        Cites { book, clauses: RefCell::default(), readings: RefCell::default() }
    }

    /// The clauses of a citation, the deciding one first, and the reading taken.
    pub(super) fn cell(&self, cite: Cite) -> Cell {
        Cell::Clauses(self.all(cite))
    }

    /// Several citations, each clause once.
    pub(super) fn cells(&self, cites: impl IntoIterator<Item = Cite>) -> Cell {
        let mut all: Vec<Cited> = Vec::new();
        for cited in cites.into_iter().flat_map(|cite| self.all(cite)) {
            if !all.contains(&cited) {
                all.push(cited);
            }
        }
        Cell::Clauses(all)
    }

    fn all(&self, cite: Cite) -> Vec<Cited> {
        let citation = self.book.citation(cite);
        let mut all: Vec<Cited> = Vec::new();
        for clause in std::iter::once(citation.clause).chain(citation.also.iter().copied()) {
            self.clauses.borrow_mut().insert(clause);
            let label = self.book.register.get(clause).label.clone();
            all.push(Cited { label, anchor: clause_anchor(clause) });
        }
        if let Some(reading) = citation.reading {
            self.readings.borrow_mut().insert(reading);
            let name = self.book.reading(reading).name.clone();
            all.push(Cited { anchor: reading_anchor(&name), label: name });
        }
        all
    }

    /// What each of them does: in the words of the register, which are not the book's own.
    pub(super) fn section(&self) -> Section {
        let mut section = Section::new("clauses", "Clauses and readings cited");
        section.text(
            "Effects are in the words of the clause register; the approved text itself governs. A reading is what is \
             taken where the text is silent or contradicts itself.",
        );
        let mut clauses = Table::new("clauses-cited", "Clauses", &["Clause", "Effect"]);
        for clause in self.clauses.borrow().iter() {
            let row = self.book.register.get(*clause);
            let cited = Cited { label: row.label.clone(), anchor: String::new() };
            section.anchors.push((clause_anchor(*clause), clauses.id.clone(), clauses.rows.len()));
            clauses.row(vec![Cell::Clauses(vec![cited]), Cell::text(&row.effect)]);
        }
        let mut readings = Table::new(
            "readings-taken",
            "Readings",
            &["Reading", "What the text leaves open", "What is taken"],
        );
        for reading in self.readings.borrow().iter() {
            let reading = self.book.reading(*reading);
            let cited = Cited { label: reading.name.clone(), anchor: String::new() };
            section.anchors.push((reading_anchor(&reading.name), readings.id.clone(), readings.rows.len()));
            readings.row(vec![
                Cell::Clauses(vec![cited]),
                Cell::text(&reading.question),
                Cell::text(&reading.taken),
            ]);
        }
        section.blocks.push(Block::Table(clauses));
        if !readings.rows.is_empty() {
            section.blocks.push(Block::Table(readings));
        }
        section
    }
}

fn clause_anchor(clause: ClauseId) -> String {
    format!("clause-{}", clause.number())
}

fn reading_anchor(name: &str) -> String {
    format!("reading-{}", super::table::slug(name))
}
