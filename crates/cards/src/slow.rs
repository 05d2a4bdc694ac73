//! The definition: how a floor manager ranks a hand, step by step. Everything faster must agree with it.

use crate::card::{Card, Rank};
use crate::category::Category;
use crate::evaluator::{Evaluator, assert_exactly_two, assert_rankable};
use crate::order::{Ace, Form, HandOrder};
use crate::rank::HandRank;
use crate::set::CardSet;

/// The evaluator that is meant to be read.
#[derive(Clone, Copy, Debug)]
pub struct Slow<'o> {
    order: &'o HandOrder,
}

impl HandOrder {
    /// The readable evaluator of this order.
    pub fn slow(&self) -> Slow<'_> {
        Slow { order: self }
    }
}

impl Evaluator for Slow<'_> {
    fn order(&self) -> &HandOrder {
        self.order
    }

    fn rank(&self, cards: CardSet) -> HandRank {
        self.best(cards).0
    }

    fn rank_exactly_two(&self, hole: CardSet, board: CardSet) -> HandRank {
        self.best_exactly_two(hole, board).0
    }
}

impl Slow<'_> {
    /// The best hand in these cards: its rank and the cards that make it.
    ///
    /// # Panics
    /// If the order does not rank that many cards.
    pub fn best(&self, cards: CardSet) -> (HandRank, CardSet) {
        assert_rankable(self.order, cards.len());
        match self.order.form() {
            Form::Five | Form::Three => {
                let size = self.order.form().size();
                self.best_of(cards.choose(size))
            }
            Form::Badugi => {
                let all_different = |cards: &CardSet| {
                    let suits = cards.suits().iter().filter(|&&suit| suit != 0).count();
                    let ranks = cards.ranks().count_ones() as usize;
                    suits == cards.len() && ranks == cards.len()
                };
                self.best_of((1..=4).flat_map(|size| cards.choose(size)).filter(all_different))
            }
        }
    }

    /// The best hand of exactly two hole cards and three of the board: its rank and its cards.
    ///
    /// # Panics
    /// As [`Evaluator::rank_exactly_two`] does.
    pub fn best_exactly_two(&self, hole: CardSet, board: CardSet) -> (HandRank, CardSet) {
        assert_exactly_two(self.order, hole, board);
        let threes: Vec<CardSet> = board.choose(3).collect();
        self.best_of(hole.choose(2).flat_map(|two| threes.iter().map(move |&three| two | three)))
    }

    fn best_of(&self, hands: impl Iterator<Item = CardSet>) -> (HandRank, CardSet) {
        let ranked = hands.map(|hand| (self.rank_hand(hand), hand));
        ranked.max_by_key(|&(rank, _)| rank).expect("at least one hand")
    }

    /// Ranks exactly the cards of one hand.
    pub(crate) fn rank_hand(&self, hand: CardSet) -> HandRank {
        let order = self.order;
        let cards: Vec<Card> = hand.iter().collect();
        let groups = self.groups(&cards);
        let counts: Vec<usize> = groups.iter().map(|group| group.count).collect();
        let ranks = |groups: &[Group]| groups.iter().fold(0, |bits, g| bits | order.bit(g.rank));

        let flush = order.counts(Category::Flush) && cards.iter().all(|c| c.suit() == cards[0].suit());
        let straight = if order.counts(Category::Straight) { self.straight(&groups) } else { None };

        // What the hand is, the ranks it is made of, and the ranks that play beside it.
        let (category, made_of, beside) = match (order.form(), straight, flush, &counts[..]) {
            (Form::Badugi, _, _, one_each) => {
                let category = match one_each.len() {
                    1 => Category::OneCard,
                    2 => Category::TwoCards,
                    3 => Category::ThreeCards,
                    _ => Category::FourCards,
                };
                (category, 0, ranks(&groups))
            }
            (_, Some(top), true, _) => (Category::StraightFlush, order.bit(top), 0),
            (_, Some(top), false, _) => (Category::Straight, order.bit(top), 0),
            (_, None, true, _) => (Category::Flush, 0, ranks(&groups)),
            (_, None, false, [4, ..]) => (Category::FourOfAKind, ranks(&groups[..1]), ranks(&groups[1..])),
            (_, None, false, [3, 2]) => (Category::FullHouse, ranks(&groups[..1]), ranks(&groups[1..])),
            (_, None, false, [3, ..]) => (Category::ThreeOfAKind, ranks(&groups[..1]), ranks(&groups[1..])),
            (_, None, false, [2, 2, ..]) => (Category::TwoPair, ranks(&groups[..2]), ranks(&groups[2..])),
            (_, None, false, [2, ..]) => (Category::OnePair, ranks(&groups[..1]), ranks(&groups[1..])),
            (_, None, false, _) => (Category::NoPair, 0, ranks(&groups)),
        };

        if let Some(highest) = order.rules().at_most {
            let too_high = groups.iter().any(|group| order.bit(group.rank) > order.bit(highest));
            if category != Category::NoPair || too_high {
                return HandRank::NONE;
            }
        }
        HandRank::new(order.rules().better, order.place(category), made_of, beside)
    }

    /// The ranks held and how often, most often first, then highest first.
    fn groups(&self, cards: &[Card]) -> Vec<Group> {
        let count = |rank| cards.iter().filter(|card| card.rank() == rank).count();
        let held = Rank::ALL.into_iter().map(|rank| Group { rank, count: count(rank) });
        let mut groups: Vec<Group> = held.filter(|group| group.count > 0).collect();
        groups.sort_by_key(|group| std::cmp::Reverse((group.count, self.order.bit(group.rank))));
        groups
    }

    /// The top card of a straight, if every card is in sequence.
    fn straight(&self, groups: &[Group]) -> Option<Rank> {
        let size = self.order.form().size();
        if groups.len() != size {
            return None; // some rank stands twice
        }
        let in_sequence = |steps: &[u32]| steps.windows(2).all(|pair| pair[0] == pair[1] + 1);
        let step = |rank| self.order.bit(rank).trailing_zeros();
        let steps: Vec<u32> = groups.iter().map(|group| step(group.rank)).collect();
        if in_sequence(&steps) {
            return Some(groups[0].rank);
        }
        // The small straight: the ace goes under the lowest card of the deck.
        let small = self.order.rules().ace == Ace::HighOrSmallStraight
            && groups[0].rank == Rank::Ace
            && in_sequence(&steps[1..])
            && groups[size - 1].rank == self.order.pack().lowest();
        small.then(|| groups[1].rank)
    }
}

/// Cards of one rank.
struct Group {
    rank: Rank,
    count: usize,
}
