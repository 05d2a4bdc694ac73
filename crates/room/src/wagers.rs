//! What wagers do to a hand: who is asked, levels and steps of a round, the Kitty taken.

use crate::event::ActKind;
use crate::hand::{Due, Hand};
use crate::hand_rules::HandRules;
use crate::raises::RaiseSize;
use crate::seats::Seats;
use crate::terms::{ChipAmount, Structure};
use cards::CardSet;
use rulebook::room::Opens;

impl HandRules<'_> {
    /// A betting round begins.
    #[inline]
    pub(crate) fn opened(&self, hand: &mut Hand, seat: u8) {
        hand.leader = None;
        let opener = match self.plan(hand).opens {
            // Who sits there begins to show a checked round, though he may be all-in.
            Opens::LeftOfButton => 0,
            Opens::LeftOfLastBlind => self.left_of_last_blind(hand) as u8,
            _ => seat,
        };
        hand.opener = Some(opener);
        hand.to_act = self.asked(hand);
        if self.policy.open_pair && hand.street == 1 {
            hand.open_pair |= hand.live.iter().any(|seat| {
                let up = hand.up[seat];
                up.len() == 2 && up.ranks().count_ones() == 1
            });
        }
        if hand.street > 0 {
            hand.step = if self.policy.half_is_raise { self.least_wager(hand) } else { 0 };
        }
        let forced = self.policy.bring_in && hand.street == 0;
        hand.due = if forced { Due::BringIn(seat) } else { Due::Act(seat) };
    }

    /// Who is asked in the round: all with chips; where the book says so, none who cannot lose more.
    #[inline]
    pub(crate) fn asked(&self, hand: &Hand) -> Seats {
        if !self.policy.last_able_acts {
            return hand.able;
        }
        let (mut top, mut second) = (0, 0);
        for seat in hand.live.iter() {
            let reach = hand.bets[seat] + hand.stacks[seat];
            (top, second) = if reach > top { (reach, top) } else { (top, second.max(reach)) };
        }
        hand.able.iter().filter(|&seat| second > hand.bets[seat]).fold(Seats::NONE, Seats::with)
    }

    #[inline]
    pub(crate) fn pay_in(hand: &mut Hand, seat: usize, to: ChipAmount) {
        let chips = to - hand.bets[seat];
        hand.bets[seat] = to;
        hand.staked[seat] += chips;
        hand.stacks[seat] -= chips;
        if hand.stacks[seat] == 0 {
            hand.able = hand.able.without(seat);
        }
    }

    #[inline(always)]
    pub(crate) fn acted(&self, hand: &mut Hand, seat: usize, done: ActKind, to: ChipAmount) {
        hand.acted = hand.acted.with(seat);
        if done != ActKind::BringIn {
            hand.remedies.played = hand.remedies.played.with(seat);
        }
        hand.to_act = hand.to_act.without(seat);
        hand.short = hand.short.without(seat);
        match done {
            ActKind::Check => hand.closed = hand.closed.with(seat),
            ActKind::Call => {
                hand.wagered = true;
                hand.closed = hand.closed.with(seat);
                Self::pay_in(hand, seat, to);
            }
            ActKind::Fold => {
                if self.policy.ghosts && hand.owes(seat) <= 0 {
                    hand.ghosts = hand.ghosts.with(seat);
                }
                hand.give_up(seat);
            }
            ActKind::Bet | ActKind::Raise => self.raised(hand, seat, to),
            ActKind::BringIn => {
                hand.high = to;
                self.forced(hand, to);
                Self::pay_in(hand, seat, to);
                hand.to_act = hand.able.without(seat);
                hand.closed = hand.closed.with(seat);
                // The forced wager is no bet of his own: who sits to the left of it is the first to act, and to show.
                hand.opener = Some(((seat + 1) % hand.players()) as u8);
                hand.wagered = true;
            }
            ActKind::TakeKitty => self.took_kitty(hand, seat, to),
        }
        if hand.to_act.has(seat) {
            // Took the Kitty after a raise: having looked, he calls, raises or folds.
            hand.due = Due::Act(seat as u8);
        } else if let Some(next) = hand.to_act.after(seat) {
            hand.due = Due::Act(next as u8);
        }
    }

    #[inline]
    pub(crate) fn raised(&self, hand: &mut Hand, seat: usize, to: ChipAmount) {
        if matches!(hand.due, Due::BringIn(_)) && self.policy.half_is_raise {
            hand.closed = Seats::only(seat);
            self.forced(hand, to);
        } else {
            self.resize(hand, seat, to);
        }
        hand.high = to;
        hand.leader = Some(seat as u8);
        hand.wagered = true;
        hand.ghosts = Seats::NONE;
        Self::pay_in(hand, seat, to);
        hand.to_act = hand.able.without(seat);
    }

    /// The forced first wager stands as the bet, be it less than others have to bet; an all-in short of it is weighed like
    /// any other (6.16.2).
    pub(crate) fn forced(&self, hand: &mut Hand, amount: ChipAmount) {
        if !self.policy.half_is_raise {
            return;
        }
        let least = self.least_wager(hand);
        let stands =
            amount >= self.terms.bring_in || (self.terms.structure.is_limit() && 2 * amount >= least);
        hand.level = if stands { amount } else { 0 };
        if !matches!(self.terms.structure, Structure::Fixed { .. }) {
            hand.step = hand.step.max(amount);
        }
    }

    /// What a bet or raise does to the levels of the round.
    #[inline]
    pub(crate) fn resize(&self, hand: &mut Hand, seat: usize, to: ChipAmount) {
        let size = self.size(hand, to);
        // The first wager counts towards the cap where wagers do; else only where there is something to raise.
        let counts = self.terms.structure.is_limit() && (self.policy.counts_wagers || hand.level > 0);
        if !self.policy.half_is_raise {
            hand.raises = hand.raises.saturating_add(u8::from(counts));
            hand.step = hand.step.max(to - hand.high);
            hand.level = to;
            hand.closed = if size == RaiseSize::Full { Seats::only(seat) } else { hand.closed.with(seat) };
            return;
        }
        if let Structure::Fixed { big, .. } = self.terms.structure
            && self.either_size(hand)
            && to - hand.level >= big
        {
            hand.big_size = true;
        }
        if size == RaiseSize::Short {
            hand.closed = hand.closed.with(seat);
            return;
        }
        hand.raises = hand.raises.saturating_add(u8::from(counts));
        match self.terms.structure {
            Structure::Fixed { .. } => {}
            Structure::Spread { .. } => hand.step = hand.step.max(to - hand.level),
            _ => hand.step = to - hand.high,
        }
        hand.level = to;
        hand.closed = Seats::only(seat);
    }

    /// The own hand goes to the muck, the Kitty is the hand now.
    pub(crate) fn took_kitty(&self, hand: &mut Hand, seat: usize, to: ChipAmount) {
        let price = self.kitty_price(hand);
        let raised = hand.level > price;
        hand.taker = Some(seat as u8);
        hand.muck |= hand.down[seat];
        hand.mucked += hand.card_count(seat) as u8;
        hand.down[seat] = hand.kitty;
        hand.unseen[seat] = hand.kitty_cards - hand.kitty.len() as u8;
        hand.kitty = CardSet::default();
        hand.wagered = true;
        Self::pay_in(hand, seat, to);
        if raised && hand.stacks[seat] > 0 {
            hand.to_act = hand.to_act.with(seat);
            return;
        }
        if to > hand.high {
            // All-in for less than half of a bet it is completed, not raised (6.16.2(a)).
            let limit = self.policy.half_is_raise && self.terms.structure.is_limit();
            if to >= price || !limit || 2 * (to - hand.level) >= self.least_wager(hand) {
                hand.level = to;
                hand.closed = Seats::NONE;
            }
            hand.high = to;
            hand.to_act = hand.able.without(seat);
            hand.leader = Some(seat as u8);
        }
        hand.closed = hand.closed.with(seat);
    }
}
