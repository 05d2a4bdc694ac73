//! Applies what has happened to a hand. Nothing here refuses: it has happened.

use crate::betting::Size;
use crate::event::{Done, Event, Post};
use crate::hand::{Due, Hand, NOBODY, Resume};
use crate::room::Room;
use crate::seats::Seats;
use crate::terms::{Chips, Structure};
use cards::{Card, CardSet};
use rulebook::room::Opens;

impl Room<'_> {
    /// Applies an event.
    #[inline(always)]
    pub(crate) fn apply(&self, hand: &mut Hand, event: &Event) {
        match *event {
            Event::Acted { seat, done, to } => self.acted(hand, usize::from(seat), done, to),
            Event::Dealt { seat, card, up } => self.dealt(hand, usize::from(seat), card, up),
            Event::ToBoard { board, card } => self.board_card(hand, usize::from(board), card),
            Event::Burned(card) => {
                hand.leave_stub(card);
                hand.burned += 1;
                hand.burns |= set_of(card);
                hand.burnt_street = true;
            }
            Event::Opens(seat) => self.opened(hand, seat),
            Event::RoundClosed => self.round_closed(hand),
            Event::StreetDealt => self.street_dealt(hand),
            Event::Posted { seat, post, chips } => {
                let seat = usize::from(seat);
                hand.stacks[seat] -= chips;
                hand.staked[seat] += chips;
                if post != Post::Ante {
                    hand.bets[seat] += chips;
                }
                if hand.stacks[seat] == 0 {
                    hand.able = hand.able.without(seat);
                }
            }
            Event::Fee { seat, chips } => {
                let seat = usize::from(seat);
                hand.stacks[seat] -= chips;
                hand.commission += chips;
                if hand.stacks[seat] == 0 {
                    // Dealt in for nothing: nothing to win, and no cards.
                    hand.able = hand.able.without(seat);
                }
            }
            Event::Ready => self.ready(hand),
            Event::ToKitty(card) => {
                hand.leave_stub(card);
                hand.kitty |= set_of(card);
                hand.kitty_cards += 1;
                let all = self.game.kitty.as_ref().map_or(0, |kitty| kitty.cards.value);
                if hand.kitty_cards >= all {
                    self.after_hole(hand);
                }
            }
            Event::Community(card) => {
                hand.leave_stub(card);
                hand.boards[0] |= set_of(card);
                hand.board_unseen += u8::from(card.is_none());
                hand.owed = [0; crate::MOST];
                hand.due = Due::Open;
            }
            Event::ShuffleDue => {
                hand.resume = Resume::Replace;
                hand.due = Due::Shuffle;
            }
            Event::Shuffled(pile) => self.took_pool(hand, pile),
            Event::KittyMucked => {
                hand.muck |= hand.kitty;
                hand.mucked += hand.kitty_cards;
                hand.kitty = CardSet::default();
                hand.kitty_cards = 0;
            }
            Event::Discarded { seat, ref cards } => self.discarded(hand, usize::from(seat), cards),
            Event::Set { seat, ref front, ref middle, ref back } => {
                let at = usize::from(seat);
                hand.sets[at % 4] = [front.known(), middle.known(), back.known()];
                hand.set = hand.set.with(at);
                let left = hand.live.less(hand.set);
                hand.due = left.from(0).map_or(Due::Pay, |next| Due::Set(next as u8));
            }
            Event::Shown { seat, ref cards } => self.shown(hand, usize::from(seat), cards),
            Event::Mucked { seat } => {
                let seat = usize::from(seat);
                hand.give_up(seat);
                hand.late.push(seat);
                hand.to_show = hand.to_show.without(seat);
                hand.mend.gave_up = hand.mend.gave_up.with(seat);
                self.next_to_show(hand, seat);
            }
            Event::Runs(times) => {
                hand.runs = times;
                hand.run_street = hand.street;
                let boards = usize::from(self.boards);
                for at in boards..boards * usize::from(times) {
                    hand.boards[at] = hand.boards[at % boards];
                }
            }
            Event::Returned { seat, chips } => {
                let seat = usize::from(seat);
                hand.staked[seat] -= chips;
                hand.stacks[seat] += chips;
            }
            Event::Raked { chips, .. } => hand.commission += chips,
            Event::Won { seat, chips, .. } => hand.stacks[usize::from(seat)] += chips,
            Event::Paid { from, to, chips } => {
                hand.stacks[usize::from(from)] -= chips;
                hand.stacks[usize::from(to)] += chips;
            }
            Event::Ended => {
                hand.staked = [0; crate::MOST];
                hand.due = Due::Over;
            }
            Event::Gestured { .. } | Event::TimeUp(_) => {}
            Event::PutShort { seat, to } => self.put_short(hand, usize::from(seat), to),
            Event::Ahead { seat, to, less } => self.came_ahead(hand, usize::from(seat), to, less),
            Event::AheadStands(seat) | Event::AheadFreed(seat) => {
                hand.ahead = hand.ahead.without(usize::from(seat));
            }
            Event::NoRaise(seat) => hand.no_raise = hand.no_raise.with(usize::from(seat)),
            Event::FoldedAhead(seat) => self.folded_ahead(hand, usize::from(seat)),
            Event::Trouble(ref told) => self.mended(hand, told),
            Event::Announced { .. }
            | Event::PotMade { .. }
            | Event::Divided { .. }
            | Event::Compared { .. } => {}
        }
    }

    /// All posts are in: the price of the first round, then the cards.
    pub(crate) fn ready(&self, hand: &mut Hand) {
        hand.high = hand.bets().iter().copied().max().unwrap_or(0);
        hand.level = hand.high;
        if self.policy.half_is_raise {
            if self.terms.structure.is_limit() && 2 * hand.high < self.least_wager(hand) {
                // Blinds that all-ins made shorter than half a bet are completed, not raised (6.16.2).
                hand.level = 0;
            }
            hand.step = self.least_wager(hand).max(self.blind_step(hand));
        }
        self.enter(hand);
    }

    /// What the last blind asks for more than the one before: a straddle changes nothing in the structure (6.5.1, J12).
    fn blind_step(&self, hand: &Hand) -> Chips {
        let mut blinds = self.terms.blinds[..hand.players()].iter().copied().filter(|blind| *blind > 0);
        if self.terms.straddles > 0 {
            // Told of straddles, the last one raises by what it is above the blind before (6.6).
            let mut from_last = blinds.rev();
            return from_last.next().unwrap_or(0) - from_last.next().unwrap_or(0);
        }
        match (blinds.next(), blinds.next(), blinds.next(), blinds.next()) {
            (Some(_), Some(second), Some(third), None) if third == 2 * second => third - second,
            _ => self.terms.blinds[..hand.players()]
                .iter()
                .rev()
                .copied()
                .find(|blind| *blind > 0)
                .unwrap_or(0),
        }
    }

    /// The cards of a street fall due.
    pub(crate) fn enter(&self, hand: &mut Hand) {
        let plan = self.plan(hand);
        hand.burnt_street = !plan.burn || hand.mend.takes_burn(hand.street);
        hand.acted = Seats::NONE;
        hand.closed = Seats::NONE;
        hand.no_raise = Seats::NONE;
        hand.frozen = false;
        hand.big_size = false;
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
        hand.resume = if enough { Resume::Hole } else { Resume::Community };
        hand.due = Due::Shuffle;
    }

    fn board_due(&self, hand: &mut Hand) {
        hand.board_at = hand.run * self.boards;
        hand.board_owed = self.plan(hand).board;
        hand.due = Due::Board;
        self.mend_board(hand);
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

    #[inline(always)]
    fn dealt(&self, hand: &mut Hand, seat: usize, card: Option<Card>, up: bool) {
        hand.leave_stub(card);
        match card {
            None => hand.unseen[seat] += 1,
            Some(card) if up => hand.up[seat] |= CardSet::of(card),
            Some(card) => hand.down[seat] |= CardSet::of(card),
        }
        if !hand.live.has(seat) {
            // A seat that goes on getting cards has no hand: they are as good as mucked.
            hand.muck |= set_of(card);
            hand.mucked += 1;
        }
        hand.owed[seat] -= 1;
        if hand.owed[seat] == 0 && hand.owed == [0; crate::MOST] {
            match hand.due {
                Due::Hole => self.after_hole(hand),
                _ => hand.due = Due::Open,
            }
        }
    }

    #[inline(always)]
    fn board_card(&self, hand: &mut Hand, board: usize, card: Option<Card>) {
        hand.leave_stub(card);
        match card {
            Some(card) => hand.boards[board] |= CardSet::of(card),
            None => hand.board_unseen += 1,
        }
        hand.board_owed -= 1;
        if hand.board_owed == 0 && !self.bottom_first(hand) {
            let last = (hand.run + 1) * self.boards - 1;
            if hand.board_at < last {
                hand.board_at += 1;
                hand.board_owed = self.plan(hand).board;
            } else {
                hand.due = std::mem::replace(&mut hand.mend.back, Due::Open);
            }
        }
    }

    /// A betting round begins.
    #[inline]
    fn opened(&self, hand: &mut Hand, seat: u8) {
        hand.leader = NOBODY;
        hand.opener = match self.plan(hand).opens {
            // Who sits there begins to show a checked round, though he may be all-in.
            Opens::LeftOfButton => 0,
            Opens::LeftOfLastBlind => self.left_of_last_blind(hand) as u8,
            _ => seat,
        };
        hand.to_act = self.asked(hand);
        if hand.street > 0 {
            hand.step = if self.policy.half_is_raise { self.least_wager(hand) } else { 0 };
        }
        let forced = self.policy.bring_in && hand.street == 0;
        hand.due = if forced { Due::BringIn(seat) } else { Due::Act(seat) };
    }

    /// Who is asked in the round: all with chips; where the book says so, none who cannot lose more.
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
    pub(crate) fn pay_in(hand: &mut Hand, seat: usize, to: Chips) {
        let chips = to - hand.bets[seat];
        hand.bets[seat] = to;
        hand.staked[seat] += chips;
        hand.stacks[seat] -= chips;
        if hand.stacks[seat] == 0 {
            hand.able = hand.able.without(seat);
        }
    }

    #[inline(always)]
    fn acted(&self, hand: &mut Hand, seat: usize, done: Done, to: Chips) {
        hand.acted = hand.acted.with(seat);
        hand.mend.played = hand.mend.played.with(seat);
        hand.to_act = hand.to_act.without(seat);
        hand.short = hand.short.without(seat);
        match done {
            Done::Check => hand.closed = hand.closed.with(seat),
            Done::Call => {
                hand.wagered = true;
                hand.closed = hand.closed.with(seat);
                Self::pay_in(hand, seat, to);
            }
            Done::Fold => {
                if self.policy.ghosts && hand.owes(seat) <= 0 {
                    hand.ghosts = hand.ghosts.with(seat);
                }
                hand.give_up(seat);
            }
            Done::Bet | Done::Raise => self.raised(hand, seat, to),
            Done::BringIn => {
                hand.high = to;
                self.forced(hand, to);
                Self::pay_in(hand, seat, to);
                hand.to_act = hand.able.without(seat);
                hand.closed = hand.closed.with(seat);
                // The forced wager is no bet of his own: who sits to the left of it is the first to act, and to show.
                hand.opener = ((seat + 1) % hand.players()) as u8;
                hand.wagered = true;
            }
            Done::TakeKitty => self.took_kitty(hand, seat, to),
        }
        if hand.to_act.has(seat) {
            // Took the Kitty after a raise: having looked, he calls, raises or folds.
            hand.due = Due::Act(seat as u8);
        } else if let Some(next) = hand.to_act.after(seat) {
            hand.due = Due::Act(next as u8);
        }
    }

    #[inline]
    fn raised(&self, hand: &mut Hand, seat: usize, to: Chips) {
        if matches!(hand.due, Due::BringIn(_)) && self.policy.half_is_raise {
            hand.closed = Seats::only(seat);
            self.forced(hand, to);
        } else {
            self.resize(hand, seat, to);
        }
        hand.high = to;
        hand.leader = seat as u8;
        hand.wagered = true;
        hand.ghosts = Seats::NONE;
        Self::pay_in(hand, seat, to);
        hand.to_act = hand.able.without(seat);
    }

    /// A forced first wager stands as the bet, unless it is less than half of one (6.16.2).
    fn forced(&self, hand: &mut Hand, amount: Chips) {
        if !self.policy.half_is_raise {
            return;
        }
        let least = self.least_wager(hand);
        let stands = amount >= least || (self.terms.structure.is_limit() && 2 * amount >= least);
        hand.level = if stands { amount } else { 0 };
        if !matches!(self.terms.structure, Structure::Fixed { .. }) {
            hand.step = hand.step.max(amount);
        }
    }

    /// What a bet or raise does to the levels of the round.
    #[inline]
    fn resize(&self, hand: &mut Hand, seat: usize, to: Chips) {
        let size = self.size(hand, to);
        let limit = self.terms.structure.is_limit();
        if !self.policy.half_is_raise {
            hand.raises += 1;
            hand.step = hand.step.max(to - hand.high);
            hand.level = to;
            hand.closed = if size == Size::Full { Seats::only(seat) } else { hand.closed.with(seat) };
            return;
        }
        if let Structure::Fixed { small, .. } = self.terms.structure
            && self.policy.open_pair
            && self.either_size(hand)
            && to - hand.level > small
        {
            hand.big_size = true;
        }
        if size == Size::Short {
            hand.closed = hand.closed.with(seat);
            return;
        }
        // Only where there is something to raise is it one of the raises.
        hand.raises += u8::from(limit && hand.level > 0);
        match self.terms.structure {
            Structure::Fixed { .. } => {}
            Structure::Spread { .. } => hand.step = hand.step.max(to - hand.level),
            _ => hand.step = to - hand.high,
        }
        hand.level = to;
        hand.closed = Seats::only(seat);
    }

    /// The own hand goes to the muck, the Kitty is the hand now.
    fn took_kitty(&self, hand: &mut Hand, seat: usize, to: Chips) {
        let price = self.kitty_price(hand);
        let raised = hand.high > price;
        hand.taker = seat as u8;
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
            (hand.high, hand.level) = (to, to);
            hand.to_act = hand.able.without(seat);
            hand.closed = Seats::NONE;
            hand.leader = seat as u8;
        }
        hand.closed = hand.closed.with(seat);
    }

    /// Wagers go to the middle, and the next thing falls due.
    fn round_closed(&self, hand: &mut Hand) {
        hand.bets = [0; crate::MOST];
        hand.high = 0;
        hand.level = 0;
        hand.to_act = Seats::NONE;
        hand.ahead = Seats::NONE;
        if hand.leader == NOBODY {
            hand.leader = hand.opener;
        }
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
        } else if last && hand.shown_early {
            hand.due = Due::Pay;
        } else {
            hand.shown_early = !last;
            hand.to_show = hand.live.less(hand.shown);
            let first = usize::from(if hand.leader == NOBODY { 0 } else { hand.leader });
            hand.due = hand.to_show.from(first).map_or(Due::Pay, |seat| Due::Show(seat as u8));
        }
    }

    /// With a board to come and no betting, hands are shown first, discards done.
    fn shows_early(&self, hand: &Hand) -> bool {
        if hand.able.len() > 1 {
            return false;
        }
        let to_come = &self.plans[hand.street() + 1..usize::from(self.streets)];
        hand.able.len() <= 1
            && !hand.shown_early
            && to_come.iter().any(|plan| plan.board > 0)
            && to_come.iter().all(|plan| plan.discard == 0)
    }

    /// Cards are out and nobody can wager: the next street, the next run, or the showdown.
    fn street_dealt(&self, hand: &mut Hand) {
        if hand.street == 0 && hand.leader == NOBODY {
            // Nobody could open: who would have begins to show (J48).
            hand.leader = match self.plan(hand).opens {
                Opens::LeftOfLastBlind => self.left_of_last_blind(hand) as u8,
                Opens::LeftOfButton => 0,
                _ => self.opener(hand).0 as u8,
            };
        }
        if self.plan(hand).discard > 0 {
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

    fn shown(&self, hand: &mut Hand, seat: usize, cards: &crate::Cards) {
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
    fn took_pool(&self, hand: &mut Hand, pile: crate::Pile) {
        if self.took_mend_pool(hand, pile) {
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
        hand.stub = pile;
        hand.due = match hand.resume {
            Resume::Hole => {
                hand.burnt_street = true;
                Due::Hole
            }
            Resume::Replace => Due::Replace,
            Resume::Community => {
                hand.burnt_street = false;
                Due::Community
            }
        };
    }
}

/// A card as a set.
#[inline]
pub(crate) fn set_of(card: Option<Card>) -> CardSet {
    card.map_or_else(CardSet::default, CardSet::of)
}

impl Hand {
    /// A card leaves the stub.
    #[inline]
    pub(crate) fn leave_stub(&mut self, card: Option<Card>) {
        self.stub.take();
        self.out |= set_of(card);
    }

    /// The discards of a draw are nobody's any more once the next one begins.
    pub(crate) fn muck_discards(&mut self) {
        for cards in &mut self.discards {
            self.muck |= *cards;
            self.mucked += cards.len() as u8;
            *cards = CardSet::default();
        }
    }

    /// A hand is folded, mucked or dead: its cards go to the muck.
    #[inline]
    pub(crate) fn give_up(&mut self, seat: usize) {
        self.live = self.live.without(seat);
        self.able = self.able.without(seat);
        self.to_act = self.to_act.without(seat);
        self.muck |= self.held(seat);
        self.mucked += self.card_count(seat) as u8;
    }
}
