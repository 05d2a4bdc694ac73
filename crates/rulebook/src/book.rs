//! A rulebook: all its files, read and checked together.

use crate::house::HouseRules;
use crate::irregularity::{IrregularitiesFile, IrregularityRule};
use crate::jackpot::JackpotRules;
use crate::load::{Files, LoadError};
use crate::roles::Ladder;
use crate::table::TableRules;
use crate::text::{BookText, HasLadder};
use crate::variant::{Place, Variant};
use std::ops::Deref;
use std::path::Path;

/// One version of one approved rulebook of house-banked games.
#[derive(Debug)]
pub struct Rulebook {
    text: BookText,
    /// What holds at every table.
    pub table: TableRules,
    pub variants: Vec<Variant>,
    pub jackpots: JackpotRules,
    /// What can go wrong.
    pub irregularities: Vec<IrregularityRule>,
    /// What it says of people.
    pub house: HouseRules,
}

/// A book is first of all its text: its clauses, roles and citations.
impl Deref for Rulebook {
    type Target = BookText;
    fn deref(&self) -> &BookText {
        &self.text
    }
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
        let (text, cited) = BookText::read(files, || Cited::read(files))?;
        let Cited { table, variants, jackpots, irregularities, house, .. } = cited;
        Ok(Rulebook { text, table, variants, jackpots, irregularities, house })
    }

    /// A game of the book.
    pub fn variant(&self, game: &str) -> Option<&Variant> {
        self.variants.iter().find(|variant| variant.game == game)
    }
}

impl HasLadder for Cited {
    fn take_ladder(&mut self) -> Ladder {
        std::mem::take(&mut self.ladder)
    }
}

impl Cited {
    fn read(files: &Files) -> Result<Cited, LoadError> {
        fn one<T: serde::de::DeserializeOwned>(files: &Files, path: &str) -> Result<T, LoadError> {
            files.read(path, files.need(path)?)
        }
        let ladder = Ladder::read(files)?;
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
