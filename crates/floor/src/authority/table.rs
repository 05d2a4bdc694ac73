//! What the commands of a table need: those of the floor here, those of the game as the game says.

use super::{Needs, Own};
use crate::game::Game;
use crate::table::{Command, DealingMode, FloorTable, State, Tender};
use rulebook::{Act, Cite, FloorBook, JackpotRules, RoleId};

/// Whoever deals: any member of staff, and the program where it deals itself.
pub fn dealer<'b>(book: impl Into<FloorBook<'b>>, mode: Option<DealingMode>) -> Needs {
    let needs = Needs::staff(book.into().ladder.roles[0].clause);
    if mode == Some(DealingMode::Live) { needs } else { needs.or_system() }
}

/// What a player does with their own money. At a live table the dealer records it; at a virtual one nobody acts for them.
pub fn player(mode: Option<DealingMode>, own: Option<Own>, cite: Cite) -> Needs {
    let staff = (mode == Some(DealingMode::Live)).then_some(RoleId(0));
    Needs { own, staff, ..Needs::nobody(cite) }
}

/// What a command of a table needs.
pub fn of_table<G: Game>(
    table: &FloorTable<G>,
    state: &State<G::State>,
    command: &Command<G::Command>,
) -> Needs {
    let book = table.game.book();
    let (mode, rules) = (state.mode, book.house);
    let jackpots = table.jackpots();
    let jackpot = |clause: fn(&JackpotRules) -> Cite| jackpots.map_or(rules.uncovered, clause);
    match command {
        Command::SetUp(DealingMode::Virtual | DealingMode::Live) => Needs::power(book, Act::CloseTable),
        Command::Game { command, .. } => table.game.needs(&state.game, mode, command),
        Command::Deal { .. } => dealer(book, mode),
        Command::DealByHand { .. } => Needs::staff(book.ladder.roles[0].clause),
        // A card is shown to the dealer at a live table; at a virtual one people sit down by themselves.
        Command::AskSeat { patron, .. } => {
            let staff = (mode == Some(DealingMode::Live)).then_some(RoleId(0));
            Needs { staff, ..Needs::nobody(rules.patrons.play) }.or_own(Own::Patron(*patron))
        }
        // Nobody gives a seed in a player's place, the house least of all.
        Command::GiveSeed { seat, .. } => Needs::nobody(rules.seeds).or_own(Own::Seat(*seat)),
        Command::LeaveSeat { seat } => {
            Needs { staff: Some(RoleId(0)), ..Needs::system(table.game.seats().cite) }
                .or_own(Own::Seat(*seat))
        }
        Command::RemovePlayer { .. } => Needs::power(book, Act::RemovePlayer),
        Command::BuyIn { with: Tender::Cash | Tender::Chips, .. } => {
            Needs::staff(rules.mispayments.cash_change)
        }
        Command::BuyIn { seat, with: Tender::Account, .. } | Command::CashOut { seat, .. } => {
            player(mode, Some(Own::Seat(*seat)), rules.mispayments.cash_change)
        }
        Command::ChangeColour { .. } => Needs::staff(rules.mispayments.colour_change),
        Command::Fill { .. } | Command::Credit { .. } => Needs::power(book, Act::FillFloat),
        Command::CountFloat { .. } | Command::CountDrop { .. } | Command::CloseDay { .. } => {
            Needs::power(book, Act::CountFloat)
        }
        Command::Link { .. } | Command::Unlink | Command::GoManual => Needs::power(book, Act::ChangeMeter),
        Command::Answered { .. } => Needs::system(jackpot(|jackpots| jackpots.recorded)),
        Command::Standing { .. } => Needs::system(rules.patrons.loss_limit),
        Command::VoidWagers { .. } | Command::Bar { .. } => Needs::system(rules.uncovered),
        Command::PostCorrection { .. } => Needs::system(rules.mispayments.remedy),
        Command::FollowMeter { .. } => Needs::system(jackpot(|jackpots| jackpots.links.group)),
        Command::LoseLink | Command::FindLink => Needs::system(jackpot(|jackpots| jackpots.equipment)),
        Command::DetermineAwards { .. } => Needs::power(book, Act::DetermineTopJackpot),
    }
}
