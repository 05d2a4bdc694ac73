//! Any text either reads as an amount, odds or a rate, and then reads back as it is written, or is refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use money::{Chips, Fraction, MicroCents, Money, Odds, Rate, Rounding};

fuzz_target!(|text: &str| {
    if let Ok(money) = text.parse::<Money>() {
        assert_eq!(money.to_string().parse(), Ok(money));
    }
    if let Ok(meter) = text.parse::<MicroCents>() {
        assert_eq!(meter.to_string().parse(), Ok(meter));
        let _ = meter.round(Rounding::DOWN_TO_CENT);
    }
    if let Ok(chips) = text.parse::<Chips>() {
        assert_eq!(chips.to_string().parse(), Ok(chips));
    }
    if let Ok(fraction) = text.parse::<Fraction>() {
        assert_eq!(fraction.to_string().parse(), Ok(fraction));
    }
    if let Ok(rate) = text.parse::<Rate>() {
        assert_eq!(rate.to_string().parse(), Ok(rate));
    }
    if let Ok(odds) = text.parse::<Odds>() {
        assert_eq!(odds.to_string().parse(), Ok(odds));
        let _ = odds.pays(Money::from_cents(12_345), Rounding::UP_TO_CENT);
    }
});
