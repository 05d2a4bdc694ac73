//! The books that hands are replayed by, opened once.

use rulebook::LoadError;
use rulebook::library::Shelf;
use rulebook::room::RoomBook;
use std::path::Path;

/// The conventions of hands that name no rulebook.
pub const STANDARD: &str = "poker-hand-history";

/// The books that hands may name.
#[derive(Debug)]
pub struct Books {
    books: Vec<RoomBook>,
}

impl Books {
    /// Those that come with the program.
    ///
    /// # Errors
    /// If one cannot be read.
    pub fn open() -> Result<Books, LoadError> {
        Books::on(&Shelf::of_program())
    }

    /// Those in a folder that holds rulebooks, by their ids; those that are not there come with the program.
    ///
    /// # Errors
    /// If it is no folder of rulebooks, or one of them cannot be read.
    pub fn in_folder(folder: &Path) -> Result<Books, LoadError> {
        Books::on(&Shelf::in_folder(folder)?)
    }

    fn on(shelf: &Shelf) -> Result<Books, LoadError> {
        Ok(Books { books: shelf.between_players()? })
    }

    /// The book that a hand names; without a name, the standard.
    pub fn find(&self, id: Option<&str>) -> Option<&RoomBook> {
        let id = id.unwrap_or(STANDARD);
        self.books.iter().find(|book| book.front.id == id)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &RoomBook> {
        self.books.iter()
    }
}
