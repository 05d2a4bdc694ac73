//! `cardroom rules`: the books, clause by clause.

mod coverage;
mod diff;
mod show;

use crate::args::{RulesArgs, RulesCommand};
use crate::sorry::Sorry;
use rulebook::{Kind, LoadError, Rulebook, library};
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
fn open(name: &str) -> Result<Rulebook, Sorry> {
    let id = id(name)?;
    if !library::is_playable(id) {
        return Err(Sorry::Usage(format!(
            "the games of {id} are not data yet; 'cardroom rules show' knows its clauses"
        )));
    }
    library::open(id).map_err(|error| loading(&error))
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
                "there is no rulebook '{}'; there are {known}",
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
    playable: bool,
}

fn list(json: bool) -> Result<String, Sorry> {
    let mut all = Vec::new();
    for id in library::ids() {
        let front = library::front(id).map_err(|error| loading(&error))?;
        let register = library::register(id).map_err(|error| loading(&error))?;
        let readings = library::file(id, "readings.md").unwrap_or_default();
        all.push(Listed {
            id,
            title: front.title,
            operator: front.operator,
            version: front.version,
            regulator: front.regulator,
            clauses: register.len(),
            engine_clauses: register.iter().filter(|(_, clause)| clause.kind == Kind::Engine).count(),
            readings: readings.lines().filter(|line| line.starts_with("## ")).count(),
            cases: library::cases(id).count(),
            games: front.games,
            playable: library::is_playable(id),
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
        let games = match book.playable || library::is_room(book.id) {
            true => book.games.join(", "),
            false => "its games are not data yet".to_string(),
        };
        let _ = writeln!(text, "    {games}");
    }
    Ok(text)
}
