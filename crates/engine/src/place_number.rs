//! A place at a table as people count it.

use crate::SEATS;
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// A place as people count, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct PlaceNumber(pub u8);

/// No table has this place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlaceError(PlaceNumber);

impl fmt::Display for PlaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.0 {
            0 => f.write_str("places count from 1"),
            place => write!(f, "no table has a place {place}"),
        }
    }
}

impl std::error::Error for PlaceError {}

impl PlaceNumber {
    /// The place of a seat, from 0.
    pub fn of(seat: usize) -> PlaceNumber {
        PlaceNumber(u8::try_from(seat + 1).unwrap_or(u8::MAX))
    }

    /// The seat, from 0.
    ///
    /// # Errors
    /// If no table has it.
    pub fn seat(self) -> Result<usize, PlaceError> {
        match usize::from(self.0) {
            place @ 1..=SEATS => Ok(place - 1),
            _ => Err(PlaceError(self)),
        }
    }
}

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

/// A seat from 0, read and written as its place.
pub(crate) mod of_seat {
    use super::PlaceNumber;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(seat: &u8, to: S) -> Result<S::Ok, S::Error> {
        PlaceNumber::of(usize::from(*seat)).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
        let seat = PlaceNumber::deserialize(from)?.seat().map_err(D::Error::custom)?;
        u8::try_from(seat).map_err(D::Error::custom)
    }
}
