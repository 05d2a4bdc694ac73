//! What programs ask and tell about tables, as JSON; and the same by plain forms, for browsers without scripts.

use crate::app::App;
use crate::body::{JsonBody, from_fields};
use crate::house_orders::run_blocking;
use crate::problem::Problem;
use crate::seeds::{self, TableCommandReply};
use crate::table_orders::{self, CommandReceipt};
use crate::view::{MeterView, TableView};
use crate::viewer::Viewer;
use crate::viewer::eyes;
use crate::wire::{CommandRequest, Dollars, HexCommandId, PlaceNumber, SecondSignature, TableCommand};
use axum::extract::{Form, Path, State};
use axum::response::Redirect;
use axum::routing::{get, post};
use axum::{Json, Router};
use commands::form_value;
use engine::TableNumber;
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Where programs ask.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/tables", get(tables))
        .route("/api/tables/{number}", get(table))
        .route("/api/tables/{number}/commands", post(command))
        .route("/api/tables/{number}/join", post(join))
        .route("/api/tables/{number}/ready", post(ready))
        .route("/api/tables/{number}/seen", post(seen))
        .route("/api/meters", get(meters))
        .route("/tables/{number}/act", post(act))
        .route("/tables/{number}/join", post(join_form))
        .route("/tables/{number}/ready", post(ready_form))
        .route("/tables/{number}/seen", post(seen_form))
}

async fn tables(State(app): State<Arc<App>>, viewer: Viewer) -> Result<Json<Value>, Problem> {
    run_blocking(move || {
        let tables = app.tables();
        let listed = tables.iter().filter_map(|follower| {
            let view = app.table_view(follower.name.number, eyes(&viewer, &follower.name.book)).ok()?;
            Some(json!({
                "table": view.table,
                "book": view.book,
                "game": view.game,
                "mode": view.mode,
                "phase": view.phase,
                "round": view.round,
                "seats": view.seats.len(),
                "free": view.seats.iter().filter(|seat| !seat.taken).count(),
            }))
        });
        Ok(Json(json!({ "tables": listed.collect::<Vec<_>>() })))
    })
    .await
}

async fn table(
    State(app): State<Arc<App>>,
    Path(number): Path<TableNumber>,
    viewer: Viewer,
) -> Result<Json<TableView>, Problem> {
    run_blocking(move || {
        let book = app.table(number)?.0.name.book.clone();
        app.player_view(number, eyes(&viewer, &book)).map(Json)
    })
    .await
}

async fn meters(State(app): State<Arc<App>>) -> Result<Json<Vec<MeterView>>, Problem> {
    run_blocking(move || Ok(Json(app.meter_views()))).await
}

async fn command(
    State(app): State<Arc<App>>,
    Path(number): Path<TableNumber>,
    viewer: Viewer,
    JsonBody(order): JsonBody<CommandRequest<TableCommand>>,
) -> Result<Json<TableCommandReply>, Problem> {
    let command = order.command.clone();
    let kept = table_orders::submit_command(&app, &viewer, number, order).await?;
    let receipt = run_blocking(move || Ok(seeds::receipt(&app, &viewer, number, &command))).await?;
    Ok(Json(TableCommandReply { kept, receipt }))
}

/// Taking a place with chips.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Join {
    seat: PlaceNumber,
    amount: Dollars,
}

async fn join(
    State(app): State<Arc<App>>,
    Path(number): Path<TableNumber>,
    viewer: Viewer,
    JsonBody(order): JsonBody<CommandRequest<Join>>,
) -> Result<Json<CommandReceipt>, Problem> {
    let Join { seat, amount } = order.command;
    let seat = u8::try_from(seat.seat()?).unwrap_or(u8::MAX);
    table_orders::join(&app, &viewer, (number, seat), (order.id, amount.0)).await.map(Json)
}

/// Nothing more to say.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EmptyCommand {}

async fn ready(
    State(app): State<Arc<App>>,
    Path(number): Path<TableNumber>,
    viewer: Viewer,
    JsonBody(_): JsonBody<CommandRequest<EmptyCommand>>,
) -> Result<Json<Value>, Problem> {
    run_blocking(move || {
        is_ready(&app, number, &viewer)?;
        Ok(Json(json!({ "ready": true })))
    })
    .await
}

fn is_ready(app: &Arc<App>, number: TableNumber, viewer: &Viewer) -> Result<(), Problem> {
    let (follower, desk) = app.table(number)?;
    let viewer = viewer.at(&follower.name.book);
    viewer.require_person()?;
    let seat = viewer.patron().and_then(|own| desk.with_state(|state| table_orders::seat_of(state, own)));
    let seat = seat.ok_or_else(|| Problem::forbidden("you sit at no place here").next("take a seat"))?;
    app.dealer.ready(number, seat);
    Ok(())
}

async fn seen(
    State(app): State<Arc<App>>,
    Path(number): Path<TableNumber>,
    viewer: Viewer,
    JsonBody(_): JsonBody<CommandRequest<EmptyCommand>>,
) -> Result<Json<Value>, Problem> {
    run_blocking(move || {
        has_seen(&app, number, &viewer)?;
        Ok(Json(json!({ "seen": true })))
    })
    .await
}

/// What was done while the viewer was away is put away.
fn has_seen(app: &Arc<App>, number: TableNumber, viewer: &Viewer) -> Result<(), Problem> {
    let (follower, desk) = app.table(number)?;
    let viewer = viewer.at(&follower.name.book);
    viewer.require_person()?;
    let patron = viewer.patron().ok_or_else(|| Problem::forbidden("only players were away"))?;
    let mut tale = follower.feed();
    tale.absences.put_away(patron);
    tale.removals.remove(&patron);
    drop(tale);
    if let Some(seat) = desk.with_state(|state| table_orders::seat_of(state, patron)) {
        app.dealer.is_back(number, seat);
    }
    app.broadcaster.notify(crate::broadcast::ChangeSource::Stream(desk.stream().clone()));
    Ok(())
}

/// The fields of a form that a script would have sent as JSON.
type CommandFields = Form<BTreeMap<String, String>>;

/// An id for what a form says: the same form sent twice in a moment is the same command.
pub fn form_id(app: &App, viewer: &Viewer, fields: &BTreeMap<String, String>) -> HexCommandId {
    let mut sha = Sha256::new();
    sha.update(format!("{:?}", viewer.person()));
    for (name, value) in
        fields.iter().filter(|(name, _)| !["second.pin", "second.code"].contains(&name.as_str()))
    {
        sha.update((name.len() as u64).to_be_bytes());
        sha.update(name);
        sha.update((value.len() as u64).to_be_bytes());
        sha.update(value);
    }
    sha.update((app.clock.wall_ms() / 10_000).to_be_bytes());
    let mut id = [0; 16];
    id.copy_from_slice(&sha.finalize()[..16]);
    HexCommandId(store::CommandId(id))
}

/// Somebody who signs a form under a name such as "second", where anybody does.
pub fn form_signature(fields: &BTreeMap<String, String>, name: &str) -> Option<SecondSignature> {
    let field = |part: &str| fields.get(&format!("{name}.{part}")).cloned();
    let badge = field("badge").filter(|badge| !badge.is_empty())?;
    let code = field("code").filter(|code| !code.trim().is_empty());
    Some(SecondSignature { badge, pin: field("pin").unwrap_or_default(), code, order: None })
}

async fn act(
    State(app): State<Arc<App>>,
    Path(number): Path<TableNumber>,
    viewer: Viewer,
    Form(fields): CommandFields,
) -> Result<Redirect, Problem> {
    let command = from_fields(form_value(&fields)?)?;
    let order = CommandRequest {
        id: form_id(&app, &viewer, &fields),
        second: form_signature(&fields, "second"),
        command,
    };
    table_orders::submit_command(&app, &viewer, number, order).await?;
    let back = if viewer.is_staff() { format!("/dealer/{number}") } else { format!("/tables/{number}") };
    Ok(Redirect::to(&back))
}

async fn join_form(
    State(app): State<Arc<App>>,
    Path(number): Path<TableNumber>,
    viewer: Viewer,
    Form(fields): CommandFields,
) -> Result<Redirect, Problem> {
    let Join { seat, amount } = from_fields(form_value(&fields)?)?;
    let seat = u8::try_from(seat.seat()?).unwrap_or(u8::MAX);
    let id = form_id(&app, &viewer, &fields);
    table_orders::join(&app, &viewer, (number, seat), (id, amount.0)).await?;
    Ok(Redirect::to(&format!("/tables/{number}")))
}

async fn ready_form(
    State(app): State<Arc<App>>,
    Path(number): Path<TableNumber>,
    viewer: Viewer,
) -> Result<Redirect, Problem> {
    run_blocking(move || {
        is_ready(&app, number, &viewer)?;
        Ok(Redirect::to(&format!("/tables/{number}")))
    })
    .await
}
async fn seen_form(
    State(app): State<Arc<App>>,
    Path(number): Path<TableNumber>,
    viewer: Viewer,
) -> Result<Redirect, Problem> {
    run_blocking(move || {
        has_seen(&app, number, &viewer)?;
        Ok(Redirect::to(&format!("/tables/{number}")))
    })
    .await
}
