//! What the engine said: the citations of its events and refusals.

use rulebook::{BookText, Cite, ClauseId};

/// Which citations of a book were heard.
#[derive(Clone, Debug, Default)]
pub struct CitedClauses {
    cites: Vec<bool>,
}

impl CitedClauses {
    /// Notes one.
    pub fn note(&mut self, cite: Cite) {
        let at = cite.number();
        if self.cites.len() <= at {
            self.cites.resize(at + 1, false);
        }
        self.cites[at] = true;
    }

    /// Adds what was heard elsewhere.
    pub fn add(&mut self, other: &CitedClauses) {
        if self.cites.len() < other.cites.len() {
            self.cites.resize(other.cites.len(), false);
        }
        for (mine, theirs) in self.cites.iter_mut().zip(&other.cites) {
            *mine |= theirs;
        }
    }

    /// The clauses heard: those that decided, and those applied besides.
    pub fn clauses(&self, book: &BookText) -> Vec<ClauseId> {
        let mut clauses: Vec<ClauseId> = Vec::new();
        for (citation, _) in book.citations().zip(&self.cites).filter(|(_, heard)| **heard) {
            clauses.push(citation.clause);
            clauses.extend(&citation.also);
        }
        clauses.sort_unstable();
        clauses.dedup();
        clauses
    }
}
