//! One who plays by the rules: sits at a table, and buys chips and cashes them in again, one after the other.

use crate::LoadError;
use crate::http::{Line, Server};
use serde_json::{Value, json};
use server::demo;
use std::time::Duration;

pub(super) struct Player {
    line: Line,
    table: u64,
    sent: u128,
}

impl Player {
    pub(super) fn sit_down(server: &Server) -> Result<Player, LoadError> {
        let mut line = Line::open(server)?;
        if !line.log_in("player", demo::SECRET)? {
            return Err(LoadError(
                "nobody called 'player' may log in there; floods need a demonstration".into(),
            ));
        }
        let nothing = || LoadError("there is no free place at a table that is dealt by the system".into());
        let tables = line.get("/api/tables")?.json().ok_or_else(nothing)?;
        let virtual_ones = tables["tables"].as_array().into_iter().flatten().filter(|table| {
            table["mode"] == "virtual" && table["free"].as_u64().is_some_and(|free| free > 0)
        });
        let tables: Vec<u64> = virtual_ones.filter_map(|table| table["table"].as_u64()).collect();
        let mut player = Player { line, table: 0, sent: 0 };
        for table in tables {
            player.table = table;
            let view = player.line.get(&format!("/api/tables/{table}"))?.json().unwrap_or_default();
            let seats = view["seats"].as_array().cloned().unwrap_or_default();
            let Some(at) = seats.iter().position(|seat| seat["taken"] == false) else { continue };
            let join = json!({ "seat": at + 1, "amount": "100.00" });
            if player.order("join", &join)?.1 {
                return Ok(player);
            }
        }
        Err(nothing())
    }

    /// Sends an order; how long it took, and whether it was acknowledged: the rules may say no.
    fn order(&mut self, to: &str, command: &Value) -> Result<(Duration, bool), LoadError> {
        self.sent += 1;
        // Ids of an earlier run on the same floor are others.
        let id = format!("{:032x}", (u128::from(std::process::id()) << 64) | self.sent);
        let body = json!({ "id": id, "command": command }).to_string();
        let answer = self.line.ask("POST", &format!("/api/tables/{}/{to}", self.table), &body)?;
        Ok((answer.whole, matches!(answer.status, 200 | 409)))
    }

    /// The next command.
    pub(super) fn command(&mut self) -> Result<(Duration, bool), LoadError> {
        let what = if self.sent.is_multiple_of(2) { "buy-in" } else { "cash-out" };
        self.order("commands", &json!({ "do": what, "amount": "5.00" }))
    }
}
