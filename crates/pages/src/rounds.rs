//! Past rounds, step by step with their clauses, and the proof of their cards. Whoever sat there sees the own cards; everybody
//! else, the staff included, what was shown.

use super::layout::{Page, clause};
use super::parts;
use super::table::felt;
use super::{displays, inspector};
use axum::extract::{Form, Path, Query, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use engine::TableNumber;
use floor::words::{Audience, Teller, ordered_by};
use floor::{DealProof, Opening, Zone};
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::{Value, json};
use server::api::form_id;
use server::app::App;
use server::archive::{Depth, Replay, ReplayStep};
use server::house_orders::{self, FloorNames, run_blocking};
use server::problem::Problem;
use server::texts::{fill, t};
use server::view::{Eyes, ReceiptView, SeedView, TableView};
use server::viewer::Viewer;
use server::viewer::eyes;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Where past rounds are.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/tables/{number}/rounds/{round}", get(show_round))
        .route("/tables/{number}/rounds/{round}/deck", post(open_deck))
        .route("/api/tables/{number}/rounds/{round}", get(round_json))
}

/// What of a round is looked at.
#[derive(Clone, Debug, Default, Deserialize)]
struct RoundPageQuery {
    /// After so many steps.
    step: Option<usize>,
    /// "all": every event, the small ones too.
    lines: Option<String>,
}

impl RoundPageQuery {
    fn depth(&self) -> Depth {
        if self.lines.as_deref() == Some("all") { Depth::Everything } else { Depth::Summary }
    }
}

/// The address of a step.
fn at_step(step: usize, depth: Depth) -> String {
    match depth {
        Depth::Summary => format!("?step={step}"),
        Depth::Everything => format!("?step={step}&lines=all"),
    }
}

/// A round, read where nobody waits for it.
async fn fetch(app: &Arc<App>, number: TableNumber, round: u64) -> Result<Arc<Replay>, Problem> {
    let of = Arc::clone(app);
    let read = move || of.archive.replay(&*of.store, &of.vault, (number, round));
    inspector::run_log_read(read).await?
}

async fn show_round(
    State(app): State<Arc<App>>,
    Path((number, round)): Path<(TableNumber, u64)>,
    Query(which): Query<RoundPageQuery>,
    viewer: Viewer,
) -> Result<Markup, Problem> {
    let replay = fetch(&app, number, round).await?;
    run_blocking(move || render_round(&app, &viewer, (&replay, number), &which, Cards::Seen)).await
}

/// Shows every card of the deck, the unseen ones too, to those who answer for the log. That they looked is kept first.
async fn open_deck(
    State(app): State<Arc<App>>,
    Path((number, round)): Path<(TableNumber, u64)>,
    viewer: Viewer,
    Form(mut fields): Form<BTreeMap<String, String>>,
) -> Result<Markup, Problem> {
    let replay = fetch(&app, number, round).await?;
    let viewer = viewer.at(&replay.name.book);
    let (book, by) = (house_orders::book(&replay.name.book)?, viewer.by()?);
    if !replay.over {
        return Err(Problem::new(StatusCode::CONFLICT, t("rounds.not-over")));
    }
    // One id for each round: the form itself says nothing.
    fields.insert("deck".into(), format!("{number}/{round}"));
    let id = form_id(&app, &viewer, &fields);
    house_orders::keep_deck_opened(&app, by, book, (id.0, (number, round))).await?;
    let which = RoundPageQuery::default();
    run_blocking(move || render_round(&app, &viewer, (&replay, number), &which, Cards::Whole)).await
}

/// Which cards of a round are proved.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cards {
    /// Those that the viewer has seen.
    Seen,
    Whole,
}

fn render_round(
    app: &App,
    viewer: &Viewer,
    (replay, number): (&Replay, TableNumber),
    which: &RoundPageQuery,
    cards: Cards,
) -> Result<Markup, Problem> {
    let round = replay.round;
    let eyes = eyes(viewer, &app.table(number)?.0.name.book);
    let bots = |patron| app.dealer.bot_name(patron);
    let depth = which.depth();
    let steps = replay.steps(eyes, depth);
    let at = which.step.unwrap_or(0).min(steps.len());
    let view = replay.view(eyes, (at, depth), &bots);
    let names = FloorNames { app, book: &view.book };
    let title = fill("rounds.title", &[("round", &round.to_string()), ("number", &number.to_string())]);
    let may_open = || {
        let (book, by) = (house_orders::book(&replay.name.book)?, viewer.at(&replay.name.book).by()?);
        house_orders::may_open_deck(app, by, book, (number, round))
    };
    let open_at = (cards == Cards::Seen && replay.over && may_open().is_ok())
        .then(|| format!("/tables/{number}/rounds/{round}/deck"));
    let proofs = match cards {
        Cards::Whole => replay.whole_deck().iter().collect(),
        Cards::Seen => replay.proofs(eyes, &bots),
    };
    let page = Page { title: &title, kind: "replay", scripts: &["fair.js", "rounds.js"], ..Page::default() };
    Ok(page.render(
            viewer,
            html! {
                (displays::style())
                h1 { (title) }
                p.where {
                    (view.game_name) " · "
                    a href={ "/tables/" (number) } { (t("rounds.table")) }
                    @if viewer.is_staff() || viewer.is_outside() { " · " a href={ "/inspector?table=" (number) } { (t("rounds.more")) } }
                    @if !replay.over { " " (parts::badge("open", t("rounds.under-way"))) }
                }
                div #replay data-step=(at) data-steps=(steps.len()) {
                    (controls((at, steps.len()), depth))
                    p.said { (render_step(&view, steps.get(at.wrapping_sub(1)).copied())) }
                    section.felt aria-label=(t("rounds.felt")) { (felt::felt(&view)) }
                    (lines(&view, &steps, (at, depth), (eyes, &names, &app.settings.time_zone)))
                }
                (proof(replay, &proofs, open_at.as_deref(), deal_json(app, replay, eyes)))
            },
        ))
}

/// First, back, on, last: links, so that they work without a script; the script steps without loading the page anew.
fn controls((at, last): (usize, usize), depth: Depth) -> Markup {
    let link = |to: usize, rel: &str, key: &str, text: &str| {
        html! {
            @if to == at { span.button.quiet aria-disabled="true" { (text) } }
            @else { a.button.quiet href=(at_step(to, depth)) data-go=(rel) data-key-press=(key) { (text) } }
        }
    };
    html! {
        nav.buttons aria-label=(t("rounds.steps")) {
            (link(0, "first", "Home", t("rounds.first"))) " "
            (link(at.saturating_sub(1), "back", "ArrowLeft", t("rounds.back"))) " "
            span.step { (fill("rounds.step", &[("step", &at.to_string()), ("steps", &last.to_string())])) } " "
            (link((at + 1).min(last), "on", "ArrowRight", t("rounds.on"))) " "
            (link(last, "last", "End", t("rounds.last"))) " "
            label.choice.only-script { input type="checkbox" data-play; " " (t("rounds.play")) }
        }
    }
}

/// What just happened.
fn render_step(view: &TableView, step: Option<&ReplayStep>) -> Markup {
    html! {
        @match step {
            Some(step) => { (step.what) " " (clause(&view.book, &step.clause)) }
            None => (t("rounds.before")),
        }
    }
}

fn lines(
    view: &TableView,
    steps: &[&ReplayStep],
    (at, depth): (usize, Depth),
    (eyes, names, zone): (Eyes, &FloorNames<'_>, &Zone),
) -> Markup {
    // What happened around the game has names and reasons that are for the staff.
    let game = floor::book(&view.book).ok().and_then(|book| book.variant(&view.game));
    let staff = game.filter(|_| eyes == Eyes::Staff);
    let staff = staff.map(|game| Teller { audience: Audience::Staff(names), ..Teller::new(game) });
    let what = |step: &ReplayStep| {
        staff.and_then(|teller| teller.tell_around(&step.event.value)).unwrap_or_else(|| step.what.clone())
    };
    html! {
        section.log {
            h2 { (t("rounds.lines")) }
            p {
                @match depth {
                    Depth::Summary => a href="?lines=all" { (t("rounds.all-lines")) },
                    Depth::Everything => a href="?lines=few" { (t("rounds.few-lines")) },
                }
            }
            ol.steps {
                @for (place, step) in steps.iter().enumerate() {
                    li aria-current=[(place + 1 == at).then_some("step")] {
                        a href=(at_step(place + 1, depth)) data-go="line" { (what(step)) } " "
                        (clause(&view.book, &step.clause))
                        @if eyes == Eyes::Staff {
                            " " small { (zone.time(step.when.clock_ms)) " · " (ordered_by(names, &step.by)) " · " (step.version) }
                        }
                    }
                }
            }
        }
    }
}

fn proof(replay: &Replay, proofs: &[&Opening], open_at: Option<&str>, deal: Option<Value>) -> Markup {
    html! {
        section.proof #proof data-deal=[deal.map(|deal| deal.to_string())] {
            h2 { (t("rounds.proof")) }
            @match &replay.deal {
                None => p { (t("rounds.no-commitment")) },
                Some(deal) => {
                    p { (t("rounds.proof-why")) }
                    p { (t("rounds.commitment")) " " code.hash data-commitment { (deal.root) } }
                    (seeds(deal))
                    @if !replay.over { p { (t("rounds.not-over")) } }
                    @else {
                        p.only-script {
                            button type="button" data-check data-good=(t("rounds.all-good")) data-bad=(t("rounds.some-bad")) { (t("rounds.check")) }
                            " " span data-checked {}
                        }
                        details open[proofs.len() < 20] {
                            summary { (fill("rounds.openings", &[("cards", &proofs.len().to_string())])) }
                            p { (t("rounds.recipe")) }
                            div.scroll tabindex="0" role="region" aria-label=(t("rounds.proof")) {
                                table.data {
                                    thead { tr {
                                        th scope="col" { (t("rounds.place")) } th scope="col" { (t("rounds.card")) } th scope="col" { (t("rounds.number")) }
                                        th scope="col" { (t("rounds.salt")) } th scope="col" { (t("rounds.beside")) } th scope="col" { (t("rounds.result")) }
                                    } }
                                    tbody { @for opening in proofs { (opened(opening)) } }
                                }
                            }
                        }
                        @if let Some(open_at) = open_at {
                            form method="post" action={ (open_at) "#proof" } {
                                p { button { (t("rounds.open-deck")) } " " (t("rounds.open-deck-why")) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The players' seeds, from which the order of the deal comes.
fn seeds(deal: &DealProof) -> Markup {
    html! {
        @if deal.seeds.is_empty() { p { (t("rounds.no-seeds")) } }
        @else {
            p { (t("rounds.seeds-why")) }
            ul.seeds {
                @for given in &deal.seeds {
                    @let place = (u16::from(given.seat) + 1).to_string();
                    li {
                        (fill("rounds.seed", &[("place", &place)])) " " code.hash { (store::Hash(given.seed.0)) }
                        @if given.bound { " " (t("rounds.promised")) }
                    }
                }
            }
        }
    }
}

fn opened(opening: &Opening) -> Markup {
    let beside = sibling_hashes(opening).join(" ");
    html! {
        tr data-opening data-place=(opening.place) data-number=(opening.card.number()) data-card=(opening.card.card()) {
            td.number { (opening.place) }
            th scope="row" { (opening.card.card().in_words()) }
            td.number { (opening.card.number()) }
            td { code.hash data-salt { (store::Hash(opening.salt)) } }
            td { code.hash data-beside { (beside) } }
            td data-result {}
        }
    }
}

fn sibling_hashes(opening: &Opening) -> Vec<String> {
    opening.beside.iter().map(ToString::to_string).collect()
}

async fn round_json(
    State(app): State<Arc<App>>,
    Path((number, round)): Path<(TableNumber, u64)>,
    viewer: Viewer,
) -> Result<Json<Value>, Problem> {
    let replay = fetch(&app, number, round).await?;
    run_blocking(move || {
        let eyes = eyes(&viewer, &app.table(number)?.0.name.book);
        let bots = |patron| app.dealer.bot_name(patron);
        let line = |step: &&ReplayStep| {
            let mut line = json!({
                "record": step.version,
                "clock_ms": step.when.clock_ms,
                "moment": step.when.moment,
                "what": step.what,
                "clause": step.clause,
                "detail": step.detail,
            });
            if eyes == Eyes::Staff {
                line["by"] = json!(&*step.by);
            }
            line
        };
        let opening = |opening: &&Opening| {
            json!({
                "place": opening.place,
                "card": opening.card.card().to_string(),
                "number": opening.card.number(),
                "salt": store::Hash(opening.salt).to_string(),
                "beside": sibling_hashes(opening),
            })
        };
        Ok(Json(json!({
            "table": number,
            "book": replay.name.book,
            "game": replay.name.game,
            "round": round,
            "over": replay.over,
            "lines": replay.steps(eyes, Depth::Everything).iter().map(line).collect::<Vec<_>>(),
            "view": replay.view(eyes, (usize::MAX, Depth::Everything), &bots),
            "commitment": replay.deal.as_ref().map(|deal| deal.root.to_string()),
            "deal": deal_json(&app, &replay, eyes),
            "openings": replay.proofs(eyes, &bots).iter().map(opening).collect::<Vec<_>>(),
        })))
    })
    .await
}

/// What the round was dealt from, with all that the order of the deal is worked out from: seeds, who got how many cards, and
/// the caller's own receipt.
fn deal_json(app: &App, replay: &Replay, eyes: Eyes) -> Option<Value> {
    let deal = replay.deal.as_ref()?;
    let bots = |patron| app.dealer.bot_name(patron);
    let own = deal.seeds.iter().find(|given| eyes == Eyes::Patron(given.patron));
    let stream = replay.name.stream();
    let receipt = own.zip(stream).map(|(given, at)| ReceiptView::sign(&app.vault, &at, deal.root, given));
    Some(json!({
        "stream": deal.stream,
        "round": deal.round,
        "commitment": deal.root.to_string(),
        "seeds": deal.seeds.iter().map(|given| SeedView::of(given, eyes)).collect::<Vec<_>>(),
        "handed": replay.handed(eyes, &bots),
        "receipt": receipt,
    }))
}

/// What programs can ask about rounds, as path items of OpenAPI 3.1.
pub fn openapi() -> Value {
    let number = |name: &str, what: &str| {
        json!({ "name": name, "in": "path", "required": true, "description": what,
            "schema": { "type": "integer", "minimum": 0 } })
    };
    let problem = |what: &str| {
        json!({ "description": what, "content": { "application/problem+json": { "schema": { "type": "object",
            "required": ["status", "what"],
            "properties": { "status": { "type": "integer" }, "what": { "type": "string" } } } } } })
    };
    let text = json!({ "type": "string" });
    let whole = json!({ "type": "integer" });
    let line = json!({
        "type": "object",
        "required": ["record", "clock_ms", "moment", "what", "clause"],
        "properties": {
            "record": whole, "clock_ms": whole, "moment": whole, "by": text, "what": text, "clause": text,
        },
    });
    let opening = json!({
        "type": "object",
        "required": ["place", "card", "number", "salt", "beside"],
        "properties": {
            "place": whole, "card": text, "number": whole, "salt": text,
            "beside": { "type": "array", "items": text },
        },
    });
    let handed = json!({
        "type": "object",
        "required": ["to", "cards"],
        "properties": { "to": text, "cards": { "type": "array", "items": { "type": ["string", "null"] } } },
    });
    let deal = json!({
        "type": "object",
        "required": ["stream", "round", "commitment", "seeds", "handed", "receipt"],
        "properties": {
            "stream": text, "round": whole, "commitment": text,
            "seeds": { "type": "array", "items": { "$ref": "#/components/schemas/SeedView" } },
            "handed": { "type": "array", "items": handed },
            "receipt": { "oneOf": [{ "type": "null" }, { "$ref": "#/components/schemas/Receipt" }] },
        },
    });
    let round = json!({
        "type": "object",
        "required": ["table", "book", "game", "round", "over", "lines", "view", "commitment", "deal", "openings"],
        "properties": {
            "table": whole, "book": text, "game": text, "round": whole, "over": { "type": "boolean" },
            "lines": { "type": "array", "items": line },
            "view": { "$ref": "#/components/schemas/TableView" },
            "commitment": { "type": ["string", "null"] },
            "deal": { "oneOf": [{ "type": "null" }, deal] },
            "openings": { "type": "array", "items": opening },
        },
    });
    let responses = json!({
        "200": { "description": "the round", "content": { "application/json": { "schema": round } } },
        "400": { "description": "a number is none" },
        "404": problem("there is no such table or round"),
    });
    let summary = "A round, line by line, with the table as the caller saw it at the end and the proofs of the cards that the caller saw";
    let get = json!({
        "operationId": "getRound",
        "summary": summary,
        "parameters": [number("number", "the table"), number("round", "the round, from 1")],
        "responses": responses,
    });
    json!({ "/api/tables/{number}/rounds/{round}": { "get": get } })
}
