//! One line of a script: what is done, and behind `=>` what must follow.

use crate::expect::{Difference, difference};
use cards::{Card, CardSet, CardsError, parse_cards};
use room::Cards;
use rulebook::Cite;

/// A line, cut at its arrow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScriptLine<'a> {
    pub(crate) does: &'a str,
    pub(crate) wants: Option<&'a str>,
}

impl<'a> ScriptLine<'a> {
    pub(crate) fn of(text: &'a str) -> ScriptLine<'a> {
        match text.split_once("=>") {
            Some((does, wants)) => ScriptLine { does: does.trim(), wants: Some(wants.trim()) },
            None => ScriptLine { does: text.trim(), wants: None },
        }
    }
}

/// Something said, with its clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CitedWords {
    pub words: String,
    /// The clause that decides.
    pub clause: String,
}

impl CitedWords {
    /// Whether a file means this: the words, the words with the clause, or the clause alone.
    fn is(&self, wanted: &str) -> bool {
        match wanted.rsplit_once('[').map(|(words, clause)| (words.trim(), clause.strip_suffix(']'))) {
            Some((words, Some(clause))) => clause == self.clause && (words.is_empty() || words == self.words),
            _ => wanted == self.words,
        }
    }
}

impl std::fmt::Display for CitedWords {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} [{}]", self.words, self.clause)
    }
}

/// What a line led to.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// It was done.
    Done(Vec<CitedWords>),
    /// The rules say no.
    Refused(CitedWords),
    /// It only looked.
    Seen(String),
}

/// Compares what a line led to with what the file wants of it.
pub(crate) fn compare(place: &str, wants: Option<&str>, answer: &Answer) -> Vec<Difference> {
    let differs = |wanted: &str, found: &str| vec![difference(place, wanted, found)];
    match (answer, wants) {
        (Answer::Seen(found), Some(wanted)) if same(found, wanted) => Vec::new(),
        (Answer::Seen(found), wanted) => differs(wanted.unwrap_or("something to compare with"), found),
        (Answer::Refused(refusal), None) => differs("that it is accepted", &format!("refused: {refusal}")),
        (Answer::Refused(refusal), Some(wanted)) => {
            let rest = wanted.strip_prefix("refused").map(|rest| rest.trim_start_matches(':').trim());
            match rest {
                Some(rest) if rest.is_empty() || refusal.is(rest) => Vec::new(),
                _ => differs(wanted, &format!("refused: {refusal}")),
            }
        }
        (Answer::Done(_), None) => Vec::new(),
        (Answer::Done(said), Some(wanted)) => {
            let mut left = said.iter();
            let lacks = wanted.split(';').map(str::trim).find(|piece| !left.any(|said| said.is(piece)));
            match lacks {
                None => Vec::new(),
                Some(piece) => {
                    let found: Vec<String> = said.iter().map(ToString::to_string).collect();
                    differs(piece, &found.join("; "))
                }
            }
        }
    }
}

/// Whether two looks are the same; cards may stand in any order.
pub(crate) fn same(found: &str, wanted: &str) -> bool {
    found == wanted
        || matches!((found.parse::<CardSet>(), wanted.parse::<CardSet>()), (Ok(one), Ok(other)) if one == other)
}

/// `p3` is position 2.
pub(crate) fn player(text: &str) -> Option<u8> {
    text.strip_prefix('p')?.parse::<u8>().ok()?.checked_sub(1)
}

/// Cards run together; `??` is one that nobody has seen.
pub(crate) fn cards(text: &str) -> Option<Cards> {
    let mut cards = Cards::default();
    let read = one_by_one(text).ok()?;
    read.into_iter().all(|card| cards.push(card)).then_some(cards)
}

/// Any number of cards, run together or not, the same one as often as it is written; `??` is one that nobody has seen.
pub(crate) fn one_by_one(text: &str) -> Result<Vec<Option<Card>>, CardsError> {
    let letters: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    let mut all = Vec::new();
    for card in letters.chunks(2) {
        all.push(match card {
            ['?', '?'] => None,
            letters => parse_cards(&letters.iter().collect::<String>())?.first().copied(),
        });
    }
    Ok(all)
}

/// A citation as a file writes it.
pub(crate) fn said(book: &rulebook::BookText, words: String, cite: Cite) -> CitedWords {
    CitedWords { words, clause: book.label(cite).to_string() }
}
