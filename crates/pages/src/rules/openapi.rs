//! The JSON of the rules as an OpenAPI 3.1 document tells of it.

use super::find::{LONGEST, Tag};
use super::home::LAST;
use serde_json::{Value, json};

/// The path items of these addresses for an OpenAPI 3.1 document.
pub fn openapi() -> Value {
    let asked = json!({ "type": "string", "maxLength": LONGEST });
    let page = json!({ "type": "integer", "minimum": 1, "maximum": LAST });
    json!({
        "/api/rules": { "get": {
            "operationId": "searchRules",
            "summary": "Search the clauses, definitions and readings of all books.",
            "parameters": [
                question("q", "A label, or words that must all be there.", asked),
                question("book", "Only this rulebook.", text()),
                question("kind", "Only this kind.", kind()),
                question("page", "Which page of the results.", page),
            ],
            "responses": {
                "200": answer("What was found, best first.", search_response()),
                "400": problem("The question is too long or not understood."),
                "404": problem("There is no such book."),
            },
        } },
        "/api/rules/{book}": { "get": {
            "operationId": "rulebook",
            "summary": "All clauses and readings of a rulebook, in our words.",
            "parameters": [part("book", "The id of a rulebook.")],
            "responses": {
                "200": answer("The book.", book()),
                "400": problem("The address is not understood."),
                "404": problem("There is no such book."),
            },
        } },
        "/api/rules/{book}/{label}": { "get": {
            "operationId": "clause",
            "summary": "One clause: effect, readings, where it is enforced, cases that show it.",
            "parameters": [
                part("book", "The id of a rulebook."),
                part("label", "The clause as printed: 8.4.2(a)."),
            ],
            "responses": {
                "200": answer("The clause.", clause()),
                "400": problem("The address is not understood."),
                "404": problem("There is no such book or clause; the nearest are named."),
            },
        } },
    })
}

fn search_response() -> Value {
    let result = json!({ "book": text(), "label": text(), "kind": kind(), "text": text(), "page": text() });
    object(json!({ "query": text(), "count": number(), "page": number(), "results": list(object(result)) }))
}

fn book() -> Value {
    let clause = object(json!({ "label": text(), "kind": text(), "game": text(), "effect": text() }));
    object(json!({
        "id": text(),
        "title": text(),
        "operator": text(),
        "regulator": text(),
        "version": text(),
        "games": list(text()),
        "clauses": list(clause),
        "readings": list(reading()),
    }))
}

fn clause() -> Value {
    let point = object(json!({ "section": text(), "topic": text(), "is": text(), "games": list(text()) }));
    let line = object(json!({ "file": text(), "line": number(), "written": text() }));
    let enforced =
        json!({ "points": list(point), "lines": list(line), "house": json!({ "type": "boolean" }) });
    let neighbour = json!({ "type": ["string", "null"] });
    object(json!({
        "book": text(),
        "label": text(),
        "kind": text(),
        "game": text(),
        "effect": text(),
        "readings": list(reading()),
        "enforced": object(enforced),
        "related": list(text()),
        "cases": list(object(json!({ "file": text(), "about": text() }))),
        "before": neighbour,
        "after": neighbour,
        "page": text(),
    }))
}

fn reading() -> Value {
    object(json!({ "name": text(), "clauses": list(text()), "question": text(), "taken": text() }))
}

fn text() -> Value {
    json!({ "type": "string" })
}

fn number() -> Value {
    json!({ "type": "integer" })
}

fn kind() -> Value {
    json!({ "type": "string", "enum": Tag::ALL.map(Tag::word) })
}

fn list(of: Value) -> Value {
    json!({ "type": "array", "items": of })
}

/// An object that has all these fields.
fn object(fields: Value) -> Value {
    let required: Vec<String> =
        fields.as_object().map(|all| all.keys().cloned().collect()).unwrap_or_default();
    json!({ "type": "object", "required": required, "properties": fields })
}

fn part(name: &str, what: &str) -> Value {
    json!({ "name": name, "in": "path", "required": true, "description": what, "schema": text() })
}

fn question(name: &str, what: &str, schema: Value) -> Value {
    json!({ "name": name, "in": "query", "required": false, "description": what, "schema": schema })
}

fn answer(what: &str, schema: Value) -> Value {
    json!({ "description": what, "content": { "application/json": { "schema": schema } } })
}

/// A refusal.
fn problem(what: &str) -> Value {
    let schema = json!({
        "type": "object",
        "required": ["status", "what"],
        "properties": { "status": number(), "what": text(), "next": text() },
    });
    json!({ "description": what, "content": { "application/problem+json": { "schema": schema } } })
}
