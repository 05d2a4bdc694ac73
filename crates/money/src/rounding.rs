//! Owns how an exact value becomes a payable amount; when a clause rounds is kept out.

use std::error::Error;
use std::fmt;

use crate::{Fraction, Money};

/// Which neighbour a value that falls between two takes.
///
/// The directions are those of the number line, also below zero: up is never less than the
/// exact value and down never more. No clause rounds a negative amount, but with this meaning
/// "up" favours the player everywhere, and a larger value never rounds to a smaller amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// The next one above, towards plus infinity.
    Up,
    /// The next one below, towards minus infinity.
    Down,
}

/// What amounts are counted in: a table's smallest chip, a cent, a dollar. Always above zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unit(Money);

/// A unit that is zero or negative can count nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitNotPositive(pub Money);

impl fmt::Display for UnitNotPositive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "smallest chip of {} is not above zero", self.0)
    }
}

impl Error for UnitNotPositive {}

impl Unit {
    /// One cent.
    pub const CENT: Self = Self(Money::from_cents(1));
    /// One dollar.
    pub const DOLLAR: Self = Self(Money::from_cents(100));

    /// A unit of that amount.
    ///
    /// # Errors
    ///
    /// When the amount is not above zero.
    pub const fn new(amount: Money) -> Result<Self, UnitNotPositive> {
        if amount.cents() > 0 { Ok(Self(amount)) } else { Err(UnitNotPositive(amount)) }
    }

    /// The amount of one unit.
    pub const fn amount(self) -> Money {
        self.0
    }
}

/// How an exact value becomes money: always a parameter, never a habit.
///
/// ```
/// use money::{Fraction, Money, Rounding};
///
/// let winnings = Fraction::from(Money::from_cents(7_51));
/// let chip = Money::from_cents(2_50);
/// assert_eq!(Rounding::up_to(chip)?.apply(winnings)?.to_string(), "10.00");
/// assert_eq!(Rounding::down_to(chip)?.apply(winnings)?.to_string(), "7.50");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// See [`Direction`] for what up and down mean below zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, minicbor::Encode, minicbor::Decode)]
#[cbor(flat)]
pub enum Rounding {
    /// Up to the next multiple of the unit; a multiple stays as it is.
    #[n(0)]
    UpTo(#[n(0)] Unit),
    /// Down to the next multiple of the unit; a multiple stays as it is.
    #[n(1)]
    DownTo(#[n(0)] Unit),
    /// Not at all: a value that is no whole number of cents is refused.
    #[n(2)]
    Exact,
}

/// Why a value did not become money.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundingError {
    /// It was to be exact and is no whole number of cents.
    NotExact {
        /// The value, in cents.
        exact: Fraction,
    },
    /// The amount is more than [`Money`] holds.
    OutOfRange {
        /// The value before rounding, in cents.
        exact: Fraction,
    },
}

impl fmt::Display for RoundingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotExact { exact } => write!(f, "{exact} is not a whole number of cents"),
            Self::OutOfRange { exact } => write!(f, "{exact} cents are more than money holds"),
        }
    }
}

impl Error for RoundingError {}

impl Rounding {
    /// Up to the next cent.
    pub const UP_TO_CENT: Self = Self::UpTo(Unit::CENT);
    /// Down to the next cent, as a meter is displayed.
    pub const DOWN_TO_CENT: Self = Self::DownTo(Unit::CENT);

    /// Up to the next multiple of a chip.
    ///
    /// # Errors
    ///
    /// When the chip is not above zero.
    pub const fn up_to(chip: Money) -> Result<Self, UnitNotPositive> {
        match Unit::new(chip) {
            Ok(unit) => Ok(Self::UpTo(unit)),
            Err(error) => Err(error),
        }
    }

    /// Down to the next multiple of a chip.
    ///
    /// # Errors
    ///
    /// When the chip is not above zero.
    pub const fn down_to(chip: Money) -> Result<Self, UnitNotPositive> {
        match Unit::new(chip) {
            Ok(unit) => Ok(Self::DownTo(unit)),
            Err(error) => Err(error),
        }
    }

    /// Rounds a value in cents.
    ///
    /// ```
    /// use money::{Fraction, Rounding, RoundingError};
    ///
    /// let half_a_cent: Fraction = "1/2".parse()?;
    /// assert_eq!(Rounding::UP_TO_CENT.apply(half_a_cent)?.to_string(), "0.01");
    /// assert_eq!(
    ///     Rounding::Exact.apply(half_a_cent),
    ///     Err(RoundingError::NotExact { exact: half_a_cent }),
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When the result is more than [`Money`] holds, or is to be exact and is not.
    pub fn apply(self, exact: Fraction) -> Result<Money, RoundingError> {
        // Going to whole cents first and to the chip next, in the same direction, ends where
        // going at once would, because a chip is a whole number of cents.
        let cents = match self {
            Self::UpTo(unit) => multiple_above(exact.ceil(), unit),
            Self::DownTo(unit) => multiple_below(exact.floor(), unit),
            Self::Exact if exact.den() == 1 => Some(exact.num()),
            Self::Exact => return Err(RoundingError::NotExact { exact }),
        };
        cents
            .and_then(|cents| i64::try_from(cents).ok())
            .map(Money::from_cents)
            .ok_or(RoundingError::OutOfRange { exact })
    }
}

fn multiple_above(cents: i128, unit: Unit) -> Option<i128> {
    let unit = i128::from(unit.amount().cents());
    match cents.rem_euclid(unit) {
        0 => Some(cents),
        over => cents.checked_add(unit - over),
    }
}

fn multiple_below(cents: i128, unit: Unit) -> Option<i128> {
    let unit = i128::from(unit.amount().cents());
    cents.checked_sub(cents.rem_euclid(unit))
}
