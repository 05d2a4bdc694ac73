//! Who opens in a stud game (10.3.1, 10.4.2, 10.6.3, 14.4.3).

use cards::Card;

use crate::ranking::{low_rank, rank, suit};
use crate::state::State;

impl State {
    fn up_cards(&self, player: usize) -> Vec<Card> {
        self.hole[player].iter().filter(|held| held.up).filter_map(|held| held.card).collect()
    }

    /// The seat with which the present stud round starts.
    pub(crate) fn stud_opener(&self) -> usize {
        let first_round = self.rounds <= 1;
        // By the book the forced bet falls to somebody who can make it (14.4.3); by the standard an all-in
        // opener is passed over to the left.
        let anybody = self.able().is_empty() || self.setup.standard || !first_round;
        let among = if anybody { self.alive() } else { self.able() };
        let key = |i: &usize| if first_round { self.door_key(*i) } else { self.showing_key(*i) };
        let mut best: Option<(Vec<i32>, usize)> = None;
        for i in &among {
            let key = key(i);
            if best.as_ref().is_none_or(|(top, _)| *top < key) {
                best = Some((key, *i));
            }
        }
        best.map_or(0, |(_, i)| i)
    }

    /// Greater opens: the lowest door card, or in razz the highest, ace low.
    fn door_key(&self, player: usize) -> Vec<i32> {
        match self.up_cards(player).first() {
            Some(card) if self.game.razz => vec![low_rank(*card), suit(*card)],
            Some(card) => vec![-rank(*card), -suit(*card)],
            None => vec![i32::MIN],
        }
    }

    /// Greater opens: the best showing hand, pairs before high cards; in razz the lowest.
    fn showing_key(&self, player: usize) -> Vec<i32> {
        let cards = self.up_cards(player);
        let of = |card: &Card| if self.game.razz { low_rank(*card) } else { rank(*card) };
        let count = |card: &Card| cards.iter().filter(|other| of(other) == of(card)).count() as i32;
        let mut sorted: Vec<(i32, i32, i32)> =
            cards.iter().map(|card| (count(card), of(card), suit(*card))).collect();
        sorted.sort();
        sorted.reverse();
        // First the shape (trips over two pair over a pair), then the ranks.
        let mut key = vec![showing_shape(&sorted)];
        key.extend(sorted.iter().map(|(_, rank, _)| *rank));
        if self.game.razz {
            key.iter_mut().for_each(|part| *part = -*part);
        }
        if !self.setup.standard {
            // Ties (J45): the suit of the top card, in razz the lower suit of the lowest card.
            let lowest = cards.iter().min_by_key(|card| (of(card), suit(**card)));
            let tie = if self.game.razz {
                lowest.map(|card| -suit(*card))
            } else {
                sorted.first().map(|(_, _, suit)| *suit)
            };
            key.push(tie.unwrap_or(0));
        }
        key
    }

    /// Somebody shows a pair on his first two up cards (10.6.7).
    pub(crate) fn pair_shows(&self) -> bool {
        let pair = |i: &usize| match self.up_cards(*i).as_slice() {
            [first, second] => rank(*first) == rank(*second),
            _ => false,
        };
        self.alive().iter().any(pair)
    }
}

/// Quads 4, trips 3, two pair 2, a pair 1, none 0, from cards with how often their rank occurs, most first.
fn showing_shape(sorted: &[(i32, i32, i32)]) -> i32 {
    let paired = sorted.iter().filter(|(count, _, _)| *count == 2).count();
    match sorted.first() {
        Some((4, _, _)) => 4,
        Some((3, _, _)) => 3,
        _ if paired == 4 => 2,
        _ if paired == 2 => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use crate::{Setup, State, Structure};

    #[test]
    fn two_pair_opens_before_a_higher_pair() {
        let setup = Setup {
            structure: Structure::NoLimit { min: 2 },
            antes: vec![1, 1],
            bring_in: Some(2),
            stacks: vec![100, 100],
            ..Setup::of("seven-card-stud")
        };
        let mut hand = State::new(&setup).expect("a hand");
        for action in ["d dh p1 2c3cKh", "d dh p2 5c6cQs", "p2 pb", "p1 cc", "d dh p1 Kc", "d dh p2 4h"] {
            hand.apply(action).expect(action);
        }
        for action in
            ["p1 cc", "p2 cc", "d dh p1 2d", "d dh p2 Qd", "p1 cc", "p2 cc", "d dh p1 Td", "d dh p2 4c"]
        {
            hand.apply(action).expect(action);
        }
        assert_eq!(hand.turn(), Some(1));
    }
}
