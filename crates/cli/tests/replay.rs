//! `cardroom replay` as a user meets it: the contract's lines, records compared, bad hands refused one by one.

use crate::common;

use common::{Folder, complaint, complaints, said};
use serde_json::{Value, json};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Three players, two of them all-in before the flop: the aces win both pots.
const ACES: &str = "\
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 200, 50]
actions = [
  'd dh p1 AsAh', 'd dh p2 KsKh', 'd dh p3 QsQh',
  'p3 cbr 50', 'p1 cbr 100', 'p2 cc',
  'p1 sm AsAh', 'p2 sm KsKh', 'p3 sm QsQh',
  'd db 2c7d9h', 'd db Jc', 'd db 3s',
]
";

/// Two players, one of whose stacks the file does not know.
const CENTS: &str = "\
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [0.25, 0.50]
min_bet = 0.50
starting_stacks = [inf, 49.90]
hand = 3020471992
actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 cc', 'p1 cc', 'd db 2c7d9h', 'p1 cbr 0.50', 'p2 f']
";

#[test]
fn a_hand_is_one_line_of_json_as_the_contract_has_it() {
    let folder = Folder::new("replay-json");
    let (aces, cents) = (folder.write("aces.phh", ACES), folder.write("cents.phh", CENTS));
    let lines = said(&["replay", &aces, &cents, "--json"]);
    let expected = [
        format!(
            "{{\"file\": \"{aces}\", \"hand\": 1, \"variant\": \"NT\", \"finishing_stacks\": [250, 100, 0], \
             \"payoffs\": [150, -100, -50], \"pots\": [150, 100]}}"
        ),
        format!(
            "{{\"file\": \"{cents}\", \"hand\": 3020471992, \"variant\": \"NT\", \
             \"finishing_stacks\": [null, 49.40], \"payoffs\": [0.50, -0.50], \"pots\": [1]}}"
        ),
    ];
    assert_eq!(lines.lines().collect::<Vec<_>>(), expected);
    for line in lines.lines() {
        serde_json::from_str::<Value>(line).unwrap();
    }
    // A folder has them in order, and names that JSON must escape are escaped.
    let odd = folder.write("z\"z.phh", ACES);
    let lines = said(&["replay", "--json", &folder.path()]);
    let files: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["file"].clone()).collect();
    assert_eq!(files, [json!(aces), json!(cents), json!(odd)]);
}

#[test]
fn hands_of_a_phhs_have_their_numbers_and_standard_input_is_read() {
    let hands = format!("[3]\n{ACES}\n[7]\n{CENTS}");
    let mut program = Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args(["replay", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    program.stdin.take().unwrap().write_all(hands.as_bytes()).unwrap();
    let output = program.wait_with_output().unwrap();
    assert!(output.status.success());
    let lines: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let numbers: Vec<(&Value, &Value)> = lines.iter().map(|line| (&line["file"], &line["hand"])).collect();
    assert_eq!(numbers, [(&json!("-"), &json!(3)), (&json!("-"), &json!(7))]);
}

#[test]
fn a_game_of_the_rulebook_goes_by_its_own_name() {
    let folder = Folder::new("replay-book");
    let hand = CENTS
        .replace(
            "variant = 'NT'",
            "_rulebook = 'crown-melbourne-poker-13.0'\n_variant = 'holdem'\n_structure = 'no-limit'",
        )
        .replace("inf", "60");
    // By the book p1 posts the first blind, heads-up too, and p2 the second: p1 speaks first before the flop.
    let hand = hand.replace("'p2 cc', 'p1 cc', 'd db", "'p1 cc', 'p2 cc', 'd db");
    let path =
        folder.write("book.phh", hand.replace("0.25", "0.20").replace("min_bet", "_chip = 0.10\nmin_bet"));
    let line: Value = serde_json::from_str(&said(&["replay", "--json", &path])).unwrap();
    assert_eq!((&line["variant"], &line["payoffs"]), (&json!("holdem"), &json!([0.5, -0.5])));
    let text = said(&["replay", &path]);
    assert!(text.contains("holdem, 2 players, pot 1 (crown-melbourne-poker-13.0)"), "{text}");
}

#[test]
fn a_person_reads_who_won_what_and_by_which_clause() {
    let folder = Folder::new("replay-text");
    let path = folder.write("aces.phh", format!("{ACES}players = ['Ada', 'Bea', 'Cleo']\n"));
    let text = said(&["replay", &path]);
    assert!(text.contains("aces.phh: NT, 3 players, pots 150 and 100 (poker-hand-history)"), "{text}");
    // One player wins both pots: the format's conventions push them together.
    let won: Vec<&str> = text.lines().filter(|line| line.contains("p1 Ada wins")).collect();
    assert_eq!(won.len(), 1, "{text}");
    assert!(won[0].contains("wins 250 of the main pot  [hands/high] "), "{text}");
    assert!(text.lines().any(|line| line.contains("p3 Cleo") && line.contains("-50  has 0")), "{text}");
    let events = said(&["replay", "--events", &path]);
    for words in [
        "p1 Ada posts a blind of 1",
        "p3 Cleo raises to 50",
        "p1 Ada raises to 100",
        "p2 Bea calls 100",
        "p3 Cleo shows Qs Qh",
    ] {
        let line = events.lines().find(|line| line.contains(words));
        assert!(line.is_some_and(|line| line.trim_end().ends_with(']')), "{words}: {events}");
    }
    // Every event but the figures at the end has its clause.
    let listed = events.lines().skip(1).filter(|line| !line.contains("  has "));
    assert!(listed.clone().count() > 25);
    assert!(listed.clone().all(|line| line.ends_with(']')), "{events}");
}

#[test]
fn the_record_of_a_file_is_compared_and_a_commission_found() {
    let folder = Folder::new("replay-check");
    let write = |name: &str, record: &str| folder.write(name, format!("{ACES}{record}\n"));
    let same = write("1.phh", "finishing_stacks = [250, 100, 0]");
    let raked = write("2.phh", "winnings = [247.50, 0, 0]");
    let stacks = write("3.phh", "finishing_stacks = [249, 100, 0]");
    let none = write("4.phh", "");
    let text = said(&["replay", "--check", &same, &raked, &stacks, &none]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[0],
        format!("{raked}: winnings are less a commission of 2.50 that the file does not describe")
    );
    assert_eq!(
        lines[1],
        format!("{stacks}: finishing_stacks are less a commission of 1 that the file does not describe")
    );
    assert_eq!(lines[2], "4 hands: 1 as recorded, 2 less a commission, 1 without a record of the end");
    let line: Value = serde_json::from_str(&said(&["replay", "--check", "--json", &raked])).unwrap();
    assert_eq!((&line["commission"], &line["against"]), (&json!(2.5), &json!("winnings")));
    // What no commission explains: chips to the wrong player, or a loser who has less.
    for (record, words) in [
        ("finishing_stacks = [100, 250, 0]", "finishing_stacks: p1 has 250, the file says 100"),
        ("finishing_stacks = [250, 99, 0]", "finishing_stacks: p2 has 100, the file says 99"),
        ("winnings = [0, 0, 0]", "winnings: p1 has 250, the file says 0"),
        ("winnings = [199, 0, 0]", "winnings: p1 has 250, the file says 199"),
        ("_commission = { per_hand = 4 }\nfinishing_stacks = [245, 100, 0]", "p1 has 246, the file says 245"),
    ] {
        let path = write("wrong.phh", record);
        let (text, lines) = complaints(&["replay", "--check", &path, &same]);
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(lines[0].contains(words), "{record}: {lines:?}");
        assert_eq!(text, "2 hands: 1 as recorded, 1 not\n");
    }
    // Too many is an error, compared or not.
    let path = write("more.phh", "finishing_stacks = [251, 100, 0]");
    let more = format!(
        "{path}: chips from nowhere: finishing_stacks add up to 351, the stacks they began with to 350 [betting/table-stakes]"
    );
    let (text, lines) = complaints(&["replay", "--check", &path, &same]);
    assert_eq!(
        (text.as_str(), &lines),
        ("2 hands: 1 as recorded, 1 that cannot be replayed\n", &vec![more.clone()])
    );
    assert_eq!(complaints(&["replay", &path]), (String::new(), vec![more]));
}

/// Every kind of bad input: one line each, and the good file beside it is still replayed.
#[test]
fn what_is_wrong_is_one_line_and_the_other_files_are_replayed() {
    let folder = Folder::new("replay-wrong");
    let good = folder.write("good.phh", ACES);
    let cut = &ACES[..ACES.len() - 60];
    let cases: &[(&str, String, &str)] = &[
        (
            "raise.phh",
            ACES.replace("p3 cbr 50", "p3 cbr 3"),
            "line 8, action 4, 'p3 cbr 3': the minimum is to 4 [",
        ),
        (
            "turn.phh",
            ACES.replace("'p3 cbr 50', ", ""),
            "action 4, 'p1 cbr 100': out of turn: it is p3's turn [",
        ),
        (
            "twice.phh",
            ACES.replace("d db Jc", "d db As"),
            "action 11, 'd db As': the ace of spades is out already [",
        ),
        (
            "nowhere.phh",
            ACES.replace("p1 cbr 100", "p1 cbr 101"),
            "action 5, 'p1 cbr 101': the maximum is to 100 [",
        ),
        ("variant.phh", ACES.replace("'NT'", "'XX'"), "variant: 'XX' is not a game; choose from FT, NT"),
        ("book.phh", format!("_rulebook = 'nowhere'\n{ACES}"), "there is no rulebook 'nowhere'"),
        ("cut.phh", cut.to_string(), "the text is not TOML"),
        (
            "early.phh",
            ACES.replace(", 'd db 3s'", ""),
            "action 11, 'd db Jc': the hand ends too early: cards for the board are due [cards/board]",
        ),
        ("card.phh", ACES.replace("d db Jc", "d db Jx"), "action 11, 'd db Jx': 'Jx' is not a card"),
        ("field.phh", ACES.replace("min_bet = 2\n", ""), "min_bet is missing"),
        ("cents.phh", CENTS.replace("p1 cbr 0.50", "p1 cbr 0.30"), "'p1 cbr 0.30': the minimum is to 0.50 ["),
        (
            "more.phh",
            format!("{ACES}\nfinishing_stacks = [100000, 100000, 0]\n"),
            "chips from nowhere: finishing_stacks add up to 200000, the stacks they began with to ",
        ),
        ("empty.phh", String::new(), "the text has no hand"),
    ];
    for (name, text, words) in cases {
        let bad = folder.write(name, text);
        let (lines, complaints) = complaints(&["replay", "--json", &bad, &good]);
        assert_eq!(complaints.len(), 1, "{name}: {complaints:?}");
        assert!(complaints[0].starts_with(&format!("{bad}: ")), "{name}: {complaints:?}");
        assert!(complaints[0].contains(words), "{name}: {complaints:?}");
        assert_eq!(lines.lines().count(), 1, "{name}: {lines}");
        assert!(lines.contains("good.phh"), "{name}: {lines}");
    }
    let bytes = folder.write("bytes.phh", b"variant = 'NT'\n\xff\xfe");
    let missing = folder.0.join("missing.phh").display().to_string();
    let empty = folder.0.join("empty-folder");
    std::fs::create_dir_all(&empty).unwrap();
    let empty = empty.display().to_string();
    let (lines, complaints) = complaints(&["replay", "--json", &missing, &empty, &bytes, &good]);
    assert_eq!(lines.lines().count(), 1, "{lines}");
    let has = |path: &str, words: &str| {
        complaints.iter().any(|line| line.starts_with(&format!("{path}: ")) && line.contains(words))
    };
    assert_eq!(complaints.len(), 3, "{complaints:?}");
    assert!(has(&missing, "No such file"), "{complaints:?}");
    assert!(has(&empty, "there is no .phh or .phhs in this folder"), "{complaints:?}");
    assert!(has(&bytes, "line 2: the text is not UTF-8"), "{complaints:?}");
}

#[test]
fn a_bad_hand_of_a_phhs_does_not_stop_the_others() {
    let folder = Folder::new("replay-phhs");
    let illegal = ACES.replace("p1 cbr 100", "p1 cbr 70");
    let no_card = ACES.replace("d db Jc", "d db 1c");
    let path = folder.write("many.phhs", format!("[1]\n{ACES}[2]\n{illegal}[3]\n{no_card}[4]\n{ACES}"));
    let (lines, complaints) = complaints(&["replay", "--json", &path]);
    let hands: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["hand"].clone()).collect();
    assert_eq!(hands, [json!(1), json!(4)]);
    assert_eq!(complaints.len(), 2, "{complaints:?}");
    assert!(
        complaints[0].starts_with(&format!("{path}: hand 2, line 21, action 5, 'p1 cbr 70': ")),
        "{complaints:?}"
    );
    assert!(complaints[1].starts_with(&format!("{path}: hand 3, line ")), "{complaints:?}");
    let (text, _) = common::complaints(&["replay", "--check", &path]);
    assert_eq!(text, "4 hands: 0 as recorded, 2 without a record of the end, 2 that cannot be replayed\n");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let wrong = [
        (&["replay"][..], "<FILE>... is missing"),
        (&["replay", "x.phh", "--jsn"], "there is no option '--jsn'"),
        (&["replay", "x.phh", "--json", "--events"], "cannot be used with"),
        (&["replay", "x.phh", "--rulebooks", "/nowhere/at/all"], "/nowhere/at/all: there is no such folder"),
    ];
    for (arguments, expected) in wrong {
        let line = complaint(arguments);
        assert!(line.contains(expected), "{arguments:?}: {line}");
    }
    assert!(said(&["replay", "--help"]).contains("Poker Hand History"));
    assert!(said(&["completions", "bash"]).contains("cardroom__subcmd__replay"));
}

/// A list of a line as whole numbers of `scale` to one, exactly as the digits say.
fn amounts(line: &str, field: &str, scale: i64) -> Vec<Option<i64>> {
    let (_, rest) = line.split_once(&format!("\"{field}\": [")).unwrap();
    let (list, _) = rest.split_once(']').unwrap();
    let amount = |text: &str| {
        let (whole, part) =
            text.trim_start_matches('-').split_once('.').unwrap_or((text.trim_start_matches('-'), ""));
        let one = 10i64.pow(u32::try_from(part.len()).unwrap());
        let units = whole.parse::<i64>().unwrap() * one
            + if part.is_empty() { 0 } else { part.parse::<i64>().unwrap() };
        assert_eq!(units * scale % one, 0, "{text} has more decimals than {scale}");
        units * scale / one * if text.starts_with('-') { -1 } else { 1 }
    };
    list.split(", ").map(|text| (text != "null").then(|| amount(text))).collect()
}

/// Replays a folder of recorded hands and compares with its `expected.json`.
fn recorded(folder: &Path) -> usize {
    let text = std::fs::read_to_string(folder.join("expected.json")).unwrap();
    let expected: serde_json::Map<String, Value> = serde_json::from_str(&text).unwrap();
    let mut seen = 0;
    for line in said(&["replay", "--json", &folder.display().to_string()]).lines() {
        let told: Value = serde_json::from_str(line).unwrap();
        let name = told["file"].as_str().unwrap().strip_prefix(&format!("{}/", folder.display())).unwrap();
        let Some(end) = expected.get(name) else { continue };
        seen += 1;
        let scale = end.get("scale").and_then(Value::as_i64).unwrap_or(1);
        for field in ["finishing_stacks", "payoffs"] {
            let Some(due) = end.get(field).and_then(Value::as_array) else { continue };
            let due: Vec<Option<i64>> = due.iter().map(Value::as_i64).collect();
            assert_eq!(amounts(line, field, scale), due, "{name}: {field}");
        }
    }
    assert_eq!(seen, expected.len());
    seen
}

#[test]
fn recorded_hands_end_as_they_should() {
    let hands = Path::new(env!("CARGO_MANIFEST_DIR")).join("../phh/tests/hands");
    assert_eq!(recorded(&hands.join("room").canonicalize().unwrap()), 196);
    assert_eq!(recorded(&hands.join("gen").canonicalize().unwrap()), 100);
    let given = std::env::var_os("CARDROOM_HANDS").map(PathBuf::from);
    let logs =
        given.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/phh"));
    match logs.canonicalize() {
        Ok(logs) if logs.join("expected.json").is_file() => {
            assert!(recorded(&logs) >= 600);
            // Winnings of public logs are after a rake that the files do not describe.
            let text = said(&["replay", "--check", &logs.display().to_string()]);
            let count = text.lines().last().unwrap();
            assert!(!count.ends_with(" not") && !count.contains("cannot be replayed"), "{text}");
        }
        _ => eprintln!("hands of public logs are not here ({}): not tried", logs.display()),
    }
}
