//! The log for operators, a line an event: never tokens, passwords, bodies or cards.

use std::io::{self, Write};
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
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(|| LossyStderr)
        // It would print to standard error with a macro that panics there.
        .log_internal_errors(false);
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

/// Standard error, whether or not anybody reads it. The house plays on without its log lines: a pipe that is closed at the
/// other end must never stop a table.
struct LossyStderr;

impl Write for LossyStderr {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let _ = io::stderr().write_all(line);
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Where something broke. Words that are put together then and there may hold what no log may, and are left out.
fn told(panic: &PanicHookInfo<'_>) {
    let place = panic.location().map(ToString::to_string).unwrap_or_default();
    let words = panic.payload().downcast_ref::<&'static str>().copied().unwrap_or("");
    tracing::error!(place, words, "something is broken in the program");
}
