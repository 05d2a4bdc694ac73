//! What a case of a hand between players may say, and what is said of a wrong one.

use cases::RoomCase;
use rulebook::room::RoomBook;

fn book() -> RoomBook {
    RoomBook::open("crown-melbourne-poker-13.0").unwrap_or_else(|error| panic!("{error}"))
}

const HEAD: &str = r#"
    rulebook = "crown-melbourne-poker-13.0"
    game = "holdem"
    sign = { structure = "no-limit", blinds = [5, 10], min_bet = 10 }
    stacks = [1000, 1000, 1000]
"#;

fn differences(rest: &str) -> Vec<String> {
    let case = RoomCase::read(&format!("{HEAD}{rest}")).unwrap_or_else(|error| panic!("{error}"));
    let (found, _) = case.check(&book()).unwrap_or_else(|error| panic!("{error}"));
    found.iter().map(ToString::to_string).collect()
}

fn error(rest: &str) -> String {
    let case = RoomCase::read(&format!("{HEAD}{rest}")).and_then(|case| case.check(&book()));
    case.expect_err("a wrong case").to_string()
}

#[test]
fn a_line_is_done_and_what_follows_is_compared() {
    assert_eq!(differences("play = [\"p3 cbr 25 => p3 raises to 25 [1.1/'Raise']\"]"), Vec::<String>::new());
    assert_eq!(
        differences("play = [\"p3 cbr 25 => p3 raises to 30\"]"),
        ["line 1, 'p3 cbr 25': expected p3 raises to 30, found p3 raises to 25 [1.1/'Raise']"]
    );
    assert_eq!(
        differences("play = [\"p3 cbr 11\"]\nexpect = { due = \"p3 has to act\" }"),
        ["line 1, 'p3 cbr 11': expected that it is accepted, found refused: the minimum is to 20 [6.6]"]
    );
    assert_eq!(
        differences("play = [\"p3 cbr 11 => refused: the minimum is to 20 [6.7]\"]"),
        [
            "line 1, 'p3 cbr 11': expected refused: the minimum is to 20 [6.7], found refused: the minimum is to 20 [6.6]"
        ]
    );
    assert_eq!(
        differences("play = [\"p3 cc => refused\"]"),
        ["line 1, 'p3 cc': expected refused, found p3 calls 10 [1.1/'Call']"]
    );
    assert_eq!(
        differences("play = [\"p3 may => fold\"]"),
        ["line 1, 'p3 may': expected fold, found fold, call 10, raise to 20..1000"]
    );
    assert_eq!(
        differences("play = [\"p3 f\", \"p1 f\"]\nexpect = { stacks = [995, 1005, 1000] }"),
        Vec::<String>::new()
    );
    assert_eq!(
        differences("play = [\"p3 f\", \"p1 f\"]\nexpect = { won = [0, 15, 0], pots = [15] }"),
        ["pots: expected 15, found 10", "won: expected 0 15 0, found 0 10 0"]
    );
}

#[test]
fn a_case_that_cannot_be_read_says_where() {
    assert_eq!(error("play = []"), "expect: there is nothing to compare with");
    assert_eq!(
        error("plays = []"),
        "line 6: unknown field `plays`, expected one of `rulebook`, `game`, `deck`, `sign`, `stacks`, `cards`, `board`, `kitty`, `community`, `stub`, `shuffles`, `play`, `seats`, `table`, `royal`, `expect`"
    );
    let starts = |rest: &str, says: &str| {
        let found = error(rest);
        assert!(found.starts_with(says), "{found}");
    };
    starts(
        "play = [\"p3 jumps => x\"]",
        "line 1, 'p3 jumps' (line 6 of the file): 'p3 jumps' is not an action or a look; it is written 'PLAYER f', ",
    );
    assert_eq!(
        error("play = [\n\"d dh p1 AsK => x\"]"),
        "line 1, 'd dh p1 AsK' (line 7 of the file): 'AsK' is not a list of cards"
    );
    starts(
        "play = [\"trouble sneezing => x\"]",
        "line 1, 'trouble sneezing' (line 6 of the file): 'sneezing' is not an irregularity of the book: unknown variant \
         `sneezing`, expected one of `exposed-in-cut`, ",
    );
    starts(
        "table = [\"open by=king => x\"]",
        "table 1, 'open by=king' (line 6 of the file): the book has no role 'king'; choose from dealer, ",
    );
    starts("expect = { weather = 1 }", "expect: 'weather' is not a look; choose from PLAYER may, ");
}

#[test]
fn players_who_are_not_in_the_hand_are_nobody() {
    assert_eq!(
        error("play = [\"trouble wrong-count p18 count=3 => x\"]"),
        "line 1, 'trouble wrong-count p18 count=3' (line 6 of the file): there is no p18: the players are p1 to p3"
    );
    assert_eq!(
        error("play = [\"runs 2 p1 p2 p17 => x\"]"),
        "line 1, 'runs 2 p1 p2 p17' (line 6 of the file): there is no p17: the players are p1 to p3"
    );
    assert_eq!(
        differences("play = [\"p17 cc\"]\nexpect = { due = \"p3 has to act\" }"),
        [
            "line 1, 'p17 cc': expected that it is accepted, found refused: there is no such player in the hand [1.1/'Action']"
        ]
    );
    let clock = HEAD.replace("min_bet = 10", "min_bet = 10, time_to_act = 30").replace("stacks", "#");
    let case = RoomCase::read(&format!(
        "{clock}royal = [\"clock start p200 => refused: there is no such player in the hand [6.15]\"]"
    ));
    let (found, _) = case.and_then(|case| case.check(&book())).unwrap_or_else(|error| panic!("{error}"));
    assert!(found.is_empty(), "{found:?}");
    assert_eq!(
        error("cards = [\"AsKs\", \"\", \"\", \"QdQh\"]\nexpect = { due = \"\" }"),
        "cards of p4: there is no such player in the hand"
    );
}

#[test]
fn the_cards_of_a_file_are_those_of_the_deck() {
    let expect = "expect = { due = \"p3 has to act\" }";
    // Suits may be signs.
    assert_eq!(differences(&format!("cards = [\"A♠K♠\"]\nplay = [\"p1 has => As Ks\"]\n{expect}")).len(), 0);
    assert!(error(&format!("cards = [\"AsK\"]\n{expect}")).starts_with("cards of p1: "));
    assert!(error(&format!("cards = [\"As♠♠\"]\n{expect}")).starts_with("cards of p1: "));
    let twice = |rest: &str| error(&format!("{rest}\n{expect}"));
    assert_eq!(
        twice("cards = [\"AsAh\", \"AdAs\"]\nstub = \"\""),
        "cards of p2: the deck has only one ace of spades [3.1.1]"
    );
    assert_eq!(
        twice("cards = [\"AsAh\"]\nstub = \"2c3cAs\""),
        "stub: the deck has only one ace of spades [3.1.1]"
    );
    assert_eq!(
        twice("cards = [\"AsAhAd\"]\nstub = \"\""),
        "cards of p1: 2 cards are dealt first; with a stub, those that follow are in it"
    );
    assert_eq!(twice("board = \"2c3c4c\"\nstub = \"\""), "board: with a stub the board is dealt from it");
    assert_eq!(twice("deck = 20\ncards = [\"2c3c\"]"), "cards of p1: the deck has no deuce of clubs [3.1.5]");
    assert_eq!(twice("deck = 20\nboard = \"AsKs2c\""), "board: the deck has no deuce of clubs [3.1.5]");
}

#[test]
fn a_ruling_tells_every_line_with_its_clauses() {
    let case =
        RoomCase::read(&format!("{HEAD}play = [\"p3 f\", \"p1 f\"]")).unwrap_or_else(|e| panic!("{e}"));
    let ruling = case.rule(&book()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(ruling.stacks, [995, 1005, 1000]);
    assert_eq!(ruling.due, "the hand is over");
    let told: Vec<String> = ruling.lines[0].said.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["p3 folds [12.2.2]"]);
    let refused = RoomCase::read(&format!("{HEAD}play = [\"p1 f\"]")).and_then(|case| case.rule(&book()));
    let error = refused.expect_err("out of turn").to_string();
    assert_eq!(
        error,
        "line 1, 'p1 f' (line 6 of the file): refused: out of turn: it is p3's turn [1.1/'Action']"
    );
}

/// The error of a case of a table, or of a jackpot.
fn wrong(lines: &str) -> String {
    let head = r#"
        rulebook = "crown-melbourne-poker-13.0"
        game = "holdem"
        sign = { structure = "no-limit", blinds = [5, 10], min_bet = 10 }
    "#;
    let case = RoomCase::read(&format!("{head}{lines}")).and_then(|case| case.check(&book()));
    case.expect_err("a wrong case").to_string()
}

#[test]
fn what_a_line_between_hands_cannot_use_is_an_error() {
    for (line, error) in [
        ("sit X 3 500 form=closed-game", "'form=' cannot be used here, only from=, by=, at="),
        (
            "sit X 3 500 from=closed",
            "'closed' is not a place to come from; choose from new, closed-game, moved",
        ),
        ("won 1 20 comission=5", "'comission=' cannot be used here"),
        ("won 1 20 commission=5 commission=6", "commission= appears twice"),
        ("start at=1:00 hands=3", "'hands=' cannot be used here"),
        ("button by=dealer", "'by=' cannot be used here, only at="),
        ("stack x", "'x' is not a seat"),
        ("vary cap=10 signed", "a cap goes with percent, per_hand or per_person"),
        ("vary percent=5 singed", "'singed' cannot be used here, only signed, percent=, cap="),
        ("open fees=[[2,4]] commission={per_hand=3}", "they are the same method"),
        ("open commission={cap=10}", "one or more of percent, per_hand, per_person"),
        ("open commission={}", "one or more of percent, per_hand, per_person"),
        ("open colour=3", "unknown field `colour`"),
    ] {
        let found = wrong(&format!("table = ['{line}', 'button => none']"));
        assert!(found.starts_with("table 1, ") || found.starts_with("sign"), "{line}: {found}");
        assert!(found.contains(error), "{line}: {found}");
    }
    for (line, error) in [
        ("report 1 increments=false", "'increments=' cannot be used here"),
        ("report 1 no-incremnts", "'no-incremnts' cannot be used here"),
        ("open valu=5", "'valu=' cannot be used here"),
    ] {
        let found = wrong(&format!("royal = ['{line}', 'value => none']"));
        assert!(found.starts_with("royal 1, ") && found.contains(error), "{line}: {found}");
    }
}

#[test]
fn time_goes_on_from_line_to_line() {
    for lines in [
        "table = ['open at=30:00', 'button at=5:00 => none']",
        "royal = ['value at=30:00 => none', 'value at=5:00 => none']",
    ] {
        let found = wrong(lines);
        assert!(found.contains("'at=5:00' is before the time of the line above"), "{found}");
    }
}

#[test]
fn more_players_than_any_table_has_are_refused_by_table_1() {
    let many = HEAD.replace("[1000, 1000, 1000]", &format!("{:?}", [1000; 12]));
    let case =
        RoomCase::read(&format!("{many}play = [\"d => refused\"]")).and_then(|case| case.check(&book()));
    assert_eq!(
        case.expect_err("twelve players").to_string(),
        "stacks: 12 players, but 11 can be dealt in at Holdem [Table 1/Holdem]"
    );
    let few = HEAD.replace("[1000, 1000, 1000]", "[1000, 1000]").replace("[5, 10]", "[5, 10, 20]");
    let case =
        RoomCase::read(&format!("{few}play = [\"d => refused\"]")).and_then(|case| case.check(&book()));
    assert_eq!(case.expect_err("a blind too many").to_string(), "sign.blinds: 3 blinds for 2 players");
}

/// The lines of a jackpot, or what is wrong with them.
fn office(lines: &str) -> String {
    let text = format!("rulebook = \"crown-melbourne-poker-13.0\"\ngame = \"holdem\"\nroyal = [{lines}]");
    let case = RoomCase::read(&text).and_then(|case| case.check(&book()));
    case.expect_err("a wrong case").to_string()
}

#[test]
fn a_jackpot_line_passes_over_nothing() {
    let wrong = |line: &str| office(&format!("\"{line} => refused\""));
    assert_eq!(
        wrong("record 3 p4 AhKh QhJhTh bottom"),
        "royal 1, 'record 3 p4 AhKh QhJhTh bottom' (line 3 of the file): 'bottom' cannot be used here, only second-flop, folded, unexposed, by=, at= after 'record TABLE PLAYER CARDS FLOP'"
    );
    assert_eq!(
        wrong("report 1 increments=false"),
        "royal 1, 'report 1 increments=false' (line 3 of the file): 'increments=' cannot be used here, only no-increments, no-times, unreadable, by=, at= after 'report TABLE'"
    );
    for (line, says) in [
        ("begin 1 now", "'now' cannot be used here, only by=, at="),
        ("value table=1", "'table=' cannot be used here, only at="),
        ("clock buy for=p3", "'for=' cannot be used here, only by=, at="),
        ("record 1 p4 AhKh", "something is missing or misspelt; write 'record TABLE PLAYER CARDS FLOP'"),
        ("confirm 1 uncounted uncounted", "'uncounted' appears twice"),
        ("confirm 1 by=dealer by=tg-area-manager", "by= appears twice"),
        ("open value=1.00 contribution=0.50 reset=1.00", "unit= is missing"),
        ("bonus cash=1.00 goods=dinner for=quads table=4", "a bonus has either cash= or goods="),
        ("bonus cash=1.00 for=quads", "table= is missing"),
        ("bonus cash=1.00 for=quads table=4 signed", "'signed' cannot be used here"),
        ("notify 0 4 p6", "numbers start at 1"),
        ("verify 1 no", "'no' cannot be used here, only not, by=, at="),
    ] {
        let found = wrong(line);
        assert!(found.starts_with(&format!("royal 1, '{line}' (line 3 of the file): {says}")), "{found}");
    }
}

/// What is of a hand needs one: stacks of its own, or a hand that has begun at the table.
#[test]
fn a_hand_without_stacks_needs_one_that_has_begun() {
    let open =
        "'open', 'button => none', 'sit A 1 1000 by=tg-area-manager', 'sit B 2 1000 by=tg-area-manager'";
    for (table, key) in [(open, "play = ['due => x']"), (open, "board = '2c7d9h'")] {
        let error = wrong(&format!("table = [{table}]\n{key}"));
        assert!(error.starts_with("stacks: a hand needs players, "), "{error}");
    }
    let text = format!(
        "{}\nplay = ['due => p1 has to act']",
        TABLE_HEAD.replace("LINES", &format!("{open}, 'start'"))
    );
    let case = RoomCase::read(&text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(case.check(&book()).map(|(differences, _)| differences), Ok(Vec::new()));
}

const TABLE_HEAD: &str = r#"
    rulebook = "crown-melbourne-poker-13.0"
    game = "holdem"
    sign = { structure = "no-limit", blinds = [5, 10], min_bet = 10 }
    table = [LINES]
"#;
