//! Breaches and the sanctions that each book has for them.

use crate::desk::{
    BOOKS, CHIEF, Desk, MELBOURNE, PATRON, STAR, SYDNEY, THREE_CARD, book, dollars, refused, rung,
};
use engine::TableNumber;
use house::{Barred, Command, Event, Person, Reason};
use money::Money;
use rulebook::{BreachKind, SanctionKind};

fn record(of: Person, kind: BreachKind) -> Command {
    Command::RecordBreach { of, table: Some(TableNumber(7)), kind, what: "seen by the dealer".into() }
}

fn sanction(kind: SanctionKind, amount: Option<&str>) -> Command {
    Command::Sanction { breach: 0, kind, amount: amount.map(dollars), round: None }
}

const OWN: Person = Person::Patron(PATRON);

#[test]
fn each_breach_by_its_clause() {
    let device = [(SYDNEY, "16.1"), (MELBOURNE, "13.1"), (THREE_CARD, "13.1"), (STAR, "13.6")];
    let side_bet = [(SYDNEY, "16.9"), (MELBOURNE, "13.12"), (THREE_CARD, "13.13"), (STAR, "13.15")];
    let kinds = [(BreachKind::Device, device), (BreachKind::SideBet, side_bet)];
    for (kind, books) in kinds {
        for (id, clause) in books {
            let book = book(id);
            assert_eq!(Desk::open(&book).labels(rung(0), record(OWN, kind)), [clause], "{id}");
        }
    }
}

#[test]
fn star_13_7_people_on_duty_may_carry_devices() {
    let book = book(STAR);
    let mut desk = Desk::open(&book);
    for exempt in [rung(0), Person::Outside(desk.inspector())] {
        refused(desk.tell(CHIEF, record(exempt, BreachKind::Device)), Reason::Exempt, "13.7");
    }
    // Coaching is the staff's own breach.
    assert_eq!(desk.labels(CHIEF, record(rung(0), BreachKind::Advice)), ["13.11"]);
}

#[test]
fn a_breach_that_a_book_does_not_know() {
    let book = book(MELBOURNE);
    let mut desk = Desk::open(&book);
    refused(desk.tell(CHIEF, record(OWN, BreachKind::OthersCard)), Reason::NotABreachHere, "13.10");
    refused(desk.tell(OWN, record(OWN, BreachKind::Device)), Reason::Barred(Barred::NotYours), "13.1");
}

#[test]
fn each_sanction_by_its_clause_and_role() {
    use SanctionKind::{BarFromGame, ExcludeFromCasino, HandToPolice, VoidWager, WithholdWinnings};
    let all = [
        (SYDNEY, VoidWager, Some("16.2.1")),
        (SYDNEY, BarFromGame, Some("16.2.2")),
        (SYDNEY, ExcludeFromCasino, Some("16.2.3")),
        (SYDNEY, HandToPolice, Some("16.2.4")),
        (SYDNEY, WithholdWinnings, None),
        (MELBOURNE, VoidWager, Some("13.2.1")),
        (MELBOURNE, BarFromGame, Some("13.2.2")),
        (MELBOURNE, WithholdWinnings, Some("13.2.3")),
        (MELBOURNE, HandToPolice, Some("13.2.4")),
        (MELBOURNE, ExcludeFromCasino, None),
        (THREE_CARD, WithholdWinnings, Some("13.2.3")),
        (THREE_CARD, HandToPolice, Some("13.2.4")),
        (STAR, VoidWager, Some("13.8.1")),
        (STAR, BarFromGame, Some("13.8.2")),
        (STAR, ExcludeFromCasino, Some("13.8.3")),
        (STAR, HandToPolice, Some("13.8.4")),
        (STAR, WithholdWinnings, None),
    ];
    for (id, kind, clause) in all {
        let book = book(id);
        let mut desk = Desk::open(&book);
        desk.tell(rung(0), record(OWN, BreachKind::Device)).expect("recorded");
        let amount = (kind == WithholdWinnings).then_some("1500.00");
        let power = book.ladder.least(rulebook::Act::Sanction).expect("every book has sanctions");
        let stem = book.label(power.cite).to_string();
        let needs = book.ladder.name(power.value).to_string();
        let below = rung(power.value.0 - 1);
        let too_low = Reason::Barred(Barred::RoleTooLow { needs });
        refused(desk.tell(below, sanction(kind, amount)), too_low, &stem);
        match clause {
            Some(clause) => {
                let heard = desk.both(sanction(kind, amount)).expect("the book has it");
                assert_eq!(heard.last().map(|(_, label)| label.as_str()), Some(clause), "{id} {kind:?}");
                refused(desk.both(sanction(kind, amount)), Reason::AlreadySanctioned, clause);
            }
            None => refused(desk.both(sanction(kind, amount)), Reason::NotASanctionHere, &stem),
        }
    }
}

#[test]
fn some_sanctions_are_for_devices_only() {
    let cases = [
        (SYDNEY, SanctionKind::HandToPolice, "16.2.4"),
        (MELBOURNE, SanctionKind::WithholdWinnings, "13.2.3"),
        (THREE_CARD, SanctionKind::WithholdWinnings, "13.2.3"),
        (STAR, SanctionKind::VoidWager, "13.8.1"),
    ];
    for (id, kind, clause) in cases {
        let book = book(id);
        let mut desk = Desk::open(&book);
        desk.tell(rung(0), record(OWN, BreachKind::SideBet)).expect("recorded");
        let amount = (kind == SanctionKind::WithholdWinnings).then_some("1.00");
        refused(desk.both(sanction(kind, amount)), Reason::NotForThisBreach, clause);
    }
}

#[test]
fn an_exclusion_from_the_casino_needs_two() {
    for (id, clause) in [(SYDNEY, "16.12"), (STAR, "13.18")] {
        let book = book(id);
        let mut desk = Desk::open(&book);
        desk.tell(rung(0), record(OWN, BreachKind::Device)).expect("recorded");
        let exclude = sanction(SanctionKind::ExcludeFromCasino, None);
        refused(desk.tell(CHIEF, exclude.clone()), Reason::Barred(Barred::SecondNeeded), clause);
        desk.both(exclude).expect("two");
    }
}

#[test]
fn winnings_are_held_back_and_released_by_two() {
    for id in [MELBOURNE, THREE_CARD] {
        let book = book(id);
        let mut desk = Desk::open(&book);
        desk.tell(rung(0), record(OWN, BreachKind::Device)).expect("recorded");
        let release = Command::ReleaseWithheld { breach: 0, to_patron: true };
        refused(desk.both(release.clone()), Reason::NothingWithheld, "13.2.3");
        for amount in [None, Some("0.00"), Some("-1.00"), Some("100000000000.01")] {
            let withhold = sanction(SanctionKind::WithholdWinnings, amount);
            refused(desk.tell(CHIEF, withhold), Reason::AmountOutOfRange, "13.2.3");
        }
        desk.tell(CHIEF, sanction(SanctionKind::WithholdWinnings, Some("1500.00"))).expect("held back");
        assert_eq!(desk.state.breaches[0].withheld, Some(dollars("1500.00")));
        refused(desk.tell(CHIEF, release.clone()), Reason::Barred(Barred::SecondNeeded), "13.10");
        let heard = desk.both(release.clone()).expect("released");
        let amount = Money::from_cents(150_000);
        let released = Event::WithheldReleased { breach: 0, amount, to_patron: true };
        assert_eq!(heard, [(released, "13.2.3".to_string())]);
        refused(desk.both(release), Reason::NothingWithheld, "13.2.3");
    }
}

#[test]
fn sanctions_are_for_patrons() {
    for id in BOOKS {
        let book = book(id);
        let mut desk = Desk::open(&book);
        desk.tell(CHIEF, record(rung(0), BreachKind::Advice)).expect("recorded");
        let stem = book.ladder.least(rulebook::Act::Sanction).expect("a power").cite;
        let void = sanction(SanctionKind::VoidWager, None);
        refused(desk.both(void), Reason::OnlyPatrons, book.label(stem));
    }
}
