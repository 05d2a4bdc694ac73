//! T-41 to T-65 (without the refusals T-58 and T-59) and T-78.

use super::{Table, ultimate};

const T41: (&str, &str, &str) = ("Ah 9h", "Kh 7h 2h 7c 3d", "7s Qd");

fn round((hole, board, dealer): (&str, &str, &str), wagers: &str, decisions: &str) -> Table {
    ultimate().board(board).dealer(dealer).seat(wagers, hole, decisions)
}

#[test]
fn all_wagers() {
    let river = "check, check, bet 1x";
    let flop = "check, bet 2x";
    let out = "check, check, fold";
    let both = "ante 10 blind 10";
    let three = "ante 10 blind 10 trips 5";
    let low = ("3d 2c", "As Kd Qc 9h 8s", "5h 4c");
    for (name, cards, wagers, decisions, expected) in [
        ("T-41", T41, three, "bet 4x", "ante +10, blind +15, trips +35, play +40"),
        ("T-42", low, three, river, "ante 0, blind 0, trips -5, play 0"),
        ("T-43", ("Qd 2c", "Ks Jd 8c 5h 3s", "Ad 4c"), both, river, "ante 0, blind -10, play -10"),
        ("T-44", ("Kd 2c", "Ks Jd 8c 5h 3s", "Ad 4c"), both, flop, "ante 0, blind 0, play +20"),
        ("T-45", ("Td 9c", "Ks Jd Qc 5h 3s", "Ad 4c"), three, flop, "ante 0, blind +10, trips +20, play +20"),
        (
            "T-46",
            ("Ah 9h", "Kh 7h 2h Jc 3d", "Qs 4d"),
            three,
            river,
            "ante 0, blind +15, trips +35, play +10",
        ),
        ("T-47", ("Ad Kd", "2s 2d 9c Jh 5s", "Qd 4c"), both, "bet 3x", "ante +10, blind 0, play +30"),
        (
            "T-49",
            ("9d 8c", "7s 6s 5s Kd 2c", "As 4s"),
            three,
            "bet 3x",
            "ante -10, blind -10, trips +20, play -30",
        ),
        ("T-50", ("9d 8c", "7s 6s 5d Kd 2c", "9h 8h"), three, "bet 3x", "ante 0, blind 0, trips +20, play 0"),
        (
            "T-51",
            ("6d 5c", "9s 8d 7c Kh 2s", "Jh Tc"),
            three,
            flop,
            "ante -10, blind -10, trips +20, play -20",
        ),
        ("T-52", ("8d 8c", "8s Kd Qc 9h 2s", "5h 4c"), three, out, "ante -10, blind -10, trips -5"),
        ("T-53", low, three, out, "ante -10, blind -10, trips -5"),
        (
            "T-56",
            ("As Ks", "Qs Js Ts 2d 2h", "3c 4c"),
            three,
            "bet 4x",
            "ante +10, blind +5000, trips +250, play +40",
        ),
    ] {
        assert_eq!(round(cards, wagers, decisions).net(), expected, "{name}");
    }
    let capped = round(("As Ks", "Qs Js Ts 2d 2h", "3c 4c"), three, "bet 4x").cap("2500");
    assert_eq!(capped.net(), "ante +10, blind +2500, trips +250, play +40", "T-57");
    assert_eq!(round(low, three, river).ruling().dealer_qualifies, Some(false), "T-42");
}

#[test]
fn jackpot_on_the_flop() {
    let wagers = "ante 10 blind 10 trips 5 jackpot 5";
    let board_royal = round(("2d 3c", "As Ks Qs Js Ts", "4d 4c"), wagers, "check, check, bet 1x");
    let board_royal = board_royal.jackpot(1, 20_000, "123456.78");
    assert_eq!(board_royal.net(), "ante 0, blind 0, trips +250, jackpot -5, play 0", "T-48");
    let wagers = "ante 10 blind 10 jackpot 5";
    let folded = round(("Ah 2h", "9h 8h Kh 4c 4d", "5c 6s"), wagers, "check, check, fold");
    let folded = folded.jackpot(1, 20_000, "123456.78");
    assert_eq!(folded.clone().net(), "ante -10, blind -10, jackpot -5", "T-54 A");
    assert_eq!(folded.method_b().net(), "ante -10, blind -10, jackpot +245", "T-54 B");
    let on_the_turn = round(("Ah 2h", "9h 8h Kc 4h 4d", "5c 4s"), wagers, "check, check, bet 1x");
    let on_the_turn = on_the_turn.jackpot(1, 20_000, "123456.78").method_b();
    assert_eq!(on_the_turn.net(), "ante +10, blind +15, jackpot -5, play +10", "T-55");
}

#[test]
fn three_to_two_in_chips() {
    for (name, blind, chip, expected) in [
        ("T-60", "5", "0.50", "7.50"),
        ("T-61", "5", "1", "8"),
        ("T-62", "5", "2.50", "7.50"),
        ("T-63", "5", "5", "10"),
        ("T-64", "15", "1", "23"),
        ("T-64", "15", "2.50", "22.50"),
        ("T-64", "15", "5", "25"),
        ("T-65", "10", "0.50", "15"),
        ("T-65", "10", "1", "15"),
        ("T-65", "10", "2.50", "15"),
        ("T-65", "10", "5", "15"),
    ] {
        let table = round(T41, &format!("ante {blind} blind {blind}"), "bet 4x").chip(chip);
        let blind_line = table.net().split(", ").nth(1).expect("a Blind").to_string();
        assert_eq!(blind_line, format!("blind +{expected}"), "{name} {blind} in chips of {chip}");
    }
}

#[test]
fn play_wagers_found_at_settlement() {
    let lost = ("Qd 2c", "Ks Jd 8c 5h 3s", "Ad 4c");
    let full = |decisions: &str| {
        let table = round(lost, "ante 10 blind 10", decisions);
        table.full().split(", ").last().expect("a Play").to_string()
    };
    assert_eq!(full("check, check, bet=20"), "play lose 0 back 10", "T-78");
    // Above the highest, between two, a permitted one, below the lowest.
    assert_eq!(full("bet=45"), "play lose 0 back 5");
    assert_eq!(full("bet=35"), "play lose 0 back 5");
    assert_eq!(full("bet=30"), "play lose 0 back 0");
    assert_eq!(full("bet=20"), "play lose 0 back 0");
    assert_eq!(full("check, bet=15"), "play lose 0 back 0");
}

#[test]
fn blind_unlike_its_ante() {
    let table = round(T41, "ante 10 blind 8", "bet 4x");
    assert_eq!(table.full(), "ante win 8 back 10, blind win 12 back 8, play win 32 back 40");
    let table = round(T41, "ante 8 blind 10", "check, check, fold");
    assert_eq!(table.full(), "ante lose 0 back 0, blind lose 0 back 2");
    let table = round(T41, "ante 150 blind 150", "bet 4x").max("ante", "100");
    assert_eq!(table.full(), "ante win 100 back 150, blind win 150 back 150, play win 400 back 600");
}
