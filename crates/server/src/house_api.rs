//! What programs ask and tell about houses, meters, patrons' files and new tables, as JSON.

use crate::access::Area;
use crate::app::App;
use crate::body::JsonBody;
use crate::house_orders::{self, book, run_blocking};
use crate::problem::Problem;
use crate::signatures::verify_signers_for_act;
use crate::table_orders::CommandReceipt;
use crate::viewer::Viewer;
use crate::wire::{CommandRequest, Dollars, HouseCommand, MeterCommand, PatronFileCommand};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use engine::{PatronId, TableNumber};
use floor::TableName;
use house::{LimitOf, PatronFile, Person};
use rulebook::{Act, Rulebook};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// Where programs ask.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/houses/{book}", get(house))
        .route("/api/houses/{book}/commands", post(house_command))
        .route("/api/houses/{book}/clock", post(confirm_clock))
        .route("/api/meters/{book}/commands", post(meter_command))
        .route("/api/patrons/{book}/{number}", get(patron))
        .route("/api/patrons/{book}/{number}/commands", post(patron_command))
        .route("/api/tables", post(new_table))
}

async fn house_command(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    viewer: Viewer,
    JsonBody(order): JsonBody<CommandRequest<HouseCommand>>,
) -> Result<Json<CommandReceipt>, Problem> {
    viewer.require_person()?;
    house_orders::send_house_command(&app, &viewer, book(&id)?, order).await.map(Json)
}

/// Nothing more to say.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConfirmClock {}

async fn confirm_clock(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    viewer: Viewer,
    JsonBody(order): JsonBody<CommandRequest<ConfirmClock>>,
) -> Result<Json<Value>, Problem> {
    viewer.require_person()?;
    crate::idempotency::require_unused(&app, order.id).await?;
    let clock_ms = house_orders::confirm_clock(&app, &viewer, (book(&id)?, order.second)).await?;
    Ok(Json(json!({ "clock_ms": clock_ms })))
}

async fn meter_command(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    viewer: Viewer,
    JsonBody(order): JsonBody<CommandRequest<MeterCommand>>,
) -> Result<Json<CommandReceipt>, Problem> {
    viewer.require_person()?;
    house_orders::send_meter_command(&app, &viewer, book(&id)?, order).await.map(Json)
}

async fn patron_command(
    State(app): State<Arc<App>>,
    Path((id, number)): Path<(String, PatronId)>,
    viewer: Viewer,
    JsonBody(order): JsonBody<CommandRequest<PatronFileCommand>>,
) -> Result<Json<CommandReceipt>, Problem> {
    viewer.require_person()?;
    house_orders::send_patron_command(&app, &viewer, (house_orders::book_or_operator(&id)?, number), order)
        .await
        .map(Json)
}

async fn house(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    viewer: Viewer,
) -> Result<Json<Value>, Problem> {
    viewer.require_staff()?;
    let book = book(&id)?;
    run_blocking(move || {
        let signature = house_orders::role_in(&app, &viewer, book)?;
        Area::People.open_to(book, &signature).or_else(|_| Area::Disputes.open_to(book, &signature))?;
        let desk =
            app.floor.house(&book.front.id).map_err(|error| Problem::from_floor(&error, &book.front.id))?;
        Ok(Json(desk.with_state(|state| house_view(book, state))))
    })
    .await
}

/// So many of each kind are told; how many there are in all is told beside.
const LATEST: usize = 200;

/// The latest of a list with their places in it.
fn latest<T>(all: &[T]) -> impl Iterator<Item = (usize, &T)> {
    all.iter().enumerate().skip(all.len().saturating_sub(LATEST))
}

/// The house of a book as its staff see it; what is numbered counts from 1.
fn house_view(book: &Rulebook, state: &house::State) -> Value {
    let staff = state.roster.members.iter().map(|member| {
        json!({ "id": member.id, "name": member.name, "role": book.ladder.name(member.role), "active": member.active })
    });
    let outside = state.roster.outsiders.iter().map(|one| {
        let place = book.ladder.outside.get(usize::from(one.place)).map(|place| place.name.as_str());
        json!({ "id": one.id, "name": one.name, "place": place, "active": one.active })
    });
    let disputes = latest(&state.disputes).map(|(at, dispute)| {
        json!({
            "dispute": at + 1, "table": dispute.table, "round": dispute.round, "patron": dispute.patron,
            "what": dispute.what, "instance": dispute.instance + 1,
            "rulings": dispute.rulings.iter().map(|ruling| ruling.text.as_str()).collect::<Vec<_>>(),
            "inspector": dispute.inspector, "closed": dispute.closed.is_some(),
        })
    });
    let mispayments = latest(&state.mispayments).map(|(at, known)| {
        json!({
            "mispayment": at + 1, "table": known.mispaid.table, "round": known.mispaid.round,
            "over": known.mispaid.over, "amount": Dollars(known.mispaid.amount),
            "outstanding": Dollars(known.outstanding()),
        })
    });
    let duties = latest(&state.duties).map(|(at, duty)| {
        json!({ "duty": at + 1, "table": duty.table, "round": duty.round, "done": duty.given.is_some() })
    });
    json!({
        "book": book.front.id,
        "day": state.day.map(|day| day.to_string()),
        "open": state.open,
        "staff": staff.collect::<Vec<_>>(),
        "outside": outside.collect::<Vec<_>>(),
        "in-all": {
            "disputes": state.disputes.len(), "mispayments": state.mispayments.len(), "duties": state.duties.len(),
        },
        "disputes": disputes.collect::<Vec<_>>(),
        "mispayments": mispayments.collect::<Vec<_>>(),
        "duties": duties.collect::<Vec<_>>(),
    })
}

async fn patron(
    State(app): State<Arc<App>>,
    Path((id, number)): Path<(String, PatronId)>,
    viewer: Viewer,
) -> Result<Json<Value>, Problem> {
    viewer.require_person()?;
    let book = house_orders::book_or_operator(&id)?;
    let person = viewer.at(&book.front.id).person();
    run_blocking(move || {
        if person != Some(Person::Patron(number)) {
            Area::Patrons.open_to(book, &house_orders::role_in(&app, &viewer, book)?)?;
        }
        if !house_orders::has_file(&app, book, number)? {
            return Err(house_orders::no_file(number));
        }
        let desk = app.floor.patron(&book.front.id, number);
        let desk = desk.map_err(|error| Problem::from_floor(&error, &book.front.id))?;
        Ok(Json(desk.with_state(|file| patron_view(book, number, file))))
    })
    .await
}

fn patron_view(book: &Rulebook, number: PatronId, file: &PatronFile) -> Value {
    let limits = LimitOf::ALL.map(|of| {
        let limit = file.limit(of);
        json!({
            "limit": of.word(),
            "amount": limit.now.map(Dollars),
            "asked": limit.asked.map(|(to, _)| to.map(Dollars)),
        })
    });
    json!({
        "book": book.front.id,
        "operator": book.front.operator,
        "patron": number,
        "file": file.number,
        "linked": file.joined.iter().map(|name| json!({ "book": name.book, "patron": name.number })).collect::<Vec<_>>(),
        "name": file.name,
        "balance": Dollars(file.balance),
        "limits": limits,
        "left-to-lose": file.headroom().map(Dollars),
        "excluded": file.exclusion.is_some(),
        "paused": file.paused,
        "playing": file.playing.map(|playing| playing.table),
    })
}

/// A new table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewTableRequest {
    book: String,
    game: String,
    number: TableNumber,
}

async fn new_table(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    JsonBody(order): JsonBody<CommandRequest<NewTableRequest>>,
) -> Result<(StatusCode, Json<Value>), Problem> {
    let second = order.signature();
    let NewTableRequest { book, game, number } = order.command;
    viewer.require_person()?;
    crate::idempotency::require_unused(&app, order.id).await?;
    let by =
        verify_signers_for_act(&app, &viewer, second, (house_orders::book(&book)?, Act::CloseTable)).await?;
    house_orders::new_table(&app, by, TableName { book, game, number }).await?;
    Ok((StatusCode::CREATED, Json(json!({ "table": number }))))
}

/// These addresses as path items of OpenAPI 3.1.
pub fn openapi() -> Value {
    let text =
        |name: &str| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } });
    let number = json!({
        "name": "number", "in": "path", "required": true,
        "schema": { "type": "integer", "minimum": 0, "maximum": u32::MAX }, "example": 1,
    });
    let problem = json!({
        "type": "object",
        "required": ["status", "what"],
        "properties": {
            "status": { "type": "integer" },
            "what": { "type": "string" },
            "clause": {
                "type": "object",
                "properties": { "book": { "type": "string" }, "label": { "type": "string" } },
            },
            "next": { "type": "string" },
            "pointer": { "type": "string" },
        },
    });
    let refused = |what: &str| json!({ "description": what, "content": { "application/problem+json": { "schema": problem } } });
    let answers = |status: &str, schema: Value| {
        let done = json!({ "description": "done", "content": { "application/json": { "schema": schema } } });
        let mut all = json!({
            "400": refused("cannot be understood"),
            "401": refused("nobody is logged in"),
            "403": refused("not for whoever asks"),
            "404": refused("there is no such thing"),
            "409": refused("the rules say no: the clause says why"),
            "413": refused("too long"),
            "415": refused("this takes JSON"),
            "429": refused("too much at once"),
            "503": refused("could not be kept, so nothing was done"),
        });
        all[status] = done;
        all
    };
    let kept = json!({
        "type": "object",
        "required": ["first", "last", "again"],
        "properties": {
            "first": { "type": "integer" }, "last": { "type": "integer" }, "again": { "type": "boolean" },
        },
    });
    let order = |command: Value, example: Value| {
        let examples =
            json!({ "order": { "value": { "id": "00112233445566778899aabbccddeeff", "command": example } } });
        let second = json!({
            "type": ["object", "null"], "additionalProperties": false, "required": ["badge", "pin"],
            "properties": {
                "badge": { "type": "string" }, "pin": { "type": "string" }, "code": { "type": ["string", "null"] },
            },
        });
        json!({ "required": true, "content": { "application/json": { "examples": examples, "schema": {
            "type": "object", "additionalProperties": false, "required": ["id", "command"],
            "properties": {
                "id": { "type": "string", "pattern": "^[0-9a-fA-F]{32}$" },
                "second": second,
                "command": command,
            },
        } } } })
    };
    let command_example = |of: &str, example: Value| {
        order(json!({ "$ref": format!("#/components/schemas/{of}Command") }), example)
    };
    let post_operation = |summary: &str, parameters: Value, body: Value| {
        json!({ "post": {
            "summary": summary, "parameters": parameters, "requestBody": body, "responses": answers("200", kept.clone()),
        } })
    };
    let asked = |summary: &str, parameters: Value| {
        json!({ "get": {
            "summary": summary, "parameters": parameters, "responses": answers("200", json!({ "type": "object" })),
        } })
    };
    let new = json!({
        "type": "object", "additionalProperties": false, "required": ["book", "game", "number"],
        "properties": {
            "book": { "type": "string" }, "game": { "type": "string" },
            "number": { "type": "integer", "minimum": 1, "maximum": u32::MAX },
        },
    });
    let new = order(
        new,
        json!({ "book": "crown-sydney-poker-minors-3.3", "game": "caribbean-stud", "number": 4001 }),
    );
    let nothing =
        json!({ "type": "object", "additionalProperties": false, "required": [], "properties": {} });
    let mut confirmed = order(nothing, json!({}));
    confirmed["content"]["application/json"]["examples"]["order"]["value"]["second"] =
        json!({ "badge": "manager2", "pin": "cardroom" });
    json!({
        "/api/houses/{book}": asked("The house of a book: staff, disputes, duties", json!([text("book")])),
        "/api/houses/{book}/commands": post_operation("Tells the house something", json!([text("book")]), command_example("House", json!({ "do": "supply-rules", "to": "patron/1" }))),
        "/api/houses/{book}/clock": { "post": {
            "summary": "Two persons say that the machine's clock is right: patrons' waits count what passed while nothing ran",
            "parameters": json!([text("book")]),
            "requestBody": confirmed,
            "responses": answers("200", json!({
                "type": "object", "additionalProperties": false, "required": ["clock_ms"],
                "properties": { "clock_ms": { "type": "integer" } },
            })),
        } },
        "/api/meters/{book}/commands": post_operation("Tells the meters something", json!([text("book")]), command_example("Meter", json!({ "do": "post-notice", "meter": 1, "of": "tables" }))),
        "/api/patrons/{book}/{number}": asked("A patron's file with the operator of a book, which may be named in its place: their own, or for staff", json!([text("book"), number])),
        "/api/patrons/{book}/{number}/commands":
            post_operation("Tells a patron's file something", json!([text("book"), number]), command_example("Patron", json!({ "do": "set-limit", "limit": "deposit", "amount": "50000.00" }))),
        "/api/tables": { "post": {
            "summary": "Puts a new table on the floor",
            "requestBody": new,
            "responses": answers("201", json!({
                "type": "object", "required": ["table"], "properties": { "table": { "type": "integer" } },
            })),
        } },
    })
}
