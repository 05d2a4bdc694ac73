//! Cards in words, as far as they were shown.

use ::cards::CardId;
use engine::banked::{Event as E, Holder, LiveCard, Table};

/// The cards of a round that lie open for everybody. What was recorded of others is counted and not named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenCards {
    /// Hands that were shown: a bit each.
    seats: u16,
    /// Cards of the dealer: a bit each.
    dealer: u8,
    /// So many of the board.
    board: u8,
    jackpot_cards: bool,
    everything: bool,
}

impl OpenCards {
    /// Every card, for those who open a whole deck when its round is over.
    pub const EVERYTHING: OpenCards =
        OpenCards { seats: u16::MAX, dealer: u8::MAX, board: u8::MAX, jackpot_cards: true, everything: true };

    /// Goes on by what an event shows.
    pub fn note(&mut self, event: &E) {
        match event {
            // A new round: its cards are other cards.
            E::BettingClosed => *self = OpenCards::default(),
            E::UpCardShown { at } => self.dealer |= 1u8.checked_shl(u32::from(*at)).unwrap_or(0),
            E::DealerShown => self.dealer = u8::MAX,
            E::BoardShown { cards } => self.board = self.board.saturating_add(*cards),
            E::JackpotCardsShown => self.jackpot_cards = true,
            E::HandDeclared { seat: Some(seat), .. } => {
                self.seats |= 1u16.checked_shl(u32::from(*seat)).unwrap_or(0);
            }
            _ => {}
        }
    }

    fn sees(self, of: Holder, at: u8) -> bool {
        match of {
            Holder::Seat(seat) => self.seats & 1u16.checked_shl(u32::from(seat)).unwrap_or(0) != 0,
            Holder::Dealer => self.dealer & 1u8.checked_shl(u32::from(at)).unwrap_or(0) != 0,
            Holder::Board => at < self.board,
            Holder::JackpotCards => self.jackpot_cards,
            Holder::Burn => self.everything,
        }
    }

    /// Cards by their places among those of a holder: named where they were shown.
    pub(super) fn name(self, of: Holder, cards: impl Iterator<Item = (u8, CardId)>) -> String {
        let (mut named, mut hidden) = (Vec::new(), 0u64);
        for (at, card) in cards {
            if self.sees(of, at) { named.push(card.card().to_string()) } else { hidden += 1 }
        }
        match (named.is_empty(), hidden) {
            (false, 0) => named.join(" "),
            (true, hidden) => format!("{} not shown", super::amounts::counted(hidden, "a card", "cards")),
            (false, hidden) => {
                let hidden = super::amounts::counted(hidden, "a card", "cards");
                format!("{} and {hidden} not shown", named.join(" "))
            }
        }
    }
}

/// A holder of cards.
pub(super) fn holder(of: Holder) -> String {
    match of {
        Holder::Seat(seat) => format!("place {}", u16::from(seat) + 1),
        Holder::Dealer => "the dealer".to_string(),
        Holder::Board => "the board".to_string(),
        Holder::JackpotCards => "the jackpot cards".to_string(),
        Holder::Burn => "the burn".to_string(),
    }
}

/// Cards from a holder's `from`th on. Real cards are turned up before anybody has recorded which they are.
pub(super) fn read(table: &Table, of: Holder, cards: &[CardId], from: usize) -> Option<String> {
    let here = |read: &&LiveCard| read.of == of && (from..from + cards.len()).contains(&usize::from(read.at));
    let unread = table.live.iter().flatten().filter(here).any(|read| read.card.is_none());
    (!unread && !cards.is_empty()).then(|| shown(cards))
}

pub(super) fn shown(cards: &[CardId]) -> String {
    cards.iter().map(|id| id.card().to_string()).collect::<Vec<_>>().join(" ")
}
