//! Rounds from the first wager to the end, and what the log has of them.

use super::{Scene, dealer, dollars, game, patron};
use engine::Hidden;
use engine::banked::{self, Decision, Event as E, Phase};
use floor::reconcile::reconcile;
use floor::table::{Command, Event};
use rulebook::Medium;
use store::Stream;

pub(crate) fn lays(scene: &Scene, table: &Stream, seat: usize, number: u32) {
    let first = scene.book.variants[0].wager.iter().enumerate();
    for (wager, _) in first.filter(|(_, wager)| wager.place == rulebook::Place::First) {
        let (amount, medium) = (dollars(10), Medium::Chips);
        let place = banked::Command::Place { seat, wager, amount, medium, proxy: false, checked: true };
        scene.table(table, patron(number), game(place));
    }
}

pub(crate) fn deals(scene: &Scene, table: &Stream) {
    scene.table(table, dealer(), game(banked::Command::CallNoMoreBets));
    scene.table(table, dealer(), Command::Deal { spare: Hidden::new([0; 32]) });
}

pub(crate) fn plays_out(scene: &Scene, table: &Stream, players: &[(usize, u32)]) {
    for _ in 0..40 {
        match scene.look(table, |state| state.game.phase) {
            Phase::Betting => return scene.quiet(),
            Phase::Deciding(_) => {
                for (seat, number) in players {
                    let fold = banked::Command::Decide { seat: *seat, decision: Decision::Fold };
                    scene.try_table(table, patron(*number), game(fold));
                }
                scene.try_table(table, dealer(), game(banked::Command::Proceed));
            }
            _ => scene.table(table, dealer(), game(banked::Command::Settle)),
        }
    }
    panic!("the round does not end");
}

/// All events of a table, with the clause of each.
pub(crate) fn log(scene: &Scene, table: &Stream) -> Vec<(Event<E>, String)> {
    let (mut reading, mut log) = (floor::Reading::new(table).unwrap(), Vec::new());
    let mut note = |side, _: &store::Record, event: &rulebook::Ruled<Event<E>>, _: &_| {
        if side == floor::Side::Before {
            log.push((event.value.clone(), scene.book.label(event.cite).to_string()));
        }
    };
    reading.read_to(&*scene.store, &scene.vault, u64::MAX, &mut note).unwrap();
    log
}

pub(crate) fn agrees(scene: &Scene) {
    let found = reconcile(&*scene.store, &scene.vault, None).unwrap();
    assert!(found.agrees(), "{}: {:?}", scene.id, found.differences());
}
