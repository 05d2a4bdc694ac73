//! People and tables together: limits, exclusions and the gaming day reach whoever they concern, after a restart too.

use crate::common;
use engine::TableNumber;

use common::{BOOKS, Scene, both, date, dealer, dollars, game, patron};
use engine::banked::{self, Phase};
use floor::Account;
use floor::authority::{OTHER_PATRON, PATRON};
use floor::reconcile::reconcile;
use floor::table::{Command, DealingMode};
use house::{Command as H, LimitOf, OutsiderId, PatronCommand, Period, Person};
use rulebook::{BreachKind, Medium, NotifyOf, SanctionKind};
use std::sync::atomic::Ordering;
use store::Stream;

fn lays(scene: &Scene, seat: usize, amount: i64) -> Command<banked::Command> {
    let wagers = &scene.book.variants[0].wager;
    let wager = wagers.iter().position(|wager| wager.place == rulebook::Place::First).unwrap();
    let amount = dollars(amount);
    game(banked::Command::Place { seat, wager, amount, medium: Medium::Chips, proxy: false, checked: true })
}

fn limit(dollars_: i64) -> PatronCommand {
    PatronCommand::SetLimit { of: LimitOf::Loss(Period::Day), to: Some(dollars(dollars_)) }
}

fn loss(scene: &Scene, table: &Stream) -> Option<(money::Money, money::Money)> {
    scene.with_state(table, |state| state.game.seats[0].patron.loss)
}

#[test]
fn a_lower_limit_holds_for_the_next_wager() {
    for id in BOOKS {
        let mut scene = Scene::new(id);
        let table = scene.open_table(TableNumber(1), DealingMode::Virtual);
        scene.file(PATRON, patron(PATRON), limit(500));
        scene.seat(&table, 0, PATRON);
        assert_eq!(loss(&scene, &table), Some((dollars(500), dollars(0))), "{id}");
        scene.file(PATRON, patron(PATRON), limit(15));
        scene.until(&table, |state| state.game.seats[0].patron.loss == Some((dollars(15), dollars(0))));
        scene.refused(&table, patron(PATRON), lays(&scene, 0, 20));
        scene.table(&table, patron(PATRON), lays(&scene, 0, 10));
        // The table's stream takes nothing when the next change is made, and then everything stops: it hears after.
        *scene.store.lost.lock().unwrap() = Some(table.clone());
        scene.file(PATRON, patron(PATRON), limit(12));
        assert_eq!(loss(&scene, &table), Some((dollars(15), dollars(0))));
        *scene.store.lost.lock().unwrap() = None;
        scene.restart();
        scene.until(&table, |state| state.game.seats[0].patron.loss == Some((dollars(12), dollars(0))));
        let version = scene.desk(&table).version();
        scene.restart();
        scene.quiet();
        assert_eq!(scene.desk(&table).version(), version, "said again, it counts once");
        scene.floor.close();
    }
}

#[test]
fn who_is_excluded_lays_nothing_and_leaves_after_the_round() {
    for id in BOOKS {
        let scene = Scene::new(id);
        let table = scene.open_table(TableNumber(1), DealingMode::Virtual);
        scene.seat(&table, 0, PATRON);
        scene.seat(&table, 1, OTHER_PATRON);
        // Between rounds the place is left at once, and what lay there goes along.
        scene.table(&table, patron(OTHER_PATRON), lays(&scene, 1, 10));
        scene.file(OTHER_PATRON, patron(OTHER_PATRON), PatronCommand::Exclude { until: None });
        scene.until(&table, |state| state.patrons[1].is_none());
        scene.quiet();
        let file = scene.floor.patron(id, OTHER_PATRON).unwrap();
        assert_eq!(file.with_state(|file| (file.balance, file.playing)), (dollars(10_000), None), "{id}");
        // In a round it is played to its end, with no further money.
        let mut bets = Vec::new();
        for wager in 0..scene.book.variants[0].wager.len() {
            if scene.book.variants[0].wager[wager].place == rulebook::Place::First {
                bets.push(wager);
            }
        }
        for wager in bets {
            let medium = Medium::Chips;
            let amount = dollars(10);
            let place =
                banked::Command::Place { seat: 0, wager, amount, medium, proxy: false, checked: true };
            scene.table(&table, patron(PATRON), game(place));
        }
        scene.table(&table, dealer(), game(banked::Command::CallNoMoreBets));
        scene.table(&table, dealer(), Command::Deal { next_key: None });
        scene.file(PATRON, patron(PATRON), PatronCommand::Exclude { until: None });
        scene.until(&table, |state| state.leaving == 1);
        assert!(scene.with_state(&table, |state| state.patrons[0].is_some()));
        let fold = banked::Command::Decide { seat: 0, decision: banked::Decision::Fold };
        for _ in 0..6 {
            if let Phase::Deciding(_) = scene.with_state(&table, |state| state.game.phase) {
                scene.try_table(&table, patron(PATRON), game(fold.clone()));
                scene.try_table(&table, dealer(), game(banked::Command::Proceed));
            }
        }
        if scene.with_state(&table, |state| state.game.phase) == Phase::Showdown {
            scene.table(&table, dealer(), game(banked::Command::Settle));
        }
        scene.until(&table, |state| state.patrons[0].is_none());
        scene.quiet();
        assert_eq!(
            scene.with_state(&table, |state| (state.leaving, state.holds(Account::Layout))),
            (0, dollars(0))
        );
        let file = scene.floor.patron(id, PATRON).unwrap();
        assert_eq!(file.with_state(|file| file.playing), None);
        let lost = file.with_state(|file| dollars(10_000) - file.balance);
        assert_eq!(file.with_state(|file| file.net[0]), money::Money::ZERO - lost, "{id}: to the cent");
        assert!(reconcile(&*scene.store, &scene.vault, None).unwrap().agrees());
        scene.floor.close();
    }
}

#[test]
fn the_house_keeps_somebody_out() {
    for id in BOOKS {
        let mut scene = Scene::new(id);
        if scene.book.house.sanction(SanctionKind::ExcludeFromCasino).is_none() {
            continue;
        }
        let table = scene.open_table(TableNumber(1), DealingMode::Virtual);
        scene.seat(&table, 0, PATRON);
        let of = Person::Patron(PATRON);
        let what = "a device".to_string();
        scene.house(
            dealer(),
            H::RecordBreach { of, table: Some(TableNumber(1)), kind: BreachKind::Device, what },
        );
        // The file cannot be written when the house decides; it hears when the floor starts again.
        let file = scene.floor.patron(id, PATRON).unwrap().stream().clone();
        *scene.store.lost.lock().unwrap() = Some(file);
        let kind = SanctionKind::ExcludeFromCasino;
        scene.house(both(), H::Sanction { breach: 0, kind, amount: None, round: None });
        let excluded = |scene: &Scene| {
            scene.floor.patron(id, PATRON).unwrap().with_state(|file| file.exclusion.is_some())
        };
        assert!(!excluded(&scene));
        *scene.store.lost.lock().unwrap() = None;
        scene.restart();
        scene.wait(|| excluded(&scene));
        scene.until(&table, |state| state.patrons[0].is_none());
        let ask = Command::AskSeat { seat: 0, patron: PATRON, card: scene.card(PATRON) };
        let (why, _) = scene.refused(&table, patron(PATRON), ask);
        assert!(why.starts_with("the patron is excluded"), "{id}: {why}");
        assert!(scene.with_state(&table, |state| state.patrons[0].is_none()), "{id}");
        scene.floor.close();
    }
}

#[test]
fn a_wrong_deck_becomes_a_duty_of_the_house() {
    let scene = Scene::new(BOOKS[1]);
    let table = scene.open_table(TableNumber(1), DealingMode::Live);
    let mut report = banked::IrregularityReport::new(rulebook::IrregularityKind::WrongDeck);
    report.deck_count = 51;
    scene.table(&table, both(), game(banked::Command::Rule(Box::new(report))));
    scene.quiet();
    let house = scene.floor.house(scene.id).unwrap();
    let owed: Vec<_> =
        house.with_state(|state| state.duties.iter().map(|duty| (duty.of, duty.table, duty.given)).collect());
    assert_eq!(owed, [(NotifyOf::WrongDeck, TableNumber(1), None); 2], "surveillance and the inspector");
    scene.house(dealer(), H::Notify { duty: 0, person: OutsiderId(101) });
    scene.floor.close();
}

#[test]
fn the_day_of_the_house_is_everybodys() {
    for id in BOOKS {
        let scene = Scene::new(id);
        let virtual_table = scene.open_table(TableNumber(1), DealingMode::Virtual);
        let live_table = scene.open_table(TableNumber(2), DealingMode::Live);
        scene.house(both(), H::CallLastRound);
        scene.table(&live_table, both(), Command::CountFloat { amount: dollars(99_999) });
        scene.close_day(date(11, 15));
        scene.until(&virtual_table, |state| state.sheets.back().is_some_and(|sheet| sheet.day == 20_261_115));
        scene.until(&live_table, |state| state.sheets.len() == 1);
        let found = reconcile(&*scene.store, &scene.vault, Some(20_261_115)).unwrap();
        let differences: Vec<_> = found.tables.iter().map(|day| day.float_difference()).collect();
        assert_eq!(differences, [None, Some(dollars(-1))]);
        scene.house(both(), H::OpenDay { date: date(11, 16) });
        let day = |number| scene.floor.patron(id, number).unwrap().with_state(|file| file.day);
        scene.wait(|| day(PATRON) == Some(date(11, 16)) && day(OTHER_PATRON) == Some(date(11, 16)));
        assert!(!scene.store.full.load(Ordering::SeqCst));
        scene.floor.close();
    }
}
