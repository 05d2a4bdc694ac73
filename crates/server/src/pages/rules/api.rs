//! The rules as JSON: search, a book's clauses, one clause; and how the OpenAPI document tells of them.

use super::clause::unknown;
use super::find::{LONGEST, index};
use super::home::{MOST, Question};
use super::marks::address;
use super::shelf::Volume;
use super::volume;
use crate::sorry::Sorry;
use crate::texts::t;
use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query};
use rulebook::{Clause, Reading, places};
use serde_json::{Value, json};

pub(super) async fn search(question: Result<Query<Question>, QueryRejection>) -> Result<Json<Value>, Sorry> {
    let Query(question) = question.map_err(|_| Sorry::bad(t("rules.not-understood")))?;
    if question.q.len() > LONGEST {
        return Err(Sorry::bad(t("rules.too-long")));
    }
    let (book, kind) = question.filters()?;
    let found = index().find(&question.q, book, kind);
    let page = question.page();
    let results: Vec<Value> = found
        .iter()
        .skip((page - 1) * MOST)
        .take(MOST)
        .map(|entry| {
            json!({
                "book": entry.volume.id,
                "label": entry.label,
                "kind": entry.tag.word(),
                "text": entry.text,
                "page": address(entry.volume.id, entry.label),
            })
        })
        .collect();
    Ok(Json(json!({ "query": question.q, "count": found.len(), "page": page, "results": results })))
}

pub(super) async fn book(path: Result<Path<String>, PathRejection>) -> Result<Json<Value>, Sorry> {
    let Path(book) = path.map_err(|_| Sorry::bad(t("rules.not-understood")))?;
    let volume = volume(&book)?;
    let front = &volume.front;
    let games: Vec<&str> = volume.topics.iter().map(|(game, _)| *game).collect();
    let clauses: Vec<Value> = volume.register.iter().map(|(_, row)| brief(row)).collect();
    let readings: Vec<Value> = volume.readings.iter().map(read).collect();
    Ok(Json(json!({
        "id": volume.id,
        "title": front.title,
        "operator": front.operator,
        "regulator": front.regulator,
        "version": front.version,
        "games": games,
        "clauses": clauses,
        "readings": readings,
    })))
}

pub(super) async fn clause(
    path: Result<Path<(String, String)>, PathRejection>,
) -> Result<Json<Value>, Sorry> {
    let Path((book, label)) = path.map_err(|_| Sorry::bad(t("rules.not-understood")))?;
    let volume = volume(&book)?;
    let id = volume.register.id(&label).ok_or_else(|| unknown(volume, &label))?;
    Ok(Json(whole(volume, id)))
}

fn brief(row: &Clause) -> Value {
    json!({ "label": row.label, "kind": row.kind.word(), "game": row.game, "effect": row.effect })
}

fn read(reading: &Reading) -> Value {
    json!({
        "name": reading.name,
        "clauses": reading.clauses,
        "question": reading.question,
        "taken": reading.taken,
    })
}

fn whole(volume: &Volume, id: rulebook::ClauseId) -> Value {
    let row = volume.register.get(id);
    let readings: Vec<Value> = volume.readings_on(&row.label).map(read).collect();
    let points: Vec<Value> = volume
        .cited_in(id)
        .into_iter()
        .map(|(games, topic)| {
            json!({ "section": topic.section, "topic": topic.topic, "is": topic.point.is, "games": games })
        })
        .collect();
    let lines: Vec<Value> = places(volume.id, &row.label)
        .into_iter()
        .map(|place| json!({ "file": place.path, "line": place.line, "written": place.written }))
        .collect();
    let cases: Vec<Value> = volume
        .evidence
        .cases(id)
        .iter()
        .map(|case| json!({ "file": case.path, "about": case.about }))
        .collect();
    let (before, after) = volume.neighbours(id);
    json!({
        "book": volume.id,
        "label": row.label,
        "kind": row.kind.word(),
        "game": row.game,
        "effect": row.effect,
        "readings": readings,
        "enforced": { "points": points, "lines": lines, "house": volume.evidence.house(id) },
        "related": volume.related(id).into_iter().map(|other| volume.label(other)).collect::<Vec<_>>(),
        "cases": cases,
        "before": before.map(|other| volume.label(other)),
        "after": after.map(|other| volume.label(other)),
        "page": address(volume.id, &row.label),
    })
}

/// The path items of these addresses for an OpenAPI 3.1 document.
pub fn openapi() -> Value {
    let problem = |what: &str| {
        let schema = json!({
            "type": "object",
            "required": ["status", "what"],
            "properties": {
                "status": { "type": "integer" },
                "what": { "type": "string" },
                "next": { "type": "string" },
            },
        });
        json!({ "description": what, "content": { "application/problem+json": { "schema": schema } } })
    };
    let answer = |what: &str, schema: Value| json!({ "description": what, "content": { "application/json": { "schema": schema } } });
    let text = || json!({ "type": "string" });
    let optional = || json!({ "type": ["string", "null"] });
    let list = |of: Value| json!({ "type": "array", "items": of });
    let object = |fields: Value| {
        let required: Vec<String> =
            fields.as_object().map(|all| all.keys().cloned().collect()).unwrap_or_default();
        json!({ "type": "object", "required": required, "properties": fields })
    };
    let parameter = |name: &str, place: &str, what: &str, schema: Value| json!({ "name": name, "in": place, "required": place == "path", "description": what, "schema": schema });
    let kinds: Vec<&str> = super::find::Tag::ALL.iter().map(|tag| tag.word()).collect();
    let brief = || object(json!({ "label": text(), "kind": text(), "game": text(), "effect": text() }));
    let reading =
        || object(json!({ "name": text(), "clauses": list(text()), "question": text(), "taken": text() }));
    let book = || parameter("book", "path", "The id of a rulebook.", text());
    let found = object(json!({
        "query": text(),
        "count": { "type": "integer" },
        "page": { "type": "integer" },
        "results": list(object(json!({
            "book": text(), "label": text(), "kind": { "type": "string", "enum": kinds }, "text": text(), "page": text(),
        }))),
    }));
    let whole_book = object(json!({
        "id": text(), "title": text(), "operator": text(), "regulator": text(), "version": text(),
        "games": list(text()), "clauses": list(brief()), "readings": list(reading()),
    }));
    let enforced = object(json!({
        "points": list(object(json!({ "section": text(), "topic": text(), "is": text(), "games": list(text()) }))),
        "lines": list(object(json!({ "file": text(), "line": { "type": "integer" }, "written": text() }))),
        "house": { "type": "boolean" },
    }));
    let one = object(json!({
        "book": text(), "label": text(), "kind": text(), "game": text(), "effect": text(),
        "readings": list(reading()), "enforced": enforced, "related": list(text()),
        "cases": list(object(json!({ "file": text(), "about": text() }))),
        "before": optional(), "after": optional(), "page": text(),
    }));
    let filter = |name: &str, what: &str| parameter(name, "query", what, text());
    json!({
        "/api/rules": { "get": {
            "operationId": "searchRules",
            "summary": "Search the clauses, definitions and readings of all books.",
            "parameters": [
                parameter("q", "query", "A clause's label, or words that must all be there.", json!({ "type": "string", "maxLength": LONGEST })),
                filter("book", "Only this rulebook."),
                parameter("kind", "query", "Only this kind.", json!({ "type": "string", "enum": kinds })),
                parameter("page", "query", "Which page of the results, from 1.", json!({ "type": "integer", "minimum": 1 })),
            ],
            "responses": {
                "200": answer("What was found, best first.", found),
                "400": problem("The question is too long or not understood."),
                "404": problem("There is no such book."),
            },
        } },
        "/api/rules/{book}": { "get": {
            "operationId": "rulebook",
            "summary": "All clauses and readings of a rulebook, in our words.",
            "parameters": [book()],
            "responses": {
                "200": answer("The book.", whole_book),
                "400": problem("The address is not understood."),
                "404": problem("There is no such book."),
            },
        } },
        "/api/rules/{book}/{label}": { "get": {
            "operationId": "clause",
            "summary": "One clause: effect, readings, where it is enforced, cases that show it.",
            "parameters": [book(), parameter("label", "path", "The clause as printed: 8.4.2(a).", text())],
            "responses": {
                "200": answer("The clause.", one),
                "400": problem("The address is not understood."),
                "404": problem("There is no such book or clause; the nearest are named."),
            },
        } },
    })
}
