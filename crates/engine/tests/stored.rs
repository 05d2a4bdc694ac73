//! The stored form, byte by byte: every variant of every event has a line in `stored.txt` that it is written as and
//! read from. Once released a line is never changed: a variant that is added gets one of its own, and where a variant is
//! written with a field more, its earlier line must still be read.

use cards::{CardId, CardSet, Deck, Evaluator, HandRank, Pack, orders};
use engine::banked::{
    CorrectedRecord, CorrectionReason, Decision, Event, FoundWhen, Holder, NoticeOf, Patron, RightAmount,
    Settled, Table, Warning,
};
use engine::jackpot::{self, Award, MeterNotice, State};
use engine::stored::{self, Encoded, Storable};
use engine::{Actor, Hidden, Limits, Machine, MeterIndex, Moment, Sign, SignJackpot, TableNumber, Who};
use money::{MicroCents, Money, Odds, Rate, Rounding};
use proptest::prelude::*;
use rulebook::{Device, DutyKind, Exposed, IrregularityKind, Medium, RoleId, Rulebook, Ruled, Ruling};
use std::cmp::Ordering;
use std::fmt::{Debug, Write};
use std::sync::LazyLock;

/// An example of every variant. One that is missing does not compile.
macro_rules! every {
    ($of:ident $($event:ident)::+ { $($variant:ident $({ $($field:ident: $value:expr),* $(,)? })?,)* }) => {
        fn $of() -> Vec<(&'static str, $($event)::+)> {
            fn all_are_here(event: &$($event)::+) {
                type Of = $($event)::+;
                match event {
                    $(Of::$variant { .. } => {})*
                }
            }
            type Of = $($event)::+;
            let examples = vec![$((stringify!($variant), Of::$variant $({ $($field: $value),* })?),)*];
            examples.iter().for_each(|(_, event)| all_are_here(event));
            examples
        }
    };
}

every!(banked_events engine::banked::Event {
    TableOpened { sign: Box::new(sign()) },
    FactShown,
    SeatTaken { seat: 3, blind_of: Some(2), patron: Box::new(patron()) },
    SeatLeft { seat: 3 },
    WagerPlaced { seat: 3, wager: 1, amount: cents(25_00), medium: Medium::Token, checked: true },
    WagerRaised { seat: 3, wager: 1, amount: cents(5_00) },
    WagerTakenBack { seat: 3, wager: 1, amount: cents(5_00) },
    WagerRefused { seat: 3, wager: 1, amount: cents(5_00) },
    JackpotPlacedForAnother { seat: 3, by: 4, amount: cents(5_00) },
    CallMade,
    BettingClosed,
    JackpotRegistered { wagers: 5 },
    DeckShuffled { device: Device::Shuffler },
    DeckCut { cut: true },
    DeckPlaced { deck: Hidden::boxed(deck()) },
    CardBurnt,
    HandDealt { seat: 3, cards: 5 },
    DealerDealt { cards: 5 },
    BoardDealt { cards: 3 },
    JackpotCardsDealt { cards: 2 },
    UpCardShown { at: 4 },
    BoardShown { cards: 3 },
    DealerShown,
    JackpotCardsShown,
    StepOpened { step: 1 },
    ShowdownReached,
    AwardsAwaited,
    Decided { seat: 3, decision: Decision::Bet { amount: cents(50_00), checked: true, token: false }, step: 1 },
    HandDiscarded { seat: 3 },
    HandKept { seat: 3 },
    DealerQualified { rank: rank(), qualifies: true },
    HandDeclared { seat: None, order: 0, rank: rank() },
    HandsCompared { seat: 3, against: Ordering::Less },
    StakeAdjusted { seat: 3, wager: 1, to: cents(10_000), was: None },
    PayLineApplied { seat: 3, wager: 1, odds: Odds::to(7, 2).unwrap() },
    PaymentRounded { seat: 3, wager: 1 },
    PaymentCapped { seat: 3, wager: 1 },
    TokenKept { seat: 3, wager: 1 },
    WinningsWithheld { seat: 3, wager: 1 },
    WagerSettled {
        seat: 3,
        wager: 1,
        staked: cents(25_00),
        result: Settled::Win,
        paid: cents(17_500),
        returned: cents(25_00),
    },
    JackpotHit { seat: 3, prize: 1 },
    HandCounted { seat: 3 },
    PlayerWarned { seat: 3, warning: Warning::ShortWager, right: None },
    RoundClosed,
    IrregularityRuled { what: IrregularityKind::WrongCards, ruling: Ruling::Misdeal, seats: 0x0a04 },
    RetractionChosen { seat: 3, retracts: true },
    DutyDue { duty: DutyKind::CountDeck },
    HandGone { seat: 3 },
    HandsSwapped { seat: 3, with: 4 },
    JackpotCancelled,
    JackpotReRegistered { wagers: 2, this_round: true },
    PlayerBarred { seat: 3 },
    UpCardChosen { at: 2 },
    NoticePosted { of: NoticeOf::PayTables, at: Moment(86_400), limits: Some(Box::new(limits())) },
    LimitsChanged { limits: Box::new(limits()), grandfathered: true },
    LimitsAgreed { seat: 3, limits: Box::new(limits()) },
    PayTablesChanged { paytables: vec![("pairs".into(), "B".into())] },
    TableClosed,
    SeatVacated { seat: 3 },
    CardsCounted { cards: 52 },
    CardsChanged,
    BurnOrdered,
    CardsShuffledAgain,
    CardFoundInvalid { seat: 3, found: FoundWhen::After },
    CardsDealtLive,
    CardsRecorded { of: Holder::Seat(3), from: 1, cards: Hidden::new(deck()[..2].to_vec()), replaces: true },
    RecordTakenBack { of: Holder::JackpotCards },
    RecordCorrected {
        record: Box::new(CorrectedRecord {
            of: Holder::Dealer,
            was: Hidden::new(vec![(1, deck()[3]), (2, deck()[4])]),
            from: 1,
            cards: Hidden::new(deck()[5..7].to_vec()),
            why: CorrectionReason::Mistyped,
            taken_back: false,
        }),
    },
    HandSettled { seat: 3 },
    PlayerPaused { seat: 3 },
    PlayerResumed { seat: 3 },
    LimitShort { seat: 3, left: cents(5_00), needed: cents(20_00) },
    LossLimitSet { seat: 3, limit: cents(50_000), lost: Some(cents(-2_000)) },
    CardsChecked,
    JackpotChanged { terms: Box::new(terms()) },
});

every!(meter_events engine::jackpot::Event {
    MeterOpened { terms: terms(), value: micro(5_000_000_000_001) },
    TableLinked { meter: MeterIndex(1), table: TableNumber(70_000) },
    TableUnlinked { meter: MeterIndex(1), table: TableNumber(7) },
    NoticePosted { meter: MeterIndex(1), of: MeterNotice::Closing, table: Some(TableNumber(7)), at: Moment(3_600) },
    EquipmentChanged { meter: MeterIndex(1), works: false, manual: true },
    WagersRegistered { meter: MeterIndex(1), table: TableNumber(7), wagers: 5, increment: micro(1_430_500_000), seq: 24 },
    WagersCancelled { meter: MeterIndex(1), table: TableNumber(7), wagers: 1, increment: micro(286_100_000), seq: 25 },
    OutcomeRecorded { meter: MeterIndex(1), table: TableNumber(7), royals: 1, flushes: 2, carried: 1, award: award(), seq: 26, at: Moment(86_400) },
    ClauseApplied,
    AwardsDetermined { meter: MeterIndex(1), table: TableNumber(7) },
    MeterTransferred { from: MeterIndex(1), into: MeterIndex(0), amount: micro(123_456_789), from_seq: 27, into_seq: 1 },
    MeterClosed { meter: MeterIndex(1) },
    TermsChanged { meter: MeterIndex(1), terms: terms(), raised: micro(7), seq: 28 },
    MeterCorrected { meter: MeterIndex(1), by: micro(-500_000_000), why: "registered twice".into(), seq: 29 },
    DisplayAdded { meter: MeterIndex(1), place: "main entrance".into() },
    MeterRead { meter: MeterIndex(1), seq: 26 },
    CallDeclined { table: TableNumber(7), why: "that table is not on this meter".into() },
});

const fn cents(cents: i64) -> Money {
    Money::from_cents(cents)
}

const fn micro(count: i128) -> MicroCents {
    MicroCents::from_micro_cents(count)
}

static BOOK: LazyLock<Rulebook> = LazyLock::new(book);

fn book() -> Rulebook {
    Rulebook::open("crown-sydney-poker-minors-3.3").unwrap()
}

fn deck() -> [CardId; 52] {
    let ids: Vec<CardId> =
        Deck::in_order(Pack::with_len(52).unwrap()).stub().iter().map(|card| card.id()).collect();
    ids.try_into().unwrap()
}

fn rank() -> HandRank {
    let hand: CardSet = "Kc Kd Kh 7s 7d".parse().unwrap();
    orders::high_52().slow().rank(hand)
}

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.min[0] = Some(cents(25_00));
    limits.max[2] = Some(cents(500_000));
    limits
}

fn terms() -> SignJackpot {
    let increment = Some(Rate::from_ppm(572_200).unwrap());
    let (bonus_royal, bonus_straight_flush) = (Some(cents(50_000)), None);
    SignJackpot {
        option: 2,
        seed: 10_000,
        increment,
        wager: cents(5_00),
        games: 1,
        bonus_royal,
        bonus_straight_flush,
    }
}

fn sign() -> Sign {
    let mut sign = Sign::plain(&book());
    sign.device = Device::Shuffler;
    sign.method = engine::Method::B;
    sign.smallest_chip = cents(2_50);
    sign.max_payout = Some(cents(5_000_000));
    sign.limits = limits();
    sign.approved_min[1] = Some(cents(5_00));
    sign.multiples = [vec![3, 4], vec![2], vec![1]];
    sign.paytables = vec![("trips".into(), "A".into())];
    sign.jackpot = Some(terms());
    sign.low_limit = true;
    sign
}

fn patron() -> Patron {
    Patron {
        invalid_card: Some(FoundWhen::During),
        loss: Some((cents(100_000), cents(-20_00))),
        employee: false,
        no_card: true,
        jackpot_first: false,
    }
}

fn award() -> Award {
    let cites = vec![book().jackpots.recorded, book().jackpots.shares.split.cite];
    let (royal, straight_flush) = (cents(5_000_000), cents(500_000));
    Award { royal, straight_flush, drawn: micro(1), reseeded: micro(-1), house: micro(0), cites }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").unwrap();
        text
    })
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

fn line(name: &str, kept: &Encoded) -> String {
    let sealed = kept.sealed.as_ref().map_or(String::new(), |sealed| format!(" sealed {}", hex(sealed)));
    format!("{name} {}{sealed}", hex(&kept.open))
}

/// What a line of the file holds.
fn read(line: &str) -> Encoded {
    let (open, sealed) = line.split_once(' ').unwrap().1.split_once(" sealed ").map_or_else(
        || (line.split_once(' ').unwrap().1, None),
        |(open, sealed)| (open, Some(bytes(sealed))),
    );
    Encoded { open: bytes(open), sealed }
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
        self.written.push(line(name, &kept));
        let begins = format!("{name} ");
        if let Some(stored) = self.stored.iter().find(|line| line.starts_with(&begins)) {
            let Encoded { open, sealed } = read(stored);
            let restored = stored::decode_value::<T>(&open, sealed.as_deref(), self.book);
            assert_eq!(restored.as_ref(), Ok(value), "{name}");
        }
    }
}

#[test]
fn every_variant_has_its_bytes() {
    let book = book();
    let stored: Vec<&str> = include_str!("stored.txt").lines().collect();
    let mut lines = Lines { book: &book, stored: stored.clone(), written: Vec::new() };
    for (name, event) in banked_events() {
        lines.check(&format!("table.{name}"), &event);
    }
    let adjusted = Event::StakeAdjusted { seat: 3, wager: 1, to: cents(10_000), was: Some(cents(15_000)) };
    lines.check("table.StakeAdjusted.was", &adjusted);
    for (name, event) in meter_events() {
        lines.check(&format!("meter.{name}"), &event);
    }
    for (at, &decision) in decisions().iter().enumerate() {
        lines.check(&format!("decision.{at}"), &decision);
    }
    let clauses = book.irregularities.iter().map(|row| row.clause);
    let several = clauses.max_by_key(|&cite| book.labels(cite).len());
    lines.check("ruled.one", &Ruled::new(Event::CallMade, book.table.wagers.call));
    lines.check("ruled.several", &Ruled::new(Event::RoundClosed, several.unwrap()));
    lines.check("actor.player", &Actor { who: Who::Seat(2), at: Moment(61) });
    lines.check("actor.staff", &Actor { who: Who::Staff(RoleId(1)), at: Moment(61) });
    lines.check("actor.outside", &Actor { who: Who::Outside(4), at: Moment(61) });
    lines.check("exposed", &vec![Exposed::Player, Exposed::Dealer, Exposed::Board, Exposed::JackpotCards]);
    let roundings = [Rounding::UP_TO_CENT, Rounding::down_to(cents(5_00)).unwrap(), Rounding::Exact];
    lines.check("roundings", &roundings);
    lines.check("table", &played(&book));
    lines.check("meters", &metered(&book));
    assert_eq!(lines.written, stored, "written:\n{}\n", lines.written.join("\n"));
}

fn decisions() -> [Decision; 7] {
    let bet = Decision::Bet { amount: cents(1), checked: false, token: true };
    let all = [
        bet,
        Decision::Check,
        Decision::Fold,
        Decision::FoldAnte,
        Decision::Cannot,
        Decision::Absent,
        Decision::Concede,
    ];
    for decision in all {
        match decision {
            Decision::Bet { .. } | Decision::Check | Decision::Fold | Decision::FoldAnte => {}
            Decision::Cannot | Decision::Absent | Decision::Concede => {}
        }
    }
    all
}

/// A table as the events above leave it, which no round would.
fn played(book: &Rulebook) -> Table {
    let machine = engine::banked::Banked::new(book, book.variant("caribbean-stud").unwrap());
    let mut table = Table::closed();
    let until = |event: &Event| !matches!(event, Event::RoundClosed);
    for (_, event) in banked_events().iter().take_while(|(_, event)| until(event)) {
        machine.evolve(&mut table, event);
    }
    // A token lies there still, as it was stored first.
    table.seats[3].tokens = 2;
    table
}

fn metered(book: &Rulebook) -> State {
    let machine = jackpot::Meters::new(book);
    let mut state = State::default();
    machine.evolve(&mut state, &jackpot::Event::MeterOpened { terms: terms(), value: micro(1) });
    machine.evolve(&mut state, &jackpot::Event::MeterOpened { terms: terms(), value: micro(2) });
    machine.evolve(&mut state, &jackpot::Event::TableLinked { meter: MeterIndex(1), table: TableNumber(7) });
    for (name, event) in meter_events() {
        if !matches!(name, "MeterOpened" | "TableUnlinked" | "AwardsDetermined") {
            machine.evolve(&mut state, &event);
        }
    }
    state
}

#[test]
fn the_open_part_says_nothing_of_the_deck() {
    let book = book();
    let mut other = deck();
    other.reverse();
    let [one, two] = [deck(), other]
        .map(|deck| stored::encode_value(&Event::DeckPlaced { deck: Hidden::boxed(deck) }, &book));
    assert_eq!(one.open, two.open);
    assert_ne!(one.sealed, two.sealed);
    // A table with the one and the other, dealt or not.
    let mut tables = [played(&book), played(&book)];
    *tables[1].deck = other;
    *tables[1].dealer = [other[0]; 5];
    *tables[1].board = [other[0]; 5];
    *tables[1].jackpot_cards = [other[0]; 2];
    *tables[1].seats[3].cards = [other[0]; 5];
    let [one, two] = tables.map(|table| stored::encode_value(&table, &book));
    assert_eq!(one.open, two.open);
    assert_ne!(one.sealed, two.sealed);
}

#[test]
fn bytes_that_are_not_a_record_are_errors() {
    let book = book();
    let placed = stored::encode_value(&Event::DeckPlaced { deck: Hidden::boxed(deck()) }, &book);
    let (open, sealed) = (placed.open, placed.sealed.unwrap());
    let restore = |open: &[u8], sealed: Option<&[u8]>| stored::decode_value::<Event>(open, sealed, &book);
    assert!(restore(&open, Some(&sealed)).is_ok());
    let message = |result: Result<Event, stored::DecodeError>| result.unwrap_err().to_string();
    assert!(message(restore(&open, None)).contains("sealed"));
    assert!(message(restore(&open, Some(&sealed[1..]))).contains("sealed"));
    let mut long = sealed.clone();
    long.push(0);
    assert!(message(restore(&open, Some(&long))).contains("1 bytes too many in the sealed part"));
    let mut long = open.clone();
    long.push(0);
    assert!(message(restore(&long, Some(&sealed))).contains("1 bytes too many in the open part"));
    // A part that nothing in the open part asks for.
    let plain = stored::encode_value(&Event::CardBurnt, &book);
    assert!(restore(&plain.open, Some(&sealed)).is_err());
    // A card that there is not.
    let mut wrong = sealed.clone();
    *wrong.last_mut().unwrap() = 52;
    assert!(restore(&open, Some(&wrong)).is_err());
    for end in 0..open.len() {
        assert!(restore(&open[..end], Some(&sealed)).is_err());
    }
    // A variant that is not known, and a list that claims to be longer than any memory.
    assert!(restore(&[0x81, 0x19, 0x0f, 0xff], None).is_err());
    let lying = [0x9b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x00];
    assert!(stored::decode_value::<Vec<Money>>(&lying, None, &book).is_err());
    assert!(
        stored::decode_value::<String>(&[0x7b, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x61], None, &book)
            .is_err()
    );
}

#[test]
fn a_field_of_a_later_version_is_skipped_and_an_unknown_variant_is_not() {
    let book = book();
    // `SeatLeft { seat: 3 }` with one more field, whatever it holds.
    let mut open = stored::encode_value(&Event::SeatLeft { seat: 3 }, &book).open;
    open[0] += 1;
    open.extend([0x82, 0x01, 0x61, b'x']);
    assert_eq!(stored::decode_value::<Event>(&open, None, &book), Ok(Event::SeatLeft { seat: 3 }));
    // A card found at a time that this version does not know must not become a card that was fine.
    let patron = Patron { invalid_card: Some(FoundWhen::After), ..Patron::default() };
    let mut open = stored::encode_value(&patron, &book).open;
    assert_eq!(open[1], 0x02);
    open[1] = 0x09;
    assert!(stored::decode_value::<Patron>(&open, None, &book).is_err());
}

/// Bytes are refused, or read as something that is written and read again as the same.
fn read_or_refused<T: Storable + PartialEq + Debug>(open: &[u8], sealed: Option<&[u8]>) {
    if let Ok(value) = stored::decode_value::<T>(open, sealed, &BOOK) {
        let again = stored::encode_value(&value, &BOOK);
        assert_eq!(stored::decode_value::<T>(&again.open, again.sealed.as_deref(), &BOOK), Ok(value));
    }
}

fn read_as_anything(open: &[u8], sealed: Option<&[u8]>) {
    read_or_refused::<Ruled<Event>>(open, sealed);
    read_or_refused::<Event>(open, sealed);
    read_or_refused::<Table>(open, sealed);
    read_or_refused::<jackpot::Event>(open, sealed);
    read_or_refused::<State>(open, sealed);
    read_or_refused::<Actor>(open, sealed);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read_as_anything(&bytes, Some(&bytes));
        read_as_anything(&bytes, None);
    }

    #[test]
    fn changed_records_are_read_or_refused(
        line in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<bool>(), any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let lines: Vec<&str> = include_str!("stored.txt").lines().collect();
        let Encoded { mut open, mut sealed } = read(lines[line.index(lines.len())]);
        for (hidden, at, byte) in &changes {
            let part = sealed.as_mut().filter(|_| *hidden).unwrap_or(&mut open);
            let at = at.index(part.len());
            part[at] = *byte;
        }
        read_as_anything(&open, sealed.as_deref());
    }
}

/// A warning that came later has a number of its own; the line of the event stays as it was.
#[test]
fn a_warning_about_a_loss_limit_is_stored_as_it_is_for_ever() {
    let event = Event::PlayerWarned { seat: 3, warning: Warning::LossLimit, right: None };
    let kept = stored::encode_value(&event, &BOOK);
    assert_eq!(hex(&kept.open), "83182a030f");
    assert_eq!(stored::decode_value::<Event>(&bytes("83182a030f"), None, &BOOK).as_ref(), Ok(&event));
}

/// The right amount came later, behind the warning; a warning without one is as it was.
#[test]
fn a_warning_with_the_right_amount_is_stored_as_it_is_for_ever() {
    let (low, high) = (Money::from_cents(20_00), Money::from_cents(30_00));
    for (to, only, stored) in [
        (None, vec![], "84182a030284021907d0f680"),
        (Some(high), vec![], "84182a030284021907d0190bb880"),
        (Some(high), vec![low, high], "84182a030284021907d0190bb8821907d0190bb8"),
    ] {
        let right = Some(RightAmount { wager: 2, from: low, to, only });
        let event = Event::PlayerWarned { seat: 3, warning: Warning::ShortWager, right };
        let kept = stored::encode_value(&event, &BOOK);
        assert_eq!(hex(&kept.open), stored);
        assert_eq!(stored::decode_value::<Event>(&bytes(stored), None, &BOOK).as_ref(), Ok(&event));
    }
}
