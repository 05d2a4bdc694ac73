//! What every answer says to browsers, and the cookie of a session.

use super::error_page::RequestFacts;
use crate::accounts::{COOKIE, device_cookie_name};
use crate::config::Settings;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;

/// What browsers hold to their promise for.
const HOST: &str = "__Host-";

/// Only what is ours is loaded, framed by nobody, sent to nobody.
const POLICY: &str = "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

pub(super) fn secure(response: &mut Response, asked: &RequestFacts, settings: &Settings) {
    let waits = matches!(response.status(), StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE);
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    // Nothing to others. With 'no-referrer' a browser would also leave the origin out of our own forms, and they would
    // be refused.
    set(header::REFERRER_POLICY, "same-origin");
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    if settings.is_https() {
        set(header::STRICT_TRANSPORT_SECURITY, "max-age=31536000");
    }
    if waits && !headers.contains_key(header::RETRY_AFTER) {
        headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        // What is for one person is kept nowhere; what is for all is asked for anew.
        let keep = if asked.with_token || asked.private { "no-store" } else { "no-cache" };
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    }
    if asked.stale && !headers.contains_key(header::SET_COOKIE) {
        headers.insert(header::SET_COOKIE, end_cookie(settings));
    }
}

/// The cookie that keeps somebody logged in: for no script, no other site, and for https alone where there is https.
pub fn session_cookie(token: &str, settings: &Settings) -> Option<HeaderValue> {
    cookie(COOKIE, token, settings.log_in.whole.as_secs(), settings)
}

/// The cookie by which a browser is known to an account again: for longer than any session.
pub fn device_cookie(account: &str, device: &str, settings: &Settings) -> Option<HeaderValue> {
    cookie(&device_cookie_name(account), device, 400 * 24 * 3600, settings)
}

/// Where there is https, the name begins with `__Host-`: a browser then takes the cookie from this host alone, over https
/// alone, and no neighbouring site can put one in its place.
fn cookie(name: &str, value: &str, seconds: u64, settings: &Settings) -> Option<HeaderValue> {
    let (prefix, secure) = if settings.is_https() { (HOST, "; Secure") } else { ("", "") };
    let cookie =
        format!("{prefix}{name}={value}; HttpOnly; SameSite=Strict; Path=/; Max-Age={seconds}{secure}");
    let mut value = HeaderValue::from_str(&cookie).ok()?;
    value.set_sensitive(true);
    Some(value)
}

/// Takes the cookie away.
pub fn end_cookie(settings: &Settings) -> HeaderValue {
    let gone = cookie(COOKIE, "", 0, settings);
    gone.unwrap_or_else(|| HeaderValue::from_static("cardroom=; Path=/; Max-Age=0"))
}

/// Cookies as the pages read them. Where there is https only those with the prefix are ours, and they are called what they
/// are called without it; others of our names were set by somebody else.
pub(super) fn own_cookies(headers: &mut HeaderMap, settings: &Settings) {
    if !settings.is_https() {
        return;
    }
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).map(str::trim);
    let own = pairs.filter_map(|pair| match pair.strip_prefix(HOST) {
        Some(ours) if ours.starts_with(COOKIE) => Some(ours),
        Some(_) => None,
        None => Some(pair).filter(|pair| !pair.starts_with(COOKIE)),
    });
    let line = own.collect::<Vec<_>>().join("; ");
    headers.remove(header::COOKIE);
    if let Ok(line) = HeaderValue::from_str(&line) {
        headers.insert(header::COOKIE, line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn over_https_only_cookies_of_this_host_are_ours() {
        let https = Settings { public_url: Some("https://cards.example".into()), ..Settings::default() };
        let made = session_cookie("f00d", &https).unwrap();
        let made = made.to_str().unwrap();
        assert!(made.starts_with("__Host-cardroom=f00d; ") && made.ends_with("; Secure"), "{made}");
        let plain = session_cookie("f00d", &Settings::default()).unwrap();
        assert!(plain.to_str().unwrap().starts_with("cardroom=f00d; "));
        let read = |line: &'static str, settings: &Settings| {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, HeaderValue::from_static(line));
            own_cookies(&mut headers, settings);
            crate::accounts::cookie(&headers).map(str::to_string)
        };
        let both = "cardroom=evil; a=b; __Host-cardroom=good";
        assert_eq!(read(both, &https).as_deref(), Some("good"), "a neighbour's cookie is not ours");
        assert_eq!(read("cardroom=evil", &https), None);
        assert_eq!(read(both, &Settings::default()).as_deref(), Some("evil"), "as on this machine");
    }
}
