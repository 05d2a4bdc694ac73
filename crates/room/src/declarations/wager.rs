//! Chips beyond a call: the 50% rule, oversize chips, all-in (6.12-6.14, 6.16).

use super::rule::GestureMeaning;
use crate::event::Act;
use crate::hand::Hand;
use crate::hand_rules::HandRules;
use crate::raises::RaiseRange;
use crate::reason::Reason;
use crate::terms::ChipAmount;
use engine::Refusal;
use rulebook::room::Point;

impl HandRules<'_> {
    /// A single chip worth more than the call, without a word (6.13, 6.14.1).
    pub(super) fn oversize(
        &self,
        hand: &Hand,
        seat: usize,
        chip: ChipAmount,
    ) -> Result<GestureMeaning, Refusal<Reason>> {
        let point = match (self.terms.structure.is_limit(), hand.high > 0, hand.street == 0) {
            (true, _, _) => Point::OversizeInLimit,
            (false, true, true) => Point::OversizeFirstRound,
            (false, true, false) => Point::OversizeLaterCall,
            // Nothing can be called before the first wager, not in the first round either (J54).
            (false, false, _) => Point::OversizeLaterBet,
        };
        if hand.high > 0 {
            Ok(self.called(hand, seat, point))
        } else {
            self.first_wager(hand, seat, chip, point)
        }
    }

    /// The first wager of a round without a word: what lies there, as far as it may be wagered.
    pub(super) fn first_wager(
        &self,
        hand: &Hand,
        seat: usize,
        total: ChipAmount,
        point: Point,
    ) -> Result<GestureMeaning, Refusal<Reason>> {
        let raises = self.raises(hand, seat)?;
        if total < raises.least {
            // Refused by the betting law.
            Ok(GestureMeaning::act(Act::Raise(total), total, point))
        } else {
            self.wager(hand, seat, raises, total, point)
        }
    }

    /// Several chips beyond a call, without a word: half of the last bet or raise makes it a raise (6.12).
    pub(super) fn half_rule(
        &self,
        hand: &Hand,
        seat: usize,
        to: ChipAmount,
    ) -> Result<GestureMeaning, Refusal<Reason>> {
        let excess = to - hand.high;
        if 2 * excess < self.required(hand, to) {
            return Ok(self.called(hand, seat, Point::SilentUnderHalfCalls));
        }
        match self.raises(hand, seat) {
            Ok(raises) if to >= raises.least => self.wager(hand, seat, raises, to, Point::RaiseChips),
            Ok(raises) => self.wager(hand, seat, raises, raises.least, Point::SilentHalfCompletes),
            // Nobody could call it, so it is no raise (J83).
            Err(Refusal { reason: Reason::NobodyToCall, .. }) => Ok(self.called(hand, seat, Point::AllIn)),
            Err(refusal) => Err(refusal),
        }
    }

    /// A bet or raise was announced: it binds, to the least at least and to the most at most (J82).
    pub(super) fn announced(
        &self,
        hand: &Hand,
        seat: usize,
        to: ChipAmount,
        point: Point,
    ) -> Result<GestureMeaning, Refusal<Reason>> {
        match self.raises(hand, seat) {
            Ok(raises) => self.wager(hand, seat, raises, to, point),
            // A raise is a call and more: without the chips for more it is a call.
            Err(Refusal { reason: Reason::NotEnoughChips, .. }) => Ok(self.called(hand, seat, point)),
            // Not open, it is refused, and he calls or folds.
            Err(refusal) => Err(refusal),
        }
    }

    /// The whole stack: no more than may be wagered, and a call where no raise is open ('All-in', J83).
    pub(super) fn all_in(
        &self,
        hand: &Hand,
        seat: usize,
        point: Point,
    ) -> Result<GestureMeaning, Refusal<Reason>> {
        match self.raises(hand, seat) {
            Ok(raises) => self.wager(hand, seat, raises, hand.bets[seat] + hand.stacks[seat], point),
            Err(_) if hand.owes(seat) >= hand.stacks[seat] => Ok(self.called(hand, seat, point)),
            Err(_) if hand.owes(seat) > 0 => Ok(self.called(hand, seat, Point::AllIn)),
            Err(refusal) => Err(refusal),
        }
    }

    /// A call, or a check where there is nothing to call.
    pub(super) fn called(&self, hand: &Hand, seat: usize, point: Point) -> GestureMeaning {
        let call = hand.owes(seat).clamp(0, hand.stacks[seat]);
        GestureMeaning::act(Act::Call, hand.bets[seat] + call, point)
    }

    /// The wager nearest to what was meant that is open to the player, in whole chips (J82, J86).
    pub(super) fn wager(
        &self,
        hand: &Hand,
        seat: usize,
        raises: RaiseRange,
        meant: ChipAmount,
        point: Point,
    ) -> Result<GestureMeaning, Refusal<Reason>> {
        let RaiseRange { least, most, only_ends, .. } = raises;
        let near = match only_ends {
            true if meant >= most => most,
            true => least,
            false => meant.clamp(least, most),
        };
        let chip = self.terms.chip.max(1);
        let over = near % chip;
        let whole = |to: ChipAmount| raises.has(to) && to % chip == 0;
        let to = match () {
            () if over == 0 || near == hand.bets[seat] + hand.stacks[seat] => near,
            () if whole(near + chip - over) => near + chip - over,
            () if whole(near - over) => near - over,
            () => return self.no(Reason::NotInChips { chip }, Point::LowestChip),
        };
        Ok(GestureMeaning::act(Act::Raise(to), to, point))
    }
}
