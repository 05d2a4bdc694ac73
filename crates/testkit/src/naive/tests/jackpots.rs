//! T-80 to T-91; Mississippi 18 to 29, 31, 32; Three Card Poker 35 to 38; and the worked tables of the notes.

use super::super::jackpot::prizes;
use super::{Book, Jackpot, Table, caribbean, dollars, exact_dollars, micro_cents, mississippi, three_card};

const ROYALS: [&str; 4] = ["As Ks Qs Js Ts", "Ah Kh Qh Jh Th", "Ad Kd Qd Jd Td", "Ac Kc Qc Jc Tc"];
const STRAIGHT_FLUSHES: [&str; 4] = ["9s 8s 7s 6s 5s", "9h 8h 7h 6h 5h", "9d 8d 7d 6d 5d", "9c 8c 7c 6c 5c"];

/// Caribbean Stud, $5 wagers on option 1 with a reset of 20,000 for 1, and the meter reading so much.
fn sydney(meter: &str, hands: &[&str]) -> Table {
    let table = caribbean().chip("0.01").jackpot(1, 20_000, meter).dealer("4s 4h 3d 2c 2d");
    hands.iter().fold(table, |table, hand| table.seat("ante 10 jackpot 5", hand, "bet"))
}

#[test]
fn crown_sydney_meter() {
    let nothing = ["Ks 9d 7h 4c 2s"; 7];
    let before = sydney("100020.027", &nothing);
    assert_eq!(exact_dollars(before.ruling().jackpot.expect("a meter").contributed), "20.027", "T-80");
    assert_eq!(before.meter(), "paid 0 reseeded 0 house 0 after 100020.027", "T-80");

    let royal = sydney("123456.78", &ROYALS[..1]);
    assert_eq!(royal.prizes(), ["123457"], "T-81");
    assert_eq!(royal.meter(), "paid 123456.78 reseeded 100000 house 0.22 after 100000", "T-81");
    assert_eq!(sydney("123457", &ROYALS[..1]).prizes(), ["123457"], "T-82");
    assert_eq!(sydney("100000.003", &ROYALS[..1]).prizes(), ["100000"], "AMB-52");

    let one = sydney("123456.78", &STRAIGHT_FLUSHES[..1]);
    assert_eq!(one.prizes(), ["12345.68"], "T-83");
    assert_eq!(one.meter(), "paid 12345.678 reseeded 0 house 0.002 after 111111.102", "T-83");
    assert_eq!(one.clone().chip("1").prizes(), ["12346"], "T-83");
    assert_eq!(one.chip("2.50").prizes(), ["12347.50"]);

    let two = sydney("123456.78", &ROYALS[..2]);
    assert_eq!(two.prizes(), ["111728.50", "111728.50"], "T-84");
    assert_eq!(two.meter(), "paid 123456.78 reseeded 100000 house 100000.22 after 100000", "T-84");

    let three = sydney("123456.78", &[ROYALS[0], ROYALS[1], STRAIGHT_FLUSHES[2]]);
    assert_eq!(three.prizes(), ["106408.10", "106408.10", "10640.81"], "T-87");
    let two = sydney("123456.78", &STRAIGHT_FLUSHES[..2]);
    assert_eq!(two.prizes(), ["12228.40", "12228.40"], "T-88");
    assert_eq!(two.meter(), "paid 23456.7882 reseeded 0 house 1000.0118 after 99999.9918", "T-88");
    assert_eq!(sydney("123456.78", &STRAIGHT_FLUSHES).prizes(), ["12017.82"; 4], "T-89");

    let then = sydney("111111.102", &ROYALS[..1]);
    assert_eq!(then.prizes(), ["111112"], "T-90, after T-83");
    let then = sydney("100000", &STRAIGHT_FLUSHES[..1]);
    assert_eq!(then.prizes(), ["10000"], "T-91, after T-81");
}

#[test]
fn crown_sydney_mississippi() {
    let table = |meter: &str, second: &str| {
        let table = mississippi(Book::CrownSydney).chip("0.01").jackpot(1, 20_000, meter).board("Th Jh Qh");
        table.seat("ante 10 jackpot 5", "Ah Kh", "1x, 1x, 1x").seat(second, "9h 8h", "1x, 1x, 1x")
    };
    assert_eq!(table("123456.78", "ante 10 jackpot 5").prizes(), ["112233.64", "11223.37"], "T-85");
    assert_eq!(table("123456.78", "ante 10").prizes(), ["123457"], "T-86");
    assert_eq!(table("100000", "ante 10 jackpot 5").prizes(), ["90909.10", "9090.91"], "32");
    assert_eq!(table("123456.78", "ante 10 jackpot 5").chip("1").prizes(), ["112234", "11224"]);
    let two = mississippi(Book::CrownSydney).jackpot(1, 20_000, "100000").board("7h 8h 9h");
    let two =
        two.seat("ante 10 jackpot 5", "5h 6h", "1x, 1x, 1x").seat("ante 10 jackpot 5", "Th Jh", "1x, 1x, 1x");
    assert_eq!(two.prizes(), ["10000", "10000"], "31");
    assert_eq!(two.meter(), "paid 19000 reseeded 0 house 1000 after 81000", "31: the notes say 80,000");
}

fn awards(book: Book, seed: i64, meter: &str, royals: usize, straight_flushes: usize) -> [String; 4] {
    let (bonus_royal, bonus_straight_flush) = (None, None);
    let jackpot = Jackpot {
        option: 1,
        seed,
        increment_ppm: 0,
        wager: 500,
        meter: 0,
        bonus_royal,
        bonus_straight_flush,
    };
    let meter = micro_cents(meter);
    let prizes = prizes(book, &jackpot, 1, meter, royals, straight_flushes);
    let after = exact_dollars(meter - prizes.off + prizes.reseeded);
    [dollars(prizes.royal), dollars(prizes.straight_flush), after, exact_dollars(prizes.off)]
}

#[test]
fn crown_sydney_worked_table() {
    for (royals, straight_flushes, royal, straight_flush, after) in [
        (1, 0, "123457", "", "100000"),
        (2, 0, "111728.50", "", "100000"),
        (1, 1, "112233.64", "11223.37", "100000"),
        (1, 2, "102880.84", "10288.09", "100000"),
        (2, 1, "106408.10", "10640.81", "100000"),
        (1, 6, "77160.63", "7716.07", "100000"),
        (4, 3, "98478.38", "9847.84", "100000"),
        (0, 1, "0", "12345.68", "111111.102"),
        (0, 2, "0", "12228.40", "99999.9918"),
        (0, 3, "0", "12118.86", "90001.2271878"),
        (0, 4, "0", "12017.82", "80997.5242224"),
        (0, 5, "0", "11921.12", "72901.22859"),
        (0, 6, "0", "11831.74", "65612.3402988"),
        (0, 7, "0", "11748.24", "59048.1433062"),
    ] {
        let found = awards(Book::CrownSydney, 20_000, "123456.78", royals, straight_flushes);
        assert_eq!((found[0].as_str(), found[2].as_str()), (royal, after), "R{royals} S{straight_flushes}");
        assert!(straight_flush.is_empty() || found[1] == straight_flush, "R{royals} S{straight_flushes}");
    }
}

#[test]
fn melbourne_worked_table() {
    for (royals, straight_flushes, royal, straight_flush) in [
        (1, 0, "120000", "0"),
        (0, 1, "0", "12000"),
        (1, 1, "109090.80", "10909.20"),
        (0, 2, "0", "11650"),
        (0, 3, "0", "11323.10"),
        (0, 4, "0", "11019.10"),
        (0, 5, "0", "10733"),
        (0, 6, "0", "10466.30"),
        (0, 7, "0", "10217.10"),
        (1, 2, "99999.60", "9999.60"),
        (2, 0, "85000", "0"),
        (2, 1, "80952.30", "8095.40"),
        (3, 2, "68750", "6875"),
        (4, 7, "57447.90", "5745.60"),
    ] {
        let found = awards(Book::MelbourneThreeCard, 10_000, "120000", royals, straight_flushes);
        assert_eq!(found[..2], [royal, straight_flush], "R{royals} S{straight_flushes}, 38 is R2 S1");
    }
}

#[test]
fn star_worked_table() {
    // The meter; one straight flush; each of two; a royal alone; a straight flush and a royal.
    for (meter, one, two, royal, both) in [
        ("120000", "12000", "11400", "120000", ["12000", "108000"]),
        ("100000", "10000", "9500", "100000", ["10000", "90000"]),
        ("73418.27", "7341.83", "6974.74", "73418.27", ["7341.83", "66076.45"]),
        ("60000", "6000", "5700", "60000", ["6000", "54000"]),
        ("52631.58", "5263.16", "5000.01", "52631.58", ["5263.16", "50000"]),
        ("52631.57", "5263.16", "5000", "52631.57", ["5263.16", "50000"]),
        ("52000", "5200", "5000", "52000", ["5200", "50000"]),
        ("40000", "5000", "5000", "50000", ["5000", "50000"]),
    ] {
        let star = |royals, straight_flushes| awards(Book::Star, 0, meter, royals, straight_flushes);
        assert_eq!(
            (star(0, 1)[1].as_str(), star(0, 2)[1].as_str(), star(1, 0)[0].as_str()),
            (one, two, royal),
            "{meter}"
        );
        assert_eq!([&star(1, 1)[1], &star(1, 1)[0]], both, "{meter}");
    }
    assert_eq!(awards(Book::Star, 0, "120000", 2, 0)[0], "60000");
    assert_eq!(awards(Book::Star, 0, "80000", 2, 0)[0], "50000");
    // A tenth of the last micro-cent takes a whole one.
    assert_eq!(awards(Book::Star, 0, "100000.00000001", 0, 1)[2..], ["90000", "10000.00000001"]);
}

fn star(meter: &str, board: &str, holes: &[&str]) -> Table {
    let table = mississippi(Book::Star).jackpot(1, 0, meter).board(board);
    holes.iter().fold(table, |table, hole| table.seat("ante 10 jackpot 5", hole, "1x, 1x, 1x"))
}

#[test]
fn star_meter() {
    let both = star("100000", "Th Jh Qh", &["9h 8h", "Ah Kh"]);
    assert_eq!(both.prizes(), ["10000", "90000"], "18");
    assert_eq!(both.meter(), "paid 100000 reseeded 0 house 0 after 0", "18");
    let seeded = both.with(|round| round.sign.jackpot.as_mut().expect("a jackpot").seed = 60_000);
    assert_eq!(seeded.meter(), "paid 100000 reseeded 60000 house 0 after 60000");
    let both = star("52000", "Th Jh Qh", &["9h 8h", "Ah Kh"]);
    assert_eq!(both.prizes(), ["5200", "50000"], "19");
    assert_eq!(both.meter(), "paid 52000 reseeded 0 house 3200 after 0", "19");
    let two = star("60000", "7h 8h 9h", &["5h 6h", "Th Jh"]);
    assert_eq!(two.prizes(), ["5700", "5700"], "20");
    assert_eq!(two.meter(), "paid 11400 reseeded 0 house 0 after 48600", "20");
    let two = star("52000", "7h 8h 9h", &["5h 6h", "Th Jh"]);
    assert_eq!(two.prizes(), ["5000", "5000"], "21");
    assert_eq!(two.meter(), "paid 9880 reseeded 0 house 120 after 42120", "21");
    let one = star("40000", "7h 8h 9h", &["5h 6h"]);
    assert_eq!(one.prizes(), ["5000"], "22");
    assert_eq!(one.meter(), "paid 4000 reseeded 0 house 1000 after 36000", "22");
    let grown = star("40000", "2h 8h 9c", &["5h 6h", "Kc Qd"]);
    let grown = grown.with(|round| round.sign.jackpot.as_mut().expect("a jackpot").increment_ppm = 333_333);
    assert_eq!(exact_dollars(grown.ruling().jackpot.expect("a meter").contributed), "3.33333");
}

#[test]
fn star_bonus_jackpot() {
    let bonus = |table: Table| {
        table.with(|round| {
            let jackpot = round.sign.jackpot.as_mut().expect("a jackpot");
            (jackpot.bonus_royal, jackpot.bonus_straight_flush) = (Some(1_000 * 100), Some(250 * 100));
        })
    };
    let table = star("100000", "7h 8h 9h", &["Kc Qd", "5h 6h", "Ks Qs"]);
    let table = bonus(table.seat("ante 10 jackpot 5", "2c 2d", "fold").seat(
        "ante 10 jackpot 5",
        "3c 3d",
        "1x, fold",
    ));
    let table = table.seat("ante 10", "4c 4d", "1x, fold");
    let paid = |table: &Table| {
        let bonus = |lines: &Vec<super::Line>| {
            lines.iter().find(|l| l.on == "bonus-jackpot").map(|l| dollars(l.paid))
        };
        table.ruling().seats.iter().map(bonus).collect::<Vec<_>>()
    };
    let some = |amount: &str| Some(amount.to_string());
    assert_eq!(paid(&table), [some("250"), None, some("250"), some("250"), some("250"), None], "23");
    assert!(
        table.full().split(" | ").nth(3).expect("seat 4").ends_with("bonus-jackpot win 250 back 0"),
        "23"
    );
    let table = bonus(star("100000", "7h 8h 9h", &["2h 3h", "5h 6h"]));
    assert_eq!(
        (table.prizes().join(" "), paid(&table)),
        ("100 10000".to_string(), vec![some("250"), None]),
        "24"
    );
    let table = bonus(star("100000", "Th Jh Qh", &["9h 8h", "Ah Kh", "2c 3c"]));
    assert_eq!(paid(&table), [None, None, some("1250")]);
}

#[test]
fn melbourne_meter() {
    let stud = |meter: &str, board: &str, holes: &[&str]| {
        let table = mississippi(Book::MelbourneMississippi).jackpot(1, 10_000, meter).board(board);
        holes.iter().fold(table, |table, hole| table.seat("ante 10 jackpot 5", hole, "1x, 1x, 1x"))
    };
    let one = stud("73419.656", "7h 8h 9h", &["5h 6h"]);
    assert_eq!(
        (one.prizes().join(" ").as_str(), one.ruling().jackpot.expect("a meter").contributed),
        ("7342", 170_300_000),
        "25"
    );
    assert_eq!(one.meter(), "paid 7342 reseeded 0 house 0 after 66077.656", "25");
    let two = stud("73419.656", "7h 8h 9h", &["5h 6h", "Th Jh"]);
    assert_eq!(two.prizes(), ["7224.90", "7224.90"], "26");
    assert_eq!(two.meter(), "paid 14449.80 reseeded 0 house 0 after 58969.856", "26");
    let both = stud("73419.656", "Th Jh Qh", &["Ah Kh", "9h 8h"]);
    assert_eq!(both.prizes(), ["66745.39", "6674.62"], "27");
    assert_eq!(both.meter(), "paid 73419.656 reseeded 50000 house 0.354 after 50000", "27");
    assert_eq!(stud("100000", "Th Jh Qh", &["Ah Kh"]).prizes(), ["100000"], "28");
    let floor = stud("52100", "7h 8h 9h", &["5h 6h"]);
    assert_eq!(floor.prizes(), ["5210"], "29");
    assert_eq!(floor.meter(), "paid 5210 reseeded 3110 house 0 after 50000", "29");
}

#[test]
fn three_card_meter() {
    let table = |meter: &str, jackpot_cards: &str, hands: &[&str]| {
        let table = three_card().jackpot(1, 10_000, meter).dealer("2c 7c Jd").jackpot_cards(jackpot_cards);
        hands.iter().fold(table, |table, hand| table.seat("ante 10 jackpot 5", hand, "play"))
    };
    let one = table("73419.656", "9h Th", &["6h 7h 8h"]);
    assert_eq!(one.prizes(), ["7342"], "35");
    assert_eq!(one.meter(), "paid 7342 reseeded 0 house 0 after 66077.656", "35");
    let both = table("120000", "Th Jh", &["Qh Kh Ah", "7h 8h 9h"]);
    assert_eq!(both.prizes(), ["109090.80", "10909.20"], "36");
    assert_eq!(both.meter(), "paid 120000 reseeded 50000 house 0 after 50000", "36");
    assert_eq!(table("120000", "9h Th", &["6h 7h 8h", "Jh Qh Kh"]).prizes(), ["11650", "11650"], "37");
}
