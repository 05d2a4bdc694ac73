//! The log for operators: a line a request, and no secret in any.

use crate::common;

use axum::Router;
use common::{SECRET, start};
use server::config::Settings;
use std::io;
use std::sync::{Arc, Mutex};
use tracing_subscriber::fmt::MakeWriter;

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'w> MakeWriter<'w> for Lines {
    type Writer = Lines;

    fn make_writer(&'w self) -> Lines {
        self.clone()
    }
}

#[test]
fn a_line_a_request_and_no_secret_in_any() {
    let lines = Lines::default();
    let everything = tracing_subscriber::fmt().json().with_max_level(tracing::Level::TRACE);
    everything.with_writer(lines.clone()).init();
    let server = start(Settings::default(), Router::new());
    let token = server.token();
    let bearer = format!("Authorization: Bearer {token}");
    assert_eq!(server.get("/api/session?card=KhAs", &[&bearer]).status, 200);
    assert_eq!(server.get("/nowhere/KhAs", &[&bearer]).status, 404);
    let wrong = "{\"name\":\"ada\",\"secret\":\"hunter22hunter22\"}";
    assert_eq!(server.ask("POST /api/log-in", &["Content-Type: application/json"], wrong).status, 401);
    let said = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
    for secret in [SECRET, token.as_str(), "hunter22", "KhAs", "argon2"] {
        assert!(!said.contains(secret), "{secret} is in the log");
    }
    let requests: Vec<serde_json::Value> = said
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .filter(|line| line["fields"]["message"] == "request")
        .map(|line| line["fields"].clone())
        .collect();
    let shown = |at: usize| {
        let line = &requests[at];
        format!("{} {} {} {}", line["method"], line["route"], line["status"], line["who"]).replace('"', "")
    };
    assert_eq!(requests.len(), 4, "{said}");
    assert_eq!(shown(0), "POST /api/log-in 200 -");
    assert_eq!(shown(1), "GET /api/session 200 staff/12");
    assert_eq!(shown(2), "GET none 404 staff/12");
    assert_eq!(shown(3), "POST /api/log-in 401 -");
    assert!(requests.iter().all(|line| line["micros"].is_u64()));
}
