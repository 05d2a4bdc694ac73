//! What the dead have left: nothing acknowledged is lost, nothing stands twice, the chains are whole, and everything
//! that is money agrees however it is added up.

use super::place;
use super::script::{Given, hex};
use engine::jackpot::{self, Meters};
use floor::recall::recall;
use floor::reconcile::{fold, reconcile};
use floor::table::{Call, CallAnswer, Event};
use floor::{BankedTable, CommandOutcome, Floor, MeterCall, TableName, book, meter_stream};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;
use store::{CommandId as Id, Store, Stream, Vault, verify};

/// What was acknowledged: where each command stands, and how it was given.
pub type Acknowledged = BTreeMap<Id, (Stream, u64, u64, Option<Given>)>;

/// What one examination saw.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen {
    /// Records in the log.
    pub records: u64,
    /// Calls between streams that nobody had answered.
    pub open_calls: usize,
}

fn words<E: std::fmt::Display>(error: E) -> String {
    error.to_string()
}

/// Reads the log as it lies there.
///
/// # Errors
/// What is wrong with it.
pub fn examine(store: &dyn Store, vault: &Vault, acknowledged: &Acknowledged) -> Result<Seen, String> {
    let found = verify(store, &mut |_| {}).map_err(words)?;
    if let Some(damage) = found.damages.first() {
        return Err(format!("the log is damaged: {damage}"));
    }
    stands_once(store, acknowledged)?;
    let reconciled = reconcile(store, vault, None).map_err(words)?;
    if !reconciled.agrees() {
        return Err(format!("the floor does not reconcile: {reconciled:#?}"));
    }
    let told = told_to_meters(store, vault)?;
    if told.due != reconciled.open_calls {
        return Err(format!("{} calls are due by one count, {} by another", told.due, reconciled.open_calls));
    }
    Ok(Seen { records: found.records, open_calls: reconciled.open_calls })
}

/// Every acknowledged command stands in the log once, at the records that were named; and no other stands twice.
fn stands_once(store: &dyn Store, acknowledged: &Acknowledged) -> Result<(), String> {
    let mut stands: BTreeMap<Id, (Stream, u64, u64)> = BTreeMap::new();
    let mut twice = None;
    let scanned = store.scan(&mut |record| {
        let Some(id) = record.command else { return ControlFlow::Continue(()) };
        match stands.get_mut(&id) {
            Some((stream, _, last)) if *stream == record.stream && *last + 1 == record.version => *last += 1,
            Some(_) => {
                twice = Some((id, record.stream.clone(), record.version));
                return ControlFlow::Break(());
            }
            None => drop(stands.insert(id, (record.stream.clone(), record.version, record.version))),
        }
        ControlFlow::Continue(())
    });
    scanned.map_err(words)?;
    if let Some((id, stream, version)) = twice {
        return Err(format!("command {} stands twice: again at record {version} of {stream}", hex(id)));
    }
    for (id, (stream, first, last, _)) in acknowledged {
        // What had to record nothing has no place in the log.
        if last < first {
            continue;
        }
        match stands.get(id) {
            None => return Err(format!("command {} of {stream} was acknowledged and is lost", hex(*id))),
            Some(found) if (&found.0, found.1, found.2) != (stream, *first, *last) => {
                return Err(format!("command {} was acknowledged at {first} to {last}: {found:?}", hex(*id)));
            }
            Some(_) => {}
        }
    }
    Ok(())
}

/// What tables have told the meters, by their own records.
#[derive(Default)]
struct Told {
    /// By book: wagers registered, wagers taken off, and of each what is still due.
    books: BTreeMap<String, [u64; 4]>,
    due: usize,
}

fn told_to_meters(store: &dyn Store, vault: &Vault) -> Result<Told, String> {
    let mut told = Told::default();
    for (stream, _) in store.streams().map_err(words)? {
        let Some(name) = TableName::of(&stream) else { continue };
        let machine = table(&name)?;
        let sums = told.books.entry(name.book.clone()).or_default();
        let mut refused = None;
        let state = fold((store, vault), &stream, &machine, &mut |event| match event {
            Event::CallDue { what: Call::Meter { what, .. }, .. } => match what {
                MeterCall::Register { wagers } => sums[0] += u64::from(*wagers),
                MeterCall::Cancel { wagers } => sums[1] += u64::from(*wagers),
                _ => {}
            },
            Event::CallAnswered { answer: CallAnswer::Refused { why, .. }, call } => {
                refused = Some(format!("{stream}: call {call} was refused: {why}"));
            }
            _ => {}
        });
        let state = state.map_err(words)?;
        if let Some(refused) = refused {
            return Err(refused);
        }
        told.due += state.due.len();
        for (_, call) in &state.due {
            match call {
                Call::Meter { what: MeterCall::Register { wagers }, .. } => sums[2] += u64::from(*wagers),
                Call::Meter { what: MeterCall::Cancel { wagers }, .. } => sums[3] += u64::from(*wagers),
                _ => {}
            }
        }
    }
    for (id, [registered, cancelled, due, due_off]) in &told.books {
        let stream = meter_stream(id).ok_or("a book without a name")?;
        let machine = Meters::new(book(id).map_err(words)?);
        let state = fold((store, vault), &stream, &machine, &mut |_| {});
        let state = state.map_err(words)?;
        let on = |of: fn(&jackpot::Totals) -> u64| state.meters.iter().map(|meter| of(&meter.totals)).sum();
        let (has, has_off): (u64, u64) = (on(|totals| totals.wagers), on(|totals| totals.cancelled_wagers));
        // A call that is due may have been made: the meter has it, and the table has not heard so.
        if !(registered - due..=*registered).contains(&has)
            || !(cancelled - due_off..=*cancelled).contains(&has_off)
        {
            return Err(format!(
                "{id}: the meter has {has} wagers less {has_off}; tables told it {registered} less {cancelled}, \
                 of which {due} and {due_off} are due"
            ));
        }
    }
    Ok(told)
}

fn table(name: &TableName) -> Result<BankedTable, String> {
    let rules = book(&name.book).map_err(words)?;
    let game = rules.variant(&name.game).ok_or_else(|| format!("{name} plays a game that is not there"))?;
    Ok(BankedTable::new(engine::banked::Banked::new(rules, game)))
}

/// Opens the floor on it: what every desk knows is the fold of its records, what is due is done, what is asked again
/// gets the first answer; then examines the log once more.
///
/// # Errors
/// What is wrong.
pub fn reopen(
    store: &Arc<dyn Store>,
    acknowledged: &Acknowledged,
    seed: u64,
    repeats: usize,
) -> Result<Seen, String> {
    let vault = place::vault();
    let floor = Floor::open(Arc::clone(store), Arc::clone(&vault), place::options(seed)).map_err(words)?;
    for _ in 0..4_000 {
        if floor.tables().iter().all(|table| table.with_state(|state| state.due.is_empty())) {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    let folded = states(&floor, &**store, &vault);
    let repeated = folded.and_then(|()| again(&floor, acknowledged, (seed, repeats)));
    floor.close();
    drop(floor);
    place::let_go(store);
    repeated?;
    let seen = examine(&**store, &vault, acknowledged)?;
    match seen.open_calls {
        0 => Ok(seen),
        open => Err(format!("{open} calls stay due")),
    }
}

fn states(floor: &Arc<Floor>, store: &dyn Store, vault: &Vault) -> Result<(), String> {
    let differs =
        |stream: &Stream| Err(format!("{stream}: what its desk knows is not the fold of its records"));
    for desk in floor.tables() {
        let folded = recall(store, vault, desk.stream(), 1).map_err(words)?;
        if desk.with_state(|state| *state != folded.state) {
            return differs(desk.stream());
        }
    }
    for desk in floor.meters() {
        let folded = fold((store, vault), desk.stream(), desk.machine(), &mut |_| {}).map_err(words)?;
        if desk.with_state(|state| *state != folded) {
            return differs(desk.stream());
        }
    }
    for id in place::BOOKS {
        for number in floor.patron_numbers(id).map_err(words)? {
            let desk = floor.patron(id, number).map_err(words)?;
            let folded = fold((store, vault), desk.stream(), desk.machine(), &mut |_| {}).map_err(words)?;
            if desk.with_state(|file| *file != folded) {
                return differs(desk.stream());
            }
        }
    }
    Ok(())
}

/// Some of what was acknowledged is given again: the first answer comes, and nothing is recorded.
fn again(
    floor: &Arc<Floor>,
    acknowledged: &Acknowledged,
    (seed, repeats): (u64, usize),
) -> Result<(), String> {
    let step = (acknowledged.len() / repeats.max(1)).max(1);
    let some = acknowledged.iter().skip(seed as usize % step).step_by(step);
    for (id, (stream, first, last, given)) in some {
        let Some(given) = given.as_ref().filter(|given| given.stream.kind() == "table" && last >= first)
        else {
            continue;
        };
        let by = super::script::by(&given.by).ok_or("nobody")?;
        let command = super::script::command(&given.words).ok_or("no words")?;
        let desk = floor.table(stream).ok_or("no table")?;
        let version = desk.version();
        match floor.ask_table(stream, (*id, by), command).map_err(words)? {
            CommandOutcome::Done(done)
                if (done.first, done.last, done.again) == (*first, *last, true)
                    && done.events.len() as u64 == last + 1 - first => {}
            other => return Err(format!("{stream}: '{}' given again got {other:?}", given.words)),
        }
        if desk.version() != version {
            return Err(format!("{stream}: a command given again was recorded again"));
        }
    }
    Ok(())
}
