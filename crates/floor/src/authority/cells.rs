//! The whole table of people by commands for a book: every command there is, as an example, and who may give it.

use super::{Capacity, Needs, Second, of_house, of_meter, of_patron, of_table};
use crate::demo::{sign, terms};
use crate::hosted::BankedTable;
use crate::table::{CallAnswer, Command, CommittedRoot, DealingMode, FloorTable, Seed, State, Tender};
use crate::words::spaced;
use ::house::{
    Barred, ClockSource, Date, Dispute, Duty, FileName, LimitOf, Mispaid, MispaidOn, OutsiderId,
    PatronCommand, PatronFile, Period, Person, Source, StaffId,
};
use engine::banked::{
    self, Banked, CorrectionReason, Decision, FoundWhen, Holder, IrregularityReport, NoticeOf, Patron,
    ShuffleGround, Warning,
};
use engine::jackpot::{self, MeterNotice};
use engine::{Hidden, Limits, MeterIndex, Method, Moment, PatronId, Refusal, TableNumber};
use money::{MicroCents, Money, Rounding};
use rulebook::{
    BreachKind, Cite, DirectionKind, IrregularityKind, Medium, NotifyOf, RoleId, Rulebook, SanctionKind,
};

/// The patron of the examples, at [`SEAT`] of [`TABLE`].
pub const PATRON: PatronId = PatronId(101);
/// Another, at [`OTHER_SEAT`].
pub const OTHER_PATRON: PatronId = PatronId(102);
/// The place of the examples, from 0.
pub const SEAT: u8 = 0;
/// Another.
pub const OTHER_SEAT: u8 = 1;
/// The table of the examples.
pub const TABLE: TableNumber = TableNumber(1);

/// Who tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// A member of staff with that role.
    Rung(RoleId),
    /// Somebody in that place outside the ladder.
    Outside(u8),
    /// [`PATRON`], whose seat, file and dispute it is.
    Seated,
    /// [`OTHER_PATRON`], at another place of the same table.
    SeatedElsewhere,
    /// A patron who sits nowhere.
    Unseated,
    /// Somebody who worked here.
    Dismissed,
    /// Nobody whom the roster knows.
    Stranger,
    System,
}

/// A command, and the desk that it is for.
#[derive(Clone, Debug)]
pub enum AuthorityCommand {
    /// Of a table in this mode.
    Table(DealingMode, Command<banked::Command>),
    /// Of the meters.
    Meter(jackpot::Command),
    /// Of the house.
    House(house::Command),
    /// Of the patron's file.
    Patron(PatronCommand),
}

/// One cell.
#[derive(Clone, Debug)]
pub struct Cell {
    pub who: Whose,
    pub deed: AuthorityCommand,
    /// The clause that lets them, with a second person of the highest role beside a member of staff; or why not.
    pub verdict: Result<Cite, Refusal<Barred>>,
    /// The clause that wants the second person, where one is wanted.
    pub second: Option<Cite>,
}

/// Examples of every variant of a command; a variant without one does not compile.
macro_rules! examples {
    ($of:ty { $($variant:ident => [$($example:expr),* $(,)?],)* }) => {{
        fn all_are_here(command: &$of) {
            type Of = $of;
            match command {
                $(Of::$variant { .. } => {})*
            }
        }
        let examples: Vec<$of> = vec![$($($example,)*)*];
        examples.iter().for_each(all_are_here);
        examples
    }};
}

impl AuthorityCommand {
    /// As a line of a list names it.
    pub fn words(&self) -> String {
        match self {
            AuthorityCommand::Table(_, Command::Game { command, .. }) => match command {
                banked::Command::PostNotice { of, .. } => format!("post notice: {}", spaced(of)),
                banked::Command::Rule(report) => format!("rule: {}", spaced(&report.what)),
                banked::Command::Decide { decision, .. } => format!("decide: {}", spaced(decision)),
                other => spaced(other),
            },
            AuthorityCommand::Table(_, Command::BuyIn { with, .. }) => format!("buy in: {}", spaced(with)),
            AuthorityCommand::Table(_, other) => spaced(other),
            AuthorityCommand::Meter(jackpot::Command::PostNotice { of, .. }) => {
                format!("post notice: {}", spaced(of))
            }
            AuthorityCommand::Meter(other) => spaced(other),
            AuthorityCommand::House(house::Command::Sanction { kind, .. }) => {
                format!("sanction: {}", spaced(kind))
            }
            AuthorityCommand::House(other) => spaced(other),
            AuthorityCommand::Patron(other) => spaced(other),
        }
    }
}

/// Everybody there is under a book.
pub fn everybody(book: &Rulebook) -> Vec<Whose> {
    let mut all: Vec<Whose> = (0..=book.ladder.highest().0).map(|rung| Whose::Rung(RoleId(rung))).collect();
    all.extend(
        (0..book.ladder.outside.len()).filter_map(|place| u8::try_from(place).ok()).map(Whose::Outside),
    );
    all.extend([Whose::Seated, Whose::SeatedElsewhere, Whose::Unseated]);
    all.extend([Whose::Dismissed, Whose::Stranger, Whose::System]);
    all
}

/// Who may do what under a book: every command of every desk, for everybody.
pub fn authority(book: &'static Rulebook) -> Vec<Cell> {
    let mut cells = Vec::new();
    let house = house_of_examples();
    let file = PatronFile { number: Some(PATRON), ..PatronFile::default() };
    for deed in deeds(book) {
        let needs = match &deed {
            AuthorityCommand::Table(mode, command) => {
                let machine: BankedTable = FloorTable::new(Banked::new(book, &book.variants[0]));
                let mut state = State::new(banked::Table::closed());
                // A table is in no mode until it is set up.
                state.mode = Some(*mode).filter(|_| !matches!(command, Command::SetUp(_)));
                state.game.sign = Some(Box::new(sign(book, &book.variants[0])));
                of_table(&machine, &state, command)
            }
            AuthorityCommand::Meter(command) => of_meter(book, command),
            AuthorityCommand::House(command) => of_house(book, &house, command),
            AuthorityCommand::Patron(command) => of_patron(book, &file, command),
        };
        cells.extend(everybody(book).into_iter().map(|who| cell(book, who, deed.clone(), &needs)));
    }
    cells
}

fn cell(book: &Rulebook, who: Whose, deed: AuthorityCommand, needs: &Needs) -> Cell {
    let nobody = Capacity::default();
    let capacity = match who {
        Whose::Rung(rung) => {
            Capacity { rung: Some(rung), second: Second::Rung(book.ladder.highest()), ..nobody }
        }
        Whose::Outside(place) => Capacity { outside: Some(place), ..nobody },
        Whose::Seated => Capacity { patron: Some(PATRON), seat: Some(SEAT), ..nobody },
        Whose::SeatedElsewhere => Capacity { patron: Some(OTHER_PATRON), seat: Some(OTHER_SEAT), ..nobody },
        Whose::Unseated => Capacity { patron: Some(PatronId(PATRON.0 + 2)), ..nobody },
        Whose::Dismissed | Whose::Stranger => nobody,
        Whose::System => Capacity { system: true, ..nobody },
    };
    Cell { who, deed, verdict: needs.judge(book, &capacity), second: needs.second }
}

/// A house in which there is something of everything that the examples speak of.
fn house_of_examples() -> house::State {
    let dispute = Dispute {
        table: TABLE,
        round: 1,
        patron: PATRON,
        what: String::new(),
        at: Moment(0),
        instance: 0,
        rulings: Vec::new(),
        told: false,
        inspector: false,
        finding: None,
        closed: None,
    };
    let duty = Duty { of: NotifyOf::WrongDeck, table: TABLE, round: 1, place: 0, given: None };
    house::State { disputes: vec![dispute], duties: vec![duty], ..house::State::default() }
}

/// An example of every command of every desk; those of a table for both modes.
pub fn deeds(book: &'static Rulebook) -> Vec<AuthorityCommand> {
    let mut deeds = Vec::new();
    for mode in [DealingMode::Virtual, DealingMode::Live] {
        let game = game_examples(book).into_iter().map(|command| Command::Game { command, next_key: None });
        let all = game.chain(table_examples(book, mode));
        deeds.extend(all.map(|command| AuthorityCommand::Table(mode, command)));
    }
    deeds.extend(meter_examples(book).into_iter().map(AuthorityCommand::Meter));
    deeds.extend(house_examples().into_iter().map(AuthorityCommand::House));
    deeds.extend(patron_examples().into_iter().map(AuthorityCommand::Patron));
    deeds
}

const fn dollars(dollars: i64) -> Money {
    Money::from_cents(dollars * 100)
}

fn game_examples(book: &'static Rulebook) -> Vec<banked::Command> {
    use banked::Command as C;
    let seat = usize::from(SEAT);
    let game = &book.variants[0];
    let shown = sign(book, game);
    let first = game.wager.iter().position(|wager| wager.place == rulebook::Place::First).unwrap_or(0);
    let place =
        |medium, proxy, checked| C::Place { seat, wager: first, amount: dollars(10), medium, proxy, checked };
    let decide = |decision| C::Decide { seat, decision };
    let notice = |of| C::PostNotice { of, limits: None };
    let sit = |seat, blind_of| C::Sit { seat, blind_of, patron: Patron::default() };
    let bet = |checked, token| decide(Decision::Bet { amount: dollars(10), checked, token });
    let limits = || Box::new(shown.limits.clone());
    let above = || {
        let mut above = Limits::default();
        above.max[first] = Some(dollars(10_000));
        Box::new(above)
    };
    let rule = |what| C::Rule(Box::new(IrregularityReport::new(what)));
    let ace = cards::Card::new(cards::Rank::Ace, cards::Suit::Spades).id();
    let deck = std::array::from_fn(|at| u8::try_from(at).ok().and_then(cards::CardId::new).unwrap_or(ace));
    examples!(banked::Command {
        Open => [C::Open(Box::new(shown.clone()))],
        Sit => [sit(5, None), sit(5, Some(seat))],
        Leave => [C::Leave { seat }],
        Place => [
            place(Medium::Chips, false, true), place(Medium::Token, false, true), place(Medium::Chips, true, true),
            place(Medium::Chips, false, false),
        ],
        TopUp => [C::TopUp { seat, wager: first, amount: dollars(5) }],
        TakeBack => [C::TakeBack { seat, wager: first, amount: dollars(10) }],
        RefuseWager => [C::RefuseWager { seat, wager: first }],
        PlaceForAnother => [C::PlaceForAnother { seat, by: usize::from(OTHER_SEAT) }],
        CallNoMoreBets => [C::CallNoMoreBets],
        Deal => [C::Deal(Hidden::boxed(deck))],
        DealLive => [C::DealLive],
        RecordCards => [C::RecordCards { of: Holder::Dealer, cards: Hidden::new(vec![ace]), from: 0, why: None }],
        RecordNext => [C::RecordNext { card: Hidden::new(ace) }],
        TakeBackRecord => [C::TakeBackRecord { of: Holder::Seat(SEAT), why: CorrectionReason::Misread }],
        Decide => [
            bet(true, false), bet(false, false), bet(true, true), decide(Decision::Check), decide(Decision::Fold),
            decide(Decision::FoldAnte), decide(Decision::Cannot), decide(Decision::Absent),
            decide(Decision::Concede),
        ],
        Proceed => [C::Proceed],
        SettleHand => [C::SettleHand { seat }],
        Settle => [C::Settle],
        Award => [C::Award { seat, amount: dollars(100) }],
        Rule => [rule(IrregularityKind::ShufflerJam), rule(IrregularityKind::WrongDeck), rule(IrregularityKind::JackpotStartedInError)],
        PostNotice => [notice(NoticeOf::Limits), notice(NoticeOf::Closing), notice(NoticeOf::PayTables)],
        ChangeLimits => [C::ChangeLimits { limits: limits(), at_once: false }],
        AgreeLimits => [C::AgreeLimits { seat, limits: above() }],
        ChangePayTables => [C::ChangePayTables(shown.paytables.clone())],
        ChangeJackpot => [C::ChangeJackpot(Box::new(other_terms(book)))],
        Close => [C::Close],
        VacateSeat => [C::VacateSeat { seat }],
        OrderCount => [C::OrderCount { cards: book.table.pack.value }],
        CheckCards => [C::CheckCards],
        ChangeCards => [C::ChangeCards],
        Shuffle => [C::Shuffle],
        OrderShuffle => [C::OrderShuffle { ground: ShuffleGround::ReasonableCause }],
        OrderBurn => [C::OrderBurn],
        Cut => [C::Cut],
        PausePlayer => [C::PausePlayer { seat }],
        ResumePlayer => [C::ResumePlayer { seat }],
        SetLossLimit => [C::SetLossLimit { seat, limit: dollars(500), lost: None }],
        RecordWarning => [C::RecordWarning { seat, warning: Warning::UnderMinimum }],
        RecordInvalidCard => [C::RecordInvalidCard { seat, found: FoundWhen::After }],
    })
}

/// Terms that the sign of the examples does not show.
fn other_terms(book: &Rulebook) -> engine::SignJackpot {
    let terms = terms(book);
    let seeds = book.jackpots.seed.iter().filter(|row| row.option == terms.option);
    let seed = seeds.map(|row| row.for_one).find(|seed| *seed != terms.seed);
    engine::SignJackpot { seed: seed.unwrap_or(terms.seed + 1), ..terms }
}

fn table_examples(book: &Rulebook, mode: DealingMode) -> Vec<Command<banked::Command>> {
    let (seat, amount) = (SEAT, dollars(20));
    let buy = |with| Command::BuyIn { seat, amount, with };
    let game = Command::Game { command: banked::Command::Proceed, next_key: None };
    let all = examples!(Command<banked::Command> {
        Game => [game],
        SetUp => [Command::SetUp(mode)],
        Deal => [Command::Deal { next_key: None }],
        DealByHand => [Command::DealByHand { by_hand: true }],
        AskSeat => [Command::AskSeat { seat: 5, patron: PATRON, card: None }],
        Standing => [Command::Standing {
            patron: PATRON,
            standing: Default::default(),
            counted: None,
            leaves: false,
            pauses: None,
        }],
        GiveSeed => [Command::GiveSeed { seat, root: CommittedRoot::default(), seed: Seed([7; 32]), next: None }],
        LeaveSeat => [Command::LeaveSeat { seat }],
        RemovePlayer => [Command::RemovePlayer { seat, why: "disturbs the game".into() }],
        BuyIn => [buy(Tender::Cash), buy(Tender::Account), buy(Tender::Chips)],
        CashOut => [Command::CashOut { seat, amount }],
        ChangeColour => [Command::ChangeColour { seat, amount }],
        Fill => [Command::Fill { amount }],
        Credit => [Command::Credit { amount }],
        CountFloat => [Command::CountFloat { amount }],
        CountDrop => [Command::CountDrop { amount }],
        CloseDay => [Command::CloseDay { day: 20_261_115 }],
        Link => [Command::Link { meter: MeterIndex(0) }],
        Unlink => [Command::Unlink],
        Answered => [Command::Answered { call: 0, answer: CallAnswer::Done }],
        VoidWagers => [Command::VoidWagers { patron: PATRON, round: 1, next_key: None }],
        Bar => [Command::Bar { patron: OTHER_PATRON }],
        PostCorrection => [
            Command::PostCorrection { mispayment: 0, patron: PATRON, over: false, total: amount },
        ],
        FollowMeter => [Command::FollowMeter { terms: Box::new(other_terms(book)) }],
        LoseLink => [Command::LoseLink],
        GoManual => [Command::GoManual],
        FindLink => [Command::FindLink],
        DetermineAwards => [Command::DetermineAwards { next_key: None }],
    });
    // Those of the game have a list of their own.
    all.into_iter().filter(|command| !matches!(command, Command::Game { .. })).collect()
}

fn meter_examples(book: &Rulebook) -> Vec<jackpot::Command> {
    use jackpot::Command as C;
    let (meter, table) = (MeterIndex(0), TABLE);
    let terms = terms(book);
    let method = if book.table.methods.is_some() { Method::B } else { Method::A };
    let notice = |of| C::PostNotice { meter, of, table: None };
    let equipment = |works, manual| C::Equipment { meter, works, manual };
    let other = other_terms(book);
    let value = MicroCents::from(terms.seed_value(book));
    examples!(jackpot::Command {
        Open => [C::Open {
            terms: engine::SignJackpot { wager: dollars(10), ..terms.clone() }, value: value + value, method, new: true,
        }],
        Link => [C::Link { meter, table: TableNumber(TABLE.0 + 1), terms: terms.clone(), hands: true }],
        Unlink => [C::Unlink { meter, table }],
        Move => [C::Move { table, to: MeterIndex(1), terms: engine::SignJackpot { wager: dollars(10), ..terms.clone() } }],
        PostNotice => [notice(MeterNotice::Tables), notice(MeterNotice::Closing), notice(MeterNotice::Terms)],
        Close => [C::Close { meter, into: vec![(MeterIndex(1), None)] }],
        Equipment => [equipment(false, false), equipment(false, true), equipment(true, false)],
        Register => [C::Register { meter, table, wagers: 1 }],
        Cancel => [C::Cancel { meter, table, wagers: 1 }],
        Record => [C::Record { meter, table, royals: 0, flushes: 0, carried: 0, rounding: Rounding::UP_TO_CENT }],
        Determine => [C::Determine { meter, table }],
        ChangeTerms => [C::ChangeTerms { meter, terms: other }],
        Correct => [C::Correct { meter, by: MicroCents::from_micro_cents(1), why: "miscounted".into() }],
        ShowOnDisplay => [C::ShowOnDisplay { meter, place: "main entrance".into() }],
        ReadAsAt => [C::ReadAsAt { meter, seq: 0 }],
        Call => [C::Call { table, what: Box::new(C::Register { meter, table, wagers: 1 }) }],
    })
}

fn house_examples() -> Vec<house::Command> {
    use house::Command as C;
    let name = || "Noor New".to_string();
    let text = || "said so".to_string();
    let (table, round) = (TABLE, 1);
    let sanction = |kind: SanctionKind| C::Sanction {
        breach: 0,
        kind,
        amount: (kind == SanctionKind::WithholdWinnings).then_some(dollars(10)),
        round: None,
    };
    let mispaid = Mispaid {
        table,
        round,
        patron: Some(PATRON),
        over: true,
        amount: dollars(10),
        of: MispaidOn::Wager,
        suspected: false,
    };
    // Both stand in every calendar.
    let date = Date::new(2026, 11, 16).or(Date::new(1900, 1, 1));
    let mut days: Vec<C> = date.map(|date| C::OpenDay { date }).into_iter().collect();
    let last = Date::new(2026, 11, 15);
    days.extend(last.map(|date| C::CloseDay { date, tables: Vec::new() }));
    let months: Vec<C> =
        Date::new(2026, 10, 1).map(|date| C::ReportMonth { month: date.month() }).into_iter().collect();
    let mut all = examples!(house::Command {
        Found => [C::Found { id: StaffId(500), name: name() }],
        Hire => [C::Hire { id: StaffId(500), name: name(), role: RoleId(0) }],
        ChangeRole => [C::ChangeRole { id: StaffId(80), role: RoleId(1) }],
        Dismiss => [C::Dismiss { id: StaffId(80) }],
        Enrol => [C::Enrol { id: OutsiderId(500), name: name(), place: 0 }],
        Discharge => [C::Discharge { id: OutsiderId(100) }],
        OpenDay => [],
        CallLastRound => [C::CallLastRound],
        PlayOn => [C::PlayOn],
        CloseDay => [],
        RaiseDispute => [C::RaiseDispute { table, round, patron: PATRON, what: text() }],
        RuleDispute => [C::RuleDispute { dispute: 0, ruling: text() }],
        Escalate => [C::Escalate { dispute: 0 }],
        TellOfInspector => [C::TellOfInspector { dispute: 0 }],
        TakeToInspector => [C::TakeToInspector { dispute: 0 }],
        RecordFinding => [C::RecordFinding { dispute: 0, finding: text() }],
        CloseDispute => [C::CloseDispute { dispute: 0, content: true }],
        RecordBreach => [
            C::RecordBreach { of: Person::Patron(PATRON), table: Some(table), kind: BreachKind::Device, what: text() },
        ],
        Sanction => [
            sanction(SanctionKind::VoidWager), sanction(SanctionKind::BarFromGame),
            sanction(SanctionKind::ExcludeFromCasino), sanction(SanctionKind::WithholdWinnings),
            sanction(SanctionKind::HandToPolice),
        ],
        ReleaseWithheld => [C::ReleaseWithheld { breach: 0, to_patron: true }],
        RecordMispayment => [C::RecordMispayment(mispaid)],
        Enquire => [C::Enquire { mispayment: 0, suspected: false, note: text() }],
        IdentifyPatron => [C::IdentifyPatron { mispayment: 1, patron: Some(PATRON) }],
        AttemptCorrection => [C::AttemptCorrection { mispayment: 0, note: text() }],
        Correct => [C::Correct { mispayment: 0, amount: dollars(1) }],
        TellRegulator => [C::TellRegulator { mispayment: 0 }],
        ReportMonth => [],
        SupplyRules => [C::SupplyRules { to: Person::Patron(PATRON) }],
        OpenDeck => [C::OpenDeck { table, round }],
        OweDuty => [C::OweDuty { of: NotifyOf::WrongDeck, table, round }],
        Notify => [C::Notify { duty: 0, person: OutsiderId(101) }],
        Direct => [C::Direct { table, patrons: vec![PATRON], direction: DirectionKind::ActFirst }],
    });
    all.extend(days.into_iter().chain(months));
    all
}

fn patron_examples() -> Vec<PatronCommand> {
    use PatronCommand as C;
    let (table, amount) = (TABLE, dollars(10));
    let of = LimitOf::Loss(Period::Day);
    let other = || FileName { book: None, number: OTHER_PATRON };
    let mut all = examples!(PatronCommand {
        Register => [],
        IssueCard => [C::IssueCard { card: 9_001 }],
        ReportCardLost => [C::ReportCardLost],
        SetLimit => [C::SetLimit { of, to: Some(dollars(50)) }],
        TakeEffect => [C::TakeEffect { of }],
        CancelIncrease => [C::CancelIncrease { of }],
        Deposit => [C::Deposit { amount, from: Source::Cash }, C::Deposit { amount, from: Source::Chips }],
        Withdraw => [C::Withdraw { amount }],
        Repay => [C::Repay { table, amount }],
        TakeToTable => [C::TakeToTable { table, amount }],
        BringBack => [C::BringBack { table, amount }],
        Exclude => [C::Exclude { until: None }],
        LiftExclusion => [C::LiftExclusion],
        Pause => [C::Pause],
        Resume => [C::Resume],
        StartPlay => [C::StartPlay { table, seat: SEAT, card: None, known_as: None }],
        EndPlay => [C::EndPlay],
        RecordPlay => [C::RecordPlay { table, round: 1_000, net: amount }],
        NewDay => [],
        ConfirmClock => [C::ConfirmClock { clock_ms: 1_794_781_800_000, source: ClockSource::Database }],
        Link => [C::Link { other: other() }],
        GoInto => [C::GoInto { file: other() }],
        Join => [C::Join { other: other(), held: Box::default() }],
        GiveUpLink => [C::GiveUpLink { other: other() }],
    });
    if let (Some(day), Some(date)) = (Date::new(2026, 11, 15), Date::new(2026, 11, 16)) {
        all.push(C::Register { number: PATRON, name: "Pat Ron".into(), day });
        all.push(C::NewDay { date });
    }
    all
}
