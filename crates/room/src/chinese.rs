//! Chinese Poker: thirteen cards in three sets, compared player by player (chapter 13).

use crate::cards_said::Cards;
use crate::event::Event;
use crate::hand::{Due, Hand};
use crate::reason::Reason;
use crate::room::Room;
use crate::terms::Chips;
use cards::{CardSet, Category, HandOrder};
use engine::{Refusal, Sink};
use rulebook::Ruled;
use rulebook::room::Point;

/// What a foul hand pays each opponent (13.5.1).
const FOUL_UNITS: Chips = 4;

impl Room<'_> {
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

    /// Whether a player's sets are in the wrong order: front no higher than middle, middle no higher than back.
    pub fn is_foul(&self, hand: &Hand, seat: usize) -> bool {
        let [front, middle, back] = hand.sets[seat % 4];
        let order = self.game.part[1].order();
        value(order, front) > value(order, middle) || order.rank(middle) > order.rank(back)
    }

    /// Units won by one player from another; against a fouled hand four (13.4.3, 13.5.1).
    pub fn units(&self, hand: &Hand, one: usize, other: usize) -> Chips {
        match (self.is_foul(hand, one), self.is_foul(hand, other)) {
            (true, true) => return 0,
            (true, false) => return -FOUL_UNITS,
            (false, true) => return FOUL_UNITS,
            (false, false) => {}
        }
        let (mut won, mut lost) = (0, 0);
        for (at, part) in self.game.part.iter().enumerate().take(3) {
            let rank = |seat: usize| part.order().rank(hand.sets[seat % 4][at]);
            won += Chips::from(rank(one) > rank(other));
            lost += Chips::from(rank(one) < rank(other));
        }
        won - lost + Chips::from(won >= 2) - Chips::from(lost >= 2)
    }

    /// Each pair settles, first players first, each paying at most what lies before him (13.4, J52).
    pub(crate) fn pay_units(
        &self,
        hand: &mut Hand,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), Refusal<Reason>> {
        for one in 0..hand.players() {
            for other in one + 1..hand.players() {
                let units = self.units(hand, one, other);
                let foul = self.is_foul(hand, one) || self.is_foul(hand, other);
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

/// How high a set of three or five is, so that sets of different sizes compare: category, then ranks as they count.
/// Runs and suits make nothing of three cards (13.3.1).
fn value(order: &HandOrder, cards: CardSet) -> (u8, Vec<(u32, usize)>) {
    let mut groups: Vec<(u32, usize)> = Vec::new();
    for rank in cards::Rank::ALL {
        let count = cards.suits().iter().filter(|suit| *suit >> rank.index() & 1 == 1).count() as u32;
        if count > 0 {
            groups.push((count, rank.index()));
        }
    }
    groups.sort_unstable_by(|a, b| b.cmp(a));
    let five = (cards.len() == 5).then(|| order.category(order.rank(cards))).flatten();
    let height = match five {
        Some(
            category
            @ (Category::Straight | Category::Flush | Category::StraightFlush | Category::RoyalFlush),
        ) => 4 + category as u8,
        _ => match groups.as_slice() {
            [(4, _), ..] => 30,
            [(3, _), (2, _)] => 20,
            [(3, _), ..] => 3,
            [(2, _), (2, _), ..] => 2,
            [(2, _), ..] => 1,
            _ => 0,
        },
    };
    (height, groups)
}
