//! Owns what a wager pays at printed odds; which hand earns them is kept out.

use std::error::Error;
use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use crate::number::{self, ParseNumberError, Sign};
use crate::{Fraction, Money, Rounding, RoundingError};

/// The two numbers of a line in a pay table, kept as printed: 6 and 4 stay 6 and 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, minicbor::Encode, minicbor::Decode)]
pub struct Ratio {
    #[n(0)]
    num: u32,
    #[n(1)]
    den: NonZeroU32,
}

/// The second number of a ratio is zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ZeroDenominator;

impl fmt::Display for ZeroDenominator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("second number of the odds is zero")
    }
}

impl Error for ZeroDenominator {}

impl Ratio {
    /// `num` against `den`. The first may be zero: a line that pays nothing.
    ///
    /// # Errors
    ///
    /// When `den` is zero.
    pub const fn new(num: u32, den: u32) -> Result<Self, ZeroDenominator> {
        match NonZeroU32::new(den) {
            Some(den) => Ok(Self { num, den }),
            None => Err(ZeroDenominator),
        }
    }

    /// The first number.
    pub const fn num(self) -> u32 {
        self.num
    }

    /// The second number, never zero.
    pub const fn den(self) -> u32 {
        self.den.get()
    }
}

/// The odds of a pay table, in either of the two ways they are printed.
///
/// ```
/// use money::{Money, Odds};
///
/// let stake = Money::from_cents(5_00);
///
/// // "20 to 1": $100 on top of the $5, which goes back.
/// let to: Odds = "20 to 1".parse()?;
/// assert_eq!(to.winnings(stake), Money::from_cents(100_00).into());
/// assert_eq!(to.returned(stake), Money::from_cents(105_00).into());
///
/// // "20 for 1": $100 in all, the $5 included.
/// let prize: Odds = "20 for 1".parse()?;
/// assert_eq!(prize.winnings(stake), Money::from_cents(95_00).into());
/// assert_eq!(prize.returned(stake), Money::from_cents(100_00).into());
/// # Ok::<(), money::ParseOddsError>(())
/// ```
///
/// Equality compares what is printed; [`Odds::same_return_as`] compares what is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, minicbor::Encode, minicbor::Decode)]
#[cbor(flat)]
pub enum Odds {
    /// "N to D": N for each D staked, and the stake goes back besides.
    #[n(0)]
    To(#[n(0)] Ratio),
    /// "N for D": N for each D staked, and the stake is part of it.
    #[n(1)]
    For(#[n(0)] Ratio),
}

impl Odds {
    /// Even money, "1 to 1".
    pub const EVEN: Self = Self::To(Ratio { num: 1, den: NonZeroU32::MIN });

    /// "`num` to `den`".
    ///
    /// ```
    /// use money::{Odds, ZeroDenominator};
    ///
    /// assert_eq!(Odds::to(3, 2)?.to_string(), "3 to 2");
    /// assert_eq!(Odds::to(3, 0), Err(ZeroDenominator));
    /// # Ok::<(), ZeroDenominator>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When `den` is zero.
    pub const fn to(num: u32, den: u32) -> Result<Self, ZeroDenominator> {
        match Ratio::new(num, den) {
            Ok(ratio) => Ok(Self::To(ratio)),
            Err(error) => Err(error),
        }
    }

    /// "`num` for `den`".
    ///
    /// ```
    /// use money::Odds;
    ///
    /// assert_eq!(Odds::for_every(100, 1)?.to_string(), "100 for 1");
    /// # Ok::<(), money::ZeroDenominator>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When `den` is zero.
    pub const fn for_every(num: u32, den: u32) -> Result<Self, ZeroDenominator> {
        match Ratio::new(num, den) {
            Ok(ratio) => Ok(Self::For(ratio)),
            Err(error) => Err(error),
        }
    }

    /// What the player gains, exactly and in cents: below zero where "N for D" hands back less
    /// than was staked.
    pub fn winnings(self, stake: Money) -> Fraction {
        self.share_of(stake, self.gain())
    }

    /// What the player holds afterwards, exactly and in cents: the stake included where it
    /// comes back.
    pub fn returned(self, stake: Money) -> Fraction {
        self.share_of(stake, self.gain() + i128::from(self.ratio().den()))
    }

    /// The winnings, rounded once. For an "N for D" line that is the gain alone;
    /// [`Odds::hands_over`] answers with the prize.
    ///
    /// ```
    /// use money::{Money, Odds, Rounding};
    ///
    /// // $15 at 3 to 2 is $22.50; with nothing smaller than a $5 chip, $25.
    /// let fives = Rounding::up_to(Money::from_cents(5_00))?;
    /// let paid = Odds::to(3, 2)?.pays(Money::from_cents(15_00), fives)?;
    /// assert_eq!(paid.to_string(), "25.00");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When the result is more than [`Money`] holds, or is to be exact and is not.
    pub fn pays(self, stake: Money, rounding: Rounding) -> Result<Money, RoundingError> {
        let exact = self.winnings(stake);
        match self {
            Self::To(_) => rounding.apply(exact),
            // What is rounded is the prize that is handed over; the gain is what it leaves.
            Self::For(_) => rounding
                .apply(self.returned(stake))?
                .checked_sub(stake)
                .ok_or(RoundingError::OutOfRange { exact }),
        }
    }

    /// All that is handed to the player, rounded once: the stake and rounded winnings for
    /// "N to D", the rounded prize for "N for D".
    ///
    /// ```
    /// use money::{Money, Odds, Rounding};
    ///
    /// // A jackpot wager of $5 with a prize of 100 for 1.
    /// let prize = Odds::for_every(100, 1)?;
    /// let handed_over = prize.hands_over(Money::from_cents(5_00), Rounding::Exact)?;
    /// assert_eq!(handed_over.to_string(), "500.00");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When the result is more than [`Money`] holds, or is to be exact and is not.
    pub fn hands_over(self, stake: Money, rounding: Rounding) -> Result<Money, RoundingError> {
        let exact = self.returned(stake);
        match self {
            // The stake lies on the table as it is; only what the dealer adds is rounded.
            Self::To(_) => {
                self.pays(stake, rounding)?.checked_add(stake).ok_or(RoundingError::OutOfRange { exact })
            }
            Self::For(_) => rounding.apply(exact),
        }
    }

    /// Whether both leave the player with the same, whatever is staked.
    ///
    /// ```
    /// use money::Odds;
    ///
    /// let to = Odds::to(19, 1)?;
    /// let prize = Odds::for_every(20, 1)?;
    /// assert!(to.same_return_as(prize));
    /// assert_ne!(to, prize);
    /// # Ok::<(), money::ZeroDenominator>(())
    /// ```
    pub fn same_return_as(self, other: Self) -> bool {
        let gain = |odds: Self| Fraction::over(odds.gain(), i128::from(odds.ratio().den()));
        gain(self) == gain(other)
    }

    const fn ratio(self) -> Ratio {
        match self {
            Self::To(ratio) | Self::For(ratio) => ratio,
        }
    }

    /// The gain on a stake of `den`.
    fn gain(self) -> i128 {
        match self {
            Self::To(ratio) => i128::from(ratio.num()),
            Self::For(ratio) => i128::from(ratio.num()) - i128::from(ratio.den()),
        }
    }

    /// `part` for each `den` of the stake. 64 and 34 bits: the product always fits.
    fn share_of(self, stake: Money, part: i128) -> Fraction {
        let den = i128::from(self.ratio().den());
        Fraction::over(i128::from(stake.cents()) * part, den)
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self {
            Self::To(_) => "to",
            Self::For(_) => "for",
        };
        let Ratio { num, den } = self.ratio();
        f.pad(&format!("{num} {word} {den}"))
    }
}

/// Why a text is not odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseOddsError {
    /// Neither "N to D" nor "N for D" nor "even".
    NeitherToNorFor,
    /// One of the two numbers is not a whole number of the size odds have.
    Number(ParseNumberError),
    /// The second number is zero.
    ZeroDenominator {
        /// Where that number starts, in characters from 1.
        at: usize,
    },
}

impl fmt::Display for ParseOddsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NeitherToNorFor => f.write_str("odds are neither 'N to D' nor 'N for D'"),
            Self::Number(error) => error.fmt(f),
            Self::ZeroDenominator { at } => write!(f, "{ZeroDenominator} at character {at}"),
        }
    }
}

impl Error for ParseOddsError {}

impl From<ParseNumberError> for ParseOddsError {
    fn from(error: ParseNumberError) -> Self {
        Self::Number(error)
    }
}

impl FromStr for Odds {
    type Err = ParseOddsError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if matches!(text, "even" | "even money") {
            return Ok(Self::EVEN);
        }
        let to = text.split_once(" to ");
        let (num, den) = to.or_else(|| text.split_once(" for ")).ok_or(ParseOddsError::NeitherToNorFor)?;
        let at = text.chars().count() - den.chars().count() + 1;
        match Ratio::new(whole(num, 1)?, whole(den, at)?) {
            Ok(ratio) if to.is_some() => Ok(Self::To(ratio)),
            Ok(ratio) => Ok(Self::For(ratio)),
            Err(ZeroDenominator) => Err(ParseOddsError::ZeroDenominator { at }),
        }
    }
}

fn whole(text: &str, at: usize) -> Result<u32, ParseNumberError> {
    let number = number::read(text, at, Sign::Refused, 0)?;
    u32::try_from(number).map_err(|_| ParseNumberError::OutOfRange { at })
}
