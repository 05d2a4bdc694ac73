//! Why a hand cannot be replayed, for people: one line.

use std::fmt;

/// What is wrong with a hand: where, what, and by which clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The action's number, from 1, and its text.
    pub action: Option<(usize, String)>,
    /// The line of the file.
    pub line: Option<u32>,
    /// What is wrong.
    pub what: String,
    /// The clause that says so.
    pub clause: Option<String>,
}

impl Wrong {
    pub(crate) fn said(what: String) -> Wrong {
        Wrong { action: None, line: None, what, clause: None }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}, ")?;
        }
        if let Some((number, text)) = &self.action {
            write!(f, "action {number}, '{text}': ")?;
        }
        f.write_str(&self.what)?;
        match &self.clause {
            Some(clause) => write!(f, " [{clause}]"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Wrong {}
