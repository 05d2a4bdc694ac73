//! A book as everybody meets it: one text, and games that are house-banked or between players.

use crate::banked::Rulebook;
use crate::cite::Cite;
use crate::describe::{self, Topic};
use crate::house::HouseRules;
use crate::load::{Files, LoadError};
use crate::room::{self, RoomBook, RoomGame};
use crate::table::PatronPolicies;
use crate::text::BookText;
use crate::variant::Variant;
use std::ops::Deref;
use std::path::Path;

/// One version of one approved book.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "a book is opened once, and then referred to")]
pub enum Book {
    /// Its games are played against the house.
    HouseBanked(Rulebook),
    /// Its games are poker between players.
    BetweenPlayers(RoomBook),
}

/// Whatever its games, a book is first of all its text: its clauses, readings, roles and citations.
impl Deref for Book {
    type Target = BookText;
    fn deref(&self) -> &BookText {
        match self {
            Book::HouseBanked(book) => book,
            Book::BetweenPlayers(book) => book,
        }
    }
}

/// The file that only a book of games between players has.
pub(crate) const BETWEEN_PLAYERS: &str = "room.toml";

impl Book {
    /// Loads a book from a folder on disk.
    ///
    /// # Errors
    /// The first thing that is wrong, with file and line.
    pub fn from_folder(folder: &Path) -> Result<Book, LoadError> {
        Book::from_files(&Files::in_folder(folder)?)
    }

    /// Which kind of book it is, its files say.
    pub(crate) fn from_files(files: &Files) -> Result<Book, LoadError> {
        match files.get(BETWEEN_PLAYERS) {
            Some(_) => RoomBook::from_files(files).map(Book::BetweenPlayers),
            None => Rulebook::from_files(files).map(Book::HouseBanked),
        }
    }

    /// The book, where its games are house-banked.
    pub fn house_banked(&self) -> Option<&Rulebook> {
        match self {
            Book::HouseBanked(book) => Some(book),
            Book::BetweenPlayers(_) => None,
        }
    }

    /// The book, where its games are between players.
    pub fn between_players(&self) -> Option<&RoomBook> {
        match self {
            Book::HouseBanked(_) => None,
            Book::BetweenPlayers(book) => Some(book),
        }
    }

    /// Whether its games are house-banked.
    pub fn is_house_banked(&self) -> bool {
        self.house_banked().is_some()
    }

    /// The book of house-banked games that it is.
    ///
    /// # Errors
    /// If its games are between players.
    pub fn into_house_banked(self) -> Result<Rulebook, LoadError> {
        match self {
            Book::HouseBanked(book) => Ok(book),
            Book::BetweenPlayers(book) => Err(other_games(&book, "between players", "against the house")),
        }
    }

    /// The book of games between players that it is.
    ///
    /// # Errors
    /// If its games are house-banked.
    pub fn into_between_players(self) -> Result<RoomBook, LoadError> {
        match self {
            Book::HouseBanked(book) => Err(other_games(&book, "against the house", "between players")),
            Book::BetweenPlayers(book) => Ok(book),
        }
    }

    /// Its games, each with the deck that the book names first.
    pub fn games(&self) -> impl Iterator<Item = BookGame<'_>> {
        let banked = self.house_banked().into_iter();
        let banked = banked
            .flat_map(|book| book.variants.iter().map(move |variant| BookGame::HouseBanked(book, variant)));
        let between = self.between_players().into_iter();
        let between = between.flat_map(|book| {
            let mut games: Vec<&RoomGame> = book.games.iter().collect();
            games.dedup_by_key(|game| &game.game);
            games.into_iter().map(move |game| BookGame::BetweenPlayers(book, game))
        });
        banked.chain(between)
    }

    /// A game by its id: `holdem`, or with its deck `holdem-32` where several are played.
    pub fn game(&self, id: &str) -> Option<BookGame<'_>> {
        match self {
            Book::HouseBanked(book) => book.variant(id).map(|game| BookGame::HouseBanked(book, game)),
            Book::BetweenPlayers(book) => {
                let with_deck = || book.games.iter().find(|game| game.id() == id);
                let game = book.game(id, 0).or_else(with_deck);
                game.map(|game| BookGame::BetweenPlayers(book, game))
            }
        }
    }

    /// The book as a floor works by it; none where it says nothing of people, in a `house.toml`.
    pub fn on_floor(&self) -> Option<FloorBook<'_>> {
        match self {
            Book::HouseBanked(book) => Some(book.into()),
            Book::BetweenPlayers(book) => FloorBook::between_players(book),
        }
    }
}

fn other_games(book: &BookText, has: &str, asked: &str) -> LoadError {
    let what = format!("its games are {has}, and a book of games {asked} was asked for");
    LoadError { file: book.front.id.clone(), line: None, what }
}

/// A game with its book.
#[derive(Clone, Copy, Debug)]
pub enum BookGame<'b> {
    HouseBanked(&'b Rulebook, &'b Variant),
    BetweenPlayers(&'b RoomBook, &'b RoomGame),
}

impl<'b> BookGame<'b> {
    /// As files write it: "caribbean-stud". A deck is not part of it.
    pub fn id(self) -> &'b str {
        match self {
            BookGame::HouseBanked(_, game) => &game.game,
            BookGame::BetweenPlayers(_, game) => &game.game,
        }
    }

    /// As people call it.
    pub fn name(self) -> &'b str {
        match self {
            BookGame::HouseBanked(_, game) => &game.name,
            BookGame::BetweenPlayers(_, game) => &game.name,
        }
    }

    /// Where the book begins with it.
    pub fn clause(self) -> Cite {
        match self {
            BookGame::HouseBanked(_, game) => game.clause,
            BookGame::BetweenPlayers(_, game) => game.clause,
        }
    }

    /// What the book says of it, point by point.
    pub fn describe(self) -> Vec<Topic> {
        match self {
            BookGame::HouseBanked(book, game) => describe::describe(book, game),
            BookGame::BetweenPlayers(book, game) => room::describe(book, game),
        }
    }
}

/// What a floor needs of a book, whatever its games: its text, and what it says of people.
#[derive(Clone, Copy, Debug)]
pub struct FloorBook<'b> {
    text: &'b BookText,
    /// Disputes, sanctions, payments gone wrong, patrons' files.
    pub house: &'b HouseRules,
    /// What it asks of patrons who play, where it asks anything.
    pub patrons: Option<&'b PatronPolicies>,
}

impl<'b> FloorBook<'b> {
    /// A book of games between players; none where it has no `house.toml`.
    pub fn between_players(book: &'b RoomBook) -> Option<FloorBook<'b>> {
        let house = book.house.as_ref()?;
        Some(FloorBook { text: book, house, patrons: None })
    }

    /// Its text.
    pub fn text(self) -> &'b BookText {
        self.text
    }
}

impl<'b> From<&'b Rulebook> for FloorBook<'b> {
    fn from(book: &'b Rulebook) -> FloorBook<'b> {
        FloorBook { text: book, house: &book.house, patrons: book.table.patrons.as_ref() }
    }
}

impl Deref for FloorBook<'_> {
    type Target = BookText;
    fn deref(&self) -> &BookText {
        self.text
    }
}
