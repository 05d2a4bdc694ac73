//! Fractions written as decimals, to as many digits as are asked for: long division, no floating point.

use crate::Fraction;

/// Digits of a number from which its root is taken: two more than twice as many as are asked for, and an even number
/// of them fits a word of 128 bits with one to spare.
const ROOT_DIGITS: usize = 34;

/// More digits than anyone asks for: what is longer is cut off here.
const MOST_DIGITS: usize = 30;

impl Fraction {
    /// The decimal with so many significant digits, the last one rounded to the nearest. At most 30 are given.
    ///
    /// ```
    /// use money::Fraction;
    /// let edge: Fraction = "-1/30".parse()?;
    /// assert_eq!(edge.to_significant(5), "-0.033333");
    /// let whole: Fraction = "200/3".parse()?;
    /// assert_eq!(whole.to_significant(5), "66.667");
    /// # Ok::<(), money::ParseFractionError>(())
    /// ```
    pub fn to_significant(self, digits: usize) -> String {
        let sign = if self.num() < 0 { "-" } else { "" };
        let (digits, places) = self.digits(digits.clamp(1, MOST_DIGITS));
        format!("{sign}{}", place_point(&digits, places))
    }

    /// The decimal with so many places after the point, the last one rounded to the nearest; at most 12 are given.
    ///
    /// ```
    /// use money::Fraction;
    /// let part: Fraction = "2/3".parse()?;
    /// assert_eq!(part.to_places(2), "0.67");
    /// assert_eq!(Fraction::from(-2).to_places(2), "-2.00");
    /// # Ok::<(), money::ParseFractionError>(())
    /// ```
    pub fn to_places(self, places: usize) -> String {
        let places = places.min(12);
        let (num, den) = (self.num().unsigned_abs(), self.den().unsigned_abs());
        let mut digits = (num / den).to_string();
        let mut rest = num % den;
        for _ in 0..places {
            let (digit, left) = next_digit(rest, den);
            digits.push(char::from(b'0' + digit));
            rest = left;
        }
        let digits = if rest >= den - rest { one_more(&digits) } else { digits };
        let sign = if self.num() < 0 && digits.bytes().any(|digit| digit != b'0') { "-" } else { "" };
        format!("{sign}{}", place_point(&digits, places))
    }

    /// The decimal of its square root with so many significant digits, the last one rounded to the nearest; at most 15
    /// are given. A negative number has none and reads as zero.
    ///
    /// ```
    /// use money::Fraction;
    /// assert_eq!(Fraction::from(2).root_to_significant(8), "1.4142136");
    /// ```
    pub fn root_to_significant(self, digits: usize) -> String {
        if self.num() <= 0 {
            return "0".to_string();
        }
        let wanted = digits.clamp(1, 15);
        // Twice as many digits of the number as of its root, and an even number of places.
        let (text, mut places) = self.digits(ROOT_DIGITS);
        let mut number: u128 = text.parse().unwrap_or(0);
        if places % 2 != 0 {
            number *= 10;
            places += 1;
        }
        let root = number.isqrt().to_string();
        let places = places / 2;
        let cut = root.len().saturating_sub(wanted).min(places);
        let (kept, rest) = root.split_at(root.len() - cut);
        let kept = if rest >= "5" { one_more(kept) } else { kept.to_string() };
        place_point(&kept, places - cut)
    }

    /// So many digits of its size, rounded, and how many of them come after the point.
    fn digits(self, wanted: usize) -> (String, usize) {
        let (num, den) = (self.num().unsigned_abs(), self.den().unsigned_abs());
        let whole = num / den;
        let mut rest = num % den;
        let mut digits = if whole == 0 { String::new() } else { whole.to_string() };
        let mut places = 0;
        // Zeros right after the point are not significant.
        let mut leading = 0;
        while digits.len() < wanted && places < wanted + 40 {
            let (digit, left) = next_digit(rest, den);
            rest = left;
            places += 1;
            if digits.is_empty() && digit == 0 {
                leading += 1
            } else {
                digits.push(char::from(b'0' + digit))
            }
            if num == 0 {
                break;
            }
        }
        if rest != 0 && rest >= den - rest {
            digits = one_more(&digits);
        }
        let digits = format!("{}{digits}", "0".repeat(if whole == 0 { leading } else { 0 }));
        (digits, places)
    }
}

/// The next digit of a long division. Numbers too long to be multiplied by ten lose their last digits, which lie far
/// beyond any digit that is asked for.
fn next_digit(rest: u128, den: u128) -> (u8, u128) {
    let (rest, den, lost) = match rest.checked_mul(10) {
        Some(rest) => (rest, den, false),
        None => (rest, den / 10, true),
    };
    let digit = (rest / den.max(1)).min(9);
    let left = rest - digit * den;
    (
        digit as u8,
        if lost { left.saturating_mul(10).min(den.saturating_mul(10).saturating_sub(1)) } else { left },
    )
}

/// The number after this one, digit by digit.
fn one_more(digits: &str) -> String {
    let kept = digits.trim_end_matches('9');
    let zeros = "0".repeat(digits.len() - kept.len());
    match kept.as_bytes().last() {
        Some(last) => format!("{}{}{zeros}", &kept[..kept.len() - 1], char::from(last + 1)),
        None => format!("1{zeros}"),
    }
}

/// Digits with the point so many places from their end.
fn place_point(digits: &str, places: usize) -> String {
    let digits = format!("{digits:0>width$}", width = places + 1);
    let (whole, rest) = digits.split_at(digits.len() - places);
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    if rest.is_empty() { whole.to_string() } else { format!("{whole}.{rest}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(num: i128, den: i128) -> Fraction {
        Fraction::new(num, den).unwrap()
    }

    #[test]
    fn digits_count_from_the_first_that_is_not_zero() {
        assert_eq!(fraction(1, 3_000_000).to_significant(4), "0.0000003333");
        assert_eq!(fraction(-7, 2).to_significant(12), "-3.50000000000");
        assert_eq!(fraction(2, 3).to_significant(3), "0.667");
        assert_eq!(fraction(999_999, 1_000_000).to_significant(3), "1.000");
        assert_eq!(fraction(0, 1).to_significant(3), "0.0");
        assert_eq!(fraction(1_000, 1).to_significant(3), "1000");
    }

    #[test]
    fn places_are_rounded_once() {
        assert_eq!(fraction(1, 8).to_places(2), "0.13");
        assert_eq!(fraction(-1, 1_000).to_places(2), "0.00");
        assert_eq!(fraction(1_999, 1_000).to_places(2), "2.00");
        assert_eq!(fraction(5, 1).to_places(0), "5");
    }

    #[test]
    fn roots_are_those_of_school() {
        assert_eq!(fraction(1, 4).root_to_significant(6), "0.500000");
        assert_eq!(fraction(9, 1).root_to_significant(12), "3.00000000000");
        assert_eq!(fraction(1, 200).root_to_significant(10), "0.07071067812");
        assert_eq!(fraction(20_000, 1).root_to_significant(10), "141.4213562");
        assert_eq!(fraction(2, 1).root_to_significant(15), "1.41421356237310");
        assert_eq!(fraction(999_999, 1_000_000).root_to_significant(3), "1.000");
        assert_eq!(fraction(-1, 1).root_to_significant(10), "0");
    }

    #[test]
    fn numbers_at_the_edge_of_the_range_are_written_too() {
        let third = fraction(i128::MAX / 3, i128::MAX);
        assert!(third.to_significant(20).starts_with("0.33333333333333333333"));
        assert!(fraction(i128::MAX - 1, i128::MAX).to_significant(10).starts_with("1.0000"));
    }
}
