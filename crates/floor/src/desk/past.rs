//! What a stream has come to: its latest snapshot, and the records since.

use super::{Done, EVENT, Inside, Post, SNAPSHOT, Tools};
use crate::clock::StreamTime;
use engine::Machine;
use engine::keep::{ENCODING, Kept, restore};
use rulebook::Ruled;
use store::{Hash, Record, Snapshot, StoreError, Stream, Vault};

/// How many records are read at a time.
const PAGE: usize = 4096;

/// What a stream had come to.
pub(crate) struct Past<M: Post> {
    pub(crate) state: M::State,
    pub(crate) version: u64,
    pub(super) head: Hash,
    pub(super) moment: u64,
}

impl<M: Post> Past<M> {
    /// By the latest snapshot, where there is one of this past that can be read; otherwise the beginning.
    pub(crate) fn latest(stream: &Stream, machine: &M, tools: &Tools) -> Result<Past<M>, StoreError> {
        let restored = match tools.store.snapshot(stream)? {
            Some(snapshot) => Past::restored(stream, machine, tools, &snapshot)?,
            None => None,
        };
        Ok(restored.unwrap_or_else(|| Past {
            state: machine.start(),
            version: 0,
            head: Hash::default(),
            moment: 0,
        }))
    }

    /// One that cannot be read is passed over: the records say the same.
    fn restored(
        stream: &Stream,
        machine: &M,
        tools: &Tools,
        snapshot: &Snapshot,
    ) -> Result<Option<Past<M>>, StoreError> {
        let at = tools.store.read(stream, snapshot.version, 1)?;
        let of_this_past = at.first().is_some_and(|record| record.hash == snapshot.hash);
        if snapshot.encoding != ENCODING || !of_this_past {
            return Ok(None);
        }
        let Ok(bytes) = tools.vault.open_sealed(stream, SNAPSHOT, &snapshot.bytes) else { return Ok(None) };
        let Ok((moment, kept)) = of_snapshot_bytes(&bytes) else { return Ok(None) };
        let state = restore(&kept.open, kept.sealed.as_deref(), machine.book());
        let (version, head) = (snapshot.version, snapshot.hash);
        Ok(state.ok().map(|state| Past { state, version, head, moment }))
    }
}

pub(super) fn snapshot_bytes(kept: &Kept, moment: u64) -> Vec<u8> {
    let bytes = |bytes: &Vec<u8>| minicbor::bytes::ByteVec::from(bytes.clone());
    // Bytes in memory take everything.
    minicbor::to_vec((moment, bytes(&kept.open), kept.sealed.as_ref().map(bytes))).unwrap_or_default()
}

fn of_snapshot_bytes(bytes: &[u8]) -> Result<(u64, Kept), minicbor::decode::Error> {
    let (moment, open, sealed): (u64, minicbor::bytes::ByteVec, Option<minicbor::bytes::ByteVec>) =
        minicbor::decode(bytes)?;
    Ok((moment, Kept { open: open.into(), sealed: sealed.map(Into::into) }))
}

/// Is shown what each command of the log led to.
type Seen<'s, M> = dyn FnMut(&<M as Machine>::State, &Done<<M as Machine>::Event>) + 's;

/// Applies what the log has beyond what is known.
pub(super) fn catch_up<M: Post>(
    stream: &Stream,
    machine: &M,
    tools: &Tools,
    inside: &mut Inside<M>,
    each: &mut Seen<'_, M>,
) -> Result<(), StoreError> {
    loop {
        let records = tools.store.read(stream, inside.version + 1, PAGE)?;
        let Some(last) = records.last() else { return Ok(()) };
        let (moment, head) = (last.when.moment, last.hash);
        for command in records.chunk_by(|one, next| one.command == next.command) {
            let mut events = Vec::with_capacity(command.len());
            for record in command {
                let event = open(machine, &tools.vault, record)?;
                machine.evolve(&mut inside.state, &event.value);
                events.push(event);
                inside.version = record.version;
            }
            let first = inside.version + 1 - events.len() as u64;
            each(&inside.state, &Done { first, last: inside.version, events, again: true });
        }
        inside.head = head;
        inside.time = StreamTime::resume(moment.max(inside.time.now(&*tools.clock).moment), &*tools.clock);
    }
}

/// An event of the log.
pub(crate) fn open<M: Post>(
    machine: &M,
    vault: &Vault,
    record: &Record,
) -> Result<Ruled<M::Event>, StoreError> {
    let damaged = |how: String| StoreError::Damaged {
        stream: Some(record.stream.clone()),
        version: record.version,
        how,
    };
    if record.encoding != ENCODING {
        return Err(damaged(format!(
            "written in encoding {}, which this version does not know",
            record.encoding
        )));
    }
    let sealed = match &record.sealed {
        None => None,
        Some(sealed) => {
            let opened = vault.open_sealed(&record.stream, EVENT, sealed);
            Some(opened.map_err(|error| damaged(error.to_string()))?)
        }
    };
    restore(&record.open, sealed.as_deref(), machine.book()).map_err(|error| damaged(error.to_string()))
}
