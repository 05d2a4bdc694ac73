//! The search over clauses, definitions and readings of all books: an index of their words, built once.

use super::shelf::{Volume, rules_library};
use rulebook::Kind;
use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;

/// The longest question that is looked up.
pub(super) const LONGEST: usize = 200;

/// Whether a question is longer than any that makes sense.
pub(super) fn is_too_long(question: &str) -> bool {
    question.chars().count() > LONGEST
}

/// What can be found: a clause, a definition or a reading.
pub(super) struct SearchEntry {
    pub(super) volume: &'static Volume,
    pub(super) label: &'static str,
    pub(super) tag: Tag,
    pub(super) text: String,
    /// The label in small letters, and the word that it defines.
    small: String,
    term: String,
}

/// What sort of entry it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tag {
    Clause(Kind),
    Definition,
    Reading,
}

impl Tag {
    pub(super) const ALL: [Tag; 8] = [
        Tag::Definition,
        Tag::Reading,
        Tag::Clause(Kind::Engine),
        Tag::Clause(Kind::Authority),
        Tag::Clause(Kind::Notice),
        Tag::Clause(Kind::Record),
        Tag::Clause(Kind::Conduct),
        Tag::Clause(Kind::Legal),
    ];

    /// As addresses write it.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Tag::Clause(kind) => kind.word(),
            Tag::Definition => "definition",
            Tag::Reading => "reading",
        }
    }

    pub(super) fn named(word: &str) -> Option<Tag> {
        Tag::ALL.into_iter().find(|tag| tag.word() == word)
    }
}

pub(super) struct SearchIndex {
    entries: Vec<SearchEntry>,
    /// Each word, and the entries in which it stands; those that have it in their label first named so.
    words: BTreeMap<String, Vec<(u32, bool)>>,
}

/// The index, built at the first use.
pub(super) fn index() -> &'static SearchIndex {
    static INDEX: OnceLock<SearchIndex> = OnceLock::new();
    INDEX.get_or_init(|| {
        let mut index = SearchIndex { entries: Vec::new(), words: BTreeMap::new() };
        for volume in &rules_library().volumes {
            for (_, row) in volume.register.iter() {
                let tag = if row.label.contains("/'") { Tag::Definition } else { Tag::Clause(row.kind) };
                index.add(volume, &row.label, tag, row.effect.clone());
            }
            for reading in volume.readings() {
                index.add(
                    volume,
                    &reading.name,
                    Tag::Reading,
                    format!("{} {}", reading.question, reading.taken),
                );
            }
        }
        index
    })
}

impl SearchIndex {
    fn add(&mut self, volume: &'static Volume, label: &'static str, tag: Tag, text: String) {
        let small = label.to_lowercase();
        let term = match tag {
            Tag::Definition => {
                small.split_once("/'").map_or("", |(_, term)| term.trim_end_matches('\'')).to_string()
            }
            _ => String::new(),
        };
        let number = u32::try_from(self.entries.len()).unwrap_or(u32::MAX);
        for (of, in_label) in [(label, true), (text.as_str(), false)] {
            for word in words(of) {
                let places = self.words.entry(word).or_default();
                if places.last().is_none_or(|(known, _)| *known != number) {
                    places.push((number, in_label));
                }
            }
        }
        self.entries.push(SearchEntry { volume, label, tag, text, small, term });
    }

    /// What answers a question, best first: the clause with that very label, the word that is defined so, then what
    /// holds all the words.
    pub(super) fn find(
        &'static self,
        question: &str,
        book: Option<&str>,
        tag: Option<Tag>,
    ) -> Vec<&'static SearchEntry> {
        let whole = question.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let whole = whole.trim_matches(|letter: char| letter.is_control());
        if whole.is_empty() || is_too_long(question) {
            return Vec::new();
        }
        let mut scores: HashMap<u32, usize> = self.with_all(whole);
        for (number, entry) in (0..).zip(&self.entries) {
            let direct = match () {
                () if entry.small == whole => 1_000,
                () if entry.term == whole => 800,
                () if entry.small.starts_with(whole) => 400,
                () => continue,
            };
            *scores.entry(number).or_default() += direct;
        }
        let mut found: Vec<(usize, u32, &SearchEntry)> = scores
            .into_iter()
            .filter_map(|(number, score)| Some((score, number, self.entries.get(number as usize)?)))
            .filter(|(_, _, entry)| book.is_none_or(|book| entry.volume.id == book))
            .filter(|(_, _, entry)| tag.is_none_or(|tag| entry.tag == tag))
            .map(|(score, number, entry)| {
                let phrase = if entry.text.to_lowercase().contains(whole) { 30 } else { 0 };
                (score + phrase, number, entry)
            })
            .collect();
        found.sort_by_key(|(score, number, _)| (std::cmp::Reverse(*score), *number));
        found.into_iter().map(|(_, _, entry)| entry).collect()
    }

    /// The entries in which every word stands, or begins one: whole words and words of the label count for more.
    fn with_all(&self, whole: &str) -> HashMap<u32, usize> {
        let mut all: Option<HashMap<u32, usize>> = None;
        for word in words(whole) {
            let mut here: HashMap<u32, usize> = HashMap::new();
            for (known, places) in
                self.words.range(word.clone()..).take_while(|(known, _)| known.starts_with(&word))
            {
                for (number, in_label) in places {
                    let worth = if *known == word { 20 } else { 8 } * if *in_label { 2 } else { 1 };
                    let best = here.entry(*number).or_default();
                    *best = worth.max(*best);
                }
            }
            all = Some(match all {
                None => here,
                Some(before) => before
                    .into_iter()
                    .filter_map(|(number, score)| here.get(&number).map(|more| (number, score + more)))
                    .collect(),
            });
        }
        all.unwrap_or_default()
    }
}

/// The words of a text in small letters. A number with its points and brackets is one word: "8.4.2(a)".
pub(super) fn words(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    for piece in
        text.split(|letter: char| letter.is_whitespace() || letter.is_control() || "/'\",;:".contains(letter))
    {
        let piece = piece.to_lowercase();
        let piece = piece.trim_end_matches(['.', ')']).trim_start_matches('(');
        if piece.starts_with(|letter: char| letter.is_ascii_digit()) && piece.contains('.') {
            // A closing bracket that was cut off with the sentence's belongs to the label.
            let open = piece.matches('(').count().saturating_sub(piece.matches(')').count());
            all.push(format!("{piece}{}", ")".repeat(open)));
            continue;
        }
        all.extend(
            piece
                .split(|letter: char| !letter.is_alphanumeric())
                .filter(|word| !word.is_empty())
                .map(str::to_string),
        );
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    const SYDNEY: &str = "crown-sydney-poker-minors-3.3";

    fn labels(question: &str, book: Option<&str>, tag: Option<Tag>) -> Vec<&'static str> {
        index().find(question, book, tag).into_iter().map(|entry| entry.label).collect()
    }

    #[test]
    fn the_very_label_stands_first_and_its_parts_follow() {
        let found = labels("8.4.2(a)", Some(SYDNEY), None);
        assert_eq!(found[..3], ["8.4.2(a)", "8.4.2(a)(i)", "8.4.2(a)(ii)"]);
        assert_eq!(labels("table 5", Some(SYDNEY), None)[0], "Table 5");
        assert_eq!(labels("amb-12", None, None)[0], "AMB-12");
        // Every label and every reading of every book finds itself, whatever is in it.
        for volume in &rules_library().volumes {
            let names = volume.readings().map(|reading| reading.name.as_str());
            for label in volume.register.iter().map(|(_, row)| row.label.as_str()).chain(names) {
                assert_eq!(labels(label, Some(volume.id), None).first(), Some(&label), "{}", volume.id);
            }
        }
    }

    #[test]
    fn a_defined_word_stands_before_what_uses_it() {
        assert_eq!(labels("Misdeal", Some(SYDNEY), None)[0], "1.1/'Misdeal'");
        assert!(labels("misdeal", Some(SYDNEY), None).contains(&"13.9"));
    }

    #[test]
    fn several_words_are_all_wanted_in_any_order_and_may_be_beginnings() {
        let found = labels("jackpot carries misdeal", Some(SYDNEY), None);
        assert!(found.contains(&"13.9"), "{found:?}");
        assert_eq!(found, labels("misdeal  JACKPOT carries", Some(SYDNEY), None));
        assert!(labels("misd carr", Some(SYDNEY), None).contains(&"13.9"));
        for entry in index().find("fold jackpot", None, None) {
            let all = format!("{} {}", entry.label, entry.text).to_lowercase();
            assert!(all.contains("fold") && all.contains("jackpot"), "{}", entry.label);
        }
    }

    #[test]
    fn filters_hold_and_nonsense_finds_nothing() {
        let readings = index().find("jackpot", None, Some(Tag::Reading));
        assert!(!readings.is_empty() && readings.iter().all(|entry| entry.tag == Tag::Reading));
        let star = index().find("jackpot", Some("star-sydney-mississippi-stud-4"), None);
        assert!(
            !star.is_empty() && star.iter().all(|entry| entry.volume.id == "star-sydney-mississippi-stud-4")
        );
        for nothing in ["", "   ", "\0\u{7}", "xyzzyx", "jackpot xyzzyx", "ÿ", "../../", "%", "''"] {
            assert!(labels(nothing, None, None).is_empty(), "{nothing:?}");
        }
        assert!(labels(&"a".repeat(LONGEST + 1), None, None).is_empty());
    }
}
