//! Passes a request on to another process over HTTP, and its answer back; a socket is joined end to end.

use super::{BufferedRequest, proof};
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, Version, header};
use axum::response::Response;
use hyper_util::client::legacy::Client as Pool;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioIo};
use std::error::Error;
use std::time::Duration;
use store::blocking::Driven;
use tokio::sync::watch;

/// Connections to other processes, kept for the next request.
pub(super) type PeerConnections = Pool<HttpConnector, Body>;

/// A process on the same network answers at once, or is gone.
const CONNECT: Duration = Duration::from_secs(1);
/// What a request may take there; a command waits for the disk.
const ANSWER: Duration = Duration::from_secs(20);
/// Of one connection only, or said anew by whoever passes it on.
const OWN: [HeaderName; 6] = [
    header::CONNECTION,
    header::TRANSFER_ENCODING,
    header::CONTENT_LENGTH,
    header::TE,
    header::TRAILER,
    header::UPGRADE,
];

pub(super) fn client() -> PeerConnections {
    let mut connector = HttpConnector::new();
    connector.set_connect_timeout(Some(CONNECT));
    connector.set_nodelay(true);
    Pool::builder(TokioExecutor::new()).pool_idle_timeout(Duration::from_secs(5)).build(connector)
}

/// Asks the process at an address, and gives its answer back.
pub(super) async fn on(
    client: &PeerConnections,
    address: &str,
    asked: &BufferedRequest,
    proof: Option<HeaderValue>,
    closing: watch::Receiver<bool>,
) -> Result<Response, Box<dyn Error + Send + Sync>> {
    let socket = asked.parts.headers.get(header::UPGRADE).cloned();
    let mut request = Request::new(Body::from(asked.body.clone()));
    *request.method_mut() = asked.parts.method.clone();
    *request.version_mut() = Version::HTTP_11;
    let path = asked.parts.uri.path_and_query().map_or("/", |path| path.as_str());
    *request.uri_mut() = Uri::builder().scheme("http").authority(address).path_and_query(path).build()?;
    *request.headers_mut() = without_own(&asked.parts.headers);
    if let Some(upgrade) = &socket {
        request.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
        request.headers_mut().insert(header::UPGRADE, upgrade.clone());
    }
    request.headers_mut().insert(proof::HEADER, proof.ok_or("it cannot be signed")?);
    let answer = tokio::time::timeout(ANSWER, client.request(request)).await??;
    if answer.status() == StatusCode::SWITCHING_PROTOCOLS {
        return joined(asked, answer, closing);
    }
    let (parts, body) = answer.into_parts();
    let mut response = Response::new(Body::new(body));
    *response.status_mut() = parts.status;
    *response.headers_mut() = without_own(&parts.headers);
    Ok(response)
}

fn without_own(headers: &HeaderMap) -> HeaderMap {
    let mut headers = headers.clone();
    for name in OWN {
        headers.remove(name);
    }
    headers
}

/// Joins both ends of a socket until either closes, or this process stops.
fn joined(
    asked: &BufferedRequest,
    mut answer: hyper::Response<hyper::body::Incoming>,
    mut closing: watch::Receiver<bool>,
) -> Result<Response, Box<dyn Error + Send + Sync>> {
    let visitor = asked.parts.extensions.get::<hyper::upgrade::OnUpgrade>().cloned();
    let visitor = visitor.ok_or("the visitor's connection cannot become a socket")?;
    let there = hyper::upgrade::on(&mut answer);
    tokio::spawn(Driven::new(async move {
        let (Ok(visitor), Ok(there)) = (visitor.await, there.await) else { return };
        let (mut visitor, mut there) = (TokioIo::new(visitor), TokioIo::new(there));
        tokio::select! {
            // However it ends: the page comes back and finds whoever has the table then.
            _ = tokio::io::copy_bidirectional(&mut visitor, &mut there) => {}
            _ = closing.wait_for(|closing| *closing) => {}
        }
    }));
    let (parts, _) = answer.into_parts();
    let mut response = Response::new(Body::empty());
    *response.status_mut() = parts.status;
    *response.headers_mut() = parts.headers;
    Ok(response)
}
