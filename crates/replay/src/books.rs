//! The two books that hands are replayed by, opened once.

use rulebook::room::RoomBook;
use rulebook::{LoadError, library};
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
        let rooms = library::ids().filter(|id| library::is_room(id));
        Ok(Books { books: rooms.map(library::open_room).collect::<Result<_, _>>()? })
    }

    /// Those in a folder that holds rulebooks; those that are not there come with the program.
    ///
    /// # Errors
    /// If one cannot be read.
    pub fn in_folder(folder: &Path) -> Result<Books, LoadError> {
        let rooms = library::ids().filter(|id| library::is_room(id));
        let read = |id: &str| {
            let place = folder.join(id);
            if place.is_dir() { RoomBook::from_folder(&place) } else { library::open_room(id) }
        };
        Ok(Books { books: rooms.map(read).collect::<Result<_, _>>()? })
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
