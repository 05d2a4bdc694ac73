//! The stored form, byte by byte: every variant of every event has a line in `stored.txt` that it is written as and
//! read from. A line is never changed; a variant that is added gets one.

use crate::desk::{BOOKS, Desk, STAR, book, date, dollars, month};
use engine::stored::{self, Storable};
use engine::{Moment, PatronId, TableNumber};
use house::{
    Attributed, CarriedContent, ClockSource, ClosingStage, Event, FileName, LimitOf, Mispaid, MispaidOn,
    OutsiderId, PatronEvent, PatronFile, Period, Person, Source, StaffId, State, TableAtClose,
};
use rulebook::{BreachKind, DirectionKind, NotifyOf, RoleId, Rulebook, SanctionKind};
use std::fmt::{Debug, Write};

/// An example of every variant. One that is missing does not compile.
macro_rules! every {
    ($of:ident $event:ident { $($variant:ident $({ $($field:ident: $value:expr),* $(,)? })?,)* }) => {
        fn $of() -> Vec<(&'static str, $event)> {
            fn all_are_here(event: &$event) {
                match event {
                    $($event::$variant { .. } => {})*
                }
            }
            let examples = vec![$((stringify!($variant), $event::$variant $({ $($field: $value),* })?),)*];
            examples.iter().for_each(|(_, event)| all_are_here(event));
            examples
        }
    };
}

every!(house_events Event {
    ClauseApplied,
    Hired { id: StaffId(7), name: "Ada".into(), role: RoleId(2) },
    RoleChanged { id: StaffId(7), role: RoleId(3) },
    Dismissed { id: StaffId(7) },
    Enrolled { id: OutsiderId(9), name: "Bo".into(), place: 1 },
    Discharged { id: OutsiderId(9) },
    DayOpened { date: date(2026, 1, 30) },
    DayClosed { date: date(2026, 12, 31), tables: None },
    DisputeRaised { table: TableNumber(7), round: 4_711, patron: PatronId(700), what: "a card".into() },
    DisputeRuled { dispute: 0, instance: 1, ruling: "it stands".into() },
    DisputeEscalated { dispute: 0, instance: 2 },
    InspectorTold { dispute: 0 },
    TakenToInspector { dispute: 0 },
    FindingRecorded { dispute: 0, finding: "in order".into() },
    DisputeClosed { dispute: 0, content: false },
    BreachRecorded { of: Person::Patron(PatronId(700)), table: Some(TableNumber(7)), kind: BreachKind::Device, what: "a phone".into() },
    Sanctioned { breach: 0, kind: SanctionKind::WithholdWinnings, amount: Some(dollars("1500.00")), round: None },
    WithheldReleased { breach: 0, amount: dollars("1500.00"), to_patron: true },
    MispaymentRecorded { known: date(2026, 1, 30), mispaid: mispaid() },
    Enquired { mispayment: 0, suspected: true, note: "asked".into() },
    PatronSought { mispayment: 0, patron: None },
    CorrectionAttempted { mispayment: 0, note: "written".into() },
    Corrected { mispayment: 0, amount: dollars("20.00"), table: None },
    RegulatorTold { mispayment: 0 },
    MispaymentExcused { mispayment: 0 },
    MonthlyListReported { month: month(2026, 1), mispayments: vec![0, 3] },
    RulesSupplied { to: Person::Outside(OutsiderId(9)) },
    DutyOwed { of: NotifyOf::WrongDeck, table: TableNumber(7), round: 4_711, place: 1 },
    DutyDone { duty: 0, person: OutsiderId(9) },
    Directed { table: TableNumber(7), patrons: vec![PatronId(700), PatronId(701)], direction: DirectionKind::SitApart },
    LastRoundCalled { date: date(2026, 12, 31) },
    PlayedOn { date: date(2026, 12, 31) },
    DeckOpened { table: TableNumber(7), round: 4_711 },
});

every!(patron_events PatronEvent {
    Registered { number: PatronId(700), name: "Cy".into(), day: date(2026, 1, 30) },
    CardIssued { card: 5 },
    CardLost { card: 5 },
    LimitSet { of: LimitOf::Deposit, to: Some(dollars("100.00")) },
    IncreaseAsked { of: LimitOf::Loss(Period::Month), to: None, at: Moment(86_400) },
    IncreaseCancelled { of: LimitOf::Loss(Period::Year) },
    Deposited { amount: dollars("50.00"), from: Source::BankTransfer },
    Withdrawn { amount: dollars("50.00") },
    TakenToTable { table: TableNumber(7), amount: dollars("50.00") },
    BroughtBack { table: TableNumber(7), amount: dollars("50.00") },
    Excluded { own: true, until: Some(date(2026, 7, 30)) },
    ExclusionLifted,
    Paused,
    Resumed,
    PlayStarted { table: TableNumber(7), seat: 3, headroom: Some(dollars("100.00")), known_as: None },
    PlayEnded { table: TableNumber(7) },
    PlayRecorded { table: TableNumber(7), round: 4_711, net: dollars("-25.00") },
    LimitReached { period: Period::Day },
    DayBegan { date: date(2026, 1, 31) },
    ClockConfirmed { clock_ms: 1_794_781_800_000, source: ClockSource::Persons { first: StaffId(1), second: StaffId(2) } },
    LinkBegun { other: other() },
    LinkGivenUp { other: other() },
    Joined { other: other(), held: Box::new(held()) },
    WentInto { file: FileName { book: None, number: PatronId(701) }, balance: dollars("50.00") },
});

/// A day closed over a table at every stage.
fn closed_over_tables() -> Event {
    let stages = [
        ClosingStage::Closed,
        ClosingStage::Counted,
        ClosingStage::InAccounts,
        ClosingStage::InRound,
        ClosingStage::WagersLie,
        ClosingStage::NotCounted,
        ClosingStage::CountedBefore,
    ];
    let (float, counted) = (dollars("100000.00"), Some(dollars("99999.00")));
    let table = |(at, stage)| TableAtClose { table: TableNumber(at as u32), stage, float, counted };
    Event::DayClosed {
        date: date(2026, 12, 31),
        tables: Some(stages.into_iter().enumerate().map(table).collect()),
    }
}

fn other() -> FileName {
    FileName { book: Some("crown-x-1.0".into()), number: PatronId(40) }
}

fn held() -> CarriedContent {
    CarriedContent {
        day: Some(date(2026, 1, 31)),
        cards: vec![house::Card { number: 9, lost: true }],
        limits: [Some(dollars("10.00")), None, None, None, Some(dollars("20.00"))],
        net: [dollars("-5.00"); 4],
        deposited: dollars("1.00"),
        balance: dollars("50.00"),
        exclusion: Some(house::Exclusion { own: true, until: None }),
        paused: true,
        joined: vec![FileName { book: None, number: PatronId(3) }],
    }
}

fn mispaid() -> Mispaid {
    Mispaid {
        table: TableNumber(7),
        round: 4_711,
        patron: Some(PatronId(700)),
        over: true,
        amount: dollars("1000.01"),
        of: MispaidOn::ColourChange,
        suspected: false,
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hex")).collect()
}

/// A value is written as its line says, and its line is read as the value.
struct Lines<'b> {
    book: &'b Rulebook,
    stored: Vec<&'static str>,
    written: Vec<String>,
}

impl Lines<'_> {
    fn check<T: Storable + PartialEq + Debug>(&mut self, name: &str, value: &T) {
        let kept = stored::encode_value(value, self.book);
        assert_eq!(kept.sealed, None, "nothing here is hidden");
        self.written.push(format!("{name} {}", hex(&kept.open)));
        let begins = format!("{name} ");
        if let Some(stored) = self.stored.iter().find_map(|line| line.strip_prefix(&begins)) {
            assert_eq!(
                stored::decode_value::<T>(&bytes(stored), None, self.book).as_ref(),
                Ok(value),
                "{name}"
            );
        }
    }
}

#[test]
fn every_variant_has_its_bytes() {
    let book = book(STAR);
    let stored: Vec<&str> = include_str!("stored.txt").lines().collect();
    let mut lines = Lines { book: &book, stored: stored.clone(), written: Vec::new() };
    for (name, event) in house_events() {
        lines.check(&format!("house.{name}"), &event);
    }
    lines.check("house.DayClosed.tables", &closed_over_tables());
    let void = SanctionKind::VoidWager;
    lines.check(
        "house.Sanctioned.round",
        &Event::Sanctioned { breach: 0, kind: void, amount: None, round: Some(4_712) },
    );
    let corrected = Event::Corrected { mispayment: 0, amount: dollars("20.00"), table: Some(TableNumber(7)) };
    lines.check("house.Corrected.table", &corrected);
    for (name, event) in patron_events() {
        lines.check(&format!("patron.{name}"), &event);
    }
    for (at, by) in [
        Person::Staff(StaffId(1)),
        Person::Patron(PatronId(2)),
        Person::Outside(OutsiderId(3)),
        Person::System,
    ]
    .iter()
    .enumerate()
    {
        let done = Attributed {
            by: *by,
            second: Some(StaffId(4)),
            at: Moment(61),
            what: Event::ClauseApplied,
            book: None,
        };
        lines.check(&format!("done.{at}"), &done);
    }
    let named = Attributed {
        by: Person::System,
        second: None,
        at: Moment(61),
        what: PatronEvent::PlayStarted {
            table: TableNumber(7),
            seat: 3,
            headroom: None,
            known_as: Some(PatronId(40)),
        },
        book: Some("crown-x-1.0".to_string()),
    };
    lines.check("done.book", &named);
    let ruled = rulebook::Ruled::new(named, book.house.patrons.play);
    let kept = stored::encode_value(&ruled, &book);
    assert_eq!(house::named_book(&kept.open).unwrap(), Some("crown-x-1.0"));
    lines.check("limits", &LimitOf::ALL.to_vec());
    lines.check("mispaid", &MispaidOn::ALL.to_vec());
    let sources = [Source::Cash, Source::DebitCard, Source::Eftpos, Source::BankTransfer, Source::Chips];
    lines.check("sources", &sources.to_vec());
    lines.check("house", &lived(&book));
    lines.check("patron", &filed(&book));
    assert_eq!(lines.written, stored, "written:\n{}\n", lines.written.join("\n"));
}

/// A house as the events above leave it, which no day would.
fn lived(book: &Rulebook) -> State {
    let mut desk = Desk::empty(book);
    for (_, what) in house_events() {
        let done =
            Attributed { by: Person::Staff(StaffId(1)), second: None, at: Moment(61), what, book: None };
        engine::Machine::evolve(&desk.house, &mut desk.state, &done);
    }
    desk.state
}

/// The same of a patron's file.
fn filed(book: &Rulebook) -> PatronFile {
    let mut desk = Desk::empty(book);
    for (_, what) in patron_events().into_iter().filter(|(name, _)| *name != "PlayEnded") {
        let done = Attributed { by: Person::System, second: None, at: Moment(61), what, book: None };
        engine::Machine::evolve(&desk.patrons, &mut desk.file, &done);
    }
    desk.file
}

/// A snapshot of a file from before there were links and confirmed clocks: nobody has vouched for its time.
#[test]
fn a_file_from_before_is_read() {
    let book = book(STAR);
    let before = "8b1902bc6243791a01352523818205f58581192710808082f682f61a000151808084003909c33909c33909c30000f6f4830703191267";
    let file = stored::decode_value::<PatronFile>(&bytes(before), None, &book).expect("a file");
    assert_eq!(
        (file.number, file.linking, file.joined, file.goes_on),
        (Some(PatronId(700)), None, Vec::new(), None)
    );
    assert_eq!(file.confirmed, None);
    assert_eq!(file.playing.map(|playing| (playing.table, playing.known_as)), Some((TableNumber(7), None)));
    let done = stored::encode_value(
        &Attributed {
            by: Person::System,
            second: None,
            at: Moment(61),
            what: PatronEvent::Paused,
            book: None,
        },
        &book,
    );
    let ruled = [vec![0x82], done.open].concat();
    assert_eq!(house::named_book(&ruled).unwrap(), None);
}

#[test]
fn a_staffed_house_comes_back_under_every_book() {
    for id in BOOKS {
        let book = book(id);
        let desk = Desk::with_patron(&book);
        let kept = stored::encode_value(&desk.state, &book);
        assert_eq!(stored::decode_value::<State>(&kept.open, None, &book).as_ref(), Ok(&desk.state), "{id}");
        let kept = stored::encode_value(&desk.file, &book);
        assert_eq!(
            stored::decode_value::<PatronFile>(&kept.open, None, &book).as_ref(),
            Ok(&desk.file),
            "{id}"
        );
        let kept = stored::encode_value(&desk.log, &book);
        let log = stored::decode_value::<Vec<Attributed<Event>>>(&kept.open, None, &book);
        assert_eq!(log.as_ref(), Ok(&desk.log), "{id}");
    }
}

#[test]
fn a_day_that_the_calendar_does_not_have_is_not_read() {
    let book = book(STAR);
    let good = stored::encode_value(&date(2026, 2, 28), &book);
    assert_eq!(stored::decode_value::<house::Date>(&good.open, None, &book), Ok(date(2026, 2, 28)));
    for wrong in [20_260_229_u32, 20_261_301, 20_260_100, 0, u32::MAX] {
        let kept = stored::encode_value(&wrong, &book);
        assert!(stored::decode_value::<house::Date>(&kept.open, None, &book).is_err(), "{wrong}");
    }
    for wrong in [202_613_u32, 202_600, 0] {
        let kept = stored::encode_value(&wrong, &book);
        assert!(stored::decode_value::<house::Month>(&kept.open, None, &book).is_err(), "{wrong}");
    }
}
