//! A scripted day of a house: everything that people can do under a book is done once, to hear which clauses are cited.

use crate::date::Date;
use crate::house::{Command, House, Mispaid, MispaidOn, State};
use crate::number::{OutsiderId, StaffId};
use crate::patron::{FileName, LimitOf, PatronCommand, PatronFile, Patrons, Period, SignedCommand, Source};
use crate::person::{Instruction, Person};
use engine::{Actor, Machine, Moment, PatronId, TableNumber};
use money::Money;
use rulebook::{Cite, RoleId, Rulebook, SanctionKind};

/// The clauses that both machines cite while people of every role go through a day, and through what may go wrong in it.
///
/// The citations are in the order in which they were first heard, those of refusals among them.
pub fn cited(book: &Rulebook) -> Vec<Cite> {
    let mut day = Day::new(book);
    day.people();
    day.disputes();
    day.breaches();
    day.mispayments();
    day.duties();
    day.patron();
    day.next_month();
    day.heard
}

/// Two of the highest role, the first of every rung from here on, people from outside from there on, a patron.
const CHIEFS: [StaffId; 2] = [StaffId(1), StaffId(2)];
const LOWEST: StaffId = StaffId(10);
const PATRON: PatronId = PatronId(700);
const TABLE: TableNumber = TableNumber(7);

/// Who is hired with that role.
fn rung(role: RoleId) -> StaffId {
    StaffId(LOWEST.0 + u32::from(role.0))
}

/// Who comes from that place outside the ladder.
fn outsider(place: u8) -> OutsiderId {
    OutsiderId(100 + u32::from(place))
}

struct Day<'b> {
    book: &'b Rulebook,
    house: House<'b>,
    patrons: Patrons<'b>,
    state: State,
    file: PatronFile,
    at: u64,
    heard: Vec<Cite>,
}

impl<'b> Day<'b> {
    fn new(book: &'b Rulebook) -> Day<'b> {
        Day {
            book,
            house: House::new(book),
            patrons: Patrons::new(book),
            state: State::default(),
            file: PatronFile::default(),
            at: 0,
            heard: Vec::new(),
        }
    }

    fn hear(&mut self, cite: Cite) {
        if !self.heard.contains(&cite) {
            self.heard.push(cite);
        }
    }

    fn actor(&mut self) -> Actor {
        self.at += 60;
        Actor { at: Moment(self.at), ..Actor::DEALER }
    }

    fn tell(&mut self, by: Person, second: Option<StaffId>, what: Command) {
        let (actor, mut said) = (self.actor(), Vec::new());
        match self.house.decide(&self.state, actor, &Instruction { by, second, what }, &mut said) {
            Err(refusal) => self.hear(refusal.cite),
            Ok(()) => {
                for event in said {
                    self.house.evolve(&mut self.state, &event.value);
                    self.hear(event.cite);
                }
            }
        }
    }

    /// Instruction by somebody whose role is too low first, where there is one, then by both chiefs.
    fn chiefs(&mut self, what: Command) {
        self.tell(Person::Staff(LOWEST), None, what.clone());
        self.tell(Person::Staff(CHIEFS[0]), Some(CHIEFS[1]), what);
    }

    fn ask(&mut self, by: Person, second: Option<StaffId>, what: PatronCommand) {
        let (actor, mut said) = (self.actor(), Vec::new());
        let asked = SignedCommand { by: self.state.roster.sign(by, second), what, under: None };
        match self.patrons.decide(&self.file, actor, &asked, &mut said) {
            Err(refusal) => self.hear(refusal.cite),
            Ok(()) => {
                for event in said {
                    self.patrons.evolve(&mut self.file, &event.value);
                    self.hear(event.cite);
                }
            }
        }
    }

    fn chiefs_ask(&mut self, what: PatronCommand) {
        self.ask(Person::Staff(LOWEST), None, what.clone());
        self.ask(Person::Staff(CHIEFS[0]), Some(CHIEFS[1]), what);
    }

    fn people(&mut self) {
        let name = |id: StaffId| format!("somebody {id}");
        self.tell(Person::System, None, Command::Found { id: CHIEFS[0], name: name(CHIEFS[0]) });
        let role = self.book.ladder.highest();
        self.tell(
            Person::Staff(CHIEFS[0]),
            None,
            Command::Hire { id: CHIEFS[1], name: name(CHIEFS[1]), role },
        );
        for at in 0..=role.0 {
            let id = rung(RoleId(at));
            self.chiefs(Command::Hire { id, name: name(id), role: RoleId(at) });
        }
        self.chiefs(Command::Hire { id: StaffId(99), name: name(StaffId(99)), role: RoleId(0) });
        self.chiefs(Command::ChangeRole { id: StaffId(99), role: RoleId(1) });
        self.chiefs(Command::Dismiss { id: StaffId(99) });
        let places = (0u8..).zip(&self.book.ladder.outside).map(|(place, _)| place);
        for place in places {
            let id = outsider(place);
            self.chiefs(Command::Enrol { id, name: format!("visitor {id}"), place });
        }
        // Nobody has this number.
        self.chiefs(Command::Discharge { id: OutsiderId(99) });
        let date = date(2026, 1, 30);
        self.chiefs(Command::OpenDay { date });
        self.tell(Person::Staff(LOWEST), None, Command::SupplyRules { to: Person::Patron(PATRON) });
        self.tell(Person::Staff(LOWEST), None, Command::OpenDeck { table: TABLE, round: 4711 });
    }

    fn disputes(&mut self) {
        let patron = Person::Patron(PATRON);
        let what = "the fourth card".to_string();
        self.tell(patron, None, Command::RaiseDispute { table: TABLE, round: 4711, patron: PATRON, what });
        let instances = self.book.house.disputes.instance.len();
        for instance in 0..instances {
            let least = self.book.house.disputes.instance[instance].least;
            let rule = Command::RuleDispute { dispute: 0, ruling: "it stands".into() };
            self.tell(Person::Staff(LOWEST), None, rule.clone());
            self.tell(Person::Staff(rung(least)), None, rule);
            self.tell(patron, None, Command::Escalate { dispute: 0 });
        }
        let close = Command::CloseDispute { dispute: 0, content: false };
        self.tell(Person::Staff(CHIEFS[0]), None, close.clone());
        self.tell(Person::Staff(LOWEST), None, Command::TellOfInspector { dispute: 0 });
        self.tell(patron, None, Command::TakeToInspector { dispute: 0 });
        if let Some(place) = self.book.ladder.outside("inspector") {
            let finding = "in order".to_string();
            let found = Command::RecordFinding { dispute: 0, finding };
            self.tell(Person::Outside(outsider(place)), None, found);
        }
        self.tell(Person::Staff(CHIEFS[0]), None, close);
    }

    fn breaches(&mut self) {
        for row in &self.book.house.breach {
            for of in [Person::Staff(LOWEST), Person::Patron(PATRON)] {
                let what = "seen by the dealer".to_string();
                let record = Command::RecordBreach { of, table: Some(TABLE), kind: row.what, what };
                self.tell(Person::Staff(LOWEST), None, record);
            }
        }
        for breach in 0..self.state.breaches.len() {
            for row in &self.book.house.sanction {
                let withhold = row.is == SanctionKind::WithholdWinnings;
                let amount = withhold.then_some(Money::from_cents(50_000));
                self.chiefs(Command::Sanction { breach, kind: row.is, amount, round: None });
            }
            self.chiefs(Command::ReleaseWithheld { breach, to_patron: true });
        }
    }

    fn mispayments(&mut self) {
        for of in MispaidOn::ALL {
            for (over, suspected) in [(true, false), (false, false), (true, true)] {
                let mispayment = self.state.mispayments.len();
                let amount = Money::from_cents(100_001);
                let mispaid = Mispaid { table: TABLE, round: 9, patron: None, over, amount, of, suspected };
                let supervisor = Person::Staff(rung(RoleId(1)));
                self.tell(Person::Staff(LOWEST), None, Command::RecordMispayment(mispaid));
                let note = || "asked the dealer and the patron".to_string();
                self.tell(supervisor, None, Command::Enquire { mispayment, suspected, note: note() });
                let attempt = Command::AttemptCorrection { mispayment, note: note() };
                self.tell(supervisor, None, attempt.clone());
                self.tell(supervisor, None, Command::IdentifyPatron { mispayment, patron: None });
                self.tell(supervisor, None, attempt.clone());
                self.tell(supervisor, None, Command::IdentifyPatron { mispayment, patron: Some(PATRON) });
                self.tell(supervisor, None, attempt);
                self.chiefs(Command::Correct { mispayment, amount });
                self.chiefs(Command::TellRegulator { mispayment });
            }
        }
    }

    fn duties(&mut self) {
        for row in &self.book.house.notify {
            self.tell(Person::System, None, Command::OweDuty { of: row.of, table: TABLE, round: 11 });
        }
        let due: Vec<(usize, u8)> = self.state.duties_due().map(|(duty, owed)| (duty, owed.place)).collect();
        for (duty, place) in due {
            let person = outsider(place);
            self.tell(Person::Staff(LOWEST), None, Command::Notify { duty, person });
        }
        for row in &self.book.house.direction {
            self.chiefs(Command::Direct { table: TABLE, patrons: vec![PATRON], direction: row.is });
        }
    }

    fn patron(&mut self) {
        let own = Person::Patron(PATRON);
        let name = "a patron".to_string();
        self.chiefs_ask(PatronCommand::Register { number: PATRON, name, day: date(2026, 1, 30) });
        self.chiefs_ask(PatronCommand::IssueCard { card: 1 });
        self.ask(own, None, PatronCommand::ReportCardLost);
        self.chiefs_ask(PatronCommand::IssueCard { card: 2 });
        for of in LimitOf::ALL {
            for cents in [20_000, 10_000, 30_000] {
                self.ask(own, None, PatronCommand::SetLimit { of, to: Some(Money::from_cents(cents)) });
            }
            self.ask(Person::System, None, PatronCommand::TakeEffect { of });
            self.ask(own, None, PatronCommand::CancelIncrease { of });
        }
        for from in [Source::Cash, Source::DebitCard, Source::Eftpos, Source::BankTransfer, Source::Chips] {
            self.ask(own, None, PatronCommand::Deposit { amount: Money::from_cents(5_000), from });
        }
        self.ask(own, None, PatronCommand::Withdraw { amount: Money::from_cents(2_000) });
        for card in [None, Some(1), Some(2), Some(2)] {
            self.ask(
                Person::System,
                None,
                PatronCommand::StartPlay { table: TABLE, seat: 0, card, known_as: None },
            );
        }
        let net = Money::from_cents(-10_000);
        self.ask(Person::System, None, PatronCommand::RecordPlay { table: TABLE, round: 1, net });
        self.chiefs_ask(PatronCommand::Pause);
        self.ask(own, None, PatronCommand::EndPlay);
        self.ask(
            Person::System,
            None,
            PatronCommand::StartPlay { table: TABLE, seat: 0, card: Some(2), known_as: None },
        );
        self.chiefs_ask(PatronCommand::Resume);
        self.ask(
            Person::System,
            None,
            PatronCommand::StartPlay { table: TABLE, seat: 0, card: Some(2), known_as: None },
        );
        self.chiefs_ask(PatronCommand::Exclude { until: Some(date(2026, 1, 31)) });
        self.chiefs_ask(PatronCommand::LiftExclusion);
        self.ask(Person::System, None, PatronCommand::NewDay { date: date(2026, 1, 31) });
        self.chiefs_ask(PatronCommand::LiftExclusion);
        self.at += 24 * 60 * 60;
        self.ask(own, None, PatronCommand::SetLimit { of: LimitOf::Loss(Period::Day), to: None });
        let other = FileName { book: None, number: PatronId(701) };
        self.chiefs_ask(PatronCommand::Link { other: other.clone() });
        self.ask(Person::System, None, PatronCommand::Join { other, held: Box::default() });
    }

    fn next_month(&mut self) {
        self.chiefs(Command::CallLastRound);
        self.chiefs(Command::CloseDay { date: date(2026, 1, 30), tables: Vec::new() });
        self.chiefs(Command::OpenDay { date: date(2026, 2, 1) });
        for month in self.state.lists_due() {
            self.chiefs(Command::ReportMonth { month });
        }
    }
}

fn date(year: u16, month: u8, day: u8) -> Date {
    Date::new(year, month, day).expect("the calendar has the days of the script")
}
