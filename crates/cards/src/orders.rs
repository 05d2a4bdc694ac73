//! The orders of hands that the rulebooks and the open hand-history standard use.
//!
//! Where a book is unclear, the source names the reading taken: J02, a low hand is the reverse ranking, and runs and
//! suits do not count in it; J03, the 20-card deck shows six hands, and the others cannot occur in its game; J40, with
//! 36 or 32 cards there is no low; J42, without a small straight there is no small straight flush.

use crate::card::Rank;
use crate::category::Category::{self, *};
use crate::deck::Pack;
use crate::order::{Ace, Better, Form, HandOrder, OrderRules};
use std::sync::LazyLock;

/// The usual ladder, and the one of the shortened decks, where a flush is rarer than a full house.
const FULL_HOUSE_ABOVE_FLUSH: [Category; 10] = [
    NoPair,
    OnePair,
    TwoPair,
    ThreeOfAKind,
    Straight,
    Flush,
    FullHouse,
    FourOfAKind,
    StraightFlush,
    RoyalFlush,
];
const FLUSH_ABOVE_FULL_HOUSE: [Category; 10] = [
    NoPair,
    OnePair,
    TwoPair,
    ThreeOfAKind,
    Straight,
    FullHouse,
    Flush,
    FourOfAKind,
    StraightFlush,
    RoyalFlush,
];

/// Rules to start from: five cards of 52, the higher hand better.
fn high(name: &str, title: &str, source: &str) -> OrderRules {
    OrderRules {
        name: name.into(),
        title: title.into(),
        source: source.into(),
        pack: Pack::OF_52,
        form: Form::Five,
        weakest_first: FULL_HOUSE_ABOVE_FLUSH.into(),
        unreachable: Vec::new(),
        uncounted: Vec::new(),
        ace: Ace::HighOrSmallStraight,
        better: Better::Higher,
        at_most: None,
    }
}

/// The ladder of the 40-, 36- and 32-card decks.
fn short(name: &str, title: &str, source: &str, pack: Pack, ace: Ace) -> OrderRules {
    let weakest_first = FLUSH_ABOVE_FULL_HOUSE.into();
    OrderRules { pack, ace, weakest_first, ..high(name, title, source) }
}

/// Low without straights and flushes, the ace a one.
fn ace_to_five(name: &str, title: &str, source: &str) -> OrderRules {
    OrderRules {
        weakest_first: vec![FourOfAKind, FullHouse, ThreeOfAKind, TwoPair, OnePair, NoPair],
        uncounted: vec![Straight, Flush, StraightFlush, RoyalFlush],
        ace: Ace::Low,
        better: Better::Lower,
        ..high(name, title, source)
    }
}

fn rules() -> Vec<OrderRules> {
    vec![
        high("high-52", "high, 52 cards", "Crown Melbourne Poker 13.0, 3.2.1"),
        short(
            "high-40",
            "high, 40 cards: flush above full house, small straight A-5-6-7-8",
            "Crown Melbourne Poker 13.0, 3.2.2(a), (d)",
            Pack::OF_40,
            Ace::HighOrSmallStraight,
        ),
        short(
            "high-36",
            "high, 36 cards: flush above full house, small straight A-6-7-8-9",
            "Crown Melbourne Poker 13.0, 3.2.2(b), (d)",
            Pack::OF_36,
            Ace::HighOrSmallStraight,
        ),
        short(
            "high-32",
            "high, 32 cards: flush above full house, small straight A-7-8-9-10",
            "Crown Melbourne Poker 13.0, 3.2.2(c), (d)",
            Pack::OF_32,
            Ace::HighOrSmallStraight,
        ),
        short(
            "manila-40",
            "high, 40 cards: flush above full house, no small straight",
            "after Crown Melbourne Poker 13.0, 3.2.2(a), (d), 11.5.5; no approved game uses it",
            Pack::OF_40,
            Ace::High,
        ),
        short(
            "manila-36",
            "high, 36 cards: flush above full house, no small straight",
            "Crown Melbourne Poker 13.0, 3.2.2(b), (d), 11.5.5; reading J42",
            Pack::OF_36,
            Ace::High,
        ),
        short(
            "manila-32",
            "high, 32 cards: flush above full house, no small straight",
            "Crown Melbourne Poker 13.0, 3.2.2(c), (d), 11.5.5; reading J42",
            Pack::OF_32,
            Ace::High,
        ),
        OrderRules {
            pack: Pack::OF_20,
            weakest_first: vec![TwoPair, ThreeOfAKind, Straight, FullHouse, FourOfAKind, RoyalFlush],
            unreachable: vec![NoPair, OnePair, Flush, StraightFlush],
            ace: Ace::High,
            ..high(
                "high-20",
                "high, 20 cards: six hands, two pair the least",
                "Crown Melbourne Poker 13.0, 3.2.3; reading J03",
            )
        },
        OrderRules {
            form: Form::Three,
            weakest_first: vec![NoPair, OnePair, Flush, Straight, ThreeOfAKind, StraightFlush],
            uncounted: vec![RoyalFlush],
            ..high(
                "three-card",
                "three cards: straight above flush",
                "Crown Melbourne Three Card Poker 5.1, 3.6.1",
            )
        },
        OrderRules {
            form: Form::Three,
            weakest_first: vec![NoPair, OnePair, ThreeOfAKind],
            uncounted: vec![Straight, Flush, StraightFlush, RoyalFlush],
            ace: Ace::High,
            ..high(
                "chinese-front",
                "Chinese Poker's front hand: three cards, no straights or flushes",
                "Crown Melbourne Poker 13.0, 13.3.1",
            )
        },
        ace_to_five(
            "ace-to-five",
            "low: ace low, straights and flushes do not count",
            "Crown Melbourne Poker 13.0, 9.6.3(c), 10.6.6(c)",
        ),
        OrderRules {
            at_most: Some(Rank::Eight),
            ..ace_to_five(
                "eight-or-better",
                "low: five different ranks, none above eight, ace low",
                "Crown Melbourne Poker 13.0, 3.2.1(b)(xi); readings J02, J40",
            )
        },
        OrderRules {
            weakest_first: FULL_HOUSE_ABOVE_FLUSH.into_iter().rev().collect(),
            ace: Ace::High,
            better: Better::Lower,
            ..high(
                "deuce-to-seven",
                "low: ace high only, straights and flushes count against",
                "Crown Melbourne Poker 13.0, 9.6.3(b)",
            )
        },
        OrderRules {
            form: Form::Badugi,
            weakest_first: vec![OneCard, TwoCards, ThreeCards, FourCards],
            ace: Ace::Low,
            better: Better::Lower,
            ..high(
                "badugi",
                "four cards of different ranks and suits, lower better, ace low",
                "the open hand-history standard",
            )
        },
    ]
}

static ALL: LazyLock<Vec<HandOrder>> = LazyLock::new(|| {
    let made = rules().into_iter().map(|rules| HandOrder::new(rules).expect("a checked order"));
    made.collect()
});

/// Every order of hands known by name.
pub fn all() -> &'static [HandOrder] {
    &ALL
}

/// The order with this name.
///
/// ```
/// assert_eq!(cards::orders::named("high-32").unwrap().pack().len(), 32);
/// assert!(cards::orders::named("high-48").is_none());
/// ```
pub fn named(name: &str) -> Option<&'static HandOrder> {
    all().iter().find(|order| order.name() == name)
}

macro_rules! by_name {
    ($($(#[$doc:meta])* $function:ident $name:literal)*) => {$(
        $(#[$doc])*
        pub fn $function() -> &'static HandOrder {
            static ORDER: LazyLock<&'static HandOrder> =
                LazyLock::new(|| named($name).expect("a known name"));
            *ORDER
        }
    )*};
}

by_name! {
    /// High hands of the 52-card deck.
    high_52 "high-52"
    /// High hands of the 40-card deck.
    high_40 "high-40"
    /// High hands of the 36-card deck.
    high_36 "high-36"
    /// High hands of the 32-card deck.
    high_32 "high-32"
    /// High hands of the 20-card deck.
    high_20 "high-20"
    /// The 40-card deck without the small straight, which no approved game uses.
    manila_40 "manila-40"
    /// The 36-card deck without the small straight.
    manila_36 "manila-36"
    /// The 32-card deck without the small straight.
    manila_32 "manila-32"
    /// Three Card Poker.
    three_card "three-card"
    /// The front hand of Chinese Poker.
    chinese_front "chinese-front"
    /// Razz and Lowball Ace to Five.
    ace_to_five_low "ace-to-five"
    /// The low half of the hi-lo games.
    eight_or_better "eight-or-better"
    /// Lowball Deuce to Seven.
    deuce_to_seven "deuce-to-seven"
    /// Badugi.
    badugi "badugi"
}
