//! What a table hands to a hand, and what it gets back.

use crate::event::Event;
use crate::hand::Hand;
use crate::seats::Seats;
use crate::stub::Stub;
use crate::terms::{ChipAmount, Terms};

/// Who is dealt in where, on which terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lineup {
    /// The seat of each position, clockwise from the first left of the button.
    pub seats: Vec<u8>,
    /// What each position begins with.
    pub stacks: Vec<ChipAmount>,
    /// The terms of the hand.
    pub terms: Terms,
}

impl Lineup {
    /// The hand, ready for the posts.
    pub fn hand(&self, stub: Stub) -> Hand {
        Hand::new(&self.stacks, stub)
    }

    /// What each position pays before the hand, where the cap covers the whole hand (7.7, J88) or not.
    pub fn fees(&self, cap_covers_hand: bool) -> Vec<ChipAmount> {
        let commission = self.terms.commission;
        let most = if cap_covers_hand { commission.most(self.terms.chip) } else { ChipAmount::MAX };
        commission.fees(&self.stacks, most).collect()
    }

    /// The position of a seat.
    pub fn position(&self, seat: u8) -> Option<usize> {
        self.seats.iter().position(|&at| at == seat)
    }
}

/// How a hand ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandResult {
    /// What each position ends with.
    pub stacks: Vec<ChipAmount>,
    /// The size of all pots together, before commission.
    pub pot: ChipAmount,
    /// The positions that won a part of a pot.
    pub winners: Seats,
    /// What the house has taken.
    pub commission: ChipAmount,
    /// The hand was void and everything returned: it did not count, and the button stays (J31).
    pub void: bool,
}

impl HandResult {
    /// The result of a finished hand and its events.
    pub fn of<'e>(hand: &Hand, events: impl IntoIterator<Item = &'e Event>) -> HandResult {
        let (mut pot, mut winners, mut commission) = (0, Seats::NONE, 0);
        for event in events {
            match *event {
                Event::Won { seat, chips, .. } if chips > 0 => {
                    pot += chips;
                    winners = winners.with(usize::from(seat));
                }
                Event::Raked { chips, .. } => {
                    pot += chips;
                    commission += chips;
                }
                Event::Fee { chips, .. } => commission += chips,
                _ => {}
            }
        }
        HandResult { stacks: hand.stacks().to_vec(), pot, winners, commission, void: hand.is_void() }
    }
}
