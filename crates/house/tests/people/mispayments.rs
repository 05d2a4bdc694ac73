//! Payments that were wrong, and the list of the month.

use crate::desk::{BOOKS, CHIEF, Desk, PATRON, STAR, book, date, dollars, month, refused, rung};
use engine::TableNumber;
use house::{Barred, Command, Event, Mispaid, MispaidOn, Person, Reason};

fn mispaid(amount: &str) -> Mispaid {
    Mispaid {
        table: TableNumber(7),
        round: 4711,
        patron: Some(PATRON),
        over: true,
        amount: dollars(amount),
        of: MispaidOn::Wager,
        suspected: false,
    }
}

fn enquire(suspected: bool) -> Command {
    Command::Enquire { mispayment: 0, suspected, note: "asked the dealer".into() }
}

fn attempt() -> Command {
    Command::AttemptCorrection { mispayment: 0, note: "wrote to the patron".into() }
}

#[test]
fn a_month_lists_what_is_above_a_thousand_dollars() {
    for id in BOOKS {
        let book = book(id);
        let mut desk = Desk::open(&book);
        let amounts = ["999.99", "1000.00", "1000.01", "25000.00"];
        for (at, amount) in amounts.into_iter().enumerate() {
            let over = at % 2 == 0;
            let record = Command::RecordMispayment(Mispaid { over, ..mispaid(amount) });
            desk.tell(rung(0), record).expect("recorded");
        }
        assert_eq!(desk.house.monthly_list(&desk.state, month(2026, 1)), [2, 3], "{id}");
        // What is corrected stays on the list: it was known.
        let amount = dollars("1000.01");
        desk.both(Command::Correct { mispayment: 2, amount }).expect("corrected");
        assert_eq!(desk.house.monthly_list(&desk.state, month(2026, 1)), [2, 3], "{id}");
        assert_eq!(desk.house.monthly_list(&desk.state, month(2026, 2)), [0; 0], "{id}");
    }
}

#[test]
fn the_list_is_reported_once_when_the_month_is_over() {
    for id in BOOKS {
        let book = book(id);
        let mut desk = Desk::open(&book);
        let clause = book.label(book.house.mispayments.list_above.cite).to_string();
        desk.tell(rung(0), Command::RecordMispayment(mispaid("1000.01"))).expect("recorded");
        let report = |at: u8| Command::ReportMonth { month: month(2026, at) };
        for at in [1, 2] {
            refused(desk.tell(rung(2), report(at)), Reason::MonthNotOver, &clause);
        }
        assert_eq!(desk.state.lists_due(), []);
        desk.both(Command::CloseDay { date: date(2026, 1, 30), tables: Vec::new() }).expect("closed");
        desk.tell(CHIEF, Command::OpenDay { date: date(2026, 3, 1) }).expect("opened");
        assert_eq!(desk.state.lists_due(), [month(2026, 1), month(2026, 2)]);
        let needs = book.ladder.name(rulebook::RoleId(2)).to_string();
        refused(desk.tell(rung(1), report(1)), Reason::Barred(Barred::RoleTooLow { needs }), &clause);
        let heard = desk.tell(rung(2), report(1)).expect("reported");
        let reported = Event::MonthlyListReported { month: month(2026, 1), mispayments: vec![0] };
        assert_eq!(heard, [(reported, clause.clone())]);
        refused(desk.tell(rung(2), report(1)), Reason::AlreadyReported, &clause);
        let before = Command::ReportMonth { month: month(2025, 12) };
        refused(desk.tell(rung(2), before), Reason::MonthNotOver, &clause);
        desk.tell(rung(2), report(2)).expect("a month without any is reported too");
        assert_eq!(desk.state.lists_due(), []);
    }
}

#[test]
fn star_each_kind_and_direction_by_its_clause() {
    let book = book(STAR);
    for (of, clause) in
        [(MispaidOn::Wager, "11.13"), (MispaidOn::CashChange, "11.13"), (MispaidOn::ColourChange, "11.13")]
    {
        for (over, corrects) in [(true, "11.15.1.2"), (false, "11.15.1.1")] {
            let mut desk = Desk::open(&book);
            let record = Command::RecordMispayment(Mispaid { of, over, ..mispaid("20.00") });
            assert_eq!(desk.labels(rung(0), record), [clause]);
            assert_eq!(desk.labels(rung(1), attempt()), [corrects, "11.13.2"]);
            // Both limbs together make it no breach.
            assert_eq!(desk.labels(rung(1), enquire(false)), ["11.13.1", "11.13"]);
            assert!(desk.state.mispayments[0].is_excused());
        }
    }
}

#[test]
fn star_11_13_each_remedy_will_do() {
    let book = book(STAR);
    let amount = dollars("20.00");
    let remedies =
        [Command::Correct { mispayment: 0, amount }, attempt(), Command::TellRegulator { mispayment: 0 }];
    for remedy in remedies {
        let mut desk = Desk::open(&book);
        desk.tell(rung(0), Command::RecordMispayment(mispaid("20.00"))).expect("recorded");
        assert!(!desk.state.mispayments[0].is_excused());
        desk.tell(rung(1), enquire(false)).expect("enquired");
        assert!(!desk.state.mispayments[0].is_excused());
        let heard = desk.both(remedy).expect("remedied");
        let excused = (Event::MispaymentExcused { mispayment: 0 }, "11.13".to_string());
        assert_eq!(heard.last(), Some(&excused));
    }
}

#[test]
fn star_11_14_a_suspicion_is_never_excused() {
    let book = book(STAR);
    let mut desk = Desk::open(&book);
    let record = Command::RecordMispayment(Mispaid { suspected: true, patron: None, ..mispaid("20.00") });
    assert_eq!(desk.labels(rung(0), record), ["11.13", "11.14"]);
    assert_eq!(desk.labels(rung(1), enquire(true)), ["11.13.1", "11.14"]);
    refused(desk.tell(rung(1), attempt()), Reason::PatronUnknown, "11.15.1");
    let seek = |patron| Command::IdentifyPatron { mispayment: 0, patron };
    assert_eq!(desk.labels(rung(1), seek(None)), ["11.14.2"]);
    assert_eq!(desk.labels(rung(1), attempt()), ["11.15.1", "11.14.1"]);
    assert_eq!(desk.labels(rung(1), seek(Some(PATRON))), ["11.14.2"]);
    refused(desk.tell(rung(1), seek(Some(PATRON))), Reason::PatronKnown, "11.14.2");
    assert_eq!(desk.labels(rung(1), attempt()), ["11.15.1.2", "11.14.1"]);
    desk.both(Command::Correct { mispayment: 0, amount: dollars("20.00") }).expect("corrected");
    assert!(!desk.state.mispayments[0].is_excused());
    // Unless a later enquiry finds that it was not meant.
    assert_eq!(desk.labels(rung(1), enquire(false)), ["11.13.1", "11.13"]);
}

#[test]
fn corrections_add_up_to_what_was_wrong() {
    for id in BOOKS {
        let book = book(id);
        let mut desk = Desk::open(&book);
        let remedy = book.label(book.house.mispayments.remedy).to_string();
        desk.tell(rung(0), Command::RecordMispayment(mispaid("20.00"))).expect("recorded");
        let correct = |amount| Command::Correct { mispayment: 0, amount: dollars(amount) };
        let second = book.house.second(rulebook::Act::CorrectPayment).expect("two persons").clause;
        let alone = desk.tell(CHIEF, correct("1.00"));
        refused(alone, Reason::Barred(Barred::SecondNeeded), book.label(second));
        refused(desk.both(correct("20.01")), Reason::MoreThanOwed, &remedy);
        refused(desk.both(correct("0.00")), Reason::AmountOutOfRange, &remedy);
        desk.both(correct("12.50")).expect("a part");
        refused(desk.both(correct("7.51")), Reason::MoreThanOwed, &remedy);
        desk.both(correct("7.50")).expect("the rest");
        assert!(desk.state.mispayments[0].outstanding().is_zero());
        refused(desk.both(correct("0.01")), Reason::MoreThanOwed, &remedy);
    }
}

#[test]
fn it_belongs_to_an_open_day_and_to_a_member_of_staff() {
    for id in BOOKS {
        let book = book(id);
        let mut desk = Desk::open(&book);
        let rules = &book.house.mispayments;
        let record = Command::RecordMispayment(mispaid("20.00"));
        let patron = desk.tell(Person::Patron(PATRON), record.clone());
        refused(patron, Reason::Barred(Barred::NotYours), book.label(rules.wager));
        desk.tell(Person::System, record.clone()).expect("a count of the float may show one");
        desk.both(Command::CloseDay { date: date(2026, 1, 30), tables: Vec::new() }).expect("closed");
        refused(desk.tell(rung(0), record), Reason::NoDayOpen, book.label(book.house.day));
    }
}
