//! Rates: exact increments, whatever their number, and the printed figures of worked jackpots.

use money::{Direction, Fraction, MicroCents, Money, Rate, RateAboveOneHundredPercent, Rounding, Unit};
use proptest::prelude::*;

fn money(text: &str) -> Money {
    text.parse().unwrap()
}

fn rate(text: &str) -> Rate {
    text.parse().unwrap()
}

fn meter(text: &str) -> MicroCents {
    text.parse().unwrap()
}

#[test]
fn increments_of_odd_cents_are_exact() {
    for (stake, added) in [
        ("0.01", "0.00572200"),
        ("0.03", "0.01716600"),
        ("0.99", "0.56647800"),
        ("5.00", "2.861"),
        ("35.00", "20.027"),
        ("1000.00", "572.20"),
        ("0.00", "0"),
    ] {
        assert_eq!(rate("57.22%").of(money(stake)), meter(added), "{stake}");
    }
    assert_eq!(rate("0.0001%").of(money("0.01")).micro_cents(), 1);
    let most = Money::from_cents(i64::MAX);
    assert_eq!(Rate::ONE_HUNDRED_PERCENT.of(most), MicroCents::from(most));
    assert_eq!(Rate::ZERO.of(most), MicroCents::ZERO);
}

#[test]
fn a_million_increments_lose_nothing() {
    let increment = rate("57.22%");
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let (mut total, mut on_the_meter) = (Money::ZERO, MicroCents::ZERO);
    for _ in 0..1_000_000 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let wager = Money::from_cents((state >> 45) as i64 | 1);
        total += wager;
        on_the_meter += increment.of(wager);
    }
    assert!(total > money("1000000.00"));
    assert_eq!(on_the_meter, increment.of(total));
    assert_eq!(on_the_meter.micro_cents(), i128::from(total.cents()) * 572_200);
}

#[test]
fn rates_end_at_one_hundred_percent() {
    assert_eq!(Rate::from_ppm(999_999), Ok(rate("99.9999%")));
    assert_eq!(Rate::from_ppm(1_000_000), Ok(Rate::ONE_HUNDRED_PERCENT));
    assert_eq!(Rate::from_ppm(1_000_001), Err(RateAboveOneHundredPercent));
    assert_eq!(rate("34.06%").ppm(), 340_600);
}

#[test]
fn a_part_of_a_meter_takes_the_neighbour_it_is_told_to() {
    for (micro, down, up) in
        [(0, 0, 0), (1, 0, 1), (9, 0, 1), (10, 1, 1), (11, 1, 2), (-1, -1, 0), (-10, -1, -1)]
    {
        let meter = MicroCents::from_micro_cents(micro);
        assert_eq!(rate("10%").of_micro(meter, Direction::Down).micro_cents(), down);
        assert_eq!(rate("10%").of_micro(meter, Direction::Up).micro_cents(), up);
    }
    for end in [i128::MIN, i128::MAX] {
        let meter = MicroCents::from_micro_cents(end);
        for direction in [Direction::Up, Direction::Down] {
            assert_eq!(Rate::ONE_HUNDRED_PERCENT.of_micro(meter, direction), meter);
        }
    }
}

#[test]
fn a_meter_lives_through_a_tenth_and_a_royal() {
    // A seed of $50,000 and 13,752 wagers of $5 at 34.06%.
    let fed = rate("34.06%").of(money("5.00")).checked_mul(13_752).unwrap();
    let value = meter("50000") + fed;
    assert_eq!(value, meter("73419.656"));
    let all_of_it = value.round(Rounding::UpTo(Unit::DOLLAR)).unwrap();
    assert_eq!(all_of_it, money("73420.00"));
    let tenth = rate("10%").of(all_of_it).round(Rounding::Exact).unwrap();
    assert_eq!(tenth, money("7342.00"));
    assert_eq!(value - MicroCents::from(tenth), meter("66077.656"));
}

#[test]
fn three_awards_from_one_meter() {
    // Each takes 9.033% of the display and 0.967% of a reset value of $100,000.
    let display = meter("123456.78").round(Rounding::DOWN_TO_CENT).unwrap();
    let from_meter = rate("9.033%").of(display);
    let award = from_meter + rate("0.967%").of(money("100000.00"));
    assert_eq!(award.round(Rounding::UP_TO_CENT), Ok(money("12118.86")));
    let left = meter("123456.78") - from_meter.checked_mul(3).unwrap();
    assert_eq!(left, meter("90001.2271878"));
}

#[test]
fn ten_elevenths_and_one_eleventh_each_rounded_up() {
    let pot = Fraction::from(money("100000.00"));
    let part = |num| pot.checked_mul(Fraction::new(num, 11).unwrap()).unwrap();
    assert_eq!(Rounding::UP_TO_CENT.apply(part(10)), Ok(money("90909.10")));
    assert_eq!(Rounding::UP_TO_CENT.apply(part(1)), Ok(money("9090.91")));
}

proptest! {
    #[test]
    fn a_part_of_money_is_the_exact_product(ppm in 0..=1_000_000_u32, cents: i64) {
        let (rate, amount) = (Rate::from_ppm(ppm).unwrap(), Money::from_cents(cents));
        let exact = Fraction::from(rate).checked_mul(Fraction::from(amount));
        prop_assert_eq!(Some(Fraction::from(rate.of(amount))), exact);
    }

    #[test]
    fn a_part_of_a_meter_encloses_the_exact_product(
        ppm in 0..=1_000_000_u32, micro in -(1_i128 << 90)..1 << 90,
    ) {
        let (rate, meter) = (Rate::from_ppm(ppm).unwrap(), MicroCents::from_micro_cents(micro));
        let exact = Fraction::from(rate).checked_mul(Fraction::from(meter)).unwrap();
        for direction in [Direction::Up, Direction::Down] {
            let rounded = MicroCents::from_fraction(exact, direction);
            prop_assert_eq!(Some(rate.of_micro(meter, direction)), rounded);
        }
    }
}
