//! Ranking many hands with the same few steps, without a branch or a table: the ranks held of each suit go in
//! as lanes, the upper and lower halves of rank codes come out.

use super::lanes::Lanes;
use crate::category::Category;
use crate::order::{Ace, Better, HandOrder};
use crate::set::RANK_BITS;

/// Ranks a vector of hands.
pub(super) trait Kernel<L: Lanes>: Copy {
    /// The upper and lower halves of the codes, from how often ranks are held and from the suits that could
    /// have a flush; other suits need not be given.
    fn rank<const S: usize>(&self, held: Counts<L>, suits: [L; S]) -> (L, L);
}

/// The ranks held at least once, twice, three times, and four times.
#[derive(Clone, Copy)]
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

    /// What is held together with up to three more cards.
    #[inline(always)]
    pub(super) fn with(&self, one: L, two: L, three: L) -> Counts<L> {
        Counts {
            one: self.one.or(one),
            two: two.or(self.one.and(one)).or(self.two),
            three: three.or(self.one.and(two)).or(self.two.and(one)).or(self.three),
            four: self.one.and(three).or(self.two.and(two)).or(self.three.and(one)).or(self.four),
        }
    }

    /// The same where no rank is held twice yet.
    #[inline(always)]
    pub(super) fn unpaired_with(&self, one: L, two: L, three: L) -> Counts<L> {
        Counts {
            one: self.one.or(one),
            two: two.or(self.one.and(one)),
            three: three.or(self.one.and(two)),
            four: self.one.and(three),
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
    /// One less than the cards of a suit that make a flush; more than there are where flushes do not count.
    not_suited: L,
    /// All ones where lower is better, to turn a code over.
    pub(super) turned: L,
    pub(super) minus_one: L,
    rank_bits: L,
    /// All ones where straights count.
    straights: L,
    /// Five and six, one and two: the ranks to be kept as cards are left out.
    five_and_up: [L; 2],
    one_and_up: [L; 2],
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
            not_suited: L::splat(set, if flushes { size - 1 } else { 16 }),
            turned: all_if(order.rules().better == Better::Lower),
            minus_one: L::splat(set, u16::MAX),
            rank_bits: L::splat(set, RANK_BITS),
            straights: all_if(order.counts(Category::Straight)),
            five_and_up: [5, 6].map(|ranks| L::splat(set, ranks)),
            one_and_up: [1, 2].map(|ranks| L::splat(set, ranks)),
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
        let steps = moved.add_where(ranks.and(self.ace).is_some(), self.small_ace);
        let two = steps.and(steps.shr::<1>());
        match SIZE {
            3 => two.and(steps.shr::<2>()),
            _ => two.and(two.shr::<2>()).and(steps.shr::<4>()),
        }
    }

    /// Overrules with a flush or a straight flush where there can be one.
    #[inline(always)]
    fn with_flush(&self, flush: Option<L::Mask>, straight: L::Mask, top: L, high: L) -> L {
        let Some(flush) = flush else { return high };
        let high = self.flush.or_else(flush, high);
        top.sum_where(L::both(flush, straight), self.straight_flush, high)
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
        let plain = order.rules().ace != Ace::Low
            && order.rules().at_most.is_none()
            && order.counts(Category::Straight)
            && order.counts(Category::Flush);
        let more_cards = order.rules().better == Better::Higher
            && usual.windows(2).all(|pair| above(pair[1], pair[0]))
            && above(Category::FullHouse, Category::Straight)
            && above(Category::FourOfAKind, Category::FullHouse);
        plain && (N == 5 || more_cards)
    }
}

impl<L: Lanes, const N: usize> Kernel<L> for High<L, N> {
    #[inline(always)]
    fn rank<const S: usize>(&self, held: Counts<L>, suits: [L; S]) -> (L, L) {
        if N == 5 {
            rank_five(&self.0, held, any_suited(&self.0, suits))
        } else {
            rank_more::<L, N, S>(&self.0, held, suits)
        }
    }
}

/// Another kernel's codes turned over, for orders in which lower is better. Holds all ones.
#[derive(Clone, Copy)]
pub(super) struct Turned<K, L>(pub(super) K, pub(super) L);

impl<L: Lanes, K: Kernel<L>> Kernel<L> for Turned<K, L> {
    #[inline(always)]
    fn rank<const S: usize>(&self, held: Counts<L>, suits: [L; S]) -> (L, L) {
        let (high, low) = self.0.rank(held, suits);
        (high.xor(self.1), low.xor(self.1))
    }
}

/// Hands with enough cards of one of these suits; none of them where no suit is given.
#[inline(always)]
fn any_suited<L: Lanes, const S: usize>(ladder: &Ladder<L>, suits: [L; S]) -> Option<L::Mask> {
    let suited = suits.into_iter().map(|suit| suit.has_more_than(ladder.not_suited));
    suited.reduce(L::either)
}

/// Five cards: nothing is left out, so what is not the hand itself is its kickers.
#[inline(always)]
pub(super) fn rank_five<L: Lanes>(
    ladder: &Ladder<L>,
    held: Counts<L>,
    flush: Option<L::Mask>,
) -> (L, L) {
    let begin = ladder.straights_in::<5>(held.one);
    let straight = begin.is_some();
    let more_pairs = ladder.without_lowest(held.two).is_some();
    let three = held.three.is_some();

    // Each step overrules the one before.
    let high = held.two.add_where(more_pairs, ladder.two_pair);
    let high = held.three.sum_where(three, ladder.three_of_a_kind, high);
    let high = held.three.sum_where(L::both(three, more_pairs), ladder.full_house, high);
    let high = held.four.sum_where(held.four.is_some(), ladder.four_of_a_kind, high);
    // The places of categories lie above the ranks, so this leaves the ranks beside the hand.
    let kickers = held.one.without(high).without_where(straight);
    let top = begin.shl::<3>();
    let high = top.sum_where(straight, ladder.straight, high);
    let high = ladder.with_flush(flush, straight, top, high);
    (high, kickers)
}

/// Six or seven cards.
#[inline(always)]
fn rank_more<L: Lanes, const N: usize, const S: usize>(
    ladder: &Ladder<L>,
    held: Counts<L>,
    suits: [L; S],
) -> (L, L) {
    // With a flush, only its suit matters; so a straight is looked for there, and else in all.
    let mut ranks = held.one;
    let mut flush: Option<L::Mask> = None;
    for suit in suits {
        let suited = suit.has_more_than(ladder.not_suited);
        ranks = suit.or_else(suited, ranks);
        flush = Some(flush.map_or(suited, |other| L::either(other, suited)));
    }
    let begin = ladder.straights_in::<5>(ranks);
    let straight = begin.is_some();
    // A longer row begins at bits side by side: the highest one has no neighbour above.
    let top = begin.last_of_row().shl::<3>();

    // Of three pairs the two best play; of two threes the better one.
    let one_pair_less = ladder.without_lowest(held.two);
    let two_pairs_less = ladder.without_lowest(one_pair_less);
    let pairs = one_pair_less.or_else(two_pairs_less.is_some(), held.two);
    let best_three = ladder.drop_lowest(held.three);
    let three = held.three.is_some();
    let full_house = L::both(three, held.two.xor(best_three).is_some());
    let four = held.four.is_some();

    // Each step overrules the one before.
    let high = pairs.add_where(one_pair_less.is_some(), ladder.two_pair);
    let high = best_three.sum_where(three, ladder.three_of_a_kind, high);
    let high = best_three.sum_where(full_house, ladder.full_house, high);
    let high = held.four.sum_where(four, ladder.four_of_a_kind, high);
    let high = top.sum_where(straight, ladder.straight, high);
    let high = ladder.with_flush(flush, straight, top, high);

    // What plays beside the hand: for a full house another pair, otherwise any rank. The places of
    // categories lie above the ranks, so taking away the upper half takes away what the hand is made of.
    let full_house_only = L::both(full_house, L::not(four));
    let rest = held.two.or_else(full_house_only, ranks).without(high);
    // Cards too many are left out from the lowest up. A flush keeps five; the others keep one at least, and
    // have the right number when they do.
    let mut kickers = rest;
    for dropped in 0..N - 5 {
        let fewer = ladder.without_lowest(kickers);
        let may = match flush {
            None => fewer.is_some(),
            Some(flush) => {
                let least = ladder.five_and_up[dropped].or_else(flush, ladder.one_and_up[dropped]);
                rest.has_more_than(least)
            }
        };
        kickers = fewer.or_else(may, kickers);
    }
    let kickers = kickers.without_where(straight);
    (high, kickers)
}

/// Three cards.
#[derive(Clone, Copy)]
pub(super) struct Three<L>(pub(super) Ladder<L>);

impl<L: Lanes> Kernel<L> for Three<L> {
    #[inline(always)]
    fn rank<const S: usize>(&self, held: Counts<L>, suits: [L; S]) -> (L, L) {
        let ladder = &self.0;
        let begin = ladder.straights_in::<3>(held.one).and(ladder.straights);
        let straight = begin.is_some();
        let high = held.two.add_where(held.three.is_some(), ladder.three_of_a_kind);
        let kickers = held.one.without(high).without_where(straight);
        let top = begin.shl::<1>();
        let high = top.sum_where(straight, ladder.straight, high);
        let high = ladder.with_flush(any_suited(ladder, suits), straight, top, high);
        (high, kickers)
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
    fn rank<const S: usize>(&self, held: Counts<L>, _: [L; S]) -> (L, L) {
        let ladder = &self.0;
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
        let place = place.without_where(has_four);

        let high = place.or(made_of).without_where(five);
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
    fn rank<const S: usize>(&self, held: Counts<L>, _: [L; S]) -> (L, L) {
        let ladder = &self.ladder;
        let ranks = ladder.ace_low(held.one).and(self.allowed);
        let less_2 = ladder.without_lowest(ladder.without_lowest(ranks));
        let less_4 = ladder.without_lowest(ladder.without_lowest(less_2));
        let qualifies = less_4.is_some();
        let five = ranks.xor(ladder.without_lowest(less_4));
        (ladder.turned.only(qualifies), five.xor(ladder.turned).only(qualifies))
    }
}
