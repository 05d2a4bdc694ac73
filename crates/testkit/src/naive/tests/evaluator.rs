//! Counts over all hands, and the comparisons T-01 to T-06.

use super::super::hand::{Hand, Kind, ThreeKind, best, five, three};
use super::{Card, hand};

fn deck() -> Vec<Card> {
    (0..4).flat_map(|suit| (2..=14).map(move |rank| Card { rank, suit })).collect()
}

#[test]
fn five_cards() {
    let (deck, mut kinds, mut pairs) = (deck(), [0_u32; 10], [0_u32; 3]);
    for a in 0..52 {
        for b in a + 1..52 {
            for c in b + 1..52 {
                for d in c + 1..52 {
                    for e in d + 1..52 {
                        let hand = five(&[deck[a], deck[b], deck[c], deck[d], deck[e]]);
                        kinds[hand.kind as usize] += 1;
                        if hand.kind == Kind::Pair {
                            pairs[usize::from(hand.ranks[0] >= 6) + usize::from(hand.ranks[0] >= 11)] += 1;
                        }
                    }
                }
            }
        }
    }
    assert_eq!(kinds, [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4]);
    assert_eq!(kinds.iter().sum::<u32>(), 2_598_960);
    assert_eq!(pairs, [337_920, 422_400, 337_920], "twos to fives, sixes to tens, jacks to aces");
}

#[test]
fn three_cards() {
    let (deck, mut kinds) = (deck(), [0_u32; 6]);
    for a in 0..52 {
        for b in a + 1..52 {
            for c in b + 1..52 {
                kinds[three(&[deck[a], deck[b], deck[c]]).kind as usize] += 1;
            }
        }
    }
    assert_eq!(kinds, [16_440, 3_744, 1_096, 720, 52, 48]);
    assert_eq!(kinds.iter().sum::<u32>(), 22_100);
}

#[test]
fn six_cards() {
    let (deck, mut kinds) = (deck(), [0_u32; 10]);
    for a in 0..52 {
        for b in a + 1..52 {
            for c in b + 1..52 {
                for d in c + 1..52 {
                    for e in d + 1..52 {
                        for f in e + 1..52 {
                            let six = [deck[a], deck[b], deck[c], deck[d], deck[e], deck[f]];
                            kinds[best(&six).kind as usize] += 1;
                        }
                    }
                }
            }
        }
    }
    assert_eq!(kinds[3..], [732_160, 361_620, 205_792, 165_984, 14_664, 1_656, 188]);
    assert_eq!(kinds.iter().sum::<u32>(), 20_358_520);
}

fn of(cards: &str) -> Hand {
    best(&hand(cards))
}

#[test]
fn comparisons() {
    let wheel = of("As 2d 3c 4h 5s");
    assert_eq!((wheel.kind, wheel.ranks[0]), (Kind::Straight, 5), "T-01");
    assert!(wheel < of("2s 3d 4c 5h 6s"), "T-01");
    assert_eq!(of("Qs Kd Ac 2h 3s").kind, Kind::NoPair, "T-02");
    let (low, high) = (of("Ah 2h 3h 4h 5h"), of("2s 3s 4s 5s 6s"));
    assert_eq!((low.kind, high.kind), (Kind::StraightFlush, Kind::StraightFlush), "T-03");
    assert!(low < high && low > of("As Ad Ac Ah Ks"), "T-03");
    assert_eq!(of("As Ks Qs Js Ts"), of("Ah Kh Qh Jh Th"), "T-04");
    assert!(of("8s 8d Ah 4c 3d") > of("8h 8c Ks Qd Jh"), "T-05");
    assert!(of("7s 7d 7h 2c 2d") > of("6s 6d 6h Ac Ad"), "T-06");

    // Seven cards: two trips, three pairs, six of a suit, a straight with a pair in it.
    assert_eq!(of("9s 9d 9h 4c 4d 4h Ks").ranks, [9, 9, 9, 4, 4]);
    assert_eq!(of("9s 9d 8h 8c 4d 4h Ks").ranks, [9, 9, 8, 8, 13]);
    assert_eq!(of("As Ks 9s 7s 4s 2s Kd").ranks, [14, 13, 9, 7, 4]);
    assert_eq!((of("9s 8d 7h 7c 6d 5h Ks").kind, of("As Ad 2c 3c 4d 5h Kh").ranks[0]), (Kind::Straight, 5));
}

#[test]
fn comparisons_of_three() {
    let of = |cards: &str| three(hand(cards)[..].try_into().expect("three cards"));
    assert!(of("As Kd Qh") > of("Ks Qd Jh") && of("As 2d 3h") < of("2s 3d 4h"));
    assert!(of("As 2d 3h") > of("As Ks 9s"), "a straight beats a flush");
    assert!(of("2s 2d 2h") > of("As Kd Qh") && of("As 2s 3s") > of("Ah Ad Ac"));
    assert!(of("Ks 2d 2h") < of("3s 3d 4h") && of("2s Kd Kh") > of("Qs Qd Ah"));
    assert_eq!((of("Qs 3d 2h").kind, of("Ks Ad 2h").kind), (ThreeKind::NoPair, ThreeKind::NoPair));
}
