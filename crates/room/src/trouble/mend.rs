//! What a hand remembers of trouble, and how it is applied.

use super::told::{Ahead, Place, Reshuffle, TroubleEvent};
use crate::apply::set_of;
use crate::deal::Pool;
use crate::hand::{Due, Hand};
use crate::pile::Pile;
use crate::room::Room;
use crate::seats::Seats;
use cards::FewCards as Cards;
use cards::{Card, CardSet};
use rulebook::Cite;
use rulebook::room::{Point, Remedy, Situation};

/// No row.
const NO_ROW: u8 = u8::MAX;

/// What a hand remembers of trouble.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mend {
    pub(crate) ahead: Ahead,
    /// The burn of the present street was made or supplied before.
    pub(crate) burnt_ahead: bool,
    /// Exposed cards that wait to be shuffled in.
    pub(crate) aside: CardSet,
    /// What is being shuffled, and what is due after that.
    pub(crate) pooling: Option<Reshuffle>,
    pub(crate) after: Due,
    /// What is due once the board is dealt again; usually the round opens.
    pub(crate) back: Due,
    /// The row by which cards are shuffled or dealt differently: its place among the book's.
    pub(crate) row: u8,
    pub(crate) boxed: u8,
    /// Cards that the dealer has exposed in the first deal, and who had two up cards.
    pub(crate) exposed: u8,
    pub(crate) two_up: Seats,
    /// Streets whose burn was left out, unnoticed, and whether two have acted in a round since.
    pub(crate) missed: u8,
    pub(crate) missed_long: bool,
    /// Have acted at any time in the hand.
    pub(crate) played: Seats,
    pub(crate) voided: Seats,
    /// Gave up their hands at the showdown.
    pub(crate) gave_up: Seats,
    /// Kept cards that were to be discarded on that street, and whether two have acted in a round since.
    pub(crate) undiscarded: Seats,
    pub(crate) undiscarded_on: u8,
    pub(crate) undiscarded_long: bool,
    /// Have shown their hands to somebody.
    pub(crate) owes_show: Seats,
    /// The last cards are dealt face up.
    pub(crate) last_up: bool,
    /// The stub is too short for the runs: burns are shuffled when it is out.
    pub(crate) short_runs: bool,
    /// The hand does not count.
    pub(crate) void: bool,
}

impl Mend {
    pub(crate) const NONE: Mend = Mend {
        ahead: Ahead { no_burn: 0, bottom_first: 0, burn_between: 0, shuffle: 0 },
        burnt_ahead: false,
        aside: CardSet::EMPTY,
        pooling: None,
        after: Due::Open,
        back: Due::Open,
        row: NO_ROW,
        boxed: 0,
        exposed: 0,
        two_up: Seats::NONE,
        missed: 0,
        missed_long: false,
        played: Seats::NONE,
        voided: Seats::NONE,
        gave_up: Seats::NONE,
        undiscarded: Seats::NONE,
        undiscarded_on: 0,
        undiscarded_long: false,
        owes_show: Seats::NONE,
        last_up: false,
        short_runs: false,
        void: false,
    };

    /// The board that comes first on a street.
    pub(crate) fn first_board(&self, street: u8) -> u8 {
        self.ahead.bottom_first >> street & 1
    }

    /// Whether the burn of a street was made before; it serves once.
    #[inline]
    pub(crate) fn takes_burn(&mut self, street: u8) -> bool {
        let bit = 1 << street;
        self.burnt_ahead = self.ahead.no_burn & bit != 0;
        self.ahead.no_burn &= !bit;
        self.burnt_ahead
    }
}

impl Hand {
    /// Exposed cards that lie apart until they are shuffled in.
    pub const fn aside(&self) -> CardSet {
        self.mend.aside
    }

    /// Whether the hand was declared void: every wager went back, and the same player is dealt to first again.
    pub const fn is_void(&self) -> bool {
        self.mend.void
    }

    /// Who has shown his hand to somebody and owes it to all.
    pub const fn owes_show(&self) -> Seats {
        self.mend.owes_show
    }
}

impl Room<'_> {
    /// The clause of the row by which cards are dealt or shuffled now.
    pub(crate) fn mend_cite(&self, hand: &Hand) -> Cite {
        let row = self.book.irregularities.get(usize::from(hand.mend.row));
        row.map_or_else(|| self.cite(Point::Shuffle), |row| row.clause)
    }

    /// The cards that trouble has shuffled again.
    pub(crate) fn mend_pool(&self, hand: &Hand) -> Option<Pool> {
        let (cards, count) = match hand.mend.pooling? {
            Reshuffle::Deck => (self.game.deck.value.0.cards(), self.game.deck.value.len()),
            Reshuffle::Rest => (hand.stub.cards() | hand.mend.aside, hand.stub.len() + hand.mend.aside.len()),
            Reshuffle::Burns => (hand.burns, usize::from(hand.burned)),
        };
        Some(Pool { cards, count, drawer: 0 })
    }

    /// They were shuffled: they are the stub, and play goes on.
    pub(crate) fn took_mend_pool(&self, hand: &mut Hand, pile: Pile) -> bool {
        let Some(of) = hand.mend.pooling.take() else { return false };
        hand.stub = pile;
        match of {
            Reshuffle::Deck => {
                self.ready(hand);
                return true;
            }
            Reshuffle::Rest => {
                hand.out = hand.out - hand.mend.aside;
                hand.mend.aside = CardSet::default();
                hand.mend.ahead.shuffle = 0;
            }
            Reshuffle::Burns => {
                hand.out = hand.out - hand.burns;
                hand.burns = CardSet::default();
                hand.burned = 0;
            }
        }
        hand.due = hand.mend.after;
        true
    }

    /// The board falls due: as arranged, the bottom board first, or a shuffle before it.
    pub(crate) fn mend_board(&self, hand: &mut Hand) {
        let bit = 1 << hand.street;
        if hand.mend.ahead.bottom_first & bit != 0 {
            hand.board_at += 1;
        } else {
            self.shuffle_aside(hand);
        }
    }

    /// Whether the bottom board comes after the one that is due.
    pub(super) fn another_board_follows(&self, hand: &Hand) -> bool {
        let turned = hand.mend.first_board(hand.street) == 1;
        !turned && hand.board_at + 1 < (hand.run + 1) * self.boards
    }

    fn shuffle_aside(&self, hand: &mut Hand) -> bool {
        let due = hand.mend.ahead.shuffle >> hand.street & 1 == 1 && !hand.mend.aside.is_empty();
        if due {
            hand.mend.pooling = Some(Reshuffle::Rest);
            hand.mend.after = Due::Board;
            hand.due = Due::Shuffle;
        }
        due
    }

    /// One of the boards is done on a street whose bottom board came first (14.11).
    pub(crate) fn bottom_first(&self, hand: &mut Hand) -> bool {
        let bit = 1 << hand.street;
        if hand.mend.ahead.bottom_first & bit == 0 {
            return false;
        }
        if hand.board_at % 2 == 1 {
            hand.board_at -= 1;
            hand.board_owed = self.plan(hand).board;
            if !self.shuffle_aside(hand) && hand.mend.ahead.burn_between & bit != 0 {
                hand.burnt_street = false;
            }
        } else {
            hand.mend.ahead.bottom_first &= !bit;
            hand.due = Due::Open;
        }
        true
    }

    /// A round is over in which something was not noticed.
    #[cold]
    pub(crate) fn unnoticed(&self, hand: &mut Hand) {
        if hand.substantial_action() {
            hand.mend.missed_long |= hand.mend.missed != 0;
            let later = hand.street > hand.mend.undiscarded_on;
            hand.mend.undiscarded_long |= later && !hand.mend.undiscarded.is_empty();
        }
    }

    /// The street whose cards fell last: where nobody could bet, the next one is due already.
    pub(super) fn last_dealt(&self, hand: &Hand) -> u8 {
        let nothing_fell = matches!(hand.due, Due::Board | Due::Hole) && !hand.burnt_street;
        hand.street - u8::from(hand.street > 0 && nothing_fell)
    }

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
                    Situation::NoBurn => {
                        hand.mend.missed = 0;
                        hand.mend.missed_long = false;
                    }
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
                hand.mend.undiscarded_long = false;
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
        let stub = if hand.stub.is_known() { Pile::of([]) } else { Pile::unseen(0) };
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
