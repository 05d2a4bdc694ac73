//! Finds work that waits for a store on a thread that drives async tasks. All tasks of that thread would wait with it, and on
//! PostgreSQL it cannot be done at all: a runtime does not start inside another.
//!
//! Whoever drives tasks wraps them in [`Driven`]; whoever may have to wait says so with [`may_wait`].

use std::backtrace::Backtrace;
use std::cell::Cell;
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};
use std::task::{Context, Poll};

thread_local! {
    /// Whether a task is being driven on this thread at this moment.
    static DRIVING: Cell<bool> = const { Cell::new(false) };
}

/// What was found, with where: the first of it, for a mistake is made in every request again.
static FOUND: Mutex<Vec<String>> = Mutex::new(Vec::new());
/// Who is told.
static REPORT: Mutex<Option<fn(&str)>> = Mutex::new(None);
/// How many are kept.
const MOST: usize = 100;

/// A task that must not wait for a store while it is driven.
pub struct Driven<F>(Pin<Box<F>>);

impl<F: Future> Driven<F> {
    /// Around a task.
    pub fn new(task: F) -> Driven<F> {
        Driven(Box::pin(task))
    }
}

impl<F: Future> Future for Driven<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let _driving = Driving::begin();
        self.0.as_mut().poll(context)
    }
}

/// Marks the thread, also where the task panics.
struct Driving(bool);

impl Driving {
    fn begin() -> Driving {
        Driving(DRIVING.replace(true))
    }
}

impl Drop for Driving {
    fn drop(&mut self) {
        DRIVING.set(self.0);
    }
}

/// Says that this may wait for a store. On a thread that drives a task it is written down and reported.
pub fn may_wait(what: &str) {
    if DRIVING.get() {
        write_down(what);
    }
}

#[cold]
fn write_down(what: &str) {
    let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    if found.len() == MOST {
        return;
    }
    let trace = Backtrace::force_capture().to_string();
    let entry = format!("{what} waits on a thread that drives async tasks:\n{trace}");
    if let Some(report) = *REPORT.lock().unwrap_or_else(PoisonError::into_inner) {
        report(&entry);
    }
    found.push(entry);
}

/// Has somebody told of whatever is found from now on.
pub fn report_to(report: fn(&str)) {
    *REPORT.lock().unwrap_or_else(PoisonError::into_inner) = Some(report);
}

/// What was found since the program began.
pub fn found() -> Vec<String> {
    FOUND.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_on_a_driving_thread_is_found_and_nothing_else() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let ours = |name: &str| found().iter().filter(|entry| entry.starts_with(name)).count();
        may_wait("outside");
        runtime.block_on(Driven::new(async {
            tokio::task::spawn_blocking(|| may_wait("aside")).await.unwrap();
            may_wait("driven");
        }));
        may_wait("afterwards");
        assert_eq!(["outside", "aside", "driven", "afterwards"].map(ours), [0, 0, 1, 0]);
    }
}
