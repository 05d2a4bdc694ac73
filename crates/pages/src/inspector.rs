//! The inspector's desk: any round found by table, time, patron, amount, clause or irregularity; the chain verified; the log
//! signed and carried away. For the staff and for those who come from outside to look; never for players.

mod find;
mod meters;
mod proof;
mod recall;
mod time;

pub use floor::words::clock;
pub use time::{in_utc, instant_ms, parse_date_time_ms};

use axum::Router;
use axum::routing::get;
use house::Person;
use maud::{Markup, html};
use serde_json::Value;
use server::access::Area;
use server::app::App;
use server::problem::Problem;
use server::slow_work::LOG_READS;
use server::texts::t;
use server::viewer::Viewer;
use std::sync::Arc;

/// Where the inspector's pages are.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/inspector", get(find::show_search))
        .route("/inspector/rounds.csv", get(find::csv))
        .route("/api/rounds", get(find::json))
        .route("/inspector/recall/{table}", get(recall::page))
        .route("/inspector/meters", get(meters::page).post(meters::read))
        .route("/inspector/streams", get(proof::streams))
        .route("/inspector/verify", get(proof::show_verification).post(proof::begin))
        .route("/inspector/anchor", get(proof::sign_anchor).post(proof::compare))
        .route("/inspector/export", get(proof::export))
}

/// What programs can ask here, as path items of OpenAPI 3.1.
pub fn openapi() -> Value {
    find::openapi()
}

/// Work that reads the store, where nobody else waits for it.
pub(super) async fn run_log_read<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Problem> {
    let lost = || Problem::from_store(&store::StoreError::Unavailable("a thread died".into()));
    LOG_READS.run(work).await.ok_or_else(lost)
}

/// How far somebody is trusted here, by the rosters as they are now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum LogAccess {
    /// Not at all.
    None,
    /// Answers for rounds under a book, or comes from outside to look.
    ReviewRounds,
    /// Answers for the log: an inspector, or of the highest role.
    WholeLog,
}

fn trust(app: &App, person: Person) -> LogAccess {
    let mut most = LogAccess::None;
    for id in rulebook::library::house_banked() {
        let Ok(desk) = app.floor.house(id).map_err(drop) else { continue };
        let Ok(book) = floor::book(id) else { continue };
        let ladder = &book.ladder;
        let here = desk.with_state(|state| match person {
            Person::Staff(id) => {
                let role = state.roster.staff(id).map(|member| member.role);
                role.filter(|role| Area::Rounds.admits(book, *role)).map(|role| role == ladder.highest())
            }
            Person::Outside(id) => state.roster.outsider(id).map(|one| {
                // Where a book names no inspector, whoever it does name stands for one.
                ladder.outside("inspector").is_none_or(|inspector| inspector == one.place)
            }),
            Person::Patron(_) | Person::System => None,
        });
        most = most.max(match here {
            None => LogAccess::None,
            Some(false) => LogAccess::ReviewRounds,
            Some(true) => LogAccess::WholeLog,
        });
    }
    most
}

/// Whether somebody may look here.
///
/// # Errors
/// If nobody is logged in, or they are a player or on no roster.
fn check_review_access(app: &App, viewer: &Viewer) -> Result<(), Problem> {
    match trust(app, viewer.require_person()?) {
        LogAccess::None => {
            Err(Problem::forbidden("these pages are for those who review rounds, and for inspectors")
                .next("log in as one of them; your own rounds are in the history of your table"))
        }
        LogAccess::ReviewRounds | LogAccess::WholeLog => Ok(()),
    }
}

/// Whether somebody may take the whole log, or see the whole deck of a round that is over.
///
/// # Errors
/// If they are neither an inspector nor of the highest role.
pub(super) fn check_whole_log_access(app: &App, viewer: &Viewer) -> Result<(), Problem> {
    match trust(app, viewer.require_person()?) {
        LogAccess::WholeLog => Ok(()),
        LogAccess::None | LogAccess::ReviewRounds => {
            Err(Problem::forbidden("this is for inspectors and the highest role of a house")
                .next("ask one of them to do it"))
        }
    }
}

/// The same, asked where others do not wait for the rosters.
async fn require_review_access(app: &Arc<App>, viewer: &Viewer) -> Result<(), Problem> {
    let (app, viewer) = (Arc::clone(app), viewer.clone());
    run_log_read(move || check_review_access(&app, &viewer)).await?
}

async fn require_whole_log_access(app: &Arc<App>, viewer: &Viewer) -> Result<(), Problem> {
    let (app, viewer) = (Arc::clone(app), viewer.clone());
    run_log_read(move || check_whole_log_access(&app, &viewer)).await?
}

/// The way around these pages.
fn inspector_tabs(here: &str) -> Markup {
    let all = [
        ("/inspector", t("inspector.find")),
        ("/inspector/verify", t("inspector.verify")),
        ("/inspector/streams", t("inspector.streams")),
        ("/inspector/meters", t("inspector.meters")),
    ];
    html! {
        (super::displays::style())
        nav.tabs aria-label=(t("inspector.title")) {
            @for (path, text) in all {
                a href=(path) aria-current=[(path == here).then_some("page")] { (text) } " "
            }
        }
    }
}
