//! `cardroom equity` as a user meets it.

use crate::common;

use common::{complaint, said};
use proptest::prelude::*;
use serde_json::Value;

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&said(&[&["equity", "--json"], arguments].concat())).unwrap()
}

#[test]
fn two_hands_before_the_flop() {
    let text = said(&["equity", "AsAh", "KsKh"]);
    assert_eq!(
        text,
        "hold'em (holdem)\n\
         hand    equity       win      tie    exact share\n\
         AsAh  82.6366%  82.3648%  0.5436%  707495/856152\n\
         KsKh  17.3634%  17.0916%  0.5436%  148657/856152\n\
         exact: all 1712304 deals counted\n"
    );
    let answer = json(&["As Ah", "Ks Kh"]);
    assert_eq!((&answer["method"], &answer["deals"]), (&"exact".into(), &1_712_304.into()));
    let aces = &answer["players"][0];
    assert_eq!(aces["share"], "0.826366112559452");
    assert_eq!(aces["share_exact"], "707495/856152");
    assert_eq!(
        (&aces["won"], &aces["tied"], &aces["lost"]),
        (&1_410_336.into(), &9_308.into(), &292_660.into())
    );
    assert_eq!(aces["tied_ways"][0]["ways"], 2);
    assert!(aces.get("standard_error").is_none() && aces.get("high_won").is_none());
}

#[test]
fn every_game_answers() {
    let games = json_games();
    assert!(games.len() >= 20);
    for game in &games {
        let (name, hole) = (game["game"].as_str().unwrap(), game["hole"].as_u64().unwrap() as usize);
        let hands = ["AsKsQsJsTsAdKd", "AhKhQhJhThAcKc"].map(|cards| &cards[..2 * hole]);
        let answer = json(&["--game", name, hands[0], hands[1], "--limit", "5"]);
        assert_eq!(answer["method"], "exact", "{name}");
        let listed = said(&["equity", "--games"]);
        assert!(listed.lines().any(|line| line.starts_with(&format!("{name} "))), "{name}");
    }
}

fn json_games() -> Vec<Value> {
    let Value::Array(games) = json(&["--games"]) else { panic!("a list") };
    games
}

#[test]
fn halves_are_told_in_hi_lo_games() {
    let answer = json(&["--game", "omaha-hi-lo", "As2sKdQd", "8h9hTcJc", "--board", "3c 4d Kh"]);
    let first = &answer["players"][0];
    for count in ["high_won", "high_tied", "low_won", "low_tied"] {
        assert!(first[count].is_u64(), "{count}");
    }
    assert!(answer["deals_without_low"].as_u64().unwrap() > 0);
    assert_eq!(answer["deals"], 820);
    let text = said(&["equity", "--game", "holdem-hi-lo", "As2s", "8h9h", "--dead", "Ah"]);
    assert!(text.starts_with("hold'em hi-lo, eight or better (holdem-hi-lo), dead Ah\n"), "{text}");
    assert!(text.contains("whole pot"), "{text}");
}

/// What cannot be counted in time is sampled, and that is said.
#[test]
fn samples_say_so() {
    let question = ["--game", "omaha", "AsAhKsKh", "random", "--limit", "0.2", "--seed", "5"];
    let answer = json(&question);
    assert_eq!(answer["method"], "sampled");
    assert_eq!(answer["seed"], 5);
    let share: &str = answer["players"][0]["share"].as_str().unwrap();
    assert!(share.starts_with("0.7"), "{share}");
    let error = answer["players"][0]["standard_error"].as_str().unwrap();
    assert!(error.starts_with("0.00"), "{error}");
    let text = said(&[&["equity"][..], &question].concat());
    assert!(text.contains("standard error") && text.contains("\nsampled: "), "{text}");
    assert!(text.contains("longer than 0.2 s"), "{text}");
    // Seven cards to come are too many to list.
    assert_eq!(
        json(&["--game", "razz", "random", "random", "random", "--limit", "0.1"])["method"],
        "sampled"
    );
}

#[test]
fn questions_that_make_no_sense() {
    for (arguments, says) in [
        (&["AsAh"][..], "the table: 1 hand, but this game has 2 to 11"),
        (&[], "HAND"),
        (&["AsAh", "AsKh"], "hand 2: the ace of spades is also in hand 1"),
        (&["AsAh", "KsKh", "--board", "Ah 2c 3c"], "hand 1: the ace of hearts is also in the board"),
        (&["AsAh", "KsKh", "--dead", "Ks"], "hand 2: the king of spades is also in the dead cards"),
        (
            &["AsAh", "KsKh", "--board", "2c", "--dead", "2c"],
            "the dead cards: the deuce of clubs is also in the board",
        ),
        (&["AsAh", "KsKh", "--board", "2c 3c 4c 5c 6c 7c"], "the board: 6 cards, but there can be at most 5"),
        (&["AsAhAd", "KsKh"], "hand 1: 'AsAhAd' is 3 cards, but a hand has 2"),
        (&["As", "Ah", "Ks", "Kh"], "hand 1: 'As' is 1 card, but a hand has 2"),
        (&["AsAh", "AA", "--dead", "Ac"], "hand 2: no hand of the range is possible"),
        (&["AA", "AA", "AA"], "the table: the ranges leave no way to give every player a hand"),
        (&["AsAh", "KsZh"], "hand 2, card 1 (\"KsZh\"): 'Z' is left over after Ks"),
        (&["AsAh", "hello"], "hand 2: 'hello' is neither a hand (AsKh) nor a range"),
        (&["AsAh", ""], "hand 2: a hand is missing here"),
        (&["--game", "short-deck", "AsAh", "5s5h"], "hand 2: the five of spades is not in the 36-card deck"),
        (
            &["--game", "short-deck", "AsAh", "55"],
            "hand 2: '55': the lowest card of the 36-card deck is the six",
        ),
        (
            &["--game", "whist", "AsAh", "KsKh"],
            "there is no game 'whist' ('cardroom equity --games' lists them)",
        ),
        (&["--game", "razz", "AsAh2c", "KsKh2d", "--board", "3c"], "the board: this game has no board"),
        (
            &["AsAh", "KsKh", "--limit", "soon"],
            "--limit takes seconds from 0.001 to 86400, such as 10 or 0.5, not 'soon'",
        ),
        (&["AsAh", "KsKh", "--limit", "-1"], "-1"),
        (&["AsAh", "KsKh", "--limit=-1"], "--limit takes seconds"),
        (&["AsAh", "KsKh", "--limit", "0"], "--limit takes seconds"),
        (&["AsAh", "KsKh", "--limit", "1e9"], "--limit takes seconds"),
        (&["AsAh", "KsKh", "--limit", "99999999999999999999"], "--limit takes seconds"),
        (&["AsAh", "KsKh", "--threads", "0"], "0"),
    ] {
        let line = complaint(&[&["equity"], arguments].concat());
        assert!(line.contains(says), "{arguments:?}: {line}");
    }
    let twelve: Vec<&str> = std::iter::repeat_n("random", 12).collect();
    assert!(complaint(&[&["equity"], &twelve[..]].concat()).contains("12 hands, but this game has 2 to 11"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Whatever is typed is answered or refused in one line; nothing panics.
    #[test]
    fn nothing_typed_makes_it_panic(
        a in "[2-9TJQKAakqcdhs10so+*, -]{0,12}|\\PC{0,8}",
        b in "(AA|KQs|T9s-65s|random|2c2d|As\\*|[2-9TJQKA][cdhs]){1,3}",
        board in "([2-9TJQKA][cdhs] ?){0,6}",
        game in prop::sample::select(vec!["holdem", "short-deck", "omaha", "razz", "two-card-manila"]),
    ) {
        let output = common::cardroom(&["equity", "--game", game, "--limit", "0.01", "--board", &board, "--", &a, &b]);
        let line = String::from_utf8(output.stderr).unwrap();
        match output.status.code() {
            Some(0) => prop_assert_eq!(line, ""),
            Some(2) => prop_assert_eq!(line.lines().count(), 1, "{}", line),
            other => prop_assert!(false, "{:?}: {}", other, line),
        }
    }
}

/// Ranges that clash are looked at for a moment only, whether or not somebody can be dealt in the end.
#[test]
fn crowded_tables_are_answered_or_refused_within_their_limit() {
    let aces = "As***,Ah***,Ad***,Ac***";
    let line = complaint(&["equity", "-g", "omaha", aces, aces, aces, aces, aces, "--limit", "0.2"]);
    assert!(line.contains("conflict so often"), "{line}");
    let hands = ["AcKc,AcQc,QsJs", "A2+", "A2+", "A2+", "A2+"];
    let answer = said(&[&["equity"], &hands[..], &["--limit", "0.2", "--json"]].concat());
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(answer["method"], "sampled");
    assert!(answer["players"][0].get("share_exact").is_none(), "a sample is not exact");
    let river =
        ["random", "random", "random", "random", "-b", "2c3d4h5s9c", "--limit", "0.2", "--threads", "64"];
    assert!(said(&[&["equity"], &river[..]].concat()).contains("sampled: "));
}
