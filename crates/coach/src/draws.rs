//! What cards are short of: one more for a flush, one more for a straight.

use cards::CardSet;

/// The most cards of one suit.
pub(crate) fn of_one_suit(cards: CardSet) -> usize {
    cards.suits().iter().map(|suit| suit.count_ones() as usize).max().unwrap_or(0)
}

/// The most different ranks within a row of five, the ace high or low.
pub(crate) fn in_a_row(cards: CardSet) -> usize {
    let ranks = cards.ranks();
    let with_low_ace = (ranks << 1) | (ranks >> 12 & 1);
    (0..10).map(|from| (with_low_ace >> from & 0x1f).count_ones() as usize).max().unwrap_or(0)
}

/// Whether two cards are of one rank.
pub(crate) fn has_pair(cards: CardSet) -> bool {
    (cards.ranks().count_ones() as usize) < cards.len()
}
