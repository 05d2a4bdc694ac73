//! `cardroom rules`: the books, clause by clause.

mod coverage;
mod diff;
mod game;
mod show;

use crate::args::{RulesArgs, RulesCommand};
use crate::sorry::Sorry;
use rulebook::room::{Posts, RoomBook, RoomGame};
use rulebook::{Book, Kind, LoadError, library};
use serde::Serialize;
use std::fmt::Write as _;

pub(crate) fn answer(args: &RulesArgs) -> Result<(String, bool), Sorry> {
    match &args.command {
        RulesCommand::List { json } => Ok((list(*json)?, true)),
        RulesCommand::Show { book, clause, json } => Ok((show::answer(book, clause, *json)?, true)),
        RulesCommand::Diff { first, second, game, json } => {
            Ok((diff::answer(first, second, game.as_deref(), *json)?, true))
        }
        RulesCommand::Coverage { books, json, missing } => coverage::answer(books, *json, *missing),
    }
}

/// Opens a book by its id, or by a part of it that fits only one.
fn open(name: &str) -> Result<Book, Sorry> {
    library::open(id(name)?).map_err(|error| loading(&error))
}

/// What a book of games between players cannot be asked.
pub(crate) fn between_players(id: &str) -> String {
    format!("{id} is a book of games between players")
}

/// A game by its name, `holdem`, or by its name and deck, `holdem-32`.
pub(crate) fn find_game<'b>(book: &'b RoomBook, asked: &str, deck: Option<usize>) -> Option<&'b RoomGame> {
    let fits = |game: &&RoomGame| deck.is_none_or(|deck| deck == game.deck.value.len());
    let with_deck = || book.games.iter().find(|game| game.id() == asked).filter(fits);
    book.game(asked, deck.unwrap_or(0)).or_else(with_deck)
}

/// The game and the number of cards in a name such as `holdem-32`, whether it is played with them or not.
fn split_deck<'a>(book: &RoomBook, asked: &'a str) -> Option<(&'a str, usize)> {
    let (name, cards) = asked.rsplit_once('-')?;
    let cards = cards.parse().ok()?;
    book.game(name, 0).map(|_| (name, cards))
}

/// Whether there are wagers to be limited.
pub(crate) fn needs_wagers(book: &RoomBook, game: &RoomGame) -> Result<(), Sorry> {
    match game.posts.value {
        Posts::Nothing => Err(Sorry::Usage(format!(
            "{} has no betting, so --structure makes no sense [{}]",
            game.name,
            book.label(game.posts.cite)
        ))),
        _ => Ok(()),
    }
}

/// A game that is not played with so many cards, under the name by which it was asked for.
pub(crate) fn other_decks(book: &RoomBook, game: &str, asked: &str, deck: usize) -> Option<Sorry> {
    let decks: Vec<&RoomGame> = book.games.iter().filter(|known| known.game == game).collect();
    let clause = book.label(decks.first()?.players.cite);
    let cards: Vec<String> = decks.iter().map(|game| game.deck.value.len().to_string()).collect();
    let only = if cards.len() == 1 { " only" } else { "" };
    let cards = cards.join(", ");
    Some(Sorry::Usage(format!("{asked} is not played with {deck} cards, but with {cards}{only} [{clause}]")))
}

/// A game that a book of games between players has not, with what it has.
pub(crate) fn no_game(book: &RoomBook, asked: &str, deck: Option<usize>, also: &str) -> Sorry {
    let (asked, deck) = match (split_deck(book, asked), deck) {
        (Some((_, cards)), Some(deck)) if cards != deck => {
            return Sorry::Usage(format!("{} has {cards} cards, not {deck}", crate::sorry::short(asked)));
        }
        (Some((name, cards)), _) => (name, Some(cards)),
        (None, deck) => (asked, deck),
    };
    if let Some(sorry) = deck.and_then(|deck| other_decks(book, asked, asked, deck)) {
        return sorry;
    }
    let asked = crate::sorry::short(asked);
    Sorry::Usage(format!(
        "{} has no game '{asked}'; it has {}{also}",
        book.front.id,
        book.front.games.join(", ")
    ))
}

fn loading(error: &LoadError) -> Sorry {
    Sorry::Usage(format!("rulebook {error}"))
}

/// The id of a book by a part of it that fits only one.
pub(crate) fn id(name: &str) -> Result<&'static str, Sorry> {
    if let Some(id) = library::ids().find(|id| *id == name) {
        return Ok(id);
    }
    let fits: Vec<&'static str> = library::ids().filter(|id| !name.is_empty() && id.contains(name)).collect();
    match fits.as_slice() {
        [only] => Ok(only),
        [] => {
            let known = library::ids().collect::<Vec<_>>().join(", ");
            Err(Sorry::Usage(format!(
                "there is no rulebook '{}'; choose from {known}",
                crate::sorry::short(name)
            )))
        }
        several => {
            Err(Sorry::Usage(format!("'{}' could be {}", crate::sorry::short(name), several.join(" or "))))
        }
    }
}

#[derive(Serialize)]
struct Listed {
    id: &'static str,
    title: String,
    operator: String,
    version: String,
    regulator: String,
    clauses: usize,
    engine_clauses: usize,
    readings: usize,
    cases: usize,
    games: Vec<String>,
    /// Whom it is played against: "the house", or "players" between themselves.
    against: &'static str,
    playable: bool,
}

fn list(json: bool) -> Result<String, Sorry> {
    let mut all = Vec::new();
    for id in library::ids() {
        let book = open(id)?;
        let front = book.front.clone();
        all.push(Listed {
            id,
            title: front.title,
            operator: front.operator,
            version: front.version,
            regulator: front.regulator,
            clauses: book.register.len(),
            engine_clauses: book.register.iter().filter(|(_, clause)| clause.kind == Kind::Engine).count(),
            readings: book.readings().count(),
            cases: library::cases(id).count(),
            games: front.games,
            against: if book.is_house_banked() { "the house" } else { "players" },
            playable: true,
        });
    }
    if json {
        return Ok(format!("{}\n", serde_json::to_string_pretty(&all).expect("plain data becomes JSON")));
    }
    let mut text = String::new();
    for book in &all {
        let _ = writeln!(text, "{}", book.id);
        let _ = writeln!(
            text,
            "    {}, {}, version {} ({})",
            book.operator, book.title, book.version, book.regulator
        );
        let _ = writeln!(
            text,
            "    {} clauses, {} of them the engine's; {} readings; {} cases",
            book.clauses, book.engine_clauses, book.readings, book.cases
        );
        let _ = writeln!(text, "    {}", book.games.join(", "));
    }
    Ok(text)
}
