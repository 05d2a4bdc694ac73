//! Owns `MicroCents`, the fine amount a jackpot meter holds; prizes and resets are kept out.

use std::fmt;
use std::str::FromStr;

use crate::number::{self, ParseNumberError, Sign};
use crate::operators::stop_on_overflow;
use crate::{Direction, Fraction, Money, Rounding, RoundingError};

/// An amount in millionths of a cent.
///
/// A rate has four decimals of a per cent and a wager is in whole cents, so an increment always
/// comes out as a whole number of these: a meter never loses anything by rounding.
///
/// It is written in dollars with six to eight decimals, and read with up to eight.
///
/// ```
/// use money::{MicroCents, Rounding};
///
/// let meter: MicroCents = "73419.656".parse()?;
/// assert_eq!(meter.to_string(), "73419.656000");
///
/// // What the display shows, and the next whole dollar up.
/// assert_eq!(meter.round(Rounding::DOWN_TO_CENT)?.to_string(), "73419.65");
/// assert_eq!(meter.round(Rounding::up_to("1.00".parse()?)?)?.to_string(), "73420.00");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// The operators and sums panic when the result does not fit, in every build; the `checked_`
/// methods answer `None` instead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MicroCents(i128);

impl MicroCents {
    /// An empty meter.
    pub const ZERO: Self = Self(0);

    pub(crate) const IN_ONE_CENT: i128 = 1_000_000;

    /// An amount of so many millionths of a cent.
    pub const fn from_micro_cents(count: i128) -> Self {
        Self(count)
    }

    /// The amount in millionths of a cent.
    pub const fn micro_cents(self) -> i128 {
        self.0
    }

    /// Whether this is nothing at all.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// Whether this is less than nothing.
    pub const fn is_negative(self) -> bool {
        self.0 < 0
    }

    /// The sum, if it fits.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }

    /// The difference, if it fits.
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.0.checked_sub(other.0).map(Self)
    }

    /// So many times the amount, if it fits.
    pub fn checked_mul(self, times: i128) -> Option<Self> {
        self.0.checked_mul(times).map(Self)
    }

    /// The same amount the other way, if it fits.
    pub fn checked_neg(self) -> Option<Self> {
        self.0.checked_neg().map(Self)
    }

    /// The amount in money, rounded as told.
    ///
    /// # Errors
    ///
    /// When the result is more than [`Money`] holds, or is to be exact and is not.
    pub fn round(self, rounding: Rounding) -> Result<Money, RoundingError> {
        rounding.apply(self.into())
    }

    /// A fraction in cents, rounded to the next millionth of a cent in the given direction.
    ///
    /// `None` if it does not fit.
    ///
    /// ```
    /// use money::{Direction, Fraction, MicroCents};
    ///
    /// let a_third_of_a_cent: Fraction = "1/3".parse()?;
    /// let taken = MicroCents::from_fraction(a_third_of_a_cent, Direction::Up);
    /// assert_eq!(taken, Some(MicroCents::from_micro_cents(333_334)));
    /// # Ok::<(), money::ParseFractionError>(())
    /// ```
    pub fn from_fraction(cents: Fraction, direction: Direction) -> Option<Self> {
        let exact = cents.checked_mul(Fraction::from(Self::IN_ONE_CENT))?;
        Some(Self(match direction {
            Direction::Up => exact.ceil(),
            Direction::Down => exact.floor(),
        }))
    }
}

stop_on_overflow!(MicroCents);

impl From<Money> for MicroCents {
    fn from(money: Money) -> Self {
        Self(i128::from(money.cents()) * Self::IN_ONE_CENT)
    }
}

impl fmt::Display for MicroCents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        number::write(f, self.0, 8, 6)
    }
}

impl FromStr for MicroCents {
    type Err = ParseNumberError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        number::read(text, 1, Sign::Allowed, 8).map(Self)
    }
}
