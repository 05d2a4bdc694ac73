//! Finding rounds, in the page, as CSV and as JSON.

use super::{clock, in_utc, inspector_tabs, instant_ms, require_review_access, run_log_read};
use crate::layout::{Page, encode};
use crate::parts;
use axum::Json;
use axum::extract::{Query, State};
use axum::http::header;
use axum::response::IntoResponse;
use engine::{PatronId, TableNumber};
use floor::Zone;
use maud::{Markup, html};
use money::Money;
use rulebook::IrregularityKind;
use serde::Deserialize;
use serde_json::{Value, json};
use server::app::App;
use server::archive::{self, IndexProgress, IndexedRound, PlayerResult, RoundPage, RoundQuery};
use server::house_orders::FloorNames;
use server::problem::Problem;
use server::texts::{fill, t};
use server::viewer::Viewer;
use std::fmt::Write as _;
use std::str::FromStr;
use std::sync::Arc;

/// Rounds on a page.
const PAGE: usize = 50;
/// Rounds in a file.
const MOST: usize = 100_000;

/// What a form or a program asks for; fields that are left empty do not matter.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RoundSearchForm {
    table: Option<String>,
    patron: Option<String>,
    from: Option<String>,
    to: Option<String>,
    won: Option<String>,
    lost: Option<String>,
    clause: Option<String>,
    irregularity: Option<String>,
    page: Option<String>,
}

fn given(field: &Option<String>) -> Option<&str> {
    field.as_deref().map(str::trim).filter(|text| !text.is_empty())
}

fn read<T: FromStr>(field: &Option<String>, name: &str, such_as: &str) -> Result<Option<T>, Problem> {
    let Some(text) = given(field) else { return Ok(None) };
    let wrong = || {
        let shown: String = text.chars().take(30).collect();
        Problem::bad_request(format!("'{shown}' does not do as {name}"))
            .next(format!("write it as {such_as}"))
    };
    text.parse().map(Some).map_err(|_| wrong())
}

impl RoundSearchForm {
    /// What is meant, by the clocks of a zone.
    fn wanted(&self, zone: &Zone) -> Result<RoundQuery, Problem> {
        let time = |field: &Option<String>, name: &str| {
            let Some(text) = given(field) else { return Ok(None) };
            let wrong = || {
                let shown: String = text.chars().take(30).collect();
                Problem::bad_request(format!("'{shown}' does not do as {name}"))
                    .next("write it as 2026-11-15T22:30")
            };
            instant_ms(text, zone).map(Some).ok_or_else(wrong)
        };
        let what = match given(&self.irregularity) {
            None | Some("any") => None,
            Some(word) => Some(IrregularityKind::from_word(word).ok_or_else(|| {
                Problem::bad_request("no irregularity is called so").next("choose one of the list, or 'any'")
            })?),
        };
        let amount = |field, name| read::<Money>(field, name, "25.00");
        Ok(RoundQuery {
            table: read(&self.table, "the number of a table", "7")?.map(TableNumber),
            patron: read(&self.patron, "the number of a patron", "101")?.map(PatronId),
            from_ms: time(&self.from, "the earliest time")?,
            to_ms: time(&self.to, "the latest time")?,
            won: amount(&self.won, "the amount won")?,
            lost: amount(&self.lost, "the amount lost")?,
            clause: given(&self.clause).map(str::to_string),
            irregular: given(&self.irregularity).is_some(),
            what,
        })
    }

    /// The page, from 1.
    fn page(&self) -> Result<usize, Problem> {
        Ok(read::<u32>(&self.page, "the number of a page", "1")?.map_or(1, |page| page.max(1) as usize))
    }

    /// The same question with its times in UTC, as programs take it.
    fn for_programs(&self, zone: &Zone) -> RoundSearchForm {
        let in_utc =
            |field: &Option<String>| given(field).and_then(|text| instant_ms(text, zone)).map(in_utc);
        RoundSearchForm { from: in_utc(&self.from), to: in_utc(&self.to), ..self.clone() }
    }

    /// The same question as an address, without its page.
    fn query(&self) -> String {
        let fields = [
            ("table", &self.table),
            ("patron", &self.patron),
            ("from", &self.from),
            ("to", &self.to),
            ("won", &self.won),
            ("lost", &self.lost),
            ("clause", &self.clause),
            ("irregularity", &self.irregularity),
        ];
        let mut query = String::new();
        for (name, field) in fields {
            if let Some(text) = given(field) {
                // Writing to a string cannot fail.
                let _ = write!(query, "&{name}={}", encode(text));
            }
        }
        query
    }
}

/// Looks in the index, read on as far as the log goes.
async fn find_rounds(
    app: &Arc<App>,
    wanted: RoundQuery,
    skip: usize,
    most: usize,
) -> Result<(IndexProgress, RoundPage), Problem> {
    let app = Arc::clone(app);
    let work = move || {
        let index = &app.archive.index;
        let progress = index.keep_up(&app.store, &app.vault).map_err(archive::unreadable)?;
        Ok((progress, index.find(&wanted, skip, most)))
    };
    run_log_read(work).await?
}

pub(super) async fn show_search(
    State(app): State<Arc<App>>,
    Query(asked): Query<RoundSearchForm>,
    viewer: Viewer,
) -> Result<impl IntoResponse, Problem> {
    require_review_access(&app, &viewer).await?;
    let at = asked.page()?;
    let wanted = asked.wanted(&app.settings.time_zone)?;
    let (progress, found) = find_rounds(&app, wanted, (at - 1) * PAGE, PAGE).await?;
    // Names of people are read from their files.
    run_log_read(move || render_results(&app, &viewer, (&asked, at), (&progress, &found))).await
}

fn render_results(
    app: &App,
    viewer: &Viewer,
    (asked, at): (&RoundSearchForm, usize),
    (progress, found): (&IndexProgress, &RoundPage),
) -> impl IntoResponse + use<> {
    let zone = &app.settings.time_zone;
    let page =
        Page { title: t("inspector.title"), kind: "inspector", scripts: &["rounds.js"], ..Page::default() };
    let done = progress.is_done();
    let content = html! {
        h1 { (t("inspector.title")) }
        (inspector_tabs("/inspector"))
        (form(asked, zone))
        @if !done {
            p.notice { (fill("inspector.indexing", &[("done", &progress.done.to_string()), ("total", &progress.total.to_string())])) }
        }
        @for damaged in &progress.damaged { p.notice.no role="alert" { (damaged) } }
        (results(app, asked, found, (at, zone)))
    };
    // An index that is not ready is looked at again, without a script too.
    let again = (!done).then_some([("refresh", "2")]);
    (again.map(axum::response::AppendHeaders), page.render(viewer, content))
}

fn form(asked: &RoundSearchForm, zone: &Zone) -> Markup {
    let zone = zone.to_string();
    let zone = [("zone", zone.as_str())];
    let field = |id: &str, label: &str, value: &Option<String>, kind: &str| {
        html! {
            div {
                label for=(id) { (label) }
                input id=(id) name=(id) type=(kind) value=(value.as_deref().unwrap_or(""))
                    inputmode=[(kind == "text" && id != "clause").then_some("decimal")] autocomplete="off";
            }
        }
    };
    let chosen = given(&asked.irregularity);
    html! {
        form.panel.search method="get" action="/inspector" role="search" {
            div.fields {
                (field("table", t("inspector.table"), &asked.table, "text"))
                (field("patron", t("inspector.patron"), &asked.patron, "text"))
                (field("from", &fill("inspector.from", &zone), &asked.from, "datetime-local"))
                (field("to", &fill("inspector.to", &zone), &asked.to, "datetime-local"))
                (field("won", t("inspector.won"), &asked.won, "text"))
                (field("lost", t("inspector.lost"), &asked.lost, "text"))
                (field("clause", t("inspector.clause"), &asked.clause, "text"))
                div {
                    label for="irregularity" { (t("inspector.irregularity")) }
                    select #irregularity name="irregularity" {
                        option value="" { (t("inspector.whatever")) }
                        option value="any" selected[chosen == Some("any")] { (t("inspector.any")) }
                        @for what in IrregularityKind::ALL {
                            option value=(what.word()) selected[chosen == Some(what.word())] { (what.word().replace('-', " ")) }
                        }
                    }
                }
            }
            p.buttons { button { (t("inspector.search")) } " " a.button.quiet href="/inspector" { (t("inspector.clear")) } }
        }
    }
}

fn results(app: &App, asked: &RoundSearchForm, found: &RoundPage, (at, zone): (usize, &Zone)) -> Markup {
    let (query, programs) = (asked.query(), asked.for_programs(zone).query());
    let pages = found.total.div_ceil(PAGE).max(1);
    let to = |page: usize| format!("/inspector?page={page}{query}");
    html! {
        section {
            h2 { (fill("inspector.found", &[("total", &found.total.to_string())])) }
            @if found.rounds.is_empty() { p.empty { (t("inspector.none")) } }
            @else {
                p.files {
                    a href={ "/inspector/rounds.csv?page=1" (programs) } { (t("inspector.csv")) } " · "
                    a href={ "/api/rounds?page=1" (programs) } { (t("inspector.json")) }
                }
                div.scroll tabindex="0" role="region" aria-label=(t("inspector.rounds")) {
                    table.data {
                        thead { tr {
                            th scope="col" { (t("inspector.round")) } th scope="col" { (t("inspector.begun")) } th scope="col" { (t("inspector.game")) }
                            th scope="col" { (t("inspector.hands")) } th.number scope="col" { (t("inspector.house-net")) } th scope="col" { (t("inspector.irregularity")) }
                        } }
                        tbody { @for played in &found.rounds { (row(app, played, zone)) } }
                    }
                }
                nav.pages aria-label=(t("inspector.pages")) {
                    @if at > 1 { a rel="prev" href=(to(at - 1)) { (t("inspector.newer")) } " " }
                    span { (fill("inspector.page", &[("page", &at.to_string()), ("pages", &pages.to_string())])) }
                    @if at < pages { " " a rel="next" href=(to(at + 1)) { (t("inspector.older")) } }
                }
            }
        }
    }
}

fn row(app: &App, played: &IndexedRound, zone: &Zone) -> Markup {
    let names = FloorNames { app, book: &played.name.book };
    let book = floor::book(&played.name.book).ok();
    let game = book.and_then(|book| book.variant(&played.name.game));
    let (table, round) = (played.name.number, played.round);
    let house = Money::ZERO - played.hands.iter().map(|hand| hand.net).sum::<Money>();
    html! {
        tr {
            th scope="row" {
                a href={ "/tables/" (table) "/rounds/" (round) } {
                    (fill("inspector.round-at", &[("round", &round.to_string()), ("table", &table.to_string())]))
                }
                @if !played.over { " " (parts::badge("open", t("inspector.under-way"))) }
            }
            td { time datetime=(in_utc(played.from_ms)) { (zone.time(played.from_ms)) } }
            td { (game.map_or(&played.name.game, |game| &game.name)) }
            td { @for hand in &played.hands { span.hand-net { (who(&names, hand)) " " (parts::signed(hand.net)) } " " } }
            td.number { (parts::signed(house)) }
            td { @for what in &played.irregularities { (parts::badge("wait", &what.word().replace('-', " "))) " " } }
        }
    }
}

fn who(names: &FloorNames<'_>, hand: &PlayerResult) -> String {
    match hand.patron {
        Some(patron) => floor::words::person(names, house::Person::Patron(patron)),
        None => fill("inspector.place-number", &[("place", &(hand.seat + 1).to_string())]),
    }
}

pub(super) async fn csv(
    State(app): State<Arc<App>>,
    Query(asked): Query<RoundSearchForm>,
    viewer: Viewer,
) -> Result<impl IntoResponse, Problem> {
    require_review_access(&app, &viewer).await?;
    let (_, found) = find_rounds(&app, asked.wanted(&Zone::default())?, 0, MOST).await?;
    let mut text = String::from(
        "table,book,game,round,begun_utc,ended_utc,over,place,patron,staked,net,irregularities\r\n",
    );
    for played in &found.rounds {
        let name = &played.name;
        let wrong: Vec<&str> = played.irregularities.iter().map(|what| what.word()).collect();
        for hand in &played.hands {
            let patron = hand.patron.map_or_else(String::new, |patron| patron.to_string());
            let ended = if played.over { clock(played.to_ms) } else { String::new() };
            // Nothing here holds a comma or a quotation mark: names are the streams' own.
            let _ = write!(
                text,
                "{},{},{},{},{},{ended},{},{},{patron},{},{},{}\r\n",
                name.number,
                name.book,
                name.game,
                played.round,
                clock(played.from_ms),
                played.over,
                hand.seat + 1,
                hand.staked,
                hand.net,
                wrong.join(" ")
            );
        }
    }
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"rounds.csv\""),
    ];
    Ok((headers, text))
}

pub(super) async fn json(
    State(app): State<Arc<App>>,
    Query(asked): Query<RoundSearchForm>,
    viewer: Viewer,
) -> Result<Json<Value>, Problem> {
    require_review_access(&app, &viewer).await?;
    let at = asked.page()?;
    let (progress, found) = find_rounds(&app, asked.wanted(&Zone::default())?, (at - 1) * PAGE, PAGE).await?;
    let hand = |hand: &PlayerResult| {
        json!({
            "place": hand.seat + 1,
            "patron": hand.patron,
            "staked": hand.staked.to_string(),
            "net": hand.net.to_string(),
        })
    };
    let round = |played: &Arc<IndexedRound>| {
        json!({
            "table": played.name.number,
            "book": played.name.book,
            "game": played.name.game,
            "round": played.round,
            "from_ms": played.from_ms,
            "to_ms": played.to_ms,
            "over": played.over,
            "records": [played.first, played.last],
            "hands": played.hands.iter().map(hand).collect::<Vec<_>>(),
            "irregularities": played.irregularities.iter().map(|what| what.word()).collect::<Vec<_>>(),
        })
    };
    Ok(Json(json!({
        "total": found.total,
        "page": at,
        "indexed": { "done": progress.done, "total": progress.total },
        "rounds": found.rounds.iter().map(round).collect::<Vec<_>>(),
    })))
}

pub(super) fn openapi() -> Value {
    let query = |name: &str, what: &str, schema: Value| json!({ "name": name, "in": "query", "description": what, "schema": schema });
    let number = || json!({ "type": "integer", "minimum": 0, "maximum": 4_294_967_295u32 });
    let dollars = || json!({ "type": "string", "pattern": "^[0-9]{1,12}(\\.[0-9]{1,2})?$" });
    let time = || json!({ "type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2})?$" });
    let text = || json!({ "type": "string" });
    let words: Vec<&str> =
        std::iter::once("any").chain(IrregularityKind::ALL.iter().map(|what| what.word())).collect();
    let whole = || json!({ "type": "integer" });
    let problem = |what: &str| {
        json!({ "description": what, "content": { "application/problem+json": { "schema": { "type": "object",
            "required": ["status", "what"],
            "properties": { "status": whole(), "what": text() } } } } })
    };
    let hand = json!({
        "type": "object",
        "required": ["place", "patron", "staked", "net"],
        "properties": { "place": whole(), "patron": { "type": ["integer", "null"] }, "staked": text(), "net": text() },
    });
    let pair = json!({ "type": "array", "items": whole(), "minItems": 2, "maxItems": 2 });
    let round = json!({
        "type": "object",
        "required":
            ["table", "book", "game", "round", "from_ms", "to_ms", "over", "records", "hands", "irregularities"],
        "properties": {
            "table": whole(), "book": text(), "game": text(), "round": whole(), "from_ms": whole(), "to_ms": whole(),
            "over": { "type": "boolean" }, "records": pair, "hands": { "type": "array", "items": hand },
            "irregularities": { "type": "array", "items": text() },
        },
    });
    let indexed = json!({
        "type": "object", "required": ["done", "total"], "properties": { "done": whole(), "total": whole() },
    });
    let answer = json!({
        "type": "object",
        "required": ["total", "page", "indexed", "rounds"],
        "properties": {
            "total": whole(), "page": whole(), "indexed": indexed, "rounds": { "type": "array", "items": round },
        },
    });
    let page = json!({ "type": "integer", "minimum": 1, "maximum": 4_294_967_295_u32 });
    let parameters = [
        query("table", "the table", number()),
        query("patron", "a patron who played", number()),
        query("from", "begun at this time or later, UTC", time()),
        query("to", "begun at this time or earlier, UTC", time()),
        query("won", "somebody won at least so much", dollars()),
        query("lost", "somebody lost at least so much", dollars()),
        query("clause", "a clause that was applied, or a part of it", text()),
        query(
            "irregularity",
            "something that went wrong, or 'any'",
            json!({ "type": "string", "enum": words }),
        ),
        query("page", "from 1, 50 rounds each", page),
    ];
    let responses = json!({
        "200": { "description": "the rounds", "content": { "application/json": { "schema": answer } } },
        "400": problem("a field cannot be read"),
        "401": problem("nobody is logged in"),
        "403": problem("a player, or somebody on no roster"),
    });
    let summary = "Rounds by table, time, patron, amount, clause or irregularity, the latest first; for the staff and inspectors";
    let find = json!({
        "operationId": "findRounds", "summary": summary, "parameters": parameters, "responses": responses,
    });
    json!({ "/api/rounds": { "get": find } })
}
