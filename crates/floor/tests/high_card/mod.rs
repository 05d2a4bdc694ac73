//! A game between players on a real floor: seated through patrons' files, dealt from committed short decks, its pots and
//! commissions in the accounts of the house; stopped in the middle of a hand, and read back from the log.

mod game;

use crate::common::{SYSTEM, both, date, dealer, dollars, patron};
use cards::Pack;
use engine::{MeterIndex, PatronId, TableNumber};
use floor::demo::Chance;
use floor::reconcile::{Reconciled, reconcile_telling};
use floor::table::{self, DealingMode, FloorTable, Tender};
use floor::{Account, By, CommandOutcome, Floor, HandClock, HostedGame, Opening, Options, StreamWriter};
use floor::{Game, TableName};
use game::{Command, Event, HighCard, STAKE};
use house::{PatronCommand, Person, Source, StaffId};
use money::Money;
use rulebook::RoleId;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use store::{Hash, MemoryStore, SqliteStore, Store, Vault};

const BOOK: &str = "crown-sydney-poker-minors-3.3";
const PATRONS: [u32; 3] = [201, 202, 203];
const CASH: Money = Money::from_cents(100_000);
/// 31 October 2026, in UTC.
const FIRST_DAY_MS: i64 = 1_793_404_800_000;

type Desk = Arc<StreamWriter<FloorTable<HighCard>>>;

/// A floor that hosts the game with one pack, and what outlives it.
struct Room {
    store: Arc<dyn Store>,
    vault: Arc<Vault>,
    clock: Arc<HandClock>,
    keys: Arc<AtomicU64>,
    chance: Mutex<Chance>,
    pack: Pack,
    floor: Arc<Floor>,
}

fn games(pack: Pack) -> Vec<HostedGame> {
    let rules = floor::book(BOOK).unwrap();
    vec![HostedGame::new(move || HighCard { rules, pack })]
}

fn open(
    (store, vault): (&Arc<dyn Store>, &Arc<Vault>),
    clock: &Arc<HandClock>,
    keys: &Arc<AtomicU64>,
    pack: Pack,
) -> Arc<Floor> {
    let keys = Arc::clone(keys);
    let draw = move || Ok(*cards::ShuffleKey::from_seed(keys.fetch_add(1, Ordering::Relaxed)).reveal());
    let options = Options {
        clock: Arc::clone(clock) as _,
        keys: Arc::new(draw),
        games: games(pack),
        ..Options::default()
    };
    Floor::open(Arc::clone(store), Arc::clone(vault), options).unwrap()
}

fn name() -> TableName {
    TableName { book: BOOK.to_string(), game: "high-card".to_string(), number: TableNumber(9) }
}

impl Room {
    /// Two managers, a dealer, an open day, three patrons with money, and an open table with nobody at it.
    fn new(store: Arc<dyn Store>, pack: Pack) -> Room {
        let (vault, clock) = (Arc::new(Vault::from_bytes([7; 32])), Arc::new(HandClock::default()));
        clock.jump(FIRST_DAY_MS);
        let keys = Arc::new(AtomicU64::new(1));
        let floor = open((&store, &vault), &clock, &keys, pack);
        let room = Room { store, vault, clock, keys, chance: Mutex::new(Chance::new(5)), pack, floor };
        let hire = |id, role| house::Command::Hire { id, name: format!("Somebody {id}"), role };
        let top = floor::book(BOOK).unwrap().ladder.highest();
        room.house(SYSTEM, house::Command::Found { id: StaffId(1), name: "Somebody 1".into() });
        room.house(By::alone(Person::Staff(StaffId(1))), hire(StaffId(2), top));
        room.house(both(), hire(StaffId(10), RoleId(0)));
        room.house(both(), house::Command::OpenDay { date: date(10, 31) });
        for number in PATRONS {
            for what in [
                PatronCommand::Register { number: PatronId(number), name: "Pat".into(), day: date(10, 31) },
                PatronCommand::IssueCard { card: u64::from(number) },
                PatronCommand::Deposit { amount: CASH, from: Source::Cash },
            ] {
                let id = room.chance.lock().unwrap().id();
                let answer = room.floor.ask_patron((BOOK, PatronId(number)), (id, both()), what).unwrap();
                assert!(matches!(answer, CommandOutcome::Done(_)), "{answer:?}");
            }
        }
        room.floor.new_table_of::<HighCard>(&name()).unwrap();
        room.order(both(), table::Command::SetUp(DealingMode::Virtual));
        room.order(both(), table::Command::Fill { amount: dollars(5_000) });
        room.game(both(), Command::Open);
        room
    }

    fn house(&self, by: By, what: house::Command) {
        let id = self.chance.lock().unwrap().id();
        let answer = self.floor.ask_house(BOOK, (id, by), what).unwrap();
        assert!(matches!(answer, CommandOutcome::Done(_)), "{answer:?}");
    }

    fn desk(&self) -> Desk {
        self.floor.table_of(&name().stream().unwrap()).unwrap()
    }

    fn try_order(&self, by: By, what: table::Command<Command>) -> CommandOutcome<FloorTable<HighCard>> {
        let id = self.chance.lock().unwrap().id();
        self.floor.ask_desk(&self.desk(), (id, by), what).unwrap()
    }

    fn order(&self, by: By, what: table::Command<Command>) -> Vec<table::Event<Event>> {
        let asked = format!("{what:?}");
        match self.try_order(by, what) {
            CommandOutcome::Done(done) => done.events.into_iter().map(|event| event.value).collect(),
            other => panic!("{asked}: {other:?}"),
        }
    }

    fn game(&self, by: By, command: Command) -> Vec<table::Event<Event>> {
        self.order(by, table::Command::Game { command, next_key: None })
    }

    fn refused(&self, by: By, what: table::Command<Command>) -> String {
        match self.try_order(by, what) {
            CommandOutcome::Refused(refusal) => refusal.reason.to_string(),
            other => panic!("{other:?}"),
        }
    }

    /// A patron takes a seat and buys chips from their account.
    fn seat(&self, seat: u8, number: u32) {
        let card = Some(u64::from(number));
        self.order(
            patron(PatronId(number)),
            table::Command::AskSeat { seat, patron: PatronId(number), card },
        );
        let with = Tender::Account;
        self.order(patron(PatronId(number)), table::Command::BuyIn { seat, amount: dollars(100), with });
    }

    /// Everybody who sits there stakes.
    fn stake(&self) {
        for (seat, number) in (0..).zip(PATRONS) {
            self.game(patron(PatronId(number)), Command::Stake(floor::Seat(seat)));
        }
    }

    /// The commitment to the deck of the next hand, before anybody stakes.
    fn committed(&self) -> table::Committed {
        self.desk().with_state(|state| state.deck.clone()).expect("committed to ahead of time")
    }

    /// Shows the hand, and checks the pot, the commission and the cards against the commitment.
    fn show(&self, committed: &table::Committed) {
        let racks = |room: &Room| -> Vec<Money> {
            room.desk().with_state(|state| (0..3).map(|seat| state.rack(seat)).collect())
        };
        let before = racks(self);
        let events = self.game(dealer(), Command::Show);
        let shown: Vec<(u8, cards::CardId)> = events
            .iter()
            .filter_map(|event| match event {
                table::Event::Game(Event::CardShown { seat, card }) => Some((*seat, *card)),
                _ => None,
            })
            .collect();
        // The commitment opens to the cards that were shown, and to no others.
        let openings: Vec<Opening> = committed.shuffled().open_all();
        assert_eq!(openings.len(), self.pack.len());
        assert!(openings.iter().all(|opening| opening.proves(Hash(committed.root.0))));
        let dealt: Vec<cards::CardId> = openings.iter().take(3).map(|opening| opening.card).collect();
        assert_eq!(shown.iter().map(|(_, card)| *card).collect::<Vec<_>>(), dealt);
        assert!(shown.iter().all(|(_, card)| self.pack.cards().contains(card.card())));
        // $30.45 in the pot: $1.52 is one part in twenty, rounded down.
        let (winner, _) = *shown.iter().max_by_key(|(_, card)| game::strength(*card)).unwrap();
        let won = Money::from_cents(30_45 - 1_52);
        for (seat, (before, after)) in (0..).zip(before.into_iter().zip(racks(self))) {
            assert_eq!(after - before, if seat == winner { won } else { Money::ZERO }, "seat {seat}");
        }
    }

    /// The table when patrons' files have answered all that it asked of them.
    fn at_rest(&self) -> table::State<game::State> {
        for _ in 0..500 {
            self.floor.call_again();
            let state = self.desk().with_state(Clone::clone);
            if state.due.is_empty() {
                return state;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("a call of the table is not answered");
    }

    fn reconciled(&self) -> Reconciled {
        let (store, games) = (&*self.store, games(self.pack));
        reconcile_telling(store, &self.vault, None, &games, &mut |_| {}).unwrap()
    }

    /// The process goes without a word, and another goes on from the log.
    fn killed(self, store: impl FnOnce(Arc<dyn Store>) -> Arc<dyn Store>) -> Room {
        let Room { store: old, vault, clock, keys, chance, pack, floor } = self;
        floor.close();
        drop(floor);
        let store = store(old);
        let floor = open((&store, &vault), &clock, &keys, pack);
        Room { store, vault, clock, keys, chance, pack, floor }
    }
}

/// Hands are played, the process is stopped in the middle of one, and everything is where it was.
fn plays(store: Arc<dyn Store>, pack: Pack, again: impl Fn(Arc<dyn Store>) -> Arc<dyn Store>) {
    let room = Room::new(store, pack);
    for (seat, number) in (0..).zip(PATRONS) {
        room.seat(seat, number);
    }
    // Nobody stakes for somebody else, brings a deck, plays for a jackpot that there is not, or deals to one player.
    assert!(room.refused(patron(PatronId(PATRONS[0])), table::Command::Deal { next_key: None }).len() > 3);
    let theirs = table::Command::Game { command: Command::Stake(floor::Seat(1)), next_key: None };
    assert!(!room.refused(patron(PatronId(PATRONS[0])), theirs).is_empty());
    assert_eq!(room.refused(dealer(), table::Command::Deal { next_key: None }), "a hand needs two players");
    let link = table::Command::Link { meter: MeterIndex(0) };
    assert_eq!(room.refused(both(), link), "this game has no jackpot that is linked to a meter");
    // A hand from the first commitment.
    let committed = room.committed();
    assert_eq!(committed.pack, pack);
    room.stake();
    assert_eq!(room.committed(), committed, "committed to before anybody staked");
    room.order(dealer(), table::Command::Deal { next_key: None });
    room.show(&committed);
    // Another one is stopped between the deal and the showdown.
    let committed = room.committed();
    room.stake();
    room.order(dealer(), table::Command::Deal { next_key: None });
    let before = room.at_rest();
    assert_eq!(before.holds(Account::Layout), STAKE + STAKE + STAKE);
    let room = room.killed(&again);
    assert!(room.at_rest() == before, "the same state from the log");
    let live = room.reconciled();
    assert!(live.agrees(), "{:?}", live.differences());
    room.show(&committed);
    // A snapshot says the same as the records.
    let before = room.at_rest();
    room.desk().keep_snapshot().unwrap();
    let room = room.killed(&again);
    assert!(room.at_rest() == before, "the same state from the snapshot");
    // The file of a patron who is excluded in the middle of a hand has them leave when it is over.
    room.stake();
    let barred = PatronCommand::Exclude { until: None };
    let id = room.chance.lock().unwrap().id();
    room.floor.ask_patron((BOOK, PatronId(PATRONS[2])), (id, both()), barred).unwrap();
    room.floor.call_again();
    let committed = room.committed();
    room.order(dealer(), table::Command::Deal { next_key: None });
    room.show_and_settle(&committed);
    assert_eq!(room.desk().with_state(|state| state.patrons[2]), None, "left after the hand");
    for (seat, number) in (0..).zip(PATRONS).take(2) {
        room.order(patron(PatronId(number)), table::Command::LeaveSeat { seat });
    }
    room.at_rest();
    // Every chip went back to the accounts; the commission is in the box, and what players lack is there.
    let commission = Money::from_cents(3 * 1_52);
    room.desk().with_state(|state| {
        assert!(state.ledger.total().is_zero() && state.holds(Account::Layout).is_zero());
        assert_eq!(state.holds(Account::Drop), commission);
        assert_eq!(state.sheet.commission, Some(commission));
        assert_eq!(state.sheet.rounds, 3);
        assert_eq!(state.holds(Account::Float), state.sheet.expected_float());
    });
    let accounts: Money = PATRONS
        .iter()
        .map(|number| room.floor.patron(BOOK, PatronId(*number)).unwrap().with_state(|file| file.balance))
        .sum();
    assert_eq!(accounts, CASH + CASH + CASH - commission);
    // Counted, closed with the day, and reconciled to the cent.
    room.order(both(), table::Command::CountDrop { amount: commission });
    let found = room.reconciled();
    assert!(found.agrees(), "{:?}", found.differences());
    let day = found.tables.iter().find(|day| day.name == name()).expect("the table of the game");
    assert_eq!(day.drop_difference(), Some(Money::ZERO));
    assert_eq!(found.open_calls, 0);
    room.floor.close();
}

impl Room {
    /// Shows a hand after which somebody leaves.
    fn show_and_settle(&self, committed: &table::Committed) {
        let events = self.game(dealer(), Command::Show);
        let won = events.iter().any(|event| matches!(event, table::Event::Game(Event::PotWon { .. })));
        assert!(won && committed.pack == self.pack);
    }
}

#[test]
fn a_game_between_players_is_hosted_on_the_store_in_memory() {
    for pack in [Pack::OF_32, Pack::OF_36] {
        plays(Arc::new(MemoryStore::new()), pack, |store| store);
    }
}

#[test]
fn a_game_between_players_is_hosted_on_sqlite() {
    let file: PathBuf = std::env::temp_dir().join(format!("high-card-{}.cardroom", std::process::id()));
    let path = file.clone();
    let again = move |store: Arc<dyn Store>| -> Arc<dyn Store> {
        drop(store);
        // The threads of the old process are gone in a moment.
        let opened = (0..500).find_map(|_| {
            std::thread::sleep(Duration::from_millis(10));
            SqliteStore::open(&path).ok()
        });
        Arc::new(opened.expect("nobody else has the store"))
    };
    plays(Arc::new(SqliteStore::create(&file).unwrap()), Pack::OF_36, again);
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", file.display()));
    }
}

/// A deck that is not the committed one is found by whoever folds the log.
#[test]
fn the_game_says_which_cards_an_event_deals() {
    let rules = floor::book(BOOK).unwrap();
    let game = HighCard { rules, pack: Pack::OF_32 };
    let deck: Vec<cards::CardId> = Pack::OF_32.cards().iter().map(|card| card.id()).collect();
    let placed = Event::DeckPlaced(engine::Hidden::new(deck.clone()));
    assert_eq!(game.deck_of(&placed), Some(&deck[..]));
    assert_eq!(game.deck_of(&Event::HandEnded), None);
    assert!(game.house_banked().is_none() && game.meter().is_none());
}
