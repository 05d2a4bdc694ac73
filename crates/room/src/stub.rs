//! The undealt cards, top first; known to the machine or only counted.

use cards::{Card, CardId, CardSet, Deck, Pack, Shuffler};
use std::fmt;

/// The stub. Where cards are recorded as they fall, only their number is known.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Stub {
    ids: [u8; 52],
    at: u8,
    end: u8,
    known: bool,
    /// Cards beyond this place lie as they were before the shuffle.
    mixed: u8,
}

/// The whole pack as it comes from the box.
const IN_ORDER: Stub = {
    let mut stub = Stub::unseen(52);
    let mut at = 0;
    while at < 52 {
        stub.ids[at] = at as u8;
        at += 1;
    }
    Stub { known: true, ..stub }
};

impl Default for Stub {
    fn default() -> Stub {
        Stub::unseen(0)
    }
}

/// How many cards are left, and whether their order is known; not which.
impl fmt::Debug for Stub {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stub").field("len", &self.len()).field("known", &self.known).finish_non_exhaustive()
    }
}

impl Stub {
    /// So many cards that nobody has seen.
    pub const fn unseen(count: usize) -> Stub {
        Stub { ids: [0; 52], at: 0, end: count as u8, known: false, mixed: count as u8 }
    }

    /// These cards, top first; more than 52 are left out.
    pub fn of(cards: impl IntoIterator<Item = Card>) -> Stub {
        let mut stub = Stub { known: true, ..Stub::unseen(0) };
        for card in cards.into_iter().take(52) {
            stub.ids[usize::from(stub.end)] = card.id().number() as u8;
            stub.end += 1;
        }
        stub.mixed = stub.end;
        stub
    }

    /// The cards that a deck still has.
    pub fn of_deck(deck: &Deck) -> Stub {
        Stub::of(deck.stub().iter().copied())
    }

    /// A freshly shuffled pack.
    pub fn shuffled(pack: Pack, shuffler: &mut Shuffler) -> Stub {
        Stub::shuffled_cards(pack.cards(), shuffler)
    }

    /// These cards, freshly shuffled.
    pub fn shuffled_cards(cards: CardSet, shuffler: &mut Shuffler) -> Stub {
        let mut stub = Stub::of(cards.iter());
        let end = usize::from(stub.end);
        shuffler.shuffle(&mut stub.ids[..end]);
        stub
    }

    /// A pack of which only the top cards are shuffled: each of them is equally likely to be any card of the pack, and
    /// those below lie in no order that matters, because the hand cannot reach them.
    #[inline]
    pub fn shuffled_top(pack: Pack, count: usize, shuffler: &mut Shuffler) -> Stub {
        let mut stub = if pack == Pack::OF_52 { IN_ORDER } else { Stub::of(pack.cards().iter()) };
        let end = usize::from(stub.end);
        shuffler.shuffle_top(&mut stub.ids[..end], count.min(end));
        stub.mixed = count.min(end) as u8;
        stub
    }

    /// How many cards at the bottom lie as they were before the shuffle.
    pub const fn unmixed(&self) -> usize {
        (self.end - self.mixed) as usize
    }

    /// Whether all that is left has been shuffled.
    pub const fn is_mixed(&self) -> bool {
        self.mixed == self.end
    }

    /// How many are left.
    #[inline]
    pub const fn len(&self) -> usize {
        (self.end - self.at) as usize
    }

    /// Whether none is left.
    pub const fn is_empty(&self) -> bool {
        self.at == self.end
    }

    /// Whether the order is known.
    #[inline]
    pub const fn is_known(&self) -> bool {
        self.known
    }

    /// The top card; `None` if there is none or it is not known.
    #[inline]
    pub fn top(&self) -> Option<Card> {
        if !self.known || self.is_empty() {
            return None;
        }
        CardId::new(self.ids[usize::from(self.at)]).map(CardId::card)
    }

    /// Takes the top card off.
    #[inline]
    pub(crate) fn take(&mut self) {
        self.at = (self.at + 1).min(self.end);
    }

    /// Takes a card out, wherever it lies; the others stay in their order.
    pub(crate) fn remove(&mut self, card: Card) {
        let (at, end) = (usize::from(self.at), usize::from(self.end));
        let id = card.id().number() as u8;
        if let Some(found) = self.ids[at..end].iter().position(|&other| other == id) {
            self.ids.copy_within(at..at + found, at + 1);
            self.at += 1;
        }
    }

    /// Lays a card on top.
    pub(crate) fn put_back(&mut self, card: Option<Card>) {
        if self.at > 0 {
            self.at -= 1;
        } else if usize::from(self.end) < self.ids.len() {
            self.ids.copy_within(0..usize::from(self.end), 1);
            self.end += 1;
        }
        if let Some(card) = card {
            self.ids[usize::from(self.at)] = card.id().number() as u8;
        }
    }

    /// The cards that left it last, in the order in which they did; none where they are not known.
    pub(crate) fn dealt_last(&self, count: usize) -> impl Iterator<Item = Card> {
        let at = usize::from(self.at);
        let range = if self.known && count <= at { at - count..at } else { 0..0 };
        self.ids[range].iter().filter_map(|&id| CardId::new(id).map(CardId::card))
    }

    /// What is left, top first, where it is known.
    pub fn rest(&self) -> impl Iterator<Item = Card> {
        let range = if self.known { usize::from(self.at)..usize::from(self.end) } else { 0..0 };
        self.ids[range].iter().filter_map(|&id| CardId::new(id).map(CardId::card))
    }

    /// The cards left, where they are known.
    pub fn cards(&self) -> CardSet {
        self.rest().collect()
    }
}
