//! Rows 58 to 62: what players do with their own cards.

use crate::irregularities::table::{Table, card, cards, report, set};
use room::{Act, Cards, Command, Due, Event, IrregularityEvent, NotRuled, Reason, Terms};
use rulebook::room::IrregularityKind as S;
use rulebook::room::Remedy as R;

/// p1 QsQd, p2 KsKd, p3 AhTh on 2c7d8h9s3c: p2 is best, then p1.
const HANDS: &str = "QsKsAh QdKdTh 4c 2c7d8h 4d 9s 4h 3c";

/// The last round is over: p1 shows, p2 mucks the best hand, p3 mucks.
fn mucked() -> Table {
    let mut table = Table::new("holdem", 52, Terms::blinds(5, 10), &[1000; 3], HANDS);
    table.deal();
    table.calls(3);
    for _ in 0..2 {
        table.deal();
        table.calls(3);
    }
    table.deal();
    table.act(Act::Raise(50));
    table.calls(2);
    table.ok(Command::Show { seat: 0, cards: Cards::default() });
    table.ok(Command::Muck { seat: 1 });
    table.ok(Command::Muck { seat: 2 });
    assert_eq!((table.hand.due(), table.hand.pot()), (Due::Pay, 180));
    table
}

#[test]
fn row_58_a_card_that_a_player_drops_plays() {
    let mut table = Table::new("holdem", 52, Terms::blinds(5, 10), &[1000; 3], HANDS);
    table.deal();
    let before = table.hand;
    table.rules(report(S::ExposedByPlayer).at(2).cards(cards("Ah")), 58, R::CardPlays, "14.2.8");
    assert_eq!(table.hand, before);
    let refusal = table
        .rule_as("dealer", report(S::ExposedByPlayer).at(2).cards(cards("As")))
        .expect_err("another card");
    assert_eq!(refusal.reason, Reason::NotHeld(card("As")));
}

#[test]
fn row_59_k110_a_mucked_hand_that_a_loser_asks_for_is_tapped_and_dead() {
    let mut table = mucked();
    let mut told = report(S::MuckedHandAsked).at(1);
    told.asker = Some(2);
    table.rules(told, 59, R::TapAndShow, "14.2.7");
    assert!(table.told.iter().any(|told| told.value
        == Event::Irregularity(IrregularityEvent::MuckShown {
            seat: 1,
            cards: set("KsKd").iter().collect(),
            live: false
        })));
    // Queens win, though kings lie there.
    assert_eq!(table.finish(), [1120, 940, 940]);
}

#[test]
fn row_60_k110_a_mucked_hand_that_the_winner_asks_for_is_live() {
    let mut table = mucked();
    let mut told = report(S::MuckedHandAsked).at(1);
    told.asker = Some(0);
    table.rules(told, 60, R::ShowLive, "14.2.7");
    assert!(table.hand.live().has(1) && table.hand.shown().has(1));
    assert_eq!(table.finish(), [940, 1120, 940]);
}

#[test]
fn rows_59_and_60_are_for_hands_given_up_in_the_last_round() {
    let mut table = mucked();
    let mut told = report(S::MuckedHandAsked).at(0);
    told.asker = Some(2);
    // p1 has shown.
    table.refuses(told, NotRuled::CannotBe, "14.2.7");
    // Nobody asks.
    table.refuses(report(S::MuckedHandAsked).at(1), NotRuled::CannotBe, "14.2.7");
    let mut folded = Table::new("holdem", 52, Terms::blinds(5, 10), &[1000; 3], HANDS);
    folded.deal();
    folded.act(Act::Raise(30));
    folded.act(Act::Fold);
    folded.act(Act::Fold);
    // There was no last round.
    folded.not_now(told);
}

#[test]
fn row_61_a_hand_shown_to_one_is_owed_to_all_when_the_hand_is_over() {
    let mut table = mucked();
    table.rules(report(S::ShownToOne).at(2), 61, R::ShowAll, "14.2.4");
    assert!(table.hand.owes_show().has(2) && !table.hand.shown().has(2));
    table.finish();
    table.rules(report(S::ShownToOne).at(2), 61, R::ShowAll, "14.2.4");
    assert!(table.told.iter().any(|told| told.value
        == Event::Irregularity(IrregularityEvent::ShownToAll {
            seat: 2,
            cards: set("AhTh").iter().collect()
        })));
    assert!(!table.hand.owes_show().has(2));
}

#[test]
fn row_62_a_fouled_setting_pays_four_units_to_each() {
    let mut terms = Terms::plain(room::Structure::NoLimit { least: 1 });
    terms.unit = 25;
    // Dealt one by one: p1 has all clubs, p2 all diamonds, p3 all hearts, p4 all spades.
    let mut first = String::new();
    for rank in "23456789TJQKA".chars() {
        for suit in "cdhs".chars() {
            first.extend([rank, suit]);
        }
    }
    let mut table = Table::new("chinese-poker", 52, terms, &[1000; 4], &first);
    table.deal();
    let ranks = "23456789TJQKA";
    let sets = |suit: char, order: [&str; 3]| {
        let of = |ranks: &str| cards(&ranks.chars().flat_map(|rank| [rank, suit]).collect::<String>());
        [of(order[0]), of(order[1]), of(order[2])]
    };
    assert_eq!(ranks.len(), 13);
    for (seat, suit) in "cdhs".chars().enumerate() {
        // p4 lays a straight flush in the middle and less at the back: fouled.
        let order = if seat == 3 { ["234", "9TJQK", "5678A"] } else { ["234", "5678A", "9TJQK"] };
        let [front, middle, back] = sets(suit, order);
        table.ok(Command::Set { seat: seat as u8, front, middle, back });
    }
    assert!(table.room.is_foul(&table.hand, 3));
    table.refuses(report(S::FouledSetting).at(3), NotRuled::PartOfPlay, "13.5.1");
    table.ok(Command::Pay);
    assert!(table.cites("13.5.1", |told| matches!(told, Event::Paid { from: 3, to: 0, chips: 100 })));
    assert_eq!(table.hand.stacks(), [1100, 1100, 1100, 700]);
}
