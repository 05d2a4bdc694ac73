//! `cardroom load` as a user runs it, small: frames arrive, counts add up, every page answers. How fast is for quiet machines.

use crate::common;

use common::{complaint, said};
use serde_json::Value;

fn measured(arguments: &[&str]) -> Value {
    let text = said(arguments);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn number(report: &Value, name: &str) -> u64 {
    report[name].as_u64().unwrap_or_else(|| panic!("{name} of {report}"))
}

#[test]
fn watchers_see_what_changes() {
    let asked = ["load", "viewers", "--clients", "70", "--seconds", "6", "--changes", "600", "--json"];
    let report = measured(&asked);
    let (changes, frames) = (number(&report, "changes"), number(&report, "frames"));
    assert!(changes > 0, "{report}");
    assert_eq!(frames + number(&report, "frames_skipped"), 70 * changes, "{report}");
    assert_eq!(number(&report["to_client"], "count"), frames, "{report}");
    assert_eq!(number(&report["to_all"], "count"), changes, "{report}");
    assert_eq!(number(&report, "lines_lost"), 0, "{report}");
    assert!(number(&report, "frame_bytes") > 50 && report["memory_each"].is_i64(), "{report}");
    assert!(number(&report, "memory_after") > 1_000_000, "{report}");
}

#[test]
fn tables_play_by_themselves() {
    let asked =
        ["load", "tables", "--tables", "2", "--bots", "2", "--every", "0", "--seconds", "2", "--json"];
    let report = measured(&asked);
    let rounds = number(&report, "rounds");
    assert!(rounds > 0 && number(&report, "tables") >= 2, "{report}");
    assert_eq!(number(&report["settlement"], "count"), rounds, "{report}");
    assert!(report["events_rate"].as_str().is_some_and(|rate| rate != "0.0"), "{report}");
}

/// Patrons are gone at every fourth decision, and no table waits for them for longer than its clock.
#[test]
fn finding_01_no_table_stands_still_under_load() {
    let asked = ["load", "tables", "--tables", "6", "--bots", "3", "--every", "0", "--vanish", "32"];
    let report = measured(&[&asked[..], &["--seconds", "8", "--json"]].concat());
    assert!(number(&report, "rounds") > 0, "{report}");
    assert!(number(&report, "standstill_ms") > 0, "somebody was waited for: {report}");
}

#[test]
fn every_page_answers() {
    let report = measured(&["load", "pages", "--times", "2", "--json"]);
    let rows = report["rows"].as_array().unwrap();
    assert_eq!(rows.len() as u64, number(&report, "pages"));
    assert!(rows.len() > 20, "{report}");
    let largest = number(&report, "largest");
    assert!(largest > 5_000 && largest <= load::pages::MOST as u64, "no page is that large: {largest}");
    for row in rows {
        let broken = row["status"].as_str().is_none_or(|status| status.starts_with('5'));
        assert!(!broken && row["bytes"] != "0", "{row}");
        assert!(row["who"] != "anybody" || row["status"] == "200", "a link leads nowhere: {row}");
    }
    for page in ["/", "/odds", "/practice", "/rules"] {
        assert!(rows.iter().any(|row| row["page"] == page), "{page}: {report}");
    }
}

#[test]
fn bad_questions_get_one_line() {
    let wrong = [
        (&["load"][..], "load"),
        (&["load", "viewers", "--clients", "0"], "--clients"),
        (&["load", "viewers", "--clients", "many"], "--clients"),
        (&["load", "viewers", "--page", "displays"], "--page"),
        (&["load", "viewers", "--url", "127.0.0.1:80"], "http://127.0.0.1:8080"),
        (&["load", "viewers", "--clients", "1", "--url", "http://127.0.0.1:1"], "nobody answers"),
        (&["load", "viewers", "--pid", "1"], "--url"),
        (&["load", "tables", "--every", "often"], "--every"),
        (&["load", "tables", "--folder", "/nowhere/at/all"], "/nowhere/at/all"),
        (&["load", "pages", "--times", "0"], "--times"),
    ];
    for (arguments, says) in wrong {
        let line = complaint(arguments);
        assert!(line.contains(says), "{arguments:?}: {line}");
    }
}

/// A small flood of each kind: a player's commands are all acknowledged meanwhile, and the server lets go of what it took.
/// How fast is for quiet machines; that nobody waits for seconds is for all.
#[test]
fn floods_keep_no_player_waiting_and_leave_nothing_behind() {
    let report = measured(&["load", "floods", "--seconds", "4", "--percent", "15", "--json"]);
    let rows = report["rows"].as_array().unwrap();
    let named = |name: &str| {
        rows.iter().find(|row| row["flood"] == name).unwrap_or_else(|| panic!("{name}: {report}"))
    };
    for name in ["none", "rounds", "exports", "watchers", "disputes", "log-ins"] {
        assert_eq!(named(name)["failed"], "0", "{report}");
        assert!(name == "none" || named(name)["asked"] != "0", "{report}");
    }
    assert!(number(&report, "worst_p99_us") < 3_000_000, "{report}");
    assert!(number(&report, "after_files") < 120, "{report}");
    assert!(number(&report, "most_threads") < 120, "{report}");
}
