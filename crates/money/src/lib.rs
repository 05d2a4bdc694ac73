//! Exact money for a card room: amounts, odds, rates, rounding, shares and the ledger.
//!
//! Nothing in here touches a clock, a disk or a floating-point number. An exact value stays a
//! [`Fraction`] of a cent until a clause says how it is rounded, and then it is rounded once.
//!
//! | in play | here |
//! |---|---|
//! | a wager, a payment | [`Money`], whole cents |
//! | a jackpot meter | [`MicroCents`], which keeps the fraction of a cent |
//! | tournament chips | [`Chips`], which never turn into money |
//! | `3 to 2`, `100 for 1` | [`Odds`] |
//! | `57.22%` | [`Rate`] |
//! | up to the next chip | [`Rounding`] in multiples of a [`Unit`] |
//! | a pot in equal shares | [`share`], with the odd chips left over |
//! | who paid whom | [`Movement`] and [`Ledger`] |
//!
//! A short tour:
//!
//! ```
//! use money::{Ledger, MicroCents, Money, Movement, Odds, Rate, Rounding};
//!
//! // A $5 wager wins at 3 to 2 on a table whose smallest chip is $1: $7.50 becomes $8.
//! let stake: Money = "5.00".parse()?;
//! let odds: Odds = "3 to 2".parse()?;
//! let in_dollars = Rounding::up_to("1.00".parse()?)?;
//! let winnings = odds.pays(stake, in_dollars)?;
//! assert_eq!(winnings.to_string(), "8.00");
//!
//! // The house pays, and the ledger still adds up to nothing.
//! let mut ledger = Ledger::new();
//! ledger.apply(&Movement::transfer("house", "seat 1", winnings)?)?;
//! assert_eq!(ledger.balance(&"seat 1"), winnings);
//! assert!(ledger.total().is_zero());
//!
//! // A $5 jackpot wager feeds the meter with 57.22% of itself, fractions of a cent included.
//! let increment: Rate = "57.22%".parse()?;
//! let meter: MicroCents = "123456.789".parse()?;
//! let meter = meter + increment.of(stake);
//! assert_eq!(meter.to_string(), "123459.650000");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod amount;
mod chips;
mod decimal;
mod fraction;
mod keep;
mod ledger;
mod micro_cents;
mod number;
mod odds;
mod operators;
mod rate;
mod rounding;
mod split;

pub use amount::{Money, ParseMoneyError};
pub use chips::Chips;
pub use fraction::{Fraction, FractionError, ParseFractionError};
pub use ledger::{BalanceOutOfRange, Ledger, Movement, MovementError, Posting};
pub use micro_cents::MicroCents;
pub use number::ParseNumberError;
pub use odds::{Odds, ParseOddsError, Ratio, ZeroDenominator};
pub use rate::{ParseRateError, Rate, RateAboveOneHundredPercent};
pub use rounding::{Direction, Rounding, RoundingError, Unit, UnitNotPositive};
pub use split::{Shares, SplitError, share};
