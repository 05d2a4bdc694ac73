//! The JSON API described: an OpenAPI 3.1 document, put together from what each part says of itself, and tested against the
//! running server.

mod commands;
mod schemas;
mod tables;

use crate::{api_docs, dealer, inspector, log_in, odds, rounds, rules};
use axum::Router;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::{Map, Value, json};
use server::app::App;
use std::sync::{Arc, OnceLock};

/// Where it is found.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/api/openapi.json", get(serve))
}

async fn serve() -> Response {
    static TEXT: OnceLock<String> = OnceLock::new();
    let text = TEXT.get_or_init(|| document().to_string());
    ([(header::CONTENT_TYPE, "application/json")], text.as_str()).into_response()
}

/// The whole document.
pub fn document() -> &'static Value {
    static DOCUMENT: OnceLock<Value> = OnceLock::new();
    DOCUMENT.get_or_init(|| {
        let mut paths = Map::new();
        for part in [
            tables::openapi(),
            server::house_api::openapi(),
            dealer::openapi(),
            log_in::openapi(),
            rounds::openapi(),
            inspector::openapi(),
            rules::openapi(),
            odds::openapi(),
            server::health::openapi(),
            api_docs::openapi(),
            own(),
        ] {
            add(&mut paths, part);
        }
        paths.values_mut().for_each(complete);
        json!({
            "openapi": "3.1.0",
            "info": {
                "title": "Cardroom",
                "version": env!("CARGO_PKG_VERSION"),
                "summary": "Casino poker tables, their rules, odds, rounds and jackpots.",
                "description": "Amounts are dollars as text, places count from 1. A command carries an id that the \
                    client makes; sent twice it counts once. A refusal says what is wrong, which clause says so, and \
                    what to do.",
                "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
            },
            "servers": [{ "url": "/" }],
            // Who is not logged in sees what a spectator sees.
            "security": [{}, { "token": [] }, { "cookie": [] }],
            "paths": paths,
            "components": {
                "schemas": schemas::all(),
                "securitySchemes": {
                    "token": {
                        "type": "http", "scheme": "bearer",
                        "description": "For programs: the token of POST /api/log-in.",
                    },
                    "cookie": {
                        "type": "apiKey", "in": "cookie", "name": "cardroom",
                        "description": "For browsers; what changes something then needs the site's own Origin.",
                    },
                },
            },
        })
    })
}

/// This document itself.
fn own() -> Value {
    let schema = json!({ "type": "object", "required": ["openapi", "info", "paths"] });
    json!({ "/api/openapi.json": { "get": {
        "operationId": "openapi",
        "summary": "This document",
        "responses": { "200": answer("The document.", schema) },
    } } })
}

/// Puts paths together; two parts may speak of the same path by different methods.
fn add(paths: &mut Map<String, Value>, part: Value) {
    let Value::Object(part) = part else { return };
    for (path, item) in part {
        match (paths.get_mut(&path).and_then(Value::as_object_mut), item) {
            (Some(known), Value::Object(item)) => known.extend(item),
            (_, item) => drop(paths.insert(path, item)),
        }
    }
}

/// Adds what the guard around all addresses may answer, and gives every refusal the same shape.
fn complete(item: &mut Value) {
    let Some(methods) = item.as_object_mut() else { return };
    for (method, operation) in methods {
        let shown = operation.get_mut("parameters").and_then(Value::as_array_mut);
        shown.into_iter().flatten().for_each(show);
        let has_body = operation.get("requestBody").is_some();
        let in_path = |parameter: &Value| parameter["in"] == "path";
        let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
        let Some(responses) = operation["responses"].as_object_mut() else { continue };
        let mut may = |status: &str, what: &str| {
            responses.entry(status).or_insert_with(|| json!({ "description": what }));
        };
        if has_body || !parameters.is_empty() {
            may("400", "It cannot be understood.");
        }
        if parameters.iter().any(in_path) {
            may("404", "There is no such thing.");
        }
        if method != "get" {
            may("403", "Not for whoever asks, or it comes from a page of another site.");
        }
        if has_body {
            may("413", "The body is longer than the server takes.");
            may("415", "The body is not declared as JSON.");
        }
        may("429", "These are more requests than one may send; Retry-After says how long to wait.");
        may("503", "It could not be kept or took too long; a command may be sent again with the same id.");
        for (status, response) in responses {
            let refusal = status.starts_with(['4', '5']);
            if refusal && response["content"].get("application/json").is_none() {
                let schema = json!({ "$ref": "#/components/schemas/Sorry" });
                response["content"] = json!({ "application/problem+json": { "schema": schema } });
            }
        }
    }
}

/// Gives a part of an address an example that a demo's floor has.
fn show(parameter: &mut Value) {
    let example = match parameter["name"].as_str() {
        Some("number") => json!(4),
        Some("round") => json!(1),
        Some("book") => json!("crown-sydney-poker-minors-3.3"),
        Some("game") => json!("caribbean-stud"),
        Some("label") => json!("8.4.2(a)"),
        _ => return,
    };
    if parameter["in"] == "path" && parameter.get("example").is_none() {
        parameter["example"] = example;
    }
}

fn answer(what: &str, schema: Value) -> Value {
    json!({ "description": what, "content": { "application/json": { "schema": schema } } })
}

/// One of the document's own schemas.
fn named(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// An object with exactly these fields; those in `not_always` may be left out.
fn object(fields: Value, not_always: &[&str]) -> Value {
    let names = fields.as_object().into_iter().flat_map(Map::keys);
    let required: Vec<String> = names.filter(|name| !not_always.contains(&name.as_str())).cloned().collect();
    json!({ "type": "object", "additionalProperties": false, "required": required, "properties": fields })
}
