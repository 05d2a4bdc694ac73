//! Every recorded hand must be accepted to its last action and end with the right stacks.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use naive_room::{State, UNKNOWN_STACK, read};
use serde_json::Value;

fn expected(folder: &Path) -> BTreeMap<String, Value> {
    let text = std::fs::read_to_string(folder.join("expected.json")).expect("expected.json is read");
    serde_json::from_str(&text).expect("expected.json is JSON")
}

fn chips(value: &Value) -> Vec<Option<i64>> {
    value.as_array().expect("a list").iter().map(Value::as_i64).collect()
}

/// Plays a file; says what is wrong with it.
fn play(folder: &Path, name: &str, expect: &Value, scale: i64) -> Result<(), String> {
    let text = std::fs::read_to_string(folder.join(name)).map_err(|error| error.to_string())?;
    let hand = read(&text, scale)?;
    let mut state = State::new(&hand.setup)?;
    for (number, action) in hand.actions.iter().enumerate() {
        state.apply(action).map_err(|error| format!("action {} `{action}`: {error}", number + 1))?;
    }
    if !state.finished() {
        return Err("is not finished".to_owned());
    }
    let stacks: Vec<Option<i64>> = state
        .finishing_stacks()
        .into_iter()
        .map(|stack| (stack < UNKNOWN_STACK / 2).then_some(stack))
        .collect();
    if stacks != chips(&expect["finishing_stacks"]) {
        return Err(format!("ends with {stacks:?}, not {}", expect["finishing_stacks"]));
    }
    let commission = expect["commission"].as_i64().unwrap_or(0);
    if state.commission() != commission {
        return Err(format!("commission {}, not {commission}", state.commission()));
    }
    Ok(())
}

/// Hands that the repository has.
fn hands(part: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../phh/tests/hands").join(part)
}

fn all(folder: &Path, count: usize) {
    let expected = expected(folder);
    let mut wrong = Vec::new();
    for (name, expect) in &expected {
        let scale = expect["scale"].as_i64().unwrap_or(1);
        if let Err(error) = play(folder, name, expect, scale) {
            wrong.push(format!("{name}: {error}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {} hands:\n{}", wrong.len(), expected.len(), wrong.join("\n"));
    assert_eq!(expected.len(), count);
}

#[test]
fn hands_of_the_book() {
    all(&hands("room"), 196);
}

#[test]
fn generated_hands_of_the_standard() {
    all(&hands("gen"), 100);
}

#[test]
fn hands_of_public_logs() {
    let given = std::env::var_os("CARDROOM_HANDS").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/phh");
    let folder = given.unwrap_or(beside);
    if !folder.join("expected.json").is_file() {
        eprintln!("hands of public logs are not here ({}): not tried", folder.display());
        return;
    }
    all(&folder, 616);
}
