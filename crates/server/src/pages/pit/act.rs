//! What a form that was sent does: whom it speaks to, and what they answer.

use super::form::{self, Fields};
use crate::app::App;
use crate::beside::signed_for;
use crate::body::from_fields;
use crate::log_ins;
use crate::orders;
use crate::pages::parts;
use crate::people::{self, book};
use crate::say::{Order, person};
use crate::sorry::Sorry;
use crate::texts::{fill, t};
use crate::viewer::Viewer;
use floor::{AsAt, TableName};
use money::{MicroCents, Money, Rounding};
use rulebook::Act;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// A new table of a book.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewTable {
    game: String,
    number: u32,
}

/// A log-in, to be opened or closed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LogIn {
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
struct Past {
    meter: usize,
    seq: u64,
}

/// Who deals at a virtual table.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Dealing {
    by_hand: bool,
}

fn read<T: DeserializeOwned>(fields: &Fields) -> Result<T, Sorry> {
    from_fields(form::command(fields)?)
}

/// Does what a form says; the answer is what there is to tell besides that it was done.
pub(in crate::pages) async fn act(
    app: &Arc<App>,
    viewer: &Viewer,
    fields: &Fields,
) -> Result<Option<String>, Sorry> {
    viewer.known()?;
    let id = form::id(viewer, fields);
    let second = form::second(fields).map(|second| second.signing(id));
    let to = fields.get("to").map(String::as_str).unwrap_or_default();
    let whom: Vec<&str> = to.split('/').collect();
    let number = |text: &str| text.parse::<u32>().map_err(|_| Sorry::bad("this form has no recipient"));
    match whom[..] {
        ["table", table] => {
            let order = Order { id, second, command: read(fields)? };
            orders::give(app, viewer, number(table)?, order).await?;
        }
        ["house", of] => {
            let order = Order { id, second, command: read(fields)? };
            people::tell_house(app, viewer, book(of)?, order).await?;
        }
        ["meter", of] => {
            let order = Order { id, second, command: read(fields)? };
            people::tell_meter(app, viewer, book(of)?, order).await?;
        }
        ["patron", of, patron] => {
            let order = Order { id, second, command: read(fields)? };
            people::tell_patron(app, viewer, (book(of)?, number(patron)?), order).await?;
        }
        ["new-table", of] => {
            let NewTable { game, number } = read(fields)?;
            let by = signed_for(app, viewer, second, (book(of)?, Act::CloseTable)).await?;
            people::new_table(app, by, TableName { book: of.to_string(), game, number }).await?;
        }
        ["pace", table] => {
            let Dealing { by_hand } = read(fields)?;
            let table = number(table)?;
            let of = book(&app.table(table)?.0.name.book)?;
            let by = signed_for(app, viewer, second, (of, Act::CloseTable)).await?;
            let own = Arc::clone(app);
            people::aside(move || people::may(&own, of, by, Act::CloseTable)).await?;
            orders::deal_by_hand(app, table, (id.0, by), by_hand).await?;
        }
        ["as-at", of] => {
            let Past { meter, seq } = read(fields)?;
            let by = signed_for(app, viewer, second, (book(of)?, Act::ReadMeter)).await?;
            let found = people::read_meter(app, by, (book(of)?, meter), (id.0, AsAt::Seq(seq))).await?;
            let (seq, before) = (found.seq.to_string(), parts::exact(cents(found.before)));
            let after = parts::exact(cents(found.after));
            let with = [("seq", seq.as_str()), ("before", &before), ("after", &after)];
            return Ok(Some(fill("pit.as-at-told", &with)));
        }
        ["clock", of] => {
            let clock_ms = people::confirm_clock(app, viewer, (book(of)?, second)).await?;
            let time = app.settings.time_zone.time(clock_ms);
            return Ok(Some(fill("pit.clock-confirmed", &[("time", &time)])));
        }
        ["log-in", "open", of] => {
            let LogIn { name, person: who, secret, another } = read(fields)?;
            let person = person(&who.unwrap_or_default())?;
            let new = log_ins::NewLogIn { name, secret: secret.unwrap_or_default(), person, another };
            log_ins::open_log_in(app, viewer, (book(of)?, second, new)).await?;
            return Ok(Some(t("pit.log-in-opened").to_string()));
        }
        ["log-in", "number", of] => {
            log_ins::give_number(app, viewer, (book(of)?, second), read(fields)?).await?;
        }
        ["log-in", "close"] => {
            let LogIn { name, .. } = read(fields)?;
            log_ins::close_log_in(app, viewer, (second, name)).await?;
        }
        ["log-in", "no-code"] => {
            let LogIn { name, .. } = read(fields)?;
            log_ins::remove_factor(app, viewer, (second, name)).await?;
        }
        ["log-in", "unlock"] => {
            let LogIn { name, .. } = read(fields)?;
            log_ins::unlock_log_in(app, viewer, (second, name)).await?;
        }
        _ => return Err(Sorry::bad("this form has no recipient")),
    }
    Ok(None)
}

/// Whole cents of a meter: those begun are not shown.
pub(in crate::pages) fn cents(value: MicroCents) -> Money {
    value.round(Rounding::DOWN_TO_CENT).unwrap_or(Money::ZERO)
}
