//! A set of cards: no order, no repeats, one machine word.

use crate::card::{Card, CardError, CardId, Rank, Suit};
use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Sub};
use std::str::FromStr;

/// The thirteen bits of a suit that stand for cards.
pub(crate) const RANK_BITS: u16 = 0x1fff;

/// A set of cards in a `u64`: 16 bits a suit (clubs lowest), one bit a rank (deuce lowest).
///
/// The three spare bits above each suit are always zero.
///
/// ```
/// use cards::CardSet;
/// let hand: CardSet = "As Kd Qh Jc Ts".parse()?;
/// assert_eq!(hand.len(), 5);
/// assert!(hand.contains("10s".parse()?));
/// assert_eq!(hand.to_string(), "As Kd Qh Jc Ts");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct CardSet(u64);

impl CardSet {
    /// No cards.
    pub const EMPTY: CardSet = CardSet(0);
    /// All 52.
    pub const ALL: CardSet = CardSet(0x1fff_1fff_1fff_1fff);

    /// The set with these bits, if no spare bit is among them.
    pub const fn from_bits(bits: u64) -> Option<CardSet> {
        if bits & !CardSet::ALL.0 == 0 { Some(CardSet(bits)) } else { None }
    }

    /// The set with these bits, spare ones dropped.
    #[inline]
    pub(crate) const fn from_places(bits: u64) -> CardSet {
        CardSet(bits & CardSet::ALL.0)
    }

    /// The word itself.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set of just this card.
    pub const fn of(card: Card) -> CardSet {
        CardSet(1 << (card.suit().index() * 16 + card.rank().index()))
    }

    /// The set with these ranks (bit 0 the deuce) in each suit, clubs first.
    pub const fn from_suits(suits: [u16; 4]) -> CardSet {
        CardSet(
            (suits[0] & RANK_BITS) as u64
                | ((suits[1] & RANK_BITS) as u64) << 16
                | ((suits[2] & RANK_BITS) as u64) << 32
                | ((suits[3] & RANK_BITS) as u64) << 48,
        )
    }

    /// The ranks held in each suit, clubs first, bit 0 the deuce.
    pub const fn suits(self) -> [u16; 4] {
        [self.0 as u16, (self.0 >> 16) as u16, (self.0 >> 32) as u16, (self.0 >> 48) as u16]
    }

    /// The ranks held in one suit, bit 0 the deuce.
    pub const fn suit(self, suit: Suit) -> u16 {
        (self.0 >> (suit as u32 * 16)) as u16
    }

    /// The ranks held in any suit, bit 0 the deuce.
    pub const fn ranks(self) -> u16 {
        let [c, d, h, s] = self.suits();
        c | d | h | s
    }

    /// How many cards.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the card is here.
    pub const fn contains(self, card: Card) -> bool {
        self.0 & CardSet::of(card).0 != 0
    }

    /// Whether every card of the other set is here.
    pub const fn contains_all(self, other: CardSet) -> bool {
        other.0 & !self.0 == 0
    }

    /// Whether the two sets have a card in common.
    pub const fn overlaps(self, other: CardSet) -> bool {
        self.0 & other.0 != 0
    }

    /// Puts the card in; says whether it is new.
    pub fn insert(&mut self, card: Card) -> bool {
        let new = !self.contains(card);
        self.0 |= CardSet::of(card).0;
        new
    }

    /// Takes the card out; says whether it was there.
    pub fn remove(&mut self, card: Card) -> bool {
        let held = self.contains(card);
        self.0 &= !CardSet::of(card).0;
        held
    }

    /// The cards, highest rank first, spades before hearts before diamonds before clubs.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let ranks = CardSet(left).ranks();
            if ranks == 0 {
                return None;
            }
            let rank = 15 - ranks.leading_zeros() as usize;
            // Spades have the highest bits.
            let held = left & (0x0001_0001_0001_0001 << rank);
            let place = 63 - held.leading_zeros() as usize;
            left &= !(1 << place);
            Some(Card::new(Rank::ALL[rank % 13], Suit::ALL[place / 16]))
        })
    }

    /// The cards as sets of one, in the order of their bits: suit by suit. Quicker than [`CardSet::iter`].
    pub(crate) fn one_by_one(self) -> impl Iterator<Item = CardSet> {
        Bits(self.0).map(CardSet)
    }

    /// The only card of a set of one.
    pub(crate) const fn only_id(self) -> CardId {
        let place = self.0.trailing_zeros() as usize % 64;
        Card::new(Rank::ALL[place % 16 % 13], Suit::ALL[place / 16]).id()
    }

    /// Every subset of exactly so many cards.
    ///
    /// ```
    /// # use cards::CardSet;
    /// assert_eq!(CardSet::ALL.choose(2).count(), 1_326);
    /// ```
    pub fn choose(self, count: usize) -> impl Iterator<Item = CardSet> {
        // Chosen bits walk upwards through the members as the carries of a binary counter would.
        let members: Vec<u64> = Bits(self.0).collect();
        let mut done = count > members.len();
        let mut at: Vec<usize> = if done { Vec::new() } else { (0..count).collect() };
        std::iter::from_fn(move || {
            if done {
                return None;
            }
            let chosen = at.iter().fold(0, |set, &i| set | members[i]);
            let movable = (0..count).rev().find(|&k| at[k] < members.len() - count + k);
            match movable {
                Some(k) => {
                    at[k] += 1;
                    for later in k + 1..count {
                        at[later] = at[later - 1] + 1;
                    }
                }
                None => done = true,
            }
            Some(CardSet(chosen))
        })
    }
}

/// The set bits of a word, lowest first, each as a word of its own.
struct Bits(u64);

impl Iterator for Bits {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let lowest = self.0 & self.0.wrapping_neg();
        self.0 ^= lowest;
        (lowest != 0).then_some(lowest)
    }
}

impl BitOr for CardSet {
    type Output = CardSet;
    fn bitor(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }
}

impl BitOrAssign for CardSet {
    fn bitor_assign(&mut self, other: CardSet) {
        self.0 |= other.0;
    }
}

impl BitAnd for CardSet {
    type Output = CardSet;
    fn bitand(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }
}

/// The cards of the first set that are not in the second.
impl Sub for CardSet {
    type Output = CardSet;
    fn sub(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }
}

/// The cards of the 52 that are not in the set.
impl Not for CardSet {
    type Output = CardSet;
    fn not(self) -> CardSet {
        CardSet::ALL - self
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        cards.into_iter().fold(CardSet::EMPTY, |set, card| set | CardSet::of(card))
    }
}

impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, card) in self.iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{card}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

impl FromStr for CardSet {
    type Err = CardsError;

    fn from_str(text: &str) -> Result<CardSet, CardsError> {
        Ok(parse_cards(text)?.into_iter().collect())
    }
}

/// Reads cards in the order written: apart (`As Kd`), with commas, or run together (`AsKd`).
///
/// A card may stand only once. An empty text holds no cards.
///
/// ```
/// let cards = cards::parse_cards("10h, 2cKs")?;
/// assert_eq!(cards.len(), 3);
/// let error = cards::parse_cards("As Kd Kd").unwrap_err();
/// assert_eq!(error.to_string(), "card 3 (\"Kd\"): the king of diamonds is already card 2");
/// # Ok::<(), cards::CardsError>(())
/// ```
pub fn parse_cards(text: &str) -> Result<Vec<Card>, CardsError> {
    let is_gap = |c: char| c.is_whitespace() || c == ',';
    let mut cards: Vec<Card> = Vec::new();
    for word in text.split(is_gap).filter(|word| !word.is_empty()) {
        let mut rest = word;
        while !rest.is_empty() {
            let number = cards.len() + 1;
            // A letter that starts no card is left over from the one before it.
            let (card, after) = match Card::read(rest) {
                Ok(read) => read,
                Err(CardError::NoSuchRank { found }) if rest != word => {
                    let card = cards[cards.len() - 1];
                    let what = Wrong::Card(CardError::LeftOver { card, extra: found });
                    return Err(CardsError { number: cards.len(), text: shorten(word), what });
                }
                Err(error) => {
                    return Err(CardsError { number, text: shorten(rest), what: Wrong::Card(error) });
                }
            };
            if let Some(first) = cards.iter().position(|&held| held == card) {
                let text = shorten(&rest[..rest.len() - after.len()]);
                return Err(CardsError { number, text, what: Wrong::Twice { card, first: first + 1 } });
            }
            cards.push(card);
            rest = after;
        }
    }
    Ok(cards)
}

/// Enough of a text to find it again, however long and strange it is.
fn shorten(text: &str) -> String {
    const MOST: usize = 16;
    let mut short: String = text.chars().take(MOST).collect();
    if text.chars().count() > MOST {
        short.push('…');
    }
    short
}

/// Why a text is not a list of cards, and at which card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardsError {
    number: usize,
    text: String,
    what: Wrong,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Wrong {
    Card(CardError),
    Twice { card: Card, first: usize },
}

impl CardsError {
    /// Which card of the list, counted from one.
    pub fn number(&self) -> usize {
        self.number
    }
}

impl fmt::Display for CardsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "card {} ({:?}): ", self.number, self.text)?;
        match &self.what {
            Wrong::Card(error) => write!(f, "{error}"),
            Wrong::Twice { card, first } => {
                write!(f, "the {} is already card {first}", card.in_words())
            }
        }
    }
}

impl std::error::Error for CardsError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_may_be_apart_or_together() {
        let set: CardSet = "As Kd Qh".parse().unwrap();
        for text in ["AsKdQh", "As,Kd,Qh", " Qh  Kd\tAs ", "A♠K♦Q♥", "asKDqh"] {
            assert_eq!(text.parse(), Ok(set), "{text}");
        }
        assert_eq!("".parse(), Ok(CardSet::EMPTY));
    }

    #[test]
    fn errors_name_the_card() {
        let wrong = |text: &str| text.parse::<CardSet>().unwrap_err().to_string();
        assert_eq!(wrong("As 1s"), "card 2 (\"1s\"): '1' is not a rank (2 to 9, T or 10, J, Q, K, A)");
        assert_eq!(wrong("Asx"), "card 1 (\"Asx\"): 'x' is left over after As");
        assert_eq!(wrong("Kd As As"), "card 3 (\"As\"): the ace of spades is already card 2");
        assert_eq!(wrong("KdA"), "card 2 (\"A\"): the ace has no suit (c, d, h or s)");
        let long = "x".repeat(100_000);
        assert!(wrong(&long).len() < 120);
    }

    #[test]
    fn subsets_are_all_there_once() {
        let seven: CardSet = "As Kd Qh Jc Ts 2c 2d".parse().unwrap();
        let mut fives: Vec<CardSet> = seven.choose(5).collect();
        assert_eq!(fives.len(), 21);
        fives.sort();
        fives.dedup();
        assert_eq!(fives.len(), 21);
        assert!(fives.iter().all(|five| five.len() == 5 && seven.contains_all(*five)));
        assert_eq!(seven.choose(0).collect::<Vec<_>>(), [CardSet::EMPTY]);
        assert_eq!(seven.choose(8).count(), 0);
    }

    #[test]
    fn set_arithmetic() {
        let a: CardSet = "As Kd".parse().unwrap();
        let b: CardSet = "Kd Qh".parse().unwrap();
        assert_eq!((a & b).to_string(), "Kd");
        assert_eq!((a - b).to_string(), "As");
        assert_eq!((a | b).len(), 3);
        assert_eq!((!a).len(), 50);
        assert_eq!(CardSet::from_suits(a.suits()), a);
        assert_eq!(CardSet::from_bits(1 << 13), None);
    }
}
