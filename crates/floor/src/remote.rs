//! Several processes on one store: tables and meters of others are followed through the log, so that they can be looked at
//! here, the meters here hear the tables, and what meters of others answered is found. Nothing passes between floors but
//! what is kept.

use crate::any_table::host_of;
use crate::floor::{Floor, FloorError, StreamMap, read, rules, write};
use crate::game::Game;
use crate::hosted::BankedTable;
use crate::mirror::{Mirror, StreamHandle};
use crate::names::{TableName, meter_stream};
use crate::router::{BY, call_id, meter_command};
use crate::stream_writer::{Hosted, KnownPast, Request, StreamWriter};
use crate::table::{Call, Link};
use engine::jackpot::Meters;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use store::Stream;

/// How often the log is asked what others have done, and how often everything is looked after.
const HEAR: Duration = Duration::from_millis(25);
const LOOK: Duration = Duration::from_millis(500);
/// After what time a meter elsewhere that has not answered counts as lost.
const LOST: Duration = Duration::from_secs(2);
/// After what time a call that is still due is passed on again: the meter may have been down.
const AGAIN: Duration = Duration::from_secs(1);

/// Streams that other processes write.
#[derive(Default)]
pub(crate) struct Followed {
    /// All tables of the floor, as they were last listed.
    tables: Mutex<Vec<Stream>>,
    meters: Mutex<Vec<Stream>>,
    heard: Mutex<FollowedStreams>,
    /// What is followed, for those who look: they do not wait for whoever reads the log.
    seen: RwLock<Mirrors>,
}

/// What others run, as it is followed here.
#[derive(Default)]
struct Mirrors {
    tables: BTreeMap<Stream, Arc<Mirror<BankedTable>>>,
    meters: BTreeMap<Stream, Arc<Mirror<Meters<'static>>>>,
}

#[derive(Default)]
struct FollowedStreams {
    tables: BTreeMap<Stream, Follower>,
    meters: BTreeMap<Stream, Arc<Mirror<Meters<'static>>>>,
}

/// A table of another process.
struct Follower {
    name: TableName,
    mirror: Arc<Mirror<BankedTable>>,
    /// The last call that was passed on, and when.
    passed_on: Option<(u64, Instant)>,
}

impl Followed {
    /// Says which tables there are, or which meters.
    pub(crate) fn list(&self, kind: &str, streams: impl Iterator<Item = Stream>) {
        let list = if kind == "table" { &self.tables } else { &self.meters };
        *lock(list) = streams.collect();
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
        let at_rest = |desk: &&Arc<_>| self.options.shared && StreamWriter::is_at_rest(desk);
        let houses: Vec<_> = read(&self.houses).values().filter(at_rest).cloned().collect();
        let mut known: Vec<(Stream, u64)> = Vec::new();
        known.extend(heard.tables.iter().map(|(stream, table)| (stream.clone(), table.mirror.version())));
        known.extend(heard.meters.iter().map(|(stream, mirror)| (stream.clone(), mirror.version())));
        known.extend(houses.iter().map(|desk| (desk.stream().clone(), desk.version())));
        let mut gone_on = BTreeSet::new();
        let (store, vault) = (&*self.tools.store, &*self.tools.vault);
        let ahead = if known.is_empty() { Vec::new() } else { store.ahead(&known)? };
        for (stream, _) in ahead {
            if let Some(table) = heard.tables.get(&stream) {
                table.mirror.read_on(store, vault)?;
            } else if let Some(meter) = heard.meters.get(&stream) {
                meter.read_on(store, vault)?;
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
                self.serve_calls(&*desk);
            } else if self.router.look(table, gone_on.contains(meter)) {
                self.look_for_answer(table, meter, way.call)?;
            } else if way.since.elapsed() >= LOST && desk.with_state(|state| state.link) == Link::Live {
                self.lose_link(table, way.call, "the meter does not answer");
            }
        }
        Ok(())
    }

    /// Follows the tables and meters that others run; those that have come here are followed no more.
    fn follow(&self, heard: &mut FollowedStreams) -> Result<(), FloorError> {
        let before = (heard.tables.len(), heard.meters.len());
        heard.tables.retain(|stream, _| !runs(&self.tables, stream));
        heard.meters.retain(|stream, _| !runs(&self.meters, stream));
        let mut changed = before != (heard.tables.len(), heard.meters.len());
        let (sources, clock) = ((&*self.tools.store, &*self.tools.vault), &self.tools.clock);
        for stream in lock(&self.followed.tables).iter() {
            let Some(name) = TableName::of(stream) else { continue };
            if heard.tables.contains_key(stream) || runs(&self.tables, stream) {
                continue;
            }
            // Nobody looks at the table of another game through the log yet.
            if host_of(&self.options.games, &name).is_some() {
                continue;
            }
            let machine = crate::recall::table(&name)?;
            let mirror = Arc::new(Mirror::open(sources, stream.clone(), machine, clock)?);
            heard.tables.insert(stream.clone(), Follower { name, mirror, passed_on: None });
            changed = true;
        }
        for stream in lock(&self.followed.meters).iter() {
            if heard.meters.contains_key(stream) || runs(&self.meters, stream) {
                continue;
            }
            let machine = Meters::new(rules(stream.rest())?);
            let mirror = Arc::new(Mirror::open(sources, stream.clone(), machine, clock)?);
            heard.meters.insert(stream.clone(), mirror);
            changed = true;
        }
        if !changed {
            return Ok(());
        }
        let tables = heard.tables.iter().map(|(stream, table)| (stream.clone(), Arc::clone(&table.mirror)));
        let (tables, meters) = (tables.collect(), heard.meters.clone());
        *write(&self.followed.seen) = Mirrors { tables, meters };
        Ok(())
    }

    /// How far a table of another process was followed: whoever takes it over goes on from there, and need not read it all
    /// again while people wait.
    pub(crate) fn followed_table(&self, stream: &Stream) -> Option<KnownPast<BankedTable>> {
        let mirror = read(&self.followed.seen).tables.get(stream).cloned()?;
        Some(mirror.known())
    }

    /// All tables of the floor as this process sees them: its own, and those that others run.
    pub fn seen_tables(&self) -> Vec<StreamHandle<BankedTable>> {
        seen(self.tables(), &read(&self.followed.seen).tables)
    }

    /// All meters of the floor in the same way.
    pub fn seen_meters(&self) -> Vec<StreamHandle<Meters<'static>>> {
        seen(self.meters(), &read(&self.followed.seen).meters)
    }

    /// Passes on the call that a table has due first to a meter of ours, and again while it is.
    fn pass_on(&self, stream: &Stream, table: &mut Follower) -> Result<(), FloorError> {
        let seen = StreamHandle::Elsewhere(Arc::clone(&table.mirror));
        let due = seen.with_state(|state| {
            let &(call, Call::Meter { meter, what }) = state.due.front()? else { return None };
            let rounding = seen.machine().game.meter()?.rounding(&state.game);
            Some((call, meter, what, rounding))
        });
        let Some((call, at, what, rounding)) = due else { return Ok(()) };
        let lately = |(passed, when): (u64, Instant)| passed == call && when.elapsed() < AGAIN;
        if table.passed_on.is_some_and(lately) {
            return Ok(());
        }
        let meter = meter_stream(&table.name.book).and_then(|meter| read(&self.meters).get(&meter).cloned());
        let Some(meter) = meter else { return Ok(()) };
        table.passed_on = Some((call, Instant::now()));
        let (who, command) = meter_command(rules(&table.name.book)?, (at, table.name.number), what, rounding);
        // The table's own process looks for the answer in the meter's log.
        let id = call_id(stream, call, "made");
        meter.tell(Request { id, by: BY.into(), who, command, order: None, reply: Box::new(|_| {}) });
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

/// What is run here, and besides what others run.
fn seen<M: Hosted>(
    here: Vec<Arc<StreamWriter<M>>>,
    others: &BTreeMap<Stream, Arc<Mirror<M>>>,
) -> Vec<StreamHandle<M>> {
    let mirrors =
        others.iter().map(|(stream, mirror)| (stream.clone(), StreamHandle::Elsewhere(Arc::clone(mirror))));
    let mut all: BTreeMap<Stream, StreamHandle<M>> = mirrors.collect();
    let here = here.into_iter().filter(|desk| !desk.is_fenced());
    all.extend(here.map(|desk| (desk.stream().clone(), StreamHandle::Here(desk))));
    all.into_values().collect()
}

/// Whether this process runs a stream, and nobody has taken it over.
fn runs<M: Hosted>(shelf: &StreamMap<M>, stream: &Stream) -> bool {
    read(shelf).get(stream).is_some_and(|desk| !desk.is_fenced())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
