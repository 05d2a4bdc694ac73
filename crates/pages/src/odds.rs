//! Exact odds: every game by its book, its pay tables to be changed in place, edge and best play beside them, the
//! mathematics report, the same for programs.

mod charts;
mod desk;
mod form;
mod openapi;
mod question;
mod result;
#[cfg(test)]
mod tests;

pub use openapi::openapi;

use crate::assets;
use crate::layout::{Page, clause};
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequestParts, Path, RawQuery};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{Extension, Router};
use desk::{OddsGame, OddsSolver, RenderedOdds, Unanswered};
use form::WhatIfForm;
use maud::{Markup, html};
use question::OddsQuestion;
use server::problem::Problem;
use server::texts::{fill, t};
use server::viewer::Viewer;
use sha2::{Digest, Sha256};
use std::convert::Infallible;
use std::sync::Arc;

/// The names of a book and a game, as an address has them.
type OddsPath = Result<Path<(String, String)>, PathRejection>;

/// Where they are found, for any state that knows who looks.
pub fn routes<S>() -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    Viewer: FromRequestParts<S, Rejection = Infallible>,
{
    Router::new()
        .route("/odds", get(index))
        .route("/odds/{book}/{game}", get(show_odds))
        .route("/odds/{book}/{game}/report", get(report))
        .route("/odds/{book}/{game}/report.csv", get(csv))
        .route("/api/odds/{book}/{game}", get(json))
        .layer(Extension(OddsSolver::new()))
}

fn find_game(named: OddsPath) -> Result<OddsGame, Problem> {
    let Path((book, game)) = named.map_err(|_| Problem::bad_request(t("odds.not-text")))?;
    OddsGame::find(&book, &game)
}

async fn index(viewer: Viewer, Extension(desk): Extension<Arc<OddsSolver>>) -> Result<Html<String>, Problem> {
    let mut games: Vec<(OddsGame, Arc<RenderedOdds>)> = Vec::new();
    for game in OddsGame::all() {
        let found = desk.answer(game, &Default::default()).await;
        games.push((game, found.map_err(|error| error.problem(&game.book.front.id))?));
    }
    let page = Page { title: t("odds.title"), kind: "odds", ..Page::default() };
    let content = html! {
        (style())
        h1 { (t("odds.title")) }
        p.lead { (t("odds.lead")) }
        @for book in games.chunk_by(|a, b| a.0.book.front.id == b.0.book.front.id) {
            @let front = &book[0].0.book.front;
            section.panel {
                h2 { (front.title) " " small.soft { (fill("odds.version", &[("version", &front.version)])) } }
                div.scroll tabindex="0" role="group" aria-label={ (front.operator) ": " (front.title) } {
                    table.data {
                        caption { (front.operator) }
                        thead { tr {
                            th scope="col" { (t("odds.game")) } th scope="col" { (t("odds.wager")) }
                            th scope="col" { (t("odds.table")) } th scope="col" .number { (t("odds.edge")) }
                            th scope="col" .number { (t("odds.expected")) }
                        } }
                        tbody { @for (game, found) in book { (index_rows(game, found)) } }
                    }
                }
            }
        }
    };
    Ok(Html(page.render(&viewer, content).into_string()))
}

fn index_rows(game: &OddsGame, found: &RenderedOdds) -> Markup {
    html! {
        @for (at, [wager, table, edge, exact]) in found.edges.iter().enumerate() {
            tr {
                @if at == 0 {
                    th scope="rowgroup" rowspan=(found.edges.len()) {
                        a href=(game.path()) { (game.rules().name) } " "
                        (clause(&game.book.front.id, game.book.label(game.rules().clause)))
                    }
                }
                td { (wager) }
                td { @if table.is_empty() { "–" } @else { (table) } }
                td.number { strong { (edge) } }
                td.number { (exact) }
            }
        }
    }
}

async fn show_odds(
    viewer: Viewer,
    Extension(desk): Extension<Arc<OddsSolver>>,
    named: OddsPath,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    let game = find_game(named)?;
    let question = OddsQuestion::read(query.as_deref())?;
    let whole = |shown: WhatIfForm<'_>, region: &str| whole(&viewer, &game, &shown, region);
    match desk.answer(game, &question.what_if).await {
        Ok(found) if question.part => Ok(Html(found.region.clone()).into_response()),
        // A form sends every line: the address that stays holds only what differs.
        Ok(found) if question.form => {
            let query = found.asked.query();
            let tail = if query.is_empty() { query } else { format!("?{query}") };
            Ok(Redirect::to(&format!("{}{tail}", game.path())).into_response())
        }
        Ok(found) => {
            Ok(Html(whole(WhatIfForm::answered(&found.asked), &found.region).into_string()).into_response())
        }
        // Half-written odds are no failure of a page that asks while somebody types.
        Err(Unanswered::Refused(whys)) if question.part => {
            Ok(Html(result::refused(&game, &whys).into_string()).into_response())
        }
        Err(Unanswered::Refused(whys)) => {
            let region = result::refused(&game, &whys).into_string();
            let shown = whole(WhatIfForm::refused(&question.what_if, &whys), &region);
            Ok((StatusCode::UNPROCESSABLE_ENTITY, Html(shown.into_string())).into_response())
        }
        Err(Unanswered::Problem(problem)) => Err(problem),
    }
}

fn whole(viewer: &Viewer, game: &OddsGame, shown: &WhatIfForm<'_>, region: &str) -> Markup {
    let (rules, front) = (game.rules(), &game.book.front);
    let title = fill("odds.title-of", &[("game", &rules.name)]);
    let page = Page { title: &title, kind: "odds", scripts: &["odds.js"], ..Page::default() };
    let content = html! {
        (style())
        nav.crumbs aria-label=(t("odds.where")) {
            a href="/odds" { (t("odds.title")) } " › " a href={ "/rules/" (front.id) } { (front.title) }
        }
        h1 { (rules.name) }
        p.lead { (t("odds.game-lead")) " " (clause(&front.id, game.book.label(rules.clause))) }
        div.what-if {
            (form::form(game, shown))
            (maud::PreEscaped(region))
        }
    };
    page.render(viewer, content)
}

/// What only these pages need of looks.
fn style() -> Markup {
    html! { link rel="stylesheet" href=(assets::path("odds.css")); }
}

async fn report(
    Extension(desk): Extension<Arc<OddsSolver>>,
    named: OddsPath,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    let game = find_game(named)?;
    let question = OddsQuestion::read(query.as_deref())?;
    let written = desk.report(game, &question.what_if).await;
    let written = written.map_err(|error| error.problem(&game.book.front.id))?;
    let policy = HeaderValue::from_str(&policy(&written.html))
        .unwrap_or_else(|_| HeaderValue::from_static("default-src 'none'"));
    Ok(([(header::CONTENT_SECURITY_POLICY, policy)], Html(written.html.clone())).into_response())
}

/// A report is one document that needs nothing else: it may use its own style, known by its hash, and nothing besides.
fn policy(html: &str) -> String {
    let style = html.split_once("<style>").and_then(|(_, rest)| rest.split_once("</style>"));
    let hash = base64(&Sha256::digest(style.map_or("", |(style, _)| style)));
    format!(
        "default-src 'none'; style-src 'sha256-{hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let bits =
            three.iter().fold(0u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        for at in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * at) & 63) as usize];
            text.push(if at <= three.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

async fn csv(
    Extension(desk): Extension<Arc<OddsSolver>>,
    named: OddsPath,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    let game = find_game(named)?;
    let question = OddsQuestion::read(query.as_deref())?;
    let written = desk.report(game, &question.what_if).await;
    let written = written.map_err(|error| error.problem(&game.book.front.id))?;
    let name = format!("attachment; filename=\"{}-{}.csv\"", game.book.front.id, game.rules().game);
    let headers =
        [(header::CONTENT_TYPE, "text/csv; charset=utf-8".to_string()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, written.csv.clone()).into_response())
}

async fn json(
    Extension(desk): Extension<Arc<OddsSolver>>,
    named: OddsPath,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    let game = find_game(named)?;
    let question = OddsQuestion::read(query.as_deref())?;
    let found = desk.answer(game, &question.what_if).await;
    let found = found.map_err(|error| error.problem(&game.book.front.id))?;
    let body = found.json[usize::from(question.strategy)].clone();
    Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
}
