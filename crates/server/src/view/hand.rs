//! Cards as they are seen, and hands in words at every street.

use cards::{Card, CardId, CardSet, HandOrder, Rank};
use serde::{Serialize, Serializer};

/// A card as it lies: its face, or its back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// Anybody who gets this view may know it.
    Up(Card),
    /// Nobody who gets this view may.
    Down,
}

impl Serialize for Face {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Face::Up(card) => to.collect_str(card),
            Face::Down => to.serialize_str("back"),
        }
    }
}

/// Cards of which all may be seen.
pub(super) fn open(cards: &[CardId]) -> Vec<Face> {
    cards.iter().map(|id| Face::Up(id.card())).collect()
}

/// Cards of which none may.
pub(super) fn down(cards: usize) -> Vec<Face> {
    vec![Face::Down; cards]
}

/// A hand in words: by the order of the game where it is whole, by its ranks alone while it grows.
pub fn in_words(order: &HandOrder, cards: &[Card]) -> Option<String> {
    if cards.is_empty() {
        return None;
    }
    let set: CardSet = cards.iter().copied().collect();
    match order.accepts(set) {
        Ok(()) => Some(order.words(order.rank(set))),
        Err(_) => Some(so_far(cards)),
    }
}

/// A hand of which cards are still to come.
fn so_far(cards: &[Card]) -> String {
    let mut counts: Vec<(usize, Rank)> = Vec::new();
    for card in cards {
        match counts.iter_mut().find(|(_, rank)| *rank == card.rank()) {
            Some((count, _)) => *count += 1,
            None => counts.push((1, card.rank())),
        }
    }
    counts.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.cmp(&a.1)));
    let plural = |at: usize| counts[at].1.plural();
    match (counts[0].0, counts.get(1).map(|second| second.0)) {
        (4, _) => format!("four of a kind, {}", plural(0)),
        (3, _) => format!("three of a kind, {}", plural(0)),
        (2, Some(2)) => format!("two pair, {} and {}", plural(0), plural(1)),
        (2, _) => format!("pair of {}", plural(0)),
        _ => format!("{} high", counts[0].1.word()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_has_words_at_every_street() {
        let order = cards::orders::high_52();
        let say = |text: &str| in_words(order, &cards::parse_cards(text).unwrap());
        assert_eq!(in_words(order, &[]), None);
        assert_eq!(say("Kh 9c").as_deref(), Some("king high"));
        assert_eq!(say("9h 9c").as_deref(), Some("pair of nines"));
        assert_eq!(say("9h 9c Kd Ks").as_deref(), Some("two pair, kings and nines"));
        assert_eq!(say("9h 9c 9d Ks").as_deref(), Some("three of a kind, nines"));
        assert_eq!(say("9h 9c 9d Ks Kc").as_deref(), Some("full house, nines over kings"));
    }
}
