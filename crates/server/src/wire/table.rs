//! What can be said to a table, as the floor is told it.

use super::TableCommand;
use crate::problem::Problem;
use commands::{meter_at, place_or};
use engine::{PatronId, PlaceNumber, banked};
use floor::BankedTable;
use floor::table::{Command, CommittedRoot, Seed, Tender};

/// A command for a table, for whoever sits at `own` or at no place.
///
/// # Errors
/// If it names what the table does not have.
pub fn floor_command(
    said: &TableCommand,
    table: &BankedTable,
    (own, patron): (Option<usize>, Option<PatronId>),
) -> Result<Command<banked::Command>, Problem> {
    let narrow =
        |seat: usize| u8::try_from(seat).map_err(|_| Problem::bad_request("no table has such a place"));
    let at = |seat: &Option<PlaceNumber>| narrow(place_or(*seat, own)?);
    let named = |seat: &PlaceNumber| narrow(seat.seat()?);
    Ok(match said {
        TableCommand::Sit { seat, card, patron: whom } => {
            let patron = whom.or(patron);
            let patron =
                patron.ok_or_else(|| Problem::bad_request("whose place is it to be? name the patron"))?;
            Command::AskSeat { seat: named(seat)?, patron, card: *card }
        }
        TableCommand::Leave { seat } => Command::LeaveSeat { seat: at(seat)? },
        TableCommand::BuyIn { amount, with, seat } => {
            Command::BuyIn { seat: at(seat)?, amount: amount.0, with: with.unwrap_or(Tender::Account) }
        }
        TableCommand::CashOut { amount, seat } => Command::CashOut { seat: at(seat)?, amount: amount.0 },
        TableCommand::GiveSeed { root, seed, next, seat } => Command::GiveSeed {
            seat: at(seat)?,
            root: CommittedRoot(root.0),
            seed: Seed(seed.0),
            next: next.map(|promise| Seed(promise.0)),
        },
        TableCommand::Deal {} => Command::Deal { next_key: None },
        TableCommand::RemovePlayer { seat, why } => {
            Command::RemovePlayer { seat: named(seat)?, why: why.clone() }
        }
        TableCommand::ChangeColour { seat, amount } => {
            Command::ChangeColour { seat: named(seat)?, amount: amount.0 }
        }
        TableCommand::SetUp { mode } => Command::SetUp(*mode),
        TableCommand::DetermineAwards {} => Command::DetermineAwards { next_key: None },
        TableCommand::Fill { amount } => Command::Fill { amount: amount.0 },
        TableCommand::Credit { amount } => Command::Credit { amount: amount.0 },
        TableCommand::CountFloat { amount } => Command::CountFloat { amount: amount.0 },
        TableCommand::CountDrop { amount } => Command::CountDrop { amount: amount.0 },
        TableCommand::CloseDay { day } => Command::CloseDay { day: *day },
        TableCommand::Link { meter } => Command::Link { meter: meter_at(*meter)? },
        TableCommand::Unlink {} => Command::Unlink,
        TableCommand::GoManual {} => Command::GoManual,
        of_game => {
            let command = of_game.game_command((table.game.book(), table.game.game()), own)?;
            // The floor puts a fresh key in its place.
            let to_game = |command| Command::Game { command, next_key: None };
            command.map(to_game).ok_or_else(|| Problem::bad_request("a table is not told this"))?
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use commands::CommandSet;
    use serde_json::json;

    #[test]
    fn every_command_reaches_the_game_or_the_floor() {
        let book = floor::book("crown-sydney-poker-minors-3.3").unwrap();
        let game = engine::banked::Banked::new(book, book.variant("caribbean-stud").unwrap());
        let table = BankedTable::new(game);
        for (word, schema) in TableCommand::schemas() {
            let mut example = schema["examples"][0].clone();
            if word == "decide" {
                example = json!({ "do": "decide", "decision": "fold" });
            }
            let said: TableCommand = serde_json::from_value(example).unwrap();
            match floor_command(&said, &table, (Some(0), Some(PatronId(7)))) {
                Ok(_) => {}
                Err(problem) => assert_ne!(problem.what, "a table is not told this", "{word}"),
            }
        }
    }
}
