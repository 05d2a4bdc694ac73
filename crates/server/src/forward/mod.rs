//! Several processes behind one address: a request for a table, a meter or a file that another process holds goes there and
//! its answer comes back, so that nobody needs to know who holds what.
//!
//! A request is tried here first. An answer that says "held elsewhere" means that nothing was done, and the request is passed on
//! whole, once: whoever gets a passed-on request does it or says that it is not there either, and never passes it on. While a
//! table is being taken over nobody holds it; then the first process asks again for some seconds.

mod listen;
mod pass;
mod proof;

pub use listen::{bind, serve};
pub(crate) use proof::{Forwarded, FromPeerListener};

use crate::app::App;
use crate::guard::{ClientAddr, later};
use crate::problem::Problem;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use pass::PeerConnections;
use proof::RequestSigner;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{Holding, Stream, Vault};

/// For how long a request waits for whoever holds what it is for. A process that has died is replaced within seven seconds.
const PATIENCE: Duration = Duration::from_secs(9);
/// How long until somebody looks again.
const PAUSE: Duration = Duration::from_millis(150);

/// The way to the other processes on the same store.
pub struct Peers {
    client: PeerConnections,
    seal: RequestSigner,
}

impl Peers {
    /// All that have the same key are of one house.
    pub fn new(vault: &Vault) -> Peers {
        Peers { client: pass::client(), seal: RequestSigner::of(vault) }
    }
}

/// A request as it came, to be tried more than once.
struct BufferedRequest {
    parts: Parts,
    body: Bytes,
}

impl BufferedRequest {
    fn request(&self) -> Request {
        Request::from_parts(self.parts.clone(), Body::from(self.body.clone()))
    }
}

/// What became of one try.
enum ForwardOutcome {
    Answered(Response),
    /// Not for now: whoever has it is not known, or does not answer.
    Again,
}

/// Stands around all pages, where there are other processes.
pub(crate) async fn forward_if_elsewhere(
    State(app): State<Arc<App>>,
    request: Request,
    next: Next,
) -> Response {
    let Some(peers) = &app.peers else { return next.run(request).await };
    let (parts, body) = request.into_parts();
    // The guard has read it already; there is no more than a request may hold.
    let Ok(body) = to_bytes(body, app.settings.body_limit).await else {
        return Problem::bad_request("the request broke off in the middle").into_response();
    };
    let passed_on = parts.extensions.get::<Forwarded>().is_some();
    let asked = BufferedRequest { parts, body };
    let until = Instant::now() + PATIENCE;
    loop {
        let response = next.clone().run(asked.request()).await;
        let elsewhere = response.extensions().get::<Problem>().and_then(|problem| problem.elsewhere.clone());
        let Some(stream) = elsewhere else { return response };
        if passed_on {
            return not_here();
        }
        match hand_on(&app, peers, &asked, *stream, response).await {
            ForwardOutcome::Answered(response) => return response,
            ForwardOutcome::Again if Instant::now() >= until => break,
            ForwardOutcome::Again => tokio::time::sleep(PAUSE).await,
        }
    }
    let what = "the process that has this table has stopped, and none has taken it over yet";
    let problem = Problem::new(StatusCode::SERVICE_UNAVAILABLE, what);
    later(problem.next("try again with the same id"), 2)
}

/// The first look at a request: one at the address for other processes must be from one of them, and elsewhere nobody is
/// believed to be one.
pub(crate) async fn received(app: &App, mut request: Request) -> Result<Request, Response> {
    let inner = request.extensions().get::<FromPeerListener>().is_some();
    let Some(peers) = app.peers.as_ref().filter(|_| inner) else {
        request.headers_mut().remove(proof::HEADER);
        return Ok(request);
    };
    let (mut request, body) = crate::guard::read_early(app, request).await?;
    match peers.seal.receive(&mut request, &body, app.clock.wall_ms()) {
        Some(forwarded) => {
            request.extensions_mut().insert(forwarded);
            Ok(request)
        }
        None => {
            Err(Problem::forbidden("this address is for the other processes of the house").into_response())
        }
    }
}

/// Said to a process, never to a visitor: whoever asked looks again who has it.
fn not_here() -> Response {
    StatusCode::MISDIRECTED_REQUEST.into_response()
}

/// Passes a request on to whoever holds the stream.
async fn hand_on(
    app: &Arc<App>,
    peers: &Peers,
    asked: &BufferedRequest,
    stream: Stream,
    here: Response,
) -> ForwardOutcome {
    let store = Arc::clone(&app.store);
    let looked = tokio::task::spawn_blocking(move || store.holding(&stream)).await;
    let address = match looked {
        Ok(Ok(Holding::Other(Some(address)))) => address,
        // There is no such thing anywhere: what was said here stands.
        Ok(Ok(Holding::Unknown)) => return ForwardOutcome::Answered(here),
        Ok(Ok(Holding::Other(None) | Holding::Nobody | Holding::Ours)) => return ForwardOutcome::Again,
        Ok(Err(error)) => {
            tracing::warn!(%error, "who holds a stream");
            return ForwardOutcome::Again;
        }
        Err(_) => return ForwardOutcome::Again,
    };
    let from = asked.parts.extensions.get::<ClientAddr>().copied();
    let proof = peers.seal.sign(&asked.parts, &asked.body, from, app.clock.wall_ms());
    match pass::on(&peers.client, &address, asked, proof, app.closing.clone()).await {
        Ok(response) if response.status() == StatusCode::MISDIRECTED_REQUEST => ForwardOutcome::Again,
        Ok(response) => ForwardOutcome::Answered(response),
        Err(error) => {
            tracing::debug!(%error, address, "a request could not be passed on");
            ForwardOutcome::Again
        }
    }
}
