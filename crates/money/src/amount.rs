//! Owns `Money`, an amount in whole cents; fractions of a cent and tournament chips are kept out.

use std::fmt;
use std::str::FromStr;

use crate::number::{self, ParseNumberError, Sign};
use crate::operators::stop_on_overflow;

/// Why a text is not an amount of money.
pub type ParseMoneyError = ParseNumberError;

/// An amount of money in whole cents, owed or owing.
///
/// It is written in dollars with two decimals, and read with up to two.
///
/// ```
/// use money::Money;
///
/// let ante: Money = "10".parse()?;
/// let bet: Money = "20.50".parse()?;
/// assert_eq!((ante + bet).to_string(), "30.50");
/// assert_eq!((ante - bet).to_string(), "-10.50");
/// assert!("10.005".parse::<Money>().is_err());
/// # Ok::<(), money::ParseMoneyError>(())
/// ```
///
/// # Panics
///
/// The operators and sums panic when the result does not fit, in every build; the `checked_`
/// methods answer `None` instead.
///
/// ```should_panic
/// use money::Money;
///
/// let _ = Money::from_cents(i64::MAX) + Money::from_cents(1);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Money {
    cents: i64,
}

impl Money {
    /// No money.
    pub const ZERO: Self = Self::from_cents(0);

    /// An amount of so many cents.
    ///
    /// ```
    /// use money::Money;
    ///
    /// assert_eq!(Money::from_cents(250).to_string(), "2.50");
    /// ```
    pub const fn from_cents(cents: i64) -> Self {
        Self { cents }
    }

    /// The amount in cents.
    pub const fn cents(self) -> i64 {
        self.cents
    }

    /// Whether this is no money at all.
    pub const fn is_zero(self) -> bool {
        self.cents == 0
    }

    /// Whether this is less than nothing.
    pub const fn is_negative(self) -> bool {
        self.cents < 0
    }

    /// The sum, if it fits.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.cents.checked_add(other.cents).map(Self::from_cents)
    }

    /// The difference, if it fits.
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.cents.checked_sub(other.cents).map(Self::from_cents)
    }

    /// So many times the amount, if it fits.
    ///
    /// ```
    /// use money::Money;
    ///
    /// let ante = Money::from_cents(15_00);
    /// assert_eq!(ante.checked_mul(3), Some(Money::from_cents(45_00)));
    /// assert_eq!(Money::from_cents(i64::MAX).checked_mul(2), None);
    /// ```
    pub fn checked_mul(self, times: i64) -> Option<Self> {
        self.cents.checked_mul(times).map(Self::from_cents)
    }

    /// The same amount the other way, if it fits.
    pub fn checked_neg(self) -> Option<Self> {
        self.cents.checked_neg().map(Self::from_cents)
    }
}

stop_on_overflow!(Money);

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        number::write(f, i128::from(self.cents), 2, 2)
    }
}

impl FromStr for Money {
    type Err = ParseMoneyError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let cents = number::read(text, 1, Sign::Allowed, 2)?;
        match i64::try_from(cents) {
            Ok(cents) => Ok(Self { cents }),
            Err(_) => Err(ParseNumberError::OutOfRange { at: 1 }),
        }
    }
}
