//! Three Card Poker, scenarios 1 to 32.

use super::{Table, three_card};

#[test]
fn wagers() {
    // Number, player, dealer, pay tables for Ante Bonus, Pair Plus and Six Card Bonus, wagers, act, total.
    for (number, player, dealer, letters, wagers, act, expected) in [
        (1, "Ks Qd 9h", "Js Td 4c", "AAA", "ante 10", "play", "10"),
        (2, "5s 3d 2h", "Js Td 4c", "AAA", "ante 10", "play", "10"),
        (3, "Ks Qd 9h", "Qs Td 4c", "AAA", "ante 10", "play", "20"),
        (4, "Ks 8d 2h", "Ah 7c 5c", "AAA", "ante 10", "play", "-20"),
        (5, "Ks Qd 9h", "Kh Qc 9c", "AAA", "ante 10", "play", "0"),
        (6, "9s 8d 7h", "Ah Ac 2d", "AAA", "ante 10 pair-plus 5", "play", "60"),
        (7, "9s 8d 7h", "Kh Kc Kd", "AAA", "ante 10 pair-plus 5", "play", "20"),
        (8, "7s 7d 7h", "8h 9h Th", "BEA", "ante 20 pair-plus 10", "play", "270"),
        (9, "7s 7d 7h", "8h 9h Th", "AFA", "ante 20 pair-plus 10", "play", "370"),
        (10, "As Ks Qs", "2h 7c Jd", "CAA", "ante 25 pair-plus 5", "play", "325"),
        (11, "As 2s 3s", "4h 4c Kd", "ADA", "ante 25 pair-plus 5", "play", "375"),
        (12, "Kd 9d 4d", "Qs 8h 2c", "ADA", "ante 10 pair-plus 10", "play", "50"),
        (13, "Td Tc 4s", "Kh 9s 3d", "AAA", "ante 15 pair-plus 10", "fold ante", "-5"),
        (14, "Td Tc 4s", "Kh 9s 3d", "AAA", "ante 15 pair-plus 10", "fold", "-25"),
        (15, "8c 5d 2s", "8h 8d Ks", "AAA", "ante 10 six-card-bonus 5", "fold ante", "15"),
        (16, "8c 5d 2s", "8h 8d Ks", "AAA", "ante 10 six-card-bonus 5", "fold", "-15"),
        (17, "9h Th Jh", "Qh Kh 2c", "AAA", "six-card-bonus 5", "", "1000"),
        (18, "Ah Kh Qh", "Jh Th 3c", "AAE", "six-card-bonus 5", "", "2500"),
        (18, "Ah Kh Qh", "Jh Th 3c", "AAD", "six-card-bonus 5", "", "5000"),
        (19, "Ah Ad Ac", "Ks Kd Kc", "AAC", "six-card-bonus 10", "", "200"),
        (20, "Ah Ad Ac", "As Kd Kc", "AAB", "six-card-bonus 10", "", "500"),
        (21, "5s 6s 7s", "8s 9h Ks", "AAD", "six-card-bonus 10", "", "150"),
        (22, "5s 6d 7s", "8s 9h Kc", "AAC", "six-card-bonus 10", "", "90"),
        (23, "Qh Qd 4c", "Qs 9d 2h", "ACE", "ante 10 pair-plus 5 six-card-bonus 5", "play", "50"),
        (24, "2h 4d 7c", "Qh 3s 2c", "AAA", "ante 10", "play", "-20"),
        (25, "Ah 9d 3c", "Ac 9s 2d", "AAA", "ante 10", "play", "20"),
        (26, "2s 3d Ah", "4s 3h 2d", "AAA", "ante 10", "play", "-10"),
        (27, "Js 9d 8h", "Jd 9c 8s", "AAA", "ante 10", "play", "10"),
    ] {
        let table = three_card().pays(letters).dealer(dealer).seat(wagers, player, act);
        assert_eq!(table.total(), expected, "{number}: {}", table.full());
    }
}

#[test]
fn lines_in_full() {
    let lost = three_card().dealer("Kh Kc Kd").seat("ante 10 pair-plus 5", "9s 8d 7h", "play");
    let lines = "ante lose 0 back 0, pair-plus win 30 back 5, play lose 0 back 0, ante-bonus win 10 back 0";
    assert_eq!(lost.full(), lines, "7");
    let unqualified = three_card().dealer("Js Td 4c").seat("ante 10", "5s 3d 2h", "play");
    assert_eq!(unqualified.full(), "ante win 10 back 10, play stand-off 0 back 10", "2");
    assert_eq!(unqualified.ruling().dealer_qualifies, Some(false), "2");
    let lowest = three_card().dealer("Qh 3s 2c").seat("ante 10", "2h 4d 7c", "play");
    assert_eq!(lowest.ruling().dealer_qualifies, Some(true), "24");
}

#[test]
fn jackpot_wager() {
    let table = |option: u8, cards: &str, dealer: &str, jackpot_cards: &str, act: &str| -> Table {
        let table = three_card().jackpot(option, 10_000, "73419.656").dealer(dealer);
        table.jackpot_cards(jackpot_cards).seat("ante 10 jackpot 5", cards, act)
    };
    for (number, option, cards, dealer, jackpot_cards, act, expected) in [
        (28, 1, "5h 5d 5c", "Qs 4h 3d", "5s Kd", "play", "2555"),
        (29, 2, "5h 5d 5c", "Qs 4h 3d", "Ks Kd", "play", "555"),
        (30, 1, "6h 9h 2h", "Js Td 3c", "Kh 4h", "play", "505"),
        (31, 2, "6h 7d 8h", "As Td 3c", "9h Tc", "play", "225"),
        (31, 1, "6h 7d 8h", "As Td 3c", "9h Tc", "play", "25"),
        (32, 1, "6h 9h 2h", "Js Td 3c", "Kh 4h", "fold ante", "-15"),
    ] {
        let table = table(option, cards, dealer, jackpot_cards, act);
        assert_eq!(table.total(), expected, "{number} option {option}: {}", table.full());
        assert_eq!(table.meter(), "paid 0 reseeded 0 house 0 after 73419.656", "{number}");
    }
}
