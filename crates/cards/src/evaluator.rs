//! The one face of the three evaluators.

use crate::order::HandOrder;
use crate::rank::HandRank;
use crate::set::CardSet;

/// Ranks hands under one order. All evaluators give the same ranks; they differ in speed and legibility.
///
/// | evaluator | for |
/// |---|---|
/// | [`slow`](HandOrder::slow) | the definition, to be read; a handful of hands without any preparation |
/// | [`fast`](HandOrder::fast) | one hand at a time, from tables built once an order |
/// | [`batch`](HandOrder::batch) | many hands at a time |
///
/// The cards given must be ones that [`HandOrder::accepts`] accepts; a rank of cards that the pack does not have
/// means nothing.
pub trait Evaluator {
    /// The order that ranks are of.
    fn order(&self) -> &HandOrder;

    /// The rank of the best hand in these cards.
    ///
    /// # Panics
    /// If the order does not rank that many cards.
    fn rank(&self, cards: CardSet) -> HandRank;

    /// The rank of the best five cards that use exactly two of the hole cards and three of the board.
    ///
    /// # Panics
    /// Unless there are two to five hole cards and three to five others on the board, and the order is one of
    /// five-card hands.
    fn rank_exactly_two(&self, hole: CardSet, board: CardSet) -> HandRank;

    /// [`rank`](Evaluator::rank) for each hand.
    ///
    /// # Panics
    /// If there are not as many places as hands.
    fn rank_all(&self, hands: &[CardSet], ranks: &mut [HandRank]) {
        assert_eq!(hands.len(), ranks.len(), "a rank for each hand");
        for (&hand, rank) in hands.iter().zip(ranks) {
            *rank = self.rank(hand);
        }
    }

    /// [`rank_exactly_two`](Evaluator::rank_exactly_two) for each hole with its board.
    ///
    /// # Panics
    /// If there are not as many boards and places as holes.
    fn rank_all_exactly_two(&self, holes: &[CardSet], boards: &[CardSet], ranks: &mut [HandRank]) {
        assert_eq!(holes.len(), boards.len(), "a board for each hole");
        assert_eq!(holes.len(), ranks.len(), "a rank for each hole");
        for ((&hole, &board), rank) in holes.iter().zip(boards).zip(ranks) {
            *rank = self.rank_exactly_two(hole, board);
        }
    }
}

pub(crate) fn assert_rankable(order: &HandOrder, cards: usize) {
    let from = order.form().from();
    assert!(from.contains(&cards), "{} does not rank {cards} cards", order.name());
}

pub(crate) fn assert_exactly_two(order: &HandOrder, hole: CardSet, board: CardSet) {
    assert_eq!(order.form().size(), 5, "{} is not an order of five-card hands", order.name());
    assert!((2..=5).contains(&hole.len()), "two to five hole cards, not {}", hole.len());
    assert!((3..=5).contains(&board.len()), "three to five cards on the board, not {}", board.len());
    assert!(!hole.overlaps(board), "a card is both in the hole and on the board");
}
