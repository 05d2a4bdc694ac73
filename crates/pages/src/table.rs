//! The player's table: what lies on the felt, what can be done, what the dealer says. Kept fresh region by region.

pub(super) mod felt;
mod turn;

use super::layout::Page;
use super::parts;
use crate::layout::clause;
use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use engine::TableNumber;
use maud::{Markup, html};
use server::app::App;
use server::broadcast::ChangeSource;
use server::house_orders::run_blocking;
use server::live;
use server::problem::Problem;
use server::texts::{fill, t};
use server::view::{Eyes, NoticeView, TableView};
use server::viewer::{Viewer, eyes};
use std::sync::Arc;
use std::time::Duration;

/// Where tables are found.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/tables/{number}", get(show_table)).route("/tables/{number}/live", get(socket))
}

async fn show_table(
    State(app): State<Arc<App>>,
    Path(number): Path<TableNumber>,
    viewer: Viewer,
) -> Result<Markup, Problem> {
    run_blocking(move || {
        let book = app.table(number)?.0.name.book.clone();
        let viewer = viewer.at(&book);
        let view = app.player_view(number, eyes(&viewer, &book))?;
        if let Some(place) = view.me {
            app.dealer.is_back(number, usize::from(place) - 1);
        }
        let title = fill("table.title", &[("number", &number.to_string()), ("game", &view.game_name)]);
        let page = Page {
            title: &title,
            kind: "table",
            live: Some(format!("/tables/{number}/live")),
            scripts: &["table.js", "fair.js"],
            wall: false,
        };
        Ok(page.render(&viewer, regions(&view, &viewer, true)))
    })
    .await
}

async fn socket(
    State(app): State<Arc<App>>,
    Path(number): Path<TableNumber>,
    viewer: Viewer,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    let (follower, _) = app.table(number)?;
    let book = follower.name.book.clone();
    let (eyes, viewer) = (eyes(&viewer, &book), viewer.at(&book));
    let mut sources = vec![ChangeSource::DealerWait(number)];
    sources.extend(follower.name.stream().map(ChangeSource::Stream));
    sources.extend(floor::meter_stream(&book).map(ChangeSource::Stream));
    let key = match eyes {
        Eyes::Spectator => format!("table/{number}/all/{}", viewer.session.is_some()),
        // What staff are offered here is not for those from outside.
        Eyes::Staff => format!("table/{number}/staff/{}", viewer.is_staff()),
        Eyes::Patron(patron) => format!("table/{number}/patron/{patron}"),
    };
    let (of, who) = (Arc::downgrade(&app), viewer.clone());
    let render = Box::new(move || {
        let view = of.upgrade()?.player_view(number, eyes).ok()?;
        Some(regions(&view, &who, false).into_string())
    });
    let (gap, missing) = (Duration::ZERO, Problem::not_found("there is no such table here"));
    let token = server::accounts::token(&headers).map(str::to_string);
    live::open(app, upgrade, token, live::LiveView { key, sources, gap, render, missing }).await
}

/// All that is kept fresh: the game, and beside it what happened before. The whole page has also what stays as it is.
fn regions(view: &TableView, viewer: &Viewer, whole: bool) -> Markup {
    html! {
        div.play {
            section.table-top data-live="top" { (top(view)) }
            section.felt data-live="felt" { (felt::felt(view)) }
            section.actions data-live="actions" aria-label=(t("table.your-move")) { (turn::turn(view, viewer)) }
            section.more data-live="more" aria-label=(t("table.more")) { (turn::more(view)) }
        }
        div.beside {
            section.log.panel data-live="log" { (log(view)) }
            section.history.panel data-live="history" { (history(view)) }
            section.proof { @if whole { (fairness(view)) } @else if view.mode == "virtual" { (deal(view)) } }
        }
    }
}

fn top(view: &TableView) -> Markup {
    let game = format!("{}/{}", view.book, view.game);
    html! {
        h1 { (view.game_name) }
        p.where {
            span { (fill("table.number", &[("number", &view.table.to_string())])) } " "
            @if view.round > 0 { span { (fill("table.round", &[("round", &view.round.to_string())])) } " " }
            (parts::badge(if view.phase == "closed" || view.out_of_hours.is_some() { "closed" } else { "open" }, view.phase_words))
            @if let Some(until) = view.pace.as_ref().and_then(|pace| pace.until_ms) {
                " " span.timer { (t("table.goes-on")) " " time.countdown data-until-ms=(until) {} }
            }
        }
        @if let Some(meter) = &view.meter {
            p.meter-line {
                span.name { (t("table.meter")) } " "
                (parts::meter(meter.value.0, "table-meter")) " "
                (parts::badge(&view.link.to_lowercase(), view.link))
            }
        }
        @if let Some(sign) = &view.sign {
            ul.limits aria-label=(t("table.limits")) {
                @for limit in sign.limits.iter().filter(|limit| limit.min.is_some() || limit.max.is_some()) {
                    li { (limit.name) " " (bounds(limit.min.map(|min| min.0), limit.max.map(|max| max.0))) }
                }
                @if let Some(cost) = sign.jackpot_cost {
                    li { (fill("table.jackpot-cost", &[("cost", &parts::money(cost.0))])) }
                }
                @if let Some(seconds) = view.decision_seconds {
                    li { (fill("table.clock", &[("seconds", &seconds.to_string())])) " "
                        @if let Ok(book) = floor::book(&view.book) {
                            (clause(&view.book, book.label(book.table.wagers.absent.cite)))
                        }
                    }
                }
            }
        }
        (announced(view))
        nav.table-links aria-label=(t("table.about")) {
            a href={ "/rules/" (view.book) "/game/" (view.game) } { (t("table.rules")) } " "
            a href={ "/odds/" (game) } { (t("table.odds")) } " "
            a href={ "/practice/" (game) } { (t("table.practice")) } " "
            a href={ "/displays/tables/" (view.table) } { (t("table.sign")) }
        }
    }
}

/// What will change at this table and when, before it does.
fn announced(view: &TableView) -> Markup {
    let until = |notice: &NoticeView| {
        html! {
            @match (notice.until_ms, notice.rounds_left) {
                (Some(until), _) => {
                    @let minutes = notice.seconds_left.unwrap_or(0).div_ceil(60).to_string();
                    (t("table.in")) " " time.countdown data-until-ms=(until) { (fill("table.minutes", &[("minutes", &minutes)])) }
                }
                (None, Some(rounds)) => (fill("displays.after-rounds", &[("rounds", &rounds.to_string())])),
                (None, None) if notice.of != "pay-tables" => (t("displays.from-now")),
                (None, None) => {},
            }
        }
    };
    html! {
        @if !view.announced.is_empty() {
            ul.announced aria-label=(t("displays.announced")) {
                @for notice in &view.announced {
                    li.notice data-say={ "notice-" (notice.of) } {
                        @match notice.of {
                            "limits" => {
                                (t("table.limits-change")) " "
                                @for limit in &notice.limits {
                                    b { (limit.name) " " (bounds(limit.min.map(|min| min.0), limit.max.map(|max| max.0))) } " "
                                }
                            }
                            "closing" => { (t("displays.notice-closing")) " " }
                            _ => { (t("displays.notice-paytables")) " " }
                        }
                        (until(notice)) " " (clause(&view.book, &notice.clause))
                    }
                }
            }
        }
    }
}

/// "from $10", "$10 to $500".
pub(super) fn bounds(min: Option<money::Money>, max: Option<money::Money>) -> String {
    let least = parts::money(min.unwrap_or(money::Money::ZERO));
    match max {
        Some(max) => fill("table.from-to", &[("min", &least), ("max", &parts::money(max))]),
        None => fill("table.from", &[("min", &least)]),
    }
}

fn log(view: &TableView) -> Markup {
    html! {
        h2 { (t("table.log")) }
        @if view.log.is_empty() { p.empty { (t("table.log-empty")) } }
        @else {
            ol reversed tabindex="0" aria-label=(t("table.log")) {
                @for line in view.log.iter().rev() {
                    li data-say={ "v" (line.version) } { (line.what) " " (clause(&view.book, &line.clause)) }
                }
            }
        }
    }
}

fn history(view: &TableView) -> Markup {
    let mine = || view.history.iter().filter(|past| past.net.is_some());
    html! {
        h2 { (t("table.history")) }
        @if mine().next().is_none() { p.empty { (t("table.history-empty")) } }
        @else {
            table.data {
                thead { tr {
                    th scope="col" { (t("table.played")) } th.number scope="col" { (t("table.staked")) }
                    th.number scope="col" { (t("table.result")) } td {}
                } }
                tbody {
                    @for past in mine() {
                        tr {
                            th scope="row" { (fill("table.history-round", &[("round", &past.round.to_string())])) }
                            td.number { @if let Some(staked) = past.staked { (parts::money(staked.0)) } }
                            td.number { @if let Some(net) = past.net { (parts::signed(net.0)) } }
                            td { a href={ "/tables/" (view.table) "/rounds/" (past.round) } { (t("table.replay")) } }
                        }
                    }
                }
            }
        }
    }
}

/// What the deal is made from. The script gives the own seed, keeps its receipt, and checks each round when it is over. What never
/// changes is on the page and in no frame.
fn fairness(view: &TableView) -> Markup {
    html! {
        @if view.mode == "virtual" {
            details #fairness {
                summary { (t("table.fairness")) }
                p { (t("table.fairness-why")) }
                (deal(view))
                p.only-script data-receipt data-none=(t("table.receipt-none")) data-signed=(t("table.receipt-signed"))
                    data-unsigned=(t("table.receipt-unsigned")) data-wrong=(t("table.receipt-wrong")) data-refused=(t("table.seed-refused")) data-other=(t("table.seed-other")) {}
                p.only-script data-last-round data-good=(t("table.round-fair")) data-bad=(t("table.round-unfair")) data-changed=(t("table.deck-changed")) {}
                p { (t("table.fairness-recipe")) }
            }
        }
    }
}

/// The commitment and the seeds of the round.
fn deal(view: &TableView) -> Markup {
    html! {
        div data-live="deal" {
            @if let Some(fair) = &view.fair {
                div data-fair=(view.table) data-round=(fair.round) data-root=(fair.commitment) data-takes-seed[fair.takes_seed] {
                    p { (fill("table.fairness-round", &[("round", &fair.round.to_string())])) " " code.hash { (fair.commitment) } }
                    @if fair.seeds.is_empty() { p { (t("table.no-seeds")) } }
                    @else {
                        ul.seeds aria-label=(t("table.seeds")) {
                            @for given in &fair.seeds {
                                li {
                                    @if given.mine { (t("table.my-seed")) } @else { (fill("rounds.seed", &[("place", &given.place.to_string())])) }
                                    " " code.hash data-mine[given.mine] { (given.seed) }
                                    @if given.promised { " " (t("rounds.promised")) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
