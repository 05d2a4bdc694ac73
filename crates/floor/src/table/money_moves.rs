//! Money at the table beside the wagers: chips bought and handed back, fills, credits, counts, the end of the day.

use super::command::{Call, Command, DealingMode, Event, PatronCall, Tender};
use super::reason::Reason;
use super::{CitedTableEvent, FloorTable, State, TableRefusal};
use crate::account::Account;
use crate::game::{Game, Seat};
use engine::{Actor, MOST, Refusal, Sink};
use money::Money;
use rulebook::{Act, Ruled};

impl<G: Game> FloorTable<G> {
    pub(super) fn move_money(
        &self,
        state: &State<G::State>,
        actor: Actor,
        command: &Command<G::Command>,
        out: &mut impl Sink<CitedTableEvent<G>>,
    ) -> Result<(), TableRefusal<G>> {
        match *command {
            Command::BuyIn { seat, amount, with } => self.buy_in(state, actor, (seat, amount, with), out),
            Command::CashOut { seat, amount } => self.cash_out(state, actor, (seat, amount), out),
            Command::ChangeColour { seat, amount } => {
                self.staff(actor)?;
                self.at_seat(actor, seat)?;
                self.within(amount, state.rack(seat), |has| Reason::NotEnoughChips { has })?;
                let cite = self.game.book().house.mispayments.colour_change;
                out.take(Ruled::new(Event::ColourChanged { seat, amount }, cite));
                Ok(())
            }
            Command::Fill { amount } => {
                let cite = self.authority(actor, Act::FillFloat)?;
                self.within(amount, MOST, |_| Reason::AmountTooLarge)?;
                // A float that is overdrawn is what a fill is for.
                if state.holds(Account::Float) + amount > MOST {
                    return Err(self.no(Reason::AmountTooLarge));
                }
                out.take(Ruled::new(Event::FloatFilled { amount }, cite));
                Ok(())
            }
            Command::Credit { amount } => {
                let cite = self.authority(actor, Act::FillFloat)?;
                self.within(amount, state.holds(Account::Float), |has| Reason::NotEnoughInFloat { has })?;
                out.take(Ruled::new(Event::FloatCredited { amount }, cite));
                Ok(())
            }
            Command::CountFloat { amount } => {
                let cite = self.authority(actor, Act::CountFloat)?;
                if self.game.is_in_deal(&state.game) {
                    return Err(Refusal::new(Reason::RoundUnderWay, cite));
                }
                self.counted(amount)?;
                out.take(Ruled::new(Event::FloatCounted { amount }, cite));
                Ok(())
            }
            Command::CountDrop { amount } => {
                let cite = self.authority(actor, Act::CountFloat)?;
                self.counted(amount)?;
                out.take(Ruled::new(Event::DropCounted { amount }, cite));
                Ok(())
            }
            Command::CloseDay { day } => {
                let cite = self.authority(actor, Act::CountFloat)?;
                let last = state.sheets.back().map_or(0, |sheet| sheet.day);
                if day <= last {
                    return Err(Refusal::new(Reason::DayClosedAlready, cite));
                }
                if self.game.is_in_deal(&state.game) {
                    return Err(Refusal::new(Reason::RoundUnderWay, cite));
                }
                if state.mode == Some(DealingMode::Live) && state.sheet.float_counted.is_none() {
                    return Err(Refusal::new(Reason::FloatNotCounted, cite));
                }
                out.take(Ruled::new(Event::DayClosed { day }, cite));
                Ok(())
            }
            _ => Err(self.no(Reason::NotSetUp)),
        }
    }

    fn buy_in(
        &self,
        state: &State<G::State>,
        actor: Actor,
        (seat, amount, with): (u8, Money, Tender),
        out: &mut impl Sink<CitedTableEvent<G>>,
    ) -> Result<(), TableRefusal<G>> {
        self.at_seat(actor, seat)?;
        if !self.game.is_player(&state.game, Seat(seat)) {
            return Err(self.no(Reason::SeatEmpty));
        }
        self.within(amount, MOST, |_| Reason::AmountTooLarge)?;
        let cite = self.game.book().house.mispayments.cash_change;
        match (with, state.mode) {
            (Tender::Account, _) => {
                let Some(patron) = state.patrons[usize::from(seat)] else {
                    return Err(self.no(Reason::NoAccount));
                };
                out.take(Ruled::new(Event::BuyInAsked { seat, amount }, cite));
                let what = PatronCall::TakeMoney { amount, seat };
                self.due(state, &[Call::Patron { patron, what }], cite, out);
            }
            (_, Some(DealingMode::Virtual)) => return Err(self.no(Reason::VirtualHasNoCash)),
            (Tender::Cash | Tender::Chips, _) => {
                // Money on the table passes through the dealer's hands.
                self.staff(actor)?;
                out.take(Ruled::new(Event::BoughtIn { seat, amount, with }, cite));
            }
        }
        Ok(())
    }

    fn cash_out(
        &self,
        state: &State<G::State>,
        actor: Actor,
        (seat, amount): (u8, Money),
        out: &mut impl Sink<CitedTableEvent<G>>,
    ) -> Result<(), TableRefusal<G>> {
        self.at_seat(actor, seat)?;
        self.within(amount, state.rack(seat), |has| Reason::NotEnoughChips { has })?;
        let cite = self.game.book().house.mispayments.cash_change;
        match (state.mode, state.patrons[usize::from(seat)]) {
            (Some(DealingMode::Virtual), Some(patron)) => {
                out.take(Ruled::new(Event::CashedOut { seat, amount, to: Tender::Account }, cite));
                let what = PatronCall::GiveMoney { amount };
                self.due(state, &[Call::Patron { patron, what }], cite, out);
            }
            _ => out.take(Ruled::new(Event::CashedOut { seat, amount, to: Tender::Chips }, cite)),
        }
        Ok(())
    }

    /// More than nothing, and no more than that.
    fn within(
        &self,
        amount: Money,
        most: Money,
        too_much: impl FnOnce(Money) -> Reason<G::Reason>,
    ) -> Result<(), TableRefusal<G>> {
        match () {
            () if amount <= Money::ZERO => Err(self.no(Reason::AmountNotPositive)),
            () if amount > most => Err(self.no(too_much(most))),
            () => Ok(()),
        }
    }

    /// What a count may find: nothing, too.
    fn counted(&self, amount: Money) -> Result<(), TableRefusal<G>> {
        if amount.is_negative() || amount > MOST { Err(self.no(Reason::AmountTooLarge)) } else { Ok(()) }
    }
}
