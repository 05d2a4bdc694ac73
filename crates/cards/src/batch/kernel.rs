//! Ranking many hands with the same few steps, without a branch or a table: the ranks held of each suit go in
//! as lanes, the upper and lower halves of rank codes come out.

use super::lanes::Lanes;
use crate::category::Category;
use crate::order::{Ace, Better, HandOrder};
use crate::set::RANK_BITS;

/// Ranks a vector of hands.
pub(super) trait Kernel<L: Lanes>: Copy {
    /// The upper and lower halves of the codes, from the ranks held in each suit.
    fn rank(&self, suits: [L; 4]) -> (L, L);
}

/// The ranks held at least once, twice, three times, and four times.
pub(super) struct Counts<L> {
    pub(super) one: L,
    pub(super) two: L,
    pub(super) three: L,
    pub(super) four: L,
}

impl<L: Lanes> Counts<L> {
    #[inline(always)]
    pub(super) fn of([c, d, h, s]: [L; 4]) -> Counts<L> {
        let one = c.or(d).or(h);
        let two = c.and(d).or(h.and(c.or(d)));
        let three = c.and(d).and(h);
        Counts {
            one: one.or(s),
            two: two.or(s.and(one)),
            three: three.or(s.and(two)),
            four: three.and(s),
        }
    }
}

/// What the kernels know of an order: where each category stands, and how an ace plays.
#[derive(Clone, Copy)]
pub(super) struct Ladder<L> {
    two_pair: L,
    three_of_a_kind: L,
    straight: L,
    flush: L,
    full_house: L,
    four_of_a_kind: L,
    straight_flush: L,
    /// The ace, and where it goes when it plays low in a straight: a bit of the ranks moved up by one.
    ace: L,
    small_ace: L,
    /// All ones where straights count.
    straights: L,
    /// One less than the cards of a suit that make a flush; more than there are where flushes do not count.
    not_suited: L,
    /// All ones where lower is better, to turn a code over.
    pub(super) turned: L,
    pub(super) minus_one: L,
    rank_bits: L,
    five: L,
    six: L,
}

impl<L: Lanes> Ladder<L> {
    #[inline(always)]
    pub(super) fn new(set: L::Set, order: &HandOrder) -> Ladder<L> {
        let place = |category| L::splat(set, u16::from(order.place(category)) << 13);
        let size = order.form().size() as u16;
        let small_ace = match order.rules().ace {
            Ace::HighOrSmallStraight => 1 << order.pack().lowest().index(),
            Ace::High | Ace::Low => 0,
        };
        let all_if = |yes: bool| L::splat(set, if yes { u16::MAX } else { 0 });
        let flushes = order.counts(Category::Flush);
        Ladder {
            two_pair: place(Category::TwoPair),
            three_of_a_kind: place(Category::ThreeOfAKind),
            straight: place(Category::Straight),
            flush: place(Category::Flush),
            full_house: place(Category::FullHouse),
            four_of_a_kind: place(Category::FourOfAKind),
            straight_flush: place(Category::StraightFlush),
            ace: L::splat(set, 1 << 12),
            small_ace: L::splat(set, small_ace),
            straights: all_if(order.counts(Category::Straight)),
            not_suited: L::splat(set, if flushes { size - 1 } else { 16 }),
            turned: all_if(order.rules().better == Better::Lower),
            minus_one: L::splat(set, u16::MAX),
            rank_bits: L::splat(set, RANK_BITS),
            five: L::splat(set, 5),
            six: L::splat(set, 6),
        }
    }

    #[inline(always)]
    fn without_lowest(&self, bits: L) -> L {
        bits.and(bits.add(self.minus_one))
    }

    /// Takes the lowest bit away, unless it is the only one.
    #[inline(always)]
    fn drop_lowest(&self, bits: L) -> L {
        let fewer = self.without_lowest(bits);
        fewer.or_else(fewer.is_some(), bits)
    }

    /// Where `SIZE` ranks in a row begin, as a bit of the ranks moved up by one to make room for a low ace.
    #[inline(always)]
    fn straights_in<const SIZE: usize>(&self, ranks: L) -> L {
        let moved = ranks.add(ranks);
        let steps = moved.or(self.small_ace.only(ranks.and(self.ace).is_some()));
        let two = steps.and(steps.shr::<1>());
        let row = match SIZE {
            3 => two.and(steps.shr::<2>()),
            _ => two.and(two.shr::<2>()).and(steps.shr::<4>()),
        };
        row.and(self.straights)
    }

    /// The ranks with the ace as the lowest bit.
    #[inline(always)]
    pub(super) fn ace_low(&self, ranks: L) -> L {
        ranks.add(ranks).or(ranks.shr::<12>()).and(self.rank_bits)
    }
}

/// High hands: the best five of `N` cards.
#[derive(Clone, Copy)]
pub(super) struct High<L, const N: usize>(pub(super) Ladder<L>);

impl<L, const N: usize> High<L, N> {
    /// Whether the steps below hold for this order: with more cards than a hand has, they look for the better
    /// category in the usual sequence. What flushes, full houses and fours are to one another does not
    /// matter: seven cards never hold two of them that could be told apart by it.
    pub(super) fn fits(order: &HandOrder) -> bool {
        let above = |a, b| order.place(a) > order.place(b);
        let usual = [
            Category::OnePair,
            Category::TwoPair,
            Category::ThreeOfAKind,
            Category::Straight,
            Category::Flush,
        ];
        let in_sequence = usual.windows(2).all(|pair| above(pair[1], pair[0]));
        let plain = order.rules().ace != Ace::Low && order.rules().at_most.is_none();
        let more_cards = order.rules().better == Better::Higher
            && order.counts(Category::Flush)
            && in_sequence
            && above(Category::FullHouse, Category::Straight)
            && above(Category::FourOfAKind, Category::FullHouse);
        plain && (N == 5 || more_cards)
    }
}

impl<L: Lanes> Kernel<L> for High<L, 5> {
    #[inline(always)]
    fn rank(&self, suits: [L; 4]) -> (L, L) {
        let [c, d, h, s] = suits;
        let suited = |held: L| held.has_more_than(self.0.not_suited);
        let flush = L::either(L::either(suited(c), suited(d)), L::either(suited(h), suited(s)));
        rank_five(&self.0, Counts::of(suits), flush)
    }
}

/// Five cards: nothing is left out, so what is not the hand itself is its kickers.
#[inline(always)]
pub(super) fn rank_five<L: Lanes>(ladder: &Ladder<L>, held: Counts<L>, flush: L::Mask) -> (L, L) {
    let begin = ladder.straights_in::<5>(held.one);
    let straight = begin.is_some();
    let more_pairs = ladder.without_lowest(held.two).is_some();
    let three = held.three.is_some();

    // Three and four of a kind are made of the rank held three times, all else of the ranks held twice.
    let made_of = held.three.or_else(three, held.two);
    let kickers = held.one.without(made_of).without(ladder.minus_one.only(straight));
    let made_of = begin.shl::<3>().or_else(straight, made_of);

    let place = ladder.two_pair.only(more_pairs);
    let with_three = ladder.full_house.or_else(more_pairs, ladder.three_of_a_kind);
    let place = with_three.or_else(three, place);
    let place = ladder.four_of_a_kind.or_else(held.four.is_some(), place);
    let place = ladder.straight.or_else(straight, place);
    let place = ladder.flush.or_else(flush, place);
    let place = ladder.straight_flush.or_else(L::both(flush, straight), place);
    (place.or(made_of).xor(ladder.turned), kickers.xor(ladder.turned))
}

macro_rules! high_of_more {
    ($cards:literal) => {
        impl<L: Lanes> Kernel<L> for High<L, $cards> {
            #[inline(always)]
            fn rank(&self, suits: [L; 4]) -> (L, L) {
                rank_more::<L, $cards>(&self.0, suits)
            }
        }
    };
}
high_of_more!(6);
high_of_more!(7);

/// Six or seven cards.
#[inline(always)]
fn rank_more<L: Lanes, const N: usize>(ladder: &Ladder<L>, suits: [L; 4]) -> (L, L) {
    let held = Counts::of(suits);

    // With a flush, only its suit matters; so a straight is looked for there, and else in all.
    let [c, d, h, s] = suits;
    let suited = |held: L| held.has_more_than(ladder.not_suited);
    let (in_c, in_d, in_h, in_s) = (suited(c), suited(d), suited(h), suited(s));
    let flush = L::either(L::either(in_c, in_d), L::either(in_h, in_s));
    let ranks = c.or_else(in_c, d.or_else(in_d, h.or_else(in_h, s.or_else(in_s, held.one))));
    let begin = ladder.straights_in::<5>(ranks);
    let straight = begin.is_some();
    // A longer row begins at bits side by side: the highest one has no neighbour above.
    let top = begin.without(begin.shr::<1>()).shl::<3>();

    // Of three pairs the two best play; of two threes the better one.
    let one_pair_less = ladder.without_lowest(held.two);
    let pairs = one_pair_less.or_else(ladder.without_lowest(one_pair_less).is_some(), held.two);
    let best_three = ladder.drop_lowest(held.three);
    let three = held.three.is_some();
    let pair_beside = held.two.without(best_three);
    let full_house = L::both(three, pair_beside.is_some());
    let four = held.four.is_some();

    let made_of = best_three.or_else(three, pairs);
    let made_of = held.four.or_else(four, made_of);
    let not_flush = made_of.without(ladder.minus_one.only(flush));
    let made_of = top.or_else(straight, not_flush);

    // What plays beside the hand: for a full house the best pair, for fours (which may hold a full house's
    // cards) and all else the best of the rest.
    let rest = ranks.without(not_flush);
    let rest = pair_beside.or_else(full_house, rest);
    let rest = ranks.without(held.four).or_else(four, rest);
    let mut kickers = rest;
    for dropped in 0..N - 5 {
        let fewer = ladder.without_lowest(kickers);
        // A flush keeps five; the others keep one at least, and have the right number when they do.
        let enough = match (N, dropped) {
            (7, 1) => rest.has_more_than(ladder.six),
            _ => rest.has_more_than(ladder.five),
        };
        let may = fewer.is_some();
        let flush_may = L::both(may, enough);
        kickers = fewer
            .or_else(flush_may, kickers)
            .or_else(flush, fewer.or_else(may, kickers));
    }
    let kickers = kickers.without(ladder.minus_one.only(straight));

    let place = ladder.two_pair.only(one_pair_less.is_some());
    let place = ladder.three_of_a_kind.or_else(three, place);
    let place = ladder.full_house.or_else(full_house, place);
    let place = ladder.four_of_a_kind.or_else(four, place);
    let place = ladder.straight.or_else(straight, place);
    let place = ladder.flush.or_else(flush, place);
    let place = ladder.straight_flush.or_else(L::both(flush, straight), place);
    (place.or(made_of).xor(ladder.turned), kickers.xor(ladder.turned))
}

/// Three cards.
#[derive(Clone, Copy)]
pub(super) struct Three<L>(pub(super) Ladder<L>);

impl<L: Lanes> Kernel<L> for Three<L> {
    #[inline(always)]
    fn rank(&self, suits: [L; 4]) -> (L, L) {
        let ladder = &self.0;
        let held = Counts::of(suits);
        let [c, d, h, s] = suits;
        let suited = |held: L| held.has_more_than(ladder.not_suited);
        let flush = L::either(L::either(suited(c), suited(d)), L::either(suited(h), suited(s)));
        let begin = ladder.straights_in::<3>(held.one);
        let straight = begin.is_some();
        let three = held.three.is_some();

        let kickers = held.one.without(held.two).without(ladder.minus_one.only(straight));
        let made_of = begin.shl::<1>().or_else(straight, held.two);
        let place = ladder.three_of_a_kind.only(three);
        let place = ladder.straight.or_else(straight, place);
        let place = ladder.flush.or_else(flush, place);
        let place = ladder.straight_flush.or_else(L::both(flush, straight), place);
        (place.or(made_of).xor(ladder.turned), kickers.xor(ladder.turned))
    }
}

/// Low hands with the ace a one, in which only cards of one rank count: the best five of five to seven cards.
#[derive(Clone, Copy)]
pub(super) struct LowAce<L>(pub(super) Ladder<L>);

impl<L> LowAce<L> {
    /// Whether the steps below hold for this order.
    pub(super) fn fits(order: &HandOrder) -> bool {
        let above = |a, b| order.place(a) > order.place(b);
        let usual = [
            Category::OnePair,
            Category::TwoPair,
            Category::ThreeOfAKind,
            Category::FullHouse,
            Category::FourOfAKind,
        ];
        order.rules().better == Better::Lower
            && order.rules().ace == Ace::Low
            && order.rules().at_most.is_none()
            && !order.counts(Category::Straight)
            && !order.counts(Category::Flush)
            && usual.windows(2).all(|pair| above(pair[1], pair[0]))
    }
}

impl<L: Lanes> Kernel<L> for LowAce<L> {
    #[inline(always)]
    fn rank(&self, suits: [L; 4]) -> (L, L) {
        let ladder = &self.0;
        let held = Counts::of(suits);
        let (one, two) = (ladder.ace_low(held.one), ladder.ace_low(held.two));
        let three = ladder.ace_low(held.three);

        // The more different ranks, the lower the hand: five, and the lowest five of them play.
        let less_1 = ladder.without_lowest(one);
        let less_2 = ladder.without_lowest(less_1);
        let less_3 = ladder.without_lowest(less_2);
        let less_4 = ladder.without_lowest(less_3);
        let less_5 = ladder.without_lowest(less_4);
        let five = less_4.is_some();
        let no_pair = one.xor(less_5);

        // Four: the lowest rank held twice makes a pair, and the others play beside it. Three: the two lowest
        // held twice make two pair, or the only one three of a kind. Two: the lower one held three times makes
        // a full house with the other, or the only one held twice four of a kind.
        let pairs_less_1 = ladder.without_lowest(two);
        let lowest_pair = two.xor(pairs_less_1);
        let two_lowest_pairs = two.xor(ladder.without_lowest(pairs_less_1));
        let lowest_three = three.xor(ladder.without_lowest(three));
        let more_pairs = pairs_less_1.is_some();
        let has_three = less_2.is_some();
        let has_four = less_3.is_some();
        let two_ranks = lowest_three;
        let made_of = lowest_pair.or_else(has_four, two_lowest_pairs.or_else(has_three, two_ranks));
        let with_three = ladder.two_pair.or_else(more_pairs, ladder.three_of_a_kind);
        let with_two = ladder.full_house.or_else(more_pairs, ladder.four_of_a_kind);
        let place = with_three.or_else(has_three, with_two);
        let place = place.without(ladder.minus_one.only(has_four));

        let high = place.or(made_of).without(ladder.minus_one.only(five));
        let low = no_pair.or_else(five, one.without(made_of));
        (high.xor(ladder.turned), low.xor(ladder.turned))
    }
}

/// Low hands that must qualify: five different ranks up to a highest one, the ace a one.
#[derive(Clone, Copy)]
pub(super) struct Qualified<L> {
    pub(super) ladder: Ladder<L>,
    pub(super) allowed: L,
    pub(super) four: L,
}

impl<L: Lanes> Qualified<L> {
    #[inline(always)]
    pub(super) fn new(set: L::Set, order: &HandOrder) -> Qualified<L> {
        let highest = order.rules().at_most.map_or(RANK_BITS, |rank| order.bit(rank));
        let allowed = L::splat(set, highest | (highest - 1));
        Qualified { ladder: Ladder::new(set, order), allowed, four: L::splat(set, 4) }
    }

    pub(super) fn fits(order: &HandOrder) -> bool {
        order.rules().better == Better::Lower
            && order.rules().ace == Ace::Low
            && order.rules().at_most.is_some()
            && !order.counts(Category::Straight)
            && !order.counts(Category::Flush)
    }
}

impl<L: Lanes> Kernel<L> for Qualified<L> {
    #[inline(always)]
    fn rank(&self, [c, d, h, s]: [L; 4]) -> (L, L) {
        let ladder = &self.ladder;
        let ranks = ladder.ace_low(c.or(d).or(h).or(s)).and(self.allowed);
        let less_2 = ladder.without_lowest(ladder.without_lowest(ranks));
        let less_4 = ladder.without_lowest(ladder.without_lowest(less_2));
        let qualifies = less_4.is_some();
        let five = ranks.xor(ladder.without_lowest(less_4));
        (ladder.turned.only(qualifies), five.xor(ladder.turned).only(qualifies))
    }
}
