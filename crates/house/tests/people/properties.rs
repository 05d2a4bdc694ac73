//! Random people telling random things: what is refused changes nothing, what is offered is accepted, and the events
//! alone rebuild the state.

use crate::desk::{BOOKS, Desk, book, date};
use engine::{Actor, Machine, Moment, PatronId, TableNumber, stored};
use house::{
    ClosingStage, Command, Instruction, LimitOf, Mispaid, MispaidOn, Month, OutsiderId, PatronCommand,
    PatronFile, Period, Person, SignedCommand, Source, StaffId, State, TableAtClose,
};
use money::Money;
use rulebook::{BreachKind, DirectionKind, NotifyOf, RoleId, SanctionKind};
use testkit::dice::Dice;

fn person(dice: &mut Dice) -> Person {
    match dice.below(10) {
        0 => Person::System,
        1 | 2 => Person::Patron(PatronId(700 + dice.below(2) as u32)),
        3 => Person::Outside(OutsiderId(100 + dice.below(8) as u32)),
        4 => Person::Staff(StaffId(1 + dice.below(40) as u32)),
        5 | 6 => Person::Staff(StaffId(10 + dice.below(4) as u32)),
        _ => Person::Staff(StaffId(1 + dice.below(2) as u32)),
    }
}

/// Mostly one of the highest role, often nobody, sometimes somebody unfit.
fn second(dice: &mut Dice) -> Option<StaffId> {
    match dice.below(10) {
        0..4 => None,
        4 => Some(StaffId(1 + dice.below(40) as u32)),
        _ => Some(StaffId(1 + dice.below(2) as u32)),
    }
}

fn text(dice: &mut Dice) -> String {
    dice.pick(&["", "words", "other words", "more words"]).to_string()
}

/// A name that is often somebody's own, and now and then a colleague's or none.
fn numbered(dice: &mut Dice, id: u32) -> String {
    let text = text(dice);
    if dice.chance(70) { format!("{text} {id}") } else { text }
}

fn amount(dice: &mut Dice) -> Money {
    Money::from_cents(dice.pick(&[-1, 0, 1, 99_999, 100_000, 100_001, 5_000, i64::MAX]))
}

/// Tables that are ready, and now and then one that is not.
fn at_close(dice: &mut Dice) -> Vec<TableAtClose> {
    let stages =
        [ClosingStage::Closed, ClosingStage::Counted, ClosingStage::InAccounts, ClosingStage::InRound];
    let one = |table| TableAtClose {
        table: TableNumber(table),
        stage: dice.pick(&stages),
        float: Money::ZERO,
        counted: None,
    };
    (1..3).map(one).collect()
}

fn command(dice: &mut Dice, state: &State) -> Command {
    let id = 1 + dice.below(40) as u32;
    let (dispute, breach) = (dice.below(4) as usize, dice.below(4) as usize);
    let (mispayment, duty) = (dice.below(4) as usize, dice.below(4) as usize);
    let role = RoleId(dice.below(6) as u8);
    let patron = PatronId(700 + dice.below(2) as u32);
    let kinds = [BreachKind::Device, BreachKind::SideBet, BreachKind::OthersCard, BreachKind::Advice];
    let sanctions = [
        SanctionKind::VoidWager,
        SanctionKind::BarFromGame,
        SanctionKind::ExcludeFromCasino,
        SanctionKind::WithholdWinnings,
        SanctionKind::HandToPolice,
    ];
    match dice.below(28) {
        0 => Command::Found { id: StaffId(id), name: text(dice) },
        1 => Command::Hire { id: StaffId(id), name: numbered(dice, id), role },
        2 => Command::ChangeRole { id: StaffId(id), role },
        3 => Command::Dismiss { id: StaffId(id) },
        4 => Command::Enrol {
            id: OutsiderId(100 + id),
            name: numbered(dice, 100 + id),
            place: dice.below(9) as u8,
        },
        5 => Command::Discharge { id: OutsiderId(100 + id) },
        6 => {
            let (month, day) = (1 + dice.below(12) as u8, 1 + dice.below(28) as u8);
            Command::OpenDay { date: date(2026 + state.copies as u16 % 3, month, day) }
        }
        7 => match (dice.below(4), state.day) {
            (0, _) => Command::CallLastRound,
            (1, _) => Command::PlayOn,
            (_, Some(date)) => Command::CloseDay { date, tables: at_close(dice) },
            (_, None) => Command::CloseDay { date: date(2026, 1, 1), tables: Vec::new() },
        },
        8 => Command::RaiseDispute { table: TableNumber(1), round: dice.below(9), patron, what: text(dice) },
        9 | 10 => Command::RuleDispute { dispute, ruling: text(dice) },
        11 => Command::Escalate { dispute },
        12 => Command::TellOfInspector { dispute },
        13 => Command::TakeToInspector { dispute },
        14 => Command::RecordFinding { dispute, finding: text(dice) },
        15 => Command::CloseDispute { dispute, content: dice.chance(50) },
        16 => {
            Command::RecordBreach { of: person(dice), table: None, kind: dice.pick(&kinds), what: text(dice) }
        }
        17 => {
            let amount = dice.chance(30).then(|| amount(dice));
            Command::Sanction { breach, kind: dice.pick(&sanctions), amount, round: None }
        }
        18 => Command::ReleaseWithheld { breach, to_patron: dice.chance(50) },
        19 => Command::RecordMispayment(Mispaid {
            table: TableNumber(1),
            round: 1,
            patron: dice.chance(50).then_some(patron),
            over: dice.chance(50),
            amount: amount(dice),
            of: dice.pick(&MispaidOn::ALL),
            suspected: dice.chance(30),
        }),
        20 => Command::Enquire { mispayment, suspected: dice.chance(30), note: text(dice) },
        21 => Command::IdentifyPatron { mispayment, patron: dice.chance(50).then_some(patron) },
        22 => Command::AttemptCorrection { mispayment, note: text(dice) },
        23 => Command::Correct { mispayment, amount: amount(dice) },
        24 => Command::TellRegulator { mispayment },
        25 => {
            let month = Month::new(2026, 1 + dice.below(12) as u8).expect("a month");
            Command::ReportMonth { month }
        }
        26 => match dice.below(3) {
            0 => Command::SupplyRules { to: person(dice) },
            1 => {
                let of = dice.pick(&[NotifyOf::WrongDeck, NotifyOf::JackpotEquipment]);
                Command::OweDuty { of, table: TableNumber(1), round: 1 }
            }
            _ => Command::Direct {
                table: TableNumber(1),
                patrons: vec![patron],
                direction: DirectionKind::SitApart,
            },
        },
        _ => Command::Notify { duty, person: OutsiderId(100 + dice.below(8) as u32) },
    }
}

#[test]
fn a_house_of_random_people() {
    for (at, id) in BOOKS.into_iter().enumerate() {
        let book = book(id);
        let mut dice = Dice::new(0x0ddc_afe0 + at as u64);
        let (mut accepted, mut refused, mut offered) = (0, 0, 0);
        for _ in 0..20 {
            let mut desk = Desk::open(&book);
            for step in 0..400 {
                desk.at += dice.below(5_000);
                let by = person(&mut dice);
                let second = second(&mut dice);
                let before = desk.state.clone();
                let what = command(&mut dice, &before);
                match desk.told(by, second, what) {
                    Ok(heard) => {
                        accepted += 1;
                        assert!(!heard.is_empty(), "what is accepted has happened");
                    }
                    Err(_) => {
                        refused += 1;
                        assert_eq!(desk.state, before);
                    }
                }
                if step % 40 == 0 {
                    let actor = Actor { at: Moment(desk.at), ..Actor::DEALER };
                    for offer in desk.house.offers(&desk.state, actor) {
                        let decided = desk.house.decide(&desk.state, actor, &offer.0, &mut Vec::new());
                        assert_eq!(decided, Ok(()), "{offer:?}");
                        offered += 1;
                    }
                }
            }
            let mut again = State::default();
            desk.log.iter().for_each(|event| desk.house.evolve(&mut again, event));
            assert_eq!(again, desk.state, "the events alone rebuild the state");
            let kept = stored::encode_value(&desk.log, &book);
            assert_eq!(stored::decode_value(&kept.open, None, &book).as_ref(), Ok(&desk.log));
            let kept = stored::encode_value(&desk.state, &book);
            assert_eq!(stored::decode_value(&kept.open, None, &book).as_ref(), Ok(&desk.state));
            assert!(desk.state.roster.holders(book.ladder.highest()) >= 2);
        }
        assert!(accepted > 500 && refused > 500 && offered > 500, "{accepted} {refused} {offered}");
    }
}

fn patron_command(dice: &mut Dice, fresh: bool) -> PatronCommand {
    let of = dice.pick(&LimitOf::ALL);
    let days = [date(2026, 1, 31), date(2026, 2, 1), date(2026, 3, 2), date(2027, 1, 1)];
    let sources = [Source::Cash, Source::Eftpos, Source::Chips];
    let (table, round) = (TableNumber(dice.below(2) as u32), dice.below(60));
    match dice.below(16) {
        0 | 1 if fresh => {
            PatronCommand::Register { number: PatronId(700), name: text(dice), day: date(2026, 1, 30) }
        }
        0 | 1 => PatronCommand::IssueCard { card: dice.below(6) },
        2 if dice.chance(30) => PatronCommand::ReportCardLost,
        3 | 4 => PatronCommand::SetLimit { of, to: dice.chance(90).then(|| amount(dice)) },
        5 => PatronCommand::TakeEffect { of },
        6 => PatronCommand::CancelIncrease { of },
        7 => PatronCommand::Deposit { amount: amount(dice), from: dice.pick(&sources) },
        8 => PatronCommand::Withdraw { amount: amount(dice) },
        9 if dice.chance(30) => PatronCommand::Exclude { until: dice.chance(90).then(|| dice.pick(&days)) },
        10 => PatronCommand::LiftExclusion,
        11 => {
            if dice.chance(50) {
                PatronCommand::Pause
            } else {
                PatronCommand::Resume
            }
        }
        12 => {
            let card = dice.chance(80).then(|| dice.below(6));
            PatronCommand::StartPlay { table, seat: dice.below(7) as u8, card, known_as: None }
        }
        13 if dice.chance(30) => PatronCommand::EndPlay,
        14 if dice.chance(20) => PatronCommand::NewDay { date: dice.pick(&days) },
        _ => {
            let cents = dice.pick(&[-5_000, -1, 0, 1, 5_000, i64::MAX, i64::MIN]);
            PatronCommand::RecordPlay { table, round, net: Money::from_cents(cents) }
        }
    }
}

#[test]
fn the_file_of_a_random_patron() {
    for (at, id) in BOOKS.into_iter().enumerate() {
        let book = book(id);
        let mut dice = Dice::new(0x0ddb_a115 + at as u64);
        let (mut accepted, mut refused, mut offered) = (0, 0, 0);
        let desk = Desk::open(&book);
        for _ in 0..40 {
            let (mut file, mut log, mut now) = (PatronFile::default(), Vec::new(), 0);
            for _ in 0..300 {
                now += dice.below(40_000);
                let actor = Actor { at: Moment(now), ..Actor::DEALER };
                let second = second(&mut dice);
                let by = desk.state.roster.sign(person(&mut dice), second);
                let asked =
                    SignedCommand { by, what: patron_command(&mut dice, file.number.is_none()), under: None };
                let (before, mut said) = (file.clone(), Vec::new());
                match desk.patrons.decide(&file, actor, &asked, &mut said) {
                    Ok(()) => accepted += 1,
                    Err(_) => {
                        refused += 1;
                        assert!(said.is_empty());
                    }
                }
                for event in said {
                    desk.patrons.evolve(&mut file, &event.value);
                    log.push(event.value);
                }
                widened_only_after_a_day(&before, &file, &log, now);
                if dice.chance(5) {
                    for offer in desk.patrons.offers(&file, actor) {
                        let decided = desk.patrons.decide(&file, actor, &offer.0, &mut Vec::new());
                        assert_eq!(decided, Ok(()), "{offer:?}");
                        offered += 1;
                    }
                }
                assert!(!file.balance.is_negative() && !file.deposited.is_negative());
                assert!(file.headroom().is_none_or(|left| !left.is_negative()));
            }
            let mut again = PatronFile::default();
            log.iter().for_each(|event| desk.patrons.evolve(&mut again, event));
            assert_eq!(again, file, "the events alone rebuild the file");
            let kept = stored::encode_value(&log, &book);
            assert_eq!(stored::decode_value(&kept.open, None, &book).as_ref(), Ok(&log));
            let kept = stored::encode_value(&file, &book);
            assert_eq!(stored::decode_value(&kept.open, None, &book).as_ref(), Ok(&file));
        }
        assert!(accepted > 500 && refused > 500 && offered > 200, "{accepted} {refused} {offered}");
    }
}

/// A limit that became wider was asked for at least a day before.
fn widened_only_after_a_day(
    before: &PatronFile,
    after: &PatronFile,
    log: &[house::Attributed<house::PatronEvent>],
    now: u64,
) {
    for of in LimitOf::ALL {
        let (old, new) = (before.limit(of).now, after.limit(of).now);
        let wider = old.is_some() && (new.is_none() || new > old);
        let asked = log.iter().rev().find_map(|done| match done.what {
            house::PatronEvent::IncreaseAsked { of: which, to, at } if which == of && to == new => Some(at.0),
            _ => None,
        });
        assert!(!wider || asked.is_some_and(|at| now - at >= 86_400), "{of:?}: {old:?} to {new:?}");
    }
}

#[test]
fn told_alone_has_no_second() {
    let told = Instruction::alone(Person::System, Command::PlayOn);
    assert_eq!((told.by, told.second), (Person::System, None));
    assert!(Period::ALL.is_sorted());
}
