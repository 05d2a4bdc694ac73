//! Renaming suits: deals that differ only in that are counted once, as often as they come.

use crate::draws::set_of;
use crate::position::Position;
use cards::CardSet;

/// A renaming of the suits: where each goes, clubs first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Renaming([u32; 4]);

impl Renaming {
    /// All 24, the one that changes nothing first.
    pub(crate) fn all() -> Vec<Renaming> {
        let mut all = Vec::with_capacity(24);
        for a in 0..4 {
            for b in (0..4).filter(|&b| b != a) {
                for c in (0..4).filter(|&c| c != a && c != b) {
                    all.push(Renaming([a, b, c, 6 - a - b - c]));
                }
            }
        }
        all
    }

    #[inline]
    pub(crate) fn of(&self, cards: CardSet) -> CardSet {
        let (bits, to) = (cards.bits(), self.0);
        let suit = |from: usize| ((bits >> (16 * from)) & 0xffff) << (16 * to[from]);
        set_of(suit(0) | suit(1) | suit(2) | suit(3))
    }

    /// Whether these cards stay together under other names. The list is sorted.
    pub(crate) fn keeps(&self, sorted: &[CardSet]) -> bool {
        sorted.iter().all(|&cards| sorted.binary_search(&self.of(cards)).is_ok())
    }
}

/// The renamings of suits that leave every range, the board and the dead cards what they are.
pub(crate) fn renamings(position: &Position) -> Vec<Renaming> {
    let hands: usize = position.players().iter().map(|range| range.hands().len()).sum();
    let few = hands == position.players().len() && !position.board().is_empty();
    if few || hands > MOST_HANDS {
        return vec![Renaming([0, 1, 2, 3])];
    }
    let mut all = Renaming::all();
    all.retain(|renaming| {
        let keeps = |cards: CardSet| renaming.of(cards) == cards;
        keeps(position.board())
            && keeps(position.dead())
            && position.players().iter().all(|range| renaming.keeps(range.hands()))
    });
    all
}

/// Beyond so many hands nobody looks for renamings; nor where there are only the boards of a few known hands.
const MOST_HANDS: usize = 20_000;

/// How many sets become one with this under the renamings, if it stands for them: it must come before all others.
#[inline]
pub(crate) fn stands_for(renamings: &[Renaming], cards: CardSet) -> Option<u64> {
    let mut unmoved = 0;
    for renaming in renamings {
        let renamed = renaming.of(cards);
        if renamed < cards {
            return None;
        }
        unmoved += u64::from(renamed == cards);
    }
    Some(renamings.len() as u64 / unmoved)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starting_hands_have_169_shapes() {
        let all = Renaming::all();
        assert_eq!(all.len(), 24);
        let shapes: Vec<u64> = CardSet::ALL.choose(2).filter_map(|hand| stands_for(&all, hand)).collect();
        assert_eq!((shapes.len(), shapes.iter().sum::<u64>()), (169, 1_326));
    }
}
