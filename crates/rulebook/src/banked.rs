//! A book of house-banked games: all its files, read and checked together.

use crate::house::HouseRules;
use crate::irregularity::{IrregularitiesFile, IrregularityRule};
use crate::jackpot::JackpotRules;
use crate::load::{Files, LoadError};
use crate::mistake::{Mistake, item};
use crate::roles::Ladder;
use crate::table::TableRules;
use crate::text::{BookText, HasLadder};
use crate::variant::{Place, Variant};
use std::ops::Deref;

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
struct CitingFiles {
    ladder: Ladder,
    table: TableRules,
    variants: Vec<Variant>,
    jackpots: JackpotRules,
    irregularities: Vec<IrregularityRule>,
    house: HouseRules,
}

impl Rulebook {
    /// Opens a book that comes with the program.
    ///
    /// # Errors
    /// If there is none with that id, its games are between players, or something is wrong in its files.
    pub fn open(id: &str) -> Result<Rulebook, LoadError> {
        crate::library::open(id)?.into_house_banked()
    }

    pub(crate) fn from_files(files: &Files) -> Result<Rulebook, LoadError> {
        let (text, cited) = BookText::read(files, || CitingFiles::read(files))?;
        let CitingFiles { table, variants, jackpots, irregularities, house, .. } = cited;
        Ok(Rulebook { text, table, variants, jackpots, irregularities, house })
    }

    /// A game of the book.
    pub fn variant(&self, game: &str) -> Option<&Variant> {
        self.variants.iter().find(|variant| variant.game == game)
    }
}

impl HasLadder for CitingFiles {
    fn take_ladder(&mut self) -> Ladder {
        std::mem::take(&mut self.ladder)
    }
}

impl CitingFiles {
    fn read(files: &Files) -> Result<CitingFiles, LoadError> {
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
            variant.complete().map_err(|mistake| files.wrong_at(&[path], mistake))?;
            variants.push(variant);
        }
        let mut jackpots: JackpotRules = one(files, "jackpots.toml")?;
        if let Some(order) = jackpot_order(&variants) {
            jackpots.complete(order).map_err(|mistake| files.wrong_at(&["jackpots.toml"], mistake))?;
        }
        let mut irregularities = one::<IrregularitiesFile>(files, "irregularities.toml")?.irregularity;
        for (at, row) in irregularities.iter_mut().enumerate() {
            let of = |key| item("irregularity", at).key(key);
            let wrong = |at, what| Err(files.wrong_at(&["irregularities.toml"], Mistake { at, what }));
            let Some(least) = ladder.role(&row.by) else {
                return wrong(of("by"), format!("{:?}: the ladder has no role '{}'", row.what, row.by));
            };
            row.least = least;
            row.power = crate::cite::authority_of(row.clause);
            let unknown = |(_, game): &(usize, &String)| !variants.iter().any(|known| known.game == **game);
            if let Some((place, game)) = row.games.iter().enumerate().find(unknown) {
                let what = format!("{:?}: the book has no game '{game}'", row.what);
                return wrong(of("games").item(place), what);
            }
        }
        let house = HouseRules::read(files, &ladder)?;
        Ok(CitingFiles { ladder, table, variants, jackpots, irregularities, house })
    }
}

/// The order that ranks jackpot hands: the same in every game of a book.
fn jackpot_order(variants: &[Variant]) -> Option<&cards::HandOrder> {
    variants.iter().find_map(|variant| {
        let jackpot = variant.wager.iter().find(|wager| wager.place == Place::Jackpot)?;
        Some(variant.order(jackpot.order))
    })
}
