//! Players at the table: their files are asked before they sit down, and told when they get up.

use super::command::{Call, CallAnswer, Event, PatronCall, Reason, Tender};
use super::{Denied, Said, State, Tabled};
use crate::game::Game;
use engine::{Actor, Hidden, Refusal, Sink};
use rulebook::Ruled;

impl<G: Game> Tabled<G> {
    /// A patron wants to sit down: their file answers first.
    pub(super) fn ask_seat(
        &self,
        state: &State<G::State>,
        actor: Actor,
        (seat, patron, card): (u8, u32, Option<u64>),
        out: &mut impl Sink<Said<G>>,
    ) -> Result<(), Denied<G>> {
        let at = usize::from(seat);
        if state.asked.get(at).is_none() {
            return Err(self.no(Reason::NoSuchSeat));
        }
        if actor.role().is_none() && !matches!(actor.who, engine::Who::Player(_)) {
            return Err(self.no(Reason::NotYourSeat));
        }
        if !self.game.is_open(&state.game) {
            // The game's own words and clause for a table that is closed.
            let sit = self.game.sit(seat, Default::default());
            let refused = self.game.decide(&state.game, actor, &sit, &mut Vec::new());
            return match refused {
                Err(refusal) => Err(Refusal::new(Reason::Game(refusal.reason), refusal.cite)),
                Ok(()) => Err(self.no(Reason::NotSetUp)),
            };
        }
        if self.game.is_taken(&state.game, seat) {
            return Err(self.no(Reason::SeatTaken));
        }
        let waiting = state.asked.contains(&Some(patron)) || state.patrons.contains(&Some(patron));
        if state.asked[at].is_some() || waiting {
            return Err(self.no(Reason::SeatAskedFor));
        }
        let cite = self.ground();
        out.take(Ruled::new(Event::SeatAsked { seat, patron }, cite));
        self.due(state, &[Call::Patron { patron, what: PatronCall::StartPlay { seat, card } }], cite, out);
        Ok(())
    }

    pub(super) fn leave_seat(
        &self,
        state: &State<G::State>,
        actor: Actor,
        seat: u8,
        out: &mut impl Sink<Said<G>>,
    ) -> Result<(), Denied<G>> {
        self.at_seat(actor, seat)?;
        let leave = self.game.leave(seat);
        // Nobody needs a deck because somebody gets up.
        self.run(state, actor, &[leave], &Hidden::new([0; 32]), Vec::new(), out)
    }

    /// A patron's file has answered.
    pub(super) fn patron_answered(
        &self,
        state: &State<G::State>,
        (patron, asked): (u32, PatronCall),
        answer: &CallAnswer,
        out: &mut impl Sink<Said<G>>,
    ) {
        let cite = self.ground();
        match (asked, answer) {
            (PatronCall::StartPlay { seat, .. }, CallAnswer::Welcome(standing)) => {
                let mut said = Vec::new();
                let sit = self.game.sit(seat, *standing);
                let system = Actor { who: super::SYSTEM, at: engine::Moment(0) };
                match self.game.decide(&state.game, system, &sit, &mut said) {
                    Ok(()) => {
                        let events =
                            said.into_iter().map(|event| Ruled::new(Event::Game(event.value), event.cite));
                        events.for_each(|event| out.take(event));
                        out.take(Ruled::new(Event::PatronSeated { seat, patron }, cite));
                    }
                    Err(refusal) => {
                        // Somebody was faster, or the table has closed: the file is told that nobody plays here.
                        let clause = self.game.book().label(refusal.cite).to_string();
                        let why = refusal.reason.to_string();
                        out.take(Ruled::new(Event::SeatRefused { seat, patron, why, clause }, refusal.cite));
                        self.due(state, &[Call::Patron { patron, what: PatronCall::EndPlay }], cite, out);
                    }
                }
            }
            (PatronCall::StartPlay { seat, .. }, CallAnswer::Refused { why, clause }) => {
                let (why, clause) = (why.clone(), clause.clone());
                out.take(Ruled::new(Event::SeatRefused { seat, patron, why, clause }, cite));
            }
            (PatronCall::TakeMoney { amount, seat }, CallAnswer::Done) => {
                if state.patrons[usize::from(seat)] == Some(patron) {
                    out.take(Ruled::new(Event::BoughtIn { seat, amount, with: Tender::Account }, cite));
                } else {
                    // Got up meanwhile: it goes back.
                    let what = PatronCall::GiveMoney { amount };
                    self.due(state, &[Call::Patron { patron, what }], cite, out);
                }
            }
            (PatronCall::TakeMoney { seat, .. }, CallAnswer::Refused { why, .. }) => {
                out.take(Ruled::new(Event::BuyInRefused { seat, why: why.clone() }, cite));
            }
            _ => {}
        }
    }
}
