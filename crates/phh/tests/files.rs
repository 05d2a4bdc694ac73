//! Every hand at hand is read, by both readers alike, and written back.

use crate::common;

use common::File;
use phh::{Hand, Hands, readers};
use serde_json::Value;

#[test]
fn all_our_own_hands_are_there() {
    assert_eq!(common::own("gen").len(), 100);
    assert_eq!(common::own("room").len(), 196);
}

#[test]
fn both_readers_read_every_file_alike() {
    for File { name, text } in common::all() {
        let full = readers::full(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let quick = readers::quick(&text).unwrap_or_else(|| panic!("{name}: the quick reader refuses"));
        assert_eq!(quick, full, "{name}");
        assert_eq!(quick.scale, full.scale, "{name}");
        for (one, other) in quick.actions().iter().zip(full.actions()) {
            assert_eq!(one.line, other.line, "{name}");
            assert_eq!(quick.action_text(one), full.action_text(other), "{name}");
        }
    }
}

#[test]
fn what_is_written_is_read_back_the_same() {
    for File { name, text } in common::all() {
        let hand = phh::read(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let written = phh::write(&hand);
        assert_eq!(phh::read(&written).as_ref(), Ok(&hand), "{name}");
        assert_eq!(phh::write(&phh::read(&written).expect("a hand")), written, "{name}");
    }
}

/// Our own files have their fields in the order that we write: not a byte may differ.
#[test]
fn our_own_hands_are_written_to_the_letter() {
    for File { name, text } in common::own("gen").into_iter().chain(common::own("room")) {
        let hand = phh::read(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(phh::write(&hand).trim_end(), text.trim_end(), "{name}");
    }
}

#[test]
fn all_hands_in_one_file_are_read_one_after_the_other() {
    let mut hands: Vec<Hand> = Vec::new();
    let mut text = String::new();
    for (place, File { text: file, .. }) in common::all().into_iter().enumerate() {
        let mut hand = phh::read(&file).expect("a hand");
        hand.number = Some(place as u64 + 1);
        phh::write_to(&hand, &mut text);
        hands.push(hand);
    }
    let read: Result<Vec<Hand>, _> = Hands::new(&text).collect();
    assert_eq!(read.as_ref(), Ok(&hands));
    let full: Vec<_> =
        readers::full_all(&text).expect("TOML").into_iter().map(|hand| hand.expect("a hand")).collect();
    assert_eq!(full, hands);
    // Into one hand, used again and again.
    let (mut walk, mut hand, mut count) = (Hands::new(&text), Hand::new(), 0);
    while let Some(result) = walk.next_into(&mut hand) {
        assert_eq!(result, Ok(()));
        assert_eq!(hand, hands[count]);
        count += 1;
    }
    assert_eq!(count, hands.len());
}

/// The stacks are those that the independent record of the files says.
#[test]
fn amounts_are_those_of_the_record() {
    let mut folders =
        vec![("gen", common::own_folder().join("gen")), ("room", common::own_folder().join("room"))];
    folders.extend(common::real_folder().map(|folder| ("real", folder)));
    for (which, folder) in folders {
        let record = std::fs::read_to_string(folder.join("expected.json")).expect("a record");
        let record: Value = serde_json::from_str(&record).expect("JSON");
        let record = record.as_object().expect("hands by file");
        assert!(record.len() >= 100, "{which}");
        for (name, expected) in record {
            let text = std::fs::read_to_string(folder.join(name)).expect("a file");
            let hand = phh::read(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            let scale = expected.get("scale").and_then(Value::as_i64).unwrap_or(1);
            let one = 10i64.pow(u32::from(hand.scale));
            let whole = |value: &Value| value.as_i64().map(|amount| amount * one);
            let stacks = expected["starting_stacks"].as_array().expect("stacks");
            assert_eq!(stacks.len(), hand.starting_stacks.len(), "{name}");
            for (expected, stack) in stacks.iter().zip(&hand.starting_stacks) {
                assert_eq!(whole(expected), stack.map(|stack| stack * scale), "{name}");
            }
            let finishing = expected.get("file_finishing_stacks").and_then(Value::as_array);
            for (expected, stack) in finishing.into_iter().flatten().zip(&hand.finishing_stacks) {
                assert_eq!(whole(expected), stack.map(|stack| stack * scale), "{name}");
            }
        }
    }
}
