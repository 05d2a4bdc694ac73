//! The rulebooks that come with the program.

use crate::book::Rulebook;
use crate::load::{Files, LoadError};
use crate::readings::{Reading, Readings};
use crate::register::Register;
use crate::room::RoomBook;
use crate::text::{self, Front};

/// Every file of every book, put in when the program was built.
const EMBEDDED: &[(&str, &[(&str, &str)])] = include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// The ids of all books, also of those whose games are not yet data.
pub fn ids() -> impl Iterator<Item = &'static str> {
    EMBEDDED.iter().map(|(id, _)| *id)
}

/// Whether a book's games are data: it can be opened.
pub fn is_playable(id: &str) -> bool {
    file(id, "table.toml").is_some()
}

/// Opens a book.
///
/// # Errors
/// If there is none with that id, or something is wrong in its files.
pub fn open(id: &str) -> Result<Rulebook, LoadError> {
    Rulebook::from_files(&files(id)?)
}

/// Whether a book is one of games between players.
pub fn is_room(id: &str) -> bool {
    file(id, "room.toml").is_some()
}

/// Opens a book of games between players.
///
/// # Errors
/// If there is none with that id, or something is wrong in its files.
pub fn open_room(id: &str) -> Result<RoomBook, LoadError> {
    RoomBook::from_files(&files(id)?)
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
    let files = files(id)?;
    files.read("book.toml", files.need("book.toml")?)
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
        None => {
            let known = ids().collect::<Vec<_>>().join(", ");
            Err(LoadError {
                file: id.to_string(),
                line: None,
                what: format!("there is no such rulebook; there are {known}"),
            })
        }
    }
}
