//! Whether every table goes on: how long one with wagers on it has stood without anything happening.

use floor::Floor;
use floor::table::DealingMode;
use std::collections::HashMap;
use std::time::{Duration, Instant};
use store::Stream;

/// What the machine may take to get round to a table whose clock has run out.
const MARGIN: Duration = Duration::from_secs(3);

/// Watches all tables of a floor.
#[derive(Default)]
pub(crate) struct Standstill {
    tables: HashMap<Stream, (u64, Instant)>,
    longest: Option<(Duration, Stream, &'static str)>,
}

impl Standstill {
    /// Looks at every table; to be called several times a second.
    pub(crate) fn look(&mut self, floor: &Floor) {
        let now = Instant::now();
        for desk in floor.tables() {
            let (waits, phase) = desk.with_state(|state| {
                let waits = state.mode == Some(DealingMode::Virtual) && !state.is_at_rest();
                (waits, floor::words::phase(&state.game))
            });
            let version = desk.version();
            let seen = self.tables.entry(desk.stream().clone()).or_insert((version, now));
            if seen.0 != version || !waits {
                *seen = (version, now);
                continue;
            }
            let stood = now.duration_since(seen.1);
            if self.longest.as_ref().is_none_or(|(longest, ..)| *longest < stood) {
                self.longest = Some((stood, desk.stream().clone(), phase));
            }
        }
    }

    /// The longest that a table stood still.
    pub(crate) fn longest(&self) -> Duration {
        self.longest.as_ref().map_or(Duration::ZERO, |(longest, ..)| *longest)
    }

    /// Whether no table stood still for longer than its longest clock runs.
    ///
    /// # Errors
    /// The one that did.
    pub(crate) fn within(&self, clock: Duration) -> Result<(), String> {
        match &self.longest {
            Some((stood, table, phase)) if *stood > clock + MARGIN => Err(format!(
                "{table} stood still ({phase}) for {} ms, and its longest clock runs for {} ms",
                stood.as_millis(),
                clock.as_millis()
            )),
            _ => Ok(()),
        }
    }
}
