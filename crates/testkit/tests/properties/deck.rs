//! Fifty-two cards, always: what lies on the table, what was burnt and what is left make the deck.

use cards::CardId;
use engine::banked::Table;
use testkit::dice::Dice;

/// Whether every card that left the deck lies where one hand, the dealer, the board or the jackpot has it, once.
pub(crate) fn is_accounted_for(table: &Table, burnt: u8) -> Result<(), String> {
    let bits = |cards: &[CardId]| cards.iter().fold(0u64, |bits, id| bits | 1 << id.number());
    let whole = bits(&table.deck);
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

/// A deck, now and then with one suit on top so that the jackpot is won.
pub(crate) fn any(dice: &mut Dice) -> [CardId; 52] {
    let mut deck: [CardId; 52] = std::array::from_fn(|at| CardId::new(at as u8).expect("52 cards"));
    for at in 0..51 {
        deck.swap(at, at + dice.below(52 - at as u64) as usize);
    }
    if dice.chance(40) {
        let suit = dice.pick(&deck).card().suit();
        deck.sort_by_key(|id| id.card().suit() != suit);
        // High cards first, or as they come.
        if dice.chance(50) {
            deck[..13].sort_by_key(|id| std::cmp::Reverse(id.card().rank().index()));
            let from = dice.below(9) as usize;
            deck[..13].rotate_left(from);
            for at in 0..4 {
                deck[..5].swap(at, at + dice.below(5 - at as u64) as usize);
            }
        }
    }
    deck
}
