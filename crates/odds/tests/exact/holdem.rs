//! Ultimate Texas Hold'em position by position: every board and every dealer's pair listed and settled by hand.

use crate::exact::common::{Exact, assert_worths, cards, draw_set, exact, fraction, sees};
use crate::exact::positions::{Paid, pay, qualify_with, rank_of};
use cards::{CardSet, Category, Evaluator, HandRank, Rank, orders};
use engine::Sign;
use money::Fraction;
use odds::{Choice, Seen};
use std::cmp::Ordering;
use testkit::dice::Dice;
use testkit::rounds::Pair;

/// The game listed by hand. All gains are doubled: a flush is paid 3 to 2 on the Blind.
struct Listed {
    blind: Paid,
    qualifying: HandRank,
    flop: Vec<i64>,
    river: Vec<i64>,
}

impl Listed {
    /// The table on the layout.
    fn printed() -> Listed {
        Listed {
            blind: Paid::by_kind([1_000, 100, 20, 6, 3, 2, 0, 0, 0, 0]),
            qualifying: rank_of(orders::high_52(), "2s2h5d4c3s"),
            flop: vec![2],
            river: vec![1],
        }
    }

    /// What Ante and Blind gain on a whole board over the dealer's pairs, and what one Ante of Play does.
    fn board(&self, own: CardSet, board: CardSet) -> (i64, i64) {
        let ranker = orders::high_52().fast();
        let rank = ranker.rank(own | board);
        let paid = self.blind.of(rank);
        let (mut first, mut play, mut dealers) = (0, 0, 0);
        for dealer in (CardSet::ALL - own - board).choose(2) {
            let dealer = ranker.rank(dealer | board);
            let qualifies = dealer >= self.qualifying;
            let (ante, blind, more) = match rank.cmp(&dealer) {
                Ordering::Greater => (2, paid, 2),
                Ordering::Equal => (0, 0, 0),
                Ordering::Less => (-2, -2, -2),
            };
            first += if qualifies { ante } else { 0 } + blind;
            play += more;
            dealers += 1;
        }
        assert_eq!(dealers, 990);
        (first, play)
    }

    /// What each choice on the river gains over the dealer's pairs.
    fn river(&self, own: CardSet, board: CardSet) -> Vec<(Choice, i64)> {
        let (first, play) = self.board(own, board);
        let bets = self.river.iter().map(|times| (Choice::Bet(*times as u8), first + times * play));
        [(Choice::Fold, 990 * -4)].into_iter().chain(bets).collect()
    }

    fn assert_river(&self, exact: &Exact, own: CardSet, board: CardSet) {
        let expected: Vec<(Choice, Fraction)> = self.river(own, board).into_iter().map(over(990)).collect();
        let seen = Seen { decision: 2, board, ..sees(own) };
        assert_worths(&exact.solved.worths(&seen), &expected, &seen);
    }

    fn assert_flop(&self, exact: &Exact, own: CardSet, flop: CardSet) {
        let (mut check, mut first, mut play, mut boards) = (0, 0, 0, 0);
        for rest in (CardSet::ALL - own - flop).choose(2) {
            let (of_first, of_play) = self.board(own, flop | rest);
            let bets = self.river.iter().map(|times| of_first + times * of_play);
            check += bets.fold(990 * -4, i64::max);
            first += of_first;
            play += of_play;
            boards += 1;
        }
        assert_eq!(boards, 1_081);
        let bets = self.flop.iter().map(|times| (Choice::Bet(*times as u8), first + times * play));
        let expected = [(Choice::Check, check)].into_iter().chain(bets).map(over(1_081 * 990));
        let expected: Vec<(Choice, Fraction)> = expected.collect();
        let seen = Seen { decision: 1, board: flop, ..sees(own) };
        assert_worths(&exact.solved.worths(&seen), &expected, &seen);
    }
}

/// Doubled gains over so many deals as a mean.
fn over(deals: i128) -> impl Fn((Choice, i64)) -> (Choice, Fraction) {
    move |(choice, gain)| (choice, fraction(gain.into(), 2 * deals))
}

/// Own cards and flops: of one suit, of two, of three; paired, three of a kind; draws and made hands.
const FLOPS: [(&str, &str); 16] = [
    ("AsKs", "QsJs2s"),
    ("AhKd", "Qs7s2s"),
    ("As2h", "Ks9s4s"),
    ("9s8s", "TsJs2h"),
    ("7h2d", "KsQs4h"),
    ("7s2s", "KsQs4h"),
    ("8h8d", "8s5s2h"),
    ("3c2d", "AsKhQd"),
    ("JcTd", "9s8h2d"),
    ("QcQd", "7s7h2d"),
    ("7c2d", "7s7h2h"),
    ("AcKd", "5s5h5d"),
    ("5c5d", "AsAh5h"),
    ("4c3c", "JdTh9s"),
    ("2c2d", "AsKs9h"),
    ("6h5h", "4h3s2s"),
];

/// Own cards and whole boards: the board plays, quads and royals on it, flushes in the hand and on the board.
const RIVERS: [(&str, &str); 12] = [
    ("2c2d", "AsKsQsJsTs"),
    ("3c2d", "AsAhAdAcKs"),
    ("7c6d", "AsKhQdJcTs"),
    ("AhKd", "QhJhTh2c3d"),
    ("9s8s", "AsKs4s2h2d"),
    ("3h2h", "KsQsJs9s4s"),
    ("As3h", "KsQsJs9s4s"),
    ("7c5d", "KsKhQsQh2c"),
    ("4c3d", "9s8h6d5c2s"),
    ("JcTd", "9s8h7d3c2s"),
    ("5h5d", "5c5s2h2d3c"),
    ("Tc9c", "8c7c6cAdAh"),
];

#[test]
fn flops_are_worth_what_listing_finds() {
    let (exact, listed) = (exact(Pair::UltimateHoldem), Listed::printed());
    for (own, flop) in FLOPS {
        listed.assert_flop(exact, cards(own), cards(flop));
    }
    let mut dice = Dice::new(17);
    for _ in 0..16 {
        let own = draw_set(&mut dice, CardSet::ALL, 2);
        listed.assert_flop(exact, own, draw_set(&mut dice, CardSet::ALL - own, 3));
    }
}

#[test]
fn rivers_are_worth_what_listing_finds() {
    let (exact, listed) = (exact(Pair::UltimateHoldem), Listed::printed());
    for (own, board) in RIVERS {
        listed.assert_river(exact, cards(own), cards(board));
    }
    let mut dice = Dice::new(19);
    for _ in 0..2_000 {
        let own = draw_set(&mut dice, CardSet::ALL, 2);
        listed.assert_river(exact, own, draw_set(&mut dice, CardSet::ALL - own, 5));
    }
}

#[test]
fn another_sign_another_qualifying_hand_and_other_odds_are_another_game_of_holdem() {
    let pair = Pair::UltimateHoldem;
    let mut book = pair.book();
    let game = book.variants.iter_mut().find(|game| game.game == pair.game_id()).expect("the game");
    qualify_with(game, Category::OnePair, &[Rank::Nine]);
    pay(game, "blind", Category::RoyalFlush, 100, 1);
    pay(game, "blind", Category::FourOfAKind, 21, 2);
    pay(game, "blind", Category::Flush, 4, 1);
    let multiples = [vec![2, 6], vec![2, 5, 3], vec![1, 3]];
    let exact = Exact::new(pair, book, |book| Sign { multiples, ..Sign::plain(book) });
    let listed = Listed {
        blind: Paid::by_kind([200, 100, 21, 6, 8, 2, 0, 0, 0, 0]),
        qualifying: rank_of(orders::high_52(), "9s9h4d3c2s"),
        flop: vec![2, 5],
        river: vec![1, 3],
    };
    for (own, flop) in FLOPS.into_iter().step_by(2) {
        listed.assert_flop(&exact, cards(own), cards(flop));
    }
    for (own, board) in RIVERS {
        listed.assert_river(&exact, cards(own), cards(board));
    }
    let mut dice = Dice::new(23);
    for _ in 0..200 {
        let own = draw_set(&mut dice, CardSet::ALL, 2);
        listed.assert_river(&exact, own, draw_set(&mut dice, CardSet::ALL - own, 5));
    }
}
