//! What people do at the table, and what it amounts to: words said, chips put in, acts out of turn, time.
//!
//! A [`Gesture`] goes in; [`HandRules::rule_gesture`](crate::HandRules::rule_gesture) says what it is, with the clause, and
//! [`Command::Gesture`](crate::Command::Gesture) then lets it happen.

mod clock;
mod out_of_turn;
mod rule;
mod wager;

pub use clock::{
    ActionClock, ClockCommand, ClockEvent, ClockOffer, ClockReason, ExtraTime, RunningClock, TimeSign,
    Timekeeper,
};

use crate::event::Act;
use crate::terms::ChipAmount;
use rulebook::Cite;

/// What a player said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SpokenAction {
    Fold,
    Check,
    Call,
    /// "Bet", and no amount.
    Bet,
    /// "Bet" with an amount: his whole wager of the round.
    BetOf(ChipAmount),
    /// "Raise", and no amount.
    Raise,
    /// "Raise to" so much: his whole wager of the round.
    RaiseTo(ChipAmount),
    /// "Raise" so much more than the highest wager.
    RaiseBy(ChipAmount),
    AllIn,
    /// "Kitty": he takes it.
    Kitty,
}

/// The chips that a player put in front of him at once, his earlier wagers of the round aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct PlacedChips {
    pub total: ChipAmount,
    /// How many chips.
    pub pieces: u16,
    /// The value of the largest.
    pub largest: ChipAmount,
    /// Something that is no chip lies among them: cash, a voucher.
    pub other: bool,
}

impl PlacedChips {
    /// Nothing.
    pub const NOTHING: PlacedChips = PlacedChips { total: 0, pieces: 0, largest: 0, other: false };

    /// One chip.
    pub const fn one(chip: ChipAmount) -> PlacedChips {
        PlacedChips { total: chip, pieces: 1, largest: chip, other: false }
    }

    /// So many equal chips.
    pub const fn of(pieces: u16, chip: ChipAmount) -> PlacedChips {
        PlacedChips { total: chip.saturating_mul(pieces as ChipAmount), pieces, largest: chip, other: false }
    }

    /// Several chips of this value in all.
    pub const fn several(total: ChipAmount) -> PlacedChips {
        PlacedChips { total, pieces: 2, largest: total - total / 2, other: false }
    }

    /// Whether there can be such chips.
    const fn is_possible(&self) -> bool {
        let pieces = self.pieces as ChipAmount;
        match pieces {
            0 => self.total == 0 && self.largest == 0,
            // Every chip is worth one at least, and none more than the largest.
            _ => {
                self.largest > 0
                    && self.total >= self.largest.saturating_add(pieces - 1)
                    && self.total <= self.largest.saturating_mul(pieces)
            }
        }
    }
}

/// What a player did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Gesture {
    /// Who, as a position of the hand.
    pub seat: u8,
    /// His words, where he spoke.
    pub said: Option<SpokenAction>,
    pub chips: PlacedChips,
    /// He passed his cards face-down to the dealer.
    pub cards_in: bool,
}

impl Gesture {
    /// Chips without a word.
    pub const fn silent(seat: u8, chips: PlacedChips) -> Gesture {
        Gesture { seat, said: None, chips, cards_in: false }
    }

    /// Words without chips.
    pub const fn word(seat: u8, said: SpokenAction) -> Gesture {
        Gesture { seat, said: Some(said), chips: PlacedChips::NOTHING, cards_in: false }
    }

    /// Words and chips.
    pub const fn both(seat: u8, said: SpokenAction, chips: PlacedChips) -> Gesture {
        Gesture { seat, said: Some(said), chips, cards_in: false }
    }

    /// The cards passed in without a word.
    pub const fn cards(seat: u8) -> Gesture {
        Gesture { seat, said: None, chips: PlacedChips::NOTHING, cards_in: true }
    }
}

/// What a gesture is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GestureEffect {
    /// An act in turn.
    Act(Act),
    /// Less than a call: it is made up, or the hand folded and the chips lost (6.17).
    Short {
        /// What is missing.
        missing: ChipAmount,
    },
    /// A wager out of turn, which stands when the turn comes (6.18.1).
    OutOfTurn(Act),
    /// A check out of turn: no bet and no raise in this round (6.18.3).
    NoRaise,
    /// Folded out of turn, for good (8.2.3).
    FoldedOutOfTurn,
}

/// How a gesture is ruled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GestureRuling {
    pub seat: usize,
    /// What it is.
    pub stands: GestureEffect,
    /// His wager of the round after it.
    pub to: ChipAmount,
    /// What he has to add to the chips that he put in.
    pub added: ChipAmount,
    /// What goes back to him.
    pub change: ChipAmount,
    pub cite: Cite,
}
