//! Stands around every page: who asks how often, from where, and with what; and how a refusal looks.

mod address;
mod error_page;
mod headers;
mod host;
pub mod net;
mod origin;
pub mod rate_limit;

pub(crate) use address::client_address;
pub use address::{ClientAddr, PeerAddr};
pub use headers::{device_cookie, end_cookie, session_cookie};

use crate::accounts;
use crate::admission::ClientLimitReached;
use crate::app::App;
use crate::config::Settings;
use crate::forward::{self, Forwarded};
use crate::metrics::RejectReason;
use crate::problem::Problem;
use crate::site::ProblemPage;
use crate::viewer::Viewer;
use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use futures_util::{FutureExt, StreamExt};
use rate_limit::{Buckets, client_network};
use sha2::{Digest, Sha256};
use std::net::{IpAddr, SocketAddr};
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Who may ask how often.
#[derive(Debug)]
pub struct Guard {
    began: Instant,
    sessions: Buckets<[u8; 32]>,
    addresses: Buckets<IpAddr>,
    /// When the door was last read again for a token that it did not know; held while it is.
    refreshed: tokio::sync::Mutex<Option<Instant>>,
    /// The port on which the server listens, once it does.
    port: OnceLock<u16>,
}

/// Accounts are read again for unknown tokens no sooner than this after the last time.
const REFRESH_PAUSE: Duration = Duration::from_millis(100);
/// So long somebody waits for a reading that is under way.
const REFRESH_PATIENCE: Duration = Duration::from_millis(500);

/// Marks a request that the program asks itself.
#[derive(Clone, Copy, Debug)]
pub struct OwnRequest;

impl Guard {
    /// By the settings.
    pub fn new(settings: &Settings) -> Guard {
        Guard {
            began: Instant::now(),
            sessions: Buckets::new(settings.session_pace),
            addresses: Buckets::new(settings.address_pace),
            refreshed: tokio::sync::Mutex::default(),
            port: OnceLock::new(),
        }
    }

    /// The server listens here: this machine's own names count with this port.
    pub fn listens_on(&self, address: Option<SocketAddr>) {
        if let Some(address) = address {
            // A guard stands before one port.
            let _ = self.port.set(address.port());
        }
    }

    /// A session counts for itself, and others by their address: many patrons may stand behind one.
    fn check_rate(&self, session: Option<&str>, from: IpAddr) -> Result<(), Duration> {
        let now = self.began.elapsed();
        match session {
            Some(token) => self.sessions.take(Sha256::digest(token.as_bytes()).into(), now),
            None => self.addresses.take(client_network(from), now),
        }
    }
}

/// Puts the guard around everything. The last layer of all.
pub fn guard_all(app: &Arc<App>, problem_page: ProblemPage, router: Router) -> Router {
    router.layer(from_fn_with_state((Arc::clone(app), problem_page), guarded))
}

async fn guarded(
    State((app, problem_page)): State<(Arc<App>, ProblemPage)>,
    request: Request,
    next: Next,
) -> Response {
    let began = Instant::now();
    let mut request = match forward::received(&app, request).await {
        Ok(request) => request,
        Err(refusal) => return refusal,
    };
    let passed_on = request.extensions().get::<Forwarded>().copied();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let route = route.as_ref().map_or("none", MatchedPath::as_str);
    let method = request.method().clone();
    if !matches!(route, "/health" | "/metrics") {
        app.dealer.visited();
    }
    let from = match passed_on {
        Some(Forwarded(from)) => from,
        None => address::client_address(&request, &app.settings.trusted_proxies),
    };
    request.extensions_mut().insert(ClientAddr(from));
    headers::own_cookies(request.headers_mut(), &app.settings);
    let token = accounts::token(request.headers()).map(ToString::to_string);
    let viewer = identify_viewer(&app, token.as_deref()).await;
    let asked = error_page::RequestFacts::of(&request, viewer);
    // Whoever passed it on has judged it.
    let refused = match passed_on {
        Some(_) => None,
        None => reject_early(&app, &request, route, from, &asked.viewer),
    };
    let response = match refused {
        None => within_time(&app, request, next).await,
        Some(refusal) => refusal,
    };
    let mut response = error_page::render_problem(response, &asked, problem_page).await;
    headers::secure(&mut response, &asked, &app.settings);
    let micros = u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX);
    let status = response.status().as_u16();
    app.metrics.request(route, method.as_str(), status, micros);
    let who = asked.viewer.person().map_or_else(|| "-".to_string(), accounts::record_name);
    tracing::info!(method = method.as_str(), route, status, micros, who, "request");
    response
}

/// Who asks. A token that is not known here may come from another process on the same store.
async fn identify_viewer(app: &Arc<App>, token: Option<&str>) -> Viewer {
    let Some(token) = token else { return Viewer::default() };
    if let Some(session) = app.user_accounts.session(token) {
        return Viewer::of(Some(session));
    }
    read_accounts_again(app, Instant::now()).await;
    Viewer::of(app.user_accounts.session(token))
}

/// Reads what other processes have kept of accounts, once for all who asked before it began: they wait for that reading, and no
/// stranger with made-up tokens has the log read more often than [`REFRESH_PAUSE`] allows.
async fn read_accounts_again(app: &Arc<App>, asked: Instant) {
    let shared = app.peers.is_some();
    let patience = if shared { REFRESH_PATIENCE } else { Duration::ZERO };
    let Ok(mut last) = tokio::time::timeout(patience, app.guard.refreshed.lock()).await else { return };
    if last.is_some_and(|last| last >= asked) {
        return;
    }
    let due = last.map_or(asked, |last| last + REFRESH_PAUSE);
    match shared {
        // Whoever has just logged in at another process waits until it may be read.
        true => tokio::time::sleep_until(due.into()).await,
        false if Instant::now() < due => return,
        false => {}
    }
    *last = Some(Instant::now());
    let refreshed = app.user_accounts.on_blocking_thread(|accounts| accounts.refresh().map_err(Into::into));
    if let Err(error) = refreshed.await {
        tracing::warn!(%error, "the door could not be read again");
    }
}

/// What is refused before anybody looks at it.
fn reject_early(
    app: &App,
    request: &Request,
    route: &str,
    from: IpAddr,
    viewer: &Viewer,
) -> Option<Response> {
    let headers = request.headers();
    if let Some(ClientLimitReached(most)) = request.extensions().get() {
        app.metrics.refused(RejectReason::Connections);
        return Some(crowded(*most));
    }
    // Whoever passed a request on has looked at the name by which the visitor asked.
    let own = request.extensions().get::<OwnRequest>().is_some()
        || request.extensions().get::<Forwarded>().is_some();
    if !own && let Err(problem) = host::check(request, &app.settings, app.guard.port.get().copied()) {
        app.metrics.refused(RejectReason::Origin);
        return Some(problem.into_response());
    }
    if let Err(problem) = origin::check(request.method(), headers, app.settings.public_url.as_deref()) {
        app.metrics.refused(RejectReason::Origin);
        return Some(problem.into_response());
    }
    let path = request.uri().path();
    let free =
        ["/security", "/log-out", "/log-in", "/api/log", "/web/"].iter().any(|open| path.starts_with(open));
    let lacks =
        viewer.session.as_ref().is_some_and(|own| app.user_accounts.lacks_factor(&own.account, own.person));
    if lacks && !free {
        let what = "this house wants an authenticator of everybody who works here";
        return Some(Problem::forbidden(what).next("set yours up at /security").into_response());
    }
    let counts = !route.starts_with("/web/") && route != "/health";
    let token = accounts::token(headers).filter(|_| viewer.session.is_some());
    if counts && let Err(wait) = app.guard.check_rate(token, from) {
        app.metrics.refused(RejectReason::Pace);
        let what = "these are more requests than one may send";
        let problem = Problem::new(StatusCode::TOO_MANY_REQUESTS, what).next("wait a moment and try again");
        return Some(later(problem, wait.as_secs().saturating_add(1)));
    }
    let length = headers.get(header::CONTENT_LENGTH);
    let length: Option<usize> = length.and_then(|text| text.to_str().ok()?.parse().ok());
    length.filter(|length| *length > app.settings.body_limit).map(|_| too_long(app))
}

/// A refusal with the time after which it may be tried again.
pub fn later(problem: Problem, seconds: u64) -> Response {
    let mut response = problem.into_response();
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    response
}

/// There are as many requests and live views under way behind a proxy as one visitor may have.
fn crowded(most: usize) -> Response {
    let what =
        format!("{most} requests and live views are under way from this address, and no more are taken");
    let problem =
        Problem::new(StatusCode::TOO_MANY_REQUESTS, what).next("close some, or try again in a moment");
    let mut response = later(problem, 5);
    // The connection is the proxy's, and others need it.
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

fn too_long(app: &App) -> Response {
    app.metrics.refused(RejectReason::Body);
    let most = app.settings.body_limit / 1024;
    let what = format!("this is more than the {most} kB that a request may hold; it was not read");
    let mut response = Problem::new(StatusCode::PAYLOAD_TOO_LARGE, what).next("send less").into_response();
    // What is still on its way is nobody's next request.
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

/// Reads the body and asks the page, for no longer than a request may take.
async fn within_time(app: &Arc<App>, request: Request, next: Next) -> Response {
    let asked = AssertUnwindSafe(async {
        match read(app, request).await {
            Ok(request) => next.run(request).await,
            Err(refusal) => refusal,
        }
    });
    match tokio::time::timeout(app.settings.request_timeout, asked.catch_unwind()).await {
        Ok(Ok(response)) => response,
        Ok(Err(_)) => {
            app.metrics.refused(RejectReason::Broken);
            let what = "something is broken in the program; it has been written down";
            Problem::new(StatusCode::INTERNAL_SERVER_ERROR, what)
                .next("try again, or call the pit")
                .into_response()
        }
        Err(_) => {
            app.metrics.refused(RejectReason::Slow);
            let what = "this took too long, and nobody knows whether it was done";
            let problem = Problem::new(StatusCode::SERVICE_UNAVAILABLE, what);
            later(problem.next("look again; a command may be sent again with the same id"), 1)
        }
    }
}

/// The same body in hand, for whoever must see it before the guard.
pub(crate) async fn read_early(app: &App, request: Request) -> Result<(Request, Bytes), Response> {
    let read = async {
        let (parts, body) = read(app, request).await?.into_parts();
        let whole = to_bytes(body, app.settings.body_limit).await.map_err(|_| broken_off())?;
        Ok((Request::from_parts(parts, Body::from(whole.clone())), whole))
    };
    tokio::time::timeout(app.settings.request_timeout, read).await.unwrap_or_else(|_| Err(broken_off()))
}

fn broken_off() -> Response {
    Problem::bad_request("the request broke off in the middle").next("send it again").into_response()
}

/// The request with its whole body in hand, which is short.
async fn read(app: &App, request: Request) -> Result<Request, Response> {
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        return Ok(request);
    }
    let (parts, body) = request.into_parts();
    let mut whole = Vec::new();
    let mut pieces = body.into_data_stream();
    while let Some(piece) = pieces.next().await {
        let piece = piece.map_err(|_| broken_off())?;
        if whole.len() + piece.len() > app.settings.body_limit {
            return Err(too_long(app));
        }
        whole.extend_from_slice(&piece);
    }
    Ok(Request::from_parts(parts, Body::from(whole)))
}
