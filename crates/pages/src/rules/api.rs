//! The rules as JSON: search, a book's clauses, one clause.

use super::clause::unknown;
use super::find::{index, is_too_long};
use super::home::{MOST, RulesSearchQuery};
use super::marks::address;
use super::shelf::Volume;
use super::volume;
use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query};
use rulebook::{Clause, Reading, citing_lines};
use serde_json::{Value, json};
use server::problem::Problem;
use server::texts::t;

pub(super) async fn search(
    question: Result<Query<RulesSearchQuery>, QueryRejection>,
) -> Result<Json<Value>, Problem> {
    let Query(question) = question.map_err(|_| Problem::bad_request(t("rules.not-understood")))?;
    if is_too_long(&question.q) {
        return Err(Problem::bad_request(t("rules.too-long")));
    }
    let (book, kind) = question.filters()?;
    let found = index().find(&question.q, book, kind);
    let page = question.page().ok_or_else(|| Problem::bad_request(t("rules.no-page")))?;
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

pub(super) async fn book(path: Result<Path<String>, PathRejection>) -> Result<Json<Value>, Problem> {
    let Path(book) = path.map_err(|_| Problem::bad_request(t("rules.not-understood")))?;
    let volume = volume(&book)?;
    let front = &volume.front;
    let games: Vec<&str> = volume.topics.iter().map(|(game, _)| game.as_str()).collect();
    let clauses: Vec<Value> = volume.register.iter().map(|(_, row)| brief(row)).collect();
    let readings: Vec<Value> = volume.readings().map(read).collect();
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
) -> Result<Json<Value>, Problem> {
    let Path((book, label)) = path.map_err(|_| Problem::bad_request(t("rules.not-understood")))?;
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
    let lines: Vec<Value> = citing_lines(volume.id, &row.label)
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
