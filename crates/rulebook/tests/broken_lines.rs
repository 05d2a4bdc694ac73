//! What TOML cannot see is said with the line of the very key that is wrong, wherever else the same words stand.

use rulebook::{Book, LoadError};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

const ID: &str = "crown-sydney-poker-minors-3.3";
const GAME: &str = "variants/caribbean-stud.toml";

/// A copy of the book, without its cases; it goes when the test does.
struct Copy(PathBuf);

impl Copy {
    fn new() -> Copy {
        static COPIES: AtomicU32 = AtomicU32::new(0);
        let number = COPIES.fetch_add(1, Ordering::Relaxed);
        let copy = Copy(std::env::temp_dir().join(format!("broken-lines-{}-{number}", std::process::id())));
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulebooks").join(ID);
        for part in ["", "variants"] {
            fs::create_dir_all(copy.folder().join(part)).expect("a folder for the copy");
            for file in fs::read_dir(from.join(part)).expect("the book") {
                let file = file.expect("a file").path();
                if let Some(name) = file.file_name().filter(|_| file.is_file()) {
                    fs::copy(&file, copy.folder().join(part).join(name)).expect("a copy");
                }
            }
        }
        copy
    }

    fn folder(&self) -> PathBuf {
        self.0.join(ID)
    }

    /// The error after the last place of a text was changed, and the line on which it stands.
    fn broken(&self, name: &str, old: &str, new: &str) -> (LoadError, usize) {
        let path = self.folder().join(name);
        let text = fs::read_to_string(&path).expect("a file of the copy");
        let at = text.rfind(old).unwrap_or_else(|| panic!("{name} has no {old}"));
        fs::write(&path, format!("{}{new}{}", &text[..at], &text[at + old.len()..])).expect("a change");
        let error = Book::from_folder(&self.folder()).map(|_| ()).expect_err("it is broken");
        (error, text[..at].matches('\n').count() + 1)
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_line_is_that_of_the_key_and_not_of_a_word_in_the_message() {
    let text = |name: &str| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulebooks").join(ID);
        fs::read_to_string(folder.join(name)).expect("a file of the book")
    };
    // The last of each: the same role, hand and act stand in many lines before.
    let last = |name: &str, key: &str| {
        let of = text(name);
        let line = of.lines().rev().find(|line| line.contains(key)).expect("a line with the key").to_string();
        let from = line.find(key).expect("the key");
        let value = line[from + key.len()..].split('"').next().expect("a value").to_string();
        format!("{key}{value}\"")
    };
    let breaks = [
        (
            "roles.toml",
            last("roles.toml", "least = \""),
            "least = \"porter\"",
            "the ladder has no role 'porter'",
        ),
        ("irregularities.toml", last("irregularities.toml", "by = \""), "by = \"porter\"", "'porter'"),
        ("house.toml", last("house.toml", "by = \""), "by = \"porter\"", "the ladder has no role 'porter'"),
        (GAME, last(GAME, "like = \""), "like = \"whist\"", "there is no order of hands 'whist'"),
        (GAME, last(GAME, "hand = \""), "hand = \"five of a kind\"", ""),
        (GAME, last(GAME, "pays = \""), "pays = \"nowhere\"", ""),
        ("jackpots.toml", last("jackpots.toml", "hand = \""), "hand = \"royal-flush\"", "best hand down"),
    ];
    for (name, old, new, what) in breaks {
        let copy = Copy::new();
        let (error, line) = copy.broken(name, &old, new);
        assert_eq!(error.file, format!("{ID}/{name}"), "{new}: {error}");
        assert!(error.what.contains(what), "{new}: {error}");
        let near = error.line.unwrap_or_else(|| panic!("{new}: {error}, and no line"));
        // A list that is out of order is named where it begins, a case of several lines where it does.
        let begins = what == "best hand down" && near < line && line - near < 12;
        assert!(near == line || begins, "{new} stands on line {line}: {error}");
    }
}

#[test]
fn a_reading_without_its_clause_is_named_with_the_line_of_its_heading() {
    let copy = Copy::new();
    let path = copy.folder().join("readings.md");
    let text = fs::read_to_string(&path).expect("the readings");
    let added = format!("{}\n## LAST-1\nclauses: 99.99\nquestion: What?\ntaken: Nothing.\n", text.trim_end());
    fs::write(&path, &added).expect("a change");
    let error = Book::from_folder(&copy.folder()).map(|_| ()).expect_err("there is no such clause");
    let heading = added.lines().position(|line| line == "## LAST-1").expect("the heading") + 1;
    assert_eq!((error.file, error.line), (format!("{ID}/readings.md"), Some(heading)));
}

/// A book of games between players that says something of people can stand on a floor; one that does not cannot.
#[test]
fn a_book_between_players_goes_onto_a_floor_with_a_house_file() {
    const POKER: &str = "crown-melbourne-poker-13.0";
    let plain = rulebook::library::open(POKER).expect("the book");
    assert!(!plain.is_house_banked() && plain.on_floor().is_none());
    let copy = Copy::new();
    let folder = copy.0.join(POKER);
    for path in rulebook::library::paths(POKER).filter(|path| !path.starts_with("cases/")) {
        let to = folder.join(path);
        fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
        fs::write(&to, rulebook::library::file(POKER, path).expect("its text")).expect("a copy");
    }
    // What a house file says is here of another book: every citation becomes one of a clause that this book has.
    let clause = plain.register.iter().next().map(|(_, row)| row.label.clone()).expect("a clause");
    let role = &plain.ladder.roles.last().expect("a role").id;
    let house = rulebook::library::file(ID, "house.toml").expect("a house file");
    let mut file: toml::Table = house.parse().expect("it reads");
    recite(&mut file, &clause, role);
    fs::write(folder.join("house.toml"), file.to_string()).expect("a house file");
    let book = Book::from_folder(&folder).unwrap_or_else(|error| panic!("{error}"));
    let on_floor = book.on_floor().expect("it has a house file");
    assert_eq!(on_floor.label(on_floor.house.uncovered), clause);
    assert_eq!(on_floor.front.id, POKER);
}

/// Puts one clause and one role wherever a house file cites or names any, and leaves out what needs powers.
fn recite(table: &mut toml::Table, clause: &str, role: &str) {
    for part in ["second", "sanction", "notify", "direction"] {
        if table.contains_key(part) {
            table.insert(part.into(), toml::Value::Array(Vec::new()));
        }
    }
    for (key, value) in table.iter_mut() {
        match value {
            toml::Value::Table(table) => recite(table, clause, role),
            toml::Value::Array(list) if list.iter().all(toml::Value::is_table) => {
                list.iter_mut()
                    .filter_map(toml::Value::as_table_mut)
                    .for_each(|row| recite(row, clause, role));
            }
            toml::Value::Array(_) => *value = clause.into(),
            toml::Value::String(text) if key == "by" => *text = role.into(),
            toml::Value::String(text) if key.as_str() == "clause" || !is_word(key) => *text = clause.into(),
            _ => {}
        }
    }
}

/// Whether a key of a house file has a word of its own and no citation.
fn is_word(key: &str) -> bool {
    matches!(key, "id" | "what" | "is" | "act")
}
