//! Fifty-two cards, always: what lies on the table, what was burnt and what is left make the deck.

use cards::CardId;
use engine::banked::{Holder, LiveCard, Table};

/// Whether every card that left the deck lies where one hand, the dealer, the board or the jackpot has it, once.
pub(crate) fn is_accounted_for(table: &Table, burnt: u8) -> Result<(), String> {
    if let Some(live) = &table.live {
        return is_recorded(table, live, burnt);
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
    if out & !gone == 0
        && out.count_ones() as usize == count
        && burns.count_ones() == u32::from(burnt)
        && count + usize::from(burnt) == usize::from(table.dealt)
    {
        Ok(())
    } else {
        Err(format!("{count} cards lie out, {burnt} are burnt, {} have left the deck", table.dealt))
    }
}

/// Whether a card is recorded in two places, which nothing may be settled on.
pub(crate) fn is_recorded_twice(table: &Table) -> bool {
    let known = table.live.iter().flatten().filter(|read| read.card.is_some()).count();
    table.live.is_some() && table.cards_out().len() != known
}

/// Whether every card that left a real shoe has one place, and every card that was read lies where it was recorded.
fn is_recorded(table: &Table, live: &[LiveCard], burnt: u8) -> Result<(), String> {
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
    let mut known = live.iter().filter(|read| read.card.is_some());
    if known.all(|read| *read.card == Some(lies(read))) {
        Ok(())
    } else {
        Err("a recorded card lies elsewhere".into())
    }
}
