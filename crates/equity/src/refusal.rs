//! A position that makes no sense: what is wrong, where, and what to do.

use cards::{Card, CardsError, Pack};
use std::fmt;

/// Where in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionPart {
    /// A player's hand or range, counted from one.
    Hand(usize),
    Board,
    /// The dead cards.
    Dead,
    /// All of it together.
    Table,
}

impl fmt::Display for PositionPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionPart::Hand(number) => write!(f, "hand {number}"),
            PositionPart::Board => f.write_str("the board"),
            PositionPart::Dead => f.write_str("the dead cards"),
            PositionPart::Table => f.write_str("the table"),
        }
    }
}

/// Why a position cannot be counted, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    pub place: PositionPart,
    pub why: RefusalReason,
}

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RefusalReason {
    /// Cards that cannot be read.
    Cards(CardsError),
    /// There is nothing where a hand should be.
    Nothing,
    /// Neither cards nor a way to write a range.
    NotAHand { item: String, two_cards: bool },
    /// A range whose ends do not belong together.
    Ends { item: String },
    /// A pair cannot be suited.
    SuitedPair { item: String },
    /// A card that the game is not played with.
    NotInPack { card: Card, pack: Pack },
    /// A range of a rank that the game is not played with.
    RankNotInPack { item: String, pack: Pack },
    /// Too many or too few cards in a hand.
    Count { item: String, found: usize, wanted: usize },
    /// More cards than a hand of stud has.
    TooMany { item: String, found: usize, most: usize },
    /// Hands of one range that have different numbers of cards.
    Uneven,
    /// A list of half-open hands that is too long to be written out.
    TooWide,
    /// Too many cards on the board.
    Board { found: usize, most: usize },
    /// Stud has no board.
    NoBoard,
    /// A card in two places.
    Twice { card: Card, also: PositionPart },
    /// Every hand of a range needs a card that lies elsewhere.
    Blocked,
    /// No way to give every player a hand of their range.
    Crowded,
    /// The wrong number of players.
    Players { found: usize, most: usize },
    /// More cards than the pack has.
    TooFewCards { needed: usize, pack: Pack },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.why {
            RefusalReason::Cards(error) => write!(f, "{}, {error}", self.place),
            why => write!(f, "{}: {why}", self.place),
        }
    }
}

impl std::error::Error for Refusal {}

fn cards(count: usize) -> String {
    if count == 1 { "1 card".into() } else { format!("{count} cards") }
}

impl fmt::Display for RefusalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RefusalReason::Cards(error) => write!(f, "{error}"),
            RefusalReason::Nothing => write!(f, "a hand is missing here; write its cards, or 'random'"),
            RefusalReason::NotAHand { item, two_cards: true } => {
                write!(f, "'{item}' is neither a hand (AsKh) nor a range (TT+, AKs, KJo+, A5s-A2s, random)")
            }
            RefusalReason::NotAHand { item, two_cards: false } => {
                write!(f, "'{item}' is not a hand; write its cards (AsKh…), with * for any card, or 'random'")
            }
            RefusalReason::Ends { item } => {
                write!(f, "'{item}' has ends that do not match; write QQ-88, A5s-A2s or T9s-76s")
            }
            RefusalReason::SuitedPair { item } => {
                write!(f, "'{item}': a pair has two suits anyway; leave out what follows it")
            }
            RefusalReason::NotInPack { card, pack } => {
                write!(f, "the {} is not in the {pack}", card.in_words())
            }
            RefusalReason::RankNotInPack { item, pack } => {
                write!(f, "'{item}': the lowest card of the {pack} is the {}", pack.lowest().word())
            }
            RefusalReason::Count { item, found, wanted } => write!(
                f,
                "'{item}' is {}, but a hand has {wanted}; write a hand without spaces or in quotes, a comma \
                 between the hands of a range, * for any card",
                cards(*found)
            ),
            RefusalReason::TooMany { item, found, most } => write!(
                f,
                "'{item}' is {}, but a hand has at most {most}; put a comma between the hands of a range",
                cards(*found)
            ),
            RefusalReason::Uneven => {
                write!(f, "all hands of a range must have the same number of known cards")
            }
            RefusalReason::TooWide => {
                write!(f, "this range has too many hands; give more of their cards, or 'random'")
            }
            RefusalReason::Board { found, most } => {
                write!(f, "{}, but there can be at most {most}", cards(*found))
            }
            RefusalReason::NoBoard => write!(f, "this game has no board; give each player their own cards"),
            RefusalReason::Twice { card, also } => write!(f, "the {} is also in {also}", card.in_words()),
            RefusalReason::Blocked => {
                write!(
                    f,
                    "no hand of the range is possible: each needs a card of the board, the dead cards or another hand"
                )
            }
            RefusalReason::Crowded => write!(f, "the ranges leave no way to give every player a hand"),
            RefusalReason::Players { found, most } => write!(
                f,
                "{found} {}, but this game has 2 to {most}",
                if *found == 1 { "hand" } else { "hands" }
            ),
            RefusalReason::TooFewCards { needed, pack } => {
                write!(f, "{needed} cards are needed, dead ones included, and the {pack} has {}", pack.len())
            }
        }
    }
}

/// Enough of what was written to find it again, on one line whatever it is.
pub(crate) fn short(text: &str) -> String {
    const MOST: usize = 24;
    let shown: String = text.chars().take(MOST).flat_map(char::escape_debug).collect();
    let more = if text.chars().count() > MOST { "…" } else { "" };
    format!("{shown}{more}")
}
