//! Limits that patrons set: lower at once, higher after a day; external money; periods.

use crate::desk::{BOOKS, CHIEF, Desk, STAR, book, date, dollars, refused};
use engine::{Moment, PatronId, TableNumber};
use house::{Barred, LimitOf, PatronCommand, PatronEvent, PatronReason, Period, Person, Source};
use money::Money;

const DAY: LimitOf = LimitOf::Loss(Period::Day);

fn set(of: LimitOf, amount: &str) -> PatronCommand {
    PatronCommand::SetLimit { of, to: Some(dollars(amount)) }
}

fn deposit(amount: &str, from: Source) -> PatronCommand {
    PatronCommand::Deposit { amount: dollars(amount), from }
}

#[test]
fn a_first_limit_and_a_lower_one_hold_at_once() {
    for id in BOOKS {
        let book = book(id);
        let rules = &book.house.patrons;
        for of in LimitOf::ALL {
            let clause = if of == LimitOf::Deposit { rules.deposit_limit } else { rules.loss_limit };
            let clause = book.label(clause).to_string();
            let mut desk = Desk::with_patron(&book);
            for amount in ["500.00", "499.99", "0.00"] {
                let to = Some(dollars(amount));
                let heard = desk.own(set(of, amount)).expect("at once");
                assert_eq!(heard, [(PatronEvent::LimitSet { of, to }, clause.clone())]);
                assert_eq!(desk.file.limit(of).now, to);
            }
            refused(desk.own(set(of, "0.00")), PatronReason::NothingChanges, &clause);
            refused(desk.own(set(of, "-0.01")), PatronReason::AmountOutOfRange, &clause);
        }
    }
}

#[test]
fn a_higher_one_waits_24_hours_to_the_second() {
    for id in BOOKS {
        let book = book(id);
        let wait = book.label(book.house.patrons.increase_after_hours.cite).to_string();
        for of in LimitOf::ALL {
            // Raised, or lifted altogether.
            for to in [Some(dollars("100.01")), None] {
                let mut desk = Desk::with_patron(&book);
                desk.own(set(of, "100.00")).expect("the first");
                desk.at = 50_000;
                let heard = desk.own(PatronCommand::SetLimit { of, to }).expect("asked for");
                let asked = PatronEvent::IncreaseAsked { of, to, at: Moment(50_000) };
                assert_eq!(heard, [(asked, wait.clone())]);
                assert_eq!(desk.file.limit(of).now, Some(dollars("100.00")));
                for too_early in [50_000, 50_000 + 86_399] {
                    desk.at = too_early;
                    let early = desk.system(PatronCommand::TakeEffect { of });
                    refused(early, PatronReason::TooEarly { hours: 24 }, &wait);
                }
                desk.at = 50_000 + 86_400;
                desk.system(PatronCommand::TakeEffect { of }).expect("a full day has passed");
                assert_eq!(desk.file.limit(of).now, to);
                let again = desk.system(PatronCommand::TakeEffect { of });
                refused(again, PatronReason::NoIncreaseAsked, &wait);
            }
        }
    }
}

#[test]
fn a_clock_that_went_back_shortens_nothing() {
    let book = book(STAR);
    let mut desk = Desk::with_patron(&book);
    desk.own(set(DAY, "100.00")).expect("the first");
    desk.at = 50_000;
    desk.own(set(DAY, "200.00")).expect("asked for");
    desk.at = 10;
    let early = desk.system(PatronCommand::TakeEffect { of: DAY });
    refused(early, PatronReason::TooEarly { hours: 24 }, "1.1/'Gaming Limit'");
}

#[test]
fn asking_again_starts_the_day_again_and_a_lower_limit_ends_the_wish() {
    let book = book(STAR);
    let mut desk = Desk::with_patron(&book);
    desk.own(set(DAY, "100.00")).expect("the first");
    desk.at = 50_000;
    desk.own(set(DAY, "200.00")).expect("asked for");
    desk.at = 60_000;
    desk.own(set(DAY, "300.00")).expect("asked for more");
    desk.at = 50_000 + 86_400;
    let early = desk.system(PatronCommand::TakeEffect { of: DAY });
    refused(early, PatronReason::TooEarly { hours: 24 }, "1.1/'Gaming Limit'");
    desk.own(set(DAY, "90.00")).expect("lower");
    desk.at = 60_000 + 86_400;
    let gone = desk.system(PatronCommand::TakeEffect { of: DAY });
    refused(gone, PatronReason::NoIncreaseAsked, "1.1/'Gaming Limit'");
    desk.own(set(DAY, "95.00")).expect("asked for");
    desk.own(PatronCommand::CancelIncrease { of: DAY }).expect("no longer wanted");
    assert_eq!(desk.file.limit(DAY).asked, None);
    let none = desk.own(PatronCommand::CancelIncrease { of: DAY });
    refused(none, PatronReason::NoIncreaseAsked, "1.1/'Gaming Limit'");
}

#[test]
fn external_money_counts_to_the_cent_and_chips_do_not() {
    for id in BOOKS {
        let book = book(id);
        let clause = book.label(book.house.patrons.deposit_limit).to_string();
        let mut desk = Desk::with_patron(&book);
        desk.own(set(LimitOf::Deposit, "100.00")).expect("a limit");
        let over = |left: &str| PatronReason::OverDepositLimit { left: dollars(left) };
        refused(desk.own(deposit("100.01", Source::Cash)), over("100.00"), &clause);
        for from in [Source::Cash, Source::DebitCard, Source::Eftpos, Source::BankTransfer] {
            desk.own(deposit("24.99", from)).expect("within");
        }
        refused(desk.own(deposit("0.05", Source::Eftpos)), over("0.04"), &clause);
        desk.own(deposit("0.04", Source::Eftpos)).expect("the exact limit");
        desk.own(deposit("1000.00", Source::Chips)).expect("not external");
        // What is taken out again makes no room.
        desk.own(PatronCommand::Withdraw { amount: dollars("1100.00") }).expect("all of it");
        refused(desk.own(deposit("0.01", Source::Cash)), over("0.00"), &clause);
        desk.system(PatronCommand::NewDay { date: date(2026, 1, 31) }).expect("the next day");
        desk.own(deposit("100.00", Source::Cash)).expect("a new day");
    }
}

#[test]
fn an_account_pays_what_it_holds() {
    let book = book(STAR);
    let mut desk = Desk::with_patron(&book);
    desk.own(deposit("50.00", Source::Cash)).expect("no limit");
    let left = dollars("50.00");
    let more = desk.own(PatronCommand::Withdraw { amount: dollars("50.01") });
    refused(more, PatronReason::MoreThanThereIs { left }, "13.1");
    refused(
        desk.own(PatronCommand::Withdraw { amount: Money::ZERO }),
        PatronReason::AmountOutOfRange,
        "13.1",
    );
    desk.own(PatronCommand::Withdraw { amount: left }).expect("all of it");
    let huge = deposit("100000000000.01", Source::Cash);
    refused(desk.own(huge), PatronReason::AmountOutOfRange, "1.1/'Deposit Limit'");
}

#[test]
fn a_limit_is_the_patrons_own() {
    for id in BOOKS {
        let book = book(id);
        let mut desk = Desk::with_patron(&book);
        let power = book.ladder.least(rulebook::Act::KeepPatronFile).expect("a power");
        let stranger = desk.ask(Person::Patron(PatronId(701)), set(DAY, "1.00"));
        refused(stranger, PatronReason::Barred(Barred::NotYours), book.label(power.cite));
        let system = desk.ask(Person::System, set(DAY, "1.00"));
        refused(system, PatronReason::Barred(Barred::NotYours), book.label(power.cite));
        desk.ask(CHIEF, set(DAY, "1.00")).expect("for the patron");
    }
}

#[test]
fn each_period_starts_again_when_it_ends() {
    let book = book(STAR);
    let mut desk = Desk::with_patron(&book);
    for period in Period::ALL {
        desk.own(set(LimitOf::Loss(period), "1000.00")).expect("a limit");
    }
    let lose = |round, cents: i64| PatronCommand::RecordPlay {
        table: TableNumber(7),
        round,
        net: Money::from_cents(-cents),
    };
    desk.system(PatronCommand::StartPlay { table: TableNumber(7), seat: 0, card: Some(5), known_as: None })
        .expect("plays");
    desk.system(lose(1, 10_000)).expect("counted");
    // 30 January 2026 is a Friday.
    let rooms = |desk: &Desk<'_>| Period::ALL.map(|period| desk.file.room(period).expect("a limit").cents());
    assert_eq!(rooms(&desk), [90_000, 90_000, 90_000, 90_000]);
    let days = [
        (date(2026, 1, 31), [100_000, 90_000, 90_000, 90_000]),
        // Sunday: a new month in the same week.
        (date(2026, 2, 1), [100_000, 90_000, 100_000, 90_000]),
        (date(2026, 2, 2), [100_000, 100_000, 100_000, 90_000]),
        (date(2027, 1, 1), [100_000, 100_000, 100_000, 100_000]),
    ];
    for (date, left) in days {
        desk.system(PatronCommand::NewDay { date }).expect("a later day");
        assert_eq!(rooms(&desk), left, "{date}");
    }
    let again = desk.system(PatronCommand::NewDay { date: date(2027, 1, 1) });
    refused(again, PatronReason::DateNotLater, "13.18");
}

#[test]
fn the_same_dates_a_year_apart_are_not_the_same_period() {
    for (one, other) in [(date(2026, 1, 30), date(2027, 1, 30)), (date(2026, 12, 31), date(2027, 1, 1))] {
        assert!(!Period::Month.holds_both(one, other));
        assert!(!Period::Year.holds_both(one, other));
    }
    // New Year's Day 2027 is a Friday of the week that began in 2026.
    assert!(Period::Week.holds_both(date(2026, 12, 31), date(2027, 1, 1)));
    assert!(!Period::Week.holds_both(date(2027, 1, 3), date(2027, 1, 4)));
}
