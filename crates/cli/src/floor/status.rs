//! `cardroom floor status`: how everything stands, read from the log alone.

use super::place::{Place, sorry};
use super::{counted, place};
use crate::Answer;
use crate::sorry::Sorry;
use engine::jackpot::Meter;
use engine::{MeterIndex, MeterNumber, TableNumber};
use floor::snapshot_view::{Survey, survey};
use floor::table::DealingMode;
use floor::{Account, TableName, words};
use money::{Money, Rounding};
use serde::Serialize;
use std::fmt::Write as _;

#[derive(Serialize)]
struct Status {
    streams: usize,
    records: u64,
    tables: Vec<Table>,
    meters: Vec<MeterShown>,
    houses: Vec<House>,
    heads: Vec<Head>,
    /// Streams that do not end where the key of the house and its anchor say.
    wrong: Vec<String>,
}

#[derive(Serialize)]
struct Table {
    number: TableNumber,
    book: String,
    game: String,
    stream: String,
    mode: &'static str,
    phase: &'static str,
    round: u64,
    players: usize,
    float: String,
    layout: String,
    link: &'static str,
    open_calls: usize,
}

#[derive(Serialize)]
struct MeterShown {
    book: String,
    number: MeterNumber,
    /// As displays show it.
    value: String,
    /// To the millionth of a cent.
    exact: String,
    seq: u64,
    tables: Vec<TableNumber>,
    equipment: &'static str,
}

#[derive(Serialize)]
struct House {
    book: String,
    day: Option<String>,
    open: bool,
    staff: usize,
    from_outside: usize,
    patrons: u64,
    open_disputes: usize,
    duties_due: usize,
    lists_due: usize,
}

#[derive(Serialize)]
struct Head {
    stream: String,
    records: u64,
    hash: String,
    epoch: u64,
}

pub(super) fn answer(place: &Place, heads: bool, json: bool) -> Result<Answer, Sorry> {
    let store = place.reader()?;
    // An empty store says so without its key.
    if place::is_empty(&*store)? && !json {
        return Ok(Answer::plain(format!("{}: nothing has happened here yet\n", place.name())));
    }
    let vault = place.vault()?;
    let wrong = place.differing_ends(&*store, &vault);
    let seen = survey(&*store, &vault).map_err(sorry)?;
    let status = Status {
        streams: seen.heads.len(),
        records: seen.records(),
        tables: seen.tables.iter().map(|(name, state)| table(name, state)).collect(),
        meters: meters(&seen),
        houses: houses(&seen),
        heads: seen
            .heads
            .iter()
            .map(|(stream, head)| Head {
                stream: stream.to_string(),
                records: head.version,
                hash: head.hash.to_string(),
                epoch: head.epoch.0,
            })
            .collect(),
        wrong: wrong.clone(),
    };
    let complete = wrong.is_empty();
    if json {
        let text = format!("{}\n", serde_json::to_string_pretty(&status).expect("plain data becomes JSON"));
        return Ok(Answer { text, complaints: Vec::new(), complete });
    }
    Ok(Answer { text: text(&place.name(), &status, heads), complaints: wrong, complete })
}

fn table(name: &TableName, state: &floor::table::State<engine::banked::Table>) -> Table {
    Table {
        number: name.number,
        book: name.book.clone(),
        game: name.game.clone(),
        stream: name.stream().map_or_else(String::new, |stream| stream.to_string()),
        mode: match state.mode {
            None => "not set up",
            Some(DealingMode::Virtual) => "virtual",
            Some(DealingMode::Live) => "live",
        },
        phase: words::phase(&state.game),
        round: state.game.rounds,
        players: state.patrons.iter().flatten().count(),
        float: state.holds(Account::Float).to_string(),
        layout: state.holds(Account::Layout).to_string(),
        link: state.link.word(),
        open_calls: state.due.len(),
    }
}

/// What a meter's displays show: whole cents, never more than there is.
pub(super) fn display(value: money::MicroCents) -> Money {
    value.round(Rounding::DOWN_TO_CENT).unwrap_or(Money::ZERO)
}

fn meters(seen: &Survey) -> Vec<MeterShown> {
    let of_book = |(book, state): &(String, engine::jackpot::State)| {
        let shown = |(at, meter): (MeterIndex, &Meter)| MeterShown {
            book: book.clone(),
            number: at.number(),
            value: display(meter.value).to_string(),
            exact: meter.value.to_string(),
            seq: meter.seq,
            tables: meter.tables.iter().map(|linked| linked.table).collect(),
            equipment: match meter {
                Meter { closed: true, .. } => "closed",
                Meter { manual: true, .. } => "by hand",
                Meter { works: false, .. } => "out of order",
                _ => "works",
            },
        };
        state.numbered().map(shown).collect::<Vec<_>>()
    };
    seen.meters.iter().flat_map(of_book).collect()
}

fn houses(seen: &Survey) -> Vec<House> {
    let shown = |(book, state): &(String, house::State)| House {
        book: book.clone(),
        day: state.day.map(|day| day.to_string()),
        open: state.open,
        staff: state.roster.members.iter().filter(|member| member.active).count(),
        from_outside: state.roster.outsiders.iter().filter(|one| one.active).count(),
        patrons: seen.patrons_of(book),
        open_disputes: state.disputes.iter().filter(|dispute| dispute.closed.is_none()).count(),
        duties_due: state.duties_due().count(),
        lists_due: state.lists_due().len(),
    };
    seen.houses.iter().map(shown).collect()
}

fn text(name: &str, status: &Status, heads: bool) -> String {
    let mut text = format!(
        "{name}: {}, {}\n",
        counted(status.streams as u64, "stream"),
        counted(status.records, "record")
    );
    if !status.tables.is_empty() {
        let _ = writeln!(
            text,
            "\ntable  game                   mode     phase            round  players         float      layout  link         calls"
        );
    }
    for table in &status.tables {
        let _ = writeln!(
            text,
            "{:>5}  {:<21}  {:<7}  {:<15}  {:>5}  {:>7}  {:>12}  {:>10}  {:<11}  {:>5}",
            table.number,
            table.game,
            table.mode,
            table.phase,
            table.round,
            table.players,
            table.float,
            table.layout,
            table.link,
            table.open_calls
        );
    }
    if !status.meters.is_empty() {
        text += "\nmeters\n";
    }
    for meter in &status.meters {
        let tables: Vec<String> = meter.tables.iter().map(TableNumber::to_string).collect();
        let tables = if tables.is_empty() { "no tables".to_string() } else { tables.join(", ") };
        let _ = writeln!(
            text,
            "  {} meter {}: {} (number {}), tables {tables}; {}",
            meter.book, meter.number, meter.value, meter.seq, meter.equipment
        );
    }
    if !status.houses.is_empty() {
        text += "\nhouses\n";
    }
    for house in &status.houses {
        let day = match (&house.day, house.open) {
            (Some(day), true) => format!("day {day} open"),
            (Some(day), false) => format!("day {day} closed"),
            (None, _) => "no day yet".to_string(),
        };
        let _ = writeln!(
            text,
            "  {}: {day}, {} staff, {}, {} open, {} due, {} due",
            house.book,
            house.staff,
            counted(house.patrons, "patron"),
            counted(house.open_disputes as u64, "dispute"),
            match house.duties_due {
                1 => "1 duty".to_string(),
                more => format!("{more} duties"),
            },
            counted(house.lists_due as u64, "monthly list")
        );
    }
    if heads {
        text += "\nheads\n";
        for head in &status.heads {
            let _ = writeln!(text, "  {} {} {} (claim {})", head.stream, head.records, head.hash, head.epoch);
        }
    }
    text
}
