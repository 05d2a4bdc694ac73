//! One world: a floor with its pages, on a clock set by hand, whose decks come from keys that the test names.

use axum::Router;
use engine::banked::{self, Event as E};
use engine::{Actor, Machine, MeterIndex, Moment, PatronId, TableNumber, Who};
use floor::demo::{Chance, DEALER, MANAGERS, sign, terms};
use floor::table::{Command, DealingMode, Event, State, Tender};
use floor::{BankedTable, By, Clock, CommandOutcome, Floor, HandClock, Options, StreamWriter, TableName};
use house::{Date, OutsiderId, PatronCommand, Person, StaffId};
use money::Money;
use rulebook::RoleId;
use server::accounts::Accounts;
use server::app::App;
use server::auto_dealer::{AutoDealer, Timing};
use server::config::Settings;
use server::guard::rate_limit;
use server::router;
use server::wire::{TableCommand, floor_command};
use std::collections::{BTreeMap, BTreeSet};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;
use store::{MemoryStore, Store, Stream, Vault};
use tokio::sync::watch;

/// A game of a book.
pub(crate) type Game = (&'static str, &'static str);

/// Every game that can be played.
pub(crate) const GAMES: [Game; 6] = [
    ("crown-sydney-poker-minors-3.3", "caribbean-stud"),
    ("crown-sydney-poker-minors-3.3", "mississippi-stud"),
    ("crown-sydney-poker-minors-3.3", "ultimate-texas-holdem"),
    ("star-sydney-mississippi-stud-4", "mississippi-stud"),
    ("crown-melbourne-mississippi-stud-3.0", "mississippi-stud"),
    ("crown-melbourne-three-card-poker-5.1", "three-card-poker"),
];

pub(crate) const SUPERVISOR: StaffId = StaffId(20);
pub(crate) const INSPECTOR: OutsiderId = OutsiderId(30);
/// A patron who sits nowhere.
pub(crate) const ABSENT: PatronId = PatronId(999);
/// The most who sit at a table here.
pub(crate) const MOST: usize = 4;
/// The table at which a person deals.
const BY_HAND: u32 = 7;

/// Whoever looks or speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Viewer {
    Nobody,
    Seat(usize),
    Absent,
    Dealer,
    Supervisor,
    Manager,
    Inspector,
}

impl Viewer {
    pub(crate) const OTHERS: [Viewer; 6] = [
        Viewer::Nobody,
        Viewer::Absent,
        Viewer::Dealer,
        Viewer::Supervisor,
        Viewer::Manager,
        Viewer::Inspector,
    ];

    /// All who look at a table with so many players.
    pub(crate) fn all(seats: usize) -> Vec<Viewer> {
        (0..seats).map(Viewer::Seat).chain(Viewer::OTHERS).collect()
    }

    pub(crate) fn seat(self) -> Option<usize> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            _ => None,
        }
    }
}

/// How the two worlds are alike.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    pub(crate) game: Game,
    pub(crate) mode: DealingMode,
    pub(crate) seats: usize,
}

pub(crate) struct World {
    pub(crate) app: Arc<App>,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) vault: Arc<Vault>,
    pub(crate) table: Stream,
    pub(crate) number: u32,
    pub(crate) book: &'static str,
    pub(crate) router: Router,
    /// The key that the next shuffle takes.
    pub(crate) key: Arc<Mutex<[u8; 32]>>,
    patrons: Vec<PatronId>,
    /// What has happened at the table since somebody last listened.
    heard: Arc<Mutex<Vec<Event<E>>>>,
    roots: Mutex<BTreeSet<[u8; 32]>>,
    /// Tells sockets that the server stops: kept, for it never does.
    _closing: watch::Sender<bool>,
}

impl World {
    /// A floor under the book of the game, with so many players at one table of it. `key` shuffles the first deck.
    pub(crate) fn new(setting: Setting, key: [u8; 32]) -> World {
        let (book, game) = setting.game;
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let vault = Arc::new(Vault::from_bytes([7; 32]));
        let clock = Arc::new(HandClock::default());
        clock.jump(1_794_700_000_000);
        let key = Arc::new(Mutex::new(key));
        let next = Arc::clone(&key);
        // Without threads of its own the floor does one thing after another, the same way in both worlds.
        let options = Options {
            threads: 0,
            clock: Arc::clone(&clock) as _,
            keys: Arc::new(move || Ok(*next.lock().unwrap())),
            ..Options::default()
        };
        let floor = Floor::open(Arc::clone(&store), Arc::clone(&vault), options).unwrap();
        let seats = setting.seats as u32;
        let furnished =
            floor::demo::furnish(&floor, (book, TableNumber(1)), (1, seats), &|time| clock.pass(time))
                .unwrap();
        let named = |stream: &Stream| TableName::of(stream).is_some_and(|name| name.game == game);
        let at = furnished.tables.iter().position(named).unwrap();
        let patrons = &furnished.patrons[at];
        let mut chance = Chance::new(0x0070_1d00);
        people(&floor, book, &mut chance);
        let table = match setting.mode {
            DealingMode::Virtual => furnished.tables[at].clone(),
            DealingMode::Live => by_hand(&floor, setting.game, &mut chance),
        };
        let number = TableName::of(&table).unwrap().number;
        for (seat, &(patron, card)) in patrons.iter().enumerate() {
            let by = By::alone(Person::Patron(patron));
            let seat = seat as u8;
            let ask = |id, command| done(floor.ask_table(&table, (id, by), command).unwrap());
            ask(chance.id(), Command::AskSeat { seat, patron, card });
            let amount = Money::from_cents(500_000);
            ask(chance.id(), Command::BuyIn { seat, amount, with: Tender::Account });
        }
        let heard = Arc::<Mutex<Vec<Event<E>>>>::default();
        let ear = Arc::clone(&heard);
        let desk = floor.table(&table).unwrap();
        desk.watch(Box::new(move |_, done| {
            ear.lock().unwrap().extend(done.events.iter().map(|event| event.value.clone()));
        }));
        let unhurried = rate_limit::RateLimit { burst: u32::MAX, pause_micros: 0 };
        let settings = Settings { session_pace: unhurried, address_pace: unhurried, ..Settings::default() };
        let door = Arc::clone(&entrance().door);
        let mut app = App::with(floor, Arc::clone(&store), Arc::clone(&vault), door, settings);
        let clock: Arc<dyn Clock> = clock;
        (app.dealer, app.clock) = (AutoDealer::new(Timing::default(), Arc::clone(&clock)), clock);
        let (closing, closes) = watch::channel(false);
        app.closing = closes;
        let app = app.begin();
        let router = router::with_layers(&app, pages::site());
        let patrons = patrons.iter().map(|(patron, _)| *patron).collect();
        let roots = Mutex::default();
        World {
            app,
            store,
            vault,
            table,
            number: number.0,
            book,
            router,
            key,
            patrons,
            heard,
            roots,
            _closing: closing,
        }
    }

    pub(crate) fn desk(&self) -> Arc<StreamWriter<BankedTable>> {
        self.app.floor.table(&self.table).unwrap()
    }

    pub(crate) fn with_state<T>(&self, at: impl FnOnce(&State<banked::Table>) -> T) -> T {
        self.desk().with_state(at)
    }

    /// What has happened since the last call.
    pub(crate) fn listen(&self) -> Vec<Event<E>> {
        std::mem::take(&mut *self.heard.lock().unwrap())
    }

    /// The commitments to decks of this world, so far.
    pub(crate) fn roots(&self) -> Vec<[u8; 32]> {
        let mut roots = self.roots.lock().unwrap();
        for desk in self.app.floor.tables() {
            desk.with_state(|state| {
                let decks = [&state.deck, &state.dealt_from].into_iter().flatten();
                roots.extend(decks.map(|deck| deck.root.0));
            });
        }
        roots.iter().copied().collect()
    }

    pub(crate) fn patron(&self, seat: usize) -> u32 {
        self.patrons[seat].0
    }

    pub(crate) fn person(&self, viewer: Viewer) -> Option<Person> {
        Some(match viewer {
            Viewer::Nobody => return None,
            Viewer::Seat(seat) => Person::Patron(self.patrons[seat]),
            Viewer::Absent => Person::Patron(ABSENT),
            Viewer::Dealer => Person::Staff(DEALER),
            Viewer::Supervisor => Person::Staff(SUPERVISOR),
            Viewer::Manager => Person::Staff(MANAGERS[0]),
            Viewer::Inspector => Person::Outside(INSPECTOR),
        })
    }

    /// The token with which a viewer is logged in, the same in every world.
    pub(crate) fn token(&self, viewer: Viewer) -> Option<&'static str> {
        let person = self.person(viewer)?;
        Some(entrance().tokens[&format!("{person:?}")].as_str())
    }

    /// Gives a command straight to the floor; the answer in words.
    pub(crate) fn give(&self, id: store::CommandId, viewer: Viewer, say: &TableCommand) -> String {
        let Some(person) = self.person(viewer) else { return "nobody".into() };
        let patron = match person {
            Person::Patron(patron) => Some(patron),
            _ => None,
        };
        let own = patron.and_then(|own| self.with_state(|state| server::table_orders::seat_of(state, own)));
        let command = match floor_command(say, self.desk().machine(), (own, patron)) {
            Ok(command) => command,
            Err(problem) => return format!("{problem:?}"),
        };
        match self.app.floor.ask_table(&self.table, (id, By::alone(person)), command) {
            Ok(CommandOutcome::Done(done)) => format!("{} to {}", done.first, done.last),
            Ok(CommandOutcome::Refused(refusal)) => format!("{} {:?}", refusal.reason, refusal.cite),
            Ok(CommandOutcome::Failed(error)) => panic!("{error}"),
            Err(error) => error.to_string(),
        }
    }

    /// What a player may do now.
    pub(crate) fn offers(&self, seat: usize) -> Vec<banked::Offer> {
        let desk = self.desk();
        desk.with_state(|state| desk.machine().offers(state, Actor { who: Who::Seat(seat), at: Moment(0) }))
    }
}

impl Drop for World {
    fn drop(&mut self) {
        self.app.broadcaster.close();
        self.app.floor.close();
    }
}

fn done<M: floor::Hosted>(answer: CommandOutcome<M>) {
    match answer {
        CommandOutcome::Done(_) => {}
        CommandOutcome::Refused(refusal) => panic!("{}", refusal.reason),
        CommandOutcome::Failed(error) => panic!("{error}"),
    }
}

const BOTH: By = By { person: Person::Staff(MANAGERS[0]), second: Some(MANAGERS[1]) };

/// A supervisor, somebody from outside, and a patron who sits nowhere.
fn people(floor: &Floor, id: &'static str, chance: &mut Chance) {
    let book = floor::book(id).unwrap();
    let role = RoleId(book.ladder.highest().0.saturating_sub(1));
    let mut orders = vec![house::Command::Hire { id: SUPERVISOR, name: "Dan Supervisor".into(), role }];
    let outside = &book.ladder;
    if let Some(place) = outside.outside("inspector").or((!outside.outside.is_empty()).then_some(0)) {
        orders.push(house::Command::Enrol { id: INSPECTOR, name: "Ines Inspector".into(), place });
    }
    for order in orders {
        done(floor.ask_house(id, (chance.id(), BOTH), order).unwrap());
    }
    let day = Date::new(2026, 11, 15).unwrap();
    let file = PatronCommand::Register { number: ABSENT, name: "Noel Player".into(), day };
    done(floor.ask_patron((id, ABSENT), (chance.id(), BOTH), file).unwrap());
}

/// A table at which a person deals real cards.
fn by_hand(floor: &Floor, (id, game): Game, chance: &mut Chance) -> Stream {
    let book = floor::book(id).unwrap();
    let rules = book.variant(game).unwrap();
    let name = TableName { book: id.to_string(), game: game.to_string(), number: TableNumber(BY_HAND) };
    let table = floor.new_table(&name).unwrap().stream().clone();
    let shown = sign(book, rules);
    let mut orders =
        vec![Command::SetUp(DealingMode::Live), Command::Fill { amount: Money::from_cents(10_000_000) }];
    let open = banked::Command::Open(Box::new(shown.clone()));
    orders.push(Command::Game { command: open, next_key: None });
    if shown.jackpot.is_some() {
        let link = engine::jackpot::Command::Link {
            meter: MeterIndex(0),
            table: TableNumber(BY_HAND),
            terms: terms(book),
            hands: true,
        };
        done(floor.ask_meter(id, (chance.id(), BOTH), link).unwrap());
        orders.push(Command::Link { meter: MeterIndex(0) });
    }
    for order in orders {
        done(floor.ask_table(&table, (chance.id(), BOTH), order).unwrap());
    }
    table
}

/// The door is one for all worlds: who looks is the same person with the same token everywhere.
struct Entrance {
    door: Arc<Accounts>,
    tokens: BTreeMap<String, String>,
}

fn entrance() -> &'static Entrance {
    static ENTRANCE: OnceLock<Entrance> = OnceLock::new();
    ENTRANCE.get_or_init(|| {
        let clock = Arc::new(HandClock::default());
        clock.pass(Duration::from_secs(1_794_700_000));
        let vault = Arc::new(Vault::from_bytes([8; 32]));
        let door = Accounts::open(Arc::new(MemoryStore::new()), vault, clock).unwrap();
        let seated = (1..=3).flat_map(|table| (0..MOST as u32).map(move |seat| table * 100 + seat));
        let patrons = seated.map(PatronId).chain([ABSENT]).map(Person::Patron);
        let staff = [DEALER, SUPERVISOR, MANAGERS[0]].map(Person::Staff);
        let mut tokens = BTreeMap::new();
        for (at, person) in patrons.chain(staff).chain([Person::Outside(INSPECTOR)]).enumerate() {
            let (name, secret) = (format!("person{at}"), "a long enough secret");
            door.open_account(&name, secret, person, &format!("Person {at}")).unwrap();
            let (token, _) = door.log_in(&name, secret, IpAddr::V4(Ipv4Addr::LOCALHOST)).unwrap();
            tokens.insert(format!("{person:?}"), token);
        }
        Entrance { door: Arc::new(door), tokens }
    })
}
