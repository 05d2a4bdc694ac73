//! What people saw before a restart, read back from the log: the felt of the last round, the lines, the winners. The work is
//! bounded: a table is read from its latest snapshot on, meters by their last records.

use crate::table_feed::TableFeed;
use floor::table::State;
use floor::{CommandRecords, EventSide, FloorError, Reading};
use std::sync::Arc;
use store::{Store, Stream, Vault};

/// A table as it was seen, up to the record on which `state` stands. None where the log is not that long any more, or a
/// snapshot was taken since the last round began: then what lay on the felt is not told.
pub(crate) fn table(
    (store, vault): (&dyn Store, &Vault),
    stream: &Stream,
    state: &State<engine::banked::Table>,
) -> Result<Option<TableFeed>, FloorError> {
    let mut reading = Reading::latest(store, vault, stream)?;
    if reading.version() >= state.version {
        return Ok(None);
    }
    let machine = Arc::clone(reading.machine());
    let has_up_card = machine.game.game().up_card.is_some();
    let mut tale = TableFeed::from_state(reading.state().clone(), reading.version(), has_up_card);
    reading.read_to(store, vault, state.version, &mut |side, record, event, _| {
        if side == EventSide::Before {
            let done = CommandRecords {
                first: record.version,
                last: record.version,
                events: vec![event.clone()],
                again: true,
            };
            tale.apply(&machine, &done);
        }
    })?;
    // What somebody was refused is of the moment: they are not told again.
    tale.refused.clear();
    Ok((tale.version == state.version).then_some(tale))
}
