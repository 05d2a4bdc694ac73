//! Coming in and going out, for people and for programs.

use crate::layout::Page;
use crate::problem_page::sentence;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Extension, Form, Json, Router};
use house::Person;
use maud::{Markup, html};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use server::accounts::{self, AccountError, LogInAttempt, LoggedIn, Session};
use server::app::App;
use server::guard::{ClientAddr, device_cookie, end_cookie, later, session_cookie};
use server::metrics::RejectReason;
use server::problem::Problem;
use server::texts::t;
use server::viewer::Viewer;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

/// Where it is found.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/log-in", get(show).post(log_in))
        .route("/log-out", post(log_out))
        .route("/api/log-in", post(issue_token))
        .route("/api/log-out", post(revoke_token))
        .route("/api/session", get(session))
}

#[derive(Debug, Default, Deserialize)]
struct LogInQuery {
    next: Option<String>,
}

#[derive(Deserialize)]
struct LogInForm {
    name: String,
    secret: String,
    next: Option<String>,
    /// Of an authenticator, or one on paper.
    code: Option<String>,
}

async fn show(State(app): State<Arc<App>>, viewer: Viewer, Query(next): Query<LogInQuery>) -> Markup {
    page(&app, &viewer, "", local(next.next.as_deref()), None)
}

async fn log_in(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    from: Option<Extension<ClientAddr>>,
    headers: HeaderMap,
    Form(given): Form<LogInForm>,
) -> Response {
    let next = local(given.next.as_deref()).to_string();
    match start_session(&app, from, &headers, (&given, true)).await {
        Ok(LoggedIn { token, session, device }) => {
            let mut response = Redirect::to(&next).into_response();
            let device = device.and_then(|device| device_cookie(&session.account, &device, &app.settings));
            for cookie in session_cookie(&token, &app.settings).into_iter().chain(device) {
                response.headers_mut().append(header::SET_COOKIE, cookie);
            }
            response
        }
        Err(
            error @ (AccountError::Wrong
            | AccountError::CodeNeeded
            | AccountError::WrongCode
            | AccountError::Locked { .. }
            | AccountError::TooMany { .. }),
        ) => {
            let again = page(&app, &viewer, &given.name, &next, Some(&error));
            let wait = error.wait();
            let status = Problem::from(error).status;
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::UNAUTHORIZED);
            let mut response = (status, again).into_response();
            if let Some(seconds) = wait {
                response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
            }
            response
        }
        Err(error) => refused(error),
    }
}

async fn log_out(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Response, Problem> {
    end_session(&app, &headers).await?;
    let mut response = Redirect::to("/").into_response();
    response.headers_mut().insert(header::SET_COOKIE, end_cookie(&app.settings));
    Ok(response)
}

/// What a program is told of its session.
#[derive(Serialize)]
struct SessionReply {
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
    account: String,
    kind: &'static str,
    number: u32,
    shown: String,
}

impl SessionReply {
    fn of(session: Session, token: Option<String>) -> SessionReply {
        let (kind, number) = match session.person {
            Person::Staff(number) => ("staff", number.0),
            Person::Patron(number) => ("patron", number.0),
            Person::Outside(number) => ("outside", number.0),
            Person::System => ("system", 0),
        };
        SessionReply { token, account: session.account, kind, number, shown: session.shown }
    }
}

async fn issue_token(
    State(app): State<Arc<App>>,
    from: Option<Extension<ClientAddr>>,
    headers: HeaderMap,
    Json(given): Json<LogInForm>,
) -> Response {
    match start_session(&app, from, &headers, (&given, false)).await {
        Ok(LoggedIn { token, session, .. }) => Json(SessionReply::of(session, Some(token))).into_response(),
        Err(error) => refused(error),
    }
}

async fn revoke_token(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<StatusCode, Problem> {
    end_session(&app, &headers).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn session(viewer: Viewer) -> Result<Json<SessionReply>, Problem> {
    let session = viewer.session.ok_or_else(Problem::unauthenticated)?;
    Ok(Json(SessionReply::of(session, None)))
}

/// A new session; one that the browser had before ends. A browser is known from then on, a program holds no cookies.
async fn start_session(
    app: &App,
    from: Option<Extension<ClientAddr>>,
    headers: &HeaderMap,
    (given, remembers): (&LogInForm, bool),
) -> Result<LoggedIn, AccountError> {
    let from = from.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |Extension(ClientAddr(from))| from);
    let (name, secret, code) = (given.name.clone(), given.secret.clone(), given.code.clone());
    let before = accounts::token(headers).map(ToString::to_string);
    let device = accounts::device(headers, &name).map(ToString::to_string);
    let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).map(str::to_string);
    let entered = app.user_accounts.on_blocking_thread(move |accounts| {
        let (device, agent) = (device.as_deref(), agent.as_deref());
        let visit = LogInAttempt { address: from, device, agent, remembers, code: code.as_deref() };
        let entered = accounts.log_in_with(&name, &secret, &visit)?;
        if let Some(before) = before {
            accounts.log_out(&before)?;
        }
        Ok(entered)
    });
    let entered = entered.await;
    if matches!(
        entered,
        Err(AccountError::Wrong | AccountError::Locked { .. } | AccountError::TooMany { .. })
    ) {
        app.metrics.refused(RejectReason::Password);
    }
    entered
}

async fn end_session(app: &App, headers: &HeaderMap) -> Result<(), Problem> {
    let Some(token) = accounts::token(headers).map(ToString::to_string) else { return Ok(()) };
    Ok(app.user_accounts.on_blocking_thread(move |accounts| accounts.log_out(&token)).await?)
}

fn refused(error: AccountError) -> Response {
    match error.wait() {
        Some(seconds) => later(error.into(), seconds),
        None => Problem::from(error).into_response(),
    }
}

/// Where to go afterwards: a path of this site, or the lobby. Browsers take "//" and "/\" for another site.
fn local(next: Option<&str>) -> &str {
    let fits = |path: &&str| {
        path.starts_with('/')
            && !path.starts_with("//")
            && path.len() <= 500
            && path.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\')
    };
    next.filter(fits).unwrap_or("/")
}

fn page(app: &App, viewer: &Viewer, name: &str, next: &str, error: Option<&AccountError>) -> Markup {
    let content = html! {
        section.log-in {
            h1 { (t("log-in.title")) }
            @if let Some(error) = error { p.wrong role="alert" { (sentence(&error.to_string())) } }
            form method="post" action="/log-in" {
                input type="hidden" name="next" value=(next);
                label { (t("log-in.name"))
                    input name="name" value=(name) required autocomplete="username" autocapitalize="none"
                        spellcheck="false" maxlength="64" autofocus[error.is_none()];
                }
                label { (t("log-in.secret"))
                    input name="secret" type="password" required autocomplete="current-password"
                        autofocus[error.is_some()];
                }
                @if matches!(error, Some(AccountError::CodeNeeded | AccountError::WrongCode)) {
                    label { (t("log-in.code"))
                        // Codes on paper are letters and digits: no keypad of digits alone.
                        input name="code" required autocomplete="one-time-code" autocapitalize="none"
                            spellcheck="false" maxlength="40";
                    }
                }
                button { (t("log-in.enter")) }
            }
        }
        @if !app.demo.is_empty() {
            section.log-ins {
                h2 { (t("log-in.demo")) }
                p { (t("log-in.demo-about")) }
                ul {
                    @for log_in in &app.demo {
                        li {
                            form method="post" action="/log-in" {
                                input type="hidden" name="next" value=(next);
                                input type="hidden" name="name" value=(log_in.name);
                                input type="hidden" name="secret" value=(log_in.secret);
                                button.quiet { b { (log_in.shown) } " " span { (log_in.what) } }
                            }
                        }
                    }
                }
            }
        }
    };
    Page { title: t("log-in.title"), kind: "log-in", ..Page::default() }.render(viewer, content)
}

/// A refusal, for the description of the API.
pub(super) fn described(what: &str) -> Value {
    json!({ "description": what, "content": { "application/problem+json": { "schema": {
        "type": "object",
        "required": ["status", "what"],
        "properties": { "status": { "type": "integer" }, "what": { "type": "string" },
                        "next": { "type": "string" }, "pointer": { "type": "string" } }
    } } } })
}

/// These addresses, for the description of the API.
pub fn openapi() -> Value {
    let told = |token: bool| {
        let mut required = vec!["account", "kind", "number", "shown"];
        let mut properties = json!({
            "account": { "type": "string" },
            "kind": { "enum": ["staff", "patron", "outside", "system"] },
            "number": { "type": "integer", "minimum": 0 },
            "shown": { "type": "string" }
        });
        if token {
            required.push("token");
            properties["token"] = json!({ "type": "string", "pattern": "^[0-9a-f]{64}$" });
        }
        json!({ "type": "object", "required": required, "properties": properties })
    };
    let problem = described;
    let answer = |what: &str, schema: Value| json!({ "description": what, "content": { "application/json": { "schema": schema } } });
    let given = json!({
        "type": "object",
        "required": ["name", "secret"],
        "properties": {
            "name": { "type": "string" }, "secret": { "type": "string" }, "code": { "type": ["string", "null"] },
        }
    });
    let page =
        json!({ "description": "The page.", "content": { "text/html": { "schema": { "type": "string" } } } });
    let busy = problem("Too many tries or requests; Retry-After says how long to wait.");
    json!({
        "/log-in": {
            "get": {
                "operationId": "logInPage",
                "summary": "The page to log in",
                "parameters": [{ "name": "next", "in": "query", "schema": { "type": "string" } }],
                "responses": { "200": page, "400": problem("It cannot be understood."), "429": busy }
            }
        },
        "/api/log-in": { "post": {
            "operationId": "logIn",
            "summary": "Log in; the token goes into 'Authorization: Bearer TOKEN'",
            "security": [],
            "requestBody": { "required": true, "content": { "application/json": { "schema": given, "examples": {
                "demo": { "value": { "name": "player", "secret": "cardroom" } }
            } } } },
            "responses": {
                "200": answer("The session.", told(true)),
                "400": problem("The body is no JSON."),
                "401": problem("The name, the password or the code is wrong, or a code is needed."),
                "403": problem("The request comes from a page of another site."),
                "413": problem("The body is too long."),
                "415": problem("The body is not declared as JSON."),
                "422": problem("Something is missing."),
                "429": busy,
                "503": problem("Too many people are at the door, or it could not be kept.")
            }
        } },
        "/api/log-out": { "post": {
            "operationId": "logOut",
            "summary": "End the session",
            "responses": {
                "204": { "description": "It has ended." },
                "403": problem("The request comes from a page of another site."),
                "429": busy,
                "503": problem("It could not be kept.")
            }
        } },
        "/api/session": { "post": super::security::openapi()["post"], "get": {
            "operationId": "session",
            "summary": "Who is logged in",
            "responses": {
                "200": answer("The session.", told(false)), "401": problem("Nobody is."), "429": busy
            }
        } }
    })
}

#[cfg(test)]
mod tests {
    use super::local;

    #[test]
    fn nobody_is_sent_to_another_site() {
        for good in ["/", "/tables/7?seat=2", "/rules/x/8.4.4(a)"] {
            assert_eq!(local(Some(good)), good);
        }
        let long = format!("/{}", "a".repeat(500));
        for bad in [
            "",
            "//evil.example",
            "/\\evil.example",
            "https://evil.example",
            "tables",
            "/a\r\nb",
            "/ä",
            &long,
        ] {
            assert_eq!(local(Some(bad)), "/", "{bad}");
        }
        assert_eq!(local(None), "/");
    }
}
