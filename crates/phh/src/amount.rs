//! Amounts as a file writes them: exact decimals, never floats.

use crate::error::Fault;
use std::fmt::Write;

/// The largest amount that is read, in units of the hand's scale. Sums of a whole table stay far within an `i64`.
pub const MOST: i64 = 1_000_000_000_000_000;

/// The most decimals that an amount may have.
pub const MOST_DECIMALS: u8 = 9;

/// An amount by itself: its digits without the point, and how many of them stand behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Decimal {
    pub(crate) units: i64,
    /// None for a whole amount, though it be written `100.00`.
    pub(crate) decimals: u8,
}

/// Ten to the power of `decimals`.
pub(crate) const fn power(decimals: u8) -> i64 {
    10i64.pow(if decimals > 18 { 18 } else { decimals as u32 })
}

/// The same amount in units of another scale, if it fits.
pub(crate) fn rescale(units: i64, from: u8, to: u8) -> Option<i64> {
    let scaled = units.checked_mul(power(to.checked_sub(from)?))?;
    (scaled.abs() <= MOST).then_some(scaled)
}

/// Reads the plain form of an amount, `12` or `0.25`, from the front of `bytes`; gives back where it ends.
///
/// Zeros in front, too many digits and everything else that numbers can have are left to [`number`].
#[inline]
pub(crate) fn plain(bytes: &[u8]) -> Option<(Decimal, usize)> {
    let mut units = 0i64;
    let mut at = 0;
    while let Some(digit) = bytes.get(at).map(|b| b.wrapping_sub(b'0')).filter(|d| *d < 10) {
        if at == 15 {
            return None;
        }
        units = units * 10 + i64::from(digit);
        at += 1;
    }
    if at == 0 || (at > 1 && bytes[0] == b'0') {
        return None;
    }
    if bytes.get(at) != Some(&b'.') {
        return Some((Decimal { units, decimals: 0 }, at));
    }
    let (whole, point) = (units, at);
    at += 1;
    while let Some(digit) = bytes.get(at).map(|b| b.wrapping_sub(b'0')).filter(|d| *d < 10) {
        if at > 15 || at - point > MOST_DECIMALS as usize {
            return None;
        }
        units = units * 10 + i64::from(digit);
        at += 1;
    }
    let decimals = (at - point - 1) as u8;
    match decimals {
        0 => None,
        _ if units == whole * power(decimals) => Some((Decimal { units: whole, decimals: 0 }, at)),
        _ => Some((Decimal { units, decimals }, at)),
    }
}

/// Reads a word that is nothing but an amount, as actions have them.
pub(crate) fn word(word: &[u8]) -> Option<Decimal> {
    plain(word).filter(|(_, end)| *end == word.len()).map(|(amount, _)| amount)
}

/// Reads any number that TOML allows: signs, underscores, other bases, exponents. `None` is `inf`, an amount
/// that is not known.
pub(crate) fn number(token: &str) -> Result<Option<Decimal>, Fault> {
    let wrong = || Fault::NotAnAmount(token.to_owned());
    let large = || Fault::TooLarge(token.to_owned());
    let (negative, digits) = match token.as_bytes().first() {
        Some(b'-') => (true, &token[1..]),
        Some(b'+') => (false, &token[1..]),
        _ => (false, token),
    };
    if digits == "inf" && !negative {
        return Ok(None);
    }
    let digits = digits.replace('_', "");
    let sign = |units: i64| if negative { -units } else { units };
    let base = |radix: u32| {
        let units = i64::from_str_radix(&digits[2..], radix).ok().filter(|units| *units <= MOST);
        Ok(Some(Decimal { units: units.ok_or_else(large)?, decimals: 0 }))
    };
    match digits.as_bytes() {
        [b'0', b'x', ..] => return base(16),
        [b'0', b'o', ..] => return base(8),
        [b'0', b'b', ..] => return base(2),
        _ => {}
    }
    let (mantissa, exponent) = match digits.split_once(['e', 'E']) {
        None => (digits.as_str(), 0),
        Some((mantissa, exponent)) => {
            let shift = exponent.parse::<i32>().ok().filter(|shift| shift.abs() < 1000);
            (mantissa, shift.ok_or_else(large)?)
        }
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if !whole.bytes().chain(fraction.bytes()).all(|b| b.is_ascii_digit()) || whole.is_empty() {
        return Err(wrong());
    }
    // The digits without the point, and how many of them stand behind it.
    let mut figures = format!("{whole}{fraction}");
    let mut behind = fraction.len() as i64 - i64::from(exponent);
    let whole_amount = figures.bytes().rev().take(behind.max(0) as usize).all(|b| b == b'0');
    while behind > 0 && whole_amount {
        figures.pop();
        behind -= 1;
    }
    while behind < 0 && figures.len() < 40 {
        figures.push('0');
        behind += 1;
    }
    if figures.bytes().all(|b| b == b'0') {
        return Ok(Some(Decimal { units: 0, decimals: 0 }));
    }
    if behind > i64::from(MOST_DECIMALS) {
        return Err(Fault::TooFine(token.to_owned()));
    }
    let units =
        figures.parse::<i64>().ok().filter(|units| *units <= MOST && behind >= 0).ok_or_else(large)?;
    Ok(Some(Decimal { units: sign(units), decimals: behind as u8 }))
}

/// Writes an amount: whole if it is whole, else with all the decimals of its scale.
pub(crate) fn write(out: &mut String, units: i64, scale: u8) {
    let one = power(scale);
    let (whole, rest) =
        (units.unsigned_abs() / one.unsigned_abs(), units.unsigned_abs() % one.unsigned_abs());
    let sign = if units < 0 { "-" } else { "" };
    // Writing to a string cannot fail.
    let _ = match rest {
        0 => write!(out, "{sign}{whole}"),
        _ => write!(out, "{sign}{whole}.{rest:0width$}", width = usize::from(scale)),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(text: &str) -> Option<Decimal> {
        let (amount, end) = plain(text.as_bytes())?;
        assert_eq!(end, text.len(), "{text}");
        assert_eq!(number(text), Ok(Some(amount)), "{text}");
        Some(amount)
    }

    #[test]
    fn plain_amounts_are_exact() {
        let is = |units, decimals| Some(Decimal { units, decimals });
        assert_eq!(both("0"), is(0, 0));
        assert_eq!(both("0.25"), is(25, 2));
        assert_eq!(both("872.90"), is(87290, 2));
        assert_eq!(both("100.00"), is(100, 0));
        assert_eq!(both("999999999999999"), is(999_999_999_999_999, 0));
        assert_eq!(both("0.000000001"), is(1, 9));
    }

    #[test]
    fn other_forms_are_read_by_the_slow_way_alone() {
        let is = |units, decimals| Ok(Some(Decimal { units, decimals }));
        for text in ["", "01", "1.", ".5", "x", "1234567890123456", "0.0000000001"] {
            assert_eq!(plain(text.as_bytes()), None, "{text}");
        }
        assert_eq!(number("+1_000"), is(1000, 0));
        assert_eq!(number("-2"), is(-2, 0));
        assert_eq!(number("1e3"), is(1000, 0));
        assert_eq!(number("25e-2"), is(25, 2));
        assert_eq!(number("1.50e1"), is(15, 0));
        assert_eq!(number("1.5e0"), is(15, 1));
        assert_eq!(number("0x1F"), is(31, 0));
        assert_eq!(number("0e999"), is(0, 0));
        assert_eq!(number("0.0000000000000"), is(0, 0));
        assert_eq!(number("inf"), Ok(None));
        assert_eq!(number("+inf"), Ok(None));
        assert!(matches!(number("-inf"), Err(Fault::NotAnAmount(_))));
        assert!(matches!(number("nan"), Err(Fault::NotAnAmount(_))));
        assert!(matches!(number("1e400"), Err(Fault::TooLarge(_))));
        assert!(matches!(number("1e4000000000"), Err(Fault::TooLarge(_))));
        assert!(matches!(number("1000000000000001"), Err(Fault::TooLarge(_))));
        assert!(matches!(number("1e-10"), Err(Fault::TooFine(_))));
    }

    #[test]
    fn an_amount_is_written_with_the_decimals_of_its_scale() {
        let text = |units, scale| {
            let mut out = String::new();
            write(&mut out, units, scale);
            out
        };
        assert_eq!(text(25, 2), "0.25");
        assert_eq!(text(-50, 2), "-0.50");
        assert_eq!(text(1200, 2), "12");
        assert_eq!(text(7, 0), "7");
        assert_eq!(text(10_000_001, 7), "1.0000001");
    }
}
