//! All tables by state and colour, with what waits on top: approvals, duties, disputes, notices, meters.

use super::PitContext;
use super::glance::{NoticeLeft, PitNoticeView, PitTableView};
use super::table::approval;
use super::waiting;
use crate::layout::clause;
use crate::parts;
use crate::pit::form::FormPermission;
use engine::Refusal;
use engine::banked::NoticeOf;
use floor::table::{Command, DealingMode, Link};
use house::Barred;
use maud::{Markup, html};
use rulebook::{Cite, NotifyOf, Rulebook};
use serde_json::json;
use server::problem::Problem;
use server::texts::{fill, t};

/// Tables that are shown with all their figures.
const CARDS: usize = 120;
/// … and by number and colour alone.
const DOTS: usize = 800;

/// The whole page.
pub(super) fn page(look: &PitContext<'_>, own: &[&'static Rulebook]) -> Result<Markup, Problem> {
    Ok(html! { (regions(look, own)?) (new_tables(look, own)) })
}

/// What is kept fresh.
pub(super) fn regions(look: &PitContext<'_>, own: &[&'static Rulebook]) -> Result<Markup, Problem> {
    let of_own = |glance: &PitTableView| own.iter().any(|book| book.front.id == glance.book.front.id);
    let mut tables: Vec<PitTableView> = PitTableView::all(look.app).into_iter().filter(of_own).collect();
    // Whatever waits comes first, so that no floor is too large to see it.
    tables.sort_by_key(|table| (table.alarm.is_none(), table.wins.is_empty(), table.notices.is_empty()));
    let waiting: Vec<Markup> =
        tables.iter().filter(|table| !table.wins.is_empty()).map(|table| approval(look, table)).collect();
    Ok(html! {
        (waiting::log_alarm(look.app))
        (waiting::alarms(&tables, &look.app.settings.time_zone))
        section.approvals data-live="approvals" aria-label=(t("pit.approvals")) {
            @if waiting.is_empty() { p.soft { (t("pit.no-approvals")) } }
            @for one in &waiting { (one) }
        }
        (duties(look, own)?)
        section data-live="notices" {
            h2 { (t("pit.notices")) }
            @if tables.iter().all(|table| table.notices.is_empty()) { p.soft { (t("pit.no-notices")) } }
            ul.plain {
                @for table in &tables { @for notice in &table.notices { li {
                    a href={ "/pit/tables/" (table.number) } { (fill("pit.table", &[("number", &table.number.to_string())])) }
                    ": " (announced(table.book, notice))
                } } }
            }
        }
        section data-live="meters" {
            h2 { (t("pit.meters")) }
            ul.plain {
                @for meter in look.app.meter_views().iter().filter(|meter| own.iter().any(|book| book.front.id == meter.book)) {
                    li {
                        a href={ "/pit/meters?book=" (meter.book) } {
                            (fill("pit.meter", &[("number", &meter.meter.to_string())]))
                        } " "
                        (parts::meter(meter.value.0, &format!("pit-{}-{}", meter.book, meter.meter))) " "
                        @if meter.closed { (parts::badge("closed", t("pit.closed"))) }
                        @else if meter.manual { (parts::badge("manual", t("pit.by-hand"))) }
                        @else if !meter.works { (parts::badge("bad", t("pit.fails"))) }
                        @else { (parts::badge("live", t("pit.works"))) }
                    }
                }
            }
        }
        section data-live="tables" {
            h2 { (t("pit.tables")) }
            @if tables.is_empty() { p.empty { (t("pit.no-tables")) } }
            ul.map { @for table in tables.iter().take(CARDS) { (card(table)) } }
            @if tables.len() > CARDS {
                ul.dots { @for table in tables.iter().skip(CARDS).take(DOTS) {
                    li data-state=(table.state()) { a href={ "/pit/tables/" (table.number) } { (table.number) } }
                } }
            }
        }
    })
}

/// Whom the houses must still tell, disputes that are open, lists that are due.
fn duties(look: &PitContext<'_>, own: &[&'static Rulebook]) -> Result<Markup, Problem> {
    let mut lines = Vec::new();
    for book in own {
        let id = &book.front.id;
        let desk = look.app.floor.house(id).map_err(|error| Problem::from_floor(&error, id))?;
        desk.with_state(|house| {
            for (_, duty) in house.duties_due() {
                let of = match duty.of {
                    NotifyOf::WrongDeck => t("pit.duty-deck"),
                    NotifyOf::JackpotEquipment => t("pit.duty-equipment"),
                };
                let whom = book.ladder.outside.get(usize::from(duty.place)).map_or("", |place| &place.name);
                let with = [("whom", whom), ("of", of), ("table", &duty.table.to_string())];
                let cite = book.house.notify.iter().find(|row| row.of == duty.of).map(|row| row.clause);
                lines.push((id, fill("pit.duty-due", &with), cite.map(|cite| book.label(cite))));
            }
            let open = house.disputes.iter().filter(|dispute| dispute.closed.is_none()).count();
            if open > 0 {
                let text = fill("pit.disputes-open", &[("count", &open.to_string())]);
                lines.push((id, text, Some(book.label(book.house.disputes.clause))));
            }
            for month in house.lists_due() {
                let text = fill("pit.list-due", &[("month", &month.to_string())]);
                lines.push((id, text, Some(book.label(book.house.mispayments.list_above.cite))));
            }
        });
    }
    Ok(html! {
        section data-live="duties" {
            h2 { (t("pit.to-do")) }
            @if lines.is_empty() { p.soft { (t("pit.nothing-to-do")) } }
            ul.plain {
                @for (book, text, label) in &lines { li {
                    a href={ "/pit/disputes?book=" (book) } { (text) } " "
                    @if let Some(label) = label { (clause(book, label)) }
                } }
            }
        }
    })
}

/// What a notice announces, and when it has run.
pub(super) fn announced(book: &Rulebook, notice: &PitNoticeView) -> Markup {
    let what = match notice.of {
        NoticeOf::Limits => t("pit.notice-limits"),
        NoticeOf::Closing => t("pit.notice-closing"),
        NoticeOf::PayTables => t("pit.notice-pay-tables"),
    };
    html! {
        (what) " "
        @match notice.left {
            NoticeLeft::Seconds(left) => { (t("pit.runs")) " " (parts::countdown(left)) }
            NoticeLeft::Rounds(left) => { (fill("pit.rounds-left", &[("rounds", &left.to_string())])) }
            NoticeLeft::Nothing => { (parts::badge("good", t("pit.has-run"))) }
        }
        " " (clause(&book.front.id, &notice.clause))
    }
}

fn card(table: &PitTableView) -> Markup {
    let seats = table.sign.as_ref().map_or(0, |sign| usize::from(sign.seats));
    let waits = table.wins.len() + table.notices.len();
    html! {
        li.map-card data-state=(table.state()) data-link=(table.link.word()) {
            h3 { a href={ "/pit/tables/" (table.number) } {
                (fill("pit.table", &[("number", &table.number.to_string())]))
            } }
            p.soft { (table.game.name) " · " (mode(table.mode)) }
            p.badges {
                span.badge.state { (table.phase_words) }
                @if table.link != Link::None { (parts::badge(&table.link.word().to_lowercase(), table.link.word())) }
            }
            (parts::rows(&[
                (t("pit.float"), html! { (parts::money(table.float)) }),
                (t("pit.players"), html! { (table.players.len()) " / " (seats) }),
                (t("pit.round"), html! { (table.round) }),
            ]))
            @if table.alarm.is_some() { p { (parts::badge("bad", t("pit.needs-person"))) } }
            @if let Some(text) = waiting::waits_for(table) { p { (parts::badge("wait", &text)) } }
            @if waits > 0 { p { (parts::badge("wait", &fill("pit.waits", &[("count", &waits.to_string())]))) } }
            @if table.due > 0 { p { (parts::badge("wait", &fill("pit.calls", &[("count", &table.due.to_string())]))) } }
        }
    }
}

pub(super) fn mode(mode: Option<DealingMode>) -> &'static str {
    match mode {
        Some(DealingMode::Live) => t("pit.real-cards"),
        Some(DealingMode::Virtual) => t("pit.system-deals"),
        None => t("pit.bare"),
    }
}

/// A form a book to put another table on the floor.
fn new_tables(look: &PitContext<'_>, own: &[&'static Rulebook]) -> Markup {
    let next = look.app.tables().iter().map(|table| table.name.number.0).max().unwrap_or(0) + 1;
    html! {
        section.panel {
            h2 { (t("pit.new-table")) }
            p { (t("pit.new-table-about")) }
            div.columns {
                @for book in own {
                    @let id = &book.front.id;
                    @let needs = power(look, book, rulebook::Act::CloseTable);
                    @let verdict = FormPermission::of(book, needs);
                    @let form = look.form(format!("new-table-{id}"), (format!("new-table/{id}"), json!({})), u64::from(next), verdict);
                    @let games: Vec<(String, String)> =
                        book.variants.iter().map(|game| (game.game.clone(), game.name.clone())).collect();
                    div {
                        h3 { (book.front.title) }
                        (form.show(t("pit.put-on-floor"), html! {
                            (form.choose("game", t("pit.game"), &games))
                            (form.number("number#", t("pit.number"), Some(u64::from(next))))
                        }))
                    }
                }
            }
        }
    }
}

/// Whether whoever looks has a power under a book.
pub(super) fn power(
    look: &PitContext<'_>,
    book: &Rulebook,
    act: rulebook::Act,
) -> Result<Cite, Refusal<Barred>> {
    match look.app.floor.sign(&book.front.id, look.by) {
        Ok(signature) => signature.authority(book, act),
        Err(_) => Err(Refusal::new(Barred::NotYours, book.house.roster)),
    }
}

/// Whether a table would take an order from whoever looks.
pub(super) fn judge(
    look: &PitContext<'_>,
    table: &PitTableView,
    command: &Command<engine::banked::Command>,
) -> FormPermission {
    match look.app.floor.judge_table(&table.stream, look.by, command) {
        Ok(judged) => FormPermission::of(table.book, judged),
        Err(error) => {
            let roster = table.book.label(table.book.house.roster).to_string();
            FormPermission::Denied(error.to_string(), roster)
        }
    }
}

/// A command of the game, as the floor wants it.
pub(super) fn of_game(command: engine::banked::Command) -> Command<engine::banked::Command> {
    Command::Game { command, next_key: None }
}
