//! Many hands side by side, sixteen bits each: what the kernels need from a processor.

use super::packed::PackedHand;
use crate::rank::HandRank;
use crate::set::CardSet;

/// A vector of sixteen-bit lanes, one hand a lane.
///
/// Values come only from a [`Lanes::Set`], the proof that this processor has the instructions; that is why the
/// methods are safe to call.
pub(super) trait Lanes: Copy {
    /// How many hands side by side.
    const WIDTH: usize;
    /// Proof that the instructions are there.
    type Set: Copy;
    /// Yes or no for each lane.
    type Mask: Copy;

    fn splat(set: Self::Set, value: u16) -> Self;
    /// Reads `WIDTH` values.
    fn load(set: Self::Set, from: &[u16]) -> Self;
    /// Writes `WIDTH` values.
    fn store(self, to: &mut [u16]);

    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// Bits of this that are not in the other.
    fn without(self, other: Self) -> Self;
    /// The highest bit of bits side by side.
    #[inline(always)]
    fn last_of_row(self) -> Self {
        self.without(self.shr::<1>())
    }
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    /// The lesser of the two, unsigned.
    fn lesser(self, other: Self) -> Self;
    fn shl<const BY: u32>(self) -> Self;
    fn shr<const BY: u32>(self) -> Self;

    /// Lanes with any bit set.
    fn is_some(self) -> Self::Mask;
    fn equals(self, other: Self) -> Self::Mask;
    /// Lanes that are greater, unsigned.
    fn exceeds(self, other: Self) -> Self::Mask;
    /// How many bits are set in each lane.
    fn bits(self) -> Self;
    /// Lanes with more bits set than the other's value.
    #[inline(always)]
    fn has_more_than(self, bits: Self) -> Self::Mask {
        self.bits().exceeds(bits)
    }

    /// This where the mask says yes, the other elsewhere.
    fn or_else(self, mask: Self::Mask, other: Self) -> Self;
    /// This where the mask says yes, zero elsewhere.
    fn only(self, mask: Self::Mask) -> Self;
    /// Zero where the mask says yes, this elsewhere.
    fn without_where(self, mask: Self::Mask) -> Self;
    /// The sum of this and `more` where the mask says yes, the other elsewhere.
    #[inline(always)]
    fn sum_where(self, mask: Self::Mask, more: Self, other: Self) -> Self {
        self.add(more).or_else(mask, other)
    }
    /// This and `more` where the mask says yes, this alone elsewhere.
    #[inline(always)]
    fn add_where(self, mask: Self::Mask, more: Self) -> Self {
        self.add(more.only(mask))
    }
    fn not(mask: Self::Mask) -> Self::Mask;
    fn both(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    fn either(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// Whether every lane says yes.
    fn all(mask: Self::Mask) -> bool;

    /// Splits `WIDTH` sets of cards into suits, clubs first. Hands may come to lie in lanes of any order, as
    /// long as [`join`](Lanes::join) knows it.
    #[inline(always)]
    fn split(set: Self::Set, hands: &[u64]) -> [Self; 4] {
        let mut suits = [[0u16; 64]; 4];
        for (lane, &hand) in hands[..Self::WIDTH].iter().enumerate() {
            for (suit, held) in suits.iter_mut().enumerate() {
                held[lane] = (hand >> (16 * suit)) as u16;
            }
        }
        suits.map(|held| Self::load(set, &held))
    }

    /// Puts ranks together in the order of the hands that were split.
    #[inline(always)]
    fn join(high: Self, low: Self, ranks: &mut [HandRank]) {
        let (mut highs, mut lows) = ([0u16; 64], [0u16; 64]);
        high.store(&mut highs);
        low.store(&mut lows);
        for (lane, rank) in ranks[..Self::WIDTH].iter_mut().enumerate() {
            *rank = HandRank::from_code(u32::from(highs[lane]) << 16 | u32::from(lows[lane]));
        }
    }

    /// Turns `WIDTH` packed hands into sets.
    #[inline(always)]
    fn unpack(_: Self::Set, packed: &[PackedHand], sets: &mut [CardSet]) {
        for (hand, set) in packed[..Self::WIDTH].iter().zip(&mut sets[..Self::WIDTH]) {
            *set = hand.cards();
        }
    }
}

/// A piece of work written once for any kind of lanes.
pub(super) trait Job {
    fn run<L: Lanes>(self, set: L::Set);
}
