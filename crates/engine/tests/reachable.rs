//! How many royal and straight flushes can fall together at one table: where hands share cards, at most two, and never
//! two royals. The formulas go further than the games can.

use cards::{Card, CardSet, Category, Rank, Suit, orders};
use std::collections::BTreeSet;

/// The pairs (royals, straight flushes) of two or fewer winning hands that share `shared` cards of one suit and add
/// `own` each. Hands of three or more winners would contain such pairs.
fn reachable(shared: usize, own: usize) -> (BTreeSet<(usize, usize)>, usize) {
    let order = orders::high_52();
    let suit =
        |ranks: &[Rank]| -> CardSet { ranks.iter().map(|&rank| Card::new(rank, Suit::Hearts)).collect() };
    let all = suit(&Rank::ALL);
    let mut found = BTreeSet::new();
    let mut most = 0;
    for board in all.choose(shared) {
        let rest = all - board;
        let winning: Vec<(CardSet, bool)> = rest
            .choose(own)
            .filter_map(|hand| match order.category(order.rank(hand | board)) {
                Some(Category::RoyalFlush) => Some((hand, true)),
                Some(Category::StraightFlush) => Some((hand, false)),
                _ => None,
            })
            .collect();
        for (at, (hand, royal)) in winning.iter().enumerate() {
            found.insert((usize::from(*royal), usize::from(!royal)));
            most = most.max(1);
            for (other, other_royal) in &winning[at + 1..] {
                if hand.overlaps(*other) {
                    continue;
                }
                let royals = usize::from(*royal) + usize::from(*other_royal);
                found.insert((royals, 2 - royals));
                most = most.max(2);
                let third =
                    winning.iter().any(|(third, _)| !third.overlaps(*hand) && !third.overlaps(*other));
                most = most.max(if third { 3 } else { 2 });
            }
        }
    }
    (found, most)
}

#[test]
fn mississippi_stud_and_the_flop_of_ultimate_texas_holdem() {
    let (found, most) = reachable(3, 2);
    assert_eq!(found, BTreeSet::from([(1, 0), (0, 1), (0, 2), (1, 1)]));
    assert_eq!(most, 2);
}

#[test]
fn three_card_poker_with_two_jackpot_cards() {
    let (found, most) = reachable(2, 3);
    assert_eq!(found, BTreeSet::from([(1, 0), (0, 1), (0, 2), (1, 1)]));
    assert_eq!(most, 2);
}
