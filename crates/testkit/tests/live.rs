//! Rounds played twice: dealt by the system, and with real cards that are read in any order. They come to the same.

use engine::banked::Event;
use rulebook::{Cite, Ruled};
use testkit::bridge::Bridge;
use testkit::case_text::case_text;
use testkit::rounds::{Pair, throw};

/// Rounds of each game of each book.
const ROUNDS: u64 = 40_000;

/// What a round came to: everything said but how the cards became known, each with its clause.
fn came_to(said: &[Ruled<Event>], everything: bool) -> Vec<(Event, Cite)> {
    let counts = |event: &Event| match event {
        Event::CardsChecked
        | Event::DeckShuffled { .. }
        | Event::DeckCut { .. }
        | Event::DeckPlaced { .. }
        | Event::CardsDealtLive
        | Event::CardsRecorded { .. }
        | Event::RecordTakenBack { .. }
        | Event::RecordCorrected { .. }
        | Event::HandSettled { .. } => false,
        // Hands on which nothing depends are read only where everything is.
        Event::HandDeclared { .. } | Event::DealerQualified { .. } | Event::FactShown => everything,
        _ => true,
    };
    said.iter().filter(|ruled| counts(&ruled.value)).map(|ruled| (ruled.value.clone(), ruled.cite)).collect()
}

fn agree(pair: Pair) {
    let book = pair.book();
    let mut bridge = Bridge::new(pair, &book);
    let mut recorded = 0;
    for seed in 0..ROUNDS {
        let thrown = throw(pair, seed);
        let everything = seed % 2 == 0;
        let dealt = bridge.play(&thrown).unwrap_or_else(|error| panic!("{pair:?}, seed {seed}: {error}"));
        let by_system = came_to(bridge.said(), everything);
        let read = bridge.play_live(&thrown, seed, everything);
        let mut read =
            read.unwrap_or_else(|error| panic!("{pair:?}, seed {seed}: {error}\n{}", case_text(&thrown)));
        let by_hand = came_to(bridge.said(), everything);
        assert_eq!(by_hand, by_system, "{pair:?}, seed {seed}\n{}", case_text(&thrown));
        if !everything {
            read.dealer_qualifies = dealt.dealer_qualifies;
        }
        assert_eq!(read, dealt, "{pair:?}, seed {seed}\n{}", case_text(&thrown));
        let records = |ruled: &&Ruled<Event>| {
            matches!(ruled.value, Event::CardsRecorded { .. } | Event::RecordCorrected { .. })
        };
        recorded += bridge.said().iter().filter(records).count();
    }
    assert!(recorded as u64 > ROUNDS, "only {recorded} records");
}

#[test]
fn caribbean_stud() {
    agree(Pair::CaribbeanStud);
}

#[test]
fn mississippi_stud_of_three_books() {
    agree(Pair::SydneyMississippi);
    agree(Pair::StarMississippi);
    agree(Pair::MelbourneMississippi);
}

#[test]
fn ultimate_texas_holdem() {
    agree(Pair::UltimateHoldem);
}

#[test]
fn three_card_poker() {
    agree(Pair::ThreeCard);
}
