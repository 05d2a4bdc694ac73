//! Who opens a betting round.

use crate::hand::Hand;
use crate::room::Room;
use cards::{Card, CardSet, Rank, Suit};
use rulebook::Cite;
use rulebook::room::{Opens, Point};

/// Cards from the lowest; spades are the highest suit (3.2.4).
const SUITS_UP: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

/// A card's height, rank first, then suit.
pub(crate) fn height(card: Card, ace_low: bool) -> usize {
    let rank = if ace_low && card.rank() == Rank::Ace { 0 } else { card.rank().index() + 1 };
    let suit = SUITS_UP.iter().position(|&suit| suit == card.suit()).unwrap_or(0);
    rank * 4 + suit
}

impl Room<'_> {
    /// The player who opens the round whose cards are out, and why.
    pub(crate) fn opener(&self, hand: &Hand) -> (usize, Cite) {
        let opens = self.street(hand).opens;
        match self.plan(hand).opens {
            Opens::LeftOfLastBlind => {
                (hand.able.from(self.left_of_last_blind(hand)).unwrap_or(0), opens.cite)
            }
            Opens::LeftOfButton => (hand.able.from(0).unwrap_or(0), opens.cite),
            Opens::LowestUpCard => self.by_card(hand, opens.cite, false),
            Opens::HighestUpCard => self.by_card(hand, opens.cite, true),
            Opens::BestShowing => self.by_showing(hand, opens.cite, false),
            Opens::LowestShowing => self.by_showing(hand, opens.cite, true),
        }
    }

    /// The seat left of the last blind, whoever sits there; without blinds the first.
    pub(crate) fn left_of_last_blind(&self, hand: &Hand) -> usize {
        let blinds = &self.terms.blinds[..hand.players()];
        let highest = blinds.iter().copied().max().unwrap_or(0);
        let last = blinds.iter().rposition(|&blind| blind == highest && blind > 0);
        last.map_or(0, |last| (last + 1) % hand.players())
    }

    /// The forced first wager falls on a card; a player without chips is passed over (14.4.3).
    fn by_card(&self, hand: &Hand, cite: Cite, highest: bool) -> (usize, Cite) {
        let card = |seat: usize| {
            let heights = hand.up[seat].iter().map(|card| height(card, highest));
            if highest { heights.max().map(|height| 60 - height) } else { heights.min() }
        };
        let among = |seats: crate::Seats| seats.iter().min_by_key(|&seat| card(seat).unwrap_or(usize::MAX));
        let first = among(hand.live).unwrap_or(0);
        if hand.able.has(first) {
            return (first, cite);
        }
        let next = match self.policy.next_card_opens {
            true => among(hand.able),
            false => hand.able.after(first),
        };
        (next.unwrap_or(first), self.cite(Point::OpenerAllIn))
    }

    /// The best hand that shows opens; if that player is all-in, the next to the left (14.4.3).
    fn by_showing(&self, hand: &Hand, cite: Cite, lowest: bool) -> (usize, Cite) {
        let suits = self.policy.showing_suits;
        let best = hand.live.iter().max_by(|&a, &b| {
            let worth = |seat: usize| {
                let shown = showing(hand.up[seat], lowest);
                if lowest { shown.map(|part| 255 - part) } else { shown }
            };
            let suit = |seat: usize| match (suits, lowest) {
                (false, _) => 0,
                (true, false) => top_suit(hand.up[seat], false),
                (true, true) => 60 - top_suit(hand.up[seat], true),
            };
            // Equal in everything: the first left of the button, so the later is less.
            worth(a).cmp(&worth(b)).then(suit(a).cmp(&suit(b))).then(b.cmp(&a))
        });
        let best = best.unwrap_or(0);
        if hand.able.has(best) {
            return (best, cite);
        }
        (hand.able.after(best).unwrap_or(best), self.cite(Point::LaterOpenerAllIn))
    }
}

/// What up to four cards show: how often ranks repeat, then ranks, those that repeat first (J45).
fn showing(up: CardSet, ace_low: bool) -> [u8; 8] {
    let mut counts = [0u8; 14];
    for card in up.iter() {
        let rank = if ace_low && card.rank() == Rank::Ace { 0 } else { card.rank().index() + 1 };
        counts[rank] += 1;
    }
    let mut groups: Vec<(u8, u8)> = counts
        .iter()
        .enumerate()
        .filter(|(_, count)| **count > 0)
        .map(|(rank, count)| (*count, rank as u8))
        .collect();
    groups.sort_unstable_by(|a, b| b.cmp(a));
    let mut shown = [0; 8];
    for (at, (count, rank)) in groups.into_iter().take(4).enumerate() {
        shown[at] = count;
        shown[4 + at] = rank + 1;
    }
    shown
}

/// The card that breaks a tie of showing hands: the highest of the group that counts first, in Razz the lowest.
fn top_suit(up: CardSet, lowest: bool) -> usize {
    if lowest {
        return up.iter().map(|card| height(card, true)).min().unwrap_or(0);
    }
    let often = |card: Card| up.iter().filter(|other| other.rank() == card.rank()).count();
    up.iter().map(|card| often(card) * 60 + height(card, false)).max().unwrap_or(0)
}
