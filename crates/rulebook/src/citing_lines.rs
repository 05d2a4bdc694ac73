//! Where a clause stands beside a value in a book's files.

use crate::library;

/// A line of a book's files that cites a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CitingLine {
    /// The file, below the book's folder.
    pub path: &'static str,
    /// The line, from 1.
    pub line: usize,
    /// What is written there, cut where it is long.
    pub written: String,
}

/// The files of a book in which clauses stand beside values; its games and orders of hands follow.
const FILES: [&str; 6] =
    ["roles.toml", "room.toml", "table.toml", "jackpots.toml", "irregularities.toml", "house.toml"];
const FOLDERS: [&str; 3] = ["variants/", "games/", "orders/"];

/// The lines that cite a clause or a reading of a book.
pub fn citing_lines(book: &str, label: &str) -> Vec<CitingLine> {
    let quoted = format!("\"{label}\"");
    let folders = library::paths(book).filter(|path| FOLDERS.iter().any(|folder| path.starts_with(folder)));
    let mut found = Vec::new();
    for path in FILES.into_iter().chain(folders) {
        let text = library::file(book, path).unwrap_or_default();
        for (at, line) in text.lines().enumerate().filter(|(_, line)| line.contains(&quoted)) {
            found.push(CitingLine { path, line: at + 1, written: line.trim().chars().take(96).collect() });
        }
    }
    found
}
