//! Every place of a case file at which something unknown can stand, and the file with something unknown there.

use toml::{Table, Value};

/// A place, from the outside in.
pub type Path = Vec<Part>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    Key(String),
    At(usize),
}

impl std::fmt::Display for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Part::Key(key) => f.write_str(key),
            Part::At(at) => write!(f, "{}", at + 1),
        }
    }
}

/// Tables of names that somebody gives: spots, pay tables. Their keys are for the rules to refuse.
const NAMED: [&str; 7] = ["wagers", "min", "max", "approved_min", "paytables", "bonus", "seat"];

/// Texts that are one of a list of words, or several.
const WORDS: [&str; 23] = [
    "device",
    "method",
    "decisions",
    "tokens",
    "warned",
    "player_card",
    "found",
    "order",
    "what",
    "by",
    "before",
    "of",
    "card",
    "ruling",
    "do",
    "medium",
    "ground",
    "decision",
    "games",
    "hands",
    "expect",
    "outcome",
    "duties",
];

/// Every table of a file to which a key can be added.
pub fn tables(file: &Table) -> Vec<Path> {
    let mut found = vec![Path::new()];
    walk(&Value::Table(file.clone()), &mut Path::new(), &mut |path, value| {
        let named = matches!(path.last(), Some(Part::Key(key)) if NAMED.contains(&key.as_str()));
        if value.is_table() && !named {
            found.push(path.clone());
        }
    });
    found
}

/// Every text of a file that is a word of a closed vocabulary, or begins with one.
pub fn words(file: &Table) -> Vec<Path> {
    let mut found = Vec::new();
    walk(&Value::Table(file.clone()), &mut Path::new(), &mut |path, value| {
        let key = path.iter().rev().find_map(|part| match part {
            Part::Key(key) => Some(key.as_str()),
            Part::At(_) => None,
        });
        let line = matches!(path.as_slice(), [Part::Key(expect), Part::Key(seat), _, Part::Key(on)]
            if expect == "expect" && seat == "seat" && on != "net");
        let word = key.is_some_and(|key| WORDS.contains(&key));
        if value.is_str() && (word || line) {
            found.push(path.clone());
        }
    });
    found
}

fn walk(value: &Value, path: &mut Path, each: &mut impl FnMut(&Path, &Value)) {
    let mut inside = |part: Part, value: &Value| {
        path.push(part);
        each(path, value);
        walk(value, path, each);
        path.pop();
    };
    match value {
        Value::Table(table) => table.iter().for_each(|(key, value)| inside(Part::Key(key.clone()), value)),
        Value::Array(list) => list.iter().enumerate().for_each(|(at, value)| inside(Part::At(at), value)),
        _ => {}
    }
}

fn at<'v>(file: &'v mut Value, path: &[Part]) -> &'v mut Value {
    path.iter().fold(file, |value, part| match part {
        Part::Key(key) => value.get_mut(key.as_str()).expect("the path is of this file"),
        Part::At(at) => value.get_mut(*at).expect("the path is of this file"),
    })
}

/// A file as text.
fn written(file: Value) -> String {
    file.as_table().map(Table::to_string).unwrap_or_default()
}

/// The file with a key more in one of its tables.
pub fn with_key(file: &Table, path: &[Part], key: &str) -> String {
    let mut file = Value::Table(file.clone());
    if let Value::Table(table) = at(&mut file, path) {
        table.insert(key.to_string(), Value::Boolean(true));
    }
    written(file)
}

/// The file with one of its words misspelt: the first word of the text, so that clauses and amounts behind it stay.
pub fn misspelt(file: &Table, path: &[Part], letters: &str) -> String {
    let mut file = Value::Table(file.clone());
    if let Value::String(text) = at(&mut file, path) {
        let end = text.find(' ').unwrap_or(text.len());
        text.insert_str(end, letters);
    }
    written(file)
}
