//! Where a request comes from: the other end of the connection, or what a trusted proxy says.

use super::net::Net;
use axum::extract::Request;
use std::net::{IpAddr, Ipv4Addr};

/// The other end of the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer(pub IpAddr);

/// Whoever asks, also behind a proxy: an extension of every request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct From(pub IpAddr);

/// A proxy writes whom it heard at the end of `X-Forwarded-For`; what stands before that is believed only as far as those
/// who wrote it are trusted.
pub(crate) fn from(request: &Request, trusted: &[Net]) -> IpAddr {
    let nowhere = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
    let mut from = request.extensions().get::<Peer>().map_or(nowhere, |peer| peer.0.to_canonical());
    let lines = request.headers().get_all("x-forwarded-for").iter().filter_map(|line| line.to_str().ok());
    let said: Vec<&str> = lines.flat_map(|line| line.split(',')).map(str::trim).collect();
    for before in said.into_iter().rev() {
        if !trusted.iter().any(|net| net.holds(from)) {
            break;
        }
        match before.parse::<IpAddr>() {
            Ok(address) => from = address.to_canonical(),
            Err(_) => break,
        }
    }
    from
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
            let request = request.extension(Peer(peer.parse().unwrap())).body(Body::empty()).unwrap();
            from(&request, &trusted).to_string()
        };
        assert_eq!(asked("203.0.113.9", "1.2.3.4"), "203.0.113.9", "anybody can write a header");
        assert_eq!(asked("10.0.0.1", "1.2.3.4"), "1.2.3.4");
        assert_eq!(asked("10.0.0.1", "9.9.9.9, 1.2.3.4"), "1.2.3.4", "9.9.9.9 is only said by 1.2.3.4");
        assert_eq!(asked("10.0.0.1", "1.2.3.4, 10.0.0.2"), "1.2.3.4", "two proxies");
        assert_eq!(asked("10.0.0.1", "1.2.3.4, nonsense"), "10.0.0.1");
        assert_eq!(asked("::ffff:10.0.0.1", "2001:db8::1"), "2001:db8::1");
    }
}
