//! Players' limits and breaks: what is lost counts on, and a supervisor may have a player pause.

use super::event::Event;
use super::reason::Reason;
use super::state::{Hand, Phase, Seat, Table};
use super::{Banked, BankedRefusal, Out};
use crate::machine::{Actor, Refusal};
use crate::sign::MOST;
use money::Money;
use rulebook::{Act, ChoiceKind, Cite};

impl Banked<'_> {
    /// What a settled wager cost counts against the limit of the player whose wager it was.
    #[cold]
    pub(super) fn count_loss(&self, table: &mut Table, (at, wager): (usize, usize), cost: Money) {
        let by = table.seats[at].jackpot_by.filter(|_| self.is_of_jackpot(wager));
        if let Some((_, lost)) = &mut table.seats[by.map_or(at, usize::from)].patron.loss {
            *lost = lost.checked_add(cost).unwrap_or(*lost);
        }
    }

    /// The clause of loss limits: the book's own, or where it has none, that of the house for its patrons.
    pub(super) fn loss_limit(&self) -> Cite {
        let own = self.book.table.patrons.as_ref();
        own.map_or(self.book.house.patrons.loss_limit, |patrons| patrons.loss_limit)
    }

    /// What the limit of a box leaves, and what the wagers that follow its Ante take at least, where that is more.
    pub fn limit_short(&self, table: &Table, seat: usize) -> Option<(Money, Money)> {
        let found = table.seats.get(seat)?;
        let ante = found.stakes[self.ante];
        let from = match table.phase {
            Phase::Betting => 0,
            Phase::Deciding(step) if found.hand == Hand::Live && !found.decided => usize::from(step),
            _ => return None,
        };
        self.short_of(table, found, (ante, Money::ZERO), from..self.game.step.len())
    }

    /// The same with an Ante and more at stake than lies there, for some of the steps.
    fn short_of(
        &self,
        table: &Table,
        seat: &Seat,
        (ante, more): (Money, Money),
        steps: std::ops::Range<usize>,
    ) -> Option<(Money, Money)> {
        let (limit, lost) = seat.patron.loss?;
        let left = (limit - lost - seat.at_stake() - more).max(Money::ZERO);
        // Where a player may check, no wager must follow; what was staked before is not staked again.
        let must = |step: &usize| {
            let staked = self.step_wager[*step].is_some_and(|wager| !seat.stakes[wager].is_zero());
            self.choice(*step, ChoiceKind::Check).is_none() && !staked
        };
        let needed = steps.filter(must).map(|step| self.stakes(table, step, ante).from).sum();
        (!ante.is_zero() && left < needed).then_some((left, needed))
    }

    /// Tells a player whose first wager leaves too little for those that follow, when it comes to that.
    pub(super) fn warn_of_limit(
        &self,
        table: &Table,
        (seat, wager, amount): (usize, usize, Money),
        out: &mut impl Out,
    ) {
        let found = &table.seats[seat];
        if found.patron.loss.is_none() {
            return;
        }
        let (before, steps) = (found.stakes[self.ante], 0..self.game.step.len());
        let ante = if wager == self.ante { before + amount } else { before };
        let short = self.short_of(table, found, (ante, amount), steps.clone());
        if self.short_of(table, found, (before, Money::ZERO), steps).is_none() {
            self.say_limit_short(seat, short, out);
        }
    }

    /// Says why a hand is given up, where no wager of the step fits the limit.
    pub(super) fn folds_for_limit(&self, table: &Table, (seat, step): (usize, usize), out: &mut impl Out) {
        let found = &table.seats[seat];
        if found.patron.loss.is_some() {
            let ante = found.stakes[self.ante];
            let short = self.short_of(table, found, (ante, Money::ZERO), step..step + 1);
            self.say_limit_short(seat, short, out);
        }
    }

    fn say_limit_short(&self, seat: usize, short: Option<(Money, Money)>, out: &mut impl Out) {
        if let Some((left, needed)) = short {
            let warned = Event::LimitShort { seat: seat as u8, left, needed };
            out.say(warned, self.book.house.patrons.limit_warning);
        }
    }

    pub(super) fn set_loss_limit(
        &self,
        table: &Table,
        actor: Actor,
        (seat, limit, lost): (usize, Money, Option<Money>),
        out: &mut impl Out,
    ) -> Result<(), BankedRefusal> {
        self.staff(actor)?;
        let cite = self.loss_limit();
        if !self.seat(table, seat)?.taken {
            return Err(Refusal::new(Reason::SeatEmpty, cite));
        }
        let far = lost.is_some_and(|lost| lost > MOST || lost < Money::ZERO - MOST);
        if limit.is_negative() || limit > MOST || far {
            return Err(Refusal::new(Reason::AmountTooLarge, cite));
        }
        out.say(Event::LossLimitSet { seat: seat as u8, limit, lost }, cite);
        Ok(())
    }

    /// A break: the player places nothing, and does not sit out.
    pub(super) fn pause(
        &self,
        table: &Table,
        actor: Actor,
        (seat, pauses): (usize, bool),
        out: &mut impl Out,
    ) -> Result<(), BankedRefusal> {
        // Under a book that gives the power to nobody, the patron's file may still say so: the program tells the table.
        let cite = match self.book.ladder.power(Act::PausePlayer) {
            None if actor.who == crate::Who::System => self.book.house.patrons.play,
            _ => self.authority(actor, Act::PausePlayer)?,
        };
        let found = self.seat(table, seat)?;
        let at = seat as u8;
        match (found.taken, found.paused, pauses) {
            (false, ..) => return Err(Refusal::new(Reason::SeatEmpty, cite)),
            (_, true, true) => return Err(Refusal::new(Reason::Paused, cite)),
            (_, false, false) => return Err(Refusal::new(Reason::NotPaused, cite)),
            (_, _, true) => out.say(Event::PlayerPaused { seat: at }, cite),
            (_, _, false) => out.say(Event::PlayerResumed { seat: at }, cite),
        }
        Ok(())
    }

    #[inline(always)]
    pub(super) fn not_paused(&self, seat: &Seat) -> Result<(), BankedRefusal> {
        if seat.paused { self.paused() } else { Ok(()) }
    }

    #[cold]
    fn paused(&self) -> Result<(), BankedRefusal> {
        let power = self.book.ladder.least(Act::PausePlayer);
        Err(Refusal::new(Reason::Paused, power.map_or(self.game.clause, |power| power.cite)))
    }
}
