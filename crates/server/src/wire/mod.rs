//! What people say to the floor, as JSON: a command with an id of its own, and a second person beside it where one is not
//! enough. Places count from 1, amounts are dollars as text, and no command carries a card that the system deals.

mod table;

pub use commands::{
    Bounds, CommandError, Dollars, Hex32, HouseCommand, JackpotText, MeterCommand, MeterShare,
    PatronFileCommand, SignOf, SignText, TableCommand, person,
};
pub use engine::PlaceNumber;
pub use table::floor_command;

use serde::{Deserialize, Deserializer};
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_places_are_read_exactly() {
        assert_eq!(HexCommandId::read("0000000000000000000000000000002a").unwrap().0.0[15], 0x2a);
        for wrong in ["", "2a", "+0000000000000000000000000000002", "0000000000000000000000000000002g"] {
            assert!(HexCommandId::read(wrong).is_err(), "{wrong}");
        }
        assert_eq!(PlaceNumber(1).seat().unwrap(), 0);
        assert!(PlaceNumber(0).seat().is_err() && PlaceNumber(17).seat().is_err());
    }
}
