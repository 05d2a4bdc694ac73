//! Amounts as the file's own are: whole, or with the decimals it has. Never by way of floats.

use std::fmt;

/// So many units, of which ten to the power of `scale` make one of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Amount {
    pub(super) units: i64,
    pub(super) scale: u8,
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let one = 10u64.pow(u32::from(self.scale.min(18)));
        let units = self.units.unsigned_abs();
        let sign = match (self.units < 0, f.sign_plus()) {
            (true, _) => "-",
            (false, true) => "+",
            (false, false) => "",
        };
        match units % one {
            0 => write!(f, "{sign}{}", units / one),
            rest => write!(f, "{sign}{}.{rest:0width$}", units / one, width = usize::from(self.scale)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_exact_whatever_their_size() {
        let told = |units, scale| Amount { units, scale }.to_string();
        assert_eq!(told(87_290, 2), "872.90");
        assert_eq!(told(80_000, 2), "800");
        assert_eq!(told(-5, 2), "-0.05");
        assert_eq!(told(i64::MIN, 9), "-9223372036.854775808");
        assert_eq!(told(9_007_199_254_740_993, 0), "9007199254740993");
        assert_eq!(format!("{:+}", Amount { units: 150, scale: 2 }), "+1.50");
    }
}
