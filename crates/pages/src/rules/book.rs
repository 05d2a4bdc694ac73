//! One book: its chapters, games, people and their powers, jackpot, irregularities, readings.

use super::clause::trail;
use super::home::name;
use super::marks::{about, address, cited, linked};
use super::shelf::{BookChapter, Volume};
use super::{MaybeViewer, ok_page, volume, with_status};
use crate::layout::clause;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query};
use axum::http::StatusCode;
use axum::response::Response;
use maud::{Markup, html};
use rulebook::describe::{circumstances, in_words};
use rulebook::{BookText, Rulebook};
use serde::Deserialize;
use server::problem::Problem;
use server::texts::{fill, t};

/// A chapter, where one is asked for.
#[derive(Debug, Default, Deserialize)]
pub(super) struct BookPageQuery {
    chapter: Option<String>,
}

pub(super) async fn show_book(
    looks: MaybeViewer,
    path: Result<Path<String>, PathRejection>,
    asked: Result<Query<BookPageQuery>, QueryRejection>,
) -> Result<Response, Problem> {
    let Path(book) = path.map_err(|_| Problem::bad_request(t("rules.not-understood")))?;
    let Query(asked) = asked.map_err(|_| Problem::bad_request(t("rules.not-understood")))?;
    let volume = volume(&book)?;
    let Some(asked) = asked.chapter else { return Ok(ok_page(looks, &name(volume), overview(volume))) };
    match volume.chapters.iter().position(|chapter| chapter.name == asked) {
        Some(at) => {
            let head = fill("rules.chapter", &[("name", &asked)]);
            let title = fill("rules.clause-title", &[("label", &head), ("book", &name(volume))]);
            Ok(ok_page(looks, &title, chapter(volume, at)))
        }
        None => {
            let content = html! {
                (trail(volume, None))
                h1 { (t("rules.no-chapter")) }
                (outline(volume))
            };
            Ok(with_status(StatusCode::NOT_FOUND, looks, t("rules.no-chapter"), content))
        }
    }
}

fn overview(volume: &Volume) -> Markup {
    let front = &volume.front;
    html! {
        (trail(volume, None))
        h1 { (name(volume)) }
        dl.facts {
            dt { (t("rules.full-title")) } dd { (front.title) }
            dt { (t("rules.operator")) } dd { (front.operator) }
            dt { (t("rules.regulator")) } dd { (front.regulator) }
            dt { (t("rules.approved")) } dd { (front.approved) }
            dt { (t("rules.effective")) } dd { (front.effective) }
        }
        p.quiet { (t("rules.our-words")) }
        nav.contents aria-label=(t("rules.contents")) {
            a href="#chapters" { (t("rules.chapters")) }
            " " a href="#games" { (t("rules.games")) }
            " " a href="#people" { (t("rules.people")) }
            @if volume.is_house_banked() {
                " " a href="#jackpot" { (t("rules.jackpot")) }
                " " a href="#irregularities" { (t("rules.irregularities")) }
            }
            " " a href="#readings" { (t("rules.readings")) }
        }
        (games(volume))
        h2 #chapters { (t("rules.chapters")) }
        (outline(volume))
        (people(volume))
        @if let Some(rules) = volume.house_banked() {
            (jackpot(volume, rules))
            (irregularities(volume, rules))
        }
        (readings(volume))
    }
}

fn games(volume: &Volume) -> Markup {
    html! {
        h2 #games { (t("rules.games")) }
        ul.cards {
            @for game in volume.games() {
                li.panel {
                    h3 { a href={ "/rules/" (volume.id) "/game/" (game.id()) } { (game.name()) } }
                    @if volume.is_house_banked() { p { (t("rules.game-invitation")) } }
                    (cited(volume, game.clause()))
                }
            }
        }
    }
}

fn outline(volume: &Volume) -> Markup {
    html! {
        ol.outline {
            @for chapter in &volume.chapters {
                li {
                    a href={ "/rules/" (volume.id) "?chapter=" (chapter.name) } {
                        (fill("rules.chapter", &[("name", &chapter.name)]))
                    }
                    " " span.quiet { (fill("rules.clause-count", &[("count", &chapter.clauses.len().to_string())])) }
                    " " (gist(volume, chapter))
                }
            }
        }
    }
}

/// What a chapter is about: the games it speaks of, and how it begins.
fn gist(volume: &Volume, chapter: &BookChapter) -> Markup {
    let mut games: Vec<(&str, usize)> = Vec::new();
    for id in &chapter.clauses {
        let game = volume.register.get(*id).game.as_str();
        match games.iter_mut().find(|(known, _)| *known == game) {
            Some((_, count)) => *count += 1,
            None => games.push((game, 1)),
        }
    }
    games.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let first =
        chapter.clauses.first().map(|id| volume.register.get(*id).effect.as_str()).unwrap_or_default();
    html! {
        @for (game, _) in games.iter().take(3) { span.tag { (about(volume, game)) } " " }
        br;
        span { (first) }
    }
}

fn chapter(volume: &Volume, at: usize) -> Markup {
    let chapter = &volume.chapters[at];
    let link = |other: &BookChapter, rel: &str, text: String| {
        html! { a rel=(rel) href={ "/rules/" (volume.id) "?chapter=" (other.name) } { (text) } }
    };
    html! {
        (trail(volume, None))
        h1 { (fill("rules.chapter", &[("name", &chapter.name)])) }
        dl.clauses {
            @for id in &chapter.clauses {
                @let row = volume.register.get(*id);
                dt { (clause(volume.id, &row.label)) }
                dd {
                    (row.effect)
                    @if volume.readings_on(&row.label).next().is_some() {
                        " " span.tag { (t("rules.kind-reading")) }
                    }
                }
            }
        }
        nav.neighbours aria-label=(t("rules.neighbours")) {
            @if let Some(before) = at.checked_sub(1).and_then(|at| volume.chapters.get(at)) {
                (link(before, "prev", format!("← {}", fill("rules.chapter", &[("name", &before.name)]))))
            }
            " "
            @if let Some(after) = volume.chapters.get(at + 1) {
                (link(after, "next", format!("{} →", fill("rules.chapter", &[("name", &after.name)]))))
            }
        }
    }
}

/// The ladder, highest first, and what needs which rung.
fn people(rules: &BookText) -> Markup {
    let ladder = &rules.ladder;
    let of = |rung: usize| ladder.powers.iter().filter(move |power| usize::from(power.least.value.0) == rung);
    html! {
        h2 #people { (t("rules.people")) }
        p { (t("rules.people-lead")) }
        div.wide tabindex="0" role="region" aria-label=(t("rules.people")) {
            table {
                thead { tr { th scope="col" { (t("rules.role")) } th scope="col" { (t("rules.may")) } } }
                tbody {
                    @for (rung, role) in ladder.roles.iter().enumerate().rev() {
                        tr {
                            th scope="row" { (role.name) " " (cited(rules, role.clause)) }
                            td {
                                ul.points {
                                    @for power in of(rung) {
                                        li {
                                            (in_words(power.act)) " " (cited(rules, power.least.cite))
                                            @for place in &power.outside {
                                                @if let Some(other) = ladder.outside.get(usize::from(*place)) {
                                                    " " span.quiet { (fill("rules.too", &[("name", &other.name)])) }
                                                }
                                            }
                                            @if power.silent { " " span.quiet { (t("rules.silent")) } }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
        @if !ladder.outside.is_empty() {
            p {
                (t("rules.outside")) " "
                @for role in &ladder.outside { (role.name) " " (cited(rules, role.clause)) " " }
            }
        }
    }
}

/// What the book says of its jackpot, and the prizes.
fn jackpot(volume: &Volume, rules: &Rulebook) -> Markup {
    html! {
        h2 #jackpot { (t("rules.jackpot")) }
        @if let Some((_, topics)) = volume.topics.first() {
            dl.points {
                @for topic in topics.iter().filter(|topic| topic.section == "Jackpot") {
                    dt { (topic.topic) }
                    dd { (topic.point.is) " " (cited(rules, topic.point.cite)) }
                }
            }
        }
    }
}

fn irregularities(volume: &Volume, rules: &Rulebook) -> Markup {
    html! {
        h2 #irregularities { (t("rules.irregularities")) }
        p { (t("rules.irregularities-lead")) }
        div.wide tabindex="0" role="region" aria-label=(t("rules.irregularities")) {
            table {
                thead {
                    tr {
                        th scope="col" { (t("rules.what-happened")) }
                        th scope="col" { (t("rules.ruling")) }
                        th scope="col" { (t("rules.who-rules")) }
                        th scope="col" { (t("rules.clause")) }
                    }
                }
                tbody {
                    @for row in &rules.irregularities {
                        tr {
                            th scope="row" {
                                (in_words(row.what)) (circumstances(&row.when))
                                @for game in &row.games { " " span.tag { (about(volume, game)) } }
                            }
                            td {
                                (in_words(row.ruling))
                                @for duty in &row.duty { "; " (in_words(duty.is)) }
                            }
                            td { (rules.ladder.name(row.least)) }
                            td { (cited(rules, row.clause)) }
                        }
                    }
                }
            }
        }
    }
}

fn readings(volume: &Volume) -> Markup {
    html! {
        h2 #readings { (t("rules.readings")) }
        p { (t("rules.reading-lead")) }
        dl.clauses {
            @for reading in volume.readings() {
                dt #(reading.name) { a href=(address(volume.id, &reading.name)) { (reading.name) } }
                dd { (reading.question) br; strong { (t("rules.taken")) ": " } (linked(volume, &reading.taken)) }
            }
        }
    }
}
