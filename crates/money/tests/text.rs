//! Texts: what is written is read back, and what is not understood is refused with its place.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use money::{
    Chips, Fraction, MicroCents, Money, Odds, ParseNumberError, ParseOddsError, ParseRateError, Rate,
};
use proptest::prelude::*;

/// Texts that people and scripts send in place of numbers.
#[rustfmt::skip]
const HOSTILE: &[&str] = &[
    "", " ", "-", "+", ".", "-.", "--5", "-+5", "+5", "5-", ".5", "-.5", "5.", "-5.", "1.2.3",
    "1..2", "1e3", "1E3", "1,000", "1_000", "1 000", " 5", "5 ", "\t5", "5\n", "5\0", "$5", "5$",
    "A$5", "€5", "0x10", "NaN", "inf", "-inf", "null", "٣", "５", "1２", "½", "−5", "–5",
    "5\u{200b}", "\u{feff}5", "\u{202e}5", "1'000", "5c", "five", "10.005", "1/2/3", "1/", "/2",
    "1/0", "1/-2", "1//2", "1 / 2", "to", "for", " to ", "3 to", "to 2", "3 to 0", "3to2",
    "3  to  2", "3 TO 2", "3 to 2 to 1", "3 to -2", "-3 to 2", "3 for 0", "3:2", "Even", "even ",
    "%", "%%", "5%%", "5 %", "-5%", "100.0001%", "101%", "0.00001%", "%5", "57,22%",
    "999999999999999999999%",
];

fn refuses<T: FromStr<Err: Display>>(text: &str) -> bool {
    match text.parse::<T>() {
        Ok(_) => false,
        Err(error) => {
            let line = error.to_string();
            assert!(!line.is_empty() && !line.contains('\n'), "{text:?}: {line:?}");
            true
        }
    }
}

#[test]
fn hostile_texts_are_refused_in_one_line() {
    for text in HOSTILE {
        assert!(refuses::<Money>(text), "money {text:?}");
        assert!(refuses::<Chips>(text), "chips {text:?}");
        assert!(refuses::<Odds>(text), "odds {text:?}");
        assert!(refuses::<Rate>(text), "rate {text:?}");
        // A meter keeps more decimals than money, so one of them is a number for it.
        assert_eq!(refuses::<MicroCents>(text), *text != "10.005", "micro-cents {text:?}");
        assert!(refuses::<Fraction>(text), "fraction {text:?}");
    }
}

#[test]
fn money_is_read_with_up_to_two_decimals() {
    for (text, cents) in [
        ("0", 0),
        ("-0", 0),
        ("10", 1000),
        ("10.5", 1050),
        ("10.50", 1050),
        ("-3.20", -320),
        ("0.01", 1),
        ("-0.05", -5),
        ("007.00", 700),
        ("92233720368547758.07", i64::MAX),
        ("-92233720368547758.08", i64::MIN),
    ] {
        assert_eq!(text.parse(), Ok(Money::from_cents(cents)), "{text}");
    }
}

#[test]
fn refusals_say_what_and_where() {
    use ParseNumberError::{DigitMissing, Empty, OutOfRange, TooManyDecimals, UnexpectedCharacter};
    for (text, reason, line) in [
        ("", Empty { at: 1 }, "no number at character 1"),
        ("10.005", TooManyDecimals { most: 2, at: 6 }, "more than 2 decimals at character 6"),
        ("1e3", UnexpectedCharacter { found: 'e', at: 2 }, "unexpected 'e' at character 2"),
        ("1,000", UnexpectedCharacter { found: ',', at: 2 }, "unexpected ',' at character 2"),
        ("$5", UnexpectedCharacter { found: '$', at: 1 }, "unexpected '$' at character 1"),
        (".5", DigitMissing { at: 1 }, "digit missing at character 1"),
        ("-.5", DigitMissing { at: 2 }, "digit missing at character 2"),
        ("5.", DigitMissing { at: 3 }, "digit missing at character 3"),
        ("-", DigitMissing { at: 2 }, "digit missing at character 2"),
        ("+5", UnexpectedCharacter { found: '+', at: 1 }, "unexpected '+' at character 1"),
        ("--5", UnexpectedCharacter { found: '-', at: 2 }, "unexpected '-' at character 2"),
        ("1 0", UnexpectedCharacter { found: ' ', at: 2 }, "unexpected ' ' at character 2"),
        ("1٣", UnexpectedCharacter { found: '٣', at: 2 }, "unexpected '٣' at character 2"),
        ("5\n", UnexpectedCharacter { found: '\n', at: 2 }, "unexpected '\\n' at character 2"),
        ("1.2.3", UnexpectedCharacter { found: '.', at: 4 }, "unexpected '.' at character 4"),
        ("92233720368547758.08", OutOfRange { at: 1 }, "number out of range, starting at character 1"),
        ("-92233720368547758.09", OutOfRange { at: 1 }, "number out of range, starting at character 1"),
    ] {
        assert_eq!(text.parse::<Money>(), Err(reason), "{text:?}");
        assert_eq!(reason.to_string(), line);
    }
}

#[test]
fn endless_digits_are_out_of_range_and_endless_zeros_are_not() {
    let nines = "9".repeat(100_000);
    assert_eq!(nines.parse::<Money>(), Err(ParseNumberError::OutOfRange { at: 1 }));
    assert_eq!(nines.parse::<Chips>(), Err(ParseNumberError::OutOfRange { at: 1 }));
    assert_eq!(nines.parse::<MicroCents>(), Err(ParseNumberError::OutOfRange { at: 1 }));
    assert_eq!(format!("{nines}%").parse::<Rate>(), Err(ParseRateError::AboveOneHundredPercent));
    let padded = format!("{}5", "0".repeat(100_000));
    assert_eq!(padded.parse(), Ok(Money::from_cents(500)));
}

#[test]
fn chips_are_whole_and_unsigned() {
    assert_eq!("18446744073709551615".parse(), Ok(Chips::new(u64::MAX)));
    assert_eq!("18446744073709551616".parse::<Chips>(), Err(ParseNumberError::OutOfRange { at: 1 }));
    let unexpected = |found, at| Err(ParseNumberError::UnexpectedCharacter { found, at });
    assert_eq!("-5".parse::<Chips>(), unexpected('-', 1));
    assert_eq!("5.0".parse::<Chips>(), unexpected('.', 2));
}

#[test]
fn meters_are_read_with_up_to_eight_decimals() {
    assert_eq!("123456.789000".parse(), Ok(MicroCents::from_micro_cents(12_345_678_900_000)));
    assert_eq!("0.00000001".parse(), Ok(MicroCents::from_micro_cents(1)));
    let refused = "0.000000001".parse::<MicroCents>();
    assert_eq!(refused, Err(ParseNumberError::TooManyDecimals { most: 8, at: 11 }));
}

#[test]
fn rates_are_read_with_up_to_four_decimals() {
    for (text, ppm, written) in [
        ("57.22%", 572_200, "57.22%"),
        ("10.000%", 100_000, "10%"),
        ("0%", 0, "0%"),
        ("0.0001%", 1, "0.0001%"),
        ("100%", 1_000_000, "100%"),
    ] {
        let rate: Rate = text.parse().unwrap();
        assert_eq!((rate.ppm(), rate.to_string().as_str()), (ppm, written));
    }
    let refused = |text: &str| text.parse::<Rate>().unwrap_err().to_string();
    assert_eq!(refused("57.22"), "no '%' at the end");
    assert_eq!(refused("0.00001%"), "more than 4 decimals at character 7");
    assert_eq!(refused("100.0001%"), "rate is above 100%");
    assert_eq!(refused("-1%"), "unexpected '-' at character 1");
    assert_eq!(Rate::from_percent("30.00").map(Rate::ppm), Ok(300_000));
    assert!(Rate::from_percent("30.00%").is_err());
}

#[test]
fn odds_are_read_in_both_forms() {
    for (text, odds) in [
        ("3 to 2", Odds::to(3, 2)),
        ("20 to 1", Odds::to(20, 1)),
        ("100 for 1", Odds::for_every(100, 1)),
        ("1 to 1", Ok(Odds::EVEN)),
        ("even", Ok(Odds::EVEN)),
        ("even money", Ok(Odds::EVEN)),
        ("4294967295 to 4294967295", Odds::to(u32::MAX, u32::MAX)),
    ] {
        assert_eq!(text.parse::<Odds>().ok(), odds.ok(), "{text}");
    }
    let refused = |text: &str| text.parse::<Odds>().unwrap_err();
    assert_eq!(refused("3 to 0"), ParseOddsError::ZeroDenominator { at: 6 });
    assert_eq!(refused("3:2"), ParseOddsError::NeitherToNorFor);
    let out_of_range = |at| ParseOddsError::Number(ParseNumberError::OutOfRange { at });
    assert_eq!(refused("4294967296 to 1"), out_of_range(1));
    assert_eq!(refused("1 for 4294967296"), out_of_range(7));
    assert_eq!(refused("3 to x").to_string(), "unexpected 'x' at character 6");
}

#[test]
fn fractions_are_read_with_their_places() {
    let read = |text: &str| text.parse::<Fraction>().map(|f| f.to_string());
    for (text, written) in [("7/2", "7/2"), ("14/4", "7/2"), ("-7/2", "-7/2"), ("6/2", "3"), ("-0/5", "0")] {
        assert_eq!(read(text).as_deref(), Ok(written));
    }
    let refused = |text: &str| text.parse::<Fraction>().unwrap_err().to_string();
    assert_eq!(refused("12/0"), "denominator is zero at character 4");
    assert_eq!(refused("12/-2"), "unexpected '-' at character 4");
    assert_eq!(refused("12/"), "no number at character 4");
    assert_eq!(refused("1.5"), "unexpected '.' at character 2");
}

fn reads_back<T>(value: T) -> Result<(), TestCaseError>
where
    T: Display + Debug + PartialEq + FromStr<Err: Debug + PartialEq>,
{
    let written = value.to_string();
    prop_assert_eq!(written.parse(), Ok(value));
    Ok(())
}

/// Whatever is read is written in a form that reads the same.
fn settles<T>(text: &str) -> Result<(), TestCaseError>
where
    T: Display + Debug + PartialEq + FromStr<Err: Debug + Display + PartialEq>,
{
    match text.parse::<T>() {
        Ok(value) => reads_back(value),
        Err(error) => {
            prop_assert!(!error.to_string().contains('\n'));
            Ok(())
        }
    }
}

proptest! {
    #[test]
    fn every_value_reads_back(
        cents: i64, micro: i128, chips: u64, ppm in 0..=1_000_000_u32,
        num: u32, den in 1..=u32::MAX, above: i128, below in 1..=i128::MAX,
    ) {
        reads_back(Money::from_cents(cents))?;
        reads_back(MicroCents::from_micro_cents(micro))?;
        reads_back(Chips::new(chips))?;
        reads_back(Rate::from_ppm(ppm).unwrap())?;
        reads_back(Odds::to(num, den).unwrap())?;
        reads_back(Odds::for_every(num, den).unwrap())?;
        reads_back(Fraction::new(above, below).unwrap())?;
    }

    #[test]
    fn no_text_panics(text in any::<String>()) {
        settles::<Money>(&text)?;
        settles::<MicroCents>(&text)?;
        settles::<Chips>(&text)?;
        settles::<Rate>(&text)?;
        settles::<Odds>(&text)?;
        settles::<Fraction>(&text)?;
    }

    #[test]
    fn no_text_that_looks_like_a_number_panics(text in "-?[0-9]{0,42}[.,/ ]?(to|for)?[ .]?[0-9]{0,42}%?") {
        settles::<Money>(&text)?;
        settles::<MicroCents>(&text)?;
        settles::<Chips>(&text)?;
        settles::<Rate>(&text)?;
        settles::<Odds>(&text)?;
        settles::<Fraction>(&text)?;
    }

    #[test]
    fn money_is_read_exactly_as_a_person_would(dollars in 0..=92_233_720_368_547_757_i64, cents in 0..100_i64) {
        let amount = Money::from_cents(dollars * 100 + cents);
        prop_assert_eq!(format!("{dollars}.{cents:02}").parse(), Ok(amount));
        prop_assert_eq!(format!("-{dollars}.{cents:02}").parse(), Ok(-amount));
    }
}
