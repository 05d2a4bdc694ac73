//! Best play: what the exact solution of the game chooses.

use super::bet;
use cards::CardSet;
use engine::banked::{Decision, Table};
use odds::{Choice, DECISIONS, Seen, Solved};
use rulebook::ChoiceKind;

/// Decides for a seat at a step of the game, by the cards that its player can see.
pub(crate) fn decide(solved: &Solved<'_, '_>, table: &Table, seat: usize, step: usize) -> Decision {
    let setup = solved.setup();
    let game = setup.game();
    let here = setup.decisions.iter().position(|decision| decision.step == step).unwrap_or(0);
    let player = &table.seats[seat];
    let ante = player.stakes[0].cents().max(1);
    let mut stakes = [0; DECISIONS];
    for (stake, decision) in stakes.iter_mut().zip(&setup.decisions[..here]) {
        *stake = (player.stakes[decision.wager].cents() / ante) as u8;
    }
    let set = |cards: &[cards::CardId]| cards.iter().map(|card| card.card()).collect::<CardSet>();
    let seen = Seen {
        decision: here,
        own: set(&player.cards[..game.hand_cards.value]),
        up: game.up_card.as_ref().map(|up| table.dealer[up.value].card()),
        board: set(&table.board[..usize::from(table.board_shown)]),
        stakes,
    };
    match solved.decide(&seen) {
        Some(Choice::Bet(times)) => bet(table, seat, times.into()),
        Some(Choice::Check) => Decision::Check,
        _ if setup.decisions[here].fold == Some(ChoiceKind::FoldAnte) => Decision::FoldAnte,
        _ => Decision::Fold,
    }
}
