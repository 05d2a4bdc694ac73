//! What a royal flush on the flop is, and who has seen it.

use crate::event::Event;
use crate::hand::{Due, Hand};
use crate::hand_rules::HandRules;
use crate::terms::MOST;
use cards::{CardSet, Rank};
use engine::{Refusal, Sink};
use rulebook::Ruled;
use rulebook::room::{Point, RoomGame};
use std::fmt;

/// Ten to ace, as ranks of a set.
fn is_broadway(rank: Rank) -> bool {
    rank >= Rank::Ten
}

/// Whether two cards and a flop are a royal flush: ten to ace of one suit.
pub fn is_royal(hole: CardSet, flop: CardSet) -> bool {
    let five = hole | flop;
    hole.len() == 2 && flop.len() == 3 && five.len() == 5 && one_suit_broadway(five)
}

/// Whether two cards can become one: both ten or higher, of one suit (17.5.5, J76).
pub fn can_become_royal(hole: CardSet) -> bool {
    hole.len() == 2 && one_suit_broadway(hole)
}

fn one_suit_broadway(cards: CardSet) -> bool {
    let suit = cards.iter().next().map(|card| card.suit());
    cards.iter().all(|card| is_broadway(card.rank()) && Some(card.suit()) == suit)
}

/// One hand in so many is a royal flush on the flop: all fives of the deck by the four of them.
pub fn one_in(deck: usize) -> u64 {
    let deck = deck as u64;
    (0..5).fold(1, |product, at| product * deck.saturating_sub(at) / (at + 1)) / 4
}

/// Whether a game can have the jackpot: two hole cards, kept, and a flop of three (17.3.1(a)).
pub(super) fn is_eligible(game: &RoomGame) -> bool {
    let first = game.street.iter().find_map(|street| street.board.as_ref());
    let kept = game.street.iter().all(|street| street.discard.is_none() && street.draw.is_none());
    game.hole_cards() == 2 && kept && first.is_some_and(|board| board.value == 3)
}

/// A hand as it is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Whose, as a position of the hand.
    pub seat: u8,
    /// The first two cards that he was dealt.
    pub hole: CardSet,
    pub flop: CardSet,
    /// Which flop it was, the first is 0: the Top board, and the first run.
    pub which: u8,
    /// The hand was folded.
    pub folded: bool,
    /// Both cards lie open and flat on the table.
    pub exposed: bool,
}

/// Remembers the first two cards of each player and the first flop while a hand is told to it.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Witness {
    hole: [CardSet; MOST],
    flop: CardSet,
}

impl fmt::Debug for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Witness").field("flop", &self.flop).finish_non_exhaustive()
    }
}

impl Witness {
    /// The first flop, as far as it is out.
    pub const fn flop(&self) -> CardSet {
        self.flop
    }

    /// An error of the flop was put right: this is the flop.
    pub const fn correct(&mut self, flop: CardSet) {
        self.flop = flop;
    }

    /// What would be recorded for a player.
    pub fn claim(&self, hand: &Hand, seat: usize) -> Claim {
        Claim {
            seat: seat as u8,
            hole: self.hole.get(seat).copied().unwrap_or_default(),
            flop: self.flop,
            which: 0,
            folded: !hand.live().has(seat),
            exposed: hand.shown().has(seat),
        }
    }
}

impl Sink<Ruled<Event>> for Witness {
    fn take(&mut self, event: Ruled<Event>) {
        match event.value {
            Event::Dealt { seat, card, .. } => {
                let Some(card) = *card else { return };
                let hole = &mut self.hole[usize::from(seat) % MOST];
                if hole.len() < 2 {
                    *hole |= CardSet::of(card);
                }
            }
            Event::Shown { seat, ref cards } => {
                let hole = &mut self.hole[usize::from(seat) % MOST];
                if hole.len() < 2 && cards.len() == 2 {
                    *hole = cards.known();
                }
            }
            Event::ToBoard { board: 0, card: Some(card) } if self.flop.len() < 3 => {
                self.flop |= CardSet::of(card);
            }
            _ => {}
        }
    }
}

impl HandRules<'_> {
    /// The flop that the last player left before it may ask for: the pot is won, one card is burned, three are dealt.
    /// No cards where only their number is known.
    ///
    /// # Errors
    /// Others play on, or his cards cannot become a royal flush.
    pub fn demanded_flop(
        &self,
        hand: &Hand,
        seat: usize,
    ) -> Result<Ruled<Option<CardSet>>, Refusal<super::Reason>> {
        let cite = self.cite(Point::JackpotDemandedFlop);
        let alone = hand.live().len() == 1 && hand.live().has(seat) && seat < hand.players();
        if !alone || hand.street() > 0 || !matches!(hand.due(), Due::Pay | Due::Over) {
            return Err(Refusal::new(super::Reason::OthersPlay, cite));
        }
        if !is_eligible(self.game()) {
            let name = self.game().name.clone();
            return Err(Refusal::new(super::Reason::WrongGame { name }, self.cite(Point::JackpotGames)));
        }
        if !can_become_royal(hand.held(seat)) {
            return Err(Refusal::new(super::Reason::NotEligible { hole: hand.held(seat) }, cite));
        }
        let flop: CardSet = hand.stub().rest().skip(1).take(3).collect();
        Ok(Ruled::new((flop.len() == 3).then_some(flop), cite))
    }
}
