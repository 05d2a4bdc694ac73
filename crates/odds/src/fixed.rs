//! Numbers with fifty binary places: enough for what no fraction can hold, and the same on every machine.

use money::Fraction;

/// A number with fifty binary places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Fixed(i128);

const PLACES: u32 = 50;

impl Fixed {
    pub(crate) const ZERO: Fixed = Fixed(0);
    pub(crate) const ONE: Fixed = Fixed(1 << PLACES);
    /// The natural logarithm of two.
    const LN_2: Fixed = Fixed(780_414_346_020_670);

    pub(crate) fn of(value: Fraction) -> Fixed {
        // Whole part and remainder apart, so that nothing overflows.
        let (num, den) = (value.num(), value.den());
        let whole = num.div_euclid(den);
        let mut rest = num.rem_euclid(den);
        let mut bits = 0i128;
        for _ in 0..PLACES {
            // Twice the remainder, without overflow: a remainder is below its divisor.
            let over = rest >= den - rest;
            bits = bits << 1 | i128::from(over);
            rest = if over { rest - (den - rest) } else { rest + rest };
        }
        Fixed((whole << PLACES) + bits)
    }

    /// To fifteen decimals.
    pub(crate) fn to_fraction(self) -> Fraction {
        const DECIMALS: i128 = 1_000_000_000_000_000;
        let whole = self.0.div_euclid(1 << PLACES);
        let rest = self.0.rem_euclid(1 << PLACES);
        let places = (rest * DECIMALS + (1 << (PLACES - 1))) >> PLACES;
        Fraction::new(whole * DECIMALS + places, DECIMALS).unwrap_or(Fraction::ZERO)
    }

    pub(crate) fn plus(self, other: Fixed) -> Fixed {
        Fixed(self.0 + other.0)
    }

    pub(crate) fn minus(self, other: Fixed) -> Fixed {
        Fixed(self.0 - other.0)
    }

    pub(crate) fn times(self, other: Fixed) -> Fixed {
        Fixed(self.0.saturating_mul(other.0) >> PLACES)
    }

    pub(crate) fn over(self, other: Fixed) -> Fixed {
        Fixed(self.0.saturating_mul(1 << PLACES) / other.0)
    }

    pub(crate) fn halved(self) -> Fixed {
        Fixed(self.0 >> 1)
    }

    /// e to the power of minus this, which must not be below zero.
    pub(crate) fn exp_of_minus(self) -> Fixed {
        let halvings = self.0 / Fixed::LN_2.0;
        if halvings >= i128::from(PLACES) {
            return Fixed::ZERO;
        }
        let rest = Fixed(self.0 % Fixed::LN_2.0);
        // The series of e^-x for x below ln 2.
        let (mut sum, mut term) = (Fixed::ONE, Fixed::ONE);
        for n in 1..24 {
            term = Fixed(-term.times(rest).0 / n);
            sum = sum.plus(term);
        }
        Fixed(sum.0 >> halvings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixed(num: i128, den: i128) -> Fixed {
        Fixed::of(Fraction::new(num, den).unwrap())
    }

    #[test]
    fn powers_of_e_are_those_of_tables() {
        let e = |num, den| fixed(num, den).exp_of_minus().to_fraction().to_places(12);
        assert_eq!(e(0, 1), "1.000000000000");
        assert_eq!(e(1, 1), "0.367879441171");
        assert_eq!(e(1, 2), "0.606530659713");
        assert_eq!(e(10, 1), "0.000045399930");
        assert_eq!(e(100, 1), "0.000000000000");
    }

    #[test]
    fn sums_products_and_quotients() {
        assert_eq!(fixed(1, 3).plus(fixed(2, 3)).to_fraction().to_places(12), "1.000000000000");
        assert_eq!(fixed(-7, 2).times(fixed(1, 2)).to_fraction(), Fraction::new(-7, 4).unwrap());
        assert_eq!(fixed(1, 1).over(fixed(8, 1)).to_fraction(), Fraction::new(1, 8).unwrap());
        assert!(fixed(1, 3).minus(fixed(1, 2)) < Fixed::ZERO);
        assert_eq!(fixed(1, 2).halved().to_fraction(), Fraction::new(1, 4).unwrap());
    }
}
