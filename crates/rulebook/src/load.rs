//! Reading a book's files, and saying what is wrong with one: file, line, what was expected.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

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

    /// What is wrong with a file that reads: named with the line where the thing that the message quotes begins.
    pub(crate) fn wrong_in(&self, path: &str, text: &str, what: String) -> LoadError {
        let mut quoted = what.split('\'').skip(1).step_by(2);
        let (name, column) = (quoted.next().unwrap_or_default(), quoted.next());
        let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
        let keys = if what.contains("pay table") { ["id", "on", "act"] } else { ["on", "what", "act"] };
        let begins = |at: usize, key: &str| lines[at].starts_with(&format!("{key} = \"{name}\""));
        // Of pay tables with the same name, the one with the column.
        let with_column = |at: usize| {
            let near = &lines[at..lines.len().min(at + 3)];
            column.is_none_or(|column| {
                near.iter().any(|line| line.starts_with(&format!("column = \"{column}\"")))
            })
        };
        let first = |key: &str| (0..lines.len()).find(|&at| begins(at, key) && with_column(at));
        let named = keys.into_iter().find_map(first);
        let anywhere =
            || lines.iter().position(|line| !name.is_empty() && line.contains(&format!("\"{name}\"")));
        // A message without a name is about the order of hands.
        let order = || lines.iter().position(|line| line.starts_with("[[order]]"));
        let line = named.or_else(anywhere).or_else(order).map(|at| at + 1);
        self.wrong(path, line, what)
    }

    /// Reads a TOML file.
    pub(crate) fn read<T: serde::de::DeserializeOwned>(
        &self,
        path: &str,
        text: &str,
    ) -> Result<T, LoadError> {
        toml::from_str(text).map_err(|error| {
            let line = error.span().map(|span| text[..span.start].matches('\n').count() + 1);
            self.wrong(path, line, error.message().lines().collect::<Vec<_>>().join(" "))
        })
    }
}
