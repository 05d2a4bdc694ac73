//! A set of positions at the table, as bits.

/// Some of the players: positions from 0 to 15. A position beyond is never among them, and cannot be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub struct Seats(pub u16);

impl Seats {
    /// Nobody.
    pub const NONE: Seats = Seats(0);

    /// The first so many.
    pub const fn first(count: usize) -> Seats {
        Seats(((1u32 << if count > 16 { 16 } else { count }) - 1) as u16)
    }

    /// One player.
    pub const fn only(seat: usize) -> Seats {
        Seats(bit(seat))
    }

    /// Whether a player is among them.
    pub const fn has(self, seat: usize) -> bool {
        self.0 & bit(seat) != 0
    }

    /// With one more.
    pub const fn with(self, seat: usize) -> Seats {
        Seats(self.0 | bit(seat))
    }

    /// With one fewer.
    pub const fn without(self, seat: usize) -> Seats {
        Seats(self.0 & !bit(seat))
    }

    /// Those in both.
    pub const fn and(self, other: Seats) -> Seats {
        Seats(self.0 & other.0)
    }

    /// Those in one and not the other.
    pub const fn less(self, other: Seats) -> Seats {
        Seats(self.0 & !other.0)
    }

    /// Those in either.
    pub const fn or(self, other: Seats) -> Seats {
        Seats(self.0 | other.0)
    }

    /// How many.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is nobody.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first of them from this seat on, clockwise, the seat itself included.
    #[inline]
    pub const fn from(self, seat: usize) -> Option<usize> {
        let ahead = self.0 as u32 & !below(seat);
        let found = if ahead == 0 { self.0 as u32 } else { ahead };
        if found == 0 { None } else { Some(found.trailing_zeros() as usize) }
    }

    /// The first of them after this seat, clockwise; the seat itself comes last.
    #[inline]
    pub const fn after(self, seat: usize) -> Option<usize> {
        self.from(seat.saturating_add(1))
    }

    /// All of them, from the first position on.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let seat = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            (seat < 16).then_some(seat)
        })
    }

    /// All of them clockwise from a seat on.
    pub fn iter_from(self, seat: usize) -> impl Iterator<Item = usize> {
        let ahead = Seats(self.0 & !below(seat) as u16);
        ahead.iter().chain(self.less(ahead).iter())
    }
}

/// The bit of a position; none beyond the sixteenth.
#[inline]
const fn bit(seat: usize) -> u16 {
    if seat < 16 { 1 << seat } else { 0 }
}

/// The bits of all positions before one.
#[inline]
const fn below(seat: usize) -> u32 {
    if seat < 16 { (1 << seat) - 1 } else { 0xffff }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_go_round_clockwise() {
        let some = Seats(0b1001_0010);
        assert_eq!(some.iter().collect::<Vec<_>>(), [1, 4, 7]);
        assert_eq!(some.iter_from(4).collect::<Vec<_>>(), [4, 7, 1]);
        assert_eq!(
            (some.from(4), some.after(4), some.after(7), some.from(8)),
            (Some(4), Some(7), Some(1), Some(1))
        );
        assert_eq!((some.after(1), Seats::only(3).after(3), Seats::NONE.after(0)), (Some(4), Some(3), None));
        assert_eq!(Seats::first(11).len(), 11);
    }

    #[test]
    fn a_position_beyond_the_last_is_nobody() {
        let some = Seats(0b1001_0010);
        for seat in [16, 17, 32, 33, 64, 65, 255, usize::MAX] {
            assert_eq!((some.with(seat), some.without(seat), Seats::only(seat)), (some, some, Seats::NONE));
            assert!(!some.has(seat) && !Seats(u16::MAX).has(seat));
            assert_eq!((some.from(seat), some.after(seat)), (Some(1), Some(1)));
            assert_eq!(some.iter_from(seat).collect::<Vec<_>>(), [1, 4, 7]);
        }
        assert_eq!((Seats::first(16), Seats::first(99)), (Seats(u16::MAX), Seats(u16::MAX)));
    }
}
