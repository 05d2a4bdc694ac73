//! What the log has of rounds that were played.

use super::Scene;
use engine::banked::Event as E;
use floor::reconcile::reconcile;
use floor::table::Event;
use store::Stream;

/// All events of a table, with the clause of each.
pub(crate) fn log(scene: &Scene, table: &Stream) -> Vec<(Event<E>, String)> {
    let (mut reading, mut log) = (floor::Reading::new(table).unwrap(), Vec::new());
    let mut note = |side, _: &store::Record, event: &rulebook::Ruled<Event<E>>, _: &_| {
        if side == floor::EventSide::Before {
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
