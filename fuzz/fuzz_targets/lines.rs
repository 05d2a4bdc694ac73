//! Any line of a hand, a table or a jackpot either is read, or is refused in one line; and what is read is not read any
//! more with a word or a fact that nobody knows behind it.
//!
//! Start from the lines of the case files: `grep -ho '"[^"]*"' rulebooks/crown-melbourne-poker-13.0/cases/*/*.toml`.
#![no_main]

use cases::RoomCase;
use libfuzzer_sys::fuzz_target;
use rulebook::room::RoomBook;
use std::sync::LazyLock;

const ID: &str = "crown-melbourne-poker-13.0";

static BOOK: LazyLock<RoomBook> = LazyLock::new(|| RoomBook::open(ID).expect("our own book loads"));

/// Whether a line is read, whatever follows.
fn is_read(script: &str, line: &str) -> bool {
    let hand = if script == "play" { "stacks = [1000, 1000, 1000]\n" } else { "" };
    let text = format!(
        "rulebook = \"{ID}\"\ngame = \"holdem\"\n\
         sign = {{ structure = \"no-limit\", blinds = [5, 10], min_bet = 10, time_to_act = 60 }}\n{hand}{script} = [{line:?}]\n"
    );
    match RoomCase::read(&text).and_then(|case| case.check(&BOOK)) {
        Ok(_) => true,
        Err(error) => {
            assert_eq!(error.to_string().lines().count(), 1);
            false
        }
    }
}

fuzz_target!(|line: &str| {
    // The arrow is ours, and a quoted line of TOML has no control characters.
    if line.contains("=>") || line.chars().any(|letter| letter.is_control() || letter == '\\') {
        return;
    }
    for script in ["play", "table", "royal"] {
        if is_read(script, &format!("{line} => x")) && !line.trim_start().starts_with("display") {
            assert!(!is_read(script, &format!("{line} zzz => x")), "{script}: {line} zzz");
            assert!(!is_read(script, &format!("{line} zzz=1 => x")), "{script}: {line} zzz=1");
        }
    }
});
