//! Mississippi Stud position by position: all the cards to come, listed street by street.

use crate::exact::common::{Exact, assert_worths, draw_set, exact, fraction, sees};
use crate::exact::positions::{Paid, pay};
use cards::{CardSet, Category, Evaluator, orders};
use money::Fraction;
use odds::{Choice, Manner, Seen};
use std::collections::HashMap;
use testkit::dice::Dice;
use testkit::rounds::Pair;

/// The table on the layout, to 1: from tens down to sixes nothing is won or lost.
fn printed(royal: i64, flush: i64) -> Paid {
    let lines = [
        ("AsKsQsJsTs", royal),
        ("5s4s3s2sAs", 100),
        ("2s2h2d2c3s", 40),
        ("2s2h2d3s3h", 10),
        ("7s5s4s3s2s", flush),
        ("5s4h3d2cAs", 4),
        ("2s2h2d4s3h", 3),
        ("3s3h2s2h4d", 2),
        ("JsJh4d3c2s", 1),
        ("6s6h4d3c2s", 0),
    ];
    Paid::by_hand(lines, -1)
}

/// The game listed by hand: what four cards and one more are paid, summed over the 48.
struct Listed {
    paid: Paid,
    sums: HashMap<CardSet, i64>,
}

impl Listed {
    fn new(paid: Paid) -> Listed {
        Listed { paid, sums: HashMap::new() }
    }

    /// What one unit gains over the 48 last cards.
    fn last(&mut self, four: CardSet) -> i64 {
        let paid = &self.paid;
        *self.sums.entry(four).or_insert_with(|| {
            let ranker = orders::high_52().fast();
            (CardSet::ALL - four).choose(1).map(|last| paid.of(ranker.rank(four | last))).sum()
        })
    }

    /// What each choice gains over all the cards to come, with these stakes before: a fold, then one to three Antes.
    fn choices(&mut self, seen: CardSet, stakes: &[i64]) -> [i64; 4] {
        let laid: i64 = 1 + stakes.iter().sum::<i64>();
        let to_come = [48 * 49 * 50, 48 * 49, 48][stakes.len()];
        let mut gains = [-laid * to_come, 0, 0, 0];
        for multiple in 1..=3 {
            gains[multiple as usize] = match stakes.len() {
                2 => (laid + multiple) * self.last(seen),
                _ => {
                    let stakes: Vec<i64> = stakes.iter().copied().chain([multiple]).collect();
                    (CardSet::ALL - seen).choose(1).map(|card| self.best(seen | card, &stakes)).sum()
                }
            };
        }
        gains
    }

    fn best(&mut self, seen: CardSet, stakes: &[i64]) -> i64 {
        self.choices(seen, stakes).into_iter().max().expect("four choices")
    }

    /// What is staked over all the cards to come, between choices worth the same the smallest or the largest stake.
    fn staked(&mut self, seen: CardSet, stakes: &[i64], ties: Ties) -> i64 {
        let laid: i64 = 1 + stakes.iter().sum::<i64>();
        let to_come = [48 * 49 * 50, 48 * 49, 48][stakes.len()];
        let gains = self.choices(seen, stakes);
        let most = gains.into_iter().max();
        let is_best = |gain: &i64| Some(*gain) == most;
        let multiple = match ties {
            Ties::Less => gains.iter().position(is_best),
            Ties::More => gains.iter().rposition(is_best),
        };
        let multiple = multiple.expect("the most is one of them") as i64;
        match (multiple, stakes.len()) {
            (0, _) => laid * to_come,
            (_, 2) => (laid + multiple) * to_come,
            _ => {
                let stakes: Vec<i64> = stakes.iter().copied().chain([multiple]).collect();
                (CardSet::ALL - seen).choose(1).map(|card| self.staked(seen | card, &stakes, ties)).sum()
            }
        }
    }

    fn assert_worths(&mut self, exact: &Exact, own: CardSet, board: CardSet, stakes: &[i64]) {
        let [fold, one, two, three] = self.choices(own | board, stakes);
        // Between the least and the most nothing is better than both, so that two Antes need not be asked for.
        assert!(two <= one.max(three), "{own} {board} {stakes:?}");
        let to_come = [48 * 49 * 50, 48 * 49, 48][stakes.len()];
        let expected = [(Choice::Fold, fold), (Choice::Bet(1), one), (Choice::Bet(3), three)];
        let expected = expected.map(|(choice, gain)| (choice, fraction(gain.into(), to_come)));
        let mut seen = Seen { decision: stakes.len(), board, ..sees(own) };
        seen.stakes.iter_mut().zip(stakes).for_each(|(known, stake)| *known = *stake as u8);
        assert_worths(&exact.solved.worths(&seen), &expected, &seen);
    }

    /// Random positions on 5th and 4th Street with every stake before, and on 3rd Street.
    fn assert_positions(&mut self, exact: &Exact, seed: u64, [fifth, fourth, third]: [usize; 3]) {
        let mut dice = Dice::new(seed);
        for _ in 0..fifth {
            let own = draw_set(&mut dice, CardSet::ALL, 2);
            let board = draw_set(&mut dice, CardSet::ALL - own, 2);
            for (first, second) in (1..=3).flat_map(|first| (1..=3).map(move |second| (first, second))) {
                self.assert_worths(exact, own, board, &[first, second]);
            }
        }
        for _ in 0..fourth {
            let own = draw_set(&mut dice, CardSet::ALL, 2);
            let board = draw_set(&mut dice, CardSet::ALL - own, 1);
            for stake in 1..=3 {
                self.assert_worths(exact, own, board, &[stake]);
            }
        }
        for _ in 0..third {
            let own = draw_set(&mut dice, CardSet::ALL, 2);
            self.assert_worths(exact, own, CardSet::EMPTY, &[]);
        }
    }
}

/// Which of two choices worth the same is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ties {
    Less,
    More,
}

/// What best play stakes on average, listed by hand.
fn mean_stake(ties: Ties) -> Fraction {
    let mut listed = Listed::new(printed(500, 6));
    let holes = CardSet::ALL.choose(2).filter(|hole| cards::canonical([*hole])[0] == *hole);
    let staked = holes.map(|hole| i64::from(cards::suit_orbit([hole])) * listed.staked(hole, &[], ties));
    fraction(staked.sum::<i64>().into(), 1_326 * 48 * 49 * 50)
}

#[test]
fn between_equals_the_count_goes_the_way_that_stakes_less() {
    let main = exact(Pair::SydneyMississippi).main(Manner::Best);
    assert_eq!(main.staked, mean_stake(Ties::Less));
    assert_eq!(main.staked, fraction(134_727, 38_675));
    // What has been published, 3.59 Antes and 1.37% of what is staked, stakes more where it makes no difference.
    let more = mean_stake(Ties::More);
    assert_eq!(more.to_places(2), "3.59");
    assert_eq!(main.gain.mean.checked_div(more).expect("a stake").to_places(4), "-0.0137");
    assert_eq!(main.element_of_risk().expect("a stake").to_places(4), "-0.0141");
}

#[test]
fn streets_are_worth_what_listing_finds() {
    let mut listed = Listed::new(printed(500, 6));
    listed.assert_positions(exact(Pair::SydneyMississippi), 3, [600, 200, 0]);
    listed.assert_positions(exact(Pair::StarMississippi), 4, [100, 40, 2]);
    listed.assert_positions(exact(Pair::MelbourneMississippi), 5, [100, 40, 2]);
}

#[test]
fn every_two_cards_are_worth_what_listing_finds() {
    let mut listed = Listed::new(printed(500, 6));
    let exact = exact(Pair::SydneyMississippi);
    let holes = CardSet::ALL.choose(2).filter(|hole| cards::canonical([*hole])[0] == *hole);
    let mut asked = 0;
    for hole in holes {
        listed.assert_worths(exact, hole, CardSet::EMPTY, &[]);
        asked += 1;
    }
    assert_eq!(asked, 169);
}

#[test]
fn other_odds_are_another_game_of_streets() {
    let exact = Exact::changed(Pair::SydneyMississippi, |game| {
        pay(game, "hands", Category::RoyalFlush, 2_000, 1);
        pay(game, "hands", Category::Flush, 9, 1);
    });
    Listed::new(printed(2_000, 9)).assert_positions(&exact, 6, [300, 100, 3]);
}
