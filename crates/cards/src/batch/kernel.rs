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

/// The ranks held at least once, twice, three times, and four times; none where no hand of the vector can hold a
/// rank so often.
#[derive(Clone, Copy)]
pub(super) struct Counts<L> {
    pub(super) one: L,
    pub(super) two: L,
    pub(super) three: Option<L>,
    pub(super) four: Option<L>,
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
            three: Some(three.or(s.and(two))),
            four: Some(three.and(s)),
        }
    }
}

/// What is held before more cards are drawn: the ranks held once at least, and so on up to four times.
#[derive(Clone, Copy)]
pub(super) struct Before<L>(pub(super) [L; 4]);

impl<L: Lanes> Before<L> {
    /// With up to three cards, any of which may be of one rank.
    #[inline(always)]
    pub(super) fn with_any(&self, one: L, two: L, three: L) -> Counts<L> {
        let Before([held_1, held_2, held_3, held_4]) = *self;
        Counts {
            one: held_1.or(one),
            two: two.or(held_1.and(one)).or(held_2),
            three: Some(three.or(held_1.and(two)).or(held_2.and(one)).or(held_3)),
            four: Some(held_1.and(three).or(held_2.and(two)).or(held_3.and(one)).or(held_4)),
        }
    }

    /// With cards of different ranks.
    #[inline(always)]
    pub(super) fn with_unpaired(&self, one: L) -> Counts<L> {
        let Before([held_1, held_2, held_3, held_4]) = *self;
        Counts {
            one: held_1.or(one),
            two: held_1.and(one).or(held_2),
            three: Some(held_2.and(one).or(held_3)),
            four: Some(held_3.and(one).or(held_4)),
        }
    }

    /// With cards of different ranks, where no rank is held twice either.
    #[inline(always)]
    pub(super) fn unpaired_with_unpaired(&self, one: L) -> Counts<L> {
        let Before([held_1, ..]) = *self;
        Counts { one: held_1.or(one), two: held_1.and(one), three: None, four: None }
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
    /// Where the ace goes when it plays low in a straight: a bit of the ranks moved up by one.
    small_ace: L,
    nothing: L,
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
            nothing: L::splat(set, 0),
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
        // Less one, nothing becomes the greatest number there is: the lesser one is what is wanted.
        let less_one = bits.add(self.minus_one);
        let fewer_less_one = bits.and(less_one).add(self.minus_one);
        fewer_less_one.lesser(less_one).add(self.one_and_up[0])
    }

    /// Leaves out the cards too many from the lowest up. A flush keeps five; the others keep one at least, and have
    /// the right number when they do.
    #[inline(always)]
    fn all_but_best_left_out<const N: usize>(&self, rest: L, flush: Option<L::Mask>) -> L {
        let mut kickers = rest;
        for dropped in 0..N - 5 {
            kickers = match flush {
                None => self.drop_lowest(kickers),
                Some(flush) => {
                    let least = self.five_and_up[dropped].or_else(flush, self.one_and_up[dropped]);
                    self.without_lowest(kickers).or_else(rest.has_more_than(least), kickers)
                }
            };
        }
        kickers
    }

    /// The same where no rank is held three times: all have as many too many as there are cards beyond five, but
    /// three pairs, which take a card more, and a flush.
    #[inline(always)]
    fn lowest_left_out<const N: usize>(&self, rest: L, flush: Option<L::Mask>, three_pairs: L::Mask) -> L {
        let one_less = self.without_lowest(rest);
        let (kickers, one_more) = match N {
            7 => (self.without_lowest(one_less), one_less),
            _ => (one_less, rest),
        };
        let kickers = one_more.or_else(three_pairs, kickers);
        let Some(flush) = flush else { return kickers };
        let cards = rest.bits();
        let kickers = match N {
            7 => one_less.or_else(L::both(flush, cards.equals(self.five_and_up[1])), kickers),
            _ => kickers,
        };
        rest.or_else(L::both(flush, cards.equals(self.five_and_up[0])), kickers)
    }

    /// Where `SIZE` ranks in a row begin, as a bit of the ranks moved up by one to make room for a low ace.
    #[inline(always)]
    fn straights_in<const SIZE: usize>(&self, ranks: L) -> L {
        let moved = ranks.add(ranks);
        // The ace's bit alone, turned into all ones if it is there.
        let ace = self.nothing.sub(ranks.shr::<12>());
        let steps = moved.or(ace.and(self.small_ace));
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

/// Whether each of these categories is worth more than the one before.
fn ascend(order: &HandOrder, categories: &[Category]) -> bool {
    categories.windows(2).all(|pair| order.place(pair[0]) < order.place(pair[1]))
}

/// High hands: the best five of `N` cards.
#[derive(Clone, Copy)]
pub(super) struct High<L, const N: usize>(pub(super) Ladder<L>);

impl<L, const N: usize> High<L, N> {
    /// Whether the steps below hold for this order: with more cards than a hand has, they look for the better
    /// category in the usual sequence. What flushes, full houses and fours are to one another does not
    /// matter: seven cards never hold two of them that could be told apart by it.
    pub(super) fn fits(order: &HandOrder) -> bool {
        use Category::{Flush, FourOfAKind, FullHouse, OnePair, Straight, ThreeOfAKind, TwoPair};
        let plain = order.rules().ace != Ace::Low
            && order.rules().at_most.is_none()
            && order.counts(Straight)
            && order.counts(Flush);
        let more_cards = order.rules().better == Better::Higher
            && ascend(order, &[OnePair, TwoPair, ThreeOfAKind, Straight, Flush])
            && ascend(order, &[Straight, FullHouse, FourOfAKind]);
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
pub(super) fn rank_five<L: Lanes>(ladder: &Ladder<L>, held: Counts<L>, flush: Option<L::Mask>) -> (L, L) {
    let begin = ladder.straights_in::<5>(held.one);
    let straight = begin.is_some();
    let more_pairs = ladder.without_lowest(held.two).is_some();

    // Each step overrules the one before.
    let mut high = held.two.add_where(more_pairs, ladder.two_pair);
    if let Some(threes) = held.three {
        let three = threes.is_some();
        high = threes.sum_where(three, ladder.three_of_a_kind, high);
        high = threes.sum_where(L::both(three, more_pairs), ladder.full_house, high);
    }
    if let Some(fours) = held.four {
        high = fours.sum_where(fours.is_some(), ladder.four_of_a_kind, high);
    }
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

    // Of three pairs the two best play. Each step overrules the one before.
    let one_pair_less = ladder.without_lowest(held.two);
    let two_pairs_less = ladder.without_lowest(one_pair_less);
    let three_pairs = two_pairs_less.is_some();
    let pairs = one_pair_less.or_else(three_pairs, held.two);
    let mut high = pairs.add_where(one_pair_less.is_some(), ladder.two_pair);
    // What plays beside the hand: any rank, but for a full house another pair.
    let mut beside = ranks;
    if let Some(threes) = held.three {
        // Of two threes the better one.
        let best_three = ladder.drop_lowest(threes);
        let three = threes.is_some();
        let mut full_house = L::both(three, held.two.xor(best_three).is_some());
        high = best_three.sum_where(three, ladder.three_of_a_kind, high);
        high = best_three.sum_where(full_house, ladder.full_house, high);
        if let Some(fours) = held.four {
            let four = fours.is_some();
            high = fours.sum_where(four, ladder.four_of_a_kind, high);
            full_house = L::both(full_house, L::not(four));
        }
        beside = held.two.or_else(full_house, ranks);
    }
    // The places of categories lie above the ranks, so taking away the upper half takes away what the hand is
    // made of.
    let made_of = flush.map_or(high, |flush| high.without_where(flush));
    let rest = beside.without(made_of);
    let kickers = match held.three {
        None => ladder.lowest_left_out::<N>(rest, flush, three_pairs),
        Some(_) => ladder.all_but_best_left_out::<N>(rest, flush),
    };

    let begin = ladder.straights_in::<5>(ranks);
    let straight = begin.is_some();
    // A longer row begins at bits side by side: the highest one has no neighbour above.
    let top = begin.last_of_row().shl::<3>();
    let kickers = kickers.without_where(straight);
    let high = top.sum_where(straight, ladder.straight, high);
    let high = ladder.with_flush(flush, straight, top, high);
    (high, kickers)
}

/// Three cards.
#[derive(Clone, Copy)]
pub(super) struct Three<L>(pub(super) Ladder<L>);

impl<L> Three<L> {
    /// Whether the steps below hold for this order.
    pub(super) fn fits(order: &HandOrder) -> bool {
        order.rules().better == Better::Higher && order.rules().ace != Ace::Low
    }
}

impl<L: Lanes> Kernel<L> for Three<L> {
    #[inline(always)]
    fn rank<const S: usize>(&self, held: Counts<L>, suits: [L; S]) -> (L, L) {
        let ladder = &self.0;
        let begin = ladder.straights_in::<3>(held.one).and(ladder.straights);
        let straight = begin.is_some();
        let mut high = held.two;
        if let Some(threes) = held.three {
            high = high.add_where(threes.is_some(), ladder.three_of_a_kind);
        }
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
        use Category::{FourOfAKind, FullHouse, OnePair, ThreeOfAKind, TwoPair};
        order.rules().better == Better::Lower
            && order.rules().ace == Ace::Low
            && order.rules().at_most.is_none()
            && !order.counts(Category::Straight)
            && !order.counts(Category::Flush)
            && ascend(order, &[OnePair, TwoPair, ThreeOfAKind, FullHouse, FourOfAKind])
    }
}

impl<L: Lanes> Kernel<L> for LowAce<L> {
    #[inline(always)]
    fn rank<const S: usize>(&self, held: Counts<L>, _: [L; S]) -> (L, L) {
        let ladder = &self.0;
        let (one, two) = (ladder.ace_low(held.one), ladder.ace_low(held.two));
        let three = ladder.ace_low(held.three.unwrap_or(ladder.nothing));

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
        let made_of = lowest_pair.or_else(has_four, two_lowest_pairs.or_else(has_three, lowest_three));
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
