//! What is decided away from the table and reaches it: sanctions of the house, corrections of payments, other terms of
//! the meter. The floor tells it again until the log of the table has it; told twice, it counts once.

use super::command::{Call, CorrectedWith, DealingMode, DeckKey, Event, PatronCall};
use super::reason::Reason;
use super::{CitedTableEvent, FloorTable, State, TableRefusal};
use crate::game::{Game, Seat};
use engine::{Actor, PatronId, SignJackpot, Sink};
use money::Money;
use rulebook::Ruled;

impl<G: Game> FloorTable<G> {
    /// Where a patron sits.
    pub(super) fn seat_of(&self, state: &State<G::State>, patron: PatronId) -> Option<u8> {
        let seat = state.patrons.iter().position(|seated| *seated == Some(patron))?;
        u8::try_from(seat).ok()
    }

    /// The wagers of a patron are void in that round, and in no other.
    pub(super) fn void_wagers(
        &self,
        state: &State<G::State>,
        actor: Actor,
        (patron, round, next_key): (PatronId, u64, Option<DeckKey>),
        out: &mut impl Sink<CitedTableEvent<G>>,
    ) -> Result<(), TableRefusal<G>> {
        self.system(actor)?;
        let Some(banked) = self.game.house_banked() else { return Err(self.no(Reason::NoHouseWagers)) };
        if self.game.deal_of_stakes(&state.game) != round {
            return Err(self.no(Reason::RoundOver));
        }
        let Some(seat) = self.seat_of(state, patron).map(Seat) else {
            return Err(self.no(Reason::SeatEmpty));
        };
        if !banked.has_open_wagers(&state.game, seat) {
            return Err(self.no(Reason::RoundOver));
        }
        let void = banked.void_wagers(&state.game, seat);
        self.run(state, actor, &[void], next_key, Vec::new(), out)
    }

    /// A patron takes no further part in the game.
    pub(super) fn bar(
        &self,
        state: &State<G::State>,
        actor: Actor,
        patron: PatronId,
        out: &mut impl Sink<CitedTableEvent<G>>,
    ) -> Result<(), TableRefusal<G>> {
        let cite = self.system(actor)?;
        let Some(seat) = self.seat_of(state, patron) else { return Ok(()) };
        if state.leaving & 1 << seat != 0 {
            return Ok(());
        }
        let leave = self.game.leave(Seat(seat));
        // Where nothing is wagered against the house, leaving is all there is.
        let bar = self.game.house_banked().map(|banked| banked.bar(&state.game, Seat(seat)));
        let mut commands: Vec<G::Command> = bar.into_iter().collect();
        match self.game.decide(&state.game, actor, &leave, &mut Vec::new()) {
            Ok(()) => commands.push(leave),
            Err(_) => out.take(Ruled::new(Event::MustLeave { seat, patron }, cite)),
        }
        if commands.is_empty() {
            return Ok(());
        }
        // Nobody needs a deck because somebody gets up.
        self.run(state, actor, &commands, None, Vec::new(), out)
    }

    /// Moves what a correction has put right since it was last posted here.
    pub(super) fn post_correction(
        &self,
        state: &State<G::State>,
        actor: Actor,
        (mispayment, patron, over, total): (u32, PatronId, bool, Money),
        out: &mut impl Sink<CitedTableEvent<G>>,
    ) -> Result<(), TableRefusal<G>> {
        self.system(actor)?;
        let cite = self.game.book().house.mispayments.remedy;
        let amount = total - state.corrected(mispayment);
        if amount <= Money::ZERO {
            return Ok(());
        }
        let with = match (self.seat_of(state, patron), state.mode) {
            (Some(seat), _) if !over || state.rack(seat) >= amount => CorrectedWith::Rack(seat),
            (_, Some(DealingMode::Virtual)) => CorrectedWith::Account,
            _ => CorrectedWith::Chips,
        };
        if over && with == CorrectedWith::Account {
            out.take(Ruled::new(Event::CorrectionAsked { mispayment, patron, amount }, cite));
            let what = PatronCall::Repay { amount, mispayment };
            self.due(state, &[Call::Patron { patron, what }], cite, out);
            return Ok(());
        }
        out.take(Ruled::new(Event::CorrectionPosted { mispayment, patron, over, amount, with }, cite));
        if with == CorrectedWith::Account {
            let what = PatronCall::GiveMoney { amount };
            self.due(state, &[Call::Patron { patron, what }], cite, out);
        }
        Ok(())
    }

    /// The sign shows the meter's terms, now or when the round is over: a round keeps what it began under.
    pub(super) fn follow_meter(
        &self,
        state: &State<G::State>,
        actor: Actor,
        terms: &SignJackpot,
        out: &mut impl Sink<CitedTableEvent<G>>,
    ) -> Result<(), TableRefusal<G>> {
        self.system(actor)?;
        let jackpots = self.linked()?;
        let Some(follow) = self.following(state, terms) else { return Ok(()) };
        if self.game.is_in_deal(&state.game) {
            if state.awaited.as_deref() != Some(terms) {
                let cite = jackpots.links.group;
                out.take(Ruled::new(Event::TermsAwaited { terms: Box::new(terms.clone()) }, cite));
            }
            return Ok(());
        }
        self.run(state, actor, &[follow], None, Vec::new(), out)
    }

    /// What the sign shows from now on, after a round in which the meter's terms changed.
    pub(super) fn awaited(&self, state: &State<G::State>) -> Option<G::Command> {
        state.awaited.as_deref().and_then(|terms| self.following(state, terms))
    }

    fn following(&self, state: &State<G::State>, terms: &SignJackpot) -> Option<G::Command> {
        self.game.meter()?.follow_meter(&state.game, terms)
    }
}
