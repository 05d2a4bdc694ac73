//! Everybody by every command, under every book: allowed where the clause allows, refused with that clause elsewhere,
//! and nothing has changed where it was refused.

mod common;

use common::{BOOKS, SYSTEM, Scene, both, date, dealer, dollars, game, patron, rung};
use engine::banked::{self, Decision, Holder, Offer, Phase};
use engine::jackpot::{self, MeterNotice};
use engine::{Actor, Hidden, Machine, Moment, Who};
use floor::authority::{Cell, Deed, OTHER_PATRON, OTHER_SEAT, PATRON, SEAT, TABLE, Whose, authority};
use floor::table::{Command, Mode, Tender};
use floor::{Answer, By, Desk, FloorError, Post};
use house::{Command as H, FileName, LimitOf, Mispaid, MispaidOn, PatronCommand, Period, Person};
use rulebook::{BreachKind, NotifyOf, RoleId, SanctionKind};
use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use store::Stream;

/// What became of an attempt.
#[derive(Debug, PartialEq, Eq)]
enum Came {
    /// Authority and rules had nothing against it.
    Accepted,
    /// Somebody may not: the clause.
    Barred(String),
    /// The rules have something else against it.
    Otherwise(String),
}

fn by(who: Whose) -> By {
    match who {
        Whose::Rung(role) => rung(role),
        Whose::Outside(place) => By::alone(Person::Outside(100 + u32::from(place))),
        Whose::Seated => patron(PATRON),
        Whose::SeatedElsewhere => patron(OTHER_PATRON),
        Whose::Unseated => patron(PATRON + 2),
        Whose::Dismissed => By::alone(Person::Staff(90)),
        Whose::Stranger => By::alone(Person::Staff(999)),
        Whose::System => SYSTEM,
    }
}

/// Tries something while the store takes nothing, and looks whether anything has changed.
fn attempt(scene: &Scene, table: Option<&Stream>, by: By, deed: &Deed) -> Came {
    fn came<M: Post>(scene: &Scene, desk: &Desk<M>, version: u64, answer: Answer<M>, barred: bool) -> Came {
        assert_eq!(desk.version(), version);
        match answer {
            Answer::Failed(store::StoreError::Full(_)) => Came::Accepted,
            Answer::Done(done) if done.events.is_empty() => Came::Accepted,
            Answer::Refused(refusal) if barred => Came::Barred(scene.book.label(refusal.cite).to_string()),
            Answer::Refused(refusal) => Came::Otherwise(refusal.reason.to_string()),
            other => panic!("{other:?}"),
        }
    }
    let id = scene.next();
    match deed.clone() {
        Deed::Table(_, command) => {
            let desk = scene.desk(table.unwrap());
            let version = desk.version();
            let answer = scene.floor.ask_table(table.unwrap(), (id, by), command).unwrap();
            let barred = matches!(&answer, Answer::Refused(no) if matches!(no.reason, floor::table::Reason::Barred(_)));
            came(scene, &desk, version, answer, barred)
        }
        Deed::Meter(command) => {
            let desk = scene.floor.meter(scene.id).unwrap();
            let version = desk.version();
            match scene.floor.ask_meter(scene.id, (id, by), command) {
                Ok(answer) => came(scene, &desk, version, answer, false),
                Err(FloorError::Refused { clause, .. }) => Came::Barred(clause),
                Err(error) => panic!("{error}"),
            }
        }
        Deed::House(command) => {
            let desk = scene.floor.house(scene.id).unwrap();
            let version = desk.version();
            let answer = scene.floor.ask_house(scene.id, (id, by), command).unwrap();
            let barred =
                matches!(&answer, Answer::Refused(no) if matches!(no.reason, house::Reason::Barred(_)));
            came(scene, &desk, version, answer, barred)
        }
        Deed::Patron(command) => {
            let desk = scene.floor.patron(scene.id, PATRON).unwrap();
            let version = desk.version();
            let answer = scene.floor.ask_patron((scene.id, PATRON), (id, by), command).unwrap();
            let barred =
                matches!(&answer, Answer::Refused(no) if matches!(no.reason, house::PatronReason::Barred(_)));
            came(scene, &desk, version, answer, barred)
        }
    }
}

/// The cells of a book, and which of them were accepted so far.
struct Tried {
    cells: Vec<Cell>,
    accepted: BTreeSet<usize>,
    attempts: usize,
}

impl Tried {
    fn new(scene: &Scene) -> Tried {
        Tried { cells: authority(scene.book), accepted: BTreeSet::new(), attempts: 0 }
    }

    /// Tries all cells of a kind as things stand: whoever may not is refused with the clause, always.
    fn all(&mut self, scene: &Scene, table: Option<&Stream>, of: impl Fn(&Deed) -> bool) {
        scene.store.full.store(true, Ordering::SeqCst);
        for (at, cell) in self.cells.iter().enumerate().filter(|(_, cell)| of(&cell.deed)) {
            let deed = match (&cell.deed, table) {
                (Deed::Patron(PatronCommand::StartPlay { table, seat, .. }), _) => {
                    let card = scene.floor.patron(scene.id, PATRON).unwrap().look(|file| file.card());
                    Deed::Patron(PatronCommand::StartPlay {
                        table: *table,
                        seat: *seat,
                        card,
                        known_as: None,
                    })
                }
                (deed, Some(table)) => fit(scene, table, deed),
                (deed, None) => deed.clone(),
            };
            let came = attempt(scene, table, by(cell.who), &deed);
            self.attempts += 1;
            let what = format!("{}: {:?}, {} {deed:?}", scene.id, cell.who, cell.deed.words());
            let seated = |seat: u8, number| {
                table.is_none_or(|table| {
                    scene.look(table, |state| state.patrons[usize::from(seat)] == Some(number))
                })
            };
            // Nobody's place is theirs before they sit there.
            if cell.who == Whose::Seated && !seated(SEAT, PATRON) && matches!(came, Came::Barred(_)) {
                continue;
            }
            match &cell.verdict {
                Ok(_) => assert!(!matches!(came, Came::Barred(_)), "{what}: {came:?}"),
                Err(refusal) => {
                    let clause = scene.book.label(refusal.cite).to_string();
                    // The house looks at its facts first here and there; where they allow it, the clause must come.
                    let house = matches!(cell.deed, Deed::House(_));
                    let fact = house && matches!(came, Came::Otherwise(_));
                    assert!(fact || came == Came::Barred(clause.clone()), "{what}: {came:?}, not {clause}");
                    if fact {
                        continue;
                    }
                }
            }
            if came == Came::Accepted || matches!(came, Came::Barred(_)) {
                self.accepted.insert(at);
            }
        }
        scene.store.full.store(false, Ordering::SeqCst);
    }

    /// Every cell was seen to be what the table says, but for what this book or mode does not have at all.
    fn complete(&self, scene: &Scene) {
        let missing = self
            .cells
            .iter()
            .enumerate()
            .filter(|(at, cell)| !self.accepted.contains(at) && !lacks(scene, &cell.deed));
        let line = |(_, cell): (usize, &Cell)| format!("{:?}: {:?}", cell.who, cell.deed);
        let missing: Vec<String> = missing.map(line).collect();
        assert!(missing.is_empty(), "{}: never seen: {}", scene.id, missing.join("\n"));
    }
}

/// What cannot be done under a book, in a mode, or in its first game, whoever wants it: by its data.
fn lacks(scene: &Scene, deed: &Deed) -> bool {
    let (book, game) = (scene.book, &scene.book.variants[0]);
    let kinds: Vec<_> =
        game.step.iter().flat_map(|step| step.choices.iter().map(|choice| choice.is)).collect();
    let has = |kind| kinds.contains(&kind);
    match deed {
        Deed::Table(mode, Command::Game { command, .. }) => match command {
            banked::Command::Sit { blind_of: None, .. } => {
                *mode == Mode::Virtual || book.table.patrons.is_some()
            }
            banked::Command::Sit { .. } => book.table.wagers.hands.value == rulebook::BlindHands::One,
            banked::Command::Place { medium, proxy, .. } => *medium != rulebook::Medium::Chips || *proxy,
            banked::Command::Decide { decision, .. } => match decision {
                Decision::Bet { token, .. } => *token,
                Decision::Check => !has(rulebook::ChoiceKind::Check),
                Decision::FoldAnte => !has(rulebook::ChoiceKind::FoldAnte),
                // Seldom: at a wager that cannot be met, or at settlement.
                Decision::Cannot | Decision::Absent | Decision::Concede => true,
                _ => false,
            },
            banked::Command::DealLive
            | banked::Command::RecordCards { .. }
            | banked::Command::RecordNext { .. }
            | banked::Command::TakeBackRecord { .. } => *mode == Mode::Virtual,
            banked::Command::RecordInvalidCard { .. } => book.table.patrons.is_none(),
            banked::Command::OrderBurn => {
                !game.deal.iter().any(|block| block.steps.iter().any(|step| step.to == rulebook::To::Burn))
            }
            // Seldom, and each with a test of its own in the engine.
            banked::Command::VacateSeat { .. } | banked::Command::Rule(_) | banked::Command::Award { .. } => {
                true
            }
            banked::Command::PlaceForAnother { .. } => {
                book.table.jackpot.another_box.is_none() || *mode == Mode::Live
            }
            // The sign of the examples shows no maximum that one could go above.
            banked::Command::AgreeLimits { .. } => {
                book.table.limits.personal.value == rulebook::PersonalLimits::AboveMaximum
            }
            banked::Command::Cut => !scene.sign_device_cuts() || *mode == Mode::Virtual,
            _ => false,
        },
        Deed::Table(mode, command) => match command {
            Command::BuyIn { with: Tender::Cash | Tender::Chips, .. } => *mode == Mode::Virtual,
            Command::Deal { .. } | Command::DealByHand { .. } => *mode == Mode::Live,
            Command::DetermineAwards { .. } => *mode == Mode::Virtual || !scene.has_meter(),
            Command::Unlink | Command::LoseLink | Command::FindLink | Command::GoManual => {
                !scene.has_meter() || *mode == Mode::Virtual
            }
            // Seen in passing only: whatever is due is answered at once.
            Command::Answered { .. } => true,
            _ => false,
        },
        Deed::Meter(_) => !scene.has_meter(),
        Deed::House(command) => match command {
            // Only while a wager lies at the table: tests/reach.rs.
            H::Sanction { kind: SanctionKind::VoidWager, .. } => true,
            H::Sanction { kind, .. } => book.house.sanction(*kind).is_none(),
            H::ReleaseWithheld { .. } => book.house.sanction(SanctionKind::WithholdWinnings).is_none(),
            H::OweDuty { .. } | H::Notify { .. } => book.house.notify.is_empty(),
            H::Escalate { .. } => book.house.disputes.instance.len() < 2,
            _ => false,
        },
        Deed::Patron(_) => false,
    }
}

/// The example as it fits where things stand: amounts that are offered, cards that were dealt, the card of the patron.
fn fit(scene: &Scene, table: &Stream, deed: &Deed) -> Deed {
    let Deed::Table(mode, command) = deed else { return deed.clone() };
    let desk = scene.desk(table);
    let command = desk.look(|state| match command.clone() {
        Command::AskSeat { seat, patron, .. } => Command::AskSeat { seat, patron, card: scene.card(patron) },
        Command::Answered { answer, .. } => {
            Command::Answered { call: state.due.front().map_or(0, |(call, _)| *call), answer }
        }
        Command::Game { command, spare } => {
            let seat = usize::from(SEAT);
            let actor = Actor { who: Who::Player(seat), at: Moment(0) };
            let machine = &desk.machine().game;
            let command = match command {
                banked::Command::Decide { decision: Decision::Bet { checked, token, .. }, .. } => {
                    let offered =
                        machine.offers(&state.game, actor).into_iter().find_map(|offer| match offer {
                            Offer::Bet { seat: 0, from, only, .. } => {
                                Some(only.into_iter().min().unwrap_or(from))
                            }
                            _ => None,
                        });
                    let amount = offered.unwrap_or(dollars(10));
                    banked::Command::Decide { seat, decision: Decision::Bet { amount, checked, token } }
                }
                banked::Command::RecordCards { .. } => {
                    let held = state.game.dealt_live(Holder::Seat(SEAT));
                    let cards = (0..held.max(1)).map(|at| cards::CardId::new(at as u8).unwrap()).collect();
                    banked::Command::RecordCards {
                        of: Holder::Seat(SEAT),
                        cards: Hidden::new(cards),
                        from: 0,
                        why: None,
                    }
                }
                banked::Command::RecordNext { .. } => {
                    banked::Command::RecordNext { card: Hidden::new(cards::CardId::new(51).unwrap()) }
                }
                banked::Command::SettleHand { .. } => {
                    let last = state.game.dealt_areas().next_back().unwrap_or(seat);
                    banked::Command::SettleHand { seat: last }
                }
                other => other,
            };
            Command::Game { command, spare }
        }
        other => other,
    });
    Deed::Table(*mode, command)
}

impl Scene {
    fn sign_device_cuts(&self) -> bool {
        self.book.table.device(self.sign().device).is_some_and(|device| device.cut.value)
    }

    fn first(&self) -> usize {
        self.book.variants[0].wager.iter().position(|wager| wager.place == rulebook::Place::First).unwrap()
    }

    fn place(&self, table: &Stream, seat: u8) {
        let machine = self.desk(table);
        for _ in 0..2 {
            let actor = Actor { who: Who::Player(usize::from(seat)), at: Moment(0) };
            let offers = machine.look(|state| machine.machine().game.offers(&state.game, actor));
            for offer in offers {
                let Offer::Place { seat, wager, from, .. } = offer else { continue };
                let jackpot = machine.machine().game.jackpot_spot() == Some(wager);
                if jackpot && machine.look(|state| state.mode) == Some(Mode::Virtual) {
                    continue;
                }
                if wager != self.first()
                    && !jackpot
                    && self.book.variants[0].wager[wager].place != rulebook::Place::First
                {
                    continue;
                }
                let medium = rulebook::Medium::Chips;
                let command =
                    banked::Command::Place { seat, wager, amount: from, medium, proxy: false, checked: true };
                let number = if seat == 0 { PATRON } else { OTHER_PATRON };
                self.table(table, patron(number), game(command));
            }
        }
    }

    /// Both players stay in until nobody has anything to decide, and cards are turned up in between.
    fn play_out(&self, table: &Stream, here: &mut dyn FnMut()) {
        let desk = self.desk(table);
        for _ in 0..60 {
            if !matches!(self.look(table, |state| state.game.phase), Phase::Deciding(_)) {
                return;
            }
            let mut acted = false;
            for (seat, number) in [(SEAT, PATRON), (OTHER_SEAT, OTHER_PATRON)] {
                let actor = Actor { who: Who::Player(usize::from(seat)), at: Moment(0) };
                let offers = desk.look(|state| desk.machine().game.offers(&state.game, actor));
                let bet = offers.iter().find_map(|offer| match offer {
                    Offer::Bet { seat, from, only, .. } => {
                        let amount = only.iter().copied().min().unwrap_or(*from);
                        Some((*seat, Decision::Bet { amount, checked: true, token: false }))
                    }
                    _ => None,
                });
                if let Some((seat, decision)) = bet {
                    acted = true;
                    self.table(table, patron(number), game(banked::Command::Decide { seat, decision }));
                }
            }
            if !acted {
                here();
                self.table(table, dealer(), game(banked::Command::Proceed));
            }
        }
        panic!("the round does not end");
    }

    /// Records all cards: a royal flush for the first place with whatever is shared, rubbish for the others.
    fn record_royal(&self, table: &Stream) {
        let out: Vec<(Holder, Option<cards::CardId>)> = self.look(table, |state| {
            state.game.live.iter().flatten().map(|read| (read.of, *read.card)).collect()
        });
        let royal = ["As", "Ks", "Qs", "Js", "Ts"].map(|text| text.parse::<cards::Card>().unwrap().id());
        let known = |card: &cards::CardId| out.iter().any(|(_, read)| read == &Some(*card));
        let mut left = royal.into_iter().filter(|card| !known(card));
        let others = (0..52).map(|at| cards::CardId::new(at).unwrap());
        let mut rest = others.filter(|card| !royal.contains(card) && !known(card));
        let order = |holder: &Holder| match holder {
            Holder::Seat(SEAT) => 0,
            Holder::Board | Holder::JackpotCards => 1,
            _ => 2,
        };
        let mut of: Vec<Holder> = Vec::new();
        for (holder, _) in out.iter().filter(|(_, read)| read.is_none()) {
            if !of.contains(holder) {
                of.push(*holder);
            }
        }
        of.sort_by_key(order);
        for holder in of {
            let count = self.look(table, |state| state.game.dealt_live(holder));
            let from = out.iter().filter(|(of, read)| *of == holder && read.is_some()).count();
            let cards = (from..count).map(|_| match order(&holder) {
                2 => rest.next().unwrap(),
                _ => left.next().or_else(|| rest.next()).unwrap(),
            });
            let cards = Hidden::new(cards.collect());
            let record = banked::Command::RecordCards { of: holder, cards, from, why: None };
            self.table(table, dealer(), game(record));
        }
    }
}

fn of_mode(mode: Mode) -> impl Fn(&Deed) -> bool {
    move |deed| matches!(deed, Deed::Table(of, _) if *of == mode)
}

/// The table at every stage of a round, in both modes.
fn tables(scene: &Scene, tried: &mut Tried) {
    for mode in [Mode::Virtual, Mode::Live] {
        let here = |table: &Stream, tried: &mut Tried| tried.all(scene, Some(table), of_mode(mode));
        let number = if mode == Mode::Virtual { TABLE } else { TABLE + 10 };
        let table = scene.new_table(number);
        let sets_up = |deed: &Deed| of_mode(mode)(deed) && matches!(deed, Deed::Table(_, Command::SetUp(_)));
        tried.all(scene, Some(&table), sets_up);
        scene.table(&table, both(), Command::SetUp(mode));
        scene.table(&table, both(), Command::Fill { amount: dollars(100_000) });
        scene.table(&table, both(), Command::CountFloat { amount: dollars(100_000) });
        here(&table, tried);
        scene.table(&table, both(), game(banked::Command::Open(Box::new(scene.sign()))));
        here(&table, tried);
        scene.seat(&table, SEAT, PATRON);
        scene.seat(&table, OTHER_SEAT, OTHER_PATRON);
        scene.quiet();
        let notices = [banked::NoticeOf::PayTables, banked::NoticeOf::Closing];
        for of in notices {
            // Where the book has such notices.
            scene.try_table(&table, both(), game(banked::Command::PostNotice { of, limits: None }));
        }
        scene.table(&table, dealer(), game(banked::Command::CheckCards));
        if mode == Mode::Live {
            scene.table(&table, dealer(), game(banked::Command::Shuffle));
        }
        here(&table, tried);
        let paused = scene.try_table(&table, both(), game(banked::Command::PausePlayer { seat: 0 }));
        here(&table, tried);
        if matches!(paused, Answer::Done(_)) {
            scene.table(&table, both(), game(banked::Command::ResumePlayer { seat: 0 }));
        }
        if scene.has_meter() && mode == Mode::Live {
            scene.link(&table, number);
            here(&table, tried);
            scene.table(&table, SYSTEM, Command::LoseLink);
            here(&table, tried);
            scene.table(&table, SYSTEM, Command::FindLink);
        }
        if mode == Mode::Live && scene.sign_device_cuts() {
            scene.table(&table, dealer(), game(banked::Command::Cut));
        }
        scene.place(&table, SEAT);
        here(&table, tried);
        scene.place(&table, OTHER_SEAT);
        here(&table, tried);
        scene.table(&table, dealer(), game(banked::Command::CallNoMoreBets));
        scene.quiet();
        here(&table, tried);
        match mode {
            Mode::Virtual => scene.table(&table, dealer(), Command::Deal { spare: Hidden::new([0; 32]) }),
            Mode::Live => scene.table(&table, dealer(), game(banked::Command::DealLive)),
        }
        scene.quiet();
        here(&table, tried);
        if mode == Mode::Live {
            scene.record_royal(&table);
            here(&table, tried);
        }
        // One decides and the other does not: then nobody is left to decide.
        scene.play_out(&table, &mut || here(&table, tried));
        if mode == Mode::Live {
            scene.record_royal(&table);
        }
        here(&table, tried);
        scene.table(&table, dealer(), game(banked::Command::Settle));
        scene.quiet();
        here(&table, tried);
        if scene.look(&table, |state| state.game.phase) == Phase::Awards {
            scene.until(&table, |state| state.award.is_some());
            here(&table, tried);
            scene.table(&table, both(), Command::DetermineAwards { spare: Hidden::new([0; 32]) });
        }
        scene.quiet();
        for (seat, number) in [(SEAT, PATRON), (OTHER_SEAT, OTHER_PATRON)] {
            scene.table(&table, patron(number), Command::LeaveSeat { seat });
        }
        scene.quiet();
        here(&table, tried);
    }
}

fn is_house(deed: &Deed) -> bool {
    matches!(deed, Deed::House(_))
}

/// The house with something of everything, and further on.
fn houses(scene: &Scene, tried: &mut Tried) {
    let empty = Scene::empty(scene.id);
    tried.all(&empty, None, |deed| matches!(deed, Deed::House(H::Found { .. })));
    empty.floor.close();
    let text = || "seen".to_string();
    let table = scene.open_table(TABLE, Mode::Virtual);
    scene.seat(&table, 0, PATRON);
    scene.staked_round(&table, (0, PATRON), 100);
    let raise = || H::RaiseDispute { table: TABLE, round: 1, patron: PATRON, what: text() };
    scene.house(dealer(), raise());
    let of = Person::Patron(PATRON);
    let breach = || H::RecordBreach { of, table: Some(TABLE), kind: BreachKind::Device, what: text() };
    scene.house(dealer(), breach());
    let mispaid = Mispaid {
        table: TABLE,
        round: 1,
        patron: Some(PATRON),
        over: true,
        amount: dollars(5_000),
        of: MispaidOn::Wager,
        suspected: false,
    };
    scene.house(dealer(), H::RecordMispayment(mispaid));
    scene.house(dealer(), H::RecordMispayment(Mispaid { patron: None, ..mispaid }));
    if !scene.book.house.notify.is_empty() {
        scene.house(dealer(), H::OweDuty { of: NotifyOf::WrongDeck, table: TABLE, round: 1 });
    }
    tried.all(scene, None, is_house);
    scene.house(both(), H::RuleDispute { dispute: 0, ruling: text() });
    if scene.book.house.sanction(SanctionKind::WithholdWinnings).is_some() {
        let kind = SanctionKind::WithholdWinnings;
        scene.house(both(), H::Sanction { breach: 0, kind, amount: Some(dollars(10)), round: None });
    }
    // The instance of a dispute that is ruled on is another's.
    tried.all(scene, None, |deed| is_house(deed) && !matches!(deed, Deed::House(H::RuleDispute { .. })));
    scene.house(patron(PATRON), H::TakeToInspector { dispute: 0 });
    scene.house(both(), H::CallLastRound);
    tried.all(scene, None, |deed| is_house(deed) && !matches!(deed, Deed::House(H::RuleDispute { .. })));
    scene.close_day(date(11, 15));
    tried.all(scene, None, |deed| is_house(deed) && !matches!(deed, Deed::House(H::RuleDispute { .. })));
    scene.house(both(), H::OpenDay { date: date(11, 17) });
}

fn files(scene: &Scene, tried: &mut Tried) {
    let of = LimitOf::Loss(Period::Day);
    let is_file = |deed: &Deed| matches!(deed, Deed::Patron(_));
    let but_opening =
        |deed: &Deed| is_file(deed) && !matches!(deed, Deed::Patron(PatronCommand::Register { .. }));
    let own = patron(PATRON);
    let limit = |dollars_| PatronCommand::SetLimit { of, to: Some(dollars(dollars_)) };
    scene.file(PATRON, own, limit(100));
    scene.file(PATRON, own, limit(200));
    scene.pass_minutes(24 * 60);
    tried.all(scene, None, but_opening);
    if scene.card(PATRON).is_some() {
        scene.file(PATRON, own, PatronCommand::ReportCardLost);
        tried.all(scene, None, but_opening);
        scene.file(PATRON, both(), PatronCommand::IssueCard { card: 7 });
    } else {
        scene.file(PATRON, both(), PatronCommand::IssueCard { card: 7 });
        tried.all(scene, None, but_opening);
    }
    if scene.book.ladder.power(rulebook::Act::PausePlayer).is_some() {
        scene.file(PATRON, both(), PatronCommand::Pause);
        tried.all(scene, None, but_opening);
        scene.file(PATRON, both(), PatronCommand::Resume);
    }
    // Somebody whose file says that they play: the table has told it so.
    let table = scene.open_table(TABLE, Mode::Virtual);
    scene.table(&table, own, Command::AskSeat { seat: 0, patron: PATRON, card: Some(7) });
    scene.until(&table, |state| state.patrons[0].is_some());
    scene.quiet();
    let playing =
        |deed: &Deed| but_opening(deed) && !matches!(deed, Deed::Patron(PatronCommand::StartPlay { .. }));
    let desk = scene.floor.patron(scene.id, PATRON).unwrap();
    let seen_at = desk.look(|file| file.playing.map(|playing| playing.table));
    assert_eq!(seen_at, Some(TABLE));
    tried.all(scene, None, playing);
    scene.file(PATRON, own, PatronCommand::Exclude { until: Some(date(11, 16)) });
    scene.file(PATRON, SYSTEM, PatronCommand::NewDay { date: date(11, 18) });
    tried.all(scene, None, playing);
    // A link stays under way while the other file cannot be written.
    *scene.store.lost.lock().unwrap() = Some(scene.floor.file_stream(scene.id, OTHER_PATRON).unwrap());
    let link = PatronCommand::Link { other: FileName { book: None, number: OTHER_PATRON } };
    let begun = scene.floor.ask_patron((scene.id, PATRON), (scene.next(), both()), link);
    assert!(begun.is_err(), "{begun:?}");
    tried.all(scene, None, playing);
    *scene.store.lost.lock().unwrap() = None;
    let people = Scene::people(scene.id);
    tried.all(&people, None, |deed| matches!(deed, Deed::Patron(PatronCommand::Register { .. })));
    people.floor.close();
}

fn meters(scene: &Scene, tried: &mut Tried) {
    let is_meter = |deed: &Deed| matches!(deed, Deed::Meter(_));
    if !scene.has_meter() {
        return;
    }
    let table = |number: u32, wager| jackpot::Command::Link {
        meter: usize::from(wager != dollars(5)),
        table: number,
        terms: engine::SignJackpot { wager, ..scene.terms() },
        hands: true,
    };
    tried.all(scene, None, is_meter);
    scene.open_meter(dollars(10));
    for meter in [0, 1] {
        for of in [MeterNotice::Tables, MeterNotice::Terms, MeterNotice::Closing] {
            scene.notice(meter, of);
        }
    }
    scene.pass_minutes(60);
    scene.meter(both(), table(TABLE, dollars(5)));
    scene.notice(0, MeterNotice::Closing);
    scene.pass_minutes(60);
    tried.all(scene, None, is_meter);
    scene.meter(SYSTEM, jackpot::Command::Register { meter: 0, table: TABLE, wagers: 3 });
    tried.all(scene, None, is_meter);
    let rounding = money::Rounding::UP_TO_CENT;
    let record =
        jackpot::Command::Record { meter: 0, table: TABLE, royals: 1, flushes: 0, carried: 0, rounding };
    scene.meter(SYSTEM, record);
    tried.all(scene, None, is_meter);
}

fn every_cell(id: &'static str) {
    let scene = Scene::new(id);
    let mut tried = Tried::new(&scene);
    if scene.has_meter() {
        scene.open_meter(dollars(5));
        scene.notice(0, MeterNotice::Tables);
        scene.pass_minutes(30);
    }
    tables(&scene, &mut tried);
    scene.floor.close();
    let scene = Scene::new(id);
    houses(&scene, &mut tried);
    scene.floor.close();
    let scene = Scene::new(id);
    files(&scene, &mut tried);
    scene.floor.close();
    let scene = Scene::new(id);
    if scene.has_meter() {
        scene.open_meter(dollars(5));
    }
    meters(&scene, &mut tried);
    tried.complete(&scene);
    assert!(tried.attempts > 10_000, "{} attempts at {} cells", tried.attempts, tried.cells.len());
    scene.floor.close();
}

#[test]
fn sydney() {
    every_cell(BOOKS[0]);
}

#[test]
fn star() {
    every_cell(BOOKS[1]);
}

#[test]
fn melbourne_mississippi() {
    every_cell(BOOKS[2]);
}

#[test]
fn melbourne_three_card() {
    every_cell(BOOKS[3]);
}

/// Whatever wants a second person: none, the same one twice, one of too low a role, one who was dismissed.
#[test]
fn one_person_is_not_two() {
    for id in BOOKS {
        let scene = Scene::new(id);
        let table = scene.open_table(TABLE, Mode::Virtual);
        let fill = || Command::Fill { amount: dollars(1) };
        let least = scene.book.ladder.least(rulebook::Act::FillFloat).unwrap().value;
        let first = rung(least).person;
        let rule = scene.book.house.second(rulebook::Act::FillFloat).unwrap().clause;
        let (rule, roster) =
            (scene.book.label(rule).to_string(), scene.book.label(scene.book.house.roster).to_string());
        let Person::Staff(number) = first else { panic!("staff") };
        let tries = [
            (None, &rule),
            (Some(number), &roster),
            (Some(10), &rule),
            (Some(90), &roster),
            (Some(999), &roster),
        ];
        for (second, clause) in tries {
            let (_, found) = scene.refused(&table, By { person: first, second }, fill());
            assert_eq!(&found, clause, "{id}: {second:?}");
        }
        scene.table(&table, By { person: first, second: Some(2) }, fill());
        let correct = |second| {
            let by = By { person: Person::Staff(1), second };
            scene.floor.ask_meter(
                id,
                (scene.next(), by),
                jackpot::Command::Correct {
                    meter: 0,
                    by: money::MicroCents::from_micro_cents(1),
                    why: "x".into(),
                },
            )
        };
        for second in [None, Some(1), Some(10), Some(90)] {
            assert!(matches!(correct(second), Err(FloorError::Refused { .. })), "{id}: {second:?}");
        }
        let hire = |second| {
            let by = By { person: Person::Staff(1), second };
            let what = H::Hire { id: 700, name: "Ned".into(), role: RoleId(0) };
            scene.floor.ask_house(id, (scene.next(), by), what).unwrap()
        };
        for second in [None, Some(1), Some(10), Some(90)] {
            assert!(matches!(hire(second), Answer::Refused(_)), "{id}: {second:?}");
        }
        assert!(matches!(hire(Some(2)), Answer::Done(_)));
        scene.floor.close();
    }
}

/// Nobody acts for a place that they have left, whoever sits there now; and nobody brings cards along.
#[test]
fn a_place_that_was_left_is_nobodys() {
    let scene = Scene::new(BOOKS[0]);
    let table = scene.open_table(TABLE, Mode::Virtual);
    scene.seat(&table, SEAT, PATRON);
    scene.table(&table, patron(PATRON), Command::LeaveSeat { seat: SEAT });
    scene.quiet();
    scene.seat(&table, SEAT, OTHER_PATRON);
    // As it would be decided if it had been under way when the place changed hands.
    let desk = scene.desk(&table);
    let late =
        desk.ask(scene.next(), "patron/101", floor::table::player(PATRON), Command::LeaveSeat { seat: SEAT });
    assert!(matches!(late, Answer::Refused(_)), "{late:?}");
    assert_eq!(scene.look(&table, |state| state.patrons[0]), Some(OTHER_PATRON));
    let free = banked::Command::Place {
        seat: 0,
        wager: scene.first(),
        amount: dollars(10),
        medium: rulebook::Medium::Token,
        proxy: false,
        checked: true,
    };
    scene.refused(&table, patron(OTHER_PATRON), game(free));
    scene.floor.close();
}
