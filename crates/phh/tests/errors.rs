//! What is wrong with a file is said in one line, with its place.

const HAND: &str = "\
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 200, inf]
actions = [
  'd dh p1 AsKs',
  'd dh p2 ????',
  'd dh p3 ????',
  'p3 f',
  'p1 cbr 6', # a raise
  'p2 f',
]
";

fn wrong(text: &str) -> String {
    match phh::read(text) {
        Ok(hand) => panic!("this is a hand: {}", phh::write(&hand)),
        Err(error) => {
            let said = error.to_string();
            assert_eq!(said.lines().count(), 1, "{said}");
            said
        }
    }
}

fn with(old: &str, new: &str) -> String {
    assert!(HAND.contains(old), "{old}");
    wrong(&HAND.replacen(old, new, 1))
}

#[test]
fn the_hand_itself_is_in_order() {
    let hand = phh::read(HAND).expect("a hand");
    assert_eq!(hand.actions()[4].line, 11);
    assert_eq!(hand.starting_stacks, [Some(100), Some(200), None]);
}

#[test]
fn an_action_is_named_by_line_number_and_text() {
    assert_eq!(with("cbr 6", "cbr abc"), "line 11, action 5, 'p1 cbr abc': 'abc' is not an amount");
    assert_eq!(with("p2 f", "p4 f"), "line 12, action 6, 'p4 f': there is no p4: there are 3 players");
    assert!(with("AsKs", "AsXs").starts_with("line 7, action 1, 'd dh p1 AsXs': 'Xs' is not a card"));
    assert_eq!(with("'p2 f'", "7"), "line 12: an action must be a text, not a whole number");
    assert_eq!(
        with("'p2 f'", "\"p2\\nf\""),
        "line 12, action 6, 'p2\\nf': 'p2\\nf' is neither the dealer (d) nor a player (p1)"
    );
}

#[test]
fn a_field_that_lacks_is_named() {
    assert_eq!(with("variant = 'NT'\n", ""), "variant is missing");
    assert_eq!(with("antes = [0, 0, 0]\n", ""), "antes is missing");
    assert_eq!(
        with("blinds_or_straddles = [1, 2, 0]\n", ""),
        "blinds_or_straddles (or, in stud, bring_in) is missing"
    );
    assert_eq!(with("min_bet = 2\n", ""), "min_bet is missing");
    assert_eq!(with("variant = 'NT'", "variant = 'FT'"), "small_bet is missing");
    assert_eq!(with("starting_stacks = [100, 200, inf]\n", ""), "starting_stacks is missing");
    assert_eq!(wrong(&HAND[..HAND.find("actions").unwrap_or(0)]), "actions is missing");
    assert_eq!(wrong(""), "the text has no hand");
    assert_eq!(wrong("# nothing\n"), "the text has no hand");
}

#[test]
fn a_field_of_the_wrong_kind_is_named() {
    assert_eq!(with("[0, 0, 0]", "0"), "line 2: antes must be a list by players, not a whole number");
    assert_eq!(with("[0, 0, 0]", "[0, '0', 0]"), "line 2: antes must be an amount, not a text");
    assert_eq!(with("[0, 0, 0]", "[]"), "line 2: antes must be a list by players, not an empty list");
    assert_eq!(with("[0, 0, 0]", "[0, 0]"), "antes has 2 entries for 3 players");
    assert_eq!(with("[0, 0, 0]", "[0, -1, 0]"), "antes cannot be below zero");
    assert_eq!(with("[0, 0, 0]", "[0, inf, 0]"), "line 2: antes must be known, not inf");
    assert_eq!(with("'NT'", "true"), "line 1: variant must be a text, not true or false");
    assert_eq!(with("min_bet = 2", "min_bet = nan"), "line 4: 'nan' is not an amount");
    assert_eq!(with("min_bet = 2", "min_bet = 1e20"), "line 4: '1e20' is too large an amount");
    assert_eq!(
        with("min_bet = 2", "min_bet = 0.1234567891"),
        "line 4: '0.1234567891' has more than 9 decimals"
    );
    assert_eq!(
        with("min_bet = 2", "min_bet = 2\n_deck = 5200"),
        "line 5: '5200' is not a small whole number"
    );
    assert_eq!(
        with("min_bet = 2", "min_bet = 2\n_deck = 52.0"),
        "line 5: _deck must be a small whole number, not a number with decimals"
    );
    assert_eq!(with("min_bet = 2", "min_bet = 2\nwinnings = [1]"), "winnings has 1 entries for 3 players");
}

#[test]
fn a_commission_is_one_or_more_of_three() {
    let taking = |what: &str| with("min_bet = 2", &format!("min_bet = 2\n_commission = {what}"));
    assert_eq!(taking("5"), "line 5: _commission must be a table, not a whole number");
    assert_eq!(taking("{ cap = 5 }"), "line 5: _commission has neither percent, per_hand nor per_person");
    assert_eq!(taking("{ percent = '5', per_person = -1 }"), "_commission cannot be below zero");
    assert_eq!(taking("{ percent = '105' }"), "line 5: '105' is not a percentage");
    assert_eq!(taking("{ per_hand = -5 }"), "_commission cannot be below zero");
    assert_eq!(
        taking("{ per_round = 5 }"),
        "line 5: _commission takes only percent, cap, per_hand and per_person"
    );
}

#[test]
fn a_text_that_is_no_toml_says_where() {
    let cut = &HAND[..HAND.find("'p1 cbr").unwrap_or(0)];
    assert!(wrong(cut).starts_with("line 10: the text is not TOML: "), "{}", wrong(cut));
    assert!(
        with("antes = [0, 0, 0]", "antes = [0, 0, 0").starts_with("line "),
        "{}",
        with("antes = [0, 0, 0]", "antes = [0, 0, 0")
    );
    assert_eq!(
        with("min_bet = 2", "min_bet = 2\nmin_bet = 3"),
        "line 5: the text is not TOML: duplicate key"
    );
}

#[test]
fn unusual_forms_are_read_as_what_they_are() {
    let plain = phh::read(HAND).expect("a hand");
    for (old, new) in [
        ("min_bet = 2", "min_bet = 0x2"),
        ("min_bet = 2", "min_bet = 2.00"),
        ("min_bet = 2", "min_bet = 0.2e1"),
        ("min_bet = 2", "'min_bet' = +2"),
        ("100, 200", "1_00, 20_0.0"),
        ("'NT'", "\"\\u004eT\""),
        ("'NT'", "'''NT'''"),
        ("'p1 cbr 6'", "\"\"\"p1 cbr 6\"\"\""),
        ("[0, 0, 0]", "[\n0, # none\n0, 0,\n]"),
    ] {
        let text = HAND.replacen(old, new, 1);
        assert_eq!(phh::read(&text).as_ref(), Ok(&plain), "{new}");
        assert_eq!(phh::read(&text.replace('\n', "\r\n")).as_ref(), Ok(&plain), "{new}");
    }
}

#[test]
fn other_fields_are_kept_however_they_are_written() {
    let more = "\n\
        time = 23:25:54\nday = 2009-07-01\n'a key' = 1\nseats = [[1], [2, # two\n3]]\nnote = \"\"\"two\nlines\"\"\"\n\
        deep.down = 0x1\n[_mine]\nx = 'y'\n[[_mine.list]]\nz = { a = 1 }\n";
    let hand = phh::read(&format!("{HAND}{more}")).expect("a hand");
    assert_eq!(hand.other("time"), Some("23:25:54"));
    assert_eq!(hand.other("a key"), Some("1"));
    assert_eq!(hand.other("deep"), Some("{ down = 0x1 }"));
    assert_eq!(hand.other("_mine"), Some("{ x = 'y', list = [{ z = { a = 1 } }] }"));
    let written = phh::write(&hand);
    assert_eq!(phh::read(&written).as_ref(), Ok(&hand), "{written}");
}

#[test]
fn in_a_file_of_many_a_bad_hand_does_not_spoil_the_others() {
    let bad = HAND.replace("p3 f", "p9 f");
    let text = format!("[1]\n{HAND}\n[2]\n{bad}\n[4]\n{HAND}hand = 77\n");
    let hands: Vec<_> = phh::Hands::new(&text).collect();
    assert_eq!(hands.len(), 3);
    assert_eq!(hands[0].as_ref().map(|hand| hand.number), Ok(Some(1)));
    let error = hands[1].as_ref().expect_err("no p9").to_string();
    assert_eq!(error, "hand 2, line 26, action 4, 'p9 f': there is no p9: there are 3 players");
    assert_eq!(hands[2].as_ref().map(|hand| (hand.number, hand.hand())), Ok((Some(4), Some(77))));
    assert_eq!(wrong(&text), "the text has more than one hand");
}

#[test]
fn a_file_of_many_has_numbered_hands_only() {
    let said = |text: &str| -> Vec<String> {
        let hands = phh::Hands::new(text);
        hands
            .map(|hand| hand.map_or_else(|error| error.to_string(), |hand| format!("{:?}", hand.number)))
            .collect()
    };
    assert_eq!(
        said(&format!("[one]\n{HAND}[2]\n{HAND}")),
        ["line 1: 'one' is not the number of a hand", "Some(2)"]
    );
    assert_eq!(said(&format!("[2]\n{HAND}[1]\n{HAND}")), ["Some(2)", "Some(1)"]);
    let twice = said(&format!("[1]\n{HAND}[1]\n{HAND}"));
    assert_eq!(twice, ["Some(1)", "line 15: the text is not TOML: duplicate key"]);
    let late = said(&format!("[1]\n{HAND}[2]\n{HAND}[1.more]\nx = 1\n"));
    assert_eq!(late, ["Some(1)", "line 29: 'more' belongs to a hand that ended above"]);
    assert_eq!(said(&format!("[1]\n{HAND}[1.more]\nx = 1\n[2]\n{HAND}")), ["Some(1)", "Some(2)"]);
    // What stands above the first number belongs to no hand, be it a whole one; the others are read.
    let outside =
        "belongs to no hand: in a file of numbered hands ([1], [2], …) every field comes after a number";
    let above = said(&format!("author = 'me'\n[1]\n{HAND}[2]\n{HAND}"));
    assert_eq!(above, [&format!("line 1: 'author' {outside}"), "Some(1)", "Some(2)"]);
    let whole = said(&format!("{HAND}[2]\n{HAND}"));
    assert_eq!(whole, [&format!("line 1: 'variant' {outside}"), "Some(2)"]);
    assert!(wrong(&format!("{HAND}[2]\n{HAND}")).ends_with(outside));
}
