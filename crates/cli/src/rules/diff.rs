//! `cardroom rules diff`: what differs in behaviour between two books, side by side with clauses.

use super::open;
use crate::sorry::Sorry;
use rulebook::describe::Point;
use rulebook::{Book, BookGame, Differs, compare, shared_games};
use std::fmt::Write as _;

pub(super) fn answer(first: &str, second: &str, game: Option<&str>, json: bool) -> Result<String, Sorry> {
    let (one, other) = (open(first)?, open(second)?);
    let (first, second) = (one.front.id.as_str(), other.front.id.as_str());
    match (one.is_house_banked(), other.is_house_banked()) {
        (false, true) => return Err(unlike(first, second)),
        (true, false) => return Err(unlike(second, first)),
        _ => {}
    }
    let (here, there) = games(&one, &other, game)?;
    let found = compare(here, there);
    let (differs, same) = (found.differ, found.same.len());
    if json {
        let all = serde_json::json!({"first": first, "second": second, "same": same, "differ": differs});
        return Ok(format!("{}\n", serde_json::to_string_pretty(&all).expect("plain data becomes JSON")));
    }
    Ok(text(first, second, &differs, same))
}

fn unlike(room: &str, banked: &str) -> Sorry {
    let room = super::between_players(room);
    Sorry::Usage(format!("{room}, {banked} of games against the house: there is nothing to compare"))
}

/// The games to compare: the one asked for, the only one that both have, or where they share none the first of each.
fn games<'b>(
    one: &'b Book,
    other: &'b Book,
    game: Option<&str>,
) -> Result<(BookGame<'b>, BookGame<'b>), Sorry> {
    if let Some(game) = game {
        let of = |book: &'b Book| book.game(game).ok_or_else(|| no_game(book, game));
        return Ok((of(one)?, of(other)?));
    }
    let shared = shared_games(one, other);
    let (here, there) = match shared.as_slice() {
        [] => (one.games().next(), other.games().next()),
        [game] => (one.game(game), other.game(game)),
        _ => return Err(Sorry::Usage(format!("which game? Both books have {}", shared.join(", ")))),
    };
    here.zip(there).ok_or_else(|| Sorry::Usage("a book without games has nothing to compare".into()))
}

fn no_game(book: &Book, asked: &str) -> Sorry {
    match book {
        Book::BetweenPlayers(book) => super::no_game(book, asked, None, ""),
        Book::HouseBanked(_) => {
            let games: Vec<&str> = book.games().map(BookGame::id).collect();
            let asked = crate::sorry::short(asked);
            Sorry::Usage(format!("{} has no game '{asked}'; it has {}", book.front.id, games.join(", ")))
        }
    }
}

const WIDTH: usize = 46;

fn text(first: &str, second: &str, differs: &[Differs], same: usize) -> String {
    let mut text = String::new();
    let row = |text: &mut String, topic: &str, left: &str, right: &str| {
        let (left, right) = (wrapped(left), wrapped(right));
        let topic = wrap(topic, 26);
        for at in 0..left.len().max(right.len()).max(topic.len()) {
            let part = |lines: &[String]| lines.get(at).cloned().unwrap_or_default();
            let line = format!("  {:<26} | {:<WIDTH$} | {}", part(&topic), part(&left), part(&right));
            let _ = writeln!(text, "{}", line.trim_end());
        }
    };
    row(&mut text, "", first, second);
    let mut section = "";
    for differs in differs {
        if differs.section != section {
            section = &differs.section;
            let _ = writeln!(text, "{section}");
        }
        let told = |point: &Option<Point>| match point {
            Some(point) => format!("{} [{}]", point.is, point.clause),
            None => "-".to_string(),
        };
        row(&mut text, &differs.topic, &told(&differs.first), &told(&differs.second));
    }
    let _ = writeln!(text, "{} points differ, {same} are the same.", differs.len());
    text
}

fn wrapped(text: &str) -> Vec<String> {
    wrap(text, WIDTH)
}

/// Words in lines of at most so many characters.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("there is a first line");
        if !last.is_empty() && last.chars().count() + 1 + word.chars().count() > width {
            lines.push(word.to_string());
        } else {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    lines
}
