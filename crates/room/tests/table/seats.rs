//! Seats, buy-ins, moves, new players, the waiting list.

use crate::table::support::{DEALER, MANAGER, Try, book, no_limit, person};
use cards::Card;
use engine::Who;
use room::table::{Command, Entry, Event, Marker, Origin, Reason, Sign, TableSeat};

/// K69: chips are added by who is not in the hand, and never taken off.
#[test]
fn table_stakes() {
    let mut table = Try::with_players(6, no_limit("holdem", 52), 1..=6);
    table.start();
    table.no(Who::Seat(0), Command::Buy { seat: 0, chips: 100 }, Reason::PlayerInHand, "6.11");
    table.ok(DEALER, Command::Fold { seat: 0 });
    table.ok(Who::Seat(0), Command::Buy { seat: 0, chips: 100 });
    table.no(Who::Seat(0), Command::Remove { seat: 0, chips: 50 }, Reason::ChipsStay, "6.11");
    // They play from the next hand on.
    assert_eq!(table.table.seated(0).map(|seated| (seated.stack, seated.bought)), Some((1000, 100)));
    table.won_by(&[2], 10);
    assert_eq!(table.table.seated(0).map(|seated| (seated.stack, seated.bought)), Some((1090, 0)));
    table.no(Who::Seat(0), Command::Remove { seat: 0, chips: 50 }, Reason::ChipsStay, "6.11");
}

/// 6.3: a minimum to sit down, and again for who has nothing left.
#[test]
fn the_minimum_buy_in() {
    let mut table = Try::with_players(6, no_limit("holdem", 52), [1, 2]);
    let sit = |chips| Command::Sit { person: person(3), seat: 2, chips, from: Origin::New };
    table.no(MANAGER, sit(199), Reason::BelowBuyIn { least: 200 }, "6.3");
    table.ok(MANAGER, sit(200));
    table.start();
    table.won_by(&[2], 1000);
    let loser = (0..3)
        .find(|&seat| table.table.seated(seat).is_some_and(|seated| seated.stack == 0))
        .expect("one lost all");
    table.no(DEALER, Command::Buy { seat: loser, chips: 100 }, Reason::BelowBuyIn { least: 200 }, "6.3");
    table.ok(DEALER, Command::Buy { seat: loser, chips: 200 });
}

/// K82: Table 1.
#[test]
fn the_most_players() {
    for (game, deck, most) in [("holdem", 52, 11), ("holdem", 20, 6), ("draw-kitty", 32, 4)] {
        let mut table = Try::with_players(11, no_limit(game, deck), 1..=most);
        let more = Command::Sit { person: person(99), seat: 10, chips: 500, from: Origin::New };
        let Err((reason, clause)) = table.tell(MANAGER, more) else { panic!("{game} takes one more") };
        assert_eq!(reason, Reason::TableFull { most });
        assert!(clause.starts_with("Table 1/"), "{clause}");
    }
}

/// 8.1: a choice of seat; two who want the same draw cards; a player of the table comes first (J58).
#[test]
fn the_choice_of_seat() {
    let mut table = Try::open(6, no_limit("holdem", 52));
    for who in [1, 2] {
        table.ok(DEALER, Command::Claim { person: person(who), seat: 3 });
    }
    let sit = |who, seat| Command::Sit { person: person(who), seat, chips: 500, from: Origin::New };
    table.no(DEALER, sit(1, 3), Reason::DrawFirst, "8.1.1");
    let card = |text: &str| text.parse::<Card>().expect("a card");
    let draw = |cards: &[(u8, &str)]| Command::Draw {
        seat: 3,
        cards: cards.iter().map(|(who, text)| (person(*who), card(text))).collect(),
    };
    table.no(DEALER, draw(&[(1, "Kh")]), Reason::WrongDraw, "8.1.1");
    table.no(DEALER, draw(&[(1, "Kh"), (2, "Kh")]), Reason::WrongDraw, "8.1.1");
    // Suits decide between equal ranks.
    let said = table.ok(DEALER, draw(&[(1, "Kh"), (2, "Ks")]));
    assert!(matches!(said[0].value, Event::Drawn { person: who, .. } if who == person(2)));
    table.no(DEALER, sit(1, 3), Reason::SeatDrawn, "8.1.1");
    // Nor is it drawn for again.
    table.no(DEALER, Command::Claim { person: person(1), seat: 3 }, Reason::SeatDrawn, "8.1.1");
    table.no(DEALER, draw(&[(1, "Ah"), (2, "Ks")]), Reason::NothingToDraw, "8.1.1");
    table.ok(DEALER, sit(2, 3));

    table.ok(DEALER, sit(1, 0));
    table.ok(DEALER, sit(4, 5));
    table.ok(DEALER, Command::Leave { seat: 5 });
    assert_eq!(table.table.places()[5], TableSeat::Reserved);
    table.ok(Who::Seat(0), Command::Claim { person: person(1), seat: 5 });
    table.no(DEALER, sit(7, 5), role("TG Area Manager"), "8.3");
    table.no(MANAGER, sit(7, 5), Reason::SeatedFirst, "8.1.2");
    table.ok(Who::Seat(0), Command::Move { seat: 0, to: 5, post: false });
    let said = table.ok(MANAGER, sit(7, 0));
    assert_eq!(Try::clause(&said, |event| matches!(event, Event::Sat { .. })), "8.3");
}

fn role(needs: &str) -> Reason {
    Reason::RoleTooLow { needs: needs.into() }
}

/// K74: two live seats are free, three are not.
#[test]
fn moving_clockwise() {
    let seated = [1, 2, 3, 4, 5, 6, 7, 9, 11];
    let on_the_way = |to: u8| {
        let mut table = Try::with_players(11, no_limit("holdem", 52), seated);
        table.hand_won_by(4, 20);
        // Button 11, blinds 1 and 2: seat 6 moves.
        (
            table.table.seated(5).is_some(),
            table.ok(Who::Seat(5), Command::Move { seat: 5, to: to - 1, post: false }),
        )
    };
    // Past 7: one. Past 7 and 9: two.
    for to in [8, 10] {
        let (_, said) = on_the_way(to);
        assert!(matches!(said[0].value, Event::Moved { entry: Entry::Free, .. }), "{to}");
    }
    let mut table = Try::with_players(11, no_limit("holdem", 52), [1, 2, 3, 4, 5, 6, 7, 8, 11]);
    table.hand_won_by(4, 20);
    let mut posts = Try::with_players(11, no_limit("holdem", 52), [1, 2, 3, 4, 5, 6, 7, 8, 11]);
    posts.hand_won_by(4, 20);
    // Past 6, 7 and 8: three.
    let said = table.ok(Who::Seat(4), Command::Move { seat: 4, to: 9, post: false });
    assert_eq!(
        Try::clause(&said, |event| matches!(event, Event::Moved { entry: Entry::Waits, .. })),
        "8.9.5"
    );
    assert_eq!(table.start().2, [2, 3, 4, 6, 7, 8, 11, 1]);
    posts.ok(Who::Seat(4), Command::Move { seat: 4, to: 9, post: true });
    assert_eq!(posts.start(), (1, vec![(2, 5), (3, 10), (10, -10)], vec![2, 3, 4, 6, 7, 8, 10, 11, 1]));
}

/// 8.9.5: who has paid the blinds of the turn may move to the button, however far it is.
#[test]
fn moving_to_the_button() {
    let ready = || {
        let mut table = Try::with_players(9, no_limit("holdem", 52), 1..=9);
        (0..6).for_each(|_| table.hand_won_by(4, 20));
        // Button 5, blinds 6 and 7: seat 6 has the button next, and its player leaves.
        table.ok(DEALER, Command::Leave { seat: 5 });
        table
    };
    // Seat 2 paid in this turn, and moves past 3, 4 and 5.
    let mut paid = ready();
    let said = paid.ok(Who::Seat(1), Command::Move { seat: 1, to: 5, post: false });
    assert!(matches!(said[0].value, Event::Moved { entry: Entry::Free, .. }));
    assert_eq!(paid.start(), (6, vec![(7, 5), (8, 10)], vec![7, 8, 9, 1, 3, 4, 5, 6]));
    // Seat 8 is next to pay: that would be a way round it.
    let mut unpaid = ready();
    let said = unpaid.ok(Who::Seat(7), Command::Move { seat: 7, to: 5, post: false });
    assert!(matches!(said[0].value, Event::Moved { entry: Entry::Waits, .. }));
    assert_eq!(unpaid.start(), (6, vec![(7, 5), (9, 10)], vec![7, 9, 1, 2, 3, 4, 5]));
}

/// 8.9.2(a): between button and blinds nobody comes in.
#[test]
fn sitting_down_between_button_and_blinds() {
    let mut table = Try::with_players(9, no_limit("holdem", 52), [1, 2, 4, 6]);
    table.hand_won_by(4, 20);
    assert_eq!(table.start(), (1, vec![(2, 5), (4, 10)], vec![2, 4, 6, 1]));
    table.won_by(&[4], 20);
    table.sit(3, 500);
    assert_eq!(table.start(), (2, vec![(4, 5), (6, 10)], vec![4, 6, 1, 2]));
    let held = Try::clause(&table.said, |event| matches!(event, Event::HeldBack { seat: 2 }));
    assert_eq!(held, "8.9.2(a)");
    table.won_by(&[4], 20);
    assert_eq!(table.start(), (4, vec![(6, 5), (1, 10)], vec![6, 1, 2, 3, 4]));
}

/// K75: not dealt in at the button; from a closed game, yes.
#[test]
fn a_new_player_at_the_button() {
    let arrives = |from: Origin| {
        let mut table = Try::with_players(6, no_limit("holdem", 52), 1..=6);
        table.hand_won_by(4, 20);
        table.ok(DEALER, Command::Leave { seat: 0 });
        table.ok(MANAGER, Command::Sit { person: person(9), seat: 0, chips: 500, from });
        let (button, _, dealt) = table.start();
        assert_eq!(button, 1);
        (dealt.contains(&1), table)
    };
    let (dealt, mut table) = arrives(Origin::New);
    assert!(!dealt);
    assert_eq!(Try::clause(&table.said, |event| matches!(event, Event::HeldBack { seat: 0 })), "8.10");
    table.won_by(&[4], 20);
    assert!(table.start().2.contains(&1), "one hand later the button has gone on");
    assert!(arrives(Origin::ClosedGame).0);
    assert!(arrives(Origin::Moved).0);
}

/// 8.10.1 and 8.10.2 are for the Area Manager to impose.
#[test]
fn conditions_for_new_players() {
    let mut table = Try::with_players(6, no_limit("holdem", 52), [1, 2, 3, 4]);
    table.hand_won_by(4, 20);
    table.sit(6, 500);
    table.no(DEALER, Command::Impose { seat: 5, post: false }, role("TG Area Manager"), "8.10.1");
    let said = table.ok(MANAGER, Command::Impose { seat: 5, post: false });
    assert_eq!(Try::clause(&said, |event| matches!(event, Event::Imposed { .. })), "8.10.1");
    table.no(Who::Seat(5), Command::Return { seat: 5, post: true }, Reason::MustWait, "8.10.1");
    assert!(!table.start().2.contains(&6));
    table.won_by(&[4], 20);
    table.ok(MANAGER, Command::Impose { seat: 5, post: true });
    assert!(table.start().1.contains(&(6, -10)));
    assert_eq!(Try::clause(&table.said, |event| matches!(event, Event::EntryDue { .. })), "8.10.2");
    table.won_by(&[4], 20);
    table.no(MANAGER, Command::Impose { seat: 5, post: true }, Reason::NotNew, "8.10.2");
}

/// K76: twenty minutes, the last second included (J57).
#[test]
fn picked_up() {
    for (seconds, top) in [(19 * 60 + 59, true), (20 * 60, true), (20 * 60 + 1, false)] {
        let mut table = Try::with_players(6, no_limit("holdem", 52), 1..=6);
        for who in [20, 21] {
            table.ok(DEALER, Command::Join(person(who)));
        }
        table.now = 100;
        table.no(MANAGER, Command::PickUp { seat: 2 }, Reason::NotAway, "8.11");
        table.ok(Who::Seat(2), Command::Walk { seat: 2 });
        table.no(DEALER, Command::PickUp { seat: 2 }, role("TG Area Manager"), "8.11");
        table.ok(MANAGER, Command::PickUp { seat: 2 });
        assert_eq!(table.table.held()[0].chips, 1000);
        assert_eq!(table.table.marker(2), Some(Marker::Reserved));
        let sit = Command::Sit { person: person(3), seat: 2, chips: 500, from: Origin::New };
        table.no(MANAGER, sit, Reason::ChipsHeld, "8.12");
        table.now += seconds;
        table.ok(DEALER, Command::ComeBack(person(3)));
        let wanted = if top { [3, 20, 21] } else { [20, 21, 3] };
        assert_eq!(table.table.list(), wanted.map(person));
        let first = Command::Sit { person: person(wanted[1]), seat: 2, chips: 500, from: Origin::New };
        table.no(MANAGER, first, Reason::NotFirstOnList, "8.12");
        table.ok(MANAGER, Command::Sit { person: person(wanted[0]), seat: 2, chips: 500, from: Origin::New });
    }
}

/// A Chip Runner seats people and sells chips, and no more.
#[test]
fn the_chip_runner() {
    let runner = Who::Outside(book().ladder.outside("chip-runner").expect("the book has one"));
    let mut table = Try::open(6, no_limit("holdem", 52));
    table.ok(runner, Command::Sit { person: person(1), seat: 0, chips: 500, from: Origin::New });
    table.ok(runner, Command::Buy { seat: 0, chips: 50 });
    table.no(runner, Command::Start, role("Dealer"), "1.1/'Dealer'");
    table.no(Who::Seat(3), Command::Leave { seat: 0 }, Reason::NotYours, "8.3");
}

/// The signs of a table are shown before it opens, so nobody can sit.
#[test]
fn a_closed_table() {
    let sign: Sign = no_limit("holdem", 52);
    let mut table = Try::open(6, sign.clone());
    table.no(DEALER, Command::Open(Box::new(sign)), Reason::AlreadyOpen, "6.1");
    table.ok(MANAGER, Command::Close);
    table.no(DEALER, Command::Start, Reason::NotOpen, "6.1");
}
