//! How a process knows that a request was passed on by another of the same house: a code over the request under a key that
//! only those have who hold the house's key.

use crate::guard::ClientAddr;
use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Uri, header};
use sha2::{Digest, Sha256};
use std::net::{IpAddr, Ipv4Addr};
use store::Vault;

/// Between processes only: what a visitor sends under this name is thrown away.
pub(super) const HEADER: HeaderName = HeaderName::from_static("cardroom-forwarded");
/// Clocks of machines may differ by so much.
const APART_MS: i64 = 60_000;

/// Somebody asked another process, which has passed the request on: an extension of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Forwarded(pub(crate) IpAddr);

/// The request came where only other processes ask: an extension of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FromPeerListener;

/// Signs what is passed on, and knows what was.
pub(super) struct RequestSigner([u8; 32]);

impl RequestSigner {
    pub(super) fn of(vault: &Vault) -> RequestSigner {
        RequestSigner(*vault.derived("cardroom server: passed-on requests 1"))
    }

    /// The header of a request that is passed on: when, for whom, and the code.
    pub(super) fn sign(
        &self,
        parts: &Parts,
        body: &[u8],
        from: Option<ClientAddr>,
        now_ms: i64,
    ) -> Option<HeaderValue> {
        let from = from.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |from| from.0);
        let code = self.code((&parts.method, &parts.uri, &parts.headers), body, (now_ms, from));
        HeaderValue::from_str(&format!("{now_ms} {from} {}", store::Hash(code))).ok()
    }

    /// Takes the header off a request; who asked, where it was signed by one of us just now.
    pub(super) fn receive(&self, request: &mut Request, body: &[u8], now_ms: i64) -> Option<Forwarded> {
        let header = request.headers_mut().remove(HEADER)?;
        let mut words = header.to_str().ok()?.split(' ');
        let at: i64 = words.next()?.parse().ok()?;
        let from: IpAddr = words.next()?.parse().ok()?;
        let code = store::Hash::parse(words.next()?)?;
        if words.next().is_some() || now_ms.saturating_sub(at).abs() > APART_MS {
            return None;
        }
        let right = self.code((request.method(), request.uri(), request.headers()), body, (at, from));
        // All bytes are compared, however early they differ.
        let differ = right.iter().zip(code.0).fold(0, |differ, (one, other)| differ | (one ^ other));
        (differ == 0).then_some(Forwarded(from))
    }

    /// HMAC-SHA-256 over everything that decides what a request does.
    fn code(
        &self,
        (method, uri, headers): (&Method, &Uri, &HeaderMap),
        body: &[u8],
        (at, from): (i64, IpAddr),
    ) -> [u8; 32] {
        let path = uri.path_and_query().map_or("/", |path| path.as_str());
        let head = |name: HeaderName| headers.get(name).map_or(&[][..], HeaderValue::as_bytes);
        let (at, from) = (at.to_string(), from.to_string());
        let parts: [&[u8]; 9] = [
            method.as_str().as_bytes(),
            path.as_bytes(),
            head(header::COOKIE),
            head(header::AUTHORIZATION),
            head(header::CONTENT_TYPE),
            head(header::HOST),
            at.as_bytes(),
            from.as_bytes(),
            body,
        ];
        let pad = |with: u8| {
            let mut block = [with; 64];
            block.iter_mut().zip(self.0).for_each(|(byte, key)| *byte ^= key);
            block
        };
        let mut inner = Sha256::new().chain_update(pad(0x36));
        for part in parts {
            inner.update((part.len() as u64).to_be_bytes());
            inner.update(part);
        }
        Sha256::new().chain_update(pad(0x5c)).chain_update(inner.finalize()).finalize().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    const NOW: i64 = 1_700_000_000_000;

    fn request(path: &str, cookie: &str) -> Request {
        let request = Request::builder().method("POST").uri(path).header("cookie", cookie);
        request.body(Body::empty()).unwrap()
    }

    fn signed_by(seal: &RequestSigner, path: &str, cookie: &str, body: &[u8]) -> HeaderValue {
        let (parts, _) = request(path, cookie).into_parts();
        seal.sign(&parts, body, Some(ClientAddr("10.1.2.3".parse().unwrap())), NOW).unwrap()
    }

    #[test]
    fn only_what_another_of_the_house_has_passed_on_is_believed() {
        let seal = RequestSigner::of(&Vault::from_bytes([7; 32]));
        let received = |proof: &HeaderValue, path: &str, cookie: &str, body: &[u8], now: i64| {
            let mut request = request(path, cookie);
            request.headers_mut().insert(HEADER, proof.clone());
            let found = seal.receive(&mut request, body, now);
            assert!(!request.headers().contains_key(HEADER), "it goes no further");
            found.map(|Forwarded(from)| from.to_string())
        };
        let proof = signed_by(&seal, "/tables/7/act?x=1", "a=b", b"body");
        let good = received(&proof, "/tables/7/act?x=1", "a=b", b"body", NOW + 59_000);
        assert_eq!(good.as_deref(), Some("10.1.2.3"));
        assert_eq!(received(&proof, "/tables/8/act?x=1", "a=b", b"body", NOW), None, "another table");
        assert_eq!(received(&proof, "/tables/7/act?x=2", "a=b", b"body", NOW), None, "another question");
        assert_eq!(received(&proof, "/tables/7/act?x=1", "a=c", b"body", NOW), None, "somebody else");
        assert_eq!(received(&proof, "/tables/7/act?x=1", "a=b", b"bodY", NOW), None, "another order");
        assert_eq!(received(&proof, "/tables/7/act?x=1", "a=b", b"body", NOW + 61_000), None, "too late");
        let other = RequestSigner::of(&Vault::from_bytes([8; 32]));
        let forged = signed_by(&other, "/tables/7/act?x=1", "a=b", b"body");
        assert_eq!(received(&forged, "/tables/7/act?x=1", "a=b", b"body", NOW), None, "another key");
        for nonsense in ["", "1", "x y z", "1700000000000 10.1.2.3 00"] {
            let nonsense = HeaderValue::from_static(nonsense);
            assert_eq!(received(&nonsense, "/tables/7/act?x=1", "a=b", b"body", NOW), None);
        }
    }
}
