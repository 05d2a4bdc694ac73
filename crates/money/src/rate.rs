//! Owns `Rate`, a printed percentage; what it is a part of, and when, is kept out.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::number::{self, ParseNumberError, Sign};
use crate::{Direction, MicroCents, Money};

/// A percentage of up to four decimals, from 0% to 100%.
///
/// The rulebooks print rates only as parts of a whole: increments of a meter, shares of a
/// jackpot, commission. None is above 100%, so a larger one is a slip of the pen and refused.
///
/// ```
/// use money::{Money, Rate};
///
/// let increment: Rate = "57.22%".parse()?;
/// assert_eq!(increment.of(Money::from_cents(5_00)).to_string(), "2.861000");
/// assert!("5722%".parse::<Rate>().is_err());
/// # Ok::<(), money::ParseRateError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rate {
    ppm: u32,
}

/// A rate of more than 100% is no part of anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateAboveOneHundredPercent;

impl fmt::Display for RateAboveOneHundredPercent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("rate is above 100%")
    }
}

impl Error for RateAboveOneHundredPercent {}

impl Rate {
    /// Nothing of it.
    pub const ZERO: Self = Self { ppm: 0 };
    /// All of it.
    pub const ONE_HUNDRED_PERCENT: Self = Self { ppm: 1_000_000 };

    /// So many parts in a million: 572,200 is 57.22%.
    ///
    /// # Errors
    ///
    /// When that is more than 100%.
    pub const fn from_ppm(ppm: u32) -> Result<Self, RateAboveOneHundredPercent> {
        if ppm <= Self::ONE_HUNDRED_PERCENT.ppm { Ok(Self { ppm }) } else { Err(RateAboveOneHundredPercent) }
    }

    /// Reads a number of per cent that stands without its sign, as "30.00".
    ///
    /// ```
    /// use money::Rate;
    ///
    /// assert_eq!(Rate::from_percent("30.00")?.to_string(), "30%");
    /// # Ok::<(), money::ParseRateError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When it is not a number of up to four decimals from 0 to 100.
    pub fn from_percent(text: &str) -> Result<Self, ParseRateError> {
        let ppm = number::read(text, 1, Sign::Refused, 4)?;
        let ppm = u32::try_from(ppm).map_err(|_| ParseRateError::AboveOneHundredPercent)?;
        Self::from_ppm(ppm).map_err(|_| ParseRateError::AboveOneHundredPercent)
    }

    /// The rate in parts in a million.
    pub const fn ppm(self) -> u32 {
        self.ppm
    }

    /// That part of an amount, exactly: a part in a million of a cent is the micro-cent.
    pub fn of(self, amount: Money) -> MicroCents {
        MicroCents::from_micro_cents(i128::from(amount.cents()) * i128::from(self.ppm))
    }

    /// That part of a meter, to the next micro-cent in the given direction.
    ///
    /// ```
    /// use money::{Direction, MicroCents, Rate};
    ///
    /// let meter: MicroCents = "0.00000019".parse()?;
    /// let tenth: Rate = "10%".parse()?;
    /// assert_eq!(tenth.of_micro(meter, Direction::Up).to_string(), "0.00000002");
    /// assert_eq!(tenth.of_micro(meter, Direction::Down).to_string(), "0.00000001");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// For the exact part, multiply: `Fraction::from(rate)` and `Fraction::from(meter)`.
    pub fn of_micro(self, meter: MicroCents, direction: Direction) -> MicroCents {
        let (one, part) = (i128::from(Self::ONE_HUNDRED_PERCENT.ppm), i128::from(self.ppm));
        // Multiplied in two pieces, neither of which exceeds the meter: nothing can overflow.
        let whole = meter.micro_cents() / one * part;
        let rest = meter.micro_cents() % one * part;
        let rounded = match direction {
            Direction::Up => -(-rest).div_euclid(one),
            Direction::Down => rest.div_euclid(one),
        };
        MicroCents::from_micro_cents(whole + rounded)
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = number::decimal(u128::from(self.ppm), 4, 0);
        f.pad(&format!("{percent}%"))
    }
}

/// Why a text is not a rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseRateError {
    /// The text does not end in a per cent sign.
    NoPercentSign,
    /// What stands before the sign is not a number of up to four decimals.
    Number(ParseNumberError),
    /// More than 100%.
    AboveOneHundredPercent,
}

impl fmt::Display for ParseRateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPercentSign => f.write_str("no '%' at the end"),
            Self::Number(error) => error.fmt(f),
            Self::AboveOneHundredPercent => RateAboveOneHundredPercent.fmt(f),
        }
    }
}

impl Error for ParseRateError {}

impl From<ParseNumberError> for ParseRateError {
    fn from(error: ParseNumberError) -> Self {
        match error {
            // Any number too large to be read is also too large to be a rate.
            ParseNumberError::OutOfRange { .. } => Self::AboveOneHundredPercent,
            other => Self::Number(other),
        }
    }
}

impl FromStr for Rate {
    type Err = ParseRateError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let percent = text.strip_suffix('%').ok_or(ParseRateError::NoPercentSign)?;
        Self::from_percent(percent)
    }
}
