//! Listens, and hands requests to the pages; counts connections, and lets go of everything in order when it stops.

use crate::admission::{ConnectionLimits, SocketPlace, until_sent};
use crate::app::App;
use crate::guard::{self, PeerAddr};
use crate::lingering_close::LingeringClose;
use crate::metrics::RejectReason;
use crate::problem::Problem;
use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use store::blocking::Driven;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, mpsc, watch};
use tower::ServiceExt;

/// How long requests under way may take once the server stops.
const GRACE: Duration = Duration::from_secs(10);
/// How long somebody may take to say what they want.
const HEADERS: Duration = Duration::from_secs(10);
/// So many are told at once that there is no room; others hear nothing.
const TURNED_AWAY: usize = 256;

/// Serves until it is told to stop. Then nobody new comes in, sockets are told to close, requests under way are finished,
/// and the floor is closed: what was acknowledged is kept, and nothing is half done.
pub async fn serve(
    app: Arc<App>,
    router: Router,
    listener: TcpListener,
    closing: watch::Sender<bool>,
    until: impl Future<Output = ()>,
) {
    app.guard.listens_on(listener.local_addr().ok());
    let places = ConnectionLimits::new(&app.settings);
    let turned_away = Arc::new(Semaphore::new(TURNED_AWAY));
    let (open, mut all_closed) = mpsc::channel::<()>(1);
    let mut until = pin!(until);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut until => break,
        };
        let (stream, peer) = match accepted {
            Ok((stream, peer)) => (stream, peer.ip().to_canonical()),
            Err(error) => {
                // Too many open files, mostly: others go on, and some will close.
                tracing::warn!(%error, "a connection could not be taken");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        // Without it small answers wait for nothing; where it cannot be set they wait.
        let _ = stream.set_nodelay(true);
        let proxy = app.settings.trusted_proxies.iter().any(|net| net.holds(peer));
        match places.connection((!proxy).then_some(peer), &app.metrics, &open) {
            Ok(place) => {
                let behind = proxy.then(|| ProxyConnection {
                    app: Arc::clone(&app),
                    places: Arc::clone(&places),
                    socket: Arc::clone(&place.socket),
                });
                let stream = LingeringClose::new(stream, Some(place), app.settings.write_timeout);
                let served = connection(stream, (peer, behind), router.clone(), closing.subscribe());
                tokio::spawn(Driven::new(served));
            }
            Err(why) => {
                app.metrics.refused(why);
                if let Ok(permit) = Arc::clone(&turned_away).try_acquire_owned() {
                    let most = app.settings.connections_per_address;
                    tokio::spawn(async move {
                        turn_away(stream, why, most).await;
                        drop(permit);
                    });
                }
            }
        }
    }
    drop(listener);
    tracing::info!("stopping: requests under way are finished");
    // Nobody may hold a receiver any more; then nobody needs to hear.
    let _ = closing.send(true);
    drop(open);
    if tokio::time::timeout(GRACE, all_closed.recv()).await.is_err() {
        tracing::warn!("some connections did not end in time");
    }
    let closed = tokio::task::spawn_blocking(move || {
        if let Err(error) = app.user_accounts.tidy() {
            tracing::warn!(%error, "the door");
        }
        app.dealer.stop();
        app.floor.close();
        app.broadcaster.close();
    });
    if closed.await.is_err() {
        tracing::error!("the floor could not be closed");
    }
    tracing::info!("stopped");
}

/// Everybody who comes through one connection of a trusted proxy, one request after the other.
struct ProxyConnection {
    app: Arc<App>,
    places: Arc<ConnectionLimits>,
    socket: SocketPlace,
}

impl ProxyConnection {
    /// Whom a request comes from; nobody where the proxy itself asks.
    fn visitor(&self, request: &Request) -> Option<IpAddr> {
        let proxies = &self.app.settings.trusted_proxies;
        let from = guard::client_address(request, proxies);
        (!proxies.iter().any(|net| net.holds(from))).then_some(from)
    }

    /// Asks the pages, on one of the places of whoever asks.
    async fn ask(&self, mut request: Request, router: Router) -> Result<Response, Infallible> {
        let place = self.visitor(&request).map(|visitor| self.places.visitor(visitor));
        match place {
            None => router.oneshot(request).await,
            Some(Ok(place)) => Ok(until_sent(router.oneshot(request).await?, place, &self.socket)),
            Some(Err(crowded)) => {
                request.extensions_mut().insert(crowded);
                router.oneshot(request).await
            }
        }
    }
}

async fn connection(
    stream: LingeringClose,
    (peer, behind): (IpAddr, Option<ProxyConnection>),
    router: Router,
    closing: watch::Receiver<bool>,
) {
    let behind = Arc::new(behind);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(PeerAddr(peer));
        let (request, router, behind) = (request.map(Body::new), router.clone(), Arc::clone(&behind));
        async move {
            match &*behind {
                Some(behind) => behind.ask(request, router).await,
                None => router.oneshot(request).await,
            }
        }
    });
    serve_connection(stream, service, closing).await;
}

/// Answers the requests of one connection until either side closes it, or this process stops and the last is answered.
pub(crate) async fn serve_connection<T, S, F>(stream: T, service: S, mut closing: watch::Receiver<bool>)
where
    T: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    S: Service<hyper::Request<Incoming>, Response = Response, Error = Infallible, Future = F>,
    F: Future<Output = Result<Response, Infallible>> + Send + 'static,
{
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS)
        .max_buf_size(16 * 1024)
        .keep_alive(true)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = wait_for_close(&mut closing) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended");
    }
}

/// Ends when the server stops.
pub(crate) async fn wait_for_close(closing: &mut watch::Receiver<bool>) {
    // Where nobody can say so any more, it has stopped.
    let _ = closing.wait_for(|closing| *closing).await;
}

/// Says that there is no room, and closes.
async fn turn_away(stream: TcpStream, why: RejectReason, most: usize) {
    let problem = match why {
        RejectReason::Connections => Problem::new(
            StatusCode::TOO_MANY_REQUESTS,
            format!("there are {most} connections from this address, and no more are taken"),
        ),
        _ => Problem::new(StatusCode::SERVICE_UNAVAILABLE, "there are too many visitors at the moment"),
    };
    let problem = problem.next("close some, or try again in a moment");
    let status = StatusCode::from_u16(problem.status).unwrap_or(StatusCode::SERVICE_UNAVAILABLE);
    let body = serde_json::to_string(&problem).unwrap_or_default();
    let answer = format!(
        "HTTP/1.1 {} {}\r\nContent-Type: application/problem+json\r\nContent-Length: {}\r\nRetry-After: 5\r\n\
         Connection: close\r\n\r\n{body}",
        status.as_u16(),
        status.canonical_reason().unwrap_or_default(),
        body.len(),
    );
    let mut stream = LingeringClose::new(stream, None, HEADERS);
    if stream.write_all(answer.as_bytes()).await.is_ok() {
        // Whoever does not listen has gone.
        let _ = stream.shutdown().await;
    }
}
