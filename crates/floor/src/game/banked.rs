//! The house-banked table on the floor.

use super::{Effect, Game, HouseBanked, LinkedToMeter, MeterCall, Seat, Standing};
use crate::authority::{Needs, Own, dealer, player};
use crate::table::{DealingMode, State};
use cards::{CardId, Pack};
use engine::banked::{
    self, Banked, Command, Decision, Event, IrregularityReport, NoticeOf, Patron, Phase, Seat as BoxState,
    Settled, Table,
};
use engine::{Hidden, SignJackpot};
use money::{Money, Rounding};
use rulebook::{Act, DutyKind, FloorBook, IrregularityKind, JackpotRules, Medium, NotifyOf, Ruled};

impl Game for Banked<'static> {
    fn book(&self) -> FloorBook<'static> {
        Banked::book(self).into()
    }

    fn id(&self) -> &str {
        &self.game().game
    }

    fn seats(&self) -> Ruled<u8> {
        Banked::book(self).table.seats
    }

    fn closed(&self) -> Table {
        Table::closed()
    }

    fn effects(&self, table: &Table, event: &Event, out: &mut Vec<Effect>) {
        let spot = |seat: u8, wager: u8| {
            let found = &table.seats[usize::from(seat)];
            (Seat(payer(self, found, seat, usize::from(wager))), found.tokens & 1 << wager != 0)
        };
        match *event {
            Event::WagerPlaced { seat, wager, amount, medium, .. } => {
                let (seat, _) = spot(seat, wager);
                out.push(Effect::Staked { seat, amount, token: medium == Medium::Token });
            }
            Event::WagerRaised { seat, wager, amount } => {
                let (seat, token) = spot(seat, wager);
                out.push(Effect::Staked { seat, amount, token });
            }
            Event::JackpotPlacedForAnother { by, amount, .. } => {
                out.push(Effect::Staked { seat: Seat(by), amount, token: false });
            }
            Event::Decided { seat, decision: Decision::Bet { amount, token, .. }, .. } => {
                let seat = Seat(table.seats[usize::from(seat)].blind_of.unwrap_or(seat));
                out.push(Effect::Staked { seat, amount, token });
            }
            Event::WagerTakenBack { seat, wager, amount } | Event::WagerRefused { seat, wager, amount } => {
                let (seat, token) = spot(seat, wager);
                out.push(Effect::TakenBack { seat, amount, token });
            }
            // A carried wager stays where it lies.
            Event::WagerSettled { result: Settled::Carried, .. } => {}
            Event::WagerSettled { seat, wager, staked, paid, returned, .. } => {
                let (seat, token) = spot(seat, wager);
                out.push(Effect::Settled { seat, staked, paid, returned, token });
            }
            Event::SeatTaken { seat, .. } => out.push(Effect::Taken { seat: Seat(seat) }),
            Event::SeatLeft { seat } | Event::SeatVacated { seat } => {
                out.push(Effect::Left { seat: Seat(seat) })
            }
            Event::HandsSwapped { seat, with } => {
                out.push(Effect::Moved { from: Seat(seat), to: Seat(with) })
            }
            // Who sits at a table that closes gets up.
            Event::TableClosed => {
                let taken = table.seats.iter().enumerate().filter(|(_, seat)| seat.taken);
                out.extend(taken.map(|(seat, _)| Effect::Left { seat: Seat(seat as u8) }));
            }
            Event::BettingClosed => out.push(Effect::DealBegan),
            Event::DeckPlaced { .. } => out.push(Effect::DeckDealt),
            Event::RoundClosed => out.push(Effect::DealEnded),
            Event::TableOpened { .. } => out.push(Effect::Opened),
            Event::CardsShuffledAgain | Event::CardsChanged => out.push(Effect::Reshuffled),
            _ => {}
        }
    }

    fn pack(&self, _: &Table) -> Pack {
        Pack::OF_52
    }

    fn deal(&self, deck: &[CardId]) -> Command {
        let deck = deck.try_into().expect("dealt from the pack of the game, which has 52 cards");
        Command::Deal(Hidden::boxed(deck))
    }

    fn deck_of<'e>(&self, event: &'e Event) -> Option<&'e [CardId]> {
        if let Event::DeckPlaced { deck } = event { Some(&deck[..]) } else { None }
    }

    fn sit(&self, seat: Seat, standing: Standing) -> Command {
        let patron = Patron { loss: standing.loss, ..Patron::default() };
        Command::Sit { seat: seat.index(), blind_of: None, patron }
    }

    fn leave(&self, seat: Seat) -> Command {
        Command::Leave { seat: seat.index() }
    }

    fn pause(&self, seat: Seat, pauses: bool) -> Command {
        let seat = seat.index();
        if pauses { Command::PausePlayer { seat } } else { Command::ResumePlayer { seat } }
    }

    fn is_paused(&self, table: &Table, seat: Seat) -> bool {
        table.seats.get(seat.index()).is_some_and(|seat| seat.paused)
    }

    fn is_fact(&self, event: &Event) -> bool {
        matches!(event, Event::FactShown)
    }

    fn notifies(&self, said: &[Ruled<Event>]) -> Option<NotifyOf> {
        let told = |event: &Ruled<Event>| {
            let duty = matches!(
                event.value,
                Event::DutyDue { duty: DutyKind::NotifyInspector | DutyKind::NotifySurveillance }
            );
            duty.then_some(NotifyOf::WrongDeck)
        };
        said.iter().find_map(told)
    }

    fn shuffle_ahead(&self, table: &Table) -> Vec<Ruled<Event>> {
        Banked::shuffle_ahead(self, table)
    }

    fn needs(&self, table: &Table, mode: Option<DealingMode>, command: &Command) -> Needs {
        let book = Banked::book(self);
        let power = |act| Needs::power(book, act);
        let dealer = || dealer(book, mode);
        let place = book.table.seats.cite;
        // A place that no table has is nobody's.
        let owner = |seat: usize| u8::try_from(table.owner(seat)).ok().map(Own::Seat);
        let own = |seat: usize| player(mode, owner(seat), place);
        match *command {
            // The sign goes up with it: whoever may change what it shows.
            Command::Open(_) | Command::ChangeLimits { .. } => power(Act::ChangeLimits),
            Command::Sit { blind_of: Some(seat), .. } => own(seat),
            Command::Sit { blind_of: None, .. } => dealer(),
            Command::Leave { seat } => Needs { own: owner(seat), ..dealer().or_system() }.by(place),
            Command::Place { seat, medium: Medium::Chips, proxy: false, checked: true, .. }
            | Command::TopUp { seat, .. }
            | Command::TakeBack { seat, .. } => own(seat),
            // Tokens, cash and words pass through the dealer's hands; so does what was found too late, or is laid for
            // somebody who is not there.
            Command::Place { .. } => dealer(),
            Command::Decide { decision: Decision::Bet { checked: false, .. }, .. }
            | Command::Decide { decision: Decision::Bet { token: true, .. }, .. } => dealer(),
            Command::Decide {
                seat,
                decision:
                    Decision::Bet { .. }
                    | Decision::Check
                    | Decision::Fold
                    | Decision::FoldAnte
                    | Decision::Concede,
            } => own(seat),
            // Where a book wants an absence confirmed, the clock of an automatic table stands in for that.
            Command::Decide { decision: Decision::Absent, .. }
                if book.ladder.power(Act::ConfirmAbsence).is_some() =>
            {
                let needs = power(Act::ConfirmAbsence);
                if mode == Some(DealingMode::Live) { needs } else { needs.or_system() }
            }
            // That somebody does not act is for the dealer to see.
            Command::Decide { decision: Decision::Cannot | Decision::Absent, seat } => {
                Needs { own: owner(seat), ..dealer() }
            }
            Command::RefuseWager { seat, wager } if self.unfinished(table, seat, wager).is_some() => dealer(),
            Command::RefuseWager { .. } => power(Act::RefuseWager),
            Command::PlaceForAnother { .. } => power(Act::AllowJackpotOnAnotherBox),
            // Nobody brings cards along.
            Command::Deal(_) => Needs::nobody(book.table.wagers.first_card),
            Command::CallNoMoreBets
            | Command::DealLive
            | Command::Proceed
            | Command::SettleHand { .. }
            | Command::Settle
            | Command::CheckCards
            | Command::Shuffle
            | Command::RecordWarning { .. } => dealer(),
            // A slip is corrected at once; what somebody may have acted on since, with another member of staff beside.
            Command::RecordCards { .. } | Command::RecordNext { .. } | Command::TakeBackRecord { .. } => {
                let second = self.corrects_late(table, command).then_some(book.house.records);
                Needs { second, ..dealer() }
            }
            Command::Cut => {
                let cut = table.sign.as_ref().and_then(|sign| book.table.device(sign.device));
                let cite = book.table.cut_by.or(cut.map(|device| device.cut.cite));
                Needs { dealer_only: true, ..Needs::staff(cite.unwrap_or(book.ladder.roles[0].clause)) }
            }
            Command::Award { .. } => power(Act::DetermineTopJackpot),
            Command::Rule(ref report) => match self.who_rules(table, report) {
                Some(row) => Needs::role(row.value, row.cite),
                None => power(Act::SettleDispute),
            },
            Command::PostNotice { of: NoticeOf::Limits, .. } => power(Act::ChangeLimits),
            Command::PostNotice { of: NoticeOf::Closing, .. } | Command::Close => power(Act::CloseTable),
            Command::PostNotice { of: NoticeOf::PayTables, .. } | Command::ChangePayTables(_) => {
                power(Act::ChangePayTables)
            }
            Command::AgreeLimits { .. } => power(Act::AgreeLimits),
            Command::VacateSeat { .. } => power(Act::VacateSeat),
            Command::OrderCount { .. } => power(Act::OrderCardCount),
            Command::ChangeCards => power(Act::ChangeCards),
            Command::OrderShuffle { .. } => power(Act::OrderShuffle),
            Command::OrderBurn => power(Act::OrderBurn),
            Command::PausePlayer { .. } | Command::ResumePlayer { .. } => power(Act::PausePlayer),
            // Terms are the meter's, which the floor tells the table.
            Command::ChangeJackpot(_) => Needs::system(book.jackpots.links.group),
            // A limit is set in the patron's file, which tells the table.
            Command::SetLossLimit { .. } => Needs::system(book.house.patrons.loss_limit),
            // Whether a card is its holder's is for those who keep the files.
            Command::RecordInvalidCard { .. } => power(Act::KeepPatronFile),
        }
    }

    fn seats_unasked(&self, command: &Command, mode: Option<DealingMode>) -> bool {
        let asks = Banked::book(self).table.patrons.is_some() || mode == Some(DealingMode::Virtual);
        match command {
            Command::Sit { patron, .. } if *patron != Patron::default() => true,
            Command::Sit { blind_of: None, .. } => asks,
            _ => false,
        }
    }

    fn begins(&self, command: &Command) -> bool {
        matches!(
            command,
            Command::Sit { .. }
                | Command::Place { .. }
                | Command::TopUp { .. }
                | Command::PlaceForAnother { .. }
        )
    }

    fn stakes(&self, table: &Table, command: &Command) -> Option<(Seat, Money)> {
        let owner =
            |seat: usize| table.seats.get(seat).map(|found| Seat(found.blind_of.unwrap_or(seat as u8)));
        match *command {
            Command::Place { medium: Medium::Token, .. } => None,
            Command::Place { seat, amount, .. } | Command::TopUp { seat, amount, .. } => {
                Some((owner(seat)?, amount))
            }
            Command::PlaceForAnother { by, .. } => {
                let cost = table.sign.as_ref()?.jackpot.as_ref()?.wager;
                Some((Seat::at(by)?, cost))
            }
            Command::Decide { seat, decision: Decision::Bet { amount, token: false, .. } } => {
                Some((owner(seat)?, amount))
            }
            _ => None,
        }
    }

    fn deal_number(&self, table: &Table) -> u64 {
        table.rounds
    }

    fn is_in_deal(&self, table: &Table) -> bool {
        table.is_in_round()
    }

    fn is_open(&self, table: &Table) -> bool {
        table.phase != Phase::Closed
    }

    fn is_taken(&self, table: &Table, seat: Seat) -> bool {
        table.seats.get(seat.index()).is_some_and(|seat| seat.taken)
    }

    fn is_player(&self, table: &Table, seat: Seat) -> bool {
        table.seats.get(seat.index()).is_some_and(|seat| seat.taken && seat.blind_of.is_none())
    }

    fn brings_deck(&self, command: &Command) -> bool {
        matches!(command, Command::Deal(_))
    }

    fn is_by_hand(&self, command: &Command) -> bool {
        matches!(
            command,
            Command::DealLive
                | Command::RecordCards { .. }
                | Command::RecordNext { .. }
                | Command::TakeBackRecord { .. }
        )
    }

    fn on_layout(&self, table: &Table) -> Money {
        // A settled spot is empty, but for a jackpot wager that plays on.
        let lies = |seat: &BoxState, wager: usize| match self.jackpot_spot() {
            _ if !seat.is_settled(wager) => seat.stakes[wager],
            Some(spot) if spot == wager => seat.carried,
            _ => Money::ZERO,
        };
        let open = |seat: &BoxState| (0..seat.stakes.len()).map(|wager| lies(seat, wager)).sum::<Money>();
        table.boxes().iter().map(open).sum()
    }

    fn house_banked(&self) -> Option<&dyn HouseBanked<Self>> {
        Some(self)
    }

    fn meter(&self) -> Option<&dyn LinkedToMeter<Self>> {
        Some(self)
    }
}

impl HouseBanked<Self> for Banked<'static> {
    fn limit_loss(&self, seat: Seat, limit: Money, lost: Money) -> Command {
        Command::SetLossLimit { seat: seat.index(), limit, lost: Some(lost) }
    }

    fn headroom(&self, table: &Table, seat: Seat) -> Option<Money> {
        let found = table.seats.get(seat.index())?;
        found.patron.loss.map(|(limit, lost)| limit - lost)
    }

    fn has_open_wagers(&self, table: &Table, seat: Seat) -> bool {
        let open = |found: &BoxState| {
            !found.done && (0..found.stakes.len()).any(|w| !found.stakes[w].is_zero() && !found.is_settled(w))
        };
        let own = boxes_of(table, seat);
        table.seats.iter().enumerate().any(|(at, found)| own & 1 << at != 0 && open(found))
    }

    fn void_wagers(&self, table: &Table, seat: Seat) -> Command {
        breach(boxes_of(table, seat), "void")
    }

    fn bar(&self, table: &Table, seat: Seat) -> Command {
        breach(boxes_of(table, seat), "bar")
    }
}

impl LinkedToMeter<Self> for Banked<'static> {
    fn carried(&self, table: &Table) -> Money {
        table.seats.iter().map(|seat| seat.carried).sum()
    }

    fn jackpots(&self) -> &'static JackpotRules {
        &Banked::book(self).jackpots
    }

    fn calls(&self, after: &Table, said: &[Ruled<Event>], on_meter: u32) -> Vec<MeterCall> {
        let call = |call| match call {
            banked::MeterCall::Register(wagers) => MeterCall::Register { wagers },
            banked::MeterCall::Cancel(wagers) => MeterCall::Cancel { wagers },
            banked::MeterCall::Record { royals, flushes, carried } => {
                MeterCall::Record { round: after.rounds, royals, flushes, carried }
            }
        };
        self.meter_calls(after, said, on_meter).into_iter().map(call).collect()
    }

    fn awards(&self, table: &Table, royal: Money, straight_flush: Money) -> Vec<Command> {
        let award = |(seat, found): (usize, &BoxState)| {
            let prize = found.hit.filter(|_| found.awaits)?;
            Some(Command::Award { seat, amount: if prize == 0 { royal } else { straight_flush } })
        };
        table.boxes().iter().enumerate().filter_map(award).collect()
    }

    fn pays_award(&self, command: &Command) -> bool {
        matches!(command, Command::Award { .. })
    }

    fn lays_jackpot(&self, command: &Command) -> bool {
        match command {
            Command::PlaceForAnother { .. } => true,
            Command::Place { wager, .. } => self.jackpot_spot() == Some(*wager),
            _ => false,
        }
    }

    fn follow_meter(&self, table: &Table, terms: &SignJackpot) -> Option<Command> {
        let shown = table.sign.as_ref()?.jackpot.as_ref()?;
        // How many games share the meter stands on each sign.
        let terms = SignJackpot { games: shown.games, ..terms.clone() };
        (*shown != terms).then(|| Command::ChangeJackpot(Box::new(terms)))
    }

    fn rounding(&self, table: &Table) -> Rounding {
        let book = Banked::book(self);
        table.sign.as_ref().map_or(Rounding::UP_TO_CENT, |sign| sign.rounding(book))
    }
}

/// The boxes of the player of a place, blind hands too: a bit each.
fn boxes_of(table: &Table, seat: Seat) -> u16 {
    let own = |at: usize, found: &BoxState| at == seat.index() || found.blind_of == Some(seat.0);
    let taken = table.seats.iter().enumerate().filter(|(at, found)| found.taken && own(*at, found));
    taken.fold(0, |bits, (at, _)| bits | 1 << at)
}

/// What the house ruled about somebody who broke a rule, as the table is told.
fn breach(seats: u16, chosen: &str) -> Command {
    let report = IrregularityReport {
        seats,
        chosen: Some(chosen.to_string()),
        ..IrregularityReport::new(IrregularityKind::RuleBreach)
    };
    Command::Rule(Box::new(report))
}

/// Whose money lies on a spot: a blind hand's is its player's, and somebody else's jackpot wager is theirs.
fn payer(machine: &Banked<'_>, found: &BoxState, seat: u8, wager: usize) -> u8 {
    match found.jackpot_by {
        Some(by) if machine.is_of_jackpot(wager) => by,
        _ => found.blind_of.unwrap_or(seat),
    }
}

impl State<Table> {
    /// Whether nothing lies there that waits for a deal or a decision: a table at rest may stand as it is for ever.
    pub fn is_at_rest(&self) -> bool {
        // A jackpot wager that was carried over waits for its player.
        let lies = |seat: &BoxState| seat.taken && seat.at_stake() != seat.carried;
        match self.game.phase {
            Phase::Closed => true,
            Phase::Betting => !self.game.boxes().iter().any(lies),
            _ => false,
        }
    }
}
