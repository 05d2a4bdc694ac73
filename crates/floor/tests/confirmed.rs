//! A patron's wait over a time when nothing ran: counted where a second source vouches for the clock, and only there.

use crate::common;

use common::{BOOKS, Scene, both, dealer, dollars, patron};
use floor::authority::PATRON;
use floor::{By, CommandOutcome};
use house::{ClockSource, LimitOf, PatronCommand, Period, Person, StaffId};

const HOUR_MS: i64 = 3_600_000;
/// 15 November 2026.
const NOON: i64 = 1_794_744_000_000;
const LIMIT: LimitOf = LimitOf::Loss(Period::Day);

/// A patron has asked for a higher limit.
fn asked(scene: &Scene) {
    for to in [100, 500] {
        scene.file(PATRON, patron(PATRON), PatronCommand::SetLimit { of: LIMIT, to: Some(dollars(to)) });
    }
}

/// Whether the higher limit may hold now.
fn holds(scene: &Scene) -> bool {
    let what = PatronCommand::TakeEffect { of: LIMIT };
    let answer = scene.floor.ask_patron((scene.id, PATRON), (scene.next(), patron(PATRON)), what).unwrap();
    matches!(answer, CommandOutcome::Done(_))
}

/// What the file says of the last confirmation.
fn confirmed(scene: &Scene) -> Option<i64> {
    let desk = scene.floor.patron(scene.id, PATRON).unwrap();
    desk.with_state(|file| file.confirmed.map(|(_, clock_ms)| clock_ms))
}

fn hours(scene: &Scene) -> i64 {
    i64::from(scene.book.house.patrons.increase_after_hours.value)
}

/// Off for so long: the machine counts nothing, and its wall clock shows this.
fn off_until(scene: &mut Scene, wall_ms: i64) {
    scene.restart();
    scene.clock.jump(wall_ms);
}

#[test]
fn two_persons_vouch_for_the_clock_and_downtime_counts() {
    for id in BOOKS {
        let mut scene = Scene::new(id);
        scene.clock.jump(NOON);
        assert!(
            scene.floor.confirm_clock(id, By::alone(Person::Staff(StaffId(1)))).is_err(),
            "{id}: one is not enough"
        );
        assert!(scene.floor.confirm_clock(id, dealer()).is_err(), "{id}: nor is a dealer");
        assert_eq!(scene.floor.confirm_clock(id, both()).unwrap(), NOON);
        asked(&scene);
        scene.wait(|| confirmed(&scene) == Some(NOON));
        // A second short of the hours, with both ends confirmed; then the second.
        let due = NOON + hours(&scene) * HOUR_MS;
        off_until(&mut scene, due - 1_000);
        assert!(!holds(&scene), "{id}: nobody has vouched for the clock since the start");
        scene.floor.confirm_clock(id, both()).unwrap();
        scene.wait(|| confirmed(&scene) == Some(due - 1_000));
        assert!(!holds(&scene), "{id}: a second too early");
        scene.clock.pass(std::time::Duration::from_secs(1));
        assert!(holds(&scene), "{id}");
        scene.floor.close();
    }
}

#[test]
fn a_clock_that_nobody_vouches_for_counts_nothing() {
    let mut scene = Scene::new(BOOKS[0]);
    scene.clock.jump(NOON);
    asked(&scene);
    // Neither a leap of the wall clock nor a restart.
    scene.clock.jump(100 * HOUR_MS);
    assert!(!holds(&scene));
    off_until(&mut scene, NOON + 200 * HOUR_MS);
    assert!(!holds(&scene));
    // The beginning was not confirmed: what passed before the first confirmation does not count.
    scene.floor.confirm_clock(scene.id, both()).unwrap();
    assert!(!holds(&scene));
    scene.wait(|| confirmed(&scene).is_some());
    let due = NOON + (200 + hours(&scene)) * HOUR_MS;
    off_until(&mut scene, due);
    scene.floor.confirm_clock(scene.id, both()).unwrap();
    scene.wait(|| confirmed(&scene) == Some(due));
    assert!(holds(&scene));
    scene.floor.close();
}

#[test]
fn a_clock_that_runs_back_takes_nothing_away() {
    let mut scene = Scene::new(BOOKS[1]);
    scene.clock.jump(NOON);
    scene.floor.confirm_clock(scene.id, both()).unwrap();
    asked(&scene);
    scene.wait(|| confirmed(&scene) == Some(NOON));
    let before = scene.floor.patron(scene.id, PATRON).unwrap().now();
    off_until(&mut scene, NOON - 50 * HOUR_MS);
    scene.floor.confirm_clock(scene.id, both()).unwrap();
    assert!(!holds(&scene));
    let desk = scene.floor.patron(scene.id, PATRON).unwrap();
    assert!(desk.now() >= before, "recorded time never runs back");
    assert_eq!(confirmed(&scene), Some(NOON), "and what was confirmed stands");
    scene.floor.close();
}

#[test]
fn the_database_vouches_for_the_clock_where_they_agree() {
    let mut scene = Scene::new(BOOKS[3]);
    let own = |scene: &Scene, ms| *scene.store.own_clock.lock().unwrap() = Some(ms);
    scene.clock.jump(NOON);
    own(&scene, NOON + 2_000);
    asked(&scene);
    scene.wait(|| confirmed(&scene) == Some(NOON + 2_000));
    assert!(matches!(scene.floor.confirmed_clock(), Some((_, ClockSource::Database))));
    let due = NOON + 2_000 + hours(&scene) * HOUR_MS;
    // The machine comes back with a wrong clock: nothing counts, whatever two persons say of it.
    own(&scene, due);
    off_until(&mut scene, due - HOUR_MS);
    scene.floor.confirm_clock(scene.id, both()).unwrap();
    assert!(scene.floor.confirmed_clock().is_none());
    assert!(!holds(&scene));
    // Set right.
    scene.clock.jump(HOUR_MS);
    scene.wait(|| confirmed(&scene) == Some(due));
    assert!(holds(&scene));
    scene.floor.close();
}
