//! Where the numbers or the questions go beyond what a game has: refused, or answered rightly, never wrongly.

use crate::exact::common::{cards, exact, plain_sign, sees};
use crate::exact::positions::pay;
use cards::{Card, Category};
use money::Fraction;
use odds::{Choice, Seen, Setup, Solved};
use rulebook::{ChoiceKind, StepKind, Variant};
use testkit::rounds::Pair;

/// What a royal flush made on the flop gains by a Play of two Antes there rather than of one on the river, where it
/// cannot be beaten: one Ante, whatever the Blind pays. None where the odds are refused.
fn gained_by_playing_two(change: impl FnOnce(&mut Variant)) -> Option<Fraction> {
    let pair = Pair::UltimateHoldem;
    let mut book = pair.book();
    let game = book.variants.iter_mut().find(|game| game.game == pair.game_id());
    change(game.expect("the book has the game"));
    let setup = Setup::new(&book, pair.game(&book), plain_sign(&book)).ok()?;
    let solved = Solved::new(&setup).ok()?;
    let seen = Seen { decision: 1, board: cards("QsJsTs"), ..sees(cards("AsKs")) };
    let worths = solved.worths(&seen);
    let [check, two] = worths.as_slice() else { panic!("{worths:?}") };
    assert_eq!([check.choice, two.choice], [Choice::Check, Choice::Bet(2)]);
    two.gain.checked_sub(check.gain)
}

#[test]
fn large_odds_are_counted_rightly_or_refused() {
    for royal in [100_000, 999_000, 1_000_000, 100_000_000] {
        let gained = gained_by_playing_two(|game| pay(game, "blind", Category::RoyalFlush, royal, 1));
        assert!(gained.is_none_or(|gained| gained == Fraction::ONE), "{royal}: {gained:?}");
        assert!(gained.is_some() || royal > 100_000, "{royal}");
    }
}

#[test]
fn finely_divided_odds_are_counted_rightly_or_refused() {
    let gained = gained_by_playing_two(|game| {
        pay(game, "blind", Category::RoyalFlush, 19, 1);
        pay(game, "blind", Category::StraightFlush, 19, 1);
        pay(game, "blind", Category::Flush, 1, 1);
        pay(game, "blind", Category::Straight, 1, 100_000);
    });
    assert!(gained.is_none_or(|gained| gained == Fraction::ONE), "{gained:?}");
}

#[test]
fn cards_that_cannot_be_seen_are_worth_nothing() {
    let three = exact(Pair::ThreeCard);
    assert!(three.solved.worths(&sees(cards("AsKs"))).is_empty());
    let streets = exact(Pair::StarMississippi);
    assert!(streets.solved.worths(&sees(cards("AsKsQs"))).is_empty());
    let short = Seen { decision: 1, ..sees(cards("AsKs")) };
    assert!(streets.solved.worths(&short).is_empty());
    let twice = Seen { decision: 1, board: cards("As"), ..sees(cards("AsKs")) };
    assert!(streets.solved.worths(&twice).is_empty());
    let holdem = exact(Pair::UltimateHoldem);
    let twice = Seen { decision: 1, board: cards("As3d4d"), ..sees(cards("AsKs")) };
    assert!(holdem.solved.worths(&twice).is_empty());
    assert!(holdem.solved.worths(&Seen { decision: 2, ..twice }).is_empty());
    let caribbean = exact(Pair::CaribbeanStud);
    assert!(caribbean.solved.worths(&sees(cards("AsKsQsJs9h"))).is_empty());
    assert_eq!(caribbean.solved.decide(&sees(cards("AsKsQsJs9h"))), None);
}

#[test]
fn hands_of_caribbean_stud_that_cannot_be_seen_are_worth_nothing() {
    let caribbean = exact(Pair::CaribbeanStud);
    let ace: Card = "As".parse().expect("a card");
    for own in ["AsKsQsJs9h", "KsQsJs9h8h7h", "KsQsJs9h"] {
        let seen = Seen { up: Some(ace), ..sees(cards(own)) };
        assert!(caribbean.solved.worths(&seen).is_empty(), "{own}");
    }
    let no_such_decision = Seen { decision: 1, up: Some(ace), ..sees(cards("KsQsJs9h8h")) };
    assert!(caribbean.solved.worths(&no_such_decision).is_empty());
}

/// A game that differs from the known shapes in what can be decided is not counted as if it did not.
#[test]
fn games_of_another_shape_are_refused() {
    type Change = fn(&mut Variant);
    let changes: [(Pair, Change); 4] = [
        (Pair::StarMississippi, |game| allow(game, 0, ChoiceKind::Check)),
        (Pair::UltimateHoldem, |game| instead(game, 1, ChoiceKind::Check, ChoiceKind::Fold)),
        (Pair::UltimateHoldem, |game| instead(game, 2, ChoiceKind::Fold, ChoiceKind::Check)),
        (Pair::CaribbeanStud, |game| allow(game, 0, ChoiceKind::Check)),
    ];
    for (pair, change) in changes {
        let mut book = pair.book();
        let game = book.variants.iter_mut().find(|game| game.game == pair.game_id());
        change(game.expect("the book has the game"));
        let setup = Setup::new(&book, pair.game(&book), plain_sign(&book)).expect("the sign is as it was");
        assert!(!Solved::knows(&setup), "{}", pair.game_id());
        assert!(Solved::new(&setup).is_err(), "{}", pair.game_id());
    }
}

/// The choices at a decision.
fn choices(game: &mut Variant, decision: usize) -> &mut Vec<rulebook::Choice> {
    let mut decides = game.step.iter_mut().filter(|step| step.kind == StepKind::Decide);
    &mut decides.nth(decision).expect("there is such a decision").choices
}

fn allow(game: &mut Variant, decision: usize, kind: ChoiceKind) {
    let choices = choices(game, decision);
    let more = rulebook::Choice { is: kind, ..choices[0].clone() };
    choices.push(more);
}

fn instead(game: &mut Variant, decision: usize, of: ChoiceKind, kind: ChoiceKind) {
    let found = choices(game, decision).iter_mut().find(|choice| choice.is == of);
    found.expect("that can be decided").is = kind;
}
