//! The numbers of people and things. Each kind is a type of its own, so that none stands where another is meant; stored
//! and shown they are bare numbers.

use minicbor::{Decode, Encode};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The number of a patron, with the operator or the book that keeps the file.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode, Serialize, Deserialize,
)]
#[cbor(transparent)]
#[serde(transparent)]
pub struct PatronId(#[n(0)] pub u32);

/// The number of a table on a floor.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode, Serialize, Deserialize,
)]
#[cbor(transparent)]
#[serde(transparent)]
pub struct TableNumber(#[n(0)] pub u32);

/// A meter of a book, counted from 0 in the order in which they were opened: what records hold.
///
/// It has no `Display`: people read the [`MeterNumber`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
#[cbor(transparent)]
pub struct MeterIndex(#[n(0)] pub u32);

/// A meter of a book, counted from 1: what people read and write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct MeterNumber(u32);

impl MeterIndex {
    /// The place in the list of meters.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number that people know it by.
    pub const fn number(self) -> MeterNumber {
        // No list is so long that the last index would want a number.
        MeterNumber(self.0.saturating_add(1))
    }
}

impl MeterNumber {
    /// The number that somebody wrote; none for 0.
    pub fn new(number: u32) -> Option<MeterNumber> {
        (number > 0).then_some(MeterNumber(number))
    }

    /// The number.
    pub const fn get(self) -> u32 {
        self.0
    }

    /// Where it stands in the list.
    pub const fn meter(self) -> MeterIndex {
        MeterIndex(self.0 - 1)
    }
}

impl fmt::Display for PatronId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for TableNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for MeterNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
