//! A book of games between players: its games, its betting law, and what can go wrong.
//!
//! `games/` has a file for each game with each deck, `orders/` the orders of hands with a clause for each category,
//! `room.toml` the policies of the book and the clause of every point that the machine decides.

mod check;
mod describe;
mod game;
mod irregularity;
mod law;
mod order;
mod point;
mod read;
mod suits;

pub use check::{MOST_BOARDS, MOST_CARDS, MOST_PLAYERS, MOST_STREETS};
pub use describe::{describe, facts};
pub use game::{Facing, Family, Kitty, Opens, Part, PartName, Plays, Posts, RoomGame, Showdown, Street};
pub use irregularity::{Facts, IrregularityKind, Remedy, RoomIrregularity};
pub use law::{CapCovers, Counting, Law, OddChips, OpenerAllIn, ShortAllIn, ShowingTies};
pub use order::RoomOrder;
pub use point::{Chapter, Point, Points};

use crate::house::HouseRules;
use crate::load::{Files, LoadError};
use crate::roles::Ladder;
use crate::text::{BookText, HasLadder};
use std::ops::Deref;

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
    /// What it says of people, where it has a `house.toml`: only then do its games go onto a floor.
    pub house: Option<HouseRules>,
}

impl Deref for RoomBook {
    type Target = BookText;
    fn deref(&self) -> &BookText {
        &self.text
    }
}

/// The files that cite.
struct CitingFiles {
    ladder: Ladder,
    law: Law,
    games: Vec<RoomGame>,
    irregularities: Vec<RoomIrregularity>,
    house: Option<HouseRules>,
}

impl HasLadder for CitingFiles {
    fn take_ladder(&mut self) -> Ladder {
        std::mem::take(&mut self.ladder)
    }
}

impl RoomBook {
    /// Opens a book that comes with the program.
    ///
    /// # Errors
    /// If there is none with that id, its games are house-banked, or something is wrong in its files.
    pub fn open(id: &str) -> Result<RoomBook, LoadError> {
        crate::library::open(id)?.into_between_players()
    }

    pub(crate) fn from_files(files: &Files) -> Result<RoomBook, LoadError> {
        let (text, cited) = BookText::read(files, || CitingFiles::read(files))?;
        let CitingFiles { law, games, irregularities, house, .. } = cited;
        read::listed(files, &text.front.games, &games)?;
        Ok(RoomBook { text, law, games, irregularities, house })
    }

    /// The game of that name with so many cards; with 0, the first deck that the book lists for it.
    pub fn game(&self, name: &str, deck: usize) -> Option<&RoomGame> {
        self.games.iter().find(|game| game.game == name && (deck == 0 || game.deck.value.len() == deck))
    }

    /// How a game's irregularity is ruled: the first row that fits. None: the book is silent.
    pub fn irregularity(
        &self,
        game: &RoomGame,
        what: IrregularityKind,
        stood: &Facts,
        concerned: u8,
    ) -> Option<&RoomIrregularity> {
        self.irregularities.iter().find(|row| row.fits(game, what, stood, concerned))
    }
}

impl CitingFiles {
    fn read(files: &Files) -> Result<CitingFiles, LoadError> {
        let ladder = Ladder::read(files)?;
        let law = read::law(files)?;
        let games = read::games(files, &law)?;
        read::points(files, &law, &games)?;
        let irregularities = read::irregularities(files, &ladder, &games)?;
        let house = files.get("house.toml").map(|_| HouseRules::read(files, &ladder)).transpose()?;
        Ok(CitingFiles { ladder, law, games, irregularities, house })
    }
}
