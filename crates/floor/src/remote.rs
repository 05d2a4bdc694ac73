//! Several processes on one store: tables of others are followed through the log, so that the meters here hear them.
//! Nothing passes between processes but what is kept.

use crate::desk::{Told, open};
use crate::floor::{Floor, FloorError, read, rules};
use crate::game::Game;
use crate::names::{TableName, meter_stream};
use crate::posts::BankedTable;
use crate::router::{BY, call_id, meter_command};
use crate::table::{Call, State};
use engine::Machine;
use engine::banked;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use store::Stream;

/// How many records are read at a time.
const PAGE: usize = 4096;

/// Tables that other processes run.
#[derive(Default)]
pub(crate) struct Followed {
    tables: Mutex<BTreeMap<Stream, Follower>>,
}

struct Follower {
    machine: BankedTable,
    state: State<banked::Table>,
    /// The last call that was passed on.
    passed_on: Option<u64>,
}

impl Floor {
    /// Passes on what tables of other processes have due to meters of this one.
    ///
    /// # Errors
    /// If the log cannot be read.
    pub fn hear_others(&self) -> Result<(), FloorError> {
        if read(&self.meters).is_empty() {
            return Ok(());
        }
        let mut followed = self.followed.tables.lock().unwrap_or_else(PoisonError::into_inner);
        for (stream, head) in self.tools.store.streams()? {
            let Some(name) = TableName::of(&stream) else { continue };
            let meter = meter_stream(&name.book).and_then(|stream| read(&self.meters).get(&stream).cloned());
            let Some(meter) = meter.filter(|_| self.table(&stream).is_none()) else {
                followed.remove(&stream);
                continue;
            };
            if !followed.contains_key(&stream) {
                followed.insert(stream.clone(), Follower::new(&name)?);
            }
            let Some(table) = followed.get_mut(&stream) else { continue };
            while table.state.version < head.version {
                let records = self.tools.store.read(&stream, table.state.version + 1, PAGE)?;
                if records.is_empty() {
                    break;
                }
                for record in &records {
                    let event = open(&table.machine, &self.tools.vault, record)?;
                    table.machine.evolve(&mut table.state, &event.value);
                }
            }
            let Some(&(call, Call::Meter { meter: at, what })) = table.state.due.front() else { continue };
            if table.passed_on == Some(call) {
                continue;
            }
            table.passed_on = Some(call);
            let rounding = table.machine.game.rounding(&table.state.game);
            let (who, command) = meter_command(rules(&name.book)?, (at, name.number), what, rounding);
            // The table's own process looks for the answer in the meter's log.
            let id = call_id(&stream, call, "made");
            meter.tell(Told { id, by: BY.into(), who, command, reply: Box::new(|_| {}) });
        }
        Ok(())
    }

    /// Looks after the floor until it is closed: says that this process lives, takes over what nobody holds, makes
    /// calls again that nobody answered, and hears the tables of others.
    pub fn look_after(self: &std::sync::Arc<Self>) -> JoinHandle<()> {
        let floor = std::sync::Arc::downgrade(self);
        std::thread::spawn(move || {
            let mut beaten: Option<Instant> = None;
            while let Some(floor) = floor.upgrade() {
                if floor.is_closed() {
                    return;
                }
                let due = beaten.is_none_or(|at| at.elapsed() >= Duration::from_secs(1));
                if due {
                    // A store that cannot be reached is asked again in a second; desks refuse meanwhile.
                    let _ = floor.keep_alive();
                    beaten = Some(Instant::now());
                }
                if floor.options.shared {
                    let _ = floor.hear_others();
                }
                if due || floor.options.shared {
                    floor.call_again();
                }
                drop(floor);
                std::thread::sleep(Duration::from_millis(25));
            }
        })
    }

    /// Makes again what is due and nobody answered.
    pub fn call_again(&self) {
        self.close_late_sheets();
        for table in self.tables() {
            if table.look(|state| !state.due.is_empty()) {
                self.serve_calls(&table);
            }
        }
    }
}

impl Follower {
    fn new(name: &TableName) -> Result<Follower, FloorError> {
        let machine = crate::recall::table(name)?;
        let state = State::new(machine.game.closed());
        Ok(Follower { machine, state, passed_on: None })
    }
}
