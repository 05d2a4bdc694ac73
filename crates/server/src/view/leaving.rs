//! Why the viewer has to leave a table, has left it, or may not sit down there.

use crate::texts::{fill, t};
use floor::{ActingRole, KeptOut};
use rulebook::Rulebook;
use serde::Serialize;

/// What the viewer is told about leaving.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeavingView {
    /// Who wants it, and why, in a sentence for the viewer.
    pub why: String,
    pub clause: String,
    /// To sit down again would be refused.
    pub kept_out: bool,
}

/// An order to a player to leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removal {
    /// The role of whoever gave it.
    pub role: ActingRole,
    pub why: String,
    pub clause: String,
    /// The chips go to the account: they are not real.
    pub to_account: bool,
}

impl Removal {
    pub(super) fn view(&self, book: &Rulebook, seated: bool) -> LeavingView {
        let role = match self.role {
            ActingRole::Staff(role) => book.ladder.name(role),
            ActingRole::Program => t("table.the-system"),
        };
        let with = [("role", role), ("why", self.why.as_str())];
        let why = match (seated, self.to_account) {
            (true, _) => fill("table.removed-after", &with),
            (false, true) => fill("table.removed", &with),
            (false, false) => fill("table.removed-with-chips", &with),
        };
        LeavingView { why, clause: self.clause.clone(), kept_out: false }
    }
}

impl LeavingView {
    /// What keeps somebody from a table who sits there still, or does not.
    pub(crate) fn kept_out(kept: &KeptOut, seated: bool) -> LeavingView {
        let with = [("why", kept.why.as_str())];
        let why = if seated { fill("table.kept-out-after", &with) } else { fill("table.kept-out", &with) };
        LeavingView { why, clause: kept.clause.clone(), kept_out: true }
    }
}
