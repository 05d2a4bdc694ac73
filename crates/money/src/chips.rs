//! Owns `Chips`, what a tournament is played with; money is kept out.

use std::fmt;
use std::str::FromStr;

use crate::number::{self, ParseNumberError, Sign};

/// Tournament chips, which have no value in money.
///
/// ```
/// use money::Chips;
///
/// let stack: Chips = "1500".parse()?;
/// let blind = Chips::new(100);
/// assert_eq!(stack.checked_sub(blind), Some(Chips::new(1400)));
/// assert_eq!(blind.checked_sub(stack), None);
/// # Ok::<(), money::ParseNumberError>(())
/// ```
///
/// Money and money add up:
///
/// ```
/// use money::Money;
///
/// let _ = Money::from_cents(100) + Money::from_cents(100);
/// ```
///
/// Money and chips do not, and no conversion leads from one to the other:
///
/// ```compile_fail,E0308
/// use money::{Chips, Money};
///
/// let _ = Money::from_cents(100) + Chips::new(100);
/// ```
///
/// ```compile_fail,E0277
/// use money::{Chips, Money};
///
/// let _ = Money::from(Chips::new(100));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chips(u64);

impl Chips {
    /// No chips.
    pub const ZERO: Self = Self(0);

    /// So many chips.
    pub const fn new(count: u64) -> Self {
        Self(count)
    }

    /// How many chips.
    pub const fn count(self) -> u64 {
        self.0
    }

    /// Whether there are none.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The sum, if it fits.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }

    /// What is left; `None` if there are fewer than are taken.
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.0.checked_sub(other.0).map(Self)
    }

    /// So many times the chips, if they fit.
    pub fn checked_mul(self, times: u64) -> Option<Self> {
        self.0.checked_mul(times).map(Self)
    }
}

impl fmt::Display for Chips {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl FromStr for Chips {
    type Err = ParseNumberError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let count = number::read(text, 1, Sign::Refused, 0)?;
        match u64::try_from(count) {
            Ok(count) => Ok(Self(count)),
            Err(_) => Err(ParseNumberError::OutOfRange { at: 1 }),
        }
    }
}
