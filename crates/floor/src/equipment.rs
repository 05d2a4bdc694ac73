//! Failures of jackpot electronics, of which people outside may have to hear: what the log of the meters says becomes a duty
//! of the house for every table on the meter. It is worked out from the logs, so a crash in between loses nothing, and the id
//! of each is made from the record, so it is owed once.

use crate::floor::{Floor, FloorError, rules};
use crate::router::{BY, call_id};
use crate::stream_writer::{CommandOutcome, EventSide, Past, StreamWriter};
use engine::jackpot::{self, Meters};
use engine::{TableNumber, Who};
use house::Person;
use rulebook::NotifyOf;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use store::{Stream, When};

/// How far the logs of the meters were looked through.
#[derive(Default)]
pub(crate) struct EquipmentLog {
    read: Mutex<BTreeMap<Stream, Past<Meters<'static>>>>,
}

/// A failure as the log has it.
struct Failure {
    record: u64,
    when: When,
    tables: Vec<TableNumber>,
}

impl Floor {
    /// Owes what the log of the meters says and the house has not heard.
    pub(crate) fn owe_equipment(&self, meters: &Arc<StreamWriter<Meters<'static>>>) {
        let book = meters.stream().rest();
        let of = NotifyOf::JackpotEquipment;
        if !rules(book).is_ok_and(|rules| rules.house.notify.iter().any(|row| row.of == of)) {
            return;
        }
        // What was not kept now is said again when somebody looks after the floor.
        let _ = self.owe_since(meters, book);
    }

    fn owe_since(&self, meters: &Arc<StreamWriter<Meters<'static>>>, book: &str) -> Result<(), FloorError> {
        let mut read = self.equipment.read.lock().unwrap_or_else(PoisonError::into_inner);
        let machine = meters.machine();
        let known = read.get(meters.stream());
        if known.is_some_and(|known| known.version == meters.version()) {
            return Ok(());
        }
        let mut past = known.map_or_else(|| Past::beginning(machine), Past::mark);
        let (mut failures, log) = (Vec::new(), (&*self.tools.store, &*self.tools.vault));
        past.read_on(log.0, log.1, meters.stream(), machine, &mut |side, record, event, state| {
            if let (EventSide::After, jackpot::Event::EquipmentChanged { meter, works: false, .. }) =
                (side, &event.value)
            {
                let linked = state.get(*meter).map(|meter| meter.tables.iter().map(|linked| linked.table));
                let tables = linked.into_iter().flatten().collect();
                failures.push(Failure { record: record.version, when: record.when, tables });
            }
        })?;
        for failure in failures {
            self.owe_failure(book, meters.stream(), &failure)?;
        }
        read.insert(meters.stream().clone(), past);
        Ok(())
    }

    fn owe_failure(&self, book: &str, meters: &Stream, failure: &Failure) -> Result<(), FloorError> {
        // Failures were once owed for the first table alone.
        if self.tools.store.answered(call_id(meters, failure.record, "equipment"))?.is_some() {
            return Ok(());
        }
        let house = self.house(book)?;
        for &table in &failure.tables {
            let round = self.round_at(book, table, failure.when)?;
            let owe = house::Command::OweDuty { of: NotifyOf::JackpotEquipment, table, round };
            let command = house::Instruction::alone(Person::System, owe);
            let id = call_id(meters, failure.record, &format!("equipment {table}"));
            if let CommandOutcome::Failed(error) = house.ask(id, BY, Who::System, command) {
                return Err(FloorError::Store(error));
            }
        }
        Ok(())
    }

    /// The last round that had begun at a table by then; nothing before its first.
    fn round_at(&self, book: &str, table: TableNumber, when: When) -> Result<u64, FloorError> {
        let Some(desk) = self.numbered(book, table) else { return Ok(0) };
        let rounds: Vec<(u64, u64)> = desk.with_state(|state| state.rounds.iter().copied().collect());
        for (round, first) in rounds.into_iter().rev() {
            let began = self.tools.store.read(desk.stream(), first, 1)?;
            if began.first().is_none_or(|record| record.when.clock_ms <= when.clock_ms) {
                return Ok(round);
            }
        }
        Ok(0)
    }
}
