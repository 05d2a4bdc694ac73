//! The rank of a hand: one number that compares as the order of hands says.

use crate::order::Better;

/// How good a hand is. Greater is better, in low orders too.
///
/// Ranks compare only within the [`HandOrder`](crate::HandOrder) that made them. A log keeps them as the code that
/// they are, so its parts are not to be laid out anew.
///
/// The code has three parts: the place of the category (3 bits), the ranks it is made of (13 bits: the pair,
/// the top of the straight), and the ranks that play beside it (16 bits, 13 used). In low orders all bits are
/// turned over, so that lower hands come out greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
#[repr(transparent)]
pub struct HandRank(u32);

impl HandRank {
    /// The rank of cards that make no hand at all (no qualifying low). Every hand beats it.
    pub const NONE: HandRank = HandRank(0);

    /// Whether there is no hand.
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The number itself, for fingerprints of a whole order.
    pub const fn code(self) -> u32 {
        self.0
    }

    /// The least rank above this one that a hand could have: what is below it is no better than this one.
    pub const fn next_up(self) -> HandRank {
        HandRank(self.0.saturating_add(1))
    }

    pub(crate) const fn from_code(code: u32) -> HandRank {
        HandRank(code)
    }

    pub(crate) const fn new(better: Better, place: u8, major: u16, kickers: u16) -> HandRank {
        let code = (place as u32) << 29 | (major as u32) << 16 | kickers as u32;
        match better {
            Better::Higher => HandRank(code),
            Better::Lower => HandRank(!code),
        }
    }

    /// Place, major ranks and kickers, where there is a hand.
    pub(crate) const fn parts(self, better: Better) -> Option<(u8, u16, u16)> {
        if self.is_none() {
            return None;
        }
        let code = match better {
            Better::Higher => self.0,
            Better::Lower => !self.0,
        };
        Some(((code >> 29) as u8, (code >> 16) as u16 & 0x1fff, code as u16))
    }
}
