//! The roster and the gaming day.

use crate::desk::{BOOKS, CHIEF, Desk, SECOND, SYDNEY, book, date, refused, rung};
use engine::PatronId;
use house::{Barred, Command, Event, OutsiderId, Person, Reason, StaffId};
use rulebook::RoleId;

fn hire(id: u32, role: RoleId) -> Command {
    Command::Hire { id: StaffId(id), name: format!("hired as {id}"), role }
}

#[test]
fn a_house_is_founded_once_and_by_nobody_who_is_in_it() {
    for id in BOOKS {
        let book = book(id);
        let mut desk = Desk::empty(&book);
        let clause = book.label(book.house.roster);
        let found = |id| Command::Found { id, name: "Ada".into() };
        let not_yours = Reason::Barred(Barred::NotYours);
        refused(desk.tell(Person::Patron(PatronId(1)), found(StaffId(1))), not_yours, clause);
        let heard = desk.tell(Person::System, found(StaffId(1))).expect("founded");
        let highest = book.ladder.highest();
        let entered = Event::Hired { id: StaffId(1), name: "Ada".into(), role: highest };
        let role = &book.ladder.roles[usize::from(highest.0)];
        assert_eq!(heard.last(), Some(&(entered, book.label(role.clause).to_string())));
        refused(desk.tell(Person::System, found(StaffId(2))), Reason::AlreadyFounded, clause);
    }
}

#[test]
fn the_founder_enters_the_second_alone_and_whoever_comes_then_needs_both() {
    for id in BOOKS {
        let book = book(id);
        let mut desk = Desk::empty(&book);
        let (highest, clause) = (book.ladder.highest(), book.label(book.house.roster));
        desk.tell(Person::System, Command::Found { id: StaffId(1), name: "Ada".into() }).expect("founded");
        let needed = Reason::Barred(Barred::SecondNeeded);
        refused(desk.tell(CHIEF, hire(2, RoleId(0))), needed.clone(), clause);
        desk.tell(CHIEF, hire(2, highest)).expect("the second of the highest role");
        refused(desk.tell(CHIEF, hire(3, highest)), needed, clause);
        desk.both(hire(3, RoleId(0))).expect("both");
        // The second must be another, on the roster, and of at least the role that it needs.
        for second in [1, 3, 44] {
            let unfit = Reason::Barred(Barred::SecondUnfit);
            refused(desk.told(CHIEF, Some(StaffId(second)), hire(4, RoleId(0))), unfit, clause);
        }
        refused(desk.both(hire(3, RoleId(0))), Reason::NumberUsed, clause);
        refused(desk.both(hire(4, RoleId(highest.0 + 1))), Reason::NoSuchRole, clause);
        let nameless = Command::Hire { id: StaffId(4), name: " ".into(), role: RoleId(0) };
        refused(desk.both(nameless), Reason::TextMissing, clause);
    }
}

#[test]
fn a_name_of_somebody_who_works_here_is_given_to_no_second() {
    for id in BOOKS {
        let book = book(id);
        let mut desk = Desk::open(&book);
        let clause = book.label(book.house.roster).to_string();
        let namesake = |id, of: &str| Command::Hire { id, name: of.into(), role: RoleId(0) };
        let used = |of| Reason::NameUsed { of };
        refused(desk.both(namesake(StaffId(500), "somebody 10")), used(Person::Staff(StaffId(10))), &clause);
        if !book.ladder.outside.is_empty() {
            refused(
                desk.both(namesake(StaffId(500), "somebody 100")),
                used(Person::Outside(OutsiderId(100))),
                &clause,
            );
            let enrol = Command::Enrol { id: OutsiderId(500), name: "somebody 10".into(), place: 0 };
            refused(desk.both(enrol), used(Person::Staff(StaffId(10))), &clause);
        }
        // Whoever has left may come back under their name.
        desk.both(Command::Dismiss { id: StaffId(10) }).expect("dismissed");
        desk.both(namesake(StaffId(500), "somebody 10")).expect("back");
        refused(desk.both(namesake(StaffId(501), "somebody 10")), used(Person::Staff(StaffId(500))), &clause);
    }
}

#[test]
fn two_of_the_highest_role_remain() {
    for id in BOOKS {
        let book = book(id);
        let mut desk = Desk::open(&book);
        let (highest, clause) = (book.ladder.highest(), book.label(book.house.roster).to_string());
        // Four of them: the founder, the second, and one of either list of rungs.
        for number in [10, 20] {
            desk.both(Command::Dismiss { id: StaffId(number + u32::from(highest.0)) }).expect("two are left");
        }
        assert_eq!(desk.state.roster.holders(highest), 2);
        refused(desk.both(Command::Dismiss { id: StaffId(2) }), Reason::TooFewLeft, &clause);
        let lowered = Command::ChangeRole { id: StaffId(2), role: RoleId(0) };
        refused(desk.both(lowered.clone()), Reason::TooFewLeft, &clause);
        desk.both(Command::ChangeRole { id: StaffId(10), role: highest }).expect("risen");
        desk.both(lowered).expect("another came first");
        assert_eq!(desk.state.roster.staff(StaffId(2)).map(|member| member.role), Some(RoleId(0)));
    }
}

#[test]
fn who_left_has_no_power_and_keeps_the_number() {
    let book = book(SYDNEY);
    let mut desk = Desk::open(&book);
    let supply = || Command::SupplyRules { to: Person::Patron(PatronId(5)) };
    desk.tell(rung(0), supply()).expect("any member of staff");
    desk.both(Command::Dismiss { id: StaffId(10) }).expect("dismissed");
    refused(desk.tell(rung(0), supply()), Reason::Barred(Barred::NotYours), "16.13");
    refused(desk.both(Command::Dismiss { id: StaffId(10) }), Reason::NoSuchPerson, "1.2");
    refused(desk.both(hire(10, RoleId(0))), Reason::NumberUsed, "1.2");
}

#[test]
fn a_role_is_looked_up_and_not_believed() {
    let book = book(SYDNEY);
    let mut desk = Desk::open(&book);
    // Whoever tells it, the engine's actor says only when: the desk always sends the dealer's.
    let needs = book.ladder.name(RoleId(2)).to_string();
    let open = Command::CallLastRound;
    refused(desk.tell(rung(1), open.clone()), Reason::Barred(Barred::RoleTooLow { needs }), "16.12");
    refused(desk.tell(Person::System, open.clone()), Reason::Barred(Barred::NotYours), "16.12");
    desk.tell(rung(2), open).expect("an Area Manager");
}

#[test]
fn days_follow_one_another() {
    for id in BOOKS {
        let book = book(id);
        let mut desk = Desk::open(&book);
        let clause = book.label(book.house.day);
        let open = |day| Command::OpenDay { date: date(2026, 1, day) };
        refused(desk.tell(CHIEF, open(31)), Reason::DayOpen, clause);
        let close = || Command::CloseDay { date: date(2026, 1, 30), tables: Vec::new() };
        desk.both(close()).expect("closed");
        refused(desk.both(close()), Reason::NoDayOpen, clause);
        for day in [29, 30] {
            refused(desk.tell(CHIEF, open(day)), Reason::DateNotLater, clause);
        }
        desk.tell(CHIEF, open(31)).expect("the next");
        assert_eq!((desk.state.day, desk.state.open), (Some(date(2026, 1, 31)), true));
        assert_eq!(desk.state.first_day, Some(date(2026, 1, 30)));
    }
}

#[test]
fn every_event_says_who_who_else_and_when() {
    let book = book(SYDNEY);
    let mut desk = Desk::open(&book);
    desk.at = 5_000;
    desk.both(Command::Dismiss { id: StaffId(10) }).expect("dismissed");
    let done = desk.log.last().expect("an event");
    assert_eq!((done.by, done.second, done.at.0), (CHIEF, Some(SECOND), 5_000));
}
