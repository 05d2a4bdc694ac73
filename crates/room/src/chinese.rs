//! Chinese Poker: thirteen cards in three sets, compared player by player (chapter 13).

use crate::event::Event;
use crate::hand::{Due, Hand};
use crate::hand_rules::HandRules;
use crate::reason::Reason;
use crate::terms::ChipAmount;
use cards::FewCards as Cards;
use cards::{CardSet, Category, Evaluator, HandRank};
use engine::{Refusal, Sink};
use rulebook::Ruled;
use rulebook::room::Point;

/// What a foul hand pays each opponent (13.5.1).
const FOUL_UNITS: ChipAmount = 4;

impl HandRules<'_> {
    /// A player lays his three sets; they are locked.
    pub(crate) fn set(
        &self,
        hand: &mut Hand,
        seat: usize,
        sets: [&Cards; 3],
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), Refusal<Reason>> {
        let Due::Set(turn) = hand.due else { return self.expect(hand, false) };
        self.in_turn(hand, seat, turn)?;
        for (cards, due) in sets.iter().zip([3, 5, 5]) {
            if cards.len() != due {
                return self.no(Reason::WrongCards { due: due as u8 }, Point::ChineseSets);
            }
        }
        let mut laid = CardSet::default();
        for card in sets.iter().flat_map(|cards| cards.iter()) {
            let Some(card) = card else { return self.no(Reason::Unseen { seat: turn }, Point::ChineseSets) };
            if !hand.held(seat).contains(card) {
                return self.no(Reason::NotHeld(card), Point::ChineseSets);
            }
            if !laid.insert(card) {
                return self.no(Reason::CardTwice(card), Point::CardTwice);
            }
        }
        let [front, middle, back] = sets.map(|cards| *cards);
        let event = Event::Set { seat: turn, front, middle, back };
        self.say(hand, out, event, self.cite(Point::ChineseSets));
        Ok(())
    }

    /// Whether a player's sets are in the wrong order: front no higher than middle, middle no higher than back. A hand
    /// that is not set is not foul.
    pub fn is_foul(&self, hand: &Hand, seat: usize) -> bool {
        hand.set.has(seat) && self.laid(hand, seat).is_none()
    }

    /// The ranks of the three sets that a player has laid; none if the hand is foul.
    fn laid(&self, hand: &Hand, seat: usize) -> Option<[HandRank; 3]> {
        let sets = hand.sets[seat % 4];
        let mut ranks = [HandRank::NONE; 3];
        for ((rank, ranker), cards) in ranks.iter_mut().zip(self.rankers.iter().flatten()).zip(sets) {
            *rank = ranker.fast.rank(cards);
        }
        let order = self.game.part[1].order();
        let higher = order.category(ranks[1]).is_some_and(above_three_of_a_kind);
        let in_order = (higher || value(sets[0]) <= value(sets[1])) && ranks[1] <= ranks[2];
        in_order.then_some(ranks)
    }

    /// Units won by one player from another; against a fouled hand four (13.4.3, 13.5.1). None unless both have set a
    /// hand, and neither is void.
    pub fn units(&self, hand: &Hand, one: usize, other: usize) -> Option<ChipAmount> {
        let settle = hand.live.and(hand.set);
        if !settle.has(one) || !settle.has(other) {
            return None;
        }
        Some(units(self.laid(hand, one).as_ref(), self.laid(hand, other).as_ref()))
    }

    /// Each pair settles, first players first, each paying at most what lies before him (13.4, J52).
    pub(crate) fn pay_units(
        &self,
        hand: &mut Hand,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), Refusal<Reason>> {
        let mut laid = [None; 4];
        // A hand that is void settles with nobody.
        let settle = hand.live.and(hand.set);
        for (seat, ranks) in laid.iter_mut().enumerate().filter(|(seat, _)| settle.has(*seat)) {
            *ranks = self.laid(hand, seat);
        }
        for one in settle.iter() {
            for other in settle.iter().filter(|&other| other > one) {
                let (mine, theirs) = (laid[one % 4].as_ref(), laid[other % 4].as_ref());
                let units = units(mine, theirs);
                let foul = mine.is_none() || theirs.is_none();
                let (from, to) = if units < 0 { (one, other) } else { (other, one) };
                let chips = units.abs().saturating_mul(self.terms.unit).min(hand.stacks[from]);
                let point = match units.abs() {
                    _ if foul => Point::ChineseFoul,
                    0 => Point::ChineseTies,
                    1 => Point::ChineseUnit,
                    _ => Point::ChineseExtra,
                };
                let event = Event::Paid { from: from as u8, to: to as u8, chips };
                self.say(hand, out, event, self.cite(point));
            }
        }
        self.say(hand, out, Event::Ended, self.cite(Point::ChinesePaid));
        Ok(())
    }
}

/// Units between two hands, from the first one's side; none is a foul hand.
fn units(one: Option<&[HandRank; 3]>, other: Option<&[HandRank; 3]>) -> ChipAmount {
    let (mine, theirs) = match (one, other) {
        (None, None) => return 0,
        (None, Some(_)) => return -FOUL_UNITS,
        (Some(_), None) => return FOUL_UNITS,
        (Some(mine), Some(theirs)) => (mine, theirs),
    };
    let (mut won, mut lost) = (0, 0);
    for (a, b) in mine.iter().zip(theirs) {
        won += ChipAmount::from(a > b);
        lost += ChipAmount::from(a < b);
    }
    // Two sets or more bring one unit besides.
    won - lost + ChipAmount::from(won >= 2) - ChipAmount::from(lost >= 2)
}

/// What three cards can never be.
fn above_three_of_a_kind(category: Category) -> bool {
    use Category::{Flush, FourOfAKind, FullHouse, RoyalFlush, Straight, StraightFlush};
    matches!(category, Straight | Flush | FullHouse | FourOfAKind | StraightFlush | RoyalFlush)
}

/// How high pairs and high cards are, so that sets of different sizes compare: what repeats, then the other ranks.
/// Runs and suits make nothing of three cards (13.3.1).
fn value(cards: CardSet) -> (u8, u16, u16) {
    let [a, b, c, d] = cards.suits();
    let one = a | b | c | d;
    let two = a & b | a & c | a & d | b & c | b & d | c & d;
    let three = a & b & (c | d) | c & d & (a | b);
    match (three, two.count_ones()) {
        (1.., _) => (3, three, one & !three),
        (0, 2..) => (2, two, one & !two),
        (0, pairs) => (pairs as u8, two, one & !two),
    }
}
