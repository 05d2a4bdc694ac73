//! What every book has whatever its games: its first page, clauses, readings, roles, and what its files cite.

use crate::cite::{Citation, Cite, Citer, reading};
use crate::keep::StoredCitations;
use crate::load::{Files, LoadError};
use crate::mistake::Mistake;
use crate::readings::{Reading, ReadingId, Readings};
use crate::register::{Clause, Register};
use crate::roles::Ladder;
use serde::Deserialize;
use std::rc::Rc;

/// The text of a book as the engine cites it.
#[derive(Debug)]
pub struct BookText {
    /// What stands on its first page.
    pub front: Front,
    pub register: Register,
    /// Who may do what.
    pub ladder: Ladder,
    readings: Readings,
    citations: Vec<Citation>,
    written: StoredCitations,
}

/// `book.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Front {
    pub id: String,
    pub title: String,
    pub operator: String,
    pub regulator: String,
    pub version: String,
    pub approved: String,
    pub effective: String,
    pub games: Vec<String>,
    /// None where there is no approved text.
    pub text_sha256: Option<String>,
}

impl Front {
    /// The operator as streams and addresses write it: "crown-melbourne-limited". Two books with the same operator
    /// have the same; [`operators`](crate::library::operators) sees to it that two operators do not.
    pub fn operator_slug(&self) -> String {
        slug(&self.operator)
    }
}

/// Small letters and digits, with one dash for whatever else stands between them.
fn slug(name: &str) -> String {
    let words = name.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-")
}

/// Files that cite, the ladder of roles among them.
pub(crate) trait HasLadder {
    /// Hands the ladder over to the text.
    fn take_ladder(&mut self) -> Ladder;
}

impl BookText {
    /// Reads a book: its text, and with the register at hand the files that cite it.
    pub(crate) fn read<T: HasLadder>(
        files: &Files,
        cited: impl FnOnce() -> Result<T, LoadError>,
    ) -> Result<(BookText, T), LoadError> {
        let front = front(files)?;
        let register = register(files)?;
        let readings = readings(files, &register)?;
        let (register, readings) = (Rc::new(register), Rc::new(readings));
        let citer = Citer::new(Rc::clone(&register), Rc::clone(&readings));
        let (cited, citer) = reading(citer, cited);
        let mut cited = cited?;
        let citations = citer.into_citations();
        let written = StoredCitations::new(&citations, &register, &readings);
        let text = BookText {
            front,
            register: Rc::unwrap_or_clone(register),
            ladder: cited.take_ladder(),
            readings: Rc::unwrap_or_clone(readings),
            citations,
            written,
        };
        Ok((text, cited))
    }

    /// What a citation says.
    ///
    /// # Panics
    /// If it is of another book.
    pub fn citation(&self, cite: Cite) -> &Citation {
        let earlier = || self.written.earlier(cite).map(|(citation, _)| citation);
        self.citations.get(cite.number()).or_else(earlier).expect("a citation is of its own book")
    }

    /// The clause that decides.
    pub fn clause(&self, cite: Cite) -> &Clause {
        self.register.get(self.citation(cite).clause)
    }

    /// The deciding clause as printed.
    pub fn label(&self, cite: Cite) -> &str {
        &self.clause(cite).label
    }

    /// How many different citations there are: numbers go from 0 to below this.
    pub fn citation_count(&self) -> usize {
        self.citations.len()
    }

    /// All citations, by their numbers.
    pub fn citations(&self) -> impl Iterator<Item = &Citation> {
        self.citations.iter()
    }

    /// The citations as logs keep them.
    pub(crate) fn written(&self) -> &StoredCitations {
        &self.written
    }

    pub(crate) fn reading_list(&self) -> &Readings {
        &self.readings
    }

    /// A reading.
    pub fn reading(&self, id: ReadingId) -> &Reading {
        self.readings.get(id)
    }

    /// All readings.
    pub fn readings(&self) -> impl Iterator<Item = &Reading> {
        self.readings.iter()
    }
}

/// The first page, whose id is the folder's name.
pub(crate) fn front(files: &Files) -> Result<Front, LoadError> {
    let front: Front = files.read("book.toml", files.need("book.toml")?)?;
    if front.operator_slug().is_empty() {
        let what = "the operator needs a name with letters or digits: patrons' files are kept under it";
        return Err(files.wrong_at(&["book.toml"], Mistake::new("operator", what)));
    }
    if front.id == files.book {
        return Ok(front);
    }
    let what = format!("the id is '{}', but the folder is '{}'", front.id, files.book);
    Err(files.wrong_at(&["book.toml"], Mistake::new("id", what)))
}

pub(crate) fn register(files: &Files) -> Result<Register, LoadError> {
    Register::read(files.need("clauses.tsv")?)
        .map_err(|(line, what)| files.wrong("clauses.tsv", Some(line), what))
}

fn readings(files: &Files, register: &Register) -> Result<Readings, LoadError> {
    let wrong = |(line, what)| files.wrong("readings.md", Some(line), what);
    let readings = Readings::read(files.need("readings.md")?).map_err(wrong)?;
    for (line, reading) in readings.with_lines() {
        if let Some(label) = reading.clauses.iter().find(|label| register.id(label).is_none()) {
            let what =
                format!("{} is about '{label}', which is not in the register of clauses", reading.name);
            return Err(wrong((line, what)));
        }
    }
    Ok(readings)
}
