//! What wagers pay: both kinds of odds and every rounding, at, below and above each step.

use money::{Fraction, Money, Odds, Ratio, Rounding, RoundingError, Unit, UnitNotPositive, ZeroDenominator};
use proptest::prelude::*;

fn money(text: &str) -> Money {
    text.parse().unwrap()
}

fn odds(text: &str) -> Odds {
    text.parse().unwrap()
}

fn up_to(chip: &str) -> Rounding {
    Rounding::up_to(money(chip)).unwrap()
}

fn down_to(chip: &str) -> Rounding {
    Rounding::down_to(money(chip)).unwrap()
}

#[test]
fn to_returns_the_stake_and_for_includes_it() {
    let stake = money("5.00");
    for (printed, winnings, returned) in [
        ("0 to 1", "0.00", "5.00"),
        ("1 to 1", "5.00", "10.00"),
        ("1 to 2", "2.50", "7.50"),
        ("2 to 1", "10.00", "15.00"),
        ("0 for 1", "-5.00", "0.00"),
        ("1 for 2", "-2.50", "2.50"),
        ("1 for 1", "0.00", "5.00"),
        ("2 for 1", "5.00", "10.00"),
        ("100 for 1", "495.00", "500.00"),
    ] {
        assert_eq!(odds(printed).winnings(stake), money(winnings).into(), "{printed}");
        assert_eq!(odds(printed).returned(stake), money(returned).into(), "{printed}");
        assert_eq!(odds(printed).hands_over(stake, Rounding::Exact), Ok(money(returned)), "{printed}");
    }
}

#[test]
fn three_to_two_on_odd_cents() {
    for (stake, down, up) in
        [(0, 0, 0), (1, 1, 2), (2, 3, 3), (3, 4, 5), (4, 6, 6), (5, 7, 8), (99, 148, 149)]
    {
        let stake = Money::from_cents(stake);
        let pays = |rounding| odds("3 to 2").pays(stake, rounding);
        assert_eq!(pays(Rounding::DOWN_TO_CENT), Ok(Money::from_cents(down)));
        assert_eq!(pays(Rounding::UP_TO_CENT), Ok(Money::from_cents(up)));
        let exact = odds("3 to 2").winnings(stake);
        let answer =
            if down == up { Ok(Money::from_cents(up)) } else { Err(RoundingError::NotExact { exact }) };
        assert_eq!(pays(Rounding::Exact), answer);
    }
}

#[test]
fn three_to_two_in_the_chips_of_the_table() {
    for (stake, chip, paid) in [
        ("5.00", "0.50", "7.50"),
        ("5.00", "1.00", "8.00"),
        ("5.00", "2.50", "7.50"),
        ("5.00", "5.00", "10.00"),
        ("10.00", "5.00", "15.00"),
        ("15.00", "1.00", "23.00"),
        ("15.00", "2.50", "22.50"),
        ("15.00", "5.00", "25.00"),
    ] {
        assert_eq!(odds("3 to 2").pays(money(stake), up_to(chip)), Ok(money(paid)), "{stake} in {chip}");
    }
}

#[test]
fn up_and_down_to_a_chip_of_two_fifty() {
    for (value, down, up) in [
        ("0.00", "0.00", "0.00"),
        ("0.01", "0.00", "2.50"),
        ("2.49", "0.00", "2.50"),
        ("2.50", "2.50", "2.50"),
        ("2.51", "2.50", "5.00"),
        // Up and down are those of the number line, below zero too.
        ("-0.01", "-2.50", "0.00"),
        ("-2.50", "-2.50", "-2.50"),
        ("-2.51", "-5.00", "-2.50"),
    ] {
        let exact = Fraction::from(money(value));
        assert_eq!(up_to("2.50").apply(exact), Ok(money(up)), "{value} up");
        assert_eq!(down_to("2.50").apply(exact), Ok(money(down)), "{value} down");
    }
}

#[test]
fn a_hair_above_a_chip_goes_to_the_next() {
    let hair = Fraction::new(1, i128::MAX).unwrap();
    assert_eq!(up_to("2.50").apply(hair), Ok(money("2.50")));
    assert_eq!(down_to("2.50").apply(hair), Ok(Money::ZERO));
    let below = Fraction::new(250 * (1 << 100) - 1, 1 << 100).unwrap();
    assert_eq!(up_to("2.50").apply(below), Ok(money("2.50")));
    assert_eq!(down_to("2.50").apply(below), Ok(Money::ZERO));
}

#[test]
fn only_what_the_dealer_adds_is_rounded() {
    // 75 cents at 1 to 1 in whole dollars: 75 cents back and one dollar on top.
    assert_eq!(Odds::EVEN.hands_over(money("0.75"), up_to("1.00")), Ok(money("1.75")));
    // 3 for 1 on 75 cents is a prize of $2.25.
    assert_eq!(odds("3 for 1").hands_over(money("0.75"), up_to("1.00")), Ok(money("3.00")));
}

#[test]
fn payments_that_do_not_fit_are_refused() {
    let hundred = odds("100 to 1");
    let edge = Money::from_cents(i64::MAX / 100);
    assert_eq!(hundred.pays(edge, Rounding::Exact), Ok(Money::from_cents(i64::MAX / 100 * 100)));
    for stake in [i64::MAX / 100 + 1, i64::MAX, i64::MIN] {
        let stake = Money::from_cents(stake);
        let exact = hundred.winnings(stake);
        for rounding in [Rounding::UP_TO_CENT, Rounding::DOWN_TO_CENT, Rounding::Exact] {
            assert_eq!(hundred.pays(stake, rounding), Err(RoundingError::OutOfRange { exact }));
        }
    }
    assert!(hundred.hands_over(edge, Rounding::Exact).is_err());
    let largest = Odds::to(u32::MAX, 1).unwrap();
    let exact = i128::from(i64::MAX) * i128::from(u32::MAX);
    assert_eq!(largest.winnings(Money::from_cents(i64::MAX)), Fraction::from(exact));
}

#[test]
fn rounding_up_beyond_the_largest_amount_is_refused() {
    let most = Fraction::from(Money::from_cents(i64::MAX));
    assert_eq!(up_to("1.00").apply(most), Err(RoundingError::OutOfRange { exact: most }));
    assert_eq!(down_to("1.00").apply(most), Ok(Money::from_cents(i64::MAX - 7)));
    for end in [i128::MIN, i128::MAX] {
        for rounding in [up_to("2.50"), down_to("2.50"), Rounding::Exact] {
            let exact = Fraction::from(end);
            assert_eq!(rounding.apply(exact), Err(RoundingError::OutOfRange { exact }));
        }
    }
}

#[test]
fn units_are_above_zero() {
    for cents in [i64::MIN, -1, 0] {
        let chip = Money::from_cents(cents);
        assert_eq!(Unit::new(chip), Err(UnitNotPositive(chip)));
        assert_eq!(Rounding::up_to(chip), Err(UnitNotPositive(chip)));
        assert_eq!(Rounding::down_to(chip), Err(UnitNotPositive(chip)));
    }
    assert_eq!(Unit::new(Money::from_cents(1)), Ok(Unit::CENT));
    assert_eq!(Unit::DOLLAR.amount(), money("1.00"));
}

#[test]
fn odds_against_zero_cannot_be_built() {
    assert_eq!(Ratio::new(1, 0), Err(ZeroDenominator));
    assert_eq!(Odds::to(1, 0), Err(ZeroDenominator));
    assert_eq!(Odds::for_every(1, 0), Err(ZeroDenominator));
    let ratio = Ratio::new(6, 4).unwrap();
    assert_eq!((ratio.num(), ratio.den()), (6, 4));
}

#[test]
fn equal_in_effect_is_not_equal_in_print() {
    for (left, right, same) in [
        ("19 to 1", "20 for 1", true),
        ("20 to 1", "20 for 1", false),
        ("3 to 2", "6 to 4", true),
        ("3 to 2", "5 for 2", true),
        ("0 to 1", "1 for 1", true),
        ("0 to 1", "0 for 1", false),
        ("4294967295 to 4294967294", "4294967294 to 4294967293", false),
    ] {
        assert_eq!(odds(left).same_return_as(odds(right)), same, "{left}, {right}");
        assert_eq!(odds(right).same_return_as(odds(left)), same, "{right}, {left}");
        assert_ne!(odds(left), odds(right));
    }
    assert_eq!(odds("1 to 1"), Odds::EVEN);
}

proptest! {
    #[test]
    fn a_for_is_a_to_with_the_stake_in_it(cents: i64, num: u32, den in 1..=u32::MAX) {
        let stake = Money::from_cents(cents);
        let to = Odds::to(num, den).unwrap();
        let prize = Odds::for_every(num, den).unwrap();
        prop_assert_eq!(to.winnings(stake), prize.returned(stake));
        let back = Fraction::from(stake);
        prop_assert_eq!(to.winnings(stake).checked_add(back), Some(to.returned(stake)));
        prop_assert_eq!(prize.winnings(stake).checked_add(back), Some(prize.returned(stake)));
    }

    #[test]
    fn rounding_takes_the_nearest_multiple_on_its_side(
        num in -(1_i128 << 80)..1 << 80, den in 1_i128 << 24..1 << 30, chip in 1..100_000_i64,
    ) {
        let exact = Fraction::new(num, den).unwrap();
        let unit = Unit::new(Money::from_cents(chip)).unwrap();
        let step = Fraction::from(unit.amount());
        let up = Rounding::UpTo(unit).apply(exact).unwrap();
        let down = Rounding::DownTo(unit).apply(exact).unwrap();
        prop_assert_eq!((up.cents() % chip, down.cents() % chip), (0, 0));
        let above = Fraction::from(up).checked_sub(exact).unwrap();
        let below = exact.checked_sub(Fraction::from(down)).unwrap();
        prop_assert!(Fraction::ZERO <= above && above < step);
        prop_assert!(Fraction::ZERO <= below && below < step);
    }
}

#[test]
fn what_is_paid_and_what_is_handed_over_differ_by_the_stake() {
    let dollars = Rounding::up_to(Money::from_cents(1_00)).unwrap();
    for odds in [Odds::to(3, 2).unwrap(), Odds::for_every(3, 2).unwrap(), Odds::for_every(100, 1).unwrap()] {
        for cents in [0, 1, 2_49, 2_50, 2_51, 99_99] {
            let stake = Money::from_cents(cents);
            let paid = odds.pays(stake, dollars).unwrap();
            assert_eq!(paid + stake, odds.hands_over(stake, dollars).unwrap(), "{odds} on {stake}");
        }
    }
    // The prize of 3 for 2 on $2.50 is $3.75, rounded to $4: a gain of $1.50.
    let prize = Odds::for_every(3, 2).unwrap();
    assert_eq!(prize.pays(Money::from_cents(2_50), dollars).unwrap().to_string(), "1.50");
}
