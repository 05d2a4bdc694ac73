//! How many hands of each category there are, against published counts, and a fingerprint of every order.

use cards::Category::*;
use cards::{CardSet, Category, Evaluator, HandOrder, HandRank, orders};
use std::collections::BTreeMap;

/// Hands of each category among all hands of so many cards, as the batch evaluator ranks them; hands that
/// do not qualify are left out.
fn counts(order: &HandOrder, cards: usize) -> BTreeMap<&'static str, u64> {
    let pool = order.pack().cards();
    let batch = order.batch();
    // The upper half of a code tells the category; one hand with each such half is enough to name it.
    let mut names = vec![None; 1 << 16];
    batch.each_draw(CardSet::EMPTY, pool, order.form().size(), |block| {
        for rank in block.ranks() {
            let name = &mut names[(rank.code() >> 16) as usize];
            *name = name.or_else(|| order.category(rank));
        }
    });
    let mut halves = vec![0u64; 1 << 16];
    batch.each_draw(CardSet::EMPTY, pool, cards, |block| {
        block.high()[..block.live()].iter().for_each(|&half| halves[usize::from(half)] += 1);
    });
    let mut counts = BTreeMap::new();
    for (half, count) in halves.into_iter().enumerate().filter(|&(_, count)| count > 0) {
        let Some(category) = names[half] else {
            assert_eq!(half, 0, "only hands that do not qualify have no name");
            continue;
        };
        *counts.entry(category.word()).or_default() += count;
    }
    let counted = batch.count_categories(CardSet::EMPTY, pool, cards).into_iter();
    let counted = counted.filter(|&(_, count)| count > 0).map(|(category, count)| (category.word(), count));
    assert_eq!(counted.collect::<BTreeMap<_, _>>(), counts, "{}", order.name());
    counts
}

fn published<const N: usize>(counts: [(Category, u64); N]) -> BTreeMap<&'static str, u64> {
    counts.into_iter().map(|(category, count)| (category.word(), count)).collect()
}

#[test]
fn five_cards_of_52() {
    let expected = published([
        (RoyalFlush, 4),
        (StraightFlush, 36),
        (FourOfAKind, 624),
        (FullHouse, 3_744),
        (Flush, 5_108),
        (Straight, 10_200),
        (ThreeOfAKind, 54_912),
        (TwoPair, 123_552),
        (OnePair, 1_098_240),
        (NoPair, 1_302_540),
    ]);
    assert_eq!(counts(orders::high_52(), 5), expected);
    assert_eq!(expected.values().sum::<u64>(), 2_598_960);
}

#[test]
fn six_cards_of_52() {
    let expected = published([
        (RoyalFlush, 188),
        (StraightFlush, 1_656),
        (FourOfAKind, 14_664),
        (FullHouse, 165_984),
        (Flush, 205_792),
        (Straight, 361_620),
        (ThreeOfAKind, 732_160),
        (TwoPair, 2_532_816),
        (OnePair, 9_730_740),
        (NoPair, 6_612_900),
    ]);
    assert_eq!(counts(orders::high_52(), 6), expected);
    assert_eq!(expected.values().sum::<u64>(), 20_358_520);
}

#[test]
fn seven_cards_of_52() {
    let expected = published([
        (RoyalFlush, 4_324),
        (StraightFlush, 37_260),
        (FourOfAKind, 224_848),
        (FullHouse, 3_473_184),
        (Flush, 4_047_644),
        (Straight, 6_180_020),
        (ThreeOfAKind, 6_461_620),
        (TwoPair, 31_433_400),
        (OnePair, 58_627_800),
        (NoPair, 23_294_460),
    ]);
    assert_eq!(counts(orders::high_52(), 7), expected);
    assert_eq!(expected.values().sum::<u64>(), 133_784_560);
}

#[test]
fn seven_cards_of_20_show_five_hands_only() {
    let expected = published([
        (RoyalFlush, 420),
        (FourOfAKind, 2_800),
        (FullHouse, 29_280),
        (Straight, 27_740),
        (TwoPair, 17_280),
    ]);
    assert_eq!(counts(orders::high_20(), 7), expected);
    assert_eq!(expected.values().sum::<u64>(), 77_520);
}

#[test]
fn three_cards() {
    let expected = published([
        (StraightFlush, 48),
        (ThreeOfAKind, 52),
        (Straight, 720),
        (Flush, 1_096),
        (OnePair, 3_744),
        (NoPair, 16_440),
    ]);
    assert_eq!(counts(orders::three_card(), 3), expected);
    assert_eq!(expected.values().sum::<u64>(), 22_100);
    let front = published([(ThreeOfAKind, 52), (OnePair, 3_744), (NoPair, 18_304)]);
    assert_eq!(counts(orders::chinese_front(), 3), front);
}

#[test]
fn four_cards_of_badugi() {
    let expected =
        published([(FourCards, 17_160), (ThreeCards, 154_440), (TwoCards, 96_252), (OneCard, 2_873)]);
    assert_eq!(counts(orders::badugi(), 4), expected);
    assert_eq!(expected.values().sum::<u64>(), 270_725);
}

#[test]
fn five_cards_of_every_deck_by_formula() {
    let choose = |n: u64, k: u64| (0..k).fold(1, |product, i| product * (n - i) / (i + 1));
    for order in orders::all().iter().filter(|order| order.name().starts_with(['h', 'm'])) {
        let ranks = order.pack().len() as u64 / 4;
        // One straight for each top card from the fifth rank up, and one more with a low ace.
        let small = u64::from(order.rules().ace == cards::Ace::HighOrSmallStraight);
        let straights = ranks - 4 + small;
        let unlike = choose(ranks, 5) - straights;
        let expected = published([
            (RoyalFlush, 4),
            (StraightFlush, 4 * (straights - 1)),
            (FourOfAKind, ranks * 4 * (ranks - 1)),
            (FullHouse, ranks * 4 * (ranks - 1) * 6),
            (Flush, 4 * unlike),
            (Straight, straights * (1_024 - 4)),
            (ThreeOfAKind, ranks * 4 * choose(ranks - 1, 2) * 16),
            (TwoPair, choose(ranks, 2) * 36 * (ranks - 2) * 4),
            (OnePair, ranks * 6 * choose(ranks - 1, 3) * 64),
            (NoPair, unlike * (1_024 - 4)),
        ]);
        let expected: BTreeMap<_, _> = expected.into_iter().filter(|&(_, count)| count > 0).collect();
        assert_eq!(expected.values().sum::<u64>(), choose(4 * ranks, 5), "{}", order.name());
        assert_eq!(counts(order, 5), expected, "{}", order.name());
    }
}

#[test]
fn lows_of_five_cards() {
    let low = counts(orders::eight_or_better(), 5);
    assert_eq!(low, published([(NoPair, 56 * 1_024)]));
    let expected = published([
        (NoPair, 1_287 * 1_024),
        (OnePair, 1_098_240),
        (TwoPair, 123_552),
        (ThreeOfAKind, 54_912),
        (FullHouse, 3_744),
        (FourOfAKind, 624),
    ]);
    assert_eq!(counts(orders::ace_to_five_low(), 5), expected);
    assert_eq!(counts(orders::deuce_to_seven(), 5)["straight"], 9_180);
}

/// The whole order in one number: every single hand's step on the ladder of all different hands, worst first,
/// hashed in the order in which sets are listed. It does not depend on how codes are made.
fn fingerprint(order: &HandOrder) -> (usize, u64) {
    let slow = order.slow();
    let hands = order.pack().cards().choose(order.form().size());
    let ranks: Vec<HandRank> = hands.map(|hand| slow.rank(hand)).collect();
    let mut ladder = ranks.clone();
    ladder.sort_unstable();
    ladder.dedup();
    let mut hash = 0xcbf2_9ce4_8422_2325u64; // FNV-1a
    for rank in ranks {
        let step = ladder.binary_search(&rank).unwrap() as u16;
        for byte in step.to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
    (ladder.len(), hash)
}

#[test]
fn fingerprints_of_all_orders() {
    // How many different hands there are is published for some: 7,462 high and deuce-to-seven, 6,175
    // ace-to-five, 56 lows (and none), 741 three-card hands, 1,092 badugis.
    let expected: &[(&str, usize, u64)] = &[
        ("high-52", 7_462, 0x60b5_cd7a_87ec_b045),
        ("high-40", 2_244, 0x4234_1c94_05f2_c2b1),
        ("high-36", 1_404, 0xd363_8d2c_5f62_8dc1),
        ("high-32", 840, 0xb1a5_598b_13ea_3a59),
        ("manila-40", 2_244, 0x2c66_306e_6ab1_ea01),
        ("manila-36", 1_404, 0x33a6_e52a_abda_50e1),
        ("manila-32", 840, 0x8018_7b78_1054_9c95),
        ("high-20", 122, 0x3795_7af1_09fd_eef5),
        ("three-card", 741, 0x1db3_7a79_e383_85b1),
        ("chinese-front", 455, 0x0c0d_c2c4_3819_74d5),
        ("ace-to-five", 6_175, 0x528d_5346_2a00_f8b9),
        ("eight-or-better", 57, 0x1095_7352_08c7_09b5),
        ("deuce-to-seven", 7_462, 0xec97_dc07_55c0_9881),
        ("badugi", 1_092, 0x316b_f6a0_e02e_82f9),
    ];
    let found: Vec<(&str, usize, u64)> = orders::all()
        .iter()
        .map(|order| {
            let (different, hash) = fingerprint(order);
            (order.name(), different, hash)
        })
        .collect();
    let listed: Vec<String> =
        found.iter().map(|(name, count, hash)| format!("(\"{name}\", {count}, {hash:#018x}),")).collect();
    assert!(found == expected, "the orders are now:\n{}", listed.join("\n"));
}
