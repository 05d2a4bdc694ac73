//! What browsers load besides pages: `web/`, part of the program. An address holds a hash of the content, so that a browser
//! may keep it for ever.

use axum::Router;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use server::app::App;
use server::problem::Problem;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// The files: name, content, kind.
const FILES: &[(&str, &[u8], &str)] = &[
    ("dealer.css", include_bytes!("../../../web/dealer.css"), "text/css; charset=utf-8"),
    ("dealer.js", include_bytes!("../../../web/dealer.js"), "text/javascript; charset=utf-8"),
    ("displays.css", include_bytes!("../../../web/displays.css"), "text/css; charset=utf-8"),
    ("displays.js", include_bytes!("../../../web/displays.js"), "text/javascript; charset=utf-8"),
    ("rounds.js", include_bytes!("../../../web/rounds.js"), "text/javascript; charset=utf-8"),
    ("style.css", include_bytes!("../../../web/style.css"), "text/css; charset=utf-8"),
    ("table.js", include_bytes!("../../../web/table.js"), "text/javascript; charset=utf-8"),
    ("table.css", include_bytes!("../../../web/table.css"), "text/css; charset=utf-8"),
    ("fair.js", include_bytes!("../../../web/fair.js"), "text/javascript; charset=utf-8"),
    ("theme.js", include_bytes!("../../../web/theme.js"), "text/javascript; charset=utf-8"),
    ("live.js", include_bytes!("../../../web/live.js"), "text/javascript; charset=utf-8"),
    ("odds.css", include_bytes!("../../../web/odds.css"), "text/css; charset=utf-8"),
    ("odds.js", include_bytes!("../../../web/odds.js"), "text/javascript; charset=utf-8"),
    ("pit.css", include_bytes!("../../../web/pit.css"), "text/css; charset=utf-8"),
    ("pit.js", include_bytes!("../../../web/pit.js"), "text/javascript; charset=utf-8"),
    ("practice.js", include_bytes!("../../../web/practice.js"), "text/javascript; charset=utf-8"),
    ("commands.js", include_bytes!("../../../web/commands.js"), "text/javascript; charset=utf-8"),
    ("cards.svg", include_bytes!("../../../web/cards.svg"), "image/svg+xml"),
    ("icon.svg", include_bytes!("../../../web/icon.svg"), "image/svg+xml"),
];

fn tags() -> &'static BTreeMap<&'static str, String> {
    static TAGS: OnceLock<BTreeMap<&'static str, String>> = OnceLock::new();
    TAGS.get_or_init(|| FILES.iter().map(|(name, content, _)| (*name, tag(content))).collect())
}

fn tag(content: &[u8]) -> String {
    let hash = Sha256::digest(content);
    hash.iter().take(6).map(|byte| format!("{byte:02x}")).collect()
}

/// The address of a file.
pub fn path(name: &str) -> String {
    let tag = tags().get(name).map_or("none", String::as_str);
    format!("/web/{tag}/{name}")
}

/// Where they are found.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/web/{tag}/{name}", get(file))
}

async fn file(Path((_, name)): Path<(String, String)>) -> Result<Response, Problem> {
    let found = FILES.iter().find(|(known, ..)| *known == name);
    let (_, content, kind) = found.ok_or_else(|| Problem::not_found("there is no such file"))?;
    let headers =
        [(header::CONTENT_TYPE, *kind), (header::CACHE_CONTROL, "public, max-age=31536000, immutable")];
    Ok((headers, *content).into_response())
}
