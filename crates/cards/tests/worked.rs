//! Worked showdowns of the poker book, hand by hand, with the clause that each one shows.

use cards::{CardSet, HandOrder, HandRank, orders};
use std::cmp::Ordering::{self, Equal, Greater, Less};

/// The rank of the best hand of hole and board.
fn best(order: &HandOrder, hole: &str, board: &str) -> HandRank {
    let cards: CardSet = format!("{hole} {board}").parse().unwrap();
    assert_eq!(order.accepts(cards), Ok(()));
    order.rank(cards)
}

fn exactly_two(order: &HandOrder, hole: &str, board: &str) -> HandRank {
    use cards::Evaluator;
    order.fast().rank_exactly_two(hole.parse().unwrap(), board.parse().unwrap())
}

fn showdown(order: &HandOrder, ranks: [HandRank; 2], words: [&str; 2], expected: Ordering) {
    assert_eq!(ranks.map(|rank| order.words(rank)), words);
    assert_eq!(ranks[0].cmp(&ranks[1]), expected);
}

#[test]
fn a_flush_beats_a_full_house_in_the_short_deck_only() {
    // 3.2.2(d)(iv), (v) and 3.2.1(b)(iv), (v)
    let board = "Kh 8h 7h Kd Jc";
    let words = ["flush, ace high, king nine eight seven kickers", "full house, eights over kings"];
    let short = orders::high_32();
    showdown(short, [best(short, "Ah 9h", board), best(short, "8d 8s", board)], words, Greater);
    let long = orders::high_52();
    showdown(long, [best(long, "Ah 9h", board), best(long, "8d 8s", board)], words, Less);
}

#[test]
fn the_ace_goes_under_the_lowest_card_of_the_deck() {
    // 3.2.2(c)
    let order = orders::high_32();
    let board = "7c 8d 9h Ts Kc";
    let words = ["straight, ten high", "straight, jack high"];
    showdown(order, [best(order, "As Kd", board), best(order, "Jc Ad", board)], words, Less);
    // 3.2.2(a)
    let order = orders::high_40();
    let words = ["straight, eight high", "three of a kind, eights, king queen kickers"];
    showdown(order, [best(order, "As 5h 6d 7c 8s", ""), best(order, "8h 8d 8c Kd Qs", "")], words, Greater);
}

#[test]
fn manila_has_no_small_straight() {
    // 11.5.5
    let order = orders::manila_36();
    let board = "7d 8c 9s Kh Qd";
    let words = ["ace high, king queen nine six kickers", "pair of queens, king nine six kickers"];
    showdown(order, [exactly_two(order, "As 6h", board), exactly_two(order, "Qs 6c", board)], words, Less);
    // and so no small straight flush either
    let flush = exactly_two(order, "Ah 6h", "7h 8h 9h Kc Qd");
    assert_eq!(order.words(flush), "flush, ace high, nine eight seven six kickers");
}

#[test]
fn manila_cannot_play_the_board() {
    // 11.5.4
    let order = orders::manila_36();
    let board = "Kh Qh Jh Th 9h";
    let words = ["pair of aces, king queen jack kickers", "straight, jack high"];
    showdown(order, [exactly_two(order, "As Ad", board), exactly_two(order, "8s 7s", board)], words, Less);
    // 11.5.4, 3.2.2(d): two of three hole cards
    let board = "Kh 7h 7d Qh 9h";
    let words = ["full house, kings over sevens", "flush, ace high, king queen nine eight kickers"];
    showdown(
        order,
        [exactly_two(order, "Ks Kd 7c", board), exactly_two(order, "Ah 8h 6c", board)],
        words,
        Less,
    );
}

#[test]
fn faro_manila_has_the_small_straight() {
    // 11.2.1(c), 11.5.4, 11.5.5: two of five hole cards, all 52
    let order = orders::high_52();
    let board = "3d 4s 5h 9h Kd";
    // The second player uses a king and a nine with the king, the nine and the five of the board.
    let words = ["straight, five high", "two pair, kings and nines, five kicker"];
    let ranks = [exactly_two(order, "Ah 2c 9d 9s Kc", board), exactly_two(order, "Ks Qs 9c 8c 7c", board)];
    showdown(order, ranks, words, Greater);
}

#[test]
fn twenty_cards() {
    // 3.2.3(b)
    let order = orders::high_20();
    let board = "As Kd Qc Jh Jc";
    let words = ["full house, kings over jacks", "straight, ace high"];
    showdown(order, [best(order, "Kh Kc", board), best(order, "Ad Th", board)], words, Greater);
    let board = "As Kd Qc Jh Ts";
    let words = ["straight, ace high", "straight, ace high"];
    showdown(order, [best(order, "Ah Ad", board), best(order, "Td Tc", board)], words, Equal);
}

#[test]
fn omaha_uses_exactly_two() {
    // 12.5.4(b)(vi)
    let order = orders::high_52();
    let board = "Kh 9h 5h 2h 3c";
    let words = ["pair of kings, ace nine five kickers", "flush, king high, nine five four three kickers"];
    showdown(
        order,
        [exactly_two(order, "Ah Kc Qd Js", board), exactly_two(order, "4h 3h Tc Td", board)],
        words,
        Less,
    );
}

#[test]
fn hi_lo_splits() {
    let low = orders::eight_or_better();
    // 12.5.4(b)(vii)
    let board = "3d 6s 8h Kh Qd";
    let words = ["8-6-3-2-A low", "8-6-4-3-A low"];
    showdown(
        low,
        [exactly_two(low, "Ah 2c Kd Ks", board), exactly_two(low, "As 4c Qc Jh", board)],
        words,
        Greater,
    );
    // two low ranks on the board leave no low
    assert!(exactly_two(low, "Ah 2c 4d 5s", "3d 6s Th Kh Qd").is_none());
    // 12.5.4(b)(v)
    let board = "As 2d 4h 6c 7s";
    let words = ["7-6-4-2-A low", "6-4-3-2-A low"];
    showdown(low, [best(low, "Kd Kc", board), best(low, "3d Jc", board)], words, Less);
    // 3.2.1(b)(xi), 10.6.6(b): the only low of the 40-card deck
    let seven = "As 5d 6c 7h 8s Kd Kc";
    assert_eq!(low.words(best(low, seven, "")), "8-7-6-5-A low");
    assert_eq!(orders::high_40().words(best(orders::high_40(), seven, "")), "straight, eight high");
    // 10.6.6(b)(iv): no low in the 36-card deck, and the full house beats the straight
    let (first, second) = ("As 6d 7c 8h 9s Kd 6c", "Ks Kh Kc Js Jd 7d 6h");
    assert!([first, second].iter().all(|hand| best(low, hand, "").is_none()));
    let high = orders::high_36();
    let words = ["straight, nine high", "full house, kings over jacks"];
    showdown(high, [best(high, first, ""), best(high, second, "")], words, Less);
}

#[test]
fn deuce_to_seven() {
    let order = orders::deuce_to_seven();
    let rank = |hand: &str| best(order, hand, "");
    // 9.6.3(b)(i): the ace is high only
    let words = ["A-5-4-3-2 low", "K-Q-J-10-8 low"];
    showdown(order, [rank("As 5d 4c 3h 2s"), rank("Ks Qd Jc Th 8s")], words, Less);
    // (ii): straights count against
    let words = ["straight, six high", "pair of aces, king queen jack kickers"];
    showdown(order, [rank("6s 5d 4c 3h 2s"), rank("As Ad Kc Qh Js")], words, Less);
    // (iii): and so do flushes; the best hand there is
    let words = ["flush, seven high, five four three deuce kickers", "7-5-4-3-2 low"];
    showdown(order, [rank("7s 5s 4s 3s 2s"), rank("7h 5d 4c 3d 2c")], words, Less);
}

#[test]
fn ace_to_five() {
    let order = orders::ace_to_five_low();
    let rank = |hand: &str| best(order, hand, "");
    // 9.6.3(c)(ii): straights and flushes do not count
    let words = ["6-5-4-3-2 low", "7-5-4-3-A low"];
    showdown(order, [rank("6s 5s 4s 3s 2s"), rank("7s 5d 4c 3h As")], words, Greater);
    // 10.6.6(c): razz, best five of seven
    let words = ["8-7-6-2-A low", "8-7-5-2-A low"];
    showdown(order, [rank("As 2d 8c 7h 6s Kd Kc"), rank("Ah 2c 8d 7s 5s Qd Qc")], words, Less);
}

#[test]
fn three_cards_and_the_front_hand() {
    let order = orders::three_card();
    let rank = |hand: &str| best(order, hand, "");
    // Three Card Poker 3.6.1(c), (d): a straight beats a flush
    let words = ["straight, three high", "flush, king high, jack nine kickers"];
    showdown(order, [rank("3s 2d Ac"), rank("Kd Jd 9d")], words, Greater);
    // 3.6.2
    let words = ["straight, king high", "straight, jack high"];
    showdown(order, [rank("Ks Qd Jc"), rank("Js Td 9c")], words, Greater);
    let words = ["straight flush, seven high", "three of a kind, queens"];
    showdown(order, [rank("5c 6c 7c"), rank("Qs Qd Qc")], words, Greater);
    // Poker 13.3.1: neither counts in the front hand of Chinese Poker
    let order = orders::chinese_front();
    let rank = |hand: &str| best(order, hand, "");
    let words = ["pair of deuces, three kicker", "ace high, king queen kickers"];
    showdown(order, [rank("2s 2d 3c"), rank("As Ks Qs")], words, Greater);
}

#[test]
fn why_names_the_cards_that_decide() {
    let order = orders::high_52();
    let why = |a: &str, b: &str| order.why(best(order, a, ""), best(order, b, "")).to_string();
    assert_eq!(why("As Ad 7h 7c Qs", "Ah Ac 7s 7d Js"), "queen kicker beats jack");
    assert_eq!(why("As Ad 6h 6c Qs", "Ah Ac 7s 7d Js"), "the lower pair, sevens, beats sixes");
    assert_eq!(why("Ks Kd 6h 6c Qs", "Ah Ac 2s 2d Js"), "the higher pair, aces, beats kings");
    assert_eq!(why("Ks Kd Kh 6c 6s", "Kc Ks Kh 7d 7s"), "a pair of sevens beats sixes");
    assert_eq!(why("Ks Kd Kh 6c 6s", "Qc Qs Qh 7d 7s"), "three kings beat three queens");
    assert_eq!(why("Ks Kd Kh Kc 6s", "Qc Qs Qh Qd 7s"), "four kings beat four queens");
    assert_eq!(why("Ks Kd Kh Kc 6s", "Ks Kd Kh Kc 7s"), "seven kicker beats six");
    assert_eq!(why("As Ks Qs Js Ts", "9s 8s 7s 6s 5s"), "a royal flush beats a straight flush");
    assert_eq!(why("As Kd Qs Js Ts", "9s 8s 7d 6s 5s"), "ace high beats nine high");
    assert_eq!(why("As Ks Qs Js 9s", "Ah Kh Qh Jh 8h"), "nine kicker beats eight");
    assert_eq!(why("As Ks Qs Js 9d", "Kh Qh Jh 9h 8d"), "ace high beats king high");
    assert_eq!(why("As Kd Qs Js Ts", "Ah Kc Qh Jh Th"), "the hands are equal");
    let low = orders::eight_or_better();
    let why = |a: &str, b: &str| low.why(best(low, a, ""), best(low, b, "")).to_string();
    assert_eq!(why("As 2d 3c 4h 8s", "As 2d 3c 5h 8s"), "four beats five as the next card");
    assert_eq!(why("As 2d 3c 4h 7s", "As 2d 3c 5h 8s"), "seven high beats eight high");
    assert_eq!(why("As 2d 3c 4h 9s", "As 2d 3c 5h Ks"), "neither hand qualifies");
}
