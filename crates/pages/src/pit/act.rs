//! What a form that was sent does: whom it speaks to, and what they answer.

use super::form::{self, FormFields};
use crate::parts;
use commands::{form_value, meter_at};
use engine::{PatronId, TableNumber};
use floor::{AsAt, TableName};
use money::{MicroCents, Money, Rounding};
use rulebook::Act;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use server::api::form_signature;
use server::app::App;
use server::body::from_fields;
use server::house_orders::{self, book};
use server::log_ins;
use server::problem::Problem;
use server::signatures::verify_signers_for_act;
use server::table_orders;
use server::texts::{fill, t};
use server::viewer::Viewer;
use server::wire::{CommandRequest, person};
use std::sync::Arc;

/// A new table of a book.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewTableForm {
    game: String,
    number: TableNumber,
}

/// A log-in, to be opened or closed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PitLogInForm {
    name: String,
    #[serde(default)]
    person: Option<String>,
    #[serde(default)]
    secret: Option<String>,
    #[serde(default)]
    another: bool,
}

/// Which settlement of which meter.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MeterHistoryForm {
    meter: usize,
    seq: u64,
}

/// Who deals at a virtual table.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct DealingForm {
    by_hand: bool,
}

fn read<T: DeserializeOwned>(fields: &FormFields) -> Result<T, Problem> {
    from_fields(form_value(fields)?)
}

/// Does what a form says; the answer is what there is to tell besides that it was done.
pub(crate) async fn dispatch_form(
    app: &Arc<App>,
    viewer: &Viewer,
    fields: &FormFields,
) -> Result<Option<String>, Problem> {
    viewer.require_person()?;
    let id = form::id(viewer, fields);
    let second = form_signature(fields, "second").map(|second| second.signing(id));
    let to = fields.get("to").map(String::as_str).unwrap_or_default();
    let whom: Vec<&str> = to.split('/').collect();
    let number =
        |text: &str| text.parse::<u32>().map_err(|_| Problem::bad_request("this form has no recipient"));
    match whom[..] {
        ["table", table] => {
            let order = CommandRequest { id, second, command: read(fields)? };
            table_orders::submit_command(app, viewer, TableNumber(number(table)?), order).await?;
        }
        ["house", of] => {
            let order = CommandRequest { id, second, command: read(fields)? };
            house_orders::send_house_command(app, viewer, book(of)?, order).await?;
        }
        ["meter", of] => {
            let order = CommandRequest { id, second, command: read(fields)? };
            house_orders::send_meter_command(app, viewer, book(of)?, order).await?;
        }
        ["patron", of, patron] => {
            let order = CommandRequest { id, second, command: read(fields)? };
            house_orders::send_patron_command(app, viewer, (book(of)?, PatronId(number(patron)?)), order)
                .await?;
        }
        ["new-table", of] => {
            let NewTableForm { game, number } = read(fields)?;
            let by = verify_signers_for_act(app, viewer, second, (book(of)?, Act::CloseTable)).await?;
            house_orders::new_table(app, by, TableName { book: of.to_string(), game, number }).await?;
        }
        ["pace", table] => {
            let DealingForm { by_hand } = read(fields)?;
            let table = TableNumber(number(table)?);
            let of = book(&app.table(table)?.0.name.book)?;
            let by = verify_signers_for_act(app, viewer, second, (of, Act::CloseTable)).await?;
            let own = Arc::clone(app);
            house_orders::run_blocking(move || house_orders::require_power(&own, of, by, Act::CloseTable))
                .await?;
            table_orders::deal_by_hand(app, table, (id, by), by_hand).await?;
        }
        ["as-at", of] => {
            let MeterHistoryForm { meter, seq } = read(fields)?;
            let by = verify_signers_for_act(app, viewer, second, (book(of)?, Act::ReadMeter)).await?;
            let found =
                house_orders::read_meter(app, by, (book(of)?, meter_at(meter)?), (id.0, AsAt::Seq(seq)))
                    .await?;
            let (seq, before) = (found.seq.to_string(), parts::exact(cents(found.before)));
            let after = parts::exact(cents(found.after));
            let with = [("seq", seq.as_str()), ("before", &before), ("after", &after)];
            return Ok(Some(fill("pit.as-at-told", &with)));
        }
        ["clock", of] => {
            let clock_ms = house_orders::confirm_clock(app, viewer, (book(of)?, second)).await?;
            let time = app.settings.time_zone.time(clock_ms);
            return Ok(Some(fill("pit.clock-confirmed", &[("time", &time)])));
        }
        ["log-in", "open", of] => {
            let PitLogInForm { name, person: who, secret, another } = read(fields)?;
            let person = person(&who.unwrap_or_default())?;
            let new = log_ins::NewLogIn { name, secret: secret.unwrap_or_default(), person, another };
            log_ins::open_log_in(app, viewer, (book(of)?, second, new)).await?;
            return Ok(Some(t("pit.log-in-opened").to_string()));
        }
        ["log-in", "number", of] => {
            log_ins::give_number(app, viewer, (book(of)?, second), read(fields)?).await?;
        }
        ["log-in", "close"] => {
            let PitLogInForm { name, .. } = read(fields)?;
            log_ins::close_log_in(app, viewer, (second, name)).await?;
        }
        ["log-in", "no-code"] => {
            let PitLogInForm { name, .. } = read(fields)?;
            log_ins::remove_factor(app, viewer, (second, name)).await?;
        }
        ["log-in", "unlock"] => {
            let PitLogInForm { name, .. } = read(fields)?;
            log_ins::unlock_log_in(app, viewer, (second, name)).await?;
        }
        _ => return Err(Problem::bad_request("this form has no recipient")),
    }
    Ok(None)
}

/// Whole cents of a meter: those begun are not shown.
pub(crate) fn cents(value: MicroCents) -> Money {
    value.round(Rounding::DOWN_TO_CENT).unwrap_or(Money::ZERO)
}
