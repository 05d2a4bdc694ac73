//! The automatic dealer of virtual tables: calls no more bets, deals, turns up, settles, in its time; and patrons who play by
//! themselves. It speaks to the floor as people do. One thread for all tables: nothing here waits for an answer.

mod alarm;
mod bots;
mod inbox;
mod step;
mod unwatched;

pub use alarm::{Alarm, StallReason};
pub use bots::Bot;
pub use unwatched::UnwatchedTiming;

use alarm::{DealerOrderResult, retry_after};
use engine::{PatronId, TableNumber};
use inbox::{Alarms, Inbox};

use crate::broadcast::{Broadcaster, ChangeSource};
use crate::view::{AutoDealerView, Eyes};
use engine::banked::{Phase, Table};
use floor::table::{DealingMode, State};
use floor::{By, Clock, CommandOutcome, Floor, TableName};
use house::Person;
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, Weak};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use step::NextAction;
use store::{CommandId as Id, Stream};

/// How soon a table without a gaming day is looked at again.
const DAY_LOOK: Duration = Duration::from_secs(2);
/// Where nothing is due, whether the floor is still there is looked at so often.
const IDLE_LOOK: Duration = Duration::from_secs(1);

/// How fast a table is dealt.
#[derive(Clone, Debug)]
pub struct Timing {
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
    /// How tables play at which nobody but programs sits, while nobody looks; as always where this is not said.
    pub quiet: Option<UnwatchedTiming>,
}

impl Default for Timing {
    fn default() -> Timing {
        Timing {
            betting: Duration::from_secs(25),
            decide: Duration::from_secs(60),
            think: Duration::from_millis(700),
            show: Duration::from_millis(900),
            between: Duration::from_millis(3500),
            round_every: Duration::ZERO,
            deputy: None,
            quiet: None,
        }
    }
}

impl Timing {
    /// As fast as it goes: for measurements.
    pub fn at_once(round_every: Duration) -> Timing {
        let none = Duration::ZERO;
        Timing { think: none, show: none, between: none, round_every, ..Timing::default() }
    }

    /// When a wager that still lacks its companion is given back, after betting began.
    pub(super) fn companion(&self) -> Duration {
        self.betting + self.betting / 2
    }

    /// The longest that a table with wagers on it stands without anything happening, unless it waits for a person or for an
    /// answer from outside, and the pit is called.
    pub fn longest(&self) -> Duration {
        let determined = self.deputy.map_or(Duration::ZERO, |(_, wait)| wait);
        let pause = self.between + self.round_every;
        let all = [pause + self.companion(), self.decide + self.think, self.show, determined];
        all.into_iter().max().unwrap_or_default()
    }
}

/// A table as the automatic dealer knows it.
struct TendedTable {
    stream: Stream,
    /// What the waiting is about: phase and round.
    at: (Phase, u64),
    since: Instant,
    /// When it goes on by itself.
    until: Option<Instant>,
    /// When the first wager of this round was laid: the clock for betting runs from then.
    wagered: Option<Instant>,
    /// Places that are ready: a bit each.
    ready: u16,
    /// Places whose players were away at a decision and have done nothing since: nobody waits for their wagers.
    away: u16,
    /// How often in a row our orders were refused.
    refusals: u32,
    /// What the pit is called for.
    alarm: Option<Alarm>,
    /// No more bets was called.
    called: bool,
    /// Places that have asked for chips in this round: a bit each.
    bought: u16,
    /// A command of ours is on its way.
    busy: bool,
    round_began: Option<Instant>,
}

/// Told how long a settlement took, from the order to its acknowledgement.
pub type Stopwatch = Box<dyn Fn(Duration) + Send + Sync>;

/// The automatic dealer.
pub struct AutoDealer {
    tempo: Timing,
    inbox: Inbox,
    started: AtomicBool,
    tables: Mutex<HashMap<TableNumber, TendedTable>>,
    bots: RwLock<BTreeMap<PatronId, Bot>>,
    clock: Arc<dyn Clock>,
    ids: AtomicU64,
    seed: u64,
    /// What the seeds and the chance of patrons who play by themselves are made from; nobody else knows it, and no deck is
    /// shuffled from it.
    secret: Option<[u8; 32]>,
    thread: Mutex<Option<JoinHandle<()>>>,
    rail: RwLock<Option<Arc<Broadcaster>>>,
    settled: RwLock<Option<Stopwatch>>,
    visits: unwatched::Visits,
}

impl AutoDealer {
    /// One that has not begun to work.
    pub fn new(tempo: Timing, clock: Arc<dyn Clock>) -> Arc<AutoDealer> {
        // From where the keys of decks come, and drawn apart. Without randomness no patron plays by itself.
        let secret = (floor::os_keys())();
        AutoDealer::with_secret(tempo, clock, secret.ok())
    }

    /// The same with a secret that is given, so that patrons who play by themselves do the same again.
    pub fn with_secret(tempo: Timing, clock: Arc<dyn Clock>, secret: Option<[u8; 32]>) -> Arc<AutoDealer> {
        let mut seed = [0; 8];
        // Ids must differ from those of any earlier run; without randomness the clock does.
        if getrandom::fill(&mut seed).is_err() {
            seed = clock.wall_ms().to_be_bytes();
        }
        Arc::new(AutoDealer {
            secret,
            tempo,
            inbox: Inbox::default(),
            started: AtomicBool::new(false),
            tables: Mutex::default(),
            bots: RwLock::default(),
            clock,
            ids: AtomicU64::new(0),
            seed: u64::from_be_bytes(seed),
            thread: Mutex::default(),
            rail: RwLock::default(),
            settled: RwLock::default(),
            visits: unwatched::Visits::default(),
        })
    }

    /// Has every settlement timed.
    pub fn time_settlements(&self, watch: Stopwatch) {
        *self.settled.write().unwrap_or_else(PoisonError::into_inner) = Some(watch);
    }

    /// Begins to work on the virtual tables of a floor.
    pub fn start(self: &Arc<AutoDealer>, floor: &Arc<Floor>, rail: &Arc<Broadcaster>) {
        *self.rail.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(rail));
        if self.started.swap(true, Ordering::AcqRel) {
            return;
        }
        let (own, floor_of) = (Arc::clone(self), Arc::downgrade(floor));
        let named = std::thread::Builder::new().name("dealer".into());
        *lock(&self.thread) = named.spawn(move || own.run(&floor_of)).ok();
        for desk in floor.tables() {
            if let Some(name) = TableName::of(desk.stream()) {
                self.changed(name.number);
            }
        }
    }

    /// Ends the work; what was told is told.
    pub fn stop(&self) {
        self.inbox.tell(|told| told.stop = true);
        if let Some(thread) = lock(&self.thread).take() {
            let _ = thread.join();
        }
    }

    /// Another process deals at a table from now on.
    pub fn forget(&self, table: TableNumber) {
        lock(&self.tables).remove(&table);
    }

    /// Something has happened at a table.
    pub fn changed(&self, table: TableNumber) {
        self.inbox.tell(|told| {
            told.changed.insert(table);
        });
    }

    /// A patron who plays by itself.
    pub fn add_bot(&self, patron: PatronId, bot: Bot) {
        self.bots.write().unwrap_or_else(PoisonError::into_inner).insert(patron, bot);
    }

    /// The name of a patron who plays by itself.
    pub fn bot_name(&self, patron: PatronId) -> Option<String> {
        self.bots.read().unwrap_or_else(PoisonError::into_inner).get(&patron).map(|bot| bot.name.clone())
    }

    /// A player has laid all wagers and waits for nobody.
    pub fn ready(&self, table: TableNumber, seat: usize) {
        if let Some(paced) = lock(&self.tables).get_mut(&table) {
            paced.ready |= 1 << seat;
            paced.away &= !(1 << seat);
        }
        self.show(table);
        self.changed(table);
    }

    /// A player who was away looks at the table again: their wagers are waited for like anybody's.
    pub fn is_back(&self, table: TableNumber, seat: usize) {
        let mut tables = lock(&self.tables);
        let Some(paced) = tables.get_mut(&table).filter(|paced| paced.away & 1 << seat != 0) else { return };
        paced.away &= !(1 << seat);
        drop(tables);
        self.changed(table);
    }

    /// Whether the automatic dealer looks after this table, even where it leaves the dealing to people.
    pub fn tends(&self, table: TableNumber) -> bool {
        lock(&self.tables).contains_key(&table)
    }

    /// Others deal at this table than before.
    pub fn dealing_changed(&self, table: TableNumber) {
        self.show(table);
        self.changed(table);
    }

    /// How fast tables are dealt: the clocks on their signs.
    pub fn timing(&self) -> &Timing {
        &self.tempo
    }

    /// What the pit is called for at a table.
    pub fn alarm(&self, table: TableNumber) -> Option<Alarm> {
        lock(&self.tables).get(&table).and_then(|paced| paced.alarm.clone())
    }

    /// How long a table has waited for the same, and until when it will, in milliseconds since 1970.
    pub fn waits(&self, table: TableNumber) -> Option<(i64, Option<i64>)> {
        let tables = lock(&self.tables);
        let paced = tables.get(&table)?;
        let (now, wall) = (Instant::now(), self.clock.wall_ms());
        let ms = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(0);
        let until = paced.until.map(|until| wall + ms(until.saturating_duration_since(now)));
        Some((wall - ms(now.saturating_duration_since(paced.since)), until))
    }

    /// What it waits for at a table, for those who look.
    pub fn view(&self, table: TableNumber, state: &State<Table>, eyes: Eyes) -> Option<AutoDealerView> {
        let tables = lock(&self.tables);
        let paced = tables.get(&table).filter(|paced| !state.by_hand && paced.at == at(state))?;
        let until_ms = paced.until.map(|until| {
            let left = until.saturating_duration_since(Instant::now());
            self.clock.wall_ms() + i64::try_from(left.as_millis()).unwrap_or(0)
        });
        let seat = match eyes {
            Eyes::Patron(own) => state.patrons.iter().position(|patron| *patron == Some(own)),
            _ => None,
        };
        let betting = state.game.phase == Phase::Betting;
        Some(AutoDealerView {
            // Rounded, so that the same wait is the same view.
            until_ms: until_ms.map(|until| until / 500 * 500),
            may_be_ready: betting && seat.is_some_and(|at| state.game.seats[at].has_wagers()),
            ready: seat.is_some_and(|at| paced.ready & 1 << at != 0),
        })
    }

    fn show(&self, table: TableNumber) {
        if let Some(rail) = self.rail.read().unwrap_or_else(PoisonError::into_inner).as_ref() {
            rail.notify(ChangeSource::DealerWait(table));
            // The map of the pit shows what tables wait for.
            rail.notify(ChangeSource::Tables);
        }
    }

    fn run(self: Arc<AutoDealer>, floor: &Weak<Floor>) {
        let mut alarms = Alarms::default();
        loop {
            let told = self.inbox.take_until(alarms.next(IDLE_LOOK));
            let Some(floor) = floor.upgrade().filter(|floor| !told.stop && !floor.is_closed()) else {
                return;
            };
            let mut look = told.changed;
            for (table, outcome) in told.answered {
                match self.answered(table, outcome) {
                    // What stands in the way may be gone in a while.
                    Some(retry) => alarms.set(table, Instant::now() + retry),
                    None => {
                        look.insert(table);
                    }
                }
            }
            if told.visited {
                look.extend(lock(&self.tables).keys().copied());
            }
            // However much there is to hear, every clock that has run out is looked at before the next is heard.
            for table in alarms.take_due(Instant::now()).into_iter().chain(look) {
                if let Some(again) = self.tend(&floor, table) {
                    alarms.set(table, again);
                }
            }
        }
    }

    /// Our order was answered; how long to wait before the next one where it was refused.
    fn answered(&self, table: TableNumber, outcome: DealerOrderResult) -> Option<Duration> {
        let mut tables = lock(&self.tables);
        let paced = tables.get_mut(&table)?;
        paced.busy = false;
        let before = paced.alarm.clone();
        let retry = match outcome {
            DealerOrderResult::Done => {
                (paced.refusals, paced.alarm) = (0, None);
                None
            }
            DealerOrderResult::Stuck(stuck) => {
                paced.refusals += 1;
                if paced.refusals == 1 {
                    tracing::warn!(table = table.0, phase = ?paced.at.0, ?stuck, "the automatic dealer cannot go on");
                }
                // Somebody may just have been faster than the dealer; what is refused twice stays refused.
                if paced.refusals > 1 && before.as_ref().is_none_or(|alarm| alarm.stuck != stuck) {
                    paced.alarm = Some(Alarm::new(&*self.clock, stuck));
                }
                Some(retry_after(paced.refusals))
            }
        };
        let changed = paced.alarm != before;
        drop(tables);
        if changed {
            self.show(table);
        }
        retry
    }

    /// Does what is due at a table; the answer is when to look again.
    fn tend(self: &Arc<AutoDealer>, floor: &Arc<Floor>, table: TableNumber) -> Option<Instant> {
        let stream = {
            let tables = lock(&self.tables);
            tables.get(&table).map(|paced| paced.stream.clone())
        };
        let numbered = |stream: &Stream| TableName::of(stream).is_some_and(|name| name.number == table);
        let desk = match stream {
            Some(stream) => floor.table(&stream)?,
            None => floor.tables().into_iter().find(|desk| numbered(desk.stream()))?,
        };
        // Asked before the table is looked at: the house may be asking the table.
        let book = &desk.machine().game.book().front.id;
        let closed = matches!(floor.closed_hours(book), Ok(Some(_)));
        let bots = self.bots.read().unwrap_or_else(PoisonError::into_inner);
        let nobody = BTreeMap::new();
        let (next, changed) = desk.with_state(|state| {
            if state.mode != Some(DealingMode::Virtual) {
                return (NextAction::Nothing, false);
            }
            let mut tables = lock(&self.tables);
            let now = Instant::now();
            let paced = tables.entry(table).or_insert_with(|| TendedTable {
                round_began: self.staggered(table, now),
                ..TendedTable::new(desk.stream().clone(), at(state), now)
            });
            if paced.at != at(state) {
                // In books in which the first card closes the wagers nothing lies between betting and the deal.
                if paced.at.0 == Phase::Betting && state.game.phase != Phase::Betting {
                    paced.round_began = Some(now);
                }
                (paced.at, paced.since, paced.until, paced.ready) = (at(state), now, None, 0);
                (paced.called, paced.bought) = (false, 0);
                (paced.refusals, paced.wagered) = (0, None);
            }
            if paced.busy {
                return (NextAction::Nothing, false);
            }
            let before = (paced.until, paced.alarm.clone());
            paced.look_at_wagers(state, now);
            let mut next = match state.by_hand {
                true => self.dealt_by_hand(state, paced),
                // Between the last round of a day and the next day no wager is laid; those that lie there are played.
                false if closed && state.game.phase == Phase::Betting => {
                    match self.next(desk.machine(), state, paced, &nobody) {
                        NextAction::Nothing => NextAction::Until { at: now + DAY_LOOK, shown: false },
                        next => next,
                    }
                }
                false => self.next(desk.machine(), state, paced, &bots),
            };
            let waiting = match next {
                NextAction::Waits { stuck, at } if now >= at => {
                    next = NextAction::Nothing;
                    Some(stuck)
                }
                NextAction::Waits { at, .. } => {
                    next = NextAction::Until { at, shown: false };
                    None
                }
                _ => None,
            };
            let kept = |alarm: &Alarm| waiting.as_ref().is_some_and(|stuck| *stuck == alarm.stuck);
            // While an order is on its way, what it was refused for last time stands.
            if !matches!(next, NextAction::Do { .. }) && !paced.alarm.as_ref().is_some_and(kept) {
                if let Some(stuck) = &waiting {
                    tracing::warn!(table = table.0, phase = ?paced.at.0, ?stuck, "an automatic table waits for a person");
                }
                paced.alarm = waiting.map(|stuck| Alarm::new(&*self.clock, stuck));
            }
            paced.until = match &next {
                NextAction::Until { at, shown: true } => Some(*at),
                _ => None,
            };
            let changed = before != (paced.until, paced.alarm.clone());
            paced.busy = matches!(next, NextAction::Do { .. });
            paced.called |= next.is_call();
            paced.bought |= next.buys().map_or(0, |seat| 1 << seat);
            paced.away |= next.absent().map_or(0, |seat| 1 << state.game.owner(seat));
            (next, changed)
        });
        drop(bots);
        if changed {
            self.show(table);
        }
        match next {
            NextAction::Nothing | NextAction::Waits { .. } => None,
            NextAction::Until { at, .. } => Some(at),
            NextAction::Do { by, command, settles } => {
                let (own, began, book) = (Arc::clone(self), Instant::now(), desk.machine().game.book());
                let reply = Box::new(move |answer: CommandOutcome<floor::BankedTable>| {
                    let outcome = outcome(&answer, book);
                    if settles && matches!(outcome, DealerOrderResult::Done) {
                        let settled = own.settled.read().unwrap_or_else(PoisonError::into_inner);
                        settled.iter().for_each(|watch| watch(began.elapsed()));
                    }
                    own.inbox.tell(|told| told.answered.push_back((table, outcome)));
                });
                if let Err(error) = floor.tell_table(desk.stream(), (self.id(), by), command, reply) {
                    let failed = DealerOrderResult::Stuck(StallReason::Failed(error.to_string()));
                    self.inbox.tell(|told| told.answered.push_back((table, failed)));
                }
                None
            }
        }
    }

    /// Tables that play to a beat do not all begin on it: as if the round before had begun some part of a beat ago.
    fn staggered(&self, table: TableNumber, now: Instant) -> Option<Instant> {
        let every = self.tempo.round_every;
        // Neighbours far apart, all parts of the beat alike: multiples of the golden section.
        let part = u64::from(table.0.wrapping_mul(0x9e37_79b9));
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

impl TendedTable {
    fn new(stream: Stream, at: (Phase, u64), now: Instant) -> TendedTable {
        TendedTable {
            stream,
            at,
            since: now,
            until: None,
            wagered: None,
            ready: 0,
            away: 0,
            refusals: 0,
            alarm: None,
            called: false,
            bought: 0,
            busy: false,
            round_began: None,
        }
    }

    /// When betting began, and who is back.
    fn look_at_wagers(&mut self, state: &State<Table>, now: Instant) {
        let lies = |seat: &engine::banked::Seat| step::lies(seat);
        if state.game.phase == Phase::Betting {
            let any = state.game.boxes().iter().any(lies);
            self.wagered = any.then(|| self.wagered.unwrap_or(now));
        }
        for (at, seat) in state.game.seats.iter().enumerate() {
            if !seat.taken || state.game.phase == Phase::Betting && lies(seat) {
                self.away &= !(1 << at);
            }
        }
    }
}

/// What an answer means for the dealer.
fn outcome(answer: &CommandOutcome<floor::BankedTable>, book: &rulebook::Rulebook) -> DealerOrderResult {
    match answer {
        CommandOutcome::Done(_) => DealerOrderResult::Done,
        CommandOutcome::Refused(refusal) => DealerOrderResult::Stuck(StallReason::Refused {
            why: refusal.reason.to_string(),
            clause: book.label(refusal.cite).to_string(),
        }),
        CommandOutcome::Failed(error) => DealerOrderResult::Stuck(StallReason::Failed(error.to_string())),
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

#[cfg(test)]
mod tests {
    use super::*;
    use engine::banked::Command as Game;
    use floor::demo::{Croupier, DEALER, MANAGERS, furnish};
    use floor::table::Command;
    use floor::{HandClock, Options, SystemClock};
    use money::Money;
    use store::{MemoryStore, Vault};

    fn paced() -> (Arc<AutoDealer>, TendedTable) {
        let name = TableName {
            book: "star-sydney-mississippi-stud-4".into(),
            game: "mississippi-stud".into(),
            number: TableNumber(3),
        };
        let fresh = TendedTable::new(name.stream().unwrap(), (Phase::Showdown, 1), Instant::now());
        let paced = TendedTable { busy: true, ..fresh };
        (AutoDealer::new(Timing::default(), Arc::new(SystemClock::start())), paced)
    }

    /// What the dealer is refused once may be a race; what it is refused again calls the pit, with the reason and the clause,
    /// until something is done.
    #[test]
    fn finding_01_a_refused_dealer_calls_the_pit() {
        let (pace, paced) = paced();
        lock(&pace.tables).insert(TableNumber(3), paced);
        let refused = || {
            DealerOrderResult::Stuck(StallReason::Refused {
                why: "the float is empty".into(),
                clause: "7.1".into(),
            })
        };
        assert_eq!(pace.answered(TableNumber(3), refused()), Some(Duration::from_millis(400)));
        assert_eq!(pace.alarm(TableNumber(3)), None);
        assert_eq!(pace.answered(TableNumber(3), refused()), Some(Duration::from_millis(800)));
        let alarm = pace.alarm(TableNumber(3)).unwrap();
        assert_eq!(
            alarm.stuck,
            StallReason::Refused { why: "the float is empty".into(), clause: "7.1".into() }
        );
        assert_eq!(pace.answered(TableNumber(3), refused()), Some(Duration::from_millis(1_600)));
        assert_eq!(pace.alarm(TableNumber(3)), Some(alarm), "the same alarm, since the same time");
        assert_eq!(pace.answered(TableNumber(3), DealerOrderResult::Done), None);
        assert_eq!(pace.alarm(TableNumber(3)), None);
    }

    /// However much is told of other tables, a table's clock runs out in time and its orders are answered.
    #[test]
    fn a_flood_of_messages_holds_up_no_clock() {
        let clock = Arc::new(HandClock::default());
        let options = Options { clock: Arc::clone(&clock) as _, ..Options::default() };
        let vault = Arc::new(Vault::from_bytes([7; 32]));
        let floor = Floor::open(Arc::new(MemoryStore::new()), vault, options).unwrap();
        let book = "star-sydney-mississippi-stud-4";
        let furnished = furnish(&floor, (book, TableNumber(1)), (1, 1), &|time| clock.pass(time)).unwrap();
        let (table, patrons) = (&furnished.tables[0], &furnished.patrons[0]);
        let both = By { person: Person::Staff(MANAGERS[0]), second: Some(MANAGERS[1]) };
        let mut croupier = Croupier::new(Arc::clone(&floor), table.clone(), DEALER, both, 1).unwrap();
        croupier.seat(patrons, Money::from_cents(100_000)).unwrap();
        let (amount, medium) = (Money::from_cents(10_00), rulebook::Medium::Chips);
        let ante = Game::Place { seat: 0, wager: 0, amount, medium, proxy: false, checked: true };
        let player = By::alone(Person::Patron(patrons[0].0));
        croupier.order(player, Command::Game { command: ante, next_key: None }).unwrap();

        let moment = Duration::from_millis(50);
        let tempo = Timing { betting: moment, between: moment, show: moment, ..Timing::default() };
        let dealer = AutoDealer::new(tempo, Arc::new(SystemClock::start()));
        dealer.start(&floor, &Arc::default());
        let (began, over) = (Instant::now(), AtomicBool::new(false));
        let dealt = std::thread::scope(|scope| {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    (2..1_000).for_each(|other| dealer.changed(TableNumber(other)));
                }
            });
            let desk = floor.table(table).unwrap();
            let dealt = || desk.with_state(|state| matches!(state.game.phase, Phase::Deciding(_)));
            while !dealt() && began.elapsed() < Duration::from_secs(20) {
                std::thread::sleep(Duration::from_millis(10));
            }
            over.store(true, Ordering::Relaxed);
            dealt()
        });
        assert!(dealt, "the wagers are closed and the cards are dealt");
        dealer.stop();
        floor.close();
    }

    #[test]
    fn the_longest_clock_covers_every_wait() {
        let tempo = Timing::default();
        assert_eq!(tempo.longest(), tempo.decide + tempo.think);
        let slow = Timing { betting: Duration::from_secs(100), ..tempo };
        assert_eq!(slow.longest(), Duration::from_secs(150) + slow.between);
    }
}
