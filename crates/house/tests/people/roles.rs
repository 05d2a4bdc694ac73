//! Role by command, for each book: whoever holds the least role may, whoever is below may not, nobody else may.

use crate::desk::{BOOKS, Desk, PATRON, book, date, dollars};
use engine::{Actor, Machine, TableNumber};
use house::{
    Barred, Command, Instruction, Mispaid, MispaidOn, OutsiderId, PatronCommand, PatronReason, Person,
    Reason, SignedCommand, StaffId,
};
use rulebook::{Act, BreachKind, DirectionKind, RoleId, SanctionKind};

/// A command that only its role can refuse, and the act behind it.
fn commands(desk: &mut Desk<'_>) -> Vec<(Act, Command)> {
    let breach = |of, kind| Command::RecordBreach { of, table: None, kind, what: "seen".into() };
    desk.tell(Person::Staff(StaffId(10)), breach(Person::Patron(PATRON), BreachKind::Device))
        .expect("a breach");
    let mispaid = Mispaid {
        table: TableNumber(7),
        round: 1,
        patron: Some(PATRON),
        over: true,
        amount: dollars("5000.00"),
        of: MispaidOn::Wager,
        suspected: false,
    };
    desk.tell(Person::Staff(StaffId(10)), Command::RecordMispayment(mispaid)).expect("a wrong payment");
    let mut all = vec![
        (Act::ManageStaff, Command::Hire { id: StaffId(500), name: "new".into(), role: RoleId(0) }),
        (Act::ManageStaff, Command::ChangeRole { id: StaffId(20), role: RoleId(1) }),
        (Act::ManageStaff, Command::Dismiss { id: StaffId(20) }),
        (Act::ManageStaff, Command::Enrol { id: OutsiderId(500), name: "new".into(), place: 0 }),
        (Act::ManageStaff, Command::Discharge { id: OutsiderId(100) }),
        (Act::OpenDay, Command::CallLastRound),
        (Act::CloseDay, Command::CloseDay { date: date(2026, 1, 30), tables: Vec::new() }),
        (
            Act::Sanction,
            Command::Sanction { breach: 0, kind: SanctionKind::VoidWager, amount: None, round: None },
        ),
        (Act::CorrectPayment, Command::Enquire { mispayment: 0, suspected: false, note: "asked".into() }),
        (Act::CorrectPayment, Command::AttemptCorrection { mispayment: 0, note: "tried".into() }),
        (Act::CorrectPayment, Command::Correct { mispayment: 0, amount: dollars("1.00") }),
        (Act::ReportToRegulator, Command::TellRegulator { mispayment: 0 }),
    ];
    if desk.book.house.sanction(SanctionKind::WithholdWinnings).is_some() {
        let amount = Some(dollars("10.00"));
        let kind = SanctionKind::WithholdWinnings;
        desk.both(Command::Sanction { breach: 0, kind, amount, round: None }).expect("held back");
        all.push((Act::ReleaseWithheld, Command::ReleaseWithheld { breach: 0, to_patron: true }));
    }
    let direction = DirectionKind::ActFirst;
    all.push((
        Act::DirectSuspects,
        Command::Direct { table: TableNumber(7), patrons: vec![PATRON], direction },
    ));
    all
}

#[test]
fn every_cell_of_the_house() {
    let mut cells = 0;
    for id in BOOKS {
        let book = book(id);
        let mut desk = Desk::open(&book);
        for (act, what) in commands(&mut desk) {
            let power = book.ladder.power(act);
            for rung in 0..=book.ladder.highest().0 {
                let told = Instruction {
                    by: Person::Staff(StaffId(10 + u32::from(rung))),
                    second: Some(StaffId(1)),
                    what: what.clone(),
                };
                let decided = desk.house.decide(&desk.state, Actor::DEALER, &told, &mut Vec::new());
                cells += 1;
                match power {
                    Some(power) if RoleId(rung) >= power.least.value => {
                        assert_eq!(decided, Ok(()), "{id}: rung {rung}, {what:?}");
                    }
                    Some(power) => {
                        let refusal = decided.expect_err("below the least role");
                        let needs = book.ladder.name(power.least.value).to_string();
                        assert_eq!(refusal.reason, Reason::Barred(Barred::RoleTooLow { needs }));
                        assert_eq!(refusal.cite, power.least.cite, "{id}: rung {rung}, {what:?}");
                    }
                    None => {
                        let refusal = decided.expect_err("nobody has it");
                        assert_eq!(refusal.reason, Reason::Barred(Barred::NotInThisBook));
                        assert_eq!(refusal.cite, book.house.uncovered);
                    }
                }
            }
            for by in [
                Person::Patron(PATRON),
                Person::Outside(OutsiderId(100)),
                Person::System,
                Person::Staff(StaffId(999)),
            ] {
                let told = Instruction { by, second: Some(StaffId(1)), what: what.clone() };
                let decided = desk.house.decide(&desk.state, Actor::DEALER, &told, &mut Vec::new());
                assert!(matches!(decided, Err(ref no) if matches!(no.reason, Reason::Barred(_))), "{told:?}");
                cells += 1;
            }
        }
    }
    assert!(cells > 300, "{cells} cells were tried");
}

#[test]
fn every_cell_of_a_patrons_file() {
    for id in BOOKS {
        let book = book(id);
        let mut desk = Desk::with_patron(&book);
        let exclude = PatronCommand::Exclude { until: Some(date(2026, 2, 1)) };
        let commands = [
            (Act::KeepPatronFile, PatronCommand::ReportCardLost),
            (Act::ExcludePatron, exclude.clone()),
            (Act::PausePlayer, PatronCommand::Pause),
        ];
        let mut tries: Vec<(Act, PatronCommand, house::PatronFile)> =
            commands.into_iter().map(|(act, what)| (act, what, desk.file.clone())).collect();
        desk.both_ask(exclude).expect("excluded");
        desk.system(PatronCommand::NewDay { date: date(2026, 2, 1) }).expect("its day");
        tries.push((Act::LiftExclusion, PatronCommand::LiftExclusion, desk.file.clone()));
        for (act, what, file) in tries {
            let power = book.ladder.power(act);
            for rung in 0..=book.ladder.highest().0 {
                let by =
                    desk.state.roster.sign(Person::Staff(StaffId(10 + u32::from(rung))), Some(StaffId(1)));
                let asked = SignedCommand { by, what: what.clone(), under: None };
                let decided = desk.patrons.decide(&file, Actor::DEALER, &asked, &mut Vec::new());
                let may = power.is_some_and(|power| RoleId(rung) >= power.least.value);
                assert_eq!(decided.is_ok(), may, "{id}: rung {rung}, {what:?}");
                if let (Err(refusal), Some(power)) = (decided, power) {
                    let needs = book.ladder.name(power.least.value).to_string();
                    assert_eq!(refusal.reason, PatronReason::Barred(Barred::RoleTooLow { needs }));
                    assert_eq!(refusal.cite, power.least.cite);
                }
            }
        }
    }
}

#[test]
fn every_act_that_needs_two_is_given_to_somebody() {
    for id in BOOKS {
        let book = book(id);
        for row in &book.house.second {
            let power = book.ladder.power(row.act).expect("the loader checks it");
            assert!(power.least.value <= book.ladder.highest(), "{id}: {:?}", row.act);
            assert!(row.silent && book.citation(row.clause).reading.is_some(), "{id}: {:?}", row.act);
        }
    }
}
