//! Which cards a game is played with, and those cards in an order to be dealt.

use crate::card::{Card, Rank, Suit};
use crate::set::CardSet;
use crate::shuffle::Shuffler;
use std::fmt;

/// Which cards a deck is made of: every card of four suits from the ace down to a lowest rank.
///
/// ```
/// use cards::Pack;
/// assert_eq!(Pack::OF_32.len(), 32);
/// assert_eq!(Pack::OF_32.lowest().word(), "seven");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pack {
    lowest: Rank,
}

impl Pack {
    /// The whole pack, deuce to ace.
    pub const OF_52: Pack = Pack { lowest: Rank::Deuce };
    /// Five to ace.
    pub const OF_40: Pack = Pack { lowest: Rank::Five };
    /// Six to ace.
    pub const OF_36: Pack = Pack { lowest: Rank::Six };
    /// Seven to ace.
    pub const OF_32: Pack = Pack { lowest: Rank::Seven };
    /// Ten to ace.
    pub const OF_20: Pack = Pack { lowest: Rank::Ten };
    /// Every pack, largest first.
    pub const ALL: [Pack; 5] = [Pack::OF_52, Pack::OF_40, Pack::OF_36, Pack::OF_32, Pack::OF_20];

    /// The pack with so many cards, if it is one of the five.
    pub fn with_len(cards: usize) -> Option<Pack> {
        Pack::ALL.into_iter().find(|pack| pack.len() == cards)
    }

    /// The lowest rank in it.
    pub const fn lowest(self) -> Rank {
        self.lowest
    }

    /// How many cards.
    #[allow(clippy::len_without_is_empty)] // a pack always has cards
    pub const fn len(self) -> usize {
        (13 - self.lowest.index()) * 4
    }

    /// Its cards as a set.
    pub const fn cards(self) -> CardSet {
        let suit = 0x1fff << self.lowest.index();
        CardSet::from_suits([suit; 4])
    }
}

impl fmt::Display for Pack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-card deck", self.len())
    }
}

/// Cards in an order, dealt from the top; what is left to deal is the stub.
///
/// ```
/// use cards::{Deck, Pack, ShuffleKey};
/// let mut deck = Deck::shuffled(Pack::OF_52, &ShuffleKey::from_seed(7));
/// let top = deck.deal().unwrap();
/// assert_eq!(deck.stub().len(), 51);
/// assert!(!deck.stub().contains(&top));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Deck {
    cards: Vec<Card>,
    dealt: usize,
}

impl Deck {
    /// A new deck as it comes from the box: spades, hearts, diamonds, clubs, ace down.
    pub fn in_order(pack: Pack) -> Deck {
        let cards = Suit::ALL.into_iter().rev().flat_map(|suit| {
            let ranks = Rank::ALL.into_iter().rev().take_while(move |&rank| rank >= pack.lowest());
            ranks.map(move |rank| Card::new(rank, suit))
        });
        Deck { cards: cards.collect(), dealt: 0 }
    }

    /// A new deck shuffled with this key. The same key gives the same deck for ever.
    pub fn shuffled(pack: Pack, key: &crate::ShuffleKey) -> Deck {
        let mut deck = Deck::in_order(pack);
        deck.shuffle(&mut Shuffler::new(key));
        deck
    }

    /// A deck in the order given, top card first, as recorded from a real table.
    ///
    /// Refused where a card stands twice.
    pub fn stacked(cards: Vec<Card>) -> Result<Deck, CardTwice> {
        let mut seen = CardSet::EMPTY;
        match cards.iter().find(|&&card| !seen.insert(card)) {
            Some(&card) => Err(CardTwice { card }),
            None => Ok(Deck { cards, dealt: 0 }),
        }
    }

    /// Gathers every card, dealt or not, and shuffles.
    pub fn shuffle(&mut self, shuffler: &mut Shuffler) {
        self.dealt = 0;
        shuffler.shuffle(&mut self.cards);
    }

    /// The next card off the top, while there is one.
    pub fn deal(&mut self) -> Option<Card> {
        let card = self.cards.get(self.dealt).copied()?;
        self.dealt += 1;
        Some(card)
    }

    /// What remains to be dealt, next card first.
    pub fn stub(&self) -> &[Card] {
        &self.cards[self.dealt..]
    }

    /// What has been dealt, first card first.
    pub fn dealt(&self) -> &[Card] {
        &self.cards[..self.dealt]
    }
}

/// Shows counts only: the order of a stub is a secret that must not reach a log.
impl fmt::Debug for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Deck({} dealt, {} in the stub)", self.dealt, self.stub().len())
    }
}

/// A deck was given a card that it has already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CardTwice {
    pub card: Card,
}

impl fmt::Display for CardTwice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} is in the deck twice", self.card.in_words())
    }
}

impl std::error::Error for CardTwice {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packs_hold_what_they_say() {
        for (pack, cards, lowest) in [
            (Pack::OF_52, 52, "2"),
            (Pack::OF_40, 40, "5"),
            (Pack::OF_36, 36, "6"),
            (Pack::OF_32, 32, "7"),
            (Pack::OF_20, 20, "T"),
        ] {
            assert_eq!(pack.len(), cards);
            assert_eq!(pack.cards().len(), cards);
            assert_eq!(pack.lowest().to_string(), lowest);
            assert_eq!(Pack::with_len(cards), Some(pack));
            let deck = Deck::in_order(pack);
            assert_eq!(deck.stub().iter().copied().collect::<CardSet>(), pack.cards());
        }
        assert_eq!(Pack::with_len(48), None);
    }

    #[test]
    fn every_card_is_dealt_once_and_then_none() {
        let mut deck = Deck::shuffled(Pack::OF_36, &crate::ShuffleKey::from_seed(1));
        let mut dealt = CardSet::EMPTY;
        while let Some(card) = deck.deal() {
            assert!(dealt.insert(card));
        }
        assert_eq!(dealt, Pack::OF_36.cards());
        assert!(deck.stub().is_empty());
        assert_eq!(deck.dealt().len(), 36);
    }

    #[test]
    fn a_stacked_deck_has_each_card_once() {
        let cards = crate::parse_cards("As Kd").unwrap();
        let deck = Deck::stacked([cards.clone(), cards].concat());
        assert_eq!(deck.unwrap_err().to_string(), "the ace of spades is in the deck twice");
    }

    #[test]
    fn a_deck_does_not_print_its_cards() {
        let deck = Deck::in_order(Pack::OF_52);
        assert_eq!(format!("{deck:?}"), "Deck(0 dealt, 52 in the stub)");
    }
}
