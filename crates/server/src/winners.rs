//! Who has just won on a meter. The meter itself forgets an award when it is determined; displays show it for a while, and a
//! display that is loaded again shows it too.

use crate::broadcast::{Broadcaster, ChangeSource};
use engine::jackpot::{Award, Event, State};
use engine::{MeterIndex, TableNumber};
use floor::CommandRecords;
use money::Money;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use store::{Stream, When};

/// How many of the last records of a book's meters are read back after a start: more than a busy floor writes in a minute.
pub const READ_BACK: u64 = 4_096;

/// How long a winner is shown.
pub const SHOWN: Duration = Duration::from_secs(60);

/// Somebody who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Winner {
    /// At which table.
    pub table: TableNumber,
    /// With a royal flush; otherwise with a straight flush.
    pub royal: bool,
    /// What each such hand gets.
    pub amount: Money,
    /// When it was determined, in milliseconds since 1970.
    pub since_ms: i64,
}

impl Winner {
    /// Of what was recorded for a table; the better hand where several have won.
    fn of(table: TableNumber, royals: u32, award: &Award, since_ms: i64) -> Winner {
        let royal = royals > 0;
        let amount = if royal { award.royal } else { award.straight_flush };
        Winner { table, royal, amount, since_ms }
    }

    /// For a minute; a clock that was set back shows nobody for longer.
    fn is_shown(&self, now_ms: i64) -> bool {
        let shown = i64::try_from(SHOWN.as_millis()).unwrap_or(i64::MAX);
        (self.since_ms.saturating_sub(shown)..self.since_ms.saturating_add(shown)).contains(&now_ms)
    }
}

/// A meter as displays remember it.
#[derive(Default)]
struct Remembered {
    /// When something of it last changed.
    changed_ms: Option<i64>,
    /// Recorded and not determined, by table.
    pending: HashMap<TableNumber, (u32, Award)>,
    last: Option<Winner>,
}

/// The winners of all meters.
#[derive(Default)]
pub struct Winners {
    meters: Mutex<HashMap<(Stream, MeterIndex), Remembered>>,
}

impl Winners {
    /// Begins with meters as they are found.
    pub fn set_initial(&self, stream: &Stream, state: &State) {
        let mut meters = self.lock();
        for (at, meter) in state.numbered() {
            let known = meters.entry((stream.clone(), at)).or_default();
            for linked in &meter.tables {
                if let Some((royals, flushes, award)) = &linked.recorded
                    && royals + flushes > 0
                {
                    known.pending.insert(linked.table, (*royals, award.clone()));
                }
            }
        }
    }

    /// Hears what has happened to the meters of a book, and has displays look again when a winner has been shown long enough.
    pub fn record_events(
        &self,
        stream: &Stream,
        done: &CommandRecords<Event>,
        now_ms: i64,
        rail: &Arc<Broadcaster>,
    ) {
        let mut meters = self.lock();
        let mut won = false;
        for event in &done.events {
            for at in meters_of(&event.value).into_iter().flatten() {
                let known = meters.entry((stream.clone(), at)).or_default();
                known.changed_ms = Some(now_ms);
                match &event.value {
                    Event::OutcomeRecorded { table, royals, flushes, award, .. } if royals + flushes > 0 => {
                        known.pending.insert(*table, (*royals, award.clone()));
                    }
                    Event::AwardsDetermined { table, .. } => {
                        if let Some((royals, award)) = known.pending.remove(table) {
                            known.last = Some(Winner::of(*table, royals, &award, now_ms));
                            won = true;
                        }
                    }
                    _ => {}
                }
            }
        }
        if won {
            look_again(stream, rail);
        }
    }

    /// Goes on from the last of what the log has, after a start: who won less than a minute ago is shown until it is one.
    pub fn recall(&self, stream: &Stream, last: &[(When, Event)], now_ms: i64, rail: &Arc<Broadcaster>) {
        let mut meters = self.lock();
        // Its own list: what is pending now was found in the meters themselves.
        let mut pending: HashMap<(MeterIndex, TableNumber), (u32, Award)> = HashMap::new();
        let mut shown = false;
        for (when, event) in last {
            for at in meters_of(event).into_iter().flatten() {
                let known = meters.entry((stream.clone(), at)).or_default();
                known.changed_ms = Some(when.clock_ms);
                match event {
                    Event::OutcomeRecorded { table, royals, flushes, award, .. } if royals + flushes > 0 => {
                        pending.insert((at, *table), (*royals, award.clone()));
                    }
                    Event::AwardsDetermined { table, .. } => {
                        if let Some((royals, award)) = pending.remove(&(at, *table)) {
                            let winner = Winner::of(*table, royals, &award, when.clock_ms);
                            shown |= winner.is_shown(now_ms);
                            known.last = Some(winner);
                        }
                    }
                    _ => {}
                }
            }
        }
        if shown {
            look_again(stream, rail);
        }
    }

    /// Whoever has won on a meter within the last minute.
    pub fn now(&self, stream: &Stream, meter: MeterIndex, now_ms: i64) -> Option<Winner> {
        let last = self.lock().get(&(stream.clone(), meter))?.last?;
        last.is_shown(now_ms).then_some(last)
    }

    /// When something of a meter was last kept, as far as this process knows.
    pub fn changed_ms(&self, stream: &Stream, meter: MeterIndex) -> Option<i64> {
        self.lock().get(&(stream.clone(), meter))?.changed_ms
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<(Stream, MeterIndex), Remembered>> {
        self.meters.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A thread of its own for a minute: a jackpot is won too seldom for a clock that always runs.
fn look_again(stream: &Stream, rail: &Arc<Broadcaster>) {
    let (stream, rail) = (stream.clone(), Arc::downgrade(rail));
    let beside = std::thread::Builder::new().name("winner".into());
    let begun = beside.spawn(move || {
        std::thread::sleep(SHOWN);
        if let Some(rail) = rail.upgrade() {
            rail.notify(ChangeSource::Stream(stream));
            rail.notify(ChangeSource::Meters);
        }
    });
    if let Err(error) = begun {
        // The next wager on the meter has its displays look again, too.
        tracing::warn!(%error, "no thread to take a winner down");
    }
}

/// The meters that an event changes.
fn meters_of(event: &Event) -> [Option<MeterIndex>; 2] {
    match event {
        Event::TableLinked { meter, .. }
        | Event::TableUnlinked { meter, .. }
        | Event::NoticePosted { meter, .. }
        | Event::EquipmentChanged { meter, .. }
        | Event::WagersRegistered { meter, .. }
        | Event::WagersCancelled { meter, .. }
        | Event::OutcomeRecorded { meter, .. }
        | Event::AwardsDetermined { meter, .. }
        | Event::MeterClosed { meter, .. }
        | Event::TermsChanged { meter, .. }
        | Event::MeterCorrected { meter, .. } => [Some(*meter), None],
        Event::MeterTransferred { from, into, .. } => [Some(*from), Some(*into)],
        _ => [None, None],
    }
}
