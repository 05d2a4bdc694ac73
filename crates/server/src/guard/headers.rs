//! What every answer says to browsers, and the cookie of a session.

use super::speak::Asked;
use crate::config::Settings;
use crate::door::COOKIE;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;

/// Only what is ours is loaded, framed by nobody, sent to nobody.
const POLICY: &str = "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

pub(super) fn secure(response: &mut Response, asked: &Asked, settings: &Settings) {
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
        let keep = if asked.with_token { "no-store" } else { "no-cache" };
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    }
    if asked.stale && !headers.contains_key(header::SET_COOKIE) {
        headers.insert(header::SET_COOKIE, end_cookie());
    }
}

/// The cookie that keeps somebody logged in: for no script, no other site, and for https alone where there is https.
pub fn session_cookie(token: &str, settings: &Settings) -> Option<HeaderValue> {
    let seconds = settings.door.whole.as_secs();
    let secure = if settings.is_https() { "; Secure" } else { "" };
    let cookie = format!("{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/; Max-Age={seconds}{secure}");
    let mut value = HeaderValue::from_str(&cookie).ok()?;
    value.set_sensitive(true);
    Some(value)
}

/// Takes the cookie away.
pub fn end_cookie() -> HeaderValue {
    HeaderValue::from_static("cardroom=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0")
}
