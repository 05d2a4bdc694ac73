//! Small parts of the rules pages: marks of clauses, texts with their mentions linked, highlights, names in words.

use super::find::{Tag, words};
use super::shelf::{Volume, mentions};
use crate::layout::{clause, encode};
use cards::Category;
use maud::{Markup, html};
use rulebook::{BookText, Cite, HandFloor};
use server::texts::{fill, t};

/// The address of a clause or a reading.
pub(super) fn address(book: &str, label: &str) -> String {
    format!("/rules/{book}/{}", encode(label))
}

/// A text of ours, with the clauses that it mentions as marks.
pub(super) fn linked(volume: &Volume, text: &str) -> Markup {
    let mut at = 0;
    let found = mentions(&volume.register, text);
    html! {
        @for (range, id) in found {
            (text[at..range.start])
            ({ at = range.end; clause(volume.id, volume.label(id)) })
        }
        (text[at..])
    }
}

/// A text with the words of a question highlighted, where they begin a word of it.
pub(super) fn highlighted(text: &str, question: &str) -> Markup {
    let wanted = words(question);
    let small = |letter: char| letter.to_lowercase().next().unwrap_or(letter);
    let letters: Vec<(usize, char)> = text.char_indices().map(|(at, letter)| (at, small(letter))).collect();
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let begins = at == 0 || !letters[at - 1].1.is_alphanumeric();
        let fits = |word: &&String| {
            let mut rest = letters[at..].iter().map(|(_, letter)| *letter);
            word.chars().all(|letter| rest.next() == Some(letter))
        };
        let longest = wanted.iter().filter(|_| begins).filter(fits).map(|word| word.chars().count()).max();
        match longest {
            Some(length) => {
                let end = letters.get(at + length).map_or(text.len(), |(end, _)| *end);
                ranges.push((letters[at].0, end));
                at += length;
            }
            None => at += 1,
        }
    }
    let mut from = 0;
    html! {
        @for (start, end) in ranges {
            (text[from..start]) mark { (text[start..end]) }
            ({ from = end; "" })
        }
        (text[from..])
    }
}

/// The clause that decides and the reading taken, as marks.
pub(super) fn cited(rules: &BookText, cite: Cite) -> Markup {
    let citation = rules.citation(cite);
    html! {
        (clause(&rules.front.id, rules.label(cite)))
        @if let Some(reading) = citation.reading {
            " "
            a.clause.reading href=(address(&rules.front.id, &rules.reading(reading).name))
                title=(fill("rules.reading-named", &[("name", &rules.reading(reading).name)])) {
                (rules.reading(reading).name)
            }
        }
    }
}

/// All that several citations name, each clause and reading once.
pub(super) fn cited_all(rules: &BookText, cites: &[Cite]) -> Markup {
    let mut labels: Vec<&str> = Vec::new();
    for citation in cites.iter().map(|cite| rules.citation(*cite)) {
        let clauses = std::iter::once(citation.clause).chain(citation.also.iter().copied());
        let readings = citation.reading.map(|reading| rules.reading(reading).name.as_str());
        for label in clauses.map(|id| rules.register.get(id).label.as_str()).chain(readings) {
            if !labels.contains(&label) {
                labels.push(label);
            }
        }
    }
    html! { @for label in labels { (clause(&rules.front.id, label)) " " } }
}

/// What sort of entry it is, for people.
pub(super) fn tag(tag: Tag) -> &'static str {
    use rulebook::Kind;
    match tag {
        Tag::Definition => t("rules.kind-definition"),
        Tag::Reading => t("rules.kind-reading"),
        Tag::Clause(Kind::Engine) => t("rules.kind-engine"),
        Tag::Clause(Kind::Authority) => t("rules.kind-authority"),
        Tag::Clause(Kind::Notice) => t("rules.kind-notice"),
        Tag::Clause(Kind::Record) => t("rules.kind-record"),
        Tag::Clause(Kind::Conduct) => t("rules.kind-conduct"),
        Tag::Clause(Kind::Legal) => t("rules.kind-legal"),
    }
}

/// A name of files as people write it: "three-card-poker" is "Three card poker".
pub(super) fn spoken(name: &str) -> String {
    let text = name.replace('-', " ");
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The game of a clause as people say it.
pub(super) fn about(volume: &Volume, game: &str) -> String {
    match (game, volume.game(game)) {
        ("all", _) => t("rules.all-games").to_string(),
        (_, Some(game)) => game.name().to_string(),
        _ => spoken(game),
    }
}

/// The weakest hand of a line, in words: "pair of jacks", "queen high".
pub(super) fn hand(floor: &HandFloor) -> String {
    let ranks: Vec<&str> = floor.ranks.iter().map(|rank| rank.word()).collect();
    match (floor.category, floor.ranks.first()) {
        (Category::OnePair, Some(rank)) => fill("rules.pair-of", &[("rank", rank.plural())]),
        (Category::NoPair, Some(_)) => fill("rules.high", &[("ranks", &ranks.join(", "))]),
        (category, None) => category.word().to_string(),
        (category, Some(_)) => format!("{} ({})", category.word(), ranks.join(", ")),
    }
}

/// The same as one would say it of a player: "a pair of jacks", "two pair".
pub(super) fn a_hand(floor: &HandFloor) -> String {
    let bare = matches!(
        floor.category,
        Category::NoPair | Category::TwoPair | Category::ThreeOfAKind | Category::FourOfAKind
    );
    if bare { hand(floor) } else { fill("rules.a-hand", &[("hand", &hand(floor))]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_question_are_marked_where_a_word_begins() {
        let marked = |text, question| highlighted(text, question).into_string();
        assert_eq!(
            marked("A Misdeal voids <all>", "misd all"),
            "A <mark>Misd</mark>eal voids &lt;<mark>all</mark>&gt;"
        );
        assert_eq!(marked("small", "all"), "small");
        assert_eq!(marked("see 8.4.2(a)", "8.4.2(a)"), "see <mark>8.4.2(a)</mark>");
        assert_eq!(marked("İstanbul é", "é"), "İstanbul <mark>é</mark>");
        assert_eq!(marked("x", ""), "x");
    }
}
