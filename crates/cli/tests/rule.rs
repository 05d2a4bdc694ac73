//! `cardroom rule` as a user meets it: disputes settled, impossible cases refused, a folder checked.

use crate::common;

use common::{cardroom, complaint, said};
use rulebook::library;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

/// A folder of its own for each test, gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("cardroom-rule-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const DISPUTE: &str = r#"
rulebook = "crown-sydney-poker-minors-3.3"
game     = "caribbean-stud"
[sign.jackpot]
option = 1
seed   = 20000
wager  = "5.00"
meter  = "123456.789000"
[[seat]]
number    = 1
wagers    = { ante = "25.00", jackpot = "5.00" }
cards     = "As Ad 7h 7c 2s"
decisions = ["bet"]
[[seat]]
number    = 2
wagers    = { ante = "10.00" }
cards     = "Ks Qd 9h 4c 3s"
decisions = ["fold"]
[dealer]
cards = "Ah Kd 8h 5c 2d"
"#;

fn ruled(text: &str) -> Value {
    let folder = Folder::new(&format!("json-{}", text.len()));
    let path = folder.write("case.toml", text);
    let line = said(&["rule", "--json", &path]);
    assert_eq!(line.lines().count(), 1, "one object a line");
    let value: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(value["case"], path);
    value
}

#[test]
fn a_dispute_is_settled_to_the_cent_with_its_clauses() {
    let case = ruled(DISPUTE);
    assert_eq!(case["outcome"], "settled");
    assert_eq!(case["dealer"]["qualifies"], true);
    let seat = &case["seats"][0];
    assert_eq!((&seat["seat"], &seat["net"]), (&1.into(), &"120.00".into()));
    let lines: Vec<String> = seat["wagers"].as_array().unwrap().iter().map(line).collect();
    assert_eq!(
        lines,
        [
            "ante 25.00 win 25.00 25.00 8.4.2(a)(ii)",
            "jackpot 5.00 lose 0.00 0.00 8.4.3(c)(ii)",
            "bet 50.00 win 100.00 50.00 8.4.4(a)",
        ]
    );
    assert_eq!(line(&case["seats"][1]["wagers"][0]), "ante 10.00 lose 0.00 0.00 8.4.2(b)(i)");
    let jackpot = &case["jackpot"];
    let fields = ["before", "contributed", "paid", "reseeded", "house", "after"];
    let values = fields.map(|field| jackpot[field].as_str().unwrap().to_string());
    assert_eq!(values, ["123456.789000", "2.861000", "0.000000", "0.000000", "0.00", "123459.650000"]);
}

fn line(wager: &Value) -> String {
    let fields = ["on", "staked", "result", "paid", "returned", "clause"];
    fields.map(|field| wager[field].as_str().unwrap().to_string()).join(" ")
}

#[test]
fn a_person_reads_the_clause_and_its_effect() {
    let folder = Folder::new("words");
    let text = said(&["rule", &folder.write("case.toml", DISPUTE)]);
    for expected in [
        "Seat 1: two pair, aces and sevens, deuce kicker; net 120.00",
        "[8.4.4(a)] Bet wins at Table 1 odds if Dealer qualifies and player ranks higher.",
        "Jackpot meter 123456.789000 + 2.861000 contributed",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
}

#[test]
fn an_impossible_case_names_its_place_and_clause_and_the_others_are_still_ruled() {
    let wrong = [
        (
            "a card twice",
            DISPUTE.replace("9h 4c 3s", "9h 4c As"),
            "seat 2: the ace of spades is also in seat 1 [3.1]",
        ),
        (
            "a hand of four",
            DISPUTE.replace("7h 7c 2s", "7h 7c"),
            "seat 1: 4 cards, but 5 are dealt [8.4.1(b)]",
        ),
        (
            "nothing decided",
            DISPUTE.replace("[\"fold\"]", "[]"),
            "seat 2: the decision at bet-or-fold is missing [8.5.5(a)]",
        ),
        (
            "two decisions",
            DISPUTE.replace("[\"fold\"]", "[\"fold\", \"bet\"]"),
            "seat 2: 'bet' after the hand was folded [1.1/'Fold']",
        ),
        (
            "no such option",
            DISPUTE.replace("option = 1", "option = 9"),
            "sign: there is no jackpot option 9 [Table 5]",
        ),
        (
            "a seed of another option",
            DISPUTE.replace("20000", "25000"),
            "sign: option 1 has no seed of 25000 for 1 [11.2.1(e)]",
        ),
        (
            "a jackpot wager too dear",
            DISPUTE.replace("jackpot = \"5.00\" }", "jackpot = \"10.00\" }"),
            "seat 1, jackpot: a jackpot wager is 5.00, no more and no less [11.3.3]",
        ),
        (
            "no Ante",
            DISPUTE.replace("ante = \"25.00\", ", ""),
            "seat 1, jackpot: it needs a wager on ante too [8.4.1(b)]",
        ),
        (
            "an eighth seat",
            DISPUTE.replace("number    = 2", "number    = 8"),
            "seat 8: the table has no such place [2.1]",
        ),
        (
            "no such game",
            DISPUTE.replace("caribbean-stud", "faro"),
            "game: crown-sydney-poker-minors-3.3 has no game 'faro'; it has caribbean-stud, mississippi-stud, ultimate-texas-holdem [5.1]",
        ),
        (
            "a spot of another game",
            DISPUTE.replace("ante = \"10.00\" }", "ante = \"10.00\", trips = \"5.00\" }"),
            "seat 2, trips: this game has no such wager [8.4.1]",
        ),
        ("not TOML", DISPUTE.replace("[[seat]]", "[[seat"), "line 9: "),
        (
            "a key nobody knows",
            DISPUTE.replace("number    = 2", "number    = 2\ncolour = 1"),
            "line 16: unknown field `colour`",
        ),
        (
            "not money",
            DISPUTE.replace("\"10.00\"", "\"ten\""),
            "seat 2, ante: 'ten' is not an amount of money",
        ),
    ];
    let folder = Folder::new("wrong");
    let right = folder.write("right.toml", DISPUTE);
    for (what, text, expected) in wrong {
        let path = folder.write("wrong.toml", &text);
        let output = cardroom(&["rule", "--json", &path, &right]);
        let complaints = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{what}");
        assert_eq!(complaints.lines().count(), 1, "{what}: {complaints}");
        assert!(complaints.starts_with(&format!("cardroom: {path}: {expected}")), "{what}: {complaints}");
        let lines = String::from_utf8(output.stdout).unwrap();
        assert_eq!(lines.lines().count(), 1, "{what}: the other case is ruled");
        assert!(lines.contains("right.toml"), "{what}");
    }
}

#[test]
fn files_that_cannot_be_read_do_not_stop_the_others() {
    let folder = Folder::new("missing");
    let right = folder.write("right.toml", DISPUTE);
    fs::write(folder.0.join("bytes.toml"), [0xff, 0xfe, 0x00]).unwrap();
    let bytes = folder.0.join("bytes.toml").display().to_string();
    let output = cardroom(&["rule", "--json", "no-such-file.toml", &bytes, &right]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8(output.stderr).unwrap().lines().count(), 2);
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 1);
}

#[test]
fn a_check_compares_and_says_where_it_differs() {
    let folder = Folder::new("check");
    let expects = |ante: &str| format!("{DISPUTE}\n[expect]\nseat.1 = {{ ante = \"{ante}\" }}\n");
    folder.write("right.toml", &expects("win 25.00 [8.4.2(a)(ii)]"));
    let all = folder.0.display().to_string();
    assert_eq!(said(&["rule", "--check", &all]), "1 case: 1 as expected, 0 not\n");
    folder.write("wrong.toml", &expects("lose"));
    let output = cardroom(&["rule", "--check", &all]);
    assert_eq!(output.status.code(), Some(1));
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert!(complaint.contains("wrong.toml: seat.1.ante: expected lose, found win 25.00"), "{complaint}");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "2 cases: 1 as expected, 1 not\n");
}

#[test]
fn a_rulebook_with_an_error_names_file_and_line() {
    let folder = Folder::new("book");
    let id = "crown-sydney-poker-minors-3.3";
    let source = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../rulebooks").join(id);
    let copy = folder.0.join(id);
    fs::create_dir_all(copy.join("variants")).unwrap();
    let variants = fs::read_dir(source.join("variants")).unwrap();
    let variants = variants.map(|entry| format!("variants/{}", entry.unwrap().file_name().to_string_lossy()));
    let plain = ["book.toml", "clauses.tsv", "readings.md", "roles.toml", "table.toml", "jackpots.toml"];
    for name in
        plain.into_iter().chain(["irregularities.toml", "house.toml"]).map(str::to_string).chain(variants)
    {
        fs::copy(source.join(&name), copy.join(&name)).unwrap();
    }
    let case = folder.write("case.toml", DISPUTE);
    let books = folder.0.display().to_string();
    assert!(said(&["rule", "--rulebooks", &books, &case]).contains("net 120.00"));
    let table = fs::read_to_string(copy.join("table.toml")).unwrap();
    fs::write(copy.join("table.toml"), table.replace("clause = \"2.1\"", "clause = \"2.99\"")).unwrap();
    let output = cardroom(&["rule", "--rulebooks", &books, &case]);
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    let expected =
        "table.toml, line 3: '2.99' is neither a clause of the register nor a reading of this book";
    assert!(complaint.contains(expected), "{complaint}");
}

/// A book of the program under another id, below a folder.
fn copied(folder: &Folder, from: &str, id: &str) {
    for path in library::paths(from).filter(|path| !path.starts_with("cases/")) {
        let place = folder.0.join("books").join(id).join(path);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        let text = library::file(from, path).unwrap();
        let renamed = path == "book.toml";
        fs::write(place, if renamed { text.replacen(from, id, 1) } else { text.to_string() }).unwrap();
    }
}

/// A new version is tried before it is one of the program's books: it is what its files are, whatever its id.
#[test]
fn a_book_of_a_folder_is_found_by_its_own_id() {
    let folder = Folder::new("own-id");
    copied(&folder, "crown-melbourne-poker-13.0", "crown-melbourne-poker-14.0");
    copied(&folder, "crown-sydney-poker-minors-3.3", "crown-sydney-poker-minors-3.4");
    let books = folder.0.join("books").display().to_string();
    let text = "rulebook = \"crown-melbourne-poker-14.0\"\ngame = \"holdem\"\n\
                sign = { structure = \"no-limit\", blinds = [5, 10], min_bet = 10 }\n\
                stacks = [10, 10]\ncards = [\"AsAh\", \"KdKh\"]\nstub = \"\"\nplay = [\"p1 cc\"]\n";
    let between = folder.write("between.toml", text);
    assert!(said(&["rule", "--rulebooks", &books, &between]).contains("(crown-melbourne-poker-14.0)"));
    let against = folder.write("against.toml", &DISPUTE.replace("minors-3.3", "minors-3.4"));
    assert!(said(&["rule", "--rulebooks", &books, &against]).contains("net 120.00"));
    // What is not in the folder comes with the program; what is nowhere is named.
    let old = folder.write("old.toml", &text.replace("14.0", "13.0"));
    assert!(said(&["rule", "--rulebooks", &books, &old]).contains("(crown-melbourne-poker-13.0)"));
    for unknown in [text.replace("14.0", "15.0"), DISPUTE.replace("minors-3.3", "minors-3.5")] {
        let case = folder.write("unknown.toml", &unknown);
        let output = cardroom(&["rule", "--rulebooks", &books, &case]);
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), complaint.lines().count()), (Some(1), 1), "{complaint}");
        assert!(complaint.contains("there is no such rulebook; choose from crown-"), "{complaint}");
    }
}

#[test]
fn what_is_no_folder_of_rulebooks_is_refused() {
    let folder = Folder::new("no-books");
    let case = folder.write("case.toml", DISPUTE);
    let at = folder.0.display().to_string();
    for command in [
        &["rule", &case][..],
        &["odds", "crown-sydney-poker-minors-3.3", "caribbean-stud"],
        &["replay", &case],
    ] {
        let refused = |place: &str| complaint(&[command, &["--rulebooks", place]].concat());
        assert!(refused("/nowhere/at/all").contains("/nowhere/at/all: there is no such folder"));
        assert!(refused(&at).contains("none of the folders in it has a book.toml"), "{command:?}");
    }
}

#[test]
fn questions_that_make_no_sense_are_refused_on_one_line() {
    assert!(complaint(&["rule"]).contains("<FILE>"));
    assert!(complaint(&["rule", "--jsno", "x"]).contains("--jsno"));
}

/// One step that is refused takes nothing away: every step has its result and its clause, and the error is told besides.
#[test]
fn a_refused_step_leaves_the_ruling_so_far_as_json() {
    let folder = Folder::new("refused-step");
    let path = folder.write(
        "script.toml",
        r#"
rulebook = "crown-sydney-poker-minors-3.3"
game = "caribbean-stud"
[[step]]
do = "sit"
seat = 1
[[step]]
do = "rule"
what = { what = "disruption" }
[[step]]
do = "place"
seat = 1
amount = "10.00"
"#,
    );
    let output = cardroom(&["rule", "--json", &path]);
    assert_eq!(output.status.code(), Some(1));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let results: Vec<&str> =
        told["steps"].as_array().unwrap().iter().map(|step| step["result"].as_str().unwrap()).collect();
    assert_eq!(results, ["done", "refused", "done"]);
    assert_eq!(told["steps"][1]["why"], "no round is being played");
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(complaint.lines().count(), 1, "{complaint}");
    assert!(complaint.contains("step 2, rule: expected done, found refused"), "{complaint}");
}

/// A jackpot wager on another's box is told as whose it is, and counted there.
#[test]
fn a_wager_on_anothers_box_is_told_as_whose_it_is() {
    let id = "star-sydney-mississippi-stud-4";
    let (_, text) = library::cases(id)
        .find(|(path, _)| path.ends_with("15.2.1.1-prize-of-whoever-staked.toml"))
        .expect("the case is there");
    let told = ruled(text);
    let jackpot = &told["seats"][0]["wagers"][1];
    assert_eq!((&jackpot["on"], &jackpot["staked_by"]), (&"jackpot".into(), &4.into()));
    assert!(jackpot["also"].as_array().unwrap().contains(&"15.2.1.1".into()), "{jackpot}");
    assert_eq!((&told["seats"][0]["net"], &told["seats"][1]["net"]), (&"4000.00".into(), &"9955.00".into()));
}

/// A player whose later wager was too small is told the right amount, in words and as data, with the clause.
#[test]
fn a_short_wager_is_told_with_the_right_amount() {
    let one = |id: &str, end: &str| {
        let found = library::cases(id).find(|(path, _)| path.ends_with(end));
        found.unwrap_or_else(|| panic!("{end}")).1
    };
    let sydney = "crown-sydney-poker-minors-3.3";
    let bet = one(sydney, "13.8.2-short-bet-player-is-told.toml");
    let told = &ruled(bet)["seats"][0]["warned"][0];
    let expected = serde_json::json!(
        { "of": "short-wager", "on": "bet", "from": "100.00", "to": "100.00", "clause": "13.8.2" }
    );
    assert_eq!(*told, expected);
    let play = &ruled(one(sydney, "13.8.2-short-play-player-is-told.toml"))["seats"][0]["warned"][0];
    assert_eq!(play["only"], serde_json::json!(["30.00", "40.00"]), "{play}");
    let folder = Folder::new("short-wager");
    let text = said(&["rule", &folder.write("case.toml", bet)]);
    assert!(
        text.contains("Seat 3 is warned: short-wager, the right amount on bet is 100.00  [13.8.2]"),
        "{text}"
    );
    // Between players: what a call lacks.
    let poker = one("crown-melbourne-poker-13.0", "k63-short-call-made-up.toml");
    let told = ruled(poker);
    let line = &told["lines"][4];
    assert_eq!(line["line"], "p2 puts 25", "{line}");
    let short = serde_json::json!({
        "words": "p2 has only 25 in: 15 more make the call of 40, or the hand is folded", "clause": "6.17"
    });
    assert!(line["said"].as_array().unwrap().contains(&short), "{line}");
}

/// One line that is refused takes nothing away: every line has its result, and the refused one its place and clause.
#[test]
fn a_refused_line_between_players_leaves_the_ruling_so_far_as_json() {
    let folder = Folder::new("refused-line");
    let text = r#"
rulebook = "crown-melbourne-poker-13.0"
game = "holdem"
sign = { structure = "no-limit", blinds = [5, 10], min_bet = 10 }
stacks = [1000, 1000, 1000]
play = [
    "p3 cc",
    "p2 cc",
    "p1 f",
    "p2 cc",
]
"#;
    let path = folder.write("case.toml", text);
    let output = cardroom(&["rule", "--json", &path]);
    assert_eq!(output.status.code(), Some(1));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&told["outcome"], &told["game"]), (&"script".into(), &"holdem".into()));
    let lines = told["lines"].as_array().unwrap();
    let results: Vec<&str> = lines.iter().map(|line| line["result"].as_str().unwrap()).collect();
    assert_eq!(results, ["done", "refused", "done", "done", "done"]);
    let refused = &lines[1];
    assert_eq!((&refused["place"], &refused["file_line"]), (&"line 2".into(), &8.into()));
    let (clause, why) = (refused["clause"].as_str().unwrap(), refused["why"].as_str().unwrap());
    assert!(!clause.is_empty() && !why.is_empty(), "{refused}");
    assert_eq!(lines[0].get("clause"), None, "only a refusal has one clause");
    assert_eq!(told["stacks"][0], 995, "{told}");
    let complaint = String::from_utf8(output.stderr).unwrap();
    let expected =
        format!("cardroom: {path}: line 2, 'p2 cc' (line 8 of the file): refused: {why} [{clause}]\n");
    assert_eq!(complaint, expected);
    // The same for a line that cannot be read behind a refused one; alone it is no ruling.
    let unread = text.replace("p1 f", "p1 dances");
    let output = cardroom(&["rule", "--json", &folder.write("unread.toml", &unread)]);
    assert_eq!(output.status.code(), Some(1));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(told["lines"].as_array().unwrap().len(), 2);
    assert_eq!(String::from_utf8(output.stderr).unwrap().lines().count(), 2);
    let alone = unread.replace("    \"p2 cc\",\n", "");
    let output = cardroom(&["rule", "--json", &folder.write("alone.toml", &alone)]);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
}

#[test]
fn a_refused_ruling_on_a_round_is_json_too() {
    let folder = Folder::new("refused-round");
    let text = r#"
rulebook = "crown-sydney-poker-minors-3.3"
game = "caribbean-stud"
[[seat]]
number = 1
wagers = { ante = "10.00" }
cards = "Ah Ad 2c 3d 4h"
[dealer]
cards = "Kc Qs 2h 3h 5c"
[[irregularity]]
what = "wrong-dealer-cards"
by = "dealer"
order_known = true
surplus = 1
"#;
    let path = folder.write("case.toml", text);
    let output = cardroom(&["rule", "--json", &path]);
    assert_eq!(output.status.code(), Some(1));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&told["outcome"], &told["clause"]), (&"refused".into(), &"13.3".into()), "{told}");
    assert!(told["place"].as_str().unwrap().contains("irregularity 1"), "{told}");
    assert!(told["why"].as_str().unwrap().contains("role"), "{told}");
}
