//! Decks: any, and such as win the jackpot.

use crate::dice::Dice;
use cards::{Card, CardId, Rank, Suit};
use engine::banked::{Banked, Command, Event, Table};
use engine::{Actor, Machine};

/// A deck.
pub fn any(dice: &mut Dice) -> [CardId; 52] {
    let mut deck: [CardId; 52] = std::array::from_fn(|at| CardId::new(at as u8).expect("52 cards"));
    for at in 0..51 {
        deck.swap(at, at + dice.below(52 - at as u64) as usize);
    }
    deck
}

/// A deck from which a box will get a straight flush, or a royal flush: the jackpot is to be won often.
pub fn stacked(dice: &mut Dice, table: &Table, machine: &Banked<'_>) -> [CardId; 52] {
    let mut deck = any(dice);
    let mut trial = Vec::new();
    if machine.decide(table, Actor::DEALER, &Command::Deal(engine::Hidden::boxed(deck)), &mut trial).is_err()
    {
        return deck;
    }
    let hands = trial.iter().filter_map(|event| match event.value {
        Event::HandDealt { seat, .. } => Some(seat),
        _ => None,
    });
    let hands: Vec<u8> = hands.collect();
    let lucky = dice.pick(&hands);
    let (mut places, mut shared, mut taken) = (Vec::new(), Vec::new(), 0);
    for event in &trial {
        let (cards, list) = match event.value {
            Event::HandDealt { seat, cards } if seat == lucky => (cards, Some(&mut places)),
            Event::BoardDealt { cards } | Event::JackpotCardsDealt { cards } => (cards, Some(&mut shared)),
            Event::HandDealt { cards, .. } | Event::DealerDealt { cards } => (cards, None),
            Event::CardBurnt => (1, None),
            _ => continue,
        };
        list.into_iter().for_each(|list| list.extend(taken..taken + usize::from(cards)));
        taken += usize::from(cards);
    }
    // Where the board is dealt later it comes next.
    shared.extend(taken..taken + 3);
    places.extend(shared);
    let low = if dice.chance(50) { 8 } else { dice.below(9) as usize };
    let suit = dice.pick(&Suit::ALL);
    for (at, &place) in places.iter().take(5).enumerate() {
        let wanted = Card::new(Rank::from_index(low + at).expect("up to the ace"), suit).id();
        let lies = deck.iter().position(|id| *id == wanted).expect("a whole deck");
        deck.swap(place, lies);
    }
    deck
}
