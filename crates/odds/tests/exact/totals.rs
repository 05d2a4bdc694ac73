//! Totals that are known from elsewhere: how many deals there are, how often each hand comes, and what has been
//! published of each game.

use crate::exact::common::{Exact, MANNERS, choose, exact, fraction, plain_sign, sum, times};
use crate::exact::positions::{pay, qualify_with};
use cards::{Category, Rank};
use engine::Sign;
use money::Fraction;
use odds::{Choice, Ending, Endings, Manner, Setup, Situation};
use rulebook::Against;
use std::collections::BTreeMap;
use testkit::rounds::Pair;

/// How many deals fit.
fn count(endings: &Endings, fits: impl Fn(&Ending) -> bool) -> u128 {
    endings.iter().filter(|(ending, _)| fits(ending)).map(|(_, deals)| deals).sum()
}

/// How many of all hands are of each class, out of as many as there are.
fn classes(setup: &Setup<'_>, endings: &Endings, hands: u128) -> BTreeMap<String, u128> {
    let mut found: BTreeMap<String, u128> = BTreeMap::new();
    for (ending, deals) in endings.iter() {
        *found.entry(setup.classes.name(ending.class).to_string()).or_default() += deals;
    }
    let each = endings.deals() / hands;
    assert_eq!(each * hands, endings.deals());
    for deals in found.values_mut() {
        assert_eq!(*deals % each, 0, "each hand comes in as many deals as any other");
        *deals /= each;
    }
    found
}

/// The standard deviation, rounded to hundredths, is as published.
#[track_caller]
fn assert_deviates(variance: Fraction, hundredths: i128) {
    let square = |twice: i128| fraction(twice * twice, 40_000);
    let (from, to) = (square(2 * hundredths - 1), square(2 * hundredths + 1));
    assert!(from <= variance && variance < to, "{}", variance.root_to_significant(8));
}

/// Every manner of play counts every deal once, each hand as often as there are such hands, the dealer's no less than
/// the player's.
fn assert_counts(pair: Pair, deals: u128, hands: u128, published: &[(&str, u128)], unqualified: u128) {
    let exact = exact(pair);
    let published: BTreeMap<String, u128> =
        published.iter().map(|(name, hands)| (name.to_string(), *hands)).collect();
    assert_eq!(published.values().sum::<u128>(), hands);
    for manner in MANNERS {
        let endings = exact.endings(manner);
        assert_eq!(endings.deals(), deals, "{pair:?} {manner:?}");
        assert_eq!(classes(exact.setup, endings, hands), published, "{pair:?} {manner:?}");
        if unqualified == 0 {
            assert_eq!(count(endings, |ending| ending.situation == Situation::NO_DEALER), deals);
            continue;
        }
        // The dealer's hand is one like any other.
        let short = count(endings, |ending| !ending.situation.qualifies());
        assert_eq!(short * hands, deals * unqualified, "{pair:?} {manner:?}");
        let against = |side| count(endings, |ending| ending.situation.against() == side);
        assert_eq!(against(Against::Higher), against(Against::Lower), "{pair:?} {manner:?}");
        assert!(against(Against::Equal) > 0);
    }
}

#[test]
fn every_deal_is_counted_once_and_every_hand_as_often_as_it_comes() {
    assert_eq!(choose(52, 5), 2_598_960);
    let five = choose(52, 5);
    let better = [
        ("two-pair", 123_552),
        ("three-of-a-kind", 54_912),
        ("straight", 10_200),
        ("flush", 5_108),
        ("full-house", 3_744),
        ("four-of-a-kind", 624),
        ("straight-flush", 36),
        ("royal-flush", 4),
    ];
    let with = |low: &[(&'static str, u128)]| [low, &better].concat();

    // 164 ways to hold ace, king and three others that make no straight, each in 1,020 ways that make no flush.
    let ace_king = 164 * 1_020;
    let caribbean =
        with(&[("no-pair", 1_302_540 - ace_king), ("no-pair A K", ace_king), ("pair", 1_098_240)]);
    let deals = five * 47 * choose(46, 4);
    assert_eq!(deals, 19_933_230_517_200);
    assert_counts(Pair::CaribbeanStud, deals, five, &caribbean, 1_302_540 - ace_king);

    let rank = 84_480;
    let streets =
        with(&[("no-pair", 1_302_540), ("pair", 4 * rank), ("pair 6", 5 * rank), ("pair J", 4 * rank)]);
    for pair in [Pair::SydneyMississippi, Pair::StarMississippi, Pair::MelbourneMississippi] {
        assert_counts(pair, choose(52, 2) * 50 * 49 * 48, five, &streets, 0);
    }

    let seven = [
        ("no-pair", 23_294_460),
        ("pair", 58_627_800),
        ("two-pair", 31_433_400),
        ("three-of-a-kind", 6_461_620),
        ("straight", 6_180_020),
        ("flush", 4_047_644),
        ("full-house", 3_473_184),
        ("four-of-a-kind", 224_848),
        ("straight-flush", 37_260),
        ("royal-flush", 4_324),
    ];
    let deals = choose(52, 2) * choose(50, 3) * choose(47, 2) * choose(45, 2);
    assert_eq!(deals, 27_813_810_024_000);
    assert_counts(Pair::UltimateHoldem, deals, 133_784_560, &seven, 23_294_460);

    // No pair and at least a queen: 44 ways with a queen at the top, 54 with a king, 64 with an ace, each in 60 suits.
    let queen = (44 + 54 + 64) * 60;
    let three = [
        ("no-pair", 16_440 - queen),
        ("no-pair Q", queen),
        ("pair", 3_744),
        ("flush", 1_096),
        ("straight", 720),
        ("three-of-a-kind", 52),
        ("straight-flush", 48),
    ];
    assert_counts(Pair::ThreeCard, choose(52, 3) * choose(49, 3), choose(52, 3), &three, 16_440 - queen);
}

#[test]
fn three_card_poker_is_what_has_been_published() {
    let exact = exact(Pair::ThreeCard);
    let main = exact.main(Manner::Best);
    assert_eq!(main.gain.mean, fraction(-686_689, 20_358_520));
    assert_eq!(main.gain.mean.to_places(6), "-0.033730");
    assert_eq!(main.element_of_risk().expect("a stake").to_places(6), "-0.020147");
    assert_deviates(main.gain.variance, 164);
    // Best play is queen, six and four or better; 67.42% of hands.
    assert_eq!(main.staked.to_places(4), "1.6742");
    assert_eq!(exact.mean(Manner::NeverFold).to_places(4), "-0.0765");
    assert_eq!(exact.mean(Manner::MimicDealer).to_places(4), "-0.0345");
    for (hand, choice) in [("Qs6h4d", Choice::Bet(1)), ("Qs6h3d", Choice::Fold), ("Qs5h4d", Choice::Fold)] {
        assert_eq!(
            exact.solved.decide(&crate::exact::common::sees(crate::exact::common::cards(hand))),
            Some(choice)
        );
    }
    let column = |table: &str, column: &str| {
        Exact::new(Pair::ThreeCard, Pair::ThreeCard.book(), |book| Sign {
            paytables: vec![(table.into(), column.into())],
            ..plain_sign(book)
        })
    };
    for (bonus, edge) in [("A", "-0.0337"), ("B", "-0.0361"), ("C", "-0.0383")] {
        assert_eq!(column("ante-bonus", bonus).mean(Manner::Best).to_places(4), edge, "Ante Bonus {bonus}");
    }
    let edges = ["-0.023167", "-0.034932", "-0.055747", "-0.072760", "-0.045792", "-0.026968"];
    for (name, edge) in ["A", "B", "C", "D", "E", "F"].into_iter().zip(edges) {
        let exact = column("pair-plus", name);
        let wager = exact.setup.game().wager("pair-plus").expect("the spot");
        // Who folds keeps it: it is the same whatever is done with the Ante.
        for manner in MANNERS {
            let gain = |ending: &Ending| {
                exact.setup.gain(wager, ending.line.folded.map(usize::from), ending.situation, ending.class)
            };
            let mean = exact.endings(manner).moments(gain).expect("numbers that fit").mean;
            assert_eq!(mean.to_places(6), edge, "Pair Plus {name}, {manner:?}");
        }
    }
}

#[test]
fn caribbean_stud_is_what_has_been_published() {
    let exact = exact(Pair::CaribbeanStud);
    let usual = Exact::changed(Pair::CaribbeanStud, |game| pay(game, "bet", Category::RoyalFlush, 100, 1));
    let main = usual.main(Manner::Best);
    assert_eq!(main.gain.mean.to_places(5), "-0.05224");
    assert_eq!(main.gain.mean, fraction(-142_031_221, 2_718_662_100));
    assert_eq!(main.element_of_risk().expect("a stake").to_places(5), "-0.02555");
    assert_deviates(main.gain.variance, 224);

    // As this book has it, a royal flush is paid 250 to 1 on two Antes; it is bet in any case.
    let royals = |ending: &Ending| {
        let is_royal = exact.setup.classes.name(ending.class) == "royal-flush";
        is_royal && ending.situation.qualifies() && ending.situation.against() == Against::Higher
    };
    let endings = exact.endings(Manner::Best);
    let more = fraction(2 * 150 * count(endings, royals) as i128, endings.deals() as i128);
    assert_eq!(exact.mean(Manner::Best), sum([main.gain.mean, more]));
    assert_eq!(exact.mean(Manner::Best), fraction(-86_362_082_531, 1_661_102_543_100));
    assert_eq!(exact.main(Manner::Best).staked, main.staked);
    // The Bet has but one size.
    assert_eq!(endings, exact.endings(Manner::LeastStake));
}

#[test]
fn mississippi_stud_is_what_has_been_published() {
    for pair in [Pair::SydneyMississippi, Pair::StarMississippi, Pair::MelbourneMississippi] {
        let exact = exact(pair);
        let main = exact.main(Manner::Best);
        assert_eq!(main.gain.mean, fraction(-53_223, 1_082_900));
        assert_eq!(main.gain.mean.to_places(6), "-0.049149");

        // One Ante on every street whatever comes: each loses 751,252 of 2,598,960, all on the same hand.
        let setup = exact.setup;
        let loss = fraction(-751_252, 2_598_960);
        let spots = [0].into_iter().chain(setup.decisions.iter().map(|decision| decision.wager));
        let mut whole = Fraction::ZERO;
        for wager in spots {
            let gain = |ending: &Ending| setup.gain(wager, None, ending.situation, ending.class);
            let mean = exact.endings(Manner::NeverFold).moments(gain).expect("numbers that fit").mean;
            assert_eq!(mean, loss);
            whole = sum([whole, mean]);
        }
        assert_eq!(whole, times(loss, 4));
        // Staking more where it is better loses less.
        assert!(exact.mean(Manner::NeverFold) > whole);
    }
}

#[test]
fn ultimate_texas_holdem_is_what_has_been_published() {
    let exact = exact(Pair::UltimateHoldem);
    let main = exact.main(Manner::Best);
    assert_eq!(main.gain.mean.to_places(7), "-0.0218497");
    assert_eq!(main.gain.mean, fraction(-50_643_648_973, 2_317_817_502_000));
    assert_eq!(main.element_of_risk().expect("a stake").to_places(5), "-0.00526");
    assert_eq!(main.staked.to_places(3), "4.152");
    assert_eq!(main.staked, fraction(29_163_830_173, 7_023_689_400));
    assert_deviates(main.gain.variance, 494);

    let endings = exact.endings(Manner::Best);
    let share =
        |fits: &dyn Fn(&Ending) -> bool| fraction(count(endings, fits) as i128, endings.deals() as i128);
    assert_eq!(share(&|ending| ending.line.stakes[0] == 4).to_places(3), "0.377");
    assert_eq!(share(&|ending| ending.line.stakes[0] == 3), Fraction::ZERO, "four times or not at all");

    // Trips is lost with a fold; who never folds is paid by the hand alone.
    let trips = exact.setup.game().wager("trips").expect("the spot");
    let mean = |manner| {
        let gain = |ending: &Ending| {
            exact.setup.gain(trips, ending.line.folded.map(usize::from), ending.situation, ending.class)
        };
        exact.endings(manner).moments(gain).expect("numbers that fit").mean
    };
    assert_eq!(mean(Manner::NeverFold), fraction(-4_679_700, 133_784_560));
    assert_eq!(mean(Manner::NeverFold).to_places(4), "-0.0350");
    let given_up =
        endings.iter().filter(|(ending, _)| ending.line.folded.is_some()).map(|(ending, deals)| {
            let paid = exact.setup.gain(trips, None, ending.situation, ending.class);
            times(sum([paid, Fraction::ONE]), fraction(deals as i128, endings.deals() as i128))
        });
    let given_up = sum(given_up);
    assert!(given_up > Fraction::ZERO, "three of a kind on the board is sometimes folded");
    assert_eq!(sum([mean(Manner::Best), given_up]), mean(Manner::NeverFold));
}

/// What best play is worth before any card is seen, from what each two cards are.
fn holdem_mean(multiples: [Vec<u32>; 3]) -> Fraction {
    let exact = Exact::new(Pair::UltimateHoldem, Pair::UltimateHoldem.book(), |book| Sign {
        multiples,
        ..Sign::plain(book)
    });
    crate::exact::properties::mean_of_holes(&exact)
}

#[test]
fn the_multiples_on_the_sign_move_the_solution() {
    let standard = exact(Pair::UltimateHoldem);
    let best = standard.mean(Manner::Best);
    // Three times is never best where four times may be bet.
    assert_eq!(holdem_mean([vec![4], vec![2], vec![1]]), best);
    // Only the least multiples, on the sign or by the player's choice.
    let least = holdem_mean([vec![3], vec![2], vec![1]]);
    assert_eq!(least, standard.mean(Manner::LeastStake));
    assert!(least < best);
    assert!(holdem_mean([vec![5], vec![2], vec![1]]) > best);
}

#[test]
fn other_odds_and_another_qualifying_hand_move_the_solution() {
    let before = exact(Pair::ThreeCard).mean(Manner::Best);
    let bonus = Exact::changed(Pair::ThreeCard, |game| pay(game, "ante-bonus", Category::Straight, 2, 1));
    // Every straight is played: one more Ante on 720 of 22,100 hands.
    assert_eq!(bonus.mean(Manner::Best), sum([before, fraction(720, 22_100)]));
    let king = Exact::changed(Pair::ThreeCard, |game| qualify_with(game, Category::NoPair, &[Rank::King]));
    assert_ne!(king.mean(Manner::Best), before);
    assert!(king.endings(Manner::Best).iter().any(|(ending, _)| {
        king.setup.classes.name(ending.class) == "no-pair K" && !ending.situation.qualifies()
    }));

    let before = exact(Pair::SydneyMississippi).mean(Manner::Best);
    let worse = Exact::changed(Pair::SydneyMississippi, |game| pay(game, "hands", Category::TwoPair, 1, 1));
    assert!(worse.mean(Manner::Best) < before);
    // Where two pairs pay 1 to 1 never folding and staking one Ante loses 123,552 more.
    let gain = |ending: &Ending| worse.setup.gain(0, None, ending.situation, ending.class);
    let mean = worse.endings(Manner::NeverFold).moments(gain).expect("numbers that fit").mean;
    assert_eq!(mean, fraction(-751_252 - 123_552, 2_598_960));
}
