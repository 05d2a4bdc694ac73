//! Thirty-two lanes with AVX-512, its byte and word forms and its bit counting.

use super::lanes::{Job, Lanes};
use super::packed::PackedHand;
use crate::rank::HandRank;
use crate::set::CardSet;
use std::arch::x86_64::*;

#[derive(Clone, Copy)]
pub(super) struct Avx512(__m512i);

/// Exists only where [`detect`] found the instructions.
#[derive(Clone, Copy)]
pub(super) struct HasAvx512(());

pub(super) fn detect() -> Option<HasAvx512> {
    let all = is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512bitalg")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt");
    all.then_some(HasAvx512(()))
}

pub(super) fn run(set: HasAvx512, job: impl Job) {
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
    fn with_avx512(set: HasAvx512, job: impl Job) {
        job.run::<Avx512>(set);
    }
    // SAFETY: `set` proves that all of these were detected.
    unsafe { with_avx512(set, job) }
}

// Ranks, sets and packed hands are read and written as the integers they wrap.
const _: () =
    assert!(size_of::<HandRank>() == 4 && size_of::<CardSet>() == 8 && size_of::<PackedHand>() == 8);

/// Wraps intrinsics that need AVX-512.
macro_rules! avx512 {
    ($e:expr) => {
        // SAFETY: a value of `Avx512` or `HasAvx512` is at hand, which exists only where AVX-512 with the
        // extensions that `detect` asks for was found.
        unsafe { $e }
    };
}

impl Lanes for Avx512 {
    const WIDTH: usize = 32;
    type Set = HasAvx512;
    type Mask = __mmask32;

    #[inline(always)]
    fn splat(_: HasAvx512, value: u16) -> Avx512 {
        avx512!(Avx512(_mm512_set1_epi16(value as i16)))
    }

    #[inline(always)]
    fn load(_: HasAvx512, from: &[u16]) -> Avx512 {
        let from: &[u16; 32] = from[..32].try_into().expect("thirty-two");
        avx512!(Avx512(_mm512_loadu_si512(from.as_ptr().cast())))
    }

    #[inline(always)]
    fn store(self, to: &mut [u16]) {
        let to: &mut [u16; 32] = (&mut to[..32]).try_into().expect("thirty-two");
        avx512!(_mm512_storeu_si512(to.as_mut_ptr().cast(), self.0));
    }

    #[inline(always)]
    fn and(self, other: Avx512) -> Avx512 {
        avx512!(Avx512(_mm512_and_si512(self.0, other.0)))
    }

    #[inline(always)]
    fn or(self, other: Avx512) -> Avx512 {
        avx512!(Avx512(_mm512_or_si512(self.0, other.0)))
    }

    #[inline(always)]
    fn xor(self, other: Avx512) -> Avx512 {
        avx512!(Avx512(_mm512_xor_si512(self.0, other.0)))
    }

    #[inline(always)]
    fn without(self, other: Avx512) -> Avx512 {
        avx512!(Avx512(_mm512_andnot_si512(other.0, self.0)))
    }

    #[inline(always)]
    fn last_of_row(self) -> Avx512 {
        // Said as one operation on three inputs, which the compiler would otherwise undo.
        avx512!({
            let above = _mm512_srli_epi16::<1>(self.0);
            Avx512(_mm512_ternarylogic_epi64::<0b0011_0000>(self.0, above, above))
        })
    }

    #[inline(always)]
    fn add(self, other: Avx512) -> Avx512 {
        avx512!(Avx512(_mm512_add_epi16(self.0, other.0)))
    }

    #[inline(always)]
    fn sub(self, other: Avx512) -> Avx512 {
        avx512!(Avx512(_mm512_sub_epi16(self.0, other.0)))
    }

    #[inline(always)]
    fn lesser(self, other: Avx512) -> Avx512 {
        avx512!(Avx512(_mm512_min_epu16(self.0, other.0)))
    }

    #[inline(always)]
    fn shl<const BY: u32>(self) -> Avx512 {
        avx512!(Avx512(_mm512_slli_epi16::<BY>(self.0)))
    }

    #[inline(always)]
    fn shr<const BY: u32>(self) -> Avx512 {
        avx512!(Avx512(_mm512_srli_epi16::<BY>(self.0)))
    }

    #[inline(always)]
    fn is_some(self) -> __mmask32 {
        avx512!(_mm512_test_epi16_mask(self.0, self.0))
    }

    #[inline(always)]
    fn equals(self, other: Avx512) -> __mmask32 {
        avx512!(_mm512_cmpeq_epi16_mask(self.0, other.0))
    }

    #[inline(always)]
    fn exceeds(self, other: Avx512) -> __mmask32 {
        avx512!(_mm512_cmpgt_epu16_mask(self.0, other.0))
    }

    #[inline(always)]
    fn bits(self) -> Avx512 {
        avx512!(Avx512(_mm512_popcnt_epi16(self.0)))
    }

    #[inline(always)]
    fn or_else(self, mask: __mmask32, other: Avx512) -> Avx512 {
        avx512!(Avx512(_mm512_mask_blend_epi16(mask, other.0, self.0)))
    }

    #[inline(always)]
    fn only(self, mask: __mmask32) -> Avx512 {
        avx512!(Avx512(_mm512_maskz_mov_epi16(mask, self.0)))
    }

    #[inline(always)]
    fn without_where(self, mask: __mmask32) -> Avx512 {
        self.only(!mask)
    }

    #[inline(always)]
    fn sum_where(self, mask: __mmask32, more: Avx512, other: Avx512) -> Avx512 {
        avx512!(Avx512(_mm512_mask_add_epi16(other.0, mask, self.0, more.0)))
    }

    #[inline(always)]
    fn add_where(self, mask: __mmask32, more: Avx512) -> Avx512 {
        self.sum_where(mask, more, self)
    }

    #[inline(always)]
    fn not(mask: __mmask32) -> __mmask32 {
        !mask
    }

    #[inline(always)]
    fn both(a: __mmask32, b: __mmask32) -> __mmask32 {
        a & b
    }

    #[inline(always)]
    fn either(a: __mmask32, b: __mmask32) -> __mmask32 {
        a | b
    }

    #[inline(always)]
    fn all(mask: __mmask32) -> bool {
        mask == u32::MAX
    }

    /// Two rounds of shuffles. Hands lie so that interleaving the halves of their ranks in [`join`] leaves them
    /// in order: within each block of eight lanes four hands of the first sixteen, then four of the second.
    #[inline(always)]
    fn split(_: HasAvx512, hands: &[u64]) -> [Avx512; 4] {
        const fn pick(suit: u16) -> [u16; 32] {
            let mut words = [0; 32];
            let mut lane = 0;
            while lane < 32 {
                // The first sixteen words are of one suit, the others of the next; words 32 and up of the
                // second register.
                let (word, suit) = (lane % 16, suit + lane / 16);
                let hand = word / 8 * 4 + word % 4;
                let second = word / 4 % 2;
                words[lane as usize] = second * 32 + hand * 4 + suit;
                lane += 1;
            }
            words
        }
        const CLUBS_DIAMONDS: [u16; 32] = pick(0);
        const HEARTS_SPADES: [u16; 32] = pick(2);
        let hands: &[u64; 32] = hands[..32].try_into().expect("thirty-two");
        avx512!({
            let eight = |i: usize| _mm512_loadu_si512(hands.as_ptr().add(8 * i).cast());
            let words = |from: &[u16; 32]| _mm512_loadu_si512(from.as_ptr().cast());
            let (cd, hs) = (words(&CLUBS_DIAMONDS), words(&HEARTS_SPADES));
            let (a, b, c, d) = (eight(0), eight(1), eight(2), eight(3));
            let (cd_0, hs_0) = (_mm512_permutex2var_epi16(a, cd, c), _mm512_permutex2var_epi16(a, hs, c));
            let (cd_1, hs_1) = (_mm512_permutex2var_epi16(b, cd, d), _mm512_permutex2var_epi16(b, hs, d));
            [
                Avx512(_mm512_shuffle_i64x2::<0b01_00_01_00>(cd_0, cd_1)),
                Avx512(_mm512_shuffle_i64x2::<0b11_10_11_10>(cd_0, cd_1)),
                Avx512(_mm512_shuffle_i64x2::<0b01_00_01_00>(hs_0, hs_1)),
                Avx512(_mm512_shuffle_i64x2::<0b11_10_11_10>(hs_0, hs_1)),
            ]
        })
    }

    #[inline(always)]
    fn join(high: Avx512, low: Avx512, ranks: &mut [HandRank]) {
        let ranks: &mut [HandRank; 32] = (&mut ranks[..32]).try_into().expect("thirty-two");
        let to: *mut u32 = ranks.as_mut_ptr().cast(); // a rank is a `u32` and nothing else
        avx512!({
            _mm512_storeu_si512(to.cast(), _mm512_unpacklo_epi16(low.0, high.0));
            _mm512_storeu_si512(to.add(16).cast(), _mm512_unpackhi_epi16(low.0, high.0));
        });
    }

    #[inline(always)]
    fn unpack(_: HasAvx512, packed: &[PackedHand], sets: &mut [CardSet]) {
        // Both are one `u64` and nothing else.
        let packed: &[PackedHand; 32] = packed[..32].try_into().expect("thirty-two");
        let sets: &mut [CardSet; 32] = (&mut sets[..32]).try_into().expect("thirty-two");
        avx512!({
            let one = _mm512_set1_epi64(1);
            let all_cards = _mm512_set1_epi64(CardSet::ALL.bits() as i64);
            for eight in 0..4 {
                let hands = _mm512_loadu_si512(packed.as_ptr().add(8 * eight).cast());
                let mut set = _mm512_setzero_si512();
                for card in 0..8 {
                    // The card's byte alone, in the lowest place of its hand; the rest zero.
                    let (low, high) = (!0xff | card, !0xff | (8 + card));
                    let alone = _mm512_set_epi64(high, low, high, low, high, low, high, low);
                    let place = _mm512_shuffle_epi8(hands, alone);
                    set = _mm512_or_si512(set, _mm512_sllv_epi64(one, place));
                }
                let set = _mm512_and_si512(set, all_cards);
                _mm512_storeu_si512(sets.as_mut_ptr().add(8 * eight).cast(), set);
            }
        });
    }
}
