//! T-26 to T-39 (without the refusal T-40), and the Mississippi Stud scenarios 1 to 11, 14 to 16, 30 and 54.

use super::{Book, Table, mississippi};

const BOOKS: [Book; 3] = [Book::CrownSydney, Book::Star, Book::MelbourneMississippi];

/// Hole cards and community cards; the Ante and the Streets that were bet, and perhaps a fold.
fn round(book: Book, hole: &str, board: &str, stakes: &str) -> Table {
    let (ante, streets) = stakes.split_once(' ').expect("an Ante, and more");
    let word = |stake: &str| if stake == "fold" { stake.to_string() } else { format!("bet={stake}") };
    let decisions: Vec<String> = streets.split_whitespace().map(word).collect();
    mississippi(book).board(board).seat(&format!("ante {ante}"), hole, &decisions.join(", "))
}

#[test]
fn crown_sydney() {
    for (name, hole, board, stakes, expected) in [
        ("T-26", "6h 2c", "6d 9s Kc", "5 15 5 10", "ante 0, 3rd-street 0, 4th-street 0, 5th-street 0"),
        ("T-27", "Th 2c", "Td 9s Kc", "5 15 5 10", "ante 0, 3rd-street 0, 4th-street 0, 5th-street 0"),
        ("T-28", "5h 2c", "5d 9s Kc", "5 15 5 10", "ante -5, 3rd-street -15, 4th-street -5, 5th-street -10"),
        ("T-29", "Jh 2c", "Jd 9s Kc", "5 15 5 10", "ante +5, 3rd-street +15, 4th-street +5, 5th-street +10"),
        (
            "T-30",
            "3h 2c",
            "3d 2s Kc",
            "5 15 5 10",
            "ante +10, 3rd-street +30, 4th-street +10, 5th-street +20",
        ),
        (
            "T-31",
            "6h 3c",
            "6d 3s Kc",
            "5 15 5 10",
            "ante +10, 3rd-street +30, 4th-street +10, 5th-street +20",
        ),
        (
            "T-32",
            "Ah Kh",
            "Qh Jh Th",
            "5 15 15 15",
            "ante +2500, 3rd-street +7500, 4th-street +7500, 5th-street +7500",
        ),
        ("T-34", "Ah 2c", "3d 4s 5c", "5 5 5 5", "ante +20, 3rd-street +20, 4th-street +20, 5th-street +20"),
        ("T-35", "Ah Kc", "6d 6s 2c", "5 5 5 5", "ante 0, 3rd-street 0, 4th-street 0, 5th-street 0"),
        ("T-36", "Ah 2h", "9h 8h Kh", "5 10 fold", "ante -5, 3rd-street -10"),
    ] {
        assert_eq!(round(Book::CrownSydney, hole, board, stakes).net(), expected, "{name}");
    }
    let capped = round(Book::CrownSydney, "Ah Kh", "Qh Jh Th", "5 15 15 15").cap("5000");
    let expected = "ante +2500, 3rd-street +5000, 4th-street +5000, 5th-street +5000";
    assert_eq!(capped.net(), expected, "T-33");
    assert_eq!(
        round(Book::MelbourneMississippi, "Ah Kh", "Qh Jh Th", "5 15 15 15").cap("5000").net(),
        expected
    );
    assert_eq!(round(Book::Star, "Ah Kh", "Qh Jh Th", "5 15 15 15").cap("5000").total(), "25000");
}

#[test]
fn same_in_all_books() {
    for (number, hole, board, stakes, expected) in [
        (1, "AhKh", "QhJhTh", "10 10 10 30", "30000"),
        (2, "9s8s", "TsJsQs", "10 30 30 30", "10000"),
        (3, "9h9d", "9c9s3h", "15 45 45 45", "6000"),
        (4, "7c7d", "7h2s2d", "25 25 50 75", "1750"),
        (5, "2h9h", "Kh5h7h", "10 10 10 10", "240"),
        (6, "As2d", "3h4c5s", "5 15 15 15", "200"),
        (7, "Qs3d", "QhQc2s", "50 50 50 50", "600"),
        (8, "KsKd", "4h4c9s", "20 60 60 60", "400"),
        (9, "Js4d", "Jh9c2s", "10 10 10 10", "40"),
        (10, "6s4d", "6h9c2s", "10 10 20 30", "0"),
        (11, "5s4d", "5h9c2s", "10 10 10 10", "-40"),
    ] {
        for book in BOOKS {
            let table = round(book, hole, board, stakes);
            assert_eq!(table.total(), expected, "{number} {book:?}");
            assert_eq!(table.ruling().dealer_qualifies, None);
        }
    }
    let push = round(Book::Star, "6s4d", "6h9c2s", "10 10 20 30").full();
    assert!(push.starts_with("ante stand-off 0 back 10, 3rd-street stand-off 0 back 10"), "10: {push}");
    let words = mississippi(Book::Star).board("Jh9c2s").seat("ante 10", "Js4d", "1x, 2x, 3x");
    assert_eq!(words.net(), "ante +10, 3rd-street +10, 4th-street +20, 5th-street +30");
}

#[test]
fn folds_and_the_jackpot() {
    let fold = |book, seed| {
        let table = mississippi(book).jackpot(1, seed, "123456.78").board("9h 8h Kh");
        table.seat("ante 5 jackpot 5", "Ah 2h", "2x, fold")
    };
    let sydney = fold(Book::CrownSydney, 20_000);
    assert_eq!(sydney.clone().net(), "ante -5, jackpot -5, 3rd-street -10", "T-37, 16 A");
    assert_eq!(sydney.method_b().net(), "ante -5, jackpot +245, 3rd-street -10", "T-38, 16 B");
    assert_eq!(fold(Book::Star, 50_000).full().split(", ").nth(1), Some("jackpot win 100 back 0"), "14");
    assert_eq!(fold(Book::MelbourneMississippi, 10_000).net(), "ante -5, jackpot -5, 3rd-street -10", "15");

    let full_house = mississippi(Book::CrownSydney).jackpot(3, 20_000, "123456.78").board("4d 4s 4c");
    let full_house = full_house.seat("ante 10 jackpot 5", "Kh Kc", "3x, 1x, 2x");
    let expected = "ante +100, jackpot +595, 3rd-street +300, 4th-street +100, 5th-street +200";
    assert_eq!(full_house.net(), expected, "T-39");

    for (option, expected) in [(2, "200"), (1, "0")] {
        let table = mississippi(Book::MelbourneMississippi).jackpot(option, 10_000, "73419.656");
        let table = table.board("3h 4c 5s").seat("ante 10 jackpot 5", "As 2d", "1x, 1x, 1x");
        assert_eq!(table.prizes(), [expected], "30, option {option}");
    }
}

#[test]
fn loss_limit() {
    let star = |limit: i64, net_loss: i64, hole: &str, board: &str, ante: &str, streets: &str| {
        let table = mississippi(Book::Star).jackpot(1, 0, "100000").board(board).seat(ante, hole, streets);
        table.who(|seat| seat.loss_limit = Some((limit * 100, net_loss * 100)))
    };
    let first = |hole, board| star(500, 420, hole, board, "ante 20 jackpot 5", "bet=20, bet=60, bet=20");
    let won = first("KsKd", "4h4c9s");
    let lines = "ante win 40 back 20, jackpot lose 0 back 0, 3rd-street win 40 back 20, \
                 4th-street win 70 back 60, 5th-street void 0 back 20";
    assert_eq!((won.full().as_str(), won.total().as_str()), (lines, "145"), "LL1");
    assert_eq!(first("Ks2d", "4h7c9s").total(), "-80", "LL1 lost");
    let folded = star(200, 190, "Ks2d", "4h7c9s", "ante 25", "fold");
    assert_eq!(folded.full(), "ante lose 0 back 15", "LL2");
    let flush = star(260, 0, "2h9h", "Kh5h7h", "ante 50 jackpot 5", "bet=150, bet=150, bet=50");
    assert_eq!(flush.total(), "1625", "LL3");
    let winning = star(300, -120, "Ks2d", "4h7c9s", "ante 100", "1x, 1x, 1x");
    assert_eq!(winning.total(), "-400", "LL4");
    let whole = star(12, 0, "2h9h", "Kh5h7h", "ante 10 jackpot 5", "fold");
    assert_eq!(whole.full(), "ante lose 0 back 0, jackpot void 0 back 5", "LL5");
    assert_eq!(whole.meter(), "paid 0 reseeded 0 house 0 after 100000", "LL5");
    let short = star(33, 0, "As2d", "3h4c5s", "ante 10 jackpot 5", "bet=10, bet=10, bet=30");
    assert_eq!(short.total(), "107", "LL6");
    assert!(short.full().contains("4th-street win 32 back 10, 5th-street void 0 back 30"), "LL6");
    let nothing_left = star(100, 100, "As2d", "3h4c5s", "ante 10 jackpot 5", "1x, 1x, 1x");
    assert!(nothing_left.ruling().seats[0].iter().all(|line| line.result == "void"));
}
