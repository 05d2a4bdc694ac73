//! `cardroom floor`: the store of a floor from outside; made, filled, looked at, proved, carried.

mod account;
mod args;
mod carry;
mod check_round;
mod demo;
mod init;
mod log;
mod place;
mod recall;
mod reconcile;
mod roster;
mod rotate_key;
mod status;
mod verify;

pub(crate) use args::FloorArgs;

use crate::Answer;
use crate::sorry::Sorry;
use args::FloorCommand as Asked;
use place::Place;
use std::time::SystemTime;

pub(crate) fn answer(args: &FloorArgs) -> Result<Answer, Sorry> {
    let place = Place::of(&args.at)?;
    match &args.command {
        Asked::Init { books, founder } => init::answer(&place, books, founder.as_deref()).map(Answer::plain),
        Asked::Demo { rounds, tables, seats, books } => {
            let size = demo::Size { rounds: *rounds, tables: *tables, seats: *seats };
            demo::answer(&place, books, &size).map(Answer::plain)
        }
        Asked::Status { heads, json } => status::answer(&place, *heads, *json),
        Asked::Recall { table, rounds, proof, all, json } => {
            recall::answer(&place, table, *rounds as usize, (*proof, *all, *json)).map(Answer::plain)
        }
        Asked::CheckRound { file, receipt, house_key } => {
            check_round::answer(file, receipt.as_deref(), house_key.as_deref())
        }
        Asked::Log { stream, json } => log::answer(&place, stream, *json).map(Answer::plain),
        Asked::Verify { anchor, json } => verify::answer(&place, anchor, *json),
        Asked::Export { file } => carry::export(&place, file).map(Answer::plain),
        Asked::Import { file } => carry::import(&place, file).map(Answer::plain),
        Asked::Reconcile { day, json } => reconcile::answer(&place, day.as_deref(), *json),
        Asked::Seal { keep } => carry::seal(&place, *keep).map(Answer::plain),
        Asked::Compact { keep } => carry::compact(&place, *keep).map(Answer::plain),
        Asked::Account { command } => account::answer(&place, command).map(Answer::plain),
        Asked::RotateKey { by } => rotate_key::answer(&place, by.as_deref()).map(Answer::plain),
        Asked::Anchor { file } => carry::anchor(&place, file.as_deref()).map(Answer::plain),
    }
}

/// Milliseconds since 1970.
fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// A noun with its number.
fn counted(count: u64, one: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        _ => format!("{count} {one}s"),
    }
}
