//! Recorded hands with known ends: every one must end with the right stacks.

use replay::Books;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// The hands of a folder that its `expected.json` names, and those among them that end otherwise.
fn check(folder: &Path, only: &str) -> (usize, Vec<String>) {
    let books = Books::open().unwrap();
    let text = fs::read_to_string(folder.join("expected.json")).unwrap();
    let expected: serde_json::Map<String, Value> = serde_json::from_str(&text).unwrap();
    let (mut seen, mut wrong) = (0, Vec::new());
    for (name, end) in expected.iter().filter(|(name, _)| name.starts_with(only)) {
        let text = fs::read_to_string(folder.join(name)).unwrap();
        seen += 1;
        let hand = match phh::read(&text) {
            Ok(hand) => hand,
            Err(error) => {
                wrong.push(format!("{name}: {error}"));
                continue;
            }
        };
        match replay::replay(&books, &hand) {
            Err(error) => wrong.push(format!("{name}: {error}")),
            Ok(ended) => {
                // The file's amounts times `scale`; ours are times ten to the file's decimals.
                let scale = end.get("scale").and_then(Value::as_i64).unwrap_or(1);
                let own = 10i64.pow(u32::from(hand.scale));
                let got: Vec<Option<i64>> = (0..ended.players())
                    .map(|player| ended.finishing_stack(player).map(|stack| stack * scale / own))
                    .collect();
                let due: Vec<Option<i64>> =
                    end["finishing_stacks"].as_array().unwrap().iter().map(Value::as_i64).collect();
                if got != due {
                    wrong.push(format!("{name}: {got:?}, expected {due:?}"));
                }
                if let Some(commission) = end.get("commission").and_then(Value::as_i64)
                    && commission * own != ended.commission
                {
                    wrong.push(format!("{name}: commission {} of {commission}", ended.commission));
                }
            }
        }
    }
    (seen, wrong)
}

fn show(wrong: &[String]) -> String {
    wrong.iter().take(60).cloned().collect::<Vec<_>>().join("\n")
}

#[test]
fn every_hand_of_the_poker_book_ends_right() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../phh/tests/hands/room");
    let (seen, wrong) = check(&folder, "");
    assert!(wrong.is_empty(), "{} of {seen} wrong:\n{}", wrong.len(), show(&wrong));
    assert_eq!(seen, 196);
}

#[test]
fn every_generated_hand_of_the_standard_ends_right() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../phh/tests/hands/gen");
    let (seen, wrong) = check(&folder, "");
    assert!(wrong.is_empty(), "{} of {seen} wrong:\n{}", wrong.len(), show(&wrong));
    assert_eq!(seen, 100);
}

#[test]
fn every_hand_of_public_logs_ends_right() {
    let given = std::env::var_os("CARDROOM_HANDS").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/phh");
    let folder = given.unwrap_or(beside);
    if !folder.join("expected.json").is_file() {
        eprintln!("hands of public logs are not here ({}): not tried", folder.display());
        return;
    }
    let (seen, wrong) = check(&folder, "");
    assert!(wrong.is_empty(), "{} of {seen} wrong:\n{}", wrong.len(), show(&wrong));
    assert!(seen >= 600, "{seen}");
}

/// The whole hand of docs/HANDS.md, as it stands there.
#[test]
fn the_hand_of_the_guide_ends_as_it_says() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/HANDS.md");
    let guide = fs::read_to_string(guide).unwrap();
    let (_, rest) = guide.split_once("```toml\n").unwrap();
    let (text, _) = rest.split_once("```").unwrap();
    let books = Books::open().unwrap();
    let hand = phh::read(text).unwrap_or_else(|error| panic!("{error}"));
    let ended = replay::replay(&books, &hand).unwrap_or_else(|wrong| panic!("{wrong}"));
    let stacks: Vec<_> = (0..ended.players()).map(|player| ended.finishing_stack(player)).collect();
    assert_eq!((stacks, ended.pots(), ended.commission), (hand.finishing_stacks.clone(), &[345][..], 15));
    // The refusals that the guide shows are the ones of this hand.
    let wrong = |old: &str, new: &str| {
        let hand = phh::read(&text.replace(old, new)).unwrap_or_else(|error| panic!("{error}"));
        format!("cardroom: hand.phh: {}\n", replay::replay(&books, &hand).unwrap_err())
    };
    for line in
        [wrong("cbr 30", "cbr 15"), wrong(", 'p2 sm',", ","), wrong("[495, 330, 660]", "[495, 330, 680]")]
    {
        assert!(guide.contains(&line), "{line}");
    }
}
