//! Players and amounts as a file calls them, for the words of events.

use super::amount::Amount;
use phh::Hand;
use room::{ChipAmount, DisplayNames};

/// The names of a file's hand.
pub(super) struct Called<'a>(pub(super) &'a Hand);

impl DisplayNames for Called<'_> {
    fn player(&self, seat: u8) -> String {
        player(self.0, usize::from(seat))
    }

    fn chips(&self, chips: ChipAmount) -> String {
        Amount { units: chips, scale: self.0.scale }.to_string()
    }
}

/// A player as the file calls him: `p3`, with the name where there is one.
pub(super) fn player(hand: &Hand, seat: usize) -> String {
    match hand.players().nth(seat).filter(|name| !name.is_empty()) {
        Some(name) => format!("p{} {}", seat + 1, crate::sorry::short(name)),
        None => format!("p{}", seat + 1),
    }
}
