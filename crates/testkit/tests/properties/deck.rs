//! Fifty-two cards, always: what lies on the table, what was burnt and what is left make the deck.

use cards::{Card, CardId, Rank, Suit};
use engine::banked::{Banked, Command, Event, Holder, LiveCard, Table};
use engine::{Actor, Machine};
use testkit::dice::Dice;

/// Whether every card that left the deck lies where one hand, the dealer, the board or the jackpot has it, once.
pub(crate) fn is_accounted_for(table: &Table, burnt: u8) -> Result<(), String> {
    if let Some(live) = &table.live {
        return is_recorded_once(table, live, burnt);
    }
    let bits = |cards: &[CardId]| cards.iter().fold(0u64, |bits, id| bits | 1 << id.number());
    let whole = bits(&table.deck[..]);
    if whole.count_ones() != 52 {
        return Err("the deck is not whole".into());
    }
    let hands = table.dealt_areas().map(|at| {
        let seat = &table.seats[at];
        &seat.cards[..usize::from(seat.held)]
    });
    let shared = [
        &table.dealer[..usize::from(table.dealer_held)],
        &table.board[..usize::from(table.board_dealt)],
        &table.jackpot_cards[..usize::from(table.jackpot_held)],
    ];
    let (mut out, mut count) = (0u64, 0);
    for cards in hands.chain(shared) {
        if out & bits(cards) != 0 {
            return Err("a card lies in two places".into());
        }
        out |= bits(cards);
        count += cards.len();
    }
    let gone = bits(&table.deck[..usize::from(table.dealt)]);
    let burns = gone & !out;
    match out & !gone == 0
        && out.count_ones() as usize == count
        && burns.count_ones() == u32::from(burnt)
        && count + usize::from(burnt) == usize::from(table.dealt)
    {
        true => Ok(()),
        false => Err(format!("{count} cards lie out, {burnt} are burnt, {} have left the deck", table.dealt)),
    }
}

/// A deck.
pub(crate) fn any(dice: &mut Dice) -> [CardId; 52] {
    let mut deck: [CardId; 52] = std::array::from_fn(|at| CardId::new(at as u8).expect("52 cards"));
    for at in 0..51 {
        deck.swap(at, at + dice.below(52 - at as u64) as usize);
    }
    deck
}

/// Whether every card that left a real shoe has one place, and every card that was read lies in one.
fn is_recorded_once(table: &Table, live: &[LiveCard], burnt: u8) -> Result<(), String> {
    let count = |of: Holder| live.iter().filter(|read| read.of == of).count();
    let held =
        table.dealt_areas().all(|at| count(Holder::Seat(at as u8)) == usize::from(table.seats[at].held));
    let shared = [
        (Holder::Dealer, table.dealer_held),
        (Holder::Board, table.board_dealt),
        (Holder::JackpotCards, table.jackpot_held),
        (Holder::Burn, burnt),
    ];
    if !held
        || shared.iter().any(|(of, held)| count(*of) != usize::from(*held))
        || live.len() != usize::from(table.dealt)
    {
        return Err("a card that left the shoe lies nowhere".into());
    }
    let lies = |read: &LiveCard| match read.of {
        Holder::Seat(seat) => table.seats[usize::from(seat)].cards[usize::from(read.at)],
        Holder::Dealer => table.dealer[usize::from(read.at)],
        Holder::Board => table.board[usize::from(read.at)],
        Holder::JackpotCards => table.jackpot_cards[usize::from(read.at)],
        Holder::Burn => read.card.unwrap_or(table.deck[0]),
    };
    let known: Vec<&LiveCard> = live.iter().filter(|read| read.card.is_some()).collect();
    match known.iter().all(|read| *read.card == Some(lies(read))) && table.cards_out().len() == known.len() {
        true => Ok(()),
        false => Err("a recorded card lies elsewhere".into()),
    }
}

/// A deck from which a box will get a straight flush, or a royal flush: the jackpot is to be won often.
pub(crate) fn stacked(dice: &mut Dice, table: &Table, machine: &Banked<'_>) -> [CardId; 52] {
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
