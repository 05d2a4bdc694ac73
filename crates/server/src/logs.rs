//! The log for operators, a line an event: never tokens, passwords, bodies or cards.

use std::io::{self, Write};
use std::panic::PanicHookInfo;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use tracing_subscriber::EnvFilter;

/// How lines look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
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

/// How many lines wait for a reader who is slow. What comes beyond them is lost, and counted.
const WAITING: usize = 4096;
/// How long the last lines are waited for at the end.
const PATIENCE: Duration = Duration::from_secs(1);

/// Begins to log to standard error. `RUST_LOG` says how much; by default what an operator wants to know. The guard waits
/// for the last lines when it is dropped.
pub fn start(format: Format) -> LastLines {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(|| LossyLines)
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
    std::panic::set_hook(Box::new(log_panic));
    LastLines(())
}

/// Waits for the last lines.
pub struct LastLines(());

impl Drop for LastLines {
    fn drop(&mut self) {
        let Some(queue) = QUEUE.get() else { return };
        let until = Instant::now() + PATIENCE;
        while queue.waiting.load(Ordering::Acquire) > 0 && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// The lines on their way to standard error.
struct LogQueue {
    lines: SyncSender<Vec<u8>>,
    waiting: Arc<AtomicU64>,
    lost: Arc<AtomicU64>,
}

static QUEUE: OnceLock<LogQueue> = OnceLock::new();

/// Standard error, whether or not anybody reads it. The house plays on without its log lines: a pipe that is closed at the
/// other end, or that nobody empties, must never stop a table. So a thread of its own writes, and nobody waits for it.
struct LossyLines;

impl Write for LossyLines {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let queue = QUEUE.get_or_init(queue);
        queue.waiting.fetch_add(1, Ordering::AcqRel);
        if queue.lines.try_send(line.to_vec()).is_err() {
            queue.waiting.fetch_sub(1, Ordering::AcqRel);
            queue.lost.fetch_add(1, Ordering::Relaxed);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn queue() -> LogQueue {
    let (lines, queued) = sync_channel(WAITING);
    let (waiting, lost) = (Arc::<AtomicU64>::default(), Arc::<AtomicU64>::default());
    let (written, missing) = (Arc::clone(&waiting), Arc::clone(&lost));
    let begun = std::thread::Builder::new()
        .name("log".into())
        .spawn(move || write_lines(&queued, &written, &missing));
    if let Err(error) = begun {
        let _ = writeln!(io::stderr(), "nothing is logged: {error}");
    }
    LogQueue { lines, waiting, lost }
}

fn write_lines(queued: &Receiver<Vec<u8>>, waiting: &AtomicU64, lost: &AtomicU64) {
    for line in queued {
        let _ = io::stderr().write_all(&line);
        waiting.fetch_sub(1, Ordering::AcqRel);
        let missing = lost.swap(0, Ordering::Relaxed);
        if missing > 0 {
            tracing::warn!(missing, "lines of the log are lost: nobody read them in time");
        }
    }
}

/// Where something broke. Words that are put together then and there may hold what no log may, and are left out.
fn log_panic(panic: &PanicHookInfo<'_>) {
    let place = panic.location().map(ToString::to_string).unwrap_or_default();
    let words = panic.payload().downcast_ref::<&'static str>().copied().unwrap_or("");
    tracing::error!(place, words, "something is broken in the program");
}
