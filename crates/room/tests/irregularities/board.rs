//! Rows 37 to 57: hole cards shown, burns, the board, two boards, Pineapple, more than one run.

use crate::irregularities::table::{Table, card, cards, report, set};
use room::{Act, Command, Due, Event, IrregularityReport, NotRuled, Omission, Reason, Structure, Terms};
use rulebook::room::IrregularityKind as S;
use rulebook::room::Remedy as R;

/// Four hands of two cards, then burn 2c, flop 3c4c5c, burn Th, fourth Td, burn Tc, fifth Jh.
const FOUR: &str = "AsQd9h7c KsJd8h6c 2c 3c4c5c Th Td Tc Jh Qs Qc";

fn holdem() -> Table {
    let mut table = Table::holdem(FOUR);
    table.deal();
    table
}

/// On the flop, nobody has acted.
fn flopped() -> Table {
    let mut table = holdem();
    table.calls(4);
    table.deal();
    table
}

/// On the fourth card.
fn fourth() -> Table {
    let mut table = flopped();
    table.calls(4);
    table.deal();
    table
}

fn manila(first: &str) -> Table {
    let mut table = Table::new("two-card-manila", 36, Terms::blinds(5, 10), &[1000; 3], first);
    table.deal();
    table.deal();
    table
}

/// Three hands of Two Card Manila, the first card 9d, then burn 9c, 9h.
const MANILA: &str = "AsKsQs AdKdQd 9d 9c 9h 8c 8d 8h 7c 7d 7h 7s";

/// Two hands; burn 2c; top 3c4c5c; bottom 3d4d5d; burn 6c; 7c 7d; burn 8c; 9c 9d.
const DOUBLE: &str = "AsKs AdKd 2c 3c4c5c 3d4d5d 6c 7c 7d 8c 9c 9d Tc Td Th";

fn double() -> Table {
    let mut table = Table::new("double-flop-holdem", 52, Terms::blinds(5, 10), &[1000; 2], DOUBLE);
    table.deal();
    table
}

/// Two boards after the flop, nobody has acted.
fn double_flopped() -> Table {
    let mut table = double();
    table.calls(2);
    table.deal();
    assert_eq!((table.hand.board(0), table.hand.board(1)), (set("3c4c5c"), set("3d4d5d")));
    table
}

#[test]
fn row_37_k102_one_hole_card_exposed_changes_with_the_first_burn() {
    let mut table = holdem();
    table.rules(report(S::ExposedByDealer).at(2).cards(cards("9h")), 37, R::FirstBurnSwap, "14.9.1");
    assert_eq!((table.hand.held(2), table.hand.burns()), (set("8h2c"), set("9h")));
    table.calls(4);
    table.deal();
    // The exposed card was the first burn: the flop comes at once.
    assert_eq!((table.hand.board(0), table.hand.burned()), (set("3c4c5c"), 1));
    table.calls(4);
    table.deal();
    assert_eq!((table.hand.board(0), table.hand.burned()), (set("3c4c5cTd"), 2));
    let mut manila = manila(MANILA);
    manila.rules(report(S::ExposedByDealer).at(0).cards(cards("As")), 37, R::FirstBurnSwap, "14.8.1");
    assert_eq!((manila.hand.held(0), manila.hand.burns()), (set("Ad9c"), set("As")));
    manila.calls(3);
    manila.deal();
    assert_eq!((manila.hand.board(0), manila.hand.burned()), (set("9d9h"), 1));
    manila.finish();
}

#[test]
fn row_38_k103_two_hole_cards_exposed_is_a_misdeal() {
    let mut table = holdem();
    table.act(Act::Raise(30));
    table.rules(report(S::ExposedByDealer).at(0).at(1).count(2), 38, R::Misdeal, "14.1.1(g)");
    assert_eq!(table.hand.stacks(), [995, 990, 1000, 1000]);
    table.shuffle("2s3s4s5s");
    table.deal();
    assert!(table.hand.held(0).contains(card("2s")));
    let mut manila = manila(MANILA);
    manila.rules(report(S::ExposedByDealer).count(2), 38, R::Misdeal, "14.1.1(f)");
    // After the first round there is no such misdeal.
    let mut late = flopped();
    late.refuses(report(S::ExposedByDealer).count(2), NotRuled::NoRow, "18.11");
}

#[test]
fn row_39_a_flop_without_a_burn_goes_back_before_substantial_action() {
    let mut table = holdem();
    table.calls(4);
    table.omit(Omission::NoBurn);
    table.deal();
    assert_eq!((table.hand.board(0), table.hand.burned()), (set("2c3c4c"), 0));
    table.act(Act::Raise(20));
    table.rules(report(S::NoBurn), 39, R::NewFlopWithBurn, "14.9.2");
    assert_eq!((table.hand.due(), table.hand.aside()), (Due::Shuffle, set("2c3c4c")));
    table.shuffle("5s 6s7s8s");
    table.deal();
    assert_eq!((table.hand.board(0), table.hand.burns()), (set("6s7s8s"), set("5s")));
    // The bet stands, and the next player goes on.
    assert_eq!((table.hand.due(), table.hand.high()), (Due::Act(1), 20));
    table.finish();
}

#[test]
fn row_40_a_missed_burn_is_put_right() {
    let mut table = flopped();
    table.calls(4);
    table.omit(Omission::NoBurn);
    table.deal();
    assert!(table.hand.board(0).contains(card("Th")));
    let mut told = report(S::NoBurn).cards(cards("Th"));
    told.can_correct = true;
    table.rules(told, 40, R::RebuildAndBurn, "14.2.6");
    assert_eq!((table.hand.board(0), table.hand.burns()), (set("3c4c5cTd"), set("2cTh")));
    assert_eq!(table.hand.due(), Due::Act(0));
    // It is done once.
    table.not_now(told);
    table.finish();
}

#[test]
fn row_41_a_missed_burn_after_substantial_action_leaves_one_burn_fewer() {
    let mut table = holdem();
    table.calls(4);
    table.omit(Omission::NoBurn);
    table.deal();
    table.calls(2);
    let before = table.hand.board(0);
    table.rules(report(S::NoBurn), 41, R::FewerBurns, "14.2.6");
    assert_eq!((table.hand.board(0), table.hand.burned()), (before, 0));
    table.finish();
    assert_eq!(table.hand.burned(), 2);
    let mut cannot = flopped();
    cannot.calls(4);
    cannot.omit(Omission::NoBurn);
    cannot.deal();
    cannot.rules(report(S::NoBurn), 41, R::FewerBurns, "14.2.6");
    assert_eq!(cannot.hand.burned(), 1);
}

#[test]
fn a_burn_that_was_made_was_not_missed() {
    let mut table = flopped();
    table.not_now(report(S::NoBurn));
    let refusal = table
        .tell(Command::Irregularity(room::IrregularityCommand::Omit(Omission::NoBurn)))
        .expect_err("not now");
    assert_eq!(table.label(refusal.cite), "14.2.6");
}

#[test]
fn row_42_a_flop_of_four_cards_is_dealt_again_without_a_burn() {
    let mut table = holdem();
    table.calls(4);
    table.refuses(report(S::FlopTooMany).count(3), NotRuled::CannotBe, "14.9.3");
    table.rules(report(S::FlopTooMany).count(4), 42, R::NewFlopNoBurn, "14.9.3");
    assert_eq!((table.hand.burns(), table.hand.aside()), (set("2c"), set("3c4c5cTh")));
    assert_eq!(table.room.pool(&table.hand).count, 52 - 8 - 1);
    table.shuffle("9s8s7s");
    assert!(table.cites("14.9.3", |told| matches!(told, Event::Shuffled(_))));
    table.deal();
    assert_eq!((table.hand.board(0), table.hand.burned()), (set("9s8s7s"), 1));
    table.finish();
    assert_eq!(table.hand.burned(), 3);
}

#[test]
fn row_43_a_flop_before_the_round_is_over_is_dealt_again() {
    let mut table = holdem();
    table.calls(2);
    table.rules(report(S::FlopEarly).cards(cards("3c4c5c")), 43, R::NewFlopNoBurn, "14.9.4");
    assert_eq!((table.hand.due(), table.hand.aside()), (Due::Act(0), set("3c4c5c")));
    table.calls(2);
    assert_eq!((table.hand.due(), table.hand.burns()), (Due::Shuffle, set("2c")));
    table.shuffle("9s8s7s");
    table.deal();
    assert_eq!((table.hand.board(0), table.hand.burned()), (set("9s8s7s"), 1));
    table.finish();
    assert_eq!(table.hand.burned(), 3);
    // Cards that do not come next cannot have been the flop.
    let mut wrong = holdem();
    wrong.refuses(report(S::FlopEarly).cards(cards("3c4cTd")), NotRuled::CannotBe, "14.9.4");
}

#[test]
fn row_43_a_hand_that_ends_leaves_the_early_flop_aside() {
    let mut table = holdem();
    table.rules(report(S::FlopEarly), 43, R::NewFlopNoBurn, "14.9.4");
    (0..3).for_each(|_| table.act(Act::Fold));
    assert_eq!(table.finish(), [995, 1005, 1000, 1000]);
}

#[test]
fn row_44_k104_an_early_fourth_card_is_set_aside_until_the_fifth() {
    // After the flop: burn 3c, 9d exposed early, then 5h, Ks, 2d, 7c.
    let mut table =
        Table::new("holdem", 52, Terms::blinds(5, 10), &[1000; 2], "AsAd QhQd 8s 6s6d6c 3c 9d 5h Ks 2d 7c");
    table.deal();
    table.calls(2);
    table.deal();
    table.act(Act::Raise(10));
    table.rules(report(S::BoardCardEarly).cards(cards("9d")), 44, R::SetAsideFourth, "14.10.1");
    assert_eq!((table.hand.aside(), table.hand.burns()), (set("9d"), set("8s3c")));
    assert!(table.labels().contains(&"14.10.1(c)"));
    table.calls(1);
    table.deal();
    assert_eq!((table.hand.board(0), table.hand.burns()), (set("6s6d6cKs"), set("8s3c5h")));
    table.calls(2);
    assert_eq!(table.hand.due(), Due::Shuffle);
    let pool = table.room.pool(&table.hand);
    assert!(pool.cards.contains_all(set("9d2d7c")) && !pool.cards.overlaps(set("3c5hKs")));
    table.shuffle("9d");
    assert!(table.cites("14.10.1", |told| matches!(told, Event::Shuffled(_))));
    table.deal();
    // The fifth card has no burn: three in all.
    assert_eq!((table.hand.board(0), table.hand.burned()), (set("6s6d6cKs9d"), 3));
    table.finish();
}

#[test]
fn row_45_k105_an_early_fifth_card_is_shuffled_in() {
    let mut table = fourth();
    table.calls(1);
    table.rules(report(S::BoardCardEarly), 45, R::NewFifthNoBurn, "14.9.5");
    assert_eq!((table.hand.aside(), table.hand.burns()), (set("Jh"), set("2cThTc")));
    table.calls(3);
    table.shuffle("2s");
    table.deal();
    assert_eq!((table.hand.board(0), table.hand.burned()), (set("3c4c5cTd2s"), 3));
    table.finish();
}

#[test]
fn row_46_k106_the_second_card_opened_is_the_next_burn_or_goes_to_the_muck() {
    let mut table = flopped();
    table.calls(4);
    // Burn Th; Td and Tc are opened together.
    table.rules(report(S::BoardCardsTogether).count(2), 46, R::ExtraIsNextBurn, "14.10.2(b)");
    assert_eq!((table.hand.board(0), table.hand.burns()), (set("3c4c5cTd"), set("2cThTc")));
    table.calls(4);
    table.rules(report(S::BoardCardsTogether).cards(cards("JhQs")), 46, R::ExtraIsMucked, "14.10.2(c)");
    assert_eq!((table.hand.board(0), table.hand.burned()), (set("3c4c5cTdJh"), 3));
    assert!(table.hand.muck().contains(card("Qs")));
    table.finish();
    let mut manila = manila(MANILA);
    manila.calls(3);
    manila.rules(report(S::BoardCardsTogether).count(2), 46, R::ExtraIsNextBurn, "14.8.3");
    assert_eq!((manila.hand.board(0), manila.hand.burns()), (set("9d9h"), set("9c8c")));
    manila.calls(3);
    manila.deal();
    assert_eq!((manila.hand.board(0), manila.hand.burned()), (set("9d9h8d"), 2));
    manila.calls(3);
    manila.deal();
    manila.calls(3);
    manila.rules(report(S::BoardCardsTogether).count(2), 46, R::ExtraIsMucked, "14.8.3");
    manila.finish();
}

#[test]
fn row_47_k142_three_cards_opened_the_others_are_shuffled_in() {
    let mut table = flopped();
    table.calls(4);
    table.rules(report(S::BoardCardsTogether).count(3), 47, R::ExtrasShuffledIn, "14.10.3");
    assert_eq!((table.hand.board(0), table.hand.aside()), (set("3c4c5cTd"), set("TcJh")));
    table.shuffle("2s 3s");
    assert_eq!(table.hand.due(), Due::Act(0));
    table.calls(4);
    table.deal();
    assert_eq!((table.hand.board(0), table.hand.burned()), (set("3c4c5cTd3s"), 3));
    table.finish();
    let mut manila = manila(MANILA);
    manila.calls(3);
    manila.rules(report(S::BoardCardsTogether).count(3), 47, R::ExtrasShuffledIn, "14.8.3");
    assert_eq!((manila.hand.board(0), manila.hand.aside()), (set("9d9h"), set("8c8d")));
    manila.finish();
}

#[test]
fn k141_an_exposed_card_freezes_a_manila_round_at_nothing() {
    let mut table = manila(MANILA);
    table.calls(3);
    table.deal();
    table.rules(report(S::ExposedEarly), 30, R::FreezeRound, "14.8.2");
    let refusal = table.tell(Command::Act { seat: 0, act: Act::Raise(10) }).expect_err("no wager");
    assert_eq!((refusal.reason, table.label(refusal.cite)), (Reason::RoundFrozen, "14.8.2"));
    table.calls(3);
    table.deal();
    // The card came in its turn: burn 8c, then 8d.
    assert_eq!(table.hand.board(0), set("9d9h8d"));
    table.act(Act::Raise(10));
}

#[test]
fn row_48_k108_an_early_top_fourth_card_turns_the_boards_round() {
    let mut table = double_flopped();
    table.act(Act::Call);
    // Burn 6c, 7c exposed early; then A = 7d, B = 8c, C = 9c, D = 9d.
    table.rules(report(S::BoardCardEarly).cards(cards("7c")), 48, R::SetAsideTopFourth, "14.11.1");
    assert!(table.labels().contains(&"14.11.1(e)(i)"));
    table.calls(1);
    table.deal();
    assert_eq!((table.hand.board(1), table.hand.board(0)), (set("3d4d5d7d"), set("3c4c5c9c")));
    assert_eq!(table.hand.burns(), set("2c6c8c"));
    table.calls(2);
    table.deal();
    assert_eq!((table.hand.board(1), table.hand.due()), (set("3d4d5d7d9d"), Due::Shuffle));
    assert!(table.room.pool(&table.hand).cards.contains(card("7c")));
    table.shuffle("7c");
    table.deal();
    // No further burn.
    assert_eq!((table.hand.board(0), table.hand.burned()), (set("3c4c5c9c7c"), 3));
    assert_eq!(table.finish().iter().sum::<i64>(), 2000);
}

#[test]
fn row_49_an_early_top_fifth_card_is_shuffled_in_between_the_boards() {
    let mut table = double_flopped();
    table.calls(2);
    table.deal();
    table.rules(report(S::BoardCardEarly), 49, R::SetAsideTopFifth, "14.11.2");
    assert_eq!((table.hand.aside(), table.hand.burns()), (set("9c"), set("2c6c8c")));
    table.calls(2);
    table.deal();
    assert_eq!((table.hand.board(1), table.hand.due()), (set("3d4d5d7d9d"), Due::Shuffle));
    table.shuffle("2s");
    table.deal();
    assert_eq!((table.hand.board(0), table.hand.burned()), (set("3c4c5c7c2s"), 3));
    table.finish();
}

#[test]
fn row_50_k107_the_second_card_opened_on_top_is_the_bottom_card() {
    let mut table = double_flopped();
    table.calls(2);
    table.rules(report(S::BoardCardsTogether).cards(cards("7c7d")), 50, R::ExtraIsBottom, "14.11.3(a)");
    assert_eq!((table.hand.board(0), table.hand.board(1)), (set("3c4c5c7c"), set("3d4d5d7d")));
    assert_eq!(table.hand.due(), Due::Act(0));
    table.finish();
    assert_eq!(table.hand.burned(), 3);
}

#[test]
fn row_51_the_second_card_opened_at_the_bottom_is_the_next_burn_or_mucked() {
    let mut table = double_flopped();
    table.calls(2);
    let mut told = report(S::BoardCardsTogether).count(2);
    told.bottom = true;
    table.rules(told, 51, R::ExtraIsNextBurn, "14.11.3(b)");
    assert_eq!((table.hand.board(0), table.hand.board(1)), (set("3c4c5c7c"), set("3d4d5d7d")));
    assert_eq!(table.hand.burns(), set("2c6c8c"));
    table.calls(2);
    table.rules(told, 51, R::ExtraIsMucked, "14.11.3(b)");
    assert_eq!((table.hand.board(0), table.hand.board(1)), (set("3c4c5c7c9c"), set("3d4d5d7d9d")));
    assert!(table.hand.muck().contains(card("Tc")));
    assert_eq!(table.hand.burned(), 3);
    table.finish();
}

#[test]
fn row_52_more_than_two_opened_the_right_ones_play() {
    let mut table = double_flopped();
    table.calls(2);
    table.rules(report(S::BoardCardsTogether).count(3), 52, R::ExtrasShuffledIn, "14.11.4");
    assert_eq!((table.hand.board(0), table.hand.board(1)), (set("3c4c5c7c"), set("3d4d5d7d")));
    assert_eq!((table.hand.aside(), table.hand.due()), (set("8c"), Due::Shuffle));
    table.finish();
    let mut bottom = double_flopped();
    bottom.calls(2);
    let mut told = report(S::BoardCardsTogether).count(3);
    told.bottom = true;
    bottom.rules(told, 52, R::ExtrasShuffledIn, "14.11.4");
    assert_eq!(bottom.hand.aside(), set("8c9c"));
    bottom.finish();
}

#[test]
fn row_53_an_early_top_flop_waits_for_the_bottom_flop() {
    let mut table = double();
    table.rules(report(S::FlopEarly), 53, R::BottomThenNewTop, "14.11.5");
    assert_eq!((table.hand.aside(), table.hand.burns()), (set("3c4c5c"), set("2c")));
    table.calls(2);
    table.deal();
    assert_eq!((table.hand.board(1), table.hand.due()), (set("3d4d5d"), Due::Shuffle));
    table.shuffle("9s8s7s");
    table.deal();
    assert_eq!((table.hand.board(0), table.hand.burned()), (set("9s8s7s"), 1));
    assert_eq!(table.hand.due(), Due::Act(0));
    table.finish();
    assert_eq!(table.hand.burned(), 3);
}

/// Crazy Pineapple after the flop's betting: p1's discard is due.
fn pineapple(game: &str) -> Table {
    let first = "AsKsQs AdKdQd AhKhQh 2c 3c4c5c 6c 7d 8c 9d";
    let mut table = Table::new(game, 52, Terms::blinds(5, 10), &[1000; 3], first);
    table.deal();
    table.calls(3);
    if game != "pineapple" {
        table.deal();
        table.calls(3);
    }
    assert_eq!(table.hand.due(), Due::Discard(0));
    table
}

/// p1 forgets to discard, the others do not.
fn forgot(game: &str) -> Table {
    let mut table = pineapple(game);
    table.omit(Omission::NoDiscard);
    for seat in 1..3 {
        let cards = table.hand.down(usize::from(seat)).iter().take(1).collect();
        table.ok(Command::Discard { seat, cards });
    }
    table.deal();
    table
}

#[test]
fn row_54_a_forgotten_discard_is_made_before_substantial_action() {
    for game in ["pineapple", "crazy-pineapple", "crazy-pineapple-hi-lo"] {
        let mut table = forgot(game);
        table.act(Act::Call);
        let hand = table.hand.down(0);
        let out = hand.iter().next().expect("a card");
        table.rules(
            report(S::NoDiscard).at(0).cards([out].into_iter().collect()),
            54,
            R::DiscardNow,
            "14.12.1",
        );
        assert_eq!((table.hand.card_count(0), table.hand.due()), (2, Due::Act(1)));
        assert!(table.hand.muck().contains(out));
        table.refuses(report(S::NoDiscard).at(1), NotRuled::CannotBe, "14.12.1");
        assert_eq!(table.finish().iter().sum::<i64>(), 3000);
    }
}

#[test]
fn row_55_k109_a_forgotten_discard_after_substantial_action_kills_the_hand() {
    let mut table = forgot("crazy-pineapple");
    table.calls(2);
    table.rules(report(S::NoDiscard).at(0), 55, R::DeadHand, "14.12.2");
    assert!(!table.hand.live().has(0));
    assert_eq!(table.finish()[0], 990);
}

#[test]
fn a_hand_that_never_discarded_cannot_be_paid() {
    let mut table = forgot("crazy-pineapple");
    while table.hand.due() != Due::Pay {
        match table.hand.due() {
            Due::Act(_) => table.act(Act::Call),
            Due::Show(seat) => table.ok(Command::Show { seat, cards: room::Cards::default() }),
            _ => table.deal(),
        }
    }
    let refusal = table.tell(Command::Pay).expect_err("a card too many");
    assert_eq!(refusal.reason, Reason::NotRuled(NotRuled::NotDiscarded { seat: 0 }));
    assert_eq!(table.label(refusal.cite), "14.12.2");
    table.rules(report(S::NoDiscard).at(0), 55, R::DeadHand, "14.12.2");
    table.finish();
}

/// Omaha with ten players: eight have folded, two are all-in before the flop; the stub is 12.
fn all_in(game: &str, players: usize) -> Table {
    let mut terms = Terms::plain(Structure::NoLimit { least: 10 });
    (terms.blinds[0], terms.blinds[1]) = (5, 10);
    let mut table = Table::new(game, 52, terms, &[100; 10][..players], "");
    table.deal();
    table.act(Act::Raise(100));
    (0..players - 3).for_each(|_| table.act(Act::Fold));
    table.act(Act::Fold);
    table.act(Act::Call);
    while let Due::Show(seat) = table.hand.due() {
        table.ok(Command::Show { seat, cards: room::Cards::default() });
    }
    assert_eq!(table.hand.due(), Due::Board);
    table
}

#[test]
fn row_56_r7_the_burns_complete_the_second_run() {
    let mut table = all_in("omaha", 10);
    assert_eq!(table.hand.stub().len(), 12);
    let refusal = table.tell(Command::Run(2)).expect_err("the stub is too short");
    assert_eq!(refusal.reason, Reason::StubShort { runs: 1 });
    // A manager allows it, and both agree (12.6.1).
    let short = IrregularityReport { seats: table.hand.live(), ..report(S::StubShortForRuns).count(2) };
    let dealer = table.rule_as("dealer", short).expect_err("not the Dealer's to allow");
    assert_eq!(table.room.book().label(dealer.cite), "12.6.1");
    let one = IrregularityReport { seats: room::Seats::only(1), ..short };
    let refusal = table.rule_as("tg-area-manager", one).expect_err("the other has not agreed");
    assert!(matches!(refusal.reason, Reason::NotAgreed { .. }));
    table.rules_as("tg-area-manager", short, 56, R::RunsFromBurns, "14.13");
    assert_eq!(table.hand.runs(), 2);
    (0..4).for_each(|_| table.deal());
    // Run 1 and the flop of run 2 use the stub; the four burns are shuffled.
    assert_eq!((table.hand.board(0).len(), table.hand.board(1).len()), (5, 3));
    table.deal();
    assert_eq!((table.hand.due(), table.room.pool(&table.hand).count), (Due::Shuffle, 4));
    table.shuffle("");
    assert!(table.cites("14.13", |told| matches!(told, Event::Shuffled(_))));
    let stacks = table.finish();
    assert_eq!((table.hand.board(1).len(), table.hand.stub().len(), table.hand.burned()), (5, 0, 2));
    assert_eq!(stacks.iter().sum::<i64>(), 1000);
}

#[test]
fn row_56_r7_three_runs_are_cut_to_two() {
    let mut table = all_in("omaha", 10);
    let short = IrregularityReport { seats: table.hand.live(), ..report(S::StubShortForRuns).count(3) };
    table.rules_as("tg-area-manager", short, 56, R::FewerRuns, "14.13.1");
    assert_eq!(table.hand.runs(), 2);
    assert!(table.labels().contains(&"J77"));
    table.finish();
    // The pot of 205 is divided by the two boards that were dealt.
    let runs = |run: u8| {
        let won = |told: &rulebook::Ruled<Event>| match told.value {
            Event::Won { run: at, chips, .. } if at == run => chips,
            _ => 0,
        };
        table.told.iter().map(won).sum::<i64>()
    };
    assert_eq!((runs(0), runs(1), runs(2)), (103, 102, 0));
    let mut enough = all_in("omaha", 3);
    let short = IrregularityReport { seats: enough.hand.live(), ..report(S::StubShortForRuns).count(2) };
    let refusal = enough.rule_as("tg-area-manager", short).expect_err("the stub is enough");
    assert_eq!(refusal.reason, Reason::NotRuled(NotRuled::CannotBe));
}

#[test]
fn row_57_k94_r8_a_flop_turned_before_agreement_is_dealt_once() {
    let mut table = all_in("holdem", 4);
    table.rules(report(S::TurnedBeforeAgreement), 57, R::StreetOnce, "14.14");
    assert_eq!((table.hand.board(0).len(), table.hand.due()), (3, Due::Board));
    table.ok(Command::Run(3));
    table.finish();
    let flop = table.hand.board(0) & table.hand.board(1) & table.hand.board(2);
    assert_eq!((flop.len(), table.hand.board(2).len()), (3, 5));
    // With a round to come there is nothing to agree on yet.
    let mut early = flopped();
    early.not_now(report(S::TurnedBeforeAgreement));
}
