//! Why somebody may not sit down at a table, as they are told it themselves.

use crate::floor::{Floor, FloorError, rules};
use crate::names::TableName;
use crate::orders::patron_command;
use crate::table::PatronCall;
use engine::{Actor, Machine, PatronId, Who};
use house::PatronReason;

/// What keeps a patron from a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptOut {
    /// Why, in the second person.
    pub why: String,
    pub clause: String,
    /// Nothing that the patron does at a table changes it: an exclusion, a pause.
    pub lasts: bool,
}

impl Floor {
    /// Why a patron may not sit down at a table now: by the house, or by their own file. The words are for the patron.
    ///
    /// # Errors
    /// If the house or the file cannot be read.
    pub fn kept_out(&self, table: &TableName, patron: PatronId) -> Result<Option<KeptOut>, FloorError> {
        let book = rules(&table.book)?;
        if let Some(barred) = self.barred(table, patron)? {
            let why =
                "You are excluded from further participation in this game for the gaming day".to_string();
            let clause = book.label(barred).to_string();
            return Ok(Some(KeptOut { why, clause, lasts: true }));
        }
        let desk = self.open_patron(&table.book, patron)?;
        let actor = Actor { who: Who::System, at: desk.now() };
        let refused = desk.with_state(|file| {
            let asked = PatronCall::StartPlay { seat: 0, card: file.card() };
            let asked = patron_command((&table.book, table.number), asked, None);
            desk.machine().decide(file, actor, &asked, &mut Vec::new()).err()
        });
        Ok(refused.map(|refusal| KeptOut {
            why: refusal.reason.to_patron(),
            clause: book.label(refusal.cite).to_string(),
            lasts: matches!(refusal.reason, PatronReason::Excluded { .. } | PatronReason::Paused),
        }))
    }
}
