//! One clause or one reading: its effect, what we take it to mean, where it is enforced, what has to do with it.

use super::find::Tag;
use super::home::name;
use super::marks::{about, address, linked, spoken, tag};
use super::shelf::Volume;
use super::{MaybeViewer, ok_page, volume, with_status};
use crate::layout::clause;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use maud::{Markup, html};
use rulebook::{Clause, ClauseId, Reading, citing_lines};
use serde::Deserialize;
use server::problem::Problem;
use server::texts::{fill, t};

/// A whole page, or only the card that a mark opens.
#[derive(Debug, Default, Deserialize)]
pub(super) struct ClausePageQuery {
    #[serde(default)]
    part: String,
}

/// The cases that a page names; the rest are counted.
const CASES: usize = 30;

pub(super) async fn show_clause(
    looks: MaybeViewer,
    path: Result<Path<(String, String)>, PathRejection>,
    part: Result<Query<ClausePageQuery>, QueryRejection>,
) -> Result<Response, Problem> {
    let Path((book, label)) = path.map_err(|_| Problem::bad_request(t("rules.not-understood")))?;
    let Query(ClausePageQuery { part }) =
        part.map_err(|_| Problem::bad_request(t("rules.not-understood")))?;
    let volume = volume(&book)?;
    let card = part == "card";
    let (title, content) = match (volume.register.id(&label), volume.reading(&label)) {
        (Some(id), _) if card => return Ok(fragment(clause_card(volume, volume.register.get(id)))),
        (Some(id), _) => (label.as_str(), clause_page(volume, id)),
        (None, Some(reading)) if card => return Ok(fragment(reading_card(volume, reading))),
        (None, Some(reading)) => (label.as_str(), reading_page(volume, reading)),
        (None, None) if card => return Err(unknown(volume, &label)),
        (None, None) => {
            return Ok(with_status(
                StatusCode::NOT_FOUND,
                looks,
                t("rules.no-clause"),
                missing(volume, &label),
            ));
        }
    };
    let title = fill("rules.clause-title", &[("label", title), ("book", &name(volume))]);
    Ok(ok_page(looks, &title, content))
}

/// A card for a popover: the same for everybody, so it may be kept a while.
fn fragment(content: Markup) -> Response {
    ([(header::CACHE_CONTROL, "public, max-age=300")], Html(content.into_string())).into_response()
}

/// That there is no such clause, with those that may be meant.
pub(super) fn unknown(volume: &Volume, label: &str) -> Problem {
    let near = volume.nearest(label).join(", ");
    let label: String = label.chars().take(60).collect();
    Problem::not_found(fill("rules.no-clause-in", &[("label", &label), ("book", volume.id)]))
        .next(fill("rules.did-you-mean", &[("labels", &near)]))
}

fn missing(volume: &Volume, label: &str) -> Markup {
    let short: String = label.chars().take(60).collect();
    html! {
        (trail(volume, None))
        h1 { (t("rules.no-clause")) }
        p { (fill("rules.no-clause-in", &[("label", &short), ("book", &name(volume))])) }
        p { (t("rules.nearest")) }
        ul { @for near in volume.nearest(label) { li { (clause(volume.id, near)) } } }
        p { a href="/rules" { (t("rules.search-all")) } }
    }
}

/// The way back: all books, this book, this chapter.
pub(super) fn trail(volume: &Volume, chapter: Option<&str>) -> Markup {
    html! {
        nav.trail aria-label=(t("rules.trail")) {
            a href="/rules" { (t("rules.title")) }
            " › " a href={ "/rules/" (volume.id) } { (name(volume)) }
            @if let Some(chapter) = chapter {
                " › "
                a href={ "/rules/" (volume.id) "?chapter=" (chapter) } {
                    (fill("rules.chapter", &[("name", chapter)]))
                }
            }
        }
    }
}

fn sort(row: &Clause) -> Tag {
    if row.label.contains("/'") { Tag::Definition } else { Tag::Clause(row.kind) }
}

fn clause_card(volume: &Volume, row: &Clause) -> Markup {
    html! {
        article.clause-card {
            h3 { (row.label) " " span.tag { (tag(sort(row))) } }
            p { (row.effect) }
            @for reading in volume.readings_on(&row.label).take(3) {
                p.reading {
                    strong { (fill("rules.reading-named", &[("name", &reading.name)])) ": " }
                    (reading.taken)
                }
            }
            p.quiet { (name(volume)) }
            p { a href=(address(volume.id, &row.label)) { (t("rules.open-clause")) } }
        }
    }
}

fn reading_card(volume: &Volume, reading: &Reading) -> Markup {
    html! {
        article.clause-card {
            h3 { (fill("rules.reading-named", &[("name", &reading.name)])) }
            p { (reading.question) }
            p.reading { strong { (t("rules.taken")) ": " } (reading.taken) }
            p.quiet { (name(volume)) }
            p { a href=(address(volume.id, &reading.name)) { (t("rules.open-reading")) } }
        }
    }
}

fn clause_page(volume: &Volume, id: ClauseId) -> Markup {
    let row = volume.register.get(id);
    let readings: Vec<&Reading> = volume.readings_on(&row.label).collect();
    let related = volume.related(id);
    html! {
        (trail(volume, volume.chapter_of(id).map(|chapter| chapter.name.as_str())))
        h1 { (fill("rules.clause-head", &[("label", &row.label)])) }
        p.tags { span.tag { (tag(sort(row))) } " " span.tag { (about(volume, &row.game)) } }
        p.effect { (linked(volume, &row.effect)) }
        p.quiet { (t("rules.our-words")) }
        @if !readings.is_empty() {
            h2 { (t("rules.readings")) }
            @for reading in readings { (render_reading(volume, reading)) }
        }
        h2 { (t("rules.enforced")) }
        (enforced(volume, id))
        @if !related.is_empty() {
            h2 { (t("rules.related")) }
            dl.clauses {
                @for other in related {
                    dt { (clause(volume.id, volume.label(other))) }
                    dd { (volume.register.get(other).effect) }
                }
            }
        }
        h2 { (t("rules.cases")) }
        (shown_by(volume, id))
        (neighbours(volume, id))
    }
}

fn render_reading(volume: &Volume, reading: &Reading) -> Markup {
    html! {
        section.panel.reading {
            h3 {
                a href=(address(volume.id, &reading.name)) {
                    (fill("rules.reading-named", &[("name", &reading.name)]))
                }
            }
            dl {
                dt { (t("rules.question")) }
                dd { (linked(volume, &reading.question)) }
                dt { (t("rules.taken")) }
                dd { (linked(volume, &reading.taken)) }
            }
        }
    }
}

/// What the book's data says by this clause, in words; then the very lines.
fn enforced(volume: &Volume, id: ClauseId) -> Markup {
    let lines = citing_lines(volume.id, volume.label(id));
    let topics = volume.cited_in(id);
    let house = volume.evidence.house(id);
    html! {
        @if lines.is_empty() && topics.is_empty() && !house { p { (t("rules.enforced-nowhere")) } }
        @if !topics.is_empty() {
            ul.points {
                @for (games, topic) in topics {
                    li {
                        strong { (topic.section) ", " (topic.topic) ":" } " " (topic.point.is)
                        @if !games.is_empty() {
                            " " span.quiet { "(" (named(volume, &games)) ")" }
                        }
                    }
                }
            }
        }
        @if house { p { (t("rules.enforced-house")) } }
        @if !lines.is_empty() {
            details {
                summary { (fill("rules.lines", &[("count", &lines.len().to_string())])) }
                ul.lines {
                    @for line in lines { li { code { (line.path) ":" (line.line) } " " code { (line.written) } } }
                }
            }
        }
    }
}

fn named(volume: &Volume, games: &[&str]) -> String {
    games.iter().map(|game| about(volume, game)).collect::<Vec<_>>().join(", ")
}

fn shown_by(volume: &Volume, id: ClauseId) -> Markup {
    let cases = volume.evidence.cases(id);
    html! {
        @if cases.is_empty() { p { (t("rules.no-cases")) } } @else {
            p { (fill("rules.case-count", &[("count", &cases.len().to_string())])) }
            ul.lines {
                @for case in cases.iter().take(CASES) { li { code { (case.path) } " " (linked(volume, case.about)) } }
                @if cases.len() > CASES {
                    li { (fill("rules.more-cases", &[("count", &(cases.len() - CASES).to_string())])) }
                }
            }
        }
    }
}

fn neighbours(volume: &Volume, id: ClauseId) -> Markup {
    let (before, after) = volume.neighbours(id);
    html! {
        nav.neighbours aria-label=(t("rules.neighbours")) {
            @if let Some(before) = before {
                a rel="prev" href=(address(volume.id, volume.label(before))) { "← " (volume.label(before)) }
            }
            " "
            @if let Some(after) = after {
                a rel="next" href=(address(volume.id, volume.label(after))) { (volume.label(after)) " →" }
            }
        }
    }
}

fn reading_page(volume: &Volume, reading: &Reading) -> Markup {
    let lines = citing_lines(volume.id, &reading.name);
    html! {
        (trail(volume, None))
        h1 { (fill("rules.reading-named", &[("name", &reading.name)])) }
        p { (t("rules.reading-lead")) }
        dl {
            dt { (t("rules.question")) }
            dd { (linked(volume, &reading.question)) }
            dt { (t("rules.taken")) }
            dd { (linked(volume, &reading.taken)) }
        }
        h2 { (t("rules.reading-on")) }
        dl.clauses {
            @for label in &reading.clauses {
                @if let Some(id) = volume.register.id(label) {
                    dt { (clause(volume.id, label)) }
                    dd { (volume.register.get(id).effect) }
                } @else { dt { (spoken(label)) } dd {} }
            }
        }
        @if !lines.is_empty() {
            details {
                summary { (fill("rules.lines", &[("count", &lines.len().to_string())])) }
                ul.lines {
                    @for line in lines { li { code { (line.path) ":" (line.line) } " " code { (line.written) } } }
                }
            }
        }
    }
}
