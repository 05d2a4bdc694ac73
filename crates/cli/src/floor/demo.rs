//! `cardroom floor demo`: a floor with something on it, in seconds.

use super::place::{Place, Where, let_go, sorry};
use super::{counted, init, now_ms};
use crate::progress::Bar;
use crate::sorry::Sorry;
use engine::TableNumber;
use floor::demo::{Croupier, DEALER, Furnished, MANAGERS, furnish};
use floor::{By, Floor, HandClock, Options};
use house::Person;
use money::Money;
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use store::{Store, Vault};

/// How much is played.
pub(super) struct Size {
    pub(super) rounds: u32,
    pub(super) tables: u32,
    pub(super) seats: u32,
}

/// What a patron brings to the table.
const CHIPS: Money = Money::from_cents(500_000);

pub(super) fn answer(place: &Place, books: &[String], size: &Size) -> Result<String, Sorry> {
    let mut books = books.iter().map(|book| init::playable(book)).collect::<Result<Vec<_>, _>>()?;
    if books.is_empty() {
        books = rulebook::library::house_banked().collect();
    }
    books.sort_unstable();
    books.dedup();
    let (store, vault) = match &place.store {
        Where::File(path) if path.exists() => (place.empty()?.0, place.vault()?),
        Where::Postgres(_) if place.key.exists() => (place.create()?, place.vault()?),
        _ => init::make(place)?,
    };
    let began = Instant::now();
    let furnished = set_up(&store, &vault, &books, size)?;
    let tables = furnished.iter().map(|furnished| furnished.tables.len() as u64).sum::<u64>();
    play(&store, &vault, &furnished, size, tables)?;
    let streams = store.streams().map_err(sorry)?;
    let records: u64 = streams.iter().map(|(_, head)| head.version).sum();
    place.write_anchor(&*store, &vault)?;
    let_go(store);
    let mut text = format!(
        "{}: {} and {} of {} each, {} in {} ms.\n",
        place.name(),
        counted(books.len() as u64, "house"),
        counted(tables, "table"),
        counted(u64::from(size.rounds), "round"),
        counted(records, "record"),
        began.elapsed().as_millis()
    );
    let _ = writeln!(text, "Table {tables} was left in the middle of a round. Look:");
    for command in ["status", "recall 1", &format!("recall {tables}"), "reconcile", "verify"] {
        let _ = writeln!(text, "  cardroom floor{} {command}", place.options());
    }
    Ok(text)
}

/// People, patrons, meters and open tables. Signs must be up for a while before a table may join a meter, on recorded
/// time; so this is dated back, on a clock that is set by hand.
fn set_up(
    store: &Arc<dyn Store>,
    vault: &Arc<Vault>,
    books: &[&str],
    size: &Size,
) -> Result<Vec<Furnished>, Sorry> {
    let clock = Arc::new(HandClock::default());
    let minutes = 21 * books.len() as i64 + 1;
    clock.jump(now_ms() - minutes * 60_000);
    let options = Options { clock: Arc::clone(&clock) as _, ..Options::default() };
    let floor = Floor::open(Arc::clone(store), Arc::clone(vault), options).map_err(sorry)?;
    let mut furnished: Vec<Furnished> = Vec::new();
    for book in books {
        let number = furnished.iter().map(|furnished| furnished.tables.len() as u32).sum::<u32>() + 1;
        let pass = |time: Duration| clock.pass(time);
        furnished.push(
            furnish(&floor, (book, TableNumber(number)), (size.tables, size.seats), &pass).map_err(sorry)?,
        );
    }
    floor.close();
    Ok(furnished)
}

fn play(
    store: &Arc<dyn Store>,
    vault: &Arc<Vault>,
    furnished: &[Furnished],
    size: &Size,
    tables: u64,
) -> Result<(), Sorry> {
    let floor = Floor::open(Arc::clone(store), Arc::clone(vault), Options::default()).map_err(sorry)?;
    let bar = Bar::new(tables * u64::from(size.rounds), "rounds");
    let done = AtomicU64::new(0);
    let all = furnished.iter().flat_map(|furnished| furnished.tables.iter().zip(&furnished.patrons));
    let played = std::thread::scope(|scope| {
        let threads: Vec<_> = all
            .zip(1..)
            .map(|((table, patrons), number)| {
                let (floor, bar, done) = (&floor, &bar, &done);
                scope.spawn(move || {
                    let both = By { person: Person::Staff(MANAGERS[0]), second: Some(MANAGERS[1]) };
                    let mut croupier = Croupier::new(Arc::clone(floor), table.clone(), DEALER, both, number)
                        .map_err(sorry)?;
                    croupier.seat(patrons, CHIPS).map_err(sorry)?;
                    for _ in 0..size.rounds {
                        croupier.round().map_err(sorry)?;
                        bar.show(done.fetch_add(1, Ordering::Relaxed) + 1);
                    }
                    if number == tables { croupier.deal().map_err(sorry) } else { Ok(()) }
                })
            })
            .collect();
        let lost = || Err(sorry("a table of the demonstration stopped"));
        threads.into_iter().try_for_each(|thread| thread.join().unwrap_or_else(|_| lost()))
    });
    bar.clear();
    played?;
    // What tables have told meters and files is answered in a moment; if it is not, it stays due and is kept.
    for _ in 0..2_000 {
        if floor.tables().iter().all(|table| table.with_state(|state| state.due.is_empty())) {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    for table in floor.tables() {
        table.keep_snapshot().map_err(sorry)?;
    }
    floor.close();
    Ok(())
}
