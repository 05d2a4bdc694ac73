//! What people do at the table, and how it is ruled: the scenarios of the book, with amounts and clauses.

use crate::declarations_table;

use declarations_table::{LIMIT, NO_LIMIT, POT, Table};
use room::{
    Act, ActKind, Command, Due, Event, Gesture, GestureEffect, PlacedChips, Reason, SpokenAction, Structure,
    Terms,
};

const RICH: [i64; 3] = [1_000; 3];

fn is_acted(event: &Event) -> bool {
    matches!(event, Event::Acted { .. })
}

#[test]
fn k39_a_raise_is_no_less_than_the_last() {
    let mut table = Table::holdem(NO_LIMIT, &RICH);
    table.act(2, Act::Raise(25));
    assert_eq!(table.range(), Some((40, 1_000)));
    let (reason, clause) = table.refused(Command::Act { seat: 0, act: Act::Raise(39) });
    assert_eq!((reason, clause), (Reason::BelowLeast { least: 40 }, "6.6"));
}

#[test]
fn k40_k41_half_of_the_wager_is_a_raise_less_is_a_call() {
    let mut table = Table::on_street(NO_LIMIT, &RICH, 2);
    table.act(0, Act::Raise(100));
    let mut other = table.clone();
    let (ruling, clause) = table.gesture(Gesture::silent(1, PlacedChips::several(150)));
    assert_eq!((ruling.stands, ruling.to), (GestureEffect::Act(Act::Raise(200)), 200));
    assert_eq!((ruling.added, ruling.change, clause), (50, 0, "6.12"));
    assert_eq!(table.hand.bets()[1], 200);
    let (ruling, clause) = other.gesture(Gesture::silent(1, PlacedChips::several(149)));
    assert_eq!((ruling.stands, ruling.to), (GestureEffect::Act(Act::Call), 100));
    assert_eq!((ruling.added, ruling.change, clause), (0, 49, "6.12"));
    assert_eq!((other.hand.bets()[1], other.hand.stacks()[1]), (100, 890));
}

#[test]
fn k42_the_half_is_that_of_the_last_raise() {
    let mut table = Table::on_street(NO_LIMIT, &RICH, 1);
    table.act(0, Act::Raise(100));
    table.act(1, Act::Raise(300));
    let mut other = table.clone();
    let (ruling, clause) = table.gesture(Gesture::silent(2, PlacedChips::several(400)));
    assert_eq!((ruling.stands, ruling.added, clause), (GestureEffect::Act(Act::Raise(500)), 100, "6.12"));
    let (ruling, _) = other.gesture(Gesture::silent(2, PlacedChips::several(399)));
    assert_eq!((ruling.stands, ruling.change), (GestureEffect::Act(Act::Call), 99));
}

#[test]
fn k43_an_oversize_chip_calls_in_limit() {
    let mut table = Table::holdem(LIMIT, &RICH);
    let (ruling, clause) = table.gesture(Gesture::silent(2, PlacedChips::one(25)));
    assert_eq!((ruling.stands, ruling.change, clause), (GestureEffect::Act(Act::Call), 15, "6.13"));
    // As the first wager it is the amount of the street; in spread limit as much as may be bet (J54).
    let mut table = Table::on_street(LIMIT, &RICH, 1);
    let (ruling, clause) = table.gesture(Gesture::silent(0, PlacedChips::one(25)));
    assert_eq!((ruling.stands, ruling.change, clause), (GestureEffect::Act(Act::Raise(10)), 15, "6.13"));
    let spread = Structure::Spread { least: 2, most: 10 };
    let mut table = Table::on_street(spread, &RICH, 1);
    let mut other = table.clone();
    let (ruling, _) = table.gesture(Gesture::silent(0, PlacedChips::one(25)));
    assert_eq!((ruling.stands, ruling.change), (GestureEffect::Act(Act::Raise(10)), 15));
    let (ruling, _) = other.gesture(Gesture::silent(0, PlacedChips::one(5)));
    assert_eq!((ruling.stands, ruling.change), (GestureEffect::Act(Act::Raise(5)), 0));
}

#[test]
fn k44_to_k47_an_oversize_chip_without_a_limit() {
    let mut table = Table::holdem(NO_LIMIT, &RICH);
    let (ruling, clause) = table.gesture(Gesture::silent(2, PlacedChips::one(100)));
    assert_eq!((ruling.stands, ruling.change, clause), (GestureEffect::Act(Act::Call), 90, "6.14.1(a)"));

    let mut table = Table::on_street(NO_LIMIT, &RICH, 1);
    let (ruling, clause) = table.gesture(Gesture::silent(0, PlacedChips::one(500)));
    assert_eq!((ruling.stands, ruling.change, clause), (GestureEffect::Act(Act::Raise(500)), 0, "6.14.1(b)"));

    // A pot of 120: 30 from each of four players.
    let mut table = Table::holdem(POT, &[1_000; 4]);
    table.act(2, Act::Raise(30));
    for seat in [3, 0, 1] {
        table.act(seat, Act::Call);
    }
    table.tell(Command::Deal).expect("the flop");
    assert_eq!(table.hand.pot(), 120);
    let (ruling, clause) = table.gesture(Gesture::silent(0, PlacedChips::one(500)));
    assert_eq!(
        (ruling.stands, ruling.change, clause),
        (GestureEffect::Act(Act::Raise(120)), 380, "6.14.1(b)")
    );

    let mut table = Table::on_street(NO_LIMIT, &RICH, 1);
    table.act(0, Act::Raise(25));
    let (ruling, clause) = table.gesture(Gesture::silent(1, PlacedChips::one(100)));
    assert_eq!((ruling.stands, ruling.change, clause), (GestureEffect::Act(Act::Call), 75, "6.14.1(b)"));
}

#[test]
fn k48_to_k50_an_oversize_chip_with_the_word_raise() {
    let raise = |seat, chip| Gesture::both(seat, SpokenAction::Raise, PlacedChips::one(chip));
    let mut table = Table::on_street(NO_LIMIT, &RICH, 1);
    table.act(0, Act::Raise(25));
    let (ruling, clause) = table.gesture(raise(1, 100));
    assert_eq!((ruling.stands, ruling.change, clause), (GestureEffect::Act(Act::Raise(100)), 0, "6.14.2"));

    let mut table = Table::holdem(POT, &[1_000; 4]);
    table.act(2, Act::Raise(25));
    assert_eq!(table.hand.pot(), 40);
    let (ruling, clause) = table.gesture(raise(3, 100));
    assert_eq!((ruling.stands, ruling.change, clause), (GestureEffect::Act(Act::Raise(90)), 10, "6.14.2"));

    let mut table = Table::on_street(NO_LIMIT, &RICH, 1);
    table.act(0, Act::Raise(60));
    let (ruling, clause) = table.gesture(raise(1, 100));
    assert_eq!((ruling.stands, ruling.added, clause), (GestureEffect::Act(Act::Raise(120)), 20, "6.14.2"));
}

#[test]
fn k51_k52_three_raises_more_head_to_head() {
    let mut table = Table::on_street(LIMIT, &RICH, 1);
    table.act(0, Act::Raise(10));
    table.act(1, Act::Raise(20));
    table.act(2, Act::Raise(30));
    table.act(0, Act::Raise(40));
    let mut other = table.clone();
    let fourth = Command::Act { seat: 1, act: Act::Raise(50) };
    assert_eq!(table.refused(fourth), (Reason::CapReached { cap: 3 }, "6.9"));
    assert_eq!((table.options().call, table.range()), (Some(20), None));
    // Said, or put in, it is refused likewise: he calls or folds.
    for raise in [Gesture::word(1, SpokenAction::Raise), Gesture::silent(1, PlacedChips::several(30))] {
        assert_eq!(table.refused(Command::Gesture(raise)), (Reason::CapReached { cap: 3 }, "6.9"));
    }

    // The third player folds, and two are left.
    other.act(1, Act::Call);
    other.act(2, Act::Fold);
    assert_eq!(other.hand.street(), 2, "40 was called by all who are left");
    let mut table = Table::on_street(LIMIT, &RICH, 1);
    table.act(0, Act::Raise(10));
    table.act(1, Act::Raise(20));
    table.act(2, Act::Raise(30));
    table.act(0, Act::Raise(40));
    table.act(1, Act::Fold);
    let (ruling, _) = table.gesture(Gesture::both(2, SpokenAction::Raise, PlacedChips::of(2, 10)));
    assert_eq!((ruling.stands, ruling.to), (GestureEffect::Act(Act::Raise(50)), 50));
    assert_eq!(table.clause_of(is_acted), "6.9");
}

#[test]
fn k53_a_straddle_is_none_of_the_raises() {
    let mut terms = Terms::blinds(5, 10);
    terms.structure = Structure::Fixed { small: 10, big: 20, small_rounds: 2 };
    terms.blinds[2] = 20;
    terms.straddles = 1;
    let mut table = Table::new("holdem", terms, &[1_000; 5], "");
    table.act(3, Act::Raise(30));
    table.act(4, Act::Raise(40));
    table.act(0, Act::Raise(50));
    let sixty = Command::Act { seat: 1, act: Act::Raise(60) };
    assert_eq!(table.refused(sixty), (Reason::CapReached { cap: 3 }, "6.9"));
}

/// Limit of 10 on the flop: A bets 10, B is all-in for so much.
fn short_all_in(chips: i64) -> Table {
    let mut table = Table::on_street(LIMIT, &[1_000, 10 + chips, 1_000], 1);
    table.act(0, Act::Raise(10));
    let (ruling, clause) = table.gesture(Gesture::silent(1, PlacedChips::several(chips)));
    assert_eq!((ruling.stands, clause), (GestureEffect::Act(Act::Raise(chips)), "6.16.1"));
    table
}

#[test]
fn k54_all_in_for_less_than_half_is_completed_not_raised() {
    let mut table = short_all_in(13);
    assert_eq!(table.clause_of(is_acted), "6.16.2(a)");
    assert_eq!((table.options().call, table.range()), (Some(13), Some((20, 20))));
    table.act(2, Act::Call);
    assert_eq!((table.options().seat, table.options().call, table.range()), (0, Some(3), None));
    let raise = Command::Act { seat: 0, act: Act::Raise(20) };
    assert_eq!(table.refused(raise), (Reason::NotReopened, "6.16.2(a)"));
}

#[test]
fn k55_k56_all_in_for_half_or_more_is_a_raise() {
    for (chips, to) in [(16, 26), (15, 25)] {
        let mut table = short_all_in(chips);
        assert_eq!(table.clause_of(is_acted), "6.16.2(b)");
        assert_eq!((table.options().call, table.range()), (Some(chips), Some((to, to))));
        table.act(2, Act::Call);
        assert_eq!((table.options().seat, table.range()), (0, Some((to, to))));
    }
}

#[test]
fn k57_k58_all_in_without_a_limit() {
    let all_in = |chips: i64| {
        let mut table = Table::on_street(NO_LIMIT, &[1_000, 10 + chips, 1_000], 1);
        table.act(0, Act::Raise(100));
        table.gesture(Gesture::word(1, SpokenAction::AllIn));
        table
    };
    let mut table = all_in(150);
    assert_eq!(table.clause_of(is_acted), "6.16.3");
    assert_eq!(table.range(), Some((250, 990)));
    table.act(2, Act::Call);
    assert_eq!((table.options().seat, table.options().call, table.range()), (0, Some(50), None));
    let mut table = all_in(200);
    table.act(2, Act::Call);
    assert_eq!((table.options().seat, table.range()), (0, Some((300, 990))));
}

#[test]
fn k59_to_k62_spread_and_pot() {
    let mut table = Table::on_street(Structure::Spread { least: 2, most: 10 }, &RICH, 1);
    table.act(0, Act::Raise(4));
    assert_eq!(table.range(), Some((8, 14)));
    let (reason, clause) = table.refused(Command::Act { seat: 1, act: Act::Raise(15) });
    assert_eq!((reason, clause), (Reason::AboveMost { most: 14 }, "6.8"));

    let table = Table::holdem(POT, &RICH);
    assert_eq!(table.range().map(|range| range.1), Some(35));

    let turn = |structure, players: usize| {
        let mut table = Table::holdem(structure, &vec![1_000; players]);
        // 20 from each.
        table.act(2, Act::Raise(20));
        for seat in (3..players).chain([0, 1]) {
            table.act(seat, Act::Call);
        }
        table.tell(Command::Deal).expect("the flop");
        for seat in 0..players {
            table.act(seat, Act::Call);
        }
        table.tell(Command::Deal).expect("the turn");
        table
    };
    let mut table = turn(POT, 5);
    assert_eq!(table.hand.pot(), 100);
    table.act(0, Act::Raise(60));
    assert_eq!(table.range(), Some((120, 280)));
    let (reason, clause) = table.refused(Command::Act { seat: 1, act: Act::Raise(300) });
    assert_eq!((reason, clause), (Reason::AboveMost { most: 280 }, "6.7"));
    // What is announced beyond the most is the most.
    let (ruling, clause) = table.gesture(Gesture::word(1, SpokenAction::RaiseTo(300)));
    assert_eq!((ruling.to, clause), (280, "6.18"));
    // Half the pot: 160 in the middle and 60 to call, here by a bet of 20 and a raise to 60.
    let mut table = turn(Structure::HalfPot { least: 10 }, 4);
    table.act(0, Act::Raise(20));
    table.act(1, Act::Raise(60));
    assert_eq!((table.hand.pot(), table.options().call, table.range()), (160, Some(60), Some((100, 170))));

    let mut terms = Terms::blinds(5, 10);
    terms.structure = POT;
    terms.blinds[2] = 20;
    terms.straddles = 1;
    let table = Table::new("holdem", terms, &[1_000; 5], "");
    assert_eq!(table.range().map(|range| range.1), Some(75));
}

#[test]
fn k63_a_short_call_is_made_up_or_lost() {
    let mut table = Table::on_street(NO_LIMIT, &RICH, 1);
    table.act(0, Act::Raise(40));
    let (ruling, clause) = table.gesture(Gesture::silent(1, PlacedChips::several(25)));
    assert_eq!((ruling.stands, clause), (GestureEffect::Short { missing: 15 }, "6.17"));
    assert_eq!((table.hand.due(), table.options().call, table.range()), (Due::Act(1), Some(15), None));
    let more = Command::Act { seat: 1, act: Act::Raise(100) };
    assert_eq!(table.refused(more), (Reason::MakeUpOrFold { missing: 15 }, "6.17"));
    let more = Command::Gesture(Gesture::both(1, SpokenAction::Raise, PlacedChips::several(100)));
    assert_eq!(table.refused(more), (Reason::MakeUpOrFold { missing: 15 }, "6.17"));
    let mut folds = table.clone();
    let (ruling, _) = table.gesture(Gesture::silent(1, PlacedChips::several(15)));
    assert_eq!(ruling.stands, GestureEffect::Act(Act::Call));
    assert_eq!((table.hand.bets()[1], table.hand.stacks()[1]), (40, 950));
    folds.gesture(Gesture::cards(1));
    assert_eq!(folds.clause_of(is_acted), "6.17");
    assert_eq!((folds.hand.staked()[1], folds.hand.stacks()[1]), (35, 965), "25 stay in the pot");
    assert!(!folds.hand.live().has(1));
    // It bars nobody for good: after another raise he may raise again.
    table.act(2, Act::Raise(80));
    table.act(0, Act::Call);
    assert_eq!((table.options().seat, table.range()), (1, Some((120, 990))));
}

/// Four players on the flop: the second bets 50 before the first has acted.
fn out_of_turn() -> Table {
    let mut table = Table::on_street(NO_LIMIT, &[1_000; 4], 1);
    let (ruling, _) = table.gesture(Gesture::silent(1, PlacedChips::several(50)));
    assert_eq!(ruling.stands, GestureEffect::OutOfTurn(Act::Raise(50)));
    assert_eq!(table.last(), (Event::WageredOutOfTurn { seat: 1, to: 50, less: false }, "6.18.1"));
    assert_eq!((table.hand.due(), table.hand.pot()), (Due::Act(0), 40), "nothing is wagered yet");
    table
}

#[test]
fn k64_who_was_passed_over_wagers_more() {
    let mut table = out_of_turn();
    table.act(0, Act::Raise(80));
    assert_eq!(table.last(), (Event::OutOfTurnFreed(1), "6.18.2"));
    // 50 lie there: 30 more call, or they are taken back, or a raise of 80 at least.
    let options = table.options();
    assert_eq!((options.seat, options.call, options.fold()), (1, Some(80), true));
    assert_eq!(table.range(), Some((160, 990)));
    table.act(1, Act::Fold);
    assert_eq!((table.hand.staked()[1], table.hand.stacks()[1]), (10, 990));
}

#[test]
fn k65_a_bet_out_of_turn_stands() {
    let mut table = out_of_turn();
    let again = Command::Gesture(Gesture::word(1, SpokenAction::Call));
    assert_eq!(table.refused(again), (Reason::ActedOutOfTurn, "6.18.1"));
    // Cards passed in are gone all the same, and the bet with them.
    let mut gone = table.clone();
    let (ruling, clause) = gone.gesture(Gesture::cards(1));
    assert_eq!((ruling.stands, ruling.to, clause), (GestureEffect::FoldedOutOfTurn, 50, "8.2.3"));
    assert_eq!(gone.last(), (Event::OutOfTurnStands(1), "6.18.1"));
    assert_eq!((gone.hand.due(), gone.hand.pot(), gone.options().call), (Due::Act(0), 90, Some(0)));
    table.act(0, Act::Call);
    assert_eq!(table.clause_of(|event| *event == Event::OutOfTurnStands(1)), "6.18.1");
    assert_eq!(table.last().0, Event::Acted { seat: 1, done: ActKind::Bet, to: 50 });
    assert_eq!((table.hand.due(), table.hand.bets()[1]), (Due::Act(2), 50));
}

#[test]
fn a_lesser_wager_before_it_leaves_a_bet_out_of_turn_standing() {
    // 20 above 30 is more than half of it: it is made up to 60 (6.12). Above 40 it is a call.
    for (first, done, to) in [(30, ActKind::Raise, 60), (40, ActKind::Call, 40), (50, ActKind::Call, 50)] {
        let mut table = out_of_turn();
        table.act(0, Act::Raise(first));
        assert_eq!(table.last().0, Event::Acted { seat: 1, done, to }, "after {first}");
    }
}

#[test]
fn calls_and_folds_out_of_turn() {
    let mut table = Table::on_street(NO_LIMIT, &[1_000; 4], 1);
    table.act(0, Act::Raise(60));
    // Seat 3 calls before 1 and 2; 2 passes his cards in.
    table.gesture(Gesture::word(3, SpokenAction::Call));
    let spoken = Command::Gesture(Gesture::word(2, SpokenAction::Fold));
    assert_eq!(table.refused(spoken), (Reason::NotFolded, "8.2.3"));
    table.gesture(Gesture::cards(2));
    assert_eq!(table.clause_of(|event| *event == Event::FoldedOutOfTurn(2)), "8.2.3");
    assert_eq!(table.hand.due(), Due::Act(1));
    let mut raised = table.clone();
    table.act(1, Act::Call);
    assert_eq!(table.hand.street(), 2, "the call of seat 3 closes the round");
    assert_eq!(table.hand.staked(), &[70, 70, 10, 70]);
    raised.act(1, Act::Raise(120));
    assert_eq!(raised.last(), (Event::OutOfTurnFreed(3), "6.18.2"));
    assert_eq!((raised.hand.due(), raised.options().call), (Due::Act(3), Some(120)));
    // All who were to act pass their cards in: the last hand wins.
    let mut table = Table::on_street(NO_LIMIT, &RICH, 1);
    table.gesture(Gesture::cards(1));
    table.gesture(Gesture::cards(2));
    assert_eq!((table.hand.due(), table.hand.live().len()), (Due::Pay, 1));
}

#[test]
fn k66_a_check_out_of_turn_gives_up_the_raise() {
    let mut table = Table::on_street(NO_LIMIT, &[1_000; 4], 1);
    let (ruling, clause) = table.gesture(Gesture::word(1, SpokenAction::Check));
    assert_eq!((ruling.stands, clause), (GestureEffect::NoRaise, "6.18.3"));
    let mut checked = table.clone();
    table.act(0, Act::Raise(20));
    assert_eq!((table.options().seat, table.options().call, table.range()), (1, Some(20), None));
    let raise = Command::Act { seat: 1, act: Act::Raise(40) };
    assert_eq!(table.refused(raise), (Reason::CheckedOutOfTurn, "6.18.3"));
    let said = Command::Gesture(Gesture::word(1, SpokenAction::Raise));
    assert_eq!(table.refused(said), (Reason::CheckedOutOfTurn, "6.18.3"));
    // It lasts for the round, not for the hand.
    for seat in [0, 1, 2, 3] {
        checked.act(seat, Act::Call);
    }
    checked.tell(Command::Deal).expect("the turn");
    checked.act(0, Act::Call);
    assert_eq!((checked.options().seat, checked.range()), (1, Some((10, 990))));
}

#[test]
fn k67_all_in_for_less_out_of_turn_stays_in() {
    let mut table = Table::on_street(NO_LIMIT, &[1_000, 1_000, 45, 1_000], 1);
    table.act(0, Act::Raise(60));
    let (ruling, _) = table.gesture(Gesture::word(2, SpokenAction::AllIn));
    assert_eq!((ruling.stands, ruling.to), (GestureEffect::OutOfTurn(Act::Call), 35));
    assert_eq!(table.last(), (Event::WageredOutOfTurn { seat: 2, to: 35, less: true }, "6.18.4"));
    table.act(1, Act::Raise(150));
    assert_eq!(table.clause_of(|event| *event == Event::OutOfTurnStands(2)), "6.18.4");
    assert_eq!((table.hand.bets()[2], table.hand.stacks()[2]), (35, 0));
    assert_eq!((table.hand.due(), table.hand.live().has(2)), (Due::Act(3), true));
}

#[test]
fn k68_time_is_up() {
    let mut table = Table::on_street(NO_LIMIT, &RICH, 1);
    table.tell(Command::ClockRunsOut { seat: 0 }).expect("a check");
    assert_eq!(table.clause_of(|event| *event == Event::TimeUp(0)), "6.15");
    assert_eq!(table.last().0, Event::Acted { seat: 0, done: ActKind::Check, to: 0 });
    table.act(1, Act::Raise(40));
    let (reason, _) = table.refused(Command::ClockRunsOut { seat: 0 });
    assert_eq!(reason, Reason::NotYourTurn { turn: 2 });
    table.tell(Command::ClockRunsOut { seat: 2 }).expect("a dead hand");
    assert!(!table.hand.live().has(2));
}

#[test]
fn k70_after_an_open_pair_and_a_higher_bet_raises_are_of_the_higher_size() {
    let mut terms = Terms::plain(Structure::Fixed { small: 10, big: 20, small_rounds: 2 });
    terms.antes = [1; room::MOST];
    terms.bring_in = 10;
    // Two rounds of cards down, one up: 2c opens; then 8h pairs the 8s of the second player.
    let down = "3c 4c 5c 6c 3d 4d 5d 6d";
    let top = format!("{down} 2c 8s Jd Qd 9c Kc 8h Ah Kd");
    let mut table = Table::new("seven-card-stud", terms, &[1_000; 4], &top);
    assert_eq!(table.hand.due(), Due::BringIn(0));
    let (ruling, _) = table.gesture(Gesture::silent(0, PlacedChips::of(2, 5)));
    assert_eq!(ruling.stands, GestureEffect::Act(Act::BringIn));
    for seat in [1, 2, 3] {
        table.act(seat, Act::Call);
    }
    table.tell(Command::Deal).expect("fourth street");
    assert_eq!(table.hand.due(), Due::Act(1), "a pair of eights opens");
    table.act(1, Act::Call);
    table.act(2, Act::Call);
    assert_eq!(table.range(), Some((10, 20)));
    let (ruling, _) = table.gesture(Gesture::both(3, SpokenAction::Bet, PlacedChips::several(20)));
    assert_eq!(ruling.stands, GestureEffect::Act(Act::Raise(20)));
    assert_eq!(table.clause_of(is_acted), "10.6.7");
    assert_eq!(table.range(), Some((40, 40)));
    let small = Command::Act { seat: 0, act: Act::Raise(30) };
    assert_eq!(table.refused(small).0, Reason::OnlyExactly { least: 40, most: 40 });
}

#[test]
fn k29_nobody_divides_a_pot_by_agreement() {
    let mut table = Table::on_street(NO_LIMIT, &RICH, 1);
    assert_eq!(table.refused(Command::Chop), (Reason::NoChop, "8.6"));
}

#[test]
fn words_bind_and_signals_are_read() {
    let mut table = Table::on_street(NO_LIMIT, &RICH, 1);
    assert_eq!(table.refused(Command::Gesture(Gesture::word(0, SpokenAction::Call))).1, "1.1/'Call'");
    let nothing = Gesture::silent(0, PlacedChips::NOTHING);
    assert_eq!(table.refused(Command::Gesture(nothing)), (Reason::NothingDone, "1.1/'Action'"));
    let cash = PlacedChips { other: true, ..PlacedChips::several(50) };
    let cash = Command::Gesture(Gesture::silent(0, cash));
    assert_eq!(table.refused(cash), (Reason::ChipsOnly, "6.2"));
    let much = Command::Gesture(Gesture::silent(0, PlacedChips::several(991)));
    assert_eq!(table.refused(much), (Reason::MoreThanStack { stack: 990 }, "1.1/'Table stakes'"));
    let (ruling, clause) = table.gesture(Gesture::word(0, SpokenAction::Check));
    assert_eq!((ruling.stands, clause), (GestureEffect::Act(Act::Call), "8.2.4"));
    let (ruling, clause) = table.gesture(Gesture::silent(1, PlacedChips::several(30)));
    assert_eq!((ruling.stands, clause), (GestureEffect::Act(Act::Raise(30)), "8.2.2"));
    let check = Command::Gesture(Gesture::word(2, SpokenAction::Check));
    assert_eq!(table.refused(check), (Reason::FacingWager, "1.1/'Check'"));
    // "Call" with too many chips is a call, and with none too.
    let mut other = table.clone();
    let (ruling, clause) = table.gesture(Gesture::both(2, SpokenAction::Call, PlacedChips::several(100)));
    assert_eq!((ruling.stands, ruling.change, clause), (GestureEffect::Act(Act::Call), 70, "6.18"));
    let (ruling, clause) = other.gesture(Gesture::silent(2, PlacedChips::several(30)));
    assert_eq!((ruling.stands, ruling.change, clause), (GestureEffect::Act(Act::Call), 0, "8.2.1"));
    // "Raise" alone is the least raise, chips below it do not make it less.
    let (ruling, _) = other.gesture(Gesture::both(0, SpokenAction::Raise, PlacedChips::several(40)));
    assert_eq!((ruling.stands, ruling.added), (GestureEffect::Act(Act::Raise(60)), 20));
    let (ruling, clause) = other.gesture(Gesture::cards(1));
    assert_eq!((ruling.stands, clause), (GestureEffect::Act(Act::Fold), "8.2.3"));
}

#[test]
fn the_whole_stack_in_several_chips_is_all_in_one_last_chip_is_a_call() {
    let stacks = [1_000, 160, 1_000];
    let mut table = Table::on_street(NO_LIMIT, &stacks, 1);
    table.act(0, Act::Raise(120));
    let mut other = table.clone();
    let (ruling, clause) = table.gesture(Gesture::silent(1, PlacedChips::of(3, 50)));
    assert_eq!((ruling.stands, clause), (GestureEffect::Act(Act::Raise(150)), "6.16.1"));
    let (ruling, clause) = other.gesture(Gesture::silent(1, PlacedChips::one(150)));
    assert_eq!((ruling.stands, ruling.change, clause), (GestureEffect::Act(Act::Call), 30, "6.14.1(b)"));
    // Fewer chips than the call, and all of them: all-in, nothing to make up.
    let mut table = Table::on_street(NO_LIMIT, &stacks, 1);
    table.act(0, Act::Raise(500));
    let (ruling, _) = table.gesture(Gesture::silent(1, PlacedChips::of(3, 50)));
    assert_eq!((ruling.stands, ruling.to), (GestureEffect::Act(Act::Call), 150));
}

#[test]
fn the_opening_of_a_stud_hand_and_of_a_draw_hand() {
    let stud = |structure| {
        let mut terms = Terms::plain(structure);
        (terms.antes, terms.bring_in) = ([1; room::MOST], 10);
        let table = Table::new("seven-card-stud", terms, &RICH, "3c 4c 5c 3d 4d 5d 2c 8s Jd");
        assert_eq!(table.hand.due(), Due::BringIn(0));
        table
    };
    // The forced wager cannot be folded or checked, and no less will do.
    let mut table = stud(LIMIT);
    assert_eq!(table.refused(Command::Gesture(Gesture::word(0, SpokenAction::Check))).0, Reason::FacingWager);
    assert_eq!(table.refused(Command::Gesture(Gesture::cards(0))).1, "10.3.1");
    let less = Command::Gesture(Gesture::silent(0, PlacedChips::of(4, 1)));
    assert_eq!(table.refused(less), (Reason::BelowLeast { least: 10 }, "10.3.1"));
    let (ruling, clause) = table.gesture(Gesture::silent(0, PlacedChips::one(25)));
    assert_eq!((ruling.stands, ruling.change, clause), (GestureEffect::Act(Act::BringIn), 15, "6.13"));
    // Without a limit several chips may be more, one chip is not.
    let mut table = stud(NO_LIMIT);
    let mut other = table.clone();
    let (ruling, clause) = table.gesture(Gesture::silent(0, PlacedChips::one(25)));
    assert_eq!((ruling.stands, ruling.change, clause), (GestureEffect::Act(Act::BringIn), 15, "6.14.1(a)"));
    let (ruling, _) = other.gesture(Gesture::silent(0, PlacedChips::of(5, 5)));
    assert_eq!((ruling.stands, ruling.to), (GestureEffect::Act(Act::Raise(25)), 25));
    // Time out: the forced wager goes in.
    let mut table = stud(LIMIT);
    table.tell(Command::ClockRunsOut { seat: 0 }).expect("the forced wager");
    assert_eq!(table.last().0, Event::Acted { seat: 0, done: ActKind::BringIn, to: 10 });
    // Draw with antes: open or fold. An oversize chip cannot call, so it opens; time out is a dead hand.
    let mut terms = Terms::plain(NO_LIMIT);
    terms.antes = [2; room::MOST];
    let mut table = Table::new("draw-ante", terms, &RICH, "");
    let mut late = table.clone();
    let check = Command::Gesture(Gesture::word(0, SpokenAction::Check));
    assert_eq!(table.refused(check), (Reason::OpenOrFold, "9.3.2"));
    let small = Command::Gesture(Gesture::silent(0, PlacedChips::several(6)));
    assert_eq!(table.refused(small).0, Reason::BelowLeast { least: 10 });
    let (ruling, clause) = table.gesture(Gesture::silent(0, PlacedChips::one(100)));
    assert_eq!((ruling.stands, clause), (GestureEffect::Act(Act::Raise(100)), "6.14.1(b)"));
    late.tell(Command::ClockRunsOut { seat: 0 }).expect("a dead hand");
    assert!(!late.hand.live().has(0));
}

#[test]
fn the_kitty_is_asked_for_in_words() {
    let mut table = Table::new("draw-kitty", Terms::blinds(5, 10), &RICH, "");
    table.act(2, Act::Raise(20));
    let (ruling, clause) = table.gesture(Gesture::word(0, SpokenAction::Kitty));
    assert_eq!((ruling.stands, ruling.to, clause), (GestureEffect::Act(Act::TakeKitty), 10, "6.18"));
    assert_eq!((table.options().seat, table.options().call, table.range()), (0, Some(10), Some((30, 1_000))));
    table.act(0, Act::Call);
    let again = Command::Gesture(Gesture::word(1, SpokenAction::Kitty));
    assert_eq!(table.refused(again), (Reason::KittyTaken { by: 0 }, "9.3.3(d)"));
}

#[test]
fn an_all_in_is_no_more_than_may_be_wagered() {
    // Pot limit: 15 in the middle, 10 to call.
    let mut table = Table::holdem(POT, &RICH);
    let (ruling, clause) = table.gesture(Gesture::word(2, SpokenAction::AllIn));
    assert_eq!((ruling.stands, ruling.to, clause), (GestureEffect::Act(Act::Raise(35)), 35, "6.18"));
    // No raise is open any more: it is a call, and the rest goes back.
    let mut table = Table::on_street(LIMIT, &[100, 100, 100], 1);
    table.act(0, Act::Raise(10));
    table.act(1, Act::Raise(20));
    table.act(2, Act::Raise(30));
    table.act(0, Act::Raise(40));
    let (ruling, clause) = table.gesture(Gesture::silent(1, PlacedChips::of(7, 10)));
    assert_eq!((ruling.stands, ruling.change, clause), (GestureEffect::Act(Act::Call), 50, "1.1/'All-in'"));
}
