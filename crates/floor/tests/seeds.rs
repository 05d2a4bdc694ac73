//! Seeds of players at a table [HOUSE-23]: when they are taken and when not, that an acknowledged one survives a crash, and that
//! the cards go out in the order that they demand.

use crate::common;
use engine::{PatronId, TableNumber};

use common::{BOOKS, Scene, both, dealer, game, patron};
use engine::banked::{self, Event as E};
use floor::authority::PATRON;
use floor::recall::{Round, recall};
use floor::table::{Command, CommittedRoot, DealingMode, Event, Seed};
use floor::{CommandOutcome, DealOf, SeedReceipt, Shuffled, dealing_order, promise_of};
use store::{Hash, Store, Stream};

const OTHER: PatronId = PatronId(PATRON.0 + 1);

/// A virtual table with two players.
fn two_players(book: &'static str) -> (Scene, Stream) {
    let scene = Scene::new(book);
    let table = scene.open_table(TableNumber(1), DealingMode::Virtual);
    scene.seat(&table, 0, PATRON);
    scene.seat(&table, 2, OTHER);
    (scene, table)
}

fn root(scene: &Scene, table: &Stream) -> CommittedRoot {
    scene.with_state(table, |state| state.deck.as_ref().expect("a deck is committed to").root)
}

fn seed(scene: &Scene, table: &Stream, seat: u8, byte: u8) -> Command<banked::Command> {
    Command::GiveSeed { seat, root: root(scene, table), seed: Seed([byte; 32]), next: None }
}

/// Plays a round of both to its end and recalls it.
fn plays(scene: &Scene, table: &Stream) -> Round {
    scene.lays(table, (0, PATRON), 10);
    scene.lays(table, (2, OTHER), 10);
    scene.deals(table);
    scene.plays_out(table, &[(0, PATRON), (2, OTHER)], |_, _| banked::Decision::Fold);
    last_round(scene, table)
}

fn last_round(scene: &Scene, table: &Stream) -> Round {
    let recalled = recall(&*scene.store, &scene.vault, table, 1).unwrap();
    recalled.rounds.into_iter().rfind(|round| round.complete).unwrap()
}

/// The deck as it was dealt, from the sealed parts of the log: what the engine was told, and not what a proof says of it.
fn dealt(scene: &Scene, table: &Stream) -> Vec<cards::CardId> {
    let book = floor::Hosted::book(scene.desk(table).machine());
    let records = scene.store.read(table, 1, 100_000).unwrap();
    let deck = |record: &store::Record| {
        let sealed = scene.vault.open_record(record, "event").unwrap();
        let event: rulebook::Ruled<Event<E>> =
            engine::stored::decode_value(&record.open, sealed.as_deref(), book).unwrap();
        match event.value {
            Event::Game(E::DeckPlaced { deck }) => Some(deck.to_vec()),
            _ => None,
        }
    };
    records.iter().filter_map(deck).next_back().unwrap()
}

#[test]
fn the_cards_go_out_in_the_order_of_the_seeds() {
    for book in BOOKS {
        let (scene, table) = two_players(book);
        let committed = root(&scene, &table);
        // The second place first: what counts is the order of the places.
        scene.table(&table, patron(OTHER), seed(&scene, &table, 2, 0x33));
        scene.table(&table, patron(PATRON), seed(&scene, &table, 0, 0x11));
        scene.lays(&table, (0, PATRON), 10);
        scene.lays(&table, (2, OTHER), 10);
        scene.deals(&table);
        // What has left the shoe, as the game itself counts it.
        let went = std::cell::Cell::new(0);
        scene.plays_out(&table, &[(0, PATRON), (2, OTHER)], |scene, _| {
            went.set(scene.with_state(&table, |state| state.game.dealt));
            banked::Decision::Fold
        });
        let round = last_round(&scene, &table);
        let deal = round.deal.unwrap();
        assert_eq!((deal.root.0, deal.round), (committed.0, 1));
        let seeds: Vec<(u8, u8)> = deal.seeds.iter().map(|given| (given.seat, given.seed.0[0])).collect();
        assert_eq!(seeds, [(0, 0x11), (2, 0x33)]);
        let of = DealOf { stream: table.name(), root: deal.root, round: 1 };
        let order = dealing_order(52, of, &[(0, [0x11; 32]), (2, [0x33; 32])]);
        assert_ne!(order, (0..52).collect::<Vec<u8>>());
        assert_eq!(deal.order, order);
        let cards: Vec<_> = order.iter().map(|place| round.openings[usize::from(*place)].card).collect();
        assert_eq!(dealt(&scene, &table), cards, "{book}");
        assert!(round.openings.iter().all(|opening| opening.proves(deal.root)));
        let out: u8 = deal.handed.iter().map(|(_, cards)| cards).sum();
        assert!(out > 0 && out == went.get(), "{book}: {:?}", deal.handed);
        scene.floor.close();
    }
}

#[test]
fn a_round_without_seeds_is_dealt_as_the_deck_lies() {
    let (scene, table) = two_players(BOOKS[1]);
    let key = scene.with_state(&table, |state| state.deck.as_ref().unwrap().key);
    let round = plays(&scene, &table);
    let shuffled = Shuffled::new(&key.shuffle_key());
    assert_eq!(dealt(&scene, &table), shuffled.deck());
    assert!(round.deal.unwrap().order.into_iter().eq(0..52));
    scene.floor.close();
}

#[test]
fn seeds_that_are_late_double_foreign_or_for_another_deck_are_refused() {
    for book in BOOKS {
        let (scene, table) = two_players(book);
        let clause = scene.book.label(scene.book.house.seeds).to_string();
        let labels = scene.book.labels(scene.book.house.seeds).join(", ");
        assert!(labels.contains("HOUSE-23"), "{labels}");
        let refused = |by, what, why: &str| {
            let version = scene.desk(&table).version();
            let (said, cited) = scene.refused(&table, by, what);
            assert!(said.contains(why), "{book}: {said}");
            assert_eq!(cited, clause, "{book}: {said}");
            assert_eq!(scene.desk(&table).version(), version, "{book}: {said}");
        };
        let for_deck = |byte: u8| Command::GiveSeed {
            seat: 0,
            root: CommittedRoot([byte; 32]),
            seed: Seed([1; 32]),
            next: None,
        };
        refused(patron(PATRON), for_deck(9), "another commitment");
        // Somebody else's place, a place that there is not, the house in a player's name.
        for by in [patron(OTHER), patron(PatronId(PATRON.0 + 2)), dealer(), both(), common::SYSTEM] {
            let (said, cited) = scene.refused(&table, by, seed(&scene, &table, 0, 1));
            assert_eq!(cited, clause, "{book}: {said}");
        }
        let (_, cited) = scene.refused(&table, patron(PATRON), seed(&scene, &table, 200, 1));
        assert_eq!(cited, clause);
        assert_eq!(scene.with_state(&table, |state| state.deck.as_ref().unwrap().seeds.len()), 0);
        let first = seed(&scene, &table, 0, 1);
        scene.table(&table, patron(PATRON), first.clone());
        refused(patron(PATRON), first.clone(), "already");
        refused(patron(PATRON), seed(&scene, &table, 0, 2), "already");
        scene.lays(&table, (0, PATRON), 10);
        scene.deals(&table);
        // The deal has begun: the other one comes too late, and is told so.
        let Command::GiveSeed { root, .. } = first else { unreachable!() };
        let late = Command::GiveSeed { seat: 2, root, seed: Seed([3; 32]), next: None };
        refused(patron(OTHER), late.clone(), "the cards of this round are out");
        scene.plays_out(&table, &[(0, PATRON)], |_, _| banked::Decision::Fold);
        refused(patron(OTHER), late, "the cards of this round are out");
        scene.floor.close();
    }
}

#[test]
fn a_live_table_takes_no_seeds() {
    let scene = Scene::new(BOOKS[0]);
    let table = scene.open_table(TableNumber(1), DealingMode::Live);
    let ask = Command::AskSeat { seat: 0, patron: PATRON, card: scene.card(PATRON) };
    scene.table(&table, dealer(), ask);
    scene.until(&table, |state| state.patrons[0] == Some(PATRON));
    let given =
        Command::GiveSeed { seat: 0, root: CommittedRoot::default(), seed: Seed([1; 32]), next: None };
    let (said, _) = scene.refused(&table, patron(PATRON), given);
    assert!(said.contains("at a live table a person deals"), "{said}");
    scene.floor.close();
}

/// Whatever was acknowledged is there after a crash: from the log alone, and from a snapshot.
#[test]
fn an_acknowledged_seed_survives_a_crash_before_the_deal() {
    for snapshot in [false, true] {
        let (mut scene, table) = two_players(BOOKS[0]);
        let next = Some(Seed(promise_of(&[0x44; 32])));
        let give = Command::GiveSeed { seat: 2, root: root(&scene, &table), seed: Seed([0x33; 32]), next };
        let id = scene.next();
        let CommandOutcome::Done(first) =
            scene.floor.ask_table(&table, (id, patron(OTHER)), give.clone()).unwrap()
        else {
            panic!("refused")
        };
        if snapshot {
            scene.desk(&table).keep_snapshot().unwrap();
        }
        let before = scene.with_state(&table, Clone::clone);
        scene.restart();
        assert_eq!(scene.with_state(&table, Clone::clone), before, "snapshot {snapshot}");
        // Sent again, since the acknowledgement may have been lost: the first answer, and one seed.
        match scene.floor.ask_table(&table, (id, patron(OTHER)), give).unwrap() {
            CommandOutcome::Done(again) => {
                assert_eq!((again.first, again.last, again.again), (first.first, first.last, true))
            }
            other => panic!("{other:?}"),
        }
        let round = plays(&scene, &table);
        let deal = round.deal.unwrap();
        assert_eq!(deal.seeds.iter().map(|given| given.seed.0[0]).collect::<Vec<_>>(), [0x33]);
        assert_eq!(deal.seeds[0].record, first.first);
        let cards: Vec<_> = deal.order.iter().map(|place| round.openings[usize::from(*place)].card).collect();
        assert_eq!(dealt(&scene, &table), cards);
        scene.floor.close();
    }
}

/// A seed is never given back: whoever leaves before the deal has given it, and whoever takes the place may give another.
#[test]
fn a_seed_outlasts_its_player_and_the_next_one_at_the_place_gives_another() {
    let (scene, table) = two_players(BOOKS[3]);
    scene.table(&table, patron(PATRON), seed(&scene, &table, 0, 0x11));
    scene.table(&table, patron(PATRON), Command::LeaveSeat { seat: 0 });
    scene.quiet();
    scene.seat(&table, 0, PatronId(PATRON.0 + 2));
    scene.table(&table, patron(PatronId(PATRON.0 + 2)), seed(&scene, &table, 0, 0x12));
    scene.lays(&table, (2, OTHER), 10);
    scene.deals(&table);
    scene.plays_out(&table, &[(2, OTHER)], |_, _| banked::Decision::Fold);
    let deal = last_round(&scene, &table).deal.unwrap();
    let seeds: Vec<(u8, u8)> = deal.seeds.iter().map(|given| (given.seat, given.seed.0[0])).collect();
    assert_eq!(seeds, [(0, 0x11), (0, 0x12)]);
    scene.floor.close();
}

/// A seed counts as promised only where its hash was recorded before the deck was committed to.
#[test]
fn a_seed_is_bound_by_a_promise_that_is_older_than_the_deck() {
    let (scene, table) = two_players(BOOKS[0]);
    let give = |seat, who, byte: u8, next: Option<u8>| {
        let next = next.map(|byte| Seed(promise_of(&[byte; 32])));
        let root = root(&scene, &table);
        scene.table(&table, patron(who), Command::GiveSeed { seat, root, seed: Seed([byte; 32]), next });
    };
    let bound = || {
        let deal = last_round(&scene, &table).deal.unwrap();
        deal.seeds.iter().map(|given| given.bound).collect::<Vec<_>>()
    };
    // The first of each is free: nobody had promised anything.
    give(0, PATRON, 1, Some(2));
    give(2, OTHER, 11, Some(12));
    plays(&scene, &table);
    assert_eq!(bound(), [false, false]);
    // One keeps the promise, the other does not, and that is seen.
    give(0, PATRON, 2, None);
    give(2, OTHER, 13, Some(14));
    plays(&scene, &table);
    assert_eq!(bound(), [true, false]);
    // One who promises nothing is free again.
    give(0, PATRON, 3, None);
    give(2, OTHER, 14, None);
    plays(&scene, &table);
    assert_eq!(bound(), [false, true]);
    scene.floor.close();
}

/// The acknowledgement is signed: it fits this seed in this record and nothing else, so a seed that is dropped is proved.
#[test]
fn a_receipt_proves_a_seed_that_the_record_lacks() {
    let (scene, table) = two_players(BOOKS[0]);
    scene.table(&table, patron(PATRON), seed(&scene, &table, 0, 0x11));
    let (root, given) = scene.with_state(&table, |state| {
        let deck = state.deck.as_ref().unwrap();
        (Hash(deck.root.0), deck.seeds[0])
    });
    let receipt = SeedReceipt::sign(&scene.vault, &table, root, &given);
    assert!(receipt.is_for(&table, root, &given));
    assert_eq!(
        receipt,
        SeedReceipt::sign(&scene.vault, &table, root, &given),
        "the same words, the same signature"
    );
    let round = plays(&scene, &table);
    let deal = round.deal.unwrap();
    assert!(deal.seeds.iter().any(|found| receipt.is_for(&table, deal.root, found)));
    // A record from which it was taken, or in which it was changed.
    let other = floor::table::GivenSeed { seed: Seed([0x12; 32]), ..given };
    assert!(!receipt.is_for(&table, root, &other));
    assert!(!receipt.is_for(&table, Hash([1; 32]), &given));
    assert!(!receipt.is_for(&table, root, &floor::table::GivenSeed { seat: 1, ..given }));
    assert!(!receipt.is_for(&table, root, &floor::table::GivenSeed { record: given.record + 1, ..given }));
    // Without it the cards would have come in another order.
    let of = DealOf { stream: table.name(), root: deal.root, round: deal.round };
    assert_ne!(dealing_order(52, of, &[]), deal.order);
    scene.floor.close();
}

/// Between the commitment and the deal the cards may be shuffled anew: seeds for the old deck do not count for the new one.
#[test]
fn a_new_shuffle_takes_new_seeds() {
    let (scene, table) = two_players(BOOKS[0]);
    let old = seed(&scene, &table, 0, 0x11);
    scene.table(&table, patron(PATRON), old.clone());
    scene.table(&table, both(), game(banked::Command::ChangeCards));
    let (said, _) = scene.refused(&table, patron(PATRON), old);
    assert!(said.contains("another commitment"), "{said}");
    scene.table(&table, patron(PATRON), seed(&scene, &table, 0, 0x12));
    let deal = plays(&scene, &table).deal.unwrap();
    assert_eq!(deal.seeds.iter().map(|given| given.seed.0[0]).collect::<Vec<_>>(), [0x12]);
    scene.floor.close();
}

/// The proof of the whole log compares every deal with its seeds.
#[test]
fn the_log_of_rounds_with_seeds_verifies() {
    let (scene, table) = two_players(BOOKS[0]);
    scene.table(&table, patron(PATRON), seed(&scene, &table, 0, 0x11));
    plays(&scene, &table);
    let whole = floor::reconcile::reconcile(&*scene.store, &scene.vault, None).unwrap();
    assert!(whole.agrees(), "{:?}", whole.differences());
    scene.floor.close();
}
