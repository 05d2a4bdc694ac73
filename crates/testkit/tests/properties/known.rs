//! Faults of the engine that random play has found and that are reported: not asked for until they are mended.
//! Each goes with its mending; when this file is empty it goes too.

use engine::banked::{Command, Found, Phase, Table};
use rulebook::What;

/// Whether a command runs into one of them.
pub(crate) fn is_known(table: &Table, command: &Command) -> bool {
    match command {
        // Wagers made void between rounds are settled and still lie there: they can be taken back a second time.
        Command::Rule(trouble) if table.phase == Phase::Betting => {
            trouble.what == What::RuleBreach && trouble.chosen.as_deref() == Some("void")
        }
        // A blind hand becomes the hand of the seat with a part of its Streets staked, and stakes them again.
        Command::Rule(trouble) if trouble.what == What::BlindHandViewed => true,
        // After the call and before the first card a player may leave with wagers that are frozen.
        Command::Leave { seat } if table.phase == Phase::Locked => {
            table.seats.get(*seat).is_some_and(|seat| seat.has_wagers())
        }
        // A card found invalid before the round takes another's jackpot wager off the box and leaves its owner there,
        // who is then taken for the owner of the next one.
        Command::RecordInvalidCard { seat, found: Found::Before } if table.phase == Phase::Betting => {
            table.seats.get(*seat).is_some_and(|seat| seat.jackpot_by.is_some())
        }
        _ => false,
    }
}

/// Whether a refused command leaves events behind: where the first card closes the wagers, a deck that is not whole is
/// refused after they are said to be closed.
pub(crate) fn leaves_events(command: &Command) -> bool {
    matches!(command, Command::Deal(_))
}
