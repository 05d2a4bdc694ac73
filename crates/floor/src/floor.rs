//! The floor: all desks of this process, opened from the log and kept alive.

use crate::any_table::{AnyTable, HostedGame};
use crate::clock::Clock;
use crate::confirmed::SaidOfClock;
use crate::equipment::EquipmentLog;
use crate::file_answers::Waiters;
use crate::hosted::{BankedTable, book};
use crate::names::{TableName, house_stream, meter_stream};
use crate::remote::Followed;
use crate::router::Router;
use crate::stream_writer::{Hosted, StreamWriter, Tools};
use crate::table::DeckKey;
use crate::worker_pool::WorkerPool;
use crate::zone::Zone;
use cards::ShuffleKey;
use engine::TableNumber;
use engine::jackpot::Meters;
use house::{Barred, Date, House, Patrons};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, Weak};
use store::blocking::may_wait;
use store::{Store, StoreError, Stream, Vault};

/// Where keys for shuffles come from.
pub type Keys = Arc<dyn Fn() -> Result<[u8; 32], String> + Send + Sync>;

/// Keys that nobody can guess, from the operating system.
pub fn os_keys() -> Keys {
    Arc::new(|| ShuffleKey::from_os().map(|key| *key.reveal()).map_err(|error| error.to_string()))
}

/// How a floor is run.
#[derive(Clone)]
pub struct Options {
    /// Threads on which desks work; none, and whoever asks does the work, one thing after another.
    pub threads: usize,
    /// A snapshot is taken every so many events of a stream.
    pub snapshot_every: u64,
    /// Where keys for shuffles come from.
    pub keys: Keys,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// Where the house stands: which date it is there.
    pub zone: Zone,
    /// Other processes run on the same store: tables and meters are shared out among them, and the files of patrons and
    /// of the house are held for no longer than needed.
    pub shared: bool,
    /// Games beside the house-banked ones whose tables stand here.
    pub games: Vec<HostedGame>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            threads: 2,
            snapshot_every: 20_000,
            keys: os_keys(),
            clock: Arc::new(crate::clock::SystemClock::start()),
            zone: Zone::default(),
            shared: false,
            games: Vec::new(),
        }
    }
}

/// Why something cannot be done on this floor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FloorError {
    /// There is no such book, or it cannot be read.
    Book(String),
    /// The book has no such game.
    Game {
        book: String,
        game: String,
    },
    /// There is no such table here.
    NoTable(String),
    /// A table has that number already.
    NumberTaken(TableNumber),
    Store(StoreError),
    Keys(String),
    /// The person is not on the roster, or may not speak here.
    Nobody(String),
    /// Whoever gave the order may not: why, and the clause.
    Barred {
        reason: Barred,
        clause: String,
    },
    /// The rules say no: why, and the clause.
    Refused {
        why: String,
        clause: String,
    },
}

impl From<StoreError> for FloorError {
    fn from(error: StoreError) -> FloorError {
        FloorError::Store(error)
    }
}

impl fmt::Display for FloorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FloorError::Book(what) => write!(f, "{what}"),
            FloorError::Game { book, game } => write!(f, "{book} has no game '{game}'"),
            FloorError::NoTable(name) => write!(f, "there is no table '{name}' here"),
            FloorError::NumberTaken(number) => write!(f, "table {number} exists already"),
            FloorError::Store(error) => write!(f, "{error}"),
            FloorError::Keys(what) => write!(f, "no random numbers for a shuffle: {what}"),
            FloorError::Nobody(who) => write!(f, "{who} is not on the roster"),
            FloorError::Barred { reason, clause } => write!(f, "{reason} [{clause}]"),
            FloorError::Refused { why, clause } => write!(f, "{why} [{clause}]"),
        }
    }
}

impl std::error::Error for FloorError {}

/// All desks of one kind.
pub(crate) type StreamMap<M> = RwLock<BTreeMap<Stream, Arc<StreamWriter<M>>>>;

/// A floor.
pub struct Floor {
    pub(crate) tools: Tools,
    pub(crate) options: Options,
    pub(crate) tables: StreamMap<BankedTable>,
    /// Tables of other games than the house-banked ones.
    pub(crate) others: RwLock<BTreeMap<Stream, Arc<dyn AnyTable>>>,
    pub(crate) meters: StreamMap<Meters<'static>>,
    pub(crate) houses: StreamMap<House<'static>>,
    pub(crate) patrons: StreamMap<Patrons<'static>>,
    pub(crate) router: Router,
    pub(crate) waiters: Waiters,
    pub(crate) equipment: EquipmentLog,
    pub(crate) followed: Followed,
    /// What two persons have said of the clock since the start.
    pub(crate) said_of_clock: Mutex<Option<SaidOfClock>>,
    /// Held while a desk is opened: a stream has one desk at a time.
    opening: Mutex<()>,
    closed: AtomicBool,
    me: Weak<Floor>,
}

impl fmt::Debug for Floor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a floor with {} tables", self.tables().len())
    }
}

impl Floor {
    /// Opens all that the log has and nobody else holds.
    ///
    /// # Errors
    /// If the log cannot be read.
    pub fn open(
        store: Arc<dyn Store>,
        vault: Arc<Vault>,
        options: Options,
    ) -> Result<Arc<Floor>, FloorError> {
        let tools = Tools {
            store,
            vault,
            clock: Arc::clone(&options.clock),
            pit: WorkerPool::start(options.threads),
            snapshot_every: options.snapshot_every,
        };
        let floor = Arc::new_cyclic(|me| Floor {
            tools,
            options,
            tables: RwLock::default(),
            others: RwLock::default(),
            meters: RwLock::default(),
            houses: RwLock::default(),
            patrons: RwLock::default(),
            router: Router::default(),
            waiters: Waiters::default(),
            equipment: EquipmentLog::default(),
            followed: Followed::default(),
            said_of_clock: Mutex::default(),
            opening: Mutex::default(),
            closed: AtomicBool::new(false),
            me: Weak::clone(me),
        });
        floor.keep_alive()?;
        if floor.options.shared {
            // What others run is known before anybody asks for it. What cannot be read now is read in a moment.
            let _ = floor.hear_others();
        }
        Ok(floor)
    }

    /// The date where the house stands, by the wall clock; none where that shows a year before 1900.
    pub fn today(&self) -> Option<Date> {
        self.options.zone.date(self.options.clock.wall_ms())
    }

    /// The last date for which a gaming day may be opened now: from six hours before it begins [HOUSE-15].
    pub(crate) fn latest_day(&self) -> Option<Date> {
        const BEFORE_MS: i64 = 6 * 60 * 60 * 1_000;
        self.options.zone.date(self.options.clock.wall_ms().saturating_add(BEFORE_MS))
    }

    /// What people decided while somebody stopped in between: said again to whoever has not heard.
    pub(crate) fn say_again(&self) -> Result<(), FloorError> {
        for (stream, _) in self.tools.store.streams()?.iter().filter(|(stream, _)| stream.kind() == "house") {
            // A house that another process holds is that process's to speak of.
            if let Ok(desk) = self.house(stream.rest()) {
                self.carry_out_again(&desk)?;
            }
        }
        self.any_tables().iter().for_each(|table| self.stand_again(&**table));
        self.reach_again();
        Ok(())
    }

    /// The tables of this process.
    pub fn tables(&self) -> Vec<Arc<StreamWriter<BankedTable>>> {
        read(&self.tables).values().cloned().collect()
    }

    /// The meters of this process, by book.
    pub fn meters(&self) -> Vec<Arc<StreamWriter<Meters<'static>>>> {
        read(&self.meters).values().cloned().collect()
    }

    /// A table of this process.
    pub fn table(&self, stream: &Stream) -> Option<Arc<StreamWriter<BankedTable>>> {
        read(&self.tables).get(stream).cloned()
    }

    /// The meters of a book, opened where nobody holds them.
    ///
    /// # Errors
    /// If the book is unknown, another process holds them, or the log cannot be read.
    pub fn meter(&self, id: &str) -> Result<Arc<StreamWriter<Meters<'static>>>, FloorError> {
        let stream = meter_stream(id).ok_or_else(|| FloorError::Book(format!("no book is called '{id}'")))?;
        match self.open_meter(&stream)? {
            Some(desk) => Ok(desk),
            None => read(&self.meters).get(&stream).cloned().ok_or_else(|| FloorError::Book(id.to_string())),
        }
    }

    /// The house under a book.
    ///
    /// # Errors
    /// If the book is unknown, or the log cannot be read.
    pub fn house(&self, id: &str) -> Result<Arc<StreamWriter<House<'static>>>, FloorError> {
        let stream = house_stream(id).ok_or_else(|| FloorError::Book(format!("no book is called '{id}'")))?;
        let rules = rules(id)?;
        self.visit(&self.houses, &stream, || House::new(rules), |desk| self.watch_house(desk))
    }

    /// A table, opened where it is not; none where it is open here already.
    pub(crate) fn open_table(
        &self,
        stream: &Stream,
    ) -> Result<Option<Arc<StreamWriter<BankedTable>>>, FloorError> {
        let _one = self.opening();
        if self.is_here(&self.tables, stream) {
            return Ok(None);
        }
        let Some(name) = TableName::of(stream) else { return Ok(None) };
        let known = self.followed_table(stream);
        let desk =
            StreamWriter::open(stream.clone(), crate::recall::table(&name)?, self.tools.clone(), known)?;
        self.watch_calls(&desk);
        write(&self.tables).insert(stream.clone(), Arc::clone(&desk));
        Ok(Some(desk))
    }

    pub(crate) fn open_meter(
        &self,
        stream: &Stream,
    ) -> Result<Option<Arc<StreamWriter<Meters<'static>>>>, FloorError> {
        let _one = self.opening();
        if self.is_here(&self.meters, stream) {
            return Ok(None);
        }
        let rules = rules(stream.rest())?;
        let desk = StreamWriter::open(stream.clone(), Meters::new(rules), self.tools.clone(), None)?;
        write(&self.meters).insert(stream.clone(), Arc::clone(&desk));
        Ok(Some(desk))
    }

    /// Whether this process runs the stream. One that another has taken over is put aside.
    pub(crate) fn is_here<M: Hosted>(&self, shelf: &StreamMap<M>, stream: &Stream) -> bool {
        let known = read(shelf).get(stream).cloned();
        match known {
            Some(desk) if desk.is_fenced() => {
                write(shelf).remove(stream);
                false
            }
            Some(_) => true,
            None => false,
        }
    }

    /// A desk for a file that any process may write to, one command at a time.
    pub(crate) fn visit<M: Hosted>(
        &self,
        shelf: &StreamMap<M>,
        stream: &Stream,
        machine: impl FnOnce() -> M,
        opened: impl FnOnce(&Arc<StreamWriter<M>>),
    ) -> Result<Arc<StreamWriter<M>>, FloorError> {
        // Also where it is at hand: it may not be the next time.
        may_wait("a file of the floor");
        if let Some(desk) = read(shelf).get(stream) {
            return Ok(Arc::clone(desk));
        }
        let _one = self.opening.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(desk) = read(shelf).get(stream) {
            return Ok(Arc::clone(desk));
        }
        let desk = StreamWriter::lent(stream.clone(), machine(), self.tools.clone())?;
        opened(&desk);
        write(shelf).insert(stream.clone(), Arc::clone(&desk));
        Ok(desk)
    }

    /// Puts a new table on the floor: its desk, with nothing on it yet.
    ///
    /// # Errors
    /// If the book or the game is unknown, the number is taken, or the store cannot be written.
    pub fn new_table(&self, name: &TableName) -> Result<Arc<StreamWriter<BankedTable>>, FloorError> {
        let stream = self.free_stream(name)?;
        match self.open_table(&stream)? {
            Some(desk) => Ok(desk),
            None => Err(FloorError::NumberTaken(name.number)),
        }
    }

    /// The stream of a table whose number no other has.
    pub(crate) fn free_stream(&self, name: &TableName) -> Result<Stream, FloorError> {
        let Some(stream) = name.stream() else { return Err(FloorError::Book(name.book.clone())) };
        let numbered =
            |stream: &Stream| TableName::of(stream).is_some_and(|other| other.number == name.number);
        if self.tools.store.streams()?.iter().any(|(stream, _)| numbered(stream)) {
            return Err(FloorError::NumberTaken(name.number));
        }
        Ok(stream)
    }

    /// Held while a desk is opened.
    pub(crate) fn opening(&self) -> MutexGuard<'_, ()> {
        self.opening.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the threads and gives everything up. What was acknowledged is kept; what was not is not.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Release);
        self.tools.pit.stop();
        self.waiters.clear();
        self.any_tables().iter().for_each(|desk| desk.release());
        read(&self.meters).values().for_each(|desk| desk.release());
        read(&self.houses).values().for_each(|desk| desk.release());
        read(&self.patrons).values().for_each(|desk| desk.release());
        if self.options.shared {
            // If it cannot be said, the others wait for as long as for one that has died.
            let _ = self.tools.store.take_part(false);
        }
    }

    /// Whether it was closed.
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Acquire)
    }

    /// For what must not keep the floor alive.
    pub(crate) fn handle(&self) -> Weak<Floor> {
        Weak::clone(&self.me)
    }

    /// A fresh key for the next deck of some table.
    pub(crate) fn next_deck_key(&self) -> Result<DeckKey, FloorError> {
        let key = (self.options.keys)().map_err(FloorError::Keys)?;
        DeckKey::new(key).ok_or_else(|| FloorError::Keys("the source of keys gave zeros".into()))
    }
}

/// A book by its id.
pub(crate) fn rules(id: &str) -> Result<&'static rulebook::Rulebook, FloorError> {
    book(id).map_err(|error| FloorError::Book(error.to_string()))
}

pub(crate) fn read<T>(shelf: &RwLock<T>) -> std::sync::RwLockReadGuard<'_, T> {
    shelf.read().unwrap_or_else(|broken| broken.into_inner())
}

pub(crate) fn write<T>(shelf: &RwLock<T>) -> std::sync::RwLockWriteGuard<'_, T> {
    shelf.write().unwrap_or_else(|broken| broken.into_inner())
}
