//! Lanes in plain Rust, for any processor; the compiler finds what vector instructions it may use.

use super::lanes::{Job, Lanes};

#[derive(Clone, Copy)]
pub(super) struct Plain([u16; WIDTH]);

const WIDTH: usize = 8;

/// Nothing to prove: every processor can.
#[derive(Clone, Copy)]
pub(super) struct Everywhere;

pub(super) fn run(job: impl Job) {
    job.run::<Plain>(Everywhere);
}

impl Plain {
    #[inline(always)]
    fn zip(self, other: Plain, f: impl Fn(u16, u16) -> u16) -> Plain {
        Plain(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }

    #[inline(always)]
    fn map(self, f: impl Fn(u16) -> u16) -> Plain {
        Plain(std::array::from_fn(|i| f(self.0[i])))
    }
}

/// All ones for yes.
const fn yes(is: bool) -> u16 {
    if is { u16::MAX } else { 0 }
}

impl Lanes for Plain {
    const WIDTH: usize = WIDTH;
    type Set = Everywhere;
    type Mask = Plain;

    #[inline(always)]
    fn splat(_: Everywhere, value: u16) -> Plain {
        Plain([value; WIDTH])
    }

    #[inline(always)]
    fn load(_: Everywhere, from: &[u16]) -> Plain {
        Plain(std::array::from_fn(|i| from[i]))
    }

    #[inline(always)]
    fn store(self, to: &mut [u16]) {
        to[..WIDTH].copy_from_slice(&self.0);
    }

    #[inline(always)]
    fn and(self, other: Plain) -> Plain {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Plain) -> Plain {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    fn xor(self, other: Plain) -> Plain {
        self.zip(other, |a, b| a ^ b)
    }

    #[inline(always)]
    fn without(self, other: Plain) -> Plain {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn add(self, other: Plain) -> Plain {
        self.zip(other, u16::wrapping_add)
    }

    #[inline(always)]
    fn sub(self, other: Plain) -> Plain {
        self.zip(other, u16::wrapping_sub)
    }

    #[inline(always)]
    fn lesser(self, other: Plain) -> Plain {
        self.zip(other, u16::min)
    }

    #[inline(always)]
    fn shl<const BY: u32>(self) -> Plain {
        self.map(|a| a << BY)
    }

    #[inline(always)]
    fn shr<const BY: u32>(self) -> Plain {
        self.map(|a| a >> BY)
    }

    #[inline(always)]
    fn is_some(self) -> Plain {
        self.map(|a| yes(a != 0))
    }

    #[inline(always)]
    fn equals(self, other: Plain) -> Plain {
        self.zip(other, |a, b| yes(a == b))
    }

    #[inline(always)]
    fn exceeds(self, other: Plain) -> Plain {
        self.zip(other, |a, b| yes(a > b))
    }

    #[inline(always)]
    fn bits(self) -> Plain {
        self.map(|a| a.count_ones() as u16)
    }

    #[inline(always)]
    fn or_else(self, mask: Plain, other: Plain) -> Plain {
        Plain(std::array::from_fn(|i| self.0[i] & mask.0[i] | other.0[i] & !mask.0[i]))
    }

    #[inline(always)]
    fn only(self, mask: Plain) -> Plain {
        self.and(mask)
    }

    #[inline(always)]
    fn without_where(self, mask: Plain) -> Plain {
        self.without(mask)
    }

    #[inline(always)]
    fn not(mask: Plain) -> Plain {
        mask.map(|lane| !lane)
    }

    #[inline(always)]
    fn both(a: Plain, b: Plain) -> Plain {
        a.and(b)
    }

    #[inline(always)]
    fn either(a: Plain, b: Plain) -> Plain {
        a.or(b)
    }

    #[inline(always)]
    fn all(mask: Plain) -> bool {
        mask.0.iter().fold(u16::MAX, |all, &lane| all & lane) == u16::MAX
    }
}
