//! What is true of best play whatever the numbers: nothing is better, what is counted forwards is what was reckoned
//! backwards, and suits have no names.

use crate::exact::common::{
    Exact, MANNERS, assert_worths, cards, draw, draw_set, exact, fraction, sees, sum, times,
};
use crate::exact::positions::pay;
use cards::{Card, CardSet, Category, Suit, suit_orbit};
use money::Fraction;
use odds::{Choice, Ending, Manner, Seen};
use std::collections::BTreeSet;
use testkit::dice::Dice;
use testkit::rounds::Pair;

/// The mean of what these are worth with best play, each weighed.
fn mean_of(exact: &Exact, all: impl Iterator<Item = (Seen, u32)>) -> Fraction {
    // Over one denominator: the cards to come are always as many.
    let (mut above, mut below, mut weights) = (0i128, 1i128, 0i128);
    for (seen, weight) in all {
        let best = exact.best(&seen);
        if below % best.den() != 0 {
            let wider = times(Fraction::from(below), fraction(best.den(), gcd(below, best.den()))).num();
            above *= wider / below;
            below = wider;
        }
        above += i128::from(weight) * best.num() * (below / best.den());
        weights += i128::from(weight);
    }
    fraction(above, below * weights)
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The mean over every two cards before the flop or 3rd Street.
pub(crate) fn mean_of_holes(exact: &Exact) -> Fraction {
    mean_of(exact, CardSet::ALL.choose(2).map(|own| (sees(own), 1)))
}

#[test]
fn no_manner_is_better_than_best_play() {
    for pair in Pair::ALL {
        let exact = exact(pair);
        let best = exact.mean(Manner::Best);
        for manner in MANNERS {
            assert!(exact.mean(manner) <= best, "{pair:?} {manner:?}");
        }
        assert!(exact.mean(Manner::NeverFold) < best, "{pair:?}: some hand is worth folding");
        assert!(exact.mean(Manner::MimicDealer) < best, "{pair:?}");
        let stakes = |manner| exact.endings(manner).iter().map(|(ending, _)| ending.line).collect::<Vec<_>>();
        assert!(stakes(Manner::NeverFold).iter().all(|line| line.folded.is_none()), "{pair:?}");
        for line in [Manner::LeastStake, Manner::MimicDealer].into_iter().flat_map(stakes) {
            for (&stake, decision) in line.stakes.iter().zip(&exact.setup.decisions) {
                assert!(stake == 0 || u32::from(stake) == decision.least, "{pair:?} {line:?}");
            }
        }
    }
}

#[test]
fn what_is_counted_forwards_was_reckoned_backwards() {
    let three = exact(Pair::ThreeCard);
    let hands = CardSet::ALL.choose(3).map(|own| (sees(own), 1));
    assert_eq!(mean_of(three, hands), three.mean(Manner::Best));
    for pair in [Pair::SydneyMississippi, Pair::StarMississippi, Pair::UltimateHoldem] {
        assert_eq!(mean_of_holes(exact(pair)), exact(pair).mean(Manner::Best), "{pair:?}");
    }
}

/// A straight flush that is paid beyond measure: three Antes even on a deuce and a trey of one suit, and a fold, after
/// any stakes, as soon as they cannot become one.
#[test]
fn hands_that_are_given_up_after_large_stakes_are_counted_with_them() {
    let pair = Pair::SydneyMississippi;
    let exact = Exact::changed(pair, |game| pay(game, "hands", Category::StraightFlush, 100_000, 1));
    let lines =
        exact.endings(Manner::Best).iter().map(|(ending, _)| (ending.line.stakes, ending.line.folded));
    let lines: BTreeSet<([u8; 3], Option<u8>)> = lines.collect();
    for line in [([0; 3], Some(0)), ([3, 0, 0], Some(1)), ([3, 3, 0], Some(2)), ([3, 3, 3], None)] {
        assert!(lines.contains(&line), "{line:?}");
    }
    assert_eq!(exact.endings(Manner::Best).deals(), 1_326 * 50 * 49 * 48);
    assert_eq!(mean_of_holes(&exact), exact.mean(Manner::Best));
}

/// Class by class, since there are too many hands of the weaker ones to ask for each of them.
#[test]
fn hands_of_caribbean_stud_add_up_class_by_class() {
    let exact = exact(Pair::CaribbeanStud);
    let setup = exact.setup;
    let order = setup.game().order(0);
    let first = (0..setup.classes.len()).find(|class| setup.classes.name(*class) == "three-of-a-kind");
    let first = first.expect("a class of the game");
    let mut gained = vec![Fraction::ZERO; setup.classes.len()];
    for own in CardSet::ALL.choose(5).filter(|hand| hand.suits().is_sorted_by(|a, b| a >= b)) {
        let class = setup.classes.of(order.rank(own));
        if class < first {
            continue;
        }
        let worth = |up: Card| (Seen { up: Some(up), ..sees(own) }, 1);
        let mean = mean_of(exact, (CardSet::ALL - own).iter().map(worth));
        let deals = i128::from(suit_orbit([own])) * 47 * 163_185;
        gained[class] = sum([gained[class], times(mean, deals)]);
    }
    for (class, gained) in gained.into_iter().enumerate().skip(first) {
        let endings = exact.endings(Manner::Best).iter().filter(|(ending, _)| ending.class == class);
        let counted = sum(endings.map(|(ending, deals)| times(setup.main_gain(ending), deals as i128)));
        assert_eq!(counted, gained, "{}", setup.classes.name(class));
    }
    // And all of them within what chance allows: 20,000 hands, whose worth deviates by less than two Antes or so.
    let mut dice = Dice::new(77);
    let mut sampled = |_| {
        let all = draw(&mut dice, CardSet::ALL, 6);
        let best = exact.best(&Seen { up: Some(all[0]), ..sees(all[1..].iter().copied().collect()) });
        times(best, 1_000_000_000).floor()
    };
    let mean = (0..20_000).map(&mut sampled).sum::<i128>() / 20_000;
    let counted = times(exact.mean(Manner::Best), 1_000_000_000).floor();
    assert!((mean - counted).abs() < 60_000_000, "{mean} {counted}");
}

#[test]
fn two_cards_of_holdem_are_worth_the_mean_of_their_flops_and_flops_that_of_their_rivers() {
    let exact = exact(Pair::UltimateHoldem);
    for own in ["AsKs", "7h2d", "8c8d", "JdTc", "Qh5h"].map(cards) {
        let worths = exact.solved.worths(&sees(own));
        let [check, three, four] = worths.as_slice() else { panic!("{worths:?}") };
        assert_eq!(
            [check.choice, three.choice, four.choice],
            [Choice::Check, Choice::Bet(3), Choice::Bet(4)]
        );
        let flops = (CardSet::ALL - own).choose(3);
        let flops: Vec<Seen> = flops.map(|board| Seen { decision: 1, board, ..sees(own) }).collect();
        assert_eq!(flops.len(), 19_600);
        assert_eq!(mean_of(exact, flops.iter().map(|seen| (*seen, 1))), check.gain, "{own}");
        // Play twice over: as much less than three times as that is less than four times.
        let twice = sum([times(three.gain, 2), times(four.gain, -1)]);
        let bet = |seen: &Seen| {
            let worth = exact.solved.worths(seen)[1];
            assert_eq!(worth.choice, Choice::Bet(2));
            worth.gain
        };
        assert_eq!(times(sum(flops.iter().map(bet)), fraction(1, 19_600)), twice, "{own}");
    }
    let mut dice = Dice::new(5);
    for _ in 0..3 {
        let own = draw_set(&mut dice, CardSet::ALL, 2);
        let flop = draw_set(&mut dice, CardSet::ALL - own, 3);
        let rivers = (CardSet::ALL - own - flop).choose(2);
        let rivers = rivers.map(|rest| (Seen { decision: 2, board: flop | rest, ..sees(own) }, 1));
        let worths = exact.solved.worths(&Seen { decision: 1, board: flop, ..sees(own) });
        assert_eq!(mean_of(exact, rivers), worths[0].gain, "{own} {flop}");
    }
}

/// Something that a player of a game may see at any of its decisions, with any stakes before.
fn any_position(dice: &mut Dice, exact: &Exact) -> Seen {
    let game = exact.setup.game();
    let decision = dice.below(exact.setup.decisions.len() as u64) as usize;
    let own = draw_set(dice, CardSet::ALL, game.hand_cards.value);
    let mut seen = Seen { decision, ..sees(own) };
    match (game.board_cards, game.up_card.is_some()) {
        (0, true) => seen.up = draw(dice, CardSet::ALL - own, 1).pop(),
        (0, false) => {}
        (3, _) => {
            seen.board = draw_set(dice, CardSet::ALL - own, decision);
            seen.stakes[..decision].iter_mut().for_each(|stake| *stake = dice.from_to(1, 3) as u8);
        }
        _ => seen.board = draw_set(dice, CardSet::ALL - own, [0, 3, 5][decision]),
    }
    seen
}

/// The order in which less is staked: nothing first.
fn staked(choice: Choice) -> u8 {
    match choice {
        Choice::Fold | Choice::Check => 0,
        Choice::Bet(times) => times,
    }
}

#[test]
fn the_choice_is_the_best_and_between_equals_the_one_that_stakes_less() {
    let mut ties = 0;
    for pair in Pair::ALL {
        let exact = exact(pair);
        let mut dice = Dice::new(101);
        for _ in 0..3_000 {
            let seen = any_position(&mut dice, exact);
            let worths = exact.solved.worths(&seen);
            assert!(worths.len() > 1, "{seen:?}");
            assert!(worths.is_sorted_by(|a, b| staked(a.choice) < staked(b.choice)), "{worths:?}");
            let most = worths.iter().map(|worth| worth.gain).max().expect("some choice");
            let best: Vec<Choice> =
                worths.iter().filter(|worth| worth.gain == most).map(|worth| worth.choice).collect();
            ties += usize::from(best.len() > 1);
            let least = best.into_iter().min_by_key(|choice| staked(*choice));
            assert_eq!(exact.solved.decide(&seen), least, "{seen:?} {worths:?}");
        }
    }
    assert!(ties > 0, "some choices are worth the same");
}

fn renamed(cards: CardSet, names: &[usize]) -> CardSet {
    cards.iter().map(|card| Card::new(card.rank(), Suit::ALL[names[card.suit().index()]])).collect()
}

#[test]
fn suits_have_no_names() {
    for pair in Pair::ALL {
        let exact = exact(pair);
        let mut dice = Dice::new(211);
        for _ in 0..1_500 {
            let seen = any_position(&mut dice, exact);
            let names = dice.different(4, 4);
            let up = seen.up.map(CardSet::of).and_then(|up| renamed(up, &names).iter().next());
            let other =
                Seen { own: renamed(seen.own, &names), board: renamed(seen.board, &names), up, ..seen };
            let expected: Vec<(Choice, Fraction)> =
                exact.solved.worths(&seen).iter().map(|worth| (worth.choice, worth.gain)).collect();
            assert_worths(&exact.solved.worths(&other), &expected, &(seen, other));
        }
    }
}

/// What a way to play, given by its endings, gains under the odds of another game of the same classes.
fn revalued(played: &Exact, paid: &Exact) -> Fraction {
    let names = |exact: &Exact| -> Vec<String> {
        (0..exact.setup.classes.len()).map(|class| exact.setup.classes.name(class).to_string()).collect()
    };
    assert_eq!(names(played), names(paid));
    let gain = |ending: &Ending| paid.setup.main_gain(ending);
    played.endings(Manner::Best).moments(gain).expect("numbers that fit").mean
}

#[test]
fn under_any_odds_their_own_best_play_is_the_best() {
    let mut dice = Dice::new(307);
    let games: [(Pair, &str, usize); 4] = [
        (Pair::ThreeCard, "ante-bonus", 12),
        (Pair::SydneyMississippi, "hands", 12),
        (Pair::CaribbeanStud, "bet", 2),
        (Pair::UltimateHoldem, "blind", 1),
    ];
    for (pair, table, turns) in games {
        let printed = exact(pair);
        for _ in 0..turns {
            let lines: &[Category] = match table {
                "ante-bonus" => &[Category::Straight, Category::ThreeOfAKind, Category::StraightFlush],
                _ => &[Category::Straight, Category::Flush, Category::FullHouse, Category::FourOfAKind],
            };
            let odds: Vec<(Category, u32, u32)> = lines
                .iter()
                .map(|line| (*line, dice.from_to(1, 60) as u32, dice.from_to(1, 4) as u32))
                .collect();
            let other = Exact::changed(pair, |game| {
                odds.iter().for_each(|&(line, above, below)| pay(game, table, line, above, below));
            });
            assert!(revalued(printed, &other) <= other.mean(Manner::Best), "{pair:?} {odds:?}");
            assert!(revalued(&other, printed) <= printed.mean(Manner::Best), "{pair:?} {odds:?}");
        }
    }
}
