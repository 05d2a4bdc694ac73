//! What people say to the floor, as JSON: a command with an id of its own, and a second person beside it where one is not
//! enough. Places count from 1, amounts are dollars as text, and no command carries a card that the system deals.

mod hex;
mod house;
mod meter;
mod patron;
mod table;

pub use hex::Hex32;
pub use house::{HouseCommand, MispaidWord, person};
pub use meter::{MeterCommand, MeterNoticeWord, MeterShare, SignOf};
pub use patron::{LimitWord, PatronFileCommand, SourceWord};
pub use table::{Bounds, CorrectionWord, DecisionWord, HolderWord, JackpotText, SignText, TableCommand};

use crate::problem::Problem;
use money::Money;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use store::CommandId as Id;

/// An order to the floor.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandRequest<C> {
    /// 32 hexadecimal digits that the client makes: given twice, the order counts once.
    pub id: HexCommandId,
    /// Who confirms it, where one person is not enough.
    #[serde(default)]
    pub second: Option<SecondSignature>,
    /// What is to be done.
    pub command: C,
}

impl<C> CommandRequest<C> {
    /// The second person, who signs this order and no other.
    pub fn signature(&self) -> Option<SecondSignature> {
        self.second.clone().map(|second| second.signing(self.id))
    }
}

/// The second person, at the console of the first.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SecondSignature {
    /// The log-in name.
    pub badge: String,
    pub pin: String,
    /// The code of their authenticator, where they have one, or one on paper.
    #[serde(default)]
    pub code: Option<String>,
    /// The id of the order that they sign: sent again, it may carry the same code.
    #[serde(skip)]
    pub order: Option<Id>,
}

impl SecondSignature {
    /// The same person, for one order.
    pub fn signing(self, HexCommandId(order): HexCommandId) -> SecondSignature {
        SecondSignature { order: Some(order), ..self }
    }
}

impl std::fmt::Debug for SecondSignature {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Second({})", self.badge)
    }
}

/// The id of a command, as 32 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HexCommandId(pub Id);

impl HexCommandId {
    /// Reads one.
    ///
    /// # Errors
    /// If it is anything else than 32 hexadecimal digits.
    pub fn read(text: &str) -> Result<HexCommandId, String> {
        let digits = text.len() == 32 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
        let number = u128::from_str_radix(text, 16).ok().filter(|_| digits);
        let number = number.ok_or("an id is 32 hexadecimal digits, made anew for every command")?;
        Ok(HexCommandId(Id(number.to_be_bytes())))
    }
}

impl<'de> Deserialize<'de> for HexCommandId {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<HexCommandId, D::Error> {
        let text = String::deserialize(from)?;
        HexCommandId::read(&text).map_err(serde::de::Error::custom)
    }
}

/// No amount that people name has more digits before the point; sums of such amounts have room in all that counts them.
const DIGITS: usize = 9;

/// Dollars as text: "25.00".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Dollars(pub Money);

impl Dollars {
    /// Reads an amount as people write it: "25", "25.5" or "25.50".
    ///
    /// # Errors
    /// If it is anything else, in words for whoever wrote it.
    pub fn read(text: &str) -> Result<Dollars, String> {
        let (whole, cents) = text.split_once('.').unwrap_or((text, "0"));
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let shown: String = text.chars().take(20).collect();
        if text.is_empty() {
            return Err("no amount is given".to_string());
        }
        if let Some(amount) = text.strip_prefix('-')
            && amount.parse::<Money>().is_ok()
        {
            return Err(format!("'{shown}' is below zero"));
        }
        if !digits(whole) || !digits(cents) {
            return Err(format!("'{shown}' is not an amount of money"));
        }
        if whole.len() > DIGITS {
            return Err(format!("'{shown}' is too much: 999999999.99 is the most that can be named"));
        }
        if cents.len() > 2 {
            return Err(format!("'{shown}' has parts of a cent"));
        }
        text.parse().map(Dollars).map_err(|_| format!("'{shown}' is not an amount of money"))
    }
}

impl<'de> Deserialize<'de> for Dollars {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Dollars, D::Error> {
        Dollars::read(&String::deserialize(from)?).map_err(serde::de::Error::custom)
    }
}

impl Serialize for Dollars {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&self.0)
    }
}

/// The name of a person, written one way and with nothing in it that nobody sees.
fn person_name(name: &str) -> Result<String, Problem> {
    crate::names::clean(name).map_err(|wrong| Problem::bad_request(wrong).at("/command/name"))
}

/// A place as people count, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct PlaceNumber(pub u8);

/// A number, or its digits as a pressed button sends them.
#[derive(Deserialize)]
#[serde(untagged)]
enum NumberOrDigits {
    Number(u8),
    Digits(String),
}

impl<'de> Deserialize<'de> for PlaceNumber {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<PlaceNumber, D::Error> {
        let place = match NumberOrDigits::deserialize(from) {
            Ok(NumberOrDigits::Number(place)) => Ok(place),
            Ok(NumberOrDigits::Digits(digits)) => digits.parse().map_err(|_| {
                let shown: String = digits.chars().take(20).collect();
                format!("'{shown}' is not a place; places count from 1")
            }),
            Err(_) => Err("a place is a whole number from 1".to_string()),
        };
        place.map(PlaceNumber).map_err(serde::de::Error::custom)
    }
}

impl PlaceNumber {
    /// The place of a seat, from 0.
    pub fn of(seat: usize) -> PlaceNumber {
        PlaceNumber(u8::try_from(seat + 1).unwrap_or(u8::MAX))
    }

    /// The seat, from 0.
    ///
    /// # Errors
    /// If no table has it.
    pub fn seat(self) -> Result<usize, Problem> {
        let most = u8::try_from(engine::SEATS).unwrap_or(u8::MAX);
        match self.0 {
            0 => Err(Problem::bad_request("places count from 1")),
            seat if seat > most => Err(Problem::bad_request(format!("no table has a place {seat}"))),
            seat => Ok(usize::from(seat - 1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_places_and_amounts_are_read_exactly() {
        assert_eq!(HexCommandId::read("0000000000000000000000000000002a").unwrap().0.0[15], 0x2a);
        for wrong in ["", "2a", "+0000000000000000000000000000002", "0000000000000000000000000000002g"] {
            assert!(HexCommandId::read(wrong).is_err(), "{wrong}");
        }
        assert_eq!(PlaceNumber(1).seat().unwrap(), 0);
        assert!(PlaceNumber(0).seat().is_err() && PlaceNumber(17).seat().is_err());
        let amount: Dollars = serde_json::from_str("\"25.5\"").unwrap();
        assert_eq!(amount.0, Money::from_cents(25_50));
        assert_eq!(serde_json::to_string(&amount).unwrap(), "\"25.50\"");
        for wrong in [
            "25",
            "\"\"",
            "\"-5\"",
            "\"+5\"",
            "\"5.\"",
            "\".5\"",
            "\"1234567890\"",
            "\"1e3\"",
            "\"25.001\"",
            "\"$25\"",
            "null",
        ] {
            assert!(serde_json::from_str::<Dollars>(wrong).is_err(), "{wrong}");
        }
    }
}
