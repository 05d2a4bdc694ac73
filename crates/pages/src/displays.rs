//! Screens on walls: meters that can be read from twenty metres, and the signs of tables. Nobody logs in here.

mod sign;

use super::layout::Page;
use super::parts;
use crate::assets;
use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;
use engine::{MeterNumber, TableNumber};
use maud::{Markup, html};
use money::Money;
use server::app::App;
use server::broadcast::{ChangeSource, Render};
use server::house_orders::run_blocking;
use server::live;
use server::problem::Problem;
use server::texts::{fill, t};
use server::view::MeterView;
use server::viewer::Viewer;
use server::winners::Winner;
use std::sync::Arc;
use std::time::Duration;

/// Where displays are.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/displays", get(list))
        .route("/displays/meters", get(meters))
        .route("/displays/meters/live", get(meters_socket))
        .route("/displays/meters/{book}/{meter}", get(meter))
        .route("/displays/meters/{book}/{meter}/live", get(meter_socket))
        .route("/displays/tables/{number}", get(sign::show_sign))
        .route("/displays/tables/{number}/live", get(sign::socket))
}

/// The look of walls and of the log beside the common one.
pub(super) fn style() -> Markup {
    html! { link rel="stylesheet" href=(assets::path("displays.css")); }
}

/// A wall with its socket.
fn wall(title: &str, kind: &str, live: String, content: &Markup) -> Markup {
    let page = Page { title, kind, live: Some(live), scripts: &["displays.js"], wall: true };
    page.render(&Viewer::default(), html! { (style()) (content) })
}

/// A watcher who needs no log-in.
async fn watcher(
    app: Arc<App>,
    upgrade: WebSocketUpgrade,
    key: String,
    (sources, gap): (&[ChangeSource], Duration),
    render: Render,
) -> Result<Response, Problem> {
    let missing = Problem::not_found("there is no such display here");
    let topic = live::LiveView { key, sources: sources.to_vec(), gap, render, missing };
    live::open(app, upgrade, None, topic).await
}

async fn list(State(app): State<Arc<App>>, viewer: Viewer) -> Result<Markup, Problem> {
    run_blocking(move || {
        let page = Page { title: t("displays.title"), kind: "displays", ..Page::default() };
        let meters = app.meter_views();
        Ok(page.render(
            &viewer,
            html! {
                h1 { (t("displays.title")) }
                p.lead { (t("displays.about")) }
                div.columns {
                    section.panel {
                        h2 { (t("displays.meters")) }
                        @if meters.is_empty() { p.empty { (t("displays.no-meters")) } }
                        ul {
                            @if !meters.is_empty() { li { a href="/displays/meters" { (t("displays.all-meters")) } } }
                            @for meter in &meters {
                                li { a href={ "/displays/meters/" (meter.book) "/" (meter.meter) } {
                                    (title(&meter.book)) ", " (fill("displays.meter", &[("meter", &meter.meter.to_string())]))
                                } }
                            }
                        }
                    }
                    section.panel {
                        h2 { (t("displays.signs")) }
                        ul {
                            @for follower in app.tables() {
                                li { a href={ "/displays/tables/" (follower.name.number) } {
                                    (fill("displays.table", &[("number", &follower.name.number.to_string())])) " · " (follower.name.game)
                                } }
                            }
                        }
                    }
                }
            },
        ))
    })
    .await
}

fn title(book: &str) -> String {
    floor::book(book).map_or_else(|_| book.to_string(), |book| book.front.operator.clone())
}

async fn meter(
    State(app): State<Arc<App>>,
    Path((book, number)): Path<(String, u32)>,
) -> Result<Markup, Problem> {
    run_blocking(move || {
        let shown = frame(&app, &book, number).ok_or_else(|| none(&book, number))?;
        let view = MeterNumber::new(number).and_then(|number| app.meter_view(&book, number.meter()));
        let view = view.ok_or_else(|| none(&book, number))?;
        let name = fill("displays.jackpot-of", &[("house", &title(&book))]);
        let content = html! {
            h1 { (name) }
            (shown)
            p.facts {
                (fill("displays.wager", &[("cost", &parts::money(view.wager.0))])) " · "
                (fill("displays.tables", &[("tables", &view.tables.len().to_string())]))
            }
        };
        Ok(wall(&name, "wall-meter", format!("/displays/meters/{book}/{number}/live"), &content))
    })
    .await
}

fn none(book: &str, number: u32) -> Problem {
    Problem::not_found(format!("{book} has no meter {number} here"))
        .next("open /displays for those there are")
}

async fn meter_socket(
    State(app): State<Arc<App>>,
    Path((book, number)): Path<(String, u32)>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    let stream = floor::meter_stream(&book).ok_or_else(|| none(&book, number))?;
    let key = format!("display/meter/{book}/{number}");
    let of = Arc::downgrade(&app);
    let render = Box::new(move || Some(frame(&*of.upgrade()?, &book, number)?.into_string()));
    // Ten thousand may look; each change is one small frame, at once.
    watcher(app, upgrade, key, (&[ChangeSource::Stream(stream)], Duration::ZERO), render).await
}

/// What a meter's display shows now, in few bytes: `data-kept-ms` is when the change was kept.
pub fn frame(app: &App, book: &str, number: u32) -> Option<Markup> {
    let meter = MeterNumber::new(number)?.meter();
    let view = app.meter_view(book, meter)?;
    let stream = floor::meter_stream(book)?;
    let now = app.clock.wall_ms();
    let kept = app.winners.changed_ms(&stream, meter).unwrap_or(now);
    let winner = app.winners.now(&stream, meter, now);
    Some(html! { div.wall-meter data-live="m" data-kept-ms=(kept) { (state(&view, winner, "m")) } })
}

/// The digits and what is to be said of them: a winner before a prize that waits, that before trouble.
fn state(view: &MeterView, winner: Option<Winner>, key: &str) -> Markup {
    let digits = || parts::meter(view.value.0, key);
    let more = view.pending.len().saturating_sub(1);
    html! {
        @match (winner, view.pending.first()) {
            (Some(winner), _) => {
                p.winner data-say=(winner.since_ms) {
                    (t("displays.winner")) " " b { (parts::exact(winner.amount)) } " "
                    (hand(winner.royal)) " · " (table(winner.table))
                }
                (digits())
            }
            (None, Some(award)) => {
                @let royal = award.royals > 0;
                @let amount = if royal { award.royal.0 } else { award.straight_flush.0 };
                p.pending data-say { (t("displays.pending")) " " (waiting(amount, royal, award.table))
                    @if more > 0 { " " (fill("displays.more", &[("more", &more.to_string())])) }
                }
                (digits())
            }
            (None, None) => {
                (digits())
                @if view.closed { (parts::badge("closed", t("displays.closed"))) }
                @else if view.manual { (parts::badge("manual", t("displays.manual"))) }
                @else if !view.works { (parts::badge("stale", t("displays.down"))) }
            }
        }
    }
}

fn waiting(amount: Money, royal: bool, number: TableNumber) -> Markup {
    html! { b { (parts::exact(amount)) } " " (hand(royal)) " · " (table(number)) }
}

fn hand(royal: bool) -> &'static str {
    if royal { t("displays.royal") } else { t("displays.straight-flush") }
}

fn table(number: TableNumber) -> String {
    fill("displays.table", &[("number", &number.to_string())])
}

async fn meters(State(app): State<Arc<App>>) -> Result<Markup, Problem> {
    run_blocking(move || {
        let content = html! { h1 { (t("displays.jackpots")) } (all(&app)) };
        Ok(wall(t("displays.jackpots"), "wall-meters", "/displays/meters/live".into(), &content))
    })
    .await
}

async fn meters_socket(State(app): State<Arc<App>>, upgrade: WebSocketUpgrade) -> Result<Response, Problem> {
    let of = Arc::downgrade(&app);
    let render = Box::new(move || Some(all(&*of.upgrade()?).into_string()));
    let gap = Duration::from_millis(400);
    watcher(app, upgrade, "display/meters".into(), (&[ChangeSource::Meters], gap), render).await
}

fn all(app: &App) -> Markup {
    let now = app.clock.wall_ms();
    let views: Vec<MeterView> = app.meter_views().into_iter().filter(|view| !view.closed).collect();
    html! {
        div.meters data-live="meters" {
            @if views.is_empty() { p.empty { (t("displays.no-meters")) } }
            @for view in &views {
                @let winner = floor::meter_stream(&view.book).and_then(|stream| app.winners.now(&stream, view.meter.meter(), now));
                section {
                    h2 { (title(&view.book)) }
                    (state(view, winner, &format!("{}-{}", view.book, view.meter)))
                }
            }
        }
    }
}
