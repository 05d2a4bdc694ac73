//! A royal flush is recorded, confirmed and paid (17.4.2-17.5.7); and what events do to the pools.

use super::event::{Event, PaymentMeans};
use super::jackpots::{Jackpots, RoyalRefusal};
use super::reason::Reason;
use super::state::{EquipmentCheck, FlopDemand, Jackpot, Prize, Round, State, Table, Win};
use super::witness::{Claim, can_become_royal, is_royal};
use engine::{Actor, Refusal};
use money::{Fraction, Money, Rounding};
use rulebook::room::Point;
use rulebook::{Act, Cite, Ruled};

impl Jackpots<'_> {
    /// Who may record a hand there now, and by which clause.
    pub(super) fn may_record(&self, state: &State, actor: Actor, table: u32) -> Result<Cite, RoyalRefusal> {
        self.dealer(actor, Point::JackpotRecorded)?;
        let (_, _, linked) = self.table(state, table)?;
        if self.judged(linked)?.recorded {
            return self.no(Reason::RecordedAlready { table }, Point::JackpotRecorded);
        }
        if linked.working.is_well() {
            return Ok(self.cite(Point::JackpotRecorded));
        }
        // The handset is of no use: a manager ensures that the winner is paid (17.6.2).
        self.malfunction(actor)
    }

    /// The round in which a hand can be recorded: the present one, or the one before it whose flop was corrected (J89).
    fn judged(&self, table: &Table) -> Result<Round, RoyalRefusal> {
        match table.finished.filter(|round| table.round.is_none() && round.corrected.is_some()) {
            Some(round) => Ok(round),
            None => self.round(table),
        }
    }

    /// The last player before the flop asks for it (17.5.5): once in a round, and with the cards that he tables.
    pub(super) fn demand_flop(
        &self,
        state: &State,
        actor: Actor,
        table: u32,
        demand: FlopDemand,
        others_folded: bool,
    ) -> Result<Vec<Ruled<Event>>, RoyalRefusal> {
        let point = Point::JackpotDemandedFlop;
        self.dealer(actor, point)?;
        let round = self.round(self.table(state, table)?.2)?;
        if let Some(FlopDemand { seat, hole }) = round.demanded {
            return self.no(Reason::FlopWasDemanded { seat, hole }, point);
        }
        if round.recorded {
            return self.no(Reason::RecordedAlready { table }, Point::JackpotRecorded);
        }
        let FlopDemand { seat, hole } = demand;
        if !others_folded {
            return self.no(Reason::OthersPlay, point);
        }
        if !can_become_royal(hole) {
            return self.no(Reason::NotEligible { hole }, point);
        }
        Ok(vec![Ruled::new(Event::FlopDue { table, seat, hole }, self.cite(point))])
    }

    /// The handset (17.4.2).
    pub(super) fn record(
        &self,
        state: &State,
        actor: Actor,
        table: u32,
        claim: &Claim,
    ) -> Result<Vec<Ruled<Event>>, RoyalRefusal> {
        let cite = self.may_record(state, actor, table)?;
        let (jackpot, _, linked) = self.table(state, table)?;
        self.qualifies(&self.judged(linked)?, claim)?;
        let Claim { seat, hole, flop, .. } = *claim;
        let win = Win { table, seat, hole, flop, at: actor.at, confirmed: false };
        Ok(vec![
            Ruled::new(Event::Qualified { table, seat }, self.cite(Point::JackpotHit)),
            Ruled::new(Event::Recorded { jackpot, win }, cite),
        ])
    }

    /// The console (17.4.3).
    pub(super) fn confirm(
        &self,
        state: &State,
        actor: Actor,
        table: u32,
        deck_counted: bool,
    ) -> Result<Vec<Ruled<Event>>, RoyalRefusal> {
        self.power(actor, Act::ConfirmJackpot)?;
        let (_, jackpot, _) = self.table(state, table)?;
        let &Win { seat, confirmed, .. } = self.first(jackpot, table)?;
        if confirmed {
            return self.no(Reason::ConfirmedAlready { seat, table }, Point::JackpotConfirmed);
        }
        if !deck_counted {
            return self.no(Reason::DeckNotCounted, Point::JackpotDeckCounted);
        }
        let cite = self.cite(Point::JackpotConfirmed);
        Ok(vec![
            Ruled::new(Event::Confirmed { table, seat }, cite),
            Ruled::new(Event::Notified { table }, cite),
        ])
    }

    /// The value is read on the console at the time of settlement, and all of it paid (17.5.1).
    pub(super) fn pay(
        &self,
        state: &State,
        actor: Actor,
        table: u32,
        means: PaymentMeans,
    ) -> Result<Vec<Ruled<Event>>, RoyalRefusal> {
        self.power(actor, Act::ReadMeter)?;
        let (at, jackpot, _) = self.table(state, table)?;
        let &Win { seat, confirmed, .. } = self.first(jackpot, table)?;
        if !confirmed {
            return self.no(Reason::NotConfirmed { seat, table }, Point::JackpotConfirmed);
        }
        let (value, reset) = (jackpot.value, jackpot.terms.reset);
        let amount = self.rounded(jackpot)?;
        let read = self.book.ladder.least(Act::ReadMeter).map(|least| least.cite);
        let read = read.unwrap_or(self.cite(Point::JackpotWorking));
        let paid = self.cite(Point::JackpotPaid);
        Ok(vec![
            Ruled::new(Event::Read { table, value }, read),
            Ruled::new(Event::Paid { jackpot: at, table, seat, amount, means }, paid),
            Ruled::new(Event::Reset { jackpot: at, value: reset }, paid),
        ])
    }

    /// The first two cards and the first flop, shown and not folded.
    fn qualifies(&self, round: &Round, claim: &Claim) -> Result<(), RoyalRefusal> {
        if claim.folded {
            return self.no(Reason::Folded { seat: claim.seat }, Point::JackpotFolded);
        }
        if claim.which > 0 {
            return self.no(Reason::NotFirstFlop, Point::JackpotFirstFlop);
        }
        if let Some(flop) = round.corrected.filter(|flop| *flop != claim.flop) {
            let row = rulebook::room::IrregularityKind::FlopErrorAtJackpot;
            let row = self.book.irregularities.iter().find(|other| other.what == row);
            let cite = row.map_or(self.cite(Point::JackpotFirstFlop), |row| row.clause);
            return Err(Refusal::new(Reason::FlopWasCorrected { flop }, cite));
        }
        if claim.hole.len() != 2 || claim.flop.len() != 3 || (claim.hole | claim.flop).len() != 5 {
            return self.no(Reason::CardsMissing, Point::JackpotHit);
        }
        if !is_royal(claim.hole, claim.flop) {
            return self.no(Reason::NotRoyal { hole: claim.hole, flop: claim.flop }, Point::JackpotHit);
        }
        if let Some(demand) = round.demanded {
            // All others have folded, and these cards lie on the table.
            let FlopDemand { seat, hole } = demand;
            if demand != (FlopDemand { seat: claim.seat, hole: claim.hole }) {
                return self.no(Reason::FlopWasDemanded { seat, hole }, Point::JackpotDemandedFlop);
            }
        }
        if claim.exposed {
            Ok(())
        } else {
            self.no(Reason::NotExposed { seat: claim.seat }, Point::JackpotFolded)
        }
    }

    /// What was recorded first is settled first (17.5.2(b)).
    fn first<'s>(&self, jackpot: &'s Jackpot, table: u32) -> Result<&'s Win, RoyalRefusal> {
        if !jackpot.wins.iter().any(|win| win.table == table) {
            return self.no(Reason::NothingRecorded { table }, Point::JackpotRecorded);
        }
        match &jackpot.wins[0] {
            win if win.table == table => Ok(win),
            win => self.no(Reason::NotFirstRecorded { first: win.table, table }, Point::JackpotOrder),
        }
    }

    /// The displayed value, up to what can be paid (17.5.2(a)).
    fn rounded(&self, jackpot: &Jackpot) -> Result<Money, RoyalRefusal> {
        let up = Rounding::up_to(jackpot.terms.unit).ok();
        let amount = up.and_then(|up| up.apply(Fraction::from(jackpot.value)).ok());
        amount.map_or_else(|| self.no(Reason::TooMuch, Point::JackpotPaid), Ok)
    }
}

/// Applies an event.
pub(super) fn evolve(state: &mut State, event: &Event) {
    let pool = |state: &mut State, table: u32, by: Money| {
        if let Some(at) = state.find(table).map(|found| found.0) {
            let jackpot = &mut state.jackpots[at];
            jackpot.value = jackpot.value.checked_add(by).unwrap_or(jackpot.value);
        }
    };
    match *event {
        Event::Opened { terms, value } => state.jackpots.push(Jackpot {
            terms,
            value,
            tables: Vec::new(),
            wins: Vec::new(),
            paid: Money::ZERO,
            displays: Vec::new(),
        }),
        Event::Linked { jackpot, table, game } => {
            if let Some(jackpot) = state.jackpots.get_mut(jackpot) {
                let working = EquipmentCheck::WELL;
                jackpot.tables.push(Table { table, game, working, round: None, finished: None });
            }
        }
        Event::Unlinked { table } => {
            for jackpot in &mut state.jackpots {
                jackpot.tables.retain(|linked| linked.table != table);
            }
        }
        Event::Displayed { jackpot, ref place } => {
            if let Some(jackpot) = state.jackpots.get_mut(jackpot) {
                jackpot.displays.push(place.clone());
            }
        }
        Event::Reported { table, working } => on(state, table, |linked| linked.working = working),
        Event::Begun { table } => on(state, table, |linked| {
            (linked.round, linked.finished) = (Some(Round::default()), None);
        }),
        Event::Contributed { table, amount } => {
            pool(state, table, amount);
            in_round(state, table, |round| (round.counted, round.in_pool) = (true, true));
        }
        Event::Completed { table } => on(state, table, |linked| linked.finished = linked.round.take()),
        Event::Voided { table } => on(state, table, |linked| linked.round = None),
        Event::Reversed { table, amount } => {
            pool(state, table, amount.checked_neg().unwrap_or(Money::ZERO));
            in_round(state, table, |round| (round.counted, round.in_pool) = (false, false));
        }
        Event::Disqualified { jackpot, table, .. } => {
            if let Some(jackpot) = state.jackpots.get_mut(jackpot) {
                // Only what this round recorded: an earlier hand still waits for its prize.
                if let Some(at) = jackpot.wins.iter().rposition(|win| win.table == table) {
                    jackpot.wins.remove(at);
                }
            }
            in_round(state, table, |round| (round.recorded, round.win) = (false, None));
        }
        Event::FlopDue { table, seat, hole } => {
            in_round(state, table, |round| round.demanded = Some(FlopDemand { seat, hole }));
        }
        Event::FlopCorrected { table, flop } => {
            in_round(state, table, |round| round.corrected = Some(flop));
        }
        Event::Recorded { jackpot, win } => {
            if let Some(jackpot) = state.jackpots.get_mut(jackpot) {
                jackpot.wins.push(win);
            }
            in_round(state, win.table, |round| (round.recorded, round.win) = (true, Some(win)));
        }
        Event::Confirmed { table, .. } => {
            let first = state.jackpots.iter_mut().filter_map(|jackpot| jackpot.wins.first_mut());
            for win in first.filter(|win| win.table == table) {
                win.confirmed = true;
            }
        }
        Event::Paid { jackpot, table, amount, .. } => {
            let Some(jackpot) = state.jackpots.get_mut(jackpot) else { return };
            jackpot.paid = jackpot.paid.checked_add(amount).unwrap_or(jackpot.paid);
            let drawn = jackpot.value.checked_sub(jackpot.terms.reset).unwrap_or_default();
            let total = jackpot.paid;
            if jackpot.wins.first().is_none_or(|win| win.table != table) {
                return;
            }
            let paid = Win { confirmed: false, ..jackpot.wins.remove(0) };
            // A royal flush of an earlier round is that round's.
            in_round(state, table, |round| {
                if round.win == Some(paid) {
                    round.prize = Some(Prize { amount, drawn, total });
                }
            });
        }
        Event::TakenBack { jackpot, table, amount, drawn, .. } => {
            let prize = state.find(table).and_then(|(_, linked)| linked.last_round()?.prize);
            if let Some(jackpot) = state.jackpots.get_mut(jackpot) {
                // If nothing was won since, what the open rounds had added is in the pool again.
                let last = prize.is_some_and(|prize| prize.total == jackpot.paid);
                for linked in jackpot.tables.iter_mut().filter(|linked| last || linked.table == table) {
                    if let Some(round) = &mut linked.round {
                        round.in_pool = round.counted;
                    }
                }
                jackpot.paid = jackpot.paid.checked_sub(amount).unwrap_or(jackpot.paid);
                jackpot.value = jackpot.value.checked_add(drawn).unwrap_or(jackpot.value);
            }
            in_round(state, table, |round| {
                (round.recorded, round.win, round.prize) = (false, None, None);
            });
        }
        Event::Reset { jackpot, value } => {
            if let Some(jackpot) = state.jackpots.get_mut(jackpot) {
                jackpot.value = value;
                for round in jackpot.tables.iter_mut().filter_map(|linked| linked.round.as_mut()) {
                    // What these rounds added has been paid out.
                    round.in_pool = false;
                }
            }
        }
        Event::Adjusted { table, amount, .. } => pool(state, table, amount),
        Event::Fitted { .. }
        | Event::ShortDeck { .. }
        | Event::Qualified { .. }
        | Event::Notified { .. }
        | Event::Read { .. } => {}
    }
}

fn on(state: &mut State, table: u32, change: impl FnOnce(&mut Table)) {
    if let Some(linked) = state.find_mut(table) {
        change(linked);
    }
}

fn in_round(state: &mut State, table: u32, change: impl FnOnce(&mut Round)) {
    on(state, table, |linked| {
        if let Some(round) = linked.round.as_mut().or(linked.finished.as_mut()) {
            change(round);
        }
    });
}
