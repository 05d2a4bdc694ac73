//! What a browser or a program sends along to be known.

use axum::http::{HeaderMap, header};
use sha2::{Digest, Sha256};

/// The name of the cookie.
pub const COOKIE: &str = "cardroom";

/// The token that somebody sends along: a program's, or else a browser's.
pub fn token(headers: &HeaderMap) -> Option<&str> {
    bearer(headers).or_else(|| cookie(headers))
}

/// What a token is kept as.
pub fn token_hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

/// The token that a browser sends along.
pub fn cookie(headers: &HeaderMap) -> Option<&str> {
    named(headers, |name| name == COOKIE)
}

fn named(headers: &HeaderMap, is: impl Fn(&str) -> bool) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, token)| is(name) && !token.is_empty()).map(|(_, token)| token)
}

/// The cookie by which a browser that has logged in to an account before is known there: one for each account, so that
/// several people may share a browser. It opens nothing; it keeps what strangers try from locking this browser out.
pub fn device_cookie_name(account: &str) -> String {
    let hash = Sha256::digest(account.trim().to_lowercase().as_bytes());
    format!("cardroom-device-{:02x}{:02x}{:02x}{:02x}", hash[0], hash[1], hash[2], hash[3])
}

/// What a browser holds from an earlier log-in to an account.
pub fn device<'h>(headers: &'h HeaderMap, account: &str) -> Option<&'h str> {
    let name = device_cookie_name(account);
    named(headers, |found| found == name)
}

/// The token that a program sends along: `Authorization: Bearer TOKEN`.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.trim().split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim()).filter(|token| !token.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn a_token_among_other_things() {
        let mut headers = HeaderMap::new();
        assert_eq!(token(&headers), None);
        headers.append(header::COOKIE, HeaderValue::from_static("theme=dark; cardroom=; a=b"));
        assert_eq!(token(&headers), None);
        headers.append(header::COOKIE, HeaderValue::from_static("x=y; cardroom=f00d"));
        assert_eq!((token(&headers), cookie(&headers)), (Some("f00d"), Some("f00d")));
        headers.insert(header::AUTHORIZATION, HeaderValue::from_static("Basic Zm9v"));
        assert_eq!(token(&headers), Some("f00d"));
        headers.insert(header::AUTHORIZATION, HeaderValue::from_static("bearer  beef"));
        assert_eq!((token(&headers), bearer(&headers)), (Some("beef"), Some("beef")));
    }
}
