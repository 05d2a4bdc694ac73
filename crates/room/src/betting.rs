//! Betting law: what a player in turn may do, and what his act amounts to (chapter 6).

use crate::event::{Act, ActKind, Event};
use crate::hand::{Due, Hand};
use crate::hand_rules::HandRules;
use crate::raises::{RaiseRange, RaiseSize};
use crate::reason::Reason;
use crate::terms::{ChipAmount, Structure};
use engine::{Refusal, Sink};
use rulebook::Ruled;
use rulebook::room::Point;

/// What a player in turn may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BettingOptions {
    pub seat: usize,
    /// Chips needed to call, 0 for a check; none where the first to speak opens or folds.
    pub call: Option<ChipAmount>,
    /// Totals to bet or raise to.
    pub raise: Option<RaiseRange>,
    /// The forced first wager, which leaves no fold.
    pub bring_in: Option<ChipAmount>,
    /// Whether the Kitty can be taken.
    pub kitty: bool,
}

impl BettingOptions {
    /// Whether the hand can be folded.
    pub const fn fold(&self) -> bool {
        self.bring_in.is_none()
    }
}

impl HandRules<'_> {
    /// What the player in turn may do; none unless a decision is due.
    pub fn options(&self, hand: &Hand) -> Option<BettingOptions> {
        let (seat, forced) = match hand.due {
            Due::Act(seat) => (usize::from(seat), false),
            Due::BringIn(seat) => (usize::from(seat), true),
            _ => return None,
        };
        let raise = self.raises(hand, seat).ok();
        if forced {
            let bring_in = Some(self.terms.bring_in.min(hand.stacks[seat]));
            return Some(BettingOptions { seat, call: None, raise, bring_in, kitty: false });
        }
        let call = (!self.must_open(hand)).then(|| hand.owes(seat).clamp(0, hand.stacks[seat]));
        Some(BettingOptions { seat, call, raise, bring_in: None, kitty: self.kitty_free(hand, seat) })
    }

    /// Draw with antes alone: the first to speak opens or folds (9.3.2).
    #[inline]
    pub(crate) fn must_open(&self, hand: &Hand) -> bool {
        self.policy.opens_or_folds && hand.street == 0 && hand.high == 0
    }

    /// Whether this player may take the Kitty: at his first act, or as the blind who is asked last.
    pub(crate) fn kitty_free(&self, hand: &Hand, seat: usize) -> bool {
        self.policy.has_kitty
            && hand.street == 0
            && hand.taker.is_none()
            && !hand.acted.has(seat)
            && !hand.short.has(seat)
            && hand.stacks[seat] > 0
    }

    /// The price of the Kitty in all: the last blind, or the least wager where there is none (9.3.3(b), J66).
    pub(crate) fn kitty_price(&self, hand: &Hand) -> ChipAmount {
        let compulsory = self.terms.blinds.iter().copied().max().unwrap_or(0);
        if compulsory > 0 { compulsory } else { self.least_wager(hand) }
    }

    /// What the taker of the Kitty puts in, in all, and whether he has yet to call, raise or fold: only a raise makes him
    /// look first (9.3.3(c)), and an all-in that is no raise does not; he calls it (9.3.1(c), 6.16.3).
    pub(crate) fn kitty_costs(&self, hand: &Hand, seat: usize) -> (ChipAmount, bool) {
        let price = self.kitty_price(hand);
        let raised = hand.level > price;
        let asked = if raised { price } else { price.max(hand.high) };
        let bet = hand.bets[seat];
        (asked.max(bet).min(bet + hand.stacks[seat]), raised)
    }

    /// A player acts in turn.
    #[inline]
    pub(crate) fn act(
        &self,
        hand: &mut Hand,
        seat: usize,
        act: Act,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), Refusal<Reason>> {
        let forced = match hand.due {
            Due::Act(turn) => self.in_turn(hand, seat, turn).map(|()| false)?,
            Due::BringIn(turn) => self.in_turn(hand, seat, turn).map(|()| true)?,
            due => return self.no(Reason::NotNow(due), Point::Turn),
        };
        let (bet, stack) = (hand.bets[seat], hand.stacks[seat]);
        let (done, to, cite) = match act {
            Act::Call if !forced => {
                if self.must_open(hand) {
                    return self.no(Reason::OpenOrFold, Point::OpenOrFold);
                }
                let call = hand.owes(seat);
                if call <= 0 {
                    (ActKind::Check, bet, self.cite(Point::Check))
                } else if call >= stack {
                    (ActKind::Call, bet + stack, self.cite(Point::CallAllIn))
                } else {
                    (ActKind::Call, bet + call, self.cite(Point::Call))
                }
            }
            Act::Fold if !forced => {
                let unbet = self.policy.ghosts && hand.owes(seat) <= 0;
                let point = match hand.short.has(seat) {
                    true => Point::ShortCallFold,
                    false if unbet => Point::FoldUnbet,
                    false => Point::Fold,
                };
                // Who is first to speak folds: the decision passes on.
                let passes =
                    self.street(hand).passes.filter(|_| hand.acted.is_empty() && point == Point::Fold);
                (ActKind::Fold, bet, passes.unwrap_or_else(|| self.cite(point)))
            }
            Act::Raise(to) => {
                let raises = self.raises(hand, seat)?;
                if !raises.has(to) {
                    return self.wrong_amount(hand, raises, to);
                }
                let done = if hand.high == 0 { ActKind::Bet } else { ActKind::Raise };
                (done, to, self.cite(self.raise_point(hand, seat, to)))
            }
            Act::BringIn if forced => {
                (ActKind::BringIn, self.terms.bring_in.min(stack), self.street(hand).opens.cite)
            }
            Act::TakeKitty if !forced => {
                let Some(kitty) = &self.game.kitty else { return self.no(Reason::NoKitty, Point::KittyOnly) };
                if !self.kitty_free(hand, seat) {
                    let (reason, cite) = match hand.taker {
                        None if hand.street > 0 => (Reason::KittyMucked, kitty.mucked),
                        None => (Reason::KittyPassedBy, kitty.take),
                        Some(by) => (Reason::KittyTaken { by }, kitty.taken),
                    };
                    return Err(Refusal::new(reason, cite));
                }
                let (price, raised) = self.kitty_costs(hand, seat);
                (ActKind::TakeKitty, price, if raised { kitty.after_raise } else { kitty.take })
            }
            Act::BringIn => return self.no(Reason::NotNow(hand.due), Point::BringIn),
            Act::Call | Act::Fold | Act::TakeKitty => {
                return self.no(Reason::NotNow(hand.due), Point::BringIn);
            }
        };
        self.say(hand, out, Event::Acted { seat: seat as u8, done, to }, cite);
        self.close_if_done(hand, out);
        if !hand.out_of_turn.is_empty() {
            self.turn_comes(hand, out);
        }
        Ok(())
    }

    /// The betting round ends where nobody is left to act.
    #[inline]
    pub(crate) fn close_if_done(&self, hand: &mut Hand, out: &mut impl Sink<Ruled<Event>>) {
        if self.is_closed(hand) {
            self.close_round(hand, out);
            self.go_on(hand, out);
        }
    }

    /// The round is closed; a Kitty that nobody took goes to the muck.
    pub(crate) fn close_round(&self, hand: &mut Hand, out: &mut impl Sink<Ruled<Event>>) {
        let street = self.street(hand);
        let cite = if hand.live.len() == 1 { street.won } else { street.goes_on };
        if hand.live.len() > 1 && self.policy.has_kitty && hand.street == 0 && hand.taker.is_none() {
            let mucked = self.game.kitty.as_ref().map_or(cite, |kitty| kitty.mucked);
            self.say(hand, out, Event::KittyMucked, mucked);
        }
        self.say(hand, out, Event::RoundClosed, cite);
    }

    /// The clause that makes a wager what it is.
    fn raise_point(&self, hand: &Hand, seat: usize, to: ChipAmount) -> Point {
        let all_in = to == hand.bets[seat] + hand.stacks[seat];
        if all_in {
            return match (self.size(hand, to), self.terms.structure.is_limit()) {
                (RaiseSize::Full, _) => Point::AllIn,
                (RaiseSize::Half, _) => Point::ShortAllInHalf,
                (RaiseSize::Short, true) => Point::ShortAllInUnderHalf,
                (RaiseSize::Short, false) => Point::ShortAllInNotReopened,
            };
        }
        if self.either_size(hand) {
            return Point::OpenPair;
        }
        let limit = self.terms.structure.is_limit();
        if limit && hand.raises >= self.policy.cap {
            return Point::HeadToHead;
        }
        match hand.high {
            0 if self.must_open(hand) => Point::Open,
            0 => Point::Bet,
            _ => Point::Raise,
        }
    }

    /// Why an amount is refused.
    #[cold]
    fn wrong_amount(&self, hand: &Hand, raises: RaiseRange, to: ChipAmount) -> Result<(), Refusal<Reason>> {
        let RaiseRange { least, most, only_ends, chip, .. } = raises;
        if !only_ends && (least..=most).contains(&to) {
            return self.no(Reason::NotInChips { chip }, Point::LowestChip);
        }
        let reason = match only_ends {
            true => Reason::OnlyExactly { least, most },
            false if to < least => Reason::BelowLeast { least },
            false => Reason::AboveMost { most },
        };
        let point = match self.terms.structure {
            Structure::Fixed { .. } => Point::FixedAmount,
            Structure::Spread { .. } => Point::SpreadRange,
            _ if to < least && hand.high == 0 => Point::MinimumBet,
            _ if to < least => Point::MinimumRaise,
            Structure::HalfPot { .. } | Structure::Pot { .. } => Point::PotMaximum,
            Structure::NoLimit { .. } => Point::NoLimitStack,
        };
        self.no(reason, point)
    }

    /// Whether the betting round is closed: one hand is left, or nobody has to act.
    #[inline]
    pub(crate) fn is_closed(&self, hand: &Hand) -> bool {
        hand.live.len() == 1
            || hand.to_act.is_empty()
            || (hand.able.len() <= 1 && !self.policy.last_able_acts && self.betting_is_over(hand))
    }
}
