//! How much may be wagered: the least and the most in each structure, reopening, ceilings (chapter 6).

use crate::hand::{Due, Hand};
use crate::hand_rules::HandRules;
use crate::reason::Reason;
use crate::terms::{ChipAmount, Structure};
use engine::Refusal;
use rulebook::room::Point;

/// What a wager above the highest amounts to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RaiseSize {
    /// A full bet or raise.
    Full,
    /// All-in for half of it or more, which counts as a raise.
    Half,
    /// All-in for less: nothing is reopened.
    Short,
}

/// The totals to which a player may bet or raise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RaiseRange {
    pub least: ChipAmount,
    pub most: ChipAmount,
    /// Only these two, nothing between.
    pub only_ends: bool,
    /// Less than the least, and allowed because it puts every opponent all-in.
    pub cover: Option<ChipAmount>,
    /// Between the two, only whole numbers of this: the lowest chip. An all-in alone may be another amount (6.2).
    pub chip: ChipAmount,
}

impl RaiseRange {
    /// Whether a total is among them.
    pub const fn has(&self, to: ChipAmount) -> bool {
        if let Some(cover) = self.cover
            && to == cover
        {
            return true;
        }
        if self.only_ends {
            to == self.least || to == self.most
        } else {
            let whole = self.chip <= 1 || to % self.chip == 0;
            self.least <= to && to <= self.most && (whole || to == self.least || to == self.most)
        }
    }
}

impl HandRules<'_> {
    /// The size of a wager to this total, above the highest.
    #[inline]
    pub(crate) fn size(&self, hand: &Hand, to: ChipAmount) -> RaiseSize {
        if !self.policy.half_is_raise {
            // A first wager is a wager however short, and so is a completion.
            let full = hand.high == 0 || self.completing(hand) || to - hand.high >= self.required(hand, to);
            return if full { RaiseSize::Full } else { RaiseSize::Short };
        }
        if !self.terms.structure.is_limit() {
            return if to - hand.high >= hand.step { RaiseSize::Full } else { RaiseSize::Short };
        }
        // Limit games count from the last full level, so that an all-in below half is completed, not raised.
        let (excess, required) = (to - hand.level, self.required(hand, to));
        match () {
            () if excess >= required => RaiseSize::Full,
            () if excess * 2 >= required => RaiseSize::Half,
            () => RaiseSize::Short,
        }
    }

    /// The least full bet or raise.
    #[inline]
    pub(crate) fn required(&self, hand: &Hand, to: ChipAmount) -> ChipAmount {
        match self.terms.structure {
            Structure::Fixed { small, big, .. } if self.either_size(hand) => {
                if hand.big_size || to - hand.level >= big { big } else { small }
            }
            Structure::Fixed { .. } => self.least_wager(hand),
            _ => self.least_wager(hand).max(hand.step),
        }
    }

    /// The least total of a full bet or raise, whatever the stacks are.
    pub fn full_raise(&self, hand: &Hand) -> ChipAmount {
        let limit = self.terms.structure.is_limit() && self.policy.half_is_raise;
        match self.terms.structure {
            Structure::Fixed { small, .. } if self.completing(hand) => small,
            _ => self.up_to_chip(self.required(hand, 0) + if limit { hand.level } else { hand.high }),
        }
    }

    /// The standard's stud: a forced wager below the lower amount is completed to it, not raised by it.
    #[inline]
    pub(crate) fn completing(&self, hand: &Hand) -> bool {
        self.policy.bring_in
            && hand.street == 0
            && hand.level == 0
            && !self.policy.half_is_raise
            && hand.high < self.least_wager(hand)
    }

    /// After an open pair on the second street of structured stud either size may be wagered (10.6.7), though who showed
    /// it may have folded since.
    ///
    /// The lower size is what makes a bet or raise as long as it is open: an all-in of half of it or more counts (6.16.2(b)),
    /// and is raised by either size. Only who wagers the higher size in full has wagered at it, and closes the lower one.
    #[inline]
    pub(crate) fn either_size(&self, hand: &Hand) -> bool {
        hand.open_pair && matches!(self.terms.structure, Structure::Fixed { small_rounds: 2.., .. })
    }

    /// The totals that a player may raise to.
    ///
    /// # Errors
    /// Why he may not raise at all; a position that is not in the hand may not.
    #[inline]
    pub fn raises(&self, hand: &Hand, seat: usize) -> Result<RaiseRange, Refusal<Reason>> {
        if seat >= hand.players() {
            return self.no(Reason::NoSuchPlayer, Point::Turn);
        }
        let (stack, bet) = (hand.stacks[seat], hand.bets[seat]);
        let call = hand.owes(seat);
        if stack <= call {
            return self.no(Reason::NotEnoughChips, Point::TableStakes);
        }
        // Chips of a player who is treated as all-in are out of reach.
        let reach =
            |other: usize| hand.bets[other] + if hand.able.has(other) { hand.stacks[other] } else { 0 };
        if hand.live.without(seat).iter().all(|other| reach(other) <= hand.high) {
            return self.no(Reason::NobodyToCall, Point::AllIn);
        }
        if hand.ceiling.is_some_and(|ceiling| hand.high >= ceiling) {
            return self.no(Reason::RoundFrozen, Point::RoundFrozen);
        }
        if hand.no_raise.has(seat) {
            return self.no(Reason::CheckedOutOfTurn, Point::OutOfTurnCheck);
        }
        if hand.short.has(seat) {
            return self.no(Reason::MakeUpOrFold { missing: call }, Point::ShortCall);
        }
        let limit = self.terms.structure.is_limit();
        let adds_up = !self.policy.half_is_raise && call >= self.required(hand, 0);
        if hand.closed.has(seat) && !adds_up {
            let point = if limit { Point::ShortAllInUnderHalf } else { Point::ShortAllInNotReopened };
            return self.no(Reason::NotReopened, point);
        }
        if limit && hand.raises >= self.policy.cap && !(self.policy.head_to_head && hand.able.len() == 2) {
            return self.no(Reason::CapReached { cap: self.policy.cap }, Point::RaiseCap);
        }
        let all_in = bet + stack;
        if matches!(hand.due, Due::BringIn(_)) && self.policy.half_is_raise {
            return self.opens_for(hand, all_in);
        }
        // Limit games raise from the last full level; the standard's raise whatever lies there. After an all-in that is no
        // whole number of chips the least is the next amount that is one, since wagers are in chips (6.2).
        let base = if self.policy.half_is_raise { hand.level } else { hand.high };
        let (least, mut most, only_ends) = match self.terms.structure {
            Structure::Fixed { small, .. } if self.completing(hand) => (small, small, true),
            Structure::Fixed { small, big, .. } if self.either_size(hand) => {
                let low = self.up_to_chip(base + if hand.big_size { big } else { small });
                (low, self.up_to_chip(base + big), true)
            }
            Structure::Fixed { .. } => {
                let to = self.up_to_chip(base + self.least_wager(hand));
                (to, to, true)
            }
            Structure::Spread { most, .. } => {
                (self.up_to_chip(base + self.required(hand, 0)), self.in_chips(base + most), false)
            }
            Structure::HalfPot { .. } | Structure::Pot { .. } | Structure::NoLimit { .. } => {
                let most = match self.terms.structure {
                    Structure::HalfPot { .. } => self.in_chips(hand.high + (hand.pot() + call) / 2),
                    Structure::Pot { .. } => self.in_chips(hand.high + hand.pot() + call),
                    _ => all_in,
                };
                (self.up_to_chip(hand.high + self.required(hand, 0)), most, false)
            }
        };
        // A pot smaller than the least wager still lets the least be wagered.
        most = most.max(least);
        // The amount that puts the opponents all-in is as good as a full raise.
        let cover =
            if self.policy.raise_to_cover { hand.live.without(seat).iter().map(reach).max() } else { None };
        let cover = cover.filter(|&to| hand.high < to && to < least.min(all_in));
        let chip = self.terms.chip;
        if let Some(ceiling) = hand.ceiling {
            let most = most.min(all_in);
            return self.below_ceiling(
                ceiling,
                least.min(all_in),
                RaiseRange { least, most, only_ends, cover, chip },
            );
        }
        if all_in < least {
            // All-in for less: the one exception to the least (6.6).
            return Ok(RaiseRange { least: all_in, most: all_in, only_ends: true, cover, chip });
        }
        most = most.min(all_in);
        Ok(RaiseRange { least, most, only_ends, cover, chip })
    }

    /// A wager that waits for its turn was made before the card was exposed: up to it the round may still go.
    #[cold]
    fn below_ceiling(
        &self,
        ceiling: ChipAmount,
        least: ChipAmount,
        raises: RaiseRange,
    ) -> Result<RaiseRange, Refusal<Reason>> {
        let most = raises.most.min(ceiling);
        if least <= most {
            Ok(RaiseRange { least, most, ..raises })
        } else {
            self.no(Reason::RoundFrozen, Point::RoundFrozen)
        }
    }

    /// The opener of a stud hand may put in more than the forced wager, outside fixed limit (10.3.1).
    fn opens_for(&self, hand: &Hand, all_in: ChipAmount) -> Result<RaiseRange, Refusal<Reason>> {
        let least = self.terms.bring_in + self.terms.chip;
        let most = match self.terms.structure {
            Structure::Fixed { .. } => 0,
            Structure::Spread { most, .. } => most,
            Structure::HalfPot { .. } => self.in_chips(hand.pot() / 2),
            Structure::Pot { .. } => self.in_chips(hand.pot()),
            Structure::NoLimit { .. } => all_in,
        };
        let most = most.min(all_in);
        if least > most || !self.policy.opens_for_more {
            return self.no(Reason::OnlyForced { chips: self.terms.bring_in.min(all_in) }, Point::BringIn);
        }
        Ok(RaiseRange { least, most, only_ends: false, cover: None, chip: self.terms.chip })
    }

    /// Down to a whole number of the lowest chip.
    #[inline]
    fn in_chips(&self, chips: ChipAmount) -> ChipAmount {
        match self.terms.chip {
            0 | 1 => chips,
            chip => chips - chips % chip,
        }
    }

    /// Up to a whole number of the lowest chip.
    #[inline]
    fn up_to_chip(&self, chips: ChipAmount) -> ChipAmount {
        match self.terms.chip {
            0 | 1 => chips,
            chip => self.in_chips(chips + chip - 1),
        }
    }
}
