//! Whether a page of another site is behind a request: what changes something, and every socket, must come from here.

use crate::accounts;
use crate::problem::Problem;
use axum::http::{HeaderMap, Method, header};

/// Browsers say where a form or a script comes from, in `Origin`. Programs do not; they may not come with a browser's
/// cookie then. Before this it was asked whether `Host` is a name of this server: only then is an origin of the same name ours.
pub(super) fn check(method: &Method, headers: &HeaderMap, public: Option<&str>) -> Result<(), Problem> {
    let upgrade = headers.get(header::UPGRADE).and_then(|text| text.to_str().ok());
    let is_socket = upgrade.is_some_and(|text| text.eq_ignore_ascii_case("websocket"));
    if matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS) && !is_socket {
        return Ok(());
    }
    match headers.get(header::ORIGIN) {
        Some(origin) => {
            if origin.to_str().is_ok_and(|origin| is_ours(origin, headers, public)) {
                Ok(())
            } else {
                Err(Problem::forbidden("this request comes from a page of another site")
                    .next("open this site itself and try again there"))
            }
        }
        None if accounts::cookie(headers).is_some() => {
            let what = "this request does not say which page it comes from (there is no Origin)";
            Err(Problem::forbidden(what)
                .next("a program sends its token as 'Authorization: Bearer TOKEN' and no cookie"))
        }
        None => Ok(()),
    }
}

fn is_ours(origin: &str, headers: &HeaderMap, public: Option<&str>) -> bool {
    if public.is_some_and(|public| public.eq_ignore_ascii_case(origin)) {
        return true;
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let theirs = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    matches!((host, theirs), (Some(host), Some(theirs)) if host.eq_ignore_ascii_case(theirs))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::{HeaderName, HeaderValue};

    fn allowed(method: Method, headers: &[(HeaderName, &'static str)]) -> bool {
        let mut all = HeaderMap::new();
        all.insert(header::HOST, HeaderValue::from_static("localhost:8080"));
        for (name, value) in headers {
            all.insert(name.clone(), HeaderValue::from_static(value));
        }
        check(&method, &all, Some("https://cards.example")).is_ok()
    }

    #[test]
    fn what_changes_something_comes_from_here() {
        use header::{AUTHORIZATION, COOKIE, ORIGIN, UPGRADE};
        let cookie = (COOKIE, "cardroom=f00d");
        assert!(allowed(Method::GET, &[(ORIGIN, "https://evil.example"), cookie.clone()]), "looking is free");
        for origin in ["http://localhost:8080", "https://cards.example", "https://localhost:8080"] {
            assert!(allowed(Method::POST, &[(ORIGIN, origin), cookie.clone()]), "{origin}");
            assert!(allowed(Method::GET, &[(ORIGIN, origin), (UPGRADE, "websocket")]), "{origin}");
        }
        for origin in [
            "https://evil.example",
            "null",
            "",
            "http://localhost:8081",
            "http://localhost",
            "localhost:8080",
        ] {
            assert!(!allowed(Method::POST, &[(ORIGIN, origin), cookie.clone()]), "{origin}");
            assert!(!allowed(Method::POST, &[(ORIGIN, origin)]), "{origin}, nobody");
            assert!(!allowed(Method::GET, &[(ORIGIN, origin), (UPGRADE, "WebSocket")]), "{origin}");
        }
        assert!(!allowed(Method::POST, std::slice::from_ref(&cookie)), "a cookie without an origin");
        assert!(!allowed(Method::DELETE, &[cookie.clone(), (AUTHORIZATION, "Bearer f00d")]));
        assert!(!allowed(Method::GET, &[cookie, (UPGRADE, "websocket")]));
        assert!(allowed(Method::POST, &[(AUTHORIZATION, "Bearer f00d")]), "a program");
        assert!(allowed(Method::POST, &[]), "a program that logs in");
    }
}
