//! The coach's word against the solution, and against what it may not know.

use crate::common::{Chance, PAIRS, coach, game};
use cards::{CardId, CardSet};
use coach::{Advice, Practice, to_cent};
use engine::banked::{Decision, Table};
use engine::{Actor, Machine};
use money::{Fraction, Money};
use odds::{Choice, Seen};

const ANTE: Money = Money::from_cents(25_00);

/// Plays rounds with choices from chance, and shows every decision on the way.
fn each_decision(pair: usize, rounds: usize, chance: &mut Chance, mut look: impl FnMut(&Table, &Advice)) {
    let mut practice = Practice::new(coach(pair)).unwrap();
    for _ in 0..rounds {
        practice.deal_deck(ANTE, &chance.deck()).unwrap();
        while let Some(advice) = practice.advice() {
            look(practice.table(), &advice);
            let choice = advice.choices[chance.below(advice.choices.len())].choice;
            practice.decide(choice).unwrap();
        }
        assert!(!practice.is_deciding());
    }
}

#[test]
fn the_advice_is_the_solution() {
    let mut chance = Chance::new(1);
    for pair in 0..PAIRS.len() {
        let coach = coach(pair);
        let mut decisions = 0;
        each_decision(pair, 60, &mut chance, |_, advice| {
            decisions += 1;
            assert_eq!(coach.solved().decide(&advice.seen), Some(advice.best));
            for worth in coach.solved().worths(&advice.seen) {
                assert_eq!(advice.priced(worth.choice).unwrap().worth, worth.gain);
            }
            let best = advice.priced(advice.best).unwrap();
            assert_eq!(best.cost, Fraction::ZERO);
            for priced in &advice.choices {
                assert!(priced.cost >= Fraction::ZERO, "{advice:?}");
                // Exact: the difference in worth times the Ante in cents.
                let lost = best.worth.checked_sub(priced.worth).unwrap();
                assert_eq!(priced.cost, lost.checked_mul(Fraction::from(ANTE)).unwrap());
                assert_eq!(priced.cost_shown(), to_cent(priced.cost));
            }
            assert!(advice.choices.is_sorted_by_key(|priced| priced.choice), "{advice:?}");
            assert!(!advice.why.is_empty());
        });
        assert!(decisions >= 60);
    }
}

/// Every button of the page has a price, and the table takes it.
#[test]
fn every_choice_is_one_that_the_table_takes() {
    let mut chance = Chance::new(2);
    for pair in 0..PAIRS.len() {
        let (book, game) = game(pair);
        let machine = engine::banked::Banked::new(book, game);
        each_decision(pair, 25, &mut chance, |table, advice| {
            let offers = machine.offers(table, Actor::DEALER);
            for priced in &advice.choices {
                let decision = priced.decision;
                let command = engine::banked::Command::Decide { seat: 0, decision };
                assert!(offers.iter().any(|offer| offer.admits(&command)), "{decision:?}");
                let stake = match decision {
                    Decision::Bet { amount, .. } => amount,
                    _ => Money::ZERO,
                };
                assert_eq!(stake, priced.stake);
            }
        });
    }
}

/// A table that differs in nothing that the seat may see: the hidden cards are dealt anew.
fn other_world(table: &Table, seen: &Seen, game: &rulebook::Variant, chance: &mut Chance) -> Table {
    let visible = seen.own | seen.board | seen.up.map_or(CardSet::EMPTY, CardSet::of);
    let deck = chance.deck();
    let mut hidden = deck.into_iter().filter(|card| !visible.contains(card.card()));
    let mut other = table.clone();
    let up = game.up_card.as_ref().map(|_| usize::from(table.up_card));
    for at in 0..game.dealer_cards {
        if up != Some(at) {
            other.dealer[at] = hidden.next().unwrap();
        }
    }
    for at in usize::from(table.board_shown)..5 {
        other.board[at] = hidden.next().unwrap();
    }
    let known = |card: &CardId| visible.contains(card.card());
    let mut rest: Vec<CardId> = table.deck.iter().copied().filter(|card| !known(card)).collect();
    rest.rotate_left(7);
    let mut rest = rest.into_iter();
    for card in other.deck.iter_mut().filter(|card| !visible.contains(card.card())) {
        *card = rest.next().unwrap();
    }
    other
}

#[test]
fn hidden_cards_change_nothing() {
    let (mut chance, mut cards) = (Chance::new(3), Chance::new(33));
    for pair in 0..PAIRS.len() {
        let (_, game) = game(pair);
        let coach = coach(pair);
        let mut differed = 0;
        each_decision(pair, 25, &mut chance, |table, advice| {
            let other = other_world(table, &advice.seen, game, &mut cards);
            differed += usize::from(other != *table);
            assert_eq!(coach.advise(&other, 0).as_ref(), Some(advice));
            assert_eq!(coach::sight(game, &other, 0), coach::sight(game, table, 0));
        });
        assert!(differed >= 25, "the worlds were the same");
    }
}

/// A rule that is named as the reason says what the solution says, and short rules cover whole games.
#[test]
fn rules_say_what_is_best() {
    let mut chance = Chance::new(4);
    for (pair, (book, game)) in PAIRS.into_iter().enumerate() {
        let coach = coach(pair);
        let (mut named, mut all) = (0, 0);
        let mut practice = Practice::new(coach.clone()).unwrap();
        for _ in 0..200 {
            practice.deal_deck(ANTE, &chance.deck()).unwrap();
            // Along best play: rules are for what it would have staked before.
            while let Some(advice) = practice.advice() {
                all += 1;
                if let Some(rule) = coach.solved().rule(coach.rules(), &advice.seen) {
                    assert_eq!(rule.choice, advice.best, "{rule:?} {:?}", advice.seen);
                    named += 1;
                }
                practice.decide(advice.best).unwrap();
            }
        }
        let least = match game {
            "three-card-poker" | "mississippi-stud" => all,
            "caribbean-stud" => all * 9 / 10,
            _ => all / 10,
        };
        assert!(named >= least, "{book} {game}: {named} of {all}");
    }
}

/// A stake between the least and the most, on a street after which more is decided, is no straight line between them:
/// counted by playing every card on.
#[test]
fn a_stake_between_is_worth_what_follows_it() {
    let coach = coach(1);
    let mut practice = Practice::new(coach.clone()).unwrap();
    let wanted = coach::Wanted::read("9s 8s", "", "7s Td").unwrap();
    practice.deal(ANTE, &wanted, &cards::ShuffleKey::from_seed(5)).unwrap();
    let before = practice.advice().unwrap();
    let two = before.priced(Choice::Bet(2)).unwrap().worth;
    let (one, three) =
        (before.priced(Choice::Bet(1)).unwrap().worth, before.priced(Choice::Bet(3)).unwrap().worth);
    // Worth bends upwards: never above the straight line.
    let middle = one.checked_add(three).unwrap().checked_div(Fraction::from(2)).unwrap();
    assert!(two <= middle);
    // After two Antes the table goes on with the same worth: the mean over the next card of the best from there.
    let left = cards::Pack::OF_52.cards() - before.seen.own;
    let mut sum = Fraction::ZERO;
    for card in left.iter() {
        let seen = Seen { decision: 1, board: CardSet::of(card), stakes: [2, 0, 0], ..before.seen };
        let best = coach.solved().worths(&seen).iter().map(|worth| worth.gain).max().unwrap();
        sum = sum.checked_add(best).unwrap();
    }
    assert_eq!(two, sum.checked_div(Fraction::from(left.len() as i128)).unwrap());
    practice.decide(Choice::Bet(2)).unwrap();
    assert_eq!(practice.advice().unwrap().seen.stakes, [2, 0, 0]);
}

#[test]
fn cents_are_shown_to_the_nearest() {
    for (exact, shown) in [("1/2", 1), ("49/100", 0), ("5/2", 3), ("1234", 1234), ("0", 0), ("7/3", 2)] {
        assert_eq!(to_cent(exact.parse().unwrap()), Money::from_cents(shown), "{exact}");
    }
}
