//! Where other processes ask: an address of its own, which visitors need not reach and are refused at.

use super::Inner;
use crate::guard::Peer;
use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;
use store::blocking::Driven;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower::ServiceExt;

/// How long somebody may take to say what they want.
const HEADERS: Duration = Duration::from_secs(10);

/// Listens for other processes: where the settings say, or on this machine alone where visitors are listened for there too.
/// The answer is also what others are told. None where nobody said how others reach this machine.
///
/// # Errors
/// If nobody can listen there.
pub async fn bind(
    said: Option<&str>,
    bound: SocketAddr,
) -> Result<Option<(TcpListener, String)>, std::io::Error> {
    let address = match said {
        Some(said) => said.to_string(),
        None if bound.ip().is_loopback() => SocketAddr::new(bound.ip(), 0).to_string(),
        None => return Ok(None),
    };
    let listener = TcpListener::bind(&address).await?;
    let port = listener.local_addr()?.port();
    // A port of 0 is any that is free: others are told which.
    let host = address.rsplit_once(':').map_or(address.as_str(), |(host, _)| host);
    let told = format!("{host}:{port}");
    Ok(Some((listener, told)))
}

/// Serves other processes until this one stops.
pub async fn serve(router: Router, listener: TcpListener, mut closing: watch::Receiver<bool>) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = told(&mut closing) => return,
        };
        match accepted {
            Ok((stream, peer)) => {
                let _ = stream.set_nodelay(true);
                tokio::spawn(Driven::new(connection(stream, peer, router.clone(), closing.clone())));
            }
            Err(error) => {
                tracing::warn!(%error, "a connection of another process could not be taken");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
}

async fn connection(stream: TcpStream, peer: SocketAddr, router: Router, mut closing: watch::Receiver<bool>) {
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(Peer(peer.ip().to_canonical()));
        request.extensions_mut().insert(Inner);
        router.clone().oneshot(request.map(Body::new))
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS)
        .keep_alive(true)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = told(&mut closing) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection of another process ended");
    }
}

/// Ends when this process stops.
async fn told(closing: &mut watch::Receiver<bool>) {
    // Where nobody can say so any more, it has stopped.
    let _ = closing.wait_for(|closing| *closing).await;
}
