//! `cardroom odds` as a user meets it.

use crate::common;

use common::{complaint, said};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, prop_assert};
use proptest::sample::select;
use proptest::test_runner::TestRunner;
use serde_json::Value;

const THREE_CARD: [&str; 3] = ["odds", "crown-melbourne-three-card-poker-5.1", "three-card-poker"];
const CARIBBEAN: [&str; 3] = ["odds", "crown-sydney-poker-minors-3.3", "caribbean-stud"];
const ULTIMATE: [&str; 3] = ["odds", "crown-sydney-poker-minors-3.3", "ultimate-texas-holdem"];
const MISSISSIPPI: [&str; 3] = ["odds", "crown-melbourne-mississippi-stud-3.0", "mississippi-stud"];
const STAR: [&str; 3] = ["odds", "star-sydney-mississippi-stud-4", "mississippi-stud"];

fn json(game: &[&str], more: &[&str]) -> Value {
    serde_json::from_str(&said(&[game, more, &["--json"]].concat())).unwrap()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("{key} in {value}"))
}

#[test]
fn every_wager_has_a_line_for_each_of_its_pay_tables() {
    let answer = json(&THREE_CARD, &[]);
    assert_eq!(text(&answer, "rulebook"), THREE_CARD[1]);
    assert_eq!(text(&answer, "game"), THREE_CARD[2]);
    let lines = answer["wagers"].as_array().unwrap();
    let names: Vec<String> =
        lines.iter().map(|line| format!("{} {}", text(line, "on"), text(line, "paytable"))).collect();
    let expected = "ante A, ante B, ante C, pair-plus A, pair-plus B, pair-plus C, pair-plus D, pair-plus E, \
                    pair-plus F, six-card-bonus A, six-card-bonus B, six-card-bonus C, six-card-bonus D, \
                    six-card-bonus E";
    assert_eq!(names.join(", "), expected);
    let ante = &lines[0];
    assert_eq!(text(ante, "per"), "ante");
    assert_eq!(text(ante, "expected_exact"), "-686689/20358520");
    assert_eq!(text(ante, "expected"), "-0.0337298094360494");
    assert!(text(ante, "average_staked").starts_with("1.674208144"));
    assert!(text(ante, "element_of_risk").starts_with("-0.0201467240"));
    assert!(text(ante, "standard_deviation").starts_with("1.6392527541"));
    // The edges of the notes, to the last digit given there.
    let edges = [
        "-0.023167",
        "-0.034932",
        "-0.055747",
        "-0.072760",
        "-0.045792",
        "-0.026968",
        "-0.102248",
        "-0.152790",
        "-0.067413",
        "-0.085614",
        "-0.223257",
    ];
    for (line, edge) in lines[3..].iter().zip(edges) {
        let exact: money::Fraction = text(line, "expected_exact").parse().unwrap();
        let rounded = exact.to_places(6);
        assert_eq!(rounded, edge, "{line}");
        assert!(line.get("per").is_none() && line.get("average_staked").is_none());
    }
}

#[test]
fn what_if_moves_the_solution() {
    let standard = json(&CARIBBEAN, &["--pay", "bet.royal-flush=100"]);
    assert_eq!(text(&standard["wagers"][0], "expected_exact"), "-142031221/2718662100");
    assert_eq!(standard["wagers"][0]["paytable"], Value::Null);
    let changed = standard["changed"][0].as_str().unwrap();
    assert!(changed.contains("100 to 1; approved is 250 to 1 [Table 1]"), "{changed}");
    let ours = json(&CARIBBEAN, &[]);
    assert_eq!(text(&ours["wagers"][0], "expected_exact"), "-86362082531/1661102543100");
    let halves = json(&THREE_CARD, &["--pay", "pair-plus.B.pair=1/2"]);
    assert_eq!(
        text(&halves["wagers"][3], "expected"),
        text(&json(&THREE_CARD, &[])["wagers"][3], "expected")
    );
    assert!(text(&halves["wagers"][4], "expected").starts_with("-0.119"));
    let streets = json(&MISSISSIPPI, &["--pay", "ante.pair-J=2"]);
    assert!(!text(&streets["wagers"][0], "expected").starts_with('-'), "jacks at 2 to 1 on all wagers");
    let qualifies = json(&THREE_CARD, &["--qualifies", "no-pair K"]);
    assert_ne!(text(&qualifies["wagers"][0], "expected"), "-0.0337298094360494");
}

#[test]
fn a_wager_that_a_fold_forfeits_has_two_values() {
    let answer = json(&ULTIMATE, &["--multiples", "3-4,2,1"]);
    let [ante, trips] = &answer["wagers"].as_array().unwrap()[..] else { panic!("{answer}") };
    assert_eq!(text(ante, "expected_exact"), "-50643648973/2317817502000");
    assert!(text(ante, "element_of_risk").starts_with("-0.005262189"));
    assert!(text(trips, "expected").starts_with("-0.0524"));
    assert!(text(trips, "unforfeited").starts_with("-0.03497"));
    assert!(ante.get("unforfeited").is_none());
}

#[test]
fn a_jackpot_returns_its_parts() {
    let melbourne = json(&MISSISSIPPI, &["--jackpot", "option=2,seed=30000"]);
    let jackpot = &melbourne["jackpot"];
    assert_eq!((&jackpot["option"], &jackpot["seed"]), (&Value::from(2), &Value::from(30_000)));
    assert_eq!(text(jackpot, "increment"), "0.279000000000000");
    assert!(text(&jackpot["unforfeited"], "total").starts_with("0.88865"));
    assert!(text(jackpot, "total").starts_with("0.7388"));
    let sydney = json(&CARIBBEAN, &["--jackpot", "option=1,seed=20000,method=B"]);
    assert!(text(&sydney["jackpot"], "total").starts_with("0.88852"));
    assert!(sydney["jackpot"].get("unforfeited").is_none(), "by Method B a fold loses nothing");
    let by_a = json(&CARIBBEAN, &["--jackpot", "option=1,seed=20000,method=A"]);
    assert_eq!(text(&by_a["jackpot"], "total"), text(&by_a["jackpot"]["unforfeited"], "total"));
    let still = json(&STAR, &["--jackpot", "wager=5,increment=0,seed=50000"]);
    assert!(text(&still["jackpot"], "increment").starts_with("0.0"), "a meter that does not grow");
    let star = json(&STAR, &["--jackpot", "wager=5,increment=30,seed=50000"]);
    assert_eq!(star["jackpot"]["option"], Value::Null);
    assert!(text(&star["jackpot"], "reseed").starts_with("0.01539077"));
    assert!(json(&STAR, &[]).get("jackpot").is_none());
}

#[test]
fn best_play_is_said_in_words() {
    let three = said(&[&THREE_CARD[..], &["--strategy"]].concat());
    assert!(three.contains("with Q-6-4 or better"), "{three}");
    assert!(three.contains("Under pay table A, B, C"), "{three}");
    let streets = said(&[&MISSISSIPPI[..], &["--strategy"]].concat());
    assert!(streets.contains("with at least 2 points"), "{streets}");
    assert!(!streets.contains("leave"), "the rules of every street are exact: {streets}");
    let told = json(&THREE_CARD, &["--strategy"]);
    let rules = &told["strategy"][0]["decisions"][0]["rules"];
    assert_eq!((text(&rules[0], "when"), text(&rules[0], "choice")), ("with Q-6-4 or better", "bet 1x"));
    assert_eq!(text(&rules[1], "when"), "");
    let caribbean = said(&[&CARIBBEAN[..], &["--strategy"]].concat());
    assert!(caribbean.contains("with 2-2-") || caribbean.contains("with A-K-Q-J-"), "{caribbean}");
}

#[test]
fn a_position_is_valued() {
    let seen = |game: &[&str], cards: &str, more: &[&str]| json(game, &[&["--seen", cards], more].concat());
    let play = seen(&THREE_CARD, "Qs 6d 4c", &[]);
    assert_eq!(text(&play, "best"), "bet 1x");
    assert_eq!(text(&seen(&THREE_CARD, "Qs6d3c", &[]), "best"), "fold");
    assert_eq!(text(&seen(&CARIBBEAN, "As Kd Qh 7c 2s@2d", &[]), "best"), "bet 2x");
    assert_eq!(text(&seen(&ULTIMATE, "Kh 5d", &[]), "best"), "bet 4x");
    assert_eq!(text(&seen(&ULTIMATE, "9h 5d/Kh 9c 2s", &[]), "best"), "bet 2x");
    let fifth = seen(&MISSISSIPPI, "6s 2d/9h 5c", &["--staked", "1,1"]);
    assert_eq!(text(&fifth, "decision"), "5th-street");
    assert_eq!(text(&fifth["choices"][0], "expected_exact"), "-3");
    assert_eq!(seen(&STAR, "6s 2d/9h 5c", &["--staked", "1,1"]), fifth, "from a shoe or a shuffler");
}

#[test]
fn nonsense_is_refused_with_the_clause() {
    let refused = |game: &[&str], more: &[&str], expected: &str| {
        let line = complaint(&[game, more].concat());
        assert!(line.contains(expected), "{line}");
    };
    refused(&CARIBBEAN, &["--pay", "bet.pair=3"], "no line 'pair'");
    refused(&CARIBBEAN, &["--pay", "bet.pair=3"], "[");
    refused(&CARIBBEAN, &["--pay", "bet.royal-flush=x"], "D not 0 [Table 1]");
    refused(&CARIBBEAN, &["--pay", "bet.royal-flush=1/0"], "odds are N or N/D");
    refused(&CARIBBEAN, &["--pay", "bet.royal-flush=-5"], "odds are N or N/D");
    refused(&CARIBBEAN, &["--pay", "bet=5"], "SPOT.HAND=ODDS");
    refused(&CARIBBEAN, &["--pay", "bet.royal=5"], "is not a hand");
    refused(&CARIBBEAN, &["--pay", "ante.flush=5"], "paid by no pay table");
    refused(&CARIBBEAN, &["--pay", "jackpot.flush=5"], "not changed here");
    refused(&CARIBBEAN, &["--pay", "bet.flush=5", "--pay", "bet.flush=6"], "changed twice");
    refused(&CARIBBEAN, &["--jackpot", "option=1,option=2,seed=20000"], "given twice");
    refused(&ULTIMATE, &["--seen", "As Kd/2c 3c 4c", "--staked", "4"], "has staked nothing");
    refused(&THREE_CARD, &["--pay", "pair-plus.Z.pair=5"], "no column 'Z'");
    refused(&ULTIMATE, &["--multiples", "3-4,4,1"], "below that of the stage before [10.5.6(a)]");
    refused(&ULTIMATE, &["--multiples", "3-40,2,1"], "within 1 to 10");
    refused(&ULTIMATE, &["--multiples", "4,2"], "such as 3-4,2,1");
    refused(&CARIBBEAN, &["--multiples", "3-4,2,1"], "shows no multiples");
    refused(&CARIBBEAN, &["--jackpot", "option=9,seed=20000"], "no jackpot option 9 [");
    refused(&CARIBBEAN, &["--jackpot", "option=1,seed=123"], "no seed of 123");
    refused(&CARIBBEAN, &["--jackpot", "option=1"], "the seed is missing [");
    refused(&STAR, &["--jackpot", "seed=50000"], "is missing [");
    refused(&STAR, &["--jackpot", "wager=5,increment=130,seed=50000"], "percentage");
    refused(&MISSISSIPPI, &["--jackpot", "option=1,seed=10000,method=B"], "no Method B");
    refused(&CARIBBEAN, &["--qualifies", "flsh"], "not a category");
    refused(&MISSISSIPPI, &["--qualifies", "pair"], "no dealer has to qualify");
    refused(&CARIBBEAN, &["--seen", "As Kd Qh 7c 2s"], "dealer's up card");
    refused(&CARIBBEAN, &["--seen", "As Kd Qh 7c 2s@2s"], "twice");
    refused(&ULTIMATE, &["--seen", "As Kd/2c 3c"], "community cards");
    refused(&MISSISSIPPI, &["--seen", "As Kd/2c", "--staked", "5"], "1 to 3 Antes");
    refused(&["odds", "crown-sydney-poker-minors-3.3", "whist"], &[], "has no game 'whist'");
    refused(&["odds", "crown-melbourne-poker-13.0", "holdem"], &[], "house-banked");
    refused(&["odds", "nowhere", "whist"], &[], "rulebook");
}

/// Pieces of what options take, thrown together: whatever comes of them, an answer or one line.
#[test]
fn whatever_is_asked_is_answered_or_refused_on_one_line() {
    let mut runner = TestRunner::new(ProptestConfig::with_cases(150));
    let pieces = [
        "pair-plus",
        "ante",
        "six-card-bonus",
        ".",
        "=",
        "/",
        "-",
        ",",
        "A",
        "B",
        "pair",
        "pair-J",
        "royal-flush",
        "0",
        "1",
        "40",
        "1000000",
        "99999999999999999999",
        "-3",
        "option",
        "seed",
        "method",
        "wager",
        "increment",
        "10000",
        "5.50",
        "%",
        "As",
        "Kd",
        "Qh",
        "7c",
        "@",
        " ",
        "ü",
        "\u{0}",
        "no-pair Q",
        "straight",
        "x",
    ];
    let options = ["--pay", "--jackpot", "--multiples", "--seen", "--staked", "--qualifies"];
    let strategy = (select(options.to_vec()), vec(select(pieces.to_vec()), 0..9));
    let checked = runner.run(&strategy, |(option, pieces)| {
        let text: String = pieces.concat().replace('\0', "\u{1}");
        for game in [&THREE_CARD, &MISSISSIPPI] {
            let output = common::cardroom(&[&game[..], &[&format!("{option}={text}"), "--json"]].concat());
            let complaint = String::from_utf8(output.stderr).unwrap();
            match output.status.code() {
                Some(0) => prop_assert!(serde_json::from_slice::<Value>(&output.stdout).is_ok()),
                Some(2) => {
                    prop_assert!(
                        complaint.starts_with("cardroom: ") && complaint.lines().count() == 1,
                        "{complaint}"
                    );
                    prop_assert!(output.stdout.is_empty());
                }
                other => prop_assert!(false, "{other:?} for {option}={text}: {complaint}"),
            }
        }
        Ok(())
    });
    checked.unwrap();
}
