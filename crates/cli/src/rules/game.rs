//! `cardroom rules show BOOK GAME`: a game between players, its row of the book's table of games, and all that is said of it.

use super::{find_game, loading, no_game, split_deck};
use crate::sorry::Sorry;
use rulebook::describe::Topic;
use rulebook::library;
use rulebook::room::{RoomBook, RoomGame, describe};
use serde::Serialize;
use std::fmt::Write as _;

#[derive(Serialize)]
struct GameShown {
    book: String,
    game: String,
    name: String,
    /// The clause that says how many may be dealt in.
    row: Row,
    /// How many may be dealt in with each deck.
    decks: Vec<Deck>,
    /// The deck that is described.
    cards: usize,
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

/// Shows a game if that is what the label names: `holdem`, or with its deck `holdem-32`.
pub(super) fn answer(id: &'static str, label: &str, json: bool) -> Result<Option<String>, Sorry> {
    if !library::is_room(id) {
        return Ok(None);
    }
    let book = library::open_room(id).map_err(|error| loading(&error))?;
    let Some(game) = find_game(&book, label, None) else {
        // A game of the book with a deck that it is not played with; else a clause was meant.
        return match split_deck(&book, label) {
            Some(_) => Err(no_game(&book, label, None, "")),
            None => Ok(None),
        };
    };
    let shown = shown(&book, game);
    Ok(Some(match json {
        true => format!("{}\n", serde_json::to_string_pretty(&shown).expect("plain data becomes JSON")),
        false => text(&shown),
    }))
}

fn shown(book: &RoomBook, game: &RoomGame) -> GameShown {
    let clause = book.label(game.players.cite).to_string();
    let effect = book.register.id(&clause).map(|id| book.register.get(id).effect.clone());
    let same = book.games.iter().filter(|other| other.game == game.game);
    GameShown {
        book: book.front.id.clone(),
        game: game.game.clone(),
        name: game.name.clone(),
        row: Row { clause, effect: effect.unwrap_or_default() },
        decks: same.map(|game| Deck { cards: game.deck.value.len(), players: game.players.value }).collect(),
        cards: game.deck.value.len(),
        points: describe(book, game).into_iter().map(point).collect(),
    }
}

fn point(Topic { section, topic, point }: Topic) -> PointShown {
    PointShown { section, topic, is: point.is, clause: point.clause }
}

fn text(shown: &GameShown) -> String {
    let mut text = format!("{} of {}: {}\n", shown.game, shown.book, shown.name);
    let _ = writeln!(text, "{}\n  {}", shown.row.clause, shown.row.effect);
    let decks: Vec<String> =
        shown.decks.iter().map(|deck| format!("{} cards for {} players", deck.cards, deck.players)).collect();
    let _ = writeln!(text, "Decks: {}", decks.join(", "));
    if shown.decks.len() > 1 {
        let other = shown.decks.iter().find(|deck| deck.cards != shown.cards).map_or(0, |deck| deck.cards);
        let _ = writeln!(text, "  here with {} cards; {}-{other} shows another", shown.cards, shown.game);
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
