//! Everybody by every command, under every book: allowed where the clause allows, refused with that clause elsewhere,
//! and nothing has changed where it was refused.

mod attempts;
use crate::common;
mod stages;

use ::house::{Command as H, Person, StaffId};
use attempts::Tried;
use common::{BOOKS, Scene, dollars, game, patron, rung};
use engine::jackpot::{self, MeterNotice};
use engine::{MeterIndex, banked};
use floor::authority::{OTHER_PATRON, PATRON, SEAT, TABLE};
use floor::table::{Command, DealingMode};
use floor::{By, CommandOutcome, FloorError};
use rulebook::RoleId;
use stages::{files, houses, meters, tables};

fn every_cell(id: &'static str) {
    let scene = Scene::new(id);
    let mut tried = Tried::new(&scene);
    if scene.has_meter() {
        scene.open_meter(dollars(5));
        scene.notice(MeterIndex(0), MeterNotice::Tables);
        scene.pass_minutes(30);
    }
    tables(&scene, &mut tried);
    scene.floor.close();
    let scene = Scene::new(id);
    houses(&scene, &mut tried);
    scene.floor.close();
    let scene = Scene::new(id);
    files(&scene, &mut tried);
    scene.floor.close();
    let scene = Scene::new(id);
    if scene.has_meter() {
        scene.open_meter(dollars(5));
    }
    meters(&scene, &mut tried);
    tried.complete(&scene);
    assert!(tried.attempts > 10_000, "{} attempts at {} cells", tried.attempts, tried.cells.len());
    scene.floor.close();
}

#[test]
fn sydney() {
    every_cell(BOOKS[0]);
}

#[test]
fn star() {
    every_cell(BOOKS[1]);
}

#[test]
fn melbourne_mississippi() {
    every_cell(BOOKS[2]);
}

#[test]
fn melbourne_three_card() {
    every_cell(BOOKS[3]);
}

/// Whatever wants a second person: none, the same one twice, one of too low a role, one who was dismissed.
#[test]
fn one_person_is_not_two() {
    for id in BOOKS {
        let scene = Scene::new(id);
        let table = scene.open_table(TABLE, DealingMode::Virtual);
        let fill = || Command::Fill { amount: dollars(1) };
        let least = scene.book.ladder.least(rulebook::Act::FillFloat).unwrap().value;
        let first = rung(least).person;
        let rule = scene.book.house.second(rulebook::Act::FillFloat).unwrap().clause;
        let (rule, roster) =
            (scene.book.label(rule).to_string(), scene.book.label(scene.book.house.roster).to_string());
        let Person::Staff(number) = first else { panic!("staff") };
        let tries = [
            (None, &rule),
            (Some(number), &roster),
            (Some(StaffId(10)), &rule),
            (Some(StaffId(90)), &roster),
            (Some(StaffId(999)), &roster),
        ];
        for (second, clause) in tries {
            let (_, found) = scene.refused(&table, By { person: first, second }, fill());
            assert_eq!(&found, clause, "{id}: {second:?}");
        }
        scene.table(&table, By { person: first, second: Some(StaffId(2)) }, fill());
        let correct = |second| {
            let by = By { person: Person::Staff(StaffId(1)), second };
            scene.floor.ask_meter(
                id,
                (scene.next(), by),
                jackpot::Command::Correct {
                    meter: MeterIndex(0),
                    by: money::MicroCents::from_micro_cents(1),
                    why: "x".into(),
                },
            )
        };
        for second in [None, Some(1), Some(10), Some(90)] {
            assert!(
                matches!(correct(second.map(StaffId)), Err(FloorError::Barred { .. })),
                "{id}: {second:?}"
            );
        }
        let hire = |second| {
            let by = By { person: Person::Staff(StaffId(1)), second };
            let what = H::Hire { id: StaffId(700), name: "Ned".into(), role: RoleId(0) };
            scene.floor.ask_house(id, (scene.next(), by), what).unwrap()
        };
        for second in [None, Some(1), Some(10), Some(90)] {
            assert!(matches!(hire(second.map(StaffId)), CommandOutcome::Refused(_)), "{id}: {second:?}");
        }
        assert!(matches!(hire(Some(StaffId(2))), CommandOutcome::Done(_)));
        scene.floor.close();
    }
}

/// Nobody acts for a place that they have left, whoever sits there now; and nobody brings cards along.
#[test]
fn a_place_that_was_left_is_nobodys() {
    let scene = Scene::new(BOOKS[0]);
    let table = scene.open_table(TABLE, DealingMode::Virtual);
    scene.seat(&table, SEAT, PATRON);
    scene.table(&table, patron(PATRON), Command::LeaveSeat { seat: SEAT });
    scene.quiet();
    scene.seat(&table, SEAT, OTHER_PATRON);
    // As it would be decided if it had been under way when the place changed hands.
    let desk = scene.desk(&table);
    let late =
        desk.ask(scene.next(), "patron/101", engine::Who::Patron(PATRON), Command::LeaveSeat { seat: SEAT });
    assert!(matches!(late, CommandOutcome::Refused(_)), "{late:?}");
    assert_eq!(scene.with_state(&table, |state| state.patrons[0]), Some(OTHER_PATRON));
    let free = banked::Command::Place {
        seat: 0,
        wager: scene.first(),
        amount: dollars(10),
        medium: rulebook::Medium::Token,
        proxy: false,
        checked: true,
    };
    scene.refused(&table, patron(OTHER_PATRON), game(free));
    scene.floor.close();
}
