//! Any text either is hands, which both readers read alike and which are written and read back equal, or is refused in one line.
//!
//! Start from the hands: `cp crates/phh/tests/hands/*/*/*.phh fuzz/corpus/phh/`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use phh::{Hands, readers};

fuzz_target!(|text: &str| {
    if let Some(quick) = readers::quick(text) {
        assert_eq!(Ok(quick), readers::full(text));
    }
    for hand in Hands::new(text) {
        match hand {
            Err(error) => assert_eq!(error.to_string().lines().count(), 1),
            Ok(hand) => assert_eq!(phh::read(&phh::write(&hand)), Ok(hand)),
        }
    }
});
