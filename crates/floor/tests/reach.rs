//! What is decided away from a table reaches it: sanctions, corrections of payments, other terms of its meter. Told before
//! a crash or after it, it counts once.

use crate::common;

use common::ledger::{agrees, log};
use common::{BOOKS, Scene, both, date, dealer, dollars, game, linked, patron};
use engine::banked::{self, Decision, Event as E, Settled};
use engine::jackpot::{self, MeterNotice};
use engine::{MeterIndex, SignJackpot, TableNumber};
use floor::authority::{OTHER_PATRON, PATRON};
use floor::reconcile::reconcile;
use floor::table::{Command, DealingMode, Event};
use floor::{Account, house_stream};
use house::{Command as H, Mispaid, MispaidOn, Person};
use money::Money;
use rulebook::{BreachKind, Medium, NotifyOf, SanctionKind};
use store::Stream;

fn breach(scene: &Scene, table: TableNumber) {
    let (of, what) = (Person::Patron(PATRON), "a device".to_string());
    scene.house(dealer(), H::RecordBreach { of, table: Some(table), kind: BreachKind::Device, what });
}

fn sanction(breach: usize, kind: SanctionKind) -> H {
    H::Sanction { breach, kind, amount: None, round: None }
}

#[test]
fn a_void_wager_is_void_at_the_table() {
    for id in BOOKS {
        let scene = Scene::new(id);
        let table = scene.open_table(TableNumber(1), DealingMode::Virtual);
        scene.seat(&table, 0, PATRON);
        scene.seat(&table, 1, OTHER_PATRON);
        scene.lays(&table, (0, PATRON), 10);
        scene.lays(&table, (1, OTHER_PATRON), 10);
        scene.deals(&table);
        scene.quiet();
        let laid = scene.with_state(&table, |state| dollars(2_000) - state.rack(0));
        assert!(laid > Money::ZERO);
        breach(&scene, TableNumber(1));
        scene.house(both(), sanction(0, SanctionKind::VoidWager));
        scene.until(&table, |state| state.rack(0) == dollars(2_000));
        assert!(scene.with_state(&table, |state| state.rack(1) < dollars(2_000)), "{id}: the other plays on");
        let row = scene.book.house.sanction(SanctionKind::VoidWager).unwrap();
        let clause = scene.book.label(row.clause).to_string();
        let void = |event: &Event<E>| {
            matches!(event, Event::Game(E::WagerSettled { seat: 0, result: Settled::Void, .. }))
        };
        let ruled = |event: &Event<E>| matches!(event, Event::Game(E::IrregularityRuled { .. }));
        let log = log(&scene, &table);
        assert!(log.iter().any(|(event, _)| void(event)), "{id}");
        let first = clause.split(['(', ' ', ',']).next().unwrap();
        let cited = log.iter().filter(|(event, _)| ruled(event)).map(|(_, clause)| clause.clone());
        let cited: Vec<String> = cited.collect();
        assert!(cited.len() == 1 && cited[0].starts_with(first), "{id}: {cited:?}, not {clause}");
        scene.plays_out(&table, &[(0, PATRON), (1, OTHER_PATRON)], |_, _| Decision::Fold);
        // It was that round and no other: the next wager stands.
        scene.floor.call_again();
        scene.lays(&table, (0, PATRON), 10);
        scene.floor.call_again();
        scene.deals(&table);
        scene.floor.call_again();
        assert!(scene.with_state(&table, |state| state.rack(0) < dollars(2_000)), "{id}");
        scene.plays_out(&table, &[(0, PATRON)], |_, _| Decision::Fold);
        agrees(&scene);
        scene.floor.close();
    }
}

#[test]
fn a_void_wager_counts_once_over_a_crash() {
    for id in BOOKS {
        let mut scene = Scene::new(id);
        let table = scene.open_table(TableNumber(1), DealingMode::Virtual);
        scene.seat(&table, 0, PATRON);
        scene.lays(&table, (0, PATRON), 10);
        scene.deals(&table);
        scene.quiet();
        breach(&scene, TableNumber(1));
        // The house has it, the table cannot be written, and then everything stops.
        *scene.store.lost.lock().unwrap() = Some(table.clone());
        scene.house(both(), sanction(0, SanctionKind::VoidWager));
        *scene.store.lost.lock().unwrap() = None;
        scene.restart();
        scene.until(&table, |state| state.rack(0) == dollars(2_000));
        for _ in 0..3 {
            scene.floor.call_again();
        }
        scene.restart();
        let ruled = |event: &Event<E>| matches!(event, Event::Game(E::IrregularityRuled { .. }));
        assert_eq!(log(&scene, &table).iter().filter(|(event, _)| ruled(event)).count(), 1, "{id}");
        scene.plays_out(&table, &[(0, PATRON)], |_, _| Decision::Fold);
        agrees(&scene);
        scene.floor.close();
    }
}

#[test]
fn a_wager_that_is_settled_is_not_void_any_more() {
    for id in BOOKS {
        let scene = Scene::new(id);
        let table = scene.open_table(TableNumber(1), DealingMode::Virtual);
        scene.seat(&table, 0, PATRON);
        scene.lays(&table, (0, PATRON), 10);
        scene.deals(&table);
        scene.plays_out(&table, &[(0, PATRON)], |_, _| Decision::Fold);
        breach(&scene, TableNumber(1));
        let (why, clause) = scene.house_refuses(both(), sanction(0, SanctionKind::VoidWager));
        assert!(why.contains("table 1") && why.contains("corrected as a wrong payment"), "{id}: {why}");
        let row = scene.book.house.sanction(SanctionKind::VoidWager).unwrap();
        assert_eq!(clause, scene.book.label(row.clause), "{id}");
        scene.house(
            dealer(),
            H::RecordBreach {
                of: Person::Patron(PATRON),
                table: None,
                kind: BreachKind::Device,
                what: "somewhere".into(),
            },
        );
        let (why, _) = scene.house_refuses(both(), sanction(1, SanctionKind::VoidWager));
        assert!(why.contains("names no table"), "{id}: {why}");
        scene.floor.close();
    }
}

#[test]
fn who_is_barred_leaves_after_the_round_and_is_not_seated_again() {
    for id in BOOKS {
        let mut scene = Scene::new(id);
        let table = scene.open_table(TableNumber(1), DealingMode::Virtual);
        let next = scene.open_table(TableNumber(2), DealingMode::Virtual);
        scene.seat(&table, 0, PATRON);
        scene.lays(&table, (0, PATRON), 10);
        scene.deals(&table);
        scene.quiet();
        breach(&scene, TableNumber(1));
        scene.house(both(), sanction(0, SanctionKind::BarFromGame));
        scene.until(&table, |state| state.leaving == 1 || state.patrons[0].is_none());
        scene.plays_out(&table, &[(0, PATRON)], |_, _| Decision::Fold);
        scene.until(&table, |state| state.patrons[0].is_none());
        let row = scene.book.house.sanction(SanctionKind::BarFromGame).unwrap();
        let ask = || Command::AskSeat { seat: 0, patron: PATRON, card: scene.card(PATRON) };
        for table in [&table, &next] {
            let (why, clause) = scene.refused(table, patron(PATRON), ask());
            assert!(why.contains("excluded from further participation"), "{id}: {why}");
            assert_eq!(clause, scene.book.label(row.clause), "{id}");
        }
        // Another game of the book is another game.
        if scene.book.variants.len() > 1 {
            let name = floor::TableName {
                book: id.into(),
                game: scene.book.variants[1].game.clone(),
                number: TableNumber(3),
            };
            let other = scene.floor.new_table(&name).unwrap().stream().clone();
            scene.table(&other, both(), Command::SetUp(DealingMode::Virtual));
            let sign = floor::demo::sign(scene.book, &scene.book.variants[1]);
            scene.table(&other, both(), game(banked::Command::Open(Box::new(sign))));
            scene.table(&other, patron(PATRON), ask());
            scene.until(&other, |state| state.patrons[0] == Some(PATRON));
            scene.table(&other, patron(PATRON), Command::LeaveSeat { seat: 0 });
            scene.quiet();
        }
        scene.restart();
        scene.refused(
            &table,
            patron(PATRON),
            Command::AskSeat { seat: 0, patron: PATRON, card: scene.card(PATRON) },
        );
        // It is for the gaming day.
        scene.house(both(), H::CallLastRound);
        scene.close_day(date(11, 15));
        scene.house(both(), H::OpenDay { date: date(11, 16) });
        scene.seat(&table, 0, PATRON);
        agrees(&scene);
        scene.floor.close();
    }
}

fn mispaid(over: bool) -> H {
    H::RecordMispayment(Mispaid {
        table: TableNumber(1),
        round: 1,
        patron: Some(PATRON),
        over,
        amount: dollars(50),
        of: MispaidOn::Wager,
        suspected: false,
    })
}

fn balance(scene: &Scene) -> Money {
    scene.floor.patron(scene.id, PATRON).unwrap().with_state(|file| file.balance)
}

#[test]
fn a_correction_moves_money_once() {
    for id in BOOKS {
        let mut scene = Scene::new(id);
        let table = scene.open_table(TableNumber(1), DealingMode::Virtual);
        scene.seat(&table, 0, PATRON);
        scene.round(&table, (0, PATRON), 100);
        let had = scene.with_state(&table, |state| state.rack(0));
        let float = |scene: &Scene| scene.with_state(&table, |state| state.holds(Account::Float));
        let before = float(&scene);
        scene.house(dealer(), mispaid(true));
        scene.house(dealer(), mispaid(false));
        // Seated: from the chips and to the chips of the place, in parts.
        scene.house(both(), H::Correct { mispayment: 0, amount: dollars(20) });
        scene.until(&table, |state| state.rack(0) == had - dollars(20));
        scene.house(both(), H::Correct { mispayment: 0, amount: dollars(10) });
        scene.until(&table, |state| state.rack(0) == had - dollars(30));
        scene.house(both(), H::Correct { mispayment: 1, amount: dollars(5) });
        scene.until(&table, |state| state.rack(0) == had - dollars(25));
        assert_eq!(float(&scene), before + dollars(25), "{id}");
        agrees(&scene);
        // Gone: from the account and to it. The table cannot be written when the house decides, and then all stops.
        scene.table(&table, patron(PATRON), Command::LeaveSeat { seat: 0 });
        scene.quiet();
        let had = balance(&scene);
        *scene.store.lost.lock().unwrap() = Some(table.clone());
        scene.house(both(), H::Correct { mispayment: 0, amount: dollars(20) });
        scene.house(both(), H::Correct { mispayment: 1, amount: dollars(45) });
        let found = reconcile(&*scene.store, &scene.vault, None).unwrap();
        let missing = found.differences();
        assert_eq!(missing.len(), 2, "{id}: recorded and not posted is shown: {missing:?}");
        assert!(missing[0].contains("wrong payment 1") && missing[0].contains("table 1"), "{missing:?}");
        *scene.store.lost.lock().unwrap() = None;
        scene.restart();
        scene.wait(|| balance(&scene) == had + dollars(25));
        for _ in 0..3 {
            scene.floor.call_again();
            scene.quiet();
        }
        scene.restart();
        scene.quiet();
        assert_eq!(balance(&scene), had + dollars(25), "{id}: once");
        let found = reconcile(&*scene.store, &scene.vault, None).unwrap();
        assert!(found.agrees(), "{id}: {:?}", found.differences());
        let posted: Vec<_> =
            found.corrections.iter().map(|one| (one.over, one.recorded, one.posted)).collect();
        assert_eq!(
            posted,
            [(true, dollars(50), Some(dollars(50))), (false, dollars(50), Some(dollars(50)))],
            "{id}"
        );
        // The day's play says the same as the accounts, and the sheet says what was corrected.
        assert_eq!(scene.with_state(&table, |state| state.sheet.corrected), Some(dollars(0)), "{id}");
        scene.floor.close();
    }
}

#[test]
fn what_a_patron_does_not_have_does_not_come_back() {
    for id in BOOKS {
        let scene = Scene::new(id);
        let table = scene.open_table(TableNumber(1), DealingMode::Virtual);
        scene.seat(&table, 0, PATRON);
        scene.round(&table, (0, PATRON), 100);
        scene.table(&table, patron(PATRON), Command::LeaveSeat { seat: 0 });
        scene.quiet();
        scene.house(dealer(), mispaid(true));
        let all = house::PatronCommand::Withdraw { amount: balance(&scene) - dollars(30) };
        scene.file(PATRON, both(), all);
        let (why, clause) = scene.house_refuses(both(), H::Correct { mispayment: 0, amount: dollars(50) });
        assert!(why.contains("30.00 in the account"), "{id}: {why}");
        assert_eq!(clause, scene.book.label(scene.book.house.mispayments.demand), "{id}");
        scene.house(both(), H::Correct { mispayment: 0, amount: dollars(30) });
        scene.wait(|| balance(&scene) == Money::ZERO);
        scene.quiet();
        agrees(&scene);
        scene.floor.close();
    }
}

#[test]
fn at_a_live_table_a_correction_is_of_chips() {
    let scene = Scene::new(BOOKS[1]);
    let table = scene.open_table(TableNumber(1), DealingMode::Live);
    let held = |account| scene.with_state(&table, |state| state.holds(account));
    let changed = |over| match mispaid(over) {
        H::RecordMispayment(mispaid) => {
            H::RecordMispayment(Mispaid { round: 0, of: MispaidOn::CashChange, ..mispaid })
        }
        other => other,
    };
    scene.house(dealer(), changed(true));
    scene.house(dealer(), changed(false));
    scene.house(both(), H::Correct { mispayment: 0, amount: dollars(50) });
    scene.wait(|| held(Account::Float) == dollars(100_050) && held(Account::ChipsOut) == dollars(-50));
    scene.house(both(), H::Correct { mispayment: 1, amount: dollars(50) });
    scene.wait(|| held(Account::Float) == dollars(100_000) && held(Account::ChipsOut) == Money::ZERO);
    agrees(&scene);
    scene.floor.close();
}

fn shown(scene: &Scene, table: &Stream) -> SignJackpot {
    scene.with_state(table, |state| state.game.sign.as_ref().unwrap().jackpot.clone().unwrap())
}

#[test]
fn terms_of_a_meter_reach_the_signs_of_its_tables() {
    for id in BOOKS {
        let (mut scene, table) = linked(id);
        let spot = scene.desk(&table).machine().game.jackpot_spot().unwrap();
        let change = |wager| {
            let terms = SignJackpot { wager: dollars(wager), ..scene.terms() };
            jackpot::Command::ChangeTerms { meter: MeterIndex(0), terms }
        };
        if let Some(minutes) = &scene.book.jackpots.notices.terms {
            let early = scene.try_meter(both(), change(10)).unwrap();
            assert!(matches!(early, floor::CommandOutcome::Refused(_)), "{id}: {early:?}");
            scene.notice(MeterIndex(0), MeterNotice::Terms);
            scene.pass_minutes(u64::from(minutes.value));
        }
        // A jackpot wager that lies for a round that has not begun was laid at another price: it goes back.
        scene.lays(&table, (0, PATRON), 10);
        let (amount, medium) = (dollars(5), Medium::Chips);
        let jackpot =
            banked::Command::Place { seat: 0, wager: spot, amount, medium, proxy: false, checked: true };
        scene.table(&table, patron(PATRON), game(jackpot.clone()));
        scene.meter(both(), change(10));
        scene.until(&table, |state| {
            state.game.sign.as_ref().unwrap().jackpot.as_ref().unwrap().wager == dollars(10)
        });
        assert_eq!(scene.with_state(&table, |state| state.game.seats[0].stakes[spot]), Money::ZERO, "{id}");
        scene.refused(&table, patron(PATRON), game(jackpot));
        let dearer = banked::Command::Place {
            seat: 0,
            wager: spot,
            amount: dollars(10),
            medium,
            proxy: false,
            checked: true,
        };
        scene.table(&table, patron(PATRON), game(dearer));
        scene.deals(&table);
        scene.quiet();
        scene.plays_out(&table, &[(0, PATRON)], |_, _| Decision::Fold);

        // A round keeps what it began under; and a crash between meter and table loses nothing.
        scene.lays(&table, (0, PATRON), 10);
        scene.deals(&table);
        scene.quiet();
        if scene.book.jackpots.notices.terms.is_some() {
            scene.notice(MeterIndex(0), MeterNotice::Terms);
            scene.pass_minutes(30);
        }
        if scene.with_state(&table, |state| state.game.is_in_round()) {
            *scene.store.lost.lock().unwrap() = Some(table.clone());
            let terms = SignJackpot { wager: dollars(20), ..scene.terms() };
            scene.meter(both(), jackpot::Command::ChangeTerms { meter: MeterIndex(0), terms });
            *scene.store.lost.lock().unwrap() = None;
            scene.restart();
            scene.until(&table, |state| state.awaited.is_some());
            assert_eq!(shown(&scene, &table).wager, dollars(10), "{id}: this round");
            scene.plays_out(&table, &[(0, PATRON)], |_, _| Decision::Fold);
            assert_eq!(shown(&scene, &table).wager, dollars(20), "{id}: the next one");
            assert!(scene.with_state(&table, |state| state.awaited.is_none()));
        }
        agrees(&scene);
        scene.floor.close();
    }
}

#[test]
fn star_11_12_a_failure_of_jackpot_electronics_is_a_duty_by_itself() {
    let (scene, _) = linked(BOOKS[1]);
    let equipment = |works| jackpot::Command::Equipment { meter: MeterIndex(0), works, manual: false };
    scene.meter(dealer(), equipment(false));
    let house = scene.floor.house(scene.id).unwrap();
    let owed = || {
        house.with_state(|state| state.duties.iter().map(|duty| (duty.of, duty.table)).collect::<Vec<_>>())
    };
    scene.wait(|| !owed().is_empty());
    assert_eq!(owed(), [(NotifyOf::JackpotEquipment, TableNumber(1))], "an inspector, once");
    scene.meter(both(), equipment(true));
    assert_eq!(owed().len(), 1, "that it works again is no duty");
    scene.floor.close();
    // Nobody wants that elsewhere.
    let (scene, _) = linked(BOOKS[0]);
    scene.meter(dealer(), equipment(false));
    scene.floor.call_again();
    assert!(scene.floor.house(scene.id).unwrap().with_state(|state| state.duties.is_empty()));
    assert!(house_stream(scene.id).is_some());
    scene.floor.close();
}

#[test]
fn three_rounds_of_notice_are_three_rounds() {
    let scene = Scene::new(BOOKS[3]);
    let rounds = scene.book.table.closing.rounds.as_ref().expect("this book counts rounds");
    assert_eq!(rounds.value, 3);
    let table = scene.open_table(TableNumber(1), DealingMode::Virtual);
    scene.seat(&table, 0, PATRON);
    let clause = scene.book.label(rounds.cite).to_string();
    let close = || game(banked::Command::Close);
    assert_eq!(scene.refused(&table, both(), close()).1, clause);
    scene.table(
        &table,
        both(),
        game(banked::Command::PostNotice { of: banked::NoticeOf::Closing, limits: None }),
    );
    for round in 0..3 {
        let (why, by) = scene.refused(&table, both(), close());
        assert_eq!(by, clause, "after {round} rounds: {why}");
        scene.lays(&table, (0, PATRON), 10);
        scene.deals(&table);
        scene.quiet();
        scene.plays_out(&table, &[(0, PATRON)], |_, _| Decision::Fold);
    }
    scene.table(&table, both(), close());
    scene.quiet();
    agrees(&scene);
    scene.floor.close();
}
