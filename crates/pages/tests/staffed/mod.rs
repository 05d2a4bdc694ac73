//! A small floor to look at, in memory, asked as a browser asks.
#![allow(dead_code, reason = "each test takes what it needs")]

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use serde_json::{Value, json};
use server::accounts::Accounts;
use server::app::App;
use server::auto_dealer::{AutoDealer, Timing};
use server::demo;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use store::{MemoryStore, Store, Vault};
use tower::ServiceExt;

/// A floor and its pages.
pub(crate) struct House {
    pub(crate) app: Arc<App>,
    router: Router,
    ids: AtomicU64,
    closing: tokio::sync::watch::Sender<bool>,
}

impl House {
    /// A furnished floor; the automatic dealer does not work.
    pub(crate) fn open(size: demo::DemoFloorSize) -> House {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let vault = Arc::new(Vault::from_bytes([7; 32]));
        let clock: Arc<dyn floor::Clock> = Arc::new(floor::SystemClock::start());
        demo::furnish(&store, &vault, clock.as_ref(), size).unwrap();
        let options = floor::Options { clock: Arc::clone(&clock), ..floor::Options::default() };
        let floor = floor::Floor::open(Arc::clone(&store), Arc::clone(&vault), options).unwrap();
        let door =
            Arc::new(Accounts::open(Arc::clone(&store), Arc::clone(&vault), Arc::clone(&clock)).unwrap());
        demo::open_door(&door).unwrap();
        let pace = AutoDealer::new(Timing::default(), Arc::clone(&clock));
        let (closing, closes) = tokio::sync::watch::channel(false);
        let mut app = App::new(floor, store, vault, door);
        (app.clock, app.dealer, app.closing) = (clock, pace, closes);
        let app = app.begin();
        let router = pages::site().routes.with_state(Arc::clone(&app));
        House { app, router, ids: AtomicU64::new(1), closing }
    }

    /// A session of a log-in.
    pub(crate) fn log_in(&self, name: &str) -> String {
        self.app.user_accounts.log_in(name, demo::SECRET, IpAddr::V4(Ipv4Addr::LOCALHOST)).unwrap().0
    }

    /// Asks for a page.
    pub(crate) async fn get(&self, token: Option<&str>, path: &str) -> (StatusCode, String) {
        let mut request = Request::builder().uri(path);
        if let Some(token) = token {
            request = request.header(header::COOKIE, format!("cardroom={token}"));
        }
        self.ask(request.body(Body::empty()).unwrap()).await
    }

    /// Sends an order with an id of its own.
    pub(crate) async fn order(&self, token: &str, path: &str, command: Value) -> (StatusCode, Value) {
        let id = format!("{:032x}", self.ids.fetch_add(0x100, Ordering::Relaxed));
        self.post(token, path, &json!({ "id": id, "command": command })).await
    }

    /// Sends JSON.
    pub(crate) async fn post(&self, token: &str, path: &str, body: &Value) -> (StatusCode, Value) {
        let request = Request::post(path)
            .header(header::COOKIE, format!("cardroom={token}"))
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(body.to_string()))
            .unwrap();
        let (status, text) = self.ask(request).await;
        (status, serde_json::from_str(&text).unwrap_or(Value::Null))
    }

    /// Sends a form, as a browser without scripts does.
    pub(crate) async fn form(
        &self,
        token: &str,
        path: &str,
        fields: &[(&str, &str)],
    ) -> (StatusCode, String) {
        let encode = pages::layout::encode;
        let pairs: Vec<String> =
            fields.iter().map(|(name, value)| format!("{}={}", encode(name), encode(value))).collect();
        let request = Request::post(path)
            .header(header::COOKIE, format!("cardroom={token}"))
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(Body::from(pairs.join("&")))
            .unwrap();
        self.ask(request).await
    }

    async fn ask(&self, request: Request<Body>) -> (StatusCode, String) {
        let answer = self.router.clone().oneshot(request).await.unwrap();
        let status = answer.status();
        let body = to_bytes(answer.into_body(), 10 << 20).await.unwrap();
        (status, String::from_utf8(body.to_vec()).unwrap())
    }
}

impl House {
    /// Serves the pages on a port of its own, for sockets.
    pub(crate) async fn serve(&self) -> std::net::SocketAddr {
        let listener = tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = self.router.clone();
        tokio::spawn(async move { axum::serve(listener, router).await });
        address
    }
}
