//! The automatic dealer of virtual tables: calls no more bets, deals, turns up, settles, in its time; and patrons who play by
//! themselves. It speaks to the floor as people do. One thread for all tables: nothing here waits for an answer.

mod bots;
mod step;

pub use bots::Bot;

use crate::rail::{Rail, Source};
use crate::view::{Eyes, PaceView};
use engine::banked::{Phase, Table};
use floor::table::{Mode, State};
use floor::{Answer, By, Clock, Floor, TableName};
use house::Person;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, Weak};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use step::Next;
use store::{Command as Id, Stream};

/// How fast a table is dealt.
#[derive(Clone, Debug)]
pub struct Tempo {
    /// How long people may lay first wagers.
    pub betting: Duration,
    /// How long people may think about a decision before they count as absent.
    pub decide: Duration,
    /// How long a patron who plays by itself seems to think.
    pub think: Duration,
    /// How long cards lie before the next step.
    pub show: Duration,
    /// How long a settled round lies before the next.
    pub between: Duration,
    /// A round begins no sooner than this after the one before.
    pub round_every: Duration,
    /// Who determines awards and refuses wagers where nobody is in the pit, after so long.
    pub deputy: Option<(By, Duration)>,
}

impl Default for Tempo {
    fn default() -> Tempo {
        Tempo {
            betting: Duration::from_secs(25),
            decide: Duration::from_secs(60),
            think: Duration::from_millis(700),
            show: Duration::from_millis(900),
            between: Duration::from_millis(3500),
            round_every: Duration::ZERO,
            deputy: None,
        }
    }
}

impl Tempo {
    /// As fast as it goes: for measurements.
    pub fn at_once(round_every: Duration) -> Tempo {
        let none = Duration::ZERO;
        Tempo { think: none, show: none, between: none, round_every, ..Tempo::default() }
    }
}

enum Message {
    Changed(u32),
    /// Our own command was answered; whether it was done.
    Answered(u32, bool),
    Stop,
}

/// A table as the automatic dealer knows it.
struct Paced {
    stream: Stream,
    /// What the waiting is about: phase and round.
    at: (Phase, u64),
    since: Instant,
    /// When it goes on by itself.
    until: Option<Instant>,
    /// Places that are ready: a bit each.
    ready: u16,
    /// No more bets was called.
    called: bool,
    /// Places that have asked for chips in this round: a bit each.
    bought: u16,
    /// A command of ours is on its way.
    busy: bool,
    /// People deal here themselves.
    by_hand: bool,
    round_began: Option<Instant>,
}

/// Told how long a settlement took, from the order to its acknowledgement.
pub type Stopwatch = Box<dyn Fn(Duration) + Send + Sync>;

/// The automatic dealer.
pub struct Pace {
    tempo: Tempo,
    tell: Sender<Message>,
    told: Mutex<Option<Receiver<Message>>>,
    tables: Mutex<HashMap<u32, Paced>>,
    bots: RwLock<BTreeMap<u32, Bot>>,
    clock: Arc<dyn Clock>,
    ids: AtomicU64,
    seed: u64,
    thread: Mutex<Option<JoinHandle<()>>>,
    rail: RwLock<Option<Arc<Rail>>>,
    settled: RwLock<Option<Stopwatch>>,
}

impl Pace {
    /// One that has not begun to work.
    pub fn new(tempo: Tempo, clock: Arc<dyn Clock>) -> Arc<Pace> {
        let (tell, told) = mpsc::channel();
        let mut seed = [0; 8];
        // Ids must differ from those of any earlier run; without randomness the clock does.
        if getrandom::fill(&mut seed).is_err() {
            seed = clock.wall_ms().to_be_bytes();
        }
        Arc::new(Pace {
            tempo,
            tell,
            told: Mutex::new(Some(told)),
            tables: Mutex::default(),
            bots: RwLock::default(),
            clock,
            ids: AtomicU64::new(0),
            seed: u64::from_be_bytes(seed),
            thread: Mutex::default(),
            rail: RwLock::default(),
            settled: RwLock::default(),
        })
    }

    /// Has every settlement timed.
    pub fn time_settlements(&self, watch: Stopwatch) {
        *self.settled.write().unwrap_or_else(PoisonError::into_inner) = Some(watch);
    }

    /// Begins to work on the virtual tables of a floor.
    pub fn start(self: &Arc<Pace>, floor: &Arc<Floor>, rail: &Arc<Rail>) {
        *self.rail.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(rail));
        let Some(told) = lock(&self.told).take() else { return };
        let (own, floor_of) = (Arc::clone(self), Arc::downgrade(floor));
        let named = std::thread::Builder::new().name("dealer".into());
        *lock(&self.thread) = named.spawn(move || own.run(&floor_of, &told)).ok();
        for desk in floor.tables() {
            if let Some(name) = TableName::of(desk.stream()) {
                self.changed(name.number);
            }
        }
    }

    /// Ends the work; what was told is told.
    pub fn stop(&self) {
        let _ = self.tell.send(Message::Stop);
        if let Some(thread) = lock(&self.thread).take() {
            let _ = thread.join();
        }
    }

    /// Something has happened at a table.
    pub fn changed(&self, table: u32) {
        // After the end nobody listens.
        let _ = self.tell.send(Message::Changed(table));
    }

    /// A patron who plays by itself.
    pub fn add_bot(&self, patron: u32, bot: Bot) {
        self.bots.write().unwrap_or_else(PoisonError::into_inner).insert(patron, bot);
    }

    /// The name of a patron who plays by itself.
    pub fn bot_name(&self, patron: u32) -> Option<String> {
        self.bots.read().unwrap_or_else(PoisonError::into_inner).get(&patron).map(|bot| bot.name.clone())
    }

    /// A player has laid all wagers and waits for nobody.
    pub fn ready(&self, table: u32, seat: usize) {
        if let Some(paced) = lock(&self.tables).get_mut(&table) {
            paced.ready |= 1 << seat;
        }
        self.show(table);
        self.changed(table);
    }

    /// People deal at this table, or the automatic dealer does.
    pub fn deal_by_hand(&self, table: u32, by_hand: bool) {
        if let Some(paced) = lock(&self.tables).get_mut(&table) {
            paced.by_hand = by_hand;
        }
        self.show(table);
        self.changed(table);
    }

    /// Whether people deal at this table.
    pub fn is_by_hand(&self, table: u32) -> bool {
        lock(&self.tables).get(&table).is_none_or(|paced| paced.by_hand)
    }

    /// What it waits for at a table, for those who look.
    pub fn view(&self, table: u32, state: &State<Table>, eyes: Eyes) -> Option<PaceView> {
        let tables = lock(&self.tables);
        let paced = tables.get(&table).filter(|paced| !paced.by_hand && paced.at == at(state))?;
        let until_ms = paced.until.map(|until| {
            let left = until.saturating_duration_since(Instant::now());
            self.clock.wall_ms() + i64::try_from(left.as_millis()).unwrap_or(0)
        });
        let seat = match eyes {
            Eyes::Patron(own) => state.patrons.iter().position(|patron| *patron == Some(own)),
            _ => None,
        };
        let betting = state.game.phase == Phase::Betting;
        Some(PaceView {
            // Rounded, so that the same wait is the same view.
            until_ms: until_ms.map(|until| until / 500 * 500),
            may_be_ready: betting && seat.is_some_and(|at| state.game.seats[at].has_wagers()),
            ready: seat.is_some_and(|at| paced.ready & 1 << at != 0),
        })
    }

    fn show(&self, table: u32) {
        if let Some(rail) = self.rail.read().unwrap_or_else(PoisonError::into_inner).as_ref() {
            rail.touch(Source::Pace(table));
        }
    }

    fn run(self: Arc<Pace>, floor: &Weak<Floor>, told: &Receiver<Message>) {
        let mut alarms: BinaryHeap<Reverse<(Instant, u32)>> = BinaryHeap::new();
        loop {
            let wait = alarms.peek().map_or(Duration::from_secs(1), |Reverse((at, _))| {
                at.saturating_duration_since(Instant::now())
            });
            let table = match told.recv_timeout(wait) {
                Ok(Message::Stop) | Err(RecvTimeoutError::Disconnected) => return,
                Ok(Message::Changed(table)) => Some(table),
                Ok(Message::Answered(table, done)) => {
                    if let Some(paced) = lock(&self.tables).get_mut(&table) {
                        paced.busy = false;
                    }
                    if done {
                        Some(table)
                    } else {
                        // Refused now; what stands in the way may be gone in a moment.
                        alarms.push(Reverse((Instant::now() + Duration::from_millis(400), table)));
                        None
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    let due = |Reverse((at, _)): &Reverse<(Instant, u32)>| *at <= Instant::now();
                    if alarms.peek().is_some_and(due) {
                        alarms.pop().map(|Reverse((_, table))| table)
                    } else {
                        None
                    }
                }
            };
            let Some(table) = table else { continue };
            let Some(floor) = floor.upgrade().filter(|floor| !floor.is_closed()) else { return };
            if let Some(again) = self.tend(&floor, table) {
                alarms.push(Reverse((again, table)));
            }
        }
    }

    /// Does what is due at a table; the answer is when to look again.
    fn tend(self: &Arc<Pace>, floor: &Arc<Floor>, table: u32) -> Option<Instant> {
        let stream = {
            let tables = lock(&self.tables);
            tables.get(&table).map(|paced| paced.stream.clone())
        };
        let numbered = |stream: &Stream| TableName::of(stream).is_some_and(|name| name.number == table);
        let desk = match stream {
            Some(stream) => floor.table(&stream)?,
            None => floor.tables().into_iter().find(|desk| numbered(desk.stream()))?,
        };
        let bots = self.bots.read().unwrap_or_else(PoisonError::into_inner);
        let (next, changed) = desk.look(|state| {
            if state.mode != Some(Mode::Virtual) {
                return (Next::Nothing, false);
            }
            let mut tables = lock(&self.tables);
            let now = Instant::now();
            let paced = tables.entry(table).or_insert_with(|| Paced {
                stream: desk.stream().clone(),
                at: at(state),
                since: now,
                until: None,
                ready: 0,
                called: false,
                bought: 0,
                busy: false,
                by_hand: false,
                round_began: self.staggered(table, now),
            });
            if paced.at != at(state) {
                // In books in which the first card closes the wagers nothing lies between betting and the deal.
                if paced.at.0 == Phase::Betting && state.game.phase != Phase::Betting {
                    paced.round_began = Some(now);
                }
                (paced.at, paced.since, paced.until, paced.ready) = (at(state), now, None, 0);
                (paced.called, paced.bought) = (false, 0);
            }
            if paced.busy || paced.by_hand {
                return (Next::Nothing, false);
            }
            let next = self.next(desk.machine(), state, paced, &bots);
            let until = match &next {
                Next::Until { at, shown: true } => Some(*at),
                _ => None,
            };
            let changed = paced.until != until;
            paced.until = until;
            paced.busy = matches!(next, Next::Do { .. });
            paced.called |= next.is_call();
            paced.bought |= next.buys().map_or(0, |seat| 1 << seat);
            (next, changed)
        });
        drop(bots);
        if changed {
            self.show(table);
        }
        match next {
            Next::Nothing => None,
            Next::Until { at, .. } => Some(at),
            Next::Do { by, command, settles } => {
                let (own, began) = (Arc::clone(self), Instant::now());
                let reply = Box::new(move |answer: Answer<floor::BankedTable>| {
                    let done = matches!(answer, Answer::Done(_));
                    if settles && done {
                        let settled = own.settled.read().unwrap_or_else(PoisonError::into_inner);
                        settled.iter().for_each(|watch| watch(began.elapsed()));
                    }
                    if let Answer::Refused(refusal) = &answer {
                        tracing::debug!(table, why = %refusal.reason, "the automatic dealer waits");
                    }
                    let _ = own.tell.send(Message::Answered(table, done));
                });
                if let Err(error) = floor.tell_table(desk.stream(), (self.id(), by), command, reply) {
                    tracing::warn!(table, %error, "the automatic dealer");
                    let _ = self.tell.send(Message::Answered(table, false));
                }
                None
            }
        }
    }

    /// Tables that play to a beat do not all begin on it: as if the round before had begun some part of a beat ago.
    fn staggered(&self, table: u32, now: Instant) -> Option<Instant> {
        let every = self.tempo.round_every;
        // Neighbours far apart, all parts of the beat alike: multiples of the golden section.
        let part = u64::from(table.wrapping_mul(0x9e37_79b9));
        let ms = u64::try_from(every.as_millis()).unwrap_or(u64::MAX).saturating_mul(part) >> 32;
        now.checked_sub(Duration::from_millis(ms))
    }

    fn id(&self) -> Id {
        let number = self.ids.fetch_add(1, Ordering::Relaxed);
        let mut id = [0; 16];
        id[..8].copy_from_slice(&self.seed.to_be_bytes());
        id[8..].copy_from_slice(&number.to_be_bytes());
        Id(id)
    }
}

/// What waiting is about.
fn at(state: &State<Table>) -> (Phase, u64) {
    (state.game.phase, state.game.rounds)
}

/// Who deals where the system does.
fn dealer() -> By {
    By::alone(Person::System)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
