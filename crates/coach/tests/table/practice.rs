//! Practice rounds: dealt as they are wanted, scored exactly, kept for a while.

use crate::common::{Chance, PAIRS, coach, game};
use cards::{ShuffleKey, parse_cards};
use coach::{Kind, Practice, Refused, Wanted, WantedError};
use money::{Fraction, Money};
use odds::Choice;

const ANTE: Money = Money::from_cents(25_00);

#[test]
fn wanted_cards_are_dealt_where_they_are_wanted() {
    let mut chance = Chance::new(11);
    for pair in 0..PAIRS.len() {
        let (_, game) = game(pair);
        for seed in 0..40 {
            let deck = chance.deck().map(|card| card.card());
            let own = chance.below(game.hand_cards.value + 1);
            let board = chance.below(game.board_cards + 1);
            let mut cards = deck.into_iter();
            let wanted = Wanted {
                own: cards.by_ref().take(own).collect(),
                up: game.up_card.as_ref().and_then(|_| cards.next()),
                board: cards.by_ref().take(board).collect(),
            };
            let mut practice = Practice::new(coach(pair)).unwrap();
            practice.deal(ANTE, &wanted, &ShuffleKey::from_seed(seed)).unwrap();
            let seen = practice.advice().unwrap().seen;
            assert!(wanted.own.iter().all(|card| seen.own.contains(*card)), "{wanted:?} {seen:?}");
            assert_eq!(wanted.up, seen.up);
            // Stay in to the end: the board is as it was wanted, in its order.
            while let Some(advice) = practice.advice() {
                let stays = advice.choices.iter().find(|priced| priced.choice != Choice::Fold).unwrap();
                practice.decide(stays.choice).unwrap();
            }
            let shown: Vec<_> = practice.last().unwrap().sight.board.iter().flatten().copied().collect();
            assert_eq!(shown[..board], wanted.board);
        }
    }
}

#[test]
fn cards_that_cannot_be_dealt_are_refused() {
    let three = coach(5);
    let mut practice = Practice::new(three).unwrap();
    let key = ShuffleKey::from_seed(1);
    let mut deal = |own: &str, up: &str, board: &str| match Wanted::read(own, up, board) {
        Ok(wanted) => practice.deal(ANTE, &wanted, &key).map_err(|refused| refused.to_string()),
        Err(error) => Err(error.to_string()),
    };
    let no = |answer: Result<(), String>| answer.unwrap_err();
    assert_eq!(no(deal("Ah Kh Qh Jh", "", "")), "your cards: 4 cards are given, and 3 at most are dealt");
    assert_eq!(no(deal("", "Ah", "")), "the dealer's up card: there are none in this game");
    assert_eq!(no(deal("", "", "Ah")), "the board: there are none in this game");
    assert_eq!(no(deal("Ah", "Ah", "")), "the ace of hearts is wanted twice");
    assert!(no(deal("Ah Zz", "", "")).starts_with("your cards, card 2"));
    assert!(deal("Ah Kh", "", "").is_ok());
    // A wanted list made by hand may name a card twice too.
    let ace = parse_cards("As").unwrap()[0];
    let twice = Wanted { own: vec![ace], up: None, board: vec![ace] };
    let mut holdem = Practice::new(coach(2)).unwrap();
    assert_eq!(holdem.deal(ANTE, &twice, &key), Err(Refused::Cards(WantedError::Twice(ace))));
    assert!(!holdem.is_deciding());
}

#[test]
fn kinds_of_situation_come_up() {
    for (pair, (book, game)) in PAIRS.into_iter().enumerate() {
        let coach = coach(pair);
        for kind in Kind::ALL.into_iter().filter(|kind| kind.is_in(&coach)) {
            for seed in 0..3 {
                let mut practice = Practice::new(coach.clone()).unwrap();
                practice.deal_kind(ANTE, kind, &ShuffleKey::from_seed(seed)).unwrap();
                let mut came = false;
                while let Some(advice) = practice.advice() {
                    let seen = advice.seen;
                    let cards = seen.own | seen.board;
                    came |= match kind {
                        Kind::Close => advice.margin().unwrap() < "1/10".parse().unwrap(),
                        Kind::Pair => (cards.ranks().count_ones() as usize) < cards.len(),
                        Kind::FlushDraw => cards.suits().iter().any(|suit| suit.count_ones() == 4),
                        Kind::StraightDraw => cards.ranks().count_ones() >= 4,
                        Kind::HighCard => seen.own.iter().any(|card| card.rank() >= cards::Rank::King),
                        Kind::Fold => advice.best == Choice::Fold,
                        Kind::Raise => matches!(advice.best, Choice::Bet(2..)),
                    };
                    practice.decide(advice.best).unwrap();
                }
                assert!(came, "{book} {game} {kind:?} {seed}");
                assert_eq!(Kind::from_id(kind.id()), Some(kind));
            }
        }
    }
}

#[test]
fn the_score_is_exact() {
    let mut chance = Chance::new(12);
    for pair in 0..PAIRS.len() {
        let mut practice = Practice::new(coach(pair)).unwrap();
        let (mut cost, mut decisions, mut best, mut helped, mut net) = (Fraction::ZERO, 0, 0, 0, Money::ZERO);
        for round in 1..=45u64 {
            practice.deal_deck(ANTE, &chance.deck()).unwrap();
            while practice.is_deciding() {
                let asks = chance.below(4) == 0;
                let advice = if asks { practice.ask().unwrap() } else { practice.advice().unwrap() };
                let chosen = &advice.choices[chance.below(advice.choices.len())];
                let marked = practice.decide(chosen.choice).unwrap();
                assert_eq!((marked.cost, marked.helped), (chosen.cost, asks));
                if asks {
                    helped += 1
                } else {
                    decisions += 1;
                    best += u64::from(chosen.cost == Fraction::ZERO);
                    cost = cost.checked_add(chosen.cost).unwrap();
                }
            }
            let last = practice.last().unwrap();
            assert_eq!(last.number, round);
            net += last.net;
            assert_eq!(last.net, last.lines.iter().map(|line| line.settled.gain()).sum());
            assert!(!last.marked.is_empty());
            let score = practice.score();
            assert_eq!((score.rounds, score.decisions, score.best), (round, decisions, best));
            assert_eq!((score.helped, score.cost, score.net), (helped, cost, net));
            assert_eq!(practice.history().count() as u64, round.min(20));
        }
        let mistakes = &practice.score().mistakes;
        assert_eq!(mistakes.len(), 5);
        assert!(
            mistakes.iter().all(|marked| marked.cost > Fraction::ZERO && marked.advice.best != marked.chosen)
        );
        practice.new_score();
        assert_eq!((practice.score().decisions, practice.score().cost), (0, Fraction::ZERO));
    }
}

#[test]
fn what_cannot_be_done_changes_nothing() {
    let mut practice = Practice::new(coach(5)).unwrap();
    let key = ShuffleKey::from_seed(3);
    assert_eq!(practice.decide(Choice::Fold), Err(Refused::NothingToDecide));
    assert_eq!(practice.ask(), Err(Refused::NothingToDecide));
    for cents in [0, -100, 99, 150, 1_000_100] {
        let refused = practice.deal(Money::from_cents(cents), &Wanted::default(), &key);
        assert!(matches!(refused, Err(Refused::Ante(_))), "{cents}");
    }
    practice.deal(ANTE, &Wanted::default(), &key).unwrap();
    let table = practice.table().clone();
    assert_eq!(practice.deal(ANTE, &Wanted::default(), &key), Err(Refused::InRound));
    assert_eq!(practice.decide(Choice::Check), Err(Refused::NotAChoice));
    assert_eq!(practice.decide(Choice::Bet(2)), Err(Refused::NotAChoice));
    assert_eq!(*practice.table(), table);
    assert_eq!(practice.score().decisions, 0);
}
