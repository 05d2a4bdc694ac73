//! Readings: where a text is silent, stale or contradicts itself, what we take it to mean.

use std::collections::HashMap;

/// A reading of one book, by its place in `readings.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReadingId(pub(crate) u16);

/// What we take an unclear clause to mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Its name: "AMB-12".
    pub name: String,
    /// The clauses it is about.
    pub clauses: Vec<String>,
    /// What the text leaves open.
    pub question: String,
    /// What we take, and why.
    pub taken: String,
    /// What decides in its place, where no value of the book cites it.
    pub decided: Option<DecidedBy>,
}

/// Why nothing in the book cites a reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DecidedBy {
    /// People decide, and no table does: a notice, a tournament, a duty. In which way.
    ByPeople(String),
    /// Another reading took its place.
    SupersededBy(String),
}

impl DecidedBy {
    /// `by people; WHY` or `superseded by NAME`.
    fn read(text: &str) -> Option<DecidedBy> {
        if let Some(name) = text.strip_prefix("superseded by ") {
            return Some(DecidedBy::SupersededBy(name.trim_end_matches('.').to_string()));
        }
        let why = text.strip_prefix("by people;")?.trim();
        (!why.is_empty()).then(|| DecidedBy::ByPeople(why.to_string()))
    }
}

/// All readings of a book.
#[derive(Clone, Debug, Default)]
pub(crate) struct Readings {
    all: Vec<Reading>,
    /// The line of each heading, from 1.
    lines: Vec<usize>,
    by_name: HashMap<String, ReadingId>,
}

impl Readings {
    /// Reads `readings.md`: a heading `## NAME`, then `clauses:`, `question:` and `taken:`, and `decided:` where nothing
    /// in the book cites it.
    pub(crate) fn read(text: &str) -> Result<Readings, (usize, String)> {
        let mut readings = Readings::default();
        for (at, line) in text.lines().enumerate() {
            let wrong = |what: &str| (at + 1, what.to_string());
            if let Some(name) = line.strip_prefix("## ") {
                let id = u16::try_from(readings.all.len()).map_err(|_| wrong("too many readings"))?;
                if readings.by_name.insert(name.trim().to_string(), ReadingId(id)).is_some() {
                    return Err(wrong("this reading appears twice"));
                }
                readings.lines.push(at + 1);
                readings.all.push(Reading {
                    name: name.trim().into(),
                    clauses: Vec::new(),
                    question: String::new(),
                    taken: String::new(),
                    decided: None,
                });
                continue;
            }
            let Some(reading) = readings.all.last_mut() else { continue };
            if let Some(list) = line.strip_prefix("clauses:") {
                let labels = list.split(',').map(str::trim).filter(|label| !label.is_empty());
                reading.clauses = labels.map(str::to_string).collect();
            } else if let Some(question) = line.strip_prefix("question:") {
                reading.question = question.trim().into();
            } else if let Some(taken) = line.strip_prefix("taken:") {
                reading.taken = taken.trim().into();
            } else if let Some(decided) = line.strip_prefix("decided:") {
                let decided = DecidedBy::read(decided.trim());
                let how = "'decided:' must be followed by 'by people; WHY' or 'superseded by NAME'";
                reading.decided = Some(decided.ok_or_else(|| wrong(how))?);
            } else if !line.trim().is_empty() {
                return Err(wrong("a reading has 'clauses:', 'question:' and 'taken:', one line each"));
            }
        }
        for (line, reading) in readings.with_lines() {
            if let Some(DecidedBy::SupersededBy(name)) = &reading.decided
                && !readings.by_name.contains_key(name)
            {
                let what =
                    format!("the reading {} is superseded by {name}, which does not exist", reading.name);
                return Err((line, what));
            }
        }
        if let Some((line, open)) = readings.with_lines().find(|(_, reading)| reading.taken.is_empty()) {
            return Err((line, format!("the reading {} has no 'taken:'", open.name)));
        }
        Ok(readings)
    }

    pub(crate) fn id(&self, name: &str) -> Option<ReadingId> {
        self.by_name.get(name).copied()
    }

    pub(crate) fn get(&self, id: ReadingId) -> &Reading {
        &self.all[usize::from(id.0)]
    }

    /// All of them, each with the line of its heading.
    pub(crate) fn with_lines(&self) -> impl Iterator<Item = (usize, &Reading)> {
        self.lines.iter().copied().zip(&self.all)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Reading> {
        self.all.iter()
    }
}
