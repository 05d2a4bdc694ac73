//! `cardroom odds --report` and `--csv` as a user meets them.

use crate::common;

use common::{complaint, said};
use serde_json::Value;
use std::path::PathBuf;

const THREE_CARD: [&str; 3] = ["odds", "crown-melbourne-three-card-poker-5.1", "three-card-poker"];
const CARIBBEAN: [&str; 3] = ["odds", "crown-sydney-poker-minors-3.3", "caribbean-stud"];

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn written(question: &[&str], more: &[&str], name: &str) -> (String, String) {
    let file = file(name);
    let said = said(&[question, more, &["--report", file.to_str().unwrap()]].concat());
    (said, std::fs::read_to_string(&file).unwrap())
}

#[test]
fn a_report_is_written_and_said_to_be() {
    let (said, page) = written(&THREE_CARD, &[], "three-card.html");
    let last = said.lines().last().unwrap();
    assert!(last.starts_with("mathematics report: ") && last.contains("three-card.html"), "{last}");
    assert!(last.ends_with(&format!("{} bytes)", page.len())), "{last}");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("−686689/20358520"));
    let (_, again) = written(&THREE_CARD, &[], "three-card-again.html");
    assert_eq!(page, again);
}

#[test]
fn a_what_if_is_told_on_the_page_and_on_the_terminal() {
    let (said, page) = written(&CARIBBEAN, &["--pay", "bet.royal-flush=100"], "what-if.html");
    assert!(said.lines().last().unwrap().starts_with("mathematics report, of changed rules: "), "{said}");
    assert!(page.contains("royal flush pays 100 to 1; approved is 250 to 1 [Table 1]"));
}

#[test]
fn tables_alone_come_as_csv_and_figures_as_json() {
    let csv = said(&[&THREE_CARD[..], &["--csv"]].concat());
    assert!(csv.starts_with("report,Item,Is\r\nreport,game,Three Card Poker\r\n"), "{csv}");
    let ante = csv.lines().find(|line| line.starts_with("summary,\"Ante, with Play\",A,")).unwrap();
    assert!(ante.contains(",-686689/20358520,"), "{ante}");
    assert!(csv.lines().all(|line| !line.contains("mathematics report:")));
    let (json, page) = written(&THREE_CARD, &["--json"], "with-json.html");
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["wagers"][0]["expected_exact"], "-686689/20358520");
    assert_eq!(json, serde_json::from_str::<Value>(&said(&[&THREE_CARD[..], &["--json"]].concat())).unwrap());
    assert!(page.ends_with("</html>\n"));
}

#[test]
fn the_jackpot_that_was_asked_for_stands_in_the_report_and_in_the_answer() {
    let question = ["odds", "crown-melbourne-mississippi-stud-3.0", "mississippi-stud"];
    let (said, page) = written(&question, &["--jackpot", "option=2,seed=30000"], "jackpot.html");
    assert!(said.contains("jackpot wager, option 2, seed 30000"), "{said}");
    assert!(page.contains("The jackpot asked for: option 2, seed 30,000 for 1"));
}

#[test]
fn a_file_that_cannot_be_written_is_one_line_of_complaint() {
    let nowhere = file("no-such-folder/report.html");
    let line = complaint(&[&THREE_CARD[..], &["--report", nowhere.to_str().unwrap()]].concat());
    assert!(line.starts_with("cannot write the report to ") && line.contains("no-such-folder"), "{line}");
    let line = complaint(&[&THREE_CARD[..], &["--csv", "--json"]].concat());
    assert!(line.contains("--csv"), "{line}");
}
