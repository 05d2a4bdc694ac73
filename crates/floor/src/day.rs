//! The gaming day and the tables: what nobody may begin without one, and what stands in the way of closing it.

use crate::account::Account;
use crate::any_table::host_of;
use crate::floor::{Floor, FloorError, rules};
use crate::game::Game;
use crate::names::TableName;
use crate::stream_writer::{Past, StreamWriter};
use crate::table::{Command, DealingMode, FloorTable, Reason, State};
use engine::{Refusal, TableNumber, banked};
use house::{ClosingStage, Hours, House, TableAtClose};
use money::Money;

/// Why a table refuses.
type TableRefusal = Refusal<Reason<banked::Reason>>;

impl Floor {
    /// What the day of a house lets its tables do.
    ///
    /// # Errors
    /// If the house cannot be read.
    pub fn hours(&self, book: &str) -> Result<Hours, FloorError> {
        Ok(self.house(book)?.with_state(house::State::hours))
    }

    /// Why the gaming day does not let a table take this command, where it does not. A round under way is played to its
    /// end whatever the day.
    pub(crate) fn out_of_hours<G: Game>(
        &self,
        name: &TableName,
        desk: &StreamWriter<FloorTable<G>>,
        command: &Command<G::Command>,
    ) -> Result<Option<Refusal<Reason<G::Reason>>>, FloorError> {
        let in_round = || desk.with_state(|state| desk.machine().game.is_in_deal(&state.game));
        let begins = match command {
            Command::AskSeat { .. } => true,
            Command::BuyIn { .. } => !in_round(),
            Command::Game { command, .. } => desk.machine().game.begins(command) && !in_round(),
            _ => false,
        };
        if let Command::AskSeat { patron, .. } = command
            && let Some(cite) = self.barred(name, *patron)?
        {
            return Ok(Some(Refusal::new(Reason::BarredToday, cite)));
        }
        if !begins {
            return Ok(None);
        }
        self.closed_to(&name.book)
    }

    fn closed_to<R>(&self, book: &str) -> Result<Option<Refusal<Reason<R>>>, FloorError> {
        let reason = match self.hours(book)? {
            Hours::Open => return Ok(None),
            Hours::LastRound => Reason::LastRound,
            Hours::Closed => Reason::NoDayOpen,
        };
        Ok(Some(Refusal::new(reason, House::new(rules(book)?).closing())))
    }

    /// Why nobody may sit down or begin a round under a book now, where that is so.
    ///
    /// # Errors
    /// If the house cannot be read.
    pub fn closed_hours(&self, book: &str) -> Result<Option<TableRefusal>, FloorError> {
        self.closed_to(book)
    }

    /// The tables of a house as they stand for the end of the day, those of other processes too.
    ///
    /// # Errors
    /// If the log cannot be read.
    pub fn tables_at_close(&self, book: &str) -> Result<Vec<TableAtClose>, FloorError> {
        let mut tables = Vec::new();
        for (stream, _) in self.tools.store.streams()? {
            let Some(name) = TableName::of(&stream).filter(|name| name.book == book) else { continue };
            let log = (&*self.tools.store, &*self.tools.vault);
            let here = self.any_table(&stream).filter(|desk| !desk.is_fenced());
            tables.push(match (here, host_of(&self.options.games, &name)) {
                (Some(desk), _) => desk.at_close(name.number),
                (None, Some(host)) => host.at_close(log, &stream, name.number)?,
                (None, None) => {
                    let machine = crate::recall::table(&name)?;
                    let mut past = Past::latest(log.0, log.1, &stream, &machine)?;
                    past.read_on(log.0, log.1, &stream, &machine, &mut |_, _, _, _| {})?;
                    at_close(name.number, &machine, &past.state)
                }
            });
        }
        tables.sort_by_key(|table| table.table);
        Ok(tables)
    }
}

/// How far a table has come on the way to the end of the day.
pub(crate) fn at_close<G: Game>(
    table: TableNumber,
    machine: &FloorTable<G>,
    state: &State<G::State>,
) -> TableAtClose {
    let float = state.holds(Account::Float);
    let carried = machine.game.meter().map_or(Money::ZERO, |meter| meter.carried(&state.game));
    let counted = state.sheet.float_counted;
    let stage = match state.mode {
        None => ClosingStage::Closed,
        Some(_) if machine.game.is_in_deal(&state.game) => ClosingStage::InRound,
        Some(_) if state.holds(Account::Layout) > carried => ClosingStage::WagersLie,
        Some(_) if !machine.game.is_open(&state.game) => ClosingStage::Closed,
        Some(DealingMode::Virtual) => ClosingStage::InAccounts,
        Some(DealingMode::Live) if counted.is_none() => ClosingStage::NotCounted,
        Some(DealingMode::Live) if state.sheet.counted_against != Some(float) => ClosingStage::CountedBefore,
        Some(DealingMode::Live) => ClosingStage::Counted,
    };
    TableAtClose { table, stage, float, counted }
}
