//! Charges, changes of game and limits, closing.

use crate::table::support::{DEALER, MANAGER, Try, no_limit, person};
use engine::{Moment, Who};
use room::table::{Command, Event, HandResult, Notice, Origin, Rake, Reason, Sign};
use room::{Commission, Seats, Structure};

fn role(needs: &str) -> Reason {
    Reason::RoleTooLow { needs: needs.into() }
}

/// Limit with a minimum of so much.
fn limit(least: i64) -> Sign {
    let mut sign = no_limit("holdem", 52);
    sign.structure = Structure::Fixed { small: least, big: 2 * least, small_rounds: 2 };
    sign.blinds = vec![least / 2, least];
    sign
}

/// K127: a higher minimum needs the sign for twenty minutes, whoever agrees.
#[test]
fn a_higher_minimum() {
    let mut table = Try::with_players(6, limit(10), 1..=4);
    table.no(DEALER, Command::Announce(Box::new(limit(20))), role("TG Area Manager"), "6.10");
    table.ok(MANAGER, Command::Announce(Box::new(limit(20))));
    table.now = 1000;
    table.ok(DEALER, Command::ShowMinimum(20));
    for seat in 0..3 {
        table.ok(Who::Seat(usize::from(seat)), Command::Agree { seat });
    }
    let too_short = Reason::SignTooShort { minutes: 20 };
    table.now += 5 * 60;
    table.no(MANAGER, Command::Change, too_short.clone(), "6.1/fn2 s66(2)");
    table.now = 1000 + 20 * 60 - 1;
    table.no(MANAGER, Command::Change, too_short.clone(), "6.1/fn2 s66(2)");
    table.now += 1;
    table.no(DEALER, Command::Change, role("TG Area Manager"), "6.10");
    table.ok(MANAGER, Command::Change);
    assert_eq!(table.start().1, [(1, 10), (2, 20)]);
    table.won_by(&[1], 50);

    // A lower minimum with a majority holds from the next hand.
    table.ok(MANAGER, Command::Announce(Box::new(limit(10))));
    for seat in 0..2 {
        table.ok(Who::Seat(usize::from(seat)), Command::Agree { seat });
    }
    // Two of four is no majority (J78).
    table.no(MANAGER, Command::Change, Reason::NoticeTooShort { hands: 3 }, "6.10");
    table.ok(Who::Seat(2), Command::Agree { seat: 2 });
    table.no(Who::Seat(2), Command::Agree { seat: 2 }, Reason::AlreadyAgreed, "6.10");
    table.start();
    table.no(MANAGER, Command::Change, Reason::InHand, "6.10");
    table.won_by(&[1], 20);
    table.ok(MANAGER, Command::Change);
    assert_eq!(table.table.sign().map(Sign::least), Some(10));
}

/// The sign must have shown that minimum, not another.
#[test]
fn another_minimum_was_shown() {
    let mut table = Try::with_players(6, limit(10), 1..=4);
    table.ok(MANAGER, Command::Announce(Box::new(limit(30))));
    table.ok(DEALER, Command::ShowMinimum(20));
    table.now = 3600;
    for winner in [1, 2, 3] {
        table.hand_won_by(winner, 20);
    }
    table.no(MANAGER, Command::Change, Reason::SignTooShort { minutes: 20 }, "6.1/fn2 s66(2)");
}

/// 6.10: three hands of notice do where nobody agrees.
#[test]
fn three_hands_of_notice() {
    let mut table = Try::with_players(6, no_limit("holdem", 52), 1..=4);
    table.no(MANAGER, Command::Change, Reason::NothingAnnounced, "6.10");
    table.ok(MANAGER, Command::Announce(Box::new(no_limit("omaha", 52))));
    for hands in [3, 2, 1] {
        table.no(MANAGER, Command::Change, Reason::NoticeTooShort { hands }, "6.10");
        table.hand_won_by(1, 20);
    }
    table.ok(MANAGER, Command::Change);
    assert_eq!(table.machine.game(&table.table).map(|game| game.game.as_str()), Some("omaha"));
}

/// A smaller game: all must have a place in it.
#[test]
fn too_many_for_the_other_game() {
    let mut table = Try::with_players(9, no_limit("holdem", 52), 1..=7);
    table.ok(MANAGER, Command::Announce(Box::new(no_limit("holdem", 20))));
    for winner in [1, 2, 3] {
        table.hand_won_by(winner, 20);
    }
    let Err((reason, clause)) = table.tell(MANAGER, Command::Change) else {
        panic!("seven in a game for six")
    };
    assert_eq!((reason, clause.as_str()), (Reason::TableFull { most: 6 }, "Table 1/Holdem"));
    table.ok(DEALER, Command::Leave { seat: 6 });
    table.ok(MANAGER, Command::Change);
}

/// The blinds go on when their number changes: the button moves one seat.
#[test]
fn other_blinds() {
    let mut table = Try::with_players(6, no_limit("holdem", 52), 1..=6);
    table.hand_won_by(1, 20);
    let mut three = no_limit("holdem", 52);
    three.blinds = vec![5, 5, 10];
    table.ok(MANAGER, Command::Announce(Box::new(three)));
    for seat in 0..4 {
        table.ok(DEALER, Command::Agree { seat });
    }
    table.ok(MANAGER, Command::Change);
    assert_eq!(table.start().0, 1);
    assert_eq!(table.lineup().terms.blinds[..4], [5, 5, 10, 0]);
    table.won_by(&[1], 20);
    assert_eq!((table.start().0, table.lineup().terms.blinds[..4].to_vec()), (2, vec![5, 5, 10, 0]));
}

/// K128: the rake is the Area Manager's, and the sign changes with it.
#[test]
fn another_rake() {
    let mut table = Try::with_players(6, no_limit("holdem", 52), 1..=4);
    let rake = Rake::Percentage { ppm: 50_000, cap: 10 };
    let vary = |sign_changed| Command::Vary { rake: rake.clone(), hourly: None, sign_changed };
    table.no(DEALER, vary(true), role("TG Area Manager"), "7.3");
    table.no(MANAGER, vary(false), Reason::SignNotChanged, "7.3");
    let twelve = Rake::Percentage { ppm: 120_000, cap: 10 };
    let bad = Command::Vary { rake: twelve, hourly: None, sign_changed: true };
    table.no(MANAGER, bad, Reason::RateOutOfRange, "7.2.1");
    table.start();
    assert_eq!(table.lineup().terms.commission, Commission::None);
    table.no(MANAGER, vary(true), Reason::InHand, "7.3");
    table.won_by(&[1], 20);
    let said = table.ok(MANAGER, vary(true));
    assert!(said.iter().any(|said| said.value == Event::Shown(Notice::RakeLeastAndMost)));
    table.start();
    assert_eq!(table.lineup().terms.commission, Commission::Percentage { ppm: 50_000, cap: 10 });

    // Nil needs neither: but the hand that is on keeps its terms.
    let said = table.ok(MANAGER, Command::Vary { rake: Rake::Nil, hourly: None, sign_changed: false });
    assert_eq!(Try::clause(&said, |event| matches!(event, Event::Varied { .. })), "7.4");
    assert_eq!(table.lineup().terms.commission, Commission::Percentage { ppm: 50_000, cap: 10 });

    // And it is no part of another game.
    let mut other = no_limit("omaha", 52);
    other.rake = Rake::PerPerson(1);
    other.show_all();
    table.no(MANAGER, Command::Announce(Box::new(other)), Reason::CommissionApart, "7.3");
}

/// What was taken from a hand is dropped when it ends.
#[test]
fn the_drop() {
    for (rake, clause) in [
        (Rake::Percentage { ppm: 50_000, cap: 10 }, "7.2.1(b)"),
        (Rake::PerHand(vec![(2, 6)]), "7.2.3(c)"),
        (Rake::PerPerson(1), "7.2.4(c)"),
    ] {
        let mut sign = no_limit("holdem", 52);
        sign.rake = rake;
        sign.show_all();
        let mut table = Try::with_players(6, sign, 1..=5);
        table.start();
        let mut stacks = table.lineup().stacks;
        (stacks[0], stacks[1]) = (900, 1095);
        let result = HandResult { stacks, pot: 100, winners: Seats::only(1), commission: 5, void: false };
        let said = table.ok(DEALER, Command::Finish(result));
        assert_eq!(Try::clause(&said, |event| *event == Event::Dropped { chips: 5 }), clause);
        assert_eq!(table.table.dropped(), 5);
    }
}

/// Notes (d) 12: nine seated of whom two inactive pay 14 each, in advance, and somebody above verifies it.
#[test]
fn the_hourly_charge() {
    let mut sign = no_limit("holdem", 52);
    sign.hourly = Some(14);
    sign.show_all();
    let mut table = Try::with_players(9, sign, 1..=9);
    table.now = 500;
    for seat in [2, 5] {
        table.ok(DEALER, Command::Walk { seat });
    }
    table.no(DEALER, Command::Start, Reason::ChargeDue, "7.2.2(b)");
    table.no(MANAGER, Command::VerifyTime, Reason::NothingToVerify, "7.2.2(e)");
    let said = table.ok(DEALER, Command::CollectTime);
    assert_eq!(Try::clause(&said, |event| matches!(event, Event::TimeTaken { .. })), "7.2.2(a)");
    assert_eq!((table.table.slide(), table.table.dropped()), (126, 0));
    assert_eq!(table.table.paid_until(), Some(Moment(500 + 3600)));
    table.no(DEALER, Command::CollectTime, Reason::ChargeNotDue, "7.2.2(b)");
    table.no(DEALER, Command::VerifyTime, role("TG Area Manager"), "7.2.2(e)");
    table.ok(MANAGER, Command::VerifyTime);
    assert_eq!((table.table.slide(), table.table.dropped()), (0, 126));
    table.hand_won_by(1, 20);
    table.now = 500 + 3600;
    table.no(DEALER, Command::Start, Reason::ChargeDue, "7.2.2(b)");
    table.ok(DEALER, Command::CollectTime);
    table.hand_won_by(1, 20);
}

/// K129: three hands' notice, or all agree.
#[test]
fn closing_a_table() {
    let mut table = Try::with_players(6, no_limit("holdem", 52), 1..=4);
    table.no(DEALER, Command::AnnounceClose, role("TG Area Manager"), "18.3");
    table.no(MANAGER, Command::Close, Reason::NoticeTooShort { hands: 3 }, "18.3");
    table.ok(MANAGER, Command::AnnounceClose);
    for seat in 0..3 {
        table.ok(Who::Seat(usize::from(seat)), Command::AgreeClose { seat });
    }
    table.hand_won_by(1, 20);
    table.hand_won_by(1, 20);
    table.no(MANAGER, Command::Close, Reason::NoticeTooShort { hands: 1 }, "18.3");
    table.hand_won_by(1, 20);
    table.no(DEALER, Command::Close, role("TG Area Manager"), "18.3");
    table.ok(MANAGER, Command::Close);
    assert!(table.table.sign().is_none() && table.table.taken().count() == 0);

    let mut agreed = Try::with_players(6, no_limit("holdem", 52), 1..=4);
    agreed.ok(MANAGER, Command::AnnounceClose);
    for seat in 0..4 {
        agreed.ok(Who::Seat(usize::from(seat)), Command::AgreeClose { seat });
    }
    // A newcomer has not agreed.
    agreed.ok(MANAGER, Command::Sit { person: person(9), seat: 5, chips: 500, from: Origin::New });
    agreed.no(MANAGER, Command::Close, Reason::NoticeTooShort { hands: 3 }, "18.3");
    agreed.ok(DEALER, Command::AgreeClose { seat: 5 });
    agreed.ok(MANAGER, Command::Close);
}
