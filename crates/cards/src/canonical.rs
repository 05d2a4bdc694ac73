//! Suit-canonical forms: deals that differ only in the names of the suits are one deal.

use crate::set::CardSet;

/// Renames the suits so that every deal of the same shape comes out the same.
///
/// The sets are what a game tells apart (a hole, a board, a dealer's hand): all are renamed alike. Two deals
/// have the same canonical form just when some renaming of suits turns one into the other.
///
/// ```
/// use cards::{CardSet, canonical};
/// let a: [CardSet; 2] = ["As Kh".parse()?, "2h 3h 4s".parse()?];
/// let b: [CardSet; 2] = ["Ad Kc".parse()?, "2c 3c 4d".parse()?];
/// assert_eq!(canonical(a), canonical(b));
/// # Ok::<(), cards::CardsError>(())
/// ```
pub fn canonical<const N: usize>(sets: [CardSet; N]) -> [CardSet; N] {
    // Each suit is what every set holds of it; suits are interchangeable, so sorting them is enough.
    let mut suits = [[0u16; N]; 4];
    for (n, set) in sets.iter().enumerate() {
        for (suit, held) in suits.iter_mut().zip(set.suits()) {
            suit[n] = held;
        }
    }
    suits.sort_unstable_by(|a, b| b.cmp(a));
    std::array::from_fn(|n| CardSet::from_suits([suits[0][n], suits[1][n], suits[2][n], suits[3][n]]))
}

/// How many deals share the canonical form of this one, itself included: 24 over the renamings that
/// leave it as it is.
///
/// ```
/// use cards::{CardSet, suit_orbit};
/// assert_eq!(suit_orbit(["As Ah".parse()?]), 6);
/// assert_eq!(suit_orbit(["As Ks".parse()?]), 4);
/// assert_eq!(suit_orbit(["As Kh".parse()?]), 12);
/// # Ok::<(), cards::CardsError>(())
/// ```
pub fn suit_orbit<const N: usize>(sets: [CardSet; N]) -> u32 {
    let suit = |i: usize| sets.map(|set| set.suits()[i]);
    let mut seen: Vec<([u16; N], u32)> = Vec::with_capacity(4);
    for i in 0..4 {
        match seen.iter_mut().find(|(held, _)| *held == suit(i)) {
            Some((_, count)) => *count += 1,
            None => seen.push((suit(i), 1)),
        }
    }
    let unmoved: u32 = seen.iter().map(|&(_, count)| (1..=count).product::<u32>()).product();
    24 / unmoved
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn orbits_fill_the_deck() {
        // 134,459 suit-canonical five-card hands stand for all 2,598,960; 169 starting hands for 1,326.
        for (cards, classes, hands) in [(2, 169, 1_326), (3, 1_755, 22_100), (5, 134_459, 2_598_960)] {
            let mut found: BTreeMap<CardSet, u32> = BTreeMap::new();
            for hand in CardSet::ALL.choose(cards) {
                *found.entry(canonical([hand])[0]).or_default() += 1;
            }
            assert_eq!(found.len(), classes);
            assert_eq!(found.values().sum::<u32>(), hands);
            assert!(found.iter().all(|(&hand, &count)| suit_orbit([hand]) == count));
        }
    }
}
