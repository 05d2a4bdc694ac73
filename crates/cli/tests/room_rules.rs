//! The rules of games between players as a user meets them.

use crate::common;

use common::{cardroom, complaint, said};
use serde_json::Value;

const BOOK: &str = "crown-melbourne-poker-13.0";

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&said(arguments)).unwrap()
}

/// A game, its row of the table, and how many players each deck is dealt to.
type Row = (&'static str, &'static str, &'static [(u64, u64)]);

/// Table 1 of the book.
const TABLE_1: [Row; 24] = [
    ("draw-blind", "Draw (Blind)", &[(52, 8), (40, 6), (36, 5), (32, 5)]),
    ("draw-ante", "Draw (Ante wager)", &[(52, 8), (40, 6), (36, 5), (32, 5)]),
    ("draw-kitty", "Draw (Kitty)", &[(52, 7), (40, 5), (36, 4), (32, 4)]),
    ("triple-draw-2-7", "Triple Draw (2 to 7) and (A to 5)", &[(52, 6)]),
    ("triple-draw-a-5", "Triple Draw (2 to 7) and (A to 5)", &[(52, 6)]),
    ("lowball-draw-2-7", "Lowball Draw (2 to 7) and (A to 5)", &[(52, 8)]),
    ("lowball-draw-a-5", "Lowball Draw (2 to 7) and (A to 5)", &[(52, 8)]),
    ("five-card-stud", "Five Card Stud", &[(52, 10), (40, 8), (36, 7), (32, 6)]),
    ("crown-stud", "Crown Stud", &[(52, 10), (40, 8), (36, 7), (32, 6)]),
    ("seven-card-stud", "Seven Card Stud", &[(52, 8), (40, 6), (36, 5), (32, 4)]),
    ("seven-card-stud-hi-lo", "Seven Card Stud Hi-Lo Eight Qualifier", &[(52, 8), (40, 6), (36, 5), (32, 4)]),
    ("razz", "Seven Card Stud Razz", &[(52, 8)]),
    ("holdem", "Holdem", &[(52, 11), (32, 11), (20, 6)]),
    ("double-flop-holdem", "Double Flop Holdem", &[(52, 11)]),
    ("pineapple", "Pineapple Holdem", &[(52, 11)]),
    ("crazy-pineapple", "Crazy Pineapple Holdem", &[(52, 11)]),
    ("crazy-pineapple-hi-lo", "Crazy Pineapple Holdem Hi-Lo Eight Qualifier", &[(52, 11)]),
    ("holdem-hi-lo", "Holdem Hi-Lo Eight Qualifier", &[(52, 11)]),
    ("omaha", "Omaha", &[(52, 10)]),
    ("omaha-hi-lo", "Omaha Hi-Lo Eight Qualifier", &[(52, 10)]),
    ("two-card-manila", "Two Card Manila", &[(36, 11), (32, 11)]),
    ("three-card-manila", "Three Card Manila", &[(36, 9), (32, 7)]),
    ("faro-manila", "Faro Manila", &[(52, 8)]),
    ("chinese-poker", "Chinese Poker", &[(52, 4)]),
];

#[test]
fn every_game_is_shown_with_its_row_of_table_1() {
    let listed = json(&["rules", "list", "--json"]);
    let book = listed.as_array().unwrap().iter().find(|book| book["id"] == BOOK).unwrap();
    let games: Vec<&str> = book["games"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!(games, TABLE_1.map(|(game, ..)| game));
    for (game, row, decks) in TABLE_1 {
        let shown = json(&["rules", "show", BOOK, game, "--json"]);
        assert_eq!(shown["row"]["clause"], format!("Table 1/{row}"), "{game}");
        let effect = shown["row"]["effect"].as_str().unwrap();
        let found: Vec<(u64, u64)> = shown["decks"]
            .as_array()
            .unwrap()
            .iter()
            .map(|deck| (deck["cards"].as_u64().unwrap(), deck["players"].as_u64().unwrap()))
            .collect();
        assert_eq!(found, decks, "{game}");
        for (cards, players) in decks {
            // The row says it too; where it is printed with two figures, the one to use.
            let printed = effect.contains(&format!("{cards}-card {players}"));
            assert!(printed || effect.contains(&format!("(use {players})")), "{game}: {effect}");
            // Each deck is a game of its own, with its points and their clauses.
            let shown = json(&["rules", "show", BOOK, &format!("{game}-{cards}"), "--json"]);
            assert_eq!(shown["cards"], *cards, "{game}");
            let points = shown["points"].as_array().unwrap();
            assert!(points.len() > 30, "{game}");
            let point = points.iter().find(|point| point["topic"] == "players at most").unwrap();
            assert_eq!(
                (&point["is"], &point["clause"]),
                (&players.to_string().into(), &format!("Table 1/{row}").into())
            );
            for point in points {
                let clause = point["clause"].as_str().unwrap();
                assert!(!clause.is_empty(), "{game}: {point}");
            }
        }
        let text = said(&["rules", "show", "poker-13", game]);
        assert!(text.starts_with(&format!("{game} of {BOOK}: ")), "{text}");
        assert!(text.contains(&format!("Table 1/{row}\n  {effect}\n")), "{text}");
    }
}

#[test]
fn the_clauses_of_a_game_can_be_shown_in_turn() {
    let shown = json(&["rules", "show", BOOK, "razz", "--json"]);
    let mut clauses: Vec<&str> =
        shown["points"].as_array().unwrap().iter().filter_map(|point| point["clause"].as_str()).collect();
    clauses.sort_unstable();
    clauses.dedup();
    assert!(clauses.len() > 30);
    for clause in clauses.iter().step_by(9) {
        assert!(
            said(&["rules", "show", BOOK, clause]).starts_with(&format!("{clause} of {BOOK}")),
            "{clause}"
        );
    }
}

#[test]
fn the_book_and_the_standard_differ_where_they_should() {
    let diff = json(&["rules", "diff", BOOK, "poker-hand-history", "holdem", "--json"]);
    assert!(diff["same"].as_u64().unwrap() > 5);
    let all = diff["differ"].as_array().unwrap();
    let odd = all.iter().find(|differs| differs["topic"] == "odd chips").unwrap();
    assert_ne!(odd["first"]["is"], odd["second"]["is"]);
    let text = said(&["rules", "diff", BOOK, "poker-hand-history", "razz"]);
    assert!(text.contains("points differ"), "{text}");
    // Streets are compared by their place, whatever a book calls them.
    let razz = json(&["rules", "diff", BOOK, "poker-hand-history", "razz", "--json"]);
    let one_sided = |differs: &&Value| {
        let street = differs["section"].as_str().unwrap().starts_with("Street");
        street && differs["topic"] == "opens" && (differs["first"].is_null() || differs["second"].is_null())
    };
    assert_eq!(razz["differ"].as_array().unwrap().iter().find(one_sided), None);
    // A book does not differ from itself.
    let same = json(&["rules", "diff", BOOK, BOOK, "omaha", "--json"]);
    assert_eq!(same["differ"].as_array().unwrap().len(), 0);
}

#[test]
fn cases_between_players_are_ruled_counted_and_listed() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rulebooks/crown-melbourne-poker-13.0/cases");
    let case = format!("{folder}/table-1/k82-holdem-20.toml");
    assert_eq!(said(&["rule", "--check", &case]), "1 case: 1 as expected, 0 not\n");
    let text = said(&["rule", &case]);
    assert!(text.contains(&format!(": holdem ({BOOK})")) && text.contains("Table 1/Holdem"), "{text}");
    let line: Value = serde_json::from_str(&said(&["rule", "--json", &case])).unwrap();
    assert_eq!(line["game"], "holdem");
    assert!(line["lines"].as_array().unwrap().iter().any(|line| line["refused"] == true), "{line}");
    // Every case is as expected, and what they make the engine cite is counted.
    let output = cardroom(&["rules", "coverage", BOOK, "--json"]);
    let counted: Value = serde_json::from_slice(&output.stdout).unwrap();
    let counted = &counted.as_array().unwrap()[0];
    assert_eq!(counted["failed"].as_array().unwrap().len(), 0, "{}", counted["failed"]);
    assert!(counted["cases"].as_u64().unwrap() > 100 && counted["cited"].as_u64().unwrap() > 100);
    let shown = json(&["rules", "show", BOOK, "Table 1/Holdem", "--json"]);
    let cases: Vec<&str> = shown["cases"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(cases.iter().any(|case| case.starts_with("cases/table-1/k82-holdem-20.toml")), "{cases:?}");
}

#[test]
fn a_deck_that_a_game_has_not_is_told_with_those_it_has() {
    let line = complaint(&["rules", "show", BOOK, "holdem-36"]);
    assert_eq!(line, "holdem is not played with 36 cards, but with 52, 32, 20 [Table 1/Holdem]");
    assert!(complaint(&["rules", "show", BOOK, "poker-36"]).contains("has no clause 'poker-36'"));
}

#[test]
fn a_book_without_cases_says_so_instead_of_counting() {
    let text = said(&["rules", "coverage", "poker-hand-history"]);
    assert!(text.starts_with("poker-hand-history: it has no case files"), "{text}");
    let counted = json(&["rules", "coverage", "poker-hand-history", "--json"]);
    assert_eq!((&counted[0]["book"], &counted[0]["cases"]), (&"poker-hand-history".into(), &0.into()));
}
