//! `cardroom floor reconcile`: floats, drop, layouts and meters to the cent, accounts that sum to nothing.

use super::counted;
use super::place::{Place, sorry};
use crate::Answer;
use crate::progress::Bar;
use crate::sorry::Sorry;
use engine::{MeterNumber, TableNumber};
use floor::Account;
use floor::reconcile::{CorrectionDay, MeterDay, Reconciled, TableDay, reconcile_telling};
use house::Date;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

#[derive(Serialize)]
struct Shown {
    agrees: bool,
    day: Option<String>,
    tables: Vec<Table>,
    meters: Vec<Meter>,
    corrections: Vec<Correction>,
    accounts: BTreeMap<String, String>,
    open_calls: usize,
    differences: Vec<String>,
}

#[derive(Serialize)]
struct Table {
    number: TableNumber,
    rounds: u64,
    opening: String,
    fills: String,
    credits: String,
    drop: String,
    chips_sold: String,
    chips_back: String,
    win: String,
    float: String,
    float_by_play: String,
    float_counted: Option<String>,
    drop_counted: Option<String>,
    layout: String,
    agrees: bool,
}

#[derive(Serialize)]
struct Meter {
    book: String,
    number: MeterNumber,
    value: String,
    by_totals: String,
    by_records: String,
    seq: u64,
    closed: bool,
    agrees: bool,
}

#[derive(Serialize)]
struct Correction {
    book: String,
    wrong_payment: u32,
    table: TableNumber,
    over: bool,
    recorded: String,
    posted: Option<String>,
    agrees: bool,
}

pub(super) fn answer(place: &Place, day: Option<&str>, json: bool) -> Result<Answer, Sorry> {
    let number = day.map(parse).transpose()?;
    let store = place.reader()?;
    let heads = store.streams().map_err(sorry)?;
    let bar = Bar::new(heads.iter().map(|(_, head)| head.version).sum(), "records read");
    let vault = place.vault()?;
    let ends = place.differing_ends(&*store, &vault);
    let found = reconcile_telling(&*store, &vault, number, &[], &mut |done| bar.show(done));
    bar.clear();
    let found = found.map_err(sorry)?;
    if let Some(day) = day
        && found.tables.is_empty()
    {
        return Err(Sorry::Usage(format!(
            "no table has closed the day {day}; leave --day out for the day under way"
        )));
    }
    let differences: Vec<String> = ends.into_iter().chain(found.differences()).collect();
    let shown = Shown {
        agrees: found.agrees() && differences.is_empty(),
        day: day.map(ToString::to_string),
        tables: found.tables.iter().map(table).collect(),
        meters: found.meters.iter().map(meter).collect(),
        corrections: found.corrections.iter().map(correction).collect(),
        accounts: shared(&found),
        open_calls: found.open_calls,
        differences,
    };
    let complete = shown.agrees;
    if json {
        let text = format!("{}\n", serde_json::to_string_pretty(&shown).expect("plain data becomes JSON"));
        return Ok(Answer { text, complaints: Vec::new(), complete });
    }
    Ok(Answer { text: text(&place.name(), &shown), complaints: shown.differences, complete })
}

/// 2026-11-15 as 20261115, where the calendar has it.
fn parse(text: &str) -> Result<u32, Sorry> {
    let digits = |part: &str, length: usize| {
        (part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit())).then(|| part.parse().ok())?
    };
    let day = (|| {
        let mut parts = text.split('-');
        let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
        let (year, month, day): (u32, u32, u32) = (digits(year, 4)?, digits(month, 2)?, digits(day, 2)?);
        Date::new(year as u16, month as u8, day as u8)?;
        parts.next().is_none().then_some(year * 10_000 + month * 100 + day)
    })();
    day.ok_or_else(|| {
        Sorry::Usage(format!("'{}' is not a date; write it as 2026-11-15", crate::sorry::short(text)))
    })
}

fn table(day: &TableDay) -> Table {
    let sheet = &day.sheet;
    Table {
        number: day.name.number,
        rounds: sheet.rounds,
        opening: sheet.opening_float.to_string(),
        fills: sheet.fills.to_string(),
        credits: sheet.credits.to_string(),
        drop: sheet.cash_in.to_string(),
        chips_sold: sheet.account_in.to_string(),
        chips_back: sheet.account_out.to_string(),
        win: sheet.win().to_string(),
        float: day.float.to_string(),
        float_by_play: day.expected.to_string(),
        float_counted: sheet.float_counted.map(|counted| counted.to_string()),
        drop_counted: sheet.drop_counted.map(|counted| counted.to_string()),
        layout: day.layout.to_string(),
        agrees: day.agrees(),
    }
}

fn meter(day: &MeterDay) -> Meter {
    Meter {
        book: day.book.clone(),
        number: day.number,
        value: day.value.to_string(),
        by_totals: day.expected.to_string(),
        by_records: day.by_records.to_string(),
        seq: day.seq,
        closed: day.closed,
        agrees: day.value == day.expected && day.value == day.by_records,
    }
}

fn correction(one: &CorrectionDay) -> Correction {
    Correction {
        book: one.book.clone(),
        wrong_payment: one.number,
        table: one.table,
        over: one.over,
        recorded: one.recorded.to_string(),
        posted: one.posted.map(|posted| posted.to_string()),
        agrees: one.agrees(),
    }
}

/// All accounts of a kind together: every float, every rack, the house.
fn shared(found: &Reconciled) -> BTreeMap<String, String> {
    let mut sums = BTreeMap::new();
    for ((_, account), amount) in &found.accounts {
        let kind = match account {
            Account::Rack(_) => "racks".to_string(),
            Account::Meter(_) => "meters".to_string(),
            Account::Float => "floats".to_string(),
            Account::Layout => "layouts".to_string(),
            Account::Bank => "patrons' accounts".to_string(),
            other => other.to_string(),
        };
        *sums.entry(kind).or_insert(money::MicroCents::ZERO) += *amount;
    }
    sums.into_iter().map(|(kind, amount)| (kind, amount.to_string())).collect()
}

fn text(name: &str, shown: &Shown) -> String {
    let day = shown.day.as_deref().map_or("the day under way".to_string(), |day| format!("day {day}"));
    let mut text = format!("{name}: {day}\n");
    if !shown.tables.is_empty() {
        text += "\ntable  rounds       opening         fills        drop        sold        back         win         float       by play      layout\n";
    }
    for table in &shown.tables {
        let _ = writeln!(
            text,
            "{:>5}  {:>6}  {:>12}  {:>12}  {:>10}  {:>10}  {:>10}  {:>10}  {:>12}  {:>12}  {:>10}",
            table.number,
            table.rounds,
            table.opening,
            table.fills,
            table.drop,
            table.chips_sold,
            table.chips_back,
            table.win,
            table.float,
            table.float_by_play,
            table.layout
        );
    }
    if !shown.meters.is_empty() {
        text += "\nmeters\n";
    }
    for meter in &shown.meters {
        let closed = if meter.closed { ", closed" } else { "" };
        let _ = writeln!(
            text,
            "  {} meter {}: {}, by its totals {}, by its records {} (number {}){closed}",
            meter.book, meter.number, meter.value, meter.by_totals, meter.by_records, meter.seq
        );
    }
    if !shown.corrections.is_empty() {
        text += "\ncorrections of wrong payments\n";
    }
    for one in &shown.corrections {
        let way = if one.over { "given back" } else { "paid out" };
        let posted = one.posted.as_deref().unwrap_or("nothing");
        let Correction { book, wrong_payment, table, recorded, .. } = one;
        let _ = writeln!(
            text,
            "  {book} wrong payment {wrong_payment}: {recorded} {way}, table {table} shows {posted}"
        );
    }
    if !shown.accounts.is_empty() {
        text += "\naccounts\n";
    }
    for (account, amount) in &shown.accounts {
        let _ = writeln!(text, "  {account:<18}  {amount:>22}");
    }
    let open = match shown.open_calls {
        0 => String::new(),
        calls => format!(" ({} open)", counted(calls as u64, "call")),
    };
    let _ =
        writeln!(text, "{}{open}", if shown.agrees { "everything agrees" } else { "NOT everything agrees" });
    text
}
