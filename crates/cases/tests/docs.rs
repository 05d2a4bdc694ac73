//! `docs/CASES.md` lists what the reader of poker cases knows, no more and no less.

use cases::{LineForm, poker_words};
use std::collections::BTreeSet;

const BOOK: &str = "crown-melbourne-poker-13.0";

fn doc() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/CASES.md");
    std::fs::read_to_string(path).expect("docs/CASES.md")
}

/// The part of the document below a heading.
fn section(text: &str, heading: &str) -> String {
    let from =
        text.find(&format!("\n### {heading}\n")).unwrap_or_else(|| panic!("no heading '{heading}'")) + 1;
    let rest = &text[from + 4..];
    rest[..rest.find("\n### ").unwrap_or(rest.len())].to_string()
}

/// What stands between backticks.
fn code(text: &str) -> BTreeSet<String> {
    text.split('`').skip(1).step_by(2).map(str::to_string).collect()
}

/// The rows of a section's tables: the columns of each.
fn rows(text: &str) -> Vec<Vec<String>> {
    let lines = text.lines().filter(|line| line.starts_with("| `"));
    lines
        .map(|line| line.trim_matches('|').split('|').map(|cell| cell.trim().to_string()).collect())
        .collect()
}

fn compare(heading: &str, forms: &[LineForm]) {
    let rows = rows(&section(&doc(), heading));
    let found: BTreeSet<String> = rows.iter().flat_map(|row| code(&row[0])).collect();
    let known: BTreeSet<String> = forms.iter().map(|form| form.words.to_string()).collect();
    assert_eq!(found, known, "{heading}");
    for form in forms.iter().filter(|form| form.facts != ["*"]) {
        let row = rows.iter().find(|row| code(&row[0]).contains(form.words)).expect("found above");
        let facts = form.facts.iter().map(|fact| format!("{fact}="));
        let behind: BTreeSet<String> = form.may.iter().map(ToString::to_string).chain(facts).collect();
        assert_eq!(code(&row[1]), behind, "{heading}: {}", form.words);
        assert_eq!(row[2].starts_with("look: "), form.look, "{heading}: {}", form.words);
    }
}

#[test]
fn every_line_of_a_hand_a_table_and_a_jackpot_is_described() {
    compare("Lines", cases::PLAY_LINES);
    compare("Between hands", cases::TABLE_LINES);
    compare("Jackpots, bonus prizes, the clock", cases::JACKPOT_LINES);
}

#[test]
fn every_list_of_words_is_complete() {
    let text = doc();
    for (name, words) in poker_words() {
        let line = text.lines().find(|line| line.starts_with(&format!("- `{name}`: ")));
        let line = line.unwrap_or_else(|| panic!("no list of {name}"));
        let listed = line.split_once(": ").map_or("", |(_, rest)| rest.split(". ").next().unwrap_or(rest));
        assert_eq!(code(listed), words.into_iter().collect(), "{name}");
    }
}

#[test]
fn every_irregularity_is_described_with_its_facts() {
    let book = rulebook::room::RoomBook::open(BOOK).unwrap_or_else(|error| panic!("{error}"));
    let rows = rows(&section(&doc(), "What went wrong"));
    let rows: Vec<&Vec<String>> = rows.iter().filter(|row| row[0] != "`WHAT`").collect();
    let known = cases::irregularities(&book);
    let found: BTreeSet<String> = rows.iter().flat_map(|row| code(&row[0])).collect();
    assert_eq!(found, known.iter().map(|(what, _)| what.clone()).collect());
    for (what, facts) in known {
        let row = rows.iter().find(|row| code(&row[0]).contains(&what)).expect("found above");
        assert_eq!(code(&row[1]), facts.into_iter().map(str::to_string).collect(), "{what}");
    }
}
