//! Two files of one person are linked in steps; whatever stops in between, the link is whole afterwards, or there is none.

use crate::common;
use engine::{PatronId, TableNumber};

use common::{Scene, both, dollars, patron};
use floor::authority::{OTHER_PATRON, PATRON};
use floor::reconcile::reconcile;
use floor::table::{Command, DealingMode};
use house::{FileName, PatronCommand as P, PatronFile};
use std::sync::atomic::Ordering;

const BOOK: &str = "crown-melbourne-mississippi-stud-3.0";

fn file<T>(scene: &Scene, number: PatronId, look: impl FnOnce(&PatronFile) -> T) -> T {
    scene.floor.patron(BOOK, number).unwrap().with_state(look)
}

fn link() -> P {
    P::Link { other: FileName { book: None, number: OTHER_PATRON } }
}

/// After so many of its records everything stops. Whoever opens either file first finds one file or two, with all of the
/// money and the exclusion that either had.
#[test]
fn adversary_07_a_link_that_a_crash_cuts_is_whole_or_is_none() {
    let mut seen = [0; 2];
    for kept in 0..5 {
        for first in [PATRON, OTHER_PATRON] {
            let mut scene = Scene::new(BOOK);
            let table = scene.open_table(TableNumber(1), DealingMode::Virtual);
            scene.file(OTHER_PATRON, patron(OTHER_PATRON), P::Exclude { until: None });
            scene.store.left.store(kept, Ordering::SeqCst);
            let answer = scene.floor.ask_patron((BOOK, PATRON), (scene.next(), both()), link());
            let done = matches!(answer, Ok(floor::CommandOutcome::Done(_)));
            assert_eq!(done, kept >= 3, "{kept}: {answer:?}");
            scene.store.left.store(i64::MAX, Ordering::SeqCst);
            scene.restart();
            let found = reconcile(&*scene.store, &scene.vault, None).unwrap();
            assert!(found.agrees(), "{kept}: {:?}", found.differences());
            // Whoever comes first, with either number, and at once.
            let ask = Command::AskSeat { seat: 0, patron: first, card: None };
            scene.try_table(&table, patron(first), ask);
            scene.quiet();
            let seated = scene.with_state(&table, |state| state.patrons[0].is_some());
            scene.wait(|| file(&scene, PATRON, |file| file.linking.is_none()));
            let one = scene.floor.patron(BOOK, PATRON).unwrap().stream().clone()
                == *scene.floor.patron(BOOK, OTHER_PATRON).unwrap().stream();
            assert_eq!(one, kept >= 1 && !seated, "{kept} {first}: begun is finished, unless they play");
            seen[usize::from(one)] += 1;
            if one {
                let held = file(&scene, first, |file| (file.balance, file.exclusion.is_some()));
                assert_eq!(held, (dollars(20_000), true), "{kept} {first}");
                assert!(!seated, "{kept} {first}: excluded by the other file");
            } else {
                assert!(file(&scene, OTHER_PATRON, |file| file.exclusion.is_some()));
                assert!(file(&scene, PATRON, |file| file.exclusion.is_none()));
            }
            let found = reconcile(&*scene.store, &scene.vault, None).unwrap();
            assert!(found.agrees(), "{kept}: {:?}", found.differences());
            scene.floor.close();
        }
    }
    assert!(seen[0] >= 2 && seen[1] >= 6, "{seen:?}");
}
