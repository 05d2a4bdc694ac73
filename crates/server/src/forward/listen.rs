//! Where other processes ask: an address of its own, which visitors need not reach and are refused at.

use super::FromPeerListener;
use crate::guard::PeerAddr;
use crate::serve::{serve_connection, wait_for_close};
use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::service::service_fn;
use std::net::SocketAddr;
use std::time::Duration;
use store::blocking::Driven;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower::ServiceExt;

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
    let address = format!("{host}:{port}");
    Ok(Some((listener, address)))
}

/// Serves other processes until this one stops.
pub async fn serve(router: Router, listener: TcpListener, mut closing: watch::Receiver<bool>) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = wait_for_close(&mut closing) => return,
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

async fn connection(stream: TcpStream, peer: SocketAddr, router: Router, closing: watch::Receiver<bool>) {
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(PeerAddr(peer.ip().to_canonical()));
        request.extensions_mut().insert(FromPeerListener);
        router.clone().oneshot(request.map(Body::new))
    });
    serve_connection(stream, service, closing).await;
}
