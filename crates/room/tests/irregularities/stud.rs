//! Rows 23 to 36: stud.

use crate::irregularities::table::{Table, card, cards, moves, report, set};
use room::{
    Act, CardPlace, Command, Due, Event, IrregularityEvent, NotRuled, Reason, Seats, Structure, Terms,
};
use rulebook::room::IrregularityKind as S;
use rulebook::room::Remedy as R;

fn terms() -> Terms {
    let mut terms = Terms::plain(Structure::Fixed { small: 10, big: 20, small_rounds: 2 });
    terms.antes = [1; room::MOST];
    terms.bring_in = 10;
    terms
}

fn stud(game: &str, first: &str, players: usize) -> Table {
    let mut table = Table::new(game, 52, terms(), &[500; 10][..players], first);
    table.deal();
    table
}

/// Three hands of seven card stud: down AsAd 2s2d 3s3d, up Kh 4c 9h; then the stub.
const SEVEN: &str = "As2s3s Ad2d3d Kh4c9h Tc JcQcTh Td 5c6c7c Ts 5d6d7d Jh 5h6h8h";
/// Three hands of five cards: down As 2s 3s, up Kh 4c 9h; then the stub.
const FIVE: &str = "As2s3s Kh4c9h Tc JcQcTh Td 5c6c7c Ts 5d6d7d Jh";

#[test]
fn row_23_after_a_first_card_up_the_next_comes_down() {
    for (game, clause) in [("five-card-stud", "14.4.1"), ("crown-stud", "14.5.1")] {
        let mut table = stud(game, FIVE, 3);
        assert_eq!(table.hand.due(), Due::BringIn(1));
        // The two of spades came up: p2 still opens, now with a two.
        table.rules(report(S::FirstCardUp).at(1).cards(cards("2s")), 23, R::NextCardDown, clause);
        assert_eq!((table.hand.up(1), table.hand.down(1)), (set("2s"), set("4c")));
        // The three of spades came up, lower than all but that two.
        table.rules(report(S::FirstCardUp).at(2).cards(cards("3s")), 23, R::NextCardDown, clause);
        assert_eq!((table.hand.up(2), table.hand.due()), (set("3s"), Due::BringIn(1)));
    }
    let mut table = stud("seven-card-stud", SEVEN, 3);
    table.rules(report(S::FirstCardUp).at(2).cards(cards("3s")), 23, R::NextCardDown, "14.6.1");
    assert_eq!((table.hand.up(2), table.hand.down(2)), (set("3s"), set("3d9h")));
    // The lowest card that shows is his now.
    assert_eq!(table.hand.due(), Due::BringIn(2));
    table.refuses(report(S::FirstCardUp).at(2).cards(cards("3s")), NotRuled::CannotBe, "14.6.1");
    table.act(Act::BringIn);
    table.not_now(report(S::FirstCardUp).at(0).cards(cards("As")));
}

#[test]
fn row_24_the_second_of_two_up_cards_changes_with_the_first_burn() {
    for (game, clause) in [("five-card-stud", "14.4.2"), ("crown-stud", "14.5.2")] {
        let mut table = stud(game, FIVE, 3);
        table.rules(report(S::TwoUpCards).at(0).cards(cards("AsKh")), 24, R::FirstBurnSwap, clause);
        assert_eq!((table.hand.up(0), table.hand.down(0)), (set("As"), set("Tc")));
        assert_eq!(table.hand.burns(), set("Kh"));
        table.act(Act::BringIn);
        table.calls(2);
        // No other burn before the third card.
        table.deal();
        assert_eq!((table.hand.burned(), table.hand.up(0)), (1, set("AsJc")));
        assert_eq!(table.finish().iter().sum::<i64>(), 1500);
    }
    let mut table = stud("seven-card-stud", SEVEN, 3);
    table.rules(report(S::TwoUpCards).at(1).cards(cards("4c2d")), 24, R::FirstBurnSwap, "14.6.2");
    assert_eq!((table.hand.up(1), table.hand.down(1)), (set("4c"), set("2sTc")));
    assert_eq!((table.hand.burns(), table.hand.due()), (set("2d"), Due::BringIn(1)));
}

#[test]
fn row_25_two_players_with_two_up_cards_is_a_misdeal() {
    for (game, clause) in [
        ("five-card-stud", "14.1.1(c)(ii)"),
        ("crown-stud", "14.1.1(d)(ii)"),
        ("seven-card-stud", "14.1.1(e)(ii)"),
        ("razz", "14.1.1(e)(ii)"),
    ] {
        let mut table = stud(game, "", 3);
        table.act(Act::BringIn);
        table.rules(report(S::TwoUpCards).at(0).at(1), 25, R::Misdeal, clause);
        // The forced wager of a card that is gone goes back; antes stay.
        assert_eq!((table.hand.staked(), table.hand.stacks()), (&[1; 3][..], &[499; 3][..]));
        assert_eq!(table.finish().iter().sum::<i64>(), 1500);
    }
}

#[test]
fn row_26_three_up_cards_is_a_misdeal() {
    let mut table = stud("seven-card-stud-hi-lo", SEVEN, 3);
    table.rules(report(S::ThreeUpCards).at(1), 26, R::Misdeal, "14.1.1(e)(iii)");
    table.shuffle("");
    table.deal();
    table.act(Act::BringIn);
    table.calls(2);
    // Only while the first cards are dealt and bet on.
    table.not_now(report(S::ThreeUpCards).at(1));
    let mut five = stud("five-card-stud", FIVE, 3);
    five.refuses(report(S::ThreeUpCards).at(1), NotRuled::NoRow, "18.11");
}

#[test]
fn row_27_cards_that_face_the_wrong_way_are_turned_or_misdealt() {
    for (game, clause) in [
        ("five-card-stud", "14.1.1(c)(i)"),
        ("crown-stud", "14.1.1(d)(i)"),
        ("seven-card-stud", "14.1.1(e)(i)"),
    ] {
        let mut table = stud(game, "", 3);
        let mut told = report(S::WrongFacing).at(2);
        told.can_correct = true;
        let before = table.hand;
        table.rules(told, 27, R::Correct, clause);
        assert_eq!(table.hand, before);
        told.can_correct = false;
        table.rules(told, 27, R::Misdeal, clause);
        assert_eq!(table.hand.due(), Due::Shuffle);
    }
}

#[test]
fn row_28_k33_an_all_in_player_does_not_open_the_first_round() {
    for (game, clause) in
        [("five-card-stud", "14.4.3"), ("crown-stud", "14.5.3"), ("seven-card-stud", "14.6.3")]
    {
        let first = if game == "seven-card-stud" { "As7s3s Ad7d3d Kh2c2d" } else { "As7s3s Kh2c2d" };
        let mut table = Table::new(game, 52, terms(), &[500, 1, 500], first);
        table.deal();
        // The two of clubs is all-in on the ante: the two of diamonds opens.
        assert_eq!(table.hand.due(), Due::BringIn(2));
        assert!(table.cites(clause, |told| matches!(told, Event::Opens(2))));
        table.refuses(report(S::OpenerAllIn).at(1), NotRuled::PartOfPlay, clause);
    }
}

#[test]
fn row_29_k34_later_the_action_passes_to_the_left_of_an_all_in_player() {
    let mut table = Table::new("seven-card-stud", 52, terms(), &[500, 6, 500], SEVEN);
    table.deal();
    table.act(Act::BringIn);
    table.calls(2);
    assert!(!table.hand.able().has(1));
    // The best showing hand is p1's king with a jack; make it p2's: he shows 4c Qc, so p1 leads. Next street decides.
    table.deal();
    assert_eq!(table.hand.due(), Due::Act(0));
    let mut leads =
        Table::new("seven-card-stud", 52, terms(), &[500, 6, 500], "As2s3s Ad2d3d Kh4c9h Tc Jc4hTh");
    leads.deal();
    leads.act(Act::BringIn);
    leads.calls(2);
    leads.deal();
    // A pair of fours is all-in: the seat to its left opens.
    assert_eq!(leads.hand.due(), Due::Act(2));
    assert!(leads.cites("14.6.3", |told| matches!(told, Event::Opens(2))));
    leads.refuses(report(S::OpenerAllIn).at(1), NotRuled::PartOfPlay, "14.6.3");
    assert_eq!(leads.finish().iter().sum::<i64>(), 1006);
}

#[test]
fn row_30_k71_a_card_exposed_early_freezes_the_round() {
    for (game, clause) in
        [("five-card-stud", "14.4.4"), ("crown-stud", "14.5.4"), ("seven-card-stud", "14.6.4")]
    {
        let mut table = stud(game, if game == "seven-card-stud" { SEVEN } else { FIVE }, 3);
        table.act(Act::BringIn);
        table.calls(2);
        table.deal();
        table.act(Act::Raise(10));
        let stub = *table.hand.stub();
        table.rules(report(S::ExposedEarly), 30, R::FreezeRound, clause);
        let Due::Act(seat) = table.hand.due() else { panic!("somebody has to act") };
        let refusal = table.tell(Command::Act { seat, act: Act::Raise(20) }).expect_err("no raise");
        assert_eq!((refusal.reason, table.label(refusal.cite)), (Reason::RoundFrozen, clause));
        table.calls(2);
        // The card is used in its turn, and the next round is free again.
        assert_eq!(*table.hand.stub(), stub);
        table.deal();
        table.act(Act::Raise(20));
    }
}

#[test]
fn row_31_k138_a_seat_that_folds_unbet_goes_on_getting_cards() {
    for (game, clause) in
        [("five-card-stud", "14.4.5"), ("crown-stud", "14.5.5"), ("seven-card-stud", "14.6.5")]
    {
        let mut table = stud(game, if game == "seven-card-stud" { SEVEN } else { FIVE }, 3);
        assert_eq!(table.hand.due(), Due::BringIn(1));
        table.act(Act::BringIn);
        table.calls(2);
        table.deal();
        while table.hand.due() != Due::Act(1) {
            table.act(Act::Call);
        }
        table.act(Act::Fold);
        assert!(
            table.cites(clause, |told| matches!(
                told,
                Event::Acted { seat: 1, done: room::ActKind::Fold, .. }
            ))
        );
        while matches!(table.hand.due(), Due::Act(_)) {
            table.act(Act::Call);
        }
        let before = table.hand.card_count(1);
        table.deal();
        assert_eq!(table.hand.card_count(1), before + 1);
        // A wager ends it.
        table.act(Act::Raise(20));
        table.calls(1);
        table.deal();
        assert_eq!(table.hand.card_count(1), before + 1);
        table.refuses(report(S::FoldUnbet).at(1), NotRuled::PartOfPlay, clause);
        assert_eq!(table.finish().iter().sum::<i64>(), 1500);
    }
}

/// Up to the last card, all checked.
fn before_last(game: &str, first: &str) -> Table {
    let mut table = stud(game, first, 3);
    table.act(Act::BringIn);
    table.calls(2);
    let streets = table.room.game().street.len();
    for _ in 1..streets - 1 {
        table.deal();
        table.calls(3);
    }
    assert_eq!((table.hand.due(), table.hand.street()), (Due::Hole, streets - 1));
    table
}

#[test]
fn row_32_k112_the_first_last_card_up_turns_all_up_and_the_opener_stays() {
    let mut table = before_last("seven-card-stud", SEVEN);
    let opened = table.told.iter().rev().find_map(|told| match told.value {
        Event::Opens(seat) => Some(seat),
        _ => None,
    });
    table.rules(report(S::LastCardUp).at(0), 32, R::AllLastCardsUp, "14.6.6");
    table.deal();
    assert_eq!((0..3).map(|seat| table.hand.up(seat).len()).collect::<Vec<_>>(), [5; 3]);
    assert_eq!(Some(table.hand.due()), opened.map(Due::Act));
    assert!(table.cites("14.6.6", |told| matches!(told, Event::Opens(_))));
    let mut crown = before_last("crown-stud", FIVE);
    crown.rules(report(S::LastCardUp).at(0), 32, R::AllLastCardsUp, "14.5.6");
    crown.deal();
    assert_eq!(crown.hand.up(2).len(), 4);
    // In Five Card Stud the last card comes up anyway.
    let mut five = before_last("five-card-stud", FIVE);
    five.refuses(report(S::LastCardUp).at(0), NotRuled::NoRow, "18.11");
}

#[test]
fn row_33_the_player_of_a_later_last_card_up_chooses() {
    // The seventh cards are 5h, 6h and 8h.
    let last = "As2s3s Ad2d3d Kh4c9h Tc JcQcTh Td 5c6c7c Ts 5d6d7d Jh 5h6h8h";
    let mut table = before_last("seven-card-stud", last);
    table.deal();
    let mut told = report(S::LastCardUp).at(2).cards(cards("8h"));
    table.refuses(told, NotRuled::Choose, "14.6.6");
    told.takes_all_in = Some(false);
    table.rules(told, 33, R::ChooseAllIn, "14.6.6");
    assert!(table.hand.able().has(2) && table.hand.up(2).contains(card("8h")));
    let mut all_in = before_last("crown-stud", FIVE);
    all_in.deal();
    let mut told = report(S::LastCardUp).at(1).cards(cards("6d"));
    told.takes_all_in = Some(true);
    // The fifth cards of FIVE are 5d, 6d and 7d.
    all_in.rules(told, 33, R::ChooseAllIn, "14.5.6");
    assert_eq!((all_in.hand.able(), all_in.hand.live().len()), (Seats(0b101), 3));
}

#[test]
fn row_34_after_substantial_action_the_player_is_all_in_and_the_rest_is_a_side_pot() {
    let mut table = before_last("seven-card-stud", SEVEN);
    table.deal();
    assert_eq!(table.hand.pot(), 33);
    let Due::Act(first) = table.hand.due() else { panic!("somebody opens") };
    // A pair of sevens shows.
    assert_eq!(first, 2);
    table.act(Act::Raise(20));
    table.calls(1);
    // p3 has bet 20 and p1 has called: p2 is all-in for what is in, 6 of each.
    table.rules(report(S::LastCardUp).at(1).cards(cards("6h")), 34, R::AllIn, "14.6.6");
    assert!(table.labels().contains(&"J62"));
    let pots = table.room.pots(&table.hand);
    let all: Vec<_> = pots.all().iter().map(|pot| (pot.chips, pot.players)).collect();
    assert_eq!(all, [(33, Seats(0b111)), (40, Seats(0b101))]);
    assert!(matches!(table.hand.due(), Due::Show(_)));
    assert_eq!(table.finish().iter().sum::<i64>(), 1500);
}

#[test]
fn row_35_k113_one_card_for_all_when_the_pool_is_too_small() {
    let mut table = stud("seven-card-stud", "", 8);
    table.act(Act::BringIn);
    table.calls(7);
    for _ in 0..3 {
        table.deal();
        table.calls(8);
    }
    assert_eq!((table.hand.stub().len(), table.hand.burned()), (1, 3));
    assert_eq!((table.hand.due(), table.room.pool(&table.hand).count), (Due::Shuffle, 4));
    table.refuses(report(S::DeckShort), NotRuled::PartOfPlay, "10.6.2");
    table.shuffle("");
    table.deal();
    assert!(table.cites("10.6.2", |told| matches!(told, Event::Community(Some(_)))));
    assert_eq!((table.hand.board(0).len(), table.hand.burned()), (1, 1));
    // Who opens is seen without it (14.6.7).
    let opens = table.told.iter().rev().find(|told| matches!(told.value, Event::Opens(_))).expect("a round");
    assert!(table.all_labels(opens.cite).contains(&"14.6.7"));
    table.finish();
}

#[test]
fn row_35_k114_k131_burns_and_stub_are_shuffled_when_they_go_round() {
    let mut table = stud("five-card-stud", "", 10);
    table.act(Act::BringIn);
    table.calls(9);
    for _ in 0..2 {
        table.deal();
        table.calls(10);
    }
    assert_eq!((table.hand.stub().len(), table.room.pool(&table.hand).count), (10, 12));
    table.shuffle("");
    table.deal();
    // No burn after the shuffle.
    assert_eq!((table.hand.stub().len(), table.hand.burned()), (2, 0));
    let mut seven = stud("seven-card-stud", "", 8);
    seven.act(Act::BringIn);
    seven.act(Act::Raise(20));
    seven.act(Act::Fold);
    seven.calls(6);
    for _ in 0..3 {
        seven.deal();
        seven.calls(7);
    }
    assert_eq!((seven.hand.stub().len(), seven.room.pool(&seven.hand).count), (4, 7));
    seven.shuffle("");
    seven.deal();
    assert_eq!((seven.hand.stub().len(), seven.hand.board(0).len()), (0, 0));
    seven.finish();
}

#[test]
fn row_36_a_street_that_has_begun_is_dealt_out_and_finished_from_the_burns() {
    let mut table = stud("five-card-stud", "", 10);
    table.act(Act::BringIn);
    table.calls(9);
    for _ in 0..2 {
        table.deal();
        table.calls(10);
    }
    let stub: Vec<_> = table.hand.stub().rest().collect();
    let burns = table.hand.burns();
    let mut told = report(S::DeckShort);
    told.begun = true;
    table.rules(told, 36, R::DealStubThenBurns, "14.7.1");
    // One is burned, nine are dealt, the tenth comes from the three burns.
    for (seat, &card) in stub[1..].iter().enumerate() {
        assert!(table.hand.up(seat).contains(card));
    }
    assert_eq!((table.hand.due(), table.hand.card_count(9)), (Due::Shuffle, 4));
    assert_eq!(table.room.pool(&table.hand).cards, burns | cards::CardSet::of(stub[0]));
    table.shuffle("");
    assert!(table.cites("14.7.1", |told| matches!(told, Event::Shuffled(_))));
    table.deal();
    assert_eq!((table.hand.card_count(9), table.hand.stub().len(), table.hand.burned()), (5, 2, 0));
    table.finish();
    // Where not even the burns go round, no clause helps.
    let mut seven = stud("seven-card-stud", "", 8);
    seven.act(Act::BringIn);
    seven.calls(7);
    for _ in 0..3 {
        seven.deal();
        seven.calls(8);
    }
    let refusal = seven.rule_as("dealer", told).expect_err("too few");
    assert_eq!(seven.label(refusal.cite), "18.11");
}

#[test]
fn no_burn_in_stud_moves_every_card_on_by_one() {
    let mut table = stud("five-card-stud", FIVE, 3);
    table.act(Act::BringIn);
    table.calls(2);
    table.omit(room::Omission::NoBurn);
    table.deal();
    // Without a burn p1 got Tc, p2 Jc, p3 Qc.
    assert_eq!(table.hand.up(0), set("KhTc"));
    let mut told = report(S::NoBurn).cards(cards("TcJcQc"));
    told.can_correct = true;
    let before = table.told.len();
    table.rules(told, 40, R::RebuildAndBurn, "14.2.6");
    assert_eq!(moves(&table, before)[0], (card("Tc"), CardPlace::Up(0), CardPlace::Burns));
    assert_eq!(
        (table.hand.up(0), table.hand.up(1), table.hand.up(2)),
        (set("KhJc"), set("4cQc"), set("9hTh"))
    );
    assert_eq!((table.hand.burned(), table.hand.burns()), (1, set("Tc")));
    assert!(matches!(table.hand.due(), Due::Act(0)));
    assert!(table.told.iter().any(|told| told.value == Event::Irregularity(IrregularityEvent::OpensAgain)));
    table.finish();
}
