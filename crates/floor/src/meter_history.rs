//! A meter as at a past settlement: the log of the meters, folded as far as that.

use crate::floor::{Floor, FloorError, rules};
use crate::names::meter_stream;
use crate::orders::By;
use crate::stream_writer::{CommandOutcome, open};
use engine::jackpot::{Command, Event, Meter, Meters, State};
use engine::{Machine, MeterIndex, TableNumber};
use money::MicroCents;
use store::{CommandId as Id, Store, Stream, Vault, When};

/// Which settlement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsAt {
    /// The change of the meter with that number; 0 is its opening.
    Seq(u64),
    /// The outcome that a table recorded as its so-manieth on this meter, from 1.
    Outcome {
        table: TableNumber,
        /// Which of its outcomes.
        outcome: u64,
    },
}

/// What a meter stood at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeterValue {
    /// The number of its last change until then.
    pub seq: u64,
    /// Just before that change: what an award of that settlement was worked out from.
    pub before: MicroCents,
    pub after: MicroCents,
}

const PAGE: usize = 4096;

/// The last events of a book's meters, oldest first, at most so many: for those who show what has just happened.
///
/// # Errors
/// If the stream is no book's meters, or the log cannot be read.
pub fn recent_meter_events(
    store: &dyn Store,
    vault: &Vault,
    stream: &Stream,
    most: u64,
) -> Result<Vec<(When, Event)>, FloorError> {
    let machine = Meters::new(rules(stream.rest())?);
    let head = store.head(stream)?.version;
    let (mut next, mut events) = (head.saturating_sub(most) + 1, Vec::new());
    while next <= head {
        let records = store.read(stream, next, PAGE)?;
        let Some(last) = records.last() else { break };
        next = last.version + 1;
        for record in &records {
            events.push((record.when, open(&machine, vault, record)?.value));
        }
    }
    Ok(events)
}

impl Floor {
    /// What a meter stood at, for somebody who may read it; that they did is kept.
    ///
    /// # Errors
    /// If they may not, the meter has not come so far, or the log cannot be read.
    pub fn meter_as_at(
        &self,
        (book, meter): (&str, MeterIndex),
        (id, by): (Id, By),
        at: AsAt,
    ) -> Result<MeterValue, FloorError> {
        let found = self.read_meter((book, meter), at)?;
        let seq = found.map_or(u64::MAX, |found| found.seq);
        let rules = rules(book)?;
        match self.ask_meter(book, (id, by), Command::ReadAsAt { meter, seq })? {
            CommandOutcome::Done(_) => found.ok_or_else(|| FloorError::Refused {
                why: "the meter has recorded no such settlement".into(),
                clause: rules.label(rules.jackpots.recorded).to_string(),
            }),
            CommandOutcome::Refused(refusal) => Err(FloorError::Refused {
                why: refusal.reason.to_string(),
                clause: rules.label(refusal.cite).to_string(),
            }),
            CommandOutcome::Failed(error) => Err(FloorError::Store(error)),
        }
    }

    fn read_meter(
        &self,
        (book, meter): (&str, MeterIndex),
        at: AsAt,
    ) -> Result<Option<MeterValue>, FloorError> {
        let stream = meter_stream(book).ok_or_else(|| FloorError::Book(book.to_string()))?;
        let machine = Meters::new(rules(book)?);
        let (mut state, mut version, mut outcomes) = (State::default(), 0, 0);
        let stands = |state: &State| state.get(meter).map(|meter: &Meter| (meter.seq, meter.value));
        loop {
            let records = self.tools.store.read(&stream, version + 1, PAGE)?;
            let Some(last) = records.last() else { return Ok(None) };
            version = last.version;
            for record in &records {
                let event = open(&machine, &self.tools.vault, record)?.value;
                let before = stands(&state);
                machine.evolve(&mut state, &event);
                let Some((seq, after)) = stands(&state) else { continue };
                let changed = before.is_none_or(|(known, _)| known != seq);
                let here = match (at, &event) {
                    (AsAt::Seq(wanted), _) => changed && seq == wanted,
                    (
                        AsAt::Outcome { table, outcome },
                        Event::OutcomeRecorded { meter: on, table: of, .. },
                    ) => {
                        outcomes += u64::from(*on == meter && *of == table);
                        *on == meter && *of == table && outcomes == outcome
                    }
                    _ => false,
                };
                if here {
                    let before = before.map_or(after, |(_, value)| value);
                    return Ok(Some(MeterValue { seq, before, after }));
                }
            }
        }
    }
}
