//! How the server is, for whoever watches over it: `/health` and `/metrics`.

use crate::app::App;
use crate::guard::ClientAddr;
use crate::house_orders::run_blocking;
use crate::problem::Problem;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Json, Router};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use store::{Store, StoreError, Stream};

/// What was found is told again for so long.
const FRESH: Duration = Duration::from_secs(2);
/// A store that does not answer for so long is not well.
const PATIENCE: Duration = Duration::from_secs(3);

/// Where they are found.
pub fn routes() -> Router<Arc<App>> {
    let last = Arc::new(Mutex::new(None));
    let health = move |state| health(state, Arc::clone(&last));
    Router::new().route("/health", get(health)).route("/metrics", get(metrics))
}

/// When somebody last looked, and what was found.
type Last = Arc<Mutex<Option<(Instant, bool)>>>;

async fn health(State(app): State<Arc<App>>, last: Last) -> Response {
    let before = *last.lock().unwrap_or_else(PoisonError::into_inner);
    let writable = match before {
        Some((at, found)) if at.elapsed() < FRESH => found,
        _ => {
            // Said before anybody looks, so that only one looks at a time.
            let guess = before.is_none_or(|(_, found)| found);
            *last.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), guess));
            let store = Arc::clone(&app.store);
            let looked = tokio::task::spawn_blocking(move || is_writable(&*store));
            let found = matches!(tokio::time::timeout(PATIENCE, looked).await, Ok(Ok(true)));
            *last.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), found));
            found
        }
    };
    let alarm = crate::integrity::alarm(&app);
    let closing = *app.closing.borrow() || app.floor.is_closed();
    let status = match (writable, closing) {
        (_, true) => "stopping",
        (true, false) if alarm.is_some() => "the log is not whole",
        (true, false) => "well",
        (false, false) => "the store cannot be written",
    };
    let code = if status == "well" { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let health = json!({
        "status": status,
        "tables": app.floor.tables().len(),
        "store_writable": writable,
        "log_whole": alarm.is_none(),
        "alarm": alarm,
        "version": env!("CARGO_PKG_VERSION"),
    });
    (code, Json(health)).into_response()
}

/// Whether the store can be written, shown by writing: a claim on the door's stream, which nobody holds.
fn is_writable(store: &dyn Store) -> bool {
    let Some(stream) = Stream::new("door/main") else { return false };
    let claimed = store.beat().and_then(|()| match store.claim(&stream) {
        Ok(epoch) => store.release(&stream, epoch),
        // Another process looks at the same moment.
        Err(StoreError::Held { .. }) => Ok(()),
        Err(error) => Err(error),
    });
    if let Err(error) = &claimed {
        tracing::error!(%error, "the store cannot be written");
    }
    claimed.is_ok()
}

async fn metrics(
    State(app): State<Arc<App>>,
    from: Option<Extension<ClientAddr>>,
) -> Result<Response, Problem> {
    let allowed = from.is_some_and(|Extension(ClientAddr(from))| {
        app.settings.metrics_from.iter().any(|net| net.holds(from))
    });
    if !allowed {
        return Err(Problem::forbidden("these figures are not for this address")
            .next("name its network in the setting metrics-from"));
    }
    let read = Arc::clone(&app);
    let (heads, tables, rounds) = run_blocking(move || {
        let tables = read.floor.tables();
        let rounds: u64 = tables.iter().map(|table| table.with_state(|state| state.sheet.rounds)).sum();
        Ok((read.store.streams().unwrap_or_default(), tables.len() as u64, rounds))
    })
    .await?;
    let records: u64 = heads.iter().map(|(_, head)| head.version).sum();
    let gauges = [
        ("cardroom_tables", "Tables of this process.", tables),
        ("cardroom_rounds_today", "Rounds settled at these tables on the day of each.", rounds),
        ("cardroom_sessions", "People who are logged in.", app.user_accounts.sessions() as u64),
        ("cardroom_store_streams", "Streams in the store.", heads.len() as u64),
        ("cardroom_store_records_total", "Records in the store.", records),
        (
            "cardroom_log_damaged",
            "1 where the last look at the whole log found damage, else 0.",
            u64::from(crate::integrity::alarm(&app).is_some()),
        ),
    ];
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    Ok((kind, app.metrics.render(&gauges)).into_response())
}

/// These addresses, for the description of the API.
pub fn openapi() -> Value {
    let health = json!({
        "type": "object",
        "required": ["status", "tables", "store_writable", "log_whole", "version"],
        "properties": {
            "status": { "type": "string" },
            "tables": { "type": "integer" },
            "store_writable": { "type": "boolean" },
            "log_whole": { "type": "boolean", "description": "Whether the last look at the whole log found no damage" },
            "alarm": { "type": ["string", "null"], "description": "What it found" },
            "version": { "type": "string" }
        }
    });
    let answer =
        |what: &str| json!({ "description": what, "content": { "application/json": { "schema": health } } });
    json!({
        "/health": { "get": {
            "operationId": "health",
            "summary": "How the server is",
            "responses": { "200": answer("All is well."), "503": answer("It is stopping, cannot write, or its log is not whole.") }
        } },
        "/metrics": { "get": {
            "operationId": "metrics",
            "summary": "Figures for Prometheus",
            "responses": {
                "200": { "description": "The figures.", "content": { "text/plain": { "schema": { "type": "string" } } } },
                "403": { "description": "Not for this address." },
                "429": { "description": "More requests than one may send." }
            }
        } }
    })
}
