//! Live views by WebSocket: the newest frame of a topic to each watcher, small buffers, nothing read but a close and a
//! sign of life.

use crate::app::App;
use crate::broadcast::{ChangeSource, Frame, Render};
use crate::house_orders::run_blocking;
use crate::problem::Problem;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use std::sync::Arc;
use std::time::Duration;
use store::blocking::Driven;
use tokio::sync::watch;

/// A watcher who takes longer than this to take a frame is gone.
const PATIENCE: Duration = Duration::from_secs(10);
/// The session has ended: the page asks to log in again.
pub const SESSION_ENDED: u16 = 4401;
/// The server stops: the page comes back.
const GOING_AWAY: u16 = 1001;

/// What a socket shows.
pub struct LiveView {
    /// Who shares a key shares what is rendered.
    pub key: String,
    /// It is rendered again when one of these changes.
    pub sources: Vec<ChangeSource>,
    /// Frames are at least so far apart.
    pub gap: Duration,
    /// How it is rendered.
    pub render: Render,
    /// What is said where there is nothing to show.
    pub missing: Problem,
}

/// Turns a request into a watcher of a topic. It is rendered first on a thread of its own, since it may read the store.
///
/// # Errors
/// If there is nothing to show.
pub async fn open(
    app: Arc<App>,
    upgrade: WebSocketUpgrade,
    token: Option<String>,
    topic: LiveView,
) -> Result<Response, Problem> {
    let own = Arc::clone(&app);
    let frames = run_blocking(move || {
        let LiveView { key, sources, gap, render, missing } = topic;
        own.broadcaster.subscribe(&key, (&sources, gap), render).ok_or(missing)
    });
    Ok(watch(upgrade, app, frames.await?, token))
}

/// Turns a request into a watcher of frames; `token` is the session it was opened with.
pub fn watch(
    upgrade: WebSocketUpgrade,
    app: Arc<App>,
    frames: watch::Receiver<Frame>,
    token: Option<String>,
) -> Response {
    upgrade
        // A watcher says goodbye and little else; the buffer is held for as long as it watches.
        .read_buffer_size(256)
        .write_buffer_size(0)
        .max_message_size(4096)
        .max_frame_size(4096)
        .on_upgrade(move |socket| Driven::new(keep(socket, app, frames, token)))
}

async fn keep(
    mut socket: WebSocket,
    app: Arc<App>,
    mut frames: watch::Receiver<Frame>,
    token: Option<String>,
) {
    let mut closing = app.closing.clone();
    let mut endings = app.user_accounts.endings();
    let ended = |token: &Option<String>| {
        token.as_deref().is_some_and(|token| !app.user_accounts.is_session_live(token))
    };
    // How often a line is tried, and the session looked at.
    let mut beat = tokio::time::interval(app.settings.ping_time);
    beat.tick().await;
    let mut answered = true;
    frames.mark_changed();
    let code = loop {
        tokio::select! {
            // In this order: what has ended comes before the next frame.
            biased;
            // Log-out, a new password, a closed account: whoever watched with that session sees nothing more.
            Ok(()) = endings.changed() => {
                if ended(&token) { break Some(SESSION_ENDED) }
            }
            changed = frames.changed() => {
                if changed.is_err() { break Some(GOING_AWAY) }
                let text = frames.borrow_and_update().text.clone();
                if !send(&mut socket, Message::Text(text)).await { break None }
            }
            heard = socket.recv() => match heard {
                // Watchers have nothing to say here; commands are posted.
                Some(Ok(Message::Close(_)) | Err(_)) | None => break None,
                Some(Ok(_)) => answered = true,
            },
            _ = beat.tick() => {
                if ended(&token) { break Some(SESSION_ENDED) }
                // Browsers answer a ping by themselves. Whoever reads nothing answers nothing, and only takes up room.
                if !std::mem::take(&mut answered) { break None }
                // An empty frame, which a page hears: a server that falls silent is gone.
                if !send(&mut socket, Message::Text(Default::default())).await { break None }
                if !send(&mut socket, Message::Ping(Default::default())).await { break None }
            }
            _ = closing.changed() => break Some(GOING_AWAY),
        }
    };
    if let Some(code) = code {
        let close = CloseFrame { code, reason: Default::default() };
        send(&mut socket, Message::Close(Some(close))).await;
    }
}

async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(tokio::time::timeout(PATIENCE, socket.send(message)).await, Ok(Ok(())))
}
