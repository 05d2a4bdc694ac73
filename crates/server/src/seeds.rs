//! Acknowledging seeds of players: the answer to one is signed.

use crate::app::App;
use crate::table_orders::CommandReceipt;
use crate::view::ReceiptView;
use crate::viewer::Viewer;
use crate::wire::TableCommand;
use engine::TableNumber;
use serde::Serialize;
use store::Hash;

/// What an order to a table led to.
#[derive(Debug, Serialize)]
pub struct TableCommandReply {
    /// What was kept.
    #[serde(flatten)]
    pub kept: CommandReceipt,
    /// The receipt, where a seed was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipt: Option<ReceiptView>,
}

/// The receipt for the seed of a command that was kept. It is made from what the table holds, not from what the command says, so
/// nobody is signed for what is not there: none once another round has begun, where the page of the round has it.
pub fn receipt(
    app: &App,
    viewer: &Viewer,
    number: TableNumber,
    command: &TableCommand,
) -> Option<ReceiptView> {
    let TableCommand::GiveSeed { root, seed, .. } = command else { return None };
    let (_, desk) = app.table(number).ok()?;
    let patron = viewer.at(&desk.machine().game.book().front.id).patron()?;
    let given = desk.with_state(|state| {
        let decks = [&state.deck, &state.dealt_from].into_iter().flatten();
        let found = decks.filter(|deck| deck.root.0 == root.0).find_map(|deck| deck.seed_of(patron));
        found.filter(|given| given.seed.0 == seed.0).copied()
    });
    Some(ReceiptView::sign(&app.vault, desk.stream(), Hash(root.0), &given?))
}
