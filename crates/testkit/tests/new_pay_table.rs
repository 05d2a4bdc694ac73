//! A new pay table or a new jackpot option is a change of text: no code knows which columns there are. And whoever makes
//! such a change and slips is told where.

use cases::{CaseFile, Ruling};
use rulebook::{LoadError, Rulebook};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

const ID: &str = "crown-melbourne-three-card-poker-5.1";
const GAME: &str = "variants/three-card-poker.toml";

/// A copy of the book in a folder of its own, gone when the test is over.
struct Copy {
    above: PathBuf,
}

impl Copy {
    fn new() -> Copy {
        static COPIES: AtomicU32 = AtomicU32::new(0);
        let number = COPIES.fetch_add(1, Ordering::Relaxed);
        let above = std::env::temp_dir().join(format!("rulebook-copy-{}-{number}", std::process::id()));
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulebooks").join(ID);
        let copy = Copy { above };
        fs::create_dir_all(copy.folder().join("variants")).expect("a folder for the copy");
        let names = ["book.toml", "clauses.tsv", "readings.md", "roles.toml", "table.toml", "jackpots.toml"];
        for name in names.into_iter().chain(["irregularities.toml", "house.toml", GAME]) {
            fs::copy(from.join(name), copy.folder().join(name)).expect("a file of the book");
        }
        copy
    }

    /// A book's folder has the book's id for its name.
    fn folder(&self) -> PathBuf {
        self.above.join(ID)
    }

    fn change(&self, name: &str, change: impl FnOnce(String) -> String) {
        let path = self.folder().join(name);
        let text = fs::read_to_string(&path).expect("a file of the copy");
        fs::write(path, change(text)).expect("a change of the copy");
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.folder().join(name)).expect("a file of the copy")
    }

    fn append(&self, name: &str, more: &str) {
        self.change(name, |text| text + more);
    }

    /// Replaces a text that is there; the answer is the line where it began.
    fn replace(&self, name: &str, old: &str, new: &str) -> usize {
        let mut line = 0;
        self.change(name, |text| {
            let at = text.find(old).unwrap_or_else(|| panic!("{name} has no {old}"));
            line = text[..at].matches('\n').count() + 1;
            text.replacen(old, new, 1)
        });
        line
    }

    fn load(&self) -> Result<Rulebook, LoadError> {
        rulebook::Book::from_folder(&self.folder()).and_then(rulebook::Book::into_house_banked)
    }

    fn error(&self) -> LoadError {
        self.load().map(|book| book.front.title.clone()).expect_err("a book that cannot be loaded")
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.above);
    }
}

const COLUMN_G: &str = r#"
[[paytable]]
id = "pair-plus"
column = "G"
clause = ["Table 9/Pair Plus", "Table 9", "10.1", "10.2"]
lines = [
    { hand = "straight-flush", pays = "55 to 1" },
    { hand = "three-of-a-kind", pays = "21 to 1" },
    { hand = "straight", pays = "7 to 2" },
    { hand = "flush", pays = "3 to 1" },
    { hand = "pair A", pays = "3 to 2" },
    { hand = "pair", pays = "1 to 1" },
]
"#;

const OPTION_3: &str = r#"
[[option]]
number = 3
clause = ["Table 4", "7.1"]
prizes = [
    { hand = "royal-flush", pays = "100%", clause = ["Table 4", "7.1.1"] },
    { hand = "straight-flush", pays = "10%", clause = ["Table 4", "7.1.1"] },
    { hand = "four-of-a-kind", pays = "777 for 1", clause = ["Table 4", "7.1.2"] },
    { hand = "three-of-a-kind", pays = "5 for 2", clause = ["Table 4", "7.1.2"] },
]

[[seed]]
option = 3
for_one = 25000
rate = "33.33"
clause = ["Table 2", "6.3.1", "6.3.2"]
"#;

/// Four boxes by column G and option 3: nines that become four, a straight, aces, and nothing.
const CASE: &str = r#"
rulebook = "crown-melbourne-three-card-poker-5.1"
game = "three-card-poker"

[sign]
smallest_chip = "0.50"
paytables = { ante-bonus = "B", pair-plus = "G", six-card-bonus = "A" }

[sign.jackpot]
option = 3
seed = 25000
wager = "2.00"
meter = "60000.00"

[[seat]]
number = 1
wagers = { ante = "10.00", pair-plus = "15.00", jackpot = "2.00" }
cards = "9h 9d 4c"
decisions = ["play"]

[[seat]]
number = 2
wagers = { ante = "10.00", pair-plus = "15.00" }
cards = "6h 7d 8s"
decisions = ["play"]

[[seat]]
number = 3
wagers = { ante = "10.00", pair-plus = "15.00" }
cards = "Ah Ad 2c"
decisions = ["play"]

[[seat]]
number = 4
wagers = { ante = "10.00", pair-plus = "15.00", jackpot = "2.00" }
cards = "Jh 3d 5c"
decisions = ["play"]

[dealer]
cards = "Kh Td 2s"

[jackpot-cards]
cards = "9c 9s"
"#;

fn rule(book: &Rulebook, case: &str) -> Ruling {
    CaseFile::read(case).and_then(|case| case.rule(book)).unwrap_or_else(|error| panic!("{error}"))
}

/// `pair-plus win 15.00 [5.8.1]`
fn line(ruling: &Ruling, seat: usize, on: &str) -> String {
    let lines = &ruling.seats.iter().find(|found| found.seat == seat).expect("a seat of the case").lines;
    let line = lines.iter().find(|line| line.on == on).expect("a wager of the case");
    format!("{} {} [{}]", line.settled.result.word(), line.settled.paid, line.clause)
}

#[test]
fn a_new_column_and_a_new_option_are_text() {
    let copy = Copy::new();
    let unknown = CaseFile::read(CASE).and_then(|case| case.rule(&copy.load().expect("the book as it is")));
    assert!(unknown.is_err(), "without the change there is no column G");

    copy.append(GAME, COLUMN_G);
    copy.append("jackpots.toml", OPTION_3);
    let book = copy.load().unwrap_or_else(|error| panic!("{error}"));
    let ruling = rule(&book, CASE);
    assert_eq!(line(&ruling, 1, "pair-plus"), "win 15.00 [5.8.1]");
    // 7 to 2 on 15.00 is 52.50, 3 to 2 is 22.50: both can be paid in chips of 50 cents.
    assert_eq!(line(&ruling, 2, "pair-plus"), "win 52.50 [5.8.1]");
    assert_eq!(line(&ruling, 3, "pair-plus"), "win 22.50 [5.8.1]");
    assert_eq!(line(&ruling, 4, "pair-plus"), "lose 0.00 [5.8.2]");
    assert_eq!(line(&ruling, 1, "jackpot"), "win 1554.00 [5.11.1]");
    assert_eq!(line(&ruling, 4, "jackpot"), "lose 0.00 [5.11.2(b)]");
    let also = &ruling.seats[0].lines.iter().find(|line| line.on == "jackpot").expect("its line").also;
    assert!(also.iter().any(|clause| clause == "Table 4"), "{also:?}");
    // Two wagers of 2.00 at 33.33%.
    let meter = ruling.jackpot.expect("a meter");
    assert_eq!(meter.contributed.micro_cents(), 133_320_000);
    assert_eq!((meter.paid.micro_cents(), meter.reseeded.micro_cents()), (0, 0));

    // A tenth of the meter, up to the dollar and then to a chip.
    let flush = CASE.replace("9h 9d 4c", "Qc Jc Tc").replace("9c 9s", "9c 8c");
    let ruling = rule(&book, &flush);
    assert_eq!(line(&ruling, 1, "pair-plus"), "win 825.00 [5.8.1]");
    assert_eq!(line(&ruling, 1, "jackpot"), "win 6000.50 [5.11.1]");

    // Three nines, 5 for 2.
    let three = CASE.replace("9h 9d 4c", "Qc Jc Tc").replace("Jh 3d 5c", "9d 3d 5c");
    assert_eq!(line(&rule(&book, &three), 4, "jackpot"), "win 5.00 [5.11.1]");
}

#[test]
fn a_clause_that_is_not_in_the_register_is_named_with_its_line() {
    let copy = Copy::new();
    let at = copy.replace("table.toml", "clause = \"2.1\"", "clause = \"2.1.7\"");
    let error = copy.error();
    assert_eq!((error.file.as_str(), error.line), (format!("{ID}/table.toml").as_str(), Some(at)));
    assert!(error.what.contains("'2.1.7'"), "{error}");
}

#[test]
fn a_value_without_a_clause_is_named_with_its_line() {
    let copy = Copy::new();
    let at = copy.replace("table.toml", "seats = { is = 9, clause = \"2.1\" }", "seats = { is = 9 }");
    let error = copy.error();
    assert_eq!((error.file.as_str(), error.line), (format!("{ID}/table.toml").as_str(), Some(at)));
    assert!(error.what.contains("clause"), "{error}");
}

#[test]
fn a_word_that_is_no_choice_is_named_with_its_line() {
    let copy = Copy::new();
    let at = copy.replace("table.toml", "\"stands-then-returned\"", "\"stands-mostly\"");
    let error = copy.error();
    assert_eq!((error.file.as_str(), error.line), (format!("{ID}/table.toml").as_str(), Some(at)));
    assert!(error.what.contains("stands-mostly") && error.what.contains("stands-then-returned"), "{error}");
}

/// Every book says what becomes of a hand whose player has gone: a table would stand still for ever otherwise.
#[test]
fn finding_01_a_book_that_does_not_say_what_absence_means_is_refused() {
    let copy = Copy::new();
    let says = "absent = { is = \"folds-ante\", clause = [\"9.5.2(b)\", \"1.1/'Fold'\", \"TC-A29\"] }\n";
    copy.replace("table.toml", says, "");
    let error = copy.error();
    assert_eq!(error.file, format!("{ID}/table.toml"));
    assert!(error.what.contains("absent"), "{error}");
}

/// What TOML itself cannot see is named with the line where the thing begins: an order, a wager, a pay table.
fn in_the_game(copy: &Copy, begins: &str, words: &[&str]) {
    let error = copy.error();
    assert_eq!(error.file, format!("{ID}/{GAME}"));
    let text = copy.text(GAME);
    let line = error.line.unwrap_or_else(|| panic!("{error}, and no line"));
    assert_eq!(text.lines().nth(line - 1), Some(begins), "{error}");
    assert!(words.iter().all(|word| error.what.contains(word)), "{error}");
}

#[test]
fn an_order_with_a_category_unaccounted_for_is_refused() {
    let copy = Copy::new();
    let listed = "    { is = \"flush\", clause = [\"3.6.1(c)\", \"1.1/'Flush'\"] },\n";
    copy.replace(GAME, listed, "");
    in_the_game(&copy, "[[order]]", &["flush", "unreachable"]);
}

#[test]
fn cases_that_do_not_end_are_refused() {
    let copy = Copy::new();
    let last = "    { result = \"lose\", clause = [\"5.9.2\", \"5.9\", \"9.6.2(f)\"] },\n";
    copy.replace(GAME, last, "");
    in_the_game(&copy, "on = \"six-card-bonus\"", &["six-card-bonus", "must have no"]);
}

#[test]
fn a_pay_table_out_of_order_is_refused() {
    let copy = Copy::new();
    let before =
        "    { hand = \"straight\", pays = \"6 to 1\" },\n    { hand = \"flush\", pays = \"4 to 1\" },\n";
    let after =
        "    { hand = \"flush\", pays = \"4 to 1\" },\n    { hand = \"straight\", pays = \"6 to 1\" },\n";
    copy.replace(GAME, before, after);
    in_the_game(&copy, "id = \"pair-plus\"", &["pair-plus", "best hand"]);
}

#[test]
fn finding_01_a_step_at_which_nobody_can_pass_is_refused() {
    let copy = Copy::new();
    let fold = "    { is = \"fold\", clause = [\"9.5.2(a)\", \"9.5.2(a)(i)\", \"1.1/'Fold'\", \"TC-A3\"], discarded = [\"9.5.2(a)(ii)\", \"1.1/'Discard Rack'\"] },\n";
    copy.replace(GAME, fold, "");
    let error = copy.error();
    assert_eq!(error.file, format!("{ID}/{GAME}"));
    assert!(error.what.contains("play-or-fold") && error.what.contains("neither check nor fold"), "{error}");
}
