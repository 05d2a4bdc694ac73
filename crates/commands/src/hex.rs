//! 32 bytes as hexadecimal digits: commitments, seeds and promises.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// 32 bytes, written as 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hex32(pub [u8; 32]);

impl Hex32 {
    fn parse(text: &str) -> Option<Hex32> {
        let digit = |c: u8| match c {
            b'0'..=b'9' => Some(c - b'0'),
            b'a'..=b'f' => Some(c - b'a' + 10),
            _ => None,
        };
        let mut bytes = [0; 32];
        if text.len() != 64 {
            return None;
        }
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            *byte = digit(pair[0])? << 4 | digit(pair[1])?;
        }
        Some(Hex32(bytes))
    }
}

impl<'de> Deserialize<'de> for Hex32 {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Hex32, D::Error> {
        let read = Hex32::parse(&String::deserialize(from)?);
        read.ok_or_else(|| serde::de::Error::custom("a commitment or a seed is 64 hexadecimal digits"))
    }
}

impl Serialize for Hex32 {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let digits: String = self.0.iter().map(|byte| format!("{byte:02x}")).collect();
        to.serialize_str(&digits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_lower_case_and_there_are_64() {
        let text = format!("\"{}\"", "0f".repeat(32));
        let read: Hex32 = serde_json::from_str(&text).unwrap();
        assert_eq!((read, serde_json::to_string(&read).unwrap()), (Hex32([15; 32]), text));
        for wrong in ["0F".repeat(32), "0f".repeat(31), "0g".repeat(32), "é".repeat(32)] {
            assert!(serde_json::from_str::<Hex32>(&format!("\"{wrong}\"")).is_err(), "{wrong}");
        }
    }
}
