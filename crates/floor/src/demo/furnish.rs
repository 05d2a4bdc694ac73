//! A floor with something on it: people, patrons with money, open tables on a linked meter.

use super::{Chance, Stopped};
use crate::floor::{Floor, FloorError, rules};
use crate::names::{TableName, meter_stream};
use crate::orders::By;
use crate::stream_writer::{CommandOutcome, Hosted};
use crate::table::{Command, DealingMode};
use engine::jackpot::{self, MeterNotice};
use engine::{Limits, MeterIndex, Method, PatronId, Sign, SignJackpot, TableNumber, banked};
use house::{Date, PatronCommand, Person, Source, StaffId};
use money::{MicroCents, Money, Rate};
use rulebook::{Increment, RoleId, Rulebook, Variant};
use std::sync::Arc;
use std::time::Duration;
use store::Stream;

/// People on the roster of a demonstration: two who may do everything, and a dealer.
pub const MANAGERS: [StaffId; 2] = [StaffId(1), StaffId(2)];
/// The dealer.
pub const DEALER: StaffId = StaffId(10);

/// Why no day can be opened.
pub const NO_DATE: &str = "the clock of this machine shows no valid date for a gaming day; set it";

/// What a demonstration floor has.
pub struct Furnished {
    pub tables: Vec<Stream>,
    /// The patrons of each, with their cards.
    pub patrons: Vec<Vec<(PatronId, Option<u64>)>>,
}

/// A sign with which any table of the game can open: chips from $1, $10 at least, the book's first pay tables, and the
/// jackpot.
pub fn sign(book: &Rulebook, game: &Variant) -> Sign {
    let mut sign = Sign::plain(book);
    sign.smallest_chip = Money::from_cents(1_00);
    if game.step.iter().any(|step| step.stake.as_ref().is_some_and(|stake| stake.sign_stage.is_some())) {
        sign.multiples = [vec![3, 4], vec![2], vec![1]];
    }
    for (name, columns) in game.chosen_tables() {
        sign.paytables.push((name.to_string(), columns[0].to_string()));
    }
    let mut limits = Limits::default();
    for (at, wager) in game.wager.iter().enumerate() {
        if wager.place == rulebook::Place::First {
            limits.min[at] = Some(Money::from_cents(10_00));
        }
    }
    sign.limits = limits;
    sign.jackpot =
        game.wager.iter().any(|wager| wager.place == rulebook::Place::Jackpot).then(|| terms(book));
    sign.method = if book.table.methods.is_some() { Method::B } else { Method::A };
    sign
}

/// The first option of the book with its first seed, for $5 a wager.
pub fn terms(book: &Rulebook) -> SignJackpot {
    let by_seed = book.jackpots.increment.value == Increment::BySeed;
    let row = book.jackpots.seed.first();
    SignJackpot {
        option: row.map_or(0, |row| row.option),
        seed: row.map_or(5_000, |row| row.for_one),
        increment: if by_seed { None } else { Rate::from_ppm(200_000).ok() },
        wager: Money::from_cents(5_00),
        games: 1,
        bonus_royal: None,
        bonus_straight_flush: None,
    }
}

/// Furnishes a floor under a book: people, a day, so many virtual tables of each game with so many patrons, a meter.
/// `pass` lets recorded time pass, since signs must be up before tables may join a meter.
///
/// # Errors
/// What stood in the way.
pub fn furnish(
    floor: &Arc<Floor>,
    (book_id, first_number): (&str, TableNumber),
    (tables, seats): (u32, u32),
    pass: &dyn Fn(Duration),
) -> Result<Furnished, Stopped> {
    let book = rules(book_id)?;
    let mut chance = Chance::new(0x00f1_0000 + u64::from(first_number.0));
    let boss = By::alone(Person::Staff(MANAGERS[0]));
    let both = By { person: Person::Staff(MANAGERS[0]), second: Some(MANAGERS[1]) };
    let day = floor.today().ok_or_else(|| Stopped::Refused(NO_DATE.into()))?;
    let mut tell_house = |by, what| ok(floor.ask_house(book_id, (chance.id(), by), what)?);
    let name = |name: &str| name.to_string();
    let top = book.ladder.highest();
    tell_house(
        By::alone(Person::System),
        house::Command::Found { id: MANAGERS[0], name: name("Ada Manager") },
    )?;
    tell_house(boss, house::Command::Hire { id: MANAGERS[1], name: name("Ben Manager"), role: top })?;
    tell_house(both, house::Command::Hire { id: DEALER, name: name("Cleo Dealer"), role: RoleId(0) })?;
    tell_house(both, house::Command::OpenDay { date: day })?;

    let mut furnished = Furnished { tables: Vec::new(), patrons: Vec::new() };
    let has_meter = book.variants.iter().any(|game| sign(book, game).jackpot.is_some());
    if has_meter {
        open_meter(floor, book_id, boss, &mut chance)?;
        pass(Duration::from_secs(21 * 60));
    }
    let mut number = first_number.0;
    for game in &book.variants {
        for _ in 0..tables {
            let table = set_up(floor, (book_id, game), TableNumber(number), both, &mut chance)?;
            let patrons = (0..seats).map(|seat| PatronId(number * 100 + seat));
            let patrons =
                patrons.map(|patron| welcome(floor, book, (book_id, patron), (both, day), &mut chance));
            furnished.patrons.push(patrons.collect::<Result<_, _>>()?);
            furnished.tables.push(table);
            number += 1;
        }
    }
    Ok(furnished)
}

fn open_meter(floor: &Floor, book_id: &str, by: By, chance: &mut Chance) -> Result<(), Stopped> {
    let book = rules(book_id)?;
    let terms = terms(book);
    let value = MicroCents::from(terms.seed_value(book));
    let method = if book.table.methods.is_some() { Method::B } else { Method::A };
    let open = jackpot::Command::Open { terms, value, method, new: true };
    ok(floor.ask_meter(book_id, (chance.id(), by), open)?)?;
    let notice = jackpot::Command::PostNotice { meter: MeterIndex(0), of: MeterNotice::Tables, table: None };
    ok(floor.ask_meter(book_id, (chance.id(), by), notice)?)
}

fn set_up(
    floor: &Arc<Floor>,
    (book_id, game): (&str, &Variant),
    number: TableNumber,
    by: By,
    chance: &mut Chance,
) -> Result<Stream, Stopped> {
    let book = rules(book_id)?;
    let name = TableName { book: book_id.to_string(), game: game.game.clone(), number };
    let desk = floor.new_table(&name)?;
    let table = desk.stream().clone();
    let shown = sign(book, game);
    let has_jackpot = shown.jackpot.is_some();
    let open = banked::Command::Open(Box::new(shown));
    let mut orders = vec![
        Command::SetUp(DealingMode::Virtual),
        Command::Fill { amount: Money::from_cents(10_000_000) },
        Command::Game { command: open, next_key: None },
    ];
    if has_jackpot && meter_stream(book_id).is_some() {
        let link =
            jackpot::Command::Link { meter: MeterIndex(0), table: number, terms: terms(book), hands: true };
        ok(floor.ask_meter(book_id, (chance.id(), by), link)?)?;
        orders.push(Command::Link { meter: MeterIndex(0) });
    }
    for order in orders {
        ok(floor.ask_table(&table, (chance.id(), by), order)?)?;
    }
    Ok(table)
}

/// A patron with a file, a card where the book wants one, and $10,000.
fn welcome(
    floor: &Floor,
    book: &Rulebook,
    (book_id, patron): (&str, PatronId),
    (by, day): (By, Date),
    chance: &mut Chance,
) -> Result<(PatronId, Option<u64>), Stopped> {
    let card = book.table.patrons.is_some().then_some(u64::from(patron.0));
    let mut orders = vec![PatronCommand::Register { number: patron, name: format!("Patron {patron}"), day }];
    orders.extend(card.map(|card| PatronCommand::IssueCard { card }));
    orders.push(PatronCommand::Deposit { amount: Money::from_cents(1_000_000), from: Source::Cash });
    for what in orders {
        ok(floor.ask_patron((book_id, patron), (chance.id(), by), what)?)?;
    }
    Ok((patron, card))
}

fn ok<M: Hosted>(answer: CommandOutcome<M>) -> Result<(), Stopped> {
    match answer {
        CommandOutcome::Done(_) => Ok(()),
        CommandOutcome::Refused(refusal) => Err(Stopped::Refused(refusal.reason.to_string())),
        CommandOutcome::Failed(error) => Err(Stopped::Floor(FloorError::Store(error))),
    }
}
