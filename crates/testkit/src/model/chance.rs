//! What anybody might say to anybody on a floor: mostly what would come next, now and then anything at all.

use super::{Model, Order, PlainTable, Speaker};
use crate::commands::{sense, wild};
use crate::dice::Dice;
use cards::{Card, CardId, Rank, Suit};
use engine::banked::{Command as C, Holder, LiveCard, Phase};
use engine::jackpot::{Command as M, MeterNotice};
use engine::{Actor, Hidden, Machine, MeterIndex, Method, PatronId, SEATS, TableNumber, Who};
use floor::By;
use floor::demo::{sign, terms};
use floor::table::{CallAnswer, Command, DealingMode, Tender};
use house::{Command as H, Date, FileName, LimitOf, OutsiderId, PatronCommand as P, Person, Source, StaffId};
use money::{MicroCents, Money};
use rulebook::SanctionKind;

/// Patrons that there are; one more is asked for now and then.
pub(super) const PATRONS: u32 = 14;

fn money(dice: &mut Dice) -> Money {
    let odd = dice.pick(&[0, -1, 1, 10_000_000_000_000, 10_000_000_000_001, i64::MIN / 2]);
    Money::from_cents(if dice.chance(4) { odd } else { dice.from_to(1, 400) * 25_00 })
}

/// In some rounds of real cards the first box is dealt a royal flush, with the board where the game has one: the
/// meter is to be hit.
fn lucky(t: &PlainTable, live: &[LiveCard]) -> Option<C> {
    if !t.game.rounds.is_multiple_of(3) {
        return None;
    }
    let seat = t.game.dealt_areas().next()? as u8;
    let suit = Suit::ALL[(t.game.rounds / 3 % 4) as usize];
    let mut royal = (8..13).rev().filter_map(|rank| Some(Card::new(Rank::from_index(rank)?, suit).id()));
    for of in [Holder::Seat(seat), Holder::Board, Holder::JackpotCards] {
        let places = live.iter().filter(|read| read.of == of);
        let cards: Vec<CardId> = places.clone().zip(royal.by_ref()).map(|(_, card)| card).collect();
        if !cards.is_empty() && places.clone().take(cards.len()).any(|read| read.card.is_none()) {
            return Some(C::RecordCards { of, cards: Hidden::new(cards), from: 0, why: None });
        }
    }
    None
}

impl Model {
    /// Anybody: known or not, alone or not.
    fn anybody(&self, dice: &mut Dice, house: usize) -> By {
        let top = self.houses[house].staff.roles.len() as u64;
        let staff = |dice: &mut Dice| StaffId(1 + dice.below(top + 1) as u32);
        let person = match dice.below(20) {
            0 => Person::System,
            1 | 2 => Person::Outside(OutsiderId(1 + dice.below(3) as u32)),
            3..9 => Person::Patron(PatronId(1 + dice.below(u64::from(PATRONS) + 1) as u32)),
            _ => Person::Staff(staff(dice)),
        };
        By { person, second: dice.chance(30).then(|| staff(dice)) }
    }

    /// Two of the highest role: they may do everything.
    fn managers(&self) -> By {
        By { person: Person::Staff(StaffId(1)), second: Some(StaffId(2)) }
    }

    fn dealer(&self) -> By {
        By::alone(Person::Staff(StaffId(3)))
    }

    /// The next order: who, and what.
    pub(super) fn next(&self, dice: &mut Dice) -> (Speaker, Order) {
        let (mut by, order) = match dice.below(100) {
            0..3 => {
                let house = dice.below(self.houses.len() as u64) as usize;
                (self.managers(), Order::Meter(house, self.of_meter(dice, house)))
            }
            3..14 => self.of_patron(dice),
            14 => self.of_house(dice),
            _ => {
                let table = dice.below(self.tables.len() as u64) as usize;
                let (by, command) = self.of_table(dice, table);
                (by, Order::Table(table, command))
            }
        };
        if dice.chance(9) {
            by = self.anybody(dice, self.house(&order));
        }
        (Speaker(by), order)
    }

    fn of_meter(&self, dice: &mut Dice, house: usize) -> M {
        let book = self.houses[house].book;
        let of_house = || self.tables.iter().filter(|table| table.home == house);
        let meter = MeterIndex(dice.below(3) as u32);
        // One of its own tables, and now and then another's.
        let beyond = dice.below(of_house().count() as u64 + 1) as usize;
        let table =
            of_house().nth(beyond).or(self.tables.last()).map_or(TableNumber(0), |table| table.number);
        let mut terms = terms(book);
        if dice.chance(20) {
            terms.wager = Money::from_cents(dice.from_to(1, 4) * 5_00);
        }
        match dice.below(16) {
            0 => {
                let value = MicroCents::from(terms.seed_value(book));
                let first = book.variants.first();
                let method = first.map_or(Method::A, |game| sign(book, game).method);
                M::Open { terms, value, method, new: true }
            }
            1..4 => M::PostNotice { meter: MeterIndex(0), of: MeterNotice::Tables, table: None },
            4..8 => M::Link {
                meter: if dice.chance(80) { MeterIndex(0) } else { meter },
                table,
                terms,
                hands: true,
            },
            8 => M::Unlink { meter, table },
            9 => {
                let by = MicroCents::from_micro_cents(i128::from(dice.from_to(-50, 50)) * 1_000_000_000);
                M::Correct { meter, by, why: "counted".into() }
            }
            10 => M::ReadAsAt { meter, seq: dice.below(2_000) },
            11 => M::ShowOnDisplay { meter, place: "bar".into() },
            12 => M::PostNotice {
                meter,
                of: dice.pick(&[MeterNotice::Closing, MeterNotice::Terms]),
                table: None,
            },
            13 => M::Close { meter: MeterIndex(1 + meter.0), into: vec![(MeterIndex(0), None)] },
            14 => M::ChangeTerms { meter, terms },
            _ => M::Determine { meter, table },
        }
    }

    /// A breach at a house, or the patron is kept out for one.
    fn of_house(&self, dice: &mut Dice) -> (By, Order) {
        let at = dice.below(self.houses.len() as u64) as usize;
        let house = &self.houses[at];
        let rows = &house.book.house.breach;
        let kind = rows[dice.below(rows.len() as u64) as usize].what;
        let patron = PatronId(1 + dice.below(u64::from(PATRONS)) as u32);
        let command = match dice.below(8) {
            0 => H::Sanction {
                breach: dice.below(house.breaches.len() as u64 + 1) as usize,
                kind: SanctionKind::ExcludeFromCasino,
                amount: None,
                round: None,
            },
            _ => H::RecordBreach { of: Person::Patron(patron), table: None, kind, what: "seen".into() },
        };
        let by = if dice.chance(50) { self.managers() } else { self.dealer() };
        (by, Order::House(at, command))
    }

    fn of_patron(&self, dice: &mut Dice) -> (By, Order) {
        let house = dice.below(self.houses.len() as u64) as usize;
        let patron = PatronId(1 + dice.below(u64::from(PATRONS)) as u32);
        let own = By::alone(Person::Patron(patron));
        let by = if dice.chance(50) { own } else { self.managers() };
        let day = |dice: &mut Dice| {
            Date::new(2026, 11 + dice.below(2) as u8, 1 + dice.below(28) as u8)
                .or(Date::new(2026, 11, 15))
                .expect("a day of the calendar")
        };
        let of = dice.pick(&LimitOf::ALL);
        let amount = money(dice);
        let (by, what) = match dice.below(40) {
            0 | 1 => {
                (self.managers(), P::Register { number: patron, name: "Somebody".into(), day: day(dice) })
            }
            2 | 3 => {
                let card = u64::from(patron.0) * 10 + dice.below(3);
                (self.managers(), P::IssueCard { card })
            }
            4 => (by, P::ReportCardLost),
            5..10 => {
                let to = dice.chance(70).then(|| Money::from_cents(dice.from_to(0, 100) * 50_000));
                (by, P::SetLimit { of, to })
            }
            10..13 => (by, P::TakeEffect { of }),
            13 => (by, P::CancelIncrease { of }),
            14..25 => {
                let from = dice.pick(&[Source::Cash, Source::BankTransfer, Source::Chips]);
                (self.managers(), P::Deposit { amount: amount + amount, from })
            }
            25 => (by, P::Withdraw { amount }),
            26 | 27 => (by, P::Exclude { until: dice.chance(95).then(|| day(dice)) }),
            28..31 => (self.managers(), P::LiftExclusion),
            31 => (self.managers(), P::Pause),
            32..34 => (self.managers(), P::Resume),
            34 => (self.managers(), P::NewDay { date: day(dice) }),
            35 => (By::alone(Person::System), P::NewDay { date: day(dice) }),
            36 => {
                let door = dice.below(self.houses.len() as u64) as usize;
                let book = dice.chance(50).then(|| self.houses[door].book.front.id.clone());
                let number = PatronId(1 + dice.below(u64::from(PATRONS) + 1) as u32);
                (self.managers(), P::Link { other: FileName { book, number } })
            }
            37 if dice.chance(50) => (by, P::EndPlay),
            37 => (by, P::BringBack { table: TableNumber(1), amount }),
            38 => (self.managers(), P::TakeToTable { table: TableNumber(1), amount }),
            _ => (
                by,
                P::StartPlay {
                    table: TableNumber(1),
                    seat: 0,
                    card: Some(u64::from(patron.0) * 10),
                    known_as: None,
                },
            ),
        };
        (by, Order::Patron(house, patron, what))
    }

    fn of_table(&self, dice: &mut Dice, table: usize) -> (By, Command<C>) {
        let t = &self.tables[table];
        let Some(mode) = t.mode else {
            let live = table + 1 == self.tables.len();
            return (
                self.managers(),
                Command::SetUp(if live { DealingMode::Live } else { DealingMode::Virtual }),
            );
        };
        let amount = money(dice);
        if t.float < 100_000_000 {
            return (self.managers(), Command::Fill { amount: Money::from_cents(500_000_000) });
        }
        if t.game.phase == Phase::Closed {
            let mut sign = sign(self.houses[t.home].book, t.machine.game());
            if mode == DealingMode::Virtual {
                sign.seats = 2 + dice.below(3) as u8;
            }
            return (self.managers(), Command::Game { command: C::Open(Box::new(sign)), next_key: None });
        }
        if t.meter.is_none() && !t.game.is_in_round() && dice.chance(30) {
            let mut meters = self.houses[t.home].meter_state.numbered();
            let on = meters.find(|(_, meter)| meter.tables.iter().any(|on| on.table == t.number));
            if let Some((meter, _)) = on {
                return (self.managers(), Command::Link { meter });
            }
        }
        if dice.chance(16) {
            return self.beside(dice, table, mode, amount);
        }
        let by_seat = |seat: usize| match t.patrons.get(seat).copied().flatten() {
            Some(patron) => By::alone(Person::Patron(patron)),
            None => self.dealer(),
        };
        if let Some(lucky) =
            t.game.live.as_deref().and_then(|live| lucky(t, live)).filter(|_| dice.chance(70))
        {
            return (self.dealer(), Command::Game { command: lucky, next_key: None });
        }
        let command = if dice.chance(6) {
            wild::command(dice, &t.game, t.machine.game())
        } else {
            sense::command(dice, &t.game, &t.machine)
        };
        let game = |command| Command::Game { command, next_key: None };
        match command {
            // Players whom the house knows ask for their place.
            C::Sit { seat, blind_of: None, .. } if mode == DealingMode::Virtual || dice.chance(50) => {
                let patron = PatronId(1 + dice.below(u64::from(PATRONS)) as u32);
                let card = dice.chance(90).then(|| u64::from(patron.0) * 10 + dice.below(3));
                let by = if dice.chance(70) { By::alone(Person::Patron(patron)) } else { self.dealer() };
                (by, Command::AskSeat { seat: seat as u8, patron, card })
            }
            C::Deal(_) if mode == DealingMode::Virtual && dice.chance(97) => {
                (self.dealer(), Command::Deal { next_key: None })
            }
            C::Deal(_) if dice.chance(90) => {
                let actor =
                    Actor { who: Who::Staff(self.houses[t.home].book.ladder.highest()), at: self.moment() };
                let ready = t.machine.decide(&t.game, actor, &C::DealLive, &mut Vec::new()).is_ok();
                let prepare = [C::CheckCards, C::Shuffle, C::Cut, C::ChangeCards, C::CallNoMoreBets];
                let first = prepare.into_iter().nth(dice.below(5) as usize);
                (self.managers(), game(first.filter(|_| !ready).unwrap_or(C::DealLive)))
            }
            C::Award { .. } if dice.chance(80) => {
                (self.managers(), Command::DetermineAwards { next_key: None })
            }
            C::Leave { seat } if dice.chance(50) => (by_seat(seat), Command::LeaveSeat { seat: seat as u8 }),
            C::Place { seat, .. } | C::Decide { seat, .. } | C::TakeBack { seat, .. } if dice.chance(60) => {
                let seat_of =
                    t.game.seats.get(seat).and_then(|found| found.blind_of).map_or(seat, usize::from);
                // Who has no chips buys some first.
                let broke = t.racks.get(seat_of).is_some_and(|rack| *rack < 50_00);
                match t.patrons.get(seat_of).copied().flatten() {
                    Some(_) if broke && dice.chance(60) => {
                        let seat = seat_of as u8;
                        (by_seat(seat_of), Command::BuyIn { seat, amount, with: Tender::Account })
                    }
                    _ => (by_seat(seat_of), game(command)),
                }
            }
            command => {
                let by = if dice.chance(70) { self.managers() } else { self.dealer() };
                (by, game(command))
            }
        }
    }

    /// What happens at a table beside its game.
    fn beside(&self, dice: &mut Dice, table: usize, mode: DealingMode, amount: Money) -> (By, Command<C>) {
        let t = &self.tables[table];
        let beyond = u64::from(dice.chance(5)) * 200;
        let seat = dice.below(SEATS as u64 / 2 + beyond) as u8;
        let own = t.patrons.get(usize::from(seat)).copied().flatten();
        let by = own.map_or(self.dealer(), |patron| By::alone(Person::Patron(patron)));
        let managers = self.managers();
        let with = match mode {
            DealingMode::Virtual if dice.chance(90) => Tender::Account,
            _ => dice.pick(&[Tender::Cash, Tender::Chips, Tender::Account]),
        };
        match dice.below(24) {
            0..8 => (
                if with == Tender::Account { by } else { self.dealer() },
                Command::BuyIn { seat, amount, with },
            ),
            8..11 => (by, Command::CashOut { seat, amount }),
            11 => (self.dealer(), Command::ChangeColour { seat, amount }),
            12 => (managers, Command::Fill { amount }),
            13 => (managers, Command::Credit { amount }),
            14 => (managers, Command::CountFloat { amount: Money::from_cents(t.float) }),
            15 => (managers, Command::CountDrop { amount }),
            16 => (managers, Command::CloseDay { day: 20_261_100 + dice.below(4_000) as u32 / 40 }),
            17 => (managers, Command::Unlink),
            18 => (managers, Command::Link { meter: MeterIndex(dice.below(2) as u32) }),
            19 => (By::alone(Person::System), Command::LoseLink),
            20 => (By::alone(Person::System), Command::FindLink),
            21 => (managers, Command::GoManual),
            22 => (
                if dice.chance(50) { By::alone(Person::System) } else { managers },
                Command::Answered { call: dice.below(500), answer: CallAnswer::Done },
            ),
            _ => (by, Command::LeaveSeat { seat }),
        }
    }
}
