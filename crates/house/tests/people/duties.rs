//! What people outside must be told, directions to suspects, copies of the rules.

use crate::desk::{BOOKS, CHIEF, Desk, MELBOURNE, PATRON, STAR, SYDNEY, THREE_CARD, book, refused, rung};
use engine::{PatronId, TableNumber};
use house::{Barred, Command, OutsiderId, Person, Reason};
use rulebook::{DirectionKind, NotifyOf};

fn owe(of: NotifyOf) -> Command {
    Command::OweDuty { of, table: TableNumber(7), round: 4711 }
}

#[test]
fn star_11_9_4_surveillance_and_an_inspector_are_told_of_a_wrong_deck() {
    let book = book(STAR);
    let mut desk = Desk::open(&book);
    assert_eq!(desk.labels(Person::System, owe(NotifyOf::WrongDeck)), ["11.9.4", "11.9.4"]);
    assert_eq!(desk.state.duties_due().count(), 2);
    let place = book.ladder.outside("surveillance").expect("an outside role");
    let surveillance = OutsiderId(100 + u32::from(place));
    let inspector = desk.inspector();
    let tell = |duty, person| Command::Notify { duty, person };
    refused(desk.tell(rung(0), tell(0, inspector)), Reason::NotTheOneToTell, "11.9.4");
    refused(desk.tell(rung(0), tell(0, OutsiderId(999))), Reason::NoSuchPerson, "11.9.4");
    let patron = desk.tell(Person::Patron(PATRON), tell(0, surveillance));
    refused(patron, Reason::Barred(Barred::NotYours), "11.9.4");
    assert_eq!(desk.labels(rung(0), tell(0, surveillance)), ["11.9.4"]);
    refused(desk.tell(rung(0), tell(0, surveillance)), Reason::AlreadyDone, "11.9.4");
    desk.at = 2_000;
    assert_eq!(desk.labels(rung(0), tell(1, inspector)), ["11.9.4"]);
    assert_eq!(desk.state.duties_due().count(), 0);
    let given = desk.state.duties[1].given.expect("told");
    assert_eq!((given.0, given.1.0), (inspector, 2_000));
}

#[test]
fn star_11_12_an_inspector_is_told_of_failed_jackpot_electronics() {
    let book = book(STAR);
    let mut desk = Desk::open(&book);
    assert_eq!(desk.labels(rung(0), owe(NotifyOf::JackpotEquipment)), ["11.12"]);
    let person = desk.inspector();
    assert_eq!(desk.labels(rung(0), Command::Notify { duty: 0, person }), ["11.12"]);
}

#[test]
fn the_other_books_owe_no_such_duty() {
    for (id, clause) in [(SYDNEY, "16.12"), (MELBOURNE, "13.10"), (THREE_CARD, "13.10")] {
        let book = book(id);
        let mut desk = Desk::open(&book);
        refused(desk.tell(Person::System, owe(NotifyOf::WrongDeck)), Reason::NoSuchDuty, clause);
        let person = desk.inspector();
        let tell = Command::Notify { duty: 0, person };
        refused(desk.tell(rung(0), tell), Reason::NoSuchDuty, clause);
    }
}

#[test]
fn star_11_10_directions_are_a_supervisors() {
    let book = book(STAR);
    let directions = [
        (DirectionKind::ActFirst, "11.10.1"),
        (DirectionKind::SitApart, "11.10.2"),
        (DirectionKind::EnglishOnly, "11.10.3"),
    ];
    for (direction, clause) in directions {
        let mut desk = Desk::open(&book);
        let direct = |patrons| Command::Direct { table: TableNumber(7), patrons, direction };
        let needs = "Gaming Supervisor".to_string();
        let too_low = Reason::Barred(Barred::RoleTooLow { needs });
        refused(desk.tell(rung(0), direct(vec![PATRON])), too_low, "11.10");
        refused(desk.tell(rung(1), direct(Vec::new())), Reason::NobodyNamed, clause);
        assert_eq!(desk.labels(rung(1), direct(vec![PATRON, PatronId(701)])), [clause]);
        assert_eq!(desk.state.directions[0].patrons, [PATRON, PatronId(701)]);
    }
    let crown = crate::desk::book(SYDNEY);
    let mut desk = Desk::open(&crown);
    let direct =
        Command::Direct { table: TableNumber(7), patrons: vec![PATRON], direction: DirectionKind::ActFirst };
    refused(desk.tell(CHIEF, direct), Reason::Barred(Barred::NotInThisBook), "16.12");
}

#[test]
fn whoever_asks_gets_a_copy_of_the_rules() {
    let clauses = [(SYDNEY, "16.13"), (MELBOURNE, "13.13"), (THREE_CARD, "13.14"), (STAR, "13.20")];
    assert_eq!(clauses.len(), BOOKS.len());
    for (id, clause) in clauses {
        let book = book(id);
        let mut desk = Desk::open(&book);
        for to in [Person::Patron(PATRON), rung(0), Person::Outside(OutsiderId(100))] {
            assert_eq!(desk.labels(rung(0), Command::SupplyRules { to }), [clause]);
        }
        assert_eq!(desk.state.copies, 3);
        let nobody = Command::SupplyRules { to: Person::System };
        refused(desk.tell(rung(0), nobody), Reason::NoSuchPerson, clause);
    }
}
