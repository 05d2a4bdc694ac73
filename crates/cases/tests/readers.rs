//! Readers that never guess: whatever is not known makes a file unreadable, and the error says where.

use crate::unknown;

use cases::{CaseError, CaseFile, Difference};
use rulebook::{Rulebook, library};
use toml::Table;

const BOOKS: [&str; 4] = [
    "crown-sydney-poker-minors-3.3",
    "star-sydney-mississippi-stud-4",
    "crown-melbourne-mississippi-stud-3.0",
    "crown-melbourne-three-card-poker-5.1",
];

fn check(text: &str, book: &Rulebook) -> Result<Vec<Difference>, CaseError> {
    CaseFile::read(text).and_then(|case| case.check(book)).map(|(differences, _)| differences)
}

/// Goes through all cases of all books of games against the house, but those that must be unreadable anyway.
fn every_case(mut each: impl FnMut(&str, &Table, &Rulebook)) {
    for id in BOOKS {
        let book = Rulebook::open(id).unwrap_or_else(|error| panic!("{error}"));
        for (path, text) in library::cases(id) {
            let file: Table = text.parse().unwrap_or_else(|error| panic!("{path}: {error}"));
            if file.get("expect").and_then(|expect| expect.get("unreadable")).is_none() {
                each(&format!("{id}/{path}"), &file, &book);
            }
        }
    }
}

#[test]
fn a_case_is_the_same_written_anew() {
    every_case(|path, file, book| {
        let text = file.to_string();
        assert_eq!(check(&text, book), Ok(Vec::new()), "{path}");
    });
}

#[test]
fn an_unknown_key_is_accepted_nowhere() {
    let mut tried = 0;
    every_case(|path, file, book| {
        for place in unknown::tables(file) {
            let error = check(&unknown::with_key(file, &place, "unheard_of"), book);
            let Err(error) = error else { panic!("{path}: a key more is accepted in {place:?}") };
            assert_eq!(error.clause, None, "{path}, {place:?}: {error}");
            assert!(
                !error.place.is_empty() && error.to_string().contains("unheard_of"),
                "{path}, {place:?}: {error}"
            );
            for part in place.iter().filter(|part| matches!(part, unknown::Part::At(_))) {
                let told = error.place.contains(&part.to_string()) || error.place.starts_with("line ");
                assert!(told, "{path}, {place:?}: {error}");
            }
            tried += 1;
        }
    });
    assert!(tried > 10_000, "{tried}");
}

#[test]
fn a_misspelt_word_is_accepted_nowhere() {
    let mut tried = 0;
    every_case(|path, file, book| {
        for place in unknown::words(file) {
            let error = check(&unknown::misspelt(file, &place, "qq"), book);
            let Err(error) = error else { panic!("{path}: a word is misspelt and accepted in {place:?}") };
            assert!(
                !error.place.is_empty() && error.to_string().contains("qq"),
                "{path}, {place:?}: {error}"
            );
            tried += 1;
        }
    });
    assert!(tried > 10_000, "{tried}");
}

/// A clause that the book does not have is no expectation.
#[test]
fn an_unknown_clause_is_accepted_nowhere() {
    every_case(|path, file, book| {
        let text = file.to_string();
        for (at, _) in text.match_indices(" [") {
            let inside = text[at..].starts_with(" [[") || text[at..].starts_with(" [\"");
            let digit = text[at + 2..].starts_with(|letter: char| letter.is_ascii_digit());
            let clause = !inside && digit && !text[..at].ends_with('=');
            if clause && text[at..].find("]\"").is_some() {
                let wrong = format!("{}99{}", &text[..at + 2], &text[at + 2..]);
                assert!(check(&wrong, book).is_err(), "{path}: {}", &text[at..(at + 20).min(text.len())]);
            }
        }
    });
}

fn sydney() -> Rulebook {
    Rulebook::open(BOOKS[0]).unwrap_or_else(|error| panic!("{error}"))
}

const ROUND: &str = r#"
rulebook = "crown-sydney-poker-minors-3.3"
game = "caribbean-stud"
[[seat]]
number = 1
wagers = { ante = "10.00" }
cards = "As Ad 7h 7c 2s"
decisions = ["bet"]
[dealer]
cards = "Ah Kd 8h 5c 2d"
"#;

fn error(text: &str) -> String {
    match CaseFile::read(text).and_then(|case| case.rule(&sydney()).map(|_| ())) {
        Err(error) => error.to_string(),
        Ok(()) => "it was ruled".into(),
    }
}

#[test]
fn an_error_says_where_and_what_there_is() {
    let with = |more: &str| error(&format!("{ROUND}{more}"));
    assert_eq!(
        with("[[irregularity]]\nwhat = \"card-exposed\"\nby = \"pit-boss\""),
        "irregularity 1: the ladder has no role 'pit-boss'; it has dealer, higher-duties-dealer, area-manager, casino-manager"
    );
    assert_eq!(
        with("[[irregularity]]\nwhat = \"shown-early\"\ncard = \"dealer\"\nruling = \"viod\""),
        "irregularity 1: ruling: 'viod' is not valid here; choose from void, continue"
    );
    assert_eq!(
        with("[[irregularity]]\nwhat = \"wrong-cards\"\nseats = [17]"),
        "irregularity 1: seats: there is no seat 17; they are numbered from 1"
    );
    assert_eq!(with("[expect]\nseat.2 = { net = \"1.00\" }"), "expect.seat.2: the file has no such seat");
    assert_eq!(
        with("[expect]\nseat.1 = { ante = \"wins 10.00\" }"),
        "expect.seat.1.ante: 'wins' is not a result; choose from none, win, lose, stand-off, returned, void, forfeited, carried"
    );
    assert_eq!(
        with("[expect]\nseat.1 = { trips = \"none\" }"),
        "expect.seat.1.trips: Caribbean Stud Poker has ante, jackpot, bet, net and warned"
    );
    let step = error(
        "rulebook = \"crown-sydney-poker-minors-3.3\"\ngame = \"caribbean-stud\"\n[[step]]\ndo = \"leave\"\nseat = 1\namount = \"5.00\"",
    );
    assert_eq!(step, "step 1: leave does not use amount; it takes do, by, at, expect, deck-count, seat");
}

/// A script with the older names, and the same with the API's.
#[test]
fn a_script_is_the_same_in_the_words_of_the_api() {
    let before = r#"
[[step]]
do = "sit"
seat = 1
player_card = "own"
[[step]]
do = "post-notice"
by = "area-manager"
min = { ante = "50.00" }
max = { ante = "900.00" }
[[step]]
do = "change-limits"
by = "area-manager"
at = "0:00:30"
min = { ante = "50.00" }
at_once = false
expect = "refused [7.5.2]"
[[step]]
do = "place"
seat = 1
on = "ante"
amount = "30.00"
[[step]]
do = "no-more-bets"
deck_count = 51
[[step]]
do = "deal"
deck = "As Ad 7h 7c 2s"
[[step]]
do = "decide"
seat = 1
decision = "bet=60.00"
[[step]]
do = "rule"
by = "casino-manager"
what = { what = "disruption", ruling = "refund" }
[[step]]
do = "close-table"
by = "area-manager"
"#;
    let now = before
        .replace("player_card", "player-card")
        .replace(
            "min = { ante = \"50.00\" }\nmax = { ante = \"900.00\" }",
            "limits = { ante = { min = \"50.00\", max = \"900.00\" } }",
        )
        .replace("min = { ante = \"50.00\" }", "limits.ante.min = \"50.00\"")
        .replace("at_once", "at-once")
        .replace("on = \"ante\"", "wager = \"ante\"")
        .replace("deck_count", "deck-count")
        .replace("\"bet=60.00\"", "\"bet\"\namount = \"60.00\"")
        .replace(
            "what = { what = \"disruption\", ruling = \"refund\" }",
            "what = \"disruption\"\nchosen = \"refund\"",
        )
        .replace("close-table", "close");
    let run = |steps: &str| {
        let head = "rulebook = \"crown-sydney-poker-minors-3.3\"\ngame = \"caribbean-stud\"\n[sign]\nmin = { ante = \"25.00\" }\n";
        let case = CaseFile::read(&format!("{head}{steps}")).unwrap_or_else(|error| panic!("{error}"));
        let ruled = case.run(&sydney()).unwrap_or_else(|error| panic!("{error}"));
        ruled.steps.into_iter().map(|step| (step.done, step.clause, step.why)).collect::<Vec<_>>()
    };
    assert_ne!(before, now);
    let ran = run(before);
    assert_eq!(ran, run(&now));
    assert_eq!(ran[2], (false, "7.5.2".to_string(), ran[2].2.clone()), "{ran:?}");
    let twice = "[[step]]\ndo = \"place\"\nseat = 1\non = \"ante\"\nwager = \"ante\"\namount = \"30.00\"";
    assert_eq!(
        error(&format!("rulebook = \"x\"\ngame = \"y\"\n{twice}")),
        "step 1: 'wager' is given twice, once under an older name"
    );
    let floors = error("rulebook = \"x\"\ngame = \"y\"\n[[step]]\ndo = \"buy-in\"");
    assert!(
        floors.starts_with("step 1: 'buy-in' is not a step; choose from sit, leave, place, "),
        "{floors}"
    );
}

/// What a case asks those in charge to rule is ruled or refused, in every game of every book.
#[test]
fn finding_a_ruling_that_is_asked_for_never_turns_into_another() {
    every_case(|path, file, book| {
        let Some(toml::Value::Array(list)) = file.get("irregularity") else { return };
        for at in 0..list.len() {
            for ruling in ["void", "continue", "forfeit", "bar", "exclude", "escalate", "refund"] {
                let mut file = file.clone();
                file.remove("expect");
                let Some(toml::Value::Array(list)) = file.get_mut("irregularity") else { return };
                let Some(table) = list[at].as_table_mut() else { return };
                table.insert("ruling".into(), ruling.into());
                let text = file.to_string();
                let Ok(ruled) = CaseFile::read(&text).and_then(|case| case.rule(book)) else { continue };
                // An early card may be ruled on by what each player has done: then one of the lines has it.
                let gives = |found: &str| match ruling {
                    "void" => matches!(found, "void-round" | "void-hands" | "wagers-void"),
                    "continue" => matches!(found, "continue" | "turned-down"),
                    "forfeit" => {
                        matches!(found, "main-forfeited" | "all-forfeited" | "invalidated-forfeiting")
                    }
                    "bar" => found == "barred",
                    "exclude" => found == "excluded",
                    "escalate" => found == "escalated",
                    _ => found == "invalidated",
                };
                let given = ruled.irregularities.iter().any(|line| gives(&line.ruling));
                assert!(given, "{path}: '{ruling}' came out as {:?}", ruled.irregularities);
            }
        }
    });
}

#[test]
fn a_pay_table_that_no_sign_shows_is_accepted_in_no_game() {
    let books: Vec<Rulebook> = BOOKS.into_iter().map(|id| Rulebook::open(id).unwrap()).collect();
    for (book, game) in books.iter().flat_map(|book| book.variants.iter().map(move |game| (book, game))) {
        let (id, name) = (&book.front.id, &game.game);
        for chosen in ["banana = \"A\"", "ante = \"\""] {
            let text = format!(
                "rulebook = \"{id}\"\ngame = \"{name}\"\n[sign]\npaytables = {{ {chosen} }}\n[[step]]\ndo = \"sit\"\nseat = 1\n"
            );
            let error = check(&text, book).unwrap_err();
            assert!(
                error.place == "sign.paytables" && error.clause.is_none(),
                "{id}, {name}, {chosen}: {error}"
            );
        }
    }
}
