//! Applies what has happened to a hand. Nothing here refuses: it has happened.

use crate::event::{Event, Post};
use crate::hand::{AfterShuffle, Due, Hand};
use crate::hand_rules::HandRules;
use crate::terms::ChipAmount;
use cards::{Card, CardSet};

impl HandRules<'_> {
    /// Applies an event.
    #[inline(always)]
    pub(crate) fn apply(&self, hand: &mut Hand, event: &Event) {
        match *event {
            Event::Acted { seat, done, to } => self.acted(hand, usize::from(seat), done, to),
            Event::Dealt { seat, card, up } => self.dealt(hand, usize::from(seat), *card, up),
            Event::ToBoard { board, card } => self.board_card(hand, usize::from(board), card),
            Event::Burned(card) => {
                hand.leave_stub(*card);
                hand.burned += 1;
                hand.burns |= set_of(*card);
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
                    hand.able = hand.able.without(seat);
                }
            }
            Event::Ready => self.ready(hand),
            Event::ToKitty(card) => {
                hand.leave_stub(*card);
                hand.kitty |= set_of(*card);
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
                hand.resume = AfterShuffle::Replace;
                hand.due = Due::Shuffle;
            }
            Event::Shuffled(stub) => self.took_pool(hand, stub),
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
                hand.remedies.gave_up = hand.remedies.gave_up.with(seat);
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
            Event::PutShort { seat, to, .. } => self.put_short(hand, usize::from(seat), to),
            Event::WageredOutOfTurn { seat, to, less } => {
                self.wager_out_of_turn(hand, usize::from(seat), to, less)
            }
            Event::OutOfTurnStands(seat) | Event::OutOfTurnFreed(seat) => {
                hand.out_of_turn = hand.out_of_turn.without(usize::from(seat));
            }
            Event::NoRaise(seat) => self.check_out_of_turn(hand, usize::from(seat)),
            Event::FoldedOutOfTurn(seat) => self.give_up_out_of_turn(hand, usize::from(seat)),
            Event::TimeBought { seat, chips } => {
                let seat = usize::from(seat);
                hand.stacks[seat] -= chips;
                // It is no wager, and stays with the house if the game does not count.
                hand.began[seat] -= chips;
                hand.time_fees += chips;
            }
            Event::Irregularity(ref event) => self.apply_irregularity(hand, event),
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
            if self.terms.structure.is_limit() {
                hand.level = self.blind_level(hand);
            }
            hand.step = self.least_wager(hand).max(self.blind_step(hand));
        }
        self.enter(hand);
    }

    /// What the last blind asks for more than the one before: a straddle changes nothing in the structure (6.5.1, J12).
    pub(crate) fn blind_step(&self, hand: &Hand) -> ChipAmount {
        let blinds = self.terms.blinds[..hand.players()].iter().copied();
        let mut from_last = blinds.filter(|blind| *blind > 0).rev();
        let last = from_last.next().unwrap_or(0);
        // The last straddle raises by what it is above the blind before (6.6).
        if self.terms.straddles > 0 { last - from_last.next().unwrap_or(0) } else { last }
    }

    /// The level from which limit games count: the last compulsory blind, then every straddle. A smaller blind is no bet,
    /// and an all-in for less is weighed like any other: below half it is completed, not raised (6.16.2).
    fn blind_level(&self, hand: &Hand) -> ChipAmount {
        let blinds = &self.terms.blinds[..hand.players()];
        let least = self.least_wager(hand);
        let compulsory = self.terms.compulsory(hand.players());
        let last = blinds[..compulsory].iter().copied().max().unwrap_or(0).max(0);
        let mut level = 0;
        for (blind, posted) in blinds.iter().map(|blind| blind.abs()).zip(hand.bets) {
            let stands = posted >= blind || 2 * (posted - level) >= least;
            if blind >= last && posted > level && stands {
                level = posted;
            }
        }
        // Not completed to what lies there already.
        if level + least <= hand.high { hand.high } else { level }
    }

    #[inline(always)]
    pub(crate) fn dealt(&self, hand: &mut Hand, seat: usize, card: Option<Card>, up: bool) {
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
    pub(crate) fn board_card(&self, hand: &mut Hand, board: usize, card: Option<Card>) {
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
                hand.due = std::mem::replace(&mut hand.remedies.back, Due::Open);
            }
        }
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
