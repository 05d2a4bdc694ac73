//! Owns dividing an amount into equal shares; who gets a share or an odd chip is kept out.

use std::error::Error;
use std::fmt;

use crate::{Money, Unit};

/// Equal shares of an amount, and the odd chips that do not go round.
///
/// `each` times the number of shares, plus `left_over`, is the amount divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shares {
    /// One share, in whole units.
    pub each: Money,
    /// What remains, in whole units, and fewer of them than there are shares.
    pub left_over: Money,
}

/// Why an amount cannot be divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitError {
    /// There is nobody to divide it among.
    NoShares,
    /// There is less than nothing to divide.
    AmountNegative(Money),
    /// The amount cannot be laid out in units.
    NotWholeUnits(Money),
}

impl fmt::Display for SplitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoShares => f.write_str("amount is divided into no shares"),
            Self::AmountNegative(amount) => write!(f, "divided amount {amount} is negative"),
            Self::NotWholeUnits(amount) => {
                write!(f, "divided amount {amount} is not a whole number of chips")
            }
        }
    }
}

impl Error for SplitError {}

/// Divides an amount into so many equal shares of whole units.
///
/// ```
/// use money::{Money, Unit, share};
///
/// // A pot of $195 between two, in $1 chips: $97 each and one odd chip.
/// let shares = share(Money::from_cents(195_00), 2, Unit::DOLLAR)?;
/// assert_eq!(shares.each.to_string(), "97.00");
/// assert_eq!(shares.left_over.to_string(), "1.00");
/// # Ok::<(), money::SplitError>(())
/// ```
///
/// # Errors
///
/// When there are no shares, or the amount is negative or not a whole number of units: a pot
/// is made of chips, so that would be a mistake further up, and no share of it could be paid.
pub fn share(amount: Money, ways: u32, unit: Unit) -> Result<Shares, SplitError> {
    let (cents, unit) = (amount.cents(), unit.amount().cents());
    if ways == 0 {
        return Err(SplitError::NoShares);
    }
    if amount.is_negative() {
        return Err(SplitError::AmountNegative(amount));
    }
    if cents % unit != 0 {
        return Err(SplitError::NotWholeUnits(amount));
    }
    let (units, ways) = (cents / unit, i64::from(ways));
    // Both are at most the amount itself, so the way back to cents fits.
    Ok(Shares {
        each: Money::from_cents(units / ways * unit),
        left_over: Money::from_cents(units % ways * unit),
    })
}
