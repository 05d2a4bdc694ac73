//! What is wrong with a text that should be a hand, said in one line.

use std::fmt;

/// Why a text is not a hand, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// The hand's number, in a file of several.
    pub hand: Option<u64>,
    /// The line of the file, counted from 1.
    pub line: Option<u32>,
    /// The action's number, counted from 1, and its text.
    pub action: Option<(usize, String)>,
    /// What is wrong.
    pub fault: Fault,
}

impl Error {
    pub(crate) fn new(fault: Fault) -> Error {
        Error { hand: None, line: None, action: None, fault }
    }

    pub(crate) fn at_line(mut self, line: u32) -> Error {
        self.line.get_or_insert(line);
        self
    }

    pub(crate) fn of_hand(mut self, hand: Option<u64>) -> Error {
        self.hand = self.hand.or(hand);
        self
    }

    pub(crate) fn in_action(mut self, number: usize, text: &str) -> Error {
        self.action = Some((number, text.to_owned()));
        self
    }
}

/// What can be wrong with the text of a hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The text is no TOML; the reader's own words.
    NotToml(String),
    /// There is no hand in the text.
    NoHand,
    /// One hand was asked for and there are more.
    SeveralHands,
    /// A hand is larger than 4 GB.
    TooLong,
    /// A name in brackets where the hands of a file are numbered.
    NotNumbered(String),
    /// A field above the first hand of a file whose hands are numbered.
    Outside(String),
    /// A part of a hand that comes after the next hand has begun.
    OutOfPlace(String),
    /// A field that every such hand needs.
    Missing(&'static str),
    /// A field of another kind than it must be: the field, what it must be, what it is.
    WrongKind {
        field: String,
        /// What it has to be.
        needs: &'static str,
        /// What it is.
        found: &'static str,
    },
    /// A list that has not one entry for each player.
    WrongLength {
        field: &'static str,
        /// How many entries it has.
        found: usize,
        /// How many players there are.
        players: usize,
    },
    /// More players than anybody can seat.
    TooManyPlayers(usize),
    /// A field that may not be below zero.
    Negative(&'static str),
    /// Not an amount.
    NotAnAmount(String),
    /// An amount beyond [`MOST`](crate::MOST).
    TooLarge(String),
    /// An amount of more than [`MOST_DECIMALS`](crate::MOST_DECIMALS) decimals.
    TooFine(String),
    /// A stack may be unknown (`inf`); this field may not.
    Unknown(String),
    /// A number that this field cannot be.
    NotA {
        /// What it has to be.
        needs: &'static str,
        /// What it is.
        found: String,
    },
    /// A commission that is of none of the three kinds.
    NotACommission(&'static str),
    NotACard(String),
    /// More cards than one action can name.
    TooManyCards,
    /// An action of the dealer or a player that nobody knows.
    NotAnAction(String),
    /// Neither `d` nor a player.
    NotAPlayer(String),
    /// A player who is not in the hand.
    NoSuchPlayer {
        /// The player's number.
        player: usize,
        /// How many there are.
        players: usize,
    },
    /// An action that lacks a part.
    Lacks(&'static str),
    /// An action with something behind it that does not belong there.
    LeftOver(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        if let Some(hand) = self.hand {
            write!(f, "hand {hand}")?;
            separator = ", ";
        }
        if let Some(line) = self.line {
            write!(f, "{separator}line {line}")?;
            separator = ", ";
        }
        if let Some((number, text)) = &self.action {
            write!(f, "{separator}action {number}, '{}'", Excerpt(text))?;
            separator = ", ";
        }
        if !separator.is_empty() {
            f.write_str(": ")?;
        }
        write!(f, "{}", self.fault)
    }
}

impl std::error::Error for Error {}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NotToml(said) => write!(f, "the text is not TOML: {}", Excerpt(said)),
            Fault::NoHand => write!(f, "the text has no hand"),
            Fault::SeveralHands => write!(f, "the text has more than one hand"),
            Fault::TooLong => write!(f, "the hand is longer than 4 GB"),
            Fault::NotNumbered(name) => write!(f, "'{}' is not the number of a hand", Excerpt(name)),
            Fault::Outside(name) => write!(
                f,
                "'{}' belongs to no hand: in a file of numbered hands ([1], [2], …) every field comes after a number",
                Excerpt(name)
            ),
            Fault::OutOfPlace(name) => {
                write!(f, "'{}' belongs to a hand that ended above", Excerpt(name))
            }
            Fault::Missing(field) => write!(f, "{field} is missing"),
            Fault::WrongKind { field, needs, found } => {
                write!(f, "{} must be {needs}, not {found}", Excerpt(field))
            }
            Fault::WrongLength { field, found, players } => {
                write!(f, "{field} has {found} entries for {players} players")
            }
            Fault::TooManyPlayers(players) => {
                write!(f, "{players} players are too many (at most {})", crate::MOST_PLAYERS)
            }
            Fault::Negative(field) => write!(f, "{field} cannot be below zero"),
            Fault::NotAnAmount(word) => write!(f, "'{}' is not an amount", Excerpt(word)),
            Fault::TooLarge(word) => write!(f, "'{}' is too large an amount", Excerpt(word)),
            Fault::TooFine(word) => {
                write!(f, "'{}' has more than {} decimals", Excerpt(word), crate::MOST_DECIMALS)
            }
            Fault::Unknown(field) => write!(f, "{} must be known, not inf", Excerpt(field)),
            Fault::NotA { needs, found } => write!(f, "'{}' is not {needs}", Excerpt(found)),
            Fault::NotACommission(why) => write!(f, "_commission {why}"),
            Fault::NotACard(word) => {
                write!(
                    f,
                    "'{}' is not a card (a rank of 23456789TJQKA and a suit of cdhs, or ??)",
                    Excerpt(word)
                )
            }
            Fault::TooManyCards => write!(f, "more than {} cards", crate::FewCards::MOST),
            Fault::NotAnAction(word) => write!(f, "'{}' is not an action", Excerpt(word)),
            Fault::NotAPlayer(word) => {
                write!(f, "'{}' is neither the dealer (d) nor a player (p1)", Excerpt(word))
            }
            Fault::NoSuchPlayer { player, players } => {
                write!(f, "there is no p{player}: there are {players} players")
            }
            Fault::Lacks(part) => write!(f, "{part} is missing"),
            Fault::LeftOver(words) => write!(f, "'{}' is left over", Excerpt(words)),
        }
    }
}

/// A piece of the file inside a message: one line, and not too long a one.
struct Excerpt<'a>(&'a str);

impl fmt::Display for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST: usize = 80;
        for (place, c) in self.0.chars().enumerate() {
            if place == MOST {
                return f.write_str("…");
            }
            // What would break the line, or turn its direction, is shown by its number.
            if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}') {
                write!(f, "{}", c.escape_default())?;
            } else {
                write!(f, "{c}")?;
            }
        }
        Ok(())
    }
}
