//! Rows 1 to 22: the deck, the deal, the numbers of cards, and draw.

use crate::irregularities::table::{Table, card, cards, moves, report, set};
use room::{
    Act, CardPlace, Cards, Command, Due, Event, IrregularityCommand, IrregularityEvent, NotRuled, Reason,
    Structure, Stub, Terms,
};
use rulebook::room::IrregularityKind as S;
use rulebook::room::Remedy as R;

/// Four hands: p1 AsKs, p2 QdJd, p3 9h8h, p4 7c6c; then the stub.
const FOUR: &str = "AsQd9h7c KsJd8h6c 2c 3c4c5c Th Td Tc Jh";

fn dealt() -> Table {
    let mut table = Table::holdem(FOUR);
    table.deal();
    assert_eq!(table.hand.due(), Due::Act(2));
    table
}

fn ante_draw(first: &str, players: usize) -> Table {
    let mut terms = Terms::plain(Structure::NoLimit { least: 10 });
    terms.blinds[0] = 5;
    terms.blinds[1] = 10;
    Table::new("draw-blind", 52, terms, &[500; 8][..players], first)
}

#[test]
fn row_01_a_card_exposed_in_the_cut_is_a_misdeal() {
    let mut table = Table::holdem(FOUR);
    table.rules(report(S::ExposedInCut), 1, R::Misdeal, "14.1.1(a)(i)");
    assert_eq!(table.hand.due(), Due::Shuffle);
    assert_eq!(table.hand.staked(), [5, 10, 0, 0]);
    assert_eq!(table.room.pool(&table.hand).count, 52);
    table.shuffle("2s3s4s5s 6s7s8s9s");
    table.deal();
    // The same player receives first, and the same player speaks first.
    assert_eq!((table.hand.held(0), table.hand.held(3)), (set("2s6s"), set("5s9s")));
    assert_eq!(table.hand.due(), Due::Act(2));
    table.not_now(report(S::ExposedInCut));
    assert_eq!(table.finish().iter().sum::<i64>(), 4000);
}

#[test]
fn row_02_unshuffled_before_substantial_action_is_a_misdeal_and_posts_stay() {
    let mut table = dealt();
    table.act(Act::Raise(30));
    table.rules(report(S::NotShuffledOrCut), 2, R::Misdeal, "14.1.1(a)(ii)");
    assert!(table.cites("14.1.1(a)(ii)", |told| matches!(
        told,
        Event::Irregularity(IrregularityEvent::Refunded { seat: 2, chips: 30 })
    )));
    assert_eq!(table.hand.stacks(), [995, 990, 1000, 1000]);
    assert_eq!(table.hand.bets(), [5, 10, 0, 0]);
    table.shuffle("");
    table.deal();
    assert_eq!((table.hand.due(), table.hand.high()), (Due::Act(2), 10));
    assert!(table.labels().contains(&"J31"));
    assert_eq!(table.finish().iter().sum::<i64>(), 4000);
}

#[test]
fn row_03_unshuffled_after_substantial_action_is_played_on() {
    let mut table = dealt();
    table.calls(2);
    let before = table.hand;
    table.rules(report(S::NotShuffledOrCut), 3, R::PlayOn, "14.1.1(a)(ii)");
    assert_eq!(table.hand, before);
}

#[test]
fn row_04_out_of_order_is_put_right_before_substantial_action() {
    let mut table = dealt();
    let mut told = report(S::OutOfOrder).at(0).at(1).cards(cards("AsQd"));
    told.can_correct = true;
    table.rules(told, 4, R::Correct, "14.1.1(a)(iii)");
    assert_eq!((table.hand.held(0), table.hand.held(1)), (set("QdKs"), set("AsJd")));
    assert_eq!(table.hand.due(), Due::Act(2));
    // A card that the player does not hold cannot change places.
    let mut wrong = report(S::OutOfOrder).at(0).at(1).cards(cards("AsKs"));
    wrong.can_correct = true;
    let refusal = table.rule_as("dealer", wrong).expect_err("not held");
    assert_eq!(refusal.reason, Reason::NotHeld(card("As")));
}

#[test]
fn row_05_out_of_order_that_cannot_be_put_right_is_a_misdeal() {
    let mut table = dealt();
    table.rules(report(S::OutOfOrder), 5, R::Misdeal, "14.1.1(a)(iii)");
    assert_eq!(table.hand.due(), Due::Shuffle);
}

#[test]
fn row_06_out_of_order_after_substantial_action_is_played_on() {
    let mut table = dealt();
    table.calls(2);
    let mut told = report(S::OutOfOrder);
    told.can_correct = true;
    table.rules(told, 6, R::PlayOn, "14.1.1(a)(iii)");
}

#[test]
fn row_07_a_skipped_player_is_put_right() {
    let mut table = dealt();
    let mut told = report(S::SkippedOrExtraHand).at(3);
    told.can_correct = true;
    let before = table.hand;
    table.rules(told, 7, R::Correct, "14.1.1(a)(iv)");
    assert_eq!(table.hand, before);
}

#[test]
fn row_08_a_skipped_player_who_cannot_be_put_right_is_a_misdeal() {
    let mut table = dealt();
    table.act(Act::Fold);
    table.rules(report(S::SkippedOrExtraHand).at(3), 8, R::Misdeal, "14.1.1(a)(iv)");
    table.shuffle("");
    table.deal();
    // Who had folded is in again.
    assert_eq!((table.hand.live().len(), table.hand.due()), (4, Due::Act(2)));
}

#[test]
fn row_09_a_wrong_number_is_put_right() {
    let mut table = dealt();
    let mut told = report(S::WrongCount).at(1).count(3);
    told.can_correct = true;
    table.rules(told, 9, R::Correct, "14.1.1(a)(v)");
    assert_eq!(table.hand.held(1), set("QdJd"));
}

#[test]
fn row_10_a_wrong_number_that_cannot_be_put_right_is_a_misdeal() {
    let mut table = dealt();
    table.act(Act::Raise(40));
    table.rules(report(S::WrongCount).at(1).count(3), 10, R::Misdeal, "14.1.1(a)(v)");
    assert!(table.labels().contains(&"14.1.1(a)(vi)"));
    assert_eq!(table.hand.stacks(), [995, 990, 1000, 1000]);
}

#[test]
fn row_11_k98_a_wrong_hand_that_has_not_acted_is_void_and_its_blind_returned() {
    let mut table = dealt();
    table.act(Act::Fold);
    table.act(Act::Fold);
    table.rules(report(S::WrongCount).at(1).count(3), 11, R::VoidHand, "14.1.1(a)(vi)");
    // The third card came off the stub and lies in the muck with the others.
    assert!(table.hand.muck().contains_all(set("QdJd2c")));
    assert_eq!(table.hand.stacks(), [995, 1000, 1000, 1000]);
    // The small blind is the only one left.
    assert_eq!(table.hand.due(), Due::Pay);
    assert_eq!(table.finish(), [1000; 4]);
}

#[test]
fn row_11_the_others_play_on_after_a_void_hand() {
    let mut table = dealt();
    table.act(Act::Fold);
    table.act(Act::Call);
    table.rules(report(S::WrongCount).at(1).count(3), 11, R::VoidHand, "14.1.1(a)(vi)");
    assert_eq!((table.hand.due(), table.hand.live().len()), (Due::Act(0), 2));
    assert_eq!((table.hand.pot(), table.hand.high()), (15, 10));
    table.act(Act::Call);
    assert_eq!(table.hand.due(), Due::Board);
    assert_eq!(table.finish().iter().sum::<i64>(), 4000);
}

#[test]
fn row_12_k99_a_wrong_hand_that_has_acted_is_dead_and_its_wager_stays() {
    let mut table = dealt();
    table.act(Act::Call);
    table.act(Act::Call);
    table.rules(report(S::WrongCount).at(2).count(3), 12, R::DeadHand, "14.1.1(a)(vi)");
    assert_eq!(table.hand.stacks()[2], 990);
    assert!(!table.hand.live().has(2));
    assert_eq!((table.hand.pot(), table.hand.due()), (35, Due::Act(0)));
    assert!(table.finish()[2] == 990);
}

#[test]
fn row_12_a_hand_that_lacks_a_card_is_dead_too() {
    let mut table = dealt();
    table.calls(2);
    // The card that it lacks is still on the stub.
    table.rules(report(S::WrongCount).at(2).count(1).cards(cards("8h")), 12, R::DeadHand, "14.1.1(a)(vi)");
    assert_eq!(table.hand.stub().top(), Some(card("8h")));
    assert!(table.hand.muck().contains(card("9h")));
    table.refuses(report(S::WrongCount).at(3).count(2), NotRuled::CannotBe, "14.1.1(a)(vi)");
    table.refuses(report(S::WrongCount).count(2), NotRuled::WhichPlayer, "14.1.1(a)(vi)");
}

#[test]
fn row_13_k100_the_last_player_with_a_wrong_hand_wins_nothing_and_all_is_returned() {
    let mut table = dealt();
    table.act(Act::Raise(45));
    table.calls(3);
    table.deal();
    table.act(Act::Call);
    (0..3).for_each(|_| table.act(Act::Fold));
    assert_eq!((table.hand.due(), table.hand.pot()), (Due::Pay, 180));
    table.refuses(report(S::WrongCountAtEnd).at(0).count(2), NotRuled::CannotBe, "14.1.1(a)(vii)");
    table.rules(report(S::WrongCountAtEnd).at(0).count(3), 13, R::RefundAll, "14.1.1(a)(vii)");
    assert_eq!((table.hand.stacks(), table.hand.commission()), (&[1000; 4][..], 0));
    assert!(table.hand.is_void() && table.hand.is_over());
}

#[test]
fn row_13_j51_a_showdown_winner_with_a_wrong_hand_wins_nothing_either() {
    let mut table = dealt();
    table.calls(4);
    while table.hand.due() != Due::Pay {
        match table.hand.due() {
            Due::Act(_) => table.act(Act::Call),
            Due::Show(seat) => table.ok(Command::Show { seat, cards: Cards::default() }),
            _ => table.deal(),
        }
    }
    // Board 3c4c5c Td Jh with Th and Tc burned: p4's 7c6c makes a straight flush.
    table.refuses(report(S::WrongCountAtEnd).at(1).count(3), NotRuled::CannotBe, "14.1.1(a)(vii)");
    table.rules(report(S::WrongCountAtEnd).at(3).count(3), 13, R::RefundAll, "14.1.1(a)(vii)");
    assert_eq!(table.hand.stacks(), [1000; 4]);
}

#[test]
fn row_14_k140_a_defective_deck_voids_the_hand() {
    let mut table = dealt();
    table.act(Act::Raise(100));
    table.calls(1);
    table.rules(report(S::DefectiveDeck), 14, R::RefundAll, "14.1.1(a)(viii)");
    assert_eq!(table.hand.stacks(), [1000; 4]);
    assert!(table.hand.is_void());
    assert!(table.labels().contains(&"5.3.2"));
    table.not_now(report(S::NotShuffledOrCut));
}

#[test]
fn row_15_a_defective_deck_after_the_pot_is_pushed_changes_nothing() {
    let mut table = dealt();
    let stacks = table.finish();
    table.rules(report(S::DefectiveDeck), 15, R::ResultStands, "14.1.1(a)(viii)");
    assert_eq!((table.hand.stacks(), table.hand.is_void()), (&stacks[..], false));
}

#[test]
fn row_16_k101_boxed_cards_are_mucked_and_replaced() {
    let mut table = dealt();
    // One in a hand, one on the stub: the next card takes the place of each.
    table.rules(report(S::BoxedCards).cards(cards("Jd")), 16, R::MuckAndReplace, "14.2.5");
    assert_eq!((table.hand.held(1), table.hand.stub().top()), (set("Qd2c"), Some(card("3c"))));
    table.calls(4);
    table.rules(report(S::BoxedCards).cards(cards("5c")), 16, R::MuckAndReplace, "14.2.5");
    table.deal();
    // 3c is burned; 4c, Th, Td are the flop, because 5c does not exist.
    assert_eq!((table.hand.burns(), table.hand.board(0)), (set("3c"), set("4cThTd")));
    table.rules(report(S::BoxedCards).cards(cards("Td")), 16, R::MuckAndReplace, "14.2.5");
    assert_eq!(table.hand.board(0), set("4cThTc"));
    table.rules(report(S::BoxedCards), 16, R::MuckAndReplace, "14.2.5");
    assert!(table.hand.muck().contains_all(set("Jd5cTdJh")));
    assert_eq!(table.finish().iter().sum::<i64>(), 4000);
}

#[test]
fn row_17_k101_the_fifth_boxed_card_makes_the_deck_defective() {
    let mut table = dealt();
    table.act(Act::Raise(50));
    table.rules(report(S::BoxedCards).count(4), 16, R::MuckAndReplace, "14.2.5");
    assert!(table.hand.muck().contains_all(set("2c3c4c5c")));
    table.rules(report(S::BoxedCards), 17, R::RefundAll, "1.1/'Defective deck'");
    assert_eq!(table.hand.stacks(), [1000; 4]);
    let mut after = dealt();
    let stacks = after.finish();
    after.rules(report(S::BoxedCards).count(5), 17, R::ResultStands, "1.1/'Defective deck'");
    assert_eq!(after.hand.stacks(), stacks);
}

#[test]
fn row_18_two_cards_exposed_in_draw_is_a_misdeal() {
    let mut table = ante_draw("", 3);
    table.deal();
    table.rules(report(S::ExposedByDealer).count(2), 18, R::Misdeal, "14.1.1(b)(i)");
    assert_eq!((table.hand.due(), table.hand.staked()), (Due::Shuffle, &[5, 10, 0][..]));
    table.finish();
}

#[test]
fn row_19_one_card_exposed_in_draw_changes_with_the_first_burn() {
    let mut table = ante_draw("As2s3s Ad2d3d Ah2h3h Ac2c3c Ks4s5s Qh Jh", 3);
    table.deal();
    table.rules(report(S::ExposedByDealer).at(1).cards(cards("4s")), 19, R::FirstBurnSwap, "14.1.1(b)(i)");
    assert_eq!((table.hand.held(1), table.hand.burns()), (set("2s2d2h2cQh"), set("4s")));
    assert!(table.labels().contains(&"J28"));
    table.calls(3);
    for (seat, out) in [(0, "Ks"), (1, ""), (2, "")] {
        table.ok(Command::Discard { seat, cards: cards(out) });
    }
    table.deal();
    // The swapped card was the burn of the draw.
    assert_eq!((table.hand.burned(), table.hand.held(0)), (1, set("AsAdAhAcJh")));
}

#[test]
fn row_20_cards_exposed_in_the_draw_play() {
    let mut table = ante_draw("", 3);
    table.deal();
    table.calls(3);
    let before = table.hand;
    table.rules(report(S::ExposedByDealer).count(2), 20, R::CardPlays, "14.1.1(b)(i)");
    assert_eq!(table.hand, before);
}

/// Three players after their discards: two of p1, one of p2, none of p3; the burn is Qh, then Jh Th 9h.
fn drawing() -> Table {
    let mut table = ante_draw("As2s3s Ad2d3d Ah2h3h Ac2c3c Ks4s5s Qh Jh Th 9h", 3);
    table.deal();
    table.calls(3);
    for (seat, out) in [(0, "KsAc"), (1, "4s"), (2, "")] {
        table.ok(Command::Discard { seat, cards: cards(out) });
    }
    assert_eq!(table.hand.due(), Due::Replace);
    table
}

#[test]
fn row_21_k111_replacements_seen_by_the_wrong_player_are_kept() {
    let mut table = drawing();
    let mut told = report(S::DrawnByWrongPlayer).at(1).count(1);
    told.seen = true;
    table.rules(told, 21, R::KeepsThem, "14.3");
    assert_eq!(table.hand.held(1), set("2s2d2h2cJh"));
    table.deal();
    assert_eq!(table.hand.held(0), set("AsAdAhTh9h"));
    assert_eq!(table.hand.burned(), 1);
    table.not_now(told);
}

#[test]
fn row_22_replacements_that_nobody_saw_go_to_the_right_player() {
    let mut table = drawing();
    table.rules(report(S::DrawnByWrongPlayer).at(1).count(2), 22, R::MoveThem, "14.3");
    assert_eq!(table.hand.held(0), set("AsAdAhJhTh"));
    table.deal();
    assert_eq!(table.hand.held(1), set("2s2d2h2c9h"));
}

#[test]
fn k137_the_kitty_untaken_is_shuffled_again_when_the_deck_runs_out() {
    let mut terms = Terms::blinds(5, 10);
    terms.chip = 1;
    let mut table = Table::new("draw-kitty", 32, terms, &[500; 4], "");
    table.deal();
    table.deal();
    table.calls(4);
    for seat in 0..4 {
        let cards: Cards = table.hand.down(usize::from(seat)).iter().take(3).collect();
        table.ok(Command::Discard { seat, cards });
    }
    // 32 - 20 - 5 - 1 = 6 cards: two players are served, then the Kitty and their discards come again.
    table.deal();
    assert_eq!(table.hand.due(), Due::Shuffle);
    assert_eq!(table.room.pool(&table.hand).count, 5 + 3 + 3);
    assert!(table.cites("9.3.3(e)", |told| matches!(told, Event::KittyMucked)));
    table.shuffle("");
    assert!(table.cites("9.4.2", |told| matches!(told, Event::Shuffled(_))));
    table.finish();
}

#[test]
fn k115_the_third_of_four_cards_comes_from_earlier_discards() {
    let mut table = ante_draw("", 8);
    table.deal();
    table.calls(8);
    for seat in 0..8 {
        let cards: Cards = table.hand.down(usize::from(seat)).iter().take(3).collect();
        table.ok(Command::Discard { seat, cards });
    }
    table.deal();
    assert_eq!(table.hand.due(), Due::Shuffle);
    assert_eq!((table.hand.card_count(2), table.hand.card_count(3)), (5, 4));
    assert_eq!(table.room.pool(&table.hand).count, 9);
    table.finish();
}

#[test]
fn a_misdeal_is_for_the_dealer_or_above_and_not_for_players() {
    let mut table = dealt();
    let by = engine::Actor { who: engine::Who::Seat(2), at: engine::Moment(0) };
    let told = report(S::NotShuffledOrCut);
    let refusal = table
        .tell(Command::Irregularity(IrregularityCommand::Rule { by, report: told }))
        .expect_err("a player does not rule");
    let needs = table.role("dealer");
    assert_eq!(refusal.reason, Reason::NotRuled(NotRuled::RoleTooLow { needs }));
    assert_eq!(table.label(refusal.cite), "14.1.1");
    // A chip runner stands outside the ladder.
    let by = engine::Actor { who: engine::Who::Outside(0), at: engine::Moment(0) };
    assert!(table.tell(Command::Irregularity(IrregularityCommand::Rule { by, report: told })).is_err());
    assert_eq!(table.rule_as("tg-higher-duties-dealer", told), Ok(()));
}

#[test]
fn a_wrong_pool_is_no_shuffle() {
    let mut table = dealt();
    table.rules(report(S::OutOfOrder), 5, R::Misdeal, "14.1.1(a)(iii)");
    let refusal = table.tell(Command::Shuffle(Stub::of(set("AsKs").iter()))).expect_err("not the deck");
    assert_eq!(refusal.reason, Reason::WrongPool);
    table.shuffle("AsKs");
    assert!(table.cites("14.1.1(a)(iii)", |told| matches!(told, Event::Shuffled(_))));
}

#[test]
fn a_first_burn_swap_moves_two_cards() {
    let mut table = dealt();
    let before = table.told.len();
    table.rules(report(S::ExposedByDealer).at(2).cards(cards("9h")), 37, R::FirstBurnSwap, "14.9.1");
    assert_eq!(
        moves(&table, before),
        [
            (card("9h"), CardPlace::Down(2), CardPlace::Burns),
            (card("2c"), CardPlace::Stub, CardPlace::Down(2))
        ]
    );
}
