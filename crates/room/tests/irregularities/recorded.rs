//! The same where cards are recorded as they fall, so that only the number of the others is known.

use crate::irregularities::table::{Table, cards, report, set};
use room::{Act, Cards, Command, Due, Event, NotRuled, Omission, Reason, Terms};
use rulebook::room::IrregularityKind as S;
use rulebook::room::Remedy as R;

/// Hold'em of three players whose cards are not known, but for p1's.
fn hidden() -> Table {
    let mut table = Table::recorded("holdem", 52, Terms::blinds(5, 10), &[1000; 3]);
    table.ok(Command::Post);
    table.ok(Command::Hole { seat: 0, cards: cards("AsKs") });
    let mut two = Cards::default();
    assert!(two.push(None) && two.push(None));
    table.ok(Command::Hole { seat: 1, cards: two });
    table.ok(Command::Hole { seat: 2, cards: two });
    assert_eq!(table.hand.due(), Due::Act(2));
    table
}

#[test]
fn a_misdeal_needs_no_shuffle_to_be_told() {
    let mut table = hidden();
    table.act(Act::Raise(30));
    table.rules(report(S::OutOfOrder), 5, R::Misdeal, "14.1.1(a)(iii)");
    assert!(table.cites("14.1.1(a)(iii)", |told| matches!(told, Event::Shuffled(_))));
    assert_eq!((table.hand.due(), table.hand.stub().len()), (Due::Hole, 52));
    // The same cards may fall again.
    table.ok(Command::Hole { seat: 1, cards: cards("AsKs") });
}

#[test]
fn an_exposed_card_becomes_known_and_is_the_first_burn() {
    let mut table = hidden();
    table.rules(report(S::ExposedByDealer).at(1).cards(cards("Qd")), 37, R::FirstBurnSwap, "14.9.1");
    assert_eq!((table.hand.burns(), table.hand.burned(), table.hand.card_count(1)), (set("Qd"), 1, 2));
    let mut other = hidden();
    let twice = other.rule_as("dealer", report(S::ExposedByDealer).at(1).cards(cards("As")));
    assert!(matches!(twice.expect_err("p1 has it").reason, Reason::CardTwice(_)));
    table.calls(3);
    table.ok(Command::Board(cards("2c3c4c")));
    assert_eq!((table.hand.burned(), table.hand.stub().len()), (1, 52 - 6 - 1 - 3));
    let again = table.tell(Command::Board(cards("Qd")));
    assert!(again.is_err(), "a burn does not come again");
}

#[test]
fn an_early_fourth_card_may_come_again_as_the_fifth() {
    let mut table = hidden();
    table.calls(3);
    table.ok(Command::Board(cards("2c3c4c")));
    table.refuses(report(S::BoardCardEarly), NotRuled::WhichCards, "14.10.1");
    table.rules(report(S::BoardCardEarly).cards(cards("9d")), 44, R::SetAsideFourth, "14.10.1");
    assert_eq!((table.hand.aside(), table.hand.burned()), (set("9d"), 2));
    table.calls(3);
    let refusal = table.tell(Command::Board(cards("9d"))).expect_err("it lies aside");
    assert!(matches!(refusal.reason, Reason::CardTwice(_)));
    table.ok(Command::Board(cards("Th")));
    table.calls(3);
    // Nobody waits for the shuffle; the card is in the stub again, and no card is burned.
    table.ok(Command::Board(cards("9d")));
    assert_eq!((table.hand.board(0), table.hand.burned()), (set("2c3c4cTh9d"), 3));
    assert!(table.cites("14.10.1", |told| matches!(told, Event::Shuffled(_))));
}

#[test]
fn two_cards_opened_are_named() {
    let mut table = hidden();
    table.calls(3);
    table.ok(Command::Board(cards("2c3c4c")));
    table.calls(3);
    table.refuses(report(S::BoardCardsTogether).count(2), NotRuled::WhichCards, "14.10.2(b)");
    table.rules(report(S::BoardCardsTogether).cards(cards("Qs4h")), 46, R::ExtraIsNextBurn, "14.10.2(b)");
    assert_eq!(table.hand.board(0), set("2c3c4cQs"));
    table.calls(3);
    table.ok(Command::Board(cards("5h")));
    assert_eq!(table.hand.burned(), 3);
}

#[test]
fn two_boards_are_recorded_in_the_order_that_the_row_has() {
    let mut table = Table::recorded("double-flop-holdem", 52, Terms::blinds(5, 10), &[1000; 2]);
    table.ok(Command::Post);
    table.ok(Command::Hole { seat: 0, cards: cards("AsKs") });
    table.ok(Command::Hole { seat: 1, cards: cards("AdKd") });
    table.calls(2);
    table.ok(Command::Board(cards("3c4c5c")));
    table.ok(Command::Board(cards("3d4d5d")));
    table.rules(report(S::BoardCardEarly).cards(cards("9d")), 48, R::SetAsideTopFourth, "14.11.1");
    table.calls(2);
    // Bottom, burn, top.
    table.ok(Command::Board(cards("7d")));
    assert_eq!((table.hand.board(1), table.hand.burned()), (set("3d4d5d7d"), 2));
    table.ok(Command::Board(cards("7c")));
    assert_eq!((table.hand.board(0), table.hand.burned()), (set("3c4c5c7c"), 3));
    table.calls(2);
    table.ok(Command::Board(cards("8d")));
    table.ok(Command::Board(cards("9d")));
    assert_eq!((table.hand.board(0), table.hand.board(1)), (set("3c4c5c7c9d"), set("3d4d5d7d8d")));
    assert_eq!(table.hand.burned(), 3);
    table.finish();
}

#[test]
fn a_missed_burn_is_recorded_too() {
    let mut table = hidden();
    table.calls(3);
    table.omit(Omission::NoBurn);
    table.ok(Command::Board(cards("2c3c4c")));
    assert_eq!((table.hand.burned(), table.hand.stub().len()), (0, 43));
    table.rules(report(S::NoBurn), 39, R::NewFlopWithBurn, "14.9.2");
    assert_eq!((table.hand.due(), table.hand.board(0).len()), (Due::Board, 0));
    table.ok(Command::Board(cards("2c5c6c")));
    assert_eq!((table.hand.burned(), table.hand.due()), (1, Due::Act(0)));
}

#[test]
fn a_boxed_card_that_nobody_named_leaves_the_stub() {
    let mut table = hidden();
    table.rules(report(S::BoxedCards), 16, R::MuckAndReplace, "14.2.5");
    table.rules(report(S::BoxedCards).cards(cards("As")), 16, R::MuckAndReplace, "14.2.5");
    assert_eq!((table.hand.stub().len(), table.hand.card_count(0), table.hand.down(0)), (44, 2, set("Ks")));
    table.rules(report(S::BoxedCards).count(3), 17, R::RefundAll, "1.1/'Defective deck'");
}

#[test]
fn a_mucked_hand_is_named_when_it_is_shown() {
    let mut table = hidden();
    table.act(Act::Fold);
    table.calls(2);
    for board in ["2c3c4c", "Th", "9d"] {
        table.ok(Command::Board(cards(board)));
        table.calls(2);
    }
    table.ok(Command::Show { seat: 0, cards: Cards::default() });
    table.ok(Command::Muck { seat: 1 });
    let mut told = report(S::MuckedHandAsked).at(1);
    told.asker = Some(0);
    table.refuses(told, NotRuled::WhichCards, "14.2.7");
    let twice = table.rule_as("dealer", told.cards(cards("ThTd"))).expect_err("a ten lies on the board");
    assert!(matches!(twice.reason, Reason::CardTwice(_)));
    table.rules(told.cards(cards("TsTd")), 60, R::ShowLive, "14.2.7");
    table.ok(Command::Pay);
    assert_eq!(table.hand.stacks(), [990, 1010, 1000]);
}
