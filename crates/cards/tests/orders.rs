//! Orders of hands as data: what is refused, and a new one made from data alone.

use cards::Category::*;
use cards::{
    Ace, Better, CardSet, Category, Evaluator, Form, HandOrder, HandRank, InstructionSet, OrderError,
    OrderRules, Pack, Rank, ShuffleKey, Suit, orders,
};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

fn rules() -> OrderRules {
    orders::high_52().rules().clone()
}

fn error(change: impl Fn(&mut OrderRules)) -> OrderError {
    let mut rules = rules();
    change(&mut rules);
    HandOrder::new(rules).map(|order| order.name().to_string()).unwrap_err()
}

#[test]
fn a_category_must_be_accounted_for() {
    let missing = error(|rules| rules.weakest_first.retain(|&category| category != Flush));
    assert_eq!(missing, OrderError::Missing(Flush));
    assert_eq!(missing.to_string(), "flush is not listed, and not declared unreachable or uncounted");
    assert_eq!(error(|rules| rules.unreachable.push(Flush)), OrderError::Twice(Flush));
    assert_eq!(error(|rules| rules.weakest_first.push(FourCards)), OrderError::NotOfThisForm(FourCards));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let uncount = |rules: &mut OrderRules, category: Category| {
        rules.weakest_first.retain(|&listed| listed != category);
        rules.uncounted.push(category);
    };
    assert_eq!(error(|rules| uncount(rules, TwoPair)), OrderError::AlwaysCounts(TwoPair));
    assert_eq!(error(|rules| uncount(rules, Flush)), OrderError::StraightFlushIsBoth);
    assert_eq!(error(|rules| rules.weakest_first.swap(1, 2)), OrderError::PairNotNextToNoPair);
    assert_eq!(error(|rules| rules.weakest_first.swap(7, 8)), OrderError::RoyalNotNextToStraightFlush);
    assert_eq!(error(|rules| rules.at_most = Some(Rank::Eight)), OrderError::QualifierOnHigh);
}

#[test]
fn categories_compare_by_the_order_alone() {
    let (long, short) = (orders::high_52(), orders::high_36());
    let house = "Kh Kd Kc 7s 7d".parse().unwrap();
    assert!(long.is_at_least(long.rank(house), Flush));
    assert!(!short.is_at_least(short.rank(house), Flush));
    assert!(short.is_at_least(short.rank(house), FullHouse));
    let low = orders::eight_or_better();
    assert!(!low.is_at_least(low.rank(house), NoPair), "no qualifying hand is of no category");
    assert!(
        !low.is_at_least(low.rank("As 2d 3c 4h 5s".parse().unwrap()), Straight),
        "straights do not count"
    );
}

#[test]
fn what_holds_in_every_order_is_checked() {
    let with = |change: &dyn Fn(&mut OrderRules)| error(change);
    let swap_low = |rules: &mut OrderRules| {
        rules.weakest_first = vec![
            TwoPair,
            NoPair,
            OnePair,
            ThreeOfAKind,
            Straight,
            Flush,
            FullHouse,
            FourOfAKind,
            StraightFlush,
            RoyalFlush,
        ];
    };
    assert_eq!(with(&swap_low), OrderError::NoPairNotLeast);
    let flush_on_top = |rules: &mut OrderRules| {
        rules.weakest_first.retain(|&category| category != Flush);
        rules.weakest_first.push(Flush);
    };
    assert_eq!(with(&flush_on_top), OrderError::StraightFlushNotAboveBoth);
    assert_eq!(with(&|rules| rules.ace = Ace::Low), OrderError::RoyalNeedsHighAce);
    assert_eq!(with(&|rules| rules.pack = Pack::OF_20), OrderError::NoRoomForSmallStraight);
    let badugi = |rules: &mut OrderRules| {
        *rules = orders::badugi().rules().clone();
        rules.better = Better::Higher;
    };
    assert_eq!(with(&badugi), OrderError::BadugiIsLow);
}

/// Rules thrown together: many are refused, the others must work.
fn thrown_together() -> impl Strategy<Value = OrderRules> {
    let form = prop_oneof![3 => Just(Form::Five), 1 => Just(Form::Three), 1 => Just(Form::Badugi)];
    let ace = prop_oneof![Just(Ace::High), Just(Ace::HighOrSmallStraight), Just(Ace::Low)];
    let better = prop_oneof![Just(Better::Higher), Just(Better::Lower)];
    let pack = proptest::sample::select(Pack::ALL.to_vec());
    let at_most = prop_oneof![4 => Just(None), 1 => Just(Some(Rank::Eight)), 1 => Just(Some(Rank::Ten))];
    let overlooked = proptest::sample::select(vec![
        vec![],
        vec![RoyalFlush],
        vec![Straight, StraightFlush, RoyalFlush],
        vec![Flush, StraightFlush, RoyalFlush],
        vec![Straight, Flush, StraightFlush, RoyalFlush],
    ]);
    (form, ace, better, pack, at_most, overlooked, any::<[u8; 6]>()).prop_map(
        |(form, ace, better, pack, at_most, overlooked, swaps)| {
            let uncounted: Vec<Category> =
                overlooked.into_iter().filter(|c| form.categories().contains(c)).collect();
            let mut weakest_first: Vec<Category> =
                form.categories().iter().copied().filter(|c| !uncounted.contains(c)).collect();
            // Most likely in the usual sequence, with a few neighbours changed about.
            for swap in swaps.into_iter().map(usize::from) {
                if swap % 3 == 0 && weakest_first.len() > 4 {
                    let at = 2 + swap / 3 % (weakest_first.len() - 3);
                    weakest_first.swap(at, at + 1);
                }
            }
            if better == Better::Lower && form != Form::Badugi {
                weakest_first.reverse();
            }
            let (unreachable, name) = (Vec::new(), "thrown together".to_string());
            OrderRules {
                name,
                pack,
                form,
                weakest_first,
                unreachable,
                uncounted,
                ace,
                better,
                at_most,
                ..rules()
            }
        },
    )
}

#[test]
fn orders_nobody_has_thought_of_are_ranked_alike_by_all() {
    let mut runner = TestRunner::new(ProptestConfig { cases: 3_000, ..ProptestConfig::default() });
    let accepted = std::cell::Cell::new(0);
    let result = runner.run(&(thrown_together(), any::<u64>()), |(rules, seed)| {
        let Ok(order) = HandOrder::new(rules) else { return Ok(()) };
        accepted.set(accepted.get() + 1);
        let key = ShuffleKey::from_seed(seed);
        let mut shuffler = cards::Shuffler::new(&key);
        let mut deck: Vec<cards::Card> = order.pack().cards().iter().collect();
        for count in order.form().from() {
            let hands: Vec<CardSet> = (0..70)
                .map(|i| {
                    shuffler.shuffle(&mut deck);
                    // Every other hand from few ranks or one suit, where the odd cases are.
                    match i % 4 {
                        0 => deck.sort_by_key(|card| card.suit() != Suit::Hearts),
                        1 => deck.sort_by_key(|card| card.rank() < Rank::Jack),
                        _ => {}
                    }
                    deck[..count].iter().copied().collect()
                })
                .collect();
            let expected: Vec<HandRank> = hands.iter().map(|&hand| order.slow().rank(hand)).collect();
            let mut ranks = expected.clone();
            for set in InstructionSet::available() {
                order.batch_with(set).rank_all(&hands, &mut ranks);
                prop_assert_eq!(&ranks, &expected, "{:?} {:?}", set, order.rules());
            }
            for (&hand, &rank) in hands.iter().zip(&expected) {
                prop_assert_eq!(order.fast().rank(hand), rank, "{} {:?}", hand, order.rules());
                prop_assert_eq!(order.category(rank).is_none(), rank.is_none());
                prop_assert!(!order.words(rank).is_empty());
            }
            // Drawing and counting, from a few cards.
            let pool: CardSet = deck[..9].iter().copied().collect();
            let mut listed: Vec<HandRank> = pool.choose(count).map(|hand| order.slow().rank(hand)).collect();
            let mut drawn = Vec::new();
            order.batch().each_draw(CardSet::EMPTY, pool, count, |block| drawn.extend(block.ranks()));
            listed.sort_unstable();
            drawn.sort_unstable();
            prop_assert_eq!(&drawn, &listed, "{:?}", order.rules());
            for (category, found) in order.batch().count_categories(CardSet::EMPTY, pool, count) {
                let named = listed.iter().filter(|&&rank| order.category(rank) == Some(category)).count();
                prop_assert_eq!(found, named as u64, "{} {:?}", category, order.rules());
            }
        }
        Ok(())
    });
    result.unwrap();
    assert!(accepted.get() > 500, "{} orders were accepted", accepted.get());
}
