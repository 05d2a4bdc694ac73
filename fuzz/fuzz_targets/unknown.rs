//! Nothing unknown is ever accepted: any case of any book with a key more somewhere, or with a word misspelt, is refused
//! in one line that names the place. The input picks the case, the place and the letters.
#![no_main]

#[path = "../../crates/cases/tests/unknown/mod.rs"]
mod unknown;

use cases::CaseFile;
use libfuzzer_sys::arbitrary::Unstructured;
use libfuzzer_sys::fuzz_target;
use rulebook::{Rulebook, library};
use std::sync::LazyLock;
use toml::Table;

/// Every case of a game against the house, but those that must be unreadable anyway.
static CASES: LazyLock<Vec<(usize, Table)>> = LazyLock::new(|| {
    let mut all = Vec::new();
    for (at, (id, _)) in BOOKS.iter().enumerate() {
        for (_, text) in library::cases(id) {
            let file: Table = text.parse().expect("our own cases are TOML");
            if file.get("expect").and_then(|expect| expect.get("unreadable")).is_none() {
                all.push((at, file));
            }
        }
    }
    all
});

static BOOKS: LazyLock<Vec<(&str, Rulebook)>> = LazyLock::new(|| {
    let playable = library::house_banked();
    playable.map(|id| (id, Rulebook::open(id).expect("our own books load"))).collect()
});

/// Letters that make no word of any vocabulary.
fn letters(input: &mut Unstructured<'_>) -> String {
    let count = input.int_in_range(1..=8).unwrap_or(1);
    let letter = |_| char::from(b'a' + input.int_in_range(0..=25u8).unwrap_or(0));
    format!("{}qz", (0..count).map(letter).collect::<String>())
}

fuzz_target!(|bytes: &[u8]| {
    let mut input = Unstructured::new(bytes);
    let Ok((book, file)) = input.choose(&CASES) else { return };
    let (book, keys) = (&BOOKS[*book].1, input.arbitrary().unwrap_or(true));
    let places = if keys { unknown::tables(file) } else { unknown::words(file) };
    let Ok(place) = input.choose(&places) else { return };
    let letters = letters(&mut input);
    let text = match keys {
        true => unknown::with_key(file, place, &letters),
        false => unknown::misspelt(file, place, &letters),
    };
    match CaseFile::read(&text).and_then(|case| case.check(book)) {
        Ok(_) => panic!("accepted at {place:?}:\n{text}"),
        Err(error) => {
            assert_eq!(error.to_string().lines().count(), 1);
            assert!(!error.place.is_empty() && error.to_string().contains("qz"), "{error}");
        }
    }
});
