//! Everything that the log holds of one patron, as one JSON document: for themselves, and by a manager's order for whoever asks
//! at the desk. It is put together whole, in bounds that it names, so that no slow reader holds anything up.

use axum::Router;
use axum::extract::{Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use engine::PatronId;
use rulebook::{Act, Rulebook};
use serde::Deserialize;
use serde_json::{Value, json};
use server::accounts::{AccountChange, AccountSummary};
use server::app::App;
use server::archive::{self, index::RoundQuery};
use server::house_orders::{book, books, has_file, no_file, run_blocking};
use server::problem::{ConcernsAuthority, Problem};
use server::signatures::judge_power;
use server::viewer::Viewer;
use server::wire::Dollars;
use std::collections::BTreeSet;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// So many documents are put together at a time.
static AT_ONCE: Semaphore = Semaphore::const_new(2);
/// The latest lines of a file, and the latest rounds, that one document holds.
const MOST: usize = 20_000;

/// Where it is.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/account/data", get(download_own_data))
        .route("/pit/patrons/data", get(download_patron_data))
}

async fn download_own_data(State(app): State<Arc<App>>, viewer: Viewer) -> Result<Response, Problem> {
    viewer.require_person()?;
    viewer
        .patron()
        .ok_or_else(|| Problem::forbidden("only patrons have an account").next("log in as a player"))?;
    answer(move || {
        let mut files = Vec::new();
        let mut streams = BTreeSet::new();
        for book in books() {
            let Some(number) = viewer.at(&book.front.id).patron() else { continue };
            files.extend(file(&app, (book, number), &mut streams)?);
        }
        Ok(document(&app, log_ins(own_log_ins(&app, &viewer)), files))
    })
    .await
}

/// Whose data, with which operator.
#[derive(Deserialize)]
struct PatronDataQuery {
    book: String,
    patron: PatronId,
}

async fn download_patron_data(
    State(app): State<Arc<App>>,
    Query(PatronDataQuery { book: id, patron }): Query<PatronDataQuery>,
    viewer: Viewer,
) -> Result<Response, Problem> {
    viewer.require_staff()?;
    let book = book(&id)?;
    answer(move || {
        // Who may join a person to a file may hand out all of it.
        let judged = judge_power(&app, viewer.by()?, (book, Act::LinkPatronFiles))?;
        if let Err(refusal) = judged.as_ref()
            && refusal.reason.concerns_authority()
        {
            return Err(Problem::from_refusal(book, refusal));
        }
        let found = file(&app, (book, patron), &mut BTreeSet::new())?.ok_or_else(|| no_file(patron))?;
        let by = viewer.person().map(server::accounts::record_name);
        tracing::warn!(
            by,
            patron = patron.0,
            operator = book.front.operator,
            "a patron's data was handed out"
        );
        let slug = floor::operator(&book.front.id).ok().flatten().map_or("", |operator| &operator.slug);
        Ok(document(&app, log_ins(app.user_accounts.log_ins_at(slug, patron)), vec![found]))
    })
    .await
}

async fn answer(work: impl FnOnce() -> Result<Value, Problem> + Send + 'static) -> Result<Response, Problem> {
    let Ok(_place) = AT_ONCE.try_acquire() else {
        let status = axum::http::StatusCode::TOO_MANY_REQUESTS;
        return Err(
            Problem::new(status, "others are taking their data at this moment").next("try again soon")
        );
    };
    let data = run_blocking(work).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"cardroom-data.json\""),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, data.to_string()).into_response())
}

/// The document, the same for patrons themselves and for whoever hands it out at the desk.
fn document(app: &App, log_ins: Vec<Value>, files: Vec<Value>) -> Value {
    json!({ "made_ms": app.clock.wall_ms(), "log-ins": log_ins, "files": files })
}

fn own_log_ins(app: &App, viewer: &Viewer) -> Vec<(AccountSummary, Vec<AccountChange>)> {
    let Some(session) = &viewer.session else { return Vec::new() };
    let operators = floor::operators().unwrap_or_default();
    let slugs: Vec<&str> = operators.iter().map(|operator| operator.slug.as_str()).collect();
    app.user_accounts.log_ins_of(session, &slugs)
}

/// The log-ins that speak for somebody, and what was done to those.
fn log_ins(found: Vec<(AccountSummary, Vec<AccountChange>)>) -> Vec<Value> {
    let told = found.into_iter().map(|(listed, changes)| {
        let changes = changes.into_iter();
        let changes = changes.map(|one| json!({ "clock_ms": one.clock_ms, "by": one.by, "what": one.what }));
        json!({
            "log-in": listed.name, "name": listed.shown, "closed": listed.closed,
            "changes": changes.collect::<Vec<_>>(),
        })
    });
    told.collect()
}

/// A file with an operator, line by line, with the rounds and the disputes of its patron; nothing where there is none, or where
/// it was told already.
fn file(
    app: &App,
    (book, number): (&'static Rulebook, PatronId),
    told: &mut BTreeSet<store::Stream>,
) -> Result<Option<Value>, Problem> {
    let id = &book.front.id;
    let problem = |error| Problem::from_floor(&error, id);
    if !has_file(app, book, number)? {
        return Ok(None);
    }
    let desk = app.floor.patron(id, number).map_err(problem)?;
    if !told.insert(desk.stream().clone()) {
        return Ok(None);
    }
    let lines = floor::log::read(&*app.store, &app.vault, desk.stream()).map_err(problem)?;
    let (left_out, in_all) = (lines.len().saturating_sub(MOST), lines.len());
    let lines = lines.into_iter().skip(left_out).map(|line| {
        json!({ "record": line.version, "clock_ms": line.when.clock_ms, "by": line.who, "what": line.what, "clause": line.clause })
    });
    let operator = floor::operator(id).ok().flatten();
    let reaches = |other: &str| operator.map_or(other == id, |operator| operator.has(other));
    Ok(Some(json!({
        "operator": book.front.operator,
        "patron": number,
        "name": desk.with_state(|file| file.name.clone()),
        "linked": desk.with_state(|file| file.joined.iter().map(ToString::to_string).collect::<Vec<_>>()),
        "lines-in-all": in_all,
        "lines": lines.collect::<Vec<_>>(),
        "rounds": rounds(app, number, &reaches)?,
        "disputes": disputes(app, number, &reaches)?,
    })))
}

/// What each round meant for them; its cards and every line of it are at `/api/tables/TABLE/rounds/ROUND`.
fn rounds(app: &App, number: PatronId, reaches: &dyn Fn(&str) -> bool) -> Result<Vec<Value>, Problem> {
    let index = &app.archive.index;
    index.keep_up(&app.store, &app.vault).map_err(archive::unreadable)?;
    let found = index.find(&RoundQuery { patron: Some(number), ..RoundQuery::default() }, 0, MOST);
    let own = found.rounds.iter().filter(|played| reaches(&played.name.book)).flat_map(|played| {
        let hands = played.hands.iter().filter(move |hand| hand.patron == Some(number));
        hands.map(|hand| {
            json!({
                "table": played.name.number, "round": played.round, "clock_ms": played.from_ms,
                "staked": Dollars(hand.staked), "net": Dollars(hand.net),
            })
        })
    });
    Ok(own.collect())
}

fn disputes(app: &App, number: PatronId, reaches: &dyn Fn(&str) -> bool) -> Result<Vec<Value>, Problem> {
    let mut all = Vec::new();
    for book in books().filter(|book| reaches(&book.front.id)) {
        let house =
            app.floor.house(&book.front.id).map_err(|error| Problem::from_floor(&error, &book.front.id))?;
        house.with_state(|house| {
            let own = house.disputes.iter().filter(|dispute| dispute.patron == number).take(MOST);
            all.extend(own.map(|dispute| {
                json!({
                    "table": dispute.table, "round": dispute.round, "what": dispute.what,
                    "rulings": dispute.rulings.iter().map(|ruling| ruling.text.as_str()).collect::<Vec<_>>(),
                    "closed": dispute.closed.is_some(),
                })
            }));
        });
    }
    Ok(all)
}
