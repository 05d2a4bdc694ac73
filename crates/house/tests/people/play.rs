//! Play, and what stops it.

use crate::desk::{BOOKS, CHIEF, Desk, MELBOURNE, PATRON, SECOND, STAR, book, date, dollars, refused, rung};
use engine::TableNumber;
use house::{Barred, LimitOf, PatronCommand, PatronEvent, PatronReason, Period, Person, StaffId};
use money::Money;
use rulebook::Act;

fn start(card: Option<u64>) -> PatronCommand {
    PatronCommand::StartPlay { table: TableNumber(7), seat: 3, card, known_as: None }
}

fn round(round: u64, net: &str) -> PatronCommand {
    PatronCommand::RecordPlay { table: TableNumber(7), round, net: dollars(net) }
}

fn limit(amount: &str) -> PatronCommand {
    PatronCommand::SetLimit { of: LimitOf::Loss(Period::Day), to: Some(dollars(amount)) }
}

#[test]
fn star_13_1_a_valid_card_of_ones_own() {
    let book = book(STAR);
    let mut desk = Desk::with_patron(&book);
    refused(desk.system(start(None)), PatronReason::NoCard, "5.1");
    refused(desk.system(start(Some(6))), PatronReason::CardNotValid, "13.1");
    desk.own(PatronCommand::ReportCardLost).expect("lost");
    refused(desk.system(start(Some(5))), PatronReason::CardNotValid, "13.1");
    refused(desk.own(PatronCommand::ReportCardLost), PatronReason::NoCard, "1.1/'Player Card'");
    let again = desk.ask(CHIEF, PatronCommand::IssueCard { card: 5 });
    refused(again, PatronReason::CardUsedBefore, "1.1/'Player Card'");
    desk.ask(CHIEF, PatronCommand::IssueCard { card: 6 }).expect("a new one");
    let second = desk.ask(CHIEF, PatronCommand::IssueCard { card: 7 });
    refused(second, PatronReason::HasCard, "1.1/'Player Card'");
    desk.system(start(Some(6))).expect("plays");
}

#[test]
fn at_crown_a_patron_plays_without_a_card_and_never_with_anothers() {
    for id in &BOOKS[..3] {
        let book = book(id);
        let mut desk = Desk::with_patron(&book);
        let clause = book.label(book.house.patrons.card).to_string();
        refused(desk.system(start(Some(6))), PatronReason::CardNotValid, &clause);
        desk.system(start(None)).expect("plays");
    }
}

#[test]
fn one_place_at_a_time() {
    for id in BOOKS {
        let book = book(id);
        let mut desk = Desk::with_patron(&book);
        let clause = book.label(book.house.patrons.play).to_string();
        desk.system(start(Some(5))).expect("plays");
        let elsewhere =
            PatronCommand::StartPlay { table: TableNumber(8), seat: 0, card: Some(5), known_as: None };
        refused(
            desk.system(elsewhere.clone()),
            PatronReason::PlaysAlready { table: TableNumber(7) },
            &clause,
        );
        desk.own(PatronCommand::EndPlay).expect("leaves");
        refused(desk.own(PatronCommand::EndPlay), PatronReason::NotPlaying, &clause);
        desk.system(elsewhere).expect("plays elsewhere");
        refused(desk.system(round(1, "5.00")), PatronReason::NotPlaying, &clause);
    }
}

#[test]
fn play_stops_at_the_exact_limit() {
    for id in BOOKS {
        let book = book(id);
        let mut desk = Desk::with_patron(&book);
        let clause = book.label(book.house.patrons.loss_limit).to_string();
        desk.own(limit("100.00")).expect("a limit");
        let heard = desk.system(start(Some(5))).expect("plays");
        let headroom = Some(dollars("100.00"));
        let started = PatronEvent::PlayStarted { table: TableNumber(7), seat: 3, headroom, known_as: None };
        assert_eq!(heard[0].0, started);
        desk.system(round(1, "-99.99")).expect("counted");
        assert_eq!(desk.file.headroom(), Some(Money::from_cents(1)));
        assert!(desk.file.may_wager());
        let heard = desk.system(round(2, "-0.01")).expect("counted");
        assert_eq!(heard[1], (PatronEvent::LimitReached { period: Period::Day }, clause.clone()));
        assert_eq!(desk.file.headroom(), Some(Money::ZERO));
        assert!(!desk.file.may_wager());
        desk.own(PatronCommand::EndPlay).expect("leaves");
        refused(desk.system(start(Some(5))), PatronReason::AtLimit, &clause);
        // A new day is a new period.
        desk.system(PatronCommand::NewDay { date: date(2026, 1, 31) }).expect("the next day");
        desk.system(start(Some(5))).expect("plays again");
    }
}

#[test]
fn winnings_of_the_period_make_room_and_the_tightest_limit_counts() {
    let book = book(STAR);
    let mut desk = Desk::with_patron(&book);
    assert_eq!(desk.file.headroom(), None);
    desk.own(limit("100.00")).expect("a limit");
    let month = LimitOf::Loss(Period::Month);
    desk.own(PatronCommand::SetLimit { of: month, to: Some(dollars("120.00")) }).expect("a limit");
    desk.system(start(Some(5))).expect("plays");
    desk.system(round(1, "50.00")).expect("won");
    assert_eq!(desk.file.headroom(), Some(dollars("150.00")));
    desk.system(round(2, "-90.00")).expect("lost");
    assert_eq!(desk.file.headroom(), Some(dollars("60.00")));
    desk.system(PatronCommand::NewDay { date: date(2026, 1, 31) }).expect("the next day");
    assert_eq!(desk.file.headroom(), Some(dollars("80.00")));
    // A loss beyond the limit is still counted: it has happened.
    desk.system(round(3, "-500.00")).expect("lost");
    assert_eq!(desk.file.headroom(), Some(Money::ZERO));
}

#[test]
fn a_round_is_counted_once() {
    let book = book(STAR);
    let mut desk = Desk::with_patron(&book);
    desk.system(start(Some(5))).expect("plays");
    desk.system(round(4, "-10.00")).expect("counted");
    for again in [4, 3] {
        refused(desk.system(round(again, "-10.00")), PatronReason::RoundRecorded, "13.3");
    }
    refused(desk.own(round(5, "10.00")), PatronReason::Barred(Barred::NotYours), "13.3");
    refused(desk.system(round(5, "-100000000000.01")), PatronReason::AmountOutOfRange, "13.3");
    assert_eq!(desk.file.net, [dollars("-10.00"); 4]);
}

fn excluded(book: &rulebook::Rulebook, own: bool, until: Option<house::Date>) -> PatronReason {
    PatronReason::Excluded { own, until, from: book.front.operator.clone() }
}

#[test]
fn who_is_excluded_neither_plays_nor_pays_in() {
    for id in BOOKS {
        let book = book(id);
        let mut desk = Desk::with_patron(&book);
        let clause = book.label(book.house.patrons.exclusion).to_string();
        let until = Some(date(2026, 7, 30));
        let heard = desk.own(PatronCommand::Exclude { until }).expect("by oneself");
        assert_eq!(heard, [(PatronEvent::Excluded { own: true, until }, clause.clone())]);
        refused(desk.system(start(Some(5))), excluded(&book, true, until), &clause);
        let pay = PatronCommand::Deposit { amount: dollars("1.00"), from: house::Source::Cash };
        refused(desk.own(pay), excluded(&book, true, until), &clause);
        assert!(!desk.file.may_wager());
    }
}

#[test]
fn an_exclusion_is_lifted_by_two_and_never_before_its_day() {
    for id in BOOKS {
        let book = book(id);
        let mut desk = Desk::with_patron(&book);
        let clause = book.label(book.house.patrons.exclusion).to_string();
        let two = book.label(book.house.second(Act::LiftExclusion).expect("two persons").clause).to_string();
        let until = Some(date(2026, 2, 2));
        desk.both_ask(PatronCommand::Exclude { until }).expect("by the operator");
        for shorter in [Some(date(2026, 2, 1)), until] {
            let shorten = desk.both_ask(PatronCommand::Exclude { until: shorter });
            refused(shorten, PatronReason::WouldShorten, &clause);
        }
        let past = desk.both_ask(PatronCommand::Exclude { until: Some(date(2026, 1, 30)) });
        refused(past, PatronReason::DateNotLater, &clause);
        desk.system(PatronCommand::NewDay { date: date(2026, 2, 1) }).expect("the day before");
        refused(desk.both_ask(PatronCommand::LiftExclusion), excluded(&book, false, until), &clause);
        desk.system(PatronCommand::NewDay { date: date(2026, 2, 2) }).expect("the day");
        // It does not end of itself, nor by one person, nor by the patron.
        refused(desk.system(start(Some(5))), excluded(&book, false, until), &clause);
        let alone = desk.ask(CHIEF, PatronCommand::LiftExclusion);
        refused(alone, PatronReason::Barred(Barred::SecondNeeded), &two);
        assert!(desk.own(PatronCommand::LiftExclusion).is_err());
        desk.both_ask(PatronCommand::LiftExclusion).expect("two, on its day");
        desk.system(start(Some(5))).expect("plays");
    }
}

#[test]
fn for_good_is_for_good() {
    for id in BOOKS {
        let book = book(id);
        let mut desk = Desk::with_patron(&book);
        let clause = book.label(book.house.patrons.exclusion).to_string();
        desk.own(PatronCommand::Exclude { until: Some(date(2026, 3, 1)) }).expect("for a time");
        desk.own(PatronCommand::Exclude { until: None }).expect("for good");
        desk.system(PatronCommand::NewDay { date: date(2099, 1, 1) }).expect("a long time");
        let forever = excluded(&book, true, None);
        refused(desk.both_ask(PatronCommand::LiftExclusion), forever, &clause);
        let until = Some(date(2100, 1, 1));
        refused(desk.own(PatronCommand::Exclude { until }), PatronReason::WouldShorten, &clause);
    }
}

#[test]
fn star_13_4_a_supervisor_pauses_a_player() {
    let book = book(STAR);
    let mut desk = Desk::with_patron(&book);
    let needs = "Gaming Supervisor".to_string();
    let too_low = PatronReason::Barred(Barred::RoleTooLow { needs });
    refused(desk.ask(rung(0), PatronCommand::Pause), too_low, "13.4");
    let heard = desk.ask(rung(1), PatronCommand::Pause).expect("paused");
    assert_eq!(heard, [(PatronEvent::Paused, "13.4".to_string())]);
    refused(desk.system(start(Some(5))), PatronReason::Paused, "13.4");
    assert!(!desk.file.may_wager());
    refused(desk.ask(rung(1), PatronCommand::Pause), PatronReason::Paused, "13.4");
    desk.ask(rung(1), PatronCommand::Resume).expect("goes on");
    refused(desk.ask(rung(1), PatronCommand::Resume), PatronReason::NotPaused, "13.4");
    desk.system(start(Some(5))).expect("plays");
    let crown = crate::desk::book(MELBOURNE);
    let mut desk = Desk::with_patron(&crown);
    let unknown = PatronReason::Barred(Barred::NotInThisBook);
    refused(desk.ask(CHIEF, PatronCommand::Pause), unknown, "13.10");
}

#[test]
fn a_file_is_opened_once_and_first() {
    for id in BOOKS {
        let book = book(id);
        let mut desk = Desk::open(&book);
        let clause = book.label(book.house.patrons.file).to_string();
        refused(desk.system(start(None)), PatronReason::NotRegistered, &clause);
        let day = date(2026, 1, 30);
        let register = |name: &str| PatronCommand::Register { number: PATRON, name: name.into(), day };
        let power = book.ladder.least(Act::KeepPatronFile).expect("a power");
        let oneself = desk.own(register("a patron"));
        refused(oneself, PatronReason::Barred(Barred::NotYours), book.label(power.cite));
        refused(desk.ask(rung(1), register("  ")), PatronReason::NameMissing, &clause);
        desk.ask(rung(1), register("a patron")).expect("registered");
        refused(desk.ask(CHIEF, register("again")), PatronReason::AlreadyRegistered, &clause);
    }
}

#[test]
fn a_signature_holds_what_the_roster_knows() {
    let book = book(STAR);
    let mut desk = Desk::with_patron(&book);
    // Number 999 is on no roster, and number 10 is a dealer whatever is claimed.
    assert!(desk.ask(Person::Staff(StaffId(999)), PatronCommand::ReportCardLost).is_err());
    let exclude = PatronCommand::Exclude { until: None };
    let unfit = PatronReason::Barred(Barred::SecondUnfit);
    refused(desk.asked(CHIEF, Some(StaffId(10)), exclude.clone()), unfit, "13.18");
    desk.asked(CHIEF, Some(SECOND), exclude).expect("two who may");
}
