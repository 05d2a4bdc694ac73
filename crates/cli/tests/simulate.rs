//! `cardroom simulate` as a user meets it.

use crate::common;

use common::{complaint, said};
use serde_json::Value;

const THREE_CARD: [&str; 3] = ["simulate", "crown-melbourne-three-card-poker-5.1", "three-card-poker"];

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&said(&[arguments, &["--json"]].concat())).unwrap()
}

#[test]
fn the_same_seed_gives_the_same_result_on_any_number_of_threads() {
    let played = |threads: &str, seed: &str| {
        said(
            &[&THREE_CARD[..], &["--rounds", "100000", "--json", "--threads", threads, "--seed", seed]]
                .concat(),
        )
    };
    assert_eq!(played("1", "7"), played("3", "7"));
    assert_ne!(played("1", "7"), played("1", "8"));
}

/// The house edge of every side wager is known exactly: the interval must hold it (seeds are fixed, so it always does).
#[test]
fn side_wagers_come_out_as_their_exact_edges() {
    let result = json(&[&THREE_CARD[..], &["--rounds", "300000", "--paytable", "pair-plus=D"]].concat());
    let gain = |on: &str| {
        let wagers = result["wagers"].as_array().unwrap();
        let wager = wagers.iter().find(|wager| wager["on"] == on).unwrap_or_else(|| panic!("{on}"));
        (wager["gain_per_stake_ppm"].as_i64().unwrap(), wager["margin_95_ppm"].as_i64().unwrap())
    };
    for (on, exact) in [("pair-plus", -72_760), ("six-card-bonus", -102_248)] {
        let (found, margin) = gain(on);
        assert!((found - exact).abs() <= 2 * margin, "{on}: {found} ± {margin}, exactly {exact}");
        assert!(margin < 25_000, "{on}: {margin}");
    }
    assert_eq!(result["rounds"], 300_000);
}

#[test]
fn every_game_of_every_book_is_played_by_every_strategy() {
    let games = [
        ("crown-sydney-poker-minors-3.3", "caribbean-stud"),
        ("crown-sydney-poker-minors-3.3", "mississippi-stud"),
        ("crown-sydney-poker-minors-3.3", "ultimate-texas-holdem"),
        ("star-sydney-mississippi-stud-4", "mississippi-stud"),
        ("crown-melbourne-mississippi-stud-3.0", "mississippi-stud"),
        ("crown-melbourne-three-card-poker-5.1", "three-card-poker"),
    ];
    for (book, game) in games {
        let listed = said(&["simulate", book, game, "--strategies"]);
        assert!(listed.lines().count() >= 2, "{listed}");
        for strategy in listed.lines().filter_map(|line| line.split(' ').next()) {
            for device in ["shoe", "shuffler"] {
                let options =
                    ["--rounds", "2000", "--seats", "5", "--strategy", strategy, "--device", device];
                let result = json(&[&["simulate", book, game][..], &options].concat());
                assert_eq!(result["all"]["count"], 10_000, "{book} {game} {strategy}");
                assert!(result["events"].as_u64().unwrap() > 2_000 * 20);
            }
        }
    }
}

#[test]
fn what_cannot_be_simulated_is_refused_with_the_clause() {
    let book = "crown-sydney-poker-minors-3.3";
    let wrong = [
        (&["simulate", "nowhere", "faro"][..], "there is no such rulebook"),
        (&["simulate", book, "faro"], "has no game 'faro'"),
        (&["simulate", book, "caribbean-stud", "--seats", "8"], "1 to 7 players can sit at a table [2.1]"),
        (&["simulate", book, "caribbean-stud", "--seats", "0"], "1 to 7 players can sit at a table [2.1]"),
        (&["simulate", book, "caribbean-stud", "--rounds", "0"], "0"),
        (
            &["simulate", book, "caribbean-stud", "--strategy", "luck"],
            "choose from basic, mimic-dealer, never-fold",
        ),
        (&["simulate", book, "caribbean-stud", "--wager", "bet=5"], "there is no first wager 'bet'"),
        (&["simulate", book, "caribbean-stud", "--wager", "ante=x"], "is not an amount of money"),
        (
            &["simulate", book, "ultimate-texas-holdem", "--wager", "ante=5.00"],
            "no cards are dealt without a wager on blind",
        ),
        (
            &["simulate", book, "ultimate-texas-holdem", "--wager", "ante=5.00", "--wager", "blind=6.00"],
            "blind must equal ante [10.4.1(a)]",
        ),
    ];
    for (arguments, expected) in wrong {
        let line = complaint(arguments);
        assert!(line.contains(expected), "{arguments:?}: {line}");
    }
    let line = complaint(&[&THREE_CARD[..], &["--paytable", "pair-plus=Z"]].concat());
    assert!(line.contains("there is no column 'Z' of a pay table 'pair-plus'"), "{line}");
}

const ROOM: &str = "crown-melbourne-poker-13.0";

#[test]
fn every_game_between_players_is_played_by_every_strategy_and_no_chip_is_lost() {
    let book = rulebook::room::RoomBook::open(ROOM).unwrap();
    let structures = ["fixed", "spread", "half-pot", "pot", "no-limit"];
    let commissions = [
        "percent=5,cap=100",
        "per-hand=4",
        "per-person=1",
        "percent=2.5",
        "percent=5,cap=9,per-hand=4,per-person=1",
    ];
    for (at, game) in book.games.iter().enumerate() {
        let deck = game.deck.value.len().to_string();
        let strategy = ["check-call", "random"][at / 5 % 2];
        let options = ["--hands", "500", "--deck", &deck, "--strategy", strategy];
        // Chinese Poker has no wagers, and no pot to take a commission from.
        let chinese = game.game == "chinese-poker";
        let structure = ["--structure", structures[at % 5]];
        let structure = if chinese { &[][..] } else { &structure[..] };
        let commission = ["--commission", commissions[if chinese { 2 } else { at % 5 }]];
        let arguments = [&["simulate", ROOM, &game.game][..], &options, structure, &commission].concat();
        let result = json(&arguments);
        let players = result["players"].as_array().unwrap();
        assert_eq!(players.len(), usize::from(game.players.value).min(6), "{}", game.id());
        let gain: i64 = players.iter().map(|player| player["gain"].as_i64().unwrap()).sum();
        assert_eq!(-gain, result["commission"].as_i64().unwrap(), "{} {strategy}", game.id());
        assert_eq!((&result["hands"], &result["deck"]), (&500.into(), &game.deck.value.len().into()));
    }
}

#[test]
fn hands_between_players_are_the_same_on_any_number_of_threads() {
    let played = |threads: &str, seed: &str| {
        let options =
            ["--hands", "20000", "--strategy", "random", "--threads", threads, "--seed", seed, "--json"];
        said(&[&["simulate", ROOM, "holdem"][..], &options].concat())
    };
    assert_eq!(played("1", "7"), played("3", "7"));
    assert_ne!(played("1", "7"), played("1", "8"));
    let text = said(&["simulate", ROOM, "holdem", "--hands", "5000", "--seats", "3"]);
    let words = "100.0000% of hands shown down; 300.00 chips won and 0.00 taken in commission a hand";
    assert!(text.contains("p3 (D)") && text.contains(words), "{text}");
    // A game may be named with its deck.
    let short = json(&["simulate", ROOM, "holdem-32", "--hands", "100"]);
    assert_eq!((&short["game"], &short["deck"]), (&"holdem".into(), &32.into()));
}

#[test]
fn what_cannot_be_played_between_players_is_refused_with_the_clause() {
    let wrong = [
        (&["faro"][..], "has no game 'faro'; it has draw-blind"),
        (&["holdem", "--deck", "40"], "not played with 40 cards, but with 52, 32, 20 [Table 1/Holdem]"),
        (&["holdem-36"], "not played with 36 cards, but with 52, 32, 20 [Table 1/Holdem]"),
        (
            &["chinese-poker", "--structure", "pot"],
            "Chinese Poker has no betting, so --structure makes no sense [13.4.3]",
        ),
        (&["holdem", "--seats", "12"], "is dealt to 2 to 11 players [Table 1/Holdem]"),
        (&["holdem", "--strategy", "luck"], "choose from check-call, random"),
        (&["holdem", "--wager", "ante"], "--wager is for games against the house"),
        (&["holdem", "--commission", "percent=101"], "--commission takes percent=5,cap=100"),
        (&["holdem", "--commission", "percent=50"], "a commission of 50% is none that may be taken [7.2.1]"),
        (&["chinese-poker", "--commission", "percent=5"], "there is no pot to take a commission from [7.2]"),
        (&["holdem", "--commission", "cap=1"], "--commission takes"),
        (&["holdem", "--commission", "per-hand=4,per-hand=5"], "--commission takes"),
    ];
    for (arguments, expected) in wrong {
        let line = complaint(&[&["simulate", ROOM][..], arguments].concat());
        assert!(line.contains(expected), "{arguments:?}: {line}");
    }
    let line = complaint(&[&THREE_CARD[..], &["--deck", "52"]].concat());
    assert!(line.contains("--deck is for games between players"), "{line}");
}
