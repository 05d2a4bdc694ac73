//! Notices on recorded time: at the boundary, when the clock jumps, and while nobody ran the table.

use crate::common;
use engine::{MeterIndex, TableNumber};

use common::{BOOKS, Scene, both, dollars, game};
use engine::banked::{self, NoticeOf};
use engine::jackpot::{self, MeterNotice};
use floor::CommandOutcome;
use floor::authority::PATRON;
use floor::table::DealingMode;
use std::time::Duration;

fn seconds(scene: &Scene, seconds: u64) {
    scene.clock.pass(Duration::from_secs(seconds));
}

#[test]
fn twenty_minutes_are_twenty_minutes() {
    for id in BOOKS {
        let mut scene = Scene::new(id);
        let table = scene.open_table(TableNumber(1), DealingMode::Virtual);
        scene.seat(&table, 0, PATRON);
        let mut limits = scene.sign().limits;
        for least in limits.min.iter_mut().flatten() {
            *least = dollars(20);
        }
        let limits = Box::new(limits);
        let change = || game(banked::Command::ChangeLimits { limits: limits.clone(), at_once: false });
        let notice = banked::Command::PostNotice { of: NoticeOf::Limits, limits: Some(limits.clone()) };
        scene.table(&table, both(), game(notice));
        let clause = scene.book.label(scene.book.table.limits.notice_minutes.cite).to_string();
        seconds(&scene, 600);
        // The wall clock leaps ahead and back: nothing has passed.
        scene.clock.jump(7_200_000);
        assert_eq!(scene.refused(&table, both(), change()).1, clause, "{id}");
        scene.clock.jump(-9_999_000);
        // Something is recorded, so that the ten minutes stand in the log; then nobody runs the table for hours.
        let closing = banked::Command::PostNotice { of: NoticeOf::Closing, limits: None };
        scene.table(&table, both(), game(closing));
        scene.restart();
        scene.clock.jump(36_000_000);
        assert_eq!(scene.refused(&table, both(), change()).1, clause, "{id}: downtime does not count");
        seconds(&scene, 599);
        assert_eq!(scene.refused(&table, both(), change()).1, clause, "{id}: a second too early");
        seconds(&scene, 1);
        scene.table(&table, both(), change());
        scene.floor.close();
    }
}

#[test]
fn tables_join_a_meter_after_the_sign() {
    for id in BOOKS {
        let scene = Scene::new(id);
        scene.open_meter(dollars(5));
        let Some(minutes) = &scene.book.jackpots.notices.table else { continue };
        scene.notice(MeterIndex(0), MeterNotice::Tables);
        let link = || jackpot::Command::Link {
            meter: MeterIndex(0),
            table: TableNumber(1),
            terms: scene.terms(),
            hands: true,
        };
        seconds(&scene, u64::from(minutes.value) * 60 - 1);
        let early = scene.try_meter(both(), link()).unwrap();
        let too_short = jackpot::Reason::NoticeTooShort { minutes: minutes.value };
        assert!(
            matches!(early, CommandOutcome::Refused(ref no) if no.reason == too_short),
            "{id}: {early:?}"
        );
        seconds(&scene, 1);
        scene.meter(both(), link());
        scene.floor.close();
    }
}
