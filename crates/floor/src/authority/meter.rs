//! What the commands of the meters need.

use super::Needs;
use engine::jackpot::{Command, MeterNotice};
use rulebook::{Act, Rulebook};

/// What a command of the meters needs.
pub fn of_meter(book: &Rulebook, command: &Command) -> Needs {
    let rules = &book.jackpots;
    match command {
        Command::Open { .. }
        | Command::Link { .. }
        | Command::Unlink { .. }
        | Command::Move { .. }
        | Command::ChangeTerms { .. }
        | Command::ShowOnDisplay { .. }
        | Command::PostNotice { of: MeterNotice::Tables | MeterNotice::Terms, .. } => {
            Needs::power(book, Act::ChangeMeter)
        }
        Command::Close { .. } | Command::PostNotice { of: MeterNotice::Closing, .. } => {
            Needs::power(book, Act::CloseMeter)
        }
        // Whoever sees that it failed says so at once; that it works again, or that a manual process will do, is for
        // those who answer for the meter.
        Command::Equipment { works: false, manual: false, .. } => Needs::staff(rules.equipment).or_system(),
        Command::Equipment { .. } => Needs::power(book, Act::ChangeMeter),
        Command::Call { .. } => Needs::system(rules.recorded),
        // What happens at a table is told by the table, in the order of its own record.
        Command::Register { .. } => Needs::system(rules.registered),
        Command::Cancel { .. } => Needs::system(Needs::alone(book, Act::CancelJackpotGame).cite),
        Command::Record { .. } => Needs::system(rules.recorded),
        Command::Determine { .. } => Needs::system(Needs::alone(book, Act::DetermineTopJackpot).cite),
        Command::Correct { .. } => Needs::power(book, Act::CorrectMeter),
        Command::ReadAsAt { .. } => Needs::power(book, Act::ReadMeter),
    }
}
