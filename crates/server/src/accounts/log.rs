//! The door's stream: read on, written to only at its end. Several processes may write: whoever comes second reads what
//! the first has written and decides again.

use super::AccountError;
use super::event::{ENCODING, Event, EventWithSecret, PURPOSE};
use super::state::{AccountState, Stamp};
use floor::{Clock, StreamTime};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use store::{
    Append, AppendOutcome, CommandId, Epoch, Hash, PlainEvent, Record, RecordForm, Store, StoreError, Stream,
    Vault,
};
use tokio::sync::watch;

/// How often a write is tried again that another process came before.
const TRIES: usize = 100;

pub(super) struct AccountLog {
    store: Arc<dyn Store>,
    vault: Arc<Vault>,
    clock: Arc<dyn Clock>,
    stream: Stream,
    end: Mutex<End>,
    pub(super) known: RwLock<AccountState>,
    /// Counts up when sessions have ended: whoever watches with one looks whether it was theirs.
    pub(super) ended: watch::Sender<u64>,
}

/// Where the stream ends, as far as it has been read.
struct End {
    version: u64,
    hash: Hash,
    epoch: Epoch,
    time: StreamTime,
}

impl AccountLog {
    pub(super) fn open(
        store: Arc<dyn Store>,
        vault: Arc<Vault>,
        clock: Arc<dyn Clock>,
    ) -> Result<AccountLog, StoreError> {
        let no_stream = || StoreError::Unavailable("the door has no stream".into());
        let stream = Stream::new("door/main").ok_or_else(no_stream)?;
        let time = StreamTime::resume(0, &*clock);
        let end = Mutex::new(End { version: 0, hash: Hash::default(), epoch: Epoch(0), time });
        let (known, ended) = (RwLock::default(), watch::Sender::new(0));
        let line = AccountLog { store, vault, clock, stream, end, known, ended };
        line.refresh()?;
        Ok(line)
    }

    pub(super) fn now_ms(&self) -> i64 {
        self.clock.wall_ms()
    }

    pub(super) fn clock(&self) -> &dyn Clock {
        &*self.clock
    }

    /// Seals what leaves the house and comes back to any of its processes.
    pub(super) fn seal(&self, purpose: &str, plain: &[u8]) -> Result<Vec<u8>, AccountError> {
        let sealed = self.vault.seal(&self.stream, purpose, plain);
        sealed.map_err(|error| AccountError::Randomness(error.to_string()))
    }

    /// What was sealed for the same purpose; nothing where it was not, or was changed.
    pub(super) fn open_sealed(&self, purpose: &str, sealed: &[u8]) -> Option<Vec<u8>> {
        self.vault.open_sealed(&self.stream, purpose, sealed).ok()
    }

    /// Looks at what is known.
    pub(super) fn with_state<T>(&self, look: impl FnOnce(&AccountState) -> T) -> T {
        look(&self.known.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Reads what other processes have written.
    pub(super) fn refresh(&self) -> Result<(), StoreError> {
        self.read_on(&mut self.end.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn read_on(&self, end: &mut End) -> Result<(), StoreError> {
        const PAGE: usize = 1_000;
        end.epoch = self.store.head(&self.stream)?.epoch;
        loop {
            let records = self.store.read(&self.stream, end.version + 1, PAGE)?;
            let last = records.len() < PAGE;
            for record in records {
                if record.rehashed(end.hash) != record.hash || !record.is_sealed_after(end.hash) {
                    let how = "it does not follow from the record before; verify the store".into();
                    let (stream, version) = (Some(self.stream.clone()), record.version);
                    return Err(StoreError::Damaged { stream, version, how });
                }
                let (event, secret) = self.decode(&record)?;
                let stamp = Stamp { by: &record.by, clock_ms: record.when.clock_ms };
                let ends = event.ends_sessions();
                self.known.write().unwrap_or_else(PoisonError::into_inner).evolve(event, secret, stamp);
                self.tell_ended(ends);
                (end.version, end.hash) = (record.version, record.hash);
                end.time = StreamTime::resume(record.when.moment, &*self.clock);
            }
            if last {
                return Ok(());
            }
        }
    }

    fn tell_ended(&self, ends: bool) {
        if ends {
            self.ended.send_modify(|times| *times = times.wrapping_add(1));
        }
    }

    fn decode(&self, record: &Record) -> Result<EventWithSecret, StoreError> {
        let damaged = |how: String| StoreError::Damaged {
            stream: Some(self.stream.clone()),
            version: record.version,
            how,
        };
        if record.encoding != ENCODING {
            let how = format!("encoding {} is not known; a newer program wrote it", record.encoding);
            return Err(damaged(how));
        }
        let event: Event = minicbor::decode(&record.open).map_err(|error| damaged(error.to_string()))?;
        let secret = self.vault.open_record(record, PURPOSE).map_err(|error| damaged(error.to_string()))?;
        let secret = secret.map(String::from_utf8).transpose().map_err(|error| damaged(error.to_string()))?;
        Ok((event, secret))
    }

    /// Every record, with what it says.
    pub(super) fn records(&self, each: &mut dyn FnMut(&Record, &Event)) -> Result<(), StoreError> {
        const PAGE: usize = 1_000;
        let mut from = 1;
        loop {
            let records = self.store.read(&self.stream, from, PAGE)?;
            for record in &records {
                let (event, _) = self.decode(record)?;
                each(record, &event);
                from = record.version + 1;
            }
            if records.len() < PAGE {
                return Ok(());
            }
        }
    }

    /// Decides on what is known and keeps what was decided. Another process may have come before: then what it wrote is
    /// read and it is decided again.
    pub(super) fn write(
        &self,
        by: &str,
        decide: impl Fn(&AccountState) -> Result<Vec<EventWithSecret>, AccountError>,
    ) -> Result<(), AccountError> {
        let mut end = self.end.lock().unwrap_or_else(PoisonError::into_inner);
        let mut id = [0; 16];
        super::password::random(&mut id)?;
        for _ in 0..TRIES {
            let decided = self.with_state(&decide)?;
            if decided.is_empty() {
                return Ok(());
            }
            let when = end.time.now(&*self.clock);
            let clock_ms = when.clock_ms;
            let mut append = Append {
                stream: self.stream.clone(),
                after: end.version,
                epoch: end.epoch,
                command: Some(CommandId(id)),
                order: None,
                form: RecordForm::Two,
                by: by.into(),
                when,
                events: Vec::new(),
            };
            let events = decided.iter().map(plain).collect::<Result<_, _>>()?;
            let sealed = self.vault.seal_events(&mut append, end.hash, PURPOSE, events);
            sealed.map_err(|error| AccountError::Randomness(error.to_string()))?;
            match self.store.append(append) {
                Ok(AppendOutcome::New { last, head, .. }) => {
                    let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
                    let stamp = Stamp { by, clock_ms };
                    let ends = decided.iter().any(|(event, _)| event.ends_sessions());
                    decided.into_iter().for_each(|(event, secret)| known.evolve(event, secret, stamp));
                    drop(known);
                    self.tell_ended(ends);
                    (end.version, end.hash) = (last, head);
                    return Ok(());
                }
                Ok(AppendOutcome::Repeat(_)) => return Ok(self.read_on(&mut end)?),
                Err(StoreError::Conflict { .. } | StoreError::Fenced { .. }) => self.read_on(&mut end)?,
                Err(doubt @ StoreError::Doubtful(_)) => {
                    self.read_on(&mut end)?;
                    if self.store.answered(CommandId(id))?.is_some() {
                        return Ok(());
                    }
                    tracing::warn!(error = %doubt, "the door writes again");
                }
                Err(error) => return Err(error.into()),
            }
        }
        Err(AccountError::Busy)
    }
}

fn plain((event, secret): &EventWithSecret) -> Result<PlainEvent, AccountError> {
    let open = minicbor::to_vec(event).map_err(|error| AccountError::Randomness(error.to_string()))?;
    let secret = secret.as_ref().map(|secret| secret.as_bytes().to_vec());
    Ok(PlainEvent { encoding: ENCODING, open, secret })
}
