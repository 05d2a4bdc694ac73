//! A patron's own file with each operator: what the account holds, where they play, limits, self-exclusion.

use super::layout::{Page, clause, encode};
use super::parts;
use super::pit::dispatch_form;
use super::pit::form::{CommandForm, FormFields, FormOutcome, FormPermission};
use super::pit::{limits, standing};
use axum::Router;
use axum::extract::{Form as Sent, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use engine::{Moment, PatronId};
use house::{PatronCommand, PatronFile};
use maud::{Markup, html};
use money::Money;
use rulebook::Rulebook;
use serde::Deserialize;
use serde_json::{Value, json};
use server::app::App;
use server::house_orders::{books, has_file, run_blocking};
use server::problem::Problem;
use server::texts::{fill, t};
use server::viewer::Viewer;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Where it is.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/account", get(show_account).post(submit_account_form))
}

#[derive(Clone, Debug, Default, Deserialize)]
struct AccountQuery {
    done: Option<String>,
}

/// A patron's own number.
fn own(viewer: &Viewer) -> Result<PatronId, Problem> {
    viewer.require_person()?;
    viewer
        .patron()
        .ok_or_else(|| Problem::forbidden("only patrons have an account").next("log in as a player"))
}

async fn show_account(
    State(app): State<Arc<App>>,
    Query(asked): Query<AccountQuery>,
    viewer: Viewer,
) -> Result<Markup, Problem> {
    let said =
        asked.done.map(|form| FormOutcome { form, message: None, problem: None, fields: FormFields::new() });
    run_blocking(move || render(&app, &viewer, said.as_ref())).await
}

async fn submit_account_form(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    Sent(mut fields): Sent<FormFields>,
) -> Result<Response, Problem> {
    own(&viewer)?;
    let form = fields.get("form").cloned().unwrap_or_default();
    let to = fields.get("to").map(String::as_str).unwrap_or_default();
    let speaks_to_own = match to.split('/').collect::<Vec<_>>()[..] {
        ["patron", book, number] => {
            viewer.at(book).patron().map(|own| own.to_string()).as_deref() == Some(number)
        }
        _ => false,
    };
    // Keeping oneself out is not undone by a click: it is meant, or it is not done.
    let excludes = fields.get("command").is_some_and(|command| command.contains("\"exclude\""));
    let meant = fields.remove("sure").is_some();
    let answer = if !speaks_to_own {
        Err(Problem::forbidden("this is another patron's file"))
    } else if excludes && !meant {
        Err(Problem::bad_request(t("account.not-sure")).next(t("account.tick-it")))
    } else {
        dispatch_form(&app, &viewer, &fields).await
    };
    let Err(problem) = answer else {
        return Ok(Redirect::to(&format!("/account?done={0}#{0}", encode(&form))).into_response());
    };
    if problem.elsewhere.is_some() {
        return Err(problem);
    }
    let status = StatusCode::from_u16(problem.status).unwrap_or(StatusCode::CONFLICT);
    let said = FormOutcome { form, message: None, problem: Some(problem), fields };
    let page = run_blocking(move || render(&app, &viewer, Some(&said))).await?;
    Ok((status, page).into_response())
}

fn render(app: &App, viewer: &Viewer, said: Option<&FormOutcome>) -> Result<Markup, Problem> {
    own(viewer)?;
    let mut files = Vec::new();
    let mut shown = BTreeSet::new();
    for book in books() {
        let known = viewer.at(&book.front.id);
        let Some(number) = known.patron() else { continue };
        if !has_file(app, book, number)? {
            continue;
        }
        let desk = app.floor.patron(&book.front.id, number);
        let desk = desk.map_err(|error| Problem::from_floor(&error, &book.front.id))?;
        // One for all books of an operator; two only where old files are not linked yet.
        if !shown.insert(desk.stream().clone()) {
            continue;
        }
        let own = AccountSection { app, viewer: &known, book, number, seen: desk.version(), said };
        files.push(own.file(&desk.with_state(Clone::clone), desk.now())?);
    }
    let content = html! {
        link rel="stylesheet" href=(crate::assets::path("pit.css"));
        h1 { (t("account.title")) }
        p.lead { (t("account.about")) }
        @if files.is_empty() { p.empty { (t("account.none")) } }
        @for file in &files { (file) }
        (log_ins(app, viewer))
    };
    let page = Page { title: t("account.title"), kind: "pit", live: None, scripts: &["pit.js"], wall: false };
    Ok(page.render(viewer, content))
}

/// The log-ins that speak for this patron, and who has done what to them: what the staff open for somebody, they read here.
fn log_ins(app: &App, viewer: &Viewer) -> Markup {
    let Some(session) = &viewer.session else { return html! {} };
    let operators = floor::operators().unwrap_or_default();
    let slugs: Vec<&str> = operators.iter().map(|operator| operator.slug.as_str()).collect();
    let own = app.user_accounts.log_ins_of(session, &slugs);
    let time = |ms| app.settings.time_zone.time(ms);
    html! {
        section.panel #log-ins {
            h2 { (t("account.log-ins")) }
            p { (t("account.log-ins-about")) " " a href="/security" { (t("account.security")) } }
            p { a href="/account/data" { (t("account.data")) } }
            ul.plain {
                @for (listed, changes) in &own { li {
                    b { (listed.name) }
                    @if listed.closed { " " (parts::badge("closed", t("account.log-in-closed"))) }
                    ul { @for change in changes.iter().rev() {
                        li { (time(change.clock_ms)) ": " (change.what) " · " span.soft { (change.by) } }
                    } }
                } }
            }
        }
    }
}

/// A patron at their own file.
struct AccountSection<'o> {
    app: &'o App,
    viewer: &'o Viewer,
    book: &'static Rulebook,
    number: PatronId,
    seen: u64,
    said: Option<&'o FormOutcome>,
}

impl AccountSection<'_> {
    fn form(&self, key: &str, command: Value, what: &PatronCommand) -> CommandForm<'_> {
        let id = &self.book.front.id;
        let judged = self.viewer.by().map(|by| self.app.floor.judge_patron((id, self.number), by, what));
        let verdict = match judged {
            Ok(Ok(judged)) => FormPermission::of(self.book, judged),
            _ => FormPermission::Allowed,
        };
        let (to, key) = (format!("patron/{id}/{}", self.number), format!("{key}-{id}"));
        CommandForm { key, to, command, seen: self.seen, verdict, book: id, said: self.said }
    }

    fn file(&self, file: &PatronFile, now: Moment) -> Result<Markup, Problem> {
        let rules = &self.book.house.patrons;
        let id = &self.book.front.id;
        let mark = |cite| clause(id, self.book.label(cite));
        let withdraw = PatronCommand::Withdraw { amount: Money::from_cents(1) };
        let withdraw = self.form("withdraw", json!({ "do": "withdraw" }), &withdraw);
        let lost =
            self.form("card-lost", json!({ "do": "report-card-lost" }), &PatronCommand::ReportCardLost);
        Ok(html! {
            section.panel {
                h2 { (self.book.front.operator) }
                p.soft { (self.games()) " · " (fill("account.number", &[("number", &self.number.to_string())])) }
                (standing(self.book, file))
                p.soft { (t("account.pay-in")) " " (mark(rules.deposit_limit)) }
                (withdraw.show(t("account.withdraw"), withdraw.money("amount", t("account.amount"), true)))
                @if file.card().is_some() { (lost.show(t("account.card-lost"), html! {})) }
                h3 { (t("account.today")) " " (mark(rules.play)) }
                (self.history()?)
                h3 { (t("account.limits")) " " (mark(rules.loss_limit)) }
                (limits((self.book, file, now), &|key, said, what| self.form(key, said, &what)))
                h3 { (t("account.exclusion")) " " (mark(rules.exclusion)) }
                (self.exclusion(file))
            }
        })
    }

    /// What the file is for: the titles of the operator's books.
    fn games(&self) -> String {
        let operator = floor::operator(&self.book.front.id).ok().flatten();
        let own = [self.book];
        let books = operator.map_or(&own[..], |operator| &operator.books);
        books.iter().map(|book| book.front.title.as_str()).collect::<Vec<_>>().join(", ")
    }

    fn exclusion(&self, file: &PatronFile) -> Markup {
        let operator = [("operator", self.book.front.operator.as_str())];
        if let Some(exclusion) = file.exclusion {
            let text = if exclusion.own {
                fill("account.excluded-own", &operator)
            } else {
                fill("account.excluded", &operator)
            };
            return html! { p { (text) } };
        }
        let form = self.form("exclude", json!({ "do": "exclude" }), &PatronCommand::Exclude { until: None });
        html! {
            p { (fill("account.exclude-about", &operator)) }
            (form.show(t("account.exclude"), html! {
                (form.day("until", t("account.until"), false))
                (form.tick("sure", t("account.sure")))
            }))
        }
    }

    /// The last rounds at the table where they play.
    fn history(&self) -> Result<Markup, Problem> {
        let id = &self.book.front.id;
        let operator = floor::operator(id).ok().flatten();
        let reaches = |book: &str| operator.map_or(book == id, |operator| operator.has(book));
        let mut rounds = Vec::new();
        for follower in self.app.tables().iter().filter(|table| reaches(&table.name.book)) {
            let tale = follower.feed();
            for past in &tale.history {
                let Some(seat) = past.patrons.iter().position(|patron| *patron == Some(self.number)) else {
                    continue;
                };
                let net: Money = past
                    .outcomes
                    .iter()
                    .filter(|outcome| outcome.settled.seat == seat)
                    .map(|outcome| outcome.settled.net())
                    .sum();
                rounds.push((follower.name.number, past.number, net));
            }
        }
        Ok(html! {
            @if rounds.is_empty() { p.soft { (t("account.no-rounds")) } }
            @else { div.scroll { table.data {
                thead { tr { th scope="col" { (t("account.table")) } th scope="col" { (t("account.round")) } th.number scope="col" { (t("account.result")) } } }
                tbody {
                    @for (table, round, net) in &rounds {
                        tr {
                            td { a href={ "/tables/" (table) } { (table) } }
                            td { a href={ "/tables/" (table) "/rounds/" (round) } { (round) } }
                            td.number { (parts::signed(*net)) }
                        }
                    }
                }
            } } }
        })
    }
}
