//! The log for operators, a line an event: never tokens, passwords, bodies or cards.

use std::panic::PanicHookInfo;
use tracing_subscriber::EnvFilter;

/// How lines look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text,
    /// For programs: one JSON object a line.
    Json,
}

impl Format {
    /// Reads "text" or "json".
    pub fn parse(text: &str) -> Option<Format> {
        match text.trim() {
            "text" => Some(Format::Text),
            "json" => Some(Format::Json),
            _ => None,
        }
    }
}

/// Begins to log to standard error. `RUST_LOG` says how much; by default what an operator wants to know.
pub fn start(format: Format) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // Somebody may log already; then they go on.
    let _ = match format {
        Format::Text => {
            let colours = std::io::IsTerminal::is_terminal(&std::io::stderr());
            lines.with_ansi(colours).with_target(false).try_init()
        }
        Format::Json => lines.json().flatten_event(true).with_target(false).try_init(),
    };
    std::panic::set_hook(Box::new(told));
}

/// Where something broke. Words that are put together then and there may hold what no log may, and are left out.
fn told(panic: &PanicHookInfo<'_>) {
    let place = panic.location().map(ToString::to_string).unwrap_or_default();
    let words = panic.payload().downcast_ref::<&'static str>().copied().unwrap_or("");
    tracing::error!(place, words, "something is broken in the program");
}
