//! A rulebook: all its files, read and checked together.

use crate::cite::{Citation, Cite, Citer, reading};
use crate::house::HouseRules;
use crate::irregularity::{IrregularitiesFile, IrregularityRule};
use crate::jackpot::JackpotRules;
use crate::keep::Written;
use crate::load::{Files, LoadError};
use crate::readings::{Reading, ReadingId, Readings};
use crate::register::{Clause, Register};
use crate::roles::{Ladder, RolesFile};
use crate::table::TableRules;
use crate::variant::{Place, Variant};
use serde::Deserialize;
use std::path::Path;
use std::rc::Rc;

/// One version of one approved rulebook.
#[derive(Debug)]
pub struct Rulebook {
    /// What stands on its first page.
    pub front: Front,
    /// Its clauses.
    pub register: Register,
    /// Who may do what.
    pub ladder: Ladder,
    /// What holds at every table.
    pub table: TableRules,
    /// Its games.
    pub variants: Vec<Variant>,
    /// Its jackpot.
    pub jackpots: JackpotRules,
    /// What can go wrong.
    pub irregularities: Vec<IrregularityRule>,
    /// What it says of people.
    pub house: HouseRules,
    readings: Readings,
    citations: Vec<Citation>,
    written: Written,
}

/// `book.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names are the meaning")]
pub struct Front {
    pub id: String,
    pub title: String,
    pub operator: String,
    pub regulator: String,
    pub version: String,
    pub approved: String,
    pub effective: String,
    pub games: Vec<String>,
    pub text_sha256: String,
}

/// The files of TOML that cite.
struct Cited {
    ladder: Ladder,
    table: TableRules,
    variants: Vec<Variant>,
    jackpots: JackpotRules,
    irregularities: Vec<IrregularityRule>,
    house: HouseRules,
}

impl Rulebook {
    /// Loads a book from a folder on disk.
    ///
    /// # Errors
    /// The first thing that is wrong, with file and line.
    pub fn from_folder(folder: &Path) -> Result<Rulebook, LoadError> {
        Rulebook::from_files(&Files::in_folder(folder)?)
    }

    pub(crate) fn from_files(files: &Files) -> Result<Rulebook, LoadError> {
        let front: Front = files.read("book.toml", files.need("book.toml")?)?;
        if front.id != files.book {
            return Err(files.wrong(
                "book.toml",
                None,
                format!("the id is '{}', the folder is not", front.id),
            ));
        }
        let register = register(files)?;
        let readings = readings(files, &register)?;
        let (register, readings) = (Rc::new(register), Rc::new(readings));
        let citer = Citer::new(Rc::clone(&register), Rc::clone(&readings));
        let (cited, citer) = reading(citer, || Cited::read(files));
        let Cited { ladder, table, variants, jackpots, irregularities, house } = cited?;
        let citations = citer.into_citations();
        let written = Written::new(&citations, &register, &readings);
        Ok(Rulebook {
            front,
            register: Rc::unwrap_or_clone(register),
            ladder,
            table,
            variants,
            jackpots,
            irregularities,
            house,
            readings: Rc::unwrap_or_clone(readings),
            citations,
            written,
        })
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
    pub(crate) fn written(&self) -> &Written {
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

    /// A game of the book.
    pub fn variant(&self, game: &str) -> Option<&Variant> {
        self.variants.iter().find(|variant| variant.game == game)
    }
}

pub(crate) fn register(files: &Files) -> Result<Register, LoadError> {
    Register::read(files.need("clauses.tsv")?)
        .map_err(|(line, what)| files.wrong("clauses.tsv", Some(line), what))
}

fn readings(files: &Files, register: &Register) -> Result<Readings, LoadError> {
    let wrong = |line, what| files.wrong("readings.md", line, what);
    let readings =
        Readings::read(files.need("readings.md")?).map_err(|(line, what)| wrong(Some(line), what))?;
    for reading in readings.iter() {
        if let Some(label) = reading.clauses.iter().find(|label| register.id(label).is_none()) {
            return Err(wrong(
                None,
                format!("{} is about '{label}', which is no clause of the register", reading.name),
            ));
        }
    }
    Ok(readings)
}

impl Cited {
    fn read(files: &Files) -> Result<Cited, LoadError> {
        fn one<T: serde::de::DeserializeOwned>(files: &Files, path: &str) -> Result<T, LoadError> {
            files.read(path, files.need(path)?)
        }
        let ladder = Ladder::new(one::<RolesFile>(files, "roles.toml")?);
        let text = files.get("roles.toml").unwrap_or_default();
        let ladder = ladder.map_err(|what| files.wrong_in("roles.toml", text, what))?;
        let table: TableRules = one(files, "table.toml")?;
        if table.closing.rounds.is_none() && table.closing.minutes.is_none() {
            return Err(files.wrong("table.toml", None, "closing needs its rounds or its minutes"));
        }
        let mut variants = Vec::new();
        for (path, text) in files.below("variants/") {
            let mut variant: Variant = files.read(path, text)?;
            variant.complete().map_err(|what| files.wrong_in(path, text, what))?;
            variants.push(variant);
        }
        let mut jackpots: JackpotRules = one(files, "jackpots.toml")?;
        if let Some(order) = jackpot_order(&variants) {
            let text = files.get("jackpots.toml").unwrap_or_default();
            jackpots.complete(order).map_err(|what| files.wrong_in("jackpots.toml", text, what))?;
        }
        let mut irregularities = one::<IrregularitiesFile>(files, "irregularities.toml")?.irregularity;
        for row in &mut irregularities {
            let Some(least) = ladder.role(&row.by) else {
                let what = format!("{:?}: the ladder has no role '{}'", row.what, row.by);
                let text = files.get("irregularities.toml").unwrap_or_default();
                return Err(files.wrong_in("irregularities.toml", text, what));
            };
            row.least = least;
            row.power = crate::cite::authority_of(row.clause);
            if let Some(game) =
                row.games.iter().find(|game| !variants.iter().any(|known| known.game == **game))
            {
                let what = format!("{:?}: the book has no game '{game}'", row.what);
                let text = files.get("irregularities.toml").unwrap_or_default();
                return Err(files.wrong_in("irregularities.toml", text, what));
            }
        }
        let mut house: HouseRules = one(files, "house.toml")?;
        let text = files.get("house.toml").unwrap_or_default();
        house.complete(&ladder).map_err(|what| files.wrong_in("house.toml", text, what))?;
        Ok(Cited { ladder, table, variants, jackpots, irregularities, house })
    }
}

/// The order that ranks jackpot hands: the same in every game of a book.
fn jackpot_order(variants: &[Variant]) -> Option<&cards::HandOrder> {
    variants.iter().find_map(|variant| {
        let jackpot = variant.wager.iter().find(|wager| wager.place == Place::Jackpot)?;
        Some(variant.order(jackpot.order))
    })
}
