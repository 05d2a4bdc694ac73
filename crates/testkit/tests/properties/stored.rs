//! The stored form under random play: what was said and known comes back, and the readable part shows no card.

use cards::CardId;
use engine::banked::Table;
use engine::stored::{self, Storable};
use rulebook::Rulebook;
use std::fmt::Debug;

pub(crate) fn comes_back<T: Storable + PartialEq + Debug>(value: &T, book: &Rulebook) -> Result<(), String> {
    let kept = stored::encode_value(value, book);
    match stored::decode_value::<T>(&kept.open, kept.sealed.as_deref(), book) {
        Ok(restored) if restored == *value => Ok(()),
        Ok(restored) => Err(format!("stored {value:?} and read {restored:?}")),
        Err(error) => Err(format!("stored {value:?}: {error}")),
    }
}

/// The same table with other cards looks the same to whoever has only the readable part.
pub(crate) fn hides_its_cards(table: &Table, book: &Rulebook) -> Result<(), String> {
    let mut other = table.clone();
    let turn =
        |card: &mut CardId| *card = CardId::new((card.number() as u8 + 17) % 52).expect("one of the 52");
    other.deck.iter_mut().for_each(turn);
    other.dealer.iter_mut().for_each(turn);
    other.board.iter_mut().for_each(turn);
    other.jackpot_cards.iter_mut().for_each(turn);
    other.seats.iter_mut().for_each(|seat| seat.cards.iter_mut().for_each(turn));
    let [one, two] = [table, &other].map(|table| stored::encode_value(table, book));
    if one.open == two.open && one.sealed != two.sealed {
        Ok(())
    } else {
        Err("the readable part of a table depends on its cards".into())
    }
}
