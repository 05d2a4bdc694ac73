//! `cardroom rule` on a hand between players: what every line led to, with its clause.

use cases::{RoomCase, RoomRuling};
use rulebook::library;
use rulebook::room::RoomBook;
use serde::Serialize;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::PathBuf;

/// Books of games between players opened so far: those of the program, or those of a folder.
pub(crate) struct RoomShelf {
    books: HashMap<String, Result<RoomBook, String>>,
    folder: Option<PathBuf>,
}

impl RoomShelf {
    pub(crate) fn new(folder: Option<PathBuf>) -> RoomShelf {
        RoomShelf { books: HashMap::new(), folder }
    }

    /// Whether a book is one of games between players.
    pub(crate) fn has(&self, id: &str) -> bool {
        match &self.folder {
            Some(folder) if !id.contains(['/', '\\']) => folder.join(id).join("room.toml").is_file(),
            _ => library::is_room(id),
        }
    }

    fn open(&mut self, id: &str) -> Result<&RoomBook, String> {
        let folder = self.folder.as_deref();
        let open = || {
            let opened = match folder {
                Some(folder) => RoomBook::from_folder(&folder.join(id)),
                None => library::open_room(id),
            };
            opened.map_err(|error| format!("rulebook: {error}"))
        };
        self.books.entry(id.to_string()).or_insert_with(open).as_ref().map_err(Clone::clone)
    }
}

/// The rulebook that a case names, whatever else is in it.
pub(crate) fn book_of(text: &str) -> Option<String> {
    text.lines().map(str::trim_start).take_while(|line| !line.starts_with('[')).find_map(|line| {
        let value = line.strip_prefix("rulebook")?.trim_start().strip_prefix('=')?.trim();
        let value = value.strip_prefix(['"', '\''])?;
        value.find(['"', '\'']).map(|end| value[..end].to_string())
    })
}

/// Rules or checks one case; the complaints are all that is wrong with it.
pub(crate) fn one(
    shelf: &mut RoomShelf,
    text: &str,
    name: &str,
    check: bool,
    json: bool,
) -> Result<String, Vec<String>> {
    let sorry = |error: cases::CaseError| vec![error.to_string()];
    let case = RoomCase::read(text).map_err(sorry)?;
    let book = shelf.open(&case.rulebook).map_err(|error| vec![error])?;
    if check {
        let (differences, _) = case.check(book).map_err(sorry)?;
        return match differences.is_empty() {
            true => Ok(String::new()),
            false => Err(differences.iter().map(ToString::to_string).collect()),
        };
    }
    let ruling = case.rule(book).map_err(sorry)?;
    Ok(if json { as_json(name, &ruling) } else { in_words(name, &case, &ruling) })
}

#[derive(Serialize)]
struct CaseJson<'a> {
    case: &'a str,
    outcome: &'a str,
    lines: Vec<LineJson<'a>>,
    stacks: &'a [i64],
    commission: i64,
    due: &'a str,
}

#[derive(Serialize)]
struct LineJson<'a> {
    line: &'a str,
    refused: bool,
    said: Vec<SaidJson<'a>>,
}

#[derive(Serialize)]
struct SaidJson<'a> {
    what: &'a str,
    clause: &'a str,
}

fn as_json(name: &str, ruling: &RoomRuling) -> String {
    let lines = ruling.lines.iter().map(|line| LineJson {
        line: &line.line,
        refused: line.refused,
        said: line.said.iter().map(|said| SaidJson { what: &said.words, clause: &said.clause }).collect(),
    });
    let case = CaseJson {
        case: name,
        outcome: "ruled",
        lines: lines.collect(),
        stacks: &ruling.stacks,
        commission: ruling.commission,
        due: &ruling.due,
    };
    serde_json::to_string(&case).map_or_else(|_| String::new(), |line| line + "\n")
}

fn in_words(name: &str, case: &RoomCase, ruling: &RoomRuling) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{name}: {} ({})", case.game, case.rulebook);
    for line in &ruling.lines {
        let _ = writeln!(text, "  {}{}", line.line, if line.refused { ": refused" } else { "" });
        for said in &line.said {
            let _ = match said.clause.as_str() {
                "" => writeln!(text, "      {}", said.words),
                clause => writeln!(text, "      {:<44} [{clause}]", said.words),
            };
        }
    }
    if !ruling.stacks.is_empty() {
        let stacks: Vec<String> = ruling.stacks.iter().map(ToString::to_string).collect();
        let _ = writeln!(
            text,
            "  stacks {}; commission {}; {}",
            stacks.join(", "),
            ruling.commission,
            ruling.due
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::book_of;

    #[test]
    fn the_book_is_found_before_the_file_is_read() {
        assert_eq!(book_of("# x\nrulebook = \"a-1\" # b\ngame = 'c'").as_deref(), Some("a-1"));
        assert_eq!(book_of("game = 'c'\nrulebook='b'\n").as_deref(), Some("b"));
        assert_eq!(book_of("[sign]\nrulebook = 'b'"), None);
        assert_eq!(book_of("rulebook = 7"), None);
    }
}
