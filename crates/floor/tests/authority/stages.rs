//! Tables, houses, files and meters at every stage at which something can be done.

use crate::authority::attempts::Tried;
use crate::common::{SYSTEM, Scene, both, date, dealer, dollars, game, patron};
use engine::banked::{self, Decision, Holder, Offer, Phase};
use engine::jackpot::{self, MeterNotice};
use engine::{Actor, Hidden, Machine, MeterIndex, Moment, TableNumber, Who};
use floor::CommandOutcome;
use floor::authority::{AuthorityCommand, OTHER_PATRON, OTHER_SEAT, PATRON, SEAT, TABLE};
use floor::table::{Command, DealingMode};
use house::{Command as H, FileName, LimitOf, Mispaid, MispaidOn, PatronCommand, Period, Person};
use rulebook::{BreachKind, NotifyOf, SanctionKind};
use store::Stream;

impl Scene {
    pub(crate) fn sign_device_cuts(&self) -> bool {
        self.book.table.device(self.sign().device).is_some_and(|device| device.cut.value)
    }

    pub(crate) fn first(&self) -> usize {
        self.book.variants[0].wager.iter().position(|wager| wager.place == rulebook::Place::First).unwrap()
    }

    pub(crate) fn place(&self, table: &Stream, seat: u8) {
        let machine = self.desk(table);
        for _ in 0..2 {
            let actor = Actor { who: Who::Seat(usize::from(seat)), at: Moment(0) };
            let offers = machine.with_state(|state| machine.machine().game.offers(&state.game, actor));
            for offer in offers {
                let Offer::Place { seat, wager, from, .. } = offer else { continue };
                let jackpot = machine.machine().game.jackpot_spot() == Some(wager);
                if jackpot && machine.with_state(|state| state.mode) == Some(DealingMode::Virtual) {
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
    pub(crate) fn play_out(&self, table: &Stream, here: &mut dyn FnMut()) {
        let desk = self.desk(table);
        for _ in 0..60 {
            if !matches!(self.with_state(table, |state| state.game.phase), Phase::Deciding(_)) {
                return;
            }
            let mut acted = false;
            for (seat, number) in [(SEAT, PATRON), (OTHER_SEAT, OTHER_PATRON)] {
                let actor = Actor { who: Who::Seat(usize::from(seat)), at: Moment(0) };
                let offers = desk.with_state(|state| desk.machine().game.offers(&state.game, actor));
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
    pub(crate) fn record_royal(&self, table: &Stream) {
        let out: Vec<(Holder, Option<cards::CardId>)> = self.with_state(table, |state| {
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
            let count = self.with_state(table, |state| state.game.dealt_live(holder));
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

pub(crate) fn of_mode(mode: DealingMode) -> impl Fn(&AuthorityCommand) -> bool {
    move |deed| matches!(deed, AuthorityCommand::Table(of, _) if *of == mode)
}

/// The table at every stage of a round, in both modes.
pub(crate) fn tables(scene: &Scene, tried: &mut Tried) {
    for mode in [DealingMode::Virtual, DealingMode::Live] {
        let here = |table: &Stream, tried: &mut Tried| tried.all(scene, Some(table), of_mode(mode));
        let number = if mode == DealingMode::Virtual { TABLE } else { TableNumber(TABLE.0 + 10) };
        let table = scene.new_table(number);
        let sets_up = |deed: &AuthorityCommand| {
            of_mode(mode)(deed) && matches!(deed, AuthorityCommand::Table(_, Command::SetUp(_)))
        };
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
        if mode == DealingMode::Live {
            scene.table(&table, dealer(), game(banked::Command::Shuffle));
        }
        here(&table, tried);
        let paused = scene.try_table(&table, both(), game(banked::Command::PausePlayer { seat: 0 }));
        here(&table, tried);
        if matches!(paused, CommandOutcome::Done(_)) {
            scene.table(&table, both(), game(banked::Command::ResumePlayer { seat: 0 }));
        }
        if scene.has_meter() && mode == DealingMode::Live {
            scene.link(&table, number);
            here(&table, tried);
            scene.table(&table, SYSTEM, Command::LoseLink);
            here(&table, tried);
            scene.table(&table, SYSTEM, Command::FindLink);
        }
        if mode == DealingMode::Live && scene.sign_device_cuts() {
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
            DealingMode::Virtual => scene.table(&table, dealer(), Command::Deal { next_key: None }),
            DealingMode::Live => scene.table(&table, dealer(), game(banked::Command::DealLive)),
        }
        scene.quiet();
        here(&table, tried);
        if mode == DealingMode::Live {
            scene.record_royal(&table);
            here(&table, tried);
        }
        // One decides and the other does not: then nobody is left to decide.
        scene.play_out(&table, &mut || here(&table, tried));
        if mode == DealingMode::Live {
            scene.record_royal(&table);
        }
        here(&table, tried);
        scene.table(&table, dealer(), game(banked::Command::Settle));
        scene.quiet();
        here(&table, tried);
        if scene.with_state(&table, |state| state.game.phase) == Phase::Awards {
            scene.until(&table, |state| state.award.is_some());
            here(&table, tried);
            scene.table(&table, both(), Command::DetermineAwards { next_key: None });
        }
        scene.quiet();
        for (seat, number) in [(SEAT, PATRON), (OTHER_SEAT, OTHER_PATRON)] {
            scene.table(&table, patron(number), Command::LeaveSeat { seat });
        }
        scene.quiet();
        here(&table, tried);
    }
}

pub(crate) fn is_house(deed: &AuthorityCommand) -> bool {
    matches!(deed, AuthorityCommand::House(_))
}

/// The house with something of everything, and further on.
pub(crate) fn houses(scene: &Scene, tried: &mut Tried) {
    let empty = Scene::empty(scene.id);
    tried.all(&empty, None, |deed| matches!(deed, AuthorityCommand::House(H::Found { .. })));
    empty.floor.close();
    let text = || "seen".to_string();
    let table = scene.open_table(TABLE, DealingMode::Virtual);
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
    tried.all(scene, None, |deed| {
        is_house(deed) && !matches!(deed, AuthorityCommand::House(H::RuleDispute { .. }))
    });
    scene.house(patron(PATRON), H::TakeToInspector { dispute: 0 });
    scene.house(both(), H::CallLastRound);
    tried.all(scene, None, |deed| {
        is_house(deed) && !matches!(deed, AuthorityCommand::House(H::RuleDispute { .. }))
    });
    scene.close_day(date(11, 15));
    tried.all(scene, None, |deed| {
        is_house(deed) && !matches!(deed, AuthorityCommand::House(H::RuleDispute { .. }))
    });
    scene.house(both(), H::OpenDay { date: date(11, 17) });
}

pub(crate) fn files(scene: &Scene, tried: &mut Tried) {
    let of = LimitOf::Loss(Period::Day);
    let is_file = |deed: &AuthorityCommand| matches!(deed, AuthorityCommand::Patron(_));
    let but_opening = |deed: &AuthorityCommand| {
        is_file(deed) && !matches!(deed, AuthorityCommand::Patron(PatronCommand::Register { .. }))
    };
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
    let table = scene.open_table(TABLE, DealingMode::Virtual);
    scene.table(&table, own, Command::AskSeat { seat: 0, patron: PATRON, card: Some(7) });
    scene.until(&table, |state| state.patrons[0].is_some());
    scene.quiet();
    let playing = |deed: &AuthorityCommand| {
        but_opening(deed) && !matches!(deed, AuthorityCommand::Patron(PatronCommand::StartPlay { .. }))
    };
    let desk = scene.floor.patron(scene.id, PATRON).unwrap();
    let seen_at = desk.with_state(|file| file.playing.map(|playing| playing.table));
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
    tried.all(&people, None, |deed| matches!(deed, AuthorityCommand::Patron(PatronCommand::Register { .. })));
    people.floor.close();
}

pub(crate) fn meters(scene: &Scene, tried: &mut Tried) {
    let is_meter = |deed: &AuthorityCommand| matches!(deed, AuthorityCommand::Meter(_));
    if !scene.has_meter() {
        return;
    }
    let table = |number: TableNumber, wager| jackpot::Command::Link {
        meter: MeterIndex(u32::from(wager != dollars(5))),
        table: number,
        terms: engine::SignJackpot { wager, ..scene.terms() },
        hands: true,
    };
    tried.all(scene, None, is_meter);
    scene.open_meter(dollars(10));
    for meter in [0, 1].map(MeterIndex) {
        for of in [MeterNotice::Tables, MeterNotice::Terms, MeterNotice::Closing] {
            scene.notice(meter, of);
        }
    }
    scene.pass_minutes(60);
    scene.meter(both(), table(TABLE, dollars(5)));
    scene.notice(MeterIndex(0), MeterNotice::Closing);
    scene.pass_minutes(60);
    tried.all(scene, None, is_meter);
    scene.meter(SYSTEM, jackpot::Command::Register { meter: MeterIndex(0), table: TABLE, wagers: 3 });
    tried.all(scene, None, is_meter);
    let rounding = money::Rounding::UP_TO_CENT;
    let record = jackpot::Command::Record {
        meter: MeterIndex(0),
        table: TABLE,
        royals: 1,
        flushes: 0,
        carried: 0,
        rounding,
    };
    scene.meter(SYSTEM, record);
    tried.all(scene, None, is_meter);
}
