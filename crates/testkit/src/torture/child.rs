//! The process that dies: it opens the floor, gives again what its forerunner heard no answer to, and plays on at every
//! table, saying everything as it goes.

use super::place::{self, SEATS};
use super::script::{self, Given, Line};
use engine::PatronId;
use floor::demo::{Croupier, DEALER, MANAGERS, Stopped};
use floor::table::{Command, Tender};
use floor::{BankedTable, By, CommandOutcome, Floor, StreamWriter, TableName};
use house::{PatronCommand, Person, Source};
use money::Money;
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;
use store::{Store, Stream};

/// Says a line in one piece. Who cannot be heard any more has nothing to go on for.
fn say(line: &Line) {
    let mut out = std::io::stdout().lock();
    if out.write_all(line.text().as_bytes()).and_then(|()| out.flush()).is_err() {
        std::process::exit(1);
    }
}

fn manager() -> By {
    By { person: Person::Staff(MANAGERS[0]), second: Some(MANAGERS[1]) }
}

/// Plays on the floor at that address until it is killed; `again` is what was never answered.
///
/// # Errors
/// If the floor cannot be opened.
pub fn live(at: &str, seed: u64, again: Vec<Given>) -> Result<(), String> {
    let store = place::open(at).map_err(|error| error.to_string())?;
    let opened = Floor::open(Arc::clone(&store), place::vault(), place::options(seed));
    let floor = opened.map_err(|error| error.to_string())?;
    say(&Line::Ready);
    floor.look_after();
    for given in again {
        repeat(&floor, &given)?;
    }
    for (at, table) in floor.tables().into_iter().enumerate() {
        let floor = Arc::clone(&floor);
        std::thread::spawn(move || {
            if let Err(stopped) = play(&floor, &table, seed << 8 | at as u64) {
                say(&Line::Stopped(stopped.to_string()));
            }
        });
    }
    keep_house(&floor, &*store, seed)
}

/// Gives a command again, with the id it had.
fn repeat(floor: &Arc<Floor>, given: &Given) -> Result<(), String> {
    let unreadable = || format!("nobody can read '{} {}'", given.by, given.words);
    let by = script::by(&given.by).ok_or_else(unreadable)?;
    if given.stream.kind() == "patron" {
        let amount = given.words.strip_prefix("deposit ").and_then(|cents| cents.parse().ok());
        let patron =
            given.stream.rest().rsplit('/').next().and_then(|number| number.parse().ok()).map(PatronId);
        let patron = patron.ok_or_else(unreadable)?;
        // A file of the operator goes by the number under any of its books.
        let books = floor.tables().into_iter().filter_map(|table| Some(TableName::of(table.stream())?.book));
        let mut books = books.filter(|book| floor.file_stream(book, patron).as_ref() == Ok(&given.stream));
        let book = &*books.next().ok_or_else(unreadable)?;
        let amount = Money::from_cents(amount.ok_or_else(unreadable)?);
        return deposit(floor, (book, patron), (given.id, by), amount).map_err(|stopped| stopped.to_string());
    }
    let command = script::command(&given.words).ok_or_else(unreadable)?;
    let answer = floor.ask_table(&given.stream, (given.id, by), command);
    heard(&given.stream, given.id, &answer.map_err(|error| error.to_string())?);
    Ok(())
}

fn heard<M: floor::Hosted>(stream: &Stream, id: store::CommandId, answer: &CommandOutcome<M>) {
    match answer {
        CommandOutcome::Done(done) => say(&Line::Done(id, stream.clone(), done.first, done.last)),
        CommandOutcome::Refused(_) => say(&Line::Refused(id)),
        CommandOutcome::Failed(error) => say(&Line::Stopped(format!("{stream}: {error}"))),
    }
}

/// Plays one table for ever.
fn play(floor: &Arc<Floor>, table: &Arc<StreamWriter<BankedTable>>, seed: u64) -> Result<(), Stopped> {
    let stream = table.stream().clone();
    let mut croupier = Croupier::new(Arc::clone(floor), stream.clone(), DEALER, manager(), 1 << 63 | seed)?;
    let of = stream.clone();
    croupier.sending = Some(Box::new(move |id, by, command| {
        let (stream, by) = (of.clone(), script::by_words(by));
        match script::words(command) {
            Some(words) => say(&Line::Given(Given { id, stream, by, words })),
            None => say(&Line::Stopped(format!("there are no words for {command:?}"))),
        }
    }));
    let of = stream.clone();
    croupier.heard = Some(Box::new(move |id, answer| heard(&of, id, answer)));
    let name = TableName::of(&stream).ok_or_else(|| Stopped::Refused(stream.to_string()))?;
    let has_cards = floor::book(&name.book).is_ok_and(|book| book.table.patrons.is_some());
    for round in seed % 7.. {
        for seat in 0..SEATS as u8 {
            let patron = PatronId(name.number.0 * 100 + u32::from(seat));
            let card = has_cards.then_some(u64::from(patron.0));
            sit(floor, table, &mut croupier, (seat, patron, card), (seed, round))?;
        }
        croupier.round()?;
    }
    Ok(())
}

/// Sees to it that a player sits there with money; now and then they get up, hand chips in, or pay money in.
fn sit(
    floor: &Arc<Floor>,
    table: &Arc<StreamWriter<BankedTable>>,
    croupier: &mut Croupier,
    (seat, patron, card): (u8, PatronId, Option<u64>),
    (seed, round): (u64, u64),
) -> Result<(), Stopped> {
    let at = usize::from(seat);
    let by = By::alone(Person::Patron(patron));
    let playing = table.with_state(|state| state.game.is_in_round());
    if playing {
        return Ok(());
    }
    let turn = (round * 7 + u64::from(seat) * 3) % 23;
    if turn == 5 && table.with_state(|state| state.patrons[at].is_some()) {
        croupier.order(by, Command::LeaveSeat { seat })?;
        quiet(table);
    }
    if table.with_state(|state| state.patrons[at].is_none() && state.asked[at].is_none()) {
        quiet(table);
        croupier.order(by, Command::AskSeat { seat, patron, card })?;
    }
    quiet(table);
    if table.with_state(|state| state.patrons[at] != Some(patron)) {
        return Ok(());
    }
    if turn == 11 && table.with_state(|state| state.rack(seat)) > Money::from_cents(10_00) {
        croupier.order(by, Command::CashOut { seat, amount: Money::from_cents(10_00) })?;
        quiet(table);
    }
    if table.with_state(|state| state.rack(seat)) < Money::from_cents(50_000) {
        let name = TableName::of(table.stream()).ok_or_else(|| Stopped::Refused("no table".into()))?;
        let balance = floor.patron(&name.book, patron)?.with_state(|file| file.balance);
        if balance < Money::from_cents(200_000) {
            let id = id(seed, round, seat);
            let stream = floor.file_stream(&name.book, patron)?;
            let words = "deposit 500000".to_string();
            say(&Line::Given(Given { id, stream, by: script::by_words(manager()), words }));
            deposit(floor, (&name.book, patron), (id, manager()), Money::from_cents(500_000))?;
        }
        let amount = Money::from_cents(100_000);
        croupier.order(by, Command::BuyIn { seat, amount, with: Tender::Account })?;
        quiet(table);
    }
    Ok(())
}

fn deposit(
    floor: &Arc<Floor>,
    (book, patron): (&str, PatronId),
    (id, by): (store::CommandId, By),
    amount: Money,
) -> Result<(), Stopped> {
    let told = PatronCommand::Deposit { amount, from: Source::BankTransfer };
    let answer = floor.ask_patron((book, patron), (id, by), told)?;
    heard(&floor.file_stream(book, patron)?, id, &answer);
    Ok(())
}

/// An id of its own for a payment.
fn id(seed: u64, round: u64, seat: u8) -> store::CommandId {
    let mut id = [0xee; 16];
    id[1..9].copy_from_slice(&seed.to_be_bytes());
    id[9..15].copy_from_slice(&round.to_be_bytes()[2..]);
    id[15] = seat;
    store::CommandId(id)
}

/// Waits until what the table asked of others is answered.
fn quiet(table: &Arc<StreamWriter<BankedTable>>) {
    for _ in 0..20_000 {
        if table.with_state(|state| state.due.is_empty()) {
            return;
        }
        std::thread::sleep(Duration::from_micros(100));
    }
}

/// Seals old play and keeps snapshots, so that dying in the middle of that is tried too.
fn keep_house(floor: &Arc<Floor>, store: &dyn Store, seed: u64) -> ! {
    let mut turn = seed;
    loop {
        std::thread::sleep(Duration::from_millis(3));
        turn += 1;
        let tables = floor.tables();
        let table = &tables[turn as usize % tables.len()];
        // A store that is busy dying may say no; what it acknowledged is what counts.
        match turn % 3 {
            0 => drop(table.keep_snapshot()),
            1 => drop(store.seal(table.stream(), table.version().saturating_sub(40))),
            _ => {
                for meter in floor.meters() {
                    drop(meter.keep_snapshot());
                }
            }
        }
    }
}
