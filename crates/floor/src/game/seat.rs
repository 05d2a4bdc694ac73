//! A seat at a table.

use std::fmt;

/// A seat at a table, counted from 0; people count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(pub u8);

impl Seat {
    /// Its place in a list of all seats.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat at that place of a list; none where no table has so many.
    pub fn at(index: usize) -> Option<Seat> {
        u8::try_from(index).ok().map(Seat)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", u16::from(self.0) + 1)
    }
}
