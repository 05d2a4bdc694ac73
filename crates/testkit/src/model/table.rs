//! A table, kept the plain way: the engine's own game, and beside it a list of who has how much where.

use super::chips::{Lies, News};
use super::{Model, Speaker};
use cards::{CardId, Deck, Pack, ShuffleKey};
use engine::banked::{Banked, Command as C, Decision, Event as E, Holder, MeterCall, Phase, Table};
use engine::{Actor, Hidden, Machine, MeterIndex, Moment, PatronId, SEATS, SignJackpot, TableNumber, Who};
use floor::table::{Command, DealingMode, Link, Sheet, State, Tender};
use floor::{Account, BankedTable, StreamWriter};
use house::Person;
use money::{Money, Rounding};
use rulebook::{Act, Medium, RoleId, Rulebook, Ruled};
use std::collections::BTreeMap;

/// More than any table moves at once, in cents.
const MOST: i64 = 10_000_000_000_000;

/// One table.
pub struct PlainTable {
    pub number: TableNumber,
    /// Its house, by the place in the list.
    pub home: usize,
    /// The game's rules.
    pub machine: Banked<'static>,
    pub game: Table,
    /// Virtual or live, once it is set up.
    pub mode: Option<DealingMode>,
    /// Chips before each place.
    pub racks: [i64; SEATS],
    /// Who sits at each place, where they are known.
    pub patrons: [Option<PatronId>; SEATS],
    /// Who must leave when the round is over.
    pub leaving: [bool; SEATS],
    pub(super) spots: BTreeMap<(u8, u8), Lies>,
    pub(super) won: [i64; SEATS],
    /// Chips of the table.
    pub float: i64,
    pub(super) drop: i64,
    pub(super) away: i64,
    pub(super) house: i64,
    pub(super) tokens: i64,
    pub(super) cash: i64,
    pub(super) transit: i64,
    deck: Option<[u8; 32]>,
    /// The meter it is on.
    pub meter: Option<MeterIndex>,
    /// The line to it.
    pub link: Link,
    on_meter: u32,
    /// What the meter awarded: to royals and to straight flushes.
    pub award: Option<(Money, Money)>,
    pub(super) sheet: Sheet,
    last_day: u32,
    /// The terms of the meter that the sign shows when the round is over.
    awaited: Option<SignJackpot>,
}

impl PlainTable {
    /// A table of a house that is not set up; none where the book has no such game.
    pub fn new(
        (number, house): (TableNumber, usize),
        book: &'static Rulebook,
        game: &str,
    ) -> Option<PlainTable> {
        Some(PlainTable {
            number,
            home: house,
            machine: Banked::new(book, book.variant(game)?),
            game: Table::closed(),
            mode: None,
            racks: [0; SEATS],
            patrons: [None; SEATS],
            leaving: [false; SEATS],
            spots: BTreeMap::new(),
            won: [0; SEATS],
            float: 0,
            drop: 0,
            away: 0,
            house: 0,
            tokens: 0,
            cash: 0,
            transit: 0,
            deck: None,
            meter: None,
            link: Link::None,
            on_meter: 0,
            award: None,
            sheet: Sheet::default(),
            last_day: 0,
            awaited: None,
        })
    }

    /// The place of the player whose box this is.
    pub(super) fn owner(&self, seat: usize) -> usize {
        self.game.seats.get(seat).and_then(|seat| seat.blind_of).map_or(seat, usize::from)
    }

    /// What the sign would show under the meter's terms, where that is something else.
    fn shows_other(&self, terms: &SignJackpot) -> Option<SignJackpot> {
        let shown = self.game.sign.as_ref()?.jackpot.as_ref()?;
        let terms = SignJackpot { games: shown.games, ..terms.clone() };
        (*shown != terms).then_some(terms)
    }

    fn chips(&self, seat: usize) -> i64 {
        self.racks.get(seat).copied().unwrap_or(0)
    }

    /// What differs from the floor's table, if anything.
    pub fn differs(&self, desk: &StreamWriter<BankedTable>) -> Option<String> {
        desk.with_state(|state| self.differs_from(state))
    }

    fn differs_from(&self, state: &State<Table>) -> Option<String> {
        let lies: i64 = self.spots.values().map(|lies| lies.cents).sum();
        let mut accounts = vec![
            (Account::Float, self.float),
            (Account::Drop, self.drop),
            (Account::ChipsOut, self.away),
            (Account::House, self.house),
            (Account::Tokens, self.tokens),
            (Account::Outside, self.cash),
            (Account::Transit, self.transit),
            (Account::Layout, lies),
        ];
        accounts.extend(self.racks.iter().enumerate().map(|(seat, rack)| (Account::Rack(seat as u8), *rack)));
        for (account, cents) in accounts {
            let has = state.holds(account).cents();
            if has != cents {
                return Some(format!("{account}: the floor has {has}, the model {cents}"));
            }
        }
        let checks = [
            ("the game", self.game == state.game),
            ("the mode", self.mode == state.mode),
            ("who sits where", self.patrons == state.patrons),
            ("who must leave", (0..SEATS).all(|seat| self.leaving[seat] == (state.leaving & 1 << seat != 0))),
            ("nobody waits for a place", state.asked == [None; SEATS]),
            ("nothing is due", state.due.is_empty()),
            (
                "the meter",
                (self.meter, self.link, self.on_meter) == (state.meter, state.link, state.on_meter),
            ),
            ("the award", self.award == state.award.map(|(royal, flush, _)| (royal, flush))),
            ("what was won", self.won.iter().zip(&state.nets).all(|(own, net)| *own == net.cents())),
            ("the sheet", self.sheet == state.sheet),
            ("the day", self.last_day == state.sheets.back().map_or(0, |sheet| sheet.day)),
            ("the terms awaited", self.awaited.as_ref() == state.awaited.as_deref()),
            ("the deck", self.deck == state.deck.as_ref().map(|deck| *deck.key.shuffle_key().reveal())),
            ("the layout", lies == floor::Game::on_layout(&self.machine, &state.game).cents()),
        ];
        checks.into_iter().find(|(_, same)| !same).map(|(what, _)| format!("{what} differs"))
    }
}

impl Model {
    /// The book of a table.
    fn book(&self, table: usize) -> &'static Rulebook {
        self.houses[self.tables[table].home].book
    }

    /// Whether the ladder lets them: somebody of that role or above, or any staff where the book does not know the act.
    fn ladder(&self, table: usize, who: Who, act: Act) -> bool {
        let least = self.book(table).ladder.least(act).map_or(RoleId(0), |power| power.value);
        matches!(who, Who::Staff(role) if role >= least)
    }

    /// In which capacity somebody speaks at a table.
    fn capacity(&self, table: usize, by: Speaker, command: &Command<C>) -> Who {
        let staff = &self.houses[self.tables[table].home].staff;
        match by.0.person {
            Person::System => Who::System,
            Person::Staff(_) => Who::Staff(staff.role(by).unwrap_or_default()),
            Person::Outside(_) => Who::Outside(staff.place(by).unwrap_or_default()),
            Person::Patron(own) => match command {
                Command::AskSeat { seat, patron, .. } if *patron == own => Who::Seat(usize::from(*seat)),
                _ => {
                    let at = self.tables[table].patrons.iter().position(|patron| *patron == Some(own));
                    at.map_or(Who::Patron(own), Who::Seat)
                }
            },
        }
    }

    /// A table is told something: whether it is done. `key` is for the next deck.
    pub(super) fn table_told(
        &mut self,
        table: usize,
        by: Speaker,
        command: &Command<C>,
        key: [u8; 32],
    ) -> bool {
        let who = self.capacity(table, by, command);
        let actor = Actor { who, at: self.moment() };
        let t = &self.tables[table];
        let is_staff = matches!(who, Who::Staff(_) | Who::System);
        let at_place =
            |seat: u8| usize::from(seat) < SEATS && (is_staff || who == Who::Seat(usize::from(seat)));
        if let Command::SetUp(mode) = command {
            let fits = t.mode.is_none() && self.ladder(table, who, Act::CloseTable);
            if fits {
                self.tables[table].mode = Some(*mode);
            }
            return fits;
        }
        let Some(mode) = t.mode else { return false };
        match command {
            Command::SetUp(_) => false,
            Command::Game { command, .. } => {
                self.may_be_told(table, mode, command)
                    && (by.0.second.is_some() || !self.corrects_late(table, command))
                    && self.run(table, actor, std::slice::from_ref(command), key, None)
            }
            Command::Deal { .. } => match (mode, t.deck) {
                (DealingMode::Virtual, Some(deck)) => {
                    let deal = C::Deal(Hidden::boxed(shuffled(deck)));
                    self.run(table, actor, &[deal], key, None)
                }
                _ => false,
            },
            Command::DetermineAwards { .. } => {
                let Some((royal, flush)) = t.award else { return false };
                let awaits = t.game.seats.iter().enumerate().filter(|(_, seat)| seat.awaits);
                let awards = awaits.filter_map(|(seat, found)| {
                    Some(C::Award { seat, amount: if found.hit? == 0 { royal } else { flush } })
                });
                let awards: Vec<C> = awards.collect();
                let Who::Staff(role) = who else { return false };
                self.ladder(table, who, Act::DetermineTopJackpot)
                    && !awards.is_empty()
                    && self.run(table, actor, &awards, key, Some(role))
            }
            &Command::AskSeat { seat, patron, card } => {
                let fits = at_place(seat)
                    && t.game.phase != Phase::Closed
                    && !t.game.seats[usize::from(seat)].taken
                    && !t.patrons.contains(&Some(patron));
                let seated = fits && self.sit(table, (seat, patron, card));
                self.file_refused = fits && !seated;
                seated
            }
            &Command::LeaveSeat { seat } => {
                at_place(seat) && self.run(table, actor, &[C::Leave { seat: usize::from(seat) }], key, None)
            }
            &Command::BuyIn { seat, amount, with } => {
                let place = usize::from(seat);
                let player =
                    at_place(seat) && t.game.seats[place].taken && t.game.seats[place].blind_of.is_none();
                if !player || !(1..=MOST).contains(&amount.cents()) {
                    return false;
                }
                match (with, t.patrons[place]) {
                    (Tender::Account, None) => false,
                    (Tender::Account, Some(patron)) => {
                        let (number, house) = (t.number, t.home);
                        let taken = self.file(house, patron).take(number, amount.cents());
                        self.file_refused = !taken;
                        if taken {
                            self.tables[table].bought(place, amount.cents(), with);
                        }
                        taken
                    }
                    _ if mode == DealingMode::Virtual || !is_staff => false,
                    _ => {
                        self.tables[table].bought(place, amount.cents(), with);
                        true
                    }
                }
            }
            &Command::CashOut { seat, amount } => {
                let fits = at_place(seat) && (1..=t.chips(usize::from(seat))).contains(&amount.cents());
                if fits {
                    let home = t.patrons[usize::from(seat)].filter(|_| mode == DealingMode::Virtual);
                    let house = t.home;
                    self.tables[table].handed_back(usize::from(seat), amount.cents(), home.is_some());
                    if let Some(patron) = home {
                        self.file(house, patron).balance += amount.cents();
                    }
                }
                fits
            }
            &Command::ChangeColour { seat, amount } => {
                is_staff && at_place(seat) && (1..=t.chips(usize::from(seat))).contains(&amount.cents())
            }
            Command::Link { meter } => {
                let fits =
                    self.ladder(table, who, Act::ChangeMeter) && t.meter.is_none() && !t.game.is_in_round();
                if fits {
                    (self.tables[table].meter, self.tables[table].link) = (Some(*meter), Link::Live);
                }
                fits
            }
            Command::Unlink => {
                let free = t.meter.is_some() && t.on_meter == 0 && !t.game.is_in_round();
                let fits = self.ladder(table, who, Act::ChangeMeter) && free;
                if fits {
                    (self.tables[table].meter, self.tables[table].link) = (None, Link::None);
                }
                fits
            }
            Command::LoseLink | Command::FindLink | Command::GoManual => {
                let system = who == Who::System;
                let to = match (command, t.link) {
                    (Command::LoseLink, Link::Live | Link::Reconciling) if system => Link::Stale,
                    (Command::FindLink, Link::Stale | Link::Manual) if system => Link::Live,
                    (Command::GoManual, Link::Stale) if self.ladder(table, who, Act::ChangeMeter) => {
                        Link::Manual
                    }
                    _ => return false,
                };
                self.tables[table].link = to;
                true
            }
            // Nothing is ever due here: everything is done at once.
            Command::Answered { .. } => false,
            _ => self.counted(table, who, mode, command),
        }
    }

    /// Fills, credits, counts, the end of the day.
    fn counted(&mut self, table: usize, who: Who, mode: DealingMode, command: &Command<C>) -> bool {
        let fills = self.ladder(table, who, Act::FillFloat);
        let counts = self.ladder(table, who, Act::CountFloat);
        let t = &mut self.tables[table];
        let between = !t.game.is_in_round();
        match *command {
            Command::Fill { amount } => {
                let fits = fills && (1..=MOST).contains(&amount.cents()) && t.float + amount.cents() <= MOST;
                if fits {
                    t.float += amount.cents();
                    t.house -= amount.cents();
                    t.sheet.fills += amount;
                }
                fits
            }
            Command::Credit { amount } => {
                let fits = fills && (1..=t.float).contains(&amount.cents());
                if fits {
                    t.float -= amount.cents();
                    t.house += amount.cents();
                    t.sheet.credits += amount;
                }
                fits
            }
            Command::CountFloat { amount } => {
                let fits = counts && between && (0..=MOST).contains(&amount.cents());
                if fits {
                    t.sheet.float_counted = Some(amount);
                    t.sheet.counted_against = Some(Money::from_cents(t.float));
                }
                fits
            }
            Command::CountDrop { amount } => {
                let fits = counts && (0..=MOST).contains(&amount.cents());
                if fits {
                    t.sheet.drop_counted = Some(t.sheet.drop_counted.unwrap_or_default() + amount);
                    t.house += t.drop;
                    t.drop = 0;
                }
                fits
            }
            Command::CloseDay { day } => {
                let counted = mode == DealingMode::Virtual || t.sheet.float_counted.is_some();
                let fits = counts && day > t.last_day && between && counted;
                if fits {
                    t.last_day = day;
                    t.sheet = Sheet { opening_float: Money::from_cents(t.float), ..Sheet::default() };
                }
                fits
            }
            _ => false,
        }
    }

    /// Whether it corrects cards that were recorded, though something else has happened since, or records cards where somebody
    /// has corrected so before: not for one alone.
    fn corrects_late(&self, table: usize, command: &C) -> bool {
        let game = &self.tables[table].game;
        let late = |whose: &Holder| game.corrected_late.iter().flatten().any(|of| of == whose);
        let (whose, from, to) = match command {
            C::TakeBackRecord { of, .. } => (*of, 0, usize::MAX),
            C::RecordCards { of, cards, from, .. } => (*of, *from, from.saturating_add(cards.len())),
            C::RecordNext { .. } => {
                let mut unread = game.live.iter().flatten().filter(|read| read.card.is_none());
                return unread.next().is_some_and(|read| late(&read.of));
            }
            _ => return false,
        };
        if late(&whose) {
            return true;
        }
        let there = game.live.iter().flatten().filter(|read| read.of == whose && read.card.is_some());
        let mut places = there.map(|read| usize::from(read.at));
        game.just_recorded != Some(whose) && places.any(|at| from <= at && at < to)
    }

    fn may_be_told(&self, table: usize, mode: DealingMode, command: &C) -> bool {
        let t = &self.tables[table];
        let jackpot = |wager: usize| t.machine.jackpot_spot() == Some(wager);
        let cost =
            t.game.sign.as_ref().and_then(|sign| sign.jackpot.as_ref()).map(|terms| terms.wager.cents());
        let (lays_jackpot, stakes) = match *command {
            C::Deal(_) => return false,
            // How much a meter awards stands in its record; who sits down without a file plays where none is wanted.
            C::Award { .. } if t.meter.is_some() => return false,
            C::Sit { patron, .. } if patron != engine::banked::Patron::default() => return false,
            C::Sit { blind_of: None, .. } => {
                return mode == DealingMode::Live && self.book(table).table.patrons.is_none();
            }
            C::DealLive | C::RecordCards { .. } | C::RecordNext { .. } | C::TakeBackRecord { .. } => {
                return mode == DealingMode::Live;
            }
            C::Place { wager, medium: Medium::Token, .. } => (jackpot(wager), None),
            C::Place { seat, wager, amount, .. } => (jackpot(wager), Some((seat, amount.cents()))),
            C::TopUp { seat, amount, .. } => (false, Some((seat, amount.cents()))),
            C::PlaceForAnother { by, .. } => (true, cost.map(|cost| (by, cost))),
            C::Decide { seat, decision: Decision::Bet { amount, token: false, .. } } => {
                (false, Some((seat, amount.cents())))
            }
            _ => (false, None),
        };
        let down = matches!(t.link, Link::Stale | Link::Reconciling);
        let enough = match (mode, stakes) {
            (DealingMode::Virtual, Some((seat, cents))) if seat < SEATS => {
                let of = if matches!(command, C::PlaceForAnother { .. }) { seat } else { t.owner(seat) };
                cents <= t.chips(of)
            }
            _ => true,
        };
        !(lays_jackpot && down) && enough
    }

    /// The patron's file is asked, and the game; both may say no, and then nobody sits there.
    fn sit(&mut self, table: usize, (seat, patron, card): (u8, PatronId, Option<u64>)) -> bool {
        let (book, number, house) = (self.book(table), self.tables[table].number, self.tables[table].home);
        let file = self.file(house, patron);
        let limited = file.is_limited_by(house);
        let Some(room) = file.start((book, house), (number, seat), (patron, card)) else {
            self.seat_refused(house, patron);
            return false;
        };
        let loss = room.map(|room| (room, Money::ZERO));
        let sits = engine::banked::Patron { loss, ..Default::default() };
        let sit = C::Sit { seat: usize::from(seat), blind_of: None, patron: sits };
        let system = Actor { who: Who::System, at: Moment(0) };
        let seated = self.run(table, system, &[sit], [0; 32], None);
        if seated {
            self.tables[table].patrons[usize::from(seat)] = Some(patron);
            self.next_door.limited += u64::from(limited);
        } else {
            self.file(house, patron).end();
        }
        seated
    }

    /// The game decides, and what follows is done at once: money, meter, files, the next deck.
    pub(super) fn run(
        &mut self,
        table: usize,
        actor: Actor,
        commands: &[C],
        key: [u8; 32],
        determines: Option<RoleId>,
    ) -> bool {
        let mut game = self.tables[table].game.clone();
        let mut said = Vec::new();
        for command in commands {
            let from = said.len();
            if self.tables[table].machine.decide(&game, actor, command, &mut said).is_err() {
                return false;
            }
            for event in &said[from..] {
                self.tables[table].machine.evolve(&mut game, &event.value);
            }
        }
        self.send_away(table, &mut game, &mut said);
        let mut wants_deck = false;
        let mut news = Vec::new();
        for event in &said {
            let t = &mut self.tables[table];
            t.happens(&event.value, &mut news);
            wants_deck |= matches!(
                event.value,
                E::TableOpened { .. } | E::RoundClosed | E::CardsShuffledAgain | E::CardsChanged
            );
            match event.value {
                E::DeckPlaced { .. } | E::CardsShuffledAgain | E::CardsChanged => t.deck = None,
                _ => {}
            }
            t.evolve(&event.value);
        }
        let t = &mut self.tables[table];
        if wants_deck && t.mode == Some(DealingMode::Virtual) {
            t.deck = Some(key);
            // The system shuffles and cuts it at once, before anybody wagers.
            if let Some(sign) = &t.game.sign {
                let device = t.machine.book().table.device(sign.device);
                t.game.cut = device.is_some_and(|device| device.cut.value);
                (t.game.pack.shuffled, t.game.pack.mixed) = (true, true);
            }
        }
        if let Some(meter) = t.meter {
            let calls = t.machine.meter_calls(&t.game, &said, t.on_meter);
            if let Some(role) = determines {
                self.tables[table].award = None;
                self.meter_hears(table, meter, Who::Staff(role), None);
            }
            for call in calls {
                self.meter_hears(table, meter, Who::Staff(RoleId(0)), Some(call));
            }
        }
        let (number, round) = (self.tables[table].number, self.tables[table].game.rounds);
        let house = self.tables[table].home;
        for (patron, what) in news {
            let file = self.file(house, patron);
            match what {
                News::Won(net) => file.count(number, round, net),
                News::GotUp => file.end(),
                News::Chips(cents) => file.balance += cents,
            }
        }
        let t = &mut self.tables[table];
        if t.awaited.as_ref().is_some_and(|terms| t.shows_other(terms).is_none()) {
            t.awaited = None;
        }
        if said.iter().any(|event| event.value == E::RoundClosed)
            && let Some(terms) = t.awaited.as_ref().and_then(|terms| t.shows_other(terms))
        {
            let system = Actor { who: Who::System, at: actor.at };
            self.run(table, system, &[C::ChangeJackpot(Box::new(terms))], key, None);
        }
        true
    }

    /// Whoever must leave gets up when the round is over, at the place where they sit then.
    fn send_away(&self, table: usize, game: &mut Table, said: &mut Vec<Ruled<E>>) {
        let t = &self.tables[table];
        if !said.iter().any(|event| event.value == E::RoundClosed) {
            return;
        }
        let mut leaving = t.leaving;
        for event in said.iter() {
            match event.value {
                E::HandsSwapped { seat, with } => leaving.swap(usize::from(seat), usize::from(with)),
                E::SeatLeft { seat } | E::SeatVacated { seat } => leaving[usize::from(seat)] = false,
                _ => {}
            }
        }
        let system = Actor { who: Who::System, at: Moment(0) };
        for seat in (0..SEATS).filter(|seat| leaving[*seat]) {
            let from = said.len();
            if t.machine.decide(game, system, &C::Leave { seat }, said).is_ok() {
                said[from..].iter().for_each(|event| t.machine.evolve(game, &event.value));
            }
        }
    }

    /// Signs follow the meters of their house, now or after the round.
    pub(super) fn follow_meters(&mut self, house: usize) {
        for table in 0..self.tables.len() {
            if self.tables[table].home != house {
                continue;
            }
            let t = &mut self.tables[table];
            let meter = t.meter.and_then(|meter| self.houses[house].meter_state.get(meter));
            let Some(terms) = meter.map(|meter| meter.terms.clone()) else { continue };
            let Some(shown) = t.game.sign.as_ref().and_then(|sign| sign.jackpot.as_ref()) else { continue };
            let same = (shown.option, shown.seed, shown.increment, shown.wager)
                == (terms.option, terms.seed, terms.increment, terms.wager);
            if same || t.awaited.as_ref() == Some(&terms) {
                continue;
            }
            if t.game.is_in_round() {
                t.awaited = Some(terms);
            } else if let Some(terms) = t.shows_other(&terms) {
                let system = Actor { who: Who::System, at: Moment(0) };
                self.run(table, system, &[C::ChangeJackpot(Box::new(terms))], [0; 32], None);
            }
        }
    }

    /// The meter hears one thing from a table, or that its award is determined.
    fn meter_hears(&mut self, table: usize, meter: MeterIndex, who: Who, call: Option<MeterCall>) {
        use engine::jackpot::{Command as M, Event};
        let book = self.book(table);
        let t = &mut self.tables[table];
        let (number, at) = (t.number, meter);
        let cancels = book.ladder.least(Act::CancelJackpotGame).map_or(RoleId(0), |power| power.value);
        let rounding = t.game.sign.as_ref().map_or(Rounding::UP_TO_CENT, |sign| sign.rounding(book));
        let (who, command) = match call {
            None => (who, M::Determine { meter: at, table: number }),
            Some(MeterCall::Register(wagers)) => {
                t.on_meter += wagers;
                (who, M::Register { meter: at, table: number, wagers })
            }
            Some(MeterCall::Cancel(wagers)) => {
                t.on_meter = t.on_meter.saturating_sub(wagers);
                (Who::Staff(cancels), M::Cancel { meter: at, table: number, wagers })
            }
            Some(MeterCall::Record { royals, flushes, carried }) => {
                t.on_meter = carried;
                (who, M::Record { meter: at, table: number, royals, flushes, carried, rounding })
            }
        };
        let mut said = Vec::new();
        let actor = Actor { who, at: Moment(self.now) };
        let of = &mut self.houses[self.tables[table].home];
        if of.meters.decide(&of.meter_state, actor, &command, &mut said).is_ok() {
            for event in said {
                if let Event::OutcomeRecorded { award, royals, flushes, .. } = &event.value
                    && royals + flushes > 0
                {
                    self.tables[table].award = Some((award.royal, award.straight_flush));
                }
                of.meters.evolve(&mut of.meter_state, &event.value);
            }
        }
        // Whatever it said, it answered.
        if self.tables[table].link != Link::None {
            self.tables[table].link = Link::Live;
        }
    }
}

/// The deck that a key shuffles.
fn shuffled(key: [u8; 32]) -> [CardId; 52] {
    let deck = Deck::shuffled(Pack::OF_52, &ShuffleKey::from_bytes(key));
    let mut cards = deck.stub().iter().map(|card| card.id());
    std::array::from_fn(|_| cards.next().expect("52 cards"))
}
