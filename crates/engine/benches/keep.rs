//! How long it takes to write and to read the events of a round in their stored form, and how large they are.

use cards::{CardId, Deck, Pack, ShuffleKey};
use engine::banked::{Banked, Command, Decision, Event, Patron, Table};
use engine::stored::{self, Encoded};
use engine::{Actor, Hidden, Machine, Sign};
use money::Money;
use rulebook::{Medium, Rulebook, Ruled};
use std::hint::black_box;
use std::time::{Duration, Instant};

const TIMES: u32 = 20_000;

fn main() {
    let book = Rulebook::open("crown-sydney-poker-minors-3.3").expect("the book loads");
    let (said, table) = round(&book);
    let kept: Vec<Encoded> = said.iter().map(|event| stored::encode_value(event, &book)).collect();
    let bytes: usize =
        kept.iter().map(|kept| kept.open.len() + kept.sealed.as_ref().map_or(0, Vec::len)).sum();
    println!("{} events of a Caribbean Stud round, {bytes} bytes", said.len());
    let each = said.len() as u32;
    let write = || said.iter().for_each(|event| drop(black_box(stored::encode_value(event, &book))));
    println!("| write an event | {:?} |", best(write) / each);
    let restored = |kept: &Encoded| {
        stored::decode_value::<Ruled<Event>>(&kept.open, kept.sealed.as_deref(), &book)
            .expect("it was just written")
    };
    println!(
        "| read an event | {:?} |",
        best(|| kept.iter().for_each(|kept| drop(black_box(restored(kept))))) / each
    );
    let snapshot = stored::encode_value(&table, &book);
    println!(
        "| write a table ({} bytes) | {:?} |",
        snapshot.open.len(),
        best(|| drop(black_box(stored::encode_value(&table, &book))))
    );
    let table = || {
        stored::decode_value::<Table>(&snapshot.open, snapshot.sealed.as_deref(), &book)
            .expect("just written")
    };
    println!("| read a table | {:?} |", best(|| drop(black_box(table()))));
}

/// The mean of the best of ten runs.
fn best(mut work: impl FnMut()) -> Duration {
    let mut run = || {
        let began = Instant::now();
        (0..TIMES / 10).for_each(|_| work());
        began.elapsed() / (TIMES / 10)
    };
    (0..10).map(|_| run()).min().unwrap_or_default()
}

/// Three hands from the opening of the table to its end, all of them played.
fn round(book: &Rulebook) -> (Vec<Ruled<Event>>, Table) {
    let machine = Banked::new(book, book.variant("caribbean-stud").expect("a game of the book"));
    let mut table = Table::closed();
    let mut all = Vec::new();
    let mut tell = |command: Command| {
        let mut said = Vec::new();
        let decided = machine.decide(&table, Actor::DEALER, &command, &mut said);
        decided.unwrap_or_else(|refusal| panic!("{command:?}: {refusal:?}"));
        said.iter().for_each(|event| machine.evolve(&mut table, &event.value));
        all.extend(said);
    };
    let amount = Money::from_cents(10_00);
    tell(Command::Open(Box::new(Sign::plain(book))));
    for seat in 0..3 {
        tell(Command::Sit { seat, blind_of: None, patron: Patron::default() });
        tell(Command::Place { seat, wager: 0, amount, medium: Medium::Chips, proxy: false, checked: true });
    }
    tell(Command::CallNoMoreBets);
    tell(Command::Cut);
    let deck = Deck::shuffled(Pack::with_len(52).expect("a whole pack"), &ShuffleKey::from_bytes([7; 32]));
    let ids: Vec<CardId> = deck.stub().iter().map(|card| card.id()).collect();
    tell(Command::Deal(Hidden::boxed(ids.try_into().expect("52 cards"))));
    for seat in 0..3 {
        let amount = Money::from_cents(20_00);
        tell(Command::Decide { seat, decision: Decision::Bet { amount, checked: true, token: false } });
    }
    tell(Command::Proceed);
    tell(Command::Settle);
    (all, table)
}
