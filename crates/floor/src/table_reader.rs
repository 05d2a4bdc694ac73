//! A table's log, read from its beginning as far as somebody wants, and on from there later: for indexes and replays.

use crate::floor::FloorError;
use crate::hosted::BankedTable;
use crate::names::TableName;
use crate::recall::table;
use crate::stream_writer::{Past, RecordVisitor};
use crate::table::State;
use engine::banked;
use std::sync::Arc;
use store::{Store, Stream, Vault};

/// How far somebody has read a table's log. Nothing is claimed and nothing is written; every record is checked against the
/// hash of the one before.
pub struct Reading {
    name: TableName,
    stream: Stream,
    machine: Arc<BankedTable>,
    past: Past<BankedTable>,
}

impl Reading {
    /// A table's log, of which nothing is read yet.
    ///
    /// # Errors
    /// If the stream is no table's, or its book or game is unknown.
    pub fn new(stream: &Stream) -> Result<Reading, FloorError> {
        let name = TableName::of(stream).ok_or_else(|| FloorError::NoTable(stream.to_string()))?;
        let machine = Arc::new(table(&name)?);
        let past = Past::beginning(&*machine);
        Ok(Reading { name, stream: stream.clone(), machine, past })
    }

    /// The same, read as far as its latest snapshot goes.
    ///
    /// # Errors
    /// If the stream is no table's, its book or game is unknown, or the store cannot be read.
    pub fn latest(store: &dyn Store, vault: &Vault, stream: &Stream) -> Result<Reading, FloorError> {
        let Reading { name, stream, machine, .. } = Reading::new(stream)?;
        let past = Past::latest(store, vault, &stream, &*machine)?;
        Ok(Reading { name, stream, machine, past })
    }

    /// Which table.
    pub fn name(&self) -> &TableName {
        &self.name
    }

    /// Its rules.
    pub fn machine(&self) -> &Arc<BankedTable> {
        &self.machine
    }

    /// How the table stood after the last record that was read.
    pub fn state(&self) -> &State<banked::Table> {
        &self.past.state
    }

    /// The last record that was read.
    pub fn version(&self) -> u64 {
        self.past.version
    }

    /// A mark at this record, to read on from there more than once.
    pub fn mark(&self) -> Reading {
        Reading {
            name: self.name.clone(),
            stream: self.stream.clone(),
            machine: Arc::clone(&self.machine),
            past: self.past.mark(),
        }
    }

    /// Reads on up to a record, or to the end of the log where that comes first. Each record is shown with its event
    /// before it is applied and afterwards.
    ///
    /// # Errors
    /// If the log cannot be read or is damaged.
    pub fn read_to(
        &mut self,
        store: &dyn Store,
        vault: &Vault,
        last: u64,
        each: &mut RecordVisitor<'_, BankedTable>,
    ) -> Result<(), FloorError> {
        Ok(self.past.read_to((store, vault), &self.stream, &self.machine, last, each)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EventSide;

    #[test]
    fn only_a_table_has_a_log_of_rounds() {
        for wrong in ["meter/a", "table/none/such/1"] {
            assert!(Reading::new(&Stream::new(wrong).unwrap()).is_err(), "{wrong}");
        }
    }

    /// What is read in two parts, from a mark, is what is read at once.
    #[test]
    fn a_log_is_read_on_from_a_mark() {
        let store: Arc<dyn Store> = Arc::new(store::MemoryStore::new());
        let vault = Arc::new(Vault::from_bytes([7; 32]));
        let clock = Arc::new(crate::HandClock::default());
        let options =
            crate::Options { threads: 0, clock: Arc::clone(&clock) as _, ..crate::Options::default() };
        let floor = crate::Floor::open(Arc::clone(&store), Arc::clone(&vault), options).unwrap();
        let pass = |time| clock.pass(time);
        let at = ("crown-melbourne-three-card-poker-5.1", engine::TableNumber(1));
        let furnished = crate::demo::furnish(&floor, at, (1, 0), &pass).unwrap();
        let stream = &furnished.tables[0];
        let head = store.head(stream).unwrap().version;
        let read = |reading: &mut Reading, last| {
            let mut seen = Vec::new();
            let mut note = |side: EventSide, record: &store::Record, _: &_, state: &State<_>| {
                seen.push((side == EventSide::Before, record.version, state.version));
            };
            reading.read_to(&*store, &vault, last, &mut note).unwrap();
            seen
        };
        let mut whole = Reading::new(stream).unwrap();
        let all = read(&mut whole, u64::MAX);
        assert!(head > 2 && whole.version() == head && all.len() as u64 == 2 * head);
        let mut part = Reading::new(stream).unwrap();
        let first = read(&mut part, 2);
        assert_eq!(part.version(), 2);
        let mut marked = part.mark();
        assert_eq!([first, read(&mut marked, u64::MAX)].concat(), all);
        assert_eq!(part.version(), 2);
        assert_eq!(marked.state(), whole.state());
        floor.close();
    }
}
