//! What somebody who wanted to break the floor found, each with the number it has in the list.

use crate::common;

use common::{BOOKS, Scene, both, dealer, dollars, game, patron};
use engine::banked::{self, Decision, IrregularityReport, Phase};
use engine::jackpot::{self, MeterNotice};
use engine::{Actor, Machine, MeterIndex, Moment, PatronId, TableNumber, Who};
use floor::TableName;
use floor::authority::{OTHER_PATRON, PATRON};
use floor::reconcile::reconcile;
use floor::table::{Command, DealingMode};
use house::{Command as H, LimitOf, Mispaid, MispaidOn, PatronCommand, Period, Person};
use money::Money;
use rulebook::{BreachKind, IrregularityKind, NotifyOf, SanctionKind};
use std::sync::atomic::Ordering;
use store::Stream;

fn decides(seat: usize, decision: Decision) -> Command<banked::Command> {
    game(banked::Command::Decide { seat, decision })
}

/// What the log of a table says, line by line, with the clause.
fn told(scene: &Scene, table: &Stream) -> Vec<String> {
    let recalled = floor::recall::recall(&*scene.store, &scene.vault, table, usize::MAX).unwrap();
    let lines = recalled.rounds.into_iter().flat_map(|round| round.lines);
    lines.map(|line| format!("{} [{}]", line.what, line.clause)).collect()
}

fn agrees(scene: &Scene) {
    let found = reconcile(&*scene.store, &scene.vault, None).unwrap();
    assert!(found.agrees(), "{}: {:?}", scene.id, found.differences());
}

fn mispaid() -> Mispaid {
    Mispaid {
        table: TableNumber(1),
        round: 1,
        patron: Some(PATRON),
        over: true,
        amount: dollars(10),
        of: MispaidOn::Wager,
        suspected: false,
    }
}

#[test]
fn adversary_02_a_wrong_payment_is_of_a_round_that_was_played_there() {
    for id in BOOKS {
        let mut scene = Scene::new(id);
        let table = scene.open_table(TableNumber(1), DealingMode::Virtual);
        scene.seat(&table, 0, PATRON);
        scene.round(&table, (0, PATRON), 10);
        scene.round(&table, (0, PATRON), 10);
        let rules = &scene.book.house.mispayments;
        let clause = scene.book.label(rules.wager).to_string();
        let wrong: [(&str, Mispaid); 8] = [
            ("no table 77", Mispaid { table: TableNumber(77), ..mispaid() }),
            ("round 3", Mispaid { round: 3, ..mispaid() }),
            ("round 0", Mispaid { round: 0, ..mispaid() }),
            ("no file", Mispaid { patron: Some(PatronId(4_711)), ..mispaid() }),
            ("did not play", Mispaid { patron: Some(OTHER_PATRON), ..mispaid() }),
            ("amount", Mispaid { amount: Money::ZERO, ..mispaid() }),
            ("amount", Mispaid { amount: dollars(-5), ..mispaid() }),
            ("most", Mispaid { amount: dollars(5_000_000), ..mispaid() }),
        ];
        for restarted in [false, true] {
            if restarted {
                scene.restart();
            }
            for (word, mispaid) in &wrong {
                let (why, by) = scene.house_refuses(dealer(), H::RecordMispayment(*mispaid));
                assert!(why.contains(word), "{id}: {why}, for {word}");
                assert_eq!(by, clause, "{id}: {why}");
            }
        }
        assert!(scene.floor.house(id).unwrap().with_state(|state| state.mispayments.is_empty()), "{id}");
        scene.house(dealer(), H::RecordMispayment(mispaid()));
        scene.house(dealer(), H::RecordMispayment(Mispaid { round: 2, patron: None, ..mispaid() }));
        // Whoever is found later was there too.
        let identify = |patron| H::IdentifyPatron { mispayment: 1, patron: Some(patron) };
        assert!(scene.house_refuses(both(), identify(PatronId(4_711))).0.contains("no file"), "{id}");
        assert!(scene.house_refuses(both(), identify(OTHER_PATRON)).0.contains("did not play"), "{id}");
        scene.house(both(), identify(PATRON));
        scene.floor.close();
    }
}

#[test]
fn adversary_02_the_most_that_can_have_been_paid_is_the_bound() {
    let scene = Scene::new("crown-melbourne-three-card-poker-5.1");
    let table = scene.open_table(TableNumber(1), DealingMode::Virtual);
    scene.seat(&table, 0, PATRON);
    scene.round(&table, (0, PATRON), 10);
    let (why, _) = scene
        .house_refuses(dealer(), H::RecordMispayment(Mispaid { amount: dollars(5_000_000), ..mispaid() }));
    let most: Money =
        why.rsplit_once("most is ").and_then(|(_, rest)| rest.trim_end_matches('.').parse().ok()).unwrap();
    // The Ante at 1 to 1 with its bonus at 5 to 1, Pair Plus at 40 to 1, the Six Card Bonus at 1,000 to 1, and the stakes.
    assert_eq!(most, dollars(70 + 410 + 10_010));
    let above = Mispaid { amount: most + Money::from_cents(1), ..mispaid() };
    scene.house_refuses(dealer(), H::RecordMispayment(above));
    scene.house(dealer(), H::RecordMispayment(Mispaid { amount: most, ..mispaid() }));
    scene.floor.close();
}

#[test]
fn adversary_02_a_dispute_is_of_a_round_that_its_patron_was_in() {
    for id in BOOKS {
        let scene = Scene::new(id);
        let table = scene.open_table(TableNumber(1), DealingMode::Virtual);
        scene.seat(&table, 0, PATRON);
        scene.round(&table, (0, PATRON), 10);
        let raise = |table, round, patron| H::RaiseDispute { table, round, patron, what: "wrong".into() };
        let clause = scene.book.label(scene.book.house.disputes.clause).to_string();
        for (word, command) in [
            ("no table 77", raise(TableNumber(77), 1, PATRON)),
            ("round 9", raise(TableNumber(1), 9, PATRON)),
            ("no file", raise(TableNumber(1), 1, PatronId(4_711))),
            ("was not at the table", raise(TableNumber(1), 1, OTHER_PATRON)),
        ] {
            let (why, by) = scene.house_refuses(dealer(), command);
            assert!(why.contains(word), "{id}: {why}");
            assert_eq!(by, clause, "{id}: {why}");
        }
        scene.house(patron(PATRON), raise(TableNumber(1), 1, PATRON));
        // One that is under way can be disputed too.
        scene.lays(&table, (0, PATRON), 10);
        scene.deals(&table);
        scene.house(patron(PATRON), raise(TableNumber(1), 2, PATRON));
        scene.floor.close();
    }
}

/// What happens to cards happens when there are some: in every game of every book.
#[test]
fn adversary_03_nothing_happens_to_cards_before_there_are_any() {
    for id in BOOKS {
        for (at, variant) in book_games(id).into_iter().enumerate() {
            let scene = Scene::new(id);
            let number = TableNumber(10 + at as u32);
            let name = TableName { book: id.into(), game: variant.clone(), number };
            let table = scene.floor.new_table(&name).unwrap().stream().clone();
            scene.table(&table, both(), Command::SetUp(DealingMode::Virtual));
            scene.table(&table, both(), Command::Fill { amount: dollars(100_000) });
            let sign = floor::demo::sign(scene.book, scene.book.variant(&variant).unwrap());
            scene.table(&table, both(), game(banked::Command::Open(Box::new(sign))));
            scene.seat(&table, 0, PATRON);
            let ruled = |phase: &str, allowed: &[IrregularityKind]| {
                for &what in IrregularityKind::ALL {
                    let report = IrregularityReport {
                        seats: 1,
                        surplus: 1,
                        foreign: true,
                        ..IrregularityReport::new(what)
                    };
                    let desk = scene.desk(&table);
                    let actor = Actor { who: Who::Staff(scene.book.ladder.highest()), at: Moment(0) };
                    let command = game(banked::Command::Rule(Box::new(report)));
                    let ruled = desk
                        .with_state(|state| desk.machine().decide(state, actor, &command, &mut Vec::new()));
                    if ruled.is_ok() {
                        assert!(allowed.contains(&what), "{id} {variant}: {what:?} {phase}");
                    }
                }
            };
            let any_time = [
                IrregularityKind::WrongDeck,
                IrregularityKind::ShufflerJam,
                IrregularityKind::ShufflerUnverified,
                IrregularityKind::RuleBreach,
            ];
            ruled(
                "while wagers are laid",
                &[&any_time[..], &[IrregularityKind::JackpotStartedInError]].concat(),
            );
            scene.lays(&table, (0, PATRON), 10);
            scene.table(&table, dealer(), game(banked::Command::CallNoMoreBets));
            let round = [
                IrregularityKind::JackpotStartedInError,
                IrregularityKind::Disruption,
                IrregularityKind::Fraud,
            ];
            if scene.with_state(&table, |state| state.game.phase == Phase::Locked) {
                ruled("before the cards", &[&any_time[..], &round].concat());
            }
            scene.floor.close();
        }
    }
}

fn book_games(id: &str) -> Vec<String> {
    floor::book(id).unwrap().variants.iter().map(|variant| variant.game.clone()).collect()
}

/// Who is excluded while a round is played plays that round to its end by their own decisions, and no other.
#[test]
fn adversary_05_who_is_excluded_in_a_round_finishes_it() {
    for id in BOOKS {
        let mut scene = Scene::new(id);
        let table = scene.open_table(TableNumber(1), DealingMode::Virtual);
        scene.seat(&table, 0, PATRON);
        scene.lays(&table, (0, PATRON), 10);
        scene.deals(&table);
        scene.quiet();
        scene.file(PATRON, patron(PATRON), PatronCommand::Exclude { until: None });
        scene.until(&table, |state| state.leaving == 1);
        scene.restart();
        let (mut bets, mut guard) = (0, 0);
        while scene.with_state(&table, |state| state.game.phase) != Phase::Betting {
            guard += 1;
            assert!(guard < 40, "{id}: the round does not end");
            if let Some(amount) = scene.least_bet(&table, 0) {
                let bet = Decision::Bet { amount, checked: true, token: false };
                scene.table(&table, patron(PATRON), decides(0, bet));
                bets += 1;
            }
            if matches!(scene.with_state(&table, |state| state.game.phase), Phase::Deciding(_)) {
                scene.try_table(&table, dealer(), game(banked::Command::Proceed));
            } else {
                scene.try_table(&table, dealer(), game(banked::Command::Settle));
            }
        }
        assert!(bets > 0, "{id}");
        scene.until(&table, |state| state.patrons[0].is_none());
        scene.quiet();
        let log = told(&scene, &table);
        assert!(!log.iter().any(|line| line.contains("loss limit")), "{id}: {log:#?}");
        let ask = Command::AskSeat { seat: 0, patron: PATRON, card: scene.card(PATRON) };
        scene.try_table(&table, patron(PATRON), ask);
        scene.quiet();
        assert!(scene.with_state(&table, |state| state.patrons[0].is_none()), "{id}: no other round");
        agrees(&scene);
        scene.floor.close();
    }
}

/// A player whose limit is too small for the wagers that follow an Ante is told when it is laid, and a fold for want of
/// room is told as what it is.
#[test]
fn adversary_06_an_ante_that_the_limit_cannot_follow_is_laid_with_a_warning() {
    for id in BOOKS {
        let scene = Scene::new(id);
        let table = scene.open_table(TableNumber(1), DealingMode::Virtual);
        let firsts =
            scene.book.variants[0].wager.iter().filter(|wager| wager.place == rulebook::Place::First);
        let staked = 10 * firsts.count() as i64;
        let limit = PatronCommand::SetLimit { of: LimitOf::Loss(Period::Day), to: Some(dollars(staked + 5)) };
        scene.file(PATRON, patron(PATRON), limit);
        scene.seat(&table, 0, PATRON);
        scene.lays(&table, (0, PATRON), 10);
        let warned = |line: &&String| line.contains("loss limit leaves $5");
        let log = told(&scene, &table);
        assert_eq!(log.iter().filter(warned).count(), 1, "{id}: told when it is laid: {log:#?}");
        scene.deals(&table);
        let bet = Decision::Bet { amount: dollars(10), checked: true, token: false };
        while scene.with_state(&table, |state| {
            matches!(state.game.phase, Phase::Deciding(_)) && state.game.seats[0].decided
        }) {
            scene.table(&table, dealer(), game(banked::Command::Proceed));
        }
        scene.try_table(&table, patron(PATRON), decides(0, bet));
        scene.plays_out(&table, &[(0, PATRON)], |_, _| Decision::Fold);
        let log = told(&scene, &table);
        assert_eq!(log.iter().filter(warned).count(), 2, "{id}: and when it is folded for that: {log:#?}");
        agrees(&scene);
        scene.floor.close();
    }
}

/// An Ante that leaves room for all that follows is nothing to speak of.
#[test]
fn adversary_06_a_limit_that_leaves_room_warns_nobody() {
    for id in BOOKS {
        let scene = Scene::new(id);
        let table = scene.open_table(TableNumber(1), DealingMode::Virtual);
        let limit = PatronCommand::SetLimit { of: LimitOf::Loss(Period::Day), to: Some(dollars(1_000)) };
        scene.file(PATRON, patron(PATRON), limit);
        scene.seat(&table, 0, PATRON);
        scene.round(&table, (0, PATRON), 10);
        assert!(!told(&scene, &table).iter().any(|line| line.contains("loss limit leaves")), "{id}");
        scene.floor.close();
    }
}

/// A failure of jackpot electronics is owed for every table on the meter, with the round it was in, also when everything
/// stops before the house has heard of it.
#[test]
fn adversary_08_a_failure_of_jackpot_electronics_names_tables_and_rounds() {
    for crashes in [false, true] {
        let mut scene = Scene::new("star-sydney-mississippi-stud-4");
        scene.open_meter(dollars(5));
        scene.notice(MeterIndex(0), MeterNotice::Tables);
        scene.pass_minutes(20);
        let tables = [1, 2].map(|number| {
            let table = scene.open_table(TableNumber(number), DealingMode::Virtual);
            scene.link(&table, TableNumber(number));
            table
        });
        scene.seat(&tables[1], 0, PATRON);
        scene.round(&tables[1], (0, PATRON), 10);
        scene.lays(&tables[1], (0, PATRON), 10);
        scene.deals(&tables[1]);
        scene.quiet();
        let house = floor::house_stream(scene.id).unwrap();
        if crashes {
            *scene.store.lost.lock().unwrap() = Some(house);
        }
        scene.meter(
            dealer(),
            jackpot::Command::Equipment { meter: MeterIndex(0), works: false, manual: false },
        );
        if crashes {
            scene.restart();
            *scene.store.lost.lock().unwrap() = None;
            scene.restart();
        }
        let owed = |scene: &Scene| {
            let house = scene.floor.house(scene.id).unwrap();
            let duties = |state: &house::State| {
                let of = state.duties.iter().filter(|duty| duty.of == NotifyOf::JackpotEquipment);
                of.map(|duty| (duty.table, duty.round)).collect::<Vec<_>>()
            };
            house.with_state(duties)
        };
        scene.wait(|| owed(&scene).len() >= 2);
        assert_eq!(owed(&scene), [(TableNumber(1), 0), (TableNumber(2), 2)], "crashes: {crashes}");
        scene.restart();
        scene.floor.call_again();
        scene.restart();
        assert_eq!(owed(&scene).len(), 2, "crashes: {crashes}: once");
        scene.floor.close();
    }
}

/// Whether somebody is barred from a game is not looked up in a list of everything that was ever recorded.
#[test]
fn adversary_09_nothing_that_is_asked_at_a_table_lists_all_streams() {
    let scene = Scene::new(BOOKS[0]);
    let table = scene.open_table(TableNumber(1), DealingMode::Virtual);
    let of = Person::Patron(PATRON);
    scene.house(
        dealer(),
        H::RecordBreach {
            of,
            table: Some(TableNumber(1)),
            kind: BreachKind::Device,
            what: "a device".into(),
        },
    );
    let bar = H::Sanction { breach: 0, kind: SanctionKind::BarFromGame, amount: None, round: None };
    scene.house(both(), bar);
    let before = scene.store.listed.load(Ordering::SeqCst);
    let ask = || Command::AskSeat { seat: 0, patron: PATRON, card: scene.card(PATRON) };
    for _ in 0..10 {
        let (why, _) = scene.refused(&table, patron(PATRON), ask());
        assert!(why.contains("excluded from further participation"), "{why}");
        scene.floor.call_again();
    }
    assert_eq!(scene.store.listed.load(Ordering::SeqCst), before);
    scene.floor.close();
}
