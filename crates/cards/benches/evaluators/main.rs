//! Us and the other evaluators written in Rust, on the same hands in one process.
//!
//! `cargo bench -p cardroom-cards` takes about a minute; `cargo bench -p cardroom-cards -- --short` a few seconds. Each contender
//! gets its hands in the form that it likes best, made ready beforehand, and what it says of each hand is used. A figure is the
//! best of several rounds in which the contenders take turns, one thread, in nanoseconds a hand.

mod peers;
mod race;

use cards::{
    Batch, Block, Card, CardId, CardSet, Evaluator, HandOrder, HandRank, InstructionSet, Pack, orders,
};
use peers::{
    Dealt, add_aya, add_pokers, add_rs_poker, aya_hand, each_five, each_seven, poker_cards, pokers_hand,
    rs_poker_card, rs_poker_hand, rs_poker_score, rs_poker_set,
};
use race::{Size, ours, peer, race};
use std::hint::black_box;
use std::time::Instant;

fn main() {
    let short = std::env::args().any(|argument| argument == "--short");
    let size = if short { Size { rounds: 3, small: true } } else { Size { rounds: 7, small: false } };
    println!("Instructions used by the batch evaluator: {:?}\n", cards::InstructionSet::available()[0]);
    preparation();
    println!("| hands | contender | ns a hand | the fastest peer takes |");
    println!("|---|---|--:|--:|");
    let dealt = Dealt::new(1 << 16);
    check_same_order(&dealt);
    seven_cards_enumerated(&size);
    seven_cards_counted(&size);
    seven_cards_at_random(&size, &dealt);
    seven_cards_from_ids(&size, &dealt);
    five_cards_enumerated(&size);
    omaha_at_random(&size, &dealt);
    eight_or_better(&size, &dealt);
    razz(&size, &dealt);
    deuce_to_seven(&size);
    short_deck(&size);
    three_cards(&size);
    badugi(&size, &dealt);
}

/// What is worked out once, before the first hand: the tables of an order, and a list of ways to draw.
fn preparation() {
    let best = |mut work: Box<dyn FnMut()>| {
        let times = (0..20).map(|_| {
            let start = Instant::now();
            work();
            start.elapsed()
        });
        times.min().unwrap_or_default().as_micros()
    };
    let tables = best(Box::new(|| {
        let order = HandOrder::new(orders::high_52().rules().clone()).expect("a known order");
        black_box(order.rank(CardSet::ALL.choose(7).next().unwrap_or_default()));
    }));
    println!("Tables of one order: {tables} µs");
    // One card short of a pack: the lists of whole packs are kept.
    let pool = CardSet::ALL.choose(51).next().unwrap_or_default();
    let draws = best(Box::new(move || {
        black_box(orders::three_card().batch().count_categories(CardSet::EMPTY, pool, 3));
    }));
    println!("All ways to draw three of 51 cards, listed and counted: {draws} µs\n");
}

/// All must say the same of any two hands, or the race means nothing.
fn check_same_order(dealt: &Dealt) {
    let fast = orders::high_52().fast();
    let low = orders::ace_to_five_low().fast();
    for i in 1..dealt.len() {
        let us = fast.rank(dealt.sets[i - 1]).cmp(&fast.rank(dealt.sets[i]));
        assert_eq!(us, dealt.pokers[i - 1].evaluate().cmp(&dealt.pokers[i].evaluate()));
        assert_eq!(us, dealt.accumulated[i - 1].rank().cmp(&dealt.accumulated[i].rank()));
        let aya = |i: usize| aya_poker::poker_rank(&dealt.aya[i]);
        assert_eq!(us, aya(i - 1).cmp(&aya(i)));
        let us = low.rank(dealt.sets[i - 1]).cmp(&low.rank(dealt.sets[i]));
        let aya = |i: usize| aya_poker::ace_five_rank(&dealt.aya[i]);
        assert_eq!(us, aya(i - 1).cmp(&aya(i)));
    }
}

/// Checks that drawing ranks so many hands, none left out.
fn check_draws(order: &HandOrder, pool: CardSet, cards: usize, hands: usize) {
    let mut found = 0;
    order.batch().each_draw(CardSet::EMPTY, pool, cards, |block| found += block.live());
    assert_eq!(found, hands);
}

/// A sum for each lane. Aligned as blocks are: halves of it would otherwise lie in two lines of memory.
#[repr(align(64))]
struct Sums([u16; Block::LEN]);

/// Adds up all ranks of a draw: every lane of every block is used.
fn sum_of_draws(batch: Batch<'_>, pool: CardSet, cards: usize) -> u64 {
    let (mut high, mut low) = (Sums([0; Block::LEN]), Sums([0; Block::LEN]));
    batch.each_draw(CardSet::EMPTY, pool, cards, |block| {
        for i in 0..Block::LEN {
            high.0[i] = high.0[i].wrapping_add(block.high()[i]);
            low.0[i] = low.0[i].wrapping_add(block.low()[i]);
        }
    });
    high.0.iter().chain(&low.0).map(|&lane| u64::from(lane)).sum()
}

fn seven_cards_enumerated(size: &Size) {
    // All of the 52; in a short run the hands of 34 cards.
    let cards = if size.small { 34 } else { 52 };
    let pool: CardSet = (0..cards).map(|id| CardId::new(id as u8).unwrap().card()).collect();
    let hands = (0..7).fold(1, |hands, i| hands * (cards - i) / (i + 1));
    let rs_cards: Vec<rs_poker::core::Card> = (0..52).map(rs_poker_card).collect();
    check_draws(orders::high_52(), pool, 7, hands);
    race(
        size,
        "7 cards, all in turn",
        hands,
        vec![
            ours("cards, batch", || sum_of_draws(orders::high_52().batch(), pool, 7)),
            ours("cards, batch with AVX2", || {
                sum_of_draws(orders::high_52().batch_with(InstructionSet::Avx2), pool, 7)
            }),
            ours("cards, batch in plain Rust", || {
                sum_of_draws(orders::high_52().batch_with(InstructionSet::Plain), pool, 7)
            }),
            peer("pokers 0.10", || {
                let mut sum = 0;
                each_seven(cards, pokers::Hand::default(), add_pokers, |hand| {
                    sum += u64::from(hand.evaluate());
                });
                sum
            }),
            peer("rs_poker 5.0.0", || {
                let mut sum = 0;
                each_seven(cards, rs_poker::core::SevenCardAccum::new(), add_rs_poker(&rs_cards), |hand| {
                    sum += rs_poker_score(&hand);
                });
                sum
            }),
            peer("aya_poker 0.1", || {
                let mut sum = 0;
                each_seven(cards, aya_poker::base::Hand::new(), add_aya, |hand| {
                    sum += u64::from(aya_poker::poker_rank(&hand).0);
                });
                sum
            }),
        ],
    );
}

/// The natural use of all hands: how many there are of each category.
fn seven_cards_counted(size: &Size) {
    let cards = if size.small { 34 } else { 52 };
    let pool: CardSet = (0..cards).map(|id| CardId::new(id as u8).unwrap().card()).collect();
    let hands = (0..7).fold(1, |hands, i| hands * (cards - i) / (i + 1));
    let rs_cards: Vec<rs_poker::core::Card> = (0..52).map(rs_poker_card).collect();
    let total = |counts: [u64; 16]| counts.iter().enumerate().map(|(i, &count)| i as u64 * count).sum();
    race(
        size,
        "7 cards, all in turn, categories counted",
        hands,
        vec![
            ours("cards, batch", || {
                let counts = orders::high_52().batch().count_categories(CardSet::EMPTY, pool, 7);
                counts.iter().zip(1..).map(|(&(_, count), i)| i * count).sum()
            }),
            peer("pokers 0.10", || {
                let mut counts = [0; 16];
                each_seven(cards, pokers::Hand::default(), add_pokers, |hand| {
                    counts[usize::from(hand.evaluate() >> 12)] += 1;
                });
                total(counts)
            }),
            peer("rs_poker 5.0.0", || {
                let mut counts = [0; 16];
                let empty = rs_poker::core::SevenCardAccum::new();
                each_seven(cards, empty, add_rs_poker(&rs_cards), |hand| {
                    counts[hand.rank().category() as usize & 15] += 1;
                });
                total(counts)
            }),
            peer("aya_poker 0.1", || {
                let mut counts = [0; 16];
                each_seven(cards, aya_poker::base::Hand::new(), add_aya, |hand| {
                    counts[aya_poker::poker_rank(&hand).rank_category() as usize & 15] += 1;
                });
                total(counts)
            }),
        ],
    );
}

/// Ranks all of ours into a buffer and uses it.
fn sum_of_ranks(ranks: &[HandRank]) -> u64 {
    ranks.iter().fold(0u32, |sum, rank| sum.wrapping_add(rank.code())).into()
}

fn seven_cards_at_random(size: &Size, dealt: &Dealt) {
    use rs_poker::core::Rankable;
    let order = orders::high_52();
    let mut ranks = vec![HandRank::NONE; dealt.len()];
    let fast = order.fast();
    let poker = poker::Evaluator::new();
    let few: Vec<Vec<poker::Card>> =
        dealt.cards[..2_000].iter().map(|deal| poker_cards(&deal[..7])).collect();
    race(
        size,
        "7 cards, random, made ready",
        dealt.len(),
        vec![
            ours("cards, batch", || {
                order.batch().rank_all(&dealt.sets, &mut ranks);
                sum_of_ranks(&ranks)
            }),
            ours("cards, fast", || dealt.sets.iter().map(|&set| u64::from(fast.rank(set).code())).sum()),
            peer("pokers 0.10", || dealt.pokers.iter().map(|hand| u64::from(hand.evaluate())).sum()),
            peer("rs_poker 5.0.0", || dealt.accumulated.iter().map(rs_poker_score).sum()),
            peer("aya_poker 0.1", || {
                dealt.aya.iter().map(|hand| u64::from(aya_poker::poker_rank(hand).0)).sum()
            }),
        ],
    );
    // Their masks number the cards as their ids do.
    let masks: Vec<u64> =
        dealt.bytes.iter().map(|ids| ids.iter().fold(0, |mask, &id| mask | 1 << id)).collect();
    let bit_sets: Vec<rs_poker::core::CardBitSet> =
        dealt.cards.iter().map(|deal| rs_poker_set(&deal[..7])).collect();
    race(
        size,
        "7 cards, random, from a mask",
        dealt.len(),
        vec![
            ours("cards, batch", || {
                order.batch().rank_all(&dealt.sets, &mut ranks);
                sum_of_ranks(&ranks)
            }),
            ours("cards, fast", || dealt.sets.iter().map(|&set| u64::from(fast.rank(set).code())).sum()),
            peer("pokers 0.10", || {
                masks.iter().map(|&mask| u64::from(pokers::Hand::from_bit_mask(mask).evaluate())).sum()
            }),
            peer("rs_poker 5.0.0", || bit_sets.iter().map(|set| u64::from(set.rank().value_bits())).sum()),
        ],
    );
    race(
        size,
        "7 cards, random, as a list of cards",
        few.len(),
        vec![peer("poker 0.7", || {
            few.iter().filter(|cards| poker.evaluate_five(cards.as_slice()).is_ok()).count() as u64
        })],
    );
}

fn seven_cards_from_ids(size: &Size, dealt: &Dealt) {
    let order = orders::high_52();
    let fast = order.fast();
    let mut ranks = vec![HandRank::NONE; dealt.len()];
    race(
        size,
        "7 cards, random, from seven ids",
        dealt.len(),
        vec![
            ours("cards, fast, one by one", || {
                dealt.ids.iter().map(|ids| u64::from(fast.rank_ids(ids).code())).sum()
            }),
            ours("cards, batch, packed", || {
                order.batch().rank_all_packed(&dealt.packed, &mut ranks);
                sum_of_ranks(&ranks)
            }),
            peer("pokers 0.10", || {
                dealt.bytes.iter().map(|ids| u64::from(pokers_hand(ids).evaluate())).sum()
            }),
            peer("rs_poker 5.0.0", || {
                dealt.rs_poker.iter().map(|cards| rs_poker_score(&rs_poker_hand(cards))).sum()
            }),
            peer("aya_poker 0.1", || {
                dealt.bytes.iter().map(|ids| u64::from(aya_poker::poker_rank(&aya_hand(ids)).0)).sum()
            }),
        ],
    );
}

fn five_cards_enumerated(size: &Size) {
    let hands = 2_598_960;
    let poker = poker::Evaluator::new();
    let deck: Vec<poker::Card> = poker_cards(&Pack::OF_52.cards().iter().collect::<Vec<_>>());
    let rs_cards: Vec<rs_poker::core::Card> = (0..52).map(rs_poker_card).collect();
    check_draws(orders::high_52(), CardSet::ALL, 5, hands);
    race(
        size,
        "5 cards, all in turn",
        hands,
        vec![
            ours("cards, batch", || sum_of_draws(orders::high_52().batch(), CardSet::ALL, 5)),
            peer("pokers 0.10", || {
                let mut sum = 0;
                each_five(52, pokers::Hand::default(), add_pokers, |hand| {
                    sum += u64::from(hand.evaluate());
                });
                sum
            }),
            peer("rs_poker 5.0.0", || {
                let mut sum = 0;
                each_five(52, rs_poker::core::SevenCardAccum::new(), add_rs_poker(&rs_cards), |hand| {
                    sum += rs_poker_score(&hand);
                });
                sum
            }),
            peer("aya_poker 0.1", || {
                let mut sum = 0;
                each_five(52, aya_poker::base::Hand::new(), add_aya, |hand| {
                    sum += u64::from(aya_poker::poker_rank(&hand).0);
                });
                sum
            }),
            peer("poker 0.7", || {
                let mut best = poker::Eval::<poker::FiveCard>::WORST;
                each_five(
                    52,
                    ([deck[0]; 5], 0),
                    |(mut hand, held), id| {
                        hand[held] = deck[id];
                        (hand, held + 1)
                    },
                    |(hand, _)| {
                        if let Ok(rank) = poker.evaluate_five(hand) {
                            best = best.max(rank);
                        }
                    },
                );
                u64::from(best.is_royal_flush())
            }),
        ],
    );
}

fn omaha_at_random(size: &Size, dealt: &Dealt) {
    use rs_poker::core::Rankable;
    let hands = &dealt.cards[..1 << 13];
    let order = orders::high_52();
    let set = |cards: &[Card]| -> CardSet { cards.iter().copied().collect() };
    let holes: Vec<CardSet> = hands.iter().map(|deal| set(&deal[..4])).collect();
    let boards: Vec<CardSet> = hands.iter().map(|deal| set(&deal[4..])).collect();
    let ids = |cards: &[Card]| -> Vec<u8> { cards.iter().map(|card| card.id().number() as u8).collect() };
    let aya: Vec<_> =
        hands.iter().map(|deal| (aya_hand(&ids(&deal[..4])), aya_hand(&ids(&deal[4..])))).collect();
    let rs: Vec<_> = hands
        .iter()
        .map(|deal| {
            rs_poker::omaha::OmahaHand::new(rs_poker_set(&deal[..4]), rs_poker_set(&deal[4..])).unwrap()
        })
        .collect();
    let fast = order.fast();
    for i in 1..hands.len() {
        let us = |i: usize| fast.rank_exactly_two(holes[i], boards[i]);
        let them = |i: usize| aya_poker::omaha_rank(&aya[i].0, &aya[i].1);
        assert_eq!(us(i - 1).cmp(&us(i)), them(i - 1).cmp(&them(i)));
    }
    let mut ranks = vec![HandRank::NONE; hands.len()];
    race(
        size,
        "Omaha, 4 + 5 cards, random",
        hands.len(),
        vec![
            ours("cards, batch", || {
                order.batch().rank_all_exactly_two(&holes, &boards, &mut ranks);
                sum_of_ranks(&ranks)
            }),
            ours("cards, fast", || {
                let deals = holes.iter().zip(&boards);
                deals.map(|(&hole, &board)| u64::from(fast.rank_exactly_two(hole, board).code())).sum()
            }),
            peer("rs_poker 5.0.0", || rs.iter().map(|hand| u64::from(hand.rank().value_bits())).sum()),
            peer("aya_poker 0.1", || {
                aya.iter().map(|(hole, board)| u64::from(aya_poker::omaha_rank(hole, board).0)).sum()
            }),
        ],
    );
    let low = orders::eight_or_better();
    race(
        size,
        "Omaha eight-or-better, 4 + 5 cards, random",
        hands.len(),
        vec![
            ours("cards, batch", || {
                low.batch().rank_all_exactly_two(&holes, &boards, &mut ranks);
                sum_of_ranks(&ranks)
            }),
            peer("aya_poker 0.1", || {
                let low = |hole, board| aya_poker::omaha_lo_rank(hole, board).to_lo_8_rank();
                aya.iter().map(|(hole, board)| u64::from(low(hole, board).0)).sum()
            }),
        ],
    );
}

/// An order of ours against one of theirs: seven cards, all in turn and at random.
fn low_race(
    size: &Size,
    dealt: &Dealt,
    names: [&str; 2],
    order: &HandOrder,
    theirs: impl Fn(&aya_poker::base::Hand) -> u64 + Copy,
) {
    let cards = if size.small { 34 } else { 52 };
    let pool: CardSet = (0..cards).map(|id| CardId::new(id as u8).unwrap().card()).collect();
    let hands = (0..7).fold(1, |hands, i| hands * (cards - i) / (i + 1));
    check_draws(order, pool, 7, hands);
    race(
        size,
        names[0],
        hands,
        vec![
            ours("cards, batch", || sum_of_draws(order.batch(), pool, 7)),
            peer("aya_poker 0.1", || {
                let mut sum = 0;
                each_seven(cards, aya_poker::base::Hand::new(), add_aya, |hand| sum += theirs(&hand));
                sum
            }),
        ],
    );
    let mut ranks = vec![HandRank::NONE; dealt.len()];
    let fast = order.fast();
    race(
        size,
        names[1],
        dealt.len(),
        vec![
            ours("cards, batch", || {
                order.batch().rank_all(&dealt.sets, &mut ranks);
                sum_of_ranks(&ranks)
            }),
            ours("cards, fast", || dealt.sets.iter().map(|&set| u64::from(fast.rank(set).code())).sum()),
            peer("aya_poker 0.1", || dealt.aya.iter().map(theirs).sum()),
        ],
    );
}

fn eight_or_better(size: &Size, dealt: &Dealt) {
    let names = ["eight-or-better, 7 cards, all in turn", "eight-or-better, 7 cards, random, made ready"];
    low_race(size, dealt, names, orders::eight_or_better(), |hand| {
        u64::from(aya_poker::ace_five_rank(hand).to_lo_8_rank().0)
    });
}

fn razz(size: &Size, dealt: &Dealt) {
    let names = ["razz, 7 cards, all in turn", "razz, 7 cards, random, made ready"];
    low_race(size, dealt, names, orders::ace_to_five_low(), |hand| {
        u64::from(aya_poker::ace_five_rank(hand).0)
    });
}

fn deuce_to_seven(size: &Size) {
    race(
        size,
        "deuce-to-seven, 5 cards, all in turn",
        2_598_960,
        vec![
            ours("cards, batch", || sum_of_draws(orders::deuce_to_seven().batch(), CardSet::ALL, 5)),
            peer("aya_poker 0.1", || {
                let mut sum = 0;
                each_five(52, aya_poker::base::Hand::new(), add_aya, |hand| {
                    sum += u64::from(aya_poker::deuce_seven_rank(&hand).0);
                });
                sum
            }),
        ],
    );
}

fn short_deck(size: &Size) {
    let pool = Pack::OF_36.cards();
    let first = 52 - pool.len();
    race(
        size,
        "36-card deck, 7 cards, all in turn",
        8_347_680,
        vec![
            ours("cards, batch", || sum_of_draws(orders::high_36().batch(), pool, 7)),
            peer("aya_poker 0.1", || {
                let mut sum = 0;
                let add = |hand, id| add_aya(hand, id + first);
                each_seven(pool.len(), aya_poker::base::Hand::new(), add, |hand| {
                    sum += u64::from(aya_poker::short_deck_rank(&hand).0);
                });
                sum
            }),
        ],
    );
}

fn three_cards(size: &Size) {
    let order = orders::three_card();
    let fast = order.fast();
    let hands: Vec<CardSet> = CardSet::ALL.choose(3).collect();
    let cards: Vec<[Card; 3]> = hands
        .iter()
        .map(|hand| {
            let cards: Vec<Card> = hand.iter().collect();
            [cards[0], cards[1], cards[2]]
        })
        .collect();
    let ids: Vec<[CardId; 3]> = cards.iter().map(|hand| hand.map(Card::id)).collect();
    let theirs: Vec<Vec<poker::Card>> = cards.iter().map(|hand| poker_cards(hand)).collect();
    let poker = poker::Evaluator::new();
    race(
        size,
        "3 cards, all, made ready",
        hands.len(),
        vec![
            ours("cards, batch", || sum_of_draws(order.batch(), CardSet::ALL, 3)),
            ours("cards, fast, from three ids", || {
                ids.iter().map(|ids| u64::from(fast.rank_ids(ids).code())).sum()
            }),
            peer("poker 0.7", || {
                theirs.iter().filter(|hand| poker.evaluate_three(hand.as_slice()).is_ok()).count() as u64
            }),
        ],
    );
}

fn badugi(size: &Size, dealt: &Dealt) {
    let order = orders::badugi();
    let hands: Vec<CardSet> = dealt.cards.iter().map(|deal| deal[..4].iter().copied().collect()).collect();
    let theirs: Vec<aya_poker::base::Hand> = dealt.bytes.iter().map(|ids| aya_hand(&ids[..4])).collect();
    let mut ranks = vec![HandRank::NONE; hands.len()];
    race(
        size,
        "badugi, 4 cards, random, made ready",
        hands.len(),
        vec![
            ours("cards, batch", || {
                order.batch().rank_all(&hands, &mut ranks);
                sum_of_ranks(&ranks)
            }),
            peer("aya_poker 0.1", || {
                theirs.iter().map(|hand| u64::from(aya_poker::badugi_rank(hand).0)).sum()
            }),
        ],
    );
}
