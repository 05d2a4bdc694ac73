//! Amounts of money as people write them.

use money::Money;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// No amount that people name has more digits before the point; sums of such amounts have room in all that counts them.
const DIGITS: usize = 9;

/// Dollars as text: "25.00".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Dollars(pub Money);

impl Dollars {
    /// Reads an amount as people write it: "25", "25.5" or "25.50".
    ///
    /// # Errors
    /// If it is anything else, in words for whoever wrote it.
    pub fn read(text: &str) -> Result<Dollars, String> {
        let (whole, cents) = text.split_once('.').unwrap_or((text, "0"));
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let shown: String = text.chars().take(20).collect();
        if text.is_empty() {
            return Err("no amount is given".to_string());
        }
        if let Some(amount) = text.strip_prefix('-')
            && amount.parse::<Money>().is_ok()
        {
            return Err(format!("'{shown}' is below zero"));
        }
        if !digits(whole) || !digits(cents) {
            return Err(format!("'{shown}' is not an amount of money"));
        }
        if whole.len() > DIGITS {
            return Err(format!("'{shown}' is too much: 999999999.99 is the most that can be named"));
        }
        if cents.len() > 2 {
            return Err(format!("'{shown}' has parts of a cent"));
        }
        text.parse().map(Dollars).map_err(|_| format!("'{shown}' is not an amount of money"))
    }
}

impl<'de> Deserialize<'de> for Dollars {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Dollars, D::Error> {
        Dollars::read(&String::deserialize(from)?).map_err(serde::de::Error::custom)
    }
}

impl Serialize for Dollars {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_exactly() {
        let amount: Dollars = serde_json::from_str("\"25.5\"").unwrap();
        assert_eq!(amount.0, Money::from_cents(25_50));
        assert_eq!(serde_json::to_string(&amount).unwrap(), "\"25.50\"");
        for wrong in [
            "25",
            "\"\"",
            "\"-5\"",
            "\"+5\"",
            "\"5.\"",
            "\".5\"",
            "\"1234567890\"",
            "\"1e3\"",
            "\"25.001\"",
            "\"$25\"",
            "null",
        ] {
            assert!(serde_json::from_str::<Dollars>(wrong).is_err(), "{wrong}");
        }
    }
}
