//! Two deals that look the same to whoever reads the log give the same bytes until a card is legally shown: the open
//! parts of all records, the recall, what the status is made of. Commitments and hashes differ by design.

use cards::ShuffleKey;
use engine::TableNumber;
use floor::demo::{Croupier, DEALER, MANAGERS, furnish};
use floor::table::{Command, Event};
use floor::{By, CommandOutcome, Floor, HandClock, Options, Shuffled, recall};
use house::Person;
use money::Money;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use store::{MemoryStore, Record, Store, Stream, Vault};

const GAMES: [(&str, &str); 6] = [
    ("crown-sydney-poker-minors-3.3", "caribbean-stud"),
    ("crown-sydney-poker-minors-3.3", "mississippi-stud"),
    ("crown-sydney-poker-minors-3.3", "ultimate-texas-holdem"),
    ("star-sydney-mississippi-stud-4", "mississippi-stud"),
    ("crown-melbourne-mississippi-stud-3.0", "mississippi-stud"),
    ("crown-melbourne-three-card-poker-5.1", "three-card-poker"),
];

/// One world: everything but the keys is the same.
struct World {
    floor: Arc<Floor>,
    store: Arc<dyn Store>,
    vault: Arc<Vault>,
    table: Stream,
}

impl World {
    fn new((book, game): (&str, &str), seed: u64) -> World {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let vault = Arc::new(Vault::from_bytes([7; 32]));
        let clock = Arc::new(HandClock::default());
        let drawn = AtomicU64::new(0);
        let options = Options {
            clock: Arc::clone(&clock) as _,
            keys: Arc::new(move || {
                let next = drawn.fetch_add(1, Ordering::Relaxed);
                Ok(*ShuffleKey::from_seed(seed * 1_000_000 + next).reveal())
            }),
            ..Options::default()
        };
        let floor = Floor::open(Arc::clone(&store), Arc::clone(&vault), options).unwrap();
        let furnished = furnish(&floor, (book, TableNumber(1)), (1, 2), &|time| clock.pass(time)).unwrap();
        let at = furnished.tables.iter().position(|table| table.name().contains(game)).unwrap();
        let table = furnished.tables[at].clone();
        let by = By { person: Person::Staff(MANAGERS[0]), second: Some(MANAGERS[1]) };
        let mut croupier = Croupier::new(Arc::clone(&floor), table.clone(), DEALER, by, 5).unwrap();
        croupier.seat(&furnished.patrons[at], Money::from_cents(200_000)).unwrap();
        croupier.deal().unwrap();
        let desk = floor.table(&table).unwrap();
        while desk.with_state(|state| !state.due.is_empty()) {
            std::thread::yield_now();
        }
        World { floor, store, vault, table }
    }

    /// The deck that is being dealt, top first.
    fn deck(&self) -> Vec<String> {
        let key =
            self.floor.table(&self.table).unwrap().with_state(|state| state.dealt_from.as_ref().unwrap().key);
        let shuffled = Shuffled::new(&key.shuffle_key());
        shuffled.deck().iter().map(|id| id.card().to_string()).collect()
    }

    /// The recall of the round under way, commitments masked.
    fn recalled(&self) -> Vec<String> {
        let recalled = recall::recall(&*self.store, &self.vault, &self.table, 1).unwrap();
        let round = recalled.rounds.last().unwrap();
        assert!(!round.complete && round.openings.is_empty(), "nothing is opened before the round is over");
        let line = |line: &floor::log::LogLine| match line.what.split_once("commitment ") {
            Some((before, _)) => format!("{before}commitment"),
            None => format!("{} {} {}", line.what, line.clause, line.by),
        };
        round.lines.iter().map(line).collect()
    }

    fn records(&self) -> Vec<Record> {
        self.store.read(&self.table, 1, 100_000).unwrap()
    }

    /// The open parts: what an export, a copy of the file or an inspector's tool can read.
    fn open_parts(&self) -> Vec<Vec<u8>> {
        let machine = self.floor.table(&self.table).unwrap();
        let part = |record: &Record| {
            let sealed = self.vault.open_record(record, "event").unwrap();
            let book = floor::Hosted::book(machine.machine());
            let event: rulebook::Ruled<Event<engine::banked::Event>> =
                engine::stored::decode_value(&record.open, sealed.as_deref(), book).unwrap();
            match event.value {
                Event::DeckCommitted { .. } => Vec::new(),
                _ => record.open.clone(),
            }
        };
        self.records().iter().map(part).collect()
    }
}

#[test]
fn until_a_card_is_shown_two_deals_read_the_same() {
    for game in GAMES {
        let one = World::new(game, 1);
        let shown = one.recalled();
        // Another deal that shows the same: an up card may lie open.
        let other = (2..500).map(|seed| World::new(game, seed)).find(|world| world.recalled() == shown);
        let other = other.unwrap_or_else(|| panic!("{game:?}: no other deal looks like {shown:?}"));
        assert_ne!(one.deck(), other.deck(), "{game:?}: two worlds");
        assert_eq!(one.open_parts(), other.open_parts(), "{game:?}");
        // The decks are nowhere in the log, as bytes or in words.
        let deck: Vec<u8> = one.floor.table(&one.table).unwrap().with_state(|state| {
            let key = state.dealt_from.as_ref().unwrap().key;
            Shuffled::new(&key.shuffle_key()).deck().iter().map(|id| id.number() as u8).collect()
        });
        let holds = |bytes: &[u8], part: &[u8]| bytes.windows(part.len()).any(|window| window == part);
        for record in one.records() {
            assert!(!holds(&record.open, &deck[..8]), "{game:?}, record {}", record.version);
            assert!(!record.sealed.is_some_and(|sealed| holds(&sealed, &deck[..8])), "{game:?}, sealed");
        }
        // What a log line of the program would show.
        let printed = one.floor.table(&one.table).unwrap().with_state(|state| format!("{:?}", state.game));
        let second = other.floor.table(&other.table).unwrap().with_state(|state| format!("{:?}", state.game));
        assert_eq!(printed, second, "{game:?}");
        one.floor.close();
        other.floor.close();
    }
}

#[test]
fn a_client_brings_no_cards_and_a_refresh_deals_no_second_time() {
    let world = World::new(GAMES[5], 1);
    let deck = world.deck();
    let dealer = By::alone(Person::Staff(DEALER));
    let next_key = floor::table::DeckKey::new([9; 32]);
    let cards: Vec<_> = cards::Pack::OF_52.cards().iter().map(|card| card.id()).collect();
    let command = engine::banked::Command::Deal(engine::Hidden::boxed(cards.try_into().unwrap()));
    let own = Command::Game { command, next_key };
    let id = store::CommandId([1; 16]);
    let told = world.floor.ask_table(&world.table, (id, dealer), own).unwrap();
    assert!(matches!(told, CommandOutcome::Refused(_)), "{told:?}");
    let again =
        world.floor.ask_table(&world.table, (store::CommandId([2; 16]), dealer), Command::Deal { next_key });
    assert!(matches!(again.unwrap(), CommandOutcome::Refused(_)));
    assert_eq!(world.deck(), deck);
    world.floor.close();
}
