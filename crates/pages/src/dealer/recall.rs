//! The last rounds of a table, line by line with their clauses, in one click.

use super::with_console;
use crate::layout::{Page, clause};
use axum::extract::{Path, Query, State};
use engine::TableNumber;
use floor::recall::Round;
use maud::{Markup, html};
use serde::Deserialize;
use server::app::App;
use server::house_orders::run_blocking;
use server::problem::Problem;
use server::slow_work::LOG_READS;
use server::texts::{fill, t};
use server::viewer::Viewer;
use std::sync::Arc;

/// The most rounds that are shown at once.
const MOST: usize = 8;

#[derive(Deserialize)]
pub(super) struct ConsoleRecallQuery {
    rounds: Option<usize>,
    /// "all": every event, the small ones too.
    lines: Option<String>,
}

pub(super) async fn page(
    State(app): State<Arc<App>>,
    Path(number): Path<TableNumber>,
    viewer: Viewer,
    Query(ConsoleRecallQuery { rounds, lines }): Query<ConsoleRecallQuery>,
) -> Result<Markup, Problem> {
    let staff = viewer.require_staff()?;
    let own = Arc::clone(&app);
    let asked = move || with_console(&own, number, staff, |control| Ok(control.book().front.id.clone()));
    let book = run_blocking(asked).await?;
    let stream = app.table(number)?.0.name.stream();
    let stream = stream
        .ok_or_else(|| Problem::not_found(fill("dealer.no-table", &[("number", &number.to_string())])))?;
    let rounds = rounds.unwrap_or(3).clamp(1, MOST);
    let all = lines.as_deref() == Some("all");
    let (store, vault) = (Arc::clone(&app.store), Arc::clone(&app.vault));
    // The log is read from its beginning: not on a thread that others wait for.
    let read = LOG_READS.run(move || {
        floor::recall::recall(store.as_ref(), &vault, &stream, rounds).map(|recalled| recalled.rounds)
    });
    let gone = || Problem::from_store(&store::StoreError::Unavailable("the floor is closing".into()));
    let recalled = read.await.ok_or_else(gone)?.map_err(|error| Problem::from_floor(&error, &book))?;
    let title = fill("dealer.recall-of", &[("number", &number.to_string())]);
    let page = Page { title: &title, kind: "console", ..Page::default() };
    Ok(page.render(
        &viewer,
        html! {
            link rel="stylesheet" href=(crate::assets::path("dealer.css"));
            p { a href={ "/dealer/" (number) } { (fill("dealer.back-to", &[("number", &number.to_string())])) } }
            h1 { (title) }
            form method="get" action={ "/dealer/" (number) "/recall" } {
                label { (t("dealer.recall-rounds")) " " input type="number" name="rounds" min="1" max=(MOST) value=(rounds); } " "
                label.choice { input type="checkbox" name="lines" value="all" checked[all]; " " (t("dealer.recall-all")) } " "
                button.quiet { (t("dealer.recall-show")) }
            }
            @if recalled.is_empty() { p.empty { (t("dealer.log-empty")) } }
            @for round in recalled.iter().rev() { (render_round(&book, round, all)) }
        },
    ))
}

fn render_round(book: &str, round: &Round, all: bool) -> Markup {
    html! {
        section.panel.recalled {
            h2 {
                @match round.number {
                    Some(number) => (fill("dealer.round", &[("round", &number.to_string())])),
                    None => (t("dealer.since")),
                }
                @if round.number.is_some() && !round.complete { " " span.soft { (t("dealer.under-way")) } }
            }
            ol {
                @for line in round.lines.iter().filter(|line| all || !line.detail) {
                    li { (line.what) " " (clause(book, &line.clause)) " " small.soft { (line.who) } }
                }
            }
        }
    }
}
