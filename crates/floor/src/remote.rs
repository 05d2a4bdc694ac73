//! Several processes on one store: tables of others are followed through the log, so that the meters here hear them, and
//! what meters of others answered is looked for there. Nothing passes between processes but what is kept.

use crate::desk::{Past, Told};
use crate::floor::{Floor, FloorError, read, rules};
use crate::game::Game;
use crate::names::{TableName, meter_stream};
use crate::posts::BankedTable;
use crate::router::{BY, call_id, meter_command};
use crate::table::{Call, Link};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use store::Stream;

/// How often the log is asked what others have done, and how often everything is looked after.
const HEAR: Duration = Duration::from_millis(25);
const LOOK: Duration = Duration::from_secs(1);
/// After what time a meter elsewhere that has not answered counts as lost.
const LOST: Duration = Duration::from_secs(2);
/// After what time a call that is still due is passed on again: the meter may have been down.
const AGAIN: Duration = Duration::from_secs(1);

/// Streams that other processes write.
#[derive(Default)]
pub(crate) struct Followed {
    /// All tables of the floor, as they were last listed.
    listed: Mutex<Vec<Stream>>,
    heard: Mutex<Heard>,
}

#[derive(Default)]
struct Heard {
    tables: BTreeMap<Stream, Follower>,
    /// How far the meters of others have come.
    meters: BTreeMap<Stream, u64>,
}

/// A table of another process.
struct Follower {
    name: TableName,
    machine: BankedTable,
    past: Past<BankedTable>,
    /// The last call that was passed on, and when.
    passed_on: Option<(u64, Instant)>,
}

impl Followed {
    /// Says which tables there are.
    pub(crate) fn list(&self, tables: impl Iterator<Item = Stream>) {
        *lock(&self.listed) = tables.collect();
    }
}

impl Floor {
    /// Passes on what tables of other processes have due to meters of this one, looks for what meters of others have
    /// answered, and reads what others wrote into the files of the house. One question to the store where nothing has
    /// happened.
    ///
    /// # Errors
    /// If the log cannot be read.
    pub fn hear_others(&self) -> Result<(), FloorError> {
        let mut heard = lock(&self.followed.heard);
        self.follow(&mut heard)?;
        let waiting = self.router.elsewhere();
        let meters: BTreeSet<&Stream> = waiting.iter().map(|(_, meter, _)| meter).collect();
        heard.meters.retain(|meter, _| meters.contains(meter));
        for meter in meters {
            heard.meters.entry(meter.clone()).or_insert(0);
        }
        let at_rest = |desk: &&Arc<_>| self.options.shared && crate::desk::Desk::is_at_rest(desk);
        let houses: Vec<_> = read(&self.houses).values().filter(at_rest).cloned().collect();
        let mut known: Vec<(Stream, u64)> = Vec::new();
        known.extend(heard.tables.iter().map(|(stream, table)| (stream.clone(), table.past.version)));
        known.extend(heard.meters.iter().map(|(stream, version)| (stream.clone(), *version)));
        known.extend(houses.iter().map(|desk| (desk.stream().clone(), desk.version())));
        let mut gone_on = BTreeSet::new();
        let ahead = if known.is_empty() { Vec::new() } else { self.tools.store.ahead(&known)? };
        for (stream, head) in ahead {
            if let Some(table) = heard.tables.get_mut(&stream) {
                self.read_on(&stream, table)?;
            } else if let Some(version) = heard.meters.get_mut(&stream) {
                *version = head.version;
                gone_on.insert(stream);
            } else if let Some(house) = houses.iter().find(|desk| *desk.stream() == stream) {
                house.refresh()?;
            }
        }
        for (stream, table) in &mut heard.tables {
            self.pass_on(stream, table)?;
        }
        drop(heard);
        for (table, meter, way) in &waiting {
            let Some(desk) = self.table(table) else { continue };
            if read(&self.meters).get(meter).is_some_and(|desk| !desk.is_fenced()) {
                // The meter has come to us.
                self.serve_calls(&desk);
            } else if self.router.look(table, gone_on.contains(meter)) {
                self.look_for_answer(table, meter, way.call)?;
            } else if way.since.elapsed() >= LOST && desk.look(|state| state.link) == Link::Live {
                self.lose_link(table, way.call, "the meter does not answer");
            }
        }
        Ok(())
    }

    /// Follows the tables that others run and that speak to meters here.
    fn follow(&self, heard: &mut Heard) -> Result<(), FloorError> {
        let meters: BTreeSet<Stream> = read(&self.meters).keys().cloned().collect();
        let of_ours =
            |name: &TableName| meter_stream(&name.book).is_some_and(|meter| meters.contains(&meter));
        heard.tables.retain(|stream, table| of_ours(&table.name) && self.table(stream).is_none());
        if meters.is_empty() {
            return Ok(());
        }
        for stream in lock(&self.followed.listed).iter() {
            let Some(name) = TableName::of(stream).filter(of_ours) else { continue };
            if heard.tables.contains_key(stream) || self.table(stream).is_some() {
                continue;
            }
            let machine = crate::recall::table(&name)?;
            let past = Past::latest(&*self.tools.store, &self.tools.vault, stream, &machine)?;
            let table = Follower { name, machine, past, passed_on: None };
            heard.tables.insert(stream.clone(), table);
        }
        Ok(())
    }

    fn read_on(&self, stream: &Stream, table: &mut Follower) -> Result<(), FloorError> {
        let (store, vault) = (&*self.tools.store, &self.tools.vault);
        Ok(table.past.read_on(store, vault, stream, &table.machine, &mut |_, _, _, _| {})?)
    }

    /// Passes on the call that a table has due first, and again while it is.
    fn pass_on(&self, stream: &Stream, table: &mut Follower) -> Result<(), FloorError> {
        let Some(&(call, Call::Meter { meter: at, what })) = table.past.state.due.front() else {
            return Ok(());
        };
        let lately = |(passed, when): (u64, Instant)| passed == call && when.elapsed() < AGAIN;
        if table.passed_on.is_some_and(lately) {
            return Ok(());
        }
        let meter = meter_stream(&table.name.book).and_then(|meter| read(&self.meters).get(&meter).cloned());
        let Some(meter) = meter else { return Ok(()) };
        table.passed_on = Some((call, Instant::now()));
        let rounding = table.machine.game.rounding(&table.past.state.game);
        let (who, command) = meter_command(rules(&table.name.book)?, (at, table.name.number), what, rounding);
        // The table's own process looks for the answer in the meter's log.
        let id = call_id(stream, call, "made");
        meter.tell(Told { id, by: BY.into(), who, command, order: None, reply: Box::new(|_| {}) });
        Ok(())
    }

    /// Looks after the floor until it is closed: says that this process lives, takes over what nobody holds, makes
    /// calls again that nobody answered, and hears the tables of others.
    pub fn look_after(self: &Arc<Self>) -> JoinHandle<()> {
        // Two, so that whoever reads much does not keep the other from saying that we live.
        let hearing = self.every(HEAR, |floor| {
            // A store that cannot be reached is asked again in a moment; desks refuse meanwhile.
            let _ = floor.hear_others();
        });
        let looking = self.every(LOOK, |floor| {
            let _ = floor.keep_alive();
            floor.call_again();
        });
        std::thread::spawn(move || {
            let _ = hearing.join();
            let _ = looking.join();
        })
    }

    fn every(self: &Arc<Self>, pause: Duration, work: fn(&Floor)) -> JoinHandle<()> {
        let floor = Arc::downgrade(self);
        std::thread::spawn(move || {
            let mut next = Instant::now();
            while let Some(floor) = floor.upgrade().filter(|floor| !floor.is_closed()) {
                if Instant::now() >= next {
                    work(&floor);
                    next = Instant::now() + pause;
                }
                drop(floor);
                // Short, so that nobody waits long for the end.
                std::thread::sleep(HEAR.min(next.saturating_duration_since(Instant::now())));
            }
        })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
