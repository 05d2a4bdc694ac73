//! 32 bytes as hexadecimal digits: commitments, seeds and promises.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use store::Hash;

/// 32 bytes, written as 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hex32(pub [u8; 32]);

impl<'de> Deserialize<'de> for Hex32 {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Hex32, D::Error> {
        let read = Hash::parse(&String::deserialize(from)?).map(|hash| Hex32(hash.0));
        read.ok_or_else(|| serde::de::Error::custom("a commitment or a seed is 64 hexadecimal digits"))
    }
}

impl Serialize for Hex32 {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&Hash(self.0))
    }
}
