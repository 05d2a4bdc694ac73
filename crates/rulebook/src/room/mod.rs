//! A book of games between players: its games, its betting law, and what can go wrong.
//!
//! `games/` has a file for each game with each deck, `orders/` the orders of hands with a clause for each category,
//! `room.toml` the policies of the book and the clause of every point that the machine decides.

mod describe;
mod game;
mod law;
mod order;
mod point;
mod trouble;

pub use describe::{describe, facts};
pub use game::{Facing, Family, Kitty, Opens, Part, PartName, Plays, Posts, RoomGame, Showdown, Street};
pub use law::{Counting, Law, OddChips, OpenerAllIn, ShortAllIn, ShowingTies};
pub use order::RoomOrder;
pub use point::{Point, Points};
pub use trouble::{Facts, Remedy, RoomIrregularity, Situation};

use crate::load::{Files, LoadError};
use crate::roles::Ladder;
use crate::text::{BookText, HasLadder};
use std::collections::BTreeMap;
use std::ops::Deref;
use std::path::Path;

/// One version of one book of games between players.
#[derive(Debug)]
pub struct RoomBook {
    text: BookText,
    /// Its policies, and the clause of each point that the machine decides.
    pub law: Law,
    /// Its games, one for each deck.
    pub games: Vec<RoomGame>,
    /// What can go wrong, in the order in which rows are tried.
    pub irregularities: Vec<RoomIrregularity>,
}

impl Deref for RoomBook {
    type Target = BookText;
    fn deref(&self) -> &BookText {
        &self.text
    }
}

/// The files that cite.
struct Cited {
    ladder: Ladder,
    law: Law,
    games: Vec<RoomGame>,
    irregularities: Vec<RoomIrregularity>,
}

impl HasLadder for Cited {
    fn take_ladder(&mut self) -> Ladder {
        std::mem::take(&mut self.ladder)
    }
}

impl RoomBook {
    /// Loads a book from a folder on disk.
    ///
    /// # Errors
    /// The first thing that is wrong, with the file.
    pub fn from_folder(folder: &Path) -> Result<RoomBook, LoadError> {
        RoomBook::from_files(&Files::in_folder(folder)?)
    }

    pub(crate) fn from_files(files: &Files) -> Result<RoomBook, LoadError> {
        let (text, cited) = BookText::read(files, || Cited::read(files))?;
        let Cited { law, games, irregularities, .. } = cited;
        Ok(RoomBook { text, law, games, irregularities })
    }

    /// The game of that name with so many cards; with 0, the first deck that the book lists for it.
    pub fn game(&self, name: &str, deck: usize) -> Option<&RoomGame> {
        self.games.iter().find(|game| game.game == name && (deck == 0 || game.deck.value.len() == deck))
    }

    /// How a game's irregularity is ruled: the first row that fits. None: the book is silent.
    pub fn irregularity(
        &self,
        game: &RoomGame,
        what: Situation,
        stood: &Facts,
        concerned: u8,
    ) -> Option<&RoomIrregularity> {
        self.irregularities.iter().find(|row| row.fits(game, what, stood, concerned))
    }
}

impl Cited {
    fn read(files: &Files) -> Result<Cited, LoadError> {
        let ladder = Ladder::read(files)?;
        let law: Law = files.read("room.toml", files.need("room.toml")?)?;
        let mut orders = BTreeMap::new();
        for (path, text) in files.below("orders/") {
            let mut order: RoomOrder = files.read(path, text)?;
            order.complete().map_err(|what| files.wrong(path, None, what))?;
            let name = path.trim_start_matches("orders/").trim_end_matches(".toml");
            orders.insert(name.to_string(), std::sync::Arc::new(order));
        }
        let mut games = Vec::new();
        for (path, text) in files.below("games/") {
            let mut game = game::read(files, path, text)?;
            game.complete(&law, &orders).map_err(|what| files.wrong(path, None, what))?;
            if path != format!("games/{}.toml", game.id()) {
                return Err(files.wrong(path, None, format!("the game is '{}', the file is not", game.id())));
            }
            games.push(game);
        }
        // Longer decks first, as Table 1 lists them: the first is the default.
        games.sort_by(|a, b| a.game.cmp(&b.game).then(b.deck.value.len().cmp(&a.deck.value.len())));
        let mut irregularities = match files.get("irregularities.toml") {
            Some(text) => files.read::<trouble::TroublesFile>("irregularities.toml", text)?.irregularity,
            None => Vec::new(),
        };
        for row in &mut irregularities {
            let known = |name: &String| games.iter().any(|game| game.game == *name);
            let unknown = row.games.iter().find(|name| !known(name));
            let checked = match unknown {
                Some(name) => Err(format!("row {}: there is no game '{name}'", row.row)),
                None => row.complete(&ladder),
            };
            checked.map_err(|what| files.wrong("irregularities.toml", None, what))?;
        }
        Ok(Cited { ladder, law, games, irregularities })
    }
}
