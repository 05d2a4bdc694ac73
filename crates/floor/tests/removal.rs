//! A player is ordered off a table: the round is played and paid, then the place is left and the chips are in the account.

use crate::common;
use engine::{PatronId, TableNumber};

use common::ledger::{agrees, log};
use common::{BOOKS, Scene, both, dealer, patron};
use engine::banked::{Decision, Phase};
use floor::authority::{OTHER_PATRON, PATRON};
use floor::recall::recall;
use floor::table::{Command, DealingMode, Event};
use money::Money;
use rulebook::Act;

fn remove(seat: u8, why: &str) -> Command<engine::banked::Command> {
    Command::RemovePlayer { seat, why: why.into() }
}

fn balance(scene: &Scene, number: PatronId) -> Money {
    scene.floor.patron(scene.id, number).unwrap().with_state(|file| file.balance)
}

#[test]
fn a_player_who_is_ordered_off_plays_the_round_and_goes_with_the_money() {
    for id in BOOKS {
        let mut scene = Scene::new(id);
        let table = scene.open_table(TableNumber(1), DealingMode::Virtual);
        for (seat, number) in [(0, PATRON), (1, OTHER_PATRON)] {
            scene.seat(&table, seat, number);
            scene.lays(&table, (usize::from(seat), number), 10);
        }
        scene.deals(&table);
        scene.quiet();
        let power = scene.book.ladder.least(Act::RemovePlayer).unwrap();
        let clause = scene.book.label(power.cite);

        // Not by those below, not without a reason, not where nobody sits.
        assert_eq!(scene.refused(&table, dealer(), remove(0, "shouts")).1, clause, "{id}");
        assert_eq!(scene.refused(&table, patron(OTHER_PATRON), remove(0, "shouts")).1, clause, "{id}");
        for (seat, why, reason) in [
            (0, "  ", "say why"),
            (0, &*"x".repeat(201), "say why"),
            (2, "shouts", "nobody"),
            (99, "shouts", "no such"),
        ] {
            let (told, cited) = scene.refused(&table, both(), remove(seat, why));
            assert!(told.contains(reason), "{id}: {told}");
            assert_eq!(cited, clause, "{id}");
        }

        scene.table(&table, both(), remove(0, " shouts at the dealer "));
        assert_eq!(
            scene.with_state(&table, |state| (state.patrons[0], state.leaving)),
            (Some(PATRON), 1),
            "{id}"
        );
        assert!(scene.refused(&table, both(), remove(0, "again")).0.contains("already"), "{id}");
        // Whoever runs the table next has heard it too.
        scene.restart();
        scene.plays_out(&table, &[(0, PATRON), (1, OTHER_PATRON)], |_, _| Decision::Fold);
        scene.quiet();
        scene.until(&table, |state| state.patrons[0].is_none() && state.leaving == 0);
        let nothing = scene.with_state(&table, |state| state.rack(0));
        assert_eq!(
            (nothing, scene.with_state(&table, |state| state.patrons[1])),
            (Money::ZERO, Some(OTHER_PATRON)),
            "{id}"
        );
        let lost = scene.floor.patron(id, PATRON).unwrap().with_state(|file| file.playing.is_none());
        assert!(lost, "{id}: the file knows that nobody plays");
        agrees(&scene);

        // The log says who, why and by which clause.
        let ordered: Vec<_> = log(&scene, &table)
            .into_iter()
            .filter(|(event, _)| matches!(event, Event::RemovalOrdered { .. }))
            .collect();
        let [(Event::RemovalOrdered { seat: 0, patron: Some(PATRON), why, .. }, cited)] = &ordered[..] else {
            panic!("{id}: {ordered:?}")
        };
        assert_eq!((why.as_str(), cited.as_str()), ("shouts at the dealer", clause), "{id}");
        let recalled = recall(&*scene.store, &scene.vault, &table, 1).unwrap();
        let mut lines = recalled.rounds.iter().flat_map(|round| &round.lines);
        let line = lines.find(|line| line.what.contains("shouts at the dealer")).expect("a line says why");
        assert!(line.who.contains("staff"), "{id}: {}", line.who);
        assert_eq!(line.clause, clause, "{id}");

        // It keeps nobody out.
        scene.seat(&table, 0, PATRON);
        scene.floor.close();
    }
}

#[test]
fn between_rounds_a_player_who_is_ordered_off_goes_at_once() {
    for id in BOOKS {
        let scene = Scene::new(id);
        let table = scene.open_table(TableNumber(1), DealingMode::Virtual);
        scene.seat(&table, 0, PATRON);
        scene.quiet();
        let (had, chips) = (balance(&scene, PATRON), scene.with_state(&table, |state| state.rack(0)));
        assert_eq!(scene.with_state(&table, |state| state.game.phase), Phase::Betting);
        scene.table(&table, both(), remove(0, "the table is reserved"));
        assert_eq!(scene.with_state(&table, |state| (state.patrons[0], state.leaving)), (None, 0), "{id}");
        scene.wait(|| balance(&scene, PATRON) == had + chips);
        agrees(&scene);
        scene.floor.close();
    }
}
