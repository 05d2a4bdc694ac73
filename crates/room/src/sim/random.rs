//! Numbers for players that decide by chance. Cards never come from here.

/// Numbers that look random and are the same for the same seed: SplitMix64.
#[derive(Clone, Debug)]
pub struct Numbers(u64);

impl Numbers {
    /// The numbers of a seed.
    pub const fn new(seed: u64) -> Numbers {
        Numbers(seed)
    }

    /// The next 64 bits.
    #[inline]
    pub fn next_bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number below a bound, 0 if the bound is 0. Even to one part in 2^64 over the bound, which is enough for play.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next_bits()) * u128::from(bound)) >> 64) as u64
    }

    /// True so many times in a hundred.
    #[inline]
    pub fn percent(&mut self, times: u64) -> bool {
        self.below(100) < times
    }

    /// A number between two, both included.
    #[inline]
    pub fn between(&mut self, least: i64, most: i64) -> i64 {
        least + self.below((most - least).max(0) as u64 + 1) as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_published_generator() {
        // SplitMix64 from seed 1234567, as published with the generator.
        let mut numbers = Numbers::new(1_234_567);
        assert_eq!(numbers.next_bits(), 6_457_827_717_110_365_317);
        assert_eq!(numbers.next_bits(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn numbers_stay_within_their_bounds_and_reach_them() {
        let mut numbers = Numbers::new(3);
        let mut seen = [false; 7];
        for _ in 0..1000 {
            seen[(numbers.between(-3, 3) + 3) as usize] = true;
        }
        assert_eq!(seen, [true; 7]);
        assert_eq!((numbers.below(0), numbers.between(5, 5)), (0, 5));
        let thirds = (0..10_000).filter(|_| numbers.percent(27)).count();
        assert!((2_500..2_900).contains(&thirds), "{thirds}");
    }
}
