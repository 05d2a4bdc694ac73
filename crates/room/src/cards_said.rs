//! Cards as a record names them: known or not, in order, without the heap.

use cards::{Card, CardId, CardSet};
use std::fmt;

/// The most cards that one operation names: a Chinese hand.
pub const MOST_CARDS: usize = 13;

const UNKNOWN: u8 = u8::MAX;

/// Cards in order, some of them perhaps unknown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Cards {
    ids: [u8; MOST_CARDS],
    len: u8,
}

impl Default for Cards {
    fn default() -> Cards {
        Cards { ids: [UNKNOWN; MOST_CARDS], len: 0 }
    }
}

impl Cards {
    /// Adds a card; `None` is one that nobody has seen. False if there is no room.
    pub fn push(&mut self, card: Option<Card>) -> bool {
        let Some(place) = self.ids.get_mut(usize::from(self.len)) else { return false };
        *place = card.map_or(UNKNOWN, |card| card.id().number() as u8);
        self.len += 1;
        true
    }

    /// How many.
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Each in order.
    pub fn iter(&self) -> impl Iterator<Item = Option<Card>> {
        self.ids[..self.len()].iter().map(|&id| CardId::new(id).map(CardId::card))
    }

    /// Those that are known.
    pub fn known(&self) -> CardSet {
        self.iter().flatten().collect()
    }

    /// Whether all are known, and none is there twice.
    pub fn all_known(&self) -> bool {
        self.known().len() == self.len()
    }

    /// Whether a known card is there twice.
    pub fn twice(&self) -> Option<Card> {
        let mut seen = CardSet::default();
        self.iter().flatten().find(|&card| !seen.insert(card))
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Cards {
        let mut all = Cards::default();
        cards.into_iter().for_each(|card| {
            all.push(Some(card));
        });
        all
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|card| match card {
            Some(card) => write!(f, "{card}"),
            None => f.write_str("??"),
        })
    }
}
