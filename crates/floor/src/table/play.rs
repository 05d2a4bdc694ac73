//! The game at the table: its commands, the committed deck, the line to the meter.

use super::command::{Call, CallAnswer, Command, DealingMode, DeckKey, Event, Link, PatronCall};
use super::reason::Reason;
use super::{CitedTableEvent, FloorTable, State, TableRefusal};
use crate::ActingRole;
use crate::deck_commitment::Shuffled;
use crate::game::{Effect, Game, MeterCall, Seat};
use engine::{Actor, MeterIndex, Refusal, Sink, Who};
use money::Money;
use rulebook::{Act, Cite, Ruled};

/// Who is called for what: the calls of one command, in order.
type Calls = Vec<Call>;

impl<G: Game> FloorTable<G> {
    /// A command of the game, and all that follows from it for the floor.
    pub(super) fn play(
        &self,
        state: &State<G::State>,
        actor: Actor,
        command: &G::Command,
        next_key: Option<DeckKey>,
        out: &mut impl Sink<CitedTableEvent<G>>,
    ) -> Result<(), TableRefusal<G>> {
        if self.game.brings_deck(command) {
            // A client never brings cards along.
            return Err(self.no(Reason::VirtualDealsItself));
        }
        if state.meter.is_some()
            && let Some(meter) = self.game.meter().filter(|meter| meter.pays_award(command))
        {
            // How much it is stands in the meter's record and nowhere else.
            return Err(Refusal::new(Reason::ThroughTheMeter, meter.jackpots().recorded));
        }
        if self.game.seats_unasked(command, state.mode) {
            return Err(Refusal::new(Reason::FileFirst, self.game.book().house.patrons.play));
        }
        if state.mode == Some(DealingMode::Virtual) && self.game.is_by_hand(command) {
            return Err(self.no(Reason::VirtualDealsItself));
        }
        if matches!(state.link, Link::Stale | Link::Reconciling)
            && let Some(meter) = self.game.meter().filter(|meter| meter.lays_jackpot(command))
        {
            return Err(Refusal::new(Reason::LinkDown { link: state.link }, meter.jackpots().equipment));
        }
        if let (Some(DealingMode::Virtual), Some((seat, amount))) =
            (state.mode, self.game.stakes(&state.game, command))
        {
            let has = state.rack(seat.0);
            if amount > has {
                return Err(self.no(Reason::NotEnoughChips { has }));
            }
        }
        self.run(state, actor, std::slice::from_ref(command), next_key, Vec::new(), out)
    }

    /// Deals from the deck that was committed to before anybody wagered, in the order that the players' seeds demand.
    pub(super) fn deal(
        &self,
        state: &State<G::State>,
        actor: Actor,
        next_key: Option<DeckKey>,
        out: &mut impl Sink<CitedTableEvent<G>>,
    ) -> Result<(), TableRefusal<G>> {
        if state.mode == Some(DealingMode::Live) {
            return Err(self.no(Reason::LiveDealsByHand));
        }
        let Some(committed) = &state.deck else { return Err(self.no(Reason::NoDeck)) };
        // The pack of the deck must be the one that is played with now.
        if committed.pack != self.game.pack(&state.game) {
            return Err(self.no(Reason::NoDeck));
        }
        let deck = committed.dealt(&self.stream, self.game.deal_of_stakes(&state.game));
        let deal = self.game.deal(&deck);
        self.run(state, actor, &[deal], next_key, Vec::new(), out)
    }

    /// Who deals where the system shuffles: kept, so that nobody takes over in the middle of a round after a restart.
    pub(super) fn deal_by_hand(
        &self,
        state: &State<G::State>,
        actor: Actor,
        by_hand: bool,
        out: &mut impl Sink<CitedTableEvent<G>>,
    ) -> Result<(), TableRefusal<G>> {
        let cite = self.staff(actor)?;
        if state.mode == Some(DealingMode::Live) {
            return Err(self.no(Reason::LiveDealsByHand));
        }
        if state.by_hand != by_hand {
            out.take(Ruled::new(Event::DealingChanged { by_hand }, cite));
        }
        Ok(())
    }

    /// What the meter recorded is determined by the authorised role, and the table pays.
    pub(super) fn determine(
        &self,
        state: &State<G::State>,
        actor: Actor,
        next_key: Option<DeckKey>,
        out: &mut impl Sink<CitedTableEvent<G>>,
    ) -> Result<(), TableRefusal<G>> {
        let Some(linked) = self.game.meter() else { return Err(self.no(Reason::NoMeter)) };
        let cite = self.authority(actor, Act::DetermineTopJackpot)?;
        let Some((royal, straight_flush, _)) = state.award else {
            return Err(Refusal::new(Reason::NothingAwarded, cite));
        };
        let awards = linked.awards(&state.game, royal, straight_flush);
        if awards.is_empty() {
            return Err(Refusal::new(Reason::NothingAwarded, cite));
        }
        let Some(role) = ActingRole::of(actor) else { return Err(self.no(Reason::NotStaff)) };
        let first = state.meter.map(|meter| Call::Meter { meter, what: MeterCall::Determine { role } });
        self.run(state, actor, &awards, next_key, first.into_iter().collect(), out)
    }

    /// Decides commands of the game one after the other, and says what they mean for meter, patrons and deck.
    pub(super) fn run(
        &self,
        state: &State<G::State>,
        actor: Actor,
        commands: &[G::Command],
        next_key: Option<DeckKey>,
        mut calls: Calls,
        out: &mut impl Sink<CitedTableEvent<G>>,
    ) -> Result<(), TableRefusal<G>> {
        let mut after = state.clone();
        let mut said: Vec<Ruled<G::Event>> = Vec::new();
        let mut effects = Vec::new();
        let mut nets = [None; engine::SEATS];
        let mut cite = self.ground();
        for command in commands {
            let from = said.len();
            let decided = self.game.decide(&after.game, actor, command, &mut said);
            decided.map_err(|refusal| Refusal::new(Reason::Game(refusal.reason), refusal.cite))?;
            for event in &said[from..] {
                let first = effects.len();
                self.game.effects(&after.game, &event.value, &mut effects);
                ended(&after, &effects[first..], &mut nets);
                self.apply(&mut after, &Event::Game(event.value.clone()));
                cite = event.cite;
            }
        }
        if effects.contains(&Effect::DealEnded) {
            // Whoever is kept out gets up now.
            let leaving = after.leaving;
            for seat in (0..engine::SEATS as u8).filter(|seat| leaving & 1 << seat != 0) {
                let from = said.len();
                let system = Actor { who: Who::System, ..actor };
                if self.game.decide(&after.game, system, &self.game.leave(Seat(seat)), &mut said).is_err() {
                    continue;
                }
                for event in &said[from..] {
                    self.game.effects(&after.game, &event.value, &mut effects);
                    self.apply(&mut after, &Event::Game(event.value.clone()));
                }
            }
        }
        if effects.contains(&Effect::DealEnded)
            && let Some(follow) = self.awaited(&after)
        {
            let (from, system) = (said.len(), Actor { who: Who::System, ..actor });
            // Where a wager plays on, the sign waits with it.
            if self.game.decide(&after.game, system, &follow, &mut said).is_ok() {
                for event in &said[from..] {
                    self.game.effects(&after.game, &event.value, &mut effects);
                    self.apply(&mut after, &Event::Game(event.value.clone()));
                }
            }
        }
        let meter = state.meter.filter(|_| state.link != Link::None);
        if let (Some(meter), Some(linked)) = (meter, self.game.meter()) {
            let heard = linked.calls(&after.game, &said, state.on_meter);
            calls.extend(heard.into_iter().map(|what| Call::Meter { meter, what }));
        }
        self.patron_calls(state, &after, (&effects, &nets), &mut calls);
        if self
            .game
            .notifies(&said)
            .is_some_and(|of| self.game.book().house.notify.iter().any(|row| row.of == of))
        {
            calls.push(Call::House { round: self.game.deal_number(&after.game) });
        }
        // That a clause applies is kept once an order, not again for every hand that it applies to.
        let mut facts: Vec<Cite> = Vec::new();
        for event in said {
            if self.game.is_fact(&event.value) {
                if facts.contains(&event.cite) {
                    continue;
                }
                facts.push(event.cite);
            }
            out.take(Ruled::new(Event::Game(event.value), event.cite));
        }
        let wants_deck =
            |effect: &Effect| matches!(effect, Effect::Opened | Effect::DealEnded | Effect::Reshuffled);
        if state.mode == Some(DealingMode::Virtual) && effects.iter().any(wants_deck) {
            // Shuffled, cut and committed to before the next wagers: no deck is chosen by who wagers what.
            for event in self.game.shuffle_ahead(&after.game) {
                out.take(Ruled::new(Event::Game(event.value), event.cite));
            }
            let Some(key) = next_key else {
                self.due(state, &calls, cite, out);
                return Err(self.no(Reason::NoDeckKey));
            };
            let pack = self.game.pack(&after.game);
            let root = Shuffled::of(pack, &key.shuffle_key()).root().into();
            out.take(Ruled::new(Event::DeckCommitted { root, key }, cite));
        }
        self.due(state, &calls, cite, out);
        Ok(())
    }

    /// Says that others must be told.
    pub(super) fn due(
        &self,
        state: &State<G::State>,
        calls: &[Call],
        cite: Cite,
        out: &mut impl Sink<CitedTableEvent<G>>,
    ) {
        for (call, what) in (state.calls..).zip(calls) {
            out.take(Ruled::new(Event::CallDue { call, what: *what }, cite));
        }
    }

    /// What patrons' files must hear: rounds played, and who got up.
    fn patron_calls(
        &self,
        before: &State<G::State>,
        after: &State<G::State>,
        (effects, nets): (&[Effect], &[Option<Money>; engine::SEATS]),
        calls: &mut Calls,
    ) {
        let round = self.game.deal_number(&after.game);
        for (patron, net) in before.patrons.iter().zip(nets) {
            if let (Some(patron), Some(net)) = (*patron, *net) {
                calls.push(Call::Patron { patron, what: PatronCall::RecordPlay { round, net } });
            }
        }
        for effect in effects {
            let Effect::Left { seat } = *effect else { continue };
            let Some(patron) = before.patrons[seat.index()] else { continue };
            calls.push(Call::Patron { patron, what: PatronCall::EndPlay });
            let amount = before.rack(seat.0) + returned_to(effects, seat);
            if before.mode == Some(DealingMode::Virtual) && !amount.is_zero() {
                calls.push(Call::Patron { patron, what: PatronCall::GiveMoney { amount } });
            }
        }
    }

    /// Something that was asked is answered.
    pub(super) fn answered(
        &self,
        state: &State<G::State>,
        actor: Actor,
        call: u64,
        answer: &CallAnswer,
        out: &mut impl Sink<CitedTableEvent<G>>,
    ) -> Result<(), TableRefusal<G>> {
        let cite = self.system(actor)?;
        let Some((_, asked)) = state.due.front().filter(|(first, _)| *first == call) else {
            return Err(self.no(Reason::NoSuchCall));
        };
        let cite = match asked {
            Call::Meter { .. } => self.jackpots().map_or(cite, |jackpots| jackpots.recorded),
            Call::Patron { .. } => self.game.book().house.patrons.play,
            Call::House { .. } => cite,
        };
        out.take(Ruled::new(Event::CallAnswered { call, answer: answer.clone() }, cite));
        if let Call::Patron { patron, what } = asked {
            self.patron_answered(state, (*patron, *what), answer, out);
        }
        let is_meter = |call: &Call| matches!(call, Call::Meter { .. });
        if let Some(jackpots) = self.jackpots()
            && is_meter(asked)
            && state.link != Link::Live
            && state.link != Link::None
        {
            // A meter that answers is on the line: it hears the rest of what was kept, and then all is as before.
            let left = state.due.iter().skip(1).any(|(_, call)| is_meter(call));
            let to = if left { Link::Reconciling } else { Link::Live };
            if to != state.link {
                out.take(Ruled::new(Event::LinkChanged { to }, jackpots.equipment));
            }
        }
        Ok(())
    }

    pub(super) fn change_link(
        &self,
        state: &State<G::State>,
        actor: Actor,
        command: &Command<G::Command>,
        out: &mut impl Sink<CitedTableEvent<G>>,
    ) -> Result<(), TableRefusal<G>> {
        let equipment = self.linked()?.equipment;
        let no = |reason| Err(Refusal::new(reason, equipment));
        let waits = state.due.iter().any(|(_, call)| matches!(call, Call::Meter { .. }));
        let to = match (command, state.link) {
            (_, Link::None) => return no(Reason::NotLinked),
            (Command::GoManual, Link::Stale) => {
                // An adequate manual process is an authorised person's to start.
                self.authority(actor, Act::ChangeMeter)?;
                Link::Manual
            }
            (Command::GoManual, _) => return no(Reason::LinkWorks),
            (Command::LoseLink, Link::Live | Link::Reconciling) => {
                self.system(actor)?;
                Link::Stale
            }
            (Command::FindLink, Link::Stale | Link::Manual) => {
                self.system(actor)?;
                if waits { Link::Reconciling } else { Link::Live }
            }
            _ => {
                return no(if state.link == Link::Live {
                    Reason::LinkWorks
                } else {
                    Reason::LinkDown { link: state.link }
                });
            }
        };
        out.take(Ruled::new(Event::LinkChanged { to }, equipment));
        Ok(())
    }

    pub(super) fn link(
        &self,
        state: &State<G::State>,
        actor: Actor,
        meter: MeterIndex,
        out: &mut impl Sink<CitedTableEvent<G>>,
    ) -> Result<(), TableRefusal<G>> {
        self.linked()?;
        let cite = self.authority(actor, Act::ChangeMeter)?;
        match () {
            () if state.meter.is_some() => Err(Refusal::new(Reason::AlreadyLinked, cite)),
            () if self.game.is_in_deal(&state.game) => Err(Refusal::new(Reason::RoundUnderWay, cite)),
            () => {
                out.take(Ruled::new(Event::Linked { meter }, cite));
                Ok(())
            }
        }
    }

    pub(super) fn unlink(
        &self,
        state: &State<G::State>,
        actor: Actor,
        out: &mut impl Sink<CitedTableEvent<G>>,
    ) -> Result<(), TableRefusal<G>> {
        self.linked()?;
        let cite = self.authority(actor, Act::ChangeMeter)?;
        let waits = state.due.iter().any(|(_, call)| matches!(call, Call::Meter { .. }));
        match () {
            () if state.meter.is_none() => Err(Refusal::new(Reason::NotLinked, cite)),
            () if waits => Err(Refusal::new(Reason::CallsOpen, cite)),
            () if state.on_meter > 0 || self.game.is_in_deal(&state.game) => {
                Err(Refusal::new(Reason::RoundUnderWay, cite))
            }
            () => {
                out.take(Ruled::new(Event::Unlinked, cite));
                Ok(())
            }
        }
    }
}

/// Notes what places have won or lost when their round is over for them: it closes, or they get up.
fn ended<S>(before: &State<S>, effects: &[Effect], nets: &mut [Option<Money>; engine::SEATS]) {
    let closes = effects.contains(&Effect::DealEnded);
    for (seat, &net) in before.nets.iter().enumerate() {
        if (closes || effects.contains(&Effect::Left { seat: Seat(seat as u8) })) && !net.is_zero() {
            nets[seat] = Some(net);
        }
    }
}

/// What goes back to a place just before it is left.
fn returned_to(effects: &[Effect], left: Seat) -> Money {
    let back = |effect: &Effect| match *effect {
        Effect::TakenBack { seat, amount, token: false } if seat == left => Some(amount),
        Effect::FromPot { seat, amount } if seat == left => Some(amount),
        // A token goes back to where tokens are; what it wins is money.
        Effect::Settled { seat, paid, token: true, .. } if seat == left => Some(paid),
        Effect::Settled { seat, paid, returned, token: false, .. } if seat == left => Some(paid + returned),
        _ => None,
    };
    effects.iter().filter_map(back).sum()
}
