//! Any text either reads as cards, which then rank alike however it is done, or is refused in one line.
#![no_main]

use cards::{Card, CardSet, Evaluator, orders, parse_cards};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = text.parse::<Card>();
    match parse_cards(text) {
        Err(error) => assert_eq!(error.to_string().lines().count(), 1),
        Ok(cards) => {
            let set: CardSet = cards.iter().copied().collect();
            assert_eq!(set.to_string().parse(), Ok(set));
            for order in orders::all().iter().filter(|order| order.accepts(set).is_ok()) {
                let rank = order.slow().rank(set);
                assert_eq!(rank, order.fast().rank(set));
                assert_eq!(rank, order.batch().rank(set));
                assert!(!order.words(rank).is_empty());
            }
        }
    }
});
