//! The gaming day: opened with its date, its last round called, closed over tables that are ready.

use super::PitContext;
use crate::layout::clause;
use crate::parts;
use house::{ClosingStage, Command, Date, Hours, State, TableAtClose};
use maud::{Markup, html};
use serde_json::json;
use server::problem::Problem;
use server::texts::{fill, t};

/// The day of the house.
pub(super) fn section(look: &PitContext<'_>, state: &State, seen: u64) -> Result<Markup, Problem> {
    let heading =
        html! { h2 { (t("pit.day")) " " (clause(look.id(), look.book.label(look.book.house.day))) } };
    let Some(date) = state.day.filter(|_| state.open) else {
        return Ok(opening(look, state, (seen, heading)));
    };
    let tables =
        look.app.floor.tables_at_close(look.id()).map_err(|error| Problem::from_floor(&error, look.id()))?;
    let last = state.hours() == Hours::LastRound;
    let ready = tables.iter().all(|table| table.stage.is_ready());
    // Where tables went on while somebody pressed, the refusal stands beside the form.
    let refused = look.said.is_some_and(|said| said.form == "house-day" && said.problem.is_some());
    let all_closed = tables.iter().all(|table| table.stage == ClosingStage::Closed);
    Ok(html! {
        section.panel {
            (heading)
            p { (fill("pit.day-open", &[("day", &date.to_string())])) }
            @if last {
                p { strong { (t("pit.last-round-called")) } }
                (simple(look, state, (seen, "play-on"), &Command::PlayOn, t("pit.play-on")))
            } @else if !all_closed {
                p { (t("pit.last-round-about")) }
                (simple(look, state, (seen, "call-last-round"), &Command::CallLastRound, t("pit.call-last-round")))
            }
            h3 { (t("pit.closing-the-day")) }
            (standing(&tables))
            @if (last || all_closed) && ready || refused { (closing(look, state, (seen, date))) }
            @else { p.why { (t("pit.day-not-ready")) } }
        }
    })
}

/// A form with one button and nothing to fill in.
fn simple(
    look: &PitContext<'_>,
    state: &State,
    (seen, word): (u64, &str),
    command: &Command,
    button: &str,
) -> Markup {
    let to = format!("house/{}", look.id());
    let judged = look.judge_house(state, command);
    look.form(word, (to, json!({ "do": word })), seen, judged).show(button, html! {})
}

fn opening(look: &PitContext<'_>, state: &State, (seen, heading): (u64, Markup)) -> Markup {
    let to = format!("house/{}", look.id());
    html! {
        section.panel {
            (heading)
            p { (t("pit.day-closed")) }
            @if let Some(date) = state.day.or(Date::new(2026, 1, 1)) {
                @let open = look.judge_house(state, &Command::OpenDay { date });
                @let form = look.form("house-day", (to, json!({ "do": "open-day" })), seen, open);
                (form.show(t("pit.open-the-day"), form.day("date", t("pit.date"), true)))
            }
        }
    }
}

/// Every table, what its float holds, what was counted and what that differs by.
fn standing(tables: &[TableAtClose]) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label=(t("pit.scrolls")) { table.data id="day-tables" {
            thead { tr {
                th scope="col" { (t("pit.day-table")) } th scope="col" { (t("pit.day-stage")) }
                th scope="col" { (t("pit.by-the-books")) } th scope="col" { (t("pit.float-count")) }
                th scope="col" { (t("pit.difference")) }
            } }
            tbody {
                @for table in tables {
                    tr {
                        th scope="row" { a href=(format!("/pit/tables/{}", table.table)) { (table.table) } }
                        td { (parts::badge(if table.stage.is_ready() { "open" } else { "closed" }, table.stage.words())) }
                        td { (parts::exact(table.float)) }
                        td { @if let Some(counted) = table.counted { (parts::exact(counted)) } @else { span.soft { (t("pit.not-counted")) } } }
                        td { @if let Some(by) = table.difference() { (parts::exact(by)) } }
                    }
                }
            }
        } }
    }
}

/// What closing means, and the tick without which it is not done.
fn closing(look: &PitContext<'_>, state: &State, (seen, date): (u64, Date)) -> Markup {
    let to = format!("house/{}", look.id());
    let day = date.to_string();
    let close = look.judge_house(state, &Command::CloseDay { date, tables: Vec::new() });
    let form = look.form("house-day", (to, json!({ "do": "close-day" })), seen, close);
    html! {
        p { (t("pit.closing-means")) }
        (form.show(t("pit.close-the-day"), html! {
            label.choice { input type="checkbox" name="date" value=(day) required; " " (fill("pit.close-this-day", &[("day", &day)])) }
        }))
    }
}
