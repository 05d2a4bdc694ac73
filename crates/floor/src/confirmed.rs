//! Confirmed time: a patron's wait goes on while nothing runs, where a second source says what time it is. That is the
//! database, which has a clock of its own, or two persons after a start. Both ends must be confirmed: what passed between
//! two confirmations is counted, and each of them is an event of the file. A clock that nobody confirms counts nothing.

use crate::floor::{Floor, FloorError, read, rules};
use crate::orders::By;
use crate::router::{BY, call_id};
use crate::stream_writer::{Request, StreamWriter};
use engine::Who;
use house::{ClockSource, PatronCommand, PatronFile, Patrons, Person, Signature, SignedCommand};
use rulebook::Act;
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use store::Stream;

/// The machine's clock and the other one may be apart by so much.
const AGREES_MS: i64 = 5_000;
/// Less than this is not worth an event.
const LEAST_SECONDS: u64 = 60;

/// What two persons have said of the clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SaidOfClock {
    /// How long the process had run then.
    running: Duration,
    clock_ms: i64,
    source: ClockSource,
}

impl Floor {
    /// Two persons of the house say that the machine's clock is right. It holds until the process ends; no later jump of the
    /// wall clock changes what was confirmed.
    ///
    /// # Errors
    /// If they may not: it takes two who may manage the staff.
    pub fn confirm_clock(&self, book: &str, by: By) -> Result<i64, FloorError> {
        let rules = rules(book)?;
        let refused = |why: String, cite| FloorError::Refused { why, clause: rules.label(cite).to_string() };
        let signature = self.sign(book, by)?;
        let authority = signature.authority(rules, Act::ManageStaff);
        let cite = authority.map_err(|refusal| FloorError::Barred {
            reason: refusal.reason,
            clause: rules.label(refusal.cite).to_string(),
        })?;
        let (Person::Staff(first), Some(second)) = (by.person, by.second) else {
            return Err(refused("two members of staff must confirm the clock together".to_string(), cite));
        };
        let clock_ms = self.options.clock.wall_ms();
        let source = ClockSource::Persons { first, second };
        let said = SaidOfClock { running: self.options.clock.running(), clock_ms, source };
        *self.said_of_clock.lock().unwrap_or_else(PoisonError::into_inner) = Some(said);
        let open: Vec<_> = read(&self.patrons).values().cloned().collect();
        open.iter().for_each(|desk| self.keep_time(desk));
        Ok(clock_ms)
    }

    /// What time it is, where a second source says so.
    pub fn confirmed_clock(&self) -> Option<(i64, ClockSource)> {
        let clock = &*self.options.clock;
        if let Ok(Some(database_ms)) = self.tools.store.clock_ms() {
            let agrees = database_ms.abs_diff(clock.wall_ms()) <= AGREES_MS.unsigned_abs();
            return agrees.then_some((database_ms, ClockSource::Database));
        }
        let said = (*self.said_of_clock.lock().unwrap_or_else(PoisonError::into_inner))?;
        let since = clock.running().saturating_sub(said.running).as_millis();
        Some((said.clock_ms.saturating_add(i64::try_from(since).ok()?), said.source))
    }

    /// Counts what has passed on a file where something waits, and records the confirmation there.
    pub(crate) fn keep_time(&self, desk: &Arc<StreamWriter<Patrons<'static>>>) {
        if !desk.with_state(PatronFile::waits) {
            return;
        }
        let Some((clock_ms, source)) = self.confirmed_clock() else { return };
        let version = desk.version();
        if let Some(moment) = desk.with_state(|file| file.moment_at(clock_ms)) {
            if moment.0 < desk.now().0.saturating_add(LEAST_SECONDS) {
                return;
            }
            desk.count_to(moment);
        } else if desk.with_state(|file| file.confirmed.is_some()) {
            // The clock ran back: nothing is counted until it is past what was confirmed.
            return;
        }
        confirm(desk, (version, clock_ms), source);
    }

    /// A wait has begun: its beginning is confirmed too, where that can be.
    pub(crate) fn confirm_file(&self, of: &Stream, file: &PatronFile, version: u64) {
        let Some(desk) = read(&self.patrons).get(of).cloned() else { return };
        let Some((clock_ms, source)) = self.confirmed_clock() else { return };
        if file.confirmed.is_none_or(|(_, known_ms)| known_ms < clock_ms) {
            confirm(&desk, (version, clock_ms), source);
        }
    }
}

fn confirm(desk: &Arc<StreamWriter<Patrons<'static>>>, (version, clock_ms): (u64, i64), source: ClockSource) {
    let command = SignedCommand {
        by: Signature::SYSTEM,
        what: PatronCommand::ConfirmClock { clock_ms, source },
        under: None,
    };
    let id = call_id(desk.stream(), version, "clock");
    desk.tell(Request { id, by: BY.into(), who: Who::System, command, order: None, reply: Box::new(|_| {}) });
}
