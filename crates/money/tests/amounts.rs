//! Amounts at the ends of what they hold: refused or stopped, never wrapped.

use std::panic::catch_unwind;

use money::{Chips, Direction, Fraction, MicroCents, Money, Rounding, SplitError, Unit, share};
use proptest::prelude::*;

const MOST: Money = Money::from_cents(i64::MAX);
const LEAST: Money = Money::from_cents(i64::MIN);
const CENT: Money = Money::from_cents(1);

#[test]
fn checked_money_stops_at_both_ends() {
    assert_eq!(MOST.checked_sub(CENT).and_then(|m| m.checked_add(CENT)), Some(MOST));
    assert_eq!(MOST.checked_add(CENT), None);
    assert_eq!(LEAST.checked_sub(CENT), None);
    assert_eq!(LEAST.checked_neg(), None);
    assert_eq!(MOST.checked_neg(), Some(Money::from_cents(-i64::MAX)));
    assert_eq!(LEAST.checked_mul(-1), None);
    assert_eq!(Money::from_cents(i64::MAX / 3).checked_mul(3), Some(Money::from_cents(i64::MAX / 3 * 3)));
    assert_eq!(Money::from_cents(i64::MAX / 3 + 1).checked_mul(3), None);
}

#[test]
fn operators_stop_instead_of_wrapping() {
    let stops = |act: fn() -> Money| {
        let payload = catch_unwind(act).expect_err("overflow went through");
        *payload.downcast::<String>().expect("a formatted message")
    };
    assert_eq!(stops(|| MOST + CENT), "92233720368547758.07 + 0.01 is more than Money holds");
    assert_eq!(stops(|| LEAST - CENT), "-92233720368547758.08 - 0.01 is more than Money holds");
    assert_eq!(stops(|| -LEAST), "-(-92233720368547758.08) is more than Money holds");
    assert!(stops(|| [MOST, CENT].iter().sum()).contains("more than Money holds"));
    assert!(
        stops(|| {
            let mut balance = MOST;
            balance += CENT;
            balance
        })
        .contains("more than Money holds")
    );
    assert!(
        stops(|| {
            let mut balance = LEAST;
            balance -= CENT;
            balance
        })
        .contains("more than Money holds")
    );
    let meter = MicroCents::from_micro_cents(i128::MAX);
    assert!(catch_unwind(|| meter + MicroCents::from_micro_cents(1)).is_err());
}

#[test]
fn money_is_written_in_dollars_and_aligned() {
    let written = |cents| Money::from_cents(cents).to_string();
    assert_eq!(
        [0, 1, -1, 5, -5, 99, 100, -100, 1000, 123_456_789].map(written),
        ["0.00", "0.01", "-0.01", "0.05", "-0.05", "0.99", "1.00", "-1.00", "10.00", "1234567.89"]
    );
    assert_eq!(format!("{:>8}|", Money::from_cents(-250)), "   -2.50|");
    assert_eq!(format!("{:+}", Money::from_cents(250)), "+2.50");
}

#[test]
fn signs_of_amounts() {
    for (cents, zero, negative) in [(-1, false, true), (0, true, false), (1, false, false)] {
        let money = Money::from_cents(cents);
        assert_eq!((money.is_zero(), money.is_negative()), (zero, negative));
        let fine = MicroCents::from(money);
        assert_eq!((fine.is_zero(), fine.is_negative()), (zero, negative));
    }
    assert!(Money::from_cents(-1) < Money::ZERO && Money::ZERO < CENT);
}

#[test]
fn meters_show_six_to_eight_decimals() {
    let written = |micro| MicroCents::from_micro_cents(micro).to_string();
    assert_eq!(written(0), "0.000000");
    assert_eq!(written(1), "0.00000001");
    assert_eq!(written(-10), "-0.0000001");
    assert_eq!(written(100), "0.000001");
    assert_eq!(written(12_345_678_900_000), "123456.789000");
    assert_eq!(written(12_345_678_900_010), "123456.7890001");
}

#[test]
fn meters_hold_any_money_exactly() {
    for money in [LEAST, Money::from_cents(-1), Money::ZERO, CENT, MOST] {
        let meter = MicroCents::from(money);
        assert_eq!(meter.micro_cents(), i128::from(money.cents()) * 1_000_000);
        assert_eq!(meter.round(Rounding::Exact), Ok(money));
    }
}

#[test]
fn meters_round_at_below_and_above_a_cent() {
    let cent = 1_000_000;
    for (micro, down, up) in [(0, 0, 0), (1, 0, 1), (cent - 1, 0, 1), (cent, 1, 1), (cent + 1, 1, 2)] {
        let meter = MicroCents::from_micro_cents(micro);
        assert_eq!(meter.round(Rounding::DOWN_TO_CENT), Ok(Money::from_cents(down)));
        assert_eq!(meter.round(Rounding::UP_TO_CENT), Ok(Money::from_cents(up)));
    }
    let too_much = MicroCents::from(MOST) + MicroCents::from_micro_cents(1);
    assert_eq!(too_much.round(Rounding::DOWN_TO_CENT), Ok(MOST));
    assert!(too_much.round(Rounding::UP_TO_CENT).is_err());
}

#[test]
fn fractions_settle_on_a_neighbouring_micro_cent() {
    let third = Fraction::new(-1, 3).unwrap();
    let settled = |direction| MicroCents::from_fraction(third, direction);
    assert_eq!(settled(Direction::Up), Some(MicroCents::from_micro_cents(-333_333)));
    assert_eq!(settled(Direction::Down), Some(MicroCents::from_micro_cents(-333_334)));
    assert_eq!(MicroCents::from_fraction(Fraction::from(i128::MAX), Direction::Up), None);
}

#[test]
fn meter_arithmetic_is_checked() {
    let most = MicroCents::from_micro_cents(i128::MAX);
    let least = MicroCents::from_micro_cents(i128::MIN);
    let one = MicroCents::from_micro_cents(1);
    assert_eq!(most.checked_add(one), None);
    assert_eq!(least.checked_sub(one), None);
    assert_eq!(least.checked_neg(), None);
    assert_eq!(most.checked_mul(2), None);
    assert_eq!(one.checked_mul(7), Some(MicroCents::from_micro_cents(7)));
    assert_eq!([most, -most, one].iter().sum::<MicroCents>(), one);
}

#[test]
fn chips_never_go_below_none_or_wrap() {
    let most = Chips::new(u64::MAX);
    assert_eq!(most.checked_add(Chips::new(1)), None);
    assert_eq!(most.checked_mul(2), None);
    assert_eq!(Chips::new(5).checked_sub(Chips::new(5)), Some(Chips::ZERO));
    assert_eq!(Chips::new(5).checked_sub(Chips::new(6)), None);
    assert_eq!(Chips::new(25).checked_mul(4).map(Chips::count), Some(100));
    assert!(Chips::ZERO.is_zero() && !most.is_zero());
}

#[test]
fn shares_leave_fewer_chips_than_shares() {
    let dollars = |n: i64| Money::from_cents(n * 100);
    for (pot, each, left) in [(0, 0, 0), (2, 0, 2), (3, 1, 0), (4, 1, 1), (5, 1, 2), (6, 2, 0)] {
        let shares = share(dollars(pot), 3, Unit::DOLLAR).unwrap();
        assert_eq!((shares.each, shares.left_over), (dollars(each), dollars(left)));
    }
    let alone = share(MOST, 1, Unit::CENT).unwrap();
    assert_eq!((alone.each, alone.left_over), (MOST, Money::ZERO));
}

#[test]
fn shares_that_cannot_be_paid_are_refused() {
    let pot = Money::from_cents(10_30);
    assert_eq!(share(pot, 0, Unit::CENT), Err(SplitError::NoShares));
    assert_eq!(share(pot, 2, Unit::DOLLAR), Err(SplitError::NotWholeUnits(pot)));
    assert_eq!(share(-pot, 2, Unit::CENT), Err(SplitError::AmountNegative(-pot)));
}

proptest! {
    #[test]
    fn shares_add_up(units in 0..=i64::MAX / 10_000, ways in 1..=u32::MAX, unit in 1..=10_000_i64) {
        let amount = Money::from_cents(units * unit);
        let shares = share(amount, ways, Unit::new(Money::from_cents(unit)).unwrap()).unwrap();
        let handed_out = i128::from(shares.each.cents()) * i128::from(ways);
        prop_assert_eq!(handed_out + i128::from(shares.left_over.cents()), i128::from(amount.cents()));
        prop_assert_eq!(shares.each.cents() % unit, 0);
        prop_assert_eq!(shares.left_over.cents() % unit, 0);
        prop_assert!(shares.left_over.cents() / unit < i64::from(ways));
    }
}
