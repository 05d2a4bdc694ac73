//! Prepares a demonstration floor for a try: besides the usual tables there is table 90, Mississippi Stud with nobody at it,
//! whose next deck gives the first place a royal flush. The deck is committed to like any other; its key was looked for
//! instead of drawn.
//!
//! `prepared FOLDER`, then `XDG_DATA_HOME=FOLDER cardroom serve`.

use cards::{CardId, CardSet, ShuffleKey};
use engine::banked::{Banked, Command, Patron, Phase};
use engine::{Actor, Hidden, Machine, TableNumber};
use floor::table::DealingMode;
use floor::{Floor, HandClock, Options, Shuffled, SystemClock};
use money::Money;
use rulebook::{Medium, Rulebook, Variant};
use server::demo;
use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use store::{SqliteStore, Store, Vault};

const BOOK: &str = "crown-melbourne-mississippi-stud-3.0";
const GAME: &str = "mississippi-stud";
const TABLE: u32 = 90;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("prepared FOLDER")?;
    let folder = Path::new(&folder).join("cardroom");
    std::fs::create_dir_all(&folder)?;
    let vault = Arc::new(Vault::create(&folder.join("demo.db.key"))?);
    let store: Arc<dyn Store> = Arc::new(SqliteStore::create(&folder.join("demo.db"))?);
    let clock = SystemClock::start();
    demo::furnish(&store, &vault, &clock, demo::DemoFloorSize { tables: 1, bots: 2, live: 1 })
        .map_err(|stopped| stopped.to_string())?;
    let book = floor::book(BOOK)?;
    let key = royal(book, book.variant(GAME).ok_or("no such game")?);
    let hand = Arc::new(HandClock::default());
    hand.jump(floor::Clock::wall_ms(&clock));
    let keys: floor::Keys = Arc::new(move || Ok(key));
    let options = Options { clock: hand, keys, ..Options::default() };
    let floor = Floor::open(store, vault, options)?;
    demo::put_table(&floor, (BOOK, GAME), TableNumber(TABLE), DealingMode::Virtual)
        .map_err(|stopped| stopped.to_string())?;
    floor.close();
    println!("table {TABLE}: whoever plays alone at place 1 gets a royal flush");
    Ok(())
}

/// A key whose deck gives the only box a royal flush with the community cards.
fn royal(book: &'static Rulebook, game: &'static Variant) -> [u8; 32] {
    let places = places(book, game);
    let order = game.order(0);
    let mut seed = 0;
    loop {
        let key = ShuffleKey::from_seed(seed);
        let deck = cards::Deck::shuffled(cards::Pack::OF_52, &key);
        let stub = deck.stub();
        let hand: CardSet = places.iter().map(|&at| stub[at]).collect();
        let royal = order.category(order.rank(hand)) == Some(cards::Category::RoyalFlush);
        if royal {
            debug_assert_eq!(Shuffled::new(&key).deck()[0], stub[0].id());
            return *key.reveal();
        }
        seed += 1;
    }
}

/// Which cards of the deck, from the top, make the hand of a player who is alone: found by dealing a deck in its order.
fn places(book: &'static Rulebook, game: &'static Variant) -> Vec<usize> {
    let machine = Banked::new(book, game);
    let mut table = engine::banked::Table::closed();
    let mut deck = [CardId::new(0).expect("a card"); 52];
    for (at, card) in deck.iter_mut().enumerate() {
        *card = CardId::new(at as u8).expect("a card");
    }
    let sign = floor::demo::sign(book, game);
    let amount = Money::from_cents(1_000);
    let place =
        Command::Place { seat: 0, wager: 0, amount, medium: Medium::Chips, proxy: false, checked: true };
    let commands = [
        Command::Open(Box::new(sign)),
        Command::Sit { seat: 0, blind_of: None, patron: Patron::default() },
        place,
        Command::CallNoMoreBets,
        Command::Deal(Box::new(Hidden::new(deck))),
    ];
    let highest = Actor { who: engine::Who::Staff(book.ladder.highest()), at: engine::Moment(0) };
    for command in &commands {
        let mut events = Vec::new();
        let decided = machine.decide(&table, highest, command, &mut events);
        assert!(decided.is_ok(), "{:?}", decided.err());
        events.iter().for_each(|event| machine.evolve(&mut table, &event.value));
    }
    assert!(matches!(table.phase, Phase::Deciding(_)), "the cards are dealt");
    let own = table.seats[0].cards[..game.hand_cards.value].iter();
    own.chain(&table.board[..game.board_cards]).map(|id| id.number()).collect()
}
