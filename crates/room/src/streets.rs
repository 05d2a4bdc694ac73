//! What falls due: the cards of a street, a showdown, the next run of the board.

use crate::hand::{AfterShuffle, Due, Hand};
use crate::hand_rules::HandRules;
use crate::seats::Seats;
use cards::CardSet;
use rulebook::room::Opens;

impl HandRules<'_> {
    /// The cards of a street fall due.
    pub(crate) fn enter(&self, hand: &mut Hand) {
        let plan = self.plan(hand);
        hand.burnt_street = !plan.burn || hand.remedies.takes_burn(hand.street);
        hand.acted = Seats::NONE;
        hand.closed = Seats::NONE;
        hand.no_raise = Seats::NONE;
        hand.ceiling = None;
        hand.big_size = false;
        hand.open_pair = false;
        hand.raises = 0;
        if plan.draw > 0 {
            hand.muck_discards();
            hand.due = hand.live.from(0).map_or(Due::Pay, |seat| Due::Discard(seat as u8));
        } else if plan.hole > 0 {
            let receivers = hand.live.or(hand.ghosts);
            for seat in receivers.iter() {
                hand.owed[seat] = plan.hole;
            }
            self.stud_street(hand, receivers.len());
        } else if plan.board > 0 {
            self.board_due(hand);
        }
    }

    /// Private cards, unless the deck does not go round (10.6.2).
    pub(crate) fn stud_street(&self, hand: &mut Hand, receivers: usize) {
        hand.due = Due::Hole;
        let burn = usize::from(!hand.burnt_street);
        if hand.street == 0 || hand.stub.len() >= receivers + burn {
            return;
        }
        let dead = if self.policy.all_dead_reshuffled { usize::from(hand.mucked) } else { 0 };
        let enough = hand.stub.len() + usize::from(hand.burned) + dead >= receivers;
        hand.resume = if enough { AfterShuffle::Hole } else { AfterShuffle::Community };
        hand.due = Due::Shuffle;
    }

    pub(crate) fn board_due(&self, hand: &mut Hand) {
        hand.board_at = hand.run * self.boards;
        hand.board_owed = self.plan(hand).board;
        hand.due = Due::Board;
        self.remedy_board(hand);
    }

    /// The private cards of the street are out.
    pub(crate) fn after_hole(&self, hand: &mut Hand) {
        let all = self.game.kitty.as_ref().map_or(0, |kitty| kitty.cards.value);
        if self.policy.has_kitty && hand.street == 0 && hand.kitty_cards < all {
            hand.due = Due::Kitty;
        } else if self.policy.chinese {
            hand.due = hand.live.from(0).map_or(Due::Pay, |seat| Due::Set(seat as u8));
        } else if self.plan(hand).board > 0 {
            self.board_due(hand);
        } else {
            hand.due = Due::Open;
        }
    }

    /// Wagers go to the middle, and the next thing falls due.
    pub(crate) fn round_closed(&self, hand: &mut Hand) {
        hand.bets = [0; crate::MOST];
        hand.high = 0;
        hand.level = 0;
        hand.to_act = Seats::NONE;
        hand.out_of_turn = Seats::NONE;
        hand.leader = hand.leader.or(hand.opener);
        if hand.live.len() == 1 {
            hand.due = Due::Pay;
        } else if self.plan(hand).discard > 0 {
            hand.due = hand.live.from(0).map_or(Due::Pay, |seat| Due::Discard(seat as u8));
        } else {
            self.next_street(hand);
        }
    }

    /// After the betting and discards of a street.
    pub(crate) fn next_street(&self, hand: &mut Hand) {
        let last = hand.street + 1 >= self.streets;
        if !last && !self.shows_early(hand) {
            hand.street += 1;
            self.enter(hand);
        } else if last && hand.shown_on.is_some() {
            hand.due = Due::Pay;
        } else {
            hand.shown_on = (!last).then_some(hand.street);
            hand.to_show = hand.live.less(hand.shown);
            let first = hand.leader.map_or(0, usize::from);
            hand.due = hand.to_show.from(first).map_or(Due::Pay, |seat| Due::Show(seat as u8));
        }
    }

    /// With a board to come and no betting, hands are shown first, discards done.
    pub(crate) fn shows_early(&self, hand: &Hand) -> bool {
        if hand.able.len() > 1 {
            return false;
        }
        let to_come = &self.plans[hand.street() + 1..usize::from(self.streets)];
        hand.able.len() <= 1
            && hand.shown_on.is_none()
            && to_come.iter().any(|plan| plan.board > 0)
            && to_come.iter().all(|plan| plan.discard == 0)
    }

    /// Cards are out and nobody can wager: the next street, the next run, or the showdown.
    pub(crate) fn street_dealt(&self, hand: &mut Hand) {
        if hand.street == 0 && hand.leader.is_none() {
            // Nobody could open: who would have begins to show (J48).
            let leader = match self.plan(hand).opens {
                Opens::LeftOfLastBlind => self.left_of_last_blind(hand) as u8,
                Opens::LeftOfButton => 0,
                _ => self.opener(hand).0 as u8,
            };
            hand.leader = Some(leader);
        }
        // Hands are shown when all discards are made: a flop that is dealt again asks for none.
        if self.plan(hand).discard > 0 && hand.shown_on.is_none() {
            hand.due = hand.live.from(0).map_or(Due::Pay, |seat| Due::Discard(seat as u8));
            return;
        }
        let last = hand.street + 1 >= self.streets;
        if last && hand.run + 1 < hand.runs {
            hand.run += 1;
            hand.street = hand.run_street;
            self.enter(hand);
        } else {
            self.next_street(hand);
        }
    }

    pub(crate) fn discarded(&self, hand: &mut Hand, seat: usize, cards: &crate::Cards) {
        let known = cards.known();
        hand.down[seat] = hand.down[seat] - known;
        hand.unseen[seat] -= (cards.len() - known.len()) as u8;
        let drawing = self.plan(hand).draw > 0;
        if drawing {
            hand.discards[seat] = known;
            hand.mucked += (cards.len() - known.len()) as u8;
            hand.owed[seat] = cards.len() as u8;
        } else {
            hand.muck |= known;
            hand.mucked += cards.len() as u8;
        }
        let later = Seats(hand.live.0 & !((1u16 << seat) | ((1u16 << seat) - 1)));
        match later.from(0) {
            Some(next) => hand.due = Due::Discard(next as u8),
            None if !drawing => self.next_street(hand),
            None if hand.owed == [0; crate::MOST] => hand.due = Due::Open,
            None => hand.due = Due::Replace,
        }
    }

    pub(crate) fn shown(&self, hand: &mut Hand, seat: usize, cards: &crate::Cards) {
        if hand.unseen[seat] > 0 && cards.all_known() && !cards.is_empty() {
            hand.down[seat] = cards.known() - hand.up[seat];
            hand.unseen[seat] = 0;
            hand.out |= hand.down[seat];
        }
        hand.shown = hand.shown.with(seat);
        if !matches!(hand.due, Due::Show(_)) {
            return;
        }
        hand.to_show = hand.to_show.without(seat);
        self.next_to_show(hand, seat);
    }

    pub(crate) fn next_to_show(&self, hand: &mut Hand, seat: usize) {
        let last = hand.street + 1 >= self.streets;
        if hand.live.len() == 1 {
            hand.due = Due::Pay;
        } else if let Some(next) = hand.to_show.after(seat) {
            hand.due = Due::Show(next as u8);
        } else if last {
            hand.due = Due::Pay;
        } else {
            hand.street += 1;
            self.enter(hand);
        }
    }

    /// The pool becomes the stub: what lay in it is undealt again.
    pub(crate) fn took_pool(&self, hand: &mut Hand, stub: crate::Stub) {
        if self.take_remedy_pool(hand, stub) {
            return;
        }
        let pool = self.pool(hand);
        let known = pool.cards;
        hand.out = hand.out - known;
        if self.policy.draw_game {
            let drawer = pool.drawer;
            hand.muck = hand.muck - known;
            hand.mucked = 0;
            for seat in 0..drawer {
                hand.discards[seat] = CardSet::default();
            }
        } else {
            hand.burns = CardSet::default();
            hand.burned = 0;
            if self.policy.all_dead_reshuffled {
                hand.muck = CardSet::default();
                hand.mucked = 0;
            }
        }
        hand.stub = stub;
        hand.due = match hand.resume {
            AfterShuffle::Hole => {
                hand.burnt_street = true;
                Due::Hole
            }
            AfterShuffle::Replace => Due::Replace,
            AfterShuffle::Community => {
                hand.burnt_street = false;
                Due::Community
            }
        };
    }
}
