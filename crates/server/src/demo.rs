//! A floor to look at: tables of every game with patrons who play by themselves, a seat free for the visitor, people for every
//! role, and log-ins for them. For one's own machine: the log-ins are no secret.

use crate::accounts::{AccountError, Accounts, CONSOLE, NewAccount};
use crate::auto_dealer::Bot;
use crate::config::StoreLocation;
use coach::Style;
use engine::{MeterIndex, PatronId, TableNumber, banked};
use floor::demo::{Chance, Croupier, DEALER, Furnished, MANAGERS, NO_DATE, Stopped, sign, terms};
use floor::table::{Command, DealingMode};
use floor::{
    BankedTable, By, Clock, CommandOutcome, Floor, HandClock, Options, StreamWriter, TableName, Zone,
};
use house::{ClosingStage, Date, Hours, OutsiderId, PatronCommand, Person, Source, StaffId};
use money::Money;
use rulebook::{RoleId, Rulebook};
use std::sync::Arc;
use std::time::Duration;
use store::{Store, Vault};

/// A log-in that the demo shows to everybody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DemoLogIn {
    pub name: String,
    pub secret: String,
    /// What they are called.
    pub shown: String,
    /// What they are: "a player", "a dealer".
    pub what: String,
}

/// The password of every log-in of a demonstration.
pub const SECRET: &str = "cardroom";
/// Patrons from this number on play by themselves.
const BOTS_FROM: PatronId = PatronId(100);
/// The number of somebody who rules between the dealer and the manager.
pub const SUPERVISOR: StaffId = StaffId(20);
/// Somebody who comes from outside.
const INSPECTOR: OutsiderId = OutsiderId(30);
/// What a patron who plays by itself brings along.
const CHIPS: Money = Money::from_cents(200_000);

const NAMES: [&str; 16] = [
    "Bea", "Carlo", "Dilys", "Emre", "Freya", "Goran", "Hana", "Ivo", "Jun", "Kofi", "Lena", "Milo", "Nadia",
    "Otto", "Priya", "Quinn",
];

/// A log-in of a demonstration.
#[derive(Clone, Copy, Debug)]
pub struct DemoAccount {
    /// The name to log in with.
    pub name: &'static str,
    /// Who that is.
    pub person: Person,
    /// What they are called.
    pub shown: &'static str,
    /// What they are there for.
    pub role: &'static str,
}

/// All log-ins of a demonstration.
pub const LOG_INS: [DemoAccount; 8] = [
    DemoAccount { name: "player", person: Person::Patron(PatronId(1)), shown: "Pat Player", role: "plays" },
    DemoAccount { name: "alex", person: Person::Patron(PatronId(2)), shown: "Alex Player", role: "plays" },
    DemoAccount { name: "sam", person: Person::Patron(PatronId(3)), shown: "Sam Player", role: "plays" },
    DemoAccount { name: "dealer", person: Person::Staff(DEALER), shown: "Cleo Dealer", role: "deals" },
    DemoAccount {
        name: "supervisor",
        person: Person::Staff(SUPERVISOR),
        shown: "Dan Supervisor",
        role: "supervises",
    },
    DemoAccount {
        name: "manager",
        person: Person::Staff(MANAGERS[0]),
        shown: "Ada Manager",
        role: "manages",
    },
    DemoAccount {
        name: "manager2",
        person: Person::Staff(MANAGERS[1]),
        shown: "Ben Manager",
        role: "manages",
    },
    DemoAccount {
        name: "inspector",
        person: Person::Outside(INSPECTOR),
        shown: "Ines Inspector",
        role: "inspects",
    },
];

/// How much there is of everything.
#[derive(Clone, Copy, Debug)]
pub struct DemoFloorSize {
    /// Virtual tables of each game of each book.
    pub tables: u32,
    /// Automatic players at each table.
    pub bots: u32,
    /// Live tables of each game.
    pub live: u32,
}

impl Default for DemoFloorSize {
    fn default() -> DemoFloorSize {
        DemoFloorSize { tables: 2, bots: 4, live: 1 }
    }
}

/// The two who may do everything together.
pub fn both_managers() -> By {
    By { person: Person::Staff(MANAGERS[0]), second: Some(MANAGERS[1]) }
}

/// Furnishes an empty store. Signs must be up for a while before a table may join a meter, on recorded time; so this is dated
/// back, on a clock that is set by hand.
///
/// # Errors
/// What stood in the way.
pub fn furnish(
    store: &Arc<dyn Store>,
    vault: &Arc<Vault>,
    clock: &dyn Clock,
    size: DemoFloorSize,
) -> Result<(), Stopped> {
    furnish_in(store, vault, (clock, Zone::default()), size)
}

/// The same where the clocks on the wall show the time of a zone.
///
/// # Errors
/// What stood in the way.
pub fn furnish_in(
    store: &Arc<dyn Store>,
    vault: &Arc<Vault>,
    (clock, zone): (&dyn Clock, Zone),
    size: DemoFloorSize,
) -> Result<(), Stopped> {
    let hand = Arc::new(HandClock::default());
    let books: Vec<&str> = rulebook::library::house_banked().collect();
    hand.jump(clock.wall_ms() - (21 * books.len() as i64 + 1) * 60_000);
    // The day that it is now, not the one on which the signs were put up.
    let day = zone.date(clock.wall_ms()).ok_or_else(|| Stopped::Refused(NO_DATE.into()))?;
    let options = Options { clock: Arc::clone(&hand) as _, zone, ..Options::default() };
    let floor = Floor::open(Arc::clone(store), Arc::clone(vault), options)?;
    let mut number = 1;
    for id in books {
        let pass = |time: Duration| hand.pass(time);
        let furnished =
            floor::demo::furnish(&floor, (id, TableNumber(number)), (size.tables, size.bots), &pass)?;
        number += furnished.tables.len() as u32;
        let book = floor::book(id).map_err(|error| Stopped::Refused(error.to_string()))?;
        let mut setting = Setting { floor: &floor, book, chance: Chance::new(0xde30 + u64::from(number)) };
        setting.people()?;
        for _ in 0..size.live {
            for game in &book.variants {
                setting.table(&game.game, TableNumber(number), DealingMode::Live)?;
                number += 1;
            }
        }
        seat_all(&floor, &furnished)?;
    }
    // Furnishing is dated back: where that was before midnight, the day that is open now is today's.
    begin_day(&floor, day)?;
    floor.close();
    Ok(())
}

/// Opens today's gaming day in every house of a demonstration whose day is an older one.
///
/// # Errors
/// What stood in the way.
pub fn roll_day(floor: &Floor) -> Result<(), Stopped> {
    floor.today().map_or(Ok(()), |today| begin_day(floor, today))
}

fn begin_day(floor: &Floor, today: Date) -> Result<(), Stopped> {
    for id in rulebook::library::house_banked() {
        let (day, open) = floor.house(id)?.with_state(|state| (state.day, state.open));
        if day.is_none_or(|day| day >= today) {
            continue;
        }
        if open && !end_day(floor, id)? {
            // Rounds are under way: the day ends when they are over.
            continue;
        }
        tell_house(floor, id, house::Command::OpenDay { date: today })?;
    }
    Ok(())
}

/// Ends the day of a house in order; the answer is whether it is closed. Where somebody deals by hand it plays on.
fn end_day(floor: &Floor, id: &str) -> Result<bool, Stopped> {
    let plays = |stage| matches!(stage, ClosingStage::InRound | ClosingStage::WagersLie);
    let numbered = |number: TableNumber| {
        let is = |desk: &&Arc<StreamWriter<BankedTable>>| {
            TableName::of(desk.stream()).is_some_and(|name| name.book == id && name.number == number)
        };
        floor.tables().iter().find(is).cloned()
    };
    let is_live =
        |desk: Arc<StreamWriter<BankedTable>>| desk.with_state(|state| state.mode == Some(DealingMode::Live));
    let tables = floor.tables_at_close(id)?;
    let by_hand = tables.iter().any(|table| plays(table.stage) && numbered(table.table).is_some_and(is_live));
    match (by_hand, floor.hours(id)?) {
        (true, Hours::LastRound) => return tell_house(floor, id, house::Command::PlayOn).map(|()| false),
        (true, _) => return Ok(false),
        (false, Hours::Open) => tell_house(floor, id, house::Command::CallLastRound)?,
        (false, _) => {}
    }
    let uncounted = |stage| matches!(stage, ClosingStage::NotCounted | ClosingStage::CountedBefore);
    for table in floor.tables_at_close(id)?.iter().filter(|table| uncounted(table.stage)) {
        let Some(desk) = numbered(table.table) else { continue };
        let count = Command::CountFloat { amount: table.float };
        done(floor.ask_table(desk.stream(), (fresh_id()?, both_managers()), count)?)?;
    }
    let ready = floor.tables_at_close(id)?.iter().all(|table| table.stage.is_ready());
    let Some(date) = floor.house(id)?.with_state(|state| state.day).filter(|_| ready) else {
        return Ok(false);
    };
    tell_house(floor, id, house::Command::CloseDay { date, tables: Vec::new() }).map(|()| true)
}

fn tell_house(floor: &Floor, id: &str, what: house::Command) -> Result<(), Stopped> {
    done(floor.ask_house(id, (fresh_id()?, both_managers()), what)?)
}

fn fresh_id() -> Result<store::CommandId, Stopped> {
    let mut id = [0; 16];
    getrandom::fill(&mut id).map_err(|error| Stopped::Refused(error.to_string()))?;
    Ok(store::CommandId(id))
}

fn seat_all(floor: &Arc<Floor>, furnished: &Furnished) -> Result<(), Stopped> {
    for (table, patrons) in furnished.tables.iter().zip(&furnished.patrons) {
        // A seed of its own: ids of commands come from it.
        let seed = 0x5ea7_0000 + TableName::of(table).map_or(0, |name| u64::from(name.number.0));
        let mut croupier = Croupier::new(Arc::clone(floor), table.clone(), DEALER, both_managers(), seed)?;
        croupier.seat(patrons, CHIPS)?;
    }
    Ok(())
}

struct Setting<'f> {
    floor: &'f Arc<Floor>,
    book: &'static Rulebook,
    chance: Chance,
}

impl Setting<'_> {
    fn id(&self) -> &'static str {
        &self.book.front.id
    }

    /// A supervisor, an inspector where the book knows one, and the visitors with their files.
    fn people(&mut self) -> Result<(), Stopped> {
        let ladder = &self.book.ladder;
        let role = RoleId(ladder.highest().0.saturating_sub(1));
        let mut orders = vec![house::Command::Hire { id: SUPERVISOR, name: "Dan Supervisor".into(), role }];
        if let Some(place) = ladder.outside("inspector").or((!ladder.outside.is_empty()).then_some(0)) {
            orders.push(house::Command::Enrol { id: INSPECTOR, name: "Ines Inspector".into(), place });
        }
        for order in orders {
            let answer = self.floor.ask_house(self.id(), (self.chance.id(), both_managers()), order)?;
            done(answer)?;
        }
        let day = self.floor.today().ok_or_else(|| Stopped::Refused(NO_DATE.into()))?;
        for log_in in LOG_INS {
            let Person::Patron(number) = log_in.person else { continue };
            // One file with an operator, whichever of its books comes first.
            let (known, card) = self
                .floor
                .patron(self.id(), number)?
                .with_state(|file| (file.number.is_some(), file.card().is_some()));
            let mut orders = Vec::new();
            if !known {
                orders.push(PatronCommand::Register { number, name: log_in.shown.into(), day });
                let amount = Money::from_cents(1_000_000);
                orders.push(PatronCommand::Deposit { amount, from: Source::Cash });
            }
            if self.book.table.patrons.is_some() && !card {
                orders.push(PatronCommand::IssueCard { card: u64::from(number.0) });
            }
            for what in orders {
                let by = (self.chance.id(), both_managers());
                done(self.floor.ask_patron((self.id(), number), by, what)?)?;
            }
        }
        Ok(())
    }

    /// A table with nobody at it, open and on the meter where its game has a jackpot.
    fn table(&mut self, game: &str, number: TableNumber, mode: DealingMode) -> Result<(), Stopped> {
        let Some(game) = self.book.variant(game) else { return Ok(()) };
        let name = TableName { book: self.id().to_string(), game: game.game.clone(), number };
        let table = self.floor.new_table(&name)?.stream().clone();
        let shown = sign(self.book, game);
        let has_jackpot = shown.jackpot.is_some();
        let open = banked::Command::Open(Box::new(shown));
        let mut orders = vec![
            Command::SetUp(mode),
            Command::Fill { amount: Money::from_cents(10_000_000) },
            Command::Game { command: open, next_key: None },
        ];
        if has_jackpot {
            let (meter, terms) = (MeterIndex(0), terms(self.book));
            let link = engine::jackpot::Command::Link { meter, table: number, terms, hands: true };
            done(self.floor.ask_meter(self.id(), (self.chance.id(), both_managers()), link)?)?;
            orders.push(Command::Link { meter });
        }
        for order in orders {
            done(self.floor.ask_table(&table, (self.chance.id(), both_managers()), order)?)?;
        }
        Ok(())
    }
}

/// Puts one more table on a furnished floor, with nobody at it.
///
/// # Errors
/// What stood in the way.
pub fn put_table(
    floor: &Arc<Floor>,
    (book, game): (&str, &str),
    number: TableNumber,
    mode: DealingMode,
) -> Result<(), Stopped> {
    let book = floor::book(book).map_err(|error| Stopped::Refused(error.to_string()))?;
    let mut setting = Setting { floor, book, chance: Chance::new(0x007a_b1e0_0000 + u64::from(number.0)) };
    setting.table(game, number, mode)
}

fn done<M: floor::Hosted>(answer: CommandOutcome<M>) -> Result<(), Stopped> {
    match answer {
        CommandOutcome::Done(_) => Ok(()),
        CommandOutcome::Refused(refusal) => Err(Stopped::Refused(refusal.reason.to_string())),
        CommandOutcome::Failed(error) => Err(Stopped::Floor(error.into())),
    }
}

/// Opens the log-ins that are not there yet.
///
/// # Errors
/// If they cannot be kept.
pub fn open_door(accounts: &Accounts) -> Result<(), AccountError> {
    let known = accounts.list_accounts();
    for log_in in LOG_INS.iter().filter(|log_in| !known.iter().any(|account| account.name == log_in.name)) {
        let DemoAccount { name, person, shown, .. } = *log_in;
        let (secret, only_at) = (SECRET, None);
        let new = NewAccount { name, secret, person, only_at, shown, another: false, shown_to_all: true };
        match accounts.open_account_for(CONSOLE, &new) {
            // Another process, started at the same moment, was faster.
            Ok(_) | Err(AccountError::Taken(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Refuses the log-ins of a demonstration on a floor that is no demonstration any more: everybody knows their password.
pub fn refuse_log_ins(accounts: &Accounts) {
    accounts.refuse_known(&LOG_INS.map(|log_in| (log_in.name, SECRET)));
}

/// What to say of the log-ins that are refused, where there are any.
pub fn refused_log_ins(accounts: &Accounts, store: &StoreLocation) -> Option<String> {
    let refused = accounts.refused();
    (!refused.is_empty()).then(|| {
        format!(
            "The log-ins of the demo are refused here, since everybody knows their password: {}. \
             'cardroom floor --store {store:?} account password NAME' gives one a password of its own, and \
             'account open NAME --as staff/NUMBER' makes another.",
            refused.join(", ")
        )
    })
}

/// Pays money into the accounts of patrons who play by themselves and have little left: a demonstration goes on for days.
///
/// # Errors
/// What stood in the way.
pub fn top_up(floor: &Floor) -> Result<(), Stopped> {
    let low = Money::from_cents(200_000);
    for desk in floor.tables() {
        let Some(TableName { book, .. }) = TableName::of(desk.stream()) else { continue };
        let seated = desk.with_state(|state| state.patrons);
        for patron in seated.into_iter().flatten().filter(|patron| *patron >= BOTS_FROM) {
            if floor.patron(&book, patron)?.with_state(|file| file.balance) >= low {
                continue;
            }
            let mut id = [0; 16];
            getrandom::fill(&mut id).map_err(|error| Stopped::Refused(error.to_string()))?;
            let pays = PatronCommand::Deposit { amount: Money::from_cents(1_000_000), from: Source::Cash };
            done(floor.ask_patron((&book, patron), (store::CommandId(id), both_managers()), pays)?)?;
        }
    }
    Ok(())
}

/// The patrons who play by themselves: all from a certain number on.
pub fn bots(floor: &Floor) -> Vec<(PatronId, Bot)> {
    let mut all = Vec::new();
    // Those at tables of other processes too: they play on when a table comes here.
    for table in floor.seen_tables() {
        let seated = table.with_state(|state| state.patrons);
        for patron in seated.into_iter().flatten().filter(|patron| *patron >= BOTS_FROM) {
            let place = (patron.0 / 100 * 5 + patron.0 % 100) as usize;
            let unit = Money::from_cents(10_00 * (1 + i64::from(patron.0 % 3)));
            let name = NAMES[place % NAMES.len()].to_string();
            all.push((patron, Bot { name, style: Style::of(u64::from(patron.0)), unit, vanishes: 0 }));
        }
    }
    all
}
