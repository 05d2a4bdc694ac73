//! The gaming day ends in order: the last round is called, rounds under way are played, floats are counted, two persons
//! close it; and without a day nobody plays.

use crate::common;
use engine::TableNumber;

use common::{BOOKS, SYSTEM, Scene, both, date, dealer, dollars, game, patron};
use engine::banked::{self, Phase};
use floor::Account;
use floor::authority::{OTHER_PATRON, PATRON};
use floor::table::{Command, DealingMode, Tender};
use floor::{By, Clock, CommandOutcome};
use house::{ClosingStage, Command as H, Event, Hours, Person, StaffId};
use rulebook::Medium;
use store::Stream;

fn close() -> H {
    H::CloseDay { date: date(11, 15), tables: Vec::new() }
}

fn lays(scene: &Scene, seat: usize) -> Command<banked::Command> {
    let wagers = &scene.book.variants[0].wager;
    let wager = wagers.iter().position(|wager| wager.place == rulebook::Place::First).unwrap();
    let (amount, medium) = (dollars(10), Medium::Chips);
    game(banked::Command::Place { seat, wager, amount, medium, proxy: false, checked: true })
}

/// The dealer calls no more bets and the cards are dealt, from the system's deck.
fn deals(scene: &Scene, table: &Stream) {
    scene.table(table, dealer(), game(banked::Command::CallNoMoreBets));
    scene.quiet();
    if matches!(scene.with_state(table, |state| state.game.phase), Phase::Betting | Phase::Locked) {
        scene.table(table, dealer(), Command::Deal { next_key: None });
    }
}

/// Everybody folds what is left to decide, and the round is settled.
fn plays_out(scene: &Scene, table: &Stream) {
    for _ in 0..40 {
        match scene.with_state(table, |state| state.game.phase) {
            Phase::Betting => return,
            Phase::Deciding(_) => {
                let fold = banked::Command::Decide { seat: 0, decision: banked::Decision::Fold };
                if !matches!(scene.try_table(table, patron(PATRON), game(fold)), CommandOutcome::Done(_)) {
                    scene.table(table, dealer(), game(banked::Command::Proceed));
                }
            }
            Phase::Locked => scene.table(table, dealer(), Command::Deal { next_key: None }),
            _ => scene.table(table, dealer(), game(banked::Command::Settle)),
        }
        scene.quiet();
    }
    panic!("the round does not end");
}

#[test]
fn finding_08_a_day_is_not_closed_over_tables_in_play() {
    for id in BOOKS {
        let scene = Scene::new(id);
        let virtual_table = scene.open_table(TableNumber(1), DealingMode::Virtual);
        let live_table = scene.open_table(TableNumber(2), DealingMode::Live);
        let closing = scene.book.label(house::House::new(scene.book).closing()).to_string();
        scene.seat(&virtual_table, 0, PATRON);
        scene.table(&virtual_table, patron(PATRON), lays(&scene, 0));

        // One person is not enough, whoever they are.
        let alone = scene.house_refuses(By::alone(Person::Staff(StaffId(1))), close());
        assert!(alone.0.contains("second person"), "{id}: {alone:?}");
        assert_eq!(alone.1, closing, "{id}");
        // Nor are two while tables are in play.
        let (why, clause) = scene.house_refuses(both(), close());
        assert!(why.contains("call the last round first"), "{id}: {why}");
        assert_eq!(clause, closing, "{id}");

        // The last round: what lies is played, nothing else begins.
        scene.house(both(), H::CallLastRound);
        assert_eq!(scene.floor.hours(id).unwrap(), Hours::LastRound);
        let ask = Command::AskSeat { seat: 1, patron: OTHER_PATRON, card: scene.card(OTHER_PATRON) };
        let (why, clause) = scene.refused(&virtual_table, patron(OTHER_PATRON), ask);
        assert!(why.contains("the last round of the day was called"), "{id}: {why}");
        assert_eq!(clause, closing, "{id}");
        let (why, _) = scene.house_refuses(both(), close());
        assert!(why.contains("table 1, wagers lie on the layout"), "{id}: {why}");
        assert!(why.contains("table 2, the float is not counted"), "{id}: {why}");
        deals(&scene, &virtual_table);
        if scene.with_state(&virtual_table, |state| state.game.is_in_round()) {
            let (why, _) = scene.house_refuses(both(), close());
            assert!(why.contains("table 1, a round is under way"), "{id}: {why}");
            plays_out(&scene, &virtual_table);
        }
        assert_eq!(
            scene.with_state(&virtual_table, |state| state.holds(Account::Layout)),
            dollars(0),
            "{id}"
        );
        scene.refused(&virtual_table, patron(PATRON), lays(&scene, 0));

        // A count that something was moved after is no count.
        scene.table(&live_table, both(), Command::CountFloat { amount: dollars(100_000) });
        scene.table(&live_table, both(), Command::Fill { amount: dollars(500) });
        let (why, _) = scene.house_refuses(both(), close());
        assert!(why.contains("table 2, the float has changed since it was counted"), "{id}: {why}");
        scene.table(&live_table, both(), Command::CountFloat { amount: dollars(100_490) });

        // Another day than the one that is open is not closed by mistake.
        let (why, _) = scene.house_refuses(both(), H::CloseDay { date: date(11, 14), tables: Vec::new() });
        assert!(why.contains("the day that is open is 2026-11-15"), "{id}: {why}");
        let answer = scene.floor.ask_house(id, (scene.next(), both()), close()).unwrap();
        let CommandOutcome::Done(done) = answer else { panic!("{id}: {answer:?}") };
        let Event::DayClosed { tables: Some(tables), .. } = &done.events.last().unwrap().value.what else {
            panic!("{id}: {done:?}")
        };
        assert_eq!(tables.len(), 2);
        assert_eq!((tables[0].stage, tables[0].counted), (ClosingStage::InAccounts, None), "{id}");
        assert_eq!(tables[1].stage, ClosingStage::Counted, "{id}");
        assert_eq!(tables[1].difference(), Some(dollars(-10)), "{id}: shown and kept");
        scene.floor.close();
    }
}

#[test]
fn finding_08_nobody_plays_while_no_day_is_open() {
    for id in BOOKS {
        let scene = Scene::new(id);
        let table = scene.open_table(TableNumber(1), DealingMode::Virtual);
        let closing = scene.book.label(house::House::new(scene.book).closing()).to_string();
        scene.seat(&table, 0, PATRON);
        scene.house(both(), H::CallLastRound);
        scene.close_day(date(11, 15));
        assert_eq!(scene.floor.hours(id).unwrap(), Hours::Closed);
        let buys = Command::BuyIn { seat: 0, amount: dollars(10), with: Tender::Account };
        let asks = Command::AskSeat { seat: 1, patron: OTHER_PATRON, card: scene.card(OTHER_PATRON) };
        let tries = [(PATRON, lays(&scene, 0)), (PATRON, buys), (OTHER_PATRON, asks.clone())];
        for (who, command) in tries {
            let said = format!("{command:?}");
            let (why, clause) = scene.refused(&table, patron(who), command);
            assert!(why.contains("no gaming day is open"), "{id}: {said}: {why}");
            assert_eq!(clause, closing, "{id}: {said}");
        }
        // Whoever sits there may take their chips and go.
        scene.table(&table, patron(PATRON), Command::CashOut { seat: 0, amount: dollars(100) });
        scene.table(&table, patron(PATRON), Command::LeaveSeat { seat: 0 });
        scene.quiet();
        scene.house(both(), H::OpenDay { date: date(11, 16) });
        scene.seat(&table, 0, PATRON);
        scene.table(&table, patron(PATRON), lays(&scene, 0));
        scene.floor.close();
    }
}

#[test]
fn the_last_round_can_be_taken_back() {
    let mut scene = Scene::new(BOOKS[1]);
    let table = scene.open_table(TableNumber(1), DealingMode::Virtual);
    scene.seat(&table, 0, PATRON);
    scene.house(both(), H::CallLastRound);
    let (why, _) = scene.house_refuses(both(), H::CallLastRound);
    assert!(why.contains("already"), "{why}");
    // It is in the log, not in somebody's memory.
    scene.restart();
    scene.refused(&table, patron(PATRON), lays(&scene, 0));
    scene.house(both(), H::PlayOn);
    scene.table(&table, patron(PATRON), lays(&scene, 0));
    let (why, _) = scene.house_refuses(both(), H::PlayOn);
    assert!(why.contains("call the last round first"), "{why}");
    scene.floor.close();
}

#[test]
fn a_closed_table_needs_no_count() {
    let scene = Scene::new(BOOKS[1]);
    let table = scene.open_table(TableNumber(2), DealingMode::Live);
    scene.table(
        &table,
        both(),
        game(banked::Command::PostNotice { of: banked::NoticeOf::Closing, limits: None }),
    );
    scene.pass_minutes(60);
    scene.table(&table, both(), game(banked::Command::Close));
    // Nothing is open, so there is no last round to call.
    scene.close_day(date(11, 15));
    scene.floor.close();
}

/// Limits by the day begin anew with a gaming day: opened in the morning before, tomorrow's gave today's limits twice. [HOUSE-15]
#[test]
fn a_day_is_opened_from_six_hours_before_its_date_begins() {
    for id in BOOKS {
        let scene = Scene::new(id);
        // 15 November 2026, one millisecond before 18:00 in UTC: the day of the house.
        scene.clock.jump(1_794_765_600_000 - 1 - scene.clock.wall_ms());
        scene.house(both(), close());
        let (why, _) = scene.house_refuses(both(), H::OpenDay { date: date(11, 16) });
        assert!(why.contains("no earlier than six hours before"), "{id}: {why}");
        scene.clock.jump(1);
        scene.house(both(), H::OpenDay { date: date(11, 16) });
        // Set back since, the clock still knows of no day after that one.
        scene.house(both(), H::CloseDay { date: date(11, 16), tables: Vec::new() });
        scene.clock.jump(-8 * 3_600_000);
        scene.house_refuses(both(), H::OpenDay { date: date(11, 17) });
        scene.floor.close();
    }
}

/// A first day far ahead would keep every day before it from being opened. [HOUSE-15]
#[test]
fn the_first_day_too_is_opened_by_the_clock() {
    for id in BOOKS {
        let scene = Scene::empty(id);
        let name = |number: u32| format!("Somebody {number}");
        scene.house(SYSTEM, H::Found { id: StaffId(1), name: name(1) });
        let role = scene.book.ladder.highest();
        scene.house(By::alone(Person::Staff(StaffId(1))), H::Hire { id: StaffId(2), name: name(2), role });
        // 15 November 2026, one millisecond before 18:00 in UTC: the day of the house.
        scene.clock.jump(1_794_765_600_000 - 1 - scene.clock.wall_ms());
        let far = house::Date::new(2099, 1, 1).unwrap();
        for ahead in [date(11, 16), far] {
            let (why, clause) = scene.house_refuses(both(), H::OpenDay { date: ahead });
            assert!(why.contains("no earlier than six hours before"), "{id}: {why}");
            assert_eq!(clause, scene.book.label(scene.book.house.day), "{id}");
        }
        scene.clock.jump(1);
        scene.house(both(), H::OpenDay { date: date(11, 16) });
        scene.floor.close();
    }
}

/// A day far ahead would reset limits and let exclusions end early.
#[test]
fn a_day_is_not_opened_ahead_of_the_clock() {
    for id in BOOKS {
        let scene = Scene::new(id);
        // 15 November 2026, 22:30 in UTC: the day of the house.
        scene.clock.jump(1_794_781_800_000 - scene.clock.wall_ms());
        scene.house(both(), close());
        for ahead in [date(11, 17), date(12, 31)] {
            let (why, clause) = scene.house_refuses(both(), H::OpenDay { date: ahead });
            assert_eq!(
                why,
                "by the clock today is 2026-11-15: a gaming day is opened no earlier than six hours before its date begins",
                "{id}"
            );
            assert_eq!(clause, scene.book.label(scene.book.house.day), "{id}");
        }
        // Tomorrow's may be opened in the evening, and the one after it not by going on from there.
        scene.house(both(), H::OpenDay { date: date(11, 16) });
        scene.house(both(), H::CloseDay { date: date(11, 16), tables: Vec::new() });
        scene.house_refuses(both(), H::OpenDay { date: date(11, 17) });
    }
}
