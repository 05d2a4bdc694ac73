//! A day's reconciliation: floats, drop and meters to the cent, and all accounts of the floor together.

use crate::account::Account;
use crate::any_table::{HostedGame, host_of};
use crate::files::patrons_machine;
use crate::floor::{FloorError, rules};
use crate::game::Game;
use crate::names::{TableName, file_of};
use crate::recall::table;
use crate::stream_writer::{EventSide, Hosted, Past, RecordVisitor, snapshot_is_ours};
use crate::table::{Event, FloorTable, Sheet, State};
use engine::jackpot::{self, Meters};
use engine::stored::{decode_value, encode_value};
use engine::{MeterIndex, MeterNumber, PatronId, TableNumber};
use house::{House, PatronEvent};
use money::{MicroCents, Money};
use std::collections::BTreeMap;
use store::{Hash, Store, StoreError, Stream, Vault};

/// A table's day, by its records and by its counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableDay {
    pub name: TableName,
    /// Its day; `day` is nothing while it is under way.
    pub sheet: Sheet,
    /// What the accounts say the float holds, at the end or now.
    pub float: Money,
    /// What the day's play says it holds: reached another way.
    pub expected: Money,
    /// What lies on the layout.
    pub layout: Money,
    /// What lies there as the game knows it.
    pub layout_expected: Money,
}

impl TableDay {
    /// What the count found beyond what the accounts said then; below zero, less.
    pub fn float_difference(&self) -> Option<Money> {
        let against = self.sheet.counted_against.unwrap_or(self.float);
        self.sheet.float_counted.map(|counted| counted - against)
    }

    /// What the count of the drop box found beyond the cash and commission that went in.
    pub fn drop_difference(&self) -> Option<Money> {
        self.sheet.drop_counted.map(|counted| counted - self.sheet.expected_drop())
    }

    /// Whether records, accounts and counts agree to the cent.
    pub fn agrees(&self) -> bool {
        let none = |difference: Option<Money>| difference.is_none_or(|difference| difference.is_zero());
        self.float == self.expected
            && self.layout == self.layout_expected
            && none(self.float_difference())
            && none(self.drop_difference())
    }
}

/// A meter, by its value and by what went on and off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeterDay {
    pub book: String,
    /// Which of its meters, from 1.
    pub number: MeterNumber,
    /// What it stands at.
    pub value: MicroCents,
    /// What its totals say.
    pub expected: MicroCents,
    /// What its records, added up one by one, say.
    pub by_records: MicroCents,
    /// The number of its last change.
    pub seq: u64,
    /// Whether it is closed.
    pub closed: bool,
}

/// A floor, reconciled.
#[derive(Clone, Debug, Default)]
pub struct Reconciled {
    pub tables: Vec<TableDay>,
    pub meters: Vec<MeterDay>,
    /// All accounts by name: those of streams with their stream, those they share without.
    pub accounts: BTreeMap<(String, Account), MicroCents>,
    /// Calls between streams that nobody has answered yet.
    pub open_calls: usize,
    /// Patrons whose account does not hold what their file says.
    pub files_wrong: Vec<PatronId>,
    /// Deals that were not from the deck and in the order that was committed to, in words.
    pub deals_wrong: Vec<String>,
    /// Corrections of wrong payments, by what the house says and by what the tables show.
    pub corrections: Vec<CorrectionDay>,
    /// How many records were read.
    pub records: u64,
}

/// A wrong payment that was corrected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorrectionDay {
    pub book: String,
    /// Its number in the house, from 1.
    pub number: u32,
    pub table: TableNumber,
    /// Whether the patron gave back what was too much.
    pub over: bool,
    /// What the house says was corrected.
    pub recorded: Money,
    /// What the accounts of the table show; none where no such table is on the floor.
    pub posted: Option<Money>,
}

impl CorrectionDay {
    /// Whether both say the same.
    pub fn agrees(&self) -> bool {
        self.posted.is_none_or(|posted| posted == self.recorded)
    }
}

impl Reconciled {
    /// All accounts added up: nothing.
    pub fn total(&self) -> MicroCents {
        self.accounts.values().copied().fold(MicroCents::ZERO, |sum, amount| sum + amount)
    }

    /// What is on its way between files and tables: nothing, when no call is open.
    pub fn in_transit(&self) -> MicroCents {
        self.accounts.get(&(String::new(), Account::Transit)).copied().unwrap_or(MicroCents::ZERO)
    }

    /// Whether everything agrees.
    pub fn agrees(&self) -> bool {
        self.tables.iter().all(TableDay::agrees)
            && self
                .meters
                .iter()
                .all(|meter| meter.value == meter.expected && meter.value == meter.by_records)
            && self.total().is_zero()
            && (self.open_calls > 0 || self.in_transit().is_zero())
            && self.files_wrong.is_empty()
            && self.deals_wrong.is_empty()
            && self.corrections.iter().all(CorrectionDay::agrees)
    }

    /// Whatever differs, in words; nothing where everything agrees.
    pub fn differences(&self) -> Vec<String> {
        self.in_the_log().into_iter().chain(self.in_counts()).collect()
    }

    /// What people have counted otherwise than the accounts say. That says nothing against the log.
    pub fn in_counts(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        for day in &self.tables {
            for (what, by) in [("float", day.float_difference()), ("drop", day.drop_difference())] {
                if let Some(by) = by.filter(|by| !by.is_zero()) {
                    wrong.push(format!("table {}: the count of the {what} differs by {by}", day.name.number));
                }
            }
        }
        wrong
    }

    /// Where the log says two things of the same.
    pub fn in_the_log(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        for day in &self.tables {
            let name = format!("table {}", day.name.number);
            if day.float != day.expected {
                wrong.push(format!(
                    "{name}: the accounts say {} in the float, the play says {}",
                    day.float, day.expected
                ));
            }
            if day.layout != day.layout_expected {
                let (layout, expected) = (day.layout, day.layout_expected);
                wrong.push(format!(
                    "{name}: the accounts say {layout} on the layout, the game says {expected}"
                ));
            }
        }
        for meter in &self.meters {
            let MeterDay { book, number, value, expected, by_records, .. } = meter;
            if value != expected || value != by_records {
                wrong.push(format!(
                    "{book} meter {number} stands at {value}; its totals say {expected}, its records {by_records}"
                ));
            }
        }
        if !self.total().is_zero() {
            wrong.push(format!("all accounts together hold {} instead of zero", self.total()));
        }
        if self.open_calls == 0 && !self.in_transit().is_zero() {
            wrong.push(format!(
                "{} is in transit between files and tables, but nobody expects it",
                self.in_transit()
            ));
        }
        for one in self.corrections.iter().filter(|one| !one.agrees()) {
            let CorrectionDay { book, number, table, recorded, .. } = one;
            let posted = one.posted.unwrap_or(Money::ZERO);
            wrong.push(format!(
                "{book} wrong payment {number}: {recorded} was corrected, the accounts of table {table} show {posted}"
            ));
        }
        wrong.extend(self.deals_wrong.iter().cloned());
        for patron in &self.files_wrong {
            wrong.push(format!("patron {patron}: the account does not hold what the file says"));
        }
        wrong
    }

    fn add(&mut self, stream: &Stream, account: Account, amount: MicroCents) {
        let of = if account.is_shared() { String::new() } else { stream.to_string() };
        let held = self.accounts.entry((of, account)).or_insert(MicroCents::ZERO);
        *held += amount;
    }
}

/// Folds the whole log and compares; a day as 20260815, or the one under way.
///
/// # Errors
/// If the log cannot be read.
pub fn reconcile(store: &dyn Store, vault: &Vault, day: Option<u32>) -> Result<Reconciled, FloorError> {
    reconcile_telling(store, vault, day, &[], &mut |_| {})
}

/// The same on a floor that hosts these games too, telling how many records are done as it goes. Every event of every
/// stream is read.
///
/// # Errors
/// If the log cannot be read: the first record that cannot.
pub fn reconcile_telling(
    store: &dyn Store,
    vault: &Vault,
    day: Option<u32>,
    games: &[HostedGame],
    told: &mut dyn FnMut(u64),
) -> Result<Reconciled, FloorError> {
    let mut found = Reconciled::default();
    let log = (store, vault);
    let mut posted = Posted::new();
    for (stream, head) in store.streams()? {
        match stream.kind() {
            "table" => {
                let into = Folding { day, found: &mut found, posted: &mut posted };
                let Some(name) = TableName::of(&stream) else { continue };
                match host_of(games, &name) {
                    Some(host) => host.reconcile(log, (&stream, name), into)?,
                    None => fold_table(log, (&stream, name.clone()), &table(&name)?, into)?,
                }
            }
            "meter" => of_meters(log, &stream, &mut found)?,
            "patron" => of_patron(log, &stream, &mut found)?,
            // The house keeps no money; what it had corrected is in the accounts of tables.
            "house" => {
                let state = fold(log, &stream, &House::new(rules(stream.rest())?), &mut |_| {})?;
                of_house(stream.rest(), &state, &mut found);
            }
            _ => {}
        }
        found.records += head.version;
        told(found.records);
    }
    for one in &mut found.corrections {
        let of_table = posted.get(&(one.book.clone(), one.table));
        one.posted = of_table.map(|all| all.get(&(one.number - 1)).copied().unwrap_or(Money::ZERO));
    }
    Ok(found)
}

/// Where records are, and what opens them.
pub type Log<'a> = (&'a dyn Store, &'a Vault);

/// Where what a table's log comes to is put.
pub(crate) struct Folding<'f> {
    day: Option<u32>,
    found: &'f mut Reconciled,
    posted: &'f mut Posted,
}

/// Folds a table's log and compares.
pub(crate) fn fold_table<G: Game>(
    log: Log<'_>,
    (stream, name): (&Stream, TableName),
    machine: &FloorTable<G>,
    Folding { day, found, posted }: Folding<'_>,
) -> Result<(), FloorError> {
    let state = fold_showing(log, stream, machine, &mut |side, record, event, state| {
        if side == EventSide::After && !is_dealt_as_committed(&machine.game, stream, state, &event.value) {
            found.deals_wrong.push(format!(
                "table {}: record {} deals other cards than the deck that was committed to, in the order of its seeds",
                name.number, record.version
            ));
        }
    })?;
    for (account, balance) in state.ledger.iter() {
        found.add(stream, *account, MicroCents::from(balance));
    }
    found.open_calls += state.due.len();
    posted.insert((name.book.clone(), name.number), state.corrections.clone());
    let (layout, layout_expected) = (state.holds(Account::Layout), machine.game.on_layout(&state.game));
    let (sheet, float) = match day {
        None => (state.sheet, state.holds(Account::Float)),
        Some(day) => match state.sheets.iter().find(|sheet| sheet.day == day) {
            Some(sheet) => (*sheet, sheet.closing_float),
            None => return Ok(()),
        },
    };
    found.tables.push(TableDay {
        name,
        sheet,
        float,
        expected: sheet.expected_float(),
        layout,
        layout_expected,
    });
    Ok(())
}

/// Whether cards that were dealt are those of the committed deck, in the order that the players' seeds demand.
fn is_dealt_as_committed<G: Game>(
    game: &G,
    stream: &Stream,
    state: &State<G::State>,
    event: &Event<G::Event>,
) -> bool {
    let (Event::Game(event), Some(committed)) = (event, &state.dealt_from) else { return true };
    let Some(deck) = game.deck_of(event) else { return true };
    committed.shuffled().root() == Hash(committed.root.0)
        && committed.dealt(stream.name(), game.deal_number(&state.game)) == deck
}

/// What tables show of corrections: by book and table, by the number in the house.
type Posted = BTreeMap<(String, TableNumber), BTreeMap<u32, Money>>;

/// What the house says was corrected; what the tables show is filled in when all of them are read.
fn of_house(book: &str, state: &house::State, found: &mut Reconciled) {
    for (number, mispayment) in (1..).zip(&state.mispayments) {
        let Some(recorded) = mispayment.to_post else { continue };
        let (book, table, over) = (book.to_string(), mispayment.mispaid.table, mispayment.mispaid.over);
        found.corrections.push(CorrectionDay { book, number, table, over, recorded, posted: None });
    }
}

fn of_meters(log: Log<'_>, stream: &Stream, found: &mut Reconciled) -> Result<(), FloorError> {
    let machine = Meters::new(rules(stream.rest())?);
    let mut sums: Vec<MicroCents> = Vec::new();
    let state = fold(log, stream, &machine, &mut |event| add_up(&mut sums, event))?;
    for (at, meter) in state.numbered() {
        // What stands on a meter is the house's to pay.
        found.add(stream, Account::Meter(at), meter.value);
        found.add(stream, Account::House, MicroCents::ZERO - meter.value);
        found.meters.push(MeterDay {
            book: stream.rest().to_string(),
            number: at.number(),
            value: meter.value,
            expected: meter.totals.value(),
            by_records: sums.get(at.index()).copied().unwrap_or(MicroCents::ZERO),
            seq: meter.seq,
            closed: meter.closed,
        });
    }
    Ok(())
}

/// A meter's value from its records alone, in the plainest way.
fn add_up(sums: &mut Vec<MicroCents>, event: &jackpot::Event) {
    let mut by = |meter: MeterIndex, amount: MicroCents| {
        if let Some(sum) = sums.get_mut(meter.index()) {
            *sum += amount;
        }
    };
    let less = |amount: MicroCents| MicroCents::ZERO - amount;
    match event {
        jackpot::Event::MeterOpened { value, .. } => sums.push(*value),
        jackpot::Event::WagersRegistered { meter, increment, .. } => by(*meter, *increment),
        jackpot::Event::WagersCancelled { meter, increment, .. } => by(*meter, less(*increment)),
        jackpot::Event::OutcomeRecorded { meter, award, .. } => by(*meter, award.reseeded - award.drawn),
        jackpot::Event::MeterTransferred { from, into, amount, .. } => {
            by(*from, less(*amount));
            by(*into, *amount);
        }
        jackpot::Event::TermsChanged { meter, raised, .. } => by(*meter, *raised),
        jackpot::Event::MeterCorrected { meter, by: amount, .. } => by(*meter, *amount),
        _ => {}
    }
}

fn of_patron(log: Log<'_>, stream: &Stream, found: &mut Reconciled) -> Result<(), FloorError> {
    let Some((_, number)) = file_of(stream) else { return Ok(()) };
    let machine = patrons_machine(stream)?;
    let mut moves: Vec<(Account, Account, Money)> = Vec::new();
    let file = fold(log, stream, &machine, &mut |event| match &event.what {
        PatronEvent::Deposited { amount, from } if from.is_external() => {
            moves.push((Account::Outside, Account::Bank, *amount))
        }
        PatronEvent::Deposited { amount, .. } => moves.push((Account::ChipsOut, Account::Bank, *amount)),
        PatronEvent::BroughtBack { amount, .. } => moves.push((Account::Transit, Account::Bank, *amount)),
        PatronEvent::Withdrawn { amount } => moves.push((Account::Bank, Account::Outside, *amount)),
        PatronEvent::TakenToTable { amount, .. } => moves.push((Account::Bank, Account::Transit, *amount)),
        // The account of a file that goes on in another is on its way until that one has it.
        PatronEvent::WentInto { balance, .. } => moves.push((Account::Bank, Account::Transit, *balance)),
        PatronEvent::Joined { held, .. } => moves.push((Account::Transit, Account::Bank, held.balance)),
        _ => {}
    })?;
    found.open_calls += usize::from(file.linking.is_some());
    let mut balance = Money::ZERO;
    for (from, to, amount) in moves {
        found.add(stream, from, MicroCents::ZERO - MicroCents::from(amount));
        found.add(stream, to, MicroCents::from(amount));
        balance += if to == Account::Bank { amount } else { -amount };
    }
    if balance != file.balance {
        found.files_wrong.push(number);
    }
    Ok(())
}

/// Folds a stream from its beginning; each event is shown before it is applied.
///
/// # Errors
/// If the log cannot be read.
pub fn fold<M: Hosted>(
    log: Log<'_>,
    stream: &Stream,
    machine: &M,
    each: &mut dyn FnMut(&M::Event),
) -> Result<M::State, FloorError> {
    fold_showing(log, stream, machine, &mut |side, _, event, _| {
        if side == EventSide::Before {
            each(&event.value);
        }
    })
}

/// The same; each event is shown with its record and the state before and after it.
fn fold_showing<M: Hosted>(
    (store, vault): Log<'_>,
    stream: &Stream,
    machine: &M,
    each: &mut RecordVisitor<'_, M>,
) -> Result<M::State, FloorError> {
    let mut past = Past::beginning(machine);
    // What a snapshot says must be what the records come to there.
    let snapshot = snapshot_is_ours(store, vault, stream)?.and_then(|(version, kept)| {
        // Written down anew, since another version of the program may have written it.
        let state: M::State = decode_value(&kept.open, kept.sealed.as_deref(), machine.book()).ok()?;
        Some((version, encode_value(&state, machine.book())))
    });
    let mut differs = false;
    past.read_on(store, vault, stream, machine, &mut |side, record, event, state| {
        each(side, record, event, state);
        if side == EventSide::After {
            let here = snapshot.as_ref().filter(|(version, _)| *version == record.version);
            differs |= here.is_some_and(|(_, kept)| encode_value(state, machine.book()) != *kept);
        }
    })?;
    if let Some((version, _)) = snapshot.filter(|_| differs) {
        let how = "the snapshot of the stream is not what its records come to".into();
        return Err(StoreError::Damaged { stream: Some(stream.clone()), version, how }.into());
    }
    Ok(past.state)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck_commitment::Shuffled;
    use crate::table::{Committed, DeckKey, GivenSeed, Seed};
    use cards::{Pack, ShuffleKey};
    use engine::Hidden;
    use engine::banked::{Event as E, Table};

    /// A seed that was dropped, or a deck that was not committed to, is found by the cards that were dealt.
    #[test]
    fn a_deal_that_leaves_out_a_seed_is_found() {
        let (book, game) = ("crown-melbourne-three-card-poker-5.1".into(), "three-card-poker".into());
        let name = TableName { book, game, number: TableNumber(1) };
        let stream = name.stream().unwrap();
        let machine = table(&name).unwrap();
        let mut state = machine.start();
        let key = ShuffleKey::from_seed(3);
        let root = Shuffled::new(&key).root().into();
        let given = GivenSeed { seat: 2, patron: PatronId(7), seed: Seed([5; 32]), bound: false, record: 9 };
        let with = Committed {
            root,
            key: DeckKey::new(*key.reveal()).unwrap(),
            seeds: vec![given],
            pack: Pack::OF_52,
        };
        let without = Committed { seeds: Vec::new(), ..with.clone() };
        let other = Committed { root: Hash([1; 32]).into(), ..with.clone() };
        state.game.rounds = 4;
        let placed = |committed: &Committed, round| {
            let deck = committed.dealt(stream.name(), round).try_into().unwrap();
            Event::Game(E::DeckPlaced { deck: Hidden::boxed(deck) })
        };
        let fits = |state: &State<Table>, event| is_dealt_as_committed(&machine.game, &stream, state, &event);
        // Rounds from before there were seeds are as whole as ever.
        state.dealt_from = Some(without.clone());
        assert!(fits(&state, placed(&without, 4)));
        state.dealt_from = Some(with.clone());
        assert!(fits(&state, placed(&with, 4)));
        assert!(!fits(&state, placed(&without, 4)), "a seed was dropped");
        assert!(!fits(&state, placed(&with, 5)), "the order of another round");
        state.dealt_from = Some(other);
        assert!(!fits(&state, placed(&with, 4)), "another commitment");
    }
}
