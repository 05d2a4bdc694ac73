//! The few cards that one operation names, in their order, known or not, without a heap.

use crate::card::{Card, CardId};
use crate::set::CardSet;
use std::fmt;

/// How a card that nobody has seen is kept.
const UNKNOWN: u8 = u8::MAX;

/// Up to thirteen cards in the order they are written, each known or not (`??`).
#[derive(Clone, Copy, Default)]
pub struct FewCards {
    codes: [u8; FewCards::MOST],
    len: u8,
}

impl FewCards {
    /// The most cards that one operation names: a hand of Chinese Poker.
    pub const MOST: usize = 13;

    /// No cards.
    pub const EMPTY: FewCards = FewCards { codes: [0; FewCards::MOST], len: 0 };

    /// These cards, unless they are too many.
    pub fn of(cards: impl IntoIterator<Item = Option<Card>>) -> Option<FewCards> {
        let mut few = FewCards::EMPTY;
        for card in cards {
            few.push_code(card.map_or(UNKNOWN, |card| card.id().number() as u8))?;
        }
        Some(few)
    }

    /// How many there are, known and unknown.
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The cards in order; `None` is one that nobody has seen.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<Card>> + '_ {
        self.codes().iter().map(|code| CardId::new(*code).map(CardId::card))
    }

    /// The cards' numbers in order (see [`CardId`]); `None` is one that nobody has seen.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = Option<CardId>> + '_ {
        self.codes().iter().map(|code| CardId::new(*code))
    }

    /// Adds a card; `None` is one that nobody has seen. False if there is no room.
    pub fn push(&mut self, card: Option<Card>) -> bool {
        self.push_code(card.map_or(UNKNOWN, |card| card.id().number() as u8)).is_some()
    }

    /// A known card that is there twice.
    pub fn twice(&self) -> Option<Card> {
        let mut seen = CardSet::EMPTY;
        self.iter().flatten().find(|&card| !seen.insert(card))
    }

    /// Whether every card is known.
    pub fn all_known(&self) -> bool {
        self.codes().iter().all(|code| *code != UNKNOWN)
    }

    /// The known cards as a set. A card written twice is in it once.
    pub fn known(&self) -> CardSet {
        self.iter().flatten().collect()
    }

    /// The part of them from `start` to before `end`.
    pub fn part(&self, start: usize, end: usize) -> FewCards {
        let mut few = FewCards::EMPTY;
        for code in self.codes().get(start..end).unwrap_or_default() {
            few.codes[few.len()] = *code;
            few.len += 1;
        }
        few
    }

    fn codes(&self) -> &[u8] {
        &self.codes[..self.len()]
    }

    fn push_code(&mut self, code: u8) -> Option<()> {
        *self.codes.get_mut(usize::from(self.len))? = code;
        self.len += 1;
        Some(())
    }

    /// Reads cards as hand histories write them, `AsKh??`, behind the ones that are here.
    ///
    /// # Errors
    /// Where the word is no card, or that there are too many.
    #[inline]
    pub fn read(&mut self, word: &[u8]) -> Result<(), NotCards> {
        let mut pairs = word.chunks_exact(2);
        for (place, pair) in pairs.by_ref().enumerate() {
            let code = code(pair[0], pair[1]).ok_or(NotCards::At(place * 2))?;
            self.push_code(code).ok_or(NotCards::TooMany)?;
        }
        if pairs.remainder().is_empty() { Ok(()) } else { Err(NotCards::At(word.len() - 1)) }
    }

    /// Reads as many cards as stand at the front of `bytes`, and tells how long they are there; `None` if there is none,
    /// or too many.
    #[inline]
    pub fn read_some(bytes: &[u8]) -> Option<(FewCards, usize)> {
        let mut few = FewCards::EMPTY;
        let mut at = 0;
        while let Some(&[rank, suit]) = bytes.get(at..at + 2) {
            let Some(code) = code(rank, suit) else { break };
            few.push_code(code)?;
            at += 2;
        }
        (at > 0).then_some((few, at))
    }
}

/// The number of the card that these two letters are.
#[inline]
fn code(rank: u8, suit: u8) -> Option<u8> {
    match (RANKS[usize::from(rank)], SUITS[usize::from(suit)]) {
        (NO, _) | (_, NO) => (rank == b'?' && suit == b'?').then_some(UNKNOWN),
        (rank, suit) => Some(rank * 4 + suit),
    }
}

/// Why a word is not cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotCards {
    /// No card stands at this byte.
    At(usize),
    /// More than one operation can name.
    TooMany,
}

const NO: u8 = u8::MAX;

/// The place of each letter among `letters`.
const fn places(letters: &[u8]) -> [u8; 256] {
    let mut table = [NO; 256];
    let mut at = 0;
    while at < letters.len() {
        table[letters[at] as usize] = at as u8;
        at += 1;
    }
    table
}

static RANKS: [u8; 256] = places(b"23456789TJQKA");
static SUITS: [u8; 256] = places(b"cdhs");

impl PartialEq for FewCards {
    fn eq(&self, other: &FewCards) -> bool {
        self.codes() == other.codes()
    }
}

impl Eq for FewCards {}

/// These cards, as many as there is room for.
impl FromIterator<Card> for FewCards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> FewCards {
        let mut few = FewCards::EMPTY;
        cards.into_iter().take(FewCards::MOST).for_each(|card| {
            few.push(Some(card));
        });
        few
    }
}

impl fmt::Display for FewCards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for card in self.iter() {
            match card {
                Some(card) => write!(f, "{card}")?,
                None => f.write_str("??")?,
            }
        }
        Ok(())
    }
}

/// How many there are, and not which: hands and discards travel in it, and a log must not show them.
impl fmt::Debug for FewCards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FewCards").field("len", &self.len).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_is_read_as_the_cards_crate_reads_it() {
        for number in 0..52 {
            let card = CardId::new(number).unwrap().card();
            let mut few = FewCards::EMPTY;
            assert!(few.read(card.to_string().as_bytes()).is_ok());
            assert_eq!(few.iter().collect::<Vec<_>>(), [Some(card)]);
        }
    }

    #[test]
    fn a_card_that_is_there_twice_is_found() {
        let mut few = FewCards::EMPTY;
        assert!(few.read(b"As????2c").is_ok() && few.twice().is_none());
        let first = few.iter().next().flatten();
        assert!(few.push(first));
        assert_eq!(few.twice().map(|card| card.to_string()).as_deref(), Some("As"));
        let many: FewCards = CardSet::ALL.iter().collect();
        assert_eq!(many.len(), FewCards::MOST);
    }

    #[test]
    fn the_order_is_kept_and_a_hidden_card_counts() {
        let mut few = FewCards::EMPTY;
        assert!(few.read(b"As??2c").is_ok());
        assert_eq!(few.to_string(), "As??2c");
        assert_eq!((few.len(), few.all_known(), few.known().len()), (3, false, 2));
        assert_eq!(few.part(2, 3).to_string(), "2c");
        assert!(few.part(2, 9).is_empty());
        assert_eq!(FewCards::of(few.iter()), Some(few));
    }

    #[test]
    fn what_is_no_card_is_found_where_it_stands() {
        let read = |word: &str| {
            let mut few = FewCards::EMPTY;
            few.read(word.as_bytes())
        };
        let at = |word: &str| match read(word) {
            Err(NotCards::At(at)) => Some(at),
            _ => None,
        };
        assert_eq!(at("AsXc"), Some(2));
        assert_eq!(at("AsK"), Some(2));
        assert_eq!(at("A?"), Some(0));
        assert_eq!(at("as"), Some(0));
        assert_eq!(at("AsÄs"), Some(2));
        assert!(matches!(read(&"As".repeat(14)), Err(NotCards::TooMany)));
    }
}
