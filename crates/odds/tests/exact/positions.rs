//! Three Card Poker and Caribbean Stud position by position: every dealer's hand listed and settled by hand.
//!
//! The pay tables stand here as they were read from the books, not as the data has them; a hand is told by the weakest
//! of its kind, written out.

use crate::exact::common::{Exact, assert_worths, cards, draw_set, exact, fraction, plain_sign, sees};
use cards::{Card, CardSet, Category, Evaluator, HandOrder, HandRank, Rank, orders};
use money::{Fraction, Odds};
use odds::{Choice, Seen};
use rulebook::{HandFloor, OddsText, Variant};
use std::cmp::Ordering;
use testkit::dice::Dice;
use testkit::rounds::Pair;

/// The weakest hand of each kind, best first, as one would lay it on the table.
const KINDS: [&str; 9] = [
    "AsKsQsJsTs",
    "5s4s3s2sAs",
    "2s2h2d2c3s",
    "2s2h2d3s3h",
    "7s5s4s3s2s",
    "5s4h3d2cAs",
    "2s2h2d4s3h",
    "3s3h2s2h4d",
    "2s2h5d4c3s",
];

/// What each kind of hand is paid for so many units staked; less than any of them the last number.
pub(crate) struct Paid {
    floors: Vec<HandRank>,
    paid: Vec<i64>,
}

impl Paid {
    /// Royal flush, straight flush, four of a kind, full house, flush, straight, three of a kind, two pair, pair, none.
    pub(crate) fn by_kind(paid: [i64; 10]) -> Paid {
        Paid::by_hand(KINDS.into_iter().zip(paid), paid[9])
    }

    /// By the weakest hand that is paid so, best first.
    pub(crate) fn by_hand<'h>(lines: impl IntoIterator<Item = (&'h str, i64)>, less: i64) -> Paid {
        let lines = lines.into_iter().map(|(hand, paid)| (rank_of(orders::high_52(), hand), paid));
        let (floors, mut paid): (Vec<_>, Vec<_>) = lines.unzip();
        assert!(floors.is_sorted_by(|better, worse| better > worse));
        paid.push(less);
        Paid { floors, paid }
    }

    pub(crate) fn of(&self, rank: HandRank) -> i64 {
        let at = self.floors.iter().position(|floor| rank >= *floor);
        self.paid[at.unwrap_or(self.floors.len())]
    }
}

pub(crate) fn rank_of(order: &HandOrder, hand: &str) -> HandRank {
    order.slow().rank(cards(hand))
}

/// Has the dealer qualify with another hand.
pub(crate) fn qualify_with(game: &mut Variant, category: Category, ranks: &[Rank]) {
    let floor = HandFloor { category, ranks: ranks.to_vec() };
    game.qualifying_rank = floor.rank(game.order(0)).expect("there is such a hand");
    game.qualifies.as_mut().expect("the dealer has to qualify").value = floor;
}

/// Has a line of a pay table pay other odds.
pub(crate) fn pay(game: &mut Variant, table: &str, category: Category, above: u32, below: u32) {
    let table = game.paytable.iter_mut().find(|known| known.id == table).expect("a pay table");
    let line = table.lines.iter_mut().find(|line| line.hand.category == category).expect("a line");
    line.pays = OddsText(Odds::to(above, below).expect("not to nothing"));
}

/// Three Card Poker: straight flush, three of a kind and straight get a bonus on the Ante; the dealer needs this hand.
fn assert_three_card(exact: &Exact, bonus: [i64; 3], weakest_qualifying: &str, of_each: usize) {
    let order = orders::three_card();
    let all: Vec<(CardSet, HandRank)> =
        CardSet::ALL.choose(3).map(|hand| (hand, order.slow().rank(hand))).collect();
    assert_eq!(all.len(), 22_100);
    let qualifying = rank_of(order, weakest_qualifying);
    // A straight beats a flush here, and three of a kind both.
    let floors = ["3s2sAs", "2s2h2d", "3s2hAd"].map(|hand| rank_of(order, hand));
    let canonical = all.iter().filter(|(hand, _)| cards::canonical([*hand])[0] == *hand);
    let mut asked = 0;
    for &(hand, rank) in canonical.step_by(of_each) {
        let paid = floors.iter().position(|floor| rank >= *floor).map_or(0, |at| bonus[at]);
        let (mut gained, mut dealers) = (0, 0);
        for &(dealer, dealers_rank) in all.iter().filter(|(dealer, _)| !dealer.overlaps(hand)) {
            let (ante, play) = match rank.cmp(&dealers_rank) {
                _ if dealers_rank < qualifying => (1, 0),
                Ordering::Greater => (1, 1),
                Ordering::Equal => (0, 0),
                Ordering::Less => (-1, -1),
            };
            gained += ante + play + paid;
            dealers += 1;
            debug_assert_eq!(dealer.len(), 3);
        }
        assert_eq!(dealers, 18_424);
        let worths = exact.solved.worths(&sees(hand));
        let expected =
            [(Choice::Fold, Fraction::from(-1)), (Choice::Bet(1), fraction(gained.into(), dealers))];
        assert_worths(&worths, &expected, &hand);
        asked += 1;
    }
    assert_eq!(asked, 1_755_usize.div_ceil(of_each));
}

#[test]
fn every_hand_of_three_card_poker_is_worth_what_listing_finds() {
    assert_three_card(exact(Pair::ThreeCard), [5, 4, 1], "Qs3h2d", 1);
    for (column, bonus) in [("B", [5, 3, 1]), ("C", [4, 3, 1])] {
        let exact = Exact::new(Pair::ThreeCard, Pair::ThreeCard.book(), |book| {
            let mut sign = plain_sign(book);
            sign.paytables = vec![("ante-bonus".into(), column.into())];
            sign
        });
        assert_three_card(&exact, bonus, "Qs3h2d", 5);
    }
}

#[test]
fn another_qualifying_hand_is_another_game_of_three_card_poker() {
    let needs: [(Category, &[Rank], &str); 4] = [
        (Category::NoPair, &[Rank::Ace, Rank::Nine], "As9h2d"),
        (Category::OnePair, &[], "2s2h3d"),
        (Category::Flush, &[Rank::Jack], "Js3s2s"),
        (Category::StraightFlush, &[], "3s2sAs"),
    ];
    for (category, ranks, weakest) in needs {
        let exact = Exact::changed(Pair::ThreeCard, |game| qualify_with(game, category, ranks));
        assert_three_card(&exact, [5, 4, 1], weakest, 7);
    }
}

/// Caribbean Stud, two Antes on the Bet: every dealer's hand around the up card.
fn assert_caribbean(exact: &Exact, bet: &Paid, qualifying: HandRank, own: CardSet, up: Card) {
    let order = orders::high_52();
    let ranker = order.fast();
    let rank = order.slow().rank(own);
    let won = 1 + 2 * bet.of(rank);
    let left = CardSet::ALL - own - CardSet::of(up);
    let (mut gained, mut dealers) = (0, 0);
    for four in left.choose(4) {
        let dealer = ranker.rank(four | CardSet::of(up));
        gained += match rank.cmp(&dealer) {
            _ if dealer < qualifying => 1,
            Ordering::Greater => won,
            Ordering::Equal => 0,
            Ordering::Less => -3,
        };
        dealers += 1;
    }
    assert_eq!(dealers, 163_185);
    let worths = exact.solved.worths(&Seen { up: Some(up), ..sees(own) });
    let expected = [(Choice::Fold, Fraction::from(-1)), (Choice::Bet(2), fraction(gained.into(), dealers))];
    assert_worths(&worths, &expected, &(own, up));
}

/// Hands that have a way of their own through the count.
const CARIBBEAN: [&str; 30] = [
    // Ace and king, the suits mixed, with four of a suit, and at both ends.
    "AsKhQdJc9s",
    "AsKsQsJs8h",
    "AhKd4c3s2h",
    "AsKsJs5s4d",
    "AcKh8d7s3c",
    // Just short of qualifying.
    "AsQhJd9c8s",
    "AsQsJs9s8h",
    "AdQdJdTd8s",
    "7s5h4d3c2s",
    "7s5s4s3s2h",
    // Pairs, two pairs, threes.
    "2s2h5d4c3s",
    "AsAhKdQcJs",
    "AsAhKsQsJs",
    "2s2h3d3c4s",
    "AsAhKdKcQs",
    "2s2h2d4c3s",
    "AsAhAdKcQs",
    // Straights, the lowest and the highest, and with four of a suit.
    "5s4h3d2cAs",
    "5s4s3s2sAh",
    "AsKhQdJcTs",
    "AsKsQsJsTh",
    "9s8h7d6c5s",
    // Flushes at both ends, full houses, fours, straight flushes.
    "7s5s4s3s2s",
    "AhKhQhJh9h",
    "AcKc4c3c2c",
    "2s2h2d3s3h",
    "AsAhAdAcKs",
    "5d4d3d2dAd",
    "KhQhJhTh9h",
    "AsKsQsJsTs",
];

#[test]
fn hands_of_caribbean_stud_are_worth_what_listing_finds() {
    let exact = exact(Pair::CaribbeanStud);
    let bet = Paid::by_kind([250, 50, 20, 7, 5, 4, 3, 2, 1, 1]);
    let qualifying = rank_of(orders::high_52(), "AsKh4d3c2s");
    let mut dice = Dice::new(41);
    for hand in CARIBBEAN {
        let own = cards(hand);
        // An up card of the suit held most, one of a rank that is held, and any.
        let suited = CardSet::from_suits(own.suits().map(|suit| match suit.count_ones() {
            3.. => 0x1fff & !suit,
            _ => 0,
        }));
        let ranked = CardSet::from_suits([own.ranks(); 4]) - own;
        for from in [suited, ranked, CardSet::ALL - own].into_iter().filter(|from| !from.is_empty()) {
            let up = draw_set(&mut dice, from, 1).iter().next().expect("a card");
            assert_caribbean(exact, &bet, qualifying, own, up);
        }
    }
    for _ in 0..80 {
        let own = draw_set(&mut dice, CardSet::ALL, 5);
        let up = draw_set(&mut dice, CardSet::ALL - own, 1).iter().next().expect("a card");
        assert_caribbean(exact, &bet, qualifying, own, up);
    }
}

#[test]
fn another_qualifying_hand_and_other_odds_are_another_game_of_caribbean_stud() {
    let needs: [(Category, &[Rank], &str); 4] = [
        (Category::NoPair, &[Rank::Queen], "Qs5h4d3c2s"),
        (Category::OnePair, &[Rank::Eight], "8s8h4d3c2s"),
        (Category::Straight, &[], "5s4h3d2cAs"),
        (Category::Flush, &[Rank::Jack, Rank::Ten], "JsTs4s3s2s"),
    ];
    let bet = Paid::by_kind([1_000, 200, 33, 8, 6, 4, 3, 2, 1, 1]);
    let mut dice = Dice::new(43);
    for (category, ranks, weakest) in needs {
        let exact = Exact::changed(Pair::CaribbeanStud, |game| {
            qualify_with(game, category, ranks);
            pay(game, "bet", Category::RoyalFlush, 1_000, 1);
            pay(game, "bet", Category::StraightFlush, 200, 1);
            pay(game, "bet", Category::FourOfAKind, 33, 1);
            pay(game, "bet", Category::FullHouse, 8, 1);
            pay(game, "bet", Category::Flush, 6, 1);
        });
        let qualifying = rank_of(orders::high_52(), weakest);
        let directed = CARIBBEAN.iter().skip(3).step_by(4).map(|hand| cards(hand));
        let hands: Vec<CardSet> =
            directed.chain((0..12).map(|at| draw_set(&mut Dice::new(at), CardSet::ALL, 5))).collect();
        for own in hands {
            let up = draw_set(&mut dice, CardSet::ALL - own, 1).iter().next().expect("a card");
            assert_caribbean(&exact, &bet, qualifying, own, up);
        }
    }
}
