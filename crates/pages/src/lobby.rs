//! The lobby: what can be played, with limits, free places and jackpots as they grow.

use super::layout::Page;
use super::parts;
use super::table::bounds;
use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use engine::TableNumber;
use maud::{Markup, html};
use serde::Deserialize;
use server::app::App;
use server::broadcast::ChangeSource;
use server::house_orders::run_blocking;
use server::live;
use server::problem::Problem;
use server::texts::{fill, t};
use server::view::{MeterView, TableView};
use server::viewer::Viewer;
use server::viewer::eyes;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

/// Tables shown of each game before the rest is a click away.
const SHOWN: usize = 8;
/// … and when one game is looked at.
const MOST: usize = 120;

/// Where the lobby is.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/", get(show_lobby)).route("/lobby/live", get(socket))
}

/// Which game is looked at: all, or one of a book.
#[derive(Clone, Debug, Default, Deserialize)]
struct LobbyFilter {
    book: Option<String>,
    game: Option<String>,
}

impl LobbyFilter {
    fn admits(&self, view: &TableView) -> bool {
        self.book.as_ref().is_none_or(|book| *book == view.book)
            && self.game.as_ref().is_none_or(|game| *game == view.game)
    }

    fn query(&self) -> String {
        match (&self.book, &self.game) {
            (Some(book), Some(game)) => {
                format!("?book={}&game={}", super::layout::encode(book), super::layout::encode(game))
            }
            _ => String::new(),
        }
    }
}

async fn show_lobby(
    State(app): State<Arc<App>>,
    Query(which): Query<LobbyFilter>,
    viewer: Viewer,
) -> Result<Markup, Problem> {
    run_blocking(move || {
        let live = Some(format!("/lobby/live{}", which.query()));
        let page = Page { title: t("lobby.title"), kind: "lobby", live, scripts: &[], wall: false };
        Ok(page.render(&viewer, regions(&app, &which, &viewer)))
    })
    .await
}

async fn socket(
    State(app): State<Arc<App>>,
    Query(which): Query<LobbyFilter>,
    viewer: Viewer,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    // What a patron sees of their own differs by operator: by log-in, not by number.
    let own = viewer.patron().and(viewer.session.as_ref()).map(|session| session.account.clone());
    let staff = viewer.is_staff() || viewer.is_outside();
    let key = format!("lobby/{own:?}/{staff}/{}", which.query());
    let of = Arc::downgrade(&app);
    let render = Box::new(move || Some(regions(&*of.upgrade()?, &which, &viewer).into_string()));
    let sources = vec![ChangeSource::Tables, ChangeSource::Meters, ChangeSource::Houses];
    let (gap, missing) = (Duration::from_millis(400), Problem::not_found("the lobby is closed"));
    let token = server::accounts::token(&headers).map(str::to_string);
    live::open(app, upgrade, token, live::LiveView { key, sources, gap, render, missing }).await
}

fn regions(app: &App, which: &LobbyFilter, viewer: &Viewer) -> Markup {
    let mut games: BTreeMap<(String, String), Vec<TableView>> = BTreeMap::new();
    let mut played: BTreeMap<TableNumber, String> = BTreeMap::new();
    for follower in app.tables() {
        let eyes = eyes(viewer, &follower.name.book);
        let Ok(view) = app.table_view(follower.name.number, eyes) else { continue };
        played.insert(view.table, view.game_name.clone());
        if which.admits(&view) {
            games.entry((view.game_name.clone(), view.book.clone())).or_default().push(view);
        }
    }
    let meters: Vec<MeterView> = app.meter_views().into_iter().filter(|meter| !meter.closed).collect();
    let most = if which.game.is_some() { MOST } else { SHOWN };
    html! {
        section.welcome { h1 { (t("lobby.welcome")) } p { (t("lobby.about")) } }
        section.jackpots data-live="jackpots" aria-label=(t("lobby.jackpots")) {
            @for meter in &meters { (jackpot(meter, &played)) }
        }
        section.games data-live="games" {
            @if which.game.is_some() { p { a href="/" { (t("lobby.all")) } } }
            @if games.is_empty() { p.empty { (t("lobby.empty")) } }
            @for ((_, book), tables) in &games {
                @if let Some(first) = tables.first() { (game(book, first, tables, most)) }
            }
        }
    }
}

fn jackpot(meter: &MeterView, played: &BTreeMap<TableNumber, String>) -> Markup {
    // A book may have several meters: a meter is known by the games of its tables.
    let games: BTreeSet<&str> =
        meter.tables.iter().filter_map(|table| played.get(table)).map(String::as_str).collect();
    let games: Vec<&str> = games.into_iter().collect();
    let name = if games.is_empty() { t("lobby.jackpot").to_string() } else { games.join(", ") };
    html! {
        article.meter-card {
            h2 { (name) }
            p.book { (title(&meter.book)) }
            p.value { (parts::meter(meter.value.0, &format!("lobby-{}-{}", meter.book, meter.meter))) }
            p.facts {
                span { (fill("lobby.jackpot-wager", &[("cost", &parts::money(meter.wager.0))])) } " "
                @if !meter.pending.is_empty() { (parts::badge("wait", t("lobby.pending"))) " " }
                a href={ "/displays/meters/" (meter.book) "/" (meter.meter) }
                    aria-label=(fill("lobby.display-of", &[("name", &name)])) { (t("lobby.display")) }
            }
        }
    }
}

fn title(book: &str) -> String {
    floor::book(book).map_or_else(|_| book.to_string(), |book| book.front.operator.clone())
}

fn game(book: &str, first: &TableView, tables: &[TableView], most: usize) -> Markup {
    let path = format!("{book}/{}", first.game);
    html! {
        section.game {
            header {
                h2 { (first.game_name) }
                p.book { (title(book)) }
                nav aria-label={ (first.game_name) ", " (title(book)) } {
                    a href={ "/rules/" (book) "/game/" (first.game) } { (t("lobby.rules")) } " "
                    a href={ "/odds/" (path) } { (t("lobby.odds")) } " "
                    a href={ "/practice/" (path) } { (t("lobby.practice")) }
                }
            }
            ul.tables {
                @for view in tables.iter().take(most) { (table(view)) }
            }
            @if tables.len() > most {
                p { a href={ "/?book=" (book) "&game=" (first.game) } {
                    (fill("lobby.more", &[("more", &(tables.len() - most).to_string())]))
                } }
            }
        }
    }
}

fn table(view: &TableView) -> Markup {
    let free = view.seats.iter().filter(|seat| !seat.taken).count();
    let ante = view.sign.as_ref().and_then(|sign| sign.limits.first());
    let open = free > 0 && view.phase != "closed" && view.out_of_hours.is_none();
    html! {
        li.table-card data-phase=(view.phase) {
            h3 { (fill("lobby.table", &[("number", &view.table.to_string())])) }
            @if let Some(limit) = ante {
                p.limits { (limit.name) " " (bounds(limit.min.map(|min| min.0), limit.max.map(|max| max.0))) }
            }
            p.facts {
                @if view.phase == "closed" { (parts::badge("closed", t("lobby.closed"))) }
                @else if view.out_of_hours.is_some() { (parts::badge("closed", view.phase_words)) }
                @else if free == 0 { (t("lobby.full")) }
                @else { (fill("lobby.free", &[("free", &free.to_string()), ("seats", &view.seats.len().to_string())])) }
                " · " @if view.mode == "live" { (t("lobby.live")) } @else { (t("lobby.virtual")) }
            }
            a.button.quiet[view.me.is_none() && !open] href={ "/tables/" (view.table) } {
                @if view.me.is_some() { (t("lobby.yours")) } @else if open { (t("lobby.sit")) } @else { (t("lobby.watch")) }
                span.heard { " " (fill("lobby.at", &[("number", &view.table.to_string())])) }
            }
        }
    }
}
