//! Applies what has happened because of an irregularity. Nothing here refuses: it has happened.

use super::reports::{CardPlace, IrregularityEvent, Reshuffle};
use crate::apply::set_of;
use crate::hand::{Due, Hand};
use crate::hand_rules::HandRules;
use crate::seats::Seats;
use crate::stub::Stub;
use cards::Card;
use cards::FewCards as Cards;
use rulebook::room::{IrregularityKind, Remedy};

impl HandRules<'_> {
    /// Applies what has happened because of an irregularity.
    #[cold]
    #[inline(never)]
    pub(crate) fn apply_irregularity(&self, hand: &mut Hand, event: &IrregularityEvent) {
        match *event {
            IrregularityEvent::Ruled { what, remedy, seats, ref cards, .. } => {
                match what {
                    IrregularityKind::ExposedByDealer if self.deal_open(hand) => {
                        hand.remedies.exposed =
                            hand.remedies.exposed.saturating_add(cards.len().max(1) as u8);
                    }
                    IrregularityKind::TwoUpCards => hand.remedies.two_up = hand.remedies.two_up.or(seats),
                    IrregularityKind::BoxedCards => hand.remedies.boxed += cards.len() as u8,
                    IrregularityKind::NoBurn => hand.remedies.missed = 0,
                    _ => {}
                }
                hand.remedies.short_runs |= matches!(remedy, Remedy::RunsFromBurns | Remedy::FewerRuns);
            }
            IrregularityEvent::Moved { card, from, to } => self.moved(hand, *card, from, to),
            IrregularityEvent::Arranged { arrangement, row } => {
                hand.remedies.arrangement = arrangement;
                hand.remedies.row = Some(row);
                if !hand.burnt_street {
                    hand.burnt_street = hand.remedies.takes_burn(hand.street);
                }
            }
            IrregularityEvent::ReshuffleDue { of, row } => {
                hand.remedies.row = row;
                hand.remedies.pooling = Some(of);
                // Where a shuffle is due already, it is the same one.
                if hand.due != Due::Shuffle {
                    hand.remedies.after = hand.due;
                }
                hand.due = Due::Shuffle;
            }
            IrregularityEvent::Refunded { seat, chips } => {
                let seat = usize::from(seat);
                hand.staked[seat] -= chips;
                hand.bets[seat] = (hand.bets[seat] - chips).max(0);
                hand.stacks[seat] += chips;
            }
            IrregularityEvent::Reversed { seat, chips } => {
                hand.stacks[usize::from(seat)] += chips;
                hand.commission -= chips;
            }
            IrregularityEvent::HandGone { seat, void } => {
                let seat = usize::from(seat);
                if void {
                    hand.remedies.voided = hand.remedies.voided.with(seat);
                    self.price_falls(hand);
                }
                self.gone(hand, seat);
            }
            IrregularityEvent::Misdealt { row } => self.misdealt(hand, row),
            IrregularityEvent::Voided => hand.remedies.void = true,
            IrregularityEvent::Frozen { at } => hand.ceiling = Some(at),
            IrregularityEvent::TreatedAllIn { seat } => {
                let seat = usize::from(seat);
                hand.able = hand.able.without(seat);
                hand.to_act = hand.to_act.without(seat);
                self.next_to_act(hand, seat);
            }
            IrregularityEvent::LastCardsUp { row } => {
                hand.remedies.last_up = true;
                hand.remedies.row = Some(row);
            }
            IrregularityEvent::OpensAgain => hand.due = Due::Open,
            IrregularityEvent::BoardAgain { board, burn } => {
                let dealt = self.last_dealt(hand);
                hand.remedies.back = if dealt < hand.street { Due::Open } else { hand.due };
                hand.street = dealt;
                hand.board_at = board;
                hand.board_owed = self.plan(hand).board;
                hand.burnt_street = !burn;
                hand.due = Due::Board;
            }
            IrregularityEvent::WagerStays { seat, to } => {
                let seat = usize::from(seat);
                Self::pay_in(hand, seat, to);
                hand.out_of_turn = hand.out_of_turn.without(seat);
            }
            IrregularityEvent::BurnMissed => {
                hand.burnt_street = true;
                hand.remedies.missed |= 1 << hand.street;
            }
            IrregularityEvent::DiscardMissed { seat } => {
                let seat = usize::from(seat);
                hand.remedies.undiscarded = hand.remedies.undiscarded.with(seat);
                hand.remedies.undiscarded_on = hand.street;
                self.discarded(hand, seat, &Cards::default());
            }
            IrregularityEvent::DiscardMade { seat } => {
                hand.remedies.undiscarded = hand.remedies.undiscarded.without(usize::from(seat));
            }
            IrregularityEvent::DealBegun => hand.due = Due::Hole,
            IrregularityEvent::MuckShown { seat, ref cards, live } => {
                let seat = usize::from(seat);
                self.came_to_light(hand, seat, cards, CardPlace::Muck);
                if live {
                    hand.live = hand.live.with(seat);
                    hand.muck = hand.muck - hand.held(seat);
                    hand.mucked -= hand.card_count(seat) as u8;
                }
                hand.remedies.gave_up = hand.remedies.gave_up.without(seat);
                hand.shown = hand.shown.with(seat);
            }
            IrregularityEvent::OwesShow { seat } => {
                hand.remedies.owes_show = hand.remedies.owes_show.with(usize::from(seat));
            }
            IrregularityEvent::ShownToAll { seat, ref cards } => {
                let seat = usize::from(seat);
                self.came_to_light(hand, seat, cards, CardPlace::Down(seat as u8));
                hand.remedies.owes_show = hand.remedies.owes_show.without(seat);
                hand.shown = hand.shown.with(seat);
            }
            IrregularityEvent::Invalidated(_)
            | IrregularityEvent::Sanctioned { .. }
            | IrregularityEvent::ConductFound { .. }
            | IrregularityEvent::DisputeDecided { .. }
            | IrregularityEvent::InspectorNamed { .. }
            | IrregularityEvent::DeckCounted
            | IrregularityEvent::DeckReplaced
            | IrregularityEvent::Inspected { .. } => {}
        }
    }

    /// Cards that nobody had seen are known now.
    fn came_to_light(&self, hand: &mut Hand, seat: usize, cards: &Cards, at: CardPlace) {
        if hand.unseen[seat] == 0 || cards.is_empty() {
            return;
        }
        hand.down[seat] = cards.known() - hand.up[seat];
        hand.unseen[seat] = 0;
        hand.out |= hand.down[seat];
        if at == CardPlace::Muck {
            hand.muck |= hand.down[seat];
        }
    }

    fn moved(&self, hand: &mut Hand, card: Option<Card>, from: CardPlace, to: CardPlace) {
        let set = set_of(card);
        match from {
            CardPlace::Stub => match card {
                Some(card) if hand.stub.is_known() => hand.stub.remove(card),
                _ => hand.stub.take(),
            },
            CardPlace::Down(seat) | CardPlace::Up(seat) => {
                let seat = usize::from(seat);
                let known = card.is_some_and(|card| hand.held(seat).contains(card));
                if !known {
                    hand.unseen[seat] = hand.unseen[seat].saturating_sub(1);
                }
                hand.down[seat] = hand.down[seat] - set;
                hand.up[seat] = hand.up[seat] - set;
            }
            CardPlace::Board(board) => {
                let board = usize::from(board);
                if !card.is_some_and(|card| hand.boards[board].contains(card)) {
                    hand.board_unseen = hand.board_unseen.saturating_sub(1);
                }
                hand.boards[board] = hand.boards[board] - set;
            }
            CardPlace::Burns => {
                hand.burns = hand.burns - set;
                hand.burned = hand.burned.saturating_sub(1);
            }
            CardPlace::Muck => {
                hand.muck = hand.muck - set;
                hand.mucked = hand.mucked.saturating_sub(1);
            }
            CardPlace::Aside => hand.remedies.aside = hand.remedies.aside - set,
            CardPlace::Kitty => {
                hand.kitty = hand.kitty - set;
                hand.kitty_cards = hand.kitty_cards.saturating_sub(1);
            }
        }
        hand.out |= set;
        match to {
            CardPlace::Stub => {
                hand.stub.put_back(card);
                hand.out = hand.out - set;
            }
            CardPlace::Down(seat) => match card {
                Some(_) => hand.down[usize::from(seat)] |= set,
                None => hand.unseen[usize::from(seat)] += 1,
            },
            CardPlace::Up(seat) => match card {
                Some(_) => hand.up[usize::from(seat)] |= set,
                None => hand.unseen[usize::from(seat)] += 1,
            },
            CardPlace::Board(board) => {
                hand.boards[usize::from(board)] |= set;
                hand.board_unseen += u8::from(card.is_none());
            }
            CardPlace::Burns => {
                hand.burns |= set;
                hand.burned += 1;
            }
            CardPlace::Muck => {
                hand.muck |= set;
                hand.mucked += 1;
            }
            CardPlace::Aside => hand.remedies.aside |= set,
            CardPlace::Kitty => {
                hand.kitty |= set;
                hand.kitty_cards += 1;
            }
        }
        let waits = hand.due == Due::Hole && hand.street > 0 && !hand.burnt_street;
        if from == CardPlace::Stub && to == CardPlace::Muck && waits {
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
        hand.out_of_turn = hand.out_of_turn.without(seat);
        hand.remedies.undiscarded = hand.remedies.undiscarded.without(seat);
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
        (fresh.commission, fresh.time_fees) = (hand.commission, hand.time_fees);
        fresh.remedies.voided = hand.remedies.voided;
        fresh.live = fresh.live.less(hand.remedies.voided);
        fresh.able = Seats::NONE;
        for seat in fresh.live.iter() {
            fresh.bets[seat] = self.posted(hand, seat).1;
            if fresh.stacks[seat] > 0 {
                fresh.able = fresh.able.with(seat);
            }
        }
        fresh.due = Due::Shuffle;
        fresh.remedies.pooling = Some(Reshuffle::Deck);
        fresh.remedies.row = Some(row);
        *hand = fresh;
    }
}
