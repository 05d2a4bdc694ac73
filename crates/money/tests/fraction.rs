//! Fractions: lowest terms, exact steps, and an order that holds where products would not fit.

use std::cmp::Ordering;

use money::{Fraction, FractionError, MicroCents, Money, Rate};
use proptest::prelude::*;

fn fraction(num: i128, den: i128) -> Fraction {
    Fraction::new(num, den).unwrap()
}

#[test]
fn lowest_terms_with_the_sign_above() {
    for (num, den, shown) in
        [(6, 4, "3/2"), (-6, 4, "-3/2"), (6, -4, "-3/2"), (-6, -4, "3/2"), (0, -9, "0"), (9, 3, "3")]
    {
        assert_eq!(fraction(num, den).to_string(), shown);
    }
    assert_eq!(fraction(7, 2).num(), 7);
    assert_eq!(fraction(7, 2).den(), 2);
}

#[test]
fn numbers_at_the_end_of_the_range() {
    let least = i128::MIN;
    assert_eq!(Fraction::new(1, 0), Err(FractionError::ZeroDenominator));
    assert_eq!(Fraction::new(least, -1), Err(FractionError::OutOfRange));
    assert_eq!(Fraction::new(1, least), Err(FractionError::OutOfRange));
    assert_eq!(fraction(least, least), Fraction::ONE);
    assert_eq!(fraction(2, least), fraction(-1, 1 << 126));
    assert_eq!(fraction(least, 1).floor(), least);
    assert_eq!(fraction(least, 1).ceil(), least);
    assert_eq!(fraction(least, i128::MAX).floor(), -2);
    assert_eq!(fraction(least, i128::MAX).ceil(), -1);
}

#[test]
fn steps_that_do_not_fit_are_none() {
    let most = Fraction::from(i128::MAX);
    assert_eq!(most.checked_add(Fraction::ONE), None);
    assert_eq!(Fraction::from(i128::MIN).checked_sub(Fraction::ONE), None);
    assert_eq!(most.checked_mul(fraction(2, 1)), None);
    assert_eq!(Fraction::ONE.checked_div(Fraction::ZERO), None);
    assert_eq!(Fraction::ONE.checked_div(Fraction::from(i128::MIN)), None);
    assert_eq!(fraction(1, i128::MAX).checked_add(fraction(1, i128::MAX - 1)), None);
}

#[test]
fn steps_that_fit_are_not_refused_for_their_size() {
    let most = Fraction::from(i128::MAX);
    assert_eq!(most.checked_mul(fraction(2, i128::MAX)), Some(fraction(2, 1)));
    assert_eq!(most.checked_div(most), Some(Fraction::ONE));
    let tiny = fraction(1, i128::MAX);
    assert_eq!(tiny.checked_add(tiny), Some(fraction(2, i128::MAX)));
    assert_eq!(tiny.checked_sub(tiny), Some(Fraction::ZERO));
}

#[test]
fn order_without_products() {
    let close = [
        fraction(i128::MIN, 1),
        fraction(-1, 2),
        fraction(-1, 3),
        Fraction::ZERO,
        fraction(1, i128::MAX),
        fraction(1, i128::MAX - 1),
        fraction(i128::MAX - 2, i128::MAX - 1),
        fraction(i128::MAX - 1, i128::MAX),
        Fraction::ONE,
        fraction(i128::MAX, i128::MAX - 1),
        fraction(i128::MAX, 1),
    ];
    for (i, left) in close.iter().enumerate() {
        for (j, right) in close.iter().enumerate() {
            assert_eq!(left.cmp(right), i.cmp(&j), "{left} against {right}");
        }
    }
}

#[test]
fn amounts_and_rates_as_fractions() {
    assert_eq!(Fraction::from(Money::from_cents(-250)), fraction(-250, 1));
    assert_eq!(Fraction::from(MicroCents::from_micro_cents(2_500_000)), fraction(5, 2));
    assert_eq!(Fraction::from(Rate::ONE_HUNDRED_PERCENT), Fraction::ONE);
    assert_eq!(Fraction::from("57.22%".parse::<Rate>().unwrap()), fraction(2861, 5000));
}

proptest! {
    #[test]
    fn arithmetic_agrees_with_cross_products(
        a in -1_000_000_i128..1_000_000, b in 1_i128..1_000_000,
        c in -1_000_000_i128..1_000_000, d in 1_i128..1_000_000,
    ) {
        let (left, right) = (fraction(a, b), fraction(c, d));
        prop_assert_eq!(left.checked_add(right), Some(fraction(a * d + c * b, b * d)));
        prop_assert_eq!(left.checked_sub(right), Some(fraction(a * d - c * b, b * d)));
        prop_assert_eq!(left.checked_mul(right), Some(fraction(a * c, b * d)));
        let quotient = (c != 0).then(|| fraction(a * d, b * c));
        prop_assert_eq!(left.checked_div(right), quotient);
        prop_assert_eq!(left.cmp(&right), (a * d).cmp(&(c * b)));
    }

    #[test]
    fn floor_and_ceiling_enclose(num: i128, den in 1..=i128::MAX) {
        let value = fraction(num, den);
        let (floor, ceil) = (Fraction::from(value.floor()), Fraction::from(value.ceil()));
        prop_assert!(floor <= value && value <= ceil);
        prop_assert_eq!(value.ceil() - value.floor(), i128::from(value.den() != 1));
    }

    #[test]
    fn order_is_the_same_from_both_sides(a: i128, b in 1..=i128::MAX, c: i128, d in 1..=i128::MAX) {
        let (left, right) = (fraction(a, b), fraction(c, d));
        prop_assert_eq!(left.cmp(&right), right.cmp(&left).reverse());
        prop_assert_eq!(left.cmp(&right) == Ordering::Equal, left == right);
    }
}
