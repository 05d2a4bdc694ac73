//! Live views by WebSocket: the newest frame of a topic to each watcher, small buffers, nothing read but a close.

use crate::app::App;
use crate::rail::Frame;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// A watcher who takes longer than this to take a frame is gone.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often a quiet line is tried, and the session looked at.
const BEAT: Duration = Duration::from_secs(25);
/// The session has ended: the page asks to log in again.
pub const SESSION_ENDED: u16 = 4401;
/// The server stops: the page comes back.
const GOING_AWAY: u16 = 1001;

/// Turns a request into a watcher of a topic; `token` is the session it was opened with.
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
        .on_upgrade(move |socket| keep(socket, app, frames, token))
}

async fn keep(
    mut socket: WebSocket,
    app: Arc<App>,
    mut frames: watch::Receiver<Frame>,
    token: Option<String>,
) {
    let mut closing = app.closing.clone();
    let mut endings = app.door.endings();
    let ended = |token: &Option<String>| token.as_deref().is_some_and(|token| !app.door.lives(token));
    let mut beat = tokio::time::interval(BEAT);
    beat.tick().await;
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
                Some(Ok(_)) => {}
            },
            _ = beat.tick() => {
                if ended(&token) { break Some(SESSION_ENDED) }
                // An empty frame, which a page hears: whoever falls silent is gone.
                if !send(&mut socket, Message::Text(Default::default())).await { break None }
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
