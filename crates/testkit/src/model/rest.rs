//! Liveness: with every player gone, the dealer alone brings each automatic table to the end of its round.

use super::{Duel, Order, Speaker, Verdict};
use engine::banked::{Banked, Command as C, Decision, Hand, Phase, Table};
use floor::By;
use floor::table::{Command, DealingMode};
use house::Person;

/// More orders than any round needs: every box refused a wager, then absent at every step.
const MOST: usize = 300;

impl Duel {
    /// Nobody acts any more but the clock: every automatic table goes on until nothing lies there, or until an award waits for
    /// a person.
    ///
    /// # Errors
    /// The table that stands still, and what it was refused.
    pub(super) fn comes_to_rest(&mut self) -> Result<(), String> {
        for table in 0..self.model.tables.len() {
            let mut called = false;
            for orders in 0.. {
                let of = &self.model.tables[table];
                if of.mode != Some(DealingMode::Virtual) {
                    break;
                }
                let Some(command) = due(&of.machine, &of.game, called) else { break };
                called = matches!(command, Command::Game { command: C::CallNoMoreBets, .. });
                let words = format!("{command:?}");
                let dealer = Speaker(By::alone(Person::System));
                let verdict = self.give_both(dealer, Order::Table(table, command))?;
                if verdict != Verdict::Done || orders > MOST {
                    let phase = self.model.tables[table].game.phase;
                    return Err(format!("table {table} stands still in {phase:?}: {words} is {verdict:?}"));
                }
            }
        }
        Ok(())
    }
}

/// What the automatic dealer does when the clock has run out; nothing where nothing lies, or where a person must act.
fn due(machine: &Banked<'_>, table: &Table, called: bool) -> Option<Command<C>> {
    let game = |command| Some(Command::Game { command, next_key: None });
    match table.phase {
        Phase::Closed | Phase::Awards => None,
        Phase::Betting => {
            let boxes = 0..table.boxes().len();
            let all = boxes.flat_map(|seat| (0..engine::WAGERS).map(move |wager| (seat, wager)));
            let unfinished =
                all.into_iter().find(|&(seat, wager)| machine.unfinished(table, seat, wager).is_some());
            if let Some((seat, wager)) = unfinished {
                return game(C::RefuseWager { seat, wager });
            }
            let lies = |seat: &engine::banked::Seat| seat.taken && seat.at_stake() != seat.carried;
            match (table.boxes().iter().any(lies), called) {
                (false, _) => None,
                (true, false) => game(C::CallNoMoreBets),
                (true, true) => Some(Command::Deal { next_key: None }),
            }
        }
        Phase::Locked => Some(Command::Deal { next_key: None }),
        Phase::Deciding(_) => {
            let waits = |seat: &engine::banked::Seat| seat.hand == Hand::Live && !seat.decided;
            match table.boxes().iter().position(waits) {
                Some(seat) => game(C::Decide { seat, decision: Decision::Absent }),
                None => game(C::Proceed),
            }
        }
        Phase::Showdown => game(C::Settle),
    }
}
