//! `cardroom rules show BOOK GAME`: a game and all that the book says of it; of one between players its decks too.

use super::{no_game, split_deck};
use crate::sorry::Sorry;
use rulebook::describe::Topic;
use rulebook::{Book, BookGame};
use serde::Serialize;
use std::fmt::Write as _;

#[derive(Serialize)]
struct GameShown {
    book: String,
    game: String,
    name: String,
    /// Where the book lists the game; of one between players, how many may be dealt in.
    row: Row,
    /// How many may be dealt in with each deck, where the book has several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    decks: Vec<Deck>,
    /// The deck that is described.
    #[serde(skip_serializing_if = "Option::is_none")]
    cards: Option<usize>,
    points: Vec<PointShown>,
}

#[derive(Serialize)]
struct Row {
    clause: String,
    effect: String,
}

#[derive(Serialize)]
struct Deck {
    cards: usize,
    players: u8,
}

#[derive(Serialize)]
struct PointShown {
    section: String,
    topic: String,
    is: String,
    clause: String,
}

/// Shows a game if that is what the label names: `caribbean-stud`, `holdem`, or with its deck `holdem-32`.
pub(super) fn answer(book: &Book, label: &str, json: bool) -> Result<Option<String>, Sorry> {
    let Some(game) = book.game(label) else {
        // A game of the book with a deck that it is not played with; else a clause was meant.
        return match book.between_players().filter(|book| split_deck(book, label).is_some()) {
            Some(book) => Err(no_game(book, label, None, "")),
            None => Ok(None),
        };
    };
    let shown = shown(book, game);
    Ok(Some(if json {
        format!("{}\n", serde_json::to_string_pretty(&shown).expect("plain data becomes JSON"))
    } else {
        text(&shown)
    }))
}

fn shown(book: &Book, game: BookGame<'_>) -> GameShown {
    let (listed, decks, cards) = match game {
        BookGame::HouseBanked(_, game) => (game.clause, Vec::new(), None),
        BookGame::BetweenPlayers(book, game) => {
            let same = book.games.iter().filter(|other| other.game == game.game);
            let deck = |cards: usize, players| Deck { cards, players };
            let decks = same.map(|game| deck(game.deck.value.len(), game.players.value)).collect();
            (game.players.cite, decks, Some(game.deck.value.len()))
        }
    };
    let clause = book.clause(listed);
    GameShown {
        book: book.front.id.clone(),
        game: game.id().to_string(),
        name: game.name().to_string(),
        row: Row { clause: clause.label.clone(), effect: clause.effect.clone() },
        decks,
        cards,
        points: game.describe().into_iter().map(point).collect(),
    }
}

fn point(Topic { section, topic, point }: Topic) -> PointShown {
    PointShown { section, topic, is: point.is, clause: point.clause }
}

fn text(shown: &GameShown) -> String {
    let mut text = format!("{} of {}: {}\n", shown.game, shown.book, shown.name);
    let _ = writeln!(text, "{}\n  {}", shown.row.clause, shown.row.effect);
    if let Some(cards) = shown.cards {
        let decks =
            shown.decks.iter().map(|deck| format!("{} cards for {} players", deck.cards, deck.players));
        let _ = writeln!(text, "Decks: {}", decks.collect::<Vec<_>>().join(", "));
        if let Some(other) = shown.decks.iter().find(|deck| deck.cards != cards) {
            let _ = writeln!(text, "  here with {cards} cards; {}-{} shows another", shown.game, other.cards);
        }
    }
    let mut section = "";
    for point in &shown.points {
        if point.section != section {
            section = &point.section;
            let _ = writeln!(text, "{section}");
        }
        let _ = writeln!(text, "  {}: {} [{}]", point.topic, point.is, point.clause);
    }
    text
}
