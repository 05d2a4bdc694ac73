//! The books as the pages need them: read once, with what refers to what.

use cases::Evidence;
use rulebook::describe::Topic;
use rulebook::{Book, ClauseId, Reading, Register, library};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;
use std::ops::Range;
use std::sync::OnceLock;

/// All books.
pub(super) struct RulesLibrary {
    pub(super) volumes: Vec<Volume>,
}

/// A book, with what refers to what in it.
pub(super) struct Volume {
    pub(super) id: &'static str,
    pub(super) book: Book,
    pub(super) evidence: Evidence,
    /// Games, each with what the book says of it.
    pub(super) topics: Vec<(String, Vec<Topic>)>,
    pub(super) chapters: Vec<BookChapter>,
    /// The clauses in whose words a clause is mentioned.
    mentioned_by: BTreeMap<ClauseId, Vec<ClauseId>>,
    /// The clauses cited beside a clause.
    beside: BTreeMap<ClauseId, BTreeSet<ClauseId>>,
}

/// The clauses of one numbered rule, with the tables printed in it.
pub(super) struct BookChapter {
    pub(super) name: String,
    pub(super) clauses: Vec<ClauseId>,
}

/// The shelf, filled at the first use.
pub(super) fn rules_library() -> &'static RulesLibrary {
    static SHELF: OnceLock<RulesLibrary> = OnceLock::new();
    SHELF.get_or_init(|| {
        let mut volumes = Vec::new();
        for id in library::ids() {
            match Volume::read(id) {
                Ok(volume) => volumes.push(volume),
                // The books are part of the program, and tests read them all.
                Err(error) => tracing::error!(%error, "a rulebook"),
            }
        }
        RulesLibrary { volumes }
    })
}

impl RulesLibrary {
    pub(super) fn volume(&self, id: &str) -> Option<&Volume> {
        self.volumes.iter().find(|volume| volume.id == id)
    }
}

/// A volume is read as its book.
impl Deref for Volume {
    type Target = Book;
    fn deref(&self) -> &Book {
        &self.book
    }
}

impl Volume {
    fn read(id: &'static str) -> Result<Volume, rulebook::LoadError> {
        let book = library::open(id)?;
        let mut mentioned_by: BTreeMap<ClauseId, Vec<ClauseId>> = BTreeMap::new();
        for (clause, row) in book.register.iter() {
            for (_, mentioned) in mentions(&book.register, &row.effect) {
                let by = mentioned_by.entry(mentioned).or_default();
                if mentioned != clause && !by.contains(&clause) {
                    by.push(clause);
                }
            }
        }
        let mut beside: BTreeMap<ClauseId, BTreeSet<ClauseId>> = BTreeMap::new();
        for citation in book.citations() {
            let all: Vec<ClauseId> = std::iter::once(citation.clause).chain(citation.also.clone()).collect();
            for clause in &all {
                let others = all.iter().copied().filter(|other| other != clause);
                beside.entry(*clause).or_default().extend(others);
            }
        }
        Ok(Volume {
            id,
            evidence: Evidence::of(&book),
            topics: book.games().map(|game| (game.id().to_string(), game.describe())).collect(),
            chapters: chapters(&book.register),
            mentioned_by,
            beside,
            book,
        })
    }

    /// The label of a clause.
    pub(super) fn label(&self, clause: ClauseId) -> &str {
        &self.register.get(clause).label
    }

    /// A reading by its name.
    pub(super) fn reading(&self, name: &str) -> Option<&Reading> {
        self.readings().find(|reading| reading.name == name)
    }

    /// The readings about a clause.
    pub(super) fn readings_on(&self, label: &str) -> impl Iterator<Item = &Reading> {
        self.readings().filter(move |reading| reading.clauses.iter().any(|clause| clause == label))
    }

    /// The clauses before and after, as printed.
    pub(super) fn neighbours(&self, clause: ClauseId) -> (Option<ClauseId>, Option<ClauseId>) {
        let at = clause.number();
        let by_place = |place: usize| self.register.iter().nth(place).map(|(id, _)| id);
        (at.checked_sub(1).and_then(by_place), by_place(at + 1))
    }

    /// The chapter that a clause stands in.
    pub(super) fn chapter_of(&self, clause: ClauseId) -> Option<&BookChapter> {
        self.chapters.iter().find(|chapter| chapter.clauses.contains(&clause))
    }

    /// What has to do with a clause: what it stands under, its parts, what it mentions and what mentions it, what is
    /// cited beside it; in printed order.
    pub(super) fn related(&self, clause: ClauseId) -> Vec<ClauseId> {
        let row = self.register.get(clause);
        let mut all = BTreeSet::new();
        all.extend(self.parent(&row.label));
        all.extend(
            self.register
                .iter()
                .filter(|(_, part)| self.parent(&part.label) == Some(clause))
                .map(|(id, _)| id),
        );
        all.extend(mentions(&self.register, &row.effect).into_iter().map(|(_, mentioned)| mentioned));
        all.extend(self.mentioned_by.get(&clause).into_iter().flatten());
        all.extend(self.beside.get(&clause).into_iter().flatten());
        all.remove(&clause);
        all.into_iter().collect()
    }

    /// The clause that a label is a part of: "8.4.2(a)" of "8.4.2(a)(ii)".
    fn parent(&self, label: &str) -> Option<ClauseId> {
        let mut rest = label;
        while let Some(at) = rest.rfind(['(', '.', '/', '[']) {
            rest = &rest[..at];
            if let Some(found) = self.register.id(rest) {
                return Some(found);
            }
        }
        None
    }

    /// What the book says on topics where a clause is cited: the game, or none where every game says the same.
    pub(super) fn cited_in(&self, clause: ClauseId) -> Vec<(Vec<&str>, &Topic)> {
        let mut found: Vec<(Vec<&str>, &Topic)> = Vec::new();
        for (game, topics) in &self.topics {
            for topic in topics {
                let citation = self.citation(topic.point.cite);
                if citation.clause != clause && !citation.also.contains(&clause) {
                    continue;
                }
                let same = |known: &&mut (Vec<&str>, &Topic)| {
                    known.1.section == topic.section
                        && known.1.topic == topic.topic
                        && known.1.point.is == topic.point.is
                };
                match found.iter_mut().find(same) {
                    Some((games, _)) if games.contains(&game.as_str()) => {}
                    Some((games, _)) => games.push(game),
                    None => found.push((vec![game], topic)),
                }
            }
        }
        for (games, _) in &mut found {
            if games.len() == self.topics.len() {
                games.clear();
            }
        }
        found
    }

    /// The labels nearest to one that does not exist: kin of it, else those that begin most like it.
    pub(super) fn nearest(&self, label: &str) -> Vec<&str> {
        let same = self.register.iter().map(|(_, row)| row.label.as_str());
        let mut near: Vec<&str> = same.filter(|row| row.eq_ignore_ascii_case(label.trim())).collect();
        near.extend(self.register.near(label));
        if near.is_empty() {
            let shared = |row: &str| row.chars().zip(label.chars()).take_while(|(a, b)| a == b).count();
            let mut all: Vec<&str> = self.register.iter().map(|(_, row)| row.label.as_str()).collect();
            all.sort_by_key(|row| std::cmp::Reverse(shared(row)));
            near = all;
        }
        near.truncate(8);
        near
    }
}

/// The numbered rules of a register in printed order. A table stands in the rule in which it is printed.
fn chapters(register: &Register) -> Vec<BookChapter> {
    let mut chapters: Vec<BookChapter> = Vec::new();
    let mut current = String::new();
    for (clause, row) in register.iter() {
        let end = row.label.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(row.label.len());
        let name = &row.label[..end];
        if name != "Table" || current.is_empty() {
            current = name.to_string();
        }
        match chapters.iter_mut().find(|chapter| chapter.name == current) {
            Some(chapter) => chapter.clauses.push(clause),
            None => chapters.push(BookChapter { name: current.clone(), clauses: vec![clause] }),
        }
    }
    chapters
}

/// The clauses that a text of ours mentions by their labels, and where. Amounts and versions only look like labels.
pub(super) fn mentions(register: &Register, text: &str) -> Vec<(Range<usize>, ClauseId)> {
    let part = |letter: char| letter.is_ascii_alphanumeric() || ".()[]".contains(letter);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        let before = text[..at].chars().next_back();
        let begins =
            letter.is_ascii_digit() && !before.is_some_and(|it| it.is_alphanumeric() || "$.-'".contains(it));
        let mut next = at + letter.len_utf8();
        if begins && !text[..at].trim_end().ends_with("version") {
            let rest = &text[at..];
            let most = rest.find(|letter| !part(letter)).unwrap_or(rest.len());
            let ends = (3..=most).rev().find_map(|end| {
                let label = rest.get(..end).filter(|label| label.contains('.'))?;
                let after = rest[end..].chars().next();
                let whole = !after.is_some_and(|it| it.is_alphanumeric() || it == '%');
                whole.then(|| register.id(label)).flatten().map(|clause| (end, clause))
            });
            if let Some((end, clause)) = ends {
                found.push((at..at + end, clause));
                next = at + end;
            } else {
                next = at + most.max(1);
            }
        }
        at = next;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_mention_clauses_and_not_amounts_or_versions() {
        let volume = rules_library().volume("crown-sydney-poker-minors-3.3").unwrap();
        let labels = |text: &str| -> Vec<&str> {
            mentions(&volume.register, text).into_iter().map(|(_, clause)| volume.label(clause)).collect()
        };
        assert_eq!(labels("by 8.4.2(a)(ii), or 13.9."), ["8.4.2(a)(ii)", "13.9"]);
        assert_eq!(labels("(7.4)"), ["7.4"]);
        assert!(labels("version 3.3, $7.4, 7.5% and 2.50").is_empty());
        assert!(labels("").is_empty() && labels("é 9").is_empty());
    }

    #[test]
    fn chapters_hold_every_clause_once_and_tables_where_they_are_printed() {
        for volume in &rules_library().volumes {
            let held: usize = volume.chapters.iter().map(|chapter| chapter.clauses.len()).sum();
            assert_eq!(held, volume.register.len(), "{}", volume.id);
        }
        let volume = rules_library().volume("crown-sydney-poker-minors-3.3").unwrap();
        let table = volume.register.id("Table 1").unwrap();
        assert_eq!(volume.chapter_of(table).unwrap().name, "8");
    }

    #[test]
    fn related_clauses_include_the_parent_the_parts_and_what_is_cited_beside() {
        let volume = rules_library().volume("crown-sydney-poker-minors-3.3").unwrap();
        let clause = volume.register.id("8.4.2(a)").unwrap();
        let related: Vec<&str> = volume.related(clause).into_iter().map(|id| volume.label(id)).collect();
        for label in ["8.4.2", "8.4.2(a)(i)", "8.4.2(a)(ii)"] {
            assert!(related.contains(&label), "{label}: {related:?}");
        }
        assert!(!related.contains(&"8.4.2(a)"));
    }
}
