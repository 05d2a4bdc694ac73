//! Parsers under fire: whatever comes in, an answer or an error comes out.

use cards::{Card, CardSet, Category, orders, parse_cards};
use proptest::prelude::*;

/// Near misses as well as noise: what people mistype.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[2-9TJQKAtjqka10cdhsCDHS♠♥♦♣♤♡♢♧ ,x-]{0,60}",
        "([2-9TJQKA][cdhs][ ,]?){0,54}",
        "(10[cdhs♠♥♦♣]\u{fe0f}?){0,5}.{0,3}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn cards_read_or_say_why(text in text()) {
        match parse_cards(&text) {
            Ok(cards) => {
                let set: CardSet = cards.iter().copied().collect();
                prop_assert_eq!(set.len(), cards.len());
                let written: Vec<String> = cards.iter().map(Card::to_string).collect();
                prop_assert_eq!(parse_cards(&written.join(" ")), Ok(cards.clone()));
                prop_assert_eq!(parse_cards(&written.concat()), Ok(cards));
                prop_assert_eq!(set.to_string().parse(), Ok(set));
            }
            Err(error) => {
                let line = error.to_string();
                prop_assert!(line.lines().count() == 1 && line.len() < 240, "{line}");
                prop_assert!(error.number() >= 1);
            }
        }
        let _ = text.parse::<Card>();
        let _ = Category::named(&text);
        let _ = orders::named(&text);
    }

    #[test]
    fn every_hand_has_a_name_and_a_reason(
        bits in proptest::collection::vec(0usize..52, 7),
        other in proptest::collection::vec(0usize..52, 7),
        order in 0..orders::all().len(),
        count in 0usize..8,
    ) {
        let order = &orders::all()[order];
        let hand = |ids: &[usize]| -> CardSet {
            ids.iter().take(count).map(|&id| cards::CardId::new(id as u8).unwrap().card()).collect()
        };
        let (a, b) = (hand(&bits), hand(&other));
        if order.accepts(a).is_ok() && order.accepts(b).is_ok() {
            let (a, b) = (order.rank(a), order.rank(b));
            prop_assert!(!order.words(a).is_empty());
            prop_assert_eq!(order.why(a, b), order.why(b, a));
            prop_assert_eq!(order.category(a).is_none(), a.is_none());
        } else {
            let refused = order.accepts(a).and(order.accepts(b)).unwrap_err().to_string();
            prop_assert!(refused.lines().count() == 1);
        }
    }
}

#[test]
fn categories_are_spelled_one_way() {
    for category in Category::ALL {
        assert_eq!(Category::named(&category.name()), Some(category));
    }
    assert_eq!(Category::named("full house"), None);
}
