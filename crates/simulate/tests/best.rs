//! Rounds played by best play through the whole engine come to what the exact solution says, wager by wager.

use money::Fraction;
use odds::{Manner, Setup, Solved};
use rulebook::Place;
use simulate::{Plan, run};

/// Standard errors that a result may be off. With a fixed seed the test always does the same; so far off by chance is
/// one in a thousand.
const ERRORS: u128 = 33;

fn check(book: &str, game: &str, rounds: u64) {
    let book = rulebook::Rulebook::open(book).unwrap();
    let game = book.variant(game).unwrap();
    let mut plan = Plan { rounds, seed: 7, ..Plan::new(&book, game).unwrap() };
    plan.strategy = Plan::strategy(game, "best").unwrap();
    plan.check(&book, game).unwrap();
    let totals = run(&book, game, &plan, 2, &|_| {});
    let setup = Setup::new(&book, game, plan.sign.clone()).unwrap();
    let solved = Solved::new(&setup).unwrap();
    let endings = solved.endings(Manner::Best);
    let ante = i128::from(plan.wagers[0].cents());
    let rounds = i128::from(rounds);
    let mut checked = 0;
    let is_jackpot = |on: &str| game.wager(on).is_some_and(|at| game.wager[at].place == Place::Jackpot);
    for (at, rules) in game.wager.iter().enumerate() {
        if is_jackpot(&rules.on) || rules.of.as_deref().is_some_and(is_jackpot) {
            continue;
        }
        let is_main = rules.place != Place::First || setup.first.contains(&at);
        let expected = if is_main {
            endings.moments(|ending| setup.gain_on(at, ending)).unwrap().mean
        } else {
            setup.side(at, &setup.side_hands(at).unwrap(), &endings).unwrap().gain.mean
        };
        let tally = &totals.wagers[at];
        // Off by: |net - rounds * ante * expected| against 3.3 * sqrt(squares), which is at least the standard error.
        let whole = Fraction::from(rounds * ante).checked_mul(expected).unwrap();
        let off = Fraction::from(tally.net).checked_sub(whole).unwrap();
        let off = off.num().unsigned_abs() / off.den().unsigned_abs();
        let error = tally.squares.isqrt();
        assert!(
            off * 10 <= error * ERRORS,
            "{} of {}: off by {off} cents, one error is {error}",
            rules.on,
            game.game
        );
        assert!(tally.squares > 0, "{} was played", rules.on);
        checked += 1;
    }
    assert!(checked >= 2, "wagers were compared");
    // And the stakes are those that best play lays.
    let stake = endings.moments(|ending| setup.main_stake(ending)).unwrap();
    let first: i128 = setup.first.iter().map(|at| totals.wagers[*at].staked).sum();
    let later = setup.decisions.iter().map(|decision| decision.wager);
    let mut later: Vec<usize> = later.collect();
    later.dedup();
    let staked = first + later.iter().map(|at| totals.wagers[*at].staked).sum::<i128>();
    let whole = Fraction::from(rounds * ante).checked_mul(stake.mean).unwrap();
    let off = Fraction::from(staked).checked_sub(whole).unwrap();
    let off = off.num().unsigned_abs() / off.den().unsigned_abs();
    // One standard error of the sum: the root of so many times the variance of one stake.
    let spread = stake.variance.checked_mul(Fraction::from(rounds * ante * ante)).unwrap();
    let error = (spread.floor() as u128).isqrt();
    assert!(off * 10 <= error * ERRORS, "staked: off by {off} cents, one error is {error}");
}

#[test]
fn three_card_poker() {
    check("crown-melbourne-three-card-poker-5.1", "three-card-poker", 400_000);
}

#[test]
fn caribbean_stud() {
    check("crown-sydney-poker-minors-3.3", "caribbean-stud", 150_000);
}

#[test]
fn mississippi_stud() {
    for book in [
        "crown-sydney-poker-minors-3.3",
        "star-sydney-mississippi-stud-4",
        "crown-melbourne-mississippi-stud-3.0",
    ] {
        check(book, "mississippi-stud", 50_000);
    }
}

#[test]
fn ultimate_texas_holdem() {
    check("crown-sydney-poker-minors-3.3", "ultimate-texas-holdem", 200_000);
}
