//! What the automatic dealer is told between two turns. A table that changes a thousand times is looked at once: there is
//! never more to hear than there are tables, so no clock waits behind a queue.

use super::alarm::DealerOrderResult;
use engine::TableNumber;
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What was told since the last turn.
#[derive(Debug, Default)]
pub(super) struct Messages {
    /// Tables at which something has happened.
    pub(super) changed: BTreeSet<TableNumber>,
    /// Our own commands that were answered; each table waits for one at most.
    pub(super) answered: VecDeque<(TableNumber, DealerOrderResult)>,
    /// Somebody has come after a time without anybody.
    pub(super) visited: bool,
    pub(super) stop: bool,
}

impl Messages {
    fn is_empty(&self) -> bool {
        self.changed.is_empty() && self.answered.is_empty() && !self.visited && !self.stop
    }
}

#[derive(Debug, Default)]
pub(super) struct Inbox {
    messages: Mutex<Messages>,
    arrived: Condvar,
}

impl Inbox {
    fn lock(&self) -> MutexGuard<'_, Messages> {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn tell(&self, add: impl FnOnce(&mut Messages)) {
        add(&mut self.lock());
        self.arrived.notify_one();
    }

    /// All that was told, as soon as there is something; nothing where nobody has told anything until then.
    pub(super) fn take_until(&self, until: Instant) -> Messages {
        let wait = until.saturating_duration_since(Instant::now());
        let waited = self.arrived.wait_timeout_while(self.lock(), wait, |told| told.is_empty());
        std::mem::take(&mut waited.unwrap_or_else(PoisonError::into_inner).0)
    }
}

/// When tables are to be looked at again, each once.
#[derive(Debug, Default)]
pub(super) struct Alarms {
    by_time: BTreeSet<(Instant, TableNumber)>,
    of_table: HashMap<TableNumber, Instant>,
}

impl Alarms {
    /// The table is looked at then, or earlier where that was wanted already.
    pub(super) fn set(&mut self, table: TableNumber, at: Instant) {
        match self.of_table.get(&table) {
            Some(set) if *set <= at => {}
            set => {
                set.map(|set| self.by_time.remove(&(*set, table)));
                self.of_table.insert(table, at);
                self.by_time.insert((at, table));
            }
        }
    }

    /// How long there is nothing to do, unless something is told.
    pub(super) fn next(&self, at_most: Duration) -> Instant {
        let latest = Instant::now() + at_most;
        self.by_time.first().map_or(latest, |(at, _)| latest.min(*at))
    }

    /// All tables whose time has come, the one that has waited longest first.
    pub(super) fn take_due(&mut self, now: Instant) -> Vec<TableNumber> {
        let mut due = Vec::new();
        while let Some((_, table)) = self.by_time.first().copied().filter(|(at, _)| *at <= now) {
            self.by_time.pop_first();
            self.of_table.remove(&table);
            due.push(table);
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_changes_often_is_looked_at_once() {
        let inbox = Inbox::default();
        for change in 0..10_000 {
            inbox.tell(|told| {
                told.changed.insert(TableNumber(change % 3));
            });
        }
        inbox.tell(|told| told.answered.push_back((TableNumber(2), DealerOrderResult::Done)));
        let told = inbox.take_until(Instant::now() + Duration::from_secs(60));
        assert_eq!(told.changed, BTreeSet::from([0, 1, 2].map(TableNumber)));
        assert_eq!(told.answered.len(), 1);
        assert!(inbox.take_until(Instant::now()).is_empty(), "what was heard is gone");
    }

    #[test]
    fn every_alarm_that_is_due_rings_once() {
        let (mut alarms, now) = (Alarms::default(), Instant::now());
        let after = |ms| now + Duration::from_millis(ms);
        for (table, ms) in [(1, 30), (2, 10), (3, 500), (2, 20), (1, 15)] {
            alarms.set(TableNumber(table), after(ms));
        }
        assert!(alarms.take_due(after(5)).is_empty());
        assert_eq!(alarms.take_due(after(40)), [2, 1].map(TableNumber));
        assert!(alarms.take_due(after(40)).is_empty(), "both have rung");
        assert_eq!(alarms.next(Duration::from_secs(60)), after(500));
        assert_eq!(alarms.take_due(after(500)), [TableNumber(3)]);
    }
}
