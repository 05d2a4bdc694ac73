//! `cardroom hand` as a user meets it: the real program, good questions and bad ones.

use crate::common;

use common::{cardroom, complaint, said};
use proptest::prelude::*;
use serde_json::Value;

#[test]
fn one_hand_is_named_and_its_best_five_shown() {
    let text = said(&["hand", "As Kd Qh Jc Ts 2c 2d"]);
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("As Kd Qh Jc Ts 2c 2d  straight, ace high  (As Kd Qh Jc Ts)"));
    assert_eq!(lines.next(), Some("Order high-52: Crown Melbourne Poker 13.0, 3.2.1"));
    assert_eq!(lines.next(), None);
}

#[test]
fn quotes_may_be_left_out_and_cards_run_together() {
    let text = said(&["hand", "As Ad 7h 7c Qs"]);
    assert!(text.contains("two pair, aces and sevens, queen kicker"));
    for other in
        [&["hand", "As", "Ad", "7h", "7c", "Qs"][..], &["hand", "AsAd7h7cQs"], &["hand", "A♠,A♦,7♥,7♣,Q♠"]]
    {
        assert_eq!(said(other), text);
    }
}

#[test]
fn several_hands_are_compared_with_the_reason() {
    let text = said(&["hand", "As Ad 7h 7c Qs", "Ah Ac 7s 7d Js", "Kh Kc Ks 2d 3d"]);
    assert!(text.contains("Hand 3 wins.\n"), "{text}");
    assert!(text.contains("Hand 3 beats hand 1: three of a kind beats two pair.\n"), "{text}");
    assert!(text.contains("Hand 1 beats hand 2: queen kicker beats jack.\n"), "{text}");
    let text = said(&["hand", "As Kd Qh Jc Ts", "Ah Kc Qs Jd Th"]);
    assert!(text.contains("Hands 1 and 2 tie.\n"), "{text}");
}

#[test]
fn the_order_decides() {
    let hands = ["Ah Kh 9h 8h 7h", "8d 8s 8c Kd Kc"];
    let long = said(&["hand", hands[0], hands[1]]);
    assert!(long.contains("Hand 2 beats hand 1: a full house beats a flush."), "{long}");
    let short = said(&["hand", "--order", "high-32", hands[0], hands[1]]);
    assert!(short.contains("Hand 1 beats hand 2: a flush beats a full house."), "{short}");
    assert!(short.contains("3.2.2(c), (d)"), "{short}");
}

#[test]
fn a_board_is_shared_and_omaha_uses_exactly_two() {
    let board = ["hand", "--board", "Kh 9h 5h 2h 3c", "Ah Kc", "4h 3h"];
    assert!(said(&board).contains("Hand 1 wins."));
    let omaha = said(&["hand", "--board", "Kh 9h 5h 2h 3c", "--exactly-two", "Ah Kc Qd Js", "4h 3h Tc Td"]);
    assert!(omaha.contains("Hand 2 beats hand 1: a flush beats a pair."), "{omaha}");
    let low = said(&["hand", "-o", "eight-or-better", "-b", "3d 6s 8h Kh Qd", "Ah 2c", "Kd Kc"]);
    assert!(low.contains("8-6-3-2-A low"), "{low}");
    assert!(low.contains("Hand 1 beats hand 2: only the winner has a qualifying hand."), "{low}");
    let none = said(&["hand", "-o", "eight-or-better", "Kd Kc Qh Jd 2s", "Kh Ks Qd Jh 2c"]);
    assert!(none.contains("No hand qualifies."), "{none}");
}

#[test]
fn json_says_the_same() {
    let text = said(&["hand", "--json", "As Ad 7h 7c Qs 2d 3d", "Ah Ac 7s 7d Js"]);
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answer["order"], "high-52");
    assert_eq!(answer["winners"], serde_json::json!([1]));
    assert_eq!(answer["hands"][0]["category"], "two-pair");
    assert_eq!(answer["hands"][0]["best"], serde_json::json!(["As", "Ad", "Qs", "7h", "7c"]));
    assert_eq!(answer["hands"][1]["place"], 2);
    assert_eq!(answer["hands"][1]["beaten_by"]["why"], "queen kicker beats jack");
    let orders: Value = serde_json::from_str(&said(&["hand", "--orders", "--json"])).unwrap();
    assert_eq!(orders.as_array().unwrap().len(), cards::orders::all().len());
}

#[test]
fn orders_are_listed_with_their_clauses() {
    let text = said(&["hand", "--orders"]);
    for order in cards::orders::all() {
        assert!(text.contains(order.name()) && text.contains(&order.rules().source));
    }
}

#[test]
fn bad_input_gets_one_clear_line() {
    let ranks = "(2 to 9, T or 10, J, Q, K, A)";
    for (arguments, expected) in [
        (&["hand", "1s"][..], format!("hand 1, card 1 (\"1s\"): '1' is not a rank {ranks}")),
        (&["hand", "Asx Kd"], "hand 1, card 1 (\"Asx\"): 'x' is left over after As".into()),
        (&["hand", "As Ks", "Kd Ax"], "hand 2, card 2 (\"Ax\"): 'x' after the ace is not a suit (c, d, h or s)".into()),
        (&["hand", "As Kd As Qd Jd"], "hand 1, card 3 (\"As\"): the ace of spades is already card 1".into()),
        (&["hand", "As Kd Qh Jc Ts 2c 2d 3d"], "hand 1: there are 8 cards; this order ranks 5 to 7".into()),
        (&["hand", "As"], "hand 1: there is one card; this order ranks 5 to 7".into()),
        // Without quotes it is one hand.
        (&["hand", "As", "Kd", "1s", "Qh", "Jc"], format!("hand 1, card 3 (\"1s\"): '1' is not a rank {ranks}")),
        (&["hand", ""], "hand 1: there are no cards; this order ranks 5 to 7".into()),
        (&["hand", "--order", "three-card", "As Kd"], "hand 1: there are 2 cards; this order ranks 3".into()),
        (
            &["hand", "--order", "high-32", "As Kd Qh Jc 2s"],
            "hand 1, card 5: the deuce of spades is not in a 32-card deck, whose lowest card is the seven".into(),
        ),
        (
            &["hand", "--order", "high-32", "--board", "2s Kd Qh", "As Jc"],
            "the board: the deuce of spades is not in a 32-card deck, whose lowest card is the seven".into(),
        ),
        (
            &["hand", "--order", "high-48", "As"],
            "there is no order of hands 'high-48'; did you mean 'high-40'? ('cardroom hand --orders' lists them)".into(),
        ),
        (&["hand", "--board", "As Kd Qh", "Jc As"], "hand 1: the ace of spades is also in the board".into()),
        (&["hand", "--board", "As Kd Qh", "Jc Tc", "2d Jc"], "hand 2: the jack of clubs is also in hand 1".into()),
        (
            &["hand", "--board", "As Kd", "--exactly-two", "Jc Tc"],
            "the board: 2 cards, but exactly-two play needs 3 to 5".into(),
        ),
        (
            &["hand", "--board", "As Kd Qd", "--exactly-two", "Jc Tc 9c 8c 7c 6c"],
            "hand 1: 6 cards, but exactly-two play needs 2 to 5".into(),
        ),
        (
            &["hand", "--order", "badugi", "--board", "As Kd Qd", "--exactly-two", "Jc Tc"],
            "badugi does not rank five-card hands, so --exactly-two makes no sense with it".into(),
        ),
    ] {
        assert_eq!(complaint(arguments), expected);
    }
}

#[test]
fn usage_errors_are_one_line_too() {
    assert!(complaint(&["hand"]).starts_with("<HAND>... is missing"));
    assert!(complaint(&["hnad", "As"]).starts_with("there is no command 'hnad'; did you mean 'hand'?"));
    assert!(
        complaint(&["hand", "--bord", "As"])
            .starts_with("there is no option '--bord'; did you mean '--board'?")
    );
    assert!(complaint(&["hand", "--exactly-two", "As Kd"]).starts_with("--board <CARDS> is missing"));
    assert!(complaint(&["hand", "As", "--order"]).starts_with("--order <NAME> needs a value"));
    assert!(complaint(&["hand", "--orders", "As Kd"]).contains("cannot be used with"));
    assert!(complaint(&["completions", "csh"]).starts_with("'csh' is not a valid <SHELL>"));
    // Whatever is in it, what was typed stays on one line, and short.
    for strange in ["a\nb", "hn\nad", "\u{1b}[31mred", &"x".repeat(3_000)] {
        for arguments in
            [vec!["hand", "--order", strange, "As"], vec![strange], vec!["hand", "--board", strange, "As"]]
        {
            let line = complaint(&arguments);
            assert!(line.len() < 300 && !line.contains(char::is_control), "{line:?}");
        }
    }
}

#[test]
fn help_shows_examples_and_shells_are_completed() {
    let help = said(&["hand", "--help"]);
    assert!(help.contains("Examples:") && help.contains("cardroom hand --orders"));
    let welcome = said(&["--help"]);
    assert!(welcome.contains("cardroom hand") && welcome.contains("Without a command: cardroom serve."));
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(said(&["completions", shell]).contains("cardroom"));
    }
    assert!(said(&["completions", "bash"]).contains("high-32"), "orders are completed by name");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever is typed, the answer is an answer or one clear line; never a crash.
    #[test]
    fn nonsense_is_answered_politely(
        text in prop_oneof![
            "[^\0-]{0,40}",
            "([2-9TJQKA][cdhs] ?){0,9}",
            "([2-9TJQKA1][cdhsx♠♥]? ?){0,9}",
        ],
        order in proptest::sample::select(cards::orders::all().iter().map(|o| o.name()).collect::<Vec<_>>()),
    ) {
        let output = cardroom(&["hand", "--order", order, "--", &text]);
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        match output.status.code() {
            Some(0) => prop_assert!(complaint.is_empty() && !output.stdout.is_empty()),
            Some(2) => prop_assert!(output.stdout.is_empty() && complaint.lines().count() == 1, "{complaint}"),
            other => prop_assert!(false, "{other:?}: {complaint}"),
        }
    }
}
