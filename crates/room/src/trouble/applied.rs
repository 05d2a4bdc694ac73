//! Applies what has happened because of trouble. Nothing here refuses: it has happened.

use super::told::{Place, Reshuffle, TroubleEvent};
use crate::apply::set_of;
use crate::hand::{Due, Hand};
use crate::pile::Stub;
use crate::room::HandRules;
use crate::seats::Seats;
use cards::Card;
use cards::FewCards as Cards;
use rulebook::room::{Remedy, Situation};

impl HandRules<'_> {
    /// Applies what has happened because of trouble.
    #[cold]
    #[inline(never)]
    pub(crate) fn mended(&self, hand: &mut Hand, event: &TroubleEvent) {
        match *event {
            TroubleEvent::Ruled { what, remedy, seats, ref cards, .. } => {
                match what {
                    Situation::ExposedByDealer if self.deal_open(hand) => {
                        hand.mend.exposed = hand.mend.exposed.saturating_add(cards.len().max(1) as u8);
                    }
                    Situation::TwoUpCards => hand.mend.two_up = hand.mend.two_up.or(seats),
                    Situation::BoxedCards => hand.mend.boxed += cards.len() as u8,
                    Situation::NoBurn => hand.mend.missed = 0,
                    _ => {}
                }
                hand.mend.short_runs |= matches!(remedy, Remedy::RunsFromBurns | Remedy::FewerRuns);
            }
            TroubleEvent::Moved { card, from, to } => self.moved(hand, card, from, to),
            TroubleEvent::Arranged { ahead, row } => {
                hand.mend.ahead = ahead;
                hand.mend.row = row;
                if !hand.burnt_street {
                    hand.burnt_street = hand.mend.takes_burn(hand.street);
                }
            }
            TroubleEvent::ReshuffleDue { of, row } => {
                hand.mend.row = row;
                hand.mend.pooling = Some(of);
                // Where a shuffle is due already, it is the same one.
                if hand.due != Due::Shuffle {
                    hand.mend.after = hand.due;
                }
                hand.due = Due::Shuffle;
            }
            TroubleEvent::Refunded { seat, chips } => {
                let seat = usize::from(seat);
                hand.staked[seat] -= chips;
                hand.bets[seat] = (hand.bets[seat] - chips).max(0);
                hand.stacks[seat] += chips;
            }
            TroubleEvent::Reversed { seat, chips } => {
                hand.stacks[usize::from(seat)] += chips;
                hand.commission -= chips;
            }
            TroubleEvent::HandGone { seat, void } => {
                let seat = usize::from(seat);
                if void {
                    hand.mend.voided = hand.mend.voided.with(seat);
                    self.price_falls(hand);
                }
                self.gone(hand, seat);
            }
            TroubleEvent::Misdealt { row } => self.misdealt(hand, row),
            TroubleEvent::Voided => hand.mend.void = true,
            TroubleEvent::Frozen { at } => hand.ceiling = at,
            TroubleEvent::TreatedAllIn { seat } => {
                let seat = usize::from(seat);
                hand.able = hand.able.without(seat);
                hand.to_act = hand.to_act.without(seat);
                self.next_to_act(hand, seat);
            }
            TroubleEvent::LastCardsUp { row } => {
                hand.mend.last_up = true;
                hand.mend.row = row;
            }
            TroubleEvent::OpensAgain => hand.due = Due::Open,
            TroubleEvent::BoardAgain { board, burn } => {
                let dealt = self.last_dealt(hand);
                hand.mend.back = if dealt < hand.street { Due::Open } else { hand.due };
                hand.street = dealt;
                hand.board_at = board;
                hand.board_owed = self.plan(hand).board;
                hand.burnt_street = !burn;
                hand.due = Due::Board;
            }
            TroubleEvent::WagerStays { seat, to } => {
                let seat = usize::from(seat);
                Self::pay_in(hand, seat, to);
                hand.ahead = hand.ahead.without(seat);
            }
            TroubleEvent::BurnMissed => {
                hand.burnt_street = true;
                hand.mend.missed |= 1 << hand.street;
            }
            TroubleEvent::DiscardMissed { seat } => {
                let seat = usize::from(seat);
                hand.mend.undiscarded = hand.mend.undiscarded.with(seat);
                hand.mend.undiscarded_on = hand.street;
                self.discarded(hand, seat, &Cards::default());
            }
            TroubleEvent::DiscardMade { seat } => {
                hand.mend.undiscarded = hand.mend.undiscarded.without(usize::from(seat));
            }
            TroubleEvent::DealBegun => hand.due = Due::Hole,
            TroubleEvent::MuckShown { seat, ref cards, live } => {
                let seat = usize::from(seat);
                self.came_to_light(hand, seat, cards, Place::Muck);
                if live {
                    hand.live = hand.live.with(seat);
                    hand.muck = hand.muck - hand.held(seat);
                    hand.mucked -= hand.card_count(seat) as u8;
                }
                hand.mend.gave_up = hand.mend.gave_up.without(seat);
                hand.shown = hand.shown.with(seat);
            }
            TroubleEvent::OwesShow { seat } => {
                hand.mend.owes_show = hand.mend.owes_show.with(usize::from(seat));
            }
            TroubleEvent::ShownToAll { seat, ref cards } => {
                let seat = usize::from(seat);
                self.came_to_light(hand, seat, cards, Place::Down(seat as u8));
                hand.mend.owes_show = hand.mend.owes_show.without(seat);
                hand.shown = hand.shown.with(seat);
            }
            TroubleEvent::Invalidated(_)
            | TroubleEvent::Sanctioned { .. }
            | TroubleEvent::ConductFound { .. }
            | TroubleEvent::DisputeDecided { .. }
            | TroubleEvent::InspectorNamed { .. }
            | TroubleEvent::DeckCounted
            | TroubleEvent::DeckReplaced
            | TroubleEvent::Inspected { .. } => {}
        }
    }

    /// Cards that nobody had seen are known now.
    fn came_to_light(&self, hand: &mut Hand, seat: usize, cards: &Cards, at: Place) {
        if hand.unseen[seat] == 0 || cards.is_empty() {
            return;
        }
        hand.down[seat] = cards.known() - hand.up[seat];
        hand.unseen[seat] = 0;
        hand.out |= hand.down[seat];
        if at == Place::Muck {
            hand.muck |= hand.down[seat];
        }
    }

    fn moved(&self, hand: &mut Hand, card: Option<Card>, from: Place, to: Place) {
        let set = set_of(card);
        match from {
            Place::Stub => match card {
                Some(card) if hand.stub.is_known() => hand.stub.remove(card),
                _ => hand.stub.take(),
            },
            Place::Down(seat) | Place::Up(seat) => {
                let seat = usize::from(seat);
                let known = card.is_some_and(|card| hand.held(seat).contains(card));
                if !known {
                    hand.unseen[seat] = hand.unseen[seat].saturating_sub(1);
                }
                hand.down[seat] = hand.down[seat] - set;
                hand.up[seat] = hand.up[seat] - set;
            }
            Place::Board(board) => {
                let board = usize::from(board);
                if !card.is_some_and(|card| hand.boards[board].contains(card)) {
                    hand.board_unseen = hand.board_unseen.saturating_sub(1);
                }
                hand.boards[board] = hand.boards[board] - set;
            }
            Place::Burns => {
                hand.burns = hand.burns - set;
                hand.burned = hand.burned.saturating_sub(1);
            }
            Place::Muck => {
                hand.muck = hand.muck - set;
                hand.mucked = hand.mucked.saturating_sub(1);
            }
            Place::Aside => hand.mend.aside = hand.mend.aside - set,
            Place::Kitty => {
                hand.kitty = hand.kitty - set;
                hand.kitty_cards = hand.kitty_cards.saturating_sub(1);
            }
        }
        hand.out |= set;
        match to {
            Place::Stub => {
                hand.stub.put_back(card);
                hand.out = hand.out - set;
            }
            Place::Down(seat) => match card {
                Some(_) => hand.down[usize::from(seat)] |= set,
                None => hand.unseen[usize::from(seat)] += 1,
            },
            Place::Up(seat) => match card {
                Some(_) => hand.up[usize::from(seat)] |= set,
                None => hand.unseen[usize::from(seat)] += 1,
            },
            Place::Board(board) => {
                hand.boards[usize::from(board)] |= set;
                hand.board_unseen += u8::from(card.is_none());
            }
            Place::Burns => {
                hand.burns |= set;
                hand.burned += 1;
            }
            Place::Muck => {
                hand.muck |= set;
                hand.mucked += 1;
            }
            Place::Aside => hand.mend.aside |= set,
            Place::Kitty => {
                hand.kitty |= set;
                hand.kitty_cards += 1;
            }
        }
        let waits = hand.due == Due::Hole && hand.street > 0 && !hand.burnt_street;
        if from == Place::Stub && to == Place::Muck && waits {
            // A boxed card less: the deck may not go round any more.
            self.stud_street(hand, hand.live.or(hand.ghosts).len());
        }
    }

    /// The turn passes from a player who has nothing to decide any more.
    fn next_to_act(&self, hand: &mut Hand, seat: usize) {
        match hand.due {
            Due::BringIn(turn) if usize::from(turn) == seat => hand.due = Due::Open,
            Due::Act(turn) if usize::from(turn) == seat => {
                if let Some(next) = hand.to_act.after(seat) {
                    hand.due = Due::Act(next as u8);
                }
            }
            _ => {}
        }
    }

    /// A wager that went back is no longer the price; posts are, whoever made them.
    fn price_falls(&self, hand: &mut Hand) {
        let posts = if hand.street == 0 { &self.terms.blinds[..hand.players()] } else { &[] };
        let high = hand.bets().iter().chain(posts).copied().max().unwrap_or(0);
        if high < hand.high {
            hand.high = high;
            hand.level = hand.level.min(high);
            if self.policy.half_is_raise {
                let blind = if hand.street == 0 { self.blind_step(hand) } else { 0 };
                hand.step = self.least_wager(hand).max(blind);
            }
        }
    }

    /// A hand leaves the game.
    fn gone(&self, hand: &mut Hand, seat: usize) {
        hand.give_up(seat);
        hand.ghosts = hand.ghosts.without(seat);
        hand.to_show = hand.to_show.without(seat);
        hand.ahead = hand.ahead.without(seat);
        hand.mend.undiscarded = hand.mend.undiscarded.without(seat);
        hand.owed[seat] = 0;
        let all_dealt = hand.owed == [0; crate::MOST];
        match hand.due {
            Due::Discard(turn) if usize::from(turn) == seat => self.discarded(hand, seat, &Cards::default()),
            Due::Show(turn) if usize::from(turn) == seat => self.next_to_show(hand, seat),
            Due::Set(turn) if usize::from(turn) == seat => {
                let left = hand.live.less(hand.set);
                hand.due = left.from(0).map_or(Due::Pay, |next| Due::Set(next as u8));
            }
            Due::Hole if all_dealt => self.after_hole(hand),
            Due::Replace if all_dealt => hand.due = Due::Open,
            _ => self.next_to_act(hand, seat),
        }
        let betting = matches!(hand.due, Due::Act(_) | Due::BringIn(_) | Due::Over);
        if hand.live.len() == 1 && !betting {
            hand.due = Due::Pay;
        }
    }

    /// As before the deal: the cards are together again, and only the posts are in.
    fn misdealt(&self, hand: &mut Hand, row: u8) {
        let stub = if hand.stub.is_known() { Stub::of([]) } else { Stub::unseen(0) };
        let mut fresh = Hand::new(hand.stacks(), stub);
        (fresh.began, fresh.staked) = (hand.began, hand.staked);
        fresh.commission = hand.commission;
        fresh.mend.voided = hand.mend.voided;
        fresh.live = fresh.live.less(hand.mend.voided);
        fresh.able = Seats::NONE;
        for seat in fresh.live.iter() {
            fresh.bets[seat] = self.posted(hand, seat).1;
            if fresh.stacks[seat] > 0 {
                fresh.able = fresh.able.with(seat);
            }
        }
        fresh.due = Due::Shuffle;
        fresh.mend.pooling = Some(Reshuffle::Deck);
        fresh.mend.row = row;
        *hand = fresh;
    }
}
