//! Answers that wait: who asks for a place, or for chips from the account, hears what the patron's file decided, and not
//! only that it was asked.

use crate::floor::Floor;
use crate::hosted::BankedTable;
use crate::router::{BY, call_id};
use crate::stream_writer::{CommandOutcome, CommandRecords, Reply};
use crate::table::{Call, CallAnswer, Command, Event, PatronCall, Reason, TableRefusal, Tender};
use engine::banked::{self, Banked};
use engine::{Machine, Refusal};
use rulebook::{Rulebook, Ruled};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use store::{StoreError, Stream};

/// After so long whoever waits is told that the file has not answered; the table goes on asking it.
const PATIENCE: Duration = Duration::from_secs(10);

type CitedTableEvent = Ruled<Event<banked::Event>>;

/// Who waits for a table's call to be answered.
#[derive(Default)]
pub(crate) struct Waiters {
    waiting: Mutex<BTreeMap<(Stream, u64), Vec<Waiter>>>,
}

struct Waiter {
    since: Instant,
    /// What the table said when it was asked.
    done: CommandRecords<<BankedTable as Machine>::Event>,
    reply: Reply<BankedTable>,
}

impl Waiters {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<(Stream, u64), Vec<Waiter>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Nobody waits any more: their replies are dropped, and they see that nothing comes.
    pub(crate) fn clear(&self) {
        let waiting = std::mem::take(&mut *self.lock());
        drop(waiting);
    }

    /// Takes out whoever has waited too long.
    fn impatient(&self) -> Vec<Waiter> {
        let mut waiting = self.lock();
        let mut out = Vec::new();
        for waiters in waiting.values_mut() {
            out.extend(waiters.extract_if(.., |waiter| waiter.since.elapsed() >= PATIENCE));
        }
        waiting.retain(|_, waiters| !waiters.is_empty());
        out
    }
}

/// Whether a patron's file has the last word on it.
pub(crate) fn asks_file(command: &Command<banked::Command>) -> bool {
    matches!(command, Command::AskSeat { .. } | Command::BuyIn { with: Tender::Account, .. })
}

/// The call to a patron's file that a command led to.
fn call_of(events: &[CitedTableEvent]) -> Option<u64> {
    events.iter().find_map(|event| match event.value {
        Event::CallDue {
            call,
            what: Call::Patron { what: PatronCall::StartPlay { .. } | PatronCall::TakeMoney { .. }, .. },
        } => Some(call),
        _ => None,
    })
}

/// What was decided, in the words of whoever refused and by their clause.
fn decided(book: &Rulebook, events: &[CitedTableEvent]) -> Result<(), TableRefusal<Banked<'static>>> {
    let refused = |why: &String, cite| Refusal::new(Reason::FileRefuses { why: why.clone() }, cite);
    let refusal = events.iter().find_map(|event| match &event.value {
        Event::CallAnswered { answer: CallAnswer::Refused { why, clause }, .. } => {
            Some(refused(why, book.cite_of(clause).unwrap_or(event.cite)))
        }
        // Welcome, and the game has something against it.
        Event::SeatRefused { why, .. } => Some(refused(why, event.cite)),
        _ => None,
    });
    refusal.map_or(Ok(()), Err)
}

impl Floor {
    /// A reply that is given when the patron's file has decided.
    pub(crate) fn when_decided(&self, table: &Stream, reply: Reply<BankedTable>) -> Reply<BankedTable> {
        let (floor, table) = (self.handle(), table.clone());
        Box::new(move |answer| {
            let done = match answer {
                CommandOutcome::Done(done) => done,
                other => return reply(other),
            };
            let Some(call) = call_of(&done.events) else { return reply(CommandOutcome::Done(done)) };
            let Some(floor) = floor.upgrade() else { return };
            let waiter = Waiter { since: Instant::now(), done, reply };
            floor.waiters.lock().entry((table.clone(), call)).or_default().push(waiter);
            // It may have been decided before anybody waited: in a moment, or when the command was first given.
            let Some(desk) = floor.table(&table) else { return };
            let is_due = desk.with_state(|state| state.due.iter().any(|(due, _)| *due == call));
            if !is_due
                && let Some(CommandOutcome::Done(before)) =
                    desk.given_before(call_id(&table, call, "answered"), BY)
            {
                floor.tell_waiting(&table, call, &before.events);
            }
        })
    }

    /// Tells those who wait for a call what was decided.
    pub(crate) fn tell_waiting(&self, table: &Stream, call: u64, events: &[CitedTableEvent]) {
        let waiters = self.waiters.lock().remove(&(table.clone(), call));
        let Some(desk) = self.table(table) else { return };
        for waiter in waiters.into_iter().flatten() {
            (waiter.reply)(match decided(desk.machine().game.book(), events) {
                Ok(()) => CommandOutcome::Done(waiter.done),
                Err(refusal) => CommandOutcome::Refused(refusal),
            });
        }
    }

    /// Tells those who have waited long that the file does not answer for now.
    pub(crate) fn tell_impatient(&self) {
        for waiter in self.waiters.impatient() {
            let late = "the patron's file has not answered yet; it is asked again";
            (waiter.reply)(CommandOutcome::Failed(StoreError::Unavailable(late.into())));
        }
    }
}
