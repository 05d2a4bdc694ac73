//! Who opens a betting round.

use crate::hand::Hand;
use crate::hand_rules::HandRules;
use crate::seats::Seats;
use cards::{Card, CardSet, Rank};
use rulebook::Cite;
use rulebook::room::{Opens, Point};

/// A card's height, rank first, then suit: spades are the highest (3.2.4).
pub(crate) fn height(card: Card, ace_low: bool) -> usize {
    let rank = if ace_low && card.rank() == Rank::Ace { 0 } else { card.rank().index() + 1 };
    rank * 4 + card.suit().index()
}

impl HandRules<'_> {
    /// The player who opens the round whose cards are out, and why.
    pub(crate) fn opener(&self, hand: &Hand) -> (usize, Cite) {
        let opens = self.street(hand).opens;
        let asked = self.asked(hand);
        if hand.remedies.last_up {
            return (asked.from(hand.opener.map_or(0, usize::from)).unwrap_or(0), self.remedy_cite(hand));
        }
        match self.plan(hand).opens {
            Opens::LeftOfLastBlind => {
                let first = self.left_of_last_blind(hand);
                let cite = if self.policy.draw_game && !self.has_blinds(hand) {
                    self.cite(Point::OpensWithoutBlinds)
                } else {
                    opens.cite
                };
                (asked.from(first).unwrap_or(0), cite)
            }
            Opens::LeftOfButton => (asked.from(0).unwrap_or(0), opens.cite),
            Opens::LowestUpCard => self.by_card(hand, asked, opens.cite, false),
            Opens::HighestUpCard => self.by_card(hand, asked, opens.cite, true),
            Opens::BestShowing => self.by_showing(hand, asked, opens.cite, false),
            Opens::LowestShowing => self.by_showing(hand, asked, opens.cite, true),
        }
    }

    /// The seat left of the last blind, whoever sits there; without blinds the first.
    pub(crate) fn left_of_last_blind(&self, hand: &Hand) -> usize {
        let blinds = &self.terms.blinds[..hand.players()];
        let highest = blinds.iter().copied().max().unwrap_or(0);
        let last = blinds.iter().rposition(|&blind| blind == highest && blind > 0);
        last.map_or(0, |last| (last + 1) % hand.players())
    }

    fn has_blinds(&self, hand: &Hand) -> bool {
        self.terms.blinds[..hand.players()].iter().any(|&blind| blind > 0)
    }

    /// The forced first wager falls on a card; who is not asked is passed over (14.4.3).
    fn by_card(&self, hand: &Hand, asked: Seats, cite: Cite, highest: bool) -> (usize, Cite) {
        let card = |seat: usize| {
            let heights = hand.up[seat].iter().map(|card| height(card, highest));
            if highest { heights.max().map(|height| 60 - height) } else { heights.min() }
        };
        let among = |seats: Seats| seats.iter().min_by_key(|&seat| (card(seat).is_none(), card(seat)));
        let first = among(hand.live).unwrap_or(0);
        if asked.has(first) {
            return (first, cite);
        }
        let next = if self.policy.next_card_opens { among(asked) } else { asked.after(first) };
        (next.unwrap_or(first), self.cite(Point::OpenerAllIn))
    }

    /// The best hand that shows opens; if that player is all-in, the next to the left (14.4.3).
    fn by_showing(&self, hand: &Hand, asked: Seats, cite: Cite, lowest: bool) -> (usize, Cite) {
        let suits = self.policy.showing_suits;
        let mut best = None;
        let mut top = 0;
        // Equal in everything: the first left of the button.
        for seat in hand.live.iter() {
            let shown = showing(hand.up[seat], lowest, suits);
            if best.is_none() || shown > top {
                (best, top) = (Some(seat), shown);
            }
        }
        let best = best.unwrap_or(0);
        if asked.has(best) {
            // A card that all share does not count for who opens.
            let shared = !hand.boards[0].is_empty() || hand.board_unseen > 0;
            return (best, if shared { self.cite(Point::StudCommunityOpener) } else { cite });
        }
        (asked.after(best).unwrap_or(best), self.cite(Point::LaterOpenerAllIn))
    }
}

/// What a few cards show, greater for who opens: how often ranks repeat, then ranks, those that repeat first (J45),
/// then where it counts the suit of the card that stands first; in Razz the lowest of all that (10.4.2).
fn showing(up: CardSet, lowest: bool, suits: bool) -> u64 {
    // In Razz the ace is below the deuce.
    let turned = |ranks: u16| if lowest { (ranks << 1 | ranks >> 12) & 0x1fff } else { ranks };
    let [a, b, c, d] = up.suits().map(turned);
    let one = a | b | c | d;
    let two = a & b | a & c | a & d | b & c | b & d | c & d;
    let three = a & b & (c | d) | c & d & (a | b);
    let four = a & b & c & d;
    let (height, leading) = match (four, three, two.count_ones()) {
        (1.., ..) => (4, four),
        (0, 1.., _) => (3, three),
        (0, 0, 2..) => (2, two),
        (0, 0, 1) => (1, two),
        (0, 0, 0) => (0, 0),
    };
    let beside = one & !leading;
    let value = height << 32 | u64::from(leading) << 16 | u64::from(beside);
    let decides = if lowest {
        one.trailing_zeros()
    } else {
        15u32.saturating_sub(if leading > 0 { leading } else { one }.leading_zeros())
    };
    let held = |suit: u16| suit >> (decides % 16) & 1 == 1;
    let of_suit = match (suits, lowest) {
        (false, _) => 0,
        (true, false) => [d, c, b, a].into_iter().position(held).map_or(0, |place| 3 - place as u64),
        (true, true) => [a, b, c, d].into_iter().position(held).map_or(0, |place| place as u64),
    };
    let worth = value << 2 | of_suit;
    if lowest { !worth } else { worth }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opens(first: &str, second: &str, lowest: bool) -> bool {
        let worth = |cards: &str| showing(cards.parse().unwrap(), lowest, true);
        worth(first) > worth(second)
    }

    #[test]
    fn the_best_showing_hand_is_found_by_pairs_ranks_and_suits() {
        assert!(opens("Kh9s", "Kd9c", false), "the higher king");
        assert!(opens("2c2d", "AsKs", false), "a pair before an ace");
        assert!(opens("2c2d3h3s", "AsAdKcQh", false), "two pair before a higher pair");
        assert!(opens("2c2d2h5s", "AsAdKcKh", false), "three of a kind before two pair");
        assert!(opens("4c4d4h4s", "AsAdAcKh", false), "four of a kind before three");
        assert!(opens("8s8dKc2h", "8h8cKs2d", false), "the pair with the spade, not the kicker's");
        assert!(!opens("AsQdJc9h", "KsKd4c", false), "any pair before none");
        // Razz: ace low, pairs bad, the lowest card's lowest suit.
        assert!(opens("5c4d3h2s", "6cAd2h3s", true), "five high before six high");
        assert!(opens("Ac2d", "As2c", true), "the ace of clubs");
        assert!(opens("KsQd", "2c2d", true), "no pair before a pair");
    }
}
