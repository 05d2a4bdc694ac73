//! Reading a book's files, and saying what is wrong with one: file, line, what was expected.

use crate::mistake::{Key, KeyPath, Mistake};
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer};

/// Why a rulebook could not be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadError {
    /// The file, below `rulebooks/`.
    pub file: String,
    /// The line, from 1; none where it is the file as a whole.
    pub line: Option<usize>,
    /// What is wrong there.
    pub what: String,
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}, line {line}: {}", self.file, self.what),
            None => write!(f, "{}: {}", self.file, self.what),
        }
    }
}

impl std::error::Error for LoadError {}

/// The files of one book by their path below its folder.
#[derive(Clone, Debug, Default)]
pub(crate) struct Files {
    pub(crate) book: String,
    texts: BTreeMap<String, String>,
}

impl Files {
    pub(crate) fn new<'a>(book: &str, texts: impl IntoIterator<Item = (&'a str, &'a str)>) -> Files {
        let texts = texts.into_iter().map(|(path, text)| (path.to_string(), text.to_string())).collect();
        Files { book: book.to_string(), texts }
    }

    /// The files of a folder on disk.
    pub(crate) fn in_folder(folder: &Path) -> Result<Files, LoadError> {
        let book = folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let mut files = Files { book, texts: BTreeMap::new() };
        files.add(folder, "")?;
        Ok(files)
    }

    fn add(&mut self, folder: &Path, below: &str) -> Result<(), LoadError> {
        let failed = |path: &Path, error: std::io::Error| LoadError {
            file: path.display().to_string(),
            line: None,
            what: error.to_string(),
        };
        for entry in std::fs::read_dir(folder).map_err(|error| failed(folder, error))? {
            let path = entry.map_err(|error| failed(folder, error))?.path();
            let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            let place = format!("{below}{name}");
            if path.is_dir() {
                self.add(&path, &format!("{place}/"))?;
            } else {
                let text = std::fs::read_to_string(&path).map_err(|error| failed(&path, error))?;
                self.texts.insert(place, text);
            }
        }
        Ok(())
    }

    pub(crate) fn get(&self, path: &str) -> Option<&str> {
        self.texts.get(path).map(String::as_str)
    }

    pub(crate) fn need(&self, path: &str) -> Result<&str, LoadError> {
        self.get(path).ok_or_else(|| self.wrong(path, None, "this file is missing"))
    }

    /// The files below a folder of the book that end in `.toml`.
    pub(crate) fn below<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        let all = self.texts.iter().map(|(path, text)| (path.as_str(), text.as_str()));
        all.filter(move |(path, _)| path.starts_with(folder) && path.ends_with(".toml"))
    }

    pub(crate) fn wrong(&self, path: &str, line: Option<usize>, what: impl Into<String>) -> LoadError {
        LoadError { file: format!("{}/{path}", self.book), line, what: what.into() }
    }

    /// A mistake in a file that reads, with the line of its key. Where the file does not say it itself, it is looked for
    /// in those that it is like, nearest first.
    pub(crate) fn wrong_at(&self, paths: &[&str], mistake: Mistake) -> LoadError {
        let Mistake { at, what } = mistake;
        let text = |path: &str| self.get(path).unwrap_or_default();
        let found = paths.iter().find_map(|path| Some((*path, line_at(text(path), &at)?)));
        match (found, paths) {
            (Some((path, line)), _) => self.wrong(path, Some(line), what),
            (None, [first, ..]) => self.wrong(first, None, what),
            (None, []) => self.wrong("", None, what),
        }
    }

    /// A TOML file as a table that knows where everything stands.
    pub(crate) fn table<'t>(&self, path: &str, text: &'t str) -> Result<Spanned<DeTable<'t>>, LoadError> {
        DeTable::parse(text).map_err(|error| self.unread(path, text, &error))
    }

    /// Reads what a table says. Mistakes are told with the file whose text it is; what was put into the table from
    /// another file must have been read before.
    pub(crate) fn read_table<T: serde::de::DeserializeOwned>(
        &self,
        path: &str,
        text: &str,
        table: Spanned<DeTable<'_>>,
    ) -> Result<T, LoadError> {
        T::deserialize(Deserializer::from(table)).map_err(|error| self.unread(path, text, &error))
    }

    /// Reads a TOML file.
    pub(crate) fn read<T: serde::de::DeserializeOwned>(
        &self,
        path: &str,
        text: &str,
    ) -> Result<T, LoadError> {
        self.read_table(path, text, self.table(path, text)?)
    }

    fn unread(&self, path: &str, text: &str, error: &toml::de::Error) -> LoadError {
        let line = error.span().map(|span| line_of(text, span.start));
        let said = error.message().lines().collect::<Vec<_>>().join(" ");
        self.wrong(path, line, in_plain_words(&said))
    }
}

fn line_of(text: &str, at: usize) -> usize {
    text[..at.min(text.len())].matches('\n').count() + 1
}

/// The line of a key: of as much of the way to it as is there.
fn line_at(text: &str, at: &KeyPath) -> Option<usize> {
    let table = DeTable::parse(text).ok()?;
    let (Key::Name(first), rest) = at.keys().split_first()? else { return None };
    let (key, mut value) = table.get_ref().get_key_value(*first)?;
    let mut start = key.span().start;
    for step in rest {
        let next = match (value.get_ref(), step) {
            (DeValue::Table(table), Key::Name(name)) => {
                table.get_key_value(*name).map(|(key, value)| (key.span().start, value))
            }
            (DeValue::Array(list), Key::Index(at)) => list.get(*at).map(|value| (value.span().start, value)),
            _ => None,
        };
        let Some(next) = next else { break };
        (start, value) = next;
    }
    Some(line_of(text, start))
}

/// A message of the reader without the names of our types.
fn in_plain_words(said: &str) -> String {
    let Some((before, expected)) = said.split_once("expected ") else { return said.to_string() };
    let plain = match expected.trim() {
        struct_ if struct_.starts_with("struct ") => "a table",
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" | "u64" | "usize" => "a whole number, not negative",
        "i32" | "i64" | "isize" => "a whole number",
        other => other,
    };
    format!("{before}expected {plain}")
}
