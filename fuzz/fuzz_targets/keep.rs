//! Any bytes are refused, or read as something that is written and read again as the same.
#![no_main]

use engine::stored::{Keep, keep, restore};
use engine::{Actor, banked, jackpot};
use libfuzzer_sys::fuzz_target;
use rulebook::{Rulebook, Ruled};
use std::fmt::Debug;
use std::sync::LazyLock;

static BOOK: LazyLock<Rulebook> =
    LazyLock::new(|| Rulebook::open("crown-sydney-poker-minors-3.3").expect("the book loads"));

fn check<T: Keep + PartialEq + Debug>(open: &[u8], sealed: Option<&[u8]>) {
    if let Ok(value) = restore::<T>(open, sealed, &BOOK) {
        let again = keep(&value, &BOOK);
        assert_eq!(restore::<T>(&again.open, again.sealed.as_deref(), &BOOK), Ok(value));
    }
}

fuzz_target!(|parts: (&[u8], Option<&[u8]>)| {
    let (open, sealed) = parts;
    check::<Ruled<banked::Event>>(open, sealed);
    check::<banked::Table>(open, sealed);
    check::<Ruled<jackpot::Event>>(open, sealed);
    check::<jackpot::State>(open, sealed);
    check::<Actor>(open, sealed);
});
