//! `cardroom rules` as a user meets it.

use crate::common;

use common::{complaint, said};
use serde_json::Value;

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&said(arguments)).unwrap()
}

#[test]
fn all_books_are_listed_with_their_clauses() {
    let books = json(&["rules", "list", "--json"]);
    let counted: Vec<(String, u64, u64)> = books
        .as_array()
        .unwrap()
        .iter()
        .map(|book| {
            let number = |field: &str| book[field].as_u64().unwrap();
            (book["id"].as_str().unwrap().to_string(), number("clauses"), number("engine_clauses"))
        })
        .collect();
    assert_eq!(
        counted,
        [
            ("crown-melbourne-mississippi-stud-3.0".to_string(), 316, 165),
            ("crown-melbourne-poker-13.0".to_string(), 699, 538),
            ("crown-melbourne-three-card-poker-5.1".to_string(), 367, 214),
            ("crown-sydney-poker-minors-3.3".to_string(), 550, 356),
            ("poker-hand-history".to_string(), 77, 76),
            ("star-sydney-mississippi-stud-4".to_string(), 328, 157),
        ]
    );
    let text = said(&["rules", "list"]);
    assert!(text.contains("caribbean-stud, mississippi-stud, ultimate-texas-holdem"));
}

#[test]
fn a_clause_is_shown_with_its_readings_where_it_is_enforced_and_the_cases_that_show_it() {
    let shown = json(&["rules", "show", "crown-sydney-poker-minors-3.3", "13.9", "--json"]);
    assert!(shown["effect"].as_str().unwrap().contains("carries over"));
    let enforced: Vec<&str> =
        shown["enforced"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(enforced.iter().any(|place| place.starts_with("table.toml:")), "{enforced:?}");
    assert!(shown["cases"].as_array().unwrap().len() > 10);
    let readings: Vec<&str> =
        shown["readings"].as_array().unwrap().iter().filter_map(|reading| reading["id"].as_str()).collect();
    assert!(readings.contains(&"AMB-58"), "{readings:?}");
    let text = said(&["rules", "show", "star", "15.2.14"]);
    assert!(text.contains("Reading MS-A11"), "{text}");
    // A reading can be asked for by its own id.
    assert!(said(&["rules", "show", "star", "MS-A11"]).starts_with("Reading MS-A11 of star-sydney"));
    // What people do is enforced by the house.
    let text = said(&["rules", "show", "crown-sydney", "16.13"]);
    assert!(text.contains("house.toml:") && text.contains("the house: its people"), "{text}");
    // The poker book has clauses and readings too.
    assert!(said(&["rules", "show", "poker-13", "3.2.2(d)"]).contains("crown-melbourne-poker-13.0"));
}

#[test]
fn the_three_mississippi_books_differ_where_they_should() {
    let star = "star-sydney-mississippi-stud-4";
    let melbourne = "crown-melbourne-mississippi-stud-3.0";
    let diff = json(&["rules", "diff", star, melbourne, "--json"]);
    let point = |topic: &str| {
        let all = diff["differ"].as_array().unwrap();
        let found = all.iter().find(|differs| differs["topic"] == topic).unwrap_or_else(|| panic!("{topic}"));
        [&found["first"], &found["second"]].map(|side| {
            let text = |field: &str| side[field].as_str().unwrap_or("-").to_string();
            format!("{} [{}]", text("is"), text("clause"))
        })
    };
    assert_eq!(point("folded hand"), ["stays eligible [10.2.1]", "forfeits [1.1/'Fold']"]);
    assert_eq!(point("after a misdeal"), ["returned [15.3.1]", "carries to next round [11.12]"]);
    assert_eq!(point("next wager not placed"), ["folds [9.1]", "void then forfeit [11.9]"]);
    assert_eq!(
        point("closing with players"),
        ["after a sign of 20 minutes [13.13]", "after 3 rounds' notice [13.7]"]
    );
    let text = said(&["rules", "diff", "crown-sydney", star]);
    assert!(text.contains("carries to next round [13.9]"), "{text}");
    // A book does not differ from itself.
    let same = json(&["rules", "diff", star, star, "--json"]);
    assert_eq!(same["differ"].as_array().unwrap().len(), 0);
    assert!(same["same"].as_u64().unwrap() > 80);
}

#[test]
fn the_engine_cites_every_clause_that_is_its_own() {
    let books = json(&["rules", "coverage", "--json"]);
    assert_eq!(books.as_array().unwrap().len(), 5);
    for book in books.as_array().unwrap() {
        assert_eq!(book["percent"], "100.0", "{}", book["book"]);
        assert_eq!(book["missing"].as_array().unwrap().len(), 0, "{}", book["book"]);
        assert_eq!(book["failed"].as_array().unwrap().len(), 0, "{}", book["book"]);
        // What must be written down of games between players is for the floor that will keep them.
        let between_players = book["book"] == "crown-melbourne-poker-13.0";
        let kinds =
            if between_players { &["authority", "notice"][..] } else { &["authority", "notice", "record"] };
        for kind in kinds {
            let kind = &book["people"][kind];
            assert_eq!(
                (&kind["percent"], &kind["cited"]),
                (&"100.0".into(), &kind["clauses"]),
                "{}",
                book["book"]
            );
            assert_eq!(kind["missing"].as_array().unwrap().len(), 0, "{}", book["book"]);
        }
    }
    let text = said(&["rules", "coverage", "star"]);
    assert!(text.starts_with("star-sydney-mississippi-stud-4: 100.0% (157 of 157"), "{text}");
    assert!(text.contains("record: 100.0% (20 of 20 cited by the engine or the house)"), "{text}");
}

#[test]
fn what_does_not_exist_is_named_with_what_does() {
    let wrong = [
        (
            &["rules", "show", "nowhere", "1"][..],
            "there is no rulebook 'nowhere'; choose from crown-melbourne",
        ),
        (&["rules", "show", "crown", "1"], "'crown' could be"),
        (&["rules", "show", "star", "15.2.99"], "has no clause '15.2.99'"),
        (&["rules", "show", "star", "15.2.9."], "did you mean 15.2, 15.2.9, 15.2.9.1"),
        (
            &["rules", "diff", "star", "three-card", "caribbean-stud"],
            "has no game 'caribbean-stud'; it has mississippi-stud",
        ),
        (
            &["rules", "diff", "star", "poker-13"],
            "poker-13.0 is a book of games between players, star-sydney",
        ),
        (&["rules", "diff", "poker-13", "poker-hand"], "which game? Both books have holdem, "),
        (
            &["rules", "diff", "poker-13", "poker-hand", "badugi"],
            "poker-13.0 has no game 'badugi'; it has draw-blind",
        ),
        (&["rules", "show", "poker-13", "badugi"], "has no clause 'badugi'"),
        (&["rules", "cover"], "there is no command 'cover'"),
    ];
    for (arguments, expected) in wrong {
        let line = complaint(arguments);
        assert!(line.contains(expected), "{arguments:?}: {line}");
    }
}
