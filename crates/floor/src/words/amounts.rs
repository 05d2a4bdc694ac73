//! Amounts, limits and counts in words.

use engine::{Limits, SignJackpot};
use money::Money;
use rulebook::Variant;

/// An amount as people write it: "$25", "$1,250.50", "-$5".
pub fn dollars(amount: Money) -> String {
    let cents = amount.cents().unsigned_abs();
    let digits = (cents / 100).to_string();
    let mut text = String::from(if amount.is_negative() { "-$" } else { "$" });
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    match cents % 100 {
        0 => text,
        cents => format!("{text}.{cents:02}"),
    }
}

/// So many of something: "a card", "5 cards".
pub(super) fn counted(count: impl Into<u64>, one: &str, many: &str) -> String {
    match count.into() {
        1 => one.to_string(),
        more => format!("{more} {many}"),
    }
}

/// Limits, wager by wager: "Ante $25 to $1,000, Pair Plus from $5".
pub(super) fn limits(game: &Variant, limits: &Limits) -> String {
    let each = game.wager.iter().enumerate().filter_map(|(at, wager)| {
        let range = match (limits.min.get(at).copied().flatten(), limits.max.get(at).copied().flatten()) {
            (Some(min), Some(max)) => format!("{} to {}", dollars(min), dollars(max)),
            (Some(min), None) => format!("from {}", dollars(min)),
            (None, Some(max)) => format!("up to {}", dollars(max)),
            (None, None) => return None,
        };
        Some(format!("{} {range}", wager.name))
    });
    let all: Vec<String> = each.collect();
    if all.is_empty() { "none".to_string() } else { all.join(", ") }
}

/// Pay tables by name and column.
pub(super) fn pay_tables(tables: &[(String, String)]) -> String {
    let each = tables.iter().map(|(name, column)| format!("{} {column}", name.replace('-', " ")));
    let all: Vec<String> = each.collect();
    if all.is_empty() { "as the book has them".to_string() } else { all.join(", ") }
}

/// The jackpot of a sign.
pub(super) fn jackpot(jackpot: &SignJackpot) -> String {
    let option = if jackpot.option == 0 { String::new() } else { format!(", option {}", jackpot.option) };
    let mut text = format!("jackpot wager {}{option}, seed {}", dollars(jackpot.wager), jackpot.seed);
    if let Some(rate) = jackpot.increment {
        text += &format!(", increment {rate}");
    }
    for (bonus, of) in [(jackpot.bonus_royal, "royal"), (jackpot.bonus_straight_flush, "straight")] {
        if let Some(amount) = bonus {
            text += &format!(", bonus {} for a {of} flush", dollars(amount));
        }
    }
    text
}

/// Places in words: bits become "places 1 and 3".
pub(super) fn places(bits: u16) -> String {
    let all: Vec<String> =
        (0..16).filter(|at| bits & 1 << at != 0).map(|at: u16| (at + 1).to_string()).collect();
    match all.as_slice() {
        [] => String::new(),
        [one] => format!(", place {one}"),
        [most @ .., last] => format!(", places {} and {last}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_as_people_write_them() {
        let told = |cents| dollars(Money::from_cents(cents));
        assert_eq!(
            (told(25_00), told(125_050), told(-5_00)),
            ("$25".into(), "$1,250.50".into(), "-$5".into())
        );
        assert_eq!((told(0), told(100_000_005)), ("$0".into(), "$1,000,000.05".into()));
    }

    #[test]
    fn places_by_their_bits() {
        assert_eq!((places(0), places(0b10)), (String::new(), ", place 2".into()));
        assert_eq!(places(0b1000_0000_0000_0101), ", places 1, 3 and 16");
    }
}
