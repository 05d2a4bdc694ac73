//! T-67 to T-71, T-74 to T-79; Mississippi 48 to 53; Three Card Poker 46, 47, 49, 50; and what lies between them.

use super::{Book, Table, caribbean, mississippi, three_card, ultimate};

const WINS: (&str, &str) = ("2s 2d 9h 7c 5d", "As Kd 4c 3h 2h"); // T-07
const LOSES: (&str, &str) = ("Kh Qc 9d 7s 2h", "As Kd Jc Th 9s"); // T-12
const UNQUALIFIED: (&str, &str) = ("9s 7d 5h 4c 2d", "As Qd Jc Th 9h"); // T-08
const FLUSH: (&str, &str) = ("As Ks 9s 5s 2s", "Ah Kd 4c 3h 2d");

fn stud((player, dealer): (&str, &str), wagers: &str, decision: &str) -> Table {
    caribbean().dealer(dealer).seat(wagers, player, decision)
}

#[test]
fn crown_sydney_limits() {
    let low = stud(WINS, "ante 3 jackpot 5", "bet").approved("ante", "5").jackpot(1, 20_000, "100000");
    assert_eq!(low.full(), "ante void 0 back 3, jackpot void 0 back 5, bet void 0 back 6", "T-67");
    assert_eq!(low.ruling().jackpot.expect("a meter").contributed, 0, "T-67");
    assert_eq!(
        stud(WINS, "ante 3", "fold").approved("ante", "5").full(),
        "ante void 0 back 3",
        "T-67 folded"
    );
    let between = stud(WINS, "ante 20", "bet").approved("ante", "5").min("ante", "25");
    assert_eq!(between.net(), "ante +20, bet +40", "T-68");
    let reduced = stud(WINS, "ante 100", "bet").max("ante", "100");
    assert_eq!(
        reduced.full(),
        "ante win 100 back 100, bet win 200 back 200",
        "T-69, the 50 taken back before"
    );
    let over = stud(WINS, "ante 150", "bet").max("ante", "100");
    assert_eq!(over.full(), "ante win 100 back 150, bet win 200 back 300", "T-70");
    let over = stud(LOSES, "ante 150", "bet").max("ante", "100");
    assert_eq!(over.full(), "ante lose 0 back 50, bet lose 0 back 100", "T-71");
    let over = stud(LOSES, "ante 150", "fold").max("ante", "100");
    assert_eq!(over.full(), "ante lose 0 back 50", "7.2.5 on a fold");
    let trips = ultimate().board("8s Kd Qc 9h 2s").dealer("5h 4c").approved("trips", "5");
    let trips = trips.seat("ante 10 blind 10 trips 3", "8d 8c", "check, check, bet 1x");
    assert_eq!(
        trips.full(),
        "ante stand-off 0 back 10, blind stand-off 0 back 10, trips void 0 back 3, play win 10 back 10"
    );
}

#[test]
fn tokens() {
    let token = |cards, on: &str| stud(cards, "ante 10", "bet").who(|seat| seat.tokens.push(on.to_string()));
    assert_eq!(token(UNQUALIFIED, "ante").full(), "ante win 10 back 0, bet returned 0 back 20", "T-74");
    assert_eq!(token(UNQUALIFIED, "bet").full(), "ante win 10 back 10, bet returned 0 back 20");
    assert_eq!(token(WINS, "bet").full(), "ante win 10 back 10, bet win 20 back 0");
    let over =
        stud(WINS, "ante 150", "bet").max("ante", "100").who(|seat| seat.tokens.push("ante".to_string()));
    assert_eq!(over.full(), "ante win 100 back 50, bet win 200 back 300");
}

#[test]
fn follow_up_wagers() {
    assert_eq!(stud(FLUSH, "ante 10", "bet=25").full(), "ante win 10 back 10, bet win 100 back 25", "T-75");
    assert_eq!(stud(LOSES, "ante 10", "bet=25").full(), "ante lose 0 back 0, bet lose 0 back 5");
    assert_eq!(stud(FLUSH, "ante 10", "bet=15").net(), "ante +10, bet +75", "T-76");
    let street = mississippi(Book::CrownSydney).board("Qh Qc 2s").seat("ante 5", "Qs 3d", "1x, bet=20, 1x");
    assert_eq!(street.full().split(", ").nth(2), Some("4th-street win 45 back 20"), "T-77");
    let unable = stud(FLUSH, "ante 10 jackpot 5", "fold").jackpot(1, 20_000, "100000");
    assert_eq!(unable.net(), "ante -10, jackpot -5", "T-79 A");
    assert_eq!(unable.method_b().net(), "ante -10, jackpot +245", "T-79 B");
}

#[test]
fn mississippi_elsewhere() {
    let melbourne = || mississippi(Book::MelbourneMississippi);
    let over = melbourne().board("Qh Qc 2s").seat("ante 10", "Qs 3d", "1x, 1x, bet=40");
    assert_eq!(
        (over.total().as_str(), over.full().split(", ").last()),
        ("180", Some("5th-street win 90 back 40")),
        "48"
    );
    let short = melbourne().board("Jh 9c 2s").seat("ante 10", "Js 4d", "1x, bet=5, 1x");
    assert_eq!(short.total(), "35", "49");
    let again = short.who(|seat| seat.warned_short = true);
    assert_eq!(again.full().split(", ").nth(2), Some("4th-street returned 0 back 5"), "49, the next time");
    let odd = melbourne().chip("1").board("Jh 9c 2s").seat("ante 7.50", "Js 4d", "1x, 1x, 1x");
    assert_eq!(odd.full().split(", ").next(), Some("ante win 8 back 7.50"), "50");
    let void = mississippi(Book::CrownSydney).approved("ante", "5").board("Jh 9c 2s");
    let void = void.seat("ante 3", "Js 4d", "1x, fold");
    assert_eq!(void.full(), "ante void 0 back 3, 3rd-street void 0 back 3", "51");
    let low =
        mississippi(Book::Star).min("ante", "10").board("4h 4c 9s").seat("ante 5", "Ks Kd", "1x, 1x, 1x");
    assert_eq!(low.total(), "40", "52");
    let high =
        mississippi(Book::Star).max("ante", "200").board("Jh 9c 2s").seat("ante 300", "Js 4d", "1x, 1x, 1x");
    assert_eq!(high.full().split(", ").next(), Some("ante win 200 back 300"), "53");
    let low = |warned| {
        let table = melbourne().min("ante", "10").board("Jh 9c 2s").seat("ante 5", "Js 4d", "1x, 1x, 1x");
        table.who(|seat| seat.warned_under_minimum = warned).full()
    };
    assert_eq!(low(false).split(", ").next(), Some("ante win 5 back 5"));
    assert_eq!(
        low(true).split(", ").take(2).collect::<Vec<_>>(),
        ["ante returned 0 back 5", "3rd-street win 5 back 5"]
    );
}

#[test]
fn star_streets_out_of_range() {
    let street = |table: Table, decision: &str| {
        let table = table.board("Jh 9c 2s").seat("ante 10", "Js 4d", &format!("{decision}, 1x, 1x"));
        table.full().split(", ").nth(1).expect("a Street").to_string()
    };
    let star = || mississippi(Book::Star);
    assert_eq!(street(star(), "bet=40"), "3rd-street void 0 back 40", "MS-A17");
    assert_eq!(street(star(), "bet=5"), "3rd-street void 0 back 5", "MS-A17");
    assert_eq!(street(star().max("3rd-street", "35"), "bet=40"), "3rd-street win 35 back 40", "6.3");
    assert_eq!(street(star().min("3rd-street", "8"), "bet=5"), "3rd-street win 5 back 5", "6.2");
    assert_eq!(street(star(), "bet=25"), "3rd-street win 25 back 25");
}

#[test]
fn three_card_limits() {
    let wins = |ante: &str, act: &str| {
        three_card().dealer("Qs Td 4c").seat(&format!("ante {ante}"), "Ks Qd 9h", act)
    };
    assert_eq!(wins("10", "play=15").full(), "ante win 10 back 10, play win 10 back 15", "46");
    assert_eq!(wins("10", "play=6").net(), "ante +10, play +6", "47");
    let low = wins("5", "play").min("ante", "10");
    assert_eq!(low.clone().full(), "ante win 5 back 5, play win 5 back 5", "49");
    let again = low.who(|seat| seat.warned_under_minimum = true);
    assert_eq!(again.full(), "ante returned 0 back 5, play win 5 back 5", "49, the next time");
    let high = wins("300", "play").max("ante", "200");
    assert_eq!(high.full(), "ante win 200 back 300, play win 200 back 300", "50");
    let bonus = three_card().dealer("Ah Ac 2d").max("ante", "200").seat("ante 300", "9s 8d 7h", "play");
    assert!(bonus.full().ends_with("ante-bonus win 200 back 0"));
    let returned = three_card().dealer("Ah Ac 2d").min("ante", "10").seat("ante 5", "9s 8d 7h", "play");
    let returned = returned.who(|seat| seat.warned_under_minimum = true);
    assert_eq!(
        returned.full(),
        "ante returned 0 back 5, play win 5 back 5",
        "no bonus on an Ante that goes back"
    );
}
