//! `cardroom odds`: a house-banked game solved exactly.

mod args;
mod json;
mod report;
mod seen;
mod strategy;
mod text;

pub(crate) use args::OddsArgs;

use crate::progress::Bar;
use crate::sorry::{Sorry, short};
use ::odds::what_if::{Field, Refused, WhatIf};
use ::odds::{Advice, Answer, Unsolved, Watch};
use rulebook::library::Shelf;
use rulebook::{Book, Rulebook};
use std::sync::Arc;
use std::sync::mpsc;
use std::time::Duration;

pub(crate) fn answer(args: &OddsArgs) -> Result<String, Sorry> {
    let mut book = open(args)?;
    let known = book.variants.iter().position(|variant| variant.game == args.game);
    let Some(place) = known else {
        let games: Vec<&str> = book.variants.iter().map(|variant| variant.game.as_str()).collect();
        let asked = short(&args.game);
        return Err(Sorry::Usage(format!(
            "{} has no game '{asked}'; it has {}",
            args.book,
            games.join(", ")
        )));
    };
    let what_if = WhatIf {
        pay: args.pay.clone(),
        qualifies: args.qualifies.clone(),
        multiples: args.multiples.clone(),
        jackpot: args.jackpot.clone(),
    };
    let signs = what_if.apply(&mut book, place).map_err(|refused| sorry(&book, &refused[0]))?;
    let book = &book;
    let game = &book.variants[place];
    if args.report.is_some() || args.csv {
        return report::answer(args, (book, game), &signs);
    }
    if let Some(seen) = &args.seen {
        return seen::answer(book, game, &signs.sign, (seen, args.staked.as_deref()), args.json);
    }
    let changed = !args.pay.is_empty() || args.qualifies.is_some();
    let approved = if changed { Some(open(args)?) } else { None };
    let approved = approved.as_ref().unwrap_or(book);
    let watch = Arc::new(Watch::default());
    let unsolved = |error: Unsolved| Sorry::Usage(format!("{error} [{}]", book.label(game.clause)));
    let answer = watched(&watch, || Answer::new(approved, (book, game), &signs, args.strategy, &watch));
    let answer = answer.map_err(unsolved)?;
    Ok(if args.json {
        json::print(args, &answer)
    } else {
        text::print(book, game, &signs.sign, &answer) + &strategies(&answer.advice)
    })
}

/// What is refused, as the command line names it.
fn sorry(book: &Rulebook, refused: &Refused) -> Sorry {
    let option = match refused.field {
        Field::Pay(_) => "--pay",
        Field::Qualifies => "--qualifies",
        Field::Multiples => "--multiples",
        Field::Jackpot => "--jackpot",
    };
    let why = &refused.why;
    let said = match refused.given.as_deref() {
        None => why.clone(),
        Some("") => format!("{option}: {why}"),
        Some(given) => format!("{option} {given}: {why}"),
    };
    Sorry::Usage(match refused.clause {
        Some(cite) => format!("{said} [{}]", book.label(cite)),
        None => said,
    })
}

/// Best play under each pay table; said once where it is the same.
fn strategies(advice: &[(Option<String>, Advice)]) -> String {
    let mut text = String::new();
    for group in advice.chunk_by(|a, b| a.1 == b.1) {
        let tables: Vec<&str> = group.iter().filter_map(|(table, _)| table.as_deref()).collect();
        text.push('\n');
        if !tables.is_empty() {
            text += &format!("Under pay table {}\n", tables.join(", "));
        }
        text += &strategy::print(&group[0].1);
    }
    text
}

fn open(args: &OddsArgs) -> Result<Rulebook, Sorry> {
    let wrong = |error: rulebook::LoadError| Sorry::Usage(format!("rulebook {error}"));
    let shelf = match &args.rulebooks {
        Some(folder) => Shelf::in_folder(folder).map_err(|error| Sorry::Usage(error.to_string()))?,
        None => Shelf::of_program(),
    };
    match shelf.open(&args.book).map_err(wrong)? {
        Book::HouseBanked(book) => Ok(book),
        Book::BetweenPlayers(_) => {
            Err(Sorry::Usage(format!("{} has no house-banked games as data", args.book)))
        }
    }
}

/// Does the work while a line on a terminal says how far it is.
fn watched<T: Send>(watch: &Arc<Watch>, work: impl FnOnce() -> T + Send) -> T {
    let bar = Bar::labelled(0, "of this part".into());
    let (done, finished) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let bar = &bar;
        scope.spawn(move || {
            let waits = || finished.recv_timeout(Duration::from_millis(100));
            while waits() == Err(mpsc::RecvTimeoutError::Timeout) {
                let (done, known) = watch.progress();
                bar.show_of(done as u64, known as u64);
            }
        });
        let answer = work();
        drop(done);
        bar.clear();
        answer
    })
}
