//! The slow definition, the fast evaluator and the batch evaluator agree, on every instruction set.

use crate::support;

use cards::{CardSet, Evaluator, Form, HandOrder, HandRank, Pack, PackedHand, orders};
use support::{Numbered, Random, assert_agree, batches, with_one_more};

const CHUNK: usize = 4_096;

/// Calls with full buffers of hands and their ranks.
struct Buffer<'a> {
    order: &'a HandOrder,
    hands: Vec<CardSet>,
    ranks: Vec<HandRank>,
    compared: usize,
}

impl<'a> Buffer<'a> {
    fn new(order: &'a HandOrder) -> Buffer<'a> {
        Buffer { order, hands: Vec::new(), ranks: Vec::new(), compared: 0 }
    }

    fn push(&mut self, hand: CardSet, rank: HandRank) {
        self.hands.push(hand);
        self.ranks.push(rank);
        if self.hands.len() == CHUNK {
            self.flush();
        }
    }

    fn flush(&mut self) {
        assert_agree(self.order, &self.hands, &self.ranks);
        self.compared += self.hands.len();
        self.hands.clear();
        self.ranks.clear();
    }
}

/// Ranks in any order: how many, and two sums of them well mixed.
#[derive(Clone, Copy, PartialEq, Default)]
struct Digest(u64, u64, u64);

impl Digest {
    fn add(&mut self, rank: HandRank) {
        let mixed = (u64::from(rank.code()) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let again = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        self.0 += 1;
        self.1 = self.1.wrapping_add(mixed ^ (mixed >> 32));
        self.2 = self.2.wrapping_add(again ^ (again >> 31));
    }
}

/// Every single hand of the order, ranked by the slow definition, compared and kept by number.
fn compare_single_hands(order: &HandOrder) -> Vec<HandRank> {
    let pool = order.pack().cards();
    let size = order.form().size();
    let numbered = Numbered::new(pool);
    let mut ranks = vec![HandRank::NONE; numbered.count(pool.len(), size)];
    let mut buffer = Buffer::new(order);
    let slow = order.slow();
    for hand in pool.choose(size) {
        let rank = slow.rank(hand);
        ranks[numbered.number(hand)] = rank;
        buffer.push(hand, rank);
    }
    buffer.flush();
    assert_eq!(buffer.compared, ranks.len());
    ranks
}

/// Every hand of six and seven cards.
fn compare_six_and_seven(order: &HandOrder, fives: Vec<HandRank>) {
    let pool = order.pack().cards();
    let numbered = Numbered::new(pool);
    let mut sixes = vec![HandRank::NONE; numbered.count(pool.len(), 6)];
    let mut buffer = Buffer::new(order);
    let mut digests = [Digest::default(); 2];
    with_one_more(&numbered, pool, 6, &fives, |hand, rank| {
        sixes[numbered.number(hand)] = rank;
        digests[0].add(rank);
        buffer.push(hand, rank);
    });
    with_one_more(&numbered, pool, 7, &sixes, |hand, rank| {
        digests[1].add(rank);
        buffer.push(hand, rank);
    });
    buffer.flush();
    // Drawing takes other steps than ranking what is listed: the same ranks must come out, each as often.
    for (cards, digest) in [(6, digests[0]), (7, digests[1])] {
        for (set, batch) in batches(order) {
            let mut drawn = Digest::default();
            batch.each_draw(CardSet::EMPTY, pool, cards, |block| {
                block.ranks().for_each(|rank| drawn.add(rank))
            });
            assert!(drawn == digest, "{set:?}, {}: {cards} cards drawn", order.name());
        }
    }
    assert_eq!(buffer.compared, sixes.len() + numbered.count(pool.len(), 7));
}

fn compare_all(name: &str) {
    let order = orders::named(name).unwrap();
    let fives = compare_single_hands(order);
    if order.form() == Form::Five {
        compare_six_and_seven(order, fives);
    }
}

macro_rules! every_hand {
    ($($test:ident $name:literal)*) => {$(
        #[test]
        fn $test() {
            compare_all($name);
        }
    )*};
}

// Every hand of five, six and seven cards (or of three, or four).
every_hand! {
    every_hand_of_high_52 "high-52"
    every_hand_of_high_40 "high-40"
    every_hand_of_high_36 "high-36"
    every_hand_of_high_32 "high-32"
    every_hand_of_high_20 "high-20"
    every_hand_of_manila_40 "manila-40"
    every_hand_of_manila_36 "manila-36"
    every_hand_of_manila_32 "manila-32"
    every_hand_of_three_card "three-card"
    every_hand_of_chinese_front "chinese-front"
    every_hand_of_badugi "badugi"
}

// Every hand of five cards; six and seven at random below.
#[test]
fn every_five_cards_of_ace_to_five() {
    compare_single_hands(orders::ace_to_five_low());
}

#[test]
fn every_five_cards_of_eight_or_better() {
    compare_single_hands(orders::eight_or_better());
}

#[test]
fn every_five_cards_of_deuce_to_seven() {
    compare_single_hands(orders::deuce_to_seven());
}

#[test]
fn six_and_seven_cards_of_the_lows_at_random() {
    for (seed, name) in ["ace-to-five", "eight-or-better", "deuce-to-seven"].iter().enumerate() {
        let order = orders::named(name).unwrap();
        let fives: Vec<HandRank> = {
            let numbered = Numbered::new(CardSet::ALL);
            let mut fives = vec![HandRank::NONE; numbered.count(52, 5)];
            for five in CardSet::ALL.choose(5) {
                fives[numbered.number(five)] = order.slow().rank(five);
            }
            fives
        };
        let numbered = Numbered::new(CardSet::ALL);
        let mut random = Random(seed as u64);
        for cards in [6, 7] {
            let mut buffer = Buffer::new(order);
            for _ in 0..1_000_000 {
                let dealt: [_; 7] = random.cards(Pack::OF_52);
                let hand: CardSet = dealt[..cards].iter().copied().collect();
                let best = hand.choose(5).map(|five| fives[numbered.number(five)]).max().unwrap();
                buffer.push(hand, best);
            }
            buffer.flush();
            assert_eq!(buffer.compared, 1_000_000);
        }
    }
}

#[test]
fn exactly_two_of_the_hole_at_random() {
    // A million deals over all orders of five-card hands and numbers of hole cards, slow against fast and
    // batch. Each batch has hands of one kind, as games do, and then a few of mixed kinds.
    let mut random = Random(42);
    let five_card: Vec<&HandOrder> =
        orders::all().iter().filter(|order| order.form() == Form::Five).collect();
    let (mut total, per) = (0, 1_000_000 / (five_card.len() * 4 * 3) + 1);
    for order in five_card {
        for (hole_cards, board_cards) in (2..=5).flat_map(|hole| (3..=5).map(move |board| (hole, board))) {
            let deals: Vec<(CardSet, CardSet)> = (0..per)
                .map(|_| {
                    let dealt: [_; 10] = random.cards(order.pack());
                    let (hole, rest) = dealt.split_at(hole_cards);
                    (hole.iter().copied().collect(), rest[..board_cards].iter().copied().collect())
                })
                .collect();
            compare_exactly_two(order, &deals);
            total += deals.len();
        }
    }
    assert!(total >= 1_000_000);
}

#[test]
fn mixed_batches_are_ranked_too() {
    let order = orders::high_52();
    let mut random = Random(7);
    let deals: Vec<(CardSet, CardSet)> = (0..999)
        .map(|i| {
            let dealt: [_; 10] = random.cards(Pack::OF_52);
            let hole = dealt[..2 + i % 4].iter().copied().collect();
            (hole, dealt[5..8 + i % 3].iter().copied().collect())
        })
        .collect();
    compare_exactly_two(order, &deals);
    let hands: Vec<CardSet> =
        (0..999).map(|i| random.cards::<7>(Pack::OF_52)[..5 + i % 3].iter().copied().collect()).collect();
    let ranks: Vec<HandRank> = hands.iter().map(|&hand| order.slow().rank(hand)).collect();
    assert_agree(order, &hands, &ranks);
}

fn compare_exactly_two(order: &HandOrder, deals: &[(CardSet, CardSet)]) {
    let (holes, boards): (Vec<CardSet>, Vec<CardSet>) = deals.iter().copied().unzip();
    let (slow, fast) = (order.slow(), order.fast());
    let expected: Vec<HandRank> = deals
        .iter()
        .map(|&(hole, board)| {
            let rank = slow.rank_exactly_two(hole, board);
            assert!(fast.rank_exactly_two(hole, board) == rank, "{}: {hole} | {board}", order.name());
            rank
        })
        .collect();
    let mut ranks = vec![HandRank::NONE; deals.len()];
    for (set, batch) in batches(order) {
        batch.rank_all_exactly_two(&holes, &boards, &mut ranks);
        for i in 0..deals.len() {
            assert!(ranks[i] == expected[i], "{set:?}, {}: {:?}", order.name(), deals[i]);
        }
    }
}

#[test]
fn cards_packed_by_id_and_as_sets_rank_alike() {
    let mut random = Random(3);
    for order in orders::all() {
        let most = *order.form().from().end();
        let deals: Vec<[_; 7]> = (0..10_000).map(|_| random.cards(order.pack())).collect();
        let packed: Vec<PackedHand> =
            deals.iter().map(|deal| PackedHand::new(&deal[..most]).unwrap()).collect();
        let expected: Vec<HandRank> =
            deals.iter().map(|deal| order.fast().rank(deal[..most].iter().copied().collect())).collect();
        let mut ranks = vec![HandRank::NONE; deals.len()];
        for (set, batch) in batches(order) {
            batch.rank_all_packed(&packed, &mut ranks);
            assert!(ranks == expected, "{set:?}, {}", order.name());
        }
        let fast = order.fast();
        for deal in &deals {
            let [a, b, c, d, e, f, g] = deal.map(|card| card.id());
            let set = |count: usize| deal[..count].iter().copied().collect::<CardSet>();
            let by_id = match order.form() {
                Form::Three => vec![(3, fast.rank_ids(&[a, b, c]))],
                Form::Badugi => vec![(4, fast.rank_ids(&[a, b, c, d]))],
                Form::Five => vec![
                    (5, fast.rank_ids(&[a, b, c, d, e])),
                    (6, fast.rank_ids(&[a, b, c, d, e, f])),
                    (7, fast.rank_ids(&[a, b, c, d, e, f, g])),
                ],
            };
            for (count, rank) in by_id {
                assert!(rank == fast.rank(set(count)), "{}: {deal:?}, {count}", order.name());
            }
        }
    }
}

#[test]
fn drawing_ranks_the_same_hands_as_listing() {
    // Every order, from nothing held and from some cards held, on every instruction set.
    let mut random = Random(11);
    for order in orders::all() {
        let dealt: [_; 16] = random.cards(order.pack());
        for cards in order.form().from() {
            for held in 0..cards {
                let (held, pool) = dealt.split_at(held);
                let held: CardSet = held.iter().copied().collect();
                let pool: CardSet = pool.iter().copied().collect();
                let draw = cards - held.len();
                let mut expected: Vec<HandRank> =
                    pool.choose(draw).map(|drawn| order.fast().rank(held | drawn)).collect();
                expected.sort_unstable();
                for (set, batch) in batches(order) {
                    let mut found = Vec::new();
                    batch.each_draw(held, pool, draw, |block| {
                        found.extend(block.ranks());
                        assert!(block.high()[block.live()..].iter().all(|&half| half == 0));
                        assert!(block.low()[block.live()..].iter().all(|&half| half == 0));
                    });
                    found.sort_unstable();
                    assert!(found == expected, "{set:?}, {}, {held} + {draw}", order.name());
                }
            }
        }
    }
}
