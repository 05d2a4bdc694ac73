//! Owns how decimal numbers are read from and written as text; what they measure is kept out.

use std::error::Error;
use std::fmt;

/// Why a text is not a number of the kind asked for.
///
/// `at` counts characters from 1, as a person would point at them.
///
/// ```
/// use money::Money;
///
/// let refused = "1,000".parse::<Money>().unwrap_err();
/// assert_eq!(refused.to_string(), "unexpected ',' at character 2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseNumberError {
    /// There is no text where the number should start.
    Empty {
        /// Where the number should start.
        at: usize,
    },
    /// A digit should stand here, before or after the point or after the sign.
    DigitMissing {
        /// Where the digit should stand.
        at: usize,
    },
    /// A character that has no place in such a number.
    UnexpectedCharacter {
        found: char,
        /// Where it stands.
        at: usize,
    },
    /// More decimals than the kind of number keeps; dropping them would change the value.
    TooManyDecimals {
        /// How many decimals it keeps.
        most: usize,
        /// Where the first decimal too many stands.
        at: usize,
    },
    /// A number outside what the kind of number can hold.
    OutOfRange {
        /// Where the number starts.
        at: usize,
    },
}

impl fmt::Display for ParseNumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty { at } => write!(f, "no number at character {at}"),
            Self::DigitMissing { at } => write!(f, "digit missing at character {at}"),
            // Debug form, so that a line break or an invisible character still makes one line.
            Self::UnexpectedCharacter { found, at } => {
                write!(f, "unexpected {found:?} at character {at}")
            }
            Self::TooManyDecimals { most, at } => {
                write!(f, "more than {most} decimals at character {at}")
            }
            Self::OutOfRange { at } => {
                write!(f, "number out of range, starting at character {at}")
            }
        }
    }
}

impl Error for ParseNumberError {}

/// Whether a minus may open the number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sign {
    Allowed,
    Refused,
}

/// Reads `text` as a whole number of units of which `10^places` make one.
///
/// `first` is the position of the text's first character in what the person wrote.
pub(crate) fn read(text: &str, first: usize, sign: Sign, places: usize) -> Result<i128, ParseNumberError> {
    if text.is_empty() {
        return Err(ParseNumberError::Empty { at: first });
    }
    let (negative, digits, start) = match text.strip_prefix('-') {
        Some(rest) if sign == Sign::Allowed => (true, rest, first + 1),
        _ => (false, text, first),
    };
    // Counts towards minus infinity for a negative number, because there is one more of them.
    let append = |value: i128, digit: i128| {
        let shifted = value.checked_mul(10)?;
        if negative { shifted.checked_sub(digit) } else { shifted.checked_add(digit) }
    };
    // `None` once out of range; reading goes on, since a wrong character is the better answer.
    let mut value = Some(0);
    let mut decimals = None;
    let mut digit_due = true;
    let mut at = start;
    for found in digits.chars() {
        match (found.to_digit(10), decimals) {
            (Some(_), Some(n)) if n == places => {
                return Err(ParseNumberError::TooManyDecimals { most: places, at });
            }
            (Some(digit), _) => {
                value = value.and_then(|v| append(v, i128::from(digit)));
                decimals = decimals.map(|n| n + 1);
                digit_due = false;
            }
            (None, None) if found == '.' && places > 0 => {
                if digit_due {
                    return Err(ParseNumberError::DigitMissing { at });
                }
                decimals = Some(0);
                digit_due = true;
            }
            (None, _) => return Err(ParseNumberError::UnexpectedCharacter { found, at }),
        }
        at += 1;
    }
    if digit_due {
        return Err(ParseNumberError::DigitMissing { at });
    }
    for _ in decimals.unwrap_or(0)..places {
        value = value.and_then(|v| append(v, 0));
    }
    value.ok_or(ParseNumberError::OutOfRange { at: first })
}

/// Writes a count as [`decimal`] does, with its sign, in the width asked for.
pub(crate) fn write(f: &mut fmt::Formatter<'_>, count: i128, places: usize, shown: usize) -> fmt::Result {
    f.pad_integral(count >= 0, "", &decimal(count.unsigned_abs(), places, shown))
}

/// A count of units, `10^places` to the whole, with at least `shown` decimals and no further
/// zeros at the end.
pub(crate) fn decimal(count: u128, places: usize, shown: usize) -> String {
    let mut text = format!("{count:0width$}", width = places + 1);
    let point = text.len() - places;
    while text.len() > point + shown && text.ends_with('0') {
        text.pop();
    }
    if text.len() > point {
        text.insert(point, '.');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_both_ends_of_the_range() {
        for value in [i128::MIN, i128::MIN + 1, i128::MAX - 1, i128::MAX] {
            assert_eq!(read(&value.to_string(), 1, Sign::Allowed, 0), Ok(value));
        }
        for beyond in ["170141183460469231731687303715884105728", "-170141183460469231731687303715884105729"]
        {
            let refused = read(beyond, 4, Sign::Allowed, 0);
            assert_eq!(refused, Err(ParseNumberError::OutOfRange { at: 4 }));
        }
    }

    #[test]
    fn a_wrong_character_is_named_before_the_range() {
        let text = format!("{}x", "9".repeat(60));
        let refused = read(&text, 1, Sign::Allowed, 2);
        assert_eq!(refused, Err(ParseNumberError::UnexpectedCharacter { found: 'x', at: 61 }));
    }

    #[test]
    fn writes_the_decimals_that_matter() {
        let written: Vec<String> = [0, 1, 10, 100, 1234, 12300].iter().map(|n| decimal(*n, 4, 0)).collect();
        assert_eq!(written, ["0", "0.0001", "0.001", "0.01", "0.1234", "1.23"]);
        assert_eq!(decimal(1200, 2, 2), "12.00");
        assert_eq!(decimal(7, 0, 0), "7");
    }
}
