//! Work that takes long (reading the log back, exporting it, solving games) has threads of its own, and few: whatever is asked
//! for, commands find theirs free.

use crate::problem::Problem;
use axum::http::StatusCode;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Semaphore;

/// Reads of the log that somebody waits for.
pub static LOG_READS: Lane = Lane(Semaphore::const_new(4));
/// Games that are worked out for somebody who practises.
pub static PRACTICE: Lane = Lane(Semaphore::const_new(4));

/// So many threads for one kind of work. Whoever comes later waits in turn, for as long as a request may take.
pub struct Lane(Semaphore);

impl Lane {
    /// Does the work when its turn comes; nothing where it broke.
    pub async fn run<T: Send + 'static>(
        &'static self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let turn = self.0.acquire().await.ok()?;
        let done = tokio::task::spawn_blocking(move || {
            // The turn ends with the work, also where whoever asked has gone.
            let _turn = turn;
            work()
        });
        done.await.ok()
    }
}

/// Most exports in all at a time.
const EXPORTS: usize = 2;

/// Who carries the log away at the moment: one export a person, few in all.
#[derive(Debug, Default)]
pub struct Exports(Mutex<Vec<String>>);

impl Exports {
    /// The turn of somebody, for as long as it is kept.
    ///
    /// # Errors
    /// If it is not their turn.
    pub fn begin(self: &Arc<Exports>, who: &str) -> Result<ExportTurn, Problem> {
        let mut under_way = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let what = if under_way.iter().any(|other| other == who) {
            "an export that you asked for is under way"
        } else if under_way.len() >= EXPORTS {
            "other exports are under way"
        } else {
            under_way.push(who.to_string());
            return Ok(ExportTurn { exports: Arc::clone(self), who: who.to_string() });
        };
        let problem = Problem::new(StatusCode::TOO_MANY_REQUESTS, what);
        Err(problem.next("wait until it has ended, or break it off"))
    }
}

/// Somebody's turn.
#[derive(Debug)]
pub struct ExportTurn {
    exports: Arc<Exports>,
    who: String,
}

impl Drop for ExportTurn {
    fn drop(&mut self) {
        self.exports.0.lock().unwrap_or_else(PoisonError::into_inner).retain(|other| *other != self.who);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_export_a_person_and_few_in_all() {
        let exports = Arc::<Exports>::default();
        let first = exports.begin("ada").unwrap();
        assert_eq!(exports.begin("ada").unwrap_err().what, "an export that you asked for is under way");
        let _second = exports.begin("ben").unwrap();
        assert_eq!(exports.begin("cleo").unwrap_err().what, "other exports are under way");
        drop(first);
        assert!(exports.begin("ada").is_ok());
    }
}
