//! What a browser or a program sends along to be known.

use axum::http::{HeaderMap, header};

/// The name of the cookie.
pub const COOKIE: &str = "cardroom";

/// The token that somebody sends along: a program's, or else a browser's.
pub fn token(headers: &HeaderMap) -> Option<&str> {
    bearer(headers).or_else(|| cookie(headers))
}

/// The token that a browser sends along.
pub fn cookie(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, token)| *name == COOKIE && !token.is_empty()).map(|(_, token)| token)
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
