//! Sixteen lanes with AVX2.

use super::lanes::{Job, Lanes};
use std::arch::x86_64::*;

#[derive(Clone, Copy)]
pub(super) struct Avx2(__m256i);

/// Exists only where [`detect`] found the instructions.
#[derive(Clone, Copy)]
pub(super) struct HasAvx2(());

pub(super) fn detect() -> Option<HasAvx2> {
    let all = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt");
    all.then_some(HasAvx2(()))
}

pub(super) fn run(set: HasAvx2, job: impl Job) {
    #[target_feature(enable = "avx2,popcnt,bmi1,bmi2,lzcnt")]
    fn with_avx2(set: HasAvx2, job: impl Job) {
        job.run::<Avx2>(set);
    }
    // SAFETY: `set` proves that all of these were detected.
    unsafe { with_avx2(set, job) }
}

/// Wraps intrinsics that need AVX2.
macro_rules! avx2 {
    ($e:expr) => {
        // SAFETY: a value of `Avx2` or `HasAvx2` is at hand, which exists only where AVX2 was detected.
        unsafe { $e }
    };
}

impl Lanes for Avx2 {
    const WIDTH: usize = 16;
    type Set = HasAvx2;
    /// All ones for yes.
    type Mask = Avx2;

    #[inline(always)]
    fn splat(_: HasAvx2, value: u16) -> Avx2 {
        avx2!(Avx2(_mm256_set1_epi16(value as i16)))
    }

    #[inline(always)]
    fn load(_: HasAvx2, from: &[u16]) -> Avx2 {
        let from: &[u16; 16] = from[..16].try_into().expect("sixteen");
        avx2!(Avx2(_mm256_loadu_si256(from.as_ptr().cast())))
    }

    #[inline(always)]
    fn store(self, to: &mut [u16]) {
        let to: &mut [u16; 16] = (&mut to[..16]).try_into().expect("sixteen");
        avx2!(_mm256_storeu_si256(to.as_mut_ptr().cast(), self.0));
    }

    #[inline(always)]
    fn and(self, other: Avx2) -> Avx2 {
        avx2!(Avx2(_mm256_and_si256(self.0, other.0)))
    }

    #[inline(always)]
    fn or(self, other: Avx2) -> Avx2 {
        avx2!(Avx2(_mm256_or_si256(self.0, other.0)))
    }

    #[inline(always)]
    fn xor(self, other: Avx2) -> Avx2 {
        avx2!(Avx2(_mm256_xor_si256(self.0, other.0)))
    }

    #[inline(always)]
    fn without(self, other: Avx2) -> Avx2 {
        avx2!(Avx2(_mm256_andnot_si256(other.0, self.0)))
    }

    #[inline(always)]
    fn add(self, other: Avx2) -> Avx2 {
        avx2!(Avx2(_mm256_add_epi16(self.0, other.0)))
    }

    #[inline(always)]
    fn sub(self, other: Avx2) -> Avx2 {
        avx2!(Avx2(_mm256_sub_epi16(self.0, other.0)))
    }

    #[inline(always)]
    fn lesser(self, other: Avx2) -> Avx2 {
        avx2!(Avx2(_mm256_min_epu16(self.0, other.0)))
    }

    #[inline(always)]
    fn shl<const BY: u32>(self) -> Avx2 {
        avx2!(Avx2(_mm256_sll_epi16(self.0, _mm_cvtsi32_si128(BY as i32))))
    }

    #[inline(always)]
    fn shr<const BY: u32>(self) -> Avx2 {
        avx2!(Avx2(_mm256_srl_epi16(self.0, _mm_cvtsi32_si128(BY as i32))))
    }

    #[inline(always)]
    fn is_some(self) -> Avx2 {
        avx2!(Avx2(_mm256_xor_si256(
            _mm256_cmpeq_epi16(self.0, _mm256_setzero_si256()),
            _mm256_set1_epi16(-1)
        )))
    }

    #[inline(always)]
    fn equals(self, other: Avx2) -> Avx2 {
        avx2!(Avx2(_mm256_cmpeq_epi16(self.0, other.0)))
    }

    #[inline(always)]
    fn exceeds(self, other: Avx2) -> Avx2 {
        // Only signed comparison is there: turning the top bit over makes it unsigned.
        avx2!({
            let top = _mm256_set1_epi16(i16::MIN);
            Avx2(_mm256_cmpgt_epi16(_mm256_xor_si256(self.0, top), _mm256_xor_si256(other.0, top)))
        })
    }

    #[inline(always)]
    fn bits(self) -> Avx2 {
        avx2!({
            let of_nibble =
                _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
            let nibble = _mm256_set1_epi8(0x0f);
            let low = _mm256_and_si256(self.0, nibble);
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(self.0), nibble);
            let bytes =
                _mm256_add_epi8(_mm256_shuffle_epi8(of_nibble, low), _mm256_shuffle_epi8(of_nibble, high));
            Avx2(_mm256_maddubs_epi16(bytes, _mm256_set1_epi8(1)))
        })
    }

    #[inline(always)]
    fn has_more_than(self, bits: Avx2) -> Avx2 {
        // Counts are small: a signed comparison will do.
        avx2!(Avx2(_mm256_cmpgt_epi16(self.bits().0, bits.0)))
    }

    #[inline(always)]
    fn or_else(self, mask: Avx2, other: Avx2) -> Avx2 {
        avx2!(Avx2(_mm256_blendv_epi8(other.0, self.0, mask.0)))
    }

    #[inline(always)]
    fn only(self, mask: Avx2) -> Avx2 {
        self.and(mask)
    }

    #[inline(always)]
    fn without_where(self, mask: Avx2) -> Avx2 {
        self.without(mask)
    }

    #[inline(always)]
    fn not(mask: Avx2) -> Avx2 {
        avx2!(Avx2(_mm256_xor_si256(mask.0, _mm256_set1_epi16(-1))))
    }

    #[inline(always)]
    fn both(a: Avx2, b: Avx2) -> Avx2 {
        a.and(b)
    }

    #[inline(always)]
    fn either(a: Avx2, b: Avx2) -> Avx2 {
        a.or(b)
    }

    #[inline(always)]
    fn all(mask: Avx2) -> bool {
        avx2!(_mm256_movemask_epi8(mask.0) == -1)
    }
}
