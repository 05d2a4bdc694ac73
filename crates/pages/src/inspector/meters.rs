//! What a meter stood at, at a past settlement. That somebody read it is kept, as the books want it.

use super::{check_review_access, inspector_tabs, require_review_access};
use crate::layout::Page;
use crate::parts;
use axum::extract::{Form, State};
use commands::meter_at;
use engine::TableNumber;
use floor::{AsAt, MeterValue};
use maud::{Markup, html};
use rulebook::Act;
use server::api::{form_id, form_signature};
use server::app::App;
use server::house_orders::{self, run_blocking};
use server::problem::Problem;
use server::signatures::verify_signers_for_act;
use server::texts::{fill, t};
use server::viewer::Viewer;
use std::collections::BTreeMap;
use std::sync::Arc;

pub(super) async fn page(State(app): State<Arc<App>>, viewer: Viewer) -> Result<Markup, Problem> {
    run_blocking(move || {
        check_review_access(&app, &viewer)?;
        Ok(frame(&app, &viewer, None))
    })
    .await
}

fn frame(app: &App, viewer: &Viewer, found: Option<(&str, MeterValue)>) -> Markup {
    let page = Page { title: t("inspector.meters"), kind: "inspector", ..Page::default() };
    let meters = app.meter_views();
    page.render(
        viewer,
        html! {
            h1 { (t("inspector.meters")) }
            (inspector_tabs("/inspector/meters"))
            p.lead { (t("inspector.meters-why")) }
            @if meters.is_empty() { p.empty { (t("inspector.no-meters")) } }
            @else {
                form.panel method="post" action="/inspector/meters" {
                    label for="meter" { (t("inspector.meter")) }
                    select #meter name="meter" {
                        @for meter in &meters {
                            @let value = format!("{}/{}", meter.book, meter.meter);
                            option value=(value) selected[found.as_ref().is_some_and(|(of, _)| *of == value)] {
                                (value) " · " (fill("inspector.stands-at", &[("seq", &meter.seq.to_string()), ("value", &parts::exact(meter.value.0))]))
                            }
                        }
                    }
                    label for="seq" { (t("inspector.seq")) }
                    input #seq name="seq" inputmode="numeric" autocomplete="off";
                    label for="of-table" { (t("inspector.of-table")) }
                    input #of-table name="table" inputmode="numeric" autocomplete="off";
                    label for="outcome" { (t("inspector.outcome")) }
                    input #outcome name="outcome" inputmode="numeric" autocomplete="off";
                    p.buttons { button { (t("inspector.read")) } }
                }
            }
            @if let Some((of, value)) = found {
                section.panel {
                    h2 { (of) }
                    (parts::rows(&[
                        (t("inspector.change"), html! { (value.seq) }),
                        (t("inspector.value-before"), html! { "$" (value.before) }),
                        (t("inspector.value-after"), html! { "$" (value.after) }),
                    ]))
                }
            }
        },
    )
}

pub(super) async fn read(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    Form(fields): Form<BTreeMap<String, String>>,
) -> Result<Markup, Problem> {
    require_review_access(&app, &viewer).await?;
    let of = fields.get("meter").map_or("", String::as_str).to_string();
    let named = of.rsplit_once('/').and_then(|(book, meter)| Some((book, meter.parse::<usize>().ok()?)));
    let (book, meter) =
        named.ok_or_else(|| Problem::bad_request("no meter is called so").next("choose one of the list"))?;
    let meter = meter_at(meter)?;
    let of_book = house_orders::book(book)?;
    let id = form_id(&app, &viewer, &fields);
    let second = form_signature(&fields, "second").map(|second| second.signing(id));
    let by = verify_signers_for_act(&app, &viewer, second, (of_book, Act::ReadMeter)).await?;
    let value = house_orders::read_meter(&app, by, (of_book, meter), (id.0, as_at(&fields)?)).await?;
    run_blocking(move || Ok(frame(&app, &viewer, Some((&of, value))))).await
}

fn as_at(fields: &BTreeMap<String, String>) -> Result<AsAt, Problem> {
    let number = |name: &str| -> Result<Option<u64>, Problem> {
        let Some(text) = fields.get(name).map(|text| text.trim()).filter(|text| !text.is_empty()) else {
            return Ok(None);
        };
        text.parse().map(Some).map_err(|_| Problem::bad_request(format!("the {name} must be a number")))
    };
    match (number("seq")?, number("table")?, number("outcome")?) {
        (Some(seq), None, None) => Ok(AsAt::Seq(seq)),
        (None, Some(table), Some(outcome)) => {
            let table = u32::try_from(table).map_err(|_| Problem::bad_request("no table has that number"))?;
            Ok(AsAt::Outcome { table: TableNumber(table), outcome })
        }
        _ => Err(Problem::bad_request("which settlement?")
            .next("give the number of a change, or a table and which of its outcomes")),
    }
}
