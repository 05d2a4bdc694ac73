//! Orders of hands as data: what is refused, and a new one made from data alone.

use cards::Category::*;
use cards::{Ace, Better, Category, Evaluator, Form, HandOrder, OrderError, OrderRules, Pack, orders};

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
    assert_eq!(error(|rules| rules.at_most = Some(cards::Rank::Eight)), OrderError::QualifierOnHigh);
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
fn an_order_nobody_has_thought_of_is_ranked_alike_by_all() {
    // A low with the ace a one in which straights and flushes count (ace-to-six), and two high orders in which
    // three of a kind, or a straight, stands above what usually beats it: none has a kernel of its own.
    let six = OrderRules {
        name: "ace-to-six".into(),
        weakest_first: rules().weakest_first.into_iter().rev().collect(),
        ace: Ace::Low,
        better: Better::Lower,
        ..rules()
    };
    let three_above_straight = OrderRules {
        name: "three above straight".into(),
        pack: Pack::OF_36,
        weakest_first: vec![
            NoPair,
            OnePair,
            TwoPair,
            Straight,
            ThreeOfAKind,
            FullHouse,
            Flush,
            FourOfAKind,
            StraightFlush,
            RoyalFlush,
        ],
        ..rules()
    };
    let straight_above_flush = OrderRules {
        name: "straight above flush".into(),
        pack: Pack::OF_32,
        weakest_first: vec![
            NoPair,
            OnePair,
            TwoPair,
            ThreeOfAKind,
            Flush,
            Straight,
            FourOfAKind,
            FullHouse,
            StraightFlush,
            RoyalFlush,
        ],
        ..rules()
    };
    for rules in [six, three_above_straight, straight_above_flush] {
        let order = HandOrder::new(rules).unwrap();
        assert_eq!(order.form(), Form::Five);
        for cards in 5..=7 {
            let step = [37, 701, 5_003][cards - 5];
            let hands: Vec<cards::CardSet> = order.pack().cards().choose(cards).step_by(step).collect();
            assert!(hands.len() > 600);
            let expected: Vec<_> = hands.iter().map(|&hand| order.slow().rank(hand)).collect();
            let mut ranks = expected.clone();
            order.batch().rank_all(&hands, &mut ranks);
            for (i, &hand) in hands.iter().enumerate() {
                assert_eq!(order.fast().rank(hand), expected[i], "{}: {hand}", order.name());
                assert_eq!(ranks[i], expected[i], "{}: {hand}", order.name());
            }
        }
    }
    let six = "As 2d 3c 4h 6s".parse().unwrap();
    assert_eq!(orders::ace_to_five_low().words(orders::ace_to_five_low().rank(six)), "6-4-3-2-A low");
}
