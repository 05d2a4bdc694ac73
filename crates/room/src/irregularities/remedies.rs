//! What a hand remembers of irregularities, and what is due because of it.

use super::reports::{Reshuffle, StreetArrangement};
use crate::deal::ReshufflePool;
use crate::hand::{Due, Hand};
use crate::hand_rules::HandRules;
use crate::seats::Seats;
use crate::stub::Stub;
use cards::CardSet;
use rulebook::Cite;
use rulebook::room::Point;

/// What a hand remembers of irregularities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Remedies {
    pub(crate) arrangement: StreetArrangement,
    /// The burn of the present street was made or supplied before.
    pub(crate) burnt_before: bool,
    /// Exposed cards that wait to be shuffled in.
    pub(crate) aside: CardSet,
    /// What is being shuffled, and what is due after that.
    pub(crate) pooling: Option<Reshuffle>,
    pub(crate) after: Due,
    /// What is due once the board is dealt again; usually the round opens.
    pub(crate) back: Due,
    /// The row by which cards are shuffled or dealt differently: its place among the book's.
    pub(crate) row: Option<u8>,
    pub(crate) boxed: u8,
    /// Cards that the dealer has exposed in the first deal, and who had two up cards.
    pub(crate) exposed: u8,
    pub(crate) two_up: Seats,
    /// Streets whose burn was left out, unnoticed.
    pub(crate) missed: u8,
    /// Have acted at any time in the hand.
    pub(crate) played: Seats,
    pub(crate) voided: Seats,
    /// Gave up their hands at the showdown.
    pub(crate) gave_up: Seats,
    /// Kept cards that were to be discarded on that street.
    pub(crate) undiscarded: Seats,
    pub(crate) undiscarded_on: u8,
    /// Have shown their hands to somebody.
    pub(crate) owes_show: Seats,
    /// The last cards are dealt face up.
    pub(crate) last_up: bool,
    /// The stub is too short for the runs: burns are shuffled when it is out.
    pub(crate) short_runs: bool,
    /// The hand does not count.
    pub(crate) void: bool,
}

impl Remedies {
    pub(crate) const NONE: Remedies = Remedies {
        arrangement: StreetArrangement { no_burn: 0, bottom_first: 0, burn_between: 0, shuffle: 0 },
        burnt_before: false,
        aside: CardSet::EMPTY,
        pooling: None,
        after: Due::Open,
        back: Due::Open,
        row: None,
        boxed: 0,
        exposed: 0,
        two_up: Seats::NONE,
        missed: 0,
        played: Seats::NONE,
        voided: Seats::NONE,
        gave_up: Seats::NONE,
        undiscarded: Seats::NONE,
        undiscarded_on: 0,
        owes_show: Seats::NONE,
        last_up: false,
        short_runs: false,
        void: false,
    };

    /// The board that comes first on a street.
    pub(crate) fn first_board(&self, street: u8) -> u8 {
        self.arrangement.bottom_first >> street & 1
    }

    /// Whether the burn of a street was made before; it serves once.
    #[inline]
    pub(crate) fn takes_burn(&mut self, street: u8) -> bool {
        let bit = 1 << street;
        self.burnt_before = self.arrangement.no_burn & bit != 0;
        self.arrangement.no_burn &= !bit;
        self.burnt_before
    }
}

impl Hand {
    /// Exposed cards that lie apart until they are shuffled in.
    pub const fn aside(&self) -> CardSet {
        self.remedies.aside
    }

    /// Whether the hand was declared void: every wager went back, and the same player is dealt to first again.
    pub const fn is_void(&self) -> bool {
        self.remedies.void
    }

    /// Who has shown his hand to somebody and owes it to all.
    pub const fn owes_show(&self) -> Seats {
        self.remedies.owes_show
    }
}

impl HandRules<'_> {
    /// The clause of the row by which cards are dealt or shuffled now.
    pub(crate) fn remedy_cite(&self, hand: &Hand) -> Cite {
        let row = hand.remedies.row.and_then(|row| self.book.irregularities.get(usize::from(row)));
        row.map_or_else(|| self.cite(Point::Shuffle), |row| row.clause)
    }

    /// The cards that an irregularity has shuffled again.
    pub(crate) fn remedy_pool(&self, hand: &Hand) -> Option<ReshufflePool> {
        let (cards, count) = match hand.remedies.pooling? {
            Reshuffle::Deck => (self.game.deck.value.0.cards(), self.game.deck.value.len()),
            Reshuffle::Rest => {
                (hand.stub.cards() | hand.remedies.aside, hand.stub.len() + hand.remedies.aside.len())
            }
            Reshuffle::Burns => (hand.burns, usize::from(hand.burned)),
        };
        Some(ReshufflePool { cards, count, drawer: 0 })
    }

    /// They were shuffled: they are the stub, and play goes on.
    pub(crate) fn take_remedy_pool(&self, hand: &mut Hand, stub: Stub) -> bool {
        let Some(of) = hand.remedies.pooling.take() else { return false };
        hand.stub = stub;
        match of {
            Reshuffle::Deck => {
                self.ready(hand);
                return true;
            }
            Reshuffle::Rest => {
                hand.out = hand.out - hand.remedies.aside;
                hand.remedies.aside = CardSet::default();
                hand.remedies.arrangement.shuffle = 0;
            }
            Reshuffle::Burns => {
                hand.out = hand.out - hand.burns;
                hand.burns = CardSet::default();
                hand.burned = 0;
            }
        }
        hand.due = hand.remedies.after;
        true
    }

    /// The board falls due: as arranged, the bottom board first, or a shuffle before it.
    pub(crate) fn remedy_board(&self, hand: &mut Hand) {
        let bit = 1 << hand.street;
        if hand.remedies.arrangement.bottom_first & bit != 0 {
            hand.board_at += 1;
        } else {
            self.shuffle_aside(hand);
        }
    }

    /// Whether the bottom board comes after the one that is due.
    pub(super) fn another_board_follows(&self, hand: &Hand) -> bool {
        let turned = hand.remedies.first_board(hand.street) == 1;
        !turned && hand.board_at + 1 < (hand.run + 1) * self.boards
    }

    fn shuffle_aside(&self, hand: &mut Hand) -> bool {
        let due =
            hand.remedies.arrangement.shuffle >> hand.street & 1 == 1 && !hand.remedies.aside.is_empty();
        if due {
            hand.remedies.pooling = Some(Reshuffle::Rest);
            hand.remedies.after = Due::Board;
            hand.due = Due::Shuffle;
        }
        due
    }

    /// One of the boards is done on a street whose bottom board came first (14.11).
    pub(crate) fn bottom_first(&self, hand: &mut Hand) -> bool {
        let bit = 1 << hand.street;
        if hand.remedies.arrangement.bottom_first & bit == 0 {
            return false;
        }
        if hand.board_at % 2 == 1 {
            hand.board_at -= 1;
            hand.board_owed = self.plan(hand).board;
            if !self.shuffle_aside(hand) && hand.remedies.arrangement.burn_between & bit != 0 {
                hand.burnt_street = false;
            }
        } else {
            hand.remedies.arrangement.bottom_first &= !bit;
            hand.due = Due::Open;
        }
        true
    }

    /// Whether there could be betting after that of a street.
    pub(super) fn bet_since(&self, hand: &Hand, street: u8) -> bool {
        // Hands are shown on the street that ended the betting.
        hand.shown_on.is_none_or(|shown| shown > street)
    }

    /// Whether the cards that fell last can still be dealt anew: their round is on, or nobody can bet and the next
    /// street is due.
    pub(super) fn can_deal_again(&self, hand: &Hand) -> bool {
        self.in_round(hand) || self.last_dealt(hand) < hand.street && self.betting_is_over(hand)
    }

    /// The street whose cards fell last: where nobody could bet, the next one is due already.
    pub(super) fn last_dealt(&self, hand: &Hand) -> u8 {
        let nothing_fell = matches!(hand.due, Due::Board | Due::Hole) && !hand.burnt_street;
        hand.street - u8::from(hand.street > 0 && nothing_fell)
    }
}
