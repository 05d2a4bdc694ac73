//! A live table through orders: cards checked, shuffled, cut and recorded, hands settled one by one, money on the table,
//! counts and the day; and what is recorded face down is in nothing that can be read before it is shown.

use crate::common;
use house::StaffId;

use common::{BOOKS, Scene, both, dealer, dollars, game, patron};
use engine::banked::{self, Command as C, CorrectionReason, Decision, Holder, Phase};
use engine::{Hidden, TableNumber};
use floor::Account;
use floor::authority::PATRON;
use floor::recall::{recall, recall_open};
use floor::reconcile::reconcile;
use floor::table::{Command, DealingMode, Tender};
use rulebook::Medium;
use store::Store;

fn card(text: &str) -> cards::CardId {
    text.parse::<cards::Card>().unwrap().id()
}

/// A live round of Three Card Poker up to its showdown, nothing recorded yet; place 2 folds.
fn at_showdown() -> (Scene, store::Stream) {
    let scene = Scene::new(BOOKS[3]);
    let table = scene.open_table(TableNumber(1), DealingMode::Live);
    let tell = |command| scene.table(&table, dealer(), game(command));
    for seat in [0, 1] {
        tell(C::Sit { seat, blind_of: None, patron: banked::Patron::default() });
        let medium = Medium::Chips;
        tell(C::Place { seat, wager: 0, amount: dollars(10), medium, proxy: false, checked: true });
    }
    for command in [C::CallNoMoreBets, C::CheckCards, C::Shuffle] {
        tell(command);
    }
    scene.try_table(&table, dealer(), game(C::Cut));
    tell(C::DealLive);
    let bet = Decision::Bet { amount: dollars(10), checked: true, token: false };
    tell(C::Decide { seat: 0, decision: bet });
    tell(C::Decide { seat: 1, decision: Decision::Fold });
    if scene.with_state(&table, |state| state.game.phase) != Phase::Showdown {
        tell(C::Proceed);
    }
    (scene, table)
}

fn hand(of: Holder, text: &str, why: Option<CorrectionReason>) -> C {
    C::RecordCards { of, cards: Hidden::new(text.split(' ').map(card).collect()), from: 0, why }
}

/// A correction keeps what was there, what replaced it, why, who, and who stood beside.
#[test]
fn finding_04_a_corrected_card_stays_in_the_log() {
    let (scene, table) = at_showdown();
    let tell = |command| scene.table(&table, dealer(), game(command));
    let taken_back = |of| C::TakeBackRecord { of, why: CorrectionReason::Mistyped };
    // A slip, corrected at once by whoever deals; but never without a reason.
    tell(hand(Holder::Dealer, "Qh 8d 3c", None));
    let (unexplained, clause) = scene.refused(&table, dealer(), game(hand(Holder::Dealer, "Qd 8d 3c", None)));
    assert!(unexplained.contains("say why"), "{unexplained}");
    assert_eq!(clause, "13.10");
    tell(taken_back(Holder::Dealer));
    tell(hand(Holder::Dealer, "Qd 8d 3c", None));
    tell(hand(Holder::Seat(0), "As Ad 7h", None));
    // Something else was recorded since: another member of staff stands beside.
    let late = hand(Holder::Dealer, "Qs 8d 3c", Some(CorrectionReason::CameraShows));
    let (alone, clause) = scene.refused(&table, dealer(), game(late.clone()));
    assert!(alone.contains("second"), "{alone}");
    assert_eq!(clause, "13.10");
    let two = floor::By { second: Some(StaffId(2)), ..dealer() };
    scene.table(&table, two, game(late));
    // What two have looked at, nobody alone replaces: neither at once, nor after both have taken it back.
    let alone = |command: C| {
        let (told, clause) = scene.refused(&table, dealer(), game(command));
        assert!(told.contains("second"), "{told}");
        assert_eq!(clause, "13.10");
    };
    alone(hand(Holder::Dealer, "Kh Kd Kc", Some(CorrectionReason::Misread)));
    alone(taken_back(Holder::Dealer));
    scene.table(&table, two, game(taken_back(Holder::Dealer)));
    alone(hand(Holder::Dealer, "Kh Kd Kc", None));
    scene.table(&table, two, game(hand(Holder::Dealer, "Qs 8d 3c", None)));
    alone(hand(Holder::Dealer, "Kh Kd Kc", Some(CorrectionReason::Misread)));
    // The cards of the hand that folded are recorded wrong too, and never shown.
    tell(hand(Holder::Seat(1), "2c 4d 9h", None));
    tell(hand(Holder::Seat(1), "2c 4d 9s", Some(CorrectionReason::Misread)));
    // What a box was settled on stands, and nobody is offered to change it.
    tell(C::SettleHand { seat: 1 });
    for of in [Holder::Seat(1), Holder::Dealer] {
        let (settled, clause) = scene.refused(&table, both(), game(taken_back(of)));
        assert!(settled.contains("stands") && !clause.is_empty(), "{settled} [{clause}]");
    }
    tell(C::Settle);
    scene.quiet();
    let told = |open: bool| {
        let read = if open { recall_open } else { recall };
        let rounds = read(&*scene.store, &scene.vault, &table, 1).unwrap().rounds;
        let round = rounds.into_iter().find(|round| round.complete).unwrap();
        round.lines.into_iter().map(|line| format!("{}: {}", line.who, line.what)).collect::<Vec<_>>()
    };
    let lines = told(false);
    let has = |lines: &[String], wanted: &str| {
        assert!(lines.iter().any(|line| line.contains(wanted)), "{wanted} is not in {lines:#?}");
    };
    has(&lines, "(staff 10): cards of the dealer recorded: Qh 8d 3c");
    has(
        &lines,
        "(staff 10): the record of the cards of the dealer is taken back: it was Qh 8d 3c; it was typed wrong",
    );
    has(
        &lines,
        "(staff 2) beside: the record of the cards of the dealer is corrected: Qd 8d 3c becomes Qs 8d 3c; the camera shows other cards",
    );
    has(
        &lines,
        "the record of the cards of place 2 is corrected: 3 cards not shown becomes 3 cards not shown; a card was misread",
    );
    assert!(
        !lines.iter().any(|line| line.contains("9h")),
        "nobody has seen the hand that folded: {lines:#?}"
    );
    // Whoever opens whole decks sees the whole of it, once the round is over.
    has(&told(true), "the record of the cards of place 2 is corrected: 2c 4d 9h becomes 2c 4d 9s");
    scene.floor.close();
}

#[test]
fn a_round_by_hand() {
    let scene = Scene::new(BOOKS[3]);
    let table = scene.open_table(TableNumber(1), DealingMode::Live);
    let tell = |command| scene.table(&table, dealer(), game(command));
    // One with a file, one without: cash into the drop box, chips brought along.
    scene.seat(&table, 0, PATRON);
    let sit = C::Sit { seat: 1, blind_of: None, patron: banked::Patron::default() };
    tell(sit);
    let buy = |amount, with| Command::BuyIn { seat: 1, amount: dollars(amount), with };
    scene.table(&table, dealer(), buy(300, Tender::Cash));
    scene.table(&table, dealer(), buy(50, Tender::Chips));
    assert_eq!(scene.with_state(&table, |state| state.rack(1)), dollars(350));
    assert_eq!(scene.with_state(&table, |state| state.holds(Account::Drop)), dollars(300));
    for seat in [0, 1] {
        let medium = Medium::Chips;
        tell(C::Place { seat, wager: 0, amount: dollars(10), medium, proxy: false, checked: true });
    }
    tell(C::CallNoMoreBets);
    let (unchecked, _) = scene.refused(&table, dealer(), game(C::DealLive));
    assert!(unchecked.contains("check"), "{unchecked}");
    tell(C::CheckCards);
    tell(C::Shuffle);
    if scene.book.table.device(scene.sign().device).is_some_and(|device| device.cut.value) {
        scene.refused(&table, dealer(), game(C::DealLive));
        tell(C::Cut);
    }
    scene.refused(&table, dealer(), Command::Deal { next_key: None });
    tell(C::DealLive);
    let some = |of, text: &str, from| C::RecordCards {
        of,
        cards: Hidden::new(text.split(' ').map(card).collect()),
        from,
        why: Some(CorrectionReason::Mistyped),
    };
    tell(some(Holder::Seat(0), "As Ks Qs", 0));
    tell(some(Holder::Seat(0), "Kd", 1));
    // The shoe reads the rest, in the order of the deal.
    let rest = ["2c", "3d", "7h", "4c", "5d", "9h", "6c", "8d", "Jh"];
    for text in rest {
        let unread = |state: &floor::table::State<banked::Table>| {
            state.game.live.iter().flatten().any(|read| read.card.is_none())
        };
        if scene.with_state(&table, unread) {
            tell(C::RecordNext { card: Hidden::new(card(text)) });
        }
    }
    // Nobody has turned a card: no record, no recall, no output of the program has one.
    let secret = scene.with_state(&table, |state| format!("{state:?}"));
    let lines = recall(&*scene.store, &scene.vault, &table, 5).unwrap().rounds;
    let shown: String =
        lines.iter().flat_map(|round| &round.lines).map(|line| line.what.clone() + "\n").collect();
    for text in ["As", "Kd", "Qs", "2c", "7h"] {
        assert!(!shown.contains(text), "{text} in {shown}");
    }
    assert!(!secret.contains("CardId"), "{secret}");
    let recorded = |cards: [&str; 3]| {
        let other = Scene::new(BOOKS[3]);
        let table = other.open_table(TableNumber(1), DealingMode::Live);
        let tell = |command| other.table(&table, dealer(), game(command));
        tell(C::Sit { seat: 1, blind_of: None, patron: banked::Patron::default() });
        let medium = Medium::Chips;
        tell(C::Place { seat: 1, wager: 0, amount: dollars(10), medium, proxy: false, checked: true });
        tell(C::CallNoMoreBets);
        tell(C::CheckCards);
        tell(C::Shuffle);
        other.try_table(&table, dealer(), game(C::Cut));
        tell(C::DealLive);
        let cards = Hidden::new(cards.map(card).to_vec());
        tell(C::RecordCards { of: Holder::Seat(1), cards, from: 0, why: None });
        let open: Vec<_> = other
            .store
            .read(&table, 1, 1_000)
            .unwrap()
            .into_iter()
            .map(|record| (record.open, record.by))
            .collect();
        other.floor.close();
        open
    };
    assert_eq!(
        recorded(["As", "Ks", "Qs"]),
        recorded(["2c", "2d", "7h"]),
        "the open part of the log is the same"
    );

    let bet = Decision::Bet { amount: dollars(10), checked: true, token: false };
    scene.table(&table, patron(PATRON), game(C::Decide { seat: 0, decision: bet }));
    tell(C::Decide { seat: 1, decision: bet });
    if scene.with_state(&table, |state| state.game.phase) != Phase::Showdown {
        tell(C::Proceed);
    }
    let (wrong, _) = scene.refused(&table, dealer(), game(C::SettleHand { seat: 0 }));
    assert!(!wrong.is_empty());
    tell(C::SettleHand { seat: 1 });
    scene.refused(&table, dealer(), game(some(Holder::Seat(1), "Ac Ad Ah", 0)));
    tell(C::Settle);
    scene.quiet();
    assert_eq!(scene.with_state(&table, |state| state.holds(Account::Layout)), dollars(0));
    let lines = recall(&*scene.store, &scene.vault, &table, 5).unwrap().rounds;
    assert!(lines.iter().any(|round| round.complete));

    // The day: chips carried away, the box and the float counted, and differences found.
    scene.table(&table, both(), Command::Fill { amount: dollars(500) });
    let held = scene.with_state(&table, |state| state.holds(Account::Float));
    scene.refused(&table, both(), Command::CloseDay { day: 20_261_115 });
    scene.table(&table, both(), Command::CountDrop { amount: dollars(290) });
    scene.table(&table, both(), Command::CountFloat { amount: held + dollars(5) });
    scene.table(&table, both(), Command::CloseDay { day: 20_261_115 });
    let found = reconcile(&*scene.store, &scene.vault, Some(20_261_115)).unwrap();
    assert_eq!(found.tables[0].drop_difference(), Some(dollars(-10)));
    assert_eq!(found.tables[0].float_difference(), Some(dollars(5)));
    assert_eq!(found.tables[0].float, found.tables[0].expected);
    assert!(found.total().is_zero() && !found.agrees());
    scene.floor.close();
}
