//! Faults of the engine that random play has found and that are reported: not asked for until they are mended.
//! Each goes with its mending; when this file is empty it goes too.

use engine::banked::{Command, Table};
use engine::jackpot;

/// Whether a command to a table runs into one of them.
pub(crate) fn at_table(table: &Table, command: &Command) -> bool {
    match command {
        // A player whom a ruling concerns cannot take back wagers for it, and is counted as if it had been so.
        Command::Rule(trouble) => {
            let owner = |at: usize| table.seats[at].blind_of.map_or(at, usize::from);
            let among = |seats: u16| (0..table.seats.len()).filter(move |at| seats & 1 << at != 0);
            among(trouble.retracts).any(|at| among(trouble.seats).any(|other| owner(other) == owner(at)))
        }
        _ => false,
    }
}

/// Whether a command to the meters does.
pub(crate) fn on_meters(state: &jackpot::State, command: &jackpot::Command) -> bool {
    match command {
        // A straight flush elsewhere has taken its tenth of what is cancelled: a meter with little else falls below
        // nothing.
        jackpot::Command::Cancel { meter, wagers, .. } => state.meters.get(*meter).is_some_and(|meter| {
            let cost = i128::from(meter.terms.wager.cents()) * 1_000_000;
            cost * i128::from(*wagers) > meter.value.micro_cents()
        }),
        _ => false,
    }
}
