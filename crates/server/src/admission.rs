//! Who takes up room: connections in all, and what each visitor has under way. A proxy's connections carry everybody, so
//! behind one a visitor counts by each request under way and each live view.

use crate::config::Settings;
use crate::guard::rate_limit::client_network;
use crate::metrics::{GaugeGuard, Metrics, RejectReason};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use hyper::body::{Body as HttpBody, Bytes, Frame, SizeHint};
use std::collections::HashMap;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::task::{Context, Poll};
use tokio::sync::mpsc;

/// All places, and who has them.
#[derive(Debug)]
pub(crate) struct ConnectionLimits {
    /// Most connections in all.
    most: usize,
    /// Most that one visitor may have.
    most_each: usize,
    taken: Mutex<ConnectionCounts>,
}

#[derive(Debug, Default)]
struct ConnectionCounts {
    connections: usize,
    by_visitor: HashMap<IpAddr, usize>,
}

/// The visitor behind a request has as many places as one may have. An extension of the request, which the guard refuses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClientLimitReached(pub(crate) usize);

impl ConnectionLimits {
    pub(crate) fn new(settings: &Settings) -> Arc<ConnectionLimits> {
        Arc::new(ConnectionLimits {
            most: settings.connections,
            most_each: settings.connections_per_address,
            taken: Mutex::default(),
        })
    }

    fn taken(&self) -> MutexGuard<'_, ConnectionCounts> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a connection: a visitor's own, or one of a proxy, which counts for nobody.
    ///
    /// # Errors
    /// Why there is none.
    pub(crate) fn connection(
        self: &Arc<ConnectionLimits>,
        visitor: Option<IpAddr>,
        metrics: &Arc<Metrics>,
        open: &mpsc::Sender<()>,
    ) -> Result<ConnectionPermit, RejectReason> {
        if self.taken().connections >= self.most {
            return Err(RejectReason::Full);
        }
        let visitor = visitor.map(|visitor| self.visitor(visitor).map_err(|_| RejectReason::Connections));
        let visitor = visitor.transpose()?;
        self.taken().connections += 1;
        let (_counted, _open, socket) = (metrics.connection(), open.clone(), SocketPlace::default());
        Ok(ConnectionPermit { places: Arc::clone(self), _visitor: visitor, socket, _counted, _open })
    }

    /// One of the places of a visitor.
    ///
    /// # Errors
    /// If they have as many as one may have.
    pub(crate) fn visitor(
        self: &Arc<ConnectionLimits>,
        address: IpAddr,
    ) -> Result<ClientPermit, ClientLimitReached> {
        let visitor = client_network(address);
        let mut taken = self.taken();
        let theirs = taken.by_visitor.get(&visitor).copied().unwrap_or(0);
        if theirs >= self.most_each {
            return Err(ClientLimitReached(self.most_each));
        }
        taken.by_visitor.insert(visitor, theirs + 1);
        Ok(ClientPermit { places: Arc::clone(self), visitor })
    }
}

/// A visitor's place, for as long as it is kept.
#[derive(Debug)]
pub(crate) struct ClientPermit {
    places: Arc<ConnectionLimits>,
    visitor: IpAddr,
}

impl Drop for ClientPermit {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        if let Some(count) = taken.by_visitor.get_mut(&self.visitor) {
            *count -= 1;
            if *count == 0 {
                taken.by_visitor.remove(&self.visitor);
            }
        }
    }
}

/// Where the place of whoever has made a proxy's connection their socket is kept until it closes.
pub(crate) type SocketPlace = Arc<OnceLock<ClientPermit>>;

/// The place of one connection, for as long as it is open, also as a socket.
pub(crate) struct ConnectionPermit {
    places: Arc<ConnectionLimits>,
    _visitor: Option<ClientPermit>,
    pub(crate) socket: SocketPlace,
    _counted: GaugeGuard,
    /// Whoever waits for the last connection waits for this.
    _open: mpsc::Sender<()>,
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        taken.connections = taken.connections.saturating_sub(1);
    }
}

/// The answer to a proxied request, which has its visitor's place until it is sent, or until its socket closes.
pub(crate) fn until_sent(response: Response, place: ClientPermit, socket: &SocketPlace) -> Response {
    if response.status() == StatusCode::SWITCHING_PROTOCOLS {
        // A connection becomes a socket once.
        let _ = socket.set(place);
        return response;
    }
    response.map(|body| Body::new(HeldBody { body, _place: place }))
}

/// A body whose end gives a place back.
struct HeldBody {
    body: Body,
    _place: ClientPermit,
}

impl HttpBody for HeldBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_visitor_has_so_many_places_and_gives_them_back() {
        let settings = Settings { connections: 3, connections_per_address: 2, ..Settings::default() };
        let places = ConnectionLimits::new(&settings);
        let [one, two] = [(); 2].map(|()| places.visitor(address("2001:db8::1")).unwrap());
        assert!(places.visitor(address("2001:db8::2")).is_err(), "a household is one");
        assert!(places.visitor(address("2001:db9::1")).is_ok());
        drop(one);
        assert!(places.visitor(address("2001:db8::2")).is_ok());
        drop(two);
        assert!(places.taken().by_visitor.is_empty(), "nobody is remembered who has left");
    }

    #[test]
    fn connections_of_a_proxy_count_for_nobody_but_in_all() {
        let settings = Settings { connections: 3, connections_per_address: 1, ..Settings::default() };
        let (places, metrics) = (ConnectionLimits::new(&settings), Arc::default());
        let (open, _all_closed) = mpsc::channel(1);
        let own = places.connection(Some(address("1.2.3.4")), &metrics, &open).ok().unwrap();
        let again = places.connection(Some(address("1.2.3.4")), &metrics, &open);
        assert_eq!(again.err(), Some(RejectReason::Connections));
        let proxied = [(); 2].map(|()| places.connection(None, &metrics, &open).ok().unwrap());
        assert_eq!(places.connection(None, &metrics, &open).err(), Some(RejectReason::Full));
        drop((own, proxied));
        assert_eq!(places.taken().connections, 0);
    }
}
