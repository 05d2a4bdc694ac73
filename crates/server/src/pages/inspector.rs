//! The inspector's desk: any round found by table, time, patron, amount, clause or irregularity; the chain verified; the log
//! signed and carried away. For the staff and for those who come from outside to look; never for players.

mod find;
mod meters;
mod proof;
mod recall;
mod time;

pub use floor::words::clock;
pub use time::{in_utc, instant_ms, moment_ms};

use crate::access::Area;
use crate::app::App;
use crate::slow_work::LOG_READS;
use crate::sorry::Sorry;
use crate::texts::t;
use crate::viewer::Viewer;
use axum::Router;
use axum::routing::get;
use house::Person;
use maud::{Markup, html};
use serde_json::Value;
use std::sync::Arc;

/// Where the inspector's pages are.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/inspector", get(find::page))
        .route("/inspector/rounds.csv", get(find::csv))
        .route("/api/rounds", get(find::json))
        .route("/inspector/recall/{table}", get(recall::page))
        .route("/inspector/meters", get(meters::page).post(meters::read))
        .route("/inspector/streams", get(proof::streams))
        .route("/inspector/verify", get(proof::page).post(proof::begin))
        .route("/inspector/anchor", get(proof::anchor).post(proof::compare))
        .route("/inspector/export", get(proof::export))
}

/// What programs can ask here, as path items of OpenAPI 3.1.
pub fn openapi() -> Value {
    find::openapi()
}

/// Work that reads the store, where nobody else waits for it.
pub(super) async fn beside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Sorry> {
    let lost = || Sorry::store(&store::StoreError::Unavailable("a thread died".into()));
    LOG_READS.run(work).await.ok_or_else(lost)
}

/// How far somebody is trusted here, by the rosters as they are now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Trust {
    /// Not at all.
    None,
    /// Answers for rounds under a book, or comes from outside to look.
    Looks,
    /// Answers for the log: an inspector, or of the highest role.
    TakesAll,
}

fn trust(app: &App, person: Person) -> Trust {
    let mut most = Trust::None;
    for id in rulebook::library::ids().filter(|id| rulebook::library::is_playable(id)) {
        let Ok(desk) = app.floor.house(id).map_err(drop) else { continue };
        let Ok(book) = floor::book(id) else { continue };
        let ladder = &book.ladder;
        let here = desk.look(|state| match person {
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
            None => Trust::None,
            Some(false) => Trust::Looks,
            Some(true) => Trust::TakesAll,
        });
    }
    most
}

/// Whether somebody may look here.
///
/// # Errors
/// If nobody is logged in, or they are a player or on no roster.
fn looks(app: &App, viewer: &Viewer) -> Result<(), Sorry> {
    match trust(app, viewer.known()?) {
        Trust::None => {
            Err(Sorry::forbidden("these pages are for those who review rounds, and for inspectors")
                .next("log in as one of them; your own rounds are in the history of your table"))
        }
        Trust::Looks | Trust::TakesAll => Ok(()),
    }
}

/// Whether somebody may take the whole log, or see the whole deck of a round that is over.
///
/// # Errors
/// If they are neither an inspector nor of the highest role.
pub(super) fn takes_all(app: &App, viewer: &Viewer) -> Result<(), Sorry> {
    match trust(app, viewer.known()?) {
        Trust::TakesAll => Ok(()),
        Trust::None | Trust::Looks => {
            Err(Sorry::forbidden("this is for inspectors and the highest role of a house")
                .next("ask one of them to do it"))
        }
    }
}

/// The same, asked where others do not wait for the rosters.
async fn may_look(app: &Arc<App>, viewer: &Viewer) -> Result<(), Sorry> {
    let (app, viewer) = (Arc::clone(app), viewer.clone());
    beside(move || looks(&app, &viewer)).await?
}

async fn may_take_all(app: &Arc<App>, viewer: &Viewer) -> Result<(), Sorry> {
    let (app, viewer) = (Arc::clone(app), viewer.clone());
    beside(move || takes_all(&app, &viewer)).await?
}

/// The way around these pages.
fn ways(here: &str) -> Markup {
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
