//! A fair shuffle from a secret key. The key is an argument: where it comes from is the caller's affair.

use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit, StreamCipher};
use std::fmt;

/// The 256-bit secret that fixes a shuffle.
///
/// It cannot be printed: whoever knows it knows every card to come.
#[derive(Clone, PartialEq, Eq)]
pub struct ShuffleKey([u8; 32]);

impl ShuffleKey {
    /// A key of these bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> ShuffleKey {
        ShuffleKey(bytes)
    }

    /// A key for tests, replays and simulations, from a small number. Anyone can guess it: never deal
    /// for money with one.
    pub const fn from_seed(seed: u64) -> ShuffleKey {
        let mut bytes = [0; 32];
        let seed = seed.to_le_bytes();
        let mut i = 0;
        while i < seed.len() {
            bytes[i] = seed[i];
            i += 1;
        }
        ShuffleKey(bytes)
    }

    /// A key that nobody knows, from the operating system.
    #[cfg(feature = "os-key")]
    pub fn from_os() -> Result<ShuffleKey, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(ShuffleKey(bytes))
    }

    /// The bytes, to be kept sealed until the deal is over and then opened to whoever checks it.
    pub const fn reveal(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for ShuffleKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ShuffleKey(hidden)")
    }
}

/// Shuffles one thing after another from one key.
///
/// The recipe is short so that anyone can check a deal with a tool of their own: the bytes are the
/// ChaCha20 key stream of RFC 8439 (the key, an all-zero nonce, counter from zero). From the last place
/// down to the second, place `i` (counted from zero) swaps with place `b mod (i + 1)`, where `b` is the
/// next byte that is below the largest multiple of `i + 1` up to 256; bytes not below it are skipped, so
/// that every place is equally likely.
pub struct Shuffler {
    stream: ChaCha20,
    bytes: [u8; 256],
    used: usize,
}

/// How a byte is shared out among so many.
#[derive(Clone, Copy)]
struct Share {
    /// Bytes from here on would favour the first: another is taken.
    fair: u32,
    /// What to multiply by, in 65,536ths, to divide.
    part: u32,
}

const SHARES: [Share; 257] = {
    let mut shares = [Share { fair: 0, part: 0 }; 257];
    let mut bound = 1;
    while bound <= 256 {
        shares[bound] = Share { fair: (256 - 256 % bound) as u32, part: 65_536_u32.div_ceil(bound as u32) };
        bound += 1;
    }
    shares
};

impl Shuffler {
    /// The shuffles of this key, from the first.
    pub fn new(key: &ShuffleKey) -> Shuffler {
        let stream = ChaCha20::new(&key.0.into(), &[0; 12].into());
        Shuffler { stream, bytes: [0; 256], used: 256 }
    }

    /// Puts the things into an order of which every one is equally likely.
    ///
    /// # Panics
    /// With more than 256 things; a deck has 52 at most.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
    }

    /// Puts so many of the things in front, every choice and order of them equally likely; the rest are left over.
    ///
    /// From the first place on, place `i` swaps with place `i + b`, where `b` is chosen below the number of things
    /// from there on, by the same bytes and the same rule as in [`shuffle`](Shuffler::shuffle).
    ///
    /// # Panics
    /// With more than 256 things; a deck has 52 at most.
    pub fn shuffle_top<T>(&mut self, things: &mut [T], count: usize) {
        for at in 0..count.min(things.len().saturating_sub(1)) {
            things.swap(at, at + self.below(things.len() - at));
        }
    }

    /// A number below the bound, each equally likely.
    ///
    /// # Panics
    /// If the bound is zero or above 256.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        assert!((1..=256).contains(&bound), "a byte cannot choose among {bound}");
        let Share { fair, part } = SHARES[bound];
        loop {
            let byte = u32::from(self.next_byte());
            if byte < fair {
                // The rest of a division by the bound, without dividing: it is done for every card.
                return (byte - ((byte * part) >> 16) * bound as u32) as usize;
            }
        }
    }

    #[inline]
    fn next_byte(&mut self) -> u8 {
        if self.used == self.bytes.len() {
            self.bytes.fill(0);
            self.stream.apply_keystream(&mut self.bytes);
            self.used = 0;
        }
        let byte = self.bytes[self.used];
        self.used += 1;
        byte
    }
}

impl fmt::Debug for Shuffler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Shuffler(hidden)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_is_shared_out_as_by_division() {
        for bound in 1..=256_u32 {
            let Share { fair, part } = SHARES[bound as usize];
            assert_eq!(fair, 256 - 256 % bound);
            for byte in 0..256 {
                assert_eq!(byte - ((byte * part) >> 16) * bound, byte % bound, "{byte} among {bound}");
            }
        }
    }

    #[test]
    fn the_bytes_are_the_published_key_stream() {
        // RFC 8439, appendix A.1, test vector 1: all-zero key and nonce.
        let published = [0x76, 0xb8, 0xe0, 0xad, 0xa0, 0xf1, 0x3d, 0x90, 0x40, 0x5d, 0x6a, 0xe5];
        let mut shuffler = Shuffler::new(&ShuffleKey::from_bytes([0; 32]));
        let bytes: Vec<u8> = (0..12).map(|_| shuffler.next_byte()).collect();
        assert_eq!(bytes, published);
    }

    #[test]
    fn a_shuffle_can_be_checked_by_hand() {
        // From the bytes above, for four things: 0x76 = 118, 118 mod 4 = 2; 0xb8 = 184, 184 mod 3 = 1;
        // 0xe0 = 224, 224 mod 2 = 0.
        let mut things = ['a', 'b', 'c', 'd'];
        Shuffler::new(&ShuffleKey::from_bytes([0; 32])).shuffle(&mut things);
        assert_eq!(things, ['d', 'a', 'b', 'c']);
    }

    #[test]
    fn unfair_bytes_are_skipped() {
        // 256 - 256 mod 52 = 208: 0x76 = 118 gives 14, 0xb8 = 184 gives 28, 0xe0 = 224 is skipped,
        // 0xad = 173 gives 17.
        let mut shuffler = Shuffler::new(&ShuffleKey::from_bytes([0; 32]));
        assert_eq!([(); 3].map(|()| shuffler.below(52)), [14, 28, 17]);
    }

    #[test]
    fn every_order_is_about_equally_likely() {
        let mut shuffler = Shuffler::new(&ShuffleKey::from_seed(2024));
        let mut counts = std::collections::BTreeMap::new();
        let shuffles = 240_000;
        for _ in 0..shuffles {
            let mut things = [0, 1, 2, 3];
            shuffler.shuffle(&mut things);
            *counts.entry(things).or_insert(0i64) += 1;
        }
        assert_eq!(counts.len(), 24);
        // Chi-squared with 23 degrees of freedom exceeds 49.7 once in a thousand; the key is fixed.
        let expected = shuffles / 24;
        let squares: i64 = counts.values().map(|&n| (n - expected) * (n - expected)).sum();
        assert!(squares < 49 * expected, "{squares}");
    }

    #[test]
    fn every_choice_of_a_few_is_about_equally_likely() {
        let mut shuffler = Shuffler::new(&ShuffleKey::from_seed(7));
        let mut counts = std::collections::BTreeMap::new();
        let shuffles = 240_000;
        for _ in 0..shuffles {
            let mut things = [0, 1, 2, 3, 4];
            shuffler.shuffle_top(&mut things, 2);
            *counts.entry([things[0], things[1]]).or_insert(0i64) += 1;
            things.sort();
            assert_eq!(things, [0, 1, 2, 3, 4]);
        }
        assert_eq!(counts.len(), 20);
        // Chi-squared with 19 degrees of freedom exceeds 43.8 once in a thousand; the key is fixed.
        let expected = shuffles / 20;
        let squares: i64 = counts.values().map(|&n| (n - expected) * (n - expected)).sum();
        assert!(squares < 43 * expected, "{squares}");
    }

    #[cfg(feature = "os-key")]
    #[test]
    fn keys_from_the_system_differ() {
        let keys = [(); 64].map(|()| ShuffleKey::from_os().unwrap().reveal().to_vec());
        let different: std::collections::BTreeSet<_> = keys.iter().collect();
        assert_eq!(different.len(), keys.len());
    }

    #[test]
    fn secrets_do_not_print() {
        let key = ShuffleKey::from_seed(0x5ec2e7);
        assert_eq!(format!("{key:?} {:?}", Shuffler::new(&key)), "ShuffleKey(hidden) Shuffler(hidden)");
    }
}
