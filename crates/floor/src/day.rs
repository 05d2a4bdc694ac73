//! The gaming day and the tables: what nobody may begin without one, and what stands in the way of closing it.

use crate::account::Account;
use crate::floor::{Floor, FloorError, rules};
use crate::game::Game;
use crate::hosted::BankedTable;
use crate::names::TableName;
use crate::stream_writer::{Past, StreamWriter};
use crate::table::{Command, DealingMode, Reason, State};
use engine::{Refusal, banked};
use house::{ClosingStage, Hours, House, TableAtClose};

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
    pub(crate) fn out_of_hours(
        &self,
        name: &TableName,
        desk: &StreamWriter<BankedTable>,
        command: &Command<banked::Command>,
    ) -> Result<Option<TableRefusal>, FloorError> {
        let in_round = || desk.with_state(|state| desk.machine().game.is_in_round(&state.game));
        let begins = match command {
            Command::AskSeat { .. } => true,
            Command::BuyIn { .. } => !in_round(),
            Command::Game { command, .. } => desk.machine().game.begins(command) && !in_round(),
            _ => false,
        };
        if let Command::AskSeat { patron, .. } = command
            && let Some(refusal) = self.barred(name, *patron)?
        {
            return Ok(Some(refusal));
        }
        if !begins {
            return Ok(None);
        }
        self.closed_hours(&name.book)
    }

    /// Why nobody may sit down or begin a round under a book now, where that is so.
    ///
    /// # Errors
    /// If the house cannot be read.
    pub fn closed_hours(&self, book: &str) -> Result<Option<TableRefusal>, FloorError> {
        let reason = match self.hours(book)? {
            Hours::Open => return Ok(None),
            Hours::LastRound => Reason::LastRound,
            Hours::Closed => Reason::NoDayOpen,
        };
        Ok(Some(Refusal::new(reason, House::new(rules(book)?).closing())))
    }

    /// The tables of a house as they stand for the end of the day, those of other processes too.
    ///
    /// # Errors
    /// If the log cannot be read.
    pub fn tables_at_close(&self, book: &str) -> Result<Vec<TableAtClose>, FloorError> {
        let mut tables = Vec::new();
        for (stream, _) in self.tools.store.streams()? {
            let Some(name) = TableName::of(&stream).filter(|name| name.book == book) else { continue };
            tables.push(match self.table(&stream).filter(|desk| !desk.is_fenced()) {
                Some(desk) => desk.with_state(|state| at_close(name.number, desk.machine(), state)),
                None => {
                    let machine = crate::recall::table(&name)?;
                    let mut past = Past::latest(&*self.tools.store, &self.tools.vault, &stream, &machine)?;
                    let (store, vault) = (&*self.tools.store, &self.tools.vault);
                    past.read_on(store, vault, &stream, &machine, &mut |_, _, _, _| {})?;
                    at_close(name.number, &machine, &past.state)
                }
            });
        }
        tables.sort_by_key(|table| table.table);
        Ok(tables)
    }
}

/// How far a table has come on the way to the end of the day.
fn at_close(table: u32, machine: &BankedTable, state: &State<banked::Table>) -> TableAtClose {
    let float = state.holds(Account::Float);
    let carried = state.game.seats.iter().map(|seat| seat.carried).sum();
    let counted = state.sheet.float_counted;
    let stage = match state.mode {
        None => ClosingStage::Closed,
        Some(_) if machine.game.is_in_round(&state.game) => ClosingStage::InRound,
        Some(_) if state.holds(Account::Layout) > carried => ClosingStage::WagersLie,
        Some(_) if !machine.game.is_open(&state.game) => ClosingStage::Closed,
        Some(DealingMode::Virtual) => ClosingStage::InAccounts,
        Some(DealingMode::Live) if counted.is_none() => ClosingStage::NotCounted,
        Some(DealingMode::Live) if state.sheet.counted_against != Some(float) => ClosingStage::CountedBefore,
        Some(DealingMode::Live) => ClosingStage::Counted,
    };
    TableAtClose { table, stage, float, counted }
}
