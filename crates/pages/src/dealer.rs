//! The dealer's console: one column in the order of the procedure, the next step always the big button. Who may press what is
//! the roster's and the book's to say; what lies face down is as hidden here as anywhere.

mod boxes;
mod control;
mod forms;
mod guide;
mod irregularities;
mod openapi;
mod orders;
mod preview;
mod recall;
mod record;
mod step;
mod words;

pub use openapi::openapi;
pub use preview::{BoxAfter, CitedText, Preview, WagerAfter};

use super::layout::{Page, clause};
use super::parts;
use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::{get, post};
use control::DealerConsole;
use engine::{PatronId, TableNumber};
use forms::{approval, hidden, why_not};
use house::StaffId;
use maud::{Markup, html};
use rulebook::Act;
use serde_json::json;
use server::app::App;
use server::broadcast::ChangeSource;
use server::house_orders::run_blocking;
use server::live;
use server::problem::Problem;
use server::texts::{fill, t};
use server::view::{Eyes, TableView};
use server::viewer::Viewer;
use std::sync::Arc;
use std::time::Duration;
use step::NextStep;

/// Where consoles are found, and what they ask.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/dealer", get(index))
        .route("/dealer/{number}", get(show_console))
        .route("/dealer/{number}/live", get(socket))
        .route("/dealer/{number}/trouble", get(show_irregularities))
        .route("/dealer/{number}/recall", get(recall::page))
        .route("/dealer/{number}/approved", post(orders::submit_approved_form))
        .route("/dealer/{number}/box", post(orders::box_form))
        .route("/dealer/{number}/by-hand", post(orders::by_hand_form))
        .route("/api/tables/{number}/preview", post(orders::preview))
        .route("/api/tables/{number}/approved", post(orders::submit_approved))
        .route("/api/tables/{number}/box", post(orders::lay_box))
        .route("/api/tables/{number}/by-hand", post(orders::by_hand))
}

const SCRIPTS: &[&str] = &["dealer.js"];

/// Does something with a member of staff at a table, as both are now.
fn with_console<T>(
    app: &App,
    number: TableNumber,
    staff: StaffId,
    then: impl FnOnce(DealerConsole<'_>) -> Result<T, Problem>,
) -> Result<T, Problem> {
    let (follower, desk) = app.table(number)?;
    // Before the tale is looked at: whoever writes it holds the desk.
    let now = desk.now();
    let state = follower.feed().state.clone();
    then(DealerConsole::of(app, desk.machine(), (state, now), staff)?)
}

async fn index(State(app): State<Arc<App>>, viewer: Viewer) -> Result<Markup, Problem> {
    run_blocking(move || {
        viewer.require_staff()?;
        let views: Vec<TableView> =
            app.tables().iter().filter_map(|one| app.table_view(one.name.number, Eyes::Staff).ok()).collect();
        let page = Page { title: t("dealer.index"), kind: "console", ..Page::default() };
        Ok(page.render(
            &viewer,
            html! {
                h1 { (t("dealer.index")) }
                @if views.is_empty() { p.empty { (t("dealer.index-empty")) } }
                ul.tables {
                    @for view in &views {
                        li.table-card {
                            h3 { a href={ "/dealer/" (view.table) } { (fill("dealer.title", &[("number", &view.table.to_string()), ("game", &view.game_name)])) } }
                            p.badges { (parts::badge(if view.mode == "live" { "live" } else { "plain" }, mode_words(view.mode))) " " (view.phase_words) }
                        }
                    }
                }
            },
        ))
    })
    .await
}

async fn show_console(
    State(app): State<Arc<App>>,
    Path(number): Path<TableNumber>,
    viewer: Viewer,
) -> Result<Markup, Problem> {
    run_blocking(move || {
        let staff = viewer.require_staff()?;
        let (work, rest) = regions(&app, number, staff)?;
        let title = fill("dealer.console", &[("number", &number.to_string())]);
        let page = Page {
            title: &title,
            kind: "console",
            live: Some(format!("/dealer/{number}/live")),
            scripts: SCRIPTS,
            wall: false,
        };
        Ok(page.render(
            &viewer,
            html! {
                link rel="stylesheet" href=(crate::assets::path("dealer.css"));
                (work)
                (record::grid())
                (rest)
                nav.console-links {
                    a.button.danger href={ "/dealer/" (number) "/trouble" } data-sheet data-key-press="!" { (t("dealer.trouble")) " " (parts::kbd("!")) } " "
                    a.button.quiet href={ "/dealer/" (number) "/recall" } data-key-press="h" { (t("dealer.recall")) " " (parts::kbd("H")) }
                }
                dialog #trouble-sheet .sheet-card aria-label=(t("dealer.trouble")) {
                    div.body {}
                    p.foot { button.quiet type="button" data-close { (t("dealer.close")) } }
                }
            },
        ))
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
    let staff = viewer.require_staff()?;
    let own = Arc::clone(&app);
    let asked = move || with_console(&own, number, staff, |control| Ok(control.book().front.id.clone()));
    let book = run_blocking(asked).await?;
    let (follower, _) = app.table(number)?;
    let mut sources = vec![ChangeSource::DealerWait(number)];
    sources.extend(follower.name.stream().map(ChangeSource::Stream));
    sources.extend(floor::meter_stream(&book).map(ChangeSource::Stream));
    sources.extend(floor::house_stream(&book).map(ChangeSource::Stream));
    let of = Arc::downgrade(&app);
    let render = Box::new(move || {
        let (work, rest) = regions(&*of.upgrade()?, number, staff).ok()?;
        Some(work.into_string() + &rest.into_string())
    });
    let key = format!("dealer/{number}/{staff}");
    let (gap, missing) = (Duration::ZERO, Problem::not_found("there is no such table here"));
    let token = server::accounts::token(&headers).map(str::to_string);
    live::open(app, upgrade, token, live::LiveView { key, sources, gap, render, missing }).await
}

async fn show_irregularities(
    State(app): State<Arc<App>>,
    Path(number): Path<TableNumber>,
    viewer: Viewer,
    Query(answers): Query<Vec<(String, String)>>,
) -> Result<Markup, Problem> {
    run_blocking(move || {
        let staff = viewer.require_staff()?;
        let sheet = with_console(&app, number, staff, |control| control.irregularity_sheet(number, &answers))?;
        if answers.iter().any(|(name, value)| name == "part" && value == "sheet") {
            return Ok(sheet);
        }
        let page = Page { title: t("dealer.trouble"), kind: "console", scripts: SCRIPTS, ..Page::default() };
        Ok(page.render(
            &viewer,
            html! {
                link rel="stylesheet" href=(crate::assets::path("dealer.css"));
                p { a href={ "/dealer/" (number) } { (fill("dealer.back-to", &[("number", &number.to_string())])) } }
                (sheet)
            },
        ))
    })
    .await
}

/// All that is kept fresh: what is worked with now, and the rest; on the page all cards lie between, to be clicked.
fn regions(app: &App, number: TableNumber, staff: StaffId) -> Result<(Markup, Markup), Problem> {
    let view = app.table_view(number, Eyes::Staff)?;
    let by_hand = view.mode == "live" || app.is_by_hand(number);
    let refused: Vec<(PatronId, String, String)> = {
        let (follower, _) = app.table(number)?;
        let tale = follower.feed();
        tale.refused.iter().map(|(patron, (why, label))| (*patron, why.clone(), label.clone())).collect()
    };
    with_console(app, number, staff, |mut control| {
        let next = control.next();
        let steps = html! { (top(&view)) (control.procedure()) };
        let (layout, more) = (control.layout(&view, &refused), control.more(number));
        let (now, recording) = (control.next_step(number, &next, by_hand), control.recording(number, &next));
        // Last: it plays the payments through on this copy.
        let guide = control.guide(&view);
        let work = html! {
            section.table-top data-live="top" { (steps) }
            section.next-step data-live="next" aria-label=(t("dealer.next")) { (now) }
            section.recording data-live="record" { (recording) }
        };
        let rest = html! {
            section.paying data-live="guide" { (guide) }
            section.layout data-live="boxes" { (layout) }
            section.more data-live="more" { (more) }
            section.log data-live="log" { (log(&view)) }
        };
        Ok((work, rest))
    })
}

fn top(view: &TableView) -> Markup {
    html! {
        h1 { (fill("dealer.title", &[("number", &view.table.to_string()), ("game", &view.game_name)])) }
        p.badges {
            (parts::badge(if view.mode == "live" { "live" } else { "plain" }, mode_words(view.mode))) " "
            (parts::badge(if view.phase == "closed" { "bad" } else { "open" }, view.phase_words)) " "
            @if view.round > 0 { span { (fill("dealer.round", &[("round", &view.round.to_string())])) } }
            @if let Some(meter) = &view.meter {
                " " span { (t("dealer.meter")) " " (parts::meter(meter.value.0, "console-meter")) } " "
                (parts::badge(&view.link.to_lowercase(), view.link))
            }
        }
    }
}

fn mode_words(mode: &str) -> &'static str {
    if mode == "live" { t("dealer.mode-live") } else { t("dealer.mode-virtual") }
}

fn log(view: &TableView) -> Markup {
    html! {
        h2 { (t("dealer.log")) }
        @if view.log.is_empty() { p.empty { (t("dealer.log-empty")) } }
        ol reversed tabindex="0" {
            @for line in view.log.iter().rev() {
                li data-say={ "v" (line.version) } { (line.what) " " (clause(&view.book, &line.clause)) }
            }
        }
    }
}

impl DealerConsole<'_> {
    /// The steps of a round, with the present one marked.
    fn procedure(&self) -> Markup {
        use engine::banked::Phase;
        let phase = self.table().phase;
        let deciding = |at: usize| phase == Phase::Deciding(u8::try_from(at).unwrap_or(u8::MAX));
        let decides = |step: &rulebook::Step| !step.choices.is_empty();
        html! {
            ol.procedure aria-label=(t("dealer.procedure")) {
                li aria-current=[(phase == Phase::Betting).then_some("step")] { (t("dealer.step-wagers")) }
                li aria-current=[(phase == Phase::Locked).then_some("step")] { (t("dealer.step-deal")) }
                @for (at, step) in self.game().step.iter().enumerate().filter(|(_, step)| decides(step)) {
                    li aria-current=[deciding(at).then_some("step")] { (in_words(&step.name)) }
                }
                li aria-current=[(phase == Phase::Showdown).then_some("step")] { (t("dealer.step-settle")) }
                @if phase == Phase::Awards { li aria-current="step" { (t("dealer.step-awards")) } }
            }
        }
    }

    fn next_step(&self, number: TableNumber, next: &NextStep, by_hand: bool) -> Markup {
        html! {
            @if !by_hand {
                p.lead { (t("dealer.automatic")) }
                (self.switch(number, true))
            } @else {
                @match next {
                    NextStep::Do(press) => { (self.button(number, press, true)) }
                    NextStep::Decide(seat) => { (self.decision(number, *seat)) }
                    NextStep::Record(of) => {
                        p.lead data-say={ "record" (self.table().rounds) (record::holder_words(*of)) } { (fill("dealer.record-now", &[("whose", &record::holder_words(*of))])) }
                    }
                    NextStep::Awards => { (self.awards(number)) }
                    NextStep::Closed => { p.lead { (t("dealer.closed")) } p { a href="/pit" { (t("dealer.to-the-pit")) } } }
                }
                @for press in self.beside() {
                    @if press.say != says(next) { (self.button(number, &press, false)) }
                }
                @if !self.is_live() { (self.switch(number, false)) }
            }
        }
    }

    /// People deal, or the automatic dealer does.
    fn switch(&self, number: TableNumber, by_hand: bool) -> Markup {
        html! {
            form method="post" action={ "/dealer/" (number) "/by-hand" } data-act={ "/api/tables/" (number) "/by-hand" } {
                (hidden("command", &json!({ "by-hand": by_hand }).to_string()))
                button.quiet { (if by_hand { t("dealer.take-over") } else { t("dealer.hand-over") }) }
                p data-error {}
            }
        }
    }

    /// What the meter owes, and who determines it.
    fn awards(&self, number: TableNumber) -> Markup {
        let book = self.book();
        let id = &book.front.id;
        let command = floor::table::Command::DetermineAwards { next_key: None };
        let boxes = self.table().boxes().iter().enumerate().filter(|(_, seat)| seat.awaits);
        let places: Vec<String> = boxes.map(|(at, _)| (at + 1).to_string()).collect();
        let power = book.ladder.least(Act::DetermineTopJackpot);
        html! {
            p.lead { (fill("dealer.awards", &[("places", &places.join(", "))])) }
            @match self.state.award {
                Some((royal, flush, _)) => {
                    p { (fill("dealer.award-amounts", &[("royal", &parts::money(royal)), ("flush", &parts::money(flush))])) }
                }
                None => { p.soft { (t("dealer.award-waits")) } }
            }
            form.apply method="post" action={ "/dealer/" (number) "/approved" } data-apply={ "/api/tables/" (number) "/approved" } {
                (hidden("command", &json!({ "order": { "do": "determine-awards" } }).to_string()))
                (hidden("seen", &self.state.version.to_string()))
                @if let Some(power) = power {
                    p { (fill("dealer.must-approve", &[("role", book.ladder.name(power.value))])) " " (clause(id, book.label(power.cite))) }
                }
                @if let Some(barred) = self.barred(&command) {
                    (why_not(id, &barred))
                    (approval("approval", t("dealer.approver")))
                }
                @if let Some(second) = book.house.second(Act::DetermineTopJackpot) {
                    p { (t("dealer.two-needed")) " " (clause(id, book.label(second.clause))) }
                    (approval("beside", t("dealer.second")))
                }
                button.decide { (t("dealer.determine")) }
                p data-error {}
            }
        }
    }

    /// What is seldom done; who may not sees why.
    fn more(&self, number: TableNumber) -> Markup {
        use engine::banked::Command as Game;
        use server::wire::TableCommand;
        if !self.is_live() || self.table().sign.is_none() {
            return html! {};
        }
        html! {
            details #more-acts {
                summary { (t("dealer.more")) }
                div.buttons {
                    @for (say, command) in [
                        (TableCommand::Shuffle {}, Game::Shuffle),
                        (TableCommand::CheckCards {}, Game::CheckCards),
                        (TableCommand::ChangeCards {}, Game::ChangeCards),
                    ] {
                        (self.button(number, &self.press(say, command), false))
                    }
                }
            }
        }
    }
}

/// The name of a step, for people: "bet-or-fold" is "Bet or fold".
fn in_words(name: &str) -> String {
    let spaced = name.replace('-', " ");
    let mut letters = spaced.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The command of the next step, where it is one.
fn says(next: &NextStep) -> server::wire::TableCommand {
    match next {
        NextStep::Do(press) => press.say.clone(),
        _ => server::wire::TableCommand::Close {},
    }
}
