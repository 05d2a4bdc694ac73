//! What every page can reach: the floor, the door, those who watch.

use crate::absences::Absences;
use crate::accounts::Accounts;
use crate::archive::Archive;
use crate::auto_dealer::{AutoDealer, Timing};
use crate::broadcast::{Broadcaster, ChangeSource};
use crate::config::Settings;
use crate::demo::DemoLogIn;
use crate::forward::Peers;
use crate::guard::Guard;
use crate::integrity::Integrity;
use crate::metrics::Metrics;
use crate::practice_tables::PracticeTables;
use crate::problem::Problem;
use crate::restore_feed;
use crate::table_feed::{TableFeed, WatchedTable};
use crate::view::{Blocked, Eyes, LeavingView, MeterView, TableView};
use crate::winners::{self, Winners};
use engine::jackpot::Meters;
use engine::{MeterIndex, TableNumber};
use floor::{BankedTable, Clock, Floor, StreamHandle, StreamWriter, SystemClock, TableName};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError, RwLock, Weak};
use store::{Store, Stream, Vault};
use tokio::sync::watch;

/// Everything that a request may need.
pub struct App {
    pub floor: Arc<Floor>,
    /// Where it is kept.
    pub store: Arc<dyn Store>,
    /// Who opens what is sealed.
    pub vault: Arc<Vault>,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// Who comes in.
    pub user_accounts: Arc<Accounts>,
    pub broadcaster: Arc<Broadcaster>,
    /// The automatic dealer, and patrons who play by themselves.
    pub dealer: Arc<AutoDealer>,
    /// Practice tables, each its visitor's.
    pub practice: PracticeTables,
    /// What the log remembers.
    pub archive: Archive,
    /// Who has just won on a meter.
    pub winners: Arc<Winners>,
    /// Whether the log is what the key left there.
    pub integrity: Integrity,
    /// How the server is set.
    pub settings: Settings,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// Who may ask how often.
    pub guard: Guard,
    /// True once the server stops: whoever holds a socket says goodbye.
    pub closing: watch::Receiver<bool>,
    /// The log-ins that the demo shows to everybody.
    pub demo: Vec<DemoLogIn>,
    followers: RwLock<BTreeMap<TableNumber, Arc<WatchedTable>>>,
    /// Streams whose changes reach the rail already, with the desk that was followed.
    heard: Mutex<HashMap<Stream, u64>>,
    /// The way to other processes, where there are some.
    pub peers: Option<Peers>,
}

impl App {
    /// With the usual settings, and nobody who stops it.
    pub fn new(floor: Arc<Floor>, store: Arc<dyn Store>, vault: Arc<Vault>, accounts: Arc<Accounts>) -> App {
        App::with(floor, store, vault, accounts, Settings::default())
    }

    /// With these settings. Whoever can stop it puts its own `closing` in, whoever has another clock or pace its own.
    pub fn with(
        floor: Arc<Floor>,
        store: Arc<dyn Store>,
        vault: Arc<Vault>,
        accounts: Arc<Accounts>,
        settings: Settings,
    ) -> App {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock::start());
        App {
            floor,
            store,
            vault,
            user_accounts: accounts,
            broadcaster: Arc::default(),
            dealer: AutoDealer::new(Timing::default(), Arc::clone(&clock)),
            clock,
            archive: Archive::default(),
            integrity: Integrity::default(),
            winners: Arc::default(),
            practice: PracticeTables::default(),
            metrics: Arc::default(),
            guard: Guard::new(&settings),
            settings,
            closing: watch::channel(false).1,
            demo: Vec::new(),
            followers: RwLock::default(),
            heard: Mutex::default(),
            peers: None,
        }
    }

    /// Begins to follow what happens on the floor.
    pub fn begin(self) -> Arc<App> {
        let app = Arc::new(self);
        app.follow_new_streams();
        app
    }

    /// Follows every table, meter and house of the floor that is not followed yet: to be called now and then, and after
    /// a table is put on the floor.
    pub fn follow_new_streams(self: &Arc<App>) {
        for seen in self.floor.seen_tables() {
            self.follow(seen);
        }
        for seen in self.floor.seen_meters() {
            self.follow_meter(&seen);
        }
        for book in rulebook::library::house_banked() {
            let known = floor::house_stream(book).is_some_and(|stream| self.is_known(&stream));
            if let Ok(desk) = self.floor.house(book).map_err(drop)
                && !known
                && self.is_new(desk.stream(), desk.instance())
            {
                let (rail, stream) = (Arc::clone(&self.broadcaster), desk.stream().clone());
                let floor = Arc::downgrade(&self.floor);
                desk.watch(Box::new(move |_, done| {
                    rail.notify(ChangeSource::Stream(stream.clone()));
                    rail.notify(ChangeSource::Houses);
                    // Whether wagers are taken at its tables is the day's to say.
                    if done.events.iter().any(|event| event.value.what.concerns_hours())
                        && let Some(floor) = floor.upgrade()
                    {
                        for name in floor.tables().iter().filter_map(|desk| TableName::of(desk.stream())) {
                            if name.book == book {
                                rail.notify(ChangeSource::DealerWait(name.number));
                            }
                        }
                    }
                }));
            }
        }
    }

    fn is_known(&self, stream: &Stream) -> bool {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).contains_key(stream)
    }

    /// Whether a stream is not followed yet, or another desk has it since.
    fn is_new(&self, stream: &Stream, instance: u64) -> bool {
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.insert(stream.clone(), instance) != Some(instance)
    }

    fn follow_meter(self: &Arc<App>, seen: &StreamHandle<Meters<'static>>) {
        if !self.is_new(seen.stream(), seen.instance()) {
            return;
        }
        let (rail, stream) = (Arc::clone(&self.broadcaster), seen.stream().clone());
        let (winners, clock) = (Arc::clone(&self.winners), Arc::clone(&self.clock));
        seen.with_state(|state| winners.set_initial(&stream, state));
        let last = floor::recent_meter_events(&*self.store, &self.vault, &stream, winners::READ_BACK);
        match last {
            Ok(last) => winners.recall(&stream, &last, self.clock.wall_ms(), &rail),
            Err(error) => tracing::warn!(%error, %stream, "who has just won"),
        }
        seen.watch(Box::new(move |_, done| {
            winners.record_events(&stream, done, clock.wall_ms(), &rail);
            rail.notify(ChangeSource::Stream(stream.clone()));
            rail.notify(ChangeSource::Meters);
        }));
        self.broadcaster.notify(ChangeSource::Stream(seen.stream().clone()));
        self.broadcaster.notify(ChangeSource::Meters);
    }

    fn follow(self: &Arc<App>, seen: StreamHandle<BankedTable>) {
        let Some(name) = TableName::of(seen.stream()) else { return };
        if !self.is_new(seen.stream(), seen.instance()) {
            return;
        }
        let number = name.number;
        let stream = seen.stream().clone();
        let follower = Arc::new(WatchedTable::new(name, seen.clone(), self.tale_of(&seen)));
        let (rail, pace, of) =
            (Arc::clone(&self.broadcaster), Arc::clone(&self.dealer), Arc::downgrade(&follower));
        let here = seen.desk().is_some();
        let at = stream.clone();
        seen.watch(Box::new(move |state, done| {
            let Some(follower) = Weak::upgrade(&of) else { return };
            let mut tale = follower.feed();
            if done.first > tale.version + 1 {
                tale.catch_up(state);
            } else {
                tale.apply(follower.reader.machine(), done);
            }
            drop(tale);
            rail.notify(ChangeSource::Stream(at.clone()));
            rail.notify(ChangeSource::Tables);
            if here {
                pace.changed(number);
            }
        }));
        // What was kept between the first look and the watch.
        seen.with_state(|state| {
            let mut tale = follower.feed();
            if tale.version < state.version {
                tale.catch_up(state);
            }
        });
        let mut followers = self.followers.write().unwrap_or_else(PoisonError::into_inner);
        followers.insert(number, follower);
        drop(followers);
        if here {
            // The automatic dealer goes on where another process has left off.
            self.dealer.changed(number)
        } else {
            self.dealer.forget(number)
        }
        self.broadcaster.notify(ChangeSource::Stream(stream));
        self.broadcaster.notify(ChangeSource::Tables);
    }

    /// How a table is seen when it is first looked at.
    fn tale_of(&self, seen: &StreamHandle<BankedTable>) -> TableFeed {
        let state = seen.with_state(Clone::clone);
        let version = state.version;
        // It was followed when another process had it, and goes on as it was.
        let before = TableName::of(seen.stream()).and_then(|name| self.watched_table(name.number).ok());
        if let Some(before) = before.filter(|before| before.reader.stream() == seen.stream())
            && let tale = before.feed()
            && tale.version == version
        {
            return tale.clone();
        }
        let found =
            restore_feed::table((&*self.store, &self.vault), seen.stream(), &state).unwrap_or_else(|error| {
                // The table itself has been read and plays; only what lay there is not shown.
                tracing::warn!(%error, table = %seen.stream(), "what lay on the felt");
                None
            });
        let game = &seen.machine().game;
        found.unwrap_or_else(|| {
            let absences = Absences::from_table(game.book(), &state.game, &state.patrons);
            TableFeed { absences, ..TableFeed::from_state(state, version, game.game().up_card.is_some()) }
        })
    }

    /// Whether people deal at a table: the table has it so, or no automatic dealer works here.
    pub fn is_by_hand(&self, number: TableNumber) -> bool {
        let kept = self.table(number).map_or(true, |(_, desk)| desk.with_state(|state| state.by_hand));
        kept || !self.dealer.tends(number)
    }

    /// A table of this process by its number.
    ///
    /// # Errors
    /// If there is none, or another process has it: then the answer says so, and the request goes there.
    pub fn table(
        &self,
        number: TableNumber,
    ) -> Result<(Arc<WatchedTable>, Arc<StreamWriter<BankedTable>>), Problem> {
        let follower = self.watched_table(number)?;
        let stream = follower.reader.stream();
        // The desk that is followed, and no other: one that has just come here is followed in a moment.
        let desk = follower.reader.desk().filter(|desk| {
            let now = self.floor.table(stream);
            !desk.is_fenced() && now.is_some_and(|now| now.instance() == desk.instance())
        });
        match desk.cloned() {
            Some(desk) => Ok((follower, desk)),
            None => Err(Problem::elsewhere(stream)),
        }
    }

    /// A table of the floor by its number, whichever process has it.
    ///
    /// # Errors
    /// If there is none.
    pub fn watched_table(&self, number: TableNumber) -> Result<Arc<WatchedTable>, Problem> {
        let followers = self.followers.read().unwrap_or_else(PoisonError::into_inner);
        followers.get(&number).cloned().ok_or_else(|| {
            Problem::not_found(format!("there is no table {number} here")).next("look in the lobby")
        })
    }

    /// All tables that are followed, by number.
    pub fn tables(&self) -> Vec<Arc<WatchedTable>> {
        self.followers.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// A table as somebody sees it now.
    ///
    /// # Errors
    /// If there is none.
    pub fn table_view(&self, number: TableNumber, eyes: Eyes) -> Result<TableView, Problem> {
        let follower = self.watched_table(number)?;
        let table = &follower.reader;
        // Before the tale is looked at: whoever writes it holds the desk.
        let now = table.now();
        let (bots, hours) = (|patron| self.dealer.bot_name(patron), self.hours(&follower.name.book));
        let mut view = {
            let tale = follower.feed();
            let mut view = TableView::of(&follower.name, table.machine(), &tale, eyes, now, &bots);
            view.pace = self.dealer.view(number, &tale.state, eyes);
            view.decision_seconds = self.decision_seconds(&tale.state);
            view.phase_words = floor::words::phase_in(&tale.state.game, hours);
            (view, tale.state.meter)
        };
        view.0.announced.iter_mut().for_each(|notice| notice.until(self.clock.wall_ms()));
        if let Some(meter) = view.1 {
            view.0.meter = self.meter_view(&follower.name.book, meter);
        }
        if let Ok(Some(closed)) = self.floor.closed_hours(&follower.name.book) {
            let clause = table.machine().game.book().label(closed.cite).to_string();
            let closed = Blocked { why: closed.reason.to_string(), clause };
            view.0.close_hours(&closed, matches!(eyes, Eyes::Patron(_)));
        }
        Ok(view.0)
    }

    /// What the day of a house lets its tables do; where it cannot be read, the table itself says what it refuses.
    pub fn hours(&self, book: &str) -> house::Hours {
        self.floor.hours(book).unwrap_or(house::Hours::Open)
    }

    /// The same for the one who looks at that table alone: with what keeps them from it, which is in their own file.
    ///
    /// # Errors
    /// If there is none.
    pub fn player_view(&self, number: TableNumber, eyes: Eyes) -> Result<TableView, Problem> {
        let mut view = self.table_view(number, eyes)?;
        let Eyes::Patron(own) = eyes else { return Ok(view) };
        let (follower, desk) = self.table(number)?;
        let goes = desk.with_state(|state| match crate::table_orders::seat_of(state, own) {
            Some(seat) => state.leaving & 1 << seat != 0,
            None => true,
        });
        // A file that cannot be read keeps nobody out here; it is asked again when they sit down.
        if goes
            && let Ok(Some(kept)) = self.floor.kept_out(&follower.name, own)
            && kept.lasts
        {
            view.leaving = Some(LeavingView::kept_out(&kept, view.me.is_some()));
            view.refused = None;
        }
        Ok(view)
    }

    /// The clock on the sign of a table that is dealt by the system.
    pub fn decision_seconds(&self, state: &floor::table::State<engine::banked::Table>) -> Option<u64> {
        let whole =
            |time: std::time::Duration| u64::try_from(time.as_millis().div_ceil(1000)).unwrap_or(u64::MAX);
        (state.mode == Some(floor::table::DealingMode::Virtual)).then(|| whole(self.dealer.timing().decide))
    }

    /// A meter of a book as everybody sees it.
    pub fn meter_view(&self, book: &str, meter: MeterIndex) -> Option<MeterView> {
        let stream = floor::meter_stream(book)?;
        let seen = self.floor.seen_meters().into_iter().find(|seen| *seen.stream() == stream)?;
        let rules = floor::book(book).ok()?;
        seen.with_state(|state| MeterView::of(rules, state, meter))
    }

    /// All meters.
    pub fn meter_views(&self) -> Vec<MeterView> {
        let mut all = Vec::new();
        for seen in self.floor.seen_meters() {
            let Ok(rules) = floor::book(seen.stream().rest()) else { continue };
            let views = |state: &engine::jackpot::State| {
                state.numbered().filter_map(|(at, _)| MeterView::of(rules, state, at)).collect::<Vec<_>>()
            };
            all.extend(seen.with_state(views));
        }
        all
    }
}
