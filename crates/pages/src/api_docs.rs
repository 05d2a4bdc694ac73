//! The API for people: what programs can ask, read from its own description, and a round by hand.

use crate::layout::Page;
use crate::openapi::document;
use axum::Router;
use axum::http::{HeaderMap, header};
use axum::routing::get;
use engine::TableNumber;
use maud::{Markup, html};
use serde_json::{Map, Value, json};
use server::app::App;
use server::house_orders::run_blocking;
use server::problem::Problem;
use server::texts::t;
use server::view::Eyes;
use server::viewer::Viewer;
use std::sync::Arc;

/// Where it is found.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/api", get(page))
}

async fn page(
    axum::extract::State(app): axum::extract::State<Arc<App>>,
    viewer: Viewer,
    headers: HeaderMap,
) -> Result<Markup, Problem> {
    run_blocking(move || {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let here = match (&app.settings.public_url, host) {
            (Some(url), _) => url.clone(),
            (None, Some(host)) => format!("http://{host}"),
            (None, None) => format!("http://{}", app.settings.address),
        };
        let content = html! {
            h1 { (t("api.title")) }
            p { (t("api.about")) " " a href="/api/openapi.json" { (t("api.document")) } }
            section {
                h2 { (t("api.by-hand")) }
                p { (t("api.by-hand-about")) }
                pre tabindex="0" aria-label=(t("api.by-hand")) { code { (by_hand(&here, free_place(&app))) } }
            }
            section {
                h2 { (t("api.addresses")) }
                @for (path, item) in objects(&document()["paths"]) {
                    @for (method, operation) in objects(item) { (address(method, path, operation)) }
                }
            }
            section {
                h2 { (t("api.commands")) }
                p { (t("api.commands-about")) }
                (commands("Say-"))
            }
            @for (of, title) in [
                ("SayHouse-", t("api.commands-house")), ("SayMeter-", t("api.commands-meter")), ("SayPatron-", t("api.commands-patron")),
            ] {
                section {
                    h2 { (title) }
                    (commands(of))
                }
            }
        };
        Ok(Page { title: t("api.title"), kind: "api", ..Page::default() }.render(&viewer, content))
    })
    .await
}

fn objects(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter)
}

fn text_of<'v>(value: &'v Value, name: &str) -> &'v str {
    value[name].as_str().unwrap_or_default()
}

fn address(method: &str, path: &str, operation: &Value) -> Markup {
    let parameters = operation["parameters"].as_array().map_or(&[][..], Vec::as_slice);
    html! {
        details {
            summary { code { (method.to_uppercase()) " " (path) } " " (text_of(operation, "summary")) }
            @if !parameters.is_empty() {
                dl {
                    @for parameter in parameters {
                        dt { code { (text_of(parameter, "name")) } }
                        dd { (text_of(parameter, "description")) }
                    }
                }
            }
            table {
                caption { (t("api.answers")) }
                thead { tr { th scope="col" { (t("api.status")) } th scope="col" { (t("api.meaning")) } } }
                tbody {
                    @for (status, response) in objects(&operation["responses"]) {
                        tr { th scope="row" { (status) } td { (text_of(response, "description")) } }
                    }
                }
            }
        }
    }
}

fn commands(of: &str) -> Markup {
    let schemas = &document()["components"]["schemas"];
    html! {
        dl {
            @for (_, schema) in objects(schemas).filter(|(name, _)| name.starts_with(of)) {
                dt { code { (text_of(schema, "title")) } }
                dd { (text_of(schema, "description")) br; code { (schema["examples"][0]) } }
            }
        }
    }
}

/// The game of the examples.
const GAME: &str = "three-card-poker";

/// A virtual table of the examples' game and a place there that is free now: the last, which is taken last.
fn free_place(app: &App) -> (TableNumber, usize) {
    let tables = app.tables();
    let of_game = tables.iter().filter(|follower| follower.name.game == GAME);
    let free = |number: TableNumber| {
        let view = app.table_view(number, Eyes::Spectator).ok().filter(|view| view.mode == "virtual")?;
        let place = view.seats.iter().rposition(|seat| !seat.taken)?;
        Some((number, place + 1))
    };
    of_game.filter_map(|follower| free(follower.name.number)).next().unwrap_or((TableNumber(4), 9))
}

/// A round in a shell: in, a place, a wager, a decision. The orders are the document's own examples, at a free place.
fn by_hand(here: &str, (table, place): (TableNumber, usize)) -> String {
    let example = |path: &str, name: &str| {
        let content = &document()["paths"][path]["post"]["requestBody"]["content"]["application/json"];
        let mut command = content["examples"][name]["value"]["command"].clone();
        if command.get("seat").is_some() {
            command["seat"] = json!(place);
        }
        command.to_string()
    };
    let commands = "/api/tables/{number}/commands";
    let mut text = format!(
        "HERE={here}\nTABLE={table}\nJSON='Content-Type: application/json'\n\
         TOKEN=$(curl -s $HERE/api/log-in -H \"$JSON\" -d '{{\"name\":\"player\",\"secret\":\"cardroom\"}}' |\n  \
         sed 's/.*\"token\":\"\\([0-9a-f]*\\)\".*/\\1/')\n\
         tell() {{ # tell ADDRESS COMMAND: every command has an id of its own\n  \
         curl -s $HERE/api/tables/$TABLE/$1 -H \"$JSON\" -H \"Authorization: Bearer $TOKEN\" \\\n    \
         -d \"{{\\\"id\\\":\\\"$(od -An -N16 -tx1 /dev/urandom | tr -d ' \\n')\\\",\\\"command\\\":$2}}\"\n  echo\n}}\n\
         insist() {{ # the same, again while it is refused: a round may be under way\n  \
         for _ in $(seq 60); do\n    ANSWER=$(tell \"$1\" \"$2\")\n    \
         case $ANSWER in *'\"status\":4'*) sleep 1 ;; *) break ;; esac\n  done\n  echo \"$ANSWER\"\n}}\n",
    );
    for (what, tell, address, command) in [
        (t("api.sit"), "tell", "join", example("/api/tables/{number}/join", "join")),
        (t("api.wager"), "insist", "commands", example(commands, "wager")),
        (t("api.ready"), "tell", "ready", example("/api/tables/{number}/ready", "ready")),
        (t("api.decide"), "insist", "commands", example(commands, "decide")),
    ] {
        text += &format!("{tell} {address} '{command}'   # {what}\n");
    }
    text + &format!(
        "curl -s $HERE/api/tables/$TABLE -H \"Authorization: Bearer $TOKEN\"   # {}\n",
        t("api.look")
    )
}

/// This page, for the description of the API.
pub fn openapi() -> Value {
    json!({ "/api": { "get": {
        "operationId": "apiPage",
        "summary": "What programs can ask, as a page",
        "responses": { "200": {
            "description": "The page.", "content": { "text/html": { "schema": { "type": "string" } } },
        } },
    } } })
}
