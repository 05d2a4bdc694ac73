//! The kinds of hand. Which beats which is not decided here.

use std::fmt;

/// A kind of hand.
///
/// Deliberately without an order: a flush beats a full house with 32 cards, and a straight beats a flush
/// with three. Only a [`HandOrder`](crate::HandOrder) can say which is better.
///
/// ```compile_fail
/// use cards::Category;
/// assert!(Category::Flush > Category::Straight);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Category {
    /// No two cards alike, not in sequence, not of one suit.
    NoPair,
    /// Two cards of one rank.
    OnePair,
    /// Two cards of one rank and two of another.
    TwoPair,
    /// Three cards of one rank.
    ThreeOfAKind,
    /// All in sequence.
    Straight,
    /// All of one suit.
    Flush,
    /// Three of one rank and two of another.
    FullHouse,
    /// Four cards of one rank.
    FourOfAKind,
    /// In sequence and of one suit.
    StraightFlush,
    /// The straight flush that ends with the ace.
    RoyalFlush,
    /// Badugi: one card plays.
    OneCard,
    /// Badugi: two cards of different ranks and suits play.
    TwoCards,
    /// Badugi: three cards of different ranks and suits play.
    ThreeCards,
    /// Badugi: four cards of different ranks and suits.
    FourCards,
}

impl Category {
    /// Every category there is.
    pub const ALL: [Category; 14] = [
        Category::NoPair,
        Category::OnePair,
        Category::TwoPair,
        Category::ThreeOfAKind,
        Category::Straight,
        Category::Flush,
        Category::FullHouse,
        Category::FourOfAKind,
        Category::StraightFlush,
        Category::RoyalFlush,
        Category::OneCard,
        Category::TwoCards,
        Category::ThreeCards,
        Category::FourCards,
    ];

    /// The category in words: "full house".
    pub const fn word(self) -> &'static str {
        match self {
            Category::NoPair => "no pair",
            Category::OnePair => "pair",
            Category::TwoPair => "two pair",
            Category::ThreeOfAKind => "three of a kind",
            Category::Straight => "straight",
            Category::Flush => "flush",
            Category::FullHouse => "full house",
            Category::FourOfAKind => "four of a kind",
            Category::StraightFlush => "straight flush",
            Category::RoyalFlush => "royal flush",
            Category::OneCard => "one-card badugi",
            Category::TwoCards => "two-card badugi",
            Category::ThreeCards => "three-card badugi",
            Category::FourCards => "badugi",
        }
    }

    /// The category as files spell it: "full-house".
    pub fn name(self) -> String {
        self.word().replace(' ', "-")
    }

    /// The category that files spell so.
    pub fn named(name: &str) -> Option<Category> {
        Category::ALL.into_iter().find(|category| category.name() == name)
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
