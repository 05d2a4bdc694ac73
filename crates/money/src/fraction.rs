//! Owns `Fraction`, the exact value between a stake and its rounding; rounding is kept out.

use std::cmp::Ordering;
use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::number::{self, ParseNumberError, Sign};
use crate::{MicroCents, Money, Rate};

/// An exact fraction in lowest terms, its sign above the line.
///
/// Made from an amount, it counts cents.
///
/// ```
/// use money::{Fraction, Money};
///
/// // Ten elevenths of a pot of $100,000.
/// let pot = Fraction::from(Money::from_cents(100_000_00));
/// let part: Fraction = "10/11".parse()?;
/// let exact = pot.checked_mul(part).expect("small numbers");
/// assert_eq!(exact.to_string(), "100000000/11");
/// assert_eq!((exact.floor(), exact.ceil()), (9_090_909, 9_090_910));
/// # Ok::<(), money::ParseFractionError>(())
/// ```
///
/// The `checked_` methods answer `None` when a step does not fit; nothing wraps and nothing is
/// rounded on the way. Comparing never fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    num: i128,
    den: i128, // above zero, and without a common divisor with `num`
}

/// Why two numbers make no fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FractionError {
    /// The number below the line is zero.
    ZeroDenominator,
    /// The fraction needs larger numbers than it can hold.
    OutOfRange,
}

impl fmt::Display for FractionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ZeroDenominator => "denominator is zero",
            Self::OutOfRange => "fraction out of range",
        })
    }
}

impl Error for FractionError {}

impl Fraction {
    /// Zero.
    pub const ZERO: Self = Self { num: 0, den: 1 };
    /// One.
    pub const ONE: Self = Self { num: 1, den: 1 };

    /// The fraction `num/den`, brought to lowest terms.
    ///
    /// ```
    /// use money::{Fraction, FractionError};
    ///
    /// assert_eq!(Fraction::new(6, -4)?.to_string(), "-3/2");
    /// assert_eq!(Fraction::new(1, 0), Err(FractionError::ZeroDenominator));
    /// # Ok::<(), FractionError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When `den` is zero, or when moving its sign above the line does not fit.
    pub fn new(num: i128, den: i128) -> Result<Self, FractionError> {
        if den == 0 {
            return Err(FractionError::ZeroDenominator);
        }
        let divisor = common_divisor(num.unsigned_abs(), den.unsigned_abs());
        let below = den.unsigned_abs() / divisor;
        let above = num.unsigned_abs() / divisor;
        let num = if (num < 0) == (den < 0) {
            i128::try_from(above).ok()
        } else {
            0i128.checked_sub_unsigned(above)
        };
        match (num, i128::try_from(below)) {
            (Some(num), Ok(den)) => Ok(Self { num, den }),
            _ => Err(FractionError::OutOfRange),
        }
    }

    /// The number above the line; it carries the sign.
    pub const fn num(self) -> i128 {
        self.num
    }

    /// The number below the line; always above zero.
    pub const fn den(self) -> i128 {
        self.den
    }

    /// The sum, if it fits.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.combine(other, i128::checked_add)
    }

    /// The difference, if it fits.
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.combine(other, i128::checked_sub)
    }

    /// The product, if it fits.
    pub fn checked_mul(self, other: Self) -> Option<Self> {
        // Crosswise reduction first: the product is then in lowest terms and as small as it gets.
        let left = shared(self.num, other.den);
        let right = shared(other.num, self.den);
        Some(Self {
            num: (self.num / left).checked_mul(other.num / right)?,
            den: (self.den / right).checked_mul(other.den / left)?,
        })
    }

    /// The quotient, if it fits and `other` is not zero.
    pub fn checked_div(self, other: Self) -> Option<Self> {
        self.checked_mul(Self::new(other.den, other.num).ok()?)
    }

    /// The largest whole number that is not above it.
    pub const fn floor(self) -> i128 {
        self.num.div_euclid(self.den)
    }

    /// The smallest whole number that is not below it.
    pub const fn ceil(self) -> i128 {
        // A remainder means `den` is at least 2, so there is room for one more.
        self.floor() + (self.num.rem_euclid(self.den) != 0) as i128
    }

    /// `num/den` for a denominator known to be above zero: always a fraction.
    pub(crate) fn over(num: i128, den: i128) -> Self {
        Self::new(num, den).expect("a denominator above zero")
    }

    fn combine(self, other: Self, with: fn(i128, i128) -> Option<i128>) -> Option<Self> {
        // Over the least common denominator, the smallest numbers the sum can be made with.
        let common = shared(self.den, other.den);
        let widen_self = other.den / common;
        let widen_other = self.den / common;
        let num = with(self.num.checked_mul(widen_self)?, other.num.checked_mul(widen_other)?)?;
        Self::new(num, self.den.checked_mul(widen_self)?).ok()
    }
}

/// The greatest common divisor of a number and one above zero.
fn shared(num: i128, den: i128) -> i128 {
    let divisor = common_divisor(num.unsigned_abs(), den.unsigned_abs());
    i128::try_from(divisor).expect("it divides `den`, which fits")
}

fn common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Ord for Fraction {
    /// Compares whole parts, then the remainders upside down, as in Euclid's algorithm: no
    /// product is formed, so nothing can overflow.
    fn cmp(&self, other: &Self) -> Ordering {
        let (mut left, mut right) = ((self.num, self.den), (other.num, other.den));
        loop {
            let whole = |(num, den): (i128, i128)| num.div_euclid(den);
            let rest = |(num, den): (i128, i128)| num.rem_euclid(den);
            match whole(left).cmp(&whole(right)) {
                Ordering::Equal => {}
                unequal => return unequal,
            }
            match (rest(left), rest(right)) {
                (0, 0) => return Ordering::Equal,
                (0, _) => return Ordering::Less,
                (_, 0) => return Ordering::Greater,
                // Turned upside down, the larger is the smaller: hence the crossing.
                (l, r) => (left, right) = ((right.1, r), (left.1, l)),
            }
        }
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<i128> for Fraction {
    fn from(whole: i128) -> Self {
        Self { num: whole, den: 1 }
    }
}

impl From<Money> for Fraction {
    /// In cents.
    fn from(money: Money) -> Self {
        Self::from(i128::from(money.cents()))
    }
}

impl From<MicroCents> for Fraction {
    /// In cents.
    fn from(amount: MicroCents) -> Self {
        Self::over(amount.micro_cents(), MicroCents::IN_ONE_CENT)
    }
}

impl From<Rate> for Fraction {
    /// 100% is one.
    fn from(rate: Rate) -> Self {
        Self::over(i128::from(rate.ppm()), 1_000_000)
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let magnitude = self.num.unsigned_abs();
        let text = match self.den {
            1 => magnitude.to_string(),
            den => format!("{magnitude}/{den}"),
        };
        f.pad_integral(self.num >= 0, "", &text)
    }
}

/// Why a text is not a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseFractionError {
    /// One of its two numbers is not a whole number.
    Number(ParseNumberError),
    /// The number below the line is zero.
    ZeroDenominator {
        /// Where that number starts, in characters from 1.
        at: usize,
    },
}

impl fmt::Display for ParseFractionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(error) => error.fmt(f),
            Self::ZeroDenominator { at } => write!(f, "denominator is zero at character {at}"),
        }
    }
}

impl Error for ParseFractionError {}

impl From<ParseNumberError> for ParseFractionError {
    fn from(error: ParseNumberError) -> Self {
        Self::Number(error)
    }
}

impl FromStr for Fraction {
    type Err = ParseFractionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let Some((above, below)) = text.split_once('/') else {
            return Ok(Self::from(number::read(text, 1, Sign::Allowed, 0)?));
        };
        let num = number::read(above, 1, Sign::Allowed, 0)?;
        let at = above.chars().count() + 2;
        match number::read(below, at, Sign::Refused, 0)? {
            0 => Err(ParseFractionError::ZeroDenominator { at }),
            den => Ok(Self::over(num, den)),
        }
    }
}
