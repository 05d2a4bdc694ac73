//! One's own log-in: a new password, the sessions there are and how to end them, and the password again for orders that want it.

use super::layout::Page;
use crate::problem_page::sentence;
use axum::extract::{Form, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use maud::{Markup, html};
use qrcode::{Color, QrCode};
use serde::Deserialize;
use server::accounts::{self, AccountError, AttemptSource, Enrolment, SecondFactor, SessionsToEnd};
use server::app::App;
use server::guard::end_cookie;
use server::problem::Problem;
use server::signatures::require_recent_password;
use server::texts::{fill, t};
use server::viewer::Viewer;
use std::fmt::Write as _;
use std::sync::Arc;

/// Where it is.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/security", get(show))
        .route("/security/password", post(change_password))
        .route("/security/sessions", post(end_sessions))
        .route("/security/confirm", post(confirm))
        .route("/security/authenticator", post(set_up_authenticator))
        .route("/security/authenticator/off", post(remove_authenticator))
        .route("/api/session", post(confirm_program))
}

#[derive(Debug, Default, Deserialize)]
struct SecurityQuery {
    done: Option<String>,
}

async fn show(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    headers: HeaderMap,
    Query(done): Query<SecurityQuery>,
) -> Result<Markup, Problem> {
    page(&app, &viewer, &headers, done.done.as_deref().map(|_| Ok(t("security.done"))))
}

#[derive(Deserialize)]
struct NewPassword {
    old: String,
    new: String,
    again: String,
}

async fn change_password(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    headers: HeaderMap,
    Form(given): Form<NewPassword>,
) -> Result<Response, Problem> {
    let session = viewer.session.clone().ok_or_else(Problem::unauthenticated)?;
    if given.new != given.again {
        return refused(&app, &viewer, &headers, &Problem::bad_request(t("security.differ")));
    }
    let source = AttemptSource::Session(accounts::token_hash(accounts::token(&headers).unwrap_or_default()));
    let changed = app.user_accounts.on_blocking_thread(move |accounts| {
        accounts.change_password(&session.account, (&given.old, &given.new), &source)
    });
    match changed.await {
        Ok(()) => {
            // Every session has ended, this one too: whoever knows the new password comes in with it.
            let mut response = Redirect::to("/log-in").into_response();
            response.headers_mut().insert(header::SET_COOKIE, end_cookie(&app.settings));
            Ok(response)
        }
        Err(error) => refused(&app, &viewer, &headers, &wrong_secret(error)),
    }
}

#[derive(Deserialize)]
struct EndSessionsForm {
    /// The id of one; none for all others.
    session: Option<String>,
}

async fn end_sessions(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    headers: HeaderMap,
    Form(ends): Form<EndSessionsForm>,
) -> Result<Redirect, Problem> {
    viewer.session.as_ref().ok_or_else(Problem::unauthenticated)?;
    let token = accounts::token(&headers).unwrap_or_default().to_string();
    let ended = app.user_accounts.on_blocking_thread(move |accounts| {
        let which = ends.session.as_deref().map_or(SessionsToEnd::Others, SessionsToEnd::One);
        accounts.end_own(&token, which)
    });
    ended.await?;
    Ok(Redirect::to("/security?done=sessions"))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConfirmPasswordForm {
    secret: String,
}

async fn confirm(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    headers: HeaderMap,
    Form(given): Form<ConfirmPasswordForm>,
) -> Result<Response, Problem> {
    viewer.session.as_ref().ok_or_else(Problem::unauthenticated)?;
    match reauthenticate(&app, &headers, given).await {
        Ok(()) => Ok(Redirect::to("/security?done=confirmed").into_response()),
        Err(problem) => refused(&app, &viewer, &headers, &problem),
    }
}

async fn confirm_program(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    headers: HeaderMap,
    Json(given): Json<ConfirmPasswordForm>,
) -> Result<StatusCode, Problem> {
    viewer.session.as_ref().ok_or_else(Problem::unauthenticated)?;
    reauthenticate(&app, &headers, given).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn reauthenticate(app: &App, headers: &HeaderMap, given: ConfirmPasswordForm) -> Result<(), Problem> {
    let token = accounts::token(headers).unwrap_or_default().to_string();
    let proved = app
        .user_accounts
        .on_blocking_thread(move |accounts| accounts.prove_again(&token, &given.secret))
        .await;
    proved.map_err(wrong_secret)
}

#[derive(Deserialize)]
struct SetUpAuthenticatorForm {
    /// The first code of the new secret; none to be shown a new secret.
    code: Option<String>,
    /// The secret as the first step has sealed it.
    #[serde(default)]
    sealed: String,
}

/// Sets an authenticator up, in two steps: a secret is shown, and counts once a code of it is said. After a wrong one the same
/// secret is shown again: it is in the authenticator already.
async fn set_up_authenticator(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    headers: HeaderMap,
    Form(given): Form<SetUpAuthenticatorForm>,
) -> Result<Response, Problem> {
    viewer.session.as_ref().ok_or_else(Problem::unauthenticated)?;
    let token = accounts::token(&headers).unwrap_or_default().to_string();
    if let Err(problem) = require_recent_password(&app, &viewer) {
        return refused(&app, &viewer, &headers, &problem);
    }
    let Some(code) = given.code else {
        let content = enrolment(&app.user_accounts.begin_factor(&token)?, None);
        return Ok(set_up(&viewer, content).into_response());
    };
    let (own, sealed) = (token.clone(), given.sealed.clone());
    let confirmed = app
        .user_accounts
        .on_blocking_thread(move |accounts| accounts.confirm_factor(&own, &sealed, &code))
        .await;
    match confirmed {
        Ok(codes) => {
            let content = html! {
                h1 { (t("security.factor-done")) }
                p { (t("security.factor-paper")) }
                ul { @for code in &codes { li { code { (code) } } } }
                p { a href="/security" { (t("security.title")) } }
            };
            Ok(set_up(&viewer, content).into_response())
        }
        Err(error @ AccountError::WrongCode) => match app.user_accounts.pending_factor(&token, &given.sealed)
        {
            Ok(again) => {
                let content = enrolment(&again, Some(&error.to_string()));
                Ok((StatusCode::FORBIDDEN, set_up(&viewer, content)).into_response())
            }
            Err(error) => refused(&app, &viewer, &headers, &error.into()),
        },
        Err(error) => refused(&app, &viewer, &headers, &error.into()),
    }
}

#[derive(Deserialize)]
struct RemoveAuthenticatorForm {
    secret: String,
    /// Of the authenticator, or one on paper.
    code: String,
}

/// Takes one's own authenticator off: with the password and a code, so that an unwatched page is not enough.
async fn remove_authenticator(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    headers: HeaderMap,
    Form(given): Form<RemoveAuthenticatorForm>,
) -> Result<Response, Problem> {
    viewer.session.as_ref().ok_or_else(Problem::unauthenticated)?;
    let token = accounts::token(&headers).unwrap_or_default().to_string();
    let removed = app
        .user_accounts
        .on_blocking_thread(move |accounts| accounts.remove_own_factor(&token, &given.secret, &given.code))
        .await;
    match removed {
        Ok(()) => {
            // Every session has ended, this one too.
            let mut response = Redirect::to("/log-in").into_response();
            response.headers_mut().insert(header::SET_COOKIE, end_cookie(&app.settings));
            Ok(response)
        }
        Err(error) => refused(&app, &viewer, &headers, &wrong_secret(error)),
    }
}

fn set_up(viewer: &Viewer, content: Markup) -> Markup {
    let content = html! {
        link rel="stylesheet" href=(crate::assets::path("pit.css"));
        section.panel.log-in { (content) }
    };
    Page { title: t("security.factor"), kind: "pit", ..Page::default() }.render(viewer, content)
}

/// A new secret, and where its first code is typed.
fn enrolment(Enrolment { secret, uri, sealed }: &Enrolment, wrong: Option<&str>) -> Markup {
    html! {
        h1 { (t("security.factor")) }
        p { (t("security.factor-add")) }
        (qr_code(uri))
        p { a href=(uri) { (t("security.factor-open")) } }
        p { (t("security.factor-type")) " " code { (secret) } }
        form method="post" action="/security/authenticator" {
            input type="hidden" name="sealed" value=(sealed);
            label { (t("security.factor-code"))
                input name="code" required autocomplete="one-time-code" inputmode="numeric" maxlength="10"
                    aria-invalid=[wrong.map(|_| "true")] aria-describedby=[wrong.map(|_| "wrong-code")]
                    autofocus[wrong.is_some()];
            }
            @if let Some(wrong) = wrong { p.wrong #wrong-code role="alert" { (sentence(wrong)) } }
            button { (t("security.factor-confirm")) }
        }
    }
}

/// An address as a QR code: black on white whatever the page's colours are, with the quiet edge that readers want.
fn qr_code(uri: &str) -> Markup {
    const EDGE: usize = 4;
    let Ok(code) = QrCode::new(uri) else { return html! {} };
    let width = code.width();
    let mut path = String::new();
    for (row, cells) in code.to_colors().chunks(width).enumerate() {
        for (column, _) in cells.iter().enumerate().filter(|(_, cell)| **cell == Color::Dark) {
            let _ = write!(path, "M{} {}h1v1h-1z", column + EDGE, row + EDGE);
        }
    }
    let whole = width + 2 * EDGE;
    html! {
        p { svg role="img" aria-label=(t("security.factor-qr")) width="240" height="240"
                viewBox=(format!("0 0 {whole} {whole}")) shape-rendering="crispEdges" {
            rect width=(whole) height=(whole) fill="#fff" {}
            path d=(path) fill="#000" {}
        } }
    }
}

/// A wrong password here ends no session: who is logged in is known.
fn wrong_secret(error: AccountError) -> Problem {
    match error {
        AccountError::Wrong => Problem::forbidden(t("security.wrong")),
        AccountError::WrongCode | AccountError::CodeNeeded => {
            Problem::forbidden(AccountError::WrongCode.to_string())
        }
        other => other.into(),
    }
}

fn refused(app: &App, viewer: &Viewer, headers: &HeaderMap, problem: &Problem) -> Result<Response, Problem> {
    let status = StatusCode::from_u16(problem.status).unwrap_or(StatusCode::BAD_REQUEST);
    let page = page(app, viewer, headers, Some(Err(&problem.what)))?;
    Ok((status, page).into_response())
}

fn page(
    app: &App,
    viewer: &Viewer,
    headers: &HeaderMap,
    said: Option<Result<&str, &str>>,
) -> Result<Markup, Problem> {
    let session = viewer.session.as_ref().ok_or_else(Problem::unauthenticated)?;
    let least = accounts::LEAST_LETTERS.to_string();
    let content = html! {
        link rel="stylesheet" href=(crate::assets::path("pit.css"));
        h1 { (t("security.title")) }
        p.lead { (fill("security.about", &[("name", &session.account)])) }
        @match said {
            Some(Ok(done)) => p.notice role="status" { (done) },
            Some(Err(wrong)) => p.wrong role="alert" { (sentence(wrong)) },
            None => {}
        }
        section.panel.log-in {
            h2 { (t("security.password")) }
            p { (fill("security.password-about", &[("least", &least)])) }
            form method="post" action="/security/password" {
                (secret("old", t("security.old"), "current-password"))
                (secret("new", t("security.new"), "new-password"))
                (secret("again", t("security.again"), "new-password"))
                button { (t("security.change")) }
            }
        }
        @if viewer.is_staff() {
            section.panel.log-in {
                h2 { (t("security.confirm")) }
                p { (t("security.confirm-about")) }
                form method="post" action="/security/confirm" {
                    (secret("secret", t("security.old"), "current-password"))
                    button { (t("security.confirm")) }
                }
            }
        }
        @if app.settings.log_in.second_factor != SecondFactor::Off && (viewer.is_staff() || viewer.is_outside()) {
            section.panel.log-in {
                h2 { (t("security.factor")) }
                @if app.user_accounts.has_factor(&session.account) {
                    p { (t("security.factor-is")) }
                    h3 { (t("security.factor-off")) }
                    p { (t("security.factor-off-about")) }
                    form method="post" action="/security/authenticator/off" {
                        (secret("secret", t("security.old"), "current-password"))
                        label { (t("log-in.code"))
                            input name="code" required autocomplete="one-time-code" autocapitalize="none"
                                spellcheck="false" maxlength="40";
                        }
                        button { (t("security.factor-off")) }
                    }
                }
                @else {
                    p { (t("security.factor-about")) }
                    form method="post" action="/security/authenticator" { button { (t("security.factor-begin")) } }
                }
            }
        }
        (sessions(app, headers))
    };
    let page = Page { title: t("security.title"), kind: "pit", ..Page::default() };
    Ok(page.render(viewer, content))
}

fn secret(name: &str, label: &str, kind: &str) -> Markup {
    html! { label { (label) input name=(name) type="password" required autocomplete=(kind); } }
}

fn sessions(app: &App, headers: &HeaderMap) -> Markup {
    let own = app.user_accounts.own_sessions(accounts::token(headers).unwrap_or_default());
    let time = |ms| app.settings.time_zone.time(ms);
    html! {
        section.panel #sessions {
            h2 { (t("security.sessions")) }
            div.scroll { table.data {
                thead { tr {
                    th scope="col" { (t("security.opened")) } th scope="col" { (t("security.used")) }
                    th scope="col" { (t("security.from")) } th scope="col" { (t("security.agent")) } th {}
                } }
                tbody { @for session in &own { tr {
                    td { (time(session.opened_ms)) }
                    td { (time(session.used_ms)) }
                    td { (session.from.as_deref().unwrap_or("-")) }
                    td { (session.agent.as_deref().unwrap_or("-")) }
                    td {
                        @if session.here { (t("security.here")) }
                        @else {
                            form method="post" action="/security/sessions" {
                                input type="hidden" name="session" value=(session.id);
                                button.quiet { (t("security.end")) }
                            }
                        }
                    }
                } } }
            } }
            form method="post" action="/security/sessions" { button { (t("security.end-others")) } }
        }
    }
}

/// What a program sends to say its password again, for the description of the API.
pub fn openapi() -> serde_json::Value {
    let problem = super::log_in::described;
    serde_json::json!({ "post": {
        "operationId": "confirmSession",
        "summary": "Say the password again: for some minutes, staff may then move money by hand and change people",
        "requestBody": { "required": true, "content": { "application/json": {
            "schema": {
                "type": "object", "additionalProperties": false, "required": ["secret"],
                "properties": { "secret": { "type": "string" } }
            },
            "examples": { "demo": { "value": { "secret": "cardroom" } } }
        } } },
        "responses": {
            "204": { "description": "It is noted." },
            "400": problem("The body cannot be understood."),
            "401": problem("Nobody is logged in."),
            "403": problem("The password is wrong, or the request comes from a page of another site."),
            "413": problem("The body is too long."),
            "415": problem("The body is not declared as JSON."),
            "422": problem("Something is missing."),
            "429": problem("Too many tries or requests; Retry-After says how long to wait."),
            "503": problem("Too many people are at the door.")
        }
    } })
}
