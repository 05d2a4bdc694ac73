//! What the console asks and tells besides plain commands: a look at a ruling, an order that somebody else approves, the
//! wagers of a whole box, who deals.

use super::preview::{Preview, PreviewSubject};
use super::with_console;
use axum::Json;
use axum::extract::{Form, Path, State};
use axum::response::Redirect;
use commands::form_value;
use engine::TableNumber;
use engine::banked::Command as Game;
use floor::By;
use floor::table::Command;
use house::{Person, StaffId};
use money::Money;
use rulebook::Medium;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use server::api::{form_id, form_signature};
use server::app::App;
use server::body::{JsonBody, from_fields};
use server::house_orders::{book, role_in, run_blocking};
use server::idempotency::idempotency_key;
use server::problem::Problem;
use server::signatures::verify_second;
use server::table_orders::{self, Addressed, CommandReceipt};
use server::texts::{fill, t};
use server::viewer::Viewer;
use server::wire::{
    CommandRequest, Dollars, HexCommandId, PlaceNumber, SecondSignature, TableCommand, floor_command,
};
use std::collections::BTreeMap;
use std::sync::Arc;

type ConsoleFields = Form<BTreeMap<String, String>>;

/// What would happen; nothing does.
pub(super) async fn preview(
    State(app): State<Arc<App>>,
    Path(number): Path<TableNumber>,
    viewer: Viewer,
    JsonBody(order): JsonBody<CommandRequest<TableCommand>>,
) -> Result<Json<Preview>, Problem> {
    run_blocking(move || {
        let staff = viewer.require_staff()?;
        with_console(&app, number, staff, |control| {
            control.preview(&PreviewSubject::read(&control, &order.command)?)
        })
        .map(Json)
    })
    .await
}

/// An order that somebody at the console gives with their log-in name and password, because whoever is logged in there may not.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ApprovedCommand {
    order: TableCommand,
    /// Who gives it; left out, whoever is logged in.
    #[serde(default)]
    approval: Option<SecondSignature>,
    /// Who stands beside them, where one is not enough.
    #[serde(default)]
    beside: Option<SecondSignature>,
}

pub(super) async fn submit_approved(
    State(app): State<Arc<App>>,
    Path(number): Path<TableNumber>,
    viewer: Viewer,
    JsonBody(order): JsonBody<CommandRequest<ApprovedCommand>>,
) -> Result<Json<CommandReceipt>, Problem> {
    approve(&app, &viewer, number, order.id, order.command).await.map(Json)
}

async fn approve(
    app: &Arc<App>,
    viewer: &Viewer,
    number: TableNumber,
    id: HexCommandId,
    command: ApprovedCommand,
) -> Result<CommandReceipt, Problem> {
    let staff = viewer.require_staff()?;
    let ApprovedCommand { order, approval, beside } = command;
    let (command, of_book) = {
        let (follower, desk) = app.table(number)?;
        (floor_command(&order, desk.machine(), (None, None))?, book(&follower.name.book)?)
    };
    // Nobody's password is looked at for somebody who does not work at this table's house.
    let (own, who) = (Arc::clone(app), viewer.clone());
    run_blocking(move || role_in(&own, &who, of_book).map(drop)).await?;
    let person = match proved(app, viewer, id, approval).await? {
        Some(other) => other,
        None => staff,
    };
    let second = proved(app, viewer, id, beside).await?;
    let by = By { person: Person::Staff(person), second };
    let to = Addressed::table(app, number)?;
    let id = idempotency_key(id, by, (to.stream.name(), &order));
    table_orders::send_table_command(app, &to, (id, by), command).await
}

/// The member of staff whose log-in name and password these are; nobody where both are empty.
async fn proved(
    app: &Arc<App>,
    viewer: &Viewer,
    id: HexCommandId,
    proof: Option<SecondSignature>,
) -> Result<Option<StaffId>, Problem> {
    match proof.filter(|proof| !proof.badge.trim().is_empty()) {
        Some(proof) => verify_second(app, viewer, proof.signing(id)).await.map(Some),
        None => Ok(None),
    }
}

pub(super) async fn submit_approved_form(
    State(app): State<Arc<App>>,
    Path(number): Path<TableNumber>,
    viewer: Viewer,
    Form(fields): ConsoleFields,
) -> Result<Redirect, Problem> {
    let command: ApprovedCommand = from_fields(form_value(&fields)?)?;
    let signed = |name: &str| form_signature(&fields, name);
    let command = ApprovedCommand { approval: signed("approval"), beside: signed("beside"), ..command };
    let mut named = fields.clone();
    named.retain(|name, _| !name.ends_with(".pin") && !name.ends_with(".code"));
    let id = form_id(&app, &viewer, &named);
    approve(&app, &viewer, number, id, command).await?;
    Ok(Redirect::to(&format!("/dealer/{number}")))
}

/// The first wagers of a box as they are to lie; what is left out or empty stays as it is.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BoxWagers {
    seat: PlaceNumber,
    // A form in which nothing was filled in has none.
    #[serde(default)]
    wagers: BTreeMap<String, String>,
}

pub(super) async fn lay_box(
    State(app): State<Arc<App>>,
    Path(number): Path<TableNumber>,
    viewer: Viewer,
    JsonBody(order): JsonBody<CommandRequest<BoxWagers>>,
) -> Result<Json<Value>, Problem> {
    let laid = lay(&app, &viewer, number, order.id, order.command).await?;
    Ok(Json(json!({ "laid": laid })))
}

pub(super) async fn box_form(
    State(app): State<Arc<App>>,
    Path(number): Path<TableNumber>,
    viewer: Viewer,
    Form(fields): ConsoleFields,
) -> Result<Redirect, Problem> {
    let command: BoxWagers = from_fields(form_value(&fields)?)?;
    let id = form_id(&app, &viewer, &fields);
    lay(&app, &viewer, number, id, command).await?;
    Ok(Redirect::to(&format!("/dealer/{number}")))
}

/// Lays, adds and takes back until the box is as it was typed, spot after spot; the answer is how many changed. A repeat
/// finishes what a break left undone, and counts what was done before too.
async fn lay(
    app: &Arc<App>,
    viewer: &Viewer,
    number: TableNumber,
    id: HexCommandId,
    command: BoxWagers,
) -> Result<usize, Problem> {
    let by = By::alone(Person::Staff(viewer.require_staff()?));
    let seat = command.seat.seat()?;
    let to = Addressed::table(app, number)?;
    let order = idempotency_key(id, by, (to.stream.name(), &("box", &command)));
    let again = table_orders::given_before(app, &to, order).await?.is_some();
    let own = Arc::clone(app);
    let (changes, spots) = run_blocking(move || {
        let spots = own.table(number)?.1.machine().game.game().wager.len();
        Ok((changes(&own, number, seat, &command.wagers)?, spots))
    })
    .await?;
    // Another command each, so another id; made from the first, so that a repeat is a repeat. The first has the id itself,
    // so that no other order can have it.
    let of_spot = |spot: usize| {
        let mut own = order;
        own.id.0[15] ^= u8::try_from(spot + 1).unwrap_or(u8::MAX);
        own
    };
    let mut count = changes.len();
    if again {
        count += 1;
        for spot in 0..spots {
            count += usize::from(table_orders::given_before(app, &to, of_spot(spot)).await?.is_some());
        }
    }
    for (at, (spot, name, change)) in changes.into_iter().enumerate() {
        let own = if at == 0 && !again { order } else { of_spot(spot) };
        let told = table_orders::send_table_command(
            app,
            &to,
            (own, by),
            Command::Game { command: change, next_key: None },
        );
        told.await.map_err(|problem| Problem {
            what: fill("dealer.wager-refused", &[("wager", &name), ("why", &problem.what)]),
            ..problem
        })?;
    }
    Ok(count)
}

fn changes(
    app: &App,
    number: TableNumber,
    seat: usize,
    wagers: &BTreeMap<String, String>,
) -> Result<Vec<(usize, String, Game)>, Problem> {
    let (_, desk) = app.table(number)?;
    let game = desk.machine().game.game();
    let lying = desk.with_state(|state| state.game.seats[seat].stakes);
    if let Some(unknown) = wagers.keys().find(|name| game.wager(name).is_none()) {
        let shown: String = unknown.chars().take(20).collect();
        return Err(Problem::bad_request(fill("dealer.no-such-wager", &[("wager", &shown)])));
    }
    let mut out = Vec::new();
    for (wager, rules) in game.wager.iter().enumerate() {
        let Some(text) = wagers.get(&rules.on).map(|text| text.trim()).filter(|text| !text.is_empty()) else {
            continue;
        };
        let Dollars(wanted) =
            serde_json::from_value(json!(text)).map_err(|error| Problem::bad_request(error.to_string()))?;
        let lies = lying[wager];
        let change = match () {
            () if wanted == lies => continue,
            () if wanted.is_negative() => return Err(Problem::bad_request(t("dealer.negative"))),
            () if lies.is_zero() => Game::Place {
                seat,
                wager,
                amount: wanted,
                medium: Medium::Chips,
                proxy: false,
                checked: true,
            },
            () if wanted > lies => Game::TopUp { seat, wager, amount: wanted - lies },
            () => Game::TakeBack { seat, wager, amount: lies - wanted.max(Money::ZERO) },
        };
        out.push((wager, rules.name.clone(), change));
    }
    Ok(out)
}

/// Who deals at a virtual table.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct DealByHand {
    by_hand: bool,
}

pub(super) async fn by_hand(
    State(app): State<Arc<App>>,
    Path(number): Path<TableNumber>,
    viewer: Viewer,
    JsonBody(order): JsonBody<CommandRequest<DealByHand>>,
) -> Result<Json<Value>, Problem> {
    switch(&app, &viewer, number, (order.id, order.command.by_hand)).await?;
    run_blocking(move || Ok(Json(json!({ "by-hand": app.is_by_hand(number) })))).await
}

pub(super) async fn by_hand_form(
    State(app): State<Arc<App>>,
    Path(number): Path<TableNumber>,
    viewer: Viewer,
    Form(fields): ConsoleFields,
) -> Result<Redirect, Problem> {
    let command: DealByHand = from_fields(form_value(&fields)?)?;
    switch(&app, &viewer, number, (form_id(&app, &viewer, &fields), command.by_hand)).await?;
    Ok(Redirect::to(&format!("/dealer/{number}")))
}

async fn switch(
    app: &Arc<App>,
    viewer: &Viewer,
    number: TableNumber,
    (id, by_hand): (HexCommandId, bool),
) -> Result<(), Problem> {
    let staff = viewer.require_staff()?;
    let own = Arc::clone(app);
    let live =
        run_blocking(move || with_console(&own, number, staff, |control| Ok(control.is_live()))).await?;
    if live {
        return Err(Problem::bad_request(t("dealer.always-by-hand")));
    }
    server::table_orders::deal_by_hand(app, number, (id, viewer.by()?), by_hand).await
}
