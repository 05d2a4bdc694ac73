//! The last rounds of a table, line by line, incomplete ones too.

use super::{inspector_tabs, require_review_access, run_log_read};
use crate::layout::{Page, clause};
use axum::extract::{Path, Query, State};
use engine::TableNumber;
use floor::Zone;
use floor::recall::{Recalled, Round, recall};
use maud::{Markup, html};
use serde::Deserialize;
use server::app::App;
use server::archive::{stream_of, unreadable};
use server::problem::Problem;
use server::texts::{fill, t};
use server::viewer::Viewer;
use std::sync::Arc;

/// How many rounds, where nobody says; and how many a page can hold.
const USUAL: usize = 3;
const MOST: usize = 5;

/// How many rounds.
#[derive(Default, Deserialize)]
pub(super) struct InspectorRecallQuery {
    rounds: Option<usize>,
    /// "all": every event, the small ones too.
    lines: Option<String>,
}

pub(super) async fn page(
    State(app): State<Arc<App>>,
    Path(table): Path<TableNumber>,
    Query(which): Query<InspectorRecallQuery>,
    viewer: Viewer,
) -> Result<Markup, Problem> {
    require_review_access(&app, &viewer).await?;
    let rounds = which.rounds.unwrap_or(USUAL).clamp(1, MOST);
    let of = Arc::clone(&app);
    let read = move || -> Result<Recalled, Problem> {
        let stream = stream_of(&*of.store, table)?;
        recall(&*of.store, &of.vault, &stream, rounds).map_err(unreadable)
    };
    let recalled = run_log_read(read).await??;
    let all = which.lines.as_deref() == Some("all");
    let name = &recalled.name;
    let book = floor::book(&name.book).ok();
    let game = book.and_then(|book| book.variant(&name.game)).map_or(&name.game, |game| &game.name);
    let title_of = book.map_or(&name.book, |book| &book.front.title);
    let title = fill("inspector.recall", &[("table", &table.to_string())]);
    let page = Page { title: &title, kind: "inspector", ..Page::default() };
    Ok(page.render(
        &viewer,
        html! {
            h1 { (title) }
            (inspector_tabs("/inspector/recall"))
            p.lead { (game) " · " (title_of) " · "
                a href={ "/inspector?table=" (table) } { (t("inspector.all-of-table")) } " · "
                @if all { a href={ "?rounds=" (rounds) } { (t("inspector.few-lines")) } }
                @else { a href={ "?rounds=" (rounds) "&lines=all" } { (t("inspector.all-lines")) } }
            }
            @for round in recalled.rounds.iter().rev() { (render_round(&recalled, round, (all, &app.settings.time_zone))) }
        },
    ))
}

fn render_round(recalled: &Recalled, round: &Round, (all, zone): (bool, &Zone)) -> Markup {
    let number = |number: u64| fill("inspector.round-number", &[("round", &number.to_string())]);
    html! {
        section {
            h2 {
                @match (round.number, round.complete) {
                    (Some(at), complete) => {
                        a href={ "/tables/" (recalled.name.number) "/rounds/" (at) } { (number(at)) }
                        @if !complete { " " (t("inspector.under-way")) }
                    }
                    (None, true) => (t("inspector.no-cards")),
                    (None, false) => (t("inspector.since")),
                }
            }
            div.scroll tabindex="0" role="region" aria-label=(t("inspector.rounds")) {
                table.data { tbody {
                    @for line in round.lines.iter().filter(|line| all || !line.detail) {
                        tr {
                            td.number { (line.version) } td { time { (zone.time(line.when.clock_ms)) } } td { (line.who) }
                            td { (line.what) } td { (clause(&recalled.name.book, &line.clause)) }
                        }
                    }
                } }
            }
        }
    }
}
