//! How a refusal looks: a page for whoever asked for one, JSON for everybody else. Also what the framework refuses by itself.

use crate::accounts;
use crate::problem::Problem;
use crate::site::{ProblemFacts, ProblemPage};
use crate::viewer::Viewer;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// What has to be known of a request once it is answered.
#[derive(Debug)]
pub(super) struct RequestFacts {
    pub(super) viewer: Viewer,
    /// It came with a token, good or not.
    pub(super) with_token: bool,
    /// It is about somebody's log-in, with or without a token.
    pub(super) private: bool,
    /// It came with the cookie of a session that has ended.
    pub(super) stale: bool,
    for_people: bool,
    /// Where to go back to after logging in.
    back: Option<String>,
}

/// Addresses whose answers nobody keeps.
const PRIVATE: [&str; 6] = ["/log-in", "/log-out", "/account", "/security", "/api/log-in", "/api/session"];

impl RequestFacts {
    pub(super) fn of(request: &Request, viewer: Viewer) -> RequestFacts {
        let headers = request.headers();
        let path = request.uri().path_and_query().map(ToString::to_string);
        RequestFacts {
            with_token: accounts::token(headers).is_some(),
            private: PRIVATE.iter().any(|path| request.uri().path().starts_with(path)),
            stale: accounts::cookie(headers).is_some() && viewer.session.is_none(),
            for_people: prefers_pages(headers),
            back: path.filter(|_| request.method() == Method::GET),
            viewer,
        }
    }
}

/// Whether somebody would rather have a page than JSON.
fn prefers_pages(headers: &HeaderMap) -> bool {
    let lines = headers.get_all(header::ACCEPT).iter().filter_map(|line| line.to_str().ok());
    let (mut page, mut json) = (0, 0);
    for part in lines.flat_map(|line| line.split(',')) {
        let mut words = part.split(';').map(str::trim);
        let kind = words.next().unwrap_or_default();
        let weight = words.find_map(|word| word.strip_prefix("q=")).map_or(1_000, thousandths);
        match kind {
            "text/html" => page = page.max(weight),
            "application/json" | "application/problem+json" => json = json.max(weight),
            _ => {}
        }
    }
    page > 0 && page >= json
}

/// "0.8" is 800.
fn thousandths(text: &str) -> u32 {
    let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
    let digits: String = rest.chars().chain("000".chars()).take(3).collect();
    whole.parse::<u32>().unwrap_or(0).min(1) * 1_000 + digits.parse::<u32>().unwrap_or(0)
}

/// The answer as whoever asked wants it.
pub(super) async fn render_problem(response: Response, asked: &RequestFacts, page: ProblemPage) -> Response {
    let response = match response.extensions().get::<Problem>() {
        Some(_) => response,
        None => in_our_words(response).await,
    };
    let Some(problem) = response.extensions().get::<Problem>().cloned() else { return response };
    if !asked.for_people {
        return response;
    }
    let back = asked.back.as_deref().filter(|_| problem.status == 401);
    let facts = ProblemFacts { problem: &problem, viewer: &asked.viewer, back };
    let (mut parts, _) = response.into_parts();
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    Response::from_parts(parts, Body::from(page(&facts)))
}

/// What the framework says when it refuses by itself, as one of our refusals.
async fn in_our_words(response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let plain = kind.is_none_or(|kind| kind.starts_with("text/plain"));
    if !plain || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let (parts, body) = response.into_parts();
    let said = to_bytes(body, 8 * 1024).await.unwrap_or_default();
    let said = String::from_utf8_lossy(&said);
    let problem = match status {
        StatusCode::NOT_FOUND => Problem::not_found("there is nothing at this address"),
        StatusCode::METHOD_NOT_ALLOWED => Problem::new(status, "this address cannot be asked in that way")
            .next("the header Allow says in which it can"),
        StatusCode::UNSUPPORTED_MEDIA_TYPE => {
            Problem::new(status, "the body is not of the kind that is needed here")
                .next("send JSON as 'Content-Type: application/json', or a form as forms are sent")
        }
        StatusCode::PAYLOAD_TOO_LARGE => {
            Problem::new(status, "this is more than a request may hold").next("send less")
        }
        _ if status.is_server_error() => {
            Problem::new(status, "this did not work").next("try again, or call the pit")
        }
        _ if said.is_empty() => Problem::new(status, "this request cannot be understood"),
        _ => Problem::new(status, format!("this request cannot be understood: {said}")),
    };
    let mut ours = problem.into_response();
    for (name, value) in &parts.headers {
        if !matches!(*name, header::CONTENT_TYPE | header::CONTENT_LENGTH) {
            ours.headers_mut().append(name.clone(), value.clone());
        }
    }
    ours
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_get_pages_and_programs_json() {
        let prefers = |accept: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT, HeaderValue::from_static(accept));
            prefers_pages(&headers)
        };
        assert!(prefers("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"));
        assert!(prefers("application/json;q=0.5, text/html;q=0.51"));
        assert!(!prefers("application/json, text/html;q=0.9"));
        assert!(!prefers("*/*") && !prefers("") && !prefers("text/html;q=0"));
        assert!(!prefers_pages(&HeaderMap::new()));
    }
}
