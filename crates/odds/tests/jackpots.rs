//! Jackpots: the regulators' own arithmetic, and what giving up a hand costs.

use engine::{Method, Sign, SignJackpot};
use money::{Fraction, Money, Rate};
use odds::{JackpotReturn, Manner, Setup, Solved};
use rulebook::Rulebook;

fn sign(book: &Rulebook) -> Sign {
    let mut sign = Sign::plain(book);
    sign.multiples = [vec![3, 4], vec![2], vec![1]];
    sign
}

fn jackpot(option: u8, seed: u32) -> SignJackpot {
    SignJackpot {
        option,
        seed,
        increment: None,
        wager: Money::from_cents(5_00),
        games: 1,
        bonus_royal: None,
        bonus_straight_flush: None,
    }
}

/// The return of every option and seed of a book, with and without giving up hands.
fn returns(book: &str, game: &str, method: Method) -> Vec<(u8, u32, JackpotReturn, JackpotReturn)> {
    let book = Rulebook::open(book).unwrap();
    let game = book.variant(game).unwrap();
    let setup = Setup::new(&book, game, sign(&book)).unwrap();
    let solved = Solved::new(&setup).unwrap();
    let hands = solved.jackpot_hands(&solved.endings(Manner::Best)).unwrap();
    let mut all = Vec::new();
    for row in &book.jackpots.seed {
        let mut sign = sign(&book);
        sign.method = method;
        sign.jackpot = Some(jackpot(row.option, row.for_one));
        sign.check(&book, game).unwrap();
        let kept = solved.jackpot(&hands, &sign, false).unwrap();
        let never = solved.jackpot(&hands, &sign, true).unwrap();
        all.push((row.option, row.for_one, kept, never));
    }
    all
}

/// In hundredths of a percent, rounded to the nearest.
fn basis_points(part: Fraction) -> i128 {
    let times = part.checked_mul(Fraction::from(10_000)).unwrap();
    times.checked_add(Fraction::new(1, 2).unwrap()).unwrap().floor()
}

#[test]
fn every_cell_of_sydneys_table_comes_to_the_same() {
    for game in ["caribbean-stud", "mississippi-stud", "ultimate-texas-holdem"] {
        let all = returns("crown-sydney-poker-minors-3.3", game, Method::B);
        assert_eq!(all.len(), 36, "{game}");
        for (option, seed, kept, never) in &all {
            assert_eq!(kept, never, "by Method B nothing is lost by giving up a hand");
            assert_eq!(basis_points(kept.total()), 8_885, "{game}: option {option}, seed {seed}");
            assert_eq!(kept.chances[0], Fraction::new(1, 649_740).unwrap());
            assert_eq!(kept.chances[1], Fraction::new(36, 2_598_960).unwrap());
            assert_eq!(kept.floor, Fraction::ZERO);
        }
    }
}

#[test]
fn by_method_a_a_fold_loses_the_jackpot_wager() {
    let all = returns("crown-sydney-poker-minors-3.3", "mississippi-stud", Method::A);
    for (option, seed, kept, never) in &all {
        assert!(kept.total() < never.total(), "option {option}, seed {seed}");
        assert_eq!(basis_points(never.total()), 8_885);
        assert_eq!(kept.increment, never.increment, "the increment is paid on every wager");
    }
    // Nobody gives up a pat hand of five cards.
    for (option, _, kept, never) in returns("crown-sydney-poker-minors-3.3", "caribbean-stud", Method::A) {
        assert_eq!(kept, never, "option {option}");
    }
}

#[test]
fn melbournes_rates_fall_smoothly() {
    let books = [
        ("crown-melbourne-mississippi-stud-3.0", "mississippi-stud"),
        ("crown-melbourne-three-card-poker-5.1", "three-card-poker"),
    ];
    for (book, game) in books {
        let all = returns(book, game, Method::A);
        for (number, highest, lowest) in [(1, 8_887, 8_831), (2, 8_886, 8_813)] {
            let plain = |found: &JackpotReturn| found.total().checked_sub(found.floor).unwrap();
            let rows: Vec<_> = all.iter().filter(|(option, ..)| *option == number).collect();
            assert!(rows.len() > 3, "{book}");
            let totals: Vec<i128> = rows.iter().map(|(.., never)| basis_points(plain(never))).collect();
            assert_eq!((totals[0], totals[totals.len() - 1]), (highest, lowest), "{book}, option {number}");
            assert!(totals.is_sorted_by(|a, b| a >= b), "{book}, option {number}: {totals:?}");
            for (_, seed, _, never) in rows {
                assert!(never.floor > Fraction::ZERO, "{book}: the seed {seed} is a floor");
                let life = never.life.as_ref().unwrap();
                assert!(life.mean_at_hit > Fraction::from(i128::from(*seed)));
            }
        }
    }
}

#[test]
fn the_star_guarantees_and_pays_flat_prizes() {
    let book = Rulebook::open("star-sydney-mississippi-stud-4").unwrap();
    let game = book.variant("mississippi-stud").unwrap();
    let setup = Setup::new(&book, game, sign(&book)).unwrap();
    let solved = Solved::new(&setup).unwrap();
    let hands = solved.jackpot_hands(&solved.endings(Manner::Best)).unwrap();
    let at = |seed: u32| {
        let mut sign = sign(&book);
        let mut shown = jackpot(0, seed);
        shown.increment = Some(Rate::from_percent("30").unwrap());
        sign.jackpot = Some(shown);
        sign.check(&book, game).unwrap();
        let kept = solved.jackpot(&hands, &sign, false).unwrap();
        assert_eq!(kept, solved.jackpot(&hands, &sign, true).unwrap(), "a folded hand can still win");
        kept
    };
    let (high, low) = (at(50_000), at(5_000));
    // 500, 150 and 100 dollars for 624, 3,744 and 5,108 hands of 2,598,960, a wager of 5.
    let fixed = Fraction::new(500 * 624 + 150 * 3_744 + 100 * 5_108, 5 * 2_598_960).unwrap();
    assert_eq!((high.fixed, low.fixed), (fixed, fixed));
    assert_eq!(high.reseed, Fraction::new(10_000, 649_740).unwrap());
    assert!(low.guarantee > high.guarantee, "the lower the meter, the more the guarantee adds");
}
