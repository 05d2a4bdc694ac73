//! Disputes, by each book's ladder.

use crate::desk::{
    BOOKS, CHIEF, Desk, MELBOURNE, PATRON, STAR, SYDNEY, THREE_CARD, book, other, refused, rung,
};
use engine::{PatronId, TableNumber};
use house::{Barred, Command, Event, OutsiderId, Person, Reason};

const OWN: Person = Person::Patron(PATRON);

fn raise() -> Command {
    Command::RaiseDispute {
        table: TableNumber(7),
        round: 4711,
        patron: PATRON,
        what: "the fourth card".into(),
    }
}

fn rule() -> Command {
    Command::RuleDispute { dispute: 0, ruling: "the round stands".into() }
}

const CLOSE: Command = Command::CloseDispute { dispute: 0, content: false };

#[test]
fn at_crown_an_area_manager_is_final_and_the_inspector_is_named() {
    let books = [(SYDNEY, "16.12", "16.12", "16.12"), (MELBOURNE, "13.10", "13.9", "13.11")];
    for (id, decides, tells, complains) in books.into_iter().chain([(THREE_CARD, "13.10", "13.11", "13.12")])
    {
        let book = book(id);
        let mut desk = Desk::open(&book);
        assert_eq!(desk.labels(OWN, raise()), [decides]);
        let needs = book.ladder.name(book.house.disputes.instance[0].least).to_string();
        refused(desk.tell(rung(1), rule()), Reason::Barred(Barred::RoleTooLow { needs }), decides);
        refused(desk.tell(rung(2), CLOSE), Reason::NotRuledYet, decides);
        refused(desk.tell(OWN, Command::TakeToInspector { dispute: 0 }), Reason::NotRuledYet, complains);
        assert_eq!(desk.labels(rung(2), rule()), [decides]);
        refused(desk.tell(rung(2), rule()), Reason::AlreadyRuled, decides);
        refused(desk.tell(OWN, Command::Escalate { dispute: 0 }), Reason::NoInstanceAbove, tells);
        refused(desk.tell(rung(2), CLOSE), Reason::InspectorNotTold, tells);
        assert_eq!(desk.labels(rung(0), Command::TellOfInspector { dispute: 0 }), [tells]);
        refused(desk.tell(rung(0), Command::TellOfInspector { dispute: 0 }), Reason::AlreadyTold, tells);
        assert_eq!(desk.labels(rung(2), CLOSE), [tells]);
        refused(desk.tell(rung(2), rule()), Reason::DisputeOver, decides);
    }
}

#[test]
fn star_13_17_a_supervisor_first_another_reviews_the_operator_is_final() {
    let book = book(STAR);
    let mut desk = Desk::open(&book);
    desk.tell(OWN, raise()).expect("raised");
    refused(desk.tell(OWN, Command::Escalate { dispute: 0 }), Reason::NotRuledYet, "13.17");
    // An Assistant Gaming Manager may be the first to rule, and may then not review it (MS-A20).
    assert_eq!(desk.labels(rung(2), rule()), ["13.17"]);
    refused(desk.tell(rung(2), CLOSE), Reason::FinalRulingMissing, "13.18");
    assert_eq!(desk.labels(OWN, Command::Escalate { dispute: 0 }), ["13.17"]);
    refused(desk.tell(rung(2), rule()), Reason::RuledBefore, "13.17");
    let needs = "Assistant Gaming Manager".to_string();
    refused(desk.tell(rung(1), rule()), Reason::Barred(Barred::RoleTooLow { needs }), "13.17");
    assert_eq!(desk.labels(other(2), rule()), ["13.17"]);
    assert_eq!(desk.labels(OWN, Command::Escalate { dispute: 0 }), ["13.18"]);
    assert_eq!(desk.labels(CHIEF, rule()), ["13.18"]);
    refused(desk.tell(OWN, Command::Escalate { dispute: 0 }), Reason::NoInstanceAbove, "13.18");
    let rulings: Vec<(u8, Person)> =
        desk.state.disputes[0].rulings.iter().map(|ruling| (ruling.instance, ruling.by)).collect();
    assert_eq!(rulings, [(0, rung(2)), (1, other(2)), (2, CHIEF)]);
}

#[test]
fn a_patron_who_is_content_ends_it_at_any_instance() {
    for id in BOOKS {
        let book = book(id);
        let mut desk = Desk::open(&book);
        let clause = book.label(book.house.disputes.clause).to_string();
        desk.tell(OWN, raise()).expect("raised");
        desk.tell(rung(2), rule()).expect("ruled");
        let content = Command::CloseDispute { dispute: 0, content: true };
        assert_eq!(desk.labels(rung(2), content), [clause]);
        assert_eq!(desk.state.disputes[0].closed, Some(true));
    }
}

#[test]
fn what_lies_with_the_inspector_stays_open_until_the_finding() {
    for id in BOOKS {
        let book = book(id);
        let mut desk = Desk::open(&book);
        let complains = book.label(book.house.disputes.complain).to_string();
        desk.tell(rung(0), raise()).expect("for the patron");
        desk.tell(rung(2), rule()).expect("ruled");
        assert_eq!(desk.labels(OWN, Command::TakeToInspector { dispute: 0 }), [complains.as_str()]);
        let again = desk.tell(OWN, Command::TakeToInspector { dispute: 0 });
        refused(again, Reason::AlreadyDone, &complains);
        let content = Command::CloseDispute { dispute: 0, content: true };
        refused(desk.tell(rung(2), content.clone()), Reason::WithTheInspector, &complains);
        let finding = || Command::RecordFinding { dispute: 0, finding: "in order".into() };
        for nobody in [CHIEF, OWN, Person::System, Person::Outside(OutsiderId(999))] {
            refused(desk.tell(nobody, finding()), Reason::Barred(Barred::NotYours), &complains);
        }
        let inspector = Person::Outside(desk.inspector());
        let heard = desk.tell(inspector, finding()).expect("the inspector");
        let recorded = Event::FindingRecorded { dispute: 0, finding: "in order".into() };
        assert_eq!(heard, [(recorded, complains.clone())]);
        refused(desk.tell(inspector, finding()), Reason::NotWithTheInspector, &complains);
        desk.tell(rung(2), content).expect("closed");
    }
}

#[test]
fn a_dispute_is_its_patrons() {
    let book = book(SYDNEY);
    let mut desk = Desk::open(&book);
    let not_yours = Reason::Barred(Barred::NotYours);
    refused(desk.tell(Person::Patron(PatronId(701)), raise()), not_yours.clone(), "16.12");
    desk.tell(OWN, raise()).expect("raised");
    desk.tell(rung(2), rule()).expect("ruled");
    let take = Command::TakeToInspector { dispute: 0 };
    refused(desk.tell(Person::Patron(PatronId(701)), take.clone()), not_yours, "16.12");
    let no_such = Command::TakeToInspector { dispute: 1 };
    refused(desk.tell(OWN, no_such), Reason::NoSuchDispute, "16.12");
    desk.tell(rung(0), take).expect("staff for the patron");
}
