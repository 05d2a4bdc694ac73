//! The fields that have a meaning, by their names.

use crate::amount::{Decimal, rescale};
use crate::hand::{Hand, TextField};

/// A field of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Field {
    Variant,
    Rulebook,
    Game,
    Structure,
    AnteTrimming,
    Antes,
    Blinds,
    Winnings,
    StartingStacks,
    FinishingStacks,
    BringIn,
    SmallBet,
    BigBet,
    MinBet,
    MaxBet,
    Chip,
    Unit,
    Deck,
    SmallRounds,
    Commission,
    Actions,
    Players,
    /// Any other: it is kept as it is written.
    Other,
}

impl Field {
    #[inline]
    pub(crate) fn named(name: &[u8]) -> Field {
        match name {
            b"variant" => Field::Variant,
            b"_rulebook" => Field::Rulebook,
            b"_variant" => Field::Game,
            b"_structure" => Field::Structure,
            b"ante_trimming_status" => Field::AnteTrimming,
            b"antes" => Field::Antes,
            b"blinds_or_straddles" => Field::Blinds,
            b"winnings" => Field::Winnings,
            b"starting_stacks" => Field::StartingStacks,
            b"finishing_stacks" => Field::FinishingStacks,
            b"bring_in" => Field::BringIn,
            b"small_bet" => Field::SmallBet,
            b"big_bet" => Field::BigBet,
            b"min_bet" => Field::MinBet,
            b"_max_bet" => Field::MaxBet,
            b"_chip" => Field::Chip,
            b"_unit" => Field::Unit,
            b"_deck" => Field::Deck,
            b"_small_rounds" => Field::SmallRounds,
            b"_commission" => Field::Commission,
            b"actions" => Field::Actions,
            b"players" => Field::Players,
            _ => Field::Other,
        }
    }

    /// Its bit among the fields that were seen.
    pub(crate) fn bit(self) -> u32 {
        1 << self as u8
    }

    /// The text that it is, if it is one.
    pub(crate) fn word(self) -> Option<TextField> {
        match self {
            Field::Variant => Some(TextField::Variant),
            Field::Rulebook => Some(TextField::Rulebook),
            Field::Game => Some(TextField::Game),
            Field::Structure => Some(TextField::Structure),
            _ => None,
        }
    }
}

impl Hand {
    /// The list of amounts that a field is, if it is one.
    pub(crate) fn list_mut(&mut self, field: Field) -> Option<&mut Vec<i64>> {
        match field {
            Field::Antes => Some(&mut self.antes),
            Field::Blinds => Some(&mut self.blinds_or_straddles),
            Field::Winnings => Some(&mut self.winnings),
            _ => None,
        }
    }

    /// The list of stacks that a field is, if it is one.
    pub(crate) fn stacks_mut(&mut self, field: Field) -> Option<&mut Vec<Option<i64>>> {
        match field {
            Field::StartingStacks => Some(&mut self.starting_stacks),
            Field::FinishingStacks => Some(&mut self.finishing_stacks),
            _ => None,
        }
    }

    /// The amount that a field is, if it is one.
    pub(crate) fn amount_mut(&mut self, field: Field) -> Option<&mut Option<i64>> {
        match field {
            Field::BringIn => Some(&mut self.bring_in),
            Field::SmallBet => Some(&mut self.small_bet),
            Field::BigBet => Some(&mut self.big_bet),
            Field::MinBet => Some(&mut self.min_bet),
            Field::MaxBet => Some(&mut self.max_bet),
            Field::Chip => Some(&mut self.chip),
            Field::Unit => Some(&mut self.unit),
            _ => None,
        }
    }

    /// The count that a field is, if it is one.
    pub(crate) fn count_mut(&mut self, field: Field) -> Option<&mut Option<u8>> {
        match field {
            Field::Deck => Some(&mut self.deck),
            Field::SmallRounds => Some(&mut self.small_rounds),
            _ => None,
        }
    }

    /// An amount in units of the hand's scale. The scale grows if the amount is finer; refuses what gets too large.
    #[inline]
    pub(crate) fn units(&mut self, amount: Decimal) -> Option<i64> {
        if amount.decimals > self.scale {
            self.refine(amount.decimals)?;
        }
        if amount.decimals == self.scale {
            return Some(amount.units);
        }
        rescale(amount.units, amount.decimals, self.scale)
    }
}
