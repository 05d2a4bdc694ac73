//! The rulebooks that come with the program.

use crate::book::{BETWEEN_PLAYERS, Book};
use crate::load::{Files, LoadError};
use crate::operators::{self, Operator};
use crate::readings::{Reading, Readings};
use crate::register::Register;
use crate::room::RoomBook;
use crate::text::{self, Front};
use std::path::{Path, PathBuf};

/// Every file of every book, put in when the program was built.
static EMBEDDED: &[(&str, &[(&str, &str)])] = include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// The ids of all books.
pub fn ids() -> impl Iterator<Item = &'static str> {
    EMBEDDED.iter().map(|(id, _)| *id)
}

/// The ids of the books of house-banked games.
pub fn house_banked() -> impl Iterator<Item = &'static str> {
    ids().filter(|id| file(id, BETWEEN_PLAYERS).is_none())
}

/// The ids of the books of games between players.
pub fn between_players() -> impl Iterator<Item = &'static str> {
    ids().filter(|id| file(id, BETWEEN_PLAYERS).is_some())
}

/// Opens a book.
///
/// # Errors
/// If there is none with that id, or something is wrong in its files.
pub fn open(id: &str) -> Result<Book, LoadError> {
    Book::from_files(&files(id)?)
}

/// The register of a book, which every book has.
///
/// # Errors
/// If there is no book with that id, or something is wrong in the register.
pub fn register(id: &str) -> Result<Register, LoadError> {
    text::register(&files(id)?)
}

/// The first page of a book, which every book has.
///
/// # Errors
/// If there is no book with that id, or something is wrong on the page.
pub fn front(id: &str) -> Result<Front, LoadError> {
    text::front(&files(id)?)
}

/// The operators of all books.
///
/// # Errors
/// If a first page cannot be read, or two operators cannot be told apart.
pub fn operators() -> Result<Vec<Operator>, LoadError> {
    let fronts: Vec<Front> = ids().map(front).collect::<Result<_, _>>()?;
    operators::operators(fronts.into_iter())
}

/// The readings of a book, which every book has.
///
/// # Errors
/// If there is no book with that id, or something is wrong in them.
pub fn readings(id: &str) -> Result<Vec<Reading>, LoadError> {
    let files = files(id)?;
    let read = Readings::read(files.need("readings.md")?);
    let read = read.map_err(|(line, what)| files.wrong("readings.md", Some(line), what))?;
    Ok(read.iter().cloned().collect())
}

/// The files of a book, by their path below its folder.
pub fn paths(id: &str) -> impl Iterator<Item = &'static str> {
    let files = EMBEDDED.iter().find(|(known, _)| *known == id).map_or(&[][..], |(_, files)| files);
    files.iter().map(|(path, _)| *path)
}

/// The case files of a book: path below the book's folder, and text.
pub fn cases(id: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let files = EMBEDDED.iter().find(|(known, _)| *known == id).map_or(&[][..], |(_, files)| files);
    files.iter().copied().filter(|(path, _)| path.starts_with("cases/") && path.ends_with(".toml"))
}

/// One file of a book.
pub fn file(id: &str, path: &str) -> Option<&'static str> {
    let (_, files) = EMBEDDED.iter().find(|(known, _)| *known == id)?;
    files.iter().find(|(known, _)| *known == path).map(|(_, text)| *text)
}

fn files(id: &str) -> Result<Files, LoadError> {
    match EMBEDDED.iter().find(|(known, _)| *known == id) {
        Some((_, files)) => {
            Ok(Files::new(id, files.iter().copied().filter(|(path, _)| !path.starts_with("cases/"))))
        }
        None => Err(Shelf::of_program().unknown(id)),
    }
}

/// The books to choose from: those of a folder, and those of the program that are not there.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    folder: PathBuf,
    /// The ids of the folder's books.
    found: Vec<String>,
}

impl Shelf {
    /// The books that come with the program, and no others.
    pub fn of_program() -> Shelf {
        Shelf::default()
    }

    /// The books of a folder, each in a folder named by its id; what is not there comes with the program.
    ///
    /// # Errors
    /// If it is no folder of rulebooks: not there, without a book, or with one whose folder has another name.
    pub fn in_folder(folder: &Path) -> Result<Shelf, LoadError> {
        let wrong = |what: String| Err(LoadError { file: folder.display().to_string(), line: None, what });
        if !folder.is_dir() {
            return wrong("there is no such folder".into());
        }
        if folder.join("book.toml").is_file() {
            return wrong("this is a single rulebook; name the folder that contains it".into());
        }
        let entries = match std::fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => return wrong(error.to_string()),
        };
        let mut shelf = Shelf { folder: folder.to_path_buf(), found: Vec::new() };
        let mut fronts = Vec::new();
        for place in entries.flatten().map(|entry| entry.path()).filter(|place| place.is_dir()) {
            let name = place.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let Ok(text) = std::fs::read_to_string(place.join("book.toml")) else {
                if ids().any(|id| id == name) || place.join("clauses.tsv").is_file() {
                    return wrong(format!("{name} has no readable book.toml"));
                }
                continue;
            };
            let files = Files::new(&name, [("book.toml", text.as_str())]);
            fronts.push(text::front(&files)?);
            shelf.found.push(name);
        }
        shelf.found.sort();
        for id in ids().filter(|id| !shelf.is_own(id)) {
            fronts.push(front(id)?);
        }
        operators::operators(fronts.into_iter())?;
        if shelf.found.is_empty() {
            return wrong("none of the folders in it has a book.toml".into());
        }
        Ok(shelf)
    }

    /// The ids of all its books.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        let others = ids().filter(|id| !self.is_own(id)).map(|id| -> &str { id });
        self.found.iter().map(String::as_str).chain(others)
    }

    /// Whether there is a book with that id.
    pub fn has(&self, id: &str) -> bool {
        self.ids().any(|known| known == id)
    }

    /// Opens a book.
    ///
    /// # Errors
    /// If there is none with that id, or something is wrong in its files.
    pub fn open(&self, id: &str) -> Result<Book, LoadError> {
        if self.is_own(id) {
            return Book::from_folder(&self.folder.join(id));
        }
        self.known(id).and_then(open)
    }

    /// The books of games between players.
    ///
    /// # Errors
    /// If something is wrong in the files of one.
    pub fn between_players(&self) -> Result<Vec<RoomBook>, LoadError> {
        let own = self
            .found
            .iter()
            .map(|id| self.folder.join(id))
            .filter(|book| book.join(BETWEEN_PLAYERS).is_file());
        let own = own.map(|book| Book::from_folder(&book));
        let others = between_players().filter(|id| !self.is_own(id)).map(open);
        own.chain(others).map(|book| book.and_then(Book::into_between_players)).collect()
    }

    fn is_own(&self, id: &str) -> bool {
        self.found.iter().any(|known| known == id)
    }

    fn known<'i>(&self, id: &'i str) -> Result<&'i str, LoadError> {
        if self.has(id) {
            return Ok(id);
        }
        Err(self.unknown(id))
    }

    fn unknown(&self, id: &str) -> LoadError {
        let known = self.ids().collect::<Vec<_>>().join(", ");
        let what = format!("there is no such rulebook; choose from {known}");
        LoadError { file: id.to_string(), line: None, what }
    }
}
