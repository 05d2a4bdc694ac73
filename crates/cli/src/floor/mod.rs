//! `cardroom floor`: the store of a floor from outside; made, filled, looked at, proved, carried.

mod account;
mod args;
mod carry;
mod demo;
mod init;
mod place;
mod recall;
mod reconcile;
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
        Asked::Status { heads, json } => status::answer(&place, *heads, *json).map(Answer::plain),
        Asked::Recall { table, rounds, proof, json } => {
            recall::answer(&place, table, *rounds as usize, (*proof, *json)).map(Answer::plain)
        }
        Asked::Verify { anchor, json } => verify::answer(&place, anchor, *json),
        Asked::Export { file } => carry::export(&place, file).map(Answer::plain),
        Asked::Import { file } => carry::import(&place, file).map(Answer::plain),
        Asked::Reconcile { day, json } => reconcile::answer(&place, day.as_deref(), *json),
        Asked::Seal { keep } => carry::seal(&place, *keep).map(Answer::plain),
        Asked::Account { command } => account::answer(&place, command).map(Answer::plain),
        Asked::Anchor { file } => carry::anchor(&place, file.as_deref()).map(Answer::plain),
    }
}

/// Milliseconds since 1970.
fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// A time of the wall clock for people, in UTC: 2026-11-15 20:04:05.
fn clock(ms: i64) -> String {
    let (days, left) = (ms.div_euclid(86_400_000), ms.rem_euclid(86_400_000));
    // Years of 400-year cycles that begin in March, so that a leap day ends its year.
    let days = days + 719_468;
    let (cycle, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = year + cycle * 400 + next;
    let (hour, minute, second) = (left / 3_600_000, left / 60_000 % 60, left / 1000 % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
}

/// A noun with its number.
fn counted(count: u64, one: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        _ => format!("{count} {one}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::clock;

    #[test]
    fn the_calendar() {
        assert_eq!(clock(0), "1970-01-01 00:00:00");
        assert_eq!(clock(-1), "1969-12-31 23:59:59");
        assert_eq!(clock(951_782_400_000), "2000-02-29 00:00:00");
        assert_eq!(clock(951_868_800_000), "2000-03-01 00:00:00");
        assert_eq!(clock(1_709_251_199_000), "2024-02-29 23:59:59");
        assert_eq!(clock(4_107_542_400_000), "2100-03-01 00:00:00");
        // Whatever stands in a record can be shown.
        assert!(!clock(i64::MIN).is_empty() && !clock(i64::MAX).is_empty());
    }
}
