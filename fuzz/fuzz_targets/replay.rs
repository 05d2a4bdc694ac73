//! Any text that is hands replays to its end with every chip where it was, or is refused in one line.
//!
//! Start from the hands: `cp crates/phh/tests/hands/*/*/*.phh fuzz/corpus/replay/`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use phh::Hands;
use replay::Books;
use std::sync::LazyLock;

static BOOKS: LazyLock<Books> = LazyLock::new(|| Books::open().expect("sound books"));

fuzz_target!(|text: &str| {
    for hand in Hands::new(text).flatten() {
        match replay::replay(&BOOKS, &hand) {
            Err(wrong) => assert_eq!(wrong.to_string().lines().count(), 1),
            Ok(ended) => {
                let moved: i64 = (0..ended.players()).map(|player| ended.payoff(player)).sum();
                assert_eq!(moved + ended.commission, 0);
            }
        }
    }
});
