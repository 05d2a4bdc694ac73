//! `cardroom rules diff`: what differs in behaviour between two books, side by side with clauses.

use super::{id, open};
use crate::sorry::Sorry;
use rulebook::describe::Point;
use rulebook::room::describe;
use rulebook::{Comparison, Differs, Rulebook, Variant, compare, compare_topics, library, shared_games};
use std::fmt::Write as _;

pub(super) fn answer(first: &str, second: &str, game: Option<&str>, json: bool) -> Result<String, Sorry> {
    let (first, second) = (id(first)?, id(second)?);
    let found = match (library::is_room(first), library::is_room(second)) {
        (true, true) => between_players(first, second, game)?,
        (false, false) => {
            let (one, other) = (open(first)?, open(second)?);
            let (here, there) = games(&one, &other, game)?;
            compare((&one, here), (&other, there))
        }
        (true, false) => return Err(unlike(first, second)),
        (false, true) => return Err(unlike(second, first)),
    };
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

/// Two books of games between players, on a game that both have.
fn between_players(first: &str, second: &str, game: Option<&str>) -> Result<Comparison, Sorry> {
    let open = |id| library::open_room(id).map_err(|error| super::loading(&error));
    let (one, other) = (open(first)?, open(second)?);
    let Some(game) = game else {
        let mut shared: Vec<&str> = one.games.iter().map(|game| game.game.as_str()).collect();
        shared.dedup();
        shared.retain(|game| other.game(game, 0).is_some());
        return Err(Sorry::Usage(format!("which game? Both books have {}", shared.join(", "))));
    };
    let of = |book| super::find_game(book, game, None).ok_or_else(|| super::no_game(book, game, None, ""));
    let (here, there) = (of(&one)?, of(&other)?);
    let mut theirs = describe(&other, there);
    // Books call their streets differently: the second of one is the second of the other.
    for topic in &mut theirs {
        let name = topic.section.strip_prefix("Street: ");
        let at = name.and_then(|name| there.street.iter().position(|street| street.name == name));
        if let Some(street) = at.and_then(|at| here.street.get(at)) {
            topic.section = format!("Street: {}", street.name);
        }
    }
    Ok(compare_topics(&describe(&one, here), &theirs))
}

/// The game to compare: the one asked for, or the only one that both have.
fn games<'b>(
    one: &'b Rulebook,
    other: &'b Rulebook,
    game: Option<&str>,
) -> Result<(&'b Variant, &'b Variant), Sorry> {
    let of = |book: &'b Rulebook, game: &str| {
        book.variant(game).ok_or_else(|| {
            let games: Vec<&str> = book.variants.iter().map(|variant| variant.game.as_str()).collect();
            let asked = crate::sorry::short(game);
            Sorry::Usage(format!("{} has no game '{asked}'; it has {}", book.front.id, games.join(", ")))
        })
    };
    if let Some(game) = game {
        return Ok((of(one, game)?, of(other, game)?));
    }
    let shared = shared_games(one, other);
    match shared.as_slice() {
        [] => Ok((&one.variants[0], &other.variants[0])),
        [game, ..] if shared.len() == 1 => Ok((of(one, game)?, of(other, game)?)),
        _ => Err(Sorry::Usage(format!("which game? Both books have {}", shared.join(", ")))),
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
