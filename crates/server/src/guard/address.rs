//! Where a request comes from: the other end of the connection, or what a trusted proxy says.

use super::net::Net;
use axum::extract::Request;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// The other end of the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PeerAddr(pub IpAddr);

/// Whoever asks, also behind a proxy: an extension of every request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientAddr(pub IpAddr);

/// A proxy writes whom it heard at the end of `X-Forwarded-For`; what stands before that is believed only as far as those
/// who wrote it are trusted.
pub(crate) fn client_address(request: &Request, trusted: &[Net]) -> IpAddr {
    let nowhere = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
    let mut from = request.extensions().get::<PeerAddr>().map_or(nowhere, |peer| peer.0.to_canonical());
    let lines = request.headers().get_all("x-forwarded-for").iter().filter_map(|line| line.to_str().ok());
    let said: Vec<&str> = lines.flat_map(|line| line.split(',')).map(str::trim).collect();
    for before in said.into_iter().rev() {
        if !trusted.iter().any(|net| net.holds(from)) {
            break;
        }
        match parsed(before) {
            Some(address) => from = address.to_canonical(),
            // Somebody stands behind the proxy, and nobody knows who: not the proxy itself, which may be trusted with more.
            None => return nowhere,
        }
    }
    from
}

/// An address as proxies write it, with a port or without.
fn parsed(text: &str) -> Option<IpAddr> {
    let address = text.parse::<SocketAddr>().map(|address| address.ip());
    let bare = || text.trim_start_matches('[').trim_end_matches(']').parse();
    address.or_else(|_| bare()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    #[test]
    fn only_trusted_proxies_are_believed() {
        let trusted: Vec<Net> = ["10.0.0.0/8"].into_iter().filter_map(Net::parse).collect();
        let asked = |peer: &str, said: &str| {
            let request = Request::builder().header("x-forwarded-for", said);
            let request = request.extension(PeerAddr(peer.parse().unwrap())).body(Body::empty()).unwrap();
            client_address(&request, &trusted).to_string()
        };
        assert_eq!(asked("203.0.113.9", "1.2.3.4"), "203.0.113.9", "anybody can write a header");
        assert_eq!(asked("10.0.0.1", "1.2.3.4"), "1.2.3.4");
        assert_eq!(asked("10.0.0.1", "9.9.9.9, 1.2.3.4"), "1.2.3.4", "9.9.9.9 is only said by 1.2.3.4");
        assert_eq!(asked("10.0.0.1", "1.2.3.4, 10.0.0.2"), "1.2.3.4", "two proxies");
        assert_eq!(asked("10.0.0.1", "1.2.3.4:5555"), "1.2.3.4", "with a port");
        assert_eq!(asked("10.0.0.1", "[2001:db8::1]:5555"), "2001:db8::1");
        for unknown in ["1.2.3.4, nonsense", "unknown", "", "1.2.3.4, unknown"] {
            assert_eq!(asked("10.0.0.1", unknown), "0.0.0.0", "'{unknown}' is not the proxy itself");
        }
        assert_eq!(asked("::ffff:10.0.0.1", "2001:db8::1"), "2001:db8::1");
    }
}
