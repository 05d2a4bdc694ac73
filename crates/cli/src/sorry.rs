//! A question that cannot be answered: one line that says what is wrong, where, and what to do.

use cards::{CannotRank, Card, CardsError};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::fmt;

#[derive(Debug)]
pub(crate) enum Sorry {
    /// The command line itself.
    Usage(String),
    /// A list of cards that cannot be read.
    Cards { place: Place, error: CardsError },
    /// Cards that the order does not rank.
    Rank { place: Place, error: CannotRank },
    /// A number of hole or board cards that exactly-two play does not know.
    Count { place: Place, found: usize, least: usize, most: usize },
    /// Exactly two and three make five, which this order does not rank.
    NotFiveCards { order: String },
    /// A card in two places.
    Shared { place: Place, card: Card, also: Place },
}

/// Where on the command line.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    Hand(usize),
    Board,
    /// A card of a hand.
    Card {
        hand: usize,
        card: usize,
    },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Hand(number) => write!(f, "hand {number}"),
            Place::Board => f.write_str("the board"),
            Place::Card { hand, card } => write!(f, "hand {hand}, card {card}"),
        }
    }
}

impl Sorry {
    /// What clap found, on one line.
    pub(crate) fn usage(error: &clap::Error) -> Sorry {
        let told = |kind| match error.get(kind)? {
            ContextValue::String(value) => Some(value.clone()),
            ContextValue::Strings(values) => values.first().cloned(),
            _ => None,
        };
        let argument = told(ContextKind::InvalidArg).unwrap_or_default();
        let is_order = argument.starts_with("--order <");
        let mut line = match error.kind() {
            ErrorKind::InvalidSubcommand => {
                format!(
                    "there is no command {}",
                    quoted(&told(ContextKind::InvalidSubcommand).unwrap_or_default())
                )
            }
            ErrorKind::UnknownArgument => format!("there is no option {}", quoted(&argument)),
            ErrorKind::InvalidValue => match told(ContextKind::InvalidValue) {
                Some(value) if value.is_empty() => format!("{argument} needs a value"),
                Some(value) if is_order => format!("there is no order of hands {}", quoted(&value)),
                Some(value) => format!("{} is not a valid {argument}", quoted(&value)),
                None => format!("{argument} needs a value"),
            },
            ErrorKind::MissingRequiredArgument => format!("{argument} is missing"),
            _ => {
                let text = error.render().to_string();
                let first = text.lines().next().unwrap_or_default();
                first.trim_start_matches("error: ").to_string()
            }
        };
        let suggestions =
            [ContextKind::SuggestedValue, ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand];
        if let Some(suggested) = suggestions.into_iter().find_map(told) {
            line += &format!("; did you mean {}?", quoted(&suggested));
        }
        line += if is_order && error.kind() == ErrorKind::InvalidValue {
            " ('cardroom hand --orders' lists them)"
        } else {
            " ('cardroom --help' and 'cardroom COMMAND --help' list what is available)"
        };
        Sorry::Usage(line)
    }
}

/// Enough of what was typed to find it again, on one line whatever it is.
pub(crate) fn short(text: &str) -> String {
    const MOST: usize = 40;
    let shown: String = text.chars().take(MOST).flat_map(char::escape_debug).collect();
    let more = if text.chars().count() > MOST { "…" } else { "" };
    format!("{shown}{more}")
}

fn quoted(text: &str) -> String {
    format!("'{}'", short(text))
}

impl fmt::Display for Sorry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sorry::Usage(line) => f.write_str(line),
            Sorry::Cards { place, error } => write!(f, "{place}, {error}"),
            Sorry::Rank { place, error } => write!(f, "{place}: {error}"),
            Sorry::Count { place, found, least, most } => {
                write!(f, "{place}: {found} cards, but exactly-two play needs {least} to {most}")
            }
            Sorry::NotFiveCards { order } => {
                write!(f, "{order} does not rank five-card hands, so --exactly-two makes no sense with it")
            }
            Sorry::Shared { place, card, also } => {
                write!(f, "{place}: the {} is also in {also}", card.in_words())
            }
        }
    }
}
