//! Answers that wait: who asks for a place, or for chips from the account, hears what the patron's file decided, and not
//! only that it was asked.

use crate::floor::Floor;
use crate::game::Game;
use crate::router::{BY, call_id};
use crate::stream_writer::{CommandOutcome, Reply, StreamWriter};
use crate::table::{Call, CallAnswer, Command, Event, FloorTable, PatronCall, Reason, Tender};
use engine::Refusal;
use rulebook::{Cite, FloorBook, Ruled};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use store::{StoreError, Stream};

/// After so long whoever waits is told that the file has not answered; the table goes on asking it.
const PATIENCE: Duration = Duration::from_secs(10);

/// Who waits for a table's call to be answered.
#[derive(Default)]
pub(crate) struct Waiters {
    waiting: Mutex<BTreeMap<(Stream, u64), Vec<Waiter>>>,
}

struct Waiter {
    since: Instant,
    reply: Box<dyn FnOnce(FileDecision) + Send>,
}

/// What becomes of a request that waits for a patron's file.
enum FileDecision {
    Granted,
    Refused(FileRefusal),
    /// The file does not answer for now.
    Late,
}

/// A refusal of a patron's file, in the words of whoever refused and by their clause.
pub(crate) struct FileRefusal {
    why: String,
    cite: Cite,
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
pub(crate) fn asks_file<C>(command: &Command<C>) -> bool {
    matches!(command, Command::AskSeat { .. } | Command::BuyIn { with: Tender::Account, .. })
}

/// The call to a patron's file that a command led to.
fn call_of<E>(events: &[Ruled<Event<E>>]) -> Option<u64> {
    events.iter().find_map(|event| match event.value {
        Event::CallDue {
            call,
            what: Call::Patron { what: PatronCall::StartPlay { .. } | PatronCall::TakeMoney { .. }, .. },
        } => Some(call),
        _ => None,
    })
}

/// What a patron's file, or the game after it, has against what was asked.
pub(crate) fn refusal_of_file<E>(book: FloorBook<'_>, events: &[Ruled<Event<E>>]) -> Option<FileRefusal> {
    events.iter().find_map(|event| match &event.value {
        Event::CallAnswered { answer: CallAnswer::Refused { why, clause }, .. } => {
            Some(FileRefusal { why: why.clone(), cite: book.cite_of(clause).unwrap_or(event.cite) })
        }
        // Welcome, and the game has something against it.
        Event::SeatRefused { why, .. } => Some(FileRefusal { why: why.clone(), cite: event.cite }),
        _ => None,
    })
}

impl Floor {
    /// A reply that is given when the patron's file has decided.
    pub(crate) fn when_decided<G: Game>(
        &self,
        table: &Arc<StreamWriter<FloorTable<G>>>,
        reply: Reply<FloorTable<G>>,
    ) -> Reply<FloorTable<G>> {
        let (floor, table) = (self.handle(), Arc::downgrade(table));
        Box::new(move |answer| {
            let done = match answer {
                CommandOutcome::Done(done) => done,
                other => return reply(other),
            };
            let Some(call) = call_of(&done.events) else { return reply(CommandOutcome::Done(done)) };
            let (Some(floor), Some(table)) = (floor.upgrade(), table.upgrade()) else { return };
            let decided = move |decision: FileDecision| {
                reply(match decision {
                    FileDecision::Granted => CommandOutcome::Done(done),
                    FileDecision::Refused(FileRefusal { why, cite }) => {
                        CommandOutcome::Refused(Refusal::new(Reason::FileRefuses { why }, cite))
                    }
                    FileDecision::Late => {
                        let late = "the patron's file has not answered yet; it is asked again";
                        CommandOutcome::Failed(StoreError::Unavailable(late.into()))
                    }
                });
            };
            let waiter = Waiter { since: Instant::now(), reply: Box::new(decided) };
            let stream = table.stream();
            floor.waiters.lock().entry((stream.clone(), call)).or_default().push(waiter);
            // It may have been decided before anybody waited: in a moment, or when the command was first given.
            let is_due = table.with_state(|state| state.due.iter().any(|(due, _)| *due == call));
            if !is_due
                && let Some(CommandOutcome::Done(before)) =
                    table.given_before(call_id(stream, call, "answered"), BY)
            {
                let refused = refusal_of_file(table.machine().game.book(), &before.events);
                floor.tell_waiting(stream, call, refused);
            }
        })
    }

    /// Tells those who wait for a call what was decided.
    pub(crate) fn tell_waiting(&self, table: &Stream, call: u64, refused: Option<FileRefusal>) {
        let waiters = self.waiters.lock().remove(&(table.clone(), call));
        for waiter in waiters.into_iter().flatten() {
            (waiter.reply)(match &refused {
                None => FileDecision::Granted,
                Some(FileRefusal { why, cite }) => {
                    FileDecision::Refused(FileRefusal { why: why.clone(), cite: *cite })
                }
            });
        }
    }

    /// Tells those who have waited long that the file does not answer for now.
    pub(crate) fn tell_impatient(&self) {
        for waiter in self.waiters.impatient() {
            (waiter.reply)(FileDecision::Late);
        }
    }
}
