//! What is decided elsewhere and must reach tables: sanctions and corrections of the house, terms and failures of meters.
//! It is worked out from what stands in the logs of both sides, not from messages: said as often as anybody looks, it
//! counts once, and a crash in between loses nothing.

use crate::floor::{Floor, FloorError, read, rules};
use crate::game::{Game, HouseBanked, Seat};
use crate::hosted::BankedTable;
use crate::names::{TableName, house_stream};
use crate::router::{BY, call_id};
use crate::stream_writer::StreamWriter;
use crate::table::{Command, DealingMode, FloorTable, State};
use engine::jackpot::Meters;
use engine::{Actor, Machine, Moment, PatronId, Refusal, SignJackpot, TableNumber, Who};
use house::{House, Person};
use money::Money;
use rulebook::{Cite, SanctionKind};
use std::sync::Arc;
use store::{CommandId as Id, Stream};

/// What the house has decided about a table or the people there.
#[derive(Clone, Copy, Debug)]
pub(crate) enum HouseDecision {
    Void { breach: u64, patron: PatronId, round: u64 },
    Bar { patron: PatronId },
    Correct { mispayment: u32, patron: PatronId, over: bool, total: Money },
}

/// What a house has decided that may not have reached its tables: the table, where it names one.
fn decided(state: &house::State) -> Vec<(Option<TableNumber>, HouseDecision)> {
    let mut all = Vec::new();
    let today = state.day.filter(|_| state.open);
    for (breach, found) in (0_u64..).zip(&state.breaches) {
        let Person::Patron(patron) = found.of else { continue };
        if let Some(round) = found.void_in {
            all.push((found.table, HouseDecision::Void { breach, patron, round }));
        }
        if today.is_some() && found.barred == today {
            all.push((found.table, HouseDecision::Bar { patron }));
        }
    }
    for (mispayment, found) in (0_u32..).zip(&state.mispayments) {
        if let (Some(total), Some(patron)) = (found.to_post, found.mispaid.patron) {
            let over = found.mispaid.over;
            all.push((Some(found.mispaid.table), HouseDecision::Correct { mispayment, patron, over, total }));
        }
    }
    all
}

impl Floor {
    /// Says what the house has decided to the tables of this process that have not heard it.
    fn reach_tables(&self, book: &str, all: &[(Option<TableNumber>, HouseDecision)]) {
        let Some(house) = house_stream(book).filter(|_| !all.is_empty()) else { return };
        for desk in self.any_tables() {
            let Some(name) = TableName::of(desk.stream()).filter(|name| name.book == book) else { continue };
            for (table, what) in all {
                let here = match what {
                    HouseDecision::Bar { .. } => {
                        table.is_none_or(|table| self.plays(book, table, &name.game))
                    }
                    _ => *table == Some(name.number),
                };
                if here {
                    Arc::clone(&desk).reach(self, &house, *what);
                }
            }
        }
    }

    pub(crate) fn reach<G: Game>(
        &self,
        desk: &Arc<StreamWriter<FloorTable<G>>>,
        house: &Stream,
        what: HouseDecision,
    ) {
        let version = desk.version();
        let game = &desk.machine().game;
        let seat_of = |state: &State<G::State>, patron| {
            state.patrons.iter().position(|seated| *seated == Some(patron)).map(|seat| Seat(seat as u8))
        };
        match what {
            HouseDecision::Void { breach, patron, round } => {
                let Some(banked) = game.house_banked() else { return };
                let due = desk.with_state(|state| {
                    let open = |seat| banked.has_open_wagers(&state.game, seat);
                    game.deal_of_stakes(&state.game) == round && seat_of(state, patron).is_some_and(open)
                });
                let Ok(next_key) = self.next_deck_key() else { return };
                if due {
                    let command = Command::VoidWagers { patron, round, next_key: Some(next_key) };
                    say(desk, call_id(house, breach, "void wager"), command);
                }
            }
            HouseDecision::Bar { patron } => {
                let due = desk.with_state(|state| {
                    seat_of(state, patron).is_some_and(|seat| state.leaving & 1 << seat.0 == 0)
                });
                if due {
                    say(
                        desk,
                        call_id(desk.stream(), version, &format!("bar {patron}")),
                        Command::Bar { patron },
                    );
                }
            }
            HouseDecision::Correct { mispayment, patron, over, total } => {
                let (due, has, mode) = desk.with_state(|state| {
                    let has = seat_of(state, patron).map_or(Money::ZERO, |seat| state.rack(seat.0));
                    (total - state.corrected(mispayment), has, state.mode)
                });
                if due <= Money::ZERO {
                    return;
                }
                // What an account does not hold is not asked for: it comes back when it is there.
                let asks = over && has < due && mode == Some(DealingMode::Virtual);
                if asks && self.balance(desk.stream(), patron).is_none_or(|balance| balance < due) {
                    return;
                }
                let what = format!("correction {mispayment} {}", total.cents());
                let id = call_id(desk.stream(), version, &what);
                say(desk, id, Command::PostCorrection { mispayment, patron, over, total });
            }
        }
    }

    /// What a patron's account holds.
    fn balance(&self, table: &Stream, patron: PatronId) -> Option<Money> {
        let name = TableName::of(table)?;
        Some(self.open_patron(&name.book, patron).ok()?.with_state(|file| file.balance))
    }

    /// Whether a table of the house is one of that game. The name says it all: nothing else is looked through.
    fn plays(&self, book: &str, table: TableNumber, game: &str) -> bool {
        let name = TableName { book: book.to_string(), game: game.to_string(), number: table };
        let Some(stream) = name.stream() else { return false };
        self.any_table(&stream).is_some() || self.is_kept(&stream).unwrap_or(false)
    }

    /// The clause by which a patron is barred from the game of a table today.
    pub(crate) fn barred(&self, name: &TableName, patron: PatronId) -> Result<Option<Cite>, FloorError> {
        let tables: Vec<Option<TableNumber>> = self
            .house(&name.book)?
            .with_state(|state| state.bars(patron).map(|breach| breach.table).collect());
        let here =
            |table: &Option<TableNumber>| table.is_none_or(|table| self.plays(&name.book, table, &name.game));
        if !tables.iter().any(here) {
            return Ok(None);
        }
        let rules = &rules(&name.book)?.house;
        Ok(Some(rules.sanction(SanctionKind::BarFromGame).map_or(rules.uncovered, |row| row.clause)))
    }

    /// Puts into an order to the house what the tables say of it; where they have something against it, that is the answer.
    pub(crate) fn ask_tables(
        &self,
        book: &str,
        told: &mut house::Instruction<house::Command>,
    ) -> Result<Option<Refusal<house::Reason>>, FloorError> {
        let (desk, rules) = (self.house(book)?, &rules(book)?.house);
        let actor = Actor { who: Who::System, at: desk.now() };
        let allowed = |told: &_| {
            desk.with_state(|state| desk.machine().decide(state, actor, told, &mut Vec::new()).is_ok())
        };
        match told.what {
            house::Command::CloseDay { ref mut tables, .. } => {
                // Nobody says how the tables stand but they themselves.
                *tables = self.tables_at_close(book)?;
                Ok(None)
            }
            house::Command::OpenDay { date } if allowed(told) => {
                // A day ahead of its time would renew limits and end exclusions early, and the first one would keep every
                // day before it from being opened [HOUSE-15]. A clock that is behind the last day by more than one is no
                // witness.
                let last = desk.with_state(|state| state.day);
                let is_witness =
                    |today: &house::Date| last.is_none_or(|last| today.number() + 1 >= last.number());
                let too_early = self.latest_day().is_some_and(|latest| date > latest);
                let today = self.today().filter(|today| too_early && is_witness(today));
                Ok(today.map(|today| Refusal::new(house::Reason::DayAhead { today }, rules.day)))
            }
            house::Command::Sanction { breach, kind: SanctionKind::VoidWager, ref mut round, .. } => {
                *round = None;
                if !allowed(told) {
                    return Ok(None);
                }
                let clause =
                    rules.sanction(SanctionKind::VoidWager).map_or(rules.uncovered, |row| row.clause);
                let found =
                    desk.with_state(|state| state.breaches.get(breach).map(|found| (found.of, found.table)));
                let Some((Person::Patron(patron), table)) = found else { return Ok(None) };
                match self.void_round(book, table, patron) {
                    Ok(found) => {
                        if let house::Command::Sanction { round, .. } = &mut told.what {
                            *round = Some(found);
                        }
                        Ok(None)
                    }
                    Err(why) => Ok(Some(Refusal::new(house::Reason::AtTable { table, why }, clause))),
                }
            }
            house::Command::RaiseDispute { table, round, patron, .. } if allowed(told) => {
                self.not_to_dispute(book, (table, round), patron)
            }
            house::Command::RecordMispayment(ref mispaid) if allowed(told) => self.not_mispaid(book, mispaid),
            house::Command::IdentifyPatron { mispayment, patron: Some(patron) } if allowed(told) => {
                let found =
                    desk.with_state(|state| state.mispayments.get(mispayment).map(|found| found.mispaid));
                let Some(mispaid) = found else { return Ok(None) };
                self.not_mispaid(book, &house::Mispaid { patron: Some(patron), ..mispaid })
            }
            house::Command::Correct { mispayment, amount } if allowed(told) => {
                let found =
                    desk.with_state(|state| state.mispayments.get(mispayment).map(|found| found.mispaid));
                let Some(mispaid) = found else { return Ok(None) };
                let why = self.not_to_be_had(book, &mispaid, amount);
                let table = Some(mispaid.table);
                Ok(why
                    .map(|why| Refusal::new(house::Reason::AtTable { table, why }, rules.mispayments.demand)))
            }
            _ => Ok(None),
        }
    }

    pub(crate) fn numbered(&self, book: &str, table: TableNumber) -> Option<Arc<StreamWriter<BankedTable>>> {
        let here = |desk: &Arc<StreamWriter<BankedTable>>| {
            TableName::of(desk.stream()).is_some_and(|name| name.book == book && name.number == table)
        };
        self.tables().into_iter().find(here)
    }

    /// The round in which a patron's wagers lie at a table, where they can still be void.
    fn void_round(&self, book: &str, table: Option<TableNumber>, patron: PatronId) -> Result<u64, String> {
        let Some(table) = table else {
            return Err("the breach names no table whose wagers could be void".into());
        };
        let Some(desk) = self.numbered(book, table) else { return Err("the table is not run here".into()) };
        let settled = "no wager of the patron is open there: what was settled stands, or is corrected as a wrong payment";
        desk.with_state(|state| {
            let game = &desk.machine().game;
            let round = game.deal_of_stakes(&state.game);
            let seat = state.patrons.iter().position(|seated| *seated == Some(patron)).and_then(Seat::at);
            let open = |seat| game.has_open_wagers(&state.game, seat);
            if !seat.is_some_and(open) {
                return Err(settled.to_string());
            }
            let command = Command::VoidWagers { patron, round, next_key: None };
            let actor = Actor { who: Who::System, at: Moment(0) };
            match desk.machine().preview(state, actor, &command, &mut Vec::new()) {
                Ok(()) => Ok(round),
                Err(refusal) => Err(refusal.reason.to_string()),
            }
        })
    }

    /// Why money that was paid too much cannot be had back from the patron now, where it cannot.
    fn not_to_be_had(&self, book: &str, mispaid: &house::Mispaid, amount: Money) -> Option<String> {
        let (patron, true) = (mispaid.patron?, mispaid.over) else { return None };
        // A table that another process runs: it posts what is corrected from the accounts it has.
        let desk = self.numbered(book, mispaid.table)?;
        let (has, mode) = desk.with_state(|state| {
            let seat = state.patrons.iter().position(|seated| *seated == Some(patron));
            (seat.map_or(Money::ZERO, |seat| state.rack(seat as u8)), state.mode)
        });
        if mode != Some(DealingMode::Virtual) || has >= amount {
            return None;
        }
        let balance = self.balance(desk.stream(), patron)?;
        (balance < amount).then(|| {
            format!("the patron has {has} in chips there and {balance} in the account; record what came back")
        })
    }

    /// Says again what houses have decided and what meters show; every second.
    pub(crate) fn reach_again(&self) {
        let houses: Vec<_> = read(&self.houses).values().cloned().collect();
        houses.iter().for_each(|house| self.reach_from(house));
        for meter in self.meters() {
            self.follow_meter(&meter);
            self.owe_equipment(&meter);
        }
    }

    /// Says what a house has decided to the tables that have not heard it, and ends its day there.
    pub(crate) fn reach_from(&self, house: &StreamWriter<House<'static>>) {
        let book = house.stream().rest();
        let (all, ended) = house.with_state(|state| (decided(state), state.day.filter(|_| !state.open)));
        self.reach_tables(book, &all);
        if let Some(date) = ended {
            self.close_sheets(book, date);
        }
    }

    /// Tells tables whose sign shows other terms than their meter.
    pub(crate) fn follow_meter(&self, meter: &StreamWriter<Meters<'static>>) {
        let book = meter.stream().rest();
        let terms: Vec<SignJackpot> =
            meter.with_state(|state| state.meters.iter().map(|meter| meter.terms.clone()).collect());
        for desk in self.tables() {
            if TableName::of(desk.stream()).is_none_or(|name| name.book != book) {
                continue;
            }
            let version = desk.version();
            let due = desk.with_state(|state| {
                let terms = terms.get(state.meter?.index())?;
                let shown = state.game.sign.as_ref()?.jackpot.as_ref()?;
                let differs = (shown.option, shown.seed, shown.increment, shown.wager)
                    != (terms.option, terms.seed, terms.increment, terms.wager);
                (differs && state.awaited.as_deref() != Some(terms)).then(|| Box::new(terms.clone()))
            });
            if let Some(terms) = due {
                say(&desk, call_id(desk.stream(), version, "terms"), Command::FollowMeter { terms });
            }
        }
    }
}

/// Says it and waits: whoever gave the order that led to it finds the table as it is then.
fn say<G: Game>(desk: &Arc<StreamWriter<FloorTable<G>>>, id: Id, command: Command<G::Command>) {
    // What was not kept now is said again when somebody looks after the floor.
    drop(desk.ask(id, BY, Who::System, command));
}
