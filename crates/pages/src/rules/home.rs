//! `/rules`: the books, and one search box over all of them.

use super::find::{LONGEST, SearchEntry, Tag, index, is_too_long};
use super::marks::{address, highlighted, tag};
use super::shelf::{Volume, rules_library};
use super::{MaybeViewer, ok_page, with_status};
use crate::layout::encode;
use axum::extract::Query;
use axum::extract::rejection::QueryRejection;
use axum::http::StatusCode;
use axum::response::Response;
use maud::{Markup, html};
use serde::Deserialize;
use server::problem::Problem;
use server::texts::{fill, t};

/// A question as a form sends it.
#[derive(Debug, Default, Deserialize)]
pub(super) struct RulesSearchQuery {
    #[serde(default)]
    pub(super) q: String,
    #[serde(default)]
    book: String,
    #[serde(default)]
    kind: String,
    #[serde(default)]
    page: String,
}

/// How many answers a page has.
pub(super) const MOST: usize = 40;
/// The last page that can be asked for.
pub(super) const LAST: usize = 1_000;

impl RulesSearchQuery {
    /// The filters: a book that there is, a kind that there is.
    pub(super) fn filters(&self) -> Result<(Option<&'static str>, Option<Tag>), Problem> {
        let book = match self.book.as_str() {
            "" => None,
            id => Some(super::volume(id)?.id),
        };
        let kind = match self.kind.as_str() {
            "" => None,
            word => Some(Tag::named(word).ok_or_else(|| Problem::bad_request(t("rules.no-kind")))?),
        };
        Ok((book, kind))
    }

    /// The page asked for, from 1; none where that is no number of a page.
    pub(super) fn page(&self) -> Option<usize> {
        match self.page.as_str() {
            "" => Some(1),
            page => page.parse().ok().filter(|page| (1..=LAST).contains(page)),
        }
    }

    fn at_page(&self, page: usize) -> String {
        let RulesSearchQuery { q, book, kind, .. } = self;
        format!("/rules?q={}&book={}&kind={}&page={page}", encode(q), encode(book), encode(kind))
    }
}

pub(super) async fn show_rules(
    looks: MaybeViewer,
    question: Result<Query<RulesSearchQuery>, QueryRejection>,
) -> Result<Response, Problem> {
    let Query(question) = question.map_err(|_| Problem::bad_request(t("rules.not-understood")))?;
    if is_too_long(&question.q) {
        let content =
            html! { (top(&RulesSearchQuery::default())) p role="status" { (t("rules.too-long")) } (books()) };
        return Ok(with_status(StatusCode::BAD_REQUEST, looks, t("rules.title"), content));
    }
    let (book, kind) = question.filters()?;
    let content = html! {
        (top(&question))
        @if question.q.trim().is_empty() { (books()) } @else {
            (answers(&question, &index().find(&question.q, book, kind)))
        }
    };
    Ok(ok_page(looks, t("rules.title"), content))
}

fn top(question: &RulesSearchQuery) -> Markup {
    html! {
        h1 { (t("rules.title")) }
        p.lead { (t("rules.lead")) }
        (search(question))
    }
}

/// The search box with its filters: a plain form.
fn search(question: &RulesSearchQuery) -> Markup {
    html! {
        form.search action="/rules" method="get" role="search" {
            div.field {
                label for="q" { (t("rules.search")) }
                input #q type="search" name="q" value=(question.q) maxlength=(LONGEST)
                    placeholder=(t("rules.search-hint")) autocomplete="off" spellcheck="false";
            }
            div.field {
                label for="book" { (t("rules.book")) }
                select #book name="book" {
                    option value="" { (t("rules.all-books")) }
                    @for volume in &rules_library().volumes {
                        option value=(volume.id) selected[question.book == volume.id] { (name(volume)) }
                    }
                }
            }
            div.field {
                label for="kind" { (t("rules.kind")) }
                select #kind name="kind" {
                    option value="" { (t("rules.all-kinds")) }
                    @for kind in Tag::ALL {
                        option value=(kind.word()) selected[question.kind == kind.word()] { (tag(kind)) }
                    }
                }
            }
            button { (t("rules.find")) }
        }
    }
}

/// A book's name for people: title, operator, version.
pub(super) fn name(volume: &Volume) -> String {
    let front = &volume.front;
    // The games of a title in brackets are told elsewhere.
    let title = front.title.split(" (").next().unwrap_or(&front.title);
    fill("rules.book-name", &[("title", title), ("operator", &front.operator), ("version", &front.version)])
}

fn answers(question: &RulesSearchQuery, found: &[&SearchEntry]) -> Markup {
    let pages = found.len().div_ceil(MOST).max(1);
    let page = question.page().unwrap_or(1).min(pages);
    let here = found.iter().skip((page - 1) * MOST).take(MOST);
    html! {
        h2 { (t("rules.answers")) }
        p role="status" {
            @match found.len() {
                0 => (fill("rules.nothing", &[("query", &question.q)])),
                1 => (t("rules.found-one")),
                count => (fill("rules.found", &[("count", &count.to_string())])),
            }
        }
        @if found.is_empty() { p { (t("rules.nothing-next")) } (books()) }
        @if !found.is_empty() {
            ol.found start=((page - 1) * MOST + 1) {
                @for entry in here { li { (answer(entry, &question.q)) } }
            }
        }
        @if pages > 1 {
            nav.pages aria-label=(t("rules.pages")) {
                @if page > 1 { a rel="prev" href=(question.at_page(page - 1)) { (t("rules.earlier")) } " " }
                span { (fill("rules.page-of", &[("page", &page.to_string()), ("pages", &pages.to_string())])) }
                @if page < pages { " " a rel="next" href=(question.at_page(page + 1)) { (t("rules.later")) } }
            }
        }
    }
}

fn answer(entry: &SearchEntry, question: &str) -> Markup {
    html! {
        p.where {
            a href=(address(entry.volume.id, entry.label)) { strong { (highlighted(entry.label, question)) } }
            " " span.tag { (tag(entry.tag)) }
            " " span.quiet { (name(entry.volume)) }
        }
        p { (highlighted(&entry.text, question)) }
    }
}

fn books() -> Markup {
    html! {
        h2 { (t("rules.books")) }
        ul.cards {
            @for volume in &rules_library().volumes { li.panel { (book(volume)) } }
        }
        (pairs())
    }
}

fn book(volume: &Volume) -> Markup {
    let count = |number: usize| number.to_string();
    html! {
        h3 { a href={ "/rules/" (volume.id) } { (name(volume)) } }
        p.quiet { (volume.front.regulator) }
        p {
            (fill("rules.book-counts", &[
                ("clauses", &count(volume.register.len())),
                ("readings", &count(volume.readings().count())),
            ]))
        }
        ul.games {
            @for game in volume.games() {
                li { a href={ "/rules/" (volume.id) "/game/" (game.id()) } { (game.name()) } }
            }
        }
    }
}

/// The comparisons that make sense first: books that share a game.
fn pairs() -> Markup {
    let fields = [("a", t("rules.first-book")), ("b", t("rules.second-book"))];
    html! {
        h2 { (t("rules.compare")) }
        p { (t("rules.compare-lead")) }
        form.search action="/rules/compare" method="get" {
            @for (at, (field, label)) in fields.into_iter().enumerate() {
                div.field {
                    label for=(field) { (label) }
                    select id=(field) name=(field) {
                        @for (place, volume) in rules_library().volumes.iter().enumerate() {
                            option value=(volume.id) selected[place == at] { (name(volume)) }
                        }
                    }
                }
            }
            button { (t("rules.compare-them")) }
        }
    }
}
