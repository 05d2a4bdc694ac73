//! Where a clause stands beside a value in a book's files.

use crate::library;

/// A line of a book's files that cites a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The file, below the book's folder.
    pub path: &'static str,
    /// The line, from 1.
    pub line: usize,
    /// What is written there, cut where it is long.
    pub written: String,
}

/// The files of a book in which clauses stand beside values; its games follow.
const FILES: [&str; 5] = ["roles.toml", "table.toml", "jackpots.toml", "irregularities.toml", "house.toml"];

/// The lines that cite a clause or a reading of a book.
pub fn places(book: &str, label: &str) -> Vec<Placed> {
    let quoted = format!("\"{label}\"");
    let variants = library::paths(book).filter(|path| path.starts_with("variants/"));
    let mut found = Vec::new();
    for path in FILES.into_iter().chain(variants) {
        let text = library::file(book, path).unwrap_or_default();
        for (at, line) in text.lines().enumerate().filter(|(_, line)| line.contains(&quoted)) {
            found.push(Placed { path, line: at + 1, written: line.trim().chars().take(96).collect() });
        }
    }
    found
}
