//! Any text either is a case that is ruled, every cent of every wager accounted for, or is refused in one line.
//!
//! Start from the case files: `cp rulebooks/*/cases/*/*.toml fuzz/corpus/cases/`.
#![no_main]

use cases::CaseFile;
use libfuzzer_sys::fuzz_target;
use money::Money;
use rulebook::{Rulebook, library};
use std::collections::HashMap;
use std::sync::LazyLock;

static BOOKS: LazyLock<HashMap<&str, Rulebook>> = LazyLock::new(|| {
    let playable = library::house_banked();
    playable.map(|id| (id, Rulebook::open(id).expect("our own books load"))).collect()
});

fuzz_target!(|text: &str| {
    let case = match CaseFile::read(text) {
        Ok(case) => case,
        Err(error) => return assert_eq!(error.to_string().lines().count(), 1),
    };
    let Some(book) = BOOKS.get(case.rulebook.as_str()) else { return };
    if let Err(error) = case.check(book) {
        assert_eq!(error.to_string().lines().count(), 1);
    }
    match case.rule(book) {
        Err(error) => assert_eq!(error.to_string().lines().count(), 1),
        Ok(ruling) => {
            for seat in &ruling.seats {
                for line in &seat.lines {
                    assert!(line.paid >= Money::ZERO && line.returned >= Money::ZERO && line.returned <= line.staked);
                    assert!(book.register.id(&line.clause).is_some());
                }
            }
        }
    }
});
