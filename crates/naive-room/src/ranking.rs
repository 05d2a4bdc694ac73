//! The orders of hands, five cards at a time (3.2, 9.6.3, 10.6.6, 11.5.5).
//!
//! A value is a list of numbers that compare from the left: the greater list is the better hand, in low orders too.

use cards::Card;

/// A hand's value: greater is better.
pub(crate) type Value = Vec<i32>;

/// An order of hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// High, flush over full house or under it, with or without the straight in which the ace lies under the
    /// lowest card of the deck.
    High { flush_over_full: bool, small_straight: Option<i32> },
    /// Ace to five: the ace is one, straights and flushes are nothing.
    AceToFive,
    /// Ace to five, but only five different ranks up to the eight count.
    EightOrBetter,
    /// Deuce to seven: the worst high hand with the ace always high.
    DeuceToSeven,
    /// Up to four cards of different ranks and suits, ace low.
    Badugi,
}

/// 2 to 14.
pub(crate) fn rank(card: Card) -> i32 {
    card.rank().index() as i32 + 2
}

/// Clubs 0, diamonds 1, hearts 2, spades 3 (3.2.4).
pub(crate) fn suit(card: Card) -> i32 {
    card.suit().index() as i32
}

/// 1 to 13, the ace lowest.
pub(crate) fn low_rank(card: Card) -> i32 {
    if rank(card) == 14 { 1 } else { rank(card) }
}

/// Ranks with how often each occurs, most frequent first, then highest first.
fn groups(ranks: &[i32]) -> Vec<(i32, i32)> {
    let mut groups: Vec<(i32, i32)> = Vec::new();
    for &rank in ranks {
        match groups.iter_mut().find(|(_, seen)| *seen == rank) {
            Some((count, _)) => *count += 1,
            None => groups.push((1, rank)),
        }
    }
    groups.sort();
    groups.reverse();
    groups
}

/// The shape of the groups as a category: quads 7, full house 6, trips 3, two pair 2, pair 1, none 0.
fn pairing(groups: &[(i32, i32)]) -> i32 {
    let counts: Vec<i32> = groups.iter().map(|(count, _)| *count).collect();
    match counts.as_slice() {
        [4, ..] => 7,
        [3, 2, ..] => 6,
        [3, ..] => 3,
        [2, 2, ..] => 2,
        [2, ..] => 1,
        _ => 0,
    }
}

/// The top of the straight that five ranks make.
fn straight_top(ranks: &[i32], small_straight: Option<i32>) -> Option<i32> {
    let mut sorted = ranks.to_vec();
    sorted.sort();
    if sorted.windows(2).all(|pair| pair[1] == pair[0] + 1) {
        return sorted.last().copied();
    }
    let lowest = small_straight?;
    (sorted == [lowest, lowest + 1, lowest + 2, lowest + 3, 14]).then_some(lowest + 3)
}

fn high(cards: &[Card], flush_over_full: bool, small_straight: Option<i32>) -> Value {
    let ranks: Vec<i32> = cards.iter().map(|card| rank(*card)).collect();
    let groups = groups(&ranks);
    let flush = cards.iter().all(|card| suit(*card) == suit(cards[0]));
    let straight = straight_top(&ranks, small_straight);
    if let Some(top) = straight {
        return vec![if flush { 8 } else { 4 }, top];
    }
    let mut category = pairing(&groups);
    if flush && category < 5 {
        category = 5;
    }
    if flush_over_full {
        category = match category {
            6 => 5,
            5 => 6,
            other => other,
        };
    }
    let mut value = vec![category];
    value.extend(groups.iter().map(|(_, rank)| *rank));
    value
}

fn ace_to_five(cards: &[Card]) -> Value {
    let ranks: Vec<i32> = cards.iter().map(|card| low_rank(*card)).collect();
    let groups = groups(&ranks);
    let mut value = vec![-pairing(&groups)];
    value.extend(groups.iter().map(|(_, rank)| -*rank));
    value
}

/// The value of exactly five cards (four for badugi), or nothing where the order does not count them.
pub(crate) fn value(order: Order, cards: &[Card]) -> Option<Value> {
    match order {
        Order::High { flush_over_full, small_straight } => Some(high(cards, flush_over_full, small_straight)),
        Order::AceToFive => Some(ace_to_five(cards)),
        Order::EightOrBetter => {
            let low = ace_to_five(cards);
            (low[0] == 0 && low[1] >= -8).then_some(low)
        }
        Order::DeuceToSeven => Some(high(cards, false, None).into_iter().map(|part| -part).collect()),
        Order::Badugi => badugi(cards),
    }
}

/// The best badugi within the cards: more cards first, then the lowest from the top.
fn badugi(cards: &[Card]) -> Option<Value> {
    let mut best: Option<Value> = None;
    for size in 1..=cards.len().min(4) {
        for chosen in combinations(cards, size) {
            let clash = |a: &Card, b: &Card| rank(*a) == rank(*b) || suit(*a) == suit(*b);
            let clashes = (0..size).any(|i| (0..i).any(|j| clash(&chosen[i], &chosen[j])));
            if clashes {
                continue;
            }
            let mut ranks: Vec<i32> = chosen.iter().map(|card| -low_rank(*card)).collect();
            ranks.sort();
            let mut value = vec![size as i32];
            value.extend(ranks);
            if best.as_ref().is_none_or(|best| *best < value) {
                best = Some(value);
            }
        }
    }
    best
}

/// Every choice of `count` cards, each in the order given.
pub(crate) fn combinations(cards: &[Card], count: usize) -> Vec<Vec<Card>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (i, first) in cards.iter().enumerate() {
        for rest in combinations(&cards[i + 1..], count - 1) {
            let mut chosen = vec![*first];
            chosen.extend(rest);
            all.push(chosen);
        }
    }
    all
}

/// The best hand of those on offer, with every choice of cards that makes it.
pub(crate) fn best(order: Order, offered: &[Vec<Card>]) -> Option<(Value, Vec<Vec<Card>>)> {
    let mut best: Option<(Value, Vec<Vec<Card>>)> = None;
    for cards in offered {
        let Some(value) = value(order, cards) else { continue };
        match &mut best {
            Some((top, made)) if *top == value => made.push(cards.clone()),
            Some((top, _)) if *top > value => {}
            _ => best = Some((value, vec![cards.clone()])),
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Vec<Card> {
        crate::dealing::known_cards(text).expect("cards")
    }

    fn of(order: Order, text: &str) -> Value {
        best(order, &combinations(&cards(text), 5)).expect("a hand").0
    }

    const FULL: Order = Order::High { flush_over_full: false, small_straight: Some(2) };
    const SHORT_32: Order = Order::High { flush_over_full: true, small_straight: Some(7) };
    const MANILA: Order = Order::High { flush_over_full: true, small_straight: None };

    #[test]
    fn flush_and_full_house_change_places_with_the_deck() {
        assert!(of(FULL, "Kh8h7hKdJc8d8s") > of(FULL, "Kh8h7hKdJcAh9h"));
        assert!(of(SHORT_32, "Kh8h7hKdJc8d8s") < of(SHORT_32, "Kh8h7hKdJcAh9h"));
    }

    #[test]
    fn the_ace_lies_under_the_lowest_card_of_the_deck() {
        assert_eq!(of(SHORT_32, "7c8d9hTsKcAsKd"), [4, 10]);
        assert_eq!(of(FULL, "Ah2c3d4s5h"), [4, 5]);
        assert_eq!(of(MANILA, "Ah6h7h8h9h"), [6, 14, 9, 8, 7, 6]);
    }

    #[test]
    fn low_orders() {
        assert!(of(Order::DeuceToSeven, "KsQdJcTh8s") > of(Order::DeuceToSeven, "As5d4c3h2s"));
        assert!(of(Order::DeuceToSeven, "AsAdKcQhJs") > of(Order::DeuceToSeven, "6s5d4c3h2s"));
        assert!(of(Order::AceToFive, "6s5s4s3s2s") > of(Order::AceToFive, "7s5d4c3hAs"));
        assert!(of(Order::AceToFive, "Ah2c8d7s5sQdQc") > of(Order::AceToFive, "As2d8c7h6sKdKc"));
        assert!(value(Order::EightOrBetter, &cards("9s5d4c3hAs")).is_none());
        assert!(value(Order::EightOrBetter, &cards("8s5d4c3h3s")).is_none());
    }

    #[test]
    fn four_different_cards_beat_three() {
        let four = value(Order::Badugi, &cards("KsQhJdTc"));
        let three = value(Order::Badugi, &cards("As2h3d3c"));
        assert!(four > three);
        assert_eq!(value(Order::Badugi, &cards("As2h4d4c")), Some(vec![3, -4, -2, -1]));
    }
}
