//! The printed rates of the books are consistent with one another. A digit copied wrongly would show here.

use cards::Category;
use money::Fraction;
use rulebook::{JackpotOption, JackpotRules, PrizeAmount};

fn over(num: i128, den: i128) -> Fraction {
    Fraction::new(num, den).unwrap()
}

fn plus(a: Fraction, b: Fraction) -> Fraction {
    a.checked_add(b).unwrap()
}

fn times(a: Fraction, b: Fraction) -> Fraction {
    a.checked_mul(b).unwrap()
}

/// How many of the 2,598,960 hands of five cards are of a category.
fn hands(category: Category) -> i128 {
    match category {
        Category::RoyalFlush => 4,
        Category::StraightFlush => 36,
        Category::FourOfAKind => 624,
        Category::FullHouse => 3_744,
        Category::Flush => 5_108,
        Category::Straight => 10_200,
        other => panic!("no prize for {other}"),
    }
}

/// What fixed prizes return of each dollar wagered.
fn fixed(option: &JackpotOption) -> Fraction {
    let mut sum = over(0, 1);
    for prize in &option.prizes {
        if let PrizeAmount::For(odds) = prize.pays {
            let back = odds.returned(money::Money::from_cents(1));
            sum = plus(sum, times(back, over(hands(prize.hand.category), 2_598_960)));
        }
    }
    sum
}

/// Fixed prizes, the increment, and the seed that every royal flush brings: what a wager gets back in the long run.
fn long_run(rules: &JackpotRules, option: u8, for_one: u32) -> Fraction {
    let row = rules.rate(option, for_one).unwrap();
    let rate = over(i128::from(row.rate.0.ppm()), 1_000_000);
    let seed = over(i128::from(for_one) * 4, 2_598_960);
    plus(plus(fixed(rules.option(option).unwrap()), rate), seed)
}

#[test]
fn all_36_cells_of_crown_sydney_return_the_same() {
    let book = rulebook::Rulebook::open("crown-sydney-poker-minors-3.3").unwrap();
    let mut cells = 0;
    for row in &book.jackpots.seed {
        let back = long_run(&book.jackpots, row.option, row.for_one);
        assert!((over(88_845, 100_000)..=over(88_855, 100_000)).contains(&back), "{row:?}: {back}");
        cells += 1;
    }
    assert_eq!(cells, 36);
}

#[test]
fn the_rates_of_both_melbourne_books_are_the_same_and_fall_smoothly() {
    let books = ["crown-melbourne-mississippi-stud-3.0", "crown-melbourne-three-card-poker-5.1"];
    for id in books {
        let book = rulebook::Rulebook::open(id).unwrap();
        for (option, from, to) in [(1, 88_867, 88_315), (2, 88_858, 88_125)] {
            let rows: Vec<_> = book.jackpots.seed.iter().filter(|row| row.option == option).collect();
            let seeds: Vec<u32> = rows.iter().map(|row| row.for_one).collect();
            assert_eq!(seeds, [10_000, 20_000, 30_000, 40_000, 50_000, 60_000, 75_000], "{id}");
            let back: Vec<Fraction> =
                rows.iter().map(|row| long_run(&book.jackpots, option, row.for_one)).collect();
            assert!(back.windows(2).all(|pair| pair[0] > pair[1]), "{id}, option {option}: {back:?}");
            let near = |found: Fraction, per_100_000: i128| {
                let apart = found.checked_sub(over(per_100_000, 100_000)).unwrap();
                apart < over(10, 100_000) && apart > over(-10, 100_000)
            };
            assert!(near(back[0], from) && near(back[6], to), "{id}, option {option}: {back:?}");
        }
    }
}

/// Of n straight flushes each gets the average of n successive tenths of the meter, and what that leaves of a tenth
/// from the seed, printed to three decimals.
#[test]
fn the_table_for_several_straight_flushes_is_its_formula_rounded() {
    for id in ["crown-sydney-poker-minors-3.3", "crown-melbourne-three-card-poker-5.1"] {
        let book = rulebook::Rulebook::open(id).unwrap();
        let rows = &book.jackpots.shares.row;
        assert_eq!(rows.len(), 7, "{id}");
        for row in rows {
            let n = i128::from(row.flushes);
            let left = over(9i128.pow(row.flushes), 10i128.pow(row.flushes));
            let exact = times(over(1, 1).checked_sub(left).unwrap(), over(1, n));
            for (printed, exact) in
                [(row.meter.0, exact), (row.seed.0, over(1, 10).checked_sub(exact).unwrap())]
            {
                let apart = over(i128::from(printed.ppm()), 1_000_000).checked_sub(exact).unwrap();
                // Half of the last decimal; 8.5975 and 1.4025 were both rounded up.
                assert!(apart <= over(5, 1_000_000) && apart >= over(-5, 1_000_000), "{id}, {n}: {apart}");
            }
        }
    }
}

#[test]
fn the_tables_for_royals_with_straight_flushes_are_their_formula_rounded() {
    let book = rulebook::Rulebook::open("crown-melbourne-three-card-poker-5.1").unwrap();
    let parts = &book.jackpots.shares.part;
    assert_eq!(parts.len(), 32, "1 to 4 royals with 0 to 7 straight flushes");
    for row in parts {
        let whole = i128::from(10 * row.royals + row.flushes);
        let close = |printed: money::Rate, exact: Fraction| {
            let apart = over(i128::from(printed.ppm()), 1_000_000).checked_sub(exact).unwrap();
            apart <= over(5, 1_000_000) && apart >= over(-5, 1_000_000)
        };
        assert!(close(row.royal.0, over(10, whole)), "{row:?}");
        assert_eq!(row.flush.is_some(), row.flushes > 0, "{row:?}");
        assert!(row.flush.is_none_or(|flush| close(flush.0, over(1, whole))), "{row:?}");
    }
}
