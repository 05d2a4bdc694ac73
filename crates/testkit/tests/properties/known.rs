//! Faults of the engine that random play has found and that are reported: not asked for until they are mended.
//! Each goes with its mending; when this file is empty it goes too.

use engine::banked::{Banked, Command, Table};
use engine::jackpot;

/// Whether a command to a table runs into one of them.
pub(crate) fn at_table(machine: &Banked<'_>, _table: &Table, command: &Command) -> bool {
    match command {
        // Under a book that knows no loss limits the offers keep to one and the table does not.
        Command::Sit { patron, .. } => patron.loss.is_some() && machine.book().table.patrons.is_none(),
        _ => false,
    }
}

/// Whether a command to the meters does.
pub(crate) fn on_meters(state: &jackpot::State, command: &jackpot::Command) -> bool {
    match command {
        // Another table has won the meter meanwhile: what is cancelled is no longer on it, and it falls below nothing.
        jackpot::Command::Cancel { meter, wagers, .. } => state.meters.get(*meter).is_some_and(|meter| {
            i128::from(meter.terms.wager.cents()) * i128::from(*wagers) * 1_000_000
                > meter.value.micro_cents()
        }),
        _ => false,
    }
}

/// When wagers are taken back after a ruling, jackpot wagers that went back with a void hand are counted among those
/// that are registered again.
pub(crate) const MISCOUNTS_AGAIN: bool = true;
