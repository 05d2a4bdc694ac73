//! A house to test with: staff of every rung, people from outside, a patron's file, and a clock that is told.

use engine::{Actor, Machine, Moment, PatronId};
use house::{
    Attributed, Command, Date, Event, House, Instruction, Month, OutsiderId, PatronCommand, PatronEvent,
    PatronFile, PatronReason, Patrons, Person, Reason, SignedCommand, StaffId, State,
};
use money::Money;
use rulebook::{RoleId, Rulebook};

pub(crate) const SYDNEY: &str = "crown-sydney-poker-minors-3.3";
pub(crate) const MELBOURNE: &str = "crown-melbourne-mississippi-stud-3.0";
pub(crate) const THREE_CARD: &str = "crown-melbourne-three-card-poker-5.1";
pub(crate) const STAR: &str = "star-sydney-mississippi-stud-4";
pub(crate) const BOOKS: [&str; 4] = [SYDNEY, MELBOURNE, THREE_CARD, STAR];

/// The two of the highest role; the first of rung r is `10 + r`, the second `20 + r`; outside place p is `100 + p`.
pub(crate) const CHIEF: Person = Person::Staff(StaffId(1));
pub(crate) const SECOND: StaffId = StaffId(2);
pub(crate) const PATRON: PatronId = PatronId(700);

pub(crate) fn book(id: &str) -> Rulebook {
    Rulebook::open(id).expect("a book that can be played")
}

pub(crate) fn rung(rung: u8) -> Person {
    Person::Staff(StaffId(10 + u32::from(rung)))
}

pub(crate) fn other(rung: u8) -> Person {
    Person::Staff(StaffId(20 + u32::from(rung)))
}

pub(crate) fn date(year: u16, month: u8, day: u8) -> Date {
    Date::new(year, month, day).expect("a day of the calendar")
}

pub(crate) fn month(year: u16, month: u8) -> Month {
    Month::new(year, month).expect("a month of the calendar")
}

pub(crate) fn dollars(text: &str) -> Money {
    text.parse().expect("an amount")
}

/// What was said: the events that changed something with their clauses, or the reason with its.
pub(crate) type Heard<E, R> = Result<Vec<(E, String)>, (R, String)>;

pub(crate) struct Desk<'b> {
    pub(crate) book: &'b Rulebook,
    pub(crate) house: House<'b>,
    pub(crate) patrons: Patrons<'b>,
    pub(crate) state: State,
    pub(crate) file: PatronFile,
    pub(crate) at: u64,
    pub(crate) log: Vec<Attributed<Event>>,
}

impl<'b> Desk<'b> {
    pub(crate) fn empty(book: &'b Rulebook) -> Desk<'b> {
        let (house, patrons) = (House::new(book), Patrons::new(book));
        let (state, file) = (State::default(), PatronFile::default());
        Desk { book, house, patrons, state, file, at: 1_000, log: Vec::new() }
    }

    /// Staffed, with the gaming day of 30 January 2026 open.
    pub(crate) fn open(book: &'b Rulebook) -> Desk<'b> {
        let mut desk = Desk::empty(book);
        let name = |id: u32| format!("somebody {id}");
        let highest = book.ladder.highest();
        desk.tell(Person::System, Command::Found { id: StaffId(1), name: name(1) }).expect("founded");
        desk.tell(CHIEF, Command::Hire { id: StaffId(2), name: name(2), role: highest }).expect("the second");
        for rung in 0..=highest.0 {
            for id in [10, 20] {
                let id = id + u32::from(rung);
                desk.both(Command::Hire { id: StaffId(id), name: name(id), role: RoleId(rung) })
                    .expect("hired");
            }
        }
        for place in 0..book.ladder.outside.len() as u8 {
            let id = 100 + u32::from(place);
            desk.both(Command::Enrol { id: OutsiderId(id), name: name(id), place }).expect("enrolled");
        }
        desk.tell(CHIEF, Command::OpenDay { date: date(2026, 1, 30) }).expect("the day");
        desk
    }

    /// … and with a patron who has a file and, where the book wants one, a card with the number 5.
    pub(crate) fn with_patron(book: &'b Rulebook) -> Desk<'b> {
        let mut desk = Desk::open(book);
        let name = "a patron".to_string();
        let register = PatronCommand::Register { number: PATRON, name, day: date(2026, 1, 30) };
        desk.ask(CHIEF, register).expect("registered");
        desk.ask(CHIEF, PatronCommand::IssueCard { card: 5 }).expect("a card");
        desk
    }

    pub(crate) fn inspector(&self) -> OutsiderId {
        let place = self.book.ladder.outside("inspector").expect("every book knows an inspector");
        OutsiderId(100 + u32::from(place))
    }

    fn actor(&self) -> Actor {
        Actor { at: Moment(self.at), ..Actor::DEALER }
    }

    pub(crate) fn tell(&mut self, by: Person, what: Command) -> Heard<Event, Reason> {
        self.told(by, None, what)
    }

    /// By both of the highest role.
    pub(crate) fn both(&mut self, what: Command) -> Heard<Event, Reason> {
        self.told(CHIEF, Some(SECOND), what)
    }

    pub(crate) fn told(
        &mut self,
        by: Person,
        second: Option<StaffId>,
        what: Command,
    ) -> Heard<Event, Reason> {
        let mut said = Vec::new();
        let told = Instruction { by, second, what };
        if let Err(refusal) = self.house.decide(&self.state, self.actor(), &told, &mut said) {
            assert!(said.is_empty(), "a refused command says nothing");
            return Err((refusal.reason, self.book.label(refusal.cite).to_string()));
        }
        let mut heard = Vec::new();
        for event in said {
            self.house.evolve(&mut self.state, &event.value);
            self.log.push(event.value.clone());
            heard.push((event.value.what, self.book.label(event.cite).to_string()));
        }
        Ok(heard)
    }

    /// The clauses of what was said.
    pub(crate) fn labels(&mut self, by: Person, what: Command) -> Vec<String> {
        let heard = self.tell(by, what).expect("accepted");
        heard.into_iter().map(|(_, label)| label).collect()
    }

    pub(crate) fn ask(&mut self, by: Person, what: PatronCommand) -> Heard<PatronEvent, PatronReason> {
        self.asked(by, None, what)
    }

    pub(crate) fn both_ask(&mut self, what: PatronCommand) -> Heard<PatronEvent, PatronReason> {
        self.asked(CHIEF, Some(SECOND), what)
    }

    pub(crate) fn asked(
        &mut self,
        by: Person,
        second: Option<StaffId>,
        what: PatronCommand,
    ) -> Heard<PatronEvent, PatronReason> {
        let mut said = Vec::new();
        let asked = SignedCommand { by: self.state.roster.sign(by, second), what, under: None };
        if let Err(refusal) = self.patrons.decide(&self.file, self.actor(), &asked, &mut said) {
            assert!(said.is_empty(), "a refused command says nothing");
            return Err((refusal.reason, self.book.label(refusal.cite).to_string()));
        }
        let mut heard = Vec::new();
        for event in said {
            self.patrons.evolve(&mut self.file, &event.value);
            heard.push((event.value.what, self.book.label(event.cite).to_string()));
        }
        Ok(heard)
    }

    /// The patron asks.
    pub(crate) fn own(&mut self, what: PatronCommand) -> Heard<PatronEvent, PatronReason> {
        self.ask(Person::Patron(PATRON), what)
    }

    /// The table or the calendar asks.
    pub(crate) fn system(&mut self, what: PatronCommand) -> Heard<PatronEvent, PatronReason> {
        self.ask(Person::System, what)
    }
}

/// Refused for that reason by that clause.
#[track_caller]
pub(crate) fn refused<E: std::fmt::Debug, R: std::fmt::Debug + PartialEq>(
    heard: Heard<E, R>,
    reason: R,
    label: &str,
) {
    let (because, clause) = heard.expect_err("it had to be refused");
    assert_eq!((because, clause.as_str()), (reason, label));
}
