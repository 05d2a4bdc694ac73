//! One card: its rank, its suit, how it is written and how it is read.

use std::fmt;
use std::str::FromStr;

/// The rank of a card, deuce to ace.
///
/// The order here is the plain one, ace on top. Whether an ace also plays low is for an
/// [order of hands](crate::HandOrder) to say.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Rank {
    Deuce,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
    Ace,
}

impl Rank {
    /// Every rank, lowest first.
    pub const ALL: [Rank; 13] = [
        Rank::Deuce,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
        Rank::Ace,
    ];

    /// Deuce 0 up to ace 12: the rank's bit within a suit of a [`CardSet`](crate::CardSet).
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The rank with this index, if there is one.
    pub const fn from_index(index: usize) -> Option<Rank> {
        if index < 13 { Some(Rank::ALL[index]) } else { None }
    }

    /// The letter on the card: `2` to `9`, `T`, `J`, `Q`, `K`, `A`.
    pub const fn letter(self) -> char {
        b"23456789TJQKA"[self as usize] as char
    }

    /// The rank in words, one card of it: "ace", "six".
    pub const fn word(self) -> &'static str {
        [
            "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen",
            "king", "ace",
        ][self as usize]
    }

    /// The rank in words, several cards of it: "aces", "sixes".
    pub const fn plural(self) -> &'static str {
        [
            "deuces", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks",
            "queens", "kings", "aces",
        ][self as usize]
    }

    const fn from_char(c: char) -> Option<Rank> {
        Some(match c {
            '2'..='9' => Rank::ALL[c as usize - '2' as usize],
            'T' | 't' => Rank::Ten,
            'J' | 'j' => Rank::Jack,
            'Q' | 'q' => Rank::Queen,
            'K' | 'k' => Rank::King,
            'A' | 'a' => Rank::Ace,
            _ => return None,
        })
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// The suit of a card.
///
/// Suits have no order in ranking hands. Where a rulebook ranks them (a stud bring-in, an odd
/// chip), the ladder is clubs, diamonds, hearts, spades, lowest first, and that is their order here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

impl Suit {
    /// Every suit, lowest first.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// Clubs 0 up to spades 3.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `c`, `d`, `h` or `s`.
    pub const fn letter(self) -> char {
        b"cdhs"[self as usize] as char
    }

    /// The printed pip: ♣ ♦ ♥ ♠.
    pub const fn symbol(self) -> char {
        ['♣', '♦', '♥', '♠'][self as usize]
    }

    /// The suit in words: "spades".
    pub const fn word(self) -> &'static str {
        ["clubs", "diamonds", "hearts", "spades"][self as usize]
    }

    const fn from_char(c: char) -> Option<Suit> {
        Some(match c {
            'c' | 'C' | '♣' | '♧' => Suit::Clubs,
            'd' | 'D' | '♦' | '♢' => Suit::Diamonds,
            'h' | 'H' | '♥' | '♡' => Suit::Hearts,
            's' | 'S' | '♠' | '♤' => Suit::Spades,
            _ => return None,
        })
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// One card of the 52. The smaller decks are parts of it.
///
/// ```
/// use cards::{Card, Rank, Suit};
/// let card: Card = "10h".parse()?;
/// assert_eq!(card, Card::new(Rank::Ten, Suit::Hearts));
/// assert_eq!(card.to_string(), "Th");
/// assert_eq!("T♥".parse::<Card>()?, card);
/// assert_eq!(card.in_words(), "ten of hearts");
/// # Ok::<(), cards::CardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card {
    rank: Rank,
    suit: Suit,
}

impl Card {
    /// The card of this rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card { rank, suit }
    }

    /// Its rank.
    pub const fn rank(self) -> Rank {
        self.rank
    }

    /// Its suit.
    pub const fn suit(self) -> Suit {
        self.suit
    }

    /// Its place in the 52, deuce of clubs 0 to ace of spades 51, four cards to a rank.
    pub const fn id(self) -> CardId {
        CardId(self.rank as u8 * 4 + self.suit as u8)
    }

    /// "ace of spades".
    pub fn in_words(self) -> String {
        format!("{} of {}", self.rank.word(), self.suit.word())
    }
}

/// A card as one small number, 0 to 51: what evaluators take in bulk.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CardId(u8);

impl CardId {
    /// The id with this number, if there is such a card.
    pub const fn new(number: u8) -> Option<CardId> {
        if number < 52 { Some(CardId(number)) } else { None }
    }

    /// The number, 0 to 51.
    #[inline(always)]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// The card.
    pub const fn card(self) -> Card {
        Card::new(Rank::ALL[self.0 as usize / 4], Suit::ALL[self.0 as usize % 4])
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank, self.suit)
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Card {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Card, CardError> {
        let (card, rest) = Card::read(text)?;
        match rest.chars().next() {
            None => Ok(card),
            Some(extra) => Err(CardError::LeftOver { card, extra }),
        }
    }
}

impl Card {
    /// Reads one card off the front of a text and gives back what follows it.
    pub(crate) fn read(text: &str) -> Result<(Card, &str), CardError> {
        let (rank, rest) = match text.strip_prefix("10") {
            Some(rest) => (Rank::Ten, rest),
            None => {
                let first = text.chars().next().ok_or(CardError::Empty)?;
                let rank = Rank::from_char(first).ok_or(CardError::NoSuchRank { found: first })?;
                (rank, &text[first.len_utf8()..])
            }
        };
        let second = rest.chars().next().ok_or(CardError::NoSuit { rank })?;
        let suit = Suit::from_char(second).ok_or(CardError::NoSuchSuit { rank, found: second })?;
        let rest = &rest[second.len_utf8()..];
        // Some keyboards put a variation selector behind a pip to ask for its coloured form.
        let rest = rest.trim_start_matches(['\u{fe0e}', '\u{fe0f}']);
        Ok((Card::new(rank, suit), rest))
    }
}

/// Why a text is not a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CardError {
    /// There is nothing to read.
    Empty,
    /// The first character is no rank.
    NoSuchRank { found: char },
    /// The text ends after the rank.
    NoSuit { rank: Rank },
    /// What follows the rank is no suit.
    NoSuchSuit { rank: Rank, found: char },
    /// A card, and then something else.
    LeftOver { card: Card, extra: char },
}

impl fmt::Display for CardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CardError::Empty => write!(f, "a card is missing here"),
            CardError::NoSuchRank { found } => {
                write!(f, "{found:?} is not a rank (2 to 9, T or 10, J, Q, K, A)")
            }
            CardError::NoSuit { rank } => {
                write!(f, "the {} has no suit (c, d, h or s)", rank.word())
            }
            CardError::NoSuchSuit { rank, found } => {
                write!(f, "{found:?} after the {} is not a suit (c, d, h or s)", rank.word())
            }
            CardError::LeftOver { card, extra } => {
                write!(f, "{extra:?} is left over after {card}")
            }
        }
    }
}

impl std::error::Error for CardError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_reads_back_as_it_is_written() {
        for number in 0..52 {
            let card = CardId::new(number).unwrap().card();
            assert_eq!(card.id().number(), usize::from(number));
            assert_eq!(card.to_string().parse(), Ok(card));
            let pip = format!("{}{}", card.rank(), card.suit().symbol());
            assert_eq!(pip.parse(), Ok(card));
        }
        assert_eq!(CardId::new(52), None);
    }

    #[test]
    fn a_ten_has_two_spellings() {
        let ten = Card::new(Rank::Ten, Suit::Hearts);
        for text in ["Th", "10h", "tH", "10♥", "T♡", "10♥\u{fe0f}"] {
            assert_eq!(text.parse(), Ok(ten), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let wrong = |text: &str| text.parse::<Card>().unwrap_err();
        assert_eq!(wrong(""), CardError::Empty);
        assert_eq!(wrong("1s"), CardError::NoSuchRank { found: '1' });
        assert_eq!(wrong("sA"), CardError::NoSuchRank { found: 's' });
        assert_eq!(wrong("A"), CardError::NoSuit { rank: Rank::Ace });
        assert_eq!(wrong("10"), CardError::NoSuit { rank: Rank::Ten });
        assert_eq!(wrong("Ax"), CardError::NoSuchSuit { rank: Rank::Ace, found: 'x' });
        let card = Card::new(Rank::Ace, Suit::Spades);
        assert_eq!(wrong("Asx"), CardError::LeftOver { card, extra: 'x' });
        assert_eq!(wrong("1s").to_string(), "'1' is not a rank (2 to 9, T or 10, J, Q, K, A)");
    }
}
