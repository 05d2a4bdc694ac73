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
    /// A card of a hand, or of the board where there is one.
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
        let text = error.render().to_string();
        let first = text.lines().next().unwrap_or_default();
        let mut line = first.trim_start_matches("error: ").trim_end_matches(':').to_string();
        if error.kind() == ErrorKind::MissingRequiredArgument {
            let missing = text.lines().skip(1).map(str::trim).take_while(|line| !line.is_empty());
            line = format!("{line}: {}", missing.collect::<Vec<_>>().join(", "));
        }
        let about_orders =
            error.get(ContextKind::InvalidArg).is_some_and(|arg| arg.to_string().contains("--order"));
        if let (true, Some(name)) = (about_orders, error.get(ContextKind::InvalidValue)) {
            line = format!("there is no order of hands '{name}'");
        }
        let suggestions =
            [ContextKind::SuggestedValue, ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand];
        let suggested = suggestions.into_iter().find_map(|kind| match error.get(kind)? {
            ContextValue::String(value) => Some(value.clone()),
            ContextValue::Strings(values) => values.first().cloned(),
            _ => None,
        });
        if let Some(suggested) = suggested {
            line += &format!("; did you mean '{suggested}'?");
        }
        line += match about_orders {
            true => " ('cardroom hand --orders' lists them)",
            false => " ('cardroom --help' shows what there is)",
        };
        Sorry::Usage(line)
    }
}

impl fmt::Display for Sorry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sorry::Usage(line) => f.write_str(line),
            Sorry::Cards { place, error } => write!(f, "{place}, {error}"),
            Sorry::Rank { place, error } => write!(f, "{place}: {error}"),
            Sorry::Count { place, found, least, most } => {
                write!(f, "{place}: {found} cards, where exactly-two play has {least} to {most}")
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
