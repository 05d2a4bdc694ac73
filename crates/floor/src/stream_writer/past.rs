//! What a stream has come to: its latest snapshot, and the records since.

use super::{CommandRecords, EVENT, Hosted, SNAPSHOT, Tools, WriterState};
use crate::clock::StreamTime;
use engine::Machine;
use engine::stored::{ENCODING, Encoded, decode_value};
use rulebook::Ruled;
use std::panic::{AssertUnwindSafe, catch_unwind};
use store::{Hash, Record, RecordForm, SealedPlace, Snapshot, Store, StoreError, Stream, Vault};

/// How many records are read at a time.
const PAGE: usize = 4096;

/// What a stream had come to.
pub(crate) struct Past<M: Hosted> {
    pub(crate) state: M::State,
    pub(crate) version: u64,
    pub(super) head: Hash,
    pub(super) moment: u64,
}

impl<M: Hosted> Past<M> {
    /// By the latest snapshot, where there is one of this past that can be read; otherwise the beginning.
    pub(crate) fn latest(
        store: &dyn Store,
        vault: &Vault,
        stream: &Stream,
        machine: &M,
    ) -> Result<Past<M>, StoreError> {
        let restored = match store.snapshot(stream)? {
            Some(snapshot) => Past::restored(store, vault, machine, &snapshot)?,
            None => None,
        };
        Ok(restored.unwrap_or_else(|| Past::beginning(machine)))
    }

    /// The recorded time of the last record.
    pub(crate) fn moment(&self) -> u64 {
        self.moment
    }

    /// Before anything has happened.
    pub(crate) fn beginning(machine: &M) -> Past<M> {
        Past { state: machine.start(), version: 0, head: Hash::default(), moment: 0 }
    }

    /// The same once more, to go on from twice.
    pub(crate) fn mark(&self) -> Past<M>
    where
        M::State: Clone,
    {
        Past { state: self.state.clone(), version: self.version, head: self.head, moment: self.moment }
    }

    /// One that cannot be read is passed over: the records say the same.
    fn restored(
        store: &dyn Store,
        vault: &Vault,
        machine: &M,
        snapshot: &Snapshot,
    ) -> Result<Option<Past<M>>, StoreError> {
        let at = store.read(&snapshot.stream, snapshot.version, 1)?;
        let of_this_past = at.first().is_some_and(|record| record.hash == snapshot.hash);
        if snapshot.encoding != ENCODING || !of_this_past {
            return Ok(None);
        }
        let Snapshot { stream, version, hash, .. } = snapshot;
        let place = SealedPlace { stream, version: *version, after: *hash };
        let Ok(bytes) = vault.open_at(&place, SNAPSHOT, &snapshot.bytes) else { return Ok(None) };
        let Ok((moment, kept)) = of_snapshot_bytes(&bytes) else { return Ok(None) };
        let state = decode_value(&kept.open, kept.sealed.as_deref(), machine.book());
        let (version, head) = (snapshot.version, snapshot.hash);
        Ok(state.ok().map(|state| Past { state, version, head, moment }))
    }

    /// Applies what the log has beyond this, record by record; each is shown before it is applied and afterwards.
    pub(crate) fn read_on(
        &mut self,
        store: &dyn Store,
        vault: &Vault,
        stream: &Stream,
        machine: &M,
        each: &mut RecordVisitor<'_, M>,
    ) -> Result<(), StoreError> {
        self.read_to((store, vault), stream, machine, u64::MAX, each)
    }

    /// The same, up to a record and no further.
    pub(crate) fn read_to(
        &mut self,
        (store, vault): (&dyn Store, &Vault),
        stream: &Stream,
        machine: &M,
        last: u64,
        each: &mut RecordVisitor<'_, M>,
    ) -> Result<(), StoreError> {
        loop {
            let left = usize::try_from(last.saturating_sub(self.version)).unwrap_or(usize::MAX);
            if left == 0 {
                return Ok(());
            }
            let records = store.read(stream, self.version + 1, PAGE.min(left))?;
            if records.is_empty() {
                return Ok(());
            }
            for record in &records {
                let event = open_after(machine, vault, &mut self.head, record)?;
                each(EventSide::Before, record, &event, &self.state);
                apply(machine, &mut self.state, record, &event.value)?;
                each(EventSide::After, record, &event, &self.state);
                (self.version, self.moment) = (record.version, record.when.moment);
            }
        }
    }
}

/// What the latest snapshot says of the version that it is of, where there is one that says anything: one from before
/// snapshots were bound to their place does not.
///
/// # Errors
/// If it was not sealed here for its place, or the store cannot be read.
pub(crate) fn snapshot_is_ours(
    store: &dyn Store,
    vault: &Vault,
    stream: &Stream,
) -> Result<Option<(u64, Encoded)>, StoreError> {
    let Some(snapshot) = store.snapshot(stream)? else { return Ok(None) };
    let Snapshot { version, hash, bytes, encoding, .. } = snapshot;
    let at = store.read(stream, version, 1)?;
    if encoding != ENCODING || at.first().is_none_or(|record| record.form == RecordForm::One) {
        return Ok(None);
    }
    let opened = vault.open_at(&SealedPlace { stream, version, after: hash }, SNAPSHOT, &bytes);
    let kept = opened.ok().and_then(|bytes| of_snapshot_bytes(&bytes).ok());
    let Some((_, kept)) = kept else {
        let how = "the snapshot of the stream was not made there with the key of this house".into();
        return Err(StoreError::Damaged { stream: Some(stream.clone()), version, how });
    };
    Ok(Some((version, kept)))
}

/// On which side of an event a state is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventSide {
    /// The event is not applied yet.
    Before,
    After,
}

/// Is shown a record with its event, and the state on one side of it.
pub type RecordVisitor<'s, M> =
    dyn FnMut(EventSide, &Record, &Ruled<<M as Machine>::Event>, &<M as Machine>::State) + 's;

/// Applies an event of the log. One that cannot have happened is damage, whoever wrote it: a forged log is refused.
pub(crate) fn apply<M: Hosted>(
    machine: &M,
    state: &mut M::State,
    record: &Record,
    event: &M::Event,
) -> Result<(), StoreError> {
    let applied = catch_unwind(AssertUnwindSafe(|| machine.evolve(state, event)));
    applied.map_err(|_| damaged(record, "it records an event that cannot follow the records before".into()))
}

pub(crate) fn damaged(record: &Record, how: String) -> StoreError {
    StoreError::Damaged { stream: Some(record.stream.clone()), version: record.version, how }
}

pub(super) fn snapshot_bytes(kept: &Encoded, moment: u64) -> Vec<u8> {
    let bytes = |bytes: &Vec<u8>| minicbor::bytes::ByteVec::from(bytes.clone());
    // Bytes in memory take everything.
    minicbor::to_vec((moment, bytes(&kept.open), kept.sealed.as_ref().map(bytes))).unwrap_or_default()
}

fn of_snapshot_bytes(bytes: &[u8]) -> Result<(u64, Encoded), minicbor::decode::Error> {
    let (moment, open, sealed): (u64, minicbor::bytes::ByteVec, Option<minicbor::bytes::ByteVec>) =
        minicbor::decode(bytes)?;
    Ok((moment, Encoded { open: open.into(), sealed: sealed.map(Into::into) }))
}

/// Is shown what each command of the log led to.
type OutcomeVisitor<'s, M> = dyn FnMut(&<M as Machine>::State, &CommandRecords<<M as Machine>::Event>) + 's;

/// Applies what the log has beyond what is known.
pub(super) fn catch_up<M: Hosted>(
    stream: &Stream,
    machine: &M,
    tools: &Tools,
    inside: &mut WriterState<M>,
    each: &mut OutcomeVisitor<'_, M>,
) -> Result<(), StoreError> {
    loop {
        let records = tools.store.read(stream, inside.version + 1, PAGE)?;
        let Some(last) = records.last() else { return Ok(()) };
        let moment = last.when.moment;
        for command in records.chunk_by(|one, next| one.command == next.command) {
            let mut events = Vec::with_capacity(command.len());
            for record in command {
                let event = open_after(machine, &tools.vault, &mut inside.head, record)?;
                apply(machine, &mut inside.state, record, &event.value)?;
                events.push(event);
                inside.version = record.version;
            }
            let first = inside.version + 1 - events.len() as u64;
            each(&inside.state, &CommandRecords { first, last: inside.version, events, again: true });
        }
        inside.time = StreamTime::resume(moment.max(inside.time.now(&*tools.clock).moment), &*tools.clock);
    }
}

/// The event of a record that follows from the one before: what was changed since is not applied to anything.
fn open_after<M: Hosted>(
    machine: &M,
    vault: &Vault,
    head: &mut Hash,
    record: &Record,
) -> Result<Ruled<M::Event>, StoreError> {
    if record.rehashed(*head) != record.hash {
        let how = "its hash does not fit its content and the record before; verify the store";
        return Err(damaged(record, how.into()));
    }
    if !record.is_sealed_after(*head) {
        return Err(damaged(record, "its sealed part was sealed to come after another record".into()));
    }
    *head = record.hash;
    open(machine, vault, record)
}

/// An event of the log.
pub(crate) fn open<M: Hosted>(
    machine: &M,
    vault: &Vault,
    record: &Record,
) -> Result<Ruled<M::Event>, StoreError> {
    if record.encoding != ENCODING {
        return Err(damaged(
            record,
            format!("it is written in encoding {}, which this version does not know", record.encoding),
        ));
    }
    let sealed = vault.open_record(record, EVENT).map_err(|error| damaged(record, error.to_string()))?;
    let Some(book) = machine.book_in(&record.open) else {
        return Err(damaged(record, "it cites a book that is not among those of its stream".into()));
    };
    decode_value(&record.open, sealed.as_deref(), book).map_err(|error| damaged(record, error.to_string()))
}
