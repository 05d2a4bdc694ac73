//! `cardroom odds`: a house-banked game solved exactly.

mod args;
mod json;
mod report;
mod seen;
mod strategy;
mod text;
mod what_if;

pub(crate) use args::OddsArgs;

use crate::progress::Bar;
use crate::sorry::{Sorry, short};
use ::odds::{Advice, Endings, JackpotReturn, Solved, Study, Unsolved, Watch};
use engine::Sign;
use rulebook::{Rulebook, library};
use std::sync::Arc;
use std::sync::mpsc;
use std::time::Duration;

/// Everything that was worked out.
pub(crate) struct Worked {
    pub(crate) study: Study,
    pub(crate) jackpot: Option<Jackpot>,
    /// Best play, by pay table of the main play, where it was asked for.
    pub(crate) advice: Vec<(Option<String>, Advice)>,
    /// What differs from the approved rulebook.
    pub(crate) changes: Vec<String>,
}

/// The jackpot that was asked for.
pub(crate) struct Jackpot {
    pub(crate) sign: Sign,
    pub(crate) returned: JackpotReturn,
    /// As if no hand were ever given up, where giving it up loses the wager.
    pub(crate) unforfeited: Option<JackpotReturn>,
}

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
    what_if::change(&mut book, place, args)?;
    let book = &book;
    let game = &book.variants[place];
    let sign = what_if::sign(book, game, args)?;
    let jackpot_sign = match &args.jackpot {
        Some(asked) => Some(what_if::jackpot(book, game, &sign, asked)?),
        None => None,
    };
    if args.report.is_some() || args.csv {
        return report::answer(args, (book, game), &sign, jackpot_sign.as_ref());
    }
    let changes = match args.pay.is_empty() && args.qualifies.is_none() {
        true => Vec::new(),
        false => ::odds::report::changes(&open(args)?, book, game),
    };
    let watch = Arc::new(Watch::default());
    let unsolved = |error: Unsolved| Sorry::Usage(format!("{error} [{}]", book.label(game.clause)));
    if let Some(seen) = &args.seen {
        return seen::answer(book, game, &sign, (seen, args.staked.as_deref()), args.json);
    }
    let worked = watched(&watch, || {
        let mut jackpot = None;
        let mut advice: Vec<Advice> = Vec::new();
        let study = Study::new(book, game, &sign, &[], &watch, |solved, endings, _| {
            if let (Some(sign), None) = (&jackpot_sign, &jackpot) {
                jackpot = Some(jackpot_return(solved, endings, sign)?);
            }
            if args.strategy {
                advice.push(solved.advice());
            }
            Ok(())
        })?;
        let tables = study.main.iter().map(|main| main.paytable.clone());
        let advice = tables.zip(advice).collect();
        Ok(Worked { study, jackpot, advice, changes })
    });
    let worked = worked.map_err(unsolved)?;
    let mut answer = match args.json {
        true => json::print(args, &worked),
        false => text::print(book, game, &sign, &worked),
    };
    if !args.json {
        answer += &strategies(&worked.advice);
    }
    Ok(answer)
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
    if let Some(folder) = &args.rulebooks {
        return Rulebook::from_folder(&folder.join(&args.book)).map_err(wrong);
    }
    if library::ids().any(|id| id == args.book) && !library::is_playable(&args.book) {
        return Err(Sorry::Usage(format!("{} has no house-banked games as data", args.book)));
    }
    library::open(&args.book).map_err(wrong)
}

fn jackpot_return(solved: &Solved<'_, '_>, endings: &Endings, sign: &Sign) -> Result<Jackpot, Unsolved> {
    let hands = solved.jackpot_hands(endings)?;
    let forfeits = solved.jackpot_forfeits(&hands, sign)?;
    let returned = solved.jackpot(&hands, sign, false)?;
    let unforfeited = solved.jackpot(&hands, sign, true)?;
    let unforfeited = Some(unforfeited).filter(|_| forfeits);
    Ok(Jackpot { sign: sign.clone(), returned, unforfeited })
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
