//! What the log remembers, made quick to find: an index of all rounds, rounds folded again for replays, and the proof that
//! nothing was changed. Everything here is read from the store and can be thrown away.

mod check;
pub mod index;
mod replay;

pub use check::{LogVerification, VerificationReport};
pub use index::{IndexProgress, IndexedRound, PlayerResult, RoundIndex, RoundPage, RoundQuery};
pub use replay::{Depth, HandedCards, Replay, ReplayStep};

use crate::problem::Problem;
use crate::slow_work::Exports;
use axum::http::StatusCode;
use engine::TableNumber;
use floor::TableName;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::{Store, Stream, Vault};

/// Rounds that are kept ready: whoever steps through one asks for it again and again.
const READY: usize = 32;

/// What the log remembers.
#[derive(Default)]
pub struct Archive {
    pub index: Arc<RoundIndex>,
    /// The proof of the whole log, under way or done.
    pub check: Arc<LogVerification>,
    /// Who carries it away at the moment.
    pub exports: Arc<Exports>,
    ready: Mutex<VecDeque<Arc<Replay>>>,
}

impl Archive {
    /// A past round, or the one under way, folded from the log. This reads the store: not on a thread that others wait for.
    ///
    /// # Errors
    /// If there is no such table or round, or the log cannot be read.
    pub fn replay(
        &self,
        store: &dyn Store,
        vault: &Vault,
        (table, round): (TableNumber, u64),
    ) -> Result<Arc<Replay>, Problem> {
        let same = |ready: &&Arc<Replay>| (ready.name.number, ready.round) == (table, round);
        if let Some(ready) = lock(&self.ready).iter().find(same) {
            return Ok(Arc::clone(ready));
        }
        let stream = stream_of(store, table)?;
        let place = self.index.place(store, vault, &stream, round).map_err(unreadable)?;
        let place = place.ok_or_else(|| {
            Problem::not_found(format!("table {table} has played no round {round}"))
                .next("look in its history")
        })?;
        let replay = Arc::new(Replay::read(store, vault, place, round).map_err(unreadable)?);
        // A round under way will have gone on when it is asked for again.
        if replay.over {
            let mut ready = lock(&self.ready);
            if ready.len() == READY {
                ready.pop_front();
            }
            ready.push_back(Arc::clone(&replay));
        }
        Ok(replay)
    }
}

/// The log of a table by its number, whichever process runs it.
///
/// # Errors
/// If there is none.
pub fn stream_of(store: &dyn Store, table: TableNumber) -> Result<Stream, Problem> {
    let numbered = |(stream, _): &(Stream, _)| TableName::of(stream).is_some_and(|name| name.number == table);
    let found = store.streams().map_err(|error| unreadable(error.into()))?.into_iter().find(numbered);
    found.map(|(stream, _)| stream).ok_or_else(|| {
        Problem::not_found(format!("there is no table {table} here")).next("look in the lobby for its number")
    })
}

/// The log cannot be read: for the record how, for whoever asks what to do.
#[allow(clippy::needless_pass_by_value, reason = "what a failed reading leaves is of no other use")]
pub fn unreadable(error: floor::FloorError) -> Problem {
    tracing::error!(%error, "the log cannot be read");
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, "the log cannot be read here")
        .next("have an inspector verify it: the verification names the record")
}

/// Whoever panicked with it was only reading the log.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
