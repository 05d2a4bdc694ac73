//! T-07 to T-25.

use super::{Table, caribbean};

const SPADES: &str = "As Ks Qs Js Ts";
const HEARTS: &str = "Ah Kh Qh Jh Th";

fn round(player: &str, dealer: &str) -> Table {
    caribbean().dealer(dealer).seat("ante 10", player, "bet")
}

#[test]
fn ante_and_bet() {
    for (name, player, dealer, expected) in [
        ("T-07", "2s 2d 9h 7c 5d", "As Kd 4c 3h 2h", "ante +10, bet +20"),
        ("T-08", "9s 7d 5h 4c 2d", "As Qd Jc Th 9h", "ante +10, bet 0"),
        ("T-09", "9s 9d 9h 4c 4d", "As Qd Jc Th 8h", "ante +10, bet 0"),
        ("T-10", "Ah Kc 4d 3s 2h", "As Kd 4c 3h 2s", "ante 0, bet 0"),
        ("T-11", "Ah Kc Qd 7s 2h", "As Kd Jc Th 9s", "ante +10, bet +20"),
        ("T-12", "Kh Qc 9d 7s 2h", "As Kd Jc Th 9s", "ante -10, bet -20"),
        ("T-14", SPADES, "Ah Kd 4c 3h 2d", "ante +10, bet +5000"),
        ("T-16", "As 2d 3c 4h 5s", "Kh Kd Kc 9h 2h", "ante +10, bet +80"),
        ("T-17", "As 2d 3c 4h 5s", "6h 5d 4c 3h 2h", "ante -10, bet -20"),
        ("T-18", "Ah Ac Kd Qs Jh", "As 2d 3c 4h 5s", "ante -10, bet -20"),
        ("T-19", "Ah Kd Qs Jc 9s", "2h 2c 3s 4d 5h", "ante -10, bet -20"),
        ("T-20", "7s 7d 7h 2c 2d", "6h 6c 6s Ad Ah", "ante +10, bet +140"),
        ("T-21", SPADES, HEARTS, "ante 0, bet 0"),
    ] {
        assert_eq!(round(player, dealer).net(), expected, "{name}");
    }
    assert_eq!(round(SPADES, "Ah Kd 4c 3h 2d").cap("4000").net(), "ante +10, bet +4000", "T-15");
}

#[test]
fn results_in_full() {
    let unqualified = round("9s 7d 5h 4c 2d", "As Qd Jc Th 9h");
    assert_eq!(unqualified.full(), "ante win 10 back 10, bet returned 0 back 20", "T-08");
    assert_eq!(unqualified.ruling().dealer_qualifies, Some(false), "T-08");
    let tie = round(SPADES, HEARTS);
    assert_eq!(tie.full(), "ante stand-off 0 back 10, bet stand-off 0 back 20", "T-21");
    assert_eq!(tie.ruling().dealer_qualifies, Some(true), "T-21");
    assert_eq!(tie.ruling().jackpot, None);
    let folded = caribbean().dealer("As Qd Jc Th 9h").seat("ante 10", "9s 7d 5h 4c 2d", "fold");
    assert_eq!(folded.full(), "ante lose 0 back 0", "T-13");
}

#[test]
fn jackpot_wager() {
    let flush = |table: Table| {
        let table = table.jackpot(1, 20_000, "123456.78").dealer("Ah Kd 4c 3h 2d");
        table.seat("ante 10 jackpot 5", "As Ks 9s 5s 2s", "fold").net()
    };
    assert_eq!(flush(caribbean()), "ante -10, jackpot -5", "T-22");
    assert_eq!(flush(caribbean().method_b()), "ante -10, jackpot +245", "T-23");
    let quads = caribbean().jackpot(4, 20_000, "123456.78").dealer("As Qd Jc Th 8h");
    let quads = quads.seat("ante 10 jackpot 5", "9s 9d 9h 9c 4d", "bet");
    assert_eq!(quads.net(), "ante +10, jackpot +1495, bet 0", "T-24");
    assert_eq!(quads.meter(), "paid 0 reseeded 0 house 0 after 123456.78", "T-24");
    for (option, expected) in [(1, "-5"), (4, "+95"), (5, "+45"), (6, "+95")] {
        let table = caribbean().jackpot(option, 20_000, "123456.78").dealer("Kh Kd Kc 9h 2h");
        let table = table.seat("ante 10 jackpot 5", "As 2d 3c 4h 5s", "bet");
        assert_eq!(table.net(), format!("ante +10, jackpot {expected}, bet +80"), "T-25 option {option}");
    }
}
