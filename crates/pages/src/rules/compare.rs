//! `/rules/compare`: two books side by side on a game, differences first.

use super::game::no_game;
use super::home::name;
use super::marks::cited;
use super::shelf::{Volume, rules_library};
use super::{MaybeViewer, ok_page, volume};
use axum::extract::Query;
use axum::extract::rejection::QueryRejection;
use axum::response::Response;
use maud::{Markup, html};
use rulebook::describe::Point;
use rulebook::{BookGame, Comparison, compare, shared_games};
use serde::Deserialize;
use server::problem::Problem;
use server::texts::{fill, t};

/// Which books, and which game of theirs.
#[derive(Debug, Default, Deserialize)]
pub(super) struct CompareQuery {
    #[serde(default)]
    a: String,
    #[serde(default)]
    b: String,
    #[serde(default)]
    game: String,
}

/// A book with its data and the game looked at.
#[derive(Clone, Copy)]
struct ComparedGame<'b> {
    volume: &'b Volume,
    game: BookGame<'b>,
}

pub(super) async fn page(
    looks: MaybeViewer,
    pair: Result<Query<CompareQuery>, QueryRejection>,
) -> Result<Response, Problem> {
    let Query(pair) = pair.map_err(|_| Problem::bad_request(t("rules.not-understood")))?;
    if pair.a.is_empty() || pair.b.is_empty() {
        let content = html! { h1 { (t("rules.compare")) } p { (t("rules.compare-lead")) } (chooser(None)) };
        return Ok(ok_page(looks, t("rules.compare"), content));
    }
    let (one, other) = sides(&pair)?;
    let found = compare(one.game, other.game);
    let content = html! {
        h1 { (t("rules.compare")) }
        (chooser(Some((one, other))))
        p role="status" {
            (fill("rules.compare-counts", &[
                ("differ", &found.differ.len().to_string()),
                ("same", &found.same.len().to_string()),
            ]))
        }
        (differences(one, other, &found))
        @if !found.same.is_empty() { (agreements(one, other, &found)) }
    };
    Ok(ok_page(looks, t("rules.compare"), content))
}

/// The two books and the game: the one asked for, or the first that both have, or each book's first.
fn sides(pair: &CompareQuery) -> Result<(ComparedGame<'static>, ComparedGame<'static>), Problem> {
    let (one, other) = (volume(&pair.a)?, volume(&pair.b)?);
    if one.is_house_banked() != other.is_house_banked() {
        return Err(Problem::not_found(t("rules.compare-unlike")).next(t("rules.compare-alike")));
    }
    let shared = shared_games(one, other);
    let asked = if pair.game.is_empty() { shared.first().copied() } else { Some(pair.game.as_str()) };
    let side = |volume: &'static Volume| {
        let game = match asked {
            Some(game) => volume.game(game),
            None => volume.games().next(),
        };
        let game = game.ok_or_else(|| no_game(volume))?;
        Ok::<_, Problem>(ComparedGame { volume, game })
    };
    Ok((side(one)?, side(other)?))
}

fn chooser(now: Option<(ComparedGame<'_>, ComparedGame<'_>)>) -> Markup {
    let first = now.map(|(one, _)| one.volume.id);
    let second = now.map(|(_, other)| other.volume.id);
    let shared = now.map(|(one, other)| shared_games(one.volume, other.volume)).unwrap_or_default();
    let fields = [("a", t("rules.first-book"), first), ("b", t("rules.second-book"), second)];
    html! {
        form.search action="/rules/compare" method="get" {
            @for (field, label, chosen) in fields {
                div.field {
                    label for=(field) { (label) }
                    select id=(field) name=(field) {
                        @for volume in &rules_library().volumes {
                            option value=(volume.id) selected[chosen == Some(volume.id)] { (name(volume)) }
                        }
                    }
                }
            }
            @if let (Some((one, _)), true) = (now, shared.len() > 1) {
                div.field {
                    label for="game" { (t("rules.game")) }
                    select #game name="game" {
                        @for game in &shared {
                            option value=(game) selected[one.game.id() == *game] {
                                (one.volume.game(game).map_or(*game, BookGame::name))
                            }
                        }
                    }
                }
            }
            button { (t("rules.compare-them")) }
        }
    }
}

fn differences(one: ComparedGame<'_>, other: ComparedGame<'_>, found: &Comparison) -> Markup {
    let mut sections: Vec<&str> = found.differ.iter().map(|row| row.section.as_str()).collect();
    sections.dedup();
    html! {
        h2 { (t("rules.differ")) }
        @if found.differ.is_empty() { p { (t("rules.differ-none")) } }
        @for section in sections {
            h3 { (section) }
            (rows(one, other, section, found.differ.iter()
                .filter(|row| row.section == section)
                .map(|row| (row.topic.as_str(), row.first.as_ref(), row.second.as_ref()))))
        }
    }
}

fn agreements(one: ComparedGame<'_>, other: ComparedGame<'_>, found: &Comparison) -> Markup {
    let mut sections: Vec<&str> = Vec::new();
    for row in &found.same {
        if !sections.contains(&row.section.as_str()) {
            sections.push(&row.section);
        }
    }
    html! {
        h2 { (t("rules.same")) }
        details {
            summary { (fill("rules.same-count", &[("count", &found.same.len().to_string())])) }
            @for section in sections {
                h3 { (section) }
                (rows(one, other, section, found.same.iter()
                    .filter(|row| row.section == section)
                    .map(|row| (row.topic.as_str(), Some(&row.first), Some(&row.second)))))
            }
        }
    }
}

fn rows<'r>(
    one: ComparedGame<'_>,
    other: ComparedGame<'_>,
    section: &str,
    rows: impl Iterator<Item = (&'r str, Option<&'r Point>, Option<&'r Point>)>,
) -> Markup {
    html! {
        div.wide tabindex="0" role="region" aria-label=(section) {
            table.compare {
                thead {
                    tr {
                        th scope="col" { (t("rules.topic")) }
                        th scope="col" { (name(one.volume)) ": " (one.game.name()) }
                        th scope="col" { (name(other.volume)) ": " (other.game.name()) }
                    }
                }
                tbody {
                    @for (topic, first, second) in rows {
                        tr {
                            th scope="row" { (topic) }
                            td { (side(one.volume, first)) }
                            td { (side(other.volume, second)) }
                        }
                    }
                }
            }
        }
    }
}

fn side(volume: &Volume, point: Option<&Point>) -> Markup {
    html! {
        @match point {
            Some(point) => { (point.is) " " (cited(volume, point.cite)) },
            None => span.quiet { (t("rules.says-nothing")) },
        }
    }
}
