//! The rules in the browser: every clause of every book in our words, searched, browsed, compared; each game for a
//! newcomer. Nothing here needs the floor: the books are part of the program.

mod api;
mod book;
mod clause;
mod compare;
mod find;
mod game;
mod home;
mod marks;
mod openapi;
mod pay;
mod settle;
mod shelf;

use crate::layout::Page;
use axum::Router;
use axum::extract::Extension;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use maud::Markup;
use server::problem::Problem;
use server::viewer::Viewer;

pub use openapi::openapi;

/// The pages and the JSON. Who looks is what a layer has put into the request's extensions, a [`Viewer`]; else nobody.
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/rules", get(home::show_rules))
        .route("/rules/compare", get(compare::page))
        .route("/rules/{book}", get(book::show_book))
        .route("/rules/{book}/game/{game}", get(game::page))
        .route("/rules/{book}/{*label}", get(clause::show_clause))
        .route("/api/rules", get(api::search))
        .route("/api/rules/{book}", get(api::book))
        .route("/api/rules/{book}/{*label}", get(api::clause))
}

/// Reads the books and builds the index now, so that the first visitor does not wait for it.
pub fn warm() {
    shelf::rules_library();
    find::index();
}

/// Whoever looks, where a layer says so.
type MaybeViewer = Option<Extension<Viewer>>;

/// A page of the rules.
fn ok_page(looks: MaybeViewer, title: &str, content: Markup) -> Response {
    with_status(StatusCode::OK, looks, title, content)
}

fn with_status(status: StatusCode, looks: MaybeViewer, title: &str, content: Markup) -> Response {
    let viewer = looks.map(|Extension(viewer)| viewer).unwrap_or_default();
    let page = Page { title, kind: "rules", ..Page::default() };
    (status, Html(page.render(&viewer, content).into_string())).into_response()
}

/// A book that there is.
fn volume(id: &str) -> Result<&'static shelf::Volume, Problem> {
    shelf::rules_library().volume(id).ok_or_else(|| {
        let known: Vec<&str> = shelf::rules_library().volumes.iter().map(|volume| volume.id).collect();
        Problem::not_found("there is no such rulebook").next(format!("the books are {}", known.join(", ")))
    })
}
