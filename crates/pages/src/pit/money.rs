//! Money: floats, drop, layouts and meters, each reached twice; to the cent, or by how much not.

use super::PitContext;
use super::act::cents;
use crate::layout::clause;
use crate::parts;
use floor::reconcile::{CorrectionDay, MeterDay, Reconciled, TableDay, reconcile};
use maud::{Markup, html};
use money::{MicroCents, Money};
use server::problem::Problem;
use server::texts::{fill, t};

/// The whole page. The whole log is folded for it: the caller waits aside.
pub(super) fn page(look: &PitContext<'_>, day: Option<u32>) -> Result<Markup, Problem> {
    let found = reconcile(&*look.app.store, &look.app.vault, day);
    let found = found.map_err(|error| Problem::from_floor(&error, look.id()))?;
    let of_book = |table: &&TableDay| table.name.book == look.id();
    let tables: Vec<&TableDay> = found.tables.iter().filter(of_book).collect();
    let meters: Vec<&MeterDay> = found.meters.iter().filter(|meter| meter.book == look.id()).collect();
    let (house, _) = look.house()?;
    let today = house.day.map(|day| day.to_string()).unwrap_or_default();
    Ok(html! {
        section.panel {
            h2 { (t("pit.reconciled")) }
            (verdict(&found))
            p.soft { (fill("pit.records-read", &[("records", &found.records.to_string())])) }
            form method="get" {
                input type="hidden" name="book" value=(look.id());
                label { (t("pit.closed-day")) " " input name="day" inputmode="numeric" pattern="[0-9]{8}" value=[day] placeholder="20261115"; }
                p.buttons { button { (t("pit.look-at-day")) } }
            }
            p { (fill("pit.today-is", &[("day", &today)])) " " (clause(look.id(), look.book.label(look.book.house.day))) }
        }
        section.panel {
            h2 { (t("pit.floats")) }
            @if tables.is_empty() { p.soft { (t("pit.no-tables")) } } @else { (floats(&tables)) }
        }
        section.panel {
            h2 { (t("pit.sheets")) }
            @if tables.is_empty() { p.soft { (t("pit.no-tables")) } } @else { (sheets(&tables)) }
        }
        @if found.corrections.iter().any(|one| one.book == look.id()) {
            section.panel {
                h2 { (t("pit.corrections-posted")) }
                (corrections(found.corrections.iter().filter(|one| one.book == look.id())))
            }
        }
        section.panel {
            h2 { (t("pit.meters")) }
            @if meters.is_empty() { p.soft { (t("pit.no-meters")) } } @else { (meter_rows(&meters)) }
        }
    })
}

/// Whether all of it agrees, and what does not.
fn verdict(found: &Reconciled) -> Markup {
    if found.agrees() {
        return parts::notice(true, t("pit.agrees"), None);
    }
    let total = cents(found.total());
    let tables =
        found.tables.iter().filter(|table| !table.agrees()).map(|table| table.name.number.to_string());
    let tables: Vec<String> = tables.collect();
    html! {
        (parts::notice(false, t("pit.differs"), None))
        ul {
            @if !total.is_zero() { li { (fill("pit.total-differs", &[("by", &parts::signed(total))])) } }
            @if !tables.is_empty() { li { (fill("pit.tables-differ", &[("tables", &tables.join(", "))])) } }
            @if found.open_calls == 0 && !found.in_transit().is_zero() {
                li { (fill("pit.in-transit", &[("by", &parts::signed(cents(found.in_transit())))])) }
            }
            @for one in found.corrections.iter().filter(|one| !one.agrees()) {
                li { (fill("pit.correction-differs", &[
                    ("number", &one.number.to_string()), ("table", &one.table.to_string()),
                    ("recorded", &parts::exact(one.recorded)), ("posted", &parts::exact(one.posted.unwrap_or(Money::ZERO))),
                ])) }
            }
            @for patron in &found.files_wrong { li { (fill("pit.file-wrong", &[("number", &patron.to_string())])) } }
        }
    }
}

/// Nothing, or by how much.
fn difference(by: Money) -> Markup {
    html! {
        @if by.is_zero() { (parts::badge("good", t("pit.to-the-cent"))) }
        @else { (parts::badge("bad", &parts::signed(by))) }
    }
}

fn floats(tables: &[&TableDay]) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label=(t("pit.scrolls")) { table.data {
            thead { tr {
                th scope="col" { (t("pit.table-number")) }
                th.number scope="col" { (t("pit.float")) } th.number scope="col" { (t("pit.by-play")) }
                th scope="col" { (t("pit.difference")) }
                th.number scope="col" { (t("pit.layout")) } th scope="col" { (t("pit.difference")) }
                th scope="col" { (t("pit.float-count")) } th scope="col" { (t("pit.drop-count")) }
            } }
            tbody {
                @for table in tables {
                    tr {
                        th scope="row" { a href={ "/pit/tables/" (table.name.number) } { (table.name.number) } }
                        td.number { (parts::exact(table.float)) }
                        td.number { (parts::exact(table.expected)) }
                        td { (difference(table.float - table.expected)) }
                        td.number { (parts::exact(table.layout)) }
                        td { (difference(table.layout - table.layout_expected)) }
                        td { @match table.float_difference() { Some(by) => (difference(by)), None => { (t("pit.not-counted")) } } }
                        td { @match table.drop_difference() { Some(by) => (difference(by)), None => { (t("pit.not-counted")) } } }
                    }
                }
            }
        } }
    }
}

fn sheets(tables: &[&TableDay]) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label=(t("pit.scrolls")) { table.data {
            thead { tr {
                th scope="col" { (t("pit.table-number")) }
                @for name in [t("pit.rounds"), t("pit.opening-float"), t("pit.fills"), t("pit.credits"), t("pit.cash-in"),
                    t("pit.account-in"), t("pit.account-out"), t("pit.staked"), t("pit.paid"), t("pit.day-win")] {
                    th.number scope="col" { (name) }
                }
            } }
            tbody {
                @for table in tables {
                    @let sheet = &table.sheet;
                    tr {
                        th scope="row" { (table.name.number) }
                        td.number { (sheet.rounds) }
                        @for amount in [sheet.opening_float, sheet.fills, sheet.credits, sheet.cash_in, sheet.account_in,
                            sheet.account_out, sheet.staked, sheet.paid] { td.number { (parts::exact(amount)) } }
                        td.number { (parts::signed(sheet.win())) }
                    }
                }
            }
        } }
    }
}

/// What the house says was corrected, and what the accounts of the table show.
fn corrections<'c>(all: impl Iterator<Item = &'c CorrectionDay>) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label=(t("pit.scrolls")) { table.data id="corrections" {
            thead { tr {
                th scope="col" { (t("pit.wrong-payment")) } th scope="col" { (t("pit.day-table")) }
                th.number scope="col" { (t("pit.corrected")) } th scope="col" { (t("pit.difference")) }
            } }
            tbody {
                @for one in all {
                    tr {
                        th scope="row" { (one.number) }
                        td { (one.table) }
                        td.number { (parts::exact(one.recorded)) }
                        td { (difference(one.posted.unwrap_or(one.recorded) - one.recorded)) }
                    }
                }
            }
        } }
    }
}

fn meter_rows(meters: &[&MeterDay]) -> Markup {
    let part = |by: MicroCents| {
        html! {
            @if by.is_zero() { (parts::badge("good", t("pit.to-the-cent"))) } @else { (parts::badge("bad", &by.to_string())) }
        }
    };
    html! {
        div.scroll tabindex="0" role="region" aria-label=(t("pit.scrolls")) { table.data {
            thead { tr {
                th scope="col" { (t("pit.which-meter")) } th.number scope="col" { (t("pit.value")) }
                th scope="col" { (t("pit.by-totals")) } th scope="col" { (t("pit.by-records")) } th.number scope="col" { (t("pit.changes")) }
            } }
            tbody {
                @for meter in meters {
                    tr {
                        th scope="row" { (meter.number) @if meter.closed { " " (parts::badge("closed", t("pit.closed"))) } }
                        td.number { (parts::exact(cents(meter.value))) }
                        td { (part(meter.value - meter.expected)) }
                        td { (part(meter.value - meter.by_records)) }
                        td.number { (meter.seq) }
                    }
                }
            }
        } }
    }
}
