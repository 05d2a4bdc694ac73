//! Linked meters on the floor: the line lost and found again, awards fixed when they are recorded, closing with transfer,
//! and the value as at any past settlement.

use crate::common;

use common::{BOOKS, SYSTEM, Scene, both, dealer, dollars, game, linked, patron};
use engine::banked::{Command as C, Decision, Offer, Phase};
use engine::jackpot::{self, MeterNotice};
use engine::{Actor, Machine, MeterIndex, Moment, TableNumber, Who};
use floor::authority::PATRON;
use floor::table::{Command, Link};
use floor::{AsAt, By, FloorError, meter_stream};
use house::{Person, StaffId};
use money::MicroCents;
use store::Stream;

fn offers(scene: &Scene, table: &Stream) -> Vec<Offer> {
    let desk = scene.desk(table);
    let actor = Actor { who: Who::Seat(0), at: Moment(0) };
    desk.with_state(|state| desk.machine().game.offers(&state.game, actor))
}

/// Lays what is needed, and the jackpot's wager where it is wanted; the answer is whether that was taken.
fn lay(scene: &Scene, table: &Stream, jackpot: bool) -> bool {
    let spot = scene.desk(table).machine().game.jackpot_spot();
    let mut taken = false;
    for _ in 0..2 {
        for offer in offers(scene, table) {
            let Offer::Place { seat, wager, from, .. } = offer else { continue };
            let first = scene.book.variants[0].wager[wager].place == rulebook::Place::First;
            let is_jackpot = Some(wager) == spot;
            if !(first || is_jackpot && jackpot) {
                continue;
            }
            let medium = rulebook::Medium::Chips;
            let place = C::Place { seat, wager, amount: from, medium, proxy: false, checked: true };
            let answer = scene.try_table(table, patron(PATRON), game(place));
            taken |= is_jackpot && matches!(answer, floor::CommandOutcome::Done(_));
        }
    }
    taken
}

/// Plays what was laid to its end, folding.
fn play(scene: &Scene, table: &Stream) {
    scene.table(table, dealer(), game(C::CallNoMoreBets));
    scene.table(table, dealer(), Command::Deal { next_key: None });
    for _ in 0..20 {
        match scene.with_state(table, |state| state.game.phase) {
            Phase::Deciding(_) => {
                let fold = C::Decide { seat: 0, decision: Decision::Fold };
                scene.try_table(table, patron(PATRON), game(fold));
                scene.try_table(table, dealer(), game(C::Proceed));
            }
            Phase::Showdown => scene.table(table, dealer(), game(C::Settle)),
            _ => return,
        }
    }
}

fn link_of(scene: &Scene, table: &Stream) -> Link {
    scene.with_state(table, |state| state.link)
}

#[test]
fn a_line_that_is_lost_and_found() {
    for id in BOOKS {
        let (scene, table) = linked(id);
        assert_eq!(link_of(&scene, &table), Link::Live);
        assert!(lay(&scene, &table, true), "{id}");
        // The meter's stream takes nothing when the wagers are closed.
        *scene.store.lost.lock().unwrap() = meter_stream(id);
        play(&scene, &table);
        scene.until(&table, |state| state.link == Link::Stale);
        assert!(!lay(&scene, &table, true), "{id}: no jackpot wagers on a line that is lost");
        let by = By { person: Person::Staff(StaffId(10)), second: None };
        scene.refused(&table, by, Command::GoManual);
        scene.table(&table, both(), Command::GoManual);
        assert_eq!(link_of(&scene, &table), Link::Manual);
        let spot = scene.desk(&table).machine().game.jackpot_spot();
        assert!(lay(&scene, &table, true), "{id}: a manual process takes them, {spot:?}");
        play(&scene, &table);
        let waiting = scene.with_state(&table, |state| state.due.len());
        assert!(waiting >= 3, "{id}: {waiting} calls are kept for the meter");
        *scene.store.lost.lock().unwrap() = None;
        scene.floor.call_again();
        scene.quiet();
        assert_eq!(link_of(&scene, &table), Link::Live, "{id}");
        let meter = scene.floor.meter(id).unwrap();
        meter.with_state(|state| {
            assert_eq!(state.meters[0].totals.wagers, 2, "{id}: both rounds, once each");
            assert_eq!(state.meters[0].totals.value(), state.meters[0].value);
        });
        scene.floor.close();
    }
}

#[test]
fn as_at_a_past_settlement() {
    for id in BOOKS {
        let (scene, table) = linked(id);
        let value = || {
            scene.floor.meter(id).unwrap().with_state(|state| (state.meters[0].seq, state.meters[0].value))
        };
        let mut stood = vec![value()];
        for _ in 0..3 {
            lay(&scene, &table, true);
            play(&scene, &table);
            scene.quiet();
            stood.push(value());
        }
        let read = |by, at| scene.floor.meter_as_at((id, MeterIndex(0)), (scene.next(), by), at);
        for (round, (seq, after)) in stood.iter().enumerate() {
            let found = read(both(), AsAt::Seq(*seq)).unwrap();
            assert_eq!((found.seq, found.after), (*seq, *after), "{id}");
            if round > 0 {
                let outcome = AsAt::Outcome { table: TableNumber(1), outcome: round as u64 };
                assert_eq!(read(both(), outcome).unwrap().after, *after, "{id}: round {round}");
            }
        }
        assert!(
            matches!(read(dealer(), AsAt::Seq(1)), Err(FloorError::Barred { .. })),
            "{id}: not a dealer's"
        );
        assert!(matches!(read(both(), AsAt::Seq(999)), Err(FloorError::Refused { .. })));
        scene.floor.close();
    }
}

/// An award is fixed when it is recorded; others play on, in an order without gaps; closing hands on what is above the
/// seed.
#[test]
fn recorded_in_order_and_closed_with_a_transfer() {
    for id in BOOKS {
        let scene = Scene::new(id);
        scene.open_meter(dollars(5));
        scene.open_meter(dollars(10));
        scene.notice(MeterIndex(0), MeterNotice::Tables);
        scene.pass_minutes(20);
        let tell = |command| scene.meter(SYSTEM, command);
        for table in [1, 2].map(TableNumber) {
            scene.meter(
                both(),
                jackpot::Command::Link { meter: MeterIndex(0), table, terms: scene.terms(), hands: true },
            );
            tell(jackpot::Command::Register { meter: MeterIndex(0), table, wagers: 4 });
        }
        let rounding = money::Rounding::UP_TO_CENT;
        let record = |table, royals| jackpot::Command::Record {
            meter: MeterIndex(0),
            table,
            royals,
            flushes: 0,
            carried: 0,
            rounding,
        };
        let meter = scene.floor.meter(id).unwrap();
        let seq = meter.with_state(|state| state.meters[0].seq);
        tell(record(TableNumber(1), 1));
        let fixed = meter.with_state(|state| state.meters[0].tables[0].recorded.clone());
        tell(record(TableNumber(2), 0));
        tell(jackpot::Command::Register { meter: MeterIndex(0), table: TableNumber(2), wagers: 3 });
        tell(record(TableNumber(2), 0));
        assert_eq!(meter.with_state(|state| state.meters[0].tables[0].recorded.clone()), fixed, "{id}");
        assert_eq!(meter.with_state(|state| state.meters[0].seq), seq + 4, "{id}: no gaps");
        let early = scene
            .try_meter(
                both(),
                jackpot::Command::Close { meter: MeterIndex(0), into: vec![(MeterIndex(1), None)] },
            )
            .unwrap();
        assert!(matches!(early, floor::CommandOutcome::Refused(_)), "{id}: an award is not determined");
        tell(jackpot::Command::Determine { meter: MeterIndex(0), table: TableNumber(1) });
        for meter in [0, 1] {
            scene.notice(MeterIndex(meter), MeterNotice::Closing);
        }
        scene.pass_minutes(60);
        let worth = |state: &jackpot::State| -> MicroCents {
            state
                .meters
                .iter()
                .filter(|meter| !meter.closed)
                .map(|meter| meter.value)
                .fold(MicroCents::ZERO, |a, b| a + b)
        };
        let (before, seed) = meter.with_state(|state| {
            let seed = MicroCents::from(state.meters[0].terms.seed_value(scene.book));
            (worth(state), state.meters[0].value.min(seed))
        });
        scene.meter(
            both(),
            jackpot::Command::Close { meter: MeterIndex(0), into: vec![(MeterIndex(1), None)] },
        );
        let transfers = scene.book.jackpots.notices.transfer.is_some();
        if transfers {
            assert_eq!(meter.with_state(worth), before - seed, "{id}: all but the seed is handed on");
        }
        scene.floor.close();
    }
}
