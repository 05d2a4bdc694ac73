//! Players' limits and breaks: what is lost counts on, and a supervisor may have a player pause.

use super::event::Event;
use super::reason::Reason;
use super::state::{Seat, Table};
use super::{Banked, Denied, Out};
use crate::machine::{Actor, Refusal};
use crate::sign::MOST;
use money::Money;
use rulebook::{Act, Cite};

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

    pub(super) fn set_loss_limit(
        &self,
        table: &Table,
        actor: Actor,
        (seat, limit, lost): (usize, Money, Option<Money>),
        out: &mut impl Out,
    ) -> Result<(), Denied> {
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
    ) -> Result<(), Denied> {
        let cite = self.authority(actor, Act::PausePlayer)?;
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
    pub(super) fn not_paused(&self, seat: &Seat) -> Result<(), Denied> {
        match seat.paused {
            true => self.paused(),
            false => Ok(()),
        }
    }

    #[cold]
    fn paused(&self) -> Result<(), Denied> {
        let power = self.book.ladder.least(Act::PausePlayer);
        Err(Refusal::new(Reason::Paused, power.map_or(self.game.clause, |power| power.cite)))
    }
}
